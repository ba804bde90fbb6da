//! Measurements that the page starts: they grow block by block, and can be stopped and kept.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tetrarium_engine::Player;
use tetrarium_lab::records::Made;
use tetrarium_lab::statistics::Histogram;
use tetrarium_lab::{
    Amount, Answer as Answered, Backend, Contender, Estimate, Length, Measurement, Observer, Order,
    Record, Shard, Threads, Watch, Work,
};
use tetrarium_web::{RuleWords, Who};

use crate::answers::{Answer, Refusal, waiting};
use crate::lab::{Lab, locked};
use crate::work::{Measure, Shown};

/// The most measurements at once.
const MOST_AT_ONCE: usize = 2;
/// The most measurements that are remembered; older ones that have ended go.
const MOST_KEPT: usize = 32;
/// The most games of a measurement of the page.
const MOST_GAMES: u64 = 1_000_000;
/// The bins of the histogram.
const BINS: usize = 60;
/// How long a block of games should take.
const BLOCK: Duration = Duration::from_millis(250);
/// The file in the folder of runs that records are kept in.
const KEPT: &str = "measurements-of-the-page.jsonl";

/// What is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    who: Who,
    #[serde(default)]
    rules: RuleWords,
    seed: String,
    amount: AskedAmount,
}

#[derive(Deserialize)]
#[serde(tag = "by", rename_all = "kebab-case", deny_unknown_fields)]
enum AskedAmount {
    Games { games: u64 },
    Climbs { climbs: u64, repeats: u64 },
}

/// The requests about measurements.
pub fn routes() -> Router<Arc<Lab>> {
    Router::new()
        .route("/measure", get(list).post(start))
        .route("/measure/{id}", get(show))
        .route("/measure/{id}/stop", post(stop))
        .route("/measure/{id}/keep", post(keep))
        .route("/measure/{id}/record", get(record))
}

async fn list(State(lab): State<Arc<Lab>>) -> Answer {
    let measures = locked(&lab.measures);
    let all: Vec<Value> = measures.iter().rev().map(|one| one.json(false)).collect();
    Ok(Json(json!({ "measures": all })))
}

async fn show(State(lab): State<Arc<Lab>>, Path(id): Path<u64>) -> Answer {
    Ok(Json(found(&lab, id)?.json(true)))
}

async fn stop(State(lab): State<Arc<Lab>>, Path(id): Path<u64>) -> Answer {
    let measure = found(&lab, id)?;
    measure.stop.store(true, Ordering::Relaxed);
    Ok(Json(measure.json(false)))
}

/// The record as a file.
async fn record(
    State(lab): State<Arc<Lab>>,
    Path(id): Path<u64>,
) -> Result<impl IntoResponse, Refusal> {
    let line = found(&lab, id)?.record()?;
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl"),
        (
            header::CONTENT_DISPOSITION,
            "attachment; filename=\"measurement.jsonl\"",
        ),
    ];
    Ok((headers, line))
}

/// Writes the record to the file in the folder of runs.
async fn keep(State(lab): State<Arc<Lab>>, Path(id): Path<u64>) -> Answer {
    let measure = found(&lab, id)?;
    waiting(move || {
        let line = measure.record()?;
        let path = lab.names().root().join(KEPT);
        let mut shown = locked(&measure.shown);
        if !shown.kept {
            let written = std::fs::create_dir_all(lab.names().root())
                .and_then(|()| tetrarium_lab::files::append(&path, line.as_bytes()));
            written.map_err(|error| Refusal::input(format!("{}: {error}", path.display())))?;
            shown.kept = true;
        }
        Ok(Json(json!({ "file": path.display().to_string() })))
    })
    .await
}

fn found(lab: &Lab, id: u64) -> Result<Arc<Measure>, Refusal> {
    let measures = locked(&lab.measures);
    let found = measures.iter().find(|one| one.id == id).cloned();
    found.ok_or_else(|| Refusal::missing(format!("there is no measurement {id}")))
}

async fn start(State(lab): State<Arc<Lab>>, asked: Result<Json<Asked>, JsonRejection>) -> Answer {
    let Json(asked) = asked?;
    let player = asked.who.player(&asked.rules).map_err(Refusal::input)?;
    let seed: u64 = asked
        .seed
        .parse()
        .map_err(|_| Refusal::input(format!("the seed `{}` is no whole number", asked.seed)))?;
    let by = match asked.amount {
        AskedAmount::Games { games } if !(1..=MOST_GAMES).contains(&games) => {
            return Err(Refusal::input(
                "a measurement has 1 to 1,000,000 games here",
            ));
        }
        AskedAmount::Games { .. } => "games",
        AskedAmount::Climbs { climbs, repeats }
            if !(10..=1_000_000).contains(&climbs) || !(2..=1_000).contains(&repeats) =>
        {
            return Err(Refusal::input(
                "an estimate has 10 to 1,000,000 climbs and 2 to 1,000 repeats here",
            ));
        }
        AskedAmount::Climbs { .. } => "climbs",
    };
    let measure = entered(&lab, player.name(), by)?;
    let (of, threads, made) = (Arc::clone(&measure), lab.threads(), lab.made().clone());
    lab.work(&measure.stop, move || {
        let backend = Threads(threads);
        let done = match asked.amount {
            AskedAmount::Games { games } => of.play(&player, seed, games, &backend, &made),
            AskedAmount::Climbs { climbs, repeats } => {
                of.climb(&player, seed, climbs, repeats, &backend, &made)
            }
        };
        of.conclude(done);
    })?;
    Ok(Json(measure.json(false)))
}

/// A new measurement in the list, if there is room.
fn entered(lab: &Lab, name: &str, by: &'static str) -> Result<Arc<Measure>, Refusal> {
    let mut measures = locked(&lab.measures);
    let running = measures.iter().filter(|one| one.is_running()).count();
    if running >= MOST_AT_ONCE {
        return Err(Refusal::busy(format!(
            "{running} measurements are running: stop one, or wait for its end"
        )));
    }
    while measures.len() >= MOST_KEPT {
        let oldest = measures.iter().position(|one| !one.is_running());
        measures.remove(oldest.unwrap_or(0));
    }
    let stop = Arc::new(AtomicBool::new(false));
    let measure = Arc::new(Measure {
        id: measures.last().map_or(1, |last| last.id + 1),
        watch: Mutex::new(Arc::new(Watch::stopping_on(&stop))),
        stop,
        parts: AtomicU64::new(0),
        began: Instant::now(),
        shown: Mutex::new(Shown {
            name: name.to_string(),
            by,
            state: "running",
            error: None,
            seconds: None,
            result: Value::Null,
            record: None,
            kept: false,
        }),
    });
    measures.push(Arc::clone(&measure));
    Ok(measure)
}

/// A record as a line.
fn line(record: &impl serde::Serialize) -> Result<String, String> {
    let line = serde_json::to_string(record).map_err(|error| error.to_string())?;
    Ok(format!("{line}\n"))
}

impl Measure {
    fn is_running(&self) -> bool {
        locked(&self.shown).state == "running"
    }

    fn record(&self) -> Result<String, Refusal> {
        let record = locked(&self.shown).record.clone();
        record.ok_or_else(|| Refusal::input("the measurement has no record yet"))
    }

    fn json(&self, whole: bool) -> Value {
        let progress = locked(&self.watch).progress();
        let shown = locked(&self.shown);
        json!({
            "id": self.id,
            "name": shown.name,
            "by": shown.by,
            "state": shown.state,
            "error": shown.error,
            "of": self.parts.load(Ordering::Relaxed),
            "done": progress.games,
            "moves": progress.moves,
            "seconds": shown.seconds.unwrap_or_else(|| self.began.elapsed().as_secs_f64()),
            "kept": shown.kept,
            "hasRecord": shown.record.is_some(),
            "result": if whole { shown.result.clone() } else { Value::Null },
        })
    }

    /// Plays games block by block; the measurement is that of all games together, as `eval` makes
    /// it.
    fn play(
        &self,
        player: &Player,
        seed: u64,
        games: u64,
        backend: &dyn Backend,
        made: &Made,
    ) -> Result<String, String> {
        self.parts.store(games, Ordering::Relaxed);
        let watch = Arc::clone(&locked(&self.watch));
        let contender = Contender::Player(player);
        let mut records: Vec<Record> = Vec::new();
        let mut size = 1;
        while (records.len() as u64) < games && !watch.stopped() {
            let first = records.len() as u64;
            let began = Instant::now();
            let shard = Shard {
                seed,
                first,
                games: size.min(games - first),
                length: Length::Whole,
            };
            let block = backend.play(&[Work { contender, shard }], &watch);
            records.append(&mut block.map_err(|error| error.to_string())?.remove(0));
            if began.elapsed() < BLOCK / 2 {
                size *= 2;
            } else if began.elapsed() > BLOCK * 2 {
                size = (size / 2).max(1);
            }
            let so_far = Shard {
                first: 0,
                games: records.len() as u64,
                ..shard
            };
            self.show(&Measurement::new(contender, &so_far, &records), &records);
        }
        let whole = Shard {
            seed,
            first: 0,
            games,
            length: Length::Whole,
        };
        let measurement = Measurement::new(contender, &whole, &records);
        self.show(&measurement, &records);
        line(&Measurement {
            made: Some(made.clone()),
            ..measurement
        })
    }

    /// Estimates the mean by splitting.
    fn climb(
        &self,
        player: &Player,
        seed: u64,
        climbs: u64,
        repeats: u64,
        backend: &dyn Backend,
        made: &Made,
    ) -> Result<String, String> {
        let amount = Amount::Climbs {
            climbs,
            repeats,
            danger: None,
            precision: None,
        };
        let mut order = Order::new(amount).of(player);
        order.seed = seed;
        let carried = order.carry_out(backend, &self.stop, &mut Follows(self));
        let answers = carried.map_err(|unfinished| unfinished.to_string())?;
        match answers.first() {
            Some(Answered::Climbs(estimate)) => {
                self.show_estimate(estimate);
                line(&Estimate {
                    made: Some(made.clone()),
                    ..(**estimate).clone()
                })
            }
            _ => Err("the estimate has no answer".to_string()),
        }
    }

    fn show(&self, measurement: &Measurement, records: &[Record]) {
        let lines: Vec<u64> = records.iter().map(|record| record.lines).collect();
        let histogram = Histogram::of(&lines, BINS);
        let expected = measurement.mean.map(|mean| histogram.expected(mean));
        locked(&self.shown).result = json!({
            "mean": measurement.mean,
            "low": measurement.interval.low,
            "high": finite(measurement.interval.high),
            "games": records.len(),
            "how": measurement.method.words(),
            "caveats": caveats(&measurement.caveats),
            "histogram": histogram,
            "expected": expected,
        });
    }

    fn show_estimate(&self, estimate: &Estimate) {
        locked(&self.shown).result = json!({
            "mean": estimate.mean,
            "low": estimate.interval.low,
            "high": finite(estimate.interval.high),
            "repeats": estimate.repeats.len(),
            "how": "Student's t over independent repeats of multilevel splitting",
            "caveats": caveats(&estimate.caveats),
        });
    }

    fn conclude(&self, done: Result<String, String>) {
        let mut shown = locked(&self.shown);
        shown.seconds = Some(self.began.elapsed().as_secs_f64());
        match done {
            Ok(record) => {
                shown.record = Some(record);
                let stopped = self.stop.load(Ordering::Relaxed);
                shown.state = if stopped { "stopped" } else { "done" };
            }
            Err(error) => {
                shown.state = "failed";
                shown.error = Some(error);
            }
        }
    }
}

fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

fn caveats(caveats: &[tetrarium_lab::Caveat]) -> Value {
    serde_json::to_value(caveats).unwrap_or_default()
}

/// Takes the watch of an order over, and shows its estimate as it grows.
struct Follows<'a>(&'a Measure);

impl Observer for Follows<'_> {
    fn begins(&mut self, _: usize, parts: u64, watch: &Arc<Watch>) {
        self.0.parts.store(parts, Ordering::Relaxed);
        *locked(&self.0.watch) = Arc::clone(watch);
    }

    fn grows(&mut self, _: usize, so_far: &Estimate) {
        self.0.show_estimate(so_far);
    }
}

#[cfg(test)]
mod tests;

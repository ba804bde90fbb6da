//! `eval`: measure controllers.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use tetrarium_engine::{Player, Rules};
use tetrarium_lab::measurement::Score;
use tetrarium_lab::{Length, Measurement, Shard, Watch, play};

use crate::Outcome;
use crate::args::Eval;
use crate::controllers;
use crate::failure::{Failure, INTERRUPTED};
use crate::progress::{Bar, interrupt_flag};
use crate::table::{Align, Table};
use crate::text::{rate, real, whole, wrapped};

/// Runs the command.
pub fn run(eval: &Eval) -> Outcome {
    // Every controller is looked up before the first game, so that a typing error costs no time.
    let players: Vec<Player> = eval
        .controllers
        .iter()
        .map(|name| player(name, eval))
        .collect::<Result<_, _>>()?;
    let shard = Shard {
        seed: eval.seed,
        first: eval.first,
        games: eval.games,
        length: match (eval.max_pieces, eval.placements) {
            (_, Some(placements)) => Length::Restarting(placements),
            (Some(pieces), None) => Length::AtMost(pieces),
            (None, None) => Length::Whole,
        },
    };
    if shard.first.checked_add(shard.games).is_none() {
        return Err(Failure::input(
            "--first plus --games is more than there are game numbers",
        ));
    }
    let threads = eval.threads.map_or_else(all_cores, usize::from);
    let interrupted = interrupt_flag();
    let mut measurements = Vec::new();
    for player in &players {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let measurement = measure(player, &shard, threads, &interrupted);
        if eval.json {
            let line = serde_json::to_string(&measurement)
                .map_err(|error| Failure::Machine(error.into()))?;
            writeln!(stdout(), "{line}")?;
        }
        measurements.push(measurement);
    }
    if !eval.json {
        stdout().write_all(report(&measurements, &players).as_bytes())?;
    }
    if interrupted.load(Ordering::Relaxed) {
        eprintln!("tetrarium: interrupted; what was measured until then is above");
        return Ok(ExitCode::from(INTERRUPTED));
    }
    Ok(ExitCode::SUCCESS)
}

fn player(name: &str, eval: &Eval) -> Result<Player, Failure> {
    let (controller, rules) = eval.rules.apply(&controllers::find(name)?)?;
    Player::new(&controller, &rules).map_err(Failure::input)
}

fn all_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Plays the shard with a progress bar; the rate goes to standard error, because it is no result.
fn measure(player: &Player, shard: &Shard, threads: usize, stop: &Arc<AtomicBool>) -> Measurement {
    let started = Instant::now();
    let watch = Arc::new(Watch::stopping_on(stop));
    let bar = Bar::following(&watch, shard.games, player.name());
    let records = play(player, shard, threads, &watch);
    drop(bar);
    let measurement = Measurement::new(player, shard, &records);
    let moves = measurement.tally.pieces;
    let seconds = started.elapsed().as_secs_f64();
    eprintln!(
        "{}: {} moves in {seconds:.1} s on {threads} {}: {} moves/s",
        player.name(),
        whole(moves),
        if threads == 1 { "thread" } else { "threads" },
        rate(moves as f64 / seconds.max(1e-9)),
    );
    measurement
}

fn report(measurements: &[Measurement], players: &[Player]) -> String {
    match measurements {
        [] => String::new(),
        [one] => alone(one, players[0].rules()),
        several => together(several, players),
    }
}

/// What is averaged, in words.
fn score_words(score: &Score) -> String {
    match score {
        Score::Lines { max_pieces: None } => "lines".to_string(),
        Score::Lines {
            max_pieces: Some(pieces),
        } => format!("lines (games cut after {} pieces)", whole(*pieces)),
        Score::Reward { placements } => format!(
            "points in {} placements (a step is a placement)",
            whole(*placements)
        ),
    }
}

fn mean_of(measurement: &Measurement) -> String {
    match measurement.mean {
        Some(mean) => real(mean),
        None => format!("> {}", real(measurement.interval.low)),
    }
}

fn interval_of(measurement: &Measurement) -> String {
    format!(
        "{} – {}",
        real(measurement.interval.low),
        real(measurement.interval.high)
    )
}

/// One controller, in full.
fn alone(measurement: &Measurement, rules: &Rules) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: String| text += &format!("{name:16} {value}\n");
    let stopped = if measurement.games.interrupted {
        "   (interrupted)"
    } else {
        ""
    };
    field(
        "controller",
        format!(
            "{} ({}){stopped}",
            measurement.controller, measurement.search
        ),
    );
    field("score", score_words(&measurement.score));
    field("mean", mean_of(measurement));
    field(
        "95 % interval",
        format!(
            "{}, {}",
            interval_of(measurement),
            measurement.method.words()
        ),
    );
    if let Some(papers) = &measurement.papers_interval {
        field(
            "papers' ±2/√N",
            format!("{} – {}", real(papers.low), real(papers.high)),
        );
    }
    if let Some(summary) = &measurement.summary {
        field("median", real(summary.median));
        field(
            "quartiles",
            format!(
                "{} and {}",
                real(summary.lower_quartile),
                real(summary.upper_quartile)
            ),
        );
        field("sd", summary.sd.map_or("–".to_string(), real));
        field(
            "least, most",
            format!("{} and {}", whole(summary.min), whole(summary.max)),
        );
    }
    if let Some(test) = &measurement.geometric_law {
        field("geometric law", format!("p = {:.3}", test.p_value));
    }
    let games = &measurement.games;
    field(
        "games",
        format!(
            "{} finished, {} cut short (seed {}, from number {})",
            whole(games.finished),
            whole(games.cut),
            measurement.seed,
            games.first
        ),
    );
    field(
        "lines, pieces",
        format!(
            "{} and {}",
            whole(measurement.tally.lines),
            whole(measurement.tally.pieces)
        ),
    );
    field("rules", wrapped(&rules.to_string(), 80, 17));
    text
}

/// Several controllers, best first.
fn together(measurements: &[Measurement], players: &[Player]) -> String {
    let mut order: Vec<usize> = (0..measurements.len()).collect();
    let standing = |i: &usize| measurements[*i].mean.unwrap_or(f64::INFINITY);
    order.sort_by(|a, b| standing(b).total_cmp(&standing(a)));
    let mut table = Table::new(&[
        ("controller", Align::Left),
        ("mean", Align::Right),
        ("95 % interval", Align::Right),
        ("median", Align::Right),
        ("sd", Align::Right),
        ("least", Align::Right),
        ("most", Align::Right),
        ("games", Align::Right),
        ("cut", Align::Right),
        ("pieces", Align::Right),
        ("", Align::Left),
    ]);
    for &i in &order {
        let m = &measurements[i];
        let summary = |read: fn(&tetrarium_lab::statistics::Summary) -> String| {
            m.summary.as_ref().map(read).unwrap_or_default()
        };
        table.row([
            m.controller.clone(),
            mean_of(m),
            interval_of(m),
            summary(|s| real(s.median)),
            summary(|s| s.sd.map_or("–".to_string(), real)),
            summary(|s| whole(s.min)),
            summary(|s| whole(s.max)),
            whole(m.games.finished + m.games.cut),
            whole(m.games.cut),
            whole(m.tally.pieces),
            if m.games.interrupted {
                "interrupted".to_string()
            } else {
                String::new()
            },
        ]);
    }
    let first = &measurements[order[0]];
    let mut text = format!(
        "{table}\nscore: {}; seed {}, games from number {}\n",
        score_words(&first.score),
        first.seed,
        first.games.first
    );
    let common = players[order[0]].rules();
    text += &format!("rules: {}\n", wrapped(&common.to_string(), 90, 7));
    for &i in &order[1..] {
        let differing: Vec<String> = players[i]
            .rules()
            .settings()
            .filter(|(name, value)| common.get(name).as_ref() != Some(value))
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        if !differing.is_empty() {
            text += &format!(
                "but {}: {}\n",
                measurements[i].controller,
                differing.join(" · ")
            );
        }
    }
    text
}

//! What has to be seen on a machine with a GPU: the same games, moves and estimates as the CPU,
//! moves a second, and two measurements to ±5 %. `scripts/gpu` builds it; it writes `gpu.json` and
//! `gpu.txt` into the folder it is given.
//!
//! ```text
//! device FOLDER [SECONDS [GAMES [BOARDS]]]
//! ```
//!
//! SECONDS is the most time of each measurement, GAMES the games of each equality check and BOARDS
//! the random boards on which moves are compared; 0 is none.

use std::fmt::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tetrarium_engine::rating::net::Activation;
use tetrarium_engine::{Player, Search};
use tetrarium_gpu::{Gpu, devices};
use tetrarium_lab::estimate::{Settings, estimate, rough_estimates};
use tetrarium_lab::measure::{Goal, measure_to};
use tetrarium_lab::{Backend, Contender, Length, Shard, Threads, Watch, play};

mod boards;
mod players;

use players::{Drawn, about, bands, drawn, net, patterns, player, rich};

type Failure = Box<dyn std::error::Error>;

/// The hidden layer of the nets that are looked at.
const HIDDEN: [(usize, Activation); 1] = [(32, Activation::ClippedRelu)];

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .ok_or("a folder for the results is needed")?;
    let seconds: f64 = arguments.next().map_or(Ok(120.0), |text| text.parse())?;
    let games: u64 = arguments.next().map_or(Ok(2000), |text| text.parse())?;
    let boards: u64 = arguments
        .next()
        .map_or(Ok(1_000_000), |text| text.parse())?;
    let mut report = Report::default();
    for device in devices()? {
        report.line(&format!("device {device}"));
    }
    let gpu = Gpu::new(0)?;
    report.json["device"] = json!(gpu.device().to_string());
    report.json["unequal"] = json!(0);
    if games > 0 {
        equality(&gpu, &mut report, games)?;
        estimates(&gpu, &mut report)?;
    }
    if boards > 0 {
        boards::boards(&mut report, boards)?;
    }
    generations(&gpu, &mut report, games > 0)?;
    speed(&gpu, &mut report)?;
    if seconds > 0.0 {
        for name in ["bcts", "dt-20"] {
            measure(&gpu, &mut report, name, seconds)?;
        }
    }
    let folder = Path::new(&folder);
    std::fs::write(folder.join("gpu.txt"), &report.text)?;
    std::fs::write(
        folder.join("gpu.json"),
        serde_json::to_string_pretty(&report.json)?,
    )?;
    if report.json["unequal"].as_u64() != Some(0) {
        return Err("the GPU played other games than the CPU".into());
    }
    Ok(())
}

#[derive(Default)]
struct Report {
    text: String,
    json: Value,
}

impl Report {
    fn line(&mut self, line: &str) {
        println!("{line}");
        writeln!(self.text, "{line}").expect("a string takes what is written");
    }

    fn count_unequal(&mut self, unequal: u64) {
        let before = self.json["unequal"].as_u64().unwrap_or(0);
        self.json["unequal"] = json!(before + unequal);
    }
}

/// Players that are drawn for the equality check.
const DRAWN: u64 = 24;

/// Thousands of whole games, on both.
fn equality(gpu: &Gpu, report: &mut Report, games: u64) -> Result<(), Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let expectimax = Some(Search::expectimax(2));
    let cut = |pieces| Length::AtMost(pieces);
    let mut checks: Vec<(Player, u64, Length)> = vec![
        (
            player("dellacherie", None, &[("board", "10x9")])?,
            games,
            cut(4000),
        ),
        (
            player("bcts", None, &[("board", "10x9")])?,
            games,
            cut(4000),
        ),
        (player("bcts", None, &[])?, games / 8, cut(2000)),
        (
            player("dt-20", None, &[("board", "10x8"), ("pieces", "bag")])?,
            games,
            cut(4000),
        ),
        (
            player("bdu", None, &[("board", "10x8"), ("overflow", "top-row")])?,
            games,
            cut(4000),
        ),
        (
            player("dellacherie", None, &[("board", "16x28")])?,
            games / 32,
            cut(1000),
        ),
        (
            player(
                "bcts",
                None,
                &[
                    ("board", "7x9"),
                    ("overflow", "clears-first"),
                    ("suicide", "considered"),
                ],
            )?,
            games,
            cut(4000),
        ),
        (
            player(
                "boehm-exponential",
                None,
                &[("board", "8x10"), ("visible", "1")],
            )?,
            games,
            cut(1000),
        ),
        (
            player("boehm-linear", None, &[("board", "6x9")])?,
            games / 8,
            cut(300),
        ),
        (
            player("bcts", expectimax, &[("board", "6x7")])?,
            games / 16,
            cut(60),
        ),
        (rich(&[("board", "10x9")])?, games, cut(4000)),
        (rich(&[])?, games / 8, cut(2000)),
        (patterns(None, &[("board", "10x9")])?, games, cut(4000)),
        (
            patterns(
                None,
                &[
                    ("board", "16x28"),
                    ("overflow", "clears-first"),
                    ("suicide", "considered"),
                ],
            )?,
            games / 32,
            cut(1000),
        ),
        (
            patterns(expectimax, &[("board", "6x7")])?,
            games / 16,
            cut(60),
        ),
        (net(&HIDDEN, None, &[("board", "10x9")])?, games, cut(4000)),
        (
            net(
                &[
                    (64, Activation::Tanh),
                    (9, Activation::Square),
                    (5, Activation::Relu),
                ],
                None,
                &[
                    ("board", "16x28"),
                    ("overflow", "clears-first"),
                    ("suicide", "considered"),
                ],
            )?,
            games / 32,
            cut(1000),
        ),
        (
            net(&HIDDEN, expectimax, &[("board", "6x7")])?,
            games / 16,
            cut(60),
        ),
    ];
    let two = Some(Search::TWO_PIECE);
    let sum = |board| [("board", board), ("search-score", "sum")];
    let shown = |board| [("board", board), ("search-score", "sum"), ("visible", "2")];
    checks.extend([
        (bands(None, &[("board", "10x9")])?, games, cut(4000)),
        (bands(expectimax, &[("board", "6x7")])?, games / 16, cut(60)),
        (player("bcts", two, &shown("8x8"))?, games / 8, cut(300)),
        (
            player("tetrarium-3", two, &shown("8x8"))?,
            games / 8,
            cut(300),
        ),
        (
            player("bcts", expectimax, &sum("6x7"))?,
            games / 16,
            cut(60),
        ),
        (
            player("tetrarium-3", expectimax, &sum("6x7"))?,
            games / 16,
            cut(60),
        ),
    ]);
    for number in 0..DRAWN {
        checks.push((drawn(number, Drawn::Plain)?, games / 8, cut(500)));
    }
    let (mut all_moves, mut unequal) = (0, 0);
    let mut rows = Vec::new();
    report.line("\nequality with the CPU: games, moves, unequal games");
    for (player, games, length) in &checks {
        let shard = Shard {
            seed: 11,
            first: 0,
            games: (*games).max(1),
            length: *length,
        };
        let expected = play(player, &shard, threads, &Watch::default());
        let found = gpu.play(player, &shard, &Watch::default())?;
        let differing = expected.iter().zip(&found).filter(|(a, b)| a != b).count()
            + expected.len().abs_diff(found.len());
        let moves: u64 = expected.iter().map(|record| record.pieces).sum();
        all_moves += moves;
        unequal += differing;
        let rules = player.rules();
        let what = format!("{} {}", name_of(player), rules.board);
        report.line(&format!(
            "  {what:40} {:7} {moves:11} {differing:5}",
            found.len()
        ));
        rows.push(json!({"what": what, "rules": rules.to_string(), "games": found.len(), "moves": moves, "unequal": differing}));
    }
    report.line(&format!(
        "  {all_moves} moves in all, {unequal} unequal games"
    ));
    report.json["equality"] = json!(rows);
    report.count_unequal(unequal as u64);
    Ok(())
}

/// Splitting and games abreast, on both: records have to be equal in every figure.
fn estimates(gpu: &Gpu, report: &mut Report) -> Result<(), Failure> {
    let threads = Threads::default();
    let watch = Watch::default();
    let settings = Settings {
        climbs: 500,
        repeats: 8,
        ..Settings::default()
    };
    report.line("\nestimates and precision: seconds on the CPU, on the GPU, equal");
    let mut unequal = 0;
    let mut line = |what: &str, cpu: f64, gpu: f64, equal: bool| {
        unequal += u64::from(!equal);
        report.line(&format!("  {what:40} {cpu:7.2} {gpu:7.2} {equal}"));
    };
    let two = Some(Search::TWO_PIECE);
    for player in [
        player("bcts", None, &[])?,
        player("dt-20", None, &[("pieces", "bag")])?,
        player("bcts", two, &[("board", "8x8"), ("visible", "2")])?,
        player(
            "bcts",
            two,
            &[("board", "8x7"), ("visible", "2"), ("search-score", "sum")],
        )?,
        bands(None, &[("board", "10x12")])?,
        patterns(None, &[("board", "10x16")])?,
        net(&HIDDEN, None, &[("board", "10x12")])?,
    ] {
        let (cpu, took) = timed(|| estimate(&player, 1, &settings, &threads, &watch));
        let (found, on_gpu) = timed(|| estimate(&player, 1, &settings, gpu, &watch));
        let what = format!("estimate {} {}", name_of(&player), player.rules().board);
        line(&what, took, on_gpu, cpu? == found?);
    }
    for budget in [None, Some(20_000_000)] {
        let player = player("bcts", None, &[("board", "10x10")])?;
        let goal = Goal::new(0.05, budget)?.with_side_by_side(Some(4000));
        let (cpu, took) = timed(|| measure_to(&player, 1, 0, goal, &threads, &watch));
        let (found, on_gpu) = timed(|| measure_to(&player, 1, 0, goal, gpu, &watch));
        let what = format!("precision 5 %, budget {}", budget.unwrap_or(0));
        line(&what, took, on_gpu, cpu == found);
    }
    report.count_unequal(unequal);
    Ok(())
}

/// Generations that are judged by climbs: candidates about a controller, whose estimates have to be
/// equal on both. The largest are only timed.
fn generations(gpu: &Gpu, report: &mut Report, compared: bool) -> Result<(), Failure> {
    report.line(
        "\ngenerations by climbs: moves, seconds and million moves a second on the GPU, equal",
    );
    let mut rows = Vec::new();
    let two = Some(Search::TWO_PIECE);
    let eight = [("board", "8x8"), ("visible", "2")];
    let eight_sum = [("board", "8x7"), ("visible", "2"), ("search-score", "sum")];
    for (player, candidates, climbs, compares) in [
        (player("bcts", two, &eight)?, 10, 60, true),
        (player("bcts", two, &eight_sum)?, 10, 60, true),
        (patterns(None, &[("board", "10x16")])?, 10, 60, true),
        (net(&HIDDEN, None, &[("board", "10x12")])?, 10, 60, true),
        (player("tetrarium-3", None, &[])?, 120, 300, true),
        (player("tetrarium-3", None, &[])?, 120, 1500, false),
        (player("tetrarium-3", None, &[])?, 240, 1500, false),
    ] {
        let name = name_of(&player);
        let players = about(&player, candidates)?;
        let seeded: Vec<(Contender, u64)> = players.iter().map(Contender::from).zip(1..).collect();
        let watch = Watch::default();
        // The first time compiles the kernel.
        let estimates = || rough_estimates(&seeded, climbs, gpu, &watch);
        let found = estimates()?;
        let mut timings = [0.0; 3];
        for seconds in &mut timings {
            let (again, took) = timed(estimates);
            report.count_unequal(u64::from(again? != found));
            *seconds = took;
        }
        let moves: u64 = found.iter().flatten().map(|rough| rough.moves).sum();
        let threads = Threads::default();
        let equal = (compared && compares)
            .then(|| rough_estimates(&seeded, climbs, &threads, &watch))
            .transpose()?
            .map(|expected| expected == found);
        let speeds = timings.map(|took| (moves as f64 / took / 1e6).round());
        report.line(&format!(
            "  {name} {candidates} × {climbs}: {moves}, {timings:.2?} s, {speeds:?}, {}",
            equal.map_or("not compared".to_string(), |equal| equal.to_string())
        ));
        report.count_unequal(u64::from(equal == Some(false)));
        rows.push(json!({"controller": name, "candidates": candidates, "climbs": climbs, "moves": moves, "seconds": timings}));
    }
    report.json["generations"] = json!(rows);
    Ok(())
}

/// A player's name, with its search and what that adds up.
fn name_of(player: &Player) -> String {
    let rules = player.rules();
    let is_sum = rules.get("search-score").as_deref() == Some("sum");
    let sum = if is_sum { ", sum" } else { "" };
    format!("{} {}{sum}", player.name(), player.search().name())
}

/// What a closure gives, and the seconds it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let began = Instant::now();
    let done = work();
    (done, began.elapsed().as_secs_f64())
}

/// Moves a second with the GPU full of games.
fn speed(gpu: &Gpu, report: &mut Report) -> Result<(), Failure> {
    let expectimax = Some(Search::expectimax(2));
    let mut rows = Vec::new();
    report.line("\nmoves a second, 10x20 (games at once)");
    let two = Some(Search::TWO_PIECE);
    let sum = [("search-score", "sum")];
    let shown = [("visible", "2")];
    let shown_sum = [("visible", "2"), ("search-score", "sum")];
    for (player, seconds) in [
        (player("dellacherie", None, &[])?, 1.5),
        (player("bcts", None, &[])?, 1.5),
        (player("dt-20", None, &[])?, 1.5),
        (player("bdu", None, &[])?, 1.5),
        (player("tetrarium-3", None, &[])?, 1.5),
        (rich(&[])?, 1.5),
        (patterns(None, &[])?, 1.5),
        (net(&HIDDEN, None, &[])?, 1.5),
        (player("boehm-linear", None, &[])?, 2.0),
        (player("boehm-exponential", None, &[])?, 2.0),
        (player("bcts", two, &shown)?, 2.0),
        (player("bcts", two, &shown_sum)?, 2.0),
        (player("dt-20", two, &shown_sum)?, 2.0),
        (player("tetrarium-3", two, &shown)?, 2.0),
        (player("tetrarium-3", two, &shown_sum)?, 2.0),
        (player("bcts", expectimax, &[])?, 2.0),
        (player("bcts", expectimax, &sum)?, 2.0),
        (player("dt-20", expectimax, &sum)?, 2.0),
        (player("tetrarium-3", expectimax, &[])?, 2.0),
        (player("tetrarium-3", expectimax, &sum)?, 2.0),
    ] {
        let games = gpu.games_at_once(&player)?;
        let rate = rate(gpu, &player, games, seconds)?;
        let what = name_of(&player);
        report.line(&format!(
            "  {what:40} {:10.1} million ({games})",
            rate / 1e6
        ));
        rows.push(json!({"what": what, "moves_per_second": rate, "games_at_once": games}));
    }
    // What a game waits for, where there are fewer than lanes.
    let bcts = player("bcts", None, &[])?;
    for games in [1, 1000, 2000, 8000, 32_000] {
        let rate = rate(gpu, &bcts, games, 0.5)?;
        report.line(&format!(
            "  {:40} {:10.1} million, {:.0} a game",
            format!("bcts, {games} games"),
            rate / 1e6,
            rate / games as f64
        ));
        rows.push(json!({"what": "bcts greedy", "moves_per_second": rate, "games_at_once": games}));
    }
    let tetrarium = player("tetrarium-3", None, &[])?;
    for games in [8000, 32_000] {
        let rate = rate(gpu, &tetrarium, games, 0.5)?;
        let what = format!("tetrarium-3, {games} games");
        report.line(&format!("  {what:40} {:10.1} million", rate / 1e6));
        rows.push(json!({"what": what, "moves_per_second": rate, "games_at_once": games}));
    }
    let candidates = std::iter::repeat_with(|| player("bcts", None, &[("board", "10x14")]))
        .take(200)
        .collect::<Result<Vec<Player>, _>>()?;
    let shard = Shard {
        seed: 3,
        first: 0,
        games: 200,
        length: Length::AtMost(20_000),
    };
    let work: Vec<(&Player, Shard)> = candidates.iter().map(|player| (player, shard)).collect();
    gpu.play_all(&work[..2], &Watch::default())?;
    let began = Instant::now();
    let lists = gpu.play_all(&work, &Watch::default())?;
    let moves: u64 = lists.iter().flatten().map(|record| record.pieces).sum();
    let rate = moves as f64 / began.elapsed().as_secs_f64();
    report.line(&format!(
        "  {:40} {:10.1} million",
        "200 candidates, 200 games each, 10x14",
        rate / 1e6
    ));
    rows.push(
        json!({"what": "200 candidates x 200 games of bcts on 10x14", "moves_per_second": rate}),
    );
    report.json["timing"] = json!({"speed": rows});
    Ok(())
}

/// Moves a second of a player with a number of games at once.
fn rate(gpu: &Gpu, player: &Player, games: u64, seconds: f64) -> Result<f64, Failure> {
    let mut pieces = 256;
    loop {
        let shard = Shard {
            seed: 1,
            first: 0,
            games,
            length: Length::Restarting(pieces),
        };
        let began = Instant::now();
        let records = gpu.play(player, &shard, &Watch::default())?;
        let took = began.elapsed().as_secs_f64();
        let moves: u64 = records.iter().map(|record| record.pieces).sum();
        if took > 0.6 * seconds {
            return Ok(moves as f64 / took);
        }
        let more = (0.9 * seconds / took).clamp(1.5, 20.0);
        pieces = (pieces as f64 * more) as u64;
    }
}

/// A measurement on the standard board to ±5 %, or as far as it comes in `seconds`.
fn measure(gpu: &Gpu, report: &mut Report, name: &str, seconds: f64) -> Result<(), Failure> {
    let player = player(name, None, &[])?;
    let goal = Goal::new(0.05, None)?.with_side_by_side(Some(gpu.at_once()));
    let watch = Watch::default();
    watch.limit_time(Some(Duration::from_secs_f64(seconds)));
    let (measured, took) = timed(|| measure_to(&player, 2026, 0, goal, gpu, &watch));
    if let Some(failure) = measured.failure {
        return Err(failure.into());
    }
    let measurement = measured.measurement;
    let tally = &measurement.tally;
    let cut = measured.records.iter().map(|record| record.pieces).max();
    report.line(&format!(
        "\n{name} on 10x20, seed 2026, {} games of at most {} pieces: mean {:.0} lines, 95 % {:.0} to {:.0}; {} lines, {} pieces, {} deaths; {took:.0} s, {:.2} billion moves a second",
        tally.games(),
        cut.unwrap_or(0),
        measurement.mean.unwrap_or(f64::NAN),
        measurement.interval.low,
        measurement.interval.high,
        tally.lines,
        tally.pieces,
        tally.finished,
        tally.pieces as f64 / took / 1e9,
    ));
    report.json[name] = serde_json::to_value(&measurement)?;
    report.json["timing"][format!("{name}-seconds")] = json!(took);
    Ok(())
}

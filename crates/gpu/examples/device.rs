//! What has to be seen on a machine with a GPU: the same games as the CPU, moves a second, and two long measurements. `scripts/gpu` builds it;
//! it writes `gpu.json` and `gpu.txt` into the folder it is given.
//!
//! ```text
//! device FOLDER [SECONDS of each long measurement, 0 for none] [GAMES of each equality check]
//! ```

use std::fmt::Write;
use std::path::Path;
use std::time::Instant;

use serde_json::{Value, json};
use tetrarium_engine::controller::Search;
use tetrarium_engine::{Controller, Player, Rules, catalogue};
use tetrarium_gpu::{Gpu, devices};
use tetrarium_lab::{Length, Measurement, Shard, Watch, play};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments
        .next()
        .ok_or("a folder for the results is needed")?;
    let seconds: f64 = arguments.next().map_or(Ok(60.0), |text| text.parse())?;
    let games: u64 = arguments.next().map_or(Ok(2000), |text| text.parse())?;
    let mut report = Report::default();
    for device in devices()? {
        report.line(&format!("device {device}"));
    }
    let gpu = Gpu::new(0)?;
    report.json["device"] = json!(gpu.device().to_string());
    equality(&gpu, &mut report, games)?;
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
}

/// A controller of the catalogue under its own rules and some more.
fn player(
    name: &str,
    search: Option<Search>,
    settings: &[(&str, &str)],
) -> Result<Player, Failure> {
    let controller = catalogue::named(name)?;
    let mut rules = controller.rules_over(&Rules::default())?;
    for (name, value) in settings {
        rules.set(name, value)?;
    }
    let search = search.unwrap_or(controller.search);
    let controller = Controller {
        search,
        ..controller.clone()
    };
    Ok(Player::new(&controller, &rules)?)
}

/// Thousands of whole games, on both.
fn equality(gpu: &Gpu, report: &mut Report, games: u64) -> Result<(), Failure> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let expectimax = Some(Search::Expectimax { depth: 2 });
    let cut = |pieces| Length::AtMost(pieces);
    let checks: Vec<(Player, u64, Length)> = vec![
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
    ];
    let mut unequal = 0;
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
        unequal += differing;
        let rules = player.rules();
        let what = format!(
            "{} {} {}",
            player.name(),
            player.search().name(),
            rules.board
        );
        report.line(&format!(
            "  {what:40} {:7} {moves:11} {differing:5}",
            found.len()
        ));
        rows.push(json!({"what": what, "rules": rules.to_string(), "games": found.len(), "moves": moves, "unequal": differing}));
    }
    report.json["equality"] = json!(rows);
    report.json["unequal"] = json!(unequal);
    Ok(())
}

/// Moves a second with the GPU full of games.
fn speed(gpu: &Gpu, report: &mut Report) -> Result<(), Failure> {
    let expectimax = Some(Search::Expectimax { depth: 2 });
    let mut rows = Vec::new();
    report.line("\nmoves a second, 10x20 (games at once)");
    for (name, search, seconds) in [
        ("dellacherie", None, 3.0),
        ("bcts", None, 3.0),
        ("dt-20", None, 3.0),
        ("bdu", None, 3.0),
        ("boehm-linear", None, 3.0),
        ("boehm-exponential", None, 3.0),
        ("bcts", expectimax, 3.0),
    ] {
        let player = player(name, search, &[])?;
        let (rate, games) = rate(gpu, &player, seconds)?;
        let what = format!("{name} {}", player.search().name());
        report.line(&format!(
            "  {what:40} {:10.1} million ({games})",
            rate / 1e6
        ));
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

/// Moves a second of a player, and how many games are played at once.
fn rate(gpu: &Gpu, player: &Player, seconds: f64) -> Result<(f64, u64), Failure> {
    let games = gpu.games_at_once(player)?;
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
            return Ok((moves as f64 / took, games));
        }
        let more = (0.9 * seconds / took).clamp(1.5, 20.0);
        pieces = (pieces as f64 * more) as u64;
    }
}

/// A measurement on the standard board, of so many seconds.
fn measure(gpu: &Gpu, report: &mut Report, name: &str, seconds: f64) -> Result<(), Failure> {
    let player = player(name, None, &[])?;
    let (rate, games) = rate(gpu, &player, 2.0)?;
    let pieces = (rate * seconds / games as f64) as u64;
    let shard = Shard {
        seed: 2026,
        first: 0,
        games,
        length: Length::AtMost(pieces),
    };
    let began = Instant::now();
    let records = gpu.play(&player, &shard, &Watch::default())?;
    let took = began.elapsed().as_secs_f64();
    let measurement = Measurement::new(&player, &shard, &records);
    let tally = &measurement.tally;
    report.line(&format!(
        "\n{name} on 10x20, seed {}, games 0 to {} of at most {pieces} pieces: mean {:.0} lines, 95 % {:.0} to {:.0}; {} lines, {} pieces, {} deaths; {took:.0} s, {:.2} billion moves a second",
        shard.seed,
        games - 1,
        measurement.mean.unwrap_or(f64::NAN),
        measurement.interval.low,
        measurement.interval.high,
        tally.lines,
        tally.pieces,
        records.iter().map(|record| record.deaths).sum::<u64>(),
        tally.pieces as f64 / took / 1e9,
    ));
    report.json[name] = serde_json::to_value(&measurement)?;
    report.json["timing"][format!("{name}-seconds")] = json!(took);
    Ok(())
}

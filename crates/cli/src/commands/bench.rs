//! `bench`: moves per second of every kernel on a fixed workload, and the signature of its
//! decisions.

use std::fmt::Write as _;
use std::hint::black_box;
use std::process::ExitCode;
use std::thread::Builder;
use std::time::{Duration, Instant};

use serde_json::json;
use tetrarium_engine::features::FEATURES;
use tetrarium_engine::{Kernel, Player, Reading, Rules, catalogue, placements};
use tetrarium_lab::bench::{
    Signature, Workload, boards_of_play, climb_moves, only, play_moves, signatures, timed_alone,
    workloads,
};

use crate::export;
use crate::failure::{Failure, Outcome};
use crate::flags::args::Bench;
use crate::print::status::step;
use crate::print::table::{Cell, Column, Table};
use crate::print::text::rate;
use crate::terminal;

/// The moves of one timed run by a greedy player.
const TIMED_MOVES: u64 = 4000;

/// Runs the command.
pub fn run(bench: &Bench) -> Outcome {
    let (kernels, fastest): (Vec<Kernel>, Kernel) = match &bench.kernel {
        None => (Kernel::available().collect(), Kernel::best()),
        Some(name) => {
            let kernel: Kernel = name.parse().map_err(Failure::input)?;
            if !kernel.is_available() {
                return Err(Failure::input(format!(
                    "this machine cannot run the kernel {kernel}"
                )));
            }
            match kernel {
                Kernel::Reference => (vec![kernel], kernel),
                _ => (vec![Kernel::Reference, kernel], kernel),
            }
        }
    };
    let mut workloads = workloads();
    let (common, differing) =
        signatures(&workloads, &kernels, bench.moves).map_err(Failure::input)?;
    workloads.extend(timed_alone());
    let mut rates = Vec::new();
    let mut climbs = Vec::new();
    let mut per_feature = Vec::new();
    let mut threads = None;
    if bench.millis > 0 {
        let time = Duration::from_millis(bench.millis);
        for workload in &workloads {
            step(&format!("{} …", workload.label()));
            rates.push(rates_of(workload, &kernels, time)?);
        }
        step("climbs …");
        climbs = rates_of_climbs(fastest, time)?;
        step("time per feature …");
        per_feature = nanos_per_feature(&kernels, time / 6)?;
        step("two threads …");
        threads = Some(rates_of_threads(fastest, time)?);
    }
    let report = Report {
        workloads: &workloads,
        kernels: &kernels,
        fastest,
        rates: &rates,
        climbs: &climbs,
        per_feature: &per_feature,
        threads,
        common,
        differing: &differing,
    };
    let out = match bench.format.json() {
        true => format!("{}\n", record(&report)),
        false => text(&report),
    };
    terminal::print(&out)?;
    match differing.is_empty() {
        true => Ok(ExitCode::SUCCESS),
        false => Err(Failure::Machine(anyhow::anyhow!(
            "kernels disagree: {}",
            differing.join(", ")
        ))),
    }
}

/// The results.
struct Report<'a> {
    workloads: &'a [Workload],
    kernels: &'a [Kernel],
    /// The kernel that the threads play with.
    fastest: Kernel,
    rates: &'a [Vec<f64>],
    /// Moves per second of a controller in games, and in climbs.
    climbs: &'a [(&'static str, [f64; 2])],
    per_feature: &'a [(&'static str, Vec<f64>)],
    /// Moves per second on one thread, and on two.
    threads: Option<[f64; 2]>,
    common: Signature,
    differing: &'a [String],
}

/// Calls `work`, which does `operations` operations, for at least this time. Returns the operations
/// per second of the best of three parts, because a busy machine only makes them slower.
fn best_rate(time: Duration, operations: u64, mut work: impl FnMut()) -> f64 {
    let mut part = || rate_of_part(time / 3, operations, &mut work);
    [part(), part(), part()].into_iter().fold(0.0, f64::max)
}

/// The operations per second while `work` is called for at least this time.
fn rate_of_part(time: Duration, operations: u64, work: &mut dyn FnMut()) -> f64 {
    let started = Instant::now();
    let mut done = 0;
    while done == 0 || started.elapsed() < time {
        work();
        done += operations;
    }
    done as f64 / started.elapsed().as_secs_f64()
}

/// Moves per second of each kernel.
fn rates_of(workload: &Workload, kernels: &[Kernel], time: Duration) -> Result<Vec<f64>, Failure> {
    let moves = TIMED_MOVES / workload.cost();
    kernels
        .iter()
        .map(|&kernel| {
            let player = workload.player(kernel).map_err(Failure::input)?;
            Ok(best_rate(time, moves, || {
                black_box(play_moves(&player, moves));
            }))
        })
        .collect()
}

/// Moves per second in games and in climbs, on the standard board with a kernel. The two take
/// turns, so that both see the same load of the machine.
fn rates_of_climbs(
    kernel: Kernel,
    time: Duration,
) -> Result<Vec<(&'static str, [f64; 2])>, Failure> {
    let rates = |name: &'static str| {
        let controller = catalogue::named(name).expect("it is in the catalogue");
        let player = Player::new(controller, &Rules::default()).map_err(Failure::input)?;
        let player = player.with_kernel(kernel).map_err(Failure::input)?;
        let moves = climb_moves(&player);
        let mut best = [0.0f64; 2];
        for _ in 0..3 {
            let games = rate_of_part(time / 3, TIMED_MOVES, &mut || {
                black_box(play_moves(&player, TIMED_MOVES));
            });
            let climbs = rate_of_part(time / 3, moves, &mut || {
                black_box(climb_moves(&player));
            });
            best = [best[0].max(games), best[1].max(climbs)];
        }
        Ok((name, best))
    };
    ["bcts", "tetrarium-3"].into_iter().map(rates).collect()
}

/// Moves per second on one thread, and on two together, with a kernel: bcts, one-piece, on
/// the standard board. The two measurements take turns, so that both see the same load of the
/// machine.
fn rates_of_threads(kernel: Kernel, time: Duration) -> Result<[f64; 2], Failure> {
    let controller = catalogue::named("bcts").expect("it is in the catalogue");
    let player = Player::new(controller, &Rules::default()).map_err(Failure::input)?;
    let player = player.with_kernel(kernel).map_err(Failure::input)?;
    let rate = |threads: u64| {
        let started = Instant::now();
        let play = || {
            let mut moves = 0;
            while moves == 0 || started.elapsed() < time / 3 {
                black_box(play_moves(&player, TIMED_MOVES));
                moves += TIMED_MOVES;
            }
            moves
        };
        let moves: u64 = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads)
                .map(|_| Builder::new().spawn_scoped(scope, play))
                .collect::<Result<_, _>>()
                .map_err(|error| anyhow::anyhow!("a second thread cannot begin: {error}"))?;
            let others = others.into_iter();
            Ok(play() + others.filter_map(|one| one.join().ok()).sum::<u64>())
        })
        .map_err(Failure::Machine)?;
        Ok::<_, Failure>(moves as f64 / started.elapsed().as_secs_f64())
    };
    let mut best = [0.0f64; 2];
    for _ in 0..3 {
        best = [best[0].max(rate(1)?), best[1].max(rate(2)?)];
    }
    Ok(best)
}

/// Nanoseconds per placement of ratings that read one feature alone, on boards of real play (as in
/// figure 2.6 of Amundsen 2014). The feature `constant` shows the cost of landing, clearing and
/// choosing.
fn nanos_per_feature(
    kernels: &[Kernel],
    time: Duration,
) -> Result<Vec<(&'static str, Vec<f64>)>, Failure> {
    let boards = boards_of_play(400);
    let rules = Rules::default();
    let placements: u64 = boards
        .iter()
        .map(|(board, piece)| placements(*piece, board.width()).count() as u64)
        .sum();
    let nanos = |name: &'static str, kernel: Kernel| -> Result<f64, Failure> {
        let reading = Reading::named(name).map_err(Failure::input)?;
        let player = Player::new(&only(reading), &rules)
            .map_err(Failure::input)?
            .with_kernel(kernel)
            .map_err(Failure::input)?;
        let per_second = best_rate(time, placements, || {
            for (board, piece) in &boards {
                black_box(player.rate(board, *piece));
            }
        });
        Ok(1e9 / per_second)
    };
    FEATURES
        .iter()
        .map(|feature| {
            let costs: Result<_, Failure> = kernels
                .iter()
                .map(|&kernel| nanos(feature.name, kernel))
                .collect();
            Ok((feature.name, costs?))
        })
        .collect()
}

/// The name of the processor, or the architecture where the system does not tell it.
fn processor() -> String {
    std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            text.lines().find_map(|line| {
                Some(
                    line.strip_prefix("model name")?
                        .trim_start_matches([' ', '\t', ':'])
                        .to_string(),
                )
            })
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_string())
}

fn text(report: &Report) -> String {
    let mut out = String::new();
    if !report.rates.is_empty() {
        let _ = writeln!(
            out,
            "{}, one thread; moves a second, and how many times the reference's in the same run\n",
            processor()
        );
        let _ = writeln!(out, "{}", rates_table(report));
        let _ = writeln!(out, "{}", climbs_table(report));
        let _ = writeln!(out, "{}", features_table(report));
    }
    if let Some([one, two]) = report.threads {
        let _ = writeln!(
            out,
            "bcts 10x20 one-piece with {}: {} moves a second on one thread, {} on two: \
             {:.2} times as many\n",
            report.fastest,
            rate(one),
            rate(two),
            two / one
        );
    }
    let same = match (report.kernels, report.differing.is_empty()) {
        ([_], _) | (_, false) => String::new(),
        ([one, other], true) => format!(", the same with {one} and {other}"),
        (_, true) => ", the same with every kernel".to_string(),
    };
    if export::chosen().is_some() {
        let _ = write!(out, "{}", signature_table(report));
    }
    let _ = writeln!(out, "signature {}{same}", report.common);
    out
}

/// The signature for other programs.
fn signature_table(report: &Report) -> Table {
    let mut table = Table::new(&[Column::left("signature"), Column::left("kernels")]);
    let kernels = report.kernels.iter();
    let kernels: Vec<&str> = kernels.map(|kernel| kernel.name()).collect();
    table.row([report.common.to_string(), kernels.join(" ")]);
    table
}

/// Moves per second of every workload with every kernel.
fn rates_table(report: &Report) -> Table {
    let mut columns = vec![
        Column::left("controller"),
        Column::left("board"),
        Column::left("search"),
    ];
    for kernel in report.kernels {
        columns.push(Column::right(kernel.name()));
        if *kernel != Kernel::Reference {
            let times = format!("{kernel} over reference");
            columns.push(Column::right("×").spare(1).called(times));
        }
    }
    let mut table = Table::new(&columns);
    for (workload, rates) in report.workloads.iter().zip(report.rates) {
        let mut row: Vec<Cell> = vec![
            workload.controller.name.as_str().into(),
            workload.rules.board.to_string().into(),
            workload.search().into(),
        ];
        for (kernel, per_second) in report.kernels.iter().zip(rates) {
            row.push(Cell::Written(rate(*per_second), *per_second));
            if *kernel != Kernel::Reference {
                let times = per_second / rates[0];
                row.push(Cell::Written(format!("{times:.1}"), times));
            }
        }
        table.row(row);
    }
    table
}

/// Moves per second in games and in climbs.
fn climbs_table(report: &Report) -> Table {
    let mut table = Table::new(&[
        Column::left("estimates on 10x20"),
        Column::right("games"),
        Column::right("climbs"),
        Column::right("×")
            .spare(1)
            .called("climbs over games".to_string()),
    ]);
    for (name, [games, climbs]) in report.climbs {
        let times = climbs / games;
        table.row([
            Cell::from(*name),
            Cell::Written(rate(*games), *games),
            Cell::Written(rate(*climbs), *climbs),
            Cell::Written(format!("{times:.2}"), times),
        ]);
    }
    table
}

/// Nanoseconds per placement of every feature with every kernel.
fn features_table(report: &Report) -> Table {
    let mut columns = vec![Column::left("nanoseconds a placement, one feature alone")];
    let kernels = report.kernels.iter();
    columns.extend(kernels.map(|kernel| Column::right(kernel.name())));
    let mut table = Table::new(&columns);
    for (name, nanos) in report.per_feature {
        let nanos = nanos.iter().map(|n| Cell::Written(format!("{n:.1}"), *n));
        table.row([Cell::from(*name)].into_iter().chain(nanos));
    }
    table
}

fn record(report: &Report) -> serde_json::Value {
    let &Report {
        workloads,
        kernels,
        fastest: _,
        rates,
        climbs,
        per_feature,
        threads,
        common,
        differing,
    } = report;
    let by_kernel = |values: &[f64]| -> serde_json::Value {
        kernels
            .iter()
            .zip(values)
            .map(|(kernel, value)| (kernel.name().to_string(), json!(value)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let rows: Vec<serde_json::Value> = workloads
        .iter()
        .zip(rates)
        .map(|(workload, rates)| {
            json!({
                "controller": workload.controller.name,
                "board": workload.rules.board.to_string(),
                "search": workload.search(),
                "moves_per_second": by_kernel(rates),
            })
        })
        .collect();
    let features: serde_json::Map<String, serde_json::Value> = per_feature
        .iter()
        .map(|(name, nanos)| (name.to_string(), by_kernel(nanos)))
        .collect();
    let climbs: serde_json::Map<String, serde_json::Value> = climbs
        .iter()
        .map(|(name, [games, climbs])| {
            (name.to_string(), json!({"games": games, "climbs": climbs}))
        })
        .collect();
    json!({
        "schema": 1,
        "kind": "bench",
        "signature": common.to_string(),
        "differing": differing,
        "timing": {
            "processor": processor(),
            "workloads": rows,
            "climbs": climbs,
            "nanoseconds_per_placement": features,
            "threads": threads.map(|[one, two]| json!({"1": one, "2": two})),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threads_are_said_to_play_with_the_kernel_that_they_play_with() {
        let kernels = [Kernel::Reference, Kernel::Portable];
        let report = Report {
            workloads: &[],
            kernels: &kernels,
            fastest: Kernel::Portable,
            rates: &[],
            climbs: &[],
            per_feature: &[],
            threads: Some([1e6, 2e6]),
            common: Signature::default(),
            differing: &[],
        };
        let text = text(&report);
        assert!(text.contains("with portable: 1.00 million moves"), "{text}");
        assert!(text.contains("the same with reference and portable"));
        let played = rates_of_threads(Kernel::Reference, Duration::ZERO).unwrap();
        assert!(played.iter().all(|rate| *rate > 0.0));
    }
}

//! What an estimate by splitting is put together from: the cycles of its runs, and its repeats.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example repeats -- CONTROLLER BOARD runs RUNS
//! cargo run --release -p tetrarium-lab --example repeats -- bcts 10x20 runs 20000
//! cargo run --release -p tetrarium-lab --example repeats -- CONTROLLER BOARD groups CLIMBS REPEATS ESTIMATES [SIZES …]
//! cargo run --release -p tetrarium-lab --example repeats -- bcts 10x10 groups 500 16000 20000 8 16
//! ```
//!
//! `runs` prints what each of the first cycles of runs comes to. `groups` makes REPEATS repeats
//! and puts them together by chance, 8 and 16 at a time unless SIZES say otherwise, which makes a
//! number of ESTIMATES: how many of their intervals hold the mean of all repeats, and how many lie
//! below and above it.

use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::{Player, PlayerGame, Rules, State, catalogue};
use tetrarium_lab::estimate::{Repeat, Settings, estimate};
use tetrarium_lab::statistics::{Level, ratio_of_sums};
use tetrarium_lab::{Threads, Watch};

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The cycles of a run that are looked at.
const CYCLES: usize = 16;

/// The repeats that share their levels, as those of one estimate do: each seed has its own.
const REPEATS_OF_A_SEED: u64 = 1000;

fn main() -> Outcome {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [name, board, rest @ ..] = &words[..] else {
        return Err("CONTROLLER BOARD and what to print are needed".into());
    };
    let mut rules = Rules::default();
    rules.set("board", board)?;
    let player = Player::new(catalogue::named(name)?, &rules)?;
    match rest {
        [what, number] if what == "runs" => runs(&player, number.parse()?),
        [what, climbs, repeats, estimates, sizes @ ..] if what == "groups" => {
            let settings = Settings {
                climbs: climbs.parse()?,
                ..Settings::default()
            };
            let sizes: Result<Vec<usize>, _> = sizes.iter().map(|size| size.parse()).collect();
            let sizes = match sizes? {
                none if none.is_empty() => vec![8, 16],
                sizes => sizes,
            };
            groups(
                &player,
                settings,
                repeats.parse()?,
                estimates.parse()?,
                &sizes,
            )
        }
        _ => Err("say `runs RUNS` or `groups CLIMBS REPEATS ESTIMATES [SIZES …]`".into()),
    }
}

/// Sums over the runs of one of their cycles.
#[derive(Clone, Copy, Default)]
struct Cycle {
    lines: f64,
    squares: f64,
    pieces: f64,
    reaching: f64,
}

/// Plays runs from the empty board and prints their cycles, cut where an estimate cuts them.
fn runs(player: &Player, number: u64) -> Outcome {
    let settings = Settings {
        repeats: 2,
        ..Settings::default()
    };
    let planned = estimate(player, 1, &settings, &Threads(2), &Watch::default())?;
    let first_level = planned.levels[0].danger.ok_or("there is no level")?;
    let mut cycles = [Cycle::default(); CYCLES];
    for run in 0..number {
        let mut game = PlayerGame::new(player, 1, run);
        for cycle in &mut cycles {
            let begun = game.counts();
            let mut highest = planned.low;
            let ended = loop {
                game.advance();
                if game.state() != State::Playing {
                    break false;
                }
                let danger = settings.danger.of(game.board());
                if danger <= planned.low && highest > planned.low {
                    break true;
                }
                highest = highest.max(danger);
            };
            let lines = (game.counts().lines - begun.lines) as f64;
            cycle.lines += lines;
            cycle.squares += lines * lines;
            cycle.pieces += (game.counts().pieces - begun.pieces) as f64;
            // A lost game has gone through all levels.
            cycle.reaching += f64::from(!ended || highest >= first_level);
            if !ended {
                game.restart();
            }
        }
    }
    let runs = number as f64;
    println!(
        "first level: danger {first_level}; a board is low up to {}",
        planned.low
    );
    println!("cycle   lines ± error   pieces   share that reaches the first level ± error");
    for (place, cycle) in cycles.iter().enumerate() {
        let (lines, share) = (cycle.lines / runs, cycle.reaching / runs);
        let variance = cycle.squares / runs - lines * lines;
        println!(
            "{:5}   {lines:.3} ± {:.3}   {:.2}   {share:.4} ± {:.4}",
            place + 1,
            (variance / runs).sqrt(),
            cycle.pieces / runs,
            (share * (1.0 - share) / runs).sqrt()
        );
    }
    Ok(())
}

/// Makes repeats and puts them together by chance.
fn groups(
    player: &Player,
    settings: Settings,
    number: u64,
    estimates: u64,
    sizes: &[usize],
) -> Outcome {
    let mut repeats: Vec<Repeat> = Vec::new();
    for seed in 1.. {
        let settings = Settings {
            repeats: REPEATS_OF_A_SEED.min(number.saturating_sub(repeats.len() as u64)),
            ..settings
        };
        if settings.repeats == 0 {
            break;
        }
        let made = estimate(player, seed, &settings, &Threads(2), &Watch::default())?;
        repeats.extend(made.repeats);
    }
    let sum = |of: fn(&Repeat) -> f64| repeats.iter().map(of).sum::<f64>();
    let count = repeats.len() as f64;
    let (lines, lost) = (sum(|one| one.lines as f64), sum(|one| one.lost));
    let (truth, mean) = (lines / lost, lost / count);
    let moment = |power| {
        let parts = repeats.iter().map(|one| (one.lost - mean).powi(power));
        parts.sum::<f64>() / count
    };
    let sd = moment(2).sqrt();
    println!(
        "mean of all {count} repeats: {truth:.1} lines, {:.1} pieces a game; spread {:.3}, \
         skewness {:.2}",
        sum(|one| one.pieces as f64) / lost,
        sd / mean,
        moment(3) / sd.powi(3)
    );
    for &size in sizes {
        let draws = Stream::new(1, size as u64, Purpose::Sampling);
        let (mut hold, mut under, mut over, mut means) = (0u64, 0u64, 0u64, 0.0);
        for number in 0..estimates {
            let chosen = (0..size as u64).map(|place| {
                let word = draws.word(number * size as u64 + place);
                &repeats[below(word, repeats.len() as u32) as usize]
            });
            let (lines, lost): (Vec<f64>, Vec<f64>) =
                chosen.map(|one| (one.lines as f64, one.lost)).unzip();
            let (mean, interval) =
                ratio_of_sums(&lines, &lost, Level::P95).ok_or("no game was lost")?;
            means += mean;
            hold += u64::from(interval.contains(truth));
            under += u64::from(interval.high < truth);
            over += u64::from(interval.low > truth);
        }
        let share = |part: u64| 100.0 * part as f64 / estimates as f64;
        println!(
            "{} climbs × {size}: {:.1} % of {estimates} hold the mean, {:.1} % below, {:.1} % \
             above; mean of all over the truth {:.4}",
            settings.climbs,
            share(hold),
            share(under),
            share(over),
            means / estimates as f64 / truth
        );
    }
    Ok(())
}

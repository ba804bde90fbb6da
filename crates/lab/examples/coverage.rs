//! How many 95 % intervals hold the true mean, for each kind of measurement.
//!
//! ```text
//! cargo run --release -p tetrarium-lab --example coverage -- CONTROLLER BOARD TRUTH-GAMES GAMES MEASUREMENTS SPLITTINGS CLIMBS [PRECISIONS …]
//! cargo run --release -p tetrarium-lab --example coverage -- bcts 10x6 200000 50 2000 1000 100
//! cargo run --release -p tetrarium-lab --example coverage -- bcts 10x6 200000 50 0 1000 100 5 10 20
//! ```
//!
//! A kind with 0 measurements is left out. With PRECISIONS (in per cent) only splitting to each of
//! them is measured, SPLITTINGS times.

use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::estimate::Settings;
use tetrarium_lab::measure::Goal;
use tetrarium_lab::measure::coverage::{Kind, coverage};
use tetrarium_lab::{Length, Measurement, Shard, Watch, play};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [
        name,
        board,
        truth_games,
        games,
        many,
        few,
        climbs,
        precisions @ ..,
    ] = &words[..]
    else {
        return Err(
            "CONTROLLER BOARD TRUTH-GAMES GAMES MEASUREMENTS SPLITTINGS CLIMBS are needed".into(),
        );
    };
    let mut rules = Rules::default();
    rules.set("board", board)?;
    let player = Player::new(catalogue::named(name)?, &rules)?;
    let watch = Watch::default();
    // The seed differs from that of the measurements, so that the true mean comes from other games.
    let shard = Shard {
        seed: 1_000_003,
        first: 0,
        games: truth_games.parse()?,
        length: Length::Whole,
    };
    let whole = Measurement::new(&player, &shard, &play(&player, &shard, 2, &watch));
    let truth = whole.mean.ok_or("no game was lost")?;
    let sd = whole.tally.sd().unwrap_or(f64::NAN);
    let pieces = whole.tally.pieces / whole.tally.games();
    println!(
        "truth {truth:.3} ± {:.3} (standard error), sd/mean {:.4}, {pieces} pieces a game; geometric law {:?}",
        sd / (whole.tally.games() as f64).sqrt(),
        sd / truth,
        whole.geometric_law
    );
    let (many, few) = (many.parse()?, few.parse()?);
    let games: u64 = games.parse()?;
    let kinds = [
        (Kind::Plain { games }, many),
        (
            Kind::CutShort {
                games,
                max_pieces: 2 * pieces,
            },
            many,
        ),
        (
            Kind::CutShort {
                games,
                max_pieces: pieces / 2,
            },
            many,
        ),
        (
            Kind::Budget {
                games,
                moves: games * pieces / 2,
            },
            many,
        ),
        (
            Kind::Precision {
                goal: Goal::new(2.05 / (games as f64).sqrt(), None)?,
            },
            many,
        ),
        (
            Kind::Splitting {
                settings: Settings {
                    climbs: climbs.parse()?,
                    ..Settings::default()
                },
            },
            few,
        ),
    ];
    let mut kinds: Vec<(Kind, u64)> = kinds.into();
    if !precisions.is_empty() {
        kinds.clear();
    }
    for percent in precisions {
        let settings = Settings {
            climbs: climbs.parse()?,
            ..Settings::default()
        };
        let precision = percent.parse::<f64>()? / 100.0;
        let kind = Kind::SplittingTo {
            settings,
            precision,
        };
        kinds.push((kind, few));
    }
    for (kind, measurements) in kinds.into_iter().filter(|(_, asked)| *asked > 0) {
        let found = coverage(&player, kind, truth, 1, measurements, 2, &watch);
        println!(
            "{kind:?}: {} of {} = {:.2} % ({:.2} to {:.2}), {} below, {} above, p {:.4}; mean/truth {:.4}, ± {:.1} %",
            found.covered,
            found.measurements,
            100.0 * found.covered as f64 / found.measurements as f64,
            100.0 * found.share.low,
            100.0 * found.share.high,
            found.below,
            found.above,
            found.p_value,
            found.mean_ratio,
            100.0 * found.half_width
        );
    }
    Ok(())
}

//! Estimates are tested against games played to their ends.

use tetrarium_engine::{Rules, Search, catalogue};

use super::cycles::Entrance;
use super::repeat::resample;
use super::*;
use crate::play::testing::Faltering;
use crate::statistics::Tally;
use crate::{Length, PlayError, Shard, Threads, play};
use tetrarium_engine::Player;

fn player(name: &str, search: Option<Search>, settings: &[(&str, &str)]) -> Player {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    let mut controller = catalogue::named(name).unwrap().clone();
    controller.search = search.unwrap_or(controller.search);
    Player::new(&controller, &rules).unwrap()
}

fn small() -> Settings {
    Settings {
        climbs: 100,
        repeats: 8,
        ..Settings::default()
    }
}

fn brute_force(player: &Player, games: u64) -> Tally {
    let shard = Shard {
        seed: 1,
        first: 0,
        games,
        length: Length::Whole,
    };
    let mut tally = Tally::default();
    for record in play(player, &shard, 2, &Watch::default()) {
        tally.record(record.lines, record.pieces, true);
    }
    tally
}

/// The difference to games played to their ends, in standard errors of the two together. The games
/// are seeded, so it is always the same.
fn standard_errors_off(player: &Player, settings: &Settings, games: u64) -> f64 {
    let estimate = estimate(player, 1, settings, &Threads(2), &Watch::default()).unwrap();
    let brute = brute_force(player, games);
    let mean = brute.mean().unwrap();
    let brute_error = brute.sd().unwrap() / mean / (games as f64).sqrt();
    let width = (estimate.interval.high / estimate.interval.low).ln();
    let estimate_error = width / 2.0 / 2.2;
    let off = (estimate.mean.unwrap() / mean).ln() / brute_error.hypot(estimate_error);
    assert!(
        estimate_error < 0.3,
        "too wide to test anything: {estimate_error}"
    );
    off
}

#[test]
fn an_estimate_agrees_with_games_played_to_their_ends() {
    let bag = [("board", "8x6"), ("pieces", "bag")];
    let two = [("board", "6x6"), ("visible", "2"), ("ties", "random")];
    let height = Settings {
        danger: Danger::Height,
        ..small()
    };
    for (player, settings) in [
        (player("bcts", None, &[("board", "8x6")]), small()),
        (player("dellacherie", None, &[("board", "8x6")]), height),
        (player("bcts", None, &bag), small()),
        (player("bcts", Some(Search::TWO_PIECE), &two), small()),
    ] {
        let off = standard_errors_off(&player, &settings, 400);
        assert!(
            off.abs() < 3.0,
            "{off} standard errors: {:?}",
            player.name()
        );
    }
}

/// The mean of the logarithms of rough estimates, and their standard deviation.
fn rough_estimates(player: &Player, climbs: u64, count: u64) -> (f64, f64) {
    let watch = Watch::default();
    let logs: Vec<f64> = (0..count)
        .map(|seed| {
            rough(player.into(), seed, climbs, &Threads(1), &watch)
                .unwrap()
                .unwrap()
        })
        .map(|rough| {
            assert!(rough.moves > climbs && rough.pieces > rough.lines);
            rough.lines.ln()
        })
        .collect();
    let mean = logs.iter().sum::<f64>() / count as f64;
    let squares = logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count - 1) as f64).sqrt())
}

#[test]
fn rough_estimates_agree_with_games_within_their_noise() {
    let player = player("bcts", None, &[("board", "8x6")]);
    let true_mean = brute_force(&player, 2000).mean().unwrap().ln();
    let (few, noise) = rough_estimates(&player, 20, 100);
    assert!((few - true_mean).abs() < 0.5, "{few} {true_mean}");
    let (many, less_noise) = rough_estimates(&player, 200, 30);
    assert!((many - true_mean).abs() < 0.15, "{many} {true_mean}");
    assert!(less_noise < noise / 2.0, "{less_noise} {noise}");
}

#[test]
fn a_rough_estimate_is_the_same_every_time_and_can_be_stopped() {
    let player = player("bcts", None, &[("board", "8x6")]);
    let watch = Watch::default();
    let once = rough((&player).into(), 5, 30, &Threads(1), &watch).unwrap();
    assert_eq!(
        once,
        rough((&player).into(), 5, 30, &Threads(1), &watch).unwrap()
    );
    assert_ne!(
        once,
        rough((&player).into(), 6, 30, &Threads(1), &watch).unwrap()
    );
    watch.stop();
    assert_eq!(
        rough((&player).into(), 5, 30_000, &Threads(1), &watch),
        Ok(None)
    );
}

#[test]
fn estimates_are_equal_on_any_number_of_threads_and_read_back_from_json() {
    let player = player("bcts", None, &[("board", "6x8")]);
    let one = estimate(&player, 3, &small(), &Threads(1), &Watch::default()).unwrap();
    let two = estimate(&player, 3, &small(), &Threads(2), &Watch::default()).unwrap();
    assert_eq!(one, two);
    let text = serde_json::to_string(&one).unwrap();
    assert_eq!(serde_json::from_str::<Estimate>(&text).unwrap(), one);
    assert!(one.speed_up().unwrap() > 0.0);
}

#[test]
fn about_a_third_of_the_climbs_pass_each_level() {
    let player = player("bcts", None, &[("board", "8x12")]);
    let settings = Settings {
        climbs: 200,
        repeats: 3,
        ..Settings::default()
    };
    let estimate = estimate(&player, 1, &settings, &Threads(2), &Watch::default()).unwrap();
    assert!(estimate.levels.len() > 3);
    let shares: Vec<f64> = estimate.levels.iter().map(|level| level.share).collect();
    assert!(
        shares.iter().all(|share| (0.1..0.65).contains(share)),
        "{shares:?}"
    );
    let dangers: Vec<i32> = estimate.levels.iter().filter_map(|l| l.danger).collect();
    assert!(dangers.is_sorted_by(|a, b| a < b) && dangers[0] > estimate.low);
    assert_eq!(estimate.levels.last().unwrap().danger, None);
}

#[test]
fn impossible_settings_and_pieces_without_chance_are_refused() {
    let refused = |settings: &[(&str, &str)], work: Settings| {
        let player = player("bcts", None, settings);
        estimate(&player, 1, &work, &Threads(1), &Watch::default()).unwrap_err()
    };
    for pieces in ["alternating", "only:O", "cycle:SZ", "sequence:IOT"] {
        let error = refused(&[("pieces", pieces)], small());
        assert_eq!(error, EstimateError::NoChance(pieces.to_string()));
    }
    let none = Settings {
        repeats: 1,
        ..small()
    };
    let error = refused(&[], none).to_string();
    assert!(error.contains("repeats = 1 is not possible"), "{error}");
    for target in [0.0, 1.0, f64::NAN] {
        let work = Settings { target, ..small() };
        assert!(matches!(refused(&[], work), EstimateError::Setting { .. }));
    }
}

#[test]
fn a_stopped_estimate_is_an_error() {
    let player = player("bcts", None, &[]);
    let watch = Watch::default();
    watch.stop();
    let stopped = estimate(&player, 1, &small(), &Threads(1), &watch);
    assert_eq!(stopped.unwrap_err(), EstimateError::Stopped);
}

#[test]
fn a_failure_of_the_backend_is_reported() {
    let player = player("bcts", None, &[("board", "8x12")]);
    let lost = || PlayError::Failed("the device is lost".to_string());
    let backend = Faltering::new(3, || Some(lost()));
    let failed = estimate(&player, 1, &small(), &backend, &Watch::default());
    assert_eq!(failed.unwrap_err(), EstimateError::Play(lost()));
}

#[test]
fn positions_are_drawn_with_equal_weights() {
    let from = vec![Entrance::Lost; 7];
    assert_eq!(resample(1, 0, 1, &from, 20).count(), 20);
    // The number of ten climbs that begin at each of three positions, over many stages: 10/3 on
    // average, 3 or 4 at a time.
    let board = |height: u32| {
        let size = tetrarium_engine::Size::new(4, 4).unwrap();
        let settled = tetrarium_engine::Settled::NOTHING;
        let board = tetrarium_engine::Board::from_columns(size, &[height]);
        Entrance::At(0, tetrarium_engine::Position { board, settled })
    };
    let from = [board(0), board(1), board(2)];
    let mut total = [0u32; 3];
    for stage in 0..3000 {
        let mut drawn = [0u32; 3];
        for entrance in resample(5, 0, stage, &from, 10) {
            if let Entrance::At(_, position) = entrance {
                drawn[position.board.columns()[0] as usize] += 1;
            }
        }
        assert!(drawn.iter().all(|n| (3..=4).contains(n)));
        total = std::array::from_fn(|i| total[i] + drawn[i]);
    }
    assert!(total.iter().all(|&n| n.abs_diff(10_000) < 150), "{total:?}");
}

//! The library of controllers: the nearest ones to a game are where tuning begins.

use std::sync::LazyLock;

use serde::Deserialize;
use tetrarium_engine::{Player, Rules, Size};

use super::believed::Believed;
use super::error::AdaptError;
use super::settings::{Form, Settings};
use super::tuning::Tuning;
use super::weights;
use crate::play::Watch;

/// A controller of the library: its place, and its weights in the order of the file's features.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The width of the board that it was tuned on.
    pub width: usize,
    /// The rows that the board is higher than wide.
    pub extra: usize,
    /// The exponent of the points that it was tuned for.
    pub exponent: f64,
    /// Its weights.
    pub weights: Vec<f64>,
}

/// The file of the library.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    features: Vec<String>,
    entry: Vec<Entry>,
}

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("library.toml")).expect("the library can be read");
    assert_eq!(file.features, weights::LIBRARY);
    file.entry
});

/// bcts with nothing for the other features: where the library itself was tuned from.
const BEGINNING: [f64; 12] = [
    -12.62900, 6.601974, -9.215815, -19.77356, -13.08335, -10.48747, -1.611863, -24.04087, 0.0,
    0.0, 0.0, 0.0,
];

/// The entries nearest to a game, the nearest first. Each of the three differences is measured by
/// the range of the generator: 6 columns, 6 rows, 1 of the exponent.
pub(super) fn nearest(size: Size, exponent: f64, count: usize) -> Vec<&'static Entry> {
    let width = size.width() as f64;
    let extra = size.height() as f64 - width;
    let far = |entry: &Entry| {
        let columns = (entry.width as f64 - width) / 6.0;
        let rows = (entry.extra as f64 - extra) / 6.0;
        let exponents = entry.exponent - exponent;
        columns * columns + rows * rows + exponents * exponents
    };
    let mut entries: Vec<&Entry> = ENTRIES.iter().collect();
    entries.sort_by(|a, b| far(a).total_cmp(&far(b)));
    entries.truncate(count);
    entries
}

/// Tunes a controller of the library: on a board of this width and these rows more, with uniform
/// pieces and points (n + 0.1)^p, from the weights of bcts. None if the watch ended it.
///
/// # Errors
///
/// If the settings or the board cannot be.
pub fn library_entry(
    (width, extra, exponent): (usize, usize, f64),
    settings: &Settings,
    threads: usize,
    watch: &Watch,
) -> Result<Option<Entry>, AdaptError> {
    let settings = Settings {
        form: Form::Library,
        ..*settings
    };
    settings.check()?;
    let mut rules = Rules::default();
    let board = format!("{width}x{}", width + extra);
    let game = || format!("{board} with exponent {exponent}");
    rules
        .set("board", &board)
        .map_err(|error| AdaptError::Controller {
            game: game(),
            error: error.into(),
        })?;
    let believed = Believed {
        pieces: [1.0 / 7.0; 7],
        points: std::array::from_fn(|rows| libm::pow(rows as f64 + 1.1, exponent) as u32),
        exponent,
    };
    let tuning = Tuning::new(&rules, &believed, &settings, threads, watch);
    let tuned = tuning.from(&BEGINNING)?;
    Ok(tuned.map(|weights| Entry {
        width,
        extra,
        exponent,
        weights,
    }))
}

impl Entry {
    /// Its player in a game with these points.
    pub(super) fn player(&self, name: &str, rules: &Rules, points: [u32; 4]) -> Player {
        let width = rules.board.width();
        let made = weights::controller(Form::Library, name, &self.weights, width, points);
        Player::new(&made, rules).expect("the library plays on every board")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_entry_is_that_of_the_game() {
        for entry in ENTRIES.iter() {
            let size = Size::new(entry.width, entry.width + entry.extra).unwrap();
            assert_eq!(nearest(size, entry.exponent, 1), [entry]);
        }
        assert_eq!(nearest(Size::new(10, 20).unwrap(), 1.0, 3).len(), 3);
    }

    #[test]
    fn every_entry_plays_on_every_board_of_the_generator() {
        for entry in ENTRIES.iter() {
            assert!(entry.weights.iter().any(|weight| *weight != 0.0));
            for width in [6, 12] {
                let mut rules = Rules::default();
                rules.set("board", &format!("{width}x28")).unwrap();
                entry.player("entry", &rules, [1, 4, 9, 16]);
            }
        }
    }
}

//! The games that are played again for a page.

use tetrarium_engine::Controller;

use super::contents::Contents;
use super::replay::{Example, Stopped};
use crate::play::{Heights, Watch};

/// The most distributions of heights on a page.
pub(super) const MOST_HEIGHTS: usize = 12;

/// The games that were played again for a page.
pub(super) struct Replays {
    /// The first game of a controller that was given, else of the best that can be played.
    pub example: Option<Example>,
    /// Heights where they were not counted, by the number of the measurement.
    pub heights: Vec<(usize, Heights)>,
}

impl Replays {
    /// Plays them. Controllers that are not in the catalogue are `given`.
    pub(super) fn play(
        contents: &Contents,
        given: &[Controller],
        watch: &Watch,
    ) -> Result<Replays, Stopped> {
        let mut replays = Replays {
            example: None,
            heights: Vec::new(),
        };
        // The result of a run, and a controller that was given for its game, come before better
        // ones.
        let is_given = |name: &str| given.iter().any(|one| one.name == name);
        let (first, then): (Vec<_>, Vec<_>) = contents
            .replays()
            .partition(|replay| is_given(replay.controller));
        for replay in first.into_iter().chain(then) {
            if let Some(player) = replay.player(given) {
                replays.example = replay.example(&player, watch)?;
            }
            if replays.example.is_some() {
                break;
            }
        }
        let counted = contents.heights.iter().map(|row| row.of.counts);
        let counted = counted.filter(|counts| counts.moves() > 0).count();
        let measured = contents.measured.iter().zip(contents.replays());
        for (number, (row, replay)) in measured.enumerate() {
            if counted + replays.heights.len() >= MOST_HEIGHTS {
                break;
            }
            let player = match row.of.heights {
                None => replay.player(given),
                Some(_) => None,
            };
            if let Some(player) = player
                && let Some(heights) = replay.heights(&player, watch)?
                && heights.moves() > 0
            {
                replays.heights.push((number, heights));
            }
        }
        Ok(replays)
    }
}

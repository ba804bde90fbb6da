//! Recorded games: what an agent chose, turn by turn, in a text file.
//!
//! A file has one game a line, as a record (JSON). A game is a pure function of the rules, the
//! seed, its number and the placements, so the record holds those; it also holds the pieces, the
//! lines and the last board, and a reader plays the game again and checks them all. What cannot be
//! is refused.
//!
//! ```
//! use tetrarium_engine::{Player, Rules, catalogue};
//! use tetrarium_lab::recorded::Recorded;
//!
//! let mut rules = Rules::default();
//! rules.set("board", "8x8")?;
//! let bcts = Player::new(catalogue::named("bcts")?, &rules)?;
//! let game = Recorded::play(&bcts, 1, 0, 100)?;
//! let text = game.to_line()?;
//! let again = Recorded::from_lines(&text)?.remove(0);
//! for turn in again.turns() {
//!     // What the player saw, what it chose, and what else it could have chosen.
//!     let view = turn.view(again.rules());
//!     let chosen = turn.placement.expect("the simplified game leaves every placement open");
//!     assert!(view.moves().any(|played| played.landing.placement == chosen));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod record;
mod recording;
mod replay;
#[cfg(test)]
mod tests;

use tetrarium_engine::{AgentError, Placement, Rules};

use crate::play::Contender;
use crate::records::{Identity, LineError, Made, Raw, RecordError, line, read_lines};

use record::{GameRecord, KIND};

pub use record::Ended;
pub use recording::{Recorder, Recording};
pub use replay::{RecordedTurn, Turns};

/// The most moves of a recorded game. A longer game is recorded up to this move.
pub const MOST_MOVES: u64 = 10_000_000;

/// A game that an agent has played, from its beginning. Whatever made it, all its turns are
/// possible by its rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    record: GameRecord,
    rules: Rules,
}

impl Recorded {
    /// Plays game `number` under a seed, up to `most` moves, and records it.
    ///
    /// # Errors
    ///
    /// If the agent fails.
    pub fn play<'a>(
        contender: impl Into<Contender<'a>>,
        seed: u64,
        number: u64,
        most: u64,
    ) -> Result<Recorded, AgentError> {
        let mut recorder = Recorder::new(contender);
        let mut recording = recorder.begin(seed, number)?;
        while recording.counts().pieces < most.min(MOST_MOVES) && recording.step()?.is_some() {}
        Ok(recording.recorded())
    }

    /// Reads the games of a file; blank lines are passed over.
    ///
    /// # Errors
    ///
    /// If a line is no recorded game, or one that cannot be: with the line, and the move.
    pub fn from_lines(text: &str) -> Result<Vec<Recorded>, LineError> {
        read_lines(text, Recorded::read)
    }

    fn read(raw: Raw) -> Result<Recorded, RecordError> {
        if raw.kind() != KIND {
            return Err(raw.refused(KIND));
        }
        let record: GameRecord = raw.read()?;
        Recorded::checked(record).map_err(|message| RecordError::Field {
            kind: KIND.to_string(),
            message,
        })
    }

    /// The game of a record, if it can be.
    fn checked(record: GameRecord) -> Result<Recorded, String> {
        let rules = record.rules()?;
        record.check_identity(&rules)?;
        let recorded = Recorded { record, rules };
        replay::check(&recorded)?;
        Ok(recorded)
    }

    /// The game as a line of text, with its end.
    ///
    /// # Errors
    ///
    /// What serde says of what cannot be JSON.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        line(&self.record)
    }

    /// The same game with the program that made the record.
    pub fn made_by(mut self, made: Made) -> Recorded {
        self.record.made = Some(made);
        self
    }

    /// The name of the controller or agent.
    pub fn name(&self) -> &str {
        &self.record.controller
    }

    /// Its search; `agent` for an agent that is no controller.
    pub fn search(&self) -> &str {
        &self.record.search
    }

    /// The agent itself, with its fingerprint.
    pub fn identity(&self) -> &Identity {
        &self.record.identity
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seed of the pieces.
    pub fn seed(&self) -> u64 {
        self.record.seed
    }

    /// The number of the game under the seed.
    pub fn number(&self) -> u64 {
        self.record.game
    }

    /// The number of moves.
    pub fn moves(&self) -> u64 {
        self.record.pieces.len() as u64
    }

    /// The rows removed.
    pub fn lines(&self) -> u64 {
        self.record.lines
    }

    /// The points by the rules' reward table.
    pub fn reward(&self) -> u64 {
        self.record.reward
    }

    /// How the record ends.
    pub fn end(&self) -> Ended {
        self.record.end
    }

    /// The placements that the agent chose, in order. In the original game a piece may come to rest
    /// without a choice, or elsewhere than was chosen.
    pub fn placements(&self) -> impl ExactSizeIterator<Item = Placement> + '_ {
        let placements = self.record.placements.iter();
        placements.map(|&[orientation, column]| Placement {
            orientation,
            column,
        })
    }

    /// The turns of the game, played again from its beginning.
    pub fn turns(&self) -> Turns<'_> {
        Turns::new(self)
    }
}

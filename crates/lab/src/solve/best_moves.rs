//! What the best player chooses from, as a record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{AgentError, View};

use super::optimal::Optimal;
use crate::records::{Made, rows};
use crate::settings;

/// The schema version of these records.
const SCHEMA: u32 = 1;

/// The `kind` of these records.
const KIND: &str = "best-moves";

/// The placements of a piece on a board, and what the best player would still make after each.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BestMoves {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The rows of the board from the top: `#` is full, `.` empty.
    pub board: Vec<String>,
    /// The piece to be placed.
    pub piece: String,
    /// The next piece, if the player sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// All placements, the best first. Of equally good ones the player takes the first.
    pub placements: Vec<Worth>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

/// A placement, and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    /// The number of the orientation.
    pub orientation: u8,
    /// The column of the left edge of the piece's box.
    pub column: u8,
    /// The lines that the best player makes with this move and after it, in the mean.
    pub worth: f64,
}

impl Optimal {
    /// The placements of a piece on a board, the best first.
    ///
    /// # Errors
    ///
    /// If the board cannot occur in the game that was solved.
    pub fn best_moves(&self, view: &View) -> Result<BestMoves, AgentError> {
        let worths = self.worths(view)?.into_iter();
        let mut placements: Vec<Worth> = worths
            .map(|(placement, worth)| Worth {
                orientation: placement.orientation,
                column: placement.column,
                worth,
            })
            .collect();
        placements.sort_by(|one, other| other.worth.total_cmp(&one.worth));
        Ok(BestMoves {
            schema: SCHEMA,
            kind: KIND.to_string(),
            rules: settings::of(self.rules()),
            board: rows(view.board),
            piece: view.piece.to_string(),
            next: view.next.map(|next| next.to_string()),
            placements,
            made: None,
        })
    }
}

//! Why a player chooses as it does, as a record: [`Player::explain`] for other programs.
//!
//! [`Player::explain`]: tetrarium_engine::Player::explain

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Explanation, Player, RankedPlacement};

use crate::play::Contender;
use crate::records::{Identity, Made, rows};
use crate::settings;

/// The schema version of these records.
const SCHEMA: u32 = 1;

/// The `kind` of these records.
const KIND: &str = "explanation";

/// An explanation as a record.
///
/// ```
/// use tetrarium_engine::{Board, Piece, Player, Rules, catalogue};
/// use tetrarium_lab::explanation::ExplanationRecord;
/// let player = Player::new(catalogue::named("bcts")?, &Rules::default())?;
/// let board = Board::empty(player.rules().board);
/// let explanation = player.explain(&player.view(&board, Piece::T, None));
/// let record = ExplanationRecord::new(&player, &explanation);
/// println!("{}", serde_json::to_string(&record)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplanationRecord {
    /// The schema version of this record.
    pub schema: u32,
    /// The kind of this record.
    pub kind: String,
    /// The controller's name.
    pub controller: String,
    /// Its search.
    pub search: String,
    /// The controller itself, with its fingerprint.
    pub identity: Identity,
    /// The rules in full.
    pub rules: BTreeMap<String, String>,
    /// The rows of the board from the top: `#` is full, `.` empty.
    pub board: Vec<String>,
    /// The piece to be placed.
    pub piece: String,
    /// The next piece, if the player sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// How many pieces the values look at, the current one included.
    pub plies: usize,
    /// The weight of the futures that a value is the sum of.
    pub futures: u64,
    /// Scores are ratings times two to this power, rounded.
    pub scale: i32,
    /// How many of the first placements may be chosen: one, unless ties are left to chance.
    pub choices: usize,
    /// Why the first placement is the choice.
    pub why: String,
    /// All placements, the best first.
    pub placements: Vec<PlacementRecord>,
    /// The program that made this record, which is no part of what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

/// A placement in the order of the player's choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacementRecord {
    /// The number of the orientation.
    pub orientation: u8,
    /// The column of the left edge of the piece's box.
    pub column: u8,
    /// The row of the floor of the piece's box.
    pub row: u8,
    /// The rows that it removes.
    pub lines: u32,
    /// Whether it ends the game.
    pub ends: bool,
    /// What the search thinks of it; none if it ends the game and such moves are avoided.
    pub value: Option<ValueRecord>,
    /// The rating of the move itself.
    pub rating: f64,
    /// The score of the move itself: the sum of those of the terms.
    pub score: i32,
    /// The lines that the best player would still make after it, if a file of values tells them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worth: Option<f64>,
    /// What each term of the rating adds.
    pub terms: Vec<TermRecord>,
    /// The rows of the board after the move.
    pub after: Vec<String>,
}

/// What a search thinks of a placement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueRecord {
    /// As a rating: the mean over the futures.
    pub rating: f64,
    /// The weight of the futures in which a piece fits nowhere.
    pub doom: u64,
    /// The sum of the scores of the other futures: a whole number that may have more digits than
    /// JSON programs keep.
    pub score: String,
}

/// What one term of the rating adds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TermRecord {
    /// The feature, or `net`.
    pub feature: String,
    /// Which of its values, if it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The value of the feature.
    pub value: f64,
    /// The weight, if the term is a weight times the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// What the term adds to the rating.
    pub adds: f64,
    /// What the term adds to the score.
    pub score: i32,
}

impl ExplanationRecord {
    /// An explanation of the player's choice as a record.
    pub fn new(player: &Player, explanation: &Explanation) -> ExplanationRecord {
        let placements = explanation.placements.iter();
        ExplanationRecord {
            schema: SCHEMA,
            kind: KIND.to_string(),
            controller: player.name().to_string(),
            search: explanation.search.to_string(),
            identity: Identity::of(Contender::Player(player)),
            rules: settings::of(player.rules()),
            board: rows(&explanation.board),
            piece: explanation.piece.to_string(),
            next: explanation.next.map(|piece| piece.to_string()),
            plies: explanation.plies,
            futures: explanation.futures,
            scale: explanation.scale,
            choices: explanation.choices,
            why: explanation.why(),
            placements: placements.map(|one| placement(explanation, one)).collect(),
            made: None,
        }
    }
}

fn placement(explanation: &Explanation, one: &RankedPlacement) -> PlacementRecord {
    let terms = one.terms.iter().map(|term| TermRecord {
        feature: term.feature(),
        index: term.index,
        value: term.value,
        weight: term.weight,
        adds: term.adds,
        score: term.score,
    });
    PlacementRecord {
        orientation: one.landing.placement.orientation,
        column: one.landing.placement.column,
        row: one.landing.row,
        lines: one.lines,
        ends: one.ends,
        value: one.value.map(|value| ValueRecord {
            rating: explanation.rating_of(value),
            doom: value.doom,
            score: value.score.to_string(),
        }),
        rating: one.rating,
        score: one.score,
        worth: None,
        terms: terms.collect(),
        after: rows(&one.after),
    }
}

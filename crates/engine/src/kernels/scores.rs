//! The scores of all placements of a piece, and what is still to be done about them.

use crate::game::placement::MAX_PLACEMENTS;

/// Room for scores: batches write all their lanes.
const LIST: usize = MAX_PLACEMENTS + 16;

/// The scores of all placements of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    /// The scores; 0 for placements that end the game unless such are rated.
    pub list: [i32; LIST],
    /// Which placements end the game, a bit each.
    pub ends: u64,
    /// Which placements fill rows.
    pub fills: u64,
    /// How many placements there are.
    pub count: usize,
    /// The best score of those that are considered, and the first placement that has it.
    pub best: Option<Best>,
    /// What bytes count on the way.
    pub counts: Counts,
}

/// Room for counts.
pub(crate) const COUNTS: usize = 32;

/// What is counted of all placements, a byte for each.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Counts(pub [[u8; 64]; COUNTS]);

/// A best placement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub score: i32,
    pub index: usize,
}

impl Best {
    /// The better of two; the first of equals.
    pub fn or(this: Option<Best>, score: i32, index: usize) -> Option<Best> {
        match this {
            Some(best) if (best.score, index) > (score, best.index) => this,
            _ => Some(Best { score, index }),
        }
    }
}

impl Scores {
    /// A place for scores.
    pub fn new() -> Scores {
        Scores {
            list: [0; LIST],
            ends: 0,
            fills: 0,
            count: 0,
            best: None,
            counts: Counts([[0; 64]; COUNTS]),
        }
    }
}

/// The placements that vectors leave to be rated one by one, a bit for each.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rest {
    /// Those whose score means nothing: the piece fills rows, or stands out.
    pub open: u64,
    /// Those where it stands out above the rows it may stand in.
    pub over: u64,
    /// Those whose score lacks what new well cells among holes count.
    pub covered: u64,
}

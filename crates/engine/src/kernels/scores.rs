//! The scores of all placements of a piece, and what is still to be done about them.

use super::slots::SLOTS;
use crate::game::placement::{MAX_PLACEMENTS, Placement};

/// Room for scores: batches write all their lanes.
pub(crate) const LIST: usize = MAX_PLACEMENTS + 16;

/// The scores of all placements of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    /// What vectors found out.
    pub draft: Draft,
    /// What bytes count on the way.
    pub counts: Counts,
    /// What is known once those are rated that vectors leave.
    pub found: Found,
}

/// What vectors find out about all placements of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// The scores; 0 for placements that end the game unless such are rated.
    pub list: [i32; LIST],
    /// The best of those that are not left; its score is [`i32::MIN`] if there are none.
    pub best: Best,
    /// Those that are left.
    pub rest: Rest,
    /// The greatest score of those left that have new well cells among holes, without these cells;
    /// [`i32::MAX`] if it is not known.
    pub covered_best: i32,
    /// Where the placements come to rest, if they were rated in bytes.
    pub spots: Spots,
}

/// What is known of all placements of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// Which placements end the game, a bit each.
    pub ends: u64,
    /// Which placements fill rows.
    pub fills: u64,
    /// How many placements there are.
    pub count: usize,
    /// The best score of those that are considered, and the first placement that has it.
    pub best: Option<Best>,
    /// Whether the spots of the draft are known.
    pub knows_spots: bool,
    /// Which placements were rated one by one.
    pub alone: u64,
    /// The last of those, and the best so far, where the plan
    /// [tells numbers](super::plan::Tells::Numbers).
    pub last_alone: Alone,
    pub best_alone: Alone,
}

/// A placement rated by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Alone {
    pub index: usize,
    /// The numbers of the move and of the board after it that have a table.
    pub numbers: [i32; SLOTS],
    /// What of its score comes from tables.
    pub of_tables: i32,
}

/// Room for counts.
pub(crate) const COUNTS: usize = 32;

/// What is counted of all placements.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Counts {
    /// Numbers, a byte for each placement.
    pub bytes: [[u8; 64]; COUNTS],
    /// What the tables of places say, in the order of the list.
    pub of_places: [u32; 64],
    /// What of the scores comes from tables, where bytes look them up.
    pub of_tables: [i32; LIST],
}

/// Where placements come to rest, a byte for each: byte `4 x + o` is orientation `o` at column `x`.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct Spots {
    /// The row.
    pub rows: [u8; 64],
    /// The rows of the piece's box that are full then.
    pub full: [u8; 64],
}

impl Spots {
    /// The row in which a placement comes to rest, and the rows that it fills.
    #[inline(always)]
    pub fn at(&self, placement: Placement) -> (u8, u32) {
        let byte = 4 * placement.column as usize + placement.orientation as usize;
        let row = self.rows[byte % 64];
        (row, u32::from(self.full[byte % 64]) << row)
    }
}

/// A best placement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub score: i32,
    pub index: usize,
}

impl Best {
    /// None.
    pub const NONE: Best = Best {
        score: i32::MIN,
        index: 0,
    };

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
        let nothing = Alone {
            index: 0,
            numbers: [0; SLOTS],
            of_tables: 0,
        };
        Scores {
            draft: Draft::new(),
            counts: Counts {
                bytes: [[0; 64]; COUNTS],
                of_places: [0; 64],
                of_tables: [0; LIST],
            },
            found: Found {
                ends: 0,
                fills: 0,
                count: 0,
                best: None,
                knows_spots: false,
                alone: 0,
                last_alone: nothing,
                best_alone: nothing,
            },
        }
    }
}

impl Found {
    /// The best score; [`i32::MIN`] if there is none.
    pub fn best_score(&self) -> i32 {
        self.best.map_or(i32::MIN, |best| best.score)
    }
}

impl Draft {
    /// A place for one.
    pub fn new() -> Draft {
        Draft {
            list: [0; LIST],
            best: Best::NONE,
            rest: Rest::default(),
            covered_best: i32::MAX,
            spots: Spots {
                rows: [0; 64],
                full: [0; 64],
            },
        }
    }
}

/// The placements that vectors leave to be rated one by one, a bit for each.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rest {
    /// Those whose score means nothing: the piece fills rows, or stands out.
    pub open: u64,
    /// Those where it stands out above the rows it may stand in.
    pub over: u64,
    /// Those whose score lacks what new well cells among holes count.
    pub covered: u64,
}

//! The macros that make the CUDA source a kernel for some rules and features.

use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter};

use tetrarium_engine::rating::Bands;
use tetrarium_engine::rules::{Overflow, SearchScore, Suicide};
use tetrarium_engine::{Rules, Size, Source};
use tetrarium_lab::play::Danger;

use super::game::{LookAhead, Origin};
use super::layout::Layout;
use super::numbers::Tables;
use super::parts::{Part, is_of_move};
use super::placements::Table;
use crate::MOST_THREADS;

/// What the macros say; shown as `#define` lines.
pub(super) struct Macros<'a> {
    pub rules: &'a Rules,
    pub look_ahead: LookAhead,
    pub origin: Origin,
    /// How many candidates there are.
    pub candidates: usize,
    /// The bands of danger of their ratings.
    pub bands: &'a Bands,
    pub layout: &'a Layout,
    pub placements: &'a Table,
    pub tables: &'a Tables,
}

impl Display for Macros<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.game(f)?;
        self.pieces(f)?;
        self.sizes(f)?;
        self.features(f)?;
        self.net(f)
    }
}

/// Tables of more words than this are not shared: 64 KiB of the 227 of an H200.
const MOST_SHARED_TABLE_WORDS: usize = 16 << 10;

/// A rating that reads more kinds of parts than this takes much room in a kernel. With 12 (bdu)
/// loops that are unrolled are faster, with 21 (tetrarium-3) those that are not.
const MOST_LIGHT_PARTS: usize = 16;

/// No danger of a board of this size is higher.
pub(crate) fn highest_danger(board: Size) -> usize {
    // Each row, and each of four above the board, counts for the height, as one with a hole, and
    // in every column as part of a well and as a cell above a hole.
    (6 + 3 * board.width()) * (board.height() + 4)
}

fn define(f: &mut Formatter<'_>, name: &str, value: impl Display) -> fmt::Result {
    writeln!(f, "#define {name} {value}")
}

fn list(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
    numbers.join(", ")
}

impl Macros<'_> {
    /// Whether rough estimates are made, of however many candidates.
    fn splits(&self) -> bool {
        matches!(self.origin, Origin::Splitting(_))
    }

    /// Whether the numbers of a single candidate, in a single band, are all there ever are.
    fn is_for_one(&self) -> bool {
        self.candidates == 1 && self.bands.count() == 1 && !self.splits()
    }

    /// The words of shared memory for tables: those of a single candidate, if they leave room for
    /// enough warps, rounded up so that what follows is aligned.
    fn shared_table_words(&self) -> usize {
        let words = self.layout.table_words;
        let has_tables = !self.tables.is_empty()
            || !self.layout.patterns.is_empty()
            || self.layout.net.is_some();
        let is_shared = self.is_for_one() && has_tables && words <= MOST_SHARED_TABLE_WORDS;
        if is_shared {
            words.next_multiple_of(4)
        } else {
            0
        }
    }

    /// The words of shared memory for the weights of a single candidate, if lanes look up different
    /// ones.
    fn shared_weight_words(&self) -> usize {
        let is_looked_up = |part: &Part| matches!(part, Part::Column(_) | Part::Difference(_));
        if self.is_for_one() && self.layout.parts.iter().any(is_looked_up) {
            self.layout.weight_words().next_multiple_of(4)
        } else {
            0
        }
    }

    /// The words of shared memory for what all warps read of a single candidate.
    pub fn shared_words(&self) -> usize {
        self.shared_table_words() + self.shared_weight_words()
    }

    /// As many threads of a multiprocessor as registers are to be left for. Where placements are
    /// rated by their windows, three halves of the threads of a block are worth the few values that
    /// then go to memory.
    fn threads_with_registers(&self) -> u32 {
        if self.layout.fast && self.layout.patterns.is_empty() {
            MOST_THREADS * 3 / 2
        } else {
            MOST_THREADS
        }
    }

    /// Whether so few parts are read that the rating takes little room in the kernel.
    fn is_light(&self) -> bool {
        let kinds: BTreeSet<&str> = self.layout.parts.iter().map(|part| part.name()).collect();
        kinds.len() <= MOST_LIGHT_PARTS && self.layout.patterns.is_empty()
    }

    /// The rules, but for the pieces.
    fn game(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let rules = self.rules;
        define(f, "WIDTH", rules.board.width())?;
        define(f, "HEIGHT", rules.board.height())?;
        let overflow = match rules.overflow {
            Overflow::Ends => 0,
            Overflow::ClearsFirst => 1,
            Overflow::TopRow => 2,
        };
        let suicide = match rules.suicide {
            Suicide::Avoided => 0,
            Suicide::Considered => 1,
            Suicide::Zero => 2,
        };
        define(f, "OVERFLOW", overflow)?;
        define(f, "SUICIDE", suicide)?;
        define(f, "SEARCH", self.look_ahead as u8)?;
        let sums = self.look_ahead != LookAhead::Greedy && rules.search_score == SearchScore::Sum;
        define(f, "SUM", u8::from(sums))?;
        let plays_on = self.origin != Origin::Beginning;
        define(f, "PLAYS_ON", u8::from(plays_on))?;
        let number = |danger: Danger| match danger {
            Danger::Height => 1,
            Danger::Pile => 2,
            Danger::Cover => 3,
        };
        let danger = match self.origin {
            Origin::Beginning | Origin::Position => 0,
            Origin::PositionUntil(danger) | Origin::Splitting(danger) => number(danger),
        };
        define(f, "DANGER", danger)?;
        define(f, "BANDS", self.bands.count())?;
        if self.bands.count() > 1 {
            let bounds: Vec<String> = self.bands.bounds.iter().map(i32::to_string).collect();
            define(f, "BAND_DANGER", number(self.bands.by))?;
            define(f, "BAND_BOUNDS", bounds.join(", "))?;
        }
        define(f, "SPLITTING", u8::from(self.splits()))?;
        define(f, "HIGHEST_DANGER", highest_danger(rules.board))?;
        define(f, "VISIBLE", rules.visible)?;
        define(f, "REWARDS", list(&rules.reward))
    }

    /// Where the pieces come from.
    fn pieces(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (source, length) = match &self.rules.pieces {
            Source::Uniform => (0, 1),
            Source::Weighted(weights) => {
                define(f, "PIECE_WEIGHTS", list(weights))?;
                (1, 1)
            }
            Source::Bag => (2, 1),
            Source::Cycle(pieces) => (3, pieces.len()),
            Source::Only(_) => (3, 1),
            Source::Alternating => (3, 2),
            Source::Sequence(pieces) => (4, pieces.len()),
        };
        define(f, "SOURCE", source)?;
        define(f, "SEQUENCE_LENGTH", length)
    }

    /// How much of everything there is.
    fn sizes(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (layout, placements) = (self.layout, self.placements);
        define(f, "MOST_THREADS", MOST_THREADS)?;
        define(f, "THREADS_WITH_REGISTERS", self.threads_with_registers())?;
        define(f, "PLACEMENTS", placements.placements.len())?;
        define(f, "MOST_OF_ONE_WIDTH", placements.most_of_one_width)?;
        define(f, "CANDIDATES", if self.is_for_one() { 1 } else { 2 })?;
        define(f, "WEIGHTS", layout.weight_words())?;
        define(f, "TABLE_WORDS", layout.table_words)?;
        define(f, "SHARED_TABLE_WORDS", self.shared_table_words())?;
        define(f, "SHARED_WEIGHT_WORDS", self.shared_weight_words())?;
        define(f, "CONSTANT_OF_BOARD", layout.constant_of_board())?;
        define(f, "BEFORE", layout.parts.len())?;
        define(f, "DELTAS", u8::from(layout.deltas))?;
        define(f, "FAST", u8::from(layout.fast))?;
        define(f, "LIGHT", u8::from(self.is_light()))?;
        define(f, "TABLES_READ_BEFORE", u8::from(layout.reads_before))
    }

    /// Which parts are read, and what is made of them.
    fn features(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (mut board, mut moves) = (String::new(), String::new());
        let mut named = BTreeSet::new();
        let width = self.rules.board.width();
        for (place, part) in self.layout.parts.iter().enumerate() {
            if named.insert(part.name()) {
                define(f, &format!("F_{}", part.name()), place)?;
            }
            let list = match part.of_move() {
                true => &mut moves,
                false => &mut board,
            };
            // The pairs with a wall are not read, and have no weight.
            let is_wall =
                matches!(part, Part::Difference(j) if *j == 0 || usize::from(*j) == width);
            if !is_wall {
                *list += &format!(" ADD({place}, {})", part.expression("r"));
            }
        }
        let mut offset = self.layout.first_table();
        let (mut terms, mut terms_of_move) = (String::new(), String::new());
        for (of, expression) in self.tables {
            let term = format!(" ADD({expression}, ({}), {offset})", of.first);
            if is_of_move(of.slot) {
                terms_of_move += &term;
            }
            terms += &term;
            offset += of.len;
        }
        let of_net = self.layout.net.as_ref().map(|net| net.inputs.concat());
        let read = terms.clone() + &of_net.unwrap_or_default();
        let reads =
            |part: Part| self.layout.parts.contains(&part) || read.contains(&part.expression("r"));
        // What a placement's window gives for the whole board, and what takes loops.
        for part in [
            Part::Most,
            Part::Least,
            Part::Pattern,
            Part::MostWell,
            Part::RowsWithHoles,
            Part::Cumulative,
            Part::Fast,
        ] {
            if reads(part) {
                define(f, &format!("N_{}", part.name()), 1)?;
            }
        }
        if terms.contains(&Part::Sum.expression("r")) {
            define(f, "T_SUM", 1)?;
        }
        if reads(Part::Fast) || reads(Part::WellCells) {
            define(f, "N_FLOOD", 1)?;
        }
        define(f, "PATTERNS", u8::from(!self.layout.patterns.is_empty()))?;
        for kind in &self.layout.patterns {
            define(f, &format!("T_{}", kind.name()), offset)?;
            offset += kind.words(width);
        }
        define(f, "BOARD_WEIGHTS(ADD)", board)?;
        define(f, "MOVE_WEIGHTS(ADD)", moves)?;
        define(f, "TABLES(ADD)", terms)?;
        define(f, "MOVE_TABLES(ADD)", terms_of_move)
    }

    /// The net.
    fn net(&self, f: &mut Formatter<'_>) -> fmt::Result {
        define(f, "NET", u8::from(self.layout.net.is_some()))?;
        let Some(net) = &self.layout.net else {
            return Ok(());
        };
        let inputs = net.inputs.iter().enumerate();
        let inputs = inputs.map(|(place, number)| format!(" ADD({place}, {number})"));
        let layers = net.layers().map(|(read, units, activation)| {
            let activation = activation.name().to_ascii_uppercase().replace('-', "_");
            format!(" LAYER({read}, {units}, NET_{activation})")
        });
        define(f, "T_NET", self.layout.first_of_net())?;
        define(f, "NET_WIDE", u8::from(self.layout.net_is_wide))?;
        define(f, "NET_WIDEST", net.widest().next_multiple_of(4))?;
        define(f, "NET_TANGENT_WORDS", net.tangent_words())?;
        define(f, "NET_INPUTS(ADD)", inputs.collect::<String>())?;
        define(f, "NET_LAYERS(LAYER)", layers.collect::<String>())
    }
}

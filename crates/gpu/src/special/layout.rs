//! Where the numbers of a kernel lie, and the macros that say so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use tetrarium_engine::Rules;
use tetrarium_engine::rules::{Overflow, Suicide};
use tetrarium_engine::source::Source;
use tetrarium_lab::play::Danger;

use super::{Look, Numbers, Origin, Tables};
use crate::parts::Part;
use crate::placements::Table;

/// Where each part's weight lies.
pub(super) struct Layout {
    parts: Vec<Part>,
    deltas: bool,
    fast: bool,
    reads_before: bool,
    table_words: usize,
}

impl Layout {
    pub fn new(rules: &Rules, numbers: &[Numbers], tables: &Tables) -> Layout {
        let mut parts: BTreeSet<Part> = numbers
            .iter()
            .flat_map(|n| n.after.keys().chain(n.before.keys()))
            .copied()
            .collect();
        let width = rules.board.width() as u8;
        // Parts with an index lie together, so that lanes can look up theirs; the pairs with a wall have weight 0.
        if parts.iter().any(|p| matches!(p, Part::Column(_))) {
            parts.extend((0..width).map(Part::Column));
        }
        if parts.iter().any(|p| matches!(p, Part::Difference(_))) {
            parts.extend((0..=width).map(Part::Difference));
        }
        Layout {
            deltas: numbers.iter().any(|n| !n.before.is_empty()),
            fast: tables.is_empty() && !parts.contains(&Part::Deviation),
            reads_before: tables.keys().any(|of| of.delta),
            table_words: tables.keys().map(|of| of.len).sum::<usize>().max(1),
            parts: parts.into_iter().collect(),
        }
    }

    pub fn weights(&self, numbers: &Numbers) -> Vec<i32> {
        let of = |map: &BTreeMap<Part, i32>| -> Vec<i32> {
            let weight = |part| map.get(part).copied().unwrap_or(0);
            self.parts.iter().map(weight).collect()
        };
        let mut weights = of(&numbers.after);
        if self.deltas {
            weights.extend(of(&numbers.before));
        }
        weights.resize(self.weight_words(), 0);
        weights
    }

    fn weight_words(&self) -> usize {
        (self.parts.len() * if self.deltas { 2 } else { 1 }).max(1)
    }

    pub fn tables(&self, numbers: &Numbers, tables: &Tables) -> Vec<i32> {
        let mut words = Vec::with_capacity(self.table_words);
        for of in tables.keys() {
            match numbers.tables.get(of) {
                Some(scores) => words.extend(scores),
                None => words.extend(std::iter::repeat_n(0, of.len)),
            }
        }
        words.resize(self.table_words, 0);
        words
    }

    /// The macros that make the source a kernel for these rules and features.
    pub fn defines(
        &self,
        rules: &Rules,
        look: Look,
        from: Origin,
        table: &Table,
        tables: &Tables,
        candidates: usize,
    ) -> String {
        let mut text = String::new();
        let mut define = |name: &str, value: &dyn std::fmt::Display| {
            writeln!(text, "#define {name} {value}").expect("a string takes what is written");
        };
        let whole = |flag: bool| u8::from(flag);
        define("WIDTH", &rules.board.width());
        define("HEIGHT", &rules.board.height());
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
        define("OVERFLOW", &overflow);
        define("SUICIDE", &suicide);
        define("SEARCH", &(look as u8));
        define("PLAYS_ON", &whole(from != Origin::Beginning));
        let danger = match from {
            Origin::Beginning | Origin::Position => 0,
            Origin::PositionUntil(Danger::Height) => 1,
            Origin::PositionUntil(Danger::Pile) => 2,
            Origin::PositionUntil(Danger::Cover) => 3,
        };
        define("DANGER", &danger);
        let list = |numbers: &[u32]| {
            numbers
                .iter()
                .map(u32::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        define("REWARDS", &list(&rules.reward));
        let (source, length) = match &rules.pieces {
            Source::Uniform => (0, 1),
            Source::Weighted(weights) => {
                define("PIECE_WEIGHTS", &list(weights));
                (1, 1)
            }
            Source::Bag => (2, 1),
            Source::Cycle(pieces) => (3, pieces.len()),
            Source::Only(_) => (3, 1),
            Source::Alternating => (3, 2),
            Source::Sequence(pieces) => (4, pieces.len()),
        };
        define("SOURCE", &source);
        define("SEQUENCE_LENGTH", &length);
        define("MOST_THREADS", &crate::MOST_THREADS);
        define("PLACEMENTS", &table.placements.len());
        define("MOST_OF_ONE_WIDTH", &table.most_of_one_width);
        define("MOST_OF_ALL", &table.most_of_all);
        define("CANDIDATES", &if candidates == 1 { 1 } else { 2 });
        define("WEIGHTS", &self.weight_words());
        define("TABLE_WORDS", &self.table_words);
        define("BEFORE", &self.parts.len());
        define("DELTAS", &whole(self.deltas));
        define("FAST", &whole(self.fast));
        define("TABLES_READ_BEFORE", &whole(self.reads_before));
        let mut board = String::new();
        let mut moves = String::new();
        let mut named = BTreeSet::new();
        for (place, part) in self.parts.iter().enumerate() {
            if named.insert(part.name()) {
                define(&format!("F_{}", part.name()), &place);
            }
            let list = if part.of_move() {
                &mut moves
            } else {
                &mut board
            };
            // The pairs with a wall are not read, and have no weight.
            let wall = matches!(part, Part::Difference(j) if *j == 0 || usize::from(*j) == rules.board.width());
            if !wall {
                write!(list, " ADD({place}, {})", part.expression("r"))
                    .expect("a string takes what is written");
            }
        }
        let mut offset = 0;
        let mut terms = String::new();
        for (of, expression) in tables {
            write!(terms, " ADD({expression}, ({}), {offset})", of.first)
                .expect("a string takes what is written");
            offset += of.len;
        }
        let reads =
            |part: Part| self.parts.contains(&part) || terms.contains(&part.expression("r"));
        if reads(Part::Cumulative) {
            define("N_CUMULATIVE", &1);
        }
        if reads(Part::Fast) || reads(Part::WellCells) {
            define("N_FAST", &1);
        }
        if reads(Part::Cumulative) || reads(Part::Fast) || reads(Part::WellCells) {
            define("N_WELL_CELLS", &1);
        }
        define("BOARD_WEIGHTS(ADD)", &board);
        define("MOVE_WEIGHTS(ADD)", &moves);
        define("TABLES(ADD)", &terms);
        text
    }
}

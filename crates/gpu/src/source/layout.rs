//! Where the numbers of a kernel lie.

use std::collections::{BTreeMap, BTreeSet};

use tetrarium_engine::Rules;

use super::net::NetForm;
use super::numbers::{Numbers, TableOf, Tables};
use super::parts::{Part, parts as parts_of};
use super::patterns::Pattern;

/// Where each part's weight lies.
pub(super) struct Layout {
    /// The parts that have a weight, in order.
    pub parts: Vec<Part>,
    /// Whether any has a weight on the board before.
    pub deltas: bool,
    /// Whether placements can be rated by what they change.
    pub fast: bool,
    /// Whether a table is of a difference to the board before.
    pub reads_before: bool,
    /// The kinds of local patterns that have tables, which lie behind all others; the first word of
    /// all is then 0.
    pub patterns: Vec<Pattern>,
    /// The nets of all candidates, which lie last, and whether some value in them is wide.
    pub net: Option<NetForm>,
    pub net_is_wide: bool,
    /// Columns of the board.
    width: usize,
    /// Words of the tables of a candidate.
    pub table_words: usize,
}

impl Layout {
    pub fn new(rules: &Rules, numbers: &[Numbers], tables: &Tables) -> Layout {
        let mut parts: BTreeSet<Part> = numbers
            .iter()
            .flat_map(|n| n.after.keys().chain(n.before.keys()))
            .copied()
            .collect();
        let kinds = numbers.iter().flat_map(|n| n.patterns.keys()).copied();
        let patterns: Vec<Pattern> = kinds.collect::<BTreeSet<_>>().into_iter().collect();
        let width = rules.board.width();
        let columns = width as u8;
        // Parts with an index lie together, so that lanes can look up theirs; the pairs with a wall
        // have weight 0.
        if parts.iter().any(|p| matches!(p, Part::Column(_))) {
            parts.extend((0..columns).map(Part::Column));
        }
        if parts.iter().any(|p| matches!(p, Part::Difference(_))) {
            parts.extend((0..=columns).map(Part::Difference));
        }
        let nets = || numbers.iter().filter_map(|n| n.net.as_ref());
        let net = nets().next().map(|net| net.form.clone());
        let in_window = |of: &TableOf| {
            let parts = parts_of(of.slot, of.index, rules.board);
            !of.delta && parts.is_some_and(|parts| parts.iter().all(|(part, _)| part.of_window()))
        };
        let mut layout = Layout {
            deltas: numbers.iter().any(|n| !n.before.is_empty()),
            fast: tables.keys().all(in_window)
                && net.is_none()
                && !parts.contains(&Part::Deviation),
            reads_before: tables.keys().any(|of| of.delta)
                || net.as_ref().is_some_and(|net| net.reads_before),
            table_words: {
                let of_patterns = patterns.iter().map(|kind| kind.words(width));
                let words = tables.keys().map(|of| of.len).chain(of_patterns);
                words.sum::<usize>().max(1) + usize::from(!patterns.is_empty())
            },
            patterns,
            net,
            net_is_wide: nets().any(|net| net.is_wide),
            width,
            parts: parts.into_iter().collect(),
        };
        if let Some(net) = &layout.net {
            layout.table_words = layout.table_words.next_multiple_of(4) + net.words();
        }
        layout
    }

    /// Where nets begin.
    pub fn first_of_net(&self) -> usize {
        self.table_words - self.net.as_ref().map_or(0, NetForm::words)
    }

    /// The weights of a candidate as they lie.
    pub fn weights(&self, numbers: &Numbers) -> Vec<i32> {
        let of = |map: &BTreeMap<Part, i32>| -> Vec<i32> {
            let weight = |part| map.get(part).copied().unwrap_or(0);
            self.parts.iter().map(weight).collect()
        };
        let mut weights = of(&numbers.after);
        if self.deltas {
            weights.extend(of(&numbers.before));
        }
        weights.push(numbers.constant_of_board);
        weights
    }

    /// The place of what features of boards add to the weight of the constant.
    pub fn constant_of_board(&self) -> usize {
        self.weight_words() - 1
    }

    /// Words of the weights of a candidate.
    pub fn weight_words(&self) -> usize {
        self.parts.len() * if self.deltas { 2 } else { 1 } + 1
    }

    /// Where the first table lies.
    pub fn first_table(&self) -> usize {
        usize::from(!self.patterns.is_empty())
    }

    /// The tables of a candidate as they lie.
    pub fn tables(&self, numbers: &Numbers, tables: &Tables) -> Vec<i32> {
        let mut words = Vec::with_capacity(self.table_words);
        words.resize(self.first_table(), 0);
        for of in tables.keys() {
            match numbers.tables.get(of) {
                Some(scores) => words.extend(scores),
                None => words.extend(std::iter::repeat_n(0, of.len)),
            }
        }
        for kind in &self.patterns {
            match numbers.patterns.get(kind) {
                Some(scores) => words.extend(scores),
                None => words.extend(std::iter::repeat_n(0, kind.words(self.width))),
            }
        }
        if let Some(net) = &numbers.net {
            words.resize(self.first_of_net(), 0);
            words.extend(&net.words);
        }
        words.resize(self.table_words, 0);
        words
    }
}

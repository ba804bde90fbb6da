//! Which columns of a table are shown at a width.

use super::{Align, COMFORTABLE, Column, GAP};
use crate::style::{longest_word, width};

/// Which columns are shown, and how wide they are.
pub(super) struct Layout {
    pub(super) limit: usize,
    /// Columns by their numbers, and their widths.
    pub(super) shown: Vec<(usize, usize)>,
    pub(super) left_out: Vec<usize>,
}

impl Layout {
    /// The layout within a width; none if there is none.
    pub(super) fn within(
        columns: &[Column],
        texts: &[Vec<String>],
        limit: Option<usize>,
    ) -> Option<Layout> {
        let most = |index: usize, of: fn(&str) -> usize| {
            let cells = texts.iter().map(move |row| of(&row[index]));
            cells.max().unwrap_or(0)
        };
        let natural = |index: usize| most(index, width).max(width(&columns[index].head));
        let narrowest = |index: usize, comfort: usize| {
            let cells = match columns[index].align {
                Align::Left => most(index, longest_word).max(most(index, width).min(comfort)),
                Align::Right => most(index, width),
            };
            cells.max(longest_word(&columns[index].head))
        };
        let mut layout = Layout {
            limit: limit.unwrap_or(usize::MAX),
            shown: (0..columns.len())
                .map(|index| (index, natural(index)))
                .collect(),
            left_out: Vec::new(),
        };
        for comfort in [COMFORTABLE, 0] {
            loop {
                if layout.narrow(|index| narrowest(index, comfort)) {
                    layout.left_out.sort_unstable();
                    return Some(layout);
                }
                let spare = layout.shown.iter().filter(|(i, _)| columns[*i].spare > 0);
                let Some(&(index, _)) = spare.max_by_key(|(i, _)| columns[*i].spare) else {
                    break;
                };
                layout.shown.retain(|(i, _)| *i != index);
                layout.left_out.push(index);
            }
        }
        None
    }

    /// The columns of the whole table.
    pub(super) fn width(&self) -> usize {
        let columns: usize = self.shown.iter().map(|(_, columns)| columns).sum();
        columns + GAP * self.shown.len().saturating_sub(1)
    }

    /// Narrows the widest columns, down to `least`, until the table fits. If it cannot, nothing
    /// changes.
    fn narrow(&mut self, least: impl Fn(usize) -> usize) -> bool {
        let mut widths: Vec<(usize, usize)> = self.shown.clone();
        let mut excess = self.width().saturating_sub(self.limit);
        while excess > 0 {
            let wide = widths
                .iter_mut()
                .filter(|(i, columns)| *columns > least(*i));
            let Some((_, columns)) = wide.max_by_key(|(_, columns)| *columns) else {
                return false;
            };
            *columns -= 1;
            excess -= 1;
        }
        self.shown = widths;
        true
    }
}

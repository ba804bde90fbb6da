//! The whole numbers of features after all placements of a piece, at once.

use super::packing::Packing;
use crate::game::board::Board;
use crate::game::moves::{Move, landing_at, landings};
use crate::game::piece::Piece;
use crate::game::placement::Placement;
use crate::game::rules::{Rules, Suicide};
use crate::rating::features::Reading;

/// Reads the whole numbers of features ([`Reading::raw`]) after all placements of a piece: by a
/// kernel, which is many times as fast, where it can read the feature and the rules allow it, and
/// else by the reference. Both give the same numbers.
///
/// It is made once for many boards.
///
/// ```
/// use tetrarium_engine::{Board, FeatureReader, Piece, Reading, Rules};
/// let rules = Rules::default();
/// let values = [(Reading::named("holes").unwrap(), 0), (Reading::named("max-height").unwrap(), 0)];
/// let mut reader = FeatureReader::new(&rules, &values);
/// reader.read(&Board::empty(rules.board), Piece::O);
/// assert_eq!((reader.placements().len(), reader.row(0)), (9, &[0, 2][..]));
/// ```
#[derive(Clone, Debug)]
pub struct FeatureReader {
    rules: Rules,
    values: Vec<(Reading, usize)>,
    /// What a kernel reads; none if it reads nothing.
    packing: Option<Packing>,
    placements: Vec<Placement>,
    ends: u64,
    numbers: Vec<i32>,
}

impl FeatureReader {
    /// Reads these values: of each a feature and which value of it.
    pub fn new(rules: &Rules, values: &[(Reading, usize)]) -> FeatureReader {
        FeatureReader {
            rules: rules.clone(),
            values: values.to_vec(),
            packing: Packing::new(rules, values),
            placements: Vec::new(),
            ends: 0,
            numbers: Vec::new(),
        }
    }

    /// Reads all placements of a piece on a board.
    pub fn read(&mut self, board: &Board, piece: Piece) {
        let packing = self.packing.as_mut();
        let read = packing.and_then(|packing| packing.read(board, piece, &mut self.numbers));
        match read {
            Some((placements, ends)) => {
                self.placements.clear();
                self.placements.extend_from_slice(placements);
                self.ends = ends;
                self.add_rest(board, piece);
            }
            None => self.read_by_reference(board, piece),
        }
    }

    /// The placements that were read, in the order in which they are tried.
    pub fn placements(&self) -> &[Placement] {
        &self.placements
    }

    /// Whether placement number `index` ends the game.
    pub fn ends(&self, index: usize) -> bool {
        self.ends >> index & 1 == 1
    }

    /// The numbers after placement number `index`: all 0 if it ends the game, unless the rules
    /// rate such moves by their features (`suicide = considered`).
    pub fn row(&self, index: usize) -> &[i32] {
        &self.numbers[index * self.values.len()..][..self.values.len()]
    }

    /// What the kernel leaves: features that it cannot read, and moves that end the game.
    fn add_rest(&mut self, board: &Board, piece: Piece) {
        let unread = self.packing.as_ref().map_or(&[][..], |one| one.unread());
        if self.ends == 0 && unread.is_empty() {
            return;
        }
        let considered = self.rules.suicide == Suicide::Considered;
        let count = self.values.len();
        for (index, placement) in self.placements.iter().enumerate() {
            let ends = self.ends >> index & 1 == 1;
            let row = &mut self.numbers[index * count..][..count];
            if ends && !considered {
                row.fill(0);
            } else if ends || !unread.is_empty() {
                let landing = landing_at(&self.rules, board, piece, *placement);
                let landing = landing.expect("a kernel rates placements that there are");
                let played = Move::new(&self.rules, board, piece, landing);
                if ends {
                    read_row(&self.values, &played, row);
                }
                for &place in unread {
                    let (reading, value) = &self.values[place];
                    row[place] = reading.raw(&played, *value);
                }
            }
        }
    }

    fn read_by_reference(&mut self, board: &Board, piece: Piece) {
        let considered = self.rules.suicide == Suicide::Considered;
        self.placements.clear();
        self.numbers.clear();
        self.ends = 0;
        for (index, landing) in landings(&self.rules, board, piece).iter().enumerate() {
            let played = Move::new(&self.rules, board, piece, *landing);
            self.placements.push(landing.placement);
            self.ends |= u64::from(played.ends) << index;
            let begin = self.numbers.len();
            self.numbers.resize(begin + self.values.len(), 0);
            if considered || !played.ends {
                read_row(&self.values, &played, &mut self.numbers[begin..]);
            }
        }
    }
}

fn read_row(values: &[(Reading, usize)], played: &Move, row: &mut [i32]) {
    for (number, (reading, value)) in row.iter_mut().zip(values) {
        *number = reading.raw(played, *value);
    }
}

#[cfg(test)]
mod tests;

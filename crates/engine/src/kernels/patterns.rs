//! Local patterns: the tables of all places, and what a board scores by them.
//!
//! The tables of a plan are those of the rating, put into an order in which every pattern is read
//! from the left. Places that reach beyond a wall have tables of zeros, so that nothing need be
//! asked about walls.

use super::columns::{PAD, PerColumn};
use crate::game::board::height_of;
use crate::rating::features::patterns::{
    FIVE, FOUR, MOST_ABOVE, MOST_BESIDE, MOST_HOLES, cover_number, nearest,
};
use crate::rating::score::{ScoredTerm, Scores};

/// The tables of one kind of pattern, one after the other, beginning [`PAD`] places left of the
/// board; empty if there are none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// How many patterns there are.
    pub numbers: i32,
    pub scores: Vec<i32>,
}

impl Places {
    /// Adds the scores of a term. `mirrored` is the number of the mirror image of a pattern.
    fn add(&mut self, term: &ScoredTerm, kind: Kind, width: usize) {
        let numbers = kind.numbers();
        if self.scores.is_empty() {
            self.numbers = numbers;
            self.scores = vec![0; numbers as usize * (width + 2 * PAD)];
        }
        let (place, places) = (term.index, kind.places(width));
        let start = (place + PAD) * numbers as usize;
        for (number, to) in (0..).zip(&mut self.scores[start..start + numbers as usize]) {
            let read = nearest(place, places, [number, kind.mirrored(number)]);
            *to += match &term.scores {
                Scores::Weight(weight) => weight * read,
                Scores::Table { first, scores } => scores[(read - first) as usize],
                Scores::Real { .. } => unreachable!("such terms are left to the reference"),
            };
        }
    }

    /// The score of a pattern, read from the left.
    #[inline(always)]
    pub fn at(&self, place: usize, number: i32) -> i32 {
        self.scores[(place + PAD) * self.numbers as usize + number as usize]
    }
}

/// A kind of pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Four,
    Five,
    Cover,
}

impl Kind {
    fn numbers(self) -> i32 {
        match self {
            Kind::Four => FOUR.numbers(),
            Kind::Five => FIVE.numbers(),
            Kind::Cover => cover_number(MOST_HOLES, MOST_ABOVE, [MOST_BESIDE; 2]) + 1,
        }
    }

    /// The places of a board.
    fn places(self, width: usize) -> usize {
        match self {
            Kind::Four => FOUR.places(width),
            Kind::Five => FIVE.places(width),
            Kind::Cover => width,
        }
    }

    /// The number of the mirror image.
    fn mirrored(self, number: i32) -> i32 {
        match self {
            Kind::Four => FOUR.mirrored(number),
            Kind::Five => FIVE.mirrored(number),
            Kind::Cover if number == 0 => 0,
            Kind::Cover => {
                let beside = 2 * MOST_BESIDE + 1;
                let (rest, sides) = ((number - 1) / beside.pow(2), (number - 1) % beside.pow(2));
                1 + rest * beside.pow(2) + sides % beside * beside + sides / beside
            }
        }
    }
}

/// The patterns of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Patterns {
    pub four: Places,
    pub five: Places,
    pub cover: Places,
}

/// What the patterns of a board score: sums over all places left of each column, by kind; and the
/// full cells above the highest hole of each column.
#[derive(Clone, Debug)]
pub(crate) struct PatternSums {
    pub four: PerColumn,
    pub five: PerColumn,
    pub cover: PerColumn,
    pub above: PerColumn,
}

impl PatternSums {
    pub fn new() -> PatternSums {
        let none = PerColumn::filled(0);
        PatternSums {
            four: none,
            five: none,
            cover: none,
            above: none,
        }
    }
}

impl Patterns {
    /// Adds a term of a kind of pattern.
    pub fn add(&mut self, term: &ScoredTerm, kind: Kind, width: usize) {
        let places = match kind {
            Kind::Four => &mut self.four,
            Kind::Five => &mut self.five,
            Kind::Cover => &mut self.cover,
        };
        places.add(term, kind, width);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        let all = [&self.four, &self.five, &self.cover];
        all.iter().all(|places| places.scores.is_empty())
    }

    /// What a board scores.
    pub fn score(&self, columns: &PerColumn, width: usize) -> i32 {
        let height = |x: isize| height_of(columns.get(x)) as i32;
        let mut score = 0;
        self.each_surface(width, height, |_, _, of_place| score += of_place);
        if !self.cover.scores.is_empty() {
            for x in 0..width {
                score += self.of_cover(x, width, columns.get(x as isize), height).0;
            }
        }
        score
    }

    /// Sums up what the places of a board score.
    pub fn sum(
        &self,
        sums: &mut PatternSums,
        columns: &PerColumn,
        heights: &PerColumn,
        width: usize,
    ) {
        let height = |x: isize| heights.get(x) as i32;
        let mut totals = [0i32; 2];
        let PatternSums {
            four,
            five,
            cover,
            above,
        } = sums;
        self.each_surface(width, height, |kind, place, score| {
            let (row, total) = match kind {
                Kind::Five => (&mut *five, &mut totals[1]),
                _ => (&mut *four, &mut totals[0]),
            };
            *total += score;
            row.set(place as isize + 1, *total as u32);
        });
        for (row, columns, total) in [(four, 4, totals[0]), (five, 5, totals[1])] {
            // Beyond the last place nothing is added.
            for x in (width + 1).saturating_sub(columns)..width + PAD {
                row.set(x as isize + 1, total as u32);
            }
        }
        if !self.cover.scores.is_empty() {
            let mut total = 0;
            for x in 0..width {
                let column = columns.get(x as isize);
                let (score, cells) = self.of_cover(x, width, column, height);
                total += score;
                cover.set(x as isize + 1, total as u32);
                above.set(x as isize, cells as u32);
            }
            for x in width..width + PAD {
                cover.set(x as isize + 1, total as u32);
            }
        }
    }

    /// Calls a function with the score of every place of the surface.
    #[inline(always)]
    fn each_surface(
        &self,
        width: usize,
        height: impl Fn(isize) -> i32,
        mut with: impl FnMut(Kind, usize, i32),
    ) {
        for (places, kind, window) in [
            (&self.four, Kind::Four, FOUR),
            (&self.five, Kind::Five, FIVE),
        ] {
            if places.scores.is_empty() {
                continue;
            }
            // The digits of the last columns; older ones leave at the top.
            let (mut number, mut last) = (0, height(0));
            for x in 1..width {
                let next = height(x as isize);
                number = (number * window.base() + window.digit(next - last)) % window.numbers();
                last = next;
                if x + 1 >= window.columns {
                    let place = x + 1 - window.columns;
                    with(kind, place, places.at(place, number));
                }
            }
        }
    }

    /// What the cover of a column scores, and the full cells above its highest hole.
    #[inline(always)]
    fn of_cover(
        &self,
        x: usize,
        width: usize,
        column: u32,
        height: impl Fn(isize) -> i32,
    ) -> (i32, i32) {
        let at = x as isize;
        let own = height(at);
        let holes = own - column.count_ones() as i32;
        if holes == 0 {
            return (self.cover.at(x, 0), 0);
        }
        let above = (!(column << (u32::BITS - own as u32))).leading_zeros() as i32;
        let beside = |x: isize| match (0..width as isize).contains(&x) {
            true => (height(x) - own).clamp(-MOST_BESIDE, MOST_BESIDE),
            false => MOST_BESIDE,
        };
        let sides = [beside(at - 1), beside(at + 1)];
        let number = cover_number(holes.min(MOST_HOLES), above.min(MOST_ABOVE), sides);
        (self.cover.at(x, number), above)
    }
}

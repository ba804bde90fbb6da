//! Danger: how near a board is to the end of the game.

use serde::{Deserialize, Serialize};

use super::board::{Board, MAX_WIDTH};
use crate::names::one_of;

/// A whole number that grows as a board comes nearer to the end of the game. Splitting has its
/// levels by it, and a rating of bands its weights.
///
/// The choice of this function decides how much work an estimate by splitting takes, and does not
/// bias it: splitting is unbiased for every such function (Garvels 2000), only noisier for a bad
/// one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Danger {
    /// The height of the highest column.
    Height,
    /// The height of the highest column, three for each row with a hole, and the depths of all
    /// wells.
    ///
    /// Found by logistic regression of "is lost before the pile is low again" on the boards of real
    /// games (bcts on 10×6, 10×8, 10×10 and 8×8, dellacherie on 10×8; 50,000 to 170,000 boards
    /// each). The candidates were the highest column, the third column, full cells, holes, rows
    /// with holes, wells and the sum of heights. These three explain all but a hundredth of what
    /// all of them together explain, twice as much as the height alone, and their weights are about
    /// 1 : 3 : 1 on every board (0.26 to 0.53, 0.90 to 1.25 and 0.30 to 0.41).
    #[default]
    Pile,
    /// Twice the height of the highest column, four for each row with a hole, twice the depths of
    /// all wells, and one for each full cell above a hole. Those cells have to be cleared before
    /// the holes can be filled.
    ///
    /// Found by the same regression for bcts with a search of two pieces on 10×7 and 10×8 (weights
    /// 0.44, 0.83, 0.48 and 0.21 on 10×8). It explains an eighth more than `Pile` there: such a
    /// player digs out shallow holes so surely that the depth of holes tells most. For a search of
    /// one piece the two explain alike.
    Cover,
}

/// No danger of that name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not possible: a danger is {names}", names = names())]
pub struct UnknownDanger(pub String);

fn names() -> String {
    one_of(&Danger::ALL.map(Danger::name))
}

impl Danger {
    /// All of them.
    pub const ALL: [Danger; 3] = [Danger::Height, Danger::Pile, Danger::Cover];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Danger::Height => "height",
            Danger::Pile => "pile",
            Danger::Cover => "cover",
        }
    }

    /// The danger of this name.
    ///
    /// # Errors
    ///
    /// If none has the name; the error lists those there are.
    pub fn named(name: &str) -> Result<Danger, UnknownDanger> {
        let found = Danger::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| UnknownDanger(name.to_string()))
    }

    /// The danger with which an estimate takes the least work, for an agent that sees this many
    /// pieces: `Pile` for one piece, `Cover` for more.
    pub fn for_depth(pieces: u8) -> Danger {
        match pieces {
            1 => Danger::Pile,
            _ => Danger::Cover,
        }
    }

    /// The danger of a board.
    ///
    /// ```
    /// use tetrarium_engine::{Board, Danger};
    /// let board: Board = "
    ///     |    |
    ///     |#   |
    ///     |# ##|
    ///     |#  #|
    ///     ------".parse().unwrap();
    /// assert_eq!(Danger::Height.of(&board), 3);
    /// assert_eq!(Danger::Pile.of(&board), 3 + 3 + 2); // one row with a hole, one well of depth 2
    /// assert_eq!(Danger::Cover.of(&board), 2 * 3 + 4 + 2 * 2 + 1); // one cell above the hole
    /// ```
    pub fn of(self, board: &Board) -> i32 {
        let Hazards {
            height,
            rows,
            wells,
            above,
        } = match self {
            Danger::Cover => Hazards::of(board),
            _ => Hazards::counted::<false>(board),
        };
        let danger = match self {
            Danger::Height => height,
            Danger::Pile => height + 3 * rows + wells,
            Danger::Cover => 2 * height + 4 * rows + 2 * wells + above,
        };
        danger as i32
    }
}

/// What makes a board dangerous. A danger is a weighted sum of these numbers.
///
/// ```
/// use tetrarium_engine::{Board, Hazards};
/// let board: Board = "
///     |    |
///     |#   |
///     |# ##|
///     |#  #|
///     ------".parse().unwrap();
/// let hazards = Hazards { height: 3, rows: 1, wells: 2, above: 1 };
/// assert_eq!(Hazards::of(&board), hazards);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hazards {
    /// The height of the highest column.
    pub height: u32,
    /// The rows with a hole.
    pub rows: u32,
    /// The depths of all wells: how far each column lies below the lower of its neighbours.
    pub wells: u32,
    /// The full cells above a hole.
    pub above: u32,
}

impl Hazards {
    /// Those of a board.
    pub fn of(board: &Board) -> Hazards {
        Hazards::counted::<true>(board)
    }

    /// Those of a board; what is `above` holes only where it is asked for.
    fn counted<const ABOVE: bool>(board: &Board) -> Hazards {
        // Of the usual width the compiler knows the number of columns, and unrolls the loops.
        match <&[u32; 10]>::try_from(board.columns()) {
            Ok(columns) => Hazards::of_columns::<ABOVE>(columns),
            Err(_) => Hazards::of_columns::<ABOVE>(board.columns()),
        }
    }

    /// An estimate computes this after every move where no kernel has vectors, so it is free of
    /// branches and of instructions that not every processor has.
    #[inline(always)]
    fn of_columns<const ABOVE: bool>(columns: &[u32]) -> Hazards {
        // Each column with all cells below its highest full one, between walls.
        let mut filled = [u32::MAX; MAX_WIDTH + 2];
        let (mut holes, mut highest, mut above) = (0, 0, 0);
        for (to, &column) in filled[1..].iter_mut().zip(columns) {
            let mut below = column;
            for by in [1, 2, 4, 8, 16] {
                below |= below >> by;
            }
            holes |= below & !column;
            highest |= below;
            if ABOVE {
                // Adding one clears the full cells at the bottom, which cover nothing, and sets one
                // bit above.
                above += (column & column.wrapping_add(1)).count_ones();
            }
            *to = below;
        }
        let wells = (0..columns.len())
            .map(|x| (filled[x] & !filled[x + 1] & filled[x + 2]).count_ones())
            .sum();
        Hazards {
            height: highest.count_ones(),
            rows: holes.count_ones(),
            wells,
            above,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::random::{Purpose, Stream};

    /// The definition, column by column.
    fn defined(danger: Danger, board: &Board) -> i32 {
        let heights: Vec<i32> = board.heights().collect();
        let height = board.max_height() as i32;
        let is_hole = |x: usize, y: i32| y < heights[x] && !board.is_full(x, y as usize);
        let has_hole = |&y: &i32| (0..board.width()).any(|x| is_hole(x, y));
        let rows = (0..height).filter(has_hole).count() as i32;
        let neighbour = |x: Option<usize>| x.and_then(|x| heights.get(x)).map_or(32, |h| *h);
        let depth = |x: usize| {
            let lower = neighbour(x.checked_sub(1)).min(neighbour(Some(x + 1)));
            (lower - heights[x]).max(0)
        };
        let wells: i32 = (0..board.width()).map(depth).sum();
        let covers = |x: usize| {
            let lowest = (0..heights[x]).find(|&y| is_hole(x, y));
            let full = |y: &i32| board.is_full(x, *y as usize);
            lowest.map_or(0, |lowest| (lowest..heights[x]).filter(full).count() as i32)
        };
        let above: i32 = (0..board.width()).map(covers).sum();
        match danger {
            Danger::Height => height,
            Danger::Pile => height + 3 * rows + wells,
            Danger::Cover => 2 * height + 4 * rows + 2 * wells + above,
        }
    }

    #[test]
    fn the_danger_of_random_boards_is_as_defined() {
        for (number, width) in (0..400).zip((4..=16).cycle()) {
            let size = Size::new(width, 4 + number as usize % 25).unwrap();
            let stream = Stream::new(7, number, Purpose::Sampling);
            let columns: Vec<u32> = (0..width as u64)
                .map(|x| {
                    let [cells, more, height, _] = stream.block(x);
                    (cells | more) & ((1 << (height % (size.height() as u32 + 1))) - 1)
                })
                .collect();
            let board = Board::from_columns(size, &columns);
            for danger in Danger::ALL {
                assert_eq!(danger.of(&board), defined(danger, &board), "{board:?}");
            }
        }
    }
}

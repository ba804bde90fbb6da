//! Danger: how near a board is to the end of the game.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Board;

use super::contender::Contender;

/// A whole number that grows as a board comes nearer to the end of the game. The choice of this
/// function decides how much work an estimate takes, and does not bias it: splitting is unbiased
/// for every such function (Garvels 2000), only noisier for a bad one.
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

impl Danger {
    /// The danger with which an estimate of this contender takes the least work.
    pub fn best_for(contender: Contender) -> Danger {
        let pieces = match contender.player() {
            Some(player) => player.search().depth(),
            None => contender.rules().visible,
        };
        Danger::for_depth(pieces)
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
    /// use tetrarium_engine::Board;
    /// use tetrarium_lab::play::Danger;
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
        let height = board.max_height() as i32;
        match self {
            Danger::Height => height,
            Danger::Pile => height + 3 * rows_with_holes(board) + well_depths(board),
            Danger::Cover => {
                2 * height
                    + 4 * rows_with_holes(board)
                    + 2 * well_depths(board)
                    + cells_above_holes(board)
            }
        }
    }
}

/// The full cells with a hole somewhere below them.
fn cells_above_holes(board: &Board) -> i32 {
    let columns = board.columns().iter();
    // Adding one clears the full cells at the bottom, which cover nothing, and sets one bit above.
    columns.map(|n| (n & (n + 1)).count_ones() as i32).sum()
}

fn rows_with_holes(board: &Board) -> i32 {
    let holes = board.columns().iter().zip(board.heights());
    let rows = holes.fold(0, |rows, (column, height)| {
        rows | !column & ((1u32 << height) - 1)
    });
    rows.count_ones() as i32
}

/// The sum over columns of how far each lies below the lower of its neighbours; walls count as
/// infinitely high.
fn well_depths(board: &Board) -> i32 {
    let mut depths = 0;
    let mut left = i32::MAX;
    let mut heights = board.heights().peekable();
    while let Some(height) = heights.next() {
        let right = heights.peek().copied().unwrap_or(i32::MAX);
        depths += (left.min(right) - height).max(0);
        left = height;
    }
    depths
}

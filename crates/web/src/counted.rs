//! The cells that a feature counts, for the page to highlight.
//!
//! Where a feature is a count of cells, each counted once or several times, the marks add up to the
//! whole number that the feature reads; tests compare the two. For other features the marks are the
//! cells that it looks at.

use tetrarium_engine::{Board, Move};

use crate::boards::cells;

/// A cell and how many times it counts: column, row, times.
pub type Mark = (usize, usize, i64);

/// Which board the marks are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// The afterstate, or the drawn board if there is no move.
    After,
    /// The board with the piece landed, before full rows go.
    Landed,
}

/// The cells that a feature counts.
#[derive(Debug)]
pub struct Counted {
    /// The board they are on.
    pub on: On,
    /// The cells.
    pub marks: Vec<Mark>,
    /// Whether they add up to the feature's whole number.
    pub adds_up: bool,
}

/// The cells that a feature of the catalogue counts after a move, or on a board without one.
pub fn counted(feature: &str, board: &Board, played: Option<&Move>) -> Counted {
    if let Some(played) = played
        && let Some((marks, adds_up)) = of_move(feature, played)
    {
        let on = On::Landed;
        return Counted { on, marks, adds_up };
    }
    let (marks, adds_up) = of_board(feature, board).unwrap_or_default();
    let on = On::After;
    Counted { on, marks, adds_up }
}

fn of_move(feature: &str, played: &Move) -> Option<(Vec<Mark>, bool)> {
    let landed = &played.landed;
    let piece = || cells(played.piece, played.landing).map(|(x, y)| (x, y, 1));
    let is_cleared = |y: usize| played.cleared >> y & 1 == 1;
    Some(match feature {
        "landing-height" | "drop" | "suicide" | "lost" => (piece().collect(), false),
        "removed-lines" => (filtered(landed, |_, y| is_cleared(y)), false),
        "eroded-piece-cells" => {
            let lines = i64::from(played.cleared.count_ones());
            let eroded = piece().filter(|(_, y, _)| is_cleared(*y));
            (eroded.map(|(x, y, _)| (x, y, lines)).collect(), true)
        }
        "embedded-holes" => (embedded(landed), true),
        "frontier" => (frontier(landed, |_| true), true),
        "frontier-xtris" => {
            let wall = |y: usize| y > 0 && landed.is_full(0, y - 1);
            (frontier(landed, wall), true)
        }
        "pit" => (pit(landed), true),
        _ => return None,
    })
}

fn of_board(feature: &str, board: &Board) -> Option<(Vec<Mark>, bool)> {
    let height = |x: usize| board.column_height(x);
    let heights = || board.heights().map(|height| height as usize);
    let lowest = heights().min()?;
    let (highest, at_highest) = first_greatest(heights());
    let full = |x: usize, y: usize| board.is_full(x, y);
    let hole = |x: usize, y: usize| !full(x, y) && y < height(x);
    let exact = |marks| (marks, true);
    let seen = |marks| (marks, false);
    Some(match feature {
        "holes" => exact(filtered(board, hole)),
        "rows-with-holes" => seen(filtered(board, hole)),
        "adjacent-column-holes" => exact(filtered(board, |x, y| {
            full(x, y) && y > 0 && !full(x, y - 1)
        })),
        "hole-depth" => exact(above_holes(board)),
        "mean-hole-depth" | "cover" => seen(above_holes(board)),
        "surrounded-holes" => exact(filtered(board, |x, y| {
            !full(x, y) && full(x, y + 1) && (y == 0 || full(x, y - 1))
        })),
        "wells" => exact(open_wells(board, 1)),
        "deep-wells" => exact(open_wells(board, 2)),
        "pit-depths" => exact(open_wells(board, 3)),
        "max-well-depth" => {
            let (deepest, at) = first_greatest((0..board.width()).map(|x| depth(board, x)));
            exact(column(at, height(at), height(at) + deepest))
        }
        "cumulative-wells" => exact(counted_if(board, |x, y| match is_well(board, x, y) {
            true => (0..=y).rev().take_while(|&below| !full(x, below)).count(),
            false => 0,
        })),
        "cumulative-wells-fast" => exact(counted_if(board, |x, y| {
            let run = (y..rows(board)).take_while(|&above| is_fast_well(board, x, above));
            run.count()
        })),
        "well-cells" => exact(filtered(board, |x, y| is_fast_well(board, x, y))),
        "row-transitions" => exact(counted_if(board, |x, y| {
            let left = x == 0 || full(x - 1, y);
            let right = x + 1 == board.width() || full(x + 1, y);
            usize::from(!full(x, y)) * (usize::from(left) + usize::from(right))
        })),
        "column-transitions" => exact(column_transitions(board)),
        "cell-transitions" => exact(counted_if(board, |x, y| match full(x, y) {
            true => 0,
            false => full_neighbours(board, x, y),
        })),
        "max-height" => exact(column(at_highest, 0, highest)),
        "min-height" => {
            let at = heights().position(|height| height == lowest)?;
            exact(column(at, 0, lowest))
        }
        "max-height-difference" => exact(column(at_highest, lowest, highest)),
        "sum-height" | "mean-height" => exact(filtered(board, |x, y| y < height(x))),
        "column-height" | "height-rbf" | "height-deviation" => {
            seen(filtered(board, |x, y| y < height(x)))
        }
        "max-minus-mean-height" => exact(filtered(board, |x, y| y >= height(x) && y < highest)),
        "mean-minus-min-height" => exact(filtered(board, |x, y| y < height(x) && y >= lowest)),
        "height-differences" => exact(steps(board, |_| 1)),
        "squared-height-differences" => exact(steps(board, |step| step)),
        "column-difference" => seen(steps(board, |_| 1)),
        "pattern-diversity" | "surface-4" | "surface-5" => seen(tops(board)),
        "full-cells" => exact(filtered(board, full)),
        "height-weighted-cells" => {
            exact(counted_if(board, |x, y| usize::from(full(x, y)) * (y + 1)))
        }
        "mean-cell-height" => seen(filtered(board, full)),
        _ => return None,
    })
}

/// The rows that features of cells read: those of the board, and of the pile if it is higher.
fn rows(board: &Board) -> usize {
    board.height().max(board.max_height())
}

/// All cells, with how many times each counts; without those that do not count.
fn counted_if(board: &Board, times: impl Fn(usize, usize) -> usize) -> Vec<Mark> {
    let mut marks = Vec::new();
    for x in 0..board.width() {
        for y in 0..rows(board) {
            match times(x, y) {
                0 => {}
                times => marks.push((x, y, times as i64)),
            }
        }
    }
    marks
}

fn filtered(board: &Board, counts: impl Fn(usize, usize) -> bool) -> Vec<Mark> {
    counted_if(board, |x, y| usize::from(counts(x, y)))
}

/// The cells of a column from row `from` up to row `to`, which is not among them.
fn column(x: usize, from: usize, to: usize) -> Vec<Mark> {
    (from..to).map(|y| (x, y, 1)).collect()
}

/// The greatest number, and the first index that has it.
fn first_greatest(numbers: impl Iterator<Item = usize>) -> (usize, usize) {
    let mut greatest = (0, 0);
    for (index, number) in numbers.enumerate() {
        if number > greatest.0 {
            greatest = (number, index);
        }
    }
    greatest
}

/// The full cells with a hole somewhere below them.
fn above_holes(board: &Board) -> Vec<Mark> {
    filtered(board, |x, y| {
        board.is_full(x, y) && (0..y).any(|below| !board.is_full(x, below))
    })
}

/// How much lower a column is than the lower of its neighbours; 0 if it is not.
fn depth(board: &Board, x: usize) -> usize {
    let left = x.checked_sub(1).map(|x| board.column_height(x));
    let right = (x + 1 < board.width()).then(|| board.column_height(x + 1));
    let lower = left.into_iter().chain(right).min().unwrap_or(0);
    lower.saturating_sub(board.column_height(x))
}

/// The cells of the open wells that are at least this deep.
fn open_wells(board: &Board, least: usize) -> Vec<Mark> {
    filtered(board, |x, y| {
        let (depth, floor) = (depth(board, x), board.column_height(x));
        depth >= least && y >= floor && y < floor + depth
    })
}

/// Whether a cell is empty and both its horizontal neighbours are full, walls included.
fn is_well(board: &Board, x: usize, y: usize) -> bool {
    let left = x == 0 || board.is_full(x - 1, y);
    let right = x + 1 == board.width() || board.is_full(x + 1, y);
    left && right && !board.is_full(x, y)
}

/// Whether a cell is a well cell, or an empty one below such a cell without a full one between.
fn is_fast_well(board: &Board, x: usize, y: usize) -> bool {
    let mut upwards = (y..rows(board)).take_while(|&above| !board.is_full(x, above));
    upwards.any(|above| is_well(board, x, above))
}

/// The empty side of every change between full and empty in a column.
fn column_transitions(board: &Board) -> Vec<Mark> {
    let mut marks = Vec::new();
    for x in 0..board.width() {
        // The row above the pile is looked at too: a column may reach the top.
        for y in 0..=rows(board) {
            let full = |y: usize| y < rows(board) && board.is_full(x, y);
            let changes = usize::from(y == 0 || full(y - 1)) + usize::from(full(y + 1));
            if !full(y) && changes > 0 {
                marks.push((x, y, changes as i64));
            }
        }
    }
    marks
}

/// The full cells among the four neighbours inside the board.
fn full_neighbours(board: &Board, x: usize, y: usize) -> usize {
    let beside = x
        .checked_sub(1)
        .into_iter()
        .chain((x + 1 < board.width()).then_some(x + 1));
    let above_and_below = y
        .checked_sub(1)
        .into_iter()
        .chain((y + 1 < rows(board)).then_some(y + 1));
    let beside = beside.filter(|&other| board.is_full(other, y)).count();
    beside
        + above_and_below
            .filter(|&other| board.is_full(x, other))
            .count()
}

/// The cells beside each step of the surface, in the lower column; `times` of the step's height.
fn steps(board: &Board, times: impl Fn(i64) -> i64) -> Vec<Mark> {
    let mut marks = Vec::new();
    for x in 1..board.width() {
        let (left, right) = (board.column_height(x - 1), board.column_height(x));
        let lower = if left < right { x - 1 } else { x };
        let step = left.abs_diff(right) as i64;
        marks.extend((left.min(right)..left.max(right)).map(|y| (lower, y, times(step))));
    }
    marks
}

/// The highest full cell of each column.
fn tops(board: &Board) -> Vec<Mark> {
    filtered(board, |x, y| y + 1 == board.column_height(x))
}

/// Every empty cell with its weight in embedded-holes.
fn embedded(board: &Board) -> Vec<Mark> {
    const MOST: i64 = u16::MAX as i64;
    let mut row_weights = vec![0i64; rows(board)];
    let mut marks = Vec::new();
    for y in (0..rows(board)).rev() {
        for x in (0..board.width()).filter(|&x| !board.is_full(x, y)) {
            let lid = (y + 1..rows(board)).find(|&above| board.is_full(x, above));
            let weight = 1 + lid
                .filter(|lid| lid - y <= 2)
                .map_or(0, |lid| row_weights[lid]);
            row_weights[y] = (row_weights[y] + weight).min(MOST);
            marks.push((x, y, weight));
        }
    }
    marks
}

/// Every empty cell with the number of its sides that touch full ones.
fn frontier(board: &Board, right_wall: impl Fn(usize) -> bool) -> Vec<Mark> {
    counted_if(board, |x, y| {
        let left_wall = x == 0;
        let right_wall = x + 1 == board.width() && right_wall(y);
        let walls = usize::from(left_wall) + usize::from(right_wall);
        match board.is_full(x, y) {
            true => 0,
            false => walls + full_neighbours(board, x, y),
        }
    })
}

/// The cells of each pit but its highest.
fn pit(board: &Board) -> Vec<Mark> {
    let full_rows = board.full_rows();
    let mut marks = Vec::new();
    for x in 0..board.width() {
        let open = |x: usize, y: usize| x < board.width() && !board.is_full(x, y);
        let passes = |y: usize| {
            let beside = x > 0 && open(x - 1, y) || open(x + 1, y);
            full_rows >> y & 1 == 1 || !board.is_full(x, y) && beside
        };
        let passed = (0..rows(board)).rev().take_while(|&y| passes(y)).count();
        let pit = (0..rows(board) - passed).rev();
        let cells = pit.take_while(|&y| !board.is_full(x, y)).skip(1);
        marks.extend(cells.map(|y| (x, y, 1)));
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::features::{Count, FEATURES};
    use tetrarium_engine::{Player, PlayerGame, Reading, Rules, catalogue};

    /// All moves at some positions of games of a good and a bad player.
    fn moves() -> Vec<Move> {
        let mut moves = Vec::new();
        for (name, board) in [("bcts", "10x20"), ("fit", "10x20"), ("lspi", "7x9")] {
            let mut rules = Rules::default();
            rules.set("board", board).unwrap();
            let player = Player::new(catalogue::named(name).unwrap(), &rules).unwrap();
            let mut game = PlayerGame::new(&player, 3, 0);
            for _ in 0..60 {
                let Some(view) = game.view() else { break };
                moves.extend(view.moves().filter(|played| !played.ends));
                game.step();
            }
        }
        moves
    }

    #[test]
    fn marks_add_up_to_what_the_engine_reads() {
        let moves = moves();
        assert!(moves.len() > 2000);
        let mut compared = 0;
        for feature in FEATURES {
            for played in &moves {
                let counted = counted(feature.name, &played.after, Some(played));
                let sum: i64 = counted.marks.iter().map(|(_, _, times)| times).sum();
                if counted.adds_up {
                    let read = i64::from(Reading::from(*feature).raw(played, 0));
                    let sum = sum.min(if feature.name == "embedded-holes" {
                        65535
                    } else {
                        sum
                    });
                    assert_eq!(sum, read, "{}\n{}", feature.name, played.after);
                    compared += 1;
                }
            }
        }
        // More than half of the features are sums over cells.
        assert!(compared > 25 * moves.len());
    }

    #[test]
    fn every_feature_of_cells_has_marks_somewhere() {
        let moves = moves();
        for feature in FEATURES {
            let shows = |played: &Move| {
                let counted = counted(feature.name, &played.after, Some(played));
                !counted.marks.is_empty()
            };
            let none = feature.name == "constant" || matches!(feature.count, Count::Rows(_));
            assert_eq!(moves.iter().any(shows), !none, "{}", feature.name);
        }
    }

    #[test]
    fn marks_stay_on_the_board() {
        for played in moves() {
            for feature in FEATURES {
                for (x, y, times) in counted(feature.name, &played.after, Some(&played)).marks {
                    assert!(x < played.after.width() && y <= played.after.height());
                    assert!(times > 0);
                }
            }
        }
    }
}

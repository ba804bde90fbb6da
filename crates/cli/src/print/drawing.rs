//! Boards drawn in characters.

use tetrarium_engine::{Board, Landing, Piece};

/// The rows of a board on which a piece has just come to rest, from the top, and the floor: the
/// cells of the piece as its letter, full rows marked.
pub fn landed(board: &Board, piece: Piece, landing: Landing) -> Vec<String> {
    let shape = landing.shape(piece);
    let (left, floor) = (landing.placement.column as usize, landing.row as usize);
    let of_piece = |x: usize, y: usize| {
        let inside = x.checked_sub(left).zip(y.checked_sub(floor));
        inside.is_some_and(|(dx, dy)| dx < 4 && dy < 4 && shape.columns[dx] >> dy & 1 == 1)
    };
    rows(board, |x, y| of_piece(x, y).then(|| piece.letter()))
}

/// The rows of a board from the top, and the floor; `mark` is what stands in a cell that is not
/// drawn as all others are. Full rows are marked.
pub fn rows(board: &Board, mark: impl Fn(usize, usize) -> Option<char>) -> Vec<String> {
    let full = board.full_rows();
    let row = |y: usize| {
        let cells = (0..board.width()).map(|x| match (mark(x, y), board.is_full(x, y)) {
            (Some(mark), _) => mark,
            (None, true) => '#',
            (None, false) => ' ',
        });
        let end = if full >> y & 1 == 1 { " <" } else { "  " };
        format!("|{}|{end}", cells.collect::<String>())
    };
    let height = board.height().max(board.max_height());
    let floor = "-".repeat(board.width() + 2);
    (0..height).rev().map(row).chain([floor]).collect()
}

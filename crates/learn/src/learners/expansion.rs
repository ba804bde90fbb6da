//! What can follow a board: every piece and every placement of it.

use tetrarium_engine::{Board, Landings, Move, Piece, Rules, landings};

/// The placements that expanding a board counts as one move: their mean number for a piece, on a
/// board of width 10. So a search over placements and a game that is played cost the same.
pub(super) const PLACEMENTS_A_MOVE: u64 = 23;

/// All moves of a piece on a board, those that end the game included.
pub(super) fn moves_of<'a>(
    rules: &'a Rules,
    board: &'a Board,
    piece: Piece,
) -> impl Iterator<Item = Move> + 'a {
    let landings: Landings = landings(rules, board, piece);
    (0..landings.len()).map(move |place| Move::new(rules, board, piece, landings[place]))
}

/// What a number of placements counts as, in moves.
pub(super) fn as_moves(placements: u64) -> u64 {
    placements.div_ceil(PLACEMENTS_A_MOVE)
}

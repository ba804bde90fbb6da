//! What can follow a board: every piece and every placement of it.

use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Board, FeatureReader, Landings, Move, Piece, Placement, Rules, landings};

use super::values::Values;

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

/// The moves that a policy chooses from: all moves, without those that end the game where the rules
/// avoid these.
pub(super) fn choices<'a>(
    rules: &'a Rules,
    board: &'a Board,
    piece: Piece,
) -> impl Iterator<Item = Move> + 'a {
    let avoided = rules.suicide == Suicide::Avoided;
    moves_of(rules, board, piece).filter(move |played| !(played.ends && avoided))
}

/// Reads the features of a move that a policy may choose. Those of a move that ends the game are 0
/// where the rules rate it so.
pub(super) fn read_choice(values: &Values, rules: &Rules, played: &Move, row: &mut [i64]) {
    match played.ends && rules.suicide == Suicide::Zero {
        true => row.fill(0),
        false => values.of_move(played, row),
    }
}

/// Reads the moves that a policy chooses from, many at once.
pub(super) struct ChoiceReader<'a> {
    values: &'a Values,
    rules: &'a Rules,
    reader: Option<FeatureReader>,
}

impl<'a> ChoiceReader<'a> {
    pub fn new(values: &'a Values, rules: &'a Rules) -> ChoiceReader<'a> {
        ChoiceReader {
            values,
            rules,
            reader: values.reader(rules, &[]),
        }
    }

    /// Appends the placements of the choices of a piece on a board, and their features, a row a
    /// placement: what [`choices`] and [`read_choice`] give.
    pub fn read(
        &mut self,
        board: &Board,
        piece: Piece,
        placements: &mut Vec<Placement>,
        rows: &mut Vec<i64>,
    ) {
        let Some(reader) = &mut self.reader else {
            for played in choices(self.rules, board, piece) {
                placements.push(played.landing.placement);
                let end = rows.len();
                rows.resize(end + self.values.count(), 0);
                read_choice(self.values, self.rules, &played, &mut rows[end..]);
            }
            return;
        };
        reader.read(board, piece);
        let avoided = self.rules.suicide == Suicide::Avoided;
        for (index, placement) in reader.placements().iter().enumerate() {
            if !(avoided && reader.ends(index)) {
                placements.push(*placement);
                self.values.add_whole(reader.row(index), rows);
            }
        }
    }
}

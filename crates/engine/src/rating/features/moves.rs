//! Features of the move: where the piece landed, what it cleared, whether it ended the game.

use super::{Count, Feature, Read, Slot, Unit};
use crate::game::moves::Move;

/// The most rows that a move can remove in a game: where full rows stay between two pieces, the
/// second removes those of both. A drawn board may have more full rows; they count as this many.
pub(crate) const MOST_REMOVED: u32 = 8;

fn removed(played: &Move) -> u32 {
    played.cleared.count_ones().min(MOST_REMOVED)
}

pub static LANDING_HEIGHT: Feature = Feature {
    name: "landing-height",
    aliases: &[],
    number: "6",
    source: "Dellacherie (Fahey 2003)",
    definition: "The row of the piece's lowest cell where it landed, plus half of (the piece's \
        height - 1).",
    unit: Unit::Half,
    count: Count::One,
    range: |e| (0, 2 * e.rows),
    slot: Some(Slot::LandingHeight),
    read: Read::Move(|played| {
        2 * i32::from(played.landing.row) + i32::from(played.shape().height) - 1
    }),
};

pub static REMOVED_LINES: Feature = Feature {
    name: "removed-lines",
    aliases: &[],
    number: "16",
    source: "Lippmann et al. 1993",
    definition: "The rows removed by the move.",
    unit: Unit::One,
    count: Count::One,
    range: |_| (0, MOST_REMOVED as i32),
    slot: Some(Slot::RemovedLines),
    read: Read::Move(|played| removed(played) as i32),
};

pub static ERODED_PIECE_CELLS: Feature = Feature {
    name: "eroded-piece-cells",
    aliases: &[],
    number: "20",
    source: "Dellacherie (Fahey 2003)",
    definition: "The rows removed by the move times the cells of its piece that were in them.",
    unit: Unit::One,
    count: Count::One,
    range: |_| (0, 4 * MOST_REMOVED as i32),
    slot: Some(Slot::ErodedCells),
    read: Read::Move(|played| (removed(played) * played.piece_cells_in(played.cleared)) as i32),
};

pub static CONSTANT: Feature = Feature {
    name: "constant",
    aliases: &[],
    number: "",
    source: "reinforcement learning; student report",
    definition: "1.",
    unit: Unit::One,
    count: Count::One,
    range: |_| (1, 1),
    slot: Some(Slot::Constant),
    read: Read::Move(|_| 1),
};

pub static SUICIDE: Feature = Feature {
    name: "suicide",
    aliases: &[],
    number: "",
    source: "student report (IS_SUICIDE)",
    definition: "1 if the move ends the game, else 0.",
    unit: Unit::One,
    count: Count::One,
    range: |_| (0, 1),
    slot: Some(Slot::Suicide),
    read: Read::Move(|played| i32::from(played.ends)),
};

pub static LOST: Feature = Feature {
    name: "lost",
    aliases: &[],
    number: "",
    source: "Agent 06, x4",
    definition: "-1 if the move ends the game, else 1.",
    unit: Unit::One,
    count: Count::One,
    range: |_| (-1, 1),
    slot: Some(Slot::Lost),
    read: Read::Move(|played| if played.ends { -1 } else { 1 }),
};

#[cfg(test)]
mod tests {
    use crate::game::piece::Piece;
    use crate::rating::features::testing::*;

    const PILE: &str = "
        |    |
        |    |
        |### |
        |### |
        ------";

    #[test]
    fn landing_height_is_that_of_the_middle_of_the_piece() {
        // A standing I in the well: lowest cell in row 0, height 4.
        let played = dropped(PILE, Piece::I, 0, 3, &[]);
        assert_eq!(after("landing-height", &played), 1.5);
        // A lying one on top: row 2, height 1. Rows removed afterwards do not lower it.
        assert_eq!(
            after("landing-height", &dropped(PILE, Piece::I, 1, 0, &[])),
            2.0
        );
        assert_eq!(
            after("landing-height", &dropped(PILE, Piece::O, 0, 0, &[])),
            2.5
        );
    }

    #[test]
    fn rows_removed_and_eroded_cells() {
        let played = dropped(PILE, Piece::I, 0, 3, &[]);
        assert_eq!(after("removed-lines", &played), 2.0);
        assert_eq!(
            after("eroded-piece-cells", &played),
            4.0,
            "2 rows, 2 cells of the piece"
        );
        let four = dropped("###.\n###.\n###.\n###.", Piece::I, 0, 3, &[]);
        assert_eq!(after("removed-lines", &four), 4.0);
        assert_eq!(after("eroded-piece-cells", &four), 16.0);
        let none = dropped(PILE, Piece::O, 0, 0, &[]);
        assert_eq!(after("removed-lines", &none), 0.0);
        assert_eq!(after("eroded-piece-cells", &none), 0.0);
    }

    #[test]
    fn a_lying_i_fills_a_row_of_its_own() {
        let played = dropped("....\n....\n....\n....", Piece::I, 1, 0, &[]);
        assert_eq!(after("eroded-piece-cells", &played), 4.0);
        assert_eq!(after("constant", &played), 1.0);
    }

    #[test]
    fn the_end_of_the_game() {
        let ends = dropped(PILE, Piece::I, 0, 0, &[]);
        assert!(ends.ends);
        assert_eq!((after("suicide", &ends), after("lost", &ends)), (1.0, -1.0));
        assert_eq!(
            (
                after("removed-lines", &ends),
                after("landing-height", &ends)
            ),
            (0.0, 3.5)
        );
        let goes_on = dropped(PILE, Piece::O, 0, 0, &[]);
        assert_eq!(
            (after("suicide", &goes_on), after("lost", &goes_on)),
            (0.0, 1.0)
        );
    }
}

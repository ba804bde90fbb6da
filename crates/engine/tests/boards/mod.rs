//! Random boards for property tests.

use proptest::prelude::*;
use tetrarium_engine::{Board, Size};

/// Boards of all sizes, heights and densities, without full rows.
pub fn boards() -> impl Strategy<Value = Board> {
    (4usize..=16, 4usize..=28)
        .prop_flat_map(|(width, height)| {
            let columns = prop::collection::vec(
                (any::<u32>(), any::<u32>(), 0..=height, any::<bool>()),
                width,
            );
            (Just(Size::new(width, height).unwrap()), columns)
        })
        .prop_map(|(size, columns)| {
            let masks: Vec<u32> = columns
                .into_iter()
                .map(|(a, b, top, dense)| {
                    let cells = if dense { a | b } else { a & b };
                    cells & ((1u64 << top) - 1) as u32
                })
                .collect();
            let board = Board::from_columns(size, &masks);
            board.without_rows(board.full_rows())
        })
}

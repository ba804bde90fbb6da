//! All features that files can name.

use super::{Feature, cells, heights, holes, moves, patterns, transitions, wells, xtris};

/// All features, in the order of the catalogue.
pub static FEATURES: &[&Feature] = &[
    &heights::MAX_HEIGHT,
    &holes::HOLES,
    &heights::COLUMN_HEIGHT,
    &heights::COLUMN_DIFFERENCE,
    &moves::LANDING_HEIGHT,
    &transitions::CELL_TRANSITIONS,
    &wells::DEEP_WELLS,
    &xtris::EMBEDDED_HOLES,
    &heights::HEIGHT_DIFFERENCES,
    &heights::MEAN_HEIGHT,
    &moves::REMOVED_LINES,
    &cells::HEIGHT_WEIGHTED_CELLS,
    &wells::WELLS,
    &cells::FULL_CELLS,
    &moves::ERODED_PIECE_CELLS,
    &transitions::ROW_TRANSITIONS,
    &transitions::COLUMN_TRANSITIONS,
    &wells::CUMULATIVE_WELLS,
    &wells::CUMULATIVE_WELLS_FAST,
    &heights::MIN_HEIGHT,
    &heights::MAX_MINUS_MEAN_HEIGHT,
    &heights::MEAN_MINUS_MIN_HEIGHT,
    &holes::MEAN_HOLE_DEPTH,
    &heights::MAX_HEIGHT_DIFFERENCE,
    &holes::ADJACENT_COLUMN_HOLES,
    &wells::MAX_WELL_DEPTH,
    &holes::HOLE_DEPTH,
    &holes::ROWS_WITH_HOLES,
    &heights::PATTERN_DIVERSITY,
    &wells::WELL_CELLS,
    &moves::CONSTANT,
    &cells::MEAN_CELL_HEIGHT,
    &heights::SQUARED_HEIGHT_DIFFERENCES,
    &moves::SUICIDE,
    &heights::SUM_HEIGHT,
    &xtris::FRONTIER,
    &xtris::FRONTIER_XTRIS,
    &xtris::PIT,
    &xtris::DROP,
    &moves::LOST,
    &wells::PIT_DEPTHS,
    &heights::HEIGHT_DEVIATION,
    &heights::HEIGHT_RBF,
    &holes::SURROUNDED_HOLES,
    &cells::CELLS,
    &cells::CELLS_BEFORE,
    &cells::PIECE_CELLS,
    &patterns::SURFACE_4,
    &patterns::SURFACE_5,
    &patterns::COVER,
];

/// Features that papers name but do not define, and why a controller cannot use them.
pub static UNDEFINED: [(&str, &str); 1] = [(
    "jags",
    "Lippmann et al. (1993) name it, but no source defines it",
)];

impl Feature {
    /// Whether it is one of [`FEATURES`], which files can name.
    pub fn is_in_catalogue(&self) -> bool {
        FEATURES.iter().any(|feature| std::ptr::eq(*feature, self))
    }
}

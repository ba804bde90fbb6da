//! What the kernel reads off a move, and how the features are made of it.
//!
//! Several features are sums of the same few parts: row transitions are the differing pairs of neighbouring columns less a constant, column
//! transitions twice the lids plus the width. The kernel knows the parts; weights of features become weights of parts here.

use tetrarium_engine::Size;
use tetrarium_engine::features::Feature;

/// A number that the kernel reads off a board or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Holes,
    Lids,
    Depth,
    Cells,
    Weighted,
    Surrounded,
    Tops,
    Sum,
    Walls,
    Pairs,
    Differences,
    Squares,
    Pattern,
    Wells,
    Deep,
    Pits,
    MostWell,
    Cumulative,
    Fast,
    WellCells,
    RowsWithHoles,
    Most,
    Least,
    Deviation,
    /// The height of a column.
    Column(u8),
    /// The height difference of the pair of columns that ends with this one.
    Difference(u8),
    Landing,
    Cleared,
    Eroded,
    Ends,
    /// 1.
    Constant,
}

impl Part {
    /// Whether it is read off the move, not the board.
    pub fn of_move(self) -> bool {
        use Part::*;
        matches!(self, Landing | Cleared | Eroded | Ends | Constant)
    }

    /// Its name in the kernel's `F_` macros; parts with an index share one.
    pub fn name(self) -> &'static str {
        use Part::*;
        match self {
            Holes => "HOLES",
            Lids => "LIDS",
            Depth => "DEPTH",
            Cells => "CELLS",
            Weighted => "WEIGHTED",
            Surrounded => "SURROUNDED",
            Tops => "TOPS",
            Sum => "SUM",
            Walls => "WALLS",
            Pairs => "PAIRS",
            Differences => "DIFFERENCES",
            Squares => "SQUARES",
            Pattern => "PATTERN",
            Wells => "WELLS",
            Deep => "DEEP",
            Pits => "PITS",
            MostWell => "MOST_WELL",
            Cumulative => "CUMULATIVE",
            Fast => "FAST",
            WellCells => "WELL_CELLS",
            RowsWithHoles => "ROWS_WITH_HOLES",
            Most => "MOST",
            Least => "LEAST",
            Deviation => "DEVIATION",
            Column(_) => "COLUMN",
            Difference(_) => "DIFFERENCE",
            Landing => "LANDING",
            Cleared => "CLEARED",
            Eroded => "ERODED",
            Ends => "ENDS",
            Constant => "CONSTANT",
        }
    }

    /// The kernel's expression for it; `raw` names what was read off the board.
    pub fn expression(self, raw: &str) -> String {
        match self {
            Part::Constant => "1".to_string(),
            Part::Column(x) => format!("{raw}.heights[{x}]"),
            Part::Difference(x) => format!("{raw}.difference[{x}]"),
            part if part.of_move() => part.name().to_ascii_lowercase(),
            part => format!("{raw}.{}", part.name().to_ascii_lowercase()),
        }
    }
}

/// The whole number a feature's code reads as a sum of parts, each with a factor; none for features the kernel does not know: the two
/// ratios, and xtris' own terms.
pub(crate) fn parts(feature: &Feature, index: usize, size: Size) -> Option<Vec<(Part, i32)>> {
    use Part::*;
    let (width, height) = (size.width() as i32, size.height() as i32);
    Some(match feature.name {
        "max-height" => vec![(Most, 1)],
        "min-height" => vec![(Least, 1)],
        "max-height-difference" => vec![(Most, 1), (Least, -1)],
        "max-minus-mean-height" => vec![(Most, width), (Sum, -1)],
        "mean-minus-min-height" => vec![(Sum, 1), (Least, -width)],
        "sum-height" | "mean-height" | "height-rbf" => vec![(Sum, 1)],
        "column-height" => vec![(Column(index as u8), 1)],
        "column-difference" => vec![(Difference(index as u8 + 1), 1)],
        "height-differences" => vec![(Differences, 1)],
        "squared-height-differences" => vec![(Squares, 1)],
        "height-deviation" => vec![(Deviation, 1)],
        "pattern-diversity" => vec![(Pattern, 1)],
        "holes" => vec![(Holes, 1)],
        "adjacent-column-holes" => vec![(Lids, 1)],
        "hole-depth" => vec![(Depth, 1)],
        "rows-with-holes" => vec![(RowsWithHoles, 1)],
        "surrounded-holes" => vec![(Surrounded, 1)],
        "full-cells" => vec![(Cells, 1)],
        "height-weighted-cells" => vec![(Weighted, 1)],
        // The kernel's pairs have the walls as full columns of 32 rows.
        "row-transitions" => vec![(Pairs, 1), (Constant, 2 * height - 64)],
        "column-transitions" => vec![(Lids, 2), (Constant, width)],
        "cell-transitions" => vec![
            (Pairs, 1),
            (Walls, 1),
            (Lids, 1),
            (Tops, 1),
            (Constant, -64),
        ],
        "wells" => vec![(Wells, 1)],
        "deep-wells" => vec![(Deep, 1)],
        "pit-depths" => vec![(Pits, 1)],
        "max-well-depth" => vec![(MostWell, 1)],
        "cumulative-wells" => vec![(Cumulative, 1)],
        "cumulative-wells-fast" => vec![(Fast, 1)],
        "well-cells" => vec![(WellCells, 1)],
        "landing-height" => vec![(Landing, 1)],
        "removed-lines" => vec![(Cleared, 1)],
        "eroded-piece-cells" => vec![(Eroded, 1)],
        "constant" => vec![(Constant, 1)],
        "suicide" => vec![(Ends, 1)],
        "lost" => vec![(Constant, 1), (Ends, -2)],
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::features::FEATURES;

    #[test]
    fn every_whole_feature_but_those_of_xtris_is_known() {
        let unknown: Vec<&str> = FEATURES
            .iter()
            .filter(|feature| parts(feature, 0, Size::STANDARD).is_none())
            .map(|feature| feature.name)
            .collect();
        assert_eq!(
            unknown,
            [
                "embedded-holes",
                "mean-hole-depth",
                "mean-cell-height",
                "frontier",
                "frontier-xtris",
                "pit",
                "drop"
            ]
        );
    }
}

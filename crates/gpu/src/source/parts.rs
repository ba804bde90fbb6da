//! What the kernel reads off a move, and how the numbers of the slots are made of it.
//!
//! Several slots are sums of the same few parts: row transitions are the differing pairs of
//! neighbouring columns less a constant, column transitions twice the lids plus the width. The
//! kernel knows the parts; weights of slots become weights of parts here.

use tetrarium_engine::features::Slot;
use tetrarium_engine::{Reading, Size};

/// A number that the kernel reads off a board or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
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

    /// Whether a placement that is rated by its window gives this number for the whole board.
    pub fn of_window(self) -> bool {
        use Part::*;
        self.of_move()
            || matches!(
                self,
                Sum | Most | Least | Pattern | MostWell | RowsWithHoles
            )
    }

    /// Its name in the kernel's `F_` macros; parts with an index share one.
    pub fn name(self) -> &'static str {
        use Part::*;
        match self {
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

/// Whether a slot is read off the move alone: nothing of the board is in it.
pub(crate) fn is_of_move(slot: Slot) -> bool {
    use Slot::*;
    matches!(
        slot,
        LandingHeight | RemovedLines | ErodedCells | Constant | Suicide | Lost
    )
}

/// The number of a slot as a sum of parts, each with a factor; `index` says which of its columns.
/// None for local patterns.
pub(crate) fn parts(slot: Slot, index: usize, size: Size) -> Option<Vec<(Part, i32)>> {
    use Part::*;
    let (width, height) = (size.width() as i32, size.height() as i32);
    Some(match slot {
        Slot::MaxHeight => vec![(Most, 1)],
        Slot::MinHeight => vec![(Least, 1)],
        Slot::MaxHeightDifference => vec![(Most, 1), (Least, -1)],
        Slot::MaxMinusMean => vec![(Most, width), (Sum, -1)],
        Slot::MeanMinusMin => vec![(Sum, 1), (Least, -width)],
        Slot::SumHeight => vec![(Sum, 1)],
        Slot::ColumnHeight => vec![(Column(index as u8), 1)],
        Slot::ColumnDifference => vec![(Difference(index as u8 + 1), 1)],
        Slot::HeightDifferences => vec![(Differences, 1)],
        Slot::SquaredDifferences => vec![(Squares, 1)],
        Slot::HeightDeviation => vec![(Deviation, 1)],
        Slot::PatternDiversity => vec![(Pattern, 1)],
        // A column has as many holes as it has empty cells below its height.
        Slot::Holes => vec![(Sum, 1), (Cells, -1)],
        Slot::Lids => vec![(Lids, 1)],
        Slot::HoleDepth => vec![(Depth, 1)],
        Slot::RowsWithHoles => vec![(RowsWithHoles, 1)],
        Slot::SurroundedHoles => vec![(Surrounded, 1)],
        Slot::FullCells => vec![(Cells, 1)],
        Slot::WeightedCells => vec![(Weighted, 1)],
        // The kernel's pairs have the walls as full columns of 32 rows.
        Slot::RowTransitions => vec![(Pairs, 1), (Constant, 2 * height - 64)],
        Slot::ColumnTransitions => vec![(Lids, 2), (Constant, width)],
        Slot::CellTransitions => vec![
            (Pairs, 1),
            (Walls, 1),
            (Lids, 1),
            (Tops, 1),
            (Constant, -64),
        ],
        Slot::Wells => vec![(Wells, 1)],
        Slot::DeepWells => vec![(Deep, 1)],
        Slot::PitDepths => vec![(Pits, 1)],
        Slot::MaxWellDepth => vec![(MostWell, 1)],
        Slot::CumulativeWells => vec![(Cumulative, 1)],
        Slot::FastWells => vec![(Fast, 1)],
        Slot::WellCells => vec![(WellCells, 1)],
        Slot::LandingHeight => vec![(Landing, 1)],
        Slot::RemovedLines => vec![(Cleared, 1)],
        Slot::ErodedCells => vec![(Eroded, 1)],
        Slot::Constant => vec![(Constant, 1)],
        Slot::Suicide => vec![(Ends, 1)],
        Slot::Lost => vec![(Constant, 1), (Ends, -2)],
        // Their tables are of another kind.
        Slot::Surface4 | Slot::Surface5 | Slot::Cover => return None,
    })
}

/// The kernel's expression for the number of a reading, before it is squared: `r` is what was read
/// off the board after the move, `q` off the board before.
pub(crate) fn expression(reading: &Reading, parts: &[(Part, i32)]) -> String {
    let sum = |raw: &str| {
        let terms: Vec<String> = parts
            .iter()
            .map(|(part, factor)| format!("{factor}*{}", part.expression(raw)))
            .collect();
        format!("({})", terms.join("+"))
    };
    match reading.delta {
        false => sum("r"),
        true => format!("({}-{})", sum("r"), sum("q")),
    }
}

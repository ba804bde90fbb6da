//! The scores of all placements of a piece at once, for any rating whose slots bytes count: a pass
//! for each group of features that it names, then one over all that was counted.
//!
//! A pass is a function of its own. Which passes and which of their parts there are is always the
//! same for a rating, so that the machine foresees it.

use super::counts::Count;
use super::placements::{Board, Placements};
use super::places::PLACES;
use super::plan::Job;
use super::rate::rest;
use super::scoring;
use super::vector::{BYTES, ByteVector, COLUMNS};
use crate::kernels::scores::{Counts, Draft};

/// The placements, a bit for each byte, that a pass leaves to be rated one by one.
#[derive(Clone, Copy, Default)]
pub(crate) struct Left {
    /// Those for which what was counted means nothing.
    pub open: u64,
    /// Those with new well cells among holes.
    pub covered: u64,
}

/// Counts a group of features.
pub(crate) trait Pass {
    /// What it counts, as a set.
    const COUNTS: u64;

    /// Counts all placements of a piece whose widest orientation has `M` columns.
    fn count<B: ByteVector, const M: usize>(job: Job, counts: &mut Counts) -> Left;
}

/// Well cells.
pub(crate) struct Wells;

impl Pass for Wells {
    const COUNTS: u64 = Count::WellsLow.alone();

    #[inline(always)]
    fn count<B: ByteVector, const M: usize>(job: Job, counts: &mut Counts) -> Left {
        let board = Board::<B>::new(&job);
        let wells = Placements::<B, M>::new(job.piece, &board).wells(&board);
        let [low, high] = wells.cumulative;
        counts.set(Count::WellsLow, low);
        counts.set(Count::WellsHigh, high);
        Left {
            open: 0,
            covered: wells.covered.is_some(),
        }
    }
}

/// Well cells in the fast meaning.
pub(crate) struct Runs;

impl Pass for Runs {
    const COUNTS: u64 = Count::FastLow.alone() | Count::WellCells.alone();

    #[inline(always)]
    fn count<B: ByteVector, const M: usize>(job: Job, counts: &mut Counts) -> Left {
        let board = Board::<B>::new(&job);
        let runs = Placements::<B, M>::new(job.piece, &board).runs(&board, counts);
        Left {
            open: runs.ragged.is_some(),
            covered: runs.covered.is_some(),
        }
    }
}

/// What belongs to places: local patterns, and tables for each column.
pub(crate) struct Places;

impl Pass for Places {
    const COUNTS: u64 = PLACES;

    #[inline(always)]
    fn count<B: ByteVector, const M: usize>(job: Job, counts: &mut Counts) -> Left {
        let board = Board::<B>::new(&job);
        let all = Placements::<B, M>::new(job.piece, &board);
        let surface = all.surface(job, &board);
        let places = &job.plan.places;
        counts.of_places = [0; BYTES];
        let sums = &mut counts.of_places;
        if let Some(tables) = &places.surface {
            tables.add(job.piece, &surface.windows(&places.windows), sums);
        }
        if let Some(tables) = &places.cover {
            tables.add(job.piece, &all.covers(&board, &surface), sums);
        }
        if let Some(tables) = &places.columns {
            tables.add(job.piece, &surface.heights(), sums);
        }
        if let Some(tables) = &places.pairs {
            tables.add(job.piece, &surface.pairs(), sums);
        }
        Left::default()
    }
}

/// The heights of the columns and their differences.
pub(crate) struct Heights;

/// What belongs to the greatest and the least height.
const EXTREMES: u64 = Count::MaxHeight.alone() | Count::MinHeight.alone();
/// What belongs to the differences of neighbouring heights.
const DIFFERENCES: u64 = Count::Differences.alone() | Count::SquaresLow.alone();
/// What belongs to open wells.
const OPEN_WELLS: u64 = Count::OpenWells.alone()
    | Count::DeepWells.alone()
    | Count::Pits.alone()
    | Count::Deepest.alone();

impl Pass for Heights {
    const COUNTS: u64 =
        EXTREMES | DIFFERENCES | OPEN_WELLS | Count::Patterns.alone() | Count::Rise.alone();

    #[inline(always)]
    fn count<B: ByteVector, const M: usize>(job: Job, counts: &mut Counts) -> Left {
        let board = Board::<B>::new(&job);
        let all = Placements::<B, M>::new(job.piece, &board);
        let surface = all.surface(job, &board);
        let counted = job.plan.counted;
        if counted & EXTREMES != 0 {
            all.extremes(&board, &surface, counts);
        }
        if counted & DIFFERENCES != 0 {
            surface.differences(counts);
        }
        if counted & Count::Patterns.alone() != 0 {
            surface.patterns(counts);
        }
        if counted & OPEN_WELLS != 0 {
            surface.open_wells(counts);
        }
        if counted & Count::Rise.alone() != 0 {
            surface.columns(counts);
        }
        Left::default()
    }
}

/// The last pass, over cells, holes and the landing, and the scores of all placements of a piece
/// whose widest orientation has `M` columns, on a board without full rows.
#[inline(always)]
pub(crate) fn rate_counted<B: ByteVector, const M: usize>(
    job: Job,
    left: Left,
    out: &mut Draft,
    counts: &mut Counts,
) {
    let piece = job.piece;
    let board = Board::<B>::new(&job);
    let all = Placements::<B, M>::new(piece, &board);
    all.count_cells(&board, job, counts);
    let full = all.full_rows(&board, job.plan.wraps_around);
    let over = all.row.above(B::orientations(piece.limit));
    let open = over | full.is_some() | left.open;
    all.row.store(&mut out.spots.rows);
    full.store(&mut out.spots.full);
    out.rest = rest::<B>(piece, [open, over, left.covered]);
    // Three vectors hold the placements on boards up to thirteen wide.
    (out.best, out.covered_best) = match piece.count > 3 * COLUMNS {
        true => scoring::score::<B, 4>(job, out.rest, &mut out.list, counts),
        false => scoring::score::<B, 3>(job, out.rest, &mut out.list, counts),
    };
}

/// For a number of sides that touch: the bias of changes along rows, less two for each side. It is
/// a table because with a sum of these numbers with themselves LLVM does not finish.
const FEWER: [u8; BYTES] = {
    let mut table = [0; BYTES];
    let mut sides = 0;
    while sides <= 8 {
        table[sides] = (Count::RowChanges.bias() - 2 * sides as i32) as u8;
        sides += 1;
    }
    table
};

impl<B: ByteVector, const M: usize> Placements<'_, B, M> {
    /// Counts cells, holes and the landing.
    #[inline(always)]
    fn count_cells(&self, board: &Board<B>, job: Job, counts: &mut Counts) {
        let counted = job.plan.counted;
        let rise = B::orientations(self.piece.rise);
        counts.set(Count::Landing, self.row.add(self.row).add(rise));
        counts.set(Count::Holes, self.holes());
        let lids = self.lids();
        counts.set(Count::Lids, lids);
        if counted & Count::Surrounded.alone() != 0 {
            counts.set(Count::Surrounded, self.surrounded(lids));
        }
        if counted & Count::Covering.alone() != 0 {
            counts.set(Count::Covering, self.covering(board));
        }
        if counted & Count::HoleRows.alone() != 0 {
            counts.set(Count::HoleRows, self.hole_rows(board, self.new_holes()));
        }
        let fewer = self.touching().look_up(B::load(&FEWER));
        let changes = B::orientations(self.piece.sides).add(fewer);
        counts.set(Count::RowChanges, changes);
        if counted & Count::CellChanges.alone() != 0 {
            let changes = self.cell_changes(changes, job.plan.height);
            counts.set(Count::CellChanges, changes);
        }
    }
}

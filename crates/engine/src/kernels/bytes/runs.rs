//! All placements of a piece: wells in the fast meaning, in which every empty cell below a well
//! cell is one too.
//!
//! Above each column such cells are one run: from the column up to the highest well cell. A piece
//! leaves of a run what is below it, and may make it longer. There may be a run above the piece.

use super::counts::Count;
use super::pieces::NO_RUN;
use super::placements::{Board, FROM_ROW, Placements, each};
use super::surface::{Sum, SumOfPairs, near_each, widest};
use super::vector::{BYTES, ByteVector};
use crate::kernels::scores::Counts;

/// What was found on the way.
pub(super) struct Runs<B> {
    /// New well cells among holes, which are not counted.
    pub covered: B,
    /// Placements for which what is counted means nothing.
    pub ragged: B,
}

/// The highest row of 0 to 15, the lowest counting 1.
const PEAK: [u8; BYTES] = {
    let mut table = [NO_RUN; BYTES];
    let mut cells = 1;
    while cells < 16 {
        table[cells] = (u32::BITS - (cells as u32).leading_zeros()) as u8;
        cells += 1;
    }
    table
};

/// The runs above the columns of a board, as bytes.
struct Before<B> {
    /// Their lengths.
    depths: B,
    /// Not 0 where a cell of the run is no well cell.
    ragged: B,
}

impl<B: ByteVector> Before<B> {
    #[inline(always)]
    fn new(board: &Board<B>) -> Self {
        let wall = B::splat_columns(-1);
        let open = board
            .cells
            .to_the_left::<1>(wall)
            .and(board.cells.to_the_right::<1>(wall))
            .but_not(board.below);
        let depths = open.height_columns().sub_to_zero(board.heights);
        Before {
            depths: depths.spread(),
            ragged: depths.sub(open.count_columns()).spread(),
        }
    }
}

impl<B: ByteVector, const M: usize> Placements<'_, B, M> {
    /// Counts wells in the fast meaning, but for new well cells among holes.
    #[inline(always)]
    pub fn runs(&self, board: &Board<B>, counts: &mut Counts) -> Runs<B> {
        let zero = B::splat(0);
        let (row, from_row) = (self.row, B::load(&FROM_ROW));
        let which = B::orientations([0, 16, 32, 48]);
        let filled = &self.filled;
        let before = Before::new(board);
        let depths = near_each::<B>(before.depths);
        let ragged = near_each::<B>(before.ragged);
        let (mut covered, mut cut_ragged) = (zero, zero);
        // The lengths of all runs, and the squares of those above the piece.
        let (mut sum, mut small_squares) = (zero, zero);
        let mut squares = [zero; 2];
        for j in 1..M + 3 {
            let height = self.heights[j - 1];
            let above = height.sub_to_zero(row).look_up(from_row);
            let beside = self
                .cells(j - 1)
                .and(filled[j + 1])
                .or(filled[j - 1].and(self.cells(j + 1)));
            covered = covered.or(beside.but_not(filled[j]).but_not(above));
            // All well cells above the column in the rows of the box, new or not.
            let wells = filled[j - 1]
                .and(filled[j + 1])
                .and(above)
                .but_not(filled[j]);
            let (mut kept, peak);
            kept = depths[j - 1];
            if j == 1 || j == M + 2 {
                peak = wells.look_up(B::load(&PEAK));
            } else {
                let entry = wells.or(which);
                let floor = row.sub_to_zero(height).or(each(j - 2, &self.piece.none));
                let cut = kept.sub_to_zero(floor);
                cut_ragged = cut_ragged.or(ragged[j - 1].min(cut).min(floor));
                kept = kept.min(floor);
                peak = entry.look_up(B::load(&self.piece.under_peaks[j - 2]));
                let over = entry.look_up(B::load(&self.piece.over_peaks[j - 2]));
                sum = sum.add(over);
                small_squares =
                    small_squares.add(entry.look_up(B::load(&self.piece.over_squares[j - 2])));
            }
            let run = kept.max(peak.add(row.sub(height)));
            sum = sum.add(run);
            let [even, odd] = run.products(run);
            squares = [squares[0].add_pairs(even), squares[1].add_pairs(odd)];
        }
        if M == 4 {
            // Only a standing I, which has no second column, leaves a run above it that was there
            // before.
            let over = depths[1].sub_to_zero(B::splat(4));
            let over = over.and(each(1, &self.piece.none));
            sum = sum.add(over);
            let [even, odd] = over.products(over);
            squares = [squares[0].add_pairs(even), squares[1].add_pairs(odd)];
        }
        let of_before = before.depths;
        let sum_before = widest::<B, Sum, M>(of_before);
        let square = of_before.products(of_before)[0];
        let squares_before = widest::<B, SumOfPairs, M>(square);
        let biased = sum.add(B::splat(Count::WellCells.bias() as u8));
        let cells = biased.sub(sum_before);
        // k + (k - 1) + … + 1 is half of k² + k.
        let small = small_squares.add(cells).products(B::splat(1));
        let bias = 2 * Count::FastLow.bias_of_pairs() - Count::WellCells.bias_of_pairs();
        let bias = B::splat_columns(bias).sub_pairs(squares_before);
        let [even, odd] = [
            squares[0].add_pairs(small[0]).add_pairs(bias),
            squares[1].add_pairs(small[1]).add_pairs(bias),
        ];
        let [low, high] = B::joined([even.halved_pairs(), odd.halved_pairs()]);
        counts.set(Count::FastLow, low);
        counts.set(Count::FastHigh, high);
        counts.set(Count::WellCells, cells);
        Runs {
            covered,
            ragged: cut_ragged,
        }
    }
}

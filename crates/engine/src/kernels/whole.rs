//! The scores of all placements of a piece at once, a byte for each: for the ratings of Dellacherie's family, where the machine
//! has vectors of sixty-four bytes.
//!
//! What a placement changes is small: rows of the piece's box are four bits a column, heights and what is counted fit a byte. So the
//! differences of `batch` and `wells`, the same in other words, are taken of all orientations in all columns in one pass; only
//! the weights need 32 bits. An orientation narrower than the widest is one with empty columns to its right.

use super::lineup::{Digits, FLOOR_BIAS, Lineup, WELLS_BIAS};
use super::profile::{Profile, RISE};
use super::rate::{Best, Rest, Scores};
use super::slot::Slot;
use super::wide::{BYTES, COLUMNS, Wide};

/// A rating and the pieces as this wants them.
#[derive(Clone, Debug)]
pub(crate) struct Whole {
    /// All bits beyond the width.
    pub walls: [u32; COLUMNS],
    /// Whether the window of a piece at the right edge comes around to the left one.
    pub comes_around: bool,
    /// The weights.
    pub digits: Digits,
    /// The pieces.
    pub lineups: [Lineup; 7],
}

impl Whole {
    /// For a board of some width and the weights of the slots.
    pub fn new(
        width: usize,
        profiles: &[Box<[Profile]>; 7],
        weight: impl Fn(Slot) -> i32,
    ) -> Whole {
        let lineups = profiles
            .each_ref()
            .map(|profiles| Lineup::new(profiles, width, &weight));
        Whole {
            walls: std::array::from_fn(|x| if x < width { 0 } else { u32::MAX }),
            comes_around: width > COLUMNS - 3,
            digits: Digits::new(&weight),
            lineups,
        }
    }
}

/// What is to be rated.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub whole: &'a Whole,
    pub lineup: &'a Lineup,
    pub columns: &'a [u32; COLUMNS],
    /// The score of a move that changed nothing.
    pub start: i32,
}

/// For 0 to 15: the sum of the rows of the bits, each as much less as the floor is raised.
const NEIGHBOUR_WELLS: [u8; BYTES] = {
    let mut table = [0; BYTES];
    let mut cells = 0;
    while cells < 16 {
        let count = (cells as u32).count_ones() as i8;
        table[cells] = (RISE[cells] - FLOOR_BIAS as i8 * count) as u8;
        cells += 1;
    }
    table
};

/// The rows of a box of four that are at least so many above its floor.
const FROM_ROW: [u8; BYTES] = {
    let mut table = [0; BYTES];
    (table[0], table[1], table[2], table[3]) = (0b1111, 0b1110, 0b1100, 0b1000);
    table
};

/// For each number the bits below: of 0 to 15, and of 16 to 31.
const BELOW: [[u32; COLUMNS]; 2] = {
    let mut tables = [[0; COLUMNS]; 2];
    let mut row = 0;
    while row < 32 {
        tables[row / 16][row % 16] = (1 << row) - 1;
        row += 1;
    }
    tables
};

/// Rates all placements of a piece whose widest orientation has `M` columns, on a board without full rows. Gives the best of those
/// whose score is final, and the others; the scores are in the list.
#[inline(always)]
pub(crate) fn rate<B: Wide, const M: usize>(question: Question, out: &mut Scores) -> (Best, Rest) {
    let Question {
        whole,
        lineup,
        columns,
        ..
    } = question;
    let zero = B::splat(0);
    let each = |k: usize, of: &[[u8; 4]]| B::orientations(of[k]);

    // The board, a column a lane. Walls are full and higher than any pile.
    let wall = B::splat_columns(-1);
    let board = B::load_columns(columns).or(B::load_columns(&whole.walls));
    let height = board.height_columns();
    let below = B::below_columns(height);
    let holes = below.but_not(board);

    // Where the piece comes to rest.
    let tall = B::splat(32);
    let here = height.spread();
    let heights = [
        here.to_the_left::<1>(tall),
        here,
        here.to_the_right::<1>(tall),
        here.to_the_right::<2>(tall),
        here.to_the_right::<3>(tall),
        here.to_the_right::<4>(tall),
    ];
    let mut reach = [zero; 4];
    for k in 0..M {
        reach[k] = heights[k + 1].sub(each(k, &lineup.bottom));
    }
    let mut row = reach[0].max(reach[1]).max(reach[2]);
    if M == 4 {
        row = row.max(reach[3]);
    }
    let mut gaps = [zero; 4];
    for k in 0..M {
        gaps[k] = row.sub(reach[k]).but_not(each(k, &lineup.none));
    }

    // The columns from two left of the piece to two right of it, in the rows of its box.
    let near: [B; 8] = [
        board.to_the_left::<2>(wall).fields(row),
        board.to_the_left::<1>(wall).fields(row),
        board.fields(row),
        board.to_the_right::<1>(wall).fields(row),
        board.to_the_right::<2>(wall).fields(row),
        board.to_the_right::<3>(wall).fields(row),
        board.to_the_right::<4>(wall).fields(row),
        match M {
            4 => board.to_the_right::<5>(wall).fields(row),
            _ => zero,
        },
    ];
    let cells = |j: usize| match j {
        2..6 if j < M + 2 => each(j - 2, &lineup.cells),
        _ => zero,
    };
    let mut filled = near;
    for j in 2..M + 2 {
        filled[j] = near[j].or(cells(j));
    }

    // Rows full in all columns but those of the window, and in these with the piece.
    let two = board.and(board.around::<1>());
    let four = two.and(two.around::<2>());
    let eight = four.and(four.around::<4>());
    let others = match M {
        3 => eight
            .around::<3>()
            .and(four.around::<11>())
            .and(board.around::<15>()),
        _ => eight.around::<4>().and(four.around::<12>()),
    };
    let mut full = others.fields(row);
    for column in &filled[2..M + 2] {
        full = full.and(*column);
    }
    if whole.comes_around {
        full = full.and(board.around::<1>().fields(row).or(cells(3)));
        full = full.and(board.around::<2>().fields(row).or(cells(4)));
        if M == 4 {
            full = full.and(board.around::<3>().fields(row).or(cells(5)));
        }
    }
    let over = row.above(B::orientations(lineup.limit));

    // Well cells, from the column left of the piece to the one right of it.
    let high = row.add(B::splat(FLOOR_BIAS));
    let from_row = B::load(&FROM_ROW);
    let which = B::orientations([0, 16, 32, 48]);
    let mut covered = zero;
    let mut hole_cells = zero;
    let mut within = zero;
    let mut deep = [zero; 2];
    for j in 1..M + 3 {
        let beside = cells(j - 1)
            .and(filled[j + 1])
            .or(filled[j - 1].and(cells(j + 1)));
        let new = beside.but_not(filled[j]);
        let above = heights[j - 1].sub_to_zero(row).look_up(from_row);
        covered = covered.or(new.but_not(above));
        let open = new.and(above);
        let (wells, steep) = match j {
            _ if j == 1 || j == M + 2 => (open.look_up(B::load(&NEIGHBOUR_WELLS)), open.count()),
            _ => {
                // Cells of the piece that were well cells are none any more.
                let lost = cells(j).and(near[j - 1]).and(near[j + 1]);
                let entry = open.or(lost).or(which);
                hole_cells = hole_cells.or(each(j - 2, &lineup.under).and(above));
                (
                    entry.look_up(B::load(&lineup.wells[j - 2])),
                    entry.look_up(B::load(&lineup.steep[j - 2])),
                )
            }
        };
        within = within.add(wells);
        let products = high.sub_to_zero(heights[j - 1]).products(steep);
        deep = [0, 1].map(|half| deep[half].add_pairs(products[half]));
    }
    let ones = B::splat(1).products(within);
    deep = [0, 1].map(|half| deep[half].add_pairs(ones[half]));
    if M == 4 {
        // Only a standing I, the first orientation, leaves well cells above it: they are four less deep.
        let sides = board
            .to_the_left::<1>(wall)
            .and(board.to_the_right::<1>(wall));
        let above = sides.but_not(below);
        let top = row.and(B::splat_columns(0xff)).add(B::splat_columns(4));
        let lost = above.down_columns(top).count_columns();
        let twice = lost.add(lost);
        deep[0] = deep[0].sub_pairs(twice.add(twice));
    }
    let bias = B::splat_columns(WELLS_BIAS | WELLS_BIAS << 16);
    let [wells_low, wells_high] = B::joined(deep.map(|half| half.add_pairs(bias)));

    // Holes, and the rows that have some.
    let holes_made = gaps[0].add(gaps[1]).add(gaps[2]).add(gaps[3]);
    let one = B::splat(1);
    let mut lids = zero;
    for gap in &gaps[..M] {
        lids = lids.add(gap.min(one));
    }
    let mut covering = zero;
    let has_holes = holes.filled_columns();
    let has_holes = [
        has_holes,
        has_holes.to_the_right::<1>(zero),
        has_holes.to_the_right::<2>(zero),
        has_holes.to_the_right::<3>(zero),
    ];
    for k in 0..M {
        let under = gaps[k].or(has_holes[k]).is_some();
        covering = covering.add(each(k, &lineup.counts).kept(under));
    }

    let before = B::splat_columns(holes.union_columns() as i32);
    // How many rows below each are without holes.
    let free = BELOW.map(|rows| B::load_columns(&rows).but_not(before).count_columns());
    let free = B::low_bytes(free[0], free[1]);
    let mut least = row;
    for k in 0..M {
        least = least.min(heights[k + 1].or(each(k, &lineup.none)));
    }
    let hole_rows = hole_cells
        .but_not(before.fields(row))
        .count()
        .add(row.look_up(free))
        .sub(least.look_up(free));

    let mut touching = zero;
    for j in (1..M + 3).step_by(2) {
        let of = |j: usize| near[j].and(each(j - 1, &lineup.beside));
        let cells = match j + 1 < M + 3 {
            true => of(j).or(of(j + 1).raised()),
            false => of(j),
        };
        touching = touching.add(cells.count());
    }

    // The scores, in the order of the list.
    let order = B::load(&lineup.order);
    let first = B::side_by_side([row, holes_made, lids, covering].map(|b| order.look_up(b)));
    let second =
        B::side_by_side([hole_rows, touching, wells_low, wells_high].map(|b| order.look_up(b)));
    let open = over | full.is_some();
    let in_list = |mask: u64| in_list::<B>(mask & lineup.there, lineup);
    let rest = Rest {
        open: in_list(open),
        over: in_list(over),
        covered: in_list(covered.is_some() & !open),
    };
    let unknown = rest.open | rest.covered | u64::MAX << lineup.count;
    let list = out.list.as_chunks_mut::<COLUMNS>().0;
    macro_rules! score {
        ($q:literal) => {{
            let score = weighted([first[$q], second[$q]], &whole.digits)
                .add_columns(B::splat_columns(question.start))
                .add_columns(B::load_columns(&lineup.own[$q]));
            score.store_columns(&mut list[$q]);
            score.replaced_columns((unknown >> (COLUMNS * $q)) as u16, i32::MIN)
        }};
    }
    // Three vectors hold the placements on boards up to thirteen wide.
    let scores = [score!(0), score!(1), score!(2)];
    let mut best = scores[0].max_columns(scores[1]).max_columns(scores[2]);
    let has_more = lineup.count > 3 * COLUMNS;
    let more = match has_more {
        true => score!(3),
        false => B::splat_columns(i32::MIN),
    };
    if has_more {
        best = best.max_columns(more);
    }
    let greatest = best.greatest_column();
    let equal = |q: usize, of: B| u64::from(of.equal_columns(greatest)) << (COLUMNS * q);
    let mut which = equal(0, scores[0]) | equal(1, scores[1]) | equal(2, scores[2]);
    if has_more {
        which |= equal(3, more);
    }
    let best = Best {
        score: greatest,
        index: which.trailing_zeros() as usize,
    };
    (best, rest)
}

/// What the numbers score: lanes of 32 bits with four bytes each.
#[inline(always)]
fn weighted<B: Wide>(numbers: [B; 2], digits: &Digits) -> B {
    let mut sums = [B::splat(0); 4];
    for (d, sum) in sums.iter_mut().enumerate() {
        *sum = B::add_weighted(*sum, numbers[0], digits.first[d]);
        *sum = B::add_weighted(*sum, numbers[1], digits.second[d]);
    }
    let [a, b, c, d] = sums;
    let low = a.add_columns(b.up_bytes::<1>());
    low.add_columns(c.up_bytes::<2>().add_columns(d.up_bytes::<3>()))
}

/// A mask of bytes as one of placements in the order of the list.
#[inline(always)]
pub(crate) fn in_list<B: Wide>(mask: u64, lineup: &Lineup) -> u64 {
    (0..4)
        .map(|o| B::every_fourth(mask >> o) << lineup.first[o])
        .fold(0, |all, some| all | some)
}

#[cfg(test)]
mod tests;

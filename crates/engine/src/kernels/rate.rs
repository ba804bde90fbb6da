//! The scores of all placements of a piece: batches, and one by one what batches leave.

use super::Compiled;
use super::base::Base;
use super::batch::Batch;
use super::plan::Plan;
use super::profile::Profile;
use super::reading::read;
use super::slot::Slot;
use super::vector::{PAD, Row, Vector};
use super::want::Want;
use super::wells::among_holes;
use super::whole::Question;
use super::wide::BYTES;
use crate::board::{Board, MAX_WIDTH, height_of};
use crate::features::MOST_REMOVED;
use crate::moves::{Landing, MAX_PLACEMENTS, Move};
use crate::piece::Piece;
use crate::rules::{Overflow, Rules, Suicide};
use crate::score::Scorer;

/// Room for scores: batches write all their lanes.
const LIST: usize = MAX_PLACEMENTS + 16;

/// What is to be rated: a piece on a board that a [`Base`] knows.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub plan: &'a Plan,
    pub scorer: &'a Scorer,
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub piece: Piece,
    /// Whether only the best score and its placement are wanted, and the others may be left unfinished.
    pub only_best: bool,
}

/// The scores of all placements of a piece.
#[derive(Clone, Debug)]
pub(crate) struct Scores {
    /// The scores; 0 for placements that end the game unless such are rated.
    pub list: [i32; LIST],
    /// Which placements end the game, a bit each.
    pub ends: u64,
    /// Which placements fill rows.
    pub fills: u64,
    /// How many placements there are.
    pub count: usize,
    /// The best score of those that are considered, and the first placement that has it.
    pub best: Option<Best>,
    /// The rows in which placements come to rest, as `whole` gives them.
    pub rows: [u8; BYTES],
    /// The rows they fill, counted from those.
    pub full: [u8; BYTES],
    /// New well cells among holes, counted likewise, of the columns from the one left of each on.
    pub covered: [[u8; BYTES]; 6],
}

/// A best placement.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Best {
    pub score: i32,
    pub index: usize,
}

impl Best {
    /// The better of two; the first of equals.
    fn or(this: Option<Best>, score: i32, index: usize) -> Option<Best> {
        match this {
            Some(best) if (best.score, index) > (score, best.index) => this,
            _ => Some(Best { score, index }),
        }
    }
}

impl Scores {
    /// A place for scores.
    pub fn new() -> Scores {
        Scores {
            list: [0; LIST],
            ends: 0,
            fills: 0,
            count: 0,
            best: None,
            rows: [0; BYTES],
            full: [0; BYTES],
            covered: [[0; BYTES]; 6],
        }
    }
}

/// Where a placement comes to rest, and all rows that are full then.
#[derive(Clone, Copy)]
pub(crate) struct Spot {
    pub column: usize,
    pub row: i32,
    pub full: u32,
}

/// The row in which an orientation comes to rest.
#[inline(always)]
pub(crate) fn landing_row(base: &Base, profile: &Profile, column: usize) -> i32 {
    let mut row = 0;
    for k in 0..profile.width {
        let height = base.each.heights.get((column + k) as isize) as i32;
        row = row.max(height - profile.bottom[k]);
    }
    row
}

/// Where placement number `index` comes to rest on a board.
#[inline]
pub(crate) fn landing(plan: &Plan, board: &Board, piece: Piece, index: usize) -> Landing {
    let placement = plan.placement(piece, index);
    let profile = &plan.profiles(piece)[placement.orientation as usize];
    let mut row = 0;
    for k in 0..4 {
        // Where the orientation has no column the lowest cell is higher than any pile.
        let column = board.all_columns()[(placement.column as usize + k) % MAX_WIDTH];
        row = row.max(height_of(column) as i32 - profile.bottom[k]);
    }
    Landing {
        placement,
        row: row as u8,
    }
}

/// Rates all placements of a piece.
#[inline(always)]
pub(crate) fn rate<V: Compiled, W: Want>(job: &Job, base: &Base, out: &mut Scores) {
    let plan = job.plan;
    if const { V::IS_WIDE && W::IS_WHOLE } {
        return rate_whole::<V, W>(job, base, out);
    }
    let mut first = 0;
    let mut best = V::splat(i32::MIN);
    let mut best_index = V::splat(0);
    (out.ends, out.fills) = (0, 0);
    out.best = None;
    for profile in plan.profiles(job.piece) {
        let count = plan.width + 1 - profile.width;
        let mut at = 0;
        while at < count {
            let mut batch = match profile.width {
                1 => V::batch::<W, 1>(plan, base, profile, at),
                2 => V::batch::<W, 2>(plan, base, profile, at),
                3 => V::batch::<W, 3>(plan, base, profile, at),
                _ => V::batch::<W, 4>(plan, base, profile, at),
            };
            if base.full != 0 {
                // Rows that were full before go with any move.
                batch.score = V::splat(i32::MIN);
                batch.full = (1 << (count - at).min(V::LANES)) - 1;
                batch.open = batch.full;
            }
            let index = V::numbers().add(V::splat((first + at) as i32));
            let better = batch.score.above(best);
            best = best.max(batch.score);
            best_index = best_index.replaced(better, index);
            batch.score.store_signed(&mut out.list[first + at..]);
            if batch.open != 0 {
                let place = Place { profile, at, first };
                one_by_one::<V, W>(job, base, place, &batch, out);
            }
            at += V::LANES;
        }
        first += count;
    }
    out.count = first;
    let score = best.greatest();
    if score > i32::MIN {
        let others = V::splat(i32::MAX);
        let index = others
            .replaced(best.equal(V::splat(score)), best_index)
            .least();
        out.best = Best::or(out.best, score, index as usize);
    }
}

/// Where a batch is.
#[derive(Clone, Copy)]
struct Place<'a> {
    profile: &'a Profile,
    /// The column of its first lane.
    at: usize,
    /// The number of the orientation's first placement.
    first: usize,
}

/// Rates all placements of a piece at once.
#[inline(always)]
fn rate_whole<V: Compiled, W: Want>(job: &Job, base: &Base, out: &mut Scores) {
    let plan = job.plan;
    let whole = plan.whole.as_ref().expect("the family has it");
    let lineup = &whole.lineups[job.piece as usize];
    let question = Question {
        whole,
        lineup,
        columns: job.board.all_columns(),
        start: base.start,
        // Rows that were full before go with any move.
        left_out: if base.full != 0 { u64::MAX } else { 0 },
    };
    let answer = match lineup.window {
        4 => V::whole::<4>(question, out),
        _ => V::whole::<3>(question, out),
    };
    (out.ends, out.fills) = (0, 0);
    out.count = lineup.count;
    out.best = (answer.score > i32::MIN).then_some(Best {
        score: answer.score,
        index: answer.index,
    });
    let mut left = answer.covered;
    let wells = plan.weight::<W>(Slot::CumulativeWells).unwrap_or(0);
    while left != 0 {
        let byte = left.trailing_zeros() as usize;
        left &= left - 1;
        let (column, orientation) = (byte / 4, byte % 4);
        let index = usize::from(lineup.first[orientation]) + column;
        // What is missing is a cost, nearly always.
        if job.only_best && wells <= 0 && out.list[index] < answer.score {
            continue;
        }
        let mut sum = 0;
        for (j, cells) in out.covered[..lineup.window + 2].iter().enumerate() {
            let beside = base.columns.get((column + j) as isize - 1);
            sum += among_holes(beside, cells[byte].into(), out.rows[byte].into());
        }
        out.list[index] = out.list[index].wrapping_add(wells.wrapping_mul(sum));
        out.best = Best::or(out.best, out.list[index], index);
    }
    let mut left = answer.open;
    while left != 0 {
        let byte = left.trailing_zeros() as usize;
        left &= left - 1;
        let (column, orientation) = (byte / 4, byte % 4);
        let (row, full) = (i32::from(out.rows[byte]), u32::from(out.full[byte]));
        let spot = Spot {
            column,
            row,
            full: full << row | base.full,
        };
        let index = usize::from(lineup.first[orientation]) + column;
        let profile = &plan.profiles(job.piece)[orientation];
        single::<V, W>(
            job,
            base,
            profile,
            spot,
            answer.over >> byte & 1 == 1,
            index,
            out,
        );
    }
}

/// Rates the placements that a batch leaves open.
#[inline(always)]
fn one_by_one<V: Compiled, W: Want>(
    job: &Job,
    base: &Base,
    place: Place,
    batch: &Batch<V>,
    out: &mut Scores,
) {
    let profile = place.profile;
    let mut left = batch.open;
    while left != 0 {
        let lane = left.trailing_zeros();
        left &= left - 1;
        let column = place.at + lane as usize;
        let row = landing_row(base, profile, column);
        let mut full = base.full_left.get(column as isize)
            & base.full_right.get((column + profile.width) as isize);
        for k in 0..profile.width {
            full &= base.columns.get((column + k) as isize) | profile.cells[k] << row;
        }
        let spot = Spot { column, row, full };
        let over = batch.over >> lane & 1 == 1;
        single::<V, W>(job, base, profile, spot, over, place.first + column, out);
    }
}

/// Rates one placement, which stands out if it is `over`.
#[inline(always)]
fn single<V: Compiled, W: Want>(
    job: &Job,
    base: &Base,
    profile: &Profile,
    spot: Spot,
    over: bool,
    index: usize,
    out: &mut Scores,
) {
    out.fills |= u64::from(spot.full != 0) << index;
    let rated = match over && (job.plan.overflow == Overflow::Ends || spot.full == 0) {
        true => None,
        false => V::alone::<W>(job.plan, base, profile, spot),
    };
    let score = match rated {
        Some(score) => Some(score),
        None => {
            out.ends |= 1 << index;
            match job.plan.suicide {
                Suicide::Avoided => None,
                Suicide::Zero => Some(0),
                Suicide::Considered => Some(ending(job, index)),
            }
        }
    };
    out.list[index] = score.unwrap_or(0);
    if let Some(score) = score {
        out.best = Best::or(out.best, score, index);
    }
}

/// The score of a move that ends the game: by the reference, for it is rare.
#[cold]
fn ending(job: &Job, index: usize) -> i32 {
    let landing = landing(job.plan, job.board, job.piece, index);
    job.scorer
        .score(&Move::new(job.rules, job.board, job.piece, landing))
}

/// The score of one placement, whether rows go or not; none if it ends the game after they have gone.
#[inline(always)]
pub(crate) fn alone<V: Vector, W: Want>(
    plan: &Plan,
    base: &Base,
    profile: &Profile,
    spot: Spot,
) -> Option<i32> {
    let Spot { column, row, full } = spot;
    let mut after = plan.walls;
    place::<V>(plan, base, profile, column, row, full, &mut after);
    let mut reading = read::<V, W, true>(plan, &after, None);
    if reading.highest > plan.ceiling {
        return None;
    }
    let removed = full.count_ones().min(MOST_REMOVED) as i32;
    let eroded: u32 = profile
        .cells
        .iter()
        .map(|cells| (cells << row & full).count_ones())
        .sum();
    let mut score = reading.linear.wrapping_sub(base.reading.delta);
    for (slot, number) in [
        (Slot::LandingHeight, 2 * row + profile.height - 1),
        (Slot::RemovedLines, removed),
        (Slot::ErodedCells, removed * eroded as i32),
        (Slot::Constant, 1),
        (Slot::Suicide, 0),
        (Slot::Lost, 1),
    ] {
        if let Some(weight) = plan.weight::<W>(slot) {
            score = score.wrapping_add(weight.wrapping_mul(number));
        }
        reading.numbers[slot as usize] = number;
    }
    if !W::IS_LINEAR {
        score = score.wrapping_add(plan.table_score(&reading.numbers, &base.reading.numbers));
    }
    if !W::IS_LINEAR && plan.has_grids {
        score = score.wrapping_add(plan.grid_score(&after, &base.columns));
    }
    Some(score)
}

/// Adds a piece to the columns of a board and removes full rows; what is above them moves down.
#[inline(always)]
pub(crate) fn place<V: Vector>(
    plan: &Plan,
    base: &Base,
    profile: &Profile,
    column: usize,
    row: i32,
    full: u32,
    after: &mut Row,
) {
    let mut at = 0;
    while at < plan.width {
        let cells = V::load(profile.at(column, at), 0).up(V::splat(row));
        let mut columns = V::load(base.columns.view(at), PAD).or(cells);
        let mut left = full;
        while left != 0 {
            // From the top, so that the rows still to be removed keep their place.
            let highest = 1 << left.ilog2();
            let below = V::splat((highest - 1) as i32);
            columns = columns.and(below).or(columns.down_one().but_not(below));
            left ^= highest;
        }
        after.set_lanes(at, columns.or(V::load(plan.walls.view(at), PAD)));
        at += V::LANES;
    }
}

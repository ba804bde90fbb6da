//! The scores of all placements of a piece: batches, and one by one what batches leave.

use super::Compiled;
use super::base::Base;
use super::plan::Plan;
use super::profile::Profile;
use super::reading::read;
use super::slot::Slot;
use super::vector::{PAD, Row, Vector};
use super::want::Want;
use super::whole::Question;
use crate::game::board::{Board, MAX_WIDTH, height_of};
use crate::game::moves::Move;
use crate::game::piece::Piece;
use crate::game::placement::{Landing, MAX_PLACEMENTS};
use crate::game::rules::{Overflow, Rules, Suicide};
use crate::rating::features::MOST_REMOVED;
use crate::rating::score::Scorer;

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
    let mut rest = Rest::default();
    for profile in plan.profiles(job.piece) {
        let count = plan.width + 1 - profile.width;
        let mut at = 0;
        while at < count {
            let batch = match profile.width {
                1 => V::batch::<W, 1>(plan, base, profile, at),
                2 => V::batch::<W, 2>(plan, base, profile, at),
                3 => V::batch::<W, 3>(plan, base, profile, at),
                _ => V::batch::<W, 4>(plan, base, profile, at),
            };
            let number = first + at;
            let index = V::numbers().add(V::splat(number as i32));
            let better = batch.known.above(best);
            best = best.max(batch.known);
            best_index = best_index.replaced(better, index);
            batch.score.store_signed(&mut out.list[number..]);
            rest.open |= u64::from(batch.open) << number;
            rest.over |= u64::from(batch.over) << number;
            rest.covered |= u64::from(batch.covered) << number;
            at += V::LANES;
        }
        first += count;
    }
    out.count = first;
    let score = best.greatest();
    let others = V::splat(i32::MAX);
    let index = others
        .replaced(best.equal(V::splat(score)), best_index)
        .least();
    let index = index as usize;
    finish::<V, W>(job, base, Best { score, index }, rest, out);
}

/// Rates all placements of a piece at once.
#[inline(always)]
fn rate_whole<V: Compiled, W: Want>(job: &Job, base: &Base, out: &mut Scores) {
    let whole = job.plan.whole.as_ref().expect("the family has it");
    let lineup = &whole.lineups[job.piece as usize];
    let question = Question {
        whole,
        lineup,
        columns: job.board.all_columns(),
        start: base.start,
    };
    let (best, rest) = match lineup.window {
        4 => V::whole::<4>(question, out),
        _ => V::whole::<3>(question, out),
    };
    out.count = lineup.count;
    finish::<V, W>(job, base, best, rest, out);
}

/// The placements that vectors leave to be rated one by one, a bit for each.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rest {
    /// Those whose score means nothing: the piece fills rows, or stands out.
    pub open: u64,
    /// Those where it stands out above the rows it may stand in.
    pub over: u64,
    /// Those whose score lacks what new well cells among holes count.
    pub covered: u64,
}

/// Rates what is left, given the best of the others; its score is [`i32::MIN`] if there are none.
#[inline(always)]
fn finish<V: Compiled, W: Want>(
    job: &Job,
    base: &Base,
    best: Best,
    mut rest: Rest,
    out: &mut Scores,
) {
    (out.ends, out.fills) = (0, 0);
    out.best = (best.score > i32::MIN).then_some(best);
    if base.full != 0 {
        // Rows that were full before go with any move.
        out.best = None;
        rest.open = (1 << out.count) - 1;
        rest.covered = 0;
    }
    while rest.open != 0 {
        let index = rest.open.trailing_zeros() as usize;
        rest.open &= rest.open - 1;
        single::<V, W>(job, base, index, rest.over >> index & 1 == 1, out);
    }
    while rest.covered != 0 {
        let index = rest.covered.trailing_zeros() as usize;
        rest.covered &= rest.covered - 1;
        // What is missing only makes it worse, nearly always.
        let is_worse = |best: Best| out.list[index] < best.score;
        if job.only_best && job.plan.wells_cost && out.best.is_some_and(is_worse) {
            continue;
        }
        single::<V, W>(job, base, index, false, out);
    }
}

/// Rates one placement, which stands out if it is `over`.
#[inline(always)]
fn single<V: Compiled, W: Want>(
    job: &Job,
    base: &Base,
    index: usize,
    over: bool,
    out: &mut Scores,
) {
    let plan = job.plan;
    let Landing { placement, row } = landing(plan, job.board, job.piece, index);
    let (column, row) = (placement.column as usize, row as usize);
    let shape = &job.piece.orientations()[placement.orientation as usize];
    let profile = &plan.profiles(job.piece)[placement.orientation as usize];
    let full = job.board.with_shape(shape, column, row).full_rows();
    let spot = Spot {
        column,
        row: row as i32,
        full,
    };
    out.fills |= u64::from(full != 0) << index;
    let rated = match over && (plan.overflow == Overflow::Ends || full == 0) {
        true => None,
        false => V::alone::<W>(plan, base, profile, spot),
    };
    let score = match rated {
        Some(score) => Some(score),
        None => {
            out.ends |= 1 << index;
            match plan.suicide {
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

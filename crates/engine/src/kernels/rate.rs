//! The scores of all placements of a piece: many at a time, and one by one what that leaves.

use super::batch::{Base, Spot, full_rows};
use super::bytes::{self, Left, Pass};
use super::compiled::Compiled;
use super::feature_set::FeatureSet;
use super::plan::{Plan, Tells};
use super::scores::{Best, Counts, Draft, Found, Rest, Scores};
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::piece::Piece;
use crate::game::placement::Landing;
use crate::game::rules::{Overflow, Rules, Suicide};
use crate::rating::score::Scorer;

/// What is to be rated: a piece on a board that a [`Base`] knows.
#[derive(Clone, Copy)]
pub(crate) struct Job<'a> {
    pub plan: &'a Plan,
    pub scorer: &'a Scorer,
    pub rules: &'a Rules,
    pub board: &'a Board,
    pub piece: Piece,
    /// What is wanted.
    pub wanted: Wanted,
}

impl Job<'_> {
    /// Whether a draft leaves something that has to be rated.
    #[inline(always)]
    pub fn is_unfinished(&self, draft: &Draft) -> bool {
        let hopes = match self.wanted {
            Wanted::BestAbove(floor) => !self.plan.wells_cost || draft.covered_best > floor,
            Wanted::All => true,
        };
        (draft.rest.open != 0) | ((draft.rest.covered != 0) & hopes)
    }
}

/// What is wanted of the scores of all placements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// All of them.
    All,
    /// The best score and its placement, if it is above this one. The others may be left
    /// unfinished, and there may be none.
    BestAbove(i32),
}

/// Rates all placements of a piece.
#[inline(always)]
pub(crate) fn rate<V: Compiled, F: FeatureSet>(job: &Job, base: &Base, out: &mut Scores) {
    let plan = job.plan;
    if const { !F::IS_LINEAR } && plan.net.is_some() {
        return rate_one_by_one::<V, F>(job, base, out);
    }
    // Batches of the families, which all fit bytes, are not even compiled.
    if const { V::HAS_BYTES } && (const { F::IS_LINEAR } || plan.bytes.is_some()) {
        draft::<V, F>(job, base, &mut out.draft, &mut out.counts);
        return finish::<V, F, true>(job, base, &mut out.draft, &mut out.found);
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
                1 => V::rate_batch::<F, 1>(plan, base, profile, at),
                2 => V::rate_batch::<F, 2>(plan, base, profile, at),
                3 => V::rate_batch::<F, 3>(plan, base, profile, at),
                _ => V::rate_batch::<F, 4>(plan, base, profile, at),
            };
            let number = first + at;
            let index = V::numbers().add(V::splat(number as i32));
            let better = batch.known.above(best);
            best = best.max(batch.known);
            best_index = best_index.replaced(better, index);
            batch.score.store_signed(&mut out.draft.list[number..]);
            rest.open |= u64::from(batch.open) << number;
            rest.over |= u64::from(batch.over) << number;
            rest.covered |= u64::from(batch.covered) << number;
            at += V::LANES;
        }
        first += count;
    }
    let score = best.greatest();
    let others = V::splat(i32::MAX);
    let index = others
        .replaced(best.equal(V::splat(score)), best_index)
        .least();
    let index = index as usize;
    out.draft.best = Best { score, index };
    out.draft.rest = rest;
    out.draft.covered_best = i32::MAX;
    finish::<V, F, false>(job, base, &mut out.draft, &mut out.found);
}

/// Rates each placement of a piece by itself: a net tells nothing of what a placement changes.
#[inline(always)]
fn rate_one_by_one<V: Compiled, F: FeatureSet>(job: &Job, base: &Base, out: &mut Scores) {
    let plan = job.plan;
    let mut rest = Rest::default();
    for index in 0..plan.placements(job.piece).len() {
        let Landing { placement, row } = plan.landing(job.board, job.piece, index);
        let profile = &plan.profiles(job.piece)[placement.orientation as usize];
        rest.open |= 1 << index;
        rest.over |= u64::from(i32::from(row) > profile.limit) << index;
    }
    out.draft.best = Best::NONE;
    out.draft.rest = rest;
    out.draft.covered_best = i32::MAX;
    finish::<V, F, false>(job, base, &mut out.draft, &mut out.found);
}

/// What vectors of bytes find out about all placements of a piece.
#[inline(always)]
pub(crate) fn draft<V: Compiled, F: FeatureSet>(
    job: &Job,
    base: &Base,
    out: &mut Draft,
    counts: &mut Counts,
) {
    let plan = job.plan.bytes.as_ref().expect("the rating fits bytes");
    let piece = &plan.pieces[job.piece as usize];
    let byte_job = bytes::Job {
        plan,
        piece,
        columns: job.board.all_columns(),
        start: base.start,
        numbers: &base.numbers,
    };
    match (piece.window, const { F::FITS_BYTES }) {
        (4, true) => V::rate_in_bytes::<4>(byte_job, out),
        (_, true) => V::rate_in_bytes::<3>(byte_job, out),
        (4, false) => rate_by_passes::<V, 4>(byte_job, out, counts),
        (_, false) => rate_by_passes::<V, 3>(byte_job, out, counts),
    }
}

/// Rates all placements of a piece at once, in a pass for each group of features that is named.
#[inline(always)]
fn rate_by_passes<V: Compiled, const M: usize>(
    job: bytes::Job,
    out: &mut Draft,
    counts: &mut Counts,
) {
    let mut left = Left::default();
    macro_rules! passes {
        ($($pass:ty)*) => {$(
            if job.plan.counted & <$pass>::COUNTS != 0 {
                let by_pass = V::pass::<$pass, M>(job, counts);
                left.open |= by_pass.open;
                left.covered |= by_pass.covered;
            }
        )*};
    }
    passes!(bytes::Wells bytes::Runs bytes::Heights bytes::Places);
    V::rate_counted::<M>(job, left, out, counts);
}

/// Rates what is left of a draft. `IN_BYTES` says that the spots of the placements are known.
#[inline(always)]
pub(crate) fn finish<V: Compiled, F: FeatureSet, const IN_BYTES: bool>(
    job: &Job,
    base: &Base,
    draft: &mut Draft,
    out: &mut Found,
) {
    let (best, mut rest) = (draft.best, draft.rest);
    out.count = job.plan.placements(job.piece).len();
    (out.ends, out.fills) = (0, 0);
    out.knows_spots = IN_BYTES;
    out.best = (best.score > i32::MIN).then_some(best);
    if base.full != 0 {
        // Rows that were full before go with any move.
        out.best = None;
        rest.open = (1 << out.count) - 1;
        rest.covered = 0;
    }
    out.alone = rest.open | rest.covered;
    while rest.open != 0 {
        let index = rest.open.trailing_zeros() as usize;
        rest.open &= rest.open - 1;
        let over = rest.over >> index & 1 == 1;
        single::<V, F, IN_BYTES>(job, base, index, over, (draft, out));
    }
    // Only new well cells are missing, and where those cost they make it worse.
    let cannot_be_best = |bound: i32, best: Option<Best>| match job.wanted {
        Wanted::BestAbove(floor) => {
            job.plan.wells_cost && (bound <= floor || best.is_some_and(|best| bound < best.score))
        }
        Wanted::All => false,
    };
    if cannot_be_best(draft.covered_best, out.best) {
        return;
    }
    while rest.covered != 0 {
        let index = rest.covered.trailing_zeros() as usize;
        rest.covered &= rest.covered - 1;
        if !cannot_be_best(draft.list[index], out.best) {
            single::<V, F, IN_BYTES>(job, base, index, false, (draft, out));
        }
    }
}

/// Rates one placement, which stands out if it is `over`.
#[inline(always)]
fn single<V: Compiled, F: FeatureSet, const IN_BYTES: bool>(
    job: &Job,
    base: &Base,
    index: usize,
    over: bool,
    (draft, out): (&mut Draft, &mut Found),
) {
    let plan = job.plan;
    let placement = plan.placement(job.piece, index);
    let column = placement.column as usize;
    let profile = &plan.profiles(job.piece)[placement.orientation as usize];
    let (row, full) = match IN_BYTES {
        true => {
            let (row, full) = draft.spots.at(placement);
            (i32::from(row), full | base.full)
        }
        false => {
            let row = i32::from(plan.landing(job.board, job.piece, index).row);
            let full = full_rows::<V>(plan, job.board, profile, column, row);
            (row, full)
        }
    };
    let spot = Spot {
        board: job.board,
        column,
        row,
        full,
    };
    out.fills |= u64::from(full != 0) << index;
    let rated = match over && (plan.overflow == Overflow::Ends || full == 0) {
        true => None,
        false => V::rate_single::<F>(plan, base, profile, spot, &mut out.last_alone),
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
    draft.list[index] = score.unwrap_or(0);
    if let Some(score) = score {
        out.best = Best::or(out.best, score, index);
        let is_best = out.best.is_some_and(|best| best.index == index);
        if const { !F::IS_LINEAR } && plan.tells == Tells::Numbers && is_best {
            out.last_alone.index = index;
            out.best_alone = out.last_alone;
        }
    }
}

/// The score of a move that ends the game: by the reference, for it is rare.
#[cold]
fn ending(job: &Job, index: usize) -> i32 {
    let landing = job.plan.landing(job.board, job.piece, index);
    job.scorer
        .score(&Move::new(job.rules, job.board, job.piece, landing))
}

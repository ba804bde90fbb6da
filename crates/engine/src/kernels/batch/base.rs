//! What is known of a board before a piece is placed: made once, read by every batch of its
//! placements.
//!
//! Here a lane is a column.

use super::facts::ColumnFacts;
use super::read::read;
use super::tally::BoardReading;
use super::vector::Vector;
use crate::game::board::{Board, MAX_WIDTH};
use crate::game::piece::Piece;
use crate::game::placement::Placement;
use crate::kernels::columns::{PAD, PerColumn, WALL};
use crate::kernels::feature_set::{FeatureSet, uses};
use crate::kernels::patterns::PatternSums;
use crate::kernels::plan::Plan;
use crate::kernels::scores::Scores;
use crate::kernels::slots::{SLOTS, Slot, Slots};

/// What is known of a board.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// The columns; walls are full.
    pub columns: PerColumn,
    /// What is known of each of them.
    pub each: ColumnFacts,
    /// Rows full in all columns to the left of each.
    pub full_left: PerColumn,
    /// Rows full in each column and all to its right.
    pub full_right: PerColumn,
    /// The least height to the left of each; then in it and to its right. Only where it is used.
    pub least: [PerColumn; 2],
    /// The values of differences of heights, a bit each, of pairs that begin left of each; then of
    /// the others.
    pub patterns: [PerColumn; 2],
    /// The depth of the deepest open well to the left of each; then in it and to its right.
    pub deepest: [PerColumn; 2],
    /// What the local patterns of the board score.
    pub patterns_of_places: PatternSums,
    /// What was read off the board.
    pub reading: BoardReading,
    /// The numbers of the board that have a table, and some that batches need.
    pub numbers: [i32; SLOTS],
    /// All rows that are full: none, but where rows stay between two pieces.
    pub full: u32,
    /// The score of a move that changed nothing, without what tables for whole boards say: where
    /// batches start.
    pub start: i32,
}

impl Base {
    /// A place to know a board of a plan's size.
    pub fn new(plan: &Plan) -> Base {
        let none = PerColumn::filled(0);
        Base {
            columns: plan.walls,
            each: ColumnFacts {
                heights: plan.wall_heights,
                tops: none,
                holes: none,
                wells: none,
                well_depths: none,
            },
            full_left: none,
            full_right: none,
            least: [PerColumn::filled(WALL as u32); 2],
            patterns: [none; 2],
            deepest: [none; 2],
            patterns_of_places: PatternSums::new(),
            reading: BoardReading {
                linear: 0,
                delta: 0,
                highest: 0,
                hole_rows: 0,
            },
            numbers: [0; SLOTS],
            full: 0,
            start: 0,
        }
    }

    /// Gets to know a board; `score` is what it scores, if that is known, and `has_bytes` says
    /// whether the instance rates all placements at once, where the plan can.
    #[inline(always)]
    pub fn read<V: Vector, F: FeatureSet>(
        &mut self,
        plan: &Plan,
        board: &Board,
        score: Option<i32>,
        has_bytes: bool,
    ) {
        let mut at = 0;
        while at < MAX_WIDTH {
            let columns = V::load_slice(&board.all_columns()[at..]);
            let columns = columns.or(V::load(plan.walls.view(at), PAD));
            columns.store_columns(&mut self.columns, at);
            at += V::LANES;
        }
        self.numbers = [0; SLOTS];
        if has_bytes && plan.bytes.is_some() {
            // Bytes need to know nothing of each column.
            self.reading = read::<V, F, true>(plan, &self.columns, None, &mut self.numbers);
            self.full = (0..plan.width as isize).fold(u32::MAX, |all, x| all & self.columns.get(x));
            return self.start_from_reading::<F>(plan);
        }
        if const { F::IS_LINEAR }
            && let Some(score) = score
        {
            self.start = score;
            self.reading =
                read::<V, F, false>(plan, &self.columns, Some(&mut self.each), &mut self.numbers);
            return self.sweep::<F>(plan);
        }
        self.reading =
            read::<V, F, true>(plan, &self.columns, Some(&mut self.each), &mut self.numbers);
        self.sweep::<F>(plan);
        self.start_from_reading::<F>(plan);
    }

    /// Sets the score of a move that changed nothing.
    #[inline(always)]
    fn start_from_reading<F: FeatureSet>(&mut self, plan: &Plan) {
        self.start = self.reading.linear.wrapping_sub(self.reading.delta);
        if !F::IS_LINEAR && plan.has_grids {
            let score = plan.grid_score(&self.columns, &self.columns);
            self.start = self.start.wrapping_add(score);
        }
    }

    /// Gets to know of a board without full rows what `bytes` needs, which is little: tables for
    /// columns and patterns read the columns.
    #[inline]
    pub fn read_for_bytes(&mut self, plan: &Plan, board: &Board, score: i32) {
        if plan.has_grids {
            for (x, column) in board.all_columns().iter().enumerate() {
                let x = x as isize;
                self.columns.set(x, column | plan.walls.get(x));
            }
        }
        self.full = 0;
        self.start = score;
    }

    /// Makes the numbers that have a table those of the board after a placement. Gives what the
    /// tables added to its score; none if that is not known.
    #[inline]
    pub fn follow(
        &mut self,
        plan: &Plan,
        piece: Piece,
        placement: Placement,
        (scores, index): (&Scores, usize),
    ) -> Option<i32> {
        if scores.found.alone >> index & 1 == 1 {
            let best = &scores.found.best_alone;
            self.numbers = best.numbers;
            Slots::OF_MOVE
                .numbers()
                .for_each(|slot| self.numbers[slot] = 0);
            return (best.index == index).then_some(best.of_tables);
        }
        let bytes = plan.bytes.as_ref().expect("placements were rated at once");
        let profile = &plan.profiles(piece)[placement.orientation as usize];
        let byte = 4 * placement.column as usize + placement.orientation as usize;
        bytes
            .tables
            .follow(&mut self.numbers, &scores.counts, byte, profile);
        Some(scores.counts.of_tables[index])
    }

    /// What batches need of all columns to the left and to the right.
    #[inline(always)]
    fn sweep<F: FeatureSet>(&mut self, plan: &Plan) {
        let width = plan.width as isize;
        // Rows above the board count too: on the narrowest a lying I fills one, which may save the
        // game.
        let (mut left, mut right) = (u32::MAX, u32::MAX);
        for x in 0..width {
            self.full_left.set(x, left);
            left &= self.columns.get(x);
            self.full_right.set(width - x, right);
            right &= self.columns.get(width - 1 - x);
        }
        self.full = left;
        if uses!(F, plan, Slots::LEAST) {
            sweep(
                &mut self.least,
                width,
                WALL as u32,
                |x| self.each.heights.get(x),
                u32::min,
            );
        }
        let height = |x: isize| self.each.heights.get(x) as i32;
        if uses!(F, plan, Slot::PatternDiversity.alone()) {
            let pattern = |x: isize| match height(x) - height(x + 1) {
                difference @ -2..=2 => 1 << (difference + 2),
                _ => 0,
            };
            sweep(&mut self.patterns, width, 0, pattern, |a, b| a | b);
        }
        if uses!(F, plan, Slots::PATTERNS) {
            let sums = &mut self.patterns_of_places;
            plan.patterns
                .sum(sums, &self.columns, &self.each.heights, plan.width);
        }
        if uses!(F, plan, Slot::MaxWellDepth.alone()) {
            let depth = |x: isize| (height(x - 1).min(height(x + 1)) - height(x)).max(0) as u32;
            sweep(&mut self.deepest, width, 0, depth, u32::max);
        }
    }
}

/// Sets what is left of each column, and what is in it and to its right. Windows reach one beyond
/// either wall.
#[inline(always)]
fn sweep(
    rows: &mut [PerColumn; 2],
    width: isize,
    start: u32,
    of_column: impl Fn(isize) -> u32,
    combine: impl Fn(u32, u32) -> u32,
) {
    let [left, right] = rows;
    let (mut shifted_left_in, mut shifted_right_in) = (start, start);
    left.set(-1, start);
    right.set(width + 1, start);
    for x in 0..width {
        left.set(x, shifted_left_in);
        shifted_left_in = combine(shifted_left_in, of_column(x));
        right.set(width - x, shifted_right_in);
        shifted_right_in = combine(shifted_right_in, of_column(width - 1 - x));
    }
    right.set(0, shifted_right_in);
}

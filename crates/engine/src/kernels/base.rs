//! What is known of a board before a piece is placed: made once, read by every batch of its placements.
//!
//! Here a lane is a column.

use super::Compiled;
use super::plan::Plan;
use super::reading::{Reading, read};
use super::slot::{SLOTS, Slot, Slots};
use super::vector::{PAD, Row};
use super::want::{Want, wants};
use crate::game::board::{Board, MAX_WIDTH};

/// What is known of a board.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    /// The columns; walls are full.
    pub columns: Row,
    /// What is known of each of them.
    pub each: Each,
    /// Rows full in all columns to the left of each.
    pub full_left: Row,
    /// Rows full in each column and all to its right.
    pub full_right: Row,
    /// The least height to the left of each; then in it and to its right. Only where it is wanted.
    pub least: [Row; 2],
    /// The values of differences of heights, a bit each, of pairs that begin left of each; then of the others.
    pub patterns: [Row; 2],
    /// The depth of the deepest open well to the left of each; then in it and to its right.
    pub deepest: [Row; 2],
    /// What was read off the board.
    pub reading: Reading,
    /// All rows that are full: none, but where rows stay between two pieces.
    pub full: u32,
    /// The score of a move that changed nothing, without what tables for whole boards say: where batches start.
    pub start: i32,
}

/// What is known of each column.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    /// The heights.
    pub heights: Row,
    /// The first row above each, as a bit.
    pub tops: Row,
    /// The holes of each.
    pub holes: Row,
    /// The well cells above each.
    pub wells: Row,
    /// How far the highest of them is above the column, it included; 0 if there is none.
    pub well_depths: Row,
}

impl Base {
    /// A place to know a board of a plan's size.
    pub fn new(plan: &Plan) -> Base {
        let none = Row::filled(0);
        Base {
            columns: plan.walls,
            each: Each {
                heights: plan.wall_heights,
                tops: none,
                holes: none,
                wells: none,
                well_depths: none,
            },
            full_left: none,
            full_right: none,
            least: [Row::filled(super::plan::WALL as u32); 2],
            patterns: [none; 2],
            deepest: [none; 2],
            reading: Reading {
                linear: 0,
                delta: 0,
                numbers: [0; SLOTS],
                highest: 0,
                hole_rows: 0,
            },
            full: 0,
            start: 0,
        }
    }

    /// Gets to know a board; `score` is what it scores, if that is known.
    #[inline(always)]
    pub fn read<V: Compiled, W: Want>(&mut self, plan: &Plan, board: &Board, score: Option<i32>) {
        let mut at = 0;
        while at < MAX_WIDTH {
            let columns = V::load_slice(&board.all_columns()[at..]);
            let columns = columns.or(V::load(plan.walls.view(at), PAD));
            self.columns.set_lanes(at, columns);
            at += V::LANES;
        }
        if const { W::IS_LINEAR }
            && let Some(score) = score
        {
            self.start = score;
            self.reading = read::<V, W, false>(plan, &self.columns, Some(&mut self.each));
            return self.sweep::<W>(plan);
        }
        self.reading = read::<V, W, true>(plan, &self.columns, Some(&mut self.each));
        self.sweep::<W>(plan);
        self.start = self.reading.linear.wrapping_sub(self.reading.delta);
        if !W::IS_LINEAR && plan.has_grids {
            let score = plan.grid_score(&self.columns, &self.columns);
            self.start = self.start.wrapping_add(score);
        }
    }

    /// Gets to know of a board without full rows what `whole` needs, which is little.
    #[inline]
    pub fn read_for_whole(&mut self, plan: &Plan, board: &Board, score: i32) {
        for (x, column) in board.all_columns().iter().enumerate() {
            let x = x as isize;
            self.columns.set(x, column | plan.walls.get(x));
        }
        self.full = 0;
        self.start = score;
    }

    /// What batches need of all columns to the left and to the right.
    #[inline(always)]
    fn sweep<W: Want>(&mut self, plan: &Plan) {
        let width = plan.width as isize;
        // Rows above the board count too: on the narrowest a lying I fills one, which may save the game.
        let (mut left, mut right) = (u32::MAX, u32::MAX);
        for x in 0..width {
            self.full_left.set(x, left);
            left &= self.columns.get(x);
            self.full_right.set(width - x, right);
            right &= self.columns.get(width - 1 - x);
        }
        self.full = left;
        if wants!(W, plan, Slots::LEAST) {
            sweep(
                &mut self.least,
                width,
                super::plan::WALL as u32,
                |x| self.each.heights.get(x),
                u32::min,
            );
        }
        let height = |x: isize| self.each.heights.get(x) as i32;
        if wants!(W, plan, Slot::PatternDiversity.alone()) {
            let pattern = |x: isize| match height(x) - height(x + 1) {
                difference @ -2..=2 => 1 << (difference + 2),
                _ => 0,
            };
            sweep(&mut self.patterns, width, 0, pattern, |a, b| a | b);
        }
        if wants!(W, plan, Slot::MaxWellDepth.alone()) {
            let depth = |x: isize| (height(x - 1).min(height(x + 1)) - height(x)).max(0) as u32;
            sweep(&mut self.deepest, width, 0, depth, u32::max);
        }
    }
}

/// Sets what is left of each column, and what is in it and to its right. Windows reach one beyond either wall.
#[inline(always)]
fn sweep(
    rows: &mut [Row; 2],
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

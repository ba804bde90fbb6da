//! The score of one placement. Here a lane is a column.

use super::base::Base;
use super::land::without_rows;
use super::read::read;
use super::vector::Vector;
use crate::game::board::Board;
use crate::kernels::columns::{PAD, PerColumn};
use crate::kernels::feature_set::FeatureSet;
use crate::kernels::plan::Plan;
use crate::kernels::profile::Profile;
use crate::kernels::scores::Alone;
use crate::kernels::slots::{SLOTS, Slot};
use crate::rating::features::MOST_REMOVED;

/// Where a placement comes to rest on a board, and all rows that are full then.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'a> {
    pub board: &'a Board,
    pub column: usize,
    pub row: i32,
    pub full: u32,
}

/// The rows that are full with a piece in a column and a row. Rows above the board count too.
#[inline(always)]
pub(crate) fn full_rows<V: Vector>(
    plan: &Plan,
    board: &Board,
    profile: &Profile,
    column: usize,
    row: i32,
) -> u32 {
    // The rows in which some column is empty. A board with the piece added cell by cell could not
    // be loaded as a vector until all of it is written.
    let mut open = V::splat(0);
    let mut at = 0;
    while at < plan.width {
        let inside = V::splat((plan.width - at) as i32).above(V::numbers());
        let cells = V::load(profile.at(column, at), 0).up(V::splat(row));
        let columns = V::load_slice(&board.all_columns()[at..]).or(cells);
        open = open.or(V::splat(-1).but_not(columns).kept(inside));
        at += V::LANES;
    }
    !open.union()
}

/// The score of one placement, whether rows go or not; none if it ends the game after they have
/// gone. The numbers after it that have a table are noted.
#[inline(always)]
pub(crate) fn rate_single<V: Vector, F: FeatureSet>(
    plan: &Plan,
    base: &Base,
    profile: &Profile,
    spot: Spot,
    alone: &mut Alone,
) -> Option<i32> {
    let Spot { row, full, .. } = spot;
    let mut after = plan.walls;
    place::<V>(plan, profile, spot, &mut after);
    let numbers = &mut alone.numbers;
    if !F::IS_LINEAR {
        *numbers = [0; SLOTS];
    }
    let reading = read::<V, F, true>(plan, &after, None, numbers);
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
        score = score.wrapping_add(plan.weight::<F>(slot).wrapping_mul(number));
        if !F::IS_LINEAR {
            numbers[slot as usize] = number;
        }
    }
    if !F::IS_LINEAR {
        alone.of_tables = plan.table_score(numbers, &base.numbers);
        score = score.wrapping_add(alone.of_tables);
    }
    if !F::IS_LINEAR && plan.has_grids {
        score = score.wrapping_add(plan.grid_score(&after, &base.columns));
    }
    if !F::IS_LINEAR
        && let Some(net) = &plan.net
    {
        let before = (&base.numbers, &base.columns);
        score = score.wrapping_add(net.score((&*numbers, &after), before));
    }
    Some(score)
}

/// Adds a piece to the columns of a board and removes full rows; what is above them moves down.
#[inline(always)]
fn place<V: Vector>(plan: &Plan, profile: &Profile, spot: Spot, after: &mut PerColumn) {
    let mut at = 0;
    while at < plan.width {
        let cells = V::load(profile.at(spot.column, at), 0).up(V::splat(spot.row));
        let columns = V::load_slice(&spot.board.all_columns()[at..]).or(cells);
        without_rows(columns, spot.full)
            .or(V::load(plan.walls.view(at), PAD))
            .store_columns(after, at);
        at += V::LANES;
    }
}

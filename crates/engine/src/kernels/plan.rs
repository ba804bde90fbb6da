//! A rating compiled for the kernels: which numbers are wanted, and what each adds to the score.

use super::profile::Profile;
use super::slot::{SLOTS, Slot, Slots};
use super::vector::Row;
use super::want::{Family, Want};
use super::whole::Whole;
use crate::game::board::height_of;
use crate::game::piece::Piece;
use crate::game::placement::{Landing, Placement, placements};
use crate::game::rules::{FeatureBoard, GameKind, Overflow, Rules, Suicide};
use crate::rating::features::MOST_REMOVED;
use crate::rating::score::{ScoredTerm, Scorer, Scores};

/// Why a player's moves are rated by the reference although a kernel was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// Placements of the original game have to be reachable.
    #[error("kernels play the simplified game, not the original one")]
    OriginalGame,
    /// Features read the board before full rows go.
    #[error("kernels rate the board after full rows are removed (feature-board = after-clear)")]
    BeforeClear,
    /// A search without a rating.
    #[error("the search `fit` has no rating")]
    Fit,
    /// A feature without a slot, or one that is no whole number.
    #[error("the feature {0} is read by the reference only")]
    Feature(String),
    /// Two features of one slot that have tables and differ in their range.
    #[error("the feature {0} shares a slot with a feature whose table is over another range")]
    Range(String),
}

/// The height that a wall has for its neighbours: more than any column.
pub(crate) const WALL: i32 = 64;

/// A rating compiled for a board size and rules.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: i32,
    /// All rows as a mask.
    pub rows: u32,
    /// The rows that a pile may reach without ending the game.
    pub ceiling: i32,
    /// What an overflowing piece does.
    pub overflow: Overflow,
    /// How moves that end the game are treated.
    pub suicide: Suicide,
    /// The compiled family it belongs to.
    pub family: Family,
    /// The numbers wanted.
    pub wanted: Slots,
    /// Those with a weight.
    linear: Slots,
    /// Those with a weight for their difference to the board before.
    linear_delta: Slots,
    /// Those with a table.
    tabled: Slots,
    /// The weight of a number on the afterstate, its own and that of its difference together.
    weights: [i32; SLOTS],
    /// The weight of the difference to the board before.
    delta_weights: [i32; SLOTS],
    /// The table of a number, and that of its difference.
    tables: Box<[[Table; 2]; SLOTS]>,
    /// What the height of each column adds.
    pub columns: PerColumn,
    /// What the difference of each column and the next adds.
    pub pairs: PerColumn,
    /// Whether any of those has tables.
    pub has_grids: bool,
    /// Whether more well cells never make a score better.
    pub wells_cost: bool,
    /// All rows where there is a wall, none inside the board.
    pub walls: Row,
    /// [`WALL`] where there is a wall, 0 inside the board.
    pub wall_heights: Row,
    /// 1 where there is a wall, 0 inside the board.
    pub edges: Row,
    /// All bits for columns that have a right neighbour.
    pub paired: Row,
    profiles: [Box<[Profile]>; 7],
    placements: [Box<[Placement]>; 7],
    /// The same for all placements at once, if that can be.
    pub whole: Option<Box<Whole>>,
}

/// A score for each whole number from `first` on; empty if there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub first: i32,
    pub scores: Vec<i32>,
}

impl Table {
    /// Adds a table over the same numbers; says no if it is over others.
    fn add(&mut self, first: i32, scores: &[i32]) -> bool {
        if self.scores.is_empty() {
            *self = Table {
                first,
                scores: scores.to_vec(),
            };
            return true;
        }
        if (self.first, self.scores.len()) != (first, scores.len()) {
            return false;
        }
        for (to, from) in self.scores.iter_mut().zip(scores) {
            *to += from;
        }
        true
    }

    /// The score of a number; 0 where there is no table.
    #[inline(always)]
    pub fn at(&self, number: i32) -> i32 {
        match self.scores.is_empty() {
            true => 0,
            false => self.scores[(number - self.first) as usize],
        }
    }
}

/// What a number of each column adds to the score.
#[derive(Clone, Debug)]
pub(crate) struct PerColumn {
    /// The weight of each column, its own and that of its difference together.
    pub weights: Row,
    /// The weight of the difference to the board before.
    pub delta_weights: Row,
    /// Tables of the number, and of its difference: those of all columns one after the other.
    pub grids: [Grid; 2],
}

/// Tables of the same length, one for each column; empty if there is none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    pub first: i32,
    pub stride: i32,
    pub scores: Vec<i32>,
}

impl Grid {
    /// The score of a number of a column; 0 where there is no table.
    pub fn at(&self, column: usize, number: i32) -> i32 {
        match self.scores.is_empty() {
            true => 0,
            false => self.scores[(column as i32 * self.stride + number - self.first) as usize],
        }
    }
}

impl PerColumn {
    fn new() -> PerColumn {
        PerColumn {
            weights: Row::filled(0),
            delta_weights: Row::filled(0),
            grids: [Grid::default(), Grid::default()],
        }
    }

    /// Adds a term; says no if its tables are over other numbers than those there.
    fn add(&mut self, term: &ScoredTerm, width: usize) -> bool {
        let add_to = |row: &mut Row, weight: i32| {
            let column = term.index as isize;
            row.set(column, row.get(column).wrapping_add(weight as u32));
        };
        match &term.scores {
            Scores::Weight(weight) => {
                add_to(&mut self.weights, *weight);
                if term.reading.delta {
                    add_to(&mut self.delta_weights, *weight);
                }
            }
            Scores::Table { first, scores } => {
                let grid = &mut self.grids[usize::from(term.reading.delta)];
                if grid.scores.is_empty() {
                    *grid = Grid {
                        first: *first,
                        stride: scores.len() as i32,
                        scores: vec![0; scores.len() * width],
                    };
                }
                if (grid.first, grid.stride) != (*first, scores.len() as i32) {
                    return false;
                }
                let start = term.index * scores.len();
                for (to, from) in grid.scores[start..].iter_mut().zip(scores) {
                    *to += from;
                }
            }
            Scores::Real { .. } => unreachable!("such terms are left to the reference"),
        }
        true
    }
}

impl Plan {
    /// Compiles a rating, if kernels can do it.
    pub fn new(scorer: Option<&Scorer>, rules: &Rules) -> Result<Plan, Reason> {
        if rules.game == GameKind::Original {
            return Err(Reason::OriginalGame);
        }
        if rules.feature_board == FeatureBoard::BeforeClear {
            return Err(Reason::BeforeClear);
        }
        let scorer = scorer.ok_or(Reason::Fit)?;
        let (width, height) = (rules.board.width(), rules.board.height());
        let rows = (1u32 << height) - 1;
        let ceiling = height as i32 - i32::from(rules.overflow == Overflow::TopRow);
        let mut plan = Plan {
            width,
            height: height as i32,
            rows,
            ceiling,
            overflow: rules.overflow,
            suicide: rules.suicide,
            family: Family::Any,
            wanted: Slots::default(),
            linear: Slots::default(),
            linear_delta: Slots::default(),
            tabled: Slots::default(),
            weights: [0; SLOTS],
            delta_weights: [0; SLOTS],
            tables: Box::new(std::array::from_fn(|_| Default::default())),
            columns: PerColumn::new(),
            pairs: PerColumn::new(),
            has_grids: false,
            wells_cost: false,
            walls: Row::filled(rows),
            wall_heights: Row::filled(WALL as u32),
            edges: Row::filled(1),
            paired: Row::filled(0),
            profiles: Piece::ALL.map(|piece| {
                piece
                    .orientations()
                    .iter()
                    .map(|shape| Profile::new(shape, ceiling))
                    .collect()
            }),
            placements: Piece::ALL.map(|piece| placements(piece, width).collect()),
            whole: None,
        };
        for x in 0..width as isize {
            plan.walls.set(x, 0);
            plan.wall_heights.set(x, 0);
            plan.edges.set(x, 0);
            plan.paired
                .set(x, if x + 1 < width as isize { u32::MAX } else { 0 });
        }
        for term in scorer.terms() {
            plan.add(term)?;
        }
        plan.has_grids = [&plan.columns, &plan.pairs]
            .into_iter()
            .any(|each| each.grids.iter().any(|grid| !grid.scores.is_empty()));
        let has_deltas = plan.linear_delta != Slots::default()
            || scorer.terms().iter().any(|term| term.reading.delta);
        let has_tables = plan.has_grids || plan.tabled != Slots::default();
        plan.family = Family::of(plan.wanted, !has_deltas && !has_tables);
        plan.wells_cost = !plan.tabled.meets(Slots::WELL_CELLS)
            && Slots::WELL_CELLS
                .numbers()
                .all(|slot| plan.weights[slot] <= 0);
        if plan.family.is_whole() {
            let weight = |slot: Slot| plan.weights[slot as usize];
            plan.whole = Some(Box::new(Whole::new(width, &plan.profiles, weight)));
        }
        Ok(plan)
    }

    fn add(&mut self, term: &ScoredTerm) -> Result<(), Reason> {
        let reading = &term.reading;
        let refused = || Reason::Feature(reading.to_string());
        let slot = reading.slot().ok_or_else(refused)?;
        if matches!(term.scores, Scores::Real { .. }) {
            return Err(refused());
        }
        self.wanted.insert(slot);
        let number = slot as usize;
        let same_range = match (slot, &term.scores) {
            (Slot::ColumnHeight, _) => self.columns.add(term, self.width),
            (Slot::ColumnDifference, _) => self.pairs.add(term, self.width),
            (_, Scores::Weight(weight)) => {
                self.linear.insert(slot);
                self.weights[number] += weight;
                if reading.delta {
                    self.linear_delta.insert(slot);
                    self.delta_weights[number] += weight;
                }
                true
            }
            (_, Scores::Table { first, scores }) => {
                self.tabled.insert(slot);
                self.tables[number][usize::from(reading.delta)].add(*first, scores)
            }
            (_, Scores::Real { .. }) => return Err(refused()),
        };
        match same_range {
            true => Ok(()),
            false => Err(Reason::Range(reading.to_string())),
        }
    }

    /// The orientations of a piece.
    #[inline(always)]
    pub fn profiles(&self, piece: Piece) -> &[Profile] {
        &self.profiles[piece as usize]
    }

    /// Placement number `index` of a piece.
    #[inline(always)]
    pub fn placement(&self, piece: Piece, index: usize) -> Placement {
        self.placements[piece as usize][index]
    }

    /// Whether it belongs to one of the families, which are linear.
    pub fn is_linear(&self) -> bool {
        self.family != Family::Any
    }

    /// What a move that removed the rows that were full adds to the score of the board after it, where
    /// [`is_linear`](Self::is_linear).
    #[inline]
    pub fn move_score(&self, piece: Piece, landing: Landing, full: u32) -> i32 {
        let profile = &self.profiles(piece)[landing.placement.orientation as usize];
        let row = i32::from(landing.row);
        let weight = |slot: Slot| self.weights[slot as usize];
        let mut score = weight(Slot::LandingHeight).wrapping_mul(2 * row + profile.rise);
        if full != 0 {
            let cells = profile
                .cells
                .map(|cells| (cells << row & full).count_ones());
            let eroded = full.count_ones().min(MOST_REMOVED) * cells.iter().sum::<u32>();
            score = score.wrapping_add(weight(Slot::ErodedCells).wrapping_mul(eroded as i32));
        }
        score
    }

    /// The weight of a number on the afterstate; none if it has none.
    #[inline(always)]
    pub fn weight<W: Want>(&self, slot: Slot) -> Option<i32> {
        let has = match W::IS_LINEAR {
            true => W::has(self, slot),
            false => self.linear.has(slot),
        };
        has.then(|| self.weights[slot as usize])
    }

    /// The weight of a number's difference to the board before; none if it has none.
    #[inline(always)]
    pub fn delta_weight(&self, slot: Slot) -> Option<i32> {
        self.linear_delta
            .has(slot)
            .then(|| self.delta_weights[slot as usize])
    }

    /// The tables of a number and of its difference; none if it has neither.
    #[inline(always)]
    pub fn tables(&self, slot: Slot) -> Option<&[Table; 2]> {
        self.tabled.has(slot).then(|| &self.tables[slot as usize])
    }

    /// What the tables make of the numbers of a board, given those of the board before.
    #[inline(always)]
    pub fn table_score(&self, numbers: &[i32; SLOTS], before: &[i32; SLOTS]) -> i32 {
        let mut score = 0;
        for number in self.tabled.numbers() {
            let [own, delta] = &self.tables[number];
            score += own.at(numbers[number]) + delta.at(numbers[number] - before[number]);
        }
        score
    }

    /// What the tables for each column make of a board, given the board before.
    pub fn grid_score(&self, columns: &Row, before: &Row) -> i32 {
        let height = |row: &Row, x: usize| height_of(row.get(x as isize)) as i32;
        let difference = |row: &Row, x: usize| (height(row, x) - height(row, x + 1)).abs();
        let mut score = 0;
        for x in 0..self.width {
            let [own, delta] = &self.columns.grids;
            let (now, then) = (height(columns, x), height(before, x));
            score += own.at(x, now) + delta.at(x, now - then);
        }
        for x in 0..self.width - 1 {
            let [own, delta] = &self.pairs.grids;
            let (now, then) = (difference(columns, x), difference(before, x));
            score += own.at(x, now) + delta.at(x, now - then);
        }
        score
    }
}

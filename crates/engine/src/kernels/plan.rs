//! A rating compiled for the kernels: which slots it uses, and what each adds to the score.

use super::bytes::{BytePlan, Rated};
use super::columns::{PerColumn, WALL};
use super::feature_set::{Family, FeatureSet};
use super::net::NetPlan;
use super::patterns::{Kind, Patterns};
use super::profile::Profile;
use super::slots::{SLOTS, Slot, Slots};
use super::tables::{ColumnScores, Table};
use crate::game::board::{Board, MAX_WIDTH, Size, height_of};
use crate::game::piece::Piece;
use crate::game::placement::{Landing, Landings, Placement, placements};
use crate::game::rules::{FeatureBoard, GameKind, Overflow, Rules, Suicide};
use crate::rating::features::MOST_REMOVED;
use crate::rating::net::Net;
use crate::rating::score::{ScoredTerm, Scorer, Scores};

/// Why a player's moves are rated by the reference although a kernel was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoFastPath {
    /// Placements of the original game have to be reachable.
    #[error("kernels play the simplified game, not the original one")]
    OriginalGame,
    /// Features read the board before full rows go.
    #[error("kernels rate the board after full rows are removed (feature-board = after-clear)")]
    BeforeClear,
    /// A search without a rating.
    #[error("the search has no rating")]
    NoRating,
    /// A feature without a slot, or one that is no whole number.
    #[error("the feature {0} is read by the reference only")]
    Feature(String),
    /// Two features of one slot that have tables and differ in their range.
    #[error("the feature {0} shares a slot with a feature whose table is over another range")]
    Range(String),
}

/// What the score of a move tells of the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tells {
    /// Nothing: it depends on the board before.
    Nothing,
    /// The score of that board: it is that of the move, less what the move's own features add.
    Score,
    /// The same, less what tables add, where all placements are rated at once. They tell the
    /// numbers that tables are entered with.
    Numbers,
}

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
    /// What the score of a move tells of the board after it.
    pub tells: Tells,
    /// The slots that it uses.
    pub slots: Slots,
    /// Whether any weight or table is of a difference to the board before.
    pub has_deltas: bool,
    /// The slots with a weight for that.
    linear_delta: Slots,
    /// Those with a table, and those that the net reads.
    tabled: Slots,
    /// The weight of a number on the afterstate, its own and that of its difference together.
    weights: [i32; SLOTS],
    /// The weight of the difference to the board before.
    delta_weights: [i32; SLOTS],
    /// The table of a number, and that of its difference.
    tables: Box<[[Table; 2]; SLOTS]>,
    /// What the height of each column adds.
    pub columns: ColumnScores,
    /// What the difference of each column and the next adds.
    pub pairs: ColumnScores,
    /// What local patterns add.
    pub patterns: Patterns,
    /// The net; every placement is then rated by itself.
    pub net: Option<Box<NetPlan>>,
    /// Whether any of those has tables.
    pub has_grids: bool,
    /// Whether more well cells never make a score better.
    pub wells_cost: bool,
    /// All rows where there is a wall, none inside the board.
    pub walls: PerColumn,
    /// [`WALL`] where there is a wall, 0 inside the board.
    pub wall_heights: PerColumn,
    /// 1 where there is a wall, 0 inside the board.
    pub edges: PerColumn,
    /// All bits for columns that have a right neighbour.
    pub paired: PerColumn,
    profiles: [Box<[Profile]>; 7],
    placements: [Box<[Placement]>; 7],
    /// The same for all placements at once, if the family has that.
    pub bytes: Option<Box<BytePlan>>,
}

impl Plan {
    /// Compiles a rating, if kernels can do it: a plan for each band of danger.
    pub fn of_bands(scorer: Option<&Scorer>, rules: &Rules) -> Result<Vec<Plan>, NoFastPath> {
        if rules.game == GameKind::Original {
            return Err(NoFastPath::OriginalGame);
        }
        if rules.feature_board == FeatureBoard::BeforeClear {
            return Err(NoFastPath::BeforeClear);
        }
        let scorer = scorer.ok_or(NoFastPath::NoRating)?;
        let bands = 0..scorer.bands().count();
        bands
            .map(|band| Plan::new(scorer.terms(band), scorer.net(), rules))
            .collect()
    }

    fn new(terms: &[ScoredTerm], net: Option<&Net>, rules: &Rules) -> Result<Plan, NoFastPath> {
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
            tells: Tells::Nothing,
            slots: Slots::default(),
            has_deltas: false,
            linear_delta: Slots::default(),
            tabled: Slots::default(),
            weights: [0; SLOTS],
            delta_weights: [0; SLOTS],
            tables: Box::new(std::array::from_fn(|_| Default::default())),
            columns: ColumnScores::new(),
            pairs: ColumnScores::new(),
            patterns: Patterns::default(),
            net: None,
            has_grids: false,
            wells_cost: false,
            walls: PerColumn::filled(rows),
            wall_heights: PerColumn::filled(WALL as u32),
            edges: PerColumn::filled(1),
            paired: PerColumn::filled(0),
            profiles: Piece::ALL.map(|piece| {
                piece
                    .orientations()
                    .iter()
                    .map(|shape| Profile::new(shape, ceiling))
                    .collect()
            }),
            placements: Piece::ALL.map(|piece| placements(piece, width).collect()),
            bytes: None,
        };
        for x in 0..width as isize {
            plan.walls.set(x, 0);
            plan.wall_heights.set(x, 0);
            plan.edges.set(x, 0);
            plan.paired
                .set(x, if x + 1 < width as isize { u32::MAX } else { 0 });
        }
        for term in terms {
            plan.add(term)?;
        }
        plan.add_net(net, rules.board)?;
        plan.has_grids = [&plan.columns, &plan.pairs]
            .into_iter()
            .any(|each| each.grids.iter().any(|grid| !grid.scores.is_empty()))
            || !plan.patterns.is_empty();
        plan.has_deltas =
            plan.linear_delta != Slots::default() || terms.iter().any(|term| term.reading.delta);
        let has_tables = plan.has_grids || plan.net.is_some() || plan.tabled != Slots::default();
        plan.family = Family::of(plan.slots, !plan.has_deltas && !has_tables);
        plan.wells_cost = !plan.tabled.meets(Slots::WELL_CELLS)
            && Slots::WELL_CELLS
                .numbers()
                .all(|slot| plan.weights[slot] <= 0);
        plan.bytes = match &plan.net {
            Some(_) => None,
            None => plan.in_bytes(terms).map(Box::new),
        };
        plan.tells = match (plan.tabled == Slots::default(), &plan.bytes) {
            _ if plan.has_deltas || plan.net.is_some() => Tells::Nothing,
            (true, _) => Tells::Score,
            (false, Some(_)) => Tells::Numbers,
            (false, None) => Tells::Nothing,
        };
        Ok(plan)
    }

    /// Adds the net, if there is one.
    fn add_net(&mut self, net: Option<&Net>, size: Size) -> Result<(), NoFastPath> {
        let net = net.map(|net| NetPlan::new(net, size));
        let net = net.transpose();
        let net = net.map_err(|reading| NoFastPath::Feature(reading.to_string()))?;
        for slot in net.iter().flat_map(NetPlan::slots) {
            self.slots.insert(slot);
            self.tabled.insert(slot);
        }
        self.net = net.map(Box::new);
        Ok(())
    }

    /// The same for all placements at once, if bytes count all of it.
    fn in_bytes(&self, terms: &[ScoredTerm]) -> Option<BytePlan> {
        let mut slots: Vec<Slot> = Vec::new();
        for slot in terms.iter().filter_map(|term| term.reading.slot()) {
            if !slots.contains(&slot) {
                slots.push(slot);
            }
        }
        let rated = Rated {
            width: self.width,
            height: self.height,
            profiles: &self.profiles,
            slots: &slots,
            weight: &|slot| self.weights[slot as usize],
            tables: &|slot| self.tables(slot),
            columns: [&self.columns, &self.pairs],
            patterns: &self.patterns,
        };
        match self.family.fits_bytes() {
            true => Some(BytePlan::of_family(rated)),
            false => BytePlan::of_any(rated),
        }
    }

    fn add(&mut self, term: &ScoredTerm) -> Result<(), NoFastPath> {
        let reading = &term.reading;
        let refused = || NoFastPath::Feature(reading.to_string());
        let slot = reading.slot().ok_or_else(refused)?;
        if matches!(term.scores, Scores::Real { .. }) {
            return Err(refused());
        }
        if reading.delta && Slots::PATTERNS.has(slot) {
            return Err(refused());
        }
        self.slots.insert(slot);
        let number = slot as usize;
        let same_range = match (slot, &term.scores) {
            (Slot::ColumnHeight, _) => self.columns.add(term, self.width),
            (Slot::ColumnDifference, _) => self.pairs.add(term, self.width),
            (Slot::Surface4 | Slot::Surface5 | Slot::Cover, _) => {
                let kind = match slot {
                    Slot::Surface4 => Kind::Four,
                    Slot::Surface5 => Kind::Five,
                    _ => Kind::Cover,
                };
                self.patterns.add(term, kind, self.width);
                true
            }
            (_, Scores::Weight(weight)) => {
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
            false => Err(NoFastPath::Range(reading.to_string())),
        }
    }

    /// The orientations of a piece.
    #[inline(always)]
    pub fn profiles(&self, piece: Piece) -> &[Profile] {
        &self.profiles[piece as usize]
    }

    /// The placements of a piece, in their order.
    pub fn placements(&self, piece: Piece) -> &[Placement] {
        &self.placements[piece as usize]
    }

    /// Placement number `index` of a piece.
    #[inline(always)]
    pub fn placement(&self, piece: Piece, index: usize) -> Placement {
        self.placements[piece as usize][index]
    }

    /// Where placement number `index` of a piece comes to rest on a board.
    #[inline]
    pub fn landing(&self, board: &Board, piece: Piece, index: usize) -> Landing {
        let placement = self.placement(piece, index);
        let profile = &self.profiles(piece)[placement.orientation as usize];
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

    /// Where all placements of a piece come to rest on a board, in their order.
    pub fn landings(&self, board: &Board, piece: Piece) -> Landings {
        let heights = board.all_columns().map(|column| height_of(column) as i32);
        let mut landings = Landings::new();
        for &placement in self.placements(piece) {
            let profile = &self.profiles(piece)[placement.orientation as usize];
            let mut row = 0;
            for k in 0..4 {
                let height = heights[(placement.column as usize + k) % MAX_WIDTH];
                row = row.max(height - profile.bottom[k]);
            }
            let row = row as u8;
            landings.push(Landing { placement, row });
        }
        landings
    }

    /// What the weights of a move that removed the rows that were full add to the score of the
    /// board after it.
    #[inline]
    pub fn move_score(&self, piece: Piece, landing: Landing, full: u32) -> i32 {
        let profile = &self.profiles(piece)[landing.placement.orientation as usize];
        let row = i32::from(landing.row);
        let weight = |slot: Slot| self.weights[slot as usize];
        let mut score = weight(Slot::LandingHeight)
            .wrapping_mul(2 * row + profile.rise)
            .wrapping_add(weight(Slot::Constant))
            .wrapping_add(weight(Slot::Lost));
        if full != 0 {
            let cells = profile
                .cells
                .map(|cells| (cells << row & full).count_ones());
            let removed = full.count_ones().min(MOST_REMOVED);
            let eroded = removed * cells.iter().sum::<u32>();
            score = score
                .wrapping_add(weight(Slot::RemovedLines).wrapping_mul(removed as i32))
                .wrapping_add(weight(Slot::ErodedCells).wrapping_mul(eroded as i32));
        }
        score
    }

    /// The weight of a number on the afterstate; 0 if it has none.
    #[inline(always)]
    pub fn weight<F: FeatureSet>(&self, slot: Slot) -> i32 {
        match const { F::POSSIBLE }.has(slot) {
            true => self.weights[slot as usize],
            false => 0,
        }
    }

    /// The numbers that have more than a weight.
    #[inline(always)]
    pub fn special(&self) -> Slots {
        self.linear_delta.or(self.tabled)
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
    pub fn grid_score(&self, columns: &PerColumn, before: &PerColumn) -> i32 {
        let height = |row: &PerColumn, x: usize| height_of(row.get(x as isize)) as i32;
        let difference = |row: &PerColumn, x: usize| (height(row, x) - height(row, x + 1)).abs();
        let mut score = self.patterns.score(columns, self.width);
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

//! Moves rated by a kernel.

use crate::game::board::Board;
use crate::game::danger::Danger;
use crate::game::piece::Piece;
use crate::game::placement::{Landing, MAX_PLACEMENTS};
use crate::game::rules::{Rules, SearchScore};
use crate::kernels::{Base, Draft, Instance, Job, Plan, Scores, Tells, Wanted};
use crate::rating::score::Scorer;

/// What a kernel needs to rate moves.
#[derive(Clone, Copy)]
pub(crate) struct Fast<'a> {
    /// A plan for each band of danger.
    pub plans: &'a [Plan],
    pub instance: Instance,
    pub scorer: &'a Scorer,
    pub rules: &'a Rules,
}

/// What a kernel works with: kept from move to move, because making it takes as long as a batch.
#[derive(Clone, Debug)]
pub(crate) struct Scratch {
    base: Base,
    /// The band of the board read last.
    band: usize,
    /// The scores of the piece rated last.
    pub scores: Scores,
    /// The score of the board to be read next, if the move before has told it.
    carried: Option<i32>,
    /// The boards after the moves that a search looks at.
    pub afterwards: Vec<After>,
    /// What vectors find out about the next piece on each of them.
    drafts: Vec<Draft>,
}

/// A board after a move that does not end the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct After {
    /// The number of the placement.
    pub index: usize,
    pub board: Board,
    /// What the board scores, without what the move adds.
    pub score: i32,
    /// What the move adds.
    moved: i32,
    /// The rows that are gone.
    full: u32,
}

/// The best pair of placements so far: its value, and the board after the first as how far it is
/// from the end of the list, so that of equals that of the first board is the greatest. One number,
/// because which of two pairs is better cannot be foretold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Pair(i64);

impl Pair {
    const NONE: Pair = Pair(i64::MIN);
    /// More than the numbers of boards; values have 33 bits.
    const NUMBERS: i64 = 2 * MAX_PLACEMENTS as i64;

    /// A pair whose second move has the best score on the board of a number; none if that score is
    /// [`i32::MIN`]. The first adds something to the value.
    #[inline(always)]
    fn new(second: i32, earlier: i64, number: usize) -> Pair {
        let value = i64::from(second) + earlier;
        let key = value * Pair::NUMBERS + (Pair::NUMBERS - 1 - number as i64);
        Pair(if second == i32::MIN { i64::MIN } else { key })
    }

    /// What is wanted of the second move: a value not below that of this pair, given what the first
    /// move adds.
    #[inline(always)]
    fn wanted(self, earlier: i64) -> Wanted {
        let floor = self.0.div_euclid(Pair::NUMBERS) - earlier - 1;
        Wanted::BestAbove(floor.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }

    /// The number of the board after its first move.
    fn number(self) -> Option<usize> {
        let from_end = self.0.rem_euclid(Pair::NUMBERS);
        (self != Pair::NONE).then_some((Pair::NUMBERS - 1 - from_end) as usize)
    }
}

/// A placement decided on, of those rated last: small, so that it stays in registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    index: u8,
    score: i32,
    pub ends: bool,
}

impl Decided {
    /// The number of the placement.
    #[inline]
    pub fn index(self) -> usize {
        self.index.into()
    }
}

impl Scratch {
    /// What is known of a placement that has the best score.
    #[inline]
    pub fn decided(&self, index: usize, score: i32) -> Decided {
        Decided {
            index: index as u8,
            score,
            ends: self.scores.found.ends >> index & 1 == 1,
        }
    }

    /// Whether every placement of the piece that was to be decided on ends the game.
    pub fn every_move_ends(&self) -> bool {
        let found = &self.scores.found;
        found.count > 0 && found.ends.count_ones() as usize == found.count
    }

    /// Forgets the board.
    pub fn forget(&mut self) {
        self.carried = None;
    }

    /// Makes room for what a search needs.
    pub fn with_search(mut self) -> Scratch {
        self.afterwards.reserve(MAX_PLACEMENTS);
        self.drafts.resize_with(MAX_PLACEMENTS, Draft::new);
        self
    }
}

impl Fast<'_> {
    /// A place to work in.
    pub fn scratch(&self) -> Scratch {
        Scratch {
            base: Base::new(&self.plans[0]),
            band: 0,
            scores: Scores::new(),
            carried: None,
            afterwards: Vec::new(),
            drafts: Vec::new(),
        }
    }

    /// The plan of a band: mostly there is one, and nothing to look up.
    #[inline(always)]
    fn plan(&self, band: usize) -> &Plan {
        match self.plans {
            [one] => one,
            all => &all[band],
        }
    }

    /// The band of a board.
    #[inline(always)]
    fn band(&self, board: &Board) -> usize {
        match self.plans {
            [_] => 0,
            _ => {
                let bands = self.scorer.bands();
                bands.at(self.danger(bands.by, board))
            }
        }
    }

    /// The danger of a board no column of which reaches row 31.
    #[inline(always)]
    pub fn danger(&self, danger: Danger, board: &Board) -> i32 {
        self.instance.danger(danger, board)
    }

    /// Whether the score of a move, less what its own features add, is that of the board after it.
    #[inline]
    pub fn tells_boards(&self) -> bool {
        self.plans.len() == 1 && self.plans[0].tells == Tells::Score
    }

    /// Reads a board. Returns whether a kernel can rate on it: it cannot where the pile is so high
    /// that the game should be over.
    #[inline]
    pub fn read(&self, board: &Board, scratch: &mut Scratch) -> bool {
        scratch.band = self.band(board);
        let plan = self.plan(scratch.band);
        self.instance.read(plan, board, None, &mut scratch.base);
        scratch.base.reading.highest <= plan.ceiling
    }

    /// Reads a board as [`Fast::read`] does, by its score where the move before has told it.
    #[inline]
    pub fn read_on(&self, board: &Board, scratch: &mut Scratch) -> bool {
        match scratch.carried.take() {
            // By the weights of its own band it has another score.
            Some(score) if self.band(board) == scratch.band => {
                self.read_scored(board, score, scratch);
                true
            }
            _ => self.read(board, scratch),
        }
    }

    /// Reads a board on which the game goes on, which is in the band of the board read last, and
    /// whose score, without that of any move, is known.
    #[inline]
    pub fn read_scored(&self, board: &Board, score: i32, scratch: &mut Scratch) {
        let plan = self.plan(scratch.band);
        let base = &mut scratch.base;
        match plan.bytes.is_some() && self.instance.has_bytes() {
            true => base.read_for_bytes(plan, board, score),
            false => self.instance.read(plan, board, Some(score), base),
        }
    }

    /// Makes a move that does not end the game, on the board read last, and keeps the score of the
    /// board after it: the score of the move, less what its own features add. Returns the rows that
    /// are gone.
    #[inline]
    pub fn advance(
        &self,
        board: &mut Board,
        piece: Piece,
        decided: Decided,
        scratch: &mut Scratch,
    ) -> u32 {
        let plan = self.plan(scratch.band);
        let (index, score) = (decided.index(), decided.score);
        let (landing, full) = self.spot(board, piece, index, scratch);
        let landed = self.instance.land(plan, board, piece, landing, full);
        scratch.carried = match plan.tells {
            Tells::Score => Some(score.wrapping_sub(landed.score)),
            Tells::Numbers if self.instance.has_bytes() => {
                let rated = (&scratch.scores, index);
                let base = &mut scratch.base;
                let of_tables = base.follow(plan, piece, landing.placement, rated);
                of_tables.map(|of_tables| score.wrapping_sub(of_tables).wrapping_sub(landed.score))
            }
            _ => None,
        };
        landed.full
    }

    /// Finds the boards after all moves that do not end the game, and what they score; none where
    /// the scores of the moves do not tell it.
    ///
    /// All boards are made before any is looked at: columns that were just written one by one
    /// cannot be loaded as a vector at once.
    pub fn look_after(&self, board: &Board, piece: Piece, scratch: &mut Scratch) {
        scratch.afterwards.clear();
        if self.tells_boards() && self.read(board, scratch) {
            self.list_after(board, piece, scratch);
        }
    }

    /// Lists the boards after all moves on the board read last that do not end the game.
    fn list_after(&self, board: &Board, piece: Piece, scratch: &mut Scratch) {
        scratch.afterwards.clear();
        self.rate(board, piece, scratch);
        for index in 0..scratch.scores.found.count {
            if scratch.scores.found.ends >> index & 1 == 1 {
                continue;
            }
            let (landing, full) = self.spot(board, piece, index, scratch);
            // The board is changed where it will stay, for the same reason.
            scratch.afterwards.push(After {
                index,
                board: *board,
                score: scratch.scores.draft.list[index],
                moved: 0,
                full: 0,
            });
            if let Some(after) = scratch.afterwards.last_mut() {
                let (plan, board) = (&self.plans[0], &mut after.board);
                let landed = self.instance.land(plan, board, piece, landing, full);
                after.score = after.score.wrapping_sub(landed.score);
                (after.moved, after.full) = (landed.score, landed.full);
            }
        }
    }

    /// Finds the first move of the best pair of placements of two pieces, the first of equals, and
    /// gives the number of the board after it among those listed. None where kernels cannot tell,
    /// or every pair ends the game.
    pub fn decide_pair(
        &self,
        board: &Board,
        [first, second]: [Piece; 2],
        scratch: &mut Scratch,
    ) -> Option<usize> {
        if !self.tells_boards() || !self.read_on(board, scratch) {
            return None;
        }
        self.list_after(board, first, scratch);
        let plan = &self.plans[0];
        // Grids need to know the board before.
        let best = match plan.bytes.is_some() && self.instance.has_bytes() && !plan.has_grids {
            true => self.best_at_once(second, scratch),
            false => self.best_one_by_one(second, scratch),
        };
        best.number()
    }

    /// The first of the boards listed on which the best placement of a piece has the best value.
    fn best_one_by_one(&self, piece: Piece, scratch: &mut Scratch) -> Pair {
        let mut best = Pair::NONE;
        for number in 0..scratch.afterwards.len() {
            let after = scratch.afterwards[number];
            let earlier = self.earlier(&after);
            self.read_scored(&after.board, after.score, scratch);
            self.rate_some(&after.board, piece, best.wanted(earlier), scratch);
            best = best.max(Pair::new(
                scratch.scores.found.best_score(),
                earlier,
                number,
            ));
        }
        best
    }

    /// The same, where vectors first look at all boards. What they leave is rated afterwards: how
    /// much that is cannot be foretold, and a wrong guess would throw away work on the next board.
    fn best_at_once(&self, piece: Piece, scratch: &mut Scratch) -> Pair {
        let Scratch {
            base,
            scores,
            afterwards,
            drafts,
            ..
        } = scratch;
        let plan = &self.plans[0];
        let mut best = Pair::NONE;
        for (number, (after, draft)) in afterwards.iter().zip(&mut *drafts).enumerate() {
            base.read_for_bytes(plan, &after.board, after.score);
            let job = self.job(plan, &after.board, piece, Wanted::BestAbove(i32::MIN));
            self.instance.draft(&job, base, draft, &mut scores.counts);
            best = best.max(Pair::new(draft.best.score, self.earlier(after), number));
        }
        // Without a branch for each, for the same reason.
        let (mut unfinished, mut count) = ([0; MAX_PLACEMENTS], 0);
        for (number, (after, draft)) in afterwards.iter().zip(&*drafts).enumerate() {
            let wanted = best.wanted(self.earlier(after));
            let job = self.job(plan, &after.board, piece, wanted);
            unfinished[count] = number;
            count += usize::from(job.is_unfinished(draft));
        }
        for &number in &unfinished[..count] {
            let (after, draft) = (&afterwards[number], &mut drafts[number]);
            let earlier = self.earlier(after);
            let job = self.job(plan, &after.board, piece, best.wanted(earlier));
            self.instance.finish(&job, base, draft, &mut scores.found);
            best = best.max(Pair::new(scores.found.best_score(), earlier, number));
        }
        best
    }

    /// What a first move adds to the value of a pair.
    #[inline(always)]
    fn earlier(&self, after: &After) -> i64 {
        match self.rules.search_score {
            SearchScore::Leaf => 0,
            SearchScore::Sum => after.moved.into(),
        }
    }

    /// Makes the move to the board of a number among those listed. Returns the rows that are gone.
    pub fn take(&self, number: usize, board: &mut Board, scratch: &mut Scratch) -> u32 {
        let after = &scratch.afterwards[number];
        *board = after.board;
        scratch.carried = Some(after.score);
        after.full
    }

    /// Where placement number `index` of the piece rated last comes to rest on the board read last,
    /// and the rows that are full then, if they are known.
    #[inline(always)]
    fn spot(
        &self,
        board: &Board,
        piece: Piece,
        index: usize,
        scratch: &Scratch,
    ) -> (Landing, Option<u32>) {
        let (plan, scores) = (&self.plans[0], &scratch.scores);
        if scores.found.knows_spots && scratch.base.full == 0 {
            let placement = plan.placement(piece, index);
            let (row, full) = scores.draft.spots.at(placement);
            return (Landing { placement, row }, Some(full));
        }
        let landing = plan.landing(board, piece, index);
        let fills_no_row = scores.found.fills >> index & 1 == 0;
        (landing, fills_no_row.then_some(0))
    }

    /// Rates all placements of a piece on the board read last.
    #[inline]
    pub fn rate(&self, board: &Board, piece: Piece, scratch: &mut Scratch) {
        self.rate_some(board, piece, Wanted::All, scratch);
    }

    /// Finds the best placement of a piece on the board read last; the other scores mean nothing.
    #[inline]
    pub fn rate_best(&self, board: &Board, piece: Piece, scratch: &mut Scratch) {
        self.rate_some(board, piece, Wanted::BestAbove(i32::MIN), scratch);
    }

    #[inline]
    fn rate_some(&self, board: &Board, piece: Piece, wanted: Wanted, scratch: &mut Scratch) {
        let job = self.job(self.plan(scratch.band), board, piece, wanted);
        self.instance.rate(&job, &scratch.base, &mut scratch.scores);
    }

    #[inline(always)]
    fn job<'a>(
        &'a self,
        plan: &'a Plan,
        board: &'a Board,
        piece: Piece,
        wanted: Wanted,
    ) -> Job<'a> {
        Job {
            plan,
            scorer: self.scorer,
            rules: self.rules,
            board,
            piece,
            wanted,
        }
    }

    /// Finds the best placement of a piece on a board, the first of equals; none where kernels
    /// cannot rate on it, or every move ends the game.
    #[inline(always)]
    pub fn decide(&self, board: &Board, piece: Piece, scratch: &mut Scratch) -> Option<Decided> {
        if !self.read_on(board, scratch) {
            scratch.scores.found.count = 0;
            return None;
        }
        self.rate_best(board, piece, scratch);
        let best = scratch.scores.found.best?;
        Some(scratch.decided(best.index, best.score))
    }

    /// Where placement number `index` of a piece comes to rest.
    #[inline]
    pub fn landing(&self, board: &Board, piece: Piece, index: usize) -> Landing {
        self.plans[0].landing(board, piece, index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_pair_is_the_first_of_the_greatest_value() {
        let pairs = [(-5, 2, 0), (-4, 1, 1), (i32::MIN, 9, 2), (-3, 0, 63)];
        let best = |some: &[(i32, i64, usize)]| {
            let pairs = some
                .iter()
                .map(|&(score, earlier, n)| Pair::new(score, earlier, n));
            pairs.fold(Pair::NONE, Pair::max)
        };
        assert_eq!(best(&pairs).number(), Some(0));
        assert_eq!(best(&pairs[1..]).number(), Some(1));
        assert_eq!(best(&pairs[2..]).number(), Some(63));
        assert_eq!(best(&pairs[2..3]).number(), None);
        let most = best(&[(i32::MAX, i64::from(i32::MAX), 63), (i32::MAX, 0, 0)]);
        assert_eq!(most.number(), Some(63));
        // A second move has to make up for what the first lacks, and may be as good.
        assert_eq!(best(&pairs).wanted(2), Wanted::BestAbove(-6));
        assert_eq!(Pair::NONE.wanted(7), Wanted::BestAbove(i32::MIN));
    }
}

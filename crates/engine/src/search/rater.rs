//! What rates moves for a player: a rating made ready for rules, with a kernel.

use super::fast::{Fast, Scratch};
use crate::game::board::Board;
use crate::game::moves::{Move, landings};
use crate::game::piece::Piece;
use crate::game::placement::{Landings, MAX_PLACEMENTS};
use crate::game::rules::{Rules, SearchScore, Suicide};
use crate::kernels::{Instance, Kernel, NoFastPath, Plan, Unavailable};
use crate::rating::score::Scorer;
use crate::rating::{Rating, RatingError};

/// What rates moves: the part of a player that a search asks.
#[derive(Clone, Debug)]
pub struct Rater {
    rules: Rules,
    scores: Scores,
    kernel: Kernel,
    /// The kernel's code; none for the reference.
    instance: Option<Instance>,
    /// The rating as kernels want it, a plan for each band of danger, or why they cannot do it.
    plans: Result<Vec<Plan>, NoFastPath>,
}

/// What gives a move its score.
#[derive(Clone, Debug)]
enum Scores {
    Rating(Scorer),
    /// A function of the search, which needs no rating.
    Own(fn(&Move) -> i32),
}

/// The scores of all landings of a piece.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The landings, in the order in which they are tried.
    pub landings: Landings,
    /// Their scores. Where moves that end the game are avoided theirs mean nothing.
    pub scores: [i32; MAX_PLACEMENTS],
    /// Which of them end the game, a bit each.
    pub ends: u64,
}

impl Ratings {
    /// Whether landing `index` ends the game.
    pub fn ends(&self, index: usize) -> bool {
        self.ends >> index & 1 == 1
    }
}

impl Rater {
    /// Rates by a rating.
    pub(crate) fn by_rating(rating: &Rating, rules: &Rules) -> Result<Rater, RatingError> {
        let scorer = Scorer::new(rating, rules.board)?;
        let reads_moves = scorer.net().and_then(|net| net.reads_moves());
        if let (SearchScore::Sum, Some(reading)) = (rules.search_score, reads_moves) {
            let reason = format!(
                "it reads {reading} off the move, and search-score = sum adds up what moves give, \
                 which a net does not tell: use search-score = leaf"
            );
            return Err(RatingError::Net(reason));
        }
        let plans = Plan::of_bands(Some(&scorer), rules);
        Ok(Rater::new(rules, Scores::Rating(scorer), plans))
    }

    /// Rates by a function of moves.
    pub(crate) fn by_function(score: fn(&Move) -> i32, rules: &Rules) -> Rater {
        Rater::new(rules, Scores::Own(score), Plan::of_bands(None, rules))
    }

    fn new(rules: &Rules, scores: Scores, plans: Result<Vec<Plan>, NoFastPath>) -> Rater {
        let kernel = Kernel::best();
        Rater {
            rules: rules.clone(),
            scores,
            kernel,
            instance: Instance::new(kernel),
            plans,
        }
    }

    /// The same with another kernel.
    pub(crate) fn with_kernel(mut self, kernel: Kernel) -> Result<Rater, Unavailable> {
        if !kernel.is_available() {
            return Err(Unavailable(kernel));
        }
        self.kernel = kernel;
        self.instance = Instance::new(kernel);
        Ok(self)
    }

    /// The same with an instance that only tests have.
    #[cfg(test)]
    pub(crate) fn with_instance(mut self, instance: Instance) -> Rater {
        self.instance = Some(instance);
        self
    }

    /// The kernel asked for, whether it can rate these moves or not.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The kernel that rates the moves, or why the reference does although another was asked for.
    ///
    /// # Errors
    ///
    /// The reason why no kernel can rate them.
    pub fn fast_path(&self) -> Result<Kernel, NoFastPath> {
        match (&self.plans, self.instance) {
            (Err(reason), Some(_)) => Err(reason.clone()),
            _ => Ok(self.kernel),
        }
    }

    /// Whether kernels can rate the moves, whichever kernel this machine has.
    pub fn has_plan(&self) -> bool {
        self.plans.is_ok()
    }

    /// What a kernel needs; none if the reference rates the moves.
    #[inline]
    pub(crate) fn fast(&self) -> Option<Fast<'_>> {
        match (&self.plans, self.instance, &self.scores) {
            (Ok(plans), Some(instance), Scores::Rating(scorer)) => Some(Fast {
                plans,
                instance,
                scorer,
                rules: &self.rules,
            }),
            _ => None,
        }
    }

    /// The rules that the moves are rated by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The rating in whole numbers; none where a function of the search scores moves.
    pub fn scorer(&self) -> Option<&Scorer> {
        match &self.scores {
            Scores::Rating(scorer) => Some(scorer),
            Scores::Own(_) => None,
        }
    }

    /// The score of a move.
    pub fn score(&self, played: &Move) -> i32 {
        match &self.scores {
            Scores::Rating(scorer) => scorer.score(played),
            Scores::Own(score) => score(played),
        }
    }

    /// The part of a move's score that comes from move features.
    pub fn move_score(&self, played: &Move) -> i32 {
        self.scorer().map_or(0, |scorer| scorer.move_score(played))
    }

    /// The scores of all landings of a piece.
    pub fn rate(&self, board: &Board, piece: Piece) -> Ratings {
        if let Some(fast) = self.fast() {
            let mut scratch = fast.scratch();
            if fast.read(board, &mut scratch) {
                fast.rate(board, piece, &mut scratch);
                return ratings(&fast, board, piece, &scratch);
            }
        }
        self.rate_by_reference(board, piece)
    }

    /// The landings of a piece, as [`landings`] gives them.
    pub(crate) fn landings(&self, board: &Board, piece: Piece) -> Landings {
        match self.fast() {
            Some(fast) => fast.plans[0].landings(board, piece),
            None => landings(&self.rules, board, piece),
        }
    }

    /// The scores of all landings of a piece by the code that defines them.
    fn rate_by_reference(&self, board: &Board, piece: Piece) -> Ratings {
        let landings = landings(&self.rules, board, piece);
        let mut scores = [0; MAX_PLACEMENTS];
        let mut ends = 0;
        for (index, landing) in landings.iter().enumerate() {
            let played = Move::new(&self.rules, board, piece, *landing);
            if played.ends {
                ends |= 1 << index;
            }
            scores[index] = match (played.ends, self.rules.suicide) {
                (true, Suicide::Avoided | Suicide::Zero) => 0,
                _ => self.score(&played),
            };
        }
        Ratings {
            landings,
            scores,
            ends,
        }
    }

    /// A place for what a kernel works with, which a game or a search keeps; none if the reference
    /// rates.
    pub(crate) fn scratch(&self) -> Option<Scratch> {
        self.fast().map(|fast| fast.scratch())
    }
}

/// The scores of the piece that a kernel rated last, on the board that it read last.
fn ratings(fast: &Fast, board: &Board, piece: Piece, scratch: &Scratch) -> Ratings {
    let landings = fast.plans[0].landings(board, piece);
    let mut scores = [0; MAX_PLACEMENTS];
    scores[..landings.len()].copy_from_slice(&scratch.scores.draft.list[..landings.len()]);
    Ratings {
        landings,
        scores,
        ends: scratch.scores.found.ends,
    }
}

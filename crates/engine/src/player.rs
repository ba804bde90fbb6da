//! A player: a controller made ready for rules. It decides.

mod agent;
mod fast;
mod game;
mod search;

use crate::controller::{Controller, Search};
use crate::game::board::Board;
use crate::game::moves::{Landing, Landings, MAX_PLACEMENTS, Move, Placement, landings};
use crate::game::original::dellacherie_preference;
use crate::game::piece::Piece;
use crate::game::random::{Stream, below};
use crate::game::rules::{Rules, RulesError, Suicide, Ties};
use crate::game::state::View;
use crate::kernels::{Instance, Kernel, Plan, Reason, Unavailable};
use crate::rating::RatingError;
use crate::rating::score::Scorer;
use fast::{Fast, Scratch};

pub use agent::{Agent, AgentError, AgentGame, AgentGames, Seat, Session, Turn, agent_seed};
pub use game::PlayerGame;

/// A controller made ready for rules.
///
/// ```
/// use tetrarium_engine::{Player, Rules, catalogue};
/// let player = Player::new(catalogue::named("dellacherie").unwrap(), &Rules::default()).unwrap();
/// assert_eq!(player.rules().board.to_string(), "10x20");
/// ```
#[derive(Clone, Debug)]
pub struct Player {
    name: String,
    rules: Rules,
    search: Search,
    rater: Rater,
    kernel: Kernel,
    /// The kernel's code; none for the reference.
    instance: Option<Instance>,
    /// The rating as kernels want it, or why they cannot do it.
    plan: Result<Box<Plan>, Reason>,
}

/// What gives a move its score.
#[derive(Clone, Debug)]
enum Rater {
    Scorer(Scorer),
    Fit,
}

/// Why a controller cannot play by some rules.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlayerError {
    /// Its rating does not go with the board.
    #[error("the controller {0} cannot play on this board: {1}")]
    Rating(String, RatingError),
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesError),
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

/// The value of a first move to a search: the higher, the better.
///
/// Where suicide is avoided, fewer pieces that will fit nowhere come before any rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// How many of the possible futures, by weight, end with a piece that fits nowhere.
    pub doom: u64,
    /// The sum of the scores of the others, by weight.
    pub score: i128,
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other
            .doom
            .cmp(&self.doom)
            .then(self.score.cmp(&other.score))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A first move and its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Where the piece would come to rest.
    pub landing: Landing,
    /// What the search thinks of it; none if it ends the game and such moves are not considered.
    pub value: Option<Value>,
}

impl Player {
    /// Makes a controller ready for rules. Its own rules are not added: see [`Controller::rules_over`].
    pub fn new(controller: &Controller, rules: &Rules) -> Result<Player, PlayerError> {
        rules.check()?;
        let rater = match controller.search {
            Search::Fit => Rater::Fit,
            _ => Rater::Scorer(
                Scorer::new(&controller.rating, rules.board)
                    .map_err(|error| PlayerError::Rating(controller.name.clone(), error))?,
            ),
        };
        let scorer = match &rater {
            Rater::Scorer(scorer) => Some(scorer),
            Rater::Fit => None,
        };
        let kernel = Kernel::best();
        Ok(Player {
            name: controller.name.clone(),
            rules: rules.clone(),
            search: controller.search,
            kernel,
            instance: Instance::new(kernel),
            plan: Plan::new(scorer, rules).map(Box::new),
            rater,
        })
    }

    /// The same player with another kernel; the best that the machine has unless this says otherwise.
    pub fn with_kernel(mut self, kernel: Kernel) -> Result<Player, Unavailable> {
        if !kernel.is_available() {
            return Err(Unavailable(kernel));
        }
        self.kernel = kernel;
        self.instance = Instance::new(kernel);
        Ok(self)
    }

    /// The same player with an instance that only tests have.
    #[cfg(test)]
    pub(crate) fn with_instance(mut self, instance: Instance) -> Player {
        self.instance = Some(instance);
        self
    }

    /// The kernel asked for, whether it can rate this player's moves or not.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// The kernel that rates this player's moves, or why the reference does although another was asked for.
    ///
    /// ```
    /// use tetrarium_engine::{Kernel, Player, Rules, catalogue};
    /// let player = |name| Player::new(catalogue::named(name).unwrap(), &Rules::default()).unwrap();
    /// assert_eq!(player("bcts").fast_path(), Ok(Kernel::best()));
    /// assert!(player("fit").fast_path().unwrap_err().to_string().contains("no rating"));
    /// ```
    pub fn fast_path(&self) -> Result<Kernel, Reason> {
        match (&self.plan, self.instance) {
            (Err(reason), Some(_)) => Err(reason.clone()),
            _ => Ok(self.kernel),
        }
    }

    /// What a kernel needs; none if the reference rates this player's moves.
    #[inline]
    pub(crate) fn fast(&self) -> Option<Fast<'_>> {
        match (&self.plan, self.instance, &self.rater) {
            (Ok(plan), Some(instance), Rater::Scorer(scorer)) => Some(Fast {
                plan,
                instance,
                scorer,
                rules: &self.rules,
            }),
            _ => None,
        }
    }

    /// The controller's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How its ratings become a move.
    pub fn search(&self) -> Search {
        self.search
    }

    /// Its rating in whole numbers; none for a player without one.
    pub fn scorer(&self) -> Option<&Scorer> {
        match &self.rater {
            Rater::Scorer(scorer) => Some(scorer),
            Rater::Fit => None,
        }
    }

    /// The score of a move.
    pub fn score(&self, played: &Move) -> i32 {
        match &self.rater {
            Rater::Scorer(scorer) => scorer.score(played),
            Rater::Fit => fit_score(played),
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
                return fast.ratings(board, piece, &scratch);
            }
        }
        self.rate_by_reference(board, piece)
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

    /// What the search thinks of every first move.
    pub fn candidates(&self, view: &View) -> Vec<Candidate> {
        let (landings, values) = search::values(self, &mut self.scratch(), view);
        landings
            .iter()
            .zip(values)
            .map(|(landing, value)| Candidate {
                landing: *landing,
                value,
            })
            .collect()
    }

    /// Where the player wants the piece to come to rest; none if there is no place. `ties` and `turn` settle
    /// equal values where the rules leave that to chance.
    pub fn decide(&self, view: &View, ties: &Stream, turn: u64) -> Option<Landing> {
        self.decide_in(&mut self.scratch(), view, ties, turn)
    }

    /// A place for what a kernel works with, which a game or a search keeps; none if the reference rates.
    pub(crate) fn scratch(&self) -> Option<Scratch> {
        self.fast().map(|fast| fast.scratch())
    }

    #[inline]
    pub(crate) fn decide_in(
        &self,
        scratch: &mut Option<Scratch>,
        view: &View,
        ties: &Stream,
        turn: u64,
    ) -> Option<Landing> {
        if let (Search::Greedy, Some(fast), Some(scratch)) =
            (self.search, self.fast(), &mut *scratch)
            && fast.read_on(view.board, scratch)
        {
            match self.rules.ties {
                Ties::First => fast.rate_best(view.board, view.piece, scratch),
                _ => fast.rate(view.board, view.piece, scratch),
            }
            let Some(best) = scratch.scores.best else {
                let landings = landings(&self.rules, view.board, view.piece);
                return self.least_bad_end(view, &landings);
            };
            let landing = |index| fast.landing(view.board, view.piece, index);
            let chosen = match self.rules.ties {
                Ties::First => best.index,
                _ => {
                    let considered = match self.rules.suicide {
                        Suicide::Avoided => !scratch.scores.ends,
                        _ => u64::MAX,
                    };
                    let is_tied = |index: &usize| {
                        scratch.scores.list[*index] == best.score && considered >> index & 1 == 1
                    };
                    let tied = (0..scratch.scores.count).filter(is_tied);
                    self.choose(
                        tied,
                        |index| landing(index).placement,
                        view.piece,
                        ties,
                        turn,
                    )?
                }
            };
            scratch.decide(chosen);
            return Some(landing(chosen));
        }
        self.decide_by_search(scratch, view, ties, turn)
    }

    /// The values of a search take much room, which a move without one need not make.
    #[inline(never)]
    fn decide_by_search(
        &self,
        scratch: &mut Option<Scratch>,
        view: &View,
        ties: &Stream,
        turn: u64,
    ) -> Option<Landing> {
        let (landings, values) = search::values(self, scratch, view);
        let best = values[..landings.len()].iter().flatten().max().copied();
        let Some(best) = best else {
            return self.least_bad_end(view, &landings);
        };
        let tied = (0..landings.len()).filter(|&index| values[index] == Some(best));
        let placement = |index: usize| landings[index].placement;
        self.choose(tied, placement, view.piece, ties, turn)
            .map(|index| landings[index])
    }

    /// One of several equally good placements.
    fn choose(
        &self,
        mut tied: impl DoubleEndedIterator<Item = usize> + Clone,
        placement: impl Fn(usize) -> Placement,
        piece: Piece,
        ties: &Stream,
        turn: u64,
    ) -> Option<usize> {
        match self.rules.ties {
            Ties::First => tied.next(),
            Ties::Random => {
                let count = tied.clone().count();
                tied.nth(below(ties.word(turn), count as u32) as usize)
            }
            Ties::Dellacherie => {
                let preference = |index: &usize| {
                    dellacherie_preference(piece, placement(*index), self.rules.board)
                };
                // The first of the most preferred.
                tied.rev().max_by_key(preference)
            }
        }
    }

    /// Every move ends the game: the best rated of them, which matters only for the rows it may remove.
    #[cold]
    fn least_bad_end(&self, view: &View, landings: &Landings) -> Option<Landing> {
        landings.iter().copied().rev().max_by_key(|landing| {
            self.score(&Move::new(&self.rules, view.board, view.piece, *landing))
        })
    }
}

/// The score of the `fit` player: no new hole before all, then the lowest pile, then the smoothest.
fn fit_score(played: &Move) -> i32 {
    use crate::rating::features::Reading;
    let read = |name| {
        Reading::named(name)
            .expect("the feature exists")
            .raw(played, 0)
    };
    let makes_hole = i32::from(read("delta-holes") > 0);
    -(makes_hole << 20) - (read("max-height") << 12) - read("height-differences")
}

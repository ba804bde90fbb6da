//! A player: a controller made ready for rules. It decides.

mod agent;
mod agent_games;
mod explain;
mod fingerprint;
mod game;
mod player_agent;

use std::sync::Arc;

use crate::controller::Controller;
use crate::game::board::Board;
use crate::game::moves::Move;
use crate::game::original::dellacherie_preference;
use crate::game::piece::Piece;
use crate::game::placement::{Landing, Landings, Placement};
use crate::game::random::{Purpose, Stream, below};
use crate::game::rules::{Rules, RulesError, SearchBoard, Suicide, Ties};
use crate::game::state::View;
use crate::kernels::{Kernel, NoFastPath, Unavailable};
use crate::rating::RatingError;
use crate::rating::score::Scorer;
use crate::search::fast::{Decided, Fast, Scratch};
use crate::search::{self, Candidate, Method, Rater, Ratings, Search};

pub use agent::{Agent, AgentError, Session, Turn, agent_seed};
pub use agent_games::{AgentGame, AgentGames, Seat};
pub use explain::{Explanation, RankedPlacement, TermShare};
pub use fingerprint::{Fingerprint, FingerprintError, canonical};
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
    controller: Arc<Controller>,
    rater: Rater,
    search: Search,
}

/// What a kernel decides alone, without a list of all moves and their values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Directly {
    /// Nothing.
    Nothing,
    /// Where the current piece goes.
    Piece,
    /// The same, given the piece after it, if that is seen.
    Pair,
}

/// Where a player wants a piece to come to rest.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// At a placement that a kernel has rated.
    Rated(Decided),
    /// Where the reference or a search says.
    At(Landing),
}

/// Why a controller cannot play by some rules.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// Its rating does not go with the board.
    #[error("the controller {0} cannot play on this board: {1}")]
    Rating(String, RatingError),
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesError),
}

impl Player {
    /// Makes a controller ready for rules. Its own rules are not added: see
    /// [`Controller::rules_over`].
    ///
    /// # Errors
    ///
    /// If the rules contradict themselves, or the controller's rating does not go with the board.
    pub fn new(controller: &Controller, rules: &Rules) -> Result<Player, PlayerError> {
        rules.check()?;
        let rater = match controller.search.kind().score {
            Some(score) => Rater::by_function(score, rules),
            None => Rater::by_rating(&controller.rating, rules)
                .map_err(|error| PlayerError::Rating(controller.name.clone(), error))?,
        };
        Ok(Player {
            controller: Arc::new(controller.clone()),
            search: controller.search,
            rater,
        })
    }

    /// The same player with another kernel; the best that the machine has unless this says
    /// otherwise.
    ///
    /// # Errors
    ///
    /// If the machine does not have it.
    pub fn with_kernel(mut self, kernel: Kernel) -> Result<Player, Unavailable> {
        self.rater = self.rater.with_kernel(kernel)?;
        Ok(self)
    }

    /// The same player with an instance that only tests have.
    #[cfg(test)]
    pub(crate) fn with_instance(mut self, instance: crate::kernels::Instance) -> Player {
        self.rater = self.rater.with_instance(instance);
        self
    }

    /// The kernel asked for, whether it can rate this player's moves or not.
    pub fn kernel(&self) -> Kernel {
        self.rater.kernel()
    }

    /// The kernel that rates this player's moves, or why the reference does although another was
    /// asked for.
    ///
    /// # Errors
    ///
    /// The reason why no kernel can rate them.
    ///
    /// ```
    /// use tetrarium_engine::{Kernel, Player, Rules, catalogue};
    /// let player = |name| Player::new(catalogue::named(name).unwrap(), &Rules::default()).unwrap();
    /// assert_eq!(player("bcts").fast_path(), Ok(Kernel::best()));
    /// assert!(player("fit").fast_path().unwrap_err().to_string().contains("no rating"));
    /// ```
    pub fn fast_path(&self) -> Result<Kernel, NoFastPath> {
        self.rater.fast_path()
    }

    /// What rates its moves.
    pub fn rater(&self) -> &Rater {
        &self.rater
    }

    /// The controller's name.
    pub fn name(&self) -> &str {
        &self.controller.name
    }

    /// The controller.
    pub fn controller(&self) -> &Controller {
        &self.controller
    }

    /// The rules it plays by.
    pub fn rules(&self) -> &Rules {
        self.rater.rules()
    }

    /// How its ratings become a move.
    pub fn search(&self) -> Search {
        self.search
    }

    /// Its rating in whole numbers; none for a player without one.
    pub fn scorer(&self) -> Option<&Scorer> {
        self.rater.scorer()
    }

    /// The score of a move.
    pub fn score(&self, played: &Move) -> i32 {
        self.rater.score(played)
    }

    /// The scores of all landings of a piece.
    pub fn rate(&self, board: &Board, piece: Piece) -> Ratings {
        self.rater.rate(board, piece)
    }

    /// What the search thinks of every first move.
    pub fn candidates(&self, view: &View) -> Vec<Candidate> {
        let (landings, values) =
            search::values(self.search, &self.rater, &mut self.scratch(), view);
        landings
            .iter()
            .zip(values)
            .map(|(landing, value)| Candidate {
                landing: *landing,
                value,
            })
            .collect()
    }

    /// Where the player wants the piece to come to rest; none if there is no place. `ties` and
    /// `turn` settle equal values where the rules leave that to chance.
    pub fn decide(&self, view: &View, ties: &Stream, turn: u64) -> Option<Landing> {
        let aim = self.aim_in(&mut self.scratch(), view, ties, turn)?;
        Some(self.landing(aim, view.board, view.piece))
    }

    /// All landings that the player may choose: one, unless the rules leave ties to chance. None if
    /// there is no place.
    pub fn choices(&self, view: &View) -> Vec<Landing> {
        if self.rules().ties != Ties::Random {
            let nothing = Stream::new(0, 0, Purpose::Ties);
            return self.decide(view, &nothing, 0).into_iter().collect();
        }
        let scratch = &mut self.scratch();
        let (landings, values) = search::values(self.search, &self.rater, scratch, view);
        match values[..landings.len()].iter().flatten().max() {
            None => self.least_bad_end(view, &landings).into_iter().collect(),
            best => (0..landings.len())
                .filter(|&index| values[index].as_ref() == best)
                .map(|index| landings[index])
                .collect(),
        }
    }

    /// A place for what a kernel works with, which a game or a search keeps; none if the reference
    /// rates.
    pub(crate) fn scratch(&self) -> Option<Scratch> {
        let scratch = self.rater.scratch();
        match self.search.is_greedy() {
            true => scratch,
            false => scratch.map(Scratch::with_search),
        }
    }

    /// What a kernel needs; none if the reference rates this player's moves.
    #[inline]
    pub(crate) fn fast(&self) -> Option<Fast<'_>> {
        self.rater.fast()
    }

    /// Where an aim of this player comes to rest.
    #[inline]
    pub(crate) fn landing(&self, aim: Aim, board: &Board, piece: Piece) -> Landing {
        match (aim, self.fast()) {
            (Aim::Rated(decided), Some(fast)) => fast.landing(board, piece, decided.index()),
            (Aim::Rated(_), None) => unreachable!("a kernel has rated it"),
            (Aim::At(landing), _) => landing,
        }
    }

    /// What [`decide`](Self::decide) aims at, with the scratch of the game.
    #[inline]
    pub(crate) fn aim_in(
        &self,
        scratch: &mut Option<Scratch>,
        view: &View,
        ties: &Stream,
        turn: u64,
    ) -> Option<Aim> {
        if self.search.is_greedy()
            && let (Some(fast), Some(scratch)) = (self.fast(), &mut *scratch)
        {
            let decided = match self.rules().ties {
                Ties::First => fast.decide(view.board, view.piece, scratch),
                _ => self.decide_among_tied(fast, scratch, view, ties, turn),
            };
            if let Some(decided) = decided {
                return Some(Aim::Rated(decided));
            }
        }
        self.decide_by_search(scratch, view, ties, turn)
            .map(Aim::At)
    }

    /// One of the best placements by a kernel; none where it knows none.
    fn decide_among_tied(
        &self,
        fast: Fast,
        scratch: &mut Scratch,
        view: &View,
        ties: &Stream,
        turn: u64,
    ) -> Option<Decided> {
        if !fast.read_on(view.board, scratch) {
            return None;
        }
        fast.rate(view.board, view.piece, scratch);
        let best = scratch.scores.found.best?;
        let considered = match self.rules().suicide {
            Suicide::Avoided => !scratch.scores.found.ends,
            _ => u64::MAX,
        };
        let is_tied = |index: &usize| {
            scratch.scores.draft.list[*index] == best.score && considered >> index & 1 == 1
        };
        let tied = (0..scratch.scores.found.count).filter(is_tied);
        let placement = |index| fast.landing(view.board, view.piece, index).placement;
        let chosen = self.choose(tied, placement, view.piece, ties, turn)?;
        Some(scratch.decided(chosen, best.score))
    }

    /// What a kernel decides alone where it can: where the first of equals is taken.
    pub(crate) fn directly(&self) -> Directly {
        let rules = self.rules();
        let is_pair = self.search.depth() == 2
            && matches!(self.search.method(), Method::Tree(_))
            && rules.suicide == Suicide::Avoided
            && rules.search_board == SearchBoard::Cleared;
        match self.fast() {
            Some(_) if rules.ties != Ties::First => Directly::Nothing,
            Some(_) if self.search.is_greedy() => Directly::Piece,
            Some(_) if is_pair => Directly::Pair,
            _ => Directly::Nothing,
        }
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
        if let Some(scratch) = scratch {
            scratch.forget();
        }
        let (landings, values) = &search::values(self.search, &self.rater, scratch, view);
        let best = values[..landings.len()].iter().flatten().max().copied();
        let Some(best) = best else {
            return self.least_bad_end(view, landings);
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
        match self.rules().ties {
            Ties::First => tied.next(),
            Ties::Random => {
                let count = tied.clone().count();
                tied.nth(below(ties.word(turn), count as u32) as usize)
            }
            Ties::Dellacherie => {
                let preference = |index: &usize| {
                    dellacherie_preference(piece, placement(*index), self.rules().board)
                };
                // The first of the most preferred.
                tied.rev().max_by_key(preference)
            }
        }
    }

    /// Every move ends the game: the best rated of them, which matters only for the rows it may
    /// remove.
    #[cold]
    fn least_bad_end(&self, view: &View, landings: &Landings) -> Option<Landing> {
        landings.iter().copied().rev().max_by_key(|landing| {
            self.score(&Move::new(self.rules(), view.board, view.piece, *landing))
        })
    }
}

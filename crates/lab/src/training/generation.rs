//! A generation: what the trainer asks for, played.

use tetrarium_engine::Player;
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_learn::learners::{Learner, Log, Step};

use super::error::RunError;
use super::experiment::{Conditions, Experiment, Seeds};
use super::log::CandidateLine;
use super::trainer::Trainer;
use crate::estimate::{Rough, rough_estimates};
use crate::optimisers::{Candidate, GameCount, Optimiser, Outcome, Racing, Sums};
use crate::play::{Backend, Contender, PlayError, Work};
use crate::play::{End, Record, Shard, Watch};

/// A generation, or an iteration of a learner, that is done.
pub(super) struct Trained {
    pub trainer: Trainer,
    pub lines: Vec<CandidateLine>,
    /// What a learner says of its iteration.
    pub log: Log,
    /// Games of candidates; an estimate counts as one.
    pub games: u64,
    /// Moves made; of a learner, those that it learnt from.
    pub moves: u64,
}

/// The games of candidates.
struct Played {
    outcomes: Vec<Outcome>,
    games: u64,
    moves: u64,
}

/// The games of each candidate.
type Lists = Vec<Vec<GameCount>>;

/// Games have as many moves as pieces.
fn with_moves(lists: Option<Lists>) -> Option<(Lists, u64)> {
    let lists = lists?;
    let moves = lists.iter().flatten().map(|game| game.pieces).sum();
    Some((lists, moves))
}

/// Where the games of a generation are played.
pub(super) struct Table<'a> {
    pub experiment: &'a Experiment,
    pub conditions: &'a Conditions,
    /// Whether another game is played than in the generation before.
    pub changed: bool,
    pub generation: u64,
    pub games: &'a dyn Backend,
    pub watch: &'a Watch,
}

impl<'a> Table<'a> {
    /// Trains for a generation, or for an iteration of a learner. None if the watch ended it.
    pub(super) fn trained(&self, trainer: Trainer) -> Result<Option<Trained>, RunError> {
        match trainer {
            Trainer::Optimiser(optimiser) => self.searched(optimiser, None),
            Trainer::Learner(learner) => self.learnt(learner),
            Trainer::Polish { learner, optimiser } => self.searched(optimiser, Some(learner)),
        }
    }

    /// A generation of candidates; where there is a learner, of factors of what it has learnt.
    fn searched(
        &self,
        mut optimiser: Box<Optimiser>,
        learner: Option<Box<Learner>>,
    ) -> Result<Option<Trained>, RunError> {
        if self.changed {
            optimiser.change_game();
        }
        let candidates = optimiser.ask();
        let learnt = learner.as_ref().map(|learner| learner.genes());
        let learnt = learnt.unwrap_or_default();
        let seats = self.seats(&learnt, &candidates);
        let Some(played) = seats.play(optimiser.wanted())? else {
            return Ok(None);
        };
        let judged = optimiser.tell(&played.outcomes)?;
        let statistic = self.experiment.statistic();
        let line =
            |one: &Candidate| CandidateLine::new(self.generation, one, &judged[&one.id], statistic);
        Ok(Some(Trained {
            lines: candidates.iter().map(line).collect(),
            trainer: match learner {
                Some(learner) => Trainer::Polish { learner, optimiser },
                None => Trainer::Optimiser(optimiser),
            },
            log: Log::new(),
            games: played.games,
            moves: played.moves,
        }))
    }

    /// An iteration: rounds of tasks, then the games that judge its controller. Nothing is learnt
    /// from these games, so the budget does not count them.
    fn learnt(&self, mut learner: Box<Learner>) -> Result<Option<Trained>, RunError> {
        let mut moves = 0;
        let log = loop {
            let tasks = learner.ask();
            let performed = self.games.perform(learner.context(), &tasks, self.watch)?;
            let Some(performed) = performed else {
                return Ok(None);
            };
            moves += performed.iter().map(|one| one.moves).sum::<u64>();
            if let Step::Done(log) = learner.tell(performed)? {
                break log;
            }
        };
        self.watch.limit_moves(None);
        let candidate = Candidate {
            id: self.generation,
            genes: learner.genes(),
            enabled: Vec::new(),
            seen: 0,
            probe: false,
        };
        let candidates = [candidate];
        let Some(played) = self.seats(&[], &candidates).play(1)? else {
            return Ok(None);
        };
        let sums = Sums::of(&played.outcomes[0].games);
        let statistic = self.experiment.statistic();
        learner.judge(statistic.of(&sums));
        let [candidate] = &candidates;
        let line = CandidateLine::new(self.generation, candidate, &sums, statistic);
        Ok(Some(Trained {
            lines: vec![line],
            trainer: Trainer::Learner(learner),
            log,
            games: played.games,
            moves,
        }))
    }

    fn seats(&'a self, learnt: &'a [f64], candidates: &'a [Candidate]) -> Seats<'a> {
        Seats {
            table: self,
            learnt,
            candidates,
        }
    }
}

/// The candidates of a generation at their table.
struct Seats<'a> {
    table: &'a Table<'a>,
    /// What all their genes begin with: what was learnt before, where it is polished.
    learnt: &'a [f64],
    candidates: &'a [Candidate],
}

impl<'a> std::ops::Deref for Seats<'a> {
    type Target = Table<'a>;

    fn deref(&self) -> &Table<'a> {
        self.table
    }
}

impl Seats<'_> {
    /// Plays the games of all candidates; `wanted` of them matter for what is learnt. None if the
    /// watch ended it.
    ///
    /// A candidate that cannot play (exponents grow until a score is no number that could be
    /// compared) loses all its games at once: it is a bad candidate, and no reason to end a search.
    fn play(&self, wanted: usize) -> Result<Option<Played>, PlayError> {
        let played = match (self.conditions.climbs, self.experiment.racing()) {
            (Some(climbs), _) => self.estimates(climbs),
            (None, Some(racing)) => self.race(racing, wanted).map(with_moves),
            (None, None) => {
                let everyone: Vec<usize> = (0..self.candidates.len()).collect();
                self.round(&everyone, 0, self.conditions.games)
                    .map(with_moves)
            }
        };
        let Some((played, moves)) = played? else {
            return Ok(None);
        };
        let games = played.iter().map(|games| games.len() as u64).sum();
        let outcomes = self.candidates.iter().zip(played);
        let outcomes = outcomes.map(|(candidate, games)| Outcome {
            id: candidate.id,
            games,
        });
        Ok(Some(Played {
            outcomes: outcomes.collect(),
            games,
            moves,
        }))
    }

    /// Some candidates play `count` games each, after the `played` that they have played in this
    /// generation. A list for every candidate, empty for the others; none if the watch ended it.
    fn round(&self, who: &[usize], played: u64, count: u64) -> Result<Option<Lists>, PlayError> {
        // Of all stages, so that no two generations play the same game.
        let most = self.experiment.most_games();
        let mut lists = vec![Vec::new(); self.candidates.len()];
        for who in who.chunks(PLAYERS) {
            for &one in who {
                lists[one] = vec![LOST_AT_ONCE; count as usize];
            }
            let able = self.able(who.iter().copied());
            let work: Vec<Work> = able
                .iter()
                .map(|(one, player)| Work {
                    contender: player.into(),
                    shard: Shard {
                        seed: self.experiment.seed(),
                        first: self.block(*one).wrapping_mul(most).wrapping_add(played),
                        games: count,
                        length: self.conditions.length,
                    },
                })
                .collect();
            let Some(played) = self.games.play_whole(&work, self.watch)? else {
                return Ok(None);
            };
            for ((one, _), records) in able.iter().zip(played) {
                lists[*one] = records.iter().map(count_of).collect();
            }
        }
        Ok(Some(lists))
    }

    /// Players of those candidates that can play.
    fn able(&self, who: impl Iterator<Item = usize>) -> Vec<(usize, Player)> {
        let player = |one: usize| {
            let candidate = &self.candidates[one];
            let name = format!("candidate-{}", candidate.id);
            let genes = [self.learnt, &candidate.genes].concat();
            let controller =
                self.experiment
                    .controller(&name, self.generation, &genes, &candidate.enabled);
            Some((one, Player::new(&controller, &self.conditions.rules).ok()?))
        };
        who.filter_map(player).collect()
    }

    /// Whose games a candidate plays: those of its generation, or its own, for every candidate ever
    /// asked for has a number of its own.
    fn block(&self, one: usize) -> u64 {
        match self.experiment.seeds() {
            Seeds::Common => self.generation,
            Seeds::Fresh => self.candidates[one].id,
        }
    }

    /// Estimates the mean game of every candidate, and counts the moves made; none if the watch
    /// ended it. The candidates go side by side: each as an errand of another machine, or on a
    /// thread of this one, or, on a backend that plays many games at once, with the climbs of some
    /// hundreds together.
    fn estimates(&self, climbs: u64) -> Result<Option<(Lists, u64)>, PlayError> {
        let mut lists = vec![vec![LOST_AT_ONCE]; self.candidates.len()];
        let mut all_moves = 0;
        for first in (0..self.candidates.len()).step_by(PLAYERS) {
            let able = self.able(first..self.candidates.len().min(first + PLAYERS));
            let Some(estimates) = self.estimates_of(&able, climbs)? else {
                return Ok(None);
            };
            for ((one, _), rough) in able.iter().zip(estimates) {
                lists[*one] = vec![GameCount {
                    lines: rough.lines.round() as u64,
                    pieces: rough.pieces.round() as u64,
                    finished: true,
                }];
                all_moves += rough.moves;
            }
        }
        Ok(Some((lists, all_moves)))
    }

    /// The seed of a candidate's estimate.
    fn seed_of_estimate(&self, one: usize) -> u64 {
        let stream = Stream::new(self.experiment.seed(), self.block(one), Purpose::Sampling);
        let [low, high, ..] = stream.block(0);
        u64::from(high) << 32 | u64::from(low)
    }

    /// The estimates of some candidates, in their order; none if the watch ended it.
    fn estimates_of(
        &self,
        able: &[(usize, Player)],
        climbs: u64,
    ) -> Result<Option<Vec<Rough>>, PlayError> {
        let seeded: Vec<(Contender, u64)> = able
            .iter()
            .map(|(one, player)| (player.into(), self.seed_of_estimate(*one)))
            .collect();
        rough_estimates(&seeded, climbs, self.games, self.watch)
    }

    /// Rounds of games for those who may still be among the best. Candidates that are only for the
    /// log do not race: they play all games.
    fn race(&self, racing: &Racing, wanted: usize) -> Result<Option<Lists>, PlayError> {
        let (probes, racers): (Vec<usize>, Vec<usize>) =
            (0..self.candidates.len()).partition(|&one| self.candidates[one].probe);
        let each = u64::from(racing.games);
        let Some(mut lists) = self.round(&probes, 0, self.conditions.games)? else {
            return Ok(None);
        };
        let mut again = racers.clone();
        let mut played = 0;
        while !again.is_empty() {
            let Some(round) = self.round(&again, played, each)? else {
                return Ok(None);
            };
            for (list, more) in lists.iter_mut().zip(round) {
                list.extend(more);
            }
            played += each;
            let so_far: Vec<&[GameCount]> = racers.iter().map(|&one| &lists[one][..]).collect();
            let verdict = racing.decide(self.experiment.statistic(), wanted, &so_far);
            again = verdict.again.into_iter().map(|one| racers[one]).collect();
        }
        Ok(Some(lists))
    }
}

/// The players that there are at one time. A player takes some tens of kilobytes; a large
/// generation takes no more memory than its candidates and their games.
const PLAYERS: usize = 4096;

const LOST_AT_ONCE: GameCount = GameCount {
    lines: 0,
    pieces: 0,
    finished: true,
};

fn count_of(record: &Record) -> GameCount {
    GameCount {
        lines: record.lines,
        pieces: record.pieces,
        finished: record.end == End::Lost,
    }
}

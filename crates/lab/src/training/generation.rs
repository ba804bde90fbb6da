//! Playing the games of a generation.

use tetrarium_engine::Player;
use tetrarium_engine::random::{Purpose, Stream};

use super::experiment::{Conditions, Experiment, Seeds};
use crate::estimate;
use crate::optimisers::{Candidate, GameCount, Outcome, Racing};
use crate::play::in_order;
use crate::play::{Backend, Contender, PlayError, Threads, Work, together};
use crate::play::{End, Record, Shard, Watch};

/// What a generation came to.
pub(super) struct Played {
    pub outcomes: Vec<Outcome>,
    /// Games played; an estimate counts as one.
    pub games: u64,
    /// Moves made.
    pub moves: u64,
}

/// Plays the games of all candidates of a generation; `wanted` of them matter for what is learnt.
/// None if the watch ended it.
///
/// A candidate that cannot play (exponents grow until a score is no number that could be compared)
/// loses all its games at once: it is a bad candidate, and no reason to end a search.
pub(super) fn play(
    experiment: &Experiment,
    conditions: &Conditions,
    generation: u64,
    candidates: &[Candidate],
    wanted: usize,
    games: &dyn Backend,
    watch: &Watch,
) -> Result<Option<Played>, PlayError> {
    let table = Table {
        experiment,
        conditions,
        generation,
        candidates,
        games,
        watch,
    };
    let played = match (conditions.climbs, experiment.racing()) {
        (Some(climbs), _) => table.estimates(climbs),
        (None, Some(racing)) => table.race(racing, wanted).map(with_moves),
        (None, None) => {
            let everyone: Vec<usize> = (0..candidates.len()).collect();
            table.round(&everyone, 0, conditions.games).map(with_moves)
        }
    };
    let Some((played, moves)) = played? else {
        return Ok(None);
    };
    let games = played.iter().map(|games| games.len() as u64).sum();
    let outcomes = candidates.iter().zip(played);
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

/// The games of each candidate.
type Lists = Vec<Vec<GameCount>>;

/// Games have as many moves as pieces.
fn with_moves(lists: Option<Lists>) -> Option<(Lists, u64)> {
    let lists = lists?;
    let moves = lists.iter().flatten().map(|game| game.pieces).sum();
    Some((lists, moves))
}

/// Where the games of a generation are played.
struct Table<'a> {
    experiment: &'a Experiment,
    conditions: &'a Conditions,
    generation: u64,
    candidates: &'a [Candidate],
    games: &'a dyn Backend,
    watch: &'a Watch,
}

impl Table<'_> {
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
            let (genes, enabled) = (&candidate.genes, &candidate.enabled);
            let controller = self.experiment.controller(&name, genes, enabled);
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
    /// ended it. The candidates go side by side: each on a thread of this machine, or, on a
    /// backend that plays many games at once, with the climbs of some hundreds together.
    fn estimates(&self, climbs: u64) -> Result<Option<(Lists, u64)>, PlayError> {
        let estimate = |one: usize, player: &Player, games: &dyn Backend| {
            let stream = Stream::new(self.experiment.seed(), self.block(one), Purpose::Sampling);
            let [low, high, ..] = stream.block(0);
            let seed = u64::from(high) << 32 | u64::from(low);
            let rough = estimate::rough(player.into(), seed, climbs, games, self.watch)?;
            Ok(rough.map(|rough| {
                let mean = GameCount {
                    lines: rough.lines.round() as u64,
                    pieces: rough.pieces.round() as u64,
                    finished: true,
                };
                (mean, rough.moves)
            }))
        };
        let mut lists = vec![vec![LOST_AT_ONCE]; self.candidates.len()];
        let mut all_moves = 0;
        for first in (0..self.candidates.len()).step_by(PLAYERS) {
            let able = self.able(first..self.candidates.len().min(first + PLAYERS));
            let Some(estimates) = self.estimates_of(&able, &estimate)? else {
                return Ok(None);
            };
            for ((one, _), (mean, moves)) in able.iter().zip(estimates) {
                lists[*one] = vec![mean];
                all_moves += moves;
            }
        }
        Ok(Some((lists, all_moves)))
    }

    /// The estimates of some candidates, in their order; none if the watch ended it.
    fn estimates_of(
        &self,
        able: &[(usize, Player)],
        estimate: &(
             impl Fn(usize, &Player, &dyn Backend) -> Result<Option<Estimated>, PlayError> + Sync
         ),
    ) -> Result<Option<Vec<Estimated>>, PlayError> {
        let threads = self.games.threads();
        let estimates: Vec<Result<_, PlayError>> = if self.games.at_once() > threads as u64 {
            let groups = able.chunks(TOGETHER).flat_map(|group| {
                let contenders: Vec<Contender> =
                    group.iter().map(|(_, player)| player.into()).collect();
                together(&contenders, self.games, self.watch, |index, games| {
                    estimate(group[index].0, &group[index].1, games)
                })
            });
            groups.collect()
        } else {
            in_order(able.len() as u64, threads, self.watch, |index| {
                let (one, player) = &able[index as usize];
                estimate(*one, player, &Threads(1))
            })
        };
        let estimates: Option<Vec<_>> = estimates.into_iter().collect::<Result<_, _>>()?;
        Ok(estimates.filter(|_| !self.watch.ended()))
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

/// The mean game of a candidate, and the moves that its estimate took.
type Estimated = (GameCount, u64);

/// The players that there are at one time. A player takes some tens of kilobytes; a large
/// generation takes no more memory than its candidates and their games.
const PLAYERS: usize = 4096;

/// Candidates whose climbs are played together: each has a thread to wait on.
const TOGETHER: usize = 256;

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

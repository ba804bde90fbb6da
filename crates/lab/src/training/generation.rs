//! Playing the games of a generation.

use tetrarium_engine::Player;

use super::experiment::{Conditions, Experiment, Seeds};
use crate::games::{Games, PlayError, Work};
use crate::measure::{End, Record, Shard, Watch};
use crate::optimisers::{Candidate, GameCount, Outcome, Racing};

/// Plays the games of all candidates of a generation; `wanted` of them matter for what is learnt. None if the watch ended it.
///
/// A candidate that cannot play (exponents grow until a score is no number that could be compared) loses all its games at once: it is a
/// bad candidate, and no reason to end a search.
pub(super) fn play(
    experiment: &Experiment,
    conditions: &Conditions,
    generation: u64,
    candidates: &[Candidate],
    wanted: usize,
    games: &dyn Games,
    watch: &Watch,
) -> Result<Option<Vec<Outcome>>, PlayError> {
    let players = candidates.iter().map(|candidate| {
        let name = format!("candidate-{}", candidate.id);
        let controller = experiment.controller(&name, &candidate.genes, &candidate.enabled);
        Player::new(&controller, &conditions.rules).ok()
    });
    let players: Vec<Option<Player>> = players.collect();
    let table = Table {
        experiment,
        conditions,
        generation,
        candidates,
        players: &players,
        games,
        watch,
    };
    let played = match experiment.racing() {
        None => {
            let everyone: Vec<usize> = (0..candidates.len()).collect();
            table.round(&everyone, 0, conditions.games)
        }
        Some(racing) => table.race(racing, wanted),
    };
    let Some(played) = played? else {
        return Ok(None);
    };
    let outcomes = candidates.iter().zip(played);
    let outcomes = outcomes.map(|(candidate, games)| Outcome {
        id: candidate.id,
        games,
    });
    Ok(Some(outcomes.collect()))
}

/// Where the games of a generation are played.
struct Table<'a> {
    experiment: &'a Experiment,
    conditions: &'a Conditions,
    generation: u64,
    candidates: &'a [Candidate],
    players: &'a [Option<Player>],
    games: &'a dyn Games,
    watch: &'a Watch,
}

impl Table<'_> {
    /// Some candidates play `count` games each, after the `played` that they have played in this generation. A list for every
    /// candidate, empty for the others; none if the watch ended it.
    fn round(
        &self,
        who: &[usize],
        played: u64,
        count: u64,
    ) -> Result<Option<Vec<Vec<GameCount>>>, PlayError> {
        // Of all stages, so that no two generations play the same game.
        let most = self.experiment.most_games();
        let (able, unable): (Vec<usize>, Vec<usize>) =
            who.iter().partition(|&&one| self.players[one].is_some());
        let work: Vec<Work> = able
            .iter()
            .filter_map(|&one| {
                // Every candidate ever asked for has a number of its own.
                let block = match self.experiment.seeds() {
                    Seeds::Common => self.generation,
                    Seeds::Fresh => self.candidates[one].id,
                };
                Some(Work {
                    player: self.players[one].as_ref()?,
                    shard: Shard {
                        seed: self.experiment.seed(),
                        first: block.wrapping_mul(most).wrapping_add(played),
                        games: count,
                        length: self.conditions.length,
                    },
                })
            })
            .collect();
        let Some(played) = self.games.play_whole(&work, self.watch)? else {
            return Ok(None);
        };
        let mut lists = vec![Vec::new(); self.candidates.len()];
        for one in unable {
            lists[one] = vec![LOST_AT_ONCE; count as usize];
        }
        for (&one, records) in able.iter().zip(played) {
            lists[one] = records.iter().map(count_of).collect();
        }
        Ok(Some(lists))
    }

    /// Rounds of games for those who may still be among the best. Candidates that are only for the log do not race: they play all games.
    fn race(
        &self,
        racing: &Racing,
        wanted: usize,
    ) -> Result<Option<Vec<Vec<GameCount>>>, PlayError> {
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

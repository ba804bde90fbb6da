//! Playing the games of a generation.

use tetrarium_engine::{Player, Rules};

use super::experiment::{Experiment, Seeds};
use super::run::RunError;
use crate::games::{Games, Work};
use crate::measure::{End, Record, Shard, Watch};
use crate::optimisers::{Candidate, GameCount, Outcome, Racing};

/// Plays the games of all candidates of a generation; `wanted` of them matter for what is learnt. None if the watch ended it.
pub(super) fn play(
    experiment: &Experiment,
    rules: &Rules,
    generation: u64,
    candidates: &[Candidate],
    wanted: usize,
    games: &dyn Games,
    watch: &Watch,
) -> Result<Option<Vec<Outcome>>, RunError> {
    let mut players = Vec::with_capacity(candidates.len());
    for candidate in candidates {
        let name = format!("candidate-{}", candidate.id);
        let controller = experiment.controller(&name, &candidate.genes, &candidate.enabled);
        players.push(Player::new(&controller, rules)?);
    }
    let table = Table {
        experiment,
        generation,
        candidates,
        players: &players,
        games,
        watch,
    };
    let played = match experiment.racing() {
        None => {
            let everyone: Vec<usize> = (0..candidates.len()).collect();
            table.round(&everyone, 0, experiment.most_games())
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
    generation: u64,
    candidates: &'a [Candidate],
    players: &'a [Player],
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
    ) -> Result<Option<Vec<Vec<GameCount>>>, RunError> {
        let most = self.experiment.most_games();
        let work: Vec<Work> = who
            .iter()
            .map(|&one| {
                // Every candidate ever asked for has a number of its own.
                let block = match self.experiment.seeds() {
                    Seeds::Common => self.generation,
                    Seeds::Fresh => self.candidates[one].id,
                };
                Work {
                    player: &self.players[one],
                    shard: Shard {
                        seed: self.experiment.seed(),
                        first: block.wrapping_mul(most).wrapping_add(played),
                        games: count,
                        length: self.experiment.length(),
                    },
                }
            })
            .collect();
        let Some(played) = self.games.play_whole(&work, self.watch)? else {
            return Ok(None);
        };
        let mut lists = vec![Vec::new(); self.candidates.len()];
        for (&one, records) in who.iter().zip(played) {
            lists[one] = records.iter().map(count_of).collect();
        }
        Ok(Some(lists))
    }

    /// Rounds of games for those who may still be among the best. Candidates that are only for the log do not race: they play all games.
    fn race(
        &self,
        racing: &Racing,
        wanted: usize,
    ) -> Result<Option<Vec<Vec<GameCount>>>, RunError> {
        let (probes, racers): (Vec<usize>, Vec<usize>) =
            (0..self.candidates.len()).partition(|&one| self.candidates[one].probe);
        let each = u64::from(racing.games);
        let Some(mut lists) = self.round(&probes, 0, self.experiment.most_games())? else {
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

fn count_of(record: &Record) -> GameCount {
    GameCount {
        lines: record.lines,
        pieces: record.pieces,
        finished: record.end == End::Lost,
    }
}

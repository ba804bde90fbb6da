//! The optimiser: numbers, pooling, fitness and errors around a method.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::average::Average;
use super::candidate::{Best, Candidate, Distribution, Outcome, StopReason, TellError};
use super::collapse::{Collapse, Guard, Undone};
use super::coordinates::Coordinates;
use super::fitness::{Fitness, GameCount, Sums};
use super::method::{Proposal, Scored};
use super::methods::{Config, MethodState};
use super::record::{self, Record};
use super::space::Space;
use super::state::State;
use crate::draws::Draws;
use crate::invalid::{Invalid, at_least};

/// An optimiser: it proposes candidates and is told their games.
///
/// It is saved and loaded by serde; for JSON, the `float_roundtrip` feature of `serde_json` is
/// needed (and on in this workspace), or numbers change in the last place.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimiser {
    state: State,
}

impl Serialize for Optimiser {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.state.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Optimiser {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut state = State::deserialize(deserializer)?;
        state.check().map_err(serde::de::Error::custom)?;
        Ok(Optimiser { state })
    }
}

impl Optimiser {
    /// An optimiser of `space` that compares candidates by `fitness`. The same arguments and the
    /// same outcomes give the same candidates.
    ///
    /// # Errors
    ///
    /// The first parameter that cannot be, for searching this space.
    pub fn new(config: Config, space: Space, fitness: Fitness, seed: u64) -> Result<Self, Invalid> {
        config.validate(&space)?;
        let mut draws = Draws::before_the_first_generation(seed);
        let method = MethodState::new(config, &space, &mut draws);
        Ok(Optimiser {
            state: State {
                space,
                fitness,
                seed,
                generation: 0,
                next_id: 0,
                asked: Vec::new(),
                best: None,
                record: Record::default(),
                method,
                coordinates: None,
                average: None,
                guard: None,
            },
        })
    }

    /// Before the first generation: the same search in other coordinates, in which weights share
    /// numbers and have units.
    ///
    /// # Errors
    ///
    /// If they are not coordinates of the weights of this optimiser's space.
    pub fn with_coordinates(self, coordinates: Coordinates) -> Result<Self, Invalid> {
        let State { fitness, seed, .. } = self.state;
        let searched = coordinates.searched(&self.state.space)?;
        let mut optimiser = Optimiser::new(self.config(), searched, fitness, seed)?;
        optimiser.state.coordinates = Some(coordinates);
        optimiser.state.average = self.state.average;
        optimiser.state.guard = self.state.guard;
        Ok(optimiser)
    }

    /// With the mean of the results of the last generations as result.
    ///
    /// # Errors
    ///
    /// If there are none, or the method has no distribution.
    pub fn with_average(mut self, generations: usize) -> Result<Self, Invalid> {
        at_least("average", generations, 1)?;
        self.config().need_distribution("average", generations)?;
        self.state.average = Some(Average::new(generations));
        Ok(self)
    }

    /// With a collapse noticed and undone.
    ///
    /// # Errors
    ///
    /// If a number cannot be, or the method has no distribution.
    pub fn with_collapse(mut self, collapse: Collapse) -> Result<Self, Invalid> {
        collapse.validate()?;
        self.config().need_distribution("collapse", "here")?;
        self.state.guard = Some(Guard::new(collapse));
        Ok(self)
    }

    /// The collapse that the last generation was, if it was one.
    pub fn undone(&self) -> Option<Undone> {
        self.state.guard.as_ref()?.last
    }

    /// How many collapses have been undone.
    pub fn collapses(&self) -> u64 {
        self.state.guard.as_ref().map_or(0, |guard| guard.count)
    }

    /// The method and its parameters.
    pub fn config(&self) -> Config {
        self.state.method.config()
    }

    /// What is searched: the numbers, where there are [`Coordinates`].
    pub fn space(&self) -> &Space {
        &self.state.space
    }

    /// The statistic by which candidates are compared.
    pub fn fitness(&self) -> Fitness {
        self.state.fitness
    }

    /// How many generations have been told.
    pub fn generation(&self) -> u64 {
        self.state.generation
    }

    /// The candidates of this generation; the same ones until they are told. Genomes that were
    /// proposed more than once, by a method that pools, are asked for once; by a method that keeps
    /// the games of a genome, those that have some are not asked for, unless all have.
    pub fn ask(&mut self) -> Vec<Candidate> {
        if self.state.asked.is_empty() {
            self.propose();
        }
        let mut given = BTreeSet::new();
        let candidates: Vec<Candidate> = self
            .state
            .asked
            .iter()
            .filter(|(id, _)| given.insert(*id))
            .map(|(id, proposal)| {
                let genes = self.genes(&proposal.point);
                let seen = if self.state.method.method().pooled() {
                    let sums = self
                        .state
                        .record
                        .sums(&self.state.space, &genes, &proposal.enabled);
                    sums.games()
                } else {
                    0
                };
                Candidate {
                    id: *id,
                    genes: self.weights(genes),
                    enabled: proposal.enabled.clone(),
                    seen,
                    probe: proposal.probe,
                }
            })
            .collect();
        let is_new = |candidate: &Candidate| candidate.seen == 0;
        if self.state.method.method().kept() && candidates.iter().any(is_new) {
            candidates.into_iter().filter(is_new).collect()
        } else {
            candidates
        }
    }

    fn propose(&mut self) {
        let mut draws = Draws::of_generation(self.state.seed, self.state.generation);
        let method = self.state.method.method();
        let pooled = method.pooled();
        let proposals = method.propose(&self.state.space, &mut draws);
        let mut asked: Vec<(u64, Proposal)> = Vec::with_capacity(proposals.len());
        let mut twins = BTreeMap::new();
        for proposal in proposals {
            let key = record::key(&self.state.space, &proposal.point, &proposal.enabled);
            let id = match twins.get(&key) {
                Some(id) if pooled => *id,
                _ => {
                    self.state.next_id += 1;
                    self.state.next_id - 1
                }
            };
            twins.insert(key, id);
            asked.push((id, proposal));
        }
        self.state.asked = asked;
    }

    /// Takes the games of all candidates asked for, in any order, and gives back what each is
    /// judged by: its games, with those of the same genome from before where they are pooled.
    ///
    /// # Errors
    ///
    /// If the outcomes are not those of the candidates asked for. The optimiser is unchanged.
    pub fn tell(&mut self, outcomes: &[Outcome]) -> Result<BTreeMap<u64, Sums>, TellError> {
        let games = self.sorted(outcomes)?;
        let asked = std::mem::take(&mut self.state.asked);
        let pooled = self.state.method.method().pooled();
        // All games are pooled before any fitness is read.
        let mut sums_by_id: BTreeMap<u64, Sums> = BTreeMap::new();
        for (id, proposal) in &asked {
            if sums_by_id.contains_key(id) {
                continue;
            }
            let genes = self.genes(&proposal.point);
            let told = games.get(id).copied().unwrap_or_default();
            let sums = if pooled {
                let space = &self.state.space;
                self.state
                    .record
                    .pool(space, *id, &genes, &proposal.enabled, told)
            } else {
                Sums::of(told)
            };
            sums_by_id.insert(*id, sums);
            let fitness = self.state.fitness.of(&sums);
            if !pooled && self.best().is_none_or(|best| fitness > best.fitness) {
                self.state.best = Some(Best {
                    id: *id,
                    genes: self.weights(genes),
                    enabled: proposal.enabled.clone(),
                    sums,
                    fitness,
                });
            }
        }
        if pooled {
            // More games may have cost the best one its place.
            self.state.best = self
                .state
                .record
                .best(self.state.fitness)
                .map(|entry| Best {
                    id: entry.id,
                    genes: self.weights(entry.genes.clone()),
                    enabled: entry.enabled.clone(),
                    sums: entry.sums,
                    fitness: self.state.fitness.of(&entry.sums),
                });
        }
        let scored = asked
            .into_iter()
            .filter(|(_, proposal)| !proposal.probe)
            .map(|(id, proposal)| Scored {
                point: proposal.point,
                enabled: proposal.enabled,
                fitness: self.state.fitness.of(&sums_by_id[&id]),
            })
            .collect();
        self.learn(scored);
        Ok(sums_by_id)
    }

    /// The method learns from a generation, or goes back where the search has collapsed.
    fn learn(&mut self, scored: Vec<Scored>) {
        let state = &mut self.state;
        let fitness: Vec<f64> = scored.iter().map(|one| one.fitness).collect();
        let guard = state.guard.as_mut();
        match guard.and_then(|guard| guard.see(state.generation, &fitness, &state.method)) {
            Some(before) => {
                state.method = before;
                state.average.iter_mut().for_each(Average::clear);
            }
            None => state.method.method_mut().learn(scored),
        }
        state.generation += 1;
        let result = self.state.method.method().outcome();
        let result = result.map(|point| self.genes(&point));
        if let (Some(average), Some(result)) = (&mut self.state.average, result) {
            average.add(result);
        }
    }

    /// Takes the fitness of all candidates asked for, in their order, where it is not made of
    /// games.
    pub(crate) fn tell_fitness(&mut self, fitness: &[f64]) {
        let asked = std::mem::take(&mut self.state.asked);
        let scored = asked.into_iter().zip(fitness);
        let scored = scored.map(|((_, proposal), fitness)| Scored {
            point: proposal.point,
            enabled: proposal.enabled,
            fitness: *fitness,
        });
        self.learn(scored.collect());
    }

    /// Says that another game is played from now on (another board, other rules), with which the
    /// games told so far cannot be compared: they are forgotten, and what was learnt from them
    /// stays.
    pub fn change_game(&mut self) {
        self.state.record = Record::default();
        self.state.best = None;
        self.state.average.iter_mut().for_each(Average::clear);
        self.state.guard.iter_mut().for_each(Guard::clear);
        self.state.method.method_mut().outdate();
    }

    /// The games told, by candidate, if they are those asked for.
    fn sorted<'a>(
        &self,
        outcomes: &'a [Outcome],
    ) -> Result<BTreeMap<u64, &'a [GameCount]>, TellError> {
        if self.state.asked.is_empty() {
            return Err(TellError::NothingAsked);
        }
        let asked: BTreeSet<u64> = self.state.asked.iter().map(|(id, _)| *id).collect();
        let mut games = BTreeMap::new();
        for outcome in outcomes {
            if !asked.contains(&outcome.id) {
                return Err(TellError::Unknown(outcome.id));
            }
            if games.insert(outcome.id, &outcome.games[..]).is_some() {
                return Err(TellError::Twice(outcome.id));
            }
        }
        for (id, proposal) in &self.state.asked {
            let told = games.get(id).copied();
            let genes = self.genes(&proposal.point);
            let seen = self
                .state
                .record
                .sums(&self.state.space, &genes, &proposal.enabled);
            let is_kept = self.state.method.method().kept() && seen.games() > 0;
            match told {
                None if !is_kept => return Err(TellError::Missing(*id)),
                Some([]) if seen.games() == 0 => return Err(TellError::NoGames(*id)),
                _ => {}
            }
        }
        Ok(games)
    }

    fn genes(&self, point: &[f64]) -> Vec<f64> {
        match self.state.method.method().spread() {
            Some(spread) => self.state.space.genes_of(point, spread),
            None => point.to_vec(),
        }
    }

    /// The weights, and genes beside them, that genes of the search stand for.
    fn weights(&self, genes: Vec<f64>) -> Vec<f64> {
        match &self.state.coordinates {
            Some(coordinates) => coordinates.genes(&genes),
            None => genes,
        }
    }

    /// The fittest candidate so far. Its fitness flatters it, as the best of many noisy ones
    /// does.
    pub fn best(&self) -> Option<&Best> {
        self.state.best.as_ref()
    }

    /// The genome that the method hands over as its result, with the features that are on: the
    /// mean of the distribution, or of the last ones, for methods that have one, else the best one.
    pub fn result(&self) -> Option<(Vec<f64>, Vec<bool>)> {
        let outcome = || Some(self.genes(&self.state.method.method().outcome()?));
        let average = self.state.average.as_ref().and_then(Average::mean);
        match average.or_else(outcome) {
            Some(genes) => Some((self.weights(genes), Vec::new())),
            None => self
                .best()
                .map(|best| (best.genes.clone(), best.enabled.clone())),
        }
    }

    /// How many candidates a generation has, without those that are only for the log.
    pub fn size(&self) -> usize {
        self.state.method.method().size()
    }

    /// How many of a generation's candidates matter for what is learnt; for
    /// [`Racing`](super::Racing).
    pub fn wanted(&self) -> usize {
        self.state.method.method().wanted()
    }

    /// Reasons not to go on; none while there is no such reason.
    pub fn stop(&self) -> Vec<StopReason> {
        self.state.method.method().stop()
    }

    /// Where the search stands, for the log. Empty before the first generation where the method
    /// has a population instead of a distribution.
    pub fn distribution(&self) -> Distribution {
        let mut distribution = self.state.method.method().distribution();
        distribution.mean = self.weights(self.genes(&distribution.mean));
        if let Some(spread) = self.state.method.method().spread() {
            let space = &self.state.space;
            distribution.sd = space.deviations_of(&distribution.sd, spread);
        }
        distribution.sd = self.weights(distribution.sd);
        distribution
    }
}

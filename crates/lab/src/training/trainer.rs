//! What trains: an optimiser or a learner.

use serde::{Deserialize, Serialize};
use tetrarium_learn::learners::{self, Learner, Log};

use super::log::{BestSoFar, Genome};
use super::why::Why;
use crate::optimisers::{self, Distribution, Optimiser, Undone};

/// The method of an experiment, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// It searches weights.
    Optimiser(optimisers::Config),
    /// It fits a value or a policy to positions.
    Learner(learners::Config),
}

impl Method {
    /// Its name.
    pub fn name(&self) -> &'static str {
        match self {
            Method::Optimiser(config) => config.name(),
            Method::Learner(config) => config.name(),
        }
    }

    /// `optimiser` or `learner`: the table of an experiment file that it stands in.
    pub fn kind(&self) -> &'static str {
        match self {
            Method::Optimiser(_) => "optimiser",
            Method::Learner(_) => "learner",
        }
    }
}

/// A method at work.
#[derive(Clone, Debug)]
pub enum Trainer {
    /// An optimiser.
    Optimiser(Box<Optimiser>),
    /// A learner.
    Learner(Box<Learner>),
    /// An optimiser of factors, by which what a learner has learnt is multiplied.
    Polish {
        /// What has learnt.
        learner: Box<Learner>,
        /// What searches the logarithms of the factors.
        optimiser: Box<Optimiser>,
    },
}

impl Trainer {
    /// What searches, if anything does.
    fn optimiser(&self) -> Option<&Optimiser> {
        match self {
            Trainer::Optimiser(optimiser) | Trainer::Polish { optimiser, .. } => Some(optimiser),
            Trainer::Learner(_) => None,
        }
    }

    /// How many candidates are judged in a generation, without those that are only for the log.
    pub(super) fn size(&self) -> usize {
        match self {
            Trainer::Optimiser(optimiser) | Trainer::Polish { optimiser, .. } => optimiser.size(),
            Trainer::Learner(_) => 1,
        }
    }

    /// A reason not to go on, if there is one.
    pub(super) fn stop(&self) -> Option<Why> {
        match self {
            Trainer::Optimiser(optimiser) | Trainer::Polish { optimiser, .. } => {
                optimiser.stop().first().copied().map(Why::Optimiser)
            }
            Trainer::Learner(learner) => learner.stop().map(Why::Learner),
        }
    }

    /// What the method has come to.
    pub(super) fn result(&self) -> Option<Genome> {
        match self {
            Trainer::Optimiser(optimiser) => {
                let (genes, enabled) = optimiser.result()?;
                Some(Genome { genes, enabled })
            }
            Trainer::Learner(learner) => Some(Genome::of(learner.genes())),
            Trainer::Polish { learner, optimiser } => {
                let (logarithms, _) = optimiser.result()?;
                Some(Genome::of([learner.genes(), logarithms].concat()))
            }
        }
    }

    /// The best of a learner's last iterations, where that is not the last one: it is handed over
    /// beside the result.
    pub(super) fn best_of_last(&self) -> Option<Genome> {
        let Trainer::Learner(learner) = self else {
            return None;
        };
        let best = learner.best()?;
        let is_last = best.iteration + 1 == learner.iteration();
        (!is_last).then(|| Genome::of(best.genes.clone()))
    }

    /// The best so far: of all candidates, or of a learner's last iterations, which have played
    /// `games` each.
    pub(super) fn best_so_far(&self, games: u64) -> Option<BestSoFar> {
        match self {
            Trainer::Optimiser(optimiser) | Trainer::Polish { optimiser, .. } => {
                optimiser.best().map(|best| BestSoFar {
                    id: best.id,
                    games: best.sums.games(),
                    fitness: best.fitness,
                })
            }
            Trainer::Learner(learner) => learner.best().map(|best| BestSoFar {
                id: best.iteration,
                games,
                fitness: best.mean,
            }),
        }
    }

    /// The collapse that the last generation was, if it was one.
    pub(super) fn undone(&self) -> Option<Undone> {
        self.optimiser()?.undone()
    }

    /// Where the training stands. `log` is what a learner said of its iteration.
    pub(super) fn distribution(&self, log: Log) -> Distribution {
        match self {
            Trainer::Optimiser(optimiser) | Trainer::Polish { optimiser, .. } => {
                optimiser.distribution()
            }
            Trainer::Learner(learner) => {
                let mean = learner.genes();
                Distribution {
                    sd: vec![0.0; mean.len()],
                    mean,
                    enabled: Vec::new(),
                    scalars: log,
                }
            }
        }
    }
}

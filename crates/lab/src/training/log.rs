//! The lines of a run's logs.

use serde::{Deserialize, Serialize};

use crate::optimisers::{Candidate, Distribution, Fitness, Sums, Undone};
use crate::records::Made;

/// A generation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenerationLine {
    /// Its number, from 0.
    pub generation: u64,
    /// The stage of the curriculum, from 0.
    pub stage: usize,
    /// The board it played on.
    pub board: String,
    /// How many candidates it had, those that are only for the log included.
    pub candidates: u64,
    /// How many games they played.
    pub games: u64,
    /// How many moves those had.
    pub moves: u64,
    /// Moves of all generations so far.
    pub total_moves: u64,
    /// The fitness of its candidates.
    pub fitness: Spread,
    /// The fitness of the distribution's mean, where it is played for the log.
    pub mean_candidate: Option<f64>,
    /// The fittest candidate since the game last changed; its fitness flatters it.
    pub best: Option<BestSoFar>,
    /// What the run's result would be if it ended here.
    pub result: Option<Genome>,
    /// Where the search stands.
    pub distribution: Distribution,
    /// The collapse that was undone after this generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undone: Option<Undone>,
}

impl GenerationLine {
    /// How many unknowns of the system that a learner has solved are independent, and how many
    /// there are; none where no system was solved.
    pub fn rank(&self) -> Option<(u64, u64)> {
        let number = |name: &str| self.distribution.scalars.get(name).map(|x| *x as u64);
        Some((number("rank")?, number("unknowns")?))
    }
}

/// How the numbers of a generation are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The least.
    pub worst: f64,
    /// A quarter of the way up.
    pub lower_quartile: f64,
    /// The one in the middle.
    pub median: f64,
    /// Three quarters of the way up.
    pub upper_quartile: f64,
    /// The greatest.
    pub best: f64,
    /// The mean.
    pub mean: f64,
}

impl Spread {
    /// The spread of some numbers; quartiles between two of them are weighted by how near they are.
    /// None of no numbers.
    pub fn of(numbers: &[f64]) -> Option<Spread> {
        let mut sorted = numbers.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let at = |share: f64| {
            let place = share * last as f64;
            let below = place as usize;
            let above = (below + 1).min(last);
            sorted[below] + (sorted[above] - sorted[below]) * (place - below as f64)
        };
        Some(Spread {
            worst: sorted[0],
            lower_quartile: at(0.25),
            median: at(0.5),
            upper_quartile: at(0.75),
            best: sorted[last],
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
        })
    }
}

/// The fittest candidate so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestSoFar {
    /// Its number.
    pub id: u64,
    /// How many games it has played.
    pub games: u64,
    /// Its fitness.
    pub fitness: f64,
}

/// A genome, laid out as the experiment's space says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genome {
    /// Weights, then exponents, then displacements.
    pub genes: Vec<f64>,
    /// Which features are on; empty where they cannot be switched off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub enabled: Vec<bool>,
}

impl Genome {
    /// Genes with all features on.
    pub(super) fn of(genes: Vec<f64>) -> Genome {
        Genome {
            genes,
            enabled: Vec::new(),
        }
    }
}

/// A candidate with its fitness.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CandidateLine {
    /// The generation.
    pub generation: u64,
    /// Its number.
    pub id: u64,
    /// Its genome.
    #[serde(flatten)]
    pub genome: Genome,
    /// Whether it was played for the log only.
    pub probe: bool,
    /// How many games it is judged by: those of this generation, with those of the same genome from
    /// before where they are pooled.
    pub games: u64,
    /// How many of them were played to their ends.
    pub finished: u64,
    /// Lines in them.
    pub lines: u64,
    /// Pieces in them.
    pub pieces: u64,
    /// What they amount to.
    pub fitness: f64,
}

impl CandidateLine {
    pub(super) fn new(
        generation: u64,
        candidate: &Candidate,
        sums: &Sums,
        statistic: Fitness,
    ) -> CandidateLine {
        CandidateLine {
            generation,
            id: candidate.id,
            genome: Genome {
                genes: candidate.genes.clone(),
                enabled: candidate.enabled.clone(),
            },
            probe: candidate.probe,
            games: sums.games(),
            finished: sums.finished(),
            lines: sums.lines(),
            pieces: sums.pieces(),
            fitness: statistic.of(sums),
        }
    }
}

/// Clock readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "event")]
pub(super) enum TimingLine {
    /// A process began to work on the run.
    Begun {
        /// Seconds since 1970.
        at: u64,
        /// Which program.
        program: String,
        /// Where the experiment was read from.
        experiment_file: Option<String>,
    },
    /// What the process is.
    Made { made: Made },
    /// A generation, or a measurement.
    Done {
        what: String,
        seconds: f64,
        moves: u64,
        moves_per_second: f64,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_lie_between_numbers() {
        let spread = Spread::of(&[4.0, 1.0, 3.0, 2.0]).unwrap();
        assert_eq!((spread.worst, spread.best, spread.mean), (1.0, 4.0, 2.5));
        assert_eq!(
            (spread.lower_quartile, spread.median, spread.upper_quartile),
            (1.75, 2.5, 3.25)
        );
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Spread::of(&[7.0]).unwrap().upper_quartile, 7.0);
    }
}

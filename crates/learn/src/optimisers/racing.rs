//! Racing: more games only for candidates that may still be among the best.
//!
//! Heidrich-Meisner & Igel (2009, "Hoeffding and Bernstein races for selecting policies in
//! evolutionary direct policy search"), after Maron & Moore (1994) and Mnih, Szepesvári & Audibert
//! (2008). A race goes in rounds of a fixed number of games for everyone who is still in it, so
//! that its decisions do not depend on threads and do not favour short games.

use super::fitness::{Fitness, GameCount};
use crate::invalid::{Invalid, at_least, invalid, positive};
use serde::{Deserialize, Serialize};

/// A race.
///
/// ```
/// use tetrarium_learn::optimisers::{Fitness, GameCount, Racing};
/// let racing = Racing::default();
/// let games = |lines: [u64; 2]| -> Vec<GameCount> {
///     (0..40).map(|i| GameCount { lines: lines[i % 2], pieces: 0, finished: true }).collect()
/// };
/// let (good, fair, bad) = (games([1000, 1001]), games([990, 1010]), games([1, 2]));
/// let verdict = racing.decide(Fitness::Lines, 1, &[&good, &bad, &fair]);
/// assert_eq!(verdict.dropped, [1]);
/// assert_eq!(verdict.again, [0, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Racing {
    /// How the mean of a candidate is bounded.
    pub bound: Bound,
    /// What is bounded the mean of.
    pub values: Values,
    /// The probability that no decision of a race is wrong, where `range` is right.
    pub confidence: f64,
    /// How many games everyone still in the race plays in a round.
    pub games: u32,
    /// After how many rounds a race ends.
    pub rounds: u32,
    /// The largest difference between two values; none for the largest seen in the race. The
    /// bounds hold where it is known: where games are cut short after a number of pieces. Else they
    /// are a rule of thumb, for game lengths have no bound.
    pub range: Option<f64>,
}

/// How a mean of t values is bounded. The error δ is that of all bounds of the race together:
/// (1 - confidence) / (candidates × rounds), which is each one's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Bound {
    /// R √(ln(2/δ) / 2t): the narrower one for some tens or hundreds of games.
    #[default]
    Hoeffding,
    /// s √(2 ln(3/δ) / t) + 3 R ln(3/δ) / t, with s the values' standard deviation: the narrower
    /// one for many games, or where s is small beside R.
    Bernstein,
}

/// What a race compares the means of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// What the fitness counts: lines or pieces.
    Counts,
    /// Its logarithm, ln(1 + count). Game length is geometric, so its deviation is as large as
    /// its mean, while that of its logarithm is about 1.3 for good and bad controllers alike, and
    /// the order of controllers is the same: races end much sooner.
    #[default]
    Logarithms,
}

/// Where a race stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The candidates that play another round; none when the race is over.
    pub again: Vec<usize>,
    /// Who is among the best for sure.
    pub chosen: Vec<usize>,
    /// Who is not among the best for sure.
    pub dropped: Vec<usize>,
}

impl Default for Racing {
    fn default() -> Self {
        Racing {
            bound: Bound::Hoeffding,
            values: Values::Logarithms,
            confidence: 0.95,
            games: 10,
            rounds: 10,
            range: None,
        }
    }
}

impl Racing {
    /// Whether the parameters can be.
    ///
    /// # Errors
    ///
    /// The first setting that cannot be, and what would be right.
    pub fn validate(&self) -> Result<(), Invalid> {
        if !(self.confidence > 0.0 && self.confidence < 1.0) {
            return Err(invalid(
                "confidence",
                self.confidence,
                "it must be above 0 and below 1",
            ));
        }
        at_least("games", self.games as usize, 1)?;
        at_least("rounds", self.rounds as usize, 1)?;
        if let Some(range) = self.range {
            positive("range", range)?;
        }
        Ok(())
    }

    /// Who plays another round, given the games of all candidates so far, where the best `wanted`
    /// are to be found. To be asked after each round with everyone's games in game order: who has
    /// fewer games than others has left the race before and does not come back.
    pub fn decide(&self, fitness: Fitness, wanted: usize, games: &[&[GameCount]]) -> Verdict {
        let most = games.iter().map(|games| games.len()).max().unwrap_or(0);
        let values: Vec<Vec<f64>> = games
            .iter()
            .map(|games| {
                let counts = games.iter().map(|game| fitness.count(game) as f64);
                match self.values {
                    Values::Counts => counts.collect(),
                    Values::Logarithms => counts.map(libm::log1p).collect(),
                }
            })
            .collect();
        let bounds = self.bounds(&values);
        let mut verdict = Verdict::default();
        for (racer, &(low, high)) in bounds.iter().enumerate() {
            let others = || {
                bounds
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != racer)
            };
            let below = others().filter(|(_, other)| other.1 < low).count();
            let above = others().filter(|(_, other)| other.0 > high).count();
            if below + wanted >= bounds.len() {
                verdict.chosen.push(racer);
            } else if above >= wanted {
                verdict.dropped.push(racer);
            } else if games[racer].len() == most
                && (most as u64) < u64::from(self.games) * u64::from(self.rounds)
            {
                verdict.again.push(racer);
            }
        }
        verdict
    }

    /// The bounds of every candidate's mean.
    fn bounds(&self, values: &[Vec<f64>]) -> Vec<(f64, f64)> {
        let seen = values.iter().flatten();
        let least = seen.clone().copied().fold(f64::INFINITY, f64::min);
        let largest = seen.copied().fold(f64::NEG_INFINITY, f64::max);
        let range = self.range.unwrap_or(largest - least);
        let error = (1.0 - self.confidence) / (values.len() as f64 * f64::from(self.rounds));
        values
            .iter()
            .map(|values| {
                if values.is_empty() {
                    return (f64::NEG_INFINITY, f64::INFINITY);
                }
                let t = values.len() as f64;
                let (mean, deviation) =
                    super::selection::mean_and_deviation(values.iter().copied());
                let width = match self.bound {
                    Bound::Hoeffding => range * (libm::log(2.0 / error) / (2.0 * t)).sqrt(),
                    Bound::Bernstein => {
                        let log = libm::log(3.0 / error);
                        deviation * (2.0 * log / t).sqrt() + 3.0 * range * log / t
                    }
                };
                (mean - width, mean + width)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    /// A game whose length is geometric with about this mean.
    fn game(mean: f64, draws: &mut Draws) -> GameCount {
        let lines = (-mean * libm::log(1.0 - draws.uniform())) as u64;
        GameCount {
            lines,
            pieces: lines * 5 / 2,
            finished: true,
        }
    }

    /// Races candidates of these means; gives back the last verdict and the games of each.
    fn race(racing: &Racing, means: &[f64], wanted: usize, seed: u64) -> (Verdict, Vec<usize>) {
        let mut draws = Draws::of_generation(seed, 0);
        let mut games: Vec<Vec<GameCount>> = vec![Vec::new(); means.len()];
        let mut again: Vec<usize> = (0..means.len()).collect();
        loop {
            for &racer in &again {
                for _ in 0..racing.games {
                    games[racer].push(game(means[racer], &mut draws));
                }
            }
            let all: Vec<&[GameCount]> = games.iter().map(|games| &games[..]).collect();
            let verdict = racing.decide(Fitness::Lines, wanted, &all);
            if verdict.again.is_empty() {
                return (verdict, games.iter().map(Vec::len).collect());
            }
            again = verdict.again;
        }
    }

    #[test]
    fn good_and_bad_are_told_apart_with_few_games() {
        let means = [10_000.0, 9000.0, 8000.0, 10.0, 20.0, 5.0, 8.0, 15.0];
        for bound in [Bound::Hoeffding, Bound::Bernstein] {
            let racing = Racing {
                bound,
                rounds: 40,
                ..Racing::default()
            };
            for seed in 0..10 {
                let (verdict, games) = race(&racing, &means, 3, seed);
                assert_eq!(verdict.chosen, [0, 1, 2], "{bound:?}");
                assert_eq!(verdict.dropped, [3, 4, 5, 6, 7]);
                let played: usize = games.iter().sum();
                assert!(played < 8 * 400 / 2, "{bound:?}: {played} of 3200 games");
            }
        }
    }

    /// With twenty races of equals, hardly any decision is made, and a race ends after its
    /// rounds.
    #[test]
    fn equals_play_to_the_end() {
        let racing = Racing::default();
        let mut decided = 0;
        for seed in 0..20 {
            let (verdict, games) = race(&racing, &[100.0; 6], 2, seed);
            decided += usize::from(verdict.chosen.len() + verdict.dropped.len() > 0);
            assert!(games.iter().all(|games| *games <= 100));
        }
        assert!(decided <= 2, "{decided} of 20 races decided something");
    }

    #[test]
    fn bounds_hold_as_often_as_promised() {
        // Values between 0 and 1 with mean 0.3: the range is known.
        for bound in [Bound::Hoeffding, Bound::Bernstein] {
            let racing = Racing {
                bound,
                confidence: 0.8,
                rounds: 1,
                range: Some(1.0),
                ..Racing::default()
            };
            let mut draws = Draws::of_generation(5, 0);
            let mut missed = 0;
            for _ in 0..1000 {
                let values = (0..50).map(|_| f64::from(u8::from(draws.chance(0.3))));
                let bounds = racing.bounds(&[values.collect()]);
                missed += usize::from(bounds[0].0 > 0.3 || bounds[0].1 < 0.3);
            }
            assert!(missed <= 200, "{bound:?}: {missed} of 1000");
        }
    }

    #[test]
    fn who_left_does_not_come_back_and_ends_are_harmless() {
        let racing = Racing::default();
        let mut draws = Draws::of_generation(6, 0);
        let long: Vec<GameCount> = (0..20).map(|_| game(50.0, &mut draws)).collect();
        let verdict = racing.decide(Fitness::Pieces, 1, &[&long, &long[..10], &long]);
        assert_eq!(verdict.again, [0, 2]);
        assert_eq!(racing.decide(Fitness::Lines, 1, &[]), Verdict::default());
        let verdict = racing.decide(Fitness::Lines, 1, &[&[], &[]]);
        assert_eq!(verdict.again, [0, 1], "before the first round all play");
        let verdict = racing.decide(Fitness::Lines, 5, &[&long, &long]);
        assert_eq!(verdict.chosen, [0, 1], "all are wanted");
        let verdict = racing.decide(Fitness::Lines, 0, &[&long, &long]);
        assert_eq!(verdict.dropped, [0, 1], "none is wanted");
    }

    #[test]
    fn impossible_parameters() {
        let check = |change: &dyn Fn(&mut Racing), field: &str| {
            let mut config = Racing::default();
            change(&mut config);
            assert_eq!(config.validate().unwrap_err().field, field);
        };
        check(&|c| c.confidence = 1.0, "confidence");
        check(&|c| c.games = 0, "games");
        check(&|c| c.rounds = 0, "rounds");
        check(&|c| c.range = Some(-1.0), "range");
        assert!(Racing::default().validate().is_ok());
    }
}

//! Orders: the entry to the lab. An order names agents, their rules and what to measure; carrying
//! it out gives measurements with their intervals and caveats.
//!
//! ```
//! use tetrarium_engine::{Player, Rules, catalogue};
//! use tetrarium_lab::{Order, Threads};
//!
//! let mut rules = Rules::default();
//! rules.set("board", "8x8").unwrap();
//! let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
//! let order = Order::games(20).of(&player);
//! let answers = order.carry_out(&Threads(1), &Default::default(), &mut ()).unwrap();
//! assert!(answers[0].interval().contains(answers[0].mean().unwrap()));
//! ```

mod amount;
mod error;
mod forecast;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use amount::{Amount, Budget};
pub use error::OrderError;
pub use forecast::{Expected, MOST_MOVES, USUAL_GAMES};

use crate::estimate::{Estimate, EstimateError, Settings, growing, growing_to};
use crate::measure::{Goal, Measurement, games_for, measure_to, play_within};
use crate::play::{
    Backend, Contender, Length, MOST_GAMES, MOST_SIDE_BY_SIDE, PlayError, Record, Shard, Watch,
    Work,
};
use crate::records::{Caveat, OrderRecord};
use crate::statistics::Interval;

/// Agents, their rules and what to measure.
#[derive(Clone, Debug)]
pub struct Order<'a> {
    /// The agents, each with its rules.
    pub contenders: Vec<Contender<'a>>,
    /// The seed of the games.
    pub seed: u64,
    /// How much is played.
    pub amount: Amount,
    /// The budget of each contender.
    pub budget: Option<Budget>,
    /// Whether measurements keep the score of each game.
    pub keeps_scores: bool,
    /// Whether the height of the pile is counted after every move.
    pub counts_heights: bool,
    /// Whether the moves of players are predicted for the observer, by a short pilot. An order that
    /// leaves the amount open predicts them always.
    pub predicts: bool,
}

/// The result of an order for one contender.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// The contender's games were played.
    Games(Box<Measurement>),
    /// The mean was estimated by splitting.
    Climbs(Box<Estimate>),
}

impl Answer {
    /// The mean score; none if no game was lost, or if games were cut too early.
    pub fn mean(&self) -> Option<f64> {
        match self {
            Answer::Games(measurement) => measurement.mean,
            Answer::Climbs(estimate) => estimate.mean,
        }
    }

    /// The 95 % interval of the mean.
    pub fn interval(&self) -> Interval {
        match self {
            Answer::Games(measurement) => measurement.interval,
            Answer::Climbs(estimate) => estimate.interval,
        }
    }

    /// What must be said with the mean.
    pub fn caveats(&self) -> &[Caveat] {
        match self {
            Answer::Games(measurement) => &measurement.caveats,
            Answer::Climbs(estimate) => &estimate.caveats,
        }
    }

    /// The moves made.
    pub fn moves(&self) -> u64 {
        match self {
            Answer::Games(measurement) => measurement.tally.pieces,
            Answer::Climbs(estimate) => estimate.moves,
        }
    }
}

/// An order that was not carried out to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct Unfinished {
    /// The answers found until then.
    pub answers: Vec<Answer>,
    /// Why the order ended.
    pub error: OrderError,
}

/// Follows an order while it is carried out.
pub trait Observer {
    /// Contender number `index` is next. It is said before the first move if moves are predicted.
    fn expects(&mut self, index: usize, expected: &Expected) {
        let _ = (index, expected);
    }

    /// Contender number `index` begins. `parts` games, or repeats of an estimate, are expected; the
    /// watch counts them as games.
    fn begins(&mut self, index: usize, parts: u64, watch: &Arc<Watch>) {
        let _ = (index, parts, watch);
    }

    /// The estimate of contender number `index` has more repeats. This is the estimate of those
    /// that are done, which are at least two, as if no more were wanted.
    fn grows(&mut self, index: usize, so_far: &Estimate) {
        let _ = (index, so_far);
    }

    /// Contender number `index` has its answer, which is partial after an error.
    fn answered(&mut self, index: usize, answer: &Answer) {
        let _ = (index, answer);
    }
}

/// Observes nothing.
impl Observer for () {}

impl<'a> Order<'a> {
    /// An order of whole games, from number 0 of seed 1 on.
    pub fn games(games: u64) -> Order<'a> {
        Order::new(Amount::Games {
            first: 0,
            games,
            length: Length::Whole,
        })
    }

    /// An order of this amount, of seed 1.
    pub fn new(amount: Amount) -> Order<'a> {
        Order {
            contenders: Vec::new(),
            seed: 1,
            amount,
            budget: None,
            keeps_scores: false,
            counts_heights: false,
            predicts: false,
        }
    }

    /// The order with one more contender.
    pub fn of(mut self, contender: impl Into<Contender<'a>>) -> Order<'a> {
        self.contenders.push(contender.into());
        self
    }

    /// Checks, before the first game, that the order can be carried out.
    ///
    /// # Errors
    ///
    /// If there is no contender, the precision is out of range, the game numbers do not suffice,
    /// the games are more than [`MOST_GAMES`] or than the budget has moves, or an estimate has a
    /// budget.
    pub fn check(&self) -> Result<(), OrderError> {
        if self.contenders.is_empty() {
            return Err(OrderError::NoContenders);
        }
        match self.amount {
            Amount::Games { games, .. } if games > MOST_GAMES => {
                Err(OrderError::AboveMostGames(games))
            }
            Amount::Games { first, games, .. } if first.checked_add(games).is_none() => {
                Err(OrderError::TooManyGames { first, games })
            }
            Amount::Games { games, .. } => match self.budget {
                Some(Budget::Moves(moves)) if moves < games => {
                    Err(OrderError::LessThanAMove { games, moves })
                }
                _ => Ok(()),
            },
            Amount::Precision {
                side_by_side: Some(games),
                ..
            } if games > MOST_SIDE_BY_SIDE => Err(OrderError::AboveMostSideBySide(games)),
            Amount::Climbs { .. } | Amount::Chosen { .. } if self.budget.is_some() => {
                Err(OrderError::BudgetOfClimbs)
            }
            Amount::Precision { precision, .. }
            | Amount::Climbs {
                precision: Some(precision),
                ..
            }
            | Amount::Chosen {
                precision: Some(precision),
            } => Ok(Goal::new(precision, None).map(|_| ())?),
            _ => Ok(()),
        }
    }

    /// Carries the order out, one contender after the other. Setting `stop` ends it early: the
    /// answers are then marked `interrupted`, and contenders not begun have none.
    ///
    /// # Errors
    ///
    /// If the order is impossible, or the backend or an agent fails. The error holds the answers
    /// found until then.
    pub fn carry_out(
        &self,
        backend: &dyn Backend,
        stop: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Answer>, Unfinished> {
        let mut answers = Vec::new();
        if let Err(error) = self.check() {
            return Err(Unfinished { answers, error });
        }
        for (index, contender) in self.contenders.iter().enumerate() {
            // The flag is read from the second contender on: an order stopped at once still has one
            // answer, even if without games.
            if index > 0 && stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            let (answer, error) = match self.expected(*contender, backend, stop) {
                Ok(expected) => {
                    if self.foresees(*contender) {
                        observer.expects(index, &expected);
                    }
                    self.carry_out_one(index, &expected, backend, stop, observer)
                }
                Err(error) => (None, Some(error.into())),
            };
            if let Some(answer) = answer {
                observer.answered(index, &answer);
                answers.push(answer);
            }
            if let Some(error) = error {
                return Err(Unfinished { answers, error });
            }
        }
        Ok(answers)
    }

    /// Whether moves are predicted for this contender.
    fn foresees(&self, contender: Contender) -> bool {
        let chosen = matches!(self.amount, Amount::Chosen { .. });
        chosen || self.predicts && contender.player().is_some()
    }

    /// What is done for a contender.
    fn expected(
        &self,
        contender: Contender,
        backend: &dyn Backend,
        stop: &Arc<AtomicBool>,
    ) -> Result<Expected, PlayError> {
        let forecast = match self.foresees(contender) {
            true => forecast::forecast(contender, self.seed, backend, stop)?,
            false => None,
        };
        let amount = self.amount;
        Ok(amount.expected(contender, forecast, self.most_moves()))
    }

    /// The budget of moves.
    fn most_moves(&self) -> Option<u64> {
        match self.budget {
            Some(Budget::Moves(moves)) => Some(moves),
            _ => None,
        }
    }

    /// The answer for contender number `index`, and why it ended early.
    fn carry_out_one(
        &self,
        index: usize,
        expected: &Expected,
        backend: &dyn Backend,
        stop: &Arc<AtomicBool>,
        observer: &mut dyn Observer,
    ) -> (Option<Answer>, Option<OrderError>) {
        let contender = self.contenders[index];
        let watch = Watch::stopping_on(stop);
        let watch = Arc::new(match self.counts_heights {
            true => watch.counting_heights(),
            false => watch,
        });
        if let Some(Budget::Time(time)) = self.budget {
            watch.limit_time(Some(time));
        }
        let parts = match expected.amount {
            Amount::Games { games, .. } => games,
            Amount::Precision { precision, .. } => games_for(precision),
            Amount::Climbs { repeats, .. } => repeats,
            Amount::Chosen { .. } => unreachable!("the choice is made"),
        };
        observer.begins(index, parts, &watch);
        if matches!(expected.amount, Amount::Climbs { .. }) {
            let mut grows = |so_far: &Estimate| observer.grows(index, so_far);
            return match self.estimated(contender, expected, backend, &watch, &mut grows) {
                Ok(estimate) => (Some(Answer::Climbs(Box::new(estimate))), None),
                Err(EstimateError::Play(error)) => (None, Some(error.into())),
                Err(error) => {
                    let agent = contender.name().to_string();
                    (None, Some(OrderError::Estimate { agent, error }))
                }
            };
        }
        match self.played(contender, expected.amount, backend, &watch) {
            Ok((mut measurement, records, failure)) => {
                measurement.heights = watch.heights();
                if self.keeps_scores {
                    measurement = measurement.keeping_scores(&records);
                }
                (Some(Answer::Games(Box::new(measurement))), failure)
            }
            Err(error) => (None, Some(error)),
        }
    }

    /// Estimates the mean of one contender.
    fn estimated(
        &self,
        contender: Contender,
        expected: &Expected,
        backend: &dyn Backend,
        watch: &Watch,
        grows: &mut dyn FnMut(&Estimate),
    ) -> Result<Estimate, EstimateError> {
        let Amount::Climbs {
            climbs,
            repeats,
            danger,
            precision,
        } = expected.amount
        else {
            unreachable!("games are played");
        };
        let settings = Settings {
            climbs,
            repeats,
            danger: danger.unwrap_or_else(|| contender.danger()),
            ..Settings::default()
        };
        let seed = self.seed;
        let mut estimate = match precision {
            None => growing(contender, seed, &settings, backend, watch, grows),
            Some(to) => growing_to(contender, seed, &settings, to, backend, watch, grows),
        }?;
        if let Some(OrderRecord::Climbs {
            instead_of_moves, ..
        }) = &mut estimate.order
        {
            *instead_of_moves = expected.instead_of_moves;
        }
        Ok(estimate)
    }

    /// Plays the games of one contender. Returns the measurement, the records, and why playing
    /// ended early.
    fn played(
        &self,
        contender: Contender,
        amount: Amount,
        backend: &dyn Backend,
        watch: &Watch,
    ) -> Result<(Measurement, Vec<Record>, Option<OrderError>), OrderError> {
        let moves = self.most_moves();
        match amount {
            Amount::Precision {
                first,
                precision,
                side_by_side,
            } => {
                let goal = Goal::new(precision, moves)?.with_side_by_side(side_by_side);
                let measured = measure_to(contender, self.seed, first, goal, backend, watch);
                let failure = measured.failure.map(OrderError::Play);
                Ok((measured.measurement, measured.records, failure))
            }
            Amount::Games {
                first,
                games,
                length,
            } => {
                let shard = Shard {
                    seed: self.seed,
                    first,
                    games,
                    length,
                };
                let records = match moves {
                    Some(moves) => play_within(contender, &shard, moves, backend, watch)?,
                    None => backend.play(&[Work { contender, shard }], watch)?.remove(0),
                };
                let mut measurement = Measurement::new(contender, &shard, &records);
                if let Some(OrderRecord::Games { budget, .. }) = &mut measurement.order {
                    *budget = moves;
                }
                Ok((measurement, records, None))
            }
            Amount::Climbs { .. } | Amount::Chosen { .. } => unreachable!("no games are played"),
        }
    }
}

#[cfg(test)]
mod tests;

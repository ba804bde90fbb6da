//! Predicting how many moves an order takes, and the choice between games and climbs.
//!
//! The prediction is a pure function of the rules, the agent and the seed, so the choice is the
//! same on every machine, on every backend and for every number of threads. The clock has no part
//! in it. A pilot makes it: a few games, cut early; if most of them are not lost by then, a rough
//! estimate by splitting. The pilot plays with pieces of another seed, so that the choice does not
//! favour short games of the measurement.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Amount;
use crate::estimate::{Rough, Settings, can_be_split, rough};
use crate::measure::games_for;
use crate::play::{Backend, Contender, End, Length, PlayError, Shard, Watch, Work};

/// The number of games of an order that leaves the amount open, if they are short enough.
pub const USUAL_GAMES: u64 = 100;

/// The most moves that are predicted for games before an order that leaves the amount open measures
/// by climbs: moves of a greedy player with a kernel, of which others make fewer
/// ([`Contender::cost_of_a_move`]).
///
/// Two cores with AVX2 make this number in about half a minute. The climbs that are made instead
/// take about half as many moves on 10×20.
pub const MOST_MOVES: u64 = 100_000_000;

/// The games of a pilot.
const PILOT_GAMES: u64 = 16;

/// The pieces after which a game of a pilot is cut, and the fewest where moves are dear.
const PILOT_PIECES: (u64, u64) = (500, 50);

/// The climbs of a pilot, and the fewest where moves are dear.
const PILOT_CLIMBS: (u64, u64) = (400, 50);

/// The fewest climbs of an estimate that an order chooses where moves are dear.
const FEWEST_CLIMBS: u64 = 200;

/// What games and climbs of a contender are expected to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The pieces of a game.
    pub pieces: f64,
    /// Whether games are likely to be longer than that: no game of the pilot was lost, and its
    /// games cannot be continued by climbs.
    pub at_least: bool,
    /// The moves of a climb and its part of the runs; none if games cannot be split.
    pub moves_of_a_climb: Option<f64>,
}

/// What an order does for a contender, and how many moves that is expected to take.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Expected {
    /// What is done: games, games to a precision, or climbs.
    pub amount: Amount,
    /// The moves that it is expected to take, if that is known.
    pub moves: Option<u64>,
    /// Whether it is likely to take more moves than that.
    pub at_least: bool,
    /// The moves predicted for games, if the order chose climbs because of them.
    pub instead_of_moves: Option<u64>,
    /// Whether the order would have chosen climbs, and the games cannot be split.
    pub cannot_be_split: bool,
}

/// Makes the pilot; none if it was stopped.
pub(super) fn forecast(
    contender: Contender,
    seed: u64,
    backend: &dyn Backend,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Forecast>, PlayError> {
    let watch = Watch::stopping_on(stop);
    // The pieces of another seed are independent of those that are measured.
    let seed = !seed;
    let most = scaled(PILOT_PIECES, contender);
    let shard = Shard {
        seed,
        first: 0,
        games: PILOT_GAMES,
        length: Length::AtMost(most),
    };
    let records = backend
        .play(&[Work { contender, shard }], &watch)?
        .remove(0);
    if watch.ended() {
        return Ok(None);
    }
    let pieces: u64 = records.iter().map(|record| record.pieces).sum();
    let running = records
        .iter()
        .filter(|record| record.end != End::Lost && record.pieces >= most)
        .count() as u64;
    let played = Forecast {
        pieces: pieces as f64 / (PILOT_GAMES - running).max(1) as f64,
        at_least: running == PILOT_GAMES,
        moves_of_a_climb: None,
    };
    // Games that end that soon are short, and need no climbs.
    if running <= PILOT_GAMES / 4 || can_be_split(contender).is_err() {
        return Ok(Some(played));
    }
    let climbs = scaled(PILOT_CLIMBS, contender);
    let rough = rough(contender, seed, climbs, backend, &watch)?;
    Ok(rough.map(
        |Rough {
             pieces, climbing, ..
         }| Forecast {
            pieces,
            at_least: false,
            moves_of_a_climb: Some(climbing as f64 / climbs as f64),
        },
    ))
}

/// A number of climbs or pieces, or fewer where moves are dear.
fn scaled((usual, fewest): (u64, u64), contender: Contender) -> u64 {
    let cost = contender.cost_of_a_move() as f64;
    ((usual as f64 / cost.sqrt()) as u64).max(fewest)
}

impl Amount {
    /// What is done for a contender with this forecast, and how many moves that takes. `budget` is
    /// a limit of moves.
    pub(super) fn expected(
        self,
        contender: Contender,
        forecast: Option<Forecast>,
        budget: Option<u64>,
    ) -> Expected {
        let done = self.resolved(contender, forecast);
        let moves = done.amount.moves(forecast).map(|moves| match budget {
            Some(budget) => moves.min(budget),
            None => moves,
        });
        Expected {
            moves,
            at_least: done.at_least && moves != budget,
            ..done
        }
    }

    /// The choice between games and climbs.
    fn resolved(self, contender: Contender, forecast: Option<Forecast>) -> Expected {
        let at_least = forecast.is_some_and(|forecast| forecast.at_least);
        let done = |amount| Expected {
            amount,
            moves: None,
            at_least,
            instead_of_moves: None,
            cannot_be_split: false,
        };
        let Amount::Chosen { precision } = self else {
            return done(self);
        };
        let games = match precision {
            None => Amount::Games {
                first: 0,
                games: USUAL_GAMES,
                length: Length::Whole,
            },
            Some(precision) => Amount::Precision {
                first: 0,
                precision,
                side_by_side: None,
            },
        };
        let moves = games.moves(forecast).unwrap_or(0);
        let most = MOST_MOVES / contender.cost_of_a_move();
        let moves_of_a_climb = forecast.and_then(|forecast| forecast.moves_of_a_climb);
        match moves_of_a_climb {
            _ if moves <= most && !at_least => done(games),
            None => Expected {
                cannot_be_split: true,
                ..done(games)
            },
            Some(_) => {
                let Settings {
                    climbs, repeats, ..
                } = Settings::default();
                let climbs = Amount::Climbs {
                    climbs: scaled((climbs, FEWEST_CLIMBS), contender),
                    repeats,
                    danger: None,
                    precision,
                };
                Expected {
                    instead_of_moves: Some(moves),
                    ..done(climbs)
                }
            }
        }
    }

    /// The moves that this takes; none if that is not known.
    fn moves(self, forecast: Option<Forecast>) -> Option<u64> {
        let whole = |moves: f64| moves.min(u64::MAX as f64) as u64;
        let pieces = forecast.map(|forecast| forecast.pieces);
        Some(match self {
            Amount::Games {
                games,
                length: Length::Restarting(placements),
                ..
            } => games.saturating_mul(placements),
            Amount::Games { games, length, .. } => {
                let pieces = pieces?;
                // The mean of a geometric length that is cut.
                let pieces = match length {
                    Length::AtMost(most) if pieces > 0.0 => {
                        pieces * (1.0 - libm::exp(-(most as f64) / pieces))
                    }
                    _ => pieces,
                };
                whole(games as f64 * pieces)
            }
            Amount::Precision { precision, .. } => whole(games_for(precision) as f64 * pieces?),
            Amount::Climbs {
                climbs, repeats, ..
            } => whole((climbs * repeats) as f64 * forecast?.moves_of_a_climb?),
            Amount::Chosen { .. } => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Threads;
    use tetrarium_engine::{Player, Rules, catalogue};

    fn player(board: &str, pieces: &str) -> Player {
        let mut rules = Rules::default();
        rules.set("board", board).unwrap();
        rules.set("pieces", pieces).unwrap();
        Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap()
    }

    fn forecast_of(player: &Player, seed: u64, threads: usize) -> Forecast {
        let found = forecast(player.into(), seed, &Threads(threads), &Arc::default());
        found.unwrap().unwrap()
    }

    /// bcts plays 215 pieces on 10×6 and 9,900 on 10×10 (docs/MEASURING.md), and about 76 million
    /// on 10×20 (30.7 million lines).
    #[test]
    fn the_length_of_games_is_predicted() {
        for (board, truth, factor) in [("10x6", 215.0, 2.0), ("10x10", 9900.0, 3.0)] {
            let found = forecast_of(&player(board, "uniform"), 1, 2).pieces;
            assert!(found > truth / factor && found < truth * factor, "{found}");
        }
    }

    #[test]
    fn a_forecast_is_the_same_on_any_number_of_threads_and_another_for_another_seed() {
        let player = player("10x10", "uniform");
        let one = forecast_of(&player, 1, 1);
        assert_eq!(one, forecast_of(&player, 1, 3));
        assert_ne!(one, forecast_of(&player, 2, 1));
    }

    #[test]
    fn long_games_are_measured_by_climbs_and_others_played() {
        let player = player("10x10", "uniform");
        let games = |pieces| Forecast {
            pieces,
            at_least: false,
            moves_of_a_climb: Some(800.0),
        };
        let of = |precision, pieces| {
            let amount = Amount::Chosen { precision };
            amount.expected((&player).into(), Some(games(pieces)), None)
        };
        let short = of(None, 1e6);
        assert_eq!(short.moves, Some(MOST_MOVES));
        let Amount::Games { games: 100, .. } = short.amount else {
            panic!("{short:?}")
        };
        let long = of(None, 1.01e6);
        let Amount::Climbs { climbs: 4000, .. } = long.amount else {
            panic!("{long:?}")
        };
        assert_eq!(long.instead_of_moves, Some(101_000_000));
        assert_eq!(long.moves, Some(4000 * 16 * 800));
        // A narrow interval takes more games.
        let Amount::Climbs { precision, .. } = of(Some(0.05), 1e5).amount else {
            panic!("it takes more than a thousand games")
        };
        assert_eq!(precision, Some(0.05));
        assert!(matches!(
            of(Some(0.5), 1e5).amount,
            Amount::Precision { .. }
        ));
    }

    #[test]
    fn pieces_without_chance_are_played_and_their_length_is_a_lower_bound() {
        let player = player("10x20", "only:O");
        let found = forecast_of(&player, 1, 1);
        assert!(found.at_least && found.moves_of_a_climb.is_none());
        let chosen = Amount::Chosen { precision: None };
        let expected = chosen.expected((&player).into(), Some(found), None);
        assert!(expected.cannot_be_split && expected.at_least);
        assert!(matches!(expected.amount, Amount::Games { .. }));
    }

    #[test]
    fn cut_games_and_budgets_bound_the_moves() {
        let player = player("10x10", "uniform");
        let of = |length, budget| {
            let amount = Amount::Games {
                first: 0,
                games: 10,
                length,
            };
            let forecast = Forecast {
                pieces: 1e6,
                at_least: false,
                moves_of_a_climb: None,
            };
            amount
                .expected((&player).into(), Some(forecast), budget)
                .moves
        };
        assert_eq!(of(Length::Whole, None), Some(10_000_000));
        assert_eq!(of(Length::Whole, Some(7)), Some(7));
        assert_eq!(of(Length::Restarting(50), None), Some(500));
        assert!((9_900..=10_000).contains(&of(Length::AtMost(1000), None).unwrap()));
    }
}

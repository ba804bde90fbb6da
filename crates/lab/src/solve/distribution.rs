//! The whole distribution of the lines of a game, for games on the smallest boards.

use serde::{Deserialize, Serialize};

use super::boards::Boards;
use super::problem::Problem;
use super::sweep::Moves;

/// The distribution ends where games that go on have less than this probability.
const LEAST: f64 = 1e-12;

/// The most moves that are followed: beyond that the rest of the distribution is left out.
const MOST_STEPS: u64 = 4_000_000_000;

/// The probabilities of all numbers of lines.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Distribution {
    /// The probability of 0 lines, of 1 line, and so on.
    pub probabilities: Vec<f64>,
    /// The probability of more lines than that.
    pub beyond: f64,
    /// The limit of the probability that a game with many lines has one line more. It is the ratio
    /// of a geometric law that the tail follows.
    pub tail: f64,
}

impl Distribution {
    /// The mean of the part that is known.
    pub fn mean(&self) -> f64 {
        let lines = self.probabilities.iter().enumerate();
        lines.map(|(lines, chance)| lines as f64 * chance).sum()
    }

    /// The standard deviation of the part that is known.
    pub fn sd(&self) -> f64 {
        let mean = self.mean();
        let squares = self.probabilities.iter().enumerate();
        let squares = squares.map(|(lines, chance)| (lines as f64 - mean).powi(2) * chance);
        squares.sum::<f64>().sqrt()
    }

    /// The probability of at least this number of lines.
    pub fn at_least(&self, lines: usize) -> f64 {
        let from = lines.min(self.probabilities.len());
        // From the smallest on, so that small probabilities keep their digits.
        let rest = self.probabilities[from..].iter().rev();
        rest.fold(self.beyond, |sum, chance| sum + chance)
    }
}

/// The distribution of the lines of a game in which these moves are made.
///
/// Boards are followed line by line. Among boards with the same number of lines so far, a move
/// without a line adds cells; so one pass from the emptiest to the fullest boards follows all of
/// them, and hands the probability of each move with lines to a later pass.
pub(super) fn distribution(problem: &Problem, boards: &Boards, moves: Moves) -> Distribution {
    let (seen, choices) = (problem.seen, problem.choices());
    let states = boards.len() * seen;
    // The probabilities of all states with as many lines as the pass has, and with up to four more.
    let mut after = [(); 5].map(|()| vec![0.0; states]);
    let mut ends = vec![0.0; 5];
    let empty = boards.place(0) * seen;
    for piece in problem.pieces() {
        let slot = if seen == 1 { 0 } else { piece };
        after[0][empty + slot] += problem.chances[piece];
    }
    let mut lines = 0;
    let mut tail = 0.0;
    let mut alive = 1.0;
    let mut steps = 0;
    while alive >= LEAST && steps < MOST_STEPS {
        ends.resize(lines + 5, 0.0);
        for place in boards.ranges().rev().flatten() {
            for slot in 0..seen {
                let mass = std::mem::take(&mut after[lines % 5][place * seen + slot]);
                if mass == 0.0 {
                    continue;
                }
                for next in problem.pieces() {
                    let choice = if seen == 1 { next } else { slot * 7 + next };
                    let following = moves.of(place * choices + choice);
                    let part = mass * problem.chances[next] / following.len() as f64;
                    for successor in following {
                        let total = lines + successor.lines() as usize;
                        if successor.place() == boards.len() {
                            ends[total] += part;
                        } else {
                            after[total % 5][successor.value(next, seen)] += part;
                        }
                    }
                    steps += following.len() as u64;
                }
            }
        }
        let before = alive;
        alive -= ends[lines];
        if before > 0.0 && alive > LEAST {
            tail = alive / before;
        }
        lines += 1;
    }
    ends.truncate(lines);
    Distribution {
        probabilities: ends,
        beyond: alive.max(0.0),
        tail,
    }
}

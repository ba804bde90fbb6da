//! The weights of the least loss, by Newton's method.

use super::data::Turn;
use super::loss::Compare;
use crate::algebra::{Factors, Matrix};
use crate::learners::method::Tick;
use crate::learners::values::Values;
use crate::nets::summed;

/// The most steps, and the step below which no more is taken.
const MOST_STEPS: u64 = 25;
const SMALL: f64 = 1e-8;

/// How often a step that makes the loss larger is halved.
const HALVINGS: usize = 40;

/// The problem: turns, as differences to the chosen placement.
pub struct Newton<'a> {
    /// For each turn, for each other placement: its values less those of the chosen one.
    differences: Vec<Vec<f64>>,
    columns: usize,
    compare: Compare,
    penalty: f64,
    values: &'a Values,
}

impl<'a> Newton<'a> {
    /// The problem of the turns that are not kept to test with.
    pub fn new(turns: &[Turn], values: &'a Values, compare: Compare, penalty: f64) -> Newton<'a> {
        let columns = values.count();
        let learnt = turns.iter().filter(|turn| !turn.test);
        let differences = learnt.map(|turn| {
            let (chosen, others) = turn.rows.split_at(columns);
            let all = others.chunks_exact(columns).flat_map(|row| {
                let pairs = row.iter().zip(chosen).zip(values.units());
                pairs.map(|((value, of_chosen), unit)| (value - of_chosen) as f64 * unit)
            });
            all.collect()
        });
        Newton {
            differences: differences.collect(),
            columns,
            compare,
            penalty,
            values,
        }
    }

    /// The ratings of a turn less that of the chosen placement, which stands first.
    fn ratings(&self, turn: &[f64], weights: &[f64], ratings: &mut Vec<f64>) {
        ratings.clear();
        ratings.push(0.0);
        ratings.extend(turn.chunks_exact(self.columns).map(|row| dot(row, weights)));
    }

    /// The loss of weights with the penalty.
    pub fn loss(&self, weights: &[f64]) -> f64 {
        let (mut ratings, mut slopes) = (Vec::new(), Vec::new());
        let (loss, _) = summed(self.differences.len(), 0, |number, _| {
            self.ratings(&self.differences[number], weights, &mut ratings);
            self.compare.loss(&ratings, &mut slopes)
        });
        loss + self.penalty * dot(weights, weights)
    }

    /// The gradient, then the rows of the matrix of second derivatives.
    fn derivatives(&self, weights: &[f64]) -> (Vec<f64>, Matrix) {
        let size = self.columns;
        let (mut ratings, mut slopes) = (Vec::new(), Vec::new());
        let mut mean = vec![0.0; size];
        let (_, sums) = summed(
            self.differences.len(),
            size + size * size,
            |number, sums| {
                let turn = &self.differences[number];
                self.ratings(turn, weights, &mut ratings);
                let loss = self.compare.loss(&ratings, &mut slopes);
                let (gradient, second) = sums.split_at_mut(size);
                mean.fill(0.0);
                for (row, slope) in turn.chunks_exact(size).zip(&slopes[1..]) {
                    let curve = match self.compare {
                        Compare::Pairs => slope * (1.0 - slope),
                        Compare::Turns => *slope,
                    };
                    for one in 0..size {
                        mean[one] += slope * row[one];
                        for other in 0..=one {
                            second[one * size + other] += curve * row[one] * row[other];
                        }
                    }
                }
                for one in 0..size {
                    gradient[one] += mean[one];
                    if self.compare == Compare::Turns {
                        for other in 0..=one {
                            second[one * size + other] -= mean[one] * mean[other];
                        }
                    }
                }
                loss
            },
        );
        let (gradient, second) = sums.split_at(size);
        let mut gradient = gradient.to_vec();
        let mut matrix: Matrix = vec![vec![0.0; size]; size];
        for one in 0..size {
            gradient[one] += 2.0 * self.penalty * weights[one];
            for other in 0..=one {
                matrix[one][other] = second[one * size + other];
                matrix[other][one] = second[one * size + other];
            }
            matrix[one][one] += 2.0 * self.penalty;
        }
        (gradient, matrix)
    }

    /// The weights of the least loss, that loss, and how many steps it took; none if the work was
    /// ended.
    pub fn solve(&self, tick: Tick) -> Option<(Vec<f64>, f64, u64)> {
        let mut weights = vec![0.0; self.values.count()];
        let mut loss = self.loss(&weights);
        let mut steps = 0;
        while steps < MOST_STEPS {
            if !tick(0) {
                return None;
            }
            let (gradient, matrix) = self.derivatives(&weights);
            let direction = Factors::new(&matrix).solve(&gradient);
            let mut length = 1.0;
            let better = (0..HALVINGS).find_map(|_| {
                let moved = weights.iter().zip(&direction).map(|(w, d)| w - length * d);
                let moved: Vec<f64> = moved.collect();
                let found = self.loss(&moved);
                if found < loss {
                    return Some((moved, found));
                }
                length /= 2.0;
                None
            });
            let Some((moved, found)) = better else { break };
            (weights, loss, steps) = (moved, found, steps + 1);
            let size = direction.iter().map(|by| (length * by).abs());
            if size.fold(0.0, f64::max) < SMALL {
                break;
            }
        }
        Some((weights, loss, steps))
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Reading, Size};

    fn problem(values: &Values, compare: Compare) -> Newton<'_> {
        let turns: Vec<Turn> = (0..40i64)
            .map(|k| Turn {
                test: k % 9 == 8,
                rows: (0..8)
                    .map(|place| (k * 7 + place * place * 5) % 13 - 4)
                    .collect(),
            })
            .collect();
        Newton::new(&turns, values, compare, 1e-3)
    }

    fn values() -> Values {
        let readings = ["holes", "landing-height"].map(|name| Reading::named(name).unwrap());
        Values::new(&readings, Size::STANDARD)
    }

    #[test]
    fn derivatives_are_those_of_finite_differences() {
        let values = values();
        for compare in [Compare::Pairs, Compare::Turns] {
            let problem = problem(&values, compare);
            let weights = [0.2, -0.1];
            let (gradient, matrix) = problem.derivatives(&weights);
            for place in 0..2 {
                let at = |step: f64| {
                    let mut moved = weights;
                    moved[place] += step;
                    moved
                };
                let (up, down) = (at(1e-5), at(-1e-5));
                let slope = (problem.loss(&up) - problem.loss(&down)) / 2e-5;
                assert!((slope - gradient[place]).abs() < 1e-6, "{compare:?}");
                let (of_up, of_down) = (problem.derivatives(&up).0, problem.derivatives(&down).0);
                for other in 0..2 {
                    let curve = (of_up[other] - of_down[other]) / 2e-5;
                    assert!((curve - matrix[place][other]).abs() < 1e-5, "{compare:?}");
                }
            }
        }
    }

    #[test]
    fn the_gradient_of_the_least_loss_is_nothing() {
        let values = values();
        for compare in [Compare::Pairs, Compare::Turns] {
            let problem = problem(&values, compare);
            let (weights, loss, steps) = problem.solve(&mut |_| true).unwrap();
            assert!(
                problem
                    .derivatives(&weights)
                    .0
                    .iter()
                    .all(|slope| slope.abs() < 1e-6)
            );
            assert!(loss < problem.loss(&[0.0, 0.0]) && steps < 15);
            assert!(problem.solve(&mut |_| false).is_none());
        }
    }
}

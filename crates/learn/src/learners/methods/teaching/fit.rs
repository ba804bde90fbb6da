//! The fit: weights whose preferences are the teacher's.
//!
//! In each lesson the teacher's worths and the player's ratings both make chances of the
//! placements, by a softmax of the same temperature. The loss is the cross entropy of the two, and
//! a little of the squared error of the rating itself. A lesson can count by what the player's
//! mistake in it costs. Adam (Kingma & Ba 2015) goes down the loss in small batches. All sums are
//! in a fixed order.

use super::config::Teaching;
use super::genes::{Role, Row, rated};
use crate::learners::method::Log;
use crate::learners::setting::shuffle;

/// The lessons of which one in ten is not learnt from but judged by.
const HELD_OUT: usize = 10;

/// Lessons as they are learnt from.
#[derive(Default)]
pub(super) struct Lessons {
    /// The rows of all placements, one after the other.
    entries: Vec<(u32, f32)>,
    /// Where each row begins; one more at the end.
    rows: Vec<usize>,
    worths: Vec<f32>,
    /// Where each lesson begins among the rows; one more at the end.
    lessons: Vec<usize>,
}

impl Lessons {
    pub fn new() -> Lessons {
        Lessons {
            rows: vec![0],
            lessons: vec![0],
            ..Lessons::default()
        }
    }

    /// Adds a placement to the lesson that is being added. The player's choice is the first.
    pub fn add_placement(&mut self, row: &Row, worth: f32) {
        self.entries.extend_from_slice(row);
        self.rows.push(self.entries.len());
        self.worths.push(worth);
    }

    pub fn end_lesson(&mut self) {
        self.lessons.push(self.worths.len());
    }

    fn count(&self) -> usize {
        self.lessons.len() - 1
    }

    fn row(&self, row: usize) -> &[(u32, f32)] {
        &self.entries[self.rows[row]..self.rows[row + 1]]
    }

    /// What each lesson counts: 1 in the mean, and the more the mistake of the player costs.
    fn weights(&self, cost_weight: f64) -> Vec<f32> {
        let cost = |lesson: &[usize]| {
            let worths = &self.worths[lesson[0]..lesson[1]];
            let best = worths[first_greatest(worths)];
            f64::from(best) - f64::from(worths[0])
        };
        let lessons = self.lessons.windows(2);
        let costs = lessons.map(|lesson| match lesson[0] == lesson[1] {
            true => 0.0,
            false => cost(lesson),
        });
        let costs: Vec<f64> = costs.collect();
        let mean = costs.iter().sum::<f64>() / costs.len() as f64;
        if mean == 0.0 {
            return vec![1.0; costs.len()];
        }
        let weight = |cost| (1.0 + cost_weight * cost / mean) / (1.0 + cost_weight);
        costs.into_iter().map(|cost| weight(cost) as f32).collect()
    }

    /// What a unit of each number is to be: the inverse of its spread among the placements of a
    /// lesson, 1 for patterns, and 0 for what does not change.
    fn units(&self, roles: &[Role]) -> Vec<f32> {
        let mut variances = vec![0.0f64; roles.len()];
        let (mut sums, mut squares) = (vec![0.0f64; roles.len()], vec![0.0f64; roles.len()]);
        for lesson in self.lessons.windows(2) {
            let placements = (lesson[1] - lesson[0]) as f64;
            let mut seen = Vec::new();
            for row in lesson[0]..lesson[1] {
                for &(gene, value) in self.row(row) {
                    let gene = gene as usize;
                    if roles[gene] == Role::Weight {
                        seen.push(gene);
                        sums[gene] += f64::from(value);
                        squares[gene] += f64::from(value) * f64::from(value);
                    }
                }
            }
            for gene in seen {
                let mean = sums[gene] / placements;
                variances[gene] += (squares[gene] / placements - mean * mean).max(0.0);
                (sums[gene], squares[gene]) = (0.0, 0.0);
            }
        }
        let count = self.count().max(1) as f64;
        let unit = |(variance, role): (f64, &Role)| match role {
            Role::Weight => 1.0 / (variance / count).sqrt().max(0.05) as f32,
            Role::Pattern => 1.0,
            Role::Kept => 0.0,
        };
        variances.into_iter().zip(roles).map(unit).collect()
    }
}

/// The chances that values make.
fn softmax(values: &[f32], chances: &mut Vec<f32>) {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    chances.clear();
    chances.extend(values.iter().map(|value| libm::expf(value - most)));
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
}

/// The largest value's place.
fn first_greatest(values: &[f32]) -> usize {
    let places = (0..values.len()).rev();
    places
        .max_by(|&a, &b| values[a].total_cmp(&values[b]))
        .unwrap_or(0)
}

/// A fit at work. Ratings are in units of the temperature.
struct Fit<'a> {
    config: &'a Teaching,
    lessons: &'a Lessons,
    /// What each lesson counts.
    weights: Vec<f32>,
    /// What the temperature is in ratings.
    temperature: f32,
    genes: Vec<f32>,
    roles: &'a [Role],
    // Kept, so that nothing is allocated.
    ratings: Vec<f32>,
    worths: Vec<f32>,
    own: Vec<f32>,
    taught: Vec<f32>,
}

impl Fit<'_> {
    /// Reads a lesson: ratings, worths, and the chances of both.
    fn read(&mut self, lesson: usize) -> std::ops::Range<usize> {
        let rows = self.lessons.lessons[lesson]..self.lessons.lessons[lesson + 1];
        self.ratings.clear();
        self.worths.clear();
        for row in rows.clone() {
            self.ratings.push(rated(&self.genes, self.lessons.row(row)));
            self.worths
                .push(self.lessons.worths[row] / self.temperature);
        }
        softmax(&self.ratings, &mut self.own);
        softmax(&self.worths, &mut self.taught);
        rows
    }

    /// Adds the gradient of a lesson.
    fn add_gradient(&mut self, lesson: usize, gradient: &mut [f32]) {
        let rows = self.read(lesson);
        for (place, row) in rows.enumerate() {
            let error = self.ratings[place] - self.worths[place];
            let slope = self.own[place] - self.taught[place]
                + self.config.value_weight as f32 * self.taught[place] * error;
            for &(gene, value) in self.lessons.row(row) {
                gradient[gene as usize] += self.weights[lesson] * slope * value;
            }
        }
    }

    /// How well the preferences of some lessons are met: divergence, agreement, what wrong
    /// preferences cost, and the error of the value.
    fn judged(&mut self, lessons: impl Iterator<Item = usize>) -> Log {
        let (mut count, mut divergence, mut agree, mut cost, mut square) = (0, 0.0, 0, 0.0, 0.0);
        for lesson in lessons {
            if self.read(lesson).is_empty() {
                continue;
            }
            count += 1;
            for (own, taught) in self.own.iter().zip(&self.taught) {
                let ratio = f64::from(taught.max(1e-12)) / f64::from(own.max(1e-12));
                divergence += f64::from(*taught) * libm::log(ratio);
            }
            let (right, chosen) = (first_greatest(&self.worths), first_greatest(&self.ratings));
            agree += usize::from(right == chosen);
            cost += f64::from(self.worths[right] - self.worths[chosen]);
            let error = f64::from(self.ratings[right] - self.worths[right]);
            square += error * error;
        }
        let count = f64::from(count.max(1));
        let temperature = self.config.temperature;
        Log::from([
            ("divergence".to_string(), divergence / count),
            ("agreement".to_string(), agree as f64 / count),
            ("cost".to_string(), temperature * cost / count),
            ("error".to_string(), temperature * (square / count).sqrt()),
        ])
    }
}

/// Fits weights to lessons, from some on. The log says how well lessons that were not learnt from
/// are met. None if `go_on` says no.
pub(super) fn fit(
    config: &Teaching,
    lessons: &Lessons,
    start: &[f64],
    roles: &[Role],
    temperature: f64,
    seed: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(Vec<f64>, Log)> {
    let units = lessons.units(roles);
    let (mut learnt, mut held): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for lesson in 0..lessons.count() {
        match lesson % HELD_OUT {
            0 => held.push(lesson),
            _ => learnt.push(lesson),
        }
    }
    let mut fit = Fit {
        config,
        lessons,
        weights: lessons.weights(config.cost_weight.unwrap_or(0.0)),
        temperature: temperature as f32,
        genes: start
            .iter()
            .map(|gene| (gene / temperature) as f32)
            .collect(),
        roles,
        ratings: Vec::new(),
        worths: Vec::new(),
        own: Vec::new(),
        taught: Vec::new(),
    };
    let mut adam = Adam::new(start.len(), config, learnt.len());
    for epoch in 0..config.epochs {
        shuffle(&mut learnt, seed, epoch);
        for batch in learnt.chunks(config.batch as usize) {
            if !go_on() {
                return None;
            }
            adam.step(&mut fit, batch, &units);
        }
    }
    fit.genes = adam.averaged(&fit.genes);
    let log = fit.judged(held.into_iter());
    let genes = fit.genes.iter().map(|gene| f64::from(*gene) * temperature);
    Some((genes.map(rounded).collect(), log))
}

/// A number with five digits: as many as matter, so that files are short.
fn rounded(number: f64) -> f64 {
    format!("{number:.4e}").parse().unwrap_or(number)
}

/// Adam, with steps that grow shorter, and the mean of the second half of its way.
struct Adam {
    steps: usize,
    all_steps: usize,
    mean: Vec<f32>,
    square: Vec<f32>,
    gradient: Vec<f32>,
    sum: Vec<f64>,
    summed: usize,
    rate: f32,
    penalty: f32,
}

impl Adam {
    fn new(size: usize, config: &Teaching, lessons: usize) -> Adam {
        Adam {
            steps: 0,
            all_steps: config.epochs as usize * lessons.div_ceil(config.batch as usize),
            mean: vec![0.0; size],
            square: vec![0.0; size],
            gradient: vec![0.0; size],
            sum: vec![0.0; size],
            summed: 0,
            rate: config.rate as f32,
            penalty: config.penalty as f32,
        }
    }

    fn step(&mut self, fit: &mut Fit, batch: &[usize], units: &[f32]) {
        // The constants of the paper.
        let (keep, keep_square, least) = (0.9f32, 0.999f32, 1e-6f32);
        self.gradient.fill(0.0);
        for lesson in batch {
            fit.add_gradient(*lesson, &mut self.gradient);
        }
        self.steps += 1;
        let grown = |keep: f32| 1.0 - libm::powf(keep, self.steps as f32);
        let (of_mean, of_square) = (grown(keep), grown(keep_square));
        let left = 1.0 - self.steps as f32 / (self.all_steps + 1) as f32;
        let rate = self.rate * left.max(0.02);
        let count = batch.len() as f32;
        for (gene, unit) in units.iter().enumerate() {
            let penalty = match fit.roles[gene] {
                Role::Pattern => self.penalty * fit.genes[gene],
                Role::Weight | Role::Kept => 0.0,
            };
            let slope = (self.gradient[gene] / count + penalty) * unit;
            let (mean, square) = (&mut self.mean[gene], &mut self.square[gene]);
            *mean = keep * *mean + (1.0 - keep) * slope;
            *square = keep_square * *square + (1.0 - keep_square) * slope * slope;
            let by = (*mean / of_mean) / ((*square / of_square).sqrt() + least);
            fit.genes[gene] -= rate * unit * by;
        }
        if 2 * self.steps > self.all_steps {
            self.summed += 1;
            for (sum, gene) in self.sum.iter_mut().zip(&fit.genes) {
                *sum += f64::from(*gene);
            }
        }
    }

    fn averaged(&self, last: &[f32]) -> Vec<f32> {
        match self.summed {
            0 => last.to_vec(),
            summed => {
                let means = self.sum.iter().map(|sum| (sum / summed as f64) as f32);
                means.collect()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lessons of two placements, the player's choice and the other one, whose only number is 1 and
    /// 0, by the teacher's ratings of the two.
    fn lessons(worths: impl IntoIterator<Item = [f32; 2]>) -> Lessons {
        let mut lessons = Lessons::new();
        for [chosen, other] in worths {
            lessons.add_placement(&vec![(0, 1.0)], chosen);
            lessons.add_placement(&Row::new(), other);
            lessons.end_lesson();
        }
        lessons
    }

    #[test]
    fn lessons_count_by_what_mistakes_cost() {
        let mut some = lessons([[2.0, 0.0], [1.0, 2.0], [-3.0, 0.0]]);
        some.end_lesson();
        // The mean cost is 1.
        assert_eq!(some.weights(0.0), [1.0; 4]);
        assert_eq!(some.weights(1.0), [0.5, 1.0, 2.0, 0.5]);
        assert_eq!(some.weights(3.0), [0.25, 1.0, 2.5, 0.25]);
        let right = lessons([[2.0, 0.0], [1.0, 1.0]]);
        assert_eq!(right.weights(5.0), [1.0; 2], "there is no mistake");
    }

    /// Where the teacher says now one thing and now the other, the best preference is the mean of
    /// both, each with its weight.
    #[test]
    fn the_fit_is_that_of_weighted_lessons() {
        let fitted = |cost_weight: Option<f64>| {
            let config = Teaching {
                value_weight: 0.0,
                epochs: 400,
                cost_weight,
                ..Teaching::default()
            };
            let worths = [[0.0, 1.0], [1.0, 0.0]];
            let lessons = lessons((0..20).map(|lesson| worths[lesson % 2]));
            let (start, roles) = ([1.0], [Role::Weight]);
            let fitted = fit(&config, &lessons, &start, &roles, 1.0, 1, &mut || true);
            fitted.unwrap().0[0]
        };
        // Eight lessons with a mistake and ten without are learnt from.
        let chance = |of: f64| 1.0 / (1.0 + libm::exp(-of));
        let best = |wrong: f64, right: f64| {
            let sum = wrong * chance(-1.0) + right * chance(1.0);
            let mean = sum / (wrong + right);
            libm::log(mean / (1.0 - mean))
        };
        assert_eq!(fitted(None), fitted(Some(0.0)));
        for (cost_weight, [wrong, right]) in [(0.0, [1.0, 1.0]), (1.0, [1.5, 0.5])] {
            let (found, best) = (fitted(Some(cost_weight)), best(8.0 * wrong, 10.0 * right));
            assert!((found - best).abs() < 0.01, "{cost_weight}: {found} {best}");
        }
    }
}

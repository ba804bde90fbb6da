//! What is learnt: weights of features, and scores of patterns. Mirror images share theirs.

use tetrarium_engine::features::Kind;
use tetrarium_engine::rating::{LINEAR, TABLE};
use tetrarium_engine::{Function, Move, Rating, Reading, Term};

use crate::learners::setting::Setting;
use crate::mirror::{mirror_classes, number_of};

/// Where the weights of each value of each feature stand in the list of all.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    readings: Vec<Places>,
    /// The numbers that are learnt.
    pub count: usize,
}

#[derive(Clone, Debug)]
struct Places {
    reading: Reading,
    /// The first weight of each value.
    firsts: Vec<usize>,
    /// How many weights a value has: 1, or one for each pattern.
    numbers: usize,
}

/// How a number is learnt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The weight of a feature of the board, in units of its spread.
    Weight,
    /// The score of a pattern.
    Pattern,
    /// The weight of a feature of the move, which stays as it is: what a move costs is summed along
    /// the game, and the value of boards is learnt for these costs.
    Kept,
}

/// A move as it is rated: the weights that count, and how often.
pub(super) type Row = Vec<(u32, f32)>;

impl Layout {
    pub fn new(setting: &Setting) -> Layout {
        let size = setting.rules.board;
        let mut count = 0;
        let mut places = |reading: &Reading| {
            let numbers = match reading.feature.is_pattern() {
                true => reading.range(size).1 as usize + 1,
                false => 1,
            };
            let classes = mirror_classes(reading.feature.count, size.width());
            let firsts = classes
                .iter()
                .map(|class| count + class * numbers)
                .collect();
            count += number_of(&classes) * numbers;
            Places {
                reading: *reading,
                firsts,
                numbers,
            }
        };
        let readings = setting.readings.iter().map(&mut places).collect();
        Layout { readings, count }
    }

    /// The weights that a list with one for each value of the features begins with. Patterns begin
    /// with 0.
    pub fn start(&self, weights: &[f64]) -> Vec<f64> {
        let mut genes = vec![0.0; self.count];
        let mut rest = weights.iter();
        for places in &self.readings {
            for (first, weight) in places.firsts.iter().zip(rest.by_ref()) {
                if places.numbers == 1 {
                    genes[*first] = *weight;
                }
            }
        }
        genes
    }

    /// Reads a move.
    pub fn read(&self, played: &Move, row: &mut Row) {
        row.clear();
        for places in &self.readings {
            for (index, &first) in places.firsts.iter().enumerate() {
                if places.numbers > 1 {
                    let number = places.reading.raw(played, index) as usize;
                    row.push(((first + number) as u32, 1.0));
                    continue;
                }
                let value = places.reading.value(played, index);
                if value != 0.0 {
                    row.push((first as u32, value as f32));
                }
            }
        }
    }

    /// How each number is learnt.
    pub fn roles(&self) -> Vec<Role> {
        let mut roles = vec![Role::Weight; self.count];
        for places in &self.readings {
            let role = match places.reading.feature.kind() {
                Kind::Move => Role::Kept,
                _ if places.numbers > 1 => Role::Pattern,
                _ => Role::Weight,
            };
            for &first in &places.firsts {
                roles[first..first + places.numbers].fill(role);
            }
        }
        roles
    }

    /// The rating that the numbers make.
    pub fn rating(&self, genes: &[f64]) -> Rating {
        let terms = self.readings.iter().map(|places| {
            let functions = places.firsts.iter().map(|&first| match places.numbers {
                1 => Function::linear(genes[first]),
                numbers => Function::table(0, genes[first..first + numbers].to_vec()),
            });
            Term {
                reading: places.reading,
                functions: functions.collect(),
            }
        });
        let tables = self.readings.iter().any(|places| places.numbers > 1);
        Rating::sum(if tables { &TABLE } else { &LINEAR }, terms.collect())
    }
}

/// The sum of weight × count.
pub(super) fn rated(genes: &[f32], row: &[(u32, f32)]) -> f32 {
    row.iter()
        .map(|(gene, value)| genes[*gene as usize] * value)
        .sum()
}

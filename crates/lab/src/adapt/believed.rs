//! The game as the agent believes it to be.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Rules, Source};

use super::look::Seen;
use super::settings::Form;

/// The exponent of the points where nothing was seen of it: the middle of the generator's range.
const MIDDLE: f64 = 1.5;

/// The weights of the pieces and the points, as the agent believes them to be.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Believed {
    /// The probability of each piece, in the order I O T S Z J L.
    pub pieces: [f64; 7],
    /// The points of 1, 2, 3 and 4 rows at once.
    pub points: [u32; 4],
    /// The exponent p of points (n + 0.1)^p.
    pub exponent: f64,
}

impl Believed {
    /// What an agent of this form believes.
    ///
    /// Points that were seen are the mean of what was seen, rounded. A number of rows that was
    /// never removed at once has no mean: the published form takes one point for each row there,
    /// the least that the generator gives; the library's takes the points of the exponent.
    pub fn of(seen: &Seen, form: Form) -> Believed {
        let exponent = exponent(seen);
        let prior = match form {
            Form::Published => 0.0,
            // Every composition of the pieces is as likely as any other.
            Form::Library => 1.0,
        };
        let counts = seen.pieces.map(|count| count as f64 + prior);
        let total: f64 = counts.iter().sum();
        let points = std::array::from_fn(|place| {
            let rows = place + 1;
            match (seen.mean_points(rows), form) {
                (Some(mean), _) => mean.round() as u32,
                (None, Form::Published) => rows as u32,
                (None, Form::Library) => libm::pow(rows as f64 + 0.1, exponent) as u32,
            }
        });
        Believed {
            pieces: counts.map(|count| count / total),
            points,
            exponent,
        }
    }

    /// The believed game: the rules with these pieces and points.
    pub(super) fn rules(&self, rules: &Rules) -> Rules {
        let mut believed = rules.clone();
        believed.pieces = Source::weighted(self.pieces).unwrap_or(Source::Uniform);
        believed.reward = self.points;
        believed
    }
}

/// The exponent p of points (n + 0.1)^p, by least squares on the logarithms of the points seen.
/// Points are truncated, so half a point is added. One row gives one point whatever p is, and tells
/// nothing.
fn exponent(seen: &Seen) -> f64 {
    let (mut xy, mut xx) = (0.0, 0.0);
    for rows in 2..=4 {
        if let Some(points) = seen.mean_points(rows) {
            let x = libm::log(rows as f64 + 0.1);
            xy += x * libm::log(points + 0.5);
            xx += x * x;
        }
    }
    match xx > 0.0 {
        true => (xy / xx).clamp(1.0, 2.0),
        false => MIDDLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is seen of points (n + 0.1)^p, with these counts of rows.
    fn seen(power: f64, clears: [u64; 4]) -> Seen {
        let points = std::array::from_fn(|place| {
            clears[place] * libm::pow(place as f64 + 1.1, power) as u64
        });
        Seen {
            pieces: [10, 20, 30, 0, 10, 20, 10],
            clears,
            points,
        }
    }

    #[test]
    fn points_never_seen_are_finite_and_those_seen_are_exact() {
        for form in [Form::Published, Form::Library] {
            for power in [1.0, 1.3, 1.7, 1.99] {
                let all = Believed::of(&seen(power, [5, 4, 3, 2]), form);
                let right = [1.1, 2.1, 3.1, 4.1].map(|rows| libm::pow(rows, power) as u32);
                assert_eq!(all.points, right);
                // The known pitfall: 0 points of 0 clears.
                let none = Believed::of(&seen(power, [0; 4]), form);
                assert_eq!(none.points[0], 1);
                assert!(none.points.iter().all(|points| (1..=16).contains(points)));
            }
        }
    }

    #[test]
    fn the_exponent_tells_points_that_were_not_seen() {
        for power in [1.05, 1.2, 1.4, 1.6, 1.8, 1.95] {
            let believed = Believed::of(&seen(power, [50, 9, 2, 0]), Form::Library);
            assert!(
                (believed.exponent - power).abs() < 0.15,
                "{power} {believed:?}"
            );
            let right = libm::pow(4.1, power) as u32;
            assert!(
                believed.points[3].abs_diff(right) <= 2,
                "{power} {believed:?}"
            );
        }
        let unknown = Believed::of(&seen(1.9, [50, 0, 0, 0]), Form::Library);
        assert_eq!(unknown.exponent, MIDDLE);
    }

    #[test]
    fn a_piece_that_never_came_may_still_come() {
        let published = Believed::of(&seen(1.5, [1; 4]), Form::Published);
        assert_eq!(published.pieces[3], 0.0);
        let library = Believed::of(&seen(1.5, [1; 4]), Form::Library);
        assert!((library.pieces[3] - 1.0 / 107.0).abs() < 1e-12);
        assert!((library.pieces.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    }
}

//! From values to places.

use crate::numbers::short;

/// A tick of an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// What is written beside it; nothing at a minor tick.
    pub label: String,
}

/// A stretch of values laid out along a stretch of places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    logarithmic: bool,
    whole: bool,
}

impl Scale {
    /// Equal distances for equal differences, from `low` to `high`.
    pub fn linear(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let (low, high) = sensible(low, high);
        Scale {
            low,
            high,
            from,
            to,
            logarithmic: false,
            whole: false,
        }
    }

    /// Equal distances for equal ratios. Values that are not positive lie at the lower end.
    pub fn logarithmic(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let low = if low > 0.0 && low.is_finite() {
            low
        } else {
            1.0
        };
        let high = if high.is_finite() { high.max(low) } else { low };
        let (low, high) = match high / low {
            ratio if ratio < 1.0001 => (low / 1.5, high * 1.5),
            _ => (low, high),
        };
        Scale {
            low,
            high,
            from,
            to,
            logarithmic: true,
            whole: false,
        }
    }

    /// The scale of a count: it has ticks at whole numbers only.
    pub fn of_whole_numbers(self) -> Scale {
        Scale {
            whole: true,
            ..self
        }
    }

    fn step(&self, about: usize) -> f64 {
        let step = nice_step((self.high - self.low) / about.max(1) as f64);
        match self.whole {
            true if step < 1.0 => 1.0,
            true if step == 2.5 => 5.0,
            _ => step,
        }
    }

    /// The scale with its ends moved outwards to ticks.
    pub fn rounded(self, about: usize) -> Scale {
        if self.logarithmic {
            let decades = (self.high / self.low).log10();
            if decades < 1.0 {
                return self;
            }
            let step = |value: f64, up: bool| {
                let decade = 10f64.powf(value.log10().floor());
                let all = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * decade);
                let found = if up {
                    all.into_iter().find(|tick| *tick >= value * 0.999_999)
                } else {
                    all.into_iter()
                        .rev()
                        .find(|tick| *tick <= value * 1.000_001)
                };
                found.unwrap_or(value)
            };
            return Scale {
                low: step(self.low, false),
                high: step(self.high, true),
                ..self
            };
        }
        let step = self.step(about);
        Scale {
            low: (self.low / step + 1e-9).floor() * step,
            high: (self.high / step - 1e-9).ceil() * step,
            ..self
        }
    }

    /// The place of a value; values beyond the ends lie at the ends.
    pub fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let share = if self.logarithmic {
            (value / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + (self.to - self.from) * share
    }

    /// The least value it shows.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The greatest value it shows.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// About `about` ticks at round values, with minor ones between them on long logarithmic
    /// scales.
    pub fn ticks(&self, about: usize) -> Vec<Tick> {
        let about = about.max(2);
        let decades = (self.high / self.low).log10();
        if self.logarithmic && decades >= 1.0 {
            return self.log_ticks(about, decades);
        }
        let step = self.step(about);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|number| number as f64 * step)
            .map(|value| Tick {
                value,
                label: short(value),
            })
            .collect()
    }

    fn log_ticks(&self, about: usize, decades: f64) -> Vec<Tick> {
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        // Which digits are written: 1, 2 and 5 on short scales, then 1 only, then not every decade.
        let digits: &[i32] = match decades {
            d if d * 3.0 <= about as f64 + 2.0 => &[1, 2, 5],
            d if d * 2.0 <= about as f64 + 1.0 => &[1, 3],
            _ => &[1],
        };
        let every = (decades / about as f64).ceil().max(1.0) as i32;
        let mut ticks = Vec::new();
        for exponent in first..=last {
            for digit in 1..10 {
                let value = f64::from(digit) * 10f64.powi(exponent);
                if value < self.low * 0.999_999 || value > self.high * 1.000_001 {
                    continue;
                }
                let written = digits.contains(&digit) && exponent.rem_euclid(every) == 0;
                if written || every == 1 && decades < 7.0 || digit == 1 {
                    let label = if written { short(value) } else { String::new() };
                    ticks.push(Tick { value, label });
                }
            }
        }
        ticks
    }
}

/// Two ends that differ and are numbers.
fn sensible(low: f64, high: f64) -> (f64, f64) {
    match (low.is_finite(), high.is_finite()) {
        (true, true) if high > low => (low, high),
        (true, _) => (low, low + 1.0),
        _ => (0.0, 1.0),
    }
}

/// The smallest of 1, 2, 2.5, 5 times a power of ten that is at least this.
fn nice_step(at_least: f64) -> f64 {
    if !(at_least > 0.0 && at_least.is_finite()) {
        return 1.0;
    }
    let decade = 10f64.powf(at_least.log10().floor());
    let digits = [1.0, 2.0, 2.5, 5.0, 10.0].map(|digit| digit * decade);
    let found = digits
        .into_iter()
        .find(|step| *step >= at_least * 0.999_999);
    found.unwrap_or(10.0 * decade)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(scale: &Scale, about: usize) -> Vec<String> {
        let ticks = scale.ticks(about).into_iter().map(|tick| tick.label);
        ticks.filter(|label| !label.is_empty()).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let scale = Scale::linear(0.0, 97.0, 0.0, 200.0).rounded(5);
        assert_eq!(labels(&scale, 5), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(
            (scale.at(0.0), scale.at(50.0), scale.at(1e9)),
            (0.0, 100.0, 200.0)
        );
    }

    #[test]
    fn counts_have_whole_ticks() {
        let few = Scale::linear(0.0, 2.0, 0.0, 1.0).of_whole_numbers();
        assert_eq!(labels(&few, 8), ["0", "1", "2"]);
        let rows = Scale::linear(0.0, 20.0, 0.0, 1.0).of_whole_numbers();
        assert_eq!(labels(&rows, 8), ["0", "5", "10", "15", "20"]);
    }

    #[test]
    fn logarithmic_ticks_fit_the_stretch() {
        let wide = Scale::logarithmic(3.0, 8e6, 0.0, 100.0).rounded(5);
        assert_eq!((wide.low(), wide.high()), (2.0, 1e7));
        assert_eq!(
            labels(&wide, 7),
            ["10", "100", "1,000", "10k", "100k", "1M", "10M"]
        );
        let narrow = Scale::logarithmic(2_000.0, 40_000.0, 0.0, 100.0);
        assert_eq!(labels(&narrow, 5), ["2,000", "5,000", "10k", "20k"]);
        let less_than_a_decade = Scale::logarithmic(3_300.0, 5_600.0, 0.0, 100.0);
        assert_eq!(
            labels(&less_than_a_decade, 5),
            ["3,500", "4,000", "4,500", "5,000", "5,500"]
        );
    }

    #[test]
    fn senseless_ends_do_no_harm() {
        for (low, high) in [
            (f64::NAN, f64::INFINITY),
            (0.0, 0.0),
            (5.0, 5.0),
            (-1.0, f64::NAN),
            (1e-300, 1e300),
        ] {
            for scale in [
                Scale::linear(low, high, 0.0, 10.0),
                Scale::logarithmic(low, high, 0.0, 10.0),
            ] {
                assert!(scale.rounded(5).at(3.0).is_finite());
                assert!(scale.ticks(5).len() < 1000);
            }
        }
    }
}

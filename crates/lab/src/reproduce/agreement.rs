//! Whether a reported figure and ours agree.

use serde::{Deserialize, Serialize};
use tetrarium_engine::Reported;

use crate::statistics::{GeometricLaw, Interval};

/// Whether a reported figure and ours agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Agreement {
    /// The two intervals overlap; or a single game, or a bound, is what our mean leads one to
    /// expect.
    Agrees,
    /// They do not.
    Differs,
    /// There is nothing to compare: no figure was printed, or we have no mean.
    Open,
}

impl Agreement {
    pub(super) fn of(agrees: bool) -> Agreement {
        match agrees {
            true => Agreement::Agrees,
            false => Agreement::Differs,
        }
    }

    /// A word for a table.
    pub fn word(self) -> &'static str {
        match self {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Open => "–",
        }
    }
}

/// Their interval: as printed (±20 %), else ±2/√N of the games, else a tenth either way, for a
/// figure rounded to one or two digits.
pub fn their_interval(figure: &Reported) -> Interval {
    let printed = figure.interval.as_ref().and_then(|text| {
        let digits: String = text
            .chars()
            .filter(|c| c.is_ascii_digit() || *c == '.')
            .collect();
        digits.parse::<f64>().ok().map(|percent| percent / 100.0)
    });
    let counted = figure
        .games
        .filter(|games| *games > 1)
        .map(|games| 2.0 / (games as f64).sqrt());
    // Where the printed figure is a small whole number, rounding alone is half a line.
    let part = printed
        .or(counted)
        .unwrap_or(0.1)
        .max(0.5 / figure.lines.max(0.5));
    Interval {
        low: figure.lines * (1.0 - part),
        high: figure.lines.max(0.5) * (1.0 + part),
    }
}

/// Compares a reported figure with our mean and its interval.
///
/// ```
/// use tetrarium_engine::catalogue;
/// use tetrarium_lab::reproduce::{Agreement, agreement};
/// use tetrarium_lab::statistics::Interval;
/// let figure = &catalogue::named("bcts").unwrap().reported[0]; // 35 million ±20 %
/// let ours = Interval { low: 30e6, high: 34e6 };
/// assert_eq!(agreement(figure, Some(32e6), &ours), Agreement::Agrees);
/// let ours = Interval { low: 1e6, high: 2e6 };
/// assert_eq!(agreement(figure, Some(1.5e6), &ours), Agreement::Differs);
/// ```
pub fn agreement(figure: &Reported, mean: Option<f64>, ours: &Interval) -> Agreement {
    let Some(mean) = mean else {
        return Agreement::Open;
    };
    let yes = if figure.games == Some(1) {
        // One game of a geometric law: is it within the middle 95 %? A game that went on ("more
        // than") only has to be possible.
        let open_ended = figure.text.as_deref() == Some("more than");
        let below = |mean: f64| {
            GeometricLaw::with_mean(mean)
                .map_or(0.0, |law| law.probability_below(figure.lines as u64))
        };
        below(ours.high) <= 0.975 && (open_ended || below(ours.low) >= 0.025)
    } else {
        let theirs = their_interval(figure);
        theirs.low <= ours.high.max(mean) && ours.low.min(mean) <= theirs.high
    };
    Agreement::of(yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_games_and_small_figures() {
        let figure = |lines, games, text: Option<&str>| Reported {
            lines,
            games,
            interval: None,
            text: text.map(str::to_string),
            board: None,
            rules: Default::default(),
            source: String::new(),
        };
        let near = |mean: f64| Interval {
            low: mean * 0.9,
            high: mean * 1.1,
        };
        assert_eq!(
            agreement(&figure(1000.0, Some(1), None), Some(900.0), &near(900.0)),
            Agreement::Agrees
        );
        assert_eq!(
            agreement(&figure(1e6, Some(1), None), Some(900.0), &near(900.0)),
            Agreement::Differs
        );
        assert_eq!(
            agreement(
                &figure(1e3, Some(1), Some("more than")),
                Some(1e9),
                &near(1e9)
            ),
            Agreement::Agrees
        );
        assert_eq!(
            agreement(&figure(1e3, Some(1), None), Some(1e9), &near(1e9)),
            Agreement::Differs
        );
        assert_eq!(
            agreement(&figure(0.0, Some(400), None), Some(0.07), &near(0.07)),
            Agreement::Agrees
        );
        assert_eq!(
            agreement(&figure(5.0, None, None), None, &Interval::UNKNOWN),
            Agreement::Open
        );
    }
}

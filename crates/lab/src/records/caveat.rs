//! What must be said with a mean, so that it is not taken for more than it is.

use serde::{Deserialize, Serialize};

use crate::numbers::{real, whole};

/// What must be said with a mean. A measurement, an estimate and a row of a comparison each hold
/// their caveats; records, tables, pages and sentences take them from there.
///
/// ```
/// use tetrarium_lab::records::Caveat;
///
/// let caveat = Caveat::CutEarly { pieces: 1000.0, beginning: 400.0, bias: 2.0 / 3.0 };
/// assert!(caveat.sentence().contains("too large by up to 67 %"));
/// assert!(!caveat.allows_best());
/// assert!(serde_json::to_string(&caveat)?.starts_with(r#"{"kind":"cut-early","pieces":1000.0"#));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind", deny_unknown_fields)]
#[non_exhaustive]
pub enum Caveat {
    /// Playing was ended from outside: which games there are depends on the clock.
    Interrupted,
    /// No game was lost: there is no mean, at most a lower bound.
    NoGameLost,
    /// Games were cut so early that the mean, or its lower bound, can be too large by more than one
    /// percent.
    CutEarly {
        /// The average number of pieces of a game, cut or not.
        pieces: f64,
        /// The bound for the safe beginning of a game on this board, in pieces.
        beginning: f64,
        /// The bound for the relative bias.
        bias: f64,
    },
    /// Games were cut so early that nothing can be said: there is neither a mean nor a bound.
    CutTooEarly {
        /// The average number of pieces of a game, cut or not.
        pieces: f64,
        /// The bound for the safe beginning of a game on this board, in pieces.
        beginning: f64,
    },
    /// Games were cut on a board at least twice as wide as high, where a game that survives its
    /// first lines is safer than at its beginning: the mean can be too small.
    CutOnLowBoard {
        /// The share of the games that were cut.
        share: f64,
    },
    /// The repeats of an estimate differ too much for its interval to be reliable.
    Unsteady {
        /// The standard deviation of the repeats over their mean.
        spread: f64,
    },
    /// The games do not follow the geometric law: the interval allows for their own spread.
    LawRejected,
}

impl Caveat {
    /// Its name in a table.
    pub fn name(&self) -> &'static str {
        match self {
            Caveat::Interrupted => "interrupted",
            Caveat::NoGameLost => "no game lost",
            Caveat::CutEarly { .. } => "cut early",
            Caveat::CutTooEarly { .. } => "cut too early",
            Caveat::CutOnLowBoard { .. } => "cut on a low board",
            Caveat::Unsteady { .. } => "unsteady",
            Caveat::LawRejected => "law rejected",
        }
    }

    /// What it means for the mean, in a sentence without its name.
    pub fn sentence(&self) -> String {
        let of_games = |pieces: f64, beginning: f64| {
            format!(
                "games had {} pieces on average, and on this board up to {} pieces come before any \
                 game can be lost",
                whole(pieces.round() as u64),
                whole(beginning.round() as u64)
            )
        };
        match *self {
            Caveat::Interrupted => {
                "playing was ended early: which games these are depends on the clock".to_string()
            }
            Caveat::NoGameLost => {
                "no game was lost: there is no mean, and at most a lower bound".to_string()
            }
            Caveat::CutEarly {
                pieces,
                beginning,
                bias,
            } => format!(
                "{}: the mean or its bound can be too large by up to {} %; from {} pieces a game on, by less \
                 than 1 %",
                of_games(pieces, beginning),
                real((100.0 * bias).ceil()),
                whole(pieces_for_one_percent(beginning).round() as u64)
            ),
            Caveat::CutTooEarly { pieces, beginning } => format!(
                "{}: nothing can be said of the mean; from {} pieces a game on, it is too large by \
                 less than 1 %",
                of_games(pieces, beginning),
                whole(pieces_for_one_percent(beginning).round() as u64)
            ),
            Caveat::CutOnLowBoard { share } => format!(
                "{:.0} % of the games were cut, and on a board this wide and low those are the safer \
                 ones: the mean can be too small; play games to their ends",
                100.0 * share
            ),
            Caveat::Unsteady { spread } => format!(
                "the repeats differ too much for the interval to be reliable (their standard \
                 deviation is {spread:.2} of their mean): use more climbs"
            ),
            Caveat::LawRejected => {
                "the games do not follow the geometric law: the interval allows for their own spread"
                    .to_string()
            }
        }
    }

    /// Whether a mean with this caveat may be called the best.
    pub fn allows_best(&self) -> bool {
        matches!(self, Caveat::LawRejected)
    }
}

/// Whether a mean with these caveats may be called the best.
pub fn may_be_best(caveats: &[Caveat]) -> bool {
    caveats.iter().all(Caveat::allows_best)
}

/// The number of pieces of a cut game from which on the bias is below one percent.
fn pieces_for_one_percent(beginning: f64) -> f64 {
    101.0 * beginning
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_rejected_law_leaves_a_mean_that_may_be_the_best() {
        assert!(may_be_best(&[]) && may_be_best(&[Caveat::LawRejected]));
        for caveat in [
            Caveat::Interrupted,
            Caveat::NoGameLost,
            Caveat::CutTooEarly {
                pieces: 60.0,
                beginning: 100.0,
            },
            Caveat::CutOnLowBoard { share: 0.4 },
            Caveat::Unsteady { spread: 0.7 },
        ] {
            assert!(!may_be_best(&[Caveat::LawRejected, caveat]), "{caveat:?}");
            let text = serde_json::to_string(&caveat).unwrap();
            assert_eq!(serde_json::from_str::<Caveat>(&text).unwrap(), caveat);
        }
    }
}

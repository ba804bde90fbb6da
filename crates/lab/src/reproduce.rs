//! Published results, to be measured again.
//!
//! Most of the list is the catalogue itself: every controller carries what its authors report, with the rules. What papers show as a figure
//! without numbers, and the sequences of one shape, are added here.

use tetrarium_engine::controller::{Reported, Search};
use tetrarium_engine::rules::RulesError;
use tetrarium_engine::{Controller, Rules, catalogue};

use crate::statistics::{GeometricLaw, Interval};

/// A published result.
#[derive(Clone, Debug)]
pub struct Published {
    /// The table or section it belongs to.
    pub table: &'static str,
    /// What it is, in a few words; together with the table its name.
    pub label: String,
    /// What played.
    pub controller: Controller,
    /// By which rules.
    pub rules: Rules,
    /// What was reported; none for a figure without numbers.
    pub reported: Option<Reported>,
}

/// The tables, with what they are.
pub static TABLES: [(&str, &str); 8] = [
    (
        "thiery",
        "Thiery & Scherrer 2009, §3.3 and §4: Dellacherie under three rules, bcts",
    ),
    (
        "jmlr",
        "Scherrer et al. 2015, table 2: four controllers on 10x10 and 10x20",
    ),
    (
        "thesis-4.2",
        "Amundsen 2014, table 4.2: every evolved vector",
    ),
    (
        "thesis-4.3",
        "Amundsen 2014, table 4.3: free choice of features",
    ),
    (
        "figure-2.4",
        "Amundsen 2014, figure 2.4: Dellacherie over board heights",
    ),
    ("boehm", "Böhm et al. 2005, §4.2: two games"),
    (
        "students",
        "Agent 06 in three ways of playing; the other report's players, and its sequences of one shape",
    ),
    (
        "others",
        "Fahey 2003, Llima 2005, Lagoudakis et al. 2002 (thesis table 2.2)",
    ),
];

/// The published results that can be measured again, in the order of the tables.
///
/// ```
/// use tetrarium_lab::reproduce::{TABLES, published};
/// let all = published().unwrap();
/// assert!(all.len() > 40);
/// assert!(TABLES.iter().all(|(table, _)| all.iter().any(|result| result.table == *table)));
/// ```
pub fn published() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    for controller in catalogue::all() {
        for figure in &controller.reported {
            let mut rules = controller.rules_over(&Rules::default())?;
            if let Some(board) = &figure.board {
                rules.set("board", board)?;
            }
            for (setting, value) in &figure.rules {
                let text = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_string);
                rules.set(setting, &text)?;
            }
            all.push(Published {
                table: table_of(controller, figure),
                label: label_of(controller, &rules, figure),
                controller: controller.clone(),
                rules,
                reported: Some(figure.clone()),
            });
        }
    }
    all.extend(of_one_shape()?);
    all.extend(over_heights()?);
    let place = |table: &str| TABLES.iter().position(|(name, _)| *name == table);
    all.sort_by_key(|result| place(result.table));
    Ok(all)
}

fn table_of(controller: &Controller, figure: &Reported) -> &'static str {
    let (name, source) = (controller.name.as_str(), figure.source.as_str());
    match name {
        "amundsen-free" | "amundsen-free-as-run" => "thesis-4.3",
        _ if name.starts_with("amundsen") => "thesis-4.2",
        _ if name.starts_with("boehm") => "boehm",
        _ if name.starts_with("agent-06") || name.starts_with("feature-set") || name == "fit" => {
            "students"
        }
        _ if source.starts_with("Scherrer et al. 2015") => "jmlr",
        "dellacherie" | "bcts" => "thiery",
        _ => "others",
    }
}

fn label_of(controller: &Controller, rules: &Rules, figure: &Reported) -> String {
    let mut label = format!("{} {}", controller.name, rules.board);
    let mut differing: Vec<String> = figure
        .rules
        .keys()
        .filter_map(|setting| Some(format!("{setting} {}", rules.get(setting)?)))
        .collect();
    differing.sort();
    for setting in differing {
        label += &format!(" {setting}");
    }
    // Two authors may report the same thing.
    if figure.source.starts_with("Amundsen") && !controller.name.starts_with("amundsen") {
        label += " (Amundsen)";
    }
    label
}

/// The student report's "pathological inputs": one shape for ever. It says about 120 rows for L, 60 for its mirror image, 20 for T, and no end for the
/// others.
fn of_one_shape() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    let players = catalogue::all().iter();
    for controller in players.filter(|c| c.name == "feature-set-4-exchanged") {
        for (piece, lines) in [
            ("L", Some(120.0)),
            ("J", Some(60.0)),
            ("T", Some(20.0)),
            ("I", None),
            ("O", None),
            ("S", None),
            ("Z", None),
        ] {
            let mut rules = controller.rules_over(&Rules::default())?;
            rules.set("pieces", &format!("only:{piece}"))?;
            all.push(Published {
                table: "students",
                label: format!("only {piece}"),
                controller: controller.clone(),
                rules,
                reported: lines.map(|lines| Reported {
                    lines,
                    games: None,
                    interval: None,
                    text: Some("about".to_string()),
                    board: None,
                    rules: Default::default(),
                    source: "Student report, Analysis and Discussion".to_string(),
                }),
            });
        }
    }
    Ok(all)
}

/// Dellacherie on boards of 8 to 20 rows.
fn over_heights() -> Result<Vec<Published>, RulesError> {
    let mut all = Vec::new();
    for controller in catalogue::all().iter().filter(|c| c.name == "dellacherie") {
        for height in (8..=20).step_by(2) {
            let mut rules = Rules::default();
            rules.set("board", &format!("10x{height}"))?;
            all.push(Published {
                table: "figure-2.4",
                label: format!("dellacherie 10x{height}"),
                controller: controller.clone(),
                rules,
                reported: None,
            });
        }
    }
    Ok(all)
}

impl Published {
    /// Its name: the table and the label.
    pub fn name(&self) -> String {
        format!("{} {}", self.table, self.label)
    }

    /// Whether a game has no chance in it, so that one game says all.
    pub fn is_certain(&self) -> bool {
        self.rules
            .get("pieces")
            .is_some_and(|pieces| pieces.starts_with("only:"))
    }

    /// Whether games are expected to be so long that the mean has to be estimated instead of measured.
    pub fn is_long(&self) -> bool {
        let deep = matches!(
            self.controller.search,
            Search::TwoPiece | Search::Expectimax { .. } | Search::Minimax { .. }
        );
        let lines = self
            .reported
            .as_ref()
            .map_or(f64::INFINITY, |figure| figure.lines);
        let low = self.reported.is_none() && self.rules.board.height() <= 12;
        !self.is_certain() && !low && (lines > 20_000.0 || deep)
    }
}

/// Whether a reported figure and ours agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// The two intervals overlap; or a single game, or a bound, is what our mean leads one to expect.
    Agrees,
    /// They do not.
    Differs,
    /// There is nothing to compare: no figure was printed, or we have no mean.
    Open,
}

impl Agreement {
    /// A word for a table.
    pub fn word(self) -> &'static str {
        match self {
            Agreement::Agrees => "agrees",
            Agreement::Differs => "differs",
            Agreement::Open => "–",
        }
    }
}

/// Their interval: as printed (±20 %), else ±2/√N of the games, else a tenth either way, for a figure rounded to one or two digits.
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
        // One game of a geometric law: is it within the middle 95 %? A game that went on ("more than") only has to be possible.
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
    if yes {
        Agreement::Agrees
    } else {
        Agreement::Differs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::Player;

    #[test]
    fn every_result_can_be_played_and_has_a_name_of_its_own() {
        let all = published().unwrap();
        let mut names: Vec<String> = all.iter().map(Published::name).collect();
        for result in &all {
            assert!(
                Player::new(&result.controller, &result.rules).is_ok(),
                "{}",
                result.name()
            );
        }
        names.sort();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{names:?}");
    }

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

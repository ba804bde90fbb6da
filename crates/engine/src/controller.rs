//! Controllers: a rating and a search, read from and written as text files.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Deserialize;
use toml::Spanned;

use crate::board::Size;
use crate::features::Reading;
use crate::rating::{Function, Rating, RatingKind, Term};
use crate::rules::{Rules, RulesError};

/// The version of controller files that this program reads and writes.
pub const SCHEMA: i64 = 1;

/// The deepest search: the averages of deeper ones no longer fit the whole numbers that make them exact.
pub const MAX_DEPTH: u8 = 4;

/// How ratings become a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The best-rated placement of the current piece.
    Greedy,
    /// The best-rated pair of placements of the current piece and the next; greedy where the next is not seen.
    TwoPiece,
    /// The best average over unknown pieces, looking at this many pieces.
    Expectimax {
        /// Pieces looked at, the current one included.
        depth: u8,
    },
    /// The best worst case over unknown pieces, looking at this many pieces.
    Minimax {
        /// Pieces looked at, the current one included.
        depth: u8,
    },
    /// No rating: a placement that makes no hole; of those the lowest; then the smoothest (student report).
    Fit,
}

impl Search {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Search::Greedy => "greedy",
            Search::TwoPiece => "two-piece",
            Search::Expectimax { .. } => "expectimax",
            Search::Minimax { .. } => "minimax",
            Search::Fit => "fit",
        }
    }

    /// How many pieces it looks at, if it sees that many.
    pub fn depth(self) -> u8 {
        match self {
            Search::Greedy | Search::Fit => 1,
            Search::TwoPiece => 2,
            Search::Expectimax { depth } | Search::Minimax { depth } => depth,
        }
    }
}

impl std::fmt::Display for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Search::Expectimax { depth } | Search::Minimax { depth } => {
                write!(f, "{} of depth {depth}", self.name())
            }
            _ => write!(f, "{}", self.name()),
        }
    }
}

/// A controller: what plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Controller {
    /// Its name.
    pub name: String,
    /// What it is, in a sentence.
    pub summary: String,
    /// Where it comes from.
    pub source: String,
    /// What one has to know to use it.
    pub note: String,
    /// What its authors report.
    pub reported: Vec<Reported>,
    /// The rules it needs where they differ from the default: setting and value.
    pub rules: Vec<(String, String)>,
    /// How ratings become a move.
    pub search: Search,
    /// What it thinks of a move; empty for a search that needs none.
    pub rating: Rating,
}

/// A result that authors report.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// Mean lines, or those of the one game.
    pub lines: f64,
    /// Games played, if known.
    pub games: Option<u64>,
    /// The interval as printed.
    pub interval: Option<String>,
    /// Words that qualify the figure.
    pub text: Option<String>,
    /// The board, 10x20 unless said otherwise.
    pub board: Option<String>,
    /// Rules that differ from the controller's own.
    #[serde(default)]
    pub rules: HashMap<String, toml::Value>,
    /// Where it is reported.
    pub source: String,
}

/// A controller file that cannot be used.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}{message}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
pub struct ControllerError {
    /// The line, from 1, if there is one to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

#[derive(Deserialize)]
struct OnlySchema {
    schema: Option<toml::Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "schema")]
    _schema: i64,
    name: Spanned<String>,
    #[serde(default)]
    summary: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    note: String,
    #[serde(default)]
    reported: Vec<Spanned<Reported>>,
    #[serde(default)]
    rules: Table,
    search: Option<Spanned<SearchFile>>,
    rating: Option<Spanned<RatingFile>>,
}

/// A table of any keys, with their places so that errors can name the line and the order of the file is kept.
type Table = HashMap<Spanned<String>, Spanned<toml::Value>>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchFile {
    kind: String,
    depth: Option<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RatingFile {
    kind: Spanned<String>,
    #[serde(default)]
    weights: Table,
    #[serde(default)]
    exponents: Table,
    #[serde(default)]
    displacements: Table,
    #[serde(default)]
    tables: HashMap<Spanned<String>, Spanned<TableFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableFile {
    from: i32,
    scores: Vec<f64>,
}

/// Reads a controller file.
struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn line_at(&self, offset: usize) -> usize {
        1 + self.text[..offset.min(self.text.len())]
            .matches('\n')
            .count()
    }

    fn error(&self, span: std::ops::Range<usize>, message: impl ToString) -> ControllerError {
        ControllerError {
            line: Some(self.line_at(span.start)),
            message: message.to_string(),
        }
    }

    fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, ControllerError> {
        toml::from_str(self.text).map_err(|error| ControllerError {
            line: error.span().map(|span| self.line_at(span.start)),
            message: error.message().lines().collect::<Vec<_>>().join(" "),
        })
    }

    fn controller(&self) -> Result<Controller, ControllerError> {
        let whole = |message: String| ControllerError {
            line: None,
            message,
        };
        match self.parse::<OnlySchema>()?.schema {
            Some(toml::Value::Integer(SCHEMA)) => {}
            Some(toml::Value::Integer(newer)) if newer > SCHEMA => {
                return Err(whole(format!(
                    "schema {newer} is newer than this program, which reads schema {SCHEMA}"
                )));
            }
            Some(other) => {
                return Err(whole(format!(
                    "schema = {other} is not possible: write schema = {SCHEMA}"
                )));
            }
            None => {
                return Err(whole(format!(
                    "schema is missing: write schema = {SCHEMA} in the first line"
                )));
            }
        }
        let file: File = self.parse()?;
        let name = file.name.get_ref();
        if name.is_empty()
            || !name
                .chars()
                .all(|c| c.is_alphanumeric() || "-_.".contains(c))
        {
            return Err(self.error(
                file.name.span(),
                format!(
                    "name = {name:?} is not possible: a name has letters, digits, -, _ and . only"
                ),
            ));
        }
        let mut rules = Vec::new();
        for (setting, value) in in_order(&file.rules) {
            let text = plain(value.get_ref());
            Rules::default()
                .set(setting.get_ref(), &text)
                .map_err(|error| self.error(setting.span(), error))?;
            rules.push((setting.get_ref().clone(), text));
        }
        let mut reported = Vec::new();
        for figure in &file.reported {
            let mut probe = Rules::default();
            let figure_rules = figure
                .get_ref()
                .rules
                .iter()
                .map(|(n, v)| (n.clone(), plain(v)));
            let board = figure
                .get_ref()
                .board
                .iter()
                .map(|b| ("board".to_string(), b.clone()));
            for (setting, value) in figure_rules.chain(board) {
                probe
                    .set(&setting, &value)
                    .map_err(|error| self.error(figure.span(), error))?;
            }
            reported.push(figure.get_ref().clone());
        }
        let search = match &file.search {
            Some(search) => self.search(search)?,
            None => Search::Greedy,
        };
        let rating = match (&file.rating, search) {
            (Some(rating), Search::Fit) => {
                return Err(self.error(
                    rating.span(),
                    "the search fit uses no rating: leave [rating] out",
                ));
            }
            (None, Search::Fit) => Rating {
                kind: RatingKind::Linear,
                terms: Vec::new(),
            },
            (None, _) => {
                return Err(whole(
                    "[rating] is missing: a controller needs weights".to_string(),
                ));
            }
            (Some(rating), _) => self.rating(rating)?,
        };
        Ok(Controller {
            name: name.clone(),
            summary: file.summary,
            source: file.source,
            note: file.note,
            reported,
            rules,
            search,
            rating,
        })
    }

    fn search(&self, file: &Spanned<SearchFile>) -> Result<Search, ControllerError> {
        let SearchFile { kind, depth } = file.get_ref();
        let deep = match depth {
            None => Ok(2),
            Some(depth) => u8::try_from(*depth)
                .ok()
                .filter(|depth| (1..=MAX_DEPTH).contains(depth))
                .ok_or_else(|| self.error(file.span(), format!("depth = {depth} is not possible: a search looks at 1 to {MAX_DEPTH} pieces"))),
        };
        let shallow = |search| match depth {
            None => Ok(search),
            Some(_) => Err(self.error(
                file.span(),
                format!("the search {kind} has no depth: only expectimax and minimax do"),
            )),
        };
        match kind.as_str() {
            "greedy" => shallow(Search::Greedy),
            "two-piece" => shallow(Search::TwoPiece),
            "fit" => shallow(Search::Fit),
            "expectimax" => Ok(Search::Expectimax { depth: deep? }),
            "minimax" => Ok(Search::Minimax { depth: deep? }),
            other => Err(self.error(
                file.span(),
                format!("kind = `{other}` is no search: a search is greedy, two-piece, expectimax, minimax or fit"),
            )),
        }
    }

    fn rating(&self, file: &Spanned<RatingFile>) -> Result<Rating, ControllerError> {
        let RatingFile {
            kind,
            weights,
            exponents,
            displacements,
            tables,
        } = file.get_ref();
        let kind = RatingKind::ALL
            .into_iter()
            .find(|k| k.name() == kind.get_ref())
            .ok_or_else(|| self.error(kind.span(), format!("kind = `{}` is no rating: a rating is linear, exponential, displaced or table", kind.get_ref())))?;
        for (given, table, allowed) in [
            (
                "exponents",
                exponents,
                &[RatingKind::Exponential, RatingKind::Displaced][..],
            ),
            ("displacements", displacements, &[RatingKind::Displaced][..]),
        ] {
            if let Some((first, _)) = in_order(table).first()
                && !allowed.contains(&kind)
            {
                return Err(self.error(
                    first.span(),
                    format!("a rating of kind {} has no {given}", kind.name()),
                ));
            }
            for (name, _) in in_order(table) {
                if !weights.keys().any(|key| key.get_ref() == name.get_ref()) {
                    return Err(self.error(
                        name.span(),
                        format!("{} is among the {given} but has no weight", name.get_ref()),
                    ));
                }
            }
        }
        let mut terms = Vec::new();
        for (name, value) in in_order(weights) {
            let reading = self.reading(name)?;
            let numbers = self.numbers(
                name.get_ref(),
                value,
                reading.feature.count != crate::features::Count::One,
            )?;
            let beside = |table: &Table, default: f64| match table
                .iter()
                .find(|(key, _)| key.get_ref() == name.get_ref())
            {
                None => Ok(vec![default; numbers.len()]),
                Some((key, value)) => {
                    let beside = self.numbers(
                        key.get_ref(),
                        value,
                        reading.feature.count != crate::features::Count::One,
                    )?;
                    if beside.len() == numbers.len() {
                        Ok(beside)
                    } else {
                        Err(self.error(
                            key.span(),
                            format!(
                                "{} has {} weights, but {} numbers here",
                                key.get_ref(),
                                numbers.len(),
                                beside.len()
                            ),
                        ))
                    }
                }
            };
            let exponents = beside(exponents, 1.0)?;
            let displacements = beside(displacements, 0.0)?;
            let functions = (0..numbers.len())
                .map(|i| match kind {
                    RatingKind::Linear | RatingKind::Table => {
                        Function::Linear { weight: numbers[i] }
                    }
                    RatingKind::Exponential => Function::Power {
                        weight: numbers[i],
                        exponent: exponents[i],
                    },
                    RatingKind::Displaced => Function::Displaced {
                        weight: numbers[i],
                        exponent: exponents[i],
                        displacement: displacements[i],
                    },
                })
                .collect();
            terms.push((name.span().start, Term { reading, functions }));
        }
        for (name, table) in tables {
            if kind != RatingKind::Table {
                return Err(self.error(
                    name.span(),
                    format!("a rating of kind {} has no tables", kind.name()),
                ));
            }
            let TableFile { from, scores } = table.get_ref();
            if scores.is_empty() || scores.iter().any(|score| !score.is_finite()) {
                return Err(self.error(
                    table.span(),
                    format!(
                        "{}: a table needs at least one score, all of them finite",
                        name.get_ref()
                    ),
                ));
            }
            let function = Function::Table {
                from: *from,
                scores: scores.clone(),
            };
            let reading = self.reading(name)?;
            if terms.iter().any(|(_, term)| term.reading == reading) {
                return Err(self.error(
                    name.span(),
                    format!(
                        "{} has a weight and a table: give it one of them",
                        name.get_ref()
                    ),
                ));
            }
            terms.push((
                name.span().start,
                Term {
                    reading,
                    functions: vec![function],
                },
            ));
        }
        if terms.is_empty() {
            return Err(self.error(
                file.span(),
                "the rating has no weights: name at least one feature",
            ));
        }
        terms.sort_by_key(|(place, _)| *place);
        let terms = terms.into_iter().map(|(_, term)| term).collect();
        Ok(Rating { kind, terms })
    }

    fn reading(&self, name: &Spanned<String>) -> Result<Reading, ControllerError> {
        Reading::named(name.get_ref()).map_err(|error| self.error(name.span(), error))
    }

    /// A number, or for a feature with several values a list of numbers.
    fn numbers(
        &self,
        name: &str,
        value: &Spanned<toml::Value>,
        list: bool,
    ) -> Result<Vec<f64>, ControllerError> {
        let error = |message: &str| self.error(value.span(), format!("{name}: {message}"));
        let number = |value: &toml::Value| match value {
            toml::Value::Integer(whole) => Ok(*whole as f64),
            toml::Value::Float(real) if real.is_finite() => Ok(*real),
            toml::Value::Float(real) => Err(error(&format!("{real} is not a finite number"))),
            other => Err(error(&format!(
                "a number was expected, not {}",
                other.type_str()
            ))),
        };
        match (value.get_ref(), list) {
            (toml::Value::Array(values), true) => values.iter().map(number).collect(),
            (_, true) => Err(error(
                "this feature has several values: give a list of weights, one for each",
            )),
            (value, false) => Ok(vec![number(value)?]),
        }
    }
}

/// The entries of a table in the order of the file.
fn in_order<V>(table: &HashMap<Spanned<String>, V>) -> Vec<(&Spanned<String>, &V)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

/// A value as a person would write it on the command line.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

impl Controller {
    /// Reads a controller file.
    ///
    /// ```
    /// use tetrarium_engine::Controller;
    /// let mine = Controller::from_toml(r#"
    ///     schema = 1
    ///     name = "mine"
    ///     [rating]
    ///     kind = "linear"
    ///     weights = { holes = -4, landing-height = -1 }
    /// "#).unwrap();
    /// assert_eq!(mine.rating.terms.len(), 2);
    ///
    /// let error = Controller::from_toml("schema = 1\nname = \"mine\"\n[rating]\nkind = \"linear\"\nweights = { hols = 1 }");
    /// assert_eq!(error.unwrap_err().to_string(), "line 5: there is no feature `hols`: did you mean `holes`?");
    /// ```
    pub fn from_toml(text: &str) -> Result<Controller, ControllerError> {
        Reader { text }.controller()
    }

    /// Writes the controller as a file that [`Controller::from_toml`] reads back.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let quoted = |text: &str| toml::Value::String(text.to_string()).to_string();
        let _ = writeln!(out, "schema = {SCHEMA}\nname = {}", quoted(&self.name));
        for (key, text) in [
            ("summary", &self.summary),
            ("source", &self.source),
            ("note", &self.note),
        ] {
            if !text.is_empty() {
                let _ = writeln!(out, "{key} = {}", quoted(text));
            }
        }
        for figure in &self.reported {
            let _ = writeln!(out, "\n[[reported]]\nlines = {}", figure.lines);
            if let Some(games) = figure.games {
                let _ = writeln!(out, "games = {games}");
            }
            for (key, text) in [
                ("interval", &figure.interval),
                ("text", &figure.text),
                ("board", &figure.board),
            ] {
                if let Some(text) = text {
                    let _ = writeln!(out, "{key} = {}", quoted(text));
                }
            }
            if !figure.rules.is_empty() {
                let mut rules: Vec<String> = figure
                    .rules
                    .iter()
                    .map(|(k, v)| format!("{k} = {v}"))
                    .collect();
                rules.sort();
                let _ = writeln!(out, "rules = {{ {} }}", rules.join(", "));
            }
            let _ = writeln!(out, "source = {}", quoted(&figure.source));
        }
        if !self.rules.is_empty() {
            let _ = writeln!(out, "\n[rules]");
            for (setting, value) in &self.rules {
                let _ = writeln!(out, "{setting} = {}", quoted(value));
            }
        }
        if self.search != Search::Greedy {
            let _ = writeln!(out, "\n[search]\nkind = {}", quoted(self.search.name()));
            if let Search::Expectimax { depth } | Search::Minimax { depth } = self.search {
                let _ = writeln!(out, "depth = {depth}");
            }
        }
        if self.search != Search::Fit {
            self.write_rating(&mut out);
        }
        out
    }

    fn write_rating(&self, out: &mut String) {
        let _ = writeln!(out, "\n[rating]\nkind = \"{}\"", self.rating.kind.name());
        let mut section = |title: &str, number: fn(&Function) -> Option<f64>| {
            let rows: Vec<(String, Vec<f64>, bool)> = self
                .rating
                .terms
                .iter()
                .filter_map(|term| {
                    let numbers: Option<Vec<f64>> = term.functions.iter().map(number).collect();
                    let list = term.reading.feature.count != crate::features::Count::One;
                    Some((term.reading.to_string(), numbers?, list))
                })
                .collect();
            if rows.is_empty() {
                return;
            }
            let _ = writeln!(out, "\n[rating.{title}]");
            for (name, numbers, list) in rows {
                let text: Vec<String> = numbers.iter().map(f64::to_string).collect();
                let text = text.join(", ");
                let _ = if list {
                    writeln!(out, "{name} = [{text}]")
                } else {
                    writeln!(out, "{name} = {text}")
                };
            }
        };
        section("weights", |function| match function {
            Function::Linear { weight }
            | Function::Power { weight, .. }
            | Function::Displaced { weight, .. } => Some(*weight),
            Function::Table { .. } => None,
        });
        section("exponents", |function| match function {
            Function::Power { exponent, .. } | Function::Displaced { exponent, .. } => {
                Some(*exponent)
            }
            _ => None,
        });
        section("displacements", |function| match function {
            Function::Displaced { displacement, .. } => Some(*displacement),
            _ => None,
        });
        let tables = self
            .rating
            .terms
            .iter()
            .filter_map(|term| match &term.functions[..] {
                [Function::Table { from, scores }] => Some((term, from, scores)),
                _ => None,
            });
        for (n, (term, from, scores)) in tables.enumerate() {
            if n == 0 {
                let _ = writeln!(out, "\n[rating.tables]");
            }
            let scores: Vec<String> = scores.iter().map(|s| format!("{s:?}")).collect();
            let _ = writeln!(
                out,
                "{} = {{ from = {from}, scores = [{}] }}",
                term.reading,
                scores.join(", ")
            );
        }
    }

    /// The rules this controller plays by where nobody says otherwise: `base` with its own settings.
    pub fn rules_over(&self, base: &Rules) -> Result<Rules, RulesError> {
        let mut rules = base.clone();
        for (setting, value) in &self.rules {
            rules.set(setting, value)?;
        }
        Ok(rules)
    }

    /// The board a reported result was measured on.
    pub fn reported_board(figure: &Reported) -> Size {
        figure
            .board
            .as_ref()
            .and_then(|board| board.parse().ok())
            .unwrap_or(Size::STANDARD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "schema = 1\nname = \"mine\"\n";

    fn error(body: &str) -> String {
        Controller::from_toml(&format!("{HEAD}{body}"))
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn errors_name_the_line_and_what_would_be_right() {
        assert!(
            Controller::from_toml("name = \"x\"")
                .unwrap_err()
                .to_string()
                .contains("schema is missing")
        );
        assert!(
            Controller::from_toml("schema = 2\nnew = 1")
                .unwrap_err()
                .to_string()
                .contains("newer")
        );
        assert!(
            Controller::from_toml("schema = 1\nname = \"a b\"")
                .unwrap_err()
                .to_string()
                .contains("line 2")
        );
        assert!(error("").contains("[rating] is missing"));
        assert!(error("colour = 1\n").contains("unknown field `colour`"));
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { holes = nan }")
                .contains("line 5: holes: NaN is not a finite")
        );
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { holes = -inf }")
                .contains("not a finite number")
        );
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { holes = \"4\" }")
                .contains("a number was expected, not string")
        );
        assert!(error("[rating]\nkind = \"lineer\"").contains("line 4: kind = `lineer`"));
        assert!(error("[rating]\nkind = \"linear\"").contains("no weights"));
        assert!(
            error("[rating]\nkind = \"linear\"\nweights = { column-height = 1 }")
                .contains("list of weights")
        );
        assert!(
            error(
                "[rating]\nkind = \"linear\"\nweights = { holes = 1 }\nexponents = { holes = 2 }"
            )
            .contains("has no exponents")
        );
        assert!(error("[rating]\nkind = \"exponential\"\nweights = { holes = 1 }\nexponents = { wells = 2 }").contains("has no weight"));
        assert!(
            error("[rules]\nsuicide = \"never\"\n")
                .contains("line 4: suicide = `never` is not possible")
        );
        assert!(error("[rules]\ncolour = \"red\"\n").contains("there is no rule `colour`"));
        assert!(error("[search]\nkind = \"expectimax\"\ndepth = 9\n").contains("1 to 4 pieces"));
        assert!(error("[search]\nkind = \"greedy\"\ndepth = 2\n").contains("has no depth"));
        assert!(
            error("[search]\nkind = \"fit\"\n[rating]\nkind=\"linear\"\n")
                .contains("uses no rating")
        );
        assert!(
            error("[rating]\nkind = \"table\"\n[rating.tables]\nholes = { from = 0, scores = [] }")
                .contains("at least one score")
        );
        assert!(
            Controller::from_toml("schema = 1\nname = \n")
                .unwrap_err()
                .line
                == Some(2)
        );
    }

    #[test]
    fn the_order_of_the_file_is_kept() {
        let controller = Controller::from_toml(&format!("{HEAD}[rating]\nkind = \"linear\"\n[rating.weights]\nwells = 1\nholes = 2\nmax-height = 3")).unwrap();
        let names: Vec<String> = controller
            .rating
            .terms
            .iter()
            .map(|t| t.reading.to_string())
            .collect();
        assert_eq!(names, ["wells", "holes", "max-height"]);
    }

    #[test]
    fn what_is_written_is_read_back() {
        let text = format!(
            "{HEAD}summary = \"a \\\"quoted\\\" word\"\n[rules]\nsuicide = \"zero\"\nvisible = 2\n[search]\nkind = \"minimax\"\ndepth = 3\n\
             [rating]\nkind = \"displaced\"\n[rating.weights]\nholes = -1.5\ncolumn-difference = [1, 2, 3]\n[rating.exponents]\nholes = 2\n\
             [rating.displacements]\ncolumn-difference = [0.5, 1, 1.5]\n"
        );
        let controller = Controller::from_toml(&text).unwrap();
        assert_eq!(
            Controller::from_toml(&controller.to_toml()).unwrap(),
            controller
        );
        let table = format!(
            "{HEAD}[rating]\nkind = \"table\"\n[rating.weights]\nholes = -1\n[rating.tables]\nremoved-lines = {{ from = 0, scores = [0, 1, 3, 7, 13] }}\n"
        );
        let controller = Controller::from_toml(&table).unwrap();
        assert_eq!(
            Controller::from_toml(&controller.to_toml()).unwrap(),
            controller
        );
    }
}

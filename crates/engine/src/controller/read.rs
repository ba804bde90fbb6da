//! Reading controller files.

mod rating;
mod text;

use serde::Deserialize;
use toml::Spanned;

use rating::RatingFile;
use text::{Reader, Table, in_order, whole};

use super::{Controller, ControllerError, Reported, SCHEMA};
use crate::game::rules::{Rules, Setting};
use crate::rating::{LINEAR, Rating};
use crate::search::Search;

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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchFile {
    kind: String,
    depth: Option<i64>,
}

impl Controller {
    /// Reads a controller file that is whole in its text.
    ///
    /// # Errors
    ///
    /// If the text is no controller, or names a file beside it: the error names the line and says
    /// what would be right.
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
    /// let text = "schema = 1\nname = \"mine\"\n[rating]\nkind = \"linear\"\nweights = { hols = 1 }";
    /// let error = Controller::from_toml(text).unwrap_err().to_string();
    /// assert_eq!(error, "line 5: there is no feature `hols`: did you mean `holes`?");
    /// ```
    pub fn from_toml(text: &str) -> Result<Controller, ControllerError> {
        Controller::from_files(text, |name| {
            Err(format!(
                "they are in the file {name}, and only this text is here: read the controller \
                 where that file lies beside it, or write the scores into the text"
            ))
        })
    }

    /// Reads a controller file whose scores may be in a file of their own. `beside` has the bytes
    /// of a file beside the text, by its name without folders, or says why there are none.
    ///
    /// # Errors
    ///
    /// As [`Controller::from_toml`], and if that file is missing, damaged or another one.
    pub fn from_files(
        text: &str,
        beside: impl Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Controller, ControllerError> {
        let beside = &beside;
        Reader { text, beside }.controller()
    }
}

/// Whether a file of controllers or experiments has the form that this program reads: its `schema`
/// is `reads`.
///
/// # Errors
///
/// If it has not: a sentence that says what would be right.
pub fn check_schema(schema: Option<&toml::Value>, reads: i64) -> Result<(), String> {
    match schema {
        Some(toml::Value::Integer(schema)) if *schema == reads => Ok(()),
        Some(toml::Value::Integer(newer)) if *newer > reads => Err(format!(
            "{newer} is newer than this program, which reads schema {reads}"
        )),
        Some(other) => Err(format!("{other} is not possible: write schema = {reads}")),
        None => Err(format!(
            "it is missing: write schema = {reads} in the first line"
        )),
    }
}

/// Whether a controller can have this name.
///
/// # Errors
///
/// If it cannot: a sentence that says what would be right.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    match !name.is_empty() && name.chars().all(is_plain) {
        true => Ok(()),
        false => Err(format!(
            "name = {name:?} is not possible: a name has letters, digits, -, _ and . only"
        )),
    }
}

impl Reader<'_> {
    fn controller(&self) -> Result<Controller, ControllerError> {
        self.check_schema()?;
        let file: File = self.parse()?;
        self.check_name(&file.name)?;
        let rules = self.rules(&file.rules)?;
        let reported = file.reported.iter().map(|figure| self.reported(figure));
        let reported = reported.collect::<Result<Vec<_>, _>>()?;
        let search = match &file.search {
            Some(search) => self.search(search)?,
            None => Search::GREEDY,
        };
        let rating = match (&file.rating, search.needs_rating()) {
            (Some(rating), false) => {
                let name = search.name();
                let message = format!("the search {name} uses no rating: leave [rating] out");
                return Err(self.error(rating.span(), message));
            }
            (None, false) => Rating::sum(&LINEAR, Vec::new()),
            (None, true) => {
                return Err(whole("[rating] is missing: a controller needs weights"));
            }
            (Some(rating), true) => self.rating(rating)?,
        };
        Ok(Controller {
            name: file.name.into_inner(),
            summary: file.summary,
            source: file.source,
            note: file.note,
            reported,
            rules,
            search,
            rating,
            file_name: None,
        })
    }

    fn check_schema(&self) -> Result<(), ControllerError> {
        let schema = self.parse::<OnlySchema>()?.schema;
        check_schema(schema.as_ref(), SCHEMA).map_err(|message| whole(format!("schema: {message}")))
    }

    fn check_name(&self, name: &Spanned<String>) -> Result<(), ControllerError> {
        check_name(name.get_ref()).map_err(|message| self.error(name.span(), message))
    }

    /// The settings of a controller, each by the name it has now.
    fn rules(&self, file: &Table) -> Result<Vec<(String, String)>, ControllerError> {
        let mut rules = Vec::new();
        for (setting, value) in in_order(file) {
            let text = plain(value.get_ref());
            Rules::default()
                .set(setting.get_ref(), &text)
                .map_err(|error| self.error(setting.span(), error))?;
            rules.push((Setting::current_name(setting.get_ref()).to_string(), text));
        }
        Ok(rules)
    }

    /// A reported figure whose rules are possible, each setting by the name it has now.
    fn reported(&self, file: &Spanned<Reported>) -> Result<Reported, ControllerError> {
        let mut figure = file.get_ref().clone();
        if !figure.lines.is_finite() {
            let message = format!("lines = {} is not a finite number", figure.lines);
            return Err(self.error(file.span(), message));
        }
        let mut probe = Rules::default();
        let mut set = |setting: &str, value: &str| {
            probe
                .set(setting, value)
                .map_err(|error| self.error(file.span(), error))
        };
        for (setting, value) in &figure.rules {
            set(setting, &plain(value))?;
        }
        if let Some(board) = &figure.board {
            set("board", board)?;
        }
        let rules = figure.rules.into_iter();
        figure.rules = rules
            .map(|(setting, value)| (Setting::current_name(&setting).to_string(), value))
            .collect();
        Ok(figure)
    }

    fn search(&self, file: &Spanned<SearchFile>) -> Result<Search, ControllerError> {
        let SearchFile { kind, depth } = file.get_ref();
        Search::new(kind, *depth).map_err(|error| self.error(file.span(), error))
    }
}

/// A value as a person would write it on the command line.
fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(plain).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

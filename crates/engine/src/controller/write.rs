//! Writing controller files.

use std::fmt::Write as _;

use super::scores::Pool;
use super::{Controller, SCHEMA};
use crate::rating::features::{Count, Reading};
use crate::rating::{Rating, Term, Written, written_number};
use crate::search::Search;

/// The largest text of a controller that holds the scores of its tables, in bytes: those of a
/// larger one go into a file of their own.
pub const LARGEST_TEXT: usize = 64 << 10;

/// The files that a controller is written as.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFiles {
    /// The text.
    pub text: String,
    /// The name and the bytes of the file with the scores of its tables, which lies beside the
    /// text; none where the text holds them.
    pub scores: Option<(String, Vec<u8>)>,
}

/// A rating that no file can hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the controller {controller} cannot be written as a file: {feature} is a feature written in \
     Rust, or its functions are not all of one form that files have"
)]
pub struct UnwritableRating {
    /// The controller's name.
    pub controller: String,
    /// The feature of the term.
    pub feature: String,
}

impl Controller {
    /// Writes the controller as one text, however large, that [`Controller::from_toml`] reads back.
    ///
    /// # Errors
    ///
    /// If the rating has a feature or a function of one's own, which no file can hold.
    pub fn to_toml(&self) -> Result<String, UnwritableRating> {
        Ok(self.head() + &self.rating_text(None)?)
    }

    /// Writes the controller as files that [`Controller::from_files`] reads back: a text, and where
    /// that would have more than [`LARGEST_TEXT`] bytes with the scores of its tables, these in a
    /// file called `stem` with the ending `.scores`.
    ///
    /// # Errors
    ///
    /// As [`Controller::to_toml`].
    pub fn to_files(&self, stem: &str) -> Result<WrittenFiles, UnwritableRating> {
        let text = self.to_toml()?;
        let mut functions = self.rating.terms.iter().flat_map(|term| &term.functions);
        if text.len() <= LARGEST_TEXT || functions.all(|one| one.table().is_none()) {
            return Ok(WrittenFiles { text, scores: None });
        }
        let mut pool = Pool::new(&format!("{stem}.scores"));
        let rating = self.rating_text(Some(&mut pool))?;
        Ok(WrittenFiles {
            text: self.head() + &rating,
            scores: Some(pool.into_file()),
        })
    }

    /// All but the rating.
    fn head(&self) -> String {
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
            let _ = writeln!(
                out,
                "\n[[reported]]\nlines = {}",
                written_number(figure.lines)
            );
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
        if self.search != Search::GREEDY {
            let _ = writeln!(out, "\n[search]\nkind = {}", quoted(self.search.name()));
            if let Some(depth) = self.search.chosen_depth() {
                let _ = writeln!(out, "depth = {depth}");
            }
        }
        out
    }

    /// The sections of the rating's kind, each with the parts that functions have in it. The scores
    /// of tables go into the pool, if there is one.
    fn rating_text(&self, mut pool: Option<&mut Pool>) -> Result<String, UnwritableRating> {
        let mut out = String::new();
        if !self.search.needs_rating() {
            return Ok(out);
        }
        let Rating {
            kind,
            terms,
            net,
            bands,
        } = &self.rating;
        let _ = writeln!(out, "\n[rating]\nkind = \"{}\"", kind.name);
        if kind.bands {
            let _ = writeln!(
                out,
                "by = {:?}\nbounds = {:?}",
                bands.by.name(),
                bands.bounds
            );
        }
        let mut rows: Vec<(&str, String)> = Vec::new();
        for term in terms {
            let refused = || UnwritableRating {
                controller: self.name.clone(),
                feature: term.reading.to_string(),
            };
            let parts = written(term, pool.as_deref_mut()).ok_or_else(refused)?;
            for (section, text) in parts {
                rows.push((section, format!("{} = {text}", key(&term.reading))));
            }
        }
        if let Some(pool) = pool {
            let _ = writeln!(out, "scores = {}", pool.named());
        }
        let mut sections: Vec<&str> = Vec::new();
        for (section, _) in kind.forms.iter().flat_map(|form| form.sections) {
            if !sections.contains(section) && rows.iter().any(|(of, _)| of == section) {
                sections.push(section);
            }
        }
        for section in sections {
            let _ = writeln!(out, "\n[rating.{section}]");
            for (_, row) in rows.iter().filter(|(of, _)| *of == section) {
                let _ = writeln!(out, "{row}");
            }
        }
        if let Some(net) = net {
            out.push_str(&net.written().ok_or_else(|| UnwritableRating {
                controller: self.name.clone(),
                feature: "one that the net reads".to_string(),
            })?);
        }
        Ok(out)
    }
}

/// The name of a feature as a key: an expression stands in quotes.
fn key(reading: &Reading) -> String {
    let name = reading.to_string();
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    match name.chars().all(is_bare) {
        true => name,
        false => format!("\"{name}\""),
    }
}

/// What a term has in each section of its form; none if no file can hold it. The scores of tables
/// go into the pool, if there is one.
fn written(term: &Term, mut pool: Option<&mut Pool>) -> Option<Vec<(&'static str, String)>> {
    let functions = term.functions.iter().map(|function| {
        let mut written = function.written()?;
        if let (Some(pool), Some((from, scores))) = (pool.as_deref_mut(), function.table()) {
            written.parts = vec![pool.table(from, scores)];
        }
        Some(written)
    });
    let functions: Vec<Written> = functions.collect::<Option<_>>()?;
    let form = functions.first()?.form;
    let is_known = Reading::named(&term.reading.to_string()).as_ref() == Ok(&term.reading);
    if !is_known || functions.iter().any(|function| function.form != form) {
        return None;
    }
    let in_section = |number: usize| {
        let parts: Vec<&str> = functions.iter().map(|f| f.parts[number].as_str()).collect();
        match term.reading.feature.count {
            Count::One => parts.join(", "),
            _ => format!("[{}]", parts.join(", ")),
        }
    };
    let sections = form.sections.iter().enumerate();
    Some(
        sections
            .map(|(number, (section, _))| (*section, in_section(number)))
            .collect(),
    )
}

//! Writing controller files.

use std::fmt::Write as _;

use super::{Controller, SCHEMA};
use crate::rating::features::{Count, Reading};
use crate::rating::{Rating, Term, Written, written_number};
use crate::search::Search;

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
    /// Writes the controller as a file that [`Controller::from_toml`] reads back.
    ///
    /// # Errors
    ///
    /// If the rating has a feature or a function of one's own, which no file can hold.
    pub fn to_toml(&self) -> Result<String, UnwritableRating> {
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
        if self.search.needs_rating() {
            self.write_rating(&mut out)?;
        }
        Ok(out)
    }

    /// The sections of the rating's kind, each with the parts that functions have in it.
    fn write_rating(&self, out: &mut String) -> Result<(), UnwritableRating> {
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
            let parts = written(term).ok_or_else(refused)?;
            for (section, text) in parts {
                rows.push((section, format!("{} = {text}", key(&term.reading))));
            }
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
        Ok(())
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

/// What a term has in each section of its form; none if no file can hold it.
fn written(term: &Term) -> Option<Vec<(&'static str, String)>> {
    let functions: Option<Vec<Written>> = term.functions.iter().map(|f| f.written()).collect();
    let functions = functions?;
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

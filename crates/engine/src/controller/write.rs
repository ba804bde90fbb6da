//! Writing controller files.

use std::fmt::Write as _;

use super::{Controller, SCHEMA};
use crate::player::search::Search;
use crate::rating::Function;
use crate::rating::features::Count;

impl Controller {
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
        if self.search != Search::GREEDY {
            let _ = writeln!(out, "\n[search]\nkind = {}", quoted(self.search.name()));
            if let Some(depth) = self.search.chosen_depth() {
                let _ = writeln!(out, "depth = {depth}");
            }
        }
        if self.search.needs_rating() {
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
                    let list = term.reading.feature.count != Count::One;
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
}

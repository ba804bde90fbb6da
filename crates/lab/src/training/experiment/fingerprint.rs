//! Which experiments are the same, whatever they are called.
//!
//! The fingerprint of an experiment is the SHA-256 of a canonical form: a text in UTF-8 whose lines
//! end with a line feed. Name, summary, source, note and seed are no part of it: runs of one
//! experiment under several seeds are runs of one experiment.
//!
//! ```text
//! tetrarium experiment 1
//! rule NAME VALUE                         every setting, sorted by name
//! feature NAME                            in the order of the genes
//! rating KIND
//! rating selection BOOLEAN                whether features can be switched off
//! rating composed NUMBER                  where composed features are drawn by the seed
//! rating units spread                     where they are not plain
//! rating mirror true                      where mirror images share a weight
//! search TEXT
//! optimiser METHOD PARAMETER VALUE        every parameter, sorted; so are the fields below
//! learner METHOD PARAMETER VALUE          in place of the optimiser, or after it
//! handover FIELD VALUE                    where a learner follows an optimiser
//! polish FIELD VALUE                      where an optimiser follows a learner
//! fitness FIELD VALUE
//! racing FIELD VALUE
//! collapse FIELD VALUE
//! result FIELD VALUE
//! budget FIELD VALUE
//! stage NUMBER …                          from 0: generations, games, climbs, length, rules
//! measurement NUMBER …                    from 0: games or climbs, length, seed, rules
//! measurement NUMBER controller FINGERPRINT
//! splitting VERSION                       of the method, where anything is estimated by climbs
//! ```
//!
//! A field that the file leaves out has no line unless it has a default. Numbers that may have a
//! fraction are in scientific notation (`2e-1`), as in the fingerprints of controllers. Commas
//! separate the elements of a list.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use tetrarium_engine::rating::Bands;
use tetrarium_engine::{Fingerprint, Rules};

use super::definition::Experiment;
use super::parts::{By, Units};
use crate::estimate::METHOD;
use crate::play::Length;

impl Experiment {
    /// The fingerprint: two experiments with the same one come to the same results under the same
    /// seed, whatever they are called.
    ///
    /// ```
    /// use tetrarium_lab::training::named;
    /// let quick = named("quick").unwrap();
    /// assert_eq!(quick.fingerprint(), quick.with_seed(7).unwrap().fingerprint());
    /// assert_ne!(quick.fingerprint(), quick.with_moves(7).unwrap().fingerprint());
    /// ```
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of_text(&self.canonical())
    }

    /// The canonical form; the module says how it is made.
    fn canonical(&self) -> String {
        let file = &self.file;
        let mut form = Form("tetrarium experiment 1\n".to_string());
        form.rules("", self.rules());
        // Those that the seed draws are the last.
        let named = self.readings.len() - file.rating.composed;
        for reading in &self.readings[..named] {
            form.line("feature", reading);
        }
        form.fields("rating", &file.rating.kind);
        if !file.rating.bounds.is_empty() {
            let Bands { by, bounds } = file.rating.bands();
            form.line("rating bands", format!("{} {bounds:?}", by.name()));
        }
        form.line("rating selection", file.rating.selection);
        if file.rating.composed > 0 {
            form.line("rating composed", file.rating.composed);
        }
        if file.rating.evolved > 0 {
            form.line("rating evolved", file.rating.evolved);
        }
        if file.rating.units != Units::Plain {
            form.fields("rating units", &file.rating.units);
        }
        if file.rating.mirror {
            form.line("rating mirror", true);
        }
        form.line("search", self.search);
        form.fields("optimiser", &file.optimiser);
        form.fields("learner", &file.learner);
        form.fields("handover", &file.handover);
        form.fields("polish", &file.polish);
        form.fields("fitness", &file.fitness);
        form.fields("racing", &file.racing);
        form.fields("collapse", &file.collapse);
        form.fields("result", &file.result);
        form.fields("budget", &file.budget);
        for (number, stage) in self.curriculum.iter().enumerate() {
            let head = format!("stage {number} ");
            let conditions = &stage.conditions;
            form.line(&format!("{head}generations"), stage.generations);
            form.line(&format!("{head}games"), conditions.games);
            form.fields(&format!("{head}climbs"), &conditions.climbs);
            form.length(&head, conditions.length);
            form.rules(&head, &conditions.rules);
        }
        for (number, plan) in self.measurements.iter().enumerate() {
            let head = format!("measurement {number} ");
            match plan.by {
                By::Games { games, length } => {
                    form.line(&format!("{head}games"), games);
                    form.length(&head, length);
                }
                By::Climbs(climbs) => form.line(&format!("{head}climbs"), climbs),
            }
            // Without one in the file the seed follows from that of the run.
            let seed = file.measurement.get(number).and_then(|one| one.seed);
            form.fields(&format!("{head}seed"), &seed);
            form.rules(&head, &plan.rules);
            for controller in &plan.controllers {
                let rules = plan.rules_of(controller).unwrap_or_default();
                let print = Fingerprint::of(controller, &rules);
                form.line(&format!("{head}controller"), print);
            }
        }
        if self.uses_climbs() {
            form.line("splitting", METHOD);
        }
        form.0
    }
}

/// A canonical form that is being written.
struct Form(String);

impl Form {
    fn line(&mut self, head: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.0, "{head} {value}");
    }

    fn rules(&mut self, head: &str, rules: &Rules) {
        let mut settings: Vec<(&str, String)> = rules.settings().collect();
        settings.sort_unstable();
        for (name, value) in settings {
            self.line(&format!("{head}rule {name}"), value);
        }
    }

    fn length(&mut self, head: &str, length: Length) {
        self.fields(&format!("{head}length"), &length);
    }

    /// The fields of something that experiment files hold.
    fn fields(&mut self, head: &str, of: &impl Serialize) {
        let value = serde_json::to_value(of).unwrap_or_default();
        self.value(head, &value);
    }

    fn value(&mut self, head: &str, value: &Value) {
        match value {
            Value::Null => {}
            Value::Object(fields) => {
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_unstable_by_key(|(name, _)| *name);
                for (name, value) in fields {
                    self.value(&format!("{head} {name}"), value);
                }
            }
            Value::Array(values) => {
                let values: Vec<String> = values.iter().map(plain).collect();
                self.line(head, values.join(","));
            }
            other => self.line(head, plain(other)),
        }
    }
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:e}", number.as_f64().unwrap_or(f64::NAN))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
schema = 1
name = "small"
rules = { board = "5x7" }
rating = { features = ["holes", "landing-height"] }
optimiser.cross-entropy = { population = 10, rho = 0.3 }
fitness = { games = 3, max-pieces = 300 }
budget = { generations = 8 }
[[curriculum]]
generations = 3
rules = { board = "5x5" }
[[measurement]]
games = 20
controllers = ["dellacherie"]
"#;

    fn read(text: &str) -> Experiment {
        Experiment::from_toml(text).unwrap()
    }

    /// A change of this text is a change of every fingerprint: it needs a new version.
    #[test]
    fn the_canonical_form() {
        let rules = |head: &str, board: &str| {
            let mut form = Form(String::new());
            let mut rules = Rules::default();
            rules.set("board", board).unwrap();
            form.rules(head, &rules);
            form.0
        };
        let small = read(SMALL);
        let plan = &small.measurements()[0];
        let expected = format!(
            "tetrarium experiment 1\n{}\
             feature holes\n\
             feature landing-height\n\
             rating linear\n\
             rating selection false\n\
             search greedy\n\
             optimiser cross-entropy evaluate-mean false\n\
             optimiser cross-entropy noise linear over 1e1\n\
             optimiser cross-entropy noise linear start 5e0\n\
             optimiser cross-entropy population 10\n\
             optimiser cross-entropy rho 3e-1\n\
             optimiser cross-entropy variance 1e2\n\
             fitness games 3\n\
             fitness max-pieces 300\n\
             fitness seeds common\n\
             fitness statistic lines\n\
             budget generations 8\n\
             stage 0 generations 3\n\
             stage 0 games 3\n\
             stage 0 length at-most 300\n{}\
             measurement 0 games 20\n\
             measurement 0 length whole\n{}\
             measurement 0 controller {}\n",
            rules("", "5x7"),
            rules("stage 0 ", "5x5"),
            rules("measurement 0 ", "5x7"),
            Fingerprint::of(&plan.controllers[0], &plan.rules),
        );
        assert_eq!(small.canonical(), expected);
        // Made from that text by another program.
        assert_eq!(
            small.fingerprint().to_string(),
            "bbba31cab92bc902b904b73919723c170b679616f08a9669724db9d862730778"
        );
    }

    #[test]
    fn names_and_seeds_do_not_matter_and_all_else_does() {
        let small = read(SMALL);
        let print = small.fingerprint();
        let renamed = SMALL.replace("\"small\"", "\"other\"\nseed = 5\nnote = \"n\"");
        assert_eq!(read(&renamed).fingerprint(), print);
        let commented = format!("# A comment.\n{SMALL}");
        assert_eq!(read(&commented).fingerprint(), print);
        // What a file leaves out is its default.
        let explicit = SMALL.replace("max-pieces = 300", "max-pieces = 300, seeds = \"common\"");
        assert_eq!(read(&explicit).fingerprint(), print);
        for (from, to) in [
            ("rho = 0.3", "rho = 0.4"),
            ("games = 3,", "games = 4,"),
            ("generations = 8", "generations = 9"),
            ("5x7", "5x8"),
            ("5x5", "5x6"),
            ("games = 20", "games = 21"),
            ("games = 20", "games = 20\nseed = 9"),
            ("\"dellacherie\"", "\"bcts\""),
            (
                "\"holes\", \"landing-height\"",
                "\"landing-height\", \"holes\"",
            ),
        ] {
            let other = read(&SMALL.replace(from, to));
            assert_ne!(other.fingerprint(), print, "{to}");
        }
    }
}

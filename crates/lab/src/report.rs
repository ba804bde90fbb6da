//! Reports: records in, one self-contained page out.
//!
//! [`Record`]s are read from JSON Lines, gathered in a [`Report`] and written as one HTML page with
//! figures as SVG ([`plot`]). The page needs no network and no script, is light or dark as the
//! reader's system is, and is the same byte for byte for the same records.
//!
//! ```
//! use tetrarium_engine::{Player, Rules, catalogue};
//! use tetrarium_lab::report::{Input, Record, Report};
//! use tetrarium_lab::{Length, Measurement, Shard, Watch, play};
//!
//! let mut rules = Rules::default();
//! rules.set("board", "6x8")?;
//! let player = Player::new(catalogue::named("dellacherie")?, &rules)?;
//! let shard = Shard { seed: 1, first: 0, games: 20, length: Length::Whole };
//! let records = play(&player, &shard, 1, &Watch::default());
//! let line = serde_json::to_string(&Measurement::new(&player, &shard, &records))?;
//!
//! let mut report = Report::new("A small board");
//! report.add(Input::new("small.jsonl", Record::from_lines(&line)?));
//! let page = report.html(&Watch::default())?;
//! assert!(page.starts_with("<!doctype html>") && page.contains("dellacherie"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod caveats;
mod contents;
mod figures;
mod html;
mod input;
mod lead;
mod page;
mod paths;
pub mod plot;
mod records;
mod replay;
mod replays;
mod rows;
mod sections;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use std::path::Path;

use tetrarium_engine::Controller;

use crate::play::Watch;

pub use figures::Figure;
pub use html::escaped;
pub use input::Input;
pub use paths::PathError;
pub use records::Record;
pub use replay::Stopped;

/// A finished page.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Page {
    /// The page as HTML, with its figures in it.
    pub html: String,
    /// The headings of its sections.
    pub sections: Vec<&'static str>,
    /// Its figures, each as a drawing of its own.
    pub figures: Vec<Figure>,
}

/// A report in the making.
#[derive(Clone, Debug, Default)]
pub struct Report {
    title: Option<String>,
    inputs: Vec<Input>,
    controllers: Vec<Controller>,
}

impl Report {
    /// A report with nothing in it yet. [`Report::default`] is one whose title says what is in it.
    pub fn new(title: &str) -> Report {
        Report {
            title: Some(title.to_string()),
            ..Report::default()
        }
    }

    /// Adds records.
    pub fn add(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Adds what a path holds: a file of records, the folder of a run or a tournament, or a
    /// controller's file (see [`Report::add_controller`]).
    ///
    /// # Errors
    ///
    /// If it holds none of these.
    pub fn add_path(&mut self, path: &Path) -> Result<(), PathError> {
        let found = paths::read(path)?;
        self.inputs.extend(found.input);
        self.controllers.extend(found.controller);
        Ok(())
    }

    /// Adds a controller that is not in the catalogue, so that its example game can be played. One
    /// of the same name as one in the catalogue takes its place.
    pub fn add_controller(&mut self, controller: Controller) {
        self.controllers.push(controller);
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.inputs.iter().all(|input| input.records.is_empty())
    }

    /// The page as HTML.
    ///
    /// # Errors
    ///
    /// As [`Report::page`].
    pub fn html(&self, watch: &Watch) -> Result<String, Stopped> {
        Ok(self.page(watch)?.html)
    }

    /// The page. An example game and the heights that were not counted are played again for it.
    ///
    /// # Errors
    ///
    /// If the watch was told to stop before these games were played.
    pub fn page(&self, watch: &Watch) -> Result<Page, Stopped> {
        let contents = contents::Contents::of(&self.inputs);
        let replays = replays::Replays::play(&contents, &self.controllers, watch)?;
        let sections = page::sections(&contents, &self.controllers, &replays);
        Ok(Page {
            html: page::html(&self.title(), &contents, &sections),
            sections: sections.iter().map(|section| section.heading).collect(),
            figures: figures::figures(&sections, page::STYLE),
        })
    }

    /// The title, or one for what is in the report.
    fn title(&self) -> String {
        if let Some(title) = &self.title {
            return title.clone();
        }
        let all = || self.inputs.iter().flat_map(|input| &input.records);
        let mut names: Vec<&str> = Vec::new();
        for record in all() {
            let name = match record {
                Record::Measurement(one) => &one.controller,
                Record::Estimate(one) => &one.controller,
                _ => continue,
            };
            if !names.contains(&name.as_str()) {
                names.push(name);
            }
        }
        let trained = all().any(|record| matches!(record, Record::Generation(_)));
        let tournament = all().any(|record| matches!(record, Record::Entrant(_)));
        match (&names[..], trained, tournament) {
            (_, _, true) => "A tournament of training methods".to_string(),
            (_, true, _) => match &self.inputs[..] {
                [only] => format!("Training {}", only.name),
                _ => "Training".to_string(),
            },
            ([only], ..) => format!("How good is {only}?"),
            ([one, other], ..) => format!("{one} and {other}"),
            ([], ..) => "A report".to_string(),
            (some, ..) => format!("{} controllers measured", some.len()),
        }
    }
}

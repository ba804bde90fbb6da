//! Reports: records in, one self-contained page out.
//!
//! [`Record`]s are read from JSON Lines, gathered in a [`Report`] and written as one HTML page with figures as SVG ([`plot`]). The page
//! needs no network and no script, is light or dark as the reader's system is, and is the same byte for byte for the same records.
//! Nothing here touches files.
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
//! let page = report.html();
//! assert!(page.starts_with("<!doctype html>") && page.contains("dellacherie"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contents;
mod html;
mod page;
pub mod plot;
mod records;
mod replay;
mod rows;
mod sections;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use tetrarium_engine::Controller;

pub use html::escaped;
pub use records::Record;

/// Records that came together: a file's, or a run folder's.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Where they come from, for the reader.
    pub name: String,
    /// The records.
    pub records: Vec<Record>,
    /// The text of the experiment, where they are those of a run.
    pub experiment: Option<String>,
}

impl Input {
    /// Records of a name.
    pub fn new(name: &str, records: Vec<Record>) -> Input {
        Input {
            name: name.to_string(),
            records,
            experiment: None,
        }
    }
}

/// A report in the making.
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    inputs: Vec<Input>,
    controllers: Vec<Controller>,
}

impl Report {
    /// A report with nothing in it yet.
    pub fn new(title: &str) -> Report {
        Report {
            title: title.to_string(),
            inputs: Vec::new(),
            controllers: Vec::new(),
        }
    }

    /// Adds records.
    pub fn add(&mut self, input: Input) {
        self.inputs.push(input);
    }

    /// Adds a controller that is not in the catalogue, so that its example game can be played. One of the same name as one in the
    /// catalogue takes its place.
    pub fn add_controller(&mut self, controller: Controller) {
        self.controllers.push(controller);
    }

    /// Whether there is nothing to report.
    pub fn is_empty(&self) -> bool {
        self.inputs.iter().all(|input| input.records.is_empty())
    }

    /// The page.
    pub fn html(&self) -> String {
        page::html(
            &self.title,
            &contents::Contents::of(self),
            &self.controllers,
        )
    }
}

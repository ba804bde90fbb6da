//! The compiled half of the Python package `tetrarium`, the module `tetrarium._core`.
//!
//! Records go between the two halves as lines of JSON, which the lab writes and reads; the classes
//! for them are written in Python. Boards, moves and features go as arrays of numpy.
//!
//! A call that plays releases Python's lock (the GIL). The games of controllers are played on
//! threads of their own while the calling thread looks for signals, so that Ctrl-C ends them soon;
//! functions of agents are called on the calling thread.

#![deny(unsafe_code)]

mod agents;
mod arguments;
mod attention;
mod boards;
mod cluster;
mod controllers;
mod environment;
mod features;
mod game;
mod measuring;
mod moves;
mod optimiser;
mod players;
mod playing;
mod records;
mod report;
mod rules;
mod tables;
mod tournament;
mod training;
mod views;

use pyo3::prelude::*;

/// The compiled half of the package.
#[pymodule]
mod _core {
    #[pymodule_export]
    use crate::agents::Called;
    #[pymodule_export]
    use crate::cluster::{Desk, perform};
    #[pymodule_export]
    use crate::controllers::{Controller, controllers};
    #[pymodule_export]
    use crate::environment::{ManyGames, OneGame};
    #[pymodule_export]
    use crate::features::{feature_names, features, value_names};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::measuring::{carry_out, check_comparable, compare_records, decide, merge_records};
    #[pymodule_export]
    use crate::moves::Moves;
    #[pymodule_export]
    use crate::optimiser::{Candidate, Optimiser, optimiser_names};
    #[pymodule_export]
    use crate::players::Player;
    #[pymodule_export]
    use crate::playing::{explain_board, explain_move, play, replay};
    #[pymodule_export]
    use crate::records::{caveat_sentences, comparison_words, read_records};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::tournament::tournament;
    #[pymodule_export]
    use crate::training::{Experiment, experiments, run};
    #[pymodule_export]
    use crate::views::{View, Views};

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}

//! What is said on the command line, and what it means.

pub mod agents;
pub mod args;
pub mod backend;
pub mod controllers;
pub mod experiments;
pub mod measuring;
pub mod rules;

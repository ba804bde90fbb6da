//! The flags of the command line, and the values made from them.

pub mod agents;
pub mod args;
pub mod backend;
pub mod controllers;
pub mod experiments;
pub mod measuring;
pub mod rules;

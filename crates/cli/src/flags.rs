//! The flags of the command line, and the values made from them.

pub mod adapting;
pub mod agents;
pub mod args;
pub mod backend;
pub mod boards;
pub mod controllers;
pub mod counts;
pub mod deciding;
pub mod examples;
pub mod experiments;
pub mod explaining;
pub mod format;
pub mod games;
pub mod measuring;
pub mod optimal;
pub mod rules;
pub mod serving;
pub mod solving;
pub mod training;
pub mod version;
pub mod watching;
pub mod wrong;

//! What is printed: tables, measurements, progress.

pub mod following;
pub mod measured;
pub mod outcome;
pub mod progress;
pub mod table;
pub mod text;
pub mod training_display;

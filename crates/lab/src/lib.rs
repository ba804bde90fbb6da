//! Measuring and training.

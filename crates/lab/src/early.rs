//! early

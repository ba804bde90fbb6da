//! The sections of a page, one a file.

pub(super) mod comparison;
pub(super) mod estimates;
pub(super) mod example;
pub(super) mod games;
pub(super) mod heights;
pub(super) mod published;
pub(super) mod results;
pub(super) mod rules;
pub(super) mod sensitivity;
pub(super) mod tournament;
pub(super) mod training;
pub(super) mod weights;

/// A section: its anchor, its heading, and what is in it; none where there is nothing to show.
pub(super) struct Section {
    pub id: &'static str,
    pub heading: &'static str,
    pub body: String,
}

impl Section {
    pub(super) fn new(id: &'static str, heading: &'static str, body: String) -> Option<Section> {
        (!body.is_empty()).then_some(Section { id, heading, body })
    }
}

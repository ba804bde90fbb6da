//! A small plotting module: drawings as SVG, made of real text and lines at sub-pixel places.
//!
//! [`Svg`] collects marks; [`Scale`] turns values into places and chooses ticks; [`Frame`] draws
//! the axes of a chart and its curves. Colours and type are not here: marks carry classes, which
//! the page's style sheet turns into the colours of a light or a dark page.

mod frame;
mod labels;
mod scale;
mod svg;

pub use frame::{Axis, Frame};
pub use labels::{fitted, spread_apart, text_width};
pub use scale::{Scale, Tick};
pub use svg::{Anchor, Svg};

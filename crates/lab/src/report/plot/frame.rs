//! The axes of a chart and what is drawn between them.

use super::scale::Scale;
use super::svg::{Anchor, Svg};

/// An axis: its scale, about how many ticks, and what it shows.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Values and places.
    pub scale: Scale,
    /// About how many ticks.
    pub ticks: usize,
    /// What it shows, in a few words.
    pub label: String,
}

/// A chart's field between its axes: x to the right, y upwards.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The horizontal axis.
    pub x: Axis,
    /// The vertical axis; its scale runs from the bottom to the top.
    pub y: Axis,
    /// The left edge.
    pub left: f64,
    /// The right edge.
    pub right: f64,
    /// The upper edge.
    pub top: f64,
    /// The lower edge.
    pub bottom: f64,
}

impl Frame {
    /// The place of a point.
    pub fn at(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x.scale.at(x), self.y.scale.at(y))
    }

    /// Draws grid lines, ticks and labels. The names of the axes stand below and above, where they
    /// need not be turned.
    pub fn draw(&self, svg: &mut Svg) {
        svg.group("axes", |svg| {
            self.draw_horizontal_lines(svg);
            self.draw_x(svg);
        });
    }

    fn draw_horizontal_lines(&self, svg: &mut Svg) {
        for tick in self.y.scale.ticks(self.y.ticks) {
            let y = self.y.scale.at(tick.value);
            if tick.label.is_empty() {
                continue;
            }
            svg.line("grid", (self.left, y), (self.right, y));
            svg.text("tick", (self.left - 7.0, y + 4.0), Anchor::End, &tick.label);
        }
        if !self.y.label.is_empty() {
            let at = (0.0, self.top - 12.0);
            svg.text("axis-label", at, Anchor::Start, &self.y.label);
        }
    }

    fn draw_x(&self, svg: &mut Svg) {
        svg.line("axis", (self.left, self.bottom), (self.right, self.bottom));
        for tick in self.x.scale.ticks(self.x.ticks) {
            let x = self.x.scale.at(tick.value);
            let long = if tick.label.is_empty() { 3.0 } else { 5.0 };
            svg.line("axis", (x, self.bottom), (x, self.bottom + long));
            if !tick.label.is_empty() {
                let at = (x, self.bottom + 18.0);
                svg.text("tick", at, Anchor::Middle, &tick.label);
            }
        }
        if !self.x.label.is_empty() {
            let at = (self.right, self.bottom + 36.0);
            svg.text("axis-label", at, Anchor::End, &self.x.label);
        }
    }

    /// A curve through values.
    pub fn curve(&self, svg: &mut Svg, class: &str, values: &[(f64, f64)]) {
        let points: Vec<_> = values.iter().map(|&(x, y)| self.at(x, y)).collect();
        svg.curve(class, &points);
        if let [only] = points[..] {
            svg.disc(&format!("{class} single"), only, 2.5, "");
        }
    }

    /// The band between two values at each x: `(x, low, high)`.
    pub fn band(&self, svg: &mut Svg, class: &str, values: &[(f64, f64, f64)]) {
        let upper = values.iter().map(|&(x, _, high)| self.at(x, high));
        let lower = values.iter().rev().map(|&(x, low, _)| self.at(x, low));
        let outline: Vec<_> = upper.chain(lower).collect();
        svg.area(class, &outline, "");
    }

    /// A bar from the axis up to a value, between two values of x, with a hair's breadth of air on
    /// both sides.
    pub fn bar(&self, svg: &mut Svg, class: &str, from: f64, to: f64, value: f64, tip: &str) {
        let (left, top) = self.at(from, value);
        let right = self.x.scale.at(to);
        let air = ((right - left) * 0.06).min(1.0);
        let size = (right - left - 2.0 * air, self.bottom - top);
        svg.rect(class, (left + air, top), size, tip);
    }
}

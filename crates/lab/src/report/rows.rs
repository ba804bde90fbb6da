//! Charts with a row for each thing: its name on the left, marks along one axis, a value on the
//! right.

use super::plot::{Anchor, Scale, Svg, fitted, text_width};
use crate::numbers::short;

/// A row: who, what sets it apart, and the value in words.
pub(super) struct Row {
    pub name: String,
    pub detail: String,
    pub value: String,
}

/// A chart of rows.
pub(super) struct RowChart<'a> {
    pub title: &'a str,
    pub description: String,
    pub rows: &'a [Row],
    /// The least and the greatest value of the axis, which is logarithmic.
    pub range: (f64, f64),
    pub axis: &'a str,
    /// A value to draw a line at, in all rows.
    pub reference: Option<f64>,
}

/// Width of a drawing for a wide page, and for a phone.
pub(super) const WIDE: f64 = 920.0;
/// Width of a drawing for a phone.
pub(super) const NARROW: f64 = 360.0;

/// The most room that names get on a wide page.
const MOST_NAMES: f64 = 330.0;

/// A drawing in two widths, of which the page shows the one that fits.
pub(super) fn in_both_widths(draw: impl Fn(f64) -> Svg) -> String {
    let wide = draw(WIDE).classed("wide").finish();
    wide + &draw(NARROW).classed("narrow").finish()
}

impl RowChart<'_> {
    /// Draws it; `marks` draws the marks of a row about a line.
    pub(super) fn draw(&self, marks: impl Fn(&mut Svg, usize, f64, &Scale)) -> String {
        in_both_widths(|width| self.at_width(width, &marks))
    }

    fn at_width(&self, width: f64, marks: impl Fn(&mut Svg, usize, f64, &Scale)) -> Svg {
        let narrow = width < 500.0;
        let widest = |text: fn(&Row) -> &str| {
            let widths = self.rows.iter().map(|row| text_width(text(row)));
            widths.fold(0.0, f64::max)
        };
        let names = (1.2 * widest(|row| &row.name)).max(1.05 * widest(|row| &row.detail));
        let values = 1.1 * widest(|row| &row.value);
        let detailed = self.rows.iter().any(|row| !row.detail.is_empty());
        // On a phone names stand above their marks.
        let (left, right, step) = match (narrow, detailed) {
            (true, _) => (8.0, width - 8.0, 50.0),
            (false, false) => (names.min(MOST_NAMES) + 18.0, width - values - 18.0, 34.0),
            (false, true) => (names.min(MOST_NAMES) + 18.0, width - values - 18.0, 44.0),
        };
        let top = 10.0;
        let bottom = top + step * self.rows.len() as f64 + 4.0;
        let mut svg = Svg::new(width, bottom + 46.0, self.title, &self.description);
        let scale = Scale::logarithmic(self.range.0, self.range.1, left, right);
        let about = if narrow { 4 } else { 7 };
        svg.group("axes", |svg| {
            for tick in scale.ticks(about) {
                let x = scale.at(tick.value);
                let long = if tick.label.is_empty() { 3.0 } else { 5.0 };
                svg.line("axis", (x, bottom), (x, bottom + long));
                if !tick.label.is_empty() {
                    svg.line("grid", (x, top), (x, bottom));
                    svg.text("tick", (x, bottom + 18.0), Anchor::Middle, &tick.label);
                }
            }
            svg.line("axis", (left, bottom), (right, bottom));
            let at = (right, bottom + 38.0);
            svg.text("axis-label", at, Anchor::End, self.axis);
        });
        if let Some(value) = self.reference {
            // On a phone it would run through the names.
            let stretches: Vec<(f64, f64)> = match narrow {
                false => vec![(top, bottom)],
                true => (0..self.rows.len())
                    .map(|index| top + step * index as f64)
                    .map(|up| (up + 26.0, up + 46.0))
                    .collect(),
            };
            let x = scale.at(value);
            for (from, to) in stretches {
                svg.line("reference", (x, from), (x, to));
            }
            let written = scale
                .ticks(about)
                .iter()
                .any(|tick| !tick.label.is_empty() && (scale.at(tick.value) - x).abs() < 12.0);
            if !written {
                let label = short(value);
                svg.text("tick", (x, bottom + 18.0), Anchor::Middle, &label);
            }
        }
        for (index, row) in self.rows.iter().enumerate() {
            let up = top + step * index as f64;
            let y = if narrow { up + 36.0 } else { up + step / 2.0 };
            svg.group("row", |svg| {
                match narrow {
                    true => row.write_above(svg, width, up + 20.0),
                    false => row.write_beside(svg, width, y),
                }
                marks(svg, index, y, &scale);
            });
        }
        svg
    }
}

impl Row {
    /// Name, detail and value above the marks, as on a phone.
    fn write_above(&self, svg: &mut Svg, width: f64, y: f64) {
        // The value has its place on the right; name and detail share what is left.
        let room = width - 1.1 * text_width(&self.value) - 12.0;
        let name = fitted(&self.name, room / 1.15);
        let after = 1.27 * text_width(&name) + 8.0;
        svg.text("name", (0.0, y), Anchor::Start, &name);
        if !self.detail.is_empty() && room - after > 40.0 {
            let detail = fitted(&self.detail, room - after);
            svg.text("detail", (after, y), Anchor::Start, &detail);
        }
        svg.text("value", (width, y), Anchor::End, &self.value);
    }

    /// Name and detail on the left of the marks, the value on their right.
    fn write_beside(&self, svg: &mut Svg, width: f64, y: f64) {
        let lift = if self.detail.is_empty() { 4.0 } else { -3.0 };
        let name = fitted(&self.name, MOST_NAMES / 1.1);
        svg.text("name", (0.0, y + lift), Anchor::Start, &name);
        let detail = fitted(&self.detail, MOST_NAMES);
        svg.text("detail", (0.0, y + 13.0), Anchor::Start, &detail);
        svg.text("value", (width, y + 4.0), Anchor::End, &self.value);
    }
}

/// A point with its interval: a line with caps, an arrow where there is no upper bound.
pub(super) fn interval_mark(
    svg: &mut Svg,
    class: &str,
    y: f64,
    scale: &Scale,
    bounds: (f64, f64),
    point: Option<f64>,
) {
    let left = scale.at(bounds.0);
    let open = !bounds.1.is_finite();
    let right = scale.at(if open { scale.high() } else { bounds.1 });
    svg.line(&format!("interval {class}"), (left, y), (right, y));
    svg.line(
        &format!("interval {class}"),
        (left, y - 5.0),
        (left, y + 5.0),
    );
    if open {
        let head = [(right - 7.0, y - 4.5), (right, y), (right - 7.0, y + 4.5)];
        svg.curve(&format!("interval {class}"), &head);
    } else {
        svg.line(
            &format!("interval {class}"),
            (right, y - 5.0),
            (right, y + 5.0),
        );
    }
    if let Some(point) = point {
        svg.disc(&format!("point {class}"), (scale.at(point), y), 4.5, "");
    }
}

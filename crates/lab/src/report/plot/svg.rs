//! A drawing.

use std::fmt::Write as _;

use super::super::html::escaped;

/// Where a text stands relative to its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// A drawing in the making. Places are in pixels from the top left, and are written to a hundredth
/// of one.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    class: String,
    title: String,
    description: String,
    body: String,
}

/// A place as text: at most two decimals, none that say nothing.
fn place(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" | "" => "0".to_string(),
        text => text.to_string(),
    }
}

impl Svg {
    /// An empty drawing with its title and a description for those who cannot see it.
    pub fn new(width: f64, height: f64, title: &str, description: &str) -> Svg {
        Svg {
            width,
            height,
            class: String::new(),
            title: title.to_string(),
            description: description.to_string(),
            body: String::new(),
        }
    }

    /// The drawing with a class of its own.
    pub fn classed(mut self, class: &str) -> Svg {
        self.class = class.to_string();
        self
    }

    /// Its width.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Its height.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// A straight line.
    pub fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let (x1, y1, x2, y2) = (place(from.0), place(from.1), place(to.0), place(to.1));
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    /// A rectangle from its top left corner; `tip` is shown where the pointer rests on it.
    pub fn rect(&mut self, class: &str, corner: (f64, f64), size: (f64, f64), tip: &str) {
        let (x, y) = (place(corner.0), place(corner.1));
        let (width, height) = (place(size.0.max(0.0)), place(size.1.max(0.0)));
        let _ = write!(
            self.body,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
        );
        self.close("rect", tip);
    }

    /// A disc.
    pub fn disc(&mut self, class: &str, centre: (f64, f64), radius: f64, tip: &str) {
        let (x, y, r) = (place(centre.0), place(centre.1), place(radius));
        let _ = write!(
            self.body,
            "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{r}\""
        );
        self.close("circle", tip);
    }

    /// A line through points; nothing for fewer than two.
    pub fn curve(&mut self, class: &str, points: &[(f64, f64)]) {
        if points.len() > 1 {
            let path = path_of(points);
            let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    /// A filled outline.
    pub fn area(&mut self, class: &str, points: &[(f64, f64)], tip: &str) {
        if points.len() > 2 {
            let path = path_of(points);
            let _ = write!(self.body, "<path class=\"{class}\" d=\"{path}Z\"");
            self.close("path", tip);
        }
    }

    /// A text that stands on the line `y`.
    pub fn text(&mut self, class: &str, at: (f64, f64), anchor: Anchor, text: &str) {
        let (x, y) = (place(at.0), place(at.1));
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{text}</text>"
        );
    }

    /// A text that reads upwards, centred on a place.
    pub fn upward_text(&mut self, class: &str, at: (f64, f64), text: &str) {
        let (x, y) = (place(at.0), place(at.1));
        let text = escaped(text);
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" text-anchor=\"middle\" transform=\"translate({x} {y}) rotate(-90)\">{text}</text>"
        );
    }

    /// Draws inside a group of a class.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Svg)) {
        let _ = writeln!(self.body, "<g class=\"{class}\">");
        draw(self);
        self.body.push_str("</g>\n");
    }

    fn close(&mut self, element: &str, tip: &str) {
        if tip.is_empty() {
            self.body.push_str("/>\n");
        } else {
            let tip = escaped(tip);
            let _ = writeln!(self.body, "><title>{tip}</title></{element}>");
        }
    }

    /// The finished drawing.
    pub fn finish(&self) -> String {
        let (width, height) = (place(self.width), place(self.height));
        let class = match self.class.as_str() {
            "" => "chart".to_string(),
            class => format!("chart {class}"),
        };
        format!(
            "<svg class=\"{class}\" role=\"img\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n<desc>{}</desc>\n{}</svg>\n",
            escaped(&self.title),
            escaped(&self.description),
            self.body
        )
    }
}

fn path_of(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (index, &(x, y)) in points.iter().enumerate() {
        let letter = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{letter}{} {}", place(x), place(y));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!(place(1.0), "1");
        assert_eq!(place(-0.001), "0");
        assert_eq!(place(12.345678), "12.35");
        assert_eq!(place(100.0), "100");
    }

    #[test]
    fn drawings_are_named_and_escaped() {
        let mut svg = Svg::new(10.0, 20.5, "a < b", "c & d");
        svg.text("t", (1.0, 2.0), Anchor::End, "<script>");
        svg.disc("d", (1.0, 1.0), 2.0, "tip \"x\"");
        let text = svg.finish();
        assert!(text.contains("<title>a &lt; b</title>\n<desc>c &amp; d</desc>"));
        assert!(text.contains("text-anchor=\"end\">&lt;script&gt;</text>"));
        assert!(text.contains("<title>tip &quot;x&quot;</title></circle>"));
        assert!(text.contains("viewBox=\"0 0 10 20.5\""));
    }
}

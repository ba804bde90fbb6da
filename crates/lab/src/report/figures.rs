//! The figures of a page as drawings of their own.

use super::sections::Section;

/// A figure as a file: a drawing with its own style, which any program that reads SVG can show.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Figure {
    /// The section of the page and the number in it, for example `games-2`.
    pub name: String,
    /// The drawing.
    pub svg: String,
}

/// The space around a drawing, in pixels: labels may stand a little outside its frame.
const MARGIN: f64 = 16.0;

/// The drawings in the sections, in order. Those that stand in for others on a narrow page are left
/// out.
pub(super) fn figures(sections: &[Section], page_style: &str) -> Vec<Figure> {
    let style = style(page_style);
    let mut all = Vec::new();
    for section in sections {
        let drawings = drawings(&section.body);
        let wide = drawings.into_iter().filter(|svg| !is_narrow(svg));
        for (number, svg) in (1..).zip(wide) {
            all.push(Figure {
                name: format!("{}-{number}", section.id),
                svg: alone(svg, &style),
            });
        }
    }
    all
}

/// What stands between `<svg ` and `</svg>`, without both.
fn drawings(body: &str) -> Vec<&str> {
    let parts = body.split("<svg ").skip(1);
    parts
        .filter_map(|part| part.split_once("</svg>"))
        .map(|(svg, _)| svg)
        .collect()
}

fn is_narrow(svg: &str) -> bool {
    attribute(svg, "class").is_some_and(|classes| classes.split(' ').any(|one| one == "narrow"))
}

/// An attribute of the opening tag.
fn attribute<'a>(svg: &'a str, name: &str) -> Option<&'a str> {
    let (tag, _) = svg.split_once('>')?;
    let (_, rest) = tag.split_once(&format!("{name}=\""))?;
    Some(rest.split_once('"')?.0)
}

/// A drawing with a margin, a background and its style.
fn alone(svg: &str, style: &str) -> String {
    let side = |name: &str| -> f64 {
        let value = attribute(svg, name).and_then(|text| text.parse().ok());
        value.unwrap_or_default()
    };
    let (width, height) = (side(" width"), side(" height"));
    let (whole_width, whole_height) = (width + 2.0 * MARGIN, height + 2.0 * MARGIN);
    let (_, inside) = svg.split_once('>').unwrap_or(("", ""));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"-{MARGIN} -{MARGIN} \
         {whole_width} {whole_height}\" width=\"{whole_width}\" height=\"{whole_height}\">\n\
         <style>\n{style}</style>\n<rect x=\"-{MARGIN}\" y=\"-{MARGIN}\" \
         width=\"{whole_width}\" height=\"{whole_height}\" fill=\"#ffffff\"/>{inside}</svg>\n"
    )
}

/// The rules of the page's style sheet that are about drawings, in the colours of a light page and
/// without variables, which many programs do not know.
fn style(page: &str) -> String {
    let mut colours: Vec<(String, String)> = Vec::new();
    let mut style = String::new();
    let mut depth = 0;
    for rule in page.split_inclusive('}') {
        let (selector, declarations) = rule.split_once('{').unwrap_or((rule, ""));
        let is_top = depth == 0;
        depth += rule.matches('{').count();
        depth = depth.saturating_sub(rule.matches('}').count());
        let (selector, declarations) = (selector.trim(), declarations.trim_end_matches('}'));
        if selector.is_empty() || !is_top || selector.starts_with('@') {
            continue;
        }
        if selector == ":root" {
            let named = declarations
                .split(';')
                .filter_map(|one| one.split_once(':'));
            colours.extend(named.map(|(name, value)| (name.trim().into(), value.trim().into())));
            // On paper the background is white.
            colours.retain(|(name, _)| name != "--paper");
            colours.push(("--paper".to_string(), "#ffffff".to_string()));
        } else if declarations.contains("var(--s)") {
            for number in 1..=7 {
                let declarations = declarations.replace("var(--s)", &format!("var(--s{number})"));
                let selector = selector.replace("svg ", &format!(".s{number} "));
                style += &format!("{selector} {{{}}}\n", resolved(&declarations, &colours));
            }
        } else if is_of_drawings(selector) {
            style += &format!("{selector} {{{}}}\n", resolved(declarations, &colours));
        }
    }
    style
}

/// Whether a selector names what drawings hold.
fn is_of_drawings(selector: &str) -> bool {
    let first = selector.split([' ', ',']).next().unwrap_or_default();
    let pieces = ["I", "O", "T", "S", "Z", "J", "L"];
    first == "svg"
        || [".field", ".wall", ".cells", ".going"].contains(&first)
        || pieces.iter().any(|piece| first == format!(".p{piece}"))
}

fn resolved(declarations: &str, colours: &[(String, String)]) -> String {
    let mut text = declarations.trim().to_string();
    for (name, value) in colours {
        text = text.replace(&format!("var({name})"), value);
    }
    format!(" {text} ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const STYLE: &str = include_str!("style.css");

    #[test]
    fn the_style_of_a_figure_has_no_variables_and_nothing_of_the_page() {
        let style = style(STYLE);
        assert!(!style.contains("var(") && !style.contains("--"), "{style}");
        assert!(style.contains("svg .bar { fill: #b7d2ea; }"), "{style}");
        assert!(style.contains(".s2 .series { fill: none; stroke: #c44e00;"));
        assert!(style.contains(".pI { fill: #4ba3d6; }"));
        assert!(style.contains("svg .point { fill: #0b62a8; stroke: #ffffff;"));
        for of_the_page in ["body", "table", "@media", ".facts"] {
            assert!(!style.contains(of_the_page), "{of_the_page}");
        }
    }

    #[test]
    fn drawings_are_taken_out_of_the_page() {
        let svg = |class: &str| {
            format!(
                "<svg class=\"{class}\" width=\"10\" height=\"20.5\">\n<title>t</title>\n</svg>\n"
            )
        };
        let body = format!(
            "<p>{}{}{}</p>",
            svg("chart wide"),
            svg("chart narrow"),
            svg("chart")
        );
        let section = Section {
            id: "games",
            heading: "Games",
            body,
        };
        let figures = figures(&[section], "svg .bar { fill: red; }");
        let names: Vec<&str> = figures.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["games-1", "games-2"]);
        let svg = &figures[0].svg;
        assert!(svg.contains("viewBox=\"-16 -16 42 52.5\""), "{svg}");
        assert!(svg.contains("svg .bar { fill: red; }") && svg.contains("<title>t</title>"));
    }
}

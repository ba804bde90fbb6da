//! Text made safe for a page.

/// Text as it stands between tags or inside a quoted attribute. Characters that no page may hold
/// (control characters) are shown as the replacement character, so that a name from a file cannot
/// break the page.
///
/// ```
/// use tetrarium_lab::report::escaped;
/// assert_eq!(escaped("<b> & \"c\""), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\n' | '\t' => safe.push(character),
            // Marks that turn the direction of what follows would let a name rearrange the words
            // around it.
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                safe.push('\u{fffd}');
            }
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => safe.push('\u{fffd}'),
            c => safe.push(c),
        }
    }
    safe
}

/// A table of a page: heads and rows of cells that are HTML already.
pub(super) struct Table {
    columns: Vec<(String, &'static str)>,
    rows: Vec<(String, Vec<String>)>,
}

impl Table {
    /// A table with these columns: the head, and the class of its cells (`num` for numbers).
    pub(super) fn new(columns: &[(&str, &'static str)]) -> Table {
        let columns = columns.iter();
        Table {
            columns: columns
                .map(|(head, class)| (head.to_string(), *class))
                .collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.marked("", cells);
    }

    /// Adds a row of a class.
    pub(super) fn marked(&mut self, class: &str, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push((class.to_string(), cells));
    }

    /// The table in a box that scrolls sideways where the page is narrow. The first column is the
    /// head of its row.
    pub(super) fn html(&self, label: &str) -> String {
        let mut html = format!(
            "<div class=\"scroll\" role=\"region\" aria-label=\"{}\" tabindex=\"0\"><table>\n<thead><tr>",
            escaped(label)
        );
        for (head, class) in &self.columns {
            html += &format!("<th scope=\"col\"{}>{head}</th>", class_of(class));
        }
        html += "</tr></thead>\n<tbody>\n";
        for (class, cells) in &self.rows {
            html += &format!("<tr{}>", class_of(class));
            for (index, (cell, (_, class))) in cells.iter().zip(&self.columns).enumerate() {
                html += &match index {
                    0 => format!("<th scope=\"row\"{}>{cell}</th>", class_of(class)),
                    _ => format!("<td{}>{cell}</td>", class_of(class)),
                };
            }
            html += "</tr>\n";
        }
        html + "</tbody></table></div>\n"
    }
}

fn class_of(class: &str) -> String {
    match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    }
}

/// A figure: drawings and the words below them, which are HTML already.
pub(super) fn figure(drawings: &str, caption: &str) -> String {
    format!("<figure>\n{drawings}<figcaption>{caption}</figcaption>\n</figure>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_out() {
        assert_eq!(escaped("a\u{0}b\u{202e}c"), "a\u{fffd}b\u{fffd}c");
        assert_eq!(escaped("'x'"), "&#39;x&#39;");
        assert_eq!(escaped("10×20 ≥ ½"), "10×20 ≥ ½");
    }

    #[test]
    fn tables_have_heads() {
        let mut table = Table::new(&[("name", ""), ("lines", "num")]);
        table.marked("best", vec!["a".to_string(), "1".to_string()]);
        let html = table.html("all & sundry");
        assert!(html.contains("aria-label=\"all &amp; sundry\""));
        assert!(
            html.contains(
                "<tr class=\"best\"><th scope=\"row\">a</th><td class=\"num\">1</td></tr>"
            )
        );
    }
}

//! Names with their values, a line each.

use std::fmt;

use crate::style::{Style, plain, width};
use crate::terminal::wrapped;

/// A list of names and values. Long values are wrapped.
pub struct Fields {
    /// The columns of the names.
    names: usize,
    text: String,
}

impl Fields {
    /// An empty list whose names take this number of columns.
    pub fn new(names: usize) -> Fields {
        Fields {
            names,
            text: String::new(),
        }
    }

    /// Adds a name with its value. Nothing is added for an empty value.
    pub fn add(&mut self, name: &str, value: &str) {
        if value.is_empty() {
            return;
        }
        let padding = " ".repeat(self.names.saturating_sub(width(name)));
        let indent = self.names.max(width(name)) + 2;
        let value = wrapped(&plain(value), indent);
        self.text += &format!("{}{padding}  {value}\n", Style::Dim.on(name));
    }
}

impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::finished;

    #[test]
    fn values_begin_in_one_column_and_control_characters_are_shown() {
        let mut fields = Fields::new(6);
        fields.add("name", "bcts\x1b");
        fields.add("note", "");
        fields.add("search", "greedy");
        let text = finished(&fields.to_string(), None, false);
        assert_eq!(text, "name    bcts\\u{1b}\nsearch  greedy\n");
    }
}

//! The text of a controller file: places in it, and errors that name them.

use std::collections::HashMap;

use toml::Spanned;

use crate::controller::ControllerError;

/// A table of any keys, with their places so that errors can name the line and the order of the
/// file is kept.
pub(super) type Table = HashMap<Spanned<String>, Spanned<toml::Value>>;

/// Reads a controller file.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    /// The bytes of a file beside the text, by its name; the error says why there are none.
    pub(super) beside: &'a dyn Fn(&str) -> Result<Vec<u8>, String>,
}

impl Reader<'_> {
    fn line_at(&self, offset: usize) -> usize {
        1 + self.text[..offset.min(self.text.len())]
            .matches('\n')
            .count()
    }

    pub(super) fn error(
        &self,
        span: std::ops::Range<usize>,
        message: impl ToString,
    ) -> ControllerError {
        ControllerError {
            line: Some(self.line_at(span.start)),
            message: message.to_string(),
        }
    }

    pub(super) fn parse<T: serde::de::DeserializeOwned>(&self) -> Result<T, ControllerError> {
        toml::from_str(self.text).map_err(|error| ControllerError {
            line: error.span().map(|span| self.line_at(span.start)),
            message: error.message().lines().collect::<Vec<_>>().join(" "),
        })
    }
}

/// An error of the file as a whole.
pub(super) fn whole(message: impl ToString) -> ControllerError {
    ControllerError {
        line: None,
        message: message.to_string(),
    }
}

/// The entries of a table in the order of the file.
pub(super) fn in_order<V>(table: &HashMap<Spanned<String>, V>) -> Vec<(&Spanned<String>, &V)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

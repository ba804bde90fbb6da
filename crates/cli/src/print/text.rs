//! Text for the terminal.

use tetrarium_engine::Reported;

pub use tetrarium_lab::numbers::{rate, real, whole};

/// A reported figure, with its interval.
pub fn reported_figure(figure: &Reported) -> String {
    let mut text = real(figure.lines);
    if let Some(interval) = &figure.interval {
        text += &format!(" {interval}");
    }
    text
}

/// Wraps text to a width and indents each line after the first.
pub fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_at_words_and_indented() {
        assert_eq!(wrapped("one two three", 7, 2), "one two\n  three");
    }
}

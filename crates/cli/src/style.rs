//! Text on its way to the terminal: which characters may reach it, how many columns it takes, where
//! it is wrapped, and which parts stand out.
//!
//! Marks say which parts stand out. They are noncharacters of Unicode, which are kept for such use
//! inside a program: they have no width, and [`finished`] turns them into codes of the terminal or
//! takes them out. No text from a file can bring a code of its own: [`plain`] shows its control
//! characters as `\u{1b}`.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// The mark after a part that stands out.
const END: char = '\u{fdd0}';

/// How a part stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// For headings.
    Bold,
    /// For what matters less.
    Dim,
    /// For the best row of a table.
    Good,
    /// For errors.
    Bad,
}

impl Style {
    const ALL: [Style; 4] = [Style::Bold, Style::Dim, Style::Good, Style::Bad];

    fn mark(self) -> char {
        match self {
            Style::Bold => '\u{fdd1}',
            Style::Dim => '\u{fdd2}',
            Style::Good => '\u{fdd3}',
            Style::Bad => '\u{fdd4}',
        }
    }

    fn code(self) -> &'static str {
        match self {
            Style::Bold => "\x1b[1m",
            Style::Dim => "\x1b[2m",
            Style::Good => "\x1b[1;32m",
            Style::Bad => "\x1b[1;31m",
        }
    }

    /// Text that stands out in this way.
    pub fn on(self, text: &str) -> String {
        match text {
            "" => String::new(),
            text => format!("{}{text}{END}", self.mark()),
        }
    }
}

fn is_mark(c: char) -> bool {
    ('\u{fdd0}'..='\u{fdef}').contains(&c)
}

/// Whether a character changes how the text around it is shown: control characters, and those that
/// turn the direction of writing around.
fn is_hostile(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text from anywhere on one line: control characters as `\u{1b}`, no marks.
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| is_hostile(c) || is_mark(c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => shown.push(' '),
            c if is_mark(c) => shown.push(char::REPLACEMENT_CHARACTER),
            c => push_shown(c, &mut shown),
        }
    }
    Cow::Owned(shown)
}

/// The text as it is written: lines of at most these columns, marks as codes of the terminal or
/// without them, control characters but the ends of lines as `\u{1b}`.
pub fn finished(text: &str, columns: Option<usize>, colour: bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => shown.push('\n'),
            '\t' => shown.push(' '),
            c => push_shown(c, &mut shown),
        }
    }
    match columns {
        None => coded(&shown, colour),
        Some(columns) => coded(&reflowed(&shown, columns), colour),
    }
}

/// The text with marks as codes of the terminal, or without them. What stands out ends with its
/// line.
fn coded(text: &str, colour: bool) -> String {
    let mut written = String::with_capacity(text.len());
    let mut open = false;
    let end = |open: &mut bool, written: &mut String| {
        if std::mem::take(open) {
            written.push_str("\x1b[0m");
        }
    };
    for c in text.chars() {
        match c {
            '\n' => {
                end(&mut open, &mut written);
                written.push('\n');
            }
            END => end(&mut open, &mut written),
            c if is_mark(c) => {
                let style = Style::ALL.into_iter().find(|style| style.mark() == c);
                if let Some(style) = style.filter(|_| colour) {
                    written.push_str(style.code());
                    open = true;
                }
            }
            c => written.push(c),
        }
    }
    end(&mut open, &mut written);
    written
}

/// The text with its long lines wrapped at words. A line goes on below its own beginning, or below
/// the value where it has a name and a value with a gap between them.
fn reflowed(text: &str, columns: usize) -> String {
    let fitting = |line: &str| match width(line) <= columns {
        true => line.to_string(),
        false => wrapped_line(line, columns),
    };
    text.split('\n').map(fitting).collect::<Vec<_>>().join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    let indent = " ".repeat(hanging(line).min(columns / 2));
    let mut text = String::new();
    let mut taken = 0;
    let mut spaces = 0;
    for word in line.split(' ') {
        if word.is_empty() {
            spaces += 1;
            continue;
        }
        let at_beginning = text.trim_start().is_empty() || taken == indent.len();
        if !at_beginning && taken + spaces + width(word) > columns {
            text.push_str(&format!("\n{indent}{word}"));
            taken = indent.len() + width(word);
        } else {
            text.push_str(&format!("{}{word}", " ".repeat(spaces)));
            taken += spaces + width(word);
        }
        spaces = 1;
    }
    text
}

/// The column in which a wrapped line goes on.
fn hanging(line: &str) -> usize {
    let begin = line.len() - line.trim_start_matches(' ').len();
    let gap = line[begin..].find("  ").map(|at| begin + at);
    let value = gap.map(|at| at + line[at..].len() - line[at..].trim_start_matches(' ').len());
    value
        .map(|value| width(&line[..value]))
        .filter(|column| *column <= 32)
        .unwrap_or(begin)
}

fn push_shown(c: char, text: &mut String) {
    match is_hostile(c) {
        true => text.extend(c.escape_unicode()),
        false => text.push(c),
    }
}

/// The columns that a text of one line takes.
pub fn width(text: &str) -> usize {
    let columns = |c: char| match is_mark(c) {
        true => 0,
        false => c.width().unwrap_or(0),
    };
    text.chars().map(columns).sum()
}

/// The columns of the longest word of a text.
pub fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(width).max().unwrap_or(0)
}

/// The lines of a text that is wrapped at words. A word that is longer than a line is not broken.
pub fn lines(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in text.split_whitespace() {
        let size = width(word);
        let line = lines.last_mut().expect("there is a line");
        if line.is_empty() {
            line.push_str(word);
            taken = size;
        } else if taken + 1 + size <= columns {
            line.push(' ');
            line.push_str(word);
            taken += 1 + size;
        } else {
            lines.push(word.to_string());
            taken = size;
        }
    }
    lines
}

/// The beginning of a text of one line that fits, with an ellipsis where it was cut.
pub fn shortened(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_string();
    }
    let mut short = String::new();
    let mut taken = 0;
    for c in text.chars() {
        taken += width(c.encode_utf8(&mut [0; 4]));
        if taken >= columns {
            break;
        }
        short.push(c);
    }
    short.push('…');
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(plain("bcts"), "bcts");
        assert_eq!(plain("a\x1b[2J\x07\u{9b}"), "a\\u{1b}[2J\\u{7}\\u{9b}");
        assert_eq!(plain("a\nb\u{202e}"), "a b\\u{202e}");
        assert_eq!(plain("\u{fdd1}"), "\u{fffd}");
        assert_eq!(finished("a\x1bb\r\n", None, true), "a\\u{1b}b\\u{d}\n");
    }

    #[test]
    fn what_stands_out_ends_with_its_line() {
        let text = format!("{} b", Style::Bold.on("a"));
        assert_eq!(finished(&text, None, true), "\x1b[1ma\x1b[0m b");
        assert_eq!(finished(&text, None, false), "a b");
        assert_eq!(finished("\u{fdd2}a\nb", None, true), "\x1b[2ma\x1b[0m\nb");
        assert_eq!(width(&text), 3);
    }

    #[test]
    fn text_is_wrapped_at_words_and_never_inside_one() {
        assert_eq!(lines("one two three", 7), ["one two", "three"]);
        assert_eq!(
            lines("a thiery-scherrer b", 5),
            ["a", "thiery-scherrer", "b"]
        );
        assert_eq!(lines("", 5), [""]);
    }

    #[test]
    fn long_lines_go_on_below_their_value_or_their_beginning() {
        let text = "short\nname   one two three\n  four five six\n";
        assert_eq!(
            finished(text, Some(14), false),
            "short\nname   one two\n       three\n  four five\n  six\n"
        );
        assert_eq!(
            finished("one-very-long-word", Some(5), false),
            "one-very-long-word"
        );
        assert_eq!(
            finished("a one-very-long-word", Some(5), false),
            "a\none-very-long-word"
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        assert_eq!(width("俄罗斯"), 6);
        assert_eq!(shortened("俄罗斯", 4), "俄…");
        assert_eq!(shortened("bcts", 4), "bcts");
        assert_eq!(shortened("bcts!", 4), "bct…");
    }
}

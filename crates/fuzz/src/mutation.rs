//! Texts that are nearly right.

use serde_json::Value;

use crate::Dice;

/// Numbers at which arithmetic breaks.
const NUMBERS: &[&str] = &[
    "0",
    "-0",
    "1",
    "-1",
    "0.5",
    "2147483647",
    "2147483648",
    "-2147483648",
    "-2147483649",
    "4294967295",
    "4294967296",
    "9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1e308",
    "-1e308",
    "1e309",
    "1e-320",
    "4.9e-324",
    "nan",
    "inf",
    "-inf",
    "1e18",
    "255",
    "256",
    "65536",
];

/// Pieces of text that parsers may stumble over.
const WORDS: &[&str] = &[
    "\u{1b}[31m",
    "\u{7}",
    "\0",
    "\r\n",
    "\n",
    "\t",
    "\u{feff}",
    "é",
    "😀",
    "\u{202e}",
    "\"",
    "'",
    "\\",
    "\"\"\"",
    "=",
    ":",
    ",",
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    "|",
    "#",
    "-",
    "_",
    ".",
    "..",
    " ",
    "true",
    "null",
    "schema = 1\n",
    "schema = 2\n",
    "\\u0000",
    "×",
    "x",
    "%",
];

/// A text with one to eight changes. Parts of `other` texts are mixed in.
pub fn changed(dice: &mut Dice, text: &str, others: &[String]) -> String {
    let mut text = text.to_string();
    for _ in 0..dice.between(1, 8) {
        text = change(dice, &text, others);
        if text.len() > 1 << 16 {
            break;
        }
    }
    text
}

fn change(dice: &mut Dice, text: &str, others: &[String]) -> String {
    match dice.below(10) {
        0 | 1 => with_number(dice, text),
        2 => {
            let (from, to) = span(dice, text, 8);
            format!("{}{}", &text[..from], &text[to..])
        }
        3 => {
            let at = place(dice, text);
            format!("{}{}{}", &text[..at], dice.of(WORDS), &text[at..])
        }
        4 => {
            let (from, to) = span(dice, text, 40);
            let times = dice.of(&[2, 3, 100]);
            format!(
                "{}{}{}",
                &text[..from],
                text[from..to].repeat(times),
                &text[to..]
            )
        }
        5 => lines_changed(dice, text),
        6 if !others.is_empty() => {
            let other = &others[dice.below(others.len() as u32) as usize];
            let (from, to) = span(dice, other, 200);
            let at = place(dice, text);
            format!("{}{}{}", &text[..at], &other[from..to], &text[at..])
        }
        7 => text[..place(dice, text)].to_string(),
        8 => {
            let (from, to) = span(dice, text, 1);
            let letter = char::from_u32(dice.below(0x250)).unwrap_or('?');
            format!("{}{letter}{}", &text[..from], &text[to..])
        }
        _ => {
            let at = place(dice, text);
            let (open, times) = (
                dice.of(&["[", "{", "(", "a.", "\"", "-"]),
                dice.of(&[3, 300, 9000]),
            );
            format!("{}{}{}", &text[..at], open.repeat(times), &text[at..])
        }
    }
}

/// A place between two characters.
fn place(dice: &mut Dice, text: &str) -> usize {
    let mut at = dice.between(0, text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A part of at most about `most` bytes.
fn span(dice: &mut Dice, text: &str, most: usize) -> (usize, usize) {
    let from = place(dice, text);
    let mut to = (from + dice.between(0, most)).min(text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    (from, to)
}

/// One number of the text is another.
fn with_number(dice: &mut Dice, text: &str) -> String {
    let digit = |c: char| c.is_ascii_digit();
    let starts: Vec<usize> = text
        .char_indices()
        .filter(|&(at, c)| digit(c) && !text[..at].ends_with(|c| digit(c) || c == '.'))
        .map(|(at, _)| at)
        .collect();
    if starts.is_empty() {
        return text.to_string();
    }
    let mut from = dice.of(&starts);
    let rest = &text[from..];
    let to = from + rest.find(|c| !digit(c) && c != '.').unwrap_or(rest.len());
    if dice.below(2) == 0 && text[..from].ends_with('-') {
        from -= 1;
    }
    format!("{}{}{}", &text[..from], dice.of(NUMBERS), &text[to..])
}

/// A line is left out, doubled or moved.
fn lines_changed(dice: &mut Dice, text: &str) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.is_empty() {
        return text.to_string();
    }
    let at = dice.between(0, lines.len() - 1);
    let line = lines[at];
    match dice.below(3) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, line),
        _ => {
            lines.remove(at);
            let to = dice.between(0, lines.len());
            lines.insert(to, line);
        }
    }
    lines.join("\n")
}

/// A JSON value with one to four parts changed.
pub fn changed_json(dice: &mut Dice, value: &Value) -> Value {
    let mut value = value.clone();
    for _ in 0..dice.between(1, 4) {
        change_json(dice, &mut value);
    }
    value
}

fn change_json(dice: &mut Dice, value: &mut Value) {
    let deeper = dice.below(8) > 0;
    match value {
        Value::Object(fields) if deeper && !fields.is_empty() => {
            let at = dice.between(0, fields.len() - 1);
            let Some(name) = fields.keys().nth(at).cloned() else {
                return;
            };
            match dice.below(12) {
                0 => drop(fields.remove(&name)),
                1 => drop(fields.insert("colour".to_string(), Value::from(1))),
                _ => change_json(dice, &mut fields[&name]),
            }
        }
        Value::Array(items) if deeper && !items.is_empty() => {
            let at = dice.between(0, items.len() - 1);
            match dice.below(8) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                2 => items.clear(),
                _ => change_json(dice, &mut items[at]),
            }
        }
        other => *other = hostile(dice, other),
    }
}

/// Another value, mostly of the same type.
fn hostile(dice: &mut Dice, old: &Value) -> Value {
    let number = |dice: &mut Dice| {
        let text = dice.of(NUMBERS);
        serde_json::from_str(text).unwrap_or_else(|_| Value::from(text))
    };
    match (old, dice.below(8)) {
        (Value::Number(_), 0..6) => number(dice),
        (Value::String(text), 0..6) => Value::from(change(dice, text, &[])),
        (Value::Bool(yes), 0..6) => Value::from(!yes),
        (Value::Null, 0..6) => number(dice),
        (_, 6) => Value::Null,
        _ => dice_value(dice),
    }
}

fn dice_value(dice: &mut Dice) -> Value {
    match dice.below(5) {
        0 => Value::from(dice.of(WORDS)),
        1 => Value::from(dice.real()),
        2 => Value::Array(Vec::new()),
        3 => serde_json::json!({}),
        _ => Value::from(u64::MAX),
    }
}

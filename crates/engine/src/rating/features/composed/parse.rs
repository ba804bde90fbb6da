//! Reading expressions.
//!
//! ```text
//! expression = product [ "if" product comparison product ]
//! product    = atom { ( "*" | "/" ) atom }
//! atom       = number | feature | ( "min" | "max" ) "(" expression { "," expression } ")"
//!            | [ "squared-" ] [ "delta-" ] "(" expression ")"
//! ```

use super::expression::{Comparison, Expression};
use super::kept;
use crate::game::board::Size;
use crate::names::one_of;
use crate::rating::features::reading::Reading;
use crate::rating::features::values::Count;

/// The names, numbers and signs that an expression has at most.
const MOST_TOKENS: usize = 100;

/// The characters that a number has at most.
const LONGEST_NUMBER: usize = 12;

/// What is wrong, and from which character on, the first being 1.
type Wrong = (usize, String);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Token<'a> {
    /// The character it begins with, the first being 1.
    place: usize,
    text: &'a str,
}

/// The expression that a text is.
pub(super) fn expression(text: &str) -> Result<Expression, Wrong> {
    let tokens = tokens(text)?;
    if tokens.len() > MOST_TOKENS {
        let place = tokens[MOST_TOKENS].place;
        let message =
            format!("it is too long: at most {MOST_TOKENS} names, numbers and signs are possible");
        return Err((place, message));
    }
    let end = text.chars().count() + 1;
    let mut parser = Parser {
        tokens,
        next: 0,
        end,
    };
    let expression = parser.expression()?;
    match parser.peek() {
        "" => Ok(expression),
        _ => Err(parser.expected("the end, *, / or if")),
    }
}

fn tokens(text: &str) -> Result<Vec<Token<'_>>, Wrong> {
    let mut tokens = Vec::new();
    let mut rest = text;
    let mut place = 1;
    while let Some(first) = rest.chars().next() {
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let length = match first {
            _ if first.is_alphabetic() => {
                let is_name = |c: char| c.is_alphanumeric() || "-_".contains(c);
                rest.find(|c| !is_name(c)).unwrap_or(rest.len())
            }
            _ if is_number(rest.strip_prefix('-').unwrap_or(rest)) => {
                let is_part = |c: char| c.is_ascii_digit() || c == '.';
                let after = rest[1..].find(|c| !is_part(c));
                after.map_or(rest.len(), |after| after + 1)
            }
            '<' | '>' | '!' if rest[1..].starts_with('=') => 2,
            '*' | '/' | '(' | ')' | ',' | '<' | '>' | '=' => 1,
            _ if first.is_whitespace() => first.len_utf8(),
            '+' | '-' => {
                let message = format!(
                    "there is no `{first}` of features: give each a weight of its own, and the \
                     rating adds them"
                );
                return Err((place, message));
            }
            _ => return Err((place, format!("`{first}` is no part of an expression"))),
        };
        let (text, after) = rest.split_at(length);
        if !first.is_whitespace() {
            tokens.push(Token { place, text });
        }
        place += text.chars().count();
        rest = after;
    }
    Ok(tokens)
}

struct Parser<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    /// The place behind the last character.
    end: usize,
}

impl<'a> Parser<'a> {
    /// The text of the next token; empty at the end.
    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).map_or("", |token| token.text)
    }

    fn place(&self) -> usize {
        self.tokens
            .get(self.next)
            .map_or(self.end, |token| token.place)
    }

    fn takes(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.next += usize::from(is_next);
        is_next
    }

    fn expected(&self, what: &str) -> Wrong {
        let found = match self.peek() {
            "" => "the end".to_string(),
            text => format!("`{text}`"),
        };
        (self.place(), format!("{what} was expected, not {found}"))
    }

    fn expect(&mut self, text: &str) -> Result<(), Wrong> {
        match self.takes(text) {
            true => Ok(()),
            false => Err(self.expected(&format!("`{text}`"))),
        }
    }

    fn expression(&mut self) -> Result<Expression, Wrong> {
        let value = self.product()?;
        if !self.takes("if") {
            return Ok(value);
        }
        let left = self.product()?;
        let found = Comparison::ALL
            .iter()
            .find(|(sign, _)| *sign == self.peek());
        let Some((_, comparison)) = found else {
            let signs = Comparison::ALL.map(|(sign, _)| sign);
            return Err(self.expected(&one_of(&signs)));
        };
        self.next += 1;
        let right = self.product()?;
        Ok(Expression::If(Box::new([value, left, right]), *comparison))
    }

    fn product(&mut self) -> Result<Expression, Wrong> {
        let mut value = self.atom()?;
        loop {
            if self.takes("*") {
                value = Expression::Product(Box::new([value, self.atom()?]));
            } else if self.takes("/") {
                let place = self.place();
                let under = self.atom()?;
                check_denominator(&under).map_err(|message| (place, message))?;
                value = Expression::Ratio(Box::new([value, under]));
            } else {
                return Ok(value);
            }
        }
    }

    fn atom(&mut self) -> Result<Expression, Wrong> {
        let (place, text) = (self.place(), self.peek());
        let follows = self.tokens.get(self.next + 1).map(|token| token.text);
        if self.takes("(") {
            let inner = self.expression()?;
            self.expect(")")?;
            return Ok(inner);
        }
        if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            self.next += 1;
            return number(text).map_err(|message| (place, message));
        }
        if !text.starts_with(char::is_alphabetic) || text == "if" {
            return Err(self.expected("a feature or a number"));
        }
        self.next += 1;
        match (text, follows) {
            ("min", Some("(")) => Ok(Expression::Min(self.list()?)),
            ("max", Some("(")) => Ok(Expression::Max(self.list()?)),
            ("squared-" | "delta-" | "squared-delta-", Some("(")) => {
                self.next += 1;
                let inner = self.expression()?;
                self.expect(")")?;
                modified(text, inner).map_err(|message| (place, message))
            }
            _ => feature(text).map_err(|message| (place, message)),
        }
    }

    /// What stands in the parentheses of a minimum or a maximum.
    fn list(&mut self) -> Result<Vec<Expression>, Wrong> {
        self.expect("(")?;
        let mut parts = vec![self.expression()?];
        self.expect(",")?;
        loop {
            parts.push(self.expression()?);
            if !self.takes(",") {
                self.expect(")")?;
                return Ok(parts);
            }
        }
    }
}

fn number(text: &str) -> Result<Expression, String> {
    match text.parse::<f64>() {
        Ok(number) if text.len() <= LONGEST_NUMBER => Ok(Expression::Number(number + 0.0)),
        Ok(_) => Err(format!(
            "{text} is too long: a number has at most {LONGEST_NUMBER} characters"
        )),
        Err(_) => Err(format!("`{text}` is no number")),
    }
}

fn feature(name: &str) -> Result<Expression, String> {
    let reading = Reading::of_catalogue(name).map_err(|error| error.to_string())?;
    match reading.feature.count {
        Count::One => Ok(Expression::Part(reading)),
        _ => Err(format!(
            "{name} has several values: only features of one value can be composed"
        )),
    }
}

/// `squared-(…)`, `delta-(…)`.
fn modified(modifier: &str, inner: Expression) -> Result<Expression, String> {
    let mut reading = kept::reading(inner)?;
    if modifier.contains("delta-") {
        if reading.delta || reading.squared {
            return Err(format!("`delta-` cannot stand before {reading}"));
        }
        reading = reading.delta().map_err(|error| error.to_string())?;
    }
    if modifier.contains("squared-") {
        if reading.squared {
            return Err(format!("`squared-` cannot stand before {reading}"));
        }
        reading = reading.squared();
    }
    let written = Reading::of_catalogue(&reading.to_string());
    if reading.feature.is_in_catalogue() && written.as_ref() != Ok(&reading) {
        return Err(format!("`{reading}` is another feature: write a product"));
    }
    Ok(Expression::Part(reading))
}

fn check_denominator(under: &Expression) -> Result<(), String> {
    if *under == Expression::Number(0.0) {
        return Err("0 cannot be divided by".to_string());
    }
    match under.least_size(Size::STANDARD) {
        Some(_) => Ok(()),
        None => Err(format!(
            "{under} cannot be divided by: its values can be as near to 0 as they like"
        )),
    }
}

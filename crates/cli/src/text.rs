//! Numbers and words as people read them.

/// A whole number with thousands set apart.
pub fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A real number from 0 up: thousands set apart, decimals only where they say something.
pub fn real(number: f64) -> String {
    if number.is_infinite() {
        return "∞".to_string();
    }
    let decimals = match number.abs() {
        x if x >= 1000.0 => 0,
        x if x >= 100.0 => 1,
        _ => 2,
    };
    let text = format!("{:.decimals$}", number.abs());
    let (before, after) = text.split_once('.').unwrap_or((&text, ""));
    let sign = if number < 0.0 { "-" } else { "" };
    let before = before
        .parse()
        .map(whole)
        .unwrap_or_else(|_| before.to_string());
    let after = after.trim_end_matches('0');
    match after {
        "" => format!("{sign}{before}"),
        _ => format!("{sign}{before}.{after}"),
    }
}

/// A rate with its unit.
pub fn rate(per_second: f64) -> String {
    match per_second {
        r if r >= 1e9 => format!("{:.2} billion", r / 1e9),
        r if r >= 1e6 => format!("{:.2} million", r / 1e6),
        r => whole(r as u64),
    }
}

/// Wraps text to a width, each line after the first indented.
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
    fn numbers_are_set_apart() {
        assert_eq!(whole(0), "0");
        assert_eq!(whole(999), "999");
        assert_eq!(whole(1_234_567), "1,234,567");
        assert_eq!(real(1234.56), "1,235");
        assert_eq!(real(12.5), "12.5");
        assert_eq!(real(0.0), "0");
        assert_eq!(real(-3.25), "-3.25");
        assert_eq!(real(f64::INFINITY), "∞");
        assert_eq!(rate(2_500_000.0), "2.50 million");
    }

    #[test]
    fn words_wrap() {
        assert_eq!(wrapped("one two three", 7, 2), "one two\n  three");
    }
}

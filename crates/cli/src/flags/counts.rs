//! Counts as flags take them: `20000`, `50k`, `1.5M`, `2G`.

use std::ops::RangeInclusive;

/// The endings of a count, with the zeros that each stands for.
const ENDINGS: [(char, u32); 3] = [('k', 3), ('M', 6), ('G', 9)];

/// A whole number, which may end in k, M or G.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || {
        "a whole number was expected, which may end in k, M or G (20000, 50k, 1.5M, 2G)".to_string()
    };
    let plain = text.trim().replace('_', "");
    let ending = ENDINGS
        .iter()
        .find_map(|(letter, zeros)| Some((plain.strip_suffix(*letter)?, *zeros)));
    let (number, zeros) = ending.unwrap_or((&plain, 0));
    let (whole, part) = number.split_once('.').unwrap_or((number, ""));
    let part = part.trim_end_matches('0');
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > zeros as usize {
        return Err(wrong());
    }
    // Digits and zeros written out are the number itself, without any rounding.
    let missing = zeros as usize - part.len();
    format!("{whole}{part}{}", "0".repeat(missing))
        .parse()
        .map_err(|_| format!("it must be at most {}", u64::MAX))
}

/// A seed: any whole number.
pub fn seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("a whole number from 0 to {} was expected", u64::MAX))
}

/// A count of at least 1.
pub fn positive(text: &str) -> Result<u64, String> {
    within(text, 1..=u64::MAX)
}

/// A count in a range.
pub fn within(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let count = count(text)?;
    match range.contains(&count) {
        true => Ok(count),
        false if *range.end() == u64::MAX => Err(format!("it must be at least {}", range.start())),
        false => Err(format!(
            "it must be from {} to {}",
            range.start(),
            range.end()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_endings() {
        for (text, expected) in [
            ("0", 0),
            ("20000", 20_000),
            ("20_000", 20_000),
            ("1k", 1000),
            ("1.5k", 1500),
            ("50M", 50_000_000),
            ("2.000G", 2_000_000_000),
            ("0.000000001G", 1),
            ("18446744073709551615", u64::MAX),
        ] {
            assert_eq!(count(text), Ok(expected), "{text}");
        }
        let wrong = [
            "", "k", ".5k", "1.5", "1.0005k", "-1", "+1", "5x", "1e6", "1m", "1K", "1 000", "nan",
        ];
        for text in wrong {
            assert!(count(text).unwrap_err().contains("expected"), "{text}");
        }
        assert!(count("18446744073.8G").unwrap_err().contains("at most"));
        assert!(count("18446744073709551616").is_err());
    }

    #[test]
    fn counts_outside_their_range_are_refused() {
        assert_eq!(positive("1k"), Ok(1000));
        assert_eq!(positive("0").unwrap_err(), "it must be at least 1");
        assert_eq!(within("11", 1..=10).unwrap_err(), "it must be from 1 to 10");
    }
}

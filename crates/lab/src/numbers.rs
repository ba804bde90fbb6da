//! Numbers written for people, on pages and in the terminal.

/// A thin space that does not break, between a number and its unit.
const THIN: char = '\u{202f}';

/// A whole number with commas between thousands.
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

/// A number of bytes, with its unit.
pub fn bytes(number: u64) -> String {
    match number {
        n if n >= 1 << 30 => format!("{:.1}{THIN}GiB", n as f64 / f64::from(1 << 30)),
        n if n >= 1 << 20 => format!("{:.0}{THIN}MiB", n as f64 / f64::from(1 << 20)),
        n => format!("{:.0}{THIN}KiB", n as f64 / 1024.0),
    }
}

/// A number with commas between thousands: all digits before the point, about four digits in all
/// where it is small.
pub fn real(number: f64) -> String {
    written(number, plain)
}

/// A number with commas between thousands and this number of decimals. One that would be written as
/// zero is written as [`real`] writes it.
pub fn fixed(number: f64, decimals: usize) -> String {
    let lost = number != 0.0 && number.abs() < 0.5 * 10f64.powi(-(decimals as i32));
    match lost {
        true => real(number),
        false => written(number, |size| grouped(&format!("{size:.decimals$}"))),
    }
}

/// The decimals that all numbers of one column have: four digits of the largest number, but enough
/// for three digits of the smallest (two of one below 1), and no more than four of that.
pub fn decimals(numbers: impl Iterator<Item = f64>) -> usize {
    let sizes = numbers
        .map(f64::abs)
        .filter(|size| size.is_finite() && *size > 0.0);
    let (least, most) = sizes.fold((f64::INFINITY, 0.0f64), |(least, most), size| {
        (least.min(size), most.max(size))
    });
    let (four, three) = match least {
        x if x >= 999.5 => (0, 0),
        x if x >= 99.95 => (1, 0),
        x if x >= 9.995 => (2, 1),
        x if x >= 0.0995 => (3, 2),
        _ => (4, 3),
    };
    let before = most.max(1.0).log10().floor() as usize + 1;
    let after = |digits: usize| digits.saturating_sub(before);
    four.min(after(4).max(three)).min(after(9))
}

/// A number in about four digits: commas between thousands, and millions (M) and billions (bn)
/// abbreviated.
pub fn brief(number: f64) -> String {
    written(number, |size| match size {
        x if x >= 1e15 => power(x),
        x if x >= 999_950_000.0 => format!("{}{THIN}bn", plain(x / 1e9)),
        x if x >= 9_999_500.0 => format!("{}{THIN}M", plain(x / 1e6)),
        x => plain(x),
    })
}

/// A number with its sign; `size` writes its absolute value.
fn written(number: f64, size: impl Fn(f64) -> String) -> String {
    if number.is_nan() {
        return "–".to_string();
    }
    let sign = if number < 0.0 { "−" } else { "" };
    match number.is_infinite() {
        true => format!("{sign}∞"),
        false => format!("{sign}{}", size(number.abs())),
    }
}

/// A rate, without the words "per second".
pub fn rate(per_second: f64) -> String {
    match per_second {
        r if r >= 1e9 => format!("{:.2} billion", r / 1e9),
        r if r >= 1e6 => format!("{:.2} million", r / 1e6),
        r => whole(r as u64),
    }
}

fn plain(size: f64) -> String {
    let decimals = match size {
        x if x >= 999.5 => 0,
        x if x >= 99.95 => 1,
        x if x >= 9.995 => 2,
        x if x >= 0.1 || x == 0.0 => 3,
        _ => return small(size),
    };
    let text = grouped(&format!("{size:.decimals$}"));
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

/// A number in digits, with commas between thousands.
fn grouped(digits: &str) -> String {
    let (before, after) = digits.split_once('.').unwrap_or((digits, ""));
    let before = before.parse().map_or_else(|_| before.to_string(), whole);
    match after {
        "" => before,
        after => format!("{before}.{after}"),
    }
}

/// A number below a tenth: three significant digits, or a power of ten.
fn small(size: f64) -> String {
    if size < 1e-4 {
        return power(size);
    }
    let decimals = 2 - size.log10().floor() as i32;
    let text = format!("{size:.*}", decimals.max(0) as usize);
    text.trim_end_matches('0').to_string()
}

/// A number as a multiple of a power of ten.
fn power(size: f64) -> String {
    let exponent = size.log10().floor() as i32;
    let digits = size / 10f64.powi(exponent);
    format!("{digits:.2}·10{}", superscript(exponent))
}

/// A whole number in superscript digits.
pub fn superscript(number: i32) -> String {
    let raised = |digit| match digit {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    number.to_string().chars().map(raised).collect()
}

/// A number on an axis, as short as possible.
pub fn short(number: f64) -> String {
    let size = number.abs();
    let sign = if number < 0.0 { "−" } else { "" };
    let (value, unit) = match size {
        x if x > 0.0 && x < 1e-3 => {
            let exponent = x.log10().round();
            let digit = (x / 10f64.powf(exponent)).round();
            return match digit == 1.0 {
                true => format!("{sign}10{}", superscript(exponent as i32)),
                false => format!("{sign}{}", power(x)),
            };
        }
        x if x >= 1e15 => return format!("{sign}10{}", superscript(x.log10().round() as i32)),
        x if x >= 1e12 => (x / 1e12, "T"),
        x if x >= 1e9 => (x / 1e9, "bn"),
        x if x >= 1e6 => (x / 1e6, "M"),
        x if x >= 1e4 => (x / 1e3, "k"),
        x => (x, ""),
    };
    format!("{sign}{}{unit}", plain(value))
}

/// A share as a percentage.
pub fn percent(share: f64) -> String {
    let hundredths = 100.0 * share;
    let digits = match hundredths.abs() {
        x if (99.95..100.0).contains(&x) => return format!(">{THIN}99.9{THIN}%"),
        x if x > 0.0 && x < 0.05 => return format!("<{THIN}0.1{THIN}%"),
        x if (9.95..90.0).contains(&x) || x >= 100.0 => format!("{hundredths:.0}"),
        _ => format!("{hundredths:.1}"),
    };
    format!("{}{THIN}%", digits.trim_end_matches(".0"))
}

/// A number with its noun: "1 game", "2 games".
pub fn counted(number: u64, singular: &str, plural: &str) -> String {
    format!(
        "{} {}",
        whole(number),
        if number == 1 { singular } else { plural }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_commas_between_thousands() {
        assert_eq!(whole(0), "0");
        assert_eq!(whole(1_234_567), "1,234,567");
    }

    #[test]
    fn real_numbers_have_all_digits_before_the_point() {
        assert_eq!(real(30_656_213.4), "30,656,213");
        assert_eq!(real(1234.56), "1,235");
        assert_eq!(real(12.5), "12.5");
        assert_eq!(real(-3.25), "−3.25");
        assert_eq!(real(f64::INFINITY), "∞");
        assert_eq!(real(f64::NAN), "–");
        assert_eq!(rate(2_500_000.0), "2.50 million");
    }

    #[test]
    fn numbers_of_a_column_have_equal_decimals() {
        let column = |numbers: &[f64]| {
            let decimals = decimals(numbers.iter().copied());
            let written = numbers.iter().map(|number| fixed(*number, decimals));
            written.collect::<Vec<_>>()
        };
        assert_eq!(column(&[12.5, 1234.0]), ["12.5", "1,234.0"]);
        assert_eq!(column(&[1234.0, 30_656_213.4]), ["1,234", "30,656,213"]);
        assert_eq!(column(&[0.31, 35_000_000.0]), ["0.3", "35,000,000.0"]);
        assert_eq!(column(&[0.0, 2.0, f64::INFINITY]), ["0.000", "2.000", "∞"]);
        assert_eq!(column(&[1e-9, 1.0]), ["1.00·10⁻⁹", "1.000"]);
        assert_eq!(column(&[f64::NAN, 0.0]), ["–", "0"]);
        assert_eq!(column(&[-3.25]), ["−3.250"]);
    }

    #[test]
    fn brief_numbers_have_about_four_digits() {
        for (number, text) in [
            (0.0, "0"),
            (0.25, "0.25"),
            (0.0123, "0.0123"),
            (1.5e-7, "1.50·10⁻⁷"),
            (3.25159, "3.252"),
            (999.96, "1,000"),
            (2482.08, "2,482"),
            (651_234.4, "651,234"),
            (35_000_000.0, "35\u{202f}M"),
            (1.25e12, "1,250\u{202f}bn"),
            (2e17, "2.00·10¹⁷"),
            (-3.5, "−3.5"),
            (f64::INFINITY, "∞"),
        ] {
            assert_eq!(brief(number), text);
        }
    }

    #[test]
    fn short_numbers_are_abbreviated() {
        for (number, text) in [
            (0.1, "0.1"),
            (5000.0, "5,000"),
            (20_000.0, "20k"),
            (3e6, "3M"),
            (1e15, "10¹⁵"),
            (1e-6, "10⁻⁶"),
        ] {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn shares_are_written_as_percentages() {
        assert_eq!(percent(0.5), "50\u{202f}%");
        assert_eq!(percent(0.9999), ">\u{202f}99.9\u{202f}%");
        assert_eq!(percent(0.981), "98.1\u{202f}%");
        assert_eq!(percent(0.03), "3\u{202f}%");
        assert_eq!(percent(0.0), "0\u{202f}%");
    }
}

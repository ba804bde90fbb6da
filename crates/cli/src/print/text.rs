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

/// A number in at most this number of significant digits, without zeros at its end: a weight or a
/// value, which need not be one of a column.
pub fn digits(number: f64, digits: usize) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let places = digits as i32 - 1 - number.abs().log10().floor() as i32;
    let text = match places {
        0..=12 => format!("{number:.*}", places as usize),
        ..0 => format!("{number:.0}"),
        _ => return format!("{number:.*e}", digits - 1),
    };
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_string(),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_more_digits_than_asked() {
        for (number, text) in [
            (0.0, "0"),
            (-12.629, "-12.629"),
            (0.123_456_789, "0.123457"),
            (-24.040_870_123, "-24.0409"),
            (1_234_567.0, "1234567"),
            (0.5, "0.5"),
            (1e-9, "1.00000e-9"),
        ] {
            assert_eq!(digits(number, 6), text);
        }
    }
}

//! What a net reads of a feature: whole numbers.

use crate::game::board::Size;
use crate::game::moves::Move;
use crate::rating::features::{Reading, Unit};

/// The parts of 1 in which a feature is read that is no multiple of a whole number.
const PARTS: i32 = 1 << 10;

/// The whole number that a net reads of value `index` after a move.
pub(super) fn read(reading: &Reading, played: &Move, index: usize) -> i64 {
    let raw = match reading.feature.unit.is_discrete() {
        true => i64::from(reading.raw(played, index)),
        false => {
            let mut plain = *reading;
            plain.squared = false;
            libm::rint(plain.value(played, index) * f64::from(PARTS)) as i64
        }
    };
    match reading.squared {
        true => raw.saturating_mul(raw),
        false => raw,
    }
}

/// The greatest size of what a net reads of a feature on a board of this size.
pub fn most_read(reading: &Reading, size: Size) -> i64 {
    let (least, greatest) = reading.range(size);
    let raw = i64::from(least.unsigned_abs().max(greatest.unsigned_abs()));
    let most = match reading.feature.unit {
        Unit::Ratio => raw * i64::from(PARTS),
        // Its range is that of the sum that it is a function of.
        Unit::Radial => i64::from(PARTS),
        _ => raw,
    };
    match reading.squared {
        true => most.saturating_mul(most),
        false => most,
    }
}

/// What 1 of the whole numbers that a net reads of a feature stands for.
pub fn unit_read(reading: &Reading, size: Size) -> f64 {
    let unit = 1.0 / f64::from(reading.feature.unit.divisor(size).unwrap_or(PARTS));
    if reading.squared { unit * unit } else { unit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Piece;
    use crate::rating::features::testing::dropped;

    #[test]
    fn ratios_are_read_in_parts() {
        // An O beside a column with two holes of depth 1 and 2: the mean is a third more than 1.
        let played = dropped("....\n#...\n#.#.\n..#.\n#...", Piece::O, 0, 2, &[]);
        for name in [
            "mean-hole-depth",
            "squared-mean-hole-depth",
            "height-rbf",
            "mean-height",
        ] {
            let reading = Reading::named(name).unwrap();
            let size = played.before.size();
            let whole = read(&reading, &played, 0);
            let value = reading.value(&played, 0);
            let error = (whole as f64 * unit_read(&reading, size) - value).abs();
            let near = error < 1e-3 * value.max(1.0);
            assert!(value > 0.0 && near, "{name}: {whole}, {value}");
            assert!(whole <= most_read(&reading, size), "{name}");
        }
    }
}

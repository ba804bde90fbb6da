//! The hyperbolic tangent in whole numbers.

use std::sync::LazyLock;

/// What stands for 1: values of `tanh` are multiples of 2⁻¹⁶.
pub const ONE: i64 = 1 << 16;

/// The bits between two points of the table: 1/128 apart.
const STEP_BITS: u32 = 9;

/// The table ends at 8, where the tangent is 1 to the last bit.
const POINTS: usize = 8 * 128;

/// The tangent at multiples of 1/128, made with the pure-Rust `libm`.
static TABLE: LazyLock<[i32; POINTS + 2]> = LazyLock::new(|| {
    std::array::from_fn(|point| {
        let tangent = libm::tanh(point.min(POINTS) as f64 / 128.0);
        libm::round(tangent * ONE as f64) as i32
    })
});

/// The tangent of a multiple of 2⁻¹⁶: a straight line between two points of the table.
pub(super) fn tanh(value: i64) -> i64 {
    let size = value.abs().min((POINTS as i64) << STEP_BITS);
    let (point, part) = (size >> STEP_BITS, size & ((1 << STEP_BITS) - 1));
    let [low, high] = [0, 1].map(|next| i64::from(TABLE[point as usize + next]));
    let between = ((high - low) * part + (1 << (STEP_BITS - 1))) >> STEP_BITS;
    (low + between) * value.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_tangent_to_five_digits() {
        for value in (-10 * ONE..=10 * ONE).step_by(97) {
            let right = libm::tanh(value as f64 / ONE as f64);
            let found = tanh(value) as f64 / ONE as f64;
            assert!((found - right).abs() < 2e-5, "{value}: {found}, {right}");
            assert_eq!(tanh(-value), -tanh(value));
        }
        assert_eq!(tanh(i64::MAX / 2), ONE);
        assert_eq!(tanh(-i64::MAX / 2), -ONE);
    }

    /// A change of these numbers is a change of every net's games. They were made by another
    /// program.
    #[test]
    fn known_tangents() {
        let found = [0, 1, 511, 512, 30_000, 65_536, 200_000, 524_287].map(tanh);
        assert_eq!(found, [0, 1, 511, 512, 28_066, 49_912, 65_244, 65_536]);
    }
}

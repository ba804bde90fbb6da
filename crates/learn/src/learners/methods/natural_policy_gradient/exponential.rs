//! The exponentials of eight numbers at once, with the bits of `libm`'s.

use super::layout::{LANES, Lanes};

/// Up to this size of a number its exponential is neither 0, nor infinite, nor subnormal.
const ORDINARY: f64 = 700.0;

/// Above this size, by its upper half, a number is reduced by a multiple of the logarithm of 2.
const REDUCED: f64 = f64::from_bits(0x3fd6_2e43 << 32);

/// Above this size, by its upper half, the exponential is more than 1 + the number.
const CURVED: f64 = f64::from_bits(0x3e30_0001 << 32);

/// Added to a number and subtracted again, it rounds to a whole number, which is in the last bits
/// of the sum.
const ROUNDING: f64 = 6_755_399_441_055_744.0;

/// The exponential of each number, as `libm::exp` has it to the last bit.
#[inline(always)]
pub(super) fn exponentials(numbers: &Lanes<f64>) -> Lanes<f64> {
    let mut results = [0.0; LANES];
    let mut is_ordinary = true;
    for (result, number) in results.iter_mut().zip(numbers) {
        *result = ordinary(*number);
        is_ordinary &= number.abs() <= ORDINARY;
    }
    if !is_ordinary {
        for (result, number) in results.iter_mut().zip(numbers) {
            *result = libm::exp(*number);
        }
    }
    results
}

/// The exponential, if the number is an ordinary one: the steps of `libm::exp` (Sun Microsystems
/// 2004), which branches, as a choice between results, which vectors can make.
#[inline(always)]
fn ordinary(number: f64) -> f64 {
    let size = number.abs();
    let times = whole_part(std::f64::consts::LOG2_E * number + 0.5f64.copysign(number));
    let times = if size >= REDUCED { times } else { 0.0 };
    let high = number - times * 0.693_147_180_369_123_8;
    let low = times * 1.908_214_929_270_587_7e-10;
    let rest = high - low;
    let square = rest * rest;
    let series = -1.653_390_220_546_525_2e-6 + square * 4.138_136_797_057_238_5e-8;
    let series = 6.613_756_321_437_934e-5 + square * series;
    let series = -0.002_777_777_777_701_559_3 + square * series;
    let series = 0.166_666_666_666_666_02 + square * series;
    let short = rest - square * series;
    let result = 1.0 + (rest * short / (2.0 - short) - low + high);
    let result = result * power_of_two(times);
    if size >= CURVED { result } else { 1.0 + number }
}

/// The number without what is after its point.
#[inline(always)]
fn whole_part(number: f64) -> f64 {
    let nearest = (number + ROUNDING) - ROUNDING;
    let too_far = nearest.abs() > number.abs();
    nearest
        - if too_far {
            1.0f64.copysign(number)
        } else {
            0.0
        }
}

/// 2 to the power of a whole number from -1022 to 1023.
#[inline(always)]
fn power_of_two(whole: f64) -> f64 {
    let last_bits = (whole + ROUNDING).to_bits();
    f64::from_bits(last_bits.wrapping_add(1023) << 52)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::random::{Purpose, Stream};
    use tetrarium_engine::{Arithmetic, vectorised};

    struct Eight(Lanes<f64>);

    impl Arithmetic for Eight {
        type Output = Lanes<f64>;

        #[inline(always)]
        fn perform(self) -> Lanes<f64> {
            exponentials(&self.0)
        }
    }

    fn check(numbers: Lanes<f64>) {
        let right = numbers.map(|number| libm::exp(number).to_bits());
        let found = vectorised(Eight(numbers)).map(f64::to_bits);
        assert_eq!(found, right, "{numbers:?}");
        let found = Eight(numbers).perform().map(f64::to_bits);
        assert_eq!(found, right, "{numbers:?}, without vectors");
    }

    /// Numbers of every size, most of them such as the scores of placements have.
    #[test]
    fn they_have_the_bits_of_libm() {
        let stream = Stream::new(1, 0, Purpose::Learning);
        for block in 0..400_000u64 {
            let word = |lane: u64| u64::from(stream.word(16 * block + lane));
            let bits = |lane: usize| word(2 * lane as u64) << 32 | word(2 * lane as u64 + 1);
            let unit = |lane| bits(lane) as f64 / u64::MAX as f64;
            let even = [1.0, -1.0, 40.0, -40.0, 700.0, -700.0, 1400.0, -1400.0];
            check(std::array::from_fn(|lane| {
                unit(lane) * even[block as usize % 8]
            }));
            // All exponents alike, from those of subnormal numbers to those near 1024.
            let sign_and_fraction = |lane| bits(lane) & !(0x7ff << 52);
            let exponent =
                |lane| (bits(lane) >> 52 & 0x7ff) % if block % 2 == 0 { 1033 } else { 2047 };
            check(std::array::from_fn(|lane| {
                f64::from_bits(sign_and_fraction(lane) | exponent(lane) << 52)
            }));
        }
    }

    /// Where `libm` goes another way, and where rounding does.
    #[test]
    fn they_have_the_bits_of_libm_at_the_borders() {
        let halves = (-2040..=2040).map(|k| f64::from(k) * 0.5 * std::f64::consts::LN_2);
        let borders = [
            REDUCED,
            CURVED,
            ORDINARY,
            f64::from_bits(0x3ff0_a2b2 << 32),
            0.0,
            f64::MIN_POSITIVE,
            708.396_418_532_264_1,
            709.782_712_893_384,
            745.133_219_101_941_1,
            f64::INFINITY,
        ];
        for border in halves.chain(borders) {
            for by in -200..=200i64 {
                let near = f64::from_bits(border.abs().to_bits().saturating_add_signed(by));
                check([near; 8]);
                check([-near; 8]);
            }
        }
        check([0.0, -0.0, f64::NAN, 1.0, -1e300, 1e300, 5e-324, -5e-324]);
    }
}

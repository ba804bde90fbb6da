//! Weights as digits of base 256, which bytes are multiplied by.

/// The digits of four numbers, each with a sign: all the lowest, then all the next.
pub(super) fn digits(mut of: [i32; 4]) -> [[u8; 4]; 4] {
    std::array::from_fn(|_| {
        of.each_mut().map(|number| {
            let digit = *number as i8;
            *number = number.wrapping_sub(i32::from(digit)) >> 8;
            digit as u8
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_make_the_number() {
        for number in [0, 1, -1, 127, 128, -129, 12_345_678, i32::MAX, i32::MIN] {
            let made = digits([number; 4]).iter().rev().fold(0i32, |sum, digit| {
                sum.wrapping_shl(8).wrapping_add(i32::from(digit[2] as i8))
            });
            assert_eq!(made, number);
        }
    }
}

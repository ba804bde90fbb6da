//! Arithmetic outside the kernels, compiled for the widest vectors of the machine.

#![allow(unsafe_code)]

/// Some arithmetic. What it computes does not depend on the vectors that it is compiled for:
/// numbers are added in the order that is written, and no product is fused with a sum.
///
/// `perform` and what it calls in its loops have to be `#[inline(always)]`, or they are compiled
/// for the least machine.
pub trait Arithmetic {
    /// What comes of it.
    type Output;

    /// Computes it.
    fn perform(self) -> Self::Output;
}

/// Computes with the widest vectors that the machine has.
pub fn vectorised<A: Arithmetic>(arithmetic: A) -> A::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
        fn with_avx512<A: Arithmetic>(arithmetic: A) -> A::Output {
            arithmetic.perform()
        }

        #[target_feature(enable = "avx2")]
        fn with_avx2<A: Arithmetic>(arithmetic: A) -> A::Output {
            arithmetic.perform()
        }

        if is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the machine has all four parts of AVX-512 that the function is compiled for.
            return unsafe { with_avx512(arithmetic) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has AVX2.
            return unsafe { with_avx2(arithmetic) };
        }
    }
    arithmetic.perform()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sums<'a>(&'a [[f64; 8]]);

    impl Arithmetic for Sums<'_> {
        type Output = [f64; 8];

        #[inline(always)]
        fn perform(self) -> [f64; 8] {
            let mut sums = [0.0; 8];
            for row in self.0 {
                for (sum, value) in sums.iter_mut().zip(row) {
                    *sum += value * 1.1;
                }
            }
            sums
        }
    }

    #[test]
    fn vectors_change_no_bit() {
        let value = |row: usize, lane: usize| ((row * 8 + lane) as f64 + 0.3) / 7.0;
        let rows: Vec<[f64; 8]> = (0..1000)
            .map(|row| std::array::from_fn(|lane| value(row, lane)))
            .collect();
        assert_eq!(vectorised(Sums(&rows)), Sums(&rows).perform());
    }
}

//! Random samples for the tests of this module.

use tetrarium_engine::random::{Purpose, Stream};

use super::law::GeometricLaw;

/// Sample number `sample` of `games` geometric counts.
pub(super) fn geometric_sample(mean: f64, games: usize, sample: u64) -> Vec<u64> {
    let law = GeometricLaw::with_mean(mean).expect("a positive mean");
    let stream = Stream::new(2009, sample, Purpose::Sampling);
    (0..games as u64)
        .map(|game| {
            let block = stream.block(game);
            let bits = u64::from(block[0]) << 32 | u64::from(block[1]);
            // 53 bits in the middle of their intervals: neither 0 nor 1.
            law.draw(((bits >> 12) as f64 + 0.5) / (1_u64 << 52) as f64)
        })
        .collect()
}

/// Asserts that two numbers agree to a relative error.
#[track_caller]
pub(super) fn assert_close(value: f64, reference: f64, error: f64) {
    assert!(
        (value - reference).abs() <= error * reference.abs(),
        "{value} is not {reference}"
    );
}

//! The random numbers of an optimiser.
//!
//! Every generation has a stream of its own, so that what is proposed in generation `g` depends
//! only on the optimiser's state and `g`: there is no position in a stream to save. Logarithm,
//! sine and cosine come from the pure-Rust `libm`, so that the numbers are the same on every
//! machine.

use tetrarium_engine::random::{Purpose, Stream, below};

/// A reader of one generation's random words.
#[derive(Clone, Debug)]
pub(crate) struct Draws {
    stream: Stream,
    block: [u32; 4],
    position: u64,
    spare_normal: Option<f64>,
}

impl Draws {
    /// What is drawn once, before the first generation.
    pub(crate) fn before_the_first_generation(seed: u64) -> Self {
        Draws::of_stream(seed, 0)
    }

    /// What is drawn to propose generation `generation`.
    pub(crate) fn of_generation(seed: u64, generation: u64) -> Self {
        Draws::of_stream(seed, generation.wrapping_add(1))
    }

    fn of_stream(seed: u64, number: u64) -> Self {
        Draws {
            stream: Stream::new(seed, number, Purpose::Training),
            block: [0; 4],
            position: 0,
            spare_normal: None,
        }
    }

    fn word(&mut self) -> u32 {
        let place = (self.position % 4) as usize;
        if place == 0 {
            self.block = self.stream.block(self.position / 4);
        }
        self.position += 1;
        self.block[place]
    }

    /// A number in `[0, 1)`, of 53 random bits.
    pub(crate) fn uniform(&mut self) -> f64 {
        let high = u64::from(self.word());
        let low = u64::from(self.word());
        ((high << 32 | low) >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number in `[low, high)`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// A whole number from 0 to `bound - 1`; 0 where `bound` is 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        below(self.word(), u32::try_from(bound).unwrap_or(u32::MAX)) as usize
    }

    /// A whole number from `-range` to `range`.
    pub(crate) fn within(&mut self, range: u32) -> f64 {
        let span = u64::from(range) * 2 + 1;
        let drawn = (u64::from(self.word()) * span) >> 32;
        drawn as f64 - f64::from(range)
    }

    /// True with probability `probability`.
    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.uniform() < probability
    }

    /// A standard normal number (Box & Muller 1958).
    pub(crate) fn normal(&mut self) -> f64 {
        if let Some(spare) = self.spare_normal.take() {
            return spare;
        }
        // 1 - u lies in (0, 1], where the logarithm is finite.
        let radius = (-2.0 * libm::log(1.0 - self.uniform())).sqrt();
        let angle = 2.0 * std::f64::consts::PI * self.uniform();
        self.spare_normal = Some(radius * libm::sin(angle));
        radius * libm::cos(angle)
    }

    /// A vector of `length` standard normal numbers.
    pub(crate) fn normals(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.normal()).collect()
    }

    /// The first `count` of a random order of `0..of`: a sample without replacement.
    pub(crate) fn sample(&mut self, of: usize, count: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..of).collect();
        let count = count.min(of);
        for place in 0..count {
            let other = place + self.below(of - place);
            order.swap(place, other);
        }
        order.truncate(count);
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_of_uniform_and_normal() {
        let mut draws = Draws::of_generation(1, 0);
        let count = 100_000;
        let uniform: f64 = (0..count).map(|_| draws.uniform()).sum::<f64>() / count as f64;
        assert!((uniform - 0.5).abs() < 0.005, "{uniform}");
        let normals = draws.normals(count);
        let moment =
            |power: i32| normals.iter().map(|x| x.powi(power)).sum::<f64>() / normals.len() as f64;
        // Four standard errors each: sd of x, x², x³ and x⁴ is 1, √2, √15 and √96.
        let error = 4.0 / (count as f64).sqrt();
        assert!(moment(1).abs() < error);
        assert!((moment(2) - 1.0).abs() < error * 2f64.sqrt());
        assert!(moment(3).abs() < error * 15f64.sqrt());
        assert!((moment(4) - 3.0).abs() < error * 96f64.sqrt());
    }

    #[test]
    fn whole_numbers_stay_within_their_range_and_reach_its_ends() {
        let mut draws = Draws::of_generation(2, 7);
        let drawn: Vec<f64> = (0..2000).map(|_| draws.within(3)).collect();
        for value in -3..=3 {
            let count = drawn.iter().filter(|x| **x == f64::from(value)).count();
            assert!((200..380).contains(&count), "{value}: {count} of 2000");
        }
        assert!(drawn.iter().all(|x| x.abs() <= 3.0));
    }

    #[test]
    fn samples_have_no_repetitions() {
        let mut draws = Draws::of_generation(3, 7);
        for _ in 0..100 {
            let mut sample = draws.sample(10, 4);
            sample.sort_unstable();
            sample.dedup();
            assert_eq!(sample.len(), 4);
        }
        assert_eq!(draws.sample(3, 9).len(), 3);
    }
}

//! The counter-based generator behind every piece and every random tie.
//!
//! Philox4x32-10 (Salmon, Moraes, Dror & Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3"):
//! a block of four words is a pure function of a key and a counter, so piece `i` of game `g` under
//! a seed is the same on every machine, thread and backend, and can be asked for in any order.

/// The purpose of a stream of random words; streams of different purposes never overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// The pieces of a game.
    Pieces = 0,
    /// Choosing among equally rated placements.
    Ties = 1,
    /// Drawing the rules of a generalised game.
    Rules = 2,
    /// Proposing weight vectors.
    Training = 3,
    /// Resampling and rare-event estimates.
    Sampling = 4,
    /// Draws of learners: the moves of random policies, and what is sampled to learn from.
    Learning = 5,
}

/// A stream of random words: those of game `game` under `seed`, for one purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stream {
    key: [u32; 2],
    game: [u32; 2],
    purpose: u32,
}

impl Stream {
    /// The stream of game number `game` under `seed`.
    ///
    /// ```
    /// use tetrarium_engine::random::{Purpose, Stream};
    /// let stream = Stream::new(1, 0, Purpose::Pieces);
    /// assert_eq!(stream.word(5), stream.block(1)[1]);
    /// ```
    pub fn new(seed: u64, game: u64, purpose: Purpose) -> Self {
        let halves = |word: u64| [word as u32, (word >> 32) as u32];
        Stream {
            key: halves(seed),
            game: halves(game),
            purpose: purpose as u32,
        }
    }

    /// Block `index`, of four words. Blocks with indices below 2^56 are distinct.
    pub fn block(&self, index: u64) -> [u32; 4] {
        let high = (index >> 32) as u32 & 0x00ff_ffff;
        philox4x32(
            [
                index as u32,
                high | self.purpose << 24,
                self.game[0],
                self.game[1],
            ],
            self.key,
        )
    }

    /// Word `index`: one of the four words of block `index / 4`.
    pub fn word(&self, index: u64) -> u32 {
        self.block(index / 4)[(index % 4) as usize]
    }
}

/// A whole number from 0 to `bound - 1`, made of one random word by multiplication (Lemire 2019,
/// without rejection: the bias is below `bound` / 2^32).
pub fn below(word: u32, bound: u32) -> u32 {
    ((u64::from(word) * u64::from(bound)) >> 32) as u32
}

/// Ten rounds of Philox on a counter under a key.
pub fn philox4x32(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for round in 0..10 {
        if round > 0 {
            key[0] = key[0].wrapping_add(0x9E37_79B9);
            key[1] = key[1].wrapping_add(0xBB67_AE85);
        }
        let first = u64::from(counter[0]) * 0xD251_1F53;
        let second = u64::from(counter[2]) * 0xCD9E_8D57;
        counter = [
            (second >> 32) as u32 ^ counter[1] ^ key[0],
            second as u32,
            (first >> 32) as u32 ^ counter[3] ^ key[1],
            first as u32,
        ];
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published known answers of Random123 1.09 for philox4x32-10.
    #[test]
    fn philox_gives_the_published_answers() {
        assert_eq!(
            philox4x32([0; 4], [0; 2]),
            [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]
        );
        assert_eq!(
            philox4x32([u32::MAX; 4], [u32::MAX; 2]),
            [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]
        );
        assert_eq!(
            philox4x32(
                [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344],
                [0xa409_3822, 0x299f_31d0]
            ),
            [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]
        );
    }

    #[test]
    fn streams_of_different_games_seeds_and_purposes_differ() {
        let base = Stream::new(7, 9, Purpose::Pieces).block(0);
        assert_ne!(base, Stream::new(7, 10, Purpose::Pieces).block(0));
        assert_ne!(base, Stream::new(8, 9, Purpose::Pieces).block(0));
        assert_ne!(base, Stream::new(7, 9, Purpose::Ties).block(0));
        assert_ne!(base, Stream::new(7, 9, Purpose::Pieces).block(1 << 32));
        assert_ne!(
            base,
            Stream::new(7, 9 + (1 << 40), Purpose::Pieces).block(0)
        );
    }
}

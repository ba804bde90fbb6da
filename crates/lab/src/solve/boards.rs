//! The boards that can occur in a game, each with its place in a list.

use std::sync::atomic::{AtomicU64, Ordering};

use super::grid::Code;
use crate::play::{Watch, in_order};

/// Boards that a thread takes at once.
pub(super) const CHUNK: usize = 1 << 12;

/// The most boards: places are numbers of 28 bits, and the largest stands for the end of a game.
pub(super) const MAX_BOARDS: usize = (1 << 28) - 1;

/// A set of boards, in layers of equal cells, those with the most cells first. A move that removes
/// no row leads to a layer before.
#[derive(Clone, Debug)]
pub(super) struct Boards {
    /// The boards, layer by layer, in each layer in the order of their numbers.
    pub codes: Vec<Code>,
    /// Where each layer begins; the last entry is the number of boards.
    pub layers: Vec<usize>,
    /// Which numbers are boards of the set.
    bits: Vec<u64>,
    /// The number of boards before each of its words.
    counts: Vec<u32>,
    /// The place in `codes` of each board, in the order of their numbers.
    places: Vec<u32>,
}

/// Finds all boards that follow from the first one. `successors` calls its last argument with every
/// board that follows from a board; it returns an error if it cannot tell. `check` is told how many
/// boards are found, 0 at first; its error ends the search.
pub(super) fn reached<E: Send>(
    cells: usize,
    threads: usize,
    watch: &Watch,
    check: &dyn Fn(usize) -> Result<(), E>,
    successors: impl Fn(&[Code], &mut dyn FnMut(Code)) -> Result<(), E> + Sync,
) -> Result<Option<Boards>, E> {
    check(0)?;
    let seen: Vec<AtomicU64> = (0..(1_usize << cells).div_ceil(64))
        .map(|_| AtomicU64::new(0))
        .collect();
    seen[0].store(1, Ordering::Relaxed);
    let mut front: Vec<Code> = vec![0];
    let mut found = 1;
    while !front.is_empty() {
        let chunks: Vec<&[Code]> = front.chunks(CHUNK).collect();
        let next = in_order(chunks.len() as u64, threads, watch, |chunk| {
            let mut new = Vec::new();
            successors(chunks[chunk as usize], &mut |after| {
                let bit = 1 << (after % 64);
                let word = &seen[(after / 64) as usize];
                if word.load(Ordering::Relaxed) & bit == 0
                    && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
                {
                    new.push(after);
                }
            })?;
            Ok(new)
        });
        if next.len() < chunks.len() {
            return Ok(None);
        }
        let next: Result<Vec<Vec<Code>>, E> = next.into_iter().collect();
        front = next?.concat();
        found += front.len();
        check(found)?;
    }
    let bits = seen.into_iter().map(AtomicU64::into_inner).collect();
    Ok(Some(Boards::new(bits, found)))
}

impl Boards {
    /// The set of the numbers whose bits are set.
    pub fn new(bits: Vec<u64>, count: usize) -> Boards {
        let mut sizes = [0; 65];
        for code in numbers(&bits) {
            sizes[64 - code.count_ones() as usize] += 1;
        }
        // Where the boards of each number of cells begin, the fullest first.
        let mut next = [0; 65];
        for layer in 1..65 {
            next[layer] = next[layer - 1] + sizes[layer - 1];
        }
        let mut layers: Vec<usize> = (0..65).filter(|&l| sizes[l] > 0).map(|l| next[l]).collect();
        layers.push(count);
        let mut codes = vec![0; count];
        let mut places = Vec::with_capacity(count);
        for code in numbers(&bits) {
            let place = &mut next[64 - code.count_ones() as usize];
            codes[*place] = code;
            places.push(*place as u32);
            *place += 1;
        }
        let mut before = 0;
        let counts = bits
            .iter()
            .map(|word| {
                let here = before;
                before += word.count_ones();
                here
            })
            .collect();
        Boards {
            codes,
            layers,
            bits,
            counts,
            places,
        }
    }

    /// The place of a board of the set.
    #[inline]
    pub fn place(&self, code: Code) -> usize {
        let word = (code / 64) as usize;
        let before = self.bits[word] & ((1 << (code % 64)) - 1);
        self.places[(self.counts[word] + before.count_ones()) as usize] as usize
    }

    /// Whether the board is in the set.
    pub fn contains(&self, code: Code) -> bool {
        let word = self.bits.get((code / 64) as usize);
        word.is_some_and(|word| word >> (code % 64) & 1 == 1)
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// The places of each layer, the fullest boards first.
    pub fn ranges(&self) -> impl DoubleEndedIterator<Item = std::ops::Range<usize>> + '_ {
        self.layers.windows(2).map(|ends| ends[0]..ends[1])
    }

    /// The bytes that a set of this number of boards takes, of boards with this number of cells.
    pub fn bytes(cells: usize, boards: usize) -> u64 {
        (1_u64 << cells).div_ceil(64) * 12 + boards as u64 * 12
    }
}

/// The numbers whose bits are set, in order.
fn numbers(bits: &[u64]) -> impl Iterator<Item = Code> + '_ {
    bits.iter().enumerate().flat_map(|(word, bits)| {
        let mut left = *bits;
        std::iter::from_fn(move || {
            (left != 0).then(|| {
                let bit = left.trailing_zeros();
                left &= left - 1;
                64 * word as Code + Code::from(bit)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_list_and_layers_have_equal_cells() {
        let mut bits = vec![0_u64; 40];
        let mut noise = 7_u64;
        for word in &mut bits {
            noise = noise
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(9);
            *word = noise & noise >> 13;
        }
        let count = bits.iter().map(|word| word.count_ones() as usize).sum();
        let boards = Boards::new(bits.clone(), count);
        assert_eq!(boards.len(), count);
        for (place, code) in boards.codes.iter().enumerate() {
            assert_eq!(boards.place(*code), place);
            assert!(boards.contains(*code));
        }
        let outside = (0..64 * 40).filter(|code| bits[code / 64] >> (code % 64) & 1 == 0);
        assert!(
            outside
                .into_iter()
                .all(|code| !boards.contains(code as u64))
        );
        let cells: Vec<u32> = boards.codes.iter().map(|code| code.count_ones()).collect();
        assert!(cells.is_sorted_by(|a, b| a >= b));
        for range in boards.ranges() {
            assert!(
                cells[range.clone()]
                    .iter()
                    .all(|c| *c == cells[range.start])
            );
        }
    }
}

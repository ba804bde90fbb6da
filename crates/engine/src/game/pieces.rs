//! The pieces of a game, and what a player knows of the coming ones.

use super::piece::Piece;
use super::random::{Purpose, Stream, below};
use super::source::Source;

/// The pieces of one game: piece `i` is a pure function of the source, the seed, the game number
/// and `i`. Every method takes the source, which must always be the same one.
#[derive(Clone, Debug)]
pub struct Pieces {
    stream: Stream,
    /// The number of the last words or bag computed, so that reading the next piece is cheap;
    /// [`NONE`] before the first.
    cached: u64,
    /// Those words: of some blocks, because a block alone takes nearly as long.
    words: [u32; WORDS],
    /// The pieces of that bag.
    bag: [Piece; 7],
    /// The index of piece 0 in the source: 0 unless the game continues another.
    origin: u64,
    /// Piece 0, if it was shown before the game was continued.
    shown: Option<Piece>,
    /// The bag of piece 0, if it was begun before the game was continued.
    begun: Option<[Piece; 7]>,
}

/// What is settled of the coming pieces at some point of a game: all that the rest of the sequence
/// depends on, except chance.
///
/// With independent pieces only a shown piece is settled; with a bag the pieces already taken out
/// of it are settled too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The piece to be placed next, if it has been shown.
    shown: Option<Piece>,
    /// The number of pieces taken from the bag, or from a sequence without chance.
    origin: u64,
    /// The pieces taken out of the bag, without the shown piece: one bit for each.
    taken: u8,
}

impl Settled {
    /// Nothing is settled: the beginning of a game.
    pub const NOTHING: Settled = Settled {
        shown: None,
        origin: 0,
        taken: 0,
    };

    /// The piece shown, the number of pieces taken, and the pieces taken out of the bag, a bit for
    /// each: what [`Settled::from_parts`] makes it again from.
    pub fn parts(&self) -> (Option<Piece>, u64, u8) {
        (self.shown, self.origin, self.taken)
    }

    /// What is settled, from its [`parts`](Settled::parts).
    pub fn from_parts(shown: Option<Piece>, origin: u64, taken: u8) -> Settled {
        Settled {
            shown,
            origin,
            taken,
        }
    }
}

/// The number of no words and no bag.
const NONE: u64 = u64::MAX;

/// Words that are computed together: those of four blocks.
const WORDS: usize = 16;

impl Pieces {
    /// The pieces of game `game` under `seed`.
    pub fn new(seed: u64, game: u64) -> Self {
        Pieces {
            stream: Stream::new(seed, game, Purpose::Pieces),
            cached: NONE,
            words: [0; WORDS],
            bag: Piece::ALL,
            origin: 0,
            shown: None,
            begun: None,
        }
    }

    /// The pieces of a game that is continued: settled pieces stay, all others are drawn afresh
    /// from the stream of game `game` under `seed`.
    pub fn continuing(source: &Source, settled: &Settled, seed: u64, game: u64) -> Self {
        let mut pieces = Pieces::new(seed, game);
        pieces.origin = settled.origin;
        pieces.shown = settled.shown;
        let bag_begun = settled.taken != 0 || settled.shown.is_some();
        if *source == Source::Bag && bag_begun {
            pieces.begun = Some(pieces.finished_bag(settled));
        }
        pieces
    }

    /// A bag that begins with the settled pieces; the rest is shuffled with the random words of bag
    /// 0.
    fn finished_bag(&self, settled: &Settled) -> [Piece; 7] {
        let taken = |piece: &Piece| settled.taken >> *piece as u8 & 1 == 1;
        let shown = |piece: &Piece| settled.shown == Some(*piece);
        let mut bag = Piece::ALL;
        // False sorts before true: the pieces taken, the piece shown, the others.
        bag.sort_by_key(|piece| (!taken(piece), !shown(piece)));
        let fixed = bag.iter().filter(|p| taken(p) || shown(p)).count();
        for last in (fixed + 1..7).rev() {
            let word = self.stream.word(last as u64);
            let choice = below(word, (last - fixed) as u32 + 1) as usize;
            bag.swap(last, fixed + choice);
        }
        bag
    }

    /// The index of piece 0 in the source: 0 unless the game continues another.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Piece 0, if it was shown before the game was continued.
    pub fn shown(&self) -> Option<Piece> {
        self.shown
    }

    /// The bag of piece 0, if the source is a bag.
    pub fn first_bag(&mut self, source: &Source) -> Option<[Piece; 7]> {
        (*source == Source::Bag).then(|| self.bag(0))
    }

    /// What is settled of the pieces from `index` on, for a player who has seen all pieces before
    /// `index` and, if `shown`, piece `index` too.
    pub fn settled(&mut self, source: &Source, index: u64, shown: bool) -> Settled {
        let shown = shown || index == 0 && self.shown.is_some();
        let piece = if shown { self.get(source, index) } else { None };
        let place = self.origin + index;
        match source {
            Source::Uniform | Source::Weighted(_) => Settled {
                shown: piece,
                ..Settled::NOTHING
            },
            Source::Bag => Settled {
                shown: piece,
                origin: place % 7,
                taken: ALL_PIECES & !self.prospect(source, index).left,
            },
            _ => Settled {
                shown: None,
                origin: place,
                taken: 0,
            },
        }
    }

    /// Piece `index`, from 0; none after the end of a sequence.
    #[inline]
    pub fn get(&mut self, source: &Source, index: u64) -> Option<Piece> {
        if index == 0 && self.shown.is_some() {
            return self.shown;
        }
        let index = self.origin + index;
        match source {
            Source::Uniform => Some(Piece::ALL[below(self.word(index), 7) as usize]),
            source => self.not_uniform(source, index),
        }
    }

    /// A function of its own, so that the usual way is short.
    #[inline(never)]
    fn not_uniform(&mut self, source: &Source, index: u64) -> Option<Piece> {
        Some(match source {
            Source::Weighted(parts) => weighted_piece(parts, self.word(index) >> 16),
            Source::Bag => self.bag(index / 7)[(index % 7) as usize],
            source => source.fixed(index)?,
        })
    }

    #[inline(always)]
    fn word(&mut self, index: u64) -> u32 {
        let (number, place) = (index / WORDS as u64, index % WORDS as u64);
        if self.cached != number {
            self.compute(number);
        }
        self.words[place as usize]
    }

    #[inline(never)]
    fn compute(&mut self, number: u64) {
        let (blocks, _) = self.words.as_chunks_mut::<4>();
        let first = number * blocks.len() as u64;
        for (index, block) in (first..).zip(blocks) {
            *block = self.stream.block(index);
        }
        self.cached = number;
    }

    /// Bag `number`, shuffled by Fisher–Yates with the eight words of two blocks.
    fn bag(&mut self, number: u64) -> [Piece; 7] {
        if let (0, Some(bag)) = (number, self.begun) {
            return bag;
        }
        if self.cached == number {
            return self.bag;
        }
        let mut bag = Piece::ALL;
        for last in (1..7).rev() {
            let word = self.stream.word(number * 8 + last as u64);
            bag.swap(last, below(word, last as u32 + 1) as usize);
        }
        (self.cached, self.bag) = (number, bag);
        bag
    }

    /// What a player who has seen all pieces before `index` knows of piece `index`.
    #[inline]
    pub fn prospect(&mut self, source: &Source, index: u64) -> Prospect {
        let index = self.origin + index;
        let mut left = ALL_PIECES;
        if matches!(source, Source::Bag) {
            for seen in index / 7 * 7..index {
                left &= !(1 << self.bag(seen / 7)[(seen % 7) as usize] as u8);
            }
        }
        Prospect { index, left }
    }
}

fn weighted_piece(parts: &[u32; 7], mut point: u32) -> Piece {
    for (piece, part) in Piece::ALL.into_iter().zip(parts) {
        if point < *part {
            return piece;
        }
        point -= part;
    }
    unreachable!("the parts add up to WEIGHT_TOTAL")
}

const ALL_PIECES: u8 = 0b111_1111;

/// What a player knows of a piece not yet seen: the whole-number weights of all pieces, for a
/// search over unknown pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    index: u64,
    /// The pieces left in the bag.
    left: u8,
}

impl Prospect {
    /// The weight of each piece, in the order of [`Piece::ALL`]; all 0 after the end of a sequence.
    pub fn weights(&self, source: &Source) -> [u32; 7] {
        match source {
            Source::Uniform => [1; 7],
            Source::Weighted(parts) => *parts,
            Source::Bag => std::array::from_fn(|piece| u32::from(self.left >> piece & 1)),
            fixed => {
                let mut weights = [0; 7];
                if let Some(piece) = fixed.fixed(self.index) {
                    weights[piece as usize] = 1;
                }
                weights
            }
        }
    }

    /// The prospect of the next piece, if this one turns out to be `piece`.
    pub fn after(&self, piece: Piece) -> Prospect {
        let left = self.left & !(1 << piece as u8);
        let bag_done = (self.index + 1).is_multiple_of(7);
        Prospect {
            index: self.index + 1,
            left: if bag_done { ALL_PIECES } else { left },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pieces with their source.
    struct Drawn<'a>(&'a Source, Pieces);

    impl<'a> Drawn<'a> {
        fn new(source: &'a Source, seed: u64, game: u64) -> Self {
            Drawn(source, Pieces::new(seed, game))
        }

        fn continuing(source: &'a Source, settled: &Settled, seed: u64, game: u64) -> Self {
            Drawn(source, Pieces::continuing(source, settled, seed, game))
        }

        fn get(&mut self, index: u64) -> Option<Piece> {
            self.1.get(self.0, index)
        }

        fn settled(&mut self, index: u64, shown: bool) -> Settled {
            self.1.settled(self.0, index, shown)
        }

        fn prospect(&mut self, index: u64) -> Prospect {
            self.1.prospect(self.0, index)
        }
    }

    /// A χ² test with 6 degrees of freedom; 22.46 is its 99.9 % point.
    fn chi_squared(counts: [u64; 7], expected: [f64; 7]) -> f64 {
        counts
            .iter()
            .zip(expected)
            .map(|(&c, e)| (c as f64 - e).powi(2) / e)
            .sum()
    }

    #[test]
    fn uniform_pieces_are_uniform_within_and_across_games() {
        let draws = 70_000;
        let mut pieces = Drawn::new(&Source::Uniform, 1, 0);
        let mut within = [0; 7];
        let mut across = [0; 7];
        for i in 0..draws {
            within[pieces.get(i).unwrap() as usize] += 1;
            across[Drawn::new(&Source::Uniform, 1, i).get(0).unwrap() as usize] += 1;
        }
        let expected = [draws as f64 / 7.0; 7];
        assert!(chi_squared(within, expected) < 22.46, "{within:?}");
        assert!(chi_squared(across, expected) < 22.46, "{across:?}");
    }

    #[test]
    fn weighted_pieces_follow_their_weights() {
        let source: Source = "weighted:I=1,O=2,T=3,S=4,Z=5,J=6,L=7".parse().unwrap();
        let mut pieces = Drawn::new(&source, 3, 0);
        let mut counts = [0; 7];
        for i in 0..56_000 {
            counts[pieces.get(i).unwrap() as usize] += 1;
        }
        let expected = [1., 2., 3., 4., 5., 6., 7.].map(|w| w * 2000.0);
        assert!(chi_squared(counts, expected) < 22.46, "{counts:?}");
    }

    #[test]
    fn every_bag_holds_all_seven_and_orders_are_uniform() {
        let mut first = [0; 7];
        let mut pieces = Drawn::new(&Source::Bag, 5, 0);
        for bag in 0..7000 {
            let mut seen = 0u8;
            for i in 0..7 {
                let piece = pieces.get(bag * 7 + i).unwrap();
                seen |= 1 << piece as u8;
                first[piece as usize] += u64::from(i == 0);
            }
            assert_eq!(seen, ALL_PIECES);
        }
        assert!(chi_squared(first, [1000.0; 7]) < 22.46, "{first:?}");
    }

    #[test]
    fn pieces_do_not_depend_on_the_order_of_asking() {
        for source in [Source::Uniform, Source::Bag, Source::Alternating] {
            let mut forward = Drawn::new(&source, 9, 4);
            let there: Vec<_> = (0..50).map(|i| forward.get(i)).collect();
            let mut backward = Drawn::new(&source, 9, 4);
            let back: Vec<_> = (0..50).rev().map(|i| backward.get(i)).collect();
            assert!(there.iter().eq(back.iter().rev()));
        }
    }

    #[test]
    fn the_prospect_of_a_bag_is_the_pieces_left_in_it() {
        let mut pieces = Drawn::new(&Source::Bag, 2, 7);
        for index in 0..30 {
            let prospect = pieces.prospect(index);
            let weights = prospect.weights(&Source::Bag);
            let piece = pieces.get(index).unwrap();
            assert_eq!(weights.iter().sum::<u32>(), 7 - (index % 7) as u32);
            assert_eq!(weights[piece as usize], 1);
            assert_eq!(prospect.after(piece), pieces.prospect(index + 1));
        }
    }

    #[test]
    fn the_pieces_of_a_continued_game_begin_with_the_settled_ones() {
        for shown in [false, true] {
            for at in 0..15 {
                let mut before = Drawn::new(&Source::Bag, 1, 0);
                let settled = before.settled(at, shown);
                let mut after = Drawn::continuing(&Source::Bag, &settled, 2, 5);
                if shown {
                    assert_eq!(after.get(0), before.get(at));
                }
                // The rest of the begun bag comes first, and whole bags follow.
                let begun = (at / 7 * 7..at).map(|i| before.get(i));
                let rest = (0..14 - at % 7).map(|i| after.get(i));
                let all: Vec<Piece> = begun.chain(rest).map(Option::unwrap).collect();
                for bag in all.chunks(7) {
                    let letters = bag.iter().fold(0u8, |set, p| set | 1 << *p as u8);
                    assert_eq!(letters, ALL_PIECES, "at {at}: {all:?}");
                }
                let ahead = u64::from(shown);
                assert_eq!(
                    after.prospect(ahead).weights(&Source::Bag),
                    before.prospect(at + ahead).weights(&Source::Bag)
                );
            }
        }
        let mut uniform = Drawn::new(&Source::Uniform, 1, 0);
        let settled = uniform.settled(9, false);
        assert_eq!(settled, Settled::NOTHING);
        let settled = uniform.settled(9, true);
        let mut after = Drawn::continuing(&Source::Uniform, &settled, 2, 5);
        assert_eq!(after.get(0), uniform.get(9));
        let mut fresh = Drawn::new(&Source::Uniform, 2, 5);
        assert!((1..40).all(|i| after.get(i) == fresh.get(i)));
        let cycle: Source = "cycle:IOT".parse().unwrap();
        let settled = Drawn::new(&cycle, 0, 0).settled(4, true);
        let mut after = Drawn::continuing(&cycle, &settled, 0, 1);
        assert_eq!(after.get(0), Some(Piece::O));
    }

    #[test]
    fn the_rest_of_a_begun_bag_comes_in_every_order_with_equal_frequency() {
        let settled = Drawn::new(&Source::Bag, 1, 0).settled(4, false);
        let mut orders = std::collections::BTreeMap::new();
        for game in 0..6000 {
            let mut after = Drawn::continuing(&Source::Bag, &settled, 3, game);
            let order: Vec<_> = (0..3).map(|i| after.get(i).unwrap().letter()).collect();
            *orders.entry(order).or_insert(0u32) += 1;
        }
        assert_eq!(orders.len(), 6);
        // 20.52 is the 99.9 % point of χ² with 5 degrees of freedom.
        let squares: f64 = orders
            .values()
            .map(|&n| (f64::from(n) - 1000.0).powi(2) / 1000.0)
            .sum();
        assert!(squares < 20.52, "{orders:?}");
    }

    #[test]
    fn a_sequence_ends_and_a_cycle_does_not() {
        let once: Source = "sequence:IO".parse().unwrap();
        let mut pieces = Drawn::new(&once, 0, 0);
        assert_eq!(pieces.get(1), Some(Piece::O));
        assert_eq!(pieces.get(2), None);
        let cycle: Source = "cycle:IO".parse().unwrap();
        assert_eq!(Drawn::new(&cycle, 0, 0).get(101), Some(Piece::O));
    }
}

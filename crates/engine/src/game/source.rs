//! Where pieces come from, and what a player may expect of them.

use std::fmt;
use std::str::FromStr;

use crate::game::piece::{Piece, UnknownPiece};
use crate::game::random::{Stream, Use, below};

/// Piece weights are whole parts of this total, so that drawing and averaging are exact.
pub const WEIGHT_TOTAL: u32 = 1 << 16;

/// A source of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Every piece with probability 1/7, independently.
    Uniform,
    /// Independent pieces with these weights, in the order of [`Piece::ALL`], which add up to [`WEIGHT_TOTAL`].
    Weighted([u32; 7]),
    /// All seven in random order, then all seven again.
    Bag,
    /// These pieces, once; the game is cut short after the last.
    Sequence(Vec<Piece>),
    /// These pieces, over and over.
    Cycle(Vec<Piece>),
    /// One piece for ever.
    Only(Piece),
    /// S and Z in turn (Burgiel 1997).
    Alternating,
}

/// A piece source that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// None of the forms.
    #[error(
        "`{0}` is not a piece source: write uniform, bag, weighted:I=1,O=2,…, sequence:IOTS…, cycle:IOTS…, only:S or alternating"
    )]
    Unknown(String),
    /// A letter that is no piece.
    #[error(transparent)]
    Piece(#[from] UnknownPiece),
    /// No pieces after the colon.
    #[error("a piece sequence needs at least one piece, for example cycle:SZ")]
    NoPieces,
    /// A weight that is no number or negative, or all zero.
    #[error(
        "`{0}` is not a list of piece weights: write for example weighted:I=1,S=2.5 with finite numbers from 0 up, not all 0"
    )]
    Weights(String),
}

impl Source {
    /// How sources are written.
    pub const FORMS: &[(&str, &str)] = &[
        ("uniform", "independent, each with probability 1/7"),
        (
            "weighted:I=1,O=2,…",
            "independent with these weights; a piece left out has weight 0",
        ),
        ("bag", "all seven in random order, then again"),
        ("sequence:IOTS…", "these, once"),
        ("cycle:IOTS…", "these, over and over"),
        ("only:S", "one piece for ever"),
        ("alternating", "S and Z in turn"),
    ];

    /// Independent pieces with the given weights (any finite numbers from 0 up, not all 0), rounded to
    /// whole parts of [`WEIGHT_TOTAL`] by the largest remainders. A piece with a weight above 0 keeps at least one part.
    pub fn weighted(weights: [f64; 7]) -> Option<Source> {
        let sum: f64 = weights.iter().sum();
        if weights.iter().any(|w| !w.is_finite() || *w < 0.0) || !sum.is_finite() || sum <= 0.0 {
            return None;
        }
        let exact = weights.map(|w| w / sum * f64::from(WEIGHT_TOTAL));
        let mut parts = exact.map(|e| if e > 0.0 { (e as u32).max(1) } else { 0 });
        loop {
            let total: u32 = parts.iter().sum();
            let over = |i: &usize| f64::from(parts[*i]) - exact[*i];
            let candidates = (0..7).filter(|&i| exact[i] > 0.0);
            if total < WEIGHT_TOTAL {
                let i = candidates.min_by(|a, b| over(a).total_cmp(&over(b)))?;
                parts[i] += 1;
            } else if total > WEIGHT_TOTAL {
                let i = candidates
                    .filter(|&i| parts[i] > 1)
                    .max_by(|a, b| over(a).total_cmp(&over(b)))?;
                parts[i] -= 1;
            } else {
                return Some(Source::Weighted(parts));
            }
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = |pieces: &[Piece]| pieces.iter().map(|p| p.letter()).collect::<String>();
        match self {
            Source::Uniform => write!(f, "uniform"),
            Source::Bag => write!(f, "bag"),
            Source::Weighted(parts) => {
                let shown: Vec<String> = Piece::ALL
                    .iter()
                    .zip(parts)
                    .filter(|(_, part)| **part > 0)
                    .map(|(piece, part)| format!("{piece}={part}"))
                    .collect();
                write!(f, "weighted:{}", shown.join(","))
            }
            Source::Sequence(pieces) => write!(f, "sequence:{}", letters(pieces)),
            Source::Cycle(pieces) => write!(f, "cycle:{}", letters(pieces)),
            Source::Only(piece) => write!(f, "only:{piece}"),
            Source::Alternating => write!(f, "alternating"),
        }
    }
}

impl FromStr for Source {
    type Err = SourceError;

    fn from_str(text: &str) -> Result<Source, SourceError> {
        let pieces = |letters: &str| -> Result<Vec<Piece>, SourceError> {
            let pieces: Vec<Piece> = letters
                .chars()
                .map(Piece::try_from)
                .collect::<Result<_, _>>()?;
            if pieces.is_empty() {
                Err(SourceError::NoPieces)
            } else {
                Ok(pieces)
            }
        };
        let unknown = || SourceError::Unknown(text.to_string());
        match text.split_once(':') {
            None => match text {
                "uniform" => Ok(Source::Uniform),
                "bag" | "7-bag" => Ok(Source::Bag),
                "alternating" => Ok(Source::Alternating),
                _ => Err(unknown()),
            },
            Some(("sequence", rest)) => Ok(Source::Sequence(pieces(rest)?)),
            Some(("cycle", rest)) => Ok(Source::Cycle(pieces(rest)?)),
            Some(("only", rest)) => Ok(Source::Only(rest.parse()?)),
            Some(("weighted", rest)) => {
                let bad = || SourceError::Weights(rest.to_string());
                let mut weights = [0.0; 7];
                for part in rest.split(',') {
                    let (piece, weight) = part.split_once('=').ok_or_else(bad)?;
                    let piece: Piece = piece.trim().parse()?;
                    weights[piece as usize] = weight.trim().parse().map_err(|_| bad())?;
                }
                Source::weighted(weights).ok_or_else(bad)
            }
            Some(_) => Err(unknown()),
        }
    }
}

/// The pieces of one game: piece `i` is a pure function of the source, the seed, the game number and `i`.
#[derive(Clone, Debug)]
pub struct Pieces<'a> {
    source: &'a Source,
    stream: Stream,
    /// The last block or bag made, so that reading on is cheap.
    cached: Option<(u64, Cached)>,
    /// Where in the source piece 0 stands: 0 unless the game goes on from another.
    origin: u64,
    /// Piece 0, where it was shown before the game went on from there.
    shown: Option<Piece>,
    /// The bag that piece 0 comes from, where it was begun before.
    begun: Option<[Piece; 7]>,
}

/// What is settled of the pieces to come at some point of a game: all that the rest of the sequence depends on, but for chance.
///
/// Independent pieces leave nothing behind but the piece that was shown; a bag leaves the pieces already taken out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// The piece to be placed next, if it has been shown.
    shown: Option<Piece>,
    /// How far the bag, or a sequence without chance, has come.
    origin: u64,
    /// The pieces taken out of the bag, a bit each, the shown one not among them.
    taken: u8,
}

impl Settled {
    /// Nothing: the beginning of a game.
    pub const NOTHING: Settled = Settled {
        shown: None,
        origin: 0,
        taken: 0,
    };
}

#[derive(Clone, Copy, Debug)]
enum Cached {
    Block([u32; 4]),
    Bag([Piece; 7]),
}

impl<'a> Pieces<'a> {
    /// The pieces of game `game` under `seed`.
    pub fn new(source: &'a Source, seed: u64, game: u64) -> Self {
        Pieces {
            source,
            stream: Stream::new(seed, game, Use::Pieces),
            cached: None,
            origin: 0,
            shown: None,
            begun: None,
        }
    }

    /// Pieces that go on from where others had come to: what was settled there stays, all else is drawn afresh from the stream of
    /// game `game` under `seed`.
    pub fn going_on(source: &'a Source, settled: &Settled, seed: u64, game: u64) -> Self {
        let mut pieces = Pieces::new(source, seed, game);
        pieces.origin = settled.origin;
        pieces.shown = settled.shown;
        let bag_begun = settled.taken != 0 || settled.shown.is_some();
        if *source == Source::Bag && bag_begun {
            pieces.begun = Some(pieces.finished_bag(settled));
        }
        pieces
    }

    /// A bag that begins with what is settled, the rest shuffled with the words that bag 0 would have used.
    fn finished_bag(&self, settled: &Settled) -> [Piece; 7] {
        let taken = |piece: &Piece| settled.taken >> *piece as u8 & 1 == 1;
        let shown = |piece: &Piece| settled.shown == Some(*piece);
        let mut bag = Piece::ALL;
        // False comes first: the pieces taken, the one shown, the others.
        bag.sort_by_key(|piece| (!taken(piece), !shown(piece)));
        let fixed = bag.iter().filter(|p| taken(p) || shown(p)).count();
        for last in (fixed + 1..7).rev() {
            let word = self.stream.word(last as u64);
            let choice = below(word, (last - fixed) as u32 + 1) as usize;
            bag.swap(last, fixed + choice);
        }
        bag
    }

    /// Where in the source piece 0 stands: 0 unless they go on from others.
    pub fn origin(&self) -> u64 {
        self.origin
    }

    /// Piece 0, where it was shown before.
    pub fn shown(&self) -> Option<Piece> {
        self.shown
    }

    /// The bag that piece 0 comes from, if they come from bags.
    pub fn first_bag(&mut self) -> Option<[Piece; 7]> {
        (*self.source == Source::Bag).then(|| self.bag(0))
    }

    /// What is settled of the pieces from `index` on by someone who has seen all before it and, if `shown`, that one too.
    pub fn settled(&mut self, index: u64, shown: bool) -> Settled {
        let shown = shown || index == 0 && self.shown.is_some();
        let piece = if shown { self.get(index) } else { None };
        let place = self.origin + index;
        match self.source {
            Source::Uniform | Source::Weighted(_) => Settled {
                shown: piece,
                ..Settled::NOTHING
            },
            Source::Bag => Settled {
                shown: piece,
                origin: place % 7,
                taken: ALL_PIECES & !self.prospect(index).left,
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
    pub fn get(&mut self, index: u64) -> Option<Piece> {
        if index == 0 && self.shown.is_some() {
            return self.shown;
        }
        let index = self.origin + index;
        Some(match self.source {
            Source::Uniform => Piece::ALL[below(self.word(index), 7) as usize],
            Source::Weighted(parts) => weighted_piece(parts, self.word(index) >> 16),
            Source::Bag => self.bag(index / 7)[(index % 7) as usize],
            source => source.fixed(index)?,
        })
    }

    #[inline]
    fn word(&mut self, index: u64) -> u32 {
        let (number, place) = (index / 4, (index % 4) as usize);
        if let Some((cached, Cached::Block(block))) = &self.cached
            && *cached == number
        {
            return block[place];
        }
        let block = self.stream.block(number);
        self.cached = Some((number, Cached::Block(block)));
        block[place]
    }

    /// Bag `number`, shuffled by Fisher–Yates with the eight words of two blocks.
    fn bag(&mut self, number: u64) -> [Piece; 7] {
        if let (0, Some(bag)) = (number, self.begun) {
            return bag;
        }
        if let Some((cached, Cached::Bag(bag))) = self.cached
            && cached == number
        {
            return bag;
        }
        let mut bag = Piece::ALL;
        for last in (1..7).rev() {
            let word = self.stream.word(number * 8 + last as u64);
            bag.swap(last, below(word, last as u32 + 1) as usize);
        }
        self.cached = Some((number, Cached::Bag(bag)));
        bag
    }

    /// What is known of piece `index` by someone who has seen all pieces before it.
    #[inline]
    pub fn prospect(&mut self, index: u64) -> Prospect {
        let index = self.origin + index;
        let mut left = ALL_PIECES;
        if matches!(self.source, Source::Bag) {
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

impl Source {
    /// Piece `index` of a source without chance; none after the end of a sequence, or if there is chance.
    fn fixed(&self, index: u64) -> Option<Piece> {
        match self {
            Source::Sequence(pieces) => pieces.get(usize::try_from(index).ok()?).copied(),
            Source::Cycle(pieces) => Some(pieces[(index % pieces.len() as u64) as usize]),
            Source::Only(piece) => Some(*piece),
            Source::Alternating => Some(if index.is_multiple_of(2) {
                Piece::S
            } else {
                Piece::Z
            }),
            Source::Uniform | Source::Weighted(_) | Source::Bag => None,
        }
    }
}

const ALL_PIECES: u8 = 0b111_1111;

/// What is known of a piece not yet seen: the whole-number weights of a search over unknown pieces.
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

    /// The prospect of the piece after, once this one has turned out to be `piece`.
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

    #[test]
    fn sources_read_back_what_they_print() {
        for text in [
            "uniform",
            "bag",
            "sequence:IOTS",
            "cycle:SZ",
            "only:L",
            "alternating",
        ] {
            assert_eq!(text.parse::<Source>().unwrap().to_string(), text);
        }
        let weighted: Source = "weighted:I=1,O=1,T=1,S=2,Z=2,J=1,L=1".parse().unwrap();
        assert_eq!(weighted.to_string().parse::<Source>().unwrap(), weighted);
        let Source::Weighted(parts) = weighted else {
            panic!()
        };
        assert_eq!(parts.iter().sum::<u32>(), WEIGHT_TOTAL);
    }

    #[test]
    fn bad_sources_are_refused() {
        for text in [
            "",
            "unifrom",
            "sequence:",
            "only:SZ",
            "weighted:I=-1",
            "weighted:I=0",
            "weighted:I",
            "weighted:I=nan",
            "cycle:IQ",
            "x:y",
        ] {
            assert!(text.parse::<Source>().is_err(), "{text}");
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
        let mut pieces = Pieces::new(&Source::Uniform, 1, 0);
        let mut within = [0; 7];
        let mut across = [0; 7];
        for i in 0..draws {
            within[pieces.get(i).unwrap() as usize] += 1;
            across[Pieces::new(&Source::Uniform, 1, i).get(0).unwrap() as usize] += 1;
        }
        let expected = [draws as f64 / 7.0; 7];
        assert!(chi_squared(within, expected) < 22.46, "{within:?}");
        assert!(chi_squared(across, expected) < 22.46, "{across:?}");
    }

    #[test]
    fn weighted_pieces_follow_their_weights() {
        let source: Source = "weighted:I=1,O=2,T=3,S=4,Z=5,J=6,L=7".parse().unwrap();
        let mut pieces = Pieces::new(&source, 3, 0);
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
        let mut pieces = Pieces::new(&Source::Bag, 5, 0);
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
            let mut forward = Pieces::new(&source, 9, 4);
            let there: Vec<_> = (0..50).map(|i| forward.get(i)).collect();
            let mut backward = Pieces::new(&source, 9, 4);
            let back: Vec<_> = (0..50).rev().map(|i| backward.get(i)).collect();
            assert!(there.iter().eq(back.iter().rev()));
        }
    }

    #[test]
    fn a_bag_promises_what_is_left_in_it() {
        let mut pieces = Pieces::new(&Source::Bag, 2, 7);
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
    fn pieces_that_go_on_keep_what_is_settled() {
        for shown in [false, true] {
            for at in 0..15 {
                let mut before = Pieces::new(&Source::Bag, 1, 0);
                let settled = before.settled(at, shown);
                let mut after = Pieces::going_on(&Source::Bag, &settled, 2, 5);
                if shown {
                    assert_eq!(after.get(0), before.get(at));
                }
                // The bag that was begun is finished, and whole bags follow.
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
        let mut uniform = Pieces::new(&Source::Uniform, 1, 0);
        let settled = uniform.settled(9, false);
        assert_eq!(settled, Settled::NOTHING);
        let settled = uniform.settled(9, true);
        let mut after = Pieces::going_on(&Source::Uniform, &settled, 2, 5);
        assert_eq!(after.get(0), uniform.get(9));
        let mut fresh = Pieces::new(&Source::Uniform, 2, 5);
        assert!((1..40).all(|i| after.get(i) == fresh.get(i)));
        let cycle: Source = "cycle:IOT".parse().unwrap();
        let settled = Pieces::new(&cycle, 0, 0).settled(4, true);
        let mut after = Pieces::going_on(&cycle, &settled, 0, 1);
        assert_eq!(after.get(0), Some(Piece::O));
    }

    /// The rest of a begun bag comes in every order alike.
    #[test]
    fn the_rest_of_a_bag_is_shuffled_fairly() {
        let settled = Pieces::new(&Source::Bag, 1, 0).settled(4, false);
        let mut orders = std::collections::BTreeMap::new();
        for game in 0..6000 {
            let mut after = Pieces::going_on(&Source::Bag, &settled, 3, game);
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
        let mut pieces = Pieces::new(&once, 0, 0);
        assert_eq!(pieces.get(1), Some(Piece::O));
        assert_eq!(pieces.get(2), None);
        let cycle: Source = "cycle:IO".parse().unwrap();
        assert_eq!(Pieces::new(&cycle, 0, 0).get(101), Some(Piece::O));
    }
}

//! Sources of pieces, and how they are written.

use std::fmt;
use std::str::FromStr;

use super::piece::{Piece, UnknownPiece};

/// Piece weights are whole parts of this total, so that drawing and averaging are exact.
pub const WEIGHT_TOTAL: u32 = 1 << 16;

/// A source of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Independent pieces, each with probability 1/7.
    Uniform,
    /// Independent pieces with these weights, in the order of [`Piece::ALL`], which add up to
    /// [`WEIGHT_TOTAL`].
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
#[non_exhaustive]
pub enum SourceError {
    /// The text has none of the forms.
    #[error(
        "`{0}` is not a piece source: write uniform, bag, weighted:I=1,O=2,…, sequence:IOTS…, cycle:IOTS…, only:S or alternating"
    )]
    Unknown(String),
    /// A letter is not a piece.
    #[error(transparent)]
    Piece(#[from] UnknownPiece),
    /// There are no pieces after the colon.
    #[error("a piece sequence needs at least one piece, for example cycle:SZ")]
    NoPieces,
    /// A weight is not a number or is negative, or all weights are zero.
    #[error(
        "`{0}` is not a list of piece weights: write for example weighted:I=1,S=2.5 with finite numbers from 0 up, not all 0"
    )]
    Weights(String),
    /// A piece has two weights.
    #[error("`{1}` names {0} twice: give each piece one weight")]
    Twice(Piece, String),
}

impl Source {
    /// The forms in which sources are written, with their meanings.
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

    /// The whole-number weights of the pieces, where every piece is drawn independently of those
    /// before it; none for a source with a memory.
    pub fn independent(&self) -> Option<[u32; 7]> {
        match self {
            Source::Uniform => Some([1; 7]),
            Source::Weighted(parts) => Some(*parts),
            Source::Only(piece) => {
                Some(std::array::from_fn(|one| u32::from(one == *piece as usize)))
            }
            _ => None,
        }
    }

    /// Independent pieces with the given weights (any finite numbers from 0 up, not all 0), rounded
    /// to whole parts of [`WEIGHT_TOTAL`] by the largest remainders. A piece with a weight above 0
    /// keeps at least one part.
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
                let mut weights = [None; 7];
                for part in rest.split(',') {
                    let (piece, weight) = part.split_once('=').ok_or_else(bad)?;
                    let piece: Piece = piece.trim().parse()?;
                    let weight: f64 = weight.trim().parse().map_err(|_| bad())?;
                    if weights[piece as usize].replace(weight).is_some() {
                        return Err(SourceError::Twice(piece, rest.to_string()));
                    }
                }
                let weights = weights.map(|weight| weight.unwrap_or(0.0));
                Source::weighted(weights).ok_or_else(bad)
            }
            Some(_) => Err(unknown()),
        }
    }
}

impl Source {
    /// Piece `index` of a source without chance; none after the end of a sequence, or if there is
    /// chance.
    pub(super) fn fixed(&self, index: u64) -> Option<Piece> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_read_from_the_text_that_they_print() {
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
            "weighted:I=1,I=2",
            "cycle:IQ",
            "x:y",
        ] {
            assert!(text.parse::<Source>().is_err(), "{text}");
        }
    }
}

//! What is solved: the rules as numbers.

use tetrarium_engine::{Piece, Rules, Source};

use super::error::SolveError;
use super::grid::{Code, Drop, Grid, Pile, Step, mirrored_piece};

/// The rules as numbers.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    pub rules: Rules,
    pub grid: Grid,
    /// The probability of each piece.
    pub chances: [f64; 7],
    pub discount: f64,
    /// Whether a board and its mirror image have the same value, and only one of them is kept.
    pub mirrors: bool,
    /// The values of a board: one, or one for each current piece where the next one is shown.
    pub seen: usize,
}

impl Problem {
    /// The game by these rules, in which a player may choose any move.
    ///
    /// # Errors
    ///
    /// If the board is too large, the pieces have a memory, or the discount is out of range.
    pub fn new(rules: &Rules, discount: f64) -> Result<Problem, SolveError> {
        if !(discount > 0.0 && discount <= 1.0) {
            return Err(SolveError::Discount(discount));
        }
        let chances = chances(&rules.pieces)?;
        let mirror = std::array::from_fn(|piece| chances[mirrored_piece(piece)]);
        Ok(Problem {
            grid: Grid::new(rules)?,
            mirrors: chances == mirror,
            chances,
            discount,
            seen: if rules.visible > 1 { 7 } else { 1 },
            rules: rules.clone(),
        })
    }

    /// The same game for a player that need not treat mirror images alike.
    pub fn without_mirrors(self) -> Problem {
        Problem {
            mirrors: false,
            ..self
        }
    }

    /// The pieces that come, by their places in `Piece::ALL`.
    pub fn pieces(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..7).filter(|&piece| self.chances[piece] > 0.0)
    }

    /// The number of choices of a board: one for each piece, or for each pair of pieces.
    pub fn choices(&self) -> usize {
        7 * self.seen
    }

    /// The board that stands for this one, and whether that is its mirror image.
    #[inline]
    pub fn kept(&self, board: Code) -> (Code, bool) {
        if !self.mirrors {
            return (board, false);
        }
        let mirror = self.grid.mirror(board);
        (board.min(mirror), mirror < board)
    }

    /// All moves of a piece on a board.
    #[inline]
    pub fn steps(&self, pile: &Pile, piece: usize) -> impl Iterator<Item = (&Drop, Step)> {
        let drops = self.grid.drops(Piece::ALL[piece]).iter();
        drops.map(move |drop| (drop, self.grid.step(pile, drop)))
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.rules.board.width() * self.rules.board.height()
    }
}

/// The probability of each piece.
fn chances(source: &Source) -> Result<[f64; 7], SolveError> {
    let weights = source.independent();
    let weights = weights.ok_or_else(|| SolveError::Pieces(source.clone()))?;
    let sum: u32 = weights.iter().sum();
    Ok(weights.map(|weight| f64::from(weight) / f64::from(sum)))
}

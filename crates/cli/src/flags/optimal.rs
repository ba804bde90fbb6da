//! The best moves of a small board, from a file of values.

use std::path::{Path, PathBuf};

use clap::Args;
use tetrarium_engine::{Board, Piece, Pieces, Placement, Rules, View};
use tetrarium_lab::solve::Optimal;

use crate::failure::Failure;

/// A file of values.
#[derive(Args, Clone, Debug)]
pub struct OptimalFlag {
    /// Show the best move too, by a file of values that `solve --out` has written
    #[arg(long, value_name = "FILE")]
    optimal: Option<PathBuf>,
}

/// What each placement of a piece is worth: the lines that the best player would still make.
pub struct Worths(Vec<(Placement, f64)>);

impl OptimalFlag {
    /// Whether a file was given.
    pub fn is_given(&self) -> bool {
        self.optimal.is_some()
    }

    /// The file that was given.
    pub fn path(&self) -> Option<&Path> {
        self.optimal.as_deref()
    }

    /// What the placements of a piece on a board are worth; none if no file was given.
    pub fn worths(
        &self,
        rules: &Rules,
        board: &Board,
        piece: Piece,
        next: Option<Piece>,
    ) -> Result<Option<Worths>, Failure> {
        let Some(path) = &self.optimal else {
            return Ok(None);
        };
        let optimal = Optimal::read(path).map_err(Failure::input)?;
        let view = View {
            rules,
            board,
            piece,
            next,
            prospect: Pieces::new(0, 0).prospect(&rules.pieces, 1),
        };
        let worths = optimal.check(rules).and_then(|()| optimal.worths(&view));
        let worths = worths.map_err(|error| Failure::input(format!("{}: {error}", path.display())));
        Ok(Some(Worths(worths?)))
    }
}

impl Worths {
    /// The best placement, and its worth. Of equally good ones it is the first.
    pub fn best(&self) -> Option<(Placement, f64)> {
        let mut best: Option<(Placement, f64)> = None;
        for (placement, worth) in &self.0 {
            if best.is_none_or(|(_, most)| *worth > most) {
                best = Some((*placement, *worth));
            }
        }
        best
    }

    /// The worth of a placement.
    pub fn of(&self, placement: Placement) -> Option<f64> {
        let worths = self.0.iter();
        let mut found = worths.filter(|(other, _)| *other == placement);
        found.next().map(|(_, worth)| *worth)
    }

    /// A sentence about a placement beside the best one.
    pub fn sentence(&self, chosen: Placement) -> String {
        let (Some((best, most)), Some(worth)) = (self.best(), self.of(chosen)) else {
            return String::new();
        };
        match worth < most {
            false => format!("Best play makes this move too: it is worth {most:.6} lines."),
            true => format!(
                "Best play is at {best}, worth {most:.6} lines; {chosen} is worth {worth:.6}, \
                 {:.6} less.",
                most - worth
            ),
        }
    }
}

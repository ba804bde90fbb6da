//! The best player of a small board, as an agent.

use std::path::Path;

use tetrarium_engine::{Agent, AgentError, Placement, Rules, Session, Turn, View};

use super::boards::Boards;
use super::error::FileError;
use super::file;
use super::optimum::Optimum;
use super::problem::Problem;
use super::sweep::Successor;

/// The best player of a small board, by the values of all its boards. Of equally good placements it
/// takes the first.
pub struct Optimal {
    problem: Problem,
    boards: Boards,
    values: Vec<f64>,
}

impl Optimal {
    /// The best player by the values in a file that [`optimum`](super::optimum) has written.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is damaged, or its values are not finished.
    pub fn read(path: &Path) -> Result<Optimal, FileError> {
        let stored = file::read(path)?;
        if !stored.finished {
            return Err(FileError::Unfinished(path.to_path_buf()));
        }
        let boards = file::boards_of(&stored.problem, &stored.codes).ok_or_else(|| {
            FileError::Damaged(path.to_path_buf(), "its boards are no boards".to_string())
        })?;
        Ok(Optimal {
            problem: stored.problem,
            boards,
            values: stored.values,
        })
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> &Rules {
        &self.problem.rules
    }

    /// Checks that the values are of the game by these rules. Rules that only concern controllers
    /// may differ.
    ///
    /// # Errors
    ///
    /// If they are of another game.
    pub fn check(&self, rules: &Rules) -> Result<(), AgentError> {
        let own = self.rules();
        let same = rules.board == own.board
            && rules.pieces == own.pieces
            && rules.overflow == own.overflow
            && rules.visible == own.visible
            && rules.game == own.game;
        match same {
            true => Ok(()),
            false => Err(AgentError::Failed(format!(
                "the values were solved for another game: {own}"
            ))),
        }
    }

    /// What each placement is worth, in the order in which placements are tried: its lines and the
    /// value of what follows.
    ///
    /// # Errors
    ///
    /// If the board cannot occur in the game that was solved.
    pub fn worths(&self, view: &View) -> Result<Vec<(Placement, f64)>, AgentError> {
        let Optimal {
            problem,
            boards,
            values,
        } = self;
        let failed = |why: &str| AgentError::Failed(format!("the values of this file {why}"));
        let code = problem.grid.code(view.board);
        if view.board.size() != problem.rules.board {
            return Err(failed("are of a board of another size"));
        }
        if !boards.contains(problem.kept(code).0) {
            return Err(failed(
                "do not have this board, which cannot occur in a game",
            ));
        }
        let next = match (problem.seen, view.next) {
            (1, _) => 0,
            (_, Some(next)) => next as usize,
            _ => return Err(failed("are for games in which the next piece is shown")),
        };
        let pile = problem.grid.pile(code);
        let steps = problem.steps(&pile, view.piece as usize);
        let worths = steps.map(|(drop, step)| {
            if let Some(after) = step.after
                && !boards.contains(problem.kept(after).0)
            {
                return Err(failed("lack a board that follows this one"));
            }
            let successor = Successor::of(step, problem, boards);
            Ok((drop.placement, successor.worth(next, problem, values)))
        });
        worths.collect()
    }

    fn best(&self, view: &View) -> Result<Placement, AgentError> {
        let mut best: Option<(Placement, f64)> = None;
        for (placement, worth) in self.worths(view)? {
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((placement, worth));
            }
        }
        let best = best.ok_or_else(|| AgentError::Failed("there is no place".to_string()))?;
        Ok(best.0)
    }
}

impl From<Optimum> for Optimal {
    fn from(optimum: Optimum) -> Optimal {
        Optimal {
            problem: optimum.problem,
            boards: optimum.boards,
            values: optimum.values,
        }
    }
}

impl Agent for Optimal {
    fn name(&self) -> &str {
        "optimal"
    }

    fn is_stateless(&self) -> bool {
        true
    }

    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        self.check(rules)?;
        Ok(Box::new(Playing(self)))
    }
}

/// The best player at play.
struct Playing<'a>(&'a Optimal);

impl Session for Playing<'_> {
    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        turns.iter().map(|turn| self.0.best(&turn.view)).collect()
    }
}

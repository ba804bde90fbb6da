//! The best player of a small board, as an agent.

use std::path::Path;

use tetrarium_engine::{Agent, AgentError, Placement, Rules, Session, Turn, View};

use super::error::FileError;
use super::file::{self, Stored};
use super::optimum::Optimum;
use super::sweep::Successor;

/// The best player of a small board, by the values of all its boards. Of equally good placements it
/// takes the first.
pub struct Optimal(Stored);

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
        Ok(Optimal(stored))
    }

    /// The rules that it plays by.
    pub fn rules(&self) -> &Rules {
        &self.0.problem.rules
    }

    /// What each placement is worth, in the order in which placements are tried: its lines and the
    /// value of what follows.
    ///
    /// # Errors
    ///
    /// If the board cannot occur in the game that was solved.
    pub fn worths(&self, view: &View) -> Result<Vec<(Placement, f64)>, AgentError> {
        let Stored {
            problem,
            boards,
            values,
            ..
        } = &self.0;
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
        let steps = problem.steps(code, view.piece as usize);
        let worths = steps.map(|(drop, step)| {
            let successor = Successor::of(step, problem, boards);
            (drop.placement, successor.worth(next, problem, values))
        });
        Ok(worths.collect())
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
        Optimal(Stored {
            problem: optimum.problem,
            boards: optimum.boards,
            values: optimum.values,
            sweeps: optimum.sweeps,
            finished: true,
        })
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
        let own = self.rules();
        let same = rules.board == own.board
            && rules.pieces == own.pieces
            && rules.overflow == own.overflow
            && rules.visible == own.visible
            && rules.game == own.game;
        if !same {
            return Err(AgentError::Failed(format!(
                "the values were solved for another game: {own}"
            )));
        }
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

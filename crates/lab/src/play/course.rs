//! The course of a game: how far it has come, and when it is to stop.

use tetrarium_engine::{Board, Counts, Danger, State};

use super::continuation::{Standing, Start, Until};
use super::heights::Heights;
use super::shard::End;
use super::watch::Watch;

/// How far a game has come, and when it is to stop.
pub(super) struct Course {
    until: Until,
    first: Counts,
    danger: i32,
    standing: Standing,
    heights: Option<Heights>,
}

impl Course {
    /// The course of a game that begins with these counts, given the danger of its board.
    pub fn new(
        start: &Start,
        until: Until,
        first: Counts,
        danger: impl FnOnce(Danger) -> i32,
        watch: &Watch,
    ) -> Course {
        let mut course = Course {
            until,
            first,
            danger: i32::MIN,
            standing: Standing::at(start),
            heights: watch.no_heights_yet(),
        };
        course.look(danger);
        course
    }

    #[inline]
    fn look(&mut self, of: impl FnOnce(Danger) -> i32) {
        if let Until::Danger { danger, .. } = self.until {
            self.danger = of(danger);
            self.standing.highest = self.standing.highest.max(self.danger);
        }
    }

    /// Whether another move is to be made.
    #[inline]
    pub fn goes_on(&self, counts: Counts) -> bool {
        self.standing.end.is_none()
            && match self.until {
                Until::Placed { pieces, .. } => counts.pieces < pieces,
                Until::Danger { low, level, .. } => self.danger > low && self.danger < level,
            }
    }

    /// Records a move, given the danger of the board. Returns true if the move lost the game and
    /// the game is to restart.
    #[inline]
    pub fn moved(
        &mut self,
        state: State,
        board: &Board,
        danger: impl FnOnce(Danger) -> i32,
    ) -> bool {
        match state {
            State::Playing => {
                self.look(danger);
                if let Some(heights) = &mut self.heights {
                    heights.record(board);
                }
            }
            State::OutOfPieces => self.standing.end = Some(End::Cut),
            State::Lost => {
                self.standing.deaths += 1;
                if let Until::Placed { restarts: true, .. } = self.until {
                    return true;
                }
                self.standing.end = Some(End::Lost);
            }
        }
        false
    }

    /// The standing at the end of the course.
    pub fn finished(mut self, counts: Counts, board: &Board, watch: &Watch) -> Standing {
        watch.add_heights(self.heights.take());
        Standing {
            lines: counts.lines - self.first.lines,
            pieces: counts.pieces - self.first.pieces,
            reward: counts.reward - self.first.reward,
            board: *board,
            ..self.standing
        }
    }
}

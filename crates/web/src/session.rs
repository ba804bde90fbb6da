//! A game on the page: it goes forward by any number of moves, and back.

use serde::Serialize;
use tetrarium_engine::{
    Board, Counts, Explanation, Game, Landing, Move, Piece, Placement, Player, PlayerGame, Rules,
    State,
};

use crate::boards::{Colours, cells};
use crate::ready::sentence;

/// The most moments that a game keeps for going back. When there are more, every second one goes,
/// and the space between two doubles.
const KEPT: usize = 64;
/// The moves between two kept moments at the beginning.
const FIRST_SPACE: u64 = 32;
/// The moves before a moment of which the pieces of the cells are followed. The others are played
/// faster.
const COLOURED: u64 = 256;

/// A game that a player or a person plays.
pub struct Session {
    player: Player,
    seed: u64,
    number: u64,
    now: Moment,
    last: Option<Last>,
    kept: Vec<Moment>,
    space: u64,
}

/// A moment of a game: all that the rest of it depends on, and its drawing.
#[derive(Clone)]
struct Moment {
    board: Board,
    counts: Counts,
    state: State,
    colours: Colours,
}

/// The last move, as the page draws it.
#[derive(Clone, Debug, Serialize)]
pub struct Last {
    piece: char,
    orientation: u8,
    column: u8,
    row: u8,
    /// The cells of the piece: column and row.
    cells: Vec<(usize, usize)>,
    /// The rows removed, counted from the bottom.
    cleared: Vec<u32>,
    lines: u32,
    ends: bool,
}

impl Last {
    fn new(played: &Move) -> Last {
        Last {
            piece: played.piece.letter(),
            orientation: played.landing.placement.orientation,
            column: played.landing.placement.column,
            row: played.landing.row,
            cells: cells(played.piece, played.landing).collect(),
            cleared: (0..u32::BITS)
                .filter(|y| played.cleared >> y & 1 == 1)
                .collect(),
            lines: played.lines,
            ends: played.ends,
        }
    }
}

/// A moment of a game as the page shows it.
#[derive(Debug, Serialize)]
pub struct Shown {
    /// The rows from the top: `.` is empty, a letter the piece that a cell came from, `#` any.
    board: Vec<String>,
    pieces: u64,
    lines: u64,
    reward: u64,
    /// `playing`, `lost` or `out-of-pieces`.
    state: &'static str,
    piece: Option<char>,
    next: Option<char>,
    /// The height of the highest column.
    height: usize,
    last: Option<Last>,
}

impl Session {
    /// Game `number` under a seed.
    pub fn new(player: Player, seed: u64, number: u64) -> Session {
        let begin = Moment {
            board: Board::empty(player.rules().board),
            counts: Counts::default(),
            state: State::Playing,
            colours: Colours::unknown(),
        };
        Session {
            player,
            seed,
            number,
            now: begin.clone(),
            last: None,
            kept: vec![begin],
            space: FIRST_SPACE,
        }
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// Plays this many moves, or to the end of the game.
    pub fn step(&mut self, moves: u64) {
        let target = self.now.counts.pieces.saturating_add(moves);
        while self.now.counts.pieces < target && self.now.state == State::Playing {
            let reached = self.now.counts.pieces;
            let keep = (reached / self.space + 1) * self.space;
            self.play_to(target.min(keep), target);
            if self.now.counts.pieces == reached {
                break;
            }
            self.keep();
        }
    }

    /// Plays up to move `to`, on the way to move `target`.
    fn play_to(&mut self, to: u64, target: u64) {
        let before = self.now.counts;
        let mut game = PlayerGame::new(&self.player, self.seed, self.number)
            .advanced_to(before.pieces, self.now.board);
        let coloured = target.saturating_sub(COLOURED);
        if before.pieces < to.min(coloured) {
            self.now.colours = Colours::unknown();
        }
        while game.counts().pieces < to.min(coloured) && game.advance() {}
        let mut last = None;
        while game.counts().pieces < to {
            let Some(played) = game.step() else { break };
            self.now.colours.play(&played);
            last = Some(Last::new(&played));
        }
        self.last = last;
        self.now.board = *game.board();
        self.now.state = game.state();
        self.count(before, game.counts());
    }

    /// Adds what a game has counted since it began with `before`.
    fn count(&mut self, before: Counts, since: Counts) {
        self.now.counts.pieces = since.pieces;
        self.now.counts.lines = before.lines + since.lines;
        self.now.counts.reward = before.reward + since.reward;
    }

    /// Keeps the moment if it is one to keep.
    fn keep(&mut self) {
        let pieces = self.now.counts.pieces;
        let newest = self.kept.last().map_or(0, |one| one.counts.pieces);
        if !pieces.is_multiple_of(self.space) || pieces <= newest {
            return;
        }
        self.kept.push(self.now.clone());
        if self.kept.len() > KEPT {
            self.space *= 2;
            let space = self.space;
            self.kept
                .retain(|one| one.counts.pieces.is_multiple_of(space));
        }
    }

    /// Goes back to the latest kept moment that is not after this move. The page plays on from
    /// there.
    pub fn rewind(&mut self, to: u64) {
        let at = self.kept.partition_point(|one| one.counts.pieces <= to);
        // The beginning is always kept.
        self.now = self.kept[at.max(1) - 1].clone();
        self.last = None;
    }

    /// A person's move. Later moments belong to another game from here on.
    pub fn place(&mut self, placement: Placement) -> Result<(), String> {
        let before = self.now.counts;
        let mut game = self.game();
        let played = game.place(placement).map_err(sentence)?;
        let (board, state, counts) = (*game.board(), game.state(), game.counts());
        self.now.colours.play(&played);
        self.last = Some(Last::new(&played));
        self.now.board = board;
        self.now.state = state;
        self.count(before, counts);
        Ok(())
    }

    fn game(&self) -> Game<&Rules> {
        Game::new(self.player.rules(), self.seed, self.number)
            .advanced_to(self.now.counts.pieces, self.now.board)
    }

    /// Why the player would choose as it does now, and what it chooses; none if the game is over.
    pub fn explain(&self) -> Option<(Explanation, Option<Landing>)> {
        if self.now.state != State::Playing {
            return None;
        }
        let mut game = self.game();
        let explanation = self.player.explain(&game.view()?);
        let mut played = PlayerGame::new(&self.player, self.seed, self.number)
            .advanced_to(self.now.counts.pieces, self.now.board);
        let chosen = played.step().map(|played| played.landing);
        Some((explanation, chosen))
    }

    /// The moment as the page shows it. Ends the game if no piece is left or it cannot enter.
    pub fn show(&mut self) -> Shown {
        let (mut piece, mut next) = (None, None);
        if self.now.state == State::Playing {
            let mut game = self.game();
            if let Some(view) = game.view() {
                (piece, next) = (Some(view.piece), view.next);
            }
            self.now.state = game.state();
        }
        Shown {
            board: self.now.colours.rows(&self.now.board),
            pieces: self.now.counts.pieces,
            lines: self.now.counts.lines,
            reward: self.now.counts.reward,
            state: match self.now.state {
                State::Playing => "playing",
                State::Lost => "lost",
                State::OutOfPieces => "out-of-pieces",
            },
            piece: piece.map(Piece::letter),
            next: next.map(Piece::letter),
            height: self.now.board.max_height(),
            last: self.last.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::catalogue;

    fn session(name: &str, settings: &[(&str, &str)]) -> Session {
        let controller = catalogue::named(name).unwrap();
        let mut rules = controller.rules_over(&Rules::default()).unwrap();
        for (setting, value) in settings {
            rules.set(setting, value).unwrap();
        }
        Session::new(Player::new(controller, &rules).unwrap(), 7, 2)
    }

    fn games() -> Vec<Session> {
        let small: &[(&str, &str)] = &[("board", "8x10"), ("pieces", "bag"), ("ties", "random")];
        vec![
            session("bcts", &[]),
            session("bcts", small),
            session("fahey", &[]),
            session("fahey-one-piece", &[("game", "original")]),
        ]
    }

    #[test]
    fn any_slices_make_the_game_of_the_player() {
        for mut sliced in games() {
            let player = sliced.player().clone();
            let mut game = PlayerGame::new(&player, 7, 2);
            for moves in [1, 1, 30, 31, 1, 299, 2, 40] {
                sliced.step(moves);
                while game.counts().pieces < sliced.now.counts.pieces {
                    game.step().unwrap();
                }
                assert_eq!(sliced.now.counts, game.counts());
                assert_eq!(sliced.now.board, *game.board());
                if sliced.now.state != State::Playing {
                    assert!(game.step().is_none());
                }
            }
        }
    }

    #[test]
    fn going_back_reaches_every_move_again() {
        for mut session in games() {
            session.step(3000);
            let end = session.now.counts.pieces;
            assert!(session.kept.len() <= KEPT);
            for to in [end.saturating_sub(1), end / 2, 33, 1, 0, end] {
                session.rewind(to);
                assert!(session.now.counts.pieces <= to);
                session.step(to - session.now.counts.pieces);
                let mut direct = Session::new(session.player.clone(), 7, 2);
                direct.step(to);
                assert_eq!(session.now.counts, direct.now.counts, "{to}");
                assert_eq!(session.now.board, direct.now.board);
            }
        }
    }

    #[test]
    fn a_person_who_follows_the_player_plays_its_game() {
        for mut own in games() {
            let mut machine = Session::new(own.player.clone(), 7, 2);
            for _ in 0..60 {
                let Some((explanation, chosen)) = own.explain() else {
                    break;
                };
                let first = explanation.placements[0].landing;
                // What is executed in the original game may differ from the choice.
                let aim = match own.player.rules().get("game").as_deref() {
                    Some("original") => first.placement,
                    _ => chosen.unwrap().placement,
                };
                own.place(aim).unwrap();
                machine.step(1);
                assert_eq!(own.now.board, machine.now.board);
                assert_eq!(own.now.counts, machine.now.counts);
                assert_eq!(own.show().board, machine.show().board);
            }
        }
    }
}

//! Games as an environment of Gymnasium plays them: actions in, rewards and observations out.

use std::sync::Arc;

use pyo3::prelude::*;
use tetrarium_engine::rules::GameKind;
use tetrarium_engine::{self as engine, Move, Piece, Placement, State, placements};

use crate::arguments::{Names, wrong};
use crate::boards::write_cells;
use crate::features::Readings;
use crate::rules::Rules;

/// The number of orientations that every piece is given actions for.
pub const ORIENTATIONS: usize = 4;

/// What a move is worth.
#[derive(Clone, Copy)]
enum Reward {
    /// The lines that it clears.
    Lines,
    /// Its points by the rules' reward table.
    Score,
    /// 1 if the game goes on.
    Survival,
}

/// What an action does that is no placement of the piece.
#[derive(Clone, Copy)]
enum Illegal {
    /// The game ends.
    Ends,
    /// Nothing happens.
    Skips,
    /// An exception is raised.
    Raises,
}

/// What is seen beside the piece.
enum Seen {
    /// The cells of the board.
    Board,
    /// Features of the board.
    Features(Readings),
    /// The cells of the board after each action.
    Afterstates,
    /// Features of the move of each action.
    AfterFeatures(Readings),
}

/// How games are played.
pub struct Setup {
    pub rules: Arc<engine::Rules>,
    seen: Seen,
    reward: Reward,
    illegal: Illegal,
    most_steps: u64,
    /// The actions of each piece, where they do not depend on the board.
    masks: Option<Vec<Vec<i8>>>,
}

/// What a step came to.
#[derive(Clone, Copy)]
pub struct Stepped {
    pub reward: f64,
    pub terminated: bool,
    pub truncated: bool,
}

/// A game at play.
pub struct Table {
    game: engine::Game<Arc<engine::Rules>>,
    pub seed: u64,
    pub number: u64,
    /// The piece to be placed; the last one after the end.
    pub piece: u8,
    /// The next piece; 7 where there is none.
    pub next: u8,
    /// Whether it goes on.
    pub goes_on: bool,
    steps: u64,
}

impl Table {
    /// What has been counted so far.
    pub fn counts(&self) -> engine::Counts {
        self.game.counts()
    }

    /// The board as text.
    pub fn picture(&self) -> String {
        self.game.board().to_string()
    }
}

/// A choice among words.
fn one_of<T: Copy>(name: &str, word: &str, choices: &[(&str, T)]) -> PyResult<T> {
    let found = choices.iter().find(|(known, _)| *known == word);
    found.map(|(_, choice)| *choice).ok_or_else(|| {
        let known: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
        wrong(format!(
            "{name} = `{word}` is not possible: {name} can be {}",
            known.join(", ")
        ))
    })
}

impl Setup {
    /// How games are played, in words.
    pub fn new(
        rules: &Rules,
        observation: &str,
        features: Option<Names>,
        reward: &str,
        illegal: &str,
        most_steps: Option<u64>,
    ) -> PyResult<Setup> {
        let rules = Arc::clone(rules.whole());
        let width = rules.board.width();
        let readings = features.map(|names| Readings::named(names, width));
        let seen = match (observation, readings.transpose()?) {
            ("board", None) => Seen::Board,
            ("features", Some(readings)) => {
                readings.check_boards()?;
                Seen::Features(readings)
            }
            ("features", None) => {
                return Err(wrong("name the features: features=[\"holes\", …]"));
            }
            ("afterstates", None) => Seen::Afterstates,
            ("afterstates", Some(readings)) => Seen::AfterFeatures(readings),
            ("board", Some(_)) => {
                return Err(wrong(
                    "features go with observation = `features` or `afterstates`",
                ));
            }
            (other, _) => {
                let known = ["board", "features", "afterstates"].map(|name| (name, ()));
                one_of("observation", other, &known)?;
                Seen::Board
            }
        };
        let masks = (rules.game == GameKind::Simplified).then(|| {
            Piece::ALL
                .map(|piece| mask(width, placements(piece, width)))
                .to_vec()
        });
        Ok(Setup {
            seen,
            reward: one_of(
                "reward",
                reward,
                &[
                    ("lines", Reward::Lines),
                    ("score", Reward::Score),
                    ("survival", Reward::Survival),
                ],
            )?,
            illegal: one_of(
                "illegal",
                illegal,
                &[
                    ("ends", Illegal::Ends),
                    ("skips", Illegal::Skips),
                    ("raises", Illegal::Raises),
                ],
            )?,
            most_steps: most_steps.unwrap_or(u64::MAX),
            masks,
            rules,
        })
    }

    /// The number of actions.
    pub fn actions(&self) -> usize {
        ORIENTATIONS * self.rules.board.width()
    }

    /// Whether the next piece is seen.
    pub fn shows_next(&self) -> bool {
        self.rules.visible > 1
    }

    /// The name of what is seen beside the piece.
    pub fn key(&self) -> &'static str {
        match self.seen {
            Seen::Board => "board",
            Seen::Features(_) => "features",
            Seen::Afterstates | Seen::AfterFeatures(_) => "afterstates",
        }
    }

    /// The shape of what is seen of a game beside the piece, and whether it is cells.
    pub fn shape(&self) -> (Vec<usize>, bool) {
        let (height, width) = (self.rules.board.height(), self.rules.board.width());
        match &self.seen {
            Seen::Board => (vec![height, width], true),
            Seen::Features(readings) => (vec![readings.count()], false),
            Seen::Afterstates => (vec![self.actions(), height, width], true),
            Seen::AfterFeatures(readings) => (vec![self.actions(), readings.count()], false),
        }
    }

    /// Game `number` of a seed.
    pub fn begin(&self, seed: u64, number: u64) -> Table {
        let game = engine::Game::new(Arc::clone(&self.rules), seed, number);
        let mut table = Table {
            game,
            seed,
            number,
            piece: 0,
            next: 7,
            goes_on: true,
            steps: 0,
        };
        self.look(&mut table);
        table
    }

    /// Looks at the piece that comes, and whether there is one that has a placement.
    fn look(&self, table: &mut Table) {
        if !self.shows_next() && self.masks.is_some() {
            match table.game.piece() {
                Some(piece) => table.piece = piece as u8,
                None => table.goes_on = table.game.view().is_some(),
            }
            return;
        }
        match table.game.view() {
            None => table.goes_on = false,
            Some(view) => {
                table.piece = view.piece as u8;
                table.next = view.next.map_or(7, |piece| piece as u8);
                table.goes_on = self.masks.is_some() || !view.landings().is_empty();
            }
        }
    }

    /// Plays an action.
    pub fn step(&self, table: &mut Table, action: i64) -> Result<Stepped, String> {
        let nothing = |terminated| Stepped {
            reward: 0.0,
            terminated,
            truncated: false,
        };
        if !table.goes_on {
            return Ok(nothing(true));
        }
        table.steps += 1;
        let before = table.game.counts().reward;
        let Some(played) = self.placed(table, action) else {
            match self.illegal {
                Illegal::Ends => {
                    table.goes_on = false;
                    return Ok(nothing(true));
                }
                Illegal::Skips => {
                    let truncated = table.steps >= self.most_steps;
                    return Ok(Stepped {
                        truncated,
                        ..nothing(false)
                    });
                }
                Illegal::Raises => {
                    return Err(format!(
                        "action {action} is no placement of the piece {}: the action mask has those \
                         that are",
                        Piece::ALL[usize::from(table.piece)]
                    ));
                }
            }
        };
        self.look(table);
        let out_of_pieces = table.game.state() == State::OutOfPieces;
        let terminated = !table.goes_on && !out_of_pieces;
        Ok(Stepped {
            reward: match self.reward {
                Reward::Lines => f64::from(played.lines),
                Reward::Score => (table.game.counts().reward - before) as f64,
                Reward::Survival => f64::from(u8::from(!terminated)),
            },
            terminated,
            truncated: !terminated && (out_of_pieces || table.steps >= self.most_steps),
        })
    }

    /// The move of an action, if it is a placement.
    fn placed(&self, table: &mut Table, action: i64) -> Option<Move> {
        let action = usize::try_from(action)
            .ok()
            .filter(|one| *one < self.actions())?;
        let width = self.rules.board.width();
        let placement = Placement {
            orientation: (action / width) as u8,
            column: (action % width) as u8,
        };
        table.game.place(placement).ok()
    }

    /// Writes which actions are placements: 1 for each, and nothing where the game is over.
    pub fn write_mask(&self, table: &mut Table, out: &mut [i8]) {
        match &self.masks {
            _ if !table.goes_on => out.fill(0),
            Some(masks) => out.copy_from_slice(&masks[usize::from(table.piece)]),
            None => {
                let width = self.rules.board.width();
                let landings = table.game.view().map(|view| view.landings());
                let landings = landings.iter().flat_map(|list| list.iter());
                let found = mask(width, landings.map(|landing| landing.placement));
                out.copy_from_slice(&found);
            }
        }
    }

    /// Writes the cells that are seen.
    pub fn write_cells(&self, table: &mut Table, out: &mut [u8]) {
        match self.seen {
            Seen::Board => write_cells(table.game.board(), out),
            _ => {
                let each = out.len() / self.actions();
                out.fill(0);
                for (action, played) in self.moves(table) {
                    write_cells(&played.after, &mut out[action * each..][..each]);
                }
            }
        }
    }

    /// Writes the features that are seen.
    pub fn write_values(&self, table: &mut Table, out: &mut [f32]) {
        match &self.seen {
            Seen::Features(readings) => readings.write_board(table.game.board(), out),
            Seen::AfterFeatures(readings) => {
                let each = readings.count();
                out.fill(0.0);
                for (action, played) in self.moves(table) {
                    readings.write_move(&played, &mut out[action * each..][..each]);
                }
            }
            _ => {}
        }
    }

    /// The moves of a game that goes on, with their actions.
    fn moves(&self, table: &mut Table) -> Vec<(usize, Move)> {
        let width = self.rules.board.width();
        if !table.goes_on {
            return Vec::new();
        }
        let view = table.game.view();
        let moves = view.iter().flat_map(|view| view.moves());
        moves
            .map(|played| (action(width, played.landing.placement), played))
            .collect()
    }
}

/// The action of a placement.
fn action(width: usize, placement: Placement) -> usize {
    usize::from(placement.orientation) * width + usize::from(placement.column)
}

/// The actions that are these placements.
fn mask(width: usize, placements: impl Iterator<Item = Placement>) -> Vec<i8> {
    let mut mask = vec![0; ORIENTATIONS * width];
    for placement in placements {
        mask[action(width, placement)] = 1;
    }
    mask
}

//! The messages of the protocol, one JSON object a line. docs/AGENTS.md describes them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Landing, Piece, Rules, Shape, Turn};

use super::text::quoted;

/// The version of the protocol that is spoken here.
pub const PROTOCOL: u64 = 1;

/// The most positions in a line, however many a program wants.
const MOST_POSITIONS: usize = 1024;

/// The longest name or version of a program, in characters.
const LONGEST_NAME: usize = 64;

/// What is told to a program.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Told<'a> {
    /// The first line.
    Hello { protocol: u64 },
    /// The games begun from now on are played by these rules; earlier ones are over.
    Rules(RulesTold),
    /// A game begins.
    Begin { game: u64, seed: u64 },
    /// Placements are to be chosen.
    Choose(Vec<PositionTold<'a>>),
    /// A game is over, or is not played on.
    End { game: u64 },
    /// The last line.
    Quit {},
}

impl Told<'_> {
    /// The message as a line.
    pub(super) fn line(&self) -> String {
        let mut line = serde_json::to_string(self).expect("a message has only text keys");
        line.push('\n');
        line
    }

    /// A game begins. JSON numbers are exact to 53 bits in every language.
    pub(super) fn begin(game: u64, seed: u64) -> Self {
        Told::Begin {
            game,
            seed: seed >> 11,
        }
    }
}

/// The rules, as a program is told them.
#[derive(Serialize)]
pub(super) struct RulesTold {
    width: usize,
    height: usize,
    settings: BTreeMap<&'static str, String>,
    /// The orientations of each piece, each drawn in rows from the top.
    shapes: BTreeMap<char, Vec<Vec<String>>>,
}

impl RulesTold {
    pub(super) fn new(rules: &Rules) -> Self {
        let drawn = |piece: Piece| piece.orientations().iter().map(shape_rows).collect();
        RulesTold {
            width: rules.board.width(),
            height: rules.board.height(),
            settings: rules.settings().collect(),
            shapes: Piece::ALL
                .into_iter()
                .map(|piece| (piece.letter(), drawn(piece)))
                .collect(),
        }
    }
}

/// A position in which a placement is to be chosen.
#[derive(Serialize)]
pub(super) struct PositionTold<'a> {
    game: u64,
    piece: char,
    next: Option<char>,
    /// The weights of the pieces that may come first after those that are seen.
    prospect: BTreeMap<char, u32>,
    rows: Vec<String>,
    columns: &'a [u32],
    placements: Vec<[u8; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    afterstates: Option<Vec<AfterstateTold>>,
}

/// What a placement leads to.
#[derive(Serialize)]
struct AfterstateTold {
    columns: Vec<u32>,
    lines: u32,
    ends: bool,
}

impl<'a> PositionTold<'a> {
    /// The position of a turn; `landings` are those of its view.
    pub(super) fn new(turn: &Turn<'a>, landings: &[Landing], afterstates: bool) -> Self {
        let view = &turn.view;
        let afterstates = afterstates.then(|| {
            let told = view.moves().map(|played| AfterstateTold {
                columns: played.after.columns().to_vec(),
                lines: played.lines,
                ends: played.ends,
            });
            told.collect()
        });
        let triple = |landing: &Landing| {
            let placement = landing.placement;
            [placement.orientation, placement.column, landing.row]
        };
        PositionTold {
            game: turn.game,
            piece: view.piece.letter(),
            next: view.next.map(Piece::letter),
            prospect: Piece::ALL
                .into_iter()
                .zip(view.prospect.weights(&view.rules.pieces))
                .filter(|(_, weight)| *weight > 0)
                .map(|(piece, weight)| (piece.letter(), weight))
                .collect(),
            rows: board_rows(view.board),
            columns: view.board.columns(),
            placements: landings.iter().map(triple).collect(),
            afterstates,
        }
    }
}

/// The rows of a board from the top.
fn board_rows(board: &Board) -> Vec<String> {
    rows(board.width(), board.height(), |x, y| board.is_full(x, y))
}

/// The rows of a shape from the top.
fn shape_rows(shape: &Shape) -> Vec<String> {
    rows(shape.width.into(), shape.height.into(), |x, y| {
        shape.columns[x] >> y & 1 == 1
    })
}

/// Cells in rows from the top: `#` is full, `.` empty.
fn rows(width: usize, height: usize, is_full: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let cell = |x, y| if is_full(x, y) { '#' } else { '.' };
    let row = |y| (0..width).map(|x| cell(x, y)).collect();
    (0..height).rev().map(row).collect()
}

/// What a program said. Fields that are not known here are ignored.
#[derive(Deserialize)]
pub(super) struct Said {
    pub(super) hello: Option<Claims>,
    pub(super) chosen: Option<Vec<Chosen>>,
    pub(super) error: Option<String>,
}

/// A placement that a program chose.
#[derive(Deserialize)]
pub(super) struct Chosen {
    pub(super) game: u64,
    /// Orientation and column; the row may stand behind them.
    pub(super) placement: Vec<i64>,
}

/// What a program claims of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Claims {
    /// The version of the protocol that it speaks.
    pub protocol: u64,
    /// Its name.
    pub name: String,
    /// Its version; empty if it says none.
    #[serde(default)]
    pub version: String,
    /// Whether its choice is a function of the position alone.
    #[serde(default)]
    pub stateless: bool,
    /// The most positions that it takes in a line.
    #[serde(default = "one")]
    pub batch: usize,
    /// Whether it wants to be told the afterstates.
    #[serde(default)]
    pub afterstates: bool,
}

fn one() -> usize {
    1
}

impl Claims {
    /// The claims, if they can be; otherwise what is wrong with them.
    pub(super) fn checked(mut self) -> Result<Claims, String> {
        if self.protocol != PROTOCOL {
            return Err(format!(
                "speaks protocol {}; protocol {PROTOCOL} is spoken here",
                self.protocol
            ));
        }
        for (what, text) in [("name", &self.name), ("version", &self.version)] {
            if text.chars().count() > LONGEST_NAME || text.chars().any(char::is_control) {
                return Err(format!(
                    "says the {what} {}; a {what} has at most {LONGEST_NAME} characters, \
                     and none of them a control character",
                    quoted(text)
                ));
            }
        }
        if self.name.trim().is_empty() {
            return Err("says an empty name".to_string());
        }
        if self.batch == 0 {
            return Err("says a batch of 0; the least is 1".to_string());
        }
        self.batch = self.batch.min(MOST_POSITIONS);
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(text: &str) -> Result<Claims, String> {
        serde_json::from_str::<Claims>(text).unwrap().checked()
    }

    #[test]
    fn a_program_need_say_only_protocol_and_name() {
        let least = claims(r#"{"protocol":1,"name":"a","colour":"red"}"#).unwrap();
        assert_eq!(
            (least.batch, least.stateless, least.afterstates),
            (1, false, false)
        );
        let most = claims(r#"{"protocol":1,"name":"a","batch":1000000}"#).unwrap();
        assert_eq!(most.batch, MOST_POSITIONS);
    }

    #[test]
    fn claims_that_cannot_be_are_refused_with_a_sentence() {
        for (text, expected) in [
            (
                r#"{"protocol":2,"name":"a"}"#,
                "speaks protocol 2; protocol 1 is spoken here",
            ),
            (r#"{"protocol":1,"name":" "}"#, "says an empty name"),
            (
                r#"{"protocol":1,"name":"a\u0007"}"#,
                r"says the name `a\u{7}`",
            ),
            (
                r#"{"protocol":1,"name":"a","batch":0}"#,
                "says a batch of 0",
            ),
        ] {
            let error = claims(text).unwrap_err();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn shapes_are_drawn_from_the_top() {
        assert_eq!(shape_rows(&Piece::T.orientations()[0]), ["#.", "##", "#."]);
        assert_eq!(shape_rows(&Piece::L.orientations()[0]), ["###", "#.."]);
        let board: Board = "
            |    |
            |#   |
            |# ##|
            |#  #|
            ------"
            .parse()
            .unwrap();
        assert_eq!(board_rows(&board), ["....", "#...", "#.##", "#..#"]);
    }

    /// A seed is told in 53 bits, which every JSON number holds.
    #[test]
    fn a_seed_is_below_two_to_the_53rd() {
        let line = Told::begin(3, u64::MAX).line();
        assert_eq!(
            line,
            format!(
                "{{\"begin\":{{\"game\":3,\"seed\":{}}}}}\n",
                (1u64 << 53) - 1
            )
        );
    }
}

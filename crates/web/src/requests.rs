//! Requests of the page and their answers, both in JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use tetrarium_engine::{Board, Landing, Move, Piece, Placement, Rules};

use crate::catalogue::{catalogue_of_all, choices};
use crate::explained::Explained;
use crate::readings::readings;
use crate::ready::{RuleWords, Who, sentence};
use crate::session::Session;

/// The most games that are open at once.
const MOST_GAMES: usize = 64;
/// The most moves of one request.
const MOST_MOVES: u64 = 1_000_000;

/// The games that are open, by their numbers.
#[derive(Default)]
pub struct Desk {
    games: BTreeMap<u32, Session>,
    opened: u32,
}

#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// What there is to choose from.
    Catalogue,
    /// Begins a game.
    Open {
        who: Who,
        #[serde(default)]
        rules: RuleWords,
        seed: String,
        #[serde(default)]
        number: u64,
    },
    /// Ends a game.
    Close { id: u32 },
    /// Plays moves; `explain` adds why the next move is chosen.
    Step {
        id: u32,
        moves: u64,
        #[serde(default)]
        explain: bool,
    },
    /// Goes back to a kept moment that is not after a move.
    Rewind { id: u32, to: u64 },
    /// A person's move.
    Place {
        id: u32,
        orientation: u8,
        column: u8,
    },
    /// Why the player of a game chooses as it does now.
    Explain { id: u32, also: Option<usize> },
    /// A drawn board, read.
    Picture { board: String, size: Option<String> },
    /// All features on a drawn board, or after a move on it.
    Features {
        board: String,
        #[serde(default)]
        rules: RuleWords,
        placed: Option<Placed>,
    },
    /// Why a controller chooses as it does on a drawn board.
    ExplainBoard {
        who: Who,
        board: String,
        #[serde(default)]
        rules: RuleWords,
        piece: String,
        next: Option<String>,
        also: Option<usize>,
    },
    /// What every controller of the catalogue chooses on a drawn board.
    Choices {
        board: String,
        #[serde(default)]
        rules: RuleWords,
        piece: String,
        next: Option<String>,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed {
    piece: String,
    orientation: u8,
    column: u8,
}

/// Answers a request: an object in JSON, with the field `error` and a sentence if it cannot be
/// done. The field `do` of the request says what is wanted: `catalogue`, `open`, `close`, `step`,
/// `rewind`, `place`, `explain`, `picture`, `features`, `explain-board` or `choices`.
pub fn answer(desk: &mut Desk, request: &str) -> String {
    let done = serde_json::from_str(request)
        .map_err(|error| format!("the request cannot be read: {error}"))
        .and_then(|request| desk.carry_out(request));
    let value = done.unwrap_or_else(|error| json!({ "error": error }));
    value.to_string()
}

impl Desk {
    fn carry_out(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Catalogue => Ok(catalogue_of_all()),
            Request::Open {
                who,
                rules,
                seed,
                number,
            } => self.open(&who, &rules, &seed, number),
            Request::Close { id } => {
                self.games.remove(&id);
                Ok(json!({}))
            }
            Request::Step { id, moves, explain } => {
                let game = self.game(id)?;
                game.step(moves.min(MOST_MOVES));
                let mut shown = json_of(game.show())?;
                if explain {
                    shown["explained"] = explained(game, None)?;
                }
                Ok(shown)
            }
            Request::Rewind { id, to } => {
                let game = self.game(id)?;
                game.rewind(to);
                json_of(game.show())
            }
            Request::Place {
                id,
                orientation,
                column,
            } => {
                let game = self.game(id)?;
                game.place(Placement {
                    orientation,
                    column,
                })?;
                json_of(game.show())
            }
            Request::Explain { id, also } => explained(self.game(id)?, also),
            Request::Picture { board, size } => picture(&board, size.as_deref()),
            Request::Features {
                board,
                rules,
                placed,
            } => features(&board, &rules, placed.as_ref()),
            Request::ExplainBoard {
                who,
                board,
                rules,
                piece,
                next,
                also,
            } => {
                let player = who.player(&rules)?;
                let board = drawn(&board, player.rules())?;
                let (piece, next) = pieces(&piece, next.as_deref())?;
                let next = next.filter(|_| player.rules().visible > 1);
                let explanation = player.explain(&player.view(&board, piece, next));
                json_of(Explained::new(&explanation, None, also))
            }
            Request::Choices {
                board,
                rules,
                piece,
                next,
            } => {
                let board = drawn(&board, &rules.rules()?)?;
                let (piece, next) = pieces(&piece, next.as_deref())?;
                json_of(choices(&rules, &board, piece, next))
            }
        }
    }

    fn open(
        &mut self,
        who: &Who,
        rules: &RuleWords,
        seed: &str,
        number: u64,
    ) -> Result<Value, String> {
        let player = who.player(rules)?;
        let seed: u64 = seed.parse().map_err(|_| {
            format!(
                "the seed `{seed}` is no whole number from 0 to {}",
                u64::MAX
            )
        })?;
        if self.games.len() >= MOST_GAMES {
            return Err(format!("{MOST_GAMES} games are open: close one"));
        }
        self.opened += 1;
        let mut game = Session::new(player, seed, number);
        let player = game.player();
        let settings = player.rules().settings();
        let rules: BTreeMap<&str, String> = settings.collect();
        let mut opened = json!({
            "id": self.opened,
            "name": player.name(),
            "search": player.search().to_string(),
            "rules": rules,
            "width": player.rules().board.width(),
            "height": player.rules().board.height(),
        });
        opened["shown"] = json_of(game.show())?;
        self.games.insert(self.opened, game);
        Ok(opened)
    }

    fn game(&mut self, id: u32) -> Result<&mut Session, String> {
        let game = self.games.get_mut(&id);
        game.ok_or_else(|| format!("there is no game {id}"))
    }
}

fn explained(game: &Session, also: Option<usize>) -> Result<Value, String> {
    match game.explain() {
        Some((explanation, chosen)) => json_of(Explained::new(&explanation, chosen, also)),
        None => Ok(Value::Null),
    }
}

/// A drawn board of the size that the rules name.
fn drawn(picture: &str, rules: &Rules) -> Result<Board, String> {
    Board::from_picture(picture, rules.board).map_err(sentence)
}

/// The size and the rows of a drawn board: as large as it is drawn, unless a size is given.
fn picture(picture: &str, size: Option<&str>) -> Result<Value, String> {
    let board: Board = match size {
        Some(size) => {
            let size = size.parse().map_err(sentence)?;
            Board::from_picture(picture, size).map_err(sentence)?
        }
        None => picture.parse().map_err(sentence)?,
    };
    Ok(json!({ "size": board.size().to_string(), "board": crate::boards::rows(&board) }))
}

fn pieces(piece: &str, next: Option<&str>) -> Result<(Piece, Option<Piece>), String> {
    let next = next
        .map(|next| next.parse().map_err(sentence))
        .transpose()?;
    Ok((piece.parse().map_err(sentence)?, next))
}

fn features(board: &str, words: &RuleWords, placed: Option<&Placed>) -> Result<Value, String> {
    let rules = words.rules()?;
    let board = drawn(board, &rules)?;
    let Some(placed) = placed else {
        return json_of(readings(&board, None));
    };
    let piece: Piece = placed.piece.parse().map_err(sentence)?;
    let placement = Placement {
        orientation: placed.orientation,
        column: placed.column,
    };
    let shapes = piece.orientations();
    let shape = shapes.get(usize::from(placed.orientation));
    let column = usize::from(placed.column);
    let shape = shape.filter(|shape| column + usize::from(shape.width) <= board.width());
    let shape = shape.ok_or_else(|| format!("the piece {piece} does not fit at {placement}"))?;
    let row = board.landing_row(shape, column) as u8;
    let played = Move::new(&rules, &board, piece, Landing { placement, row });
    json_of(readings(&board, Some(&played)))
}

fn json_of(value: impl serde::Serialize) -> Result<Value, String> {
    serde_json::to_value(value).map_err(sentence)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::catalogue;

    fn asked(desk: &mut Desk, request: Value) -> Value {
        serde_json::from_str(&answer(desk, &request.to_string())).unwrap()
    }

    fn error(request: Value) -> String {
        let answer = asked(&mut Desk::default(), request);
        answer["error"].as_str().unwrap_or_default().to_string()
    }

    #[test]
    fn what_cannot_be_done_is_answered_with_a_sentence() {
        let open = |who: Value, settings: Value, seed: &str| {
            let rules = json!({ "settings": settings });
            error(json!({ "do": "open", "who": who, "rules": rules, "seed": seed }))
        };
        let bcts = || json!({ "name": "bcts" });
        assert!(open(json!({ "name": "bctz" }), json!({}), "1").contains("did you mean `bcts`?"));
        assert!(open(json!({ "text": "x" }), json!({}), "1").contains("line 1"));
        assert!(open(json!({}), json!({}), "1").contains("names no controller"));
        let named = |(name, _): &&(&str, &str)| *name == "tetrarium-4";
        let (_, alone) = catalogue::FILES.iter().find(named).unwrap();
        let found = open(json!({ "text": alone }), json!({}), "1");
        assert!(
            found.contains("in the file tetrarium-4.scores, and only this text"),
            "{found}"
        );
        assert!(open(bcts(), json!({ "board": "1x1" }), "1").contains("out of range"));
        assert!(open(bcts(), json!({ "colour": "red" }), "1").contains("there is no rule"));
        assert!(open(bcts(), json!({}), "-1").contains("is no whole number"));
        assert!(error(json!({ "do": "dance" })).contains("cannot be read"));
        assert!(error(json!({ "do": "step", "id": 9, "moves": 1 })).contains("no game 9"));
        let board = "....\n".repeat(20);
        let drawn = json!({ "do": "features", "board": board });
        assert!(error(drawn).contains("a board of 10x20 cannot hold"));
        let placed = json!({ "piece": "I", "orientation": 1, "column": 7 });
        let board = "..........\n".repeat(4);
        let outside = json!({ "do": "features", "board": board, "placed": placed });
        assert!(error(outside).contains("does not fit"));
        assert!(answer(&mut Desk::default(), "{").contains("cannot be read"));
    }

    #[test]
    fn a_controller_given_as_text_plays_the_game_of_its_name() {
        let mut desk = Desk::default();
        for controller in catalogue::all() {
            let (name, text) = (&controller.name, controller.to_toml().unwrap());
            let last = [json!({ "name": name }), json!({ "text": text })].map(|who| {
                let request = json!({ "do": "open", "who": who, "rules": {}, "seed": "3" });
                let id = asked(&mut desk, request)["id"].clone();
                let step = json!({ "do": "step", "id": id, "moves": 12, "explain": true });
                let shown = asked(&mut desk, step);
                asked(&mut desk, json!({ "do": "close", "id": id }));
                shown
            });
            assert_eq!(last[0]["pieces"], 12, "{name}: {}", last[0]);
            assert_eq!(last[0], last[1]);
            let explained = &last[0]["explained"];
            assert!(explained["placements"][0]["cells"].is_array(), "{name}");
        }
        assert!(desk.games.is_empty());
    }

    #[test]
    fn features_are_read_off_the_drawn_board_and_after_a_move() {
        let mut desk = Desk::default();
        let board = "###.######\n#########.\n";
        let drawn = asked(&mut desk, json!({ "do": "features", "board": board }));
        let of = |answer: &Value, name: &str| {
            let list = answer["features"].as_array().unwrap().iter();
            let mut named = list.filter(|one| one["name"] == name);
            named.next().unwrap().clone()
        };
        assert_eq!(of(&drawn, "holes")["values"], json!([1.0]));
        assert_eq!(of(&drawn, "holes")["cells"], json!([[9, 0, 1]]));
        assert_eq!(of(&drawn, "removed-lines")["values"], Value::Null);
        let placed = json!({ "piece": "I", "orientation": 0, "column": 3 });
        let request = json!({ "do": "features", "board": board, "placed": placed });
        let after = asked(&mut desk, request);
        assert_eq!(of(&after, "removed-lines")["values"], json!([1.0]));
        assert_eq!(of(&after, "removed-lines")["on"], "landed");
        assert_eq!(of(&after, "holes")["values"], json!([0.0]));
    }

    #[test]
    fn every_controller_chooses_or_says_why_not() {
        let mut desk = Desk::default();
        let board = "#####.####\n".repeat(4);
        let mut request = json!({ "do": "choices", "board": board, "piece": "I" });
        for next in [None, Some("T")] {
            request["next"] = json!(next);
            let answer = asked(&mut desk, request.clone());
            let chosen = |name: &str| {
                let mut all = answer.as_array().unwrap().iter();
                all.find(|one| one["name"] == name).unwrap().clone()
            };
            assert_eq!(chosen("bcts")["placement"]["column"], 5);
            assert_eq!(chosen("fahey").get("error").is_some(), next.is_none());
        }
    }
}

//! `explain`: why a controller plays a move as it does.

mod best;

use std::path::Path;
use std::process::ExitCode;

use tetrarium_engine::{Explanation, Landing, Piece, Player, PlayerGame};
use tetrarium_lab::explanation::ExplanationRecord;
use tetrarium_lab::numbers::counted;

use crate::failure::{Failure, Outcome};
use crate::flags::explaining::Explain;
use crate::flags::{boards, controllers};
use crate::print::explained::{Shown, explained};
use crate::print::outcome::{made, print_json};
use crate::terminal;

/// An explanation and where it is from.
struct Explained {
    player: Player,
    explanation: Explanation,
    /// The words for the position.
    place: String,
    /// Where the piece came to rest in the game, if the position is one of a game.
    played: Option<Landing>,
}

/// Runs the command.
pub fn run(explain: &Explain) -> Outcome {
    let nothing = || Failure::input("give a drawn board, or a move of a game: --move 50");
    let (controller, file) = match (explain.optimal.path(), &explain.controller, &explain.file) {
        (Some(values), None, _) if explain.number.is_some() => {
            return best::run(explain, values, None);
        }
        // With a piece and one word, the word is the board.
        (Some(values), Some(board), None) if explain.piece.is_some() => {
            return best::run(explain, values, Some(Path::new(board)));
        }
        (_, Some(controller), file) => (controller, file),
        (_, None, _) => return Err(nothing()),
    };
    let found = match (file, explain.number) {
        (Some(file), _) => on_board(explain, controller, file)?,
        (None, Some(number)) => in_game(explain, controller, number)?,
        (None, None) => return Err(nothing()),
    };
    let (rules, why) = (found.player.rules(), &found.explanation);
    let worths = explain
        .optimal
        .worths(rules, &why.board, why.piece, why.next)?;
    if explain.format.json() {
        let mut record = ExplanationRecord::new(&found.player, &found.explanation);
        if let Some(worths) = &worths {
            let ranked = record.placements.iter_mut().zip(&why.placements);
            ranked.for_each(|(one, ranked)| one.worth = worths.of(ranked.landing.placement));
        }
        record.made = Some(made());
        print_json(&record)?;
        return Ok(ExitCode::SUCCESS);
    }
    let shown = Shown {
        placements: match explain.full {
            true => usize::MAX,
            false => explain.top as usize,
        },
        full: explain.full,
        place: &found.place,
        played: found.played,
        worths: worths.as_ref(),
    };
    terminal::print(&explained(&found.player, &found.explanation, &shown))?;
    Ok(ExitCode::SUCCESS)
}

/// The piece to be placed on a drawn board, and the next one, for a player that sees this number of
/// pieces.
fn drawn_pieces(
    explain: &Explain,
    name: &str,
    visible: u8,
) -> Result<(Piece, Option<Piece>), Failure> {
    let piece = |letter: &String| letter.parse::<Piece>().map_err(Failure::input);
    let current = explain.piece.as_ref().map(piece).transpose()?;
    let current = current.ok_or_else(|| Failure::input("give the piece: --piece T"))?;
    let next = explain.next.as_ref().map(piece).transpose()?;
    match (visible, next) {
        (1, Some(_)) => Err(Failure::input(format!(
            "{name} sees one piece: leave --next out, or give --visible 2"
        ))),
        (2.., None) => Err(Failure::input(format!(
            "{name} sees the next piece too: give it with --next"
        ))),
        _ => Ok((current, next)),
    }
}

/// That a game has no such move.
fn no_move(number: u64, moves: u64) -> Failure {
    let moves = counted(moves, "move", "moves");
    Failure::input(format!("there is no move {number}: the game has {moves}"))
}

/// The explanation of a move on a drawn board.
fn on_board(explain: &Explain, controller: &str, file: &Path) -> Result<Explained, Failure> {
    let controller = controllers::find(controller)?;
    let (controller, mut rules) = explain.rules.apply(&controller)?;
    let (current, next) = drawn_pieces(explain, &controller.name, rules.visible)?;
    let board = boards::read(file, &explain.rules, rules.board)?;
    rules.board = board.size();
    let player = explain.rules.ready(&controller, &rules)?;
    let explanation = player.explain(&player.view(&board, current, next));
    Ok(Explained {
        player,
        explanation,
        place: "drawn board".to_string(),
        played: None,
    })
}

/// The explanation of a move of a game.
fn in_game(explain: &Explain, controller: &str, number: u64) -> Result<Explained, Failure> {
    let player = explain.rules.player(&controllers::find(controller)?)?;
    let mut game = PlayerGame::new(&player, explain.seed, explain.first);
    while game.counts().pieces + 1 < number && game.advance() {}
    let moves = game.counts().pieces;
    let over = || no_move(number, moves);
    if moves + 1 < number {
        return Err(over());
    }
    let view = game.view().ok_or_else(over)?;
    let explanation = player.explain(&view);
    let played = game.step().map(|played| played.landing);
    let place = format!(
        "move {number} of game {} with seed {}",
        explain.first, explain.seed
    );
    Ok(Explained {
        explanation,
        place,
        played,
        player: player.clone(),
    })
}

//! `explain`: why a controller plays a move as it does.

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
    let found = match (&explain.file, explain.number) {
        (Some(file), _) => on_board(explain, file)?,
        (None, Some(number)) => in_game(explain, number)?,
        (None, None) => {
            return Err(Failure::input(
                "give a drawn board, or a move of a game: --move 50",
            ));
        }
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

/// The explanation of a move on a drawn board.
fn on_board(explain: &Explain, file: &Path) -> Result<Explained, Failure> {
    let controller = controllers::find(&explain.controller)?;
    let (controller, mut rules) = explain.rules.apply(&controller)?;
    let piece = |letter: &String| letter.parse::<Piece>().map_err(Failure::input);
    let current = explain.piece.as_ref().map(piece).transpose()?;
    let current = current.ok_or_else(|| Failure::input("give the piece: --piece T"))?;
    let next = explain.next.as_ref().map(piece).transpose()?;
    let name = &controller.name;
    match (rules.visible, next) {
        (1, Some(_)) => {
            return Err(Failure::input(format!(
                "{name} sees one piece: leave --next out, or give --visible 2"
            )));
        }
        (2.., None) => {
            return Err(Failure::input(format!(
                "{name} sees the next piece too: give it with --next"
            )));
        }
        _ => {}
    }
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
fn in_game(explain: &Explain, number: u64) -> Result<Explained, Failure> {
    let player = explain
        .rules
        .player(&controllers::find(&explain.controller)?)?;
    let mut game = PlayerGame::new(&player, explain.seed, explain.first);
    while game.counts().pieces + 1 < number && game.advance() {}
    let moves = game.counts().pieces;
    let over = || {
        let moves = counted(moves, "move", "moves");
        Failure::input(format!("there is no move {number}: the game has {moves}"))
    };
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

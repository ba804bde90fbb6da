//! The moves of the best player of a small board, by a file of values.

use std::path::Path;
use std::process::ExitCode;

use tetrarium_engine::{AgentGame, Pieces, View};
use tetrarium_lab::solve::{BestMoves, Optimal};

use super::{drawn_pieces, no_move};
use crate::failure::{Failure, Outcome};
use crate::flags::boards;
use crate::flags::explaining::Explain;
use crate::print::drawing;
use crate::print::outcome::{made, print_json};
use crate::print::table::{Cell, Column, Table};
use crate::terminal;

/// Prints what the placements on a drawn board or in a game of the best player are worth.
pub fn run(explain: &Explain, values: &Path, file: Option<&Path>) -> Outcome {
    let optimal = Optimal::read(values).map_err(Failure::input)?;
    let rules = optimal.rules();
    explain.rules.agree_with(rules).map_err(|given| {
        let values = values.display();
        Failure::input(format!(
            "{values} was solved for another game than {given}: {rules}"
        ))
    })?;
    let failed = |error| Failure::input(format!("{}: {error}", values.display()));
    let (moves, board, place) = match (file, explain.number) {
        (Some(file), _) => {
            let (piece, next) = drawn_pieces(explain, "the best player", rules.visible)?;
            let board = boards::read(file, &explain.rules, rules.board)?;
            let view = View {
                rules,
                board: &board,
                piece,
                next,
                prospect: Pieces::new(0, 0).prospect(&rules.pieces, 1),
            };
            let moves = optimal.best_moves(&view).map_err(failed)?;
            (moves, board, "drawn board".to_string())
        }
        (None, number) => {
            let number = number.unwrap_or(1);
            let mut game = AgentGame::new(&optimal, rules, explain.seed, explain.first);
            let game = game.as_mut().map_err(|error| failed(error.clone()))?;
            while game.counts().pieces + 1 < number && game.step().map_err(failed)?.is_some() {}
            let (moves, board) = (game.counts().pieces, *game.board());
            let view = game.view().filter(|_| moves + 1 == number);
            let view = view.ok_or_else(|| no_move(number, moves))?;
            let (first, seed) = (explain.first, explain.seed);
            let place = format!("move {number} of game {first} with seed {seed}");
            (optimal.best_moves(&view).map_err(failed)?, board, place)
        }
    };
    if explain.format.json() {
        let made = Some(made());
        print_json(&BestMoves { made, ..moves })?;
        return Ok(ExitCode::SUCCESS);
    }
    let next = moves.next.as_ref();
    let next = next.map_or(String::new(), |next| format!(", then {next}"));
    let head = format!(
        "best play, {} on {}{next}: {place}",
        moves.piece, rules.board
    );
    let drawing = drawing::rows(&board, |_, _| None).join("\n");
    terminal::print(&format!(
        "{head}\n\n{drawing}\n\n{}",
        listed(explain, &moves)
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// The placements as a table.
fn listed(explain: &Explain, moves: &BestMoves) -> String {
    let mut table = Table::new(&[
        Column::left("placement"),
        Column::right("worth in lines"),
        Column::right("less than the best"),
    ]);
    let count = moves.placements.len();
    let shown = match explain.full {
        true => count,
        false => count.min(explain.top as usize),
    };
    for one in &moves.placements[..shown] {
        let less = moves.placements[0].worth - one.worth;
        table.row([
            Cell::from(format!(
                "orientation {} column {}",
                one.orientation, one.column
            )),
            Cell::Written(format!("{:.6}", one.worth), one.worth),
            Cell::Written(format!("{less:.6}"), less),
        ]);
    }
    match count - shown {
        0 => table.to_string(),
        more => format!("{table}… and {more} more (--full lists all)\n"),
    }
}

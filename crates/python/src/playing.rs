//! Single games: playing and recording them, playing them again, explaining their moves.

use std::sync::Arc;

use numpy::ndarray::{Array1, Array2};
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use tetrarium_engine::{AgentError, Board, PlayerGame};
use tetrarium_lab::explanation::ExplanationRecord;
use tetrarium_lab::recorded::{Recorded, Recorder};
use tetrarium_lab::{Contender, Watch};

use crate::agents::{Called, Live, within_time};
use crate::arguments::{piece, wrong};
use crate::attention::Ear;
use crate::boards;
use crate::game::Game;
use crate::players::Player;
use crate::records::{line, made};

/// The record of a game as a line, and the sentence of a failure with what was raised.
type Played = (Option<String>, Option<(String, Option<Py<PyAny>>)>);

/// Plays a game and records it.
#[pyfunction]
pub fn play(
    py: Python<'_>,
    agent: &Bound<'_, PyAny>,
    seed: u64,
    number: u64,
    most: u64,
    thread: u64,
) -> PyResult<Played> {
    let watch = Watch::default();
    let ear = Ear::default();
    let stop = Arc::default();
    let called = agent.cast::<Called>().ok();
    let live: Vec<Live> = called
        .iter()
        .map(|called| Live::new(called.get(), &stop, thread))
        .collect();
    let contender = match (agent.cast::<Player>(), live.first()) {
        (Ok(player), _) => Contender::Player(player.get().inner()),
        (_, Some(live)) => Contender::new(live, live.rules()),
        _ => return Err(wrong("an agent is a player or a function")),
    };
    let played = py.detach(|| {
        within_time(&live, || -> Result<Recorded, AgentError> {
            let mut recorder = Recorder::new(contender);
            let mut recording = recorder.begin(seed, number)?;
            while recording.counts().pieces < most && !watch.stopped() {
                if recording.step()?.is_none() {
                    break;
                }
                ear.look_sometimes(|| watch.stop());
            }
            Ok(recording.recorded())
        })
    });
    let raised = ear.raised().or_else(|| live.iter().find_map(Live::raised));
    let raised = raised.map(|error| error.into_value(py).into_any());
    match played {
        Ok(recorded) => {
            let recorded = recorded.made_by(made("play"));
            let text = recorded.to_line().map_err(wrong)?;
            let interrupted = watch.stopped();
            let failure = interrupted.then(|| ("playing was ended early".to_string(), raised));
            Ok((Some(text.trim_end().to_string()), failure))
        }
        Err(error) => Ok((None, Some((error.to_string(), raised)))),
    }
}

/// The arrays of a game that is played again: columns before each move and after the last, the
/// numbers of the pieces, where they came to rest (orientation, column, row), and the lines.
type Arrays<'py> = (
    Bound<'py, PyArray2<u32>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray2<u8>>,
    Bound<'py, PyArray1<u8>>,
);

/// Plays a recorded game again.
#[pyfunction]
pub fn replay<'py>(py: Python<'py>, text: &str) -> PyResult<Arrays<'py>> {
    let games = Recorded::from_lines(text).map_err(wrong)?;
    let [game] = &games[..] else {
        return Err(wrong("one recorded game was expected"));
    };
    let size = game.rules().board;
    let mut last = Board::empty(size);
    let (mut before, mut pieces, mut landings, mut lines) =
        <(Vec<_>, Vec<_>, Vec<_>, Vec<_>)>::default();
    for turn in game.turns() {
        before.push(turn.played.before);
        pieces.push(turn.played.piece as u8);
        let landing = turn.played.landing;
        let placement = landing.placement;
        landings.extend([placement.orientation, placement.column, landing.row]);
        lines.push(turn.played.lines as u8);
        last = turn.played.after;
    }
    before.push(last);
    let landings = Array2::from_shape_vec((pieces.len(), 3), landings);
    Ok((
        boards::columns(py, size, before.iter()),
        Array1::from_vec(pieces).into_pyarray(py),
        landings.expect("three numbers a move").into_pyarray(py),
        Array1::from_vec(lines).into_pyarray(py),
    ))
}

/// Why a player chooses as it does on a board: a game's, or one that is given with its piece.
#[pyfunction]
#[pyo3(signature = (player, board, piece, next))]
pub fn explain_board(
    player: &Player,
    board: &Bound<'_, PyAny>,
    piece: Option<&str>,
    next: Option<&str>,
) -> PyResult<String> {
    let inner = player.inner();
    if let Ok(game) = board.cast::<Game>() {
        let spot = game.borrow_mut().spot();
        let spot = spot.ok_or_else(|| wrong("the game is over: no piece can be placed"))?;
        if *spot.rules != *inner.rules() {
            return Err(wrong("the game has other rules than the player"));
        }
        return explained(player, &inner.explain(&spot.view()));
    }
    let letter = piece.ok_or_else(|| wrong("give the piece to be placed: piece=\"T\""))?;
    let current = self::piece(letter)?;
    let next = next.map(self::piece).transpose()?;
    let name = inner.name();
    match (inner.rules().visible, next) {
        (1, Some(_)) => {
            return Err(wrong(format!(
                "{name} sees one piece: leave `next` out, or give visible=2"
            )));
        }
        (2.., None) => {
            return Err(wrong(format!(
                "{name} sees the next piece too: give it as `next`"
            )));
        }
        _ => {}
    }
    let board = boards::read_one(board, inner.rules().board)?;
    explained(player, &inner.explain(&inner.view(&board, current, next)))
}

/// Why a player makes a move of a game, from 1.
#[pyfunction]
pub fn explain_move(
    py: Python<'_>,
    player: &Player,
    seed: u64,
    number: u64,
    at: u64,
) -> PyResult<String> {
    let inner = player.inner();
    let mut game = PlayerGame::new(inner, seed, number);
    let (ear, watch) = (Ear::default(), Watch::default());
    py.detach(|| {
        while game.counts().pieces + 1 < at && !watch.stopped() && game.advance() {
            ear.look_sometimes(|| watch.stop());
        }
    });
    if let Some(raised) = ear.raised() {
        return Err(raised);
    }
    let moves = game.counts().pieces;
    let over = || wrong(format!("there is no move {at}: the game has {moves} moves"));
    if moves + 1 < at {
        return Err(over());
    }
    let view = game.view().ok_or_else(over)?;
    explained(player, &inner.explain(&view))
}

fn explained(player: &Player, explanation: &tetrarium_engine::Explanation) -> PyResult<String> {
    let mut record = ExplanationRecord::new(player.inner(), explanation);
    record.made = Some(made("explain"));
    line(&record)
}

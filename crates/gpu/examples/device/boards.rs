//! Millions of random boards: which move is made on each, by the GPU and by the threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::{Board, Player, PlayerGame, Rules};
use tetrarium_gpu::Gpu;
use tetrarium_lab::play::{Backend, Continuation, End, Standing, Start, Until};
use tetrarium_lab::{Threads, Watch};

use crate::players::{Drawn, drawn};
use crate::{Failure, Report};

/// Players that are drawn. Their kinds take turns; the number is how many boards a player of a kind
/// sees where the mean is 100. A search takes longer, so that it sees fewer.
const PLAYERS: u64 = 128;
const KINDS: [(Drawn, u64); 8] = [
    (Drawn::Plain, 150),
    (Drawn::Bands, 150),
    (Drawn::Plain, 150),
    (Drawn::Patterns, 150),
    (Drawn::Plain, 149),
    (Drawn::TwoPiece, 30),
    (Drawn::Plain, 20),
    (Drawn::Expectimax, 1),
];

/// Boards that are looked at together.
const SOME: u64 = 50_000;

/// Compares the moves on about this number of boards.
pub fn boards(report: &mut Report, boards: u64) -> Result<(), Failure> {
    let next = AtomicU64::new(0);
    let results = Mutex::new([(0, 0); KINDS.len()]);
    let failure = Mutex::new(None);
    // Kernels take seconds to compile, so several are compiled at once.
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let number @ 0..PLAYERS = next.fetch_add(1, Ordering::Relaxed) {
                    let which = number as usize % KINDS.len();
                    let count = boards * KINDS[which].1 / 100 / PLAYERS;
                    match unequal(number, KINDS[which].0, count.max(1)) {
                        Ok(unequal) => {
                            let mut results = results.lock().expect("no thread panics");
                            results[which].0 += count.max(1);
                            results[which].1 += unequal;
                        }
                        Err(error) => {
                            *failure.lock().expect("no thread panics") = Some(error.to_string());
                        }
                    }
                }
            });
        }
    });
    if let Some(failure) = failure.into_inner()? {
        return Err(failure.into());
    }
    let results = results.into_inner()?;
    let (all, differing) = results
        .iter()
        .fold((0, 0), |(all, unequal), of| (all + of.0, unequal + of.1));
    report.line(&format!(
        "\nmoves on random boards, {PLAYERS} players drawn at random: boards, unequal"
    ));
    for ((kind, _), (boards, unequal)) in KINDS.iter().zip(&results) {
        report.line(&format!(
            "  {:40} {boards:11} {unequal:5}",
            format!("{kind:?}")
        ));
    }
    report.line(&format!("  {:40} {all:11} {differing:5}", "all"));
    report.json["boards"] = json!({"boards": all, "unequal": differing});
    report.count_unequal(differing);
    Ok(())
}

/// On how many boards a drawn player moves differently.
fn unequal(number: u64, kind: Drawn, boards: u64) -> Result<u64, Failure> {
    let gpu = Gpu::new(0)?;
    let player = drawn(1000 + number, kind)?;
    let watch = Watch::default();
    let mut unequal = 0;
    for first in (0..boards).step_by(SOME as usize) {
        let some = first..boards.min(first + SOME);
        let starts: Vec<Start> = some.map(|index| start(&player, number, index)).collect();
        let on = Continuation {
            contender: (&player).into(),
            seed: 1,
            starts: &starts,
            until: Until::Placed {
                pieces: 1,
                restarts: false,
            },
        };
        let expected = Threads(1).continue_games(&[on], &watch)?.remove(0);
        let found = gpu.continue_games(&[on], &watch)?.remove(0);
        let pairs = expected.into_iter().zip(found);
        unequal += pairs
            .filter(|(a, b)| without_lost_board(*a) != without_lost_board(*b))
            .count() as u64;
    }
    Ok(unequal)
}

/// The two notice that a game is lost at different moments, which only its board shows.
fn without_lost_board(mut stand: Standing) -> Standing {
    if stand.end == Some(End::Lost) {
        stand.board = Board::empty(stand.board.size());
    }
    stand
}

/// A game that goes on from a random board.
fn start(player: &Player, number: u64, index: u64) -> Start {
    let mut position = PlayerGame::new(player, 1, index).position();
    position.board = board(player.rules(), number, index);
    Start {
        number: 1 << 63 | index,
        position,
        placed: 0,
    }
}

/// A board with holes, wells and rows that nearly are full, from low to as high as the rules let it
/// be; one in four has columns that are high or low.
fn board(rules: &Rules, number: u64, index: u64) -> Board {
    let (width, height) = (rules.board.width(), rules.board.height());
    let limit = height - usize::from(rules.get("overflow").as_deref() == Some("top-row"));
    let stream = Stream::new(number, index, Purpose::Sampling);
    let mut word = 0;
    let mut draw = |bound: usize| {
        word += 1;
        below(stream.word(word), bound as u32) as usize
    };
    let mut board = Board::empty(rules.board);
    if draw(4) == 0 {
        for x in 0..width {
            let top = if draw(2) == 0 {
                draw(limit + 1)
            } else {
                draw(3)
            };
            for y in 0..top.min(limit) {
                if draw(8) > 0 {
                    board.fill(x, y);
                }
            }
        }
    } else {
        let density = 1 + draw(8);
        for y in 0..draw(limit + 1) {
            let missing = (draw(2) == 0).then(|| draw(width));
            for x in 0..width {
                let full = match missing {
                    Some(hole) => x != hole && draw(16) > 0,
                    None => draw(8) < density,
                };
                if full {
                    board.fill(x, y);
                }
            }
        }
    }
    board.without_rows(board.full_rows())
}

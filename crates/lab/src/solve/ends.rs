//! Whether games end: values without a discount are finite only if they do.

use std::sync::atomic::{AtomicBool, Ordering};

use super::boards::{Boards, CHUNK};
use super::problem::Problem;
use super::sweep::{Moves, Successor, shared};
use crate::play::Watch;

/// Whether a player can play for ever: whether there are boards on which every piece has a move to
/// another of them. None if the watch ended the search.
///
/// It begins with all boards, and takes those away on which some piece has no such move, until all
/// have one. The order in which they are taken does not matter.
pub(super) fn can_be_endless(
    problem: &Problem,
    boards: &Boards,
    threads: usize,
    watch: &Watch,
) -> Option<bool> {
    let seen = problem.seen;
    let left: Vec<AtomicBool> = (0..(boards.len() + 1) * seen)
        .map(|state| AtomicBool::new(state < boards.len() * seen))
        .collect();
    let is_left = |state: usize| left[state].load(Ordering::Relaxed);
    loop {
        let changed = AtomicBool::new(false);
        let remove = |state: usize| {
            left[state].store(false, Ordering::Relaxed);
            changed.store(true, Ordering::Relaxed);
        };
        for layer in boards.ranges() {
            let task = |first: usize| {
                for place in first..(first + CHUNK).min(layer.end) {
                    let pile = problem.grid.pile(boards.codes[place]);
                    let survives = |piece: usize, next: usize| {
                        problem.steps(&pile, piece).any(|(_, step)| {
                            let after = Successor::of(step, problem, boards);
                            is_left(after.value(next, seen))
                        })
                    };
                    if seen == 1 {
                        let mut pieces = problem.pieces();
                        if is_left(place) && !pieces.all(|piece| survives(piece, piece)) {
                            remove(place);
                        }
                        continue;
                    }
                    for piece in problem.pieces() {
                        let state = place * seen + piece;
                        if is_left(state) && !problem.pieces().all(|next| survives(piece, next)) {
                            remove(state);
                        }
                    }
                }
            };
            let firsts = layer.clone().step_by(CHUNK);
            if !shared(firsts, layer.len(), threads, watch, task) {
                return None;
            }
        }
        if !changed.load(Ordering::Relaxed) {
            break;
        }
    }
    let states = 0..boards.len() * seen;
    let comes = |state: usize| seen == 1 || problem.chances[state % seen] > 0.0;
    Some(
        states
            .into_iter()
            .any(|state| comes(state) && is_left(state)),
    )
}

/// Whether a player that makes these moves can come to a board from which its game never ends, if
/// it begins with the empty board, or anywhere.
pub(super) fn is_endless(problem: &Problem, boards: &Boards, moves: Moves, anywhere: bool) -> bool {
    let (seen, choices) = (problem.seen, problem.choices());
    let end = boards.len() * seen;
    // For each state the states that may follow.
    let follow = |state: usize| {
        let (place, slot) = (state / seen, state % seen);
        problem.pieces().flat_map(move |next| {
            let choice = match seen {
                1 => place * choices + next,
                _ => place * choices + slot * 7 + next,
            };
            (0..moves.of(choice).len()).map(move |index| moves.of(choice)[index].value(next, seen))
        })
    };
    let begin = problem.rules.visible;
    let starts = boards.place(0) * seen;
    let starts: Vec<usize> = match begin {
        1 => vec![starts],
        _ => problem.pieces().map(|piece| starts + piece).collect(),
    };
    let mut reached = vec![anywhere; end];
    let mut waiting = starts;
    while let Some(state) = waiting.pop() {
        if state >= end || std::mem::replace(&mut reached[state], true) {
            continue;
        }
        waiting.extend(follow(state));
    }
    // The states from which the game may end.
    let mut ends = vec![false; end + seen];
    ends[end..].fill(true);
    let mut changed = true;
    while changed {
        changed = false;
        for state in 0..end {
            if reached[state] && !ends[state] && follow(state).any(|after| ends[after]) {
                ends[state] = true;
                changed = true;
            }
        }
    }
    (0..end).any(|state| reached[state] && !ends[state])
}

//! Sweeps over all boards: each computes the values of the boards of one layer after the other,
//! from the values of the boards that follow.
//!
//! Layers come in the order of decreasing cells (Gauss–Seidel). A move that removes no row adds
//! cells, so it reads a value of the same sweep; only moves that remove rows read a value of the
//! sweep before. Within a layer the old values are read, so that the number of threads changes
//! nothing.

use std::sync::Mutex;

use super::boards::{Boards, CHUNK};
use super::grid::{Step, mirrored_piece};
use super::problem::Problem;
use crate::play::{Watch, on_threads};

/// A board that follows a move: its place, whether the kept board is its mirror image, and the
/// lines of the move. The place after the last one is the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Successor(u32);

impl Successor {
    pub fn new(place: usize, mirror: bool, lines: u32) -> Successor {
        Successor(place as u32 | u32::from(mirror) << 28 | lines << 29)
    }

    /// What follows a move.
    #[inline]
    pub fn of(step: Step, problem: &Problem, boards: &Boards) -> Successor {
        match step.after {
            None => Successor::new(boards.len(), false, step.lines),
            Some(after) => {
                let (kept, mirror) = problem.kept(after);
                Successor::new(boards.place(kept), mirror, step.lines)
            }
        }
    }

    #[inline]
    pub fn place(self) -> usize {
        (self.0 & 0x0fff_ffff) as usize
    }

    pub fn lines(self) -> u32 {
        self.0 >> 29
    }

    /// The place of its value, if `next` is the piece that comes then.
    #[inline]
    pub fn value(self, next: usize, seen: usize) -> usize {
        let slot = match (seen, self.0 >> 28 & 1) {
            (1, _) => 0,
            (_, 0) => next,
            _ => mirrored_piece(next),
        };
        self.place() * seen + slot
    }

    /// The value of the move that led here, where the next piece is shown.
    #[inline]
    fn worth_shown(self, next: usize, discount: f64, values: &[f64]) -> f64 {
        let mirror = (self.0 >> 28 & 1) as usize;
        let slot = next.wrapping_add(mirror.wrapping_mul(mirrored_piece(next).wrapping_sub(next)));
        f64::from(self.lines()) + discount * values[self.place() * 7 + slot]
    }

    /// The value of the move that led here, from the values of all boards.
    #[inline]
    pub fn worth(self, next: usize, problem: &Problem, values: &[f64]) -> f64 {
        f64::from(self.lines()) + problem.discount * values[self.value(next, problem.seen)]
    }
}

/// The values of no moves at all: 0 for each board, and for the end of the game.
pub(super) fn zeros(problem: &Problem, boards: &Boards) -> Vec<f64> {
    vec![0.0; (boards.len() + 1) * problem.seen]
}

/// A sweep in which every board takes its best moves, which are kept in `chosen`. Returns the
/// largest change; none if the watch ended it.
pub(super) fn improve(
    problem: &Problem,
    boards: &Boards,
    values: &mut [f64],
    chosen: &mut [Successor],
    threads: usize,
    watch: &Watch,
) -> Option<f64> {
    let (seen, choices) = (problem.seen, problem.choices());
    let mut largest: f64 = 0.0;
    let mut new = Vec::new();
    for layer in boards.ranges() {
        new.clear();
        new.resize(layer.len() * seen, 0.0);
        let chosen = &mut chosen[layer.start * choices..layer.end * choices];
        let parts = new
            .chunks_mut(CHUNK * seen)
            .zip(chosen.chunks_mut(CHUNK * choices));
        let old = &*values;
        let task = |(part, (new, chosen)): (usize, (&mut [f64], &mut [Successor]))| {
            let boards_here = new.chunks_mut(seen).zip(chosen.chunks_mut(choices));
            for (index, (new, chosen)) in boards_here.enumerate() {
                let place = layer.start + part * CHUNK + index;
                best(problem, boards, old, place, new, chosen);
            }
        };
        if !shared(parts.enumerate(), layer.len(), threads, watch, task) {
            return None;
        }
        largest = largest.max(replace(&mut values[layer.start * seen..], &new));
    }
    Some(largest)
}

/// How far values are from those of one step more.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Residual {
    /// The most by which a value rises.
    pub rise: f64,
    /// The most by which a value falls.
    pub fall: f64,
}

impl Residual {
    /// Takes the values of one board more into account.
    pub fn add(&mut self, old: &[f64], new: &[f64]) {
        for (old, new) in old.iter().zip(new) {
            self.rise = self.rise.max(new - old);
            self.fall = self.fall.max(old - new);
        }
    }

    fn max(self, other: Residual) -> Residual {
        Residual {
            rise: self.rise.max(other.rise),
            fall: self.fall.max(other.fall),
        }
    }
}

/// How far the values are from those of one step more.
pub(super) fn residual(
    problem: &Problem,
    boards: &Boards,
    values: &[f64],
    threads: usize,
    watch: &Watch,
) -> Option<Residual> {
    let (seen, choices) = (problem.seen, problem.choices());
    let largest = Mutex::new(Residual::default());
    let places = 0..boards.len().div_ceil(CHUNK);
    let task = |part: usize| {
        let mut new = vec![0.0; seen];
        let mut chosen = vec![Successor(0); choices];
        let mut here = Residual::default();
        for place in part * CHUNK..((part + 1) * CHUNK).min(boards.len()) {
            new.fill(0.0);
            best(problem, boards, values, place, &mut new, &mut chosen);
            here.add(&values[place * seen..], &new);
        }
        let mut largest = largest.lock().expect("no task panics");
        *largest = largest.max(here);
    };
    shared(places, boards.len(), threads, watch, task)
        .then(|| largest.into_inner().expect("no task panics"))
}

/// The values of a board's best moves, and the moves. `new` begins with zeros.
#[inline]
pub(super) fn best(
    problem: &Problem,
    boards: &Boards,
    values: &[f64],
    place: usize,
    new: &mut [f64],
    chosen: &mut [Successor],
) {
    let end = Successor::new(boards.len(), false, 0);
    let pile = problem.grid.pile(boards.codes[place]);
    if problem.seen == 1 {
        for piece in problem.pieces() {
            let (mut most, mut first) = (f64::NEG_INFINITY, end);
            for (_, step) in problem.steps(&pile, piece) {
                let successor = Successor::of(step, problem, boards);
                let worth = successor.worth(piece, problem, values);
                if worth > most {
                    (most, first) = (worth, successor);
                }
            }
            new[0] += problem.chances[piece] * most;
            chosen[piece] = first;
        }
        return;
    }
    for piece in problem.pieces() {
        let (mut most, mut first) = ([f64::NEG_INFINITY; 7], [end; 7]);
        for (_, step) in problem.steps(&pile, piece) {
            let successor = Successor::of(step, problem, boards);
            for next in problem.pieces() {
                let worth = successor.worth(next, problem, values);
                if worth > most[next] {
                    (most[next], first[next]) = (worth, successor);
                }
            }
        }
        for next in problem.pieces() {
            new[piece] += problem.chances[next] * most[next];
            chosen[piece * 7 + next] = first[next];
        }
    }
}

/// The moves of a player: for each choice of each board the boards that may follow, which are
/// equally probable.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moves<'a> {
    /// One move for each choice.
    Single(&'a [Successor]),
    /// Several moves: where those of each choice begin, and the moves.
    Several(&'a [u64], &'a [Successor]),
}

impl Moves<'_> {
    /// The moves of a choice.
    #[inline]
    pub fn of(&self, choice: usize) -> &[Successor] {
        match self {
            Moves::Single(moves) => &moves[choice..=choice],
            Moves::Several(starts, moves) => {
                &moves[starts[choice] as usize..starts[choice + 1] as usize]
            }
        }
    }

    /// The value of a choice.
    #[inline]
    fn worth(&self, choice: usize, next: usize, problem: &Problem, values: &[f64]) -> f64 {
        match self {
            Moves::Single(moves) => moves[choice].worth(next, problem, values),
            Moves::Several(..) => {
                let moves = self.of(choice);
                let worth = moves.iter().map(|one| one.worth(next, problem, values));
                worth.sum::<f64>() / moves.len() as f64
            }
        }
    }
}

/// A sweep in which every board takes the given moves. Returns the largest change; none if the
/// watch ended it.
pub(super) fn evaluate(
    problem: &Problem,
    boards: &Boards,
    moves: Moves,
    values: &mut [f64],
    threads: usize,
    watch: &Watch,
) -> Option<f64> {
    let seen = problem.seen;
    let mut largest: f64 = 0.0;
    let mut new = Vec::new();
    for layer in boards.ranges() {
        new.clear();
        new.resize(layer.len() * seen, 0.0);
        let old = &*values;
        let task = |(part, new): (usize, &mut [f64])| {
            for (index, new) in new.chunks_mut(seen).enumerate() {
                let place = layer.start + part * CHUNK + index;
                after_moves(problem, moves, old, place, new);
            }
        };
        let parts = new.chunks_mut(CHUNK * seen).enumerate();
        if !shared(parts, layer.len(), threads, watch, task) {
            return None;
        }
        largest = largest.max(replace(&mut values[layer.start * seen..], &new));
    }
    Some(largest)
}

/// The values of a board if these moves are made. `new` begins with zeros.
#[inline]
pub(super) fn after_moves(
    problem: &Problem,
    moves: Moves,
    values: &[f64],
    place: usize,
    new: &mut [f64],
) {
    let first = place * problem.choices();
    if let (Moves::Single(moves), 7) = (moves, problem.seen) {
        after_shown(problem, &moves[first..first + 49], values, new);
        return;
    }
    for piece in problem.pieces() {
        if problem.seen == 1 {
            let worth = moves.worth(first + piece, piece, problem, values);
            new[0] += problem.chances[piece] * worth;
        } else {
            for next in problem.pieces() {
                let worth = moves.worth(first + piece * 7 + next, next, problem, values);
                new[piece] += problem.chances[next] * worth;
            }
        }
    }
}

/// The same where the next piece is shown and each choice has one move, by the same sums: most of
/// the time of solving such a board is spent here. A piece that does not come adds 0.
#[inline]
fn after_shown(problem: &Problem, moves: &[Successor], values: &[f64], new: &mut [f64]) {
    for (new, moves) in new.iter_mut().zip(moves.as_chunks::<7>().0) {
        let mut sum = 0.0;
        for (next, chance) in problem.chances.iter().enumerate() {
            sum += chance * moves[next].worth_shown(next, problem.discount, values);
        }
        *new = sum;
    }
}

/// Puts new values in the place of old ones; returns the largest change.
fn replace(values: &mut [f64], new: &[f64]) -> f64 {
    let mut largest: f64 = 0.0;
    for (old, new) in values.iter_mut().zip(new) {
        largest = largest.max((new - *old).abs());
        *old = *new;
    }
    largest
}

/// Does tasks on several threads, each of which takes the next one. Returns whether all were done.
pub(super) fn shared<T: Send>(
    tasks: impl Iterator<Item = T> + Send,
    boards: usize,
    threads: usize,
    watch: &Watch,
    task: impl Fn(T) + Sync,
) -> bool {
    if threads <= 1 || boards <= CHUNK {
        for one in tasks {
            if watch.ended() {
                return false;
            }
            task(one);
        }
        return true;
    }
    let tasks = Mutex::new(tasks);
    let worker = || {
        while !watch.ended() {
            let next = tasks.lock().expect("no task panics").next();
            match next {
                Some(one) => task(one),
                None => break,
            }
        }
    };
    on_threads(threads.min(boards.div_ceil(CHUNK)), &worker);
    !watch.ended()
}

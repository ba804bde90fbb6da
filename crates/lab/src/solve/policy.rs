//! The exact mean of a player whose choice is a function of what it sees.

use std::sync::Mutex;

use tetrarium_engine::rules::Ties;
use tetrarium_engine::{
    Agent, AgentError, Piece, Pieces, Placement, Prospect, Session, Turn, View,
};

use super::boards::{Boards, reached};
use super::ends::is_endless;
use super::error::SolveError;
use super::grid::Code;
use super::pace::keep;
use super::problem::Problem;
use super::solver::{Bounds, Solver, Stage, bounds};
use super::sweep::{Moves, Residual, Successor, after_moves, zeros};
use crate::play::Contender;

/// Turns that a player is asked about at once, where it does not say.
const BATCH: usize = 64;

/// The values of all boards that a player can come to, if it plays on from them.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(super) problem: Problem,
    pub(super) boards: Boards,
    pub(super) starts: Option<Vec<u64>>,
    pub(super) successors: Vec<Successor>,
    pub(super) values: Vec<f64>,
    pub(super) sweeps: u64,
    pub(super) mean: f64,
    pub(super) bounds: Bounds,
}

/// What a player chooses on some boards.
struct Chosen {
    boards: Vec<Code>,
    /// For each choice of each board how many placements are equally probable, and their numbers:
    /// one, none for a piece that never comes, several where ties are left to chance.
    numbers: Vec<u8>,
}

/// The boards that a player is asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extent {
    /// Those that it can come to.
    Own,
    /// Those that any player can come to.
    All,
}

/// Checks that a player has an exact mean.
///
/// # Errors
///
/// If its choice may depend on more than what it sees.
pub fn check_stateless(player: Contender) -> Result<(), SolveError> {
    match player.is_stateless() {
        true => Ok(()),
        false => Err(SolveError::Stateful(player.name().to_string())),
    }
}

/// Computes the value of the game for a player.
pub(super) fn policy(
    contender: Contender,
    discount: f64,
    extent: Extent,
    solver: &Solver,
) -> Result<Policy, SolveError> {
    check_stateless(contender)?;
    let problem = Problem::new(contender.rules(), discount)?.without_mirrors();
    let (boards, chosen) = visited(contender, &problem, extent, solver)?;
    let (starts, successors) = followed(&problem, &boards, &chosen);
    let mut policy = Policy {
        values: zeros(&problem, &boards),
        bounds: Bounds {
            low: 0.0,
            high: f64::INFINITY,
        },
        problem,
        boards,
        starts,
        successors,
        sweeps: 0,
        mean: 0.0,
    };
    let (problem, boards) = (&policy.problem, &policy.boards);
    if discount == 1.0 && is_endless(problem, boards, policy.moves(), extent == Extent::All) {
        return Err(SolveError::Endless {
            player: contender.name().to_string(),
            pieces: policy.problem.rules.pieces.clone(),
            size: policy.problem.rules.board,
        });
    }
    policy.settle(solver)?;
    Ok(policy)
}

impl Policy {
    /// The moves of the player.
    pub(super) fn moves(&self) -> Moves<'_> {
        match &self.starts {
            None => Moves::Single(&self.successors),
            Some(starts) => Moves::Several(starts, &self.successors),
        }
    }

    /// Sweeps until no value changes any more.
    fn settle(&mut self, solver: &Solver) -> Result<(), SolveError> {
        let mut values = std::mem::take(&mut self.values);
        let mut before = values.clone();
        let mut value: f64 = 0.0;
        loop {
            let least = solver.tolerance * value.max(1.0);
            let (problem, boards, moves) = (&self.problem, &self.boards, self.moves());
            let kept = keep(
                problem,
                boards,
                moves,
                &mut values,
                &mut before,
                least,
                solver,
            )
            .ok_or(SolveError::Interrupted)?;
            value = solver.value(problem, boards, &values);
            self.sweeps += kept.sweeps;
            (solver.observer)(Stage::Sweep {
                sweeps: self.sweeps,
                value,
                change: kept.change,
            });
            if kept.change <= least {
                let residual = self.residual(&values);
                self.bounds = bounds(&self.problem, value, &values, residual);
                self.mean = value;
                self.values = values;
                return Ok(());
            }
        }
    }

    /// How far the values are from those of one step more.
    fn residual(&self, values: &[f64]) -> Residual {
        let seen = self.problem.seen;
        let mut largest = Residual::default();
        for place in 0..self.boards.len() {
            let mut new = [0.0; 7];
            after_moves(&self.problem, self.moves(), values, place, &mut new[..seen]);
            largest.add(&values[place * seen..], &new[..seen]);
        }
        largest
    }
}

/// All boards that the player can come to, or any player, and what it chooses on each.
fn visited(
    contender: Contender,
    problem: &Problem,
    extent: Extent,
    solver: &Solver,
) -> Result<(Boards, Vec<Chosen>), SolveError> {
    let all = Mutex::new(Vec::new());
    let bytes = problem.choices() * 6 + problem.seen * 24 + 16;
    let check = |found: usize| solver.found(problem, found, bytes);
    let boards = reached(
        problem.cells(),
        solver.threads,
        solver.watch,
        &check,
        |codes, found| {
            let mut asked = Asked::new(contender, problem)?;
            let mut here = Chosen {
                boards: codes.to_vec(),
                numbers: Vec::with_capacity(2 * problem.choices() * codes.len()),
            };
            for code in codes {
                let pile = problem.grid.pile(*code);
                for (choice, set) in asked.about(*code)?.into_iter().enumerate() {
                    let piece = Piece::ALL[choice / problem.seen];
                    here.numbers.push(set.count_ones() as u8);
                    for (number, drop) in problem.grid.drops(piece).iter().enumerate() {
                        let is_chosen = set >> number & 1 == 1;
                        if is_chosen {
                            here.numbers.push(number as u8);
                        }
                        let goes_on = is_chosen || extent == Extent::All;
                        if goes_on
                            && problem.chances[piece as usize] > 0.0
                            && let Some(after) = problem.grid.step(&pile, drop).after
                        {
                            found(after);
                        }
                    }
                }
            }
            here.numbers.shrink_to_fit();
            all.lock().expect("no task panics").push(here);
            Ok(())
        },
    )?;
    let boards = boards.ok_or(SolveError::Interrupted)?;
    solver.begins(problem, boards.len(), bytes);
    Ok((boards, all.into_inner().expect("no task panics")))
}

/// The boards that follow each choice: where those of each choice begin, if some have several, and
/// the boards.
fn followed(
    problem: &Problem,
    boards: &Boards,
    chosen: &[Chosen],
) -> (Option<Vec<u64>>, Vec<Successor>) {
    let choices = problem.choices();
    let single = chosen.iter().all(|part| {
        let mut several = false;
        part.each(boards, choices, |_, numbers| several |= numbers.len() > 1);
        !several
    });
    // Where the moves of each choice begin; at first their number. A piece that never comes has
    // one.
    let mut starts = vec![
        0;
        if single {
            0
        } else {
            boards.len() * choices + 1
        }
    ];
    if !single {
        for part in chosen {
            part.each(boards, choices, |choice, numbers| {
                starts[choice + 1] = numbers.len().max(1) as u64;
            });
        }
        for choice in 0..boards.len() * choices {
            starts[choice + 1] += starts[choice];
        }
    }
    let moves = match starts.last() {
        Some(moves) => *moves as usize,
        None => boards.len() * choices,
    };
    let mut successors = vec![Successor::new(boards.len(), false, 0); moves];
    for part in chosen {
        part.each(boards, choices, |choice, numbers| {
            let first = starts.get(choice).map_or(choice, |start| *start as usize);
            let piece = Piece::ALL[choice % choices / problem.seen];
            let pile = problem.grid.pile(boards.codes[choice / choices]);
            for (index, number) in numbers.iter().enumerate() {
                let drop = &problem.grid.drops(piece)[*number as usize];
                let step = problem.grid.step(&pile, drop);
                successors[first + index] = Successor::of(step, problem, boards);
            }
        });
    }
    ((!single).then_some(starts), successors)
}

impl Chosen {
    /// Calls a function with each choice, by its place among those of all boards, and the numbers
    /// of its placements.
    fn each(&self, boards: &Boards, choices: usize, mut each: impl FnMut(usize, &[u8])) {
        let mut left = &self.numbers[..];
        for code in &self.boards {
            let first = boards.place(*code) * choices;
            for choice in first..first + choices {
                let Some((count, rest)) = left.split_first() else {
                    return;
                };
                let (numbers, rest) = rest.split_at(*count as usize);
                each(choice, numbers);
                left = rest;
            }
        }
    }
}

/// A player that is asked about boards.
struct Asked<'a> {
    contender: Contender<'a>,
    problem: &'a Problem,
    session: Option<Box<dyn Session + 'a>>,
    batch: usize,
    prospect: Prospect,
}

impl<'a> Asked<'a> {
    fn new(contender: Contender<'a>, problem: &'a Problem) -> Result<Asked<'a>, SolveError> {
        let agent: &dyn Agent = match contender {
            Contender::Player(player) => player,
            Contender::Agent { agent, .. } => agent,
        };
        // Where ties are left to chance, all tied moves are looked at.
        let chance = contender.rules().ties == Ties::Random && contender.player().is_some();
        let mut session = match chance {
            true => None,
            false => Some(agent.open(contender.rules())?),
        };
        let batch = agent.batch().max(BATCH);
        if let Some(session) = &mut session {
            for game in 0..batch as u64 {
                session.begin(game, 0)?;
            }
        }
        Ok(Asked {
            contender,
            problem,
            session,
            batch,
            prospect: Pieces::new(0, 0).prospect(&contender.rules().pieces, 1),
        })
    }

    /// What the player chooses on a board.
    fn about(&mut self, code: Code) -> Result<Vec<u64>, SolveError> {
        let problem = self.problem;
        let board = problem.grid.board(code);
        let nexts: Vec<Option<usize>> = match problem.seen {
            1 => vec![None],
            _ => problem.pieces().map(Some).collect(),
        };
        let mut sets = vec![0; problem.choices()];
        let mut views = Vec::new();
        for piece in problem.pieces() {
            for next in &nexts {
                let view = View {
                    rules: self.contender.rules(),
                    board: &board,
                    piece: Piece::ALL[piece],
                    next: next.map(|next| Piece::ALL[next]),
                    prospect: self.prospect,
                };
                views.push((piece * problem.seen + next.unwrap_or(0), view));
            }
        }
        match (&mut self.session, self.contender.player()) {
            (Some(session), _) => {
                for views in views.chunks(self.batch) {
                    let turns = views.iter().zip(0..);
                    let turns: Vec<Turn> = turns
                        .map(|((_, view), game)| Turn { game, view: *view })
                        .collect();
                    let answers = session.choose(&turns)?;
                    if answers.len() != turns.len() {
                        return Err(SolveError::Agent(AgentError::Answers {
                            agent: self.contender.name().to_string(),
                            asked: turns.len(),
                            answered: answers.len(),
                        }));
                    }
                    for ((choice, view), placement) in views.iter().zip(answers) {
                        sets[*choice] = set_of(self.contender, problem, view, placement)?;
                    }
                }
            }
            (None, player) => {
                for (choice, view) in &views {
                    let choices = player
                        .map(|player| player.choices(view))
                        .unwrap_or_default();
                    for landing in choices {
                        let placement = landing.placement;
                        sets[*choice] |= set_of(self.contender, problem, view, placement)?;
                    }
                }
            }
        }
        Ok(sets)
    }
}

/// The set of one placement.
fn set_of(
    contender: Contender,
    problem: &Problem,
    view: &View,
    placement: Placement,
) -> Result<u64, SolveError> {
    let drops = problem.grid.drops(view.piece);
    let number = drops.iter().position(|drop| drop.placement == placement);
    let number = number.ok_or_else(|| {
        AgentError::Failed(format!(
            "the agent {} chose an impossible placement of the piece {}: {placement}",
            contender.name(),
            view.piece
        ))
    })?;
    Ok(1 << number)
}

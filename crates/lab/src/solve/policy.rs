//! The exact mean of a player whose choice is a function of what it sees.

use std::sync::Mutex;

use tetrarium_engine::rules::Ties;
use tetrarium_engine::{
    Agent, AgentError, Piece, Pieces, Placement, Prospect, Session, Turn, View,
};

use super::boards::{Boards, MAX_BOARDS, reached};
use super::ends::is_endless;
use super::error::SolveError;
use super::grid::Code;
use super::problem::Problem;
use super::solver::{Bounds, Solver, Stage, bounds};
use super::sweep::{Moves, Successor, after_moves, evaluate, zeros};
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

/// What a player chooses on a board: for each choice the set of placements, by their numbers.
type Chosen = (Code, Vec<u64>);

/// Computes the value of the game for a player.
pub(super) fn policy(
    contender: Contender,
    discount: f64,
    solver: &Solver,
) -> Result<Policy, SolveError> {
    if !contender.is_stateless() {
        return Err(SolveError::Stateful(contender.name().to_string()));
    }
    let problem = Problem::new(contender.rules(), discount)?.without_mirrors();
    solver.check_memory(&problem, 0, Boards::bytes(problem.cells(), 0))?;
    let (boards, chosen) = visited(contender, &problem, solver)?;
    let (starts, successors) = followed(&problem, &boards, chosen);
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
    if discount == 1.0 && is_endless(&policy.problem, &policy.boards, policy.moves()) {
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
        loop {
            let moves = self.moves();
            let (threads, watch) = (solver.threads, solver.watch);
            let change = evaluate(
                &self.problem,
                &self.boards,
                moves,
                &mut values,
                threads,
                watch,
            )
            .ok_or(SolveError::Interrupted)?;
            let value = solver.value(&self.problem, &self.boards, &values);
            self.sweeps += 1;
            (solver.observer)(Stage::Sweep {
                sweeps: self.sweeps,
                value,
                change,
            });
            if change <= solver.tolerance * value.max(1.0) {
                let short = self.residual(&values);
                self.bounds = bounds(&self.problem, value, &values, short);
                self.mean = value;
                self.values = values;
                return Ok(());
            }
        }
    }

    /// The largest difference between the values of one step more and these.
    fn residual(&self, values: &[f64]) -> f64 {
        let seen = self.problem.seen;
        let mut largest: f64 = 0.0;
        for place in 0..self.boards.len() {
            let mut new = [0.0; 7];
            after_moves(&self.problem, self.moves(), values, place, &mut new[..seen]);
            for (new, old) in new.iter().zip(&values[place * seen..][..seen]) {
                largest = largest.max(new - old);
            }
        }
        largest
    }
}

/// All boards that the player can come to, and what it chooses on each.
fn visited(
    contender: Contender,
    problem: &Problem,
    solver: &Solver,
) -> Result<(Boards, Vec<Chosen>), SolveError> {
    let all = Mutex::new(Vec::new());
    let observe = |found: usize| (solver.observer)(Stage::Boards(found));
    let boards = reached(
        problem.cells(),
        solver.threads,
        solver.watch,
        &observe,
        |codes, found| {
            let mut asked = Asked::new(contender, problem)?;
            let mut here: Vec<Chosen> = Vec::with_capacity(codes.len());
            for code in codes {
                here.push((*code, asked.about(*code)?));
            }
            for (code, chosen) in &here {
                for piece in problem.pieces() {
                    let first = piece * problem.seen;
                    let sets = chosen[first..first + problem.seen].iter();
                    let either = sets.fold(0, |all, set| all | set);
                    for (number, (_, step)) in problem.steps(*code, piece).enumerate() {
                        if let (1, Some(after)) = (either >> number & 1, step.after) {
                            found(after);
                        }
                    }
                }
            }
            let mut all = all.lock().expect("no task panics");
            all.append(&mut here);
            let bytes = problem.choices() * 24 + problem.seen * 8 + 64;
            let bytes = Boards::bytes(problem.cells(), all.len()) + all.len() * bytes;
            match bytes as u64 > solver.memory || all.len() >= MAX_BOARDS {
                true => solver.check_memory(problem, all.len(), bytes.max(MAX_BOARDS * 64)),
                false => Ok(()),
            }
        },
    )?;
    let boards = boards.ok_or(SolveError::Interrupted)?;
    Ok((boards, all.into_inner().expect("no task panics")))
}

/// The boards that follow each choice.
fn followed(
    problem: &Problem,
    boards: &Boards,
    mut chosen: Vec<Chosen>,
) -> (Option<Vec<u64>>, Vec<Successor>) {
    chosen.sort_unstable_by_key(|(code, _)| boards.place(*code));
    let end = Successor::new(boards.len(), false, 0);
    let mut starts = vec![0];
    let mut successors = Vec::with_capacity(boards.len() * problem.choices());
    for (code, sets) in chosen {
        for (choice, set) in sets.into_iter().enumerate() {
            if set == 0 {
                // A piece that never comes.
                successors.push(end);
            } else {
                let steps = problem.steps(code, choice / problem.seen).enumerate();
                let made = steps.filter(|(number, _)| set >> number & 1 == 1);
                successors.extend(made.map(|(_, (_, step))| Successor::of(step, problem, boards)));
            }
            starts.push(successors.len() as u64);
        }
    }
    let single = successors.len() == boards.len() * problem.choices();
    ((!single).then_some(starts), successors)
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

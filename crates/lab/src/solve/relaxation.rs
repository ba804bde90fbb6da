//! Upper bounds of the best play by players that know all pieces (information relaxation; Brown,
//! Smith & Sun 2010).
//!
//! A player that knows the whole sequence of pieces does at least as well as one that does not. It
//! does much better, so it pays for what it knows. With any value V let `Q(b, p) = max [ lines + γ
//! · V(afterstate) ]`. A piece p on a board b costs `Q(b, p) − Σ P(q) · Q(b, q)`: much if the piece
//! is lucky, less than nothing if it is unlucky. For a player that does not know its pieces these
//! costs are 0 in the mean, so its mean is what it was. The mean over sequences of the most that a
//! player which knows the sequence can get is therefore an upper bound. If V is the value of the
//! best play, it is that value for every single sequence.
//!
//! The most for one sequence is a longest path: for each board that some play has come to, the most
//! that was got on the way. A sequence is drawn until every play is lost. With a discount it is
//! drawn until what can follow is next to nothing, and that is added.

use tetrarium_engine::{Piece, Pieces};

use super::certificate::Certificate;
use super::error::SolveError;
use super::ground::Ground;
use super::policy::{Extent, policy};
use super::problem::Problem;
use super::record::Relaxed;
use super::solver::Solver;
use super::sweep::Successor;
use crate::play::{Contender, Watch, in_order};

/// What can follow counts as nothing below this.
const NOTHING: f64 = 1e-12;

/// The most pieces of a sequence. Who knows all pieces may play for ever.
const MOST_PIECES: u64 = 10_000_000;

/// What a player pays for knowing the pieces.
#[derive(Clone, Debug)]
pub struct Penalty {
    name: String,
    /// The value of each board; none for no penalty.
    values: Option<Vec<f64>>,
}

impl Penalty {
    /// Nothing: the player that knows all pieces gets what it can.
    pub fn none() -> Penalty {
        Penalty {
            name: "none".to_string(),
            values: None,
        }
    }
}

impl Certificate {
    /// The penalty by this value; none without a bound. With this penalty a player that knows the
    /// pieces gets on no sequence more than the bound (Desai, Farias & Moallemi 2012).
    pub fn penalty(&self) -> Option<Penalty> {
        self.values.clone().map(|values| Penalty {
            name: self.record.functions.clone(),
            values: Some(values),
        })
    }
}

/// The moves and penalties of all boards.
struct Tables {
    /// For each board and piece the boards that follow.
    moves: Vec<Successor>,
    /// For each piece where its moves begin among those of a board; at last their number.
    first: [usize; 8],
    /// For each penalty, board and piece what the piece costs.
    costs: Vec<Vec<f64>>,
    /// The most that can still be got, at any time; infinite without a discount.
    limit: f64,
}

/// Checks that a player can tell what a piece costs.
pub(super) fn check_player(contender: Contender) -> Result<(), SolveError> {
    match contender.rules().visible {
        1 => Ok(()),
        _ => Err(SolveError::PlayerSight(contender.name().to_string())),
    }
}

/// For each piece where its moves begin among those of a board; at last their number.
fn first_moves(problem: &Problem) -> [usize; 8] {
    let mut first = [0; 8];
    for piece in 0..7 {
        let comes = problem.chances[piece] > 0.0;
        let drops = problem.grid.drops(Piece::ALL[piece]);
        first[piece + 1] = first[piece] + if comes { drops.len() } else { 0 };
    }
    first
}

/// The bytes that are kept for each board with this number of penalties.
pub(super) fn bytes_of_board(problem: &Problem, penalties: usize, solver: &Solver) -> usize {
    4 * first_moves(problem)[7] + (56 + 8 + 16 * solver.threads) * penalties
}

impl Ground {
    /// The penalty by lines of the next move alone: the value of every board is 0.
    pub fn penalty_of_lines(&self) -> Penalty {
        Penalty {
            name: "lines".to_string(),
            values: Some(vec![0.0; self.values.len()]),
        }
    }

    /// The penalty by the value of the best play.
    pub fn penalty_of_optimum(&self) -> Penalty {
        Penalty {
            name: "optimum".to_string(),
            values: Some(self.values.clone()),
        }
    }

    /// The penalty by the exact mean of an agent that plays on from each board.
    ///
    /// # Errors
    ///
    /// If it plays another game or sees two pieces, or has no exact mean.
    pub fn penalty_of<'a>(
        &self,
        contender: impl Into<Contender<'a>>,
        solver: &Solver,
    ) -> Result<Penalty, SolveError> {
        let contender = contender.into();
        check_player(contender)?;
        let policy = policy(contender, self.problem.discount, Extent::All, solver)?;
        assert_eq!(policy.boards.codes, self.boards.codes, "of the same game");
        Ok(Penalty {
            name: contender.name().to_string(),
            values: Some(policy.values),
        })
    }

    /// Upper bounds of the value of the game by each penalty, all from the same sequences.
    ///
    /// # Errors
    ///
    /// If the memory does not suffice, a play of a sequence does not end, or the watch stopped the
    /// work.
    pub fn relaxation(
        &self,
        penalties: &[Penalty],
        sequences: u64,
        seed: u64,
        solver: &Solver,
    ) -> Result<Vec<Relaxed>, SolveError> {
        let tables = self.tables(penalties, solver)?;
        let done = in_order(sequences, solver.threads, solver.watch, |sequence| {
            self.best_of_sequence(&tables, seed, sequence, solver.watch)
        });
        // Sequences that are done early are the short ones: some alone would say too little.
        let done: Vec<(Vec<f64>, u64)> = done.into_iter().collect::<Result<_, _>>()?;
        if (done.len() as u64) < sequences {
            return Err(SolveError::Interrupted);
        }
        let lengths: Vec<u64> = done.iter().map(|(_, length)| *length).collect();
        let relaxed = penalties.iter().enumerate().map(|(number, penalty)| {
            let best: Vec<f64> = done.iter().map(|(best, _)| best[number]).collect();
            Relaxed::new(self, penalty.name.clone(), &best, &lengths, seed)
        });
        Ok(relaxed.collect())
    }

    fn tables(&self, penalties: &[Penalty], solver: &Solver) -> Result<Tables, SolveError> {
        let first = first_moves(&self.problem);
        let bytes = bytes_of_board(&self.problem, penalties.len(), solver);
        solver.found(&self.problem, self.boards.len(), bytes)?;
        let mut moves = Vec::with_capacity(self.boards.len() * first[7]);
        for code in &self.boards.codes {
            let pile = self.problem.grid.pile(*code);
            for piece in self.problem.pieces() {
                let steps = self.problem.steps(&pile, piece);
                moves.extend(
                    steps.map(|(_, step)| Successor::of(step, &self.problem, &self.boards)),
                );
            }
        }
        let mut tables = Tables {
            moves,
            first,
            costs: Vec::new(),
            limit: f64::INFINITY,
        };
        for penalty in penalties {
            tables.costs.push(match &penalty.values {
                None => vec![0.0; 7 * self.boards.len()],
                Some(values) => self.costs(&tables, values),
            });
        }
        if self.problem.discount < 1.0 {
            let costs = tables.costs.iter().flatten();
            let most = costs.fold(4.0, |most, cost| f64::max(most, 4.0 - cost));
            tables.limit = most / (1.0 - self.problem.discount);
        }
        Ok(tables)
    }

    /// What each piece costs on each board, by a value.
    fn costs(&self, tables: &Tables, values: &[f64]) -> Vec<f64> {
        let problem = &self.problem;
        let mut costs = vec![0.0; 7 * self.boards.len()];
        for (place, costs) in costs.chunks_mut(7).enumerate() {
            let mut mean = 0.0;
            for piece in problem.pieces() {
                let worths = tables.of(place, piece).iter();
                let worths = worths.map(|after| after.worth(piece, problem, values));
                costs[piece] = worths.fold(f64::NEG_INFINITY, f64::max);
                mean += problem.chances[piece] * costs[piece];
            }
            costs.iter_mut().for_each(|cost| *cost -= mean);
        }
        costs
    }

    /// The most that players get who know a sequence, with each penalty, and the pieces after which
    /// every play is lost.
    fn best_of_sequence(
        &self,
        tables: &Tables,
        seed: u64,
        sequence: u64,
        watch: &Watch,
    ) -> Result<(Vec<f64>, u64), SolveError> {
        let (problem, end) = (&self.problem, self.boards.len());
        let mut pieces = Pieces::new(seed, sequence);
        // For each penalty the most that was got on the way to each board; that of games which
        // ended is in `next`, after all boards.
        let mut most = vec![vec![f64::NEG_INFINITY; end + 1]; tables.costs.len()];
        let mut next = most.clone();
        let mut alive = vec![self.boards.place(0)];
        most.iter_mut().for_each(|most| most[alive[0]] = 0.0);
        let mut is_new = vec![true; end];
        is_new.push(false);
        let (mut worth, mut length) = (1.0, 0);
        while !alive.is_empty() && worth * tables.limit > NOTHING {
            if watch.ended() {
                return Err(SolveError::Interrupted);
            }
            let piece = pieces.get(&problem.rules.pieces, length);
            let Some(piece) = piece.filter(|_| length < MOST_PIECES) else {
                return Err(SolveError::Long(problem.rules.board, length));
            };
            let piece = piece as usize;
            let mut after = Vec::new();
            for &place in &alive {
                let moves = tables.of(place, piece);
                let news = moves.iter().map(|one| one.place());
                after.extend(news.filter(|&to| std::mem::take(&mut is_new[to])));
                let kinds = tables.costs.iter().zip(&most).zip(&mut next);
                for ((costs, most), next) in kinds {
                    let got = most[place] - worth * costs[7 * place + piece];
                    for one in moves {
                        let slot = &mut next[one.place()];
                        *slot = slot.max(got + worth * f64::from(one.lines()));
                    }
                }
            }
            for (most, next) in most.iter_mut().zip(&mut next) {
                for &place in &after {
                    most[place] = std::mem::replace(&mut next[place], f64::NEG_INFINITY);
                }
            }
            after.iter().for_each(|&place| is_new[place] = true);
            alive = after;
            worth *= problem.discount;
            length += 1;
        }
        let best = most.iter().zip(&next).map(|(most, next)| {
            let alive = alive
                .iter()
                .map(|&place| most[place] + worth * tables.limit);
            alive.fold(next[end], f64::max)
        });
        Ok((best.collect(), length))
    }
}

impl Tables {
    /// The boards that follow a piece on a board.
    #[inline]
    fn of(&self, place: usize, piece: usize) -> &[Successor] {
        let start = place * self.first[7];
        &self.moves[start + self.first[piece]..start + self.first[piece + 1]]
    }
}

//! Upper bounds of the best play.

use std::fmt;

use tetrarium_engine::Rules;
use tetrarium_lab::Contender;
use tetrarium_lab::solve::{
    Certified, Ground, Optimum, Penalty, Relaxed, SolveError, Solver, check_bounds,
};

use super::Failed;
use crate::flags::solving::Solve;
use crate::print::outcome::{made, print_json};
use crate::print::table::{Cell, Column, Table};
use crate::terminal::wrapped;

/// The bounds that were found.
#[derive(Default)]
pub struct Bounds {
    certified: Vec<Certified>,
    relaxed: Vec<Relaxed>,
}

/// Whether there are bounds to compute.
fn asked(solve: &Solve) -> bool {
    solve.relaxation.is_some() || !solve.bound.is_empty()
}

/// Checks, before the work begins, that the bounds can be computed that are asked for.
pub fn check(
    solve: &Solve,
    rules: &Rules,
    contenders: &[Contender],
    solver: &Solver,
) -> Result<(), SolveError> {
    if !asked(solve) {
        return Ok(());
    }
    let players = solve.relaxation.map(|_| contenders);
    check_bounds(rules, solve.discount, &solve.bound, players, solver)
}

impl Bounds {
    /// Computes the bounds that are asked for.
    pub fn compute(
        &mut self,
        solve: &Solve,
        best: Option<Optimum>,
        contenders: &[Contender],
        solver: &Solver,
    ) -> Result<(), Failed> {
        let Some(best) = best.filter(|_| asked(solve)) else {
            return Ok(());
        };
        let ground = Ground::new(&best, solver)?;
        let mut penalties = vec![
            Penalty::none(),
            ground.penalty_of_lines(),
            ground.penalty_of_optimum(),
        ];
        for basis in &solve.bound {
            let certificate = ground.certificate(basis, solver)?;
            let record = certificate.record().clone();
            if solve.format.json() {
                let made = Some(made());
                print_json(&Certified {
                    made,
                    ..record.clone()
                })
                .map_err(Failed::Print)?;
            }
            self.certified.push(record);
            penalties.extend(certificate.penalty());
        }
        let Some(sequences) = solve.relaxation else {
            return Ok(());
        };
        for contender in contenders {
            penalties.push(ground.penalty_of(*contender, solver)?);
        }
        for record in ground.relaxation(&penalties, sequences, solve.seed, solver)? {
            if solve.format.json() {
                let made = Some(made());
                print_json(&Relaxed {
                    made,
                    ..record.clone()
                })
                .map_err(Failed::Print)?;
            }
            self.relaxed.push(record);
        }
        Ok(())
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if !self.certified.is_empty() {
            write!(f, "\n{}", certified(&self.certified))?;
        }
        if let Some(first) = self.relaxed.first() {
            write!(f, "\n{}", relaxed(&self.relaxed))?;
            let words = format!(
                "{} sequences with seed {}; after {:.1} pieces in the mean every play is lost",
                first.sequences, first.seed, first.pieces
            );
            writeln!(f, "{}", wrapped(&words, 0))?;
        }
        Ok(())
    }
}

/// Bounds by sums of functions.
fn certified(bounds: &[Certified]) -> Table {
    let mut table = Table::new(&[
        Column::left("least sum of"),
        Column::right("lines at most"),
        Column::right("over the optimum"),
        Column::right("boards"),
        Column::right("weights"),
        Column::right("rows"),
    ]);
    for one in bounds {
        let none = || Cell::from("no bound");
        let bound = one.bound;
        table.row([
            Cell::from(one.functions.clone()),
            bound.map_or_else(none, |bound| Cell::Written(format!("{bound:.6}"), bound)),
            bound.map_or(Cell::from("–"), |bound| factor(bound / one.optimum)),
            Cell::Whole(one.boards),
            weights(one),
            Cell::Whole(one.rows),
        ]);
    }
    table
}

/// The number of weights, and how many functions are independent if some depend on others.
fn weights(bound: &Certified) -> Cell {
    let (rank, count) = (bound.rank, bound.weights.len() as u64);
    match rank < count {
        true => Cell::Written(format!("{rank} of {count} independent"), count as f64),
        false => Cell::Whole(count),
    }
}

/// Bounds by players that know the pieces.
fn relaxed(bounds: &[Relaxed]) -> Table {
    let mut table = Table::new(&[
        Column::left("all pieces known, penalty by"),
        Column::right("lines at most, about"),
        Column::right("95 % interval"),
        Column::right("over the optimum"),
        Column::right("sd"),
    ]);
    for one in bounds {
        let (low, high) = (one.interval.low, one.interval.high);
        table.row([
            Cell::from(one.penalty.clone()),
            Cell::Written(format!("{:.4}", one.bound), one.bound),
            Cell::from(format!("{low:.4} – {high:.4}")),
            factor(one.bound / one.optimum),
            Cell::Written(format!("{:.1e}", one.sd), one.sd),
        ]);
    }
    table
}

fn factor(ratio: f64) -> Cell {
    Cell::Written(format!("× {ratio:.3}"), ratio)
}

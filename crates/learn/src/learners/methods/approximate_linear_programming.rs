//! Approximate linear programming (Farias & Van Roy 2006), and its smoothed form (Desai, Farias &
//! Moallemi 2012).
//!
//! The value of a board is a sum of weight × feature. A value that is nowhere below its own backup
//! is nowhere below that of the best play; the method looks for the least such value, on the mean
//! of boards that the last controller visited. On these boards alone the inequalities hold, so the
//! value bounds nothing elsewhere.
//!
//! The inequality of a board is that its value is at least the mean over the pieces of the best
//! placement's lines and discounted value. A choice of one placement for each piece gives a linear
//! row. There are far too many such rows, so they are added as they are needed: the choices that
//! are the best for the present weights, wherever they are violated, until none is.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Board, Rating};

use crate::algebra::{LeastSquares, LinearProgram, Solution};
use crate::invalid::{Invalid, invalid, many, positive, share};
use crate::learners::backup::Backup;
use crate::learners::expansion::as_moves;
use crate::learners::method::{Log, Method, Parameters, Round, Tick, rank};
use crate::learners::playing::{play_on, player};
use crate::learners::setting::Setting;
use crate::learners::values::Values;
use crate::learners::weights::Weights;
use crate::parameters::{Range, parameters};

/// Weights that remove rows, whose controller visits the first boards.
const START: [(&str, f64); 2] = [("max-height", -10.0), ("holes", -1.0)];

parameters! {
    /// Approximate linear programming (Farias & Van Roy 2006): a sequence of programs, each with
    /// boards that the last one's controller visited. With a price of violations it is the smoothed
    /// one of Desai, Farias & Moallemi (2012). The papers do not tell all their numbers.
    pub struct ApproximateLinearProgramming {
        /// γ: what a line is worth one move later; below 1 (default here).
        pub discount: f64 = 0.95, Range::Words("above 0 and below 1");
        /// The boards of a program (default here).
        pub boards: u64 = 4000, Range::Many(1);
        /// The moves from one of these boards to the next (default here).
        pub spacing: u64 = 10, Range::Many(1);
        /// κ: the price of the mean violation of the inequalities, above 1/(1-γ); 2/(1-γ) in the
        /// theory of Desai, Farias & Moallemi (2012). None if no inequality may be violated (Farias
        /// & Van Roy 2006).
        pub violation_price: Option<f64> = None, Range::Words("above 1/(1-discount)");
        /// The largest size of a weight (default here).
        pub largest_weight: f64 = 1000.0, Range::Positive;
        /// The most times that rows are added to a program (default here).
        pub rounds: u64 = 30, Range::Many(1);
        /// The weights to start from, by feature. None for max-height -10, holes -1, as far as they
        /// are among the features (default here).
        pub start: Option<Weights> = None, Range::Words("a table of weights by feature");
    }
}

impl Parameters for ApproximateLinearProgramming {
    const NAME: &'static str = "approximate-linear-programming";
    const SUMMARY: &'static str =
        "the least value above its own backup (Farias & Van Roy 2006, Desai et al. 2012)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        setting.chances()?;
        setting.needs_boards()?;
        setting.without_reward()?;
        share("discount", self.discount)?;
        if self.discount >= 1.0 {
            let right = "it must be below 1, because boards on which no game ends promise lines without end: try 0.95";
            return Err(invalid("discount", self.discount, right));
        }
        many("boards", self.boards, 1)?;
        many("spacing", self.spacing, 1)?;
        if let Some(price) = self.violation_price {
            positive("violation-price", price)?;
            if price * (1.0 - self.discount) <= 1.0 {
                let least = 1.0 / (1.0 - self.discount);
                let right = format!(
                    "it must be above 1/(1-discount), here {least:.6}, or violating everything is cheapest"
                );
                return Err(invalid("violation-price", price, right));
            }
        }
        positive("largest-weight", self.largest_weight)?;
        many("rounds", self.rounds, 1)?;
        let start = setting.weights_or("start", self.start.as_ref(), &START);
        start.map(|_| ())
    }

    fn start(self, setting: &Setting) -> State {
        let start = setting.weights_or("start", self.start.as_ref(), &START);
        State {
            weights: start.expect("the parameters were validated"),
            work: None,
            config: self,
        }
    }
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Task {
    /// Play by these weights, and keep some of the boards.
    Visit { weights: Vec<f64>, seed: u64 },
    /// Find the best moves of boards, given by their columns.
    Expand {
        weights: Vec<f64>,
        boards: Vec<Vec<u32>>,
        /// Whether rows are wanted of boards too whose inequality holds.
        all: bool,
    },
}

/// The answer to a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Boards, by their columns.
    Boards(Vec<Vec<u32>>),
    /// The row of each board; none where the inequality holds.
    Cuts(Vec<Option<Cut>>),
}

/// A row of the program, in whole numbers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The features of the board.
    own: Vec<i64>,
    /// The lines of the best moves, each as often as its piece has weight.
    lines: i64,
    /// The features after these moves, in the same way.
    after: Vec<i64>,
}

/// The boards of one task.
const BOARDS_A_TASK: usize = 50;

/// A violation up to this counts as none.
const LITTLE: f64 = 1e-6;

/// The price of a mean violation where none is wanted: no multiplier of a program comes near.
const FORBIDDING: f64 = 1e6;

/// The price of the sum of the weights' sizes, so that dependent features have one solution.
const SHORTNESS: f64 = 1e-6;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: ApproximateLinearProgramming,
    weights: Vec<f64>,
    /// What is known within an iteration.
    work: Option<Work>,
}

/// An iteration at work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Work {
    boards: Vec<Vec<u32>>,
    /// The weights of the last solution; before the first one those of the last iteration.
    weights: Vec<f64>,
    /// None before the first rows.
    program: Option<Program>,
    rounds: u64,
    rows: u64,
    steps: u64,
}

/// The linear program of an iteration. Its unknowns are weights times the sizes of the features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Program {
    linear: LinearProgram,
    /// The root of the mean square of each feature over the boards; 1 where that is 0.
    sizes: Vec<f64>,
    /// The group of the first board; those of the others follow.
    first: usize,
}

impl Method for State {
    type Parameters = ApproximateLinearProgramming;
    type Task = Task;
    type Answer = Answer;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Task> {
        let Some(work) = &self.work else {
            let weights = self.weights.clone();
            return vec![Task::Visit { weights, seed }];
        };
        let task = |boards: &[Vec<u32>]| Task::Expand {
            weights: work.weights.clone(),
            boards: boards.to_vec(),
            all: work.program.is_none(),
        };
        work.boards.chunks(BOARDS_A_TASK).map(task).collect()
    }

    fn perform(
        setting: &Setting,
        parameters: &ApproximateLinearProgramming,
        task: &Task,
        tick: Tick,
    ) -> Option<Answer> {
        let discount = parameters.discount;
        match task {
            Task::Visit { weights, seed } => {
                let player = player(&setting.rules, setting.greedy(weights, discount));
                let (count, spacing) = (parameters.boards, parameters.spacing);
                let mut boards = Vec::new();
                let moves = count.saturating_mul(spacing);
                play_on(&player, *seed, moves, tick, |number, played| {
                    if number % spacing == 0 {
                        boards.push(played.before.columns().to_vec());
                    }
                })?;
                Some(Answer::Boards(boards))
            }
            Task::Expand {
                weights,
                boards,
                all,
            } => {
                let mut backup = Backup::new(setting, weights, discount);
                let values = setting.values();
                let mut cuts = Vec::new();
                for columns in boards {
                    let board = Board::from_columns(setting.rules.board, columns);
                    let best = backup.best_moves(&board);
                    let mut own = vec![0; values.count()];
                    values.of_board(&board, &mut own);
                    let violation = backup.value(&best) - values.rated(weights, &own);
                    cuts.push((*all || violation > LITTLE).then_some(Cut {
                        own,
                        lines: best.lines,
                        after: best.after,
                    }));
                    if !tick(as_moves(best.placements)) {
                        return None;
                    }
                }
                Some(Answer::Cuts(cuts))
            }
        }
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Answer>) -> Round {
        let mut cuts = Vec::new();
        for answer in answers {
            match answer {
                Answer::Boards(boards) => {
                    self.work = Some(Work::new(boards, self.weights.clone()));
                    return Round::More;
                }
                Answer::Cuts(more) => cuts.extend(more),
            }
        }
        let Some(work) = &mut self.work else {
            return Round::More;
        };
        let added = work.add(setting, &self.config, &cuts);
        if added > 0 {
            work.solve();
            if work.rounds < self.config.rounds {
                return Round::More;
            }
        }
        let log = work.log(setting, &self.weights);
        self.weights = std::mem::take(&mut work.weights);
        self.work = None;
        Round::Done(log)
    }

    fn genes(&self) -> Vec<f64> {
        self.weights.clone()
    }

    fn rating(
        setting: &Setting,
        parameters: &ApproximateLinearProgramming,
        genes: &[f64],
    ) -> Rating {
        setting.greedy(genes, parameters.discount)
    }
}

impl Work {
    fn new(boards: Vec<Vec<u32>>, weights: Vec<f64>) -> Work {
        Work {
            boards,
            weights,
            program: None,
            rounds: 0,
            rows: 0,
            steps: 0,
        }
    }

    /// Adds the rows that the present solution violates, the first time all; says how many.
    fn add(
        &mut self,
        setting: &Setting,
        config: &ApproximateLinearProgramming,
        cuts: &[Option<Cut>],
    ) -> u64 {
        let values = setting.values();
        let (_, total) = setting.chances().expect("the parameters were validated");
        let first_time = self.program.is_none();
        let program = self
            .program
            .get_or_insert_with(|| Program::new(&values, config, cuts));
        let unknowns = program.unknowns(&self.weights);
        let mut added = 0;
        for (board, cut) in cuts.iter().enumerate() {
            let Some(cut) = cut else { continue };
            let total = f64::from(total);
            let own = values.real(&cut.own).into_iter();
            let after = values.real(&cut.after).into_iter();
            let row = own.zip(after).zip(&program.sizes);
            let row =
                row.map(|((own, after), size)| (own - config.discount * after / total) / size);
            let row: Vec<f64> = row.collect();
            let right = cut.lines as f64 / total;
            let value: f64 = row.iter().zip(&unknowns).map(|(x, y)| x * y).sum();
            let group = program.first + board;
            let known = program.linear.violation(group, &unknowns);
            if first_time || right - value > known + LITTLE {
                program.linear.add_row(group, row, right);
                added += 1;
            }
        }
        self.rows += added;
        added
    }

    fn solve(&mut self) {
        let Some(program) = &mut self.program else {
            return;
        };
        let optimum = program.linear.solve();
        let optimum = optimum.expect("rows of boards may be violated for a price");
        let weights = optimum.values.iter().zip(&program.sizes);
        self.weights = weights.map(|(unknown, size)| unknown / size).collect();
        self.steps += optimum.steps;
        self.rounds += 1;
    }

    fn log(&self, setting: &Setting, before: &[f64]) -> Log {
        let change = self.weights.iter().zip(before);
        let change = change.map(|(new, old)| (new - old).abs());
        let mut log = Log::from([
            ("rounds".to_string(), self.rounds as f64),
            ("rows".to_string(), self.rows as f64),
            ("steps".to_string(), self.steps as f64),
            ("change".to_string(), change.fold(0.0, f64::max)),
        ]);
        log.extend(rank(&self.fit(setting)));
        if let Some(program) = &self.program {
            let unknowns = program.unknowns(&self.weights);
            let count = self.boards.len();
            let groups = program.first..program.first + count;
            let violations = groups.map(|group| program.linear.violation(group, &unknowns));
            let mean = violations.sum::<f64>() / count as f64;
            log.insert("violation".to_string(), mean);
        }
        log
    }

    /// The features on the boards, fitted to nothing: their rank is what matters.
    fn fit(&self, setting: &Setting) -> Solution {
        let values = setting.values();
        let mut problem = LeastSquares::new(values.count());
        let mut row = vec![0; values.count()];
        for columns in &self.boards {
            let board = Board::from_columns(setting.rules.board, columns);
            values.of_board(&board, &mut row);
            problem.add(&row, 0.0);
        }
        problem.solve(values.units())
    }
}

impl Program {
    /// The program of boards, all of which have a row.
    fn new(
        values: &Values,
        config: &ApproximateLinearProgramming,
        cuts: &[Option<Cut>],
    ) -> Program {
        let count = cuts.len() as f64;
        let mut means = vec![0.0; values.count()];
        let mut squares = means.clone();
        for cut in cuts.iter().flatten() {
            for (index, value) in values.real(&cut.own).into_iter().enumerate() {
                means[index] += value / count;
                squares[index] += value * value / count;
            }
        }
        let size = |square: &f64| if *square > 0.0 { square.sqrt() } else { 1.0 };
        let sizes: Vec<f64> = squares.iter().map(size).collect();
        let scaled = means.iter().zip(&sizes).map(|(mean, size)| mean / size);
        let limits = sizes.iter().map(|size| config.largest_weight * size);
        let limits: Vec<f64> = limits.collect();
        let mut linear = LinearProgram::new(scaled.collect(), &limits);
        for index in 0..sizes.len() {
            for sign in [1.0, -1.0] {
                let mut row = vec![0.0; sizes.len()];
                row[index] = sign;
                let group = linear.add_group(Some(SHORTNESS));
                linear.add_row(group, row, 0.0);
            }
        }
        let price = config.violation_price.unwrap_or(FORBIDDING) / count;
        let groups: Vec<usize> = cuts.iter().map(|_| linear.add_group(Some(price))).collect();
        Program {
            linear,
            sizes,
            first: groups.first().copied().unwrap_or(0),
        }
    }

    fn unknowns(&self, weights: &[f64]) -> Vec<f64> {
        let pairs = weights.iter().zip(&self.sizes);
        pairs.map(|(weight, size)| weight * size).collect()
    }
}

#[cfg(test)]
mod tests;

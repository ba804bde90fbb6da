//! `solve`: exact values on small boards.

mod bounds;

use std::process::ExitCode;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tetrarium_engine::Rules;
use tetrarium_lab::numbers::bytes;
use tetrarium_lab::solve::{
    Distribution, Exact, Optimum, SolveError, Solver, Stage, check_stateless, exact_mean, optimum,
};
use tetrarium_lab::{Contender, Threads, Watch};

use self::bounds::Bounds;
use crate::failure::{Failure, INTERRUPTED, Outcome};
use crate::flags::agents::{AgentFlags, contenders};
use crate::flags::solving::Solve;
use crate::print::outcome::{concluded, made, print_json};
use crate::print::table::{Cell, Column, Table};
use crate::print::text::whole;
use crate::signals::interrupt_flag;
use crate::terminal::{self, note, wrapped};

/// The memory that is used where the free memory of the machine is not known.
const UNKNOWN_MEMORY: u64 = 4 << 30;

/// How often the line of progress is drawn.
const REDRAW: Duration = Duration::from_millis(200);

/// Runs the command.
pub fn run(solve: &Solve) -> Outcome {
    let interrupted = interrupt_flag();
    let rules = solve.rules.rules()?;
    let agents = AgentFlags {
        controllers: solve.controllers.clone(),
        programs: solve.programs.clone(),
    };
    let agents = agents.ready(&solve.rules, &interrupted)?;
    let contenders = contenders(&agents);
    let watch = Watch::stopping_on(&interrupted);
    let line = Line::new();
    let observer = |stage| line.show(stage);
    let threads = solve
        .threads
        .map_or(Threads::default().0, |threads| threads as usize);
    let solver = Solver {
        threads,
        memory: solve.memory.unwrap_or_else(free_memory),
        observer: &observer,
        ..Solver::new(&watch)
    };
    let mut results = Vec::new();
    let mut above = Bounds::default();
    let mut found = |exact: Exact| {
        terminal::clear();
        if solve.format.json() {
            print_json(&Exact {
                made: Some(made()),
                ..exact.clone()
            })?;
        }
        results.push(exact);
        Ok(())
    };
    let checked = contenders.iter().copied().try_for_each(check_stateless);
    let checked = checked.and_then(|()| bounds::check(solve, &rules, &contenders, &solver));
    let done = checked.map_err(Failed::Solve);
    let done = done.and_then(|()| each(solve, &rules, &contenders, &solver, &mut found));
    let done = done.and_then(|best| above.compute(solve, best, &contenders, &solver));
    terminal::clear();
    if !solve.format.json() && !results.is_empty() {
        terminal::print(&format!("{}{above}", printed(&results)))?;
    }
    match done {
        Err(Failed::Solve(SolveError::Interrupted)) => {
            if let Some(path) = solve.out.as_ref().filter(|path| path.exists()) {
                let path = path.display();
                note!("tetrarium: the same command goes on with the values in {path}");
            }
            if results.is_empty() {
                note!("tetrarium: interrupted before a result was known");
                return Ok(ExitCode::from(INTERRUPTED));
            }
            Ok(concluded(&interrupted))
        }
        Err(Failed::Solve(error)) => Err(Failure::input(error)),
        Err(Failed::Print(failure)) => Err(failure),
        Ok(()) => Ok(concluded(&interrupted)),
    }
}

/// Why a mean was not computed or printed.
enum Failed {
    Solve(SolveError),
    Print(Failure),
}

impl From<SolveError> for Failed {
    fn from(error: SolveError) -> Failed {
        Failed::Solve(error)
    }
}

/// Computes the best that any player can do, by these rules and where an agent sees the next piece
/// also with the next piece shown; then the mean of each agent. Returns the best by these rules.
fn each(
    solve: &Solve,
    rules: &Rules,
    contenders: &[Contender],
    solver: &Solver,
    found: &mut dyn FnMut(Exact) -> Result<(), Failure>,
) -> Result<Option<Optimum>, Failed> {
    let mut own = None;
    let mut sights: Vec<_> = contenders.iter().map(|one| one.rules().visible).collect();
    sights.push(rules.visible);
    sights.sort_unstable();
    sights.dedup();
    for visible in sights {
        let mut seen = rules.clone();
        seen.visible = visible;
        let out = solve.out.as_deref().filter(|_| visible == rules.visible);
        let best = optimum(&seen, solve.discount, solver, out)?;
        let distribution = solve.distribution.then(|| best.distribution());
        found(Exact {
            distribution,
            ..best.record()
        })
        .map_err(Failed::Print)?;
        own = own.or((visible == rules.visible).then_some(best));
    }
    for contender in contenders {
        let mean = exact_mean(*contender, solve.discount, solver)?;
        let distribution = solve.distribution.then(|| mean.distribution());
        found(Exact {
            distribution,
            ..mean.record(*contender)
        })
        .map_err(Failed::Print)?;
    }
    Ok(own)
}

/// The results as a table, and the distributions.
fn printed(results: &[Exact]) -> String {
    let mut table = Table::new(&[
        Column::left("player"),
        Column::right("mean lines"),
        Column::right("error at most"),
        Column::right("of the optimum"),
        Column::right("boards"),
        Column::right("sweeps"),
    ]);
    for exact in results {
        let best = results.iter().find(|best| {
            best.identity.is_none() && best.rules["visible"] == exact.rules["visible"]
        });
        let share = best.map(|best| 100.0 * exact.mean / best.mean);
        let error = (exact.bounds.high - exact.mean).max(exact.mean - exact.bounds.low);
        table.row([
            Cell::from(player(exact)),
            Cell::Written(format!("{:.6}", exact.mean), exact.mean),
            Cell::Written(format!("{error:.1e}"), error),
            share.map_or(Cell::from("–"), |share| {
                Cell::Written(format!("{share:.1} %"), share / 100.0)
            }),
            Cell::Whole(exact.boards),
            Cell::Whole(exact.sweeps),
        ]);
    }
    let rules = &results[0].rules;
    let discount = match results[0].discount {
        1.0 => String::new(),
        discount => format!(", discount {discount}"),
    };
    let rules = ["board", "pieces", "overflow"].map(|name| format!("{name} {}", rules[name]));
    let rules = wrapped(&format!("{}{discount}", rules.join(", ")), 0);
    let mut text = format!("{table}\n{rules}\n");
    for exact in results {
        if let Some(distribution) = &exact.distribution {
            text += &format!("\n{}\n{}", player(exact), shown(distribution));
        }
    }
    text
}

/// What plays.
fn player(exact: &Exact) -> String {
    match (&exact.identity, exact.rules["visible"].as_str()) {
        (None, "1") => "optimum".to_string(),
        (None, _) => "optimum, next piece shown".to_string(),
        (Some(_), _) => format!("{} ({})", exact.controller, exact.search),
    }
}

/// The distribution beside the geometric law of the same mean.
fn shown(distribution: &Distribution) -> String {
    let mean = distribution.mean();
    let ratio = mean / (1.0 + mean);
    let mut table = Table::new(&[
        Column::right("lines, at least"),
        Column::right("probability"),
        Column::right("geometric law"),
        Column::right("over it"),
    ]);
    let most = distribution.probabilities.len();
    let steps = (0..).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    for lines in steps.take_while(|lines| *lines < most) {
        let (here, law) = (distribution.at_least(lines), ratio.powf(lines as f64));
        table.row([
            whole(lines as u64),
            format!("{here:.3e}"),
            format!("{law:.3e}"),
            format!("{:.3}", here / law),
        ]);
    }
    let words = format!(
        "mean {mean:.6}, standard deviation {:.6}; a long game has one line more with probability \
         {:.6}, by the geometric law {ratio:.6}",
        distribution.sd(),
        distribution.tail,
    );
    format!("{table}{}\n", wrapped(&words, 0))
}

/// The free memory of this machine.
fn free_memory() -> u64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.map_or(UNKNOWN_MEMORY, |kib| kib.saturating_mul(1024))
}

/// A line of progress.
struct Line {
    began: Instant,
    drawn: Mutex<Option<Instant>>,
}

impl Line {
    fn new() -> Line {
        Line {
            began: Instant::now(),
            drawn: Mutex::new(None),
        }
    }

    fn show(&self, stage: Stage) {
        let text = match stage {
            Stage::Boards { found, memory } => {
                let boards = whole(found as u64);
                format!("{boards} boards so far · {} of memory", bytes(memory))
            }
            Stage::Begins { boards, memory } => {
                terminal::clear();
                let (boards, memory) = (whole(boards as u64), bytes(memory));
                note!("{boards} boards, which take {memory} of memory");
                return;
            }
            Stage::Sweep {
                sweeps,
                value,
                change,
            } => format!("sweep {sweeps} · mean {value:.6} · last change {change:.1e}"),
            _ => return,
        };
        let Ok(mut drawn) = self.drawn.lock() else {
            return;
        };
        if terminal::draws_bars() && drawn.is_none_or(|at| at.elapsed() >= REDRAW) {
            *drawn = Some(Instant::now());
            terminal::draw(&format!("{text} · {} s", self.began.elapsed().as_secs()));
        }
    }
}

//! `compare --until-decided`: two agents play until it is decided which is better.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tetrarium_lab::compare::{Because, Compared, Decision, Sequential, until_decided};
use tetrarium_lab::{Answer, Budget, Measurement, Watch};

use crate::failure::{Failure, Outcome};
use crate::flags::agents::{ReadyAgent, contenders};
use crate::flags::args::Compare;
use crate::print::outcome::{concluded, made, print_json};
use crate::print::table::alike;
use crate::print::text::whole;
use crate::terminal::{self, note};

/// The limit of moves of each agent, unless another is given.
const USUAL_BUDGET: u64 = 1_000_000_000;

/// Runs the command.
pub fn run(arguments: &Compare, agents: &[ReadyAgent], interrupted: &Arc<AtomicBool>) -> Outcome {
    let contenders = contenders(agents);
    let [a, b] = contenders[..] else {
        return Err(Failure::input(format!(
            "--until-decided compares two agents, and {} were given",
            agents.len()
        )));
    };
    let flags = &arguments.measure;
    let watch = Watch::stopping_on(interrupted);
    let budget = match flags.budget() {
        Some(Budget::Moves(moves)) => Some(moves),
        Some(Budget::Time(time)) => {
            watch.limit_time(Some(time));
            None
        }
        _ => Some(USUAL_BUDGET),
    };
    let mut order = Sequential::new(arguments.deciding.error.part()).map_err(Failure::input)?;
    (order.seed, order.first, order.budget) = (flags.seed, flags.first.unwrap_or(0), budget);
    let backend = flags.backend()?;
    let result = until_decided([a, b], &order, &*backend.backend, &watch, |games, ratio| {
        let [words] = alike([super::bounds(ratio.comparison.interval)]);
        note!("{} games each: the ratio is {words}", whole(games));
    });
    if flags.format.json() {
        for measurement in &result.measurements {
            print_json(&Measurement {
                made: Some(made()),
                ..measurement.clone()
            })?;
        }
    }
    let compared = Compared::concluded(&result).map_err(Failure::input)?;
    let answers = result.measurements.map(|one| Answer::Games(Box::new(one)));
    super::print(&compared, &answers, flags.format.json())?;
    if !flags.format.json() {
        terminal::print(&decision_words(&result.decision, &compared))?;
    }
    match result.failure {
        Some(failure) => Err(failure.into()),
        None => Ok(concluded(interrupted)),
    }
}

/// How the comparison ended, and its error rates.
fn decision_words(decision: &Decision, compared: &Compared) -> String {
    let games = whole(compared.rows[0].games);
    let looks = match decision.looks {
        1 => "1 look".to_string(),
        looks => format!("{looks} looks"),
    };
    let end = match decision.because {
        Because::Decided => {
            let better = &compared.labels()[compared.pairs[0].better];
            format!("Decided after {games} games each and {looks}: {better} is better.")
        }
        Because::Budget => format!("Undecided: the budget is spent, after {looks}."),
        Because::Interrupted => format!("Undecided: it was interrupted, after {looks}."),
        Because::Failed => format!("Undecided: it failed, after {looks}."),
        Because::OutOfGames => format!("Undecided: there are no more games, after {looks}."),
    };
    let percent = 100.0 * decision.error;
    format!(
        "{end}\nSuch a test decides between equally good agents at most {percent} % of the time, \
         and for the worse agent at most {} %.\n",
        percent / 2.0
    )
}

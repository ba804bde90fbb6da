//! `eval`: measure controllers.

use std::io::{Write, stdout};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tetrarium_engine::Player;
use tetrarium_lab::Measurement;

use crate::Outcome;
use crate::failure::{Failure, INTERRUPTED};
use crate::flags::args::Eval;
use crate::flags::controllers;
use crate::flags::measuring::MeasureFlags;
use crate::flags::rules::RuleFlags;
use crate::print::measured::report;
use crate::print::progress::interrupt_flag;

/// Runs the command.
pub fn run(eval: &Eval) -> Outcome {
    let players = players(&eval.controllers, &eval.rules)?;
    let interrupted = interrupt_flag();
    let measurements = measure_all(&players, &eval.measure, &interrupted)?;
    if !eval.measure.json {
        stdout().write_all(report(&measurements).as_bytes())?;
    }
    Ok(concluded(&interrupted))
}

/// Every controller made ready before the first game, so that a typing error costs no time.
pub fn players(names: &[String], rules: &RuleFlags) -> Result<Vec<Player>, Failure> {
    names
        .iter()
        .map(|name| rules.player(&controllers::find(name)?))
        .collect()
}

/// Measures players one after the other, each record written as soon as it is there. If whoever plays fails, what was measured until then is
/// written too.
pub fn measure_all(
    players: &[Player],
    flags: &MeasureFlags,
    interrupted: &Arc<AtomicBool>,
) -> Result<Vec<Measurement>, Failure> {
    flags.check()?;
    let who = flags.players()?;
    let mut measurements = Vec::new();
    for player in players {
        let (measurement, failure) = match flags.measure(player, player.name(), &who, interrupted) {
            Ok(measurement) => (Some(measurement), None),
            Err(unfinished) => {
                let so_far = unfinished.so_far.map(|so_far| *so_far);
                (so_far, Some(unfinished.failure))
            }
        };
        if let (Some(measurement), true) = (&measurement, flags.json) {
            print_json(measurement)?;
        }
        measurements.extend(measurement);
        if let Some(failure) = failure {
            if !flags.json {
                stdout().write_all(report(&measurements).as_bytes())?;
            }
            return Err(failure);
        }
        // Asked after the first: who presses Ctrl-C at once is still told what was measured, be it nothing.
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(measurements)
}

/// Writes a record as one line.
pub fn print_json(record: &impl serde::Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(record).map_err(|error| Failure::Machine(error.into()))?;
    Ok(writeln!(stdout(), "{line}")?)
}

/// The exit code, and a word if somebody pressed Ctrl-C.
pub fn concluded(interrupted: &AtomicBool) -> ExitCode {
    if interrupted.load(Ordering::Relaxed) {
        eprintln!("tetrarium: interrupted; what was measured until then is above");
        return ExitCode::from(INTERRUPTED);
    }
    ExitCode::SUCCESS
}

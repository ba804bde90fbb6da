//! `estimate`: the mean of a controller too good to play to the end.

use std::fmt::Write as _;
use std::io::{Write, stdout};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use tetrarium_engine::Player;
use tetrarium_lab::Watch;
use tetrarium_lab::estimate::{Estimate, EstimateError, Settings, estimate};
use tetrarium_lab::play::Danger;

use crate::Outcome;
use crate::commands::eval::{concluded, players, print_json};
use crate::failure::Failure;
use crate::flags::args::{DangerFlag, Estimate as Arguments};
use crate::print::progress::{Bar, interrupt_flag};
use crate::print::table::{Align, Table};
use crate::print::text::{rate, real, whole, wrapped};

/// Runs the command.
pub fn run(arguments: &Arguments) -> Outcome {
    let players = players(&arguments.controllers, &arguments.rules)?;
    let settings_of = |player: &Player| Settings {
        climbs: arguments.climbs,
        repeats: arguments.repeats,
        danger: match arguments.danger {
            None => Danger::best_for(player.into()),
            Some(DangerFlag::Pile) => Danger::Pile,
            Some(DangerFlag::Cover) => Danger::Cover,
            Some(DangerFlag::Height) => Danger::Height,
        },
        ..Settings::default()
    };
    let who = arguments.who.players()?;
    let interrupted = interrupt_flag();
    for player in &players {
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
        let settings = settings_of(player);
        let started = Instant::now();
        let watch = Arc::new(Watch::stopping_on(&interrupted));
        let bar = Bar::counting(&watch, settings.repeats, player.name(), "repeats");
        let result = estimate(player, arguments.seed, &settings, &*who.games, &watch);
        drop(bar);
        let estimated = result.map_err(|error| match error {
            EstimateError::Play(error) => error.into(),
            other => Failure::input(format!("{}: {other}", player.name())),
        })?;
        let seconds = started.elapsed().as_secs_f64();
        eprintln!(
            "{}: {} moves in {seconds:.1} s on {}: {} moves/s",
            player.name(),
            whole(estimated.moves),
            who.name,
            rate(estimated.moves as f64 / seconds.max(1e-9))
        );
        match arguments.json {
            true => print_json(&estimated)?,
            false => {
                stdout().write_all(describe(&estimated, &player.rules().to_string()).as_bytes())?
            }
        }
    }
    Ok(concluded(&interrupted))
}

fn describe(estimated: &Estimate, rules: &str) -> String {
    let mut text = String::new();
    let mut field = |name: &str, value: String| text += &format!("{name:16} {value}\n");
    let stopped = if estimated.interrupted {
        "   (interrupted)"
    } else {
        ""
    };
    field(
        "controller",
        format!("{} ({}){stopped}", estimated.controller, estimated.search),
    );
    field(
        "mean lines",
        estimated
            .mean
            .map_or("no climb reached the end".to_string(), real),
    );
    let method = format!(
        "Student's t over {} independent repeats of multilevel splitting",
        estimated.repeats.len()
    );
    field(
        "95 % interval",
        format!(
            "{} – {}, {method}",
            real(estimated.interval.low),
            real(estimated.interval.high)
        ),
    );
    if estimated.unsteady() {
        field(
            "unsteady",
            "the repeats differ by more than the interval can be trusted with: use more --climbs"
                .to_string(),
        );
    }
    if let Some(pieces) = estimated.pieces {
        field("mean pieces", real(pieces));
    }
    field("lines a cycle", real(estimated.lines_per_cycle));
    field(
        "lost in a cycle",
        format!("{:.3e}", estimated.lost_per_cycle),
    );
    if let (Some(games), Some(speed_up)) = (estimated.games_worth(), estimated.speed_up()) {
        field(
            "worth",
            format!(
                "{} games played to their ends, at 1/{} of their moves",
                real(games),
                real(speed_up)
            ),
        );
    }
    if let Some(line) = &estimated.extrapolation {
        let words = "by extrapolating pile heights (Fahey 2003), which is known to be biased";
        field(
            "for comparison",
            format!("{} lines {words}", real(line.lines)),
        );
    }
    field("seed", estimated.seed.to_string());
    field("rules", wrapped(rules, 80, 17));
    let mut table = Table::new(&[
        ("level: danger", Align::Right),
        ("share that reached it", Align::Right),
    ]);
    for level in &estimated.levels {
        table.row([
            level
                .danger
                .map_or("the end".to_string(), |danger| danger.to_string()),
            format!("{:.4}", level.share),
        ]);
    }
    let _ = write!(text, "\n{table}\n");
    text
}

//! Estimates written for people.

use tetrarium_lab::estimate::Estimate;
use tetrarium_lab::records::OrderRecord;

use crate::print::fields::Fields;
use crate::print::measured::rules_in_words;
use crate::print::table::{Cell, Column, Table, alike};
use crate::print::text::{rate, real, whole};

/// One estimate in full.
pub fn in_full(estimated: &Estimate) -> String {
    let mut fields = Fields::new(15);
    let mut field = |name: &str, value: String| fields.add(name, &value);
    let stopped = if estimated.interrupted {
        "   (interrupted)"
    } else {
        ""
    };
    field(
        "controller",
        format!("{} ({}){stopped}", estimated.controller, estimated.search),
    );
    let none = || Cell::from("no climb reached the end");
    let mean = estimated.mean.map_or_else(none, Cell::Real);
    let [mean, interval] = alike([mean, estimated.interval.into()]);
    field("mean lines", mean);
    let method = format!(
        "Student's t over {} independent repeats of multilevel splitting",
        estimated.repeats.len()
    );
    field("95 % interval", format!("{interval}, {method}"));
    if let Some(words) = why(estimated) {
        field("by splitting", words);
    }
    for caveat in &estimated.caveats {
        field(caveat.name(), caveat.sentence());
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
    match &estimated.seeds[..] {
        [] => field("seed", estimated.seed.to_string()),
        seeds => field("seeds", listed(seeds)),
    }
    let rules = rules_in_words(&estimated.rules);
    field("rules", rules);
    let mut table = Table::new(&[
        Column::right("level: danger"),
        Column::right("share that reached it"),
    ]);
    for level in &estimated.levels {
        table.row([
            level
                .danger
                .map_or("the end".to_string(), |danger| danger.to_string()),
            format!("{:.4}", level.share),
        ]);
    }
    match estimated.levels.is_empty() {
        true => fields.to_string(),
        false => format!("{fields}\n{table}\n"),
    }
}

fn listed(numbers: &[u64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(", ")
}

/// Why the mean was measured by splitting, or how narrow its interval was to be.
fn why(estimated: &Estimate) -> Option<String> {
    let Some(OrderRecord::Climbs {
        precision,
        instead_of_moves,
        ..
    }) = estimated.order
    else {
        return None;
    };
    let work = format!(
        "{} climbs from each level",
        whole(estimated.settings.climbs)
    );
    let reached = precision.map(|precision| {
        let percent = real(100.0 * precision);
        match estimated.is_within(precision) {
            true => format!("repeats were added until the interval was ±{percent} %"),
            false => format!("the interval is not yet ±{percent} %"),
        }
    });
    let chosen = instead_of_moves.map(|moves| {
        let moves = rate(moves as f64);
        format!("playing games would have taken about {moves} moves")
    });
    let parts = [reached, chosen];
    let parts: Vec<String> = [Some(work)].into_iter().chain(parts).flatten().collect();
    (parts.len() > 1).then(|| parts.join("; "))
}

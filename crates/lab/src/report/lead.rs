//! What was measured, and what came of it, in a few sentences. A mean with a caveat is not called
//! the best.

use super::caveats;
use super::contents::{Contents, Named};
use super::html::escaped;
use crate::Measurement;
use crate::compare::comparable;
use crate::measure::Method;
use crate::numbers::{brief, counted};
use crate::records::may_be_best;

/// The most measurements with caveats that are named.
const MOST_NAMED: usize = 4;

/// What measurements by games show; none where there are none.
pub(super) fn of_measurements(contents: &Contents) -> Option<String> {
    let measured = &contents.measured;
    let first = measured.first()?;
    if measured.len() == 1 {
        return Some(alone(first));
    }
    let all = measured.iter();
    let (sound, barred): (Vec<_>, Vec<_>) = all.partition(|row| may_be_best(&row.of.caveats));
    let count = counted(measured.len() as u64, "measurement", "measurements");
    let of_one_game = |rows: &[&Named<&Measurement>]| {
        let first = rows.first();
        first.is_none_or(|first| rows.iter().all(|row| comparable(row.of, first.of)))
    };
    let Some(best) = sound.first() else {
        return Some(format!(
            "{count}. None of them can be called the best, because of their caveats: {}.",
            named(&barred)
        ));
    };
    let mut text = match (of_one_game(&sound), sound.len(), barred.len()) {
        (true, _, 0) => format!(
            "Of {count}, <strong>{}</strong> is the best: it {}.",
            escaped(&best.name),
            makes(best)
        ),
        (_, 1, _) => format!(
            "{count}, of which one has no caveat: <strong>{}</strong>{} {}.",
            escaped(&best.name),
            detail(best),
            makes(best)
        ),
        (true, without, _) => format!(
            "Of {count}, {without} have no caveat, and of these <strong>{}</strong> is the best: it {}.",
            escaped(&best.name),
            makes(best)
        ),
        (false, ..) => format!(
            "{count}, not all of the same game. The greatest mean is that of <strong>{}</strong>{}: it {}.",
            escaped(&best.name),
            detail(best),
            makes(best)
        ),
    };
    if !barred.is_empty() {
        text += &format!(" With a caveat, and so not ranked: {}.", named(&barred));
    }
    Some(text)
}

/// The sentence of a single measurement, with its caveats.
fn alone(row: &Named<&Measurement>) -> String {
    let name = escaped(&row.name);
    let sentences: Vec<String> = row
        .of
        .caveats
        .iter()
        .filter(|caveat| !caveat.allows_best())
        .map(|caveat| escaped(&caveat.sentence()))
        .collect();
    let caveats = sentences.join("; ");
    match (row.of.method, &*caveats) {
        (Method::Unknown, _) => {
            format!("Nothing can be said of <strong>{name}</strong>: {caveats}.")
        }
        (_, "") => format!("<strong>{name}</strong> {}.", makes(row)),
        (_, caveats) => format!("<strong>{name}</strong> {}. But {caveats}.", makes(row)),
    }
}

/// What an agent makes on average, with its interval.
fn makes(row: &Named<&Measurement>) -> String {
    let (clears, unit) = match row.of_lines() {
        true => ("clears", "lines a game"),
        false => ("makes", "points"),
    };
    let interval = &row.of.interval;
    match row.of.mean {
        Some(mean) if interval.high.is_finite() => format!(
            "{clears} <strong>{}</strong> {unit} on average, between {} and {} at 95&#8239;%",
            brief(mean),
            brief(interval.low),
            brief(interval.high)
        ),
        Some(mean) => format!(
            "{clears} <strong>{}</strong> {unit} on average",
            brief(mean)
        ),
        None => format!(
            "{clears} more than <strong>{}</strong> {unit} on average",
            brief(interval.low)
        ),
    }
}

fn detail(row: &Named<&Measurement>) -> String {
    match &*row.detail {
        "" => String::new(),
        detail => format!(" ({})", escaped(detail)),
    }
}

/// Measurements with the names of the caveats that bar them from being the best.
fn named(rows: &[&Named<&Measurement>]) -> String {
    let shown = rows.iter().take(MOST_NAMED).map(|row| {
        let detail = match &*row.detail {
            "" => String::new(),
            detail => format!("{}; ", escaped(detail)),
        };
        let barring = caveats::barring(&row.of.caveats);
        format!(
            "<strong>{}</strong> ({detail}{barring})",
            escaped(&row.name)
        )
    });
    let shown: Vec<String> = shown.collect();
    let more = match rows.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(", ") + &more
}

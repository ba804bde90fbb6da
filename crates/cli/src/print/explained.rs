//! An explanation as text: the best two placements drawn, what decides, and all placements ranked.

use std::fmt::Write as _;

use tetrarium_engine::rules::Suicide;
use tetrarium_engine::{Explanation, Landing, Player, RankedPlacement};

use crate::flags::optimal::Worths;
use crate::print::compared::{compared, more};
use crate::print::drawing;
use crate::print::table::{Cell, Column, Table};
use crate::print::text::{digits, whole};
use crate::terminal::{self, wrapped};

/// The digits of a weight or a value; `--full` has all.
const DIGITS: usize = 6;

/// Beyond this number of terms, those that are the same in both placements share a row.
const MANY_TERMS: usize = 12;

/// The columns between two drawings.
const GAP: usize = 4;

/// What is shown of an explanation.
pub struct Shown<'a> {
    /// How many placements are listed.
    pub placements: usize,
    /// Whether all terms and all digits are shown.
    pub full: bool,
    /// The words for the position.
    pub place: &'a str,
    /// Where the piece came to rest in the game, if the position is one of a game.
    pub played: Option<Landing>,
    /// What the placements are worth, if a file of values tells it.
    pub worths: Option<&'a Worths>,
}

/// The text of an explanation.
pub fn explained(player: &Player, explanation: &Explanation, shown: &Shown) -> String {
    let next = match explanation.next {
        Some(next) => format!(", then {next}"),
        None => String::new(),
    };
    let mut text = format!(
        "{} ({}), {} on {}{next}: {}\n\n",
        player.name(),
        explanation.search,
        explanation.piece,
        player.rules().board,
        shown.place,
    );
    text += &boards(explanation);
    let choice = match explanation.placements.first() {
        Some(best) => format!("{} at {}. ", explanation.piece, best.landing.placement),
        None => String::new(),
    };
    let _ = writeln!(text, "{}", wrapped(&(choice + &explanation.why()), 0));
    text += &of_game(explanation, shown);
    if let (Some(worths), Some(best)) = (shown.worths, explanation.placements.first()) {
        let sentence = worths.sentence(best.landing.placement);
        let _ = writeln!(text, "{}", wrapped(&sentence, 0));
    }
    if let [best, second, ..] = &explanation.placements[..]
        && !best.terms.is_empty()
    {
        let what = match explanation.is_rated(best) && explanation.is_rated(second) {
            true => "What each feature adds:",
            false => "What each feature adds to the rating of the two moves themselves:",
        };
        let _ = write!(text, "\n{what}\n\n{}", terms(best, second, shown));
    }
    let count = explanation.placements.len();
    if count > 0 {
        let _ = write!(text, "\n{}", ranking(explanation, shown));
    }
    if count > shown.placements {
        let more = count - shown.placements;
        let _ = writeln!(text, "… and {more} more (--full lists all)");
    }
    text
}

/// What the game did, where that is not the first placement.
fn of_game(explanation: &Explanation, shown: &Shown) -> String {
    let (Some(played), Some(best)) = (shown.played, explanation.placements.first()) else {
        return String::new();
    };
    if played == best.landing {
        return String::new();
    }
    let rank = explanation
        .placements
        .iter()
        .position(|one| one.landing == played);
    let why = match rank {
        Some(rank) if rank < explanation.choices => "chance chose",
        _ => "on its way down the piece came to rest",
    };
    let words = format!("In the game {why} at {}.", played.placement);
    format!("{}\n", wrapped(&words, 0))
}

/// The board, and the best two placements on it, side by side.
fn boards(explanation: &Explanation) -> String {
    let mut drawings = vec![(
        vec!["before".to_string(), String::new(), String::new()],
        drawing::rows(&explanation.board, |_, _| None),
    )];
    for (name, one) in ["best", "second"].iter().zip(&explanation.placements) {
        let placement = one.landing.placement;
        let head = vec![
            name.to_string(),
            format!("orientation {}", placement.orientation),
            format!("column {}", placement.column),
        ];
        let rows = drawing::landed(&one.landed, explanation.piece, one.landing);
        drawings.push((head, rows));
    }
    // Drawings of boards that overflow are higher: all get the same height.
    let height = drawings
        .iter()
        .map(|(_, rows)| rows.len())
        .max()
        .unwrap_or(0);
    let is_empty = |row: &String| row.chars().all(|c| "| ".contains(c));
    let above = |rows: &[String]| rows.iter().take_while(|row| is_empty(row)).count();
    let spare = drawings
        .iter()
        .map(|(_, rows)| height - rows.len() + above(rows));
    // One empty row stays, so that nothing seems to touch the top.
    let spare = match spare.min().unwrap_or(0) {
        0..4 => 0,
        spare => spare - 1,
    };
    let blocks: Vec<Vec<String>> = drawings
        .into_iter()
        .map(|(head, rows)| {
            let missing = height - rows.len();
            let rows = std::iter::repeat_n(String::new(), missing).chain(rows);
            head.into_iter().chain(rows.skip(spare)).collect()
        })
        .collect();
    let mut text = side_by_side(&blocks);
    if spare > 0 {
        let _ = writeln!(text, "({spare} empty rows above not drawn)");
    }
    text + "\n"
}

/// Blocks of lines side by side, as many as the width takes.
fn side_by_side(blocks: &[Vec<String>]) -> String {
    let longest = |block: &Vec<String>| block.iter().map(|line| line.len()).max();
    let width = blocks.iter().filter_map(longest).max().unwrap_or(0);
    let all = blocks.len().max(1);
    let abreast = terminal::width().map_or(all, |columns| (columns + GAP) / (width + GAP));
    let abreast = abreast.clamp(1, all);
    let mut text = String::new();
    for group in blocks.chunks(abreast) {
        let height = group.iter().map(Vec::len).max().unwrap_or(0);
        for number in 0..height {
            let cell = |block: &Vec<String>| {
                let line = block.get(number).map_or("", String::as_str);
                format!("{line:width$}{}", " ".repeat(GAP))
            };
            let line: String = group.iter().map(cell).collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
    }
    text
}

/// What each term adds to two placements, the largest difference first.
fn terms(best: &RankedPlacement, second: &RankedPlacement, shown: &Shown) -> Table {
    let has_weights = best.terms.iter().any(|term| term.weight.is_some());
    let mut columns = vec![Column::left("feature")];
    if has_weights {
        columns.push(Column::right("weight").spare(1));
    }
    columns.extend([
        Column::right("best value"),
        Column::right("best adds").unit("rating"),
        Column::right("second value"),
        Column::right("second adds").unit("rating"),
        Column::right("difference").unit("rating"),
    ]);
    let mut table = Table::new(&columns);
    let mut row = |name: String, weight: Option<f64>, values: [String; 2], adds: [f64; 2]| {
        let mut cells = vec![Cell::from(name)];
        if has_weights {
            cells.push(weight.map_or(Cell::from(""), |weight| Cell::from(number(weight, shown))));
        }
        let [of_best, of_second] = values;
        cells.extend([
            Cell::from(of_best),
            Cell::Real(adds[0]),
            Cell::from(of_second),
            Cell::Real(adds[1]),
            Cell::Real(adds[0] - adds[1]),
        ]);
        table.row(cells);
    };
    let pairs = compared(best, second);
    let folds = pairs.len() > MANY_TERMS && !shown.full;
    let split = match folds {
        true => pairs.partition_point(|pair| more(*pair).abs() > 0.0),
        false => pairs.len(),
    };
    for (a, b) in &pairs[..split] {
        let values = [number(a.value, shown), number(b.value, shown)];
        row(a.name(), a.weight, values, [a.adds, b.adds]);
    }
    let same = &pairs[split..];
    if !same.is_empty() {
        let sum: f64 = same.iter().map(|(a, _)| a.adds).sum();
        let name = format!("{} others, the same", same.len());
        row(name, None, Default::default(), [sum, sum]);
    }
    let ratings = [best.rating, second.rating];
    row("sum".to_string(), None, Default::default(), ratings);
    table
}

/// The placements, the best first.
fn ranking(explanation: &Explanation, shown: &Shown) -> Table {
    let looks_ahead = explanation.plies > 1;
    let dooms = explanation.placements.iter().filter_map(|one| one.value);
    let any_doom = dooms.clone().any(|value| value.doom > 0);
    let mut columns = vec![
        Column::right("rank"),
        Column::right("orientation"),
        Column::right("column"),
        Column::right("lines").spare(1),
    ];
    if looks_ahead {
        columns.push(Column::right("value").unit("rating"));
    }
    if any_doom {
        columns.push(Column::right("doomed"));
    }
    columns.push(Column::right("rating").unit("rating"));
    columns.push(Column::right("behind").unit("rating"));
    if shown.worths.is_some() {
        columns.push(Column::right("worth in lines").unit("worth"));
    }
    columns.push(Column::left("").called("remark"));
    let mut table = Table::new(&columns);
    let lead = explanation.placements[0].value;
    for (rank, one) in explanation
        .placements
        .iter()
        .take(shown.placements)
        .enumerate()
    {
        let mut cells = vec![
            Cell::Whole(rank as u64 + 1),
            Cell::Whole(one.landing.placement.orientation.into()),
            Cell::Whole(one.landing.placement.column.into()),
            Cell::Whole(one.lines.into()),
        ];
        let value = one.value.map(|value| explanation.rating_of(value));
        if looks_ahead {
            cells.push(Cell::real(value));
        }
        if any_doom {
            let doom = one.value.map_or(0, |value| value.doom);
            cells.push(Cell::from(format!(
                "{} of {}",
                whole(doom),
                whole(explanation.futures)
            )));
        }
        cells.push(Cell::Real(one.rating));
        let behind = match (lead, one.value) {
            (Some(best), Some(value)) if best.doom == value.doom => {
                Some(explanation.rating_of(best) - explanation.rating_of(value))
            }
            _ => None,
        };
        cells.push(Cell::real(behind));
        if let Some(worths) = shown.worths {
            cells.push(Cell::real(worths.of(one.landing.placement)));
        }
        cells.push(Cell::from(remark(explanation, one)));
        match rank {
            0 => table.best_row(cells),
            _ => table.row(cells),
        }
    }
    table
}

/// What is to be said of a placement.
fn remark(explanation: &Explanation, one: &RankedPlacement) -> &'static str {
    match (one.ends, explanation.suicide) {
        (false, _) => "",
        (true, Suicide::Avoided) => "ends the game: avoided",
        (true, Suicide::Zero) => "ends the game: worth 0",
        (true, Suicide::Considered) => "ends the game",
    }
}

fn number(number: f64, shown: &Shown) -> String {
    match shown.full {
        true => number.to_string(),
        false => digits(number, DIGITS),
    }
}

//! Why the move is made: what each feature adds to it, beside the second best placement.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};
use tetrarium_engine::{Explanation, Landing, RankedPlacement};
use tetrarium_lab::numbers::{fixed, short, whole};

use super::frames::framed;
use crate::print::compared::{Pair, compared, more};
use crate::style::{lines, plain, shortened, width};
use crate::watch::model::{Model, chosen_and_second};
use crate::watch::palette::Palette;

/// The columns of a weight.
const WEIGHT: usize = 7;
/// The columns of a feature's value.
const VALUE: usize = 5;
/// The columns of what a feature adds.
const ADDS: usize = 8;
/// The most columns of a bar to one side.
const BAR: usize = 12;
/// The columns of a name, at least and at most.
const NAME: (usize, usize) = (10, 30);

/// What is compared, and what it is called.
struct Compared<'a> {
    title: String,
    explanation: &'a Explanation,
    first: &'a RankedPlacement,
    second: Option<&'a RankedPlacement>,
    names: [&'static str; 2],
}

impl Compared<'_> {
    /// Whether the search looks at later pieces.
    fn looks_ahead(&self) -> bool {
        self.explanation.plies > 1
    }

    /// The rows of the table that are no terms: the head, the sum, and what the search makes of it.
    fn others(&self) -> usize {
        2 + usize::from(self.looks_ahead())
    }
}

/// What there is to compare; else why there is nothing.
fn found(model: &Model) -> Result<Compared<'_>, &str> {
    if let Some(failure) = model.failure() {
        return Err(failure);
    }
    if model.machine().player().is_none() {
        return Err("This agent does not say why: controllers do.");
    }
    if model.hand().is_some() && !model.wants_advice {
        return Err("Press a for the machine's advice.");
    }
    let (number, advice) = model.advice().ok_or("")?;
    let explanation = advice.explanation.as_ref().ok_or("")?;
    let of_hand = model.hand().filter(|_| number == model.pieces());
    let played = model.played(number).map(|played| played.landing);
    let landing = of_hand.map(|hand| hand.landing()).or(played);
    let (first, second) = chosen_and_second(explanation, landing).ok_or("There is no place.")?;
    let names = match of_hand {
        Some(_) if second_is_best(explanation, second) => ["yours", "best"],
        Some(_) => ["yours", "second"],
        None if second_is_best(explanation, second) => ["chosen", "best"],
        None => ["chosen", "second"],
    };
    Ok(Compared {
        title: title(number, explanation, first.landing),
        explanation,
        first,
        second,
        names,
    })
}

fn second_is_best(explanation: &Explanation, second: Option<&RankedPlacement>) -> bool {
    let best = explanation.placements.first();
    best.is_some() && best.map(|one| one.landing) == second.map(|one| one.landing)
}

fn title(number: u64, explanation: &Explanation, landing: Landing) -> String {
    format!(
        "why move {}: {} at {}",
        whole(number + 1),
        explanation.piece,
        landing.placement
    )
}

/// The rows that would show everything.
pub fn wanted(model: &Model) -> u16 {
    let table = found(model).map_or(2, |found| found.first.terms.len() + found.others());
    // The frame, a gap and two lines of words.
    table as u16 + 5
}

/// Draws the reasons.
pub fn draw(model: &Model, palette: Palette, frame: &mut Frame, area: Rect) {
    let found = match found(model) {
        Ok(found) => found,
        Err(words) => {
            let text = Paragraph::new(plain(words)).wrap(Wrap { trim: true });
            return frame.render_widget(text.block(framed("why", palette)), area);
        }
    };
    let block = framed(&shortened(&found.title, area.width as usize - 4), palette);
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let rows = usize::from(inner.height);
    let columns = usize::from(inner.width);
    let mut text = Vec::new();
    if let (Some(second), false) = (found.second, found.first.terms.is_empty()) {
        let spare = rows.saturating_sub(found.first.terms.len() + found.others());
        text = table(
            &found,
            second,
            columns,
            rows.min(rows - spare.min(3)),
            palette,
        );
    }
    // The words say why the first placement leads; another one may have been chosen.
    let leads = found.explanation.placements[0].landing == found.first.landing;
    let spare = rows.saturating_sub(text.len() + usize::from(!text.is_empty()));
    if leads && spare > 0 {
        let words = found.explanation.why();
        let words = lines(&words, columns);
        if words.len() <= spare {
            text.extend((!text.is_empty()).then(Line::default));
            text.extend(words.into_iter().map(Line::raw));
        }
    }
    frame.render_widget(Paragraph::new(text), inner);
}

/// The columns of a table: which there is room for, and how wide names are.
struct Columns {
    name: usize,
    weight: bool,
    values: bool,
    bar: usize,
}

impl Columns {
    fn fitting(columns: usize, longest: usize, weights: bool) -> Columns {
        let adds = 2 * (ADDS + 1);
        let mut left = columns.saturating_sub(adds + longest.clamp(NAME.0, 18));
        let values = left >= 2 * (VALUE + 1);
        left -= if values { 2 * (VALUE + 1) } else { 0 };
        let weight = weights && left > WEIGHT;
        left -= if weight { WEIGHT + 1 } else { 0 };
        let more = longest.min(NAME.1).saturating_sub(18).min(left);
        left -= more;
        Columns {
            name: longest.clamp(NAME.0, 18) + more,
            weight,
            values,
            bar: match left {
                0..10 => 0,
                left => ((left - 2) / 2).min(BAR),
            },
        }
    }
}

/// A row of the table.
struct Row {
    name: String,
    weight: String,
    values: [String; 2],
    adds: [f64; 2],
    style: Style,
}

fn table(
    found: &Compared,
    second: &RankedPlacement,
    columns: usize,
    rows: usize,
    palette: Palette,
) -> Vec<Line<'static>> {
    let pairs = compared(found.first, second);
    let longest = pairs
        .iter()
        .map(|(a, _)| width(&a.name()))
        .max()
        .unwrap_or(0);
    let weights = pairs.iter().any(|(a, _)| a.weight.is_some());
    let columns = Columns::fitting(columns, longest, weights);
    let others = found.others();
    let shown = match pairs.len() + others <= rows {
        true => pairs.len(),
        false => rows.saturating_sub(others + 1).min(pairs.len()),
    };
    let largest = pairs.first().map_or(0.0, |pair| more(*pair).abs());
    let mut text = vec![head(&columns, found.names, palette)];
    let (top, rest) = pairs.split_at(shown);
    for (a, b) in top {
        let row = Row {
            name: a.name(),
            weight: a
                .weight
                .map_or(String::new(), |weight| fitting(weight, WEIGHT)),
            values: [fitting(a.value, VALUE), fitting(b.value, VALUE)],
            adds: [a.adds, b.adds],
            style: Style::new(),
        };
        text.push(line(&columns, row, largest, palette));
    }
    let sum = |of: fn(&Pair) -> f64| rest.iter().map(of).sum::<f64>();
    if !rest.is_empty() {
        let row = Row {
            name: format!("{} others", rest.len()),
            weight: String::new(),
            values: Default::default(),
            adds: [sum(|(a, _)| a.adds), sum(|(_, b)| b.adds)],
            style: palette.label(),
        };
        text.push(line(&columns, row, largest, palette));
    }
    let row = Row {
        name: "sum".to_string(),
        weight: String::new(),
        values: Default::default(),
        adds: [found.first.rating, second.rating],
        style: palette.strong(),
    };
    text.push(line(&columns, row, 0.0, palette));
    if found.looks_ahead()
        && let (Some(a), Some(b)) = (found.first.value, second.value)
    {
        let row = Row {
            name: "with later pieces".to_string(),
            weight: String::new(),
            values: Default::default(),
            adds: [a, b].map(|value| found.explanation.rating_of(value)),
            style: palette.strong(),
        };
        text.push(line(&columns, row, 0.0, palette));
    }
    text
}

fn head(columns: &Columns, names: [&str; 2], palette: Palette) -> Line<'static> {
    let mut text = format!("{:1$}", "feature", columns.name);
    if columns.weight {
        text += &format!(" {:>WEIGHT$}", "weight");
    }
    let value = if columns.values { VALUE + 1 } else { 0 };
    for name in names {
        text += &format!(" {name:>0$}", value + ADDS);
    }
    if columns.bar > 0 {
        let both = format!("{} | {}", names[1], names[0]);
        text += &format!("  {both:^0$}", 2 * columns.bar);
    }
    Line::styled(text, palette.label())
}

fn line(columns: &Columns, row: Row, largest: f64, palette: Palette) -> Line<'static> {
    let name = shortened(&row.name, columns.name);
    let spare = columns.name - width(&name);
    let mut text = format!("{name}{}", " ".repeat(spare));
    if columns.weight {
        text += &format!(" {:>WEIGHT$}", row.weight);
    }
    let mut spans = vec![Span::styled(text, row.style)];
    let difference = row.adds[0] - row.adds[1];
    for (index, (value, adds)) in row.values.iter().zip(row.adds).enumerate() {
        if columns.values {
            spans.push(Span::styled(format!(" {value:>VALUE$}"), palette.label()));
        }
        let style = match (index, difference.total_cmp(&0.0)) {
            (0, std::cmp::Ordering::Greater) if difference != 0.0 => palette.good(),
            (0, std::cmp::Ordering::Less) if difference != 0.0 => palette.bad(),
            _ => row.style,
        };
        spans.push(Span::styled(
            format!(" {:>ADDS$}", fitting(adds, ADDS)),
            style,
        ));
    }
    if columns.bar > 0 && largest > 0.0 {
        let size = (difference.abs() / largest * columns.bar as f64).round() as usize;
        let (left, right) = match difference < 0.0 {
            true => (size, 0),
            false => (0, size),
        };
        let free = " ".repeat(columns.bar - left);
        spans.push(Span::styled(
            format!("  {free}{}", "▪".repeat(left)),
            palette.bad(),
        ));
        spans.push(Span::styled("▪".repeat(right), palette.good()));
    }
    Line::from(spans)
}

/// A number, in at most this number of columns.
fn fitting(number: f64, columns: usize) -> String {
    // No term adds minus nothing.
    let number = if number == 0.0 { 0.0 } else { number };
    let most = if number.fract() == 0.0 { 0 } else { 2 };
    let mut candidates = (0..=most).rev().map(|decimals| fixed(number, decimals));
    let found = candidates.find(|text| width(text) <= columns);
    found.unwrap_or_else(|| shortened(&short(number), columns))
}

//! Tournaments: learning curves with bands, and the final table.

use super::super::caveats;
use super::super::contents::{Contents, place_of};
use super::super::html::{Table, escaped, figure};
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, spread_apart, text_width};
use super::super::rows::in_both_widths;
use super::Section;
use super::results::{bounds, name_cell};
use super::training::growth_scale;
use crate::numbers::{brief, counted, short, whole};
use crate::training::{Row, Spread};

/// How many colours there are.
const COLOURS: usize = 7;

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let mut body = String::new();
    for (name, rows) in &contents.tournaments {
        body += &format!("<h3>{}</h3>\n", escaped(name));
        let groups = Row::groups(rows.iter().copied());
        if groups.len() > 1 {
            body += "<p>Results were measured by different rules. Each set of rules has a table and a drawing of its own; results are not ranked across them.</p>\n";
        }
        for rows in groups {
            body += &group(rows);
        }
    }
    Section::new("tournament", "Tournament", body)
}

/// The experiments whose results were measured by the same games.
fn group(mut rows: Vec<&Row>) -> String {
    let standing = |row: &Row| row.geometric_mean.unwrap_or(-1.0);
    rows.sort_by(|a, b| standing(b).total_cmp(&standing(a)));
    let mut body = match rows.first() {
        Some(first) if !first.rules.is_empty() => {
            let mut settings: Vec<_> = first.rules.iter().collect();
            settings.sort_by_key(|(name, _)| place_of(name));
            let words = settings.iter().map(|(name, value)| format!("{name} {value}"));
            let words = words.collect::<Vec<_>>().join(" · ");
            format!("<p>Rules: {}</p>\n", escaped(&words))
        }
        _ => "<p>Identity unknown: this table was made before records held fingerprints and rules.</p>\n".to_string(),
    };
    body += &table(&rows);
    body += &caveats::list(rows.iter().map(|row| (&*row.experiment, "", &*row.caveats)));
    let legend: String = rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let name = escaped(&row.experiment);
            format!("<li class=\"{}\"><i></i>{name}</li>", colour(index))
        })
        .collect();
    let drawing = in_both_widths(|width| curves(&rows, width));
    let level = match rows.iter().any(|row| row.reported.is_some()) {
        true => " A level line is what the source of an experiment reports.",
        false => "",
    };
    body += &figure(
        &format!("{drawing}<ul class=\"colours narrow\">{legend}</ul>\n"),
        &format!(
            "What each method’s result was worth after a number of moves, measured anew on fresh games: the median over the seeds, in the band of the middle half.{level}"
        ),
    );
    body
}

/// The class of a series' colour; from the eighth on lines are dashed.
fn colour(index: usize) -> String {
    let dashed = if index >= COLOURS { " dashed" } else { "" };
    format!("s{}{dashed}", index % COLOURS + 1)
}

fn table(rows: &[&Row]) -> String {
    let mut table = Table::new(&[
        ("experiment", ""),
        ("method", ""),
        ("board", ""),
        ("geometric mean", "num strong"),
        ("95&#8239;% interval", "num"),
        ("worst", "num"),
        ("median", "num"),
        ("best", "num"),
        ("seeds", "num"),
        ("moves each", "num"),
    ]);
    for row in rows {
        let spread = |read: fn(&Spread) -> f64| {
            row.lines
                .as_ref()
                .map_or("–".to_string(), |lines| brief(read(lines)))
        };
        table.row(vec![
            name_cell(&row.experiment, &print_of(row, rows)),
            escaped(&row.method),
            escaped(&row.board.replace('x', "×")),
            caveats::beside(
                &row.geometric_mean.map_or("–".to_string(), brief),
                &row.caveats,
            ),
            match row.seeds {
                0 | 1 => "–".to_string(),
                _ => bounds(&row.interval),
            },
            spread(|lines| lines.worst),
            spread(|lines| lines.median),
            spread(|lines| lines.best),
            whole(row.seeds),
            short(row.moves as f64),
        ]);
    }
    table.html("Tournament, the greatest mean first")
}

/// The beginning of an experiment's fingerprint, where another experiment has its name.
fn print_of(row: &Row, rows: &[&Row]) -> String {
    let collides =
        |other: &&Row| other.experiment == row.experiment && other.fingerprint != row.fingerprint;
    match row.fingerprint {
        Some(print) if rows.iter().any(collides) => format!("#{}", print.short()),
        _ => String::new(),
    }
}

/// The curve of an experiment, with the band between its quartiles; where it ends.
fn curve(svg: &mut Svg, frame: &Frame, index: usize, row: &Row) -> f64 {
    let points = row
        .curve
        .iter()
        .filter_map(|point| Some((point.moves as f64, point.lines?)));
    let points: Vec<_> = points.collect();
    let band: Vec<_> = points
        .iter()
        .map(|(x, s)| (*x, s.lower_quartile, s.upper_quartile))
        .collect();
    let middle: Vec<_> = points.iter().map(|(x, s)| (*x, s.median)).collect();
    svg.group(&colour(index), |svg| {
        frame.band(svg, "series-band", &band);
        frame.curve(svg, "series", &middle);
        for (x, y) in &middle {
            let tip = format!(
                "{}: {} after {} moves",
                row.experiment,
                brief(*y),
                short(*x)
            );
            svg.disc("series-dot", frame.at(*x, *y), 3.0, &tip);
        }
    });
    if let Some(reported) = row.reported {
        let y = frame.y.scale.at(reported);
        svg.group(&colour(index), |svg| {
            svg.line("series reported", (frame.left, y), (frame.right, y));
            let text = format!("reported {}", brief(reported));
            svg.text(
                "series-name",
                (frame.left + 6.0, y - 5.0),
                Anchor::Start,
                &text,
            );
        });
    }
    let end = middle.last();
    end.map_or(frame.bottom, |(_, y)| frame.y.scale.at(*y))
}

fn curves(rows: &[&Row], width: f64) -> Svg {
    let narrow = width < 500.0;
    let height = if narrow { 300.0 } else { 420.0 };
    let values: Vec<f64> = rows
        .iter()
        .flat_map(|row| row.curve.iter().filter_map(|point| point.lines))
        .flat_map(|lines| [lines.lower_quartile, lines.upper_quartile])
        .chain(rows.iter().filter_map(|row| row.reported))
        .collect();
    let most = rows
        .iter()
        .flat_map(|row| row.curve.iter().map(|point| point.moves));
    let most = most.max().unwrap_or(1) as f64;
    let names = rows
        .iter()
        .map(|row| text_width(&row.experiment))
        .fold(0.0, f64::max);
    let (left, top, bottom) = (52.0, 30.0, height - 46.0);
    let right = if narrow {
        width - 10.0
    } else {
        width - (1.22 * names + 16.0).min(260.0)
    };
    let ticks = if narrow { 5 } else { 6 };
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(0.0, most, left, right),
            ticks: if narrow { 3 } else { 6 },
            label: "moves".to_string(),
        },
        y: Axis {
            scale: growth_scale(&values, bottom, top, ticks),
            ticks,
            label: "mean lines".to_string(),
        },
        left,
        right,
        top,
        bottom,
    };
    let description = format!(
        "Learning curves of {}.",
        counted(rows.len() as u64, "experiment", "experiments")
    );
    let mut svg = Svg::new(
        width,
        height,
        "Learning curves of a tournament",
        &description,
    );
    frame.draw(&mut svg);
    let curves = rows.iter().enumerate();
    let ends: Vec<f64> = curves
        .map(|(index, row)| curve(&mut svg, &frame, index, row))
        .collect();
    if !narrow {
        let places = spread_apart(&ends, 16.0, top, bottom);
        for (index, (row, y)) in rows.iter().zip(places).enumerate() {
            svg.group(&colour(index), |svg| {
                svg.text(
                    "series-name",
                    (right + 10.0, y + 4.0),
                    Anchor::Start,
                    &row.experiment,
                );
            });
        }
    }
    svg
}

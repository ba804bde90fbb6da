//! How long games last: histograms with the fitted law, or boxes where only quartiles are known.

use super::super::contents::{Contents, Named};
use super::super::html::figure;
use super::super::plot::{Anchor, Axis, Frame, Scale, Svg, fitted};
use super::super::rows::{Row, RowChart};
use super::Section;
use super::results::p_value;
use crate::Measurement;
use crate::numbers::{brief, counted, whole};
use crate::statistics::{Histogram, Summary};

/// The most histograms on a page.
const MOST_HISTOGRAMS: usize = 12;

/// Width and height of one.
const SIZE: (f64, f64) = (360.0, 250.0);

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let kept = |row: &&Named<&Measurement>| {
        row.of
            .scores
            .as_ref()
            .is_some_and(|scores| !scores.is_empty())
    };
    let (with, without): (Vec<_>, Vec<_>) = contents.measured.iter().partition(kept);
    let mut body = String::new();
    if !with.is_empty() {
        let drawn = with.iter().take(MOST_HISTOGRAMS);
        let drawings: String = drawn
            .filter_map(|row| histogram(row))
            .map(|svg| svg.finish())
            .collect();
        let left = with.len().saturating_sub(MOST_HISTOGRAMS);
        let more = match left {
            0 => String::new(),
            left => format!(
                " {} more not drawn.",
                counted(left as u64, "measurement is", "measurements are")
                    .replace(" is", "")
                    .replace(" are", "")
            ),
        };
        let any_cut = with
            .iter()
            .any(|row| row.of_lines() && row.of.games.cut > 0);
        let cut = match any_cut {
            true => " Games cut short stand where they were cut.",
            false => "",
        };
        body += &figure(
            &format!("<div class=\"multiples\">\n{drawings}</div>\n"),
            &format!(
                "Games by their scores. The line is the geometric law of the same mean: what one sees if every line is equally likely to be the last. <i>p</i> is the probability of games as far from it if it holds.{cut}{more}"
            ),
        );
    }
    let lines: Vec<_> = without
        .iter()
        .filter(|row| row.of_lines())
        .copied()
        .collect();
    let points: Vec<_> = without
        .iter()
        .filter(|row| !row.of_lines())
        .copied()
        .collect();
    body += &boxes(&lines, "lines of a game");
    body += &boxes(&points, "points");
    Section::new("games", "Games", body)
}

/// The histogram of a measurement's games.
pub(in super::super) fn histogram(row: &Named<&Measurement>) -> Option<Svg> {
    let scores = row.of.scores.as_deref()?;
    let bins = in_bins(scores)?;
    let mean = row
        .of
        .mean
        .filter(|_| row.of_lines() && row.of.games.cut == 0);
    let expected = mean.map(|mean| bins.expected(mean));
    let tallest = bins.counts.iter().map(|&n| n as f64);
    let tallest = tallest
        .chain(expected.iter().flatten().copied())
        .fold(1.0, f64::max);
    let end = bins.width as f64 * bins.counts.len() as f64;
    let (left, right, top, bottom) = (38.0, SIZE.0 - 8.0, 58.0, SIZE.1 - 44.0);
    let unit = if row.of_lines() { "lines" } else { "points" };
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(0.0, end, left, right),
            ticks: 4,
            label: unit.to_string(),
        },
        y: Axis {
            scale: Scale::linear(0.0, tallest, bottom, top)
                .of_whole_numbers()
                .rounded(4),
            ticks: 4,
            label: String::new(),
        },
        left,
        right,
        top,
        bottom,
    };
    let games = counted(scores.len() as u64, "game", "games");
    let title = format!("{} by {unit}: {}", games, row.name);
    let description = format!(
        "A histogram of {games} in bins of {} {unit}, mean {}.",
        whole(bins.width),
        row.of.mean.map_or("unknown".to_string(), brief)
    );
    let mut svg = Svg::new(SIZE.0, SIZE.1, &title, &description);
    svg.text("panel", (0.0, 15.0), Anchor::Start, &row.name);
    let law = row.of.geometric_law.as_ref();
    let law = law.map(|law| p_value(law.p_value));
    let cut = Some(row.of.games.cut).filter(|cut| *cut > 0 && row.of_lines());
    let about = [
        Some(row.detail.clone()).filter(|d| !d.is_empty()),
        Some(games),
        cut.map(|cut| format!("{} cut short", whole(cut))),
        law,
    ];
    let about: Vec<String> = about.into_iter().flatten().collect();
    let about = fitted(&about.join(" · "), SIZE.0);
    svg.text("detail", (0.0, 32.0), Anchor::Start, &about);
    frame.draw(&mut svg);
    for (bin, &count) in (0..).zip(&bins.counts) {
        let from = bin * bins.width;
        let to = from.saturating_add(bins.width);
        let tip = format!(
            "{} to {} {unit}: {}",
            whole(from),
            whole(to - 1),
            counted(count, "game", "games")
        );
        frame.bar(&mut svg, "bar", from as f64, to as f64, count as f64, &tip);
    }
    if let Some(expected) = &expected {
        let middle = |bin: usize| (bin as f64 + 0.5) * bins.width as f64;
        let curve: Vec<_> = expected
            .iter()
            .enumerate()
            .map(|(bin, n)| (middle(bin), *n))
            .collect();
        frame.curve(&mut svg, "law", &curve);
    }
    if let Some(mean) = row.of.mean.filter(|mean| *mean <= end) {
        mark_mean(&mut svg, &frame, mean);
    }
    Some(svg)
}

/// A line at the mean, with its value.
fn mark_mean(svg: &mut Svg, frame: &Frame, mean: f64) {
    let x = frame.x.scale.at(mean);
    svg.line("mean", (x, frame.top - 4.0), (x, frame.bottom));
    let (anchor, at) = if x > frame.right - 90.0 {
        (Anchor::End, x - 5.0)
    } else {
        (Anchor::Start, x + 5.0)
    };
    let text = format!("mean {}", brief(mean));
    svg.text("mark", (at, frame.top + 5.0), anchor, &text);
}

/// Games in bins of a round width, more of them for more games.
fn in_bins(scores: &[u64]) -> Option<Histogram> {
    let largest = *scores.iter().max()?;
    let bins = (2.0 * (scores.len() as f64).sqrt()).clamp(6.0, 40.0) as u64;
    let least = largest / bins + 1;
    let decade = 10u64.checked_pow(least.ilog10())?;
    let digits = [10, 15, 20, 25, 30, 40, 50, 60, 80, 100];
    let round = digits
        .iter()
        .map(|digit| decade.saturating_mul(*digit) / 10);
    let width = round
        .into_iter()
        .find(|width| *width >= least && *width > 0)?;
    let mut counts = vec![0; (largest / width) as usize + 1];
    for score in scores {
        counts[(score / width) as usize] += 1;
    }
    Some(Histogram { width, counts })
}

/// Boxes from least to most, with quartiles, median and mean.
fn boxes(measured: &[&Named<&Measurement>], unit: &str) -> String {
    let known: Vec<(&Named<&Measurement>, &Summary)> = measured
        .iter()
        .filter_map(|row| Some((*row, row.of.summary.as_ref()?)))
        .filter(|(_, summary)| summary.max > 0)
        .collect();
    if known.is_empty() {
        return String::new();
    }
    let rows: Vec<Row> = known
        .iter()
        .map(|(row, summary)| Row {
            name: row.name.clone(),
            detail: row.detail.clone(),
            value: format!("median {}", brief(summary.median)),
        })
        .collect();
    let greatest = known.iter().map(|(_, s)| s.max as f64).fold(1.0, f64::max);
    let least = known
        .iter()
        .map(|(_, s)| (s.min.max(1)) as f64)
        .fold(f64::INFINITY, f64::min);
    let chart = RowChart {
        title: &format!("Quartiles of the {unit}"),
        description: known
            .iter()
            .map(|(row, s)| {
                format!(
                    "{}: from {} to {}, quartiles {}, {} and {}.",
                    row.name,
                    whole(s.min),
                    whole(s.max),
                    brief(s.lower_quartile),
                    brief(s.median),
                    brief(s.upper_quartile)
                )
            })
            .collect::<Vec<_>>()
            .join(" "),
        rows: &rows,
        range: (least / 1.05, greatest * 1.05),
        axis: &format!("{unit}, logarithmic"),
        reference: None,
    };
    let drawing = chart.draw(|svg, index, y, scale| {
        let summary = known[index].1;
        let at = |value: f64| scale.at(value);
        svg.line(
            "whisker",
            (at(summary.min as f64), y),
            (at(summary.max as f64), y),
        );
        for end in [summary.min, summary.max] {
            svg.line(
                "whisker",
                (at(end as f64), y - 4.0),
                (at(end as f64), y + 4.0),
            );
        }
        let (left, right) = (at(summary.lower_quartile), at(summary.upper_quartile));
        svg.rect("box", (left, y - 8.0), (right - left, 16.0), "");
        let median = at(summary.median);
        svg.line("median", (median, y - 8.0), (median, y + 8.0));
        svg.disc(
            "dot",
            (at(summary.mean), y),
            3.0,
            &format!("mean {}", brief(summary.mean)),
        );
    });
    figure(
        &drawing,
        &format!(
            "The {unit} from the least to the most: the box holds the middle half, the line in it is the median, the dot the mean. The records hold no single games, so there is no histogram."
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::testing::{check_tags, measured};
    use super::*;

    fn drawn(line: &str) -> String {
        let measurement: Measurement = serde_json::from_str(line).unwrap();
        let row = Named {
            name: measurement.controller.clone(),
            detail: String::new(),
            of: &measurement,
        };
        histogram(&row).unwrap().finish()
    }

    /// The drawing as it was when it was last looked at. `BLESS=1` writes it anew.
    #[test]
    fn a_histogram_looks_as_it_did() {
        let svg = drawn(&measured("dellacherie", &[("board", "6x8")], 60));
        check_tags(&svg);
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/src/report/sections/histogram.svg"
        );
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, &svg).unwrap();
        }
        let known = std::fs::read_to_string(path).unwrap_or_default();
        assert_eq!(
            svg, known,
            "look at the new drawing, then run this with BLESS=1"
        );
    }

    #[test]
    fn bins_are_round_and_hold_every_game() {
        let scores: Vec<u64> = (0..500).map(|i| i * i % 9973).collect();
        let bins = in_bins(&scores).unwrap();
        assert_eq!(bins.games(), 500);
        assert_eq!(bins.width, 250);
        assert_eq!(in_bins(&[0, 0]).unwrap().counts, [2]);
        assert!(in_bins(&[]).is_none());
        assert!(in_bins(&[3, u64::MAX]).is_none_or(|bins| bins.games() == 2));
    }
}

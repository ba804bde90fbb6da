//! A drawn example game, played again from the record.

mod boards;

use tetrarium_engine::{Counts, State};

use super::super::html::{escaped, figure};
use super::super::plot::{Axis, Frame, Scale, Svg};
use super::super::replay::Example;
use super::super::replays::Replays;
use super::super::rows::in_both_widths;
use super::Section;
use crate::numbers::{counted, whole};
use boards::{Colours, Picture};

/// The first moves that are drawn.
const FIRST: u64 = 8;

/// How many later boards are drawn.
const LATER: u64 = 8;

/// The section: a game that was played again.
pub(in super::super) fn section(replays: &Replays) -> Option<Section> {
    let body = drawn(replays.example.as_ref()?);
    Section::new("example", "A game", body)
}

/// The pictures of a game.
fn drawn(example: &Example) -> String {
    let mut colours = Colours::of(example.board);
    let moves = example.moves.iter();
    let pictures: Vec<Picture> = moves
        .map(|(one, counts)| colours.play(one, *counts))
        .collect();
    let heights = example.moves.iter();
    let heights: Vec<f64> = heights
        .map(|(one, _)| one.after.max_height() as f64)
        .collect();
    let counts = example
        .moves
        .last()
        .map_or_else(Counts::default, |(_, counts)| *counts);
    let lost = example.state == State::Lost;
    let last = pictures.len() as u64;
    let above = pictures.iter().map(Picture::overflow).max().unwrap_or(0);
    let later = later_moves(last);
    let strip = |moves: &[u64]| -> String {
        let chosen = moves
            .iter()
            .filter_map(|number| pictures.get(*number as usize - 1));
        chosen
            .map(|picture| picture.html(above, lost && picture.number() == last))
            .collect()
    };
    let first: Vec<u64> = (1..=last.min(FIRST)).collect();
    let mut drawings = format!("<div class=\"boards\">\n{}</div>\n", strip(&first));
    if !later.is_empty() {
        drawings += &format!("<div class=\"boards\">\n{}</div>\n", strip(&later));
    }
    let how = match example.state {
        State::Lost => "It was lost",
        State::OutOfPieces => "The pieces ended",
        State::Playing => "It was drawn up to here",
    };
    let who = escaped(&example.controller);
    let caption = format!(
        "Game {} of <b>{who}</b> under seed {}: the first moves, then some later ones. {how} after {} and {}. The piece just placed is outlined; rows about to go are struck through.",
        whole(example.number),
        example.seed,
        counted(counts.pieces, "piece", "pieces"),
        counted(counts.lines, "line", "lines"),
    );
    let mut body = figure(&drawings, &caption);
    if heights.len() > 30 {
        let rows = example.board.height() as f64;
        body += &figure(
            &in_both_widths(|width| skyline(&heights, rows, width)),
            "The height of the pile over this game: its mean, and the band from the lowest to the highest, over stretches of equal length.",
        );
    }
    body
}

/// Moves after the first, at growing distances, and the last two.
fn later_moves(last: u64) -> Vec<u64> {
    let mut moves: Vec<u64> = Vec::new();
    if last <= FIRST {
        return moves;
    }
    let steps = LATER.min(last - FIRST);
    for step in 1..=steps {
        let share = step as f64 / steps as f64;
        // Equal ratios from the last of the first moves to the last of all.
        let at = FIRST as f64 * (last as f64 / FIRST as f64).powf(share);
        let at = (at.round() as u64).clamp(FIRST + 1, last);
        if moves.last().is_none_or(|before| at > *before) {
            moves.push(at);
        }
    }
    moves
}

/// The height of the pile over a game.
fn skyline(heights: &[f64], rows: f64, width: f64) -> Svg {
    let height = 150.0;
    let (left, right, top, bottom) = (34.0, width - 8.0, 12.0, height - 40.0);
    let frame = Frame {
        x: Axis {
            scale: Scale::linear(1.0, heights.len() as f64, left, right),
            ticks: if width < 500.0 { 4 } else { 8 },
            label: "pieces placed".to_string(),
        },
        y: Axis {
            scale: Scale::linear(0.0, rows, bottom, top).of_whole_numbers(),
            ticks: 4,
            label: String::new(),
        },
        left,
        right,
        top,
        bottom,
    };
    let title = "The height of the pile over the game";
    let mut svg = Svg::new(
        width,
        height,
        title,
        "A line of the highest column after each move.",
    );
    frame.draw(&mut svg);
    // No more points than can be told apart: where there are too many moves, the lowest and highest
    // of each stretch, and their mean.
    let stretch = (heights.len() as f64 / (width / 4.0)).ceil().max(1.0) as usize;
    let mut band = Vec::new();
    let mut middle = Vec::new();
    for (index, part) in heights.chunks(stretch).enumerate() {
        let x = (index * stretch) as f64 + (part.len() + 1) as f64 / 2.0;
        let low = part.iter().copied().fold(f64::INFINITY, f64::min);
        let high = part.iter().copied().fold(0.0, f64::max);
        band.push((x, low, high));
        middle.push((x, part.iter().sum::<f64>() / part.len() as f64));
    }
    if stretch > 1 {
        frame.band(&mut svg, "band", &band);
    }
    frame.curve(&mut svg, "skyline", &middle);
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_are_after_the_first() {
        assert!(later_moves(5).is_empty());
        assert_eq!(later_moves(10), [9, 10]);
        let many = later_moves(4000);
        assert_eq!((many.len(), many.last()), (8, Some(&4000)));
        assert!(many.is_sorted() && many[0] > FIRST);
    }
}

//! A drawn example game, played again from the record.

mod boards;

use tetrarium_engine::controller::Search;
use tetrarium_engine::game::State;
use tetrarium_engine::{Controller, Game, Player, Rules, catalogue};

use super::super::contents::{Contents, Settings};
use super::super::html::{escaped, figure};
use super::super::numbers::{counted, whole};
use super::super::plot::{Axis, Frame, Scale, Svg};
use super::super::rows::in_both_widths;
use super::Section;
use boards::{Colours, Picture};

/// The first moves that are drawn.
const FIRST: u64 = 8;

/// How many later boards are drawn.
const LATER: u64 = 8;

/// A game that is played again: who, by which rules, and which one.
struct Choice<'a> {
    controller: &'a str,
    search: &'a str,
    rules: &'a Settings,
    seed: u64,
    number: u64,
}

/// The section: the first game of the best that can be played.
pub(in super::super) fn section(contents: &Contents, given: &[Controller]) -> Option<Section> {
    let measured = contents.measured.iter().map(|row| Choice {
        controller: &row.of.controller,
        search: &row.of.search,
        rules: &row.of.rules,
        seed: row.of.seed,
        number: row.of.games.first,
    });
    let estimated = contents.estimated.iter().map(|row| Choice {
        controller: &row.of.controller,
        search: &row.of.search,
        rules: &row.of.rules,
        seed: row.of.seed,
        number: 0,
    });
    let found = measured.chain(estimated).find_map(|choice| {
        let player = player(&choice, given)?;
        Some((choice, player))
    });
    let (choice, player) = found?;
    Section::new("example", "A game", drawn(&choice, &player))
}

/// The player of a record, if its controller is known by name, or was given, and still goes by the same search.
fn player(choice: &Choice, given: &[Controller]) -> Option<Player> {
    let known = given.iter().rev().find(|one| one.name == choice.controller);
    let known = known.or_else(|| catalogue::named(choice.controller).ok())?;
    let mut controller = known.clone();
    if controller.search.to_string() != choice.search {
        if controller.search == Search::Fit {
            return None;
        }
        controller.search = search_named(choice.search)?;
    }
    let mut rules = Rules::default();
    for (setting, value) in choice.rules {
        rules.set(setting, value).ok()?;
    }
    Player::new(&controller, &rules).ok()
}

/// The search that calls itself so.
fn search_named(name: &str) -> Option<Search> {
    let deep = (1..=tetrarium_engine::controller::MAX_DEPTH)
        .flat_map(|depth| [Search::Expectimax { depth }, Search::Minimax { depth }]);
    [Search::Greedy, Search::TwoPiece]
        .into_iter()
        .chain(deep)
        .find(|search| search.to_string() == name)
}

/// The most moves that are played for a page: fewer where each takes longer.
fn most_moves(search: Search) -> u64 {
    match search.depth() {
        1 => 4000,
        2 => 400,
        _ => 40,
    }
}

fn drawn(choice: &Choice, player: &Player) -> String {
    let mut game = Game::new(player, choice.seed, choice.number);
    let mut colours = Colours::of(player.rules().board);
    let mut pictures: Vec<Picture> = Vec::new();
    let mut heights = Vec::new();
    let most = most_moves(player.search());
    while game.counts().pieces < most {
        let Some(played) = game.step() else { break };
        pictures.push(colours.play(&played, game.counts()));
        heights.push(played.after.max_height() as f64);
    }
    if pictures.is_empty() {
        return String::new();
    }
    let last = pictures.len() as u64;
    let lost = game.state() == State::Lost;
    let later = later_moves(last);
    let strip = |moves: &[u64]| -> String {
        let chosen = moves
            .iter()
            .filter_map(|number| pictures.get(*number as usize - 1));
        chosen
            .map(|picture| picture.html(lost && picture.number() == last))
            .collect()
    };
    let first: Vec<u64> = (1..=last.min(FIRST)).collect();
    let mut drawings = format!("<div class=\"boards\">\n{}</div>\n", strip(&first));
    if !later.is_empty() {
        drawings += &format!("<div class=\"boards\">\n{}</div>\n", strip(&later));
    }
    let counts = game.counts();
    let how = match (game.state(), counts.pieces >= most) {
        (State::Lost, _) => "It was lost",
        (State::OutOfPieces, _) => "The pieces ended",
        (State::Playing, _) => "It was drawn up to here",
    };
    let who = escaped(choice.controller);
    let caption = format!(
        "Game {} of <b>{who}</b> under seed {}: the first moves, then some later ones. {how} after {} and {}. The piece just placed is outlined; rows about to go are struck through.",
        whole(choice.number),
        choice.seed,
        counted(counts.pieces, "piece", "pieces"),
        counted(counts.lines, "line", "lines"),
    );
    let mut body = figure(&drawings, &caption);
    if heights.len() > 30 {
        let rows = player.rules().board.height() as f64;
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
    // No more points than can be told apart: where there are too many moves, the lowest and highest of each stretch, and their mean.
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

    #[test]
    fn searches_are_found_by_what_they_call_themselves() {
        assert_eq!(search_named("greedy"), Some(Search::Greedy));
        let deep = Search::Expectimax { depth: 3 };
        assert_eq!(search_named("expectimax of depth 3"), Some(deep));
        assert_eq!(search_named("guessing"), None);
    }
}

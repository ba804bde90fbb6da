//! Whole screens, compared with files. `TETRARIUM_SNAPSHOTS=write` writes the files anew.

use std::path::PathBuf;

use ratatui::buffer::{Buffer, Cell};
use ratatui::crossterm::event::KeyCode;
use ratatui::style::{Color, Modifier};

use super::{Stage, text};

/// Compares a text with a file.
#[track_caller]
fn compare(name: &str, text: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("TETRARIUM_SNAPSHOTS").is_some_and(|value| value == "write") {
        std::fs::create_dir_all(&folder).unwrap();
        return std::fs::write(&path, text).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let expected = expected.replace("\r\n", "\n");
    assert!(
        text == expected,
        "{name} differs from its file (TETRARIUM_SNAPSHOTS=write writes it anew):\n{text}"
    );
}

/// The letter of a cell's style: I, O, T, … for the colours of the pieces.
fn style_of(cell: &Cell) -> char {
    let piece = [
        (80, 'I'),
        (221, 'O'),
        (134, 'T'),
        (113, 'S'),
        (167, 'Z'),
        (68, 'J'),
        (208, 'L'),
    ];
    match cell.fg {
        Color::Indexed(number) => {
            let found = piece.iter().find(|(colour, _)| *colour == number);
            found.map_or('?', |(_, letter)| *letter)
        }
        Color::Green => '+',
        Color::Red => '-',
        Color::DarkGray => '.',
        Color::Reset if cell.modifier.contains(Modifier::REVERSED) => 'r',
        Color::Reset if cell.modifier.contains(Modifier::BOLD) => 'b',
        Color::Reset if cell.modifier.contains(Modifier::DIM) => 'd',
        Color::Reset => ' ',
        _ => '?',
    }
}

/// The styles of a screen: a letter for each cell.
fn styles(buffer: &Buffer) -> String {
    let row = |y| {
        let cells = (0..buffer.area.width).map(|x| match buffer[(x, y)].symbol() {
            " " => ' ',
            _ => style_of(&buffer[(x, y)]),
        });
        format!("{}\n", cells.collect::<String>().trim_end())
    };
    (0..buffer.area.height).map(row).collect()
}

#[test]
fn eighty_columns_and_24_rows_show_everything() {
    let mut stage = Stage::playing("bcts", &[("visible", "2")]);
    stage.pass(130);
    let buffer = stage.buffer(80, 24, true);
    compare("watch-80x24", &(text(&buffer) + "\n" + &styles(&buffer)));
}

#[test]
fn without_colours_the_screen_has_none() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.pass(130);
    let buffer = stage.buffer(80, 24, false);
    compare("watch-80x24-no-colour", &text(&buffer));
    let cells = buffer.content().iter();
    assert!(cells.clone().all(|cell| cell.fg == Color::Reset));
    assert!(cells.clone().all(|cell| cell.bg == Color::Reset));
}

#[test]
fn a_larger_terminal_shows_more() {
    let mut stage = Stage::playing("dellacherie", &[("visible", "2")]);
    stage.pass(130);
    stage.type_text(" h");
    let buffer = stage.buffer(120, 40, true);
    compare("watch-120x40", &(text(&buffer) + "\n" + &styles(&buffer)));
    assert!(text(&buffer).contains("placements, the best first"));
    let buffer = stage.buffer(120, 40, false);
    compare("watch-120x40-no-colour", &text(&buffer));
}

#[test]
fn many_features_are_folded_where_they_do_not_fit() {
    let mut stage = Stage::playing("tetrarium-3", &[]);
    stage.pass(60);
    let shown = stage.text();
    assert!(shown.contains("14 others"), "{shown}");
    let large = text(&stage.buffer(120, 40, false));
    assert!(
        !large.contains("others") && large.contains("pit-depths"),
        "{large}"
    );
}

#[test]
fn a_search_adds_a_row_of_its_values() {
    let mut stage = Stage::playing("lee", &[("visible", "2")]);
    stage.pass(60);
    let shown = stage.text();
    assert!(shown.contains("with later pieces"), "{shown}");
}

#[test]
fn a_failure_is_shown_in_full() {
    let mut stage = Stage::playing("bcts", &[]);
    stage
        .model
        .fail(format!("It {} ended.", "really ".repeat(30)));
    let shown = stage.text();
    assert!(
        shown.contains("r begins again") && shown.contains("ended."),
        "{shown}"
    );
}

#[test]
fn a_person_plays_with_advice() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.pass(60);
    stage.type_text("p");
    assert!(stage.text().contains("Press a for the machine's advice."));
    stage.type_text("a");
    stage.press(&[KeyCode::Left, KeyCode::Left, KeyCode::Up]);
    compare("watch-play", &stage.text());
}

#[test]
fn overlays_stand_in_the_middle() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.pass(30);
    stage.type_text("?");
    compare("watch-help", &stage.text());
    stage.type_text(" c");
    compare("watch-controllers", &stage.text());
    stage.press(&[KeyCode::Esc]);
    stage.type_text("s42x");
    let shown = stage.text();
    assert!(
        shown.contains("seed: 42_") && shown.contains("Esc keeps 1"),
        "{shown}"
    );
}

#[test]
fn a_small_terminal_gets_a_smaller_board_or_a_sentence() {
    let mut stage = Stage::playing("bcts", &[("board", "16x28")]);
    stage.pass(130);
    compare("watch-60x20", &text(&stage.buffer(60, 20, false)));
    for (columns, rows) in [(59, 20), (60, 19), (30, 5), (7, 3), (1, 1)] {
        let shown = text(&stage.buffer(columns, rows, true));
        if columns >= 30 {
            let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
            let sentence = format!(
                "The view needs 60 columns and 20 rows; this terminal has {columns} and {rows}."
            );
            assert!(words.starts_with(&sentence), "{shown}");
        }
    }
}

#[test]
fn every_size_and_every_board_is_drawn() {
    for (name, settings) in [
        ("bcts", &[("board", "4x4")][..]),
        ("dellacherie", &[("board", "16x28"), ("visible", "2")]),
        ("fit", &[("visible", "2"), ("game", "original")]),
        ("boehm-exponential", &[("visible", "2")]),
    ] {
        let mut stage = Stage::playing(name, settings);
        stage.pass(40);
        for keys in ["", "h", "?", " c", "p", "a"] {
            stage.type_text(keys);
            for columns in [60, 61, 72, 80, 99, 120, 200] {
                for rows in [20, 21, 24, 30, 37, 38, 39, 40, 60] {
                    stage.buffer(columns, rows, true);
                }
            }
            if keys == " c" {
                stage.press(&[KeyCode::Esc]);
            }
        }
    }
}

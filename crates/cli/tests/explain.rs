//! Tests of the binary: `explain`.

mod common;

use common::*;
use serde_json::Value;

const BOARD: &str = "......\n......\n......\n......\n#.....\n###.##\n###.##\n###.##\n";

fn explained(arguments: &[&str], board: &str) -> String {
    let output = run_with_input(&[&["explain"], arguments].concat(), board);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    stdout(&output)
}

#[test]
fn the_best_two_placements_are_drawn_and_compared_feature_by_feature() {
    let text = explained(&["dellacherie", "-", "--piece", "I"], BOARD);
    let drawn = "before            best              second";
    assert!(text.contains("orientation 0 column 3"), "{text}");
    assert!(text.contains("|###I##| <"), "{text}");
    assert!(text.contains("It leads the second by"), "{text}");
    assert!(
        text.lines()
            .any(|line| line.split_whitespace().eq(drawn.split_whitespace()))
    );
    // A row of the table: weight, value and product for both, and the difference.
    let row = text
        .lines()
        .find(|line| line.starts_with("eroded-piece-cells"));
    let cells: Vec<&str> = row.unwrap().split_whitespace().collect();
    assert_eq!(cells[1..4], ["1", "9", "9.00"], "{text}");
    assert_eq!(cells.len(), 7);
}

#[test]
fn everything_fits_eighty_columns() {
    for arguments in [
        &["bcts", "--move", "50"][..],
        &["bdu", "--move", "100", "--full"],
        &["amundsen-lagoudakis", "--move", "40"],
        &["lspi", "--move", "40"],
        &["xtris", "--move", "30"],
        &["boehm-exponential", "--move", "10"],
        &["agent-06-minimax", "--move", "20"],
        &["bcts", "--move", "9", "--board", "16x20"],
    ] {
        let mut command = command(&[&["explain"], arguments].concat());
        let text = stdout(&command.env("COLUMNS", "80").output().unwrap());
        assert!(text.contains("before"), "{arguments:?}: {text}");
        for line in text.lines() {
            assert!(line.chars().count() <= 80, "{arguments:?}: {line}");
        }
    }
}

#[test]
fn the_explained_move_is_the_move_of_the_game() {
    for controller in ["bcts", "lspi", "fit", "agent-06-expectimax", "fahey"] {
        let played = succeed(&["play", controller, "--max-pieces", "12", "--every", "12"]);
        let json = explained(&[controller, "--move", "12", "--json"], "");
        let record: Value = serde_json::from_str(&json).unwrap();
        let best = &record["placements"][0];
        let words = format!(
            "piece 12 {} at orientation {} column {} ",
            record["piece"].as_str().unwrap(),
            best["orientation"],
            best["column"]
        );
        assert!(played.contains(&words), "{controller}: {words}\n{played}");
    }
}

#[test]
fn the_record_holds_every_placement_with_its_terms() {
    let json = explained(&["bcts", "-", "--piece", "T", "--json"], BOARD);
    let record: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&record["schema"], &record["kind"]),
        (&1.into(), &"explanation".into())
    );
    assert_eq!(record["rules"]["board"], "6x8");
    assert!(record["identity"]["fingerprint"].is_string());
    assert!(record["made"]["version"].is_string());
    let placements = record["placements"].as_array().unwrap();
    assert_eq!(placements.len(), 18);
    for one in placements {
        let terms = one["terms"].as_array().unwrap();
        let sum: i64 = terms
            .iter()
            .map(|term| term["score"].as_i64().unwrap())
            .sum();
        assert_eq!(one["score"].as_i64(), Some(sum));
        assert_eq!(
            one["value"]["score"].as_str(),
            Some(sum.to_string().as_str())
        );
        for term in terms {
            let read = |field: &str| term[field].as_f64().unwrap();
            assert_eq!(read("adds"), read("weight") * read("value"));
        }
    }
}

#[test]
fn placements_that_end_the_game_are_marked() {
    let high = "......\n#.....\n##....\n######\n".replace("######", "#####.");
    let text = explained(&["bcts", "-", "--piece", "I", "--full"], &high);
    assert!(text.contains("ends the game: avoided"), "{text}");
    let zero = ["lspi", "-", "--piece", "I", "--full"];
    assert!(explained(&zero, &high).contains("ends the game: worth 0"));
}

#[test]
fn a_search_that_sees_two_pieces_asks_for_the_next() {
    let fahey = ["fahey", "-", "--piece", "T"];
    let sentence = refused(&run_with_input(&[&["explain"], &fahey[..]].concat(), BOARD));
    assert!(sentence.contains("give it with --next"), "{sentence}");
    let text = explained(&[&fahey[..], &["--next", "S"]].concat(), BOARD);
    assert!(text.contains("Looking at 2 pieces"), "{text}");
    let one = ["explain", "bcts", "-", "--piece", "T", "--next", "S"];
    let sentence = refused(&run_with_input(&one, BOARD));
    assert!(sentence.contains("bcts sees one piece"), "{sentence}");
}

#[test]
fn what_cannot_be_explained_is_refused_with_one_sentence() {
    for (arguments, words) in [
        (&["explain", "bcts"][..], "--move"),
        (&["explain", "bcts", "-"], "--piece"),
        (&["explain", "bcts", "-", "--piece", "Q"], "is not a piece"),
        (
            &["explain", "bdu", "-", "--piece", "T"],
            "cannot play on this board",
        ),
        (
            &["explain", "fit", "--board", "6x8", "--move", "1M"],
            "there is no move 1000000: the game has",
        ),
    ] {
        let sentence = refused(&run_with_input(arguments, BOARD));
        assert!(sentence.contains(words), "{arguments:?}: {sentence}");
    }
}

#[test]
fn tables_are_exported() {
    let csv = explained(&["bcts", "--move", "5", "--format", "csv"], "");
    assert!(
        csv.starts_with("feature,weight,best value,best adds,"),
        "{csv}"
    );
    assert!(csv.contains("\nrank,orientation,column,"), "{csv}");
}

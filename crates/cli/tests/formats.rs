//! Tests of the binary: tables for other programs.

mod common;
mod place;

use common::{refused, run, succeed};
use place::Place;

const SMALL: [&str; 4] = ["--board", "6x6", "--games", "20"];

fn printed(words: &[&str], format: &str) -> String {
    succeed(&[words, &["--format", format]].concat())
}

/// The head and the rows of a table in CSV. Cells have no quotes inside quotes.
fn rows(csv: &str) -> Vec<Vec<&str>> {
    let cells = |line| {
        let mut in_quotes = false;
        let parts = str::split(line, move |c| {
            in_quotes ^= c == '"';
            c == ',' && !in_quotes
        });
        parts.map(|cell| cell.trim_matches('"')).collect()
    };
    csv.lines().map(cells).collect()
}

/// The heads and the rows of each table in CSV. Every row has a cell for each head, and every head
/// has a name of its own.
fn tables(csv: &str) -> Vec<Vec<Vec<&str>>> {
    let tables: Vec<_> = csv.split("\n\n").map(rows).collect();
    for table in &tables {
        let heads = &table[0];
        assert!(heads.iter().all(|head| !head.is_empty()), "{csv}");
        for (index, head) in heads.iter().enumerate() {
            assert!(!heads[..index].contains(head), "{head} twice: {csv}");
        }
        for row in table {
            assert_eq!(row.len(), heads.len(), "{csv}");
        }
    }
    tables
}

/// The cell of a row under a head.
fn cell<'a>(table: &[Vec<&'a str>], row: usize, head: &str) -> &'a str {
    let column = table[0].iter().position(|one| *one == head);
    table[row][column.unwrap_or_else(|| panic!("{head}: {:?}", table[0]))]
}

/// The number of a row under a head.
fn number(table: &[Vec<&str>], row: usize, head: &str) -> f64 {
    cell(table, row, head).parse().unwrap()
}

/// The record without what says how it was made.
fn record(line: &str) -> &str {
    line.split_once(",\"made\":").unwrap().0
}

#[test]
fn measurements_are_exported_with_the_numbers_of_the_record() {
    let eval = [&["eval", "bcts"][..], &SMALL].concat();
    let json = printed(&eval, "json");
    let same = succeed(&[&eval[..], &["--json"]].concat());
    assert_eq!(record(&json), record(&same));
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    let csv = printed(&eval, "csv");
    let table = rows(&csv);
    assert_eq!(table.len(), 2, "{csv}");
    let field = |head: &str| {
        let column = table[0].iter().position(|one| *one == head).unwrap();
        table[1][column].parse::<f64>().unwrap()
    };
    assert_eq!(field("mean"), record["mean"].as_f64().unwrap());
    let low = record["interval"]["low"].as_f64().unwrap();
    assert_eq!(field("95 % interval low"), low);
    assert_eq!(field("pieces"), record["tally"]["pieces"].as_f64().unwrap());
    let markdown = printed(&[&["eval", "bcts", "lee"][..], &SMALL].concat(), "markdown");
    assert_eq!(markdown.lines().count(), 4, "{markdown}");
    assert!(markdown.starts_with("| controller | mean | 95 % interval low |"));
    assert!(
        markdown
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("|---|---:|---:|---:|")
    );
    refused(&run(&["eval", "bcts", "--json", "--format", "csv"]));
    refused(&run(&["eval", "bcts", "--format", "xml"]));
}

#[test]
fn every_command_with_a_table_exports_it() {
    let compare = printed(
        &[&["compare", "bcts", "dellacherie"][..], &SMALL].concat(),
        "csv",
    );
    // Means and pairs, two tables.
    assert_eq!(compare.matches("\n\n").count(), 1, "{compare}");
    assert!(
        compare.contains("\nmean of,over that of,ratio,95 % interval low,"),
        "{compare}"
    );
    assert!(!compare.contains("score:"), "{compare}");
    let few = ["--games", "2", "--board", "6x6"];
    let sensitivity = printed(&[&["sensitivity", "lee"][..], &few].concat(), "csv");
    assert!(sensitivity.starts_with("rules,mean,"), "{sensitivity}");
    let climbs = [
        "estimate",
        "bcts",
        "--board",
        "10x8",
        "--climbs",
        "50",
        "--repeats",
        "3",
    ];
    let estimate = printed(&climbs, "csv");
    assert!(
        estimate.starts_with("controller,mean,95 % interval low,"),
        "{estimate}"
    );
    assert_eq!(estimate.lines().count(), 2);
    let features = ["features", "--board", "4x4"];
    let features =
        common::run_with_input(&[&features[..], &["--format", "csv"]].concat(), "#...\n");
    let features = common::stdout(&features);
    assert!(features.contains("\nholes,0\n"), "{features}");
}

#[test]
fn lists_are_exported() {
    let csv = printed(&["list", "controllers"], "csv");
    assert!(csv.contains("\nbcts,greedy,8,35000000,10x20,"), "{csv}");
    for what in [
        "controllers",
        "features",
        "rules",
        "searches",
        "ratings",
        "experiments",
        "optimisers",
    ] {
        let markdown = printed(&["list", what], "markdown");
        assert!(markdown.lines().count() > 4, "{what}: {markdown}");
        assert!(markdown.lines().all(|line| line.starts_with('|')), "{what}");
        for line in printed(&["list", what], "json").lines() {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(row.is_object());
        }
    }
    let folder = std::env::temp_dir().join(format!("tetrarium-export-{}", std::process::id()));
    let out = folder.to_str().unwrap();
    let csv = printed(&["reproduce", "thesis-2.3", "--out", out], "csv");
    assert_eq!(csv.lines().count(), 9, "{csv}");
    let json = printed(&["reproduce", "thesis-2.3", "--out", out], "json");
    assert_eq!(json.matches("\"kind\":\"reproduced\"").count(), 8);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Runs, their measurements and a tournament, with the numbers of their records.
#[test]
fn runs_and_tournaments_are_exported() {
    let place = Place::new("formats");
    let csv = |words: &[&str]| place.succeed(&[words, &["--format", "csv"]].concat());
    let trained = csv(&["train", "small.toml", "--out", "runs/one"]);
    let table = &tables(&trained)[0];
    let records = std::fs::read_to_string(place.0.join("runs/one/measurements.jsonl")).unwrap();
    for (row, line) in (1..).zip(records.lines()) {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(cell(table, row, "controller"), record["controller"]);
        let field = |head: &str| number(table, row, head);
        assert_eq!(field("mean lines"), record["mean"]);
        assert_eq!(field("95 % interval high"), record["interval"]["high"]);
    }
    let over = number(table, 1, "mean lines") / number(table, 2, "mean lines");
    assert!((number(table, 2, "result's mean over it") - over).abs() < 1e-9);
    let runs = csv(&["runs"]);
    let table = &tables(&runs)[0];
    assert_eq!(cell(table, 1, "state"), "finished");
    assert_eq!(number(table, 1, "done"), 1.0);
    assert_eq!(number(table, 1, "generations"), 4.0);
    assert!(number(table, 1, "seconds since it changed") >= 0.0);
    let words = [
        "tournament",
        "small.toml",
        "--seeds",
        "2",
        "--moves",
        "15000",
        "--games",
        "10",
        "--points",
        "2",
        "--out",
        "t",
    ];
    let printed = csv(&words);
    let both = tables(&printed);
    let [table, curve] = &both[..] else {
        panic!("{printed}")
    };
    let rows = place.succeed(&[&words[..], &["--json"]].concat());
    let row: serde_json::Value = serde_json::from_str(&rows).unwrap();
    assert_eq!(number(table, 1, "geometric mean"), row["geometric_mean"]);
    assert_eq!(
        number(table, 1, "95 % interval low"),
        row["interval"]["low"]
    );
    for point in 0..2 {
        let lines = &row["curve"][point]["lines"];
        assert_eq!(number(curve, point + 1, "small median"), lines["median"]);
        let low = number(curve, point + 1, "small quartiles low");
        assert_eq!(low, lines["lower_quartile"]);
    }
}

#[test]
fn exact_values_and_rates_are_exported() {
    let solved = printed(&["solve", "bcts", "--board", "4x4"], "csv");
    let table = &tables(&solved)[0];
    let mean = number(table, 1, "mean lines");
    assert!((mean - 7.066942).abs() < 1e-6, "{solved}");
    assert!(number(table, 2, "mean lines") < mean, "{solved}");
    let bench = ["bench", "--kernel", "portable", "--moves", "50", "--millis"];
    let timed = printed(&[&bench[..], &["1"]].concat(), "csv");
    let [rates, climbs, features, signature] = &tables(&timed)[..] else {
        panic!("{timed}")
    };
    let over = number(climbs, 1, "climbs") / number(climbs, 1, "games");
    assert!((number(climbs, 1, "climbs over games") - over).abs() < 1e-9 * over);
    let over = number(rates, 1, "portable") / number(rates, 1, "reference");
    assert!((number(rates, 1, "portable over reference") - over).abs() < 1e-9 * over);
    assert!(features.len() > 40 && number(features, 1, "portable") > 0.0);
    let untimed = succeed(&[&bench[..], &["0"]].concat());
    let words = format!("signature {}", cell(signature, 1, "signature"));
    assert!(untimed.starts_with(&words), "{untimed} {timed}");
    let alone = printed(&[&bench[..], &["0"]].concat(), "csv");
    assert_eq!(tables(&alone), vec![signature.clone()]);
}

/// What must be said with a mean stands in its row. A bound that does not exist is left out.
#[test]
fn caveats_are_exported() {
    let cut = ["--board", "10x6", "--games", "9", "--max-pieces", "60"];
    for words in [&["eval", "bcts"][..], &["sensitivity", "bcts"]] {
        let csv = printed(&[words, &cut].concat(), "csv");
        let table = &tables(&csv)[0];
        assert!(cell(table, 1, "caveats").contains("cut early"), "{csv}");
    }
    let few = [
        "eval",
        "bcts",
        "--board",
        "10x10",
        "--games",
        "2",
        "--max-pieces",
        "300",
    ];
    let csv = printed(&few, "csv");
    let table = &tables(&csv)[0];
    assert_eq!(cell(table, 1, "caveats"), "no game lost, cut early");
    assert!(number(table, 1, "95 % interval low") > 0.0);
    assert_eq!(cell(table, 1, "95 % interval high"), "");
}

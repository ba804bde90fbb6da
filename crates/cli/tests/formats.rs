//! Tests of the binary: tables for other programs.

mod common;

use common::{refused, run, succeed};

const SMALL: [&str; 4] = ["--board", "6x6", "--games", "20"];

fn printed(words: &[&str], format: &str) -> String {
    succeed(&[words, &["--format", format]].concat())
}

/// The head and the rows of a table in CSV without quotes.
fn rows(csv: &str) -> Vec<Vec<&str>> {
    csv.lines().map(|line| line.split(',').collect()).collect()
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

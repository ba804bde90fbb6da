//! Caveats stand in the record, on the terminal and on the page, and a mean with one is never
//! called the best: the real binary.

mod common;

use std::path::PathBuf;

use common::succeed;
use serde_json::Value;

/// A folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tetrarium-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    }

    /// The text of the page of some records.
    fn page(&self, records: &str) -> String {
        let records = self.file("records.jsonl", records);
        let page = self.0.join("page.html");
        succeed(&["report", &records, "--out", page.to_str().unwrap()]);
        std::fs::read_to_string(page).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn eval(arguments: &[&str]) -> String {
    succeed(&[&["eval", "--board", "10x10", "--json"], arguments].concat())
}

fn json(line: &str) -> Value {
    serde_json::from_str(line.lines().next().unwrap()).unwrap()
}

fn kinds(record: &Value) -> Vec<&str> {
    let caveats = record["caveats"].as_array().unwrap();
    let kinds = caveats
        .iter()
        .map(|caveat| caveat["kind"].as_str().unwrap());
    kinds.collect()
}

/// The sentences at the top of a page.
fn lead(page: &str) -> &str {
    let (_, rest) = page.split_once("<p class=\"lead\">").unwrap();
    rest.split_once("</p>").unwrap().0
}

/// 60 pieces on a board on which games of 100 pieces can be safe: once, such a page said that dt-10
/// makes 21,788 lines and is the best. Its mean is 4,965.
#[test]
fn games_cut_after_60_pieces_say_nothing_and_are_not_the_best() {
    let folder = Folder::new("caveats-60");
    let cut = [
        "dt-10",
        "bcts",
        "-n",
        "100",
        "--max-pieces",
        "60",
        "--scores",
    ];
    let lines = eval(&cut);
    for line in lines.lines() {
        let record = json(line);
        assert_eq!(kinds(&record), ["cut-too-early"], "{record}");
        assert!(record["mean"].is_null() && record["summary"].is_null());
        assert_eq!(record["interval"]["low"], 0.0);
    }
    let page = folder.page(&lines);
    assert!(!page.contains("is the best"), "{}", lead(&page));
    assert!(lead(&page).contains("None of them can be called the best"));
    assert!(page.contains("nothing can be said of the mean"));
    let text = succeed(&[
        "eval",
        "dt-10",
        "-n",
        "5",
        "--board",
        "10x10",
        "--max-pieces",
        "60",
    ]);
    assert!(
        text.contains("cut too early") && !text.contains("median"),
        "{text}"
    );

    // A whole measurement beside them is the only one without a caveat.
    let whole = eval(&["amundsen-kakade", "-n", "20"]);
    let page = folder.page(&(lines.clone() + &whole));
    assert!(lead(&page).contains("one has no caveat: <strong>amundsen-kakade</strong>"));
    assert!(page.contains("cut after 60 pieces") && page.contains("whole games"));
    assert!(!page.contains("is the best"));

    // As the record stood in files before there were caveats: they are computed.
    let mut old = json(&lines);
    let fields = old.as_object_mut().unwrap();
    fields.remove("caveats").unwrap();
    fields["mean"] = 21_788.0.into();
    fields["method"] = "geometric".into();
    let page = folder.page(&format!("{old}\n{whole}"));
    assert!(!page.contains("21,788") && !page.contains("dt-10</strong> is the best"));
}

#[test]
fn a_controller_that_was_never_lost_is_not_the_best() {
    let folder = Folder::new("caveats-never");
    let alive = eval(&["bcts", "-n", "3", "--max-pieces", "300"]);
    assert_eq!(kinds(&json(&alive)), ["no-game-lost", "cut-early"]);
    let two = eval(&["amundsen-kakade", "dellacherie", "-n", "30"]);
    let page = folder.page(&(alive + &two));
    assert!(
        lead(&page)
            .contains("2 have no caveat, and of these <strong>dellacherie</strong> is the best"),
        "{}",
        lead(&page)
    );
    assert!(lead(&page).contains("not ranked: <strong>bcts</strong>"));
}

#[test]
fn compare_calls_no_mean_with_a_caveat_better() {
    let games = ["--board", "10x6", "-n", "60", "--max-pieces", "60"];
    let cut = [&["compare", "bcts", "amundsen-kakade"], &games[..]].concat();
    let text = succeed(&cut);
    assert!(text.contains("neither can be called better"), "{text}");
    assert!(
        !text.contains("times the lines of") && !text.contains("99.99"),
        "{text}"
    );
    let lines = succeed(&[&cut[..], &["--json"]].concat());
    let record = json(lines.lines().last().unwrap());
    assert_eq!(kinds(&record["rows"][0]), ["cut-early"]);
    assert!(record["rows"][0]["caveats"][0]["bias"].as_f64().unwrap() > 0.01);
}

#[test]
fn merged_records_get_their_caveats_anew() {
    let folder = Folder::new("caveats-merge");
    let part = |first| eval(&["bcts", "-n", "2", "--max-pieces", "300", "--first", first]);
    let records = folder.file("parts.jsonl", &(part("0") + &part("2")));
    let merged = json(&succeed(&["merge", &records, "--json"]));
    assert_eq!(merged["games"]["cut"], 4);
    assert_eq!(kinds(&merged), ["no-game-lost", "cut-early"]);
    let whole = json(&eval(&["bcts", "-n", "4", "--max-pieces", "300"]));
    assert_eq!(merged["caveats"], whole["caveats"]);
}

#[test]
fn an_unsteady_estimate_says_so_in_its_record_and_on_the_page() {
    let folder = Folder::new("caveats-unsteady");
    let climbs = ["--climbs", "20", "--repeats", "4", "--json"];
    let line = succeed(&[&["estimate", "bcts", "--board", "8x10"], &climbs[..]].concat());
    let record = json(&line);
    assert_eq!(kinds(&record), ["unsteady"], "{record}");
    assert!(record["caveats"][0]["spread"].as_f64().unwrap() > 0.5);
    let page = folder.page(&line);
    assert!(lead(&page).contains("; unsteady)"), "{}", lead(&page));
    assert!(page.contains("the repeats differ too much"));
}

#[cfg(unix)]
#[test]
fn an_interrupted_measurement_says_so_in_its_record_and_on_the_page() {
    let folder = Folder::new("caveats-interrupted");
    let games = ["eval", "lee", "--games", "10M", "--threads", "1", "--json"];
    let output = common::interrupted(common::command(&games));
    assert_eq!(output.status.code(), Some(130));
    let line = common::stdout(&output);
    let record = json(&line);
    assert_eq!(kinds(&record)[0], "interrupted", "{record}");
    assert!(folder.page(&line).contains("interrupted"));
}

/// The mean of amundsen-llima on 16x5 is 8.75 lines; of games cut after 40 pieces it is 6.8.
#[test]
fn games_cut_on_a_wide_low_board_can_have_too_small_a_mean() {
    let games = [
        "eval",
        "amundsen-llima",
        "--board",
        "16x5",
        "-n",
        "2000",
        "--json",
    ];
    let whole = json(&succeed(&games));
    assert!(!kinds(&whole).contains(&"cut-on-low-board"), "{whole}");
    let line = succeed(&[&games[..], &["--max-pieces", "40"]].concat());
    let record = json(&line);
    assert!(kinds(&record).contains(&"cut-on-low-board"), "{record}");
    assert!(record["mean"].as_f64() < whole["interval"]["low"].as_f64());
    let folder = Folder::new("caveats-low-board");
    assert!(folder.page(&line).contains("the mean can be too small"));
}

/// Every row of `sensitivity` has the sentences of its own caveats.
#[test]
fn sensitivity_says_what_must_be_said_of_each_of_its_means() {
    let games = ["--board", "10x6", "-n", "40", "--max-pieces", "60"];
    let cut = [&["sensitivity", "bcts"], &games[..]].concat();
    let text = succeed(&cut);
    assert!(text.contains("cut early: as given: "), "{text}");
    assert!(text.contains("cut early: board 10x5: "), "{text}");
    let records = succeed(&[&cut[..], &["--json"]].concat());
    let caveated = records
        .lines()
        .filter(|line| !kinds(&json(line)).is_empty());
    let said = text.matches("cut early: ").count() + text.matches("cut too early: ").count();
    assert_eq!(said, caveated.count(), "{text}");
    let climbs = [
        "sensitivity",
        "bcts",
        "--board",
        "8x10",
        "--climbs",
        "20",
        "--repeats",
        "3",
    ];
    let text = succeed(&climbs);
    assert!(text.contains("unsteady: "), "{text}");
    assert!(!succeed(&["sensitivity", "bcts", "--board", "6x6", "-n", "5"]).contains("cut early"));
}

/// A controller too large for a record is named by its hash and its file.
#[test]
fn a_large_controller_is_recorded_with_the_name_of_its_file() {
    let folder = Folder::new("caveats-large");
    let text = format!(
        "schema = 1\nname = \"large\"\nnote = \"{}\"\n[rating]\nkind = \"linear\"\n\
         [rating.weights]\nholes = -4\nsum-height = -1\n",
        "x".repeat(70_000)
    );
    let path = folder.file("large.toml", &text);
    let record = json(&eval(&[&path, "-n", "1"]));
    let agent = &record["identity"]["agent"];
    assert_eq!(agent["kind"], "large-controller");
    assert_eq!(agent["file_name"], "large.toml");
    assert_eq!(agent["sha256"].as_str().unwrap().len(), 64);
}

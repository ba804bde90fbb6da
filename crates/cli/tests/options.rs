//! Tests of the binary: the command line itself (counts, names of options, help, completions,
//! manual pages, version), `new`, and what `report` writes.

mod common;

use std::path::{Path, PathBuf};
use std::process::Output;

use common::{command, refused, run, succeed};

/// An empty folder that is removed after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tetrarium-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn path(&self) -> &Path {
        &self.0
    }

    fn run(&self, arguments: &[&str]) -> Output {
        command(arguments).current_dir(&self.0).output().unwrap()
    }

    fn succeed(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        common::stdout(&output)
    }

    fn text(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The record of a command without what says how it was made.
fn record(arguments: &[&str]) -> String {
    let line = succeed(arguments);
    line.split_once(",\"made\":").unwrap().0.to_string()
}

#[test]
fn counts_may_end_in_k_m_or_g() {
    let eval = |games: &str, pieces: &str, first: &str| {
        let board = ["eval", "bcts", "--board", "6x6", "--json"];
        let counts = ["--games", games, "--max-pieces", pieces, "--first", first];
        record(&[&board[..], &counts].concat())
    };
    let plain = eval("10", "1000", "2000");
    assert_eq!(eval("0.01k", "1k", "0.002M"), plain);
    for wrong in [
        &["eval", "bcts", "--games", "5x"][..],
        &["eval", "bcts", "--games", "1.5"],
        &["eval", "bcts", "--games", "0"],
        &["estimate", "bcts", "--climbs", "k"],
        &["play", "bcts", "--every", "0"],
        &["tournament", "quick", "--seeds", "11k"],
        &["eval", "bcts", "--threads", "5k"],
    ] {
        refused(&run(wrong));
    }
}

#[test]
fn an_option_has_one_name_and_old_names_are_still_read() {
    let game = |name: &str| succeed(&["play", "bcts", "--max-pieces", "3", name, "5"]);
    assert_eq!(game("--first"), game("--number"));
    let help = succeed(&["play", "--help"]);
    assert!(!help.contains("--number"), "{help}");
    let folder = Folder::new("names");
    let results = succeed(&["eval", "bcts", "--board", "6x6", "--games", "5", "--json"]);
    std::fs::write(folder.path().join("results.jsonl"), results).unwrap();
    for name in ["--out", "--output", "-o"] {
        folder.succeed(&["report", "results.jsonl", name, "page.html"]);
        assert!(folder.text("page.html").contains("</html>"));
        std::fs::remove_file(folder.path().join("page.html")).unwrap();
    }
    for command in [
        "report",
        "import",
        "train",
        "tournament",
        "reproduce",
        "man",
    ] {
        let help = succeed(&[command, "--help"]);
        assert!(help.contains("-o, --out <"), "{command}");
    }
}

/// The examples in the help of a command, as words.
fn examples(command: &str) -> Vec<Vec<String>> {
    let help = succeed(&[command, "--help"]);
    let (_, examples) = help.split_once("Examples:\n").unwrap();
    let lines = examples
        .lines()
        .filter_map(|line| line.strip_prefix("  tetrarium "));
    lines
        .map(|line| line.split(' ').map(str::to_string).collect())
        .collect()
}

#[test]
fn the_examples_of_the_help_work() {
    let folder = Folder::new("examples");
    let results = succeed(&["eval", "bcts", "--board", "6x6", "--games", "5", "--json"]);
    let others = ["eval", "bcts", "--board", "6x6", "--games", "5", "--json"];
    let others = succeed(&[&others[..], &["--first", "5"]].concat());
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("results.jsonl", &results);
    write("monday.jsonl", &results);
    write("tuesday.jsonl", &others);
    write(
        "board.txt",
        "..........\n..........\n..........\n#.########\n",
    );
    // The other examples are parsed by a test of their own: they play for minutes.
    for command in ["list", "show", "features", "merge", "new"] {
        let examples = examples(command);
        assert!(!examples.is_empty());
        for words in examples {
            let _ = std::fs::remove_file(folder.path().join("training.toml"));
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            folder.succeed(&words);
        }
    }
    let words: Vec<String> = examples("report").swap_remove(0);
    folder.succeed(&words.iter().map(String::as_str).collect::<Vec<_>>());
}

#[test]
fn a_new_controller_and_a_new_experiment_work_as_they_are_written() {
    let folder = Folder::new("new");
    let said = folder.succeed(&["new", "controller", "mine.toml"]);
    assert!(said.contains("`tetrarium eval mine.toml`"), "{said}");
    let text = folder.text("mine.toml");
    assert!(text.contains("name = \"mine\"") && text.contains("# A weight below 0"));
    let measured = folder.succeed(&["eval", "mine.toml", "--board", "10x10", "--games", "5"]);
    assert!(measured.contains("mine"), "{measured}");
    let again = refused(&folder.run(&["new", "controller", "mine.toml"]));
    assert!(again.contains("is there already"), "{again}");
    assert_eq!(folder.text("mine.toml"), text);
    refused(&folder.run(&["new", "controller", "mine"]));
    refused(&folder.run(&["new", "controller", "no/folder.toml"]));

    folder.succeed(&["new", "experiment"]);
    let trained = folder.succeed(&["train", "experiment.toml", "--out", "run"]);
    assert!(trained.contains("run/controller.toml"), "{trained}");
    folder.succeed(&[
        "eval",
        "run/controller.toml",
        "--board",
        "6x6",
        "--games",
        "5",
    ]);

    folder.succeed(&["new", "controller", "copy.toml", "--from", "bcts"]);
    let copy = folder.text("copy.toml");
    assert!(copy.contains("name = \"copy\"") && copy.contains("landing-height = -12.62900"));
    folder.succeed(&["new", "experiment", "copied.toml", "--from", "quick"]);
    assert!(folder.text("copied.toml").contains("name = \"copied\""));
    let unknown = ["new", "experiment", "other.toml", "--from", "quik"];
    assert!(refused(&folder.run(&unknown)).contains("did you mean `quick`?"));
    assert!(!folder.path().join("other.toml").exists());
}

#[test]
fn a_controller_whose_scores_are_beside_it_is_copied_measured_and_checked() {
    let folder = Folder::new("scores");
    folder.succeed(&["new", "controller", "copy.toml", "--from", "tetrarium-4"]);
    assert!(folder.text("copy.toml").contains("file = \"copy.scores\""));
    let scores = folder.path().join("copy.scores");
    let bytes = std::fs::read(&scores).unwrap();
    let again = folder.run(&["new", "controller", "copy.toml", "--from", "tetrarium-4"]);
    assert!(refused(&again).contains("is there already"));

    let record = |controller: &str| {
        let words = [
            "eval", controller, "--board", "10x6", "--games", "20", "--json",
        ];
        let line = folder.succeed(&words);
        let record: serde_json::Value = serde_json::from_str(&line).unwrap();
        [&record["identity"]["fingerprint"], &record["tally"]].map(Clone::clone)
    };
    assert_eq!(record("copy.toml"), record("tetrarium-4"));
    let shown = folder.succeed(&["show", "./copy.toml"]);
    assert!(
        shown.contains("cover[0], a table from 0: 501 scores of -"),
        "{shown}"
    );

    let error = || refused(&folder.run(&["eval", "copy.toml", "--games", "1"]));
    let mut damaged = bytes.clone();
    damaged[1000] ^= 1;
    std::fs::write(&scores, damaged).unwrap();
    assert!(error().contains("copy.toml: line 21: scores: copy.scores is damaged or another file"));
    std::fs::write(&scores, &bytes[..1000]).unwrap();
    assert!(error().contains("copy.scores has 1000 bytes, which are no whole number"));
    std::fs::remove_file(&scores).unwrap();
    assert!(error().contains("the file copy.scores is missing: it belongs beside this one"));
    std::fs::create_dir(&scores).unwrap();
    assert!(error().contains("copy.scores beside this one cannot be read"));
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = succeed(&["completions", shell]);
        assert!(
            script.contains("max-pieces") && script.contains("tournament"),
            "{shell}"
        );
    }
    let folder = Folder::new("man");
    let said = folder.succeed(&["man", "--out", "pages"]);
    assert!(said.contains("tetrarium.1"), "{said}");
    let page = folder.text("pages/tetrarium-eval.1");
    assert!(
        page.contains("Examples") && page.contains("10x10"),
        "{page}"
    );
    assert!(
        folder
            .text("pages/tetrarium.1")
            .contains("tetrarium\\-eval(1)")
    );
    assert!(folder.path().join("pages/tetrarium-new.1").exists());
}

#[test]
fn the_version_has_the_commit_and_the_features() {
    let version = succeed(&["--version"]);
    let first = format!("tetrarium {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(version.lines().next(), Some(first.as_str()));
    for field in ["commit    ", "features  ", "kernels   reference, portable"] {
        assert!(version.contains(field), "{version}");
    }
    let short = succeed(&["-V"]);
    assert!(
        short.starts_with(&first) && short.lines().count() == 1,
        "{short}"
    );
}

#[test]
fn report_says_what_it_wrote_and_writes_figures_as_files() {
    let folder = Folder::new("figures");
    let games = [
        "eval", "bcts", "lee", "--board", "6x6", "--games", "30", "--scores", "--json",
    ];
    let results = succeed(&games);
    std::fs::write(folder.path().join("results.jsonl"), results).unwrap();
    let output = folder.run(&["report", "results.jsonl", "--figures", "figures"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("report.html: results, "), "{said}");
    let files: Vec<_> = std::fs::read_dir(folder.path().join("figures"))
        .unwrap()
        .collect();
    assert!(
        said.contains(&format!("figures: {} figures\n", files.len())),
        "{said}"
    );
    let svg = folder.text("figures/games-1.svg");
    assert!(
        svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
        "{svg}"
    );
    assert!(svg.contains("<style>") && !svg.contains("var(--"), "{svg}");
    let page = folder.succeed(&["report", "results.jsonl", "--out", "-"]);
    assert_eq!(page, folder.text("report.html"));
    assert!(!folder.path().join("-").exists());
}

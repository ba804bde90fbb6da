//! Records know what they are: the real binary with two controllers of one name.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrarium"));
    let command = command.args(arguments).current_dir(folder);
    command.stdin(Stdio::null()).output().unwrap()
}

fn succeed(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// A folder with two controllers that are both called `mine`; it is gone after the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tetrarium-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        for (file, weight) in [("one.toml", "-4"), ("two.toml", "-8")] {
            let text = format!(
                "schema = 1\nname = \"mine\"\n[rating]\nkind = \"linear\"\n[rating.weights]\n\
                 holes = {weight}\nsum-height = -1\n"
            );
            std::fs::write(path.join(file), text).unwrap();
        }
        Folder(path)
    }

    fn eval(&self, controller: &str, first: &str) -> String {
        let games = ["--board", "6x8", "--games", "5", "--json", "--first", first];
        succeed(&self.0, &[&["eval", controller], &games[..]].concat())
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn two_controllers_of_one_name_are_not_merged() {
    let folder = Folder::new("merge");
    folder.write("a.json", &folder.eval("./one.toml", "0"));
    folder.write("b.json", &folder.eval("./two.toml", "5"));
    folder.write("c.json", &folder.eval("./one.toml", "5"));
    let error = refused(&folder.0, &["merge", "a.json", "b.json"]);
    assert!(error.contains("differ in fingerprint"), "{error}");
    let merged = succeed(&folder.0, &["merge", "a.json", "c.json", "--json"]);
    let merged: serde_json::Value = serde_json::from_str(&merged).unwrap();
    assert_eq!(merged["games"]["asked"], 10);
    assert_eq!(merged["order"]["games"], 10);
}

#[test]
fn a_name_that_two_controllers_share_is_shown_with_the_fingerprint() {
    let folder = Folder::new("labels");
    let games = ["./one.toml", "./two.toml", "--board", "6x8", "--games", "5"];
    let table = succeed(&folder.0, &[&["eval"], &games[..]].concat());
    assert_eq!(table.matches("mine #").count(), 2, "{table}");
    let table = succeed(&folder.0, &[&["compare"], &games[..]].concat());
    assert!(table.matches("mine #").count() >= 4, "{table}");
    let page = folder.0.join("page.html");
    folder.write(
        "both.json",
        &(folder.eval("./one.toml", "0") + &folder.eval("./two.toml", "0")),
    );
    succeed(&folder.0, &["report", "both.json", "-o", "page.html"]);
    let page = std::fs::read_to_string(page).unwrap();
    let record: serde_json::Value = serde_json::from_str(&folder.eval("./one.toml", "0")).unwrap();
    let print = record["identity"]["fingerprint"].as_str().unwrap();
    assert!(page.contains(&format!("#{}", &print[..8])));
}

/// Records of schema 1 have no identity.
fn of_schema_1(record: &str) -> String {
    let mut record: serde_json::Value = serde_json::from_str(record).unwrap();
    let fields = record.as_object_mut().unwrap();
    for new in ["identity", "order", "made"] {
        fields.remove(new).unwrap();
    }
    fields.insert("schema".to_string(), 1.into());
    format!("{record}\n")
}

#[test]
fn records_of_schema_1_are_read_and_never_merged() {
    let folder = Folder::new("old");
    folder.write("old.json", &of_schema_1(&folder.eval("bcts", "0")));
    folder.write("older.json", &of_schema_1(&folder.eval("bcts", "5")));
    let alone = succeed(&folder.0, &["merge", "old.json"]);
    assert!(alone.contains("identity unknown"), "{alone}");
    let error = refused(&folder.0, &["merge", "old.json", "older.json"]);
    assert!(error.contains("measurement 1 is of schema 1"), "{error}");
    succeed(&folder.0, &["report", "old.json", "-o", "page.html"]);
    let page = std::fs::read_to_string(folder.0.join("page.html")).unwrap();
    assert!(
        !page.contains("id=\"example\""),
        "the catalogue's bcts is not drawn"
    );
}

#[test]
fn a_record_says_how_it_was_made_and_what_makes_it_again() {
    let folder = Folder::new("made");
    let record: serde_json::Value = serde_json::from_str(&folder.eval("bcts", "7")).unwrap();
    assert_eq!(record["schema"], 2);
    assert_eq!(record["order"]["amount"], "games");
    assert_eq!(record["order"]["first"], 7);
    assert_eq!(record["made"]["version"], env!("CARGO_PKG_VERSION"));
    let file = record["identity"]["agent"]["file"].as_str().unwrap();
    folder.write("again.toml", file);
    let again: serde_json::Value = serde_json::from_str(&folder.eval("./again.toml", "7")).unwrap();
    for field in ["identity", "order", "tally", "mean", "interval"] {
        assert_eq!(again[field], record[field], "{field}");
    }
}

/// The drawn game of a page.
fn drawn_game(page: &str) -> &str {
    let (_, rest) = page.split_once("id=\"example\"").unwrap();
    let end = rest.find("<section").unwrap_or(rest.len());
    let start = rest.find("<svg").unwrap();
    &rest[start..rest[..end].rfind("</svg>").unwrap()]
}

#[test]
fn a_page_draws_the_game_of_the_controller_that_played_whatever_its_name() {
    let folder = Folder::new("namesake");
    let own = std::fs::read_to_string(folder.0.join("one.toml")).unwrap();
    folder.write("namesake.toml", &own.replace("\"mine\"", "\"bcts\""));
    let page = |controller: &str| {
        folder.write("results.json", &folder.eval(controller, "0"));
        succeed(&folder.0, &["report", "results.json", "-o", "page.html"]);
        std::fs::read_to_string(folder.0.join("page.html")).unwrap()
    };
    let namesake = page("./namesake.toml");
    assert_eq!(drawn_game(&namesake), drawn_game(&page("./one.toml")));
    assert_ne!(drawn_game(&namesake), drawn_game(&page("bcts")));
}

#[test]
fn the_rules_below_a_table_are_those_of_most_of_its_rows() {
    let folder = Folder::new("mixed");
    let own = std::fs::read_to_string(folder.0.join("one.toml")).unwrap();
    let other = own.replace("\"mine\"", "\"other\"") + "[rules]\npieces = \"bag\"\n";
    folder.write("other.toml", &other);
    let games = ["bcts", "dellacherie", "--board", "6x8", "--games", "5"];
    let table = succeed(&folder.0, &[&["eval", "./other.toml"], &games[..]].concat());
    assert!(table.contains(" · pieces uniform · "), "{table}");
    assert!(table.ends_with("but other: pieces bag\n"), "{table}");
    assert_eq!(table.matches("but ").count(), 1, "{table}");
}

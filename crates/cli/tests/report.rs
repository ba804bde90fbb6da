//! Tests of the binary: `report`.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tetrarium"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// The one sentence of a command that must refuse its input.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    assert!(output.stdout.is_empty());
    stderr
}

/// A folder that is removed after the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("tetrarium-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }

    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.0.join(name), text).unwrap();
        self.path(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn measured(arguments: &[&str]) -> String {
    let mut all = vec!["eval", "--json", "--board", "6x8", "-n", "20"];
    all.extend(arguments);
    let output = run(&all);
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn report_writes_the_same_page_of_two_controllers_every_time() {
    let scratch = Scratch::new("report-page");
    let records = scratch.file("two.jsonl", &measured(&["dellacherie", "lee", "--scores"]));
    let page = scratch.path("report.html");
    let output = run(&["report", &records, "-o", &page]);
    assert!(output.status.success() && output.stdout.is_empty());
    let first = fs::read_to_string(&page).unwrap();
    assert!(first.starts_with("<!doctype html>") && first.ends_with("</html>\n"));
    for part in [
        "dellacherie",
        "lee",
        "id=\"games\"",
        "id=\"heights\"",
        "id=\"example\"",
    ] {
        assert!(first.contains(part), "{part}");
    }
    // A second time, over the old page: the same bytes, and no other file.
    assert!(run(&["report", &records, "-o", &page]).status.success());
    assert_eq!(fs::read_to_string(&page).unwrap(), first);
    assert_eq!(scratch.names(), ["report.html", "two.jsonl"]);
    let titled = run(&["report", &records, "-o", &page, "--title", "<Mine>"]);
    assert!(titled.status.success());
    assert!(
        fs::read_to_string(&page)
            .unwrap()
            .contains("<h1>&lt;Mine&gt;</h1>")
    );
}

#[test]
fn the_error_names_the_file_and_the_broken_line() {
    let scratch = Scratch::new("report-broken");
    let good = measured(&["dellacherie"]);
    let page = scratch.path("report.html");
    let said = |name: &str, text: &str| {
        let file = scratch.file(name, text);
        let said = refused(&["report", &file, "-o", &page]);
        assert!(said.contains(&file), "{said}");
        said
    };
    assert!(
        said("half.jsonl", &format!("{good}{{\"kind\":"))
            .contains("line 2: this is no line of JSON")
    );
    assert!(
        said("kind.jsonl", &format!("{good}\n{{\"kind\":\"weather\"}}\n"))
            .contains("line 3: `weather` is no kind")
    );
    assert!(
        said("newer.jsonl", &good.replace("\"schema\":2", "\"schema\":9")).contains("schema 9")
    );
    assert!(said("field.jsonl", &good.replace("\"seed\"", "\"sede\"")).contains("sede"));
    assert!(said("controller.toml", "schema = 1\n").contains("controller.toml"));
    let empty = scratch.file("empty.jsonl", "\n");
    assert!(refused(&["report", &empty, "-o", &page]).contains("no record"));
    assert!(refused(&["report", &scratch.path("nowhere.jsonl")]).contains("there is no such file"));
    assert!(!fs::exists(&page).unwrap());
}

#[test]
fn outputs_that_are_folders_or_inputs_are_refused() {
    let scratch = Scratch::new("report-places");
    let good = scratch.file("good.jsonl", &measured(&["dellacherie"]));
    let folder = scratch.path("");
    assert!(refused(&["report", &good, "-o", &folder]).contains("is a folder"));
    assert!(refused(&["report", &good, "-o", &good]).contains("would be overwritten"));
    let nowhere = scratch.path("nowhere/report.html");
    assert!(refused(&["report", &good, "-o", &nowhere]).contains("there is no folder"));
    assert!(refused(&["report", &folder, "-o", &scratch.path("x.html")]).contains("is no run"));
    assert_eq!(scratch.names(), ["good.jsonl"]);
}

#[test]
fn report_shows_a_run_folder_and_its_controller() {
    let scratch = Scratch::new("report-run");
    let mine = "schema = 1\nname = \"mine\"\n[rating]\nkind = \"linear\"\n[rating.weights]\nholes = -4\nlanding-height = -1\n";
    let controller = scratch.file("controller.toml", mine);
    scratch.file("experiment.toml", "name = \"<tiny>\"\n");
    scratch.file("measurements.jsonl", &measured(&[&controller]));
    let spread = "{\"worst\":0.0,\"lower_quartile\":1.0,\"median\":2.0,\"upper_quartile\":3.0,\"best\":9.0,\"mean\":2.5}";
    let rest = "\"mean_candidate\":null,\"best\":null,\"result\":null,\"distribution\":{\"mean\":[],\"sd\":[],\"enabled\":[],\"scalars\":{}}";
    let line = |number: u32| {
        format!(
            "{{\"generation\":{number},\"stage\":0,\"board\":\"6x8\",\"candidates\":4,\"games\":4,\"moves\":9,\"total_moves\":9,\"fitness\":{spread},{rest}}}\n"
        )
    };
    scratch.file("generations.jsonl", &(line(0) + &line(1)));
    let page = scratch.path("report.html");
    let output = run(&["report", &scratch.path(""), "-o", &page]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let text = fs::read_to_string(&page).unwrap();
    for part in [
        "id=\"training\"",
        "&lt;tiny&gt;",
        "of <b>mine</b> under seed 1",
    ] {
        assert!(text.contains(part), "{part}");
    }
}

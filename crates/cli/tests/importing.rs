//! Tests of the binary: `import`.

mod common;

use common::*;

/// A path for temporary files that no other test uses; the file is removed at the end.
struct Target(std::path::PathBuf);

impl Target {
    fn new(name: &str) -> Target {
        let name = format!("tetrarium-{}-{name}", std::process::id());
        Target(std::env::temp_dir().join(name))
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Target {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn a_file_that_is_there_is_replaced_only_by_force() {
    let strategy = Scratch::new("replaced.dat", "0 -1 1 5 -4\n");
    let out = Target::new("replaced.toml");
    std::fs::write(&out.0, "mine").unwrap();
    let arguments = ["import", strategy.path(), "-o", out.path()];
    let sentence = refused(&run(&arguments));
    assert!(
        sentence.contains("is there already") && sentence.contains("--force"),
        "{sentence}"
    );
    assert_eq!(std::fs::read_to_string(&out.0).unwrap(), "mine");
    succeed(&[&arguments[..], &["--force"]].concat());
    assert!(succeed(&["show", out.path()]).contains("holes"));
}

#[test]
fn a_dash_is_standard_output() {
    let strategy = Scratch::new("dash.dat", "0 -1 1 5 -4\n");
    let plain = succeed(&["import", strategy.path()]);
    assert!(plain.starts_with("schema = 1\n"));
    for flag in ["--out", "-o", "--output"] {
        assert_eq!(succeed(&["import", strategy.path(), flag, "-"]), plain);
    }
    assert!(!std::path::Path::new("-").exists());
}

#[test]
fn what_is_written_can_be_read() {
    let out = Target::new("large.toml");
    let strategy = Scratch::new("large.dat", "0 -1 2 5 -9223372036854775808 6 1e22\n");
    succeed(&["import", strategy.path(), "--out", out.path()]);
    succeed(&["eval", out.path(), "--board", "6x8", "--games", "2"]);
    for (text, name, words) in [
        ("0 -1 2 13 1e308 13 1e308", "x", "is not a finite number"),
        ("0 -1 1 5 -4", "a b", "a name has letters, digits"),
        ("0 -1 1 5 -4", "", "a name has letters, digits"),
    ] {
        let sentence = refused(&run_with_input(&["import", "-", "--name", name], text));
        assert!(sentence.contains(words), "{sentence}");
        assert!(sentence.contains("standard input"), "{sentence}");
    }
}

/// The weights with which Lagoudakis et al. began, as a file of Thiery's program has them, with the
/// reward for rows that strategies of this kind do not add. That program clears 267 lines a game;
/// with the reward added it would be 235.
#[test]
fn a_strategy_with_differences_plays_without_the_reward() {
    let file = "1\n0\n10\n0 0\n7 0\n5 0\n17 0\n18 0\n22 -4\n21 -1\n19 -1\n20 0\n23 2\n";
    let out = Target::new("differences.toml");
    let strategy = Scratch::new("differences.dat", file);
    succeed(&["import", strategy.path(), "--out", out.path()]);
    let json = succeed(&["eval", out.path(), "--games", "1000", "--json"]);
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mean = record["mean"].as_f64().unwrap();
    assert!((252.0..282.0).contains(&mean), "{mean}");
}

#[test]
fn the_catalogue_s_lspi_is_the_file_of_its_weights() {
    let file = "1 0 10 0 1946.70 7 -3.36 5 -68.40 17 -22.02 18 -10.92 22 -111.74 21 -4.82 \
                19 -20.79 20 379.08 23 388.43";
    let out = Target::new("lspi.toml");
    let strategy = Scratch::new("lspi.dat", file);
    succeed(&["import", strategy.path(), "--out", out.path()]);
    let lines = |controller: &str| {
        let arguments = [
            "eval", controller, "--board", "10x12", "--games", "30", "--json",
        ];
        let record: serde_json::Value = serde_json::from_str(&succeed(&arguments)).unwrap();
        record["mean"].as_f64().unwrap()
    };
    assert_eq!(lines(out.path()), lines("lspi"));
}

#[test]
fn a_distribution_of_the_cross_entropy_method_is_named() {
    let file = "0\n-1\n2\n5 0 100\n6 0 100\n";
    let sentence = refused(&run_with_input(&["import", "-"], file));
    assert!(sentence.contains("cross-entropy"), "{sentence}");
}

#[test]
fn a_picture_with_too_few_rows_is_refused_unless_the_board_is_given() {
    let picture = "#...\n#.##\n#..#\n";
    let sentence = refused(&run_with_input(&["features"], picture));
    assert!(sentence.contains("has 3 rows, but a board has at least 4"));
    let given = ["features", "--board", "4x9", "--json"];
    let output = run_with_input(&given, picture);
    assert!(stdout(&output).contains("\"board\":\"4x9\""));
}

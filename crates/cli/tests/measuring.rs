//! Tests of the binary: heights, cuts that bias the mean, and `reproduce`.

use std::path::PathBuf;
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tetrarium"));
    command.args(arguments).output().unwrap()
}

fn succeed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {stderr}");
    String::from_utf8(output.stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

const SMALL: [&str; 6] = ["eval", "bcts", "--board", "6x6", "--games", "20"];

#[test]
fn heights_are_counted_with_the_flag_heights() {
    let plain = succeed(&SMALL);
    assert!(!plain.contains("pile height"));
    let shown = succeed(&[&SMALL[..], &["--heights"]].concat());
    assert!(
        shown.contains("pile height    mean ") && shown.contains('█'),
        "{shown}"
    );
    let line = succeed(&[&SMALL[..], &["--heights", "--json"]].concat());
    let record: serde_json::Value = serde_json::from_str(&line).unwrap();
    let counts = record["heights"]["counts"].as_array().unwrap();
    let moves: u64 = counts.iter().map(|n| n.as_u64().unwrap()).sum();
    // All moves but the twenty that lost a game.
    assert_eq!(moves + 20, record["tally"]["pieces"].as_u64().unwrap());
    let output = run(&[&SMALL[..], &["--heights", "--backend", "gpu"]].concat());
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn an_early_cut_is_reported() {
    let whole = succeed(&SMALL);
    assert!(!whole.contains("cut early"));
    let cut = succeed(&[&SMALL[..], &["--max-pieces", "40"]].concat());
    assert!(
        cut.contains("cut early") && cut.contains("too large"),
        "{cut}"
    );
    let two = ["eval", "bcts", "lee", "--games", "3", "--max-pieces", "500"];
    let two = succeed(&two);
    assert!(
        two.contains("cut early: bcts") && two.contains("cut early: lee"),
        "{two}"
    );
}

#[test]
fn reproduce_counts_placements_and_writes_a_page() {
    let folder = folder("reproduced-placements");
    let out = folder.to_str().unwrap();
    let text = succeed(&["reproduce", "thesis-2.3", "--out", out]);
    assert_eq!(text.matches(" agrees ").count(), 8, "{text}");
    assert!(text.contains("23.14"));
    let page = std::fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("Published results") && page.contains("23.14"));
    let refused = run(&["reproduce", "thesis-9.9", "--out", out]);
    assert_eq!(refused.status.code(), Some(2));
    let words = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(words.contains("thesis-2.3"), "{words}");
}

#[test]
fn reproduce_does_not_play_kept_results_again() {
    let folder = folder("reproduced-law");
    let out = folder.to_str().unwrap();
    std::fs::create_dir_all(&folder).unwrap();
    let kept = folder.join("quick-bcts-10x10-500-games.jsonl");
    let line = succeed(&[&SMALL[..], &["--scores", "--json"]].concat());
    std::fs::write(&kept, &line).unwrap();
    let text = succeed(&["reproduce", "figure-2.5", "--out", out]);
    assert!(text.contains("20 games; geometric law p = "), "{text}");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), line);
    std::fs::write(&kept, "{}").unwrap();
    let refused = run(&["reproduce", "figure-2.5", "--out", out]);
    assert_eq!(refused.status.code(), Some(2));
    let words = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(words.contains("is no record"), "{words}");
}

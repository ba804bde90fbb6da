//! The real binary: `compare`.

mod common;

use common::{command, refused, run, stdout};

#[test]
fn agents_of_different_games_are_refused_before_the_first_game() {
    let other = include_str!("../../engine/controllers/bcts.toml");
    let other = common::Scratch::new(
        "other-game.toml",
        &format!("{other}\n[rules]\npieces = \"bag\"\n"),
    );
    // All games would take years.
    let games = ["--games", "1000000000000"];
    let output = run(&[&["compare", "bcts", other.path()], &games[..]].concat());
    let words = refused(&output);
    assert!(
        words.contains("agents 1 (bcts) and 2 (bcts) play different games"),
        "{words}"
    );
    assert!(
        words.contains("pieces is uniform for the one and bag for the other"),
        "{words}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_games_of_the_first_agent() {
    let arguments = [
        "compare",
        "bcts",
        "dellacherie",
        "--games",
        "1000000",
        "--threads",
        "1",
    ];
    let output = common::interrupted(command(&arguments));
    assert_eq!(output.status.code(), Some(130));
    let text = stdout(&output);
    assert!(
        text.contains("bcts") && text.contains("(interrupted)"),
        "{text}"
    );
}

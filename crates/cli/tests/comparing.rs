//! The real binary: `compare`.

mod common;

use common::{command, refused, run, stdout};

/// The pair of a comparison by the command with `--json`, whose last line is the comparison.
fn comparison(arguments: &[&str]) -> serde_json::Value {
    let text = common::succeed(&[&["compare"], arguments, &["--json"]].concat());
    let record: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    assert_eq!(record["kind"], "comparison");
    record["pairs"][0].clone()
}

/// The true ratio is 1,427: 81.76 lines (10,000 games) against 0.0573 (300,000 games).
#[test]
fn the_ratio_to_a_very_weak_agent_has_an_interval_that_holds_it() {
    let agents = [
        "bcts",
        "amundsen-kakade",
        "--board",
        "10x6",
        "--games",
        "50",
    ];
    for seed in ["1", "2", "3", "4", "5", "6"] {
        let pair = comparison(&[&agents[..], &["--seed", seed]].concat());
        let interval = &pair["comparison"]["interval"];
        let (low, high) = (interval["low"].as_f64(), interval["high"].as_f64());
        let holds = low.unwrap() < 1427.0 && high.is_none_or(|high| high > 1427.0);
        assert!(holds && pair["told_apart"] == true, "{pair}");
    }
}

#[test]
fn an_agent_without_a_line_is_beaten_at_least_a_number_of_times() {
    let agents = [
        "bcts",
        "amundsen-kakade",
        "--board",
        "10x6",
        "--games",
        "10",
    ];
    let weak = ["--seed", "4"];
    let pair = comparison(&[&agents[..], &weak].concat());
    assert!(pair["comparison"]["ratio"].is_null(), "{pair}");
    let text = common::succeed(&[&["compare"], &agents[..], &weak].concat());
    assert!(
        text.contains("at least ") && text.contains(", which made none."),
        "{text}"
    );
    assert!(!text.contains("inf"), "{text}");
}

#[test]
fn games_that_would_decide_are_more_than_were_played_or_not_known() {
    let alike = [
        "bcts", "dt-20", "--board", "10x6", "--games", "200", "--seed", "2",
    ];
    let whole = comparison(&alike);
    assert!(whole["games_needed"].as_u64().unwrap() > 200, "{whole}");
    let cut = comparison(&[&alike[..], &["--max-pieces", "100"]].concat());
    assert!(cut["games_needed"].as_u64().unwrap() > 200, "{cut}");
    // How far the games of a larger budget would come is not known.
    let budget = comparison(&[&alike[..], &["--budget", "20k"]].concat());
    assert_eq!(budget["told_apart"], false, "{budget}");
    assert!(budget["games_needed"].is_null(), "{budget}");
}

/// On 16x4 games spread 1.09 times as wide as the law; on 10x6 the law is trusted.
#[test]
fn intervals_on_wide_low_boards_are_widened_and_say_so() {
    let measured = |board: &str| {
        let arguments = ["eval", "bcts", "--board", board, "--games", "50", "--json"];
        let line = common::succeed(&arguments);
        serde_json::from_str::<serde_json::Value>(&line).unwrap()["method"].clone()
    };
    assert_eq!(
        (measured("16x4"), measured("10x6")),
        ("widened".into(), "geometric".into())
    );
    let text = common::succeed(&["eval", "bcts", "--board", "16x4", "--games", "50"]);
    assert!(text.contains("widened: such games"), "{text}");
}

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

const UNTIL_DECIDED: [&str; 6] = [
    "compare",
    "bcts",
    "amundsen-lippmann",
    "--board",
    "10x6",
    "--until-decided",
];

#[test]
fn a_comparison_until_decided_ends_with_a_decision_and_its_error_rates() {
    let text = common::succeed(&UNTIL_DECIDED);
    assert!(
        text.contains("games each and 1 look: bcts is better."),
        "{text}"
    );
    assert!(
        text.contains("equally good agents at most 5 % of the time"),
        "{text}"
    );
    assert!(text.contains("97.5 % interval"), "{text}");
    let json = |more: &[&str]| {
        let text = common::succeed(&[&UNTIL_DECIDED[..], &["--json"], more].concat());
        let lines = text.lines().map(|line| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            record["made"].take();
            record
        });
        lines.collect::<Vec<_>>()
    };
    let records = json(&["--threads", "1", "--error", "1%"]);
    assert_eq!(records, json(&["--threads", "2", "--error", "1%"]));
    assert_eq!(records.len(), 3);
    let compared = &records[2];
    let decision = &compared["decision"];
    assert_eq!(
        (&decision["because"], &decision["error"]),
        (&"decided".into(), &0.01.into())
    );
    assert_eq!(compared["pairs"][0]["told_apart"], true);
    assert!(
        compared["pairs"][0]["comparison"]["interval"]["low"]
            .as_f64()
            .unwrap()
            > 1.0
    );
    // What was played can be measured again by its order.
    assert_eq!(
        records[0]["order"]["games"],
        records[0]["games"]["finished"]
    );
}

#[test]
fn a_comparison_of_an_agent_with_itself_is_undecided_when_the_budget_is_spent() {
    let agents = [
        "compare",
        "bcts",
        "bcts",
        "--board",
        "8x6",
        "--until-decided",
    ];
    let arguments = [&agents[..], &["--budget", "20k"]].concat();
    let text = common::succeed(&arguments);
    assert!(text.contains("Undecided: the budget is spent"), "{text}");
    assert!(!text.contains("is better"), "{text}");
    let page = common::succeed(&[&arguments[..], &["--json"]].concat());
    assert!(page.contains("\"because\":\"budget\""), "{page}");
}

#[test]
fn a_comparison_until_decided_takes_two_agents_and_a_possible_error_rate() {
    let three = run(&[&UNTIL_DECIDED[..], &["dt-10"]].concat());
    let words = refused(&three);
    assert!(
        words.contains("compares two agents, and 3 were given"),
        "{words}"
    );
    let words = refused(&run(&[&UNTIL_DECIDED[..], &["--error", "0%"]].concat()));
    assert!(words.contains("error rate of 0 %"), "{words}");
    let words = refused(&run(&[&UNTIL_DECIDED[..], &["--games", "7"]].concat()));
    assert!(words.contains("cannot be used with"), "{words}");
    refused(&run(&["compare", "bcts", "lee", "--error", "5%"]));
}

#[cfg(unix)]
#[test]
fn ctrl_c_in_a_comparison_until_decided_prints_what_was_played() {
    let arguments = [
        "compare",
        "bcts",
        "dellacherie",
        "--until-decided",
        "--threads",
        "1",
    ];
    let output = common::interrupted(command(&arguments));
    assert_eq!(output.status.code(), Some(130));
    let text = stdout(&output);
    assert!(
        text.contains("Undecided: it was interrupted") && text.contains("bcts"),
        "{text}"
    );
}

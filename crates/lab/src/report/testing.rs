//! Records for the tests.

use super::{Input, Record, Report};
use crate::measure::Measurement;
use crate::play::{Length, Shard, Watch, play};
use tetrarium_engine::{Player, Rules, catalogue};

/// A measurement of a few games, as a line of JSON with the scores of its games.
pub(super) fn measured(controller: &str, settings: &[(&str, &str)], games: u64) -> String {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    let player = Player::new(catalogue::named(controller).unwrap(), &rules).unwrap();
    let shard = Shard {
        seed: 1,
        first: 0,
        games,
        length: Length::Whole,
    };
    let records = play(&player, &shard, 1, &Watch::default());
    let measured = Measurement::new(&player, &shard, &records).keeping_scores(&records);
    serde_json::to_string(&measured).unwrap()
}

/// A page of some lines.
pub(super) fn page(lines: &[&str]) -> String {
    let mut report = Report::new("A test");
    report.add(Input::new(
        "test.jsonl",
        Record::from_lines(&lines.join("\n")).unwrap(),
    ));
    report.html(&Watch::default()).unwrap()
}

/// Whether tags are closed in the order in which they were opened: the page's own elements and all
/// of its SVG.
pub(super) fn check_tags(page: &str) {
    const ALONE: [&str; 2] = ["meta", "!doctype"];
    let mut open: Vec<String> = Vec::new();
    let mut rest = page;
    while let Some(start) = rest.find('<') {
        let end = rest[start..].find('>').expect("a tag ends") + start;
        let tag = &rest[start + 1..end];
        let name = |text: &str| {
            text.split([' ', '\n', '/'])
                .next()
                .unwrap_or("")
                .to_string()
        };
        if let Some(closed) = tag.strip_prefix('/') {
            let opened = open.pop();
            assert_eq!(
                opened.as_deref(),
                Some(closed),
                "closed after {}",
                &page[..40]
            );
        } else if !tag.ends_with('/') && !ALONE.contains(&name(tag).as_str()) {
            open.push(name(tag));
        }
        rest = &rest[end + 1..];
        // What stands in a style sheet is no tag.
        if tag == "style" {
            rest = &rest[rest.find("</style>").expect("it is closed")..];
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

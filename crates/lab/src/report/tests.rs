//! The page as a whole.

use super::testing::{check_tags, measured, page};
use super::{Input, Record, Report, Stopped};
use crate::Measurement;
use crate::compare::Compared;
use crate::measure::Method;
use crate::numbers::{brief, percent};
use crate::play::Watch;

const GENERATIONS: &str = r#"{"generation":0,"stage":0,"board":"6x8","candidates":4,"games":8,"moves":100,"total_moves":100,"fitness":{"worst":0.0,"lower_quartile":1.0,"median":2.0,"upper_quartile":4.0,"best":9.0,"mean":3.5},"mean_candidate":2.5,"best":null,"result":null,"distribution":{"mean":[],"sd":[],"enabled":[],"scalars":{}}}
{"generation":1,"stage":1,"board":"6x9","candidates":4,"games":8,"moves":900,"total_moves":1000,"fitness":{"worst":2.0,"lower_quartile":10.0,"median":20.0,"upper_quartile":40.0,"best":90.0,"mean":35.0},"mean_candidate":null,"best":null,"result":null,"distribution":{"mean":[],"sd":[],"enabled":[],"scalars":{}}}"#;

const ENTRANT: &str = r#"{"experiment":"ce & co","optimiser":"cross-entropy","board":"6x8","seeds":3,"moves":1000,"lines":{"worst":1.0,"lower_quartile":2.0,"median":3.0,"upper_quartile":4.0,"best":5.0,"mean":3.0},"geometric_mean":2.9,"interval":{"low":1.5,"high":4.5},"curve":[{"moves":500,"lines":null},{"moves":1000,"lines":{"worst":1.0,"lower_quartile":2.0,"median":3.0,"upper_quartile":4.0,"best":5.0,"mean":3.0}}]}"#;

const ESTIMATE: &str = r#"{"schema":1,"kind":"estimate","controller":"bcts","search":"greedy","rules":{"board":"10x20"},"seed":1,"settings":{"climbs":1000,"repeats":2,"target":0.3,"danger":"pile"},"interrupted":false,"low":5,"levels":[{"danger":9,"share":0.31},{"danger":14,"share":0.28},{"danger":null,"share":0.2}],"mean":35000000.0,"interval":{"low":30000000.0,"high":41000000.0},"pieces":8e7,"lines_per_cycle":5.2,"lost_per_cycle":1.5e-7,"repeats":[{"cycles":1000,"lines":5200,"pieces":13000,"passed":[310],"lost":0.00015,"moves":50000}],"moves":100000,"heights":{"counts":[0,5,20,40,20,5]},"extrapolation":{"from":4,"to":5,"factor":0.3,"frequency_above":1e-9,"pieces":1e9,"lines":4e8}}"#;

const COMPARISON: &str = r#"{"schema":1,"kind":"comparison","rows":[{"measurement":0,"controller":"dellacherie","search":"greedy","mean":2.0,"interval":{"low":1.0,"high":3.0},"method":"geometric","games":10},{"measurement":1,"controller":"lee","search":"greedy","mean":1.0,"interval":{"low":0.5,"high":2.0},"method":"geometric","games":10}],"pairs":[{"better":0,"worse":1,"comparison":{"ratio":2.0,"interval":{"low":0.8,"high":5.0},"probability_greater":0.9},"told_apart":false,"games_needed":33}],"differences":[]}"#;

#[test]
fn every_kind_of_record_is_on_the_page() {
    let one = measured("dellacherie", &[("board", "6x8")], 40);
    let other = measured("lee", &[("board", "6x8"), ("ties", "random")], 12);
    let page = page(&[&one, &other, GENERATIONS, ENTRANT, ESTIMATE, COMPARISON]);
    check_tags(&page);
    for id in [
        "results",
        "comparison",
        "estimates",
        "games",
        "heights",
        "tournament",
        "training",
        "example",
        "rules",
    ] {
        assert!(page.contains(&format!("<section id=\"{id}\">")), "{id}");
        assert!(page.contains(&format!("<a href=\"#{id}\">")), "{id}");
    }
    assert!(page.contains("ce &amp; co") && !page.contains("ce & co"));
    assert!(page.contains("about 33 games of each would"));
    assert!(page.contains("35\u{202f}M") && page.contains("6×9"));
    assert!(page.contains("<div class=\"differs\"><dt>ties</dt>"));
}

#[test]
fn ratios_on_the_page_are_those_of_compare() {
    let lines = ["bcts", "lee"].map(|name| measured(name, &[("board", "6x6")], 200));
    let measurements = lines
        .each_ref()
        .map(|line| serde_json::from_str::<Measurement>(line).unwrap());
    // Where the games are not geometric, the law and the games' own spread differ.
    assert_eq!(measurements[0].method, Method::Empirical);
    let pair = Compared::of(&measurements).unwrap().pairs[0].comparison;
    let cells = format!(
        "{}</td><td class=\"num\">{} – {}</td><td class=\"num\">{}</td>",
        brief(pair.ratio.unwrap()),
        brief(pair.interval.low),
        brief(pair.interval.high),
        percent(pair.probability_greater.unwrap()),
    );
    let page = page(&[&lines[0], &lines[1]]);
    let at = page.find("aria-label=\"Ratios of means\"").unwrap();
    assert!(page[at..].contains(&cells), "{cells}\n{}", &page[at..]);
}

#[test]
fn a_stop_ends_the_playing_of_a_page() {
    let line = measured("dellacherie", &[("board", "6x8")], 12);
    let mut report = Report::default();
    report.add(Input::new("one", Record::from_lines(&line).unwrap()));
    let watch = Watch::default();
    let page = report.html(&watch).unwrap();
    assert!(page.contains("<h1>How good is dellacherie?</h1>"));
    watch.stop();
    assert_eq!(report.html(&watch), Err(Stopped));
}

#[test]
fn the_page_needs_nobody_else_and_no_clock() {
    let line = measured("dellacherie", &[("board", "6x8")], 12);
    let text = page(&[&line]);
    let without = text.replace("http://www.w3.org/2000/svg", "");
    for outside in [
        "http:", "https:", "src=", "@import", "url(", "<script", "<link",
    ] {
        assert!(!without.contains(outside), "{outside}");
    }
    assert_eq!(text, page(&[&line]));
}

#[test]
fn names_cannot_break_out() {
    let evil = "</title><script>alert(1)</script>\"'&";
    let line = measured("dellacherie", &[("board", "6x8")], 12);
    let mut value: serde_json::Value = serde_json::from_str(&line).unwrap();
    value["controller"] = evil.into();
    value["search"] = evil.into();
    value["rules"]["board"] = evil.into();
    value["rules"][evil] = evil.into();
    let generation = GENERATIONS.replace("6x8", "<svg onload=x>");
    let entrant = ENTRANT
        .replace("ce & co", "<b>")
        .replace("cross-entropy", "<i>");
    let mut report = Report::new(evil);
    let mut input = Input::new(
        evil,
        Record::from_lines(&format!("{value}\n{generation}\n{entrant}")).unwrap(),
    );
    input.experiment = Some(evil.to_string());
    report.add(input);
    let page = report.html(&Watch::default()).unwrap();
    check_tags(&page);
    assert!(!page.contains("<script") && !page.contains("onload=x>"));
    assert!(page.contains("&lt;script&gt;"));
}

#[test]
fn nothing_known_is_nothing_drawn() {
    // No game lost, no lines, no summary: bounds only.
    let line = r#"{"schema":1,"kind":"measurement","controller":"x","search":"greedy","rules":{},"seed":1,"games":{"first":0,"asked":3,"finished":0,"cut":0,"interrupted":true},"score":{"of":"lines","max_pieces":5},"mean":null,"interval":{"low":0.0,"high":null},"method":"lower-bound","papers_interval":null,"summary":null,"geometric_law":null,"tally":{"finished":0,"cut":0,"lines":0,"pieces":0,"squares":"0"},"reward":0}"#;
    let text = page(&[line]);
    check_tags(&text);
    assert!(text.contains("interrupted") && !text.contains("NaN") && !text.contains("inf"));
    // Numbers that no record should hold do no harm either.
    let wild = ESTIMATE
        .replace("0.31", "0.0")
        .replace("35000000.0", "1e300");
    check_tags(&page(&[&wild]));
    let huge = GENERATIONS
        .replace("90.0", "1e300")
        .replace("\"worst\":2.0", "\"worst\":-1e9");
    check_tags(&page(&[&huge]));
}

#[test]
fn the_same_record_twice_is_one() {
    let line = measured("dellacherie", &[("board", "6x8")], 12);
    let once = page(&[&line]);
    assert_eq!(page(&[&line, &line]), once);
}

#[test]
fn the_same_controller_under_other_rules_is_told_apart() {
    let one = measured("dellacherie", &[("board", "6x8")], 12);
    let other = measured(
        "dellacherie",
        &[("board", "6x7"), ("suicide", "considered")],
        12,
    );
    let text = page(&[&one, &other]);
    assert!(text.contains("dellacherie<small>6×7 · suicide considered</small>"));
    assert!(text.contains("<strong>not</strong> all played by the same rules"));
}

#[test]
fn an_agent_under_several_rules_has_a_section_of_its_own() {
    let base = [("board", "6x8")];
    let lines = [
        measured("bcts", &base, 30),
        measured("bcts", &[("board", "6x7")], 30),
        measured("bcts", &[("board", "6x8"), ("suicide", "considered")], 30),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let shown = page(&lines);
    check_tags(&shown);
    for words in [
        "Sensitivity to the rules",
        "the base",
        "suicide considered",
        "board 6x7",
    ] {
        assert!(shown.contains(words), "{words}");
    }
    assert!(!page(&lines[..2]).contains("Sensitivity to the rules"));
    // Records of an unknown identity are variants of no rules, and end the page all the same.
    let mut old: serde_json::Value = serde_json::from_str(lines[0]).unwrap();
    old.as_object_mut().unwrap().remove("identity");
    let old = old.to_string();
    assert!(!page(&[&old, lines[1], lines[2]]).contains("Sensitivity to the rules"));
}

//! Searches for weights, made again.

use tetrarium_engine::Reported;

use super::published::{Published, Work};

/// A search.
struct Searched {
    /// Who made it, or what it is beside that.
    who: &'static str,
    /// The mean that was reported.
    lines: Option<f64>,
    /// What was said of it, or instead of it.
    said: &'static str,
    experiment: &'static str,
    /// The budget in place of the experiment's.
    moves: Option<u64>,
}

/// One whose report gives no mean that could be compared.
const fn said(who: &'static str, said: &'static str, experiment: &'static str) -> Searched {
    Searched {
        who,
        lines: None,
        said,
        experiment,
        moves: None,
    }
}

/// The moves of each of the student report's sets: a thousand generations, as in the report, would
/// be minutes for the poor sets and an hour for the good ones.
const EQUAL: u64 = 4_000_000;

/// A search of the student report, with as many moves as the others.
const fn bred(
    who: &'static str,
    lines: Option<f64>,
    said: &'static str,
    experiment: &'static str,
) -> Searched {
    Searched {
        who,
        lines,
        said,
        experiment,
        moves: Some(EQUAL),
    }
}

const SEARCHED: [Searched; 21] = [
    said(
        "Agent 06, default heuristics",
        "best game not past 600",
        "agent-06-default-heuristics",
    ),
    said(
        "Agent 06, seven features",
        "best game past 150,000",
        "agent-06-seven-heuristics",
    ),
    said(
        "Amundsen 2014, §5.2, elites judged again, 30 games",
        "287,791 on 10x20",
        "duped-again-30",
    ),
    said(
        "Amundsen 2014, §5.2, elites judged again, 100 games",
        "418,944 on 10x20",
        "duped-again-100",
    ),
    said("elites pooled, 30 games", "not tried", "duped-pooled-30"),
    said("elites pooled, 100 games", "not tried", "duped-pooled-100"),
    said(
        "Amundsen 2014, §5.2, elites never judged again, 30 games",
        "proposed",
        "duped-kept-30",
    ),
    said(
        "elites never judged again, 100 games",
        "proposed",
        "duped-kept-100",
    ),
    said(
        "nine features, none composed",
        "not tried",
        "composed-small-plain",
    ),
    said(
        "Thiery & Scherrer 2009, features composed by hand",
        "proposed",
        "composed-small-by-hand",
    ),
    said(
        "Thiery & Scherrer 2009, features composed by chance",
        "proposed",
        "composed-small",
    ),
    said(
        "Thiery & Scherrer 2009, features composed by the search",
        "proposed",
        "composed-evolved",
    ),
    bred(
        "Student report, feature set 1",
        None,
        "a chart; a tenth of sets 4 to 8",
        "breeder-feature-set-1",
    ),
    bred(
        "Student report, feature set 2",
        None,
        "a chart; a tenth of sets 4 to 8, above set 1",
        "breeder-feature-set-2",
    ),
    bred(
        "Student report, feature set 3",
        None,
        "a chart; no better than set 2",
        "breeder-feature-set-3",
    ),
    bred(
        "Student report, feature set 4",
        Some(2051.0),
        "the best player",
        "breeder-feature-set-4",
    ),
    bred(
        "Student report, feature set 5",
        None,
        "a chart; ten times sets 1 to 3",
        "breeder-feature-set-5",
    ),
    bred(
        "Student report, feature set 6",
        None,
        "ten times sets 1 to 3",
        "breeder-feature-set-6",
    ),
    bred(
        "Student report, feature set 7",
        None,
        "a chart; no better than set 4",
        "breeder-feature-set-7",
    ),
    bred(
        "Student report, feature set 8",
        None,
        "a chart; no better than set 4",
        "breeder-feature-set-8",
    ),
    bred(
        "Student report, without a height",
        Some(140.0),
        "a player",
        "breeder-without-height",
    ),
];

pub(super) fn searched() -> impl Iterator<Item = Published> {
    SEARCHED.iter().map(|search| Published {
        table: "searching",
        label: format!("{}: {}", search.who, search.experiment),
        work: Work::Training(search.experiment, search.moves),
        reported: search.lines.map(|lines| Reported {
            lines,
            games: None,
            interval: None,
            text: Some(search.said.to_string()),
            board: None,
            rules: Default::default(),
            source: search.who.to_string(),
        }),
        claim: search.said,
    })
}

//! What is trained again: methods that learn from moves, and searches for weights.

use tetrarium_engine::Reported;

use super::published::{Published, Work};

/// Methods that learn from moves, whose figures stand in their own papers: who, the figure with
/// what was said of it, and the experiment.
const LEARNT: [(&str, f64, &str, &str); 8] = [
    (
        "Lippmann et al. 1993",
        18.0,
        "after 50 pieces",
        "preference-learning-lippmann",
    ),
    (
        "Lagoudakis et al. 2002",
        1000.0,
        "to 3,000",
        "least-squares-policy-iteration-lagoudakis",
    ),
    (
        "Thiery & Scherrer 2010, λ = 0.98",
        1123.0,
        "level of the last iterations",
        "least-squares-lambda-policy-iteration-thiery",
    ),
    (
        "Scherrer et al. 2015, DPI 10x10",
        3400.0,
        "mean of 100 runs",
        "direct-policy-iteration-scherrer",
    ),
    (
        "Scherrer et al. 2015, CBMPI 10x10",
        4200.0,
        "mean of 100 runs",
        "classification-policy-iteration-scherrer",
    ),
    (
        "Ramon & Driessens 2004",
        50.0,
        "about",
        "gaussian-process-q-learning-ramon",
    ),
    ("Agent 06, §4", 0.0, "always", "agent-06-net"),
    (
        "Scherrer et al. 2015, λ-PI 10x10",
        350.0,
        "Bertsekas' features",
        "lambda-policy-iteration-small",
    ),
];

/// The same without a figure: who, what was said or not, and the experiment.
const WITHOUT_FIGURE: [(&str, &str, &str); 3] = [
    (
        "Agent 06's net, taught by bcts",
        "not tried",
        "agent-06-net-taught",
    ),
    (
        "Agent 06's net on boards after moves, taught by bcts",
        "not tried",
        "agent-06-net-taught-afterstates",
    ),
    (
        "Agent 06's net on boards after moves, TD(0)",
        "not tried",
        "agent-06-net-afterstates",
    ),
];

/// Searches whose reports give no mean that could be compared: who, what was said, and the
/// experiment.
const SEARCHED: [(&str, &str, &str); 11] = [
    (
        "Agent 06, default heuristics",
        "best game not past 600",
        "agent-06-default-heuristics",
    ),
    (
        "Agent 06, seven features",
        "best game past 150,000",
        "agent-06-seven-heuristics",
    ),
    (
        "Amundsen 2014, §5.2, elites judged again, 30 games",
        "287,791 on 10x20",
        "duped-again-30",
    ),
    (
        "Amundsen 2014, §5.2, elites judged again, 100 games",
        "418,944 on 10x20",
        "duped-again-100",
    ),
    ("elites pooled, 30 games", "not tried", "duped-pooled-30"),
    ("elites pooled, 100 games", "not tried", "duped-pooled-100"),
    (
        "Amundsen 2014, §5.2, elites never judged again, 30 games",
        "proposed",
        "duped-kept-30",
    ),
    (
        "elites never judged again, 100 games",
        "proposed",
        "duped-kept-100",
    ),
    (
        "nine features, none composed",
        "not tried",
        "composed-small-plain",
    ),
    (
        "Thiery & Scherrer 2009, features composed by hand",
        "proposed",
        "composed-small-by-hand",
    ),
    (
        "Thiery & Scherrer 2009, features composed by chance",
        "proposed",
        "composed-small",
    ),
];

pub(super) fn learnt() -> impl Iterator<Item = Published> {
    let row = |who: &str, experiment: &'static str| Published {
        table: "learning",
        label: format!("{who}: {experiment}"),
        work: Work::Training(experiment),
        reported: None,
        claim: "",
    };
    let searched = SEARCHED
        .into_iter()
        .map(move |(who, claim, experiment)| Published {
            table: "searching",
            claim,
            ..row(who, experiment)
        });
    let reported = LEARNT
        .into_iter()
        .map(move |(who, lines, text, experiment)| Published {
            reported: Some(Reported {
                lines,
                games: None,
                interval: None,
                text: Some(text.to_string()),
                board: None,
                rules: Default::default(),
                source: who.to_string(),
            }),
            ..row(who, experiment)
        });
    let others = WITHOUT_FIGURE
        .into_iter()
        .map(move |(who, claim, experiment)| Published {
            claim,
            ..row(who, experiment)
        });
    reported.chain(others).chain(searched)
}

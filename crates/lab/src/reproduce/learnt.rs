//! Methods that learn from moves, trained again.

use tetrarium_engine::Reported;

use super::published::{Published, Work};

/// Methods that learn from moves, whose figures stand in their own papers: who, the figure with
/// what was said of it, and the experiment.
const LEARNT: [(&str, f64, &str, &str); 11] = [
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
        "Scherrer et al. 2015, DPI 10x20",
        12e6,
        "mean of 100 runs after 3 iterations",
        "direct-policy-iteration-high",
    ),
    (
        "Scherrer et al. 2015, CBMPI 10x20",
        20e6,
        "mean of 100 runs",
        "classification-policy-iteration-high",
    ),
    (
        "Chen et al. 2026, clipped gradient",
        3829.0,
        "after 61,440 moves",
        "natural-policy-gradient-clipped",
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
const WITHOUT_FIGURE: [(&str, &str, &str); 6] = [
    (
        "Desai et al. 2012, smoothed linear program",
        "ten times the plain one",
        "approximate-linear-programming-smoothed",
    ),
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
    (
        "Kakade 2001, with a trust region",
        "not tried",
        "natural-policy-gradient-trust-region",
    ),
    (
        "Lippmann et al. 1993, with a net",
        "the size of the net not told",
        "preference-learning-net",
    ),
];

pub(super) fn learnt() -> impl Iterator<Item = Published> {
    let row = |who: &str, experiment: &'static str| Published {
        table: "learning",
        label: format!("{who}: {experiment}"),
        work: Work::Training(experiment, None),
        reported: None,
        claim: "",
    };
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
    reported.chain(others)
}

//! Explanations as the page shows them.

use serde::Serialize;
use tetrarium_engine::{Explanation, Landing, RankedPlacement};

use crate::boards::cells;

/// Why a player chooses as it does.
#[derive(Debug, Serialize)]
pub struct Explained {
    piece: char,
    next: Option<char>,
    search: String,
    why: String,
    /// The index of the placement that is played.
    chosen: usize,
    /// Whether ties are left to chance, so that others could have been chosen.
    choices: usize,
    /// All placements, the best first.
    placements: Vec<Ranked>,
}

/// A placement.
#[derive(Debug, Serialize)]
struct Ranked {
    orientation: u8,
    column: u8,
    row: u8,
    cells: Vec<(usize, usize)>,
    lines: u32,
    ends: bool,
    /// What the search thinks of it, as a rating; none if it ends the game and such moves are
    /// avoided, or if some future ends it.
    value: Option<f64>,
    /// The rating of the move itself.
    rating: f64,
    /// What each term adds: of the first two placements, the one that is played and the one asked
    /// for.
    #[serde(skip_serializing_if = "Option::is_none")]
    terms: Option<Vec<Share>>,
}

/// What one term of the rating adds.
#[derive(Debug, Serialize)]
struct Share {
    feature: String,
    value: f64,
    weight: Option<f64>,
    adds: f64,
}

impl Explained {
    /// An explanation for the page; `also` is the index of a placement whose terms are asked for.
    pub fn new(explanation: &Explanation, played: Option<Landing>, also: Option<usize>) -> Self {
        let placements = &explanation.placements;
        let is_played = |one: &RankedPlacement| Some(one.landing) == played;
        let chosen = placements.iter().position(is_played).unwrap_or(0);
        let ranked = placements.iter().enumerate().map(|(index, one)| {
            let detailed = index < 2 || index == chosen || Some(index) == also;
            ranked(explanation, one, detailed)
        });
        Explained {
            piece: explanation.piece.letter(),
            next: explanation.next.map(|piece| piece.letter()),
            search: explanation.search.to_string(),
            why: explanation.why(),
            chosen,
            choices: explanation.choices,
            placements: ranked.collect(),
        }
    }
}

fn ranked(explanation: &Explanation, one: &RankedPlacement, detailed: bool) -> Ranked {
    let terms = || {
        let share = |term: &tetrarium_engine::TermShare| Share {
            feature: term.name(),
            value: term.value,
            weight: term.weight,
            adds: term.adds,
        };
        one.terms.iter().map(share).collect()
    };
    let value = one.value.filter(|value| value.doom == 0);
    Ranked {
        orientation: one.landing.placement.orientation,
        column: one.landing.placement.column,
        row: one.landing.row,
        cells: cells(explanation.piece, one.landing).collect(),
        lines: one.lines,
        ends: one.ends,
        value: value.map(|value| explanation.rating_of(value)),
        rating: one.rating,
        terms: detailed.then(terms),
    }
}

//! What there is to choose from: controllers, rules and searches; and what every controller would
//! choose.

use serde::Serialize;
use serde_json::{Value, json};
use tetrarium_engine::rules::{RULE_SETS, SETTINGS};
use tetrarium_engine::search::SEARCHES;
use tetrarium_engine::{Board, Piece, Rules, catalogue};

use crate::boards::cells;
use crate::ready::RuleWords;

/// The controllers, rule sets, settings, searches and pieces.
pub fn catalogue_of_all() -> Value {
    let controllers = catalogue::all().iter().map(|one| {
        json!({
            "name": one.name,
            "summary": one.summary,
            "source": one.source,
            "search": one.search.to_string(),
        })
    });
    let sets = RULE_SETS
        .iter()
        .map(|set| json!({ "name": set.name, "about": set.about }));
    let rules = Rules::default();
    let settings = SETTINGS.iter().map(|setting| {
        json!({
            "name": setting.name,
            "meaning": setting.meaning,
            "values": setting.values,
            "default": rules.get(setting.name),
        })
    });
    let searches = SEARCHES.iter().map(|one| json!({ "name": one.name }));
    let pieces = Piece::ALL.iter().map(|piece| {
        let shapes = piece.orientations().iter().map(|shape| {
            json!({ "width": shape.width, "height": shape.height, "columns": shape.columns })
        });
        json!({ "letter": piece.letter(), "shapes": shapes.collect::<Vec<_>>() })
    });
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "controllers": controllers.collect::<Vec<_>>(),
        "ruleSets": sets.collect::<Vec<_>>(),
        "settings": settings.collect::<Vec<_>>(),
        "searches": searches.collect::<Vec<_>>(),
        "pieces": pieces.collect::<Vec<_>>(),
    })
}

/// What a controller chooses, or why it cannot.
#[derive(Debug, Serialize)]
pub struct Choice {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    placement: Option<Chosen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Debug, Serialize)]
struct Chosen {
    orientation: u8,
    column: u8,
    row: u8,
    cells: Vec<(usize, usize)>,
    /// How many placements may be chosen: one, unless ties are left to chance.
    choices: usize,
}

/// What every controller of the catalogue chooses on a drawn board. The first one stands for all
/// where ties are left to chance.
pub fn choices(words: &RuleWords, board: &Board, piece: Piece, next: Option<Piece>) -> Vec<Choice> {
    let one = |controller: &'static tetrarium_engine::Controller| {
        let chosen = words.player_of(controller).and_then(|player| {
            let next = next.filter(|_| player.rules().visible > 1);
            if player.rules().visible > 1 && next.is_none() {
                return Err("it needs the next piece".to_string());
            }
            let landings = player.choices(&player.view(board, piece, next));
            let first = landings.first();
            let first = first.ok_or_else(|| "the piece has no place".to_string())?;
            Ok(Chosen {
                orientation: first.placement.orientation,
                column: first.placement.column,
                row: first.row,
                cells: cells(piece, *first).collect(),
                choices: landings.len(),
            })
        });
        let (placement, error) = match chosen {
            Ok(placement) => (Some(placement), None),
            Err(error) => (None, Some(error)),
        };
        Choice {
            name: &controller.name,
            placement,
            error,
        }
    };
    catalogue::all().iter().map(one).collect()
}

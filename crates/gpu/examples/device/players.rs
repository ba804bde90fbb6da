//! The players that are looked at.

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{Controller, Function, Player, Reading, Rules, Search, Term, catalogue};

use crate::Failure;

/// A controller of the catalogue under its own rules and some more.
pub fn player(
    name: &str,
    search: Option<Search>,
    settings: &[(&str, &str)],
) -> Result<Player, Failure> {
    let controller = catalogue::named(name)?;
    let mut rules = controller.rules_over(&Rules::default())?;
    for (name, value) in settings {
        rules.set(name, value)?;
    }
    let search = search.unwrap_or(controller.search);
    let controller = Controller {
        search,
        ..controller.clone()
    };
    Ok(Player::new(&controller, &rules)?)
}

/// tetrarium-3 with a table of small random scores for every local pattern, in every place.
pub fn patterns(search: Option<Search>, settings: &[(&str, &str)]) -> Result<Player, Failure> {
    let first = player("tetrarium-3", search, settings)?;
    let mut controller = first.controller().clone();
    controller.name = "patterns".to_string();
    for (kind, (name, scores)) in
        (0..).zip([("surface-4", 729), ("surface-5", 625), ("cover", 501)])
    {
        let reading = Reading::named(name)?;
        let table = |place: usize| {
            let stream = Stream::new(1, 100 * kind + place as u64, Purpose::Sampling);
            let score = |index| f64::from(stream.block(index)[0] >> 20) / 1024.0;
            Function::table(0, (0..scores).map(score).collect::<Vec<f64>>())
        };
        let places = reading.feature.count.on(first.rules().board.width());
        controller.rating.terms.push(Term {
            reading,
            functions: (0..places).map(table).collect(),
        });
    }
    Ok(Player::new(&controller, first.rules())?)
}

/// Candidates whose weights are those of a player, changed by up to a tenth.
pub fn about(player: &Player, count: u64) -> Result<Vec<Player>, Failure> {
    let candidate = |number: u64| {
        let mut other = player.controller().clone();
        let stream = Stream::new(1, number, Purpose::Training);
        let functions = other.rating.terms.iter_mut();
        let functions = functions.flat_map(|term| &mut term.functions);
        for (place, function) in functions.enumerate() {
            if let Some(weight) = function.weight() {
                let part = f64::from(stream.block(place as u64)[0]) / f64::from(u32::MAX);
                *function = Function::linear(weight * (0.9 + 0.2 * part));
            }
        }
        Ok(Player::new(&other, player.rules())?)
    };
    (0..count).map(candidate).collect()
}

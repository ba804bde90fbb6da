//! Who can be watched: what the command line names, and the controllers of the catalogue.

use std::sync::Arc;

use tetrarium_engine::{Rules, catalogue};
use tetrarium_lab::recorded::Recorded;

use super::machine::Machine;
use crate::flags::rules::RuleFlags;
use crate::style::plain;

/// Who can be watched. The first is what the command line names.
pub struct Roster {
    first: First,
    flags: RuleFlags,
}

/// What the command line names.
pub enum First {
    /// A controller or another agent.
    Machine(Machine),
    /// Recorded games; there is at least one.
    Games(Vec<Arc<Recorded>>),
}

impl Roster {
    /// What the command line names, and the controllers of the catalogue by the same rules.
    pub fn new(first: First, flags: RuleFlags) -> Roster {
        Roster { first, flags }
    }

    /// The name of each.
    pub fn names(&self) -> Vec<String> {
        let first = match &self.first {
            First::Machine(machine) => plain(machine.name()).into_owned(),
            First::Games(games) => format!("{}, recorded", plain(games[0].name())),
        };
        let others = catalogue::all().iter().map(|one| one.name.clone());
        let others = others.filter(|name| *name != first);
        [first.clone()].into_iter().chain(others).collect()
    }

    /// The recorded games, if the one of this index is recorded.
    pub fn games(&self, index: usize) -> &[Arc<Recorded>] {
        match &self.first {
            First::Games(games) if index == 0 => games,
            _ => &[],
        }
    }

    /// The one of this index; of recorded games, the one of this number.
    pub fn machine(&self, index: usize, game: usize) -> Result<Machine, String> {
        let rules = match (&self.first, index) {
            (First::Machine(machine), 0) => return Ok(machine.clone()),
            (First::Games(games), 0) => {
                return Ok(Machine::recorded(Arc::clone(&games[game % games.len()])));
            }
            (First::Machine(_), _) => None,
            // Others play the recorded game by its rules.
            (First::Games(games), _) => Some(games[game % games.len()].rules()),
        };
        self.of_catalogue(&self.names()[index], rules)
    }

    fn of_catalogue(&self, name: &str, rules: Option<&Rules>) -> Result<Machine, String> {
        let controller = catalogue::named(name).map_err(|error| error.to_string())?;
        let player = match rules {
            None => self.flags.player(controller),
            Some(rules) => {
                let mut rules = rules.clone();
                rules.visible = rules.visible.max(controller.search.visible());
                self.flags.ready(controller, &rules)
            }
        };
        let player = player.map_err(|failure| failure.to_string())?;
        Ok(Machine::Player(Arc::new(player)))
    }
}

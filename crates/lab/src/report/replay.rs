//! Playing again what was measured: records say which games they are of, and games are pure functions.

use tetrarium_engine::{Controller, Player, Rules, catalogue};

use super::contents::Settings;

/// Who played, by which rules, and which games.
#[derive(Clone, Copy)]
pub(super) struct Replay<'a> {
    pub controller: &'a str,
    pub search: &'a str,
    pub rules: &'a Settings,
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// The score of that game, where it is known.
    pub score: Option<u64>,
}

impl Replay<'_> {
    /// The player of a record, if its controller was given or is known by name, and can search as the record says.
    pub(super) fn player(&self, given: &[Controller]) -> Option<Player> {
        let known = given.iter().rev().find(|one| one.name == self.controller);
        let known = known.or_else(|| catalogue::named(self.controller).ok())?;
        let mut controller = known.clone();
        if controller.search.to_string() != self.search {
            let search = self.search.parse().ok()?;
            controller = controller.with_search(search).ok()?;
        }
        let mut rules = Rules::default();
        for (setting, value) in self.rules {
            rules.set(setting, value).ok()?;
        }
        Player::new(&controller, &rules).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_not_known_is_not_played() {
        let rules = Settings::new();
        let mut replay = Replay {
            controller: "bcts",
            search: "greedy",
            rules: &rules,
            seed: 1,
            first: 0,
            score: None,
        };
        assert!(replay.player(&[]).is_some());
        replay.controller = "nobody";
        assert!(replay.player(&[]).is_none());
        let mut mine = catalogue::named("bcts").unwrap().clone();
        mine.name = "nobody".to_string();
        assert_eq!(replay.player(&[mine]).unwrap().name(), "nobody");
    }
}

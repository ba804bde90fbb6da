//! Playing again what was measured: records say which games they are of, and games are pure
//! functions.

use tetrarium_engine::{
    Controller, Counts, Fingerprint, Move, Player, PlayerGame, Rules, Size, State,
};

use crate::play::{Heights, Length, Shard, Watch, play};
use crate::records::Identity;
use crate::settings::Settings;

/// The watch was told to stop before the games of a page were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before the games of the page were played")]
pub struct Stopped;

/// Who played, by which rules, and which games.
#[derive(Clone, Copy)]
pub(super) struct Replay<'a> {
    pub controller: &'a str,
    pub search: &'a str,
    /// The agent as the record holds it; none if its identity is unknown.
    pub identity: Option<&'a Identity>,
    pub rules: &'a Settings,
    pub seed: u64,
    /// The number of the first game.
    pub first: u64,
    /// How many games there were.
    pub games: u64,
    /// The score of the first game, where it is known.
    pub score: Option<u64>,
}

/// A game that was played again, move by move.
pub(super) struct Example {
    pub controller: String,
    pub seed: u64,
    pub number: u64,
    pub board: Size,
    /// The moves, with the counts after each.
    pub moves: Vec<(Move, Counts)>,
    /// How it ended; it is still playing where only its first moves were played.
    pub state: State,
}

impl Replay<'_> {
    /// The player of a record: the controller that the record holds. A record of unknown identity
    /// has one only if a controller of its name is given: another controller may go by the name.
    pub(super) fn player(&self, given: &[Controller]) -> Option<Player> {
        let held = self.identity.and_then(Identity::controller);
        let named = || given.iter().rev().find(|one| one.name == self.controller);
        let mut controller = held.or_else(|| named().cloned())?;
        if controller.search.to_string() != self.search {
            let search = self.search.parse().ok()?;
            controller = controller.with_search(search).ok()?;
        }
        let mut rules = Rules::default();
        for (setting, value) in self.rules {
            rules.set(setting, value).ok()?;
        }
        let print = Fingerprint::of(&controller, &rules);
        if self.identity.is_some_and(|one| one.fingerprint != print) {
            return None;
        }
        Player::new(&controller, &rules).ok()
    }

    /// The first moves of the first game; none if it is not the game of the record: another
    /// controller goes by this name.
    pub(super) fn example(
        &self,
        player: &Player,
        watch: &Watch,
    ) -> Result<Option<Example>, Stopped> {
        // Fewer moves where each takes longer.
        let most = match player.search().depth() {
            1 => 4000,
            2 => 400,
            _ => 40,
        };
        let mut game = PlayerGame::new(player, self.seed, self.first);
        let mut moves = Vec::new();
        while game.counts().pieces < most {
            if watch.stopped() {
                return Err(Stopped);
            }
            let Some(played) = game.step() else { break };
            moves.push((played, game.counts()));
        }
        let lost = game.state() == State::Lost;
        let other = lost && self.score.is_some_and(|score| score != game.counts().lines);
        if moves.is_empty() || other {
            return Ok(None);
        }
        Ok(Some(Example {
            controller: self.controller.to_string(),
            seed: self.seed,
            number: self.first,
            board: player.rules().board,
            moves,
            state: game.state(),
        }))
    }

    /// The heights of the pile over the first moves of the first games; none where moves take too
    /// long.
    pub(super) fn heights(
        &self,
        player: &Player,
        watch: &Watch,
    ) -> Result<Option<Heights>, Stopped> {
        let (games, moves) = match player.search().depth() {
            1 => (8, 1000),
            2 => (4, 250),
            _ => return Ok(None),
        };
        let shard = Shard {
            seed: self.seed,
            first: self.first,
            games: self.games.clamp(1, games),
            length: Length::AtMost(moves),
        };
        let counting = watch.beside().counting_heights();
        play(player, &shard, 1, &counting);
        match watch.stopped() {
            true => Err(Stopped),
            false => Ok(counting.heights()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::catalogue;

    const NOTHING: &Settings = &Settings::new();
    const REPLAY: Replay = Replay {
        controller: "bcts",
        search: "greedy",
        identity: None,
        rules: NOTHING,
        seed: 1,
        first: 0,
        games: 3,
        score: None,
    };

    fn bcts() -> Controller {
        catalogue::named("bcts").unwrap().clone()
    }

    /// A record of another controller that is called bcts too is not drawn as the catalogue's.
    #[test]
    fn an_unknown_identity_is_played_only_if_the_controller_is_given() {
        assert!(REPLAY.player(&[]).is_none());
        assert_eq!(REPLAY.player(&[bcts()]).unwrap().name(), "bcts");
    }

    #[test]
    fn the_controller_that_the_record_holds_is_played() {
        let mut other = bcts();
        other.rating.terms.truncate(3);
        let player = Player::new(&other, &Rules::default()).unwrap();
        let identity = Identity::of((&player).into());
        let replay = Replay {
            identity: Some(&identity),
            ..REPLAY
        };
        let found = replay.player(&[bcts()]).unwrap();
        assert_eq!(found.controller().rating, other.rating);
        // A record whose rules were changed by hand is not played.
        let mut rules = Settings::new();
        rules.insert("pieces".to_string(), "bag".to_string());
        let changed = Replay {
            rules: &rules,
            ..replay
        };
        assert!(changed.player(&[]).is_none());
    }

    #[test]
    fn a_stop_ends_it() {
        let player = REPLAY.player(&[bcts()]).unwrap();
        let watch = Watch::default();
        let example = REPLAY.example(&player, &watch).unwrap().unwrap();
        assert_eq!(example.moves.len(), 4000);
        assert!(REPLAY.heights(&player, &watch).unwrap().is_some());
        watch.stop();
        assert_eq!(REPLAY.example(&player, &watch).err(), Some(Stopped));
        assert_eq!(REPLAY.heights(&player, &watch).err(), Some(Stopped));
    }
}

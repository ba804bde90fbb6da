//! The agent at play: the phases of one game, and many games on threads.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tetrarium_engine::{Controller, Player, View, catalogue};

use super::arms::{Tried, eliminate};
use super::believed::Believed;
use super::error::AdaptError;
use super::game::Game;
use super::library;
use super::look::{Seen, keeping_free};
use super::real::{NUMBER, Real};
use super::record::{Adapted, Arm, Fixed, KIND, SCHEMA};
use super::settings::{Form, Settings};
use super::tuning::Tuning;
use crate::play::{Backend, Length, PlayError, Shard, Threads, Watch, Work, in_order};

/// The controller of the first phase.
const LOOKER: &str = "competition";

/// The name of the first phase's way of playing, as an arm.
const KEPT_FREE: &str = "competition, column free";

/// The name of what was tuned, as an arm.
const TUNED: &str = "tuned";

/// The controllers of the library that are tried beside the tuned one.
const NEAREST: usize = 2;

/// The controller of the catalogue that the library's form tries too.
const BASE: &str = "bcts";

/// Plays every game with the agent, and the same game with each fixed controller. A game that is
/// done is given to `done` as soon as all games before it are. The games of a watch that ended are
/// missing from the result.
///
/// # Errors
///
/// Before the first step: a setting that cannot be, a game that the agent cannot learn, a
/// controller that cannot play one. Later: a backend that fails.
pub fn adapt(
    games: &[Game],
    settings: &Settings,
    against: &[Controller],
    threads: usize,
    watch: &Watch,
    done: &(dyn Fn(&Adapted) + Sync),
) -> Result<Vec<Adapted>, AdaptError> {
    settings.check()?;
    for game in games {
        game.rules
            .pieces
            .independent()
            .ok_or_else(|| AdaptError::Pieces(game.name.clone()))?;
        for controller in against {
            player(controller, game)?;
        }
    }
    // Games side by side; with fewer games than threads, tuning has several.
    let each = (threads / games.len().max(1)).max(1);
    let waiting = Mutex::new((0, BTreeMap::new()));
    let played = in_order(games.len() as u64, threads, watch, |index| {
        let adapted = one_game(&games[index as usize], settings, against, each, watch)?;
        if let Some(adapted) = &adapted {
            let mut waiting = waiting.lock().expect("no game panics");
            let (next, ready) = &mut *waiting;
            ready.insert(index, adapted.clone());
            while let Some(adapted) = ready.remove(next) {
                done(&adapted);
                *next += 1;
            }
        }
        Ok(adapted)
    });
    let played: Result<Vec<Option<Adapted>>, AdaptError> = played.into_iter().collect();
    // Those before the first that was interrupted: `done` had no others.
    Ok(played?.into_iter().map_while(|game| game).collect())
}

fn player(controller: &Controller, game: &Game) -> Result<Player, AdaptError> {
    Player::new(controller, &game.rules).map_err(|error| AdaptError::Controller {
        game: game.name.clone(),
        error,
    })
}

fn named(name: &str, game: &Game) -> Result<Player, AdaptError> {
    player(
        catalogue::named(name).expect("it is in the catalogue"),
        game,
    )
}

/// What the phases of a game came to.
struct Played {
    seen: Seen,
    believed: Believed,
    arms: Vec<Arm>,
    chosen: String,
    controller: Controller,
    points: u64,
    lost: u64,
}

fn one_game(
    game: &Game,
    settings: &Settings,
    against: &[Controller],
    threads: usize,
    watch: &Watch,
) -> Result<Option<Adapted>, AdaptError> {
    let phases = Phases {
        game,
        settings,
        threads,
        watch,
    };
    let Some(played) = phases.play()? else {
        return Ok(None);
    };
    let mut fixed = Vec::new();
    for controller in against {
        let Some((points, lost)) = phases.fixed(controller)? else {
            return Ok(None);
        };
        fixed.push(Fixed {
            name: controller.name.clone(),
            points,
            lost,
            ratio: (points > 0).then(|| played.points as f64 / points as f64),
        });
    }
    watch.count_games(1, 0);
    let controller = played.controller.to_toml();
    let controller = controller.map_err(|error| PlayError::Failed(error.to_string()))?;
    Ok(Some(Adapted {
        schema: SCHEMA,
        kind: KIND.to_string(),
        game: game.name.clone(),
        rules: crate::settings::of(&game.rules),
        settings: *settings,
        seen: played.seen,
        believed: played.believed,
        arms: played.arms,
        chosen: played.chosen,
        controller,
        points: played.points,
        lost: played.lost,
        against: fixed,
        made: None,
    }))
}

/// The phases of one game.
struct Phases<'a> {
    game: &'a Game,
    settings: &'a Settings,
    threads: usize,
    watch: &'a Watch,
}

impl Phases<'_> {
    /// Looks, tunes, tries and plays on. None if the watch ended it.
    fn play(&self) -> Result<Option<Played>, AdaptError> {
        let mut real = Real::new(&self.game.rules, self.settings.seed);
        let looker = named(LOOKER, self.game)?;
        let mut seen = Seen::default();
        let free = |view: &View| keeping_free(&looker, view);
        let uncounted = self.settings.uncounted();
        let counted = self.settings.look - uncounted;
        if real.look(free, uncounted, &mut seen, self.watch)?.is_none() {
            return Ok(None);
        }
        let Some(looked) = real.look(free, counted, &mut seen, self.watch)? else {
            return Ok(None);
        };
        let believed = Believed::of(&seen, self.settings.form);
        let mut arms = vec![Arm {
            name: KEPT_FREE.to_string(),
            steps: counted,
            points: looked,
            dropped: false,
        }];
        let chosen = match self.settings.form {
            Form::Published => self.better_of_two(&believed, &mut arms, &mut real)?,
            Form::Library => self.last_of_many(&believed, &mut arms, &mut real)?,
        };
        let Some(chosen) = chosen else {
            return Ok(None);
        };
        let rest = self.settings.steps - real.placed;
        let (name, controller, played) = match chosen {
            Some((name, player)) => {
                let played = real.play(&player, rest, self.watch)?;
                (name, player.controller().clone(), played)
            }
            None => {
                // The first phase's way of playing goes on; nothing more is learnt from it.
                let played = real.look(free, rest, &mut Seen::default(), self.watch)?;
                (KEPT_FREE.to_string(), looker.controller().clone(), played)
            }
        };
        Ok(played.map(|_| Played {
            seen,
            believed,
            arms,
            chosen: name,
            controller,
            points: real.points,
            lost: real.lost,
        }))
    }

    fn tuning(&self, believed: &Believed) -> Tuning<'_> {
        let (rules, settings) = (&self.game.rules, self.settings);
        Tuning::new(rules, believed, settings, self.threads, self.watch)
    }

    /// The published choice: the tuned controller plays for the steps of the trial, and what got
    /// more points a step plays on; `Some(None)` is the first phase's way of playing.
    fn better_of_two(
        &self,
        believed: &Believed,
        arms: &mut Vec<Arm>,
        real: &mut Real,
    ) -> Result<Choice, AdaptError> {
        let tuning = self.tuning(believed);
        let Some(weights) = tuning.begun_anew()? else {
            return Ok(None);
        };
        let tuned = player(&tuning.controller(TUNED, &weights), self.game)?;
        let steps = self.settings.trial;
        let Some(points) = real.play(&tuned, steps, self.watch)? else {
            return Ok(None);
        };
        let looked = &arms[0];
        // Points a step, compared without rounding.
        let more = u128::from(points) * u128::from(looked.steps)
            > u128::from(looked.points) * u128::from(steps);
        arms.push(Arm {
            name: TUNED.to_string(),
            steps,
            points,
            dropped: false,
        });
        Ok(Some(more.then(|| (TUNED.to_string(), tuned))))
    }

    /// The library's choice: tuned from the nearest controller; the nearest ones and bcts are tried
    /// too, and dropped one after another.
    fn last_of_many(
        &self,
        believed: &Believed,
        arms: &mut Vec<Arm>,
        real: &mut Real,
    ) -> Result<Choice, AdaptError> {
        let rules = &self.game.rules;
        let nearest = library::nearest(rules.board, believed.exponent, NEAREST);
        let tuning = self.tuning(believed);
        let Some(weights) = tuning.from(&nearest[0].weights)? else {
            return Ok(None);
        };
        let tuned = player(&tuning.controller(TUNED, &weights), self.game)?;
        let mut tried = vec![Tried::new(TUNED, tuned)];
        for (place, entry) in (1..).zip(nearest) {
            let name = format!("library {place}");
            let player = entry.player(&name, rules, believed.points);
            tried.push(Tried::new(&name, player));
        }
        tried.push(Tried::new(BASE, named(BASE, self.game)?));
        let trial = self.settings.trial;
        let Some((best, turn)) = eliminate(&mut tried, trial, real, self.watch)? else {
            return Ok(None);
        };
        arms.extend(tried.iter().map(|one| Arm {
            name: one.name.clone(),
            steps: turn * one.turns.len() as u64,
            points: one.turns.iter().sum(),
            dropped: one.dropped,
        }));
        let best = tried.swap_remove(best);
        Ok(Some(Some((best.name, best.player))))
    }

    /// A fixed controller in the same game: its points, and how often it lost.
    fn fixed(&self, controller: &Controller) -> Result<Option<(u64, u64)>, AdaptError> {
        let player = player(controller, self.game)?;
        let work = Work {
            contender: (&player).into(),
            shard: Shard {
                seed: self.settings.seed,
                first: NUMBER,
                games: 1,
                length: Length::Restarting(self.settings.steps),
            },
        };
        let records = Threads(1).play_whole(&[work], self.watch)?;
        Ok(records.map(|records| (records[0][0].reward, records[0][0].deaths)))
    }
}

/// The arm that plays on: a name and a player, or the first phase's way of playing. None outside if
/// the watch ended the choice.
type Choice = Option<Option<(String, Player)>>;

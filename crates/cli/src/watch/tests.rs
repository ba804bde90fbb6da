//! Tests of the view: keys pressed on the model, screens drawn into a buffer.

mod games;
mod screens;

use std::sync::Arc;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tetrarium_engine::{Player, Rules, catalogue};

use super::keys;
use super::machine::{Machine, Service, Task};
use super::model::{Effect, Model};
use super::palette::Palette;
use super::roster::{First, Roster};
use super::view::view;
use crate::flags::rules::RuleFlags;

/// A view without a terminal, a clock or threads.
pub struct Stage {
    pub model: Model,
    playing: Option<(Machine, u64, u64)>,
    /// Whether the machine answers.
    pub answers: bool,
}

/// A player by these settings.
pub fn player(name: &str, settings: &[(&str, &str)]) -> Arc<Player> {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    Arc::new(Player::new(catalogue::named(name).unwrap(), &rules).unwrap())
}

impl Stage {
    /// A view of what a command line names.
    pub fn of(first: First) -> Stage {
        let roster = Roster::new(first, RuleFlags::default());
        let mut stage = Stage {
            model: Model::new(roster, 1, 0).unwrap(),
            playing: None,
            answers: true,
        };
        stage.settle();
        stage
    }

    /// A view of a controller.
    pub fn playing(name: &str, settings: &[(&str, &str)]) -> Stage {
        Stage::of(First::Machine(Machine::Player(player(name, settings))))
    }

    /// Does what the model asks for, until it asks for nothing.
    pub fn settle(&mut self) {
        while self.answers {
            let effects = self.model.effects();
            if effects.is_empty() {
                return;
            }
            for effect in effects {
                match effect {
                    Effect::Begin(machine, seed, number) => {
                        self.playing = Some((machine, seed, number));
                    }
                    Effect::Ask(mut request) => {
                        // As many moves as can be asked for in a frame, by no clock.
                        if let Task::Play { moves, budget, .. } = &mut request.task {
                            *moves = (*moves).min(1000);
                            *budget = Duration::MAX;
                        }
                        let (machine, seed, number) = self.playing.as_ref().unwrap();
                        let reply = Service::new(machine, *seed, *number).answer(*request);
                        self.model.reply(reply);
                    }
                }
            }
        }
    }

    /// Time passes, a frame at a time.
    pub fn pass(&mut self, frames: usize) {
        for _ in 0..frames {
            self.model.tick(Duration::from_millis(50));
            self.settle();
        }
    }

    /// Keys are pressed, one after the other.
    pub fn press(&mut self, keys: &[KeyCode]) {
        for key in keys {
            keys::press(&mut self.model, KeyEvent::new(*key, KeyModifiers::NONE));
            self.settle();
            self.pass(1);
        }
    }

    /// Letters are typed.
    pub fn type_text(&mut self, text: &str) {
        let keys: Vec<KeyCode> = text.chars().map(KeyCode::Char).collect();
        self.press(&keys);
    }

    /// The screen of this size.
    pub fn buffer(&self, columns: u16, rows: u16, colour: bool) -> Buffer {
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        let draw = |frame: &mut ratatui::Frame| view(&self.model, Palette { colour }, frame);
        terminal.draw(draw).unwrap();
        terminal.backend().buffer().clone()
    }

    /// The text of the screen of 80 columns and 24 rows.
    pub fn text(&self) -> String {
        text(&self.buffer(80, 24, false))
    }
}

/// The text of a screen.
pub fn text(buffer: &Buffer) -> String {
    let rows = buffer.area.height;
    let row = |y| {
        let cells = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol());
        format!("{}\n", cells.collect::<String>().trim_end())
    };
    (0..rows).map(row).collect()
}

//! The state of the view: who plays, which moves there are, what is shown. Keys, time and the
//! answers of the machine change it; nothing else does, so that tests can drive it.

mod deeds;
mod words;

use std::sync::Arc;
use std::time::Duration;

use tetrarium_engine::{Explanation, Landing, Move, RankedPlacement};

use super::clock::Clock;
use super::hand::Hand;
use super::machine::{Advice, Machine, Reply, Request, Said, Task};
use super::roster::Roster;
use super::timeline::Timeline;

/// A machine does not play longer than this before it answers.
const BUDGET: Duration = Duration::from_millis(25);

/// What stands over the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overlay {
    /// Nothing.
    None,
    /// The keys.
    Help,
    /// The list of controllers: which one is marked.
    Controllers(usize),
    /// A new seed: the digits typed so far.
    Seed(String),
}

/// What is to be done outside the model.
pub enum Effect {
    /// A machine begins a game: this one, under this seed, of this number.
    Begin(Machine, u64, u64),
    /// The machine is asked.
    Ask(Box<Request>),
}

/// How the view is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quit {
    /// By the key q.
    Asked,
    /// By Ctrl-C.
    Interrupted,
}

/// The state of the view.
pub struct Model {
    roster: Roster,
    /// The index in the roster of who plays.
    who: usize,
    /// Which of the recorded games is shown.
    game: usize,
    machine: Machine,
    seed: u64,
    number: u64,
    timeline: Timeline,
    /// The line of moves; another begins when a person changes the game.
    line: u64,
    pub(super) clock: Clock,
    pub(super) paused: bool,
    pub(super) overlay: Overlay,
    pub(super) ghosts: bool,
    pub(super) wants_advice: bool,
    hand: Option<Hand>,
    /// What the machine says of the move of this number.
    advice: Option<(u64, Box<Advice>)>,
    waits_for_moves: bool,
    waits_for_advice: bool,
    /// Moves that were asked for by key and are not known yet.
    owed: u64,
    /// The moves at the last tick.
    counted: u64,
    /// Whether the machine has no move after the last one.
    finished: bool,
    failure: Option<String>,
    message: Option<String>,
    pub(super) quit: Option<Quit>,
    effects: Vec<Effect>,
}

impl Model {
    /// A view of the first one in the roster, whose game has this seed and number.
    pub fn new(roster: Roster, seed: u64, number: u64) -> Result<Model, String> {
        let machine = roster.machine(0, 0)?;
        let rules = Arc::new(machine.rules().clone());
        let mut model = Model {
            timeline: Timeline::begin(&rules, seed, number),
            roster,
            who: 0,
            game: 0,
            machine,
            seed,
            number,
            line: 0,
            clock: Clock::new(),
            paused: false,
            overlay: Overlay::None,
            ghosts: false,
            wants_advice: false,
            hand: None,
            advice: None,
            waits_for_moves: false,
            waits_for_advice: false,
            owed: 0,
            counted: 0,
            finished: false,
            failure: None,
            message: None,
            quit: None,
            effects: Vec::new(),
        };
        model.begin();
        Ok(model)
    }

    /// Begins the game from its first move.
    pub fn begin(&mut self) {
        match self.roster.machine(self.who, self.game) {
            Ok(machine) => self.machine = machine,
            Err(why) => self.message = Some(why),
        }
        if let Machine::Recorded(game, _) = &self.machine {
            (self.seed, self.number) = (game.seed(), game.number());
        }
        let rules = Arc::new(self.machine.rules().clone());
        self.timeline = Timeline::begin(&rules, self.seed, self.number);
        self.hand = None;
        self.failure = None;
        (self.owed, self.counted) = (0, 0);
        self.clock.stop();
        self.another_line();
        self.ask_begin();
        self.want();
    }

    fn ask_begin(&mut self) {
        let begin = Effect::Begin(self.machine.clone(), self.seed, self.number);
        self.effects.push(begin);
    }

    /// What was known of the moves ahead is no longer so.
    fn another_line(&mut self) {
        self.line += 1;
        self.advice = None;
        self.finished = false;
        self.waits_for_moves = false;
        self.waits_for_advice = false;
    }

    /// Takes what is to be done outside.
    pub fn effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Time passes.
    pub fn tick(&mut self, time: Duration) {
        if self.overlay == Overlay::None && self.hand.is_none() {
            self.advance(time);
            let made = self.pieces().saturating_sub(self.counted);
            self.counted = self.pieces();
            match self.paused {
                true => self.clock.stop_counting(),
                false => self.clock.count(time, made),
            }
        }
        self.want();
    }

    fn advance(&mut self, time: Duration) {
        while self.owed > 0 && self.timeline.forward() {
            self.owed -= 1;
        }
        if self.paused {
            return;
        }
        let ahead = self.timeline.ahead() as u64;
        let due = match self.clock.pace() {
            // The last move stays in sight until there is another.
            None if self.finished => ahead,
            None => ahead.saturating_sub(1),
            Some(_) if ahead == 0 => 0,
            Some(_) => self.clock.pass(time),
        };
        for _ in 0..due {
            if !self.timeline.forward() {
                break;
            }
        }
        if self.timeline.ahead() == 0 {
            self.clock.begin_move();
        }
    }

    /// Asks the machine for what will be needed.
    fn want(&mut self) {
        let line = self.line;
        let ask = |task| Effect::Ask(Box::new(Request { line, task }));
        let (enough, moves) = match (self.paused, self.clock.pace()) {
            (false, None) => (usize::MAX, u64::MAX),
            (false, Some(pace)) => (pace as usize / 10 + 2, u64::from(pace) / 5 + 2),
            (true, _) => (1, 1),
        };
        let plays = self.hand.is_none() && self.failure.is_none() && !self.finished;
        if plays && !self.waits_for_moves && self.timeline.ahead() < enough {
            self.waits_for_moves = true;
            self.effects.push(ask(Task::Play {
                tip: self.timeline.tip().clone(),
                paint: Box::new(self.timeline.paint_of_tip()),
                moves,
                budget: BUDGET,
            }));
        }
        let known = self.advice.as_ref().map(|(number, _)| *number);
        let asks = match self.machine.player() {
            Some(_) => true,
            None => self.machine.advises() && self.hand.is_some() && self.wants_advice,
        };
        if asks && !self.waits_for_advice && known != Some(self.pieces()) {
            self.waits_for_advice = true;
            self.effects
                .push(ask(Task::Advise(self.timeline.here().clone())));
        }
    }

    /// Hears the machine.
    pub fn reply(&mut self, reply: Reply) {
        if reply.line != self.line {
            return;
        }
        match reply.said {
            Said::Played(moves, last) => {
                self.waits_for_moves = false;
                // More moves than a paused game needs would push those behind it out. They can be
                // had again, but for those of an agent, which may remember its game.
                let agent = matches!(self.machine, Machine::Agent(_));
                if self.paused && moves.moves() > 1 && !agent {
                    return;
                }
                self.timeline.join(*moves);
                self.finished = last;
                if !self.paused && self.clock.pace().is_none() {
                    self.advance(Duration::ZERO);
                }
            }
            Said::Advised(number, advice) => {
                self.waits_for_advice = false;
                self.advice = Some((number, advice));
            }
            Said::Failed(why) => self.failure = Some(why),
        }
    }

    /// The machine has gone, for this reason.
    pub fn fail(&mut self, why: String) {
        self.failure = Some(why);
    }
}

/// What is shown.
impl Model {
    /// Who plays.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The seed and the number of the game.
    pub fn seed_and_number(&self) -> [u64; 2] {
        [self.seed, self.number]
    }

    /// Which of how many recorded games this is; none if it is not recorded.
    pub fn game_of_file(&self) -> Option<(usize, usize)> {
        let games = self.roster.games(self.who).len();
        (games > 0).then_some((self.game + 1, games))
    }

    /// The names of all who can play, and the index of who does.
    pub fn names(&self) -> (Vec<String>, usize) {
        (self.roster.names(), self.who)
    }

    /// Why the machine cannot play, if it cannot.
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// The moves.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The number of moves made at the present place.
    pub fn pieces(&self) -> u64 {
        self.timeline.here().game.counts().pieces
    }

    /// The piece in a person's hand, while one plays.
    pub fn hand(&self) -> Option<&Hand> {
        self.hand.as_ref()
    }

    /// What the machine says of the present position.
    pub fn advice_here(&self) -> Option<&Advice> {
        let (number, advice) = self.advice.as_ref()?;
        (*number == self.pieces()).then_some(advice)
    }

    /// What the machine says of the last position that it was asked about, and its number.
    pub fn advice(&self) -> Option<(u64, &Advice)> {
        self.advice
            .as_ref()
            .map(|(number, advice)| (*number, &**advice))
    }

    /// The move of a number, from 0, if it is kept.
    pub fn played(&self, number: u64) -> Option<&Move> {
        self.timeline.played(number)
    }
}

/// The placement that was chosen and the best other one, of an explanation.
pub fn chosen_and_second(
    explanation: &Explanation,
    chosen: Option<Landing>,
) -> Option<(&RankedPlacement, Option<&RankedPlacement>)> {
    let placements = &explanation.placements;
    let index = placements
        .iter()
        .position(|one| Some(one.landing) == chosen)
        .unwrap_or(0);
    let second = placements.iter().enumerate().find(|(i, _)| *i != index);
    Some((placements.get(index)?, second.map(|(_, one)| one)))
}

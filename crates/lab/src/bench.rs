//! The fixed workload of `bench`: what is played, and one number that stands for all decisions made.

use tetrarium_engine::Search;
use tetrarium_engine::features::{Count, FEATURES, Reading, Unit};
use tetrarium_engine::game::State;
use tetrarium_engine::moves::Move;
use tetrarium_engine::rating::{Function, Term};
use tetrarium_engine::search::{Method, Unseen};
use tetrarium_engine::{Board, Controller, Piece, Player, PlayerGame, Rules, catalogue};

/// The seed of the workload.
pub const SEED: u64 = 1;

/// A controller under rules.
#[derive(Clone, Debug)]
pub struct Workload {
    /// What plays.
    pub controller: Controller,
    /// By which rules.
    pub rules: Rules,
}

impl Workload {
    /// A few words.
    pub fn label(&self) -> String {
        format!(
            "{} {} {}",
            self.controller.name, self.rules.board, self.controller.search
        )
    }

    /// About how many greedy moves one of its moves costs.
    pub fn cost(&self) -> u64 {
        let search = self.controller.search;
        match (search.method(), search.depth()) {
            (Method::Tree(Unseen::Ignored), 1) => 1,
            (Method::Tree(Unseen::Ignored), _) => 20,
            _ => 160,
        }
    }
}

/// The workloads: six controllers, one-piece on three boards and two-piece on the standard one; and an expectimax.
pub fn workloads() -> Vec<Workload> {
    let mut all = Vec::new();
    for name in ["dellacherie", "bcts", "dt-20", "bdu", "boehm-exponential"] {
        let controller = catalogue::named(name)
            .expect("it is in the catalogue")
            .clone();
        add(&mut all, controller);
    }
    add(&mut all, everything());
    let mut average = catalogue::named("bcts")
        .expect("it is in the catalogue")
        .clone();
    average.search = Search::expectimax(2);
    all.push(Workload {
        controller: average,
        rules: Rules::default(),
    });
    all
}

fn add(all: &mut Vec<Workload>, controller: Controller) {
    for (board, search) in [
        ("10x20", Search::GREEDY),
        ("10x10", Search::GREEDY),
        ("6x12", Search::GREEDY),
        ("10x20", Search::TWO_PIECE),
    ] {
        let mut rules = Rules::default();
        rules.set("board", board).expect("the board is in range");
        rules.visible = search.visible();
        let controller = Controller {
            search,
            ..controller.clone()
        };
        if Player::new(&controller, &rules).is_ok() {
            all.push(Workload { controller, rules });
        }
    }
}

/// A controller that reads every feature that is no ratio and none of xtris' own: bcts, with a little of everything else, so that it still
/// plays well.
pub fn everything() -> Controller {
    let mut controller = catalogue::named("bcts")
        .expect("it is in the catalogue")
        .clone();
    controller.name = "all-features".to_string();
    controller.summary =
        "bcts with a little of every other feature, to measure what all features cost.".to_string();
    controller.reported.clear();
    for feature in FEATURES {
        let reading = Reading::from(*feature);
        let xtris = feature.source.contains("(xtris)") || feature.source.contains("(xtris),");
        let own = xtris && feature.number != "7" && feature.number != "8";
        let there = controller
            .rating
            .terms
            .iter()
            .any(|term| term.reading == reading);
        if feature.unit == Unit::Ratio || own || there {
            continue;
        }
        // Boards are ten wide where this plays.
        let count = feature.count.on(10);
        let functions = vec![Function::Linear { weight: -0.01 }; count];
        controller.rating.terms.push(Term { reading, functions });
    }
    controller
}

/// A signature of decisions: FNV-1a of where every piece came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(u64);

impl Default for Signature {
    fn default() -> Self {
        Signature(0xcbf2_9ce4_8422_2325)
    }
}

impl Signature {
    fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }

    /// Adds a move.
    pub fn add(&mut self, played: &Move) {
        let placement = played.landing.placement;
        for byte in [
            played.piece as u8,
            placement.orientation,
            placement.column,
            played.landing.row,
        ] {
            self.byte(byte);
        }
    }

    /// Adds another signature.
    pub fn add_all(&mut self, other: Signature) {
        other
            .0
            .to_le_bytes()
            .into_iter()
            .for_each(|byte| self.byte(byte));
    }
}

impl std::fmt::Display for Signature {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// Plays so many moves, games one after the other, and gives the signature of all decisions.
pub fn signature(player: &Player, moves: u64) -> Signature {
    let mut signature = Signature::default();
    let mut made = 0;
    for number in 0.. {
        let mut game = PlayerGame::new(player, SEED, number);
        while let Some(played) = game.step() {
            signature.add(&played);
            made += 1;
            if made == moves {
                return signature;
            }
        }
    }
    signature
}

/// Plays so many moves as fast as it can, games one after the other; gives the lines cleared, so that nothing can be left out.
pub fn play_moves(player: &Player, moves: u64) -> u64 {
    let (mut made, mut lines) = (0, 0);
    for number in 0.. {
        let mut game = PlayerGame::new(player, SEED, number);
        while game.state() == State::Playing && made < moves {
            game.advance();
            made += 1;
        }
        lines += game.counts().lines;
        if made >= moves {
            break;
        }
    }
    lines
}

/// Boards of a real game with the piece to be placed: what the time per feature is measured on.
pub fn boards_of_play(count: usize) -> Vec<(Board, Piece)> {
    let controller = catalogue::named("dellacherie").expect("it is in the catalogue");
    let player = Player::new(controller, &Rules::default()).expect("it plays by the default rules");
    let mut game = PlayerGame::new(&player, SEED, 0);
    let mut boards = Vec::with_capacity(count);
    while boards.len() < count {
        let Some(piece) = game.piece() else { break };
        boards.push((*game.board(), piece));
        game.advance();
    }
    boards
}

/// A controller that reads one feature alone.
pub fn only(reading: Reading) -> Controller {
    let mut controller = everything();
    controller.name = reading.to_string();
    let count = match reading.feature.count {
        Count::One => 1,
        count => count.on(10),
    };
    controller.rating.terms = vec![Term {
        reading,
        functions: vec![Function::Linear { weight: -1.0 }; count],
    }];
    controller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_tells_games_apart_and_repeats() {
        let workload = &workloads()[0];
        let player = Player::new(&workload.controller, &workload.rules).unwrap();
        assert_eq!(signature(&player, 100), signature(&player, 100));
        assert_ne!(signature(&player, 100), signature(&player, 101));
    }

    #[test]
    fn all_features_play_nearly_as_bcts() {
        let rules = Rules::default();
        let player = Player::new(&everything(), &rules).unwrap();
        let mut game = PlayerGame::new(&player, SEED, 0);
        for _ in 0..300 {
            assert!(game.step().is_some());
        }
        assert!(everything().rating.terms.len() > 30);
    }
}

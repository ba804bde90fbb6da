//! The fixed workload of `bench`, and the signature of all decisions made in it.

use tetrarium_engine::rules::SearchScore;
use tetrarium_engine::search::{Method, Unseen};
use tetrarium_engine::{
    Board, Controller, Function, Kernel, Move, Piece, Player, PlayerGame, Reading, Rules, Search,
    State, Term, Unavailable, catalogue,
};

use crate::estimate::rough_estimates;
use crate::play::{Threads, Watch};

/// The seed of the workload.
pub const SEED: u64 = 1;

/// The climbs of the estimate that [`climb_moves`] makes.
const CLIMBS: u64 = 100;

/// The name of the controller that reads many features, see [`many_features`].
const MANY_FEATURES: &str = "all-features";

/// The boards and searches that each controller of the workload plays, in order.
///
/// The list is frozen, and so is [`ADDED_FEATURES`]: the signature of all its decisions is compared
/// from version to version. A new workload goes into a list with a signature of its own.
const WORKLOADS: [(&str, &[(&str, &str)]); 7] = [
    ("dellacherie", ALL_BOARDS),
    ("bcts", ALL_BOARDS),
    ("dt-20", ALL_BOARDS),
    ("bdu", TEN_WIDE),
    ("boehm-exponential", ALL_BOARDS),
    (MANY_FEATURES, TEN_WIDE),
    ("bcts", &[("10x20", "expectimax:2")]),
];

const ALL_BOARDS: &[(&str, &str)] = &[
    ("10x20", "greedy"),
    ("10x10", "greedy"),
    ("6x12", "greedy"),
    ("10x20", "two-piece"),
];

/// For controllers with a weight for each of ten columns.
const TEN_WIDE: &[(&str, &str)] = &[
    ("10x20", "greedy"),
    ("10x10", "greedy"),
    ("10x20", "two-piece"),
];

/// The features that [`many_features`] adds to those of bcts, in order.
const ADDED_FEATURES: [&str; 29] = [
    "max-height",
    "column-height",
    "column-difference",
    "cell-transitions",
    "deep-wells",
    "height-differences",
    "mean-height",
    "removed-lines",
    "height-weighted-cells",
    "wells",
    "full-cells",
    "cumulative-wells-fast",
    "min-height",
    "max-minus-mean-height",
    "mean-minus-min-height",
    "max-height-difference",
    "adjacent-column-holes",
    "max-well-depth",
    "pattern-diversity",
    "well-cells",
    "constant",
    "squared-height-differences",
    "suicide",
    "sum-height",
    "lost",
    "pit-depths",
    "height-deviation",
    "height-rbf",
    "surrounded-holes",
];

/// A controller and the rules it plays by.
#[derive(Clone, Debug)]
pub struct Workload {
    /// The controller.
    pub controller: Controller,
    /// The rules.
    pub rules: Rules,
}

impl Workload {
    /// A short description.
    pub fn label(&self) -> String {
        format!(
            "{} {} {}",
            self.controller.name,
            self.rules.board,
            self.search()
        )
    }

    /// The search, and how it scores moves unless by the last alone.
    pub fn search(&self) -> String {
        let search = self.controller.search;
        match self.rules.search_score {
            SearchScore::Sum => format!("{search}, sum"),
            SearchScore::Leaf => search.to_string(),
        }
    }

    /// The approximate cost of one of its moves, in greedy moves.
    pub fn cost(&self) -> u64 {
        let search = self.controller.search;
        match (search.method(), search.depth()) {
            (Method::Tree(Unseen::Ignored), 1) => 1,
            (Method::Tree(Unseen::Ignored), _) => 20,
            _ => 160,
        }
    }

    /// The workload's player with a kernel.
    ///
    /// # Errors
    ///
    /// If the machine cannot run the kernel.
    pub fn player(&self, kernel: Kernel) -> Result<Player, Unavailable> {
        Player::new(&self.controller, &self.rules)
            .expect("every controller of the workload can play by its rules")
            .with_kernel(kernel)
    }
}

/// The workloads: six controllers, each with a search of one piece on up to three boards and of two
/// pieces on the standard board; and an expectimax search.
pub fn workloads() -> Vec<Workload> {
    let mut all = Vec::new();
    for (name, boards) in WORKLOADS {
        for &(board, search) in boards {
            let mut rules = Rules::default();
            rules.set("board", board).expect("the board is in range");
            let search: Search = search.parse().expect("it is a search");
            rules.visible = search.visible();
            let controller = Controller {
                search,
                ..match name {
                    MANY_FEATURES => many_features(),
                    _ => published(name),
                }
            };
            all.push(Workload { controller, rules });
        }
    }
    all
}

/// What is timed alone, on the standard board, and has no part in the signature: ratings with many
/// weights, with tables and with local patterns, and searches of bcts that add up the scores of all
/// moves looked at.
pub fn timed_alone() -> Vec<Workload> {
    let greedy = [
        published("tetrarium-3"),
        forty_five_weights(),
        published("tetrarium-4"),
    ];
    let workload = |controller: Controller| Workload {
        controller,
        rules: Rules::default(),
    };
    let ratings = greedy.map(workload).into_iter();
    ratings
        .chain(["two-piece", "expectimax:2"].map(sum_search))
        .collect()
}

/// A search of bcts that adds up the scores of all moves looked at.
fn sum_search(search: &str) -> Workload {
    let mut rules = Rules::default();
    rules
        .set("search-score", "sum")
        .expect("it is a value of the setting");
    let search: Search = search.parse().expect("it is a search");
    rules.visible = search.visible();
    let controller = Controller {
        search,
        ..published("bcts")
    };
    Workload { controller, rules }
}

/// tetrarium-3 with small weights for columns, their differences and radial functions of the mean
/// height, 45 weights in all: it still plays well.
pub fn forty_five_weights() -> Controller {
    let mut controller = published("tetrarium-3");
    controller.name = "45 weights".to_string();
    controller.reported.clear();
    for name in ["column-height", "column-difference", "height-rbf"] {
        let reading = Reading::named(name).expect("it is a feature");
        controller.rating.terms.push(term(reading, -0.001));
    }
    controller
}

/// Makes one rough estimate by climbs on this thread, and returns the moves that it took.
///
/// # Panics
///
/// If the player's games cannot be split.
pub fn climb_moves(player: &Player) -> u64 {
    let contender = [(player.into(), SEED)];
    let found = rough_estimates(&contender, CLIMBS, &Threads(1), &Watch::default());
    let found = found
        .expect("players do not fail")
        .expect("nothing stops it");
    found[0].moves
}

/// A controller of the catalogue.
fn published(name: &str) -> Controller {
    let controller = catalogue::named(name).expect("it is in the catalogue");
    controller.clone()
}

/// A term with the same weight for every value of the feature on a board ten wide.
fn term(reading: Reading, weight: f64) -> Term {
    let count = reading.feature.count.on(10);
    Term {
        reading,
        functions: vec![Function::linear(weight); count],
    }
}

/// A controller that reads 37 features: bcts with a small weight for every other feature that
/// kernels read, so that it still plays well.
pub fn many_features() -> Controller {
    let mut controller = published("bcts");
    controller.name = MANY_FEATURES.to_string();
    controller.summary =
        "bcts with a little of every other feature, to measure what all features cost.".to_string();
    controller.reported.clear();
    for name in ADDED_FEATURES {
        let reading = Reading::named(name).expect("it is a feature");
        controller.rating.terms.push(term(reading, -0.01));
    }
    controller
}

/// A signature of decisions: FNV-1a of the resting place of every piece.
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

    /// Adds all decisions of another signature.
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

/// Plays `moves` moves, one game after the other, and returns the signature of all decisions.
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

/// Plays `moves` moves as fast as possible, one game after the other. Returns the lines cleared, so
/// that the compiler cannot leave the moves out.
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

/// The signature of all decisions in the workloads, and the names of the workloads in which a
/// kernel's decisions differ from those of the first kernel. `moves` is the number of moves of each
/// greedy workload.
///
/// # Errors
///
/// If the machine cannot run a kernel.
pub fn signatures(
    workloads: &[Workload],
    kernels: &[Kernel],
    moves: u64,
) -> Result<(Signature, Vec<String>), Unavailable> {
    let mut common = Signature::default();
    let mut differing = Vec::new();
    for workload in workloads {
        let moves = moves.div_ceil(workload.cost());
        let mut first = None;
        for &kernel in kernels {
            let this = signature(&workload.player(kernel)?, moves);
            let reference = *first.get_or_insert(this);
            if this != reference {
                differing.push(format!("{} with {kernel}", workload.label()));
            }
        }
        common.add_all(first.unwrap_or_default());
    }
    Ok((common, differing))
}

/// The boards of a real game, each with the piece to be placed, on which the time per feature is
/// measured.
pub fn boards_of_play(count: usize) -> Vec<(Board, Piece)> {
    let player = Player::new(&published("dellacherie"), &Rules::default())
        .expect("it plays by the default rules");
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
    let mut controller = published("bcts");
    controller.name = reading.to_string();
    controller.rating.terms = vec![term(reading, -1.0)];
    controller
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_moves_have_equal_signatures_and_different_moves_do_not() {
        let player = workloads()[0].player(Kernel::best()).unwrap();
        assert_eq!(signature(&player, 100), signature(&player, 100));
        assert_ne!(signature(&player, 100), signature(&player, 101));
    }

    /// `tetrarium bench --millis 0` prints this signature. It changes only with the decisions of a
    /// published controller.
    #[test]
    fn the_signature_of_the_workload_is_that_of_version_0_1() {
        let kernels: Vec<Kernel> = Kernel::available().collect();
        let (signature, differing) = signatures(&workloads(), &kernels, 2000).unwrap();
        assert_eq!(signature.to_string(), "599e8680e3b2a42c");
        assert!(differing.is_empty(), "{differing:?}");
    }

    #[test]
    fn what_is_timed_alone_has_a_fast_path() {
        let weights = forty_five_weights().rating.terms;
        let weights = weights.iter().map(|term| term.functions.len());
        assert_eq!(weights.sum::<usize>(), 45);
        for workload in timed_alone() {
            let player = workload.player(Kernel::best()).unwrap();
            assert!(player.fast_path().is_ok(), "{}", workload.label());
        }
    }

    #[test]
    fn the_controller_with_many_features_has_a_fast_path_and_plays_well() {
        let controller = many_features();
        assert_eq!(controller.rating.terms.len(), 8 + ADDED_FEATURES.len());
        let player = Player::new(&controller, &Rules::default()).unwrap();
        assert!(player.fast_path().is_ok());
        let mut game = PlayerGame::new(&player, SEED, 0);
        for _ in 0..300 {
            assert!(game.step().is_some());
        }
    }
}

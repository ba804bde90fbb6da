//! Random rules, ratings, boards and searches: every kernel that the machine has gives the scores,
//! choices and games of the reference.

use std::process::ExitCode;

use tetrarium_engine::rating::{RATINGS, Rating};
use tetrarium_engine::{
    Controller, Function, Kernel, Player, PlayerGame, Rules, Search, Term, catalogue,
};
use tetrarium_fuzz::random::{
    Dice, check_board, controller, kernels, random_board, random_rating, random_rules,
};
use tetrarium_fuzz::{Target, input, run};

const TARGETS: &[Target] = &[
    Target {
        name: "boards",
        case: boards,
    },
    Target {
        name: "games",
        case: games,
    },
    Target {
        name: "searches",
        case: searches,
    },
];

fn main() -> ExitCode {
    let names: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    println!("kernels: {}", names.join(", "));
    run("kernels", TARGETS)
}

/// A rating with weights of any size.
fn wild_rating(dice: &mut Dice, rules: &Rules) -> Rating {
    let kind = dice.of(RATINGS);
    if dice.below(4) == 0 {
        let all = catalogue::all();
        let published = &all[dice.below(all.len() as u32) as usize];
        if published.search.needs_rating() {
            return published.rating.clone();
        }
    }
    let mut rating = random_rating(dice, kind, rules.board.width());
    if kind.name == "linear" && dice.below(3) == 0 {
        // From weights that vanish beside others to the largest that fit.
        let scale = (f64::from(dice.below(120)) - 70.0).exp2();
        for Term { functions, .. } in &mut rating.terms {
            for function in functions {
                let weight = dice.real() * if dice.below(2) == 0 { scale } else { 1.0 };
                *function = Function::linear(weight);
            }
        }
    }
    rating
}

fn wild_rules(dice: &mut Dice) -> Rules {
    let mut rules = random_rules(dice);
    let settings = [
        ("ties", &["first", "random", "dellacherie"][..]),
        ("visible", &["1", "2"]),
        (
            "pieces",
            &[
                "uniform",
                "bag",
                "cycle:SZ",
                "weighted:S=3,Z=2,I=1,O=1,T=1,J=1,L=1",
            ],
        ),
        ("search-score", &["leaf", "sum"]),
        ("search-board", &["cleared", "uncleared"]),
    ];
    for (name, values) in settings {
        if dice.below(3) == 0 {
            let _ = rules.set(name, dice.of(values));
        }
    }
    rules
}

/// Shows the case, and gives its players; none if the rating does not fit the board.
fn players(controller: &Controller, rules: &Rules, rest: &str) -> Option<Vec<Player>> {
    let file = controller.to_toml().unwrap_or_default();
    input(&format!("{rules}\n{file}\n{rest}"));
    Player::new(controller, rules).ok()?;
    Some(kernels(controller, rules))
}

/// All placements of all pieces on some boards.
fn boards(dice: &mut Dice) -> bool {
    let rules = wild_rules(dice);
    let one = controller(wild_rating(dice, &rules), Search::GREEDY);
    let Some(players) = players(&one, &rules, "") else {
        return false;
    };
    for _ in 0..8 {
        check_board(&players, &random_board(dice, rules.board));
    }
    true
}

/// A game on every kernel, step by step and at full speed, from the beginning or from a board.
fn games(dice: &mut Dice) -> bool {
    let rules = wild_rules(dice);
    let one = controller(wild_rating(dice, &rules), Search::GREEDY);
    same_games(dice, &one, &rules, 60)
}

/// The same with a search.
fn searches(dice: &mut Dice) -> bool {
    let mut rules = wild_rules(dice);
    let (search, board, moves) = match dice.below(8) {
        0..4 => (
            Search::TWO_PIECE,
            ["5x7", "10x20", "6x8"][dice.between(0, 2)],
            12,
        ),
        4 | 5 => (
            Search::expectimax(2),
            ["5x7", "6x8", "7x6"][dice.between(0, 2)],
            6,
        ),
        6 => (
            Search::minimax(2),
            ["5x7", "6x8", "7x6"][dice.between(0, 2)],
            6,
        ),
        _ => (Search::minimax(3), "4x5", 2),
    };
    rules.set("board", board).expect("a possible board");
    if search == Search::TWO_PIECE {
        rules.set("visible", "2").expect("two pieces can be seen");
    }
    let one = controller(wild_rating(dice, &rules), search);
    same_games(dice, &one, &rules, moves)
}

fn same_games(dice: &mut Dice, one: &Controller, rules: &Rules, moves: usize) -> bool {
    let seed = u64::from(dice.word());
    let start = (dice.below(2) == 0).then(|| random_board(dice, rules.board));
    let rest = start.map_or(String::new(), |board| board.to_string());
    let Some(players) = players(one, rules, &format!("seed {seed}\n{rest}")) else {
        return false;
    };
    let played = |player: &Player, stepwise: bool| {
        let mut game = match start {
            Some(board) => PlayerGame::from_board(player, board, seed, 0),
            None => PlayerGame::new(player, seed, 0),
        };
        let mut boards = Vec::new();
        for _ in 0..moves {
            let goes_on = match stepwise {
                true => game.step().is_some(),
                false => game.advance(),
            };
            if !goes_on {
                break;
            }
            boards.push(*game.board());
        }
        (game.counts(), game.state(), boards)
    };
    let expected = played(&players[0], true);
    for player in &players {
        for stepwise in [true, false] {
            let found = played(player, stepwise);
            assert!(
                found == expected,
                "{} plays another game (steps: {stepwise})",
                player.kernel()
            );
        }
    }
    true
}

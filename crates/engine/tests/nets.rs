//! Ratings with a net: their files, and the games that they play.

use tetrarium_engine::rating::NET;
use tetrarium_engine::{Controller, Player, PlayerGame, Rules, canonical};

const NET_FILE: &str = r#"schema = 1
name = "mine"

[rating]
kind = "net"

[rating.weights]
removed-lines = 0.5

[rating.net]
features = ["max-height", "holes"]
scale = 4

[[rating.net.layers]]
activation = "tanh"
shift = 0
biases = [100, 200]
weights = [
    [-3000, 5],
    [10, -9000],
]

[[rating.net.layers]]
activation = "linear"
shift = 10
biases = [-7]
weights = [
    [31, 17],
]
"#;

/// One linear unit over the features of `LINEAR`, with its weights times 2^8.
const ONE_UNIT: &str = r#"
schema = 1
name = "net"
[rating]
kind = "net"
[rating.weights]
removed-lines = 3.5
[rating.net]
features = ["sum-height", "holes", "column-difference"]
scale = 8
[[rating.net.layers]]
activation = "linear"
shift = 3
biases = [-800]
weights = [[-1024, -4096, -512, -512, -512, -512, -512]]
"#;

const LINEAR: &str = r#"
schema = 1
name = "linear"
[rating]
kind = "linear"
[rating.weights]
removed-lines = 3.5
sum-height = -0.5
holes = -2
column-difference = [-0.25, -0.25, -0.25, -0.25, -0.25]
"#;

fn controller(text: &str) -> Controller {
    Controller::from_toml(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn small() -> Rules {
    let mut rules = Rules::default();
    rules.set("board", "6x12").unwrap();
    rules
}

fn player(text: &str) -> Player {
    Player::new(&controller(text), &small()).unwrap()
}

#[test]
fn a_net_is_read_as_it_is_written() {
    let read = controller(NET_FILE);
    assert_eq!(read.rating.kind, &NET);
    assert_eq!(read.to_toml().unwrap(), NET_FILE);
    assert_eq!(read.rating.weights(), 10);
}

/// A change of this text is a change of every fingerprint of a net.
#[test]
fn the_canonical_form() {
    let text = canonical(&controller(NET_FILE), &Rules::default());
    let (_, end) = text.split_once("search greedy\n").unwrap();
    let right = "term removed-lines 0 linear 5e-1\nnet 4\ninput max-height\ninput holes\n\
                 layer tanh 0\nunit 100 -3000 5\nunit 200 10 -9000\nlayer linear 10\nunit -7 31 17\n";
    assert_eq!(end, right);
}

#[test]
fn a_net_of_one_linear_unit_plays_as_its_weights_do() {
    let (net, linear) = (player(ONE_UNIT), player(LINEAR));
    let mut pieces = 0;
    for game in 0..20 {
        let (mut one, mut other) = (
            PlayerGame::new(&net, 5, game),
            PlayerGame::new(&linear, 5, game),
        );
        for _ in 0..500 {
            let (a, b) = (one.step(), other.step());
            assert_eq!(
                a.map(|played| played.landing),
                b.map(|played| played.landing)
            );
        }
        pieces += one.counts().pieces;
    }
    assert!(pieces > 500, "{pieces}");
}

#[test]
fn the_net_is_one_term_of_an_explanation() {
    let player = player(ONE_UNIT);
    let mut game = PlayerGame::new(&player, 5, 0);
    for _ in 0..30 {
        game.advance();
    }
    let explanation = player.explain(&game.view().unwrap());
    for one in &explanation.placements {
        let names: Vec<String> = one.terms.iter().map(|term| term.name()).collect();
        assert_eq!(names, ["removed-lines", "net"]);
        let score: i32 = one.terms.iter().map(|term| term.score).sum();
        assert_eq!(score, one.score);
        assert_eq!(one.rating, f64::from(one.score) / 256.0);
    }
    let why = explanation.why();
    assert!(why.contains("net +"), "{why}");
}

#[test]
fn what_a_net_cannot_do_is_said() {
    assert!(player(NET_FILE).fast_path().is_ok());
    let of_ratio = NET_FILE.replace("\"holes\"", "\"mean-hole-depth\"");
    let reason = player(&of_ratio).fast_path().unwrap_err().to_string();
    assert!(
        reason.contains("mean-hole-depth is read by the reference"),
        "{reason}"
    );
    let of_moves = NET_FILE.replace("max-height", "landing-height");
    let mut rules = small();
    rules.set("search-score", "sum").unwrap();
    let error = Player::new(&controller(&of_moves), &rules)
        .unwrap_err()
        .to_string();
    assert!(error.contains("landing-height off the move"), "{error}");
    assert!(Player::new(&controller(NET_FILE), &rules).is_ok());
    let wide = Player::new(&controller(ONE_UNIT), &Rules::default())
        .unwrap_err()
        .to_string();
    assert!(
        wide.contains("7 weights") && wide.contains("11 values"),
        "{wide}"
    );
    let beside = NET_FILE.replace("removed-lines = 0.5", "removed-lines = 5e7");
    let error = Player::new(&controller(&beside), &small())
        .unwrap_err()
        .to_string();
    assert!(error.contains("weights beside the net"), "{error}");
}

#[test]
fn hostile_files_are_refused_with_a_sentence() {
    for (from, to, expected) in [
        ("scale = 4\n", "", "missing field `scale`"),
        (
            "scale = 4",
            "scale = 4\ncolour = 1",
            "unknown field `colour`",
        ),
        (
            "scale = 4",
            "scale = 99",
            "scale = 99 is not from -60 to 60",
        ),
        ("scale = 4", "scale = 1e300", "expected"),
        ("shift = 0", "shift = -1", "expected"),
        ("shift = 0", "shift = 61", "shift = 61"),
        ("shift = 0", "shift = 0\nbias = 1", "unknown field `bias`"),
        (
            "\"tanh\"",
            "\"sine\"",
            "layer 1: activation = `sine` is not possible: use linear, tanh, relu, \
             clipped-relu or square",
        ),
        ("\"holes\"]", "\"hols\"]", "did you mean `holes`?"),
        ("\"holes\"]", "\"max-height\"]", "names max-height twice"),
        ("[\"max-height\", \"holes\"]", "[]", "reads no features"),
        ("    [10, -9000],\n", "", "2 biases and 1 rows"),
        (
            "[10, -9000]",
            "[10]",
            "layer 1: unit 2 has 1 weights, but needs 2",
        ),
        ("[10, -9000]", "[10, 3000000000]", "expected i32"),
        ("[10, -9000]", "[10, 0.5]", "expected i32"),
        (
            "[31, 17]",
            "[31, 17, 4]",
            "layer 2: unit 1 has 3 weights, but needs 2",
        ),
        (
            "\"linear\"\nshift = 10",
            "\"relu\"\nshift = 10",
            "one linear unit",
        ),
        ("kind = \"net\"", "kind = \"linear\"", "has no net"),
        ("[rating.weights]", "[rating.tables]", "has no tables"),
    ] {
        assert!(NET_FILE.contains(from), "{from}");
        let text = NET_FILE.replace(from, to);
        let error = Controller::from_toml(&text).unwrap_err().to_string();
        assert!(error.contains(expected), "{to}: {error}");
        assert!(error.starts_with("line "), "{error}");
    }
    let head = &NET_FILE[..NET_FILE.find("[rating.net]").unwrap()];
    let error = Controller::from_toml(head).unwrap_err().to_string();
    assert!(error.contains("the rating has no net"), "{error}");
    let text = head.replace("kind = \"net\"", "kind = \"net\"\nnet = 3");
    assert!(Controller::from_toml(&text).is_err());
}

//! What is recorded is read as the same game; what cannot be is refused.

use super::*;
use serde_json::{Value, json};
use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{Agent, Player, PlayerGame, Session, View, catalogue};

fn player(name: &str, settings: &[(&str, &str)]) -> Player {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    Player::new(catalogue::named(name).unwrap(), &rules).unwrap()
}

const SETTINGS: [&[(&str, &str)]; 7] = [
    &[("board", "6x8")],
    &[("board", "8x6"), ("ties", "random"), ("pieces", "bag")],
    &[
        ("board", "6x8"),
        ("visible", "2"),
        ("overflow", "clears-first"),
    ],
    &[("board", "8x10"), ("game", "original")],
    &[
        ("board", "6x6"),
        ("overflow", "top-row"),
        ("reward", "1,3,5,8"),
    ],
    &[("board", "10x20"), ("pieces", "sequence:IOTSZJLIOT")],
    &[("board", "5x5"), ("pieces", "weighted:S=1,Z=2,O=1")],
];

/// The turns of the record are those of the game that the player plays.
#[test]
fn a_record_is_the_game() {
    for settings in SETTINGS {
        for (name, number) in [("bcts", 0), ("xtris", 3), ("dellacherie", u64::MAX)] {
            let player = player(name, settings);
            let recorded = Recorded::play(&player, 9, number, 300).unwrap();
            let mut game = PlayerGame::new(&player, 9, number);
            let mut turns = recorded.turns();
            for turn in turns.by_ref() {
                assert_eq!(turn.board, *game.board());
                let played = game.step().unwrap();
                assert_eq!(
                    (played.piece, played.landing),
                    (turn.piece, turn.played.landing)
                );
                assert_eq!(played.after, turn.played.after);
            }
            assert_eq!(turns.game().counts(), game.counts());
            assert_eq!(recorded.moves(), game.counts().pieces);
            assert!(recorded.moves() == 300 || game.step().is_none());
            let again = Recorded::from_lines(&recorded.to_line().unwrap()).unwrap();
            assert_eq!(again, [recorded], "{name} {settings:?}");
        }
    }
}

/// An agent that chooses by chance.
struct Chance(u64);

impl Agent for Chance {
    fn name(&self) -> &str {
        "chance"
    }

    fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        let stream = Stream::new(self.0, 0, Purpose::Ties);
        let mut turn = 0;
        Ok(Box::new(move |view: &View| -> Placement {
            turn += 1;
            let landings = view.landings();
            landings[stream.word(turn) as usize % landings.len()].placement
        }))
    }
}

/// Record, write and read: the same game, whatever was chosen, wherever it was cut.
#[test]
fn random_games_are_read_as_they_were_played() {
    for seed in 0..200_u64 {
        let settings = SETTINGS[seed as usize % SETTINGS.len()];
        let player = player("bcts", settings);
        let agent = Chance(seed);
        let contender = Contender::new(&agent, player.rules());
        let recorded = Recorded::play(contender, seed, seed / 3, seed % 23).unwrap();
        let read = Recorded::from_lines(&recorded.to_line().unwrap())
            .unwrap()
            .remove(0);
        assert_eq!(read, recorded);
        let turns: Vec<RecordedTurn> = read.turns().collect();
        assert_eq!(turns.len() as u64, recorded.moves());
        let chosen: Vec<Placement> = turns.iter().filter_map(|turn| turn.placement).collect();
        assert!(chosen.into_iter().eq(recorded.placements()));
        let lines: u64 = turns.iter().map(|turn| u64::from(turn.played.lines)).sum();
        assert_eq!(lines, recorded.lines());
    }
}

#[test]
fn several_games_are_several_lines() {
    let player = player("bcts", &[("board", "6x6")]);
    let mut recorder = Recorder::new(&player);
    let mut text = String::new();
    for number in 0..3 {
        let mut recording = recorder.begin(1, number).unwrap();
        while recording.step().unwrap().is_some() {}
        text += &recording.recorded().to_line().unwrap();
    }
    let games = Recorded::from_lines(&text).unwrap();
    let numbers: Vec<u64> = games.iter().map(Recorded::number).collect();
    assert_eq!(numbers, [0, 1, 2]);
    assert!(
        games
            .iter()
            .all(|game| game.end() == Ended::Lost && game.name() == "bcts")
    );
    // Cut in the middle of a line.
    let error = Recorded::from_lines(&text[..text.len() - 9]).unwrap_err();
    assert_eq!(error.line, 3);
    assert!(error.to_string().contains("no line of JSON"), "{error}");
}

/// What is said of a record of which one field is changed.
fn changed(change: impl Fn(&mut Value)) -> String {
    let recorded = Recorded::play(&player("bcts", &[("board", "6x6")]), 1, 0, 12).unwrap();
    let mut value: Value = serde_json::from_str(&recorded.to_line().unwrap()).unwrap();
    change(&mut value);
    match Recorded::from_lines(&value.to_string()) {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_cannot_be_is_refused() {
    assert_eq!(changed(|_| {}), "");
    let says = |change: fn(&mut Value), words: &str| {
        let error = changed(change);
        assert!(
            error.starts_with("line 1: ") && error.contains(words),
            "{words}: {error}"
        );
    };
    says(
        |game| game["kind"] = json!("measurement"),
        "those are recorded-game",
    );
    says(|game| game["schema"] = json!(9), "newer");
    says(|game| game["schema"] = json!(2), "schema 2");
    says(
        |game| game["placements"][3] = json!([0, 9]),
        "move 4: the piece",
    );
    says(
        |game| game["placements"][3] = json!([9, 0]),
        "move 4: the piece",
    );
    says(
        |game| game["placements"][3] = json!([0, 300]),
        "invalid value",
    );
    says(
        |game| game["placements"] = json!([[0, 0]]),
        "move 2 has no placement",
    );
    says(
        |game| {
            game["placements"]
                .as_array_mut()
                .unwrap()
                .push(json!([0, 0]))
        },
        "13 placements",
    );
    says(
        |game| game["board"][5] = json!("######"),
        "its board is not",
    );
    says(|game| game["rules"]["board"] = json!("6x7"), "fingerprint");
    says(
        |game| game["rules"]["board"] = json!("60x7"),
        "out of range",
    );
    says(
        |game| drop(game["rules"].as_object_mut().unwrap().remove("ties")),
        "lack `ties`",
    );
    says(
        |game| game["identity"]["agent"]["file"] = json!("x"),
        "controller cannot be read",
    );
    says(|game| game["seed"] = json!(2), "move ");
    says(|game| game["lines"] = json!(77), "it says 77 lines");
    says(|game| game["end"] = json!("lost"), "do not end the game");
    says(|game| game["pieces"] = json!("?"), "move 1 is of the piece");
    says(|game| game["more"] = json!(1), "unknown field");
}

/// A game that is over does not go on.
#[test]
fn a_game_that_is_over_stays_over() {
    let recorded = Recorded::play(&player("bcts", &[("board", "6x6")]), 1, 0, MOST_MOVES).unwrap();
    assert_eq!(recorded.end(), Ended::Lost);
    let mut value: Value = serde_json::from_str(&recorded.to_line().unwrap()).unwrap();
    value["end"] = json!("cut");
    let error = Recorded::from_lines(&value.to_string())
        .unwrap_err()
        .to_string();
    assert!(error.contains("it is over"), "{error}");
    value["pieces"] = json!(format!("{}T", value["pieces"].as_str().unwrap()));
    let error = Recorded::from_lines(&value.to_string())
        .unwrap_err()
        .to_string();
    assert!(error.contains("over before move"), "{error}");
}

//! What the keys do to the game.

use ratatui::crossterm::event::KeyCode;
use tetrarium_engine::{PlayerGame, State};
use tetrarium_lab::recorded::Recorded;

use super::{Stage, player};
use crate::watch::machine::Machine;
use crate::watch::model::Quit;
use crate::watch::roster::First;
use crate::watch::timeline::KEPT;

/// The board at the present place, and the counts.
fn place(stage: &Stage) -> (String, u64, u64) {
    let game = &stage.model.timeline().here().game;
    let counts = game.counts();
    (game.board().to_string(), counts.pieces, counts.lines)
}

#[test]
fn the_game_is_the_one_that_play_plays() {
    for (name, settings) in [
        ("bcts", &[("ties", "random")][..]),
        ("dellacherie", &[("game", "original"), ("visible", "2")]),
        ("lee", &[("pieces", "bag"), ("visible", "2")]),
    ] {
        let player = player(name, settings);
        let mut game = PlayerGame::new(&player, 1, 0);
        let mut stage = Stage::playing(name, settings);
        (0..4).for_each(|_| stage.type_text("+"));
        for _ in 0..200 {
            let (board, pieces, lines) = place(&stage);
            while game.counts().pieces < pieces {
                game.step();
            }
            let counts = game.counts();
            assert_eq!(
                (board, lines),
                (game.board().to_string(), counts.lines),
                "{name}"
            );
            stage.pass(1);
        }
        assert!(game.counts().pieces > 900, "{}", game.counts().pieces);
    }
}

#[test]
fn steps_back_and_on_show_the_same_moves() {
    let mut stage = Stage::playing("bcts", &[("board", "8x10")]);
    stage.type_text(" ");
    let begun = place(&stage);
    let mut seen = Vec::new();
    for _ in 0..60 {
        seen.push((
            place(&stage),
            stage.text(),
            stage.model.timeline().paint().clone(),
        ));
        stage.press(&[KeyCode::Right]);
    }
    for (place_then, text, paint) in seen.iter().rev() {
        stage.press(&[KeyCode::Left]);
        assert_eq!(place(&stage), *place_then);
        assert_eq!(stage.text(), *text);
        assert_eq!(stage.model.timeline().paint(), paint);
    }
    stage.press(&[KeyCode::Left]);
    assert_eq!(
        place(&stage),
        begun,
        "there is nothing before the first move"
    );
}

#[test]
fn the_pace_has_a_number_or_is_as_fast_as_it_goes() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.type_text("----");
    let before = stage.model.pieces();
    stage.pass(99);
    assert!((4..=6).contains(&(stage.model.pieces() - before)));
    (0..20).for_each(|_| stage.type_text("+"));
    assert!(stage.text().contains("as fast as it goes"));
    let before = stage.model.pieces();
    while stage.model.pieces() < before + 3 * KEPT as u64 {
        stage.pass(1);
    }
    stage.type_text(" ");
    let at = stage.model.pieces();
    (0..3).for_each(|_| stage.press(&[KeyCode::Left]));
    assert_eq!(stage.model.pieces(), at - 3);
}

#[test]
fn as_many_moves_are_kept_as_the_view_says() {
    let mut stage = Stage::playing("bcts", &[]);
    (0..20).for_each(|_| stage.type_text("+"));
    while stage.model.pieces() < 2 * KEPT as u64 {
        stage.pass(1);
    }
    stage.type_text(" ");
    let mut back = 0;
    while !stage.model.status().contains("this is the first") {
        stage.model.back();
        stage.settle();
        back += 1;
        assert!(back <= KEPT + 1);
    }
    assert!(back >= KEPT - 2, "{back}");
}

#[test]
fn another_controller_or_seed_begins_the_game_anew() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.pass(60);
    let first = stage.model.timeline().tip().clone();
    stage.type_text("cd");
    stage.press(&[KeyCode::Enter]);
    assert_eq!(stage.model.machine().name(), "dellacherie");
    assert!(stage.model.pieces() < 2);
    stage.type_text("s77");
    stage.press(&[KeyCode::Backspace, KeyCode::Enter]);
    assert_eq!(stage.model.seed_and_number(), [7, 0]);
    stage.type_text("n");
    assert_eq!(stage.model.seed_and_number(), [7, 1]);
    stage.pass(60);
    stage.type_text("r");
    assert!(stage.model.pieces() < 2);
    stage.type_text("s99999999999999999999");
    stage.press(&[KeyCode::Enter]);
    assert!(
        stage
            .text()
            .contains("A seed is at most 18446744073709551615.")
    );
    stage.type_text("s1");
    stage.press(&[KeyCode::Enter]);
    stage.type_text("cb");
    stage.press(&[KeyCode::Home, KeyCode::Enter]);
    stage.pass(58);
    let again = stage.model.timeline().here();
    assert!(again.game.counts().pieces > 5 && first.game.counts().pieces > 5);
}

#[test]
fn a_person_plays_and_hears_what_a_move_costs() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.pass(60);
    stage.type_text("p");
    let before = place(&stage);
    (0..9).for_each(|_| stage.press(&[KeyCode::Left]));
    stage.press(&[KeyCode::Down]);
    assert_eq!(stage.model.pieces(), before.1 + 1);
    let told = stage.text();
    assert!(
        told.contains("Your move was number") || told.contains("the best move"),
        "{told}"
    );
    stage.press(&[KeyCode::Backspace]);
    assert_eq!(place(&stage), before);
    stage.press(&[KeyCode::Enter, KeyCode::Esc]);
    stage.pass(60);
    assert!(stage.model.hand().is_none() && stage.model.pieces() > before.1 + 3);
}

#[test]
fn a_person_can_lose() {
    let mut stage = Stage::playing("bcts", &[("board", "6x6")]);
    stage.type_text("p");
    (0..30).for_each(|_| stage.press(&[KeyCode::Down]));
    assert_eq!(stage.model.timeline().tip().game.state(), State::Lost);
    assert!(stage.text().contains("r begins again"), "{}", stage.text());
    stage.type_text("r");
    assert!(stage.model.pieces() < 2);
}

#[test]
fn recorded_games_are_shown_as_they_were() {
    let player = player("dellacherie", &[("board", "6x8")]);
    let games: Vec<Recorded> = (0..2)
        .map(|number| Recorded::play(&*player, 3, number, 1000).unwrap())
        .collect();
    let games: Vec<_> = games.into_iter().map(std::sync::Arc::new).collect();
    let mut stage = Stage::of(First::Games(games.clone()));
    (0..20).for_each(|_| stage.type_text("+"));
    for game in &games {
        stage.pass(20);
        assert_eq!(stage.model.pieces(), game.moves());
        let shown = stage.text();
        assert!(shown.contains("The game is over"), "{shown}");
        assert!(shown.contains(&format!("{} ({} of 2)", game.number(), game.number() + 1)));
        stage.type_text("n");
    }
    stage.type_text(" s5");
    stage.press(&[KeyCode::Enter]);
    assert!(stage.text().contains("A recorded game has its seed"));
    // The controller of the record plays on from a person's moves.
    stage.type_text("p");
    stage.press(&[KeyCode::Down]);
    stage.type_text("p");
    stage.pass(5);
    assert!(matches!(stage.model.machine(), Machine::Player(_)));
    assert!(stage.model.pieces() > 3);
}

#[test]
fn keys_are_heard_while_the_machine_thinks() {
    let mut stage = Stage::playing("bcts", &[]);
    stage.type_text("r");
    stage.answers = false;
    stage.model.effects();
    stage.type_text("r");
    stage.pass(40);
    let shown = stage.text();
    assert!(shown.contains("bcts is thinking."), "{shown}");
    stage.type_text("?");
    assert!(stage.text().contains("Backspace"));
    stage.type_text(" q");
    assert_eq!(stage.model.quit, Some(Quit::Asked));
}

//! Whole games of the agent.

use std::sync::Mutex;

use tetrarium_engine::{Rules, catalogue};

use super::*;
use crate::play::Watch;

fn game(name: &str) -> Game {
    Game {
        name: name.to_string(),
        rules: Rules::named(name).unwrap(),
    }
}

fn short(form: Form) -> Settings {
    Settings {
        steps: 20_000,
        look: 3000,
        trial: 3000,
        population: 10,
        generations: 4,
        candidate_steps: 500,
        ..Settings::new(form)
    }
}

fn against(names: &[&str]) -> Vec<tetrarium_engine::Controller> {
    let named = names.iter().map(|name| catalogue::named(name).unwrap());
    named.cloned().collect()
}

fn played(games: &[Game], settings: &Settings, threads: usize) -> Vec<Adapted> {
    let fixed = against(&["bcts"]);
    adapt(games, settings, &fixed, threads, &Watch::default(), &|_| ()).unwrap()
}

#[test]
fn threads_change_nothing_and_games_come_in_order() {
    let games = ["generalised:1", "generalised:2", "generalised:3"].map(game);
    for form in [Form::Published, Form::Library] {
        let settings = short(form);
        let order = Mutex::new(Vec::new());
        let done = |adapted: &Adapted| order.lock().unwrap().push(adapted.game.clone());
        let fixed = against(&["bcts"]);
        let one = adapt(&games, &settings, &fixed, 1, &Watch::default(), &done).unwrap();
        assert_eq!(*order.lock().unwrap(), games.clone().map(|game| game.name));
        assert_eq!(one, played(&games, &settings, 4));
        assert_eq!(one[..1], played(&games[..1], &settings, 3));
    }
}

#[test]
fn a_record_has_the_whole_game() {
    for form in [Form::Published, Form::Library] {
        let [adapted] = &played(&[game("generalised:4")], &short(form), 1)[..] else {
            panic!("one game");
        };
        assert_eq!(adapted.seen.pieces.iter().sum::<u64>(), 3000);
        let fixed = &adapted.against[0];
        assert_eq!(
            fixed.ratio,
            Some(adapted.points as f64 / fixed.points as f64)
        );
        let controller = tetrarium_engine::Controller::from_toml(&adapted.controller);
        assert!(controller.is_ok());
        let record = serde_json::to_string(adapted).unwrap();
        let read = Adapted::from_lines(&record).unwrap();
        assert_eq!(read, std::slice::from_ref(adapted));
    }
}

/// The known answer: where the game is the standard one, there is nothing to gain, and the agent
/// loses no more than the phases in which it explores.
#[test]
fn on_the_standard_game_it_loses_no_more_than_its_exploration() {
    let settings = Settings {
        steps: 100_000,
        generations: 6,
        candidate_steps: 5000,
        ..short(Form::Library)
    };
    let [adapted] = &played(&[game("simplified")], &settings, 2)[..] else {
        panic!("one game");
    };
    assert_eq!(adapted.believed.points, [1, 2, 3, 4]);
    let exploring = (settings.look + settings.trial) as f64 / settings.steps as f64;
    let ratio = adapted.against[0].ratio.unwrap();
    assert!(ratio > 1.0 - exploring, "{ratio}");
}

#[test]
fn a_stop_leaves_whole_games_only() {
    let games = ["generalised:1", "generalised:2", "generalised:3"].map(game);
    let watch = Watch::default();
    let done = |adapted: &Adapted| {
        if adapted.game == "generalised:2" {
            watch.stop();
        }
    };
    let settings = short(Form::Library);
    let some = adapt(&games, &settings, &[], 1, &watch, &done).unwrap();
    assert_eq!(some.len(), 2);
}

#[test]
fn what_cannot_be_played_is_refused_before_the_first_step() {
    let mut bag = game("simplified");
    bag.rules.set("pieces", "bag").unwrap();
    let refused = |game: &Game, settings: &Settings, fixed: &[&str]| {
        let games = std::slice::from_ref(game);
        let watch = Watch::default();
        let error = adapt(games, settings, &against(fixed), 1, &watch, &|_| ()).unwrap_err();
        assert_eq!(watch.progress().moves, 0);
        error.to_string()
    };
    let settings = short(Form::Library);
    assert!(refused(&bag, &settings, &[]).contains("independent"));
    let short = Settings {
        steps: 10,
        ..settings
    };
    assert!(refused(&game("generalised:1"), &short, &[]).contains("look + trial"));
    let narrow = (1..).map(|seed| game(&format!("generalised:{seed}")));
    let narrow = narrow.into_iter().find(|one| one.rules.board.width() != 10);
    let words = refused(&narrow.unwrap(), &settings, &["bdu"]);
    assert!(
        words.contains("generalised:") && words.contains("bdu"),
        "{words}"
    );
}

#[test]
fn ratios_are_summed_up_by_controller() {
    let [mut one] =
        <[Adapted; 1]>::try_from(played(&[game("generalised:1")], &short(Form::Library), 1))
            .unwrap();
    let mut with = |ratio| {
        one.against[0].ratio = ratio;
        one.clone()
    };
    let games = [
        with(Some(1.0)),
        with(Some(2.0)),
        with(Some(3.0)),
        with(None),
    ];
    let [summary] = &summary(&games)[..] else {
        panic!("one controller");
    };
    assert_eq!((summary.games, summary.ahead), (3, 2));
    assert_eq!((summary.mean, summary.median), (2.0, 2.0));
    assert_eq!((summary.least, summary.most), (1.0, 3.0));
    // Student's quantile with two degrees of freedom is 4.303.
    assert!((summary.interval.high - (2.0 + 4.303 / 3f64.sqrt())).abs() < 1e-3);
}

//! Tests of measurements of the page.

use super::*;
use tetrarium_engine::{Rules, catalogue};
use tetrarium_lab::PlayError;
use tetrarium_lab::play::{Continuation, Standing};

/// Threads that look at what is shown of a measurement whenever they go on with games.
struct Looking<'a> {
    measure: &'a Measure,
    seen: Mutex<Vec<Value>>,
}

impl Backend for Looking<'_> {
    fn play(&self, work: &[Work], watch: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        Threads(1).play(work, watch)
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        watch: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        locked(&self.seen).push(self.measure.json(true));
        Threads(1).continue_games(work, watch)
    }

    fn at_once(&self) -> u64 {
        1
    }

    fn threads(&self) -> usize {
        1
    }
}

#[test]
fn an_estimate_shows_its_mean_and_interval_while_it_goes_on() {
    let made = Made {
        version: "1".to_string(),
        commit: None,
        command: vec!["serve".to_string()],
    };
    let lab = Lab::new(&crate::Settings {
        address: ([127, 0, 0, 1], 0).into(),
        folder: std::env::temp_dir(),
        threads: 1,
        made: made.clone(),
    });
    let mut rules = Rules::default();
    rules.set("board", "8x12").unwrap();
    let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
    let measure = entered(&lab, player.name(), "climbs").ok().unwrap();
    let backend = Looking {
        measure: &measure,
        seen: Mutex::default(),
    };
    let line = measure.climb(&player, 1, 60, 5, &backend, &made).unwrap();
    let seen = locked(&backend.seen);
    assert!(seen.iter().all(|one| one["state"] == "running"));
    assert!(seen[0]["result"].is_null());
    let shown = |one: &Value| one["result"]["repeats"].as_u64();
    let mut repeats: Vec<u64> = seen.iter().filter_map(shown).collect();
    repeats.dedup();
    assert_eq!(repeats, [2, 3, 4]);
    for one in seen.iter().filter(|one| shown(one).is_some()) {
        let figure = |name: &str| one["result"][name].as_f64().unwrap();
        assert!(figure("low") < figure("mean") && figure("mean") < figure("high"));
        assert_eq!(one["done"].as_u64(), shown(one));
        assert_eq!(one["result"]["caveats"], json!([]));
    }
    // The record is that of an order without the page.
    let amount = Amount::Climbs {
        climbs: 60,
        repeats: 5,
        danger: None,
        precision: None,
    };
    let order = Order::new(amount).of(&player);
    let answers = order.carry_out(&Threads(2), &Arc::default(), &mut ());
    let Answered::Climbs(estimate) = answers.unwrap().remove(0) else {
        panic!("climbs were asked for")
    };
    let whole = Estimate {
        made: Some(made),
        ..*estimate
    };
    assert_eq!(line, self::line(&whole).unwrap());
}

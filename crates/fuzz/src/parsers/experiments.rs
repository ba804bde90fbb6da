//! Experiment files.

use std::sync::LazyLock;

use tetrarium_lab::training::{Experiment, FILES, Trainer};

use crate::mutation::changed;
use crate::{Dice, input};

static TEXTS: LazyLock<Vec<String>> =
    LazyLock::new(|| FILES.iter().map(|(_, text)| (*text).to_string()).collect());

/// One experiment file.
pub fn case(dice: &mut Dice) -> bool {
    let text = &TEXTS[dice.below(TEXTS.len() as u32) as usize];
    let text = if dice.below(16) == 0 {
        text.clone()
    } else {
        changed(dice, text, &TEXTS)
    };
    input(&text);
    match Experiment::from_toml(&text) {
        Ok(read) => {
            let again = Experiment::from_toml(read.text()).expect("its own text can be read");
            assert!(again == read, "its own text reads otherwise");
            assert_eq!(again.fingerprint(), read.fingerprint());
            if let Ok(seeded) = read.with_seed(u64::MAX) {
                assert_eq!(seeded.seed(), u64::MAX);
            }
            let _ = read.with_moves(1000);
            match read.new_trainer() {
                Ok(Trainer::Optimiser(mut optimiser)) => {
                    let _ = optimiser.ask();
                }
                Ok(Trainer::Learner(learner)) => {
                    let _ = learner.ask();
                }
                Ok(Trainer::Polish { .. }) | Err(_) => {}
            }
            let _ = (read.stage(0), read.stage(u64::MAX), read.most_games());
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

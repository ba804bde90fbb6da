//! Records: read, merged, compared and made into a page.

use std::sync::LazyLock;

use serde_json::Value;
use tetrarium_engine::{Player, Rules, catalogue};
use tetrarium_lab::compare::{Compared, MeanRecord};
use tetrarium_lab::estimate::{Settings, estimate};
use tetrarium_lab::measure::{merge, read};
use tetrarium_lab::report::{Input, Record, Report};
use tetrarium_lab::training::{Experiment, Run};
use tetrarium_lab::{Length, Measurement, Shard, Threads, Watch, play};

use crate::mutation::{changed, changed_json};
use crate::{Dice, input};

/// Valid records of every kind that a command writes in a moment.
static RECORDS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let mut records = Vec::new();
    let mut add = |record: Value| records.push(record);
    let mut measured = Vec::new();
    for (name, length) in [
        ("bcts", Length::Whole),
        ("dellacherie", Length::AtMost(30)),
        ("dt-10", Length::Whole),
        ("bcts", Length::Restarting(50)),
    ] {
        let player = player(name);
        for first in [0, 6] {
            let shard = Shard {
                seed: 1,
                first,
                games: 6,
                length,
            };
            let watch = Watch::default().counting_heights();
            let games = play(&player, &shard, 1, &watch);
            let mut one = Measurement::new(&player, &shard, &games);
            one.heights = watch.heights();
            if first == 0 || length == Length::Restarting(50) {
                one = one.keeping_scores(&games);
            }
            add(json(&one));
            measured.push(one);
        }
    }
    let settings = Settings {
        climbs: 20,
        repeats: 2,
        ..Settings::default()
    };
    let watch = Watch::default();
    let estimated = estimate(&player("bcts"), 1, &settings, &Threads(1), &watch);
    add(json(&estimated.expect("a small estimate can be made")));
    if let Ok(compared) = Compared::of([&measured[0], &measured[4]]) {
        let mut value = json(&compared);
        value["kind"] = "comparison".into();
        value["schema"] = 2.into();
        add(value);
    }
    for line in generations() {
        add(line);
    }
    records
});

fn player(name: &str) -> Player {
    let mut rules = Rules::default();
    rules.set("board", "6x6").expect("a possible board");
    let controller = catalogue::named(name).expect("it is published");
    Player::new(controller, &rules).expect("it plays on this board")
}

fn json(record: &impl serde::Serialize) -> Value {
    serde_json::to_value(record).expect("a record can be written")
}

/// The log of a small run.
fn generations() -> Vec<Value> {
    let experiment = Experiment::from_toml(
        "schema = 1\nname = \"tiny\"\nrules = { board = \"5x6\" }\n\
         rating = { features = [\"holes\", \"landing-height\"] }\n\
         optimiser.cross-entropy = { population = 10, rho = 0.2 }\n\
         fitness = { games = 2, max-pieces = 60 }\nbudget = { generations = 2 }\n",
    )
    .expect("an experiment");
    let folder = std::env::temp_dir().join(format!("tetrarium-fuzz-run-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut run = Run::start(&folder, &experiment, None).expect("a run can begin");
    run.go(&Threads(1), &Watch::default(), &mut ())
        .expect("a run can be made");
    drop(run);
    let text = std::fs::read_to_string(folder.join("generations.jsonl")).unwrap_or_default();
    let _ = std::fs::remove_dir_all(&folder);
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// One file of one to three records.
pub fn case(dice: &mut Dice) -> bool {
    let mut text = String::new();
    for _ in 0..dice.between(1, 3) {
        let record = &RECORDS[dice.below(RECORDS.len() as u32) as usize];
        let record = if dice.below(4) == 0 {
            record.clone()
        } else {
            changed_json(dice, record)
        };
        text += &format!("{record}\n");
    }
    if dice.below(8) == 0 {
        text = changed(dice, &text, &[]);
    }
    input(&text);
    if let Ok(measurements) = read(&text) {
        for one in &measurements {
            let line = json(one).to_string();
            let again = read(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert_eq!(json(&again[0]), json(one), "it reads otherwise");
        }
        if let Ok(merged) = merge(&measurements) {
            let line = json(&merged).to_string();
            assert!(read(&line).is_ok(), "what is merged cannot be read: {line}");
        }
        let _ = Compared::of(&measurements).map(|compared| compared.statements());
    }
    let _ = MeanRecord::from_lines(&text);
    match Record::from_lines(&text) {
        Ok(records) => {
            let mut report = Report::default();
            report.add(Input::new("fuzz", records));
            if dice.below(8) == 0 {
                let page = report.html(&Watch::default()).expect("nothing stops it");
                assert!(!page.contains('\u{1b}'));
            }
            true
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

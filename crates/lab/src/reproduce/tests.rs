//! Tests of the list and of reproductions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::{Length, Measurement, Shard, Threads, Watch, play};
use tetrarium_engine::{Player, Rules, catalogue};

#[test]
fn every_result_can_be_played_and_has_a_name_of_its_own() {
    let all = published().unwrap();
    let mut names: Vec<String> = all.iter().map(Published::name).collect();
    for result in &all {
        if let Some((controller, rules)) = result.played() {
            let player = Player::new(controller, rules);
            assert!(player.is_ok(), "{}", result.name());
        }
    }
    names.sort();
    let count = names.len();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
}

#[test]
fn every_table_the_papers_print_is_there() {
    let all = published().unwrap();
    let of = |table: &str| all.iter().filter(|r| r.table == table).count();
    let counts: Vec<(&str, usize)> = TABLES
        .iter()
        .map(|(table, _)| (*table, of(table)))
        .collect();
    let least = [
        ("thiery", 6),
        ("thiery-5.1", 1),
        ("jmlr", 8),
        ("thesis-2.2", 14),
        ("thesis-2.3", 8),
        ("figure-2.4", 7),
        ("figure-2.5", 1),
        ("thesis-4.2", 11),
        ("thesis-4.3", 2),
        ("boehm", 2),
        ("students", 13),
        ("fahey", 4),
        ("learning", 17),
        ("searching", 21),
    ];
    assert_eq!(counts.len(), least.len());
    for (table, least) in least {
        assert!(of(table) >= least, "{table}: {}", of(table));
    }
}

#[test]
fn placements_are_counted() {
    let all = published().unwrap();
    let rows: Vec<Reproduced> = all
        .iter()
        .filter(|result| result.table == "thesis-2.3")
        .map(Published::unplayed)
        .collect();
    assert!(
        rows.iter().all(|row| row.agreement == Agreement::Agrees),
        "{rows:?}"
    );
    let average = rows.last().and_then(|row| row.mean).unwrap();
    assert!((average - 162.0 / 7.0).abs() < 1e-12);
    let text = serde_json::to_string(&rows[0]).unwrap();
    assert_eq!(serde_json::from_str::<Reproduced>(&text).unwrap(), rows[0]);
}

/// The best play on 5x5 takes half a minute, so the test brings the mean of a smaller board.
#[test]
fn what_is_solved_is_kept_and_not_solved_again() {
    let all = published().unwrap();
    let solved = all.iter().find(|result| result.label == "optimum 5x5");
    let solved = solved.unwrap();
    let Work::Solved(rules) = &solved.work else {
        panic!("{solved:?}");
    };
    assert_eq!(rules.board.to_string(), "5x5");
    assert_eq!(solved.reported.as_ref().unwrap().lines, 13.7);

    let mut small = Rules::default();
    small.set("board", "4x4").unwrap();
    let watch = Watch::default();
    let solver = crate::solve::Solver::new(&watch);
    let exact = crate::solve::optimum(&small, 1.0, &solver, None);
    let mut exact = exact.unwrap().record();
    assert_eq!(solved.solved(&exact).agreement, Agreement::Differs);
    exact.mean = 13.701_564;
    let row = solved.solved(&exact);
    assert_eq!(row.agreement, Agreement::Agrees);
    assert_eq!(
        (row.ours(), row.by.as_str()),
        ("13.7".to_string(), "solved: 13.7016")
    );

    let name = format!("tetrarium-reproduced-solved-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let kept = folder.join("optimum-5x5.jsonl");
    let new = || Reproduction::new(&folder, Effort::Quick, Some("thiery-5.1")).unwrap();
    let go = |stop| new().go(&Threads(1), &Arc::new(AtomicBool::new(stop)), &mut ());
    // Nothing of a solution that is stopped is kept.
    assert!(new().work() > 0);
    assert!(go(true).unwrap().rows.is_empty() && !kept.exists());
    std::fs::write(&kept, crate::records::line(&exact).unwrap()).unwrap();
    assert_eq!(new().work(), 0);
    let ending = go(false).unwrap();
    assert_eq!(ending.rows, [row]);
    assert_eq!(ending.files, Some(vec![folder.join("quick.jsonl")]));
    std::fs::write(&kept, "{}").unwrap();
    let error = go(false).unwrap_err().to_string();
    assert!(error.contains("delete it to measure it again"), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Counts what it sees.
#[derive(Default)]
struct Counting {
    begun: usize,
    done: usize,
}

impl Observer for Counting {
    fn begins(&mut self, _: &Published, work: u64, of_a_move: u64, _: &Arc<Watch>) {
        assert!(work > 0 && of_a_move == 1);
        self.begun += 1;
    }

    fn reproduced(&mut self, _: &Reproduced, work: u64) {
        assert_eq!(work, 0);
        self.done += 1;
    }
}

#[test]
fn what_was_stopped_goes_on_and_what_is_kept_is_not_played() {
    let name = format!("tetrarium-reproduced-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let stop = Arc::new(AtomicBool::new(true));
    let new = || Reproduction::new(&folder, Effort::Quick, Some("figure-2.5")).unwrap();
    let mut seen = Counting::default();
    let stopped = new().go(&Threads(1), &stop, &mut seen).unwrap();
    assert_eq!((stopped.rows.len(), stopped.files), (0, None));
    assert_eq!((seen.begun, seen.done), (1, 0));

    let mut rules = Rules::default();
    rules.set("board", "6x6").unwrap();
    let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
    let shard = Shard {
        seed: 1,
        first: 0,
        games: 30,
        length: Length::Whole,
    };
    let games = play(&player, &shard, 1, &Watch::default());
    let record = Measurement::new(&player, &shard, &games).keeping_scores(&games);
    let kept = folder.join("quick-bcts-10x10-500-games.jsonl");
    std::fs::write(&kept, crate::records::line(&record).unwrap()).unwrap();
    stop.store(false, Ordering::Relaxed);
    let again = new();
    assert_eq!((again.results(), again.work()), (1, 0));
    let ending = again.go(&Threads(1), &stop, &mut seen).unwrap();
    assert_eq!(ending.rows[0].mean, record.mean);
    assert_eq!(
        ending.files,
        Some(vec![folder.join("quick.jsonl"), kept.clone()])
    );
    assert_eq!((seen.begun, seen.done), (1, 1));

    std::fs::write(&kept, "{}").unwrap();
    let error = new().go(&Threads(1), &stop, &mut ()).unwrap_err();
    assert!(error.to_string().contains("delete it to measure it again"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_sets_of_the_student_report_have_equal_moves() {
    let all = published().unwrap();
    let bred = all.iter().filter_map(|result| match result.work {
        Work::Training(experiment, moves) if experiment.starts_with("breeder") => {
            let reported = result.reported.as_ref().map(|figure| figure.lines);
            Some((experiment, moves, reported))
        }
        _ => None,
    });
    let bred: Vec<_> = bred.collect();
    assert!(bred.iter().all(|(_, moves, _)| *moves == bred[0].1));
    assert!(bred[0].1.is_some());
    let named: Vec<&str> = bred.iter().map(|(name, ..)| *name).collect();
    for number in 1..=8 {
        assert!(named.contains(&&*format!("breeder-feature-set-{number}")));
    }
    let figures = bred.iter().filter_map(|(_, _, reported)| *reported);
    assert_eq!(figures.collect::<Vec<f64>>(), [2051.0, 140.0]);
}

#[test]
fn training_may_have_a_budget_of_moves() {
    let name = format!("tetrarium-reproduced-moves-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let trained = |moves: u64| {
        let search = ("duped-pooled-30", Some(moves));
        training::trained(search, 2, &folder, &Threads(1), &Watch::default())
    };
    let (last, best) = trained(60_000).unwrap().unwrap();
    assert!(best.is_empty());
    assert!(last.len() == 2 && last[0] > 0.0 && last[0] != last[1]);
    for seed in 1..=2 {
        let run = folder.join(format!("duped-pooled-30-{seed}"));
        let lines = crate::training::generations(&run).unwrap();
        let moves = lines.last().unwrap().total_moves;
        assert!((10_000..=60_000).contains(&moves), "{moves}");
    }
    // A learner has a best of its last iterations for every seed, be it the last.
    let learnt = ("preference-learning-lippmann", None);
    let learnt = training::trained(learnt, 1, &folder, &Threads(1), &Watch::default());
    let (lasts, bests) = learnt.unwrap().unwrap();
    assert_eq!((lasts.len(), bests.len()), (1, 1));
    // What is done is not done again, and is not taken for something else.
    assert_eq!(trained(60_000).unwrap(), Some((last, best)));
    let error = trained(70_000).unwrap_err().to_string();
    assert!(
        error.contains("`moves = 60000` and is `moves = 70000`"),
        "{error}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_trained_has_an_experiment_and_a_row() {
    let all = published().unwrap();
    let mut trained = 0;
    for result in &all {
        let Work::Training(experiment, _) = result.work else {
            continue;
        };
        trained += 1;
        let experiment = crate::training::named(experiment).unwrap();
        assert!(!experiment.measurements().is_empty(), "{}", result.name());
    }
    assert!(trained >= 10);
    let four = all.iter().find(|result| {
        let reported = result.reported.as_ref();
        result.table == "learning" && reported.is_some_and(|figure| figure.lines == 350.0)
    });
    let row = four
        .unwrap()
        .trained(&[300.0, 500.0, 320.0], &[400.0, 600.0, 410.0]);
    assert_eq!(row.mean, Some(320.0));
    assert_eq!((row.interval.low, row.interval.high), (300.0, 500.0));
    assert_eq!(row.agreement, Agreement::Agrees);
    assert!(row.by.contains("3 runs") && row.by.contains("410"));
    let searched = four.unwrap().trained(&[300.0, 500.0, 320.0], &[]);
    assert_eq!(searched.by, "3 runs: median and range");
}

//! What a run's folder refuses, and what it survives.

use super::{TINY, Temporary, files, run, tiny};
use crate::play::{Threads, Watch};
use crate::training::{Run, RunState, list};

#[test]
fn the_second_process_is_refused() {
    let there = Temporary::new();
    let folder = there.join("run");
    let first = Run::start(&folder, &tiny(), None).unwrap();
    let second = Run::resume(&folder).err().unwrap().to_string();
    assert!(
        second.starts_with("another process is working on the run"),
        "{second}"
    );
    assert_eq!(list(&there.0).unwrap()[0].state, RunState::Running);
    drop(first);
    assert_eq!(list(&there.0).unwrap()[0].state, RunState::Interrupted);
    assert!(Run::resume(&folder).is_ok());
    let again = Run::start(&folder, &tiny(), None)
        .err()
        .unwrap()
        .to_string();
    assert!(again.contains("is there already: resume it"), "{again}");
    let none = Run::resume(&there.join("other")).err().unwrap().to_string();
    assert!(
        none.ends_with("is no run: it has no experiment.toml"),
        "{none}"
    );
}

#[test]
fn a_folder_that_is_no_run_is_left_alone() {
    let there = Temporary::new();
    std::fs::write(there.join("letter.txt"), "dear").unwrap();
    assert!(Run::start(&there.0, &tiny(), None).is_err());
    assert_eq!(files(&there.0).len(), 1);
}

#[test]
fn a_changed_experiment_is_noticed() {
    let there = Temporary::new();
    let (folder, file) = (there.join("run"), there.join("tiny.toml"));
    std::fs::write(&file, TINY).unwrap();
    drop(Run::start(&folder, &tiny(), Some(&file)).unwrap());
    let run = Run::resume(&folder).unwrap();
    assert_eq!(run.changed_file(), None);
    // The file it was read from: the run has a copy and goes on.
    let changed = TINY.replace("rho = 0.3", "rho = 0.4");
    std::fs::write(&file, &changed).unwrap();
    assert_eq!(run.changed_file(), Some(file.as_path()));
    let error = run.check_same(&file, &changed).unwrap_err().to_string();
    let says = "was changed after the run began: line 14 was `rho = 0.3` and is `rho = 0.4`";
    assert!(error.contains(says), "{error}");
    drop(run);
    // The copy itself.
    std::fs::write(folder.join("experiment.toml"), &changed).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.contains(says), "{error}");
}

#[test]
fn a_newer_folder_is_refused_and_a_damaged_one_named() {
    let there = Temporary::new();
    let folder = there.join("run");
    run(&folder, &tiny(), 1);
    let checkpoint = folder.join("checkpoint.json");
    let text = std::fs::read_to_string(&checkpoint).unwrap();
    let newer = text.replacen("\"schema\":1", "\"schema\":2,\"news\":0", 1);
    std::fs::write(&checkpoint, newer).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.contains("has schema 2, which is newer"), "{error}");
    assert!(
        matches!(&list(&there.0).unwrap()[0].state, RunState::Unusable(why) if why.contains("newer"))
    );
    std::fs::write(&checkpoint, &text[..text.len() / 2]).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.contains("checkpoint.json cannot be used"), "{error}");
    std::fs::write(&checkpoint, &text).unwrap();
    std::fs::write(folder.join("generations.jsonl"), "{}\n").unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(
        error.contains("generations.jsonl cannot be used: it is shorter"),
        "{error}"
    );
}

#[test]
fn clock_readings_that_are_spoilt_do_no_harm() {
    let there = Temporary::new();
    run(&there.join("whole"), &tiny(), 1);
    let folder = there.join("spoilt");
    drop(Run::start(&folder, &tiny(), None).unwrap());
    std::fs::write(
        folder.join("timing.jsonl"),
        b"\xff\x00{}\n{\"event\":\"\xc3",
    )
    .unwrap();
    let mut resumed = Run::resume(&folder).unwrap();
    resumed.go(&Threads(1), &Watch::default(), &mut ()).unwrap();
    assert_eq!(files(&folder), files(&there.join("whole")));
}

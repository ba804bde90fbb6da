//! What a run's folder refuses, and what it survives.

use std::path::Path;

use super::{TINY, Temporary, files, run, tiny, tiny_climbs};
use crate::play::testing::Faltering;
use crate::play::{Threads, Watch};
use crate::training::{Experiment, Run, RunState, list};

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
    let other = Experiment::from_toml(&changed).unwrap();
    let error = run.check_same(&file, &other).unwrap_err().to_string();
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
    let newer = text.replacen("\"schema\":2", "\"schema\":3,\"news\":0", 1);
    std::fs::write(&checkpoint, newer).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.contains("has schema 3, which is newer"), "{error}");
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

/// A run that was stopped in the middle.
fn stopped(folder: &Path) {
    let mut run = Run::start(folder, &tiny(), None).unwrap();
    let watch = Watch::default();
    let games = Faltering::new(9, || {
        watch.stop();
        None
    });
    run.go(&games, &watch, &mut ()).unwrap();
    assert!(run.standing().totals.generations > 1);
}

/// Changes one character in the middle of a file, such that its length stays.
fn garble(path: &Path) {
    let mut bytes = std::fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    let digit = middle + bytes[middle..].iter().position(u8::is_ascii_digit).unwrap();
    bytes[digit] = if bytes[digit] == b'7' { b'3' } else { b'7' };
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn files_that_are_not_what_the_run_wrote_are_noticed() {
    let there = Temporary::new();
    let names = ["generations.jsonl", "candidates.jsonl", "checkpoint.json"];
    for name in names {
        let folder = there.join(name);
        stopped(&folder);
        garble(&folder.join(name));
        let error = Run::resume(&folder).err().unwrap().to_string();
        let says = format!("{name} cannot be used: it is not what the run has written");
        assert!(error.contains(&says), "{error}");
    }
    let folder = there.join("finished");
    run(&folder, &tiny(), 1);
    for name in ["measurements.jsonl", "controller.toml"] {
        let whole = std::fs::read(folder.join(name)).unwrap();
        garble(&folder.join(name));
        let error = Run::resume(&folder).err().unwrap().to_string();
        assert!(error.contains(&format!("{name} cannot be used")), "{error}");
        std::fs::write(folder.join(name), whole).unwrap();
        assert!(Run::resume(&folder).unwrap().finished());
    }
    std::fs::remove_file(folder.join("candidates.jsonl")).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.ends_with("it is missing"), "{error}");
}

#[test]
fn a_run_without_its_checkpoint_does_not_begin_anew() {
    let there = Temporary::new();
    let folder = there.join("run");
    stopped(&folder);
    let before = files(&folder);
    std::fs::remove_file(folder.join("checkpoint.json")).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(
        error.contains("has no checkpoint.json any more") && error.contains("put that file back"),
        "{error}"
    );
    assert!(matches!(
        &list(&there.0).unwrap()[0].state,
        RunState::Unusable(_)
    ));
    let after = files(&folder);
    assert_eq!(after["generations.jsonl"], before["generations.jsonl"]);
}

#[cfg(unix)]
#[test]
fn a_deleted_lock_file_lets_no_other_in() {
    let there = Temporary::new();
    let folder = there.join("run");
    let mut first = Run::start(&folder, &tiny(), None).unwrap();
    std::fs::remove_file(folder.join("lock")).unwrap();
    let second = Run::resume(&folder).err().unwrap().to_string();
    assert!(second.starts_with("another process is working"), "{second}");
    assert_eq!(list(&there.0).unwrap()[0].state, RunState::Running);
    // A folder that is deleted and made anew is another one, and is left alone.
    std::fs::rename(&folder, there.join("moved")).unwrap();
    let other = Run::start(&folder, &tiny(), None).unwrap();
    let error = first.go(&Threads(1), &Watch::default(), &mut ());
    let error = error.err().unwrap().to_string();
    assert!(error.contains("was moved, deleted or replaced"), "{error}");
    assert_eq!(other.standing().totals.generations, 0);
    assert_eq!(files(&folder)["candidates.jsonl"], "");
}

/// A checkpoint as it was in folders of schema 1.
fn as_of_schema_1(folder: &Path) {
    let path = folder.join("checkpoint.json");
    let text = std::fs::read_to_string(&path).unwrap();
    let text: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut state = text["state"].clone();
    let bytes = |log: &str| (log.to_string(), state["logs"][log]["bytes"].clone());
    let bytes = ["generations", "candidates", "measurements"].map(bytes);
    let fields = state.as_object_mut().unwrap();
    for new in ["logs", "fingerprint", "controllers", "result"] {
        fields.remove(new).unwrap();
    }
    fields.remove("splitting");
    fields.insert("schema".to_string(), 1.into());
    fields.insert("bytes".to_string(), bytes.into_iter().collect());
    std::fs::write(path, state.to_string()).unwrap();
}

#[test]
fn a_run_of_schema_1_goes_on_and_its_identity_stays_unknown() {
    let there = Temporary::new();
    run(&there.join("whole"), &tiny(), 1);
    let folder = there.join("old");
    stopped(&folder);
    as_of_schema_1(&folder);
    assert_eq!(list(&there.0).unwrap()[0].fingerprint, None);
    let mut old = Run::resume(&folder).unwrap();
    old.go(&Threads(1), &Watch::default(), &mut ()).unwrap();
    drop(old);
    let (mut old, mut whole) = (files(&folder), files(&there.join("whole")));
    assert_ne!(
        old.remove("checkpoint.json"),
        whole.remove("checkpoint.json")
    );
    assert_eq!(old, whole);
    let all = list(&there.0).unwrap();
    assert_eq!(all[0].fingerprint, None);
    assert_eq!(all[1].fingerprint, Some(tiny().fingerprint()));
    // Garbled lines are noticed without a hash too.
    let folder = there.join("garbled");
    stopped(&folder);
    as_of_schema_1(&folder);
    let log = folder.join("candidates.jsonl");
    let text = std::fs::read_to_string(&log).unwrap();
    std::fs::write(&log, text.replacen("{", "[", 1)).unwrap();
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.contains("line 1 is no line of JSON"), "{error}");
}

#[test]
fn a_run_whose_climbs_were_of_another_splitting_does_not_go_on() {
    let there = Temporary::new();
    let folder = there.join("old");
    drop(Run::start(&folder, &tiny_climbs(), None).unwrap());
    assert!(Run::resume(&folder).is_ok());
    as_of_schema_1(&folder);
    let error = Run::resume(&folder).err().unwrap().to_string();
    assert!(error.contains("version 1 of splitting"), "{error}");
    // What is finished is still read.
    let folder = there.join("finished");
    run(&folder, &tiny_climbs(), 2);
    as_of_schema_1(&folder);
    assert!(Run::resume(&folder).unwrap().finished());
}

//! Orders that no machine can carry out, machines that lend no threads, and hostile files: each
//! gives one sentence, or the result that a sound input would give.

mod common;

use common::{Scratch, command, refused, run, run_with_input, succeed};

#[test]
fn orders_beyond_the_stated_bounds_are_refused() {
    let most = u64::MAX.to_string();
    for (arguments, sentence) in [
        (
            vec!["eval", "bcts", "--games", &most],
            "18446744073709551615 games are too many for one measurement, which plays at most \
             100000000",
        ),
        (
            vec!["eval", "bcts", "--games", &most, "--budget", "1M"],
            "games are too many",
        ),
        (
            vec!["compare", "bcts", "dellacherie", "--games", "1000000000"],
            "games are too many",
        ),
        (
            vec![
                "sensitivity",
                "bcts",
                "--games",
                "1000000000",
                "--budget",
                "1M",
            ],
            "games are too many",
        ),
        (
            vec!["eval", "bcts", "--games", "100000000", "--budget", "1M"],
            "100000000 games cannot share a budget of 1000000 moves",
        ),
        (
            vec!["eval", "bcts", "--precision", "5%", "--abreast", &most],
            "side by side are too many: there can be at most 16777216",
        ),
        (
            vec!["eval", "bcts", "--precision", "0.01%"],
            "it can be from ±0.02 % to ±100 %",
        ),
        (
            vec!["eval", "bcts", "--threads", "1000000"],
            "it must be from 1 to 4096",
        ),
    ] {
        let error = refused(&run(&arguments));
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
}

/// A stack larger than the address space: no thread can begin, for any user.
#[cfg(target_os = "linux")]
fn without_threads(arguments: &[&str]) -> std::process::Output {
    let stack = (1_u64 << 50).to_string();
    command(arguments)
        .env("RUST_MIN_STACK", stack)
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_can_begin_the_games_are_played_on_one() {
    let same = |arguments: &[&str]| {
        let output = without_threads(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{stderr}");
        assert!(stderr.contains("Ctrl-C"), "the threads began: {stderr}");
        assert_eq!(common::stdout(&output), succeed(arguments));
    };
    let small = ["--board", "6x6", "--threads", "8", "--json"];
    same(&[&["eval", "bcts", "--games", "40"], &small[..]].concat());
    same(
        &[
            &["estimate", "bcts", "--climbs", "20", "--repeats", "2"],
            &small[..],
        ]
        .concat(),
    );
    // A program needs threads that read and write for it.
    let output = without_threads(&["eval", "--command", "cat", "--games", "2"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr.contains("the agent `cat` cannot be started"),
        "{stderr}"
    );
    assert!(matches!(output.status.code(), Some(1 | 2)), "{stderr}");
}

#[cfg(unix)]
#[test]
fn inputs_without_an_end_are_refused() {
    let link = std::env::temp_dir().join(format!("tetrarium-{}-zero.toml", std::process::id()));
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    let zero = link.to_str().unwrap();
    for arguments in [
        &["eval", zero][..],
        &["show", zero],
        &["train", zero],
        &["import", "/dev/zero"],
        &["features", "/dev/zero"],
        &["report", zero],
    ] {
        let error = refused(&run(arguments));
        let sentence = "cannot be read: it is larger than 16 MiB";
        assert!(error.contains(sentence), "{arguments:?}: {error}");
    }
    std::fs::remove_file(&link).unwrap();
}

/// The output of a command that must not wait for anything.
#[cfg(unix)]
fn ended_at_once(folder: &std::path::Path, arguments: &[&str]) -> std::process::Output {
    let mut child = command(arguments)
        .current_dir(folder)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    for _ in 0..600 {
        if child.try_wait().unwrap().is_some() {
            return child.wait_with_output().unwrap();
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("{arguments:?} waits");
}

#[cfg(unix)]
#[test]
fn a_pipe_that_a_file_names_is_not_waited_for() {
    let folder = std::env::temp_dir().join(format!("tetrarium-{}-pipes", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let pipe = |name: &str| {
        let path = folder.join(name);
        let _ = std::fs::remove_file(&path);
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
    };
    let succeeds = |arguments: &[&str]| {
        let output = command(arguments).current_dir(&folder).output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {stderr}");
        common::stdout(&output)
    };
    let refuses = |arguments: &[&str], file: &str| {
        let error = refused(&ended_at_once(&folder, arguments));
        let says = error.contains(file) && error.contains("it is no plain file");
        assert!(says, "{arguments:?}: {error}");
    };
    let copy = ["new", "controller", "c.toml", "--from", "tetrarium-4"];
    succeeds(&copy);
    pipe("c.scores");
    refuses(&["eval", "./c.toml"], "the file c.scores");
    refuses(&["show", "./c.toml"], "the file c.scores");

    pipe("pipe.toml");
    let experiment = "schema = 1\nname = \"x\"\n[rating]\nfeatures = [\"holes\"]\n\
                      [optimiser.cross-entropy]\n[fitness]\ngames = 1\nmax-pieces = 10\n\
                      [budget]\ngenerations = 1\n";
    let named = "[[measurement]]\ngames = 1\ncontrollers = [\"pipe.toml\"]\n";
    std::fs::write(folder.join("x.toml"), format!("{experiment}{named}")).unwrap();
    refuses(&["train", "./x.toml"], "pipe.toml");
    let adapt = "schema = 1\nname = \"a\"\nagainst = [\"pipe.toml\"]\n\
                 games = [\"generalised:1\"]\n[adapt]\nform = \"library\"\n";
    std::fs::write(folder.join("a.toml"), adapt).unwrap();
    refuses(&["adapt", "./a.toml"], "pipe.toml");

    pipe("values");
    refuses(&["play", "--optimal", "values"], "values");

    std::fs::write(folder.join("x.toml"), experiment).unwrap();
    for name in [
        "checkpoint.json",
        "candidates.jsonl",
        "timing.jsonl",
        "lock",
    ] {
        succeeds(&["train", "./x.toml", "--out", "run"]);
        pipe(&format!("run/{name}"));
        let output = ended_at_once(&folder, &["train", "--resume", "run"]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{name}: {error}");
        let says = error.contains(name) && error.contains("it is no plain file");
        assert!(says, "{name}: {error}");
        std::fs::remove_dir_all(folder.join("run")).unwrap();
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// As a shell hands over `<(…)`.
#[cfg(unix)]
#[test]
fn a_pipe_that_a_person_names_is_read() {
    let path = std::env::temp_dir().join(format!("tetrarium-{}-typed.toml", std::process::id()));
    let made = std::process::Command::new("mkfifo").arg(&path).status();
    assert!(made.unwrap().success());
    let to = path.clone();
    let writer = std::thread::spawn(move || {
        let text = "schema = 1\nname = \"piped\"\n[rating]\nkind = \"linear\"\n\
                    [rating.weights]\nholes = -1\n";
        std::fs::write(to, text).unwrap();
    });
    let typed = path.to_str().unwrap();
    let printed = succeed(&["eval", typed, "--board", "6x6", "--games", "3"]);
    assert!(printed.contains("piped"), "{printed}");
    writer.join().unwrap();
    std::fs::remove_file(&path).unwrap();
}

/// Records whose counts no game could have, with which sums would overflow.
#[test]
fn hostile_records_give_a_sentence_or_a_page() {
    let record = succeed(&[
        "eval",
        "bcts",
        "--board",
        "6x6",
        "--games",
        "40",
        "--heights",
        "--scores",
        "--json",
    ]);
    let huge = "18446744073709551615";
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let paths = [
        "/games/first",
        "/games/asked",
        "/games/finished",
        "/games/cut",
        "/tally/finished",
        "/tally/cut",
        "/tally/lines",
        "/tally/pieces",
        "/reward",
        "/seed",
        "/heights/counts/2",
        "/scores/3",
    ];
    let mut hostile: Vec<serde_json::Value> = Vec::new();
    let value: serde_json::Value = serde_json::from_str(huge).unwrap();
    for path in paths {
        let mut one = record.clone();
        *one.pointer_mut(path).unwrap() = value.clone();
        hostile.push(one);
    }
    let mut all = record.clone();
    for path in paths {
        *all.pointer_mut(path).unwrap() = value.clone();
    }
    for count in all["heights"]["counts"].as_array_mut().unwrap() {
        *count = value.clone();
    }
    all["tally"]["squares"] = u128::MAX.to_string().into();
    hostile.push(all);
    let mut old = record.clone();
    let fields = old.as_object_mut().unwrap();
    fields.retain(|name, _| !["identity", "order", "made", "caveats"].contains(&name.as_str()));
    fields["schema"] = 1.into();
    hostile.push(old);
    let mut before = record.clone();
    before["games"]["first"] = 1000.into();
    let page = Scratch::new("hostile.html", "");
    for one in hostile {
        let lines = format!("{before}\n{one}\n");
        for arguments in [
            &["merge", "-"][..],
            &["merge", "-", "--json"],
            &["report", "-", "--output", page.path()],
        ] {
            let output = run_with_input(arguments, &lines);
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(
                !stderr.contains("panicked"),
                "{arguments:?} {one}: {stderr}"
            );
            assert!(matches!(output.status.code(), Some(0 | 2)), "{stderr}");
        }
    }
}

#[test]
fn a_table_may_begin_anywhere() {
    for from in ["-2147483648", "-2147483647", "2147483647"] {
        let text = format!(
            "schema = 1\nname = \"mine\"\n[rating]\nkind = \"table\"\nweights = {{ holes = -1 }}\n\
             [rating.tables]\nsum-height = {{ from = {from}, scores = [1, 2] }}\n"
        );
        let file = Scratch::new("from.toml", &text);
        succeed(&["eval", file.path(), "--board", "6x6", "--games", "2"]);
    }
}

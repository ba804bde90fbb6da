//! Agents that are programs: real child processes, some of which misbehave.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tetrarium_engine::{Agent, AgentError, AgentGame, AgentGames, Board, Counts, Rules, Seat};
use tetrarium_lab::{CommandAgent, CommandOptions};
use tetrarium_testing::{Part, missing};

#[allow(dead_code, missing_docs)]
#[path = "../examples/own_agent.rs"]
mod own_agent;

use own_agent::Lowest;

/// Whether Python 3 is installed; without it a test returns at once.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        missing(Part::Python);
    }
    found
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| word.to_string()).collect()
}

/// The agent that misbehaves in the way `mode`.
fn misbehaving(mode: &str, options: CommandOptions) -> Result<CommandAgent, AgentError> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agents/misbehaving.py");
    let script = script.to_str().expect("a path in UTF-8");
    CommandAgent::new(words(&["python3", script, mode]), options)
}

/// Options with a limit for each move.
fn within(move_time: Duration) -> CommandOptions {
    let mut options = CommandOptions::default();
    options.move_time = move_time;
    options
}

fn rules(settings: &[(&str, &str)]) -> Rules {
    let mut rules = Rules::default();
    for (setting, value) in settings {
        rules.set(setting, value).unwrap();
    }
    rules
}

/// Plays 120 moves of three games side by side.
fn play(agent: &dyn Agent, rules: &Rules) -> Result<Vec<(Board, Counts)>, AgentError> {
    let mut games = AgentGames::open(agent, rules)?;
    let mut seats = Vec::new();
    for number in 0..3 {
        seats.push(games.begin(None, 7, number)?);
    }
    for _ in 0..120 {
        games.step(&mut seats.iter_mut().collect::<Vec<_>>())?;
    }
    let ended = seats.into_iter().map(|seat: Seat| games.end(seat));
    ended
        .map(|game| game.map(|game| (*game.board(), game.counts())))
        .collect()
}

/// The error with which playing with an agent that misbehaves in the way `mode` ends.
fn failure(mode: &str, options: CommandOptions) -> String {
    let agent = misbehaving(mode, options).unwrap();
    play(&agent, &Rules::default()).unwrap_err().to_string()
}

/// Asserts that the program plays the games of the example in Rust.
fn assert_plays_as_in_rust(command: Vec<String>) {
    let agent = CommandAgent::new(command, CommandOptions::default()).unwrap();
    assert!(agent.is_stateless());
    for settings in [
        &[("board", "10x10")][..],
        &[("board", "10x20"), ("pieces", "bag"), ("visible", "2")],
        &[("board", "8x10"), ("game", "original")],
        &[("board", "6x6"), ("overflow", "clears-first")],
        &[("board", "16x28"), ("pieces", "cycle:SZO")],
        &[("board", "4x4"), ("pieces", "sequence:OOTISLJ")],
    ] {
        let rules = rules(settings);
        let expected = play(&Lowest, &rules).unwrap();
        assert_eq!(play(&agent, &rules).unwrap(), expected, "{settings:?}");
    }
}

#[test]
fn the_example_in_python_plays_the_games_of_the_example_in_rust() {
    if has_python() {
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/agents/lowest.py"
        );
        assert_plays_as_in_rust(words(&["python3", script]));
    }
}

#[test]
fn the_example_in_c_plays_the_games_of_the_example_in_rust() {
    let source = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/agents/lowest.c"
    );
    let program = concat!(env!("CARGO_TARGET_TMPDIR"), "/lowest");
    let compiler = std::env::var("CC").unwrap_or("cc".to_string());
    let flags = [
        "-std=c99",
        "-O2",
        "-Wall",
        "-Wextra",
        "-pedantic",
        "-Werror",
    ];
    let compiled = Command::new(&compiler)
        .args(flags)
        .args(["-o", program, source])
        .status();
    let Ok(status) = compiled else {
        return missing(Part::CCompiler);
    };
    assert!(status.success());
    assert_plays_as_in_rust(words(&[program]));
}

#[test]
fn the_error_names_a_program_that_cannot_be_started() {
    let error = CommandAgent::new(words(&["./no such agent", "x"]), CommandOptions::default());
    let error = error.err().unwrap().to_string();
    assert!(
        error.starts_with("the agent `'./no such agent' x` cannot be started: "),
        "{error}"
    );
    let error = CommandAgent::new(Vec::new(), CommandOptions::default());
    assert!(error.err().unwrap().to_string().contains("is empty"));
}

#[test]
fn a_program_without_a_valid_hello_is_refused() {
    if !has_python() {
        return;
    }
    for (mode, expected) in [
        (
            "dead-at-hello",
            "ended before it said hello (exit status: 1); it said: no model found",
        ),
        (
            "protocol-2",
            "speaks protocol 2; protocol 1 is spoken here; it said nothing",
        ),
        (
            "nameless",
            "which is not a JSON line with a hello: missing field `name`",
        ),
        ("answers-to-hello", "answered `{\"chosen\": []}` to hello"),
    ] {
        let error = misbehaving(mode, CommandOptions::default()).err().unwrap();
        let error = error.to_string();
        assert!(error.starts_with("the agent `python3 "), "{error}");
        assert!(error.contains(expected), "{mode}: {error}");
    }
    let mut options = CommandOptions::default();
    options.start_time = Duration::from_millis(300);
    let error = misbehaving("no-hello", options).err().unwrap().to_string();
    assert!(
        error.contains("did not say hello within 0.3 s; "),
        "{error}"
    );
}

#[test]
fn an_answer_that_breaks_the_protocol_is_an_error() {
    if !has_python() {
        return;
    }
    let not_given = "which is not among those that it was given";
    let few = "was asked about 3 positions and answered 2: the first one without an answer is that \
               of game 2";
    for (mode, expected) in [
        ("impossible", "chose the placement [9, 0] of the piece "),
        ("impossible", not_given),
        ("wrong-row", not_given),
        ("short", not_given),
        (
            "wrong-game",
            "answered for game 77, about which it was not asked",
        ),
        ("too-few", few),
        ("twice", "answered twice for game 0"),
        ("gives-up", "gave up: `only boards of 10x20`"),
        (
            "garbage",
            "answered `my move is left`, which is not a JSON line with placements: ",
        ),
        (
            "other-answer",
            "answered `{\"moves\": []}`, which is not a JSON line with placements; ",
        ),
    ] {
        let error = failure(mode, CommandOptions::default());
        assert!(error.contains(expected), "{mode}: {error}");
    }
    // A line too many, which may come before or after the first question.
    let error = failure("talks", CommandOptions::default());
    let unasked = error.contains("said `ready` without being asked; ");
    assert!(unasked || error.contains("answered `ready`, "), "{error}");
}

#[test]
fn a_program_that_ends_is_an_error_with_its_standard_error() {
    if !has_python() {
        return;
    }
    for (mode, expected) in [
        (
            "dies",
            "ended after 0 games (exit status: 1); it said:\n  Traceback:\n    \
             the board frightens me \\u{1b}[2J",
        ),
        (
            "half-line",
            "ended after 0 games (exit status: 0); it said nothing",
        ),
        ("closes-output", "closed its output; it said nothing"),
        (
            "endless-line",
            "said more than 16 MiB without the end of a line",
        ),
    ] {
        let error = failure(mode, CommandOptions::default());
        assert!(error.contains(expected), "{mode}: {error}");
    }
}

#[test]
fn a_program_that_does_not_answer_in_time_is_an_error() {
    if !has_python() {
        return;
    }
    let error = failure("hangs", within(Duration::from_secs(1)));
    let expected = "did not answer 3 positions within 3 s (--move-time allows 1 s for each); \
                    it must flush its output after every line; it said: thinking";
    assert!(error.ends_with(expected), "{error}");
    // This program does not read, and the messages to it are longer than a pipe holds.
    let agent = misbehaving("deaf", within(Duration::from_millis(500))).unwrap();
    let rules = Rules::default();
    let mut games = AgentGames::open(&agent, &rules).unwrap();
    let mut seats: Vec<Seat> = (0..10_000)
        .map(|number| games.begin(None, 1, number).unwrap())
        .collect();
    let error = games.step(&mut [&mut seats[0]]).unwrap_err().to_string();
    assert!(
        error.contains("did not answer within 0.5 s (--move-time)"),
        "{error}"
    );
    // A session that has failed repeats its error.
    assert_eq!(
        games.step(&mut [&mut seats[1]]).unwrap_err().to_string(),
        error
    );
    assert!(games.end(seats.pop().unwrap()).is_err());
}

#[test]
fn a_long_standard_error_does_not_block_the_program() {
    if has_python() {
        let agent = misbehaving("much-to-say", CommandOptions::default()).unwrap();
        let rules = rules(&[("board", "4x4"), ("pieces", "sequence:OO")]);
        assert_eq!(play(&agent, &rules).unwrap().len(), 3);
    }
}

#[test]
fn no_message_has_more_positions_than_the_batch() {
    if !has_python() {
        return;
    }
    let play_nine = |agent: &CommandAgent| {
        let rules = Rules::default();
        let mut games = AgentGames::open(agent, &rules).unwrap();
        let mut seats: Vec<Seat> = (0..9).map(|n| games.begin(None, 1, n).unwrap()).collect();
        let moves = games
            .step(&mut seats.iter_mut().collect::<Vec<_>>())
            .unwrap();
        moves.into_iter().flatten().count()
    };
    let agent = misbehaving("counts-positions", CommandOptions::default()).unwrap();
    assert_eq!((agent.batch(), play_nine(&agent)), (4, 9));
    let mut options = CommandOptions::default();
    options.batch = Some(2);
    let agent = misbehaving("counts-positions", options).unwrap();
    assert_eq!((agent.batch(), play_nine(&agent)), (2, 9));
}

/// The agent chooses the placement whose number is the number of sessions of its process.
#[test]
fn sessions_side_by_side_have_processes_of_their_own_and_later_sessions_reuse_them() {
    if !has_python() {
        return;
    }
    let agent = misbehaving("counts-rules", CommandOptions::default()).unwrap();
    let rules = rules(&[("pieces", "only:I")]);
    let column = |game: &mut AgentGame| game.step().unwrap().unwrap().landing.placement.column;
    let mut first = AgentGame::new(&agent, &rules, 1, 0).unwrap();
    let mut second = AgentGame::new(&agent, &rules, 1, 1).unwrap();
    assert_eq!((column(&mut first), column(&mut second)), (0, 0));
    drop(first);
    let mut third = AgentGame::new(&agent, &rules, 1, 2).unwrap();
    assert_eq!((column(&mut third), column(&mut second)), (1, 0));
}

#[test]
fn processes_of_one_agent_with_different_hellos_are_refused() {
    if !has_python() {
        return;
    }
    let agent = misbehaving("another-hello", CommandOptions::default()).unwrap();
    let rules = Rules::default();
    let _first = agent.open(&rules).unwrap();
    let error = agent.open(&rules).err().unwrap().to_string();
    assert!(
        error.contains("said another hello than when it was first started"),
        "{error}"
    );
}

#[test]
fn a_stopped_agent_does_not_wait_for_an_answer() {
    if !has_python() {
        return;
    }
    let options = within(Duration::from_secs(3600));
    let stop = options.stop.clone();
    let agent = misbehaving("hangs", options).unwrap();
    let began = Instant::now();
    let error = std::thread::scope(|scope| {
        let playing = scope.spawn(|| play(&agent, &Rules::default()).unwrap_err());
        std::thread::sleep(Duration::from_millis(100));
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap().to_string()
    });
    assert!(error.contains("was stopped"), "{error}");
    assert!(began.elapsed() < Duration::from_secs(600));
}

/// A process that has ended, but was not waited for, still has its folder in /proc.
#[cfg(target_os = "linux")]
#[test]
fn no_process_is_left_behind() {
    if !has_python() {
        return;
    }
    for mode in ["pid", "stubborn"] {
        let agent = misbehaving(mode, CommandOptions::default()).unwrap();
        let process = Path::new("/proc").join(agent.name());
        assert!(process.exists());
        drop(agent);
        assert!(!process.exists(), "{mode}");
    }
    let error = failure("says-pid", CommandOptions::default());
    let pid = error.rsplit(' ').next().unwrap();
    assert!(!Path::new("/proc").join(pid).exists(), "{error}");
}

/// The document's agent chooses the placements; the rest of the dialogue must equal the document.
#[test]
fn the_dialogue_in_the_document_is_the_one_spoken() {
    if !has_python() {
        return;
    }
    let home = env!("CARGO_MANIFEST_DIR");
    let script = format!("{home}/tests/agents/dialogue.py");
    let document = format!("{home}/../../docs/AGENTS.md");
    let done = concat!(env!("CARGO_TARGET_TMPDIR"), "/dialogue");
    let _ = std::fs::remove_file(done);
    let command = words(&["python3", &script, &document, done]);
    let rules = rules(&[("board", "4x4"), ("pieces", "only:O")]);
    let agent = CommandAgent::new(command, CommandOptions::default()).unwrap();
    let play = || -> Result<u64, AgentError> {
        let mut games = AgentGames::open(&agent, &rules)?;
        let mut first = games.begin(None, 7, 0)?;
        let mut second = games.begin(None, 7, 1)?;
        games.step(&mut [&mut first, &mut second])?;
        games.end(second)?;
        games.step(&mut [&mut first])?;
        Ok(games.end(first)?.counts().lines)
    };
    assert_eq!(play().unwrap_or_else(|error| panic!("{error}")), 2);
    drop(agent);
    assert!(
        Path::new(done).exists(),
        "the dialogue was not ended by quit"
    );
}

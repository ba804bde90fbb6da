//! Fuzzers of tetrarium, as plain programs: `parsers` gives hostile texts to everything that reads
//! texts, `kernels` plays random games on every kernel and on the reference.
//!
//! ```text
//! cargo run -p tetrarium-fuzz --bin parsers -- SECONDS [SEED [TARGET [CASE]]]
//! ```
//!
//! A case is a function of the seed, the target and the number of the case. A case fails if it
//! panics (overflow checks are on in the profile `dev`), takes longer than [`SLOWEST`] or holds
//! more than [`MOST_MEMORY`]; the program then prints how the case is run again, and its input.

mod memory;
pub mod mutation;
pub mod parsers;

/// Random boards, rules and ratings, which the tests of the engine use too.
#[allow(dead_code, missing_docs, reason = "not all of it is used here")]
#[path = "../../engine/tests/common/mod.rs"]
pub mod random;

use std::collections::BTreeSet;
use std::panic::{self, AssertUnwindSafe};
use std::process::{ExitCode, exit};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

pub use random::Dice;

/// The longest that a case may take.
pub const SLOWEST: Duration = Duration::from_secs(20);

/// The most memory that a case may hold, in bytes.
pub const MOST_MEMORY: usize = 128 << 20;

/// Failures at this number of different places end the program.
const MOST_FAILURES: usize = 20;

/// What is fuzzed.
pub struct Target {
    /// Its name.
    pub name: &'static str,
    /// One case: whether the input was taken, or refused with a sentence.
    pub case: fn(&mut Dice) -> bool,
}

/// The input of the case that runs, for the message if it fails.
static INPUT: Mutex<String> = Mutex::new(String::new());

/// The place and the message of the last panic.
static PANIC: Mutex<(String, String)> = Mutex::new((String::new(), String::new()));

/// The target and the number of the case that runs.
static RUNNING: (AtomicU64, AtomicU64) = (AtomicU64::new(0), AtomicU64::new(0));

/// Says what the input of the case is that runs.
pub fn input(text: &str) {
    let mut input = INPUT.lock().expect("no holder panics");
    input.clear();
    input.push_str(text);
}

/// The arguments of a fuzzer.
struct Arguments {
    seconds: f64,
    seed: u64,
    only: Option<String>,
    case: Option<u64>,
}

impl Arguments {
    fn read() -> Option<Arguments> {
        let mut words = std::env::args().skip(1);
        let seconds = words.next()?.parse().ok()?;
        let seed = words.next().map_or(Ok(1), |word| word.parse()).ok()?;
        let only = words.next();
        let case = words.next().map(|word| word.parse()).transpose().ok()?;
        Some(Arguments {
            seconds,
            seed,
            only,
            case,
        })
    }
}

/// What came of the cases of a target.
#[derive(Default)]
struct Count {
    cases: u64,
    taken: u64,
    slowest: Duration,
    most_memory: usize,
}

/// Runs a fuzzer: its targets in turn until the time is over.
pub fn run(program: &str, targets: &[Target]) -> ExitCode {
    let names: Vec<&str> = targets.iter().map(|target| target.name).collect();
    let Some(arguments) = Arguments::read() else {
        eprintln!(
            "{program} SECONDS [SEED [TARGET [CASE]]]; targets: {}",
            names.join(", ")
        );
        return ExitCode::from(2);
    };
    let chosen = |target: &&Target| {
        arguments
            .only
            .as_deref()
            .is_none_or(|only| only == target.name)
    };
    let targets: Vec<&Target> = targets.iter().filter(chosen).collect();
    if targets.is_empty() {
        eprintln!("there is no such target; targets: {}", names.join(", "));
        return ExitCode::from(2);
    }
    panic::set_hook(Box::new(|panic| {
        let place = panic
            .location()
            .map(ToString::to_string)
            .unwrap_or_default();
        let message = panic.payload_as_str().unwrap_or("no message").to_string();
        *PANIC.lock().expect("no holder panics") = (place, message);
    }));
    let again = move |name: &str, seed: u64, case: u64| {
        format!(
            "cargo run -p tetrarium-fuzz --bin {} -- 0 {seed} {name} {case}",
            program_name()
        )
    };
    let names: Vec<&'static str> = targets.iter().map(|target| target.name).collect();
    let seed = arguments.seed;
    std::thread::spawn(move || watch_for_hangs(&names, |name, case| again(name, seed, case)));

    let mut counts: Vec<Count> = targets.iter().map(|_| Count::default()).collect();
    let mut failures: BTreeSet<String> = BTreeSet::new();
    let began = Instant::now();
    let first = arguments.case.unwrap_or(0);
    for case in first.. {
        for (number, target) in targets.iter().enumerate() {
            let failure = one_case(number, target, seed, case, &mut counts[number]);
            if let Some((place, message)) = failure
                && failures.insert(format!("{} {place}", target.name))
            {
                let input = INPUT.lock().expect("no holder panics");
                println!("FAILED {} case {case}, {place}\n{message}", target.name);
                println!(
                    "again: {}\ninput:\n{input}\n",
                    again(target.name, seed, case)
                );
            }
        }
        let over = began.elapsed().as_secs_f64() >= arguments.seconds;
        if arguments.case.is_some() || over || failures.len() >= MOST_FAILURES {
            break;
        }
    }
    for (target, count) in targets.iter().zip(&counts) {
        println!(
            "{:<12} {:>9} cases, {:>9} taken, slowest {:.2} s, at most {} MiB",
            target.name,
            count.cases,
            count.taken,
            count.slowest.as_secs_f64(),
            count.most_memory >> 20
        );
    }
    let seconds = began.elapsed().as_secs();
    println!(
        "{program}: seed {seed}, {seconds} s, {} failures",
        failures.len()
    );
    ExitCode::from(u8::from(!failures.is_empty()))
}

/// The name of the program that runs.
fn program_name() -> String {
    let path = std::env::args().next().unwrap_or_default();
    let name = std::path::Path::new(&path).file_stem();
    name.map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Runs one case; where and how it failed.
fn one_case(
    number: usize,
    target: &Target,
    seed: u64,
    case: u64,
    count: &mut Count,
) -> Option<(String, String)> {
    input("");
    RUNNING.0.store(number as u64, Ordering::Relaxed);
    RUNNING.1.store(case + 1, Ordering::Relaxed);
    let mut dice = Dice::new(mixed(seed, target.name, case));
    let before = memory::begin();
    let began = Instant::now();
    let result = panic::catch_unwind(AssertUnwindSafe(|| (target.case)(&mut dice)));
    let (took, held) = (began.elapsed(), memory::most_since(before));
    RUNNING.1.store(0, Ordering::Relaxed);
    count.cases += 1;
    count.taken += u64::from(matches!(result, Ok(true)));
    count.slowest = count.slowest.max(took);
    count.most_memory = count.most_memory.max(held);
    match result {
        Err(_) => Some(PANIC.lock().expect("no holder panics").clone()),
        Ok(_) if took > SLOWEST => Some(("slow".to_string(), format!("it took {took:?}"))),
        Ok(_) if held > MOST_MEMORY => Some(("large".to_string(), format!("it held {held} bytes"))),
        Ok(_) => None,
    }
}

/// A seed for each case of each target (Steele, Lea & Flood 2014, SplitMix).
fn mixed(seed: u64, name: &str, case: u64) -> u64 {
    let mut word = seed;
    for part in name.bytes().map(u64::from).chain([case]) {
        word = (word ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^= word >> 31;
    }
    word
}

/// Ends the program when one case does not.
fn watch_for_hangs(names: &[&str], again: impl Fn(&str, u64) -> String) {
    let mut seen = (0, 0);
    let mut since = Instant::now();
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let now = (
            RUNNING.0.load(Ordering::Relaxed),
            RUNNING.1.load(Ordering::Relaxed),
        );
        if now != seen || now.1 == 0 {
            (seen, since) = (now, Instant::now());
        } else if since.elapsed() > 3 * SLOWEST {
            let (name, case) = (names[now.0 as usize], now.1 - 1);
            println!(
                "FAILED {name} case {case}: it does not end\nagain: {}",
                again(name, case)
            );
            println!("input:\n{}", INPUT.lock().expect("no holder panics"));
            exit(1);
        }
    }
}

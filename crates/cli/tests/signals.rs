//! The real binary, when its reader goes away and when it is interrupted.

#![cfg(unix)]

mod common;

use common::{command, stdout};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Output, Stdio};

#[test]
fn a_reader_that_closes_the_output_is_no_error() {
    let mut child = command(&["play", "bcts", "--max-pieces", "20000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A measurement without an end that gets this signal once it waits for it.
#[cfg(target_os = "linux")]
fn signalled(signal: &str) -> Output {
    // Who starts the tests may ignore signals, as `nohup` does: the measurement must not.
    let mut child = Command::new("env")
        .args([
            "--default-signal=HUP,INT,TERM",
            env!("CARGO_BIN_EXE_tetrarium"),
        ])
        .args(["eval", "lee", "--games", "10M", "--threads", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The signals are waited for before the first game. Until then each ends the program, so the
    // test waits until all of them are listed among the caught signals.
    let status = format!("/proc/{}/status", child.id());
    let is_caught = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught
            .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .is_some_and(|mask| mask & 0x4003 == 0x4003)
    };
    while child.try_wait().unwrap().is_none() && !is_caught() {
        std::thread::yield_now();
    }
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_measurement_so_far() {
    let output = signalled("-INT");
    assert_eq!(output.status.code(), Some(130));
    let text = stdout(&output);
    assert!(text.contains("(interrupted)"), "{text}");
}

#[cfg(target_os = "linux")]
#[test]
fn sigterm_and_sighup_print_the_measurement_so_far_and_end_the_program() {
    for (signal, number) in [("-TERM", 15), ("-HUP", 1)] {
        let output = signalled(signal);
        assert_eq!(output.status.signal(), Some(number), "{output:?}");
        let text = stdout(&output);
        assert!(text.contains("(interrupted)"), "{text}");
    }
}

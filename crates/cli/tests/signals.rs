//! The real binary, when its reader goes away and when it is interrupted.

#![cfg(unix)]

mod common;

use common::{command, stdout};
use std::process::{Command, Stdio};

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

#[test]
fn ctrl_c_prints_the_measurement_so_far() {
    let child = command(&["eval", "bcts", "--games", "1000000", "--threads", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The handler is set before the first game. Until then a signal ends the program, so the
    // test waits until SIGINT is listed among the caught signals.
    let status = format!("/proc/{}/status", child.id());
    let interrupt_is_caught = || {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        caught
            .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
            .is_some_and(|mask| mask & 0b10 != 0)
    };
    while std::path::Path::new(&status).exists() && !interrupt_is_caught() {
        std::thread::yield_now();
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(
        stdout(&output).contains("(interrupted)"),
        "{}",
        stdout(&output)
    );
}

//! The real binary, when its reader goes away and when it is interrupted.

#![cfg(unix)]

mod common;

use common::{command, interrupted, stdout};
use std::process::Stdio;

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
    let eval = command(&["eval", "bcts", "--games", "1000000", "--threads", "1"]);
    let output = interrupted(eval);
    assert_eq!(output.status.code(), Some(130));
    assert!(
        stdout(&output).contains("(interrupted)"),
        "{}",
        stdout(&output)
    );
}

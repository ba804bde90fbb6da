//! The page in a real browser, with this binary as its server: see scripts/web-tests.

use std::path::Path;
use std::process::Command;

#[cfg(unix)]
#[test]
fn the_page_passes_its_tests_in_a_browser() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/web-tests");
    // Where a part is missing, such as a browser, the script says so by name, and passes.
    let status = Command::new(script)
        .env("TETRARIUM_COMMAND", env!("CARGO_BIN_EXE_tetrarium"))
        .status();
    assert!(status.unwrap().success());
}

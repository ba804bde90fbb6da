//! Files of values.

use std::path::Path;

use sha2::{Digest, Sha256};

use super::*;
use tetrarium_engine::{Board, Piece, Pieces, View};

/// A file is taken up where it was left, to the same bytes; damaged and other files are refused.
#[test]
fn files_of_values() {
    let folder = std::env::temp_dir().join(format!("tetrarium-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let rules = rules(&[("board", "4x4")]);
    let watch = Watch::default();
    let whole = folder.join("whole");
    let first = optimum(&rules, 1.0, &Solver::new(&watch), Some(&whole)).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let again = optimum(&rules, 1.0, &Solver::new(&watch), Some(&whole)).unwrap();
    assert_eq!(first.record(), again.record());
    assert_eq!(std::fs::read(&whole).unwrap(), bytes);
    let part = folder.join("part");
    for stops in 1..40 {
        let watch = Watch::default();
        let observer = |stage| {
            if matches!(stage, Stage::Sweep { sweeps, .. } if sweeps > 21 * stops) {
                watch.stop();
            }
        };
        let solver = Solver {
            observer: &observer,
            ..Solver::new(&watch)
        };
        match optimum(&rules, 1.0, &solver, Some(&part)) {
            Ok(_) => break,
            Err(error) => assert_eq!(error, SolveError::Interrupted),
        }
        if stops == 1 {
            assert!(Optimal::read(&part).is_err(), "unfinished");
        }
    }
    assert_eq!(std::fs::read(&part).unwrap(), bytes);
    assert!(Optimal::read(&part).is_ok());
    let other = super::rules(&[("board", "4x4"), ("visible", "2")]);
    let error = optimum(&other, 1.0, &Solver::new(&watch), Some(&whole)).unwrap_err();
    assert!(error.to_string().contains("another game"), "{error}");
    let mut spoilt = bytes.clone();
    // The last number, before the checksum of 32 bytes.
    let last = spoilt.len() - 36;
    spoilt[last] ^= 1;
    std::fs::write(&whole, &spoilt).unwrap();
    assert!(
        Optimal::read(&whole)
            .err()
            .unwrap()
            .to_string()
            .contains("checksum")
    );
    std::fs::write(&whole, "schema = 1").unwrap();
    assert!(
        Optimal::read(&whole)
            .err()
            .unwrap()
            .to_string()
            .contains("no file of values")
    );
    std::fs::remove_dir_all(folder).unwrap();
}

/// A file with these bytes and their checksum.
fn forge(path: &Path, bytes: &[u8]) {
    let sum = Sha256::digest(bytes);
    std::fs::write(path, [bytes, &sum[..]].concat()).unwrap();
}

/// Files whose checksum is right but whose contents cannot be are refused too.
#[test]
fn forged_files_are_refused() {
    let folder = std::env::temp_dir().join(format!("tetrarium-forged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (whole, path) = (folder.join("whole"), folder.join("forged"));
    let sz = rules(&[("board", "4x4"), ("pieces", "weighted:S=1,Z=1")]);
    let watch = Watch::default();
    optimum(&sz, 1.0, &Solver::new(&watch), Some(&whole)).unwrap();
    let bytes = std::fs::read(&whole).unwrap();
    let bytes = &bytes[..bytes.len() - 32];
    let read = |path: &Path| Optimal::read(path).err().map(|error| error.to_string());
    let says = |words: &str| {
        let said = read(&path).unwrap_or_default();
        assert!(said.contains(words), "{words}: {said}");
    };
    forge(&path, bytes);
    assert_eq!(read(&path), None);
    forge(&path, &bytes[..bytes.len() - 8]);
    says("another length");
    let mut last = bytes.to_vec();
    let end = last.len() - 8;
    last[end..].copy_from_slice(&f64::NAN.to_le_bytes());
    forge(&path, &last);
    says("finite");
    let line = bytes
        .iter()
        .skip(30)
        .position(|byte| *byte == b'\n')
        .unwrap()
        + 31;
    let mut first = bytes.to_vec();
    first[line + 5] = 0xff;
    forge(&path, &first);
    says("no boards");
    forge(&path, b"tetrarium values 1\n{}\n");
    says("missing field");
    forge(
        &path,
        &[b"tetrarium values 1\n", &[b'x'; 100_000][..]].concat(),
    );
    says("damaged");
    // Without one of its boards.
    let text = String::from_utf8(bytes[..line].to_vec()).unwrap();
    let boards = (bytes.len() - line) / 16;
    let fewer = text.replace(
        &format!("\"boards\":{boards}"),
        &format!("\"boards\":{}", boards - 1),
    );
    assert_ne!(fewer, text);
    let numbers = bytes[line..].chunks(8).enumerate();
    let lacking = numbers.filter(|(index, _)| index % boards != boards - 2);
    let lacking: Vec<u8> = lacking.flat_map(|(_, number)| number).copied().collect();
    forge(&path, &[fewer.as_bytes(), &lacking].concat());
    let player = Optimal::read(&path).unwrap();
    let empty = Board::empty(sz.board);
    let view = View {
        rules: &sz,
        board: &empty,
        piece: Piece::S,
        next: None,
        prospect: Pieces::new(0, 0).prospect(&sz.pieces, 1),
    };
    let lacks = |view| player.worths(view).err().map(|error| error.to_string());
    assert!(lacks(&view).is_some_and(|why| why.contains("lack a board")));
    let error = optimum(&sz, 1.0, &Solver::new(&watch), Some(&path)).unwrap_err();
    assert!(
        error.to_string().contains("not those of its game"),
        "{error}"
    );
    std::fs::remove_dir_all(folder).unwrap();
}

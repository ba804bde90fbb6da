//! Values of all boards in a file: a line of text, a line of JSON, the numbers, and a checksum.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use tetrarium_engine::Rules;

use super::boards::Boards;
use super::error::FileError;
use super::grid::Code;
use super::optimum::Standing;
use super::problem::Problem;
use crate::files;

/// The first line of a file.
const FIRST: &str = "tetrarium values 1\n";

/// What the numbers are of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    rules: BTreeMap<String, String>,
    discount: f64,
    boards: usize,
    sweeps: u64,
    finished: bool,
}

/// Values read from a file.
pub(super) struct Stored {
    pub problem: Problem,
    pub boards: Boards,
    pub values: Vec<f64>,
    pub sweeps: u64,
    pub finished: bool,
}

/// Writes values.
pub(super) fn write(
    path: &Path,
    problem: &Problem,
    boards: &Boards,
    standing: &Standing,
    finished: bool,
) -> Result<(), FileError> {
    let failed = |error: String| FileError::Write(path.to_path_buf(), error);
    let header = Header {
        rules: settings(&problem.rules),
        discount: problem.discount,
        boards: boards.len(),
        sweeps: standing.sweeps,
        finished,
    };
    let mut bytes = FIRST.as_bytes().to_vec();
    bytes.extend(serde_json::to_vec(&header).map_err(|error| failed(error.to_string()))?);
    bytes.push(b'\n');
    for code in &boards.codes {
        bytes.extend(code.to_le_bytes());
    }
    for value in &standing.values[..boards.len() * problem.seen] {
        bytes.extend(value.to_le_bytes());
    }
    let sum = Sha256::digest(&bytes);
    bytes.extend(&sum[..]);
    files::write(path, &bytes).map_err(|error| failed(error.to_string()))
}

/// Reads values of this game.
pub(super) fn read_of(path: &Path, problem: &Problem) -> Result<Stored, FileError> {
    let stored = read(path)?;
    let theirs = &stored.problem;
    if theirs.rules != problem.rules || theirs.discount != problem.discount {
        let theirs = format!("{}, discount {}", theirs.rules, theirs.discount);
        return Err(FileError::Different(path.to_path_buf(), theirs));
    }
    Ok(stored)
}

/// The bytes of a file; of one that does not begin as a file of values, only those that tell so.
fn bytes_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    file.by_ref()
        .take(FIRST.len() as u64)
        .read_to_end(&mut bytes)?;
    if bytes == FIRST.as_bytes() {
        file.read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// Reads values.
pub(super) fn read(path: &Path) -> Result<Stored, FileError> {
    let bytes =
        bytes_of(path).map_err(|error| FileError::Read(path.to_path_buf(), error.to_string()))?;
    let damaged = |why: &str| FileError::Damaged(path.to_path_buf(), why.to_string());
    let Some(rest) = bytes.strip_prefix(FIRST.as_bytes()) else {
        return Err(FileError::Other(path.to_path_buf()));
    };
    let (text, sum) = rest
        .split_last_chunk::<32>()
        .ok_or_else(|| damaged("it is too short"))?;
    let whole = &bytes[..bytes.len() - sum.len()];
    if Sha256::digest(whole)[..] != sum[..] {
        return Err(damaged("its checksum is not that of its bytes"));
    }
    let line = text.iter().position(|byte| *byte == b'\n');
    let line = line.ok_or_else(|| damaged("it has no header"))?;
    let header: Header =
        serde_json::from_slice(&text[..line]).map_err(|error| damaged(&error.to_string()))?;
    let mut rules = Rules::default();
    for (name, value) in &header.rules {
        rules
            .set(name, value)
            .map_err(|error| damaged(&error.to_string()))?;
    }
    let problem =
        Problem::new(&rules, header.discount).map_err(|error| damaged(&error.to_string()))?;
    let numbers: Vec<u64> = text[line + 1..]
        .chunks(8)
        .map(|eight| eight.try_into().map(u64::from_le_bytes))
        .collect::<Result<_, _>>()
        .map_err(|_| damaged("its length is no whole number of values"))?;
    let expected = header.boards.checked_mul(1 + problem.seen);
    if expected != Some(numbers.len()) {
        return Err(damaged(
            "it has another number of values than its header says",
        ));
    }
    let (codes, values) = numbers.split_at(header.boards);
    let boards = boards_of(&problem, codes).ok_or_else(|| damaged("its boards are no boards"))?;
    let mut values: Vec<f64> = values.iter().map(|bits| f64::from_bits(*bits)).collect();
    values.resize(values.len() + problem.seen, 0.0);
    Ok(Stored {
        problem,
        boards,
        values,
        sweeps: header.sweeps,
        finished: header.finished,
    })
}

/// The set of these boards, if they are in the order in which a set has them.
fn boards_of(problem: &Problem, codes: &[Code]) -> Option<Boards> {
    let cells = problem.cells();
    let mut bits = vec![0_u64; (1_usize << cells).div_ceil(64)];
    for code in codes {
        *bits.get_mut((code / 64) as usize)? |= 1 << (code % 64);
    }
    let boards = Boards::new(bits, codes.len());
    (boards.codes == codes && boards.contains(0)).then_some(boards)
}

/// The settings of rules, by name.
pub(super) fn settings(rules: &Rules) -> BTreeMap<String, String> {
    let settings = rules.settings();
    settings
        .map(|(name, value)| (name.to_string(), value))
        .collect()
}

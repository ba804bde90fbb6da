//! Values of all boards in a file: a line of text, a line of JSON, the numbers, and a checksum.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tetrarium_engine::Rules;

use super::boards::{Boards, MAX_BOARDS};
use super::error::FileError;
use super::grid::Code;
use super::optimum::Standing;
use super::problem::Problem;
use crate::{files, settings};

/// The first line of a file.
const FIRST: &str = "tetrarium values 1\n";

/// The longest header, in bytes.
const MOST_HEADER: u64 = 1 << 16;

/// The bytes that are read or written at once.
const BLOCK: usize = 1 << 16;

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
    /// The boards, in the order in which a set has them.
    pub codes: Vec<Code>,
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
    let failed = |error: io::Error| FileError::Write(path.to_path_buf(), error.to_string());
    let header = Header {
        rules: settings::of(&problem.rules),
        discount: problem.discount,
        boards: boards.len(),
        sweeps: standing.sweeps,
        finished,
    };
    files::write_by(path, |out| {
        let mut sum = Sha256::new();
        let mut put = |bytes: &[u8]| {
            sum.update(bytes);
            out.write_all(bytes)
        };
        put(FIRST.as_bytes())?;
        put(&serde_json::to_vec(&header)?)?;
        put(b"\n")?;
        for codes in boards.codes.chunks(BLOCK / 8) {
            put(&codes
                .iter()
                .flat_map(|code| code.to_le_bytes())
                .collect::<Vec<u8>>())?;
        }
        for values in standing.values[..boards.len() * problem.seen].chunks(BLOCK / 8) {
            put(&values
                .iter()
                .flat_map(|value| value.to_le_bytes())
                .collect::<Vec<u8>>())?;
        }
        out.write_all(&sum.finalize())
    })
    .map_err(failed)
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

/// Why a file is not read.
enum Refused {
    Io(io::Error),
    Other,
    Damaged(String),
}

impl From<io::Error> for Refused {
    fn from(error: io::Error) -> Refused {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => Refused::Damaged("it is too short".to_string()),
            _ => Refused::Io(error),
        }
    }
}

/// Reads values.
pub(super) fn read(path: &Path) -> Result<Stored, FileError> {
    let opened = files::check_plain(path).and_then(|()| File::open(path));
    opened
        .map_err(Refused::Io)
        .and_then(read_from)
        .map_err(|refused| {
            let path = path.to_path_buf();
            match refused {
                Refused::Io(error) => FileError::Read(path, error.to_string()),
                Refused::Other => FileError::Other(path),
                Refused::Damaged(why) => FileError::Damaged(path, why),
            }
        })
}

fn read_from(file: File) -> Result<Stored, Refused> {
    let damaged = |why: &str| Refused::Damaged(why.to_string());
    let about = file.metadata()?;
    let mut input = BufReader::with_capacity(BLOCK, file);
    let mut text = Vec::new();
    let first = FIRST.len() as u64;
    input.by_ref().take(first).read_to_end(&mut text)?;
    if text != FIRST.as_bytes() {
        return Err(Refused::Other);
    }
    input
        .by_ref()
        .take(MOST_HEADER)
        .read_until(b'\n', &mut text)?;
    let (header, problem) = header(&text[FIRST.len()..]).map_err(Refused::Damaged)?;
    // The length tells before anything is kept whether the numbers are there.
    let numbers = header.boards as u64 * (1 + problem.seen as u64);
    if about.len() != text.len() as u64 + 8 * numbers + 32 {
        return Err(damaged("it has another length than its header says"));
    }
    let mut sum = Sha256::new();
    sum.update(&text);
    let codes = take_numbers(&mut input, header.boards, &mut sum, u64::from_le_bytes)?;
    let values = header.boards * problem.seen;
    let mut values = take_numbers(&mut input, values, &mut sum, f64::from_le_bytes)?;
    let mut written = [0; 32];
    input.read_exact(&mut written)?;
    if sum.finalize()[..] != written || !input.fill_buf()?.is_empty() {
        return Err(damaged("its checksum is not that of its bytes"));
    }
    if !values.iter().all(|value| value.is_finite()) {
        return Err(damaged("not all its values are finite"));
    }
    values.resize(values.len() + problem.seen, 0.0);
    Ok(Stored {
        problem,
        codes,
        values,
        sweeps: header.sweeps,
        finished: header.finished,
    })
}

/// The header, and the game that it is of.
fn header(line: &[u8]) -> Result<(Header, Problem), String> {
    let header: Header = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let mut rules = Rules::default();
    for (name, value) in &header.rules {
        rules.set(name, value).map_err(|error| error.to_string())?;
    }
    let problem = Problem::new(&rules, header.discount).map_err(|error| error.to_string())?;
    match header.boards < MAX_BOARDS {
        true => Ok((header, problem)),
        false => Err("its header has more boards than can be solved".to_string()),
    }
}

/// Reads this number of numbers, and adds their bytes to the checksum.
fn take_numbers<T>(
    input: &mut impl Read,
    count: usize,
    sum: &mut Sha256,
    number: impl Fn([u8; 8]) -> T,
) -> Result<Vec<T>, Refused> {
    let mut numbers = Vec::new();
    let mut block = vec![0; BLOCK];
    while numbers.len() < count {
        let bytes = &mut block[..BLOCK.min(8 * (count - numbers.len()))];
        input.read_exact(bytes)?;
        sum.update(&*bytes);
        let (eights, _) = bytes.as_chunks::<8>();
        numbers.extend(eights.iter().map(|eight| number(*eight)));
    }
    Ok(numbers)
}

/// The set of these boards; none if they are not boards, or not in the order in which a set has
/// them.
pub(super) fn boards_of(problem: &Problem, codes: &[Code]) -> Option<Boards> {
    let cells = problem.cells();
    let mut bits = vec![0_u64; (1_usize << cells).div_ceil(64)];
    for code in codes {
        *bits.get_mut((code / 64) as usize)? |= 1 << (code % 64);
    }
    let count = bits.iter().map(|word| word.count_ones() as usize).sum();
    let boards = Boards::new(bits, count);
    (boards.codes == codes && boards.contains(0)).then_some(boards)
}

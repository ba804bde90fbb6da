//! Scores of tables in a file of their own, beside a controller's text: a line of text, then
//! numbers of eight bytes, the lowest byte first. Tables with the same scores share them, so that
//! mirrored places stand there once.
//!
//! The text names the file and its SHA-256, and says of each table where its scores are:
//!
//! ```toml
//! [rating]
//! kind = "table"
//! scores = { file = "mine.scores", sha256 = "…" }
//! [rating.tables]
//! cover = [{ from = 0, scores = { first = 0, count = 501 } }, …]
//! ```

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::Deserialize;
use sha2::{Digest, Sha256};

/// The beginning of a file of scores, before its version.
const KIND: &str = "tetrarium scores ";
/// The version of such files that this program reads and writes.
const VERSION: &str = "1";

/// Where the scores of a controller are, as its text says it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScoresFile {
    /// The name of the file, which lies beside the text.
    file: String,
    /// The SHA-256 of the file, in hexadecimal digits.
    sha256: String,
}

/// Where the scores of a table are in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Place {
    first: usize,
    count: usize,
}

impl ScoresFile {
    /// The scores, from the bytes that `beside` has of the file. The error says what is wrong with
    /// the file.
    pub(super) fn read(
        &self,
        beside: &dyn Fn(&str) -> Result<Vec<u8>, String>,
    ) -> Result<Vec<f64>, String> {
        let ScoresFile { file, sha256 } = self;
        let leads_elsewhere = |c: char| "/\\:".contains(c) || c.is_control();
        if ["", ".", ".."].contains(&file.as_str()) || file.contains(leads_elsewhere) {
            return Err(format!(
                "file = {file:?} is not possible: the file lies beside this one, so write its name \
                 without folders"
            ));
        }
        let bytes = beside(file)?;
        let end = bytes.iter().take(64).position(|byte| *byte == b'\n');
        let first = String::from_utf8_lossy(&bytes[..end.unwrap_or(0)]);
        match first.strip_prefix(KIND) {
            Some(VERSION) => {}
            Some(other) => {
                return Err(format!(
                    "{file} has version {other}, and this program reads version {VERSION}"
                ));
            }
            None => {
                return Err(format!(
                    "{file} is no file of scores: such a file begins with the line `{KIND}{VERSION}`"
                ));
            }
        }
        let numbers = &bytes[first.len() + 1..];
        if numbers.len() % 8 != 0 {
            let length = bytes.len();
            return Err(format!(
                "{file} has {length} bytes, which are no whole number of scores: it was cut off or \
                 changed; put it back as it was"
            ));
        }
        let found = hexadecimal(&bytes);
        if found != sha256.to_ascii_lowercase() {
            return Err(format!(
                "{file} is damaged or another file than this controller was written with: its \
                 SHA-256 is {found}, not {sha256}"
            ));
        }
        let (eights, _) = numbers.as_chunks::<8>();
        Ok(eights
            .iter()
            .map(|eight| f64::from_le_bytes(*eight))
            .collect())
    }
}

/// The parts of a table, with its scores in the place of where they are in the file; other parts as
/// they are. The error says what is wrong with the place.
pub(super) fn with_scores(
    part: &toml::Value,
    scores: Option<&[f64]>,
) -> Result<toml::Value, String> {
    let place = part.get("scores").filter(|scores| scores.is_table());
    let (Some(place), Some(table)) = (place, part.as_table()) else {
        return Ok(part.clone());
    };
    let Some(scores) = scores else {
        return Err(
            "its scores are in a file, and the rating names none: write scores = { file = …, \
             sha256 = … } in [rating], or the scores as a list"
                .to_string(),
        );
    };
    let Place { first, count } = place
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| format!("scores: {}", error.message()))?;
    let end = first.checked_add(count);
    let Some(found) = end.and_then(|end| scores.get(first..end)) else {
        return Err(format!(
            "scores: {count} from {first} on are not there: the file has {}",
            scores.len()
        ));
    };
    let found = found
        .iter()
        .map(|score| toml::Value::Float(*score))
        .collect();
    let mut table = table.clone();
    table.insert("scores".to_string(), toml::Value::Array(found));
    Ok(table.into())
}

/// Scores that are being written to a file.
pub(super) struct Pool {
    name: String,
    /// The bytes of the file so far.
    bytes: Vec<u8>,
    /// How many scores these hold.
    count: usize,
    /// Where the scores of a table begin, by their bytes.
    firsts: HashMap<Vec<u8>, usize>,
}

impl Pool {
    /// A file of this name, without scores.
    pub(super) fn new(name: &str) -> Pool {
        Pool {
            name: name.to_string(),
            bytes: format!("{KIND}{VERSION}\n").into_bytes(),
            count: 0,
            firsts: HashMap::new(),
        }
    }

    /// A table as the text has it, with its scores in the file.
    pub(super) fn table(&mut self, from: i32, scores: &[f64]) -> String {
        let count = scores.len();
        let bytes: Vec<u8> = scores
            .iter()
            .flat_map(|score| score.to_le_bytes())
            .collect();
        let first = *self.firsts.entry(bytes).or_insert_with_key(|bytes| {
            self.bytes.extend(bytes);
            self.count += count;
            self.count - count
        });
        format!("{{ from = {from}, scores = {{ first = {first}, count = {count} }} }}")
    }

    /// How the text names the file.
    pub(super) fn named(&self) -> String {
        let (name, sha256) = (&self.name, hexadecimal(&self.bytes));
        let name = toml::Value::String(name.clone());
        format!("{{ file = {name}, sha256 = \"{sha256}\" }}")
    }

    /// The file's name and its bytes.
    pub(super) fn into_file(self) -> (String, Vec<u8>) {
        (self.name, self.bytes)
    }
}

/// The SHA-256 of some bytes, in hexadecimal digits.
fn hexadecimal(bytes: &[u8]) -> String {
    let mut digits = String::new();
    for byte in Sha256::digest(bytes) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

#[cfg(test)]
mod tests {
    use crate::rating::TABLE;
    use crate::{
        Controller, Function, LARGEST_TEXT, Rating, Reading, Search, Term, WrittenFiles, catalogue,
    };

    /// A controller with three tables, two of which are equal.
    fn with_tables(scores: usize) -> Controller {
        let table = |part: f64| {
            let scores = (0..scores).map(|value| value as f64 / part);
            Function::table(-1, scores.collect())
        };
        let term = |name: &str, function: Function| Term {
            reading: Reading::named(name).unwrap(),
            functions: vec![function],
        };
        let terms = vec![
            term("landing-height", Function::linear(-1.5)),
            term("holes", table(3.0)),
            term("wells", table(7.0)),
            term("max-height", table(3.0)),
        ];
        Controller {
            name: "mine".to_string(),
            summary: String::new(),
            source: String::new(),
            note: String::new(),
            reported: Vec::new(),
            rules: Vec::new(),
            search: Search::GREEDY,
            rating: Rating::sum(&TABLE, terms),
            file_name: None,
        }
    }

    fn read(files: &WrittenFiles) -> Result<Controller, String> {
        let read = Controller::from_files(&files.text, |name| match &files.scores {
            Some((known, bytes)) if known == name => Ok(bytes.clone()),
            _ => Err(format!("{name} is missing")),
        });
        read.map_err(|error| error.to_string())
    }

    #[test]
    fn scores_of_a_large_controller_have_a_file_of_their_own() {
        let small = with_tables(20);
        let files = small.to_files("mine").unwrap();
        assert_eq!(files.text, small.to_toml().unwrap());
        assert_eq!(files.scores, None);

        let large = with_tables(4000);
        let text = large.to_toml().unwrap();
        assert!(text.len() > LARGEST_TEXT);
        assert_eq!(Controller::from_toml(&text).unwrap(), large);
        let files = large.to_files("mine").unwrap();
        assert!(files.text.len() < 1000, "{}", files.text);
        assert_eq!(read(&files).unwrap(), large);
        let (name, bytes) = files.scores.unwrap();
        assert_eq!(name, "mine.scores");
        // Equal tables share their scores.
        assert_eq!(bytes.len(), "tetrarium scores 1\n".len() + 8 * 2 * 4000);
    }

    #[test]
    fn a_large_controller_without_tables_is_one_text() {
        let mut large = catalogue::named("bcts").unwrap().clone();
        large.note = "x".repeat(LARGEST_TEXT);
        let files = large.to_files("mine").unwrap();
        assert_eq!((files.text, files.scores), (large.to_toml().unwrap(), None));
    }

    #[test]
    fn a_file_that_is_not_the_one_written_is_refused() {
        let files = with_tables(4000).to_files("mine").unwrap();
        let (name, bytes) = files.scores.clone().unwrap();
        let with = |bytes: Vec<u8>| {
            let scores = Some((name.clone(), bytes));
            read(&WrittenFiles {
                scores,
                ..files.clone()
            })
            .unwrap_err()
        };
        let changed = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] ^= byte;
            bytes
        };
        for (found, expected) in [
            (
                with(changed(5000, 1)),
                "another file than this controller was written with",
            ),
            (
                with(bytes[..bytes.len() - 3].to_vec()),
                "no whole number of scores",
            ),
            (with(bytes[..bytes.len() - 8].to_vec()), "another file"),
            (with([&bytes[..], &[0; 8]].concat()), "another file"),
            (
                with(changed(17, b'1' ^ b'2')),
                "version 2, and this program reads version 1",
            ),
            (with(changed(0, 1)), "no file of scores"),
            (with(Vec::new()), "no file of scores"),
            (with(vec![b'x'; 1000]), "no file of scores"),
        ] {
            assert!(found.starts_with("line 6: scores: mine.scores "), "{found}");
            assert!(found.contains(expected), "{found}");
        }
    }

    #[test]
    fn texts_that_cannot_be_are_refused() {
        let files = with_tables(4000).to_files("mine").unwrap();
        let error = |from: &str, to: &str| {
            assert!(files.text.contains(from), "{from}");
            let text = files.text.replacen(from, to, 1);
            read(&WrittenFiles {
                text,
                ..files.clone()
            })
            .unwrap_err()
        };
        let file = "file = \"mine.scores\"";
        for (from, to, expected) in [
            (
                file,
                "file = \"../mine.scores\"",
                "line 6: scores: file = \"../mine.scores\" is not",
            ),
            (file, "file = \"/mine.scores\"", "lies beside this one"),
            (file, "file = \"a\\\\mine.scores\"", "lies beside this one"),
            (file, "file = \"..\"", "lies beside this one"),
            (file, "file = \"\"", "lies beside this one"),
            (file, "file = \"other\"", "scores: other is missing"),
            (file, "path = \"other\"", "unknown field `path`"),
            (file, "file = 3", "expected a string"),
            (
                "first = 4000, count = 4000",
                "first = 4001, count = 4000",
                "the file has 8000",
            ),
            (
                "first = 4000",
                "first = -4000",
                "wells: scores: invalid value",
            ),
            (
                "count = 4000",
                "count = 0",
                "holes: a table needs at least one score",
            ),
            ("count = 4000", "last = 4000", "unknown field `last`"),
            (
                "kind = \"table\"",
                "kind = \"linear\"",
                "a rating of kind linear has no scores",
            ),
        ] {
            let found = error(from, to);
            assert!(found.contains(expected), "{to}: {found}");
        }
        let line = files.text.lines().find(|line| line.starts_with("scores"));
        let found = error(line.unwrap(), "");
        assert!(found.contains("the rating names none"), "{found}");
        let alone = Controller::from_toml(&files.text).unwrap_err().to_string();
        let expected = "line 6: scores: they are in the file mine.scores, and only this text";
        assert!(alone.starts_with(expected), "{alone}");
    }

    #[test]
    fn scores_that_are_no_numbers_are_refused() {
        let mut pool = super::Pool::new("x.scores");
        let table = pool.table(0, &[1.0, f64::NAN]);
        let text = format!(
            "schema = 1\nname = \"x\"\n[rating]\nkind = \"table\"\nscores = {}\n[rating.tables]\n\
             holes = {table}\n",
            pool.named()
        );
        let (_, bytes) = pool.into_file();
        let found = Controller::from_files(&text, |_| Ok(bytes.clone())).unwrap_err();
        assert!(found.to_string().contains("all of them finite"), "{found}");
    }
}

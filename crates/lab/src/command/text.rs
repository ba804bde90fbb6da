//! What a program said, in a form that is safe to print.

use std::io::Read;
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

/// How much of what a program said on its standard error is kept, in bytes.
const TAIL: usize = 2048;

/// How much of a line is quoted, in characters.
const QUOTED: usize = 200;

/// A piece of text in backquotes, cut to a length that fits into a message.
pub(super) fn quoted(text: &str) -> String {
    let mut letters = text.chars();
    let beginning: String = letters.by_ref().take(QUOTED).collect();
    let rest = if letters.next().is_some() { "…" } else { "" };
    format!("`{}{rest}`", escaped(&beginning))
}

/// The text, with characters that a terminal might obey replaced by escapes.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '"' | '\'' | '\\' => safe.push(letter),
            _ => safe.extend(letter.escape_debug()),
        }
    }
    safe
}

/// The end of what a program says on its standard error, which a thread reads to its end.
pub(super) struct Tail(Arc<(Mutex<Kept>, Condvar)>);

#[derive(Default)]
struct Kept {
    bytes: Vec<u8>,
    /// Whether something before these was dropped.
    cut: bool,
    ended: bool,
}

impl Tail {
    /// Reads on until the end, on a thread of its own: the program never waits for a reader.
    pub(super) fn of(mut stream: impl Read + Send + 'static) -> std::io::Result<Tail> {
        let tail = Tail(Arc::default());
        let shared = Arc::clone(&tail.0);
        std::thread::Builder::new().spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                let read = stream.read(&mut buffer);
                let mut kept = shared.0.lock().expect("no reader panics");
                match read {
                    Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => {
                        kept.ended = true;
                        shared.1.notify_all();
                        return;
                    }
                    Ok(count) => kept.add(&buffer[..count]),
                }
            }
        })?;
        Ok(tail)
    }

    /// The end of what was said, ready to be added to a sentence. Waits this long at most for the
    /// program's last words.
    pub(super) fn said(&self, patience: Duration) -> String {
        let (kept, ended) = &*self.0;
        let kept = kept.lock().expect("no reader panics");
        let waited = ended.wait_timeout_while(kept, patience, |kept| !kept.ended);
        waited.expect("no reader panics").0.sentence()
    }
}

impl Kept {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if let Some(surplus) = self.bytes.len().checked_sub(TAIL + 1) {
            self.bytes.drain(..=surplus);
            self.cut = true;
        }
    }

    fn sentence(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes);
        let lines: Vec<String> = text.trim_end().lines().map(escaped).collect();
        if lines.is_empty() {
            return "it said nothing on its standard error".to_string();
        }
        let cut = if self.cut { "…" } else { "" };
        match lines.as_slice() {
            [only] => format!("it said: {cut}{only}"),
            several => format!("it said:\n  {cut}{}", several.join("\n  ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8]) -> String {
        let mut kept = Kept::default();
        for part in bytes.chunks(100) {
            kept.add(part);
        }
        kept.sentence()
    }

    #[test]
    fn the_end_is_kept_and_cannot_command_a_terminal() {
        assert_eq!(said(b""), "it said nothing on its standard error");
        assert_eq!(said(b"no 'board'\n"), "it said: no 'board'");
        assert_eq!(said(b"one\ntwo\n"), "it said:\n  one\n  two");
        assert_eq!(said(b"\x1b[31mred\x07"), r"it said: \u{1b}[31mred\u{7}");
        assert_eq!(said(b"\xff"), "it said: \u{fffd}");
        let long = said(&[b'x'; 5000]);
        assert_eq!(long, format!("it said: …{}", "x".repeat(TAIL)));
        let just = said(&[b'x'; TAIL]);
        assert_eq!(just, format!("it said: {}", "x".repeat(TAIL)));
    }

    #[test]
    fn a_quoted_line_is_cut() {
        assert_eq!(quoted("a\tb"), r"`a\tb`");
        assert_eq!(quoted(&"é".repeat(300)), format!("`{}…`", "é".repeat(200)));
    }

    #[test]
    fn the_tail_is_read_to_its_end() {
        let tail = Tail::of(&b"last words"[..]).unwrap();
        assert_eq!(tail.said(Duration::from_secs(60)), "it said: last words");
    }
}

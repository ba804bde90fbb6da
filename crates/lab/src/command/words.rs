//! A command as words: split as a person expects, without a shell.

/// A command line that cannot be split into words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WordsError {
    /// There is no word.
    #[error("the command is empty: write for example --command \"./my-agent\"")]
    Empty,
    /// A quote that is not closed.
    #[error("the command `{command}` opens a quote {quote} and does not close it")]
    OpenQuote {
        /// The command.
        command: String,
        /// The quote.
        quote: char,
    },
    /// A backslash with nothing after it.
    #[error("the command `{0}` ends in a backslash that has nothing after it")]
    Backslash(String),
}

/// Splits a command into words at blanks.
///
/// Within `'…'` every character stands for itself. Within `"…"` too, but `\"` is a quote and `\\` a
/// backslash. Elsewhere a backslash makes the character after it an ordinary one. No shell takes
/// part: `$`, `*`, `~`, `|`, `>` and `;` are characters like any other.
///
/// ```
/// use tetrarium_lab::command::split_words;
/// let words = split_words(r#"python3 "my agent.py" --depth 2"#).unwrap();
/// assert_eq!(words, ["python3", "my agent.py", "--depth", "2"]);
/// ```
///
/// # Errors
///
/// If a quote is not closed, a backslash stands at the end, or there is no word.
pub fn split_words(command: &str) -> Result<Vec<String>, WordsError> {
    let backslash = || WordsError::Backslash(command.to_string());
    let mut words = Vec::new();
    // None between words: a word may be empty, as '' is.
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        if letter.is_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match letter {
            '\'' | '"' => {
                let open = || WordsError::OpenQuote {
                    command: command.to_string(),
                    quote: letter,
                };
                loop {
                    match letters.next().ok_or_else(open)? {
                        end if end == letter => break,
                        '\\' if letter == '"' => match letters.next().ok_or_else(open)? {
                            escaped @ ('"' | '\\') => word.push(escaped),
                            other => word.extend(['\\', other]),
                        },
                        inside => word.push(inside),
                    }
                }
            }
            '\\' => word.push(letters.next().ok_or_else(backslash)?),
            other => word.push(other),
        }
    }
    words.extend(word);
    match words.is_empty() {
        true => Err(WordsError::Empty),
        false => Ok(words),
    }
}

/// Writes words as one command, which [`split_words`] splits into the same words.
pub fn join_words(words: &[String]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    quoted.join(" ")
}

fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:,@+%".contains(letter);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_blanks_outside_quotes() {
        for (command, words) in [
            ("./agent", &["./agent"][..]),
            (
                "  python3\tagent.py  -d 2 \n",
                &["python3", "agent.py", "-d", "2"],
            ),
            ("'my agent' x", &["my agent", "x"]),
            (r#""my agent" x"#, &["my agent", "x"]),
            (r#"a'b c'"d e"f"#, &["ab cd ef"]),
            (r"my\ agent \'x\\", &["my agent", r"'x\"]),
            (r#""a \"quoted\" \\ \n""#, &[r#"a "quoted" \ \n"#]),
            (r"'no \escape'", &[r"no \escape"]),
            ("'' \"\"", &["", ""]),
            (
                "$HOME *.py a|b > c; ~",
                &["$HOME", "*.py", "a|b", ">", "c;", "~"],
            ),
            ("ä 'ö ü'", &["ä", "ö ü"]),
        ] {
            assert_eq!(split_words(command).unwrap(), words, "{command}");
        }
    }

    #[test]
    fn what_cannot_be_split_is_refused_with_a_sentence() {
        for (command, expected) in [
            ("", "the command is empty"),
            (" \t", "the command is empty"),
            ("agent 'x", "opens a quote ' and does not close it"),
            ("agent \"x", "opens a quote \" and does not close it"),
            ("agent \"x\\\"", "opens a quote \" and does not close it"),
            ("agent \\", "ends in a backslash"),
        ] {
            let error = split_words(command).unwrap_err().to_string();
            assert!(error.contains(expected), "{command}: {error}");
        }
    }

    #[test]
    fn joined_words_are_split_into_the_same_words() {
        for words in [
            &["python3", "agent.py"][..],
            &["my agent", "it's", "", "a\"b", "\\", "$HOME", "\n"],
            &["--x=1", "ä ö"],
        ] {
            let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
            assert_eq!(split_words(&join_words(&words)).unwrap(), words);
        }
        assert_eq!(join_words(&["./a".into(), "b c".into()]), "./a 'b c'");
    }
}

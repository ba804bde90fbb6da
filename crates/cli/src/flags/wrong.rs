//! Wrong arguments, as one sentence.

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Error};

use crate::failure::Failure;
use crate::flags::args::Arguments;

/// Prints the help that was asked for, or what is wrong with the arguments.
pub fn report(error: &Error) -> ExitCode {
    match error.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // A reader that closes the output has seen enough of the help.
            let _ = error.print();
            ExitCode::from(error.exit_code() as u8)
        }
        _ => {
            let message = error.render().to_string();
            let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
            Failure::Input(sentence(&message, &words.collect::<Vec<_>>())).report()
        }
    }
}

/// One sentence of what the parser of arguments says in paragraphs: what is wrong, tips, and where
/// to read more.
fn sentence(message: &str, arguments: &[String]) -> String {
    let mut paragraphs = message.split("\n\n").map(one_line);
    let first = paragraphs.next().unwrap_or_default();
    let mut text = first.trim_start_matches("error: ").to_string();
    for tip in paragraphs.filter(|paragraph| paragraph.starts_with("tip: ")) {
        text += &format!("; {}", tip.replace("tip: ", ""));
    }
    if let Some(negative) = negative(&text, arguments) {
        text = negative;
    }
    let command = Arguments::command();
    let known = |word: &str| command.find_subcommand(word).is_some();
    let of = arguments.iter().skip(1).find(|word| known(word));
    let of = of.map_or(String::new(), |name| format!(" {name}"));
    format!("{text} (`tetrarium{of} --help` tells more)")
}

/// What is wrong with a negative value of an option, which the parser takes for an option itself.
fn negative(text: &str, arguments: &[String]) -> Option<String> {
    text.starts_with("unexpected argument '-").then_some(())?;
    let negative = |word: &str| {
        let rest = word.strip_prefix('-');
        rest.is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_digit()))
    };
    let pair = arguments
        .windows(2)
        .find(|pair| pair[0].starts_with('-') && !negative(&pair[0]) && negative(&pair[1]))?;
    let (option, value) = (&pair[0], &pair[1]);
    Some(format!(
        "invalid value '{value}' for '{option}': it must not begin with a minus"
    ))
}

fn one_line(paragraph: &str) -> String {
    paragraph.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    fn said(arguments: &[&str]) -> String {
        let words = std::iter::once(&"tetrarium").chain(arguments);
        let error = Arguments::try_parse_from(words.clone()).expect_err("they are wrong");
        let message = error.render().to_string();
        sentence(
            &message,
            &words.map(|word| word.to_string()).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn wrong_arguments_are_one_sentence() {
        for (arguments, words) in [
            (
                &["eval", "bcts", "--gmaes", "3"][..],
                "unexpected argument '--gmaes' found; a similar argument exists: '--games' \
                 (`tetrarium eval --help` tells more)",
            ),
            (
                &["tornament"],
                "unrecognized subcommand 'tornament'; a similar subcommand exists: 'tournament' \
                 (`tetrarium --help` tells more)",
            ),
            (
                &["list", "everything"],
                "invalid value 'everything' for '<WHAT>' [possible values: controllers",
            ),
            (
                &["eval", "bcts", "--seed", "-1"],
                "invalid value '-1' for '--seed': it must not begin with a minus \
                 (`tetrarium eval --help` tells more)",
            ),
            (
                &["eval", "bcts", "--seed", "1.5"],
                "invalid value '1.5' for '--seed <SEED>': a whole number from 0 to \
                 18446744073709551615 was expected",
            ),
            (
                &["eval"],
                "the following required arguments were not provided: <CONTROLLERS>... \
                 (`tetrarium eval --help` tells more)",
            ),
        ] {
            let sentence = said(arguments);
            assert!(sentence.starts_with(words), "{sentence}");
            assert!(!sentence.contains('\n'), "{sentence}");
        }
    }
}

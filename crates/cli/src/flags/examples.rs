//! Examples for the help of every command.

use std::fmt::Write as _;

use clap::CommandFactory;

use crate::flags::args::Arguments;

/// A command line, and what it does.
type Example = (&'static str, &'static str);

/// The examples of each command.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "list",
        &[
            (
                "tetrarium list controllers",
                "the published controllers, with their reported means",
            ),
            ("tetrarium list experiments", "what `train` can run by name"),
        ],
    ),
    (
        "show",
        &[
            (
                "tetrarium show bcts",
                "a controller: its weights, its source, its reported means",
            ),
            (
                "tetrarium show cma-es",
                "an optimiser: its parameters, with defaults and ranges",
            ),
            (
                "tetrarium show rule suicide",
                "the rule, not the feature of the same name",
            ),
        ],
    ),
    (
        "features",
        &[
            (
                "tetrarium features board.txt",
                "every feature of a board drawn in a file",
            ),
            (
                "tetrarium features board.txt --piece T --orientation 1 --column 3",
                "the features of a move",
            ),
        ],
    ),
    (
        "eval",
        &[
            (
                "tetrarium eval bcts",
                "the mean on 10x20: games there are long, so it is measured by splitting",
            ),
            ("tetrarium eval bcts --board 10x10", "100 games on ten rows"),
            (
                "tetrarium eval bcts dt-10 --board 10x10 --precision 5%",
                "two controllers, each until its interval is ±5 % wide",
            ),
            (
                "tetrarium eval mine.toml --games 10k --json > results.jsonl",
                "a controller of your own, as a record for `report`, `merge` and other programs",
            ),
            (
                "tetrarium eval --command \"python3 my-agent.py\" --board 10x10",
                "a program that plays",
            ),
        ],
    ),
    (
        "compare",
        &[(
            "tetrarium compare bcts dt-10 --board 10x10 --games 1k",
            "both play the same games",
        )],
    ),
    (
        "estimate",
        &[(
            "tetrarium estimate bcts dt-20 --precision 5%",
            "the means of games of a hundred million moves, each until its interval is ±5 % wide",
        )],
    ),
    (
        "sensitivity",
        &[(
            "tetrarium sensitivity bcts --board 10x10",
            "how much each rule changes the mean",
        )],
    ),
    (
        "solve",
        &[
            (
                "tetrarium solve bcts dellacherie --board 5x4",
                "the best that any player can do, and how near two controllers come to it",
            ),
            (
                "tetrarium solve --board 4x4 --visible 2 --out shown.values",
                "the same if the next piece is shown; `play --optimal shown.values` plays so",
            ),
            (
                "tetrarium solve bcts --board 4x4 --bound window-4x1 --relaxation 1000",
                "how near two kinds of upper bounds come to the best play",
            ),
        ],
    ),
    (
        "merge",
        &[(
            "tetrarium merge monday.jsonl tuesday.jsonl",
            "one mean of games that were played apart (`eval --first` plays other games)",
        )],
    ),
    (
        "reproduce",
        &[
            (
                "tetrarium reproduce",
                "all published tables, with wide intervals",
            ),
            (
                "tetrarium reproduce jmlr --full",
                "one table, with narrow intervals",
            ),
        ],
    ),
    (
        "play",
        &[
            (
                "tetrarium play bcts --board 10x10 --delay 100",
                "watch a game",
            ),
            (
                "tetrarium play bcts --max-pieces 20",
                "the first twenty moves, one below the other",
            ),
            (
                "tetrarium play bcts --board 10x10 --games 5 --every 100000 --record games.jsonl",
                "five games in a file, each on a line; `play games.jsonl` plays them again",
            ),
        ],
    ),
    (
        "watch",
        &[
            (
                "tetrarium watch bcts",
                "a controller at play; ? shows the keys",
            ),
            (
                "tetrarium watch dellacherie --board 10x10 --visible 2 --search two-piece",
                "by other rules, with the next piece shown",
            ),
            (
                "tetrarium watch games.jsonl",
                "games that `play --record games.jsonl` has written",
            ),
            (
                "tetrarium watch --command \"python3 my-agent.py\"",
                "a program that plays",
            ),
        ],
    ),
    (
        "import",
        &[(
            "tetrarium import strategy.txt --name mine --out mine.toml",
            "a controller file of another program's strategy",
        )],
    ),
    (
        "explain",
        &[
            (
                "tetrarium explain bcts --move 50",
                "why bcts plays its 50th move of a game as it does",
            ),
            (
                "tetrarium explain bcts board.txt --piece T",
                "where bcts would put a T on a drawn board, and why",
            ),
            (
                "tetrarium explain bcts --board 4x4 --move 5 --optimal 4x4.values",
                "the same beside the best move, by values that `solve --out 4x4.values` has written",
            ),
        ],
    ),
    (
        "new",
        &[
            (
                "tetrarium new controller mine.toml",
                "a controller to change and to measure",
            ),
            (
                "tetrarium new experiment training.toml",
                "an experiment to change and to run",
            ),
            (
                "tetrarium new experiment training.toml --from record",
                "a copy of a built-in experiment",
            ),
        ],
    ),
    (
        "train",
        &[
            (
                "tetrarium train",
                "a minute of training, from random weights",
            ),
            (
                "tetrarium train training.toml --seed 2",
                "an experiment of your own",
            ),
            (
                "tetrarium train --resume runs/quick-seed-1",
                "go on with a run that was stopped",
            ),
        ],
    ),
    (
        "runs",
        &[("tetrarium runs", "what was trained, and what can go on")],
    ),
    (
        "tournament",
        &[(
            "tetrarium tournament equal-cma-es equal-genetic --seeds 3 --moves 1M",
            "two methods, three runs each, with the same number of moves",
        )],
    ),
    (
        "adapt",
        &[
            (
                "tetrarium adapt generalised:1..3 --steps 500k --generations 10",
                "three unknown games, beside bcts, dt-20 and the competition's fixed controller",
            ),
            (
                "tetrarium adapt simplified --form published --generations 20 --candidate-steps 2k",
                "the published agent, with less tuning, in the standard game",
            ),
            (
                "tetrarium adapt adapt-library",
                "an experiment: a hundred games; `tetrarium show adapt-library` shows its file",
            ),
        ],
    ),
    (
        "report",
        &[
            (
                "tetrarium report results.jsonl --out page.html",
                "a page about measurements",
            ),
            (
                "tetrarium report runs/quick-seed-1 --figures figures",
                "a page about a run, and its figures as files",
            ),
        ],
    ),
    (
        "serve",
        &[
            (
                "tetrarium serve --open",
                "the page in your browser, with the runs in runs/",
            ),
            (
                "tetrarium serve --port 0 experiments/",
                "at a port that is free, with the runs of another folder",
            ),
        ],
    ),
    (
        "bench",
        &[
            ("tetrarium bench", "how fast each kernel plays here"),
            (
                "tetrarium bench --millis 0",
                "only the signature of all decisions",
            ),
        ],
    ),
    (
        "devices",
        &[(
            "tetrarium devices",
            "the GPUs that `--backend gpu` could use",
        )],
    ),
    (
        "completions",
        &[(
            "tetrarium completions bash > ~/.local/share/bash-completion/completions/tetrarium",
            "completion for bash, from the next shell on",
        )],
    ),
    (
        "man",
        &[(
            "tetrarium man --out ~/.local/share/man/man1",
            "manual pages: `man tetrarium-eval` then shows one",
        )],
    ),
];

/// The command line with the examples in its help.
pub fn command() -> clap::Command {
    let mut command = Arguments::command();
    for (name, examples) in EXAMPLES {
        command = command.mut_subcommand(name, |one| one.after_help(text(examples)));
    }
    command
}

fn text(examples: &[Example]) -> String {
    let mut text = String::from("Examples:\n");
    for (line, what) in examples {
        let _ = writeln!(text, "  {line}\n      {what}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_lab::command::split_words;

    #[test]
    fn every_command_has_examples_and_all_of_them_are_understood() {
        let commands = Arguments::command();
        let mut names: Vec<&str> = commands
            .get_subcommands()
            .map(|one| one.get_name())
            .collect();
        let mut known: Vec<&str> = EXAMPLES.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        known.sort_unstable();
        assert_eq!(names, known);
        for (name, examples) in EXAMPLES {
            assert!(!examples.is_empty());
            for (line, _) in *examples {
                // What follows is for the shell.
                let (line, _) = line.split_once(" > ").unwrap_or((line, ""));
                let words = split_words(line).unwrap();
                assert_eq!((&*words[0], &*words[1]), ("tetrarium", *name));
                let parsed = Arguments::command().try_get_matches_from(&words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }
}

//! What reads texts: a text is refused with an error, or what was read is written as a text that
//! reads the same.

mod commands;
mod controllers;
mod experiments;
mod games;
mod recorded;
mod records;

use crate::Target;

/// The parsers.
pub const TARGETS: &[Target] = &[
    Target {
        name: "controllers",
        case: controllers::case,
    },
    Target {
        name: "imports",
        case: controllers::import_case,
    },
    Target {
        name: "experiments",
        case: experiments::case,
    },
    Target {
        name: "records",
        case: records::case,
    },
    Target {
        name: "recorded",
        case: recorded::case,
    },
    Target {
        name: "boards",
        case: games::board_case,
    },
    Target {
        name: "rules",
        case: games::rules_case,
    },
    Target {
        name: "pieces",
        case: games::pieces_case,
    },
    Target {
        name: "names",
        case: games::names_case,
    },
    Target {
        name: "expressions",
        case: games::expressions_case,
    },
    Target {
        name: "words",
        case: commands::words_case,
    },
    Target {
        name: "protocol",
        case: commands::protocol_case,
    },
];

//! Measurements and estimates, in any mixture, written for people.

use tetrarium_lab::compare::{Mean, ranking};
use tetrarium_lab::records::labels;
use tetrarium_lab::{Answer, Measurement};

use crate::export;
use crate::print::estimated;
use crate::print::measured::{self, caveat_names, caveat_sentences, rules_in_words};
use crate::print::table::{Cell, Column, Table};
use crate::print::text::whole;
use crate::terminal::wrapped;

/// One answer in full, several as a table, the best mean first.
pub fn report(answers: &[Answer]) -> String {
    let games: Vec<Measurement> = answers.iter().filter_map(measurement).collect();
    match answers {
        [Answer::Climbs(one)] if export::chosen().is_none() => estimated::in_full(one),
        _ if games.len() == answers.len() => measured::report(&games),
        _ => as_table(answers),
    }
}

fn measurement(answer: &Answer) -> Option<Measurement> {
    match answer {
        Answer::Games(measurement) => Some((**measurement).clone()),
        _ => None,
    }
}

/// The mean of an answer, to be compared.
pub fn mean_of(answer: &Answer) -> Option<Mean<'_>> {
    match answer {
        Answer::Games(measurement) => Some((&**measurement).into()),
        Answer::Climbs(estimate) => Some((&**estimate).into()),
        _ => None,
    }
}

/// The mean as a cell, or its lower bound.
pub fn mean_cell(answer: &Answer) -> Cell {
    match answer {
        Answer::Games(of) => measured::mean_of(of),
        _ => Cell::real(answer.mean()),
    }
}

/// How the mean was measured.
pub fn amount_words(answer: &Answer) -> String {
    match answer {
        Answer::Games(of) => {
            let games = of.tally.games();
            match of.games.cut {
                0 => format!("{} games", whole(games)),
                cut => format!("{} games, {} cut", whole(games), whole(cut)),
            }
        }
        Answer::Climbs(of) => {
            let (climbs, repeats) = (of.settings.climbs, of.repeats.len() as u64);
            format!("{} climbs × {}", whole(climbs), whole(repeats))
        }
        _ => String::new(),
    }
}

/// Several answers, the greatest mean first.
fn as_table(answers: &[Answer]) -> String {
    let mut ranked: Vec<(&Answer, Mean)> = answers
        .iter()
        .filter_map(|answer| Some((answer, mean_of(answer)?)))
        .collect();
    let means: Vec<Mean> = ranked.iter().map(|(_, mean)| *mean).collect();
    ranked = ranking(&means).iter().map(|&place| ranked[place]).collect();
    let agents: Vec<_> = ranked
        .iter()
        .map(|(_, mean)| {
            (
                mean.controller(),
                mean.identity().map(|one| one.fingerprint),
            )
        })
        .collect();
    let mut table = Table::new(&[
        Column::left("controller"),
        Column::right("mean").unit("lines"),
        Column::bounds("95 % interval").unit("lines"),
        Column::left("by"),
        Column::right("moves").spare(1),
        Column::caveats(),
    ]);
    for ((answer, _), label) in ranked.iter().zip(labels(&agents)) {
        table.row([
            Cell::from(label),
            mean_cell(answer),
            Cell::from(answer.interval()),
            Cell::from(amount_words(answer)),
            Cell::Whole(answer.moves()),
            Cell::from(caveat_names(answer.caveats())),
        ]);
    }
    let rules: Vec<String> = ranked
        .iter()
        .map(|(_, mean)| rules_in_words(mean.rules()))
        .collect();
    let mut text = format!("{table}\n");
    for (answer, mean) in &ranked {
        text += &caveat_sentences(mean.controller(), answer.caveats());
    }
    for (index, ((_, mean), words)) in ranked.iter().zip(&rules).enumerate() {
        // Equal rules are written once.
        if rules[..index].contains(words) {
            continue;
        }
        let all = rules.iter().all(|other| other == words);
        let whose = match all {
            true => "rules".to_string(),
            false => format!("rules of {}", mean.controller()),
        };
        text += &format!("{}\n", wrapped(&format!("{whose}: {words}"), 2));
    }
    text
}

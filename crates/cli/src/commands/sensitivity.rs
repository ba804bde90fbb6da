//! `sensitivity`: one agent under each variant of the rules.

use tetrarium_engine::{Player, Rules};
use tetrarium_lab::Contender;
use tetrarium_lab::compare::{self, Mean, Ratio};
use tetrarium_lab::measure::variants;

use crate::failure::{Failure, Outcome};
use crate::flags::agents::ReadyAgent;
use crate::flags::args::Sensitivity;
use crate::flags::rules::RuleFlags;
use crate::print::answers::{amount_words, mean_cell, mean_of};
use crate::print::following::labelled_answers;
use crate::print::measured::{caveat_names, caveat_sentences, rules_in_words, score_words};
use crate::print::outcome::concluded;
use crate::print::table::{Cell, Column, Table};
use crate::signals::interrupt_flag;
use crate::terminal::{self, wrapped};

/// Runs the command.
pub fn run(arguments: &Sensitivity) -> Outcome {
    let interrupted = interrupt_flag();
    let mut agents = arguments.agent.ready(&arguments.rules, &interrupted)?;
    let (Some(agent), true) = (agents.pop(), agents.is_empty()) else {
        return Err(Failure::input(
            "one agent is measured: a controller, or one --command",
        ));
    };
    let (players, rules);
    let (labels, contenders): (Vec<String>, Vec<Contender>) = match &agent {
        ReadyAgent::Player(player) => {
            players = of_player(player, &arguments.rules)?;
            let all = players.iter();
            all.map(|(label, player)| (label.clone(), Contender::from(player)))
                .unzip()
        }
        ReadyAgent::Optimal(_) => {
            return Err(Failure::input(
                "the best player of a solved game plays by one set of rules only",
            ));
        }
        ReadyAgent::Program(program, base) => {
            rules = of_program(base);
            let all = rules.iter();
            all.map(|(label, rules)| (label.clone(), Contender::new(&**program, rules)))
                .unzip()
        }
    };
    let measured = labelled_answers(&arguments.measure, contenders, &labels, &interrupted);
    let (answers, failure) = measured?;
    let mut table = Table::new(&[
        Column::left("rules"),
        Column::right("mean").unit("mean"),
        Column::bounds("95 % interval").unit("mean"),
        Column::right("of the first").spare(2),
        Column::left("by").spare(1),
        Column::caveats().for_programs(),
    ]);
    let first = answers.first().and_then(mean_of);
    for (label, answer) in labels.iter().zip(&answers) {
        let ratio = mean_of(answer)
            .zip(first)
            .map(|(one, first)| Ratio::of(one, first));
        let ratio = ratio.and_then(|ratio| ratio.comparison.ratio);
        table.row([
            Cell::from(label.as_str()),
            mean_cell(answer),
            Cell::from(answer.interval()),
            Cell::real(ratio),
            Cell::from(amount_words(answer)),
            Cell::from(caveat_names(answer.caveats())),
        ]);
    }
    let caveats: String = labels
        .iter()
        .zip(&answers)
        .map(|(label, answer)| caveat_sentences(label, answer.caveats()))
        .collect();
    let done = || failure.map_or_else(|| Ok(concluded(&interrupted)), Err);
    let Some(first) = first.filter(|_| !arguments.measure.format.json()) else {
        return done();
    };
    let score = match first {
        Mean::Games(of) => score_words(&of.score),
        Mean::Climbs(_) => "lines".to_string(),
    };
    let rules = format!("as given: {}", rules_in_words(first.rules()));
    let text = format!(
        "{} ({}): {score}, seed {}\n\n{table}\n{caveats}{}\n",
        first.controller(),
        first.search(),
        arguments.measure.seed,
        wrapped(&rules, 10),
    );
    terminal::print(&text).map_err(Failure::from)?;
    done()
}

/// A player under each variant of its rules.
fn of_player(player: &Player, flags: &RuleFlags) -> Result<Vec<(String, Player)>, Failure> {
    let mut players = Vec::new();
    for variant in variants(player.rules()) {
        let controller = player.controller().clone();
        let controller = match variant.search {
            None => controller,
            // A controller without a rating has no other search.
            Some(search) => match controller.with_search(search) {
                Ok(controller) => controller,
                Err(_) => continue,
            },
        };
        players.push((variant.label, flags.ready(&controller, &variant.rules)?));
    }
    Ok(players)
}

/// The variants of the rules that are others to a program: how a player settles ties, say, is none
/// of them.
fn of_program(base: &Rules) -> Vec<(String, Rules)> {
    let is_another = |rules: &Rules| {
        let pairs = base.settings().zip(rules.settings());
        pairs
            .into_iter()
            .any(|((name, here), (_, there))| here != there && !compare::is_of_player(name))
    };
    let variants = variants(base).into_iter();
    variants
        .filter(|variant| variant.rules == *base || is_another(&variant.rules))
        .map(|variant| (variant.label, variant.rules))
        .collect()
}

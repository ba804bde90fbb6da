//! What there is to report: records sorted by what they say.

use std::collections::{BTreeMap, BTreeSet};

use tetrarium_engine::Fingerprint;
use tetrarium_engine::rules::SETTINGS;

use super::input::Input;
use super::records::Record;
use super::replay::Replay;
use crate::compare::Compared;
use crate::estimate::Estimate;
use crate::measure::{Measurement, Score};
use crate::numbers::whole;
use crate::play::Heights as Counts;
use crate::reproduce::Reproduced;
use crate::settings::Settings;
use crate::training::{GenerationLine, Row};

/// Everything there is to report.
#[derive(Default)]
pub(super) struct Contents<'a> {
    /// Names of the inputs.
    pub sources: Vec<&'a str>,
    /// Measurements, the greatest mean first.
    pub measured: Vec<Named<&'a Measurement>>,
    /// Estimates, the greatest mean first.
    pub estimated: Vec<Named<&'a Estimate>>,
    /// Comparisons as recorded.
    pub compared: Vec<&'a Compared>,
    /// Published results beside ours, as recorded.
    pub reproduced: Vec<&'a Reproduced>,
    /// Distributions of heights.
    pub heights: Vec<Named<Heights<'a>>>,
    /// Runs.
    pub runs: Vec<RunCurve<'a>>,
    /// Tournaments: the input's name and its rows.
    pub tournaments: Vec<(&'a str, Vec<&'a Row>)>,
    /// Settings whose values differ, in the order of the rules, each with its most frequent value.
    pub differing: Vec<(String, String)>,
}

/// Something with the name it goes by on this page.
pub(super) struct Named<T> {
    /// The controller.
    pub name: String,
    /// What sets it apart from others of that name; empty where nothing has to.
    pub detail: String,
    /// What it is.
    pub of: T,
}

impl Named<&Measurement> {
    /// Whether lines are averaged, and not points.
    pub(super) fn of_lines(&self) -> bool {
        of_lines(self.of)
    }
}

fn of_lines(one: &Measurement) -> bool {
    matches!(one.score, Score::Lines { .. })
}

/// A distribution of heights.
#[derive(Clone, Copy)]
pub(super) struct Heights<'a> {
    pub rules: &'a Settings,
    pub counts: &'a Counts,
}

/// A run's generations.
pub(super) struct RunCurve<'a> {
    pub name: &'a str,
    pub experiment: Option<&'a str>,
    /// The fingerprint of the experiment; none where it is not known.
    pub fingerprint: Option<Fingerprint>,
    pub generations: Vec<&'a GenerationLine>,
}

/// What tells one record from another.
struct Identity<'a> {
    controller: &'a str,
    search: &'a str,
    rules: &'a Settings,
    seed: Option<u64>,
    first: Option<u64>,
    /// The limit of pieces of a game, if there is one.
    max_pieces: Option<u64>,
    fingerprint: Option<Fingerprint>,
}

impl<'a> Contents<'a> {
    /// Sorts records.
    pub(super) fn of(inputs: &'a [Input]) -> Contents<'a> {
        let mut contents = Contents::default();
        let mut measured: Vec<&Measurement> = Vec::new();
        let mut estimated: Vec<&Estimate> = Vec::new();
        for input in inputs {
            contents.sources.push(&input.name);
            let mut entrants = Vec::new();
            let mut generations = Vec::new();
            for record in &input.records {
                match record {
                    Record::Measurement(one) => once(&mut measured, one),
                    Record::Estimate(one) => once(&mut estimated, one),
                    Record::Comparison(one) => once(&mut contents.compared, one),
                    Record::Reproduced(one) => once(&mut contents.reproduced, one),
                    Record::Generation(one) => generations.push(&**one),
                    Record::Entrant(one) => entrants.push(&**one),
                }
            }
            contents.add_run(input, generations);
            if !entrants.is_empty() {
                contents.tournaments.push((&input.name, entrants));
            }
        }
        let standing = |mean: Option<f64>, low: f64| mean.unwrap_or(low);
        // Lines before points, which are no lines; among either the greatest mean first.
        measured.sort_by(|a, b| {
            let lines = of_lines(b).cmp(&of_lines(a));
            lines
                .then(standing(b.mean, b.interval.low).total_cmp(&standing(a.mean, a.interval.low)))
        });
        estimated.sort_by(|a, b| {
            let of = |one: &Estimate| standing(one.mean, one.interval.low);
            of(b).total_cmp(&of(a))
        });
        let mut heights = Vec::new();
        for one in &measured {
            if let Some(counts) = &one.heights {
                let rules = &one.rules;
                heights.push((Identity::of_measurement(one), Heights { rules, counts }));
            }
        }
        for one in &estimated {
            let (rules, counts) = (&one.rules, &one.heights);
            heights.push((Identity::of_estimate(one), Heights { rules, counts }));
        }
        contents.name(measured, estimated, heights);
        contents
    }

    fn add_run(&mut self, input: &'a Input, mut generations: Vec<&'a GenerationLine>) {
        if !generations.is_empty() {
            generations.sort_by_key(|one| one.generation);
            self.runs.push(RunCurve {
                name: &input.name,
                experiment: input.experiment.as_deref(),
                fingerprint: input.fingerprint,
                generations,
            });
        }
    }

    /// Gives everything the name it goes by.
    fn name(
        &mut self,
        measured: Vec<&'a Measurement>,
        estimated: Vec<&'a Estimate>,
        heights: Vec<(Identity<'a>, Heights<'a>)>,
    ) {
        let all_rules = measured.iter().map(|one| &one.rules);
        let all_rules = all_rules.chain(estimated.iter().map(|one| &one.rules));
        let all_rules = all_rules.chain(heights.iter().map(|(_, one)| one.rules));
        self.differing = differing(all_rules);
        let measured_as = measured.iter().map(|one| Identity::of_measurement(one));
        let measured_as: Vec<Identity> = measured_as.collect();
        let estimated_as = estimated.iter().map(|one| Identity::of_estimate(one));
        let estimated_as: Vec<Identity> = estimated_as.collect();
        let (heights_as, heights): (Vec<_>, Vec<_>) = heights.into_iter().unzip();
        self.measured = self.named(&measured_as, measured);
        self.estimated = self.named(&estimated_as, estimated);
        self.heights = self.named(&heights_as, heights);
    }

    fn named<T>(&self, identities: &[Identity], things: Vec<T>) -> Vec<Named<T>> {
        let mut details: Vec<String> = Vec::new();
        let seeds: BTreeSet<_> = identities.iter().map(|one| one.seed).collect();
        let limits: BTreeSet<_> = identities.iter().map(|one| one.max_pieces).collect();
        for one in identities {
            let mut parts = Vec::new();
            if one.search != "greedy" && !one.search.is_empty() {
                parts.push(one.search.to_string());
            }
            for (setting, usual) in &self.differing {
                let value = one.rules.get(setting).map_or("?", |value| value);
                // A search over two pieces says by itself that two are seen.
                let said = setting == "visible" && one.search == "two-piece" && value == "2";
                match setting.as_str() {
                    "board" => parts.insert(0, value.replace('x', "×")),
                    _ if value != usual && !said => parts.push(format!("{setting} {value}")),
                    _ => {}
                }
            }
            if identities.iter().any(|other| other.is_another(one)) {
                parts.push(match one.fingerprint {
                    Some(print) => format!("#{}", print.short()),
                    None => "identity unknown".to_string(),
                });
            }
            // Games cut elsewhere are another measurement.
            if limits.len() > 1 {
                parts.push(match one.max_pieces {
                    Some(pieces) => format!("cut after {} pieces", whole(pieces)),
                    None => "whole games".to_string(),
                });
            }
            if let (Some(seed), true) = (one.seed, seeds.len() > 1) {
                parts.push(format!("seed {seed}"));
            }
            details.push(parts.join(" · "));
        }
        // Same name, rules and seed: other games.
        let twice = |index: usize| {
            identities
                .iter()
                .zip(&details)
                .enumerate()
                .any(|(other, (one, detail))| {
                    other != index
                        && one.controller == identities[index].controller
                        && *detail == details[index]
                })
        };
        let firsts: Vec<Option<u64>> = (0..identities.len())
            .map(|index| identities[index].first.filter(|_| twice(index)))
            .collect();
        let rows = identities.iter().zip(details).zip(firsts).zip(things);
        rows.map(|(((one, detail), first), of)| Named {
            name: one.controller.to_string(),
            detail: match first {
                Some(first) if detail.is_empty() => format!("games from {first}"),
                Some(first) => format!("{detail} · games from {first}"),
                None => detail,
            },
            of,
        })
        .collect()
    }

    /// The games that can be played again, those of the best first.
    pub(super) fn replays(&self) -> impl Iterator<Item = Replay<'_>> {
        let measured = self.measured.iter().map(|row| Replay {
            controller: &row.of.controller,
            search: &row.of.search,
            identity: row.of.identity.as_ref(),
            rules: &row.of.rules,
            seed: row.of.seed,
            first: row.of.games.first,
            games: row.of.games.asked,
            score: row
                .of
                .scores
                .as_ref()
                .and_then(|scores| scores.first().copied())
                .filter(|_| row.of_lines()),
        });
        let estimated = self.estimated.iter().map(|row| Replay {
            controller: &row.of.controller,
            search: &row.of.search,
            identity: row.of.identity.as_ref(),
            rules: &row.of.rules,
            seed: row.of.seed,
            first: 0,
            games: 1,
            score: None,
        });
        measured.chain(estimated)
    }

    /// All rules that anything here was played by.
    pub(super) fn all_rules(&self) -> Vec<(&str, &Settings)> {
        let measured = self.measured.iter().map(|one| (&*one.name, &one.of.rules));
        let estimated = self.estimated.iter().map(|one| (&*one.name, &one.of.rules));
        let heights = self.heights.iter().map(|one| (&*one.name, one.of.rules));
        measured.chain(estimated).chain(heights).collect()
    }
}

impl<'a> Identity<'a> {
    fn of_measurement(one: &'a Measurement) -> Identity<'a> {
        Identity {
            controller: &one.controller,
            search: &one.search,
            rules: &one.rules,
            seed: Some(one.seed),
            first: Some(one.games.first),
            max_pieces: match one.score {
                Score::Lines { max_pieces } => max_pieces,
                Score::Reward { .. } => None,
            },
            fingerprint: one.identity.as_ref().map(|one| one.fingerprint),
        }
    }

    fn of_estimate(one: &'a Estimate) -> Identity<'a> {
        Identity {
            controller: &one.controller,
            search: &one.search,
            rules: &one.rules,
            seed: Some(one.seed),
            first: None,
            max_pieces: None,
            fingerprint: one.identity.as_ref().map(|one| one.fingerprint),
        }
    }

    /// Whether another agent goes by the same name under the same rules.
    fn is_another(&self, other: &Identity) -> bool {
        self.controller == other.controller
            && self.search == other.search
            && self.rules == other.rules
            && self.fingerprint != other.fingerprint
    }
}

/// Adds what is not there yet: the same record in two files is one record.
fn once<'a, T: PartialEq>(list: &mut Vec<&'a T>, one: &'a T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The settings that do not have one value in all rules, in the order in which rules are printed,
/// with the most frequent value.
fn differing<'a>(all: impl Iterator<Item = &'a Settings>) -> Vec<(String, String)> {
    let all: Vec<&Settings> = all.collect();
    let names: BTreeSet<&String> = all.iter().flat_map(|rules| rules.keys()).collect();
    let mut found: Vec<(String, String)> = Vec::new();
    for name in names {
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for rules in &all {
            *times
                .entry(rules.get(name).map_or("?", |value| value))
                .or_default() += 1;
        }
        let usual = times.iter().rev().max_by_key(|(_, times)| **times);
        if let (Some((usual, _)), true) = (usual, times.len() > 1) {
            found.push((name.clone(), usual.to_string()));
        }
    }
    found.sort_by_key(|(name, _)| place_of(name));
    found
}

/// Where a setting stands among all; those the engine does not know come last.
pub(super) fn place_of(setting: &str) -> usize {
    let place = SETTINGS.iter().position(|known| known.name == setting);
    place.unwrap_or(SETTINGS.len())
}

//! What there is to report: records sorted by what they say.

use std::collections::{BTreeMap, BTreeSet};

use tetrarium_engine::rules::SETTINGS;

use super::records::{
    ComparisonRecord, EntrantRecord, EstimateRecord, GenerationRecord, HeightCounts,
    MeasurementRecord, Record,
};
use super::{Input, Report};

/// The rules of a record: setting and value.
pub(super) type Settings = BTreeMap<String, String>;

/// Everything there is to report.
#[derive(Default)]
pub(super) struct Contents<'a> {
    /// Names of the inputs.
    pub sources: Vec<&'a str>,
    /// Measurements, best first.
    pub measured: Vec<Named<&'a MeasurementRecord>>,
    /// Estimates, best first.
    pub estimated: Vec<Named<&'a EstimateRecord>>,
    /// Comparisons as recorded.
    pub compared: Vec<&'a ComparisonRecord>,
    /// Distributions of heights.
    pub heights: Vec<Named<Heights<'a>>>,
    /// Runs.
    pub runs: Vec<RunCurve<'a>>,
    /// Tournaments: the input's name and its rows.
    pub tournaments: Vec<(&'a str, Vec<&'a EntrantRecord>)>,
    /// Settings whose values differ, in the order of the rules.
    pub differing: Vec<String>,
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

/// A distribution of heights.
#[derive(Clone, Copy)]
pub(super) struct Heights<'a> {
    pub rules: &'a Settings,
    pub counts: &'a HeightCounts,
}

/// A run's generations.
pub(super) struct RunCurve<'a> {
    pub name: &'a str,
    pub experiment: Option<&'a str>,
    pub generations: Vec<&'a GenerationRecord>,
}

/// What tells one record from another.
struct Identity<'a> {
    controller: &'a str,
    search: &'a str,
    rules: &'a Settings,
    seed: Option<u64>,
    first: Option<u64>,
}

impl<'a> Contents<'a> {
    /// Sorts the records of a report.
    pub(super) fn of(report: &'a Report) -> Contents<'a> {
        let mut contents = Contents::default();
        let mut measured: Vec<&MeasurementRecord> = Vec::new();
        let mut estimated: Vec<&EstimateRecord> = Vec::new();
        let mut heights = Vec::new();
        for input in &report.inputs {
            contents.sources.push(&input.name);
            let mut entrants = Vec::new();
            let mut generations = Vec::new();
            for record in &input.records {
                match record {
                    Record::Measurement(one) => once(&mut measured, one),
                    Record::Estimate(one) => once(&mut estimated, one),
                    Record::Comparison(one) => once(&mut contents.compared, one),
                    Record::Heights(one) => heights.push((
                        identity(&one.controller, &one.search, &one.rules, None, None),
                        Heights {
                            rules: &one.rules,
                            counts: &one.heights,
                        },
                    )),
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
        // Lines before points, which are no lines; among either the best first.
        measured.sort_by(|a, b| {
            let lines = b.of_lines().cmp(&a.of_lines());
            lines.then(b.standing().total_cmp(&a.standing()))
        });
        estimated.sort_by(|a, b| {
            let of = |one: &EstimateRecord| standing(one.mean, one.interval.low);
            of(b).total_cmp(&of(a))
        });
        for one in &measured {
            if let Some(counts) = &one.heights {
                let (rules, first) = (&one.rules, Some(one.games.first));
                let identity = identity(&one.controller, &one.search, rules, Some(one.seed), first);
                heights.push((identity, Heights { rules, counts }));
            }
        }
        for one in &estimated {
            if let Some(counts) = &one.heights {
                let rules = &one.rules;
                let identity = identity(&one.controller, &one.search, rules, Some(one.seed), None);
                heights.push((identity, Heights { rules, counts }));
            }
        }
        contents.name(measured, estimated, heights);
        contents
    }

    fn add_run(&mut self, input: &'a Input, mut generations: Vec<&'a GenerationRecord>) {
        if !generations.is_empty() {
            generations.sort_by_key(|one| one.generation);
            self.runs.push(RunCurve {
                name: &input.name,
                experiment: input.experiment.as_deref(),
                generations,
            });
        }
    }

    /// Gives everything the name it goes by.
    fn name(
        &mut self,
        measured: Vec<&'a MeasurementRecord>,
        estimated: Vec<&'a EstimateRecord>,
        heights: Vec<(Identity<'a>, Heights<'a>)>,
    ) {
        let all_rules = measured.iter().map(|one| &one.rules);
        let all_rules = all_rules.chain(estimated.iter().map(|one| &one.rules));
        let all_rules = all_rules.chain(heights.iter().map(|(_, one)| one.rules));
        self.differing = differing(all_rules);
        let measured_as: Vec<Identity> = measured
            .iter()
            .map(|one| {
                let (seed, first) = (Some(one.seed), Some(one.games.first));
                identity(&one.controller, &one.search, &one.rules, seed, first)
            })
            .collect();
        let estimated_as: Vec<Identity> = estimated
            .iter()
            .map(|one| {
                identity(
                    &one.controller,
                    &one.search,
                    &one.rules,
                    Some(one.seed),
                    None,
                )
            })
            .collect();
        let (heights_as, heights): (Vec<_>, Vec<_>) = heights.into_iter().unzip();
        self.measured = self.named(&measured_as, measured);
        self.estimated = self.named(&estimated_as, estimated);
        self.heights = self.named(&heights_as, heights);
    }

    fn named<T>(&self, identities: &[Identity], things: Vec<T>) -> Vec<Named<T>> {
        let mut details: Vec<String> = Vec::new();
        let seeds: BTreeSet<_> = identities.iter().map(|one| one.seed).collect();
        for one in identities {
            let mut parts = Vec::new();
            if one.search != "greedy" && !one.search.is_empty() {
                parts.push(one.search.to_string());
            }
            for setting in &self.differing {
                if let Some(value) = one.rules.get(setting) {
                    parts.push(match setting.as_str() {
                        "board" => value.replace('x', "×"),
                        _ => format!("{setting} {value}"),
                    });
                }
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

    /// All rules that anything here was played by.
    pub(super) fn all_rules(&self) -> Vec<(&str, &Settings)> {
        let measured = self.measured.iter().map(|one| (&*one.name, &one.of.rules));
        let estimated = self.estimated.iter().map(|one| (&*one.name, &one.of.rules));
        let heights = self.heights.iter().map(|one| (&*one.name, one.of.rules));
        measured.chain(estimated).chain(heights).collect()
    }
}

fn identity<'a>(
    controller: &'a str,
    search: &'a str,
    rules: &'a Settings,
    seed: Option<u64>,
    first: Option<u64>,
) -> Identity<'a> {
    Identity {
        controller,
        search,
        rules,
        seed,
        first,
    }
}

/// Adds what is not there yet: the same record in two files is one record.
fn once<'a, T: PartialEq>(list: &mut Vec<&'a T>, one: &'a T) {
    if !list.contains(&one) {
        list.push(one);
    }
}

/// The settings that do not have one value in all rules, in the order in which rules are printed.
fn differing<'a>(all: impl Iterator<Item = &'a Settings>) -> Vec<String> {
    let mut values: BTreeMap<&str, BTreeSet<Option<&str>>> = BTreeMap::new();
    let all: Vec<&Settings> = all.collect();
    let names: BTreeSet<&str> = all
        .iter()
        .flat_map(|rules| rules.keys().map(|k| &**k))
        .collect();
    for name in names {
        let of_all = all
            .iter()
            .map(|rules| rules.get(name).map(|value| &**value));
        values.insert(name, of_all.collect());
    }
    let mut names: Vec<String> = values
        .into_iter()
        .filter(|(_, values)| values.len() > 1)
        .map(|(name, _)| name.to_string())
        .collect();
    names.sort_by_key(|name| place_of(name));
    names
}

/// Where a setting stands among all; those the engine does not know come last.
pub(super) fn place_of(setting: &str) -> usize {
    let place = SETTINGS.iter().position(|known| known.name == setting);
    place.unwrap_or(SETTINGS.len())
}

//! The rules in full, differences marked.

use std::collections::{BTreeMap, BTreeSet};

use tetrarium_engine::rules::Setting;

use super::super::contents::{Contents, place_of};
use super::super::html::escaped;
use super::Section;
use crate::compare::is_of_player;

/// The section.
pub(in super::super) fn section(contents: &Contents) -> Option<Section> {
    let all = contents.all_rules();
    let mut settings: Vec<&str> = all
        .iter()
        .flat_map(|(_, rules)| rules.keys())
        .map(|k| &**k)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    settings.sort_by_key(|name| place_of(name));
    if settings.is_empty() {
        return None;
    }
    let mut body = String::new();
    body += &match contents.differing.as_slice() {
        [] if all.len() > 1 => {
            "<p>All results here were played by the same rules.</p>\n".to_string()
        }
        [] => String::new(),
        some => warning(some),
    };
    body += "<dl class=\"rules\">\n";
    for name in settings {
        let mut who: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (controller, rules) in &all {
            if let Some(value) = rules.get(name) {
                let list = who.entry(value).or_default();
                if !list.contains(controller) {
                    list.push(controller);
                }
            }
        }
        let usual = contents.differing.iter().find(|(other, _)| other == name);
        let differs = usual.is_some();
        let class = if differs { " class=\"differs\"" } else { "" };
        body += &format!("<div{class}><dt>{}</dt>", escaped(name));
        let mut values: Vec<_> = who.iter().collect();
        values.sort_by_key(|(value, _)| usual.is_some_and(|(_, usual)| usual == *value));
        for (value, controllers) in values {
            let words = match usual {
                None => meaning(name, value).to_string(),
                Some((_, usual)) if usual == value => "all others".to_string(),
                Some(_) => controllers.join(", "),
            };
            body += &format!(
                "<dd><b>{}</b> <span>{}</span></dd>",
                escaped(&shown(name, value)),
                escaped(&words)
            );
        }
        body += "</div>\n";
    }
    body += "</dl>\n";
    Section::new("rules", "Rules", body)
}

/// What differs, and whether that makes other games of them.
fn warning(differing: &[(String, String)]) -> String {
    let names = differing
        .iter()
        .map(|(name, _)| format!("<em>{}</em>", escaped(name)));
    let names = names.collect::<Vec<_>>().join(", ");
    let differ = if differing.len() == 1 {
        "differs"
    } else {
        "differ"
    };
    let of_players = |(name, _): &(String, String)| is_of_player(name);
    match differing.iter().all(of_players) {
        true => format!(
            "<p class=\"warning\">All results are of the same game, but not all players choose by the same rules: {names} {differ}.</p>\n"
        ),
        false => format!(
            "<p class=\"warning\">The results were <strong>not</strong> all played by the same rules: {names} {differ}. Means under different rules are means of different games.</p>\n"
        ),
    }
}

fn shown(setting: &str, value: &str) -> String {
    match setting {
        "board" => value.replace('x', "×"),
        "reward" => value.replace(',', ", "),
        _ => value.to_string(),
    }
}

/// What a value of a setting means; for open values what the setting decides.
fn meaning(setting: &str, value: &str) -> &'static str {
    let Some(known) = Setting::named(setting) else {
        return "";
    };
    let found = known.values.iter().find(|(name, _)| *name == value);
    found.map_or(known.meaning, |(_, meaning)| meaning)
}

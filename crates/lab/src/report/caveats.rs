//! Caveats on the page: beside a mean, below a table, and in the sentences of the lead.

use super::html::escaped;
use crate::records::Caveat;

/// A mean with the names of its caveats beside it, for a table.
pub(super) fn beside(mean: &str, caveats: &[Caveat]) -> String {
    match caveats {
        [] => mean.to_string(),
        some => format!("{mean}<small><em>{}</em></small>", names(some)),
    }
}

/// The names of caveats.
pub(super) fn names(caveats: &[Caveat]) -> String {
    let names: Vec<&str> = caveats.iter().map(Caveat::name).collect();
    names.join(", ")
}

/// The names of the caveats for which a mean cannot be called the best.
pub(super) fn barring(caveats: &[Caveat]) -> String {
    let barring: Vec<Caveat> = caveats
        .iter()
        .filter(|caveat| !caveat.allows_best())
        .copied()
        .collect();
    names(&barring)
}

/// A sentence for each caveat of each row: its name, what sets it apart, and its caveats.
pub(super) fn list<'a>(rows: impl Iterator<Item = (&'a str, &'a str, &'a [Caveat])>) -> String {
    let mut items = String::new();
    for (name, detail, caveats) in rows {
        let detail = match detail {
            "" => String::new(),
            detail => format!(" ({})", escaped(detail)),
        };
        for caveat in caveats {
            items += &format!(
                "<dt>{}{detail}: <em>{}</em></dt><dd>{}</dd>",
                escaped(name),
                caveat.name(),
                escaped(&caveat.sentence())
            );
        }
    }
    match items.is_empty() {
        true => String::new(),
        false => format!("<dl class=\"legend caveats\">{items}</dl>\n"),
    }
}

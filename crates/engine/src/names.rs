//! Names in messages: the one that was meant, and a list of those there are.

/// The candidate with the least edit distance to `name`, if it is near enough to be meant.
///
/// ```
/// use tetrarium_engine::names::nearest;
/// assert_eq!(nearest("dellacheri", ["bcts", "dellacherie"]).as_deref(), Some("dellacherie"));
/// assert_eq!(nearest("zzz", ["bcts", "dellacherie"]), None);
/// ```
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let length = name.chars().count();
    let limit = 1 + length / 3;
    candidates
        .into_iter()
        // The distance is at least the difference in length, which takes less time for long names.
        .filter(|candidate| length.abs_diff(candidate.chars().count()) <= limit)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate.to_string())
}

/// "a, b or c".
///
/// ```
/// use tetrarium_engine::names::one_of;
/// assert_eq!(one_of(&["first", "random", "last"]), "first, random or last");
/// ```
pub fn one_of(names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match &names[..] {
        [] => String::new(),
        [only] => only.to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The edit distance of Levenshtein (1966): insertions, deletions and replacements.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        assert_eq!(distance("holes", "holes"), 0);
        assert_eq!(distance("hols", "holes"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}

//! Expressions that a search changes: terms whose genes say what they are composed of.

use tetrarium_engine::features::Count;
use tetrarium_engine::{Function, Reading, Term};

use super::composed::{FORMS, MOST, NUMBERS, text};
use super::file::{Kind, RatingFile};
use super::parts::Units;

/// The genes of a term: its weight, the form of its expression, two features, and a number.
pub(super) const GENES: usize = 5;

/// Whether a rating can have expressions that are searched; the error says why not.
pub(super) fn check(rating: &RatingFile, readings: &[Reading]) -> Result<(), String> {
    if rating.evolved == 0 {
        return Ok(());
    }
    let refused = [
        (
            rating.evolved > MOST,
            format!("{} is not possible: at most {MOST} are", rating.evolved),
        ),
        (
            parts(readings).is_empty(),
            "no feature that is named has one value: there is nothing to compose".to_string(),
        ),
        (
            !rating.selection,
            "expressions are searched by a method that can switch them off: set selection = true"
                .to_string(),
        ),
        (
            rating.kind != Kind::Linear || rating.units != Units::Plain || rating.mirror,
            "expressions are searched in a linear rating with plain units and without mirror ties"
                .to_string(),
        ),
    ];
    match refused.into_iter().find(|(is_so, _)| *is_so) {
        Some((_, why)) => Err(why),
        None => Ok(()),
    }
}

/// The features that expressions are composed of.
fn parts(readings: &[Reading]) -> Vec<Reading> {
    let one = readings
        .iter()
        .filter(|one| one.feature.count == Count::One);
    one.copied().collect()
}

/// The weights among the genes of searched expressions.
pub(super) fn weights(genes: &[f64]) -> impl Iterator<Item = f64> {
    genes.chunks(GENES).map(|term| term[0])
}

/// Adds the terms that genes stand for, of those that are on, with weights times two to the power
/// of `scale`. Terms of one feature become one.
pub(super) fn add(
    terms: &mut Vec<Term>,
    readings: &[Reading],
    genes: &[f64],
    is_on: impl Fn(usize) -> bool,
    scale: i32,
) {
    let parts = parts(readings);
    let on = genes.chunks(GENES).enumerate();
    for (_, genes) in on.filter(|(place, _)| is_on(*place)) {
        let weight = libm::ldexp(genes[0], scale);
        let reading = expression(&genes[1..], &parts);
        match terms.iter_mut().find(|term| term.reading == reading) {
            Some(term) => {
                let before = term.functions[0].weight().unwrap_or_default();
                term.functions = vec![Function::linear(before + weight)];
            }
            None => terms.push(Term {
                reading,
                functions: vec![Function::linear(weight)],
            }),
        }
    }
}

/// The expression of four genes. A gene counts modulo the number of choices, so that every genome
/// has a meaning and a mutation can make any choice. What cannot be composed is its first part.
fn expression(genes: &[f64], parts: &[Reading]) -> Reading {
    let chosen = |gene: usize, of: usize| (genes[gene].floor() as i64).rem_euclid(of as i64);
    let part = |gene: usize| parts[chosen(gene, parts.len()) as usize];
    let number = NUMBERS[chosen(3, NUMBERS.len()) as usize];
    let (first, second) = (part(1), part(2));
    let text = text(chosen(0, FORMS) as usize, &first, &second, number);
    Reading::named(&text).unwrap_or(first)
}

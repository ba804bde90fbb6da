use super::*;
use crate::game::board::Size;
use crate::game::moves::Move;
use crate::game::piece::Piece;
use crate::rating::features::testing::{after, dropped};
use crate::rating::features::{Kind, Unit};

/// An O onto two columns of 2 and 1: heights 4 4 0 2, one hole.
fn move_with_a_hole() -> Move {
    let pile = "....\n....\n#..#\n##.#";
    dropped(pile, Piece::O, 0, 0, &[])
}

#[test]
fn values_are_those_of_the_parts_composed() {
    let played = move_with_a_hole();
    for (text, value) in [
        ("holes * max-height", 4.0),
        ("max-height / holes", 4.0),
        ("holes / max-height", 0.25),
        ("max-height / removed-lines", 0.0),
        ("min(max-height, 3)", 3.0),
        ("max(max-height, 3, 7)", 7.0),
        ("max-height if holes > 0", 4.0),
        ("max-height if holes > 1", 0.0),
        ("max-height if holes >= 1", 4.0),
        ("max-height if holes < 1", 0.0),
        ("max-height if holes <= 1", 4.0),
        ("max-height if holes = 1", 4.0),
        ("max-height if holes != 1", 0.0),
        ("2 * max-height / 4 / 2", 1.0),
        ("2 * (max-height / (4 / 2))", 4.0),
        ("landing-height * 2", 5.0),
        ("delta-holes * squared-max-height", 16.0),
        ("squared-(holes * max-height)", 16.0),
        ("delta-(holes * max-height)", 4.0),
        ("squared-delta-(holes * max-height)", 16.0),
        ("-1.5 * holes", -1.5),
    ] {
        assert_eq!(after(text, &played), value, "{text}");
    }
}

#[test]
fn an_expression_has_one_text_and_one_feature() {
    for (text, written) in [
        ("holes*max-height", "holes * max-height"),
        ("  ( holes )  *max-height ", "holes * max-height"),
        ("blockade * 2.50", "hole-depth * 2.5"),
        ("holes * (wells * 2)", "holes * (wells * 2)"),
        ("(holes * wells) / 2", "holes * wells / 2"),
        ("min( holes,(5) )", "min(holes, 5)"),
        ("(wells if max-height>12)", "wells if max-height > 12"),
        ("2*(wells if holes>1)", "2 * (wells if holes > 1)"),
        ("squared-( holes*2 )", "squared-(holes * 2)"),
        ("squared-(holes)", "squared-holes"),
        ("(holes)", "holes"),
    ] {
        let reading = Reading::named(text).unwrap();
        assert_eq!(reading.to_string(), written);
        assert_eq!(Reading::named(written).unwrap(), reading);
    }
    let [one, other] = ["holes * wells", "wells * holes"].map(|text| Reading::named(text).unwrap());
    assert_ne!(one, other);
}

#[test]
fn what_reads_a_move_is_a_feature_of_the_move() {
    let kind = |text| Reading::named(text).unwrap().feature.kind();
    assert_eq!(kind("holes * wells"), Kind::Board);
    assert_eq!(kind("holes if landing-height > 3"), Kind::Move);
    assert_eq!(kind("holes * delta-wells"), Kind::Move);
}

#[test]
fn whole_numbers_are_known_as_such_while_tables_can_hold_them() {
    let unit = |text| Reading::named(text).unwrap().feature.unit;
    assert_eq!(unit("holes * max-height"), Unit::One);
    assert_eq!(unit("min(holes, 5) if mean-height > 2"), Unit::One);
    assert_eq!(unit("holes / 2"), Unit::Ratio);
    assert_eq!(unit("holes * 0.5"), Unit::Ratio);
    assert_eq!(unit("holes * landing-height"), Unit::Ratio);
    assert_eq!(
        unit("height-weighted-cells * holes"),
        Unit::Ratio,
        "4 million"
    );
}

#[test]
fn bounds_are_those_of_the_parts() {
    let range = |text| Reading::named(text).unwrap().range(Size::STANDARD);
    let holes = range("holes").1;
    assert_eq!(range("holes * max-height"), (0, 24 * holes));
    assert_eq!(range("holes / max-height"), (0, holes));
    assert_eq!(range("holes / mean-height"), (0, 10 * holes));
    assert_eq!(range("holes / delta-holes"), (-2 * holes, 2 * holes));
    assert_eq!(range("holes / (max-height / 2)"), (0, 2 * holes));
    assert_eq!(range("min(holes, -3)"), (-3, -3));
    assert_eq!(range("-2 if holes > 3"), (-2, 0));
    assert_eq!(range("max(holes, 0) / max(wells, 0)").0, 0);
}

#[test]
fn what_is_no_expression_is_refused_with_its_place() {
    let error = |text: &str| Reading::named(text).unwrap_err().to_string();
    for (text, message) in [
        (
            "hols * wells",
            "character 1: there is no feature `hols`: did you mean `holes`?",
        ),
        (
            "holes ** wells",
            "character 8: a feature or a number was expected, not `*`",
        ),
        (
            "holes *",
            "character 8: a feature or a number was expected, not the end",
        ),
        (
            "holes wells",
            "character 7: the end, *, / or if was expected, not `wells`",
        ),
        ("holes + wells", "character 7: there is no `+` of features"),
        ("holes - wells", "character 7: there is no `-` of features"),
        ("min(holes)", "character 10: `,` was expected, not `)`"),
        (
            "min(holes, 5",
            "character 13: `)` was expected, not the end",
        ),
        (
            "wells if max-height",
            "character 20: <, <=, >, >=, = or != was expected",
        ),
        (
            "wells if max-height > if",
            "character 23: a feature or a number was expected",
        ),
        ("holes / 0", "character 9: 0 cannot be divided by"),
        (
            "holes / mean-cell-height",
            "can be as near to 0 as they like",
        ),
        ("column-height * 2", "column-height has several values"),
        ("2 * 3", "it names no feature"),
        (
            "( )",
            "character 3: a feature or a number was expected, not `)`",
        ),
        ("holes * 1.2.3", "`1.2.3` is no number"),
        (
            "holes * 1234567890123",
            "a number has at most 12 characters",
        ),
        ("höles; * 2", "character 6: `;` is no part of an expression"),
        (
            "delta-(landing-height * 2)",
            "character 1: `delta-(landing-height * 2)` is not possible",
        ),
        (
            "squared-(height-differences) * 2",
            "is another feature: write a product",
        ),
        (
            "squared-(squared-holes)",
            "`squared-` cannot stand before squared-holes",
        ),
        (
            "999999999 * holes * max-height",
            "its values could exceed 2^30",
        ),
    ] {
        let found = error(text);
        assert!(found.starts_with(&format!("`{text}`")), "{found}");
        assert!(found.contains(message), "{found}");
    }
    let long = vec!["holes"; 60].join(" * ");
    assert!(error(&long).contains("at most 100 names, numbers and signs"));
    let deep = "(".repeat(5000);
    assert!(error(&deep).contains("at most 100 names, numbers and signs"));
}

//! Sensitivity to the rules: one controller under each variant of the rules.
//!
//! Thiery & Scherrer (2009, §3.3) measured Dellacherie's controller with moves that end the game
//! left out (5.2 million lines) and rated like others (850,000), and with one row less (2.5
//! million). This module lists such variants; measuring each of them makes that section one table.

use tetrarium_engine::{Rules, Search, Size};

/// A variant of the rules, to be measured beside the others.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The difference, in a few words.
    pub label: String,
    /// The rules.
    pub rules: Rules,
    /// The search to play with instead of the controller's own, where the variant shows more
    /// pieces.
    pub search: Option<Search>,
}

/// The variants of these rules: first the rules as given, then one difference at a time. A variant
/// equal to the rules, or in contradiction to them, is left out.
///
/// ```
/// use tetrarium_engine::Rules;
/// use tetrarium_lab::measure::variants;
/// let labels: Vec<String> = variants(&Rules::default()).into_iter().map(|v| v.label).collect();
/// assert_eq!(labels[0], "as given");
/// assert!(labels.contains(&"board 10x19".to_string()));
/// assert!(labels.contains(&"suicide considered".to_string()));
/// ```
pub fn variants(base: &Rules) -> Vec<Variant> {
    let mut list = vec![Variant {
        label: "as given".to_string(),
        rules: base.clone(),
        search: None,
    }];
    let mut add = |label: String, settings: &[(&str, &str)], search| {
        let mut rules = base.clone();
        for (name, value) in settings {
            if rules.set(name, value).is_err() {
                return;
            }
        }
        if rules.check().is_ok() && rules != *base {
            list.push(Variant {
                label,
                rules,
                search,
            });
        }
    };
    for (setting, values) in [
        ("overflow", &["ends", "clears-first", "top-row"][..]),
        ("suicide", &["avoided", "considered", "zero"]),
        ("ties", &["first", "random", "dellacherie"]),
    ] {
        for value in values {
            add(format!("{setting} {value}"), &[(setting, value)], None);
        }
    }
    let board = base.board;
    if let Ok(lower) = Size::new(board.width(), board.height() - 1) {
        let lower = lower.to_string();
        add(format!("board {lower}"), &[("board", &lower)], None);
    }
    add(
        "two-piece".to_string(),
        &[("visible", "2")],
        Some(Search::TWO_PIECE),
    );
    add("7-bag".to_string(), &[("pieces", "bag")], None);
    // In the original game nothing overflows, so that setting is reset to its default.
    add(
        "original game".to_string(),
        &[
            ("game", "original"),
            ("ties", "dellacherie"),
            ("overflow", "ends"),
        ],
        None,
    );
    list
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Player, PlayerGame, catalogue};

    #[test]
    fn every_variant_can_be_played() {
        let list = variants(&Rules::default());
        let labels: Vec<&str> = list.iter().map(|v| v.label.as_str()).collect();
        assert_eq!(
            labels,
            [
                "as given",
                "overflow clears-first",
                "overflow top-row",
                "suicide considered",
                "suicide zero",
                "ties random",
                "ties dellacherie",
                "board 10x19",
                "two-piece",
                "7-bag",
                "original game",
            ]
        );
        for variant in list {
            let mut controller = catalogue::named("dellacherie").unwrap().clone();
            controller.search = variant.search.unwrap_or(controller.search);
            let player = Player::new(&controller, &variant.rules).unwrap();
            let mut game = PlayerGame::new(&player, 1, 0);
            assert!((0..10).all(|_| game.step().is_some()), "{}", variant.label);
        }
    }

    #[test]
    fn variants_equal_to_the_rules_or_impossible_are_left_out() {
        let mut rules = Rules::default();
        rules.set("game", "original").unwrap();
        rules.set("board", "10x4").unwrap();
        let labels: Vec<String> = variants(&rules).into_iter().map(|v| v.label).collect();
        assert!(!labels.iter().any(|label| label.starts_with("overflow")));
        assert!(!labels.iter().any(|label| label.starts_with("board")));
        rules = Rules::default();
        rules.set("pieces", "bag").unwrap();
        assert!(variants(&rules).iter().all(|v| v.label != "7-bag"));
    }
}

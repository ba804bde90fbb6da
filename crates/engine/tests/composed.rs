//! Composed features: their values are the compositions of those of their parts, on any move.

mod boards;

use boards::boards;
use proptest::prelude::*;
use tetrarium_engine::features::{Count, FEATURES, Unit};
use tetrarium_engine::rating::LINEAR;
use tetrarium_engine::{
    Controller, Fingerprint, Function, Move, Piece, Player, Rating, Reading, Rules, Scorer, Term,
    landings,
};

/// An expression with its text and its value, both made here.
#[derive(Clone, Debug)]
enum Tree {
    Number(i32),
    Name(String),
    Binary(&'static str, Box<[Tree; 2]>),
    If(&'static str, Box<[Tree; 3]>),
}

impl Tree {
    /// With a pair of parentheses around every operation.
    fn text(&self) -> String {
        match self {
            Tree::Number(halves) => (f64::from(*halves) / 2.0).to_string(),
            Tree::Name(name) => name.clone(),
            Tree::Binary(sign @ ("*" | "/"), both) => {
                format!("({}{sign} {})", both[0].text(), both[1].text())
            }
            Tree::Binary(name, both) => format!("{name}({},{})", both[0].text(), both[1].text()),
            Tree::If(sign, all) => {
                let [value, left, right] = all.each_ref().map(Tree::text);
                format!("({value} if {left} {sign} {right})")
            }
        }
    }

    fn value(&self, played: &Move) -> f64 {
        match self {
            Tree::Number(halves) => f64::from(*halves) / 2.0,
            Tree::Name(name) => Reading::named(name).unwrap().value(played, 0),
            Tree::Binary(sign, both) => {
                let [a, b] = both.each_ref().map(|one| one.value(played));
                match *sign {
                    "*" => a * b,
                    "/" if b == 0.0 => 0.0,
                    "/" => a / b,
                    "min" => a.min(b),
                    _ => a.max(b),
                }
            }
            Tree::If(sign, all) => {
                let [value, a, b] = all.each_ref().map(|one| one.value(played));
                let holds = match *sign {
                    "<" => a < b,
                    "<=" => a <= b,
                    ">" => a > b,
                    ">=" => a >= b,
                    "=" => a == b,
                    _ => a != b,
                };
                if holds { value } else { 0.0 }
            }
        }
    }
}

fn trees() -> impl Strategy<Value = Tree> {
    let single = FEATURES.iter().filter(|f| f.count == Count::One);
    let names: Vec<String> = single
        .flat_map(|f| ["", "delta-", "squared-"].map(|modifier| format!("{modifier}{}", f.name)))
        .filter(|name| Reading::named(name).is_ok())
        .collect();
    let leaf = prop_oneof![
        1 => (-9..40i32).prop_map(Tree::Number),
        4 => prop::sample::select(names).prop_map(Tree::Name),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let signs = prop::sample::select(vec!["*", "/", "min", "max"]);
        let comparisons = prop::sample::select(vec!["<", "<=", ">", ">=", "=", "!="]);
        prop_oneof![
            (signs, inner.clone(), inner.clone())
                .prop_map(|(sign, a, b)| Tree::Binary(sign, Box::new([a, b]))),
            (comparisons, inner.clone(), inner.clone(), inner)
                .prop_map(|(sign, value, a, b)| Tree::If(sign, Box::new([value, a, b]))),
        ]
    })
}

/// The reading of a tree; none if it is one of those that are refused, or composes nothing.
fn reading(tree: &Tree) -> Option<Reading> {
    if matches!(tree, Tree::Name(_) | Tree::Number(_)) {
        return None;
    }
    match Reading::named(&tree.text()) {
        Ok(reading) => Some(reading),
        Err(error) => {
            let error = error.to_string();
            let reasons = [
                "names no feature",
                "2^30",
                "near to 0",
                "0 cannot be",
                "there is no feature",
            ];
            let is_known = reasons.iter().any(|reason| error.contains(reason));
            assert!(is_known, "{error}");
            None
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn a_value_is_the_composition_of_the_values_of_the_parts(
        board in boards(),
        piece in prop::sample::select(Piece::ALL.to_vec()),
        tree in trees(),
        weight in -9.0..9.0f64,
    ) {
        let Some(reading) = reading(&tree) else { return Ok(()) };
        // Its text is read back as itself.
        prop_assert_eq!(Reading::named(&reading.to_string()).unwrap(), reading);
        let rules = Rules::on(board.size());
        let rating = Rating::sum(&LINEAR, vec![Term { reading, functions: vec![Function::linear(weight)] }]);
        let scorer = Scorer::new(&rating, board.size()).unwrap();
        let factor = f64::from(scorer.scale()).exp2();
        let (least, greatest) = reading.range(board.size());
        for landing in landings(&rules, &board, piece).iter().step_by(3) {
            let played = Move::new(&rules, &board, piece, *landing);
            let value = tree.value(&played);
            prop_assert_eq!(reading.value(&played, 0), value, "{}", reading);
            prop_assert!(f64::from(least) <= value && value <= f64::from(greatest), "{reading} {value}");
            if reading.feature.unit == Unit::One {
                prop_assert_eq!(f64::from(reading.raw(&played, 0)), value);
            }
            let score = f64::from(scorer.score(&played));
            let most = f64::from(least.abs().max(greatest.abs())).max(1.0);
            prop_assert!((score - weight * value * factor).abs() <= 0.5 * most + 1.0, "{reading} {score}");
        }
    }
}

const FILE: &str = r#"schema = 1
name = "composed"

[rating]
kind = "linear"

[rating.weights]
landing-height = -1
"holes*max-height" = -0.3
"min(wells, 5) if max-height > 12" = -2
"holes / rows-with-holes" = -1.5
column-transitions = -1
row-transitions = -1
"#;

fn player(controller: &Controller) -> Player {
    Player::new(controller, &Rules::default()).unwrap()
}

#[test]
fn a_controller_file_holds_composed_features() {
    let controller = Controller::from_toml(FILE).unwrap();
    let names: Vec<String> = controller
        .rating
        .terms
        .iter()
        .map(|term| term.reading.to_string())
        .collect();
    assert_eq!(names[1], "holes * max-height");
    let written = controller.to_toml().unwrap();
    assert!(
        written.contains("\n\"holes * max-height\" = -0.3\n"),
        "{written}"
    );
    let again = Controller::from_toml(&written).unwrap();
    assert_eq!(again, controller);
    let spaced = FILE.replace("holes*max", "holes  *  max");
    let spaced = Controller::from_toml(&spaced).unwrap();
    assert_eq!(
        Fingerprint::of(&spaced, &Rules::default()),
        Fingerprint::of(&controller, &Rules::default())
    );
    let other = FILE.replace("holes*max", "holes/max");
    let other = Controller::from_toml(&other).unwrap();
    assert_ne!(
        Fingerprint::of(&other, &Rules::default()),
        Fingerprint::of(&controller, &Rules::default())
    );

    let wrong = FILE.replace("holes*max-height", "holes*max-heigh");
    let error = Controller::from_toml(&wrong).unwrap_err().to_string();
    assert_eq!(
        error,
        "line 9: `holes*max-heigh`, character 7: there is no feature `max-heigh`: did you mean \
         `max-height`?"
    );
}

#[test]
fn the_reference_plays_what_no_kernel_reads() {
    let controller = Controller::from_toml(FILE).unwrap();
    let reason = player(&controller).fast_path().unwrap_err().to_string();
    assert!(reason.contains("holes * max-height"), "{reason}");
}

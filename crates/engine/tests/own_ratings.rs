//! Functions of one's own in a rating: exactly as built-in ones where kernels can table them, by
//! the reference where they cannot, and in no file.

#[allow(dead_code)]
mod common;

use common::{Dice, check_board, controller, kernels, random_board, random_rating};
use tetrarium_engine::rating::{Curve, OWN, RATINGS};
use tetrarium_engine::{
    Controller, Function, Kernel, Player, PlayerGame, Rating, Reading, Rules, Search, Term,
    canonical,
};

/// The square of the value, times a weight.
#[derive(Debug)]
struct Square(f64);

impl Curve for Square {
    fn at(&self, value: f64) -> f64 {
        self.0 * value * value
    }
}

/// As `Square`, and knows how large it grows.
#[derive(Debug)]
struct BoundedSquare(f64);

impl Curve for BoundedSquare {
    fn at(&self, value: f64) -> f64 {
        Square(self.0).at(value)
    }

    fn greatest(&self, low: f64, high: f64) -> Option<f64> {
        Some(self.at(low).abs().max(self.at(high).abs()))
    }
}

fn of(terms: Vec<(&str, Function)>) -> Controller {
    let term = |(name, function)| Term {
        reading: Reading::named(name).unwrap(),
        functions: vec![function],
    };
    let terms = terms.into_iter().map(term).collect();
    controller(Rating::sum(&OWN, terms), Search::GREEDY)
}

fn lines(controller: &Controller, kernel: Kernel) -> u64 {
    let mut rules = Rules::default();
    rules.set("board", "8x10").unwrap();
    let player = Player::new(controller, &rules).unwrap();
    let player = player.with_kernel(kernel).unwrap();
    let mut game = PlayerGame::new(&player, 1, 0);
    while game.counts().pieces < 400 && game.advance() {}
    game.counts().lines
}

#[test]
fn a_function_of_one_s_own_plays_as_the_built_in_that_it_equals() {
    let rest = || ("landing-height", Function::linear(-2.0));
    let own = of(vec![("holes", Function::new(Square(-0.5))), rest()]);
    let built_in = of(vec![("holes", Function::power(-0.5, 2.0)), rest()]);
    let expected = lines(&built_in, Kernel::Reference);
    assert!(expected > 0);
    for kernel in Kernel::available() {
        assert_eq!(lines(&own, kernel), expected, "{kernel}");
    }
    let players = kernels(&own, &Rules::default());
    assert!(players.iter().all(|player| player.fast_path().is_ok()));
    let mut dice = Dice::new(5);
    for _ in 0..20 {
        check_board(&players, &random_board(&mut dice, Rules::default().board));
    }
}

#[test]
fn a_ratio_needs_a_function_that_says_how_large_it_grows() {
    let ratio = "mean-hole-depth";
    let error = |function| {
        let controller = of(vec![(ratio, function)]);
        Player::new(&controller, &Rules::default())
            .unwrap_err()
            .to_string()
    };
    assert!(error(Function::new(Square(-1.0))).contains("how large it grows"));
    let rest = || ("holes", Function::linear(-4.0));
    let own = of(vec![(ratio, Function::new(BoundedSquare(-1.0))), rest()]);
    let built_in = of(vec![(ratio, Function::power(-1.0, 2.0)), rest()]);
    assert_eq!(
        lines(&own, Kernel::best()),
        lines(&built_in, Kernel::best())
    );
}

#[test]
fn what_is_no_number_is_refused() {
    let nothing = of(vec![("holes", Function::new(Square(f64::NAN)))]);
    let error = Player::new(&nothing, &Rules::default()).unwrap_err();
    assert!(error.to_string().contains("not a finite number"), "{error}");
}

#[test]
fn ratings_of_every_kind_are_read_as_they_are_written() {
    let mut dice = Dice::new(9);
    for kind in RATINGS {
        let mut count = 0;
        while count < 10 {
            let rating = random_rating(&mut dice, kind, 10);
            let written = controller(rating, Search::GREEDY);
            // Some features have a weight for one value and a table for another.
            let Ok(text) = written.to_toml() else {
                continue;
            };
            let mut terms = written.rating.terms.iter();
            // A file cannot have weights of patterns.
            if terms.any(|term| term.check_pattern().is_err()) {
                assert!(Controller::from_toml(&text).is_err());
                continue;
            }
            if !written.rating.terms.is_empty() {
                let read = Controller::from_toml(&text).unwrap();
                // In a file all weights come before all tables, so the order of terms may differ.
                let rules = Rules::default();
                assert_eq!(canonical(&read, &rules), canonical(&written, &rules));
                assert_eq!(read.rating.kind, written.rating.kind);
                count += 1;
            }
        }
    }
}

#[test]
fn no_file_can_hold_a_function_of_one_s_own() {
    let own = of(vec![("holes", Function::new(Square(-1.0)))]);
    let error = own.to_toml().unwrap_err().to_string();
    assert!(error.contains("cannot be written"), "{error}");
    let function = &own.rating.terms[0].functions[0];
    assert_eq!(*function, function.clone());
    assert_ne!(*function, Function::new(Square(-1.0)), "code has no equal");
}

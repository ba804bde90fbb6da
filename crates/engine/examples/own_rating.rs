//! A function of one's own in a rating, beside built-in ones:
//! `cargo run --release -p tetrarium-engine --example own_rating`.

use tetrarium_engine::rating::{Curve, OWN};
use tetrarium_engine::{Function, Player, PlayerGame, Reading, Rules, Term, catalogue};

/// Grows ever more slowly: the first wells matter most.
#[derive(Debug)]
struct Saturating {
    most: f64,
    half: f64,
}

impl Curve for Saturating {
    fn at(&self, value: f64) -> f64 {
        self.most * value / (value + self.half)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut controller = catalogue::named("dellacherie")?.clone();
    controller.name = "dellacherie with saturating wells".to_string();
    controller.rating.kind = &OWN;
    controller.rating.terms.push(Term {
        reading: Reading::named("max-well-depth")?,
        functions: vec![Function::new(Saturating {
            most: -8.0,
            half: 4.0,
        })],
    });
    // Of a feature with whole values it becomes a table, which kernels know as well.
    let player = Player::new(&controller, &Rules::default())?;
    println!("{}, rated by {:?}", player.name(), player.fast_path());
    let mut game = PlayerGame::new(&player, 1, 0);
    while game.counts().pieces < 2_000 && game.advance() {}
    println!("{} lines\n{}", game.counts().lines, game.board());
    // No file can hold code.
    println!("{}", controller.to_toml().unwrap_err());
    Ok(())
}

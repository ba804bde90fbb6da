//! Features of one's own beside built-ins, in a controller that plays a game:
//! `cargo run --release -p tetrarium-engine --example own_feature`.

use tetrarium_engine::features::{Read, Slot};
use tetrarium_engine::{
    Board, Feature, Function, Player, PlayerGame, Reading, Rules, Term, catalogue,
};

/// A number that no kernel knows: a player that reads it is rated on the reference path.
static TOWERS: Feature = Feature::new(
    "towers",
    "The columns at least three higher than both their neighbours.",
    Read::Board(towers),
    |extent| (0, extent.width),
);

fn towers(board: &Board) -> i32 {
    let heights: Vec<i32> = board.heights().collect();
    let is_tower = |three: &&[i32]| three[1] >= three[0].max(three[2]) + 3;
    heights.windows(3).filter(is_tower).count() as i32
}

/// A number that is exactly that of a slot: kernels and the GPU read the slot in place of the code.
static HEIGHTS: Feature = Feature::new(
    "heights",
    "The sum of the heights of the columns.",
    Read::Board(|board| board.heights().sum()),
    |extent| (0, extent.width * extent.rows),
)
.with_slot(Slot::SumHeight);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut controller = catalogue::named("dellacherie")?.clone();
    for (feature, weight) in [(&HEIGHTS, -0.1), (&TOWERS, -2.0)] {
        controller.name += " and ";
        controller.name += feature.name;
        controller.rating.terms.push(Term {
            reading: Reading::from(feature),
            functions: vec![Function::linear(weight)],
        });
        let player = Player::new(&controller, &Rules::default())?;
        println!("{}, rated by {:?}", player.name(), player.fast_path());
        let mut game = PlayerGame::new(&player, 1, 0);
        while game.counts().pieces < 2_000 && game.advance() {}
        println!("{} lines\n{}", game.counts().lines, game.board());
    }
    Ok(())
}

//! An agent of one's own in Rust, measured beside bcts. It keeps the pile low and without holes.
//! `cargo run --release -p tetrarium-lab --example own_agent`

use tetrarium_engine::{
    Agent, AgentError, Move, Placement, Player, Rules, Session, View, catalogue,
};
use tetrarium_lab::statistics::Interval;
use tetrarium_lab::{Contender, Order, Threads};

/// The cost of a move, by the weights of the controller `lee` in hundredths; less is better.
fn cost(played: &Move) -> i32 {
    let heights: Vec<i32> = played.after.heights().collect();
    let height: i32 = heights.iter().sum();
    let holes = height - played.after.full_cells() as i32;
    let differences: i32 = heights
        .windows(2)
        .map(|pair| (pair[0] - pair[1]).abs())
        .sum();
    let sum = 51 * height + 36 * holes + 18 * differences - 76 * played.lines as i32;
    sum + 1_000_000 * i32::from(played.ends)
}

/// Keeps the pile low and without holes.
pub struct Lowest;

impl Agent for Lowest {
    fn name(&self) -> &str {
        "lowest-rust"
    }

    fn is_stateless(&self) -> bool {
        true
    }

    fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        Ok(Box::new(|view: &View| -> Placement {
            let cheapest = view.moves().min_by_key(cost);
            cheapest.expect("a piece has a place").landing.placement
        }))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut rules = Rules::default();
    rules.set("board", "10x10")?;
    let bcts = Player::new(catalogue::named("bcts")?, &rules)?;
    let order = Order::games(200)
        .of(&bcts)
        .of(Contender::new(&Lowest, &rules));
    let answers = order.carry_out(&Threads::default(), &Default::default(), &mut ())?;
    for (contender, answer) in order.contenders.iter().zip(answers) {
        let mean = answer.mean().ok_or("no game was lost")?;
        let Interval { low, high } = answer.interval();
        println!(
            "{:12}{mean:8.1} lines, 95 % interval {low:.1} to {high:.1}",
            contender.name()
        );
    }
    Ok(())
}

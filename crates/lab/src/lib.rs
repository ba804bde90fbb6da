//! The laboratory of tetrarium: it plays games of Tetris in parallel, measures, compares and
//! estimates how well agents play, and trains controllers.
//!
//! An [`Order`] is the entry. It takes contenders, which are agents with their rules, and an amount
//! of work: games, a precision or climbs. A [`Backend`] plays the games. Each contender's
//! [`Answer`] has a mean, its 95 % interval and its caveats. The results are the same on every
//! backend and for every number of threads, because a game is a pure function of the rules, the
//! agent, the seed and the game's number.
//!
//! This example measures an agent of one's own beside the controller bcts:
//!
//! ```
//! use tetrarium_engine::{
//!     Agent, AgentError, Move, Placement, Player, Rules, Session, View, catalogue,
//! };
//! use tetrarium_lab::{Contender, Order, Threads};
//!
//! /// Keeps the pile low, and does not end the game while another move is left.
//! struct Low;
//!
//! impl Agent for Low {
//!     fn name(&self) -> &str {
//!         "low"
//!     }
//!
//!     fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
//!         let cost = |played: &Move| (played.ends, played.after.heights().sum::<i32>());
//!         Ok(Box::new(move |view: &View| -> Placement {
//!             let best = view.moves().min_by_key(cost);
//!             best.expect("a piece has a placement").landing.placement
//!         }))
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut rules = Rules::default();
//! rules.set("board", "8x8")?;
//! let bcts = Player::new(catalogue::named("bcts")?, &rules)?;
//! let order = Order::games(30).of(&bcts).of(Contender::new(&Low, &rules));
//! let answers = order.carry_out(&Threads::default(), &Default::default(), &mut ())?;
//! for (contender, answer) in order.contenders.iter().zip(&answers) {
//!     println!("{}: {:?} in {:?}", contender.name(), answer.mean(), answer.interval());
//! }
//! assert!(answers[0].interval().low > answers[1].interval().high);
//! # Ok(())
//! # }
//! ```
//!
//! The rooms of the crate:
//!
//! | room | what it holds |
//! |---|---|
//! | [`play`](mod@play) | contenders, shards of games, the backends that play them, the watch that follows them |
//! | [`measure`] | measurements by games, to a precision, within a budget; their merging; checks of their intervals |
//! | [`estimate`](mod@estimate) | means of games too long to play to their ends, by multilevel splitting |
//! | [`compare`](mod@compare) | comparisons of measurements and estimates |
//! | [`solve`] | exact values on small boards: the best that any player can do, and the mean of any player |
//! | [`recorded`] | recorded games of any agent: written, read and checked, played again |
//! | [`statistics`] | means, intervals and tests, as pure functions of counts |
//! | [`reproduce`] | published results, and whether measurements agree with them |
//! | [`optimisers`] | optimisers, which propose weights and are told the games played with them |
//! | [`learners`] | learners, which fit a value or a policy to positions |
//! | [`training`] | experiments, their runs on disk, tournaments of methods |
//! | [`adapt`](mod@adapt) | the agent that adapts to an unknown game, beside fixed controllers |
//! | [`cluster`] | work as text, so that other machines do it: what hands it out, and what does it |
//! | [`report`] | measurements, comparisons and runs as one web page |
//! | [`command`] | agents that are programs, spoken to in lines of JSON |
//! | [`mod@bench`] | the workload of `bench` and the signature of its decisions |
//! | [`files`], [`numbers`] | files written as a whole or not at all; numbers written for people |

#![forbid(unsafe_code)]

pub mod adapt;
pub mod bench;
pub mod cluster;
pub mod command;
pub mod compare;
pub mod estimate;
pub mod explanation;
pub mod files;
pub mod measure;
pub mod numbers;

mod order;
pub mod play;
pub mod recorded;
pub mod records;
pub mod report;
pub mod reproduce;
mod settings;
pub mod solve;
pub mod statistics;
pub mod training;

pub use command::{CommandAgent, CommandOptions};
pub use compare::{CompareError, Compared};
pub use estimate::{Estimate, EstimateError};
pub use measure::{Measurement, MergeError, PrecisionError};
pub use order::{
    Amount, Answer, Budget, Expected, MOST_MOVES, Observer, Order, OrderError, USUAL_GAMES,
    Unfinished,
};
pub use play::{
    Backend, Contender, Danger, End, Heights, Length, PlayError, Progress, Record, Shard, Threads,
    Watch, Work, play,
};
pub use records::{Caveat, LineError, RecordError};
pub use statistics::Interval;
pub use tetrarium_learn::{learners, optimisers};

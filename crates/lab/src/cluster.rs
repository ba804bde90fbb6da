//! Work as text, so that other machines do it.
//!
//! A [`Cluster`] is a backend that plays nothing itself. It puts its work on a [`Desk`]. A program
//! with machines takes shards from the desk ([`Desk::take`]), has [`perform`] done with them
//! anywhere, and gives the results back in any order ([`Desk::give`]). A shard is a text, and its
//! result is a pure function of it: a shard that was lost with its machine is done again by
//! another, and a result that comes twice changes nothing. So the files of a run are the same, byte
//! for byte, as on the threads of one machine.
//!
//! There are four kinds of shards: games, games played on, whole parts of estimates (repeats, and
//! rough estimates of candidates), and the tasks of learners. Small items share a shard. How many
//! do is decided by the seconds that items have taken so far, which changes no result.
//!
//! ```
//! use tetrarium_engine::{Player, Rules, catalogue};
//! use tetrarium_lab::cluster::{Cluster, perform};
//! use tetrarium_lab::{Order, Threads};
//!
//! let mut rules = Rules::default();
//! rules.set("board", "6x6").unwrap();
//! let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
//! let order = Order { contenders: vec![(&player).into()], ..Order::games(20) };
//! let cluster = Cluster::new(2, "1.0");
//! let answers = std::thread::scope(|scope| {
//!     let at_work = scope.spawn(|| {
//!         let answers = order.carry_out(&cluster, &Default::default(), &mut ());
//!         cluster.desk().finish();
//!         answers
//!     });
//!     // A machine of the cluster.
//!     let desk = cluster.desk();
//!     while desk.wait(std::time::Duration::from_secs(1)) {
//!         while let Some(shard) = desk.take() {
//!             desk.give(&perform(&shard, "1.0", &Default::default())).unwrap();
//!         }
//!     }
//!     at_work.join().unwrap().unwrap()
//! });
//! let here = order.carry_out(&Threads(2), &Default::default(), &mut ()).unwrap();
//! assert_eq!(answers, here);
//! ```

mod backend;
mod desk;
mod job;
mod message;
mod pace;
mod perform;
#[cfg(test)]
mod tests;

pub use backend::Cluster;
pub use desk::{Counts, Desk, GiveError};
pub use perform::perform;

//! Games drawn from geometric laws instead of played, so that the true means are known. With them
//! the intervals and decisions of this crate are checked by the same functions that measure real
//! games.

use tetrarium_engine::random::{Purpose, Stream};
use tetrarium_engine::{Agent, AgentError, Rules, Session};

use crate::play::{
    Backend, Continuation, End, Length, PlayError, Record, Shard, Standing, Until, Watch, Work,
};
use crate::statistics::GeometricLaw;

/// An agent whose games are drawn. Every piece of its games makes a line, but for the last, which
/// loses the game.
#[derive(Clone, Debug)]
pub struct DrawnAgent {
    name: String,
    law: GeometricLaw,
}

impl DrawnAgent {
    /// An agent of this name and mean; none for a mean that is not positive and finite.
    pub fn new(name: &str, mean: f64) -> Option<DrawnAgent> {
        Some(DrawnAgent {
            name: name.to_string(),
            law: GeometricLaw::with_mean(mean)?,
        })
    }

    /// The lines of a game. Agents of different names have independent games.
    fn lines(&self, seed: u64, game: u64) -> u64 {
        let own = self.name.bytes().fold(0_u64, |hash, byte| {
            hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(byte)
        });
        let stream = Stream::new(seed, game, Purpose::Sampling);
        let block = stream.block(own >> 1);
        let bits = u64::from(block[0]) << 32 | u64::from(block[1]);
        // 52 bits in the middle of their intervals: neither 0 nor 1.
        let uniform = ((bits >> 12) as f64 + 0.5) / (1_u64 << 52) as f64;
        self.law.draw(uniform)
    }
}

impl Agent for DrawnAgent {
    fn name(&self) -> &str {
        &self.name
    }

    fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        let what = format!("the games of {} are drawn, not played", self.name);
        Err(AgentError::Failed(what))
    }
}

/// The backend that draws the games of its agents.
#[derive(Clone, Debug)]
pub struct Drawn(pub Vec<DrawnAgent>);

impl Drawn {
    fn agent(&self, name: &str) -> Result<&DrawnAgent, PlayError> {
        let agent = self.0.iter().find(|agent| agent.name == name);
        agent.ok_or_else(|| PlayError::Refused(format!("there is no law for {name}")))
    }

    fn record(agent: &DrawnAgent, shard: &Shard, game: u64) -> Result<Record, PlayError> {
        let lines = agent.lines(shard.seed, game);
        let limit = match shard.length {
            Length::Whole => u64::MAX,
            Length::AtMost(pieces) => pieces,
            Length::Restarting(_) => {
                return Err(PlayError::Refused("drawn games do not restart".into()));
            }
        };
        let is_lost = lines < limit;
        Ok(Record {
            lines: lines.min(limit),
            pieces: lines.saturating_add(1).min(limit),
            reward: 0,
            deaths: u64::from(is_lost),
            end: if is_lost { End::Lost } else { End::Cut },
        })
    }
}

impl Backend for Drawn {
    fn play(&self, work: &[Work], _: &Watch) -> Result<Vec<Vec<Record>>, PlayError> {
        let all = work.iter().map(|work| {
            let agent = self.agent(work.contender.name())?;
            let games = 0..work.shard.games;
            games
                .map(|index| Drawn::record(agent, &work.shard, work.shard.first + index))
                .collect()
        });
        all.collect()
    }

    fn continue_games(
        &self,
        work: &[Continuation],
        _: &Watch,
    ) -> Result<Vec<Vec<Standing>>, PlayError> {
        let all = work.iter().map(|work| {
            let agent = self.agent(work.contender.name())?;
            let Until::Placed {
                pieces,
                restarts: false,
            } = work.until
            else {
                return Err(PlayError::Refused("drawn games have no boards".into()));
            };
            let standings = work.starts.iter().map(|start| {
                let lines = agent.lines(work.seed, start.number);
                let is_lost = lines < pieces;
                Standing {
                    lines: lines.min(pieces) - start.placed,
                    pieces: lines.saturating_add(1).min(pieces) - start.placed,
                    deaths: u64::from(is_lost),
                    end: is_lost.then_some(End::Lost),
                    ..Standing::at(start)
                }
            });
            Ok(standings.collect())
        });
        all.collect()
    }

    fn at_once(&self) -> u64 {
        1
    }

    fn threads(&self) -> usize {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{Measurement, play_within};
    use crate::play::Contender;

    #[test]
    fn drawn_games_have_their_mean_and_are_cut_like_played_ones() {
        let agent = DrawnAgent::new("ten", 10.0).unwrap();
        let rules = Rules::default();
        let contender = Contender::new(&agent, &rules);
        let backend = Drawn(vec![agent.clone()]);
        let shard = Shard {
            seed: 1,
            first: 5,
            games: 4000,
            length: Length::Whole,
        };
        let play = |shard| {
            let work = Work { contender, shard };
            backend.play(&[work], &Watch::default()).unwrap().remove(0)
        };
        let whole = play(shard);
        let measured = Measurement::new(contender, &shard, &whole);
        assert!((measured.mean.unwrap() - 10.0).abs() < 0.7);
        assert!(measured.geometric_law.unwrap().p_value > 0.01);
        let cut = play(Shard {
            length: Length::AtMost(7),
            ..shard
        });
        for (whole, cut) in whole.iter().zip(&cut) {
            assert_eq!(cut.lines, whole.lines.min(7));
            assert_eq!(cut.end == End::Lost, whole.lines < 7);
        }
        // Games that share more moves than they need are whole.
        let within =
            |moves| play_within(contender, &shard, moves, &backend, &Watch::default()).unwrap();
        assert_eq!(within(10_000_000), whole);
        let short = within(20_000);
        assert!(short.iter().map(|record| record.pieces).sum::<u64>() <= 20_000);
        assert!(short.iter().any(|record| record.end == End::Cut));
        assert!(backend.agent("other").is_err());
    }
}

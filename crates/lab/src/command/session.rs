//! A program at play.

use tetrarium_engine::{AgentError, Landing, Placement, Rules, Session, Turn};

use super::messages::{Chosen, PositionTold, RulesTold, Told};
use super::pool::Pool;
use super::program::{Program, seconds};

/// A session: one process of the pool.
pub(super) struct CommandSession<'a> {
    pool: &'a Pool,
    program: Result<Program, AgentError>,
}

impl<'a> CommandSession<'a> {
    /// Takes a process from the pool and tells it the rules.
    pub(super) fn open(pool: &'a Pool, rules: &Rules) -> Result<Self, AgentError> {
        let program = pool.take()?;
        program.tell(&Told::Rules(RulesTold::new(rules)));
        Ok(CommandSession {
            pool,
            program: Ok(program),
        })
    }

    /// Chooses for as many turns as may stand in one line.
    fn choose_line(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        let program = self.program.as_mut().map_err(|error| error.clone())?;
        let landings = turns.iter().map(|turn| turn.view.landings().to_vec());
        let landings: Vec<Vec<Landing>> = landings.collect();
        let afterstates = self.pool.claims.afterstates;
        let positions = turns
            .iter()
            .zip(&landings)
            .map(|(turn, landings)| PositionTold::new(turn, landings, afterstates));
        let told = Told::Choose(positions.collect());
        let move_time = self.pool.options.move_time;
        let count = turns.len();
        let limit = move_time.saturating_mul(u32::try_from(count).unwrap_or(u32::MAX));
        let late = || match count {
            1 => format!("did not answer within {} (--move-time)", seconds(limit)),
            _ => format!(
                "did not answer {count} positions within {} (--move-time allows {} for each)",
                seconds(limit),
                seconds(move_time)
            ),
        };
        let line = program.ask(&told, limit, late)?;
        let wanted = "a JSON line with placements";
        let said = program.read(&line, wanted)?;
        let Some(chosen) = said.chosen else {
            let text = String::from_utf8_lossy(&line);
            let text = super::text::quoted(&text);
            return Err(program.fail(&format!("answered {text}, which is not {wanted}")));
        };
        placements(turns, &landings, &chosen).map_err(|wrong| program.fail(&wrong))
    }
}

impl Session for CommandSession<'_> {
    fn begin(&mut self, game: u64, seed: u64) -> Result<(), AgentError> {
        let program = self.program.as_ref().map_err(|error| error.clone())?;
        program.tell(&Told::begin(game, seed));
        Ok(())
    }

    fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
        let mut placements = Vec::with_capacity(turns.len());
        for line in turns.chunks(self.pool.batch()) {
            match self.choose_line(line) {
                Ok(chosen) => placements.extend(chosen),
                Err(error) => {
                    self.program = Err(error.clone());
                    return Err(error);
                }
            }
        }
        Ok(placements)
    }

    fn end(&mut self, game: u64) -> Result<(), AgentError> {
        let program = self.program.as_mut().map_err(|error| error.clone())?;
        program.end(game);
        Ok(())
    }
}

/// A process that still answers serves a later session.
impl Drop for CommandSession<'_> {
    fn drop(&mut self) {
        let over = AgentError::Failed("the session is over".to_string());
        if let Ok(program) = std::mem::replace(&mut self.program, Err(over)) {
            self.pool.give_back(program);
        }
    }
}

/// The placement chosen at each turn; otherwise what is wrong with the answer.
fn placements(
    turns: &[Turn],
    landings: &[Vec<Landing>],
    chosen: &[Chosen],
) -> Result<Vec<Placement>, String> {
    let mut placements = vec![None; turns.len()];
    for Chosen { game, placement } in chosen {
        let Some(index) = turns.iter().position(|turn| turn.game == *game) else {
            return Err(format!(
                "answered for game {game}, about which it was not asked"
            ));
        };
        let landing = landings[index].iter().find(|landing| {
            let Placement {
                orientation,
                column,
            } = landing.placement;
            let told = [orientation, column, landing.row].map(i64::from);
            placement.len() >= 2 && told.starts_with(placement)
        });
        let Some(landing) = landing else {
            return Err(format!(
                "chose the placement {placement:?} of the piece {} in game {game}, which is not \
                 among those that it was given",
                turns[index].view.piece
            ));
        };
        if placements[index].replace(landing.placement).is_some() {
            return Err(format!("answered twice for game {game}"));
        }
    }
    let answered = placements.iter().flatten().count();
    let missing = turns.iter().zip(&placements).find(|(_, p)| p.is_none());
    match missing {
        Some((turn, _)) => Err(format!(
            "was asked about {} positions and answered {answered}: the first one without an \
             answer is that of game {}",
            turns.len(),
            turn.game
        )),
        None => Ok(placements.into_iter().flatten().collect()),
    }
}

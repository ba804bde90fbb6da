//! Tests of orders: agents of every kind, and orders that cannot be carried out.

use super::*;
use crate::play::Threads;
use crate::play::testing::Faltering;
use tetrarium_engine::{
    Agent, AgentError, Placement, Player, Rules, Session, Turn, View, catalogue,
};

fn rules(board: &str) -> Rules {
    let mut rules = Rules::default();
    rules.set("board", board).unwrap();
    rules
}

fn player(board: &str) -> Player {
    Player::new(catalogue::named("bcts").unwrap(), &rules(board)).unwrap()
}

fn answers(order: &Order) -> Vec<Answer> {
    let stop = Arc::default();
    order.carry_out(&Threads(2), &stop, &mut ()).unwrap()
}

/// A player that is played like any other agent, in batches of this number of games.
struct PlayerAsAgent(Player, usize);

impl Agent for PlayerAsAgent {
    fn name(&self) -> &str {
        self.0.name()
    }
    fn is_stateless(&self) -> bool {
        true
    }
    fn batch(&self) -> usize {
        self.1
    }
    fn open<'a>(&'a self, rules: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        self.0.open(rules)
    }
}

/// The reference is the player on its fast paths.
#[test]
fn a_player_played_as_an_agent_has_the_same_measurements_and_estimates() {
    let rules = rules("6x8");
    let climbs = Amount::Climbs {
        climbs: 40,
        repeats: 3,
        danger: None,
        precision: None,
    };
    let precision = Amount::Precision {
        first: 3,
        precision: 0.4,
        side_by_side: None,
    };
    let cut = |length| Amount::Games {
        first: 5,
        games: 23,
        length,
    };
    let amounts = [
        (cut(Length::Whole), None),
        (cut(Length::AtMost(40)), None),
        (cut(Length::Restarting(90)), None),
        (cut(Length::Whole), Some(Budget::Moves(700))),
        (precision, None),
        (climbs, None),
    ];
    for batch in [1, 7] {
        let agent = PlayerAsAgent(player("6x8"), batch);
        for (amount, budget) in amounts {
            let order = |contender| Order {
                budget,
                counts_heights: !matches!(amount, Amount::Climbs { .. }),
                ..Order::new(amount).of(contender)
            };
            let expected = answers(&order(Contender::Player(&agent.0)));
            let mut found = answers(&order(Contender::new(&agent, &rules)));
            // They are the same but for what they say they are.
            match (&mut found[0], &expected[0]) {
                (Answer::Games(found), Answer::Games(expected)) => {
                    assert!(found.identity.as_ref().unwrap().is_claimed());
                    found.search.clone_from(&expected.search);
                    found.identity.clone_from(&expected.identity);
                }
                (Answer::Climbs(found), Answer::Climbs(expected)) => {
                    found.search.clone_from(&expected.search);
                    found.identity.clone_from(&expected.identity);
                }
                _ => panic!("both answer alike"),
            }
            assert_eq!(found, expected, "{amount:?} in batches of {batch}");
        }
    }
}

/// An agent with a memory: its choice depends on the number of the turn.
struct Remembering;

impl Agent for Remembering {
    fn name(&self) -> &str {
        "remembering"
    }
    fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        let mut turns = 0;
        Ok(Box::new(move |view: &View| -> Placement {
            turns += 1;
            let landings = view.landings();
            landings[turns % landings.len()].placement
        }))
    }
}

#[test]
fn an_agent_with_a_memory_is_measured_but_not_estimated() {
    let rules = rules("6x8");
    let contender = Contender::new(&Remembering, &rules);
    let found = answers(&Order::games(5).of(contender));
    assert!(found[0].mean().is_some());
    let climbs = Amount::Climbs {
        climbs: 40,
        repeats: 3,
        danger: None,
        precision: None,
    };
    let order = Order::new(climbs).of(contender);
    let error = order.carry_out(&Threads(1), &Arc::default(), &mut ());
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("remembering") && error.contains("stateless"),
        "{error}"
    );
}

/// An agent that fails at the third turn of a session, which is before the end of its first game.
struct Failing;

impl Agent for Failing {
    fn name(&self) -> &str {
        "failing"
    }
    fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        struct Counting(u64);
        impl Session for Counting {
            fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
                self.0 += 1;
                match self.0 {
                    3 => Err(AgentError::Failed("it gave up".to_string())),
                    _ => Ok(turns
                        .iter()
                        .map(|turn| turn.view.landings()[0].placement)
                        .collect()),
                }
            }
        }
        Ok(Box::new(Counting(0)))
    }
}

#[test]
fn measurements_made_before_a_failure_are_kept() {
    let (rules, player) = (rules("6x8"), player("6x8"));
    let order = Order::games(4)
        .of(&player)
        .of(Contender::new(&Failing, &rules))
        .of(&player);
    let unfinished = order.carry_out(&Threads(2), &Arc::default(), &mut ());
    let unfinished = unfinished.unwrap_err();
    assert_eq!(unfinished.answers.len(), 1);
    assert_eq!(unfinished.to_string(), "it gave up");
    let failed = PlayError::Failed("lost".to_string());
    let backend = Faltering::new(0, || Some(failed.clone()));
    let precision = Amount::Precision {
        first: 0,
        precision: 0.2,
        side_by_side: None,
    };
    let order = Order::new(precision).of(&player);
    let unfinished = order.carry_out(&backend, &Arc::default(), &mut ());
    assert_eq!(unfinished.unwrap_err().error, failed.into());
}

#[test]
fn impossible_orders_are_refused_before_the_first_game() {
    let player = player("6x8");
    let error = |order: Order| {
        let carried = order.carry_out(&Threads(1), &Arc::default(), &mut ());
        carried.unwrap_err().to_string()
    };
    assert!(error(Order::games(1)).contains("no agent"));
    let far = Amount::Games {
        first: u64::MAX,
        games: 2,
        length: Length::Whole,
    };
    assert!(error(Order::new(far).of(&player)).contains("game numbers"));
    let sharp = Amount::Precision {
        first: 0,
        precision: 1e-9,
        side_by_side: None,
    };
    assert!(error(Order::new(sharp).of(&player)).contains("precision"));
}

#[test]
fn an_early_cut_that_biases_the_mean_is_reported() {
    let player = player("10x20");
    let short = Amount::Games {
        first: 0,
        games: 4,
        length: Length::AtMost(60),
    };
    let found = answers(&Order::new(short).of(&player));
    let Answer::Games(measurement) = &found[0] else {
        panic!("games were asked for")
    };
    assert!(matches!(
        measurement.caveats[..],
        [Caveat::CutTooEarly { .. }]
    ));
}

/// An agent that is gone once playing was stopped, as a program is that the same Ctrl-C reaches.
struct Stopped(Arc<AtomicBool>);

impl Agent for Stopped {
    fn name(&self) -> &str {
        "stopped"
    }

    fn is_stateless(&self) -> bool {
        true
    }

    fn open<'a>(&'a self, _: &'a Rules) -> Result<Box<dyn Session + 'a>, AgentError> {
        struct Counting<'a>(&'a AtomicBool, u64);
        impl Session for Counting<'_> {
            fn choose(&mut self, turns: &[Turn]) -> Result<Vec<Placement>, AgentError> {
                self.1 += 1;
                if self.1 == 9 {
                    self.0.store(true, std::sync::atomic::Ordering::Relaxed);
                    return Err(AgentError::Failed("it is gone".to_string()));
                }
                let first = |turn: &Turn| turn.view.landings()[0].placement;
                Ok(turns.iter().map(first).collect())
            }
        }
        Ok(Box::new(Counting(&self.0, 0)))
    }
}

#[test]
fn an_agent_that_is_gone_after_a_stop_is_interrupted_and_its_games_are_kept() {
    let rules = rules("6x20");
    let stop = Arc::new(AtomicBool::new(false));
    let agent = Stopped(Arc::clone(&stop));
    let order = Order::games(4).of(Contender::new(&agent, &rules));
    let answers = order.carry_out(&Threads(1), &stop, &mut ()).unwrap();
    let Answer::Games(measurement) = &answers[0] else {
        panic!("games were asked for")
    };
    assert!(measurement.games.interrupted);
    assert_eq!(measurement.tally.pieces, 8);
    stop.store(false, std::sync::atomic::Ordering::Relaxed);
    let climbs = Amount::Climbs {
        climbs: 40,
        repeats: 3,
        danger: None,
        precision: None,
    };
    let order = Order::new(climbs).of(Contender::new(&agent, &rules));
    let error = order.carry_out(&Threads(1), &stop, &mut ()).unwrap_err();
    assert!(
        error.to_string().contains("stopped before two repeats"),
        "{error}"
    );
}

/// Notes what is expected of each contender.
#[derive(Default)]
struct Noting(Vec<Expected>);

impl Observer for Noting {
    fn expects(&mut self, _: usize, expected: &Expected) {
        self.0.push(*expected);
    }
}

#[test]
fn an_order_without_an_amount_plays_short_games_and_splits_long_ones() {
    let (short, long) = (player("6x8"), player("10x20"));
    let chosen = Order::new(Amount::Chosen {
        precision: Some(0.9),
    });
    let mut noting = Noting::default();
    // Climbs of long games would take too long here, so only the choice is looked at.
    let stop = Arc::default();
    let expected = chosen.expected((&long).into(), &Threads(2), &stop).unwrap();
    assert!(matches!(expected.amount, Amount::Climbs { .. }));
    assert!(expected.instead_of_moves.unwrap() > MOST_MOVES);
    let order = chosen.of(&short);
    let found = order.carry_out(&Threads(2), &stop, &mut noting).unwrap();
    let played = Order::new(Amount::Precision {
        first: 0,
        precision: 0.9,
        side_by_side: None,
    });
    assert_eq!(found, answers(&played.of(&short)));
    assert_eq!(noting.0.len(), 1);
    // A record of climbs says what they were chosen instead of.
    let few = Expected {
        amount: Amount::Climbs {
            climbs: 40,
            repeats: 3,
            danger: None,
            precision: None,
        },
        instead_of_moves: Some(7),
        ..noting.0[0]
    };
    let watch = Watch::default();
    let estimate = order.estimated((&short).into(), &few, &Threads(2), &watch, &mut |_| ());
    let Some(OrderRecord::Climbs {
        instead_of_moves, ..
    }) = estimate.unwrap().order
    else {
        panic!("an estimate is made by climbs")
    };
    assert_eq!(instead_of_moves, Some(7));
}

/// Keeps the estimates of an order as they grow.
#[derive(Default)]
struct Growing(Vec<Estimate>);

impl Observer for Growing {
    fn grows(&mut self, _: usize, so_far: &Estimate) {
        self.0.push(so_far.clone());
    }
}

#[test]
fn an_estimate_that_grows_is_that_of_the_repeats_so_far() {
    let player = player("6x8");
    let climbs = |repeats, precision| {
        let amount = Amount::Climbs {
            climbs: 40,
            repeats,
            danger: None,
            precision,
        };
        Order::new(amount).of(&player)
    };
    let mut growing = Growing::default();
    let stop = Arc::default();
    let found = climbs(4, None).carry_out(&Threads(1), &stop, &mut growing);
    assert_eq!(growing.0.len(), 3);
    for (so_far, repeats) in growing.0.into_iter().zip(2..) {
        let whole = answers(&climbs(repeats, None)).remove(0);
        assert_eq!(Answer::Climbs(Box::new(so_far)), whole);
    }
    assert_eq!(found.unwrap(), answers(&climbs(4, None)));
    // Repeats that are added until the interval is narrow are told too.
    let mut growing = Growing::default();
    let found = climbs(4, Some(0.2)).carry_out(&Threads(1), &stop, &mut growing);
    let Answer::Climbs(estimate) = found.unwrap().remove(0) else {
        panic!("climbs were asked for")
    };
    assert!(estimate.repeats.len() > 4);
    assert_eq!(growing.0.last().unwrap().mean, estimate.mean);
}

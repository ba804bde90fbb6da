//! Teaching: a player learns from itself with one more piece of foresight.
//!
//! An iteration plays from boards of every danger equally often and takes lessons on the way: a
//! board and a piece. The teacher is the player itself, which looks one unknown piece further: the
//! worth of a placement is what the best replies to all pieces lead to, averaged as chances to die
//! ([`exponent`]). A fit of the ratings to the teacher's preferences makes the next player. The
//! rating may have local patterns, with a score for every pattern, as n-tuple networks have
//! (Jaśkowski et al. 2015); searching thousands of weights by the results of games would be
//! hopeless, but every lesson says something about dozens of them.
//!
//! It is approximate value iteration for the chance to be lost, and listwise preference learning
//! (Cao et al. 2007).

mod config;
mod exponent;
mod fit;
mod genes;
mod lessons;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tetrarium_engine::rules::GameKind;
use tetrarium_engine::{Player, Rating};

use crate::invalid::{Invalid, at_most, invalid, many, not_negative, positive, probability};
use crate::learners::method::{Log, Method, Parameters, Round, Tick};
use crate::learners::playing::player;
use crate::learners::setting::{Setting, derived};
pub use config::Teaching;
use exponent::Sample;
use fit::Lessons;
use genes::Layout;
use lessons::{Lesson, Taught, Teacher};

/// The lessons that one task collects, and those that one judges.
const COLLECTED: u64 = 5_000;
const JUDGED: usize = 500;

/// The samples of an iteration by which the exponent is found.
const SAMPLES: u64 = 6_000;

/// The most placements of a piece.
const MOST_PLACEMENTS: usize = 34;

/// The features that a player begins with unless it is told otherwise.
const START: [(&str, f64); 4] = [
    ("landing-height", -1.0),
    ("holes", -1.0),
    ("row-transitions", -1.0),
    ("column-transitions", -1.0),
];

impl Teaching {
    fn first_weights(&self, setting: &Setting) -> Result<Vec<f64>, Invalid> {
        setting.weights_or("start", self.start.as_ref(), &START)
    }
}

impl Parameters for Teaching {
    const NAME: &'static str = "teaching";
    const SUMMARY: &'static str =
        "the player with one more piece of foresight teaches itself (tetrarium 2026)";
    type State = State;

    fn validate(&self, setting: &Setting) -> Result<(), Invalid> {
        if setting.rules.game == GameKind::Original {
            let right =
                "this method looks at placements that a piece always reaches: use simplified";
            return Err(invalid("game", "original", right));
        }
        setting.chances()?;
        many("boards", self.boards, 100)?;
        many("placements", self.placements, 2)?;
        let all = "the placements of a piece";
        at_most("placements", self.placements as usize, MOST_PLACEMENTS, all)?;
        positive("temperature", self.temperature)?;
        not_negative("value-weight", self.value_weight)?;
        not_negative("cost-weight", self.cost_weight.unwrap_or(0.0))?;
        many("epochs", self.epochs, 1)?;
        many("batch", self.batch, 1)?;
        positive("rate", self.rate)?;
        not_negative("penalty", self.penalty)?;
        probability("kept", self.kept)?;
        let weights = self.first_weights(setting)?;
        let layout = Layout::new(setting);
        if layout.start(&weights).iter().all(|weight| *weight == 0.0) {
            let right = "name a weight that is not 0: the first player has to prefer something";
            return Err(invalid("start", "0", right));
        }
        Ok(())
    }

    fn start(self, setting: &Setting) -> State {
        let weights = self.first_weights(setting);
        let weights = weights.expect("the parameters were validated");
        State {
            genes: Layout::new(setting).start(&weights),
            iteration: 0,
            phase: Phase::Collect,
            config: self,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::learners) struct State {
    config: Teaching,
    genes: Vec<f64>,
    iteration: u64,
    phase: Phase,
}

/// What an iteration is at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Phase {
    /// Lessons are collected.
    Collect,
    /// The teacher judges them.
    Judge(Arc<Vec<Lesson>>, Scale),
    /// Weights are fitted.
    Fit(Arc<Vec<Lesson>>, Arc<Vec<Taught>>, Scale),
}

/// How ratings are chances to die.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scale {
    exponent: f64,
    /// The rating of a lost game.
    lost: f64,
}

/// A unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Lessons to collect.
    Collect(Collect),
    /// Lessons to judge.
    Judge(Judge),
    /// Weights to fit.
    Fit(Fit),
}

/// Lessons to collect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collect {
    genes: Arc<Vec<f64>>,
    seed: u64,
    lessons: u64,
    samples: u64,
}

/// Lessons to judge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    genes: Arc<Vec<f64>>,
    scale: Scale,
    lessons: Vec<Lesson>,
}

/// Weights to fit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fit {
    genes: Arc<Vec<f64>>,
    seed: u64,
    scale: Scale,
    lessons: Arc<Vec<Lesson>>,
    taught: Arc<Vec<Taught>>,
}

/// The answer to a unit of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// Lessons, samples of ratings, and the rating of the most dangerous boards.
    Collected(Collected),
    /// What the teacher says of each lesson.
    Judged(Vec<Taught>),
    /// The weights, and how well they fit.
    Fitted(Vec<f64>, Log),
}

/// What was collected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Collected {
    lessons: Vec<Lesson>,
    samples: Vec<Sample>,
    /// The ratings of the most dangerous boards.
    dangerous: Vec<f64>,
}

fn greedy(setting: &Setting, genes: &[f64]) -> Player {
    player(&setting.rules, Layout::new(setting).rating(genes))
}

impl Collect {
    fn perform(&self, setting: &Setting, tick: Tick) -> Option<Collected> {
        let player = greedy(setting, &self.genes);
        let lessons = lessons::collect(&player, self.seed, self.lessons, tick)?;
        let rules = &setting.rules;
        let between = lessons
            .iter()
            .filter(|lesson| lessons::is_between(&lesson.board(rules)));
        let samples: Vec<Sample> = between
            .take(self.samples as usize)
            .filter_map(|lesson| lessons::sample(&player, lesson))
            .collect();
        let mut by_danger: Vec<&Lesson> = lessons.iter().collect();
        by_danger.sort_by_key(|lesson| std::cmp::Reverse(lessons::danger(&lesson.board(rules))));
        by_danger.truncate(lessons.len().div_ceil(50));
        let dangerous = by_danger.iter().filter_map(|lesson| {
            let sample = lessons::sample(&player, lesson)?;
            Some(sample.value)
        });
        let dangerous = dangerous.collect();
        let moves = 8 * (samples.len() + by_danger.len()) as u64;
        tick(moves).then_some(Collected {
            lessons,
            samples,
            dangerous,
        })
    }
}

impl Judge {
    fn perform(&self, setting: &Setting, config: &Teaching, tick: Tick) -> Option<Vec<Taught>> {
        let player = greedy(setting, &self.genes);
        let teacher = Teacher {
            player: &player,
            exponent: self.scale.exponent,
            lost: self.scale.lost,
            chances: chances(setting),
            placements: config.placements as usize,
        };
        let judged = self.lessons.iter().map(|lesson| {
            let taught = teacher.judge(lesson);
            tick(7 * taught.placements.len() as u64 + 1).then_some(taught)
        });
        judged.collect()
    }
}

impl Fit {
    fn perform(&self, setting: &Setting, config: &Teaching, tick: Tick) -> Option<Answer> {
        let layout = Layout::new(setting);
        let (mut lessons, mut row) = (Lessons::new(), Vec::new());
        for (lesson, taught) in self.lessons.iter().zip(self.taught.iter()) {
            let (board, piece) = (lesson.board(&setting.rules), lesson.piece());
            for (place, worth) in taught.placements.iter().zip(&taught.worths) {
                let played = lessons::move_of(&setting.rules, &board, piece, usize::from(*place));
                layout.read(&played, &mut row);
                lessons.add_placement(&row, *worth);
            }
            lessons.end_lesson();
            if !tick(0) {
                return None;
            }
        }
        let temperature = config.temperature / self.scale.exponent;
        let roles = layout.roles();
        let (genes, log) = fit::fit(
            config,
            &lessons,
            &self.genes,
            &roles,
            temperature,
            self.seed,
            &mut || tick(0),
        )?;
        Some(Answer::Fitted(genes, log))
    }
}

/// The chance of each piece.
fn chances(setting: &Setting) -> [f64; 7] {
    let (weights, sum) = setting.chances().expect("the parameters were validated");
    weights.map(|weight| f64::from(weight) / f64::from(sum))
}

impl Method for State {
    type Parameters = Teaching;
    type Task = Work;
    type Answer = Answer;

    fn ask(&self, _: &Setting, seed: u64) -> Vec<Work> {
        let genes = Arc::new(self.genes.clone());
        match &self.phase {
            Phase::Collect => {
                let parts = self.config.boards.div_ceil(COLLECTED);
                (0..parts)
                    .map(|part| {
                        Work::Collect(Collect {
                            genes: genes.clone(),
                            seed: derived(seed, part),
                            lessons: COLLECTED.min(self.config.boards - part * COLLECTED),
                            samples: SAMPLES.div_ceil(parts),
                        })
                    })
                    .collect()
            }
            Phase::Judge(lessons, scale) => lessons
                .chunks(JUDGED)
                .map(|lessons| {
                    Work::Judge(Judge {
                        genes: genes.clone(),
                        scale: *scale,
                        lessons: lessons.to_vec(),
                    })
                })
                .collect(),
            Phase::Fit(lessons, taught, scale) => vec![Work::Fit(Fit {
                genes,
                seed,
                scale: *scale,
                lessons: lessons.clone(),
                taught: taught.clone(),
            })],
        }
    }

    fn perform(
        setting: &Setting,
        parameters: &Teaching,
        task: &Work,
        tick: Tick,
    ) -> Option<Answer> {
        match task {
            Work::Collect(task) => task.perform(setting, tick).map(Answer::Collected),
            Work::Judge(task) => task.perform(setting, parameters, tick).map(Answer::Judged),
            Work::Fit(task) => task.perform(setting, parameters, tick),
        }
    }

    fn tell(&mut self, setting: &Setting, answers: Vec<Answer>) -> Round {
        let phase = std::mem::replace(&mut self.phase, Phase::Collect);
        let (mut collected, mut taught, mut fitted) = (Vec::new(), Vec::new(), None);
        for answer in answers {
            match answer {
                Answer::Collected(one) => collected.push(one),
                Answer::Judged(more) => taught.extend(more),
                Answer::Fitted(genes, log) => fitted = Some((genes, log)),
            }
        }
        match phase {
            Phase::Collect => self.begin_judging(setting, collected),
            Phase::Judge(lessons, scale) => {
                self.phase = Phase::Fit(lessons, Arc::new(taught), scale);
                Round::More
            }
            Phase::Fit(_, _, scale) => {
                let (genes, log) = fitted.unwrap_or_else(|| (self.genes.clone(), Log::new()));
                self.end_iteration(genes, log, scale)
            }
        }
    }

    fn rating(setting: &Setting, _: &Teaching, genes: &[f64]) -> Rating {
        Layout::new(setting).rating(genes)
    }

    fn genes(&self) -> Vec<f64> {
        self.genes.clone()
    }

    fn begin_with(&mut self, setting: &Setting, weights: &[f64]) -> bool {
        self.genes = Layout::new(setting).start(weights);
        true
    }
}

impl State {
    fn begin_judging(&mut self, setting: &Setting, collected: Vec<Collected>) -> Round {
        let (mut lessons, mut samples, mut dangerous) = (Vec::new(), Vec::new(), Vec::new());
        for one in collected {
            lessons.extend(one.lessons);
            samples.extend(one.samples);
            dangerous.extend(one.dangerous);
        }
        let Some(exponent) = exponent::exponent(&samples, &chances(setting)) else {
            self.iteration += 1;
            return Round::Done(Log::from([("lessons".to_string(), lessons.len() as f64)]));
        };
        let of_dangerous = dangerous.iter().sum::<f64>() / dangerous.len().max(1) as f64;
        let scale = Scale {
            exponent,
            lost: exponent::lost(of_dangerous, exponent),
        };
        self.phase = Phase::Judge(Arc::new(lessons), scale);
        Round::More
    }

    fn end_iteration(&mut self, genes: Vec<f64>, mut log: Log, scale: Scale) -> Round {
        let kept = if self.iteration == 0 {
            0.0
        } else {
            self.config.kept
        };
        let square = |values: &mut dyn Iterator<Item = f64>| values.map(|by| by * by).sum::<f64>();
        let mut changes = genes.iter().zip(&self.genes).map(|(new, old)| new - old);
        let change = square(&mut changes) / square(&mut self.genes.iter().copied());
        for (gene, new) in self.genes.iter_mut().zip(genes) {
            *gene = kept * *gene + (1.0 - kept) * new;
        }
        self.iteration += 1;
        log.insert("exponent".to_string(), scale.exponent);
        log.insert("change".to_string(), change.sqrt());
        Round::Done(log)
    }
}

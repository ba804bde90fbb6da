//! The agent beside fixed controllers, over many games.

use serde::Serialize;

use super::record::Adapted;
use crate::statistics::{Interval, Level, student_interval};

/// The ratios of the agent's points to those of a fixed controller, one a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// The fixed controller.
    pub name: String,
    /// The games.
    pub games: u64,
    /// The games in which the agent got more points.
    pub ahead: u64,
    /// The mean ratio.
    pub mean: f64,
    /// Student's 95 % interval of the mean ratio; the games are the sample.
    pub interval: Interval,
    /// The least ratio.
    pub least: f64,
    /// The median ratio.
    pub median: f64,
    /// The greatest ratio.
    pub most: f64,
}

/// The ratios to each fixed controller, in the order of the first game's. Games in which a
/// controller got no points have no ratio and are left out.
pub fn summary(games: &[Adapted]) -> Vec<Summary> {
    let Some(first) = games.first() else {
        return Vec::new();
    };
    let names = first.against.iter().map(|fixed| &fixed.name);
    names.filter_map(|name| of(name, games)).collect()
}

fn of(name: &str, games: &[Adapted]) -> Option<Summary> {
    let fixed = games.iter().flat_map(|game| &game.against);
    let ratios = fixed.filter(|fixed| fixed.name == name);
    let mut ratios: Vec<f64> = ratios.filter_map(|fixed| fixed.ratio).collect();
    ratios.sort_by(f64::total_cmp);
    let (least, most) = (*ratios.first()?, *ratios.last()?);
    let count = ratios.len();
    let mean = ratios.iter().sum::<f64>() / count as f64;
    let squares: f64 = ratios.iter().map(|one| (one - mean) * (one - mean)).sum();
    let sd = (squares / (count.max(2) - 1) as f64).sqrt();
    Some(Summary {
        name: name.to_string(),
        games: count as u64,
        ahead: ratios.iter().filter(|ratio| **ratio > 1.0).count() as u64,
        mean,
        interval: student_interval(count as u64, mean, sd, Level::P95),
        least,
        median: (ratios[(count - 1) / 2] + ratios[count / 2]) / 2.0,
        most,
    })
}

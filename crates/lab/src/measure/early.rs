//! The early part of a game, and how it biases measurements that cut games short.
//!
//! Total lines over deaths is the mean of a law without memory. A game has a little memory: it
//! begins with an empty board, and no game is lost while the pile climbs to its usual height. If
//! all games are played to their ends, this safe beginning is part of their lengths and of their
//! mean. If every game is cut after `c` pieces, the safe beginning is counted in full for each game
//! and the rest of the game only in part, and lines over deaths is too large. Let a game be a safe
//! beginning of `d` pieces followed by a law without memory, with `m` pieces on average in all.
//! Then the relative bias is
//!
//! ```text
//! bias = (d / m) / (exp((c − d) / (m − d)) − 1)        ≈ d / (c − d) for cuts far below the mean
//! ```
//!
//! ([`bias_of`]). [`early_bias`] measures it; `examples/early.rs` prints it, and
//! `docs/MEASURING.md` has the figures and the rule of thumb.

use serde::{Deserialize, Serialize};
use tetrarium_engine::{Player, Size, State};

use crate::play::{Length, Shard, Walk, Watch, in_order, play};
use crate::records::Caveat;
use crate::statistics::{Interval, Level, Tally, ratio_of_sums};

/// The bias of measurements that cut games after some number of pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlyBias {
    /// The tally of the whole games.
    pub whole: Tally,
    /// The average height of the pile.
    pub usual_height: f64,
    /// The average number of pieces until the pile first has that height.
    pub pieces_to_usual_height: f64,
    /// The effect of each cut.
    pub cuts: Vec<Cut>,
}

/// The effect on the mean of cutting the same games after some number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The pieces after which a game is cut.
    pub max_pieces: u64,
    /// The games that were lost before that.
    pub deaths: u64,
    /// Lines over deaths, divided by the mean of the whole games, less one; none without deaths.
    pub bias: Option<f64>,
    /// The 95 % interval of the bias. It compares the cut and the whole games of each batch, and so
    /// is much narrower than the interval of either mean.
    pub interval: Option<Interval>,
    /// The pieces of a safe beginning that would explain the bias by [`bias_of`]; none where games
    /// are cut beyond their mean, because such a cut tells too little about the beginning.
    pub beginning: Option<f64>,
}

/// A bound for the safe beginning, in pieces: every controller and board measured stayed below
/// `width · height² / 10` (`docs/MEASURING.md` has the table).
pub fn longest_beginning(board: Size) -> f64 {
    (board.width() * board.height() * board.height()) as f64 / 10.0
}

/// Beyond this factor between a mean and the truth, nothing is said of the mean.
pub const LARGEST_FACTOR: f64 = 10.0;

/// Whether games were cut so early that lines over deaths can be too large by more than one
/// percent, or says nothing at all.
///
/// Let whole games have `m` pieces on average, and let the first `d` of a game be safe. After the
/// beginning a game has no memory, so that `m − d` pieces are to come on average, and earlier more.
/// With `P` pieces in `D` lost and `C` cut games, `m (D + C)` is then at least `P + C (m − d)`, and
/// `m` at least `(P − C d) / D`. So pieces over deaths, and lines over deaths with them, are too
/// large by the factor `P / (P − C d)` at most. If all games are whole, the factor is 1. If it is
/// above [`LARGEST_FACTOR`] or has no bound (`P ≤ C d`), nothing can be said of the mean.
pub fn early_cut(tally: &Tally, board: Size) -> Option<Caveat> {
    if tally.cut == 0 || tally.pieces == 0 {
        return None;
    }
    let beginning = longest_beginning(board);
    let pieces = tally.pieces as f64 / tally.games() as f64;
    let safe = beginning * tally.cut as f64;
    let left = tally.pieces as f64 - safe;
    if left * LARGEST_FACTOR < tally.pieces as f64 {
        return Some(Caveat::CutTooEarly { pieces, beginning });
    }
    let bias = safe / left;
    (bias > 0.01).then_some(Caveat::CutEarly {
        pieces,
        beginning,
        bias,
    })
}

/// The number of batches of games. The spread between batches gives the intervals.
const BATCHES: usize = 20;

/// Plays whole games and measures the effect on lines over deaths of cutting them after each of
/// `caps` pieces. Returns nothing if a game could not be played to its end, because the watch ended
/// playing or the pieces ran out.
pub fn early_bias(
    player: &Player,
    seed: u64,
    games: u64,
    caps: &[u64],
    threads: usize,
    watch: &Watch,
) -> Option<EarlyBias> {
    let usual_height = usual_height(player, seed, games.min(200), threads, watch)?;
    let played = in_order(games, threads, watch, |number| {
        one_game(player, seed, number, caps, usual_height, watch)
    });
    if (played.len() as u64) < games || games < 2 * BATCHES as u64 {
        return None;
    }
    let played: Vec<Early> = played.into_iter().collect::<Option<_>>()?;
    let mut whole = Tally::default();
    let mut reached = 0;
    for game in &played {
        whole.record(game.lines, game.pieces, true);
        reached += game.reached;
    }
    let mean = whole.mean().filter(|mean| *mean > 0.0)?;
    let pieces = whole.pieces as f64 / games as f64;
    let cuts = caps.iter().enumerate();
    let cuts = cuts.map(|(index, &max_pieces)| cut(&played, index, max_pieces, mean, pieces));
    Some(EarlyBias {
        whole,
        usual_height,
        pieces_to_usual_height: reached as f64 / games as f64,
        cuts: cuts.collect(),
    })
}

/// One game: its whole length, and its lines at each cut.
struct Early {
    lines: u64,
    pieces: u64,
    /// The pieces until the pile first had its usual height; all pieces if it never had.
    reached: u64,
    /// For each cap: the lines by then, and whether the game was lost by then.
    at: Vec<(u64, bool)>,
}

fn one_game(
    player: &Player,
    seed: u64,
    number: u64,
    caps: &[u64],
    usual_height: f64,
    watch: &Watch,
) -> Option<Early> {
    let mut game = Walk::new(player.into(), seed, number, watch).ok()?;
    let mut at: Vec<Option<u64>> = vec![None; caps.len()];
    let mut reached = None;
    loop {
        game.advance().ok()?;
        let counts = game.counts();
        match game.state() {
            State::Lost => break,
            State::OutOfPieces => return None,
            State::Playing => {}
        }
        if reached.is_none() && game.board().max_height() as f64 >= usual_height {
            reached = Some(counts.pieces);
        }
        for (at, &cap) in at.iter_mut().zip(caps) {
            if counts.pieces == cap {
                *at = Some(counts.lines);
            }
        }
        if game.is_ended() {
            return None;
        }
    }
    let counts = game.counts();
    watch.count_games(1, 1);
    let at = at.into_iter();
    Some(Early {
        lines: counts.lines,
        pieces: counts.pieces,
        reached: reached.unwrap_or(counts.pieces),
        at: at
            .map(|lines| (lines.unwrap_or(counts.lines), lines.is_none()))
            .collect(),
    })
}

fn usual_height(
    player: &Player,
    seed: u64,
    games: u64,
    threads: usize,
    watch: &Watch,
) -> Option<f64> {
    let shard = Shard {
        seed: seed.wrapping_add(1),
        first: 0,
        games,
        length: Length::AtMost(1000),
    };
    let counting = watch.beside().counting_heights();
    play(player, &shard, threads, &counting);
    counting.heights()?.mean()
}

fn cut(played: &[Early], index: usize, max_pieces: u64, mean: f64, pieces: f64) -> Cut {
    let size = played.len().div_ceil(BATCHES);
    // The bias plus one is a quotient of three sums: the lines of the cut games over their deaths
    // and over the mean of the whole games. To first order it is a quotient of two sums, in which
    // the deviation of a batch's mean is added to the deaths of that batch.
    let (mut lines, mut weights) = (Vec::new(), Vec::new());
    let mut deaths = 0;
    for batch in played.chunks(size) {
        let of = |game: &Early| game.at[index];
        lines.push(batch.iter().map(|game| of(game).0 as f64).sum());
        let lost = batch.iter().filter(|game| of(game).1).count();
        deaths += lost as u64;
        let own: u64 = batch.iter().map(|game| game.lines).sum();
        let own = own as f64 / batch.len() as f64;
        weights.push(
            lost as f64 * mean + (own - mean) * deaths_share(played, index) * batch.len() as f64,
        );
    }
    let quotient = ratio_of_sums(&lines, &weights, Level::P95).filter(|_| deaths > 0);
    let bias = quotient.map(|(quotient, _)| quotient - 1.0);
    Cut {
        max_pieces,
        deaths,
        bias,
        interval: quotient.map(|(_, interval)| Interval {
            low: interval.low - 1.0,
            high: interval.high - 1.0,
        }),
        beginning: bias.and_then(|bias| beginning(bias, max_pieces as f64, pieces)),
    }
}

/// The relative bias of lines over deaths for games of `mean` pieces that begin with `beginning`
/// safe pieces and are cut after `cut` pieces; infinite where no game is lost before the cut.
///
/// ```
/// use tetrarium_lab::measure::early::bias_of;
/// assert!((bias_of(40.0, 400.0, 100_000.0) - 40.0 / 360.0).abs() < 0.002);
/// assert!(bias_of(40.0, 4e5, 1e5) < 1e-5);
/// ```
pub fn bias_of(beginning: f64, cut: f64, mean: f64) -> f64 {
    if cut <= beginning || mean <= beginning {
        return f64::INFINITY;
    }
    (beginning / mean) / libm::expm1((cut - beginning) / (mean - beginning))
}

/// The beginning that has this bias, by bisection. Below the mean, the bias grows with the
/// beginning.
fn beginning(bias: f64, cut: f64, mean: f64) -> Option<f64> {
    if cut > mean {
        return None;
    }
    let (mut low, mut high) = (0.0, cut);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if bias_of(middle, cut, mean) < bias {
            low = middle;
        } else {
            high = middle;
        }
    }
    Some(low)
}

fn deaths_share(played: &[Early], index: usize) -> f64 {
    let deaths = played.iter().filter(|game| game.at[index].1).count();
    deaths as f64 / played.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Measurement;
    use tetrarium_engine::{Rules, catalogue};

    #[test]
    fn early_cuts_are_reported_with_their_bias() {
        let mut rules = Rules::default();
        rules.set("board", "6x6").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let reported = |length| {
            let shard = crate::Shard {
                seed: 1,
                first: 0,
                games: 60,
                length,
            };
            let records = crate::play(&player, &shard, 1, &Watch::default());
            let tally = Measurement::new(&player, &shard, &records).tally;
            early_cut(&tally, rules.board)
        };
        use crate::Length::{AtMost, Whole};
        assert_eq!(reported(Whole), None);
        // 6 · 6² / 10 = 21.6 pieces.
        assert!(matches!(
            reported(AtMost(15)),
            Some(Caveat::CutTooEarly {
                beginning: 21.6,
                ..
            })
        ));
        let bias = |caveat| match caveat {
            Some(Caveat::CutEarly { bias, .. }) => bias,
            None => 0.0,
            other => panic!("{other:?}"),
        };
        // In 20,000 games, the means are 60 % and 5 % too large.
        assert!((0.6..9.0).contains(&bias(reported(AtMost(20)))));
        assert!((0.1..0.7).contains(&bias(reported(AtMost(60)))));
        // Only few of the games are that long.
        assert!(bias(reported(AtMost(400))) < 0.05);
    }

    #[test]
    fn an_early_cut_makes_the_mean_too_large_and_a_late_cut_does_not() {
        let mut rules = Rules::default();
        rules.set("board", "8x6").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let caps = [15, 1_000_000];
        let measure = |threads| early_bias(&player, 1, 400, &caps, threads, &Watch::default());
        let bias = measure(1).unwrap();
        assert_eq!(Some(&bias), measure(2).as_ref());
        assert!(bias.cuts[0].bias.unwrap() > 0.3, "{bias:?}");
        let late = bias.cuts[1];
        assert_eq!((late.deaths, bias.whole.finished), (400, 400));
        assert!(late.bias.unwrap().abs() < 1e-12);
        assert!((1.0..60.0).contains(&bias.pieces_to_usual_height));
        assert_eq!(
            early_bias(&player, 1, 10, &caps, 1, &Watch::default()),
            None
        );
    }
}

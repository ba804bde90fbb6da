//! The rollout set: positions that a controller meets, of all heights.

use tetrarium_engine::random::{Purpose, Stream, below};
use tetrarium_engine::{Board, Move, Player, PlayerGame};

use super::config::Uniform;
use crate::learners::method::{MOVES_A_TICK, Tick};

impl Uniform {
    /// The heights that there are, numbered from 0, on a board of this height.
    fn count(self, height: usize) -> usize {
        match self {
            Uniform::None => 1,
            _ => height + 1,
        }
    }

    fn of(self, board: &Board) -> usize {
        match self {
            Uniform::MaxHeight => board.max_height(),
            Uniform::MeanHeight => board.heights().sum::<i32>() as usize / board.width(),
            Uniform::None => 0,
        }
    }
}

/// Plays a number of moves and gives `count` of them back, heights as even as can be: the boards
/// after these moves are the states. Fewer if there are not as many. None if the work was ended.
pub(super) fn states(
    player: &Player,
    height: Uniform,
    (seed, number): (u64, u64),
    (count, moves): (u64, u64),
    tick: Tick,
) -> Option<Vec<Move>> {
    let mut by_height = vec![Vec::new(); height.count(player.rules().board.height())];
    let mut games = number << 32;
    let mut game = PlayerGame::new(player, seed, games);
    for place in 1..=moves {
        match game.step() {
            Some(played) if !played.ends => by_height[height.of(&played.after)].push(played),
            _ => {
                games += 1;
                game = PlayerGame::new(player, seed, games);
            }
        }
        let due = place % MOVES_A_TICK;
        if due == 0 && !tick(MOVES_A_TICK) || place == moves && due > 0 && !tick(due) {
            return None;
        }
    }
    let sizes: Vec<usize> = by_height.iter().map(Vec::len).collect();
    let draws = Stream::new(seed, number << 32, Purpose::Learning);
    let mut drawn = 0;
    let mut taken = Vec::new();
    for (mut moves, share) in by_height.into_iter().zip(shares(&sizes, count as usize)) {
        for place in 0..share {
            let left = (moves.len() - place) as u32;
            moves.swap(place, place + below(draws.word(drawn), left) as usize);
            drawn += 1;
        }
        moves.truncate(share);
        taken.extend(moves);
    }
    Some(taken)
}

/// How many to take of groups of these sizes, so that there are `count` of them in all (or all that
/// there are) and no group has more than another by more than one, unless the other has no more.
fn shares(sizes: &[usize], count: usize) -> Vec<usize> {
    let mut shares = vec![0; sizes.len()];
    let mut left = count;
    loop {
        let open = |(share, size): (&usize, &usize)| share < size;
        let groups = shares.iter().zip(sizes).filter(|pair| open(*pair)).count();
        if groups == 0 || left == 0 {
            return shares;
        }
        let each = (left / groups).max(1);
        for (share, size) in shares.iter_mut().zip(sizes) {
            let more = each.min(size - *share).min(left);
            *share += more;
            left -= more;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetrarium_engine::{Rules, catalogue};

    #[test]
    fn shares_are_as_even_as_can_be() {
        assert_eq!(shares(&[10, 10, 10], 9), [3, 3, 3]);
        assert_eq!(shares(&[1, 10, 2], 9), [1, 6, 2]);
        assert_eq!(shares(&[5, 0, 5], 3), [2, 0, 1]);
        assert_eq!(shares(&[2, 3], 9), [2, 3]);
        assert_eq!(shares(&[], 4), [0; 0]);
    }

    #[test]
    fn heights_are_nearly_uniform_where_they_shall_be() {
        let mut rules = Rules::default();
        rules.set("board", "10x10").unwrap();
        let player = Player::new(catalogue::named("bcts").unwrap(), &rules).unwrap();
        let counts = |height: Uniform| {
            let taken = states(&player, height, (1, 0), (110, 4000), &mut |_| true).unwrap();
            assert_eq!(taken.len(), 110);
            let mut counts = [0; 11];
            taken
                .iter()
                .for_each(|played| counts[played.after.max_height()] += 1);
            counts
        };
        let uniform = counts(Uniform::MaxHeight);
        assert!(
            uniform[2..8].iter().all(|count| *count >= 10),
            "{uniform:?}"
        );
        let met = counts(Uniform::None);
        assert!(
            met[8..].iter().sum::<usize>() < uniform[8..].iter().sum(),
            "{met:?}"
        );
        assert!(met.iter().max() > uniform.iter().max());
    }
}

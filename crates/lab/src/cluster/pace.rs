//! How many items a shard has: enough for handing it out to cost little, and few enough for all
//! machines to have some until the end.

/// The fewest seconds that a shard is meant to take.
const FEWEST_SECONDS: f64 = 0.1;

/// The most seconds that a shard of more than one item is meant to take: what is lost with a
/// machine, and how seldom progress is seen.
const MOST_SECONDS: f64 = 5.0;

/// Shards that each worker is meant to have of what is left.
const SHARDS_A_WORKER: u64 = 4;

/// The seconds that items have taken.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Pace {
    seconds: f64,
    items: u64,
}

impl Pace {
    /// Learns what some items took.
    pub fn add(&mut self, seconds: f64, items: u64) {
        self.seconds += seconds.max(0.0);
        self.items += items;
    }

    /// What a later job begins with: the same pace, of one item, so that it soon has its own.
    pub fn remembered(&self) -> Pace {
        Pace {
            seconds: self.seconds / self.items.max(1) as f64,
            items: 1,
        }
    }

    /// Whether anything is known.
    pub fn is_known(&self) -> bool {
        self.items > 0
    }

    /// The number of items for the next shard. `left` items are not handed out yet, and `shards`
    /// shards are.
    pub fn items_of_a_shard(&self, left: u64, shards: u64, workers: usize) -> u64 {
        let workers = workers.max(1) as u64;
        let each = (left / (SHARDS_A_WORKER * workers)).max(1);
        if !self.is_known() {
            // One item for each worker, then twice as many each time: there are not too many shards
            // even if all are taken before the first result is there.
            let doublings = (shards / (2 * workers)).min(40);
            return (1 << doublings).min(each);
        }
        let seconds = (self.seconds / self.items as f64).max(1e-9);
        let items = |seconds_of_a_shard: f64| (seconds_of_a_shard / seconds) as u64;
        let (fewest, most) = (items(FEWEST_SECONDS) + 1, items(MOST_SECONDS).max(1));
        each.min(most).max(fewest.min(most)).min(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(seconds: f64) -> Pace {
        let mut pace = Pace::default();
        pace.add(seconds * 10.0, 10);
        pace
    }

    #[test]
    fn small_items_share_a_shard_and_large_ones_do_not() {
        assert_eq!(pace(1e-3).items_of_a_shard(1_000_000, 0, 4), 5000);
        assert_eq!(pace(1e-3).items_of_a_shard(3200, 0, 4), 200);
        assert_eq!(pace(1e-3).items_of_a_shard(1000, 0, 4), 101);
        assert_eq!(pace(1e-3).items_of_a_shard(100, 0, 4), 100);
        assert_eq!(pace(60.0).items_of_a_shard(1000, 0, 4), 1);
        assert_eq!(pace(0.0).items_of_a_shard(7, 0, 4), 7);
    }

    /// Even where all are taken before the first result is there.
    #[test]
    fn unknown_items_begin_alone_and_are_not_too_many_shards() {
        let unknown = Pace::default();
        assert_eq!(unknown.items_of_a_shard(1000, 0, 4), 1);
        let (mut left, mut shards) = (100_000_000, 0);
        while left > 0 {
            left -= unknown.items_of_a_shard(left, shards, 4);
            shards += 1;
        }
        assert!(shards < 1000, "{shards}");
    }
}

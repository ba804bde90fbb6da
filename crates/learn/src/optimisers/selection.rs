//! Choosing parents and mixing them: the operators that the evolutionary methods share.

use crate::draws::Draws;

/// The winner of a tournament among `size` different individuals; with probability
/// `random_rate` a random one of them instead of the best (Amundsen 2014, §3.4.3).
pub(super) fn tournament(
    fitness: &[f64],
    size: usize,
    random_rate: f64,
    draws: &mut Draws,
) -> usize {
    let group = draws.sample(fitness.len(), size);
    if draws.chance(random_rate) {
        // The group is in random order already.
        return group[0];
    }
    let mut winner = group[0];
    for &other in &group[1..] {
        if fitness[other] > fitness[winner] {
            winner = other;
        }
    }
    winner
}

/// `count` choices by stochastic universal sampling (Baker 1987): equally spaced pointers on the
/// wheel of shares, so that everyone is chosen as often as expected, up to one. In random order:
/// neighbouring pointers point at the same individual, who would be paired with itself.
pub(super) fn universal(shares: &[f64], count: usize, draws: &mut Draws) -> Vec<usize> {
    let shares = shares_or_equal(shares);
    let step = shares.iter().sum::<f64>() / count as f64;
    let start = draws.uniform() * step;
    let mut chosen = Vec::with_capacity(count);
    let (mut at, mut end) = (0, shares[0]);
    for pointer in 0..count {
        let place = start + pointer as f64 * step;
        while place >= end && at + 1 < shares.len() {
            at += 1;
            end += shares[at];
        }
        chosen.push(at);
    }
    draws
        .sample(count, count)
        .into_iter()
        .map(|place| chosen[place])
        .collect()
}

/// One choice in proportion to its share.
pub(super) fn roulette(shares: &[f64], draws: &mut Draws) -> usize {
    let shares = shares_or_equal(shares);
    let place = draws.uniform() * shares.iter().sum::<f64>();
    let mut end = 0.0;
    for (index, share) in shares.iter().enumerate() {
        end += share;
        if place < end {
            return index;
        }
    }
    // Rounding can leave the place at the very end of the wheel.
    shares.iter().rposition(|share| *share > 0.0).unwrap_or(0)
}

/// Where none has a share, all have the same.
fn shares_or_equal(shares: &[f64]) -> Vec<f64> {
    if shares.iter().any(|share| *share > 0.0) {
        shares.to_vec()
    } else {
        vec![1.0; shares.len()]
    }
}

/// Shares by sigma scaling, 1 + (f - mean) / 2σ (Amundsen 2014, eq. 3.1). It can be negative, on
/// which the thesis is silent; such a share is 0.1, as in Mitchell 1996, §5.4.
pub(super) fn sigma_scaled(fitness: &[f64]) -> Vec<f64> {
    let (mean, deviation) = mean_and_deviation(fitness.iter().copied());
    fitness
        .iter()
        .map(|f| {
            let share = 1.0 + (f - mean) / (2.0 * deviation);
            match share {
                _ if deviation == 0.0 => 1.0,
                share if share < 0.0 => 0.1,
                share => share,
            }
        })
        .collect()
}

/// Mean and standard deviation (of all, not of a sample).
pub(super) fn mean_and_deviation(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let count = values.clone().count() as f64;
    let mean = values.clone().sum::<f64>() / count;
    let variance = values.map(|x| (x - mean) * (x - mean)).sum::<f64>() / count;
    (mean, variance.sqrt())
}

/// Indexes from the fittest to the least fit; equals stay in order.
pub(super) fn ranked(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

/// For each of `length` pieces whether it comes from the first parent, with crossover at `points`
/// different places (fewer where there are fewer), and either parent first.
pub(super) fn cut(length: usize, points: usize, draws: &mut Draws) -> Vec<bool> {
    let places = draws.sample(length.saturating_sub(1), points);
    let mut first = draws.chance(0.5);
    (0..length)
        .map(|piece| {
            let from_first = first;
            if places.contains(&piece) {
                first = !first;
            }
            from_first
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts how often each of `of` is chosen, as shares of `rounds`.
    fn shares(of: usize, rounds: usize, mut choose: impl FnMut() -> usize) -> Vec<f64> {
        let mut counts = vec![0usize; of];
        for _ in 0..rounds {
            counts[choose()] += 1;
        }
        counts.iter().map(|&c| c as f64 / rounds as f64).collect()
    }

    fn assert_near(found: &[f64], expected: &[f64], rounds: usize) {
        for (f, e) in found.iter().zip(expected) {
            let error = 4.0 * (e * (1.0 - e) / rounds as f64).sqrt() + 1e-12;
            assert!((f - e).abs() <= error, "{found:?} instead of {expected:?}");
        }
    }

    #[test]
    fn tournament_probabilities() {
        // Of four, groups of two: the best of rank r (0 = worst) wins r of the 6 pairs; with
        // probability 0.2 anyone.
        let fitness = [1.0, 2.0, 3.0, 4.0];
        let mut draws = Draws::of_generation(11, 0);
        let found = shares(4, 40_000, || tournament(&fitness, 2, 0.2, &mut draws));
        let expected = [0, 1, 2, 3].map(|rank| 0.8 * f64::from(rank) / 6.0 + 0.2 / 4.0);
        assert_near(&found, &expected, 40_000);
    }

    #[test]
    fn a_tournament_of_all_is_won_by_the_best() {
        let mut draws = Draws::of_generation(12, 0);
        for _ in 0..100 {
            assert_eq!(tournament(&[1.0, 9.0, 3.0], 10, 0.0, &mut draws), 1);
        }
    }

    #[test]
    fn universal_sampling_is_exact_up_to_one() {
        let fitness = [1.0, 0.0, 2.5, 6.5];
        let mut draws = Draws::of_generation(13, 0);
        let mut totals = [0usize; 4];
        for _ in 0..5000 {
            let chosen = universal(&fitness, 20, &mut draws);
            for (index, share) in fitness.iter().enumerate() {
                let count = chosen.iter().filter(|&&c| c == index).count();
                assert!((count as f64 - 2.0 * share).abs() < 1.0);
                totals[index] += count;
            }
        }
        let found = totals.map(|count| count as f64 / 100_000.0);
        assert_near(&found, &[0.1, 0.0, 0.25, 0.65], 100_000);
    }

    #[test]
    fn universal_sampling_is_shuffled() {
        let mut draws = Draws::of_generation(14, 0);
        let alike = (0..2000)
            .map(|_| universal(&[1.0, 1.0], 4, &mut draws))
            .filter(|chosen| chosen[0] == chosen[1])
            .count();
        // Two of each in random order: the first two are alike with probability 1/3.
        assert!((600..740).contains(&alike), "{alike}");
    }

    #[test]
    fn roulette_probabilities() {
        let mut draws = Draws::of_generation(15, 0);
        let found = shares(3, 40_000, || roulette(&[1.0, 0.0, 3.0], &mut draws));
        assert_near(&found, &[0.25, 0.0, 0.75], 40_000);
        let found = shares(3, 40_000, || roulette(&[0.0; 3], &mut draws));
        assert_near(&found, &[1.0 / 3.0; 3], 40_000);
    }

    #[test]
    fn sigma_scaling() {
        let shares = sigma_scaled(&[1.0, 3.0]);
        assert_eq!(shares, [0.5, 1.5]);
        assert_eq!(sigma_scaled(&[2.0, 2.0]), [1.0, 1.0]);
        let mut far = vec![10.0; 9];
        far.push(0.0);
        assert_eq!(sigma_scaled(&far)[9], 0.1);
    }

    #[test]
    fn cuts_have_the_number_of_points() {
        let mut draws = Draws::of_generation(16, 0);
        for points in 0..6 {
            let mask = cut(6, points, &mut draws);
            let changes = mask.windows(2).filter(|pair| pair[0] != pair[1]).count();
            assert_eq!(changes, points);
        }
        assert_eq!(cut(1, 2, &mut draws).len(), 1);
    }
}

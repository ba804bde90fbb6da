use super::*;
use crate::draws::Draws;
use crate::learners::methods::natural_policy_gradient::layout::Layout;
use tetrarium_engine::{Arithmetic, vectorised};

/// The same, one number after the other: chances, their logarithms, the mean of the features, and
/// the gradients of a placement's chance and of the entropy.
fn plainly(rows: &[f64], weights: &[f64], drawn: usize, by: f64) -> Vec<Vec<f64>> {
    let rows: Vec<&[f64]> = rows.chunks_exact(weights.len()).collect();
    let score = |row: &&[f64]| row.iter().zip(weights).map(|(x, y)| x * y).sum::<f64>();
    let mut logarithms: Vec<f64> = rows.iter().map(score).collect();
    let most = logarithms.iter().copied().fold(f64::MIN, f64::max);
    logarithms.iter_mut().for_each(|score| *score -= most);
    let parts: Vec<f64> = logarithms.iter().map(|score| libm::exp(*score)).collect();
    let sum = parts.iter().fold(0.0, |sum, part| sum + part);
    let chances: Vec<f64> = parts.iter().map(|part| part / sum).collect();
    logarithms.iter_mut().for_each(|log| *log -= libm::log(sum));
    let mean = |feature: usize| {
        let terms = rows.iter().zip(&chances);
        terms.fold(0.0, |sum, (row, chance)| sum + chance * row[feature])
    };
    let mean: Vec<f64> = (0..weights.len()).map(mean).collect();
    let gradient = |feature: usize| {
        let start = 0.5 + by * (rows[drawn][feature] - mean[feature]);
        let terms = rows.iter().zip(chances.iter().zip(&logarithms));
        terms.fold(start, |sum, (row, (chance, log))| {
            sum - by * chance * log * (row[feature] - mean[feature])
        })
    };
    let gradient = (0..weights.len()).map(gradient).collect();
    vec![chances, logarithms, mean, gradient]
}

struct Computed<'a, T> {
    rows: Rows<'a, T>,
    weights: &'a [f64],
    drawn: usize,
    by: f64,
}

impl<T: Number> Arithmetic for Computed<'_, T> {
    type Output = Vec<Vec<f64>>;

    #[inline(always)]
    fn perform(self) -> Vec<Vec<f64>> {
        let mut policy = Policy::default();
        let mut gradient = vec![[0.5; LANES]; self.weights.len().div_ceil(LANES)];
        policy.weigh(self.rows, self.weights);
        policy.add_score_of(self.rows, self.drawn, self.by, &mut gradient);
        policy.add_gradient_of_entropy(self.rows, self.by, &mut gradient);
        let size = self.weights.len();
        vec![
            policy.chances().to_vec(),
            policy.logarithms().to_vec(),
            policy.mean()[..size].to_vec(),
            gradient.as_flattened()[..size].to_vec(),
        ]
    }
}

fn laid_out<T: Number>(rows: &[f64], weights: &[f64], drawn: usize, by: f64) -> Vec<Vec<f64>> {
    // Another turn is before it.
    let mut layout = Layout::<T>::default();
    layout.add(&vec![7.0; 3 * weights.len()], weights.len());
    let place = layout.add(rows, weights.len());
    vectorised(Computed {
        rows: layout.at(place, weights.len()),
        weights,
        drawn,
        by,
    })
}

/// Every number of placements and of features, weights of every size, whole numbers and others.
#[test]
fn vectors_give_the_bits_of_plain_sums() {
    let bits = |lists: Vec<Vec<f64>>| -> Vec<Vec<u64>> {
        let bits = |list: Vec<f64>| list.into_iter().map(f64::to_bits).collect();
        lists.into_iter().map(bits).collect()
    };
    for seed in 0..3000 {
        let mut draws = Draws::of_generation(seed, 0);
        let (size, placements) = (1 + draws.below(30), 1 + draws.below(70));
        let scale = [0.01, 0.3, 5.0, 300.0][draws.below(4)];
        let weights: Vec<f64> = draws.normals(size).iter().map(|one| one * scale).collect();
        let (drawn, by) = (draws.below(placements), draws.normal());
        let mut rows = draws.normals(placements * size);
        let right = bits(plainly(&rows, &weights, drawn, by));
        assert_eq!(bits(laid_out::<f64>(&rows, &weights, drawn, by)), right);
        rows.iter_mut()
            .for_each(|value| *value = libm::rint(*value * 8.0));
        let right = bits(plainly(&rows, &weights, drawn, by));
        assert_eq!(bits(laid_out::<f64>(&rows, &weights, drawn, by)), right);
        assert_eq!(bits(laid_out::<f32>(&rows, &weights, drawn, by)), right);
    }
}

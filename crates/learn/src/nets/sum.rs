//! Sums over examples, in fixed blocks.

/// The examples of one block of a sum.
pub const BLOCK: usize = 256;

/// The sum of the losses and gradients of examples: each block of [`BLOCK`] of them in order, and
/// the blocks in order. `example` adds the gradient of one to its block's and returns its loss.
pub fn summed(
    examples: usize,
    parameters: usize,
    mut example: impl FnMut(usize, &mut [f64]) -> f64,
) -> (f64, Vec<f64>) {
    let (mut loss, mut gradient) = (0.0, vec![0.0; parameters]);
    let mut of_block = vec![0.0; parameters];
    for first in (0..examples).step_by(BLOCK) {
        of_block.fill(0.0);
        let mut loss_of_block = 0.0;
        for number in first..examples.min(first + BLOCK) {
            loss_of_block += example(number, &mut of_block);
        }
        loss += loss_of_block;
        for (sum, more) in gradient.iter_mut().zip(&of_block) {
            *sum += more;
        }
    }
    (loss, gradient)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_summed_in_their_order() {
        // A sum in one go gives another last bit: 2^53 + 1 + 1 loses both ones, 2^53 + 2 none.
        let values: Vec<f64> = (0..BLOCK + 2)
            .map(|number| match number {
                0 => libm::exp2(53.0),
                number if number < BLOCK => 0.0,
                _ => 1.0,
            })
            .collect();
        let (loss, gradient) = summed(values.len(), 1, |number, gradient| {
            gradient[0] += values[number];
            values[number]
        });
        assert_eq!(loss, libm::exp2(53.0) + 2.0);
        assert_eq!(gradient, [loss]);
    }
}

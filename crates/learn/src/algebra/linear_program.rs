//! Linear programs of few unknowns and many rows, in a fixed order of operations.
//!
//! The rows come in groups, of which each may be violated for a price:
//!
//! minimise c·x + Σ over groups of price · max(0, largest of right − row·x in the group),
//! where every unknown stays within ±its limit.
//!
//! The simplex method solves the dual, whose equations are as many as the unknowns: rows are its
//! columns, so a row that is added later leaves the last solution a place to go on from. In the
//! dual, the multipliers of a group's rows sum to its price at most. With a multiplier for what is
//! left of the price, the members of a group sum to the price exactly. One member of each group is
//! its *key* and takes what the others leave; only members that are neither key nor 0 need a place
//! in the basis (generalised upper bounds; Dantzig & Van Slyke 1967). The matrix of the basis is
//! small, so it is factorised anew in every step, and no error builds up.

mod side_by_side;

use serde::{Deserialize, Serialize};

use super::factors::Factors;
use super::symmetric::Matrix;
use side_by_side::SideBySide;

/// What counts as 0 beside 1.
const LITTLE: f64 = 1e-9;

/// The steps without gain after which the first way to go on is taken in place of the steepest one,
/// until there is a gain: the steepest one may go in circles (Bland 1977).
const PATIENCE: u32 = 40;

/// The most steps of a solution. Tens of thousands of rows take some thousand steps.
const MOST_STEPS: u64 = 100_000;

/// A linear program, and where its solution is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinearProgram {
    costs: Vec<f64>,
    /// The limits of the unknowns come first: two groups of one row each.
    groups: Vec<Group>,
    /// The members that take part in the solution, as many as there are unknowns.
    basis: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    /// None for rows that must hold.
    pub price: Option<f64>,
    pub rows: Vec<Row>,
    /// The row that takes what others leave of the price; none if the price is not spent.
    pub key: Option<usize>,
}

/// row·x ≥ right.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Row {
    pub values: Vec<f64>,
    pub right: f64,
}

/// A row of a group, or what is left of its price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Member {
    group: usize,
    row: Option<usize>,
}

/// A solution of a linear program.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimum {
    /// The unknowns.
    pub values: Vec<f64>,
    /// The steps that it took from the last solution.
    pub steps: u64,
}

/// What stops a step.
enum Stop {
    /// The member in this place of the basis is at 0.
    Leaves(usize),
    /// The key of this group is at 0.
    Key(usize),
}

impl LinearProgram {
    /// The program without rows: c, and the limits of the unknowns.
    pub fn new(costs: Vec<f64>, limits: &[f64]) -> LinearProgram {
        let size = costs.len();
        let mut program = LinearProgram {
            groups: Vec::new(),
            basis: Vec::new(),
            costs,
        };
        for (index, limit) in limits.iter().enumerate() {
            for sign in [1.0, -1.0] {
                let mut values = vec![0.0; size];
                values[index] = sign;
                let group = program.add_group(None);
                program.add_row(group, values, -limit);
            }
            let at_most = program.costs[index] < 0.0;
            program.basis.push(Member {
                group: 2 * index + usize::from(at_most),
                row: Some(0),
            });
        }
        program
    }

    /// Adds a group of rows whose violation has a price; none if they must hold. Returns its
    /// number.
    pub fn add_group(&mut self, price: Option<f64>) -> usize {
        self.groups.push(Group {
            price,
            rows: Vec::new(),
            key: None,
        });
        self.groups.len() - 1
    }

    /// Adds the row `values·x ≥ right` to a group.
    pub fn add_row(&mut self, group: usize, values: Vec<f64>, right: f64) {
        self.groups[group].rows.push(Row { values, right });
    }

    /// By how much unknowns violate a group.
    pub fn violation(&self, group: usize, unknowns: &[f64]) -> f64 {
        let rows = self.groups[group].rows.iter();
        let violations = rows.map(|row| row.violation(unknowns));
        violations.fold(0.0, f64::max)
    }

    /// Goes on from the last solution to the best one; none if rows that must hold contradict each
    /// other.
    pub fn solve(&mut self) -> Option<Optimum> {
        let (mut steps, mut idle) = (0, 0);
        let all = SideBySide::new(&self.groups, self.costs.len());
        let mut violations = Vec::new();
        let mut right_side = self.right_side();
        loop {
            let factors = Factors::new(&self.matrix());
            let amounts = factors.solve(&right_side);
            let prices: Vec<f64> = self.basis.iter().map(|member| self.gain(member)).collect();
            let unknowns = factors.solve_transposed(&prices);
            all.violations(&unknowns, &mut violations);
            let entering = self.entering(&violations, idle > PATIENCE);
            let Some(entering) = entering.filter(|_| steps < MOST_STEPS) else {
                let values = unknowns;
                return Some(Optimum { values, steps });
            };
            let direction = factors.solve(&self.column(&entering));
            let (length, stop) = self.longest_step(&entering, &amounts, &direction)?;
            let keys_change = matches!(stop, Stop::Key(_));
            self.step(entering, stop, &direction);
            if keys_change {
                right_side = self.right_side();
            }
            idle = if length > 0.0 { 0 } else { idle + 1 };
            steps += 1;
        }
    }

    fn row(&self, group: usize, row: Option<usize>) -> Option<&Row> {
        row.map(|row| &self.groups[group].rows[row])
    }

    /// What a member adds to the equations, at the expense of its group's key.
    fn column(&self, member: &Member) -> Vec<f64> {
        let key = self.row(member.group, self.groups[member.group].key);
        let own = self.row(member.group, member.row);
        let value = |row: Option<&Row>, index: usize| row.map_or(0.0, |row| row.values[index]);
        let all = 0..self.costs.len();
        all.map(|index| value(own, index) - value(key, index))
            .collect()
    }

    /// What a member adds to the aim of the dual, at the expense of its group's key.
    fn gain(&self, member: &Member) -> f64 {
        let right = |row: Option<&Row>| row.map_or(0.0, |row| row.right);
        let key = self.row(member.group, self.groups[member.group].key);
        right(self.row(member.group, member.row)) - right(key)
    }

    /// The columns of the basis, as rows of a matrix.
    fn matrix(&self) -> Matrix {
        let size = self.costs.len();
        let columns = self.basis.iter().map(|member| self.column(member));
        let columns: Matrix = columns.collect();
        let row = |index: usize| columns.iter().map(|column| column[index]).collect();
        (0..size).map(row).collect()
    }

    /// What is left of the costs for the basis, after the keys.
    fn right_side(&self) -> Vec<f64> {
        let mut rest = self.costs.clone();
        for (number, group) in self.groups.iter().enumerate() {
            let (Some(price), Some(key)) = (group.price, self.row(number, group.key)) else {
                continue;
            };
            for (rest, value) in rest.iter_mut().zip(&key.values) {
                *rest -= price * value;
            }
        }
        rest
    }

    /// The member that gains most, or the first that gains; none if the solution is the best. The
    /// violations are those of all rows, group by group.
    fn entering(&self, violations: &[f64], first: bool) -> Option<Member> {
        let (mut most, mut best) = (LITTLE, None);
        let mut rest = violations;
        for (number, group) in self.groups.iter().enumerate() {
            let (own, others) = rest.split_at(group.rows.len());
            rest = others;
            let of_key = group.key.map_or(0.0, |row| own[row]);
            let mut consider = |row: Option<usize>, violation: f64| {
                if violation - of_key > most {
                    most = violation - of_key;
                    best = Some(Member { group: number, row });
                }
            };
            consider(None, 0.0);
            for (index, violation) in own.iter().enumerate() {
                consider(Some(index), *violation);
            }
            if first && best.is_some() {
                break;
            }
        }
        best
    }

    /// How far the entering member can grow, and what stops it; none if nothing does.
    fn longest_step(
        &self,
        entering: &Member,
        amounts: &[f64],
        direction: &[f64],
    ) -> Option<(f64, Stop)> {
        let mut longest: Option<(f64, f64, Stop)> = None;
        let mut consider = |amount: f64, speed: f64, stop: Stop| {
            if speed <= LITTLE {
                return;
            }
            let length = amount.max(0.0) / speed;
            let nearer = longest.as_ref().is_none_or(|(least, fastest, _)| {
                length < *least || length == *least && speed > *fastest
            });
            if nearer {
                longest = Some((length, speed, stop));
            }
        };
        // The groups whose keys change: of the entering member, and of the basis.
        let mut keys: Vec<(usize, f64, f64)> = vec![(entering.group, 0.0, 1.0)];
        for (place, member) in self.basis.iter().enumerate() {
            consider(amounts[place], direction[place], Stop::Leaves(place));
            let of_member = (member.group, amounts[place], -direction[place]);
            match keys.iter_mut().find(|(group, ..)| *group == member.group) {
                Some((_, used, speed)) => {
                    *used += of_member.1;
                    *speed += of_member.2;
                }
                None => keys.push(of_member),
            }
        }
        for (group, used, speed) in keys {
            if let Some(price) = self.groups[group].price {
                consider(price - used, speed, Stop::Key(group));
            }
        }
        longest.map(|(length, _, stop)| (length, stop))
    }

    /// Takes the entering member in, and what stopped it out.
    fn step(&mut self, entering: Member, stop: Stop, direction: &[f64]) {
        match stop {
            Stop::Leaves(place) => self.basis[place] = entering,
            Stop::Key(group) if group == entering.group => self.groups[group].key = entering.row,
            Stop::Key(group) => {
                let size = |place: &usize| direction[*place].abs();
                let members = (0..self.basis.len()).filter(|&p| self.basis[p].group == group);
                let place = members
                    .max_by(|one, other| size(one).total_cmp(&size(other)))
                    .expect("a key that is used up has other members in the basis");
                self.groups[group].key = self.basis[place].row;
                self.basis[place] = entering;
            }
        }
    }
}

impl Row {
    pub fn violation(&self, unknowns: &[f64]) -> f64 {
        let pairs = self.values.iter().zip(unknowns);
        self.right - pairs.map(|(value, unknown)| value * unknown).sum::<f64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draws::Draws;

    fn solved(program: &mut LinearProgram) -> Vec<f64> {
        program.solve().expect("the rows do not contradict").values
    }

    #[test]
    fn of_two_unknowns() {
        // minimise 2x + 3y, x + y ≥ 4, x + 3y ≥ 6, both at least 0: the corner (3, 1).
        let mut program = LinearProgram::new(vec![2.0, 3.0], &[100.0, 100.0]);
        for (row, right) in [
            ([1.0, 1.0], 4.0),
            ([1.0, 3.0], 6.0),
            ([1.0, 0.0], 0.0),
            ([0.0, 1.0], 0.0),
        ] {
            let group = program.add_group(None);
            program.add_row(group, row.to_vec(), right);
        }
        let found = solved(&mut program);
        assert!((found[0] - 3.0).abs() < 1e-12 && (found[1] - 1.0).abs() < 1e-12);
        // Another row, and the solution goes on: the corner of it and the second, (4.5, 0.5).
        let group = program.add_group(None);
        program.add_row(group, vec![1.0, 1.0], 5.0);
        let found = solved(&mut program);
        assert!((found[0] - 4.5).abs() < 1e-12 && (found[1] - 0.5).abs() < 1e-12);
    }

    #[test]
    fn without_rows_unknowns_go_to_their_limits() {
        let mut program = LinearProgram::new(vec![2.0, -3.0], &[10.0, 7.0]);
        assert_eq!(solved(&mut program), [-10.0, 7.0]);
    }

    #[test]
    fn contradictions_are_told() {
        let mut program = LinearProgram::new(vec![1.0], &[10.0]);
        let group = program.add_group(None);
        program.add_row(group, vec![1.0], 11.0);
        assert_eq!(program.solve(), None);
    }

    /// The weighted median: the least of Σ |x − a| is where half lies below.
    #[test]
    fn violations_have_a_price() {
        let points: [f64; 5] = [3.0, -4.0, 10.0, 0.5, 1.0];
        let mut program = LinearProgram::new(vec![0.0], &[100.0]);
        for point in points {
            for sign in [1.0, -1.0] {
                let group = program.add_group(Some(1.0));
                program.add_row(group, vec![sign], sign * point);
            }
        }
        assert!((solved(&mut program)[0] - 1.0).abs() < 1e-12);
        // A group has its largest violation only: |x − 3| and 2 · |x − 5| of one group.
        let mut program = LinearProgram::new(vec![0.0], &[100.0]);
        let group = program.add_group(Some(1.0));
        for (row, right) in [(1.0, 3.0), (-1.0, -3.0), (2.0, 10.0), (-2.0, -10.0)] {
            program.add_row(group, vec![row], right);
        }
        let right = 13.0 / 3.0;
        assert!((solved(&mut program)[0] - right).abs() < 1e-12);
    }

    /// What is minimised; infinite where a row that must hold does not.
    fn aim(program: &LinearProgram, unknowns: &[f64]) -> f64 {
        let costs = program.costs.iter().zip(unknowns);
        let mut aim: f64 = costs.map(|(cost, unknown)| cost * unknown).sum();
        for (number, group) in program.groups.iter().enumerate() {
            let violation = program.violation(number, unknowns);
            aim += match group.price {
                Some(price) => price * violation,
                None if violation > 1e-7 => f64::INFINITY,
                None => 0.0,
            };
        }
        aim
    }

    /// The aim is convex: where no direction gains, it is the least.
    #[test]
    fn no_direction_gains_from_a_solution() {
        for seed in 0..30 {
            let mut draws = Draws::of_generation(seed, 0);
            let size = 2 + draws.below(7);
            let mut program = LinearProgram::new(draws.normals(size), &vec![20.0; size]);
            for round in 0..3 {
                for _ in 0..20 {
                    let price = (draws.below(4) > 0).then(|| draws.uniform());
                    let group = program.add_group(price);
                    for _ in 0..=draws.below(4) {
                        let row = draws.normals(size);
                        // Rows that must hold do so at 0.
                        let right = draws.normal();
                        let right = if price.is_none() { -right.abs() } else { right };
                        program.add_row(group, row, right);
                    }
                }
                let found = solved(&mut program);
                let least = aim(&program, &found);
                assert!(least.is_finite(), "seed {seed} round {round}");
                for try_ in 0..500 {
                    let length = [1e-4, 1e-2, 1.0][try_ % 3];
                    let by = draws.normals(size);
                    let moved: Vec<f64> = (0..size).map(|i| found[i] + by[i] * length).collect();
                    assert!(aim(&program, &moved) >= least - 1e-9, "seed {seed}");
                }
            }
        }
    }

    #[test]
    fn ties_and_zeros_do_not_stop_it() {
        // All rows pass through the solution 0, many are equal, and two unknowns are alike.
        let mut program = LinearProgram::new(vec![1.0, 1.0, 0.0], &[5.0; 3]);
        for k in 0..60 {
            let group = program.add_group((k % 2 == 0).then_some(3.0));
            let tilt = f64::from(k / 6);
            program.add_row(group, vec![1.0, 1.0, tilt], 0.0);
            program.add_row(group, vec![1.0, 1.0, -tilt], 0.0);
        }
        let found = solved(&mut program);
        assert!((found[0] + found[1]).abs() < 1e-9);
    }
}

//! Linear equations modulo 2^32 that hold on samples.
//!
//! The equations `c0 * v0 + ... + c(n-1) * v(n-1) = 0` that all samples `(v0, ..., v(n-1))` satisfy
//! form a module over the integers modulo 2^32. It is stored as generators, and each sample shrinks
//! it (Müller-Olm and Seidl, TOPLAS 2007, for the domain; King and Søndergaard for the samples).
//! Without samples all equations hold.

mod sparse;

use crate::term::polynomial::inverse;
pub use sparse::Sparse;

/// The equations that hold on all samples so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equations {
    width: usize,
    generators: Vec<Sparse>,
}

/// An equation of an echelon form: the coefficient of its pivot is a power of two, and those of
/// earlier columns are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The column that it solves.
    pub pivot: usize,
    /// The coefficients, by column.
    pub coefficients: Sparse,
}

/// Removes a row and uses it to eliminate a column from the others. These then generate all their
/// linear combinations in which the column is zero.
pub fn eliminate(rows: &mut Vec<Sparse>, column: usize) -> Option<Sparse> {
    let of_column = rows.iter().enumerate().filter(|(_, row)| row[column] != 0);
    let (least, _) = of_column.min_by_key(|(_, row)| row[column].trailing_zeros())?;
    let mut pivot = rows.swap_remove(least);
    let twos = pivot[column].trailing_zeros();
    pivot.scale(inverse(pivot[column] >> twos));
    for row in rows.iter_mut() {
        let factor = row[column] >> twos;
        row.subtract(factor, &pivot);
    }
    if twos > 0 {
        let mut multiple = pivot.clone();
        multiple.scale(1 << (32 - twos));
        rows.push(multiple);
    }
    rows.retain(|row| !row.is_zero());
    Some(pivot)
}

impl Equations {
    /// All equations over this many words: there are no samples.
    pub fn all(width: usize) -> Equations {
        Equations { width, generators: (0..width).map(Sparse::unit).collect() }
    }

    /// All equations over some of the words: there are no samples.
    pub fn of(words: impl Iterator<Item = bool>) -> Equations {
        let words: Vec<bool> = words.collect();
        let mut equations = Equations::all(words.len());
        let mut kept = words.into_iter();
        equations.generators.retain(|_| kept.next() == Some(true));
        equations
    }

    /// No equation.
    pub fn none(width: usize) -> Equations {
        Equations { width, generators: Vec::new() }
    }

    /// Adds a sample; returns whether it violates an equation.
    pub fn add(&mut self, sample: &[u32]) -> bool {
        let residues: Vec<u32> = self.generators.iter().map(|row| row.product(sample)).collect();
        let broken = residues.iter().enumerate().filter(|(_, residue)| **residue != 0);
        let Some((least, &residue)) = broken.min_by_key(|(_, residue)| residue.trailing_zeros())
        else {
            return false;
        };
        let pivot = self.generators[least].clone();
        // All other residues are multiples of the same power of two.
        let twos = residue.trailing_zeros();
        let unit = inverse(residue >> twos);
        for (row, &other) in self.generators.iter_mut().zip(&residues) {
            if other != 0 {
                row.subtract((other >> twos).wrapping_mul(unit), &pivot);
            }
        }
        // `residue` times this is zero.
        let mut multiple = pivot;
        multiple.scale(1u32.checked_shl(32 - twos).unwrap_or(0));
        self.generators[least] = multiple;
        self.generators.retain(|row| !row.is_zero());
        true
    }

    /// The vectors that satisfy all equations, as generators of their module. Modulo 2^32 they
    /// determine the equations: whatever vanishes on all of them is an equation.
    pub fn solutions(&self) -> Vec<Sparse> {
        let mut dual = Equations::all(self.width);
        let mut vector = vec![0; self.width];
        for row in &self.generators {
            dual.add(with(&mut vector, row));
        }
        dual.generators
    }

    /// Keeps the equations that `other` implies too: those that hold in both kinds of states.
    /// Returns whether there are fewer now.
    pub fn join(&mut self, other: &Equations) -> bool {
        let mut changed = false;
        let mut sample = vec![0; self.width];
        for vector in &other.solutions() {
            changed |= self.add(with(&mut sample, vector));
        }
        changed
    }

    /// Replaces the equations by all linear combinations of these rows whose residues, combined in
    /// the same way, give a combination of the relations.
    pub fn keep(&mut self, rows: Vec<(Sparse, Sparse)>, relations: Vec<Sparse>) {
        let residues = rows.iter().map(|(_, of_row)| of_row).chain(&relations);
        let residues = residues.filter_map(|it| it.iter().next_back()).map(|(last, _)| last + 1);
        let residues = residues.max().unwrap_or(0);
        let beside = |(row, of_row): (Sparse, Sparse)| -> Sparse {
            of_row.iter().chain(row.iter().map(|(column, c)| (residues + column, c))).collect()
        };
        let relations = relations.into_iter().map(|relation| (Sparse::default(), relation));
        let mut left = rows.into_iter().chain(relations).map(beside).collect();
        for column in 0..residues {
            eliminate(&mut left, column);
        }
        self.generators = left.into_iter().map(|row| row.behind(residues)).collect();
        self.generators.retain(|row| !row.is_zero());
    }

    /// Keeps the equations that are about these columns alone.
    pub fn project(&mut self, is_kept: impl Fn(usize) -> bool) {
        let others = |row: &Sparse| row.iter().filter(|(column, _)| !is_kept(*column)).collect();
        let rows = std::mem::take(&mut self.generators);
        let rows = rows.into_iter().map(|row| {
            let others: Sparse = others(&row);
            (row, others)
        });
        self.keep(rows.collect(), vec![]);
    }

    /// Adds an equation.
    pub fn meet(&mut self, equation: Sparse) {
        self.generators.push(equation);
    }

    /// The same equations in echelon form, with the columns in this order.
    pub fn echelon(&self, order: &[usize]) -> Vec<Row> {
        let mut left = self.generators.clone();
        let mut rows: Vec<Row> = Vec::new();
        for &column in order {
            if let Some(coefficients) = eliminate(&mut left, column) {
                rows.push(Row { pivot: column, coefficients });
            }
        }
        // A row's pivot is eliminated from earlier rows where it divides evenly; otherwise the
        // result would be no smaller and harder to read.
        for i in (0..rows.len()).rev() {
            let Row { pivot, coefficients } = rows[i].clone();
            let twos = coefficients[pivot].trailing_zeros();
            for row in &mut rows[..i] {
                if row.coefficients[pivot].trailing_zeros() >= twos {
                    let factor = row.coefficients[pivot] >> twos;
                    row.coefficients.subtract(factor, &coefficients);
                }
            }
        }
        rows
    }
}

/// Writes a vector with all its components into this slice.
fn with<'v>(place: &'v mut [u32], vector: &Sparse) -> &'v [u32] {
    place.fill(0);
    vector.iter().for_each(|(column, word)| place[column] = word);
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::draws::Draws;

    /// Whether a module implies an equation.
    fn holds(equations: &Equations, equation: &[u32]) -> bool {
        let order: Vec<usize> = (0..equation.len()).collect();
        let mut rest = equation.to_vec();
        for row in equations.echelon(&order) {
            let pivot = row.coefficients[row.pivot];
            if rest[row.pivot].trailing_zeros() >= pivot.trailing_zeros() {
                let factor = rest[row.pivot] >> pivot.trailing_zeros();
                row.coefficients
                    .iter()
                    .for_each(|(at, c)| rest[at] = rest[at].wrapping_sub(factor.wrapping_mul(c)));
            }
        }
        rest.iter().all(|&c| c == 0)
    }

    /// Compares a join with a direct check on all samples of both.
    #[test]
    fn a_join_has_the_equations_of_both() {
        let mut draws = Draws::new(2);
        let mut random = |below: u32| draws.below(below);
        let mut kept = 0;
        for _ in 0..400 {
            let mut of_samples = || {
                let samples: Vec<[u32; 4]> = (0..random(3))
                    .map(|_| [random(5), random(4) << 30, random(3) << 16, 1])
                    .collect();
                let mut equations = Equations::all(4);
                samples.iter().for_each(|sample| _ = equations.add(sample));
                (samples, equations)
            };
            let ((mut samples, mut joined), (others, other)) = (of_samples(), of_samples());
            let before = joined.clone();
            let changed = joined.join(&other);
            samples.extend(others);
            let mut expected = Equations::all(4);
            samples.iter().for_each(|sample| _ = expected.add(sample));
            let order = [0, 1, 2, 3];
            let implies = |a: &Equations, b: &Equations| {
                let dense = |row: &Row| order.map(|column| row.coefficients[column]);
                b.echelon(&order).iter().all(|row| holds(a, &dense(row)))
            };
            assert!(implies(&joined, &expected) && implies(&expected, &joined), "{samples:?}");
            assert_eq!(changed, !implies(&joined, &before), "{samples:?}");
            assert!(implies(&before, &joined) && implies(&other, &joined));
            kept += usize::from(joined != Equations::none(4));
        }
        assert!(kept > 100, "{kept}");
    }

    /// Compares the module with a direct check of each equation on each sample, for words that are
    /// small multiples of 2^30, so that all equations can be listed.
    #[test]
    fn equations_are_those_that_the_samples_satisfy() {
        let mut draws = Draws::new(1);
        let mut random = |below: u32| draws.below(below);
        for _ in 0..200 {
            let samples: Vec<[u32; 3]> =
                (0..random(4)).map(|_| [random(5), random(4) << 30, 1]).collect();
            let mut equations = Equations::all(3);
            samples.iter().for_each(|sample| _ = equations.add(sample));
            for a in 0..4u32 {
                for b in 0..4u32 {
                    for c in 0..4u32 {
                        let equation = [a << 30, b, c << 30];
                        let zero = |sample: &[u32; 3]| {
                            let products =
                                sample.iter().zip(equation).map(|(v, c)| v.wrapping_mul(c));
                            products.fold(0u32, u32::wrapping_add) == 0
                        };
                        let expected = samples.iter().all(zero);
                        assert_eq!(
                            holds(&equations, &equation),
                            expected,
                            "{equation:?} of {samples:?}"
                        );
                    }
                }
            }
        }
    }
}

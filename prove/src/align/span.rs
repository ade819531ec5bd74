//! Linear combinations modulo 2^width.
//!
//! A [`Span`] is the module that columns span over the words modulo 2^width, in Howell form: an echelon form in which
//! the multiples of each vector that are zero at its pivot are in the span of the later ones.

use std::collections::BTreeMap;

use tamarin_kernel::word::Width;

use crate::tactics::ring::inverse;

/// A linear combination of columns.
#[derive(Clone)]
struct Vector {
    rows: Vec<u64>,
    /// The factor of each column in this combination.
    of: Vec<u64>,
}

/// The module that columns span.
pub struct Span {
    width: Width,
    /// Vectors, by the first row in which they are not zero.
    pivots: BTreeMap<usize, Vector>,
    columns: usize,
    /// Work done; a unit is about one multiplication of words.
    pub work: u64,
}

impl Vector {
    /// Subtracts a multiple of another vector that is zero before row `from`.
    fn subtract(&mut self, other: &Vector, times: u64, from: usize) {
        for (row, by) in self.rows[from..].iter_mut().zip(&other.rows[from..]) {
            *row = row.wrapping_sub(by.wrapping_mul(times));
        }
        if self.of.len() < other.of.len() {
            self.of.resize(other.of.len(), 0);
        }
        for (factor, by) in self.of.iter_mut().zip(&other.of) {
            *factor = factor.wrapping_sub(by.wrapping_mul(times));
        }
    }

    fn scale(&mut self, by: u64, width: Width) {
        let all = self.rows.iter_mut().chain(&mut self.of);
        all.for_each(|value| *value = width.wrap(value.wrapping_mul(by)));
    }
}

/// A word `q` with `q·b = a`, if `a` has at least as many factors of two as `b`.
fn quotient(a: u64, b: u64) -> u64 {
    let twos = b.trailing_zeros();
    (a >> twos).wrapping_mul(inverse(b >> twos))
}

impl Span {
    /// The span of no columns.
    pub fn new(width: Width) -> Span {
        Span { width, pivots: BTreeMap::new(), columns: 0, work: 0 }
    }

    /// Adds a column; columns are numbered from 0 in this order.
    pub fn add(&mut self, rows: Vec<u64>) {
        let mut of = vec![0; self.columns + 1];
        of[self.columns] = 1;
        self.columns += 1;
        let mut open = vec![Vector { rows, of }];
        while let Some(vector) = open.pop() {
            self.insert(vector, &mut open);
        }
    }

    /// Adds a vector; pushes the multiples of pivots that vanish at the pivot row to `open`.
    fn insert(&mut self, mut vector: Vector, open: &mut Vec<Vector>) {
        for row in 0..vector.rows.len() {
            // Ignore bits above the width.
            vector.rows[row] = self.width.wrap(vector.rows[row]);
            let twos = vector.rows[row].trailing_zeros();
            if vector.rows[row] == 0 {
                continue;
            }
            let old = self.pivots.get(&row).map(|pivot| pivot.rows[row].trailing_zeros());
            if old.is_none_or(|old| twos < old) {
                if twos > 0 {
                    let mut multiple = vector.clone();
                    multiple.scale(1 << (self.width.bits() - twos), self.width);
                    open.push(multiple);
                }
                let Some(before) = self.pivots.insert(row, vector) else { return };
                vector = before;
            }
            let pivot = &self.pivots[&row];
            let times = quotient(vector.rows[row], pivot.rows[row]);
            vector.subtract(pivot, times, row);
            self.work += (vector.rows.len() - row + vector.of.len()) as u64;
        }
    }

    /// The factors with which the columns add up to this one; none if it is not in the span.
    pub fn express(&self, rows: Vec<u64>) -> Option<BTreeMap<usize, u64>> {
        let mut rest = Vector { rows, of: Vec::new() };
        for row in 0..rest.rows.len() {
            rest.rows[row] = self.width.wrap(rest.rows[row]);
            if rest.rows[row] == 0 {
                continue;
            }
            let pivot = self.pivots.get(&row)?;
            if rest.rows[row].trailing_zeros() < pivot.rows[row].trailing_zeros() {
                return None;
            }
            let times = quotient(rest.rows[row], pivot.rows[row]);
            rest.subtract(pivot, times, row);
        }
        let factors = rest.of.iter().map(|by| self.width.wrap(by.wrapping_neg()));
        Some(factors.enumerate().filter(|(_, by)| *by != 0).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `express` returns factors that reproduce the column, and succeeds for every linear combination.
    #[test]
    fn sums_are_expressed() {
        let width = Width::new(8).expect("it is at most 64");
        let mut random = oorandom::Rand32::new(3);
        for _ in 0..2_000 {
            let word = |random: &mut oorandom::Rand32| u64::from(random.rand_u32() & 255);
            let columns: Vec<Vec<u64>> = (0..3)
                .map(|_| {
                    let by = 1 << random.rand_range(0..4);
                    (0..4).map(|_| width.wrap(word(&mut random) * by)).collect()
                })
                .collect();
            let mut span = Span::new(width);
            columns.iter().for_each(|column| span.add(column.clone()));
            let sum = |of: &[u64]| -> Vec<u64> {
                let row = |row: usize| columns.iter().zip(of).map(|(c, by)| c[row] * by).sum();
                (0..4).map(|at| width.wrap(row(at))).collect()
            };
            let factors: Vec<u64> = (0..3).map(|_| word(&mut random)).collect();
            let found = span.express(sum(&factors)).expect("it is a sum");
            let found: Vec<u64> = (0..3).map(|it| found.get(&it).copied().unwrap_or(0)).collect();
            assert_eq!(sum(&found), sum(&factors));
            let any: Vec<u64> = (0..4).map(|_| word(&mut random)).collect();
            if let Some(found) = span.express(any.clone()) {
                let found: Vec<u64> =
                    (0..3).map(|it| found.get(&it).copied().unwrap_or(0)).collect();
                assert_eq!(sum(&found), any);
            }
        }
    }
}

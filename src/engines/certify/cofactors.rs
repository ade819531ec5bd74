//! Finds the factors of zero words that make their sum equal to a given word.
//!
//! The premises, each multiplied by 1 and by atoms, are rows over the products that occur, extended
//! by a unit vector that identifies the row. Elimination modulo 2^32 reduces the word to zero, if
//! possible, and records the factors. If there are many atoms, premises that determine the value of
//! an atom are used up first: the atom is divided out of the word and of the other premises, and
//! the quotients are recorded in the same way.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::algebra::Factor;
use tamarin_checker::terms::{Atom, Monomial, Polynomial, Terms, Word, plus, times};

use crate::engines::alignment::equations::{Sparse, eliminate};
use crate::term::polynomial::inverse;

/// Maximum number of rows.
const ROWS: usize = 400;
/// Maximum number of atoms in a factor's product.
const DEGREE: usize = 2;

/// The factors of the premises, by their index, whose sum is the word; `None` if none were found.
pub fn cofactors(terms: &Terms, word: Word, premises: &[Word]) -> Option<Vec<(usize, Factor)>> {
    let goal = terms.polynomial(word);
    let all: Vec<&Polynomial> = premises.iter().map(|&premise| terms.polynomial(premise)).collect();
    let plain = |degree| of_degree(goal, &all, degree);
    let found = plain(0).or_else(|| plain(1)).or_else(|| by_values(goal, &all));
    let found = found.or_else(|| plain(DEGREE))?;
    let factor =
        |(atoms, factor): (Monomial, u32)| (atoms.into_iter().map(|atom| atom.0).collect(), factor);
    let factors = |(index, by): (usize, Polynomial)| (index, by.into_iter().map(factor).collect());
    Some(found.into_iter().map(factors).collect())
}

/// The factor of each premise.
type Factors = BTreeMap<usize, Polynomial>;

/// A linear combination of premises.
struct Multiple {
    sum: Polynomial,
    by: Factors,
}

impl Multiple {
    /// Eliminates an atom by a sum in which it occurs alone with an odd coefficient.
    fn without(&mut self, atom: Atom, pivot: &Multiple) -> Option<()> {
        let unit = inverse(*pivot.sum.get(&vec![atom])?);
        loop {
            let with = self.sum.iter().find(|(product, _)| product.contains(&atom));
            let Some((product, &coefficient)) = with else { return Some(()) };
            let mut quotient = product.clone();
            quotient.remove(quotient.iter().position(|part| *part == atom)?);
            let factor = Polynomial::from([(quotient, coefficient.wrapping_mul(unit))]);
            self.sum = plus(&self.sum, &times(&pivot.sum, &factor)?, u32::MAX);
            for (&premise, by) in &pivot.by {
                let of_premise = self.by.entry(premise).or_default();
                *of_premise = plus(of_premise, &times(by, &factor)?, u32::MAX);
            }
        }
    }
}

/// Uses up premises that determine an atom first.
fn by_values(goal: &Polynomial, premises: &[&Polynomial]) -> Option<Factors> {
    let of_premise = |(index, &premise): (usize, &&Polynomial)| Multiple {
        sum: premise.clone(),
        by: Factors::from([(index, Polynomial::from([(vec![], 1)]))]),
    };
    let mut rows: Vec<Multiple> = premises.iter().enumerate().map(of_premise).collect();
    let mut rest = Multiple { sum: goal.clone(), by: Factors::new() };
    while let Some((at, atom)) =
        rows.iter().enumerate().find_map(|(at, row)| Some((at, value_of(&row.sum)?)))
    {
        let pivot = rows.swap_remove(at);
        // A row that becomes too large is dropped.
        rows.retain_mut(|row| row.without(atom, &pivot).is_some() && !row.sum.is_empty());
        rest.without(atom, &pivot)?;
    }
    let sums: Vec<&Polynomial> = rows.iter().map(|row| &row.sum).collect();
    let of_rows = (0..=DEGREE).find_map(|degree| of_degree(&rest.sum, &sums, degree))?;
    // The goal minus what was subtracted is the rest.
    let minus = |by: &Polynomial| plus(&Polynomial::new(), by, u32::MAX);
    let mut factors: Factors = rest.by.iter().map(|(&premise, by)| (premise, minus(by))).collect();
    for (row, factor) in of_rows {
        for (&premise, by) in &rows[row].by {
            let of_premise = factors.entry(premise).or_default();
            *of_premise = plus(of_premise, &times(by, &factor)?, 1);
        }
    }
    factors.retain(|_, by| !by.is_empty());
    Some(factors)
}

/// An atom that occurs in one product only, alone, with an odd coefficient.
fn value_of(sum: &Polynomial) -> Option<Atom> {
    sum.iter().find_map(|(product, factor)| {
        let &[atom] = &product[..] else { return None };
        let alone = sum.keys().filter(|other| other.contains(&atom)).count() == 1;
        (factor % 2 == 1 && alone).then_some(atom)
    })
}

fn of_degree(goal: &Polynomial, premises: &[&Polynomial], degree: usize) -> Option<Factors> {
    let polynomials = premises.iter().copied();
    let atoms: BTreeSet<Atom> =
        polynomials.clone().chain([goal]).flat_map(Polynomial::keys).flatten().copied().collect();
    let mut factors: Vec<Monomial> = vec![vec![]];
    let mut last = factors.clone();
    for _ in 0..degree {
        last = last
            .iter()
            .flat_map(|factor| {
                let behind = factor.last().copied();
                let further = atoms.iter().filter(move |atom| behind.is_none_or(|b| b <= **atom));
                further.map(move |&atom| [&factor[..], &[atom]].concat())
            })
            .collect();
        factors.extend(last.clone());
    }
    if factors.len() * premises.len() > ROWS {
        return None;
    }
    let mut rows: Vec<(usize, &Monomial, Polynomial)> = Vec::new();
    for (index, premise) in polynomials.enumerate() {
        for factor in &factors {
            let by = Polynomial::from([(factor.clone(), 1)]);
            rows.extend(times(premise, &by).map(|product| (index, factor, product)));
        }
    }
    let products: BTreeSet<&Monomial> =
        rows.iter().map(|(.., product)| product).chain([goal]).flat_map(Polynomial::keys).collect();
    let columns: BTreeMap<&Monomial, usize> = products.into_iter().zip(0..).collect();
    // After the columns of products, each row has a column of its own that identifies it.
    let row = |product: &Polynomial, unit: Option<usize>| -> Sparse {
        let factors = product.iter().map(|(monomial, &factor)| (columns[monomial], factor));
        factors.chain(unit.map(|unit| (columns.len() + unit, 1))).collect()
    };
    let units = rows.iter().enumerate().map(|(unit, (.., product))| row(product, Some(unit)));
    let mut left: Vec<Sparse> = units.collect();
    let mut rest = row(goal, None);
    for column in (0..columns.len()).rev() {
        let pivot = eliminate(&mut left, column);
        if rest[column] != 0 {
            let pivot = pivot?;
            let twos = pivot[column].trailing_zeros();
            if rest[column].trailing_zeros() < twos {
                return None;
            }
            let factor = rest[column] >> twos;
            rest.subtract(factor, &pivot);
        }
    }
    // The word is the sum of what was subtracted.
    let mut found = Factors::new();
    for (unit, coefficient) in rest.behind(columns.len()).iter() {
        let (index, factor, _) = &rows[unit];
        let by = found.entry(*index).or_default();
        by.insert((*factor).clone(), coefficient.wrapping_neg());
    }
    Some(found)
}

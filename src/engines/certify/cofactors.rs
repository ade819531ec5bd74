//! By what words that are zero have to be multiplied for their sum to be a word.
//!
//! The premises, each times 1 and times atoms, are rows over the products that
//! occur, beside a unit vector that says which they are. Elimination modulo 2^32
//! takes the word to zero, if it can, and keeps account. Where atoms are many, premises that
//! give the value of one are used up before: it is divided out of the word and of the other
//! premises, and the quotients are kept account of in the same way.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::algebra::Factor;
use tamarin_checker::terms::{Atom, Monomial, Polynomial, Terms, Word, plus, times};

use crate::engines::alignment::equations::{Sparse, eliminate};
use crate::term::polynomial::inverse;

/// Rows at most.
const ROWS: usize = 400;
/// Atoms multiplied to a factor, at most.
const DEGREE: usize = 2;

/// The factors of the premises, by their index, whose sum is the word; none where
/// none were found.
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

/// By what each premise is multiplied.
type Factors = BTreeMap<usize, Polynomial>;

/// A sum of multiples of premises.
struct Multiple {
    sum: Polynomial,
    by: Factors,
}

impl Multiple {
    /// Takes an atom out, with a sum in which it is alone and has an odd factor.
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

/// With premises that give the value of an atom used up first.
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
        // One that gets too large is of no use.
        rows.retain_mut(|row| row.without(atom, &pivot).is_some() && !row.sum.is_empty());
        rest.without(atom, &pivot)?;
    }
    let sums: Vec<&Polynomial> = rows.iter().map(|row| &row.sum).collect();
    let of_rows = (0..=DEGREE).find_map(|degree| of_degree(&rest.sum, &sums, degree))?;
    // The goal without what was taken off is the rest.
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

/// An atom that is in one product only, alone, with an odd factor.
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
    // Behind the columns of products each row has one of its own, which tells what it is made of.
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
    // What was subtracted is what the word is the sum of.
    let mut found = Factors::new();
    for (unit, coefficient) in rest.behind(columns.len()).iter() {
        let (index, factor, _) = &rows[unit];
        let by = found.entry(*index).or_default();
        by.insert((*factor).clone(), coefficient.wrapping_neg());
    }
    Some(found)
}

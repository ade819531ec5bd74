//! By what words that are zero have to be multiplied for their sum to be a word.
//!
//! The premises, each times 1 and times atoms, are rows over the products that
//! occur, beside a unit vector that says which they are. Elimination modulo 2^32
//! takes the word to zero, if it can, and keeps account.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::algebra::Factor;
use tamarin_checker::terms::{Atom, Monomial, Polynomial, Terms, Word, times};

use crate::engines::alignment::equations::{eliminate, subtract};

/// Rows at most.
const ROWS: usize = 400;
/// Atoms multiplied to a factor, at most.
const DEGREE: usize = 2;

/// The factors of the premises, by their index, whose sum is the word; none where
/// none were found.
pub fn cofactors(terms: &Terms, word: Word, premises: &[Word]) -> Option<Vec<(usize, Factor)>> {
    (0..=DEGREE).find_map(|degree| of_degree(terms, word, premises, degree))
}

fn of_degree(
    terms: &Terms,
    word: Word,
    premises: &[Word],
    degree: usize,
) -> Option<Vec<(usize, Factor)>> {
    let goal = terms.polynomial(word);
    let polynomials = premises.iter().map(|&premise| terms.polynomial(premise));
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
    let width = columns.len() + rows.len();
    let row = |product: &Polynomial, unit: Option<usize>| {
        let mut row = vec![0u32; width];
        product.iter().for_each(|(monomial, &factor)| row[columns[monomial]] = factor);
        if let Some(unit) = unit {
            row[columns.len() + unit] = 1;
        }
        row
    };
    let units = rows.iter().enumerate().map(|(unit, (.., product))| row(product, Some(unit)));
    let mut left: Vec<Vec<u32>> = units.collect();
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
            subtract(&mut rest, factor, &pivot);
        }
    }
    // What was subtracted is what the word is the sum of.
    let mut found: BTreeMap<usize, Factor> = BTreeMap::new();
    for ((index, factor, _), &coefficient) in rows.iter().zip(&rest[columns.len()..]) {
        if coefficient != 0 {
            let atoms = factor.iter().map(|atom| atom.0).collect();
            found.entry(*index).or_default().push((atoms, coefficient.wrapping_neg()));
        }
    }
    Some(found.into_iter().collect())
}

//! The constants, divisors and tests of two programs, from which atoms are made.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::symbolic::assumption;
use crate::term::{Node, Term, Terms};
use crate::word::Word;

/// Maximum number of tests of the programs.
pub(super) const TESTS: usize = 64;
/// Maximum number of constants of the programs.
pub(super) const CONSTANTS: usize = 12;
/// Maximum number of terms of the programs that are inspected.
const REACHED: usize = 4_000;

/// The constants, divisors and tests of the programs.
pub struct Grammar<T, V> {
    /// Tests, shortest first.
    pub tests: Vec<T>,
    /// Constants.
    pub constants: BTreeSet<V>,
    /// Divisors.
    pub moduli: BTreeSet<V>,
}

impl<T, V: Word> Grammar<T, V> {
    /// Adds a constant, up to a limit.
    pub(super) fn add_constant(&mut self, value: V) {
        if self.constants.len() < CONSTANTS {
            self.constants.insert(value);
        }
    }

    /// Adds parts of the divisors, and removes divisors that are too large.
    pub(super) fn complete(&mut self) {
        let found = self;
        // For twice a word its half matters, and likewise for the difference of two words that wrap
        // around.
        let parts: Vec<V> = found.moduli.iter().flat_map(|&it| [it >> 1, it >> 2]).collect();
        found.moduli.extend(parts);
        let range = V::truncated(2)..V::truncated(1 << 20);
        found.moduli.retain(|modulus| range.contains(modulus));
    }
}

impl<T, V: Word> Default for Grammar<T, V> {
    fn default() -> Grammar<T, V> {
        let (constants, moduli) = (BTreeSet::new(), BTreeSet::new());
        Grammar { tests: Vec::new(), constants, moduli }
    }
}

impl Grammar<Term, u32> {
    /// The grammar of programs with these conditions.
    pub(super) fn of_terms(terms: &Terms, of: &[Term]) -> Grammar<Term, u32> {
        let mut found = Grammar::default();
        for term in terms.reachable(of.iter().copied()).into_iter().take(REACHED) {
            let node = terms.node(term);
            match node {
                Node::Eq(..) | Node::Slt(..) | Node::Ult(..) => found.tests.push(term),
                Node::Word(value) => found.add_constant(value),
                Node::Urem(_, by) | Node::Srem(_, by) | Node::Udiv(_, by) | Node::Sdiv(_, by) => {
                    found.moduli.extend(terms.as_const(by).map(|by| by as u32));
                }
                Node::BitAnd(_, mask) => {
                    let modulus = |mask: u64| (mask as u32).wrapping_add(1);
                    found.moduli.extend(terms.as_const(mask).map(modulus));
                }
                _ => {}
            }
        }
        // The programs' own tests, shortest first.
        found.tests.sort();
        found.complete();
        found
    }

    /// The most frequent tests of paths with these conditions, as texts. A condition that an input
    /// decides once is on many paths, and the ones of a loop's rounds each on few.
    pub(super) fn frequent_tests(terms: &Terms, conditions: &[Term]) -> Vec<String> {
        let mut times: FxHashMap<Term, usize> = FxHashMap::default();
        for &condition in conditions {
            let test = match terms.node(condition) {
                Node::Not(inner) => inner,
                _ => condition,
            };
            *times.entry(test).or_default() += 1;
        }
        let mut tests: Vec<Term> = times.keys().copied().collect();
        tests.sort_by_key(|test| (Reverse(times[test]), *test));
        tests.truncate(TESTS / 2);
        tests.into_iter().filter_map(|test| assumption::text(terms, test)).collect()
    }
}

//! Atoms: the conditions that regions are composed of.
//!
//! Each is a text in the contract's language with its meaning: the tests of the programs' paths in
//! normal form; that one of their sums, differences or products overflows; and a small grammar over
//! the inputs, with the programs' constants: intervals, congruences, and relations of two inputs.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::hash::Hash;

use num_traits::{Bounded, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::conditions::Conditions;
use super::judge::Judge;
use crate::flow;
use crate::machine::mips;
use crate::symbolic::assumption;
use crate::term::{Node, Term, Terms};
use crate::word::Word;

/// Maximum number of tests of the programs.
const TESTS: usize = 64;
/// Maximum number of operations of the programs that may overflow.
const OVERFLOWS: usize = 48;
/// Maximum length of an atom's text.
const LENGTH: usize = 60;
/// Maximum number of constants of the programs.
const CONSTANTS: usize = 12;
/// Maximum number of terms of the programs that are inspected.
const REACHED: usize = 4_000;
/// Number of inputs that the grammar uses.
const WORDS: usize = 3;
/// Maximum number of intervals of an atom.
const INTERVALS: usize = 2;

/// A condition.
#[derive(Clone, Debug)]
pub(super) struct Atom<T> {
    pub truth: T,
    pub text: String,
    /// The reading cost of its text.
    pub cost: u32,
}

/// The atoms for programs with these conditions and operations.
pub(super) fn atoms<J: Conditions>(
    judge: &mut J,
    of: &[J::Truth],
    overflows: &[J::Overflow],
) -> Vec<Atom<J::Truth>> {
    let grammar = judge.grammar(of);
    let mut atoms = Atoms::of_grammar(judge, &grammar);
    for overflow in overflows.iter().take(OVERFLOWS) {
        if let Some(text) = judge.overflow_text(overflow) {
            atoms.either(judge, judge.overflow(overflow).1, text);
        }
    }
    atoms.atoms
}

/// The atoms of a grammar.
pub(super) fn atoms_of<J: Conditions>(
    judge: &mut J,
    grammar: &Grammar<J::Truth, J::Value>,
) -> Vec<Atom<J::Truth>> {
    Atoms::of_grammar(judge, grammar).atoms
}

struct Atoms<T> {
    seen: FxHashSet<T>,
    atoms: Vec<Atom<T>>,
}

impl<T: Copy + Eq + Hash> Atoms<T> {
    fn of_grammar<J>(judge: &mut J, grammar: &Grammar<T, J::Value>) -> Atoms<T>
    where
        J: Conditions<Truth = T>,
    {
        let mut atoms = Atoms { seen: FxHashSet::default(), atoms: Vec::new() };
        for &test in grammar.tests.iter().take(TESTS) {
            atoms.test(judge, test);
        }
        for text in texts(&judge.names(), grammar) {
            if let Some(truth) = judge.meaning(&text) {
                atoms.add(judge, truth, text);
            }
        }
        atoms
    }

    /// A test of the programs and its negation.
    fn test(&mut self, judge: &mut impl Conditions<Truth = T>, truth: T) {
        let not = judge.not(truth);
        for truth in [truth, not] {
            // Alternatives become separate regions.
            let text = judge.text(truth);
            if let Some(text) = text.filter(|text| !text.contains(" or ")) {
                self.add(judge, truth, text);
            }
        }
    }

    /// A condition and its negation.
    fn either(&mut self, judge: &mut impl Conditions<Truth = T>, truth: T, text: String) {
        let not = judge.not(truth);
        self.add(judge, not, format!("not {text}"));
        self.add(judge, truth, text);
    }

    fn add(&mut self, judge: &mut impl Conditions<Truth = T>, truth: T, text: String) {
        let is_known = judge.as_known(truth).is_some();
        if is_known || text.len() > LENGTH || !self.seen.insert(truth) {
            return;
        }
        // For one word the interval is easier to read.
        let is_of_one = judge.mentions(truth).len() == 1;
        let intervals = is_of_one.then(|| judge.intervals(truth, INTERVALS)).flatten();
        let text = match intervals.as_deref() {
            Some([one]) if cost(one) <= cost(&text) => one.clone(),
            _ => text,
        };
        let cost = cost(&text);
        self.atoms.push(Atom { truth, text, cost });
    }
}

/// The reading cost of a text: words and operators; long numbers count twice.
pub(super) fn cost(text: &str) -> u32 {
    let parts = text.split([' ', '(', ')']).filter(|part| !part.is_empty());
    parts.map(|part| if part.len() > 5 && !part.starts_with("overflow") { 2 } else { 1 }).sum()
}

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

    /// The grammar of programs with these tests, as texts.
    pub(super) fn of_loops(judge: &mut Judge<'_, '_>, tests: &[String]) -> Grammar<Term, u32> {
        let tests = tests.iter().filter_map(|text| judge.meaning(text)).collect();
        let mut found = Grammar { tests, ..Grammar::default() };
        for image in judge.bench.images {
            let data: Vec<u32> = flow::data(image.words()).collect();
            let near =
                data.iter().flat_map(|&word| [word, word.wrapping_sub(1), word.wrapping_add(1)]);
            found.constants.extend(near.take(3 * CONSTANTS));
            if image.words().iter().any(|&word| divides(word)) {
                found.moduli.extend(data);
            }
        }
        found.complete();
        found
    }
}

/// Whether a word of a program is a division.
fn divides(word: u32) -> bool {
    mips::decode(word).is_some_and(|it| matches!(it.op, mips::Op::Div | mips::Op::Divu))
}

/// The texts of the grammar.
fn texts<T, V: Word>(names: &[String], found: &Grammar<T, V>) -> Vec<String> {
    let names = &names[..names.len().min(WORDS)];
    let ends = [V::Signed::zero(), V::Signed::min_value(), V::Signed::max_value()];
    let usual = [V::one(), V::max_value()].map(V::signed).into_iter().chain(ends);
    let of_programs = found.constants.iter().map(|it| it.signed());
    let constants: BTreeSet<V::Signed> = usual.chain(of_programs).collect();
    let mut texts = Vec::new();
    for (index, x) in names.iter().enumerate() {
        for constant in &constants {
            for relation in ["==", "!=", "<", "<=", ">", ">="] {
                texts.push(format!("{x} {relation} {constant}"));
            }
            let constant = V::of_signed(*constant);
            for relation in ["<u", "<=u", ">u", ">=u"] {
                texts.push(format!("{x} {relation} {constant}"));
            }
        }
        for &modulus in found.moduli.iter().chain(&[V::truncated(2)]) {
            for rest in [V::zero(), V::one(), modulus - V::one()] {
                texts.push(format!("{x} %u {modulus} == {rest}"));
                texts.push(format!("{x} %u {modulus} != {rest}"));
            }
            texts.push(format!("{x} % {modulus} == 0"));
            texts.push(format!("{x} % {modulus} != 0"));
        }
        for y in &names[index + 1..] {
            for relation in ["==", "!=", "<", "<=", ">", ">=", "<u", "<=u", ">u", ">=u"] {
                texts.push(format!("{x} {relation} {y}"));
            }
            for relation in ["==", "!="] {
                texts.push(format!("{x} {relation} -{y}"));
                texts.push(format!("{x} {relation} 2 * {y}"));
                texts.push(format!("{y} {relation} 2 * {x}"));
                for constant in &constants {
                    if !ends.contains(constant) {
                        texts.push(format!("{x} + {y} {relation} {constant}"));
                        texts.push(format!("{x} - {y} {relation} {constant}"));
                    }
                }
            }
            for operation in [format!("{x} + {y}"), format!("{x} - {y}"), format!("{y} - {x}")] {
                texts.push(format!("overflows({operation})"));
                texts.push(format!("not overflows({operation})"));
            }
            texts.push(format!("overflowsu({x} + {y})"));
            texts.push(format!("not overflowsu({x} + {y})"));
        }
    }
    texts
}

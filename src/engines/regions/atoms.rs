//! Atoms: the conditions that regions are composed of.
//!
//! Each is a text in the contract's language with its meaning: the tests of the programs' paths in
//! normal form; that one of their sums, differences or products overflows; and a small grammar over
//! the inputs, with the programs' constants: intervals, congruences, and relations of two inputs.

use std::collections::BTreeSet;
use std::hash::Hash;

use num_traits::{Bounded, Zero};
use rustc_hash::FxHashSet;

use super::conditions::Conditions;
use super::grammar::{CONSTANTS, Grammar, TESTS};
use super::judge::Judge;
use crate::flow;
use crate::machine::mips;
use crate::term::Term;
use crate::word::Word;

/// Maximum number of operations of the programs that may overflow.
const OVERFLOWS: usize = 48;
/// Maximum length of an atom's text.
const LENGTH: usize = 60;
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

impl Grammar<Term, u32> {
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

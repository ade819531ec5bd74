//! Atoms: the conditions that regions are composed of.
//!
//! Each is a text in the contract's language with its meaning: the tests of the programs' paths in
//! normal form; that one of their sums, differences or products overflows; and a small grammar over
//! the inputs, with the programs' constants: intervals, congruences, and relations of two inputs.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::judge::Judge;
use crate::flow;
use crate::machine::mips;
use crate::symbolic::assumption;
use crate::symbolic::concolic::Overflow;
use crate::symbolic::intervals::in_words;
use crate::term::{Node, Term, Terms};

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
pub(super) struct Atom {
    pub term: Term,
    pub text: String,
    /// The reading cost of its text.
    pub cost: u32,
}

/// The atoms for programs with these conditions and operations.
pub(super) fn atoms(judge: &mut Judge<'_, '_>, of: &[Term], overflows: &[Overflow]) -> Vec<Atom> {
    let grammar = Grammar::of(judge, of);
    let mut atoms = Atoms { seen: FxHashSet::default(), atoms: Vec::new() };
    atoms.of_grammar(judge, &grammar);
    for overflow in overflows.iter().take(OVERFLOWS) {
        let Overflow { op, words, holds, .. } = *overflow;
        match assumption::overflow(&judge.bench.terms, op, words) {
            Some(text) => atoms.either(judge, holds, text),
            None => continue,
        }
    }
    atoms.atoms
}

/// The atoms of a grammar.
pub(super) fn atoms_of(judge: &mut Judge<'_, '_>, grammar: &Grammar) -> Vec<Atom> {
    let mut atoms = Atoms { seen: FxHashSet::default(), atoms: Vec::new() };
    atoms.of_grammar(judge, grammar);
    atoms.atoms
}

struct Atoms {
    seen: FxHashSet<Term>,
    atoms: Vec<Atom>,
}

impl Atoms {
    fn of_grammar(&mut self, judge: &mut Judge<'_, '_>, grammar: &Grammar) {
        for &test in grammar.tests.iter().take(TESTS) {
            self.test(judge, test);
        }
        for text in texts(judge, grammar) {
            if let Some(term) = judge.meaning(&text) {
                self.add(judge, term, text);
            }
        }
    }

    /// A test of the programs and its negation.
    fn test(&mut self, judge: &mut Judge<'_, '_>, term: Term) {
        let not = judge.bench.terms.not(term);
        for term in [term, not] {
            // Alternatives become separate regions.
            let text = assumption::text(&judge.bench.terms, term);
            if let Some(text) = text.filter(|text| !text.contains(" or ")) {
                self.add(judge, term, text);
            }
        }
    }

    /// A condition and its negation.
    fn either(&mut self, judge: &mut Judge<'_, '_>, term: Term, text: String) {
        let not = judge.bench.terms.not(term);
        self.add(judge, not, format!("not {text}"));
        self.add(judge, term, text);
    }

    fn add(&mut self, judge: &mut Judge<'_, '_>, term: Term, text: String) {
        let is_known = judge.bench.terms.as_bool(term).is_some();
        if is_known || text.len() > LENGTH || !self.seen.insert(term) {
            return;
        }
        // For one word the interval is easier to read.
        let terms = &judge.bench.terms;
        let of_one = terms.members(terms.mentions(term)).len() == 1;
        let interval = of_one.then(|| judge.intervals(term, INTERVALS)).flatten();
        let text = match interval {
            Some((symbol, intervals)) => {
                let name = judge.bench.terms.symbol_name(symbol);
                match &in_words(name, &intervals)[..] {
                    [one] if cost(one) <= cost(&text) => one.clone(),
                    _ => text,
                }
            }
            None => text,
        };
        let cost = cost(&text);
        self.atoms.push(Atom { term, text, cost });
    }
}

/// The reading cost of a text: words and operators; long numbers count twice.
pub(super) fn cost(text: &str) -> u32 {
    let parts = text.split([' ', '(', ')']).filter(|part| !part.is_empty());
    parts.map(|part| if part.len() > 5 && !part.starts_with("overflow") { 2 } else { 1 }).sum()
}

/// The constants, divisors and tests in the terms of the programs.
#[derive(Default)]
pub(super) struct Grammar {
    tests: Vec<Term>,
    constants: BTreeSet<u32>,
    /// Divisors.
    moduli: BTreeSet<u32>,
}

impl Grammar {
    fn of(judge: &Judge<'_, '_>, of: &[Term]) -> Grammar {
        let terms = &judge.bench.terms;
        let mut found = Grammar::default();
        for term in terms.reachable(of.iter().copied()).into_iter().take(REACHED) {
            let node = terms.node(term);
            match node {
                Node::Eq(..) | Node::Slt(..) | Node::Ult(..) => found.tests.push(term),
                Node::Word(value) if found.constants.len() < CONSTANTS => {
                    found.constants.insert(value);
                }
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
    pub(super) fn of_loops(judge: &mut Judge<'_, '_>, tests: &[String]) -> Grammar {
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

    fn complete(&mut self) {
        let found = self;
        // For twice a word its half matters, and likewise for the difference of two words that wrap
        // around.
        let parts: Vec<u32> = found.moduli.iter().flat_map(|it| [it / 2, it / 4]).collect();
        found.moduli.extend(parts);
        found.moduli.retain(|modulus| (2..1 << 20).contains(modulus));
    }
}

/// Whether a word of a program is a division.
fn divides(word: u32) -> bool {
    mips::decode(word).is_some_and(|it| matches!(it.op, mips::Op::Div | mips::Op::Divu))
}

/// The texts of the grammar.
fn texts(judge: &Judge<'_, '_>, found: &Grammar) -> Vec<String> {
    let names = judge.bench.contract().names();
    let names = &names[..names.len().min(WORDS)];
    let usual = [0, 1, -1, i32::MIN, i32::MAX];
    let of_programs = found.constants.iter().map(|&it| it as i32);
    let constants: BTreeSet<i32> = usual.into_iter().chain(of_programs).collect();
    let mut texts = Vec::new();
    for (index, x) in names.iter().enumerate() {
        for constant in &constants {
            for relation in ["==", "!=", "<", "<=", ">", ">="] {
                texts.push(format!("{x} {relation} {constant}"));
            }
            let constant = *constant as u32;
            for relation in ["<u", "<=u", ">u", ">=u"] {
                texts.push(format!("{x} {relation} {constant}"));
            }
        }
        for modulus in found.moduli.iter().chain(&[2]) {
            for rest in [0, 1, modulus - 1] {
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
                    if ![0, i32::MIN, i32::MAX].contains(constant) {
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

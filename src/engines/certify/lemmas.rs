//! What of quotients shows that a word is zero.
//!
//! Lemmas are looked for on a copy of the words: one that comes to nothing leaves words
//! behind, and atoms are numbered in the order in which the checker makes them.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::algebra::Factor;
use tamarin_checker::certificate::Answer;
use tamarin_checker::deduction::Deduction;
use tamarin_checker::lemma::{Lemma, Rest};
use tamarin_checker::obligation::{Goal, Scene};
use tamarin_checker::terms::{Atom, Node, Polynomial, Terms, Word};

use super::cofactors::cofactors;
use crate::engines::alignment::algebra::Zeros;
use crate::engines::alignment::lemmas::{
    self, Apart, Candidate, Quotient, candidates, of_neighbours,
};

/// Lemmas at most, and candidates that are looked at.
const LEMMAS: usize = 12;
const TRIED: usize = 48;

/// What is used of quotients, and by which each word that is zero is multiplied with it.
pub struct WithLemmas {
    shown: Vec<(Factor, String)>,
    lemmas: Vec<Lemma>,
    factors: Vec<(usize, Factor)>,
}

impl WithLemmas {
    /// As an answer, with what it says is equal.
    pub fn answer(self, against: Option<usize>, equal: Vec<(usize, String)>) -> Answer {
        let WithLemmas { shown, lemmas, factors } = self;
        let deduced = lemmas.into_iter().map(Deduction::Quotient).collect();
        Answer::Algebra { against, equal, shown, deduced, factors }
    }
}

/// Lemmas with which a word is the sum of multiples of these and of what the lemmas say is
/// zero, and the factors; none where there are none. Some words are below others; goals are
/// shown by `prove`.
pub fn with_lemmas(
    scene: &Scene,
    word: Word,
    zeros: Vec<Word>,
    below: &[[Word; 2]],
    prove: &dyn Fn(&Scene, Goal) -> Option<String>,
) -> Option<WithLemmas> {
    let quotients = quotients(&scene.terms, word, &zeros);
    if quotients.is_empty() {
        return None;
    }
    let below: Vec<[Polynomial; 2]> =
        below.iter().map(|both| both.map(|word| scene.terms.polynomial(word).clone())).collect();
    // Lemmas are stated one after another on words that have seen only those before.
    let mut scene = scene.clone();
    let (mut shown_by_bits, mut lemmas, mut zeros) = (Vec::new(), Vec::new(), zeros);
    let sums: Vec<Polynomial> =
        zeros.iter().map(|&zero| scene.terms.polynomial(zero).clone()).collect();
    for apart in of_neighbours(&quotients, &Zeros::new(sums)) {
        let Some(sum) = of_atoms(&scene.terms, &quotients, &apart) else { continue };
        let mut tentative = scene.clone();
        let zero = tentative.terms.word(sum.clone());
        if let Some(text) = prove(&tentative, Goal::Zero(zero)) {
            scene = tentative;
            shown_by_bits.push((factor(&sum), text));
            zeros.push(zero);
        }
    }
    let mut tried: Vec<Candidate<Atom>> = Vec::new();
    while tried.len() < TRIED && lemmas.len() < LEMMAS {
        let sums: Vec<Polynomial> =
            zeros.iter().map(|&zero| scene.terms.polynomial(zero).clone()).collect();
        let of_zeros = Zeros::new(sums.iter().cloned());
        if of_zeros.is_zero(scene.terms.polynomial(word)) {
            break;
        }
        let all = candidates(&quotients, &sums, &of_zeros, &below);
        let Some(next) = all.into_iter().find(|candidate| !tried.contains(candidate)) else {
            break;
        };
        let mut tentative = scene.clone();
        if let Some((lemma, more)) = shown(&mut tentative, &quotients, &next, &zeros, prove) {
            scene = tentative;
            lemmas.push(lemma);
            zeros.extend(more);
        }
        tried.push(next);
    }
    if shown_by_bits.is_empty() && lemmas.is_empty() {
        return None;
    }
    let factors = cofactors(&scene.terms, word, &zeros)?;
    Some(WithLemmas { shown: shown_by_bits, lemmas, factors })
}

/// Whether words have a quotient or a remainder by what is no number, of which bits know
/// little.
pub fn divide_by_words(terms: &Terms, words: &[Word]) -> bool {
    let atoms = words.iter().flat_map(|&word| terms.polynomial(word).keys()).flatten();
    let mut divisors = atoms.filter_map(|&atom| match terms.node(atom) {
        Some(&Node::Quotient(_, _, by) | &Node::Remainder(_, _, by)) => Some(by),
        _ => None,
    });
    divisors.any(|by| terms.as_constant(by).is_none())
}

/// What is zero where quotients are so much apart, over atoms: of a remainder bits know more
/// than of what it is made of.
fn of_atoms(terms: &Terms, quotients: &[Quotient<Atom>], apart: &Apart) -> Option<Polynomial> {
    let [more, less] = [apart.more, apart.less].map(|index| quotients[index].atom);
    let mut sum = Polynomial::from([(vec![more], 1), (vec![less], u32::MAX)]);
    if apart.without_remainder {
        let &Node::Quotient(_, x, d) = terms.node(more)? else { return None };
        sum.insert(vec![terms.find(&Node::Remainder(false, x, d))?], 1);
    }
    if apart.by != 0 {
        sum.insert(vec![], apart.by.wrapping_neg());
    }
    Some(sum)
}

/// A candidate with why it holds, and what is zero then.
fn shown(
    scene: &mut Scene,
    quotients: &[Quotient<Atom>],
    candidate: &Candidate<Atom>,
    zeros: &[Word],
    prove: &dyn Fn(&Scene, Goal) -> Option<String>,
) -> Option<(Lemma, Vec<Word>)> {
    let mut lemma = Lemma {
        of: quotients[candidate.of].atom.0,
        times: factor(&candidate.times),
        rest: match &candidate.rest {
            lemmas::Rest::Of(other) => Rest::Of(quotients[*other].atom.0),
            lemmas::Rest::Below(rest) => Rest::Below(factor(rest)),
        },
        same: Vec::new(),
        divisors: Vec::new(),
        bits: Vec::new(),
    };
    let stated = lemma.stated(&mut scene.terms)?;
    if stated.zeros.iter().all(|&zero| zero == Terms::ZERO) {
        return None;
    }
    lemma.same = cofactors(&scene.terms, stated.same, zeros)?;
    lemma.divisors = cofactors(&scene.terms, stated.divisors, zeros)?;
    let goals = stated.conditions.iter().map(|&condition| Goal::Holds(condition));
    lemma.bits = goals.map(|goal| prove(scene, goal)).collect::<Option<_>>()?;
    debug_assert!(stated.is_right(&scene.terms, &lemma, zeros));
    Some((lemma, stated.zeros))
}

/// A polynomial as a certificate has it.
pub fn factor(polynomial: &Polynomial) -> Factor {
    let product =
        |(atoms, &factor): (&Vec<Atom>, &u32)| (atoms.iter().map(|atom| atom.0).collect(), factor);
    polynomial.iter().map(product).collect()
}

/// The unsigned quotients in words: those in the first one count most.
fn quotients(terms: &Terms, word: Word, others: &[Word]) -> Vec<Quotient<Atom>> {
    let mut found = quotients_in(terms, vec![word]);
    let own: BTreeSet<Atom> = found.iter().map(|quotient| quotient.atom).collect();
    let of_others = quotients_in(terms, others.to_vec());
    found.extend(of_others.into_iter().filter(|quotient| !own.contains(&quotient.atom)));
    found
}

/// The unsigned quotients in words, and in what these are made of.
fn quotients_in(terms: &Terms, mut open: Vec<Word>) -> Vec<Quotient<Atom>> {
    let mut seen = BTreeSet::new();
    let mut found = BTreeMap::new();
    while let Some(word) = open.pop() {
        if !seen.insert(word) {
            continue;
        }
        for &atom in terms.polynomial(word).keys().flatten() {
            match terms.node(atom) {
                Some(&Node::Quotient(false, dividend, divisor)) => {
                    let [x, d] = [dividend, divisor].map(|of| terms.polynomial(of).clone());
                    found.insert(atom, Quotient { atom, dividend: x, divisor: d });
                    open.extend([dividend, divisor]);
                }
                Some(&Node::Remainder(_, a, b)) => {
                    // Its quotient was made with it.
                    if let Some(quotient) = terms.find(&Node::Quotient(false, a, b)) {
                        let [x, d] = [a, b].map(|of| terms.polynomial(of).clone());
                        let of = Quotient { atom: quotient, dividend: x, divisor: d };
                        found.insert(quotient, of);
                    }
                    open.extend([a, b]);
                }
                _ => {}
            }
        }
    }
    found.into_values().collect()
}

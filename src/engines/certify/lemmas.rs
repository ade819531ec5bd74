//! What of quotients shows that a word is zero.
//!
//! Lemmas are looked for on a copy of the words: one that comes to nothing leaves words
//! behind, and atoms are numbered in the order in which the checker makes them.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::algebra::Factor;
use tamarin_checker::lemma::{Lemma, Rest};
use tamarin_checker::obligation::{Goal, Scene};
use tamarin_checker::terms::{Atom, Node, Polynomial, Terms, Word};

use super::cofactors::cofactors;
use crate::engines::alignment::algebra::Zeros;
use crate::engines::alignment::lemmas::{self, Candidate, Quotient, candidates};

/// Lemmas at most, and candidates that are looked at.
const LEMMAS: usize = 12;
const TRIED: usize = 48;

/// Lemmas, and by which each word that is zero is multiplied with them.
pub type WithLemmas = (Vec<Lemma>, Vec<(usize, Factor)>);

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
    let quotients = quotients(&scene.terms, zeros.iter().copied().chain([word]));
    if quotients.is_empty() {
        return None;
    }
    let below: Vec<[Polynomial; 2]> =
        below.iter().map(|both| both.map(|word| scene.terms.polynomial(word).clone())).collect();
    // Lemmas are stated one after another on words that have seen only those before.
    let mut scene = scene.clone();
    let (mut lemmas, mut zeros) = (Vec::new(), zeros);
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
    if lemmas.is_empty() {
        return None;
    }
    let factors = cofactors(&scene.terms, word, &zeros)?;
    Some((lemmas, factors))
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
    lemma.bits = stated.goals().map(|goal| prove(scene, goal)).collect::<Option<_>>()?;
    debug_assert!(stated.is_right(&scene.terms, &lemma, zeros));
    Some((lemma, stated.zeros))
}

fn factor(polynomial: &Polynomial) -> Factor {
    let product =
        |(atoms, &factor): (&Vec<Atom>, &u32)| (atoms.iter().map(|atom| atom.0).collect(), factor);
    polynomial.iter().map(product).collect()
}

/// The unsigned quotients in words, and in what these are made of.
fn quotients(terms: &Terms, words: impl Iterator<Item = Word>) -> Vec<Quotient<Atom>> {
    let (mut open, mut seen) = (words.collect::<Vec<_>>(), BTreeSet::new());
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

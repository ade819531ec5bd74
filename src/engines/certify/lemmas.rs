//! Lemmas about quotients that show that a word is zero.
//!
//! Lemmas are tried on a copy of the words: a failed one would leave words behind, and atoms are
//! numbered in the order in which the checker creates them.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::algebra::Factor;
use tamarin_checker::certificate::Answer;
use tamarin_checker::deduction::Deduction;
use tamarin_checker::lemma::{Lemma, Nested, Rest};
use tamarin_checker::obligation::{Goal, Scene};
use tamarin_checker::reciprocal::Reciprocal;
use tamarin_checker::signed::SignedHigh;
use tamarin_checker::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word};

use super::cofactors::cofactors;
use crate::engines::alignment::algebra::Zeros;
use crate::engines::alignment::lemmas::{
    self, Apart, Candidate, Quotient, candidates, of_neighbours,
};

/// Maximum number of lemmas, and of candidates.
const LEMMAS: usize = 12;
const TRIED: usize = 48;
/// Maximum number of quotients of quotients, and of quotients written as products.
const NESTED: usize = 12;
const RECIPROCALS: usize = 12;
/// Maximum number of high words of signed products.
const SIGNED: usize = 6;

/// The lemmas used, and the factors of each zero word.
pub struct WithLemmas {
    shown: Vec<(Factor, String)>,
    deduced: Vec<Deduction>,
    factors: Vec<(usize, Factor)>,
}

impl WithLemmas {
    /// The corresponding answer, with the equalities used.
    pub fn answer(self, against: Option<usize>, equal: Vec<(usize, String)>) -> Answer {
        let WithLemmas { shown, deduced, factors } = self;
        Answer::Algebra { against, equal, shown, deduced, factors }
    }
}

/// Lemmas and factors with which a word is a linear combination of zero words and of the lemmas'
/// consequences; `None` if there are none. The conditions are assumed; goals are proved by `prove`.
pub fn with_lemmas(
    scene: &Scene,
    word: Word,
    zeros: Vec<Word>,
    conditions: &[Condition],
    prove: &dyn Fn(&Scene, Goal) -> Option<String>,
) -> Option<WithLemmas> {
    let reciprocals = reciprocals(&scene.terms, word, &zeros);
    let signed = signed_highs(&scene.terms, word, &zeros);
    let mut quotients = of_words(&scene.terms, word, &zeros);
    if quotients.is_empty() && reciprocals.is_empty() && signed.is_empty() {
        return None;
    }
    // A bit-level proof decides whether a word that is not above another is below it.
    let below = conditions.iter().filter_map(|condition| match *condition {
        Condition { fact: Fact::Less(false, a, b), holds: true } => Some([a, b]),
        Condition { fact: Fact::Less(false, a, b), holds: false } => Some([b, a]),
        _ => None,
    });
    let below: Vec<[Polynomial; 2]> =
        below.map(|both| both.map(|word| scene.terms.polynomial(word).clone())).collect();
    // Lemmas are stated one after another; each may use words created before it only.
    let mut scene = scene.clone();
    let (mut shown_by_bits, mut deduced, mut zeros) = (Vec::new(), Vec::new(), zeros);
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
    for Atom(of) in signed {
        let high = SignedHigh { of };
        let mut tentative = scene.clone();
        let Some(zero) = high.stated(&mut tentative.terms, conditions) else { continue };
        scene = tentative;
        deduced.push(Deduction::SignedHigh(high));
        zeros.push(zero);
    }
    for Atom(of) in reciprocals {
        let reciprocal = Reciprocal { of };
        let mut tentative = scene.clone();
        let Some(zero) = reciprocal.stated(&mut tentative.terms) else { continue };
        scene = tentative;
        deduced.push(Deduction::Reciprocal(reciprocal));
        zeros.push(zero);
        quotients = of_words(&scene.terms, word, &zeros);
    }
    let mut tried: Vec<[Atom; 2]> = Vec::new();
    while let Some(pair) = next_nested(&quotients, &tried).filter(|_| tried.len() < NESTED) {
        tried.push(pair.map(|quotient| quotient.atom));
        let mut tentative = scene.clone();
        if let Some((nested, zero)) = nested(&mut tentative, pair, &zeros, prove) {
            scene = tentative;
            deduced.push(Deduction::Nested(nested));
            zeros.push(zero);
            quotients = of_words(&scene.terms, word, &zeros);
        }
    }
    let most = deduced.len() + LEMMAS;
    let mut tried: Vec<Candidate<Atom>> = Vec::new();
    while tried.len() < TRIED && deduced.len() < most {
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
            deduced.push(Deduction::Quotient(lemma));
            zeros.extend(more);
        }
        tried.push(next);
    }
    if shown_by_bits.is_empty() && deduced.is_empty() {
        return None;
    }
    let factors = cofactors(&scene.terms, word, &zeros)?;
    Some(WithLemmas { shown: shown_by_bits, deduced, factors })
}

/// Whether words contain a quotient or a remainder by a non-constant, which is hard at the bit
/// level.
pub fn divide_by_words(terms: &Terms, words: &[Word]) -> bool {
    let atoms = words.iter().flat_map(|&word| terms.polynomial(word).keys()).flatten();
    let mut divisors = atoms.filter_map(|&atom| match terms.node(atom) {
        Some(&Node::Quotient(_, _, by) | &Node::Remainder(_, _, by)) => Some(by),
        _ => None,
    });
    divisors.any(|by| terms.as_constant(by).is_none())
}

/// The sum that is zero if quotients differ by this constant, over atoms: a remainder as an atom is
/// easier at the bit level than its definition.
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

/// A candidate with its proof, and the sum that is zero then.
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

/// A polynomial in the form of a certificate.
pub fn factor(polynomial: &Polynomial) -> Factor {
    let product =
        |(atoms, &factor): (&Vec<Atom>, &u32)| (atoms.iter().map(|atom| atom.0).collect(), factor);
    polynomial.iter().map(product).collect()
}

/// Checks that a quotient of a quotient is a single quotient; returns the proof and the sum that is
/// zero then. Only for constant divisors, or if that quotient exists already: others would create
/// quotients that are not needed.
fn nested(
    scene: &mut Scene,
    [outer, inner]: [&Quotient<Atom>; 2],
    zeros: &[Word],
    prove: &dyn Fn(&Scene, Goal) -> Option<String>,
) -> Option<(Nested, Word)> {
    let &Node::Quotient(_, x, a) = scene.terms.node(inner.atom)? else { return None };
    let &Node::Quotient(_, _, b) = scene.terms.node(outer.atom)? else { return None };
    let by_number = scene.terms.as_constant(a).and(scene.terms.as_constant(b)).is_some();
    let product = scene.terms.mul(a, b);
    if !by_number && scene.terms.find(&Node::Quotient(false, x, product)).is_none() {
        return None;
    }
    let (of, inner) = (outer.atom.0, inner.atom.0);
    let mut nested = Nested { of, inner, same: Vec::new(), bits: Vec::new() };
    let stated = nested.stated(&mut scene.terms)?;
    if scene.terms.folded(Fact::Zero(stated.zero)) == Some(true) {
        return None;
    }
    nested.same = cofactors(&scene.terms, stated.same, zeros)?;
    let goals = stated.conditions.iter().map(|&condition| Goal::Holds(condition));
    nested.bits = goals.map(|goal| prove(scene, goal)).collect::<Option<_>>()?;
    Some((nested, stated.zero))
}

/// The next untried quotient with another quotient as a summand of its dividend, and that one.
fn next_nested<'q>(
    quotients: &'q [Quotient<Atom>],
    tried: &[[Atom; 2]],
) -> Option<[&'q Quotient<Atom>; 2]> {
    let pairs =
        quotients.iter().flat_map(|outer| quotients.iter().map(move |inner| [outer, inner]));
    let mut pairs = pairs.filter(|[outer, inner]| {
        outer.dividend.contains_key(&vec![inner.atom]) && !tried.contains(&[outer.atom, inner.atom])
    });
    pairs.next()
}

/// Whether a word contains quotients written as products, or high words of signed products.
pub fn has_high_words(terms: &Terms, word: Word) -> bool {
    !reciprocals(terms, word, &[]).is_empty() || !signed_highs(terms, word, &[]).is_empty()
}

/// The words in these that are quotients written as products, or comparisons of such with zero.
fn reciprocals(terms: &Terms, word: Word, others: &[Word]) -> Vec<Atom> {
    let mut open = [&[word], others].concat();
    let (mut seen, mut found) = (BTreeSet::new(), BTreeSet::new());
    while let Some(word) = open.pop() {
        if !seen.insert(word) {
            continue;
        }
        for &atom in terms.polynomial(word).keys().flatten() {
            match terms.node(atom) {
                Some(&(Node::High(_, a, b) | Node::Less(true, a, b))) => {
                    found.insert(atom);
                    open.extend([a, b]);
                }
                Some(&(Node::Quotient(signed, a, b) | Node::Remainder(signed, a, b))) => {
                    found.extend(terms.find(&Node::Quotient(signed, a, b)));
                    open.extend([a, b]);
                }
                _ => {}
            }
        }
    }
    let is_one = |of: &Atom| Reciprocal { of: of.0 }.stated(&mut terms.clone()).is_some();
    found.into_iter().filter(is_one).take(RECIPROCALS).collect()
}

/// The high words of signed products in these words.
fn signed_highs(terms: &Terms, word: Word, others: &[Word]) -> Vec<Atom> {
    let atoms = others.iter().chain([&word]).flat_map(|&word| terms.polynomial(word).keys());
    let is_one = |atom: &Atom| matches!(terms.node(*atom), Some(Node::High(true, ..)));
    let found: BTreeSet<Atom> = atoms.flatten().copied().filter(is_one).collect();
    found.into_iter().take(SIGNED).collect()
}

/// The unsigned quotients in these words, those in the first one first.
fn of_words(terms: &Terms, word: Word, others: &[Word]) -> Vec<Quotient<Atom>> {
    let mut found = quotients_in(terms, vec![word]);
    let own: BTreeSet<Atom> = found.iter().map(|quotient| quotient.atom).collect();
    let of_others = quotients_in(terms, others.to_vec());
    found.extend(of_others.into_iter().filter(|quotient| !own.contains(&quotient.atom)));
    found
}

/// The unsigned quotients in these words and in their subterms.
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
                    // The quotient was created together with it.
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

#[cfg(test)]
mod tests {
    use tamarin_checker::advisor::Advisor;
    use tamarin_checker::certificate::Location;
    use tamarin_checker::memory::Memories;
    use tamarin_checker::obligation::{Kind, Obligation};

    use super::*;
    use crate::engines::certify::NEEDED;
    use crate::engines::certify::prover::Prover;
    use crate::solver::Stop;

    /// The proof that a word is zero for all `x`, with the words created; `None` if none was found.
    fn shown(word: impl Fn(&mut Terms, Word) -> Word) -> Option<(Scene, Word, Answer)> {
        let mut terms = Terms::default();
        let x = terms.symbol("x");
        let word = word(&mut terms, x);
        let mut scene = Scene { terms, memories: Memories::new([vec![], vec![]]) };
        let before = scene.clone();
        let answer = Prover::new(&Stop::NEVER, NEEDED).answer(&mut scene, &says(word))?;
        Some((before, word, answer))
    }

    fn says(word: Word) -> Obligation<'static> {
        Obligation {
            kind: Kind::Exit,
            node: [Location::Entry; 2],
            conditions: &[],
            zeros: &[],
            goal: Goal::Zero(word),
            claim: None,
        }
    }

    fn by(terms: &mut Terms, word: Word, number: u32) -> Word {
        let number = terms.constant(number);
        terms.remainder(false, word, number);
        terms.quotient(false, word, number)
    }

    fn modulo(terms: &mut Terms, word: Word, number: u32) -> Word {
        let by = terms.constant(number);
        terms.quotient(false, word, by);
        terms.remainder(false, word, by)
    }

    /// `x` divided by several numbers one after the other, minus `x` divided by one number.
    fn in_a_row(numbers: &'static [u32], product: u32) -> impl Fn(&mut Terms, Word) -> Word {
        move |terms, x| {
            let quotient = numbers.iter().fold(x, |word, &number| by(terms, word, number));
            let whole = by(terms, x, product);
            terms.sub(quotient, whole)
        }
    }

    /// The tens digit of `x`, minus the tens digit of its last digits.
    fn digit_of_tens(last: u32) -> impl Fn(&mut Terms, Word) -> Word {
        move |terms, x| {
            let tenth = by(terms, x, 10);
            let digit = modulo(terms, tenth, 10);
            let digits = modulo(terms, x, last);
            let other = by(terms, digits, 10);
            terms.sub(digit, other)
        }
    }

    #[test]
    fn quotients_of_quotients_are_shown() {
        let found = [
            shown(in_a_row(&[10, 10], 100)),
            shown(in_a_row(&[7, 11, 13], 1001)),
            shown(in_a_row(&[10, 10, 10, 10], 10_000)),
            shown(digit_of_tens(100)),
        ];
        for (index, found) in found.into_iter().enumerate() {
            let Some((scene, word, answer)) = found else { panic!("{index}: nothing is found") };
            assert!(says(word).is_shown_by(&mut scene.clone(), &answer), "{index}");
            // Without any of the deductions, or with another quotient, the proof fails.
            let (Answer::Algebra { deduced, .. } | Answer::BitsAfter { deduced, .. }) = &answer
            else {
                panic!("{index}: nothing is deduced")
            };
            let deduced = deduced.clone();
            assert!(deduced.iter().any(|it| matches!(it, Deduction::Nested(_))), "{index}");
            let is_shown = |changed: Vec<Deduction>| {
                let mut answer = answer.clone();
                let (Answer::Algebra { deduced, .. } | Answer::BitsAfter { deduced, .. }) =
                    &mut answer
                else {
                    unreachable!("nothing would be deduced")
                };
                *deduced = changed;
                says(word).is_shown_by(&mut scene.clone(), &answer)
            };
            for at in 0..deduced.len() {
                let mut without = deduced.clone();
                without.remove(at);
                assert!(!is_shown(without), "{index} {at}");
                let Deduction::Nested(nested) = &deduced[at] else { continue };
                for other in (0..=nested.of).filter(|other| *other != nested.inner) {
                    let mut changed = deduced.clone();
                    changed[at] = Deduction::Nested(Nested { inner: other, ..nested.clone() });
                    assert!(!is_shown(changed), "{index} {at} {other}");
                }
            }
        }
    }

    /// `x` divided by a number as compilers write it, minus `x` divided by the number.
    fn by_product(m: u32, power: u32, is_wide: bool, d: u32) -> impl Fn(&mut Terms, Word) -> Word {
        move |terms, x| {
            let m = terms.constant(m);
            let high = terms.high(false, x, m);
            let mut sum = high;
            if is_wide {
                let rest = terms.sub(x, high);
                let half = by(terms, rest, 2);
                sum = terms.add(half, high);
            }
            let [quotient, whole] = [by(terms, sum, power), by(terms, x, d)];
            terms.sub(quotient, whole)
        }
    }

    #[test]
    fn quotients_that_are_products_are_shown() {
        let found = [
            shown(by_product(0xaaaa_aaab, 2, false, 3)),
            shown(by_product(0x2492_4925, 4, true, 7)),
            // A hundredth from a tenth.
            shown(|terms, x| {
                let tenth = by_product(0xcccc_cccd, 8, false, 10)(terms, x);
                let plain = by(terms, x, 10);
                let tenth = terms.add(tenth, plain);
                let [first, second] = [by(terms, tenth, 10), by(terms, x, 100)];
                terms.sub(first, second)
            }),
        ];
        for (index, found) in found.into_iter().enumerate() {
            let Some((scene, word, answer)) = found else { panic!("{index}: nothing is found") };
            assert!(says(word).is_shown_by(&mut scene.clone(), &answer), "{index}");
            let Answer::Algebra { deduced, factors, .. } = answer else {
                panic!("{index}: by bits")
            };
            let is_shown = |deduced: Vec<Deduction>| {
                let (equal, shown, factors) = (Vec::new(), Vec::new(), factors.clone());
                let answer = Answer::Algebra { against: None, equal, shown, deduced, factors };
                says(word).is_shown_by(&mut scene.clone(), &answer)
            };
            assert!(!is_shown(deduced[1..].to_vec()), "{index}");
            let Deduction::Reciprocal(first) = &deduced[0] else { panic!("{index}: {deduced:?}") };
            // A hundredth is derived directly, or from a tenth.
            let others = (0..scene.terms.len() as u32).filter(|of| *of != first.of && index < 2);
            for of in others {
                let mut changed = deduced.clone();
                changed[0] = Deduction::Reciprocal(Reciprocal { of });
                assert!(!is_shown(changed), "{index} {of}");
            }
        }
        // With another reciprocal most quotients are the same, but not all.
        for (m, d) in [(0xaaaa_aaac, 3), (0xaaaa_aaaa, 3), (0xcccc_cccd, 5)] {
            assert!(shown(by_product(m, 2, false, d)).is_none());
        }
    }

    /// A word that is zero for most `x`, but not for all.
    #[test]
    fn what_differs_seldom_is_not_shown() {
        assert!(shown(in_a_row(&[10, 10], 101)).is_none());
        assert!(shown(in_a_row(&[0x1_0000, 0x1_0001], 0x1_0000)).is_none());
        assert!(shown(digit_of_tens(1000)).is_none());
    }
}

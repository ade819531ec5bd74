//! Deductions about products, for use at the bit level.
//!
//! If the high word of a product is zero, smaller products are ordered below it. Bit-blasting finds
//! that late, so these facts are added, together with the words that the node makes zero.

use tamarin_checker::deduction::{Deduction, Known, Products, Shorter, Sum};
use tamarin_checker::obligation::{Goal, Obligation, Scene};
use tamarin_checker::terms::{Atom, Condition, Fact, Node, Polynomial, Terms, Word, plus};

use super::cofactors::cofactors;
use super::lemmas::factor;
use crate::engines::alignment::algebra::Zeros;
use crate::engines::alignment::obligations::rewritten::{a_little_less, factors_beside, in_common};
use crate::solver::Effort;

/// Maximum number of pairs of products that are ordered.
const ORDERED: usize = 8;

/// Maximum number of conflicts for a deduction: that sums with products do not wrap around.
pub const EFFORT: Effort = Effort(8_000);
/// The same if one sum is already known not to wrap around, so that it is more promising.
const OF_KNOWN: Effort = Effort(25_000);

/// Proves a goal at the bit level under some conditions.
type Prove<'p> = dyn Fn(&Scene, &[Condition], Goal, Effort) -> Option<String> + 'p;

/// The facts that are added to a bit-level query.
pub struct Deduced {
    /// Whether conditions involve high words of products.
    pub has_high_word: bool,
    /// The deductions.
    pub deduced: Vec<Deduction>,
    /// The facts known then.
    pub known: Known,
}

/// The deductions from a condition that the high word of a product is zero, or from orders of
/// factors; `None` if there are none. Words are created on the scene, which is a copy.
pub fn deduce(
    scene: &mut Scene,
    obligation: &Obligation<'_>,
    prove: &Prove<'_>,
) -> Option<Deduced> {
    let mut known = Known::of(&mut scene.terms, obligation);
    let mut deduced = Vec::new();
    let mut open: Vec<[Polynomial; 2]> = Vec::new();
    for condition in obligation.conditions.iter().filter(|condition| condition.holds) {
        let Fact::Zero(word) = condition.fact else { continue };
        if let Some([a, b]) = factors(&scene.terms, word) {
            let [a, b] = [a, b].map(|word| scene.terms.polynomial(word).clone());
            open.extend([[b.clone(), a.clone()], [a, b]]);
        }
    }
    let mut tried: Vec<[Polynomial; 2]> = Vec::new();
    while let Some([c, b]) = open.pop() {
        if tried.len() >= ORDERED || tried.contains(&[c.clone(), b.clone()]) {
            continue;
        }
        tried.push([c.clone(), b.clone()]);
        let Some(a) = a_little_less(&c) else { continue };
        let Some(products) = ordered(scene, &mut known, [&a, &c, &b], prove) else { continue };
        deduced.push(Deduction::Products(products));
        open.extend([[b.clone(), a.clone()], [a, b]]);
    }
    let has_high_word = !tried.is_empty();
    if !has_high_word {
        for steps in ordered_factors(&scene.terms, obligation).into_iter().take(ORDERED) {
            for [a, c, b] in &steps {
                // Each depends on the one before.
                let Some(products) = ordered(scene, &mut known, [a, c, b], prove) else { break };
                deduced.push(Deduction::Products(products));
            }
        }
    }
    if deduced.is_empty() {
        return None;
    }
    for (index, &zero) in obligation.zeros.iter().enumerate() {
        let sum = scene.terms.polynomial(zero);
        // Facts about a few low bits are of little use, and long.
        if sum.values().all(|factor| factor % 2 == 0) {
            continue;
        }
        let of = factor(sum);
        deduced.push(Deduction::Zero(Sum { of, by: vec![(index, vec![(vec![], 1)])] }));
        known.is_zero(&mut scene.terms, zero);
    }
    let said = obligation.zeros.iter().map(|&zero| scene.terms.polynomial(zero).clone());
    let zeros = Zeros::new(said.filter(|sum| sum.values().any(|factor| factor % 2 == 1)));
    for of in 0..obligation.conditions.len() {
        if let Some((tentative, shorter, follow)) = shorter(scene, &known, of, &zeros, prove) {
            *scene = tentative;
            known.holds(&mut scene.terms, &[follow]);
            deduced.push(Deduction::Shorter(shorter));
        }
    }
    Some(Deduced { has_high_word, deduced, known })
}

/// That `a * b <= c * b`, if it can be proved.
fn ordered(
    scene: &mut Scene,
    known: &mut Known,
    [a, c, b]: [&Polynomial; 3],
    prove: &Prove<'_>,
) -> Option<Products> {
    let (less, more, times) = (factor(a), factor(c), factor(b));
    let mut products = Products { less, more, times, bits: Vec::new() };
    let mut tentative = scene.clone();
    let stated = products.stated(&mut tentative.terms)?;
    let goals = stated.conditions.iter().map(|&condition| Goal::Holds(condition));
    let bits = goals.map(|goal| prove(&tentative, &known.conditions, goal, EFFORT));
    products.bits = bits.collect::<Option<_>>()?;
    known.holds(&mut tentative.terms, &stated.follow);
    *scene = tentative;
    Some(products)
}

/// Factors that conditions order, where the larger one is multiplied in a word that the node makes
/// zero: the smaller one, the larger one and the common factor. If the smaller one is strictly
/// below the larger one, its successor does not exceed it.
fn ordered_factors(terms: &Terms, obligation: &Obligation<'_>) -> Vec<Vec<[Polynomial; 3]>> {
    let sums: Vec<Polynomial> =
        obligation.zeros.iter().map(|&zero| terms.polynomial(zero).clone()).collect();
    let are_apart = |a: &Polynomial, c: &Polynomial| {
        obligation.conditions.iter().any(|condition| match *condition {
            Condition { fact: Fact::Zero(word), holds: false } => {
                let word = terms.polynomial(word);
                *word == plus(a, c, u32::MAX) || *word == plus(c, a, u32::MAX)
            }
            _ => false,
        })
    };
    let mut found: Vec<Vec<[Polynomial; 3]>> = Vec::new();
    for condition in obligation.conditions {
        let (a, c, is_strict) = match *condition {
            Condition { fact: Fact::Less(false, a, c), holds: true } => (a, c, true),
            Condition { fact: Fact::Less(false, c, a), holds: false } => (a, c, false),
            _ => continue,
        };
        let [a, c] = [a, c].map(|word| terms.polynomial(word).clone());
        let next = plus(&a, &Polynomial::from([(vec![], 1)]), 1);
        for b in factors_beside(&c, &sums) {
            let b = Polynomial::from([(vec![b], 1)]);
            let steps = match is_strict || are_apart(&a, &c) {
                true => vec![[next.clone(), c.clone(), b.clone()], [a.clone(), next.clone(), b]],
                false => vec![[a.clone(), c.clone(), b]],
            };
            if !found.contains(&steps) {
                found.push(steps);
            }
        }
    }
    found
}

/// An order of words, rewritten by zeros, without a common summand that contains a product, if
/// neither side wraps around; with its consequences.
fn shorter(
    scene: &Scene,
    known: &Known,
    of: usize,
    zeros: &Zeros<Atom>,
    prove: &Prove<'_>,
) -> Option<(Scene, Shorter, Condition)> {
    let Fact::Less(false, a, b) = known.conditions[of].fact else { return None };
    let plain = [a, b].map(|word| scene.terms.polynomial(word).clone());
    let said = plain.each_ref().map(|sum| zeros.substituted(sum.clone()));
    let [Some(a), Some(b)] = said else { return None };
    let with = |common: &Polynomial, effort: Effort| {
        let [first, second] = [&a, &b].map(|sum| factor(&plus(sum, common, u32::MAX)));
        let (common, same) = (factor(common), Default::default());
        let mut shorter = Shorter { of, first, second, common, same, bits: Vec::new() };
        let mut scene = scene.clone();
        let stated = shorter.stated(&mut scene.terms, &known.conditions)?;
        for (by, &word) in shorter.same.iter_mut().zip(&stated.same) {
            *by = cofactors(&scene.terms, word, &known.zeros)?;
        }
        let goals = stated.conditions.iter().map(|&condition| Goal::Holds(condition));
        let bits = goals.map(|goal| prove(&scene, &known.conditions, goal, effort));
        shorter.bits = bits.collect::<Option<_>>()?;
        Some((scene, shorter, stated.follow))
    };
    let common = in_common(&a, &b);
    let shorter = match common.keys().any(|product| is_product(product)) {
        true => with(&common, EFFORT),
        false => {
            let common = products_below(&scene.terms, known, [&a, &b]);
            common.and_then(|common| with(&common, OF_KNOWN))
        }
    };
    let is_said = plain[0] != a || plain[1] != b;
    shorter.or_else(|| is_said.then(|| with(&Polynomial::new(), EFFORT)).flatten())
}

/// The products on one side of an order, if they are known not to exceed the other side: the latter
/// is then their sum with a rest.
fn products_below(terms: &Terms, known: &Known, [a, b]: [&Polynomial; 2]) -> Option<Polynomial> {
    [[a, b], [b, a]].into_iter().find_map(|[other, side]| {
        let products = side.iter().filter(|(product, _)| is_product(product));
        let products: Polynomial = products.map(|(it, &factor)| (it.clone(), factor)).collect();
        let is_known = known.conditions.iter().any(|condition| match *condition {
            Condition { fact: Fact::Less(false, x, y), holds: false } => {
                terms.polynomial(x) == other && *terms.polynomial(y) == products
            }
            _ => false,
        });
        // With only products, no rest would remain.
        (is_known && products != *side).then_some(products)
    })
}

fn is_product(monomial: &[Atom]) -> bool {
    monomial.len() > 1
}

/// The factors of the product whose high word this is.
fn factors(terms: &Terms, word: Word) -> Option<[Word; 2]> {
    let polynomial = terms.polynomial(word);
    let (monomial, 1) = polynomial.iter().next().filter(|_| polynomial.len() == 1)? else {
        return None;
    };
    let &[atom] = &monomial[..] else { return None };
    match terms.node(atom)? {
        &Node::High(false, a, b) => Some([a, b]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use tamarin_checker::advisor::Advisor;
    use tamarin_checker::certificate::{Answer, Location};
    use tamarin_checker::memory::Memories;
    use tamarin_checker::obligation::Kind;

    use super::*;
    use crate::engines::certify::NEEDED;
    use crate::engines::certify::prover::Prover;
    use crate::solver::Stop;

    /// The obligation that some conditions cannot all hold if some words are zero.
    fn impossible<'o>(conditions: &'o [Condition], zeros: &'o [Word]) -> Obligation<'o> {
        let (kind, node, goal) = (Kind::Stuck, [Location::Entry; 2], Goal::Impossible);
        Obligation { kind, node, conditions, zeros, goal, claim: None }
    }

    /// A proof that the checker accepts.
    fn shown(terms: Terms, obligation: &Obligation<'_>) -> (Scene, Answer) {
        let mut scene = Scene { terms, memories: Memories::new([vec![], vec![]]) };
        let answer = Prover::new(&Stop::NEVER, NEEDED).answer(&mut scene, obligation);
        let answer = answer.expect("it is found");
        assert!(obligation.is_shown_by(&mut scene.clone(), &answer));
        (scene, answer)
    }

    /// `x + k * k = n` does not wrap around, `(k + 1) * (k + 1)` fits in a word and does not exceed
    /// `n`: so `x` is not below `2 * k + 1`. If any deduction is changed, the proof fails.
    #[test]
    fn what_a_square_leaves_is_shown_and_nothing_else() {
        let mut terms = Terms::default();
        let [x, k, n] = ["x", "k", "n"].map(|name| terms.symbol(name));
        let one = terms.constant(1);
        let (next, half) = (terms.add(k, one), terms.constant(1 << 16));
        let (square, of_next) = (terms.mul(k, k), terms.mul(next, next));
        let high = terms.high(false, next, next);
        let twice = terms.add(k, next);
        let sum = terms.add(x, square);
        let zeros = [terms.sub(sum, n)];
        let less = |a, b, holds| Condition { fact: Fact::Less(false, a, b), holds };
        let conditions = [
            less(k, half, true),
            less(n, square, false),
            less(x, twice, true),
            Condition { fact: Fact::Zero(high), holds: true },
            less(n, of_next, false),
        ];
        let obligation = impossible(&conditions, &zeros);
        let (scene, answer) = shown(terms, &obligation);
        let Answer::BitsAfter { deduced, bits } = answer else { panic!("{answer:?}") };
        let is_shown = |deduced: Vec<Deduction>, obligation: &Obligation<'_>| {
            let answer = Answer::BitsAfter { deduced, bits: bits.clone() };
            obligation.is_shown_by(&mut scene.clone(), &answer)
        };
        for at in 0..deduced.len() {
            let mut without = deduced.clone();
            without.remove(at);
            assert!(!is_shown(without, &obligation), "{:?}", deduced[at]);
            let mut other = deduced.clone();
            let of = match &mut other[at] {
                Deduction::Zero(sum) => &mut sum.of,
                Deduction::Products(products) => &mut products.more,
                Deduction::Shorter(shorter) => &mut shorter.first,
                _ => {
                    panic!("nothing is divided")
                }
            };
            of.push((vec![], 5));
            assert!(!is_shown(other, &obligation), "{:?}", deduced[at]);
            let mut unfounded = deduced.clone();
            match &mut unfounded[at] {
                Deduction::Zero(sum) => sum.by.clear(),
                Deduction::Products(products) => products.bits.clear(),
                Deduction::Shorter(shorter) => {
                    shorter.bits.clear();
                    shorter.same = Default::default();
                }
                _ => {
                    panic!("nothing is divided")
                }
            }
            assert!(!is_shown(unfounded, &obligation), "{:?}", deduced[at]);
        }
        // It is not a proof with fewer conditions, nor if the word is not known to be zero.
        for without in 0..conditions.len() {
            let mut fewer = conditions.to_vec();
            fewer.remove(without);
            let fewer = Obligation { conditions: &fewer, ..obligation };
            assert!(!is_shown(deduced.clone(), &fewer), "{without}");
        }
        assert!(!is_shown(deduced, &Obligation { zeros: &[], ..obligation }));
    }

    /// The same where `n` is an input and `k * k` a word of its own: the rest is `n - s`.
    #[test]
    fn what_is_left_of_an_input_is_shown() {
        let mut terms = Terms::default();
        let [s, k, n] = ["s", "k", "n"].map(|name| terms.symbol(name));
        let one = terms.constant(1);
        let (next, half) = (terms.add(k, one), terms.constant(1 << 16));
        let (square, of_next) = (terms.mul(k, k), terms.mul(next, next));
        let high = terms.high(false, next, next);
        let (twice, left) = (terms.add(k, next), terms.sub(n, s));
        let zeros = [terms.sub(square, s)];
        let less = |a, b, holds| Condition { fact: Fact::Less(false, a, b), holds };
        for is_next in [true, false] {
            let conditions = [
                less(n, s, false),
                less(k, half, true),
                Condition { fact: Fact::Zero(high), holds: true },
                less(n, of_next, is_next),
                less(left, twice, !is_next),
            ];
            let (_, answer) = shown(terms.clone(), &impossible(&conditions, &zeros));
            assert!(matches!(answer, Answer::BitsAfter { .. }), "{answer:?}");
        }
    }
}

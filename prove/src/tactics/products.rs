//! Bounds of products of two words, by the kernel's rule `monotone`.
//!
//! | known | theorem |
//! |---|---|
//! | `x <= X` and `y <= Y` for numbers with a product that is a word | `x·y <= X·y <= X·Y`, so `x·y` does not wrap |
//! | `p + c <= x`, for a number `p` or where `p·y` occurs too | `p·y <= (p + c)·y <= x·y`, unless `x·y` wraps |
//!
//! So a table of `x` rows of `y` words has places left in row `p`, as long as `p < x`.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::evidence::Rule;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::ring::product;
use super::rule;
use crate::world::{Here, World};

/// The products of two words in a sum.
pub fn of_two(terms: &Terms, sum: Term) -> impl Iterator<Item = [Atom; 2]> {
    terms.polynomial(sum).iter().filter_map(|(of, _)| <[Atom; 2]>::try_from(&of[..]).ok())
}

/// Whether an equation is about a product: then it is what there is to show, or contradicts the bounds of products.
pub fn are_needed(terms: &Terms, facts: &[Fact]) -> bool {
    facts.iter().filter_map(Fact::as_zero).any(|zero| of_two(terms, zero).next().is_some())
}

/// Whether a fact says that a product wraps: then it does not, if that is what there is to show.
pub fn may_wrap(terms: &Terms, facts: &[Fact]) -> bool {
    upper_halves(terms, facts).next().is_some()
}

/// The products whose upper halves are known not to be zero.
fn upper_halves(terms: &Terms, facts: &[Fact]) -> impl Iterator<Item = [Term; 2]> {
    facts.iter().filter_map(|fact| {
        let atom = terms.as_atom(fact.negated().as_zero()?)?;
        let Node { head, operands } = terms.node(atom);
        let is_upper = matches!(head, Head::Operator(Operator::High));
        <[Term; 2]>::try_from(&operands[..]).ok().filter(|_| is_upper)
    })
}

/// The rules for all products of two words in facts.
pub fn rules(world: &mut World, here: &Here) -> Result<Vec<Rule>, Refusal> {
    let facts = here.point.context.facts().to_vec();
    let sums = facts.iter().flat_map(|fact| fact.sum.iter().map(|(term, _)| *term));
    let found: BTreeSet<[Atom; 2]> =
        sums.flat_map(|sum| of_two(&world.prover.terms, sum)).collect();
    let mut rules = Vec::new();
    let mut products = BTreeSet::new();
    for pair in &found {
        products.insert(product(&mut world.prover.terms, pair)?);
    }
    let most = most(&facts);
    let halves: Vec<[Term; 2]> = upper_halves(&world.prover.terms, &facts).collect();
    for [x, y] in halves {
        small(world, &most, [x, y], &mut rules)?;
        for [x, y] in [[x, y], [y, x]] {
            for fact in &facts {
                below(world, fact, [x, y], &mut rules)?;
            }
        }
    }
    for [x, y] in found {
        let terms = &mut world.prover.terms;
        let [x, y] = [product(terms, &[x])?, product(terms, &[y])?];
        small(world, &most, [x, y], &mut rules)?;
        for [x, y] in [[x, y], [y, x]] {
            for fact in &facts {
                above(world, here, fact, [x, y], &products, &mut rules)?;
            }
        }
    }
    Ok(rules)
}

/// The least known upper bounds of words.
fn most(facts: &[Fact]) -> BTreeMap<Term, i128> {
    let mut most = BTreeMap::new();
    for fact in facts {
        if let &[(term, by @ 1..)] = &fact.sum[..] {
            let known = most.entry(term).or_insert(i128::MAX);
            *known = (*known).min(fact.most / by);
        }
    }
    most
}

/// A product of two words with small upper bounds.
fn small(
    world: &mut World,
    most: &BTreeMap<Term, i128>,
    [x, y]: [Term; 2],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let bounds = [x, y].map(|word| most.get(&word).copied().filter(|it| *it > 0));
    let [Some(of_x), Some(of_y)] = bounds else { return Ok(()) };
    let terms = &mut world.prover.terms;
    if of_x.checked_mul(of_y).is_none_or(|most| most > i128::from(terms.width.most())) {
        return Ok(());
    }
    let [of_x, of_y] = [of_x, of_y].map(|it| terms.constant(it as u64));
    rules.extend([
        rule::monotone(world.texts([y, of_y, of_x])?),
        rule::monotone(world.texts([x, of_x, y])?),
    ]);
    Ok(())
}

/// A product `x·y` where a fact says that `x <= z`, for a sum `x = p + c` too: it wraps only if `z·y` does.
fn below(
    world: &mut World,
    fact: &Fact,
    [x, y]: [Term; 2],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let (&[(p, 1), (z, -1)] | &[(z, -1), (p, 1)]) = &fact.sum[..] else { return Ok(()) };
    let Ok(plus) = u64::try_from(-fact.most) else { return Ok(()) };
    let terms = &mut world.prover.terms;
    let plus = terms.constant(plus);
    if terms.add(p, plus)? == x {
        // The sum `p + c` does not wrap, since it is at most `z`.
        rules.push(rule::monotone(world.texts([x, z, y])?));
    }
    Ok(())
}

/// A product `x·y` where a fact says that `p + c <= x`.
fn above(
    world: &mut World,
    here: &Here,
    fact: &Fact,
    [x, y]: [Term; 2],
    products: &BTreeSet<Term>,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let before = match fact.sum[..] {
        [(of, -1)] if of == x => Terms::ZERO,
        [(p, 1), (of, -1)] | [(of, -1), (p, 1)] if of == x => p,
        _ => return Ok(()),
    };
    let Ok(plus) = u64::try_from(-fact.most) else { return Ok(()) };
    let less = terms.mul(before, y)?;
    let difference = terms.sub(x, before)?;
    let are_equal = Fact::zero(terms, difference)?;
    let are_apart = here.point.context.knows(&are_equal) == Some(false);
    let plus = terms.constant(plus.max(u64::from(are_apart)));
    let next = terms.add(before, plus)?;
    let mut all = vec![next];
    if before != Terms::ZERO {
        if !products.contains(&less) {
            return Ok(());
        }
        all.insert(0, before);
        all.dedup();
    }
    for less in all.iter().copied().filter(|less| *less != Terms::ZERO) {
        rules.push(rule::monotone(world.texts([less, x, y])?));
    }
    // Otherwise the sum of `p·y` and `c·y` might wrap.
    if let [before, next] = all[..] {
        rules.push(rule::monotone(world.texts([before, next, y])?));
    }
    Ok(())
}

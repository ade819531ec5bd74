//! Rules about how sums of words wrap.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use tamarin_kernel::evidence::Rule;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Term, Terms};

use super::{First, Search};
use crate::tactics::{products, ring, rule};
use crate::world::{Here, World};

/// Maximum number of ways in which a sum may wrap.
const CARRIES: i128 = 9;
/// Maximum number of ways in which a sum of multiples of a word's size may wrap.
const MULTIPLES: i128 = 33;

impl Search {
    /// Rules that replace terms by equal ones, and `carry` rules for sums in facts, the last facts first. Each sum
    /// consists of few terms that represent all others.
    pub(super) fn carries(&mut self, here: &Here) -> Result<[Vec<Rule>; 2], Refusal> {
        let pivots = match self.first {
            First::Parities => ring::Pivots::all(&mut self.world, here)?,
            _ => ring::Pivots::new(&mut self.world, here)?,
        };
        let words = ring::Pivots::of_words(&mut self.world, here)?;
        let (mut replaced, mut rules) = (Vec::new(), Vec::new());
        let (mut terms, mut seen) = (Vec::new(), HashSet::new());
        for fact in here.point.context.facts().iter().rev().filter(|it| it.as_zero().is_none()) {
            terms.extend(fact.sum.iter().map(|(term, _)| *term).filter(|term| seen.insert(*term)));
        }
        let mut reduced = Vec::new();
        for &term in &terms {
            let rest = pivots.reduce(&mut self.world, term)?;
            let sizes = [term, rest].map(|it| size(&self.world.prover.terms, it));
            reduced.push(match sizes[1] <= sizes[0] {
                true => rest,
                false => words.reduce(&mut self.world, term)?,
            });
        }
        let standing = Standing::of(&self.world.prover.terms, &reduced);
        for (&term, &rest) in terms.iter().zip(&reduced) {
            if term != rest {
                replaced.extend(self.replaced(here, term, rest)?);
            }
            rules.extend(self.carry(here, rest, &standing, CARRIES)?);
        }
        Ok([replaced, rules])
    }

    /// `carry` rules for sums of multiples of a word's size, such as offsets of elements. Their equations cannot be
    /// solved for a word, but over the integers they give a multiple of 2^width. Also for the rest of larger sums.
    pub(super) fn multiples(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let (mut sums, mut words) = (Vec::new(), Vec::new());
        for fact in here.point.context.facts().iter().rev() {
            let of = if fact.as_zero().is_some() { &mut sums } else { &mut words };
            of.extend(fact.sum.iter().map(|(term, _)| *term));
        }
        let terms = &self.world.prover.terms;
        let standing = Standing::of(terms, &words);
        let is_large = |term: &&Term| size(terms, **term) > CARRIES;
        sums.extend(words.iter().filter(is_large).copied().collect::<BTreeSet<Term>>());
        sums.retain(|sum| {
            let mut words = terms.polynomial(*sum).iter().filter(|(of, _)| !of.is_empty());
            words.all(|(_, factor)| factor.is_multiple_of(terms.layout.word))
        });
        let mut rules = Vec::new();
        for sum in sums {
            rules.extend(self.carry(here, sum, &standing, MULTIPLES)?);
        }
        Ok(rules)
    }

    /// `monotone` rules for products, and `carry` rules for sums of products that are 0 as words, so that what bounds the
    /// products bounds their sum.
    pub(super) fn products(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let mut rules = products::rules(&mut self.world, here)?;
        let facts = here.point.context.facts().iter();
        let zeros: Vec<Term> = facts.filter_map(Fact::as_zero).collect();
        for zero in zeros {
            if products::of_two(&self.world.prover.terms, zero).next().is_some() {
                rules.extend(self.carry(here, zero, &Standing::default(), CARRIES)?);
            }
        }
        Ok(rules)
    }

    /// Rules that turn an equation between words into an equation between their unsigned values.
    fn replaced(&mut self, here: &Here, term: Term, rest: Term) -> Result<Vec<Rule>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let difference = terms.sub(term, rest)?;
        let zero = Fact::zero(terms, difference)?;
        let Some(word) = zero.as_zero() else { return Ok(Vec::new()) };
        let factor = if word == difference { 1 } else { -1 };
        let (rest, word) = (self.world.text(rest)?, self.world.text(word)?);
        let mut rules = Vec::new();
        if here.point.context.knows(&zero) != Some(true) {
            rules.push(rule::cut(&*format!("{word} = 0")));
        }
        let sum = vec![(1, rest), (factor, word)];
        rules.push(rule::carry(sum, 0));
        Ok(rules)
    }

    fn carry(
        &mut self,
        here: &Here,
        term: Term,
        standing: &Standing,
        most: i128,
    ) -> Result<Option<Rule>, Refusal> {
        let width = self.world.prover.terms.width;
        let polynomial = self.world.prover.terms.polynomial(term).to_vec();
        let mut rule = Rule { rule: "carry".into(), ..Rule::default() };
        // Modulo 2^128, and so modulo the width.
        let mut plus = 0i128;
        let mut sum: Vec<(Term, i128)> = Vec::new();
        for (monomial, factor) in polynomial {
            if monomial.is_empty() {
                plus = plus.wrapping_add(width.signed(factor));
                continue;
            }
            let factor = width.signed(factor);
            let (stands, constant) = match standing.terms.get(&monomial) {
                Some(found) => *found,
                None => (ring::product(&mut self.world.prover.terms, &monomial)?, 0),
            };
            if stands == term {
                return Ok(None);
            }
            plus = plus.wrapping_sub(factor * width.signed(constant));
            sum.push((stands, factor));
            rule.sum.push((factor as i64, self.world.text(stands)?));
        }
        let ways: i128 = sum.iter().map(|(_, factor)| factor.abs()).sum();
        if sum.is_empty() || ways > most {
            return Ok(None);
        }
        rule.plus = width.signed(width.of_integer(plus)) as i64;
        bound(&mut self.world, here, &mut rule)?;
        Ok(Some(rule))
    }
}

/// Adds the known facts that bound the sum of a `carry` rule.
pub fn bound(world: &mut World, here: &Here, rule: &mut Rule) -> Result<(), Refusal> {
    let mut sum: Vec<(Term, i128)> = Vec::new();
    for (factor, text) in &rule.sum {
        sum.push((world.prover.scope(&here.point).term(text)?, i128::from(*factor)));
    }
    sum.sort_unstable();
    let Some(first) = sum.first().map(|(_, factor)| factor.abs()) else { return Ok(()) };
    for (fact, label) in here.point.context.facts().iter().zip(&here.labels) {
        let is_bound = |by: i128| {
            let multiple = fact.sum.iter().map(|&(term, factor)| (term, factor * by));
            multiple.eq(sum.iter().copied())
        };
        let divisor = fact.sum.first().map_or(1, |(_, factor)| factor.abs()).max(1);
        let by = first / divisor;
        if first % divisor == 0 && (is_bound(by) || is_bound(-by)) {
            rule.on.push(label.clone());
        }
    }
    Ok(())
}

/// The sum of the absolute factors of a term, without its constant.
fn size(terms: &Terms, term: Term) -> i128 {
    let monomials = terms.polynomial(term).iter().filter(|(of, _)| !of.is_empty());
    monomials.map(|(_, by)| terms.width.signed(*by).abs()).sum()
}

/// For each monomial, the term that represents it: the monomial plus a constant. Other terms are sums of such terms and
/// constants.
#[derive(Default)]
struct Standing {
    terms: BTreeMap<Vec<Atom>, (Term, u64)>,
}

impl Standing {
    /// Chooses representatives among the terms: the first of those that occur most often.
    fn of(terms: &Terms, all: &[Term]) -> Standing {
        let mut counts: BTreeMap<Vec<Atom>, BTreeMap<u64, (usize, Term)>> = BTreeMap::new();
        for &term in all {
            let (constant, rest) = match terms.polynomial(term) {
                [(none, constant), rest @ ..] if none.is_empty() => (*constant, rest),
                rest => (0, rest),
            };
            if let [(monomial, 1)] = rest {
                let of = counts.entry(monomial.clone()).or_default();
                of.entry(constant).or_insert((0, term)).0 += 1;
            }
        }
        let mut standing = BTreeMap::new();
        for (monomial, of) in counts {
            // A constant near half the modulus comes from a signed comparison.
            let half = terms.width.half();
            let best = of.iter().min_by_key(|(constant, (count, term))| {
                (constant.abs_diff(half).min(1 << 20), usize::MAX - count, *term)
            });
            if let Some((&constant, &(_, term))) = best {
                standing.insert(monomial, (term, constant));
            }
        }
        Standing { terms: standing }
    }
}

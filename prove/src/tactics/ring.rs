//! Polynomial identities: proves a goal as a linear combination of known equations.
//!
//! Each equation is solved for an atom with an invertible factor and substituted into the others and into the goal. If
//! the leading monomial has an even factor, the equation reduces only multiples of that monomial. The factor of each
//! equation is tracked, so the result is one application of the rule `ring`.

use std::collections::BTreeSet;

use tamarin_kernel::evidence::{Rule, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::{Outcome, Tools};
use crate::lemma::Statement;
use crate::world::{Here, World};

/// Maximum number of monomials of a polynomial.
const MONOMIALS: usize = 300;
/// Maximum power of two in the factor of a leading monomial.
const TWOS: u32 = 8;
/// Maximum number of equations.
const EQUATIONS: usize = 40;

/// The tactic: a ring identity alone.
pub fn tactic(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let Ok((mut world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    match close(&mut world, &here) {
        Ok(Some(step)) => Outcome::Proved(vec![step]),
        _ => Outcome::Open,
    }
}

/// Where a polynomial that is zero comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The fact at this index of the context.
    Fact(usize),
    /// An order atom whose value is known.
    Order(Term),
}

/// A polynomial, and the combination of sources that was added to it.
#[derive(Clone)]
struct Reduced {
    zero: Term,
    factors: Vec<(Source, Term)>,
}

/// An equation solved for an atom or a monomial.
struct Pivot {
    atoms: Vec<Atom>,
    /// The power of two in the factor of the monomial.
    twos: u32,
    /// The monomial times `2^twos`, minus what it equals.
    equation: Reduced,
}

/// The inverse of an odd number modulo a power of two.
pub fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// A step that closes a point: a disequality whose sides are equal by the equations, or contradictory equations.
pub fn close(world: &mut World, here: &Here) -> Result<Option<Step>, Refusal> {
    let (pivots, goals) = solved(world, here, |_, _| true)?;
    for goal in goals {
        if goal.zero == Terms::ZERO {
            // The subtracted combination equals the goal.
            return step(world, here, &goal.factors, u64::MAX).map(Some);
        }
    }
    for fact in here.point.context.facts().iter().rev() {
        let Some(term) = fact.negated().as_zero() else { continue };
        let whole = Reduced { zero: term, factors: Vec::new() };
        let rest = reduce(&mut world.prover.terms, whole, &pivots)?;
        if rest.zero == Terms::ZERO {
            return step(world, here, &rest.factors, u64::MAX).map(Some);
        }
    }
    Ok(None)
}

/// The known equations of a point, each solved for an atom or a monomial.
pub struct Pivots(Vec<Pivot>);

impl Pivots {
    /// The equations of a point, without definitions of quotients.
    pub fn new(world: &mut World, here: &Here) -> Result<Pivots, Refusal> {
        Ok(Pivots(solved(world, here, is_plain)?.0))
    }

    /// All equations of a point.
    pub fn all(world: &mut World, here: &Here) -> Result<Pivots, Refusal> {
        Ok(Pivots(solved(world, here, |_, _| true)?.0))
    }

    /// The equations of a point that equate two words.
    pub fn of_words(world: &mut World, here: &Here) -> Result<Pivots, Refusal> {
        let is_of_words = |terms: &Terms, zero: Term| match terms.polynomial(zero) {
            [(one, _), (other, _)] => one.len() == 1 && other.len() == 1,
            _ => false,
        };
        Ok(Pivots(solved(world, here, is_of_words)?.0))
    }

    /// The equations that are solved for words: the index of the word, and the word less what it equals.
    pub fn solutions(&self, terms: &Terms, words: &[Term]) -> Vec<(usize, Term)> {
        let atoms: Vec<Option<Atom>> = words.iter().map(|word| terms.as_atom(*word)).collect();
        let solution = |pivot: &Pivot| {
            let &[atom] = &pivot.atoms[..] else { return None };
            let index = atoms.iter().position(|it| *it == Some(atom))?;
            (pivot.twos == 0).then_some((index, pivot.equation.zero))
        };
        self.0.iter().filter_map(solution).collect()
    }

    /// The normal form of a term modulo the equations.
    pub fn reduce(&self, world: &mut World, term: Term) -> Result<Term, Refusal> {
        let whole = Reduced { zero: term, factors: Vec::new() };
        Ok(reduce(&mut world.prover.terms, whole, &self.0)?.zero)
    }
}

/// The undecided order atoms: those of the last disequality after substitution, then those of other facts.
pub fn orders(world: &mut World, here: &Here) -> Result<Vec<[Term; 2]>, Refusal> {
    let (pivots, _) = solved(world, here, |_, _| true)?;
    let facts = here.point.context.facts().to_vec();
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    for fact in facts.iter().rev() {
        for &(term, _) in &fact.sum {
            let is_apart = fact.negated().as_zero().is_some();
            let rest = match is_apart {
                true => {
                    let whole = Reduced { zero: term, factors: Vec::new() };
                    reduce(&mut world.prover.terms, whole, &pivots)?.zero
                }
                false => term,
            };
            let atoms: Vec<Atom> = atoms(&world.prover.terms, rest).collect();
            for atom in atoms.into_iter().filter(|atom| seen.insert(*atom)) {
                if let Some([a, b]) = order(&world.prover.terms, atom) {
                    let fact = Fact::below(&mut world.prover.terms, a, b)?;
                    if here.point.context.knows(&fact).is_none() {
                        found.push([a, b]);
                    }
                }
            }
        }
    }
    Ok(found)
}

fn atoms(terms: &Terms, term: Term) -> impl Iterator<Item = Atom> + '_ {
    terms.polynomial(term).iter().flat_map(|(monomial, _)| monomial.iter().copied())
}

fn order(terms: &Terms, atom: Atom) -> Option<[Term; 2]> {
    match terms.node(atom) {
        Node { head: Head::Operator(Operator::Less), operands } => {
            Some([*operands.first()?, *operands.get(1)?])
        }
        _ => None,
    }
}

/// Whether an equation is short or contains no quotient.
fn is_plain(terms: &Terms, zero: Term) -> bool {
    let is_quotient = |atom: &Atom| {
        matches!(terms.node(*atom).head, Head::Operator(Operator::Quotient | Operator::Remainder))
    };
    let monomials = terms.polynomial(zero).iter().filter(|(of, _)| !of.is_empty());
    let size: i128 = monomials.map(|(_, by)| terms.width.signed(*by).abs()).sum();
    size <= 3 || !atoms(terms, zero).any(|atom| is_quotient(&atom))
}

/// Solves all wanted equations for an atom; returns also those that cannot be solved.
fn solved(
    world: &mut World,
    here: &Here,
    is_wanted: fn(&Terms, Term) -> bool,
) -> Result<(Vec<Pivot>, Vec<Reduced>), Refusal> {
    let terms = &mut world.prover.terms;
    let one = terms.constant(1);
    let mut equations = Vec::new();
    let mut seen = BTreeSet::new();
    for (index, fact) in here.point.context.facts().iter().enumerate() {
        for &(term, _) in &fact.sum {
            let atoms: Vec<Atom> = atoms(terms, term).collect();
            for atom in atoms.into_iter().filter(|atom| seen.insert(*atom)) {
                let Some([a, b]) = order(terms, atom) else { continue };
                let below = Fact::below(terms, a, b)?;
                let Some(holds) = here.point.context.knows(&below) else { continue };
                let (less, value) =
                    (terms.apply(Operator::Less, a, b)?, terms.constant(u64::from(holds)));
                let zero = terms.sub(less, value)?;
                equations.push(Reduced { zero, factors: vec![(Source::Order(less), one)] });
            }
        }
        if let Some(zero) = fact.as_zero() {
            equations.push(Reduced { zero, factors: vec![(Source::Fact(index), one)] });
        }
    }
    let (mut pivots, mut rest): (Vec<Pivot>, Vec<Reduced>) = (Vec::new(), Vec::new());
    equations.retain(|equation| is_wanted(terms, equation.zero));
    let mut unsolved = Vec::new();
    for equation in equations.into_iter().take(EQUATIONS) {
        let reduced = reduce(terms, equation, &pivots)?;
        if let Some(contradiction) = impossible(terms, &reduced)? {
            rest.push(contradiction);
            continue;
        }
        match pivot(terms, &reduced)? {
            Some(pivot) => pivots.push(pivot),
            None => unsolved.push(reduced),
        }
    }
    // Later equations may solve the words of an equation about their last bits.
    for equation in unsolved {
        let reduced = reduce(terms, equation, &pivots)?;
        rest.extend(impossible(terms, &reduced)?);
    }
    Ok((pivots, rest))
}

/// An equation without a solution modulo a power of two, as a contradiction: its constant has fewer factors of two than its
/// other terms have in common, so a multiple of it is a number other than 0. Where there is no other term, it is one itself.
fn impossible(terms: &mut Terms, equation: &Reduced) -> Result<Option<Reduced>, Refusal> {
    let (bits, polynomial) = (terms.width.bits(), terms.polynomial(equation.zero));
    let (constant, others) = match polynomial {
        [(none, constant), others @ ..] if none.is_empty() => (*constant, others),
        _ => return Ok(None),
    };
    let twos = others.iter().map(|(_, factor)| factor.trailing_zeros()).min().unwrap_or(bits);
    if constant.trailing_zeros() >= twos {
        return Ok(None);
    }
    let mut contradiction = Reduced { zero: Terms::ZERO, factors: Vec::new() };
    for &(source, factor) in &equation.factors {
        contradiction.factors.push((source, terms.scale(factor, 1 << (bits - twos))?));
    }
    Ok(Some(contradiction))
}

/// Solves an equation for an atom: the newest one that occurs in it once with the factor 1 or -1, otherwise with an odd
/// factor. If there is none, for the monomial with the most atoms, or for a multiple of an atom.
fn pivot(terms: &mut Terms, equation: &Reduced) -> Result<Option<Pivot>, Refusal> {
    let polynomial = terms.polynomial(equation.zero);
    let count =
        |atom: Atom| polynomial.iter().filter(|(monomial, _)| monomial.contains(&atom)).count();
    let candidates = polynomial.iter().filter_map(|(monomial, factor)| match monomial[..] {
        [atom] if factor & 1 == 1 && count(atom) == 1 => Some((vec![atom], *factor)),
        _ => None,
    });
    let product = polynomial.iter().max_by_key(|(monomial, _)| (monomial.len(), monomial));
    let product = product.filter(|(of, factor)| of.len() > 1 && factor.trailing_zeros() <= TWOS);
    let is_unit = |factor: u64| terms.width.signed(factor).abs() == 1;
    let best = candidates.max_by_key(|(atom, factor)| (is_unit(*factor), atom.clone()));
    // With even factors only, the equation reduces multiples of one of its terms.
    let terms_of_one = polynomial.iter().filter(|(monomial, factor)| {
        let is_alone = |atom: &Atom| monomial.len() == 1 && count(*atom) == 1;
        monomial.iter().all(is_alone) && !monomial.is_empty() && factor.trailing_zeros() <= TWOS
    });
    let even = terms_of_one.min_by_key(|(_, factor)| factor.trailing_zeros());
    let Some((atoms, factor)) = best.or(product.cloned()).or(even.cloned()) else {
        return Ok(None);
    };
    let twos = factor.trailing_zeros();
    let by = terms.width.wrap(inverse(shifted(terms, factor, twos)));
    let mut scaled = Reduced { zero: terms.scale(equation.zero, by)?, factors: Vec::new() };
    for &(source, factor) in &equation.factors {
        scaled.factors.push((source, terms.scale(factor, by)?));
    }
    Ok(Some(Pivot { atoms, twos, equation: scaled }))
}

/// Reduces a polynomial by the pivots, and records the multiples of equations that were subtracted.
fn reduce(terms: &mut Terms, mut of: Reduced, pivots: &[Pivot]) -> Result<Reduced, Refusal> {
    // A later pivot no longer contains the atom of an earlier one, but an earlier one may contain that of a later one.
    for pivot in pivots {
        while let Some(quotient) = quotient(terms, of.zero, pivot)? {
            let product = terms.mul(quotient, pivot.equation.zero)?;
            of.zero = terms.sub(of.zero, product)?;
            if terms.polynomial(of.zero).len() > MONOMIALS {
                return Ok(of);
            }
            for &(source, factor) in &pivot.equation.factors {
                let times = terms.mul(quotient, factor)?;
                match of.factors.iter_mut().find(|(of, _)| *of == source) {
                    Some((_, by)) => *by = terms.sub(*by, times)?,
                    None => of.factors.push((source, terms.scale(times, u64::MAX)?)),
                }
            }
        }
    }
    Ok(of)
}

/// The monomials that the pivot's monomial divides, divided by it; none if there are none.
fn quotient(terms: &mut Terms, term: Term, by: &Pivot) -> Result<Option<Term>, Refusal> {
    let mut sum = None;
    for (monomial, factor) in terms.polynomial(term).to_vec() {
        if factor.trailing_zeros() < by.twos {
            continue;
        }
        let Some(rest) = without(monomial, &by.atoms) else { continue };
        let product = product(terms, &rest)?;
        let factor = shifted(terms, factor, by.twos);
        sum = Some(terms.combine(sum.unwrap_or(Terms::ZERO), 1, product, factor)?);
    }
    Ok(sum)
}

/// A factor divided by a power of two. The bits above the quotient's are free: they continue the sign, so that the quotient
/// of a small factor is small, as those of the other terms of its equation are.
fn shifted(terms: &Terms, factor: u64, twos: u32) -> u64 {
    terms.width.wrap((terms.width.signed(factor) >> twos) as u64)
}

/// The product of the atoms.
pub fn product(terms: &mut Terms, of: &[Atom]) -> Result<Term, Refusal> {
    let mut product = terms.constant(1);
    for &atom in of {
        let Node { head, operands } = terms.node(atom).clone();
        let atom = terms.atom(head, operands)?;
        product = terms.mul(product, atom)?;
    }
    Ok(product)
}

/// A monomial divided by some of its factors; none if it lacks one.
fn without(mut monomial: Vec<Atom>, by: &[Atom]) -> Option<Vec<Atom>> {
    for atom in by {
        let at = monomial.iter().position(|of| of == atom)?;
        monomial.remove(at);
    }
    Some(monomial)
}

/// The step `ring` with these factors, each multiplied by `by`.
fn step(
    world: &mut World,
    here: &Here,
    factors: &[(Source, Term)],
    by: u64,
) -> Result<Step, Refusal> {
    let mut rule = Rule { rule: "ring".into(), label: "ring".into(), ..Rule::default() };
    let mut of_orders = Vec::new();
    for &(source, factor) in factors {
        let factor = world.prover.terms.scale(factor, by)?;
        let text = world.text(factor)?;
        match source {
            Source::Fact(index) => {
                rule.on.push(here.labels[index].clone());
                rule.factors.push(text);
            }
            Source::Order(order) => {
                rule.terms.push(world.text(order)?);
                of_orders.push(text);
            }
        }
    }
    rule.factors.extend(of_orders);
    Ok(Step::Rule(rule))
}

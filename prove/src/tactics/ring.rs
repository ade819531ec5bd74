//! Identities of polynomials: a goal as a combination of equations.
//!
//! Equations are solved for atoms with an invertible factor, one after the other, and what is known to be
//! zero is put into the others and into the goal. Where the leading product has an even factor, the equation replaces
//! its multiples only. The factor of each equation is kept on the way, so the result is
//! one application of the rule `ring`.

use std::collections::BTreeSet;

use tamarin_kernel::evidence::{Rule, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::{Outcome, Tools};
use crate::lemma::Statement;
use crate::world::{Here, World};

/// Monomials of a polynomial at most.
const MONOMIALS: usize = 300;
/// Factors of two of a leading product at most.
const TWOS: u32 = 8;
/// Equations at most.
const EQUATIONS: usize = 40;

/// The tactic: a ring identity alone.
pub fn tactic(statement: &Statement, tools: &mut Tools<'_>) -> Outcome {
    let Ok((mut world, here)) = World::new(tools.machine, statement) else { return Outcome::Open };
    match close(&mut world, &here) {
        Ok(Some(step)) => Outcome::Proved(vec![step]),
        _ => Outcome::Open,
    }
}

/// Something that is zero.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// The fact at a place.
    Fact(usize),
    /// An order that is decided.
    Order(Term),
}

/// A polynomial, and the combination of sources that was added to it.
#[derive(Clone)]
struct Reduced {
    zero: Term,
    factors: Vec<(Source, Term)>,
}

/// An equation that is solved for an atom, or for a product of atoms.
struct Pivot {
    atoms: Vec<Atom>,
    /// Factors of two of the product.
    twos: u32,
    /// The product, so many times doubled, less what it is equal to.
    equation: Reduced,
}

/// The inverse of an odd number modulo a power of two.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x))))
}

/// A step that closes a point: an inequation of which both sides are equal by equations, or equations that
/// contradict each other.
pub fn close(world: &mut World, here: &Here) -> Result<Option<Step>, Refusal> {
    let (pivots, goals) = solved(world, here, |_, _| true)?;
    for goal in goals {
        if goal.zero == Terms::ZERO {
            // What was subtracted from the goal is the goal.
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

/// The equations that are known at a point, each solved for an atom or a product.
pub struct Pivots(Vec<Pivot>);

impl Pivots {
    /// Those of a point, other than definitions of quotients.
    pub fn new(world: &mut World, here: &Here) -> Result<Pivots, Refusal> {
        Ok(Pivots(solved(world, here, is_plain)?.0))
    }

    /// Those of a point.
    pub fn all(world: &mut World, here: &Here) -> Result<Pivots, Refusal> {
        Ok(Pivots(solved(world, here, |_, _| true)?.0))
    }

    /// Those of a point that say that two words are equal.
    pub fn of_words(world: &mut World, here: &Here) -> Result<Pivots, Refusal> {
        let is_of_words = |terms: &Terms, zero: Term| match terms.polynomial(zero) {
            [(one, _), (other, _)] => one.len() == 1 && other.len() == 1,
            _ => false,
        };
        Ok(Pivots(solved(world, here, is_of_words)?.0))
    }

    /// What is left of a term once the equations are put into it.
    pub fn reduce(&self, world: &mut World, term: Term) -> Result<Term, Refusal> {
        let whole = Reduced { zero: term, factors: Vec::new() };
        Ok(reduce(&mut world.prover.terms, whole, &self.0)?.zero)
    }
}

/// The undecided atoms of orders: first those of the last inequation after the equations are substituted, then those of
/// other facts.
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

/// Whether an equation is about few words, or about no quotient.
fn is_plain(terms: &Terms, zero: Term) -> bool {
    let is_quotient = |atom: &Atom| {
        matches!(terms.node(*atom).head, Head::Operator(Operator::Quotient | Operator::Remainder))
    };
    let monomials = terms.polynomial(zero).iter().filter(|(of, _)| !of.is_empty());
    let size: i128 = monomials.map(|(_, by)| terms.width.signed(*by).abs()).sum();
    size <= 3 || !atoms(terms, zero).any(|atom| is_quotient(&atom))
}

/// All equations that are known and wanted, each solved for an atom, and those that are left without one.
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
    for equation in equations.into_iter().take(EQUATIONS) {
        let reduced = reduce(terms, equation, &pivots)?;
        match pivot(terms, &reduced)? {
            Some(pivot) => pivots.push(pivot),
            None if terms.as_constant(reduced.zero).is_some_and(|it| it != 0) => {
                // Equations that say that a number is zero.
                let factors = reduced.factors;
                rest.push(Reduced { zero: Terms::ZERO, factors });
            }
            None => {}
        }
    }
    Ok((pivots, rest))
}

/// Solves an equation for an atom: the one that came last of those that occur in it once, with an odd factor. If there
/// is none, for the product of most atoms.
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
    let Some((atoms, factor)) = candidates.max().or(product.cloned()) else { return Ok(None) };
    let twos = factor.trailing_zeros();
    let by = terms.width.wrap(inverse(factor >> twos));
    let mut scaled = Reduced { zero: terms.scale(equation.zero, by)?, factors: Vec::new() };
    for &(source, factor) in &equation.factors {
        scaled.factors.push((source, terms.scale(factor, by)?));
    }
    Ok(Some(Pivot { atoms, twos, equation: scaled }))
}

/// Puts what atoms are equal to into a polynomial, and subtracts the multiples of equations that this takes.
fn reduce(terms: &mut Terms, mut of: Reduced, pivots: &[Pivot]) -> Result<Reduced, Refusal> {
    // A later pivot may have an earlier one's atom in it no more, but an earlier one a later one's.
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

/// The monomials that the product of a pivot divides, divided by it; none where there are none.
fn quotient(terms: &mut Terms, term: Term, by: &Pivot) -> Result<Option<Term>, Refusal> {
    let mut sum = None;
    for (monomial, factor) in terms.polynomial(term).to_vec() {
        if factor.trailing_zeros() < by.twos {
            continue;
        }
        let Some(rest) = without(monomial, &by.atoms) else { continue };
        let product = product(terms, &rest)?;
        let factor = factor >> by.twos;
        sum = Some(terms.combine(sum.unwrap_or(Terms::ZERO), 1, product, factor)?);
    }
    Ok(sum)
}

/// The product of atoms.
pub fn product(terms: &mut Terms, of: &[Atom]) -> Result<Term, Refusal> {
    let mut product = terms.constant(1);
    for &atom in of {
        let Node { head, operands } = terms.node(atom).clone();
        let atom = terms.atom(head, operands)?;
        product = terms.mul(product, atom)?;
    }
    Ok(product)
}

/// A product without some of its factors, if it has them.
fn without(mut monomial: Vec<Atom>, by: &[Atom]) -> Option<Vec<Atom>> {
    for atom in by {
        let at = monomial.iter().position(|of| of == atom)?;
        monomial.remove(at);
    }
    Some(monomial)
}

/// The application of `ring` with these factors, all times one more.
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

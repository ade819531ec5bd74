//! Refutes facts over bits by a SAT solver's proof.

use std::collections::HashMap;

use super::Cases;
use crate::evidence::Rule;
use crate::fact::Fact;
use crate::gates::{Bits, Gates, TRUE, flip, number, resize};
use crate::lrat::{self, Literal};
use crate::refusal::Refusal;
use crate::scope::Scope;
use crate::term::{Atom, Head, Node, Term, Terms};
use crate::word::Operator;

/// `bits on f1, ..., fn`: the facts are contradictory, by an LRAT proof over the clauses that the kernel generates from
/// them ([`clauses`]).
///
/// Words that satisfy the facts give values for all bits that satisfy all clauses. An LRAT proof shows that no such
/// values exist.
pub(super) fn bits(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let facts = rule.on.iter().map(|label| scope.labelled(label));
    let facts: Vec<Fact> = facts.collect::<Result<_, _>>()?;
    let clauses = clauses(scope.terms, &facts)?;
    lrat::check(&clauses, &rule.proof, |work| scope.terms.pay(work).map(|_| ()))?;
    Ok(Vec::new())
}

/// The clauses of facts. Symbols, loads and function applications are arbitrary words. Building the same terms in the
/// same order gives the same clauses.
pub fn clauses(terms: &mut Terms, facts: &[Fact]) -> Result<Vec<Vec<Literal>>, Refusal> {
    let (width, gates) = (terms.width.bits() as usize, Gates::default());
    let (words, atoms) = (HashMap::new(), HashMap::new());
    let mut blaster = Blaster { terms, width, gates, words, atoms };
    for fact in facts {
        let holds = blaster.fact(fact)?;
        blaster.gates.clause(&[holds]);
    }
    Ok(blaster.gates.clauses)
}

struct Blaster<'t> {
    terms: &'t mut Terms,
    width: usize,
    gates: Gates,
    words: HashMap<Term, Bits>,
    atoms: HashMap<Atom, Bits>,
}

impl Blaster<'_> {
    /// Whether an inequality holds. Negative summands move to the other side, and both sides are computed with enough
    /// bits not to wrap.
    fn fact(&mut self, fact: &Fact) -> Result<Literal, Refusal> {
        if let Some(term) = fact.as_zero() {
            let bits = self.word(term)?;
            return Ok(self.gates.equal(&bits, &number(0, self.width)));
        }
        let factors = fact.sum.iter().map(|(_, factor)| factor.unsigned_abs());
        let all = factors.sum::<u128>() + 1;
        let bits_of = |value: u128| (u128::BITS - value.leading_zeros()) as usize;
        let wide = self.width.max(bits_of(fact.most.unsigned_abs())) + bits_of(all) + 1;
        let (zero, most) = (number(0, wide), number(fact.most.unsigned_abs(), wide));
        let (mut left, mut right) = if fact.most < 0 { (most, zero) } else { (zero, most) };
        for &(term, factor) in &fact.sum {
            let bits = resize(&self.word(term)?, wide);
            let multiple = self.gates.multiply(&bits, &number(factor.unsigned_abs(), wide), wide);
            let side = if factor > 0 { &mut left } else { &mut right };
            *side = self.gates.add(side, &multiple, -TRUE).0;
        }
        Ok(-self.gates.below(&right, &left))
    }

    /// The bits of a polynomial. Monomials are added in order; those with a factor above half of 2^width are subtracted
    /// instead.
    fn word(&mut self, term: Term) -> Result<Bits, Refusal> {
        if let Some(bits) = self.words.get(&term) {
            return Ok(bits.clone());
        }
        let mut sum = number(0, self.width);
        for (monomial, factor) in self.terms.polynomial(term).to_vec() {
            let is_negative = factor > self.terms.width.half();
            let size = if is_negative { factor.wrapping_neg() } else { factor };
            let mut row = number(u128::from(size), self.width);
            for atom in monomial {
                let bits = self.atom(atom)?;
                row = self.gates.multiply(&bits, &row, self.width);
                let work = self.width * self.width;
                self.terms.pay(work)?;
            }
            let (row, carry) = if is_negative { (flip(&row), TRUE) } else { (row, -TRUE) };
            sum = self.gates.add(&sum, &row, carry).0;
        }
        self.terms.pay(self.width)?;
        self.words.insert(term, sum.clone());
        Ok(sum)
    }

    fn atom(&mut self, atom: Atom) -> Result<Bits, Refusal> {
        if let Some(bits) = self.atoms.get(&atom) {
            return Ok(bits.clone());
        }
        self.terms.pay(4 * self.width * self.width)?;
        let width = self.width;
        let Node { head, operands } = self.terms.node(atom).clone();
        let bits = match (head, &operands[..]) {
            (Head::Operator(Operator::Less), &[a, b]) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                let less = self.gates.below(&a, &b);
                resize(&[less], width)
            }
            (Head::Operator(Operator::High), &[a, b]) => {
                let (a, b) = (self.word(a)?, self.word(b)?);
                self.gates.multiply(&a, &b, 2 * width).split_off(width)
            }
            (Head::Operator(Operator::Quotient), &[a, b]) => self.division(a, b)?.0,
            (Head::Operator(Operator::Remainder), &[a, b]) => self.division(a, b)?.1,
            _ => self.gates.word(width),
        };
        self.atoms.insert(atom, bits.clone());
        Ok(bits)
    }

    /// The quotient and remainder of the same operands are defined together.
    fn division(&mut self, a: Term, b: Term) -> Result<(Bits, Bits), Refusal> {
        let operands = (self.word(a)?, self.word(b)?);
        let (q, r) = self.gates.divide(&operands.0, &operands.1);
        for (operator, bits) in [(Operator::Quotient, &q), (Operator::Remainder, &r)] {
            let term = self.terms.apply(operator, a, b)?;
            if let Some(atom) = self.terms.as_atom(term) {
                self.atoms.insert(atom, bits.clone());
            }
        }
        Ok((q, r))
    }
}

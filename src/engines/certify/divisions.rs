//! What bits are told of one word's divisions by several numbers.
//!
//! A SAT solver does not find that a multiple of 400 is one of 100, or that the last three digits
//! are the last one and ten times the two before it. Where a number `d` divides another one, `e = d * m`,
//! the remainder by `e` is `d * r` and the remainder by `d`, where `r` is what dividing the quotient by `d`
//! leaves by `m`. So the word's remainders are told of each other, from the smallest divisor to the largest;
//! quotients of quotients are put in their places among them first.

use std::collections::BTreeMap;

use tamarin_checker::deduction::{Deduction, Known, Sum};
use tamarin_checker::lemma::{Division, Nested};
use tamarin_checker::obligation::{Obligation, Scene};
use tamarin_checker::terms::{Atom, Node, Polynomial, Terms, Word};

use super::cofactors::cofactors;
use super::lemmas::factor;

/// Divisors of a word at most, and relations in all.
const DIVISORS: usize = 12;
const RELATIONS: usize = 24;

/// Divisions of one word: by each number, the quotients that are those by it, some of quotients.
type Divisions = BTreeMap<u32, Vec<Atom>>;

/// What is deduced of divisions, and what is known then; none where no two have to do with each
/// other. Words are made on the scene, which is a copy.
pub fn related(scene: &mut Scene, obligation: &Obligation<'_>) -> Option<(Vec<Deduction>, Known)> {
    let refutable = obligation.refutable(obligation.goal);
    let words = refutable.iter().flat_map(|condition| condition.fact.words());
    let divided = divided(&scene.terms, words);
    let mut deducing =
        Deducing { known: Known::of(&mut scene.terms, obligation), deduced: Vec::new(), scene };
    let mut relations = 0;
    for (&of, divisions) in &divided {
        let mut smaller: Vec<u32> = Vec::new();
        for (&by, quotients) in divisions.iter().take(DIVISORS) {
            deducing.divided(of, by)?;
            for &quotient in quotients {
                deducing.is_whole(of, by, quotient, divisions)?;
            }
            if let Some(&part) = smaller.iter().rev().find(|&&part| by % part == 0)
                && relations < RELATIONS
            {
                deducing.relate(of, [part, by], divisions)?;
                relations += 1;
            }
            smaller.push(by);
        }
    }
    (relations > 0).then_some((deducing.deduced, deducing.known))
}

/// The words that are divided by more numbers than one, without a sign.
fn divided(terms: &Terms, words: impl Iterator<Item = Word>) -> BTreeMap<Word, Divisions> {
    let mut places: BTreeMap<Atom, (Word, u32)> = BTreeMap::new();
    let mut all: BTreeMap<Word, Divisions> = BTreeMap::new();
    for atom in terms.atoms_of(words) {
        let (of, by) = match terms.node(atom) {
            Some(&(Node::Quotient(false, of, by) | Node::Remainder(false, of, by))) => (of, by),
            _ => continue,
        };
        let quotient = terms.find(&Node::Quotient(false, of, by));
        let Some(atom) = quotient.filter(|atom| !places.contains_key(atom)) else { continue };
        let Some(by) = terms.as_constant(by).filter(|by| *by > 1) else { continue };
        let of_quotient = only_atom(terms.polynomial(of)).and_then(|inner| {
            let &(root, part) = places.get(&inner)?;
            Some((root, u32::checked_mul(part, by)?))
        });
        let (root, by) = of_quotient.unwrap_or((of, by));
        places.insert(atom, (root, by));
        all.entry(root).or_default().entry(by).or_default().push(atom);
    }
    all.retain(|_, divisions| divisions.len() > 1);
    all
}

fn only_atom(polynomial: &Polynomial) -> Option<Atom> {
    let mut products = polynomial.iter();
    match (products.next(), products.next()) {
        (Some((product, 1)), None) if product.len() == 1 => Some(product[0]),
        _ => None,
    }
}

struct Deducing<'s> {
    scene: &'s mut Scene,
    known: Known,
    deduced: Vec<Deduction>,
}

impl Deducing<'_> {
    fn word(&mut self, atom: Atom) -> Word {
        self.scene.terms.word(Polynomial::from([(vec![atom], 1)]))
    }

    /// Quotient and remainder of a word by a number, which are spoken of from then on.
    fn divided(&mut self, of: Word, by: u32) -> Option<[Atom; 2]> {
        let terms = &mut self.scene.terms;
        let divisor = terms.constant(by);
        let both = [Node::Quotient(false, of, divisor), Node::Remainder(false, of, divisor)];
        if both.iter().any(|node| terms.find(node).is_none()) {
            let division = Division { of: factor(terms.polynomial(of)), by };
            self.known.zeros.push(division.stated(terms)?);
            self.deduced.push(Deduction::Division(division));
        }
        let [quotient, remainder] = both.map(|node| self.scene.terms.find(&node));
        Some([quotient?, remainder?])
    }

    /// That a quotient of a quotient is the one by the product of both numbers; bits are told.
    fn is_whole(&mut self, of: Word, by: u32, quotient: Atom, divisions: &Divisions) -> Option<()> {
        let [whole, _] = self.divided(of, by)?;
        if quotient == whole {
            return Some(());
        }
        let &Node::Quotient(_, dividend, divisor) = self.scene.terms.node(quotient)? else {
            return None;
        };
        let inner = only_atom(self.scene.terms.polynomial(dividend))?;
        let part = by / self.scene.terms.as_constant(divisor)?;
        debug_assert!(divisions.get(&part).is_some_and(|all| all.contains(&inner)));
        let [inner, _] = self.divided(of, part)?;
        self.nested(quotient, inner)?;
        let [quotient, whole] = [quotient, whole].map(|atom| self.word(atom));
        let zero = self.scene.terms.sub(quotient, whole);
        self.tell(zero)
    }

    /// That a quotient of another one is one quotient.
    fn nested(&mut self, of: Atom, inner: Atom) -> Option<()> {
        let mut nested = Nested { of: of.0, inner: inner.0, same: Vec::new(), bits: Vec::new() };
        let stated = nested.stated(&mut self.scene.terms)?;
        debug_assert!(stated.conditions.is_empty());
        nested.same = cofactors(&self.scene.terms, stated.same, &self.known.zeros)?;
        self.known.zeros.push(stated.zero);
        self.deduced.push(Deduction::Nested(nested));
        Some(())
    }

    /// How the remainders of a word by two numbers hang together, the first of which divides the second
    /// one.
    fn relate(&mut self, of: Word, [part, by]: [u32; 2], divisions: &Divisions) -> Option<()> {
        let [small, rest_of_small] = self.divided(of, part)?;
        let [_, rest] = self.divided(of, by)?;
        // One that a program has is better than one that none has.
        let times = self.scene.terms.constant(by / part);
        let has = divisions[&by].iter().find_map(|&atom| {
            let &Node::Quotient(_, dividend, divisor) = self.scene.terms.node(atom)? else {
                return None;
            };
            let remainder = self.scene.terms.find(&Node::Remainder(false, dividend, divisor))?;
            let is_of_part = only_atom(self.scene.terms.polynomial(dividend))
                .is_some_and(|inner| divisions[&part].contains(&inner));
            (divisor == times && is_of_part).then_some(remainder)
        });
        let digit = match has {
            Some(digit) => digit,
            None => {
                let small = self.word(small);
                let [quotient, digit] = self.divided(small, by / part)?;
                self.nested(quotient, only_atom(self.scene.terms.polynomial(small))?)?;
                digit
            }
        };
        let [rest, rest_of_small, digit] = [rest, rest_of_small, digit].map(|atom| self.word(atom));
        let terms = &mut self.scene.terms;
        let part = terms.constant(part);
        let taken = terms.mul(part, digit);
        let zero = terms.sub(rest, rest_of_small);
        let zero = terms.sub(zero, taken);
        self.tell(zero)
    }

    /// Deduces that a word is zero, which bits are told.
    fn tell(&mut self, zero: Word) -> Option<()> {
        let by = cofactors(&self.scene.terms, zero, &self.known.zeros)?;
        let of = factor(self.scene.terms.polynomial(zero));
        self.deduced.push(Deduction::Zero(Sum { of, by }));
        self.known.is_zero(&mut self.scene.terms, zero);
        Some(())
    }
}

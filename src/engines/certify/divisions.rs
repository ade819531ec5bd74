//! Relations between the divisions of one word by several numbers, for use at the bit level.
//!
//! A SAT solver does not find that a multiple of 400 is one of 100, or that the last three digits
//! are the last one plus ten times the two before it. If `d` divides `e = d * m`, the remainder by
//! `e` is `d * r` plus the remainder by `d`, where `r` is the remainder by `m` of the quotient by
//! `d`. So the remainders of a word are related to each other, from the smallest divisor to the
//! largest. Quotients of quotients are first rewritten as quotients of the word.

use std::collections::BTreeMap;

use tamarin_checker::deduction::{Deduction, Known, Sum};
use tamarin_checker::lemma::{Division, Nested};
use tamarin_checker::obligation::{Obligation, Scene};
use tamarin_checker::terms::{Atom, Node, Polynomial, Terms, Word};

use super::cofactors::cofactors;
use super::lemmas::factor;

/// Maximum number of divisors of a word, and of relations in total.
const DIVISORS: usize = 12;
const RELATIONS: usize = 24;

/// The divisions of one word: for each divisor, the quotients by it, including quotients of
/// quotients.
type Divisions = BTreeMap<u32, Vec<Atom>>;

/// The deductions about divisions, and the facts known then; `None` if no two divisions are
/// related. Words are created on the scene, which is a copy.
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

/// The words that are divided by more than one number, unsigned.
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

    /// The quotient and the remainder of a word by a number, created if necessary.
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

    /// Deduces that a quotient of a quotient is the quotient by the product of both numbers.
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

    /// Deduces that a quotient of a quotient is a single quotient.
    fn nested(&mut self, of: Atom, inner: Atom) -> Option<()> {
        let mut nested = Nested { of: of.0, inner: inner.0, same: Vec::new(), bits: Vec::new() };
        let stated = nested.stated(&mut self.scene.terms)?;
        debug_assert!(stated.conditions.is_empty());
        nested.same = cofactors(&self.scene.terms, stated.same, &self.known.zeros)?;
        self.known.zeros.push(stated.zero);
        self.deduced.push(Deduction::Nested(nested));
        Some(())
    }

    /// Relates the remainders of a word by two numbers, the first of which divides the second one.
    fn relate(&mut self, of: Word, [part, by]: [u32; 2], divisions: &Divisions) -> Option<()> {
        let [small, rest_of_small] = self.divided(of, part)?;
        let [_, rest] = self.divided(of, by)?;
        // A quotient that a program computes is better than a new one.
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

    /// Deduces that a word is zero, and adds it to the bit-level facts.
    fn tell(&mut self, zero: Word) -> Option<()> {
        let by = cofactors(&self.scene.terms, zero, &self.known.zeros)?;
        let of = factor(self.scene.terms.polynomial(zero));
        self.deduced.push(Deduction::Zero(Sum { of, by }));
        self.known.is_zero(&mut self.scene.terms, zero);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use tamarin_checker::certificate::Location;
    use tamarin_checker::memory::Memories;
    use tamarin_checker::obligation::{Goal, Kind};
    use tamarin_checker::terms::Fact;

    use super::*;

    const WORDS: [u32; 12] =
        [0, 1, 99, 100, 399, 400, 401, 1_000, 65_535, 1 << 31, 4_000_000_000, u32::MAX];

    /// The deductions about a word made of `x`; `None` if there are none.
    fn of(
        make: impl Fn(&mut Terms, Word) -> Word,
    ) -> Option<(Scene, Vec<Deduction>, Known, usize)> {
        let mut terms = Terms::default();
        let x = terms.symbol("x");
        let word = make(&mut terms, x);
        let mut scene = Scene { terms, memories: Memories::new([vec![], vec![]]) };
        let obligation = Obligation {
            kind: Kind::Exit,
            node: [Location::Entry; 2],
            conditions: &[],
            zeros: &[],
            goal: Goal::Zero(word),
            claim: None,
        };
        let mut before = scene.clone();
        let known = Known::of(&mut before.terms, &obligation).conditions.len();
        let (deduced, found) = related(&mut scene, &obligation)?;
        // The checker reaches the same facts.
        let mut checked = Known::of(&mut before.terms, &obligation);
        for deduction in &deduced {
            checked.take(&mut before, &obligation, deduction).expect("it is right");
        }
        assert_eq!(checked.conditions.len(), found.conditions.len());
        Some((scene, deduced, found, known))
    }

    fn divide(terms: &mut Terms, word: Word, by: u32) -> [Word; 2] {
        let by = terms.constant(by);
        [terms.quotient(false, word, by), terms.remainder(false, word, by)]
    }

    /// The added facts hold for all numbers.
    fn relates(make: impl Fn(&mut Terms, Word) -> Word, relations: usize) {
        let (mut scene, _, found, known) = of(make).expect("they have to do with each other");
        let symbol = scene.terms.symbol("x");
        let (symbol, _) = scene.terms.symbol_and_number(symbol).expect("it is one");
        let more = found.conditions[known..].to_vec();
        assert_eq!(more.len(), relations);
        for condition in more {
            let Fact::Zero(zero) = condition.fact else { panic!("of another kind") };
            for value in WORDS {
                let value = scene.terms.constant(value);
                let zero = scene.terms.with(zero, symbol, value);
                assert_eq!(scene.terms.as_constant(zero), Some(0), "{value:?}");
            }
        }
    }

    #[test]
    fn remainders_are_related() {
        relates(
            |terms, x| {
                let [four, hundred, all] = [4, 100, 400].map(|by| divide(terms, x, by)[1]);
                let sum = terms.add(four, hundred);
                terms.sub(sum, all)
            },
            2,
        );
    }

    /// The digits of a number, divided by ten repeatedly, beside its remainder by a thousand.
    #[test]
    fn digits_are_related_to_remainders() {
        relates(
            |terms, x| {
                let [tenth, ones] = divide(terms, x, 10);
                let [hundredth, tens] = divide(terms, tenth, 10);
                let [_, hundreds] = divide(terms, hundredth, 10);
                let [_, rest] = divide(terms, x, 1_000);
                let sum =
                    [tens, hundreds, rest].into_iter().fold(ones, |sum, it| terms.add(sum, it));
                terms.sub(sum, x)
            },
            4,
        );
    }

    #[test]
    fn divisors_without_common_factors_relate_nothing() {
        assert!(of(|terms, x| divide(terms, x, 10)[1]).is_none());
        let strangers = |terms: &mut Terms, x| {
            let [three, seven] = [3, 7].map(|by| divide(terms, x, by)[1]);
            terms.sub(three, seven)
        };
        assert!(of(strangers).is_none());
        let of_others = |terms: &mut Terms, x| {
            let y = terms.symbol("y");
            let [ten, hundred] = [(x, 10), (y, 100)].map(|(word, by)| divide(terms, word, by)[1]);
            terms.sub(ten, hundred)
        };
        assert!(of(of_others).is_none());
    }
}

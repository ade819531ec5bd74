//! Words as polynomials modulo 2^32, and facts about them.
//!
//! A word is a sum of products of *atoms*, each product with a coefficient; an atom is any operation that is neither a
//! sum nor a product. Polynomials are hash-consed in normal form, so equal polynomials are the same [`Word`]. Besides
//! constant folding this is the only rewriting.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::memory::Memory;

/// A word, as the index of a polynomial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word(u32);

/// An indivisible factor, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Atom(pub u32);

/// A product of atoms, in order; the empty one is 1.
pub type Monomial = Vec<Atom>;

/// The nonzero coefficient of each product.
pub type Polynomial = BTreeMap<Monomial, u32>;

/// The definition of an atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// An arbitrary word, by name.
    Symbol(String),
    /// 1 if the first word is below the second, else 0; whether they are signed.
    Less(bool, Word, Word),
    /// The high word of a 64-bit product; whether it is signed.
    High(bool, Word, Word),
    /// A quotient, truncated towards zero; whether it is signed. By zero it is an unknown word that depends only on the
    /// arguments.
    Quotient(bool, Word, Word),
    /// A remainder with the dividend's sign; by zero as a quotient.
    Remainder(bool, Word, Word),
    /// A product that is too large to expand.
    Product(Word, Word),
    /// The word of a memory at an address that is a multiple of 4.
    Load(Memory, Word),
}

impl Node {
    /// The arguments; none for a load.
    pub fn arguments(&self) -> Vec<Word> {
        match *self {
            Node::Symbol(_) | Node::Load(..) => vec![],
            Node::Less(_, a, b)
            | Node::High(_, a, b)
            | Node::Quotient(_, a, b)
            | Node::Remainder(_, a, b)
            | Node::Product(a, b) => vec![a, b],
        }
    }
}

/// A statement about words. The `bool` of an order states whether words are signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// A word is zero.
    Zero(Word),
    /// The first word is below the second one.
    Less(bool, Word, Word),
    /// The given number of low bits of a word are zero.
    LowZero(Word, u32),
}

impl Fact {
    /// The words in the statement.
    pub fn words(self) -> Vec<Word> {
        match self {
            Fact::Zero(word) | Fact::LowZero(word, _) => vec![word],
            Fact::Less(_, a, b) => vec![a, b],
        }
    }
}

/// A fact with its truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Condition {
    /// The fact.
    pub fact: Fact,
    /// Whether it holds.
    pub holds: bool,
}

impl std::ops::Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        Condition { holds: !self.holds, ..self }
    }
}

/// Maximum number of monomials in an expanded polynomial.
const PRODUCTS: usize = 64;
/// Maximum number of atoms in an expanded product.
const DEGREE: usize = 16;

/// Maximum nesting of atoms in which a symbol is replaced.
const DEPTH: u32 = 100;

/// All words and atoms.
#[derive(Clone, Debug)]
pub struct Terms {
    words: Vec<Polynomial>,
    of_polynomial: HashMap<Polynomial, Word>,
    atoms: Vec<Node>,
    of_node: HashMap<Node, Atom>,
}

impl Default for Terms {
    fn default() -> Terms {
        let mut terms = Terms {
            words: Vec::new(),
            of_polynomial: HashMap::new(),
            atoms: Vec::new(),
            of_node: HashMap::new(),
        };
        terms.word(Polynomial::new());
        terms
    }
}

impl Terms {
    /// Zero.
    pub const ZERO: Word = Word(0);

    /// The number of words.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are none; always false.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The word of a polynomial without zero coefficients.
    pub fn word(&mut self, polynomial: Polynomial) -> Word {
        if let Some(&word) = self.of_polynomial.get(&polynomial) {
            return word;
        }
        let word = Word(self.words.len() as u32);
        self.words.push(polynomial.clone());
        self.of_polynomial.insert(polynomial, word);
        word
    }

    /// The polynomial of a word.
    pub fn polynomial(&self, word: Word) -> &Polynomial {
        &self.words[word.0 as usize]
    }

    /// The definition of an atom; none if it does not exist.
    pub fn node(&self, atom: Atom) -> Option<&Node> {
        self.atoms.get(atom.0 as usize)
    }

    /// A constant.
    pub fn constant(&mut self, value: u32) -> Word {
        self.word(constant(value))
    }

    /// The value of a constant.
    pub fn as_constant(&self, word: Word) -> Option<u32> {
        let polynomial = self.polynomial(word);
        match polynomial.len() {
            0 => Some(0),
            1 => polynomial.get(&vec![]).copied(),
            _ => None,
        }
    }

    /// An atom as a word.
    pub fn atom(&mut self, node: Node) -> Word {
        let next = Atom(self.atoms.len() as u32);
        let atom = match self.of_node.get(&node) {
            Some(&atom) => atom,
            None => {
                self.atoms.push(node.clone());
                self.of_node.insert(node, next);
                next
            }
        };
        self.word(Polynomial::from([(vec![atom], 1)]))
    }

    /// The atoms that words depend on, each after its own arguments.
    pub fn atoms_of(&self, words: impl IntoIterator<Item = Word>) -> BTreeSet<Atom> {
        let mut open: Vec<Word> = words.into_iter().collect();
        let mut atoms = BTreeSet::new();
        while let Some(word) = open.pop() {
            for &atom in self.polynomial(word).keys().flatten() {
                if atoms.insert(atom) {
                    open.extend(self.node(atom).into_iter().flat_map(Node::arguments));
                }
            }
        }
        // An atom is created after its arguments, so its index is larger.
        atoms
    }

    /// An existing atom.
    pub fn find(&self, node: &Node) -> Option<Atom> {
        self.of_node.get(node).copied()
    }

    /// The word of an existing atom.
    pub fn made(&mut self, node: &Node) -> Option<Word> {
        let atom = self.find(node)?;
        Some(self.word(Polynomial::from([(vec![atom], 1)])))
    }

    /// An arbitrary word with this name.
    pub fn symbol(&mut self, name: &str) -> Word {
        self.atom(Node::Symbol(name.to_owned()))
    }

    /// `a + b`
    pub fn add(&mut self, a: Word, b: Word) -> Word {
        let sum = plus(self.polynomial(a), self.polynomial(b), 1);
        self.word(sum)
    }

    /// `a - b`
    pub fn sub(&mut self, a: Word, b: Word) -> Word {
        let sum = plus(self.polynomial(a), self.polynomial(b), u32::MAX);
        self.word(sum)
    }

    /// `a * b`
    pub fn mul(&mut self, a: Word, b: Word) -> Word {
        match times(self.polynomial(a), self.polynomial(b)) {
            Some(product) => self.word(product),
            None => {
                let (a, b) = self.in_order(a, b);
                self.atom(Node::Product(a, b))
            }
        }
    }

    /// 1 if `a` is below `b`, else 0.
    pub fn less(&mut self, signed: bool, a: Word, b: Word) -> Word {
        match self.folded(Fact::Less(signed, a, b)) {
            Some(is_less) => self.constant(u32::from(is_less)),
            None => self.atom(Node::Less(signed, a, b)),
        }
    }

    /// The high word of a product.
    pub fn high(&mut self, signed: bool, a: Word, b: Word) -> Word {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) => {
                let product = match signed {
                    true => (i64::from(a as i32) * i64::from(b as i32)) as u64,
                    false => u64::from(a) * u64::from(b),
                };
                self.constant((product >> 32) as u32)
            }
            _ => {
                let (a, b) = self.in_order(a, b);
                self.atom(Node::High(signed, a, b))
            }
        }
    }

    /// Two factors in an order that does not depend on which was created first, so that clauses do not either.
    fn in_order(&self, a: Word, b: Word) -> (Word, Word) {
        if self.polynomial(a) <= self.polynomial(b) { (a, b) } else { (b, a) }
    }

    /// A quotient.
    pub fn quotient(&mut self, signed: bool, a: Word, b: Word) -> Word {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) if b != 0 => self.constant(match signed {
                true => (a as i32).wrapping_div(b as i32) as u32,
                false => a / b,
            }),
            _ => self.atom(Node::Quotient(signed, a, b)),
        }
    }

    /// A remainder.
    pub fn remainder(&mut self, signed: bool, a: Word, b: Word) -> Word {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(b)) if b != 0 => self.constant(match signed {
                true => (a as i32).wrapping_rem(b as i32) as u32,
                false => a % b,
            }),
            _ => self.atom(Node::Remainder(signed, a, b)),
        }
    }

    /// For each division by a word known to be nonzero, the word that is zero: quotient times divisor plus remainder
    /// minus dividend. The negation of a divisor may be the word that is known to be nonzero.
    pub fn divisions(&mut self, is_not_zero: impl Fn(&Terms, Word) -> bool) -> Vec<Word> {
        let mut zeros = Vec::new();
        for index in 0..self.atoms.len() {
            let Node::Quotient(signed, a, b) = self.atoms[index] else { continue };
            let Some(&remainder) = self.of_node.get(&Node::Remainder(signed, a, b)) else {
                continue;
            };
            let minus_b = self.sub(Terms::ZERO, b);
            if !is_not_zero(self, b) && !is_not_zero(self, minus_b) {
                continue;
            }
            let quotient = Polynomial::from([(vec![Atom(index as u32)], 1)]);
            let Some(product) = times(&quotient, self.polynomial(b)) else { continue };
            let sum = plus(&product, &Polynomial::from([(vec![remainder], 1)]), 1);
            let zero = plus(&sum, self.polynomial(a), u32::MAX);
            zeros.push(self.word(zero));
        }
        zeros
    }

    /// Whether two words are known to be equal or different.
    pub fn same(&mut self, a: Word, b: Word) -> Option<bool> {
        // Most are constants, which need no difference.
        if let (Some(a), Some(b)) = (self.as_constant(a), self.as_constant(b)) {
            return Some(a == b);
        }
        let difference = self.sub(a, b);
        self.folded(Fact::Zero(difference))
    }

    /// A fact in normal form: a test of a comparison's result becomes the comparison, and of a word and its negation
    /// the one with the smaller first coefficient is used.
    pub fn fact(&mut self, fact: Fact) -> Condition {
        let Fact::Zero(word) = fact else { return Condition { fact, holds: true } };
        let polynomial = self.polynomial(word);
        let constant = polynomial.get(&vec![]).copied().unwrap_or(0);
        let mut rest = polynomial.iter().filter(|(monomial, _)| !monomial.is_empty());
        let first = rest.next();
        if let (Some((monomial, &factor)), None) = (first, rest.next())
            && let [atom] = monomial[..]
            && let Some(&Node::Less(signed, a, b)) = self.node(atom)
        {
            // `factor * less + constant` is zero for at most one of 0 and 1.
            let at = [constant == 0, constant.wrapping_add(factor) == 0];
            if at[0] != at[1] {
                return Condition { fact: Fact::Less(signed, a, b), holds: at[1] };
            }
        }
        let word = match first {
            Some((_, &factor)) if factor > 1 << 31 => self.sub(Terms::ZERO, word),
            _ => word,
        };
        Condition { fact: Fact::Zero(word), holds: true }
    }

    /// A condition in normal form; none if constants imply it.
    pub fn stated(&mut self, Condition { fact, holds }: Condition) -> Option<Condition> {
        if self.folded(fact) == Some(holds) {
            return None;
        }
        let stated = self.fact(fact);
        Some(Condition { holds: stated.holds == holds, ..stated })
    }

    /// The atom and the constant whose sum a word is, if it has that form.
    pub(crate) fn atom_and_number(&self, word: Word) -> Option<(Atom, u32)> {
        let (mut only, mut number) = (None, 0);
        for (monomial, &factor) in self.polynomial(word) {
            match (&monomial[..], factor) {
                ([], factor) => number = factor,
                (&[atom], 1) if only.is_none() => only = Some(atom),
                _ => return None,
            }
        }
        Some((only?, number))
    }

    /// The same if the atom is a symbol.
    pub fn symbol_and_number(&self, word: Word) -> Option<(Atom, u32)> {
        let found = self.atom_and_number(word);
        found.filter(|(atom, _)| matches!(self.node(*atom), Some(Node::Symbol(_))))
    }

    /// A word with a symbol replaced by another word. Deeply nested occurrences, and those in addresses of loads, are
    /// kept. If the two are equal, the result equals the original, whichever occurrences are kept.
    pub fn with(&mut self, word: Word, symbol: Atom, value: Word) -> Word {
        let mut known = HashMap::from([(symbol, value)]);
        self.replaced(word, &mut known, DEPTH)
    }

    fn replaced(&mut self, word: Word, known: &mut HashMap<Atom, Word>, depth: u32) -> Word {
        let polynomial = self.polynomial(word).clone();
        let mut sum = Terms::ZERO;
        for (monomial, factor) in polynomial {
            let mut product = self.constant(factor);
            for atom in monomial {
                let other = self.replaced_atom(atom, known, depth);
                product = self.mul(product, other);
            }
            sum = self.add(sum, product);
        }
        sum
    }

    fn replaced_atom(&mut self, atom: Atom, known: &mut HashMap<Atom, Word>, depth: u32) -> Word {
        if let Some(&word) = known.get(&atom) {
            return word;
        }
        let node = self.node(atom).filter(|_| depth > 0).cloned();
        let mut of = |terms: &mut Terms, word: Word| terms.replaced(word, known, depth - 1);
        let word = match node {
            None | Some(Node::Symbol(_) | Node::Load(..)) => {
                self.word(Polynomial::from([(vec![atom], 1)]))
            }
            Some(Node::Less(signed, a, b)) => {
                let (a, b) = (of(self, a), of(self, b));
                self.less(signed, a, b)
            }
            Some(Node::High(signed, a, b)) => {
                let (a, b) = (of(self, a), of(self, b));
                self.high(signed, a, b)
            }
            Some(Node::Quotient(signed, a, b)) => {
                let (a, b) = (of(self, a), of(self, b));
                self.quotient(signed, a, b)
            }
            Some(Node::Remainder(signed, a, b)) => {
                let (a, b) = (of(self, a), of(self, b));
                self.remainder(signed, a, b)
            }
            Some(Node::Product(a, b)) => {
                let (a, b) = (of(self, a), of(self, b));
                self.mul(a, b)
            }
        };
        known.insert(atom, word);
        word
    }

    /// The truth value of a fact, if constants determine it.
    pub fn folded(&self, fact: Fact) -> Option<bool> {
        match fact {
            Fact::Zero(word) => self.as_constant(word).map(|value| value == 0),
            Fact::LowZero(word, bits) => {
                // Sums that differ by multiples of 2^bits are equivalent here.
                let mask = ((1u64 << bits) - 1) as u32;
                let mut low = self.polynomial(word).iter().filter(|(_, f)| **f & mask != 0);
                match (low.next(), low.next()) {
                    (None, _) => Some(true),
                    (Some((monomial, _)), None) if monomial.is_empty() => Some(false),
                    _ => None,
                }
            }
            Fact::Less(_, a, b) if a == b => Some(false),
            Fact::Less(signed, a, b) => match (self.as_constant(a)?, self.as_constant(b)?) {
                (a, b) if signed => Some((a as i32) < b as i32),
                (a, b) => Some(a < b),
            },
        }
    }
}

/// A constant as a polynomial.
pub fn constant(value: u32) -> Polynomial {
    Polynomial::from_iter((value != 0).then_some((vec![], value)))
}

/// `a + factor * b`
pub fn plus(a: &Polynomial, b: &Polynomial, factor: u32) -> Polynomial {
    let mut sum = a.clone();
    for (monomial, &other) in b {
        let entry = sum.entry(monomial.clone()).or_insert(0);
        *entry = entry.wrapping_add(other.wrapping_mul(factor));
    }
    sum.retain(|_, factor| *factor != 0);
    sum
}

/// `a * b`; none if it is too large.
pub fn times(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    let mut product = Polynomial::new();
    for (x, &p) in a {
        for (y, &q) in b {
            if x.len() + y.len() > DEGREE {
                return None;
            }
            let mut monomial = [&x[..], &y[..]].concat();
            monomial.sort_unstable();
            let entry = product.entry(monomial).or_insert(0);
            *entry = entry.wrapping_add(p.wrapping_mul(q));
        }
        if product.len() > PRODUCTS {
            return None;
        }
    }
    product.retain(|_, factor| *factor != 0);
    Some(product)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words over two others, each computed from those before it.
    fn words(terms: &mut Terms, x: Word, y: Word, mut choice: u64) -> Vec<Word> {
        let mut words = vec![x, y, terms.constant(7)];
        for _ in 0..12 {
            choice = choice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let pick = |shift: u32| words[(choice >> shift) as usize % words.len()];
            let (a, b, signed) = (pick(30), pick(40), choice >> 50 & 1 == 1);
            words.push(match choice >> 55 & 7 {
                0 => terms.add(a, b),
                1 => terms.sub(a, b),
                2 | 3 => terms.mul(a, b),
                4 => terms.high(signed, a, b),
                5 => terms.quotient(signed, a, b),
                6 => terms.remainder(signed, a, b),
                _ => terms.less(signed, a, b),
            });
        }
        words
    }

    /// With constants for symbols, a word evaluates to the result on these constants.
    #[test]
    fn a_symbol_is_replaced_wherever_it_is() {
        for choice in 0..400 {
            let mut terms = Terms::default();
            let symbols = ["x", "y"].map(|name| terms.symbol(name));
            let atoms = symbols.map(|it| terms.symbol_and_number(it).expect("a symbol").0);
            let numbers = [choice as u32 % 5, 0x8000_0000 | choice as u32]
                .map(|number| terms.constant(number));
            let general = words(&mut terms, symbols[0], symbols[1], choice);
            let special = words(&mut terms, numbers[0], numbers[1], choice);
            for (of, expected) in general.into_iter().zip(special) {
                let with_x = terms.with(of, atoms[0], numbers[0]);
                assert_eq!(terms.with(with_x, atoms[1], numbers[1]), expected);
                // Without the symbol nothing is replaced.
                assert_eq!(terms.with(with_x, atoms[0], numbers[1]), with_x);
            }
        }
    }

    #[test]
    fn a_symbol_and_a_number() {
        let mut terms = Terms::default();
        let (x, y, four) = (terms.symbol("x"), terms.symbol("y"), terms.constant(4));
        let atom = terms.find(&Node::Symbol("x".to_owned())).expect("it was made");
        assert_eq!(terms.symbol_and_number(x), Some((atom, 0)));
        let more = terms.add(x, four);
        assert_eq!(terms.symbol_and_number(more), Some((atom, 4)));
        let less = terms.less(false, x, y);
        let others = [terms.add(x, y), terms.mul(four, x), terms.sub(four, x), less, four];
        for other in others {
            assert_eq!(terms.symbol_and_number(other), None);
        }
    }
}

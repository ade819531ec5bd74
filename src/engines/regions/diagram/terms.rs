//! Diagrams of terms over words of 32 bits.

use rustc_hash::FxHashMap;

use super::circuit::{Bits, constant, extended};
use super::{Diagram, Diagrams, Made, TooLarge};
use crate::machine::Signedness;
use crate::solver::Stop;
use crate::term::{Node, Symbol, Term, Terms};

/// Diagrams of terms.
#[derive(Debug)]
pub struct TermDiagrams {
    /// All diagrams.
    pub set: Diagrams,
    symbols: Vec<Symbol>,
    known: FxHashMap<Term, Bits>,
}

impl TermDiagrams {
    /// Diagrams over the bits of these words.
    pub fn new(symbols: &[Symbol], stop: &Stop) -> TermDiagrams {
        let set = Diagrams::new(symbols.len(), stop);
        TermDiagrams { set, symbols: symbols.to_vec(), known: FxHashMap::default() }
    }

    /// The intervals of the only word that a diagram depends on, as [`Diagrams::intervals`].
    pub fn intervals(&self, diagram: Diagram, most: usize) -> Option<(Symbol, Vec<[u32; 2]>)> {
        let (word, intervals) = self.set.intervals(diagram, most)?;
        Some((self.symbols[word], intervals))
    }

    /// The diagram of a boolean term.
    pub fn of(&mut self, terms: &Terms, term: Term) -> Made<Diagram> {
        let mut open = vec![term];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            let node = terms.node(next);
            if matches!(node, Node::Select(..) | Node::Store(..) | Node::Image(_)) {
                return Err(TooLarge);
            }
            let before = open.len();
            open.extend(node.args().filter(|arg| !self.known.contains_key(arg)));
            if open.len() == before {
                let bits = self.node(node)?;
                self.known.insert(next, bits);
                open.pop();
            }
        }
        Ok(self.known[&term][0])
    }

    /// The bits of a term whose arguments are known.
    fn node(&mut self, node: Node) -> Made<Bits> {
        let TermDiagrams { set, symbols, known } = self;
        let of = |arg: Term| &known[&arg][..];
        let truth = |arg: Term| known[&arg][0];
        Ok(match node {
            Node::Bool(value) => constant(value.into(), 1),
            Node::Word(value) => constant(value.into(), 32),
            Node::Double(value) => constant(value, 64),
            Node::Symbol(symbol) => {
                let place = symbols.iter().position(|it| *it == symbol).ok_or(TooLarge)?;
                set.word(place)?
            }
            Node::Not(a) => vec![set.not(truth(a))?],
            Node::And(a, b) => vec![set.and(truth(a), truth(b))?],
            Node::Or(a, b) => vec![set.or(truth(a), truth(b))?],
            Node::Eq(a, b) => vec![set.equal(of(a), of(b))?],
            Node::Ult(a, b) => vec![set.below(of(a), of(b))?],
            Node::Slt(a, b) => vec![set.less(of(a), of(b))?],
            Node::Ite(test, a, b) => set.choose_bits(truth(test), of(a), of(b))?,
            Node::Add(a, b) => set.sum(of(a), of(b), Diagram::FALSE)?.0,
            Node::Sub(a, b) => set.difference(of(a), of(b))?,
            Node::Mul(a, b) => set.product(of(a), of(b))?,
            Node::BitAnd(a, b) => {
                let both = of(a).iter().zip(of(b)).map(|(&a, &b)| set.and(a, b));
                both.collect::<Made<Bits>>()?
            }
            Node::Udiv(a, b) => set.divide(of(a), of(b))?.0,
            Node::Urem(a, b) => set.divide(of(a), of(b))?.1,
            Node::Sdiv(a, b) => set.signed_quotient(of(a), of(b))?,
            Node::Srem(a, b) => set.signed_remainder(of(a), of(b))?,
            Node::SignExtend(a) => extended(of(a), 64, Signedness::Signed),
            Node::ZeroExtend(a) => extended(of(a), 64, Signedness::Unsigned),
            Node::Low(a) => of(a)[..32].to_vec(),
            Node::High(a) => of(a)[32..].to_vec(),
            Node::Image(_) | Node::Select(..) | Node::Store(..) => return Err(TooLarge),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Model;

    /// The count and the diagram of a condition on two words below 8 agree with an exhaustive
    /// enumeration.
    fn check(build: impl Fn(&mut Terms, Term, Term) -> Term) {
        let mut terms = Terms::new();
        let words = ["$1", "$2"].map(|name| terms.symbol(name));
        let eight = terms.word(8);
        let [a, b] = words;
        // A function of three bits of each word always has a small diagram.
        let seven = terms.word(7);
        let (few_a, few_b) = (terms.bit_and(a, seven), terms.bit_and(b, seven));
        let claim = build(&mut terms, few_a, few_b);
        let (low_a, low_b) = (terms.ult(a, eight), terms.ult(b, eight));
        let low = terms.and(low_a, low_b);
        let all = terms.and(low, claim);
        let symbols: Vec<Symbol> = words
            .map(|word| {
                let set = terms.mentions(word);
                terms.members(set)[0]
            })
            .to_vec();
        let mut diagrams = TermDiagrams::new(&symbols, &Stop::NEVER);
        let diagram = diagrams.of(&terms, all).expect("it is small");
        let expected = (0..64).filter(|bits| {
            let mut model = Model::new();
            model.set(symbols[0], bits & 7);
            model.set(symbols[1], bits >> 3);
            terms.holds(all, &model)
        });
        assert_eq!(diagrams.set.count(diagram).to_string(), expected.count().to_string());
    }

    #[test]
    fn counts_are_those_of_all_inputs() {
        let operations = [
            Terms::add,
            Terms::sub,
            Terms::mul,
            Terms::udiv,
            Terms::urem,
            Terms::sdiv,
            Terms::srem,
            Terms::bit_and,
        ];
        type Compare = fn(&mut Terms, Term, Term) -> Term;
        let comparisons: [(bool, Compare); 3] =
            [(false, Terms::ult), (true, Terms::slt), (false, Terms::eq)];
        for operation in operations {
            for (constant, (negate, compare)) in
                (0..9u32).flat_map(|constant| comparisons.map(|comparison| (constant, comparison)))
            {
                check(|terms, a, b| {
                    let three = terms.word(3);
                    let a = terms.sub(a, three);
                    let b = if negate { terms.sub(three, b) } else { b };
                    let (word, constant) = (operation(terms, a, b), terms.word(constant));
                    compare(terms, word, constant)
                });
            }
        }
    }

    #[test]
    fn intervals_of_one_word() {
        let mut terms = Terms::new();
        let x = terms.symbol("$1");
        let set = terms.mentions(x);
        let symbol = terms.members(set)[0];
        let (five, ten, zero) = (terms.word(5), terms.word(10), terms.word(0));
        let (below, negative) = (terms.ult(x, ten), terms.slt(x, zero));
        let at_five = terms.eq(x, five);
        let other = terms.not(at_five);
        let middle = terms.and(below, other);
        let claim = terms.or(middle, negative);
        let mut diagrams = TermDiagrams::new(&[symbol], &Stop::NEVER);
        let diagram = diagrams.of(&terms, claim).expect("it is small");
        let expected = vec![[0, 4], [6, 9], [1 << 31, u32::MAX]];
        assert_eq!(diagrams.intervals(diagram, 8), Some((symbol, expected)));
        assert_eq!(diagrams.intervals(diagram, 2), None);
        assert_eq!(diagrams.set.count(diagram).to_string(), (9 + (1u64 << 31)).to_string());
    }
}

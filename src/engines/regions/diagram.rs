//! Binary decision diagrams over the bits of the inputs, for counting them.
//!
//! A reduced ordered binary decision diagram (Bryant, 1986) of a boolean term, built word by word
//! as a circuit over diagrams. The inputs' bits are interleaved, most significant first, so that
//! sums, comparisons and equalities of words have small diagrams; products of inputs do not. Beyond
//! a limit on the number of nodes there is no diagram.
//!
//! No library is used. Of those measured, oxidd 0.13 starts threads for each manager, for workers
//! and for garbage collection, and panics where there are no threads, as in a page.
//! biodivine-lib-bdd 0.6 keeps each diagram as an array of its own, and takes 8 to 30 times as long
//! for a compared sum, 3 times for compared remainders. Neither can be stopped in the middle of an
//! operation; here one function creates all nodes, and it can.

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::random::Random;
use crate::solver::Stop;
use crate::term::{Node, Sort, Symbol, Term, Terms};

/// Maximum number of nodes.
const NODES: usize = 400_000;
/// Nodes between two polls of the caller's stop.
const NODES_PER_LOOK: usize = 1 << 12;

/// A diagram: the index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Diagram(u32);

impl Diagram {
    /// The constant false.
    pub const FALSE: Diagram = Diagram(0);
    /// The constant true.
    pub const TRUE: Diagram = Diagram(1);
}

/// There is no diagram: it is too large, or time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

type Made<T> = Result<T, TooLarge>;
type Bits = Vec<Diagram>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Branch {
    /// The bit that is tested, in the order of tests.
    bit: u32,
    /// The diagrams for 0 and for 1.
    ways: [Diagram; 2],
}

/// Diagrams over the same bits.
#[derive(Debug)]
pub struct Diagrams {
    branches: Vec<Branch>,
    ids: FxHashMap<Branch, Diagram>,
    choices: FxHashMap<[Diagram; 3], Diagram>,
    /// The fraction of inputs that satisfy each of the first nodes, counted below its bit.
    shares: Vec<f64>,
    /// The index of each input word.
    words: FxHashMap<Symbol, u32>,
    known: FxHashMap<Term, Bits>,
    stop: Stop,
}

impl Diagrams {
    /// Diagrams over the bits of these words.
    pub fn new(words: &[Symbol], stop: &Stop) -> Diagrams {
        let end = Branch { bit: words.len() as u32 * 32, ways: [Diagram::FALSE; 2] };
        let words = words.iter().zip(0..).map(|(&symbol, place)| (symbol, place)).collect();
        Diagrams {
            branches: vec![end; 2],
            ids: FxHashMap::default(),
            choices: FxHashMap::default(),
            shares: vec![0.0, 1.0],
            words,
            known: FxHashMap::default(),
            stop: stop.clone(),
        }
    }

    fn branch(&self, diagram: Diagram) -> Branch {
        self.branches[diagram.0 as usize]
    }

    fn make(&mut self, bit: u32, ways: [Diagram; 2]) -> Made<Diagram> {
        if ways[0] == ways[1] {
            return Ok(ways[0]);
        }
        let branch = Branch { bit, ways };
        if let Some(&id) = self.ids.get(&branch) {
            return Ok(id);
        }
        let count = self.branches.len();
        if count >= NODES || count.is_multiple_of(NODES_PER_LOOK) && self.stop.is_due() {
            return Err(TooLarge);
        }
        self.stop.spend(1);
        let id = Diagram(count as u32);
        self.branches.push(branch);
        self.ids.insert(branch, id);
        Ok(id)
    }

    /// If-then-else. The recursion depth is at most the number of bits.
    fn choose(&mut self, test: Diagram, then: Diagram, other: Diagram) -> Made<Diagram> {
        match (test, then, other) {
            (Diagram::TRUE, ..) => return Ok(then),
            (Diagram::FALSE, ..) => return Ok(other),
            _ if then == other => return Ok(then),
            (_, Diagram::TRUE, Diagram::FALSE) => return Ok(test),
            _ => {}
        }
        let key = [test, then, other];
        if let Some(&known) = self.choices.get(&key) {
            return Ok(known);
        }
        let branches = key.map(|diagram| self.branch(diagram));
        let bit = branches.iter().map(|branch| branch.bit).min().unwrap_or(0);
        let way = |side: usize| {
            [0, 1, 2].map(|which: usize| match branches[which].bit == bit {
                true => branches[which].ways[side],
                false => key[which],
            })
        };
        let [zero, one] = [way(0), way(1)];
        let zero = self.choose(zero[0], zero[1], zero[2])?;
        let one = self.choose(one[0], one[1], one[2])?;
        let made = self.make(bit, [zero, one])?;
        if self.choices.len() >= 4 * NODES {
            return Err(TooLarge);
        }
        self.choices.insert(key, made);
        Ok(made)
    }

    /// Negation.
    pub fn not(&mut self, a: Diagram) -> Made<Diagram> {
        self.choose(a, Diagram::FALSE, Diagram::TRUE)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Diagram, b: Diagram) -> Made<Diagram> {
        self.choose(a, b, Diagram::FALSE)
    }

    /// Disjunction.
    pub fn or(&mut self, a: Diagram, b: Diagram) -> Made<Diagram> {
        self.choose(a, Diagram::TRUE, b)
    }

    fn xor(&mut self, a: Diagram, b: Diagram) -> Made<Diagram> {
        let not = self.not(b)?;
        self.choose(a, not, b)
    }

    /// The number of inputs that satisfy it.
    pub fn count(&self, diagram: Diagram) -> BigUint {
        // Children are older, so one pass over the nodes is enough.
        let mut counts: Vec<BigUint> = Vec::with_capacity(diagram.0 as usize + 1);
        let mut needed = vec![false; diagram.0 as usize + 1];
        needed[diagram.0 as usize] = true;
        for id in (2..=diagram.0 as usize).rev() {
            if needed[id] {
                self.branches[id].ways.iter().for_each(|way| needed[way.0 as usize] = true);
            }
        }
        for id in 0..=diagram.0 {
            counts.push(match id {
                0 => BigUint::ZERO,
                1 => BigUint::from(1u8),
                _ if !needed[id as usize] => BigUint::ZERO,
                _ => {
                    let Branch { bit, ways } = self.branch(Diagram(id));
                    let [zero, one] = ways.map(|way| {
                        let skipped = self.branch(way).bit - bit - 1;
                        &counts[way.0 as usize] << skipped
                    });
                    zero + one
                }
            });
        }
        let free = self.branch(diagram).bit;
        &counts[diagram.0 as usize] << free
    }

    /// The number of nodes, including both constants.
    pub fn nodes(&self) -> usize {
        self.branches.len()
    }

    /// An input that satisfies it, by the indices of its words; it must not be the constant false.
    /// Drawn uniformly, or without `draws` one with small words.
    pub fn sample(&mut self, diagram: Diagram, mut draws: Option<&mut Random>) -> Vec<u32> {
        for id in self.shares.len()..=diagram.0 as usize {
            let [zero, one] = self.branches[id].ways.map(|way| self.shares[way.0 as usize]);
            self.shares.push((zero + one) / 2.0);
        }
        let count = self.words.len();
        let mut words = vec![0; count];
        let mut next = diagram;
        for bit in 0..count * 32 {
            let branch = self.branch(next);
            let is_asked = branch.bit == bit as u32;
            let ways = if is_asked { branch.ways } else { [next; 2] };
            let [zero, one] = ways.map(|way| self.shares[way.0 as usize]);
            let is_one = match &mut draws {
                Some(random) => random.share() * (zero + one) >= zero && ways[1] != Diagram::FALSE,
                None => ways[0] == Diagram::FALSE,
            };
            words[bit % count] |= u32::from(is_one) << (31 - bit / count);
            next = ways[usize::from(is_one || ways[0] == Diagram::FALSE)];
        }
        words
    }

    /// The intervals of the only word that a diagram depends on, unsigned and in order. `None` if
    /// it depends on others, or if there are more than `most` intervals.
    pub fn intervals(&self, diagram: Diagram, most: usize) -> Option<(Symbol, Vec<[u32; 2]>)> {
        let count = self.words.len() as u32;
        let mut words = rustc_hash::FxHashSet::default();
        let mut open = vec![diagram];
        let mut seen = rustc_hash::FxHashSet::default();
        while let Some(next) = open.pop() {
            if next.0 > 1 && seen.insert(next) {
                let Branch { bit, ways } = self.branch(next);
                words.insert(bit % count);
                open.extend(ways);
            }
        }
        let mut words = words.into_iter();
        let (Some(word), None) = (words.next(), words.next()) else { return None };
        let symbol = self.words.iter().find(|(_, place)| **place == word).map(|(it, _)| *it)?;
        let mut intervals: Vec<[u32; 2]> = Vec::new();
        self.collect(diagram, 0, 0, most, &mut intervals)?;
        Some((symbol, intervals))
    }

    /// Collects the intervals below a prefix of `depth` bits.
    fn collect(
        &self,
        diagram: Diagram,
        depth: u32,
        prefix: u32,
        most: usize,
        intervals: &mut Vec<[u32; 2]>,
    ) -> Option<()> {
        if diagram == Diagram::FALSE {
            return Some(());
        }
        if diagram == Diagram::TRUE {
            let rest = u32::MAX.checked_shr(depth).unwrap_or(0);
            let (first, last) = (prefix, prefix | rest);
            match intervals.last_mut() {
                Some(before) if before[1].checked_add(1) == Some(first) => before[1] = last,
                _ => intervals.push([first, last]),
            }
            return (intervals.len() <= most).then_some(());
        }
        let Branch { bit, ways } = self.branch(diagram);
        let here = bit / self.words.len() as u32;
        let half = 1u32 << (31 - depth);
        let [zero, one] = if here == depth { ways } else { [diagram; 2] };
        self.collect(zero, depth + 1, prefix, most, intervals)?;
        self.collect(one, depth + 1, prefix | half, most, intervals)
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
                let bits = self.node(terms, next, node)?;
                self.known.insert(next, bits);
                open.pop();
            }
        }
        Ok(self.known[&term][0])
    }

    /// The bits of a term whose arguments are known, least significant first.
    fn node(&mut self, terms: &Terms, term: Term, node: Node) -> Made<Bits> {
        let number = |value: u64, width: u32| -> Bits {
            (0..width).map(|bit| Diagram((value >> bit & 1) as u32)).collect()
        };
        let width = if terms.sort(term) == Sort::Double { 64 } else { 32 };
        let of = |diagrams: &Diagrams, arg: Term| diagrams.known[&arg].clone();
        Ok(match node {
            Node::Bool(value) => number(value.into(), 1),
            Node::Word(value) => number(value.into(), 32),
            Node::Double(value) => number(value, 64),
            Node::Symbol(symbol) => {
                let (&place, count) = (self.words.get(&symbol).ok_or(TooLarge)?, self.words.len());
                let bits = (0..32).map(|bit| {
                    let at = (31 - bit) * count as u32 + place;
                    self.make(at, [Diagram::FALSE, Diagram::TRUE])
                });
                bits.collect::<Made<Bits>>()?
            }
            Node::Not(a) => vec![self.not(self.known[&a][0])?],
            Node::And(a, b) => vec![self.and(self.known[&a][0], self.known[&b][0])?],
            Node::Or(a, b) => vec![self.or(self.known[&a][0], self.known[&b][0])?],
            Node::Eq(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                let mut all = Diagram::TRUE;
                for (a, b) in a.into_iter().zip(b) {
                    let differ = self.xor(a, b)?;
                    let same = self.not(differ)?;
                    all = self.and(all, same)?;
                }
                vec![all]
            }
            Node::Ult(a, b) => vec![self.below(&of(self, a), &of(self, b))?],
            Node::Slt(a, b) => {
                let (mut a, mut b) = (of(self, a), of(self, b));
                // Sign bits have the opposite order.
                let last = a.len() - 1;
                (a[last], b[last]) = (b[last], a[last]);
                vec![self.below(&a, &b)?]
            }
            Node::Ite(test, a, b) => {
                let (test, a, b) = (self.known[&test][0], of(self, a), of(self, b));
                self.choose_bits(test, &a, &b)?
            }
            Node::Add(a, b) => self.sum(&of(self, a), &of(self, b), Diagram::FALSE)?.0,
            Node::Sub(a, b) => {
                let b = self.complement(&of(self, b))?;
                self.sum(&of(self, a), &b, Diagram::TRUE)?.0
            }
            Node::Mul(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                let mut sum = number(0, width);
                for (shift, &bit) in b.iter().enumerate() {
                    let mut shifted = vec![Diagram::FALSE; shift];
                    for &other in &a[..a.len() - shift] {
                        shifted.push(self.and(other, bit)?);
                    }
                    if bit != Diagram::FALSE {
                        sum = self.sum(&sum, &shifted, Diagram::FALSE)?.0;
                    }
                }
                sum
            }
            Node::BitAnd(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                let both = a.into_iter().zip(b).map(|(a, b)| self.and(a, b));
                both.collect::<Made<Bits>>()?
            }
            Node::Udiv(a, b) => self.divide(&of(self, a), &of(self, b))?.0,
            Node::Urem(a, b) => self.divide(&of(self, a), &of(self, b))?.1,
            Node::Sdiv(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                let signs = [a[31], b[31]];
                let (a, b) = (self.magnitude(&a)?, self.magnitude(&b)?);
                let quotient = self.divide(&a, &b)?.0;
                let negative = self.xor(signs[0], signs[1])?;
                self.negate_if(negative, &quotient)?
            }
            Node::Srem(a, b) => {
                let (a, b) = (of(self, a), of(self, b));
                let negative = a[31];
                let (a, b) = (self.magnitude(&a)?, self.magnitude(&b)?);
                let rest = self.divide(&a, &b)?.1;
                self.negate_if(negative, &rest)?
            }
            Node::SignExtend(a) => {
                let mut bits = of(self, a);
                bits.resize(64, bits[31]);
                bits
            }
            Node::ZeroExtend(a) => {
                let mut bits = of(self, a);
                bits.resize(64, Diagram::FALSE);
                bits
            }
            Node::Low(a) => self.known[&a][..32].to_vec(),
            Node::High(a) => self.known[&a][32..].to_vec(),
            Node::Image(_) | Node::Select(..) | Node::Store(..) => return Err(TooLarge),
        })
    }

    fn choose_bits(&mut self, test: Diagram, a: &[Diagram], b: &[Diagram]) -> Made<Bits> {
        std::iter::zip(a, b).map(|(&a, &b)| self.choose(test, a, b)).collect()
    }

    fn complement(&mut self, a: &[Diagram]) -> Made<Bits> {
        a.iter().map(|&bit| self.not(bit)).collect()
    }

    /// The sum and the carry.
    fn sum(&mut self, a: &[Diagram], b: &[Diagram], carry: Diagram) -> Made<(Bits, Diagram)> {
        let mut bits = Vec::with_capacity(a.len());
        let mut carry = carry;
        for (&a, &b) in a.iter().zip(b) {
            let half = self.xor(a, b)?;
            bits.push(self.xor(half, carry)?);
            carry = self.choose(half, carry, a)?;
        }
        Ok((bits, carry))
    }

    /// Unsigned less-than.
    fn below(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<Diagram> {
        let mut below = Diagram::FALSE;
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b)?;
            below = self.choose(differ, b, below)?;
        }
        Ok(below)
    }

    fn negate_if(&mut self, test: Diagram, a: &[Diagram]) -> Made<Bits> {
        let zero = vec![Diagram::FALSE; a.len()];
        let other = self.complement(a)?;
        let negative = self.sum(&other, &zero, Diagram::TRUE)?.0;
        self.choose_bits(test, &negative, a)
    }

    fn magnitude(&mut self, a: &[Diagram]) -> Made<Bits> {
        self.negate_if(a[a.len() - 1], a)
    }

    /// Quotient and remainder, unsigned; a zero divisor gives all ones and the dividend.
    fn divide(&mut self, a: &[Diagram], b: &[Diagram]) -> Made<(Bits, Bits)> {
        let width = a.len();
        let mut quotient = vec![Diagram::FALSE; width];
        // One bit more, which the partial remainder may need before the divisor is subtracted.
        let mut rest = vec![Diagram::FALSE; width + 1];
        let mut divisor = b.to_vec();
        divisor.push(Diagram::FALSE);
        let complement = self.complement(&divisor)?;
        for at in (0..width).rev() {
            rest.pop();
            rest.insert(0, a[at]);
            let (less, fits) = self.sum(&rest, &complement, Diagram::TRUE)?;
            quotient[at] = fits;
            rest = self.choose_bits(fits, &less, &rest)?;
        }
        rest.pop();
        Ok((quotient, rest))
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
        let mut diagrams = Diagrams::new(&symbols, &Stop::NEVER);
        let diagram = diagrams.of(&terms, all).expect("it is small");
        let expected = (0..64).filter(|bits| {
            let mut model = Model::new();
            model.set(symbols[0], bits & 7);
            model.set(symbols[1], bits >> 3);
            terms.holds(all, &model)
        });
        assert_eq!(diagrams.count(diagram).to_string(), expected.count().to_string());
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
        let mut diagrams = Diagrams::new(&[symbol], &Stop::NEVER);
        let diagram = diagrams.of(&terms, claim).expect("it is small");
        let expected = vec![[0, 4], [6, 9], [1 << 31, u32::MAX]];
        assert_eq!(diagrams.intervals(diagram, 8), Some((symbol, expected)));
        assert_eq!(diagrams.intervals(diagram, 2), None);
        assert_eq!(diagrams.count(diagram).to_string(), (9 + (1u64 << 31)).to_string());
    }
}

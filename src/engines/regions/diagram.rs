//! Binary decision diagrams over the bits of the inputs, for counting them.
//!
//! A reduced ordered binary decision diagram (Bryant, 1986) of a condition, built word by word
//! as a circuit over diagrams: of a term ([`TermDiagrams`]) or of a contract's formula
//! ([`Diagrams::of_formula`]). The inputs' bits are interleaved, most significant first, so that
//! sums, comparisons and equalities of words have small diagrams; products of inputs do not. Beyond
//! a limit on the number of nodes there is no diagram.
//!
//! No library is used. Of those measured, oxidd 0.13 starts threads for each manager, for workers
//! and for garbage collection, and panics where there are no threads, as in a page.
//! biodivine-lib-bdd 0.6 keeps each diagram as an array of its own, and takes 8 to 30 times as long
//! for a compared sum, 3 times for compared remainders. Neither can be stopped in the middle of an
//! operation; here one function creates all nodes, and it can.

mod circuit;
mod formula;
mod least;
mod terms;

use std::marker::PhantomData;

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};

pub(in crate::engines) use circuit::Bits;
#[cfg(feature = "evidence")]
pub(in crate::engines) use circuit::{constant, extended};
pub(in crate::engines) use least::rank;
pub use terms::TermDiagrams;

use super::random::Random;
use crate::solver::Stop;
use crate::word::Word;

/// Maximum number of nodes.
const NODES: usize = 400_000;
/// Nodes between two polls of the caller's stop.
const NODES_PER_LOOK: usize = 1 << 12;

/// A diagram: the index of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

pub(in crate::engines) type Made<T> = Result<T, TooLarge>;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Branch {
    /// The bit that is tested, in the order of tests.
    bit: u32,
    /// The diagrams for 0 and for 1.
    ways: [Diagram; 2],
}

/// Diagrams over the bits of the same words.
#[derive(Debug)]
pub struct Diagrams<W = u32> {
    branches: Vec<Branch>,
    ids: FxHashMap<Branch, Diagram>,
    choices: FxHashMap<[Diagram; 3], Diagram>,
    /// The fraction of inputs that satisfy each of the first nodes, counted below its bit.
    shares: Vec<f64>,
    /// The number of input words.
    words: usize,
    stop: Stop,
    width: PhantomData<W>,
}

impl<W: Word> Diagrams<W> {
    /// Diagrams over the bits of this many words.
    pub fn new(words: usize, stop: &Stop) -> Diagrams<W> {
        let end = Branch { bit: words as u32 * W::BITS, ways: [Diagram::FALSE; 2] };
        Diagrams {
            branches: vec![end; 2],
            ids: FxHashMap::default(),
            choices: FxHashMap::default(),
            shares: vec![0.0, 1.0],
            words,
            stop: stop.clone(),
            width: PhantomData,
        }
    }

    /// Without the nodes of what is too large, if it is.
    pub(in crate::engines) fn attempt<T>(
        &mut self,
        make: impl FnOnce(&mut Self) -> Made<T>,
    ) -> Made<T> {
        let before = self.branches.len();
        let made = make(self);
        if made.is_err() {
            // Older nodes have no newer ones below them.
            self.branches.truncate(before);
            self.shares.truncate(before);
            self.ids.retain(|_, id| (id.0 as usize) < before);
            self.choices.clear();
        }
        made
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

    /// Whether an input satisfies it, given by its words.
    pub fn holds(&self, diagram: Diagram, words: &[W]) -> bool {
        let mut next = diagram;
        while next.0 > 1 {
            let Branch { bit, ways } = self.branch(next);
            let (word, bit) = (bit as usize % self.words, bit as usize / self.words);
            let is_one = !(words[word] >> (W::BITS as usize - 1 - bit) & W::one()).is_zero();
            next = ways[usize::from(is_one)];
        }
        next == Diagram::TRUE
    }

    /// An input that satisfies it, by the indices of its words; it must not be the constant false.
    /// Drawn uniformly, or without `draws` one with small words.
    pub fn sample(&mut self, diagram: Diagram, mut draws: Option<&mut Random>) -> Vec<W> {
        for id in self.shares.len()..=diagram.0 as usize {
            let Branch { ways, .. } = self.branches[id];
            let [zero, one] = ways.map(|way| self.shares[way.0 as usize]);
            self.shares.push((zero + one) / 2.0);
        }
        let (count, bits) = (self.words, W::BITS as usize);
        let mut words = vec![W::zero(); count];
        let mut next = diagram;
        for bit in 0..count * bits {
            let branch = self.branch(next);
            let is_asked = branch.bit == bit as u32;
            let ways = if is_asked { branch.ways } else { [next; 2] };
            let [zero, one] = ways.map(|way| self.shares[way.0 as usize]);
            let is_one = match &mut draws {
                Some(random) => random.share() * (zero + one) >= zero && ways[1] != Diagram::FALSE,
                None => ways[0] == Diagram::FALSE,
            };
            let is_one = is_one || ways[0] == Diagram::FALSE;
            if is_one {
                words[bit % count] = words[bit % count] | W::one() << (bits - 1 - bit / count);
            }
            next = ways[usize::from(is_one)];
        }
        words
    }

    /// The indices of the words that a diagram depends on.
    pub fn mentions(&self, diagram: Diagram) -> Vec<usize> {
        let mut words = FxHashSet::default();
        let mut open = vec![diagram];
        let mut seen = FxHashSet::default();
        while let Some(next) = open.pop() {
            if next.0 > 1 && seen.insert(next) {
                let Branch { bit, ways } = self.branch(next);
                words.insert(bit as usize % self.words);
                open.extend(ways);
            }
        }
        let mut words: Vec<usize> = words.into_iter().collect();
        words.sort_unstable();
        words
    }

    /// The intervals of the only word that a diagram depends on, unsigned and in order, with its
    /// index. `None` if it depends on others, or if there are more than `most` intervals.
    pub fn intervals(&self, diagram: Diagram, most: usize) -> Option<(usize, Vec<[W; 2]>)> {
        let [word] = self.mentions(diagram)[..] else { return None };
        let mut intervals: Vec<[W; 2]> = Vec::new();
        self.collect(diagram, 0, W::zero(), most, &mut intervals)?;
        Some((word, intervals))
    }

    /// Collects the intervals below a prefix of `depth` bits.
    fn collect(
        &self,
        diagram: Diagram,
        depth: u32,
        prefix: W,
        most: usize,
        intervals: &mut Vec<[W; 2]>,
    ) -> Option<()> {
        if diagram == Diagram::FALSE {
            return Some(());
        }
        if diagram == Diagram::TRUE {
            let rest = match depth == W::BITS {
                true => W::zero(),
                false => W::max_value() >> depth as usize,
            };
            let (first, last) = (prefix, prefix | rest);
            match intervals.last_mut() {
                Some(before) if before[1].checked_add(&W::one()) == Some(first) => before[1] = last,
                _ => intervals.push([first, last]),
            }
            return (intervals.len() <= most).then_some(());
        }
        let Branch { bit, ways } = self.branch(diagram);
        let here = bit / self.words as u32;
        let half = W::one() << (W::BITS - 1 - depth) as usize;
        let [zero, one] = if here == depth { ways } else { [diagram; 2] };
        self.collect(zero, depth + 1, prefix, most, intervals)?;
        self.collect(one, depth + 1, prefix | half, most, intervals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A diagram holds for the inputs that it is made of, and only these are counted and drawn.
    #[test]
    fn holds_counts_and_draws() {
        let mut diagrams = Diagrams::<u64>::new(2, &Stop::NEVER);
        let [a, b] = [0, 1].map(|word| diagrams.word(word).expect("it is small"));
        let five = diagrams.number(5);
        let few = diagrams.below(&a, &five).expect("it is small");
        let sum = diagrams.sum(&a, &b, Diagram::FALSE).expect("it is small").0;
        let same = diagrams.equal(&sum, &five).expect("it is small");
        let both = diagrams.and(few, same).expect("it is small");
        assert_eq!(diagrams.count(both), BigUint::from(5u8));
        assert_eq!(diagrams.mentions(both), [0, 1]);
        let mut random = Random::default();
        for _ in 0..20 {
            let words = diagrams.sample(both, Some(&mut random));
            assert!(words[0] < 5 && words[0] + words[1] == 5, "{words:?}");
            assert!(diagrams.holds(both, &words));
            assert!(!diagrams.holds(both, &[words[0], words[1] + 1]));
        }
        assert_eq!(diagrams.intervals(few, 1), Some((0, vec![[0, 4]])));
        let all = diagrams.count(Diagram::TRUE);
        assert_eq!(all, BigUint::from(1u8) << 128);
    }

    /// A product of two words has no diagram of this size. What was there before still is.
    #[test]
    fn what_is_too_large_leaves_no_nodes() {
        let mut diagrams = Diagrams::<u64>::new(2, &Stop::NEVER);
        let [a, b] = [0, 1].map(|word| diagrams.word(word).expect("it is small"));
        let less = diagrams.below(&a, &b).expect("it is small");
        let (nodes, count) = (diagrams.nodes(), diagrams.count(less));
        let product = diagrams.attempt(|diagrams| {
            let product = diagrams.product(&a, &b)?;
            diagrams.below(&product, &a)
        });
        assert_eq!((product, diagrams.nodes()), (Err(TooLarge), nodes));
        assert_eq!(diagrams.below(&a, &b), Ok(less));
        assert_eq!(diagrams.count(less), count);
    }
}

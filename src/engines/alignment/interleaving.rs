//! The interleaving of a correlating program: in which order its halves move, and where its
//! abstract states are joined (DIZY 5 and 6.1).
//!
//! [`Interleaved`] is the counterpart of a [`Schedule`](super::schedule::Schedule) that is made from
//! the texts alone. Instructions that a diff pairs have the same rank; the half of the smaller rank
//! moves. A half that has just branched back has the rank of that branch, so it waits for the other
//! half to finish its round.
//!
//! A half moves to the next point where states are joined ([`JoinAt`]). Between two such points all
//! paths are kept apart, as in DIZY between two partitioning points. So partitioning is delayed until
//! the programs converge, which keeps equalities that an earlier join would lose.

use std::collections::{BTreeMap, BTreeSet};

use super::location::{Cuts, Location, is_back};
use super::schedule::{LocationPair, Order, Pieces};
use crate::flow::cfg::{Graph, Target};
use crate::flow::{self, Successors};
use crate::machine::Image;
use crate::machine::mips::{self, Op, Reg};
use crate::program::Address;

/// The order in which the halves of a correlating program move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interleaving {
    /// By a diff of both texts: paired instructions are executed together (DIZY 6.1).
    #[default]
    Diff,
    /// The left program to its end, then the right one: `P; P'` (DIZY 2).
    Sequential,
    /// By a [`Schedule`](super::schedule::Schedule) that is guessed from runs, as for proofs: some
    /// rounds of one program for some of the other one. No [`Interleaved`] has it.
    Rounds,
}

/// Where abstract states are joined, beside the heads of loops and the ends (DIZY 5).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum JoinAt {
    /// At loop heads and ends alone.
    #[default]
    Loops,
    /// At-Diff: before each differencing point, an access of an array or a device.
    Differences,
    /// At correlation points: where paths of both programs meet again, at paired instructions.
    Correlation,
    /// At-Join: wherever paths of either program meet again.
    Joins,
    /// At each label: the first instruction of each basic block.
    Labels,
}

/// The right program's instruction that a diff pairs with each of the left one's, by address.
pub type Partner = BTreeMap<u32, u32>;

/// An interleaving of two programs.
#[derive(Clone, Debug)]
pub struct Interleaved {
    interleaving: Interleaving,
    /// The rank of each instruction, by its address.
    ranks: [BTreeMap<u32, usize>; 2],
    /// The addresses before which paths are cut.
    cuts: [BTreeSet<u32>; 2],
    /// The heads of loops.
    heads: [BTreeSet<u32>; 2],
}

impl Interleaved {
    /// The interleaving of two programs whose instructions are paired like this.
    pub fn new(
        images: [&Image; 2],
        partner: &Partner,
        interleaving: Interleaving,
        join_at: JoinAt,
    ) -> Interleaved {
        let graphs = images.map(Graph::of);
        let joins = graphs.each_ref().map(meetings);
        let cuts = match join_at {
            JoinAt::Loops => Default::default(),
            JoinAt::Differences => images.map(accesses),
            JoinAt::Joins => joins,
            JoinAt::Labels => graphs.each_ref().map(labels),
            JoinAt::Correlation => {
                let [left, right] = joins;
                let both = |&(a, b): &(&u32, &u32)| left.contains(a) && right.contains(b);
                let paired = partner.iter().filter(both);
                let (of_left, of_right) = paired.map(|(&a, &b)| (a, b)).unzip();
                [of_left, of_right]
            }
        };
        let ranks = ranks(images, partner);
        Interleaved { interleaving, ranks, cuts, heads: images.map(heads) }
    }

    /// Twice the rank of the instruction that a program executes next; where it has just branched
    /// back, one more than that of the branch.
    fn rank(&self, side: usize, at: Location) -> usize {
        let of = |address: u32| self.ranks[side].get(&address).map(|rank| 2 * rank);
        let rank = match at {
            Location::Cut { from, at, .. } if is_back(from, at) => of(from).map(|rank| rank + 1),
            at => at.pc().and_then(of),
        };
        rank.unwrap_or(usize::MAX)
    }
}

impl Order for Interleaved {
    fn pieces(&self, node: LocationPair) -> Pieces {
        match node {
            [left, right] if left.is_final() && right.is_final() => [0, 0],
            [left, _] if left.is_final() => [0, 1],
            [_, right] if right.is_final() => [1, 0],
            _ if self.interleaving == Interleaving::Sequential => [1, 0],
            [Location::Entry, Location::Entry] => [1, 1],
            [left, right] => match self.rank(0, left).cmp(&self.rank(1, right)) {
                std::cmp::Ordering::Less => [1, 0],
                std::cmp::Ordering::Equal => [1, 1],
                std::cmp::Ordering::Greater => [0, 1],
            },
        }
    }

    fn cuts(&self, side: usize) -> Cuts<'_> {
        Cuts::BackAndBefore(&self.cuts[side])
    }

    fn is_in_cycle(&self, node: LocationPair) -> bool {
        [0, 1].iter().any(|&side| node[side].pc().is_some_and(|pc| self.heads[side].contains(&pc)))
    }
}

/// Where the edges of a graph meet again.
fn meetings(graph: &Graph) -> BTreeSet<u32> {
    let mut edges: BTreeMap<usize, usize> = BTreeMap::new();
    for edge in &graph.edges {
        if let Target::Block(block) = edge.to {
            *edges.entry(block).or_default() += 1;
        }
    }
    let meet = edges.into_iter().filter(|(_, count)| *count > 1);
    meet.map(|(block, _)| graph.blocks[block].start.0).collect()
}

/// The first instruction of each basic block.
fn labels(graph: &Graph) -> BTreeSet<u32> {
    graph.blocks.iter().map(|block| block.start.0).collect()
}

/// The loads and stores that are not relative to `$0` or to the frame or stack pointer, and the
/// entry of the routine that prints a number.
fn accesses(image: &Image) -> BTreeSet<u32> {
    let frames = [0, 29, 30].map(|number| Reg::new(number).expect("it is one"));
    let words = image.words().iter().enumerate();
    let accesses = words.filter(|&(_, &word)| {
        let decoded = mips::decode(word).filter(|it| matches!(it.op, Op::Lw | Op::Sw));
        decoded.is_some_and(|access| !frames.contains(&access.s))
    });
    let accesses = accesses.map(|(index, _)| Address::of_word(index).0);
    accesses.chain(image.printer().map(|printer| printer.entry.0)).collect()
}

/// The targets of branches back.
fn heads(image: &Image) -> BTreeSet<u32> {
    let mut heads = BTreeSet::new();
    for (index, &word) in image.words().iter().enumerate() {
        let pc = Address::of_word(index).0;
        let targets = match flow::successors(pc, word) {
            Some(Successors::One(next)) => vec![next],
            Some(Successors::Branch { target, next }) => vec![target, next],
            Some(Successors::Jump | Successors::Call) | None => vec![],
        };
        heads.extend(targets.into_iter().filter(|&to| is_back(pc, to)));
    }
    heads
}

/// The ranks of both programs' instructions: paired ones have the same, and unpaired ones between
/// two pairs advance together.
fn ranks(images: [&Image; 2], partner: &Partner) -> [BTreeMap<u32, usize>; 2] {
    let counts = images.map(|image| image.words().len());
    let index = |address: u32| Address(address).word_index();
    let mut ranks: [BTreeMap<u32, usize>; 2] = Default::default();
    let (mut at, mut rank) = ([0, 0], 0);
    let pairs = partner.iter().map(|(&left, &right)| [index(left), index(right)]);
    for pair in pairs.chain([counts]) {
        let hunk = [0, 1].map(|side| pair[side].saturating_sub(at[side]));
        for side in [0, 1] {
            // The paired instruction itself comes after the unpaired ones of both.
            let own = (0..hunk[side]).map(|i| (Address::of_word(at[side] + i).0, rank + i));
            ranks[side].extend(own);
            at[side] = pair[side] + 1;
        }
        rank += hunk[0].max(hunk[1]);
        for side in [0, 1] {
            ranks[side].insert(Address::of_word(pair[side]).0, rank);
        }
        rank += 1;
    }
    ranks
}

//! The control-flow graph of a program, from its machine words.
//!
//! Every step that a run can take is an edge of the graph, except where the graph says that it is
//! [`Incomplete`]: at a jump with unknown targets, after a store that may have changed the
//! program's text, and in code that the program has written itself.
//!
//! Edges between procedures are calls and returns. Dominators and loops are those of one procedure,
//! in which a call continues at its return address.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::dominators::{self, Dominators};
use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use rustc_hash::FxBuildHasher;

use super::procedures::{self, Step};
use super::{Successors, successors};
use crate::machine::Image;
use crate::machine::memory::MEMORY_END;
use crate::program::Address;

/// A block, by its index in [`Graph::blocks`].
pub type BlockId = usize;

/// Instructions that are executed in sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The first one.
    pub start: Address,
    /// The last one.
    pub last: Address,
}

/// The kind of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EdgeKind {
    /// To the next instruction, by a branch, or by a jump within a procedure.
    Flow,
    /// Into a procedure.
    Call,
    /// From a procedure to the instruction after a call of it, or to the return address.
    Return,
}

/// Where an edge goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// To the beginning of a block.
    Block(BlockId),
    /// To the return address, where the program is done.
    Done,
    /// To an address outside the text, where the next fetch faults unless the
    /// program has written code there.
    Outside(Address),
}

/// An edge from the end of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Edge {
    /// The block.
    pub from: BlockId,
    /// Where to.
    pub to: Target,
    /// Its kind.
    pub kind: EdgeKind,
}

/// A procedure: the program itself, or the target of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Where it begins.
    pub entry: BlockId,
    /// Its blocks; procedures may share some.
    pub blocks: Vec<BlockId>,
    /// Its edges between blocks; a call leads to its return address.
    pub flow: Vec<[BlockId; 2]>,
    /// Its blocks that end with a return: a jump to the value of `$31` at the entry.
    pub returns: Vec<BlockId>,
}

/// Why edges may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// A computed jump or call has unknown targets.
    UnknownTarget,
    /// A store may change the program's text, so different code may run after it.
    TextStore,
    /// Execution leaves the text; there is code only if the program has written it.
    OutsideText,
}

/// A place where edges may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Incomplete {
    /// The address of the instruction.
    pub at: Address,
    /// The reason.
    pub why: Why,
}

/// The control-flow graph of a program.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Its blocks, by their addresses.
    pub blocks: Vec<Block>,
    /// Its edges, sorted.
    pub edges: Vec<Edge>,
    /// Its procedures, sorted by entry; the program itself is the first one.
    pub procedures: Vec<Procedure>,
    /// Where edges may be missing: at these instructions, and wherever a run gets after passing one
    /// of them, even along an edge. A jump may have known targets for one caller of a procedure and
    /// not for another.
    pub incomplete: Vec<Incomplete>,
    /// The reachable instructions, sorted.
    reached: Vec<Address>,
    /// The steps between them, sorted.
    steps: Vec<[Address; 2]>,
}

/// A natural loop, which is entered only at its head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The block that dominates all others of the loop.
    pub head: BlockId,
    /// The blocks that branch back to the head.
    pub latches: Vec<BlockId>,
    /// All its blocks, in order.
    pub body: Vec<BlockId>,
}

/// The loops of a procedure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Loops {
    /// Natural loops, sorted by head; the blocks of an inner loop belong to the outer one too.
    pub natural: Vec<Loop>,
    /// Cycles of blocks with several entries.
    pub irreducible: Vec<Vec<BlockId>>,
}

/// Whether some procedure of a program may call itself, directly or not.
pub fn is_recursive(image: &Image) -> bool {
    let is_call = |(index, &word): (usize, &u32)| {
        matches!(successors(Address::of_word(index).0, word), Some(Successors::Call))
    };
    // Without a call the graph, which is slow to build for a long text, is not needed.
    image.words().iter().enumerate().any(is_call) && Graph::of(image).is_recursive()
}

impl Graph {
    /// The graph of a program from its start.
    pub fn of(image: &Image) -> Graph {
        let procedures = procedures::analyze(image);
        Builder::new(image, &procedures).build(&procedures)
    }

    /// The possible successors of an instruction.
    pub fn successors(&self, at: Address) -> impl Iterator<Item = Address> {
        let first = self.steps.partition_point(|&[from, _]| from < at);
        self.steps[first..].iter().take_while(move |[from, _]| *from == at).map(|&[_, to]| to)
    }

    /// Whether a step between two instructions is an edge or lies within a block.
    pub fn has_step(&self, from: Address, to: Address) -> bool {
        self.steps.binary_search(&[from, to]).is_ok()
    }

    /// Whether an instruction is reachable, according to the graph.
    pub fn is_reached(&self, at: Address) -> bool {
        self.reached.binary_search(&at).is_ok()
    }

    /// Why steps from an instruction may be missing, if any may.
    pub fn incomplete_at(&self, at: Address) -> impl Iterator<Item = Why> {
        self.incomplete.iter().filter(move |incomplete| incomplete.at == at).map(|i| i.why)
    }

    /// The block that an instruction is in.
    pub fn block_of(&self, at: Address) -> Option<BlockId> {
        let behind = self.blocks.partition_point(|block| block.start <= at);
        let block = behind.checked_sub(1)?;
        (at <= self.blocks[block].last && self.is_reached(at)).then_some(block)
    }

    /// Whether some procedure may call itself, directly or not.
    pub fn is_recursive(&self) -> bool {
        let calls = |from: BlockId| {
            let first = self.edges.partition_point(|edge| edge.from < from);
            let edges = self.edges[first..].iter().take_while(move |edge| edge.from == from);
            edges.filter_map(|edge| match (edge.kind, edge.to) {
                (EdgeKind::Call, Target::Block(to)) => Some(to),
                _ => None,
            })
        };
        let entries: BTreeMap<BlockId, BTreeSet<BlockId>> = self
            .procedures
            .iter()
            .map(|procedure| {
                let called = procedure.blocks.iter().flat_map(|&block| calls(block));
                (procedure.entry, called.collect())
            })
            .collect();
        entries.keys().any(|&entry| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![entry]);
            while let Some(from) = open.pop() {
                for &called in entries.get(&from).into_iter().flatten() {
                    if called == entry {
                        return true;
                    }
                    if seen.insert(called) {
                        open.push(called);
                    }
                }
            }
            false
        })
    }

    /// The dominators of a procedure's blocks.
    pub fn dominators(&self, procedure: &Procedure) -> Dominators<BlockId> {
        dominators::simple_fast(&graph_of(procedure), procedure.entry)
    }

    /// The loops of a procedure.
    pub fn loops(&self, procedure: &Procedure) -> Loops {
        let graph = graph_of(procedure);
        let dominators = dominators::simple_fast(&graph, procedure.entry);
        let dominates = |head: BlockId, block: BlockId| {
            dominators.dominators(block).is_some_and(|mut all| all.any(|one| one == head))
        };
        let mut latches: BTreeMap<BlockId, Vec<BlockId>> = BTreeMap::new();
        let mut forward = graph.clone();
        for &[from, to] in &procedure.flow {
            if dominates(to, from) {
                latches.entry(to).or_default().push(from);
                forward.remove_edge(from, to);
            }
        }
        let natural = latches.into_iter().map(|(head, latches)| {
            let mut body = BTreeSet::from([head]);
            let mut open = latches.clone();
            while let Some(block) = open.pop() {
                if body.insert(block) {
                    open.extend(graph.neighbors_directed(block, petgraph::Incoming));
                }
            }
            Loop { head, latches, body: body.into_iter().collect() }
        });
        let natural = natural.collect();
        // Without the back edges to dominators, each remaining cycle has no head.
        let rounds = tarjan_scc(&forward).into_iter().filter(|blocks| blocks.len() > 1);
        let sorted = rounds.map(|mut blocks| {
            blocks.sort_unstable();
            blocks
        });
        let mut irreducible: Vec<Vec<BlockId>> = sorted.collect();
        irreducible.sort_unstable();
        Loops { natural, irreducible }
    }
}

fn graph_of(procedure: &Procedure) -> DiGraphMap<BlockId, (), FxBuildHasher> {
    let mut graph = DiGraphMap::new();
    procedure.blocks.iter().for_each(|&block| _ = graph.add_node(block));
    for &[from, to] in &procedure.flow {
        graph.add_edge(from, to, ());
    }
    graph
}

/// The instructions of a graph and the edges between them.
struct Builder<'a> {
    image: &'a Image,
    /// Sorted, once complete.
    edges: Vec<(u32, u32, EdgeKind)>,
    incomplete: BTreeSet<Incomplete>,
    /// All reachable instructions, sorted.
    reached: Vec<u32>,
}

impl<'a> Builder<'a> {
    fn new(image: &'a Image, procedures: &BTreeMap<u32, procedures::Procedure>) -> Builder<'a> {
        let mut builder =
            Builder { image, edges: Vec::new(), incomplete: BTreeSet::new(), reached: Vec::new() };
        let mut callers: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
        for &(at, step) in procedures.values().flat_map(|procedure| &procedure.steps.ways) {
            if let Step::Call(entry) = step {
                callers.entry(entry).or_default().insert(at.wrapping_add(4));
            }
        }
        for (entry, procedure) in procedures {
            for &at in &procedure.text_stores {
                builder.lacks(at, Why::TextStore);
            }
            builder.reached.extend(&procedure.steps.reached);
            for &(at, step) in &procedure.steps.ways {
                match step {
                    Step::To(to) => builder.edge(at, to, EdgeKind::Flow),
                    Step::Call(to) => builder.edge(at, to, EdgeKind::Call),
                    Step::Unknown => builder.lacks(at, Why::UnknownTarget),
                    Step::Return => {
                        if *entry == 0 {
                            builder.edge(at, image.return_address(), EdgeKind::Return);
                        }
                        for &to in callers.get(entry).into_iter().flatten() {
                            builder.edge(at, to, EdgeKind::Return);
                        }
                    }
                }
            }
        }
        // Procedures may share some.
        builder.reached.sort_unstable();
        builder.reached.dedup();
        builder.edges.sort_unstable();
        builder.edges.dedup();
        builder
    }

    fn lacks(&mut self, at: u32, why: Why) {
        self.incomplete.insert(Incomplete { at: Address(at), why });
    }

    fn edge(&mut self, from: u32, to: u32, kind: EdgeKind) {
        self.edges.push((from, to, kind));
        let is_code = to < self.image.text_end() || to == self.image.return_address();
        if !is_code && to.is_multiple_of(4) && to < MEMORY_END {
            self.lacks(to, Why::OutsideText);
        }
    }

    fn build(self, procedures: &BTreeMap<u32, procedures::Procedure>) -> Graph {
        let blocks = self.blocks(procedures);
        let id = |at: u32| {
            let behind = blocks.partition_point(|block| block.start.0 <= at);
            behind.checked_sub(1).filter(|&id| at <= blocks[id].last.0)
        };
        let starts = |at: u32| id(at).filter(|&id| blocks[id].start.0 == at);
        let ends = |at: u32| id(at).filter(|&id| blocks[id].last.0 == at);
        let edges = self.edges.iter().filter_map(|&(from, to, kind)| {
            let from = ends(from)?;
            let to = match starts(to) {
                _ if to == self.image.return_address() => Target::Done,
                Some(block) => Target::Block(block),
                None => Target::Outside(Address(to)),
            };
            Some(Edge { from, to, kind })
        });
        let mut edges: Vec<Edge> = edges.collect();
        edges.sort_unstable();
        let procedures = procedures.iter().filter_map(|(&entry, procedure)| {
            let own = procedure.steps.ways.iter().filter_map(|&(at, step)| match step {
                Step::To(to) => Some((at, to)),
                _ => None,
            });
            let within = own.chain(procedure.continued.iter().copied());
            let flow = within.filter_map(|(from, to)| Some([ends(from)?, starts(to)?]));
            let in_blocks: BTreeSet<BlockId> =
                procedure.steps.reached.iter().filter_map(|&at| id(at)).collect();
            let flow: BTreeSet<[BlockId; 2]> =
                flow.filter(|[_, to]| in_blocks.contains(to)).collect();
            let ways = procedure.steps.ways.iter();
            let returning = ways.filter(|(_, step)| *step == Step::Return);
            Some(Procedure {
                entry: starts(entry)?,
                blocks: in_blocks.into_iter().collect(),
                flow: flow.into_iter().collect(),
                returns: returning.filter_map(|&(at, _)| ends(at)).collect(),
            })
        });
        let procedures = procedures.collect();
        let steps = self.edges.iter().map(|&(from, to, _)| [from, to].map(Address));
        let mut steps: Vec<[Address; 2]> = steps.collect();
        steps.dedup();
        let reached = self.reached.into_iter().map(Address).collect();
        let incomplete = self.incomplete.into_iter().collect();
        Graph { edges, procedures, incomplete, reached, steps, blocks }
    }

    /// Splits the reachable instructions into blocks.
    fn blocks(&self, procedures: &BTreeMap<u32, procedures::Procedure>) -> Vec<Block> {
        let mut leaders: BTreeSet<u32> = procedures.keys().copied().collect();
        let continued = procedures.values().flat_map(|procedure| &procedure.continued);
        leaders.extend(continued.map(|&(_, to)| to));
        // The only successor, where that is the next reachable instruction of the text.
        let straight = |at: u32| {
            let first = self.edges.partition_point(|&(from, ..)| from < at);
            let behind = self.reached.partition_point(|&reached| reached <= at);
            match self.edges[first..] {
                [(from, ..), (other, ..), ..] if from == other => None,
                [(from, to, EdgeKind::Flow), ..] if from == at => {
                    (self.reached.get(behind) == Some(&to)).then_some(to)
                }
                _ => None,
            }
        };
        for ways in self.edges.chunk_by(|(a, ..), (b, ..)| a == b) {
            if straight(ways[0].0).is_none() {
                leaders.extend(ways.iter().map(|&(_, to, _)| to));
            }
        }
        // A block ends at each instruction that does not fall through.
        let mut blocks: Vec<Block> = Vec::new();
        let mut goes_on_to = None;
        for &at in &self.reached {
            match blocks.last_mut() {
                Some(block) if goes_on_to == Some(at) && !leaders.contains(&at) => {
                    block.last = Address(at);
                }
                _ => blocks.push(Block { start: Address(at), last: Address(at) }),
            }
            goes_on_to = straight(at).filter(|_| !self.is_incomplete(at));
        }
        blocks
    }

    fn is_incomplete(&self, at: u32) -> bool {
        let from = Incomplete { at: Address(at), why: Why::UnknownTarget };
        self.incomplete.range(from..).next().is_some_and(|first| first.at == from.at)
    }
}

//! One program's paths: which were taken, and which to try next.
//!
//! An [`Explorer`] keeps the tree of the program's paths, an edge for each
//! outcome of a path condition, and a stack of conditions that have not been
//! negated yet. The deepest condition of the last run is on top, so the
//! search is depth-first (section 4.4 of the paper); it is bounded because
//! traces are trimmed to the depth.
//!
//! Most conditions have two outcomes. A computed jump has one for each
//! target, and so has a fetch for each word, so such a condition goes back on
//! the stack until the solver finds no other outcome.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::query::{self, Path, Query};
use crate::report::Side;
use crate::trace::{Trace, passes};

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node(u32);

const ROOT: Node = Node(0);

/// How a path condition came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Turn {
    /// Whether the test holds.
    Holds(bool),
    /// One of many alternatives.
    Took(u32),
}

/// A run of the program, with what is needed to leave its path.
#[derive(Debug)]
pub(super) struct Explored {
    /// The number of the run in the comparison.
    pub number: u32,
    /// The inputs that it was run on.
    pub inputs: [u32; 2],
    /// Its path conditions, a reader's line each.
    pub lines: Vec<String>,
    /// Whether the trace has more conditions than the depth.
    pub cut: bool,
    path: RefCell<Path>,
    turns: Vec<Turn>,
}

/// A condition of a run that is yet to be negated.
#[derive(Clone, Debug)]
struct Flip {
    run: Rc<Explored>,
    /// The condition's index in the run's path.
    index: usize,
    /// The node that it leaves.
    node: Node,
}

/// A question whose answer is the next input.
#[derive(Clone, Debug)]
pub(super) struct Step {
    flip: Flip,
    /// The question.
    pub query: Query,
    /// Outcomes that are taken already, of a condition with many.
    pub excluded: Vec<u32>,
    /// The negated condition, for a reader.
    pub condition: String,
}

impl Step {
    /// The run whose path is left.
    pub fn run(&self) -> &Explored {
        &self.flip.run
    }

    /// The index of the negated condition.
    pub fn index(&self) -> usize {
        self.flip.index
    }
}

/// Explores a program.
#[derive(Debug)]
pub(super) struct Explorer {
    side: Side,
    edges: FxHashMap<(Node, Turn), Node>,
    /// Outcomes taken at nodes with many, in order.
    taken: FxHashMap<Node, Vec<u32>>,
    nodes: u32,
    pending: Vec<Flip>,
    /// Paths seen.
    pub paths: u32,
}

impl Explorer {
    pub fn new(side: Side) -> Explorer {
        Explorer {
            side,
            edges: FxHashMap::default(),
            taken: FxHashMap::default(),
            nodes: 1,
            pending: Vec::new(),
            paths: 0,
        }
    }

    /// The next condition to negate, with its question; none when every path
    /// within the depth was taken or refuted.
    pub fn next(&mut self, query: u32) -> Option<Step> {
        loop {
            let flip = self.pending.pop()?;
            let excluded = match flip.run.turns[flip.index] {
                // A run that left its path may have come by the other way.
                Turn::Holds(holds)
                    if self.edges.contains_key(&(flip.node, Turn::Holds(!holds))) =>
                {
                    continue;
                }
                Turn::Holds(_) => Vec::new(),
                Turn::Took(_) => self.taken[&flip.node].clone(),
            };
            let name =
                format!("q{query}.{}.run{}.flip{}", self.side.name(), flip.run.number, flip.index);
            let mut path = flip.run.path.borrow_mut();
            let query = path.flip(name, flip.index, &excluded);
            let condition = path.describe_flip(flip.index, &excluded, &flip.run.lines[flip.index]);
            drop(path);
            return Some(Step { flip, query, excluded, condition });
        }
    }

    /// Takes a run on inputs that the last step gave (none for the first
    /// ones) into the tree. Returns it, and whether it went where the step
    /// predicted.
    pub fn insert(
        &mut self,
        number: u32,
        inputs: [u32; 2],
        trace: &Trace,
        depth: usize,
        step: Option<&Step>,
    ) -> (Rc<Explored>, bool) {
        let run = Rc::new(explored(number, inputs, trace, depth));
        let predicted = step.is_none_or(|step| step.predicts(&run));
        // A condition with more outcomes stays, below the new run's own.
        if let Some(step) = step
            && predicted
            && let Turn::Took(_) = step.flip.run.turns[step.flip.index]
        {
            self.pending.push(step.flip.clone());
        }
        let mut node = ROOT;
        let mut is_new = false;
        for (index, &turn) in run.turns.iter().enumerate() {
            // Below a new edge, all is new.
            let first_visit = is_new || node == ROOT && self.paths == 0;
            let fresh = Node(self.nodes);
            let next = *self.edges.entry((node, turn)).or_insert(fresh);
            if next == fresh {
                self.nodes += 1;
                is_new = true;
                if let Turn::Took(value) = turn {
                    self.taken.entry(node).or_default().push(value);
                }
                if first_visit {
                    self.pending.push(Flip { run: Rc::clone(&run), index, node });
                }
            }
            node = next;
        }
        if is_new || self.paths == 0 {
            self.paths += 1;
        }
        (run, predicted)
    }
}

impl Step {
    /// Whether a run follows the left path up to the negated condition and
    /// there goes another way.
    fn predicts(&self, run: &Explored) -> bool {
        let (old, new) = (&self.flip.run.turns, &run.turns);
        let index = self.flip.index;
        new.len() > index
            && new[..index] == old[..index]
            && match new[index] {
                Turn::Took(value) => !self.excluded.contains(&value),
                turn => turn != old[index],
            }
    }
}

fn explored(number: u32, inputs: [u32; 2], raw: &Trace, depth: usize) -> Explored {
    let trace = passes::lower(raw, depth);
    let path = query::translate(&trace);
    let turns = trace.conditions().map(|(_, condition)| match condition.alternative() {
        Some(value) => Turn::Took(value),
        None => Turn::Holds(condition.holds),
    });
    let turns = turns.collect();
    let lines = trace.conditions().enumerate();
    let lines = lines.map(|(index, (_, shown))| path.describe(index, &shown.to_string()));
    let lines = lines.collect();
    Explored { number, inputs, lines, cut: !trace.complete, path: RefCell::new(path), turns }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::{self, Image, Run};
    use crate::program::Program;

    /// `beq $1, $0, a; jr $31; a: beq $2, $0, b; jr $31; b: jr $31`
    fn image() -> Rc<Image> {
        let words = [0x1020_0001, 0x03e0_0008, 0x1040_0001, 0x03e0_0008, 0x03e0_0008];
        Image::new(&Program::from_words(words.to_vec()))
    }

    fn trace(inputs: [u32; 2]) -> Trace {
        match cpu::run(&image(), inputs, 100) {
            Run::Done { trace, .. } => trace,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_run_that_leaves_its_predicted_path_is_a_path_like_any_other() {
        let mut explorer = Explorer::new(Side::Left);
        let (run, predicted) = explorer.insert(1, [0, 0], &trace([0, 0]), 50, None);
        assert_eq!(
            (run.lines.as_slice(), predicted),
            (&["$1 = 0".into(), "$2 = 0".into()][..], true)
        );

        // Asked to leave by the second condition, it leaves by the first.
        let step = explorer.next(1).expect("two conditions are left");
        assert_eq!(step.index(), 1);
        let (_, predicted) = explorer.insert(2, [1, 1], &trace([1, 1]), 50, Some(&step));
        assert!(!predicted);

        // The way that it took is not proposed again, and nothing else is lost
        // but what the step asked for.
        assert!(explorer.next(2).is_none());
        assert_eq!(explorer.paths, 2);
    }

    #[test]
    fn a_path_taken_again_is_not_counted() {
        let mut explorer = Explorer::new(Side::Left);
        explorer.insert(1, [0, 0], &trace([0, 0]), 50, None);
        let step = explorer.next(1).expect("two conditions are left");
        let (_, predicted) = explorer.insert(2, [0, 0], &trace([0, 0]), 50, Some(&step));
        assert_eq!((predicted, explorer.paths), (false, 1));
    }
}

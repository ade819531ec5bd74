//! A tree of paths: which were taken, and which to try next.
//!
//! An [`Explorer`] keeps the tree of a program's paths, or of the pairs of
//! paths of two programs: those of the first, each followed by the paths that
//! the second takes on the same inputs. The tree has an edge for each outcome
//! of a path condition; a stack keeps the conditions that have not been
//! negated yet. The deepest condition of the last run is on top, so the
//! search is depth-first (section 4.4 of the paper); it is bounded because
//! traces are trimmed to the depth.
//!
//! Most conditions have two outcomes. A computed jump has one for each
//! target, and so has a fetch for each word, so such a condition goes back on
//! the stack until the solver finds no other outcome.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::follow::{Explored, Follower};
use crate::program::Address;
use crate::query::Query;
use crate::term::{Term, Terms};
use crate::trace::Trace;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node(u32);

const ROOT: Node = Node(0);

/// How a path condition came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Turn {
    /// Whether the test holds.
    Holds(bool),
    /// One of many alternatives.
    Took(u32),
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

    /// The program whose condition is negated.
    pub fn program(&self) -> usize {
        self.flip.run.program(self.flip.index)
    }

    /// The instruction that depends on the negated condition.
    pub fn at(&self) -> Address {
        self.flip.run.path.conditions[self.flip.index].at
    }
}

/// What became of a run in the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Inserted {
    /// No run took its path before.
    pub is_new: bool,
    /// It took the path that its query predicted.
    pub predicted: bool,
    /// The node where it leaves the paths of the runs before; the last one of
    /// its path, if it does not.
    pub from: u32,
    /// The indices of its conditions behind that, each of which made a node.
    pub grown: Vec<usize>,
}

/// Explores a program, or a pair.
#[derive(Debug)]
pub(super) struct Explorer {
    /// What is explored, for the names of queries.
    name: &'static str,
    edges: FxHashMap<(Node, Turn), Node>,
    /// Outcomes taken at nodes with many, in order.
    taken: FxHashMap<Node, Vec<u32>>,
    nodes: u32,
    pending: Vec<Flip>,
    follower: Follower,
    /// Paths seen.
    pub paths: u32,
}

impl Explorer {
    pub fn new(name: &'static str) -> Explorer {
        Explorer {
            name,
            edges: FxHashMap::default(),
            taken: FxHashMap::default(),
            nodes: 1,
            pending: Vec::new(),
            follower: Follower::default(),
            paths: 0,
        }
    }

    /// A run of what is explored; see [`Follower::follow`].
    pub fn follow(
        &mut self,
        terms: &mut Terms,
        number: u32,
        inputs: [u32; 2],
        raw: &[&Trace],
        depth: usize,
    ) -> Rc<Explored> {
        Rc::new(self.follower.follow(terms, number, inputs, raw, depth))
    }

    /// The next condition to negate, with its question; none when every path
    /// within the depth was taken or refuted. Only inputs that satisfy `within`
    /// are asked for, where it is given.
    pub fn next(&mut self, terms: &mut Terms, query: u32, within: Option<Term>) -> Option<Step> {
        loop {
            let flip = self.pending.pop()?;
            if self.is_taken(&flip) {
                continue;
            }
            let excluded = match flip.run.turns[flip.index] {
                Turn::Holds(_) => Vec::new(),
                Turn::Took(_) => self.taken[&flip.node].clone(),
            };
            let Flip { run, index, .. } = &flip;
            let name = format!("q{query}.{}.run{}.flip{index}", self.name, run.number);
            let mut goal = run.path.other_way(terms, *index, &excluded);
            if let Some(within) = within {
                goal = terms.and(goal, within);
            }
            let query = run.path.ask(terms, name, *index, goal);
            let condition = run.path.describe_flip(terms, *index, &excluded);
            return Some(Step { flip, query, excluded, condition });
        }
    }

    /// Whether the way that a flip asks for was taken: a run that left its path
    /// may have come by.
    fn is_taken(&self, flip: &Flip) -> bool {
        match flip.run.turns[flip.index] {
            Turn::Holds(holds) => self.edges.contains_key(&(flip.node, Turn::Holds(!holds))),
            Turn::Took(_) => false,
        }
    }

    /// Takes back a step that was not taken.
    pub fn put_back(&mut self, step: Step) {
        self.pending.push(step.flip);
    }

    /// Drops what is yet to be negated; returns how much it was.
    pub fn give_up(&mut self) -> u32 {
        let dropped = std::mem::take(&mut self.pending);
        dropped.iter().filter(|flip| !self.is_taken(flip)).count() as u32
    }

    /// Takes a run on inputs that a step gave (none for inputs from
    /// elsewhere) into the tree. Returns whether its path is new, and whether
    /// it went where the step predicted.
    pub fn insert(&mut self, run: &Rc<Explored>, step: Option<&Step>) -> Inserted {
        let predicted = step.is_none_or(|step| step.predicts(run));
        // A condition with more outcomes stays, below the new run's own.
        if let Some(step) = step
            && predicted
            && let Turn::Took(_) = step.flip.run.turns[step.flip.index]
        {
            self.pending.push(step.flip.clone());
        }
        // A predicted run is known as far as the condition that it negates.
        let (known, mut node) = match step {
            Some(step) if predicted => (step.flip.index, step.flip.node),
            _ => (0, ROOT),
        };
        let mut is_new = false;
        let (mut from, mut grown) = (node, Vec::new());
        for (index, &turn) in run.turns.iter().enumerate().skip(known) {
            // What the path says already goes one way only.
            if !run.path.conditions[index].said.is_new {
                continue;
            }
            // Below a new edge, all is new.
            let first_visit = is_new || node == ROOT && self.paths == 0;
            let fresh = Node(self.nodes);
            let next = *self.edges.entry((node, turn)).or_insert(fresh);
            if next == fresh {
                self.nodes += 1;
                is_new = true;
                if grown.is_empty() {
                    from = node;
                }
                grown.push(index);
                if let Turn::Took(value) = turn {
                    self.taken.entry(node).or_default().push(value);
                }
                if first_visit {
                    self.pending.push(Flip { run: Rc::clone(run), index, node });
                }
            }
            node = next;
        }
        let is_new = is_new || self.paths == 0;
        self.paths += u32::from(is_new);
        let from = if grown.is_empty() { node } else { from };
        Inserted { is_new, predicted, from: from.0, grown }
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

    /// A run of the program, in the tree.
    fn insert(
        explorer: &mut Explorer,
        terms: &mut Terms,
        number: u32,
        inputs: [u32; 2],
        step: Option<&Step>,
    ) -> (Rc<Explored>, Inserted) {
        let run = explorer.follow(terms, number, inputs, &[&trace(inputs)], 50);
        let inserted = explorer.insert(&run, step);
        (run, inserted)
    }

    #[test]
    fn a_run_that_leaves_its_predicted_path_is_a_path_like_any_other() {
        let (mut explorer, mut terms) = (Explorer::new("left"), Terms::new());
        let (run, inserted) = insert(&mut explorer, &mut terms, 1, [0, 0], None);
        assert_eq!(run.lines, [["$1 = 0", "$2 = 0"]]);
        assert!(inserted.is_new && inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (0, vec![0, 1]));

        // Asked to leave by the second condition, it leaves by the first.
        let step = explorer.next(&mut terms, 1, None).expect("two conditions are left");
        assert_eq!(step.index(), 1);
        let (_, inserted) = insert(&mut explorer, &mut terms, 2, [1, 1], Some(&step));
        assert!(inserted.is_new && !inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (0, vec![0]));

        // The way that it took is not proposed again, and nothing else is lost
        // but what the step asked for.
        assert!(explorer.next(&mut terms, 2, None).is_none());
        assert_eq!(explorer.paths, 2);
    }

    #[test]
    fn a_path_taken_again_is_not_counted() {
        let (mut explorer, mut terms) = (Explorer::new("left"), Terms::new());
        insert(&mut explorer, &mut terms, 1, [0, 0], None);
        let step = explorer.next(&mut terms, 1, None).expect("two conditions are left");
        let (_, inserted) = insert(&mut explorer, &mut terms, 2, [0, 0], Some(&step));
        assert!(!inserted.is_new && !inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (2, vec![]));
        assert_eq!(explorer.paths, 1);
    }
}

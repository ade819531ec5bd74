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
//! the stack until the solver finds no other outcome. There may be 2^32 of
//! them, which would keep the search from all else; so each time it goes back
//! a level further, with all that will be below it, and what is on an earlier
//! level is tried first (limited discrepancy search; Harvey and Ginsberg, 1995).

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::contract::Contract;
use crate::machine::Inputs;
use crate::program::Address;
use crate::report::words;
use crate::symbolic::path::Path;
use crate::symbolic::paths::{Both, Explored, Follower, Turn};
use crate::symbolic::query::Query;
use crate::term::{Term, Terms};
use crate::trace::{Cause, Trace};

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node(u32);

const ROOT: Node = Node(0);

/// A condition of a run that is yet to be negated.
#[derive(Clone, Debug)]
struct Flip {
    run: Rc<Explored>,
    /// The condition's index in the run's path.
    index: usize,
    /// The node that it leaves.
    node: Node,
    /// How many outcomes beyond the second were taken at the conditions with
    /// many on the way there, and at this one.
    level: u32,
}

/// Conditions that are yet to be negated: a stack for each level.
#[derive(Debug, Default)]
struct Pending(BTreeMap<u32, Vec<Flip>>);

impl Pending {
    fn push(&mut self, flip: Flip) {
        self.0.entry(flip.level).or_default().push(flip);
    }

    /// The top of the first stack.
    fn pop(&mut self) -> Option<Flip> {
        let mut first = self.0.first_entry()?;
        let flip = first.get_mut().pop();
        if first.get().is_empty() {
            first.remove();
        }
        flip
    }

    fn iter(&self) -> impl Iterator<Item = &Flip> {
        self.0.values().flatten()
    }
}

/// What a node of the tree asks of an input.
///
/// It follows from the way to the node, because whether a condition says
/// anything new depends on those before it alone. The completeness of the
/// search rests on that, so it is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// Whether a boolean holds.
    Test(Term),
    /// Which value a word has.
    Value(Term),
    /// Nothing: paths end here.
    End,
}

impl Question {
    fn of(terms: &mut Terms, run: &Explored, index: usize) -> Question {
        let condition = run.path.conditions[index];
        match (run.turns[index], condition.alternative) {
            (Turn::Took(_), Some((word, _))) => Question::Value(word),
            (Turn::Holds(false), _) => Question::Test(terms.not(condition.term)),
            _ => Question::Test(condition.term),
        }
    }
}

/// Counts a step that is dropped before anybody said what became of it: a way
/// that was neither taken, refuted nor put back.
#[derive(Debug)]
struct Ticket(Option<Rc<Cell<u32>>>);

impl Ticket {
    fn settle(mut self) {
        self.0 = None;
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        if let Some(lost) = self.0.take() {
            lost.set(lost.get() + 1);
            debug_assert!(std::thread::panicking(), "a step of the search was dropped");
        }
    }
}

/// A question whose answer is the next input.
///
/// It is off the tree, so whoever has it says what became of it:
/// [`Explorer::take`], [`Explorer::refute`], [`Explorer::leave`] or
/// [`Explorer::put_back`]. One that is dropped instead counts as not tried
/// ([`Explorer::lost`]).
#[derive(Debug)]
#[must_use = "a step that is dropped is a way that nobody tries"]
pub(in crate::engines) struct Step {
    ticket: Ticket,
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

    /// The index of the negated condition among those of the programs.
    pub fn index(&self) -> usize {
        self.flip.index - self.flip.run.premises
    }

    /// What holds on all inputs that it asks for.
    pub fn conditions(&self) -> impl Iterator<Item = Term> {
        let before = &self.run().path.conditions[..self.index()];
        before.iter().map(|condition| condition.term).chain([self.query.goal])
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
pub(in crate::engines) struct Inserted {
    /// No run took its path before.
    pub is_new: bool,
    /// It took the path that its query predicted.
    pub predicted: bool,
    /// At each node of its path it was asked what runs before it were asked.
    pub consistent: bool,
    /// The node where it leaves the paths of the runs before; the last one of
    /// its path, if it does not.
    pub from: u32,
    /// The indices of its conditions behind that, each of which made a node.
    pub grown: Vec<usize>,
}

/// Explores a program, or a pair.
#[derive(Debug)]
pub(in crate::engines) struct Explorer {
    /// What is explored, for the names of queries.
    name: &'static str,
    edges: FxHashMap<(Node, Turn), Node>,
    /// Outcomes taken at nodes with many, in order.
    taken: FxHashMap<Node, Vec<u32>>,
    /// What each node asks; none for a node that no run has left or ended at.
    questions: Vec<Option<Question>>,
    pending: Pending,
    lost: Rc<Cell<u32>>,
    follower: Follower,
    /// Paths seen.
    pub paths: u32,
    /// Whether a run stored into its program's text at an address that depends
    /// on the inputs.
    pub overwrites: bool,
}

impl Explorer {
    pub fn new(name: &'static str, contract: &Arc<Contract>) -> Explorer {
        Explorer {
            name,
            edges: FxHashMap::default(),
            taken: FxHashMap::default(),
            questions: vec![None],
            pending: Pending::default(),
            lost: Rc::default(),
            follower: Follower::new(contract),
            paths: 0,
            overwrites: false,
        }
    }

    /// A run of what is explored; see [`Follower::follow`].
    pub fn follow(
        &mut self,
        terms: &mut Terms,
        number: u32,
        inputs: &Inputs,
        raw: &[&Trace],
        depth: usize,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Explored> {
        self.follower.follow(terms, number, inputs, raw, depth, is_due)
    }

    /// The makers of paths of what is explored.
    pub fn follower(&mut self) -> &mut Follower {
        &mut self.follower
    }

    /// That what is observed of a run differs; see [`Follower::observations_differ`].
    pub fn observations_differ(
        &mut self,
        terms: &mut Terms,
        run: &Explored,
        both: Both,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Term> {
        self.follower.observations_differ(terms, run, both, is_due)
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
            let place = index - run.premises;
            let name = format!("q{query}.{}.run{}.flip{place}", self.name, run.number);
            let mut goal = run.path.other_way(terms, *index, &excluded);
            if let Some(within) = within {
                goal = terms.and(goal, within);
            }
            let query = run.path.ask(terms, name, *index, goal);
            let condition = words::flip(terms, &run.path.conditions[*index], &excluded);
            let ticket = Ticket(Some(Rc::clone(&self.lost)));
            return Some(Step { ticket, flip, query, excluded, condition });
        }
    }

    /// What holds on the inputs of each way that is yet to be tried; none where there are more ways than `most`.
    pub fn untried(&self, terms: &mut Terms, most: usize) -> Option<Vec<Vec<Term>>> {
        let untried: Vec<&Flip> = self.pending.iter().filter(|it| !self.is_taken(it)).collect();
        if untried.len() > most {
            return None;
        }
        let region = |Flip { run, index, node, .. }: &Flip| {
            let taken = self.taken.get(node).map(Vec::as_slice).unwrap_or_default();
            let goal = run.path.other_way(terms, *index, taken);
            let before = &run.path.conditions[..index - run.premises];
            before.iter().map(|condition| condition.term).chain([goal]).collect()
        };
        Some(untried.into_iter().map(region).collect())
    }

    /// Whether the way that a flip asks for was taken: a run that left its path
    /// may have come by.
    fn is_taken(&self, flip: &Flip) -> bool {
        match flip.run.turns[flip.index] {
            Turn::Holds(holds) => self.edges.contains_key(&(flip.node, Turn::Holds(!holds))),
            Turn::Took(_) => false,
        }
    }

    /// Whether there is anything left to negate.
    pub fn is_open(&self) -> bool {
        self.pending.iter().any(|flip| !self.is_taken(flip))
    }

    /// Takes back a step that was not tried.
    pub fn put_back(&mut self, step: Step) {
        step.ticket.settle();
        self.pending.push(step.flip);
    }

    /// No input goes the way of this step.
    pub fn refute(&mut self, step: Step) {
        step.ticket.settle();
    }

    /// It is not known whether an input goes the way of this step; the caller
    /// counts it as a cut.
    pub fn leave(&mut self, step: Step) {
        step.ticket.settle();
    }

    /// Steps that were dropped: ways that were not tried.
    pub fn lost(&self) -> u32 {
        self.lost.get()
    }

    /// Drops what is yet to be negated; returns how much it was.
    pub fn give_up(&mut self) -> u32 {
        let dropped = std::mem::take(&mut self.pending);
        dropped.iter().filter(|flip| !self.is_taken(flip)).count() as u32
    }

    /// Takes a run on inputs that a step gave into the tree.
    pub fn take(&mut self, terms: &mut Terms, step: Step, run: &Rc<Explored>) -> Inserted {
        let (predicted, consistent) = step.predicts(run);
        let Step { ticket, flip, .. } = step;
        ticket.settle();
        if !predicted {
            let inserted = self.insert(terms, run);
            return Inserted { predicted, ..inserted };
        }
        // A predicted run is known as far as the condition that it negates.
        let (index, node, level) = (flip.index, flip.node, flip.level);
        // A condition with more outcomes stays, behind what the new run opens.
        if let Turn::Took(_) = flip.run.turns[index] {
            self.pending.push(Flip { level: level + 1, ..flip });
        }
        let inserted = self.insert_from(terms, run, index, node, level);
        Inserted { consistent: inserted.consistent && consistent, ..inserted }
    }

    /// Takes a run on inputs from elsewhere into the tree.
    pub fn insert(&mut self, terms: &mut Terms, run: &Rc<Explored>) -> Inserted {
        self.insert_from(terms, run, 0, ROOT, 0)
    }

    /// Takes a run into the tree whose conditions before `known` lead to `node`,
    /// and what it opens to this level.
    fn insert_from(
        &mut self,
        terms: &mut Terms,
        run: &Rc<Explored>,
        known: usize,
        mut node: Node,
        level: u32,
    ) -> Inserted {
        let mut consistent = true;
        let mut is_new = false;
        let (mut from, mut grown) = (node, Vec::new());
        for (index, &turn) in run.turns.iter().enumerate().skip(known.max(run.premises)) {
            // What the path says already goes one way only.
            if !run.path.conditions[index].said.is_new {
                continue;
            }
            consistent &= self.asks(node, Question::of(terms, run, index));
            // Below a new edge, all is new.
            let first_visit = is_new || node == ROOT && self.paths == 0;
            let fresh = Node(self.questions.len() as u32);
            let next = *self.edges.entry((node, turn)).or_insert(fresh);
            if next == fresh {
                self.questions.push(None);
                self.overwrites |= turn == Turn::Holds(true)
                    && run.path.conditions[index].cause == Cause::TextStore;
                is_new = true;
                if grown.is_empty() {
                    from = node;
                }
                grown.push(index);
                if let Turn::Took(value) = turn {
                    self.taken.entry(node).or_default().push(value);
                }
                if first_visit {
                    self.pending.push(Flip { run: Rc::clone(run), index, node, level });
                }
            }
            node = next;
        }
        consistent &= self.asks(node, Question::End);
        let is_new = is_new || self.paths == 0;
        self.paths += u32::from(is_new);
        let from = if grown.is_empty() { node } else { from };
        Inserted { is_new, predicted: true, consistent, from: from.0, grown }
    }

    /// Whether a node asks this, as it does of all runs that come by.
    fn asks(&mut self, node: Node, question: Question) -> bool {
        *self.questions[node.0 as usize].get_or_insert(question) == question
    }
}

impl Step {
    /// Whether a run follows the left path up to the negated condition and
    /// there goes another way; and whether, if so, it was asked the same on the
    /// way.
    fn predicts(&self, run: &Explored) -> (bool, bool) {
        let left = &self.flip.run;
        let (old, new) = (&left.turns, &run.turns);
        let index = self.flip.index;
        let predicted = new.len() > index
            && new[..index] == old[..index]
            && match new[index] {
                Turn::Took(value) => !self.excluded.contains(&value),
                turn => turn != old[index],
            };
        let asked = |path: &Path, i: usize| {
            let condition = path.conditions[i];
            (condition.term, condition.said.is_new)
        };
        let consistent =
            predicted && (0..index).all(|i| asked(&left.path, i) == asked(&run.path, i));
        (predicted, consistent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Image;
    use crate::program::Program;
    use crate::trace::{self, Run};

    /// `beq $1, $0, a; jr $31; a: beq $2, $0, b; jr $31; b: jr $31`
    fn image() -> Rc<Image> {
        let words = [0x1020_0001, 0x03e0_0008, 0x1040_0001, 0x03e0_0008, 0x03e0_0008];
        Image::new(&Program::from_words(words.to_vec()))
    }

    fn trace(inputs: [u32; 2]) -> Trace {
        match trace::run(&image(), inputs, 100) {
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
        step: Option<Step>,
    ) -> (Rc<Explored>, Inserted) {
        let run = explorer.follow(terms, number, &inputs.into(), &[&trace(inputs)], 50, &|| false);
        let run = Rc::new(run.expect("there is time"));
        let inserted = match step {
            Some(step) => explorer.take(terms, step, &run),
            None => explorer.insert(terms, &run),
        };
        (run, inserted)
    }

    #[test]
    fn a_run_that_leaves_its_predicted_path_is_a_path_like_any_other() {
        let (mut explorer, mut terms) = (Explorer::new("left", &Arc::default()), Terms::new());
        let (run, inserted) = insert(&mut explorer, &mut terms, 1, [0, 0], None);
        assert_eq!(run.lines, [["$1 == 0", "$2 == 0"]]);
        assert!(inserted.is_new && inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (0, vec![0, 1]));

        // Asked to leave by the second condition, it leaves by the first.
        let step = explorer.next(&mut terms, 1, None).expect("two conditions are left");
        assert_eq!(step.index(), 1);
        let (_, inserted) = insert(&mut explorer, &mut terms, 2, [1, 1], Some(step));
        assert!(inserted.is_new && !inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (0, vec![0]));

        // The way that it took is not proposed again, and nothing else is lost
        // but what the step asked for.
        assert!(explorer.next(&mut terms, 2, None).is_none());
        assert_eq!(explorer.paths, 2);
    }

    #[test]
    fn a_path_taken_again_is_not_counted() {
        let (mut explorer, mut terms) = (Explorer::new("left", &Arc::default()), Terms::new());
        insert(&mut explorer, &mut terms, 1, [0, 0], None);
        let step = explorer.next(&mut terms, 1, None).expect("two conditions are left");
        let (_, inserted) = insert(&mut explorer, &mut terms, 2, [0, 0], Some(step));
        assert!(!inserted.is_new && !inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (2, vec![]));
        assert_eq!(explorer.paths, 1);
    }

    #[test]
    fn a_node_asks_all_runs_the_same() {
        let (mut explorer, mut terms) = (Explorer::new("left", &Arc::default()), Terms::new());
        let (_, inserted) = insert(&mut explorer, &mut terms, 1, [0, 0], None);
        assert!(inserted.consistent);
        let (_, inserted) = insert(&mut explorer, &mut terms, 2, [0, 1], None);
        assert!(inserted.is_new && inserted.consistent);
        // One for which the first condition is nothing new, so that the root
        // is asked about $2, and ends early.
        for skipped in [0, 1] {
            let trace = trace([0, 0]);
            let run = explorer.follow(&mut terms, 3, &[0, 0].into(), &[&trace], 50, &|| false);
            let mut run = run.expect("there is time");
            run.path.conditions[skipped].said.is_new = false;
            let run = Rc::new(run);
            assert!(!explorer.insert(&mut terms, &run).consistent, "without condition {skipped}");
        }
    }

    #[test]
    fn a_step_that_is_dropped_is_counted() {
        let (mut explorer, mut terms) = (Explorer::new("left", &Arc::default()), Terms::new());
        insert(&mut explorer, &mut terms, 1, [0, 0], None);
        for settle in [Explorer::put_back, Explorer::refute] {
            let step = explorer.next(&mut terms, 1, None).expect("two conditions are left");
            settle(&mut explorer, step);
        }
        assert_eq!(explorer.lost(), 0);
        let step = explorer.next(&mut terms, 1, None).expect("one is left");
        let dropped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| drop(step)));
        assert_eq!(dropped.is_err(), cfg!(debug_assertions));
        assert_eq!(explorer.lost(), 1);
    }
}

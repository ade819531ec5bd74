//! The tree of explored paths, and the choice of the next path to try.
//!
//! An [`Explorer`] keeps the tree of a program's paths, or of the pairs of paths of two programs:
//! each path of the first, followed by the paths that the second takes on the same inputs. The tree
//! has an edge for each outcome of a path condition; a stack keeps the conditions not negated yet.
//! The deepest condition of the last run is on top, so the search is depth-first (section 4.4 of
//! the Tamarin paper). It is bounded because traces are trimmed to the depth.
//!
//! Most conditions have two outcomes. A computed jump has one for each target, and so has a fetch
//! for each word, so such a condition returns to the stack until the solver finds no other outcome.
//! There may be 2^32 of them, which would starve everything else. Each time, the condition
//! therefore returns to a later level, with everything below it, and earlier levels are tried first
//! (limited discrepancy search; Harvey and Ginsberg, 1995).

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
use crate::symbolic::paths::{Both, BranchOutcome, Explored, Follower};
use crate::symbolic::query::Query;
use crate::term::{Term, Terms};
use crate::trace::{Cause, Trace};

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct TreeNode(u32);

const ROOT: TreeNode = TreeNode(0);

/// A condition of a run that has not been negated yet.
#[derive(Clone, Debug)]
struct Flip {
    run: Rc<Explored>,
    /// The condition's index in the run's path.
    index: usize,
    /// The node where it branches off.
    node: TreeNode,
    /// The number of outcomes beyond the second taken so far, at this condition and at those above
    /// it.
    level: u32,
}

/// Conditions not negated yet: one stack per level.
#[derive(Debug, Default)]
struct Pending(BTreeMap<u32, Vec<Flip>>);

impl Pending {
    fn push(&mut self, flip: Flip) {
        self.0.entry(flip.level).or_default().push(flip);
    }

    /// Removes the top of the first nonempty stack.
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

/// The question that a node of the tree decides about an input.
///
/// It is determined by the path to the node, because whether a condition is redundant depends only
/// on those before it. The completeness of the search depends on that, so it is checked.
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
        match (run.branches[index], condition.alternative) {
            (BranchOutcome::Took(_), Some((word, _))) => Question::Value(word),
            (BranchOutcome::Holds(false), _) => Question::Test(terms.not(condition.term)),
            _ => Question::Test(condition.term),
        }
    }
}

/// Counts a step that is dropped without a result: a branch that was neither taken, refuted nor put
/// back.
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

/// A query whose answer is the next input.
///
/// It has been removed from the tree, so its owner must report the result: [`Explorer::take`],
/// [`Explorer::refute`], [`Explorer::leave`] or [`Explorer::put_back`]. A step that is dropped
/// instead counts as not tried ([`Explorer::lost`]).
#[derive(Debug)]
#[must_use = "a step that is dropped is a way that nobody tries"]
pub(in crate::engines) struct Step {
    ticket: Ticket,
    flip: Flip,
    /// The query.
    pub query: Query,
    /// Outcomes already taken, for a condition with many.
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

    /// The conditions on all inputs that it asks for.
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

/// The result of inserting a run into the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::engines) struct Inserted {
    /// Whether no earlier run took its path.
    pub is_new: bool,
    /// Whether it took the path that its query predicted.
    pub predicted: bool,
    /// Whether each node on its path asked it the same question as earlier runs.
    pub consistent: bool,
    /// The node where it leaves the paths of earlier runs, or the last node of its path.
    pub from: u32,
    /// The indices of its conditions after that node; each added a node.
    pub grown: Vec<usize>,
}

/// Explores the paths of a program, or of a pair.
#[derive(Debug)]
pub(in crate::engines) struct Explorer {
    /// The name of the subject, for the names of queries.
    name: &'static str,
    edges: FxHashMap<(TreeNode, BranchOutcome), TreeNode>,
    /// Outcomes taken so far at nodes with many, in order.
    taken: FxHashMap<TreeNode, Vec<u32>>,
    /// The question at each node; `None` for a node that no run has passed or ended at.
    questions: Vec<Option<Question>>,
    pending: Pending,
    lost: Rc<Cell<u32>>,
    follower: Follower,
    /// Number of paths seen.
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

    /// Translates a run of the subject into a path; see [`Follower::follow`].
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

    /// The translator of runs into paths.
    pub fn follower(&mut self) -> &mut Follower {
        &mut self.follower
    }

    /// The condition that the observations of a run differ; see [`Follower::observations_differ`].
    pub fn observations_differ(
        &mut self,
        terms: &mut Terms,
        run: &Explored,
        both: Both,
        is_due: &dyn Fn() -> bool,
    ) -> Option<Term> {
        self.follower.observations_differ(terms, run, both, is_due)
    }

    /// The next condition to negate, with its query; `None` when every path within the depth was
    /// taken or refuted. If `within` is given, only inputs that satisfy it are requested.
    pub fn next(&mut self, terms: &mut Terms, query: u32, within: Option<Term>) -> Option<Step> {
        loop {
            let flip = self.pending.pop()?;
            if self.is_taken(&flip) {
                continue;
            }
            let excluded = match flip.run.branches[flip.index] {
                BranchOutcome::Holds(_) => Vec::new(),
                BranchOutcome::Took(_) => self.taken[&flip.node].clone(),
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

    /// The path conditions of each untried branch; `None` where there are more than `most`.
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

    /// Whether the requested branch was already taken, for example by a run that left its predicted
    /// path.
    fn is_taken(&self, flip: &Flip) -> bool {
        match flip.run.branches[flip.index] {
            BranchOutcome::Holds(holds) => {
                self.edges.contains_key(&(flip.node, BranchOutcome::Holds(!holds)))
            }
            BranchOutcome::Took(_) => false,
        }
    }

    /// Whether any condition remains to be negated.
    pub fn is_open(&self) -> bool {
        self.pending.iter().any(|flip| !self.is_taken(flip))
    }

    /// Returns a step that was not tried.
    pub fn put_back(&mut self, step: Step) {
        step.ticket.settle();
        self.pending.push(step.flip);
    }

    /// Records that no input takes this step's branch.
    pub fn refute(&mut self, step: Step) {
        step.ticket.settle();
    }

    /// Records that it is unknown whether any input takes this step's branch; the caller counts
    /// that as a cut.
    pub fn leave(&mut self, step: Step) {
        step.ticket.settle();
    }

    /// Number of dropped steps: branches that were not tried.
    pub fn lost(&self) -> u32 {
        self.lost.get()
    }

    /// Drops all conditions not negated yet; returns their number.
    pub fn give_up(&mut self) -> u32 {
        let dropped = std::mem::take(&mut self.pending);
        dropped.iter().filter(|flip| !self.is_taken(flip)).count() as u32
    }

    /// Inserts a run on the inputs that a step led to.
    pub fn take(&mut self, terms: &mut Terms, step: Step, run: &Rc<Explored>) -> Inserted {
        let (predicted, consistent) = step.predicts(run);
        let Step { ticket, flip, .. } = step;
        ticket.settle();
        if !predicted {
            let inserted = self.insert(terms, run);
            return Inserted { predicted, ..inserted };
        }
        // A predicted run matches the tree up to the condition that it negates.
        let (index, node, level) = (flip.index, flip.node, flip.level);
        // A condition with more outcomes remains, after the conditions that the new run adds.
        if let BranchOutcome::Took(_) = flip.run.branches[index] {
            self.pending.push(Flip { level: level + 1, ..flip });
        }
        let inserted = self.insert_from(terms, run, index, node, level);
        Inserted { consistent: inserted.consistent && consistent, ..inserted }
    }

    /// Inserts a run on inputs from elsewhere.
    pub fn insert(&mut self, terms: &mut Terms, run: &Rc<Explored>) -> Inserted {
        self.insert_from(terms, run, 0, ROOT, 0)
    }

    /// Inserts a run whose conditions before `known` lead to `node`, and adds its new conditions at
    /// this level.
    fn insert_from(
        &mut self,
        terms: &mut Terms,
        run: &Rc<Explored>,
        known: usize,
        mut node: TreeNode,
        level: u32,
    ) -> Inserted {
        let mut consistent = true;
        let mut is_new = false;
        let (mut from, mut grown) = (node, Vec::new());
        for (index, &branch) in run.branches.iter().enumerate().skip(known.max(run.premises)) {
            // A condition that earlier ones imply has one outcome only.
            if !run.path.conditions[index].redundancy.is_new {
                continue;
            }
            consistent &= self.asks(node, Question::of(terms, run, index));
            // Everything below a new edge is new.
            let first_visit = is_new || node == ROOT && self.paths == 0;
            let fresh = TreeNode(self.questions.len() as u32);
            let next = *self.edges.entry((node, branch)).or_insert(fresh);
            if next == fresh {
                self.questions.push(None);
                self.overwrites |= branch == BranchOutcome::Holds(true)
                    && run.path.conditions[index].cause == Cause::TextStore;
                is_new = true;
                if grown.is_empty() {
                    from = node;
                }
                grown.push(index);
                if let BranchOutcome::Took(value) = branch {
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

    /// Whether a node asks this question; it must ask the same one of all runs that pass.
    fn asks(&mut self, node: TreeNode, question: Question) -> bool {
        *self.questions[node.0 as usize].get_or_insert(question) == question
    }
}

impl Step {
    /// Whether a run follows the original path up to the negated condition and takes another
    /// outcome there; and if so, whether each node asked it the same question.
    fn predicts(&self, run: &Explored) -> (bool, bool) {
        let left = &self.flip.run;
        let (old, new) = (&left.branches, &run.branches);
        let index = self.flip.index;
        let predicted = new.len() > index
            && new[..index] == old[..index]
            && match new[index] {
                BranchOutcome::Took(value) => !self.excluded.contains(&value),
                branch => branch != old[index],
            };
        let asked = |path: &Path, i: usize| {
            let condition = path.conditions[i];
            (condition.term, condition.redundancy.is_new)
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

    /// Runs the program and inserts the run.
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

        // The step asked to leave at the second condition, but the run leaves at the first.
        let step = explorer.next(&mut terms, 1, None).expect("two conditions are left");
        assert_eq!(step.index(), 1);
        let (_, inserted) = insert(&mut explorer, &mut terms, 2, [1, 1], Some(step));
        assert!(inserted.is_new && !inserted.predicted);
        assert_eq!((inserted.from, inserted.grown), (0, vec![0]));

        // The branch that the run took is not proposed again, and only the branch that the step
        // asked for is lost.
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
        // A run for which the first condition is redundant, so that the root asks about $2; and one
        // that ends early.
        for skipped in [0, 1] {
            let trace = trace([0, 0]);
            let run = explorer.follow(&mut terms, 3, &[0, 0].into(), &[&trace], 50, &|| false);
            let mut run = run.expect("there is time");
            run.path.conditions[skipped].redundancy.is_new = false;
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

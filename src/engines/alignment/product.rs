//! The product of two programs, built until its invariants are inductive.
//!
//! A node is a pair of locations. From a node each program runs as many segments as the schedule
//! says, on all its paths, so the transitions from a node cover all states by construction. A pair
//! of paths counts unless its conditions are shown to contradict the node's invariant. Invariants
//! begin as the result of an analysis, or as everything that holds on runs. Whatever a transition
//! does not preserve is removed from the invariant after it: by the state that violates it if a
//! solver finds one, else as a whole. So a predicate holds at a node, other than the start, only if
//! it is preserved along all paths that reach the node (PAA 2.1). A pass over all nodes that removes nothing is the proof,
//! since each obligation was decided in it with the final invariants:
//!
//! - *entry* and *step*: the invariant after each transition follows;
//! - *coverage*: all paths are considered;
//! - *exit*: where both have ended, the observations agree;
//! - *output*: both print the same on a transition;
//! - *faults*: where one faults, the other does not end normally;
//! - *text*: no path stores into its program's text.
//!
//! This is the program alignment automaton (PAA) of Goyal et al. (2023). In its words: an
//! *input predicate* is a fact that holds at the start, and a transition that was added because of
//! one is a *marked transition*, valid only if the predicate still holds at its source in the end
//! (PAA 2.1). Here no transition is marked: a transition is left out only by an obligation that the final
//! invariant of its source decides, and after an invariant has been weakened all transitions are
//! decided again. *Reduction* (PAA 2.2), which removes states without a loop, is built in: the only
//! nodes are pairs of locations where a program branches back. There are no unreached states to
//! remove: a node is made when a transition reaches it. *Disjunctive predicates* (PAA 5) are the sub-states of
//! [`domain`](super::domain).

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::algebra;
use super::decider::{Decided, Ended};
use super::equations::{Equations, Sparse};
use super::goal::{Ends, Goal, Note};
use super::invariant::{Invariant, Realised, Words, values};
use super::location::{Cuts, Location};
use super::memory::{Base, Given, Space, agree};
use super::obligations::{Polynomial, Prover, Residue};
use super::schedule::{LocationPair, Schedule};
use super::segments::{PathSegment, paths};
use super::states;
use crate::machine::{Image, Inputs};
use crate::symbolic::SymbolicState;
use crate::term::{Model, Term, Terms};

/// Maximum number of nodes.
const NODES: usize = 64;
/// Maximum number of pairs of paths from a node.
const PAIRS: usize = 512;
/// Maximum number of passes over all nodes.
const PASSES: usize = 40;
/// Maximum number of tracked words of memory of a program.
const CELLS: usize = 16;

/// A transition from a node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// Its source.
    pub from: LocationPair,
    /// Its target.
    pub to: LocationPair,
    /// Which programs take a step on it.
    pub moves: [bool; 2],
}

/// A pair of paths from a node to another that do not both end.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its transition.
    pub way: Transition,
    /// The conditions on it: those at the node and of both paths.
    pub assumptions: Vec<Term>,
    /// The words at the source.
    pub before: Vec<Term>,
    /// The words at the target.
    pub after: Vec<Term>,
}

/// A product with inductive invariants: none of its runs ends with different observations, or its
/// notes hold at the ends of all runs.
#[derive(Clone, Debug)]
pub struct Product {
    /// The nodes except the entry and the ends, each with its invariant.
    pub nodes: BTreeMap<LocationPair, Invariant>,
    /// The possible pairs of paths, from nodes that have an invariant.
    pub steps: Vec<Step>,
    /// Number of obligations in the last pass.
    pub obligations: u32,
    /// The notes that hold, where they are the goal.
    pub notes: Vec<Note>,
}

/// Why there is no product.
#[derive(Clone, Debug)]
pub enum Failure {
    /// An obligation is open, or fails in a state that the invariant allows.
    Open(Unproved),
    /// A limit was reached.
    Limit,
    /// The caller stopped it.
    Stopped,
}

/// An obligation that was not proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unproved {
    /// The node from which both programs continue.
    pub from: LocationPair,
    /// The kind of obligation.
    pub what: Obliged,
    /// The inputs of a state that the invariant allows and in which it fails.
    pub suspect: Option<Inputs>,
}

/// The kinds of obligations, beside the preservation of invariants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obliged {
    /// A path without a known end is not taken.
    Followed,
    /// If one program faults, the other does not end normally.
    Faults,
    /// Both print the same.
    Output,
    /// If both have ended, the observations agree.
    Ends,
}

impl From<Ended> for Failure {
    fn from(ended: Ended) -> Failure {
        match ended {
            Ended::Limit => Failure::Limit,
            Ended::Stopped => Failure::Stopped,
        }
    }
}

/// A product under construction.
pub struct Builder<'b, 's> {
    /// Decides obligations.
    pub prover: &'b mut Prover<'s>,
    /// The programs.
    pub images: [&'b Rc<Image>; 2],
    /// Their inputs.
    pub given: &'b Rc<Given>,
    /// The words of invariants.
    pub words: &'b Words,
    /// Addresses that were stored to and are not tracked.
    pub found: &'b mut [BTreeSet<u32>; 2],
    schedule: Schedule,
    nodes: BTreeMap<LocationPair, Invariant>,
    steps: Vec<Step>,
    pub(super) obligations: u32,
    pub(super) changed: bool,
    pub(super) goal: &'b Goal,
    /// The notes that were not dropped.
    pub(super) notes: Vec<Note>,
}

/// The programs after a pair of paths.
pub(super) struct Behind<'p, 'i> {
    pub from: LocationPair,
    pub assumptions: &'p [Term],
    pub zeros: &'p [Term],
    pub inputs: &'p [Term],
    pub paths: [&'p PathSegment<'i>; 2],
    /// The words at the source.
    pub before: &'p [Term],
    /// Cached states there that take this pair of paths.
    pub known: &'p [Rc<Model>],
}

impl<'b, 's> Builder<'b, 's> {
    /// A builder with these initial invariants.
    pub fn new(
        prover: &'b mut Prover<'s>,
        (images, given): ([&'b Rc<Image>; 2], &'b Rc<Given>),
        words: &'b Words,
        found: &'b mut [BTreeSet<u32>; 2],
        schedule: &Schedule,
        nodes: BTreeMap<LocationPair, Invariant>,
        goal: &'b Goal,
    ) -> Builder<'b, 's> {
        let (changed, obligations, steps) = (false, 0, Vec::new());
        let (schedule, notes) = (schedule.clone(), goal.notes().to_vec());
        Builder {
            prover,
            images,
            given,
            words,
            found,
            schedule,
            nodes,
            steps,
            obligations,
            changed,
            goal,
            notes,
        }
    }

    /// Passes over all nodes until nothing is removed.
    pub async fn build(mut self) -> Result<Product, Failure> {
        for _ in 0..PASSES {
            self.changed = false;
            self.steps.clear();
            self.obligations = 0;
            let mut done = BTreeSet::new();
            let mut open = vec![[Location::Entry; 2]];
            // Only what is reachable from the entry counts.
            while let Some(node) = open.pop() {
                if node.iter().all(|at| at.is_final()) || !done.insert(node) {
                    continue;
                }
                let targets = self.expand(node).await?;
                open.extend(targets.into_iter().rev());
            }
            if !self.changed {
                self.nodes.retain(|node, _| done.contains(node));
                let Builder { nodes, steps, obligations, notes, .. } = self;
                return Ok(Product { nodes, steps, obligations, notes });
            }
        }
        Err(Failure::Limit)
    }

    /// Processes all pairs of paths from a node.
    async fn expand(&mut self, node: LocationPair) -> Result<BTreeSet<LocationPair>, Failure> {
        let images: [&'b Image; 2] = self.images.map(|image| &**image);
        let terms = &mut self.prover.decider.terms;
        let given = self.given;
        let realised = match self.nodes.get(&node) {
            Some(invariant) => invariant.realised(terms, self.words, images, given),
            None => {
                debug_assert_eq!(node, [Location::Entry; 2]);
                Realised::at_start(terms, images, given)
            }
        };
        let Realised { states, mut premises, zeros, values: before } = realised;
        premises.splice(0..0, given.premises.iter().copied());
        let inputs = &given.inputs;
        let terms = &self.prover.decider.terms;
        let mut known = states::taking(terms, &self.prover.states.at(node), &premises, &zeros);
        let old = known.len();
        let first = self.schedule.first(node);
        let second = 1 - first;
        let pieces = self.schedule.pieces(node);
        let begin = (node[first], states[first].clone());
        let firsts = self.paths(first, begin, (&premises, &mut known), pieces[first]).await?;
        // By the number of segments.
        let mut seconds: BTreeMap<u32, Vec<PathSegment<'b>>> = BTreeMap::new();
        let mut pairs = 0;
        for path in &firsts {
            let pieces = self.schedule.behind(node, path.end.ok(), path.steps);
            if let Entry::Vacant(entry) = seconds.entry(pieces) {
                let begin = (node[second], states[second].clone());
                let of = (&premises[..], &mut known);
                entry.insert(self.paths(second, begin, of, pieces).await?);
            }
            pairs += seconds[&pieces].len();
        }
        if pairs > PAIRS {
            return Err(Failure::Limit);
        }
        for state in &known[old..] {
            self.keep_state(node, &before, state);
        }
        let mut pairs_of_paths = Vec::new();
        for of_first in &firsts {
            let behind = self.schedule.behind(node, of_first.end.ok(), of_first.steps);
            let mut pieces = pieces;
            pieces[second] = behind;
            for of_second in &seconds[&behind] {
                let mut both = [of_first, of_second];
                both.rotate_left(first);
                pairs_of_paths.push((both, pieces));
            }
        }
        // Pairs that remove nothing from an invariant come first: an obligation that fails there
        // fails with weaker invariants too, and the effort for weakening them is saved.
        pairs_of_paths.sort_by_key(|(both, _)| match both.map(|path| path.end) {
            [Ok(left), Ok(right)] => !left.is_final() || !right.is_final(),
            _ => false,
        });
        let mut targets = BTreeSet::new();
        for ([left, right], pieces) in pairs_of_paths {
            let all = [&premises[..], &left.conditions, &right.conditions].concat();
            let of_pair = [&left.conditions[..], &right.conditions].concat();
            let terms = &self.prover.decider.terms;
            let taking = states::taking(terms, &known, &of_pair, &zeros);
            let model = match taking.first() {
                Some(state) => Some(Rc::clone(state)),
                None => {
                    let never = self.prover.decider.terms.bool(false);
                    let decided = self.prover.decide_where_zero(&all, &zeros, never);
                    match decided.await? {
                        Decided::Holds => {
                            self.obligations += 1;
                            continue;
                        }
                        Decided::Fails(model) => {
                            self.keep_state(node, &before, &model);
                            Some(model)
                        }
                        Decided::Open => None,
                    }
                }
            };
            let (Ok(to_left), Ok(to_right)) = (left.end, right.end) else {
                return Err(self.open(node, Obliged::Followed, model.as_deref()));
            };
            let to = [to_left, to_right];
            let moves = [0, 1].map(|side| pieces[side] > 0 && !node[side].is_final());
            let paths = [left, right];
            let behind = Behind {
                from: node,
                assumptions: &all,
                zeros: &zeros,
                inputs,
                paths,
                before: &before,
                known: &taking,
            };
            let after = self.arrive(to, &behind, model.as_deref()).await?;
            if let Some(after) = after
                && !before.is_empty()
            {
                let way = Transition { from: node, to, moves };
                let (assumptions, before) = (all.clone(), before.clone());
                self.steps.push(Step { way, assumptions, before, after });
            }
            targets.insert(to);
        }
        Ok(targets)
    }

    /// The paths of a program from a state, without those that the premises exclude.
    async fn paths(
        &mut self,
        side: usize,
        start: (Location, SymbolicState<Space<'b>>),
        (premises, known): (&[Term], &mut Vec<Rc<Model>>),
        pieces: u32,
    ) -> Result<Vec<PathSegment<'b>>, Failure> {
        let image: &'b Image = self.images[side];
        let decider = &mut self.prover.decider;
        let all = paths(decider, image, start, premises, (pieces, Cuts::Back), known).await?;
        let mut kept = Vec::new();
        for path in all.ok_or(Failure::Limit)? {
            let terms = &mut self.prover.decider.terms;
            if !path.conditions.is_empty() && !states::is_taken(terms, known, &path.conditions) {
                let all = [premises, &path.conditions].concat();
                let contradiction = terms.bool(false);
                match self.prover.decider.decide(&all, contradiction).await? {
                    Decided::Holds => {
                        self.obligations += 1;
                        continue;
                    }
                    Decided::Fails(state) => known.push(state),
                    Decided::Open => {}
                }
            }
            kept.push(path);
        }
        Ok(kept)
    }

    /// The failure of an obligation.
    pub(super) fn open(&self, from: LocationPair, what: Obliged, model: Option<&Model>) -> Failure {
        let suspect = model.map(|model| {
            let values = self.prover.decider.terms.eval(&self.given.inputs, model);
            values.into_iter().map(|value| value as u32).collect()
        });
        Failure::Open(Unproved { from, what, suspect })
    }

    /// Decides the obligations of a transition. Returns the words after it, if it leads to a node.
    async fn arrive(
        &mut self,
        to: LocationPair,
        behind: &Behind<'_, 'b>,
        model: Option<&Model>,
    ) -> Result<Option<Vec<Term>>, Failure> {
        let [left, right] = behind.paths;
        let is_agreement = *self.goal == Goal::Agree;
        if !is_agreement {
            use Location::{Done, Fault};
            let ends = match to {
                [Done, Done] => Some(Ends::Stop),
                [Fault, Done] => Some(Ends::Faults(0)),
                [Done, Fault] => Some(Ends::Faults(1)),
                [Fault, Fault] => Some(Ends::BothFault),
                _ => None,
            };
            if let Some(ends) = ends {
                self.notes_hold(ends, behind).await?;
                return Ok(None);
            }
        }
        match to {
            [Location::Fault, Location::Fault] => {
                self.outputs_agree(behind).await?;
                return Ok(None);
            }
            [Location::Done, Location::Fault] | [Location::Fault, Location::Done] => {
                return Err(self.open(behind.from, Obliged::Faults, model));
            }
            _ => {}
        }
        if is_agreement {
            self.outputs_agree(behind).await?;
        }
        if to == [Location::Done, Location::Done] {
            self.ends_agree(behind).await?;
            return Ok(None);
        }
        let states = [&left.state, &right.state];
        let words = values(&mut self.prover.decider.terms, self.words, behind.inputs, states);
        if !self.nodes.contains_key(&to) {
            if self.nodes.len() >= NODES {
                return Err(Failure::Limit);
            }
            let invariant = match model {
                Some(model) => {
                    let sample = self.sample(&words, model);
                    let mut invariant = Invariant::of_nothing(self.words, Vec::new());
                    invariant.add(&sample);
                    invariant
                }
                None => Invariant {
                    equations: Equations::none(self.words.all.len() + 1),
                    ..Invariant::of_nothing(self.words, Vec::new())
                },
            };
            self.nodes.insert(to, invariant);
            self.changed = true;
        }
        // It is taken out while it is changed.
        let mut invariant = self.nodes.remove(&to).expect("it is there");
        let kept = self.keep(&mut invariant, &words, behind).await;
        self.nodes.insert(to, invariant);
        kept.map(|()| Some(words))
    }

    /// Removes from an invariant what a transition does not preserve.
    async fn keep(
        &mut self,
        invariant: &mut Invariant,
        words: &[Term],
        behind: &Behind<'_, 'b>,
    ) -> Result<(), Failure> {
        for side in [0, 1] {
            let terms = &self.prover.decider.terms;
            let of = (side, behind.paths[side]);
            let is_initial = is_initial(terms, (self.words, self.given), self.found, of);
            if invariant.is_initial[side] && !is_initial {
                invariant.is_initial[side] = false;
                self.changed = true;
            }
        }
        self.keep_agreement(invariant, behind).await?;
        self.allow_for_known(invariant, words, behind);
        let mut rows = invariant.rows(self.words);
        // The rows that are not proved, with their residues.
        let mut open: BTreeMap<usize, Residue> = BTreeMap::new();
        let mut at = 0;
        while at < rows.len() {
            let sum = invariant.sum(&mut self.prover.decider.terms, &rows[at], words);
            self.obligations += 1;
            match self.prover.decide_zero(behind.assumptions, behind.zeros, sum).await? {
                (Decided::Holds, _) => at += 1,
                (Decided::Fails(model), _) => {
                    self.changed = true;
                    let sample = self.sample(words, &model);
                    // It may violate facts about words that the query omitted.
                    let is_whole = self.prover.decider.are_true(behind.assumptions, &model);
                    let is_weaker = match is_whole {
                        true => invariant.add(&sample),
                        false => invariant.add_to_equations(&sample),
                    };
                    if !is_weaker {
                        debug_assert!(false, "a model breaks what it was asked to break");
                        return Err(Failure::Limit);
                    }
                    if is_whole {
                        self.keep_state(behind.from, behind.before, &model);
                        self.allow_for_beside(invariant, words, behind, &model);
                    }
                    rows = invariant.rows(self.words);
                    open.clear();
                    at = 0;
                }
                (Decided::Open, residue) => {
                    open.insert(at, residue);
                    at += 1;
                }
            }
        }
        if !open.is_empty() {
            self.changed = true;
            // Linear combinations of them may be provable where each alone is not.
            let relations = open.values().flatten().next().map(|(zeros, _)| Rc::clone(zeros));
            let relations: Vec<_> = relations.iter().flat_map(|zeros| zeros.relations()).collect();
            let residues = open.values().flatten().map(|(_, residue)| residue);
            let products: BTreeSet<&algebra::Monomial<Term>> =
                residues.chain(&relations).flat_map(BTreeMap::keys).collect();
            let factors = |residue: &Polynomial| {
                let factor = |&product: &&algebra::Monomial<Term>| residue.get(product).copied();
                let factors = products.iter().map(|product| factor(product).unwrap_or(0));
                factors.enumerate().collect::<Sparse>()
            };
            let rows = rows.into_iter().enumerate().filter_map(|(at, row)| match open.get(&at) {
                None => Some((row.coefficients, Sparse::default())),
                Some(None) => None,
                Some(Some((_, residue))) => Some((row.coefficients, factors(residue))),
            });
            let rows = rows.collect();
            let relations = relations.iter().map(factors).collect();
            invariant.equations.keep(rows, relations);
        }
        self.keep_orders(invariant, words, behind).await
    }

    /// Weakens the agreement of both memories as far as needed.
    async fn keep_agreement(
        &mut self,
        invariant: &mut Invariant,
        behind: &Behind<'_, 'b>,
    ) -> Result<(), Failure> {
        let but_for = self.words.cells.concat();
        while let Some(footprint) = invariant.agreement {
            let spaces = behind.paths.map(|path| &path.state.memory);
            let terms = &mut self.prover.decider.terms;
            let (assumed, same) = agree(terms, spaces, footprint, &but_for);
            self.obligations += 1;
            let all = [behind.assumptions, &assumed].concat();
            if let Decided::Holds = self.prover.decider.decide(&all, same).await? {
                return Ok(());
            }
            self.changed = true;
            invariant.agreement = self.given.weaker(footprint);
        }
        Ok(())
    }

    /// The values of words in a model.
    pub(super) fn sample(&self, words: &[Term], model: &Model) -> Vec<u32> {
        self.prover.decider.terms.eval(words, model).into_iter().map(|value| value as u32).collect()
    }
}

/// Whether a memory is the initial one except for tracked words. Records other words that were
/// stored to.
pub(super) fn is_initial(
    terms: &Terms,
    (words, given): (&Words, &Given),
    found: &mut [BTreeSet<u32>; 2],
    (side, path): (usize, &PathSegment),
) -> bool {
    let memory = &path.state.memory;
    let mut is_initial = memory.base() == Base::Start;
    for at in memory.stored_at() {
        match terms.as_const(at) {
            Some(at) if words.cells[side].contains(&(at as u32)) => {}
            Some(at) => {
                is_initial = false;
                let found = &mut found[side];
                // Facts about an array cover all of its elements.
                if found.len() < CELLS && !given.is_of_array(side, at as u32) {
                    found.insert(at as u32);
                }
            }
            None => is_initial = false,
        }
    }
    is_initial
}

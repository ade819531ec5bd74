//! The tree of pairs of paths, explored leaf by leaf beyond the first difference.
//!
//! A comparison ends at its first difference, but an explanation needs all leaves: a path of the
//! first program, followed by the path that the second takes on the same inputs, with both ends. A
//! [`Walk`] yields them one after the other and finally reports whether they are complete. The
//! second program may run with words replaced by the first one's ([`Fix`]). The first one's path
//! may be fixed: then only inputs that take it are explored.
//!
//! The tree and its traversal are those of [`paths`](super::paths); runs come from
//! [`concolic`](crate::symbolic::concolic), which has the term of each word that was written.

mod cycles;
mod one_run;

use std::rc::Rc;
use std::sync::Arc;

use super::paths::asking;
use super::paths::explore::Explorer;
use super::paths::outcome::Outcome;
use super::paths::outcome::both;
use super::paths::{Observer, Options};
use crate::contract::Contract;
use crate::facts::Facts;
use crate::machine::setup::Observation;
use crate::machine::{Image, Inputs, Slot, Stop as End};
use crate::program::Address;
use crate::solver::{Answer, Effort, Question, Solver, Stop};
use crate::symbolic::concolic::{Instance, Overflow, Overrides, Rest, Written};
use crate::symbolic::contract;
use crate::symbolic::output::Written as Printed;
use crate::symbolic::path::{self, PathCondition};
use crate::symbolic::paths::{Both, Explored, observations_differ, words_differ};
use crate::symbolic::query::Query;
use crate::term::{Term, Terms};
use cycles::{cycles, strict_cycles};
use one_run::OneRun;

/// Minimum effort of a query after others were undecided.
const EFFORT_AFTER_UNDECIDED: Effort = Effort(250);

/// One execution of an instruction, or all of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    /// The address of the instruction.
    pub at: Address,
    /// The word of the instruction.
    pub slot: Slot,
    /// The n-th execution, from 1; `None` for all of them.
    pub occurrence: Option<u32>,
}

impl Site {
    /// Whether both include a common execution.
    pub fn overlaps(&self, other: &Site) -> bool {
        let is_same = match (self.occurrence, other.occurrence) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        is_same && (self.at, self.slot) == (other.at, other.slot)
    }

    /// Whether it includes an instance.
    pub fn contains(&self, instance: Instance) -> bool {
        (self.at, self.slot) == (instance.at, instance.slot)
            && self.occurrence.is_none_or(|occurrence| occurrence == instance.occurrence)
    }
}

/// A replacement of a word of one program by a word of the other.
///
/// A single execution gets the word of a single one; if it covers all executions, each gets the
/// word of the other's execution with the same number. If the other program has no such execution,
/// the word is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fix {
    /// The source of the word, in the first program.
    pub from: Site,
    /// The replaced word, in the second.
    pub to: Site,
}

/// Whether the path of the first program is fixed (`HoldLeftPath` in RootCause).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftPath {
    /// Only inputs that take this path are explored.
    Held,
    /// All inputs are explored.
    Free,
}

/// The overrides for these fixes, if the first program wrote these words and continues as in
/// `rest`.
pub fn overrides<W: Copy>(fixes: &[Fix], written: &[Written<W>], rest: &Rest) -> Overrides<W> {
    let mut overrides = Overrides::default();
    for Fix { from, to } in fixes {
        let of_place =
            |one: &&Written<W>| (one.instance.at, one.instance.slot) == (from.at, from.slot);
        let words = written.iter().filter(of_place).map(|one| (one.instance.occurrence, one.word));
        match (from.occurrence, to.occurrence) {
            (Some(number), Some(occurrence)) => {
                let to = Instance { at: to.at, occurrence, slot: to.slot };
                overrides.insert_one(to, (from.at, number), words, rest);
            }
            _ => overrides.insert_all((to.at, to.slot), from.at, words, rest),
        }
    }
    overrides
}

/// How two programs end on the inputs of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// They agree on all of them.
    Agree,
    /// They differ on all of them.
    Differ,
    /// Both stop; they differ where this holds, a boolean.
    Results(Term),
    /// Unknown.
    Open,
}

/// A leaf of the tree.
#[derive(Debug)]
pub struct Leaf {
    /// Its path, with a run that takes it.
    pub(super) run: Rc<Explored>,
    /// The outcomes of that run.
    pub outcomes: [Outcome; 2],
    /// The words that they wrote; for the first one also those that fixes use.
    pub written: [Vec<Written<Term>>; 2],
    /// How they end on all inputs of the leaf.
    pub ending: Ending,
    /// The operations of each program that may overflow, if the bench records them and they are not
    /// too many.
    pub overflows: [Option<Vec<Overflow>>; 2],
}

impl Leaf {
    /// The observed words of a program at its end: `$3`, and any others.
    pub fn observed(&self, program: usize) -> impl Iterator<Item = Term> {
        let result = std::iter::once(self.run.results[program]);
        result.chain(self.run.others[program].iter().copied())
    }

    /// The output of a program.
    pub fn printed(&self, program: usize) -> &[Printed] {
        &self.run.outputs[program]
    }

    /// The premises of its path: the contract's, and those of a fixed path.
    pub fn premises(&self) -> impl Iterator<Item = &PathCondition> {
        self.conditions().take(self.run.premises)
    }

    /// The conditions on the inputs that take it.
    pub fn conditions(&self) -> impl Iterator<Item = &PathCondition> {
        self.run.path.conditions.iter()
    }
}

/// The result of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// Inputs that satisfy it.
    Inputs(Inputs),
    /// No input satisfies it.
    Refuted,
    /// Undecided.
    Unknown,
}

/// Two programs, with everything that queries about them need.
pub struct Bench<'b> {
    /// The programs; the one whose words are copied comes first.
    pub images: [&'b Rc<Image>; 2],
    /// The contract, the fuel, and other options.
    pub options: &'b Options,
    /// The solver.
    pub solver: &'b mut dyn Solver,
    /// The observer, which may cancel.
    pub observer: &'b mut dyn Observer,
    /// The stop.
    pub stop: &'b Stop,
    /// The effort of a query.
    pub effort: Effort,
    /// Number of undecided queries of a walk; `None` outside of a walk. Each one halves the effort
    /// of the next, measured as work: a proof about all leaves is then out of reach, and the rest
    /// of the walk looks for inputs that are easily found.
    pub undecided: Option<u32>,
    /// Remaining steps of runs over terms.
    pub steps: u64,
    /// Remaining terms in queries; a term counts once per query.
    pub asked: u64,
    /// Remaining cost of queries, as the solver counts ([`Solver::spent`]).
    pub work: u64,
    /// Whether leaves record the operations that may overflow.
    pub overflows: bool,
    /// The terms of all queries.
    pub terms: Terms,
    facts: Facts,
    premises: Vec<PathCondition>,
    was_stopped: bool,
}

impl<'b> Bench<'b> {
    /// A bench for these programs.
    pub fn new(
        images: [&'b Rc<Image>; 2],
        options: &'b Options,
        solver: &'b mut dyn Solver,
        observer: &'b mut dyn Observer,
        stop: &'b Stop,
    ) -> Bench<'b> {
        let (mut terms, facts) = (Terms::new(), Facts::default());
        let inputs = path::inputs(&mut terms, options.contract.names());
        let premises = contract::premises(&mut terms, &options.contract, &inputs);
        let premises = premises.into_iter().map(PathCondition::premise).collect();
        let (effort, steps) = (options.effort, u64::MAX);
        Bench {
            images,
            options,
            solver,
            observer,
            stop,
            effort,
            undecided: None,
            steps,
            asked: u64::MAX,
            work: u64::MAX,
            overflows: false,
            terms,
            facts,
            premises,
            was_stopped: false,
        }
    }

    /// The contract.
    pub fn contract(&self) -> &'b Arc<Contract> {
        &self.options.contract
    }

    /// The premises that all inputs satisfy.
    pub fn premises(&self) -> impl Iterator<Item = Term> {
        self.premises.iter().map(|premise| premise.term)
    }

    /// The input words.
    pub fn inputs(&mut self) -> Rc<[Term]> {
        path::inputs(&mut self.terms, self.options.contract.names())
    }

    /// The words that are observed.
    pub fn observation(&self) -> &'b Observation {
        &self.images[0].setup().observation
    }

    /// Whether to end now. Lets the caller run.
    pub async fn is_over(&mut self) -> bool {
        if !self.was_stopped {
            self.was_stopped = self.stop.is_due() || self.observer.pause().await.is_break();
        }
        self.was_stopped
    }

    /// Queries for inputs; those that a query does not mention are as in `near`.
    pub async fn ask(&mut self, query: &Query, near: &Inputs) -> Reply {
        let size = self.terms.reachable(query.terms()).len() as u64;
        match self.asked.checked_sub(size) {
            Some(left) => self.asked = left,
            None => {
                self.asked = 0;
                return Reply::Unknown;
            }
        }
        if self.work == 0 {
            return Reply::Unknown;
        }
        let question = Question::new(&query.name).until(self.stop);
        let question = match self.undecided {
            None | Some(0) => question.within(self.effort),
            Some(undecided) => {
                let Effort(units) = self.effort;
                let effort = Effort(units >> undecided.min(63));
                question.within(effort.max(EFFORT_AFTER_UNDECIDED.min(self.effort))).by_work()
            }
        };
        let before = self.solver.spent();
        let (answer, _) = asking::answer(&mut self.terms, self.solver, query, question).await;
        self.work = self.work.saturating_sub(self.solver.spent() - before);
        match answer {
            Answer::Sat(model) => {
                let names = self.options.contract.names();
                let inputs = asking::inputs_of(&mut self.terms, names, query, &model, near);
                Reply::Inputs(inputs)
            }
            Answer::Unsat(_) => Reply::Refuted,
            Answer::Unknown(_) => {
                self.undecided = self.undecided.map(|undecided| undecided + 1);
                Reply::Unknown
            }
        }
    }

    /// Queries for an input of a leaf that satisfies a goal.
    pub async fn ask_leaf(&mut self, leaf: &Leaf, goal: Term) -> Reply {
        let path = &leaf.run.path;
        let query = path.ask(&mut self.terms, "leaf".to_owned(), path.conditions.len(), goal);
        self.ask(&query, &leaf.run.inputs).await
    }

    /// The condition that the observations of both programs of a leaf differ, if they end in the
    /// same way; `None` if that is unknown.
    pub fn differ(&mut self, leaf: &Leaf, observation: &Observation) -> Option<Term> {
        let Bench { terms, facts, stop, .. } = self;
        let [left, right] = &leaf.outcomes;
        let of = (observation, both(left, right)?);
        observations_differ(terms, facts, of, &leaf.run, &|| stop.is_due())
    }

    /// The condition that two words of a leaf differ, simplified by its path conditions.
    pub fn words_differ(&mut self, leaf: &Leaf, words: [Term; 2]) -> Term {
        let Bench { terms, facts, stop, .. } = self;
        words_differ(terms, facts, &leaf.run, words, &|| stop.is_due())
    }

    /// Runs both programs; the second with these fixes. `None` if no steps are left or time is up.
    pub fn run(&mut self, inputs: &Inputs, fixes: &[Fix], left_path: LeftPath) -> Option<Leaf> {
        let (none, fuel) = (Overrides::default(), self.options.fuel);
        let wanted: Vec<_> = fixes.iter().map(|fix| (fix.from.at, fix.from.slot)).collect();
        let mut all_cycles = Vec::new();
        if !fixes.is_empty() {
            // All words that the first program will write should be known, if possible.
            all_cycles.push(strict_cycles(self.images[0], inputs, fuel, &Overrides::default()));
        }
        all_cycles.retain(|cycles| !cycles.is_empty());
        all_cycles.push(cycles(self.images[0], inputs, fuel));
        let mut ran = None;
        for cycles in all_cycles {
            let OneRun { outcome, .. } =
                ran.insert(self.run_one(0, inputs, &none, &wanted, cycles)?);
            if outcome.stop != End::OutOfFuel || outcome.recurrence.is_some() {
                break;
            }
        }
        let first = ran?;
        let overrides = overrides(fixes, &first.kept.written, &first.kept.rest);
        let cycles = match overrides.is_empty() {
            true => cycles(self.images[1], inputs, fuel),
            false => strict_cycles(self.images[1], inputs, fuel, &overrides.values()),
        };
        let second = self.run_one(1, inputs, &overrides, &[], cycles)?;
        let words = self.inputs();
        let Bench { terms, facts, premises, stop, .. } = self;
        let ran = [first.ran, second.ran];
        let held = usize::from(left_path == LeftPath::Held);
        let given = (inputs, words);
        let run = Explored::of(terms, facts, given, premises, &ran, held, &|| stop.is_due())?;
        let outcomes = [first.outcome, second.outcome];
        let written = [first.kept.written, second.kept.written];
        let overflows = [first.kept.overflows, second.kept.overflows];
        let run = Rc::new(run);
        let mut leaf = Leaf { run, outcomes, written, ending: Ending::Open, overflows };
        let [a, b] = leaf.outcomes.each_ref();
        leaf.ending = match both(a, b) {
            _ if second.kept.is_beyond => Ending::Open,
            None => Ending::Differ,
            Some(both) => match self.differ(&leaf, self.observation()) {
                Some(differ) => match self.terms.as_bool(differ) {
                    Some(true) => Ending::Differ,
                    // Their further output is unknown.
                    _ if both == Both::Unfinished => Ending::Open,
                    Some(false) => Ending::Agree,
                    None => Ending::Results(differ),
                },
                None => Ending::Open,
            },
        };
        Some(leaf)
    }
}

/// The next result of a walk.
#[derive(Debug)]
pub enum Next {
    /// A leaf.
    Leaf(Box<Leaf>),
    /// No leaf is left within the limits.
    End,
}

/// A walk over the leaves.
pub struct Walk {
    explorer: Explorer,
    fixes: Vec<Fix>,
    /// The conditions of the first program's path, if it is held; empty before the first run.
    held: Option<Vec<Term>>,
    seeds: std::vec::IntoIter<Inputs>,
    /// Remaining runs.
    runs: u32,
    /// Number of branches that were undecided.
    open: u32,
    is_over: bool,
}

impl Walk {
    /// A walk that begins with these inputs, at least one, with `fixes` in the second program. If the
    /// left path is held, it is that of the first of these inputs.
    pub fn new(
        bench: &Bench<'_>,
        seeds: Vec<Inputs>,
        fixes: &[Fix],
        left_path: LeftPath,
        runs: u32,
    ) -> Walk {
        Walk {
            explorer: Explorer::new("pair", bench.contract()),
            fixes: fixes.to_vec(),
            held: (left_path == LeftPath::Held).then(Vec::new),
            seeds: seeds.into_iter(),
            runs,
            open: 0,
            is_over: false,
        }
    }

    /// Whether all leaves were yielded: nothing was cut, nothing undecided.
    pub fn is_exhausted(&self) -> bool {
        let Walk { explorer, open, seeds, is_over, .. } = self;
        !is_over && *open == 0 && seeds.len() == 0 && !explorer.is_open() && explorer.lost() == 0
    }

    /// The next leaf.
    pub async fn next(&mut self, bench: &mut Bench<'_>) -> Next {
        loop {
            if self.is_over || bench.asked == 0 || bench.is_over().await {
                self.is_over = true;
                return Next::End;
            }
            if let Some(inputs) = self.seeds.next() {
                let Some(leaf) = self.run(bench, &inputs) else { return Next::End };
                let inserted = self.explorer.insert(&mut bench.terms, &leaf.run);
                self.open += u32::from(!inserted.consistent);
                if inserted.is_new {
                    return Next::Leaf(Box::new(leaf));
                }
                continue;
            }
            let Some(step) = self.explorer.next(&mut bench.terms, 0, None) else {
                return Next::End;
            };
            match bench.ask(&step.query, &step.run().inputs).await {
                Reply::Refuted => self.explorer.refute(step),
                Reply::Unknown => {
                    self.explorer.leave(step);
                    self.open += 1;
                }
                Reply::Inputs(inputs) => {
                    let Some(leaf) = self.run(bench, &inputs) else {
                        self.explorer.put_back(step);
                        return Next::End;
                    };
                    let inserted = self.explorer.take(&mut bench.terms, step, &leaf.run);
                    self.open += u32::from(!inserted.consistent || !inserted.predicted);
                    if inserted.is_new {
                        return Next::Leaf(Box::new(leaf));
                    }
                }
            }
        }
    }

    /// Makes a run, if one is left.
    fn run(&mut self, bench: &mut Bench<'_>, inputs: &Inputs) -> Option<Leaf> {
        let leaf = match self.runs {
            0 => None,
            _ => {
                let left_path = if self.held.is_some() { LeftPath::Held } else { LeftPath::Free };
                bench.run(inputs, &self.fixes, left_path)
            }
        };
        let Some(leaf) = leaf else {
            self.is_over = true;
            return None;
        };
        self.runs -= 1;
        if let Some(held) = &mut self.held {
            let premises = &leaf.run.path.conditions[..leaf.run.premises];
            let path: Vec<Term> = premises.iter().map(|condition| condition.term).collect();
            if held.is_empty() {
                *held = path;
            } else if *held != path {
                // A run that left its predicted path.
                self.open += 1;
            }
        }
        Some(leaf)
    }
}

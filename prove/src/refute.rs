//! Differences that only a solver finds: a concolic search over the paths of both programs (Tamarin, sections 3 and 4.4).
//!
//! Both programs run on an input, and the run records the conditions of its path ([`trace`]). Two kinds of queries follow
//! from a path:
//!
//! - *Difference*: an input that takes this path in both programs, and on which the observed results differ. Paths are
//!   not inputs: equal endings on one input say nothing about the others.
//! - *Branch*: an input that meets the conditions up to some point and fails the next one. It takes a new path, and both
//!   programs run on it (generational search). Conditions of the left program come first in a path, so a branch of the
//!   right program is asked for within a path of the left one (`product`); it is also asked for by itself (`paper`),
//!   since that query is smaller.
//!
//! Queries become clauses ([`circuit`]) for a SAT solver with a limit on conflicts. Queries that reach the limit wait for
//! a greater one. Before they are posed again, local search tries to meet them ([`climb`](mod@climb)), and operands of
//! products and quotients are fixed to numbers, which makes circuits small.
//!
//! The search is generic over the machine: it uses the kernel's step, and the width is a parameter. A difference is
//! returned only after both programs have run on the input.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use tamarin_kernel::evidence::Input;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::{Claim, Refusal, check};

mod circuit;
mod climb;
pub mod forms;
pub mod history;
pub mod inputs;
mod query;
mod smtlib;
pub mod trace;

use climb::climb;
use forms::{Fact, Forms, InputId, Values};
use history::{Asked, By, History};
use inputs::{Assignment, Inputs};
use query::Query;
use trace::{Condition, Site, Trace, trace};

/// A SAT solver's answer with a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Modelled {
    /// The value of each variable, the first one first.
    Model(Vec<bool>),
    /// Unsatisfiable.
    Unsatisfiable,
    /// Not decided within the limit.
    Open,
}

/// A SAT solver that finds models: takes clauses and the maximum number of conflicts, and returns the number of
/// conflicts that it had.
pub type Modeller<'s> = dyn Fn(&[Vec<i32>], u64) -> (Modelled, u64) + 's;

/// Why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refuted {
    /// Both programs end on this input, and what is observed differs.
    Differ(Input),
    /// The work is spent; the search can go on.
    Spent,
    /// Nothing is left to try within the limits of a run and of a query. This is no proof of agreement.
    Exhausted,
}

/// Maximum number of instructions of a run that is traced.
pub const STEPS_PER_RUN: u64 = 3_000;
/// Later conditions of a path are not negated.
const DEPTH: usize = 400;
/// Limits of a query at each level: conflicts of the solver, and clauses.
const LEVELS: [(u64, usize); 3] = [(300, 200_000), (3_000, 400_000), (30_000, 800_000)];
/// Units of work: for a conflict, for this many clauses, for a run besides its instructions, and for a new form, since
/// forms are kept.
const CONFLICT: u64 = 100;
const CLAUSES: u64 = 2;
const RUN: u64 = 200;
const FORM: u64 = 20;

/// Bounds of the numbers in small inputs, in bits.
const SMALL: [u32; 4] = [4, 8, 16, 32];

/// What a query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// A difference on the path.
    Difference,
    /// The condition with this index is negated, within both programs' paths.
    Branch(usize),
    /// The condition with this index is negated, within the path of its own program alone.
    OwnBranch(usize),
}

/// A query that waits.
struct Task {
    path: Rc<Trace>,
    /// The index of the path's run in the history.
    run: Option<usize>,
    goal: Goal,
    level: usize,
}

/// The order of tasks in a queue: level, a key, number.
type Rank = (usize, u32, usize);

/// A search under way.
pub struct Search<'c> {
    claim: &'c Claim,
    machine: &'static Machine,
    inputs: Inputs,
    forms: Forms,
    /// Inputs that wait for a run, each with the task that it comes from.
    next: VecDeque<(Assignment, Option<Origin>)>,
    tried: HashSet<Assignment>,
    /// All tasks in two orders, which take turns: branches that were seldom taken first, which leads to new code and
    /// deep into loops; and short paths first, which covers all paths in the end.
    queues: [BinaryHeap<Reverse<Rank>>; 2],
    turn: usize,
    /// The tasks, by number. None if done.
    tasks: Vec<Option<Task>>,
    /// The queries that were posed, by their conditions and level; true for those that no input meets.
    posed: HashMap<u64, bool>,
    /// How often each outcome of a condition was recorded.
    taken: HashMap<(Site, bool), u32>,
    history: History,
    /// Facts that restrict the search, each with whether it must hold.
    assumed: Vec<(Fact, bool)>,
}

/// The query that an input answers.
struct Origin {
    task: Task,
    /// The index of the query in the history.
    query: Option<usize>,
}

impl<'c> Search<'c> {
    /// A search for an input on which the programs of a claim differ.
    ///
    /// # Errors
    ///
    /// The claim is malformed.
    pub fn new(claim: &'c Claim) -> Result<Search<'c>, Refusal> {
        claim.validate()?;
        let (machine, inputs) = (claim.machine()?, Inputs::new(claim));
        let next = inputs.first().into_iter().map(|input| (input, None)).collect();
        Ok(Search {
            claim,
            machine,
            inputs,
            forms: Forms::new(machine.width),
            next,
            tried: HashSet::new(),
            queues: Default::default(),
            turn: 0,
            tasks: Vec::new(),
            posed: HashMap::new(),
            taken: HashMap::new(),
            history: History::default(),
            assumed: Vec::new(),
        })
    }

    /// Restricts the search to inputs that satisfy these facts, each with whether it must hold, beside the premises of the
    /// claim.
    pub fn assume(&mut self, facts: impl FnOnce(&mut Forms) -> Vec<(Fact, bool)>) {
        self.assumed = facts(&mut self.forms);
    }

    /// Searches until a difference is found, or the work is spent, or `is_due` returns true. Subtracts the work done. A
    /// later call goes on.
    pub fn run(
        &mut self,
        modeller: &Modeller<'_>,
        left: &mut u64,
        is_due: impl Fn() -> bool,
    ) -> Refuted {
        if self.tried.is_empty() {
            self.begin(modeller, left);
        }
        while *left > 0 && !is_due() {
            if let Some((input, origin)) = self.next.pop_front() {
                *left = left.saturating_sub(RUN);
                if !self.is_allowed(&input) || !self.tried.insert(input.clone()) {
                    continue;
                }
                let known = self.forms.count();
                let Ok(mut path) =
                    trace(self.claim, &self.inputs, &mut self.forms, &input, STEPS_PER_RUN)
                else {
                    continue;
                };
                let new = (self.forms.count() - known) as u64;
                *left = left.saturating_sub(path.steps + path.conditions.len() as u64 + FORM * new);
                debug_assert!(
                    path.is_consistent(&self.forms, |it| self.inputs.value(&input, it)),
                    "forms have the values of the run"
                );
                let is_difference = path.differs(self.machine);
                if path.is_unfinished() {
                    path.conditions.truncate(DEPTH);
                }
                let path = Rc::new(path);
                let run = self.history.ran(&path, origin.as_ref().and_then(|it| it.query));
                let task = origin.map(|it| it.task);
                if is_difference {
                    let small = self.smaller(&path, modeller, left).unwrap_or(input);
                    return Refuted::Differ(self.inputs.input(&small));
                }
                debug_assert!(
                    task.as_ref().is_none_or(|task| task.goal != Goal::Difference),
                    "a model of a difference shows it"
                );
                self.expand(&path, run, task.as_ref().map(|task| &*task.path));
                continue;
            }
            let Some((number, task)) = self.pop() else { return Refuted::Exhausted };
            *left = left.saturating_sub(self.pose(number, task, modeller, *left));
        }
        Refuted::Spent
    }

    /// If no first input is allowed, begins with one that is.
    fn begin(&mut self, modeller: &Modeller<'_>, left: &mut u64) {
        if !self.assumed.is_empty() && !self.next.iter().any(|(input, _)| self.is_allowed(input)) {
            let found = self.allowed(modeller, left);
            self.next.extend(found.map(|input| (input, None)));
        }
    }

    /// An input that is allowed, if one is found.
    pub fn example(&mut self, modeller: &Modeller<'_>) -> Option<Input> {
        let mut unlimited = u64::MAX;
        let found = self.allowed(modeller, &mut unlimited)?;
        Some(self.inputs.input(&found))
    }

    /// An input that satisfies what is assumed. Subtracts the work.
    fn allowed(&mut self, modeller: &Modeller<'_>, left: &mut u64) -> Option<Assignment> {
        let limits = self.inputs.limits(&mut self.forms).into_iter().map(|fact| (fact, true));
        let facts = limits.chain(self.assumed.iter().copied()).collect();
        let query = Query { facts, any: Vec::new() };
        for (conflicts, clauses) in LEVELS {
            let (answer, work) = query.solve(&self.forms, modeller, conflicts, clauses);
            *left = left.saturating_sub(work);
            match answer {
                Answer::Values(values) => return Some(Assignment::default().with(values)),
                Answer::Never => return None,
                Answer::Open => {}
            }
        }
        None
    }

    /// Runs both programs on an input, for the history alone.
    ///
    /// # Errors
    ///
    /// The claim is malformed.
    pub fn show(&mut self, input: &Input) -> Result<(), Refusal> {
        let input = self.inputs.assignment(input);
        let path = trace(self.claim, &self.inputs, &mut self.forms, &input, STEPS_PER_RUN)?;
        self.history.ran(&Rc::new(path), None);
        Ok(())
    }

    /// The query about the path of an input, as an SMT-LIB 2 text. `names` are those of the inputs, by number. None if the
    /// path has no such condition.
    ///
    /// # Errors
    ///
    /// The claim is malformed.
    pub fn query_text(
        &mut self,
        input: &Input,
        asked: Asked,
        names: &[String],
    ) -> Result<Option<String>, Refusal> {
        let input = self.inputs.assignment(input);
        let path = trace(self.claim, &self.inputs, &mut self.forms, &input, STEPS_PER_RUN)?;
        let goal = match asked {
            Asked::Difference => Goal::Difference,
            Asked::Branch(index) => Goal::Branch(index),
            Asked::OwnBranch(index) => Goal::OwnBranch(index),
        };
        let is_there = match goal {
            Goal::Difference => !path.is_unfinished() && !path.differs_everywhere(),
            Goal::Branch(index) | Goal::OwnBranch(index) => index < path.conditions.len(),
        };
        if !is_there {
            return Ok(None);
        }
        let task = Task { path: Rc::new(path), run: None, goal, level: 0 };
        let query = self.query(&task).unwrap_or_else(|| {
            // The results are the same forms, so their difference is the number 0.
            let zero = self.forms.constant(0);
            Query { facts: BTreeSet::new(), any: vec![zero] }
        });
        Ok(Some(query.smtlib(&self.forms, names)))
    }

    /// What the search has done so far.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The forms of the history's conditions.
    pub fn forms(&self) -> &Forms {
        &self.forms
    }

    /// The inputs of the claim.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The number of inputs on which both programs were run.
    pub fn tried(&self) -> u64 {
        self.tried.len() as u64
    }

    /// A smaller input of a path with a difference that also shows it: all inputs are small numbers.
    fn smaller(
        &mut self,
        path: &Trace,
        modeller: &Modeller<'_>,
        left: &mut u64,
    ) -> Option<Assignment> {
        let own = path.conditions.iter().map(|it| (it.fact, it.holds));
        let facts: Vec<_> = own.chain(self.assumed.iter().copied()).collect();
        let any = if path.differs_everywhere() { None } else { path.differences(&mut self.forms) };
        let query = Query { facts: facts.into_iter().collect(), any: any.unwrap_or_default() };
        for bits in SMALL.into_iter().filter(|bits| *bits < self.machine.width.bits()) {
            let query = query.bounded(&mut self.forms, 1 << bits);
            let (conflicts, clauses) = LEVELS[0];
            let (answer, work) = query.solve(&self.forms, modeller, conflicts, clauses);
            *left = left.saturating_sub(work);
            let values = match answer {
                Answer::Values(values) => values,
                Answer::Never => continue,
                Answer::Open => break,
            };
            let input = path.input.with(values);
            let path =
                trace(self.claim, &self.inputs, &mut self.forms, &input, STEPS_PER_RUN).ok()?;
            let differs = path.differs(self.machine) && self.is_allowed(&input);
            debug_assert!(differs || !self.is_allowed(&input), "the path has a difference");
            return differs.then_some(input);
        }
        None
    }

    /// Whether the claim's premises and what is assumed hold on an input, and arrays are not too long.
    fn is_allowed(&self, input: &Assignment) -> bool {
        let mut values = Values::new(&self.forms, |it| self.inputs.value(input, it));
        let is_assumed = self.assumed.iter().all(|(fact, holds)| values.holds(*fact) == *holds);
        if !self.inputs.allows(input) || !is_assumed {
            return false;
        }
        if self.claim.premises.is_empty() {
            return true;
        }
        let input = self.inputs.input(input);
        check::inputs(self.claim, Some(&input), u64::MAX).is_ok_and(|prover| {
            prover.inputs.facts().iter().all(|fact| fact.folded() == Some(true))
        })
    }

    /// Queues the queries of a path. `parent` is the path whose query led to it: queries of their common prefix have
    /// been queued.
    fn expand(&mut self, path: &Rc<Trace>, run: Option<usize>, parent: Option<&Trace>) {
        let of_parent = parent.map_or(&[][..], |parent| &parent.conditions[..]);
        let pairs = path.conditions.iter().zip(of_parent);
        let is_same = |(a, b): &(&Condition, &Condition)| a.fact == b.fact && a.holds == b.holds;
        let common = pairs.take_while(is_same).count();
        for condition in &path.conditions {
            *self.taken.entry((condition.site, condition.holds)).or_default() += 1;
        }
        let task = |goal| Task { path: path.clone(), run, goal, level: 0 };
        self.queue(task(Goal::Difference));
        for (index, condition) in path.conditions.iter().enumerate().take(DEPTH).skip(common) {
            if !condition.sides[0] {
                self.queue(task(Goal::OwnBranch(index)));
            }
            self.queue(task(Goal::Branch(index)));
        }
    }

    fn queue(&mut self, task: Task) {
        let level = task.level;
        let keys = match task.goal {
            Goal::Difference => [0, 0],
            Goal::Branch(index) | Goal::OwnBranch(index) => {
                let Condition { site, holds, .. } = task.path.conditions[index];
                [self.taken.get(&(site, !holds)).copied().unwrap_or(0), index as u32]
            }
        };
        for (queue, key) in self.queues.iter_mut().zip(keys) {
            queue.push(Reverse((level, key, self.tasks.len())));
        }
        self.tasks.push(Some(task));
    }

    /// The next task and its number. Each task is in both queues.
    fn pop(&mut self) -> Option<(usize, Task)> {
        self.turn = 1 - self.turn;
        loop {
            let Reverse((_, _, number)) = self.queues[self.turn].pop()?;
            if let Some(task) = self.tasks[number].take() {
                return Some((number, task));
            }
        }
    }

    /// The query of a task; none if the path cannot have a difference.
    fn query(&mut self, Task { path, goal, .. }: &Task) -> Option<Query> {
        let fact = |it: &Condition| (it.fact, it.holds);
        let limits = self.inputs.limits(&mut self.forms).into_iter().map(|fact| (fact, true));
        let limits = limits.chain(self.assumed.iter().copied());
        let (conditions, negated, any): (Vec<_>, _, _) = match *goal {
            Goal::Difference => {
                let any = path.differences(&mut self.forms).filter(|any| !any.is_empty())?;
                (path.conditions.iter().map(fact).collect(), None, any)
            }
            Goal::Branch(index) => {
                let last = &path.conditions[index];
                let before = path.conditions[..index].iter().map(fact);
                (before.collect(), Some((last.fact, !last.holds)), Vec::new())
            }
            Goal::OwnBranch(index) => {
                let last = &path.conditions[index];
                let own = |it: &&Condition| {
                    it.sides.iter().zip(last.sides).all(|(it, last)| *it || !last)
                };
                let before = path.conditions[..index].iter().filter(own).map(fact);
                (before.collect(), Some((last.fact, !last.holds)), Vec::new())
            }
        };
        let conditions = limits.chain(conditions).collect();
        Some(Query::relevant(&self.forms, conditions, negated, any))
    }

    /// Whether a task asks for a difference of results that are the same forms.
    fn has_equal_results(&mut self, Task { path, goal, .. }: &Task) -> bool {
        *goal == Goal::Difference
            && path.differences(&mut self.forms).is_some_and(|found| found.is_empty())
    }

    /// Poses the query of a task, and queues what follows. Returns the work.
    fn pose(&mut self, number: usize, task: Task, modeller: &Modeller<'_>, left: u64) -> u64 {
        let (level, mut work) = (task.level, 1 + task.path.conditions.len() as u64);
        let Some(query) = self.query(&task) else {
            if self.has_equal_results(&task) {
                self.history.posed(&task, &Answer::Never, By::EqualForms);
            }
            return work;
        };
        let key = hashed(&(level, &query));
        if let Some(&is_met_by_none) = self.posed.get(&key) {
            if is_met_by_none {
                self.history.posed(&task, &Answer::Never, By::EarlierQuery);
            }
            return work;
        }
        self.posed.insert(key, false);
        let (conflicts, clauses) = LEVELS[level];
        let input = task.path.input.clone();
        let mut variants = vec![query.clone()];
        if level > 0 {
            let value = |it: InputId| self.inputs.value(&input, it);
            let most = left.saturating_sub(work);
            let (found, cost) = climb(&mut self.forms, &query, value, number as u64, most);
            work += cost;
            if let Some(values) = found {
                self.follow(task, &query, values, By::LocalSearch);
                return work;
            }
            variants.splice(0..0, query.narrowed(&mut self.forms, value, number as u64));
        }
        let mut is_open = false;
        let last = variants.len() - 1;
        for (index, variant) in variants.iter().enumerate() {
            let limit = if index < last { LEVELS[level - 1].0 } else { conflicts };
            let limit = limit.min(1 + left.saturating_sub(work) / CONFLICT);
            let (answer, cost) = variant.solve(&self.forms, modeller, limit, clauses);
            work += cost;
            match answer {
                Answer::Values(values) => {
                    self.follow(task, variant, values, By::Solver);
                    return work;
                }
                Answer::Never if index == last => {
                    self.posed.insert(key, true);
                    self.history.posed(&task, &Answer::Never, By::Solver);
                    return work;
                }
                Answer::Never => {}
                Answer::Open => is_open = true,
            }
            if work > left {
                break;
            }
        }
        self.history.posed(&task, &Answer::Open, By::Solver);
        if is_open && level + 1 < LEVELS.len() {
            self.queue(Task { level: level + 1, ..task });
        }
        work
    }

    /// Queues a run on the input of a task's path, changed to values that meet a query.
    fn follow(&mut self, task: Task, query: &Query, values: BTreeMap<InputId, u64>, by: By) {
        let next = task.path.input.with(values.clone());
        debug_assert!(
            query.holds(&self.forms, |it| self.inputs.value(&next, it)),
            "the values meet the query"
        );
        let query = self.history.posed(&task, &Answer::Values(values), by);
        self.next.push_back((next, Some(Origin { task, query })));
    }
}

/// The answer to a query.
enum Answer {
    /// Values of the inputs that it depends on.
    Values(BTreeMap<InputId, u64>),
    /// No input meets it.
    Never,
    /// A limit was reached.
    Open,
}

fn hashed(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

/// The inputs that a set of forms depends on.
fn inputs_of(forms: &Forms, of: impl IntoIterator<Item = forms::Form>) -> BTreeSet<InputId> {
    of.into_iter().flat_map(|form| forms.inputs_of(form)).collect()
}

//! The tree of pairs of paths, leaf by leaf, on past every difference.
//!
//! A comparison ends at its first difference. Who explains one wants all leaves: a
//! path of the first program, followed by the path that the second takes on the same
//! inputs, with how both end there. A [`Walk`] yields them one after the other, and
//! tells in the end whether that was all. The second program may run with words
//! replaced by the first one's ([`Fix`]), and the first one's path may be held: then
//! only inputs that take it are looked at.
//!
//! The tree is that of [`paths`](super::paths), and so is the way through it; runs
//! come from [`concolic`](crate::symbolic::concolic), which knows the term of each
//! word that was written.

mod laps;

use std::rc::Rc;
use std::sync::Arc;

use super::paths::asking;
use super::paths::explore::Explorer;
use super::paths::outcome::Outcome;
use super::paths::outcome::both;
use super::paths::{Observer, Options};
use crate::contract::Contract;
use crate::facts::Facts;
use crate::machine::mips::Reg;
use crate::machine::recurrence::Recurrence;
use crate::machine::setup::Observation;
use crate::machine::{Image, Inputs, Machine, Slot, Stop as End};
use crate::program::Address;
use crate::solver::{Answer, Effort, Question, Solver, Stop};
use crate::symbolic::concolic::{Instance, Overflow, Overrides, Rest, TermRecorder, Written};
use crate::symbolic::contract;
use crate::symbolic::output::Written as Printed;
use crate::symbolic::path::{self, PathCondition};
use crate::symbolic::paths::{Both, Explored, Ran, observations_differ, words_differ};
use crate::symbolic::query::Query;
use crate::term::{Term, Terms};
use laps::{Comes, Lap, laps, strict_laps};

/// Steps between two looks at the outside world.
const SLICE: u64 = 1 << 12;

/// What a question may cost at least, where others were left undecided.
const LEAST_EFFORT: Effort = Effort(250);

/// Executions of an instruction: one of them, or all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The address of the instruction.
    pub at: Address,
    /// Which of its words.
    pub slot: Slot,
    /// How-manieth execution, from 1; none for all of them.
    pub occurrence: Option<u32>,
}

impl Place {
    /// Whether both are about one execution.
    pub fn overlaps(&self, other: &Place) -> bool {
        let is_same = match (self.occurrence, other.occurrence) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        is_same && (self.at, self.slot) == (other.at, other.slot)
    }

    /// Whether an instance is meant.
    pub fn contains(&self, instance: Instance) -> bool {
        (self.at, self.slot) == (instance.at, instance.slot)
            && self.occurrence.is_none_or(|occurrence| occurrence == instance.occurrence)
    }
}

/// That a word of one program is replaced by one of the other's.
///
/// A single execution gets the word of a single one; of all executions, each gets the
/// word of the other's with the same number. Where the other program does not get
/// there, the word stays what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fix {
    /// Where the word is taken from, in the first program.
    pub from: Place,
    /// Where it is written, in the second.
    pub to: Place,
}

/// What is written in place of what, where the first program wrote these words, and goes on like
/// that.
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
    /// It is not known.
    Open,
}

/// A leaf of the tree.
#[derive(Debug)]
pub struct Leaf {
    /// Its path, as a run that takes it does.
    pub(super) run: Rc<Explored>,
    /// How the programs end on that run.
    pub outcomes: [Outcome; 2],
    /// What they wrote on the way; of the first one what fixes take, too.
    pub written: [Vec<Written<Term>>; 2],
    /// How they end on all inputs of the leaf.
    pub ending: Ending,
    /// The operations of each program that may overflow: where the bench wants them, and there
    /// are not too many.
    pub overflows: [Option<Vec<Overflow>>; 2],
}

impl Leaf {
    /// The words that are looked at of a program where it ends: `$3`, and what else is observed.
    pub fn observed(&self, program: usize) -> impl Iterator<Item = Term> {
        let result = std::iter::once(self.run.results[program]);
        result.chain(self.run.others[program].iter().copied())
    }

    /// What a program has printed.
    pub fn printed(&self, program: usize) -> &[Printed] {
        &self.run.outputs[program]
    }

    /// The premises of its path: the contract's, and those of a path that is held.
    pub fn premises(&self) -> impl Iterator<Item = &PathCondition> {
        self.conditions().take(self.run.premises)
    }

    /// What holds of the inputs that take it.
    pub fn conditions(&self) -> impl Iterator<Item = &PathCondition> {
        self.run.path.conditions.iter()
    }
}

/// What is kept of a run beside its path.
struct Kept {
    written: Vec<Written<Term>>,
    /// How it goes on.
    rest: Rest,
    /// Whether a word was left what it is since that in its place is not known.
    is_beyond: bool,
    overflows: Option<Vec<Overflow>>,
}

/// What came of a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// These inputs satisfy it.
    Inputs(Inputs),
    /// None do.
    Refuted,
    /// It was left undecided.
    Unknown,
}

/// Two programs, and all that questions about them take.
pub struct Bench<'b> {
    /// The programs, the one that is followed first.
    pub images: [&'b Rc<Image>; 2],
    /// The contract, and the fuel.
    pub options: &'b Options,
    /// Who answers questions.
    pub solver: &'b mut dyn Solver,
    /// Who may want to end this.
    pub observer: &'b mut dyn Observer,
    /// When to end.
    pub stop: &'b Stop,
    /// What a question may cost.
    pub effort: Effort,
    /// Questions of a walk that were left undecided; none beside a walk. Each halves what the next one
    /// may cost, by what is done for it: that something holds of all leaves is out of reach then, and
    /// what is left is after inputs that are easily found.
    pub undecided: Option<u32>,
    /// Steps of runs over terms that may yet be taken.
    pub steps: u64,
    /// Terms of questions that may yet be asked, each as often as it is in one.
    pub asked: u64,
    /// What questions may yet cost, as the solver counts ([`Solver::spent`]).
    pub work: u64,
    /// Whether leaves have the operations that may overflow.
    pub overflows: bool,
    /// The terms of all questions.
    pub terms: Terms,
    facts: Facts,
    premises: Vec<PathCondition>,
    was_stopped: bool,
}

impl<'b> Bench<'b> {
    /// For these programs.
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

    /// What all inputs satisfy.
    pub fn premises(&self) -> impl Iterator<Item = Term> {
        self.premises.iter().map(|premise| premise.term)
    }

    /// The input words.
    pub fn inputs(&mut self) -> Rc<[Term]> {
        path::inputs(&mut self.terms, self.options.contract.names())
    }

    /// What is observed.
    pub fn observation(&self) -> &'b Observation {
        &self.images[0].setup().observation
    }

    /// Whether to end now. Lets the caller look up.
    pub async fn is_over(&mut self) -> bool {
        if !self.was_stopped {
            self.was_stopped = self.stop.is_due() || self.observer.pause().await.is_break();
        }
        self.was_stopped
    }

    /// Asks for inputs; those that a question does not mention are as in `near`.
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
                question.within(effort.max(LEAST_EFFORT.min(self.effort))).by_work()
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

    /// Asks for an input of a leaf on which a goal holds.
    pub async fn ask_leaf(&mut self, leaf: &Leaf, goal: Term) -> Reply {
        let path = &leaf.run.path;
        let query = path.ask(&mut self.terms, "leaf".to_owned(), path.conditions.len(), goal);
        self.ask(&query, &leaf.run.inputs).await
    }

    /// That what is observed of both programs of a leaf differs, where they end in the same way;
    /// none where that cannot be told.
    pub fn differ(&mut self, leaf: &Leaf, observation: &Observation) -> Option<Term> {
        let Bench { terms, facts, stop, .. } = self;
        let [left, right] = &leaf.outcomes;
        let of = (observation, both(left, right)?);
        observations_differ(terms, facts, of, &leaf.run, &|| stop.is_due())
    }

    /// That two words of a leaf differ where its path's conditions hold.
    pub fn words_differ(&mut self, leaf: &Leaf, words: [Term; 2]) -> Term {
        let Bench { terms, facts, stop, .. } = self;
        words_differ(terms, facts, &leaf.run, words, &|| stop.is_due())
    }

    /// Runs both programs; the second with these fixes. `held`: whether the path of
    /// the first one is not to be left. None once there are no steps left, or no time.
    pub fn run(&mut self, inputs: &Inputs, fixes: &[Fix], held: bool) -> Option<Leaf> {
        let (none, fuel) = (Overrides::default(), self.options.fuel);
        let wanted: Vec<_> = fixes.iter().map(|fix| (fix.from.at, fix.from.slot)).collect();
        let mut all_laps = Vec::new();
        if !fixes.is_empty() {
            // All that the first program will write is to be known, if that can be.
            all_laps.push(strict_laps(self.images[0], inputs, fuel, &Overrides::default()));
        }
        all_laps.retain(|laps| !laps.is_empty());
        all_laps.push(laps(self.images[0], inputs, fuel));
        let mut ran = None;
        for laps in all_laps {
            let (outcome, ..) = ran.insert(self.run_one(0, inputs, &none, &wanted, laps)?);
            if outcome.stop != End::OutOfFuel || outcome.recurrence.is_some() {
                break;
            }
        }
        let (first, ran_first, kept_first) = ran?;
        let overrides = overrides(fixes, &kept_first.written, &kept_first.rest);
        let laps = match overrides.is_empty() {
            true => laps(self.images[1], inputs, fuel),
            false => strict_laps(self.images[1], inputs, fuel, &overrides.values()),
        };
        let (second, ran_second, kept_second) = self.run_one(1, inputs, &overrides, &[], laps)?;
        let words = self.inputs();
        let Bench { terms, facts, premises, stop, .. } = self;
        let ran = [ran_first, ran_second];
        let held = usize::from(held);
        let given = (inputs, words);
        let run = Explored::of(terms, facts, given, premises, &ran, held, &|| stop.is_due())?;
        let outcomes = [first, second];
        let written = [kept_first.written, kept_second.written];
        let overflows = [kept_first.overflows, kept_second.overflows];
        let run = Rc::new(run);
        let mut leaf = Leaf { run, outcomes, written, ending: Ending::Open, overflows };
        let [a, b] = leaf.outcomes.each_ref();
        leaf.ending = match both(a, b) {
            _ if kept_second.is_beyond => Ending::Open,
            None => Ending::Differ,
            Some(both) => match self.differ(&leaf, self.observation()) {
                Some(differ) => match self.terms.as_bool(differ) {
                    Some(true) => Ending::Differ,
                    // What they print then is not known.
                    _ if both == Both::Unfinished => Ending::Open,
                    Some(false) => Ending::Agree,
                    None => Ending::Results(differ),
                },
                None => Ending::Open,
            },
        };
        Some(leaf)
    }

    fn run_one(
        &mut self,
        program: usize,
        inputs: &Inputs,
        overrides: &Overrides<Term>,
        wanted: &[(Address, Slot)],
        laps: Vec<Lap>,
    ) -> Option<(Outcome, Ran, Kept)> {
        let image = self.images[program];
        let fuel = self.options.fuel;
        let mut laps = laps.into_iter().peekable();
        let mut machine = Machine::new(image, inputs);
        let Bench { terms, stop, steps, overflows, .. } = self;
        let mut recorder = TermRecorder::new(terms, image, overrides, wanted);
        recorder.overflows = overflows.then(Vec::new);
        let mut before_again = None;
        let mut recurrence = None;
        let mut cycle = None;
        let mut rest = None;
        let end = loop {
            let lap = laps.peek().map(|lap| lap.recurrence);
            if lap.is_some_and(|lap| lap.first == machine.steps) {
                let printed = recorder.printed.len();
                before_again = Some((recorder.held.clone(), recorder.counts().clone(), printed));
            }
            let to = match lap {
                Some(lap) if machine.steps < lap.first => lap.first,
                Some(lap) => lap.again,
                None => fuel,
            };
            let slice = SLICE.min(to - machine.steps).min(*steps);
            if stop.is_due() || slice == 0 && to > machine.steps {
                return None;
            }
            let before = machine.steps;
            let end = machine.run(slice, &mut recorder);
            *steps -= machine.steps - before;
            if end != End::OutOfFuel || lap.is_none() && machine.steps >= fuel {
                break end;
            }
            if let Some((first, counts, printed)) = before_again.take_if(|_| machine.steps == to)
                && let Some(lap) = laps.next()
                && let again = recorder.ask(|terms, held| lap.comes_again(terms, [&first, held]))
                && again != Comes::Nothing
            {
                // All inputs of the path go round.
                cycle = (again == Comes::Output).then_some(printed);
                let repeats_output = cycle.is_some();
                recurrence = Some(Recurrence { repeats_output, ..lap.recurrence });
                let counts = [counts, recorder.counts().clone()];
                rest = lap.is_strict().then_some(Rest::Again(counts));
                break end;
            }
        };
        let mut outcome = Outcome::of(&machine, end);
        outcome.recurrence = recurrence;
        let others = match end {
            End::Done => recorder.observed(image)?,
            _ => Vec::new(),
        };
        let is_beyond = recorder.is_beyond();
        let rest = rest.unwrap_or_else(|| match end {
            End::OutOfFuel => Rest::Unknown(recorder.counts().clone()),
            _ => Rest::Ended,
        });
        let result = crate::symbolic::contract::Scene::reg(&recorder.held, Reg::RESULT);
        let TermRecorder { conditions, holds, written, printed, overflows, .. } = recorder;
        let ran = Ran { conditions, holds, result, others, output: printed, cycle };
        Some((outcome, ran, Kept { written, rest, is_beyond, overflows }))
    }
}

/// What a walk comes to next.
#[derive(Debug)]
pub enum Next {
    /// A leaf.
    Leaf(Box<Leaf>),
    /// There is none left, as far as it can go.
    End,
}

/// A walk over the leaves.
pub struct Walk {
    explorer: Explorer,
    fixes: Vec<Fix>,
    held: Option<Vec<Term>>,
    seeds: std::vec::IntoIter<Inputs>,
    /// Runs that may yet be made.
    runs: u32,
    /// Ways that could not be decided.
    open: u32,
    is_over: bool,
}

impl Walk {
    /// From these inputs on, of which there is at least one; with `fixes` in the second
    /// program. Where `holds_path`, the path that the first program takes on the first
    /// of them is not left.
    pub fn new(
        bench: &Bench<'_>,
        seeds: Vec<Inputs>,
        fixes: &[Fix],
        holds_path: bool,
        runs: u32,
    ) -> Walk {
        Walk {
            explorer: Explorer::new("pair", bench.contract()),
            fixes: fixes.to_vec(),
            held: holds_path.then(Vec::new),
            seeds: seeds.into_iter(),
            runs,
            open: 0,
            is_over: false,
        }
    }

    /// Whether all leaves were yielded: nothing was cut, nothing left undecided.
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

    /// Makes a run, where one more may be made.
    fn run(&mut self, bench: &mut Bench<'_>, inputs: &Inputs) -> Option<Leaf> {
        let leaf = match self.runs {
            0 => None,
            _ => bench.run(inputs, &self.fixes, self.held.is_some()),
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
                // A run that leaves the path which it was asked to take.
                self.open += 1;
            }
        }
        Some(leaf)
    }
}

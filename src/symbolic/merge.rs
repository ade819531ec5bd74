//! State merging: a whole program as one formula over its inputs, all paths merged.
//!
//! Where two branches meet again, a search by paths doubles its work. Here the two states become
//! one, in which a register that differs holds "if the condition, then one value, else the other"
//! (state merging, known from bounded model checking). States wait for each other in the order of
//! their positions in the program (`position`), so that all states that can meet do.
//!
//! The formula exists only for a program whose runs end within the fuel for all inputs, as far as
//! rewriting shows, and whose addresses and jumps do not depend on its inputs. For any other
//! program [`summarize`] returns nothing. It needs no solver, and its cost is counted.
//!
//! For a program that may store to any word of its own text ([`Scope::Part`]), the formula covers
//! part of the inputs. Each word of the text is a choice between the original and the stored word,
//! and inputs whose behaviour cannot be determined are left open ([`Summary::open`]).

mod guards;
mod position;

use std::collections::BTreeMap;
use std::iter::repeat_n;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use crate::machine::Image;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Flow;
use crate::machine::mips::Reg;
use crate::machine::values::Test;
use crate::program::Address;
use crate::symbolic::contract;
use crate::symbolic::output::{self, Extent, Written};
use crate::symbolic::path;
use crate::symbolic::state::{Addresses, Memory, SymbolicState, Words};
use crate::symbolic::step::ways;
use crate::term::{Node, Term, Terms};
use guards::{Guard, Guards, Tests};
use position::{Loop, Position, loops};

/// Maximum number of instructions executed, over all states.
const INSTRUCTIONS: u32 = 100_000;
/// Instructions between two pauses.
const SLICE: u32 = 16;
/// Maximum number of states that meet at one location.
const MEETING: usize = 256;
/// Maximum number of targets of a jump, and of words at an address.
const CHOICES: usize = 16;

/// The possible values of a word with their guards, and the guards under which it is unknown.
type Choices = (Vec<(u32, Guard)>, Vec<Guard>);

/// The inputs that a summary covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// All inputs.
    All,
    /// The inputs on which the program's behaviour can be determined; loads and stores may have any
    /// address.
    Part,
}

/// A program as a formula.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The inputs that the summary does not cover, as a boolean.
    pub open: Term,
    /// Of the covered inputs, those on which the program faults, as a boolean. On all others it
    /// stops within the fuel.
    pub faults: Term,
    /// The output before a fault, if the output is observed.
    pub faulted: Vec<Faulted>,
    /// `$3` at the end if the program does not fault.
    pub result: Term,
    /// The other observed words there, without the output.
    pub others: Vec<Term>,
    /// The output if the program does not fault.
    pub output: Vec<Written>,
    /// Whether `$3` and the output are observed.
    observes: (bool, bool),
}

/// Inputs on which a program faults.
#[derive(Clone, Debug)]
pub struct Faulted {
    /// Those inputs, as a boolean.
    pub when: Term,
    /// The output before the fault.
    pub output: Vec<Written>,
}

/// Maximum number of outputs before faults that differ in the kinds of their parts; each is compared
/// with each of the other program.
const FAULTED: usize = 16;

impl Summary {
    /// Whether both summaries cover all inputs.
    pub fn cover_all(&self, other: &Summary, terms: &Terms) -> bool {
        [self, other].iter().all(|summary| terms.as_bool(summary.open) == Some(false))
    }

    /// The condition that two programs differ on an input that both summaries cover, as a boolean.
    /// `None` where comparing their outputs would take too many cases.
    pub fn differ(&self, other: &Summary, terms: &mut Terms) -> Option<Term> {
        let (left, right) = (terms.not(self.faults), terms.not(other.faults));
        let (only_left, only_right) =
            (terms.and(left, other.faults), terms.and(self.faults, right));
        let one_faults = terms.or(only_left, only_right);
        let mut equal = terms.bool(self.others.len() == other.others.len());
        let others = self.others.iter().zip(&other.others);
        let result = self.observes.0.then_some((&self.result, &other.result));
        for (&left, &right) in result.into_iter().chain(others) {
            let same = terms.eq(left, right);
            equal = terms.and(equal, same);
        }
        if self.observes.1 {
            let outputs = [&self.output[..], &other.output];
            let outputs = output::same(terms, outputs, Extent::All, Terms::eq)?;
            equal = terms.and(equal, outputs);
        }
        let results_differ = terms.not(equal);
        let both = terms.and(left, right);
        let both_differ = terms.and(both, results_differ);
        let mut differ = terms.or(one_faults, both_differ);
        for faulted in &self.faulted {
            for others in &other.faulted {
                let outputs = [&faulted.output[..], &others.output];
                let same = output::same(terms, outputs, Extent::All, Terms::eq)?;
                let both = terms.and(faulted.when, others.when);
                let print_otherwise = terms.not(same);
                let case = terms.and(both, print_otherwise);
                differ = terms.or(differ, case);
            }
        }
        let open = terms.or(self.open, other.open);
        let closed = terms.not(open);
        Some(terms.and(closed, differ))
    }
}

/// Limits on a summary.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of steps of a run.
    pub fuel: u64,
    /// Maximum number of terms at the end, including those that existed before.
    pub terms: usize,
}

/// The summary of a program over its inputs as symbols of these terms, or `None` where it has none
/// or is too large. For a program with an array, the summary covers arrays of one length. This can
/// take long: `pause` is called now and then and can end it by returning `Break`, whose value
/// becomes the error.
pub async fn summarize<E>(
    terms: &mut Terms,
    image: &Image,
    limits: Limits,
    scope: Scope,
    length: Option<u32>,
    pause: &mut impl AsyncFnMut() -> ControlFlow<E>,
) -> Result<Option<Summary>, E> {
    let inputs = path::inputs(terms, &image.setup().names);
    let addresses = match scope {
        Scope::All => Addresses::Known,
        Scope::Part => Addresses::Any,
    };
    let memory = Words::at_start(image, &inputs, length, addresses);
    let state = SymbolicState::at_start(terms, image, &inputs, length, memory);
    let loops = loops(image.words());
    let mut position = Position::default();
    position.call(0, &loops);
    let start = Guarded { guard: Guard::ALL, state, position, steps: 0, output: Vec::new() };
    let none = terms.bool(false);
    let waiting = BTreeMap::from([(start.position.key(), vec![start])]);
    let (open, faults) = (none, none);
    let summarizer = Summarizer {
        terms,
        image,
        inputs,
        length,
        limits,
        scope,
        loops,
        guards: Guards::default(),
        executed: 0,
        waiting,
        open,
        faults,
        faulted: Vec::new(),
    };
    summarizer.run(pause).await
}

/// The machine's state on a subset of the inputs.
#[derive(Clone)]
struct Guarded<'i> {
    /// The condition on the inputs that reach this state. The guards of waiting states are mutually
    /// exclusive.
    guard: Guard,
    state: SymbolicState<Words<'i>>,
    position: Position,
    /// Upper bound on the steps taken.
    steps: u64,
    /// The output so far.
    output: Vec<Written>,
}

struct Summarizer<'t, 'i> {
    terms: &'t mut Terms,
    image: &'i Image,
    inputs: Rc<[Term]>,
    length: Option<u32>,
    limits: Limits,
    scope: Scope,
    loops: Vec<Loop>,
    guards: Guards,
    /// Instructions executed so far, over all states.
    executed: u32,
    waiting: BTreeMap<Vec<u32>, Vec<Guarded<'i>>>,
    open: Term,
    faults: Term,
    faulted: Vec<Faulted>,
}

impl<'i> Summarizer<'_, 'i> {
    async fn run<E>(
        mut self,
        pause: &mut impl AsyncFnMut() -> ControlFlow<E>,
    ) -> Result<Option<Summary>, E> {
        let mut ended = Vec::new();
        let mut next_pause = SLICE;
        while let Some((_, states)) = self.waiting.pop_first() {
            let Some(states) = self.meeting(states) else { return Ok(None) };
            let Some(state) = self.merge(states) else { continue };
            let pc = state.position.pc();
            if pc == self.image.return_address() {
                ended.push(state);
                continue;
            }
            if self.executed >= INSTRUCTIONS || state.steps >= self.limits.fuel {
                match self.leave(state.guard) {
                    Some(()) => continue,
                    None => return Ok(None),
                }
            }
            if self.executed >= next_pause {
                next_pause = self.executed + SLICE;
                if let ControlFlow::Break(why) = pause().await {
                    return Err(why);
                }
            }
            let stepped = self.step(pc, state);
            if stepped.is_none() || self.terms.len() > self.limits.terms {
                return Ok(None);
            }
        }
        let Some(ended) = self.meeting(ended) else { return Ok(None) };
        let setup = self.image.setup();
        let (result, others, output) = match self.merge(ended) {
            Some(end) => {
                let Summarizer { terms, inputs, length, .. } = &mut self;
                let others = contract::observed(terms, setup, inputs, *length, &end.state);
                let Some(others) = others else { return Ok(None) };
                (end.state.reg(Reg::RESULT), others, end.output)
            }
            // The program faults on all inputs, or the others are left open.
            None => (self.terms.word(0), Vec::new(), Vec::new()),
        };
        let Summarizer { open, faults, faulted, .. } = self;
        let observes = (setup.observation.result, setup.observation.output);
        Ok(Some(Summary { open, faults, faulted, result, others, output, observes }))
    }

    /// Queues a state until it is its turn to continue from there.
    fn wait(&mut self, pc: u32, mut state: Guarded<'i>) {
        state.position.go(pc, &self.loops);
        self.enqueue(state);
    }

    fn enqueue(&mut self, state: Guarded<'i>) {
        self.waiting.entry(state.position.key()).or_default().push(state);
    }

    /// Leaves the inputs that reach this state open, if the scope allows it.
    fn leave(&mut self, guard: Guard) -> Option<()> {
        if self.scope == Scope::All {
            return None;
        }
        let here = self.conjunction(guard);
        self.open = self.terms.or(self.open, here);
        Some(())
    }

    /// Executes the instruction at an address, or each one that may be there, and queues the
    /// successor states.
    fn step(&mut self, pc: u32, mut state: Guarded<'i>) -> Option<()> {
        if let Some(printer) = self.image.printer()
            && pc == printer.entry.0
            && self.is_as_assembled(&state, printer.entry..Address(self.image.text_end()))
        {
            state.steps += printer.steps;
            self.executed += 1;
            state.output.push(Written::Number(state.state.reg(Reg::FIRST_INPUT)));
            self.wait(printer.exit.0, state);
            return Some(());
        }
        state.steps += 1;
        if !pc.is_multiple_of(4) || pc >= self.image.text_end() {
            return self.outside_text(pc, &state);
        }
        let Some(word) = state.state.memory.text_word(self.terms, pc) else {
            return self.leave(state.guard);
        };
        if let Some(word) = self.terms.as_const(word) {
            return self.execute(pc, word as u32, state);
        }
        let Some((words, others)) = self.choices(word, state.guard) else {
            return self.leave(state.guard);
        };
        others.into_iter().try_for_each(|guard| self.leave(guard))?;
        words.into_iter().try_for_each(|(word, guard)| {
            self.execute(pc, word, Guarded { guard, ..state.clone() })
        })
    }

    /// Whether no word of a part of the text has been stored to. For the printing routine, the
    /// words behind its code count as well: it saves registers there.
    fn is_as_assembled(&mut self, state: &Guarded, part: Range<Address>) -> bool {
        let words = part.start.word_index()..part.end.word_index();
        words.into_iter().all(|index| {
            let assembled = self.terms.word(self.image.words()[index]);
            let memory = &state.state.memory;
            memory.text_word(self.terms, Address::of_word(index).0) == Some(assembled)
        })
    }

    /// Executes an instruction and queues its successor states.
    fn execute(&mut self, pc: u32, word: u32, state: Guarded<'i>) -> Option<()> {
        self.executed += 1;
        let Guarded { guard, state, position, steps, output } = state;
        let Some(ways) = ways(self.terms, state, &Tests(&self.guards, guard), pc, word) else {
            return self.leave(guard);
        };
        let count = ways.len();
        for (way, (position, mut output)) in
            ways.into_iter().zip(repeat_n((position, output), count))
        {
            let tests = way.decisions.iter().map(|decision| decision.term);
            let guard = tests.fold(guard, |guard, test| self.guards.and(guard, test));
            let Ok(flow) = way.end else {
                self.fault(guard, output)?;
                continue;
            };
            output.extend(way.output.map(Written::Byte));
            let mut state = Guarded { guard, state: way.state, position, steps, output };
            for decision in &way.decisions {
                if let Test::Equal(a, b) = decision.test
                    && let Some((word, value)) = self.terms.settled(a, b, decision.holds)
                {
                    state.replace(word, value);
                }
            }
            match flow {
                Flow::To(next) => self.wait(next, state),
                Flow::Jump(to) => self.jump(to, state, Position::jump)?,
                Flow::Call(to) => self.jump(to, state, Position::call)?,
            }
        }
        Some(())
    }

    /// Jumps to the address in a word, which may have a few values.
    fn jump(
        &mut self,
        to: Term,
        state: Guarded<'i>,
        go: fn(&mut Position, u32, &[Loop]),
    ) -> Option<()> {
        if let Some(target) = self.terms.as_const(to) {
            let mut state = state;
            go(&mut state.position, target as u32, &self.loops);
            self.enqueue(state);
            return Some(());
        }
        let Some((targets, others)) = self.choices(to, state.guard) else {
            return self.leave(state.guard);
        };
        others.into_iter().try_for_each(|guard| self.leave(guard))?;
        for (target, guard) in targets {
            let mut state = Guarded { guard, ..state.clone() };
            go(&mut state.position, target, &self.loops);
            self.enqueue(state);
        }
        Some(())
    }

    /// The possible values of a word, each with its guard, and the guards under which it is
    /// unknown; `None` where there are too many.
    fn choices(&mut self, word: Term, guard: Guard) -> Option<Choices> {
        let mut open = vec![(word, guard)];
        let (mut known, mut others) = (Vec::new(), Vec::new());
        while let Some((word, guard)) = open.pop() {
            if let Some(number) = self.terms.as_const(word) {
                known.push((number as u32, guard));
            } else if let Node::Ite(test, then, other) = self.terms.node(word) {
                let [holds, fails] = self.split(test, guard);
                open.extend(holds.map(|guard| (then, guard)));
                open.extend(fails.map(|guard| (other, guard)));
            } else {
                others.push(guard);
            }
            if open.len() + known.len() + others.len() > CHOICES {
                return None;
            }
        }
        Some((known, others))
    }

    /// Handles an address outside the text: only code that the program has stored can be there.
    fn outside_text(&mut self, pc: u32, state: &Guarded) -> Option<()> {
        if pc.is_multiple_of(4) && pc < MEMORY_END && state.state.memory.may_be_stored(pc) {
            return self.leave(state.guard);
        }
        self.fault(state.guard, state.output.clone())
    }

    /// Ends a state in a fault, after this output.
    fn fault(&mut self, guard: Guard, output: Vec<Written>) -> Option<()> {
        let when = self.conjunction(guard);
        if self.image.setup().observation.output {
            let alike = |faulted: &&mut Faulted| output::are_alike(&faulted.output, &output);
            let is_full = self.faulted.len() == FAULTED;
            match self.faulted.iter_mut().find(alike) {
                Some(faulted) => {
                    faulted.when = self.terms.or(faulted.when, when);
                    for (word, other) in faulted.output.iter_mut().zip(output) {
                        *word = word.map(|word| self.terms.ite(when, other.word(), word));
                    }
                }
                None if is_full => return self.leave(guard),
                None => self.faulted.push(Faulted { when, output }),
            }
        }
        self.faults = self.terms.or(self.faults, when);
        Some(())
    }

    fn conjunction(&mut self, guard: Guard) -> Term {
        self.guards.conjunction(self.terms, guard, Guard::ALL)
    }

    /// Splits a guard by a test: the guard for either outcome, if it is not obviously
    /// contradictory.
    fn split(&mut self, test: Term, guard: Guard) -> [Option<Guard>; 2] {
        let fails = self.terms.not(test);
        [(test, fails), (fails, test)].map(|(test, opposite)| match self.terms.as_bool(test) {
            Some(true) => Some(guard),
            Some(false) => None,
            None if self.guards.contains(guard, test) => Some(guard),
            None if self.guards.contains(guard, opposite) => None,
            None => Some(self.guards.and(guard, test)),
        })
    }

    /// Chooses the states to merge: the largest group whose outputs have parts of the same kinds,
    /// if it is not too large. The others are left open, if the scope allows it.
    fn meeting(&mut self, states: Vec<Guarded<'i>>) -> Option<Vec<Guarded<'i>>> {
        let mut groups: Vec<Vec<Guarded>> = Vec::new();
        for state in states {
            let alike =
                |group: &&mut Vec<Guarded>| output::are_alike(&group[0].output, &state.output);
            match groups.iter_mut().find(alike) {
                Some(group) => group.push(state),
                None => groups.push(vec![state]),
            }
        }
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        let mut groups = groups.into_iter();
        let mut kept = groups.next().unwrap_or_default();
        let too_many = if kept.len() > MEETING { std::mem::take(&mut kept) } else { Vec::new() };
        for state in too_many.into_iter().chain(groups.flatten()) {
            self.leave(state.guard)?;
        }
        Some(kept)
    }

    /// Merges states that have met into one.
    ///
    /// States whose guards have the longest common prefix are merged first, in the order in which
    /// branches are nested. This rejoins the two outcomes of each branch, and the branch condition
    /// disappears.
    fn merge(&mut self, mut states: Vec<Guarded<'i>>) -> Option<Guarded<'i>> {
        loop {
            let Summarizer { guards, .. } = self;
            let longest = (0..states.len()).max_by_key(|&i| guards.length(states[i].guard))?;
            let one = states.swap_remove(longest);
            let common = |other: &Guarded| guards.length(guards.common(one.guard, other.guard));
            let Some(nearest) = (0..states.len()).max_by_key(|&i| common(&states[i])) else {
                return Some(one);
            };
            let other = states.swap_remove(nearest);
            let merged = self.join(one, other);
            states.push(merged);
        }
    }

    fn join(&mut self, a: Guarded<'i>, b: Guarded<'i>) -> Guarded<'i> {
        let common = self.guards.common(a.guard, b.guard);
        let [mut here_a, here_b] =
            [a.guard, b.guard].map(|guard| self.guards.conjunction(self.terms, guard, common));
        let either = self.terms.or(here_a, here_b);
        // Where the guards differ by one branch, its condition alone distinguishes them.
        if let [Some(first_a), Some(first_b)] =
            [a.guard, b.guard].map(|guard| self.guards.next(guard, common))
            && self.terms.not(first_a) == first_b
        {
            here_a = first_a;
        }
        let guard = match self.terms.as_bool(either) {
            Some(true) => common,
            _ => self.guards.and(common, either),
        };
        let choose = |terms: &mut Terms, x, y| terms.ite(here_a, x, y);
        let (mut merged, other) = (a.state, b.state);
        for (word, reg) in merged.regs_mut().iter_mut().zip(Reg::all().skip(1)) {
            *word = choose(self.terms, *word, other.reg(reg));
        }
        merged.hi = choose(self.terms, merged.hi, other.hi);
        merged.lo = choose(self.terms, merged.lo, other.lo);
        merged.memory = merged.memory.merge(other.memory, self.terms, choose);
        let steps = a.steps.max(b.steps);
        let output = a.output.iter().zip(b.output);
        let output = output.map(|(a, b)| a.map(|word| choose(self.terms, word, b.word())));
        let output = output.collect();
        Guarded { guard, state: merged, position: a.position, steps, output }
    }
}

impl Guarded<'_> {
    /// Replaces a word by the value that it is known to have.
    fn replace(&mut self, word: Term, value: Term) {
        let SymbolicState { memory, .. } = &mut self.state;
        memory.stored_mut().filter(|held| **held == word).for_each(|held| *held = value);
        self.output.iter_mut().for_each(|written| {
            *written = written.map(|held| if held == word { value } else { held });
        });
        let regs = self.state.regs_mut().iter_mut();
        regs.filter(|held| **held == word).for_each(|held| *held = value);
    }
}

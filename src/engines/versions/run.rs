//! Symbolic straight-line runs of one program.
//!
//! A run continues from an address until it depends on something: an undecided branch, a call, a
//! return. It records everything that the other program has to do as well. [`Check`]s may end it in
//! a fault; the order of checks is irrelevant, because a fault has no further observations.
//! [`Effect`]s are visible to others, and their order is relevant.
//!
//! A stack word is identified by its distance from `$30` at the procedure's entry. Runs assume that
//! such words lie in memory after the program's text and that nothing else is stored there.
//! [`Usage`] records these assumptions for [`stack`](super::stack) to check.

mod snippets;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow::{self, Break, Continue};

use super::relation::{HI, LINK, LO, ProgramState, STACK, split};
use super::snippet::{Instance, Matches};
use crate::evidence::Untracked;
use crate::flow::{Successors, successors};
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::machine::mips::{self, Destination, Flow, Mips};
use crate::machine::values::{Cause, Domain, Halt, Outcome, Test, Values};
use crate::machine::{BinaryOp, Image, Signedness};
use crate::program::Address;
use crate::symbolic::output::Written;
use crate::symbolic::step;
use crate::term::{Term, Terms};
pub(super) use snippets::{block, faults};

/// Maximum number of instructions of a run.
const STEPS_PER_RUN: usize = 1 << 15;
/// Maximum number of iterations that are followed in a loop whose continuation is decided.
const ROUNDS: u32 = 16;
/// Maximum distance in bytes of a stack word from the entry's `$30`.
pub(super) const FRAME: u32 = 1 << 20;

/// A possible fault of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Check {
    /// A divisor, which faults if it is zero.
    Divisor(Term),
    /// The unknown address of a load.
    Load(Term),
}

impl Check {
    pub fn word(self) -> Term {
        match self {
            Check::Divisor(word) | Check::Load(word) => word,
        }
    }
}

/// A check with its position in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Placed {
    pub check: Check,
    /// The number of outputs before it.
    pub printed: usize,
}

/// A visible effect of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// It prints.
    Output(Written),
    /// It stores at an unknown address, which may be a device's.
    Store(Term, Term),
    /// It reads from its input.
    Read,
}

/// Where a run stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At a branch on whether two words are equal, with the targets for equal and for unequal
    /// words.
    Branch { equal: Term, ways: [u32; 2] },
    /// At a call of a procedure.
    Call { target: u32 },
    /// At a return to its caller.
    Return,
    /// The program is done.
    Done,
    /// It faults.
    Fault,
    /// At the requested address.
    There,
    /// Its continuation is unknown.
    Unknown(Untracked),
}

/// The assumptions of a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Usage {
    /// The lowest and the highest stack word accessed.
    pub stack: Option<[i32; 2]>,
    /// The lowest and the highest known address accessed.
    pub fixed: Option<[u32; 2]>,
    /// Instructions that access memory at an unknown address.
    pub pointers: BTreeSet<u32>,
}

impl Usage {
    pub fn include<T: Ord + Copy>(range: &mut Option<[T; 2]>, at: [T; 2]) {
        *range = Some(match *range {
            Some([low, high]) => [low.min(at[0]), high.max(at[1])],
            None => at,
        });
    }

    /// Adds the assumptions of another run.
    pub fn extend(&mut self, other: &Usage) {
        other.stack.into_iter().for_each(|range| Usage::include(&mut self.stack, range));
        other.fixed.into_iter().for_each(|range| Usage::include(&mut self.fixed, range));
        self.pointers.extend(&other.pointers);
    }
}

/// A run.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub state: ProgramState,
    /// The address of the instruction that it stops at.
    pub at: u32,
    pub end: End,
    pub checks: Vec<Placed>,
    pub effects: Vec<Effect>,
    /// The instructions that were executed.
    pub path: Vec<u32>,
    /// How many instructions were executed since the synchronisation point, at least.
    pub steps: u64,
    /// Words that instructions wrote, stored, printed or branched by, each with its index in the path.
    pub values: Vec<(usize, Term)>,
    /// The words that they read from registers, in the same form.
    pub operands: Vec<(usize, Term)>,
    pub usage: Usage,
    /// Stack words at or above its entry's `$30` that were stored to.
    pub touched: BTreeSet<i32>,
    /// Number of words read from its input.
    pub reads: u32,
    /// How often it has passed each decided branch.
    pub passed: BTreeMap<u32, u32>,
    /// Snippets of user patterns that were executed.
    pub instances: Vec<Instance>,
}

impl Run {
    fn executes(&mut self, at: u32) {
        self.path.push(at);
        self.steps += 1;
    }

    /// Records a word that the current instruction operates on.
    fn note(&mut self, value: Term) {
        self.values.push((self.path.len(), value));
    }

    /// Records a possible fault here.
    fn check(&mut self, check: Check) {
        let is_output = |effect: &&Effect| matches!(effect, Effect::Output(_));
        let printed = self.effects.iter().filter(is_output).count();
        self.checks.push(Placed { check, printed });
    }

    /// A run that begins here.
    pub fn from(state: ProgramState, at: u32) -> Run {
        Run {
            state,
            at,
            end: End::There,
            checks: Vec::new(),
            effects: Vec::new(),
            path: Vec::new(),
            steps: 0,
            values: Vec::new(),
            operands: Vec::new(),
            usage: Usage::default(),
            touched: BTreeSet::new(),
            reads: 0,
            passed: BTreeMap::new(),
            instances: Vec::new(),
        }
    }
}

/// One program, with the terms of its runs.
pub(super) struct Runner<'a> {
    pub terms: &'a mut Terms,
    pub image: &'a Image,
    /// The entry's `$30`, as a class and a constant.
    pub stack: (Term, u32),
    /// The entry's `$31`.
    pub link: Term,
    /// Counter for the names of unknown words.
    pub unknown: &'a mut u32,
    /// Whether the routine that prints a number is one step.
    pub prints_at_once: bool,
    /// Wildcard words of the text, by their addresses.
    pub any: &'a BTreeMap<u32, Term>,
    /// The matches of user patterns; `None` where they are ignored.
    pub places: Option<&'a Matches>,
}

impl Runner<'_> {
    /// Continues a run until it ends, or reaches `until` after at least one step.
    pub fn go(&mut self, run: &mut Run, until: Option<u32>) {
        let mut is_first = true;
        run.end = loop {
            if until == Some(run.at) && !is_first {
                break End::There;
            }
            is_first = false;
            if self.execute_snippet(run, until) {
                continue;
            }
            if let Break(end) = self.execute_next(run) {
                break end;
            }
        };
    }

    /// Executes the next instruction, unless the run ends at it.
    fn execute_next(&mut self, run: &mut Run) -> ControlFlow<End> {
        let pc = run.at;
        if pc == self.image.return_address() {
            return Break(End::Done);
        }
        if !pc.is_multiple_of(4) || pc >= MEMORY_END {
            return Break(End::Fault);
        }
        let Some(&word) = self.image.words().get(Address(pc).word_index()) else {
            return Break(End::Unknown(Untracked::OutsideText));
        };
        if run.path.len() >= STEPS_PER_RUN {
            return Break(End::Unknown(Untracked::Long));
        }
        let mut execution = Execution { runner: self, run, at: pc };
        let flow = match mips::step(&mut execution, pc, word) {
            Ok(flow) => flow,
            Err(Halt::Fault(_)) => return Break(End::Fault),
            Err(Halt::Abort(Abort::Undecided(equal))) => {
                return Break(match successors(pc, word) {
                    Some(Successors::Branch { target, next }) => {
                        run.note(equal);
                        End::Branch { equal, ways: if_equal(word, target, next) }
                    }
                    _ => End::Unknown(Untracked::Target),
                });
            }
            Err(Halt::Abort(Abort::Untracked(why))) => return Break(End::Unknown(why)),
        };
        self.go_where(run, word, flow)
    }

    /// Moves a run to where its instruction goes, unless it ends there.
    fn go_where(&mut self, run: &mut Run, word: u32, flow: Flow<Term>) -> ControlFlow<End> {
        let pc = run.at;
        let target = match flow {
            Flow::To(next) => {
                if self.has_passed(run, pc, next) {
                    // The first iterations of a loop may be known where later ones are not.
                    let ways = match successors(pc, word) {
                        Some(Successors::Branch { target, next }) => if_equal(word, target, next),
                        _ => [next; 2],
                    };
                    let equal = self.terms.bool(ways[0] == next);
                    return Break(End::Branch { equal, ways });
                }
                run.executes(pc);
                run.at = next;
                return Continue(());
            }
            Flow::Jump(target) if target == self.link => return Break(End::Return),
            Flow::Jump(target) | Flow::Call(target) => target,
        };
        let Some(target) = self.terms.as_const(target).map(|target| target as u32) else {
            return Break(End::Unknown(Untracked::Target));
        };
        match flow {
            Flow::Call(_) if self.prints(target) => {
                run.note(run.state.words[1]);
                run.executes(pc);
                self.print(run, pc.wrapping_add(4));
            }
            Flow::Call(_) => return Break(End::Call { target }),
            _ => {
                run.executes(pc);
                run.at = target;
            }
        }
        Continue(())
    }

    /// Executes a matching snippet of a user pattern as a whole, if the run reaches all of it;
    /// returns whether it did.
    fn execute_snippet(&mut self, run: &mut Run, until: Option<u32>) -> bool {
        let Some(places) = self.places else { return false };
        let Some(place) = places.get(run.at) else { return false };
        if until.is_some_and(|until| run.at < until && until < place.end) {
            return false;
        }
        let mut alone = Runner {
            terms: self.terms,
            image: self.image,
            stack: self.stack,
            link: self.link,
            unknown: self.unknown,
            prints_at_once: self.prints_at_once,
            any: self.any,
            places: None,
        };
        snippets::execute(&mut alone, run, &places.patterns[place.pattern], place)
    }

    /// Counts a step that is a branch, or goes back; returns whether it was taken too often.
    fn has_passed(&mut self, run: &mut Run, from: u32, to: u32) -> bool {
        if to == from.wrapping_add(4) || to == from.wrapping_add(8) && !self.branches(from) {
            return false;
        }
        let passed = run.passed.entry(from).or_default();
        *passed += 1;
        *passed > ROUNDS
    }

    fn branches(&self, at: u32) -> bool {
        let word = self.image.words().get(Address(at).word_index());
        word.is_some_and(|&word| matches!(successors(at, word), Some(Successors::Branch { .. })))
    }

    /// Whether a run stopped at a decided branch; if so, continues past it: a loop with a known
    /// count may run as often as the other program has code for.
    pub fn goes_on(&mut self, run: &mut Run) -> bool {
        let End::Branch { equal, ways } = run.end else { return false };
        let Some(holds) = self.terms.as_bool(equal) else { return false };
        run.passed.clear();
        run.executes(run.at);
        run.at = ways[usize::from(!holds)];
        self.go(run, None);
        true
    }

    /// Follows a call into the procedure.
    pub fn enter(&mut self, run: &mut Run, target: u32) {
        run.executes(run.at);
        run.state.words[LINK] = self.terms.word(run.at.wrapping_add(4));
        run.at = target;
    }

    /// The distance of an address from the entry's `$30`, if it lies in the frame.
    fn slot(&mut self, address: Term) -> Option<i32> {
        let (base, offset) = split(self.terms, address);
        let slot = offset.wrapping_sub(self.stack.1) as i32;
        (base == self.stack.0 && slot.unsigned_abs() <= FRAME).then_some(slot)
    }

    fn prints(&self, target: u32) -> bool {
        self.prints_at_once && self.image.print_routine() == Some(Address(target))
    }

    /// What the routine leaves in `hi` and `lo`.
    fn hi_and_lo_of_print(&mut self) -> [Term; 2] {
        if self.image.summary().is_none() {
            return [self.terms.word(0); 2];
        }
        [(); 2].map(|()| {
            *self.unknown += 1;
            self.terms.symbol(&format!("u{}", self.unknown))
        })
    }

    /// Prints a number like the routine for it.
    fn print(&mut self, run: &mut Run, next: u32) {
        run.effects.push(Effect::Output(Written::Number(run.state.words[1])));
        let [hi, lo] = self.hi_and_lo_of_print();
        run.state.words[HI] = hi;
        run.state.words[LO] = lo;
        run.state.words[LINK] = self.terms.word(next);
        // The built-in routine saves $2 to $9 there.
        let frame = self.image.summary().map_or(32, |summary| summary.print().frame as i32);
        if let Some(offset) = self.slot(run.state.words[STACK]).filter(|offset| offset % 4 == 0) {
            let first = offset - frame;
            run.state.slots.retain(|slot, _| !(first..offset).contains(slot));
            run.touched.extend((first..offset).step_by(4).filter(|&slot| slot >= 0));
            Usage::include(&mut run.usage.stack, [first, offset - 4]);
        } else {
            run.usage.pointers.insert(next.wrapping_sub(4));
        }
        run.at = next;
    }
}

/// The targets of a branch for equal and for unequal words.
fn if_equal(word: u32, target: u32, next: u32) -> [u32; 2] {
    let is_beq =
        crate::machine::mips::decode(word).is_some_and(|it| it.op == crate::machine::mips::Op::Beq);
    if is_beq { [target, next] } else { [next, target] }
}

/// Why an instruction cannot be executed.
enum Abort {
    /// It depends on whether two words are equal.
    Undecided(Term),
    /// It is unsupported.
    Untracked(Untracked),
}

/// The execution of an instruction.
struct Execution<'r, 'a> {
    runner: &'r mut Runner<'a>,
    run: &'r mut Run,
    at: u32,
}

/// The target of an access.
enum Access {
    Stack(i32),
    Fixed(u32),
    Unknown,
}

impl Execution<'_, '_> {
    /// Sets `hi` and `lo`.
    fn put(&mut self, words: [Term; 2]) {
        for (index, word) in [HI, LO].into_iter().zip(words) {
            self.run.note(word);
            self.run.state.words[index] = word;
        }
    }

    fn place(&mut self, address: Term) -> Access {
        if let Some(address) = self.runner.terms.as_const(address) {
            return Access::Fixed(address as u32);
        }
        match self.runner.slot(address) {
            Some(slot) if slot % 4 == 0 => Access::Stack(slot),
            _ => Access::Unknown,
        }
    }
}

impl Values for Execution<'_, '_> {
    type Word = Term;
    type Address = Term;

    fn constant(&mut self, value: u32) -> Term {
        self.runner.terms.word(value)
    }

    fn binary(&mut self, op: BinaryOp, s: Term, t: Term) -> Term {
        step::binary(self.runner.terms, op, s, t)
    }

    fn address(&mut self, base: Term, offset: i16) -> Term {
        step::address(self.runner.terms, base, offset)
    }
}

impl Domain for Execution<'_, '_> {
    type Abort = Abort;

    fn decide(&mut self, cause: Cause, test: Test<Term, Term>) -> Outcome<bool, Self> {
        let term = step::test(self.runner.terms, test);
        if let Some(holds) = self.runner.terms.as_bool(term) {
            return Ok(holds);
        }
        match (cause, test) {
            (Cause::Divisor, Test::Is(divisor, _)) => {
                self.run.check(Check::Divisor(divisor));
                Ok(false)
            }
            (_, Test::Equal(..)) => Err(Halt::Abort(Abort::Undecided(term))),
            // Assumed about addresses, and recorded.
            (Cause::TextStore, _) => Ok(false),
            _ => Ok(true),
        }
    }

    fn text_end(&self) -> u32 {
        self.runner.image.text_end()
    }

    fn text_word(&mut self, address: u32) -> Outcome<Term, Self> {
        if let Some(&any) = self.runner.any.get(&address) {
            return Ok(any);
        }
        match self.runner.image.words().get(Address(address).word_index()) {
            Some(&word) => Ok(self.runner.terms.word(word)),
            None => Err(Halt::Abort(Abort::Untracked(Untracked::OutsideText))),
        }
    }

    fn load(&mut self, address: Term) -> Outcome<Term, Self> {
        Ok(match self.place(address) {
            Access::Stack(slot) => {
                Usage::include(&mut self.run.usage.stack, [slot; 2]);
                if let Some(&word) = self.run.state.slots.get(&slot) {
                    return Ok(word);
                }
                *self.runner.unknown += 1;
                let word = self.runner.terms.symbol(&format!("u{}", self.runner.unknown));
                self.run.state.slots.insert(slot, word);
                word
            }
            Access::Fixed(address) if address < self.text_end() => {
                let word = self.runner.image.words()[Address(address).word_index()];
                self.runner.terms.word(word)
            }
            place => {
                match place {
                    Access::Fixed(at) => Usage::include(&mut self.run.usage.fixed, [at; 2]),
                    _ => {
                        self.run.usage.pointers.insert(self.at);
                        self.run.check(Check::Load(address));
                    }
                }
                self.run.state.memory.load(self.runner.terms, address)
            }
        })
    }

    fn read(&mut self) -> Outcome<Term, Self> {
        if self.runner.image.setup().stream.is_empty() {
            return Ok(self.runner.terms.word(u32::MAX));
        }
        self.run.effects.push(Effect::Read);
        self.run.reads += 1;
        Ok(self.runner.terms.symbol(&format!("r{}", self.run.reads)))
    }

    fn store(&mut self, address: Term, value: Term, in_text: bool) -> Outcome<(), Self> {
        if in_text {
            return Err(Halt::Abort(Abort::Untracked(Untracked::TextStore)));
        }
        self.run.note(value);
        match self.place(address) {
            Access::Stack(slot) => {
                Usage::include(&mut self.run.usage.stack, [slot; 2]);
                self.run.state.slots.insert(slot, value);
                if slot >= 0 {
                    self.run.touched.insert(slot);
                }
            }
            place => {
                match place {
                    Access::Fixed(at) => Usage::include(&mut self.run.usage.fixed, [at; 2]),
                    _ => {
                        self.run.usage.pointers.insert(self.at);
                        self.run.effects.push(Effect::Store(address, value));
                    }
                }
                self.run.state.memory.store(self.runner.terms, address, value);
            }
        }
        Ok(())
    }

    fn output(&mut self, value: Term) -> Outcome<(), Self> {
        self.run.note(value);
        self.run.effects.push(Effect::Output(Written::Byte(value)));
        Ok(())
    }
}

impl Mips for Execution<'_, '_> {
    fn get(&mut self, reg: Reg) -> Term {
        let word = self.run.state.words[reg.index()];
        self.run.operands.push((self.run.path.len(), word));
        word
    }

    fn set(&mut self, to: Destination, value: Term) {
        if let Some(reg) = to.register() {
            self.run.note(value);
            self.run.state.words[reg.index()] = value;
        }
    }

    fn hi(&mut self) -> Term {
        self.run.state.words[HI]
    }

    fn lo(&mut self) -> Term {
        self.run.state.words[LO]
    }

    fn multiply(&mut self, signedness: Signedness, s: Term, t: Term) {
        let product = step::binary(self.runner.terms, BinaryOp::product(signedness), s, t);
        let words = [self.runner.terms.high(product), self.runner.terms.low(product)];
        self.put(words);
    }

    fn divide(&mut self, signedness: Signedness, s: Term, t: Term) {
        let operations = [BinaryOp::remainder(signedness), BinaryOp::quotient(signedness)];
        let words = operations.map(|op| step::binary(self.runner.terms, op, s, t));
        self.put(words);
    }
}

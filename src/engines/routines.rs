//! Recognises a routine of a program that prints a number, whatever its code is.
//!
//! An own `print` branches once for each digit, so a comparison would distinguish the numbers of digits of all printed
//! numbers. [`recognise`] proves once, for every call, that the routine keeps the contract of the built-in one
//! ([`mips::routines`](crate::machine::mips::routines)). A comparison then takes the routine as one step
//! ([`Summary`](crate::machine::Summary)).
//!
//! The routine is executed with terms, from its first instruction to its return, along all paths. At the start each
//! register and `hi` and `lo` hold any word. Memory is a frame of words below `$30`, and the program's text, which is
//! only read. Everything else is refused: a load of a word that the routine has not stored, an address at or above
//! `$30`, a word of input. So the proof holds for every `$30` with room for the frame.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::engines::paths::asking::answer;
use crate::facts::Facts;
use crate::machine::memory::MEMORY_END;
use crate::machine::mips::{self, Destination, Flow, Mips, Reg};
use crate::machine::values::{Cause, Domain, Halt, Outcome, Test, Values};
use crate::machine::{BinaryOp, Image, Signedness};
use crate::program::{Address, PrintSummary};
use crate::solver::{Answer, Effort, Question, Solver, Stop};
use crate::symbolic::output;
use crate::symbolic::query::Query;
use crate::symbolic::step;
use crate::term::{Term, Terms};

/// Maximum number of bytes of the frame.
const FRAME: u32 = 1 << 10;
/// Maximum number of steps of a path. The longest ones of routines by hand have some hundreds.
const STEPS_PER_PATH: u64 = 4_096;
/// Maximum number of paths. A number has one of 20 formats; a routine may tell a few more cases apart.
const PATHS: usize = 128;
/// Maximum number of tests that divide a path, also where one outcome is impossible.
const DIVISIONS: usize = 2_048;
/// The effort of a query.
const EFFORT_PER_QUERY: Effort = Effort(2_000);

/// The images with what is proved about their own routines. `None` if nothing is.
pub async fn summarised(
    images: [&Rc<Image>; 2],
    solver: &mut dyn Solver,
    stop: &Stop,
) -> Option<[Rc<Image>; 2]> {
    let mut known = images.map(Rc::clone);
    for image in &mut known {
        if let Some(summary) = recognise(image, solver, stop).await {
            *image = Rc::new(image.with_summary(summary));
        }
    }
    known.iter().any(|image| image.summary().is_some()).then_some(known)
}

/// What is proved about the program's own `print`, if it has one: that it keeps the contract. `None` where this is not
/// so, or not proved within the limits.
pub async fn recognise(
    image: &Image,
    solver: &mut dyn Solver,
    stop: &Stop,
) -> Option<PrintSummary> {
    let entry = image.own_print()?;
    let terms = Terms::new();
    let mut proof =
        Proof { image, entry, terms, solver, stop, facts: Facts::default(), divisions: 0 };
    proof.paths().await
}

/// The words of a call, and what it has done so far.
#[derive(Clone, Debug)]
struct RoutinePath {
    pc: u32,
    steps: u64,
    conditions: Vec<Term>,
    regs: [Term; 32],
    hi: Term,
    lo: Term,
    /// The words of the frame by their distance below `$30`, in bytes.
    frame: BTreeMap<u32, Term>,
    output: Vec<Term>,
}

/// How a step ends a path, or divides it.
enum Step {
    On,
    /// At a test with this condition.
    Divide(Term),
    Return,
    /// It is not known to keep the contract.
    Refuse,
}

struct Proof<'p> {
    image: &'p Image,
    entry: Address,
    terms: Terms,
    solver: &'p mut dyn Solver,
    stop: &'p Stop,
    facts: Facts,
    /// Tests that divided a path.
    divisions: usize,
}

impl Proof<'_> {
    async fn paths(&mut self) -> Option<PrintSummary> {
        let start = self.start();
        let (mut open, mut ended) = (vec![start.clone()], 0);
        let (mut exit, mut jumps) = (None, BTreeSet::new());
        let (mut steps, mut frame) = ([u64::MAX, 0], 4);
        while let Some(mut path) = open.pop() {
            match self.step(&mut path, &start, &mut jumps) {
                Step::On => open.push(path),
                Step::Divide(test) => {
                    self.divisions += 1;
                    let other = self.terms.not(test);
                    for condition in [test, other] {
                        let excluded = self.terms.not(condition);
                        if !self.follows(&path.conditions, excluded).await {
                            let mut part = path.clone();
                            part.conditions.push(condition);
                            open.push(part);
                        }
                    }
                    let is_too_much = open.len() + ended > PATHS || self.divisions > DIVISIONS;
                    if is_too_much || self.stop.is_due() {
                        return None;
                    }
                }
                Step::Return => {
                    ended += 1;
                    if *exit.get_or_insert(path.pc) != path.pc || !self.keeps(&path, &start).await {
                        return None;
                    }
                    steps = [steps[0].min(path.steps), steps[1].max(path.steps)];
                    frame = path.frame.keys().copied().fold(frame, u32::max);
                }
                Step::Refuse => return None,
            }
        }
        // A jump within the routine from the same place would look like its return.
        let exit = exit.filter(|exit| !jumps.contains(exit))?;
        Some(PrintSummary { entry: self.entry, exit: Address(exit), steps, frame })
    }

    fn start(&mut self) -> RoutinePath {
        let mut symbol = |name: &str| self.terms.symbol(name);
        let (hi, lo) = (symbol("hi"), symbol("lo"));
        let mut regs = [hi; 32];
        for reg in Reg::all() {
            regs[reg.index()] = symbol(&reg.to_string());
        }
        regs[0] = self.terms.word(0);
        let (frame, conditions, output) = (BTreeMap::new(), Vec::new(), Vec::new());
        RoutinePath { pc: self.entry.0, steps: 0, conditions, regs, hi, lo, frame, output }
    }

    /// Executes an instruction. A path that is to be divided there is unchanged.
    fn step(
        &mut self,
        path: &mut RoutinePath,
        start: &RoutinePath,
        jumps: &mut BTreeSet<u32>,
    ) -> Step {
        let pc = path.pc;
        let is_again = pc == self.entry.0 && path.steps > 0;
        if is_again || pc == self.image.return_address() || path.steps == STEPS_PER_PATH {
            return Step::Refuse;
        }
        let word = self.image.words().get(Address(pc).word_index());
        let Some(&word) = word.filter(|_| pc.is_multiple_of(4)) else { return Step::Refuse };
        let mut next = path.clone();
        let stack = start.regs[Reg::STACK_POINTER.index()];
        let facts = &mut self.facts;
        facts.follow(&mut self.terms, path.conditions.iter().copied());
        let (image, terms) = (self.image, &mut self.terms);
        let mut call = Call { image, terms, facts, stack, path: &mut next };
        let (target, jumped) = match mips::step(&mut call, pc, word) {
            Ok(Flow::To(target)) => (self.terms.word(target), false),
            Ok(Flow::Jump(target)) if target == start.regs[Reg::RETURN_ADDRESS.index()] => {
                return Step::Return;
            }
            Ok(Flow::Jump(target) | Flow::Call(target)) => (target, true),
            Err(Halt::Abort(Some(test))) => return Step::Divide(test),
            Err(Halt::Abort(None) | Halt::Fault(_)) => return Step::Refuse,
        };
        let Some(target) = self.terms.as_const(target) else { return Step::Refuse };
        if jumped {
            jumps.insert(pc);
        }
        *path = RoutinePath { pc: target as u32, steps: path.steps + 1, ..next };
        Step::On
    }

    /// Whether a call that returns has kept the registers and printed the number.
    async fn keeps(&mut self, path: &RoutinePath, start: &RoutinePath) -> bool {
        if path.regs != start.regs {
            return false;
        }
        let number = start.regs[Reg::FIRST_INPUT.index()];
        let Some(text) = output::is_text(&mut self.terms, &path.output, number) else {
            return false;
        };
        for goal in text {
            if !self.follows(&path.conditions, goal).await {
                return false;
            }
        }
        true
    }

    /// Whether a goal is proved to follow from conditions.
    async fn follows(&mut self, conditions: &[Term], goal: Term) -> bool {
        self.facts.follow(&mut self.terms, conditions.iter().copied());
        let (goal, _) = self.facts.simplified(&mut self.terms, goal);
        if let Some(holds) = self.terms.as_bool(goal) {
            return holds;
        }
        let (name, assumptions) = ("print".to_owned(), conditions.to_vec());
        let query = Query { name, assumptions, goal: self.terms.not(goal) };
        let question =
            Question::new(&query.name).within(EFFORT_PER_QUERY).until(self.stop).in_process();
        let (answer, _) = answer(&mut self.terms, self.solver, &query, question).await;
        matches!(answer, Answer::Unsat(_))
    }
}

/// An instruction of a call. It aborts with a test that divides the path, or without one if it does more than a
/// routine that prints may.
struct Call<'c> {
    image: &'c Image,
    terms: &'c mut Terms,
    facts: &'c mut Facts,
    /// `$30` at the start.
    stack: Term,
    path: &'c mut RoutinePath,
}

impl Call<'_> {
    /// The distance of an address below `$30`, if it is in the frame.
    fn below_stack(&self, address: Term) -> Option<u32> {
        let (base, offset) = self.terms.split_sum(address);
        let below = (offset as u32).wrapping_neg();
        let is_in_frame = base == self.stack && (4..=FRAME).contains(&below);
        (is_in_frame && below.is_multiple_of(4)).then_some(below)
    }
}

impl Values for Call<'_> {
    type Word = Term;
    type Address = Term;

    fn constant(&mut self, value: u32) -> Term {
        self.terms.word(value)
    }

    fn binary(&mut self, op: BinaryOp, s: Term, t: Term) -> Term {
        step::binary(self.terms, op, s, t)
    }

    fn address(&mut self, base: Term, offset: i16) -> Term {
        step::address(self.terms, base, offset)
    }
}

impl Domain for Call<'_> {
    type Abort = Option<Term>;

    fn decide(&mut self, _: Cause, test: Test<Term, Term>) -> Outcome<bool, Self> {
        let in_frame = match test {
            Test::Aligned(address) | Test::Below(address, _) | Test::At(address, _) => {
                self.below_stack(address).is_some()
            }
            Test::Equal(..) | Test::Is(..) => false,
        };
        match test {
            Test::Aligned(_) if in_frame => return Ok(true),
            Test::Below(_, bound) if in_frame => return Ok(bound == MEMORY_END),
            _ => {}
        }
        let term = step::test(self.terms, test);
        let (term, _) = self.facts.simplified(self.terms, term);
        match (self.terms.as_bool(term), test) {
            (Some(holds), _) => Ok(holds),
            (None, Test::Equal(..) | Test::Is(..)) => Err(Halt::Abort(Some(term))),
            (None, _) => Err(Halt::Abort(None)),
        }
    }

    fn text_end(&self) -> u32 {
        self.image.text_end()
    }

    fn text_word(&mut self, address: u32) -> Outcome<Term, Self> {
        let word = self.image.words().get(Address(address).word_index());
        word.map(|&word| self.terms.word(word)).ok_or(Halt::Abort(None))
    }

    fn load(&mut self, address: Term) -> Outcome<Term, Self> {
        if let Some(address) = self.terms.as_const(address) {
            return self.text_word(address as u32);
        }
        let word = self.below_stack(address).and_then(|below| self.path.frame.get(&below));
        word.copied().ok_or(Halt::Abort(None))
    }

    fn read(&mut self) -> Outcome<Term, Self> {
        Err(Halt::Abort(None))
    }

    fn store(&mut self, address: Term, value: Term, _: bool) -> Outcome<(), Self> {
        let below = self.below_stack(address).ok_or(Halt::Abort(None))?;
        self.path.frame.insert(below, value);
        Ok(())
    }

    fn output(&mut self, value: Term) -> Outcome<(), Self> {
        self.path.output.push(value);
        Ok(())
    }
}

impl Mips for Call<'_> {
    fn get(&mut self, reg: Reg) -> Term {
        self.path.regs[reg.index()]
    }

    fn set(&mut self, to: Destination, value: Term) {
        if let Some(reg) = to.register() {
            self.path.regs[reg.index()] = value;
        }
    }

    fn hi(&mut self) -> Term {
        self.path.hi
    }

    fn lo(&mut self) -> Term {
        self.path.lo
    }

    fn multiply(&mut self, signedness: Signedness, s: Term, t: Term) {
        let product = step::binary(self.terms, BinaryOp::product(signedness), s, t);
        self.path.hi = self.terms.high(product);
        self.path.lo = self.terms.low(product);
    }

    fn divide(&mut self, signedness: Signedness, s: Term, t: Term) {
        self.path.hi = step::binary(self.terms, BinaryOp::remainder(signedness), s, t);
        self.path.lo = step::binary(self.terms, BinaryOp::quotient(signedness), s, t);
    }
}

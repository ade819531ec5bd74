//! Concolic runs with terms.

use std::rc::Rc;

use super::{Counter, Counts, Overrides, Written};
use crate::facts::Redundancy;
use crate::machine::mips::Reg;
use crate::machine::recurrence::Part;
use crate::machine::setup::Array;
use crate::machine::values::{Cause, Test, Values};
use crate::machine::{
    BinaryOp, HiLo, Image, Initial, Printing, Recorder, Signedness, Slot, State, Tagged,
};
use crate::program::Address;
use crate::symbolic::contract::{self, Scene};
use crate::symbolic::output::Written as Printed;
use crate::symbolic::path::{self, PathCondition};
use crate::symbolic::step;
use crate::term::{Term, Terms};

/// The registers and the memory of a machine, as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    regs: [Term; 32],
    hi: Term,
    lo: Term,
    memory: Term,
}

impl Held {
    /// A part of the state: a word, or all of memory.
    pub fn part(&self, terms: &mut Terms, part: Part) -> Term {
        match part {
            Part::Reg(reg) => self.regs[reg.index()],
            Part::Hi => self.hi,
            Part::Lo => self.lo,
            Part::Memory => self.memory,
            Part::Cell(address) => {
                let address = terms.word(address.0);
                terms.select(self.memory, address)
            }
        }
    }
}

impl Scene for Held {
    fn reg(&self, reg: Reg) -> Term {
        self.regs[reg.index()]
    }

    fn load(&self, terms: &mut Terms, address: Address) -> Option<Term> {
        let address = terms.word(address.0);
        Some(terms.select(self.memory, address))
    }
}

/// Records a run as terms.
pub struct TermRecorder<'t> {
    terms: &'t mut Terms,
    inputs: Rc<[Term]>,
    counter: Counter,
    overrides: &'t Overrides<Term>,
    wanted: &'t [(Address, Slot)],
    printing: Printing,
    length: Option<u32>,
    /// The current registers and memory.
    pub held: Held,
    /// The path conditions of the run, without those that fold to true.
    pub conditions: Vec<PathCondition>,
    /// The outcome of the test of each condition.
    pub holds: Vec<bool>,
    /// The words written, in order.
    pub written: Vec<Written<Term>>,
    /// The output so far.
    pub printed: Vec<Printed>,
    /// The sums, differences and products that may overflow, in order, if they are recorded.
    pub overflows: Option<Vec<Overflow>>,
}

/// An operation of a run that may overflow.
#[derive(Clone, Copy, Debug)]
pub struct Overflow {
    /// The address of its instruction.
    pub at: Address,
    /// The operation.
    pub op: BinaryOp,
    /// Its operands.
    pub words: [Term; 2],
    /// The condition that it overflows, a boolean.
    pub holds: Term,
}

/// Maximum number of overflows that are recorded per run.
const OVERFLOWS: usize = 1_000;

impl<'t> TermRecorder<'t> {
    /// A recorder for a run of this program from its start. It keeps all words that instructions
    /// write, and the `wanted` ones of those that decide what instructions do.
    pub fn new(
        terms: &'t mut Terms,
        image: &Image,
        overrides: &'t Overrides<Term>,
        wanted: &'t [(Address, Slot)],
    ) -> TermRecorder<'t> {
        let inputs = path::inputs(terms, &image.setup().names);
        let zero = terms.word(0);
        let mut regs = [zero; 32];
        for reg in Reg::all() {
            regs[reg.index()] = match image.initial(reg) {
                Initial::Word(word) => terms.word(word),
                Initial::Input(index) => inputs[index],
            };
        }
        let held = Held { regs, hi: zero, lo: zero, memory: terms.image(image.words()) };
        let (conditions, written, printed) = (Vec::new(), Vec::new(), Vec::new());
        let (counter, printing, length) = (Counter::new(), Printing::of(image), None);
        let holds = Vec::new();
        TermRecorder {
            terms,
            inputs,
            counter,
            overrides,
            wanted,
            printing,
            length,
            held,
            conditions,
            holds,
            written,
            printed,
            overflows: None,
        }
    }

    /// Records an operation that may overflow. Beyond the limit, all records of overflows are
    /// dropped.
    fn overflow(&mut self, op: BinaryOp, s: Term, t: Term) {
        if let Some(overflows) = &mut self.overflows {
            let term = step::overflows(self.terms, op, s, t);
            if overflows.len() == OVERFLOWS {
                self.overflows = None;
            } else if self.terms.as_bool(term) != Some(false) {
                let at = self.counter.at;
                overflows.push(Overflow { at, op, words: [s, t], holds: term });
            }
        }
    }

    /// Calls a function on the current state.
    pub fn ask<T>(&mut self, asked: impl FnOnce(&mut Terms, &Held) -> T) -> T {
        asked(self.terms, &self.held)
    }

    /// The observed words of the current state, except `$3` and the output.
    pub fn observed(&mut self, image: &Image) -> Option<Vec<Term>> {
        let TermRecorder { terms, inputs, length, held, .. } = self;
        contract::observed(terms, image.setup(), inputs, *length, held)
    }

    /// The execution count of each instruction.
    pub fn counts(&self) -> &Counts {
        &self.counter.counts
    }

    /// Whether a word kept its own value because its replacement is unknown.
    pub fn is_beyond(&self) -> bool {
        self.overrides.is_beyond(self.counts())
    }

    /// Adds a path condition; `holds` is the result of the test on this run.
    fn condition(&mut self, cause: Cause, test: Test<Term, Term>, holds: bool) {
        let alternative = match (cause, test) {
            (Cause::JumpTarget | Cause::Length | Cause::Fetch, Test::Is(of, value)) if holds => {
                Some((of, value))
            }
            _ => None,
        };
        let equal = match test {
            Test::Equal(a, b) => Some((a, b)),
            Test::Is(a, value) if cause != Cause::Fetch && cause != Cause::JumpRange => {
                Some((a, self.terms.word(value)))
            }
            _ => None,
        };
        let term = step::test(self.terms, test);
        // From here on, every register that holds the word holds that constant.
        if let Some((a, b)) = equal
            && let Some((word, value)) = self.terms.settled(a, b, holds)
        {
            let Held { regs, hi, lo, .. } = &mut self.held;
            let places = regs.iter_mut().chain([hi, lo]);
            places.filter(|held| **held == word).for_each(|held| *held = value);
        }
        let term = if holds { term } else { self.terms.not(term) };
        if self.terms.as_bool(term) == Some(true) {
            return;
        }
        let at = self.counter.at;
        self.holds.push(holds);
        self.conditions.push(PathCondition {
            at,
            cause,
            term,
            alternative,
            redundancy: Redundancy::UNKNOWN,
        });
    }

    /// Records a written word: the instruction's own, or its replacement.
    fn write(&mut self, slot: Slot, word: Tagged<Term>, place: (Option<u32>, Option<Reg>)) -> Term {
        let instance = self.counter.instance(slot);
        let word = self.overrides.get(instance).unwrap_or(word);
        let (to, reg) = place;
        self.written.push(Written { instance, word, to, reg, loaded: None });
        word.tag
    }

    /// Records a word that decides what the instruction does, if it is wanted.
    fn go_by(&mut self, slot: Slot, word: Tagged<Term>) {
        let instance = self.counter.instance(slot);
        if self.wanted.contains(&(instance.at, slot)) {
            self.written.push(Written { instance, word, to: None, reg: None, loaded: None });
        }
    }
}

impl Values for TermRecorder<'_> {
    type Word = Term;
    type Address = Term;

    fn constant(&mut self, value: u32) -> Term {
        self.terms.word(value)
    }

    fn binary(&mut self, op: BinaryOp, s: Term, t: Term) -> Term {
        match self.printing.is_on() {
            true => s,
            false => {
                self.overflow(op, s, t);
                step::binary(self.terms, op, s, t)
            }
        }
    }

    fn address(&mut self, base: Term, offset: i16) -> Term {
        step::address(self.terms, base, offset)
    }
}

impl Recorder for TermRecorder<'_> {
    fn begin(&mut self, at: Address) {
        self.counter.begin(at);
        if self.printing.begin(at) {
            let number = self.held.regs[Reg::FIRST_INPUT.index()];
            self.printed.push(Printed::Number(number));
        }
    }

    fn reach(&mut self, state: &mut State) {
        if self.printing.is_on() {
            return;
        }
        for (reg, word) in self.overrides.held(self.counter.at, self.counter.occurrence) {
            state.set(reg, word.value);
            self.held.regs[reg.index()] = word.tag;
        }
    }

    fn overwrite(&mut self, slot: Slot, value: u32) -> u32 {
        let word = self.overrides.get(self.counter.instance(slot));
        word.map_or(value, |word| word.value)
    }

    fn read(&mut self, reg: Reg, value: u32) -> Tagged<Term> {
        let instance = self.counter.operand();
        let own = Tagged { value, tag: self.get(reg) };
        if self.printing.is_on() {
            return own;
        }
        let word = self.overrides.get(instance).unwrap_or(own);
        self.go_by(instance.slot, word);
        word
    }

    fn access(&mut self, base: Term, offset: i16, value: u32) -> Tagged<Term> {
        let own = Tagged { value, tag: self.address(base, offset) };
        if self.printing.is_on() {
            return own;
        }
        let word = self.overrides.get(self.counter.instance(Slot::Address)).unwrap_or(own);
        self.go_by(Slot::Address, word);
        word
    }

    fn branch(&mut self, where_equal: bool, [s, t]: [Term; 2], equal: bool) -> bool {
        if self.printing.is_on() {
            return equal == where_equal;
        }
        let (zero, one) = (self.terms.word(0), self.terms.word(1));
        let word = match self.overrides.get(self.counter.instance(Slot::Taken)) {
            Some(word) => {
                let passes = word.value == 0;
                self.condition(Cause::Branch, Test::Is(word.tag, 0), passes);
                Tagged { value: u32::from(!passes), tag: word.tag }
            }
            None => {
                let term = self.terms.eq(s, t);
                self.condition(Cause::Branch, Test::Equal(s, t), equal);
                let ways = if where_equal { [one, zero] } else { [zero, one] };
                let tag = self.terms.ite(term, ways[0], ways[1]);
                Tagged { value: u32::from(equal == where_equal), tag }
            }
        };
        self.go_by(Slot::Taken, word);
        let at = (self.counter.at, Slot::NotTaken);
        if self.wanted.contains(&at) {
            let passes = self.terms.eq(word.tag, zero);
            let tag = self.terms.ite(passes, one, zero);
            self.go_by(Slot::NotTaken, Tagged { value: 1 - word.value, tag });
        }
        word.value != 0
    }

    fn test(&mut self, cause: Cause, test: Test<Term, Term>, holds: bool) {
        if !self.printing.is_on() {
            self.condition(cause, test, holds);
        }
    }

    fn test_memory(&mut self, cause: Cause, address: Term, word: u32, holds: bool) {
        if !self.printing.is_on() {
            let held = self.terms.select(self.held.memory, address);
            self.condition(cause, Test::Is(held, word), holds);
        }
    }

    fn get(&mut self, reg: Reg) -> Term {
        self.held.regs[reg.index()]
    }

    fn hi(&mut self) -> Term {
        self.held.hi
    }

    fn lo(&mut self) -> Term {
        self.held.lo
    }

    fn text_word(&mut self, address: u32, value: u32, original: bool) -> Term {
        if original {
            return self.terms.word(value);
        }
        let address = self.terms.word(address);
        self.terms.select(self.held.memory, address)
    }

    fn given(&mut self, array: Array, length: u32) {
        self.length = Some(length);
        self.condition(Cause::Length, Test::Is(self.inputs[array.length], length), true);
        for (address, index) in array.first_words(length) {
            let address = self.terms.word(address.0);
            self.held.memory = self.terms.store(self.held.memory, address, self.inputs[index]);
        }
    }

    fn input(&mut self, index: usize, _: u32) -> Term {
        self.inputs[index]
    }

    fn load(&mut self, address: Tagged<Term>, _: u32) -> Term {
        self.terms.select(self.held.memory, address.tag)
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<Term>) {
        if !self.printing.is_on() {
            self.held.regs[reg.index()] = self.write(Slot::Register, new, (None, Some(reg)));
        }
    }

    fn multiply(
        &mut self,
        signedness: Signedness,
        [s, t]: [Tagged<Term>; 2],
        HiLo { new, .. }: HiLo,
    ) {
        if self.printing.is_on() {
            return;
        }
        self.overflow(BinaryOp::product(signedness), s.tag, t.tag);
        let product = step::binary(self.terms, BinaryOp::product(signedness), s.tag, t.tag);
        let (high, low) = (self.terms.high(product), self.terms.low(product));
        self.hi_and_lo(new, [high, low]);
    }

    fn divide(
        &mut self,
        signedness: Signedness,
        [s, t]: [Tagged<Term>; 2],
        HiLo { new, .. }: HiLo,
    ) {
        if self.printing.is_on() {
            return;
        }
        let ops = [BinaryOp::remainder(signedness), BinaryOp::quotient(signedness)];
        let new_terms = ops.map(|op| step::binary(self.terms, op, s.tag, t.tag));
        self.hi_and_lo(new, new_terms);
    }

    fn store(&mut self, at: Tagged<Term>, _: u32, new: Tagged<Term>) {
        self.printing.store(at.value);
        if !self.printing.is_on() {
            let word = self.write(Slot::Memory, new, (Some(at.value), None));
            self.held.memory = self.terms.store(self.held.memory, at.tag, word);
        }
    }

    fn output(&mut self, value: Tagged<Term>) {
        if !self.printing.is_on() {
            let word = self.write(Slot::Output, value, (None, None));
            self.printed.push(Printed::Byte(word));
        }
    }
}

impl TermRecorder<'_> {
    fn hi_and_lo(&mut self, values: [u32; 2], terms: [Term; 2]) {
        let tagged = |index: usize| Tagged { value: values[index], tag: terms[index] };
        self.held.hi = self.write(Slot::Hi, tagged(0), (None, None));
        self.held.lo = self.write(Slot::Lo, tagged(1), (None, None));
    }
}

//! A run over terms, word by word, with values that are asked to be others.
//!
//! A [`TermRecorder`] is told of a run by the emulator and keeps the term of each
//! register and of memory as it goes, the conditions that the run depended on, and
//! of each word that an instruction wrote its value and its term ([`Written`]). A
//! trace ([`trace`](crate::trace)) says the same for a reader and for the search for
//! other paths; this is for who asks about one instruction of a run, which passes
//! over traces may have taken out.
//!
//! An [`Instance`] is one execution of an instruction. Words that instances write
//! can be replaced ([`Overrides`]): the run then goes on with the other value, and
//! its terms with the other term (`AssignFix` of Lahiri, Sinha and Hawblitzel, CAV
//! 2015, section 3.1).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::facts::Said;
use crate::isa::Reg;
use crate::machine::semantics::{Cause, Test, Values};
use crate::machine::setup::Array;
use crate::machine::{
    BinaryOp, HiLo, Image, Initial, Printing, Recorder, Signedness, Slot, Tagged,
};
use crate::program::Address;
use crate::symbolic::contract::{self, Scene};
use crate::symbolic::output::Written as Printed;
use crate::symbolic::path::{self, PathCondition};
use crate::symbolic::step;
use crate::term::{Term, Terms};

/// A word that an instruction writes, at one of its executions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instance {
    /// The address of the instruction.
    pub at: Address,
    /// How-manieth time it is executed, from 1.
    pub occurrence: u32,
    /// Which of its words.
    pub slot: Slot,
}

/// A word that was written.
#[derive(Clone, Copy, Debug)]
pub struct Written<W> {
    /// By what.
    pub instance: Instance,
    /// The word.
    pub word: Tagged<W>,
    /// The address of the word of memory, where it is one.
    pub to: Option<u32>,
    /// The register, where it is one.
    pub reg: Option<Reg>,
    /// The address of the word of memory that it was read from, where it was loaded.
    pub loaded: Option<u32>,
}

/// Words that are written in place of others.
#[derive(Clone, Debug)]
pub struct Overrides<W> {
    words: FxHashMap<Instance, Tagged<W>>,
}

impl<W> Default for Overrides<W> {
    fn default() -> Overrides<W> {
        Overrides { words: FxHashMap::default() }
    }
}

impl<W: Copy> Overrides<W> {
    /// Whether nothing is replaced.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Writes this word in place of that of an instance.
    pub fn insert(&mut self, instance: Instance, word: Tagged<W>) {
        self.words.insert(instance, word);
    }
}

/// Which execution of which instruction a run is at.
#[derive(Clone, Debug)]
struct Counter {
    at: Address,
    counts: FxHashMap<Address, u32>,
}

impl Counter {
    fn new() -> Counter {
        Counter { at: Address(0), counts: FxHashMap::default() }
    }

    fn begin(&mut self, at: Address) {
        self.at = at;
        *self.counts.entry(at).or_default() += 1;
    }

    fn instance(&self, slot: Slot) -> Instance {
        let occurrence = self.counts.get(&self.at).copied().unwrap_or(0);
        Instance { at: self.at, occurrence, slot }
    }
}

/// A run without terms: what was written, with overrides.
#[derive(Clone, Debug)]
pub struct ValueRecorder<'o> {
    counter: Counter,
    overrides: Option<&'o Overrides<()>>,
    printing: Printing,
    /// What was written, in order, where it is kept.
    pub written: Vec<Written<()>>,
    /// Calls in order, and how much was written before each returned, where it did.
    pub calls: Vec<Option<usize>>,
    /// Calls that have not returned, with where they return to.
    open: Vec<(usize, Address)>,
    loaded: Option<u32>,
    keeps: bool,
}

impl<'o> ValueRecorder<'o> {
    /// Keeps what a run of this program writes.
    pub fn keeping(image: &Image, overrides: Option<&'o Overrides<()>>) -> ValueRecorder<'o> {
        let (counter, printing) = (Counter::new(), Printing::of(image));
        ValueRecorder {
            counter,
            overrides,
            printing,
            written: Vec::new(),
            calls: Vec::new(),
            open: Vec::new(),
            loaded: None,
            keeps: true,
        }
    }

    /// Only overrides what a run of this program writes.
    pub fn overriding(image: &Image, overrides: &'o Overrides<()>) -> ValueRecorder<'o> {
        let keeping = ValueRecorder::keeping(image, Some(overrides));
        ValueRecorder { keeps: false, ..keeping }
    }

    fn keep(&mut self, slot: Slot, value: u32, to: Option<u32>, reg: Option<Reg>) {
        if self.keeps && !self.printing.is_on() {
            let (instance, word) = (self.counter.instance(slot), Tagged { value, tag: () });
            let loaded = self.loaded;
            self.written.push(Written { instance, word, to, reg, loaded });
        }
    }

    /// Takes note of a call that returns to an address.
    fn call(&mut self, to: Address) {
        self.open.push((self.calls.len(), to));
        self.calls.push(None);
    }
}

impl Values for ValueRecorder<'_> {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}
    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}
    fn address(&mut self, (): (), _: i16) {}
}

impl Recorder for ValueRecorder<'_> {
    fn begin(&mut self, at: Address) {
        self.counter.begin(at);
        self.printing.begin(at);
        self.loaded = None;
        if let Some(&(call, to)) = self.open.last()
            && to == at
        {
            self.open.pop();
            self.calls[call] = Some(self.written.len());
        }
    }

    fn overwrite(&mut self, slot: Slot, value: u32) -> u32 {
        let Some(overrides) = self.overrides else { return value };
        let word = overrides.words.get(&self.counter.instance(slot));
        word.map_or(value, |word| word.value)
    }

    fn get(&mut self, _: Reg) {}
    fn hi(&mut self) {}
    fn lo(&mut self) {}
    fn text_word(&mut self, _: u32, _: u32, _: bool) {}
    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, address: Tagged<()>, _: u32) {
        self.loaded = Some(address.value);
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<()>) {
        self.keep(Slot::Register, new.value, None, Some(reg));
        // Only a call writes the address behind itself.
        let behind = Address(self.counter.at.0.wrapping_add(4));
        if self.keeps && reg == Reg::RETURN_ADDRESS && new.value == behind.0 {
            self.call(behind);
        }
    }

    fn multiply(&mut self, _: Signedness, _: [Tagged<()>; 2], HiLo { new: [hi, lo], .. }: HiLo) {
        self.keep(Slot::Hi, hi, None, None);
        self.keep(Slot::Lo, lo, None, None);
    }

    fn divide(&mut self, of: Signedness, operands: [Tagged<()>; 2], new: HiLo) {
        self.multiply(of, operands, new);
    }

    fn store(&mut self, at: Tagged<()>, _: u32, new: Tagged<()>) {
        self.printing.store(at.value);
        self.keep(Slot::Memory, new.value, Some(at.value), None);
    }

    fn output(&mut self, value: Tagged<()>) {
        self.keep(Slot::Output, value.value, None, None);
    }
}

/// What the registers and the memory of a machine hold, as terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    regs: [Term; 32],
    hi: Term,
    lo: Term,
    memory: Term,
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

/// Records a run over terms.
pub struct TermRecorder<'t> {
    terms: &'t mut Terms,
    inputs: Rc<[Term]>,
    counter: Counter,
    overrides: &'t Overrides<Term>,
    printing: Printing,
    length: Option<u32>,
    /// What registers and memory hold now.
    pub held: Held,
    /// What the run depended on, but for what always holds.
    pub conditions: Vec<PathCondition>,
    /// Whether what each of them tests held.
    pub holds: Vec<bool>,
    /// What was written, in order.
    pub written: Vec<Written<Term>>,
    /// What was printed.
    pub printed: Vec<Printed>,
}

impl<'t> TermRecorder<'t> {
    /// Of a run of this program from its start.
    pub fn new(
        terms: &'t mut Terms,
        image: &Image,
        overrides: &'t Overrides<Term>,
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
            printing,
            length,
            held,
            conditions,
            holds,
            written,
            printed,
        }
    }

    /// What is observed of the machine now, beside `$3` and the output.
    pub fn observed(&mut self, image: &Image) -> Option<Vec<Term>> {
        let TermRecorder { terms, inputs, length, held, .. } = self;
        contract::observed(terms, image.setup(), inputs, *length, held)
    }

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
        // From here on the word is that constant, in all places.
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
        self.conditions.push(PathCondition { at, cause, term, alternative, said: Said::UNKNOWN });
    }

    /// Takes note of a word that was written: its own term, or the one in its place.
    fn write(&mut self, slot: Slot, word: Tagged<Term>, place: (Option<u32>, Option<Reg>)) -> Term {
        let instance = self.counter.instance(slot);
        let word = self.overrides.words.get(&instance).copied().unwrap_or(word);
        let (to, reg) = place;
        self.written.push(Written { instance, word, to, reg, loaded: None });
        word.tag
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
            false => step::binary(self.terms, op, s, t),
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

    fn overwrite(&mut self, slot: Slot, value: u32) -> u32 {
        let word = self.overrides.words.get(&self.counter.instance(slot));
        word.map_or(value, |word| word.value)
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
        for (address, index) in array.first_elements(length) {
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

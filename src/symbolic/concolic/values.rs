//! Concolic runs without terms, on values only.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{Counter, Counts, Instance, Operands, Overrides, Written};
use crate::machine::mips::Reg;
use crate::machine::recurrence::Steering;
use crate::machine::values::Values;
use crate::machine::{BinaryOp, HiLo, Image, Printing, Recorder, Signedness, Slot, State, Tagged};
use crate::program::Address;

/// Records a run without terms: the words that instructions wrote or depended on, with overrides.
#[derive(Clone, Debug)]
pub struct ValueRecorder<'o> {
    counter: Counter,
    overrides: Option<&'o Overrides<()>>,
    printing: Printing,
    /// The words written, in order, if they are recorded.
    pub written: Vec<Written<()>>,
    /// For each call, in order, the number of words written before it returned, if it returned.
    pub calls: Vec<Option<usize>>,
    /// Calls that have not returned, with their return addresses.
    open: Vec<(usize, Address)>,
    loaded: Option<u32>,
    operands: Operands,
    held: Rc<BTreeSet<(Address, Reg)>>,
    keeps: bool,
    /// Whether the current instruction needs no recording.
    is_idle: bool,
}

impl<'o> ValueRecorder<'o> {
    /// Records the words that a run of this program writes, its branch outcomes, the addresses that
    /// it loads from and stores to, and the registers that it reads for these `operands`.
    pub fn keeping(
        image: &Image,
        overrides: Option<&'o Overrides<()>>,
        operands: Operands,
    ) -> ValueRecorder<'o> {
        let (counter, printing) = (Counter::new(), Printing::of(image));
        ValueRecorder {
            counter,
            overrides,
            printing,
            written: Vec::new(),
            calls: Vec::new(),
            open: Vec::new(),
            loaded: None,
            operands,
            held: Rc::default(),
            keeps: true,
            is_idle: false,
        }
    }

    /// Also records these registers before these instructions.
    pub fn holding(self, held: &Rc<BTreeSet<(Address, Reg)>>) -> ValueRecorder<'o> {
        ValueRecorder { held: Rc::clone(held), ..self }
    }

    /// Overrides words of a run of this program and records nothing.
    pub fn overriding(image: &Image, overrides: &'o Overrides<()>) -> ValueRecorder<'o> {
        let keeping = ValueRecorder::keeping(image, Some(overrides), Operands::None);
        ValueRecorder { keeps: false, ..keeping }
    }

    /// The execution counts of the instructions: all of them if words are recorded, else only those
    /// with overrides.
    pub fn counts(&self) -> &Counts {
        &self.counter.counts
    }

    /// Whether a word kept its own value because its replacement is unknown.
    pub fn is_beyond(&self) -> bool {
        self.overrides.is_some_and(|overrides| overrides.is_beyond(self.counts()))
    }

    /// Takes the recorded words and calls and stops recording.
    pub fn keep_no_more(&mut self) -> (Vec<Written<()>>, Vec<Option<usize>>) {
        self.keeps = false;
        (std::mem::take(&mut self.written), std::mem::take(&mut self.calls))
    }

    /// The replacement for a word, or the word itself.
    fn replaced(&self, instance: Instance, value: u32) -> u32 {
        match self.overrides {
            Some(overrides) if !self.is_idle => {
                overrides.get(instance).map_or(value, |word| word.value)
            }
            _ => value,
        }
    }

    fn keep(&mut self, slot: Slot, value: u32, to: Option<u32>, reg: Option<Reg>) {
        if self.keeps && !self.printing.is_on() {
            let (instance, word) = (self.counter.instance(slot), Tagged { value, tag: () });
            let loaded = self.loaded;
            self.written.push(Written { instance, word, to, reg, loaded });
        }
    }

    /// Records a call with its return address.
    fn call(&mut self, to: Address) {
        self.open.push((self.calls.len(), to));
        self.calls.push(None);
    }
}

impl Steering for ValueRecorder<'_> {
    fn phase(&self) -> Vec<u32> {
        self.overrides.map(|overrides| overrides.phase(self.counts())).unwrap_or_default()
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
        if !self.keeps {
            // Only instructions with overrides are counted.
            self.is_idle = !self.overrides.is_some_and(|overrides| overrides.is_about(at));
            if !self.is_idle {
                self.counter.begin(at);
            }
            return;
        }
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

    fn reach(&mut self, state: &mut State) {
        let (at, occurrence) = (self.counter.at, self.counter.occurrence);
        if self.is_idle || self.printing.is_on() {
            return;
        }
        if let Some(overrides) = self.overrides {
            overrides.held(at, occurrence).for_each(|(reg, word)| state.set(reg, word.value));
        }
        if self.keeps && !self.held.is_empty() {
            let held = Rc::clone(&self.held);
            for &(_, reg) in held.range((at, Reg::ZERO)..).take_while(|held| held.0 == at) {
                self.keep(Slot::Held(reg), state.reg(reg), None, Some(reg));
            }
        }
    }

    fn overwrite(&mut self, slot: Slot, value: u32) -> u32 {
        self.replaced(self.counter.instance(slot), value)
    }

    fn read(&mut self, reg: Reg, value: u32) -> Tagged<()> {
        let instance = self.counter.operand();
        let value = self.replaced(instance, value);
        if self.keeps && self.operands.contains(instance) {
            self.keep(instance.slot, value, None, Some(reg));
        }
        Tagged { value, tag: () }
    }

    fn access(&mut self, (): (), _: i16, value: u32) -> Tagged<()> {
        let value = self.replaced(self.counter.instance(Slot::Address), value);
        self.keep(Slot::Address, value, None, None);
        Tagged { value, tag: () }
    }

    fn branch(&mut self, where_equal: bool, _: [(); 2], equal: bool) -> bool {
        let taken = u32::from(equal == where_equal);
        let taken = self.replaced(self.counter.instance(Slot::Taken), taken) != 0;
        self.keep(Slot::Taken, taken.into(), None, None);
        self.keep(Slot::NotTaken, (!taken).into(), None, None);
        taken
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
        // Only a call writes the address of the next instruction.
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

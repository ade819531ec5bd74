//! Compiles a correlating program: for each pair of addresses, one step of one half.

use std::collections::{BTreeMap, BTreeSet};

use super::memory::Memories;
use super::registers::{HIGH, LOW, RegisterHome, Registers};
use super::text::{Reach, Text};
use super::{STATES, Uncorrelated};
use crate::contract::SIDES;
use crate::engines::alignment::interleaving::Partner;
use crate::flow::cfg::Graph;
use crate::flow::{Successors, successors};
use crate::machine::mips::{Instruction, Op, Reg, decode};
use crate::machine::{Image, Initial};
use crate::program::Address;

/// The location of a half: an address, or its end.
type At = Option<u32>;

/// The locations of both halves, and whether the right one still has to execute the partner of the
/// step that the left one has just executed.
type Positions = (At, At, bool);

pub(super) struct Compiler<'c> {
    images: [&'c Image; 2],
    graphs: &'c [Graph; 2],
    registers: &'c Registers,
    memories: Memories<'c>,
    labels: BTreeMap<Positions, usize>,
    /// States that have a label but are not compiled yet.
    open: Vec<Positions>,
    text: Text,
    /// The addresses of compiled words, and of constants after `lis`.
    executed: [BTreeSet<u32>; 2],
}

/// The code, and the number of compiled pairs of addresses.
pub(super) struct Compiled {
    pub text: Text,
    pub states: usize,
}

impl<'c> Compiler<'c> {
    pub fn new(
        images: [&'c Image; 2],
        graphs: &'c [Graph; 2],
        registers: &'c Registers,
        reach: Reach,
    ) -> Compiler<'c> {
        Compiler {
            images,
            graphs,
            registers,
            memories: Memories::new(images, registers),
            labels: BTreeMap::new(),
            open: Vec::new(),
            text: Text::new(reach),
            executed: Default::default(),
        }
    }

    /// Compiles the whole program, except for its header.
    pub fn compile(mut self, partner: &Partner, begin: Text) -> Result<Compiled, Uncorrelated> {
        let start = (self.place(0, 0), self.place(1, 0), false);
        self.go(start);
        while let Some(state) = self.open.pop() {
            self.state(state, partner)?;
            if self.labels.len() > STATES {
                return Err(Uncorrelated::TooLong);
            }
        }
        self.end();
        let states = self.labels.len();
        let mut text = begin;
        self.memories.begin(&mut text);
        self.registers_at_start(&mut text);
        text.append(self.text);
        Ok(Compiled { text, states })
    }

    fn place(&self, side: usize, address: u32) -> At {
        (address != self.images[side].return_address()).then_some(address)
    }

    /// The label of a state. The state is compiled later if it is new.
    fn label(&mut self, state: Positions) -> String {
        if state.0.is_none() && state.1.is_none() {
            return "ended".to_owned();
        }
        let next = self.labels.len();
        let number = *self.labels.entry(state).or_insert_with(|| {
            self.open.push(state);
            next
        });
        format!("at{number}")
    }

    fn go(&mut self, state: Positions) {
        let label = self.label(state);
        self.text.go(&label, self.registers.scratch[0]);
    }

    fn go_outside(&mut self) {
        self.text.go("outside", self.registers.scratch[0]);
    }

    /// Writes the initial registers of both halves. Those of the right half come first, because the
    /// left half's may be the registers that hold the inputs.
    fn registers_at_start(&self, text: &mut Text) {
        let [a, ..] = self.registers.scratch;
        for side in [1, 0] {
            for reg in Reg::all().skip(1) {
                let target = self.registers.target(side, reg.index(), a);
                if self.registers.place(side, reg.index()) == RegisterHome::Nowhere || target == reg
                {
                    continue;
                }
                match self.images[side].initial(reg) {
                    Initial::Word(0) => continue,
                    Initial::Word(word) => text.number(target, word),
                    Initial::Input(_) => text.line(&format!("add {target}, {reg}, $0")),
                }
                self.registers.written(text, side, reg.index(), a);
            }
        }
    }

    fn end(&mut self) {
        let [a, b, ..] = self.registers.scratch;
        let result = Reg::RESULT.index();
        self.text.label("ended");
        let left = self.registers.read(&mut self.text, 0, result, a);
        let right = self.registers.read(&mut self.text, 1, result, b);
        self.memories.end(&mut self.text, [left, right]);
        self.memories.routines(&mut self.text, &self.executed);
        for (name, comment) in [
            ("left_faults", "The left half faults; 1 is no address of a word."),
            ("right_faults", "The right half faults."),
            ("outside", "What cannot be followed."),
        ] {
            self.text.comment(comment);
            self.text.label(name);
            self.text.line("lw $3, 1($0)");
        }
        self.text.line("jr $31");
        self.memories.texts(&mut self.text);
    }

    /// Compiles a state: one step of one half, and the transition to the next state.
    fn state(&mut self, state: Positions, partner: &Partner) -> Result<(), Uncorrelated> {
        let (left, right, is_pending) = state;
        let number = self.labels[&state];
        self.text.label(&format!("at{number}"));
        // Paired instructions are executed together, unpaired ones alone. If both have partners
        // elsewhere, the half that is behind continues.
        let (side, takes_both) = match (left, right) {
            (Some(_), Some(_)) if is_pending => (1, false),
            (Some(left), Some(right)) => match partner.get(&left) {
                Some(&other) if other == right => (0, true),
                Some(&other) if other > right => (1, false),
                _ => (0, false),
            },
            (None, Some(_)) => (1, false),
            _ => (0, false),
        };
        let Some(at) = [left, right][side] else { return Ok(()) };
        let then = |next: At| match side {
            0 => (next, right, takes_both && next.is_some() && right.is_some()),
            _ => (left, next, false),
        };
        self.step(side, at, then)
    }

    /// The word of a half's text at an address, which is recorded as compiled.
    fn word(&mut self, side: usize, at: u32) -> Option<u32> {
        let word = self.images[side].words().get(Address(at).word_index()).copied();
        let word = word.filter(|_| at.is_multiple_of(4))?;
        self.executed[side].insert(at);
        Some(word)
    }

    /// Compiles an instruction of a half; `then` makes the next state.
    fn step(
        &mut self,
        side: usize,
        at: u32,
        then: impl Fn(At) -> Positions,
    ) -> Result<(), Uncorrelated> {
        let Some(word) = self.word(side, at) else {
            self.go_outside();
            return Ok(());
        };
        let half = SIDES[side];
        let Some(instruction) = decode(word) else {
            self.text.comment(&format!("{half} {at:#x}: .word {word:#x}"));
            self.text.go(&format!("{half}_faults"), self.registers.scratch[0]);
            return Ok(());
        };
        // Registers are allocated only for instructions in the graph.
        if !self.graphs[side].is_reached(Address(at)) {
            self.go_outside();
            return Ok(());
        }
        self.text.comment(&format!("{half} {at:#x}: {instruction}"));
        let mut next = at.wrapping_add(4);
        match instruction.op {
            Op::Lis => {
                let Some(value) = self.word(side, next) else {
                    self.go_outside();
                    return Ok(());
                };
                self.compute(side, instruction.d.index(), |text, to| text.number(to, value));
                next = next.wrapping_add(4);
            }
            Op::Lw | Op::Sw => self.access(side, instruction),
            Op::Beq | Op::Bne => match successors(at, word) {
                Some(Successors::Branch { target, next: otherwise }) => {
                    let taken = then(self.place(side, target));
                    self.branch(side, instruction, taken);
                    next = otherwise;
                }
                Some(Successors::One(only)) => next = only,
                _ => {}
            },
            Op::Jr | Op::Jalr => return self.jump(side, at, instruction, then),
            _ => self.arithmetic(side, instruction),
        }
        let state = then(self.place(side, next));
        self.go(state);
        Ok(())
    }

    fn read(&mut self, side: usize, kept: usize, scratch: Reg) -> Reg {
        self.registers.read(&mut self.text, side, kept, scratch)
    }

    /// Computes a value into a register of a half, unless that is `$0`.
    fn compute(&mut self, side: usize, kept: usize, code: impl FnOnce(&mut Text, Reg)) {
        let [a, ..] = self.registers.scratch;
        if self.registers.place(side, kept) == RegisterHome::Nowhere {
            return;
        }
        code(&mut self.text, self.registers.target(side, kept, a));
        self.registers.written(&mut self.text, side, kept, a);
    }

    /// Compiles an arithmetic instruction.
    fn arithmetic(&mut self, side: usize, Instruction { op, s, t, d, .. }: Instruction) {
        let [a, b, ..] = self.registers.scratch;
        match op {
            Op::Mfhi | Op::Mflo => {
                let from = self.read(side, if op == Op::Mfhi { HIGH } else { LOW }, a);
                self.compute(side, d.index(), |text, to| {
                    text.line(&format!("add {to}, {from}, $0"));
                });
            }
            Op::Mult | Op::Multu | Op::Div | Op::Divu => {
                let (s, t) = (self.read(side, s.index(), a), self.read(side, t.index(), b));
                self.text.line(&format!("{op} {s}, {t}"));
                self.compute(side, HIGH, |text, to| text.line(&format!("mfhi {to}")));
                self.compute(side, LOW, |text, to| text.line(&format!("mflo {to}")));
            }
            _ => {
                let (s, t) = (self.read(side, s.index(), a), self.read(side, t.index(), b));
                self.compute(side, d.index(), |text, to| {
                    text.line(&format!("{op} {to}, {s}, {t}"));
                });
            }
        }
    }

    /// Compiles a load or a store.
    fn access(&mut self, side: usize, Instruction { op, s, t, i, .. }: Instruction) {
        let [a, b, c, d] = self.registers.scratch;
        let base = self.read(side, s.index(), a);
        if i == 0 {
            self.text.line(&format!("add {a}, {base}, $0"));
        } else {
            self.text.number(b, i32::from(i) as u32);
            self.text.line(&format!("add {a}, {base}, {b}"));
        }
        let is_load = op == Op::Lw;
        let used = if is_load { &mut self.memories.loads } else { &mut self.memories.stores };
        used[side] = true;
        if !is_load {
            let value = self.read(side, t.index(), d);
            if value != d {
                self.text.line(&format!("add {d}, {value}, $0"));
            }
        }
        let back = self.text.fresh("back");
        self.text.address(c, &back);
        let routine = if is_load { "load" } else { "store" };
        self.text.go(&format!("{routine}_{}", SIDES[side]), b);
        self.text.label(&back);
        if is_load {
            self.compute(side, t.index(), |text, to| {
                if to != a {
                    text.line(&format!("add {to}, {a}, $0"));
                }
            });
        }
    }

    /// Compiles a branch to a state; execution otherwise continues behind it.
    fn branch(&mut self, side: usize, Instruction { op, s, t, .. }: Instruction, taken: Positions) {
        let [a, b, ..] = self.registers.scratch;
        let (s, t) = (self.read(side, s.index(), a), self.read(side, t.index(), b));
        let near = self.text.fresh("near");
        let inverse = if op == Op::Beq { Op::Bne } else { Op::Beq };
        self.text.line(&format!("{inverse} {s}, {t}, {near}"));
        self.go(taken);
        self.text.label(&near);
    }

    /// Compiles a jump or a call, as a comparison with each possible target of the half.
    fn jump(
        &mut self,
        side: usize,
        at: u32,
        Instruction { op, s, .. }: Instruction,
        then: impl Fn(At) -> Positions,
    ) -> Result<(), Uncorrelated> {
        let [a, b, ..] = self.registers.scratch;
        let targets: Vec<u32> =
            self.graphs[side].successors(Address(at)).map(|target| target.0).collect();
        if targets.is_empty() {
            return Err(Uncorrelated::Jump { side, at: Address(at) });
        }
        let to = self.read(side, s.index(), b);
        if to != b {
            self.text.line(&format!("add {b}, {to}, $0"));
        }
        if op == Op::Jalr {
            let link = Reg::RETURN_ADDRESS.index();
            self.compute(side, link, |text, to| text.number(to, at.wrapping_add(4)));
        }
        for target in targets {
            let near = self.text.fresh("near");
            self.text.number(a, target);
            self.text.line(&format!("bne {a}, {b}, {near}"));
            let state = then(self.place(side, target));
            self.go(state);
            self.text.label(&near);
        }
        self.go_outside();
        Ok(())
    }
}

//! The optimised emulator, with predecoded text and unchecked registers, is compared with the machine's semantics over
//! plain numbers, which fetches and decodes every word anew.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::rc::Rc;

use proptest::prelude::*;
use tamarin::machine::memory::{INPUT_ADDRESS, MEMORY_END, OUTPUT_ADDRESS};
use tamarin::machine::mips::{Destination, Flow, Mips, step};
use tamarin::machine::mips::{Instruction, Op, Reg, Shape};
use tamarin::machine::values::{Cause, Domain, Halt, Outcome, Test, Values};
use tamarin::machine::{BinaryOp, Fault, FaultKind, Image, Machine, Signedness, Stop};
use tamarin::program::{Address, Program};
use tamarin_testing::generate::{cases, inputs, program, word};

/// A machine without any shortcut.
struct Plain {
    regs: [u32; 32],
    hi: u32,
    lo: u32,
    memory: BTreeMap<u32, u32>,
    output: Vec<u8>,
    pc: u32,
    return_address: u32,
    text_end: u32,
}

impl Plain {
    fn of(machine: &Machine, image: &Image) -> Plain {
        let words = image.words().iter().enumerate();
        let mut regs = [0; 32];
        Reg::all().for_each(|reg| regs[reg.index()] = machine.state.reg(reg));
        Plain {
            regs,
            hi: machine.state.hi,
            lo: machine.state.lo,
            memory: words.map(|(index, &word)| (index as u32 * 4, word)).collect(),
            output: Vec::new(),
            pc: machine.state.pc,
            return_address: image.return_address(),
            text_end: image.text_end(),
        }
    }

    fn word(&self, address: u32) -> u32 {
        self.memory.get(&address).copied().unwrap_or(0)
    }

    /// One step; says how it stopped, if it did.
    fn step(&mut self) -> Option<Stop> {
        let pc = self.pc;
        if pc == self.return_address {
            return Some(Stop::Done);
        }
        let fault = |kind| Some(Stop::Fault(Fault { kind, at: Address(pc) }));
        if !pc.is_multiple_of(4) || pc >= MEMORY_END {
            return fault(FaultKind::BadPc(pc));
        }
        let word = self.word(pc);
        match step(self, pc, word) {
            Ok(Flow::To(next) | Flow::Jump(next) | Flow::Call(next)) => self.pc = next,
            Err(Halt::Fault(kind)) => return fault(kind),
        }
        None
    }
}

impl Values for Plain {
    type Word = u32;
    type Address = u32;

    fn constant(&mut self, value: u32) -> u32 {
        value
    }

    fn binary(&mut self, op: BinaryOp, s: u32, t: u32) -> u32 {
        op.apply(s, t) as u32
    }

    fn address(&mut self, base: u32, offset: i16) -> u32 {
        base.wrapping_add(i32::from(offset) as u32)
    }
}

impl Domain for Plain {
    type Abort = Infallible;

    fn decide(&mut self, _: Cause, test: Test<u32, u32>) -> Outcome<bool, Self> {
        Ok(match test {
            Test::Equal(a, b) | Test::Is(a, b) | Test::At(a, b) => a == b,
            Test::Aligned(a) => a % 4 == 0,
            Test::Below(a, bound) => a < bound,
        })
    }

    fn text_end(&self) -> u32 {
        self.text_end
    }

    fn text_word(&mut self, address: u32) -> Outcome<u32, Self> {
        Ok(self.word(address))
    }

    fn load(&mut self, address: u32) -> Outcome<u32, Self> {
        Ok(self.word(address))
    }

    fn read(&mut self) -> Outcome<u32, Self> {
        Ok(u32::MAX)
    }

    fn store(&mut self, address: u32, value: u32, in_text: bool) -> Outcome<(), Self> {
        assert_eq!(in_text, address < self.text_end);
        self.memory.insert(address, value);
        Ok(())
    }

    fn output(&mut self, value: u32) -> Outcome<(), Self> {
        self.output.push(value as u8);
        Ok(())
    }
}

impl Mips for Plain {
    fn get(&mut self, reg: Reg) -> u32 {
        self.regs[reg.index()]
    }

    fn set(&mut self, to: Destination, value: u32) {
        if let Some(reg) = to.register() {
            self.regs[reg.index()] = value;
        }
    }

    fn hi(&mut self) -> u32 {
        self.hi
    }

    fn lo(&mut self) -> u32 {
        self.lo
    }

    fn multiply(&mut self, signedness: Signedness, s: u32, t: u32) {
        let product = BinaryOp::product(signedness).apply(s, t);
        (self.hi, self.lo) = ((product >> 32) as u32, product as u32);
    }

    fn divide(&mut self, signedness: Signedness, s: u32, t: u32) {
        self.hi = BinaryOp::remainder(signedness).apply(s, t) as u32;
        self.lo = BinaryOp::quotient(signedness).apply(s, t) as u32;
    }
}

/// Both machines go on together for some steps and are the same after each.
fn go_together(machine: &mut Machine, image: &Rc<Image>, steps: u64) -> Result<(), TestCaseError> {
    let mut plain = Plain::of(machine, image);
    for _ in 0..steps {
        let stop = match machine.run(1, &mut ()) {
            Stop::OutOfFuel => None,
            stop => Some(stop),
        };
        let plain_stop = plain.step();
        // A machine without fuel reports the end one step later.
        if plain_stop.is_none() && stop.is_some() {
            prop_assert_eq!(plain.step(), stop);
        } else {
            prop_assert_eq!(plain_stop, stop);
        }
        prop_assert_eq!(plain.pc, machine.state.pc);
        prop_assert_eq!([plain.hi, plain.lo], [machine.state.hi, machine.state.lo]);
        for reg in Reg::all() {
            prop_assert_eq!(plain.regs[reg.index()], machine.state.reg(reg), "{}", reg);
        }
        prop_assert_eq!(&plain.output, &machine.output.bytes);
        if stop.is_some() {
            break;
        }
    }
    for (&address, &word) in &plain.memory {
        prop_assert_eq!(machine.memory.load(Address(address)), word, "at {:#x}", address);
    }
    Ok(())
}

/// An address that an access is likely to be about: of the text, of a word
/// of memory, of a device, or a bad one.
fn address() -> impl Strategy<Value = u32> {
    prop_oneof![
        3 => (0u32..16).prop_map(|n| n * 4),
        1 => 0u32..64,
        1 => (1u32..8).prop_map(|n| MEMORY_END - 4 * n),
        1 => Just(OUTPUT_ADDRESS),
        1 => Just(INPUT_ADDRESS),
        1 => Just(MEMORY_END),
        2 => word(),
    ]
}

proptest! {
    #![proptest_config(cases(2000))]

    /// Random programs: they store into their own text, write to the output,
    /// jump anywhere and fault.
    #[test]
    fn runs_are_those_of_the_semantics(program in program(), inputs in inputs()) {
        let image = Image::new(&program);
        go_together(&mut Machine::new(&image, inputs), &image, 200)?;
    }

    /// Every instruction from a random state, and what follows.
    #[test]
    fn steps_are_those_of_the_semantics(
        op in proptest::sample::select(Op::ALL),
        [s, t, d] in [0u32..32, 0u32..32, 0u32..32],
        i in prop_oneof![Just(0i16), -4i16..8, any::<i16>()],
        base in prop_oneof![address(), any::<u32>()],
        regs in proptest::collection::vec(prop_oneof![word(), address()], 32),
        hi_lo in [word(), word()],
        rest in proptest::collection::vec(word(), 0..6),
        returns in prop_oneof![Just(0x8123_456c_u32), address()],
    ) {
        let [s, t, d] = [s, t, d].map(|number| Reg::new(number).expect("below 32"));
        let first = Instruction { op, s, t, d, i }.encode();
        let words = [first].into_iter().chain(rest).chain([first]).collect();
        let image = Image::returning_to(&Program::from_words(words), returns);
        let mut machine = Machine::new(&image, [0, 0]);
        for (reg, value) in Reg::all().zip(regs) {
            machine.state.set(reg, value);
        }
        // The address of an access is one of those above, whatever the offset.
        if op.shape() == Shape::Memory {
            machine.state.set(s, base.wrapping_sub(i32::from(i) as u32));
        }
        [machine.state.hi, machine.state.lo] = hi_lo;
        go_together(&mut machine, &image, 3)?;
    }
}

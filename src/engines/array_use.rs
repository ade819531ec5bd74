//! Whether a program uses `$1` and `$2` as the address and the length of an array.
//!
//! A run on an address and a length shows it: the program loads a word of that array, from an address that is
//! `$1` plus an offset. A run that loads the same word from an address of another origin shows nothing.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use crate::machine::BinaryOp;
use crate::machine::mips::Reg;
use crate::machine::values::Values;
use crate::machine::{Image, Inputs, Machine, Recorder, Tagged};

/// Where the array stands: above any program, below its stack.
const AT: u32 = 0x0080_0000;
/// Its elements.
const LENGTH: u32 = 3;
/// Maximum number of steps of the run.
const STEPS_PER_RUN: u64 = 10_000;

/// Whether a program whose inputs are two integers loads elements of an array that these describe.
pub fn takes_array(image: &Rc<Image>) -> bool {
    let setup = image.setup();
    if setup.array.is_some() || setup.names.iter().map(String::as_str).ne(["$1", "$2"]) {
        return false;
    }
    let mut through = Through { regs: [false; 32], memory: FxHashSet::default(), loaded: false };
    through.regs[1] = true;
    Machine::new(image, Inputs::from([AT, LENGTH])).run(STEPS_PER_RUN, &mut through);
    through.loaded
}

/// Knows of each word whether it is `$1` and an offset.
struct Through {
    regs: [bool; 32],
    memory: FxHashSet<u32>,
    loaded: bool,
}

impl Values for Through {
    type Word = bool;
    type Address = bool;

    fn constant(&mut self, _: u32) -> bool {
        false
    }

    fn binary(&mut self, op: BinaryOp, s: bool, t: bool) -> bool {
        match op {
            BinaryOp::Add => s != t,
            BinaryOp::Sub => s && !t,
            _ => false,
        }
    }

    fn address(&mut self, base: bool, _: i16) -> bool {
        base
    }
}

impl Recorder for Through {
    fn get(&mut self, reg: Reg) -> bool {
        self.regs[reg.index()]
    }

    fn hi(&mut self) -> bool {
        false
    }

    fn lo(&mut self) -> bool {
        false
    }

    fn text_word(&mut self, _: u32, _: u32, _: bool) -> bool {
        false
    }

    fn input(&mut self, _: usize, _: u32) -> bool {
        false
    }

    fn load(&mut self, address: Tagged<bool>, _: u32) -> bool {
        let elements = AT..AT + 4 * LENGTH;
        self.loaded |= address.tag && elements.contains(&address.value);
        self.memory.contains(&address.value)
    }

    fn set(&mut self, reg: Reg, _: u32, new: Tagged<bool>) {
        self.regs[reg.index()] = new.tag;
    }

    fn store(&mut self, at: Tagged<bool>, _: u32, new: Tagged<bool>) {
        match new.tag {
            true => self.memory.insert(at.value),
            false => self.memory.remove(&at.value),
        };
    }
}

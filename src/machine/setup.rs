//! The machine at the start of a run and what is observed at its end: what a
//! contract comes to for one of the two programs.
//!
//! Inputs are a list of words ([`Inputs`](super::Inputs)) for both programs
//! together. A setup says which of them are this program's, and where it finds
//! them: in registers, as the elements of an array, or as bytes of the input
//! stream. A program may find them elsewhere than the other one does, or find
//! other ones; so a word is an index, and never a register.

use std::fmt;
use std::sync::Arc;

use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::program::Address;

/// What `$31` holds at the start where nothing else is asked: a jump there ends
/// the program. It is that of the course's tools.
pub const RETURN_ADDRESS: u32 = 0x8123_456c;

/// Where the array is that a program is given: in the middle of memory, above
/// all code, and with room for a heap and a stack behind it.
pub const ARRAY_ADDRESS: u32 = MEMORY_END / 2;

/// What a word of the machine is at the start of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// This word.
    Word(u32),
    /// The input word with this index.
    Input(usize),
}

impl Initial {
    /// The word, where the inputs are these.
    pub fn word(self, inputs: &[u32]) -> u32 {
        match self {
            Initial::Word(word) => word,
            Initial::Input(index) => inputs[index],
        }
    }
}

/// An array that a program is given, its address in `$1` and its length in
/// `$2`. Its elements are inputs; what is behind the last one is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// The address of the first element.
    pub address: Address,
    /// The input word that is the number of elements, at most `capacity`.
    pub length: usize,
    /// The input word that is the first element; the others follow.
    pub first: usize,
    /// The most elements that it has.
    pub capacity: u32,
}

impl Array {
    /// The address of an element.
    pub fn element(self, index: u32) -> Address {
        Address(self.address.0 + 4 * index)
    }

    /// The elements that there are, each with its address and the index of its
    /// input word.
    pub fn elements(self, inputs: &[u32]) -> impl Iterator<Item = (Address, usize)> {
        self.first_elements(inputs[self.length])
    }

    /// The first elements, as [`Array::elements`].
    pub fn first_elements(self, length: u32) -> impl Iterator<Item = (Address, usize)> {
        let length = length.min(self.capacity);
        (0..length).map(move |index| (self.element(index), self.first + index as usize))
    }
}

/// Something of the machine that is observed where a program stops, beside
/// `$3` and what it printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observable {
    /// What a register holds.
    Register(Reg),
    /// Whether a register holds what it held at the start.
    Kept(Reg),
    /// A word of memory, at a multiple of 4.
    Word(Address),
    /// An element of the array's, from 0.
    Element(u32),
    /// The elements of the array, as many as it has.
    Array,
}

impl fmt::Display for Observable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observable::Register(reg) => reg.fmt(f),
            Observable::Kept(reg) => write!(f, "keeps {reg}"),
            Observable::Word(address) => write!(f, "[{address}]"),
            Observable::Element(index) => write!(f, "a[{index}]"),
            Observable::Array => write!(f, "a"),
        }
    }
}

/// What is observed of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// `$3` where it stops.
    pub result: bool,
    /// What it printed.
    pub output: bool,
    /// What else is looked at where it stops, in this order.
    pub others: Vec<Observable>,
}

impl Default for Observation {
    fn default() -> Observation {
        Observation { result: true, output: true, others: Vec::new() }
    }
}

/// The machine of one program under a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The names of all input words, those of the other program too.
    pub names: Arc<[String]>,
    /// What `$0` to `$31` hold at the start.
    pub registers: [Initial; 32],
    /// The address that ends the program.
    pub return_address: u32,
    /// The array that it is given.
    pub array: Option<Array>,
    /// The bytes of its input stream.
    pub stream: Vec<Initial>,
    /// What is observed of it.
    pub observation: Observation,
}

impl Default for Setup {
    /// Two integers in `$1` and `$2`.
    fn default() -> Setup {
        let names = [Reg::FIRST_INPUT, Reg::SECOND_INPUT].iter().map(Reg::to_string);
        let mut setup = Setup::without_inputs(names.collect());
        setup.registers[Reg::FIRST_INPUT.index()] = Initial::Input(0);
        setup.registers[Reg::SECOND_INPUT.index()] = Initial::Input(1);
        setup
    }
}

impl Setup {
    /// The machine where there are inputs of these names, none of which is given
    /// to the program.
    pub fn without_inputs(names: Arc<[String]>) -> Setup {
        let mut registers = [Initial::Word(0); 32];
        registers[Reg::STACK_POINTER.index()] = Initial::Word(MEMORY_END);
        let observation = Observation::default();
        let (array, stream) = (None, Vec::new());
        Setup { names, registers, return_address: 0, array, stream, observation }
            .returning_to(RETURN_ADDRESS)
    }

    /// The same with another address that ends the program, which `$31` holds
    /// at the start.
    pub fn returning_to(mut self, return_address: u32) -> Setup {
        self.return_address = return_address;
        self.registers[Reg::RETURN_ADDRESS.index()] = Initial::Word(return_address);
        self
    }

    /// What a register holds at the start.
    pub fn initial(&self, reg: Reg) -> Initial {
        self.registers[reg.index()]
    }
}

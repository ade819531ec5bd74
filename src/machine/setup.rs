//! The initial state of a machine and its observations: the part of a contract that concerns one of
//! the two programs.
//!
//! The inputs of both programs together are a list of words ([`Inputs`](super::Inputs)). A setup
//! says which of them this program has, and where it finds them: in registers, as elements of an
//! array, or as bytes of the input stream. The two programs may have different inputs, or have them
//! in different places. So an input is identified by its index, never by a register.

use std::fmt;
use std::sync::Arc;

use crate::machine::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::program::Address;

/// The default initial value of `$31`; a jump there ends the program. The course's tools use the
/// same value.
pub const RETURN_ADDRESS: u32 = 0x8123_456c;

/// The default address of the array: the middle of memory, above all code, with space for a heap
/// and a stack behind it.
pub const ARRAY_ADDRESS: u32 = MEMORY_END / 2;

/// The initial value of a word of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initial {
    /// A constant.
    Word(u32),
    /// The input word with this index.
    Input(usize),
}

impl Initial {
    /// The word, for these inputs.
    pub fn word(self, inputs: &[u32]) -> u32 {
        match self {
            Initial::Word(word) => word,
            Initial::Input(index) => inputs[index],
        }
    }
}

/// Words of memory behind the last element of an array that are inputs, too. Without them these words are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Beyond {
    /// The index of the input word that is the first of them; the others follow.
    pub first: usize,
    /// Their number.
    pub count: u32,
}

/// An array that is given to a program, with its address in `$1` and its length in `$2`. Its
/// elements are inputs. So are some words behind the last element; the others are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Array {
    /// The address of the first element.
    pub address: Address,
    /// The index of the input word that is the number of elements, at most `capacity`.
    pub length: usize,
    /// The index of the input word that is the first element; the others follow.
    pub first: usize,
    /// The maximal number of elements.
    pub capacity: u32,
    /// The words behind the last element that are inputs.
    pub beyond: Beyond,
}

impl Array {
    /// The address of an element.
    pub fn element(self, index: u32) -> Address {
        Address(self.address.0 + 4 * index)
    }

    /// The elements, each with its address and the index of its input word.
    pub fn elements(self, inputs: &[u32]) -> impl Iterator<Item = (Address, usize)> {
        self.first_elements(inputs[self.length])
    }

    /// The first `length` elements, as [`Array::elements`].
    pub fn first_elements(self, length: u32) -> impl Iterator<Item = (Address, usize)> {
        let length = length.min(self.capacity);
        (0..length).map(move |index| (self.element(index), self.first + index as usize))
    }

    /// The words of memory that are inputs, as [`Array::elements`]: the elements, and what is behind the last one.
    pub fn words(self, inputs: &[u32]) -> impl Iterator<Item = (Address, usize)> {
        self.first_words(inputs[self.length])
    }

    /// [`Array::words`] of an array with `length` elements.
    pub fn first_words(self, length: u32) -> impl Iterator<Item = (Address, usize)> {
        let end = length.min(self.capacity);
        let beyond = (0..self.beyond.count)
            .map(move |index| (self.element(end + index), self.beyond.first + index as usize));
        self.first_elements(length).chain(beyond)
    }

    /// The index behind the last word that may be an input.
    pub fn end(self) -> u32 {
        self.capacity + self.beyond.count
    }

    /// Whether an input is a word of memory: an element, or one behind the last element.
    pub fn has_word(self, input: usize) -> bool {
        let is_among = |first: usize, count: u32| (first..first + count as usize).contains(&input);
        is_among(self.first, self.capacity) || is_among(self.beyond.first, self.beyond.count)
    }
}

/// A part of the machine that is observed when a program stops, beside the result and the output. `R` names the registers
/// of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Observable<R = Reg> {
    /// The value of a register.
    Register(R),
    /// Whether a register has its initial value.
    Kept(R),
    /// A word of memory, at a multiple of 4.
    Word(Address),
    /// An element of the array, by index from 0.
    Element(u32),
    /// All elements of the array.
    Array,
}

impl<R: fmt::Display> fmt::Display for Observable<R> {
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
pub struct Observation<R = Reg> {
    /// Whether the result is observed when the program stops: `$3`, or `x0` of ARM64.
    pub result: bool,
    /// Whether the output is observed.
    pub output: bool,
    /// What else is observed when it stops, in this order.
    pub others: Vec<Observable<R>>,
}

impl<R> Default for Observation<R> {
    fn default() -> Observation<R> {
        Observation { result: true, output: true, others: Vec::new() }
    }
}

/// The machine of one program, as the contract defines it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The names of all input words, including those of the other program.
    pub names: Arc<[String]>,
    /// The initial values of `$0` to `$31`.
    pub registers: [Initial; 32],
    /// The address at which the program stops.
    pub return_address: u32,
    /// The input array, if there is one.
    pub array: Option<Array>,
    /// The bytes of the input stream.
    pub stream: Vec<Initial>,
    /// What is observed.
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
    /// A machine without inputs for the program; the comparison has inputs with these names.
    pub fn without_inputs(names: Arc<[String]>) -> Setup {
        let mut registers = [Initial::Word(0); 32];
        registers[Reg::STACK_POINTER.index()] = Initial::Word(MEMORY_END);
        let observation = Observation::default();
        let (array, stream) = (None, Vec::new());
        Setup { names, registers, return_address: 0, array, stream, observation }
            .returning_to(RETURN_ADDRESS)
    }

    /// The same setup with another return address, which is also the initial value of `$31`.
    pub fn returning_to(mut self, return_address: u32) -> Setup {
        self.return_address = return_address;
        self.registers[Reg::RETURN_ADDRESS.index()] = Initial::Word(return_address);
        self
    }

    /// The same setup with its array at this address, if it has one.
    pub fn with_array_at(mut self, address: Address) -> Setup {
        if let Some(array) = &mut self.array {
            array.address = address;
            self.registers[Reg::FIRST_INPUT.index()] = Initial::Word(address.0);
        }
        self
    }

    /// The initial value of a register.
    pub fn initial(&self, reg: Reg) -> Initial {
        self.registers[reg.index()]
    }
}

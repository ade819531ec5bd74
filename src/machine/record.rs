//! Concolic execution: an interface for computing along with a run.
//!
//! *Concretisation* (Tamarin 4.1), which takes a word of the run for a term, is reported as a test with
//! its outcome. So a recorder knows all that a run depended on.

use super::setup::Array;
use super::values::{Cause, Test, Values};
use super::word::{BinaryOp, Signedness};
use super::{Image, State};
use crate::machine::mips::Reg;
use crate::program::Address;

/// A value of a run, with the recorder's word for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tagged<T> {
    /// The value.
    pub value: u32,
    /// The recorder's word for it.
    pub tag: T,
}

/// A domain that runs along with the emulator. It has a word or an address of its own for each one
/// that the emulator computes, and the emulator reports the result of each test.
///
/// [`Values`] defines how words are made. The other methods report the changes that an instruction
/// makes, in order.
pub trait Recorder: Values {
    /// Whether anything is recorded. If not, the emulator does not compute the arguments of the
    /// reports.
    const RECORDS: bool = true;
    /// Whether printing a number is a single step: the recorder gets the report that it begins, and
    /// no others until it has ended.
    const PRINTS_AT_ONCE: bool = false;
    /// Whether the program's own routine for printing is a single step, too, where it has a
    /// [`Summary`](super::Summary).
    const SUMMARISES: bool = false;

    /// Called before an instruction is executed.
    fn begin(&mut self, _at: Address) {}

    /// Called with the registers before the instruction that began last. The recorder may change
    /// them.
    #[inline(always)]
    fn reach(&mut self, _state: &mut State) {}

    /// Called before the instruction writes a word; returns the word to write instead. This answers
    /// what would happen with another value.
    #[inline(always)]
    fn overwrite(&mut self, _slot: Slot, value: u32) -> u32 {
        value
    }

    /// Called when the instruction reads a register; returns the value to use instead.
    #[inline(always)]
    fn read(&mut self, reg: Reg, value: u32) -> Tagged<Self::Word> {
        Tagged { value, tag: self.get(reg) }
    }

    /// Called with the address of a load or a store, `base + offset`; returns the address to use
    /// instead.
    #[inline(always)]
    fn access(&mut self, base: Self::Word, offset: i16, value: u32) -> Tagged<Self::Address> {
        Tagged { value, tag: self.address(base, offset) }
    }

    /// Called when the instruction branches on the equality of two words: if they are equal
    /// (`where_equal`), or if they are not. Returns whether it branches.
    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Self::Word; 2], equal: bool) -> bool {
        self.test(Cause::Branch, Test::Equal(s, t), equal);
        equal == where_equal
    }

    /// The run depended on a test; its last argument is the result.
    fn test(&mut self, _cause: Cause, _test: Test<Self::Word, Self::Address>, _holds: bool) {}

    /// The run depended on whether the word of memory at an aligned address is this one.
    fn test_memory(&mut self, _cause: Cause, _address: Self::Word, _word: u32, _holds: bool) {}

    /// The value of a register.
    fn get(&mut self, reg: Reg) -> Self::Word;

    /// The value of `hi`.
    fn hi(&mut self) -> Self::Word;

    /// The value of `lo`.
    fn lo(&mut self) -> Self::Word;

    /// The word that was fetched with an instruction, from a known address. `original` is true if
    /// it is program text and no store to text has happened.
    fn text_word(&mut self, address: u32, value: u32, original: bool) -> Self::Word;

    /// The program has an array of this length. Called before everything else.
    fn given(&mut self, _array: Array, _length: u32) {}

    /// The input word with this index was read from the input stream.
    fn input(&mut self, index: usize, value: u32) -> Self::Word;

    /// The word that was loaded from memory.
    fn load(&mut self, address: Tagged<Self::Address>, value: u32) -> Self::Word;

    /// A register other than `$0` changed from `old` to a new word.
    fn set(&mut self, _reg: Reg, _old: u32, _new: Tagged<Self::Word>) {}

    /// `hi` and `lo` were set to the product of two words.
    fn multiply(&mut self, _: Signedness, _factors: [Tagged<Self::Word>; 2], _: HiLo) {}

    /// `hi` and `lo` were set to the remainder and the quotient of two words.
    fn divide(&mut self, _: Signedness, _operands: [Tagged<Self::Word>; 2], _: HiLo) {}

    /// A word of memory changed from `old` to a new word.
    fn store(&mut self, _at: Tagged<Self::Address>, _old: u32, _new: Tagged<Self::Word>) {}

    /// A word's low byte was written to the output.
    fn output(&mut self, _value: Tagged<Self::Word>) {}
}

/// Identifies a word that an instruction writes or depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A register other than `$0`.
    Register,
    /// `hi`.
    Hi,
    /// `lo`.
    Lo,
    /// A word of memory.
    Memory,
    /// A word whose low byte is printed.
    Output,
    /// Whether the instruction branches, as 1 or 0.
    Taken,
    /// Whether the instruction does not branch, as 1 or 0.
    NotTaken,
    /// The address of a load or a store.
    Address,
    /// The first register value that the instruction reads, also of `$0`.
    FirstOperand,
    /// The second register value that it reads.
    SecondOperand,
    /// The value of a register before the instruction, whether it is read or not; not of `$0`.
    Held(Reg),
}

impl Slot {
    /// Whether this is a word read from a register.
    pub const fn is_operand(self) -> bool {
        matches!(self, Slot::FirstOperand | Slot::SecondOperand)
    }
}

/// Detects when a program prints a number, which a recorder may treat as one step: see [`Printer`](crate::program::Printer)
/// and [`Summary`](super::Summary).
#[derive(Clone, Copy, Debug)]
pub struct Printing {
    /// The first instruction of the step, and the one behind it. `None` once the program has stored into its text.
    printer: Option<[Address; 2]>,
    text_end: u32,
    is_on: bool,
}

impl Printing {
    /// The detector at the start of a program.
    pub fn of(image: &Image) -> Printing {
        let printer = image.printer().map(|printer| [printer.entry, printer.exit]);
        Printing { printer, text_end: image.text_end(), is_on: false }
    }

    /// The detector for a recorder that [summarises](Recorder::SUMMARISES): it also detects the program's own
    /// routine.
    pub fn summarising(image: &Image) -> Printing {
        let known = Printing::of(image);
        let own = image.summary().map(|summary| [summary.print().entry, summary.print().exit]);
        Printing { printer: known.printer.or(own), ..known }
    }

    /// Whether the program is printing a number now.
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// Called before an instruction; returns whether it begins to print the number in `$1`.
    #[inline(always)]
    pub fn begin(&mut self, at: Address) -> bool {
        let Some([entry, exit]) = self.printer else { return false };
        self.is_on = (self.is_on || at == entry) && at != exit;
        at == entry
    }

    /// Called when a word of memory is stored.
    #[inline(always)]
    pub fn store(&mut self, address: u32) {
        if address < self.text_end {
            self.printer = None;
        }
    }
}

/// `hi` and `lo`, in this order, before and after an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HiLo {
    /// Before it.
    pub old: [u32; 2],
    /// After it.
    pub new: [u32; 2],
}

/// Records nothing.
impl Recorder for () {
    const RECORDS: bool = false;
    const PRINTS_AT_ONCE: bool = true;

    #[inline(always)]
    fn get(&mut self, _: Reg) {}

    #[inline(always)]
    fn hi(&mut self) {}

    #[inline(always)]
    fn lo(&mut self) {}

    #[inline(always)]
    fn text_word(&mut self, _: u32, _: u32, _: bool) {}

    #[inline(always)]
    fn input(&mut self, _: usize, _: u32) {}

    #[inline(always)]
    fn load(&mut self, _: Tagged<()>, _: u32) {}
}

impl Values for () {
    type Word = ();
    type Address = ();

    #[inline(always)]
    fn constant(&mut self, _: u32) {}

    #[inline(always)]
    fn binary(&mut self, _: BinaryOp, _: (), _: ()) {}

    #[inline(always)]
    fn address(&mut self, _: (), _: i16) {}
}

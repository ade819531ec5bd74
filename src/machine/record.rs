//! Concolic execution: what is told beside a run, and depends on it.

use super::setup::Array;
use super::values::{Cause, Test, Values};
use super::word::{BinaryOp, Signedness};
use super::{Image, State};
use crate::machine::mips::Reg;
use crate::program::{Address, Printer};

/// A word of a run: its value, and what a [`Recorder`] knows it by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tagged<T> {
    /// The number that it is.
    pub value: u32,
    /// The recorder's word for it.
    pub tag: T,
}

/// A domain that runs along with the emulator: it has a word or an address of
/// its own for each one that the emulator computes, and is told how each test
/// came out.
///
/// What it makes of words is its [`Values`]; what an instruction changes
/// comes to it in the order in which that happens.
pub trait Recorder: Values {
    /// Whether anything is recorded; where not, the emulator does not work
    /// out what it would have to say.
    const RECORDS: bool = true;
    /// Whether a number that the program prints is one step: the recorder is
    /// told that it begins, and of nothing until it was printed.
    const PRINTS_AT_ONCE: bool = false;

    /// An instruction is going to be executed.
    fn begin(&mut self, _at: Address) {}

    /// The instruction that began last finds registers like this; what is put in one now, it
    /// finds there instead.
    #[inline(always)]
    fn reach(&mut self, _state: &mut State) {}

    /// The instruction that began last is going to write a word; what this gives
    /// back is written in its place. So a run can be asked what would come of
    /// another value.
    #[inline(always)]
    fn overwrite(&mut self, _slot: Slot, value: u32) -> u32 {
        value
    }

    /// The instruction reads what a register holds; what this gives back is read in its
    /// place.
    #[inline(always)]
    fn read(&mut self, reg: Reg, value: u32) -> Tagged<Self::Word> {
        Tagged { value, tag: self.get(reg) }
    }

    /// The address of a load or a store, `base + offset`; what this gives back is taken in
    /// its place.
    #[inline(always)]
    fn access(&mut self, base: Self::Word, offset: i16, value: u32) -> Tagged<Self::Address> {
        Tagged { value, tag: self.address(base, offset) }
    }

    /// Two words are equal or not, and the instruction branches where they are, or where
    /// they are not. Returns whether it is to branch.
    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Self::Word; 2], equal: bool) -> bool {
        self.test(Cause::Branch, Test::Equal(s, t), equal);
        equal == where_equal
    }

    /// The run depended on a test, and it came out like that.
    fn test(&mut self, _cause: Cause, _test: Test<Self::Word, Self::Address>, _holds: bool) {}

    /// The run depended on whether the word of memory at an aligned address
    /// is this one.
    fn test_memory(&mut self, _cause: Cause, _address: Self::Word, _word: u32, _holds: bool) {}

    /// What a register holds.
    fn get(&mut self, reg: Reg) -> Self::Word;

    /// What `hi` holds.
    fn hi(&mut self) -> Self::Word;

    /// What `lo` holds.
    fn lo(&mut self) -> Self::Word;

    /// The word that was fetched with an instruction, from a known address;
    /// `original` where that is program text and no store has been to any.
    fn text_word(&mut self, address: u32, value: u32, original: bool) -> Self::Word;

    /// The program was given an array of this length; comes before all else.
    fn given(&mut self, _array: Array, _length: u32) {}

    /// An input word, by its index, that was read from the input stream.
    fn input(&mut self, index: usize, value: u32) -> Self::Word;

    /// The word that was loaded from memory.
    fn load(&mut self, address: Tagged<Self::Address>, value: u32) -> Self::Word;

    /// A register other than `$0` got a word in place of `old`.
    fn set(&mut self, _reg: Reg, _old: u32, _new: Tagged<Self::Word>) {}

    /// `hi` and `lo` got the product of two words.
    fn multiply(&mut self, _: Signedness, _factors: [Tagged<Self::Word>; 2], _: HiLo) {}

    /// `hi` and `lo` got the remainder and the quotient of two words.
    fn divide(&mut self, _: Signedness, _operands: [Tagged<Self::Word>; 2], _: HiLo) {}

    /// A word of memory got another one in place of `old`.
    fn store(&mut self, _at: Tagged<Self::Address>, _old: u32, _new: Tagged<Self::Word>) {}

    /// A word's low byte went to the output.
    fn output(&mut self, _value: Tagged<Self::Word>) {}
}

/// Which of the words of an instruction: of those that it writes, or that it goes by.
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
    /// Whether it branches, 1 or 0.
    Taken,
    /// Whether it does not.
    NotTaken,
    /// The address that it loads from or stores to.
    Address,
    /// What it reads first from a register, `$0` too.
    FirstOperand,
    /// What it reads next.
    SecondOperand,
    /// What a register holds as it begins, whether it reads it or not; not of `$0`.
    Held(Reg),
}

impl Slot {
    /// Whether it is a word that is read from a register.
    pub const fn is_operand(self) -> bool {
        matches!(self, Slot::FirstOperand | Slot::SecondOperand)
    }
}

/// Tells when a program prints a number, which a recorder may take for one
/// step: see [`Printer`].
#[derive(Clone, Copy, Debug)]
pub struct Printing {
    /// None once the program has stored into its text.
    printer: Option<Printer>,
    text_end: u32,
    is_on: bool,
}

impl Printing {
    /// At the start of a program.
    pub fn of(image: &Image) -> Printing {
        Printing { printer: image.printer(), text_end: image.text_end(), is_on: false }
    }

    /// Whether it is printing a number now.
    #[inline(always)]
    pub fn is_on(&self) -> bool {
        self.is_on
    }

    /// An instruction is going to be executed; returns whether the printing of
    /// the number in `$1` begins with it.
    #[inline(always)]
    pub fn begin(&mut self, at: Address) -> bool {
        let Some(printer) = self.printer else { return false };
        self.is_on = (self.is_on || at == printer.entry) && at != printer.exit;
        at == printer.entry
    }

    /// A word of memory is stored to.
    #[inline(always)]
    pub fn store(&mut self, address: u32) {
        if address < self.text_end {
            self.printer = None;
        }
    }
}

/// `hi` and `lo`, in this order, before an instruction and after it.
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

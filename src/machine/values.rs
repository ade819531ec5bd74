//! Values and domains: the parameters of a machine's transition function.
//!
//! The transition function leaves open what a word is; a *domain* defines it. The domain of numbers
//! is the emulator. Numbers with a record of how each was computed yield traces, terms yield
//! formulas and the transition relations of blocks, and sets of words yield control-flow graphs.
//!
//! An instruction depends only on its operands and on [`Test`]s, which the domain decides
//! ([`Domain::decide`]). A domain that knows the values answers. Another domain chooses one
//! outcome, and later executes the instruction again for the other. This is sound because an
//! instruction decides its tests before it changes anything.
//!
//! [`Values`] and [`Domain`] define words, tests and memory, but no registers. An instruction set
//! adds a trait for its registers and one transition function: [`mips::step`](super::mips::step).

use super::FaultKind;
use super::word::BinaryOp;

/// Words and addresses, and how they are made.
pub trait Values {
    /// The type of a word.
    type Word: Copy;
    /// The type of the address of an access.
    type Address: Copy;

    /// The word with a known value.
    fn constant(&mut self, value: u32) -> Self::Word;

    /// The result of an operation on two words, if it is a word.
    fn binary(&mut self, op: BinaryOp, s: Self::Word, t: Self::Word) -> Self::Word;

    /// The address `base + offset`, modulo 2^32, offset in bytes.
    fn address(&mut self, base: Self::Word, offset: i16) -> Self::Address;

    /// The return address of a call.
    #[inline(always)]
    fn link(&mut self, address: u32) -> Self::Word {
        self.constant(address)
    }
}

/// A test that an instruction depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test<W, A> {
    /// Two words are equal.
    Equal(W, W),
    /// A word has this value.
    Is(W, u32),
    /// An address is a multiple of 4.
    Aligned(A),
    /// An address is below a bound, unsigned.
    Below(A, u32),
    /// An address has this value.
    At(A, u32),
}

/// Why a run depends on a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// `beq` or `bne` compared two registers.
    Branch,
    /// A division checked its divisor.
    Divisor,
    /// `lw` or `sw` checked that its address is a multiple of 4.
    Alignment,
    /// `lw` or `sw` checked that its address is in range.
    Range,
    /// `sw` checked whether an address out of range is the output device's.
    Output,
    /// `lw` checked whether an address out of range is the input device's.
    Input,
    /// `sw` checked whether it changes the program's text.
    TextStore,
    /// `jr` or `jalr` checked whether it goes to the return address, which ends the run.
    Return,
    /// `jr` or `jalr` checked that its target can be fetched.
    JumpRange,
    /// `jr` or `jalr` went to this target.
    JumpTarget,
    /// `ldur` or `stur` went to this address.
    Address,
    /// An instruction was fetched from a word that may have been stored to.
    Fetch,
    /// The length of the input array: each length is a separate path.
    Length,
    /// A premise of the contract; it holds on all paths.
    Contract,
}

/// Why an instruction has no successor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt<A, X> {
    /// It faults; no register and no word has changed.
    Fault(FaultKind<A>),
    /// The domain cannot execute the instruction.
    Abort(X),
}

/// The result of an instruction in a domain, or of a part of one.
pub type Outcome<T, D> = Result<T, Halt<<D as Values>::Address, <D as Domain>::Abort>>;

/// A domain: words, the outcomes of tests, memory and devices.
pub trait Domain: Values {
    /// Why this domain cannot execute an instruction.
    type Abort;

    /// Whether a test holds.
    fn decide(
        &mut self,
        cause: Cause,
        test: Test<Self::Word, Self::Address>,
    ) -> Outcome<bool, Self>;

    /// Whether a branch on the equality of two words is taken; `where_equal` says whether equality
    /// takes it.
    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Self::Word; 2]) -> Outcome<bool, Self> {
        Ok(self.decide(Cause::Branch, Test::Equal(s, t))? == where_equal)
    }

    /// The first address behind the program's text.
    fn text_end(&self) -> u32;

    /// The word that is fetched with an instruction from a known address, a multiple of 4 in
    /// memory.
    fn text_word(&mut self, address: u32) -> Outcome<Self::Word, Self>;

    /// The word at an aligned address in memory.
    fn load(&mut self, address: Self::Address) -> Outcome<Self::Word, Self>;

    /// The next byte of the input stream, or -1 at its end.
    fn read(&mut self) -> Outcome<Self::Word, Self>;

    /// Stores a word at an aligned address in memory. `in_text` says whether it belongs to the
    /// program's text.
    fn store(
        &mut self,
        address: Self::Address,
        value: Self::Word,
        in_text: bool,
    ) -> Outcome<(), Self>;

    /// Writes the low byte of a word to the output.
    fn output(&mut self, value: Self::Word) -> Outcome<(), Self>;

    /// Called with the target of a computed jump before anything changes. Returns the target,
    /// perhaps as a constant if the domain knows its value.
    #[inline(always)]
    fn target(&mut self, target: Self::Word) -> Outcome<Self::Word, Self> {
        Ok(target)
    }
}

//! Values and domains: what a machine's transition function is written over.
//!
//! A transition function does not say what a word is: a *domain* does. Over
//! numbers it is the emulator; over numbers with a record of how each came about
//! it yields traces; over terms it yields formulas and the transition relations
//! of blocks; over sets of words it yields control-flow graphs.
//!
//! All that an instruction depends on beside its operands is a [`Test`], which
//! the domain decides ([`Domain::decide`]). A domain that knows the values
//! answers. One that does not names the outcome that it takes now, and executes
//! the instruction again for the other one. That is sound because an instruction
//! asks before it changes anything.
//!
//! [`Values`] and [`Domain`] are about words, tests and memory, and name no
//! register. An instruction set adds a trait for its registers and one transition
//! function: [`mips::step`](super::mips::step).

use super::FaultKind;
use super::word::BinaryOp;

/// Words and addresses, and how they are made.
pub trait Values {
    /// What stands for a word.
    type Word: Copy;
    /// What stands for the address of an access.
    type Address: Copy;

    /// A known word.
    fn constant(&mut self, value: u32) -> Self::Word;

    /// An operation on two words whose result is a word.
    fn binary(&mut self, op: BinaryOp, s: Self::Word, t: Self::Word) -> Self::Word;

    /// The address `base + offset`, modulo 2^32, offset in bytes.
    fn address(&mut self, base: Self::Word, offset: i16) -> Self::Address;

    /// The address behind a call.
    #[inline(always)]
    fn link(&mut self, address: u32) -> Self::Word {
        self.constant(address)
    }
}

/// What an instruction depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test<W, A> {
    /// Two words are equal.
    Equal(W, W),
    /// A word is this one.
    Is(W, u32),
    /// An address is a multiple of 4.
    Aligned(A),
    /// An address is below a bound, unsigned.
    Below(A, u32),
    /// An address is this one.
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
    /// `sw` out of range may be a write to the output.
    Output,
    /// `lw` out of range may be a read from the input.
    Input,
    /// `sw` may change the program's text.
    TextStore,
    /// `jr` or `jalr` may go to the return address, which ends the run.
    Return,
    /// `jr` or `jalr` checked that its target can be fetched.
    JumpRange,
    /// `jr` or `jalr` went to just this target.
    JumpTarget,
    /// An instruction was fetched from a word that may have been stored to.
    Fetch,
    /// How long the array is that the program was given: each length is a path.
    Length,
    /// The contract allows no other input: it holds on all paths.
    Contract,
}

/// Why an instruction has no next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt<A, X> {
    /// It faults; no register and no word has changed.
    Fault(FaultKind<A>),
    /// The domain cannot say what it does.
    Abort(X),
}

/// What comes of an instruction in a domain, or of a part of one.
pub type Outcome<T, D> = Result<T, Halt<<D as Values>::Address, <D as Domain>::Abort>>;

/// Tests, memory and devices.
pub trait Domain: Values {
    /// Why this domain gives up on an instruction.
    type Abort;

    /// Whether a test holds.
    fn decide(
        &mut self,
        cause: Cause,
        test: Test<Self::Word, Self::Address>,
    ) -> Outcome<bool, Self>;

    /// Whether a branch is taken that is where two words are equal, or where they are not.
    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Self::Word; 2]) -> Outcome<bool, Self> {
        Ok(self.decide(Cause::Branch, Test::Equal(s, t))? == where_equal)
    }

    /// The first address behind the program's text.
    fn text_end(&self) -> u32;

    /// The word at a known address that is fetched with an instruction: a
    /// multiple of 4 in memory.
    fn text_word(&mut self, address: u32) -> Outcome<Self::Word, Self>;

    /// The word at an aligned address in memory.
    fn load(&mut self, address: Self::Address) -> Outcome<Self::Word, Self>;

    /// The next byte of the input stream, or -1 at its end.
    fn read(&mut self) -> Outcome<Self::Word, Self>;

    /// Puts a word at an aligned address in memory; whether it is one of the
    /// program's text has been decided.
    fn store(
        &mut self,
        address: Self::Address,
        value: Self::Word,
        in_text: bool,
    ) -> Outcome<(), Self>;

    /// Writes the low byte of a word to the output.
    fn output(&mut self, value: Self::Word) -> Outcome<(), Self>;

    /// Takes the target of a computed jump before anything has changed, and
    /// gives it back, or what it is known to be.
    #[inline(always)]
    fn target(&mut self, target: Self::Word) -> Outcome<Self::Word, Self> {
        Ok(target)
    }
}

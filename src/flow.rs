//! Control flow of machine code.
//!
//! [`cfg`](self::cfg) builds the graph of a program: blocks, edges, procedures, and for each
//! procedure dominators and loops. The targets of computed jumps come from `procedures`, an
//! abstract interpretation over the sets and sums in `values`. [`successors`] returns the successors of a
//! single word of code without any knowledge of the state. [`liveness`](self::liveness) computes
//! which words are read before they are written.
//!
//! All of them execute instructions by the machine's semantics. Whatever they could not determine
//! is data ([`cfg::Incomplete`]), never a guess.

pub mod cfg;
pub mod liveness;
mod procedures;
mod values;

use std::convert::Infallible;

use crate::machine::mips::Reg;
use crate::machine::mips::{self, Destination, Flow, Mips};
use crate::machine::values::{Cause, Domain, Outcome, Test, Values};
use crate::machine::{BinaryOp, Signedness};
use liveness::Touched;

/// The possible successors of one word of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Successors {
    /// At this address.
    One(u32),
    /// A branch: to the target, or else to the next instruction.
    Branch {
        /// Where it goes.
        target: u32,
        /// Where it goes otherwise.
        next: u32,
    },
    /// At a computed address.
    Jump,
    /// At a computed address, with the return address in `$31`.
    Call,
}

/// The possible successors of this word at `pc`, in any state; `None` where it is no instruction. A
/// branch that compares a register with itself is decided.
pub fn successors(pc: u32, word: u32) -> Option<Successors> {
    let flow = |equal| {
        let mut blind = Blind { equal, ..Blind::default() };
        let flow = mips::step(&mut blind, pc, word).ok();
        flow.map(|flow| (flow, blind.tested))
    };
    let (taken, tested) = flow(true)?;
    let (other, _) = flow(false)?;
    Some(match (taken, other) {
        (Flow::Jump(_), _) => Successors::Jump,
        (Flow::Call(_), _) => Successors::Call,
        (Flow::To(equal), Flow::To(unequal)) if tested => {
            let next = pc.wrapping_add(4);
            Successors::Branch { target: if equal == next { unequal } else { equal }, next }
        }
        (Flow::To(next), _) => Successors::One(next),
    })
}

/// The registers that the instruction in this word reads and writes; none where it is no
/// instruction.
fn touched(pc: u32, word: u32) -> Touched {
    let mut blind = Blind::default();
    match mips::step(&mut blind, pc, word) {
        Ok(_) => blind.touched,
        Err(_) => Touched::default(),
    }
}

/// Whether an instruction uses the word after it as data.
fn takes_word(word: u32) -> bool {
    let mut blind = Blind::default();
    mips::step(&mut blind, 0, word).is_ok() && blind.takes_word
}

/// The words of a text that are data: the operands of instructions that use the next word, and
/// words that are no instruction.
pub fn data(words: &[u32]) -> impl Iterator<Item = u32> {
    let is_data = move |&(index, &word): &(usize, &u32)| {
        let before = index.checked_sub(1);
        before.is_some_and(|before| takes_word(words[before])) || successors(0, word).is_none()
    };
    words.iter().enumerate().filter(is_data).map(|(_, &word)| word)
}

/// The semantics without values; faults are ignored.
#[derive(Default)]
struct Blind {
    /// The assumed outcome of branches.
    equal: bool,
    /// Whether a branch was undecided.
    tested: bool,
    /// Whether the instruction used the word after it.
    takes_word: bool,
    /// The registers read and written.
    touched: Touched,
}

impl Values for Blind {
    /// The register that a word was read from.
    type Word = Option<Reg>;
    type Address = ();

    fn constant(&mut self, _: u32) -> Option<Reg> {
        None
    }

    fn binary(&mut self, _: BinaryOp, _: Option<Reg>, _: Option<Reg>) -> Option<Reg> {
        None
    }

    fn address(&mut self, _: Option<Reg>, _: i16) {}
}

impl Domain for Blind {
    type Abort = Infallible;

    fn decide(&mut self, cause: Cause, test: Test<Option<Reg>, ()>) -> Outcome<bool, Self> {
        Ok(match (cause, test) {
            (Cause::Branch, Test::Equal(Some(s), Some(t))) if s == t => true,
            (Cause::Branch, _) => {
                self.tested = true;
                self.equal
            }
            (Cause::Divisor | Cause::TextStore, _) => false,
            _ => true,
        })
    }

    fn text_end(&self) -> u32 {
        0
    }

    fn text_word(&mut self, _: u32) -> Outcome<Option<Reg>, Self> {
        self.takes_word = true;
        Ok(None)
    }

    fn load(&mut self, (): ()) -> Outcome<Option<Reg>, Self> {
        Ok(None)
    }

    fn read(&mut self) -> Outcome<Option<Reg>, Self> {
        Ok(None)
    }

    fn store(&mut self, (): (), _: Option<Reg>, _: bool) -> Outcome<(), Self> {
        Ok(())
    }

    fn output(&mut self, _: Option<Reg>) -> Outcome<(), Self> {
        Ok(())
    }
}

impl Mips for Blind {
    fn get(&mut self, reg: Reg) -> Option<Reg> {
        self.touched.reads.add_reg(reg);
        Some(reg)
    }

    fn set(&mut self, to: Destination, _: Option<Reg>) {
        if let Some(reg) = to.register() {
            self.touched.writes.add_reg(reg);
        }
    }

    fn hi(&mut self) -> Option<Reg> {
        self.touched.reads.add_hi();
        None
    }

    fn lo(&mut self) -> Option<Reg> {
        self.touched.reads.add_lo();
        None
    }

    fn multiply(&mut self, _: Signedness, _: Option<Reg>, _: Option<Reg>) {
        self.touched.writes.add_hi();
        self.touched.writes.add_lo();
    }

    fn divide(&mut self, signedness: Signedness, s: Option<Reg>, t: Option<Reg>) {
        self.multiply(signedness, s, t);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::assemble;

    #[test]
    fn ways_of_single_words() {
        let ways_of = |line: &str| {
            let program = assemble(line).program.expect(line);
            successors(8, program.words[0])
        };
        assert_eq!(ways_of("add $1, $2, $3"), Some(Successors::One(12)));
        assert_eq!(ways_of("div $1, $0"), Some(Successors::One(12)));
        assert_eq!(ways_of("sw $1, 2($0)"), Some(Successors::One(12)));
        assert_eq!(ways_of("lis $1\n.word 5"), Some(Successors::One(16)));
        assert_eq!(ways_of("jr $31"), Some(Successors::Jump));
        assert_eq!(ways_of("jalr $4"), Some(Successors::Call));
        assert_eq!(ways_of("beq $1, $2, 3"), Some(Successors::Branch { target: 24, next: 12 }));
        assert_eq!(ways_of("bne $1, $2, -1"), Some(Successors::Branch { target: 8, next: 12 }));
        assert_eq!(ways_of("beq $1, $2, 0"), Some(Successors::Branch { target: 12, next: 12 }));
        assert_eq!(ways_of("beq $5, $5, 3"), Some(Successors::One(24)));
        assert_eq!(ways_of("bne $5, $5, 3"), Some(Successors::One(12)));
        assert_eq!(ways_of(".word 0"), None);
    }

    #[test]
    fn data_is_what_is_no_code() {
        let program =
            assemble("lis $1\n.word 0x00221820\nbeq $0, $0, 1\nadd $3, $1, $2\n.word 7").program;
        let words = program.expect("it has no errors").words;
        assert_eq!(data(&words).collect::<Vec<_>>(), [0x0022_1820, 7]);
    }
}

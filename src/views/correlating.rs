//! The correlating program: a single program that runs two programs, interleaved along the common
//! parts of their texts (DIZY).
//!
//! [`correlate`] makes an assembly program whose two halves have separate registers, memory, input
//! and output. A diff of the two texts pairs instructions. Paired instructions are executed one
//! after the other; an instruction in only one text is executed by its half alone. The states are
//! pairs of addresses, and each is compiled once (`compiler`), so a branch on which the halves
//! diverge leads to new states. Registers that do not fit are stored in memory (`registers`), each
//! half's memory is paged (`memory`), and input and output are separate (`devices`). Linked
//! routines are compiled like all other code of a half.
//!
//! The program runs on the inputs of the pair, with the same array and the same input stream. At
//! its end, `$3` is the left program's result and `$4` the right one's. Its output is the outputs
//! of both, with their lengths in `$5` and `$6`, and `$7` is 0 if they are equal. It ends this way
//! on every input on which both programs are done, with the exceptions that [`header`] lists: a
//! store to compiled code, a jump to an unexpected target, and limits. If a half faults, the whole
//! program faults.
//!
//! Like the correlating program of DIZY, it is a legitimate program: a run of it has the effect of
//! running both versions.
//!
//! Source: Partush and Yahav, Abstract Semantic Differencing for Numerical Programs (DIZY, 2013),
//! section 6. There, instructions are guarded; this machine has no conditional instructions.

mod compiler;
mod devices;
mod memory;
mod registers;
mod text;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::contract::SIDES;
use crate::engines::alignment::interleaving::Partner;
use crate::flow::cfg::Graph;
use crate::machine::Image;
use crate::machine::mips::{Op, decode};
use crate::program::Address;
use compiler::{Compiled, Compiler};
use registers::Registers;
use text::{Reach, Text};

/// The maximal number of compiled pairs of addresses.
const STATES: usize = 20_000;

/// A correlating program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correlating {
    /// Its text.
    pub text: String,
    /// The number of pairs of addresses that are compiled.
    pub states: usize,
    /// The number of instructions that the diff pairs.
    pub paired: usize,
}

/// Why there is no correlating program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncorrelated {
    /// A jump without a known target.
    #[error("the {} program jumps at {at} to an address that its text does not show", SIDES[*side])]
    Jump {
        /// The program: the left one (0) or the right one (1).
        side: usize,
        /// The address of the jump.
        at: Address,
    },
    /// It would be too long.
    #[error(
        "the correlating program would be too long: it has code for at most {STATES} pairs of \
         addresses, and for at most {:#x} bytes",
        memory::CODE_END
    )]
    TooLong,
    /// The programs have separate inputs.
    #[error("one program cannot be given the inputs of both: each has its own by `separate`")]
    Separate,
    /// Memory behind the array is free.
    #[error(
        "one program is given arrays with zeros behind them, and this contract leaves memory there free"
    )]
    Beyond,
    /// The contract uses nearly all registers for inputs.
    #[error("the contract gives the programs inputs in nearly all registers; four have to be free")]
    Registers,
}

/// Merges two programs into one.
pub fn correlate(images: [&Image; 2]) -> Result<Correlating, Uncorrelated> {
    let [left, right] = images.map(Image::setup);
    let are_given_the_same = left.registers == right.registers
        && left.array == right.array
        && left.stream == right.stream;
    if !are_given_the_same {
        return Err(Uncorrelated::Separate);
    }
    if left.array.is_some_and(|array| array.beyond.count > 0) {
        return Err(Uncorrelated::Beyond);
    }
    let graphs = images.map(Graph::of);
    let registers = Registers::of(images, &graphs).ok_or(Uncorrelated::Registers)?;
    let partner = pairs(images);
    let compile = |reach: Reach| {
        let mut begin = Text::new(reach);
        begin.header(&header());
        Compiler::new(images, &graphs, &registers, reach).compile(&partner, begin)
    };
    let near = compile(Reach::Near)?;
    let whole = if near.text.is_within_reach() { near } else { compile(Reach::Far)? };
    let Compiled { text, states } = whole;
    if text.bytes() > memory::CODE_END as usize {
        return Err(Uncorrelated::TooLong);
    }
    Ok(Correlating { text: text.into_lines(), states, paired: partner.len() })
}

/// Comments at the start of the text: what the program is, and where it may end.
fn header() -> Vec<String> {
    let lines = format!(
        "The correlating program: it runs the left and the right program, each with registers,
memory, input and output of its own. Give it the inputs of the pair.
At its end $3 is the left result and $4 the right one. It prints what the left program
printed, $5 bytes, then what the right one printed, $6 bytes; $7 is 0 if these are the same.
It faults, and prints nothing,
- where the left or the right program faults: at left_faults, right_faults, a division,
  or the last access of load_* and store_*, where an address is no multiple of 4;
- at `outside`, where it cannot follow: a program stores over an instruction that it executes, or
  jumps to an address that its text does not show; a program prints more than {} bytes; both
  together touch more than {} bytes of memory, in pages of 256.",
        memory::PRINTED,
        memory::TOUCHED
    );
    lines.lines().map(str::to_owned).collect()
}

/// The right program's instruction that the diff pairs with each of the left one's, by address.
pub fn pairs(images: [&Image; 2]) -> Partner {
    // Registers may be renamed, and branch distances may differ.
    let key = |&word: &u32| {
        let decoded = decode(word).map(|instruction| {
            let distance = matches!(instruction.op, Op::Beq | Op::Bne);
            (instruction.op, if distance { 0 } else { instruction.i })
        });
        (decoded, if decoded.is_none() { word } else { 0 })
    };
    let [left, right] = images.map(|image| image.words().iter().map(key).collect::<Vec<_>>());
    let mut partner = Partner::new();
    for op in capture_diff_slices(Algorithm::Myers, &left, &right) {
        if let DiffOp::Equal { old_index, new_index, len } = op {
            let pair =
                |index: usize| (4 * (old_index + index) as u32, 4 * (new_index + index) as u32);
            partner.extend((0..len).map(pair));
        }
    }
    partner
}

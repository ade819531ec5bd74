//! The correlating program of two: one that runs both, interleaved by what their texts
//! have in common.
//!
//! [`correlate`] makes an assembly program whose two halves have registers, memory, input and
//! output of their own. It executes one behind the other the instructions that a diff of the two
//! texts pairs; of those that are in one text only, that program's half goes on alone. Its
//! states are pairs of addresses, and each is compiled once (`compiler`), so a branch on which the
//! halves part leads to states of its own. Registers that do not fit are words of memory
//! (`registers`), each half's memory is paged (`memory`), and its input and output are kept apart
//! (`devices`). Linked routines are code of each half
//! like all other code.
//!
//! It is run on the inputs of the pair, with the same array and the same input stream. At its end,
//! `$3` has the left program's result and `$4` the right one's; the outputs of both stand in its own
//! output, with their lengths in `$5` and `$6`, and `$7` is 0 where they are the same. It ends so on
//! each input on which both programs are done, but for what [`header`] lists: a store over code
//! that was compiled, a jump to where the texts do not show that a program jumps, and limits.
//! Where a half faults, the whole does.
//!
//! Source: Partush and Yahav, Abstract Semantic Differencing for Numerical Programs (DIZY,
//! 2013), section 6, where instructions are guarded instead: this machine has no
//! conditional ones.

mod compiler;
mod devices;
mod memory;
mod registers;
mod text;

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::contract::SIDES;
use crate::flow::cfg::Graph;
use crate::machine::Image;
use crate::machine::mips::{Op, decode};
use crate::program::Address;
use compiler::{Compiled, Compiler, Partner};
use registers::Registers;
use text::{Reach, Text};

/// Pairs of addresses that are compiled at most.
const STATES: usize = 20_000;

/// Two programs in one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correlating {
    /// Its text.
    pub text: String,
    /// Pairs of addresses that it has code for.
    pub states: usize,
    /// Instructions that the diff pairs.
    pub paired: usize,
}

/// Why there is no such program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncorrelated {
    /// A jump of which no target is known.
    #[error("the {} program jumps at {at} to an address that its text does not show", SIDES[*side])]
    Jump {
        /// The program: the left one (0) or the right one (1).
        side: usize,
        /// The address of the jump.
        at: Address,
    },
    /// It would be very long.
    #[error(
        "the correlating program would be too long: it has code for at most {STATES} pairs of \
         addresses, and for at most {:#x} bytes",
        memory::CODE_END
    )]
    TooLong,
    /// The programs are not given the same inputs.
    #[error("one program cannot be given the inputs of both: each has its own by `separate`")]
    Separate,
    /// The contract takes nearly all registers for inputs.
    #[error("the contract gives the programs inputs in nearly all registers; four have to be free")]
    Registers,
}

/// Makes one program of two.
pub fn correlate(images: [&Image; 2]) -> Result<Correlating, Uncorrelated> {
    let [left, right] = images.map(Image::setup);
    let are_given_the_same = left.registers == right.registers
        && left.array == right.array
        && left.stream == right.stream;
    if !are_given_the_same {
        return Err(Uncorrelated::Separate);
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

/// What the program is and where it ends, for those who read its text.
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

/// The right program's instruction that belongs to each of the left one's, by addresses,
/// where one does.
fn pairs(images: [&Image; 2]) -> Partner {
    // Registers may have other names, and branches other distances.
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

//! The contract of a procedure, and programs that call it under that contract.
//!
//! A procedure is called by a *harness*: a program whose first instruction jumps behind the text. There it stores the
//! arguments on the stack, loads constants, sets `x30`, and jumps to the procedure, which returns to an instruction that
//! copies one observed word into `x0` and ends. So the question whether two procedures agree becomes the question
//! whether two programs do, for which there are runs, evidence and a kernel. Both harnesses are at one address.
//!
//! | part | contract |
//! |---|---|
//! | `x0` to `x28` | any words, the same in both; a register that holds one constant at every call holds it, in each program its own |
//! | `sp`, `x29` | the start of the stack |
//! | words at `sp` and above | as many as the procedures may access: any words, the same in both |
//! | other memory, and the input stream | 0; nothing to read |
//! | results | registers that a caller of either program may read behind the call; the words at `sp`; the output |
//!
//! The words on the stack are those of registers that neither procedure mentions, so they are independent of all else.

use std::collections::{BTreeMap, BTreeSet};

pub use crate::evidence::Obstacle;

use crate::engines::pairing::arm64::{Arm64, FLAGS, Registers, accesses, operation};
use crate::machine::arm64::memory::{HALT, OUTPUT_ADDRESS};
use crate::machine::arm64::{Instruction, Op};

/// Registers that can be inputs.
const INPUTS: u8 = 29;
/// The register of the return address, and the stack pointer.
const LINK: u8 = 30;
const SP: u8 = 31;
/// The frame pointer.
const FRAME: u8 = 29;
/// Maximum number of words on the stack.
const WORDS: usize = 8;
/// Where the stack begins.
const STACK: u64 = 0x0100_0000;

/// The contract of two procedures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The observed registers.
    pub observed: Vec<u8>,
    /// Constants that registers hold at every call, in each program.
    pub constants: BTreeMap<u8, [u64; 2]>,
    /// The registers whose words are stored on the stack, at `sp` first.
    pub stack: Vec<u8>,
    /// The number of registers that are inputs, from `x0` on.
    pub inputs: usize,
    /// Whether all that they access in memory is on the stack.
    pub is_on_stack: bool,
}

/// A word that is compared when both procedures have returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A register.
    Register(u8),
    /// A word of the stack, by its index from `sp`.
    Stack(usize),
    /// Nothing: only how they end, and the output.
    Nothing,
}

/// A procedure of a program: its entry, and what it and those that it calls may execute.
pub struct Called<'c> {
    /// The program.
    pub code: &'c Arm64<'c>,
    /// The address of its first instruction.
    pub entry: u64,
    /// The addresses of the instructions.
    pub reach: BTreeSet<u64>,
}

impl Called<'_> {
    fn instructions(&self) -> impl Iterator<Item = (u64, Instruction)> {
        self.reach.iter().filter_map(|&at| Some((at, self.code.instruction(at)?)))
    }

    /// The registers that the instructions mention.
    fn mentioned(&self) -> Registers {
        let all = self.instructions().map(|(_, instruction)| accesses(instruction));
        all.fold(0, |all, it| all | it.reads | it.writes)
    }

    fn uses_first_word(&self) -> bool {
        let loads = |(at, instruction): (u64, Instruction)| {
            let first = at.wrapping_add_signed(i64::from(instruction.i));
            instruction.op == Op::Ldr && first == 0
        };
        self.reach.contains(&0) || self.instructions().any(loads)
    }

    /// Whether the frame pointer is set only from the stack pointer, or loaded where it was saved.
    fn has_frame(&self) -> bool {
        let mut writes = self
            .instructions()
            .filter(|(_, it)| accesses(*it).writes >> FRAME & 1 == 1 && it.op != Op::Ldur);
        let is_set = |it: &Instruction| {
            matches!(it.op, Op::Add | Op::Sub) && it.n.number() == SP && it.d.number() == FRAME
        };
        let is_any = self.instructions().any(|(_, it)| is_set(&it));
        is_any && writes.all(|(_, it)| is_set(&it))
    }

    /// The number of words at `sp` and above that may be accessed, and whether nothing else in memory is.
    fn stack(&self) -> (usize, bool) {
        let (has_frame, mut words, mut is_on_stack) = (self.has_frame(), 0, true);
        for (at, it) in self.instructions().filter(|(_, it)| matches!(it.op, Op::Ldur | Op::Stur)) {
            let base = it.n.number();
            if base == SP || base == FRAME && has_frame {
                words = words.max((i64::from(it.i) + 15) / 8);
                continue;
            }
            let address =
                self.code.constant(at, base).map(|base| base.wrapping_add_signed(it.i.into()));
            is_on_stack &= address == Some(OUTPUT_ADDRESS);
        }
        (usize::try_from(words).unwrap_or_default(), is_on_stack)
    }
}

impl Contract {
    /// The contract of two procedures, with the registers that callers may read behind a call.
    ///
    /// # Errors
    ///
    /// The reason why the harness cannot call them.
    pub fn of(called: [&Called<'_>; 2], live: Registers) -> Result<Contract, Obstacle> {
        if called.into_iter().any(Called::uses_first_word) {
            return Err(Obstacle::FirstWord);
        }
        if live & FLAGS != 0 {
            return Err(Obstacle::Flags);
        }
        let stacks = called.map(Called::stack);
        let mentioned = called[0].mentioned() | called[1].mentioned() | live;
        let words = stacks[0].0.max(stacks[1].0);
        let unused: Vec<u8> = (0..INPUTS).filter(|it| mentioned >> it & 1 == 0).collect();
        if words > unused.len().min(WORDS) {
            return Err(Obstacle::Stack);
        }
        let stack = unused[..words].to_vec();
        let is_observed = |it: &u8| *it != LINK && live >> it & 1 == 1;
        let constant = |register: u8| {
            let of = |side: usize| called[side].code.constant(called[side].entry, register);
            let constants = [of(0)?, of(1)?];
            (mentioned >> register & 1 == 1).then_some((register, constants))
        };
        let used = (0..INPUTS).filter(|it| mentioned >> it & 1 == 1).chain(stack.iter().copied());
        Ok(Contract {
            observed: (0..=SP).filter(is_observed).collect(),
            constants: (0..INPUTS).filter_map(constant).collect(),
            inputs: used.max().map_or(0, |most| usize::from(most) + 1).max(2),
            is_on_stack: stacks.iter().all(|it| it.1),
            stack,
        })
    }

    /// Two programs that call the procedures and return a watched word. Each begins with the words of its program; the
    /// harness is behind the longer one.
    pub fn harnesses(
        &self,
        words: [&[u32]; 2],
        entries: [u64; 2],
        watched: Watched,
    ) -> [Vec<u32>; 2] {
        let at = words.map(<[u32]>::len).into_iter().max().unwrap_or_default();
        [0, 1].map(|side| {
            let mut program = words[side].to_vec();
            program.resize(at, 0);
            program[0] = operation(Op::B, [0; 3], 4 * at as i32);
            for (index, register) in self.stack.iter().enumerate() {
                program.push(operation(Op::Stur, [*register, SP, 0], 8 * index as i32));
            }
            for (register, constants) in &self.constants {
                load(&mut program, *register, constants[side]);
            }
            // The call: four words that load the return address, and a jump.
            let back = 4 * (program.len() as u64 + 5);
            load(&mut program, LINK, back);
            let distance = entries[side] as i64 - 4 * program.len() as i64;
            program.push(operation(Op::B, [0; 3], distance as i32));
            observe(&mut program, watched);
            program
        })
    }
}

/// Appends instructions that load a number.
fn load(program: &mut Vec<u32>, register: u8, number: u64) {
    program.push(operation(Op::Ldr, [register, 0, 0], 8));
    program.push(operation(Op::B, [0; 3], 12));
    program.extend([number as u32, (number >> 32) as u32]);
}

/// Appends instructions that copy the watched word into `x0` and end.
fn observe(program: &mut Vec<u32>, watched: Watched) {
    match watched {
        Watched::Register(register) => {
            program.push(operation(Op::Add, [0, register, SP], 0));
        }
        Watched::Nothing => program.push(operation(Op::Sub, [0; 3], 0)),
        Watched::Stack(index) => {
            load(program, 1, STACK);
            program.push(operation(Op::Ldur, [0, 1, 0], 8 * index as i32));
        }
    }
    program.push(HALT);
}

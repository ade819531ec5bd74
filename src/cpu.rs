//! The emulator: runs a program on an input, within its fuel.
//!
//! It is the reference for everything else in the crate: a witness is what
//! this emulator says it is. Its contract:
//!
//! 1. At the return address the program is done; that is tested before fuel.
//! 2. Without fuel it is out of fuel. An instruction costs one.
//! 3. The word at pc is fetched as memory holds it now; a pc that is not a
//!    multiple of 4 or not in memory is a fault.
//! 4. pc moves on by 4, then the instruction is executed. A branch or jump to
//!    a bad address faults at the next fetch.
//!
//! All arithmetic is modulo 2^32. A program's own fault is a value,
//! [`Stop::Fault`]; nothing here panics, whatever the words.
//!
//! A program is decoded once, into an [`Image`], and a [`Machine`] starts
//! from a copy of it. A store into the text decodes that one word again, so
//! the fast path stays right for a program that writes itself. What a run
//! records is the business of its [`Recorder`]; with `()` the recording
//! compiles to nothing.

mod decode;
mod execute;
mod record;

use std::fmt;
use std::rc::Rc;

use crate::isa::Reg;
use crate::memory::{MEMORY_END, Memory};
use crate::program::{Address, Program};
use crate::trace::Trace;

use decode::Decoded;
pub use record::{Recorder, TraceRecorder};

/// What the machine's `$31` holds at the start where nothing else is asked:
/// a jump there ends the program.
pub const RETURN_ADDRESS: u32 = 0xfee1_dead;

/// A program ready to run: decoded, with the machine's start.
#[derive(Debug)]
pub struct Image {
    words: Vec<u32>,
    decoded: Vec<Decoded>,
    return_address: u32,
}

impl Image {
    /// The image of a program that returns to [`RETURN_ADDRESS`].
    pub fn new(program: &Program) -> Rc<Image> {
        Image::returning_to(program, RETURN_ADDRESS)
    }

    /// The image of a program that is done when it gets to `return_address`.
    pub fn returning_to(program: &Program, return_address: u32) -> Rc<Image> {
        let mut words = program.words.clone();
        words.truncate((MEMORY_END / 4) as usize);
        let decoded = words
            .iter()
            .enumerate()
            .map(|(index, &word)| Decoded::new(word, Address::of_word(index), return_address))
            .collect();
        Rc::new(Image { words, decoded, return_address })
    }

    /// The program's words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The first address behind the program's text.
    pub fn text_end(&self) -> u32 {
        Address::of_word(self.words.len()).0
    }

    /// What `$31` holds at the start.
    pub fn return_address(&self) -> u32 {
        self.return_address
    }

    /// What a register holds at the start, or `None` for an input.
    pub fn initial(&self, reg: Reg) -> Option<u32> {
        match reg {
            Reg::FIRST_INPUT | Reg::SECOND_INPUT => None,
            Reg::STACK_POINTER => Some(MEMORY_END),
            Reg::RETURN_ADDRESS => Some(self.return_address),
            _ => Some(0),
        }
    }
}

/// What a program did that the machine does not allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind {
    /// `div` or `divu` with a zero divisor.
    DivisionByZero,
    /// pc is not a multiple of 4, or not in memory.
    BadPc(u32),
    /// The word at pc is not an instruction.
    InvalidInstruction(u32),
    /// `lw` or `sw` with an address that is not a multiple of 4.
    MisalignedAddress(u32),
    /// `lw` or `sw` with an address that is neither in memory nor a device's.
    AddressOutOfRange(u32),
    /// `lw` from the input device: there is no input.
    NoInput,
}

impl FaultKind {
    /// A stable name, in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            FaultKind::DivisionByZero => "division-by-zero",
            FaultKind::BadPc(_) => "bad-pc",
            FaultKind::InvalidInstruction(_) => "invalid-instruction",
            FaultKind::MisalignedAddress(_) => "misaligned-address",
            FaultKind::AddressOutOfRange(_) => "address-out-of-range",
            FaultKind::NoInput => "no-input",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::DivisionByZero => write!(f, "division by zero"),
            FaultKind::BadPc(pc) if pc % 4 != 0 => {
                write!(f, "jump to {pc:#010x}, which is not a multiple of 4")
            }
            FaultKind::BadPc(pc) => write!(f, "jump to {pc:#010x}, which is outside memory"),
            FaultKind::InvalidInstruction(0) => {
                write!(f, "no instruction here: the word is zero")
            }
            FaultKind::InvalidInstruction(word) => {
                write!(f, "the word {word:#010x} is not an instruction")
            }
            FaultKind::MisalignedAddress(address) => {
                write!(f, "address {address:#010x} is not a multiple of 4")
            }
            FaultKind::AddressOutOfRange(address) => {
                write!(f, "address {address:#010x} is outside memory")
            }
            FaultKind::NoInput => write!(f, "read from the input device, but there is no input"),
        }
    }
}

/// A fault, and where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The address of the instruction; of the fetch, for a bad pc.
    pub at: Address,
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program got to the return address.
    Done,
    /// The fuel was used up.
    OutOfFuel,
    /// The program faulted.
    Fault(Fault),
}

/// The machine's state but for its memory.
#[derive(Clone, Debug)]
pub struct State {
    /// `$0` to `$31`; the slots above stand in for `$0` as a destination, so
    /// that a write to it needs no test.
    regs: [u32; 64],
    /// The high word of the last product, or the last remainder.
    pub hi: u32,
    /// The low word of the last product, or the last quotient.
    pub lo: u32,
    /// The address of the next instruction.
    pub pc: u32,
}

impl State {
    fn at_start(image: &Image, inputs: [u32; 2]) -> State {
        let mut regs = [0; 64];
        regs[Reg::FIRST_INPUT.index()] = inputs[0];
        regs[Reg::SECOND_INPUT.index()] = inputs[1];
        for reg in Reg::all() {
            if let Some(value) = image.initial(reg) {
                regs[reg.index()] = value;
            }
        }
        State { regs, hi: 0, lo: 0, pc: 0 }
    }

    /// What a register holds.
    pub fn reg(&self, reg: Reg) -> u32 {
        self.regs[reg.index()]
    }

    /// `$3`.
    pub fn result(&self) -> u32 {
        self.reg(Reg::RESULT)
    }
}

/// Bytes of output that are kept; what a program writes beyond is counted only.
const OUTPUT_KEPT: usize = 1 << 16;

/// What a program wrote to the output device. It is no part of the result.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The first bytes, at most 65,536.
    pub bytes: Vec<u8>,
    /// How many bytes were written in all.
    pub written: u64,
}

impl Output {
    fn push(&mut self, byte: u8) {
        self.written += 1;
        if self.bytes.len() < OUTPUT_KEPT {
            self.bytes.push(byte);
        }
    }
}

/// A running program.
#[derive(Clone, Debug)]
pub struct Machine {
    image: Rc<Image>,
    decoded: Vec<Decoded>,
    /// Whether a word of the text was stored to.
    text_stored: bool,
    /// Whether the trace says already that the next fetch gets a zero word.
    zero_recorded: bool,
    /// Registers and pc.
    pub state: State,
    /// Memory as it is now.
    pub memory: Memory,
    /// What was written to the output device.
    pub output: Output,
    /// Instructions executed so far.
    pub steps: u64,
}

impl Machine {
    /// A machine at the start of a program, with its inputs in `$1` and `$2`.
    pub fn new(image: &Rc<Image>, inputs: [u32; 2]) -> Machine {
        Machine {
            image: Rc::clone(image),
            decoded: image.decoded.clone(),
            text_stored: false,
            zero_recorded: false,
            state: State::at_start(image, inputs),
            memory: Memory::new(&image.words),
            output: Output::default(),
            steps: 0,
        }
    }

    /// Goes back to the start of the program, with other inputs: as
    /// [`Machine::new`], at a fraction of the cost.
    pub fn restart(&mut self, inputs: [u32; 2]) {
        if self.text_stored {
            self.decoded.clone_from(&self.image.decoded);
        }
        self.text_stored = false;
        self.zero_recorded = false;
        self.state = State::at_start(&self.image, inputs);
        self.memory.restart(&self.image.words);
        self.output.bytes.clear();
        self.output.written = 0;
        self.steps = 0;
    }
}

/// A run that has stopped.
#[derive(Clone, Debug)]
pub enum Run {
    /// It got to the return address; `$3` in `machine.state` is the result.
    Done {
        /// The machine at the end.
        machine: Box<Machine>,
        /// What it did.
        trace: Trace,
    },
    /// It used up its fuel.
    OutOfFuel {
        /// What it did until then.
        trace: Trace,
    },
    /// It faulted.
    Fault {
        /// What the program did wrong.
        kind: FaultKind,
        /// The address of the instruction.
        at: Address,
        /// What it did until then.
        trace: Trace,
    },
}

/// Runs a program from the start for at most `fuel` steps and records its
/// trace (section 4.1 of the paper).
pub fn run(image: &Rc<Image>, inputs: [u32; 2], fuel: u64) -> Run {
    let mut machine = Machine::new(image, inputs);
    let mut recorder = TraceRecorder::new(image);
    let stop = machine.run(fuel, &mut recorder);
    let trace = recorder.finish();
    match stop {
        Stop::Done => Run::Done { machine: Box::new(machine), trace },
        Stop::OutOfFuel => Run::OutOfFuel { trace },
        Stop::Fault(Fault { kind, at }) => Run::Fault { kind, at, trace },
    }
}

//! The emulator: runs a program on an input, with limited fuel.
//!
//! The emulator is the reference for everything else in the crate: it decides whether a witness is
//! one. Its contract:
//!
//! 1. At the return address the program is done; this is checked before the fuel.
//! 2. Each instruction costs one unit of fuel. Without fuel, the run stops as out of fuel.
//! 3. The word at pc is fetched from the current memory. A pc that is not a multiple of 4 or not in
//!    memory is a fault.
//! 4. pc increases by 4, then the instruction is executed. A branch or jump to a bad address faults
//!    at the next fetch.
//!
//! All arithmetic is modulo 2^32. A fault of the program is a value, [`Stop::Fault`]. The emulator
//! does not panic, whatever the words are.
//!
//! The meaning of an instruction is defined once, in [`mips::step`](mips::step()), over a trait of
//! [`values`]. The emulator is its instance for numbers.
//!
//! A program is decoded once, into an [`Image`], and a [`Machine`] starts from a copy of it. A
//! store into the text decodes that one word again, so the fast path is also correct for
//! self-modifying programs. A [`Recorder`] decides what a run records; with `()` the recording
//! compiles to nothing.

pub mod arm64;
mod emulator;
mod inputs;
#[cfg(feature = "tools")]
pub mod layout;
pub mod memory;
pub mod mips;
pub mod printed;
mod printing;
mod proved;
mod record;
pub mod recurrence;
mod routine_source;
pub mod setup;
mod summary;
pub mod values;
mod word;

use std::rc::Rc;

use crate::machine::memory::{MEMORY_END, Memory};
use crate::machine::mips::Reg;
use crate::machine::setup::{Observable, Setup};
use crate::program::{Address, PrintSummary, Printer, Program};

pub use inputs::Inputs;
use mips::decode::{Decoded, Kind};
pub use proved::{ProvedEnd, ProvedRun};
pub use record::{HiLo, Printing, Recorder, Slot, Tagged};
pub use setup::{Initial, RETURN_ADDRESS};
use summary::Leftovers;
pub use summary::Summary;
pub use word::{BinaryOp, Signedness};

/// The machine that a program is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Architecture {
    /// The MIPS subset: [`mips`].
    #[default]
    Mips,
    /// The ARM64 subset: [`arm64`].
    Arm64,
}

impl Architecture {
    /// The maximal number of words of a program.
    pub const fn capacity(self) -> usize {
        match self {
            Architecture::Mips => Program::CAPACITY,
            Architecture::Arm64 => arm64::memory::CAPACITY,
        }
    }
}

/// A program ready to run: decoded words and the initial state of the machine.
#[derive(Debug)]
pub struct Image {
    words: Vec<u32>,
    decoded: Vec<Decoded>,
    setup: Setup,
    printer: Option<Printer>,
    own_print: Option<Address>,
    /// How its own routine prints a number, and what runs found out about the use of this. `None` unless a
    /// comparison proved it.
    summary: Option<Summary>,
    /// The address of the first word: 0, except in another [`layout`].
    start: Address,
    /// The initial registers, and the inputs that some of them hold. They are precomputed, because
    /// a search starts thousands of runs of a few steps.
    registers: [u32; 32],
    input_registers: Vec<(Reg, usize)>,
    /// The indices of the words that hold an address of the program. `None` if that is unknown.
    relocations: Option<Vec<usize>>,
    /// The same program with its variables in another order. `None` if there is no such order.
    reordered: Option<Rc<Image>>,
}

impl Image {
    /// Whether both images have the same words, the same initial state, the same inputs and the
    /// same observations. The machine is deterministic, so both then do the same on every input.
    /// Names of labels play no role.
    pub fn is_same_machine_code(&self, other: &Image) -> bool {
        self.start == other.start && self.words == other.words && self.setup == other.setup
    }

    /// The image of a program whose inputs are two integers.
    pub fn new(program: &Program) -> Rc<Image> {
        Image::with(program, Setup::default())
    }

    /// The image of a program that stops at `return_address`.
    pub fn returning_to(program: &Program, return_address: u32) -> Rc<Image> {
        Image::with(program, Setup::default().returning_to(return_address))
    }

    /// The image of a program on a machine with this setup.
    pub fn with(program: &Program, setup: Setup) -> Rc<Image> {
        let mut words = program.words.clone();
        words.truncate((MEMORY_END / 4) as usize);
        // Other layouts play no role in a first verdict.
        #[cfg(feature = "tools")]
        {
            let reordered = program.reordered.as_ref().map(|it| Image::with(it, setup.clone()));
            let relocations = program.relocations.clone();
            let image = Image::decode(words, setup, program.printer, Address(0));
            Rc::new(Image { own_print: program.own_print, relocations, reordered, ..image })
        }
        #[cfg(not(feature = "tools"))]
        {
            let image = Image::decode(words, setup, program.printer, Address(0));
            Rc::new(Image { own_print: program.own_print, ..image })
        }
    }

    /// The same image, with the proved contract of its own routine that prints a number.
    pub fn with_summary(&self, summary: PrintSummary) -> Image {
        let Image { words, setup, printer, start, .. } = self;
        let image = Image::decode(words.clone(), setup.clone(), *printer, *start);
        let (relocations, reordered) = (self.relocations.clone(), self.reordered.clone());
        Image { summary: Some(Summary::new(summary)), relocations, reordered, ..image }
    }

    /// The image of these words on a machine with this setup.
    fn decode(words: Vec<u32>, setup: Setup, printer: Option<Printer>, start: Address) -> Image {
        let return_address = setup.return_address;
        // Memory before the program holds zeros, which are no instructions.
        let before = start.word_index().min(words.len());
        let program = words.iter().enumerate().skip(before);
        let mut decoded = vec![Decoded::of_word(0); before];
        decoded.extend(
            program
                .map(|(index, &word)| Decoded::new(word, Address::of_word(index), return_address)),
        );
        // A run that ends while a number is being printed has printed only a part of it.
        let ends_within =
            |printer: &Printer| (printer.entry.0 + 1..printer.exit.0).contains(&return_address);
        let printer = printer.filter(|printer| !ends_within(printer));
        if let Some(Printer { routine: [first, last], .. }) = printer
            && !(first.0..=last.0).contains(&return_address)
            && let Some(word) = decoded.get_mut(first.word_index())
        {
            word.kind = Kind::Print;
        }
        let (mut registers, mut input_registers) = ([0; 32], Vec::new());
        for reg in Reg::all() {
            match setup.initial(reg) {
                Initial::Word(word) => registers[reg.index()] = word,
                Initial::Input(index) => input_registers.push((reg, index)),
            }
        }
        Image {
            words,
            decoded,
            setup,
            printer,
            own_print: None,
            summary: None,
            start,
            registers,
            input_registers,
            relocations: None,
            reordered: None,
        }
    }

    /// The program's words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The first address behind the program's text.
    pub fn text_end(&self) -> u32 {
        Address::of_word(self.words.len()).0
    }

    /// The address at which the program stops.
    pub fn return_address(&self) -> u32 {
        self.setup.return_address
    }

    /// Where the program prints numbers. Valid until the program stores into its own text.
    pub fn printer(&self) -> Option<Printer> {
        self.printer
    }

    /// The address of the program's own `print`, of which nothing is known but its name.
    pub fn own_print(&self) -> Option<Address> {
        self.own_print
    }

    /// How the program's own routine prints a number, if that was proved.
    pub fn summary(&self) -> Option<&Summary> {
        self.summary.as_ref()
    }

    /// The first instruction of the routine that prints a number, if it is known that one does.
    pub fn print_routine(&self) -> Option<Address> {
        let own = self.summary.as_ref().map(|summary| summary.print().entry);
        self.printer.map(|printer| printer.routine[0]).or(own)
    }

    /// The initial state of the machine, and what is observed.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The initial value of a register.
    pub fn initial(&self, reg: Reg) -> Initial {
        self.setup.initial(reg)
    }
}

/// A fault of the program. `A` is the type of the address of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FaultKind<A = u32> {
    /// `div` or `divu` with a zero divisor.
    DivisionByZero,
    /// pc is not a multiple of 4, or not in memory.
    BadPc(u32),
    /// The word at pc is not an instruction.
    InvalidInstruction(u32),
    /// `lw` or `sw` with an address that is not a multiple of 4.
    MisalignedAddress(A),
    /// `lw` or `sw` with an address that is neither in memory nor of a device.
    AddressOutOfRange(A),
}

impl<A> FaultKind<A> {
    /// The same fault, with its address mapped by a function.
    pub fn at<B>(self, address: impl FnOnce(A) -> B) -> FaultKind<B> {
        match self {
            FaultKind::DivisionByZero => FaultKind::DivisionByZero,
            FaultKind::BadPc(pc) => FaultKind::BadPc(pc),
            FaultKind::InvalidInstruction(word) => FaultKind::InvalidInstruction(word),
            FaultKind::MisalignedAddress(at) => FaultKind::MisalignedAddress(address(at)),
            FaultKind::AddressOutOfRange(at) => FaultKind::AddressOutOfRange(address(at)),
        }
    }
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
        }
    }
}

/// A fault and its location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What happened.
    pub kind: FaultKind,
    /// The address of the instruction. For a bad pc, the address of the fetch.
    pub at: Address,
}

/// Why a run stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The program reached the return address.
    Done,
    /// The fuel was used up.
    OutOfFuel,
    /// The program faulted.
    Fault(Fault),
}

/// The machine's state without its memory.
#[derive(Clone, Debug)]
pub struct State {
    /// `$0` to `$31`. The slots above take writes to `$0`, so that a write needs no test.
    regs: [u32; 64],
    /// The high word of the last product, or the last remainder.
    pub hi: u32,
    /// The low word of the last product, or the last quotient.
    pub lo: u32,
    /// The address of the next instruction.
    pub pc: u32,
}

impl State {
    fn at_start(image: &Image, inputs: &[u32]) -> State {
        let mut state = State { regs: [0; 64], hi: 0, lo: 0, pc: 0 };
        state.restart(image, inputs);
        state
    }

    /// Resets the state to the start of the program.
    fn restart(&mut self, image: &Image, inputs: &[u32]) {
        self.regs[..32].copy_from_slice(&image.registers);
        for &(reg, index) in &image.input_registers {
            self.regs[reg.index()] = inputs[index];
        }
        (self.hi, self.lo, self.pc) = (0, 0, image.start.0);
    }

    /// The value of a register.
    pub fn reg(&self, reg: Reg) -> u32 {
        self.regs[reg.index()]
    }

    /// Sets a register; `$0` stays zero.
    pub fn set(&mut self, reg: Reg, value: u32) {
        self.regs[mips::Destination::new(reg).slot()] = value;
    }

    /// The result, `$3`.
    pub fn result(&self) -> u32 {
        self.reg(Reg::RESULT)
    }
}

/// How many bytes of output are kept. Bytes beyond are only counted and hashed.
const OUTPUT_KEPT: usize = 1 << 16;

/// What a program wrote to the output device.
///
/// Equal values have the same bytes. Bytes beyond those that are kept are compared by a hash of 64
/// bits.
#[derive(Clone, Debug, Default, Eq, Hash)]
#[expect(clippy::derived_hash_with_manual_eq, reason = "it equals the derived one, only faster")]
pub struct Output {
    /// The first bytes, at most 65,536.
    pub bytes: Vec<u8>,
    /// The total number of bytes written.
    pub written: u64,
    /// The hash of the bytes that are not kept.
    hash: u64,
}

impl PartialEq for Output {
    fn eq(&self, other: &Output) -> bool {
        // Most programs print nothing. Comparing empty slices calls `memcmp` with dangling
        // pointers, which takes a hundred nanoseconds on processors with masked loads.
        let is_as_long = self.written == other.written && self.hash == other.hash;
        is_as_long && (self.written == 0 || self.bytes == other.bytes)
    }
}

impl Output {
    /// Removes all output.
    fn clear(&mut self) {
        self.bytes.clear();
        (self.written, self.hash) = (0, 0);
    }

    /// Appends a byte.
    pub(crate) fn push(&mut self, byte: u8) {
        self.written += 1;
        if self.bytes.len() < OUTPUT_KEPT {
            self.bytes.push(byte);
        } else {
            // A step of the FNV-1a hash, which starts from zero here.
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// The inputs of a run, and how much of the input stream it has read.
#[derive(Clone, Debug, Default)]
struct Given {
    inputs: Inputs,
    /// Bytes of the stream that were read.
    taken: usize,
}

impl Given {
    /// Starts again with other inputs, reusing the allocation.
    fn restart(&mut self, inputs: &[u32]) {
        if self.inputs.len() == inputs.len() {
            self.inputs.copy_from_slice(inputs);
        } else {
            self.inputs = inputs.into();
        }
        self.taken = 0;
    }
}

/// A running program.
#[derive(Clone, Debug)]
pub struct Machine {
    image: Rc<Image>,
    decoded: Vec<Decoded>,
    /// Whether the program has stored to its text.
    text_stored: bool,
    /// Whether the trace already contains the condition that the next fetch reads a zero word.
    zero_recorded: bool,
    /// What the program's own routine for printing left behind, in runs that take it as one step.
    leftovers: Leftovers,
    given: Given,
    /// Registers and pc.
    pub state: State,
    /// The current memory.
    pub memory: Memory,
    /// What was written to the output device.
    pub output: Output,
    /// Instructions executed so far.
    pub steps: u64,
}

impl Machine {
    /// A machine at the start of a program, with its inputs placed as the image's [`Setup`] says.
    ///
    /// # Panics
    ///
    /// If there are fewer inputs than the setup uses.
    pub fn new(image: &Rc<Image>, inputs: impl AsRef<[u32]>) -> Machine {
        let inputs = inputs.as_ref();
        let mut machine = Machine {
            image: Rc::clone(image),
            decoded: image.decoded.clone(),
            text_stored: false,
            zero_recorded: false,
            leftovers: Leftovers::default(),
            given: Given { inputs: inputs.into(), taken: 0 },
            state: State::at_start(image, inputs),
            memory: Memory::new(&image.words),
            output: Output::default(),
            steps: 0,
        };
        machine.put_array();
        machine
    }

    /// Returns to the start of the program with other inputs. The result is that of
    /// [`Machine::new`], at a fraction of the cost.
    pub fn restart(&mut self, inputs: impl AsRef<[u32]>) {
        if self.text_stored {
            self.decoded.clone_from(&self.image.decoded);
        }
        let inputs = inputs.as_ref();
        self.text_stored = false;
        self.zero_recorded = false;
        self.leftovers.restart();
        self.given.restart(inputs);
        self.state.restart(&self.image, inputs);
        self.memory.restart(&self.image.words);
        self.put_array();
        self.output.clear();
        self.steps = 0;
    }

    /// Stores the array in memory, if there is one, with the words behind it that are inputs.
    fn put_array(&mut self) {
        let Some(array) = self.image.setup.array else { return };
        for (address, index) in array.words(&self.given.inputs) {
            self.memory.store(address, self.given.inputs[index]);
        }
    }

    /// The current observations beside `$3` and the output. An array is observed element by
    /// element.
    pub fn observed(&self) -> Vec<(Observable, u32)> {
        let mut words = Vec::new();
        let setup = &self.image.setup;
        for &observable in &setup.observation.others {
            let word = match observable {
                Observable::Register(reg) => self.state.reg(reg),
                Observable::Kept(reg) => {
                    let before = setup.initial(reg).word(&self.given.inputs);
                    u32::from(self.state.reg(reg) == before)
                }
                Observable::Word(address) => self.memory.load(address),
                Observable::Element(index) => self.element(index),
                Observable::Array => {
                    let array = setup.array;
                    let length = array.map_or(0, |array| self.given.inputs[array.length]);
                    words.extend(
                        (0..length).map(|index| (Observable::Element(index), self.element(index))),
                    );
                    continue;
                }
            };
            words.push((observable, word));
        }
        words
    }

    /// The current value of an array element; 0 if there is no array.
    fn element(&self, index: u32) -> u32 {
        let array = self.image.setup.array;
        array.map_or(0, |array| self.memory.load(array.element(index)))
    }

    /// The number of bytes of the input stream that were read.
    pub fn taken(&self) -> usize {
        self.given.taken
    }

    /// The image of the program.
    pub fn image(&self) -> &Rc<Image> {
        &self.image
    }
}

//! The ARM64 emulator: the machine's semantics over numbers, on decoded text.
//!
//! Its contract:
//!
//! 1. At an `hlt` word the program is done; this is checked before the fuel.
//! 2. Each instruction costs one unit of fuel. Without fuel, the run stops as out of fuel.
//! 3. The word at pc is fetched from the current memory. A pc that is not a multiple of 4 or not in
//!    memory is a fault.
//! 4. A branch to a bad address faults at the next fetch.
//!
//! A fault of the program is a value, [`Stop::Fault`]. The emulator does not panic, whatever the
//! words are. A program is decoded once, into an [`Image`], and a [`Machine`] starts from a copy of
//! it. A store into the text decodes the two cells again, so the fast path is also correct for
//! self-modifying programs.

use std::convert::Infallible;
use std::rc::Rc;

use super::memory::{CAPACITY, HALT, LOADER, MEMORY_END, Memory, RETURN_ADDRESS};
use super::step::{Operands, execute};
use super::table::{Condition, Instruction, Op, Reg, decode};
use super::values::{Arm64, BinaryOp, Fault, FaultKind, Flow, Halt, Mode, Outcome, Register, Test};
use super::{Observable, Observation};
use crate::machine::Output;
use crate::machine::values::Cause;

/// The initial value of `sp` and `x29` for a program at address 0.
pub const STACK: u64 = 0x0100_0000;
/// The initial flags, as a compared pair.
pub const INITIAL_FLAGS: [u64; 2] = [1, 0];
/// The address at which the course's emulator loads an object file.
pub const OBJECT_START: u64 = 0x1_0000;

/// A program ready to run: decoded.
#[derive(Debug)]
pub struct Image {
    words: Vec<u32>,
    decoded: Vec<Decoded>,
    /// The load address. There is no memory below.
    start: u64,
    mode: Mode,
    observation: Observation,
}

impl Image {
    /// The image of a program at address 0. Words that do not fit below the loader's words are
    /// dropped.
    pub fn new(words: Vec<u32>, mode: Mode) -> Rc<Image> {
        Image::at(0, words, mode)
    }

    /// The image of words whose addresses count from `start`, a multiple of 4. The course's
    /// emulator loads an object file this way: there is no memory below `start`, and the stack is
    /// moved up by the same distance.
    pub fn at(start: u64, mut words: Vec<u32>, mode: Mode) -> Rc<Image> {
        words.truncate(CAPACITY.saturating_sub((start / 4) as usize));
        let decoded = words.iter().map(|&word| Decoded::new(word)).collect();
        let observation = Observation::default();
        Rc::new(Image { words, decoded, start, mode, observation })
    }

    /// The image of a program at address 0, of which this is observed.
    pub fn observed(words: Vec<u32>, mode: Mode, observation: &Observation) -> Rc<Image> {
        let mut image = Image::new(words, mode);
        let made = Rc::get_mut(&mut image).expect("it was just made");
        made.observation.clone_from(observation);
        image
    }

    /// What is observed of the program.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The program's words.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The first address behind the program's text, at which the course's emulator places the
    /// array.
    pub fn text_end(&self) -> u64 {
        self.start + 4 * self.words.len() as u64
    }

    /// The source that the machine follows where the sources differ.
    pub fn mode(&self) -> Mode {
        self.mode
    }
}

/// What to do with a fetched word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Run(Op),
    Invalid,
    Halt,
}

/// A word, decoded for execution.
#[derive(Clone, Copy, Debug)]
struct Decoded {
    kind: Kind,
    operands: Operands,
}

impl Decoded {
    fn new(word: u32) -> Decoded {
        let (kind, instruction) = match decode(word) {
            Some(instruction) => (Kind::Run(instruction.op), instruction),
            None if word == HALT => (Kind::Halt, Instruction::of(Op::B)),
            None => (Kind::Invalid, Instruction::of(Op::B)),
        };
        Decoded { kind, operands: Operands::of(instruction) }
    }
}

/// An input array: its address is in `x0`, its length in `x1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Array {
    /// The address of the first element, a multiple of 4. `None` means the first address behind the
    /// text.
    pub address: Option<u64>,
    /// The elements, 8 bytes each.
    pub elements: Vec<u64>,
}

/// The inputs of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Given {
    /// The values of `x0` and the following registers; words beyond the first 29 are ignored.
    pub registers: Vec<u64>,
    /// The array, whose address and length replace `x0` and `x1`.
    pub array: Option<Array>,
    /// The bytes of the input stream.
    pub stream: Vec<u8>,
    /// Whether these bytes are inputs. Otherwise they are part of the question.
    pub is_stream_free: bool,
}

impl Given {
    /// The words that are inputs: numbers in registers, or the elements of the array; behind them the bytes of a free
    /// stream.
    pub fn words(&self) -> Vec<u64> {
        let numbers = self.array.as_ref().map_or(&self.registers, |array| &array.elements);
        let bytes = self.stream.iter().filter(|_| self.is_stream_free);
        numbers.iter().copied().chain(bytes.map(|&byte| byte.into())).collect()
    }

    /// The same input with other [words](Self::words). An array may have another length. Of a byte only the last 8 bits count.
    #[must_use]
    pub fn with_words(&self, mut words: Vec<u64>) -> Given {
        let mut given = self.clone();
        if self.is_stream_free {
            let bytes = words.split_off(words.len().saturating_sub(self.stream.len()));
            given.stream = bytes.into_iter().map(|byte| byte as u8).collect();
        }
        match &mut given.array {
            Some(array) => array.elements = words,
            None => given.registers = words,
        }
        given
    }
}

/// Why a program stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It reached an `hlt` word.
    Done,
    /// The fuel was used up.
    OutOfFuel,
    /// It faulted.
    Fault(Fault),
}

/// What a run did that other sources define differently.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// A `b.cond` read the flags before any `cmp`; on a processor they are arbitrary.
    pub flags_at_start: bool,
    /// A `b.cond` read the flags after an `ldur` or `stur` that no `cmp` followed; in
    /// [`Mode::Course`] they have another value.
    pub flags_after_memory: bool,
    /// -2^63 was divided by -1, which crashes the course's emulator.
    pub quotient_overflow: bool,
}

/// A bit of [`Machine::flags_since`]: nothing has been compared yet.
const NO_CMP: u8 = 1;
/// A bit of [`Machine::flags_since`]: memory or a device was accessed since the last comparison.
const ACCESSED: u8 = 2;

/// A running program.
#[derive(Clone, Debug)]
pub struct Machine {
    image: Rc<Image>,
    decoded: Vec<Decoded>,
    /// Whether the program has stored to its text.
    text_stored: bool,
    start: u64,
    text_end: u64,
    mode: Mode,
    stream: Vec<u8>,
    /// Bytes of the stream that were read.
    taken: usize,
    /// The address of the array's first element, and the number of elements. 0 for no array.
    array: [u64; 2],
    /// `x0` to `x30`, `sp`, and the zero that `xzr` reads.
    registers: [u64; Register::COUNT],
    flags: [u64; 2],
    /// What happened since the last `cmp`: [`NO_CMP`] and [`ACCESSED`].
    flags_since: u8,
    /// The union of `flags_since` at all executed `b.cond`.
    flags_read: u8,
    quotient_overflow: bool,
    /// The address of the next instruction. At the end, the address of the instruction that ended
    /// the run.
    pub pc: u64,
    /// The current memory.
    pub memory: Memory,
    /// What was written to the output device.
    pub output: Output,
    /// Instructions executed so far.
    pub steps: u64,
}

impl Machine {
    /// A machine at the start of a program. `None` if the array does not fit between the program
    /// and the loader's words.
    pub fn new(image: &Rc<Image>, given: &Given) -> Option<Machine> {
        let mut machine = Machine {
            image: Rc::clone(image),
            decoded: image.decoded.clone(),
            text_stored: false,
            start: image.start,
            text_end: image.text_end(),
            mode: image.mode,
            stream: Vec::new(),
            taken: 0,
            array: [0; 2],
            registers: [0; Register::COUNT],
            flags: INITIAL_FLAGS,
            flags_since: NO_CMP,
            flags_read: 0,
            quotient_overflow: false,
            pc: 0,
            memory: Memory::new(image.start, &image.words),
            output: Output::default(),
            steps: 0,
        };
        machine.begin(given).then_some(machine)
    }

    /// Returns to the start of the program with other inputs. The result is that of
    /// [`Machine::new`], at a fraction of the cost. Returns whether the array fits; if not, the run
    /// has no array.
    pub fn restart(&mut self, given: &Given) -> bool {
        if std::mem::take(&mut self.text_stored) {
            self.decoded.clone_from(&self.image.decoded);
        }
        self.memory.restart(self.start, &self.image.words);
        self.output.clear();
        (self.flags, self.flags_since, self.flags_read) = (INITIAL_FLAGS, NO_CMP, 0);
        (self.quotient_overflow, self.steps, self.taken) = (false, 0, 0);
        self.begin(given)
    }

    /// Sets registers, array and stream.
    fn begin(&mut self, given: &Given) -> bool {
        self.registers = [0; Register::COUNT];
        let count = given.registers.len().min(29);
        self.registers[..count].copy_from_slice(&given.registers[..count]);
        self.registers[29] = STACK + self.start;
        self.registers[30] = RETURN_ADDRESS;
        self.registers[Register::SP.index()] = STACK + self.start;
        self.stream.clone_from(&given.stream);
        (self.pc, self.array) = (self.start, [0; 2]);
        let Some(array) = &given.array else { return true };
        let address = array.address.unwrap_or(self.text_end);
        let bytes = 8 * array.elements.len() as u64;
        let fits = address.checked_add(bytes).is_some_and(|end| end <= LOADER);
        if !fits || address < self.text_end || !address.is_multiple_of(4) {
            return false;
        }
        self.array = [address, array.elements.len() as u64];
        self.registers[..2].copy_from_slice(&self.array);
        for (&element, at) in array.elements.iter().zip((address..).step_by(8)) {
            self.memory.store(at, element);
        }
        true
    }

    /// Continues for at most `fuel` steps. After [`Stop::OutOfFuel`] it can be called again.
    pub fn run(&mut self, fuel: u64) -> Stop {
        // Both change at every step, so they are kept in local variables, which the compiler can
        // keep in registers.
        let (mut pc, mut left) = (self.pc, fuel);
        let stop = loop {
            // A pc that is not a multiple of 4 rotates to an index beyond every text.
            let index = pc.wrapping_sub(self.start).rotate_right(2) as usize;
            let decoded = match self.decoded.get(index) {
                Some(&decoded) => decoded,
                None => self.fetch_outside_text(pc),
            };
            let op = match decoded.kind {
                Kind::Run(op) if left > 0 => op,
                Kind::Halt => break Stop::Done,
                _ if left == 0 => break Stop::OutOfFuel,
                _ if !self.can_be_fetched(pc) => {
                    break Stop::Fault(Fault { kind: FaultKind::BadPc(pc), at: pc });
                }
                _ => {
                    left -= 1;
                    let kind = FaultKind::InvalidInstruction(self.memory.cell(pc));
                    break Stop::Fault(Fault { kind, at: pc });
                }
            };
            left -= 1;
            pc = match execute(self, pc, op, decoded.operands) {
                Ok(Flow::To(next) | Flow::Jump(next) | Flow::Call(next)) => next,
                Ok(Flow::Done) => break Stop::Done,
                Err(Halt::Fault(kind)) => break Stop::Fault(Fault { kind, at: pc }),
            };
        };
        self.pc = pc;
        self.steps += fuel - left;
        stop
    }

    /// The value of a register: `x0` to `x30`, or `sp` for 31.
    pub fn register(&self, reg: Reg) -> u64 {
        self.registers[Register::d_or_n(reg).index()]
    }

    /// `x0`, the result.
    pub fn result(&self) -> u64 {
        self.register(Reg::RESULT)
    }

    /// What is observed now, beside `x0` and the output. An array is observed element by element.
    pub fn observed(&self) -> Vec<(Observable, u64)> {
        let [address, length] = self.array;
        let element = |index: u32| self.memory.load(address + 8 * u64::from(index));
        let mut words = Vec::new();
        for &observable in &self.image.observation.others {
            let word = match observable {
                Observable::Register(register) => self.registers[register.index()],
                Observable::Word(at) => self.memory.load(at.0.into()),
                Observable::Element(index) => element(index),
                Observable::Array => {
                    let indices = 0..length as u32;
                    words.extend(indices.map(|index| (Observable::Element(index), element(index))));
                    continue;
                }
                Observable::Kept(_) => unreachable!("it is refused for this machine"),
            };
            words.push((observable, word));
        }
        words
    }

    /// The pair that was compared last.
    pub fn compared(&self) -> [u64; 2] {
        self.flags
    }

    /// What the run did so far that other sources define differently.
    pub fn remarks(&self) -> Remarks {
        Remarks {
            flags_at_start: self.flags_read & NO_CMP != 0,
            flags_after_memory: self.flags_read & ACCESSED != 0,
            quotient_overflow: self.quotient_overflow,
        }
    }

    /// The number of bytes of the input stream that were read.
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// The image of the program.
    pub fn image(&self) -> &Rc<Image> {
        &self.image
    }

    /// Decodes the word at a pc outside the program's text. The result is no instruction if there
    /// is none.
    #[cold]
    fn fetch_outside_text(&self, pc: u64) -> Decoded {
        match self.can_be_fetched(pc) {
            true => Decoded::new(self.memory.cell(pc)),
            false => Decoded::new(0),
        }
    }

    fn can_be_fetched(&self, pc: u64) -> bool {
        pc.is_multiple_of(4) && (self.start..MEMORY_END).contains(&pc)
    }

    /// Decodes a cell again after a store, if it belongs to the text.
    fn decode_again(&mut self, address: u64) {
        let index = (address.wrapping_sub(self.start) / 4) as usize;
        if let Some(decoded) = self.decoded.get_mut(index) {
            *decoded = Decoded::new(self.memory.cell(address));
            self.text_stored = true;
        }
    }

    /// Records an access to memory or a device, which in the course's emulator also writes the
    /// flags.
    #[inline(always)]
    fn accessed(&mut self) {
        self.flags_since |= ACCESSED;
    }
}

impl Arm64 for Machine {
    type Word = u64;
    type Abort = Infallible;

    #[inline(always)]
    fn mode(&self) -> Mode {
        self.mode
    }

    #[inline(always)]
    fn constant(&mut self, value: u64) -> u64 {
        value
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, n: u64, m: u64) -> u64 {
        if op == BinaryOp::Sdiv {
            self.quotient_overflow |= n == 1 << 63 && m == u64::MAX;
        }
        op.apply(n, m)
    }

    #[inline(always)]
    fn address(&mut self, base: u64, offset: i32) -> u64 {
        base.wrapping_add_signed(offset.into())
    }

    #[inline(always)]
    fn get(&mut self, place: Register) -> u64 {
        self.registers[place.index()]
    }

    #[inline(always)]
    fn set(&mut self, place: Register, value: u64) {
        self.registers[place.index()] = value;
    }

    #[inline(always)]
    fn flags(&mut self) -> [u64; 2] {
        self.flags
    }

    #[inline(always)]
    fn set_flags(&mut self, pair: [u64; 2]) {
        (self.flags, self.flags_since) = (pair, 0);
    }

    #[inline(always)]
    fn decide(&mut self, _: Cause, test: Test<u64>) -> Outcome<bool, Self> {
        Ok(match test {
            Test::Holds(condition, pair) => condition.holds(pair),
            Test::Is(word, value) => word == value,
            Test::Aligned(address) => address.is_multiple_of(4),
            Test::Below(address, bound) => address < bound,
        })
    }

    #[inline(always)]
    fn condition(&mut self, condition: Condition) -> Outcome<bool, Self> {
        self.flags_read |= self.flags_since;
        Ok(condition.holds(self.flags))
    }

    #[inline(always)]
    fn memory_start(&self) -> u64 {
        self.start
    }

    #[inline(always)]
    fn text_end(&self) -> u64 {
        self.text_end
    }

    #[inline(always)]
    fn literal(&mut self, address: u64) -> Outcome<u64, Self> {
        Ok(self.memory.load(address))
    }

    #[inline(always)]
    fn load(&mut self, address: u64) -> Outcome<u64, Self> {
        self.accessed();
        Ok(self.memory.load(address))
    }

    #[inline(always)]
    fn store(&mut self, address: u64, value: u64, in_text: bool) -> Outcome<(), Self> {
        self.accessed();
        self.memory.store(address, value);
        if in_text {
            self.decode_again(address);
            self.decode_again(address + 4);
        }
        Ok(())
    }

    fn read(&mut self) -> Outcome<u64, Self> {
        self.accessed();
        let byte = self.stream.get(self.taken).copied();
        self.taken += usize::from(byte.is_some());
        Ok(byte.map_or(u64::MAX, u64::from))
    }

    #[inline(always)]
    fn output(&mut self, value: u64) -> Outcome<(), Self> {
        self.accessed();
        self.output.push(value as u8);
        Ok(())
    }
}

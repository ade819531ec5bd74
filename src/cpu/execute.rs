//! Fetch, decode, execute, record.

use super::decode::{Decoded, Kind};
use super::{Fault, FaultKind, Machine, Recorder, Stop};
use crate::isa::{Op, Reg};
use crate::memory::{INPUT_ADDRESS, MEMORY_END, OUTPUT_ADDRESS};
use crate::program::Address;
use crate::trace::{BinaryOp, Cause, Condition, Operand, Place, Signedness, Step, Sum, Test, Var};

/// How a step ended that does not simply go on.
enum Halt {
    Done,
    OutOfFuel,
    Fault(FaultKind),
}

impl Machine {
    /// Runs on for at most `fuel` steps. Out of fuel, it can be run on again.
    pub fn run<R: Recorder>(&mut self, fuel: u64, recorder: &mut R) -> Stop {
        let mut left = fuel;
        let halt = self.run_until_halt(&mut left, recorder);
        self.steps += fuel - left;
        match halt {
            Halt::Done => Stop::Done,
            Halt::OutOfFuel => Stop::OutOfFuel,
            Halt::Fault(kind) => Stop::Fault(Fault { kind, at: Address(self.state.pc) }),
        }
    }

    /// The loop. On a halt, pc is that of the instruction that halted.
    fn run_until_halt<R: Recorder>(&mut self, fuel: &mut u64, recorder: &mut R) -> Halt {
        // Both change at every step, so they are kept out of memory.
        let (mut pc, mut left) = (self.state.pc, *fuel);
        let halt = loop {
            // A pc that is not a multiple of 4 rotates to an index that no
            // text reaches.
            let instruction = match self.decoded.get(pc.rotate_right(2) as usize) {
                Some(&decoded) => {
                    if decoded.kind == Kind::Return {
                        break Halt::Done;
                    }
                    if left == 0 {
                        break Halt::OutOfFuel;
                    }
                    if R::RECORDS && self.text_stored {
                        self.record_fetch(pc, recorder);
                    }
                    decoded
                }
                None => match self.fetch_outside_text(pc, left, recorder) {
                    Ok(decoded) => decoded,
                    Err(halt) => break halt,
                },
            };
            left -= 1;
            match self.execute(Address(pc), instruction, recorder) {
                Ok(next) => pc = next,
                Err(kind) => break Halt::Fault(kind),
            }
        };
        (self.state.pc, *fuel) = (pc, left);
        halt
    }

    /// The instruction at a pc that is not in the program's text.
    #[cold]
    fn fetch_outside_text<R: Recorder>(
        &mut self,
        pc: u32,
        left: u64,
        recorder: &mut R,
    ) -> Result<Decoded, Halt> {
        if pc == self.image.return_address {
            return Err(Halt::Done);
        }
        if left == 0 {
            return Err(Halt::OutOfFuel);
        }
        if !can_be_fetched(pc) {
            return Err(Halt::Fault(FaultKind::BadPc(pc)));
        }
        // A jump to any zero word is a fault; the condition must not tie the
        // run to the one that it hit.
        if R::RECORDS && !self.zero_recorded {
            self.record_fetch(pc, recorder);
        }
        Ok(Decoded::of_word(self.memory.load(Address(pc))))
    }

    /// Executes an instruction and returns the next pc; on a fault, no
    /// register has changed.
    #[inline(always)]
    fn execute<R: Recorder>(
        &mut self,
        at: Address,
        i: Decoded,
        recorder: &mut R,
    ) -> Result<u32, FaultKind> {
        let next = at.0.wrapping_add(4);
        let (s, t) = (self.slot(i.s), self.slot(i.t));
        let mut target = next;
        match i.kind {
            Kind::Run(op) => match op {
                Op::Add => self.binary(at, recorder, BinaryOp::Add, i, s.wrapping_add(t)),
                Op::Sub => self.binary(at, recorder, BinaryOp::Sub, i, s.wrapping_sub(t)),
                Op::Slt => {
                    let less = (s as i32) < t as i32;
                    self.binary(at, recorder, BinaryOp::Slt, i, u32::from(less));
                }
                Op::Sltu => self.binary(at, recorder, BinaryOp::Sltu, i, u32::from(s < t)),
                Op::Mult => {
                    let product = i64::from(s as i32) * i64::from(t as i32);
                    self.product(at, recorder, Signedness::Signed, i, product as u64);
                }
                Op::Multu => {
                    let product = u64::from(s) * u64::from(t);
                    self.product(at, recorder, Signedness::Unsigned, i, product);
                }
                Op::Div | Op::Divu => {
                    if R::RECORDS {
                        let test = Test::Equal(operand(i.t), Operand::Const(0));
                        recorder.condition(at, condition(Cause::Divisor, test, t == 0));
                    }
                    if t == 0 {
                        return Err(FaultKind::DivisionByZero);
                    }
                    let signedness;
                    (signedness, self.state.lo, self.state.hi) = if op == Op::Div {
                        let (s, t) = (s as i32, t as i32);
                        // Only -2^31 / -1 wraps.
                        let (quotient, rest) = (s.wrapping_div(t), s.wrapping_rem(t));
                        (Signedness::Signed, quotient as u32, rest as u32)
                    } else {
                        (Signedness::Unsigned, s / t, s % t)
                    };
                    recorder.record(at, Step::Div(signedness, operand(i.s), operand(i.t)));
                }
                Op::Mfhi => {
                    self.assign(at, recorder, i.d, self.state.hi, Step::Mfhi(variable(i.d)));
                }
                Op::Mflo => {
                    self.assign(at, recorder, i.d, self.state.lo, Step::Mflo(variable(i.d)));
                }
                Op::Lis => {
                    self.load_immediate(at, recorder, i, next)?;
                    target = next.wrapping_add(4);
                }
                Op::Jr => {
                    if R::RECORDS {
                        self.record_jump(at, operand(i.s), s, recorder);
                    }
                    target = s;
                }
                Op::Jalr => {
                    if R::RECORDS {
                        self.record_jump(at, operand(i.s), s, recorder);
                    }
                    self.assign(at, recorder, i.d, next, Step::Jalr(Address(next)));
                    target = s;
                }
                Op::Beq | Op::Bne => {
                    if R::RECORDS {
                        let test = Test::Equal(operand(i.s), operand(i.t));
                        recorder.condition(at, condition(Cause::Branch, test, s == t));
                    }
                    if (s == t) == (op == Op::Beq) {
                        target = next.wrapping_add_signed(i.immediate);
                    }
                }
                Op::Lw => {
                    let address = s.wrapping_add_signed(i.immediate);
                    self.load(at, recorder, i, address)?;
                }
                Op::Sw => {
                    let address = s.wrapping_add_signed(i.immediate);
                    self.store(at, recorder, i, address, t)?;
                }
            },
            Kind::Invalid => {
                let word = self.memory.load(at);
                return Err(FaultKind::InvalidInstruction(word));
            }
            Kind::Return => unreachable!("the loop ends before it executes the return address"),
        }
        Ok(target)
    }

    #[inline(always)]
    fn slot(&self, register: u8) -> u32 {
        self.state.regs[usize::from(register & 63)]
    }

    /// Puts a value in a register and records how it came about.
    #[inline(always)]
    fn assign<R: Recorder>(
        &mut self,
        at: Address,
        recorder: &mut R,
        d: u8,
        value: u32,
        step: Step,
    ) {
        self.state.regs[usize::from(d & 63)] = value;
        if R::RECORDS && d != Decoded::NOWHERE {
            recorder.record(at, step);
        }
    }

    #[inline(always)]
    fn binary<R: Recorder>(
        &mut self,
        at: Address,
        recorder: &mut R,
        op: BinaryOp,
        i: Decoded,
        value: u32,
    ) {
        let step = Step::Binary(op, variable(i.d), operand(i.s), operand(i.t));
        self.assign(at, recorder, i.d, value, step);
    }

    #[inline(always)]
    fn product<R: Recorder>(
        &mut self,
        at: Address,
        recorder: &mut R,
        signedness: Signedness,
        i: Decoded,
        product: u64,
    ) {
        self.state.hi = (product >> 32) as u32;
        self.state.lo = product as u32;
        let step = Step::Mult(signedness, operand(i.s), operand(i.t));
        recorder.record(at, step);
    }

    /// `lis`: the word behind the instruction, at `address`. Text that no
    /// store has touched is concrete; any other word is a load like any load.
    #[inline(always)]
    fn load_immediate<R: Recorder>(
        &mut self,
        at: Address,
        recorder: &mut R,
        i: Decoded,
        address: u32,
    ) -> Result<(), FaultKind> {
        if address >= MEMORY_END {
            return Err(FaultKind::BadPc(address));
        }
        let value = self.memory.load(Address(address));
        let step = if !self.text_stored && address < self.image.text_end() {
            Step::Lis(variable(i.d), value)
        } else {
            let address = Sum { base: Operand::Const(address), offset: 0 };
            Step::Load { d: variable(i.d), memory: MEMORY, address }
        };
        self.assign(at, recorder, i.d, value, step);
        Ok(())
    }

    #[inline(always)]
    fn load<R: Recorder>(
        &mut self,
        at: Address,
        recorder: &mut R,
        i: Decoded,
        address: u32,
    ) -> Result<(), FaultKind> {
        let sum = Sum { base: operand(i.s), offset: i.immediate as i16 };
        if !self.check_address(at, recorder, sum, address)? {
            return Err(match address {
                INPUT_ADDRESS => FaultKind::NoInput,
                _ => FaultKind::AddressOutOfRange(address),
            });
        }
        let value = self.memory.load(Address(address));
        let step = Step::Load { d: variable(i.d), memory: MEMORY, address: sum };
        self.assign(at, recorder, i.d, value, step);
        Ok(())
    }

    #[inline(always)]
    fn store<R: Recorder>(
        &mut self,
        at: Address,
        recorder: &mut R,
        i: Decoded,
        address: u32,
        value: u32,
    ) -> Result<(), FaultKind> {
        let sum = Sum { base: operand(i.s), offset: i.immediate as i16 };
        if !self.check_address(at, recorder, sum, address)? {
            let output = address == OUTPUT_ADDRESS;
            if R::RECORDS {
                let test = Test::At(sum, OUTPUT_ADDRESS);
                recorder.condition(at, condition(Cause::Output, test, output));
            }
            if !output {
                return Err(FaultKind::AddressOutOfRange(address));
            }
            self.output.push(value as u8);
            return Ok(());
        }
        let index = Address(address).word_index();
        let in_text = index < self.decoded.len();
        if R::RECORDS {
            let test = Test::Below(sum, self.image.text_end());
            recorder.condition(at, condition(Cause::TextStore, test, in_text));
            let value = operand(i.t);
            recorder.record(at, Step::Store { to: MEMORY, from: MEMORY, address: sum, value });
        }
        self.memory.store(Address(address), value);
        if in_text {
            self.decoded[index] = Decoded::new(value, Address(address), self.image.return_address);
            self.text_stored = true;
        }
        Ok(())
    }

    /// Whether an address is in memory; one that is not aligned is a fault.
    #[inline(always)]
    fn check_address<R: Recorder>(
        &self,
        at: Address,
        recorder: &mut R,
        sum: Sum,
        address: u32,
    ) -> Result<bool, FaultKind> {
        let aligned = address.is_multiple_of(4);
        if R::RECORDS {
            recorder.condition(at, condition(Cause::Alignment, Test::Aligned(sum), aligned));
        }
        if !aligned {
            return Err(FaultKind::MisalignedAddress(address));
        }
        let in_memory = address < MEMORY_END;
        if R::RECORDS {
            let test = Test::Below(sum, MEMORY_END);
            recorder.condition(at, condition(Cause::Range, test, in_memory));
        }
        Ok(in_memory)
    }

    /// Records what a run depends on when it fetches from a word that may
    /// have been stored to.
    fn record_fetch<R: Recorder>(&self, pc: u32, recorder: &mut R) {
        let value = self.memory.load(Address(pc));
        let test = Test::Word { memory: MEMORY, address: Operand::Const(pc), value };
        recorder.condition(Address(pc), condition(Cause::Fetch, test, true));
    }

    /// Records what a run depends on when it jumps to a computed target.
    ///
    /// Targets that all end the same way are told apart from the others and
    /// not from each other, so that a jump has few ways to go: the return
    /// address, a target that cannot be fetched, a zero word behind the text
    /// (which is no instruction), and one way for each other target.
    fn record_jump<R: Recorder>(
        &mut self,
        at: Address,
        register: Operand,
        target: u32,
        recorder: &mut R,
    ) {
        let mut depend = |cause, test, holds| {
            recorder.condition(at, condition(cause, test, holds));
            holds
        };
        let sum = Sum { base: register, offset: 0 };
        let return_address = self.image.return_address;
        let returns = Test::Equal(register, Operand::Const(return_address));
        if depend(Cause::Return, returns, target == return_address) {
            return;
        }
        if !depend(Cause::JumpRange, Test::Aligned(sum), target.is_multiple_of(4))
            || !depend(Cause::JumpRange, Test::Below(sum, MEMORY_END), target < MEMORY_END)
        {
            return;
        }
        let text_end = self.image.text_end();
        if !depend(Cause::JumpRange, Test::Below(sum, text_end), target < text_end) {
            let zero = Test::Word { memory: MEMORY, address: register, value: 0 };
            if depend(Cause::JumpRange, zero, self.memory.load(Address(target)) == 0) {
                self.zero_recorded = true;
                return;
            }
        }
        depend(Cause::JumpTarget, Test::Equal(register, Operand::Const(target)), true);
    }
}

const MEMORY: Var = Var::of(Place::MEMORY);

/// Whether pc may be fetched from.
fn can_be_fetched(pc: u32) -> bool {
    pc.is_multiple_of(4) && pc < MEMORY_END
}

fn condition(cause: Cause, test: Test, holds: bool) -> Condition {
    Condition { cause, test, holds }
}

/// The variable of a destination slot; `$0` for the slot of no register.
#[inline(always)]
fn variable(slot: u8) -> Var {
    Var::reg(Reg::from_field(u32::from(slot)))
}

#[inline(always)]
fn operand(slot: u8) -> Operand {
    Operand::Var(variable(slot))
}

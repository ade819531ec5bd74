//! The loop of the MIPS emulator: the machine's semantics over numbers, on decoded text.

use std::convert::Infallible;

use super::memory::MEMORY_END;
use super::mips::decode::{Decoded, Kind};
use super::mips::{Destination, Flow, Mips, Operands, execute};
use super::record::{HiLo, Recorder, Slot, Tagged};
use super::values::{Cause, Domain, Halt, Outcome, Test, Values};
use super::word::{BinaryOp, Signedness};
use super::{Fault, FaultKind, Given, Initial, Machine, Stop};

use crate::machine::mips::{Op, Reg};
use crate::program::Address;

/// The value read beyond the end of the input stream.
const STREAM_END: Initial = Initial::Word(u32::MAX);

/// How a step ended, if execution does not continue with the next one.
enum End {
    Done,
    OutOfFuel,
    Fault(FaultKind),
}

impl Machine {
    /// Continues for at most `fuel` steps. After [`Stop::OutOfFuel`] it can be called again.
    pub fn run<R: Recorder>(&mut self, fuel: u64, recorder: &mut R) -> Stop {
        if R::RECORDS
            && self.steps == 0
            && let Some(array) = self.image.setup.array
        {
            recorder.given(array, self.given.inputs[array.length]);
        }
        if R::SUMMARISES {
            self.go_on_with_leftovers();
        }
        let mut left = fuel;
        let end = Emulation { machine: self, recorder }.run(&mut left);
        self.steps += fuel - left;
        if R::SUMMARISES {
            self.leftovers.followed_until(self.steps);
        }
        match end {
            End::Done => Stop::Done,
            End::OutOfFuel => Stop::OutOfFuel,
            End::Fault(kind) => Stop::Fault(Fault { kind, at: Address(self.state.pc) }),
        }
    }
}

/// How a word is handled that is not simply executed.
enum Unusual {
    /// The number was printed; execution continues at this address.
    Printed(Address),
    /// The word is executed as an instruction.
    Run(Op, Operands),
}

/// A running machine and its recorder.
pub(super) struct Emulation<'m, R> {
    pub machine: &'m mut Machine,
    pub recorder: &'m mut R,
}

impl<R: Recorder> Emulation<'_, R> {
    /// The main loop. At its end, pc is the address of the instruction that ended it.
    fn run(&mut self, fuel: &mut u64) -> End {
        // Both change at every step, so they are kept in local variables, which the compiler can
        // keep in registers.
        let (mut pc, mut left) = (self.machine.state.pc, *fuel);
        let end = loop {
            // A pc that is not a multiple of 4 rotates to an index beyond every text.
            let decoded = match self.machine.decoded.get(pc.rotate_right(2) as usize) {
                Some(&decoded) => {
                    if decoded.kind == Kind::Return {
                        break End::Done;
                    }
                    if left == 0 {
                        break End::OutOfFuel;
                    }
                    if R::RECORDS {
                        if R::SUMMARISES {
                            self.follow_print(pc);
                        }
                        self.recorder.begin(Address(pc));
                        if self.machine.text_stored {
                            self.record_fetch(pc);
                        }
                        self.recorder.reach(&mut self.machine.state);
                    }
                    decoded
                }
                None => match self.fetch_outside_text(pc, left) {
                    Ok(decoded) => decoded,
                    Err(end) => break end,
                },
            };
            left -= 1;
            let (op, operands) = match decoded.kind {
                Kind::Run(op) => (op, decoded.operands),
                _ => match self.unusual(pc, &mut left) {
                    Ok(Unusual::Printed(exit)) => {
                        pc = exit.0;
                        continue;
                    }
                    Ok(Unusual::Run(op, operands)) => (op, operands),
                    Err(end) => break end,
                },
            };
            pc = match execute(self, pc, op, operands) {
                Ok(Flow::To(next)) => next,
                Ok(Flow::Jump(target) | Flow::Call(target)) => target.value,
                Err(Halt::Fault(kind)) => break End::Fault(kind.at(|address| address.value)),
            };
        };
        (self.machine.state.pc, *fuel) = (pc, left);
        end
    }

    /// Handles a word that is not simply executed; one step has already been subtracted from the
    /// fuel. A number is printed in one step if no one can observe the difference. Otherwise the
    /// word is an instruction like any other, or none.
    #[cold]
    fn unusual(&mut self, pc: u32, left: &mut u64) -> Result<Unusual, End> {
        if R::PRINTS_AT_ONCE
            && let Some(printer) = self.machine.image.printer.filter(|it| it.routine[0].0 == pc)
            && !self.machine.text_stored
            && let Some(rest) = (*left + 1).checked_sub(printer.routine_steps)
            && self.machine.print_number()
        {
            *left = rest;
            return Ok(Unusual::Printed(printer.routine[1]));
        }
        let word = self.machine.memory.load(Address(pc));
        match Decoded::of_word(word) {
            Decoded { kind: Kind::Run(op), operands } => Ok(Unusual::Run(op, operands)),
            _ => Err(End::Fault(FaultKind::InvalidInstruction(word))),
        }
    }

    /// The instruction at a pc outside the program's text.
    #[cold]
    fn fetch_outside_text(&mut self, pc: u32, left: u64) -> Result<Decoded, End> {
        if pc == self.machine.image.return_address() {
            return Err(End::Done);
        }
        if left == 0 {
            return Err(End::OutOfFuel);
        }
        if !can_be_fetched(pc) {
            return Err(End::Fault(FaultKind::BadPc(pc)));
        }
        if R::RECORDS {
            if R::SUMMARISES {
                self.fetch_leftover(pc);
            }
            self.recorder.begin(Address(pc));
            // A jump to any zero word is a fault, so the condition must not restrict the run to
            // this particular word.
            if !self.machine.zero_recorded {
                self.record_fetch(pc);
            }
            self.recorder.reach(&mut self.machine.state);
        }
        Ok(Decoded::of_word(self.machine.memory.load(Address(pc))))
    }

    /// The values to write to `hi` and `lo`.
    #[inline(always)]
    fn overwrite(&mut self, [hi, lo]: [u32; 2]) -> [u32; 2] {
        [self.recorder.overwrite(Slot::Hi, hi), self.recorder.overwrite(Slot::Lo, lo)]
    }

    /// Records the conditions of a fetch from a word that may have been stored to.
    fn record_fetch(&mut self, pc: u32) {
        let word = self.machine.memory.load(Address(pc));
        let address = self.recorder.constant(pc);
        self.recorder.test_memory(Cause::Fetch, address, word, true);
    }

    /// Records the conditions of a jump to a computed target.
    ///
    /// Targets with the same effect share one condition, so that a jump has few outcomes: the
    /// return address, a target that cannot be fetched, a zero word behind the text (which is no
    /// instruction), and one outcome for each other target.
    fn record_jump(&mut self, Tagged { value, tag }: Tagged<R::Word>) {
        let Emulation { machine, recorder } = self;
        let address = recorder.address(tag, 0);
        let mut depends = |cause, test, holds| {
            recorder.test(cause, test, holds);
            holds
        };
        let return_address = machine.image.return_address();
        let text_end = machine.image.text_end();
        if depends(Cause::Return, Test::Is(tag, return_address), value == return_address)
            || !depends(Cause::JumpRange, Test::Aligned(address), value.is_multiple_of(4))
            || !depends(Cause::JumpRange, Test::Below(address, MEMORY_END), value < MEMORY_END)
        {
            return;
        }
        if !depends(Cause::JumpRange, Test::Below(address, text_end), value < text_end) {
            if R::SUMMARISES {
                machine.jump_behind_text();
            }
            let is_zero = machine.memory.load(Address(value)) == 0;
            recorder.test_memory(Cause::JumpRange, tag, 0, is_zero);
            if is_zero {
                machine.zero_recorded = true;
                return;
            }
        }
        recorder.test(Cause::JumpTarget, Test::Is(tag, value), true);
    }
}

impl<R: Recorder> Values for Emulation<'_, R> {
    type Word = Tagged<R::Word>;
    type Address = Tagged<R::Address>;

    #[inline(always)]
    fn constant(&mut self, value: u32) -> Self::Word {
        Tagged { value, tag: self.recorder.constant(value) }
    }

    #[inline(always)]
    fn link(&mut self, address: u32) -> Self::Word {
        Tagged { value: address, tag: self.recorder.link(address) }
    }

    #[inline(always)]
    fn binary(&mut self, op: BinaryOp, s: Self::Word, t: Self::Word) -> Self::Word {
        let value = op.apply(s.value, t.value) as u32;
        Tagged { value, tag: self.recorder.binary(op, s.tag, t.tag) }
    }

    #[inline(always)]
    fn address(&mut self, base: Self::Word, offset: i16) -> Self::Address {
        let value = base.value.wrapping_add_signed(offset.into());
        self.recorder.access(base.tag, offset, value)
    }
}

impl<R: Recorder> Domain for Emulation<'_, R> {
    type Abort = Infallible;

    #[inline(always)]
    fn decide(
        &mut self,
        cause: Cause,
        test: Test<Self::Word, Self::Address>,
    ) -> Outcome<bool, Self> {
        let (holds, test) = match test {
            Test::Equal(s, t) => (s.value == t.value, Test::Equal(s.tag, t.tag)),
            Test::Is(word, value) => (word.value == value, Test::Is(word.tag, value)),
            Test::Aligned(a) => (a.value.is_multiple_of(4), Test::Aligned(a.tag)),
            Test::Below(a, bound) => (a.value < bound, Test::Below(a.tag, bound)),
            Test::At(a, address) => (a.value == address, Test::At(a.tag, address)),
        };
        if R::RECORDS {
            self.recorder.test(cause, test, holds);
        }
        Ok(holds)
    }

    #[inline(always)]
    fn branch(&mut self, where_equal: bool, [s, t]: [Self::Word; 2]) -> Outcome<bool, Self> {
        Ok(self.recorder.branch(where_equal, [s.tag, t.tag], s.value == t.value))
    }

    #[inline(always)]
    fn text_end(&self) -> u32 {
        self.machine.image.text_end()
    }

    #[inline(always)]
    fn text_word(&mut self, address: u32) -> Outcome<Self::Word, Self> {
        let value = self.machine.memory.load(Address(address));
        let original = !self.machine.text_stored && address < self.machine.image.text_end();
        Ok(Tagged { value, tag: self.recorder.text_word(address, value, original) })
    }

    #[inline(always)]
    fn load(&mut self, address: Self::Address) -> Outcome<Self::Word, Self> {
        if R::SUMMARISES {
            self.load_beside_leftovers(address);
        }
        let value = self.machine.memory.load(Address(address.value));
        Ok(Tagged { value, tag: self.recorder.load(address, value) })
    }

    fn read(&mut self) -> Outcome<Self::Word, Self> {
        let Given { inputs, taken } = &mut self.machine.given;
        let byte = self.machine.image.setup.stream.get(*taken).copied();
        *taken += usize::from(byte.is_some());
        let byte = byte.unwrap_or(STREAM_END);
        let value = byte.word(inputs);
        let tag = match byte {
            Initial::Word(word) => self.recorder.constant(word),
            Initial::Input(index) => self.recorder.input(index, value),
        };
        Ok(Tagged { value, tag })
    }

    #[inline(always)]
    fn store(
        &mut self,
        address: Self::Address,
        value: Self::Word,
        in_text: bool,
    ) -> Outcome<(), Self> {
        if R::SUMMARISES {
            self.store_over_leftovers(address);
        }
        let at = Address(address.value);
        let mut value = value;
        value.value = self.recorder.overwrite(Slot::Memory, value.value);
        if R::RECORDS {
            self.recorder.store(address, self.machine.memory.load(at), value);
        }
        self.machine.memory.store(at, value.value);
        if in_text && let Some(decoded) = self.machine.decoded.get_mut(at.word_index()) {
            *decoded = Decoded::new(value.value, at, self.machine.image.return_address());
            self.machine.text_stored = true;
        }
        Ok(())
    }

    #[inline(always)]
    fn output(&mut self, value: Self::Word) -> Outcome<(), Self> {
        let mut value = value;
        value.value = self.recorder.overwrite(Slot::Output, value.value);
        self.machine.output.push(value.value as u8);
        self.recorder.output(value);
        Ok(())
    }

    #[inline(always)]
    fn target(&mut self, target: Self::Word) -> Outcome<Self::Word, Self> {
        if R::RECORDS {
            self.record_jump(target);
        }
        Ok(target)
    }
}

impl<R: Recorder> Mips for Emulation<'_, R> {
    #[inline(always)]
    fn get(&mut self, reg: Reg) -> Self::Word {
        let value = self.machine.state.regs[reg.index() & 63];
        self.recorder.read(reg, value)
    }

    #[inline(always)]
    fn set(&mut self, to: Destination, value: Self::Word) {
        let mut value = value;
        if to.register().is_some() {
            value.value = self.recorder.overwrite(Slot::Register, value.value);
        }
        let slot = &mut self.machine.state.regs[to.slot() & 63];
        let old = std::mem::replace(slot, value.value);
        if R::RECORDS
            && let Some(reg) = to.register()
        {
            self.recorder.set(reg, old, value);
        }
    }

    #[inline(always)]
    fn hi(&mut self) -> Self::Word {
        if R::SUMMARISES {
            self.machine.read_hi_lo();
        }
        Tagged { value: self.machine.state.hi, tag: self.recorder.hi() }
    }

    #[inline(always)]
    fn lo(&mut self) -> Self::Word {
        if R::SUMMARISES {
            self.machine.read_hi_lo();
        }
        Tagged { value: self.machine.state.lo, tag: self.recorder.lo() }
    }

    #[inline(always)]
    fn multiply(&mut self, signedness: Signedness, s: Self::Word, t: Self::Word) {
        if R::SUMMARISES {
            self.machine.leftovers.write_hi_lo();
        }
        let product = BinaryOp::product(signedness).apply(s.value, t.value);
        let new = self.overwrite([(product >> 32) as u32, product as u32]);
        let state = &mut self.machine.state;
        let old = [state.hi, state.lo];
        [state.hi, state.lo] = new;
        self.recorder.multiply(signedness, [s, t], HiLo { old, new });
    }

    #[inline(always)]
    fn divide(&mut self, signedness: Signedness, s: Self::Word, t: Self::Word) {
        if R::SUMMARISES {
            self.machine.leftovers.write_hi_lo();
        }
        let ops = [BinaryOp::remainder(signedness), BinaryOp::quotient(signedness)];
        let new = self.overwrite(ops.map(|op| op.apply(s.value, t.value) as u32));
        let state = &mut self.machine.state;
        let old = [state.hi, state.lo];
        [state.hi, state.lo] = new;
        self.recorder.divide(signedness, [s, t], HiLo { old, new });
    }
}

/// Whether an instruction can be fetched from pc.
fn can_be_fetched(pc: u32) -> bool {
    pc.is_multiple_of(4) && pc < MEMORY_END
}

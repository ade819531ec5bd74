//! Printing a number in one step of the emulator.
//!
//! The `print` of the course's [routines](crate::link::routines) takes 150 steps for every number.
//! A run that is not recorded step by step executes it at once, with the same resulting state.

use super::Machine;
use super::memory::MEMORY_END;
use crate::machine::mips::Reg;
use crate::program::Address;

/// The registers that the routine saves, the first one at `-4($30)`.
const KEPT: std::ops::Range<u32> = 2..10;

impl Machine {
    /// Does what the routine does up to its `jr $31`, except for pc and the step count: saves
    /// registers below `$30`, sets `hi` and `lo` to 0, and writes the number in `$1` and a newline.
    /// Returns whether it did; it does nothing if there is no room below `$30` outside the
    /// program's text.
    pub(super) fn print_number(&mut self) -> bool {
        let stack = self.state.reg(Reg::STACK_POINTER);
        let lowest = stack.wrapping_sub(4 * KEPT.len() as u32);
        let has_room = stack.is_multiple_of(4)
            && (self.image.text_end()..stack).contains(&lowest)
            && stack <= MEMORY_END;
        if !has_room {
            return false;
        }
        for (index, reg) in (1..).zip(KEPT.filter_map(Reg::new)) {
            self.memory.store(Address(stack - 4 * index), self.state.reg(reg));
        }
        (self.state.hi, self.state.lo) = (0, 0);
        self.write_number(self.state.reg(Reg::FIRST_INPUT) as i32);
        true
    }

    /// Writes a number in decimal and a newline to the output.
    fn write_number(&mut self, number: i32) {
        // At most ten digits, the last one first.
        let (mut digits, mut count) = ([0; 10], 0);
        let mut rest = number.unsigned_abs();
        loop {
            digits[count] = b'0' + (rest % 10) as u8;
            (rest, count) = (rest / 10, count + 1);
            if rest == 0 {
                break;
            }
        }
        if number < 0 {
            self.output.push(b'-');
        }
        digits[..count].iter().rev().for_each(|&digit| self.output.push(digit));
        self.output.push(b'\n');
    }
}

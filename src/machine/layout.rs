//! Layouts: where a program finds its stack, its array, and itself.
//!
//! A machine has one layout, the default. In another one the same program is
//! somewhere else, and so are what it is given and what it takes for itself:
//! the heap stands behind the array or the program, and moves with it. What a
//! program does that never looks at an address is the same in all of them.
//!
//! Only the emulator runs a program in another layout; all else in the crate is
//! about the default.

use std::rc::Rc;

use super::memory::MEMORY_END;
use super::setup::{ARRAY_ADDRESS, Array, Initial};
use super::{Image, Setup};
use crate::machine::mips::Reg;
use crate::program::{Address, Printer};

/// Where things are in memory; multiples of 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What `$30` holds at the start: the first address above the stack.
    pub stack: u32,
    /// The address of the array, where there is one.
    pub array: u32,
    /// The address of the program's first word.
    pub code: u32,
}

impl Default for Layout {
    /// That of every run but those that ask for another one.
    fn default() -> Layout {
        Layout { stack: MEMORY_END, array: ARRAY_ADDRESS, code: 0 }
    }
}

impl Image {
    /// The program in a layout. None where it cannot be there: it would not fit,
    /// nobody knows which of its words are addresses, or the address that ends
    /// it is one in memory and says where it is.
    pub fn laid_out(&self, layout: Layout) -> Option<Rc<Image>> {
        let moved = layout.code.wrapping_sub(self.start.0);
        let words = match moved {
            0 => self.words.clone(),
            _ => self.words_at(layout.code)?,
        };
        let mut registers = self.setup.registers;
        registers[Reg::STACK_POINTER.index()] = Initial::Word(layout.stack);
        let array = self.setup.array.map(|array| {
            registers[Reg::FIRST_INPUT.index()] = Initial::Word(layout.array);
            Array { address: Address(layout.array), ..array }
        });
        let setup = Setup { registers, array, ..self.setup.clone() };
        let move_ = |address: Address| Address(address.0.wrapping_add(moved));
        let printer = self.printer.map(|printer| Printer {
            entry: move_(printer.entry),
            exit: move_(printer.exit),
            routine: printer.routine.map(move_),
            ..printer
        });
        Some(Rc::new(Image::decode(words, setup, printer, Address(layout.code))))
    }

    /// The words of memory where the program, which is at 0, begins at `address`.
    fn words_at(&self, address: u32) -> Option<Vec<u32>> {
        let relocations = self.relocations.as_ref().filter(|_| self.start == Address(0))?;
        let first = Address(address).word_index();
        let fits = first + self.words.len() <= (MEMORY_END / 4) as usize;
        if !fits || self.return_address() < MEMORY_END {
            return None;
        }
        let mut words = vec![0; first];
        words.extend(&self.words);
        for &word in relocations {
            let word = words.get_mut(first + word)?;
            *word = word.wrapping_add(address);
        }
        Some(words)
    }

    /// The same program with the variables of each procedure in another order
    /// in memory, where that is known.
    pub fn reordered(&self) -> Option<&Rc<Image>> {
        self.reordered.as_ref()
    }

    /// Where the program's first word is.
    pub fn start(&self) -> Address {
        self.start
    }
}

//! Layouts: the addresses of the stack, the array, and the program itself.
//!
//! Every run uses the default layout unless it asks for another one. In another layout the same
//! program has another address, and so have its array, its stack and its heap; the heap begins
//! behind the array or the program. A program that never depends on an address does the same in all
//! layouts.
//!
//! Only the emulator runs a program in another layout. The rest of the crate assumes the default.

use std::rc::Rc;

use super::Image;
use super::memory::MEMORY_END;
use super::setup::Initial;
use crate::machine::mips::Reg;
use crate::program::{Address, Printer};

/// A layout of memory; all addresses are multiples of 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The initial value of `$30`: the first address above the stack.
    pub stack: u32,
    /// The address of the array, if there is one. `None` leaves it where the contract has it.
    pub array: Option<u32>,
    /// The address of the program's first word.
    pub code: u32,
}

impl Default for Layout {
    /// The layout of every run that does not ask for another one.
    fn default() -> Layout {
        Layout { stack: MEMORY_END, array: None, code: 0 }
    }
}

impl Image {
    /// The image of the program in a layout. `None` if that is impossible: the program does not
    /// fit, its relocations are unknown, or its return address lies in memory and would reveal the
    /// layout.
    pub fn laid_out(&self, layout: Layout) -> Option<Rc<Image>> {
        let moved = layout.code.wrapping_sub(self.start.0);
        let words = match moved {
            0 => self.words.clone(),
            _ => self.words_at(layout.code)?,
        };
        let mut setup = self.setup.clone();
        setup.registers[Reg::STACK_POINTER.index()] = Initial::Word(layout.stack);
        if let Some(address) = layout.array {
            setup = setup.with_array_at(Address(address));
        }
        let move_ = |address: Address| Address(address.0.wrapping_add(moved));
        let printer = self.printer.map(|printer| Printer {
            entry: move_(printer.entry),
            exit: move_(printer.exit),
            routine: printer.routine.map(move_),
            ..printer
        });
        Some(Rc::new(Image::decode(words, setup, printer, Address(layout.code))))
    }

    /// The words of memory with the program, which is at 0, moved to `address`.
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

    /// The same program with the variables of each procedure in another order in memory. `None` if
    /// that is unknown.
    pub fn reordered(&self) -> Option<&Rc<Image>> {
        self.reordered.as_ref()
    }

    /// The address of the program's first word.
    pub fn start(&self) -> Address {
        self.start
    }
}

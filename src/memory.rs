//! The machine's memory: 16 MiB of words, allocated a page at a time.
//!
//! All of it is zero at the start, so a page exists only once a word of it
//! was stored. Checking an address (alignment, range, devices) is the
//! emulator's business; an address given here is in range.

use crate::program::Address;

/// The first byte address behind memory: 16 MiB.
pub const MEMORY_END: u32 = 0x0100_0000;
/// A store here writes its low byte to the output.
pub const OUTPUT_ADDRESS: u32 = 0xffff_000c;
/// A load from here would read a byte of input, of which there is none.
pub const INPUT_ADDRESS: u32 = 0xffff_0004;

/// Words in a page.
const PAGE: usize = 1024;

/// Pages of memory.
const PAGES: usize = MEMORY_END as usize / 4 / PAGE;

/// Sparse memory, by the word.
///
/// A search makes thousands of machines that run a few steps, so an empty one
/// is to be cheap to make and to drop.
#[derive(Clone)]
pub struct Memory {
    /// Where each page is in `pages`, counted from 1; 0 for one that is zero.
    table: Vec<u16>,
    pages: Vec<Box<[u32; PAGE]>>,
}

impl Memory {
    /// Memory that holds these words from address 0 on, and zeros.
    pub fn new(words: &[u32]) -> Memory {
        let mut memory = Memory { table: vec![0; PAGES], pages: Vec::new() };
        for (page, words) in words.chunks(PAGE).take(PAGES).enumerate() {
            memory.page(page)[..words.len()].copy_from_slice(words);
        }
        memory
    }

    /// The word at `address`, a multiple of 4 below [`MEMORY_END`].
    #[inline]
    pub fn load(&self, address: Address) -> u32 {
        let word = address.word_index();
        match self.table[word / PAGE] {
            0 => 0,
            page => self.pages[usize::from(page) - 1][word % PAGE],
        }
    }

    /// Puts `value` at `address`, a multiple of 4 below [`MEMORY_END`].
    #[inline]
    pub fn store(&mut self, address: Address, value: u32) {
        let word = address.word_index();
        self.page(word / PAGE)[word % PAGE] = value;
    }

    /// A page to write to.
    #[inline]
    fn page(&mut self, page: usize) -> &mut [u32; PAGE] {
        let place = &mut self.table[page];
        if *place == 0 {
            const { assert!(PAGES < u16::MAX as usize) };
            self.pages.push(Box::new([0; PAGE]));
            *place = self.pages.len() as u16;
        }
        &mut self.pages[usize::from(*place) - 1]
    }
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memory({} pages of {} bytes)", self.pages.len(), PAGE * 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stay_where_they_were_put() {
        let mut memory = Memory::new(&vec![7; PAGE + 1]);
        let last = Address(MEMORY_END - 4);
        memory.store(last, 9);
        let words = |index| memory.load(Address::of_word(index));
        assert_eq!([words(0), words(PAGE), words(PAGE + 1), words(5 * PAGE)], [7, 7, 0, 0]);
        assert_eq!(memory.load(last), 9);
    }
}

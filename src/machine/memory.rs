//! The memory of the MIPS machine: 16 MiB of words, allocated by page.
//!
//! Memory is initially zero, so a page is allocated by the first store to it. The emulator checks
//! addresses (alignment, range, devices); the functions here require an address in range.

use crate::program::Address;

/// The first byte address behind memory: 16 MiB.
pub const MEMORY_END: u32 = 0x0100_0000;
/// A store here writes its low byte to the output.
pub const OUTPUT_ADDRESS: u32 = 0xffff_000c;
/// A load from here takes the next byte of the input stream, or -1 at its end.
pub const INPUT_ADDRESS: u32 = 0xffff_0004;

/// Words in a page.
const PAGE: usize = 1024;

/// Pages of memory.
const PAGES: usize = MEMORY_END as usize / 4 / PAGE;

/// Sparse memory in words.
///
/// A search makes thousands of machines that run a few steps, so an empty memory must be cheap to
/// create and to drop.
#[derive(Clone)]
pub struct Memory {
    /// For each page, its index in `pages` plus 1; 0 if the page is zero.
    table: Vec<u16>,
    pages: Vec<Box<[u32; PAGE]>>,
    /// The pages that a store has allocated.
    created: Vec<usize>,
    /// Whether anything was stored.
    is_stored: bool,
}

impl Memory {
    /// Memory with these words from address 0 on, and zeros.
    pub fn new(words: &[u32]) -> Memory {
        let mut memory = Memory {
            table: vec![0; PAGES],
            pages: Vec::new(),
            created: Vec::new(),
            is_stored: false,
        };
        for (page, words) in words.chunks(PAGE).take(PAGES).enumerate() {
            memory.page(page)[..words.len()].copy_from_slice(words);
        }
        memory.created.clear();
        memory
    }

    /// Resets this memory to the one that [`Memory::new`] makes of these words. The cost depends on
    /// what was stored, not on the size of memory.
    pub fn restart(&mut self, words: &[u32]) {
        if !std::mem::take(&mut self.is_stored) {
            return;
        }
        self.pages.truncate(self.pages.len() - self.created.len());
        for page in self.created.drain(..) {
            self.table[page] = 0;
        }
        // The pages of the program are the first ones.
        for (page, words) in self.pages.iter_mut().zip(words.chunks(PAGE)) {
            page[..words.len()].copy_from_slice(words);
            page[words.len()..].fill(0);
        }
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

    /// Stores `value` at `address`, a multiple of 4 below [`MEMORY_END`].
    #[inline]
    pub fn store(&mut self, address: Address, value: u32) {
        let word = address.word_index();
        self.is_stored = true;
        self.page(word / PAGE)[word % PAGE] = value;
    }

    /// Whether both memories have the same words.
    pub fn holds_the_same_as(&self, other: &Memory) -> bool {
        let page = |memory: &'_ Memory, index: usize| match memory.table[index] {
            0 => [0; PAGE],
            page => *memory.pages[usize::from(page) - 1],
        };
        (0..PAGES).all(|index| {
            let is_zero = self.table[index] == 0 && other.table[index] == 0;
            is_zero || page(self, index) == page(other, index)
        })
    }

    /// A page for writing, allocated if necessary.
    #[inline]
    fn page(&mut self, page: usize) -> &mut [u32; PAGE] {
        let place = &mut self.table[page];
        if *place == 0 {
            const { assert!(PAGES < u16::MAX as usize) };
            self.pages.push(Box::new([0; PAGE]));
            self.created.push(page);
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

    #[test]
    fn a_restart_forgets_every_store() {
        let words = vec![7; PAGE + 1];
        let mut memory = Memory::new(&words);
        let places = [0, PAGE, PAGE + 1, PAGE + 9, 5 * PAGE].map(Address::of_word);
        for _ in 0..2 {
            places.iter().for_each(|&place| memory.store(place, 9));
            assert_eq!(places.map(|place| memory.load(place)), [9; 5]);
            memory.restart(&words);
            assert_eq!(places.map(|place| memory.load(place)), [7, 7, 0, 0, 0]);
            assert_eq!(memory.pages.len(), 2);
        }
    }
}

//! The machine's memory: 256 MiB in cells of 4 bytes, allocated a page at a time.
//!
//! A cell is what an instruction is fetched from. A load joins two cells, the
//! lower address the less significant half, and a store writes two, so accesses
//! 4 bytes apart overlap by half. Checking an address is the transition
//! function's business; an address given here is a multiple of 4 and in range.
//!
//! At the start it holds the program, the seven words of the course's loader, of
//! which the last ends the program, and zeros. An empty memory costs a few
//! kilobytes.

/// The first byte address behind memory: 256 MiB.
pub const MEMORY_END: u64 = 0x1000_0000;
/// The last address that 8 bytes can be read from.
pub const LAST_ACCESS: u64 = MEMORY_END - 8;
/// A load from here takes the next byte of the input stream, or -1 at its end.
pub const INPUT_ADDRESS: u64 = 0xc000_0000_0001_0000;
/// A store here writes its low byte to the output.
pub const OUTPUT_ADDRESS: u64 = 0xc000_0000_0001_0008;
/// The word that ends the program: `hlt`, which no text gives.
pub const HALT: u32 = 0xd440_0000;
/// Where the loader's words begin.
pub const LOADER: u64 = 0x0fff_ffcc;
/// The loader's words: they set `sp` and call address 0, and the last is [`HALT`].
pub const LOADER_WORDS: [u32; 7] =
    [0x5800_005d, 0x1400_0003, 0x0100_0000, 0, 0x8b3d_63df, 0xd63f_03c0, HALT];
/// Where the last of the loader's words is, which `x30` holds at the start.
pub const RETURN_ADDRESS: u64 = LOADER + 4 * 6;
/// The most words that a program has, so that it ends before the loader's.
pub const CAPACITY: usize = (LOADER / 4) as usize;

/// Cells in a page.
const PAGE: usize = 1024;
/// Pages in a table, and tables in memory.
const TABLE: usize = 256;
/// How far an address is shifted to be the number of a table.
const TABLE_SHIFT: u32 = 20;
const _: () = assert!(PAGE * 4 * TABLE == 1 << TABLE_SHIFT);
const _: () = assert!(TABLE << TABLE_SHIFT == MEMORY_END as usize);

/// Sparse memory, by the cell.
#[derive(Clone)]
pub struct Memory {
    /// Where the table of each MiB is in `tables`; 0 for one whose pages are zero.
    directory: [u16; TABLE],
    /// Where each page is in `pages`; 0 for one that is zero. The first table is all zeros.
    tables: Vec<[u32; TABLE]>,
    /// The first page is zero, and stays so.
    pages: Vec<[u32; PAGE]>,
}

impl Memory {
    /// Memory that holds these words from an address on, and the loader's.
    ///
    /// # Panics
    ///
    /// Where a word would lie beyond memory.
    pub fn new(start: u64, words: &[u32]) -> Memory {
        let mut memory =
            Memory { directory: [0; TABLE], tables: vec![[0; TABLE]], pages: vec![[0; PAGE]] };
        memory.fill(start, words);
        memory
    }

    /// Makes this again the memory that [`Memory::new`] makes of these words.
    /// What that costs depends on what was stored, not on the memory's size.
    pub fn restart(&mut self, start: u64, words: &[u32]) {
        self.directory = [0; TABLE];
        self.tables.truncate(1);
        self.pages.truncate(1);
        self.fill(start, words);
    }

    fn fill(&mut self, start: u64, words: &[u32]) {
        let (mut at, mut rest) = (start, words);
        while !rest.is_empty() {
            let first = cell(at);
            let (here, behind) = rest.split_at(rest.len().min(PAGE - first));
            self.page(at)[first..first + here.len()].copy_from_slice(here);
            (at, rest) = (at + 4 * here.len() as u64, behind);
        }
        for (index, word) in LOADER_WORDS.into_iter().enumerate() {
            self.store_cell(LOADER + 4 * index as u64, word);
        }
    }

    /// The cell at `address`, a multiple of 4 below [`MEMORY_END`].
    #[inline(always)]
    pub fn cell(&self, address: u64) -> u32 {
        self.pages[self.page_index(address)][cell(address)]
    }

    /// The 8 bytes at `address`, a multiple of 4, at most [`LAST_ACCESS`].
    #[inline(always)]
    pub fn load(&self, address: u64) -> u64 {
        let (page, low) = (&self.pages[self.page_index(address)], cell(address));
        let high = match page.get(low + 1) {
            Some(&high) => high,
            None => self.cell(address + 4),
        };
        u64::from(page[low]) | u64::from(high) << 32
    }

    /// Puts 8 bytes at `address`, a multiple of 4, at most [`LAST_ACCESS`].
    #[inline(always)]
    pub fn store(&mut self, address: u64, value: u64) {
        let low = cell(address);
        let page = self.page(address);
        page[low] = value as u32;
        match page.get_mut(low + 1) {
            Some(high) => *high = (value >> 32) as u32,
            None => self.store_cell(address + 4, (value >> 32) as u32),
        }
    }

    /// Puts 4 bytes at `address`, a multiple of 4 below [`MEMORY_END`].
    pub fn store_cell(&mut self, address: u64, value: u32) {
        self.page(address)[cell(address)] = value;
    }

    #[inline(always)]
    fn page_index(&self, address: u64) -> usize {
        let table = usize::from(self.directory[(address >> TABLE_SHIFT) as usize]);
        self.tables[table][page_in_table(address)] as usize
    }

    /// A page to write to.
    #[inline(always)]
    fn page(&mut self, address: u64) -> &mut [u32; PAGE] {
        let index = match self.page_index(address) {
            0 => self.add_page(address),
            index => index,
        };
        &mut self.pages[index]
    }

    #[cold]
    fn add_page(&mut self, address: u64) -> usize {
        let table = &mut self.directory[(address >> TABLE_SHIFT) as usize];
        if *table == 0 {
            *table = self.tables.len() as u16;
            self.tables.push([0; TABLE]);
        }
        let index = self.pages.len();
        self.tables[usize::from(*table)][page_in_table(address)] = index as u32;
        self.pages.push([0; PAGE]);
        index
    }

    /// The addresses and the words of all cells that are not zero, in order.
    pub fn nonzero(&self) -> impl Iterator<Item = (u64, u32)> {
        let pages = (0..MEMORY_END).step_by(PAGE * 4).filter(|&at| self.page_index(at) != 0);
        let cells = pages.flat_map(|at| {
            let page = self.pages[self.page_index(at)].iter();
            page.enumerate().map(move |(index, &word)| (at + 4 * index as u64, word))
        });
        cells.filter(|(_, word)| *word != 0)
    }
}

/// The index of a cell within its page.
#[inline(always)]
const fn cell(address: u64) -> usize {
    (address / 4) as usize % PAGE
}

#[inline(always)]
const fn page_in_table(address: u64) -> usize {
    (address as usize / (PAGE * 4)) % TABLE
}

impl std::fmt::Debug for Memory {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Memory({} pages of {} bytes)", self.pages.len() - 1, PAGE * 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_overlap_by_half_also_across_pages() {
        let mut memory = Memory::new(0, &[]);
        for at in [0x2000, 0x2ffc, 0x0010_0000 - 4, LAST_ACCESS - 4] {
            memory.store(at, 0x1111_2222_3333_4444);
            memory.store(at + 4, 0x5555_6666_7777_8888);
            assert_eq!(memory.load(at), 0x7777_8888_3333_4444, "{at:#x}");
            assert_eq!([memory.cell(at), memory.cell(at + 8)], [0x3333_4444, 0x5555_6666]);
        }
    }

    #[test]
    fn a_restart_forgets_every_store() {
        let words = vec![7; PAGE + 1];
        let mut memory = Memory::new(0x1_0000, &words);
        let fresh: Vec<_> = memory.nonzero().collect();
        assert_eq!(fresh.len(), PAGE + 1 + 6, "the program and the loader's words");
        for at in [0x1_0000, 0x1_1000, 0x0400_0000, RETURN_ADDRESS] {
            memory.store(at, 9);
        }
        assert_eq!(memory.load(RETURN_ADDRESS), 9);
        memory.restart(0x1_0000, &words);
        assert_eq!(memory.nonzero().collect::<Vec<_>>(), fresh);
    }
}

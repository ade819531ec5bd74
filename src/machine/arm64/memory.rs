//! The machine's memory: 256 MiB in cells of 4 bytes, allocated by page.
//!
//! An instruction is fetched from one cell. A load joins two cells, with the less significant half
//! at the lower address, and a store writes two. Accesses 4 bytes apart therefore overlap by half.
//! The transition function checks addresses; the functions here require an address that is a
//! multiple of 4 and in range.
//!
//! At the start memory holds the program, the seven words of the course's loader, and zeros. The
//! last word of the loader ends the program. An empty memory takes a few kilobytes.

/// The first byte address behind memory: 256 MiB.
pub const MEMORY_END: u64 = 0x1000_0000;
/// The last address from which 8 bytes can be loaded.
pub const LAST_ACCESS: u64 = MEMORY_END - 8;
/// A load from here takes the next byte of the input stream, or -1 at its end.
pub const INPUT_ADDRESS: u64 = 0xc000_0000_0001_0000;
/// A store here writes its low byte to the output.
pub const OUTPUT_ADDRESS: u64 = 0xc000_0000_0001_0008;
/// The word that ends the program, `hlt`. The assembler cannot produce it.
pub const HALT: u32 = 0xd440_0000;
/// The address of the first word of the loader.
pub const LOADER: u64 = 0x0fff_ffcc;
/// The loader's words: they set `sp` and call address 0, and the last is [`HALT`].
pub const LOADER_WORDS: [u32; 7] =
    [0x5800_005d, 0x1400_0003, 0x0100_0000, 0, 0x8b3d_63df, 0xd63f_03c0, HALT];
/// The address of the last word of the loader, which is the initial value of `x30`.
pub const RETURN_ADDRESS: u64 = LOADER + 4 * 6;
/// The maximal number of words of a program, which must end before the loader.
pub const CAPACITY: usize = (LOADER / 4) as usize;

/// Cells in a page.
const PAGE: usize = 1024;
/// Pages in a table, and tables in memory.
const TABLE: usize = 256;
/// Shifting an address right by this many bits gives the number of its table.
const TABLE_SHIFT: u32 = 20;
const _: () = assert!(PAGE * 4 * TABLE == 1 << TABLE_SHIFT);
const _: () = assert!(TABLE << TABLE_SHIFT == MEMORY_END as usize);

/// Sparse memory in cells.
#[derive(Clone)]
pub struct Memory {
    /// For each MiB, the index of its table in `tables`; 0 if all its pages are zero.
    directory: [u16; TABLE],
    /// For each page, its index in `pages`; 0 if the page is zero. The first table is all zeros.
    tables: Vec<[u32; TABLE]>,
    /// The first page is zero and is never written.
    pages: Vec<[u32; PAGE]>,
}

impl Memory {
    /// Memory with these words from `start` on, and the loader's words.
    ///
    /// # Panics
    ///
    /// If a word would lie beyond memory.
    pub fn new(start: u64, words: &[u32]) -> Memory {
        let mut memory =
            Memory { directory: [0; TABLE], tables: vec![[0; TABLE]], pages: vec![[0; PAGE]] };
        memory.fill(start, words);
        memory
    }

    /// Resets this memory to the one that [`Memory::new`] makes. The cost depends on what was
    /// stored, not on the size of memory.
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

    /// Stores 8 bytes at `address`, a multiple of 4, at most [`LAST_ACCESS`].
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

    /// Stores 4 bytes at `address`, a multiple of 4 below [`MEMORY_END`].
    pub fn store_cell(&mut self, address: u64, value: u32) {
        self.page(address)[cell(address)] = value;
    }

    #[inline(always)]
    fn page_index(&self, address: u64) -> usize {
        let table = usize::from(self.directory[(address >> TABLE_SHIFT) as usize]);
        self.tables[table][page_in_table(address)] as usize
    }

    /// A page for writing, allocated if necessary.
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

    /// The addresses and words of all cells that are not zero, by address.
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

//! Routines of a correlating program for the memories of its halves.
//!
//! Each half has a separate memory. A table maps addresses to pages, and a page is allocated when
//! the half first accesses it, filled from the half's text and array. So the halves may use any
//! addresses.

use std::collections::BTreeSet;

use super::registers::{BASE, Registers};
use super::text::Text;
use crate::contract::SIDES;
use crate::machine::Image;
use crate::machine::memory::MEMORY_END;

/// The size of a page in bytes.
const PAGE: u32 = 256;
/// The maximal end of the code of a correlating program: the array of its contract starts here.
pub(super) const CODE_END: u32 = 0x0080_0000;
/// The page tables of the halves: a word for each page.
const TABLES: [u32; 2] = [0x0090_0000, 0x0094_0000];
/// The stored words of the input.
pub(super) const INPUT: [u32; 2] = [0x0098_0000, 0x00a0_0000];
/// The stored output of each half, a word for each byte.
pub(super) const OUTPUTS: [[u32; 2]; 2] = [[0x00a0_0000, 0x00b0_0000], [0x00b0_0000, 0x00c0_0000]];
/// The allocated pages.
const PAGES: [u32; 2] = [0x00c0_0000, MEMORY_END - 0x1000];

/// The maximal number of output bytes of each half.
pub(super) const PRINTED: u32 = (OUTPUTS[0][1] - OUTPUTS[0][0]) / 4;
/// The maximal memory that both halves can access, in bytes of whole pages.
pub(super) const TOUCHED: u32 = PAGES[1] - PAGES[0];

/// Where a routine saves its return address. This and the following constants are distances from
/// [`BASE`]. The two words above belong to [`devices`](super::devices).
const LINK: i16 = -12;
/// Where the routine that allocates pages saves its caller's return address, and a word to be
/// stored.
const OUTER: i16 = -16;
const VALUE: i16 = -20;
/// The address, in the half's memory, of the page that is being allocated.
const ADDRESS: i16 = -24;
/// The next free page.
const NEXT_PAGE: i16 = -28;
/// The end of the stored input words.
pub(super) const INPUT_END: i16 = -32;
/// The next input word of each half.
pub(super) const NEXT_INPUT: [i16; 2] = [-36, -40];
/// The end of each half's stored output.
pub(super) const OUTPUT_END: [i16; 2] = [-44, -48];
/// The array: its address and its size in bytes.
const ARRAY: i16 = -52;
const ARRAY_BYTES: i16 = -56;

/// Generates the memory routines of the halves.
pub(super) struct Memories<'m> {
    images: [&'m Image; 2],
    pub(super) registers: &'m Registers,
    /// Whether each half loads.
    pub loads: [bool; 2],
    /// Whether each half stores.
    pub stores: [bool; 2],
}

impl<'m> Memories<'m> {
    pub fn new(images: [&'m Image; 2], registers: &'m Registers) -> Memories<'m> {
        Memories { images, registers, loads: [false; 2], stores: [false; 2] }
    }

    fn are_used(&self) -> bool {
        self.loads.iter().chain(&self.stores).any(|used| *used)
    }

    /// Initializes the pointers and the array. It uses no registers that hold inputs.
    pub fn begin(&self, text: &mut Text) {
        if !self.are_used() {
            return;
        }
        let [a, ..] = self.registers.scratch;
        let [left, right] = NEXT_INPUT;
        let mut pointers = vec![(NEXT_PAGE, PAGES[0])];
        pointers.extend([INPUT_END, left, right].map(|at| (at, INPUT[0])));
        pointers.extend([0, 1].map(|side| (OUTPUT_END[side], OUTPUTS[side][0])));
        for (at, pointer) in pointers {
            text.number(a, pointer);
            text.line(&format!("sw {a}, {at}({BASE})"));
        }
        if self.images[0].setup().array.is_some() {
            text.block(&format!(
                "sw $1, {ARRAY}({BASE})
                add {a}, $2, $2
                add {a}, {a}, {a}
                sw {a}, {ARRAY_BYTES}({BASE})"
            ));
        }
    }

    /// The routines that the halves call. `executed` has the addresses of the compiled words.
    pub fn routines(&self, text: &mut Text, executed: &[BTreeSet<u32>; 2]) {
        for side in [0, 1] {
            if self.loads[side] {
                self.load(text, side);
                self.read(text, side);
            }
            if self.stores[side] {
                self.store(text, side);
                self.guard(text, side, &executed[side]);
                self.write(text, side);
            }
            if self.loads[side] || self.stores[side] {
                self.map(text, side);
            }
        }
    }

    /// The texts of the halves, if they may be loaded.
    pub fn texts(&self, text: &mut Text) {
        for side in [0, 1] {
            if self.loads[side] {
                text.label(&format!("text_{}", SIDES[side]));
                let words = self.images[side].words();
                let padded = words.len().next_multiple_of(PAGE as usize / 4);
                for index in 0..padded {
                    text.line(&format!(".word {:#x}", words.get(index).copied().unwrap_or(0)));
                }
            }
        }
    }

    /// Loads the word at the address in `a` into `a`, and jumps to `c`.
    fn load(&self, text: &mut Text, side: usize) {
        let [a, b, c, _] = self.registers.scratch;
        let half = SIDES[side];
        text.comment(&format!("The {half} half loads from {a} into {a}; {c} is the link."));
        text.label(&format!("load_{half}"));
        text.block(&format!(
            "sltu {b}, {a}, {BASE}
            beq {b}, $0, read_{half}"
        ));
        self.translate(text, side, &format!("loads_{half}"));
        text.block(&format!(
            "lw {a}, 0({a})
            jr {c}"
        ));
    }

    /// Stores the word in `d` at the address in `a`, and jumps to `c`.
    fn store(&self, text: &mut Text, side: usize) {
        let [a, b, c, d] = self.registers.scratch;
        let (half, end) = (SIDES[side], self.images[side].text_end());
        text.comment(&format!("The {half} half stores {d} at {a}; {c} is the link."));
        text.label(&format!("store_{half}"));
        text.block(&format!(
            "lis {b}
            .word {end:#x}
            sltu {b}, {a}, {b}
            bne {b}, $0, guard_{half}
            outside_text_{half}:
            sltu {b}, {a}, {BASE}
            beq {b}, $0, write_{half}"
        ));
        self.translate(text, side, &format!("stores_{half}"));
        text.block(&format!(
            "sw {d}, 0({a})
            jr {c}"
        ));
    }

    /// Translates the address in `a` to one within a page, in `a`.
    fn translate(&self, text: &mut Text, side: usize, stem: &str) {
        let [a, b, c, _] = self.registers.scratch;
        let (half, table) = (SIDES[side], TABLES[side]);
        text.block(&format!(
            "lis {b}
            .word {PAGE}
            divu {a}, {b}
            mflo {a}
            add {a}, {a}, {a}
            add {a}, {a}, {a}
            lis {b}
            .word {table:#x}
            add {a}, {a}, {b}
            lw {b}, 0({a})
            bne {b}, $0, {stem}
            sw {c}, {LINK}({BASE})
            lis {c}
            .word {stem}_mapped
            beq $0, $0, map_{half}
            {stem}_mapped:
            lw {c}, {LINK}({BASE})
            {stem}:
            mfhi {a}
            add {a}, {a}, {b}"
        ));
    }

    /// Checks that a store to the half's text does not change compiled code.
    fn guard(&self, text: &mut Text, side: usize, executed: &BTreeSet<u32>) {
        let [a, b, c, _] = self.registers.scratch;
        let half = SIDES[side];
        text.comment(&format!("Code that the {half} half stores over is not followed."));
        text.label(&format!("guard_{half}"));
        text.line(&format!("sw {c}, {LINK}({BASE})"));
        for [first, end] in ranges(executed) {
            let length = end - first;
            text.block(&format!(
                "lis {b}
                .word {first:#x}
                sub {b}, {a}, {b}
                lis {c}
                .word {length:#x}
                sltu {b}, {b}, {c}
                bne {b}, $0, outside"
            ));
        }
        text.block(&format!(
            "lw {c}, {LINK}({BASE})
            beq $0, $0, outside_text_{half}"
        ));
    }

    /// Allocates the page for the table entry at `a`, leaves its address in `b`, and jumps to `c`.
    fn map(&self, text: &mut Text, side: usize) {
        let [a, b, c, d] = self.registers.scratch;
        let (half, end) = (SIDES[side], PAGES[1]);
        text.comment(&format!("Makes a page of the {half} half."));
        text.label(&format!("map_{half}"));
        text.block(&format!(
            "sw {c}, {OUTER}({BASE})
            sw {d}, {VALUE}({BASE})
            lw {b}, {NEXT_PAGE}({BASE})
            lis {d}
            .word {end:#x}
            sltu {d}, {b}, {d}
            beq {d}, $0, outside
            sw {b}, 0({a})
            lis {d}
            .word {PAGE}
            add {d}, {b}, {d}
            sw {d}, {NEXT_PAGE}({BASE})"
        ));
        if self.loads[side] {
            self.fill(text, side);
        }
        text.block(&format!(
            "lw {c}, {OUTER}({BASE})
            lw {d}, {VALUE}({BASE})
            jr {c}"
        ));
    }

    /// Fills the page at `b`, whose table entry is at `a`.
    fn fill(&self, text: &mut Text, side: usize) {
        let [a, b, c, d] = self.registers.scratch;
        let (half, end, table) = (SIDES[side], self.images[side].text_end(), TABLES[side]);
        text.block(&format!(
            "lis {d}
            .word {table:#x}
            sub {a}, {a}, {d}"
        ));
        // The table has one word for each page.
        for _ in 0..(PAGE / 4).ilog2() {
            text.line(&format!("add {a}, {a}, {a}"));
        }
        text.block(&format!(
            "sw {a}, {ADDRESS}({BASE})
            lis {d}
            .word {end:#x}
            sltu {d}, {a}, {d}
            beq {d}, $0, behind_text_{half}
            lis {d}
            .word text_{half}
            add {a}, {a}, {d}
            lis {c}
            .word {PAGE}
            add {c}, {b}, {c}
            copy_text_{half}:
            lw {d}, 0({a})
            sw {d}, 0({b})
            lis {d}
            .word 4
            add {a}, {a}, {d}
            add {b}, {b}, {d}
            bne {b}, {c}, copy_text_{half}
            lis {d}
            .word {PAGE}
            sub {b}, {b}, {d}
            behind_text_{half}:"
        ));
        if let Some(array) = self.images[side].setup().array {
            self.fill_with_array(text, half, array.address.0);
        }
    }

    /// Copies the part of the array that lies in the page at `b`.
    fn fill_with_array(&self, text: &mut Text, half: &str, address: u32) {
        let [a, b, c, d] = self.registers.scratch;
        let last = PAGE - 4;
        text.block(&format!(
            "lw {a}, {ADDRESS}({BASE})
            lis {d}
            .word {address:#x}
            sub {a}, {a}, {d}
            lis {d}
            .word {last}
            add {a}, {a}, {d}
            lw {c}, {ARRAY_BYTES}({BASE})
            add {c}, {c}, {d}
            sltu {c}, {a}, {c}
            sub {a}, {a}, {d}
            beq {c}, $0, no_array_{half}
            lis {c}
            .word {PAGE}
            add {c}, {b}, {c}
            copy_array_{half}:
            lw {d}, {ARRAY_BYTES}({BASE})
            sltu {d}, {a}, {d}
            beq {d}, $0, no_element_{half}
            lw {d}, {ARRAY}({BASE})
            add {d}, {d}, {a}
            lw {d}, 0({d})
            sw {d}, 0({b})
            no_element_{half}:
            lis {d}
            .word 4
            add {a}, {a}, {d}
            add {b}, {b}, {d}
            bne {b}, {c}, copy_array_{half}
            lis {d}
            .word {PAGE}
            sub {b}, {b}, {d}
            no_array_{half}:"
        ));
    }
}

/// The address ranges that a set of words covers, each with its end.
fn ranges(words: &BTreeSet<u32>) -> Vec<[u32; 2]> {
    let mut ranges: Vec<[u32; 2]> = Vec::new();
    for &word in words {
        match ranges.last_mut() {
            Some([_, end]) if *end == word => *end = word + 4,
            _ => ranges.push([word, word + 4]),
        }
    }
    ranges
}

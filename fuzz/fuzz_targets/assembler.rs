//! Feeds arbitrary text to the assembler, the formatter and the disassembler.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::assembler(data));

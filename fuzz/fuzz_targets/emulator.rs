//! Checks the traces of random programs against the emulator.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::emulator(data));

//! Decodes arbitrary bytes as words and as an object file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::decoder(data));

//! Any bytes, as a text, as words and as an object file for ARM64.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::arm64(data));

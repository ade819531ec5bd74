//! Parses arbitrary text as a condition on the inputs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::contract(data));

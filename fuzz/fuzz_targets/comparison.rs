//! Compares random pairs of programs, and checks the claims by running all relevant inputs.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::comparison(data));

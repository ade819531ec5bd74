//! Random pairs of programs: what is claimed of them against all inputs that matter.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::comparison(data));

//! Lets evidence for the kernel grow from scratch.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::evidence(data));

//! Checks rewritten terms of random expressions against a second evaluator.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tamarin_testing::targets;

fuzz_target!(|data: &[u8]| targets::rewriting(data));

//! The tests of the kernel, in one binary.

mod arm64;
mod claims;
mod definitions;
mod ends;
mod gates;
mod given;
mod grown;
mod machine;
mod pairs;
mod rules;
mod size;
mod smt;
mod support;
mod tampering;
mod witnesses;

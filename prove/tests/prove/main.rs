//! Tests of the prover: the kernel accepts what it proves, and it never proves a false claim.

// The kernel's tests use more of it than these do.
#[path = "../../../kernel/tests/kernel/support/sat.rs"]
#[allow(dead_code)]
mod sat;

#[path = "../../../kernel/tests/kernel/support/arm64.rs"]
#[allow(dead_code)]
mod interpreter;

mod aligned;
mod arm64;
mod assembler;
mod families;
mod lemmas;
mod loops;
mod mips;
mod programs;
mod recursion;
mod refute;
mod trees;
mod witnesses;

//! Tests of the prover: what it proves the kernel accepts, and what is false it never proves.

#[path = "../../../kernel/tests/kernel/support/sat.rs"]
#[allow(dead_code)]
mod sat;

mod lemmas;
mod loops;
mod programs;
mod trees;

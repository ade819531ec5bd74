//! What is exported about evidence is what other programs confirm: z3 finds every query unsatisfiable, and a second
//! checker accepts every SAT proof.

#[path = "../../../prove/tests/prove/assembler.rs"]
mod assembler;
mod evidence;
mod lrat;
mod queries;
#[path = "../../../kernel/tests/kernel/support/sat.rs"]
mod sat;
mod z3;

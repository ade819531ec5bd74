//! Binomials as functions of the evidence: `choose2(x)` and so on, by recursion on `x`.

use tamarin_kernel::evidence::{Function, Lemma};

/// The greatest `k`.
pub const MOST: u32 = 4;

/// The name of `choose(x, k)`.
pub fn name(k: u32) -> String {
    format!("choose{k}")
}

/// The functions, each after those that it uses.
pub fn functions() -> Vec<Function> {
    Vec::new()
}

/// Lemmas about them.
pub fn lemmas() -> Vec<Lemma> {
    Vec::new()
}

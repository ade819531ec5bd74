//! Five pairs of programs with handwritten evidence.

use crate::support::{PAIRS, claim, evidence};
use tamarin_kernel::check;

#[test]
fn evidence_by_hand_is_accepted() {
    for pair in PAIRS {
        let accepted = check(&claim(pair, "right"), &evidence(pair));
        accepted.unwrap_or_else(|refusal| panic!("{pair}: {refusal}"));
    }
}

#[test]
fn the_same_evidence_for_a_wrong_program_is_refused() {
    for pair in PAIRS {
        let refusal = check(&claim(pair, "wrong"), &evidence(pair)).expect_err(pair);
        println!("{pair}: {refusal}");
    }
}

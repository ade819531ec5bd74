//! Proofs about programs without loops.

use tamarin_prove::{Open, Proposal};

use crate::programs::*;

/// Pairs that agree, and a third program that differs from both somewhere.
fn pairs() -> Vec<(&'static str, [Vec<u64>; 3])> {
    vec![
        (
            "the absolute value by a branch and by a product",
            [
                vec![add(3, 1, 0), slt(4, 1, 0), beq(4, 0, 1), sub(3, 0, 1), jr(31)],
                vec![
                    slt(4, 1, 0),
                    add(4, 4, 4),
                    lis(5),
                    1,
                    sub(4, 5, 4),
                    mult(1, 4),
                    mflo(3),
                    jr(31),
                ],
                vec![add(3, 1, 0), slt(4, 1, 2), beq(4, 0, 1), sub(3, 0, 1), jr(31)],
            ],
        ),
        (
            "the maximum, compared in both orders",
            [
                vec![add(3, 1, 0), slt(4, 1, 2), beq(4, 0, 1), add(3, 2, 0), jr(31)],
                vec![add(3, 2, 0), slt(4, 2, 1), beq(4, 0, 1), add(3, 1, 0), jr(31)],
                vec![add(3, 2, 0), slt(4, 1, 2), beq(4, 0, 1), add(3, 1, 0), jr(31)],
            ],
        ),
        (
            "a product of a sum and a difference",
            [
                vec![add(3, 1, 2), sub(4, 1, 2), mult(3, 4), mflo(3), jr(31)],
                vec![mult(1, 1), mflo(3), mult(2, 2), mflo(4), sub(3, 3, 4), jr(31)],
                vec![mult(1, 1), mflo(3), mult(2, 2), mflo(4), add(3, 3, 4), jr(31)],
            ],
        ),
        (
            "a word that is kept on the stack",
            [
                vec![sw(1, 30, -4), add(1, 2, 0), lw(4, 30, -4), add(3, 1, 4), jr(31)],
                vec![add(3, 1, 2), jr(31)],
                vec![sw(1, 30, -4), add(1, 2, 0), lw(4, 30, -8), add(3, 1, 4), jr(31)],
            ],
        ),
        (
            "a sum that is printed",
            [
                vec![lis(9), 0xffff_000c, add(3, 1, 2), sw(3, 9, 0), jr(31)],
                vec![lis(9), 0xffff_000c, add(3, 2, 1), sw(3, 9, 0), jr(31)],
                vec![lis(9), 0xffff_000c, add(3, 2, 1), sw(2, 9, 0), jr(31)],
            ],
        ),
    ]
}

#[test]
fn programs_that_agree_are_proved() {
    for (name, [left, right, _]) in pairs() {
        for programs in [[&left[..], &right], [&right, &left], [&left, &left]] {
            let found = proved(programs, &Proposal::default());
            found.unwrap_or_else(|open| panic!("{name}: {open}"));
        }
    }
}

#[test]
fn programs_that_differ_are_refuted() {
    for (name, [left, right, wrong]) in pairs() {
        for programs in [[&left[..], &wrong], [&wrong, &right]] {
            let open = proved(programs, &Proposal::default()).expect_err(name);
            assert!(matches!(open, Open::Differ(_)), "{name}: {open}");
        }
    }
}

#[test]
fn a_loop_without_a_proposal_is_open() {
    let turns = vec![lis(4), 1, bne(1, 0, 1), jr(31), sub(1, 1, 4), beq(0, 0, -4)];
    let open = proved([&turns, &turns], &Proposal::default()).expect_err("it has no end");
    assert!(matches!(open, Open::Spent(_)), "{open}");
}

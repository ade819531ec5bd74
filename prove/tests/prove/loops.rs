//! Proofs about loops from handwritten proposals.

use tamarin_kernel::evidence::{FactText, Invariant, Side};
use tamarin_prove::{Place, Proposal, ProposedNode, Ways};

use crate::programs::*;

/// Counts `$1` down to 0, and adds `$2` to `$3` in each round.
fn down() -> Vec<u64> {
    vec![lis(4), 1, beq(1, 0, 3), add(3, 3, 2), sub(1, 1, 4), beq(0, 0, -4), jr(31)]
}

/// Counts `$5` up to `$1`, and adds `$2` to `$6` in each round.
fn up(step: u64) -> Vec<u64> {
    vec![
        lis(4),
        step,
        beq(5, 1, 3),
        add(6, 6, 2),
        add(5, 5, 4),
        beq(0, 0, -4),
        add(3, 6, 0),
        jr(31),
    ]
}

fn proposal(counter: &str) -> Proposal {
    let registers = [
        ("left.$1", counter),
        ("left.$2", "b"),
        ("left.$3", "s"),
        ("left.$4", "1"),
        ("left.$31", "2166572396"),
        ("right.$1", "a"),
        ("right.$2", "b"),
        ("right.$4", "1"),
        ("right.$5", "i"),
        ("right.$6", "s"),
        ("right.$31", "2166572396"),
    ];
    let text = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let at = [Place::Behind { from: 20, at: 8 }; 2];
    let holds = Invariant {
        at: Side::BOTH.map(|side| (side, "8".to_owned())).into(),
        any: vec!["i".into(), "s".into()],
        registers: registers.map(text).into(),
        untouched: Side::BOTH.to_vec(),
        ..Invariant::default()
    };
    let values = [("i", "right.$5"), ("s", "left.$3")].map(text).into();
    let ways = Ways { pieces: [Some(1); 2], lead: None };
    let ways_of = ways.clone();
    let node = ProposedNode { at, holds, values, ways: ways_of, ..ProposedNode::default() };
    let nodes = [("loop".to_owned(), node)].into();
    Proposal { start: ways, nodes, ..Proposal::default() }
}

#[test]
fn a_loop_is_proved_by_its_invariant() {
    let evidence = proved([&down(), &up(1)], &proposal("a - i")).expect("they agree");
    assert_eq!(evidence.nodes.len(), 1);
}

#[test]
fn wrong_proposals_prove_nothing() {
    let mut false_fact = proposal("a - i");
    let node = false_fact.nodes.get_mut("loop").expect("it is there");
    node.holds.facts.insert("false".into(), FactText::from("i <u 100"));
    let mut other_rounds = proposal("a - i");
    other_rounds.nodes.get_mut("loop").expect("it is there").ways.pieces = [Some(2), Some(1)];
    for wrong in [proposal("a + i"), proposal("i"), false_fact, other_rounds] {
        proved([&down(), &up(1)], &wrong).expect_err("the invariant is wrong");
    }
}

#[test]
fn a_wrong_program_is_never_proved() {
    for wrong in [up(2), up(3), down()] {
        proved([&down(), &wrong], &proposal("a - i")).expect_err("the invariant is not kept");
    }
}

/// A program that waits needs a measure.
#[test]
fn a_program_that_waits_has_a_measure() {
    let ends = vec![add(3, 0, 0), jr(31)];
    let waits = vec![lis(4), 1, beq(1, 0, 2), sub(1, 1, 4), beq(0, 0, -3), jr(31)];
    let at = [Place::Behind { from: 16, at: 8 }, Place::Done];
    let registers = [
        ("left.$1", "n"),
        ("left.$3", "0"),
        ("left.$4", "1"),
        ("left.$31", "2166572396"),
        ("right.$3", "0"),
    ];
    let text = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
    let holds = Invariant {
        at: [(Side::Left, "8".to_owned()), (Side::Right, "2166572396".to_owned())].into(),
        any: vec!["n".into()],
        registers: registers.map(text).into(),
        ..Invariant::default()
    };
    let propose = |measure: &[&str]| {
        let node = ProposedNode {
            at,
            holds: holds.clone(),
            values: [text(("n", "left.$1"))].into(),
            measure: measure.iter().map(|it| (*it).to_owned()).collect(),
            ways: Ways { pieces: [Some(1), Some(0)], lead: None },
            ..ProposedNode::default()
        };
        let start = Ways { pieces: [Some(1), None], lead: None };
        let nodes = [("waits".to_owned(), node)].into();
        Proposal { start, nodes, ..Proposal::default() }
    };
    proved([&waits, &ends], &propose(&["n"])).expect("it stops");
    proved([&waits, &ends], &propose(&["1", "left.$1"])).expect("it stops");
    for wrong in [&[][..], &["0 - n"], &["0"]] {
        proved([&waits, &ends], &propose(wrong)).expect_err("no measure gets smaller");
    }
}

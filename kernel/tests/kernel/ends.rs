//! Facts about the ends of both programs, which the reader may state in place of equal results.

use serde_json::json;
use tamarin_kernel::claim::{Steps, Stopping};
use tamarin_kernel::evidence::{End, How, Step};
use tamarin_kernel::{Claim, Evidence, check};

use crate::support::oracle::{Outcome, edge_inputs, result};
use crate::support::small::*;

/// The claim that both programs are done, with these facts about the inputs `a` and `b` and the results.
fn claim(left: &[u64], right: &[u64], facts: &[&str]) -> Claim {
    let mut claim = about(left, right, agree(Steps::All, Stopping::Both));
    claim.observed.registers.clear();
    claim.observed.facts = facts.iter().map(|&fact| fact.into()).collect();
    claim
}

/// Evidence that runs two straight programs to their ends.
fn straight() -> Evidence {
    read(json!({
        "work": 10_000,
        "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
        "start": [{ "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "both" }]
    }))
}

const LEFT: [u64; 2] = [SUM, RETURN];
const RIGHT: [u64; 2] = [TWICE, RETURN];

#[test]
fn facts_about_both_results_are_proved() {
    let holds = ["right.$3 = left.$3 + a - b", "left.$3 = a + b", "left.$3 = right.$3 - a + b"];
    check(&claim(&LEFT, &RIGHT, &holds), &straight()).unwrap();
    for fails in ["right.$3 = left.$3", "left.$3 = a", "left.$3 != right.$3", "a = b"] {
        let refusal = refusal(&claim(&LEFT, &RIGHT, &[holds[0], fails]), &straight());
        assert!(refusal.contains("fact.1"), "{fails}: {refusal}");
    }
}

/// What is accepted holds for runs on edge inputs.
#[test]
fn accepted_facts_hold_for_runs() {
    let word = |outcome: Outcome| outcome.expect("it stops").2[0];
    let texts =
        ["right.$3 = left.$3 + a - b", "right.$3 = left.$3 + a", "left.$3 = a + b", "right.$3 = b"];
    for text in texts {
        let of = claim(&LEFT, &RIGHT, &[text]);
        let mut observing = of.clone();
        observing.observed.registers = vec!["$3".into()];
        let holds = edge_inputs(&of).iter().all(|input| {
            let [left, right] = [0, 1].map(|side| word(result(&observing, side, input)));
            let [a, b] = [input.words[0], input.words[1]];
            let wrap = |word: u64| word & 0xffff_ffff;
            match text {
                "right.$3 = left.$3 + a - b" => right == wrap(left + a + (1 << 32) - b),
                "right.$3 = left.$3 + a" => right == wrap(left + a),
                "left.$3 = a + b" => left == wrap(a + b),
                _ => right == b,
            }
        });
        assert_eq!(check(&of, &straight()).is_ok(), holds, "{text}");
    }
}

/// Programs that are the same, or that both fault, show no fact.
#[test]
fn no_other_end_shows_a_fact() {
    let mut same = straight();
    same.start = vec![Step::End { end: End::Same, how: How::default() }];
    for stop in [Stopping::Same, Stopping::Unclaimed] {
        let mut itself = claim(&LEFT, &LEFT, &[]);
        itself.statement = agree(Steps::All, stop);
        check(&itself, &same).unwrap();
        itself.observed.facts = vec!["left.$3 != right.$3".into()];
        assert!(check(&itself, &same).is_err(), "{stop:?}");
    }
    // Both programs run into a word that is no instruction.
    let mut faults = claim(&[SUM], &[TWICE], &[]);
    let ends = json!([{ "run": ["left", 1] }, { "run": ["right", 1] }, { "end": "both" }]);
    let run = Evidence { start: serde_json::from_value(ends).unwrap(), ..straight() };
    check(&faults, &run).unwrap();
    faults.observed.facts = vec!["a = a".into()];
    assert!(refusal(&faults, &run).contains("both programs fault"));
}

/// A name or a function of the evidence means nothing in the reader's facts.
#[test]
fn evidence_gives_no_meaning_to_facts() {
    let of = |fact: &str| claim(&LEFT, &RIGHT, &[fact]);
    let named = read(json!({
        "work": 10_000,
        "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
        "start": [
            { "let": { "c": "a + b" } },
            { "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "both" }
        ]
    }));
    check(&of("left.$3 = a + b"), &named).unwrap();
    assert!(check(&of("left.$3 = c"), &named).is_err());
    let mut defined = straight();
    defined.functions = serde_json::from_value(json!([
        { "name": "f", "arguments": ["x"], "domain": [], "measure": [], "body": { "is": "x" } }
    ]))
    .expect("it is a function");
    check(&of("left.$3 = a + b"), &defined).unwrap();
    assert!(check(&of("f(a) = f(a)"), &defined).is_err());
}

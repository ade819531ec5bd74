//! What programs are given, and what is observed: bytes of the input stream, elements of an array, text that is stored to.

use serde_json::{Value, json};
use tamarin_kernel::claim::{Array, Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::Step;
use tamarin_kernel::{Claim, Refusal, check};

use crate::support::oracle::difference;
use crate::support::small::*;

/// The second interpreter finds an input for each false claim and none for a true one.
#[test]
fn runs_agree_with_the_kernel() {
    for (name, right, wrong, evidence) in cases() {
        let evidence = read(evidence);
        check(&right, &evidence).unwrap_or_else(|it| panic!("{name}: {it}"));
        check(&wrong, &evidence).unwrap_err();
        assert_eq!(difference(&right), None, "{name}");
        let input = difference(&wrong).unwrap_or_else(|| panic!("{name}: they differ"));
        check(&Claim { statement: Statement::Differ { input }, ..wrong }, &evidence).unwrap();
    }
}

#[test]
fn bytes_of_the_input_stream_are_inputs() {
    let follow = |words| read(read_to_the_end(words));
    check(&reading([["a", "b"], ["a", "b"]]), &follow([200, 255])).unwrap();
    assert!(refusal(&reading([["a", "b"], ["b", "a"]]), &follow([0, 0])).contains("$3"));
    // No byte is greater than 255, neither that of an input nor a number of the claim.
    let greater = check(&reading([["a", "b"], ["a", "b"]]), &follow([200, 256]));
    assert!(matches!(greater, Err(Refusal::Vacuous(_))), "{greater:?}");
    let mut of_number = reading([["a", "b"], ["a", "b"]]);
    of_number.start[0].stream[1] = Word::Number(255);
    assert!(refusal(&of_number, &follow([0, 255])).contains("$3"));
    for byte in [Word::Number(256), Word::Input("c".into())] {
        of_number.start[0].stream[1] = byte;
        assert!(matches!(check(&of_number, &follow([0, 255])), Err(Refusal::Claim(_))));
    }
    // The second bytes differ exactly if the inputs do.
    let differ = |words: [u64; 2]| {
        let statement = Statement::Differ { input: input(&words) };
        check(&Claim { statement, ..reading([["a", "b"], ["b", "a"]]) }, &follow(words))
    };
    differ([1, 2]).unwrap();
    differ([2, 2]).unwrap_err();
}

#[test]
fn a_byte_is_known_to_be_at_most_255() {
    // lw $5, 0($4), then whether $5 is below 255 or 256 as unsigned numbers; and the number 1.
    let is_below =
        |most: u64| [0x2014, 0xffff_0004, 0x8c85_0000, 0x3014, most, 0x00a6_182b, RETURN];
    let one = [0x1814, 1, RETURN];
    let below = |most: u64| {
        let mut claim = about(&is_below(most), &one, agree(Steps::All, Stopping::Both));
        claim.start[0].stream = vec![Word::Input("a".into())];
        let evidence = read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [7, 0] }, "steps": 9 },
            "start": [{ "run": ["left", 5] }, { "run": ["right", 2] }, { "end": "both" }]
        }));
        check(&claim, &evidence)
    };
    below(256).unwrap();
    below(255).unwrap_err();
}

#[test]
fn the_elements_of_an_array_are_compared() {
    let evidence = read(stored_once_or_twice());
    // The second element differs where there is one.
    let wrong = storing([&[FIRST, RETURN], &[FIRST, SECOND, RETURN]]);
    assert!(refusal(&wrong, &evidence).contains("array"), "{}", refusal(&wrong, &evidence));
    let mut unobserved = wrong.clone();
    unobserved.observed.array = false;
    check(&unobserved, &evidence).unwrap();
    // Both programs have the array.
    for array in [None, Some(Array { address: 404, ..wrong.start[0].array.clone().unwrap() })] {
        let mut claim = wrong.clone();
        claim.start[1].array = array;
        assert!(matches!(check(&claim, &evidence), Err(Refusal::Claim(_))));
    }
    let differ = |elements: &[u64]| {
        let mut input = input(&[elements.len() as u64]);
        input.arrays.insert("e".into(), elements.to_vec());
        check(&Claim { statement: Statement::Differ { input }, ..wrong.clone() }, &evidence)
    };
    differ(&[5, 6]).unwrap();
    differ(&[5, 0]).unwrap_err();
    differ(&[5]).unwrap_err();
}

#[test]
fn text_that_is_not_protected_is_memory() {
    for end in [0, 4, 12] {
        let evidence = read(patched(json!({ "left": end })));
        check(&patching(TWICE), &evidence).unwrap();
        assert!(refusal(&patching(SUM), &evidence).contains("$3"));
    }
    for protected in
        [json!({}), json!({ "left": 16 }), json!({ "left": 400 }), json!({ "right": 0 })]
    {
        let refused = refusal(&patching(SUM), &read(patched(protected)));
        assert!(refused.contains("stores into its own text"), "{refused}");
    }
    // What follows a store at an address that is not known is not known either.
    let unknown = |rules: Value| {
        let mut evidence = read(patched(json!({ "left": 0 })));
        let mut start: Vec<Step> = serde_json::from_value(rules).unwrap();
        start.push(serde_json::from_value(json!({ "run": ["left", 2] })).unwrap());
        evidence.start = start;
        let mut claim = about(&[STORE, RETURN], &[RETURN], agree(Steps::All, Stopping::Both));
        claim.premises = vec!["b <=u 400".into()];
        refusal(&claim, &evidence)
    };
    assert!(unknown(json!([])).contains("not known whether"));
    let aligned = json!([{
        "rule": "split", "fact": "b*0x40000000 = 0", "cases": [[{ "run": ["left", 2] }]]
    }]);
    let refused = unknown(aligned);
    assert!(refused.contains("a word that is not known"), "{refused}");
}

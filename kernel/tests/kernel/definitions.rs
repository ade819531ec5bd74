//! Refused definitions: functions that do not exist, circular lemmas, and contracts without a decreasing measure.

use crate::support::two_numbers;
use serde_json::{Value, json};
use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::{Evidence, check};

// add $3, $1, $2; add $3, $1, $1; jr $31
const SUM: u64 = 0x0022_1820;
const TWICE: u64 = 0x0021_1820;
const RETURN: u64 = 0x03e0_0008;

/// The refusal of the false claim that these programs agree. Evidence must refute `goal`, which states that their
/// results differ, or `false`.
fn refusal(functions: Value, lemmas: Value, proof: Value) -> String {
    let stop = Stopping::Both;
    let statement = Statement::Agree { steps: Steps::All, stop };
    let claim = two_numbers([vec![SUM, RETURN], vec![TWICE, RETURN]], statement);
    let evidence: Evidence = serde_json::from_value(json!({
        "work": 10_000,
        "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
        "functions": functions,
        "lemmas": lemmas,
        "start": [
            { "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "both", "by": { "$3": proof } }
        ]
    }))
    .expect("it is evidence");
    check(&claim, &evidence).expect_err("the claim is false").to_string()
}

fn function(domain: Value, measure: Value, body: Value) -> Value {
    json!([{ "name": "f", "arguments": ["x"], "domain": domain, "measure": measure, "body": body }])
}

#[test]
fn a_function_that_is_more_than_itself() {
    // f(x) = f(x) + 1 would prove everything.
    let contradiction = json!([
        { "rule": "unfold", "name": "f", "terms": ["a"], "as": "one" },
        { "rule": "linear", "on": ["one"], "times": [1] }
    ]);
    let body = json!({ "is": "f(x) + 1" });
    for measure in [json!([]), json!(["x"]), json!(["x", "x"]), json!(["0"]), json!(["f(x)"])] {
        let functions = function(json!([]), measure, body.clone());
        let refusal = refusal(functions, json!([]), contradiction.clone());
        assert!(refusal.starts_with("function `f`"), "{refusal}");
    }
    // Refused, too, if the argument of the recursive application is smaller as a term but wraps.
    let functions = function(json!([]), json!(["x"]), json!({ "is": "f(x - 1) + 1" }));
    assert!(refusal(functions, json!([]), contradiction.clone()).contains("measure.0"));
    // Refused, too, if the recursive application leaves the domain.
    let functions = function(
        json!(["x >=u 5"]),
        json!(["x"]),
        json!({ "is": "f(x - 1)", "by": { "measure.0": [
            { "rule": "carry", "sum": [[1, "x"]], "plus": -1, "on": ["domain"] }
        ] } }),
    );
    assert!(refusal(functions, json!([]), contradiction.clone()).contains("domain.0.0"));
}

#[test]
fn a_function_defines_no_condition_of_itself() {
    let proof = json!([{ "rule": "unfold", "name": "f", "terms": ["a"] }]);
    let bodies = [
        json!({ "if": "f(x) = 0", "then": { "is": "1" }, "else": { "is": "0" } }),
        json!({ "if": "less(f(x), x) = 0", "then": { "is": "1" }, "else": { "is": "0" } }),
        json!({ "is": "f(f(x))" }),
        json!({ "is": "load(start.left, f(x))" }),
        json!({ "is": "f(x) / x" }),
    ];
    for body in bodies {
        let refusal = refusal(function(json!([]), json!(["x"]), body), json!([]), proof.clone());
        assert!(refusal.starts_with("function `f`"), "{refusal}");
    }
    for (domain, measure) in [(json!(["f(x) = 0"]), json!(["x"])), (json!([]), json!(["f(x)"]))] {
        let functions = function(domain, measure, json!({ "is": "f(x - 1)" }));
        assert!(refusal(functions, json!([]), proof.clone()).contains("no function `f` here"));
    }
    // Its equation is no help to show that it exists.
    let unfold = json!({ "is": "f(x)", "by": { "measure.0": [
        { "rule": "unfold", "name": "f", "terms": ["x"] }
    ] } });
    let refusal = refusal(function(json!([]), json!(["x"]), unfold), json!([]), proof);
    assert!(refusal.contains("no function `f` here"), "{refusal}");
}

#[test]
fn the_equation_holds_on_the_domain_only() {
    // f(x) = x for x below 5; on other words it is not known.
    let functions = function(json!(["x <u 5"]), json!([]), json!({ "is": "x" }));
    let proof = json!([{ "rule": "unfold", "name": "f", "terms": ["a"] }]);
    let refusal = refusal(functions, json!([]), proof);
    assert!(refusal.contains("2 open cases"), "{refusal}");
}

#[test]
fn no_function_uses_a_later_one() {
    // g(x) = h(x) + 1 and h(x) = g(x) would prove everything.
    let functions = json!([
        { "name": "g", "arguments": ["x"], "body": { "is": "h(x) + 1" } },
        { "name": "h", "arguments": ["x"], "body": { "is": "g(x)" } }
    ]);
    let proof = json!([
        { "rule": "unfold", "name": "g", "terms": ["a"], "as": "one" },
        { "rule": "unfold", "name": "h", "terms": ["a"], "as": "other" },
        { "rule": "ring", "on": ["one", "other"], "factors": ["1", "1"], "as": "both" },
        { "rule": "linear", "on": ["both"], "times": [1] }
    ]);
    let refusal = refusal(functions, json!([]), proof);
    assert!(refusal.contains("no function `h` here"), "{refusal}");
}

#[test]
fn a_lemma_rests_on_smaller_instances_only() {
    let lemma = |measure: Value, value: &str| {
        json!([{
            "name": "all-equal", "any": ["x"], "assume": [], "show": "x = 0", "measure": measure,
            "by": [{ "rule": "lemma", "name": "all-equal", "with": { "x": value } }]
        }])
    };
    let proof = json!([{ "rule": "lemma", "name": "all-equal", "with": { "x": "a - b" } }]);
    for (measure, value) in
        [(json!([]), "x"), (json!(["x"]), "x"), (json!(["x"]), "x - 1"), (json!(["0", "x"]), "x")]
    {
        let refusal = refusal(json!([]), lemma(measure, value), proof.clone());
        assert!(refusal.starts_with("lemma `all-equal`"), "{refusal}");
    }
    // Nor is there one that is proved later, or one that is not there.
    let later = json!([
        { "name": "one", "any": [], "show": "a = b",
          "by": [{ "rule": "lemma", "name": "two" }] },
        { "name": "two", "any": [], "show": "a = b",
          "by": [{ "rule": "lemma", "name": "one" }] }
    ]);
    assert!(refusal(json!([]), later, json!([])).contains("there is no lemma `two`"));
    assert!(refusal(json!([]), json!([]), proof).contains("there is no lemma"));
}

/// A program with a procedure that calls itself for ever, and evidence by a contract for it.
fn by_contract(contract: Value, others: Value) -> Result<(), String> {
    // lis $10; .word 12; jr $10; 0xc: jr $10
    let spin = vec![0x5014, 12, 0x0140_0008, 0x0140_0008];
    let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Both };
    let claim = two_numbers([spin, vec![SUM, RETURN]], statement);
    let mut contracts = others;
    contracts["spin"] = contract;
    let evidence: Evidence = serde_json::from_value(json!({
        "work": 10_000,
        "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
        "contracts": contracts,
        "start": [
            { "run": ["left", 2] },
            { "call": "spin", "with": { "ret": "0x8123456c" } },
            { "run": ["right", 2] },
            { "end": "both" }
        ]
    }))
    .expect("it is evidence");
    check(&claim, &evidence).map(|_| ()).map_err(|refusal| refusal.to_string())
}

fn spin(group: u64, measure: Value, script: Value) -> Value {
    json!({
        "group": group,
        "before": { "at": { "left": "12" }, "any": ["ret"], "where": { "left.$10": "12" } },
        "after": { "at": { "left": "ret" }, "where": { "left.$3": "a + b" } },
        "measure": measure,
        "script": script
    })
}

#[test]
fn a_contract_ends() {
    let call = json!({ "call": "spin", "with": { "ret": "ret" } });
    let itself = json!([{ "run": ["left", 1] }, call, { "end": "return" }]);
    for measure in [json!([]), json!(["1"]), json!(["ret"]), json!(["left.$10"])] {
        let refusal = by_contract(spin(0, measure, itself.clone()), json!({})).unwrap_err();
        assert!(refusal.starts_with("contract `spin`"), "{refusal}");
    }
    // Through another contract of a lower group.
    let other = json!({ "call": "other", "with": { "ret": "ret" } });
    let through = json!([{ "run": ["left", 1] }, other, { "end": "return" }]);
    for (group, lower) in [(1, 0), (0, 0), (0, 1)] {
        let others = json!({ "other": spin(lower, json!(["1"]), itself.clone()) });
        let refusal = by_contract(spin(group, json!(["1"]), through.clone()), others).unwrap_err();
        assert!(refusal.starts_with("contract"), "{refusal}");
    }
    // Without a step, to another address, or at an end or a node.
    for script in [
        json!([{ "end": "return" }]),
        json!([{ "run": ["left", 1] }, { "end": "return" }]),
        json!([{ "run": ["left", 1] }, { "end": "both" }]),
        json!([{ "run": ["left", 1] }, { "end": "late" }]),
        json!([{ "run": ["left", 1] }, { "end": "deepLeft" }]),
        json!([{ "run": ["left", 1] }, { "end": "exempt" }]),
        json!([{ "run": ["left", 1] }, { "arrive": "n" }]),
        json!([{ "run": ["right", 1] }, { "end": "return" }]),
        json!([{ "run": ["left", 1] }]),
        json!([]),
    ] {
        let refusal = by_contract(spin(0, json!(["1"]), script.clone()), json!({})).unwrap_err();
        assert!(refusal.starts_with("contract `spin`"), "{script}: {refusal}");
    }
}

#[test]
fn no_contract_begins_behind_a_fault() {
    // The left program faults at once; a contract for address 0 is no way on.
    let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Both };
    let claim = two_numbers([vec![0], vec![SUM, RETURN]], statement);
    let evidence: Evidence = serde_json::from_value(json!({
        "work": 10_000,
        "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
        "start": [{ "arrive": "n" }],
        "nodes": { "n": {
            "holds": { "at": { "left": "fault", "right": "0" }, "where": { "right.$31": "0x8123456c" } },
            "script": [{ "jump": ["left", "0"] }, { "run": ["right", 2] }, { "end": "both" }]
        } }
    }))
    .expect("it is evidence");
    let refusal = check(&claim, &evidence).unwrap_err().to_string();
    assert!(refusal.contains("one program is done and the other one faults"), "{refusal}");
    let mut called = evidence.clone();
    let contract = json!({
        "before": { "at": { "left": "0" } }, "after": { "at": { "left": "0x8123456c" } }, "script": []
    });
    called.contracts.insert("c".into(), serde_json::from_value(contract).unwrap());
    let script = json!([{ "call": "c" }, { "run": ["right", 2] }, { "end": "both" }]);
    called.nodes.get_mut("n").unwrap().script = serde_json::from_value(script).unwrap();
    check(&claim, &called).unwrap_err();
    // The contract aside, the call itself is refused.
    let proved = json!({
        "before": { "at": { "left": "0" }, "facts": { "never": "0 = 1" } },
        "after": { "at": { "left": "0x8123456c" } }, "script": []
    });
    called.contracts.insert("c".into(), serde_json::from_value(proved).unwrap());
    let refusal = check(&claim, &called).unwrap_err().to_string();
    assert!(refusal.contains("has faulted"), "{refusal}");
}

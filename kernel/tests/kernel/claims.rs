//! Evidence cannot choose the claim: evidence that proves less than the reader asks for is refused.

use crate::support::oracle::{edge_inputs, result};
use crate::support::small::*;
use crate::support::{PAIRS, claim, evidence};
use serde_json::{Value, json};
use tamarin_kernel::claim::{Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::{End, How, Input, Side, Step};
use tamarin_kernel::{Claim, Evidence, Refusal, check};

#[test]
fn evidence_holds_no_claim() {
    for pair in PAIRS {
        let text = crate::support::read(pair, "evidence.json");
        let mut value: Value = serde_json::from_str(&text).unwrap();
        for key in ["statement", "claim", "programs", "premises", "observed", "inputs"] {
            value[key] = json!([]);
            assert!(serde_json::from_value::<Evidence>(value.clone()).is_err(), "{key}");
            value.as_object_mut().unwrap().remove(key);
        }
    }
}

#[test]
fn stronger_evidence_shows_weaker_claims() {
    for pair in PAIRS {
        for stop in [Stopping::Both, Stopping::Same, Stopping::Unclaimed] {
            let statement = agree(Steps::All, stop);
            let claim = Claim { statement, ..claim(pair, "right") };
            check(&claim, &evidence(pair)).unwrap_or_else(|it| panic!("{pair}: {it}"));
        }
        let statement = agree(Steps::Within(1000), Stopping::Unclaimed);
        check(&Claim { statement, ..claim(pair, "right") }, &evidence(pair)).unwrap();
    }
}

#[test]
fn evidence_for_fewer_steps_or_less_stack_is_refused() {
    let mut late = evidence("unrolled");
    late.start.truncate(2);
    late.start.push(Step::End { end: End::Late, how: How::default() });
    late.nodes.clear();
    let short =
        |stop| Claim { statement: agree(Steps::Within(1), stop), ..claim("unrolled", "wrong") };
    // Nothing stops within one step, so the claim is about nothing.
    assert!(matches!(check(&short(Stopping::Same), &late), Err(Refusal::Vacuous(_))));
    assert!(matches!(check(&short(Stopping::Unclaimed), &late), Err(Refusal::Vacuous(_))));
    for statement in [
        agree(Steps::All, Stopping::Both),
        agree(Steps::All, Stopping::Unclaimed),
        agree(Steps::Within(50), Stopping::Unclaimed),
        agree(Steps::StackDepth(100), Stopping::Unclaimed),
    ] {
        let claim = Claim { statement, ..claim("unrolled", "wrong") };
        assert!(refusal(&claim, &late).starts_with("start"), "{}", refusal(&claim, &late));
    }
    let mut deep = late.clone();
    for end in [End::DeepLeft, End::DeepRight, End::Exempt, End::Return, End::Both, End::Same] {
        deep.start.pop();
        deep.start.push(Step::End { end, how: How::default() });
        for steps in [Steps::All, Steps::Within(50), Steps::StackDepth(0), Steps::StackDepth(100)] {
            let statement = agree(steps, Stopping::Unclaimed);
            let claim = Claim { statement, ..claim("unrolled", "wrong") };
            assert!(refusal(&claim, &deep).starts_with("start"), "{end:?} {steps:?}");
        }
    }
}

#[test]
fn a_program_agrees_with_itself() {
    let mut same = evidence("unrolled");
    (same.start, same.nodes) =
        (vec![Step::End { end: End::Same, how: How::default() }], Default::default());
    let different = claim("unrolled", "right");
    let mut itself = different.clone();
    itself.programs[1] = itself.programs[0].clone();
    for (stop, is_accepted) in
        [(Stopping::Same, true), (Stopping::Unclaimed, true), (Stopping::Both, false)]
    {
        let of = |claim: &Claim| Claim { statement: agree(Steps::All, stop), ..claim.clone() };
        assert_eq!(check(&of(&itself), &same).is_ok(), is_accepted, "{stop:?}");
        assert!(check(&of(&different), &same).is_err(), "{stop:?}");
        // The same text from another start is another program.
        let mut elsewhere = of(&itself);
        elsewhere.start[1].registers.insert("$9".into(), Word::Number(1));
        assert!(check(&elsewhere, &same).is_err(), "{stop:?}");
    }
}

#[test]
fn claims_about_nothing_are_refused() {
    let full = evidence("squares");
    let premise = |premise: &str| {
        let mut claim = claim("squares", "right");
        claim.premises.push(premise.into());
        claim
    };
    check(&premise("b = 2"), &full).unwrap();
    for none in ["b != b", "b = 3", "a <u 3"] {
        assert!(matches!(check(&premise(none), &full), Err(Refusal::Vacuous(_))), "{none}");
    }
    assert!(matches!(check(&premise("c = 3"), &full), Err(Refusal::Claim(_))));
    // The named input has to be one, and both programs have to stop on it in time.
    let mut short = full.clone();
    short.exercise.steps = 5;
    let unclaimed =
        Claim { statement: agree(Steps::All, Stopping::Unclaimed), ..claim("squares", "right") };
    assert!(matches!(check(&unclaimed, &short), Err(Refusal::Vacuous(_))));
    short.exercise.input = Input::default();
    assert!(check(&unclaimed, &short).is_err());
    short.exercise.input.words = vec![1 << 32, 0];
    assert!(check(&unclaimed, &short).is_err());
}

#[test]
fn an_input_has_all_elements_of_its_array_as_words() {
    let (claim, full) = (claim("scan", "right"), evidence("scan"));
    let with = |elements: &[u64]| {
        let mut evidence = full.clone();
        evidence.exercise.input.arrays.insert("elements".into(), elements.to_vec());
        check(&claim, &evidence)
    };
    with(&[5, 6, 7]).unwrap();
    with(&[5, 6, 0xffff_ffff, 8]).unwrap();
    for none in [&[5, 6][..], &[], &[5, 6, 1 << 32], &[5, 6, 7, 1 << 32]] {
        assert!(with(none).is_err(), "{none:?}");
    }
}

#[test]
fn programs_differ_where_a_second_interpreter_says_so() {
    let full = evidence("scan");
    let (mut differ, mut agree) = (0, 0);
    for input in edge_inputs(&claim("scan", "wrong")) {
        let claim = claim("scan", "wrong");
        let [left, right] = [0, 1].map(|side| result(&claim, side, &input));
        let differs = left != right && left.is_some() && right.is_some();
        let claim = Claim { statement: Statement::Differ { input }, ..claim };
        assert_eq!(check(&claim, &full).is_ok(), differs, "{:?}", claim.statement);
        *if differs { &mut differ } else { &mut agree } += 1;
    }
    assert!(differ > 3 && agree > 3, "{differ} {agree}");
}

#[test]
fn long_texts_are_refused() {
    let mut claim = claim("squares", "right");
    for text in
        ["+a".repeat(100_000), "*a".repeat(100_000), "-".repeat(100_000), "(".repeat(100_000)]
    {
        claim.premises = vec![format!("a{text} = a").as_str().into()];
        let refusal = check(&claim, &evidence("squares")).unwrap_err();
        assert!(matches!(refusal, Refusal::Claim(_)), "{}", &text[..10]);
    }
    claim.premises = vec![format!("a{} = 301*a", "+a".repeat(300)).as_str().into()];
    let refusal = check(&claim, &evidence("squares"));
    assert!(!matches!(refusal, Err(Refusal::Claim(_))), "{refusal:?}");
}

#[test]
fn claims_that_make_no_sense_are_refused() {
    let full = evidence("scan");
    let changed = |change: fn(&mut Claim)| {
        let mut claim = claim("scan", "right");
        change(&mut claim);
        check(&claim, &full)
    };
    let changes: [fn(&mut Claim); 9] = [
        |claim| claim.machine = "vax".into(),
        |claim| claim.inputs.push("n".into()),
        |claim| claim.observed.registers.push("$32".into()),
        |claim| claim.observed.words.push(2),
        |claim| claim.start[0].array.as_mut().unwrap().address = 4,
        |claim| claim.start[0].array.as_mut().unwrap().capacity = u64::MAX,
        |claim| claim.start[0].array.as_mut().unwrap().length = "m".into(),
        |claim| claim.programs[1].push(1 << 32),
        |claim| claim.statement = agree(Steps::Within(3), Stopping::Both),
    ];
    for (index, change) in changes.into_iter().enumerate() {
        assert!(matches!(changed(change), Err(Refusal::Claim(_))), "{index}");
    }
}

#[test]
fn both_stop_is_more_than_both_or_neither() {
    // Both run for ever in a loop of one instruction.
    let evidence = |measure: Value| {
        read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [1, 2] }, "steps": 0 },
            "start": [{ "arrive": "loop" }],
            "nodes": { "loop": {
                "holds": { "at": { "left": "0", "right": "0" } },
                "measure": measure,
                "script": [{ "run": ["left", 1] }, { "run": ["right", 1] }, { "arrive": "loop" }]
            } }
        }))
    };
    let of = |stop| about(&[LOOP], &[LOOP], agree(Steps::All, stop));
    check(&of(Stopping::Same), &evidence(json!([]))).unwrap();
    for measure in [json!([]), json!(["1"]), json!(["left.$3"]), json!(["left.$3 - 1"])] {
        check(&of(Stopping::Both), &evidence(measure)).unwrap_err();
    }
    // On no input do both stop.
    let unclaimed = check(&of(Stopping::Unclaimed), &evidence(json!([])));
    assert!(matches!(unclaimed, Err(Refusal::Vacuous(_))));
}

#[test]
fn a_program_that_runs_for_ever_moves_for_ever() {
    let evidence = |script: Value| {
        read(json!({
            "work": 10_000,
            "start": [{ "arrive": "loop" }],
            "nodes": { "loop": {
                "holds": { "at": { "left": "0", "right": "0" } },
                "script": script
            } }
        }))
    };
    let moves = |side: &str| evidence(json!([{ "run": [side, 1] }, { "arrive": "loop" }]));
    let never = |side, words: &[u64]| {
        let statement = Statement::NeverStops { side, input: input(words) };
        Claim { premises: vec!["a = 1".into()], ..about(&[LOOP], &[SUM, RETURN], statement) }
    };
    check(&never(Side::Left, &[1, 2]), &moves("left")).unwrap();
    check(&never(Side::Right, &[1, 2]), &moves("left")).unwrap_err();
    check(&never(Side::Right, &[1, 2]), &moves("right")).unwrap_err();
    check(&never(Side::Left, &[1, 2]), &evidence(json!([{ "arrive": "loop" }]))).unwrap_err();
    // The input has to be allowed.
    check(&never(Side::Left, &[2, 2]), &moves("left")).unwrap_err();
    check(&never(Side::Left, &[1]), &moves("left")).unwrap_err();
    let ends = evidence(json!([{ "run": ["right", 2] }, { "end": "both" }]));
    check(&never(Side::Right, &[1, 2]), &ends).unwrap_err();
}

#[test]
fn a_product_has_to_move() {
    // The left program never stops, and the right one does.
    let loops = |script: Value| {
        read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
            "start": [{ "arrive": "n" }],
            "nodes": { "n": {
                "holds": {
                    "at": { "left": "0", "right": "0" },
                    "where": { "right.$31": "0x8123456c" }
                },
                "measure": ["left.$3"],
                "script": script
            } }
        }))
    };
    let stays = loops(json!([{ "arrive": "n" }]));
    let left_only = loops(json!([{ "run": ["left", 1] }, { "arrive": "n" }]));
    for stop in [Stopping::Both, Stopping::Same] {
        let claim = about(&[LOOP], &[SUM, RETURN], agree(Steps::All, stop));
        check(&claim, &stays).unwrap_err();
        check(&claim, &left_only).unwrap_err();
    }
    // Two programs that stop with other results.
    let claim = about(&[SUM, RETURN], &[TWICE, RETURN], agree(Steps::All, Stopping::Unclaimed));
    check(&claim, &stays).unwrap_err();
}

#[test]
fn ends_have_to_be_alike() {
    let ends = |script: Value| {
        read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
            "start": script
        }))
    };
    let run = ends(json!([{ "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "both" }]));
    let of = |left: &[u64], right: &[u64]| about(left, right, agree(Steps::All, Stopping::Both));
    check(&of(&[SUM, RETURN], &[SUM, RETURN]), &run).unwrap();
    assert!(refusal(&of(&[SUM, RETURN], &[TWICE, RETURN]), &run).contains("`$3`"));
    // One program is done, and the other faults after its last instruction.
    let fault = ends(json!([{ "run": ["left", 2] }, { "run": ["right", 1] }, { "end": "both" }]));
    assert!(refusal(&of(&[SUM, RETURN], &[SUM]), &fault).contains("faults"));
    // Both fault, whatever registers hold.
    let faults = ends(json!([{ "run": ["left", 1] }, { "run": ["right", 1] }, { "end": "both" }]));
    check(&of(&[SUM], &[TWICE]), &faults).unwrap();
    // One has not ended.
    assert!(refusal(&of(&[SUM, RETURN], &[SUM, RETURN]), &faults).contains("not ended"));
    // What happens depends on the divisor.
    let divides = of(&[DIVIDE, RETURN], &[RETURN]);
    let undecided =
        ends(json!([{ "run": ["left", 2] }, { "run": ["right", 1] }, { "end": "both" }]));
    assert!(refusal(&divides, &undecided).contains("not known whether"));
    let split = ends(json!([
        { "rule": "split", "fact": "b = 0", "cases": [[{ "end": "both" }]] },
        { "run": ["left", 2] }, { "run": ["right", 1] }, { "end": "both" }
    ]));
    assert!(refusal(&divides, &split).contains("not ended"));
}

#[test]
fn no_program_stores_into_its_text() {
    let stores = |b: u64, rules: Value| {
        let mut script = rules.as_array().unwrap().clone();
        script.extend(
            json!([{ "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "both" }])
                .as_array()
                .unwrap()
                .clone(),
        );
        read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [1, b] }, "steps": 9 },
            "start": script
        }))
    };
    let claim = |premise: &str| {
        let mut claim =
            about(&[STORE, RETURN], &[STORE, RETURN], agree(Steps::All, Stopping::Both));
        claim.premises = vec![premise.into()];
        claim
    };
    check(&claim("b = 400"), &stores(400, json!([]))).unwrap_err();
    let aligned = json!({ "rule": "ring", "on": ["premise"], "factors": ["0x40000000"] });
    let inside = json!({ "rule": "carry", "sum": [[-1, "400 - b"]], "plus": 400, "on": ["premise"], "as": "c" });
    let least = json!({ "rule": "linear", "on": ["c.1", "premise"], "times": [1, 1] });
    let most = json!({ "rule": "cut", "fact": "b <=u 400", "as": "hit", "cases": [[
        { "rule": "linear", "on": ["hit", "c"], "times": [1, 1] }
    ]] });
    let all = stores(400, json!([aligned, inside, most, least]));
    check(&claim("b = 400"), &all).unwrap();
    let into_text = refusal(&claim("b = 4"), &stores(4, json!([])));
    assert!(into_text.contains("not known whether"), "{into_text}");
}

#[test]
fn output_is_compared_in_order() {
    // lis $4; .word 0xffff000c; sw $1, 0($4); sw $2, 0($4); jr $31, and the other way round
    let (print_a, print_b) = (0xac81_0000, 0xac82_0000);
    let program = |first, second| [0x2014, 0xffff_000c, first, second, RETURN];
    let claim =
        |right: [u64; 5], stop| about(&program(print_a, print_b), &right, agree(Steps::All, stop));
    let run = |middle: Value| {
        let mut script = json!([{ "run": ["left", 2] }, { "run": ["right", 2] }]);
        script.as_array_mut().unwrap().extend(middle.as_array().unwrap().clone());
        read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [1, 2] }, "steps": 9 },
            "start": script
        }))
    };
    let whole = run(json!([{ "run": ["left", 2] }, { "run": ["right", 2] }, { "end": "both" }]));
    check(&claim(program(print_a, print_b), Stopping::Both), &whole).unwrap();
    assert!(
        refusal(&claim(program(print_b, print_a), Stopping::Both), &whole).contains("output.0")
    );
    let fewer = run(json!([{ "run": ["left", 2] }, { "run": ["right", 1] }, { "end": "both" }]));
    let less = [0x2014, 0xffff_000c, print_a, RETURN, RETURN];
    assert!(refusal(&claim(less, Stopping::Both), &fewer).contains("different numbers"));
    // Unobserved output does not matter.
    let mut blind = claim(program(print_b, print_a), Stopping::Both);
    blind.observed.output = false;
    check(&blind, &whole).unwrap();
}

#[test]
fn differences_are_run() {
    let run = read(json!({ "work": 100, "exercise": { "steps": 9 } }));
    let differ = |right: &[u64], words: &[u64]| {
        check(&about(&[SUM, RETURN], right, Statement::Differ { input: input(words) }), &run)
    };
    differ(&[TWICE, RETURN], &[1, 2]).unwrap();
    differ(&[SUM], &[1, 2]).unwrap();
    differ(&[TWICE, RETURN], &[2, 2]).unwrap_err();
    differ(&[LOOP], &[1, 2]).unwrap_err();
    let stops = |side| Statement::Stops { side, input: input(&[1, 2]) };
    check(&about(&[SUM, RETURN], &[LOOP], stops(Side::Left)), &run).unwrap();
    check(&about(&[SUM, RETURN], &[LOOP], stops(Side::Right)), &run).unwrap_err();
}

#[test]
fn only_leaves_one_input_out() {
    // Twice $1 is the sum, if $2 is $1; the claim is about inputs with $1 = 0 and $2 at most 1.
    let only = |witness: &[u64], exercise: &[u64]| {
        let statement = Statement::Only { witness: input(witness), among: Steps::All };
        let mut claim = about(&[SUM, RETURN], &[TWICE, RETURN], statement);
        claim.premises = vec!["a = 0".into(), "b <=u 1".into()];
        let evidence = read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": exercise }, "steps": 9 },
            "start": [
                { "rule": "split", "fact": "b = 0", "as": "zero", "cases": [[
                    { "run": ["left", 2] }, { "run": ["right", 2] },
                    { "end": "both", "by": { "$3": [
                        { "rule": "ring", "on": ["premise", "zero"], "factors": ["1", "-1"] }
                    ] } }
                ]] },
                { "end": "exempt", "by": { "b": [
                    { "rule": "carry", "sum": [[1, "b"]], "plus": -1, "on": ["zero"], "as": "c" },
                    { "rule": "linear", "on": ["c", "premise.1"], "times": [1, 1] }
                ] } }
            ]
        }));
        check(&claim, &evidence)
    };
    only(&[0, 1], &[0, 0]).unwrap();
    assert!(matches!(only(&[0, 1], &[0, 1]), Err(Refusal::Vacuous(_))));
    assert!(matches!(only(&[0, 1], &[0, 2]), Err(Refusal::Vacuous(_))));
    only(&[0, 0], &[0, 1]).unwrap_err();
    // The input that is left out is the claim's, whatever the evidence proves.
    only(&[1, 1], &[0, 0]).unwrap_err();
}

/// `$1 + $2` is `2*$1` where both are equal, and nothing else is stated of a register.
#[test]
fn a_register_is_restated_by_an_equal_word_only() {
    let equal = about(&[SUM, RETURN], &[TWICE, RETURN], agree(Steps::All, Stopping::Both));
    let equal = Claim { premises: vec!["a = b".into()], ..equal };
    let any = Claim { premises: Vec::new(), ..equal.clone() };
    let evidence = |register: &str, word: &str| {
        read(json!({
            "work": 10_000,
            "exercise": { "input": { "words": [1, 1] }, "steps": 9 },
            "start": [
                { "run": ["left", 1] }, { "word": ["left", register, word] }, { "run": ["left", 1] },
                { "run": ["right", 2] }, { "end": "both" }
            ]
        }))
    };
    for (register, word) in [("$3", "2*a"), ("$3", "b + a"), ("$0", "0"), ("$1", "b")] {
        check(&equal, &evidence(register, word)).unwrap_or_else(|it| panic!("{register}: {it}"));
    }
    for (register, word) in [("$3", "a"), ("$3", "0"), ("$0", "1"), ("pc", "4"), ("$31", "0")] {
        let why = refusal(&equal, &evidence(register, word));
        assert!(why.contains("`word`") || why.contains("register"), "{register}: {why}");
    }
    let why = refusal(&any, &evidence("$3", "2*a"));
    assert!(why.contains("`word`"), "{why}");
}

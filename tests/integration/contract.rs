//! Contracts: what they allow, their meaning as terms, and verdicts under them compared with runs on all inputs.

mod beyond;

use std::sync::Arc;

use tamarin::contract::{ArrayAt, Contract, Spec};
use tamarin::engines::evidence::claim;
use tamarin::engines::evidence::claim::of_statement;
use tamarin::engines::paths::{Options, compare};
use tamarin::engines::statement::Statement;
use tamarin::link::assemble;
use tamarin::machine::{Inputs, Machine};
use tamarin::report::{Moved, ReasonCode, Report, Verdict};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{Answer, Question, Solver};
use tamarin::symbolic::contract::premises;
use tamarin::symbolic::path;
use tamarin::symbolic::query::Query;
use tamarin::term::{Model, Terms};
use tamarin_kernel::evidence::FactText;
use tamarin_kernel::text::{self, Comparison, Expression, Sign};
use tamarin_testing::contracts::{Few, check, holds_as_terms, lines, mutant};
use tamarin_testing::questions::Random;

fn spec(assume: &[&str]) -> Spec {
    let assume = assume.iter().map(|text| (*text).to_owned()).collect();
    Spec { array: Some(4), stdin_bytes: Some(2), assume, ..Spec::default() }
}

/// The message of the only problem in an assumption, and the text that it marks.
fn problem(text: &str) -> (String, String) {
    let problems = Contract::new(&spec(&[text])).expect_err(text);
    let [problem] = &problems[..] else { panic!("{problems:?}") };
    assert_eq!((problem.part, problem.index), ("assume", 0));
    (problem.message.clone(), text[problem.span.start..problem.span.end].to_owned())
}

#[test]
fn conditions_mean_what_they_say() {
    // len, a[0..4], in[0..2]; the elements are 3, -1.
    let inputs = [2, 3, u32::MAX, 0, 0, b'x'.into(), 0];
    for (text, expected) in [
        ("len == 2", true),
        ("$2 = 2 and len != 3", true),
        ("a[0] > a[1]", true),
        ("a[0] >u a[1]", false),
        ("a[1] <u 5 or a[1] < 5", true),
        ("not (a[0] == 3)", false),
        ("not a[0] == 4", true),
        ("!(a[0] == 3) || a[1] == -1 && len < 3", true),
        ("0 <= len <= 2", true),
        ("0 <= len < 2", false),
        ("a[0] - 1 - 1 == 1", true),
        ("a[0] + 2 * 3 == 9", true),
        ("(a[0] + 2) * 3 == 15", true),
        ("-a[1] == 1", true),
        ("a[1] * 0x80000000 == 0x80000000", true),
        ("a[*] >= -1", true),
        ("a[*] > -1", false),
        ("not a[*] > -1", true),
        ("overflows(a[*] + 0x7ffffffd)", false),
        ("overflows(a[0] + 0x7ffffffd)", true),
        ("overflowsu(a[*] + 0xfffffffd)", true),
        ("all i: a[i] >= -1", true),
        ("all i: a[i] > -1", false),
        ("all i: a[i+1] < a[i]", true),
        ("all i: a[i] < a[i-1]", true),
        ("all i: a[2*i+1] == -1", true),
        ("all i: a[2*i+1] == -1 and a[2*i] == 3", true),
        ("all i: a[i] == 3 - 4 * i", true),
        ("all i: all j: i == j or a[i] != a[j]", true),
        ("all i: all j: a[i] != a[j]", false),
        ("not all i: a[i] < 3", true),
        ("(all i: a[i] < 4) and len == 2", true),
        ("all i: a[i+2] == 7", true),
        ("a[1 - 1] == 3", true),
        ("sorted(a)", false),
        ("not sorted(a)", true),
        ("a[3] == 0", true),
        ("in[0] == 'x' and in[1] == 0", true),
        ("$1 == 0x800000", true),
        ("a[0] <u3", true),
        ("a[0] <u 3", false),
        ("a[0] <=u 3", true),
    ] {
        // `<u3` is a comparison with a name, which there is not.
        let made = Contract::new(&spec(&[text]));
        match text {
            "a[0] <u3" => assert!(made.is_err()),
            _ => {
                let contract = made.unwrap_or_else(|why| panic!("{text}: {why:?}"));
                assert_eq!(contract.allows(&inputs), expected, "{text}");
            }
        }
    }
}

#[test]
fn overflow_is_that_of_the_integers() {
    let edges = [0, 1, 2, 3, 50, 0x7fff, 0x1_0000, i32::MAX as u32 - 1, i32::MAX as u32];
    let words: Vec<u32> =
        edges.into_iter().flat_map(|word| [word, word.wrapping_neg(), !word]).collect();
    let pairs: Vec<[u32; 2]> =
        words.iter().flat_map(|&a| words.iter().map(move |&b| [a, b])).collect();
    type Fits = fn(u32, u32) -> bool;
    let cases: [(&str, Fits); 8] = [
        ("overflows($1 + $2)", |a, b| (a as i32).checked_add(b as i32).is_some()),
        ("overflows($1 - $2)", |a, b| (a as i32).checked_sub(b as i32).is_some()),
        ("overflows($1 * $2)", |a, b| (a as i32).checked_mul(b as i32).is_some()),
        ("overflows($1 / $2)", |a, b| !(a == 1 << 31 && b == u32::MAX)),
        ("overflows(-$1)", |a, _| (a as i32).checked_neg().is_some()),
        ("overflowsu($1 + $2)", |a, b| a.checked_add(b).is_some()),
        ("overflowsu($1 - $2)", |a, b| a.checked_sub(b).is_some()),
        ("overflowsu($1 * $2)", |a, b| a.checked_mul(b).is_some()),
    ];
    for (text, fits) in cases {
        for (text, expected) in [(text.to_owned(), true), (format!("not {text}"), false)] {
            let spec = Spec { assume: vec![text.clone()], ..Spec::default() };
            let contract = Contract::new(&spec).unwrap_or_else(|why| panic!("{text}: {why:?}"));
            for [a, b] in &pairs {
                let inputs: Inputs = [*a, *b].into();
                let holds = fits(*a, *b) != expected;
                assert_eq!(contract.allows(&inputs), holds, "{text}: {inputs:?}");
                assert_eq!(holds_as_terms(&contract, &inputs), holds, "{text}: {inputs:?}");
            }
        }
    }
}

#[test]
fn conditions_may_be_known() {
    for (text, holds) in [("true", true), ("not false", true), ("false or $1 == 3", false)] {
        let spec = Spec { assume: vec![text.to_owned()], ..Spec::default() };
        let contract = Contract::new(&spec).unwrap_or_else(|why| panic!("{text}: {why:?}"));
        assert_eq!(contract.allows(&[4, 0]), holds, "{text}");
    }
}

#[test]
fn what_is_wrong_is_marked() {
    for (text, message, marked) in [
        ("$1 <", "the condition ends too early", ""),
        ("len + 1", "this is a number; expected a condition, such as `$1 > 0`", "len + 1"),
        ("len == 1 2", "expected the end of the condition, not `2`", "2"),
        ("(len == 1", "expected `)`", ""),
        ("b == 1", "`b` is no input; there are `$1`, `$2`, `a[0]`, `len` and `in[0]`", "b"),
        (
            "all i: a[0] == 1",
            "expected an element that it computes, as in `all i: a[i] >= 0`",
            "all i: a[0] == 1",
        ),
        ("all len: a[0] == 1", "expected a name, as in `all i: a[i] >= 0`", "len"),
        ("all i: all i: a[i] == 1", "`i` is the name of another `all` around this", "i"),
        ("all i: all j: all k: a[i] == a[j]", "at most 2 `all` are nested", "all"),
        ("all i: a[i]", "this is a number; expected a condition, such as `$1 > 0`", "a[i]"),
        ("a[len] == 1", "an index is a number, or computed from the name of an `all`", "len"),
        (
            "all i: a[i * 4000000000 * 4000000000] == 1",
            "this index is too large",
            "i * 4000000000 * 4000000000",
        ),
        ("a[i] == 1", "`i` is no input; there are `$1`, `$2`, `a[0]`, `len` and `in[0]`", "i"),
        ("a[4] == 1", "the array has at most 4 elements", "a[4] "),
        ("a == 1", "expected `[`", "=="),
        ("in[2] == 1", "the input stream has 2 free bytes", "in[2] "),
        ("$5 == 1", "$5 holds no input at the start", "$5 "),
        ("$32 == 1", "expected a register, `$0` to `$31`", "$32"),
        ("len == 5000000000", "`5000000000` does not fit in 32 bits", "5000000000"),
        ("len == 0xfg", "`0xfg` is not a number", "0xfg"),
        ("len # 3", "`#` has no meaning here", "#"),
        ("(len == 1) + 2 == 3", "this is a condition; expected a number", "len == 1"),
        ("len and len == 1", "this is a number; expected a condition, such as `$1 > 0`", "len "),
        ("sorted(len)", "expected the array, `a`", "len"),
        ("overflows(len)", "expected an operation, as in `overflows($1 + $2)`", "len"),
        ("overflows(len % 3)", "this never overflows", "len % 3"),
        ("overflowsu(len / 3)", "this never overflows", "len / 3"),
        ("in[0] == 'xy'", "expected one character between quotes, as in 'a'", "'"),
        ("", "the condition ends too early", ""),
    ] {
        let (told, place) = problem(text);
        assert_eq!((told.as_str(), place.trim_end()), (message, marked.trim_end()), "{text}");
    }
    let nested = format!("{}len == 1{}", "(".repeat(500), ")".repeat(500));
    assert_eq!(problem(&nested).0, "this is nested too deeply");
    let wide = vec!["len == 1"; 150].join(" or ");
    assert!(Contract::new(&spec(&[&wide])).is_ok(), "what is side by side is not nested");
    let without_array = Spec { assume: vec!["a[0] == 1".to_owned()], ..Spec::default() };
    let problems = Contract::new(&without_array).expect_err("there is no array");
    assert_eq!(problems[0].message, "there is no array: the inputs are two integers");
    for (observe, message) in [
        ("a", "there is no array: the inputs are two integers"),
        ("[3]", "there is no word at 0x3: an address is a multiple of 4 below 0x1000000"),
        ("$9..$4", "`$9..$4` goes down"),
        (
            "$40",
            "`$40` is nothing that can be observed; try `$4`, `$4..$7`, `output`, `a`, `[0x800000]` or `keeps $16`",
        ),
    ] {
        let spec = Spec { observe: Some(vec![observe.to_owned()]), ..Spec::default() };
        assert_eq!(Contract::new(&spec).expect_err(observe)[0].message, message);
    }
}

#[test]
fn premises_are_the_same_as_terms() {
    let random = &mut Random(7);
    for few in Few::all() {
        let contract = &few.contract;
        let any = (0..200).map(|_| {
            let word = |random: &mut Random| match random.chance(2) {
                true => random.below(5) as u32,
                false => random.word(),
            };
            contract.names().iter().map(|_| word(random)).collect()
        });
        for inputs in any.collect::<Vec<Inputs>>().into_iter().chain(few.inputs()) {
            let holds = holds_as_terms(contract, &inputs);
            assert_eq!(holds, contract.allows(&inputs), "{inputs:?}");
            let fitted = contract.fit(&inputs);
            if contract.allows(&inputs) {
                assert_eq!(fitted, inputs);
            }
        }
    }
}

#[test]
fn verdicts_under_contracts_hold() {
    let random = &mut Random(11);
    let (mut decided, mut differ, mut all) = (0, 0, 0);
    for round in 0..40 {
        for few in Few::all() {
            let left = lines(random);
            let right = mutant(random, &left);
            let paths = if round % 2 == 0 { 2 } else { u32::MAX };
            let report = check(&few, [&left, &right], paths);
            all += 1;
            decided += u32::from(report.verdict != Verdict::PossiblyEquivalent);
            differ += u32::from(report.verdict == Verdict::Disequivalent);
        }
    }
    assert!(decided * 10 >= all * 9, "{decided} of {all} are decided");
    assert!(differ * 4 >= all && differ < decided, "{differ} of {all} differ");
}

fn compared(spec: &Spec, texts: [&str; 2]) -> Report {
    let contract = Contract::new(spec).unwrap_or_else(|why| panic!("{why:?}"));
    let image = |program: usize| {
        let words = assemble(texts[program]).program.expect(texts[program]);
        contract.image(program, &words).expect("it is short")
    };
    let [left, right] = [0, 1].map(image);
    let inputs = contract.first_inputs();
    let options = Options { contract: Arc::new(contract), inputs, ..Options::default() };
    let mut solver = Bitblast::new();
    pollster::block_on(compare(&left, &right, &options, &mut solver, &mut ()))
}

const SUM: &str = "lis $11\n.word 1\nlis $4\n.word 4\nloop: beq $5, $2, done\nlw $7, 0($1)\n\
    add $3, $3, $7\nadd $1, $1, $4\nadd $5, $5, $11\nbeq $0, $0, loop\ndone: jr $31";

#[test]
fn an_array_is_compared_for_each_length() {
    let backward = "lis $4\n.word 4\nmult $2, $4\nmflo $5\nadd $5, $5, $1\n\
        loop: beq $5, $1, done\nsub $5, $5, $4\nlw $7, 0($5)\nadd $3, $3, $7\n\
        beq $0, $0, loop\ndone: jr $31";
    let six = Spec { array: Some(6), ..Spec::default() };
    let report = compared(&six, [SUM, backward]);
    assert_eq!(report.verdict, Verdict::Equivalent);
    assert_eq!(report.meter.expect("it looks at pairs").same_result, 7, "lengths 0 to 6");
    // Off by one: it reads the word after the last element, which is zero, also after the longest array.
    let too_far = SUM.replace("loop: beq $5, $2, done", "loop: slt $8, $2, $5\nbne $8, $0, done");
    assert_eq!(compared(&six, [SUM, &too_far]).verdict, Verdict::Equivalent);
    let too_short = SUM.replace("beq $5, $2, done", "sub $8, $2, $11\nbeq $5, $8, done");
    let report = compared(&six, [SUM, &too_short]);
    let witness = report.witness.expect("they differ");
    // With no element it runs on for longer than anybody waits.
    assert_eq!(witness.given.expect("an array")[1].array, Some(vec![1]));
    let some = Spec { assume: vec!["len >= 2".to_owned()], ..six };
    let witness = compared(&some, [SUM, &too_short]).witness.expect("they differ");
    let given = witness.given.expect("an array");
    assert_eq!(given[0].array, Some(vec![0, 1]));
    assert_eq!((witness.left.result, witness.right.result), (Some(1), Some(0)));
}

#[test]
fn an_array_behind_the_program_begins_where_the_program_ends() {
    let behind = Spec { array: Some(4), array_at: Some(ArrayAt::Behind), ..Spec::default() };
    let padded = format!("{SUM}\n.word 0\n.word 0");
    assert_eq!(compared(&behind, [SUM, &padded]).verdict, Verdict::Equivalent);
    // The first element is behind a text of three words.
    let by_register = "bne $2, $0, 1\njr $31\nlw $3, 0($1)\njr $31";
    let skips = "beq $2, $0, 1\nlw $3, 12($0)\njr $31";
    assert_eq!(compared(&behind, [skips, by_register]).verdict, Verdict::Equivalent);
    let apart = Spec { array_at: Some(ArrayAt::Apart), ..behind.clone() };
    assert_eq!(compared(&apart, [skips, by_register]).verdict, Verdict::Disequivalent);
    assert_eq!(compared(&apart, [by_register, by_register]).verdict, Verdict::Equivalent);
    let nothing = Spec { array: None, ..behind };
    assert_eq!(Contract::new(&nothing).expect_err("there is no array")[0].part, "array_at");
}

#[test]
fn a_difference_by_the_place_of_the_array_says_so() {
    let behind = Spec { array: Some(4), array_at: Some(ArrayAt::Behind), ..Spec::default() };
    let [address, longer] = ["", "\n.word 0"].map(|more| format!("add $3, $1, $0\njr $31{more}"));
    let report = compared(&behind, [&address, &longer]);
    assert_eq!(report.verdict, Verdict::Disequivalent);
    let layout = report.witness.expect("they differ").layout.expect("it was looked at");
    let moved = layout.tried.iter().find(|tried| tried.moved == Moved::Array);
    assert!(layout.hangs && moved.expect("the array is moved").agree);
    let apart = Spec { array_at: None, ..behind };
    assert_eq!(compared(&apart, [&address, &longer]).verdict, Verdict::Equivalent);
}

#[test]
fn first_inputs_of_another_kind_are_fitted() {
    let spec = Spec { array: Some(3), ..Spec::default() };
    let contract = Arc::new(Contract::new(&spec).expect("an array"));
    let image = |program| {
        let words = assemble(SUM).program.expect(SUM);
        contract.image(program, &words).expect("it is short")
    };
    let (left, right) = (image(0), image(1));
    for inputs in [&[][..], &[42, 42], &[9, 1, 2, 3, 4]] {
        let (contract, inputs) = (Arc::clone(&contract), inputs.into());
        let options = Options { contract, inputs, ..Options::default() };
        let mut solver = Bitblast::new();
        let report = pollster::block_on(compare(&left, &right, &options, &mut solver, &mut ()));
        assert_eq!(report.verdict, Verdict::Equivalent);
    }
}

#[test]
fn separate_inputs_show_what_a_result_depends_on() {
    let of_both = "add $3, $1, $2\njr $31";
    let of_one = "add $4, $2, $2\nadd $3, $1, $1\nsub $5, $4, $2\njr $31";
    let separate = Spec { separate: vec!["$2".to_owned()], ..Spec::default() };
    let witness = compared(&separate, [of_both, of_both]).witness.expect("it depends on $2");
    assert_eq!(witness.inputs, [0, 0, 1]);
    assert_eq!(compared(&separate, [of_one, of_one]).verdict, Verdict::Equivalent);
}

#[test]
fn a_contract_that_nothing_meets_is_no_proof() {
    let same = "add $3, $1, $2\njr $31";
    for (assume, expected) in [
        (&["$1 < $2", "$2 < $1"][..], ReasonCode::NoInput),
        (&["$1 == $2 + 0x12345", "$2 == 0x777"][..], ReasonCode::AllPathsAgree),
    ] {
        let assume = assume.iter().map(|text| (*text).to_owned()).collect();
        let report = compared(
            &Spec { assume, ..Spec::default() },
            [same, &tamarin_testing::and_a_word(same)],
        );
        assert_eq!(report.reason.code, expected);
        let is_proof = report.verdict == Verdict::Equivalent;
        assert_eq!(is_proof, expected == ReasonCode::AllPathsAgree);
    }
}

#[test]
fn the_input_stream_is_read_byte_by_byte() {
    let echo = "lis $4\n.word 0xffff0004\nlis $5\n.word 0xffff000c\nlis $6\n.word -1\n\
        loop: lw $7, 0($4)\nbeq $7, $6, end\nsw $7, 0($5)\nadd $3, $3, $7\n\
        beq $0, $0, loop\nend: jr $31";
    let spec = Spec { stdin: Some("a\u{e9}\n".to_owned()), ..Spec::default() };
    let contract = Contract::new(&spec).expect("a text");
    let image = contract.image(0, &assemble(echo).program.expect(echo)).expect("it is short");
    let mut machine = Machine::new(&image, [0, 0]);
    machine.run(1000, &mut ());
    assert_eq!(machine.output.bytes, "a\u{e9}\n".as_bytes());
    machine.restart([0, 0]);
    machine.run(1000, &mut ());
    assert_eq!(machine.output.bytes, "a\u{e9}\n".as_bytes(), "a restart begins the stream anew");
    let swapped = echo.replace("add $3, $3, $7", "add $3, $7, $3");
    let free = Spec { stdin_bytes: Some(3), ..Spec::default() };
    assert_eq!(compared(&free, [echo, &swapped]).verdict, Verdict::Equivalent);
    let odd =
        echo.replace("sw $7, 0($5)", "bne $7, $8, 2\nadd $9, $7, $7\nsw $9, 0($5)\nsw $7, 0($5)");
    let odd = odd.replace("lis $6", "lis $8\n.word 200\nlis $6");
    let witness = compared(&free, [echo, &odd]).witness.expect("they differ at 200");
    let given = witness.given.expect("free bytes");
    assert_eq!(given[0].stdin_bytes.as_deref(), Some(&[0, 0, 200][..]));
}

#[test]
fn a_program_that_waits_at_the_end_of_its_input_runs_for_ever() {
    // It polls, and -1 comes for ever; before that, each byte is another state.
    let polls = "lis $4\n.word 0xffff0004\nloop: lw $7, 0($4)\nbeq $7, $1, end\n\
        beq $0, $0, loop\nend: jr $31";
    let stops = "jr $31";
    let spec = Spec { stdin: Some("abc".to_owned()), ..Spec::default() };
    let report = compared(&spec, [polls, stops]);
    assert_eq!(report.reason.code, ReasonCode::OnlyLeftRunsForEver);
    let witness = report.witness.expect("they differ");
    assert_ne!(witness.inputs[0] as u8, b'a');
}

#[test]
fn registers_and_words_can_be_observed() {
    let spec = |observe: &str| Spec {
        observe: Some(observe.split(',').map(str::to_owned).collect()),
        ..Spec::default()
    };
    let clobbers = "add $16, $1, $0\nadd $3, $16, $2\njr $31";
    let keeps = "add $3, $1, $2\njr $31";
    let saves = "sw $16, -4($30)\nadd $16, $1, $0\nadd $3, $16, $2\nlw $16, -4($30)\njr $31";
    assert_eq!(compared(&Spec::default(), [clobbers, keeps]).verdict, Verdict::Equivalent);
    let report = compared(&spec("$3,keeps $16"), [clobbers, keeps]);
    assert_eq!(report.reason.code, ReasonCode::ObservedDiffer);
    let witness = report.witness.expect("one does not keep it");
    assert_eq!(witness.left.observed[0].name, "keeps $16");
    assert_eq!((witness.left.observed[0].value, witness.right.observed[0].value), (0, 1));
    assert!(report.reason.message.contains("does not keep $16"), "{}", report.reason.message);
    assert_eq!(compared(&spec("$3,keeps $4..$29"), [saves, keeps]).verdict, Verdict::Equivalent);
    // The word below the stack is another matter.
    assert_eq!(compared(&spec("$3,[0xfffffc]"), [saves, keeps]).verdict, Verdict::Equivalent);
    assert_eq!(
        compared(&spec("[0xfffffc],keeps $16"), [saves, keeps]).verdict,
        Verdict::Disequivalent
    );
    // $3 and the output count only where they are observed.
    let other = "sub $3, $1, $2\njr $31";
    assert_eq!(compared(&spec("$1"), [keeps, other]).verdict, Verdict::Equivalent);
}

#[test]
fn z3_understands_inputs_of_all_kinds() {
    let Some(mut z3) = tamarin_testing::z3_or_skip() else { return };
    for spec in [
        Spec { array: Some(2), ..Spec::default() },
        Spec { array: Some(2), array_beyond: Some(2), ..Spec::default() },
        Spec { array: Some(2), separate: vec!["a".to_owned()], ..Spec::default() },
        Spec {
            stdin_bytes: Some(2),
            separate: vec!["in".to_owned(), "$2".to_owned()],
            ..Spec::default()
        },
    ] {
        let contract = Contract::new(&spec).expect("a contract");
        let mut terms = Terms::new();
        let inputs = path::inputs(&mut terms, contract.names());
        // Each of them is one more than the one before.
        let one = terms.word(1);
        let mut query = Query::new("all", terms.bool(true));
        for pair in inputs.windows(2) {
            let next = terms.add(pair[0], one);
            query.assumptions.push(terms.eq(pair[1], next));
        }
        for term in query.terms() {
            z3.assert(term);
        }
        let answer = pollster::block_on(z3.check(&terms, Question::new("all")));
        assert!(matches!(answer, Answer::Sat(_)), "{spec:?}: {answer:?}");
        z3 = tamarin_testing::z3_or_skip().expect("it was there");
    }
}

/// Division of numbers and of terms agree, also by zero.
#[test]
fn assumptions_divide_as_terms_do() {
    let contract = |text: &str| {
        let spec = Spec { assume: vec![text.to_owned()], ..Spec::default() };
        Contract::new(&spec).unwrap_or_else(|why| panic!("{text}: {why:?}"))
    };
    let words = [0, 1, 2, 7, 100, u32::MAX, u32::MAX - 6, 1 << 31, (1 << 31) - 1];
    let texts = [
        "$1 / $2 == 3",
        "$1 % $2 < 0",
        "$1 /u $2 >u 9",
        "($1 %u $2) * 2 == $1 - 1",
        "$1/$2%u 4 != 1",
    ];
    for text in texts {
        let contract = contract(text);
        let mut terms = Terms::new();
        let inputs = path::inputs(&mut terms, contract.names());
        let premises = premises(&mut terms, &contract, &inputs);
        let symbols: Vec<_> = inputs
            .iter()
            .map(|&word| {
                let set = terms.mentions(word);
                terms.members(set)[0]
            })
            .collect();
        let mut evaluation = terms.evaluation(premises);
        for (a, b) in words.iter().flat_map(|&a| words.map(|b| (a, b))) {
            let mut model = Model::new();
            model.set(symbols[0], a);
            model.set(symbols[1], b);
            assert_eq!(contract.allows(&[a, b]), evaluation.all_hold(&model), "{text}: {a}, {b}");
        }
    }
    let seven = 7u32.wrapping_neg();
    assert!(contract("$1 / $2 == -3 and $1 % $2 == -1").allows(&[seven, 2]));
    assert!(contract("$1 /u 2 == 0x7ffffffc and $1 %u 10 == 9").allows(&[seven, 0]));
}

/// The premises of claims are implied by assumptions, and say as much unless there is a disjunction.
#[test]
fn premises_of_claims_are_assumptions_without_disjunctions() {
    fn word(term: &Expression, inputs: &[u32]) -> u32 {
        match term {
            Expression::Number(number) => *number as u32,
            Expression::Name(name) => inputs[usize::from(name.as_bytes()[0] - b'a')],
            Expression::Apply(operator, of) => {
                let [a, b] = [0, 1].map(|at| word(&of[at], inputs));
                match &operator[..] {
                    "+" => a.wrapping_add(b),
                    "*" => a.wrapping_mul(b),
                    other => panic!("{other} is in no premise"),
                }
            }
        }
    }
    let holds = |premise: &FactText, inputs: &[u32]| {
        let FactText::Text(text) = premise else { panic!("it is a text") };
        let Comparison { words: [a, b], order, is_negated } = text::fact(text).expect("a fact");
        let (a, b) = (word(&a, inputs), word(&b, inputs));
        let holds = match order {
            None => a == b,
            Some(Sign::Unsigned) => a < b,
            Some(Sign::Signed) => (a as i32) < b as i32,
        };
        holds != is_negated
    };
    let program = assemble("jr $31\n").program.expect("it is a program");
    let words = [0, 1, 3, 4, 5, 6, 99, 100, 1 << 31, (1 << 31) - 1, u32::MAX];
    for (text, is_whole) in [
        ("not ($1 <= -1)", true),
        ("not ($1 <= 99 or $2 == 3)", true),
        ("not (not ($1 <u $2))", true),
        ("$1 <= 5 and not ($2 > 3 or $1 == $2)", true),
        ("not (not ($1 > 4 and 2 * $2 != $1))", true),
        ("not ($1 == 3 and $2 == 4)", false),
        ("$2 > 3 or $1 == $2", false),
    ] {
        let spec = Spec { assume: vec![text.to_owned()], ..Spec::default() };
        let contract = Contract::new(&spec).expect("it is a condition");
        let images = [0, 1].map(|side| contract.image(side, &program).expect("it is short"));
        let claim = of_statement(images.each_ref(), &contract, &Statement::EQUIVALENT);
        let premises = claim.expect("it can be stated").premises;
        assert_eq!(premises.is_empty(), !is_whole, "{text}");
        for inputs in words.iter().flat_map(|&a| words.map(|b| [a, b])) {
            let allowed = contract.allows(&inputs);
            let held = premises.iter().all(|premise| holds(premise, &inputs));
            assert!(held || !allowed, "{text}: {inputs:?}");
            assert!(allowed || !held || !is_whole, "{text}: {inputs:?}");
        }
    }
}

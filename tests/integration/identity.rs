//! A program agrees with itself: each engine reports that at once, whatever the program does.

use std::sync::Arc;

use serde_json::{Value, json};
use tamarin::contract::{Contract, Spec};
use tamarin::engines::evidence::{WORK, search};
use tamarin::engines::paths::{Options, Strategy, compare};
use tamarin::engines::statement::Statement;
use tamarin::evidence::ProofKind;
use tamarin::link;
use tamarin::machine::Image;
use tamarin::report::{ReasonCode, Report, Termination, Verdict};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_kernel::check;
use tamarin_kernel::claim::Word;
use tamarin_kernel::evidence::{End, How, Step};

use super::cli::{File, answered, tamarin_reading};

/// Programs that no search goes through: each with the same one under other names of labels.
const PROGRAMS: [(&str, &str); 6] = [
    // It stores into its own text, wherever the inputs say.
    ("sw $2, 0($1)\nadd $3, $1, $2\njr $31\n", "sw $2, 0($1)\n; the sum\nadd $3,$1,$2\njr $31\n"),
    // It jumps to where an input says.
    ("jr $1\nlis $3\n.word 1\njr $31\n", "start: jr $1\nlis $3\n.word 1\njr $31\n"),
    // A loop that multiplies, and stores the result.
    (
        "lis $4\n.word 1\nloop: mult $2, $2\nmflo $2\nsw $2, 0($2)\nsub $1, $1, $4\n\
         bne $1, $0, loop\nadd $3, $2, $0\njr $31\n",
        "lis $4\n.word 1\nagain: mult $2, $2\nmflo $2\nsw $2, 0($2)\nsub $1, $1, $4\n\
         bne $1, $0, again\nadd $3, $2, $0\njr $31\n",
    ),
    // It runs for ever.
    ("a: add $3, $3, $1\nbeq $0, $0, a\n", "b: add $3, $3, $1\nbeq $0, $0, b\n"),
    // It calls itself until the stack has grown into its text.
    (
        "f: sw $31, -4($30)\nlis $5\n.word 4\nsub $30, $30, $5\nlis $5\n.word f\njalr $5\njr $31\n",
        "g: sw $31, -4($30)\nlis $5\n.word 4\nsub $30, $30, $5\nlis $5\n.word g\njalr $5\njr $31\n",
    ),
    // It divides by an input, and prints.
    (
        "div $1, $2\nmflo $3\nlis $4\n.word 0xffff000c\nsw $3, 0($4)\njr $31\n",
        "div $1, $2\nmflo $3\nlis $4\n.word 0xffff000c # the output\nsw $3, 0($4)\njr $31\n",
    ),
];

fn compared(texts: [&str; 2], spec: &Spec, strategy: Strategy) -> Report {
    let contract = Arc::new(Contract::new(spec).expect("it is a contract"));
    let images = [0, 1].map(|side| {
        let program = link::assemble(texts[side]).program.expect("it is a program");
        contract.image(side, &program).expect("it has an image")
    });
    let inputs = contract.first_inputs();
    let options = Options { contract, inputs, strategy, fuel: 300, ..Options::default() };
    let mut solver = Bitblast::new();
    pollster::block_on(compare(&images[0], &images[1], &options, &mut solver, &mut ()))
}

#[test]
fn the_same_machine_code_is_equivalent_at_once() {
    for (text, other) in PROGRAMS {
        for pair in [[text, text], [text, other], [other, text]] {
            let report = compared(pair, &Spec::default(), Strategy::Product);
            assert_eq!(report.verdict, Verdict::Equivalent, "{text}");
            assert_eq!(report.reason.code, ReasonCode::SameMachineCode, "{text}");
            let says = &report.reason.message;
            assert!(says.starts_with("Both programs are the same machine code"), "{says}");
            let proof = report.proof.expect("it rests on something");
            assert_eq!((proof.kind, proof.claim.steps), (ProofKind::Identity, None));
            assert_eq!(proof.claim.termination, Termination::Same);
            assert_eq!((report.stats.runs, report.stats.queries), (0, 0));
        }
    }
}

#[test]
fn other_contracts_leave_the_same_machine_code_equivalent() {
    let observe = Some(vec!["$4".to_owned(), "[0x40]".to_owned(), "output".to_owned()]);
    let array = Spec { array: Some(3), observe: observe.clone(), ..Spec::default() };
    let assume = Spec { assume: vec!["$1 < $2".to_owned()], observe, ..Spec::default() };
    for spec in [array, assume] {
        for (text, other) in PROGRAMS {
            let report = compared([text, other], &spec, Strategy::Product);
            assert_eq!(report.reason.code, ReasonCode::SameMachineCode, "{text}");
        }
    }
    // A contract that no input meets is no proof.
    let none = Spec { assume: vec!["$1 < $1".to_owned()], ..Spec::default() };
    let report = compared([PROGRAMS[0].0; 2], &none, Strategy::Product);
    assert_eq!(report.reason.code, ReasonCode::NoInput);
}

/// Then the question is whether the result depends on the input.
#[test]
fn separate_inputs_are_looked_at() {
    let separate = Spec { separate: vec!["$1".to_owned()], ..Spec::default() };
    for (text, verdict) in [
        ("add $3, $1, $2\njr $31\n", Verdict::Disequivalent),
        ("sub $1, $1, $1\nadd $3, $1, $2\njr $31\n", Verdict::Equivalent),
        ("beq $1, $0, 1\nadd $3, $2, $0\njr $31\n", Verdict::Disequivalent),
    ] {
        let report = compared([text; 2], &separate, Strategy::Product);
        assert_eq!(report.verdict, verdict, "{text}");
        assert_ne!(report.reason.code, ReasonCode::SameMachineCode, "{text}");
    }
}

#[test]
fn the_strategy_of_the_paper_keeps_its_rules() {
    let report = compared([PROGRAMS[5].0; 2], &Spec::default(), Strategy::Paper);
    assert_eq!(report.verdict, Verdict::PossiblyEquivalent);
}

/// One word more, though no run gets there, is other machine code.
#[test]
fn other_machine_code_is_searched() {
    let [one, other] = ["add $3, $1, $2\njr $31\n", "add $3, $1, $2\njr $31\njr $31\n"];
    let report = compared([one, other], &Spec::default(), Strategy::Product);
    assert_eq!(report.reason.code, ReasonCode::AllPathsAgree);
}

/// The kernel accepts one step of evidence for it, and not for other machine code.
#[test]
fn the_kernel_accepts_a_program_and_itself_and_no_more() {
    let contract = Contract::default();
    let image = |text: &str| Image::new(&link::assemble(text).program.expect("it is a program"));
    for (text, other) in PROGRAMS {
        let [left, right] = [text, other].map(image);
        let equivalent = &Statement::EQUIVALENT;
        let found = search([&left, &right], &contract, equivalent, WORK, &Stop::NEVER);
        let (claim, evidence) = found.expect("it is the same");
        let same = Step::End { end: End::Same, how: How::default() };
        assert_eq!(evidence.start, [same], "{text}");
        // Another word or another start is another program.
        let mut another = claim.clone();
        another.programs[1].push(0);
        assert!(check(&another, &evidence).is_err());
        let mut another = claim.clone();
        another.start[0].registers.insert("$7".to_owned(), Word::Number(1));
        assert!(check(&another, &evidence).is_err());
        another.start[1].registers.insert("$7".to_owned(), Word::Number(1));
        assert!(check(&another, &evidence).is_ok());
    }
}

#[test]
fn every_command_says_so() {
    for (index, (text, other)) in PROGRAMS.into_iter().enumerate() {
        let left = File::new(&format!("identity-l{index}.asm"), text);
        let right = File::new(&format!("identity-r{index}.asm"), other);
        let proof = File::new(&format!("identity-{index}.json"), "");
        let (left, right, proof) = (left.path(), right.path(), proof.path());
        let (status, report) = answered(&["compare", left, right, "--json"]);
        assert_eq!((status, &report["reason"]["code"]), (0, &json!("same-machine-code")));
        assert_eq!(report["proof"]["kind"], "identity");
        let (status, report) =
            answered(&["prove", left, right, "--certificate", proof, "--json", "--list"]);
        assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")), "{report}");
        assert_eq!(report["certificate"]["nodes"], 0, "{report}");
        assert_eq!(report["proof"]["rounds"], json!([]), "{report}");
        let (status, report) = answered(&["check", proof, left, right, "--json"]);
        assert_eq!((status, &report["accepted"]), (0, &json!(true)), "{report}");
        let (status, report) = answered(&["versions", left, right, "--json"]);
        assert_eq!((status, &report["verdict"]), (0, &json!("equal")), "{report}");
        let (status, report) = answered(&["explain", left, right, "--json"]);
        assert_eq!((status, &report["verdict"]), (0, &json!("equivalent")));
        let pair = json!({"id": 1, "left": {"text": text}, "right": {"text": other}});
        let batch = tamarin_reading(&["batch", "--quiet"], format!("{pair}\n").as_bytes());
        let answer: Value = serde_json::from_str(&batch.out).expect("one object");
        assert_eq!(answer["reason"]["code"], "same-machine-code", "{answer}");
    }
}

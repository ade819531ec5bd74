//! Programs as formulas, held against the emulator.

mod support;

use proptest::collection::vec;
use proptest::prelude::*;
use std::rc::Rc;

use support::generate::{cases, inputs, program};
use tamarin::asm::assemble;
use tamarin::compare::outcome::outcome;
use tamarin::cpu::{Image, Stop};
use tamarin::query;
use tamarin::summary::summarize;
use tamarin::term::{Model, Node, Terms};

const FUEL: u64 = 500;

fn image(text: &str) -> Rc<Image> {
    let assembly = assemble(text);
    Image::new(&assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics)))
}

/// Whether a program has a summary; one that has is held against the emulator
/// on these inputs.
fn agrees(image: &Rc<Image>, fuel: u64, samples: &[[u32; 2]]) -> bool {
    let mut terms = Terms::new();
    let Some(summary) = summarize(&mut terms, image, fuel) else { return false };
    let symbols = query::inputs(&mut terms).map(|input| match terms.node(input) {
        Node::Symbol(symbol) => symbol,
        other => panic!("an input is {other:?}"),
    });
    for &inputs in samples {
        let mut model = Model::new();
        for (symbol, value) in symbols.into_iter().zip(inputs) {
            model.set(symbol, value);
        }
        let said = terms.eval(&[summary.faults, summary.result], &model);
        let ran = outcome(image, inputs, fuel);
        match ran.stop {
            Stop::Done => assert_eq!(said, [0, u64::from(ran.result)], "{inputs:?}"),
            Stop::Fault(_) => assert_eq!(said[0], 1, "{inputs:?}"),
            Stop::OutOfFuel => panic!("{inputs:?}: a summary is of runs that end"),
        }
    }
    true
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_summary_says_what_runs_do(program in program(), samples in vec(inputs(), 20)) {
        agrees(&Image::new(&program), FUEL, &samples);
    }
}

const COLLATZ: &str = "lis $4\n.word 1\nlis $5\n.word 2\nlis $6\n.word 3\nlis $7\n.word 40\n\
    loop: slt $8, $4, $1\nbeq $8, $0, end\nbeq $3, $7, end\nadd $3, $3, $4\n\
    div $1, $5\nmfhi $8\nbne $8, $0, odd\nmflo $1\nbeq $0, $0, loop\n\
    odd: mult $1, $6\nmflo $1\nadd $1, $1, $4\nbeq $0, $0, loop\nend: jr $31";

const CALLS: &str = "sw $31, -4($30)\nlis $4\n.word 4\nsub $30, $30, $4\nlis $5\n.word twice\n\
    jalr $5\nbeq $3, $2, done\nadd $1, $3, $0\njalr $5\n\
    done: add $30, $30, $4\nlw $31, -4($30)\njr $31\n\
    twice: add $3, $1, $1\nslt $6, $3, $1\nbeq $6, $0, back\nsub $3, $0, $3\nback: jr $31";

#[test]
fn loops_with_a_bound_and_calls_have_a_summary() {
    let samples: Vec<[u32; 2]> =
        (0..40).flat_map(|a: u32| [[a, 6], [a.wrapping_neg(), 27 * a], [a << 26, 0]]).collect();
    for text in [COLLATZ, CALLS, "div $1, $2\nmflo $3\njr $31", "div $1, $0", "lw $3, 1($0)"] {
        assert!(agrees(&image(text), 2_000, &samples), "{text}");
    }
}

#[test]
fn what_cannot_be_told_has_no_summary() {
    for text in [
        // A loop that the inputs bound, one without a bound, a jump and an
        // address that depend on the inputs, a program that writes its text.
        "lis $4\n.word 1\nloop: beq $1, $0, end\nsub $1, $1, $4\nbeq $0, $0, loop\nend: jr $31",
        "loop: beq $0, $0, loop",
        "jr $1",
        "lw $3, 0($1)\njr $31",
        "sw $1, 0($0)\njr $31",
    ] {
        assert!(!agrees(&image(text), 500, &[]), "{text}");
    }
}

#[test]
fn branches_that_meet_again_cost_no_more() {
    // 2^40 paths.
    let branch = "slt $5, $1, $2\nbeq $5, $0, 1\nadd $3, $3, $1\nadd $1, $1, $3\nsub $2, $2, $1\n";
    let text = format!("{}jr $31", branch.repeat(40));
    assert!(agrees(&image(&text), 1_000, &[[0, 0], [1, 2], [5, 1 << 31], [7, 100]]));
}

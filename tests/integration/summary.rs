//! Programs as formulas are compared with the emulator.

use proptest::collection::vec;
use proptest::prelude::*;
use std::rc::Rc;

use tamarin::engines::paths::outcome::outcome;
use tamarin::link::assemble;
use tamarin::machine::setup::Setup;
use tamarin::machine::{Image, Stop};
use tamarin::symbolic::merge::{Limits, Scope, Summary};
use tamarin::symbolic::output::Written;
use tamarin::symbolic::path;
use tamarin::term::{Model, Node, Terms};
use tamarin_testing::generate::{cases, inputs, program};
use tamarin_testing::overwriting::Overwriting;
use tamarin_testing::{summary_of, summary_within};

const FUEL: u64 = 500;

fn image(text: &str) -> Rc<Image> {
    let assembly = assemble(text);
    Image::new(&assembly.program.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics)))
}

/// Whether a program has a summary; if so, it is compared with the emulator on these inputs.
fn agrees(image: &Rc<Image>, fuel: u64, samples: &[[u32; 2]]) -> bool {
    said_of(image, fuel, Scope::All, samples).is_some_and(|said| said == samples.len())
}

/// Compares a program's summary with the emulator, if it has one; returns for how many of these inputs it gives the
/// result.
fn said_of(image: &Rc<Image>, fuel: u64, scope: Scope, samples: &[[u32; 2]]) -> Option<usize> {
    let mut terms = Terms::new();
    let summary = summary_of(&mut terms, image, fuel, scope)?;
    let mut count = 0;
    let inputs = path::inputs(&mut terms, &Setup::default().names);
    let symbols = [inputs[0], inputs[1]].map(|input| match terms.node(input) {
        Node::Symbol(symbol) => symbol,
        other => panic!("an input is {other:?}"),
    });
    for &inputs in samples {
        let mut model = Model::new();
        for (symbol, value) in symbols.into_iter().zip(inputs) {
            model.set(symbol, value);
        }
        let Summary { open, faults, result, ref output, .. } = summary;
        let [open, said @ ..] = &terms.eval(&[open, faults, result], &model)[..] else {
            unreachable!("three values of three terms")
        };
        if *open == 1 {
            continue;
        }
        count += 1;
        let ran = outcome(image, inputs, fuel);
        match ran.stop {
            Stop::Done => {
                assert_eq!(said, [0, ran.result.into()], "{inputs:?}");
                let printed = output.iter().flat_map(|written| {
                    let word = terms.eval(&[written.word()], &model)[0] as u32;
                    match written {
                        Written::Byte(_) => vec![word as u8],
                        Written::Number(_) => format!("{}\n", word as i32).into_bytes(),
                    }
                });
                assert_eq!(printed.collect::<Vec<_>>(), ran.output.bytes, "{inputs:?}");
            }
            Stop::Fault(_) => assert_eq!(said[0], 1, "{inputs:?}"),
            Stop::OutOfFuel => panic!("{inputs:?}: a summary is of runs that end"),
        }
    }
    Some(count)
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_summary_says_what_runs_do(program in program(), samples in vec(inputs(), 20)) {
        agrees(&Image::new(&program), FUEL, &samples);
        said_of(&Image::new(&program), FUEL, Scope::Part, &samples);
    }
}

/// Output on paths that join: numbers and bytes, depending on the sign of `$1`.
const PRINTS: &str = ".import print\nadd $23, $31, $0\nlis $20\n.word print\n\
    lis $21\n.word 0xffff000c\nslt $4, $1, $0\nbeq $4, $0, positive\nlis $5\n.word 45\n\
    sw $5, 0($21)\nsub $1, $0, $1\njalr $20\nbeq $0, $0, end\npositive: lis $5\n.word 43\n\
    sw $5, 0($21)\njalr $20\nend: add $3, $1, $2\njr $23";

#[test]
fn a_summary_says_what_is_printed() {
    let samples = [0, 1, -1, 99, -100, i32::MAX, i32::MIN].map(|n| [n as u32, 7]);
    assert!(agrees(&image(PRINTS), FUEL, &samples));
}

/// Programs that store to any word of their text.
#[test]
fn a_summary_of_a_program_that_overwrites_its_text_says_what_runs_do() {
    for (pair, least) in
        [(Overwriting::reduced as fn(u64) -> Overwriting, 90), (Overwriting::free, 60)]
    {
        let (mut all, mut said) = (0, 0);
        for seed in 0..40 {
            let Overwriting { pair: [program, _], inputs, .. } = pair(seed);
            let known = said_of(&Image::new(&program), FUEL, Scope::Part, &inputs);
            said += known.unwrap_or(0);
            all += inputs.len();
        }
        assert!(100 * said >= least * all, "{said} of {all}");
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

#[test]
fn a_summary_of_too_many_terms_is_given_up_when_there_are_so_many() {
    let branch = "slt $5, $1, $2\nbeq $5, $0, 1\nadd $3, $3, $1\nadd $1, $1, $3\nsub $2, $2, $1\n";
    let image = image(&format!("{}jr $31", branch.repeat(40)));
    let within = |most| {
        let mut terms = Terms::new();
        let limits = Limits { fuel: 1_000, terms: most };
        (summary_within(&mut terms, &image, limits, Scope::All).is_some(), terms.len())
    };
    let (is_there, all) = within(usize::MAX);
    assert!(is_there && within(all).0);
    let (is_there, made) = within(all / 2);
    assert!(!is_there);
    // One instruction on two states that meet makes some dozens.
    assert!((all / 2..all / 2 + 100).contains(&made), "{made} of {all}");
}

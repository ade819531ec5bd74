//! Proofs of nontermination are checked with arithmetic and with runs.

use std::rc::Rc;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use tamarin::contract::{Contract, Spec};
use tamarin::engines::nontermination::{One, Shown};
use tamarin::engines::paths::{Options, compare, ends_proved};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs, Machine, Stop as Ended};
use tamarin::report::{Agreement, ProvedEnd, ReasonCode, Report, Verdict};
use tamarin::solver::Stop;
use tamarin::solver::bitblast::Bitblast;
use tamarin_kernel::check;
use tamarin_kernel::claim::Statement;
use tamarin_testing::generate::{cases, inputs, looping};
use tamarin_testing::random::Random;
use tamarin_testing::sample;

fn image(text: &str) -> Rc<Image> {
    let assembled = assemble(text);
    Image::new(&assembled.program.unwrap_or_else(|| panic!("{:?}", assembled.diagnostics)))
}

/// Whether it is proved that a run never ends, with evidence that the kernel accepts.
fn never_ends(image: &Image, inputs: [u32; 2]) -> bool {
    let one = One::new(image, &Contract::default(), 0, &Inputs::from(inputs));
    one.never_ends(&Stop::NEVER).is_some_and(|Shown { claim, evidence, .. }| {
        assert!(matches!(claim.statement, Statement::NeverStops { .. }), "{claim:?}");
        check(&claim, &evidence).expect("it was accepted before");
        true
    })
}

/// How a loop is left.
#[derive(Clone, Copy, Debug)]
enum Exit {
    Equal,
    Above,
    AboveUnsigned,
}

/// A loop that counts from `$1` on in steps and compares with `$2`.
fn counting(step: u32, exit: Exit) -> String {
    let leave = match exit {
        Exit::Equal => "beq $1, $2, done",
        Exit::Above => "slt $5, $2, $1\nbne $5, $0, done",
        Exit::AboveUnsigned => "sltu $5, $2, $1\nbne $5, $0, done",
    };
    format!(
        "lis $4\n.word {}\nloop: {leave}\nadd $1, $1, $4\nadd $3, $3, $1\nbeq $0, $0, loop\n\
         done: jr $31\n",
        step as i32
    )
}

/// Whether such a loop ends: what is counted are all words with the last bits of the first one, as
/// many as the step has zeros at its end.
fn ends(from: u32, step: u32, exit: Exit, bound: u32) -> bool {
    let bits = step.trailing_zeros().min(31);
    let last = from & ((1 << bits) - 1);
    let greatest = |top: u32| top & !((1 << bits) - 1) | last;
    match exit {
        Exit::Equal if step == 0 => from == bound,
        Exit::Equal => (from ^ bound) & ((1 << bits) - 1) == 0,
        Exit::Above if step == 0 => from as i32 > bound as i32,
        Exit::Above => greatest(i32::MAX as u32) as i32 > bound as i32,
        Exit::AboveUnsigned if step == 0 => from > bound,
        Exit::AboveUnsigned => greatest(u32::MAX) > bound,
    }
}

#[test]
fn loops_that_count_are_proved_endless_just_where_they_are() {
    let mut random = Random::new(3);
    let (mut endless, mut proved) = (0, 0);
    for case in 0..90 {
        let exit = [Exit::Equal, Exit::Above, Exit::AboveUnsigned][case % 3];
        let odd = [1, 3, 5, u32::MAX][random.word() as usize % 4];
        let step = odd << (random.word() % 5);
        let near = |top: u32, random: &mut Random| top.wrapping_sub(random.word() % 20);
        let bound = match exit {
            Exit::Equal => random.word() % 64,
            Exit::Above => near(i32::MAX as u32, &mut random),
            Exit::AboveUnsigned => near(u32::MAX, &mut random),
        };
        let from = random.word() % 64;
        let is_proved = never_ends(&image(&counting(step, exit)), [from, bound]);
        let ends = ends(from, step, exit, bound);
        assert!(!(is_proved && ends), "from {from} by {step} until {exit:?} {bound}");
        endless += u32::from(!ends);
        proved += u32::from(is_proved);
    }
    assert!(endless >= 20 && proved * 10 >= endless * 9, "{proved} of {endless}");
}

#[test]
fn what_is_proved_endless_does_not_end_in_long_runs() {
    const LONG: u64 = 2_000_000;
    let proved = std::cell::Cell::new(0);
    TestRunner::new(cases(120))
        .run(&(looping(), inputs()), |(program, inputs)| {
            let image = Image::new(&program);
            let mut machine = Machine::new(&image, inputs);
            if machine.run(10_000, &mut ()) == Ended::OutOfFuel && never_ends(&image, inputs) {
                proved.set(proved.get() + 1);
                prop_assert_eq!(machine.run(LONG, &mut ()), Ended::OutOfFuel);
            }
            Ok(())
        })
        .expect("none ends");
    assert!(proved.get() >= 2, "{}", proved.get());
}

fn compared(left: &str, right: &str, spec: Spec) -> Report {
    let contract = Contract::new(&spec).expect("a contract");
    let images = [(0, left), (1, right)].map(|(side, text)| {
        let program = assemble(text).program.expect("it is one");
        contract.image(side, &program).expect("it is short")
    });
    let contract = std::sync::Arc::new(contract);
    let options =
        Options { inputs: contract.first_inputs(), contract, max_runs: 40, ..Options::default() };
    let (mut solver, mut observer) = (Bitblast::new(), ());
    let comparison = compare(&images[0], &images[1], &options, &mut solver, &mut observer);
    pollster::block_on(comparison)
}

/// They look endless and end after 1.1e10 and 1.2e9 steps.
#[test]
fn what_ends_late_is_not_said_to_run_for_ever() {
    let by_three = "lis $4\n.word 3\nloop: beq $1, $0, done\nsub $1, $1, $4\nadd $3, $3, $4\n\
                    beq $0, $0, loop\ndone: jr $31\n";
    let long = "lis $4\n.word 1\nlis $5\n.word 300000000\nloop: beq $5, $1, done\n\
                sub $5, $5, $4\nadd $3, $3, $5\nbeq $0, $0, loop\ndone: jr $31\n";
    assert!(!never_ends(&image(by_three), [1, 0]));
    assert!(!never_ends(&image(long), [0, 0]));
    for text in sample(vec![by_three, long], 2) {
        let report = compared(text, "add $3, $1, $0\njr $31\n", Spec::default());
        let code = report.reason.code;
        assert_ne!(code, ReasonCode::OnlyLeftRunsForEver, "{report:?}");
    }
}

/// A register that an input is given in is not that input once a loop has changed it.
#[test]
fn inputs_of_one_side_alone_are_those_of_the_proof() {
    let until = counting(2, Exit::Equal);
    let spec = Spec { separate: vec!["$1".to_owned()], ..Spec::default() };
    let spec = Spec { assume: vec!["right.$1 == 4".to_owned(), "$2 == 9".to_owned()], ..spec };
    let odd =
        Spec { assume: [&spec.assume[..], &["left.$1 == 6".to_owned()]].concat(), ..spec.clone() };
    let zero = "add $3, $0, $0\njr $31\n";
    let report = compared(&until, zero, odd);
    let found = (report.verdict, report.reason.code);
    assert_eq!(found, (Verdict::Disequivalent, ReasonCode::OnlyLeftRunsForEver), "{report:?}");
    // The right one counts from 4 on.
    let report = compared(zero, &until, spec);
    let found = (report.verdict, report.reason.code);
    assert_eq!(found, (Verdict::Disequivalent, ReasonCode::OnlyRightRunsForEver), "{report:?}");
}

/// The case in which the user tries one input, while another one shows that the programs differ.
#[test]
fn one_input_is_settled_by_runs_and_else_by_a_proof() {
    let until = counting(2, Exit::Equal);
    let zero = "add $3, $0, $0\njr $31\n";
    let settled = |left: &str, right: &str, inputs: [u32; 2]| {
        let images = [image(left), image(right)];
        let (contract, inputs) = (Contract::default(), Inputs::from(inputs));
        let of = (&inputs, 1_000);
        let ended = ends_proved(images.each_ref(), &contract, of, &Stop::NEVER);
        let ([left, right], agreement) = ended;
        (agreement, [left, right].map(|run| run.proved.map(|proved| proved.ends)))
    };
    let never = Some(ProvedEnd::Never);
    assert_eq!(settled(&until, zero, [1, 4]), (Agreement::Differ, [never, None]));
    assert_eq!(settled(zero, &until, [1, 4]), (Agreement::Differ, [None, never]));
    // Those that stop are run.
    assert_eq!(settled(&until, zero, [2, 4]), (Agreement::Differ, [None, None]));
    assert_eq!(settled(&until, zero, [4, 4]), (Agreement::Agree, [None, None]));
    // The other one stops after 1.2e9 steps, which is proved, too.
    let long = "lis $4\n.word 1\nlis $5\n.word 300000000\nloop: beq $5, $0, done\n\
                sub $5, $5, $4\nadd $3, $3, $5\nbeq $0, $0, loop\ndone: jr $31\n";
    let stops = Some(ProvedEnd::Stops);
    assert_eq!(settled(&until, long, [1, 4]), (Agreement::Differ, [never, stops]));
    // Both go on: nothing is reported about either.
    assert_eq!(settled(&until, &until, [1, 4]), (Agreement::Inconclusive, [None, None]));
}

#[test]
fn both_for_ever_agree() {
    let by_two = counting(2, Exit::Equal);
    let by_four = counting(4, Exit::Equal);
    let assume = vec!["$1 == 2".to_owned(), "$2 == 5".to_owned()];
    let report = compared(&by_two, &by_four, Spec { assume, ..Spec::default() });
    assert_eq!(report.verdict, Verdict::Equivalent, "{report:?}");
}

//! The correlating program of two: it does what both do, by the emulator.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::engines::paths::outcome::{Outcome, outcome};
use tamarin::isa::Reg;
use tamarin::machine::{Image, Inputs, Machine, Stop};
use tamarin::views::correlating::{Uncorrelated, correlate};
use tamarin::views::lockstep::Timeline;
use tamarin_testing::examples::image;
use tamarin_testing::generate::{self, cases};
use tamarin_testing::pairs::Pair;

const FUEL: u64 = 20_000;
/// Steps of the whole for one of a half, and for its beginning.
const STEPS_EACH: u64 = 24;

/// Where the memory begins that a half may touch.
const WINDOW: u32 = 0x00c0_0000;

/// Whether a run touches no memory but its stack.
fn stays_in_window(image: &Rc<Image>, inputs: [u32; 2]) -> bool {
    let run = Timeline::record(image, inputs, FUEL);
    let touched = run.steps().iter().filter_map(|step| step.effect.touched());
    touched.into_iter().all(|address| address.0 >= WINDOW) && run.outcome().output.bytes.is_empty()
}

/// Runs the correlating program of two and holds it against both; returns whether it came
/// to its end.
fn check(images: [&Rc<Image>; 2], whole: &Rc<Image>, inputs: [u32; 2]) -> Result<bool, String> {
    let ends = images.map(|image| outcome(image, Inputs::from(inputs), FUEL));
    let done = |end: &Outcome| end.stop == Stop::Done;
    let mut machine = Machine::new(whole, inputs);
    let stop = machine.run(2 * FUEL * STEPS_EACH, &mut ());
    let has_ended = stop == Stop::Done;
    if has_ended && !ends.iter().all(done) {
        return Err(format!("it ends on {inputs:?}, and not both do: {ends:?}"));
    }
    if has_ended {
        let results =
            [3, 4].map(|number| machine.state.reg(Reg::all().nth(number).expect("it is one")));
        let expected = ends.map(|end| end.result);
        return match results == expected {
            true => Ok(true),
            false => Err(format!("{results:?} and not {expected:?} on {inputs:?}")),
        };
    }
    if ends.iter().all(done) && images.iter().all(|image| stays_in_window(image, inputs)) {
        return Err(format!("it does not end on {inputs:?}, and both do: {stop:?}"));
    }
    Ok(false)
}

/// The pairs of the corpus that are given two integers, on inputs near bounds.
#[test]
fn it_does_what_both_do() {
    const INPUTS: [[u32; 2]; 8] =
        [[0, 0], [1, 2], [7, 3], [12, 18], [100, 9], [u32::MAX, 1], [1 << 31, 2], [42, 42]];
    let (mut made, mut ended, mut refused) = (0, 0, Vec::new());
    for pair in Pair::all() {
        let [left, right] = pair.images();
        if left.setup().names.len() != 2 || right.setup().names.len() != 2 {
            continue;
        }
        match correlate([&left, &right]) {
            Ok(both) => {
                made += 1;
                let whole = image(&both.text);
                for inputs in INPUTS {
                    match check([&left, &right], &whole, inputs) {
                        Ok(has_ended) => ended += usize::from(has_ended),
                        Err(why) => panic!("{}: {why}\n{}", pair.labels.name, both.text),
                    }
                }
            }
            Err(why) => refused.push((pair.labels.name.clone(), why)),
        }
    }
    println!("{made} made, {ended} of {} runs ended, refused: {refused:?}", made * INPUTS.len());
    assert!(refused.len() * 10 <= made, "{refused:?}");
    assert!(ended >= made * INPUTS.len() / 2, "{ended} runs of {made} programs came to their ends");
}

#[test]
fn what_is_paired_goes_side_by_side() {
    let left = image("lis $4\n.word 1\nadd $3, $1, $4\njr $31\n");
    let right = image("lis $7\n.word 1\nsub $5, $0, $0\nadd $3, $1, $7\njr $31\n");
    let both = correlate([&left, &right]).expect("it is made");
    let halves: Vec<&str> = both
        .text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("; ")?.split_once(" 0x").map(|(half, _)| half))
        .collect();
    assert_eq!(
        halves,
        ["left", "right", "right", "left", "right", "left", "right"],
        "{}",
        both.text
    );
    assert_eq!(both.paired, 4);
}

#[test]
fn too_many_registers_are_an_error() {
    let all: String = (4..30).map(|reg| format!("add ${reg}, $1, $2\n")).collect();
    let program = image(&format!("{all}jr $31\n"));
    assert!(matches!(correlate([&program, &program]), Err(Uncorrelated::Registers(_))));
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn it_does_what_random_pairs_do(
        [left, right] in generate::pair(),
        inputs in proptest::array::uniform2(prop_oneof![any::<u32>(), 0u32..20]),
    ) {
        let [left, right] = [left, right].map(|program| Image::new(&program));
        match correlate([&left, &right]) {
            Ok(both) => {
                let whole = image(&both.text);
                let checked = check([&left, &right], &whole, inputs);
                prop_assert!(checked.is_ok(), "{}\n{}", checked.unwrap_err(), both.text);
            }
            Err(Uncorrelated::Registers(_) | Uncorrelated::Jump { .. } | Uncorrelated::TooLong) => {}
            Err(why) => prop_assert!(false, "{}", why),
        }
    }
}

//! The correlating program of two programs does what both do, according to the emulator.

use std::rc::Rc;

use proptest::prelude::*;
use tamarin::contract::{Contract, Spec};
use tamarin::machine::mips::Reg;
use tamarin::machine::{Image, Inputs, Machine, Stop};
use tamarin::program::{Address, Program};
use tamarin::views::correlating::{Uncorrelated, correlate};
use tamarin_testing::examples::{Example, image, program};
use tamarin_testing::generate::{self, cases};
use tamarin_testing::pairs::Pair;
use tamarin_testing::questions::Random;

const FUEL: u64 = 20_000;
/// Maximum steps of the correlating program per step of one half, including the pages that it creates.
const STEPS_EACH: u64 = 500;
/// Additional steps of the correlating program for its beginning and end, and for a half that does not reach its end.
const STEPS_MORE: u64 = 100_000;

/// The correlating program of a pair, on the machine of the pair.
struct Whole {
    program: Program,
    image: Rc<Image>,
    text: String,
}

impl Whole {
    fn of(images: [&Rc<Image>; 2]) -> Result<Whole, Uncorrelated> {
        let [left, right] = images;
        let text = correlate([left, right])?.text;
        let program = program(&text);
        let image = Image::with(&program, left.setup().clone());
        Ok(Whole { program, image, text })
    }

    fn is_at(&self, at: Address, label: &str) -> bool {
        let label = self.program.labels.iter().find(|known| known.name == label);
        label.is_some_and(|label| label.address == at)
    }
}

/// What became of the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It ended as both do.
    Done,
    /// It faults or runs on, and so does one of the two.
    AsOne,
    /// It could not follow.
    Outside,
}

fn registers(machine: &Machine, numbers: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let reg = |number| machine.state.reg(Reg::new(number).expect("below 32"));
    numbers.into_iter().map(reg).collect()
}

/// Runs the correlating program of two and compares it with both.
fn check(images: [&Rc<Image>; 2], whole: &Whole, inputs: &Inputs) -> Result<End, String> {
    let mut apart = images.map(|image| Machine::new(image, inputs));
    let stops = apart.each_mut().map(|machine| machine.run(FUEL, &mut ()));
    let are_done = stops.iter().all(|stop| *stop == Stop::Done);
    let steps: u64 = apart.iter().map(|machine| machine.steps).sum();
    let mut machine = Machine::new(&whole.image, inputs);
    let stop = machine.run(STEPS_MORE + if are_done { STEPS_EACH * steps } else { 0 }, &mut ());
    match stop {
        Stop::Done if stops.contains(&Stop::OutOfFuel) => Ok(End::AsOne),
        Stop::Done if !are_done => {
            Err(format!("it ends on {inputs:?}, and not both do: {stops:?}"))
        }
        Stop::Done => {
            let outputs = apart.each_ref().map(|machine| &machine.output.bytes[..]);
            let results = apart.each_ref().map(|machine| registers(machine, [3])[0]);
            let lengths = outputs.map(|output| output.len() as u32);
            let differ = u32::from(outputs[0] != outputs[1]);
            let expected = [&results[..], &lengths[..], &[differ][..]].concat();
            let found = registers(&machine, 3..8);
            if found != expected || machine.output.bytes != outputs.concat() {
                return Err(format!(
                    "{found:?}, {:?} and not {expected:?}, {outputs:?} on {inputs:?}",
                    machine.output.bytes
                ));
            }
            Ok(End::Done)
        }
        Stop::Fault(fault) if whole.is_at(fault.at, "outside") => Ok(End::Outside),
        _ if are_done => Err(format!("it does not end on {inputs:?}, and both do: {stop:?}")),
        _ => Ok(End::AsOne),
    }
}

/// On how many inputs a correlating program ends as both do, and on how many it cannot follow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Ends {
    done: usize,
    outside: usize,
}

/// Checks a pair on these inputs.
fn holds(name: &str, images: [&Rc<Image>; 2], inputs: &[Inputs]) -> Result<Ends, Uncorrelated> {
    let whole = Whole::of(images)?;
    let mut ends = Ends::default();
    for inputs in inputs {
        match check(images, &whole, inputs) {
            Ok(End::Done) => ends.done += 1,
            Ok(End::AsOne) => {}
            Ok(End::Outside) => ends.outside += 1,
            Err(why) => panic!("{name}: {why}\n{}", whole.text),
        }
    }
    Ok(ends)
}

/// Inputs that a contract allows.
fn some_inputs(contract: &Contract, count: usize) -> Vec<Inputs> {
    let mut random = Random(7);
    let mut some = || {
        let words: Vec<u32> = contract.names().iter().map(|_| random.word()).collect();
        contract.fit(&words)
    };
    (0..count).map(|_| some()).collect()
}

/// The pairs of the corpus that are given two integers, on inputs near bounds.
#[test]
fn it_does_what_both_do() {
    const INPUTS: [[u32; 2]; 8] =
        [[0, 0], [1, 2], [7, 3], [12, 18], [100, 9], [u32::MAX, 1], [1 << 31, 2], [42, 42]];
    let inputs = INPUTS.map(Inputs::from);
    let (mut made, mut done, mut outside, mut refused) = (0, 0, Vec::new(), Vec::new());
    for pair in Pair::all() {
        let [left, right] = pair.images();
        match holds(&pair.labels.name, [&left, &right], &inputs) {
            Ok(ends) => {
                (made, done) = (made + 1, done + ends.done);
                outside.extend((ends.outside > 0).then(|| pair.labels.name.clone()));
            }
            Err(why) => refused.push((pair.labels.name.clone(), why.to_string())),
        }
    }
    println!("{made} made, {done} of {} runs ended, refused: {refused:?}", made * INPUTS.len());
    println!("not followed: {outside:?}");
    // These write instructions.
    assert_eq!(outside, ["patched-constant"]);
    assert!(refused.len() * 20 <= made, "{refused:?}");
    assert!(done >= made * INPUTS.len() / 2, "{done} runs of {made} programs came to their ends");
}

/// The page's examples, arrays and streams among them.
#[test]
fn it_does_what_both_examples_do_under_their_contracts() {
    let (mut made, mut refused) = (Vec::new(), Vec::new());
    for example in Example::all() {
        let [left, right] = example.images();
        let inputs = some_inputs(&example.contract(), 12);
        match holds(&example.name, [&left, &right], &inputs) {
            Ok(Ends { outside: 0, .. }) => made.push(example.name),
            Ok(ends) => panic!("{}: {ends:?}", example.name),
            Err(why) => refused.push((example.name, why.to_string())),
        }
    }
    // Inputs that are separate, and jumps to an input.
    let names: Vec<&str> = refused.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["array-insert", "fig08", "fig08-one-label", "max-leaks"], "{refused:?}");
    assert!(made.iter().filter(|name| name.starts_with("array")).count() >= 3, "{made:?}");
}

/// A pair under a contract, on pseudo-random inputs on which both are done.
#[track_caller]
fn ends_as_both(spec: &Spec, texts: [&str; 2]) -> Whole {
    let contract = Contract::new(spec).expect("it is a contract");
    let images = [0, 1].map(|side| contract.image(side, &program(texts[side])).expect("it fits"));
    let images = images.each_ref();
    let inputs = some_inputs(&contract, 40);
    let ends = holds("the pair", images, &inputs).expect("it is made");
    assert_eq!(ends, Ends { done: inputs.len(), outside: 0 }, "runs that end");
    Whole::of(images).expect("it is made")
}

#[test]
fn halves_print_apart() {
    let left = "sw $31, -4($30)\nlis $5\n.word -4\nadd $30, $30, $5\n\
        lis $4\n.word print\njalr $4\nadd $1, $2, $0\njalr $4\n\
        lis $5\n.word 4\nadd $30, $30, $5\nlw $31, -4($30)\nadd $3, $1, $0\njr $31\n\
        .import print\n";
    let right = "lis $4\n.word 0xffff000c\nsw $1, 0($4)\nlis $5\n.word 10\nsw $5, 0($4)\n\
        bne $1, $2, skip\nsw $2, 0($4)\nskip: add $3, $2, $0\njr $31\n";
    ends_as_both(&Spec::default(), [left, right]);
    ends_as_both(&Spec::default(), [right, right]);
    ends_as_both(&Spec::default(), [left, left]);
}

#[test]
fn halves_have_memories_of_their_own() {
    // One word at 0x1000 for both, one at an address that depends on the input, and the halves' texts.
    let common = "lis $6\n.word 0x1000\nsw $1, 0($6)\nlis $7\n.word 0xfff00\n\
        divu $2, $7\nmfhi $8\nadd $8, $8, $8\nadd $8, $8, $8\nlis $9\n.word 0x4000\nadd $8, $8, $9\n";
    let left = format!(
        "{common}sw $2, 0($8)\nlw $4, 0($6)\nlw $5, 0($8)\nadd $3, $4, $5\n\
         lis $10\n.word data\nlw $11, 0($10)\nadd $3, $3, $11\nsw $3, 4($10)\nlw $3, 4($10)\n\
         jr $31\ndata: .word 77\n.word 78\n"
    );
    let right = format!(
        "{common}sw $1, 0($8)\nlw $4, 0($6)\nlw $5, 0($8)\nsub $3, $4, $5\nlw $4, 0($0)\n\
         add $3, $3, $4\njr $31\n"
    );
    ends_as_both(&Spec::default(), [&left, &right]);
}

#[test]
fn halves_have_arrays_of_their_own() {
    // The left one doubles each element in place and adds them up; the right one only adds up.
    let left = "beq $2, $0, end\nlis $4\n.word 4\nlis $5\n.word -1\nloop: lw $6, 0($1)\nadd $6, $6, $6\n\
        sw $6, 0($1)\nlw $7, 0($1)\nadd $3, $3, $7\nadd $1, $1, $4\nadd $2, $2, $5\nbne $2, $0, loop\n\
        end: jr $31\n";
    let right = "beq $2, $0, end\nlis $4\n.word 4\nlis $5\n.word -1\nloop: lw $6, 0($1)\n\
        add $3, $3, $6\nadd $1, $1, $4\nadd $2, $2, $5\nbne $2, $0, loop\nend: lw $6, 0($1)\n\
        add $3, $3, $6\njr $31\n";
    let spec = Spec { array: Some(64), ..Spec::default() };
    ends_as_both(&spec, [left, right]);
    ends_as_both(&spec, [right, left]);
}

#[test]
fn both_halves_read_the_whole_input() {
    // One reads to the end and adds up; the other one takes two bytes only, later.
    let left = "lis $4\n.word 0xffff0004\nlis $5\n.word -1\nloop: lw $6, 0($4)\nbeq $6, $5, end\n\
        add $3, $3, $6\nbeq $0, $0, loop\nend: lw $6, 0($4)\nadd $3, $3, $6\njr $31\n";
    let right = "lis $4\n.word 0xffff0004\nadd $7, $1, $2\nlw $6, 0($4)\nlw $3, 0($4)\n\
        add $3, $3, $3\nsub $3, $6, $3\njr $31\n";
    for spec in [
        Spec { stdin: Some("some text".to_owned()), ..Spec::default() },
        Spec { stdin_bytes: Some(5), ..Spec::default() },
        Spec::default(),
    ] {
        ends_as_both(&spec, [left, right]);
        ends_as_both(&spec, [right, left]);
    }
}

/// Recursion, the heap, and more registers than there are for both.
#[test]
fn registers_that_do_not_fit_are_words_of_memory() {
    let each = |text: &str| (2..28).map(|reg| text.replace('#', &reg.to_string())).collect();
    let sums: String = each("add $#, $#, $1\nadd $3, $3, $#\n");
    let products: String = each("multu $#, $2\nmflo $#\nmfhi $29\nadd $3, $3, $#\n");
    let left = format!("{sums}sw $3, -4($30)\n{products}lw $4, -4($30)\nadd $3, $3, $4\njr $31\n");
    let right = format!("{products}{sums}jr $31\n");
    let whole = ends_as_both(&Spec::default(), [&left, &right]);
    assert!(whole.text.contains("($30)"), "{}", whole.text);
}

/// The code of a pair that parts is too long for branches.
#[test]
fn long_programs_jump_to_labels() {
    let sum = |count: usize, op: &str| format!("{op} $3, $3, $1\n").repeat(count);
    let left = format!("beq $1, $2, end\n{}end: jr $31\n", sum(9_000, "add"));
    let right = format!("bne $1, $2, end\n{}end: jr $31\n", sum(9_000, "sub"));
    let whole = ends_as_both(&Spec::default(), [&left, &right]);
    assert!(whole.program.words.len() > 40_000, "{} words", whole.program.words.len());
}

#[test]
fn what_cannot_be_followed_is_a_fault_of_its_own() {
    let left =
        image("lis $4\n.word 0x00601820\nsw $4, 16($0)\nadd $0, $0, $0\nadd $3, $1, $0\njr $31\n");
    let right = image("add $3, $1, $0\njr $31\n");
    let whole = Whole::of([&left, &right]).expect("it is made");
    let found = check([&left, &right], &whole, &Inputs::from([1, 2]));
    assert_eq!(found, Ok(End::Outside));
}

#[test]
fn inputs_that_are_separate_are_an_error() {
    let spec = Spec { separate: vec!["$1".to_owned()], ..Spec::default() };
    let contract = Contract::new(&spec).expect("it is a contract");
    let text = program("add $3, $1, $0\njr $31\n");
    let [left, right] = [0, 1].map(|side| contract.image(side, &text).expect("it fits"));
    assert_eq!(correlate([&left, &right]), Err(Uncorrelated::Separate));
}

#[test]
fn what_is_paired_goes_side_by_side() {
    let left = image("lis $4\n.word 1\nadd $3, $1, $4\njr $31\n");
    let right = image("lis $7\n.word 1\nsub $5, $0, $0\nadd $3, $1, $7\njr $31\n");
    let both = correlate([&left, &right]).expect("it is made");
    let halves: Vec<&str> = both
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("    ; ")?.split_once(" 0x").map(|(half, _)| half))
        .collect();
    assert_eq!(
        halves,
        ["left", "right", "right", "left", "right", "left", "right"],
        "{}",
        both.text
    );
    assert_eq!(both.paired, 4);
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn it_does_what_random_pairs_do(
        [left, right] in generate::pair(),
        inputs in proptest::array::uniform2(prop_oneof![any::<u32>(), 0u32..20]),
    ) {
        let [left, right] = [left, right].map(|program| Image::new(&program));
        match Whole::of([&left, &right]) {
            Ok(whole) => {
                let checked = check([&left, &right], &whole, &Inputs::from(inputs));
                prop_assert!(checked.is_ok(), "{}\n{}", checked.unwrap_err(), whole.text);
            }
            Err(Uncorrelated::Jump { .. } | Uncorrelated::TooLong) => {}
            Err(why) => prop_assert!(false, "{}", why),
        }
    }
}

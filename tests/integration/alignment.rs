//! Proofs by invariants: the pairs of `tests/corpus/loops` are compared with their labels; false claims that such a
//! proof must not accept.

pub(crate) mod corpus;
mod domain;
mod mutants;

use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::alignment::{Attempt, Hints, Proved, Stopping, prove, prove_with};
use tamarin::engines::pause::Pause;
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::solver::bitblast::Bitblast;
use tamarin::solver::{Solver, Stop};

fn image(text: &str) -> Rc<Image> {
    let assembled = assemble(text);
    Image::new(&assembled.program.unwrap_or_else(|| panic!("{:?}", assembled.diagnostics)))
}

fn attempt(pair: [&Rc<Image>; 2]) -> Attempt {
    attempt_under(&Contract::default(), pair)
}

fn attempt_under(contract: &Contract, [left, right]: [&Rc<Image>; 2]) -> Attempt {
    let mut solver = Bitblast::new();
    let pause = Pause::never();
    let first = contract.first_inputs();
    let attempt = prove([left, right], contract, &first, &mut solver, &Stop::NEVER, pause);
    pollster::block_on(attempt)
}

/// The proof about two texts, which must be the same with the sides swapped.
fn proved(left: &str, right: &str) -> Option<Proved> {
    let [left, right] = [image(left), image(right)];
    let [there, back] = [[&left, &right], [&right, &left]].map(|pair| attempt(pair).proved);
    let alike = |proved: &Option<Proved>| proved.as_ref().map(|proved| proved.stopping);
    assert_eq!(alike(&there), alike(&back));
    there
}

fn assert_never(left: &str, right: &str) {
    assert!(proved(left, right).is_none(), "{left}\n----\n{right}");
}

fn assert_only_if_both_stop(left: &str, right: &str) {
    let proved = proved(left, right);
    assert!(proved.is_none_or(|proved| proved.stopping == Stopping::Open), "{left}\n----\n{right}");
}

/// A loop of `$1` rounds around some lines, with `$3` as its result.
fn rounds(before: &str, body: &str, after: &str) -> String {
    format!(
        "lis $4\n.word 1\n{before}\nloop: beq $1, $0, done\n{body}\nsub $1, $1, $4\n\
         beq $0, $0, loop\ndone: {after}\njr $31\n"
    )
}

#[test]
fn a_loop_is_proved_against_itself_in_other_registers() {
    let left = rounds("add $3, $0, $2", "add $3, $3, $2", "add $3, $3, $0");
    let right = rounds("add $9, $2, $0", "add $9, $2, $9", "add $3, $9, $0");
    assert!(proved(&left, &right).expect("it is proved").stops_alike());
}

#[test]
fn a_register_that_looks_dead_is_not() {
    // $7 is written in the loop, and read after it only on the right.
    let left = rounds("", "add $7, $7, $2", "add $3, $0, $0");
    let right = rounds("", "add $7, $7, $2", "sub $3, $7, $7");
    assert!(proved(&left, &right).is_some());
    let right = rounds("", "add $7, $7, $2", "slt $3, $7, $0");
    assert_never(&left, &right);
    // Zero unless the product got beyond 32 bits, which takes large inputs.
    let left = rounds("", "multu $2, $2", "add $3, $0, $0");
    let right = rounds("", "multu $2, $2", "mfhi $3");
    assert_never(&left, &right);
}

#[test]
fn a_difference_at_one_number_of_rounds_is_not_proved_away() {
    // The result is 1 after 46,341 rounds, and 0 else.
    let left = rounds("", "add $5, $5, $4", "add $3, $0, $0");
    let right = rounds(
        "lis $8\n.word 46341",
        "add $5, $5, $4",
        "add $3, $0, $0\nbne $5, $8, end\nadd $3, $4, $0\nend: add $0, $0, $0",
    );
    assert_never(&left, &right);
    // A square that overflows on the right only from 65,536 rounds on.
    let left = rounds("", "add $5, $5, $4\nmultu $5, $5\nmfhi $6", "add $3, $0, $0");
    let right = rounds("", "add $5, $5, $4\nmultu $5, $5\nmfhi $6", "add $3, $6, $0");
    assert_never(&left, &right);
}

#[test]
fn memory_that_is_not_tracked_is_unknown() {
    // The right program reads memory that the left one never stored to: below the stack, at an address that reaches the
    // array after many iterations.
    let left = rounds(
        "add $6, $30, $0\nlis $8\n.word 4",
        "sub $6, $6, $8\nsw $4, 0($6)",
        "add $3, $0, $0",
    );
    let right = rounds(
        "add $6, $30, $0\nlis $8\n.word 4",
        "sub $6, $6, $8\nsw $4, 0($6)",
        "lis $9\n.word 0xf00000\nlw $3, 0($9)",
    );
    assert_never(&left, &right);
}

#[test]
fn a_store_may_reach_the_text() {
    // The stack runs down to the code, after some four million rounds: it
    // overwrites the instruction that gives the result.
    let left = rounds(
        "add $6, $30, $0\nlis $8\n.word 4",
        "sub $6, $6, $8\nsw $0, 0($6)",
        "add $3, $0, $0",
    );
    let right = rounds("", "add $5, $5, $4", "add $3, $0, $0");
    assert_never(&left, &right);
    // An address that is an input.
    let left = "sw $0, 0($1)\nadd $3, $0, $0\nloop: beq $2, $0, done\nlis $4\n.word 1\nsub $2, $2, $4\nbeq $0, $0, loop\ndone: jr $31\n";
    let right = left.replace("add $3, $0, $0", "sub $3, $3, $3");
    assert_never(left, &right);
}

#[test]
fn a_program_that_writes_itself_is_not_proved() {
    // It makes its own `add $3, $3, $2` out of a word of data.
    let left = "lis $5\nadd $3, $3, $1\nlis $6\n.word patch\nsw $5, 0($6)\nlis $4\n.word 1\n\
                loop: beq $2, $0, done\npatch: add $3, $3, $4\nsub $2, $2, $4\nbeq $0, $0, loop\ndone: jr $31\n";
    let right = "lis $5\nadd $3, $3, $1\nlis $6\n.word patch\nadd $0, $5, $0\nlis $4\n.word 1\n\
                loop: beq $2, $0, done\npatch: add $3, $3, $4\nsub $2, $2, $4\nbeq $0, $0, loop\ndone: jr $31\n";
    assert_never(left, right);
}

#[test]
fn the_return_address_may_change() {
    let left = rounds("", "add $3, $3, $2", "add $0, $0, $0");
    // $31 is another one after a round.
    let right = rounds("", "add $3, $3, $2\nadd $31, $31, $0", "add $0, $0, $0");
    assert!(proved(&left, &right).is_some());
    let right = rounds("", "add $3, $3, $2\nadd $31, $31, $1", "add $0, $0, $0");
    assert_never(&left, &right);
    // It comes back as it was; or one more, which the last jump does not survive.
    let kept = |back: &str| {
        rounds(
            "add $7, $31, $0",
            "add $3, $3, $2\nadd $31, $31, $2",
            &format!("add $31, $7, {back}"),
        )
    };
    assert_never(&left, &kept("$4"));
    // With another $31 in each round there is no place to have an invariant at.
    assert!(proved(&left, &kept("$0")).is_none());
}

#[test]
fn faults_count() {
    let left = rounds("", "add $3, $3, $2", "add $0, $0, $0");
    // A division by a word that is zero in the last iteration only, and by one that is never zero.
    let faults = rounds("", "add $3, $3, $2\nsub $6, $1, $4\ndiv $4, $6", "add $0, $0, $0");
    assert_never(&left, &faults);
    let never = rounds("", "add $3, $3, $2\ndiv $4, $1", "add $0, $0, $0");
    assert!(proved(&left, &never).expect("the divisor is not zero").stops_alike());
    // An address that is not a multiple of 4, from some round on.
    let unaligned = rounds("", "add $3, $3, $2\nlw $6, -8($1)", "add $0, $0, $0");
    assert_never(&left, &unaligned);
    // Both fault, here and there.
    assert!(proved(&faults, &faults).is_some());
}

#[test]
fn a_loop_that_one_program_does_not_leave() {
    // `i <= n` never fails for n = 2^31 - 1.
    let counting = |test: &str| {
        format!(
            "lis $4\n.word 1\nadd $3, $0, $0\nadd $5, $4, $0\nloop: {test}\nadd $3, $3, $4\nadd $5, $5, $4\nbeq $0, $0, loop\ndone: jr $31\n"
        )
    };
    let at_most = counting("slt $6, $1, $5\nbne $6, $0, done");
    let below = counting("add $7, $1, $4\nslt $6, $5, $7\nbeq $6, $0, done");
    // They differ at 2^31 - 1: the one runs for ever, the other stops at once.
    assert_only_if_both_stop(&at_most, &below);
    // One stops, the other never does.
    let left = "lis $3\n.word 5\njr $31\n";
    let right = "lis $3\n.word 5\nloop: beq $0, $0, loop\n";
    assert_only_if_both_stop(left, right);
    let right = "lis $3\n.word 5\nlis $4\n.word 1\nloop: beq $1, $0, done\nadd $1, $1, $1\nbeq $0, $0, loop\ndone: jr $31\n";
    assert_only_if_both_stop(left, right);
    // Both never do.
    let left = "loop: beq $0, $0, loop\n";
    let right = "loop: add $3, $3, $1\nbeq $0, $0, loop\n";
    assert!(proved(left, right).expect("neither stops").stops_alike());
}

#[test]
fn output_counts() {
    let printing = |address: &str, what: &str| {
        rounds(&format!("lis $8\n.word {address}"), &format!("sw {what}, 0($8)"), "add $3, $0, $0")
    };
    let left = printing("0xffff000c", "$2");
    assert!(proved(&left, &left).expect("it is the same").stops_alike());
    assert_never(&left, &printing("0xffff000c", "$1"));
    // A different byte in iterations that few inputs reach.
    let few = rounds(
        "lis $8\n.word 0xffff000c\nlis $9\n.word 70000",
        "sltu $7, $9, $1\nadd $7, $7, $2\nsw $7, 0($8)",
        "add $3, $0, $0",
    );
    assert_never(&left, &few);
    // The same low byte.
    let high = rounds(
        "lis $8\n.word 0xffff000c\nlis $9\n.word 0x100\nmult $2, $9\nmflo $9\nadd $9, $9, $2",
        "sw $9, 0($8)",
        "add $3, $0, $0",
    );
    assert!(proved(&left, &high).is_none_or(|proved| proved.stops_alike()));
    // A byte more, once.
    let more = rounds("lis $8\n.word 0xffff000c", "sw $2, 0($8)", "add $3, $0, $0\nsw $2, 0($8)");
    assert_never(&left, &more);
    // Nothing at all.
    let none = rounds("lis $8\n.word 0xffff000c", "add $0, $0, $0", "add $3, $0, $0");
    assert_never(&left, &none);
}

/// The proof about two texts under a contract, which must be the same with the sides swapped.
fn proved_under(spec: &str, texts: [&str; 2]) -> Option<Proved> {
    let spec = serde_json::from_str(spec).expect("it is a spec");
    let contract = Contract::new(&spec).expect("it is a contract");
    let programs = texts.map(|text| assemble(text).program.expect("it is a program"));
    let proved = |order: [usize; 2]| {
        let image = |side: usize| contract.image(side, &programs[order[side]]);
        let [left, right] = [0, 1].map(|side| image(side).expect("it is short"));
        attempt_under(&contract, [&left, &right]).proved
    };
    let [there, back] = [[0, 1], [1, 0]].map(proved);
    let alike = |proved: &Option<Proved>| proved.as_ref().map(|proved| proved.stopping);
    assert_eq!(alike(&there), alike(&back));
    there
}

/// A loop over the words of an array around some lines; `$1` is the address of each word in turn.
fn over_array(before: &str, body: &str, after: &str) -> String {
    format!(
        "lis $4\n.word 4\nadd $5, $2, $2\nadd $5, $5, $5\nadd $5, $5, $1\n{before}\n\
         loop: beq $1, $5, done\nlw $7, 0($1)\n{body}\nadd $1, $1, $4\n\
         beq $0, $0, loop\ndone: {after}\njr $31\n"
    )
}

#[test]
fn the_elements_of_an_array_are_the_same_for_both_only_if_they_share_it() {
    let sum = over_array("", "add $3, $3, $7", "");
    let other = over_array("", "add $8, $8, $7", "add $3, $8, $0");
    assert!(proved_under(r#"{"array": 20}"#, [&sum, &other]).expect("they share").stops_alike());
    assert!(proved_under(r#"{"array": 20, "separate": ["a"]}"#, [&sum, &other]).is_none());
    // Different numbers of iterations do not matter if nothing is added to the result.
    let nothing = over_array("", "add $8, $8, $7", "add $3, $0, $0");
    let separate = proved_under(r#"{"array": 20, "separate": ["a"]}"#, [&nothing, &nothing]);
    assert!(separate.expect("both give 0").stops_alike());
}

#[test]
fn memory_agrees_only_where_both_store_alike() {
    let observe = r#"{"array": 20, "observe": ["a"]}"#;
    let double = over_array("", "add $7, $7, $7\nsw $7, 0($1)", "");
    let other = over_array("", "add $9, $7, $7\nsw $9, 0($1)", "");
    assert!(proved_under(observe, [&double, &other]).expect("alike").stops_alike());
    // It stores one element too far: the last store is after the array, and the first element is unchanged.
    let behind = over_array("", "add $9, $7, $7\nsw $9, 4($1)", "");
    assert!(proved_under(observe, [&double, &behind]).is_none());
    // A store after the array matters only if the word there is observed or loaded.
    let beyond = over_array("", "add $9, $7, $7\nsw $9, 0($1)", "sw $4, 0($5)");
    assert!(proved_under(observe, [&double, &beyond]).expect("not looked at").stops_alike());
    let looked = r#"{"array": 20, "observe": ["a", "[0x800000]"]}"#;
    assert!(proved_under(looked, [&double, &beyond]).is_none(), "the array may be empty");
    let loaded = r#"{"array": 20, "observe": ["$3"]}"#;
    let load = |text: &str| text.replace("jr $31", "lw $3, 0($5)\njr $31");
    assert!(proved_under(loaded, [&load(&double), &load(&beyond)]).is_none());
    assert!(proved_under(loaded, [&load(&double), &load(&other)]).is_some());
}

#[test]
fn texts_are_no_common_memory() {
    // Both store all over a table, and add up their own text.
    let sum = |of: &str| {
        format!(
            "lis $4\n.word 4\nlis $11\n.word 1\nlis $6\n.word 0x80000\n\
             loop: beq $2, $0, done\nsw $2, 0($6)\nlw $7, 0($8)\nadd {of}\nadd $8, $8, $4\n\
             add $6, $6, $4\nsub $2, $2, $11\nbeq $0, $0, loop\ndone: jr $31\n"
        )
    };
    let few = r#"{"assume": ["$2 <u 14"]}"#;
    assert!(proved_under(few, [&sum("$3, $3, $7"), &sum("$3, $7, $3")]).is_none());
}

#[test]
fn what_is_assumed_is_used_and_nothing_else() {
    let assumed = r#"{"assume": ["$1 < 7"]}"#;
    let left = rounds("", "add $3, $3, $2", "slt $3, $0, $3");
    // It adds nothing if there are seven iterations or more.
    let right = rounds(
        "lis $8\n.word 7\nadd $9, $2, $0\nslt $10, $1, $8\nbne $10, $0, loop\nadd $9, $0, $0",
        "add $3, $3, $9",
        "slt $3, $0, $3",
    );
    assert!(proved_under(assumed, [&left, &right]).is_some());
    assert!(proved_under("{}", [&left, &right]).is_none());
    assert!(proved_under(r#"{"assume": ["$1 < 8"]}"#, [&left, &right]).is_none());
}

#[test]
fn a_stream_is_read_in_order() {
    let read = |count: usize| {
        let reads = "lw $7, 0($10)\n".repeat(count);
        rounds("lis $10\n.word 0xffff0004", "add $3, $3, $2", &format!("{reads}add $3, $3, $7"))
    };
    let stdin = r#"{"stdin_bytes": 3}"#;
    assert!(proved_under(stdin, [&read(2), &read(2)]).expect("alike").stops_alike());
    assert!(proved_under(stdin, [&read(1), &read(2)]).is_none());
    assert!(proved_under(stdin, [&read(4), &read(5)]).is_some(), "both are at its end");
    assert!(
        proved_under(r#"{"stdin_bytes": 3, "separate": ["in"]}"#, [&read(2), &read(2)]).is_none()
    );
    assert!(proved_under(r#"{"stdin": "ab"}"#, [&read(1), &read(2)]).is_none());
}

#[test]
fn recursion_is_not_proved() {
    // Its frames get to the program in the end.
    let recursive = "lis $4\n.word 1\nlis $5\n.word 4\nlis $6\n.word f\nsub $30, $30, $5\nsw $31, 0($30)\njalr $6\nlw $31, 0($30)\nadd $30, $30, $5\njr $31\n\
        f: beq $1, $0, base\nsub $30, $30, $5\nsw $31, 0($30)\nsub $1, $1, $4\njalr $6\nadd $3, $3, $2\nlw $31, 0($30)\nadd $30, $30, $5\nbase: jr $31\n";
    let left = rounds("", "add $3, $3, $2", "add $0, $0, $0");
    assert_never(&left, recursive);
    assert_never(recursive, recursive.replace("add $3, $3, $2", "add $3, $2, $3").as_str());
}

/// A product computed by addition, with so many other changing words that the search does not try the product that the
/// proof needs.
#[test]
fn a_hint_is_tried_and_never_believed() {
    let junk = [5, 6, 7, 8];
    let init: String = junk
        .iter()
        .map(|reg| format!("add ${reg}, $2, $4\nadd ${reg}, ${reg}, ${}\n", reg - 1))
        .collect();
    let change: String = junk
        .iter()
        .map(|reg| format!("mult ${reg}, ${reg}\nmflo ${reg}\nadd ${reg}, ${reg}, $1\n"))
        .collect();
    let left = image(&format!(
        "lis $4\n.word 1\n{init}add $20, $0, $0\nadd $21, $0, $0\nloop: beq $20, $2, done\n\
         {change}add $21, $21, $1\nadd $20, $20, $4\nbeq $0, $0, loop\n\
         done: add $3, $21, $0\njr $31\n"
    ));
    let right = image("mult $1, $2\nmflo $3\njr $31\n");
    let names = ["$1", "$2"].map(str::to_owned);
    let proved = |right: &Rc<Image>, hint: &str| {
        let hints = Hints::parse(hint, &names).expect("it is a hint");
        let mut solver = Bitblast::new();
        let (contract, first) = (Contract::default(), Inputs::from([42, 42]));
        let asked: (&mut dyn Solver, &Stop) = (&mut solver, &Stop::NEVER);
        let pause = Pause::never();
        let attempt = prove_with(&hints, [&left, right], &contract, &first, asked, pause);
        pollster::block_on(attempt).proved.is_some()
    };
    assert!(!proved(&right, ""));
    assert!(proved(&right, "left $21 = input $1·left $20"));
    let wrong = vec!["left $21 = 3", "left $20 < right $4", "rounds 3:1"];
    for wrong in tamarin_testing::sample(wrong, 3) {
        assert!(!proved(&right, wrong), "{wrong}");
    }
    // A false claim is not proved with any hint.
    let wrong = image("mult $1, $2\nmflo $3\nslt $4, $0, $2\nadd $3, $3, $4\njr $31\n");
    assert!(!proved(&wrong, "left $21 = input $1·left $20"));
}

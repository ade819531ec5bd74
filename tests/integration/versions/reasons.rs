//! The reason why a procedure is open names the word that a procedure does not preserve, and that procedure.

use tamarin::engines::versions::{Because, Comparison, Source, Untracked, Why, name};
use tamarin::program::{Address, Program};
use tamarin_testing::examples::program;

use super::of_programs;

/// A program that keeps its return address in `$5`.
const KEEPS_IN_REGISTER: &str = "add $5, $31, $0\nlis $4\n.word twice\njalr $4\nadd $3, $3, $1\n\
    jr $5\ntwice: add $3, $1, $1\njr $31\n";
/// A program that keeps it on the stack.
const KEEPS_ON_STACK: &str = "sw $31, -4($30)\nlis $4\n.word 8\nsub $30, $30, $4\nlis $4\n\
    .word twice\njalr $4\nlis $4\n.word 8\nadd $30, $30, $4\nlw $31, -4($30)\njr $31\n\
    twice: sw $1, -4($30)\nlw $3, -4($30)\nadd $3, $3, $3\njr $31\n";
/// A program whose procedure has a frame.
const FRAMES: &str = "add $20, $31, $0\nlis $4\n.word twice\njalr $4\nadd $21, $3, $0\nlis $4\n\
    .word twice\njalr $4\nadd $3, $3, $21\njr $20\ntwice: lis $6\n.word 12\n\
    sub $30, $30, $6\nsw $1, 0($30)\nlw $3, 0($30)\nadd $30, $30, $6\njr $31\n";

fn compared(texts: [&str; 2]) -> (Comparison, [Program; 2]) {
    let programs = texts.map(program);
    (of_programs([&programs[0], &programs[1]]), programs)
}

/// The reason why the main program is open: its kind, the word, and the label of the procedure that does not preserve
/// it.
fn reason(texts: [&str; 2]) -> (Why, Option<(String, String)>) {
    let (found, programs) = compared(texts);
    let open = found.procedures[0].open.unwrap_or_else(|| panic!("{found:#?}"));
    let label = |side: usize, callee: [Address; 2]| {
        programs[side].label_at(callee[side]).expect("it has a label").to_owned()
    };
    let because = open.because.map(|Because { spot, source }| {
        let source = match source {
            Source::NotKept(callee) => label(spot.side, callee),
            Source::Below(callee) => format!("below {}", label(spot.side, callee)),
            Source::Unknown(callee) => format!("unknown {}", label(spot.side, callee)),
            Source::Entry => "entry".to_owned(),
            Source::Input => "input".to_owned(),
        };
        (name(spot), source)
    });
    (open.why, because)
}

fn of(word: &str, source: &str) -> Option<(String, String)> {
    Some((word.to_owned(), source.to_owned()))
}

const TARGET: Why = Why::Untracked(Untracked::Target);

#[test]
fn a_register_that_a_procedure_overwrites_has_its_name() {
    let clobbers = KEEPS_IN_REGISTER.replace("add $3, $1, $1", "add $5, $1, $1\nadd $3, $5, $0");
    let expected = |side: &str| (TARGET, of(&format!("{side} $5"), "twice"));
    assert_eq!(reason([KEEPS_IN_REGISTER, &clobbers]), expected("new"));
    assert_eq!(reason([&clobbers, KEEPS_IN_REGISTER]), expected("old"));
}

/// Branches and copies between the call and the jump change nothing of the reason.
#[test]
fn the_word_is_followed_back_to_the_call() {
    let later = KEEPS_IN_REGISTER.replace(
        "add $3, $3, $1\njr $5",
        "bne $1, $2, on\nadd $3, $3, $1\non: add $7, $5, $0\n\
            beq $3, $2, end\nadd $3, $3, $2\nend: jr $7",
    );
    let clobbers = later.replace("add $3, $1, $1", "add $5, $1, $1\nadd $3, $5, $0");
    assert_eq!(reason([&later, &clobbers]), (TARGET, of("new $5", "twice")));
}

#[test]
fn a_word_of_the_stack_that_a_procedure_overwrites_is_named() {
    let clobbers =
        KEEPS_ON_STACK.replace("$1, -4($30)", "$1, 4($30)").replace("$3, -4($30)", "$3, 4($30)");
    assert_eq!(reason([KEEPS_ON_STACK, &clobbers]), (TARGET, of("new stack[-4]", "twice")));
}

#[test]
fn an_address_that_is_computed_of_an_input_names_the_input() {
    let left = "add $3, $1, $1\njr $31\n";
    let right = "add $3, $1, $1\nadd $6, $31, $2\nadd $7, $6, $0\njr $7\n";
    assert_eq!(reason([left, right]), (TARGET, of("new $2", "input")));
}

/// A procedure that returns to where its caller has never put an address.
#[test]
fn a_return_by_another_register_names_it() {
    let left = KEEPS_IN_REGISTER.replace("twice: ", "twice: add $7, $31, $0\n");
    let right = left.replace("add $3, $1, $1\njr $31", "add $3, $1, $1\njr $1");
    let (found, _) = compared([&left, &right]);
    let called = found.procedures.iter().find(|it| !it.is_program).expect("it is called");
    let open = called.open.expect("it jumps where nobody knows");
    assert_eq!(open.why, TARGET);
    let because = open.because.expect("the register is known");
    assert_eq!((name(because.spot).as_str(), because.source), ("new $1", Source::Entry));
}

#[test]
fn frames_of_other_sizes_are_equal_and_a_stack_pointer_that_is_not_restored_is_named() {
    let larger = FRAMES.replace(".word 12", ".word 32");
    let (found, _) = compared([FRAMES, &larger]);
    assert!(found.procedures.iter().all(|it| it.open.is_none()), "{found:#?}");
    let lost = FRAMES.replace("add $30, $30, $6", "add $30, $30, $1");
    let (why, because) = reason([FRAMES, &lost]);
    assert_eq!((why, because), (Why::StackPointers, of("new $30", "twice")));
}

/// A condition and a result depend on a register that only one version keeps.
#[test]
fn what_is_compared_names_the_register_that_one_procedure_does_not_keep() {
    let left = "add $20, $31, $0\nadd $5, $1, $0\nlis $4\n.word twice\njalr $4\nbne $5, $2, skip\n\
        add $3, $3, $1\nskip: jr $20\ntwice: add $3, $1, $1\njr $31\n";
    let clobbers = |text: &str| text.replace("add $3, $1, $1", "add $5, $1, $1\nadd $3, $5, $0");
    assert_eq!(reason([left, &clobbers(left)]), (Why::Branches, of("new $5", "twice")));
    let result = left.replace("bne $5, $2, skip", "add $3, $3, $5");
    assert_eq!(reason([&result, &clobbers(&result)]), (Why::Results, of("new $5", "twice")));
}

#[test]
fn a_word_below_the_stack_pointer_is_named() {
    let left = FRAMES
        .replace("add $21, $3, $0", "sw $3, -4($30)")
        .replace("add $3, $3, $21", "lw $21, -4($30)\nadd $3, $3, $21");
    let (why, because) = reason([&left, &left.replace(".word 12", ".word 32")]);
    assert_eq!(why, Why::Results);
    assert!(
        because
            .is_some_and(|(word, source)| word.ends_with("stack[-4]") && source == "below twice")
    );
}

/// A procedure that is undecided itself is not blamed for the words that it may change.
#[test]
fn a_procedure_that_is_open_itself_is_not_blamed() {
    let left = KEEPS_IN_REGISTER;
    let right = left.replace("add $3, $1, $1\njr $31", "add $3, $1, $1\njr $1");
    assert_eq!(reason([left, &right]), (TARGET, of("old $5", "unknown twice")));
}

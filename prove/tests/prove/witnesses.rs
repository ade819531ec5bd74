//! Claims that an input is the only one on which programs differ, or the least one, and that a program never stops on an
//! input: compared with what the programs do on all inputs of a window.

use tamarin_kernel::claim::{Statement, Steps, Stopping};
use tamarin_kernel::evidence::{Input, Side};
use tamarin_kernel::{Claim, check};
use tamarin_prove::words::from_words;
use tamarin_prove::{Budget, Solved};

use crate::mips::assemble;
use crate::programs;
use crate::sat;

/// Maximum number of clauses for the SAT solver, which is a simple one, and none for it.
const CLAUSES: usize = 3_000;
const NO_SOLVER: usize = 0;

/// Whether a search finds evidence, which the kernel accepts. The SAT solver gets at most so many clauses.
fn is_proved(claim: &Claim, work: u64, most: usize) -> bool {
    let budget = Budget { work, ..Budget::default() };
    let solver = |clauses: &[Vec<i32>], _: u64| {
        let found = if clauses.len() > most { None } else { sat::refute(clauses) };
        found.map_or(Solved::Open, Solved::Refuted)
    };
    let found = from_words(claim, &solver, &budget, work).evidence;
    found.is_ok_and(|evidence| check(claim, &evidence).is_ok())
}

fn input(words: [i32; 2]) -> Input {
    Input { words: words.map(|word| u64::from(word as u32)).to_vec(), ..Input::default() }
}

/// Gives `$1`, and something else where a condition holds, which sets `$5`.
fn unless(condition: &str) -> String {
    format!("{condition}\nadd $3, $1, $0\nbeq $5, $0, 1\nadd $3, $3, $5\njr $31\n")
}

/// A condition on two words, as code and as a function.
type Condition = (&'static str, fn(i32, i32) -> bool);

const CONDITIONS: [Condition; 8] = [
    // $1 = 3 and $2 = -2
    (
        "lis $6\n.word 3\nlis $7\n.word -2\nadd $5, $0, $0\nbne $1, $6, 3\nbne $2, $7, 2\nlis $5\n.word 1",
        |a, b| a == 3 && b == -2,
    ),
    ("lis $6\n.word 3\nadd $5, $0, $0\nbne $1, $6, 2\nlis $5\n.word 1", |a, _| a == 3),
    ("lis $6\n.word -3\nslt $5, $2, $6", |_, b| b < -3),
    ("slt $5, $1, $0\nslt $6, $0, $2\nmult $5, $6\nmflo $5", |a, b| a < 0 && b > 0),
    ("slt $5, $1, $2", |a, b| a < b),
    ("mult $1, $2\nmflo $6\nslt $5, $6, $0", |a, b| a.wrapping_mul(b) < 0),
    ("sltu $5, $2, $1", |a, b| (b as u32) < (a as u32)),
    // The least number, whose absolute value is itself.
    ("add $6, $2, $2\nsltu $5, $0, $2\nbeq $6, $0, 1\nadd $5, $0, $0", |_, b| b == i32::MIN),
];

/// The words that the window has, in the order of witnesses.
const WINDOW: [i32; 10] = [0, 1, -1, 2, -2, 3, -3, 4, -4, i32::MIN];

/// The order of witnesses, by its definition.
fn key([a, b]: [i32; 2]) -> (usize, u32, bool, u32, bool) {
    let nonzero = usize::from(a != 0) + usize::from(b != 0);
    (nonzero, a.unsigned_abs(), a < 0, b.unsigned_abs(), b < 0)
}

#[test]
fn witnesses_are_proved_the_least_or_the_only_ones_just_where_they_are() {
    let whole = assemble("add $3, $1, $0\njr $31\n");
    let mut proved = [0; 2];
    for (code, holds) in CONDITIONS {
        let other = assemble(&unless(code));
        let all = WINDOW.iter().flat_map(|&a| WINDOW.map(|b| [a, b]));
        let differ: Vec<[i32; 2]> = all.filter(|&[a, b]| holds(a, b)).collect();
        // The least input on which each condition holds is in the window.
        let least = differ.iter().copied().min_by_key(|it| key(*it)).expect("one in the window");
        for &witness in differ.iter().take(6).chain([&least]) {
            let among = Steps::All;
            let is_only = witness == [3, -2] && differ.len() == 1;
            let cases = [
                (Statement::Least { witness: input(witness), among }, witness == least),
                (Statement::Only { witness: input(witness), among }, is_only),
            ];
            for (index, (statement, holds)) in cases.into_iter().enumerate() {
                let claim = programs::claim([&whole[..], &other[..]]);
                let claim = Claim { statement, ..claim };
                let work = if holds { 4_000_000 } else { 200_000 };
                assert_eq!(
                    is_proved(&claim, work, CLAUSES),
                    holds,
                    "{code}: {:?}",
                    claim.statement
                );
                proved[index] += u32::from(holds);
            }
        }
    }
    assert!(proved[0] >= 8 && proved[1] >= 1, "{proved:?}");
}

/// Loops that count from `$1` in steps until they meet `$2`.
#[test]
fn loops_never_stop_just_where_they_never_meet_their_bound() {
    for step in [0, 1, 2, 4, 12, -2i32] {
        let text = format!(
            "lis $4\n.word {step}\nbeq $1, $2, 2\nadd $1, $1, $4\nbeq $0, $0, -3\njr $31\n"
        );
        let words = assemble(&text);
        for from in [0, 1, 6] {
            for to in [0, 3, 6, 17] {
                let claim = programs::claim([&words[..], &words[..]]);
                let statement =
                    Statement::NeverStops { side: Side::Right, input: input([from, to]) };
                let divisor = if step == 0 { 0 } else { 1 << (step as u32).trailing_zeros() };
                let difference = to.wrapping_sub(from);
                let meets = if step == 0 { difference == 0 } else { difference % divisor == 0 };
                let proved = is_proved(&Claim { statement, ..claim }, 1_000_000, NO_SOLVER);
                assert_eq!(proved, !meets, "from {from} by {step} to {to}");
            }
        }
    }
}

/// A program of numbers stops, however late; and one that never stops is not proved to.
#[test]
fn a_loop_that_ends_late_is_proved_to_stop() {
    for (step, stops) in [(1, true), (0, false)] {
        let text = format!(
            "lis $4\n.word {step}\nlis $5\n.word 300000000\nbeq $5, $0, 3\nsub $5, $5, $4\n\
             add $3, $3, $5\nbeq $0, $0, -4\njr $31\n"
        );
        assert_eq!(is_proved(&stopping(&text, [0, 0]), 4_000_000, NO_SOLVER), stops, "by {step}");
    }
}

/// The claim that a program stops on an input.
fn stopping(text: &str, words: [i32; 2]) -> Claim {
    let program = assemble(text);
    let claim = programs::claim([&program[..], &program[..]]);
    let [a, b] = words.map(|word| word as u32);
    let premises = [format!("a = {a}"), format!("b = {b}")];
    let statement = Statement::Agree { steps: Steps::All, stop: Stopping::Both };
    Claim { statement, premises: premises.map(|it| (&it[..]).into()).to_vec(), ..claim }
}

/// A loop that counts to `$1`, signed: while fewer than `$1` are done it stops, and while at most `$1` are, it does not for
/// the greatest number, which no number exceeds.
#[test]
fn a_loop_to_the_greatest_number_stops_if_it_counts_fewer() {
    let loop_while = |leave: &str| {
        format!(
            "lis $4\n.word 1\nadd $5, $0, $0\n{leave}\nadd $5, $5, $4\nbeq $0, $0, -4\njr $31\n"
        )
    };
    let fewer = loop_while("slt $6, $5, $1\nbeq $6, $0, 2");
    let at_most = loop_while("slt $6, $1, $5\nbne $6, $0, 2");
    for (bound, stops) in [(i32::MAX, false), (1_000_000, true)] {
        assert!(
            is_proved(&stopping(&fewer, [bound, 7]), 4_000_000, NO_SOLVER),
            "fewer than {bound}"
        );
        let is_stopping = is_proved(&stopping(&at_most, [bound, 7]), 4_000_000, NO_SOLVER);
        assert!(stops || !is_stopping, "at most {bound}");
        let program = assemble(&at_most);
        let claim = programs::claim([&program[..], &program[..]]);
        let statement = Statement::NeverStops { side: Side::Left, input: input([bound, 7]) };
        assert_eq!(
            is_proved(&Claim { statement, ..claim }, 4_000_000, NO_SOLVER),
            !stops,
            "{bound}"
        );
    }
}

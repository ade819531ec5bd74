//! Alignment: programs with loops are proved equivalent from their words alone, and wrong ones never are.

use tamarin_kernel::evidence::Side;
use tamarin_kernel::execute::{Ending, State};
use tamarin_kernel::numbers::run;
use tamarin_kernel::{Claim, Evidence, check};
use tamarin_prove::align::align;
use tamarin_prove::{Budget, Open, Solved};

use crate::programs::*;

/// `slt $d, $s, $t`, then a branch over `by` words if the result is 0.
fn unless_below(s: u64, t: u64, by: i16) -> [u64; 2] {
    [slt(22, s, t), beq(22, 0, by)]
}

/// Adds 1 to `$5` while `$test < $1`; `body` is the loop body. `$9` is 1.
fn up(body: &[u64]) -> Vec<u64> {
    let count = body.len() as i16;
    let mut words = vec![lis(9), 1];
    words.extend(unless_below(5, 1, count + 2));
    words.extend(body);
    words.extend([add(5, 5, 9), beq(0, 0, -count - 4), add(3, 6, 0), jr(31)]);
    words
}

/// While `0 < $1` takes 1 off `$1`, which the body does.
fn down(body: &[u64]) -> Vec<u64> {
    let count = body.len() as i16;
    let mut words = vec![lis(9), 1];
    words.extend(unless_below(0, 1, count + 1));
    words.extend(body);
    words.extend([beq(0, 0, -count - 3), add(3, 6, 0), jr(31)]);
    words
}

/// `rounds` rounds of a body at once while `$1` is more than `$10`, and then the rest.
fn unrolled(body: &[u64], rounds: usize, more: u64) -> Vec<u64> {
    let (all, count) = (body.repeat(rounds), body.len() as i16);
    let long = all.len() as i16;
    let mut words = vec![lis(9), 1, lis(10), more];
    words.extend(unless_below(10, 1, long + 1));
    words.extend(all);
    words.push(beq(0, 0, -long - 3));
    words.extend(unless_below(0, 1, count + 1));
    words.extend(body);
    words.extend([beq(0, 0, -count - 3), add(3, 6, 0), jr(31)]);
    words
}

/// Keeps `$1` at `-4($30)` and loads it for each use.
fn in_memory(down: &[u64]) -> Vec<u64> {
    [&[sw(1, 30, -4)], down].concat()
}

fn aligned(programs: [&[u64]; 2]) -> Result<Evidence, Open> {
    aligned_within(programs, 400_000_000)
}

fn aligned_within(programs: [&[u64]; 2], work: u64) -> Result<Evidence, Open> {
    let claim = claim(programs);
    let mut budget = Budget { work, ..Budget::default() };
    let evidence = align(&claim, &|_, _| Solved::Open, &mut budget)?;
    check(&claim, &evidence).expect("what is returned is accepted");
    agree_on_runs(&claim);
    Ok(evidence)
}

/// Runs both programs of a claim on some inputs; those that end agree.
fn agree_on_runs(claim: &Claim) {
    let machine = claim.machine().expect("it is known");
    let mut random = oorandom::Rand32::new(11);
    for _ in 0..200 {
        let words = [0, 1].map(|_| match random.rand_range(0..4) {
            0 => random.rand_u32(),
            1 => random.rand_range(0..9).wrapping_neg(),
            _ => random.rand_range(0..70),
        });
        let ends = Side::BOTH.map(|side| {
            let text = claim.programs[side.index()].iter().enumerate();
            let memory = text.map(|(index, &word)| (4 * index as u64, word)).collect();
            let value = |name: &str| u64::from(words[usize::from(name == "b")]);
            let given = &claim.start[side.index()];
            let (program, registers) =
                tamarin_kernel::check::program(machine, given, |it| it, value);
            let mut state = State::new(0, registers, memory);
            let ending = run(&program, &mut state, 20_000, &mut 0).expect("it runs");
            ending.map(|it| (it, state.registers[3]))
        });
        if let [Some(left), Some(right)] = ends {
            assert_eq!(left.0, Ending::Done);
            assert_eq!(left, right, "{words:?}");
        }
    }
}

/// `$6 = $6 + $1`, `$1 = $1 - 1`
const SUM: fn() -> [u64; 2] = || [add(6, 6, 1), sub(1, 1, 9)];

#[test]
fn a_loop_and_several_rounds_at_once() {
    for rounds in [2, 5] {
        let right = unrolled(&SUM(), rounds, rounds as u64 - 1);
        let evidence = aligned([&down(&SUM()), &right]).expect("they agree");
        assert_eq!(evidence.nodes.len(), 2);
    }
}

#[test]
fn counting_up_and_down() {
    let body = [add(6, 6, 2)];
    aligned([&up(&body), &down(&[add(6, 6, 2), sub(1, 1, 9)])]).expect("they agree");
}

#[test]
fn a_sum_of_squares_forwards_and_backwards() {
    let forwards = up(&[add(8, 5, 9), mult(8, 8), mflo(7), add(6, 6, 7)]);
    let backwards = down(&[mult(1, 1), mflo(7), add(6, 6, 7), sub(1, 1, 9)]);
    let evidence = aligned([&forwards, &backwards]).expect("they agree");
    assert!(!evidence.functions.is_empty());
}

#[test]
fn a_counter_on_the_stack() {
    let body = [lw(1, 30, -4), add(6, 6, 1), sub(1, 1, 9), sw(1, 30, -4)];
    let right = in_memory(&down(&body));
    aligned([&down(&SUM()), &right]).expect("they agree");
}

/// Iterations of two steps with a test between them; their result has no closed form.
#[test]
fn a_round_of_two_steps_that_may_end_behind_the_first() {
    let step = [add(6, 6, 6), add(6, 6, 1), sub(1, 1, 9)];
    let mut right = vec![lis(9), 1];
    right.extend(unless_below(0, 1, 9));
    right.extend(step);
    right.extend(unless_below(0, 1, 4));
    right.extend(step);
    right.extend([beq(0, 0, -11), add(3, 6, 0), jr(31)]);
    aligned([&down(&step), &right]).expect("they agree");
}

/// From both ends, in two loops in a row: one closed form is that of the sum until the counters meet, another one is
/// that of a sum which a loop before has made.
#[test]
fn a_sum_from_both_ends_and_in_a_row() {
    let mut ends = vec![lis(9), 1, add(7, 1, 0)];
    ends.extend(unless_below(5, 7, 7));
    ends.extend([add(5, 5, 9), add(6, 6, 5)]);
    ends.extend(unless_below(5, 7, 1));
    ends.extend([add(6, 6, 7), sub(7, 7, 9), beq(0, 0, -9), add(3, 6, 0), jr(31)]);
    aligned([&up(&[add(8, 5, 9), add(6, 6, 8)]), &ends]).expect("they agree");
    let mut row = vec![lis(9), 1];
    row.extend(unless_below(5, 1, 3));
    row.extend([add(6, 6, 5), add(5, 5, 9), beq(0, 0, -5)]);
    row.extend(unless_below(0, 1, 3));
    row.extend([add(6, 6, 2), sub(1, 1, 9), beq(0, 0, -5), add(3, 6, 0), jr(31)]);
    aligned([&row, &up(&[add(6, 6, 5), add(6, 6, 2)])]).expect("they agree");
}

/// Runs and their analysis count as work, so a limit below their cost ends the search before any proof.
#[test]
fn runs_count_as_work() {
    let right = unrolled(&SUM(), 5, 4);
    let open = aligned_within([&down(&SUM()), &right], 10_000).expect_err("it has no work");
    assert_eq!(open, Open::Spent("work"));
}

#[test]
fn what_differs_is_never_proved() {
    let left = down(&SUM());
    let wrong = [
        unrolled(&SUM(), 3, 0),
        unrolled(&SUM(), 4, 1),
        down(&[add(6, 6, 1), sub(1, 1, 9), add(6, 6, 0), add(6, 6, 9)]),
    ];
    for right in &wrong {
        let open = aligned([&left, right]).expect_err("they differ");
        assert!(matches!(open, Open::Differ(_)), "{open}");
    }
    // One program never ends if `$1` is the greatest number.
    let mut at_most = vec![lis(9), 1, add(5, 9, 0), slt(22, 1, 5), bne(22, 0, 3)];
    at_most.extend([add(6, 6, 2), add(5, 5, 9), beq(0, 0, -5), add(3, 6, 0), jr(31)]);
    let down = down(&[add(6, 6, 2), sub(1, 1, 9)]);
    aligned_within([&at_most, &down], 40_000_000).expect_err("they differ at 2^31 - 1");
}

//! Recursive functions: loops with different numbers of iterations.

use tamarin_kernel::check;
use tamarin_prove::recursion::recursion;
use tamarin_prove::{Budget, Open, Solved};

use crate::programs::*;

/// `$2` times `$1` for positive `$1`, or `$2` to the power of `$1`, in `$1` iterations with the loop body `step`.
fn linear(step: &[u64], unit: u64) -> Vec<u64> {
    let mut words = vec![lis(4), 1, lis(3), unit, slt(5, 0, 1)];
    words.push(beq(5, 0, step.len() as i16 + 2));
    words.extend_from_slice(step);
    words.extend([sub(1, 1, 4), beq(0, 0, -(step.len() as i16) - 4), jr(31)]);
    words
}

/// The same with half of `$1` and `square` in each round; the remainder by 2 says whether there is a step.
fn halving(step: &[u64], square: &[u64], unit: u64) -> Vec<u64> {
    let mut words = vec![lis(6), 2, lis(3), unit, slt(5, 0, 1)];
    let (steps, squares) = (step.len() as i16, square.len() as i16);
    words.push(beq(5, 0, steps + squares + 5));
    words.extend([div(1, 6), mfhi(7), mflo(1), beq(7, 0, steps)]);
    words.extend_from_slice(step);
    words.extend_from_slice(square);
    words.extend([beq(0, 0, -steps - squares - 7), jr(31)]);
    words
}

fn open(programs: [&[u64]; 2]) -> Result<(), Open> {
    let claim = claim(programs);
    let mut budget = Budget { work: 100_000_000, ..Budget::default() };
    let evidence = recursion(&claim, &|_, _| Solved::Open, &mut budget)?;
    check(&claim, &evidence).expect("what is returned is accepted");
    assert!(!evidence.functions.is_empty() && !evidence.contracts.is_empty());
    Ok(())
}

#[test]
fn repeated_addition_is_doubling() {
    let (step, square) = ([add(3, 3, 2)], [add(2, 2, 2)]);
    let programs = [linear(&step, 0), halving(&step, &square, 0)];
    open([&programs[0], &programs[1]]).expect("they agree");
    open([&programs[1], &programs[0]]).expect("they agree");
    for wrong in [halving(&step, &step, 0), halving(&square, &square, 0), linear(&step, 1)] {
        open([&programs[0], &wrong]).expect_err("they differ");
    }
}

#[test]
fn a_power_by_products_is_one_by_squares() {
    let (step, square) = ([mult(3, 2), mflo(3)], [mult(2, 2), mflo(2)]);
    let programs = [linear(&step, 1), halving(&step, &square, 1)];
    open([&programs[0], &programs[1]]).expect("they agree");
    for wrong in [halving(&step, &[add(2, 2, 2)], 1), halving(&step, &square, 2)] {
        open([&programs[0], &wrong]).expect_err("they differ");
    }
}

#[test]
fn loops_that_do_not_end_have_no_function() {
    let turns = vec![lis(4), 1, add(3, 3, 4), beq(0, 0, -2), jr(31)];
    open([&turns, &turns]).expect_err("no measure gets smaller");
}

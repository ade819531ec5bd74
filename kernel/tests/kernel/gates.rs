//! Gates and their clauses, for all words of 3 bits: the clauses allow exactly the right result.

use crate::support::sat;
use tamarin_kernel::gates::{Bits, Gates, TRUE, flip, number};
use tamarin_kernel::{Refusal, lrat};

const WIDTH: usize = 3;

/// An operation on two words, as gates and on numbers.
struct Operation {
    name: &'static str,
    gates: fn(&mut Gates, &Bits, &Bits) -> Bits,
    value: fn(u128, u128) -> u128,
}

const OPERATIONS: [Operation; 9] = [
    Operation {
        name: "sum with the carry out of it",
        gates: |gates, a, b| {
            let (mut sum, carry) = gates.add(a, b, -TRUE);
            sum.push(carry);
            sum
        },
        value: |a, b| a + b,
    },
    Operation {
        name: "sum with a carry into it",
        gates: |gates, a, b| {
            let (mut sum, carry) = gates.add(a, b, TRUE);
            sum.push(carry);
            sum
        },
        value: |a, b| a + b + 1,
    },
    Operation {
        name: "difference",
        gates: |gates, a, b| gates.add(a, &flip(b), TRUE).0,
        value: |a, b| (8 + a - b) % 8,
    },
    Operation {
        name: "product",
        gates: |gates, a, b| gates.multiply(a, b, WIDTH),
        value: |a, b| a * b % 8,
    },
    Operation {
        name: "wide product",
        gates: |gates, a, b| gates.multiply(a, b, 2 * WIDTH),
        value: |a, b| a * b,
    },
    Operation {
        name: "below",
        gates: |gates, a, b| vec![gates.below(a, b)],
        value: |a, b| u128::from(a < b),
    },
    Operation {
        name: "equal",
        gates: |gates, a, b| vec![gates.equal(a, b)],
        value: |a, b| u128::from(a == b),
    },
    Operation { name: "quotient", gates: |gates, a, b| gates.divide(a, b).0, value: |a, b| a / b },
    Operation { name: "remainder", gates: |gates, a, b| gates.divide(a, b).1, value: |a, b| a % b },
];

#[test]
fn clauses_allow_the_right_result_and_no_other_one() {
    for Operation { name, gates: apply, value } in OPERATIONS {
        let divides = name == "quotient" || name == "remainder";
        for (a, b) in (0..64u128).map(|code| (code / 8, code % 8)) {
            let mut gates = Gates::default();
            let words = [gates.word(WIDTH), gates.word(WIDTH)];
            let result = apply(&mut gates, &words[0], &words[1]);
            for (word, value) in words.iter().zip([a, b]) {
                let is_value = gates.equal(word, &number(value, WIDTH));
                gates.clause(&[is_value]);
            }
            // By zero, any word is allowed.
            let is_any = divides && b == 0;
            let expected = number(if is_any { 5 } else { value(a, b) }, result.len());
            let bits = result.iter().zip(expected);
            let right: Bits =
                bits.map(|(bit, one)| if one == TRUE { *bit } else { -bit }).collect();
            let clauses = gates.clauses;
            let is_right = right.iter().map(|bit| vec![*bit]);
            let with_right: Vec<_> = clauses.iter().cloned().chain(is_right).collect();
            assert!(sat::refute(&with_right).is_none(), "{name} of {a} and {b}");
            let with_other: Vec<_> = clauses.into_iter().chain([flip(&right)]).collect();
            assert_eq!(sat::refute(&with_other).is_none(), is_any, "{name} of {a} and {b}");
        }
    }
}

/// If the limit on literals is reached, the refusal reports that and nothing else.
#[test]
fn a_proof_that_costs_too_much_is_refused_for_that() {
    let clauses = vec![vec![1, 2], vec![-1, 2], vec![1, -2], vec![-1, -2]];
    let proof = sat::refute(&clauses).expect("they contradict each other");
    let check = |budget: usize| {
        let mut left = budget;
        lrat::check(&clauses, &proof, |work| {
            left = left.checked_sub(work).ok_or(Refusal::Cost)?;
            Ok(())
        })
    };
    let enough = (0..10_000).find(|budget| check(*budget).is_ok()).expect("it is cheap");
    assert!(enough > 10);
    for budget in 0..enough {
        assert_eq!(check(budget), Err(Refusal::Cost), "{budget}");
    }
}

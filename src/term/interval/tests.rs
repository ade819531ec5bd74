//! Every operation on intervals holds for all members.

use proptest::prelude::*;

use super::*;
use crate::term::{Model, Term, Terms};

/// Words near the interesting bounds, and arbitrary ones.
fn word() -> impl Strategy<Value = u32> {
    let near = (prop::sample::select(vec![0, 1 << 16, 1 << 31, u32::MAX]), -4i32..4);
    prop_oneof![near.prop_map(|(a, b): (u32, i32)| a.wrapping_add_signed(b)), any::<u32>()]
}

/// An interval with a member of it.
fn member() -> impl Strategy<Value = (Interval, u32)> {
    let more = prop_oneof![Just(0), 0u32..9, any::<u32>()];
    (word(), more, any::<u32>()).prop_map(|(start, more, at)| {
        let at = (u64::from(at) % (u64::from(more) + 1)) as u32;
        (Interval { start: start.into(), more: more.into() }, start.wrapping_add(at))
    })
}

fn contains(interval: Interval, value: u64, width: Width) -> bool {
    interval.ahead(value, width) <= interval.more
}

type Op = (fn(&mut Terms, Term, Term) -> Term, fn(Interval, Interval) -> Interval, Width);

/// Each operation, as a term and on intervals.
const OPS: [Op; 16] = [
    (Terms::add, |a, b| a.add(b, Word), Word),
    (Terms::sub, |a, b| a.subtract(b, Word), Word),
    (Terms::mul, |a, b| a.multiply(b, Word), Word),
    (Terms::bit_and, |a, b| a.bit_and(b, Word), Word),
    (Terms::udiv, |a, b| a.divide(b, Word), Word),
    (Terms::urem, |a, b| a.remainder(b, Word), Word),
    (Terms::sdiv, |a, b| a.divide_signed(b, Word), Word),
    (Terms::srem, |a, b| a.remainder_signed(b, Word), Word),
    (Terms::eq, |a, b| a.equal(b, Word), Word),
    (Terms::ult, |a, b| a.below(b, Word), Word),
    (Terms::slt, |a, b| a.below_signed(b, Word), Word),
    (
        |t, a, b| wide(t, a, b, Terms::sign_extend),
        |a, b| high(a.sign_extend(), b.sign_extend()),
        Word,
    ),
    (
        |t, a, b| wide(t, a, b, Terms::zero_extend),
        |a, b| high(a.zero_extend(), b.zero_extend()),
        Word,
    ),
    (
        |t, a, b| {
            let (a, b) = (t.sign_extend(a), t.zero_extend(b));
            t.sub(a, b)
        },
        |a, b| a.sign_extend().subtract(b.zero_extend(), Double),
        Double,
    ),
    (
        |t, a, b| {
            let (a, b) = (t.sign_extend(a), t.sign_extend(b));
            let product = t.mul(a, b);
            t.low(product)
        },
        |a, b| a.sign_extend().multiply(b.sign_extend(), Double).low(),
        Word,
    ),
    (
        |t, a, b| {
            let quotient = t.udiv(b, a);
            t.add(a, quotient)
        },
        |a, b| a.plus_quotient(b).unwrap_or(Interval::WORDS),
        Word,
    ),
];

fn wide(terms: &mut Terms, a: Term, b: Term, extend: fn(&mut Terms, Term) -> Term) -> Term {
    let (a, b) = (extend(terms, a), extend(terms, b));
    let product = terms.mul(a, b);
    terms.high(product)
}

fn high(a: Interval, b: Interval) -> Interval {
    a.multiply(b, Double).high()
}

/// All intervals of four bits: for all combinations of members, the result lies in the interval of
/// the results.
#[test]
fn every_operation_holds_for_all_small_intervals() {
    type Small = (fn(Interval, Interval) -> Interval, fn(i64, i64) -> i64);
    const W: Width = Width::Nibble;
    const OPS: [Small; 11] = [
        (|a, b| a.add(b, W), |a, b| a + b),
        (|a, b| a.subtract(b, W), |a, b| a - b),
        (|a, b| a.multiply(b, W), |a, b| a * b),
        (|a, b| a.bit_and(b, W), |a, b| a & b),
        (|a, b| a.equal(b, W), |a, b| (a == b).into()),
        (|a, b| a.below(b, W), |a, b| (a < b).into()),
        (|a, b| a.below_signed(b, W), |a, b| (signed(a) < signed(b)).into()),
        (|a, b| a.divide(b, W), |a, b| a.checked_div(b).unwrap_or(15)),
        (|a, b| a.remainder(b, W), |a, b| a.checked_rem(b).unwrap_or(a)),
        (
            |a, b| a.divide_signed(b, W),
            |a, b| match signed(a).checked_div(signed(b)) {
                Some(quotient) => quotient,
                None => {
                    if signed(a) < 0 {
                        1
                    } else {
                        -1
                    }
                }
            },
        ),
        (|a, b| a.remainder_signed(b, W), |a, b| signed(a).checked_rem(signed(b)).unwrap_or(a)),
    ];
    const fn signed(a: i64) -> i64 {
        if a < 8 { a } else { a - 16 }
    }
    let members = |a: Interval| (0..=a.more).map(move |k| ((a.start + k) & 15) as i64);
    let all = || (0..16).flat_map(|start| (0..16).map(move |more| Interval { start, more }));
    for (number, (interval, ground)) in OPS.into_iter().enumerate() {
        let mut results = [[0u64; 16]; 16];
        for (a, b) in (0..16).flat_map(|a| (0..16).map(move |b| (a, b))) {
            results[a][b] = ground(a as i64, b as i64) as u64 & 15;
        }
        for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
            let bounds = interval(a, b);
            for x in members(a) {
                for y in members(b) {
                    let value = results[x as usize][y as usize];
                    assert!(
                        contains(bounds, value, W),
                        "{number}: {x} in {a:?}, {y} in {b:?}, {value} in {bounds:?}"
                    );
                }
            }
        }
    }
    for (a, b) in all().flat_map(|a| all().map(move |b| (a, b))) {
        let both = a.union(b, W);
        assert!(members(a).chain(members(b)).all(|x| contains(both, x as u64, W)), "{a:?} {b:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn results_lie_in_the_interval_of_the_results((a, x) in member(), (b, y) in member()) {
        let mut terms = Terms::new();
        let inputs = ["x", "y"].map(|name| terms.symbol(name));
        let mut model = Model::new();
        for (input, value) in inputs.into_iter().zip([x, y]) {
            let Node::Symbol(symbol) = terms.node(input) else { panic!("a symbol") };
            model.set(symbol, value);
        }
        for (number, (term, interval, width)) in OPS.into_iter().enumerate() {
            let term = term(&mut terms, inputs[0], inputs[1]);
            let value = terms.eval(&[term], &model)[0];
            let bounds = interval(a, b);
            prop_assert!(contains(bounds, value, width), "{number}: {value:#x} in {bounds:x?}");
            let of_term = terms.interval(term);
            prop_assert!(contains(of_term, value, width), "{number}: {value:#x} in {of_term:x?}");
            let exact = interval(Interval::single(x.into()), Interval::single(y.into()));
            // The sum excludes a zero divisor.
            if number != OPS.len() - 1 || x != 0 {
                prop_assert_eq!(exact.only(), Some(value), "{}", number);
            }
        }
    }

    #[test]
    fn unions_and_parts_lose_nothing((a, x) in member(), (b, y) in member()) {
        let both = a.union(b, Word);
        prop_assert!(contains(both, x.into(), Word) && contains(both, y.into(), Word));
        if a.more > 0 {
            let parts = a.split();
            prop_assert!(parts.iter().any(|part| contains(*part, x.into(), Word)));
            prop_assert_eq!(parts[0].more + parts[1].more + 1, a.more);
            prop_assert!(!parts.iter().any(|part| part.has_both_signs()) || a.start > 1 << 31);
        }
    }
}

#[test]
fn the_sum_of_a_divisor_and_its_quotient_has_exact_bounds() {
    for (p, q, a, b) in [(1, 9, 3, 70), (5, 40, 100, 120), (30, 40, 0, 9), (1, 1, 7, 7)] {
        let sums = (p..=q).flat_map(|p| (a..=b).map(move |n| p + n / p));
        let (least, largest) = sums.fold((u64::MAX, 0), |(l, m), s| (l.min(s), m.max(s)));
        let divisor = Interval { start: p, more: q - p };
        let sum = divisor.plus_quotient(Interval { start: a, more: b - a });
        assert_eq!(sum, Some(Interval { start: least, more: largest - least }));
    }
}

#[test]
fn arcs_in_arcs() {
    let around = Interval::between(u32::MAX - 4, 4);
    assert!(
        around.contains(Interval::between(0, 4)) && around.contains(Interval::between(u32::MAX, 0))
    );
    assert!(
        around.contains(around)
            && around.complement().and_then(Interval::complement) == Some(around)
    );
    assert!(!around.contains(Interval::between(0, 5)) && !Interval::between(0, 4).contains(around));
    assert!(Interval::between(0, u32::MAX).contains(Interval::between(3, 3)));
}

//! Divisions by constants as compilers write them, and similar expressions that are not divisions.

use super::*;

/// How a word is divided by a constant.
#[derive(Clone, Copy, Debug)]
enum Rounds {
    /// Unsigned.
    Plain,
    /// Unsigned, with half the modulus added.
    Biased,
    /// Signed, truncated.
    Truncates,
    /// The same, with an adjustment before the division if the word is negative.
    Before,
    /// The same, minus one if the remainder is negative.
    Behind,
}

const ROUNDS: [Rounds; 5] =
    [Rounds::Plain, Rounds::Biased, Rounds::Truncates, Rounds::Before, Rounds::Behind];

impl Rounds {
    fn word(self, terms: &mut Terms, word: Word, d: u32) -> Word {
        let by = terms.constant(d);
        match self {
            Rounds::Plain => terms.quotient(false, word, by),
            Rounds::Biased => {
                let [bias, less] = [1 << 31, (1 << 31) / d].map(|number| terms.constant(number));
                let biased = terms.add(word, bias);
                let quotient = terms.quotient(false, biased, by);
                terms.sub(quotient, less)
            }
            Rounds::Truncates => terms.quotient(true, word, by),
            Rounds::Before => {
                let is_below = terms.less(true, word, Terms::ZERO);
                let most = terms.constant(d - 1);
                let less = terms.mul(is_below, most);
                let dividend = terms.sub(word, less);
                terms.quotient(true, dividend, by)
            }
            Rounds::Behind => {
                let quotient = terms.quotient(true, word, by);
                let remainder = terms.remainder(true, word, by);
                let less = terms.less(true, remainder, Terms::ZERO);
                terms.sub(quotient, less)
            }
        }
    }
}

/// The high word of `m * x`; or that plus or minus `x`; or an average with it.
fn high(terms: &mut Terms, signed: bool, x: Word, m: u32, kind: u32) -> Word {
    let [m, two] = [m, 2].map(|number| terms.constant(number));
    let high = terms.high(signed, x, m);
    match kind {
        0 => high,
        1 => terms.add(high, x),
        2 => terms.sub(high, x),
        _ => {
            let rest = terms.sub(x, high);
            let half = terms.quotient(false, rest, two);
            terms.add(half, high)
        }
    }
}

/// All atoms in a word, including nested ones.
fn atoms(terms: &Terms, word: Word) -> BTreeSet<Atom> {
    let (mut open, mut all) = (vec![word], BTreeSet::new());
    while let Some(word) = open.pop() {
        for &atom in terms.polynomial(word).keys().flatten() {
            if all.insert(atom)
                && let Some(
                    &Node::Quotient(_, a, b)
                    | &Node::Remainder(_, a, b)
                    | &Node::High(_, a, b)
                    | &Node::Less(_, a, b),
                ) = terms.node(atom)
            {
                open.extend([a, b]);
            }
        }
    }
    all
}

/// Boundary values, and values where the quotient by a number changes.
fn edges(n: u32) -> impl Iterator<Item = u32> {
    let last = u32::MAX / n;
    let all = [0, 1, 2, 3, last / 4, last / 3, last / 2, last - 1, last];
    let near = all.into_iter().map(move |k| k.wrapping_mul(n)).chain([1 << 31]);
    let near = near.flat_map(|x| [x.wrapping_sub(1), x, x.wrapping_add(1)]);
    near.flat_map(|x| [x, x.wrapping_neg()])
}

/// Whether a word is zero at the boundary values of all divisors in it.
fn is_zero(terms: &Terms, word: Word, x: Word) -> bool {
    let symbol = terms.atom_and_number(x).expect("a symbol").0;
    let numbers = atoms(terms, word).into_iter().filter_map(|atom| match terms.node(atom) {
        Some(&Node::Quotient(signed, _, by)) => {
            let by = terms.as_constant(by)?;
            Some(if signed { (by as i32).unsigned_abs() } else { by })
        }
        _ => None,
    });
    let numbers: Vec<u32> = numbers.filter(|by| *by > 1).chain([2, 3]).collect();
    let mut terms = terms.clone();
    numbers.into_iter().flat_map(edges).all(|number| {
        let number = terms.constant(number);
        let value = terms.with(word, symbol, number);
        terms.as_constant(value) == Some(0)
    })
}

/// Claims about constant or short words hold at all boundary values.
#[test]
fn what_is_said_is_so() {
    let factors: [u32; 9] = [
        0xaaaa_aaab,
        0xcccc_cccd,
        0x2492_4925,
        0x9249_2493,
        0x5555_5556,
        0x8000_0001,
        3,
        0xffff_ffff,
        0x8000_0000,
    ];
    let near = factors.into_iter().flat_map(|m| [-1, 0, 1].map(|by| m.wrapping_add_signed(by)));
    let (mut said, mut not) = ([0, 0], 0);
    let all = near.flat_map(|m| [1, 4, 64, 3, 1 << 30].map(|d| (m, d)));
    let all = all.flat_map(|it| ROUNDS.map(|rounds| (it, rounds)));
    for (((m, d), rounds), kind) in all.flat_map(|it| [0, 1, 2, 3].map(|kind| (it, kind))) {
        for (signed, below) in [false, true].into_iter().flat_map(|it| [0, 4_096].map(|n| (it, n)))
        {
            let mut terms = Terms::default();
            let x = terms.symbol("x");
            let number = terms.constant(below);
            let base = if below > 0 { terms.remainder(signed, x, number) } else { x };
            let high = high(&mut terms, signed, base, m, kind);
            let word = rounds.word(&mut terms, high, d);
            terms.less(true, word, Terms::ZERO);
            for of in atoms(&terms, word) {
                let mut terms = terms.clone();
                match (Reciprocal { of: of.0 }).stated(&mut terms) {
                    Some(zero) => {
                        said[usize::from(signed)] += 1;
                        let what = (m, d, rounds, kind, signed, below);
                        assert!(is_zero(&terms, zero, x), "{what:?} {:?}", terms.node(of));
                    }
                    None => not += 1,
                }
            }
        }
    }
    assert!(said[0] > 500 && said[1] > 500 && not > 5_000, "{said:?} {not}");
}

/// A word minus a quotient, with all atoms replaced by their claims.
fn without(terms: &mut Terms, word: Word, quotient: Word) -> Word {
    let mut left = terms.sub(word, quotient);
    for _ in 0..3 {
        for atom in terms.polynomial(left).keys().flatten().copied().collect::<Vec<_>>() {
            let said = Reciprocal { of: atom.0 }.stated(terms);
            let factor = terms.polynomial(left).get(&vec![atom]).copied().unwrap_or(0);
            if let Some(zero) = said {
                let factor = terms.constant(factor);
                let multiple = terms.mul(zero, factor);
                left = terms.sub(left, multiple);
            }
        }
    }
    left
}

/// Quotients as compilers write them are found. With another reciprocal, or without the correction for negative
/// numbers, they are not.
#[test]
fn quotients_are_found() {
    for (d, m, power, kind) in [
        (3, 0xaaaa_aaab, 2, 0),
        (5, 0xcccc_cccd, 4, 0),
        (10, 0xcccc_cccd, 8, 0),
        (1000, 0x1062_4dd3, 64, 0),
        (7, 0x2492_4925, 4, 3),
    ] {
        let mut terms = Terms::default();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        for base in [x, terms.add(x, y)] {
            let number = terms.constant(d);
            let quotient = terms.quotient(false, base, number);
            let mut left = |m, power| {
                let high = high(&mut terms, false, base, m, kind);
                let word = Rounds::Plain.word(&mut terms, high, power);
                without(&mut terms, word, quotient)
            };
            assert_eq!(left(m, power), Terms::ZERO, "{d}");
            for (m, power) in [(m - 1, power), (m + 2, power), (m, power * 3)] {
                assert_ne!(left(m, power), Terms::ZERO, "{d}");
            }
        }
    }
    for (d, m, power, kind) in [
        (3, 0x5555_5556, 1, 0),
        (5, 0x6666_6667, 2, 0),
        (10, 0x6666_6667, 4, 0),
        (7, 0x9249_2493, 4, 1),
        (-3, 0x5555_5555, 2, 2),
        (-5, 0x9999_9999, 2, 0),
        (-7, 0x6db6_db6d, 4, 2),
    ] {
        for rounds in [Rounds::Biased, Rounds::Before, Rounds::Behind] {
            let mut terms = Terms::default();
            let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
            let number = terms.constant(d as u32);
            for base in [x, terms.add(x, y)] {
                let quotient = terms.quotient(true, base, number);
                let mut left = |m, power, corrects: bool| {
                    let mut word = high(&mut terms, true, base, m, kind);
                    if power > 1 {
                        word = rounds.word(&mut terms, word, power);
                    }
                    let of = if d > 0 { base } else { word };
                    let flag = terms.less(true, of, Terms::ZERO);
                    let sum = terms.add(word, flag);
                    without(&mut terms, if corrects { sum } else { word }, quotient)
                };
                assert_eq!(left(m, power, true), Terms::ZERO, "{d} {rounds:?}");
                assert_ne!(left(m, power, false), Terms::ZERO, "{d} {rounds:?}");
                for (m, power) in [(m - 1, power), (m + 2, power), (m, power * 2)] {
                    assert_ne!(left(m, power, true), Terms::ZERO, "{d} {m} {rounds:?}");
                }
            }
        }
    }
}

/// Nothing is claimed about words with two bases, or words that are no fractions.
#[test]
fn nothing_is_said_of_others() {
    let mut terms = Terms::default();
    let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
    let [m, two] = [0xaaaa_aaab, 2].map(|number| terms.constant(number));
    for signed in [false, true] {
        let [high_x, high_y] = [x, y].map(|of| terms.high(signed, of, m));
        let sum = terms.add(high_x, high_y);
        let other = terms.high(!signed, x, m);
        let mixed = terms.add(high_x, other);
        let words = [
            terms.quotient(false, sum, two),
            terms.quotient(false, mixed, two),
            terms.quotient(signed, x, y),
            terms.quotient(signed, x, two),
            terms.less(true, x, Terms::ZERO),
            terms.less(true, sum, Terms::ZERO),
            terms.less(true, high_x, two),
            terms.less(false, high_x, Terms::ZERO),
            x,
        ];
        for word in words {
            for &Atom(of) in terms.clone().polynomial(word).keys().flatten() {
                assert_eq!(Reciprocal { of }.stated(&mut terms), None);
            }
        }
    }
}

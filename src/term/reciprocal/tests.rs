//! Quotients by constants that compilers write as products, and expressions that only look like
//! them.

use super::*;
use crate::term::{Model, Symbol};

/// How a quotient is written: the high word of the product with `m`, or that plus half of its
/// difference from the dividend, shifted right.
#[derive(Clone, Copy, Debug)]
struct Written {
    m: u32,
    is_wide: bool,
    shift: u32,
}

impl Written {
    /// As compilers divide by `d`, with the reciprocal rounded up: to 32 bits if these suffice,
    /// else to 33.
    fn of(d: u32) -> Written {
        let bits = 32 - (d - 1).leading_zeros();
        let reciprocal = |shift: u32| (1u128 << (32 + shift)) / u128::from(d) + 1;
        let short = (0..=bits).find_map(|shift| {
            let m = reciprocal(shift);
            let error = m * u128::from(d) - (1 << (32 + shift));
            (error <= 1 << shift).then(|| u32::try_from(m).ok())?.map(|m| (m, shift))
        });
        match short {
            Some((m, shift)) => Written { m, is_wide: false, shift },
            None => Written { m: reciprocal(bits) as u32, is_wide: true, shift: bits - 1 },
        }
    }

    fn term(self, terms: &mut Terms, x: Term) -> Term {
        let (double, m) = (terms.zero_extend(x), terms.double(self.m.into()));
        let product = terms.mul(double, m);
        let high = terms.high(product);
        let [two, power] = [2, 1 << self.shift].map(|number| terms.word(number));
        if !self.is_wide {
            return terms.udiv(high, power);
        }
        let rest = terms.sub(x, high);
        let half = terms.udiv(rest, two);
        let sum = terms.add(half, high);
        terms.udiv(sum, power)
    }

    fn value(self, x: u32) -> u32 {
        let high = ((u64::from(self.m) * u64::from(x)) >> 32) as u32;
        let half = x.wrapping_sub(high) >> 1;
        (if self.is_wide { half.wrapping_add(high) } else { high }) >> self.shift
    }
}

/// Small and large divisors, neighbours of powers of two, and some with unusual reciprocals.
fn divisors() -> Vec<u32> {
    let near = (1..32).flat_map(|bit| [-1i64, 0, 1].map(|by| ((1i64 << bit) + by) as u32));
    let some = [7, 10, 11, 14, 19, 25, 100, 125, 641, 1000, 6_700_417, 1_000_000_007];
    let mut all: Vec<u32> = near.chain(some).chain([u32::MAX - 4]).filter(|d| *d > 1).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Compiler divisions by each of them, of a word, a sum of two, and a small word: all are
/// recognized.
#[test]
fn what_compilers_write_is_a_quotient() {
    for d in divisors() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        let (sum, prime) = (terms.add(x, y), terms.word(999_983));
        let small = terms.urem(x, prime);
        for base in [x, sum, small] {
            let number = terms.word(d);
            let quotient = terms.udiv(base, number);
            assert_eq!(Written::of(d).term(&mut terms, base), quotient, "{d}");
        }
    }
}

/// Numbers at which quotients change, at both ends and in between.
fn edges(d: u32) -> impl Iterator<Item = u32> {
    let most = i64::from(u32::MAX / d);
    let multiples = [0, 1, 2, 3, most / 3, most / 2, most - 1, most];
    let near = multiples.into_iter().flat_map(move |k| [-1, 0, 1].map(|by| k * i64::from(d) + by));
    near.filter_map(|x| u32::try_from(x).ok()).chain([u32::MAX])
}

/// With reciprocals slightly off, and for large and small words, an expression keeps its value,
/// whether it is a quotient or not.
#[test]
fn what_is_written_is_what_is_meant() {
    let (mut quotients, mut others) = (0, 0);
    for d in divisors() {
        let right = Written::of(d);
        for by in [0, 1, 2, 3, 16, 1 << 16, u32::MAX, u32::MAX - 1] {
            for (shift, most) in [(0, u32::MAX), (1, u32::MAX), (0, 999_999), (0, 4_095)] {
                let m = right.m.wrapping_add(by);
                let written = Written { m, shift: (right.shift + shift).min(31), ..right };
                let mut terms = Terms::new();
                let symbol = Symbol(0);
                let x = terms.symbol("x");
                let base = match most.checked_add(1) {
                    Some(number) => {
                        let number = terms.word(number);
                        terms.urem(x, number)
                    }
                    None => x,
                };
                let word = written.term(&mut terms, base);
                let found = match terms.node(word) {
                    Node::Udiv(_, by) if by != base => terms.as_const(by).map(|by| by as u32),
                    _ => None,
                };
                *(if found == Some(d) { &mut quotients } else { &mut others }) += 1;
                for value in edges(d).chain(found.into_iter().flat_map(edges)) {
                    let mut model = Model::new();
                    model.set(symbol, value);
                    let is = terms.eval(&[base, word], &model);
                    let meant = written.value(is[0] as u32);
                    assert_eq!(is[1], u64::from(meant), "{value} / {d}, {written:?}");
                }
            }
        }
    }
    assert!(quotients > 200 && others > 1_000, "{quotients} {others}");
}

/// How a signed quotient is written.
#[derive(Clone, Copy, Debug)]
struct Signed {
    /// The factor of `x`.
    m: i64,
    shift: u32,
    rounds: Rounds,
    corrects: Corrects,
}

/// How a word is shifted right.
#[derive(Clone, Copy, Debug)]
enum Rounds {
    /// Unsigned, after adding 2^31.
    Biased,
    /// Truncated, with a correction beforehand if the word is negative.
    Before,
    /// Corrected afterwards if the remainder is negative.
    Behind,
}

/// How a floored quotient becomes a truncated one.
#[derive(Clone, Copy, Debug)]
enum Corrects {
    /// By 1 if `x` is negative.
    ByDividend,
    /// By 1 if the quotient is negative.
    ByQuotient,
    /// Not at all.
    Forgotten,
}

impl Signed {
    /// As compilers divide by `d`, or by `-d` with a negation.
    fn of(d: i64, rounds: Rounds) -> Signed {
        let number = d.unsigned_abs() as u128;
        let reciprocal = |shift: u32| (1u128 << (32 + shift)) / number + 1;
        // The largest dividend with the maximum remainder.
        let size = (1u128 << 31) + u128::from(d < 0);
        let last = size - 1 - size % number;
        let enough = |shift: &u32| {
            let error = reciprocal(*shift) * number - (1 << (32 + shift));
            error * last < 1 << (32 + shift)
        };
        let shift = (0..31).find(enough).expect("there is one");
        let m = reciprocal(shift) as i64 * d.signum();
        let corrects = if d > 0 { Corrects::ByDividend } else { Corrects::ByQuotient };
        Signed { m, shift, rounds, corrects }
    }

    fn term(self, terms: &mut Terms, x: Term) -> Term {
        let low = i64::from(self.m as u32 as i32);
        let (double, m) = (terms.sign_extend(x), terms.double(low as u64));
        let product = terms.mul(double, m);
        let mut high = terms.high(product);
        // The rest of the factor is a multiple of 2^32.
        let turns = terms.word(((self.m - low) >> 32) as u32);
        let turns = terms.mul(x, turns);
        high = terms.add(high, turns);
        let flag = |terms: &mut Terms, word| {
            let [zero, one] = [0, 1].map(|number| terms.word(number));
            let test = terms.slt(word, zero);
            terms.ite(test, one, zero)
        };
        let power = terms.word(1 << self.shift);
        let rounded = match self.rounds {
            _ if self.shift == 0 => high,
            Rounds::Biased => {
                let [bias, less] =
                    [1 << 31, 1 << (31 - self.shift)].map(|number| terms.word(number));
                let biased = terms.add(high, bias);
                let quotient = terms.udiv(biased, power);
                terms.sub(quotient, less)
            }
            Rounds::Before => {
                let (is_below, most) = (flag(terms, high), terms.word((1 << self.shift) - 1));
                let less = terms.mul(is_below, most);
                let dividend = terms.sub(high, less);
                terms.sdiv(dividend, power)
            }
            Rounds::Behind => {
                let (quotient, remainder) = (terms.sdiv(high, power), terms.srem(high, power));
                let less = flag(terms, remainder);
                terms.sub(quotient, less)
            }
        };
        let flag = match self.corrects {
            Corrects::ByDividend => flag(terms, x),
            Corrects::ByQuotient => flag(terms, rounded),
            Corrects::Forgotten => return rounded,
        };
        terms.add(rounded, flag)
    }

    fn value(self, x: u32) -> u32 {
        let x = i64::from(x as i32);
        let low = i64::from(self.m as u32 as i32);
        let high = ((low * x) >> 32) as u32;
        let high = high.wrapping_add(((self.m - low) >> 32).wrapping_mul(x) as u32) as i32;
        let rounded = match self.rounds {
            Rounds::Before if high < 0 && self.shift > 0 => {
                let power = 1i32 << self.shift;
                high.wrapping_sub(power - 1) / power
            }
            _ => high >> self.shift,
        };
        let flag = match self.corrects {
            Corrects::ByDividend => x < 0,
            Corrects::ByQuotient => rounded < 0,
            Corrects::Forgotten => false,
        };
        (rounded as u32).wrapping_add(flag.into())
    }
}

const ROUNDS: [Rounds; 3] = [Rounds::Biased, Rounds::Before, Rounds::Behind];

fn signed_divisors() -> impl Iterator<Item = i64> {
    let positive = divisors().into_iter().map(i64::from).filter(|d| *d < 1 << 31);
    positive.flat_map(|d| [d, -d])
}

/// The same for signed numbers of both signs, and with a remainder as the dividend.
#[test]
fn what_compilers_write_of_signed_numbers_is_a_quotient() {
    let all = signed_divisors().flat_map(|d| ROUNDS.map(|rounds| (d, rounds)));
    // Compilers divide by 2 and -2 with a shift alone.
    for (d, rounds) in all.filter(|(d, _)| d.abs() > 2) {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
        let (sum, prime) = (terms.add(x, y), terms.word(999_983));
        let small = terms.srem(x, prime);
        // The quotient of a word smaller than the divisor is zero, for any divisor.
        for base in [x, sum, small].into_iter().take(if d.abs() < 999_983 { 3 } else { 2 }) {
            let number = terms.word(d as u32);
            let quotient = terms.sdiv(base, number);
            let written = Signed::of(d, rounds).term(&mut terms, base);
            let same = terms.eq(written, quotient);
            assert_eq!(terms.node(same), Node::Bool(true), "{d} {rounds:?}");
        }
    }
}

/// For any reciprocal, with or without its correction, an expression keeps its value, and one that
/// is wrong somewhere is not a quotient.
#[test]
fn what_is_written_of_signed_numbers_is_what_is_meant() {
    let (mut quotients, mut others) = (0, 0);
    for (d, rounds) in signed_divisors().flat_map(|d| ROUNDS.map(|rounds| (d, rounds))) {
        let right = Signed::of(d, rounds);
        let corrected = [Corrects::ByDividend, Corrects::ByQuotient, Corrects::Forgotten];
        let near = [0, 1, -1, 2, -2, 1 << 16, 1 << 32].map(|by| (by, right.corrects));
        let all = near.into_iter().chain(corrected.map(|corrects| (0, corrects)));
        for ((by, corrects), less) in all.flat_map(|it| [(it, 0), (it, 1)]) {
            let shift = right.shift.saturating_sub(less);
            let written = Signed { m: right.m + by, shift, corrects, rounds };
            for most in [0, 1_000] {
                let mut terms = Terms::new();
                let (symbol, x) = (Symbol(0), terms.symbol("x"));
                let number = terms.word(most);
                let base = if most > 0 { terms.srem(x, number) } else { x };
                let by = terms.word(d as u32);
                let quotient = terms.sdiv(base, by);
                let word = written.term(&mut terms, base);
                let same = terms.eq(word, quotient);
                let is_quotient = terms.node(same) == Node::Bool(true);
                *(if is_quotient { &mut quotients } else { &mut others }) += 1;
                let size = d.unsigned_abs() as u32;
                let edges = edges(size).filter(|x| *x <= 1 << 31);
                for x in edges.flat_map(|x| [x, x.wrapping_neg(), (!x).wrapping_sub(1)]) {
                    let mut model = Model::new();
                    model.set(symbol, x);
                    let is = terms.eval(&[base, word, quotient], &model);
                    let meant = written.value(is[0] as u32);
                    assert_eq!(is[1], u64::from(meant), "{} / {d}, {written:?}", x as i32);
                    assert!(!is_quotient || is[1] == is[2], "{} {written:?}", x as i32);
                }
            }
        }
    }
    assert!(quotients > 600 && others > 2_000, "{quotients} {others}");
}

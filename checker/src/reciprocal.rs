//! Quotients by constants that are written as products.
//!
//! The high word of `m * x` is `m * x / 2^32` rounded down, as natural numbers. What is made of
//! such high words of one word `x`, of quotients by constants and of sums is `(a * x + b) / d`
//! rounded down, too: `y / c + z` is `(y + c * z) / c` and `z - y / c` is `(c * z - y + c - 1) / c` for
//! integers `y` and `z`, and `y / c / e` is `y / (c * e)`. A sum under a quotient is that sum of
//! integers, where it is a word for every `x`: as such a fraction never turns round, that is so if it
//! is one for the least and for the largest `x`.
//!
//! It is `x / n` where `0 <= e * x + b * n < d` for every `x`, for `e = a * n - d`: with
//! `x = q * n + r` and `r < n`, `(a * x + b) / d` is more than `q` by
//! `(r * d + e * x + b * n) / (d * n)`, which is at least 0 and below 1. That, too, is so for every
//! `x` if it is for the least and the largest.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::terms::{Atom, Node, Polynomial, Terms, Word, plus};

/// Quotients and high words that one is made of, at most.
const PARTS: usize = 8;

/// That a quotient, or a high word, is the quotient of another word: which one, and by which number,
/// follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reciprocal {
    /// The quotient by a number, or the high word of a product with one, both without a sign: an
    /// atom by its number.
    pub of: u32,
}

impl Reciprocal {
    /// What is zero then; none where it does not follow.
    pub fn stated(&self, terms: &mut Terms) -> Option<Word> {
        let of = Atom(self.of);
        let base = base(terms, of)?;
        let range = [0, largest(terms, base)];
        let n = Parts { terms, base, range }.fraction_of(of)?.divisor(range)?;
        let n = terms.constant(n);
        let quotient = terms.quotient(false, base, n);
        let word = terms.word(Polynomial::from([(vec![of], 1)]));
        Some(terms.sub(word, quotient))
    }
}

/// A high word or a quotient: what is divided, and by what.
enum Divided {
    /// A word times a number, by 2^32.
    Product(Word, u32),
    /// A word by a number.
    Word(Word, u32),
}

fn divided(terms: &Terms, atom: Atom) -> Option<Divided> {
    match *terms.node(atom)? {
        Node::High(false, a, b) => match (terms.as_constant(a), terms.as_constant(b)) {
            (None, Some(m)) => Some(Divided::Product(a, m)),
            (Some(m), None) => Some(Divided::Product(b, m)),
            _ => None,
        },
        Node::Quotient(false, word, by) => {
            let by = terms.as_constant(by).filter(|by| *by > 0)?;
            Some(Divided::Word(word, by))
        }
        _ => None,
    }
}

/// The one word of whose products the high words are that an atom is made of.
fn base(terms: &Terms, of: Atom) -> Option<Word> {
    let mut base = None;
    let (mut open, mut seen) = (vec![of], BTreeSet::new());
    while let Some(atom) = open.pop() {
        if !seen.insert(atom) {
            continue;
        }
        if seen.len() > PARTS {
            return None;
        }
        match divided(terms, atom)? {
            Divided::Product(word, _) if *base.get_or_insert(word) != word => return None,
            Divided::Product(..) => {}
            Divided::Word(word, _) => {
                let atoms = terms.polynomial(word).keys().flatten();
                open.extend(atoms.filter(|atom| divided(terms, **atom).is_some()));
            }
        }
    }
    base
}

/// The largest number that a word may be, as far as what it is tells.
fn largest(terms: &Terms, word: Word) -> u32 {
    let mut products = terms.polynomial(word).iter();
    let (Some((product, 1)), None) = (products.next(), products.next()) else { return u32::MAX };
    let &[atom] = &product[..] else { return u32::MAX };
    let number = |word: Word| terms.as_constant(word).filter(|number| *number > 0);
    match terms.node(atom) {
        Some(&Node::Quotient(false, _, by)) => number(by).map_or(u32::MAX, |by| u32::MAX / by),
        Some(&Node::Remainder(false, _, by)) => number(by).map_or(u32::MAX, |by| by - 1),
        _ => u32::MAX,
    }
}

/// `a * x + b` over `d`, which is positive, rounded down.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    a: i128,
    b: i128,
    d: i128,
}

impl Fraction {
    fn is_word(self, x: u32) -> bool {
        let sum = self.a.checked_mul(x.into()).and_then(|product| product.checked_add(self.b));
        sum.is_some_and(|sum| u32::try_from(sum.div_euclid(self.d)).is_ok())
    }

    fn divisor(self, range: [u32; 2]) -> Option<u32> {
        let Fraction { a, b, d } = self;
        if a <= 0 {
            return None;
        }
        let below = u32::try_from(d / a).ok()?;
        let is_divisor = |n: u32| {
            let n = i128::from(n);
            let e = a.checked_mul(n)?.checked_sub(d)?;
            let shift = b.checked_mul(n)?;
            let line = |x: u32| e.checked_mul(x.into())?.checked_add(shift);
            Some((0..d).contains(&line(range[0])?) && (0..d).contains(&line(range[1])?))
        };
        let near = [below, below.saturating_add(1)];
        near.into_iter().find(|&n| n > 0 && is_divisor(n) == Some(true))
    }
}

/// A sum of atoms, each with its factor, of so many times the base, and of a number.
#[derive(Clone, Debug, Default)]
struct Sum {
    atoms: BTreeMap<Atom, i128>,
    of_base: i128,
    constant: i128,
}

impl Sum {
    /// `factor * self + of * other`
    fn plus(&self, factor: i128, other: &Sum, of: i128) -> Option<Sum> {
        let both = |a: i128, b: i128| factor.checked_mul(a)?.checked_add(of.checked_mul(b)?);
        let mut atoms = BTreeMap::new();
        for &atom in self.atoms.keys().chain(other.atoms.keys()) {
            let of = |sum: &Sum| sum.atoms.get(&atom).copied().unwrap_or(0);
            atoms.insert(atom, both(of(self), of(other))?);
        }
        atoms.retain(|_, factor| *factor != 0);
        let of_base = both(self.of_base, other.of_base)?;
        Some(Sum { atoms, of_base, constant: both(self.constant, other.constant)? })
    }
}

/// What atoms are made of that divide.
struct Parts<'t> {
    terms: &'t Terms,
    base: Word,
    range: [u32; 2],
}

impl Parts<'_> {
    fn fraction_of(&self, atom: Atom) -> Option<Fraction> {
        let mut known = BTreeMap::new();
        self.learn(atom, &mut known)?;
        fraction(&known, Sum { atoms: BTreeMap::from([(atom, 1)]), ..Sum::default() })
    }

    /// Takes note of what an atom divides, and by what, and of those that it is made of before.
    fn learn(&self, atom: Atom, known: &mut BTreeMap<Atom, (Sum, i128)>) -> Option<()> {
        if known.contains_key(&atom) {
            return Some(());
        }
        let part = match divided(self.terms, atom)? {
            Divided::Product(word, m) if word == self.base => {
                (Sum { of_base: m.into(), ..Sum::default() }, 1 << 32)
            }
            Divided::Product(..) => return None,
            Divided::Word(word, by) => {
                let sum = self.sum(word)?;
                // They are older, so this ends.
                for &inner in sum.atoms.keys() {
                    self.learn(inner, known)?;
                }
                let fraction = fraction(known, sum.clone())?;
                if !self.range.iter().all(|&x| fraction.is_word(x)) {
                    return None;
                }
                (sum, by.into())
            }
        };
        known.insert(atom, part);
        Some(())
    }

    /// A word as a sum, with the factors' signs that they most likely have.
    fn sum(&self, word: Word) -> Option<Sum> {
        let [poly, of_base] = [word, self.base].map(|word| self.terms.polynomial(word));
        let mut all = of_base.iter().filter(|(product, _)| !product.is_empty());
        let (lead, &unit) = all.find(|(_, factor)| matches!(**factor, 1 | u32::MAX))?;
        let times = poly.get(lead).copied().unwrap_or(0).wrapping_mul(unit);
        let signed = |factor: u32| i128::from(factor as i32);
        let mut sum = Sum { of_base: signed(times), ..Sum::default() };
        for (product, factor) in plus(poly, of_base, times.wrapping_neg()) {
            match product[..] {
                [] => sum.constant = signed(factor),
                [atom] => {
                    sum.atoms.insert(atom, signed(factor));
                }
                _ => return None,
            }
        }
        Some(sum)
    }
}

/// A sum as a fraction of the base.
fn fraction(known: &BTreeMap<Atom, (Sum, i128)>, mut sum: Sum) -> Option<Fraction> {
    let mut by: i128 = 1;
    // The youngest first, which may be made of the others.
    while let Some((atom, factor)) = sum.atoms.pop_last() {
        let (inner, c) = known.get(&atom)?;
        if factor.abs() != 1 {
            return None;
        }
        sum = sum.plus(*c, inner, factor)?;
        if factor < 0 {
            sum.constant = sum.constant.checked_add(c - 1)?;
        }
        by = by.checked_mul(*c)?;
    }
    Some(Fraction { a: sum.of_base, b: sum.constant, d: by })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `(m * x >> 32) / d`, of a word that is below a number.
    fn of_high(terms: &mut Terms, base: Word, m: u32, d: u32) -> Word {
        let [m, d] = [m, d].map(|number| terms.constant(number));
        let high = terms.high(false, base, m);
        terms.quotient(false, high, d)
    }

    /// `((x - q) / 2 + q) / d`, for `q` the high word of `m * x`.
    fn of_wide(terms: &mut Terms, base: Word, m: u32, d: u32) -> Word {
        let [m, d, two] = [m, d, 2].map(|number| terms.constant(number));
        let high = terms.high(false, base, m);
        let rest = terms.sub(base, high);
        let half = terms.quotient(false, rest, two);
        let sum = terms.add(half, high);
        terms.quotient(false, sum, d)
    }

    fn value(m: u32, d: u32, is_wide: bool, x: u32) -> u32 {
        let high = ((u64::from(m) * u64::from(x)) >> 32) as u32;
        match is_wide {
            true => ((x.wrapping_sub(high) / 2).wrapping_add(high)) / d,
            false => high / d,
        }
    }

    fn atom(terms: &Terms, word: Word) -> u32 {
        terms.polynomial(word).keys().next().expect("one")[0].0
    }

    /// Numbers at both ends, and where quotients by a number change.
    fn edges(n: u32, most: u32) -> impl Iterator<Item = u32> {
        let last = i64::from(most / n);
        let all = [0, 1, 2, 3, last / 3, last / 2, last - 1, last];
        let near = all.into_iter().flat_map(move |k| [-1, 0, 1].map(|by| k * i64::from(n) + by));
        near.chain([most.into()]).filter_map(move |x| u32::try_from(x).ok().filter(|x| *x <= most))
    }

    /// Of words that are all numbers, or those below one, what is said is so at all edges.
    #[test]
    fn what_is_said_is_so() {
        let mut taken = [0, 0];
        let factors: [u32; 12] = [
            0xaaaa_aaab,
            0xcccc_cccd,
            0x2492_4925,
            0x1062_4dd3,
            0x5555_5556,
            0x8000_0001,
            3,
            5,
            6_700_417,
            0xffff_ffff,
            0x8000_0000,
            1,
        ];
        for m in factors.into_iter().flat_map(|m| [-1, 0, 1].map(|by| m.wrapping_add_signed(by))) {
            for d in [1, 2, 4, 8, 64, 3, 10, 1 << 31] {
                for (is_wide, below) in
                    [false, true].into_iter().flat_map(|wide| [0, 10, 4_096].map(|n| (wide, n)))
                {
                    let mut terms = Terms::default();
                    let x = terms.symbol("x");
                    let number = terms.constant(below);
                    let base = if below > 0 { terms.remainder(false, x, number) } else { x };
                    let word = if is_wide { of_wide } else { of_high }(&mut terms, base, m, d);
                    if terms.as_constant(word).is_some() {
                        continue;
                    }
                    let of = atom(&terms, word);
                    let Some(zero) = Reciprocal { of }.stated(&mut terms) else {
                        taken[0] += 1;
                        continue;
                    };
                    taken[1] += 1;
                    let quotient = terms.sub(word, zero);
                    let n = match terms.node(Atom(atom(&terms, quotient))) {
                        _ if quotient == base => 1,
                        Some(&Node::Quotient(false, of, n)) if of == base => {
                            terms.as_constant(n).expect("a number")
                        }
                        other => panic!("{other:?}"),
                    };
                    let most = below.wrapping_sub(1);
                    for x in edges(n, most).chain(edges(d.max(2), most)) {
                        assert_eq!(value(m, d, is_wide, x), x / n, "{m} {d} {is_wide} {x}");
                    }
                }
            }
        }
        assert!(taken[0] > 200 && taken[1] > 100, "{taken:?}");
    }

    /// As compilers write them, quotients by these are found; by another reciprocal they are
    /// not, and neither are those of signed numbers or of two words.
    #[test]
    fn quotients_are_found() {
        for (d, m, power, is_wide) in [
            (3, 0xaaaa_aaab, 2, false),
            (5, 0xcccc_cccd, 4, false),
            (10, 0xcccc_cccd, 8, false),
            (1000, 0x1062_4dd3, 64, false),
            (7, 0x2492_4925, 4, true),
        ] {
            let mut terms = Terms::default();
            let [x, y] = ["x", "y"].map(|name| terms.symbol(name));
            for base in [x, terms.add(x, y)] {
                let build = if is_wide { of_wide } else { of_high };
                let word = build(&mut terms, base, m, power);
                let number = terms.constant(d);
                let quotient = terms.quotient(false, base, number);
                let same = terms.sub(word, quotient);
                let of = atom(&terms, word);
                assert_eq!(Reciprocal { of }.stated(&mut terms), Some(same), "{d}");
                for (m, power) in [(m - 1, power), (m + 2, power), (m, power * 3)] {
                    let other = build(&mut terms, base, m, power);
                    let of = atom(&terms, other);
                    assert_ne!(
                        Reciprocal { of }.stated(&mut terms),
                        Some(terms.sub(other, quotient))
                    );
                }
            }
            let [m, power] = [m, power].map(|number| terms.constant(number));
            let high = terms.high(true, x, m);
            let signed = [terms.quotient(false, high, power), terms.quotient(true, x, power)];
            let [high_x, high_y] = [x, y].map(|of| terms.high(false, of, m));
            let sum = terms.add(high_x, high_y);
            let two = terms.quotient(false, sum, power);
            for word in [signed[0], signed[1], two, x, terms.quotient(false, x, y)] {
                let of = atom(&terms, word);
                assert_eq!(Reciprocal { of }.stated(&mut terms), None);
            }
        }
    }
}

//! Recognizes division by a constant that is written as a multiplication.
//!
//! A compiler divides by a constant `n` with the high word of a product: for the right `m` and `s`,
//! `x / n` is `m * x / 2^32 / 2^s`. Where `m` would need one more bit, the product's high word `q`
//! is used in `((x - q) / 2 + q) / 2^s` (Granlund and Montgomery, Division by Invariant Integers
//! using Multiplication, PLDI 1994). A bit-level search proves that only slowly; arithmetic on the
//! constants proves it at once.
//!
//! Consider a word built from another word `x`, its *base*, by high words of products with
//! constants, quotients by constants, and sums. It is a [`Fraction`]: `(a * x + b) / d` rounded
//! down, over the integers. Sums move into the dividend: `y / c + z` is `(y + c * z) / c`, and `z -
//! y / c` is `(c * z - y + c - 1) / c`. A quotient of a quotient is one quotient. A sum must be
//! exact, which means that the integer result fits in a word. A fraction is monotone, so it
//! suffices to check both ends of the range of `x`.
//!
//! When is such a word `x / n` rounded down? Let `x = q * n + r` with `0 <= r < n`. The fraction
//! before rounding must exceed `q` by at least 0 and by less than 1. It exceeds `q` by `(r * d + l)
//! / (d * n)`, for the line `l = (a * n - d) * x + b * n`. So the requirement is `0 <= l` where `r`
//! is 0 and `-d <= l` elsewhere, and `l < d` where `r` is `n - 1` and `l < 2 * d` elsewhere. A line
//! is within bounds for all `x` with a given remainder if it is at the first and the last of them.
//!
//! Signed words are treated separately on each side of zero. There, a truncated quotient is rounded
//! either down or up, `y / c` rounded up being `(y + c - 1) / c`, and comparisons with zero are
//! known. Where a compiler rounds down, the result is one less than the quotient on one side; a
//! comparison of `x` with zero expresses that, and it cancels out with the comparison that the
//! compiler adds. A negative `n` is handled by `-x` in the place of `x`.

use super::poly::Poly;
use super::sign::Sign;
use super::{Node, Sort, Term, Terms};

/// Maximum number of quotients in a word.
const QUOTIENTS: usize = 8;

/// A word that may be a fraction of its base.
#[derive(Clone, Copy, Debug)]
pub(super) enum Made {
    /// The high word of the product of a word and a constant.
    High(Sign, Term, i64),
    /// A word divided by a constant, truncated.
    Quotient(Sign, Term, i64),
    /// A signed word divided by a positive constant, rounded down.
    Floor(Term, i64),
    /// 1 where a word, or its negative, is below zero, else 0.
    Below(Term, i64),
}

/// `a * x + b` divided by `d`, which is positive, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    a: i128,
    b: i128,
    d: i128,
}

/// `a * x + b`, checked. A function of its own because it is large and has many callers.
#[inline(never)]
fn line(a: i128, x: i128, b: i128) -> Option<i128> {
    a.checked_mul(x)?.checked_add(b)
}

impl Fraction {
    fn at(self, x: i64) -> Option<i128> {
        Some(line(self.a, x.into(), self.b)?.div_euclid(self.d))
    }

    /// Whether the fraction is `x / n + k`, with truncating division, for all `x` in a range on one
    /// side of zero.
    fn is_quotient(self, n: i128, k: i128, range: [i64; 2]) -> Option<bool> {
        let Fraction { a, b, d } = self;
        let e = line(a, n, -d)?;
        let (n, [low, high]) = (n as i64, range);
        // x / n rounded up is (x + n - 1) / n
        let up = if low < 0 { n - 1 } else { 0 };
        let b = line(line(k, -d, b)?, n.into(), -line(d, up.into(), 0)?)?;
        // The first and the last `x` with remainder `r`.
        let first = |r: i64| low + (r - low - up).rem_euclid(n);
        let last = |r: i64| high - (high + up - r).rem_euclid(n);
        let bounds = [
            (low, -1, 2),
            (high, -1, 2),
            (first(0), 0, 2),
            (last(0), 0, 2),
            (first(n - 1), -1, 1),
            (last(n - 1), -1, 1),
        ];
        for (x, from, to) in bounds {
            let at = line(e, x.into(), b)?;
            let is_within = line(d, from, 0)? <= at && at < line(d, to, 0)?;
            if (low..=high).contains(&x) && !is_within {
                return None;
            }
        }
        Some(true)
    }
}

/// A word on one side of zero: the range of `x` or of `-x` there, and the word as a fraction of it.
type Side = ([i64; 2], Fraction);

/// The divisor `n` of `x` (of `-x`, on the negative side), and for each side the constant that is added to the
/// quotient; `None` if no divisor fits both sides.
fn divisor(sides: &[Option<Side>; 2], most: i128) -> Option<(i128, [Option<i128>; 2])> {
    let (_, Fraction { a, d, .. }) = (*sides).into_iter().flatten().next()?;
    if a <= 0 {
        return None;
    }
    let mut near = [(d - 1) / a + 1, d / a].into_iter().filter(|n| (1..=most).contains(n));
    near.find_map(|n| {
        let more = sides.map(|side| {
            let (range, fraction) = side?;
            // Next to zero the quotient is zero.
            let k = fraction.at(if range[0] < 0 && n > 1 { -1 } else { 0 })?;
            (fraction.is_quotient(n, k, range) == Some(true)).then_some(k)
        });
        let is_each = (0..2).all(|side| sides[side].is_none() || more[side].is_some());
        is_each.then_some((n, more))
    })
}

/// A linear combination of distinct quotients and the base, plus a constant.
#[derive(Clone, Debug, Default)]
struct QuotientSum {
    quotients: Vec<(Term, i128)>,
    of_base: i128,
    constant: i128,
}

impl QuotientSum {
    /// `factor * self + of * other`
    fn plus(&self, factor: i128, other: &QuotientSum, of: i128) -> Option<QuotientSum> {
        let both = |a: i128, b: i128| line(factor, a, line(of, b, 0)?);
        let mut quotients = Vec::new();
        for &(quotient, by) in &self.quotients {
            quotients.push((quotient, both(by, 0)?));
        }
        for &(quotient, by) in &other.quotients {
            match quotients.iter_mut().find(|(it, _)| *it == quotient) {
                Some((_, sum)) => *sum = line(of, by, *sum)?,
                None => quotients.push((quotient, both(0, by)?)),
            }
        }
        quotients.retain(|(_, factor)| *factor != 0);
        let of_base = both(self.of_base, other.of_base)?;
        Some(QuotientSum { quotients, of_base, constant: both(self.constant, other.constant)? })
    }
}

/// Each quotient in a word, with its dividend and divisor.
type Parts = Vec<(Term, QuotientSum, i128)>;

/// A sum divided by a number, as a fraction of the base.
fn fraction(parts: &Parts, mut sum: QuotientSum, mut by: i128) -> Option<Fraction> {
    // A quotient is younger than the quotients inside it.
    while let Some(at) = (0..sum.quotients.len()).max_by_key(|&at| sum.quotients[at].0) {
        let (quotient, factor) = sum.quotients.swap_remove(at);
        let (_, inner, c) = parts.iter().find(|(it, ..)| *it == quotient)?;
        if factor.abs() != 1 && *c != 1 {
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

/// The base of other words, on one side of zero.
struct Base<'p> {
    x: Term,
    sign: Sign,
    poly: &'p Poly,
    range: [i64; 2],
}

/// The quotients in a word, and the candidates for its base.
struct Origin {
    quotients: Vec<Term>,
    bases: Vec<(Sign, Term)>,
}

impl Terms {
    /// Rewrites a word as a quotient of another word.
    pub(super) fn reciprocal(&mut self, made: Made) -> Option<Term> {
        let Origin { quotients, bases } = self.origin(made)?;
        bases.into_iter().find_map(|(sign, x)| {
            let turns: &[i64] = if sign == Sign::Unsigned { &[1] } else { &[1, -1] };
            turns.iter().find_map(|&turn| {
                let sides = self.sides(made, (sign, x), &quotients, turn)?;
                let (n, more) = divisor(&sides, sign.max().into())?;
                let n = self.word((i128::from(turn) * n) as u32);
                let quotient = self.quotient(sign, x, n);
                let [ahead, behind] = more;
                let ahead = ahead.or(behind)?;
                let less = ahead - behind.unwrap_or(ahead);
                let ahead_word = self.word(ahead as u32);
                let sum = self.add(quotient, ahead_word);
                Some(match less {
                    0 => sum,
                    less => {
                        let [zero, one, less] = [0, 1, less as u32].map(|number| self.word(number));
                        let test = self.behind(x, turn);
                        let flag = self.ite(test, one, zero);
                        let less = self.mul(flag, less);
                        self.sub(sum, less)
                    }
                })
            })
        })
    }

    /// Rewrites the test whether a word is below zero, or above zero where `turn` is -1, as one of
    /// its base.
    pub(super) fn sign_of(&mut self, word: Term, turn: i64) -> Option<Term> {
        let made = Made::Below(word, turn);
        let Origin { quotients, bases } = self.origin(made)?;
        let mut known = |turn, (sign, x)| {
            let sides = self.sides(made, (sign, x), &quotients, turn)?;
            let [ahead, behind] = sides.map(|side| side.map(|(_, fraction)| fraction.b == 1));
            let ahead = ahead.or(behind)?;
            Some(match behind {
                Some(behind) if behind != ahead => {
                    let test = self.behind(x, turn);
                    if ahead { self.not(test) } else { test }
                }
                _ => self.bool(ahead),
            })
        };
        bases.into_iter().find_map(|base| known(1, base).or_else(|| known(-1, base)))
    }

    /// The difference between a truncated and a floored quotient: 1 where the remainder is
    /// negative, else 0. Applies where the floored quotient is a quotient of another word.
    pub(super) fn rounding(&mut self, test: Term, sides: [Term; 2]) -> Option<Term> {
        let Node::Slt(remainder, zero) = self.node(test) else { return None };
        let Node::Srem(word, by) = self.node(remainder) else { return None };
        if [zero, sides[1], sides[0]].map(|word| self.as_const(word)) != [Some(0), Some(0), Some(1)]
        {
            return None;
        }
        let number = Sign::Signed.number(self.as_const(by)? as u32);
        let floor = (number > 0).then_some(Made::Floor(word, number))?;
        let floor = self.reciprocal(floor)?;
        let quotient = self.sdiv(word, by);
        Some(self.sub(quotient, floor))
    }

    /// `x < 0`, or `-x < 0`
    fn behind(&mut self, x: Term, turn: i64) -> Term {
        let zero = self.word(0);
        if turn > 0 { self.slt(x, zero) } else { self.slt(zero, x) }
    }

    fn origin(&mut self, made: Made) -> Option<Origin> {
        let (mut quotients, mut bases) = (Vec::new(), Vec::new());
        let mut of_products = None;
        let mut open = match made {
            Made::High(sign, x, _) => return Some(Origin { quotients, bases: vec![(sign, x)] }),
            Made::Quotient(_, word, _) | Made::Floor(word, _) | Made::Below(word, _) => vec![word],
        };
        while let Some(word) = open.pop() {
            for atom in self.linear_atoms(word)? {
                match self.made(atom) {
                    Some(Made::High(sign, x, _)) => {
                        if *of_products.get_or_insert((sign, x)) != (sign, x) {
                            return None;
                        }
                    }
                    Some(Made::Quotient(sign, dividend, _)) => {
                        open.push(dividend);
                        bases.push((sign, dividend));
                    }
                    Some(Made::Below(word, _)) => open.push(word),
                    Some(Made::Floor(..)) | None => continue,
                }
                quotients.push(atom);
            }
            if quotients.len() > QUOTIENTS {
                return None;
            }
        }
        quotients.sort_unstable();
        quotients.dedup();
        if let Some(base) = of_products {
            bases = vec![base];
        }
        Some(Origin { quotients, bases })
    }

    /// The word on both sides of zero; a side may have no values.
    #[inline(never)]
    fn sides(
        &mut self,
        made: Made,
        (sign, x): (Sign, Term),
        quotients: &[Term],
        turn: i64,
    ) -> Option<[Option<Side>; 2]> {
        let [one, other] = self.numbers(x, sign).map(|number| turn * number);
        let (low, high) = (one.min(other), one.max(other));
        let poly = self.poly_of(x);
        let mut sides = [None; 2];
        for (side, [low, high]) in sides.iter_mut().zip([[low.max(0), high], [low, high.min(-1)]]) {
            if low > high {
                continue;
            }
            let base = Base { x, sign, poly: &poly, range: [turn * low, turn * high] };
            let mut parts = Parts::new();
            for &quotient in quotients {
                // Quotients inside the base itself need no entry.
                let part = self.made(quotient).and_then(|made| self.part(&parts, made, &base));
                parts.extend(part.map(|(sum, by)| (quotient, sum, by)));
            }
            let (sum, by) = self.part(&parts, made, &base)?;
            let Fraction { a, b, d } = fraction(&parts, sum, by)?;
            *side = Some(([low, high], Fraction { a: a * i128::from(turn), b, d }));
        }
        Some(sides)
    }

    /// The dividend and the divisor of a quotient that is rounded down.
    fn part(&mut self, parts: &Parts, made: Made, base: &Base<'_>) -> Option<(QuotientSum, i128)> {
        match made {
            Made::High(sign, x, factor) => {
                let sum = QuotientSum { of_base: factor.into(), ..QuotientSum::default() };
                ((sign, x) == (base.sign, base.x)).then_some((sum, 1 << 32))
            }
            Made::Quotient(sign, dividend, by) => {
                let (mut sum, ends) = self.exact(parts, dividend, sign, base)?;
                let turn = i128::from(by.signum());
                sum = sum.plus(turn, &QuotientSum::default(), 0)?;
                let by = i128::from(by.abs());
                let is_below = ends.map(|end| turn * end < 0);
                if is_below.contains(&true) {
                    if ends.iter().any(|end| turn * end > 0) {
                        return None;
                    }
                    sum.constant = sum.constant.checked_add(by - 1)?;
                }
                Some((sum, by))
            }
            Made::Floor(word, by) => {
                Some((self.exact(parts, word, Sign::Signed, base)?.0, by.into()))
            }
            Made::Below(word, turn) => {
                let (_, ends) = self.exact(parts, word, Sign::Signed, base)?;
                let [first, last] = ends.map(|end| i128::from(turn) * end < 0);
                let sum = QuotientSum { constant: first.into(), ..QuotientSum::default() };
                (first == last).then_some((sum, 1))
            }
        }
    }

    /// A word as an exact sum, and its values at both ends of the range.
    fn exact(
        &mut self,
        parts: &Parts,
        word: Term,
        sign: Sign,
        base: &Base<'_>,
    ) -> Option<(QuotientSum, [i128; 2])> {
        let mut sum = as_sum(&self.poly_of(word), base.poly)?;
        let fraction = fraction(parts, sum.clone(), 1)?;
        let [first, last] = base.range;
        let [first, last] = [fraction.at(first)?, fraction.at(last)?];
        let number = |end: i128| i128::from(sign.number(end as u32));
        let turns = number(first).checked_sub(first)?;
        sum.constant = sum.constant.checked_add(turns)?;
        let ends = [first + turns, last.checked_add(turns)?];
        (number(last) == ends[1]).then_some((sum, ends))
    }

    /// The words in a linear combination; `None` where the word contains products of them.
    fn linear_atoms(&mut self, word: Term) -> Option<Vec<Term>> {
        let poly = self.poly_of(word);
        let mut atoms = Vec::new();
        for monomial in poly.keys() {
            match monomial[..] {
                [] => {}
                [atom] => atoms.push(atom),
                _ => return None,
            }
        }
        Some(atoms)
    }

    fn made(&self, atom: Term) -> Option<Made> {
        match self.node(atom) {
            Node::High(product) => self.as_high(product),
            Node::Udiv(word, by) => {
                let by = self.as_const(by).filter(|by| *by > 0)?;
                Some(Made::Quotient(Sign::Unsigned, word, by as i64))
            }
            Node::Sdiv(word, by) => {
                let by = self.as_const(by).filter(|by| *by > 0)?;
                Some(Made::Quotient(Sign::Signed, word, Sign::Signed.number(by as u32)))
            }
            Node::Ite(test, one, zero) => {
                let is_flag = [one, zero].map(|side| self.as_const(side)) == [Some(1), Some(0)];
                match self.node(test) {
                    Node::Slt(a, b) if is_flag => self.as_below(a, b),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Recognizes the comparison of a word with zero, from below or from above.
    pub(super) fn as_below(&self, a: Term, b: Term) -> Option<Made> {
        match (self.as_const(a), self.as_const(b)) {
            _ if self.sort(a) != Sort::Word => None,
            (_, Some(0)) => Some(Made::Below(a, 1)),
            (Some(0), _) => Some(Made::Below(b, -1)),
            _ => None,
        }
    }

    /// Recognizes the high word of a product of a word with a constant.
    pub(super) fn as_high(&self, product: Term) -> Option<Made> {
        let Node::Mul(x, m) = self.node(product) else { return None };
        let m = self.as_const(m)? as i64;
        match self.node(x) {
            Node::ZeroExtend(x) if u32::try_from(m).is_ok() => {
                Some(Made::High(Sign::Unsigned, x, m))
            }
            Node::SignExtend(x) if i32::try_from(m).is_ok() => Some(Made::High(Sign::Signed, x, m)),
            _ => None,
        }
    }

    /// The least and the largest value of a word.
    fn numbers(&self, word: Term, sign: Sign) -> [i64; 2] {
        debug_assert!(self.sort(word) == Sort::Word, "others are not divided");
        let interval = self.interval(word);
        let first = sign.number(interval.start as u32);
        let (last, max) = (first + interval.more as i64, sign.max() as i64);
        if last > max { [max - i64::from(u32::MAX), max] } else { [first, last] }
    }
}

/// A polynomial as a sum of quotients, multiples of the base (whose polynomial is given), and a
/// constant.
fn as_sum(poly: &Poly, of_base: &Poly) -> Option<QuotientSum> {
    // A monomial of the base with coefficient 1 or -1 determines the multiple of the base.
    let mut all = of_base.iter().filter(|(monomial, _)| !monomial.is_empty());
    let (lead, &coefficient) =
        all.find(|(_, coefficient)| matches!(**coefficient, 1 | u32::MAX))?;
    let times = poly.get(lead).copied().unwrap_or(0).wrapping_mul(coefficient);
    let rest = super::polynomial::plus(poly, of_base, times.wrapping_neg());
    let signed = |factor: u32| i128::from(factor as i32);
    let mut sum = QuotientSum { of_base: signed(times), ..QuotientSum::default() };
    for (monomial, &factor) in &rest {
        match monomial[..] {
            [] => sum.constant = signed(factor),
            [quotient] => {
                sum.quotients.push((quotient, signed(factor)));
            }
            _ => return None,
        }
    }
    Some(sum)
}

#[cfg(test)]
mod tests;

//! Quotients by constants that are written as products.
//!
//! A compiler divides by a constant `n` with the high word of a product: for the right `m` and
//! `s`, `x / n` is `m * x / 2^32 / 2^s`, and where `m` would need a bit more, the product's high
//! word `q` goes with `((x - q) / 2 + q) / 2^s` (Granlund and Montgomery, Division by Invariant
//! Integers using Multiplication, PLDI 1994). Bits see that only after a long search; here it is
//! a matter of numbers.
//!
//! A word that is made of another one `x`, its *base*, by high words of products with constants,
//! by quotients by constants and by sums, is a [`Fraction`]: `(a * x + b) / d` rounded down, as
//! integers. For sums under a quotient are added to what is divided, `y / c + z` being
//! `(y + c * z) / c` and `z - y / c` being `(c * z - y + c - 1) / c`, and a quotient of a quotient is
//! one. A sum has to be exact: as an integer it has to be a word, which a fraction, that never
//! turns round, is seen to be at both ends of what `x` may be.
//!
//! Such a word is `x / n` rounded down where, with `x = q * n + r` and `0 <= r < n`, it is more than
//! `q` by less than 1 and by no less than 0: by `(r * d + l) / (d * n)`, for the line
//! `l = (a * n - d) * x + b * n`. So it is if `0 <= l` where `r` is 0, and `-d <= l` elsewhere, and if `l < d`
//! where `r` is `n - 1`, and `l < 2 * d` elsewhere. A line is within bounds at all `x` of a kind if it is
//! at the first and at the last of them.
//!
//! With signs, all this is so on either side of zero. There a quotient that is truncated is rounded
//! down or up, `y / c` rounded up being `(y + c - 1) / c`, and comparisons with zero are known. What
//! compilers round down is one less than the quotient on one side, which is said with
//! a comparison of `x`: it cancels out with the one that they add. Of a
//! negative `n` it is the same with `-x` in the place of `x`.

use super::poly::Poly;
use super::sign::Sign;
use super::{Node, Sort, Term, Terms};

/// Quotients that a word is made of, at most.
const QUOTIENTS: usize = 8;

/// A word that is a fraction of what it is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Made {
    /// The high word of the product of a word with a number.
    High(Sign, Term, i64),
    /// A word by a number, truncated.
    Quotient(Sign, Term, i64),
    /// A word with a sign by a positive number, rounded down.
    Floor(Term, i64),
    /// 1 where a word, or its negative, is below zero, else 0.
    Below(Term, i64),
}

/// `a * x + b` over `d`, which is positive, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    a: i128,
    b: i128,
    d: i128,
}

/// `a * x + b`. One function, as it is large, and its callers are many.
#[inline(never)]
fn line(a: i128, x: i128, b: i128) -> Option<i128> {
    a.checked_mul(x)?.checked_add(b)
}

impl Fraction {
    fn at(self, x: i64) -> Option<i128> {
        Some(line(self.a, x.into(), self.b)?.div_euclid(self.d))
    }

    /// Whether it is more by `k` than `x / n`, truncated, for all `x` of a range, on one side of zero.
    fn is_quotient(self, n: i128, k: i128, range: [i64; 2]) -> Option<bool> {
        let Fraction { a, b, d } = self;
        let e = line(a, n, -d)?;
        let (n, [low, high]) = (n as i64, range);
        // x / n rounded up is (x + n - 1) / n
        let up = if low < 0 { n - 1 } else { 0 };
        let b = line(line(k, -d, b)?, n.into(), -line(d, up.into(), 0)?)?;
        // The first and the last that leave r.
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

/// What a word is on one side of zero: the side, as a range of `x` or of `-x`, and the fraction of that.
type Side = ([i64; 2], Fraction);

/// By which number `x`, or `-x`, is divided, and how much more there is on each side.
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

/// A sum of quotients, each once and with a factor, of so many times the base, and of a number.
#[derive(Clone, Debug, Default)]
struct Sum {
    quotients: Vec<(Term, i128)>,
    of_base: i128,
    constant: i128,
}

impl Sum {
    /// `factor * self + of * other`
    fn plus(&self, factor: i128, other: &Sum, of: i128) -> Option<Sum> {
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
        Some(Sum { quotients, of_base, constant: both(self.constant, other.constant)? })
    }
}

/// What the quotients that a word is made of divide, and by what.
type Parts = Vec<(Term, Sum, i128)>;

/// A sum over a number, as a fraction.
fn fraction(parts: &Parts, mut sum: Sum, mut by: i128) -> Option<Fraction> {
    // Who has others in it is younger.
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

/// The word that others are made of, on one side of zero.
struct Base<'p> {
    x: Term,
    sign: Sign,
    poly: &'p Poly,
    range: [i64; 2],
}

/// The quotients that a word is made of, and what may be its base.
struct Origin {
    quotients: Vec<Term>,
    bases: Vec<(Sign, Term)>,
}

impl Terms {
    /// What is made so, as a quotient of another word.
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

    /// The same of whether a word is below zero, or above where `turn` is -1.
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

    /// By how much a quotient is more than what is rounded down: 1 where the remainder is below
    /// zero, else 0, where what is rounded down is a quotient of another word.
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

    /// What a word is on both sides of zero; there may be nothing on one.
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
                // Of what the base is made of nothing need be known.
                let part = self.made(quotient).and_then(|made| self.part(&parts, made, &base));
                parts.extend(part.map(|(sum, by)| (quotient, sum, by)));
            }
            let (sum, by) = self.part(&parts, made, &base)?;
            let Fraction { a, b, d } = fraction(&parts, sum, by)?;
            *side = Some(([low, high], Fraction { a: a * i128::from(turn), b, d }));
        }
        Some(sides)
    }

    /// What is divided, and by what, rounded down.
    fn part(&mut self, parts: &Parts, made: Made, base: &Base<'_>) -> Option<(Sum, i128)> {
        match made {
            Made::High(sign, x, factor) => {
                let sum = Sum { of_base: factor.into(), ..Sum::default() };
                ((sign, x) == (base.sign, base.x)).then_some((sum, 1 << 32))
            }
            Made::Quotient(sign, dividend, by) => {
                let (mut sum, ends) = self.exact(parts, dividend, sign, base)?;
                let turn = i128::from(by.signum());
                sum = sum.plus(turn, &Sum::default(), 0)?;
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
                let sum = Sum { constant: first.into(), ..Sum::default() };
                (first == last).then_some((sum, 1))
            }
        }
    }

    /// A word as a sum that is exact, and the numbers that it is at both ends.
    fn exact(
        &mut self,
        parts: &Parts,
        word: Term,
        sign: Sign,
        base: &Base<'_>,
    ) -> Option<(Sum, [i128; 2])> {
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

    /// The words that a word is a sum of; none where it has products of these.
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

    /// Whether a word is below zero, or above, where that is what is compared.
    pub(super) fn as_below(&self, a: Term, b: Term) -> Option<Made> {
        match (self.as_const(a), self.as_const(b)) {
            _ if self.sort(a) != Sort::Word => None,
            (_, Some(0)) => Some(Made::Below(a, 1)),
            (Some(0), _) => Some(Made::Below(b, -1)),
            _ => None,
        }
    }

    /// The high word of a double word that is the product of a word with a constant.
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

    /// The least and the largest number that a word may be.
    fn numbers(&self, word: Term, sign: Sign) -> [i64; 2] {
        debug_assert!(self.sort(word) == Sort::Word, "others are not divided");
        let interval = self.interval(word);
        let first = sign.number(interval.start as u32);
        let (last, max) = (first + interval.more as i64, sign.max() as i64);
        if last > max { [max - i64::from(u32::MAX), max] } else { [first, last] }
    }
}

/// A polynomial as a sum of quotients, of the base, whose polynomial is given, and of a number.
fn as_sum(poly: &Poly, of_base: &Poly) -> Option<Sum> {
    // By which the base is told from what else there is.
    let mut all = of_base.iter().filter(|(monomial, _)| !monomial.is_empty());
    let (lead, &coefficient) =
        all.find(|(_, coefficient)| matches!(**coefficient, 1 | u32::MAX))?;
    let times = poly.get(lead).copied().unwrap_or(0).wrapping_mul(coefficient);
    let rest = super::polynomial::plus(poly, of_base, times.wrapping_neg());
    let signed = |factor: u32| i128::from(factor as i32);
    let mut sum = Sum { of_base: signed(times), ..Sum::default() };
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

//! Divisions by constants that compilers write as multiplications.
//!
//! The high word of `m * x` is `m * x / 2^32` rounded down, over unsigned or signed integers. Expressions built from
//! such high words of one word `x`, quotients by constants and sums are also of the form `(a * x + b) / d` rounded
//! down: for integers `y` and `z`, `y / c + z` is `(y + c * z) / c`, `z - y / c` is `(c * z - y + c - 1) / c`, and `y /
//! c / e` is `y / (c * e)`. A sum under a quotient equals the integer sum up to a multiple of `2^32`. If the sum with
//! that multiple is a word for every `x`, it is exact; since such a fraction is monotonic, it is enough to check the
//! least and the largest `x`.
//!
//! Signed quotients truncate: they round down for nonnegative dividends, and up for negative ones. `y / c` rounded up
//! is `(y + c - 1) / c`, and dividing `y` by `-c` is dividing `-y` by `c`. So negative and nonnegative `x` are treated
//! separately, and the dividend of each quotient must not change sign there, which again is checked at both ends. A
//! comparison with zero is likewise a constant there, 1 or 0.
//!
//! `(a * x + b) / d` rounded down is `k` more than `x / n` rounded down if, with `x = q * n + r` and `0 <= r < n`, the
//! difference `(r * d + l) / (d * n)` is at least 0 and below 1, for `l = (a * n - d) * x + (b - k * d) * n`. That
//! holds if `0 <= l` for `r = 0`, `-d <= l` for other `r`, `l < d` for `r = n - 1`, and `l < 2 * d` for other `r`.
//! Since `l` is linear in `x`, each condition holds for every such `x` if it holds for the first and for the last one.
//! `x / n` rounded up is `(x + n - 1) / n` rounded down.
//!
//! On the side of zero where truncation rounds up, compilers compute one less than the quotient, for every `x`, and
//! then correct it by 1. So the statement about the word is the quotient plus a constant for each side: for negative
//! `x` or, if `n` is negative, for positive `x`.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::terms::{Atom, Node, Polynomial, Terms, Word, plus};

/// Maximum number of quotients and high words in one expression.
const PARTS: usize = 8;

/// States that an atom (a quotient, a high word, or a comparison with zero) is the quotient of another word, or the
/// comparison of another word with zero. The other word and the divisor are derived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Reciprocal {
    /// The index of the atom: a quotient by a constant, the high word of a product with a constant, or a comparison
    /// with zero.
    pub of: u32,
}

impl Reciprocal {
    /// The word that is then zero; none if it cannot be derived.
    pub fn stated(&self, terms: &mut Terms) -> Option<Word> {
        let of = Atom(self.of);
        let Base { word: base, is_signed } = base(terms, of)?;
        let range = range(terms, base, is_signed);
        let turns: &[i64] = if is_signed { &[1, -1] } else { &[1] };
        let (turn, says) = turns.iter().find_map(|&turn| {
            let sides = Sides { terms, base: Base { word: base, is_signed }, turn, range };
            Some((turn, sides.says(of)?))
        })?;
        let Says { n, more, is_rounding } = says;
        let [ahead, behind] = more;
        let is_behind = match turn {
            1 => terms.less(true, base, Terms::ZERO),
            _ => terms.less(true, Terms::ZERO, base),
        };
        let less = terms.constant(ahead.wrapping_sub(behind) as u32);
        let less = terms.mul(less, is_behind);
        let number = terms.constant(ahead as u32);
        let mut said = terms.sub(number, less);
        if let Some(n) = n {
            let by = terms.constant((turn * n) as u32);
            let quotient = terms.quotient(is_signed, base, by);
            said = terms.add(said, quotient);
        }
        if let Some((dividend, divisor)) = is_rounding {
            let truncated = terms.quotient(true, dividend, divisor);
            said = terms.sub(truncated, said);
        }
        let word = terms.word(Polynomial::from([(vec![of], 1)]));
        Some(terms.sub(word, said))
    }
}

/// An operation that gives a fraction of its operand.
#[derive(Clone, Copy)]
enum Made {
    /// The high word of a product of a word with a constant; whether it is signed.
    High(bool, Word, i64),
    /// A word divided by a constant, truncated; whether it is signed.
    Quotient(bool, Word, i64),
    /// A signed word divided by a positive constant, rounded down.
    Floor(Word, i64),
    /// 1 if a signed word, or its negation, is negative; else 0.
    Below(Word, i64),
}

impl Made {
    /// The operation of an atom.
    fn of(terms: &Terms, atom: Atom) -> Option<Made> {
        let number = |is_signed: bool, word: Word| {
            let number = terms.as_constant(word)?;
            Some(if is_signed { i64::from(number as i32) } else { i64::from(number) })
        };
        match *terms.node(atom)? {
            Node::High(signed, a, b) => match (number(signed, a), number(signed, b)) {
                (None, Some(m)) => Some(Made::High(signed, a, m)),
                (Some(m), None) => Some(Made::High(signed, b, m)),
                _ => None,
            },
            Node::Quotient(signed, word, by) => {
                let by = number(signed, by).filter(|by| *by != 0)?;
                Some(Made::Quotient(signed, word, by))
            }
            Node::Less(true, a, b) => match (number(true, a), number(true, b)) {
                (None, Some(0)) => Some(Made::Below(a, 1)),
                (Some(0), None) => Some(Made::Below(b, -1)),
                _ => None,
            },
            _ => None,
        }
    }

    fn word(self) -> Word {
        match self {
            Made::High(_, word, _)
            | Made::Quotient(_, word, _)
            | Made::Floor(word, _)
            | Made::Below(word, _) => word,
        }
    }
}

/// The dividend and the positive divisor of a remainder that a comparison tests for being negative. If it is, the
/// truncated quotient is 1 more than the rounded-down one; otherwise they are equal.
fn rounding(terms: &Terms, atom: Atom) -> Option<(Word, Word)> {
    let Some(Made::Below(word, 1)) = Made::of(terms, atom) else { return None };
    let (remainder, 0) = terms.atom_and_number(word)? else { return None };
    let Node::Remainder(true, dividend, divisor) = *terms.node(remainder)? else { return None };
    let is_positive = terms.as_constant(divisor).is_some_and(|by| (1..1 << 31).contains(&by));
    is_positive.then_some((dividend, divisor))
}

/// The rounded-down division of such a comparison.
fn floor(terms: &Terms, atom: Atom) -> Option<Made> {
    let (dividend, divisor) = rounding(terms, atom)?;
    Some(Made::Floor(dividend, terms.as_constant(divisor)?.into()))
}

/// The word that an expression is a function of.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Base {
    word: Word,
    is_signed: bool,
}

/// The single word whose multiples an atom's high words are of.
fn base(terms: &Terms, of: Atom) -> Option<Base> {
    let mut base = None;
    let mut seen = BTreeSet::new();
    let mut open = vec![of];
    while let Some(atom) = open.pop() {
        let Some(made) = Made::of(terms, atom) else { continue };
        if !seen.insert(atom) {
            continue;
        }
        if seen.len() > PARTS {
            return None;
        }
        match made {
            Made::High(is_signed, word, _) => {
                let this = Base { word, is_signed };
                if *base.get_or_insert(this) != this {
                    return None;
                }
            }
            made => {
                let word = rounding(terms, atom).map_or(made.word(), |(dividend, _)| dividend);
                open.extend(terms.polynomial(word).keys().flatten());
            }
        }
    }
    base
}

/// The least and the largest value of a word, from its operation.
fn range(terms: &Terms, word: Word, is_signed: bool) -> [i64; 2] {
    let all = if is_signed { [i32::MIN.into(), i32::MAX.into()] } else { [0, u32::MAX.into()] };
    let [least, largest] = all;
    let Some((atom, 0)) = terms.atom_and_number(word) else { return all };
    let (of, by, is_quotient) = match terms.node(atom) {
        Some(&Node::Quotient(of, _, by)) => (of, by, true),
        Some(&Node::Remainder(of, _, by)) => (of, by, false),
        _ => return all,
    };
    let by = match terms.as_constant(by) {
        None | Some(0) => return all,
        Some(by) if of => i64::from((by as i32).unsigned_abs()),
        Some(by) => i64::from(by),
    };
    match (of, is_quotient) {
        (true, _) if !is_signed => all,
        (true, true) => [least / by, (-least / by).min(largest)],
        (true, false) => [1 - by, by - 1],
        (false, _) => {
            let most = if is_quotient { i64::from(u32::MAX) / by } else { by - 1 };
            if most <= largest { [0, most] } else { all }
        }
    }
}

/// `(a * x + b) / d` rounded down, with positive `d`.
#[derive(Clone, Copy, Debug)]
struct Fraction {
    a: i128,
    b: i128,
    d: i128,
}

impl Fraction {
    fn at(self, x: i64) -> Option<i128> {
        let product = self.a.checked_mul(x.into())?;
        Some(product.checked_add(self.b)?.div_euclid(self.d))
    }

    /// Whether it is `k` more than `x / n`, truncated, for all `x` of a range on one side of zero.
    fn is_quotient(self, n: i128, k: i128, range: [i64; 2]) -> Option<bool> {
        let Fraction { a, b, d } = self;
        let [low, high] = range.map(i128::from);
        let up = if low < 0 { n - 1 } else { 0 };
        let factor = a.checked_mul(n)?.checked_sub(d)?;
        let number = b.checked_sub(k.checked_mul(d)?)?.checked_mul(n)?;
        // x / n rounded up is (x + n - 1) / n rounded down, so subtract a * (n - 1).
        let number = number.checked_sub(d.checked_mul(up)?)?;
        let line = |x: i128| factor.checked_mul(x)?.checked_add(number);
        let is_from = |x: i128, from: i128| Some(line(x)? >= d.checked_mul(from)?);
        let is_below = |x: i128, below: i128| Some(line(x)? < d.checked_mul(below)?);
        let mut holds = true;
        for x in [low, high] {
            holds &= is_from(x, -1)? && is_below(x, 2)?;
        }
        for (r, is_least) in [(0, true), (n - 1, false)] {
            let first = low + (r - low - up).rem_euclid(n);
            let last = high - (high + up - r).rem_euclid(n);
            for x in [first, last].into_iter().filter(|x| (low..=high).contains(x)) {
                holds &= if is_least { is_from(x, 0)? } else { is_below(x, 1)? };
            }
        }
        Some(holds)
    }
}

/// An atom; or, for a comparison that corrects truncation, the rounded-down quotient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Part {
    atom: Atom,
    is_floor: bool,
}

/// The dividends and divisors of parts.
type Known = BTreeMap<Part, (Sum, i128)>;

/// A linear combination of parts and the base, plus a constant.
#[derive(Clone, Debug, Default)]
struct Sum {
    parts: BTreeMap<Part, i128>,
    of_base: i128,
    constant: i128,
}

impl Sum {
    /// `factor * self + of * other`
    fn plus(&self, factor: i128, other: &Sum, of: i128) -> Option<Sum> {
        let both = |a: i128, b: i128| factor.checked_mul(a)?.checked_add(of.checked_mul(b)?);
        let mut parts = BTreeMap::new();
        for &part in self.parts.keys().chain(other.parts.keys()) {
            let of = |sum: &Sum| sum.parts.get(&part).copied().unwrap_or(0);
            parts.insert(part, both(of(self), of(other))?);
        }
        parts.retain(|_, factor| *factor != 0);
        let of_base = both(self.of_base, other.of_base)?;
        Some(Sum { parts, of_base, constant: both(self.constant, other.constant)? })
    }
}

/// A claim about an atom: a quotient by this number, if any, plus a constant for each side of zero.
struct Says {
    n: Option<i64>,
    more: [i64; 2],
    /// The claim is about the rounded-down quotient; the atom is the truncated quotient minus it.
    is_rounding: Option<(Word, Word)>,
}

/// The base on both sides of zero: itself, or its negation.
struct Sides<'t> {
    terms: &'t Terms,
    base: Base,
    turn: i64,
    range: [i64; 2],
}

impl Sides<'_> {
    fn says(&self, of: Atom) -> Option<Says> {
        let made = Made::of(self.terms, of)?;
        let at_once = self.says_of(made).map(|(n, more)| Says { n, more, is_rounding: None });
        at_once.or_else(|| {
            let (n, more) = self.says_of(floor(self.terms, of)?)?;
            Some(Says { n, more, is_rounding: rounding(self.terms, of) })
        })
    }

    fn says_of(&self, made: Made) -> Option<(Option<i64>, [i64; 2])> {
        let mut all = self.range.map(|x| self.turn * x);
        all.sort_unstable();
        let [low, high] = all;
        let sides = [[low.max(0), high], [low, high.min(-1)]];
        let mut fractions = Vec::new();
        for (side, [low, high]) in sides.into_iter().enumerate() {
            if low <= high {
                let range = [self.turn * low, self.turn * high];
                let parts = Parts { terms: self.terms, base: self.base, range };
                let Fraction { a, b, d } = parts.fraction_of(made)?;
                let a = a.checked_mul(self.turn.into())?;
                fractions.push((side, [low, high], Fraction { a, b, d }));
            }
        }
        let (_, _, first) = *fractions.first()?;
        let most = if self.base.is_signed { i32::MAX.into() } else { i128::from(u32::MAX) };
        let numbers: Vec<Option<i128>> = match first.a {
            0 => vec![None],
            1.. => [(first.d - 1) / first.a + 1, first.d / first.a].map(Some).to_vec(),
            _ => return None,
        };
        numbers.into_iter().filter(|n| n.is_none_or(|n| (1..=most).contains(&n))).find_map(|n| {
            let mut more = [None; 2];
            for &(side, range, fraction) in &fractions {
                let k = match n {
                    // Near zero the quotient is zero.
                    Some(2..) if range[0] < 0 => fraction.at(-1)?,
                    _ => fraction.at(0)?,
                };
                let holds = match n {
                    Some(n) => fraction.is_quotient(n, k, range)?,
                    None => fraction.a == 0,
                };
                more[side] = Some(i64::try_from(k).ok().filter(|_| holds)?);
            }
            let [ahead, behind] = more;
            let more = [ahead.or(behind)?, behind.or(ahead)?];
            Some((n.map(|n| n as i64), more))
        })
    }
}

/// The parts of an expression, for bases on one side of zero.
struct Parts<'t> {
    terms: &'t Terms,
    base: Base,
    range: [i64; 2],
}

impl Parts<'_> {
    fn fraction_of(&self, made: Made) -> Option<Fraction> {
        let mut known = Known::new();
        let (sum, by) = self.part(made, &mut known)?;
        fraction(&known, sum, by)
    }

    /// Records the dividend and divisor of a part, and of the parts that it depends on.
    fn learn(&self, part: Part, known: &mut Known) -> Option<()> {
        if !known.contains_key(&part) {
            let made = match part.is_floor {
                true => floor(self.terms, part.atom)?,
                false => Made::of(self.terms, part.atom)?,
            };
            let made = self.part(made, known)?;
            known.insert(part, made);
        }
        Some(())
    }

    /// The dividend and the divisor of an operation, rounded down.
    fn part(&self, made: Made, known: &mut Known) -> Option<(Sum, i128)> {
        match made {
            Made::High(is_signed, word, m) => {
                let is_ours = self.base == Base { word, is_signed };
                is_ours.then(|| (Sum { of_base: m.into(), ..Sum::default() }, 1 << 32))
            }
            Made::Quotient(is_signed, word, by) => {
                let (sum, ends) = self.exact(word, is_signed, known)?;
                let turn = i128::from(by.signum());
                let mut sum = sum.plus(turn, &Sum::default(), 0)?;
                let by = i128::from(by.abs());
                let [first, last] = ends.map(|end| turn * end);
                match (first.min(last), first.max(last)) {
                    (0.., _) => {}
                    (_, ..=0) => sum.constant = sum.constant.checked_add(by - 1)?,
                    _ => return None,
                }
                Some((sum, by))
            }
            Made::Floor(word, by) => Some((self.exact(word, true, known)?.0, by.into())),
            Made::Below(word, turn) => {
                let (_, ends) = self.exact(word, true, known)?;
                let [first, last] = ends.map(|end| i128::from(turn) * end < 0);
                let sum = Sum { constant: first.into(), ..Sum::default() };
                (first == last).then_some((sum, 1))
            }
        }
    }

    /// A word as a sum that equals it over the integers, with its values at both ends.
    fn exact(&self, word: Word, is_signed: bool, known: &mut Known) -> Option<(Sum, [i128; 2])> {
        let mut sum = self.sum(word)?;
        // The inner parts are older, so the recursion terminates.
        for &inner in sum.parts.keys() {
            self.learn(inner, known)?;
        }
        let fraction = fraction(known, sum.clone(), 1)?;
        let number = |end: i128| match is_signed {
            true => i128::from(end as i32),
            false => i128::from(end as u32),
        };
        let [first, last] = self.range.map(|x| fraction.at(x));
        let (first, last) = (first?, last?);
        let turns = number(first).checked_sub(first)?;
        sum.constant = sum.constant.checked_add(turns)?;
        let ends = [first.checked_add(turns)?, last.checked_add(turns)?];
        (number(ends[1]) == ends[1]).then_some((sum, ends))
    }

    /// A word as a sum, with the most likely signs of its coefficients.
    fn sum(&self, word: Word) -> Option<Sum> {
        let [poly, of_base] = [word, self.base.word].map(|word| self.terms.polynomial(word));
        let mut all = of_base.iter().filter(|(product, _)| !product.is_empty());
        let (lead, &unit) = all.find(|(_, factor)| matches!(**factor, 1 | u32::MAX))?;
        let times = poly.get(lead).copied().unwrap_or(0).wrapping_mul(unit);
        let signed = |factor: u32| i128::from(factor as i32);
        let mut sum = Sum { of_base: signed(times), ..Sum::default() };
        for (product, factor) in plus(poly, of_base, times.wrapping_neg()) {
            match product[..] {
                [] => sum.constant = signed(factor),
                [atom] => {
                    let (factor, mut part) = (signed(factor), Part { atom, is_floor: false });
                    if let Some((a, b)) = rounding(self.terms, atom) {
                        let truncated = self.terms.find(&Node::Quotient(true, a, b))?;
                        let truncated = Part { atom: truncated, is_floor: false };
                        *sum.parts.entry(truncated).or_insert(0) += factor;
                        part.is_floor = true;
                        *sum.parts.entry(part).or_insert(0) -= factor;
                    } else {
                        *sum.parts.entry(part).or_insert(0) += factor;
                    }
                }
                _ => return None,
            }
        }
        sum.parts.retain(|_, factor| *factor != 0);
        Some(sum)
    }
}

/// A sum over a number, as a fraction of the base.
fn fraction(known: &Known, mut sum: Sum, mut by: i128) -> Option<Fraction> {
    // The newest part comes first, since it may contain the others.
    while let Some((atom, factor)) = sum.parts.pop_last() {
        let (inner, c) = known.get(&atom)?;
        // A part with divisor 1 is an integer already.
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

#[cfg(test)]
mod tests;

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
//! natural numbers. For sums under a quotient are added to what is divided, `y / c + z` being
//! `(y + c * z) / c` and `z - y / c` being `(c * z - y + c - 1) / c`, and a quotient of a quotient is
//! one. A sum has to be exact: as an integer it has to be a word, which a fraction, that never
//! turns round, is seen to be at both ends of what `x` may be.
//!
//! Such a word is `x / n` where `0 <= e * x + b * n < d` for all `x`, for `e = a * n - d`. For with
//! `x = q * n + r` and `r < n`, `(a * x + b) / d` is more than `q` by
//! `(r * d + e * x + b * n) / (d * n)`, which then is at least 0 and below 1. A line is within
//! these bounds if it is at both ends.

use super::poly::Poly;
use super::{Node, Sort, Term, Terms};

/// Quotients that a word is made of, at most.
const QUOTIENTS: usize = 8;

/// `a * x + b` over `d`, which is positive, rounded down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Fraction {
    a: i128,
    b: i128,
    d: i128,
}

impl Fraction {
    fn at(self, x: u64) -> Option<i128> {
        let product = self.a.checked_mul(x.into())?;
        Some(product.checked_add(self.b)?.div_euclid(self.d))
    }

    /// The number by which words of this range are divided.
    fn divisor(self, range: [u64; 2]) -> Option<u32> {
        let Fraction { a, b, d } = self;
        if a <= 0 {
            return None;
        }
        let below = u32::try_from(d / a).ok()?;
        let is_divisor = |n: &u32| {
            let n = i128::from(*n);
            let e = a.checked_mul(n)?.checked_sub(d)?;
            let at = |x: u64| e.checked_mul(x.into())?.checked_add(b.checked_mul(n)?);
            let [low, high] = range.map(at);
            Some((0..d).contains(&low?) && (0..d).contains(&high?))
        };
        let near = [below, below.saturating_add(1)];
        near.into_iter().find(|n| *n > 0 && is_divisor(n) == Some(true))
    }
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
        let both = |a: i128, b: i128| factor.checked_mul(a)?.checked_add(of.checked_mul(b)?);
        let mut quotients = Vec::new();
        for &(quotient, by) in &self.quotients {
            quotients.push((quotient, both(by, 0)?));
        }
        for &(quotient, by) in &other.quotients {
            match quotients.iter_mut().find(|(it, _)| *it == quotient) {
                Some((_, sum)) => *sum = sum.checked_add(of.checked_mul(by)?)?,
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

impl Terms {
    /// `a / d` where it is the quotient of another word, of which `a` is made.
    pub(super) fn reciprocal(&mut self, a: Term, d: u64) -> Option<Term> {
        let mut open = vec![a];
        let (mut quotients, mut bases): (Vec<Term>, Vec<Term>) = (Vec::new(), Vec::new());
        let mut of_products = None;
        while let Some(word) = open.pop() {
            for atom in self.linear_atoms(word)? {
                match self.node(atom) {
                    Node::High(product) => {
                        let (x, _) = self.as_scaled(product)?;
                        if *of_products.get_or_insert(x) != x {
                            return None;
                        }
                    }
                    Node::Udiv(dividend, by) if self.as_const(by).is_some_and(|by| by > 0) => {
                        open.push(dividend);
                        bases.push(dividend);
                    }
                    _ => continue,
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
        bases.into_iter().find_map(|base| {
            let divisor = self.divisor_of(base, &quotients, a, d)?;
            let divisor = self.word(divisor);
            Some(self.udiv(base, divisor))
        })
    }

    /// `n` where `a / d` is `base / n`; these are the quotients that `a` is made of.
    fn divisor_of(&mut self, base: Term, quotients: &[Term], a: Term, d: u64) -> Option<u32> {
        let range = self.range(base);
        let of_base = self.poly_of(base);
        let mut parts = Parts::new();
        for &quotient in quotients {
            let part = match self.node(quotient) {
                Node::High(product) => self
                    .as_scaled(product)
                    .map(|(_, factor)| (Sum { of_base: factor.into(), ..Sum::default() }, 1 << 32)),
                Node::Udiv(dividend, by) => {
                    let by = self.as_const(by)?;
                    self.exact(&parts, dividend, &of_base, range).map(|sum| (sum, by.into()))
                }
                _ => None,
            };
            // Of what the base is made of nothing need be known.
            parts.extend(part.map(|(sum, by)| (quotient, sum, by)));
        }
        let sum = self.exact(&parts, a, &of_base, range)?;
        fraction(&parts, sum, d.into())?.divisor(range)
    }

    /// The high word of a product with a constant, where it is a quotient.
    pub(super) fn high_as_quotient(&mut self, product: Term) -> Option<Term> {
        let (base, factor) = self.as_scaled(product)?;
        let fraction = Fraction { a: factor.into(), b: 0, d: 1 << 32 };
        let divisor = fraction.divisor(self.range(base))?;
        let divisor = self.word(divisor);
        Some(self.udiv(base, divisor))
    }

    /// A word as a sum that is exact.
    fn exact(&mut self, parts: &Parts, word: Term, of_base: &Poly, range: [u64; 2]) -> Option<Sum> {
        let sum = as_sum(&self.poly_of(word), of_base)?;
        let fraction = fraction(parts, sum.clone(), 1)?;
        let is_word = |x| Some(u32::try_from(fraction.at(x)?).is_ok());
        range.into_iter().all(|x| is_word(x) == Some(true)).then_some(sum)
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

    /// `x` and `m` of a double word that is the product of `x`, as a number without a sign,
    /// with a constant.
    fn as_scaled(&self, product: Term) -> Option<(Term, u32)> {
        let Node::Mul(x, m) = self.node(product) else { return None };
        let Node::ZeroExtend(x) = self.node(x) else { return None };
        Some((x, u32::try_from(self.as_const(m)?).ok()?))
    }

    /// The least and the largest number that a word may be.
    fn range(&self, word: Term) -> [u64; 2] {
        debug_assert!(self.sort(word) == Sort::Word, "others are not divided");
        let interval = self.interval(word);
        let last = interval.start + interval.more;
        if last > u32::MAX.into() { [0, u32::MAX.into()] } else { [interval.start, last] }
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
mod tests {
    use super::*;
    use crate::term::{Model, Symbol};

    /// How a quotient is written: the high word of the product with `m`, or half of what that leaves,
    /// and it, shifted to the right.
    #[derive(Clone, Copy, Debug)]
    struct Written {
        m: u32,
        is_wide: bool,
        shift: u32,
    }

    impl Written {
        /// As compilers divide by `d`, with the reciprocal rounded up: in 32 bits, where these
        /// are enough, else in 33.
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

    /// Divisors small and large, next to powers of two, and some with odd reciprocals.
    fn divisors() -> Vec<u32> {
        let near = (1..32).flat_map(|bit| [-1i64, 0, 1].map(|by| ((1i64 << bit) + by) as u32));
        let some = [7, 10, 11, 14, 19, 25, 100, 125, 641, 1000, 6_700_417, 1_000_000_007];
        let mut all: Vec<u32> = near.chain(some).chain([u32::MAX - 4]).filter(|d| *d > 1).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// As compilers divide, by each of them, a word, a sum of two, and one that is small: all
    /// are quotients.
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

    /// Numbers at which quotients change, at both ends and between.
    fn edges(d: u32) -> impl Iterator<Item = u32> {
        let most = i64::from(u32::MAX / d);
        let multiples = [0, 1, 2, 3, most / 3, most / 2, most - 1, most];
        let near =
            multiples.into_iter().flat_map(move |k| [-1, 0, 1].map(|by| k * i64::from(d) + by));
        near.filter_map(|x| u32::try_from(x).ok()).chain([u32::MAX])
    }

    /// With a reciprocal that is a little beside it, and of words that are large or small, a
    /// word means what it is written as, quotient or not.
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
}

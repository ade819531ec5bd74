//! Lemmas about quotients that bit-blasting does not find.
//!
//! For unsigned numbers, if `x = k * d + y` does not wrap around, then the quotient of `x` by `d`
//! is `k` plus that of `y`, and it is `k` where `y < d`. No solver finds that for words of 32 bits
//! with a non-constant divisor. [`candidates`] proposes such `k` and `y` from the form of the sums,
//! and the caller has to prove them.
//!
//! Quotients by a constant often differ by a constant if their dividends do: [`of_neighbours`]
//! proposes that constant. A bit-level query decides whether it is right.

use super::algebra::{Polynomial, Zeros, plus, times};

/// Maximum number of candidates.
const CANDIDATES: usize = 48;
/// Maximum number of quotients whose differences are decided at the bit level.
const NEIGHBOURS: usize = 9;

/// An unsigned quotient.
#[derive(Clone, Debug)]
pub struct Quotient<A> {
    /// The quotient as a word.
    pub atom: A,
    /// The dividend.
    pub dividend: Polynomial<A>,
    /// The divisor.
    pub divisor: Polynomial<A>,
}

/// The remaining part of a dividend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest<A> {
    /// The dividend of another quotient by the same divisor, by its index.
    Of(usize),
    /// A word below the divisor.
    Below(Polynomial<A>),
}

/// The guess that a dividend is a multiple of its divisor plus a rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<A> {
    /// The quotient, by its index.
    pub of: usize,
    /// The multiple.
    pub times: Polynomial<A>,
    /// The rest.
    pub rest: Rest<A>,
}

/// Guesses about quotients if these sums are zero, and these words below others, likeliest first.
pub fn candidates<A: Copy + Ord>(
    quotients: &[Quotient<A>],
    zeros: &[Polynomial<A>],
    of_zeros: &Zeros<A>,
    below: &[[Polynomial<A>; 2]],
) -> Vec<Candidate<A>> {
    // Candidates based on facts come before mere guesses.
    let (mut found, mut guessed) = (Vec::new(), Vec::new());
    // Try the divisor reduced as far as possible, so that it is recognized in a sum, and unchanged,
    // if it has more than one word.
    let reduced = |sum: &Polynomial<A>| of_zeros.reduced(sum.clone()).unwrap_or(sum.clone());
    let divisors: Vec<Polynomial<A>> =
        quotients.iter().map(|this| reduced(&this.divisor)).collect();
    let divided = |sum: &Polynomial<A>, of: usize| {
        let by = [&divisors[of], &quotients[of].divisor];
        by.into_iter().find_map(|divisor| divided(sum, divisor))
    };
    let bounds: Vec<Polynomial<A>> = below.iter().map(|[_, bound]| reduced(bound)).collect();
    for (of, this) in quotients.iter().enumerate() {
        let divisor = &divisors[of];
        for (index, other) in quotients.iter().enumerate() {
            if index == of || *divisor != divisors[index] {
                continue;
            }
            let Some(more) = of_zeros.reduced(plus(&this.dividend, &other.dividend, u32::MAX))
            else {
                continue;
            };
            // The two are equal, so either represents the other.
            if more.is_empty() && index > of {
                continue;
            }
            // A remainder that is itself a word of the invariant may give the rest of the quotient.
            let plain = plus(&this.dividend, &other.dividend, u32::MAX);
            for form in [more].into_iter().chain(forms(&plain, zeros)) {
                if let Some((times, rest)) = divided(&form, of)
                    && rest.is_empty()
                {
                    found.push(Candidate { of, times, rest: Rest::Of(index) });
                }
            }
        }
        for ([rest, _], bound) in below.iter().zip(&bounds) {
            if divisor == bound
                && let Some(more) = of_zeros.reduced(plus(&this.dividend, rest, u32::MAX))
                && let Some((times, over)) = divided(&more, of)
                && over.is_empty()
            {
                found.push(Candidate { of, times, rest: Rest::Below(rest.clone()) });
            }
        }
        for form in forms(&this.dividend, zeros) {
            if let Some((times, rest)) = divided(&form, of) {
                guessed.push(Candidate { of, times, rest: Rest::Below(rest) });
            }
        }
    }
    // Shorter multiples are likelier.
    found.sort_by_key(|candidate| candidate.times.len());
    guessed.sort_by_key(|candidate| candidate.times.len());
    found.extend(guessed);
    let mut kept: Vec<Candidate<A>> = Vec::new();
    for candidate in found {
        if !kept.contains(&candidate) {
            kept.push(candidate);
        }
    }
    kept.truncate(CANDIDATES);
    kept
}

/// A sum, and its forms after adding each of some sums that are zero.
fn forms<A: Copy + Ord>(sum: &Polynomial<A>, zeros: &[Polynomial<A>]) -> Vec<Polynomial<A>> {
    let mut forms = vec![sum.clone()];
    for zero in zeros {
        let shared = sum.keys().filter_map(|product| {
            let (of_sum, of_zero) = (sum[product], *zero.get(product)?);
            let is_unit = of_zero == 1 || of_zero == u32::MAX;
            (is_unit && !product.is_empty()).then(|| of_sum.wrapping_mul(of_zero))
        });
        forms.extend(shared.map(|factor| plus(sum, zero, factor.wrapping_neg())));
    }
    forms
}

/// The guess that two quotients by the same number differ by a constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Apart {
    /// The quotient of the larger dividend, by its index.
    pub more: usize,
    /// The quotient of the smaller one.
    pub less: usize,
    /// The difference.
    pub by: u32,
    /// Whether the remainder of the larger dividend is subtracted as well: for an odd number, its
    /// half and the half of its predecessor are equal.
    pub without_remainder: bool,
}

impl Apart {
    /// The sum that is zero then, over quotients and dividends.
    pub fn zero<A: Copy + Ord>(&self, quotients: &[Quotient<A>]) -> Polynomial<A> {
        let [more, less] = [self.more, self.less].map(|index| &quotients[index]);
        let one = |atom| Polynomial::from([(vec![atom], 1)]);
        let difference = plus(&one(more.atom), &one(less.atom), u32::MAX);
        let number = Polynomial::from([(vec![], 1)]);
        let sum = plus(&difference, &number, self.by.wrapping_neg());
        if !self.without_remainder {
            return sum;
        }
        // The remainder is the dividend minus the quotient times the divisor.
        let sum = plus(&sum, &more.dividend, 1);
        let multiple = times(&one(more.atom), &more.divisor).unwrap_or_default();
        plus(&sum, &multiple, u32::MAX)
    }
}

/// Possible differences of quotients by a constant whose dividends differ by a constant. A
/// bit-level query decides whether they are right.
pub fn of_neighbours<A: Copy + Ord>(quotients: &[Quotient<A>], of_zeros: &Zeros<A>) -> Vec<Apart> {
    let number = |sum: &Polynomial<A>| match sum.len() {
        0 => Some(0),
        1 => sum.get(&vec![]).copied(),
        _ => None,
    };
    let mut found = Vec::new();
    for (index, this) in quotients.iter().enumerate() {
        for (of_other, other) in quotients.iter().enumerate().skip(index + 1) {
            let Some(by) = number(&this.divisor).filter(|by| *by > 1) else { continue };
            if number(&other.divisor) != Some(by) {
                continue;
            }
            let apart = of_zeros.reduced(plus(&this.dividend, &other.dividend, u32::MAX));
            let Some(apart) = apart.as_ref().and_then(number).filter(|apart| *apart != 0) else {
                continue;
            };
            let (more, less, apart) = match apart as i32 {
                0.. => (index, of_other, apart),
                _ => (of_other, index, apart.wrapping_neg()),
            };
            let at_least = apart / by;
            if by == 2 && apart % 2 == 1 {
                found.push(Apart { more, less, by: at_least + 1, without_remainder: true });
            }
            for by in [at_least, at_least + 1] {
                found.push(Apart { more, less, by, without_remainder: false });
            }
        }
    }
    found.truncate(NEIGHBOURS);
    found
}

/// A sum as a multiple of a divisor that is a number or one word, plus a rest. The empty sum is
/// zero times any divisor.
fn divided<A: Copy + Ord>(
    sum: &Polynomial<A>,
    divisor: &Polynomial<A>,
) -> Option<(Polynomial<A>, Polynomial<A>)> {
    // Zero is zero times anything.
    if sum.is_empty() {
        return Some((Polynomial::new(), Polynomial::new()));
    }
    let (by, &factor) = divisor.iter().next().filter(|_| divisor.len() == 1)?;
    let (mut multiple, mut rest) = (Polynomial::new(), Polynomial::new());
    for (product, &coefficient) in sum {
        let divided = match by[..] {
            [] => Some(product.clone()).filter(|_| is_multiple(coefficient, factor)),
            [word] if factor == 1 => product.iter().position(|other| *other == word).map(|at| {
                let mut without = product.clone();
                without.remove(at);
                without
            }),
            _ => return None,
        };
        match divided {
            Some(of) => {
                let times = match by[..] {
                    [] => (coefficient as i32 / factor as i32) as u32,
                    _ => coefficient,
                };
                multiple = plus(&multiple, &Polynomial::from([(of, 1)]), times);
            }
            None => _ = rest.insert(product.clone(), coefficient),
        }
    }
    let whole = times(&multiple, divisor).map(|product| plus(&product, &rest, 1));
    debug_assert!(whole.is_none_or(|whole| whole == *sum));
    Some((multiple, rest))
}

/// Whether a small number, of either sign, is a multiple of another one.
fn is_multiple(coefficient: u32, factor: u32) -> bool {
    let (coefficient, factor) = (coefficient as i32, factor as i32);
    factor > 0 && coefficient.checked_rem(factor) == Some(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(text: &[(u32, &str)]) -> Polynomial<char> {
        text.iter().map(|&(factor, of)| (of.chars().collect(), factor)).collect()
    }

    /// Each proposal holds wherever the sums are zero and nothing wraps around.
    #[test]
    fn what_is_proposed_makes_up_the_dividend() {
        // x = a*d + b, and y = x - d.
        let zeros = [sum(&[(1, "x"), (u32::MAX, "ad"), (u32::MAX, "b")])];
        let of = |atom, dividend| Quotient { atom, dividend, divisor: sum(&[(1, "d")]) };
        let quotients = [of('q', sum(&[(1, "x")])), of('r', sum(&[(1, "x"), (u32::MAX, "d")]))];
        let of_zeros = Zeros::new(zeros.clone());
        let found =
            candidates(&quotients, &zeros, &of_zeros, &[[sum(&[(1, "c")]), sum(&[(1, "d")])]]);
        let one_more = Candidate { of: 0, times: sum(&[(1, "")]), rest: Rest::Of(1) };
        assert!(found.contains(&one_more), "{found:?}");
        let by_zero =
            Candidate { of: 0, times: sum(&[(1, "a")]), rest: Rest::Below(sum(&[(1, "b")])) };
        assert!(found.contains(&by_zero), "{found:?}");
        for Candidate { of, times: by, rest } in found {
            let rest = match rest {
                Rest::Of(index) => quotients[index].dividend.clone(),
                Rest::Below(rest) => rest,
            };
            let multiple = times(&by, &quotients[of].divisor).expect("it is small");
            let whole = plus(&multiple, &rest, 1);
            assert!(of_zeros.is_zero(&plus(&whole, &quotients[of].dividend, u32::MAX)));
        }
    }

    /// `y` is below `d`, and `x = d + y` is recognized although sums replace `d`.
    #[test]
    fn a_divisor_is_seen_though_sums_say_what_it_is() {
        let zeros = [sum(&[(1, "d"), (u32::MAX, "ef"), (u32::MAX, "g")])];
        let dividend = sum(&[(1, "d"), (1, "y")]);
        let of = |atom, dividend| Quotient { atom, dividend, divisor: sum(&[(1, "d")]) };
        let quotients = [of('q', dividend), of('r', sum(&[(1, "y")]))];
        let below = [[sum(&[(1, "y")]), sum(&[(1, "d")])]];
        let found = candidates(&quotients, &zeros, &Zeros::new(zeros.clone()), &below);
        let one =
            Candidate { of: 0, times: sum(&[(1, "")]), rest: Rest::Below(below[0][0].clone()) };
        let none = Candidate { of: 1, times: sum(&[]), rest: Rest::Below(below[0][0].clone()) };
        assert!(found.contains(&one) && found.contains(&none), "{found:?}");
    }

    /// One of the proposals holds for all numbers, and the one about halves each time.
    #[test]
    fn quotients_of_neighbours_are_as_far_apart_as_is_proposed() {
        for (divisor, apart) in (2u32..6).flat_map(|d| (1u32..9).map(move |apart| (d, apart))) {
            let of = |atom, dividend| Quotient { atom, dividend, divisor: sum(&[(divisor, "")]) };
            let smaller = sum(&[(1, "x"), (apart.wrapping_neg(), "")]);
            let quotients = [of('q', smaller), of('r', sum(&[(1, "x")]))];
            let found = of_neighbours(&quotients, &Zeros::new([]));
            assert!(!found.is_empty());
            for x in apart..60 {
                let holds = |apart_by: &Apart| {
                    let zero = apart_by.zero(&quotients);
                    let value = |of: &char| match of {
                        'q' => (x - apart) / divisor,
                        'r' => x / divisor,
                        _ => x,
                    };
                    let product = |(of, &factor): (&Vec<char>, &u32)| {
                        of.iter().fold(factor, |product, of| product.wrapping_mul(value(of)))
                    };
                    zero.iter().map(product).fold(0u32, u32::wrapping_add) == 0
                };
                assert!(found.iter().any(holds), "{x} {apart} {divisor} {found:?}");
                let mut of_halves = found.iter().filter(|apart| apart.without_remainder);
                assert!(of_halves.all(holds), "{x} {apart} {divisor}");
            }
        }
    }
}

//! What is known of quotients beyond their meaning in bits: where to look.
//!
//! Of unsigned numbers, if `x = k * d + y` without wrapping around, then the quotient of
//! `x` by `d` is `k` more than that of `y`, and `k` where `y < d`. No solver finds that of
//! words of 32 bits whose divisor is not a number. [`candidates`] proposes such `k` and `y`
//! from what the sums look like, over the engine's terms or the checker's atoms alike;
//! who asks has to show that they are right.

use super::algebra::{Polynomial, Zeros, plus, times};

/// Candidates at most.
const MOST: usize = 48;

/// An unsigned quotient.
#[derive(Clone, Debug)]
pub struct Quotient<A> {
    /// The word that it is.
    pub atom: A,
    /// What is divided.
    pub dividend: Polynomial<A>,
    /// By what.
    pub divisor: Polynomial<A>,
}

/// What is left of a dividend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rest<A> {
    /// The dividend of another quotient by the same divisor, by its index.
    Of(usize),
    /// A word that is below the divisor.
    Below(Polynomial<A>),
}

/// That a dividend may be so many times its divisor, and a rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<A> {
    /// The quotient, by its index.
    pub of: usize,
    /// How many times.
    pub times: Polynomial<A>,
    /// And what beside.
    pub rest: Rest<A>,
}

/// What may be said of quotients where some sums are zero, and some words below others, the
/// likeliest first.
pub fn candidates<A: Copy + Ord>(
    quotients: &[Quotient<A>],
    zeros: &[Polynomial<A>],
    of_zeros: &Zeros<A>,
    below: &[[Polynomial<A>; 2]],
) -> Vec<Candidate<A>> {
    let mut found = Vec::new();
    for (of, this) in quotients.iter().enumerate() {
        for (index, other) in quotients.iter().enumerate() {
            let apart = plus(&this.divisor, &other.divisor, u32::MAX);
            if index == of || !of_zeros.is_zero(&apart) {
                continue;
            }
            let Some(more) = of_zeros.reduced(plus(&this.dividend, &other.dividend, u32::MAX))
            else {
                continue;
            };
            // Either of two that are the same stands for the other.
            if more.is_empty() && index > of {
                continue;
            }
            if let Some((times, rest)) = divided(&more, &this.divisor)
                && rest.is_empty()
            {
                found.push(Candidate { of, times, rest: Rest::Of(index) });
            }
        }
        for [rest, bound] in below {
            let apart = plus(&this.divisor, bound, u32::MAX);
            if of_zeros.is_zero(&apart)
                && let Some(more) = of_zeros.reduced(plus(&this.dividend, rest, u32::MAX))
                && let Some((times, over)) = divided(&more, &this.divisor)
                && over.is_empty()
            {
                found.push(Candidate { of, times, rest: Rest::Below(rest.clone()) });
            }
        }
        // The dividend as it is, and as sums that are zero say.
        let mut forms = vec![this.dividend.clone()];
        for zero in zeros {
            let shared = this.dividend.keys().filter_map(|product| {
                let (of_dividend, of_zero) = (this.dividend[product], *zero.get(product)?);
                let is_unit = of_zero == 1 || of_zero == u32::MAX;
                (is_unit && !product.is_empty()).then(|| of_dividend.wrapping_mul(of_zero))
            });
            forms.extend(shared.map(|factor| plus(&this.dividend, zero, factor.wrapping_neg())));
        }
        for form in forms {
            if let Some((times, rest)) = divided(&form, &this.divisor) {
                found.push(Candidate { of, times, rest: Rest::Below(rest) });
            }
        }
    }
    let mut kept: Vec<Candidate<A>> = Vec::new();
    for candidate in found {
        if !kept.contains(&candidate) {
            kept.push(candidate);
        }
    }
    // Fewer times are likelier.
    kept.sort_by_key(|candidate| candidate.times.len());
    kept.truncate(MOST);
    kept
}

/// A sum as a multiple of a divisor that is a number or one word, and a rest.
fn divided<A: Copy + Ord>(
    sum: &Polynomial<A>,
    divisor: &Polynomial<A>,
) -> Option<(Polynomial<A>, Polynomial<A>)> {
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

    /// What is proposed holds wherever the sums are zero and nothing wraps around.
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
}

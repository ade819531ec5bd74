//! Rules of the kernel as the tactics write them: each has as many terms as the kernel expects.

use tamarin_kernel::evidence::{FactText, Rule};

fn of_terms<const N: usize>(rule: &str, terms: [impl Into<String>; N]) -> Rule {
    Rule { rule: rule.into(), terms: terms.map(Into::into).into(), ..Rule::default() }
}

/// The rule for `a·b` and `c·b`, where `a <= c`, from the terms `[a, c, b]`.
pub fn monotone(terms: [impl Into<String>; 3]) -> Rule {
    of_terms("monotone", terms)
}

/// The rule that `a = d·q + r` with `r < d` makes `q` the quotient and `r` the remainder, from the terms `[a, d, q, r]`.
pub fn quotient(terms: [impl Into<String>; 4]) -> Rule {
    of_terms("quotient", terms)
}

/// The rule for the quotient and the remainder of `a` by `d`, from the terms `[a, d]`.
pub fn divide(terms: [impl Into<String>; 2]) -> Rule {
    of_terms("divide", terms)
}

/// The rule for both halves of the product of a word and a number, from the terms `[a, c]`.
pub fn product(terms: [impl Into<String>; 2]) -> Rule {
    of_terms("product", terms)
}

/// A sum of integers beside the word of this sum, which may wrap: a case for each multiple of 2^width between them.
pub fn carry(sum: Vec<(i64, String)>, plus: i64) -> Rule {
    Rule { rule: "carry".into(), sum, plus, ..Rule::default() }
}

/// Two cases: a fact, and its opposite.
pub fn split(fact: impl Into<FactText>) -> Rule {
    Rule { rule: "split".into(), fact: fact.into(), ..Rule::default() }
}

/// A fact, after a script that refutes its opposite.
pub fn cut(fact: impl Into<FactText>) -> Rule {
    Rule { rule: "cut".into(), fact: fact.into(), ..Rule::default() }
}

//! Binomial coefficients as functions of the evidence: `choose2(x)` and so on, by recursion on `x`.
//!
//! `choose(x, k)` is 0 for `x = 0`, else `choose(x - 1, k) + choose(x - 1, k - 1)`. This definition on words is exact
//! modulo 2^width; a formula such as `(x^2 - x) / 2` is not. The lemmas `k·choose(x, k) = choose(x, k - 1)·(x - k + 1)`
//! relate powers to binomials.

use std::collections::BTreeMap;
use std::sync::Mutex;

use tamarin_kernel::Evidence;
use tamarin_kernel::context::Context;
use tamarin_kernel::define::define;
use tamarin_kernel::evidence::{Body, Function, How, Lemma, Rule, Script, Step};
use tamarin_kernel::machine::Machine;
use tamarin_kernel::proof::Prover;
use tamarin_kernel::scope::Definitions;
use tamarin_kernel::term::Terms;
use tamarin_kernel::word::Width;

/// The largest `k`.
pub const LARGEST_K: u32 = 4;

/// The name of `choose(x, k)`.
pub fn name(k: u32) -> String {
    format!("choose{k}")
}

/// The text of `choose(x, k)`.
fn of(k: u32, x: &str) -> String {
    if k == 1 { format!("({x})") } else { format!("{}({x})", name(k)) }
}

/// The definitions, each after those that it uses.
pub fn functions() -> Vec<Function> {
    (2..=LARGEST_K).map(function).collect()
}

/// The value of the function with this index.
pub fn value(width: Width, function: usize, of: &[u64]) -> u64 {
    super::columns::choose(width, of.first().copied().unwrap_or(0), function as u32 + 2)
}

fn function(k: u32) -> Function {
    let by = BTreeMap::from([("measure.0".into(), vec![less("decision.0")])]);
    let next = format!("{} + {}", of(k, "x - 1"), of(k - 1, "x - 1"));
    Function {
        name: name(k),
        arguments: vec!["x".into()],
        domain: Vec::new(),
        measure: vec!["x".into()],
        body: Body::Choice {
            fact: "x = 0".into(),
            then: Box::new(Body::Value { is: "0".into(), how: How::default() }),
            otherwise: Box::new(Body::Value { is: next, how: How { by, ..How::default() } }),
        },
    }
}

/// A step showing that `x - 1` is less than `x`, from a fact that `x` is not 0.
fn less(by: &str) -> Step {
    Step::Rule(Rule {
        rule: "carry".into(),
        sum: vec![(1, "x".into())],
        plus: -1,
        on: vec![by.into()],
        label: "less".into(),
        ..Rule::default()
    })
}

/// Lemmas about the binomials. They are proved once per machine.
pub fn lemmas(machine: &'static Machine) -> Vec<Lemma> {
    static KNOWN: Mutex<BTreeMap<&str, Vec<Lemma>>> = Mutex::new(BTreeMap::new());
    let Ok(mut known) = KNOWN.lock() else { return proved(machine) };
    known.entry(machine.name).or_insert_with(|| proved(machine)).clone()
}

fn proved(machine: &'static Machine) -> Vec<Lemma> {
    let mut evidence = Evidence { functions: functions(), ..Evidence::default() };
    for k in 2..=LARGEST_K {
        // The sign of an equation in normal form depends on the order of its atoms, so try both.
        let signs = (0..64).map(|signs| lemma(k, signs));
        let found = signs.into_iter().find(|lemma| {
            evidence.lemmas.push(lemma.clone());
            let holds = define(&mut prover(machine), &evidence).is_ok();
            evidence.lemmas.pop();
            holds
        });
        evidence.lemmas.extend(found);
    }
    evidence.lemmas
}

fn prover(machine: &'static Machine) -> Prover<'static> {
    let terms = Terms::new(machine.width, machine.layout, 1 << 30);
    let (inputs, definitions) = (Context::default(), Definitions::default());
    Prover { terms, machine, inputs, definitions, watch: None }
}

/// The name of the lemma for `k`.
pub fn lemma_name(k: u32) -> String {
    format!("{}.powers", name(k))
}

fn named(rule: &str, name: String, label: &str) -> Rule {
    Rule { rule: rule.into(), name, label: label.into(), ..Rule::default() }
}

/// `k·choose(x, k) = choose(x, k - 1)·(x - k + 1)`, by induction on `x`.
///
/// For `x = 0` both binomials are 0. Otherwise the difference of both sides is `k·u + h + p - (x - k + 1)·v`, where `u`
/// and `v` are the definitions of both, `h` is the hypothesis and `p` the lemma for `k - 1`, both at `x - 1`.
fn lemma(k: u32, signs: u32) -> Lemma {
    let unfold = |k: u32, label: &str, cases: Vec<Script>| {
        Step::Rule(Rule { terms: vec!["x".into()], cases, ..named("unfold", name(k), label) })
    };
    let sign = |bit: u32| if signs >> bit & 1 == 0 { "1" } else { "(0 - 1)" };
    let ring = |of: &[(&str, u32, String)]| {
        let factor = |(_, bit, by): &(&str, u32, String)| format!("{}*({by})", sign(*bit));
        let factors = of.iter().map(factor).collect();
        let on = of.iter().map(|(label, ..)| (*label).to_owned()).collect();
        Step::Rule(Rule { on, factors, ..named("ring", String::new(), "ring") })
    };
    let apply = |k: u32, label: &str| {
        let with = BTreeMap::from([("x".to_owned(), "x - 1".to_owned())]);
        Step::Rule(Rule { with, ..named("lemma", lemma_name(k), label) })
    };
    let minus = format!("0 - (x - {})", k - 1);
    let (times, one) = (k.to_string(), "1".to_owned());
    let mut by = Vec::new();
    if k == 2 {
        let zero = ring(&[("u", 0, times.clone()), ("u.1", 1, minus)]);
        by.extend([unfold(k, "u", vec![vec![zero]]), less("u.1"), apply(k, "h")]);
        by.push(ring(&[("u", 2, times), ("h", 3, one)]));
    } else {
        let zero = ring(&[("u", 0, times.clone()), ("v", 1, minus.clone())]);
        by.push(unfold(k, "u", vec![vec![unfold(k - 1, "v", Vec::new()), zero]]));
        by.extend([unfold(k - 1, "v", Vec::new()), less("u.1"), apply(k, "h"), apply(k - 1, "p")]);
        let of = [("u", 2, times), ("h", 3, one.clone()), ("p", 4, one), ("v", 5, minus)];
        by.push(ring(&of));
    }
    let show = format!("{k}*{} = {}*(x - {})", of(k, "x"), of(k - 1, "x"), k - 1);
    Lemma {
        name: lemma_name(k),
        any: vec!["x".into()],
        show: show.as_str().into(),
        measure: vec!["x".into()],
        by,
        ..Lemma::default()
    }
}

#[cfg(test)]
mod tests {
    use tamarin_kernel::machine::mips::MIPS;

    use super::*;

    #[test]
    fn the_kernel_accepts_functions_and_lemmas() {
        let (functions, lemmas) = (functions(), lemmas(&MIPS));
        assert_eq!(lemmas.len() as u32, LARGEST_K - 1);
        let evidence = Evidence { functions, lemmas, ..Evidence::default() };
        define(&mut prover(&MIPS), &evidence).expect("they are accepted");
    }

    #[test]
    fn values_are_those_of_the_recursion() {
        let width = MIPS.width;
        let mut row = [1u64, 0, 0, 0, 0];
        for x in 0..3_000 {
            for k in 2..=LARGEST_K {
                assert_eq!(value(width, k as usize - 2, &[x]), row[k as usize], "{x} {k}");
            }
            for k in (1..row.len()).rev() {
                row[k] = width.wrap(row[k] + row[k - 1]);
            }
        }
    }
}

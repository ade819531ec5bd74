//! Rules that relate quotients and remainders with equal or related dividends.
//!
//! | atoms | theorem |
//! |---|---|
//! | `a / a` | 1, unless `a = 0` |
//! | `a / d` where `a < d` is known | 0, and `a % d = a` |
//! | `a / d` for a great number `d` | at most the greatest word divided by `d` |
//! | `(a / c) / d` for numbers `c`, `d` | `a / (c·d)` is it, as `a = c·d·((a / c) / d) + (c·((a / c) % d) + a % c)` |
//! | `(a - d) / d` beside `a / d` | `(a - d) / d = a / d - 1` unless `a / d = 0` |
//! | `(a - c) / d` beside `a / d`, for numbers `c < d` | `a / d` if `a % d >= c`, else `a / d - 1` |
//! | `b / d` beside `a / d`, where equations say that `b = a` | `b / d = a / d` |
//! | the same, where they say that `b = a - p·d` for a small number `p` | `b / d = a / d - p` unless `a / d < p` |
//! | the same, where they say that `b = a - a % d - p·d` | the same, and `b % d = 0` |
//!
//! Each is an application of the kernel's rule `quotient`. A `monotone` before it shows that the product fits into a
//! word.

use std::collections::HashSet;

use tamarin_kernel::context::Context;
use tamarin_kernel::evidence::{FactText, Rule};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::ring::Pivots;
use crate::world::{Here, World};

/// Divisors from this size on are large: as factors in linear combinations they would overflow.
const GREAT: u64 = 1 << 30;
/// Two dividends differ by at most this multiple of the divisor.
const MULTIPLE: u64 = 8;

/// The operands of a quotient or a remainder.
#[derive(Clone, Copy)]
struct Division {
    of: Term,
    by: Term,
}

/// The rules for all divisions among the atoms, in the order to apply them.
pub fn rules(world: &mut World, here: &Here, atoms: &HashSet<Atom>) -> Result<Vec<Rule>, Refusal> {
    let mut sorted: Vec<Atom> = atoms.iter().copied().collect();
    sorted.sort_unstable();
    let mut rules = Vec::new();
    let all: Vec<Division> =
        sorted.iter().filter_map(|atom| Some(division(&world.prover.terms, *atom)?.1)).collect();
    let pivots = Pivots::new(world, here)?;
    for &outer in &all {
        alone(world, &here.point.context, outer, &mut rules)?;
        if let Some(atom) = world.prover.terms.as_atom(outer.of)
            && let Some((Operator::Quotient, inner)) = division(&world.prover.terms, atom)
        {
            nested(world, outer, inner, &mut rules)?;
        }
        for &other in &all {
            neighbours(world, outer, other, &mut rules)?;
            shifted(world, &here.point.context, outer, other, &mut rules)?;
            exact(world, &pivots, [outer, other], &mut rules)?;
        }
    }
    Ok(rules)
}

fn division(terms: &Terms, atom: Atom) -> Option<(Operator, Division)> {
    match terms.node(atom) {
        Node {
            head: Head::Operator(operator @ (Operator::Quotient | Operator::Remainder)),
            operands,
        } => Some((*operator, Division { of: operands[0], by: operands[1] })),
        _ => None,
    }
}

/// Quotient and remainder of a division.
fn parts(terms: &mut Terms, Division { of, by }: Division) -> Result<[Term; 2], Refusal> {
    Ok([terms.apply(Operator::Quotient, of, by)?, terms.apply(Operator::Remainder, of, by)?])
}

/// Rules for one division by itself.
fn alone(
    world: &mut World,
    known: &Context,
    division: Division,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let (Division { of, by }, terms) = (division, &mut world.prover.terms);
    let is_less = Fact::below(terms, of, by)?;
    let found = match known.knows(&is_less) {
        Some(true) => Some((Terms::ZERO, of)),
        _ if of == by => Some((terms.constant(1), Terms::ZERO)),
        _ => None,
    };
    if let Some((quotient, remainder)) = found {
        let texts = [of, by, quotient, remainder].map(|term| world.text(term));
        let terms = texts.into_iter().collect::<Result<_, _>>()?;
        rules.push(Rule { rule: "quotient".into(), terms, ..Rule::default() });
    } else if let Some(divisor) = terms.as_constant(by).filter(|it| *it >= GREAT) {
        // This multiple of the divisor is not a word.
        let least = terms.constant(terms.width.most() / divisor + 1);
        let [quotient, _] = parts(terms, division)?;
        let texts = [least, quotient, by].map(|term| world.text(term));
        let terms = texts.into_iter().collect::<Result<_, _>>()?;
        rules.push(Rule { rule: "monotone".into(), terms, ..Rule::default() });
    }
    Ok(())
}

/// A division of a quotient; both divisors are constants.
fn nested(
    world: &mut World,
    outer: Division,
    inner: Division,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let numbers = [inner.by, outer.by].map(|by| terms.as_constant(by));
    let [Some(c), Some(d)] = numbers else { return Ok(()) };
    if c == 0 || d == 0 {
        return Ok(());
    }
    let ([_, r], [qq, rr]) = (parts(terms, inner)?, parts(terms, outer)?);
    let Some(by) = c.checked_mul(d).filter(|by| *by <= terms.width.most()) else { return Ok(()) };
    let (x, y) = (qq, terms.combine(rr, c, r, 1)?);
    let most = terms.width.most() / by;
    let (most, by) = (terms.constant(most), terms.constant(by));
    let texts = |world: &mut World, of: &[Term]| {
        of.iter().map(|term| Ok(world.text(*term)?)).collect::<Result<Vec<_>, Refusal>>()
    };
    let terms = texts(world, &[x, most, by])?;
    rules.push(Rule { rule: "monotone".into(), terms, ..Rule::default() });
    let terms = texts(world, &[inner.of, by, x, y])?;
    rules.push(Rule { rule: "quotient".into(), terms, ..Rule::default() });
    Ok(())
}

/// Two divisions by the same word whose dividends differ by that word.
fn neighbours(
    world: &mut World,
    greater: Division,
    less: Division,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let difference = terms.sub(greater.of, less.of)?;
    if greater.by != less.by || difference != less.by || terms.as_constant(less.by) == Some(0) {
        return Ok(());
    }
    let [q, r] = parts(terms, greater)?;
    let one = terms.constant(1);
    let before = terms.sub(q, one)?;
    let (q, r, before) = (world.text(q)?, world.text(r)?, world.text(before)?);
    let (by, of) = (world.text(less.by)?, world.text(less.of)?);
    // The product is zero if the quotient is; then the dividend is less than the divisor.
    for zero in [format!("{q}*({by}) = 0"), format!("{q} = 0")] {
        let fact = FactText::Text(zero);
        rules.push(Rule { rule: "split".into(), fact, ..Rule::default() });
    }
    rules.push(Rule {
        rule: "carry".into(),
        sum: vec![(1, q.clone())],
        plus: -1,
        ..Rule::default()
    });
    let terms = vec![before.clone(), q, by.clone()];
    rules.push(Rule { rule: "monotone".into(), terms, ..Rule::default() });
    let terms = vec![of, by, before, r];
    rules.push(Rule { rule: "quotient".into(), terms, ..Rule::default() });
    Ok(())
}

/// Two divisions by the same number whose dividends differ by a smaller number.
fn shifted(
    world: &mut World,
    known: &Context,
    greater: Division,
    less: Division,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let difference = terms.sub(greater.of, less.of)?;
    let numbers = [difference, greater.by].map(|it| terms.as_constant(it));
    let [Some(c), Some(d)] = numbers else { return Ok(()) };
    if greater.by != less.by || c == 0 || c >= d || i64::try_from(d).is_err() {
        return Ok(());
    }
    let [q, r] = parts(terms, greater)?;
    let (one, rest) = (terms.constant(1), terms.sub(r, difference)?);
    let (before, behind) = (terms.sub(q, one)?, terms.add(rest, greater.by)?);
    let borrows = Fact::below(terms, r, difference)?;
    let (of, by, q, r) =
        (world.text(less.of)?, world.text(less.by)?, world.text(q)?, world.text(r)?);
    let (rest, before, behind) = (world.text(rest)?, world.text(before)?, world.text(behind)?);
    match known.knows(&borrows) {
        None => {
            let fact = FactText::Text(format!("{r} <u {c}"));
            rules.push(Rule { rule: "split".into(), fact, ..Rule::default() });
        }
        Some(false) => {
            let (sum, plus) = (vec![(1, r)], -(c as i64));
            rules.push(Rule { rule: "carry".into(), sum, plus, ..Rule::default() });
            let terms = vec![of, by, q, rest];
            rules.push(Rule { rule: "quotient".into(), terms, ..Rule::default() });
        }
        Some(true) => {
            let sum = vec![(1, q.clone())];
            rules.push(Rule { rule: "carry".into(), sum, plus: -1, ..Rule::default() });
            let (sum, plus) = (vec![(1, r)], d as i64 - c as i64);
            rules.push(Rule { rule: "carry".into(), sum, plus, ..Rule::default() });
            let terms = vec![before.clone(), q, by.clone()];
            rules.push(Rule { rule: "monotone".into(), terms, ..Rule::default() });
            let terms = vec![of, by, before, behind];
            rules.push(Rule { rule: "quotient".into(), terms, ..Rule::default() });
        }
    }
    Ok(())
}

/// Two divisions by the same divisor whose dividends are related by known equations: they are equal, or differ by the
/// remainder, by a multiple of the divisor, or by both.
fn exact(
    world: &mut World,
    pivots: &Pivots,
    [known, of]: [Division; 2],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    if known.by != of.by || known.of == of.of || terms.as_constant(of.by).is_none_or(|it| it == 0) {
        return Ok(());
    }
    let [q, r] = parts(terms, known)?;
    let difference = terms.sub(known.of, of.of)?;
    let less = terms.sub(difference, r)?;
    let divisor = terms.as_constant(of.by).unwrap_or(1);
    let mut found = None;
    for (rest, remainder) in [(difference, r), (less, Terms::ZERO)] {
        let rest = pivots.reduce(world, rest)?;
        let multiple = world.prover.terms.as_constant(rest);
        if let Some(multiple) = multiple.filter(|it| it % divisor == 0 && it / divisor <= MULTIPLE)
        {
            found = Some((multiple / divisor, remainder));
            break;
        }
    }
    let Some((by, remainder)) = found else { return Ok(()) };
    let terms = &mut world.prover.terms;
    let one = terms.constant(1);
    let before = terms.combine(q, 1, one, u64::wrapping_neg(by))?;
    let texts: Result<Vec<String>, _> =
        [q, remainder, before, of.by, of.of].iter().map(|term| world.text(*term)).collect();
    let [q, remainder, before, by_text, of_text] = &texts?[..] else { return Ok(()) };
    if by > 0 {
        let fact = FactText::Text(format!("{q} <u {by}"));
        rules.push(Rule { rule: "split".into(), fact, ..Rule::default() });
        let sum = vec![(1, q.clone())];
        let plus = -(by as i64);
        rules.push(Rule { rule: "carry".into(), sum, plus, ..Rule::default() });
    }
    let terms = vec![before.clone(), q.clone(), by_text.clone()];
    rules.push(Rule { rule: "monotone".into(), terms, ..Rule::default() });
    let terms = vec![of_text.clone(), by_text.clone(), before.clone(), remainder.clone()];
    rules.push(Rule { rule: "quotient".into(), terms, ..Rule::default() });
    Ok(())
}

//! Rules that relate quotients and remainders with equal or related dividends.
//!
//! | atoms | theorem |
//! |---|---|
//! | `a / d`, where equations say that `a = d` | 1, unless `d = 0` |
//! | `a / d` where `a < d` is known | 0, and `a % d = a`; a split on this where only `a <= d` is known |
//! | `a / d` for a great number `d` | at most the greatest word divided by `d` |
//! | `(d·t + c) / d` for numbers `c < d` | `t`, and the remainder is `c`, unless `d·t` wraps |
//! | `(a / c) / d` beside `a / (c·d)`, for numbers `c`, `d` | they are equal, as neither is greater |
//! | `a / c` beside `a / (c·d)`, where `a / c` is not divided | the same, once `(a / c) / d` is introduced |
//! | `a / d` beside `b / d`, where `b = a + d·t` as integers | `b / d = a / d + t`, as neither is greater |
//! | `b / d` beside `a / d`, where equations say that `b = a - d` | `b / d = a / d - 1` unless `a / d = 0` |
//! | `(a - c) / d` beside `a / d`, for numbers `c < d` | `a / d` if `a % d >= c`, else `a / d - 1` |
//! | `b / d` beside `a / d`, where equations say that `b = a` | `b / d = a / d` |
//! | the same, where they say that `b = a - p·d` for a small number `p` | `b / d = a / d - p` unless `a / d < p` |
//! | the same, where they say that `b = a - a % d - p·d` | the same, and `b % d = 0` |
//!
//! Those with "as neither is greater" split on the sign of the difference of both sides, an integer. The others are
//! applications of the kernel's rule `quotient`; a `monotone` before it shows that the product fits into a word.

use std::collections::HashSet;

use tamarin_kernel::context::Context;
use tamarin_kernel::evidence::{FactText, Rule};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use super::ring::{Pivots, product};
use super::{cases, rule};
use crate::world::{Here, World};

/// Divisors from this size on are large: as factors in linear combinations they would overflow.
const GREAT: u64 = 1 << 30;
/// Two dividends differ by at most this multiple of the divisor.
const MULTIPLE: u64 = 8;

/// The operands of a quotient or a remainder.
#[derive(Clone, Copy, PartialEq)]
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
    // The kernel makes these terms in this order, by the `divide` rules; the order decides how equations are written.
    for &division in &all {
        parts(&mut world.prover.terms, division)?;
    }
    let pivots = Pivots::new(world, here)?;
    for &one in &all {
        for &other in &all {
            related(world, here, [one, other], &mut rules)?;
        }
    }
    for &outer in &all {
        alone(world, &here.point.context, &pivots, outer, &mut rules)?;
        of_multiple(world, outer, &mut rules)?;
        if let Some(atom) = world.prover.terms.as_atom(outer.of)
            && let Some((Operator::Quotient, inner)) = division(&world.prover.terms, atom)
        {
            nested(world, here, [outer, inner], &all, &mut rules)?;
        }
        for &other in &all {
            factored(world, here, [outer, other], &all, &mut rules)?;
            neighbours(world, &pivots, [outer, other], &mut rules)?;
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
    pivots: &Pivots,
    division: Division,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let Division { of, by } = division;
    let difference = world.prover.terms.sub(of, by)?;
    let are_equal = pivots.reduce(world, difference)? == Terms::ZERO;
    let terms = &mut world.prover.terms;
    let is_less = Fact::below(terms, of, by)?;
    let is_at_most = Fact::below(terms, by, of)?.negated();
    if known.knows(&is_less).is_none() && known.knows(&is_at_most) == Some(true) && !are_equal {
        rules.push(rule::split(&*format!("{} <u {}", world.text(of)?, world.text(by)?)));
        return Ok(());
    }
    let found = match known.knows(&is_less) {
        Some(true) => Some((Terms::ZERO, of)),
        _ if are_equal => Some((terms.constant(1), Terms::ZERO)),
        _ => None,
    };
    if let Some((quotient, remainder)) = found {
        rules.push(rule::quotient(world.texts([of, by, quotient, remainder])?));
    } else if let Some(divisor) = terms.as_constant(by).filter(|it| *it >= GREAT) {
        // This multiple of the divisor is not a word.
        let least = terms.constant(terms.width.most() / divisor + 1);
        let [quotient, _] = parts(terms, division)?;
        rules.push(rule::monotone(world.texts([least, quotient, by])?));
    }
    Ok(())
}

/// The division of a multiple of a number, plus a number, by it.
fn of_multiple(
    world: &mut World,
    division: Division,
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let Some(divisor) = terms.as_constant(division.by).filter(|it| (2..GREAT).contains(it)) else {
        return Ok(());
    };
    let (width, by) = (terms.width, i128::from(divisor));
    let (mut quotient, mut remainder) = (Terms::ZERO, 0);
    for (monomial, factor) in terms.polynomial(division.of).to_vec() {
        let factor = width.signed(factor);
        let rest = factor.rem_euclid(by);
        if rest != 0 && !monomial.is_empty() {
            return Ok(());
        }
        remainder += rest;
        let product = product(terms, &monomial)?;
        let factor = width.of_integer((factor - rest) / by);
        quotient = terms.combine(quotient, 1, product, factor)?;
    }
    if terms.as_constant(quotient).is_some() {
        return Ok(());
    }
    let most = terms.constant(width.most() / divisor);
    let remainder = terms.constant(remainder as u64);
    let texts = world.texts([quotient, most, division.by, division.of, remainder])?;
    let [quotient, most, by, of, remainder] = &texts;
    rules.push(rule::monotone([quotient.clone(), most.clone(), by.clone()]));
    rules.push(rule::quotient([of.clone(), by.clone(), quotient.clone(), remainder.clone()]));
    Ok(())
}

/// A division of a quotient beside the division by both divisors, which are constants.
fn nested(
    world: &mut World,
    here: &Here,
    [outer, inner]: [Division; 2],
    all: &[Division],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let numbers = [inner.by, outer.by].map(|by| terms.as_constant(by));
    let [Some(c @ 1..), Some(d @ 1..)] = numbers else { return Ok(()) };
    let by = c.checked_mul(d).filter(|by| *by <= terms.width.most());
    let Some(by) = by.map(|by| terms.constant(by)) else { return Ok(()) };
    let whole = Division { of: inner.of, by };
    if !all.contains(&whole) {
        let is_multiple = |number: u64| number.is_multiple_of(c * d);
        let is_further =
            |it: &Division| it.of == whole.of && terms.as_constant(it.by).is_some_and(is_multiple);
        if all.iter().any(is_further) {
            let texts = [world.text(whole.of)?, world.text(whole.by)?];
            rules.push(rule::divide(texts));
        }
        return Ok(());
    }
    let ([twice, _], [once, _]) = (parts(terms, outer)?, parts(terms, whole)?);
    equal(world, here, &[(1, twice), (-1, once)], rules)
}

/// Rules that prove that a sum is 0: `split` rules on its sign, whose first cases linear arithmetic closes; then, for sums of
/// more than two words, the rules of [`cases::is_zero`].
fn equal(
    world: &mut World,
    here: &Here,
    sum: &[(i64, Term)],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let mut texts = Vec::new();
    for &(factor, term) in sum {
        texts.push((factor, world.text(term)?));
    }
    let mut is_known = true;
    for sign in [1, -1] {
        let sum = texts.iter().map(|(factor, text)| (sign * factor, text.clone())).collect();
        let fact = FactText::Sum { sum, most: -1 };
        let known = world.prover.scope(&here.point).fact(&fact)?;
        if here.point.context.knows(&known).is_none() {
            is_known = false;
            rules.push(rule::split(fact));
        }
    }
    if is_known && sum.len() > 2 {
        rules.extend(cases::is_zero(world, here, texts, 0)?);
    }
    Ok(())
}

/// Two divisions of the same word by numbers of which one is a multiple of the other.
fn factored(
    world: &mut World,
    here: &Here,
    [whole, part]: [Division; 2],
    all: &[Division],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let terms = &mut world.prover.terms;
    let numbers = [whole.by, part.by].map(|by| terms.as_constant(by));
    let [Some(by), Some(c @ 2..)] = numbers else { return Ok(()) };
    if whole.of != part.of || by <= c || by % c != 0 {
        return Ok(());
    }
    let outer = Division { of: parts(terms, part)?[0], by: terms.constant(by / c) };
    if all.iter().any(|other| other.of == outer.of) {
        return Ok(());
    }
    let texts = [world.text(outer.of)?, world.text(outer.by)?];
    rules.push(rule::divide(texts));
    nested(world, here, [outer, part], &[whole], rules)
}

/// Proves that two divisions by the same number differ by a known quotient. An equation of integers says that their
/// dividends differ by a multiple of that number; the equation of a division by a multiple of it is one.
fn related(
    world: &mut World,
    here: &Here,
    [one, other]: [Division; 2],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    let divisor = world.prover.terms.as_constant(one.by).map(i128::from);
    let Some(divisor) = divisor.filter(|by| *by > 1 && one.by == other.by) else { return Ok(()) };
    let context = &here.point.context;
    for fact in context.facts().iter().filter(|fact| fact.most == 0) {
        let of = |dividend: Term| fact.sum.iter().find(|(term, _)| *term == dividend);
        let (Some((_, 1)), Some((_, -1))) = (of(one.of), of(other.of)) else { continue };
        let rest: Vec<&(Term, i128)> =
            fact.sum.iter().filter(|(term, _)| *term != one.of && *term != other.of).collect();
        let turned = fact.sum.iter().map(|(term, by)| (*term, -by)).collect();
        let is_equation = context.knows(&Fact { sum: turned, most: 0 }) == Some(true);
        if is_equation && rest.iter().all(|(_, by)| by % divisor == 0) {
            let terms = &mut world.prover.terms;
            let mut sum = vec![(1, parts(terms, one)?[0]), (-1, parts(terms, other)?[0])];
            sum.extend(rest.iter().map(|(term, by)| ((by / divisor) as i64, *term)));
            equal(world, here, &sum, rules)?;
        }
    }
    Ok(())
}

/// Two divisions by the same word whose dividends differ by that word, according to equations.
fn neighbours(
    world: &mut World,
    pivots: &Pivots,
    [greater, less]: [Division; 2],
    rules: &mut Vec<Rule>,
) -> Result<(), Refusal> {
    if greater.by != less.by || greater.of == less.of {
        return Ok(());
    }
    let terms = &mut world.prover.terms;
    let difference = terms.sub(greater.of, less.of)?;
    let rest = terms.sub(difference, less.by)?;
    let is_zero = terms.as_constant(less.by) == Some(0);
    if is_zero || pivots.reduce(world, rest)? != Terms::ZERO {
        return Ok(());
    }
    let terms = &mut world.prover.terms;
    let [q, r] = parts(terms, greater)?;
    let one = terms.constant(1);
    let before = terms.sub(q, one)?;
    let (q, r, before) = (world.text(q)?, world.text(r)?, world.text(before)?);
    let (by, of) = (world.text(less.by)?, world.text(less.of)?);
    // The product is zero if the quotient is; then the dividend is less than the divisor.
    for zero in [format!("{q}*({by}) = 0"), format!("{q} = 0")] {
        rules.push(rule::split(&*zero));
    }
    rules.push(rule::carry(vec![(1, q.clone())], -1));
    rules.push(rule::monotone([before.clone(), q, by.clone()]));
    rules.push(rule::quotient([of, by, before, r]));
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
            rules.push(rule::split(&*format!("{r} <u {c}")));
        }
        Some(false) => {
            let (sum, plus) = (vec![(1, r)], -(c as i64));
            rules.push(rule::carry(sum, plus));
            rules.push(rule::quotient([of, by, q, rest]));
        }
        Some(true) => {
            let sum = vec![(1, q.clone())];
            rules.push(rule::carry(sum, -1));
            let (sum, plus) = (vec![(1, r)], d as i64 - c as i64);
            rules.push(rule::carry(sum, plus));
            rules.push(rule::monotone([before.clone(), q, by.clone()]));
            rules.push(rule::quotient([of, by, before, behind]));
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
    let texts = world.texts([q, remainder, before, of.by, of.of])?;
    let [q, remainder, before, by_text, of_text] = &texts;
    if by > 0 {
        rules.push(rule::split(&*format!("{q} <u {by}")));
        let sum = vec![(1, q.clone())];
        let plus = -(by as i64);
        rules.push(rule::carry(sum, plus));
    }
    rules.push(rule::monotone([before.clone(), q.clone(), by_text.clone()]));
    rules.push(rule::quotient([
        of_text.clone(),
        by_text.clone(),
        before.clone(),
        remainder.clone(),
    ]));
    Ok(())
}

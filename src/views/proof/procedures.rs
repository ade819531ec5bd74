//! The claims about procedures, in words.

use tamarin_checker::certificate::{Location, Relation};
use tamarin_checker::procedures::claim::{
    Expression, Fact, Operator, PairClaim, Procedures, Said, Spot, Sum, Value, Variant,
};

/// The claims at a pair of locations, as sentences.
pub(super) fn sentences(claims: &Procedures, at: &[Location; 2]) -> Vec<String> {
    let none: &[Fact] = &[];
    let (of, said, facts) = match *at {
        [Location::Entry, Location::Entry] => (0, None, none),
        [Location::Called { of, .. }, _] => (of, None, none),
        [Location::Point { of, at: left }, Location::Point { at: right, .. }] => {
            let points = claims.pairs.get(of).into_iter().flat_map(|pair| &pair.points);
            let point = points.into_iter().find(|point| point.at == [left, right]);
            match point {
                Some(point) => (of, Some(&point.says), &point.facts[..]),
                None => return Vec::new(),
            }
        }
        [Location::Return { of }, _] => match claims.pairs.get(of) {
            Some(PairClaim { behind: Some(behind), ensures, .. }) => {
                (of, Some(behind), &ensures[..])
            }
            _ => return Vec::new(),
        },
        _ => return Vec::new(),
    };
    let Some(pair) = claims.pairs.get(of) else { return Vec::new() };
    let is_entry = said.is_none();
    let sentences = match said {
        None => of_said(&pair.before, None),
        Some(said) => of_said(said, Some(&pair.before)),
    };
    // The variant is constant during a call; it is shown at the entry.
    let variant = pair.variant.iter().filter(|_| is_entry).map(|Variant { of, most }| {
        let of = expression(of, &pair.before, Level::Sum);
        format!("{of} ≤ {} (unsigned), and smaller in each call within", *most)
    });
    let facts = facts.iter().map(|fact| of_fact(fact, &pair.before));
    sentences.into_iter().chain(facts).chain(variant).collect()
}

/// The fact with this number among those of all points.
pub(super) fn fact(claims: &Procedures, number: usize) -> Option<String> {
    let mut left = number;
    let pair = claims.pairs.iter().find(|pair| {
        let count = pair.facts().count();
        let is_it = left < count;
        left -= if is_it { 0 } else { count };
        is_it
    })?;
    Some(of_fact(claims.facts().nth(number)?, &pair.before))
}

fn of_fact(Fact(a, relation, b): &Fact, before: &Said) -> String {
    let (sign, how) = match relation {
        Relation::Ult => ("<", " (unsigned)"),
        Relation::Ule => ("≤", " (unsigned)"),
        Relation::Slt => ("<", ""),
        Relation::Sle => ("≤", ""),
        Relation::Ne => ("≠", ""),
        Relation::Eq => ("=", ""),
    };
    let [a, b] = [a, b].map(|it| expression(it, before, Level::Sum));
    format!("{a} {sign} {b}{how}")
}

/// The precedence of an operator, loosest first.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Level {
    Comparison,
    Sum,
    Product,
    Atom,
}

/// An expression in infix notation; a comparison has the value 1 or 0.
fn expression(of: &Expression, before: &Said, around: Level) -> String {
    let (operator, a, b) = match of {
        Expression::Number(number) => return (*number as i32).to_string(),
        Expression::Word(spot) => return name(*spot),
        Expression::Value(Value(value)) => {
            let first = before.values.get(value).and_then(|sums| sums.first());
            return first.map_or("?".to_owned(), |sum| format!("({} at the entry)", less(*sum)));
        }
        Expression::Of(operator, a, b) => (operator, a, b),
    };
    let (sign, level) = match operator {
        Operator::Add => (" + ", Level::Sum),
        Operator::Sub => (" - ", Level::Sum),
        Operator::Mul => ("·", Level::Product),
        Operator::Quot => (" / ", Level::Product),
        Operator::Quotu => (" /u ", Level::Product),
        Operator::Rem => (" % ", Level::Product),
        Operator::Remu => (" %u ", Level::Product),
        Operator::Slt => (" < ", Level::Comparison),
        Operator::Sltu => (" <u ", Level::Comparison),
        Operator::High | Operator::Highu => {
            let [a, b] = [a, b].map(|it| expression(it, before, Level::Comparison));
            let sign = if *operator == Operator::High { "" } else { "u" };
            return format!("high{sign}({a}, {b})");
        }
    };
    // Operators are left-associative, and comparisons are not chained.
    let (of_left, of_right) = match level {
        Level::Comparison => (Level::Sum, Level::Sum),
        Level::Sum => (Level::Sum, Level::Product),
        Level::Product | Level::Atom => (Level::Product, Level::Atom),
    };
    let text =
        format!("{}{sign}{}", expression(a, before, of_left), expression(b, before, of_right));
    if level < around { format!("({text})") } else { text }
}

/// The facts about words, some of which refer to values at the entry.
fn of_said(said: &Said, before: Option<&Said>) -> Vec<String> {
    let known =
        said.known.iter().map(|Sum(spot, number)| format!("{} = {}", name(*spot), *number as i32));
    let values = said.values.iter().filter_map(|(value, sums)| {
        let first = before.and_then(|before| before.values.get(value)?.first());
        let at_entry = first.map(|sum| format!("{} at the entry", less(*sum)));
        equal(sums, at_entry)
    });
    let since = said.equal.iter().filter_map(|sums| equal(sums, None));
    let memory = said.memory;
    let kept = [("left", memory.kept[0]), ("right", memory.kept[1])]
        .into_iter()
        .filter(|(_, is_kept)| *is_kept)
        .map(|(side, _)| format!("{side} memory beside the stack is as at the entry"));
    let same = memory.same.then(|| "both memories are the same beside the stacks".to_owned());
    values.chain(since).chain(known).chain(kept).chain(same).collect()
}

/// The equality of sums. `None` if it is trivial.
fn equal(sums: &[Sum], at_entry: Option<String>) -> Option<String> {
    let words: Vec<String> = sums.iter().map(|sum| less(*sum)).chain(at_entry).collect();
    (words.len() > 1).then(|| words.join(" = "))
}

/// A word minus a number.
fn less(Sum(spot, number): Sum) -> String {
    match number as i32 {
        0 => name(spot),
        number if number < 0 => format!("{} + {}", name(spot), number.unsigned_abs()),
        number => format!("{} - {number}", name(spot)),
    }
}

/// `left $3`, `right stack[-8]`.
fn name(spot: Spot) -> String {
    spot.to_string().replacen('.', " ", 1)
}

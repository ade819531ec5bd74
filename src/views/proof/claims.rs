//! Claims about the states of two programs, in words.

use crate::contract::SIDES;
use crate::engines::alignment::claim::{
    Division, Name, NodeClaim, Operand, Order, Product, Relation,
};

/// The name of a word, or of an expression over words at a node.
fn word(inputs: &[String], claim: Option<&NodeClaim>, name: Name) -> String {
    let divided =
        |index: usize, sign: &str| match claim.and_then(|claim| claim.divisions.get(index)) {
            Some(&Division { dividend, divisor }) => {
                // The operands of a division are not divisions themselves.
                let [a, b] = [dividend, divisor].map(|name| match name {
                    Name::Quotient(_) | Name::Remainder(_) => "?".to_owned(),
                    name => word(inputs, claim, name),
                });
                format!("({a} {sign} {b})")
            }
            None => "?".to_owned(),
        };
    let input = |index: usize| inputs.get(index).map_or("?", String::as_str);
    match name {
        Name::Input(index) => format!("input {}", input(index)),
        Name::Register(side, number) => format!("{} ${number}", SIDES[side]),
        Name::High(side) => format!("{} hi", SIDES[side]),
        Name::Low(side) => format!("{} lo", SIDES[side]),
        Name::Cell(side, at) => format!("{} [{at:#x}]", SIDES[side]),
        Name::Taken(side) => format!("{} bytes read", SIDES[side]),
        Name::Sum(index) => match claim.and_then(|claim| claim.sums.get(index)) {
            Some(sum) => format!("({})", summands(inputs, None, sum)),
            None => "?".to_owned(),
        },
        Name::Quotient(index) => divided(index, "/"),
        Name::Remainder(index) => divided(index, "mod"),
    }
}

/// An equation modulo 2^32, solved for its first word: `left $3 = right $4 + 2·right $5`. If all
/// factors share a power of two, it is an equation with a smaller modulus.
pub(super) fn equation(inputs: &[String], claim: Option<&NodeClaim>, sum: &[Product]) -> String {
    let Some((Product(factor, names), rest)) = sum.split_first() else {
        return "0 = 0".to_owned();
    };
    let twos = sum.iter().map(|Product(factor, _)| factor.trailing_zeros()).min().unwrap_or(0);
    // Signed, so that dividing a small negative number by the power of two leaves a small negative
    // number.
    let scaled = |factor: u32| (factor as i32) >> twos.min(31);
    // The rest moves to the other side. Its signs change unless the first summand has a minus.
    let flips = scaled(*factor) >= 0;
    let first = summand(scaled(*factor).unsigned_abs(), &product(inputs, claim, names));
    let rest = rest.iter().map(|Product(factor, names)| {
        // Modulo two, signs do not matter.
        let factor = match scaled(*factor) {
            factor if twos == 31 => factor.wrapping_abs(),
            factor if flips => factor.wrapping_neg(),
            factor => factor,
        };
        Product(factor as u32, names.clone())
    });
    let text = summands(inputs, claim, &rest.collect::<Vec<_>>());
    match twos {
        0 => format!("{first} = {text}"),
        twos => format!("{first} = {text} (modulo {})", 1u64 << (32 - twos.min(31))),
    }
}

fn product(inputs: &[String], claim: Option<&NodeClaim>, names: &[Name]) -> String {
    let words: Vec<String> = names.iter().map(|&name| word(inputs, claim, name)).collect();
    words.join("·")
}

/// A sum with its signs; 0 if it is empty.
fn summands(inputs: &[String], claim: Option<&NodeClaim>, sum: &[Product]) -> String {
    let mut text = String::new();
    for Product(factor, names) in sum {
        let factor = *factor as i32;
        text += match (text.is_empty(), factor < 0 && !is_address(factor, names)) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        text += &match is_address(factor, names) {
            true => format!("{:#x}", factor as u32),
            false => summand(factor.unsigned_abs(), &product(inputs, claim, names)),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

/// Whether a summand is a constant so large that it is probably an address.
fn is_address(factor: i32, names: &[Name]) -> bool {
    names.is_empty() && factor.unsigned_abs() > 0xf_ffff
}

fn summand(factor: u32, words: &str) -> String {
    match (factor, words.is_empty()) {
        (_, true) => factor.to_string(),
        (1, false) => words.to_owned(),
        (_, false) => format!("{factor}·{words}"),
    }
}

/// A phrase for the order of two words.
pub(super) fn order(
    inputs: &[String],
    claim: &NodeClaim,
    &Order(a, relation, b): &Order,
) -> String {
    let (sign, how) = match relation {
        Relation::Ult => ("<", " (unsigned)"),
        Relation::Ule => ("≤", " (unsigned)"),
        Relation::Slt => ("<", ""),
        Relation::Sle => ("≤", ""),
        Relation::Ne => ("≠", ""),
        Relation::Eq => ("=", ""),
    };
    let is_signed = matches!(relation, Relation::Slt | Relation::Sle);
    let of = |operand: Operand| match operand {
        Operand::Number(number) if is_signed => (number as i32).to_string(),
        Operand::Number(number) => number.to_string(),
        Operand::Word(name) => word(inputs, Some(claim), name),
    };
    format!("{} {sign} {}{how}", of(a), of(b))
}

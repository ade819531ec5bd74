//! The claims of certificates in words: about the states of two programs, and about one run.

use tamarin_checker::certificate::{
    Certificate, Division, Location, Measure, Name, NodeClaim, Operand, Order, Product, Relation,
    Start,
};

use crate::contract::SIDES;

/// What a certificate claims about its left program in a loop, one sentence for each location: the
/// invariant there.
pub(crate) fn of_one_run(certificate: &Certificate) -> Vec<String> {
    let place = |claim: &NodeClaim| {
        let Location::Cut { at, .. } = claim.at[0] else { return None };
        let says = of_left(certificate, claim);
        Some(match says.is_empty() {
            true => format!("back at {at:#x} it goes on whatever its words are"),
            false => format!("whenever it is back at {at:#x}, {}", says.join(", ")),
        })
    };
    certificate.nodes.iter().filter_map(place).collect()
}

/// The measure that decreases in its left program, so that the program stops.
pub(crate) fn measured_of_one_run(certificate: &Certificate) -> Vec<String> {
    let measured = certificate.measures.iter().map(|&measure| {
        format!("{} gets smaller and smaller", of_one(&measured(&certificate.inputs, measure)))
    });
    let mut all: Vec<String> = Vec::new();
    for sentence in measured {
        if !all.contains(&sentence) {
            all.push(sentence);
        }
    }
    all
}

/// The same text without the program's name, as there is only one program.
fn of_one(text: &str) -> String {
    text.replace("left ", "").replace("right ", "")
}

fn of_left(certificate: &Certificate, claim: &NodeClaim) -> Vec<String> {
    let inputs = &certificate.inputs;
    let is_right = |name: &Name| match *name {
        Name::Register(side, _)
        | Name::High(side)
        | Name::Low(side)
        | Name::Cell(side, _)
        | Name::Taken(side) => side == 1,
        Name::Input(_) | Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_) => false,
    };
    let equations = claim.equations.iter().filter(|sum| {
        let mut names = sum.iter().flat_map(|Product(_, names)| names);
        !names.any(is_right) && !is_of_start(certificate, sum)
    });
    let equations = equations
        .map(|sum| remainder(inputs, sum).unwrap_or_else(|| equation(inputs, Some(claim), sum)));
    let is_of_left = |Order(a, _, b): &&Order| {
        ![a, b].into_iter().any(|it| matches!(it, Operand::Word(name) if is_right(name)))
    };
    let orders = claim.orders.iter().filter(is_of_left).map(|it| order(inputs, claim, it));
    equations.chain(orders).map(|text| of_one(&text)).collect()
}

/// Whether an equation says that `$31` has its initial value.
fn is_of_start(certificate: &Certificate, sum: &[Product]) -> bool {
    let [Product(1, of), Product(number, rest)] = sum else { return false };
    let at_start = certificate.programs[0].registers.get(&31);
    of[..] == [Name::Register(0, 31)]
        && rest.is_empty()
        && at_start == Some(&Start::Word(number.wrapping_neg()))
}

/// A phrase for an equation about the last bits of a single word.
fn remainder(inputs: &[String], sum: &[Product]) -> Option<String> {
    let (Product(factor, of), number) = match sum {
        [only] => (only, 0),
        [first, Product(number, rest)] if rest.is_empty() => (first, *number),
        _ => return None,
    };
    let [of] = of[..] else { return None };
    let modulus = 1u64 << (32 - factor.trailing_zeros().min(31));
    if !factor.is_power_of_two() || *factor == 1 || !number.is_multiple_of(*factor) {
        return None;
    }
    let word = word(inputs, None, of);
    Some(match (modulus, number / factor % 2) {
        (2, 0) => format!("{word} is even"),
        (2, _) => format!("{word} is odd"),
        (modulus, _) if number == 0 => format!("{word} is a multiple of {modulus}"),
        _ => return None,
    })
}

/// A phrase for the measure that decreases.
pub(crate) fn measured(inputs: &[String], Measure { word, above, plus }: Measure) -> String {
    let of = |name| self::word(inputs, None, name);
    let mut text = of(word);
    for (sign, other) in [('-', above), ('+', plus)] {
        text.extend(other.map(|other| format!(" {sign} {}", of(other))));
    }
    text
}

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
pub(crate) fn equation(inputs: &[String], claim: Option<&NodeClaim>, sum: &[Product]) -> String {
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
pub(crate) fn order(
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

//! The facts at a point of two programs in groups: what both share, what relates the left and the
//! right program, what is known of each, and constants, folded.

use std::collections::BTreeMap;

use super::words::sentences;
use crate::contract::SIDES;
use crate::engines::alignment::claim::{Name, NodeClaim, Operand, Order, Product};
use crate::report::words::Value;

/// The facts of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Groups {
    /// What both programs share: words with equal values, and memory.
    pub shared: Vec<String>,
    /// What relates the left and the right program otherwise.
    pub relations: Vec<String>,
    /// What is known of the words of one program, or of inputs.
    pub own: Vec<String>,
    /// Words that are constants, by value.
    pub constants: Vec<String>,
}

/// A word of both programs, without the program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum WordName {
    /// A register of MIPS.
    Register(u8),
    High,
    Low,
    /// A register of ARM64.
    Wide(u8),
    /// The stack pointer of ARM64.
    Stack,
    Cell(u32),
    Taken,
}

impl WordName {
    /// The register with a name of evidence.
    fn named(name: &str) -> Option<WordName> {
        let number = |prefix: char| name.strip_prefix(prefix).and_then(|it| it.parse().ok());
        match name {
            "hi" => Some(WordName::High),
            "lo" => Some(WordName::Low),
            "sp" => Some(WordName::Stack),
            _ => number('$').map(WordName::Register).or_else(|| number('x').map(WordName::Wide)),
        }
    }
}

/// Registers with one value, by their names in evidence, such as `left.$3`.
pub(super) struct Equal<'e> {
    pub names: Vec<&'e str>,
    pub value: Common,
}

/// The value of some registers, for a reader.
pub(super) enum Common {
    Number(String),
    Term(String),
    /// Nothing is known of it.
    Any,
}

/// Which programs a fact is about.
fn sides(names: impl Iterator<Item = Name>) -> [bool; 2] {
    let mut about = [false; 2];
    for (side, _) in names.filter_map(of_side) {
        about[side] = true;
    }
    about
}

fn of_side(name: Name) -> Option<(usize, WordName)> {
    match name {
        Name::Register(side, number) => Some((side, WordName::Register(number))),
        Name::High(side) => Some((side, WordName::High)),
        Name::Low(side) => Some((side, WordName::Low)),
        Name::Cell(side, at) => Some((side, WordName::Cell(at))),
        Name::Taken(side) => Some((side, WordName::Taken)),
        Name::Input(_) | Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_) => None,
    }
}

/// The word that has the same value in both programs by an equation.
fn shared(sum: &[Product]) -> Option<WordName> {
    let [Product(a, left), Product(b, right)] = sum else { return None };
    let ([left], [right]) = (&left[..], &right[..]) else { return None };
    let ((_, word), (_, other)) = (of_side(*left)?, of_side(*right)?);
    let is_unit = |factor: u32| factor == 1 || factor == u32::MAX;
    (word == other && a.wrapping_add(*b) == 0 && is_unit(*a)).then_some(word)
}

/// The word that an equation makes a constant, with its program.
fn constant(sum: &[Product]) -> Option<((usize, WordName), u32)> {
    let (Product(factor, names), rest) = sum.split_first()?;
    let [name] = names[..] else { return None };
    let number = match rest {
        [] => 0,
        [Product(number, names)] if names.is_empty() => *number,
        _ => return None,
    };
    let number = match *factor {
        1 => number.wrapping_neg(),
        u32::MAX => number,
        _ => return None,
    };
    Some((of_side(name)?, number))
}

impl Groups {
    /// The facts of a claim.
    pub fn of(inputs: &[String], claim: &NodeClaim) -> Groups {
        let mut groups = Groups::default();
        let mut same: Vec<WordName> = Vec::new();
        let mut constants: BTreeMap<u32, Vec<(usize, WordName)>> = BTreeMap::new();
        let all = sentences(inputs, claim);
        let (equations, others) = all.split_at(claim.equations.len());
        for (sum, text) in claim.equations.iter().zip(equations) {
            let names = sum.iter().flat_map(|Product(_, names)| names.iter().copied());
            if let Some(word) = shared(sum) {
                same.push(word);
            } else if let Some((word, number)) = constant(sum) {
                constants.entry(number).or_default().push(word);
            } else if sides(names) == [true; 2] {
                groups.relations.push(text.clone());
            } else {
                groups.own.push(text.clone());
            }
        }
        let (orders, agreement) = others.split_at(claim.orders.len());
        for (of, text) in claim.orders.iter().zip(orders) {
            let Order(a, _, b) = of;
            let names = [a, b].into_iter().filter_map(|operand| match operand {
                Operand::Word(name) => Some(*name),
                Operand::Number(_) => None,
            });
            let group = match sides(names) {
                [true, true] => &mut groups.relations,
                _ => &mut groups.own,
            };
            group.push(text.clone());
        }
        if !same.is_empty() {
            same.sort_unstable();
            groups.shared.push(format!("both have the same {}", listed(&same)));
        }
        groups.shared.extend(agreement.iter().cloned());
        let folded = |(&number, words): (&u32, &Vec<(usize, WordName)>)| {
            format!("{} = {}", folded(words), Value(number))
        };
        groups.constants = constants.iter().map(folded).collect();
        groups
    }

    /// The facts of an invariant of evidence: registers with one value, and sentences about words
    /// called `left …` and `right …`.
    pub(super) fn of_registers(registers: Vec<Equal<'_>>, facts: Vec<String>) -> Groups {
        let mut groups = Groups::default();
        let mut same: Vec<WordName> = Vec::new();
        for Equal { names, value } in registers {
            let mut words: Vec<(usize, WordName)> = Vec::new();
            let mut others: Vec<String> = Vec::new();
            for name in names {
                let (side, register) = name.split_once('.').unwrap_or(("", name));
                match (SIDES.iter().position(|it| *it == side), WordName::named(register)) {
                    (Some(side), Some(word)) => words.push((side, word)),
                    _ => others.push(name.replacen('.', " ", 1)),
                }
            }
            let all = || [vec![folded(&words)], others.clone()].concat();
            let all: Vec<String> = all().into_iter().filter(|part| !part.is_empty()).collect();
            let is_same = |word: WordName| words.contains(&(0, word)) && words.contains(&(1, word));
            let are_shared = others.is_empty() && words.iter().all(|&(_, word)| is_same(word));
            match value {
                Common::Number(number) => {
                    groups.constants.push(format!("{} = {number}", all.join(", ")));
                }
                Common::Any if are_shared && words.len() == 2 => same.push(words[0].1),
                Common::Any if words.len() + others.len() < 2 => {}
                Common::Any => {
                    let mut each: Vec<String> = words
                        .iter()
                        .map(|&(side, word)| format!("{} {}", SIDES[side], name(word)))
                        .collect();
                    each.extend(others);
                    groups.add(each.join(" = "));
                }
                Common::Term(term) if are_shared => {
                    groups.shared.push(format!("{} = {term}", all.join(", ")));
                }
                Common::Term(term) => groups.add(format!("{} = {term}", all.join(", "))),
            }
        }
        if !same.is_empty() {
            same.sort_unstable();
            groups.shared.insert(0, format!("both have the same {}", listed(&same)));
        }
        facts.into_iter().for_each(|fact| groups.add(fact));
        groups
    }

    /// Adds a sentence about one program, or about both.
    fn add(&mut self, sentence: String) {
        let is_about = |side: &str| sentence.contains(&format!("{side} "));
        match SIDES.iter().all(|side| is_about(side)) || is_about("both") {
            true => self.relations.push(sentence),
            false => self.own.push(sentence),
        }
    }

    /// The facts of all groups, each for itself.
    pub fn each(&self) -> Vec<String> {
        let Groups { shared, relations, own, constants } = self;
        [&shared[..], relations, own, constants].concat()
    }

    /// The lines of all groups, in this order; constants in one line.
    pub fn lines(&self) -> Vec<String> {
        let Groups { shared, relations, own, constants } = self;
        let constants = (!constants.is_empty()).then(|| constants.join("; "));
        [&shared[..], relations, own].concat().into_iter().chain(constants).collect()
    }
}

/// Registers by their names in evidence, in few words: `both $3 to $5, left hi`.
pub(super) fn folded_names(names: &[&str]) -> String {
    let words = names.iter().filter_map(|name| {
        let (side, register) = name.split_once('.')?;
        Some((SIDES.iter().position(|it| *it == side)?, WordName::named(register)?))
    });
    folded(&words.collect::<Vec<_>>())
}

/// Words of both programs in few words.
fn folded(words: &[(usize, WordName)]) -> String {
    let of = |side: usize| -> Vec<WordName> {
        words.iter().filter(|(of, _)| *of == side).map(|(_, word)| *word).collect()
    };
    let sides = [of(0), of(1)];
    let both: Vec<WordName> =
        sides[0].iter().copied().filter(|word| sides[1].contains(word)).collect();
    let mut parts = Vec::new();
    if !both.is_empty() {
        parts.push(format!("both {}", listed(&both)));
    }
    for side in [0, 1] {
        let alone: Vec<WordName> =
            sides[side].iter().copied().filter(|word| !both.contains(word)).collect();
        if !alone.is_empty() {
            parts.push(format!("{} {}", SIDES[side], listed(&alone)));
        }
    }
    parts.join(", ")
}

/// A list of words in order; three and more registers in sequence are a range.
fn listed(words: &[WordName]) -> String {
    let mut words = words.to_vec();
    words.sort_unstable();
    words.dedup();
    let mut parts = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let next = |count: usize| match (words[at], words.get(at + count)) {
            (WordName::Register(first), Some(WordName::Register(number)))
            | (WordName::Wide(first), Some(WordName::Wide(number))) => {
                usize::from(*number) == usize::from(first) + count
            }
            _ => false,
        };
        let mut count = 1;
        while next(count) {
            count += 1;
        }
        match count {
            3.. => {
                parts.push(format!("{} to {}", name(words[at]), name(words[at + count - 1])));
                at += count;
            }
            _ => {
                parts.push(name(words[at]));
                at += 1;
            }
        }
    }
    parts.join(", ")
}

fn name(word: WordName) -> String {
    match word {
        WordName::Register(number) => format!("${number}"),
        WordName::High => "hi".to_owned(),
        WordName::Low => "lo".to_owned(),
        WordName::Wide(number) => format!("x{number}"),
        WordName::Stack => "sp".to_owned(),
        WordName::Cell(at) => format!("[{at:#x}]"),
        WordName::Taken => "number of bytes read".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::claim::{Location, Relation};

    #[test]
    fn facts_are_grouped_and_constants_folded() {
        let reg = |side, number| vec![Name::Register(side, number)];
        let minus = u32::MAX;
        let is = |side, number, value: u32| {
            vec![Product(1, reg(side, number)), Product(value.wrapping_neg(), vec![])]
        };
        let same = |number| vec![Product(1, reg(0, number)), Product(minus, reg(1, number))];
        let mut equations = vec![
            is(0, 20, 4),
            same(3),
            vec![Product(1, reg(0, 5)), Product(minus - 1, reg(1, 6)), Product(7, vec![])],
            is(1, 20, 4),
            same(2),
            same(1),
            is(1, 9, 4),
            vec![Product(4, reg(0, 7))],
        ];
        equations.extend((10..14).map(|number| is(0, number, 0)));
        let below = Order(Operand::Word(Name::Register(0, 3)), Relation::Ule, Operand::Number(9));
        let claim = NodeClaim {
            at: [Location::Entry; 2],
            pieces: [Some(1); 2],
            lead: None,
            sums: vec![],
            divisions: vec![],
            equations,
            orders: vec![below],
            is_initial: [false; 2],
            agreement: None,
        };
        let lines = Groups::of(&[], &claim).lines();
        let expected = [
            "both have the same $1 to $3",
            "left $5 = 2·right $6 - 7",
            "left $7 = 0 (modulo 1073741824)",
            "left $3 ≤ 9 (unsigned)",
            "left $10 to $13 = 0; both $20, right $9 = 4",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn facts_of_evidence_are_grouped() {
        let equal = |names: &[&'static str], value| Equal { names: names.to_vec(), value };
        let registers = vec![
            equal(&["left.$31", "right.$31"], Common::Number("7".to_owned())),
            equal(&["left.$3", "right.$3"], Common::Any),
            equal(&["left.$4", "right.$5"], Common::Any),
            equal(&["left.$1", "right.$1"], Common::Term("input $1".to_owned())),
            equal(&["right.$8"], Common::Term("input $1 - 3".to_owned())),
            equal(&["left.lo", "right.lo"], Common::Any),
            equal(&["left.x7", "left.x8", "left.x9"], Common::Number("0".to_owned())),
        ];
        let facts = ["left $4 >= 3", "left $6 - right $6 <= 0"].map(str::to_owned).to_vec();
        let expected = [
            "both have the same $3, lo",
            "both $1 = input $1",
            "left $4 = right $5",
            "left $6 - right $6 <= 0",
            "right $8 = input $1 - 3",
            "left $4 >= 3",
            "both $31 = 7; left x7 to x9 = 0",
        ];
        assert_eq!(Groups::of_registers(registers, facts).lines(), expected);
    }
}

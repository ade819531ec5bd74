//! The claims of a certificate about pairs of procedures.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::certificate::Relation;
use crate::text::as_text;

/// Pairs of procedures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Procedures {
    /// If present, the claim covers only inputs on which one of the programs stops or faults within this number of
    /// steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The programs themselves, then the procedures that they call.
    pub pairs: Vec<PairClaim>,
}

impl Procedures {
    /// The facts of all pairs, in order: for each pair those of its points, then those it ensures.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.pairs.iter().flat_map(PairClaim::facts)
    }

    /// The same claims, with only those facts that `is_kept` accepts by index.
    pub fn with_facts(mut self, is_kept: impl Fn(usize) -> bool) -> Procedures {
        let mut number = 0;
        for pair in &mut self.pairs {
            let of_points = pair.points.iter_mut().map(|point| &mut point.facts);
            for facts in of_points.chain([&mut pair.ensures]) {
                facts.retain(|_| {
                    number += 1;
                    is_kept(number - 1)
                });
            }
        }
        self
    }
}

/// The claims about two procedures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PairClaim {
    /// Their entry addresses.
    pub entries: [u32; 2],
    /// The exit of a program's loop that is treated as a procedure; it is entered whenever the program reaches its
    /// head. None for a procedure, which is called and returns.
    #[serde(default, skip_serializing_if = "no_exits")]
    pub exits: [Option<u32>; 2],
    /// The precondition.
    pub before: Said,
    /// How far they run from there.
    pub goes: Goes,
    /// Points within them.
    pub points: Vec<PointClaim>,
    /// The relation of the postcondition; none if they do not return.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub behind: Option<Said>,
    /// Further facts of the postcondition, about registers, `hi`, `lo` and values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ensures: Vec<Fact>,
    /// A bound on the depth of recursion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<Variant>,
    /// For each program, the offsets in bytes of stack words at or above the entry's `$30` that are stored to, also by
    /// callees.
    #[serde(default, skip_serializing_if = "none_stored")]
    pub stored: [Vec<i32>; 2],
}

impl PairClaim {
    /// Its facts in order: those of its points, then those it ensures.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.points.iter().flat_map(|point| &point.facts).chain(&self.ensures)
    }
}

/// A word computed from the values of an activation. As an unsigned number it never exceeds the bound, and it decreases
/// with each nested call between pairs that have one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Variant {
    /// The word.
    pub of: Expression,
    /// The bound.
    pub most: u32,
}

fn no_exits(exits: &[Option<u32>; 2]) -> bool {
    exits.iter().all(Option::is_none)
}

fn none_stored(stored: &[Vec<i32>; 2]) -> bool {
    stored.iter().all(Vec::is_empty)
}

/// The claims at a pair of points after a branch or a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PointClaim {
    /// The addresses of the next instructions.
    pub at: [u32; 2],
    /// The relation there.
    pub says: Said,
    /// Further facts there, about computed words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<Fact>,
    /// How far they run from there.
    pub goes: Goes,
}

/// How far two programs run. Each also stops at a call, at a return and at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Goes {
    /// The instruction after which each stops.
    #[serde(default, skip_serializing_if = "is_nowhere")]
    pub until: [Option<Until>; 2],
    /// Addresses of calls that are followed instead of ending the path.
    #[serde(default, skip_serializing_if = "none_entered")]
    pub enters: [Vec<u32>; 2],
    /// Heads of loops that are treated as procedures: reaching one after a step is a call of it.
    #[serde(default, skip_serializing_if = "none_entered")]
    pub loops: [Vec<u32>; 2],
}

fn is_nowhere(until: &[Option<Until>; 2]) -> bool {
    until.iter().all(Option::is_none)
}

fn none_entered(enters: &[Vec<u32>; 2]) -> bool {
    enters.iter().all(Vec::is_empty)
}

/// The n-th execution of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Until {
    /// Its address.
    pub executed: u32,
    /// The number of executions.
    pub times: u32,
}

/// A relation between words of both programs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Said {
    /// Words with these constant values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<Sum>,
    /// Words that equal a value plus a constant. A value has a number as its name, and is fixed during an activation. A
    /// precondition defines values by naming words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<u32, Vec<Sum>>,
    /// Words that equal one unknown word plus a constant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub equal: Vec<Vec<Sum>>,
    /// Claims about memory beside the stack.
    #[serde(default, skip_serializing_if = "Memory::is_unknown")]
    pub memory: Memory,
}

/// A word, and the constant added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sum(pub Spot, pub u32);

/// A relation between two expressions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fact(pub Expression, pub Relation, pub Expression);

/// A computed word, from words of both programs and values of an activation. As JSON: a number, `"left.$3"`,
/// `"value.0"`, or `["*", "left.$3", 4]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Expression {
    /// A number.
    Number(u32),
    /// A word of a program.
    Word(Spot),
    /// A value of the activation.
    Value(Value),
    /// An operator with two arguments.
    Of(Operator, Box<Expression>, Box<Expression>),
}

/// An operator on two words, modulo 2^32.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Operator {
    /// Their sum.
    #[serde(rename = "+")]
    Add,
    /// Their difference.
    #[serde(rename = "-")]
    Sub,
    /// Their product.
    #[serde(rename = "*")]
    Mul,
    /// The high word of the product of two signed numbers.
    #[serde(rename = "high")]
    High,
    /// The same of unsigned numbers.
    #[serde(rename = "highu")]
    Highu,
    /// The signed quotient, truncated; by zero, a word that depends only on the dividend.
    #[serde(rename = "/")]
    Quot,
    /// The same of unsigned numbers.
    #[serde(rename = "/u")]
    Quotu,
    /// The signed remainder, with the dividend's sign; by zero, as for a quotient.
    #[serde(rename = "%")]
    Rem,
    /// The same of unsigned numbers.
    #[serde(rename = "%u")]
    Remu,
    /// 1 if the first is below the second, as signed numbers; else 0.
    #[serde(rename = "<")]
    Slt,
    /// The same of unsigned numbers.
    #[serde(rename = "<u")]
    Sltu,
}

impl Expression {
    /// An operator with its arguments.
    pub fn of(operator: Operator, left: Expression, right: Expression) -> Expression {
        Expression::Of(operator, Box::new(left), Box::new(right))
    }

    /// The expression and all its subexpressions.
    pub fn parts(&self) -> Vec<&Expression> {
        let mut parts = vec![self];
        let mut at = 0;
        while let Some(&part) = parts.get(at) {
            if let Expression::Of(_, left, right) = part {
                parts.extend([&**left, &**right]);
            }
            at += 1;
        }
        parts
    }
}

impl Fact {
    /// All subexpressions of both sides.
    pub fn parts(&self) -> impl Iterator<Item = &Expression> {
        self.0.parts().into_iter().chain(self.2.parts())
    }
}

/// A value of an activation, by its name. As text, `value.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u32);

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value.{}", self.0)
    }
}

impl FromStr for Value {
    type Err = String;

    fn from_str(text: &str) -> Result<Value, String> {
        let number = text.strip_prefix("value.").and_then(|number| number.parse().ok());
        number.map(Value).ok_or_else(|| format!("{text:?} is no value"))
    }
}

as_text!(Value);

/// Claims about memory beside the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Memory {
    /// Both memories are equal.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same: bool,
    /// For each program, whether its memory is unchanged since the entry.
    #[serde(default, skip_serializing_if = "neither")]
    pub kept: [bool; 2],
}

fn neither(kept: &[bool; 2]) -> bool {
    *kept == [false; 2]
}

impl Memory {
    fn is_unknown(&self) -> bool {
        *self == Memory::default()
    }
}

/// A word of a program. As text, `left.$3`, `right.hi`, `left.lo`, `right.stack[-8]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// The left program (0) or the right one (1).
    pub side: usize,
    /// Where the program holds the word.
    pub held: Held,
}

/// Where a program holds a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Held {
    /// In a register.
    Register(u8),
    /// In `hi`.
    High,
    /// In `lo`.
    Low,
    /// On the stack, at an offset in bytes from the entry's `$30`.
    Stack(i32),
}

const SIDES: [&str; 2] = ["left", "right"];

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = SIDES[self.side];
        match self.held {
            Held::Register(number) => write!(f, "{side}.${number}"),
            Held::High => write!(f, "{side}.hi"),
            Held::Low => write!(f, "{side}.lo"),
            Held::Stack(slot) => f.write_str(&crate::frame::name(self.side, slot)),
        }
    }
}

impl FromStr for Spot {
    type Err = String;

    fn from_str(text: &str) -> Result<Spot, String> {
        let spot = || {
            let (side, word) = text.split_once('.')?;
            let side = SIDES.iter().position(|name| *name == side)?;
            let held = match word {
                "hi" => Held::High,
                "lo" => Held::Low,
                _ => match word.strip_prefix('$') {
                    Some(number) => {
                        Held::Register(number.parse().ok().filter(|n| (1..32).contains(n))?)
                    }
                    None => {
                        Held::Stack(word.strip_prefix("stack[")?.strip_suffix(']')?.parse().ok()?)
                    }
                },
            };
            Some(Spot { side, held })
        };
        spot().ok_or_else(|| format!("{text:?} is no word of the two programs"))
    }
}

as_text!(Spot);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_are_read_as_they_are_written() {
        let text = r#"["left.$3","<=u",["+",["*","right.stack[-8]","value.2"],4294967295]]"#;
        let fact: Fact = serde_json::from_str(text).expect("it is a fact");
        assert_eq!(serde_json::to_string(&fact).expect("it is plain data"), text);
        assert_eq!(fact.parts().count(), 6);
        let others = ["left.$0", "value.x", "value", "input.0"];
        for other in others {
            let text = text.replace("value.2", other);
            assert!(serde_json::from_str::<Fact>(&text).is_err(), "{text}");
        }
        assert!(serde_json::from_str::<Fact>(r#"[1, "=", ["^", 1, 2]]"#).is_err());
        assert!(serde_json::from_str::<Fact>(r#"[1, "=", ["+", 1]]"#).is_err());
    }

    #[test]
    fn spots_are_read_as_they_are_written() {
        for held in [Held::Register(31), Held::High, Held::Low, Held::Stack(-8), Held::Stack(4)] {
            for side in [0, 1] {
                let spot = Spot { side, held };
                assert_eq!(spot.to_string().parse(), Ok(spot));
            }
        }
        for text in ["", "left", "left.$0", "left.$32", "middle.$3", "left.stack[x]", "left.[4]"] {
            assert!(text.parse::<Spot>().is_err(), "{text}");
        }
    }
}

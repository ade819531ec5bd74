//! The format of certificates: the claim about two programs, the invariant at each node, and the answers to the
//! obligations.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::algebra::Factor;
use crate::deduction::Deduction;
use crate::procedures::claim::Procedures;
use crate::text::as_text;

/// The version of the format that this checker reads.
pub const VERSION: u32 = 11;

/// A certificate that two programs agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format.
    pub version: u32,
    /// The names of the inputs: words that both programs may get.
    pub inputs: Vec<String>,
    /// Conditions that all covered inputs satisfy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<Premise>,
    /// The programs.
    pub programs: [Program; 2],
    /// Which results are compared.
    #[serde(default, skip_serializing_if = "Observed::is_default")]
    pub observed: Observed,
    /// The inputs that it covers.
    pub among: Among,
    /// If present, it covers only inputs on which both programs stop or fault within this number of steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// The claim about termination.
    pub stopping: Stopping,
    /// How far each program runs from its start.
    pub entry: Pieces,
    /// The leading program from there, if the distance of the other depends on its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// Addresses in each program's memory that nodes mention.
    pub tracked: [Vec<u32>; 2],
    /// Pairs of locations with invariants.
    pub nodes: Vec<NodeClaim>,
    /// Claims about pairs of procedures; if present, there are no nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub procedures: Option<Procedures>,
    /// Recurrences of paths that run forever: the begin and end of each, in instructions executed by the checker.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laps: Vec<[u64; 2]>,
    /// The termination measures of cycles, in the order in which the checker visits cycles.
    pub measures: Vec<Measure>,
    /// Answers to the obligations, in the order in which the checker generates them. None means that the fact is not
    /// claimed, so the checker follows both outcomes.
    pub answers: Vec<Option<Answer>>,
}

impl Certificate {
    /// Whether it is a tree of all paths from the start.
    pub fn is_of_paths(&self) -> bool {
        self.nodes.is_empty() && self.procedures.is_none()
    }

    /// Whether it only claims that one program, with equal inputs on both sides, agrees with itself. The machine is
    /// deterministic, so this needs no evidence.
    pub fn is_of_one_program(&self) -> bool {
        let [left, right] = &self.programs;
        let says_nothing = self.is_of_paths()
            && self.tracked.iter().all(Vec::is_empty)
            && self.laps.is_empty()
            && self.measures.is_empty()
            && self.answers.is_empty();
        left == right
            && says_nothing
            && self.among == Among::All
            && self.within.is_none()
            && self.stopping <= Stopping::Alike
    }

    /// Whether it states that a recurrence begins at this instruction count.
    pub fn begins_lap(&self, at: u64) -> bool {
        self.laps.iter().any(|[begin, _]| *begin == at)
    }
}

/// A program and its start state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Program {
    /// Its words, from address 0.
    pub words: Vec<u32>,
    /// The start values of registers, by number; the others are zero.
    pub registers: BTreeMap<u8, Start>,
    /// The address at which it ends.
    pub return_address: u32,
    /// The array that it gets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<Array>,
    /// The bytes of its input stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stream: Vec<Start>,
}

/// An array in a program's initial memory. Its elements are arbitrary words, and the word after the last one is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Array {
    /// The address of its first element.
    pub address: u32,
    /// The index of the input that is its length.
    pub length: usize,
    /// The index of the input that is its first element. Programs with the same one have the same elements.
    pub first: usize,
    /// Maximum number of elements.
    pub capacity: u32,
}

/// A condition on the inputs: an order between two sums of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Premise(pub Vec<Product>, pub Relation, pub Vec<Product>);

/// The results of a program that are compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    /// `$3`, when it is done.
    pub result: bool,
    /// The printed bytes, however it ends.
    pub output: bool,
    /// Other results, when it is done.
    pub others: Vec<Observable>,
}

impl Default for Observed {
    fn default() -> Observed {
        Observed { result: true, output: true, others: Vec::new() }
    }
}

impl Observed {
    /// Whether exactly `$3` and the output are observed.
    pub fn is_default(&self) -> bool {
        *self == Observed::default()
    }
}

/// A result of a program that stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Observable {
    /// A register.
    Register(u8),
    /// Whether a register has its start value.
    Kept(u8),
    /// The word at an address.
    Word(u32),
    /// The elements of the array, up to its length.
    Array,
}

/// A region on which the memories of both programs agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Footprint {
    /// All addresses after both texts.
    Everywhere,
    /// The elements of the array that both programs get.
    Array,
}

/// The start value of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Start {
    /// A number.
    Word(u32),
    /// The input with this index.
    Input(usize),
}

/// The inputs that a certificate covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Among {
    /// All inputs.
    All,
    /// All inputs except this one: only on it the programs may differ.
    OtherThan(Vec<u32>),
    /// The inputs before this one, which is then the least one. The order is by the number of nonzero words, then by
    /// the absolute value of the first word, positive before negative, then likewise by the other words.
    Before(Vec<u32>),
}

/// The claim about termination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stopping {
    /// No claim.
    Open,
    /// They stop or fault on the same inputs.
    Alike,
    /// They stop or fault on all inputs.
    Always,
}

/// How many path segments each program runs; a segment ends with a backward branch. None: to its end.
pub type Pieces = [Option<u32>; 2];

/// How far a program runs, depending on the path that the other one took before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lead {
    /// The leading program: left (0) or right (1).
    pub side: usize,
    /// For paths of the leading program, how far the other one runs: the first entry that matches
    /// decides, and paths that match none have the default distance.
    pub ways: Vec<Way>,
}

/// Matches paths of the leading program, and says how far the other one then runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Way {
    /// The location where the path ends; none matches any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Location>,
    /// The number of steps; none matches any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// The number of segments that the other one runs.
    pub pieces: u32,
}

impl Lead {
    /// The number of segments that the other program runs after a path, if a pattern matches.
    pub fn pieces(&self, to: Option<Location>, steps: u64) -> Option<u32> {
        let fits = |way: &&Way| {
            way.to.is_none_or(|of| Some(of) == to) && way.steps.is_none_or(|of| of == steps)
        };
        self.ways.iter().find(fits).map(|way| way.pieces)
    }
}

/// The location of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Location {
    /// At its start.
    Entry,
    /// After a backward branch.
    Cut {
        /// The address of the branch.
        from: u32,
        /// The target of the branch.
        at: u32,
        /// The value of `$31`.
        link: u32,
    },
    /// At the entry of a procedure.
    #[serde(skip)]
    Called {
        /// The pair of procedures, by its index.
        of: usize,
        /// Its address.
        at: u32,
    },
    /// Within a procedure, after a branch or a call.
    #[serde(skip)]
    Point {
        /// The pair of procedures, by its index.
        of: usize,
        /// The address of the next instruction.
        at: u32,
    },
    /// At the return of a procedure.
    #[serde(skip)]
    Return {
        /// The pair of procedures, by its index.
        of: usize,
    },
    /// At its end.
    Done,
    /// At an instruction that faults.
    Fault,
    /// In a state that recurs, so it runs forever.
    #[serde(skip)]
    ForEver,
    /// Anywhere, after more steps than the certificate covers.
    #[serde(skip)]
    Late,
}

impl Location {
    /// Whether a run has ended there.
    pub fn is_final(self) -> bool {
        matches!(self, Location::Done | Location::Fault)
    }

    /// The address of the next instruction, if there is one.
    pub fn pc(self) -> Option<u32> {
        match self {
            Location::Entry => Some(0),
            Location::Cut { at, .. } | Location::Called { at, .. } | Location::Point { at, .. } => {
                Some(at)
            }
            Location::Return { .. }
            | Location::Done
            | Location::Fault
            | Location::ForEver
            | Location::Late => None,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Entry => f.write_str("start"),
            Location::Cut { from, at, .. } => write!(f, "{from:#x} to {at:#x}"),
            Location::Called { at, .. } => write!(f, "the procedure at {at:#x}"),
            Location::Point { at, .. } => write!(f, "{at:#x}"),
            Location::Return { .. } => f.write_str("a return"),
            Location::Done => f.write_str("end"),
            Location::Fault => f.write_str("fault"),
            Location::ForEver => f.write_str("for ever"),
            Location::Late => f.write_str("after too many steps"),
        }
    }
}

/// The invariant at a pair of locations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeClaim {
    /// The locations.
    pub at: [Location; 2],
    /// How far each program runs from there.
    pub pieces: Pieces,
    /// The leading program, if the distance of the other depends on its path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// Sums of words that orders and divisions refer to, modulo 2^32.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<Vec<Product>>,
    /// Divisions that equations refer to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divisions: Vec<Division>,
    /// Sums that are zero modulo 2^32. Each is solved for the first word that allows it.
    pub equations: Vec<Vec<Product>>,
    /// Orders between words.
    pub orders: Vec<Order>,
    /// Whether each program's memory equals its initial memory, except for the tracked words.
    pub is_initial: [bool; 2],
    /// The region on which both memories agree, except for the tracked words of either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Footprint>,
}

/// An unsigned division. Quotient and remainder by zero are words that depend only on the dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Division {
    /// The dividend: a word of the states, or a sum.
    pub dividend: Name,
    /// The divisor.
    pub divisor: Name,
}

/// A product of a constant and words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product(pub u32, pub Vec<Name>);

/// An order between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order(pub Operand, pub Relation, pub Operand);

/// A relation of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Relation {
    /// Below, as unsigned numbers.
    #[serde(rename = "<u")]
    Ult,
    /// Not above, as unsigned numbers.
    #[serde(rename = "<=u")]
    Ule,
    /// Below, as signed numbers.
    #[serde(rename = "<")]
    Slt,
    /// Not above, as signed numbers.
    #[serde(rename = "<=")]
    Sle,
    /// Not the same.
    #[serde(rename = "!=")]
    Ne,
    /// The same.
    #[serde(rename = "=")]
    Eq,
}

/// A word of the states, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Operand {
    /// A number.
    Number(u32),
    /// A word.
    Word(Name),
}

/// A word of the two programs' states. As text `input.0`, `left.$3`, `right.hi`, `left.lo`, `right.[0xfffffc]` or
/// `left.taken`; derived words of a node are `sum.0`, `quotient.0` and `remainder.0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Name {
    /// The input with this index, at the start.
    Input(usize),
    /// A register of a program.
    Register(usize, u8),
    /// `hi` of a program.
    High(usize),
    /// `lo` of a program.
    Low(usize),
    /// The word at an address of a program's memory.
    Cell(usize, u32),
    /// The number of input bytes that a program has read.
    Taken(usize),
    /// The node's sum with this index.
    Sum(usize),
    /// The quotient of the node's division with this index.
    Quotient(usize),
    /// The remainder of the node's division with this index.
    Remainder(usize),
}

impl Name {
    /// Whether it is derived from words of the states by the node's definitions.
    pub fn is_derived(&self) -> bool {
        matches!(self, Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_))
    }
}

/// The names of the two programs in texts of words.
const SIDES: [&str; 2] = ["left", "right"];

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Name::Input(index) => write!(f, "input.{index}"),
            Name::Register(side, number) => write!(f, "{}.${number}", SIDES[side]),
            Name::High(side) => write!(f, "{}.hi", SIDES[side]),
            Name::Low(side) => write!(f, "{}.lo", SIDES[side]),
            Name::Cell(side, at) => write!(f, "{}.[{at:#x}]", SIDES[side]),
            Name::Taken(side) => write!(f, "{}.taken", SIDES[side]),
            Name::Sum(index) => write!(f, "sum.{index}"),
            Name::Quotient(index) => write!(f, "quotient.{index}"),
            Name::Remainder(index) => write!(f, "remainder.{index}"),
        }
    }
}

impl FromStr for Name {
    type Err = String;

    fn from_str(text: &str) -> Result<Name, String> {
        let name = || {
            let (of, word) = text.split_once('.')?;
            match of {
                "input" => return Some(Name::Input(word.parse().ok()?)),
                "sum" => return Some(Name::Sum(word.parse().ok()?)),
                "quotient" => return Some(Name::Quotient(word.parse().ok()?)),
                "remainder" => return Some(Name::Remainder(word.parse().ok()?)),
                _ => {}
            }
            let side = SIDES.iter().position(|side| *side == of)?;
            Some(match word {
                "hi" => Name::High(side),
                "lo" => Name::Low(side),
                "taken" => Name::Taken(side),
                _ => match word.strip_prefix('$') {
                    Some(number) => {
                        Name::Register(side, number.parse().ok().filter(|n| (1..32).contains(n))?)
                    }
                    None => {
                        let at = word.strip_prefix("[0x")?.strip_suffix(']')?;
                        Name::Cell(side, u32::from_str_radix(at, 16).ok()?)
                    }
                },
            })
        };
        name().ok_or_else(|| format!("{text:?} is no word of the two programs"))
    }
}

as_text!(Name);

/// A termination measure: a word, the difference of two words, or the sum of two, modulo 2^32. As an unsigned number it
/// decreases on each cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// The word.
    pub word: Name,
    /// The word that is subtracted.
    pub above: Option<Name>,
    /// The word that is added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<Name>,
}

impl Measure {
    /// The measure that is a single word.
    pub fn word(word: Name) -> Measure {
        Measure { word, above: None, plus: None }
    }
}

/// The answer to an obligation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// A proof over bits, as text ([`lrat`](crate::lrat)).
    Bits(String),
    /// A proof over bits that also uses the words that the node states to be zero.
    BitsOfAll(String),
    /// A proof over bits after deductions.
    BitsAfter {
        /// The deductions, each from those before it.
        deduced: Vec<Deduction>,
        /// The proof.
        bits: String,
    },
    /// Interval splitting with this number of boxes ([`boxes`](crate::boxes)).
    Boxes(u32),
    /// A combination of words that are zero.
    Algebra {
        /// The index of a condition that states that a word is nonzero; the combination shows it zero, a contradiction.
        /// None: the combination shows the goal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<usize>,
        /// Indices of conditions which state that a word is not below another, or that a word is nonzero, each with a
        /// proof over bits that the two are equal, or that the word is 1.
        equal: Vec<(usize, String)>,
        /// Words that are zero, as polynomials over atoms, each with a proof over bits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shown: Vec<(Factor, String)>,
        /// Further deductions, each from those before it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        deduced: Vec<Deduction>,
        /// The factor of each word that is zero. In order: those that the node states, those that conditions state,
        /// those of comparisons that conditions decide, those of divisions, then those above.
        factors: Vec<(usize, Factor)>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let names = [
            Name::Input(1),
            Name::Register(0, 31),
            Name::High(1),
            Name::Low(0),
            Name::Cell(1, 0xff_fffc),
            Name::Taken(1),
            Name::Sum(3),
            Name::Quotient(0),
            Name::Remainder(2),
        ];
        for name in names {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        for text in ["", "left", "left.$0", "left.$32", "middle.$3", "right.[4]", "input.x"] {
            assert!(text.parse::<Name>().is_err(), "{text}");
        }
    }
}

//! What a certificate says: what is claimed of which programs, what is said at
//! each node, and the answers to the obligations that come of it.

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

/// Why two programs agree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Certificate {
    /// The version of the format.
    pub version: u32,
    /// The names of the inputs, which are words that both programs may be given.
    pub inputs: Vec<String>,
    /// What all inputs that it is for satisfy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<Premise>,
    /// The programs.
    pub programs: [Program; 2],
    /// What is observed of them.
    #[serde(default, skip_serializing_if = "Observed::is_default")]
    pub observed: Observed,
    /// For which inputs it is.
    pub among: Among,
    /// If some, it is for inputs alone on which both programs stop or fault within so many steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<u64>,
    /// What it claims of whether they stop.
    pub stopping: Stopping,
    /// How far each program goes on from its start.
    pub entry: Pieces,
    /// Who goes first from there, if how far the other goes depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// Addresses of each program's memory that nodes speak of.
    pub tracked: [Vec<u32>; 2],
    /// Where both programs are from time to time, and what holds there.
    pub nodes: Vec<NodeClaim>,
    /// What holds in pairs of procedures; then nothing is said by nodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub procedures: Option<Procedures>,
    /// Laps of paths that run for ever: when each begins and ends, in instructions that
    /// the checker has executed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub laps: Vec<[u64; 2]>,
    /// Why no cycle is gone round for ever, in the order in which cycles are
    /// looked at.
    pub measures: Vec<Measure>,
    /// Why the obligations hold, in the order in which the checker makes them;
    /// none where something may be, which is then looked at.
    pub answers: Vec<Option<Answer>>,
}

impl Certificate {
    /// Whether it is a tree of all paths from the start.
    pub fn is_of_paths(&self) -> bool {
        self.nodes.is_empty() && self.procedures.is_none()
    }

    /// Whether it claims no more than that one program, which is given the same on both sides, agrees
    /// with itself, and says nothing else. The machine is deterministic, so that needs no evidence.
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

    /// Whether it says that a lap begins then.
    pub fn begins_lap(&self, at: u64) -> bool {
        self.laps.iter().any(|[begin, _]| *begin == at)
    }
}

/// A program, and how it starts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Program {
    /// Its words, from address 0.
    pub words: Vec<u32>,
    /// What registers hold at the start, by their numbers; the others hold zero.
    pub registers: BTreeMap<u8, Start>,
    /// The address that ends it.
    pub return_address: u32,
    /// The array that it is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<Array>,
    /// The bytes of its input stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stream: Vec<Start>,
}

/// An array in a program's memory at the start. Its elements are any words, and
/// what is behind its last one is zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Array {
    /// The address of its first element.
    pub address: u32,
    /// The input that is the number of its elements.
    pub length: usize,
    /// The input that is its first element: programs with the same one are given the
    /// same elements.
    pub first: usize,
    /// The most elements.
    pub capacity: u32,
}

/// Something that all inputs satisfy: an order of two sums of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Premise(pub Vec<Product>, pub Relation, pub Vec<Product>);

/// What is observed of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    /// `$3` where it is done.
    pub result: bool,
    /// What it prints, however it ends.
    pub output: bool,
    /// What else where it is done.
    pub others: Vec<Observable>,
}

impl Default for Observed {
    fn default() -> Observed {
        Observed { result: true, output: true, others: Vec::new() }
    }
}

impl Observed {
    /// Whether it is `$3` and the output.
    pub fn is_default(&self) -> bool {
        *self == Observed::default()
    }
}

/// Something that is observed of a program that stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Observable {
    /// A register.
    Register(u8),
    /// Whether a register holds what it held at the start.
    Kept(u8),
    /// The word at an address.
    Word(u32),
    /// The elements of the array, as many as it has.
    Array,
}

/// Where the memories of both programs agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Footprint {
    /// Everywhere behind both texts.
    Everywhere,
    /// On the elements of the array that both are given.
    Array,
}

/// What a register holds at the start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Start {
    /// A number.
    Word(u32),
    /// The input with this index.
    Input(usize),
}

/// Inputs that a certificate is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Among {
    /// All.
    All,
    /// All others than these: they are then the only ones on which the programs
    /// may differ.
    OtherThan(Vec<u32>),
    /// Those that are before these, by how many of them are not zero, then by the
    /// absolute value of the first, a positive number before its negative, then
    /// by that of the second, and so on: these are then the least.
    Before(Vec<u32>),
}

/// What is claimed of whether the programs stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stopping {
    /// Nothing.
    Open,
    /// They stop or fault on the same inputs.
    Alike,
    /// They stop or fault on all inputs.
    Always,
}

/// How many pieces each program goes on, where a piece ends with a branch back;
/// none where it goes on to its end.
pub type Pieces = [Option<u32>; 2];

/// How far a program goes on, by the path that the other one has taken before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lead {
    /// The program that goes first: the left one (0) or the right one (1).
    pub side: usize,
    /// How far the other one goes on; the first that fits counts. On other paths it goes
    /// on as it does else.
    pub ways: Vec<Way>,
}

/// Paths of a program, and how far the other one goes on after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Way {
    /// Where they lead; none: anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Location>,
    /// The steps that they take; none: any number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<u64>,
    /// How many pieces the other one goes on.
    pub pieces: u32,
}

impl Lead {
    /// How many pieces the other one goes on after a path, where that is said.
    pub fn pieces(&self, to: Option<Location>, steps: u64) -> Option<u32> {
        let fits = |way: &&Way| {
            way.to.is_none_or(|of| Some(of) == to) && way.steps.is_none_or(|of| of == steps)
        };
        self.ways.iter().find(fits).map(|way| way.pieces)
    }
}

/// Where a program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Location {
    /// At its start.
    Entry,
    /// Behind a branch back.
    Cut {
        /// The address of the branch.
        from: u32,
        /// Where it went.
        at: u32,
        /// What `$31` holds.
        link: u32,
    },
    /// At the beginning of a procedure.
    #[serde(skip)]
    Called {
        /// The pair of procedures, by its index.
        of: usize,
        /// Its address.
        at: u32,
    },
    /// Within a procedure, behind a branch or a call.
    #[serde(skip)]
    Point {
        /// The pair of procedures, by its index.
        of: usize,
        /// The address of the next instruction.
        at: u32,
    },
    /// Where a procedure returns.
    #[serde(skip)]
    Return {
        /// The pair of procedures, by its index.
        of: usize,
    },
    /// At its end.
    Done,
    /// At an instruction that faults.
    Fault,
    /// Back where it was, so that it runs for ever.
    #[serde(skip)]
    ForEver,
    /// Somewhere, after more steps than the certificate is for.
    #[serde(skip)]
    Late,
}

impl Location {
    /// Whether a run has ended there.
    pub fn is_final(self) -> bool {
        matches!(self, Location::Done | Location::Fault)
    }

    /// The address of the next instruction, where there is one.
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

/// What is said of both programs where they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NodeClaim {
    /// Where they are.
    pub at: [Location; 2],
    /// How far each goes on.
    pub pieces: Pieces,
    /// Who goes first, if how far the other goes depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Lead>,
    /// Sums of words that orders and divisions speak of, modulo 2^32.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sums: Vec<Vec<Product>>,
    /// Divisions that equations speak of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub divisions: Vec<Division>,
    /// Sums that are zero, modulo 2^32. Of the words of a sum that can be solved
    /// for, the first is.
    pub equations: Vec<Vec<Product>>,
    /// How words are ordered.
    pub orders: Vec<Order>,
    /// Whether the memory of each program is as at its start, but for the tracked
    /// words.
    pub is_initial: [bool; 2],
    /// Where both memories agree, but for the tracked words of either.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Footprint>,
}

/// A division of unsigned numbers. Quotient and remainder by zero are words that depend on
/// the dividend alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Division {
    /// What is divided: a word of the states, or a sum of them.
    pub dividend: Name,
    /// By what: another one.
    pub divisor: Name,
}

/// A product of words and a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product(pub u32, pub Vec<Name>);

/// How two words are ordered.
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

/// A word of the states, or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Operand {
    /// A number.
    Number(u32),
    /// A word.
    Word(Name),
}

/// A word of the two programs' states. As text, `input.0`, `left.$3`, `right.hi`,
/// `left.lo`, `right.[0xfffffc]`,
/// `left.taken`, and of what the node makes of them `sum.0`, `quotient.0` and `remainder.0`.
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
    /// How many bytes of its input stream a program has read.
    Taken(usize),
    /// The node's sum with this index.
    Sum(usize),
    /// The quotient of the node's division with this index.
    Quotient(usize),
    /// The remainder of it.
    Remainder(usize),
}

impl Name {
    /// Whether it is made of words of the states, as the node says.
    pub fn is_derived(&self) -> bool {
        matches!(self, Name::Sum(_) | Name::Quotient(_) | Name::Remainder(_))
    }
}

/// The names of the two programs in names of words.
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

/// A word, or how much it is above another one, or the sum of two, modulo 2^32: what gets
/// smaller, as a number without a sign, as a cycle is gone round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// The word.
    pub word: Name,
    /// What is taken off it.
    pub above: Option<Name>,
    /// What is added to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plus: Option<Name>,
}

impl Measure {
    /// A word alone.
    pub fn word(word: Name) -> Measure {
        Measure { word, above: None, plus: None }
    }
}

/// Why an obligation holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Answer {
    /// By a proof over bits, as text ([`lrat`](crate::lrat)).
    Bits(String),
    /// By one that is told of the words that the node says are zero, too.
    BitsOfAll(String),
    /// By one that is told of what is deduced before.
    BitsAfter {
        /// What is deduced, each with what is before it.
        deduced: Vec<Deduction>,
        /// The proof.
        bits: String,
    },
    /// By so many boxes ([`boxes`](crate::boxes)).
    Boxes(u32),
    /// By a sum of multiples of words that are zero.
    Algebra {
        /// A condition by its index, which says that a word is not zero: that it is, so that
        /// the conditions do not hold together. None: of the goal's word.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        against: Option<usize>,
        /// Conditions by their index, each of which says that a word is not below
        /// another, or that one is not zero; that the two are equal then, or the one is 1, by bits.
        equal: Vec<(usize, String)>,
        /// Words that are zero, as polynomials over atoms; that they are, by bits.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        shown: Vec<(Factor, String)>,
        /// What is deduced besides, each with what is before it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        deduced: Vec<Deduction>,
        /// By which each word that is zero is multiplied: first those that the
        /// node says, then those that conditions say, then those of comparisons that
        /// conditions decide, then those of divisions,
        /// then those above.
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

//! What a proof about loops claims: at each pair of locations, an invariant over words of both programs.
//!
//! An [`Invariant`](super::invariant::Invariant) is made for deciding: rows of coefficients by column. A claim is made
//! for reading and for [evidence](crate::engines::evidence): sums, divisions and orders of named words.

use std::fmt;

pub use super::memory::Footprint;

/// How many path segments each program runs; a segment ends with a backward branch. None: to its end.
pub type Pieces = [Option<u32>; 2];

/// How far a program runs, depending on the path that the other one took before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The leading program: left (0) or right (1).
    pub side: usize,
    /// For paths of the leading program, how far the other one runs: the first entry that matches
    /// decides, and paths that match none have the default distance.
    pub ways: Vec<Way>,
}

/// Matches paths of the leading program, and says how far the other one then runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// The location where the path ends; none matches any.
    pub to: Option<Location>,
    /// The number of steps; none matches any.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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
    /// At its end.
    Done,
    /// At an instruction that faults.
    Fault,
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
            Location::Cut { at, .. } => Some(at),
            Location::Done | Location::Fault => None,
        }
    }
}

/// The invariant at a pair of locations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeClaim {
    /// The locations.
    pub at: [Location; 2],
    /// How far each program runs from there.
    pub pieces: Pieces,
    /// The leading program, if the distance of the other depends on its path.
    pub lead: Option<Lead>,
    /// Sums of words that orders and divisions refer to, modulo 2^32.
    pub sums: Vec<Vec<Product>>,
    /// Divisions that equations refer to.
    pub divisions: Vec<Division>,
    /// Sums that are zero modulo 2^32. Each is solved for the first word that allows it.
    pub equations: Vec<Vec<Product>>,
    /// Orders between words.
    pub orders: Vec<Order>,
    /// Whether each program's memory equals its initial memory, except for the tracked words.
    pub is_initial: [bool; 2],
    /// The region on which both memories agree, except for the tracked words of either.
    pub agreement: Option<Footprint>,
}

/// An unsigned division. Quotient and remainder by zero are words that depend only on the dividend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Division {
    /// The dividend: a word of the states, or a sum.
    pub dividend: Name,
    /// The divisor.
    pub divisor: Name,
}

/// A product of a constant and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Product(pub u32, pub Vec<Name>);

/// An order between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order(pub Operand, pub Relation, pub Operand);

/// A relation of two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Below, as unsigned numbers.
    Ult,
    /// Not above, as unsigned numbers.
    Ule,
    /// Below, as signed numbers.
    Slt,
    /// Not above, as signed numbers.
    Sle,
    /// Not the same.
    Ne,
    /// The same.
    Eq,
}

/// A word of the states, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// A termination measure: a word, the difference of two words, or the sum of two, modulo 2^32. As an unsigned number it
/// decreases on each cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Measure {
    /// The word.
    pub word: Name,
    /// The word that is subtracted.
    pub above: Option<Name>,
    /// The word that is added.
    pub plus: Option<Name>,
}

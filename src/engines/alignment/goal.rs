//! What a proof about loops shows where both programs have ended.
//!
//! Usually that they agree. A proof about inputs on which two programs differ shows [notes](Note)
//! instead: that an observed word of one is another one's plus a sum of inputs, that they are never
//! equal, or that one program faults and the other does not. A note that fails at one pair of ends
//! is dropped; a proof succeeds while one that suffices is left. (Partush and Yahav report a
//! difference as such relations at the ends: the delta of a correlating abstract state.)

use crate::machine::setup::Observable;

/// What is to be shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Goal {
    /// They agree, and stop on the same inputs if possible.
    #[default]
    Agree,
    /// One of these notes that suffices holds on all inputs, and as many others
    /// as possible. Both programs always end.
    Notes(Vec<Note>),
    /// One of these holds on all inputs, whether it suffices or not, and as many others as possible.
    /// Both programs always end.
    Any(Vec<Note>),
}

/// A fact about the ends of both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// Both stop, and this observed word differs.
    Apart(Observable),
    /// This program faults, the other one stops.
    Faults(usize),
    /// Both stop, and a linear equation holds.
    Equation(Equation),
}

/// A linear equation modulo 2^32: the sum of these is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equation {
    /// The observed word.
    pub of: Observable,
    /// Its coefficient for each program.
    pub programs: [u32; 2],
    /// The coefficients of the inputs; those behind the end are zero.
    pub inputs: Vec<u32>,
    /// The constant.
    pub constant: u32,
}

impl Equation {
    /// Whether it is about the difference of both programs' words.
    pub fn is_difference(&self) -> bool {
        let [left, right] = self.programs;
        left != 0 && left.wrapping_add(right) == 0
    }

    /// Whether it implies that the words differ, whatever the inputs are.
    pub(super) fn is_apart(&self) -> bool {
        self.is_difference() && self.constant != 0 && self.inputs.iter().all(|&factor| factor == 0)
    }
}

impl Note {
    /// Whether it determines on which inputs the programs differ.
    fn suffices(&self) -> bool {
        match self {
            Note::Apart(_) | Note::Faults(_) => true,
            Note::Equation(equation) => equation.is_difference(),
        }
    }
}

impl Goal {
    /// The notes.
    pub(super) fn notes(&self) -> &[Note] {
        match self {
            Goal::Agree => &[],
            Goal::Notes(notes) | Goal::Any(notes) => notes,
        }
    }

    /// Whether it is reached by a note.
    pub(super) fn is_reached_by(&self, note: &Note) -> bool {
        match self {
            Goal::Agree => false,
            Goal::Notes(_) => note.suffices(),
            Goal::Any(_) => true,
        }
    }
}

/// How a pair of paths ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// Both stop.
    Stop,
    /// This program faults, the other one stops.
    Faults(usize),
    /// Both fault.
    BothFault,
}

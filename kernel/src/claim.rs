//! What the reader claims.
//!
//! A claim is made by whoever checks, never by evidence: from two programs, what they are given, and
//! what is to be shown.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::evidence::{FactText, Input, Side};
use crate::machine::Machine;
use crate::refusal::Refusal;

/// A claim about two programs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Claim {
    /// The name of the machine.
    pub machine: String,
    /// The words of both programs, loaded at address 0.
    pub programs: [Vec<u64>; 2],
    /// The names of the inputs. Each is any word.
    pub inputs: Vec<String>,
    /// What the programs are given.
    pub start: [Start; 2],
    /// Facts about the inputs. An input is allowed if it satisfies them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<FactText>,
    /// What is observed.
    pub observed: Observed,
    /// What is claimed.
    pub statement: Statement,
}

/// What a program is given. Registers that are not mentioned are zero, and so is memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Start {
    /// What registers hold, by their names.
    pub registers: BTreeMap<String, Word>,
    /// The address that ends the program.
    pub return_address: u64,
    /// An array in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<Array>,
    /// The bytes of the input stream.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stream: Vec<u8>,
}

/// A word that a program is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Word {
    /// A number.
    Number(u64),
    /// An input, by its name.
    Input(String),
}

/// An array: any words, as many as an input says. What is behind its last element is zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Array {
    /// Its name. Arrays of one name have the same elements.
    pub name: String,
    /// The address of the first element.
    pub address: u64,
    /// The input that is the number of elements.
    pub length: String,
    /// The greatest number of elements. An input is allowed only if its length is at most this.
    pub capacity: u64,
}

/// What is observed of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    /// Registers, where it is done.
    #[serde(default)]
    pub registers: Vec<String>,
    /// Words of memory by their addresses, where it is done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<u64>,
    /// The bytes that it prints, however it ends.
    #[serde(default)]
    pub output: bool,
}

/// What is claimed. A program *stops* where it comes to its return address or faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Statement {
    /// For every allowed input, as far as `steps` says: if both programs stop, they stop alike (both are
    /// done, or both fault), and what is observed is the same. Besides, what `stop` says.
    Agree {
        /// Of which runs.
        steps: Steps,
        /// Whether they stop.
        stop: Stopping,
    },
    /// One input is the only one on which the programs differ: both stop on it, and not alike, or something
    /// observed is different. On every other allowed input they agree and stop both or neither, as far as
    /// `among` says.
    Only {
        /// The input.
        witness: Input,
        /// Of which runs.
        #[serde(default)]
        among: Steps,
    },
    /// One input is the least one on which the programs differ. On every smaller allowed input they agree and
    /// stop both or neither, as far as `among` says. Smaller is the input of which fewer words are not zero,
    /// then that with the smaller absolute value of the first word, a positive one before its negative, then
    /// so for the other words.
    Least {
        /// The input.
        witness: Input,
        /// Of which runs.
        #[serde(default)]
        among: Steps,
    },
    /// On an allowed input both programs stop, and not alike, or something observed is different.
    Differ {
        /// The input.
        input: Input,
    },
    /// On an allowed input a program stops.
    Stops {
        /// The program.
        side: Side,
        /// The input.
        input: Input,
    },
    /// On an allowed input a program runs for ever.
    NeverStops {
        /// The program.
        side: Side,
        /// The input.
        input: Input,
    },
}

/// Of which runs a claim is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Steps {
    /// Of all.
    #[default]
    All,
    /// Of those that are short: with [`Stopping::Same`], of inputs on which at least one program stops
    /// within so many steps; with [`Stopping::Unclaimed`], on which both do.
    Within(u64),
    /// Of inputs on which neither program's stack pointer is ever more than so many bytes below its
    /// value at the start.
    StackDepth(u64),
}

/// What is claimed about whether programs stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stopping {
    /// Both do.
    Both,
    /// Both do or neither does. Where neither does and the output is observed, they print the same bytes
    /// for ever.
    Same,
    /// Nothing.
    Unclaimed,
}

impl Statement {
    /// Of which runs it is claimed that the programs agree, and what of their stopping, if anything is; on
    /// all inputs, or on those that the statement does not leave out.
    pub fn agreement(&self) -> Option<(Steps, Stopping)> {
        match *self {
            Statement::Agree { steps, stop } => Some((steps, stop)),
            Statement::Only { among, .. } | Statement::Least { among, .. } => {
                Some((among, Stopping::Same))
            }
            _ => None,
        }
    }
}

impl Claim {
    /// The machine.
    pub fn machine(&self) -> Result<&'static Machine, Refusal> {
        let machine = Machine::named(&self.machine);
        machine.ok_or_else(|| claim(format!("there is no machine `{}`", self.machine)))
    }

    /// Refuses a claim that makes no sense.
    pub fn validate(&self) -> Result<(), Refusal> {
        let machine = self.machine()?;
        let demand = |holds: bool, what: &str| if holds { Ok(()) } else { Err(claim(what)) };
        let is_register = |name: &String| machine.register(name).is_some();
        let (width, layout) = (machine.width, machine.layout);
        let is_word = |word: &u64| *word <= width.most();
        let is_code = |word: &u64| *word <= layout.cell_most();
        let is_cell =
            |at: &u64| at.is_multiple_of(layout.cell) && *at < layout.accesses(layout.kept);
        let names: BTreeSet<&String> = self.inputs.iter().collect();
        demand(names.len() == self.inputs.len(), "two inputs have one name")?;
        demand(self.observed.registers.iter().all(is_register), "no such register to observe")?;
        demand(self.observed.words.iter().all(is_cell), "no such word to observe")?;
        for (program, start) in self.programs.iter().zip(&self.start) {
            let end = layout.cell * program.len() as u64;
            let fits = end <= layout.kept && program.iter().all(is_code);
            demand(fits, "a program does not fit into memory")?;
            let is_given = |(name, word): (&String, &Word)| {
                let number = machine.register(name);
                let is_known = match word {
                    Word::Number(number) => is_word(number),
                    Word::Input(name) => names.contains(name),
                };
                number.is_some() && number != machine.zero && is_known
            };
            demand(start.registers.iter().all(is_given), "a register cannot be given this")?;
            if let Some(Array { address, capacity, length, .. }) = &start.array {
                let size = capacity.checked_mul(layout.word);
                let behind = size.and_then(|size| address.checked_add(size));
                let fits = behind.is_some_and(|behind| behind <= layout.kept);
                let begins = address.is_multiple_of(layout.cell) && *address >= end;
                demand(begins && fits, "an array does not fit into memory behind the program")?;
                demand(names.contains(length), "the length of an array is no input")?;
            }
        }
        let stack = machine.registers[machine.stack];
        let is_below = |depth: u64, start: &Start| matches!(start.registers.get(stack), Some(Word::Number(at)) if *at >= depth);
        match self.statement.agreement() {
            Some((Steps::Within(_), stop)) => {
                demand(stop != Stopping::Both, "`both` says nothing about short runs")?;
            }
            Some((Steps::StackDepth(depth), _)) => {
                let is_deep_enough = self.start.iter().all(|start| is_below(depth, start));
                demand(is_deep_enough, "the stack does not start at a number above its depth")?;
            }
            _ => {}
        }
        let of_words = matches!(self.statement, Statement::Only { .. } | Statement::Least { .. });
        let has_array = self.start.iter().any(|start| start.array.is_some());
        demand(!(of_words && has_array), "`only` and `least` are not about arrays")
    }
}

fn claim(what: impl Into<String>) -> Refusal {
    Refusal::Claim(what.into())
}

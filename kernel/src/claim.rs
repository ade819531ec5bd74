//! Claims: what the reader wants to know about two programs.
//!
//! The claim comes from whoever checks, never from the evidence. It states the two programs, their inputs, and the
//! property to prove.

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
    /// The names of the inputs. Each may be any word.
    pub inputs: Vec<String>,
    /// How each program starts.
    pub start: [Start; 2],
    /// Facts about the inputs. An input is allowed if it satisfies them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub premises: Vec<FactText>,
    /// Which results are observed.
    pub observed: Observed,
    /// The property to prove.
    pub statement: Statement,
}

/// The start state of a program. Registers that are not mentioned are zero, and so is memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Start {
    /// The values of registers, by name.
    pub registers: BTreeMap<String, Word>,
    /// The address that ends the program.
    pub return_address: u64,
    /// An array in memory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub array: Option<Array>,
    /// The bytes of the input stream. An input is allowed only if each of its bytes is at most 255.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stream: Vec<Word>,
}

/// A word of the start state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Word {
    /// A number.
    Number(u64),
    /// An input, by its name.
    Input(String),
}

/// An array of arbitrary words, whose length is an input. Memory after its last element is zero.
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

/// The results of a program that are compared.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Observed {
    /// Registers, when it is done.
    #[serde(default)]
    pub registers: Vec<String>,
    /// Words of memory by address, when it is done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<u64>,
    /// The elements of the array, when it is done. Both programs must have the same array.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub array: bool,
    /// The printed bytes, however the program ends.
    #[serde(default)]
    pub output: bool,
    /// Facts about the inputs and both final states, for [`Statement::Agree`]. With facts, programs that stop must be
    /// done: with `left.$3 != right.$3` and [`Stopping::Both`] the claim is that they differ on every allowed input.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<FactText>,
}

/// The claimed property. A program *stops* when it reaches its return address or faults.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Statement {
    /// For every allowed input within `steps`: if both programs stop, they end in the same way (both done, or both
    /// faulted) with equal observed results. In addition, the property of termination in `stop`.
    Agree {
        /// The runs that the claim covers.
        steps: Steps,
        /// The claimed property of termination.
        stop: Stopping,
    },
    /// The programs differ on exactly one input: both stop on it, but end differently or with different observed
    /// results. On every other allowed input within `among` they agree, and both stop or neither does.
    Only {
        /// The input.
        witness: Input,
        /// The runs that the claim covers.
        #[serde(default)]
        among: Steps,
    },
    /// An input is the least one on which the programs differ. On every smaller allowed input within `among` they
    /// agree, and both stop or neither does. Inputs are ordered by the number of nonzero words, then by the absolute
    /// value of the first word, a positive one before its negative, then likewise by the other words.
    Least {
        /// The input.
        witness: Input,
        /// The runs that the claim covers.
        #[serde(default)]
        among: Steps,
    },
    /// On this allowed input both programs stop, but end differently or with different observed results.
    Differ {
        /// The input.
        input: Input,
    },
    /// On this allowed input a program stops.
    Stops {
        /// The program.
        side: Side,
        /// The input.
        input: Input,
    },
    /// On this allowed input a program runs forever.
    NeverStops {
        /// The program.
        side: Side,
        /// The input.
        input: Input,
    },
}

/// The runs that a claim covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Steps {
    /// All runs.
    #[default]
    All,
    /// Short runs. With [`Stopping::Same`]: inputs on which at least one program stops within this number of steps.
    /// With [`Stopping::Unclaimed`]: inputs on which both do.
    Within(u64),
    /// Inputs on which neither stack pointer is ever more than this number of bytes below its start value.
    StackDepth(u64),
}

/// The claimed property of termination.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Stopping {
    /// Both programs stop.
    Both,
    /// Both stop or neither does. If neither stops and the output is observed, they print the same bytes forever.
    Same,
    /// No claim.
    Unclaimed,
}

impl Statement {
    /// For statements of agreement: the runs that are covered, and the property of termination. It holds on all inputs,
    /// or on those that the statement does not exempt.
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

    /// Refuses a malformed claim.
    pub fn validate(&self) -> Result<(), Refusal> {
        let machine = self.machine()?;
        let demand = |holds: bool, what: &str| if holds { Ok(()) } else { Err(claim(what)) };
        let is_register = |name: &String| machine.register(name).is_some();
        let (width, layout) = (machine.width, machine.layout);
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
            let is_given = |word: &Word, most: u64| match word {
                Word::Number(number) => *number <= most,
                Word::Input(name) => names.contains(name),
            };
            let is_set = |(name, word): (&String, &Word)| {
                let number = machine.register(name);
                number.is_some() && number != machine.zero && is_given(word, width.most())
            };
            demand(start.registers.iter().all(is_set), "a register cannot be given this")?;
            let are_bytes = start.stream.iter().all(|word| is_given(word, 255));
            demand(are_bytes, "the input stream is not of bytes")?;
            if let Some(Array { address, capacity, length, .. }) = &start.array {
                let size = capacity.checked_mul(layout.word);
                let behind = size.and_then(|size| address.checked_add(size));
                let fits = behind.is_some_and(|behind| behind <= layout.kept);
                let begins = address.is_multiple_of(layout.cell) && *address >= end;
                demand(begins && fits, "an array does not fit into memory behind the program")?;
                demand(names.contains(length), "the length of an array is no input")?;
            }
        }
        let (steps, stop) = self.statement.agreement().unwrap_or((Steps::All, Stopping::Same));
        let is_short = matches!(steps, Steps::Within(_));
        demand(!is_short || stop != Stopping::Both, "`both` says nothing about short runs")?;
        let stack = machine.registers[machine.stack];
        let is_deep_enough = |start: &Start| match (steps, start.registers.get(stack)) {
            (Steps::StackDepth(depth), Some(Word::Number(top))) => *top >= depth,
            _ => !matches!(steps, Steps::StackDepth(_)),
        };
        let are_deep_enough = self.start.iter().all(is_deep_enough);
        demand(are_deep_enough, "the stack does not start at a number above its depth")?;
        let arrays = self.start.each_ref().map(|start| start.array.as_ref());
        let is_one = arrays[0].is_some() && arrays[0] == arrays[1];
        demand(!self.observed.array || is_one, "the programs do not have the same array")?;
        let of_words = matches!(self.statement, Statement::Only { .. } | Statement::Least { .. });
        demand(!of_words || arrays == [None, None], "`only` and `least` are not about arrays")
    }
}

fn claim(what: impl Into<String>) -> Refusal {
    Refusal::Claim(what.into())
}

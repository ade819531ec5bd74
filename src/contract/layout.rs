//! The input words of a contract, and where programs find them.

use std::sync::Arc;

use super::{Formula, Premise, Relation, SIDES, Spec, WordExpression};
use crate::machine::mips::Reg;
use crate::machine::setup::{ARRAY_ADDRESS, Array, Beyond, Initial, Setup};
use crate::program::Address;

/// The programs that have an input, and the prefix of its name.
struct Owner {
    programs: Vec<usize>,
    prefix: String,
}

/// The input words defined so far, and where programs find them.
pub(super) struct Layout {
    /// The names of inputs that are separate.
    separate: Vec<String>,
    pub names: Vec<String>,
    pub premises: Vec<Premise>,
    pub setups: [Setup; 2],
}

impl Layout {
    pub fn new(separate: Vec<String>) -> Layout {
        let setups = [(); 2].map(|()| Setup::without_inputs(Arc::default()));
        Layout { separate, names: Vec::new(), premises: Vec::new(), setups }
    }

    /// Adds the array, of up to this number of elements.
    pub fn add_array(&mut self, capacity: u32) {
        for owner in self.owners("a") {
            let length = self.input(&owner, "len");
            let elements = (0..capacity).map(|index| self.input(&owner, &format!("a[{index}]")));
            let first = elements.min().unwrap_or(length);
            let address = Address(ARRAY_ADDRESS);
            let array = Array { address, length, first, capacity, beyond: Beyond::default() };
            self.premises.extend(array_premises(array));
            for program in owner.programs {
                let setup = &mut self.setups[program];
                setup.array = Some(array);
                setup.registers[Reg::FIRST_INPUT.index()] = Initial::Word(ARRAY_ADDRESS);
                setup.registers[Reg::SECOND_INPUT.index()] = Initial::Input(length);
            }
        }
    }

    /// Adds this number of free words behind the array.
    pub fn add_beyond(&mut self, count: u32) {
        for owner in self.owners("beyond") {
            let words = (0..count).map(|at| self.input(&owner, &format!("beyond[{at}]")));
            let Some(first) = words.min() else { continue };
            for program in owner.programs {
                if let Some(array) = &mut self.setups[program].array {
                    array.beyond = Beyond { first, count };
                }
            }
        }
    }

    /// Adds a register with an input.
    pub fn add_register(&mut self, reg: Reg) {
        let name = reg.to_string();
        for owner in self.owners(&name) {
            let input = self.input(&owner, &name);
            for program in owner.programs {
                self.setups[program].registers[reg.index()] = Initial::Input(input);
            }
        }
    }

    /// Adds the input stream: its text, then its free bytes.
    pub fn add_stream(&mut self, spec: &Spec) {
        for byte in spec.stdin.iter().flat_map(|text| text.bytes()) {
            self.setups.iter_mut().for_each(|it| it.stream.push(Initial::Word(byte.into())));
        }
        for owner in self.owners("in") {
            for position in 0..spec.stdin_bytes.unwrap_or(0) {
                let byte = self.input(&owner, &format!("in[{position}]"));
                self.premises.push(byte_premise(byte));
                for &program in &owner.programs {
                    self.setups[program].stream.push(Initial::Input(byte));
                }
            }
        }
    }

    /// The owners of an input: one for each program if it is separate, else one for both.
    fn owners(&self, name: &str) -> Vec<Owner> {
        if !self.separate.iter().any(|other| other == name) {
            return vec![Owner { programs: vec![0, 1], prefix: String::new() }];
        }
        [0, 1]
            .map(|program| Owner {
                programs: vec![program],
                prefix: format!("{}.", SIDES[program]),
            })
            .into()
    }

    /// The index of the input word with this name, which is added if it is new.
    fn input(&mut self, owner: &Owner, name: &str) -> usize {
        let name = format!("{}{name}", owner.prefix);
        if let Some(index) = self.names.iter().position(|other| *other == name) {
            return index;
        }
        self.names.push(name);
        self.names.len() - 1
    }
}

/// The premises of an array: its length is at most the capacity, and elements beyond the length are
/// zero.
fn array_premises(Array { length, first, capacity, .. }: Array) -> Vec<Premise> {
    let most = Formula::at_most(WordExpression::Input(length), capacity);
    let behind = (0..capacity).map(|index| {
        let is_there = Formula::relation(
            Relation::Below,
            WordExpression::Const(index),
            WordExpression::Input(length),
        );
        let zero = Formula::relation(
            Relation::Equal,
            WordExpression::Input(first + index as usize),
            WordExpression::Const(0),
        );
        Formula::Any(vec![is_there, zero])
    });
    let all = std::iter::once(most).chain(behind);
    all.map(|formula| Premise { formula, text: None }).collect()
}

fn byte_premise(byte: usize) -> Premise {
    Premise { formula: Formula::at_most(WordExpression::Input(byte), 0xff), text: None }
}

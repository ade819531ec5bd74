//! Words that are constant, equal or a constant apart on all runs.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_checker::advisor::Relation;
use tamarin_checker::procedures::claim::{Held, Said, Spot, Sum};

use super::runs::State;
use crate::machine::mips::Reg;

/// A word on all samples.
pub struct Column {
    /// Where it is.
    pub spot: Spot,
    /// Its values.
    pub was: Vec<u32>,
}

/// A value of an activation on all samples.
#[derive(Clone, Debug)]
pub struct Value {
    /// Its name.
    pub name: u32,
    /// The places that hold it at the entry.
    pub spots: Vec<Spot>,
    /// Its values.
    pub was: Vec<u32>,
}

impl Value {
    /// Whether it is a stack pointer or a return address.
    pub fn is_pointer(&self) -> bool {
        self.spots.iter().copied().any(is_pointer)
    }

    /// The value with its samples selected by these indices.
    pub fn of(&self, samples: &[usize]) -> Value {
        Value { was: samples.iter().map(|&at| self.was[at]).collect(), ..self.clone() }
    }
}

/// Whether a register is the stack pointer or the return address.
pub fn is_pointer(spot: Spot) -> bool {
    let pointers =
        [Reg::STACK_POINTER, Reg::RETURN_ADDRESS].map(|reg| Held::Register(reg.number()));
    pointers.contains(&spot.held)
}

/// The words of two programs on samples; the sides are those of the states.
pub fn columns(samples: &[[&State; 2]], sides: [usize; 2]) -> Vec<Column> {
    let mut all = Vec::new();
    for (of, side) in sides.into_iter().enumerate() {
        let states = || samples.iter().map(|both| both[of]);
        for index in 1..super::runs::WORDS {
            let held = match index {
                32 => Held::High,
                33 => Held::Low,
                number => Held::Register(number as u8),
            };
            let was = states().map(|state| state.words[index]).collect();
            all.push(Column { spot: Spot { side, held }, was });
        }
        let slots: BTreeSet<i32> = states().flat_map(|state| state.slots.keys().copied()).collect();
        for slot in slots {
            let was: Option<Vec<u32>> = states().map(|it| it.slots.get(&slot).copied()).collect();
            let spot = Spot { side, held: Held::Stack(slot) };
            all.extend(was.map(|was| Column { spot, was }));
        }
    }
    all
}

/// Whether all values are the same.
fn is_constant(was: &[u32]) -> bool {
    was.iter().all(|word| *word == was[0])
}

fn differences(was: &[u32]) -> Vec<u32> {
    was.iter().map(|word| word.wrapping_sub(was[0])).collect()
}

fn apart(a: &[u32], b: &[u32]) -> Option<u32> {
    let apart = a[0].wrapping_sub(b[0]);
    let is_so = |(a, b): (&u32, &u32)| a.wrapping_sub(*b) == apart;
    a.iter().zip(b).all(is_so).then_some(apart)
}

/// Withdrawn claims of relations: words without a claim.
pub type Withdrawn = BTreeSet<(Relation, Spot)>;

/// The relation that held at all entries, and the values.
pub fn before(columns: &[Column], relation: Relation, withdrawn: &Withdrawn) -> (Said, Vec<Value>) {
    let mut said = Said::default();
    let mut values: Vec<Value> = Vec::new();
    let mut classes: BTreeMap<Vec<u32>, usize> = BTreeMap::new();
    for Column { spot, was } in columns {
        let is_alone = is_pointer(*spot) || withdrawn.contains(&(relation, *spot));
        if !is_alone && is_constant(was) {
            said.known.push(Sum(*spot, was[0]));
            continue;
        }
        let next = values.len();
        let class = match is_alone {
            true => next,
            false => *classes.entry(differences(was)).or_insert(next),
        };
        if class == next {
            values.push(Value { name: next as u32, spots: vec![], was: was.clone() });
        }
        values[class].spots.push(*spot);
        let number = was[0].wrapping_sub(values[class].was[0]);
        said.values.entry(class as u32).or_default().push(Sum(*spot, number));
    }
    (said, values)
}

/// The relation that held at a place, and the words without further facts: the first of equal
/// words, with whether both programs have one of them.
pub fn at(
    columns: &[Column],
    values: &[Value],
    relation: Relation,
    withdrawn: &Withdrawn,
) -> (Said, Vec<(Spot, bool)>) {
    let mut said = Said::default();
    let mut free: Vec<(Spot, bool)> = Vec::new();
    let mut classes: BTreeMap<Vec<u32>, Vec<&Column>> = BTreeMap::new();
    for column in columns {
        let Column { spot, was } = column;
        if withdrawn.contains(&(relation, *spot)) {
            free.push((*spot, false));
            continue;
        }
        // A stack pointer is moved, and a return address is saved.
        let pointed = values.iter().filter(|value| value.is_pointer()).find_map(|value| {
            let number = apart(was, &value.was)?;
            let is_it = match spot.held {
                Held::Stack(_) => value.spots[0].side == spot.side,
                _ => value.spots.contains(spot),
            };
            let is_moved = number != 0 && spot.held == Held::Register(Reg::STACK_POINTER.number());
            (is_it && (number == 0 || is_moved)).then_some((value.name, number))
        });
        if pointed.is_none() && is_pointer(*spot) {
            continue;
        }
        if pointed.is_none() && is_constant(was) {
            said.known.push(Sum(*spot, was[0]));
            continue;
        }
        let mut plain = values.iter().filter(|value| !value.is_pointer());
        let of = plain.find_map(|value| Some((value.name, apart(was, &value.was)?)));
        match pointed.or(of) {
            Some((value, number)) => said.values.entry(value).or_default().push(Sum(*spot, number)),
            None => classes.entry(differences(was)).or_default().push(column),
        }
    }
    for class in classes.into_values() {
        let first = class[0];
        let is_of_both = class.iter().any(|column| column.spot.side != first.spot.side);
        free.push((first.spot, is_of_both));
        // Include the first word of the other program, too: expressions use words of one program.
        let other = class.iter().find(|column| column.spot.side != first.spot.side);
        free.extend(other.map(|column| (column.spot, true)));
        if class.len() > 1 {
            let sum = |column: &&Column| Sum(column.spot, column.was[0].wrapping_sub(first.was[0]));
            said.equal.push(class.iter().map(sum).collect());
        }
    }
    (said, free)
}

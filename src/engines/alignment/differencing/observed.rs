//! What the contract observes at the end of both programs beside registers: words of memory,
//! elements of the array, the whole array, and whether a register keeps its initial value.

use super::Sameness;
use super::sameness::{excludes, sameness};
use crate::engines::alignment::domain::Analysed;
use crate::engines::alignment::invariant::{Realised, StateWord};
use crate::engines::alignment::memory::{Base, Footprint};
use crate::engines::alignment::observed::observed_word;
use crate::machine::Image;
use crate::machine::mips::Reg;
use crate::machine::setup::{Array, Observable};
use crate::program::Address;
use crate::term::{Term, Terms};

/// Whether a word is compared in a column of its own at the end: an observed register, or an
/// observed word of memory that is tracked.
pub fn has_column(images: [&Image; 2], word: StateWord) -> bool {
    let observation = &images[0].setup().observation;
    let is_observed = |observable: Observable| observation.others.contains(&observable);
    match word {
        StateWord::Reg(_, reg) => {
            observation.result && reg == Reg::RESULT || is_observed(Observable::Register(reg))
        }
        StateWord::Cell(_, at) => is_observed(Observable::Word(Address(at))),
        _ => false,
    }
}

/// How everything else that is observed compares in the states that satisfy an invariant.
pub fn at_end(
    terms: &mut Terms,
    of: &Analysed<'_>,
    realised: &Realised<'_>,
    premises: &[Term],
) -> Vec<(Observable, Sameness)> {
    let observed = of.images[0].setup().observation.others.iter();
    let observed = observed.filter(|&&observable| match observable {
        Observable::Register(_) => false,
        Observable::Word(at) => ![0, 1].iter().all(|&side| of.words.cells[side].contains(&at.0)),
        _ => true,
    });
    let compared = observed.map(|&observable| {
        let how = match observable {
            Observable::Array => of_arrays(terms, of, realised, premises),
            _ => {
                let [left, right] = [0, 1].map(|side| {
                    let program = (of.images[side], &realised.states[side]);
                    observed_word(terms, of.given, program, observable)
                });
                match (left, right) {
                    (Some(left), Some(right)) => sameness(terms, premises, [left, right]),
                    _ => Sameness::Open,
                }
            }
        };
        (observable, how)
    });
    compared.collect()
}

/// How the arrays compare: at one arbitrary index within the length, and at each tracked element.
fn of_arrays(
    terms: &mut Terms,
    of: &Analysed<'_>,
    realised: &Realised<'_>,
    premises: &[Term],
) -> Sameness {
    let Some(array) = of.given.array.filter(|array| array.address.0 >= of.given.text_end) else {
        return Sameness::Open;
    };
    let length = of.given.inputs[array.length];
    let index = terms.symbol("element");
    let is_there = terms.ult(index, length);
    let words = elements(terms, realised, array, index);
    if sameness(terms, &[premises, &[is_there]].concat(), words) == Sameness::Equal {
        return Sameness::Equal;
    }
    let of_array = |&at: &u32| {
        let index = at.wrapping_sub(array.address.0) / 4;
        (at >= array.address.0 && index < array.capacity).then_some(index)
    };
    let tracked: Vec<u32> = of.words.cells.iter().flatten().filter_map(of_array).collect();
    for index in tracked {
        let index = terms.word(index);
        let words = elements(terms, realised, array, index);
        let is_there = terms.ult(index, length);
        let is_absent = terms.not(is_there);
        // It is there in all states, and differs.
        if excludes(terms, premises, is_absent)
            && sameness(terms, premises, words) == Sameness::Different
        {
            return Sameness::Different;
        }
    }
    Sameness::Open
}

/// An element of both arrays. The index is within the length, so the array's addresses are in the
/// footprint of the array and behind both texts.
fn elements(terms: &mut Terms, realised: &Realised<'_>, array: Array, index: Term) -> [Term; 2] {
    let (first, four) = (terms.word(array.address.0), terms.word(4));
    let offset = terms.mul(four, index);
    let address = terms.add(first, offset);
    [0, 1].map(|side| {
        let mut memory = realised.states[side].memory.clone();
        if let Some(test) = memory.test(terms, address) {
            let holds = memory.base() == Base::Common(Footprint::Array);
            memory.decide(test, holds);
        }
        memory.word(terms, address)
    })
}

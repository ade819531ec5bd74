//! Guesses what programs give as sums of inputs, from runs.

use std::rc::Rc;

use tamarin_kernel::evidence::FactText;

use super::samples::Sample;
use crate::engines::alignment::{Equation, Note};
use crate::engines::evidence::claim::input_text;
use crate::engines::regions::judge::Judge;
use crate::machine::Image;
use crate::machine::setup::Observable;
use crate::term::Term;

/// Number of inputs whose multiples are tried.
const INPUTS: usize = 3;
/// The largest multiple of an input that is tried.
const FACTOR: i32 = 4;

/// Whether a note is about the word of one program alone.
pub(super) fn is_of_program(note: &Note, side: usize) -> bool {
    matches!(note, Note::Equation(equation) if equation.programs[1 - side] == 0)
}

/// A note as a fact about the ends of both programs, in a claim; `None` if a claim cannot state it.
pub(super) fn fact(note: &Note, image: &Rc<Image>) -> Option<FactText> {
    let word = |of: Observable, side: &str| {
        let at = match of {
            Observable::Register(reg) => return Some(format!("{side}.${}", reg.number())),
            Observable::Word(address) => address,
            Observable::Element(index) => image.setup().array?.element(index),
            Observable::Kept(_) | Observable::Array => return None,
        };
        Some(format!("load({side}, {})", at.0))
    };
    let text = match note {
        Note::Faults(_) => return None,
        Note::Apart(of) => format!("{} != {}", word(*of, "left")?, word(*of, "right")?),
        Note::Equation(Equation { of, programs, inputs, constant }) => {
            let sides = [word(*of, "left")?, word(*of, "right")?];
            let inputs = inputs.iter().enumerate();
            let inputs = inputs.map(|(index, factor)| (*factor, input_text(image, index)));
            let all = programs.iter().copied().zip(sides).chain(inputs);
            let products = all.filter(|(factor, _)| *factor != 0);
            products.fold(format!("{constant}"), |sum, (factor, word)| {
                format!("{sum} + {factor}*{word}")
            }) + " = 0"
        }
    };
    Some(FactText::Text(text))
}

/// The equations that hold on all of these runs for an observed word: its value in each program,
/// and the difference of both.
pub(super) fn equations(of: Observable, runs: &[&Sample]) -> Vec<Note> {
    const MINUS: u32 = u32::MAX;
    let observed: Option<Vec<[u32; 2]>> = runs.iter().map(|run| run.observed(of)).collect();
    let Some(observed) = observed else { return Vec::new() };
    // For each, the word of a run that is a sum of inputs.
    let left: Vec<u32> = observed.iter().map(|it| it[0]).collect();
    let right: Vec<u32> = observed.iter().map(|it| it[1]).collect();
    let more = observed.iter().map(|[left, right]| right.wrapping_sub(*left)).collect();
    let all = [([1, MINUS], more), ([MINUS, 0], left), ([0, MINUS], right)];
    let equation = |(programs, words): ([u32; 2], Vec<u32>)| {
        let (inputs, constant) = sum(runs, &words)?;
        Some(Note::Equation(Equation { of, programs, inputs, constant }))
    };
    all.into_iter().filter_map(equation).collect()
}

/// The simplest sum of inputs that has these values on runs: its coefficients and its constant.
fn sum(runs: &[&Sample], values: &[u32]) -> Option<(Vec<u32>, u32)> {
    let count = runs.first()?.inputs.len().min(INPUTS);
    let mut factors: Vec<Vec<i32>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |of: &Vec<i32>| {
            (-FACTOR..=FACTOR).map(|factor| [&of[..], &[factor]].concat()).collect::<Vec<_>>()
        };
        factors = factors.iter().flat_map(longer).collect();
    }
    factors.sort_by_key(|all| {
        let terms = all.iter().filter(|factor| **factor != 0).count();
        (terms, all.iter().map(|factor| factor.abs()).sum::<i32>(), all.clone())
    });
    factors.into_iter().find_map(|factors| {
        let terms = factors.iter().filter(|factor| **factor != 0).count();
        // A sum of more inputs holds on few runs by chance.
        if terms > 0 && runs.len() < terms + 2 {
            return None;
        }
        let inputs: Vec<u32> = factors.iter().map(|&factor| factor as u32).collect();
        let rest = |run: &Sample, value: u32| {
            let products = run.inputs.iter().zip(&inputs);
            products
                .fold(value, |rest, (word, factor)| rest.wrapping_sub(word.wrapping_mul(*factor)))
        };
        let constant = rest(runs[0], values[0]);
        let mut all = runs.iter().zip(values);
        all.all(|(run, &value)| rest(run, value) == constant).then_some((inputs, constant))
    })
}

/// The word that a program gives according to notes.
pub(super) fn of_program(judge: &mut Judge<'_, '_>, notes: &[Note], side: usize) -> Option<Term> {
    let mut programs = [0, 0];
    programs[side] = u32::MAX;
    let equation = noted(notes, |it| it.programs == programs)?;
    Some(word(judge, equation))
}

/// The right program's word without the left one's, according to notes.
pub(super) fn difference(judge: &mut Judge<'_, '_>, notes: &[Note]) -> Option<Term> {
    if let Some(equation) = noted(notes, Equation::is_difference) {
        return Some(word(judge, equation));
    }
    let [left, right] = [of_program(judge, notes, 0)?, of_program(judge, notes, 1)?];
    Some(judge.bench.terms.sub(right, left))
}

fn noted(notes: &[Note], is_it: impl Fn(&Equation) -> bool) -> Option<&Equation> {
    notes.iter().find_map(|note| match note {
        Note::Equation(equation) if is_it(equation) => Some(equation),
        _ => None,
    })
}

/// The sum of inputs of an equation.
fn word(judge: &mut Judge<'_, '_>, equation: &Equation) -> Term {
    let inputs = judge.bench.inputs();
    let terms = &mut judge.bench.terms;
    let mut sum = terms.word(equation.constant);
    for (&factor, &input) in equation.inputs.iter().zip(inputs.iter()) {
        let factor = terms.word(factor);
        let product = terms.mul(factor, input);
        sum = terms.add(sum, product);
    }
    sum
}

//! Deltas: facts about what both programs give on a region.
//!
//! Two programs differ in a region by a *delta* (DIZY 5.1): an observed word of one is the other's plus a sum of inputs, or
//! is such a sum, or is never the other's. Deltas are guessed from runs. A kernel accepts evidence for them.

use std::rc::Rc;

use tamarin_kernel::evidence::FactText;

use super::samples::Sample;
use crate::engines::evidence::claim::input_text;
use crate::engines::regions::judge::Judge;
use crate::machine::Image;
use crate::machine::setup::Observable;
use crate::term::Term;

/// Number of inputs whose multiples are tried.
const INPUTS: usize = 3;
/// The largest multiple of an input that is tried.
const FACTOR: i32 = 4;

/// A fact about an observed word of both programs when they are done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Delta {
    /// The words differ.
    Apart(Observable),
    /// A linear equation holds.
    Equation(Equation),
}

/// A linear equation modulo 2^32: the sum of these is zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Equation {
    /// The observed word.
    of: Observable,
    /// Its coefficient for each program.
    programs: [u32; 2],
    /// The coefficients of the inputs; those behind the end are zero.
    inputs: Vec<u32>,
    constant: u32,
}

impl Equation {
    /// Whether it is about the difference of both programs' words.
    fn is_difference(&self) -> bool {
        let [left, right] = self.programs;
        left != 0 && left.wrapping_add(right) == 0
    }

    /// Whether it implies that the words differ, whatever the inputs are.
    fn is_apart(&self) -> bool {
        self.is_difference() && self.constant != 0 && self.inputs.iter().all(|&factor| factor == 0)
    }
}

impl Delta {
    /// Whether it is about the word of one program alone.
    pub fn is_of_program(&self, side: usize) -> bool {
        matches!(self, Delta::Equation(equation) if equation.programs[1 - side] == 0)
    }

    /// Whether it relates the words of both programs by an equation.
    pub fn is_difference(&self) -> bool {
        matches!(self, Delta::Equation(equation) if equation.is_difference())
    }

    /// Whether it implies that the words differ, whatever the inputs are.
    pub fn is_apart(&self) -> bool {
        match self {
            Delta::Apart(_) => true,
            Delta::Equation(equation) => equation.is_apart(),
        }
    }

    /// The fact in a claim about these programs; `None` for an observation that is not a word.
    pub fn fact(&self, image: &Rc<Image>) -> Option<FactText> {
        let word = |of: Observable, side: &str| {
            let at = match of {
                Observable::Register(reg) => return Some(format!("{side}.${}", reg.number())),
                Observable::Word(address) => address,
                Observable::Element(index) => image.setup().array?.element(index),
                Observable::Kept(_) | Observable::Array => return None,
            };
            Some(format!("load({side}, {})", at.0))
        };
        let text = match self {
            Delta::Apart(of) => format!("{} != {}", word(*of, "left")?, word(*of, "right")?),
            Delta::Equation(Equation { of, programs, inputs, constant }) => {
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
}

/// The equations that hold on all of these runs for an observed word: its value in each program,
/// and the difference of both.
pub(super) fn equations(of: Observable, runs: &[&Sample]) -> Vec<Delta> {
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
        Some(Delta::Equation(Equation { of, programs, inputs, constant }))
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

/// The word that a program gives according to deltas.
pub(super) fn of_program(judge: &mut Judge<'_, '_>, deltas: &[Delta], side: usize) -> Option<Term> {
    let mut programs = [0, 0];
    programs[side] = u32::MAX;
    let equation = equation(deltas, |it| it.programs == programs)?;
    Some(word(judge, equation))
}

/// The right program's word without the left one's, according to deltas.
pub(super) fn difference(judge: &mut Judge<'_, '_>, deltas: &[Delta]) -> Option<Term> {
    if let Some(equation) = equation(deltas, Equation::is_difference) {
        return Some(word(judge, equation));
    }
    let [left, right] = [of_program(judge, deltas, 0)?, of_program(judge, deltas, 1)?];
    Some(judge.bench.terms.sub(right, left))
}

fn equation(deltas: &[Delta], is_it: impl Fn(&Equation) -> bool) -> Option<&Equation> {
    deltas.iter().find_map(|delta| match delta {
        Delta::Equation(equation) if is_it(equation) => Some(equation),
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

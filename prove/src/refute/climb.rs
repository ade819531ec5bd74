//! Local search: an input that meets a query, by changes that bring its facts nearer.
//!
//! Circuits of products of unknown words are hard for a SAT solver even where any of many inputs would do. Here the facts
//! are only evaluated. Equations that are linear in an input with an odd factor are solved for it first, so that changes
//! of the other inputs keep them true.

use std::collections::{BTreeMap, BTreeSet};

use super::forms::{Fact, Form, Forms, InputId, Values};
use super::inputs_of;
use super::query::Query;
use crate::samples::Random;
use crate::tactics::ring::inverse;

/// Maximum number of evaluations from one start, and number of starts.
const TRIALS: u32 = 1_500;
const STARTS: u32 = 3;

/// An input that is determined by the others: `input = -inverse * rest`.
struct Solved {
    input: InputId,
    rest: Form,
    inverse: u64,
}

/// A search for values of a query's inputs.
struct Climb<'q> {
    forms: &'q Forms,
    query: &'q Query,
    solved: Vec<Solved>,
    /// Evaluations so far, and at most from one start.
    trials: u32,
    each: u32,
}

/// Values of the inputs that meet a query, if the search finds some; and the number of units of work. It starts at the
/// given values, then at pseudo-random ones. It does about `most` units of work at most.
pub fn climb(
    forms: &mut Forms,
    query: &Query,
    given: impl Fn(InputId) -> u64,
    seed: u64,
    most: u64,
) -> (Option<BTreeMap<InputId, u64>>, u64) {
    let all: Vec<Form> = query.forms().collect();
    let size = 1 + all.len() as u64 + forms.atoms_below(all.iter().copied()).len() as u64;
    let inputs = inputs_of(forms, all);
    let solved = solve(forms, query);
    let free = inputs.iter().copied().filter(|it| solved.iter().all(|solved| solved.input != *it));
    let free: Vec<InputId> = free.collect();
    let bits = u64::from(forms.width.bits());
    let wrap = |word| forms.width.wrap(word);
    let mut random = Random::new(seed);
    let each = TRIALS.min(u32::try_from(most / size).unwrap_or(u32::MAX) / STARTS);
    let mut climb = Climb { forms, query, solved, trials: 0, each };
    for start in 0..STARTS {
        let mut values: BTreeMap<InputId, u64> = match start {
            0 => free.iter().map(|&it| (it, given(it))).collect(),
            _ => {
                let mut number = || wrap(random.word()) >> (random.word() % bits);
                free.iter().map(|&it| (it, number())).collect()
            }
        };
        if climb.from(&mut values, &free) {
            return (Some(climb.complete(&values)), size * u64::from(climb.trials));
        }
    }
    (None, size * u64::from(climb.trials))
}

/// The inputs for which equations are solved. Each depends only on inputs that no earlier equation was solved for, so
/// the last one is computed first.
fn solve(forms: &mut Forms, query: &Query) -> Vec<Solved> {
    let (mut solved, mut taken): (Vec<Solved>, BTreeSet<InputId>) = Default::default();
    for form in query.equations() {
        if !inputs_of(forms, [form]).is_disjoint(&taken) {
            continue;
        }
        for (input, factor) in forms.inputs_in(form) {
            let of_input = forms.input(input);
            let rest = forms.combine(form, 1, of_input, forms.width.wrap(factor.wrapping_neg()));
            if factor & 1 == 1 && forms.inputs_of(rest).all(|it| it != input) {
                solved.push(Solved { input, rest, inverse: inverse(factor) });
                taken.insert(input);
                break;
            }
        }
    }
    solved
}

impl Climb<'_> {
    /// Improves values by adding and subtracting powers of two, while that helps. Returns whether the query is met.
    fn from(&mut self, values: &mut BTreeMap<InputId, u64>, free: &[InputId]) -> bool {
        let most = self.trials + self.each;
        let mut best = self.distance(values);
        loop {
            let before = best;
            for input in free {
                for shift in (0..self.forms.width.bits()).rev() {
                    for step in [1u64 << shift, (1u64 << shift).wrapping_neg()] {
                        if best == 0 || self.trials >= most {
                            return best == 0;
                        }
                        let now = values[input];
                        values.insert(*input, self.forms.width.wrap(now.wrapping_add(step)));
                        let distance = self.distance(values);
                        if distance < best {
                            best = distance;
                            break;
                        }
                        values.insert(*input, now);
                    }
                }
            }
            if best == before {
                return best == 0;
            }
        }
    }

    /// The values with those of the inputs that equations determine.
    fn complete(&self, values: &BTreeMap<InputId, u64>) -> BTreeMap<InputId, u64> {
        let mut all = values.clone();
        for Solved { input, rest, inverse } in self.solved.iter().rev() {
            let of = |it: InputId| all.get(&it).copied().unwrap_or(0);
            let rest = Values::new(self.forms, of).form(*rest);
            let value = rest.wrapping_mul(*inverse).wrapping_neg();
            all.insert(*input, self.forms.width.wrap(value));
        }
        all
    }

    /// The distance of the facts from those that the query requires; 0 if an input satisfies it.
    fn distance(&mut self, values: &BTreeMap<InputId, u64>) -> u128 {
        self.trials += 1;
        let all = self.complete(values);
        let mut of = Values::new(self.forms, |it: InputId| all.get(&it).copied().unwrap_or(0));
        let width = self.forms.width;
        let mut sum = 0;
        for &(fact, holds) in &self.query.facts {
            let distance = match (fact, holds) {
                (Fact::Zero(form), true) => {
                    let value = of.form(form);
                    value.min(width.wrap(value.wrapping_neg()))
                }
                (Fact::Zero(form), false) => u64::from(of.form(form) == 0),
                (Fact::Below(a, b), true) => {
                    let (a, b) = (of.form(a), of.form(b));
                    if a < b { 0 } else { (a - b).saturating_add(1) }
                }
                (Fact::Below(a, b), false) => of.form(b).saturating_sub(of.form(a)),
            };
            sum += u128::from(distance);
        }
        let any = &self.query.any;
        let is_apart = any.is_empty() || any.iter().any(|form| of.form(*form) != 0);
        sum + u128::from(!is_apart)
    }
}

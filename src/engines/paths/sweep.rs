//! Both programs on a fixed, ordered set of inputs, before any question.
//!
//! It costs milliseconds and finds most differences. The inputs are made of
//! words that programs are likely to go wrong on: small numbers, the words of
//! both programs with their neighbours, the extremes, powers of two with
//! their neighbours. They are taken along diagonals, so that likely words
//! meet early, and as long as a budget of steps lasts; of runs that are out of
//! fuel, which tell nothing, there is a smaller one.
//!
//! Runs that take other numbers of steps take other paths as a rule, so the
//! first input of each kind is a seed of the tree of paths, whose way there
//! the solver need not find.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::outcome;
use super::session::{End, STEPS_KEPT, Session};
use crate::contract::Contract;
use crate::flow;
use crate::machine::{Image, Inputs, Stop};
use crate::report::Event;

/// Inputs at most.
const INPUTS: usize = 4096;
/// Steps of both programs at most; the pair that goes beyond is the last one.
const STEPS: u64 = 10_000_000;
/// Steps of those pairs of runs of which one is out of fuel, at most.
const STEPS_IN_VAIN: u64 = 2_000_000;
/// Seeds at most.
const SEEDS: usize = 64;

/// What a sweep came to.
#[derive(Debug)]
pub(super) struct Swept {
    /// Where the tree is to be entered: the first inputs first, or the one
    /// input on which the programs differ.
    pub seeds: Vec<Inputs>,
    /// Whether a run was out of fuel, and no input shows a difference.
    pub is_unfinished: bool,
    /// Whether the seed is one on which the programs differ.
    pub is_difference: bool,
}

/// Runs the programs.
pub(super) async fn run(search: &mut Session<'_>) -> Result<Swept, End> {
    let first = search.first.clone();
    let mut seeds = vec![first.clone()];
    let mut kinds = FxHashSet::default();
    let (mut steps, mut steps_in_vain) = (0, 0);
    let (mut count, mut is_difference) = (0, false);
    for inputs in inputs(search) {
        let (ways, outcomes) = search.ways(&inputs).await?;
        search.swept.insert(ways);
        search.meter.stops_on_both |= outcomes.iter().all(|outcome| outcome.stop == Stop::Done);
        count += 1;
        let of_both = outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
        steps += of_both;
        if outcomes.iter().any(|outcome| outcome.stop == Stop::OutOfFuel) {
            steps_in_vain += of_both;
        }
        if outcome::difference(&outcomes[0], &outcomes[1]).is_some() {
            seeds = vec![inputs];
            steps_in_vain = 0;
            is_difference = true;
            break;
        }
        search.in_vain += 1;
        let kind = [0, 1].map(|side| {
            let outcome = &outcomes[side];
            (outcome.steps, outcome.stop == Stop::Done)
        });
        if kinds.insert(kind) && inputs != first && seeds.len() < SEEDS {
            seeds.push(inputs);
        }
        if steps > STEPS || steps_in_vain > STEPS_IN_VAIN {
            break;
        }
    }
    search.spend_steps(steps, STEPS_KEPT)?;
    search.tell(Event::Sweep { inputs: count }).await?;
    Ok(Swept { seeds, is_unfinished: steps_in_vain > 0, is_difference })
}

/// The inputs of the sweep in order, those that the caller wants first: such as
/// the contract allows. Each is made when it is asked for: most sweeps end soon.
pub(super) fn inputs<'d>(search: &Session<'d>) -> impl Iterator<Item = Inputs> + use<'d> {
    candidates(&search.options.contract, search.images, &search.first)
}

/// The same of two programs, for others that try inputs.
pub(in crate::engines) fn candidates<'c>(
    contract: &'c Contract,
    images: [&Rc<Image>; 2],
    first: &Inputs,
) -> impl Iterator<Item = Inputs> + use<'c> {
    let (words, count) = (words(images), contract.names().len());
    let first = std::iter::once(first.clone());
    // Few words come together in long tuples, so those are drawn as well.
    let drawn = (count > 2).then(|| drawn(&words, count)).into_iter().flatten();
    let all = first.chain(tuples(words, count)).chain(drawn);
    let is_free = contract.premises().is_empty();
    // Fitted to the contract, some are the same.
    let mut seen = FxHashSet::default();
    all.map(move |inputs| if is_free { inputs } else { contract.fit(&inputs) })
        .filter(move |inputs| is_free || contract.allows(inputs) && seen.insert(inputs.clone()))
}

/// At most so many of these, from all over the sweep.
#[cfg(feature = "alignment")]
pub(in crate::engines) fn spread(
    contract: &Contract,
    images: [&Rc<Image>; 2],
    most: usize,
) -> impl Iterator<Item = Inputs> + use<> {
    let all: Vec<Inputs> = candidates(contract, images, &contract.first_inputs()).collect();
    let stride = all.len().div_ceil(most).max(1);
    all.into_iter().step_by(stride)
}

/// Words by chance, the same ones each time: Marsaglia's xorshift.
pub(in crate::engines) fn chance() -> impl FnMut() -> u32 {
    let mut state: u32 = 0x9e37_79b9;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    }
}

/// Tuples of this many words, drawn by chance, the same ones each time: half of
/// them of likely words, half of any.
fn drawn(words: &Rc<[u32]>, length: usize) -> impl Iterator<Item = Inputs> + use<> {
    let words = Rc::clone(words);
    let mut next = chance();
    (0..INPUTS / 2).map(move |index| {
        let word = |number: u32| match index % 2 {
            0 => words[number as usize % words.len()],
            _ => number,
        };
        (0..length).map(|_| word(next())).collect()
    })
}

/// The words that inputs are made of, the likeliest first, none twice.
pub(super) fn words(images: [&Rc<Image>; 2]) -> Rc<[u32]> {
    let small = (0..9).chain((1..5).map(|n: u32| n.wrapping_neg()));
    let constants = images.into_iter().flat_map(|image| {
        flow::data(image.words()).flat_map(|word| {
            [word, word.wrapping_add(1), word.wrapping_sub(1), word.wrapping_neg()]
        })
    });
    let min = 1 << 31;
    let extremes = [min, min - 1, min + 1, u32::MAX - 1];
    let powers = (3..31).flat_map(|n| {
        let power = 1u32 << n;
        [power, power - 1, power + 1, power.wrapping_neg()]
    });
    let mut seen = FxHashSet::default();
    let all = small.chain(extremes).chain(constants).chain(powers);
    all.filter(|&word| seen.insert(word)).collect()
}

/// Tuples of this many words, those of early words first: by the sum of the
/// words' positions.
fn tuples(words: Rc<[u32]>, length: usize) -> impl Iterator<Item = Inputs> {
    let sums = 0..length * words.len();
    let tuples = sums.flat_map(move |sum| {
        let mut found = Vec::new();
        with_sum(&words, length, sum, &mut Vec::new(), &mut found);
        found
    });
    tuples.take(INPUTS)
}

/// Collects the tuples that begin with `chosen` and go on with `left` words
/// whose positions add up to `sum`.
fn with_sum(
    words: &[u32],
    left: usize,
    sum: usize,
    chosen: &mut Vec<u32>,
    found: &mut Vec<Inputs>,
) {
    if found.len() == INPUTS {
        return;
    }
    let mut find = |last: &[u32]| found.push(chosen.iter().chain(last).copied().collect());
    match left {
        0 if sum == 0 => return find(&[]),
        1 if sum < words.len() => return find(&words[sum..=sum]),
        0 | 1 => return,
        _ => {}
    }
    // The other words can take up so much of the sum.
    let others = (left - 1) * words.len().saturating_sub(1);
    for position in sum.saturating_sub(others)..=sum.min(words.len().saturating_sub(1)) {
        chosen.push(words[position]);
        with_sum(words, left - 1, sum - position, chosen, found);
        chosen.pop();
    }
}

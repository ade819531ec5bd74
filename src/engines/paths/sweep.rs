//! Runs both programs on a fixed, ordered set of inputs before any query.
//!
//! It takes milliseconds and finds most differences. The inputs consist of words that often cause
//! errors: small numbers, the words of both programs with their neighbours, the extremes, and
//! powers of two with their neighbours. They are enumerated along diagonals, so that likely words
//! are combined early, within a budget of steps. Runs that are out of fuel, which show nothing,
//! have a smaller budget.
//!
//! Runs with different numbers of steps usually take different paths. The first input of each kind
//! is therefore a seed of the tree of paths, and the solver need not find its path.

use std::rc::Rc;

use rustc_hash::FxHashSet;

use super::outcome;
use super::session::{End, RECORDED_STEPS_PER_UNIT, Session};
use crate::contract::Contract;
use crate::flow;
use crate::machine::{Image, Inputs, Stop};
use crate::report::Event;

/// Maximum number of inputs.
const INPUTS: usize = 4096;
/// Maximum number of steps of both programs; the pair of runs that exceeds it is the last one.
const STEPS_OF_RUNS: u64 = 10_000_000;
/// Maximum number of steps in pairs of runs in which one is out of fuel.
const STEPS_WITHOUT_END: u64 = 2_000_000;
/// Maximum number of words to build inputs from: a text may have millions.
const WORDS: usize = 1 << 14;
/// Maximum number of seeds.
const SEEDS: usize = 64;

/// The result of a sweep.
#[derive(Debug)]
pub(super) struct Swept {
    /// The inputs with which to enter the tree: the first inputs first, or the one input on which
    /// the programs differ.
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
        let (ways, stops) = search.path_hashes(&inputs).await?;
        let outcomes = search.ended(stops);
        search.sweep.paths.insert(ways);
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
        search.sweep.agreeing += 1;
        let kind = [0, 1].map(|side| {
            let outcome = &outcomes[side];
            (outcome.steps, outcome.stop == Stop::Done)
        });
        if kinds.insert(kind) && inputs != first && seeds.len() < SEEDS {
            seeds.push(inputs);
        }
        if steps > STEPS_OF_RUNS || steps_in_vain > STEPS_WITHOUT_END {
            break;
        }
    }
    search.spend_steps(steps, RECORDED_STEPS_PER_UNIT)?;
    search.tell(Event::Sweep { inputs: count }).await?;
    Ok(Swept { seeds, is_unfinished: steps_in_vain > 0, is_difference })
}

/// The inputs of the sweep in order, the caller's first inputs at the front; all are allowed by the
/// contract. They are created lazily: most sweeps end soon.
pub(super) fn inputs<'d>(search: &Session<'d>) -> impl Iterator<Item = Inputs> + use<'d> {
    candidates(&search.options.contract, search.images, &search.first)
}

/// The inputs of the sweep for two programs, for other callers that try inputs.
pub(in crate::engines) fn candidates<'c>(
    contract: &'c Contract,
    images: [&Rc<Image>; 2],
    first: &Inputs,
) -> impl Iterator<Item = Inputs> + use<'c> {
    let (words, count) = (words(images), contract.names().len());
    // Long tuples from the enumeration contain few different words, so pseudo-random ones are
    // added.
    let drawn = (count > 2).then(|| drawn(&words, count)).into_iter().flatten();
    let near = walk(contract, &words, first);
    let first = std::iter::once(first.clone());
    let all = first.chain(Tuples::new(words, count).take(INPUTS)).chain(drawn).chain(near);
    let is_free = contract.premises().is_empty();
    // Inputs fitted to the contract may coincide.
    let mut seen = FxHashSet::default();
    all.map(move |inputs| if is_free { inputs } else { contract.fit(&inputs) })
        .filter(move |inputs| is_free || contract.allows(inputs) && seen.insert(inputs.clone()))
}

/// At most this many of them, spread over the whole sweep.
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

/// A fixed sequence of pseudo-random words: Marsaglia's xorshift.
pub(in crate::engines) fn chance() -> impl FnMut() -> u32 {
    let mut state: u32 = 0x9e37_79b9;
    move || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        state
    }
}

/// A fixed sequence of pseudo-random tuples of this length: half of them of likely words, half of
/// arbitrary ones.
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

/// A walk among the inputs that the contract allows, from this one: each step changes a word, to a likely one or
/// to a number of an assumption. Where few inputs satisfy the assumptions, such as "each `a[i]` is -1 or an index",
/// tuples of likely words hardly ever do. Empty without assumptions.
fn walk<'c>(
    contract: &'c Contract,
    words: &Rc<[u32]>,
    first: &Inputs,
) -> impl Iterator<Item = Inputs> + use<'c> {
    let (words, numbers) = (Rc::clone(words), contract.numbers());
    let mut at = first.clone();
    let mut next = chance();
    let steps = match contract.has_assumptions() && contract.allows(first) {
        true => INPUTS,
        false => 0,
    };
    (0..steps).filter_map(move |step| {
        let pool = if step % 2 == 0 && !numbers.is_empty() { &numbers[..] } else { &words[..] };
        let mut inputs = at.clone();
        let changed = next() as usize % inputs.len();
        inputs[changed] = pool[next() as usize % pool.len()];
        let inputs = contract.fit(&inputs);
        contract.allows(&inputs).then(|| at.clone_from(&inputs))?;
        Some(inputs)
    })
}

/// The words to build inputs from, likeliest first, without duplicates.
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
    all.filter(|&word| seen.insert(word)).take(WORDS).collect()
}

/// Tuples of words, early words first: ordered by the sum of the words' positions, then by the
/// positions.
struct Tuples {
    words: Rc<[u32]>,
    /// The positions of the next tuple's words; `None` at the end.
    positions: Option<Vec<usize>>,
}

impl Tuples {
    /// Tuples of this length; there is none of length zero.
    fn new(words: Rc<[u32]>, length: usize) -> Tuples {
        Tuples { words, positions: (length > 0).then(|| vec![0; length]) }
    }
}

impl Iterator for Tuples {
    type Item = Inputs;

    fn next(&mut self) -> Option<Inputs> {
        let positions = self.positions.as_mut()?;
        let tuple = positions.iter().map(|&at| self.words[at]).collect();
        if !advance(positions, self.words.len() - 1) {
            self.positions = None;
        }
        Some(tuple)
    }
}

/// Advances to the next positions, none above `most`; returns whether there are any.
fn advance(positions: &mut [usize], most: usize) -> bool {
    // The last position that can increase, because one after it can decrease.
    let mut behind = 0;
    for index in (0..positions.len()).rev() {
        if behind > 0 && positions[index] < most {
            positions[index] += 1;
            return fill(&mut positions[index + 1..], behind - 1, most);
        }
        behind += positions[index];
    }
    fill(positions, behind + 1, most)
}

/// Sets positions to the first ones with this sum, if there are any.
fn fill(positions: &mut [usize], mut sum: usize, most: usize) -> bool {
    for position in positions.iter_mut().rev() {
        *position = sum.min(most);
        sum -= *position;
    }
    sum == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Spec;

    /// Three indices, each -1, 3 or 6, and no other input is a tuple of likely words.
    #[test]
    fn a_walk_reaches_inputs_that_few_tuples_are() {
        let index = |at: u32| format!("a[{at}] == -1 or a[{at}] == 3003 or a[{at}] == 6006");
        let assume = ["len == 5".to_owned()].into_iter().chain([0, 1, 2].map(index)).collect();
        let spec = Spec { array: Some(5), assume, ..Spec::default() };
        let contract = Contract::new(&spec).expect("a contract");
        let first: Inputs = [5, 3003, 3003, 3003, 1, 1].into_iter().collect();
        assert!(contract.allows(&first));
        let words: Rc<[u32]> = [0, 1, 2].into();
        let found: FxHashSet<Inputs> = walk(&contract, &words, &first).collect();
        assert!(found.iter().all(|inputs| contract.allows(inputs)));
        let indices: FxHashSet<_> = found.iter().map(|it| [it[1], it[2], it[3]]).collect();
        assert_eq!(indices.len(), 27);
        assert_eq!(walk(&Contract::default(), &words, &[1, 2].into_iter().collect()).count(), 0);
    }

    #[test]
    fn tuples_are_in_the_order_of_their_sums() {
        for (length, words) in [(0, 4), (1, 4), (2, 1), (2, 4), (3, 3), (4, 2)] {
            let mut all = vec![Inputs::default()];
            for _ in 0..length {
                let longer = |it: Inputs| {
                    (0..words).map(move |word| it.iter().copied().chain([word]).collect())
                };
                all = all.into_iter().flat_map(longer).collect();
            }
            all.retain(|tuple| !tuple.is_empty());
            all.sort_by_key(|tuple| (tuple.iter().sum::<u32>(), tuple.clone()));
            let found: Vec<Inputs> = Tuples::new((0..words).collect(), length).collect();
            assert_eq!(found, all, "{length} of {words} words");
        }
    }
}

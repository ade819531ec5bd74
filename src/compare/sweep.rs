//! Both programs on a fixed, ordered set of inputs, before any question.
//!
//! It costs milliseconds and finds most differences. The inputs are pairs of
//! words that programs are likely to go wrong on: small numbers, the words of
//! both programs with their neighbours, the extremes, powers of two with
//! their neighbours. They are taken along diagonals, so that likely words
//! meet early, and as long as a budget of steps lasts; of runs that are out of
//! fuel, which tell nothing, there is a smaller one.
//!
//! Runs that take other numbers of steps take other paths as a rule, so the
//! first input of each kind is a seed of the tree of paths, whose way there
//! the solver need not find.

use rustc_hash::FxHashSet;

use super::outcome;
use super::search::{End, Search};
use crate::cpu::Stop;
use crate::isa::decode;
use crate::report::Event;

/// Pairs of inputs at most.
const INPUTS: usize = 4096;
/// Steps of both programs at most; the pair that goes beyond is the last one.
const STEPS: u64 = 10_000_000;
/// Steps of those pairs of runs of which one is out of fuel, at most.
const STEPS_IN_VAIN: u64 = 2_000_000;
/// Seeds at most.
const SEEDS: usize = 64;

/// Runs the programs; returns the seeds, the first inputs first, or the one
/// input on which the programs differ.
pub(super) async fn run(search: &mut Search<'_>) -> Result<Vec<[u32; 2]>, End> {
    let first = search.options.inputs;
    let mut seeds = vec![first];
    let mut kinds = FxHashSet::default();
    let (mut steps, mut steps_in_vain) = (0, 0);
    let mut count = 0;
    for inputs in inputs(search) {
        let outcomes = search.outcomes(inputs).await?;
        count += 1;
        let of_both = outcomes.iter().map(|outcome| outcome.steps).sum::<u64>();
        steps += of_both;
        if outcomes.iter().any(|outcome| outcome.stop == Stop::OutOfFuel) {
            steps_in_vain += of_both;
        }
        if outcome::difference(&outcomes[0], &outcomes[1]).is_some() {
            seeds = vec![inputs];
            break;
        }
        let kind = [0, 1].map(|side| {
            let outcome = outcomes[side];
            (outcome.steps, outcome.stop == Stop::Done)
        });
        if kinds.insert(kind) && inputs != first && seeds.len() < SEEDS {
            seeds.push(inputs);
        }
        if steps > STEPS || steps_in_vain > STEPS_IN_VAIN {
            break;
        }
    }
    search.tell(Event::Sweep { inputs: count }).await?;
    Ok(seeds)
}

/// The inputs of the sweep in order, those that the caller wants first.
pub(super) fn inputs(search: &Search<'_>) -> Vec<[u32; 2]> {
    let first = std::iter::once(search.options.inputs);
    first.chain(pairs(&words(search))).collect()
}

/// The words that inputs are made of, the likeliest first, none twice.
fn words(search: &Search<'_>) -> Vec<u32> {
    let small = (0..9).chain((1..5).map(|n: u32| n.wrapping_neg()));
    let constants = search.images.into_iter().flat_map(|image| {
        let words = image.words();
        // What follows a lis, and what is no instruction, is data.
        let is_data = move |&(index, word): &(usize, &u32)| {
            let follows_lis = index > 0 && words[index - 1] & 0xffff_07ff == 0x14;
            follows_lis || decode(*word).is_none()
        };
        let data = words.iter().enumerate().filter(is_data);
        data.flat_map(|(_, &word)| {
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

/// Pairs of words, those of early words first.
fn pairs(words: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    let diagonals = 0..2 * words.len();
    let pairs = diagonals.flat_map(move |sum| {
        let first = (sum + 1).saturating_sub(words.len());
        (first..=sum.min(words.len().wrapping_sub(1))).map(move |i| [words[i], words[sum - i]])
    });
    pairs.take(INPUTS)
}

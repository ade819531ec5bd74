//! Inputs that are likely to show a difference, and a search for smaller ones that also show it.

use super::Options;
use crate::engines::paths::beyond::{STEPS_OF_LONG_RUNS, UNFINISHED};
use crate::machine::arm64::literals::literals;
use crate::machine::arm64::{Given, Stop};

/// Boundary values of 64-bit and 32-bit arithmetic.
const CORNERS: [u64; 26] = [
    0,
    1,
    2,
    3,
    4,
    5,
    7,
    8,
    10,
    16,
    42,
    100,
    u64::MAX,
    u64::MAX - 1,
    u64::MAX - 2,
    u64::MAX - 9,
    (1 << 31) - 1,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    0u64.wrapping_sub(1 << 31),
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    1 << 62,
];
/// Maximum number of constants taken from the programs.
const CONSTANTS: usize = 24;
/// Maximum length of arrays, and number of arrays of each length.
const LENGTHS: u64 = 12;
const ARRAYS: usize = 40;

/// The steps within which runs look for a difference: the fuel, or more if both programs end within it on none of the first
/// inputs, and on the first one soon after.
pub(super) fn fuel(words: [&[u32]; 2], options: &Options) -> u64 {
    let mut both = options.both(words);
    let inputs: Vec<Given> = samples(words, options).into_iter().take(UNFINISHED).collect();
    let mut longest = |given: &Given, fuel: u64| {
        let tried = both.run(given, fuel)?;
        let is_known = tried.runs.iter().all(|run| run.stop != Stop::OutOfFuel);
        is_known.then(|| tried.longest())
    };
    let ends = inputs.iter().any(|given| longest(given, options.fuel).is_some());
    let long = inputs.first().filter(|_| !ends);
    let long = long.and_then(|given| longest(given, STEPS_OF_LONG_RUNS));
    long.map_or(options.fuel, |steps| options.fuel.max(2 * steps))
}

/// The inputs on which programs are run before a proof is tried.
pub(super) fn samples(words: [&[u32]; 2], options: &Options) -> Vec<Given> {
    let mut samples = likely(words, options);
    samples.retain(|given| options.assumed.allows(given));
    samples
}

fn likely(words: [&[u32]; 2], options: &Options) -> Vec<Given> {
    let (pool, address) = (pool(words, options), address_of_array(words, options));
    let Some(capacity) = options.array else {
        // Along diagonals, so that likely numbers are combined early: long runs have few samples.
        let diagonals =
            (0..2 * pool.len() - 1).flat_map(|sum| (0..=sum).map(move |a| [a, sum - a]));
        let pairs = diagonals.filter(|both| both.iter().all(|&index| index < pool.len()));
        let pairs = pairs.map(|both| both.map(|index| pool[index]));
        let bytes = bytes(&pool);
        let given = |(number, pair): (usize, [u64; 2])| {
            // Further registers, and bytes, take strides of their own.
            let further = (2..options.numbers).map(|it| pool[number * (it + 1) % pool.len()]);
            let read = (0..options.stream.free()).map(|it| bytes[number * (it + 1) % bytes.len()]);
            options.given(pair.into_iter().chain(further).chain(read).collect(), address)
        };
        return pairs.enumerate().map(given).collect();
    };
    let lengths = (0..=capacity.min(LENGTHS)).chain((capacity > LENGTHS).then_some(capacity));
    let arrays = lengths.flat_map(|length| (0..ARRAYS).map(move |number| (length, number)));
    let given = |(length, number): (u64, usize)| {
        // Each array takes another stride through the pool, so that elements appear in many orders.
        let element = |index: u64| pool[(index as usize * (number + 1) + number) % pool.len()];
        options.given((0..length).map(element).collect(), address)
    };
    arrays.map(given).collect()
}

/// The address of the array, the same for both programs: after the longer one.
pub fn array_address(words: [&[u32]; 2]) -> u64 {
    4 * words.into_iter().map(<[u32]>::len).max().unwrap_or(0) as u64
}

/// The address of the array, which is later if the options say so.
pub fn address_of_array(words: [&[u32]; 2], options: &Options) -> u64 {
    array_address(words).max(options.array_at)
}

/// Boundary values, and the numbers in the assumptions and the literals that the programs load, with their neighbours.
fn pool(words: [&[u32]; 2], options: &Options) -> Vec<u64> {
    let mut pool = CORNERS.to_vec();
    let literals = words.into_iter().flat_map(|words| literals(words).map(|it| it.value));
    let constants = options.assumed.numbers().into_iter().chain(literals);
    let near =
        constants.take(CONSTANTS).flat_map(|it| [it, it.wrapping_add(1), it.wrapping_sub(1)]);
    for number in near {
        if !pool.contains(&number) {
            pool.push(number);
        }
    }
    pool
}

/// Bytes that programs tell apart: digits, letters, spaces, line ends, and what is near the numbers of the pool.
fn bytes(pool: &[u64]) -> Vec<u64> {
    let mut bytes: Vec<u64> = b"07 aA\n-9zZ\0+\xff\t/:@[".map(u64::from).to_vec();
    let near = pool.iter().copied().filter(|&number| number < 256 && !bytes.contains(&number));
    bytes.extend(near.collect::<Vec<_>>());
    bytes
}

/// Maximum number of inputs tried while shrinking.
const TRIALS: u32 = 3_000;

/// A smaller input on which `holds` is true, found by replacing one number at a time; `given` if none is found. It is
/// not always the least one.
pub(in crate::engines) fn shrink(given: &Given, mut holds: impl FnMut(&Given) -> bool) -> Given {
    let mut best = given.clone();
    let mut trials = 0;
    let mut is_found = |candidate: &Given| {
        trials += 1;
        trials <= TRIALS && holds(candidate)
    };
    loop {
        let smaller = candidates(&best).into_iter().filter(|it| key(it) < key(&best));
        match smaller.into_iter().find(&mut is_found) {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// The order of inputs: by array length, then by the number of nonzero words, then by absolute values.
pub fn key(given: &Given) -> (usize, usize, u128) {
    let numbers = given.words();
    let length = given.array.as_ref().map_or(0, |array| array.elements.len());
    let not_zero = numbers.iter().filter(|&&number| number != 0).count();
    let size = numbers.iter().map(|&number| u128::from((number as i64).unsigned_abs())).sum();
    (length, not_zero, size)
}

/// Inputs that differ from this one in one word, or have one element less.
fn candidates(given: &Given) -> Vec<Given> {
    let now = given.words();
    let mut all = Vec::new();
    if given.array.is_some() {
        for left_out in 0..now.len() {
            let mut fewer = now.to_vec();
            fewer.remove(left_out);
            all.push(given.with_words(fewer));
        }
    }
    for (index, &number) in now.iter().enumerate() {
        let signed = number as i64;
        // From half the absolute value up to one less than it.
        let nearer = (1..64).map(|shift| (signed.unsigned_abs() >> shift) as i64);
        let nearer =
            nearer.take_while(|&step| step > 0).map(|step| signed - signed.signum() * step);
        for smaller in [0, 1, -1, signed.wrapping_neg()].into_iter().chain(nearer) {
            let mut numbers = now.to_vec();
            numbers[index] = smaller as u64;
            all.push(given.with_words(numbers));
        }
    }
    all
}

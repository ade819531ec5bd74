//! Estimates by sampling how many inputs two programs differ on, where inputs cannot be counted.
//!
//! The emulator runs both programs on inputs drawn uniformly from those that the contract allows,
//! in a fixed pseudo-random sequence. The fraction on which they differ lies between the bounds of
//! Clopper and Pearson ("The use of confidence or fiducial limits illustrated in the case of the
//! binomial", 1934), which hold for every fraction and sample size: such an interval contains the
//! fraction with at least the stated confidence. Samples for which it is unknown whether the
//! programs differ, for example because one is out of fuel, count as agreeing for the lower bound
//! and as differing for the upper one. The sample size is fixed beforehand by a separate pilot
//! sample: it must not depend on the sampled results.
//!
//! Nothing here is proved.

use num_bigint::BigUint;

use super::random::Random;
use crate::engines::paths::outcome;
use crate::engines::tree::Bench;
use crate::machine::Inputs;
use crate::report::Agreement;
use crate::solver::Stop;

/// Confidence level in percent.
const CONFIDENCE: u8 = 99;
/// Sample sizes, largest first: the first one that fits the budget of steps is used.
const DRAWS: [u32; 4] = [16_384, 4_096, 1_024, 256];
/// Size of the pilot sample that determines the sample size.
const PILOT: u32 = 64;
/// Budget of steps for all samples, as projected from the pilot.
const STEPS_OF_RUNS: u64 = 60_000_000;
/// Maximum number of draws for each input that the contract allows.
pub(super) const REJECTED: u32 = 256;
/// Samples between two pauses.
const DRAWS_PER_LOOK: u32 = 32;
/// Fractions are rounded outwards to multiples of 2^-GRID.
const GRID: u32 = 24;

/// An estimate of the number of inputs on which two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Confidence level in percent.
    pub confidence: u8,
    /// Sample size.
    pub draws: u32,
    /// Number of samples on which the programs differ.
    pub differ: u32,
    /// Number of samples for which that is unknown.
    pub unknown: u32,
    /// Lower and upper bound at that confidence.
    pub interval: [BigUint; 2],
}

impl Estimate {
    /// The estimate with an interval inside of proved bounds.
    pub(super) fn within(mut self, [least, most]: &[BigUint; 2]) -> Estimate {
        let ends = self.interval.each_mut();
        ends.into_iter().for_each(|end| *end = (&*end).clamp(least, most).clone());
        self
    }
}

/// Runs of two programs on samples.
pub(super) trait Runs {
    /// Whether the programs agree on the next sample, and the steps of both. `None` if allowed
    /// inputs are too rare to be drawn.
    fn draw(&mut self) -> Option<(Agreement, u64)>;

    /// Whether time is up.
    async fn is_over(&mut self) -> bool;
}

/// The estimate for two programs whose contract allows `all` inputs. `None` if allowed inputs are
/// too rare to be drawn, if the runs are too long, or if time is up.
pub(super) async fn estimate(runs: &mut impl Runs, all: &BigUint) -> Option<Estimate> {
    let mut steps = 0;
    for _ in 0..PILOT {
        steps += runs.draw()?.1;
        if runs.is_over().await {
            return None;
        }
    }
    let is_enough = |&&count: &&u32| steps * u64::from(count / PILOT) <= STEPS_OF_RUNS;
    let count = *DRAWS.iter().find(is_enough)?;
    let (mut differ, mut unknown) = (0, 0);
    for number in 0..count {
        match runs.draw()?.0 {
            Agreement::Agree => {}
            Agreement::Differ => differ += 1,
            Agreement::Inconclusive => unknown += 1,
        }
        if number % DRAWS_PER_LOOK == 0 && runs.is_over().await {
            return None;
        }
    }
    let [least, most] = shares(count, differ, differ + unknown);
    let one = (BigUint::from(1u8) << GRID) - 1u8;
    let interval = [(all * least) >> GRID, (all * most + one) >> GRID];
    Some(Estimate { confidence: CONFIDENCE, draws: count, differ, unknown, interval })
}

/// Runs on uniform samples of a contract's inputs, by rejection.
pub(super) struct Draws<'r, 'b> {
    bench: &'r mut Bench<'b>,
    random: Random,
}

impl<'r, 'b> Draws<'r, 'b> {
    pub fn new(bench: &'r mut Bench<'b>) -> Draws<'r, 'b> {
        Draws { bench, random: Random::default() }
    }

    fn next(&mut self) -> Option<Inputs> {
        let contract = self.bench.contract();
        let count = contract.names().len();
        for _ in 0..REJECTED {
            let inputs: Inputs = (0..count).map(|_| self.random.word()).collect();
            if contract.allows(&inputs) {
                return Some(inputs);
            }
        }
        None
    }
}

impl Runs for Draws<'_, '_> {
    fn draw(&mut self) -> Option<(Agreement, u64)> {
        let inputs = self.next()?;
        let (bench, fuel) = (&self.bench, self.bench.options.fuel);
        let [a, b] = bench.images.map(|image| outcome::watched(image, &inputs, fuel));
        let steps = a.steps + b.steps;
        bench.stop.spend(steps.div_ceil(Stop::STEPS_PER_UNIT));
        Some((outcome::agreement(&a, &b), steps))
    }

    async fn is_over(&mut self) -> bool {
        self.bench.is_over().await
    }
}

/// Bounds on a fraction, in multiples of 2^-GRID, if between `least` and `most` of the samples
/// belong to it.
fn shares(draws: u32, least: u32, most: u32) -> [u32; 2] {
    let tail = f64::from(100 - CONFIDENCE) / 100.0 / 2.0;
    let binomial = Binomial::of(draws);
    // The probability of at least so many increases with the fraction, that of at most so many
    // decreases.
    let whole = 1 << GRID;
    let lower = last(whole, |share| binomial.between(share, least, draws) <= tail);
    let upper = whole - last(whole, |rest| binomial.between(whole - rest, 0, most) <= tail);
    [if least == 0 { 0 } else { lower }, if most == draws { whole } else { upper }]
}

/// The last number up to `bound` that satisfies a monotone predicate, which holds for 0 and then
/// for a prefix.
fn last(bound: u32, holds: impl Fn(u32) -> bool) -> u32 {
    let (mut first, mut end) = (0, bound + 1);
    while end - first > 1 {
        let middle = first + (end - first) / 2;
        *if holds(middle) { &mut first } else { &mut end } = middle;
    }
    first
}

/// The binomial distribution for a sample size.
struct Binomial {
    draws: u32,
    /// The logarithms of the factorials.
    factorials: Vec<f64>,
}

impl Binomial {
    fn of(draws: u32) -> Binomial {
        let mut sum = 0.0;
        let logarithm = |number: u32| {
            sum += f64::from(number.max(1)).ln();
            sum
        };
        Binomial { draws, factorials: (0..=draws).map(logarithm).collect() }
    }

    /// The probability that between `first` and `last` samples belong to a fraction of the
    /// population.
    fn between(&self, share: u32, first: u32, last: u32) -> f64 {
        let share = f64::from(share) / f64::from(1u32 << GRID);
        if share == 0.0 || share == 1.0 {
            let all = if share == 0.0 { 0 } else { self.draws };
            return f64::from(u8::from((first..=last).contains(&all)));
        }
        let (yes, no) = (share.ln(), (-share).ln_1p());
        let factorial = |number: u32| self.factorials[number as usize];
        let chance = |number: u32| {
            let others = self.draws - number;
            let ways = factorial(self.draws) - factorial(number) - factorial(others);
            (ways + f64::from(number) * yes + f64::from(others) * no).exp()
        };
        (first..=last).map(chance).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the definition, and with bounds in closed form: if none of n samples belongs
    /// to it, the fraction is at most 1 - (alpha / 2)^(1 / n).
    #[test]
    fn shares_are_those_of_clopper_and_pearson() {
        let whole = f64::from(1u32 << GRID);
        let near = |a: u32, b: f64| (f64::from(a) / whole - b).abs() < 1e-6;
        for draws in [1, 10, 256, 16_384] {
            let most = 1.0 - 0.005f64.powf(1.0 / f64::from(draws));
            let [lower, upper] = shares(draws, 0, 0);
            assert!(lower == 0 && near(upper, most), "{draws}: {upper}");
            let [lower, upper] = shares(draws, draws, draws);
            assert!(upper == 1 << GRID && near(lower, 1.0 - most), "{draws}: {lower}");
        }
        // Tables have 0.0109 and 0.6482 for 2 of 10 at 99 %.
        let [lower, upper] = shares(10, 2, 2).map(|share| f64::from(share) / whole);
        assert!((lower - 0.0109).abs() < 1e-4 && (upper - 0.6482).abs() < 1e-4, "{lower} {upper}");
        assert_eq!(shares(10, 2, 10)[1], 1 << GRID);
    }

    /// For each fraction, the probability of samples whose interval misses it is small enough.
    #[test]
    fn an_interval_misses_its_share_as_rarely_as_stated() {
        let draws = 40;
        let binomial = Binomial::of(draws);
        let intervals: Vec<[u32; 2]> = (0..=draws).map(|it| shares(draws, it, it)).collect();
        for share in (0..=1u32 << GRID).step_by(1 << (GRID - 8)) {
            let missed = (0..=draws).filter(|&number| {
                let [lower, upper] = intervals[number as usize];
                share < lower || share > upper
            });
            let chance: f64 = missed.map(|it| binomial.between(share, it, it)).sum();
            assert!(chance <= 0.01, "{share}: {chance}");
        }
    }
}

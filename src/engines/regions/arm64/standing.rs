//! Whether the witness of a difference of ARM64 programs is the least input that shows one, and whether it is the only one.
//!
//! The paths of both programs decide it where they cover all inputs. What they leave open, runs may decide: another
//! input that differs refutes "only", and a smaller one refutes "least". If few inputs are smaller, all of them are
//! run. A run that has not ended leaves "least" open.

use super::{Found, Paths};
use crate::engines::arm64::{Differing, claim_of_numbers, samples_of};
use crate::engines::regions::diagram::rank;
use crate::machine::arm64::Given;
use crate::machine::arm64::agreement::{Both, agree};
use crate::solver::Stop;

/// Maximum absolute value of `x1` in a witness for which all smaller inputs are run. The number of runs is
/// proportional to it.
const SMALL: u64 = 500;

/// Maximum number of nodes of diagrams that the exploration of paths makes. Twice as many double its time.
const WORK: u64 = 400_000;

/// What is established of a witness.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Whether the witness is the least input that shows a difference: fewer nonzero words, then a smaller absolute
    /// value of `x0`, then of `x1`, positive before negative. `None` if that is open, and for arrays.
    pub is_least: Option<bool>,
    /// Whether the witness is the only input that shows a difference. `None` if that is open.
    pub is_only: Option<bool>,
}

/// What is established of the witness of a difference. `found` are its regions, if they are known; otherwise the
/// paths are explored. Returns what is known once `stop` is due.
pub fn standing(differing: &Differing<'_>, found: Option<&Found>, stop: &Stop) -> Standing {
    let mut standing = match found {
        Some(found) => found.standing,
        None => by_paths(differing, stop).unwrap_or_default(),
    };
    let mut runs = Runs { both: differing.options.both(differing.words()), differing };
    if standing.is_least.is_none() && differing.tried.given.array.is_none() {
        standing.is_least = runs.smaller(stop);
    }
    runs.samples(&mut standing, stop);
    standing
}

/// What the paths establish. `None` if the inputs are no two numbers, or if the prover has no machine for the mode. A
/// program that never ends on the witness has a path there without an end, so the paths do not cover all inputs.
fn by_paths(differing: &Differing<'_>, stop: &Stop) -> Option<Standing> {
    if differing.tried.runs.iter().any(|run| run.ends() == Some(false)) {
        return None;
    }
    let claim = claim_of_numbers(differing.words(), differing.options)?;
    Some(Paths::explored(&claim, differing, &stop.within(WORK))?.standing())
}

/// Both programs on the emulator.
struct Runs<'r> {
    both: Both,
    differing: &'r Differing<'r>,
}

impl Runs<'_> {
    /// Whether the programs differ on an input, which the assumptions may exclude. `None` if it is not known how a run ends, and no difference shows.
    fn differ(&mut self, given: &Given) -> Option<bool> {
        if !self.differing.options.assumed.allows(given) {
            return Some(false);
        }
        let fuel = self.differing.options.fuel;
        let mut tried = self.both.run(given, fuel)?;
        self.both.look_on(&mut tried, fuel);
        agree(&tried.runs[0], &tried.runs[1]).map(|agree| !agree)
    }

    /// Whether the witness is the least, by runs on all smaller inputs. `None` if they are many, or if that is open.
    fn smaller(&mut self, stop: &Stop) -> Option<bool> {
        let given = &self.differing.tried.given;
        let words = given.words();
        let &[0, second] = &words[..] else { return None };
        let size = (second as i64).unsigned_abs();
        if size > SMALL {
            return None;
        }
        let numbers = (0..=size).flat_map(|it| [it, it.wrapping_neg()]);
        let mut is_least = Some(true);
        for inputs in numbers.map(|it| [0, it]) {
            if rank(&inputs) >= rank(&words) {
                continue;
            }
            let smaller = Given { registers: inputs.to_vec(), ..given.clone() };
            match self.differ(&smaller) {
                _ if stop.is_due() => return None,
                Some(true) => return Some(false),
                Some(false) => {}
                None => is_least = None,
            }
        }
        is_least
    }

    /// Refutes open claims by samples that differ.
    fn samples(&mut self, standing: &mut Standing, stop: &Stop) {
        let Differing { tried, options, .. } = self.differing;
        let witness = &tried.given;
        for given in samples_of(self.differing.words(), options) {
            let is_settled = standing.is_only.is_some()
                && (standing.is_least.is_some() || witness.array.is_some());
            if is_settled || stop.is_due() {
                return;
            }
            let [words, of_witness] = [given.words(), witness.words()];
            if words == of_witness || self.differ(&given) != Some(true) {
                continue;
            }
            standing.is_only = Some(false);
            let is_smaller = witness.array.is_none() && rank(&words) < rank(&of_witness);
            if is_smaller && standing.is_least.is_none() {
                standing.is_least = Some(false);
            }
        }
    }
}

//! The search for a difference along the paths of both programs, and for evidence, in turn.
//!
//! Each has a small share of the work first, so that an easy proof and an easy difference are both found at once.

use std::rc::Rc;

use tamarin_kernel::claim::Stopping;
use tamarin_kernel::{Claim, Evidence, Refusal};
use tamarin_prove::arm64::{self as prover, Unproved};
use tamarin_prove::refute::{Refuted, Search as Paths};
use tamarin_prove::{Budget, Open};

use super::endless::{self, Suspects};
use super::{
    FAR, INEXACT, Options, Watch, agree, differ_on, given_of, is_exact, nearest_claim, samples,
};
use crate::engines::evidence;
use crate::evidence::Termination;
use crate::machine::arm64::Given;
use crate::machine::arm64::agreement::difference;
use crate::report::arm64::Answer;
use crate::solver;

/// The first share of the concolic search, in units of work.
const FIRST: u64 = 1_000_000;
/// The first share of the search for evidence, and the second one of the concolic search, as divisors of the work.
const EASY: u64 = 4;
const SECOND: u64 = 8;
/// The shares of a proof that a run never ends, as divisors of the work: before the long searches, which such a proof makes
/// needless, and after them.
pub(super) const ENDLESS: [u64; 2] = [64, 10];

/// Searches for a difference and for evidence. Returns also the number of inputs of the paths on which both programs ran.
pub(super) fn by_search(
    words: [&[u32]; 2],
    suspects: Suspects,
    options: &Options,
    stop: &solver::Stop,
    watch: &mut impl Watch,
) -> (Answer, Option<Evidence>, u64) {
    let same = nearest_claim(words, options, agree(Stopping::Same));
    let mut paths = match paths_of(&same, options) {
        Ok(search) => Differences::new(search, words, options, stop, suspects),
        Err(refusal) => return (Answer::Open(refusal.to_string()), None, 0),
    };
    let (answer, evidence) = match in_turn(&same, &mut paths) {
        Ok((answer, evidence)) => (answer, Some(evidence)),
        Err(answer) => (answer, None),
    };
    let tried = paths.search.tried();
    watch.searched(&mut paths.search, &answer);
    (answer, evidence, tried)
}

/// The search along paths for a difference, on inputs that the options allow.
///
/// # Errors
///
/// The claim is malformed.
pub(super) fn paths_of<'c>(claim: &'c Claim, options: &Options) -> Result<Paths<'c>, Refusal> {
    let mut paths = Paths::new(claim)?;
    paths.assume(|forms| options.assumed.facts(forms));
    Ok(paths)
}

/// Whether an input is known that the options allow: a verdict about no input says nothing.
///
/// # Errors
///
/// None was found.
pub fn is_about_inputs(
    words: [&[u32]; 2],
    options: &Options,
    stop: &solver::Stop,
) -> Result<(), &'static str> {
    if options.assumed.is_empty() || !samples::samples(words, options).is_empty() {
        return Ok(());
    }
    let claim = nearest_claim(words, options, agree(Stopping::Same));
    let paths = paths_of(&claim, options);
    let found = paths.ok().and_then(|mut paths| paths.example(&evidence::modeller(stop)));
    let is_allowed = |input| options.assumed.allows(&given_of(&input, words, options));
    match found.is_some_and(is_allowed) {
        true => Ok(()),
        false => Err("no input was found that satisfies what is assumed"),
    }
}

/// Searches in turn for a difference and for evidence of the strongest claim, first with little work each; then for
/// evidence of the claim without termination. The error is an answer without evidence.
fn in_turn(same: &Claim, paths: &mut Differences<'_>) -> Result<(Answer, Evidence), Answer> {
    let Differences { words, options, .. } = *paths;
    let work = options.work;
    let is_exact = is_exact(words, options);
    if let Some(answer) = paths.search(FIRST.min(work / SECOND)) {
        return Err(answer);
    }
    if let Some(answer) = paths.never_end(work / ENDLESS[0]) {
        return Err(answer);
    }
    if is_exact {
        match by_evidence(same, paths, work / EASY, Termination::Same) {
            Err(Answer::Open(_)) => {}
            found => return found,
        }
    }
    if let Some(answer) = paths.search(work / SECOND) {
        return Err(answer);
    }
    if let Some(answer) = paths.never_end(work / ENDLESS[0]) {
        return Err(answer);
    }
    if !is_exact {
        return Err(Answer::Open(INEXACT.to_owned()));
    }
    let open = match by_evidence(same, paths, work, Termination::Same) {
        Err(open @ Answer::Open(_)) => open,
        found => return found,
    };
    if let Some(answer) = paths.never_end(work / ENDLESS[1]) {
        return Err(answer);
    }
    let weaker = nearest_claim(words, options, agree(Stopping::Unclaimed));
    match by_evidence(&weaker, paths, work, Termination::Open) {
        Err(Answer::Open(_)) => Err(open),
        found => found,
    }
}

/// The concolic search for a difference, and what its answers are checked with.
struct Differences<'c> {
    search: Paths<'c>,
    words: [&'c [u32]; 2],
    options: &'c Options,
    stop: &'c solver::Stop,
    /// Inputs on which one program may never end.
    suspects: Suspects,
    /// How many runs of the search have been looked at for such inputs.
    looked_at: usize,
    /// The suspects for which no proof was found, with the work for it.
    unproved: Vec<(Given, u64)>,
}

impl<'c> Differences<'c> {
    fn new(
        search: Paths<'c>,
        words: [&'c [u32]; 2],
        options: &'c Options,
        stop: &'c solver::Stop,
        suspects: Suspects,
    ) -> Self {
        let (looked_at, unproved) = (0, Vec::new());
        Differences { search, words, options, stop, suspects, looked_at, unproved }
    }
}

impl Differences<'_> {
    /// A difference that the emulator confirms.
    fn search(&mut self, work: u64) -> Option<Answer> {
        let allowed = self.stop.left().unwrap_or(work).min(work);
        let mut left = allowed;
        let found = self.search_within(&mut left);
        self.stop.spend(allowed - left);
        found
    }

    fn search_within(&mut self, work: &mut u64) -> Option<Answer> {
        let Differences { words, options, stop, .. } = *self;
        let modeller = evidence::modeller(stop);
        let is_exact = is_exact(words, options);
        let fuel = if is_exact { FAR } else { options.fuel };
        while let Refuted::Differ(input) = self.search.run(&modeller, work, || stop.is_due()) {
            let given = given_of(&input, words, options);
            if !options.assumed.allows(&given) {
                continue;
            }
            let found = differ_on(words, options, &given, fuel);
            debug_assert!(found.is_some() || !is_exact, "{given:?} shows no difference");
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// An input on which one program ends and the other one never does. `work` is for each proof.
    fn never_end(&mut self, work: u64) -> Option<Answer> {
        let Differences { words, options, stop, .. } = *self;
        if let Some(given) = self.recurring_path() {
            return differ_on(words, options, &given, options.fuel);
        }
        let mut suspects = self.suspects.given.clone();
        suspects.sort_by_key(samples::key);
        for given in suspects.into_iter().take(endless::SUSPECTS) {
            if stop.is_due() {
                break;
            }
            let failed = (given, work);
            if self.unproved.contains(&failed) {
                continue;
            }
            match endless::proved(words, options, &failed.0, work, stop) {
                Some((tried, difference)) => {
                    return Some(Answer::Differ(Box::new(tried), difference));
                }
                None => self.unproved.push(failed),
            }
        }
        None
    }

    /// An input of an explored path on which one program repeats a state and the other one ends. Other paths on which
    /// only one program ends join the suspects.
    fn recurring_path(&mut self) -> Option<Given> {
        let Differences { words, options, .. } = *self;
        let mut both = options.both(words);
        let runs = &self.search.history().runs;
        for ran in &runs[std::mem::replace(&mut self.looked_at, runs.len())..] {
            if !ran.path.is_unfinished() {
                continue;
            }
            let given = given_of(&self.search.inputs().input(&ran.path.input), words, options);
            if !options.assumed.allows(&given) {
                continue;
            }
            let Some(mut tried) = both.run(&given, options.fuel) else { continue };
            if self.suspects.add(&tried) {
                both.look_on(&mut tried, options.fuel);
            }
            if difference(&tried.runs[0], &tried.runs[1]).is_some() {
                return Some(given);
            }
        }
        None
    }
}

/// Evidence for a claim with this termination; otherwise the answer without it.
fn by_evidence(
    claim: &Claim,
    paths: &Differences<'_>,
    work: u64,
    termination: Termination,
) -> Result<(Answer, Evidence), Answer> {
    let Differences { words, options, stop, .. } = *paths;
    match search(claim, work, stop) {
        Ok(evidence) => {
            let sizes = evidence::sizes(&evidence);
            Ok((Answer::Agree { termination, sizes }, evidence))
        }
        Err(Unproved::Differ(input)) => {
            let given = given_of(&input, words, options);
            // The claim has no premises for some assumptions.
            let is_allowed = options.assumed.allows(&given);
            let found = is_allowed.then(|| differ_on(words, options, &given, FAR)).flatten();
            Err(found.unwrap_or_else(|| Answer::Open(Open::Differ(input.words).to_string())))
        }
        Err(Unproved::Open(open)) => Err(Answer::Open(open.to_string())),
    }
}

pub(super) fn search(claim: &Claim, work: u64, stop: &solver::Stop) -> Result<Evidence, Unproved> {
    let (is_due, work) = (stop.clone(), stop.left().unwrap_or(work).min(work));
    let is_due: Option<Rc<dyn Fn() -> bool>> = Some(Rc::new(move || is_due.is_due()));
    let mut budget = Budget { work, is_due, ..Budget::default() };
    let found = prover::search(claim, &evidence::solver(stop), &mut budget);
    stop.spend(work.saturating_sub(budget.work));
    found
}

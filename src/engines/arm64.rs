//! Compares ARM64 programs: runs on inputs that are likely to show a difference, a search for a difference along the
//! paths of both programs, and a search for evidence that the kernel accepts.
//!
//! The engines of [`paths`](super::paths) are limited to 32-bit words. For this machine a difference is found by running
//! both programs on boundary values and on their own constants ([`samples`]), by the concolic search of the prover
//! ([`tamarin_prove::refute`]), or by its samples. The concolic search and the search for evidence take turns, each with
//! a small share of the work first, so that an easy proof and an easy difference are both found at once. The programs
//! are reported as equivalent only if both are the same machine code, or with evidence that the kernel accepted
//! ([`tamarin_prove::arm64`]). Each witness is replayed on the emulator before it is reported. A program that never ends
//! on an input on which the other one does differs from it: by a repeated state, or with evidence ([`endless`]).
//!
//! Specifications of this machine differ in a few points ([`Mode`]). A comparison follows one of them, and reports
//! where another one would change the answer.

pub mod claimed;
#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod contract;
mod differing;
mod endless;
#[cfg(feature = "explanations")]
pub mod explored;
mod placing;
#[cfg(feature = "explanations")]
pub(in crate::engines) mod printer;
mod samples;
pub mod table;
#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod versions;

pub use differing::Differing;
use endless::Suspects;
pub use placing::{ARRAY_AT, heap_behind, with_room};
pub use samples::key as size;
#[cfg(feature = "cli")]
pub(super) use samples::shrink;
pub use samples::{address_of_array as array_at, array_address};

use std::rc::Rc;

use tamarin_kernel::claim::{Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::Input;
use tamarin_kernel::{Claim, Evidence};
use tamarin_prove::arm64::{self as prover, Division, Unproved};
use tamarin_prove::refute::{Refuted, Search as Paths};
use tamarin_prove::{Budget, Open};

use super::evidence;
use super::statement::{self, Among, Extent};
use crate::evidence::Termination;
use crate::machine::arm64::agreement::{self, Both, Tried, difference};
use crate::machine::arm64::emulator::Array;
use crate::machine::arm64::{Given, Mode, Op, decode};
use crate::report::arm64::{Answer, Findings};
use crate::solver;

/// The mode and the limits of a comparison.
#[derive(Clone, Debug)]
pub struct Options {
    /// The specification of the machine that is followed.
    pub mode: Mode,
    /// Maximum steps of a run that looks for a difference.
    pub fuel: u64,
    /// How many registers hold any number at the start, from `x0` on: at least two, and at most 29.
    pub numbers: usize,
    /// If present, the programs get an array of at most this many elements instead of numbers.
    pub array: Option<u64>,
    /// The least address of the array. It begins there, or after the longer program if that is later.
    pub array_at: u64,
    /// The bytes of the input stream.
    pub stream: Vec<u8>,
    /// Limit on the work of the search for evidence, in units of [`evidence::WORK`].
    pub work: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            mode: Mode::Usual,
            fuel: 10_000,
            numbers: 2,
            array: None,
            array_at: 0,
            stream: Vec::new(),
            work: evidence::WORK,
        }
    }
}

/// Maximum steps of runs that check whether a difference persists beyond the fuel.
const FAR: u64 = 100_000_000;

/// The results of runs on samples.
#[derive(Default)]
struct Sampled {
    tried: u64,
    differ: Option<Given>,
    one_sided: Option<Tried>,
    suspects: Suspects,
}

/// Follows a comparison.
pub trait Watch {
    /// Both programs ran on a sample.
    fn sampled(&mut self, _: &Tried) {}

    /// The search along the paths has ended with this answer.
    fn searched(&mut self, _: &mut Paths<'_>, _: &Answer) {}
}

impl Watch for () {}

/// Runs both programs on samples, up to the first that shows a difference.
fn sample(words: [&[u32]; 2], mode: Mode, options: &Options, watch: &mut impl Watch) -> Sampled {
    let mut both = Both::new(words, mode);
    let mut sampled = Sampled::default();
    for given in samples::samples(words, options) {
        let Some(mut tried) = both.run(&given, options.fuel) else { continue };
        if sampled.suspects.add(&tried) {
            both.look_on(&mut tried, options.fuel);
        }
        sampled.tried += 1;
        watch.sampled(&tried);
        if difference(&tried.runs[0], &tried.runs[1]).is_some() {
            sampled.differ = Some(given);
            break;
        }
        if tried.unfinished().is_some() && sampled.one_sided.is_none() {
            sampled.one_sided = Some(tried);
        }
    }
    sampled
}

/// Compares two programs, given as instruction words that are loaded at address 0. Returns the findings, and the
/// evidence if the programs agree.
///
/// The searches end when `stop` is due; their work is charged to it.
pub fn compare(
    words: [&[u32]; 2],
    options: &Options,
    stop: &solver::Stop,
) -> (Findings, Option<Evidence>) {
    compare_watched(words, options, stop, &mut ())
}

/// Compares two programs as [`compare`] does, and reports the runs and the search to `watch`.
pub fn compare_watched(
    words: [&[u32]; 2],
    options: &Options,
    stop: &solver::Stop,
    watch: &mut impl Watch,
) -> (Findings, Option<Evidence>) {
    let Options { mode, fuel, array, .. } = *options;
    let is_one = words[0] == words[1];
    let Sampled { tried, differ, one_sided, suspects } = match is_one {
        true => Sampled::default(),
        false => sample(words, mode, options, watch),
    };
    let late = one_sided.as_ref().map(|it| &it.given);
    let found = differ.as_ref().and_then(|given| differ_on(words, options, given, fuel));
    let found = found.or_else(|| differ_on(words, options, late?, FAR));
    let (answer, evidence, on_paths) = match found {
        Some(answer) => (answer, None, 0),
        None if is_one => (Answer::SameMachineCode, None, 0),
        None => by_search(words, suspects, options, stop, watch),
    };
    let tried = tried + on_paths;
    let elsewhere = elsewhere(words, options, &answer);
    (Findings { answer, mode, fuel, array, tried, one_sided, elsewhere }, evidence)
}

/// The statement that the evidence of a comparison shows.
pub fn shown(findings: &Findings) -> Option<statement::Statement> {
    let extent = match findings.answer {
        Answer::Agree { termination: Termination::Open, .. } => Extent::IfBothStop,
        Answer::Agree { .. } => Extent::Always,
        _ => return None,
    };
    Some(statement::Statement { extent, inputs: Among::All })
}

/// The runs on the witness of an earlier comparison, which may stop beyond the fuel. If one of them is not seen to end, a
/// proof is searched for that it never does. `None` unless the programs differ there.
pub fn replay(
    words: [&[u32]; 2],
    options: &Options,
    given: &Given,
    stop: &solver::Stop,
) -> Option<Tried> {
    let mut both = Both::new(words, options.mode);
    let found = both.witness(given, options.fuel).or_else(|| both.witness(given, FAR / 10));
    let work = options.work / ENDLESS[1];
    let found = found.or_else(|| endless::proved(words, options, given, work, stop));
    found.or_else(|| both.witness(given, FAR)).map(|(tried, _)| tried)
}

/// The difference on a given input, or on a smaller input that also shows one.
fn differ_on(words: [&[u32]; 2], options: &Options, given: &Given, fuel: u64) -> Option<Answer> {
    let mut both = Both::new(words, options.mode);
    both.witness(given, fuel)?;
    let small = samples::shrink(given, |smaller| both.witness(smaller, options.fuel).is_some());
    let (tried, difference) = both.witness(&small, fuel)?;
    Some(Answer::Differ(Box::new(tried), difference))
}

/// Compares two programs as [`compare`] does, and searches evidence for the same machine code, too. If there is
/// evidence, the answer states what it shows.
pub fn prove(
    words: [&[u32]; 2],
    options: &Options,
    stop: &solver::Stop,
) -> (Findings, Option<Evidence>) {
    let (mut findings, evidence) = compare(words, options, stop);
    if !matches!(findings.answer, Answer::SameMachineCode) {
        return (findings, evidence);
    }
    // Weaker evidence would not show the verdict.
    let (answer, evidence, _) = by_search(words, Suspects::default(), options, stop, &mut ());
    let is_shown = matches!(answer, Answer::Agree { termination: Termination::Same, .. });
    if is_shown {
        findings.answer = answer;
    }
    (findings, evidence.filter(|_| is_shown))
}

/// The kernel's claim that a statement holds for two programs.
///
/// # Errors
///
/// The kernel has no machine for the mode.
pub fn claim(
    words: [&[u32]; 2],
    options: &Options,
    statement: Statement,
) -> Result<Claim, &'static str> {
    match is_exact(words, options) {
        true => Ok(nearest_claim(words, options, statement)),
        false => Err(INEXACT),
    }
}

/// The claim that two programs agree that are given two numbers. `None` for arrays, and for modes
/// whose machine the kernel does not have.
pub(super) fn claim_of_numbers(words: [&[u32]; 2], options: &Options) -> Option<Claim> {
    let is_claimed = options.array.is_none() && is_exact(words, options);
    is_claimed.then(|| nearest_claim(words, options, agree(Stopping::Same)))
}

/// Why there is no claim in some modes.
const INEXACT: &str = "the kernel has no machine whose loads and stores write the flags";

/// The first share of the concolic search, in units of work.
const FIRST: u64 = 1_000_000;
/// The first share of the search for evidence, and the second one of the concolic search, as divisors of the work.
const EASY: u64 = 16;
const SECOND: u64 = 8;
/// The shares of a proof that a run never ends, as divisors of the work: before the long searches, which such a proof makes
/// needless, and after them.
const ENDLESS: [u64; 2] = [64, 10];

/// Searches for a difference and for evidence. Returns also the number of inputs of the paths on which both programs ran.
fn by_search(
    words: [&[u32]; 2],
    suspects: Suspects,
    options: &Options,
    stop: &solver::Stop,
    watch: &mut impl Watch,
) -> (Answer, Option<Evidence>, u64) {
    let same = nearest_claim(words, options, agree(Stopping::Same));
    let mut paths = match Paths::new(&same) {
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

/// The statement that both programs agree.
fn agree(stop: Stopping) -> Statement {
    Statement::Agree { steps: Steps::All, stop }
}

/// The claim that a statement holds on the kernel's machine, which may be another one than that of the mode
/// ([`is_exact`]).
fn nearest_claim(words: [&[u32]; 2], options: &Options, statement: Statement) -> Claim {
    let division = match options.mode {
        Mode::Usual | Mode::Course => Division::Faults,
        Mode::Arm => Division::GivesZero,
    };
    let given = match options.array {
        None => prover::Given::Numbers,
        Some(capacity) => prover::Given::Array { capacity },
    };
    let mut claim = prover::claim(words, given, &options.stream, division, statement);
    if options.array.is_none() {
        for name in (2..options.numbers).map(|register| format!("x{register}")) {
            for start in &mut claim.start {
                start.registers.insert(name.clone(), Word::Input(name.clone()));
            }
            claim.inputs.push(name);
        }
    }
    for start in &mut claim.start {
        if let Some(array) = &mut start.array {
            array.address = array.address.max(options.array_at);
            start.registers.insert("x0".to_owned(), Word::Number(array.address));
        }
    }
    claim
}

/// Whether claims are about the machine of the mode. Without flags read after an access, or overflowing quotients, the
/// course's machine and the usual one agree.
fn is_exact(words: [&[u32]; 2], options: &Options) -> bool {
    options.mode != Mode::Course || options.array.is_none() && !may_differ(words, Mode::Course)
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
        let mut both = Both::new(words, options.mode);
        let runs = &self.search.history().runs;
        for ran in &runs[std::mem::replace(&mut self.looked_at, runs.len())..] {
            if !ran.path.is_unfinished() {
                continue;
            }
            let given = given_of(&self.search.inputs().input(&ran.path.input), words, options);
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
            let found = differ_on(words, options, &given, FAR);
            Err(found.unwrap_or_else(|| Answer::Open(Open::Differ(input.words).to_string())))
        }
        Err(Unproved::Open(open)) => Err(Answer::Open(open.to_string())),
    }
}

fn search(claim: &Claim, work: u64, stop: &solver::Stop) -> Result<Evidence, Unproved> {
    let (is_due, work) = (stop.clone(), stop.left().unwrap_or(work).min(work));
    let is_due: Option<Rc<dyn Fn() -> bool>> = Some(Rc::new(move || is_due.is_due()));
    let mut budget = Budget { work, is_due, ..Budget::default() };
    let found = prover::search(claim, &evidence::solver(stop), &mut budget);
    stop.spend(work.saturating_sub(budget.work));
    found
}

/// Inputs that separate many programs from this one.
pub fn inputs_to_try(words: &[u32], options: &Options) -> Vec<Given> {
    samples::samples([words, words], options)
}

/// Inputs that are likely to show a difference of two programs.
pub fn samples_of(words: [&[u32]; 2], options: &Options) -> Vec<Given> {
    samples::samples(words, options)
}

/// The same input for other programs: the array begins behind both.
pub fn placed(given: &Given, words: [&[u32]; 2], options: &Options) -> Given {
    let mut given = given.clone();
    if let Some(array) = &mut given.array {
        array.address = Some(samples::address_of_array(words, options));
    }
    given
}

/// Converts a claim's input to the programs' inputs.
pub fn given_of(input: &Input, words: [&[u32]; 2], options: &Options) -> Given {
    let stream = options.stream.clone();
    match options.array {
        None => Given { registers: input.words.clone(), array: None, stream },
        Some(_) => {
            let (address, elements) =
                (Some(samples::address_of_array(words, options)), elements_of(input));
            Given { registers: Vec::new(), array: Some(Array { address, elements }), stream }
        }
    }
}

/// The inputs of both programs as a claim's input: the inverse of [`given_of`].
fn input_of(given: &Given, claim: &Claim) -> Input {
    let name = claim.start[0].array.as_ref().map(|array| array.name.clone());
    match (&given.array, name) {
        (Some(Array { elements, .. }), Some(name)) => {
            let arrays = [(name, elements.clone())].into();
            Input { words: vec![elements.len() as u64], arrays }
        }
        _ => Input { words: given.registers.clone(), ..Input::default() },
    }
}

/// The elements of a claim's array. An input may list more than its length says.
pub fn elements_of(input: &Input) -> Vec<u64> {
    let length = input.words.first().copied().unwrap_or(0) as usize;
    let elements = input.arrays.values().next().into_iter().flatten();
    elements.take(length).copied().collect()
}

/// The other specifications under which the answer would change, with the run that shows it.
fn elsewhere(words: [&[u32]; 2], options: &Options, answer: &Answer) -> Vec<(Mode, Tried)> {
    let others = [Mode::Usual, Mode::Arm, Mode::Course];
    let others =
        others.into_iter().filter(|mode| *mode != options.mode && may_differ(words, *mode));
    others
        .filter_map(|mode| {
            let mut both = Both::new(words, mode);
            let tried = match answer {
                Answer::SameMachineCode => return None,
                Answer::Differ(tried, _) => {
                    let other = both.watch(&tried.given, options.fuel.max(tried.steps()))?;
                    let agree = agreement::agree(&other.runs[0], &other.runs[1]) == Some(true);
                    agree.then_some(other)?
                }
                Answer::Agree { .. } | Answer::Open(_) => {
                    let given = sample(words, mode, options, &mut ()).differ?;
                    let mut witness = |given: &Given| both.witness(given, options.fuel);
                    let small = samples::shrink(&given, |smaller| witness(smaller).is_some());
                    witness(&small)?.0
                }
            };
            Some((mode, tried))
        })
        .collect()
}

/// Whether a specification may change the answer for programs with these instructions.
fn may_differ(words: [&[u32]; 2], mode: Mode) -> bool {
    let has = |wanted: &[Op]| {
        let ops = words.into_iter().flatten().filter_map(|&word| decode(word));
        ops.map(|instruction| instruction.op).any(|op| wanted.contains(&op))
    };
    match mode {
        Mode::Usual => true,
        Mode::Arm => has(&[Op::Sdiv, Op::Udiv]),
        // A stored word may be executed.
        Mode::Course => has(&[Op::Sdiv, Op::Stur]) || has(&[Op::Ldur]) && has(&[Op::BCond]),
    }
}

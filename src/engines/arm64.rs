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

#[cfg(feature = "cli")]
pub mod alone;
mod assumed;
pub mod claimed;
#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod contract;
mod differing;
mod endless;
#[cfg(feature = "explanations")]
pub mod explored;
mod inputs;
mod placing;
#[cfg(feature = "explanations")]
pub(in crate::engines) mod printer;
mod samples;
mod searching;
pub mod table;
#[cfg(any(feature = "cli", feature = "arm64"))]
pub mod versions;

pub use assumed::Assumed;
pub use differing::Differing;
use endless::Suspects;
pub use inputs::Stream;
pub use placing::{ARRAY_AT, heap_behind, with_room};
pub use samples::key as size;
#[cfg(feature = "cli")]
pub(super) use samples::shrink;
pub use samples::{address_of_array as array_at, array_address};
pub use searching::is_about_inputs;
use searching::{ENDLESS, by_search, paths_of, search};

use std::rc::Rc;

use tamarin_kernel::claim::{Array as ArrayOfClaim, Observed, Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::Input;
use tamarin_kernel::{Claim, Evidence};
use tamarin_prove::arm64::{self as prover, Division};
use tamarin_prove::refute::Search as Paths;

use super::evidence;
use super::statement::{self, Among, Extent};
use crate::contract::{Problem, Spec, observation_of_arm64};
use crate::evidence::Termination;
use crate::machine::arm64::agreement::{self, Both, Tried, difference};
use crate::machine::arm64::emulator::Array;
use crate::machine::arm64::{Given, Image, Mode, Observable, Observation, Op, Register, decode};
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
    /// The input stream.
    pub stream: Stream,
    /// What is assumed about the inputs.
    pub assumed: Assumed,
    /// What is observed.
    pub observation: Observation,
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
            stream: Stream::default(),
            assumed: Assumed::default(),
            observation: Observation::default(),
            work: evidence::WORK,
        }
    }
}

impl Options {
    /// The question of a contract: about two numbers or an array, and an input stream, with conditions on the inputs and
    /// with what is observed. Other parts of the contract are ignored.
    ///
    /// # Errors
    ///
    /// All errors in the numbers, in the conditions and in the items that are observed.
    pub fn of(spec: &Spec) -> Result<Options, Vec<Problem>> {
        let Spec { assume, observe, .. } = spec;
        let array = spec.array.map(u64::from);
        let stream = Stream::of(spec).map_err(|problem| vec![problem])?;
        let options = Options { array, stream, ..Options::default() };
        let assumed = match array {
            None => Assumed::of_numbers(assume, options.numbers, options.stream.free()),
            Some(capacity) => Assumed::of_array(assume, capacity),
        };
        let observe = observe.as_deref();
        match (assumed, observation_of_arm64(observe, array)) {
            (Ok(assumed), Ok(observation)) => Ok(Options { assumed, observation, ..options }),
            (assumed, observation) => {
                let problems = assumed.err().into_iter().chain(observation.err());
                Err(problems.flatten().collect())
            }
        }
    }

    /// A program, ready to run.
    pub fn image(&self, words: &[u32]) -> Rc<Image> {
        Image::observed(words.to_vec(), self.mode, &self.observation)
    }

    /// Two programs, ready to run side by side.
    pub fn both(&self, words: [&[u32]; 2]) -> Both {
        Both::observed(words, self.mode, &self.observation)
    }
}

/// Maximum steps of runs that check whether a difference persists beyond the fuel.
const FAR: u64 = 100_000_000;

/// Maximum steps of runs on samples; the pair of runs that exceeds it is the last one.
const STEPS_OF_SAMPLES: u64 = 20_000_000;

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
    let mut both = Both::observed(words, mode, &options.observation);
    let mut sampled = Sampled::default();
    let mut steps = 0;
    for given in samples::samples(words, options) {
        let Some(mut tried) = both.run(&given, options.fuel) else { continue };
        steps += tried.runs.iter().map(|run| run.steps).sum::<u64>();
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
        if steps > STEPS_OF_SAMPLES {
            break;
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
    let is_one = words[0] == words[1];
    let claimed = options.fuel;
    let fuel = if is_one { claimed } else { samples::fuel(words, options) };
    let options = &Options { fuel, ..options.clone() };
    let Options { mode, array, ref assumed, ref observation, .. } = *options;
    let bytes = options.stream.free();
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
    let (assumed, observation) = (assumed.texts().to_vec(), observation.clone());
    let findings = Findings {
        answer,
        mode,
        fuel: claimed,
        array,
        bytes,
        assumed,
        observation,
        tried,
        one_sided,
        elsewhere,
    };
    (findings, evidence)
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
/// proof is searched for that it never does. `None` unless the programs differ there, and the options allow the input.
pub fn replay(
    words: [&[u32]; 2],
    options: &Options,
    given: &Given,
    stop: &solver::Stop,
) -> Option<Tried> {
    if !options.assumed.allows(given) {
        return None;
    }
    let mut both = options.both(words);
    let found = both.witness(given, options.fuel).or_else(|| both.witness(given, FAR / 10));
    let work = options.work / ENDLESS[1];
    let found = found.or_else(|| endless::proved(words, options, given, work, stop));
    found.or_else(|| both.witness(given, FAR)).map(|(tried, _)| tried)
}

/// The difference on a given input, or on a smaller input that also shows one.
fn differ_on(words: [&[u32]; 2], options: &Options, given: &Given, fuel: u64) -> Option<Answer> {
    let mut both = options.both(words);
    both.witness(given, fuel)?;
    let small = samples::shrink(given, |smaller| {
        options.assumed.allows(smaller) && both.witness(smaller, options.fuel).is_some()
    });
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

/// The claim that two programs agree that are given two numbers. `None` for arrays, where there are free bytes, and for
/// modes whose machine the kernel does not have.
pub(super) fn claim_of_numbers(words: [&[u32]; 2], options: &Options) -> Option<Claim> {
    let is_claimed =
        options.array.is_none() && options.stream.free() == 0 && is_exact(words, options);
    is_claimed.then(|| nearest_claim(words, options, agree(Stopping::Same)))
}

/// Why there is no claim in some modes.
const INEXACT: &str = "the kernel has no machine whose loads and stores write the flags";

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
    let mut claim = prover::claim(words, given, options.stream.text(), division, statement);
    if options.array.is_none() {
        for name in (2..options.numbers).map(|register| format!("x{register}")) {
            for start in &mut claim.start {
                start.registers.insert(name.clone(), Word::Input(name.clone()));
            }
            claim.inputs.push(name);
        }
        for name in (0..options.stream.free()).map(|byte| format!("in{byte}")) {
            for start in &mut claim.start {
                start.stream.push(Word::Input(name.clone()));
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
    claim.premises = options.assumed.premises(&claim.inputs);
    claim.observed = observed(&options.observation, claim.start[0].array.as_ref());
    claim
}

/// What a claim observes.
fn observed(observation: &Observation, array: Option<&ArrayOfClaim>) -> Observed {
    let result = observation.result.then(|| Register::RESULT.to_string());
    let mut all = Observed {
        registers: result.into_iter().collect(),
        output: observation.output,
        ..Observed::default()
    };
    for observable in &observation.others {
        match *observable {
            Observable::Register(register) => all.registers.push(register.to_string()),
            Observable::Word(address) => all.words.push(address.0.into()),
            Observable::Element(index) => {
                all.words.extend(array.map(|array| array.address + 8 * u64::from(index)));
            }
            Observable::Array => all.array = true,
            Observable::Kept(_) => unreachable!("it is refused for this machine"),
        }
    }
    all
}

/// Whether claims are about the machine of the mode. Without flags read after an access, or overflowing quotients, the
/// course's machine and the usual one agree.
fn is_exact(words: [&[u32]; 2], options: &Options) -> bool {
    options.mode != Mode::Course || options.array.is_none() && !may_differ(words, Mode::Course)
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
    let of_claim = match options.array {
        None => input.words.clone(),
        Some(_) => elements_of(input),
    };
    options.given(of_claim, samples::address_of_array(words, options))
}

/// The inputs of both programs as a claim's input: the inverse of [`given_of`].
fn input_of(given: &Given, claim: &Claim) -> Input {
    let name = claim.start[0].array.as_ref().map(|array| array.name.clone());
    match (&given.array, name) {
        (Some(Array { elements, .. }), Some(name)) => {
            let arrays = [(name, elements.clone())].into();
            Input { words: vec![elements.len() as u64], arrays }
        }
        // Of a claim about one run the array is part of the text.
        _ => {
            let numbers = Given { array: None, ..given.clone() };
            Input { words: numbers.words(), ..Input::default() }
        }
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
            let mut both = Both::observed(words, mode, &options.observation);
            let tried = match answer {
                Answer::SameMachineCode => return None,
                Answer::Differ(tried, _) => {
                    let other = both.watch(&tried.given, options.fuel.max(tried.steps()))?;
                    let agree = agreement::agree(&other.runs[0], &other.runs[1]) == Some(true);
                    agree.then_some(other)?
                }
                Answer::Agree { .. } | Answer::Open(_) => {
                    let given = sample(words, mode, options, &mut ()).differ?;
                    let mut witness = |given: &Given| {
                        let is_allowed = options.assumed.allows(given);
                        is_allowed.then(|| both.witness(given, options.fuel)).flatten()
                    };
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

//! Inputs on which one of two ARM64 programs ends and the other one never does.
//!
//! A run that repeats a state is recognised by the emulator ([`Both::witness`]). For other runs that are still going
//! on long after the other program has ended, a proof is attempted ([`nontermination`]).

use tamarin_kernel::Claim;
use tamarin_kernel::claim::{Statement, Steps, Stopping, Word};
use tamarin_kernel::evidence::{FactText, Side};

use super::samples::address_of_array;
use super::{Assumed, Options, agree, input_of, is_exact, nearest_claim};
use crate::engines::nontermination::{self, Shown, Subject};
use crate::machine::arm64::agreement::{Difference, Tried, difference};
use crate::machine::arm64::emulator::Array;
use crate::machine::arm64::{Given, Stop as End};
use crate::report::words::evidence::Names;
use crate::solver::Stop;

/// Maximum number of inputs for which a proof is attempted.
pub const SUSPECTS: usize = 3;

/// Inputs on which one program has ended and the other one has not. One of those on which a program ends in the same
/// way is enough.
#[derive(Default)]
pub struct Suspects {
    /// The program that has not ended, and the number of steps of the other one.
    kinds: Vec<(usize, u64)>,
    /// The inputs.
    pub given: Vec<Given>,
}

impl Suspects {
    /// Adds an input. Returns whether it is of a new kind.
    pub fn add(&mut self, tried: &Tried) -> bool {
        let Some(side) = tried.unfinished() else { return false };
        let kind = (side, tried.runs[1 - side].steps);
        let is_new = self.kinds.len() < KINDS && !self.kinds.contains(&kind);
        if is_new {
            self.kinds.push(kind);
            self.given.push(tried.given.clone());
        }
        is_new
    }
}

/// Maximum number of kinds of inputs on which runs are watched for a repeated state.
const KINDS: usize = 32;

/// Proves that the programs differ on an input: one of them ends there, and the other one never does. `work` is for each
/// proof.
pub fn proved(
    words: [&[u32]; 2],
    options: &Options,
    given: &Given,
    work: u64,
    stop: &Stop,
) -> Option<(Tried, Difference)> {
    if !is_exact(words, options) {
        return None;
    }
    let mut pair = Pair { words, options, work, stop, last: None };
    let found = nontermination::examine(&mut pair, given)?;
    let mut tried = pair.last?;
    for (run, proved) in tried.runs.iter_mut().zip(found.proved()) {
        assert!(
            proved.is_none() || run.stop == End::OutOfFuel,
            "a run that has ended is proved not to end: {run:?}"
        );
        run.proved = proved;
    }
    let difference = difference(&tried.runs[0], &tried.runs[1])?;
    Some((tried, difference))
}

/// Two programs on one input.
struct Pair<'p> {
    words: [&'p [u32]; 2],
    options: &'p Options,
    work: u64,
    stop: &'p Stop,
    /// The last runs.
    last: Option<Tried>,
}

impl Pair<'_> {
    /// The claim about a program and itself. The elements of an array are data behind the program's text, where the
    /// array is.
    fn claim(&self, program: usize, given: &Given, statement: Statement) -> Claim {
        let text = self.words[program];
        let Some(Array { address, elements }) = &given.array else {
            return nearest_claim([text; 2], self.options, statement);
        };
        let address = address.unwrap_or_else(|| address_of_array(self.words, self.options));
        let halves = elements.iter().flat_map(|&it| [it as u32, (it >> 32) as u32]);
        let mut words = text.to_vec();
        words.resize((address / 4) as usize, 0);
        words.extend(halves);
        let (array, assumed) = (None, Assumed::default());
        let options = Options { array, assumed, ..self.options.clone() };
        let mut claim = nearest_claim([&words; 2], &options, statement);
        claim.inputs.clear();
        for start in &mut claim.start {
            for (register, word) in [("x0", address), ("x1", elements.len() as u64)] {
                start.registers.insert(register.to_owned(), Word::Number(word));
            }
        }
        claim
    }

    fn shown(&self, claim: Claim) -> Option<Shown> {
        let Options { array, stream, .. } = self.options;
        Shown::of(claim, Names::arm64(array.is_some(), stream.free()), self.work, self.stop)
    }
}

impl Subject for Pair<'_> {
    type Inputs = Given;

    fn goes_on(&mut self, given: &Given, steps: u64) -> [bool; 2] {
        self.last = self.options.both(self.words).run(given, steps);
        let runs = self.last.as_ref().map(|tried| &tried.runs);
        runs.map_or([false; 2], |runs| runs.each_ref().map(|run| run.stop == End::OutOfFuel))
    }

    fn never_ends(&self, program: usize, given: &Given) -> Option<Shown> {
        let any = self.claim(program, given, agree(Stopping::Same));
        let input = input_of(given, &any);
        let statement = Statement::NeverStops { side: Side::Left, input };
        self.shown(Claim { statement, ..any })
    }

    fn ends(&self, program: usize, given: &Given) -> Option<Shown> {
        let stop = Stopping::Both;
        let claim = self.claim(program, given, Statement::Agree { steps: Steps::All, stop });
        let words = claim.inputs.iter().zip(input_of(given, &claim).words);
        let premises = words.map(|(name, word)| FactText::Text(format!("{name} = {word}")));
        let premises = premises.collect();
        self.shown(Claim { premises, ..claim })
    }
}

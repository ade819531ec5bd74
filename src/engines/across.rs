//! Compares a MIPS program with an ARM64 one.
//!
//! # The relation
//!
//! | | MIPS | ARM64 |
//! |---|---|---|
//! | inputs | two words | the same numbers: the words, sign-extended |
//! | array | at its address, 4 bytes an element | at its own address, 8 bytes an element; the same numbers |
//! | input stream | bytes | the same bytes |
//! | result | `$3` | the same number: `x0` is `$3`, sign-extended |
//! | output | bytes | the same bytes |
//! | fault | | a fault, of any kind |
//!
//! Programs of the two machines that are the same in a language still differ where a number leaves 32 bits, because 64
//! bits hold it. A difference of which that may be the reason is marked: [`Tried::beyond`] is the first number in the
//! ARM64 run that 32 bits do not hold. Differences without such a number are searched for first.
//!
//! # Method
//!
//! Both emulators run on inputs that are likely to show a difference. Then the [`paths`] of both programs are explored as
//! decision diagrams over the 64 bits of the two inputs. If they cover all inputs, the answer is exact. Loops whose
//! number of rounds depends on the inputs, and products of both inputs, are not covered: then the answer is open. No
//! kernel checks an answer of agreement, because its claims are about one machine.

mod paths;

use std::rc::Rc;

use num_bigint::BigUint;

use super::arm64::{samples_of, shrink};
use super::paths::outcome::{Outcome, outcome};
use super::paths::sweep;
use crate::contract::Contract;
use crate::machine::arm64::agreement::{Alone, Run};
use crate::machine::arm64::emulator::Array;
use crate::machine::arm64::record::{self, Location, Observer, Slot};
use crate::machine::arm64::{self, Given, Mode, Op, decode};
use crate::machine::{Image, Inputs, Output, Stop};
use crate::solver;

/// Maximum number of inputs of each machine's own sweep. Twice as many double the time of the first runs.
const SWEEP: usize = 1_500;

/// Maximum number of nodes of diagrams for the number of inputs, where a difference is known. Twice as many double the
/// time.
const COUNTED: u64 = 400_000;

/// What both programs are given, and the limits.
#[derive(Clone, Debug)]
pub struct Options {
    /// The source of the ARM64 machine.
    pub mode: Mode,
    /// Maximum number of steps of a run.
    pub fuel: u64,
    /// If present, the programs get an array of at most this many elements instead of numbers.
    pub array: Option<u32>,
    /// The input stream.
    pub stream: Vec<u8>,
}

/// A program of each machine.
pub struct Programs<'p> {
    /// The contract of the MIPS program.
    pub contract: &'p Contract,
    /// The MIPS program.
    pub mips: &'p Rc<Image>,
    /// The words of the ARM64 program.
    pub arm64: &'p [u32],
}

/// How two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Only the MIPS program faults.
    MipsFaults,
    /// Only the ARM64 program faults.
    Arm64Faults,
    /// The outputs differ.
    Outputs,
    /// The results differ in their low 32 bits.
    Results,
    /// The low 32 bits of the results are the same, and 32 bits do not hold the ARM64 result.
    Width,
}

/// A number that 32 bits do not hold, and the instruction that computes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The address of the instruction.
    pub at: u64,
    /// The number.
    pub value: u64,
}

/// Both programs on an input.
#[derive(Clone, Debug)]
pub struct Tried {
    /// The two numbers, or the elements of the array.
    pub inputs: Vec<u32>,
    /// The run of the MIPS program.
    pub mips: Outcome,
    /// The run of the ARM64 program.
    pub arm64: Run,
    /// The first number in the ARM64 run that 32 bits do not hold.
    pub beyond: Option<Beyond>,
}

/// The answer of a comparison.
#[derive(Clone, Debug)]
pub enum Answer {
    /// They differ on this input. `count` is the number of pairs of numbers on which they do, if it is known.
    Differ {
        /// The witness.
        tried: Box<Tried>,
        /// How they differ on it.
        difference: Difference,
        /// The number of all such inputs.
        count: Option<BigUint>,
        /// Whether the programs differ only where 32 bits do not hold the ARM64 result, whose low 32 bits are then the
        /// MIPS result. `None` if that is open.
        only_width: Option<bool>,
    },
    /// They agree on all inputs, and both stop on each.
    Agree {
        /// The number of paths that cover all inputs.
        paths: u32,
    },
    /// Neither is known.
    Open,
}

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The answer.
    pub answer: Answer,
    /// The number of inputs on which both programs were run.
    pub tried: u64,
    /// Of these, the number of inputs on which the ARM64 program computes no number beyond 32 bits.
    pub within: u64,
    /// An input on which one program had not ended and the other had.
    pub one_sided: Option<Box<Tried>>,
}

/// Compares two programs. Ends with what is known once `stop` is due.
pub fn compare(programs: &Programs<'_>, options: &Options, stop: &solver::Stop) -> Found {
    let mut runs = Runs::new(programs, options);
    runs.all(programs.samples(options), stop);
    let explored = match runs.differs_within() {
        // The paths only count the inputs that differ.
        true => paths::explore(&mut runs, &stop.within(COUNTED)),
        false => paths::explore(&mut runs, stop),
    };
    let answer = match (runs.witness(), explored) {
        (Some(tried), explored) => {
            let difference = difference(&tried).expect("it was replayed");
            let whole = explored.filter(|it| it.is_whole);
            let only_width = match whole.as_ref().map(|it| it.is_narrow_same) {
                _ if difference != Difference::Width => Some(false),
                is_narrow_same => is_narrow_same,
            };
            let count = whole.map(|it| it.differing);
            Answer::Differ { tried: Box::new(tried), difference, count, only_width }
        }
        (None, Some(it)) if it.is_whole && it.differing == BigUint::ZERO => {
            Answer::Agree { paths: it.explored }
        }
        (None, _) => Answer::Open,
    };
    let Runs { tried, within, one_sided, .. } = runs;
    Found { answer, tried, within, one_sided: one_sided.map(Box::new) }
}

impl Programs<'_> {
    /// Inputs that are likely to show a difference: those of each machine's own comparisons.
    fn samples(&self, options: &Options) -> Vec<Vec<u32>> {
        let of_mips = sweep::spread(self.contract, [self.mips; 2], SWEEP);
        let of_mips = of_mips.map(|inputs| match options.array {
            None => inputs.to_vec(),
            Some(_) => {
                let length = inputs.first().map_or(0, |&length| length as usize);
                inputs.iter().skip(1).take(length).copied().collect()
            }
        });
        let arm64 = super::arm64::Options {
            mode: options.mode,
            array: options.array.map(u64::from),
            ..super::arm64::Options::default()
        };
        // The low halves of wide numbers are corners, too.
        let narrow = |words: &[u64]| words.iter().map(|&word| word as u32).collect::<Vec<_>>();
        let of_arm64 = samples_of([self.arm64; 2], &arm64).into_iter().map(|given| {
            given.array.map_or(narrow(&given.registers), |array| narrow(&array.elements))
        });
        of_mips.chain(of_arm64).collect()
    }
}

/// Runs both programs, and keeps what was found.
struct Runs<'r> {
    programs: &'r Programs<'r>,
    options: &'r Options,
    machine: Alone,
    seen: rustc_hash::FxHashSet<Vec<u32>>,
    tried: u64,
    within: u64,
    /// The first inputs that show a difference: without and with numbers beyond 32 bits.
    differ: [Option<Vec<u32>>; 2],
    one_sided: Option<Tried>,
}

impl<'r> Runs<'r> {
    fn new(programs: &'r Programs<'r>, options: &'r Options) -> Runs<'r> {
        let machine = Alone::new(programs.arm64, options.mode);
        Runs {
            programs,
            options,
            machine,
            seen: Default::default(),
            tried: 0,
            within: 0,
            differ: [None, None],
            one_sided: None,
        }
    }

    /// Whether a difference without numbers beyond 32 bits is known.
    fn differs_within(&self) -> bool {
        self.differ[0].is_some()
    }

    /// Runs both programs on inputs, until a difference within 32 bits is found.
    fn all(&mut self, inputs: Vec<Vec<u32>>, stop: &solver::Stop) {
        for inputs in inputs {
            if self.differs_within() || stop.is_due() {
                return;
            }
            self.run(&inputs);
        }
    }

    /// Runs both programs on an input that was not tried yet, and keeps what it shows. Returns whether they differ.
    fn run(&mut self, inputs: &[u32]) -> bool {
        if !self.seen.insert(inputs.to_vec()) {
            return false;
        }
        let Some(tried) = self.on(inputs) else { return false };
        self.tried += 1;
        self.within += u64::from(tried.beyond.is_none());
        let [mips, arm64] =
            [tried.mips.stop == Stop::OutOfFuel, tried.arm64.stop == arm64::Stop::OutOfFuel];
        let differs = difference(&tried).is_some();
        if differs {
            let kept = &mut self.differ[usize::from(tried.beyond.is_some())];
            kept.get_or_insert(tried.inputs);
        } else if mips != arm64 && self.one_sided.is_none() {
            self.one_sided = Some(tried);
        }
        differs
    }

    /// Both runs on an input. `None` if an array does not fit into memory.
    fn on(&mut self, inputs: &[u32]) -> Option<Tried> {
        let Options { fuel, array, .. } = *self.options;
        let mips: Inputs = match array {
            None => inputs.into(),
            Some(most) => {
                let mut words = vec![0; most as usize + 1];
                words[0] = inputs.len() as u32;
                words[1..=inputs.len()].copy_from_slice(inputs);
                words.as_slice().into()
            }
        };
        let given = self.given(inputs);
        Some(Tried {
            inputs: inputs.to_vec(),
            mips: outcome(self.programs.mips, &mips, fuel),
            arm64: self.machine.run(&given, fuel)?,
            beyond: self.beyond(&given),
        })
    }

    /// What the ARM64 program is given.
    fn given(&self, inputs: &[u32]) -> Given {
        let words: Vec<u64> = inputs.iter().map(|&word| extended(word)).collect();
        let with = |registers: Vec<u64>, array| Given {
            registers,
            array,
            stream: self.options.stream.clone(),
            is_stream_free: false,
        };
        match self.options.array {
            None => with(words, None),
            Some(_) => {
                let address = super::arm64::array_address([self.programs.arm64; 2]);
                with(Vec::new(), Some(Array { address: Some(address), elements: words }))
            }
        }
    }

    fn beyond(&self, given: &Given) -> Option<Beyond> {
        let image: Rc<arm64::Image> =
            arm64::Image::new(self.programs.arm64.to_vec(), self.options.mode);
        let mut machine = arm64::Machine::new(&image, given)?;
        let mut watch = Watch { words: self.programs.arm64, at: 0, found: None };
        record::run(&mut machine, self.options.fuel, &mut watch);
        watch.found
    }

    /// A small input that shows a difference, within 32 bits if one is known, with both runs.
    fn witness(&mut self) -> Option<Tried> {
        let inputs = self.differ.iter().flatten().next()?.clone();
        let is_within = self.differs_within();
        let first = self.given(&inputs);
        let narrow = |given: &Given| -> Option<Vec<u32>> {
            let words = given.array.as_ref().map_or(&given.registers, |array| &array.elements);
            let word = |&word: &u64| (extended(word as u32) == word).then_some(word as u32);
            words.iter().map(word).collect()
        };
        let small = shrink(&first, |smaller| {
            let tried = narrow(smaller).and_then(|inputs| self.on(&inputs));
            tried.is_some_and(|tried| {
                difference(&tried).is_some() && tried.beyond.is_none() == is_within
            })
        });
        self.on(&narrow(&small)?)
    }
}

/// A word of 64 bits that is the same number as one of 32 bits.
fn extended(word: u32) -> u64 {
    i64::from(word as i32) as u64
}

/// The difference of two runs. `None` if they agree or if one has not ended.
pub fn difference(Tried { mips, arm64, .. }: &Tried) -> Option<Difference> {
    let same_output = |a: &Output, b: &Output| a == b;
    match (mips.stop, arm64.stop) {
        (Stop::OutOfFuel, _) | (_, arm64::Stop::OutOfFuel) => None,
        (Stop::Fault(_), arm64::Stop::Done) => Some(Difference::MipsFaults),
        (Stop::Done, arm64::Stop::Fault(_)) => Some(Difference::Arm64Faults),
        _ if !same_output(&mips.output, &arm64.output) => Some(Difference::Outputs),
        (Stop::Fault(_), arm64::Stop::Fault(_)) => None,
        (Stop::Done, arm64::Stop::Done) if extended(mips.result) == arm64.result => None,
        (Stop::Done, arm64::Stop::Done) if mips.result == arm64.result as u32 => {
            Some(Difference::Width)
        }
        (Stop::Done, arm64::Stop::Done) => Some(Difference::Results),
    }
}

/// Watches an ARM64 run for the first number that 32 bits do not hold. Constants and what is in memory do not count.
struct Watch<'w> {
    words: &'w [u32],
    at: u64,
    found: Option<Beyond>,
}

impl Observer for Watch<'_> {
    fn begin(&mut self, at: u64) {
        self.at = at;
    }

    fn word(&mut self, slot: Slot, _: Location, value: u64) -> u64 {
        let computes = || {
            let word = usize::try_from(self.at / 4).ok().and_then(|index| self.words.get(index));
            word.and_then(|&word| decode(word)).is_some_and(|it| {
                matches!(
                    it.op,
                    Op::Add | Op::Sub | Op::Mul | Op::Smulh | Op::Umulh | Op::Sdiv | Op::Udiv
                )
            })
        };
        if slot == Slot::Register
            && self.found.is_none()
            && extended(value as u32) != value
            && computes()
        {
            self.found = Some(Beyond { at: self.at, value });
        }
        value
    }
}

//! The instructions that cause the difference of two ARM64 programs.
//!
//! A fix of RootCause ([`super`]) replaces what an instruction of one program writes by what an instruction
//! of the other program, the reference, wrote on the same input. A *cause* is a smallest set of fixes
//! ([`hitting`](super::hitting)) with which the programs agree on all inputs that are run: inputs on which
//! they differ, and others, so that a fix does not break them. Nearly every program with one output has a fix
//! that replaces the output itself, so these fixes come last.
//!
//! For MIPS the checks are proved over terms. This machine has no terms, so a check concerns inputs that were
//! run, and the report has their number. A set that passes a few inputs is run on all that are likely to show
//! a difference. An input on which it fails joins the few, and the search begins again.

mod labels;
mod runs;

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::FIXES_PER_SET;
use super::hitting::{Fixing, Tree};
use super::options::Check;
use crate::engines::arm64::{self, Differing};
use crate::engines::mend;
use crate::link::File;
use crate::machine::arm64::agreement::{Alone, agree, difference};
use crate::machine::arm64::record::Slot;
use crate::machine::arm64::{Given, Stop as End};
use crate::program::{Address, Program as Linked};
use crate::report::Side;
use crate::solver::Stop;
use labels::{Candidate, first_change, fixes, is_operand};
pub use runs::{Fix, Site, Written};
use runs::{Overrides, Program, Run, overrides};

/// Maximum number of inputs, in addition to the witness, on which fixes are tried first.
const FEW: usize = 24;
/// Maximum number of steps of runs in the search for sets of one size, and of runs that check a set. Twice as
/// many allow programs of twice as many instructions.
const STEPS_OF_RUNS: u64 = 4_000_000;
/// Maximum number of sets of one size that are checked.
const CHECKED: u32 = 12;

/// The instructions of the other program that are likely to be wrong.
#[derive(Clone, Debug, Default)]
pub struct Suspects {
    /// Instructions that a repair changes.
    pub mended: BTreeSet<u64>,
    /// Instructions of the left and the right program whose lines are not in both texts.
    pub differing: [BTreeSet<u64>; 2],
}

impl Suspects {
    /// The suspects of two programs that were linked from these files. `mended` are the instructions
    /// of the program to explain that a repair changes.
    pub fn new(
        programs: [&Linked; 2],
        files: [&[File<'_>]; 2],
        mended: impl IntoIterator<Item = Address>,
    ) -> Suspects {
        let differing = mend::differing_for(mend::ARM64, programs, files);
        let wide = |addresses: BTreeSet<Address>| addresses.into_iter().map(|it| it.0.into());
        Suspects {
            mended: mended.into_iter().map(|it| it.0.into()).collect(),
            differing: differing.map(|addresses| wide(addresses).collect()),
        }
    }
}

/// Fixes with which two programs agree on the inputs that were run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// [`Check::AllFix`], or [`Check::LeftPathFix`]: only inputs count on which the reference takes
    /// the path of the witness.
    pub check: Check,
    /// The program whose words are taken.
    pub reference: Side,
    /// The fixes. Without any one of them the programs differ on an input that counts.
    pub members: Vec<Member>,
    /// Whether a fix replaces the output itself.
    pub is_trivial: bool,
    /// The inputs on which it was tried.
    pub counts: Counts,
}

/// Numbers of inputs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The inputs that were run and count. On each of them the reference ends.
    pub tried: u64,
    /// Those of them on which the programs differ without the fixes.
    pub differing: u64,
    /// Those of them on which it is not known whether they do, because the program that is not the
    /// reference has not ended.
    pub unfinished: u64,
}

/// A fix of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The fix.
    pub fix: Fix,
    /// An input on which the other fixes do not suffice.
    pub given: Given,
    /// The word that the reference writes there, and the first one that it replaces.
    pub words: [Written; 2],
}

/// The fewest instructions of the program that is not the reference that explain the difference.
/// `None` if there are no such sets within the limits, or `stop` is due.
pub fn cause(
    differing: &Differing<'_>,
    reference: Side,
    suspects: &Suspects,
    stop: &Stop,
) -> Option<Cause> {
    let mut samples = Samples::new(differing, reference, suspects, stop)?;
    let nontrivial = [(Check::AllFix, FIXES_PER_SET), (Check::LeftPathFix, 2)];
    let trivial = [(Check::AllFix, FIXES_PER_SET), (Check::LeftPathFix, 1)];
    for (checks, takes_trivial) in [(nontrivial, false), (trivial, true)] {
        for (check, most) in checks {
            (samples.check, samples.takes_trivial) = (check, takes_trivial);
            for size in 1..=most {
                if let Some(found) = samples.smallest(size) {
                    return Some(found);
                }
            }
        }
    }
    None
}

/// An input, and the reference's run on it.
struct Sample {
    given: Given,
    first: Run,
    /// Whether the reference takes the path of the witness.
    is_on_path: bool,
}

/// The inputs on which fixes are tried, the witness first.
struct Samples<'s> {
    programs: [Program; 2],
    /// The program that is not the reference, as it is.
    wrong: Alone,
    reference: Side,
    suspects: &'s Suspects,
    stop: &'s Stop,
    fuel: u64,
    few: Vec<Sample>,
    /// All inputs.
    all: Vec<Given>,
    /// Steps of runs since the last search began.
    steps: u64,
    check: Check,
    takes_trivial: bool,
    /// Whether the programs agree on a sample with words replaced, for the runs so far. Many fixes put the
    /// same words in the same place of a run.
    known: FxHashMap<(usize, Vec<Replaced>), bool>,
}

/// A replaced word: its instruction, slot and execution, and the new word.
type Replaced = ((u64, Slot, u32), u64);

impl<'s> Samples<'s> {
    /// `None` if the reference does not end on the witness.
    fn new(
        differing: &Differing<'_>,
        reference: Side,
        suspects: &'s Suspects,
        stop: &'s Stop,
    ) -> Option<Samples<'s>> {
        let Differing { options, tried, .. } = *differing;
        let words = differing.words();
        let sides = [reference, reference.other()];
        let programs = sides.map(|side| Program::new(words[side.index()], options));
        let mut samples = Samples {
            programs,
            wrong: Alone::of(&options.image(words[reference.other().index()])),
            reference,
            suspects,
            stop,
            fuel: options.fuel.max(tried.steps().saturating_add(1)),
            few: Vec::new(),
            all: arm64::samples_of(words, options),
            steps: 0,
            check: Check::AllFix,
            takes_trivial: false,
            known: FxHashMap::default(),
        };
        let witness = samples.sample(&tried.given)?;
        samples.few.push(witness);
        let stride = (samples.all.len() / FEW).max(1);
        let probes: Vec<Given> = samples.all.iter().step_by(stride).cloned().collect();
        for given in &probes {
            let sample = samples.sample(given);
            samples.few.extend(sample);
        }
        samples.all.insert(0, tried.given.clone());
        Some(samples)
    }

    /// An input on which the reference ends.
    fn sample(&self, given: &Given) -> Option<Sample> {
        let first = self.programs[0].run(given, self.fuel, &Overrides::default())?;
        if first.end.stop == End::OutOfFuel {
            return None;
        }
        let is_on_path = self.few.first().is_none_or(|witness| witness.first.path == first.path);
        Some(Sample { given: given.clone(), first, is_on_path })
    }

    fn counts(&self, sample: &Sample) -> bool {
        self.check == Check::AllFix || sample.is_on_path
    }

    /// The other program's run on a sample with fixes, and whether the programs agree.
    fn fixed(&mut self, sample: &Sample, fixes: &[Fix]) -> Option<(Run, bool)> {
        let overrides = overrides(fixes, &sample.first.written);
        let run = self.programs[1].run(&sample.given, self.fuel, &overrides)?;
        self.steps += run.end.steps;
        self.stop.spend(1 + run.end.steps / Stop::STEPS_PER_UNIT);
        let agrees =
            run.end.stop != End::OutOfFuel && difference(&sample.first.end, &run.end).is_none();
        Some((run, agrees))
    }

    /// Whether the programs agree on a sample as they are, if that is known.
    fn agree_unfixed(&mut self, sample: &Sample) -> Option<bool> {
        let run = self.wrong.watch(&sample.given, self.fuel)?;
        self.steps += run.steps;
        agree(&sample.first.end, &run)
    }

    fn run(&mut self, index: usize, fixes: &[Fix]) -> (Run, bool) {
        let few = std::mem::take(&mut self.few);
        let run = self.fixed(&few[index], fixes);
        self.few = few;
        run.expect("the array fitted before")
    }

    /// Whether the programs agree on a sample with fixes.
    fn agree(&mut self, index: usize, fixes: &[Fix]) -> bool {
        let overrides = overrides(fixes, &self.few[index].first.written);
        let mut replaced: Vec<Replaced> = overrides.into_iter().collect();
        replaced.sort_unstable();
        let key = (index, replaced);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let (_, agrees) = self.run(index, fixes);
        self.known.insert(key, agrees);
        agrees
    }

    /// A set of that size.
    fn smallest(&mut self, size: usize) -> Option<Cause> {
        let excluded = FxHashSet::default();
        for _ in 0..CHECKED {
            self.steps = 0;
            let mut found = Vec::new();
            if !Tree::new(self, size, &excluded).find(&mut found) {
                return None;
            }
            self.steps = 0;
            match self.checked(&found) {
                Ok(counts) => return self.cause_of(&found, counts),
                Err(failed) => self.few.push(*failed),
            }
        }
        None
    }

    /// Runs fixes on all inputs that count. The error is a sample on which they fail.
    fn checked(&mut self, found: &[Fix]) -> Result<Counts, Box<Sample>> {
        let all = std::mem::take(&mut self.all);
        let mut counts = Counts::default();
        let mut failed = None;
        for (index, given) in all.iter().enumerate() {
            if index > 0 && *given == all[0] {
                continue;
            }
            let Some(sample) = self.sample(given).filter(|sample| self.counts(sample)) else {
                continue;
            };
            let Some((_, agrees)) = self.fixed(&sample, found) else { continue };
            if !agrees {
                failed = Some(Box::new(sample));
                break;
            }
            counts.tried += 1;
            // The witness comes first. Its difference may be one that only a proof shows.
            let agree = if index == 0 { Some(false) } else { self.agree_unfixed(&sample) };
            counts.differing += u64::from(agree == Some(false));
            counts.unfinished += u64::from(agree.is_none());
            if self.is_over() {
                break;
            }
        }
        self.all = all;
        failed.map_or(Ok(counts), Err)
    }

    /// The cause, if each of the fixes is needed.
    fn cause_of(&mut self, found: &[Fix], counts: Counts) -> Option<Cause> {
        let mut members = Vec::new();
        let mut is_trivial = false;
        for &fix in found {
            let others: Vec<Fix> = found.iter().copied().filter(|other| *other != fix).collect();
            let index = self.failing(&others)?;
            let (run, _) = self.run(index, &others);
            let sample = &self.few[index];
            let words = first_change(&sample.first.written, &run.written, fix)?;
            let candidates = fixes([&sample.first, &run]).0;
            is_trivial |= candidates.iter().any(|it| it.fix.to == fix.to && it.is_trivial);
            members.push(Member { fix, given: sample.given.clone(), words });
        }
        let Samples { check, reference, .. } = *self;
        Some(Cause { check, reference, members, is_trivial, counts })
    }

    /// How likely a fix is, the likeliest first.
    fn near(&self, fix: Fix) -> (bool, bool) {
        let Suspects { mended, differing } = self.suspects;
        let is_in = |side: Side, at: u64| differing[side.index()].contains(&at);
        let is_changed =
            is_in(self.reference, fix.from.at) || is_in(self.reference.other(), fix.to.at);
        (!mended.contains(&fix.to.at), !is_changed)
    }
}

impl Fixing for Samples<'_> {
    type Fix = Fix;

    fn failing(&mut self, fixes: &[Fix]) -> Option<usize> {
        (0..self.few.len())
            .find(|&index| self.counts(&self.few[index]) && !self.agree(index, fixes))
    }

    fn agrees(&mut self, sample: usize, fixes: &[Fix]) -> bool {
        self.agree(sample, fixes)
    }

    fn more(&mut self, sample: usize, fixes: &[Fix]) -> (Vec<Fix>, bool) {
        let (run, _) = self.run(sample, fixes);
        let (mut more, is_cut) = labels::fixes([&self.few[sample].first, &run]);
        more.retain(|Candidate { fix, is_trivial }| {
            // Operands are taken and replaced only by single fixes.
            let is_alone = ![fix.from, fix.to].iter().any(|place| is_operand(place.slot));
            (self.takes_trivial || !is_trivial)
                && (fixes.is_empty() || is_alone)
                && fixes.iter().all(|other| !other.to.overlaps(&fix.to))
        });
        more.sort_by_key(|it| self.near(it.fix));
        (more.into_iter().map(|it| it.fix).collect(), is_cut)
    }

    fn is_over(&self) -> bool {
        self.steps > STEPS_OF_RUNS || self.stop.is_due()
    }
}

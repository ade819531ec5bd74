//! Program repair: searches for an edit that makes two programs agree.
//!
//! A person who sees that two programs differ wants to know what to write instead. The program that
//! is not the reference is edited ([`wrong`]).
//!
//! If an edit is known that repairs a similar program, edits of its form come first ([`alike`]).
//! Edits that the assembler suggests come next ([`hinted`]). If the texts differ in few lines, the
//! edits that restore these lines follow ([`restore`]): all of them together make the machine
//! code of both identical. Then edits of the text ([`EditKind`](crate::evidence::EditKind)) are
//! tried, likely mistakes first, guided by counterexamples (Solar-Lezama, "Program synthesis by
//! sketching", 2008). Each is assembled and run by the emulator on the inputs on which an edit has
//! failed so far, and on a few others. If it agrees with the reference on all of them, the
//! comparison engine either proves it, or finds an input on which it fails, which joins the others.
//! Edits that work by accident come last: they name `$0`, `$29`, `$30` or `$31` where nobody would.
//!
//! Unlike the fixes of Lahiri, Sinha and Hawblitzel (CAV 2015), an edit is a repair: it changes one
//! program alone.

mod alike;
mod edits;
mod hinted;
mod hunks;
mod missing;
mod restore;
mod wrong;

use std::rc::Rc;

pub use alike::{form, in_common};
pub use edits::{Change, Edit, constants, edits, repairs};
pub use hunks::differing;

use super::difference::Difference;
use super::paths::{self, Clock, Observer, Options, Signal, Signalled, outcome, sweep};
use crate::asm::SourceLines;
use crate::evidence::EditKind;
use crate::link::{self, Content, File};
use crate::machine::values::Values;
use crate::machine::{BinaryOp, Image, Inputs, Machine, Recorder, Tagged};
use crate::program::{Address, Program};
use crate::report::{Agreement, Event, Progress, Side, Verdict};
use crate::solver::{Effort, Solver, Stop};

/// Maximum number of edits that are assembled.
const EDITS: usize = 20_000;
/// Maximum number of steps of runs with an edit.
const STEPS: u64 = 100_000_000;
/// Maximum number of comparisons.
const COMPARISONS: usize = 40;
/// Number of inputs, beside the witness, on which each edit is run before it is compared.
const PROBES: usize = 64;
/// Maximum number of runs of one comparison.
const RUNS: u32 = 400;
/// The effort of a query of a comparison.
const EFFORT: Effort = Effort(10_000);
/// Steps of runs with an edit that are a unit of work.
const STEPS_PER_UNIT: u64 = 500;
/// Units of work of a comparison, beside those of its solver.
const UNITS_OF_COMPARISON: u64 = 2_000;

/// An edit that makes the programs agree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The program that is edited.
    pub side: Side,
    /// The edit.
    pub edit: Edit,
    /// Whether that is proved for all inputs; otherwise the programs agree as far as was checked.
    pub proved: bool,
}

impl Mend {
    /// The program with the edit, linked from these files.
    pub fn image(&self, files: &[File<'_>], options: &Options) -> Option<Rc<Image>> {
        build(&self.edit, files, self.side, options)
    }

    /// The lines of that program, where all its files are texts in assembly.
    pub fn lines(&self, files: &[File<'_>]) -> Option<SourceLines> {
        let text = |(index, file): (usize, &File<'_>)| match file.content {
            Content::Text(text) if index == self.edit.file => Some(self.edit.apply(text)),
            Content::Text(text) => Some(text.to_owned()),
            _ => None,
        };
        let texts: Vec<String> = files.iter().enumerate().map(text).collect::<Option<_>>()?;
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        Some(SourceLines::new(&texts, &linked(&self.edit, files)?))
    }
}

/// The first edit of one program that makes it agree with the reference: a proved one if the limits
/// allow one. Each program was linked from its files. Without a `reference`, the runs on the
/// witness determine which program is wrong ([`wrong`]). Returns the best result so far once `stop`
/// is due or the observer breaks.
pub async fn mend(
    difference: &Difference<'_>,
    all_files: [&[File<'_>]; 2],
    reference: Option<Side>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<Mend> {
    mend_like(difference, all_files, (reference, None), solver, stop, observer).await
}

/// As [`mend`]; edits of this [form](Edit::form) are tried first.
pub async fn mend_like(
    difference: &Difference<'_>,
    all_files: [&[File<'_>]; 2],
    (reference, like): (Option<Side>, Option<&str>),
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<Mend> {
    let Difference { images, options, .. } = *difference;
    let side = reference.map_or_else(|| wrong::wrong(difference), Side::other);
    let [good, bad] = [side.other(), side].map(|side| images[side.index()]);
    let [good_files, files] = [side.other(), side].map(|side| all_files[side.index()]);
    let program = link::program(files).output?;
    let mut restoring = restore::restoring(&program, [good_files, files]);
    let (mut accidental, mut listed): (Vec<Edit>, Vec<Edit>) =
        repairs(&program, files, [good, bad]).into_iter().partition(Edit::is_accidental);
    let touched = touched(bad, &difference.inputs, options.fuel);
    let mut tests = Tests::new(difference, side);
    let mut unproved = None;
    let (mut built, mut comparisons) = (0, 0);
    let hinted = hinted::hinted(&program, files);
    let mut alike = match like {
        Some(form) => {
            let all = [&hinted, &restoring.first, &listed, &restoring.short, &restoring.long];
            all.into_iter().flatten().filter(|edit| edit.form() == form).cloned().collect()
        }
        None => Vec::new(),
    };
    let mut hinted = hinted;
    for wave in Wave::ALL {
        // A change of words that the run on the witness does not use has no effect there.
        let is_touched = |edit: &Edit| {
            matches!(edit.kind, EditKind::Restored | EditKind::Hinted)
                || edit.words.clone().any(|word| touched.get(word) == Some(&true))
        };
        let edits = match wave {
            Wave::Alike => std::mem::take(&mut alike),
            Wave::Hinted => std::mem::take(&mut hinted),
            Wave::First => std::mem::take(&mut restoring.first),
            Wave::Short => std::mem::take(&mut restoring.short),
            Wave::Long => std::mem::take(&mut restoring.long),
            Wave::Listed => std::mem::take(&mut listed),
            Wave::Accidental => std::mem::take(&mut accidental),
            Wave::Missing if unproved.is_some() => continue,
            Wave::Missing => missing::missing(difference, side, &program, files),
        };
        let of = Some(edits.len() as u32);
        for (tried, edit) in edits.into_iter().enumerate() {
            let is_limit = built >= EDITS || tests.steps > STEPS || comparisons >= COMPARISONS;
            // Edits that restore lines are few and likely to work.
            if is_limit && edit.kind != EditKind::Restored {
                break;
            }
            if !is_touched(&edit) {
                continue;
            }
            let proofs = comparisons as u32;
            let progress = Progress { tried: tried as u32, of, proofs };
            if stop.is_due() || observer.progress(progress).await.is_break() {
                return unproved;
            }
            let Some(edited) = build(&edit, files, side, options) else { continue };
            built += 1;
            let steps = tests.steps;
            let passes = tests.pass(&edited);
            stop.spend(program.words.len() as u64 + (tests.steps - steps) / STEPS_PER_UNIT);
            if !passes {
                continue;
            }
            comparisons += 1;
            let spent = solver.spent();
            let mut watch = Watch { observer: &mut *observer, stop, failed: None };
            let options =
                Options { max_runs: RUNS, effort: EFFORT.min(options.effort), ..options.clone() };
            let options = Options { max_work: least(options.max_work, stop.left()), ..options };
            let [left, right] = match side {
                Side::Left => [&edited, images[1]],
                Side::Right => [images[0], &edited],
            };
            let report = paths::compare(left, right, &options, solver, &mut watch).await;
            stop.spend(UNITS_OF_COMPARISON + solver.spent().saturating_sub(spent));
            match (report.verdict, watch.failed) {
                (_, Some(inputs)) => tests.insert(inputs),
                (Verdict::Equivalent, None) => return Some(Mend { side, edit, proved: true }),
                (Verdict::Disequivalent, None) => {
                    report.witness.into_iter().for_each(|witness| tests.insert(witness.inputs));
                }
                (_, None) if stop.is_due() => return unproved,
                (_, None) => {
                    unproved.get_or_insert(Mend { side, edit, proved: false });
                    // If one of many similar edits is undecided, the others probably are, too.
                    if wave == Wave::Missing {
                        break;
                    }
                }
            }
        }
    }
    unproved
}

/// The smaller one of two limits.
fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    one.into_iter().chain(other).min()
}

/// A group of edits that are tried together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wave {
    /// Edits of a form that is likely.
    Alike,
    /// Edits that the assembler suggests.
    Hinted,
    /// Edits that restore one statement of the reference's text.
    First,
    /// Edits of tokens, and of statements that one of the programs has.
    Listed,
    /// Edits that restore a few lines of the reference's text.
    Short,
    /// If none of these works: statements that neither program has.
    Missing,
    /// Edits that restore many lines of the reference's text.
    Long,
    /// Edits that work by accident.
    Accidental,
}

impl Wave {
    /// In the order in which they are tried.
    const ALL: [Wave; 8] = [
        Wave::Alike,
        Wave::Hinted,
        Wave::First,
        Wave::Listed,
        Wave::Short,
        Wave::Missing,
        Wave::Long,
        Wave::Accidental,
    ];
}

/// The program with an edit, if it can be linked.
pub(super) fn linked(edit: &Edit, files: &[File]) -> Option<Program> {
    let Content::Text(text) = files.get(edit.file)?.content else { return None };
    let edited = edit.apply(text);
    let mut files = files.to_vec();
    files[edit.file].content = Content::Text(&edited);
    link::program(&files).output
}

/// The image of that program.
pub(super) fn build(
    edit: &Edit,
    files: &[File],
    side: Side,
    options: &Options,
) -> Option<Rc<Image>> {
    options.contract.image(side.index(), &linked(edit, files)?).ok()
}

/// The inputs on which each edit is run, with the reference's outcomes.
struct Tests<'d> {
    difference: &'d Difference<'d>,
    reference: &'d Rc<Image>,
    /// The input on which an edit failed most recently comes first.
    inputs: Vec<(Inputs, outcome::Outcome)>,
    steps: u64,
}

impl<'d> Tests<'d> {
    /// The tests for the program on that side.
    fn new(difference: &'d Difference<'d>, side: Side) -> Tests<'d> {
        let reference = difference.images[side.other().index()];
        let mut tests = Tests { difference, reference, inputs: Vec::new(), steps: 0 };
        let contract = &difference.options.contract;
        let probes = sweep::spread(contract, difference.images, PROBES);
        probes.for_each(|inputs| tests.insert(inputs));
        tests.insert(difference.inputs.clone());
        tests
    }

    fn insert(&mut self, inputs: Inputs) {
        let outcome = outcome::outcome(self.reference, &inputs, self.difference.options.fuel);
        self.inputs.insert(0, (inputs, outcome));
    }

    /// Whether a program agrees with the reference on all of them.
    fn pass(&mut self, edited: &Rc<Image>) -> bool {
        let options = self.difference.options;
        let mut machine = Machine::new(edited, &self.difference.inputs);
        for index in 0..self.inputs.len() {
            let (inputs, left) = &self.inputs[index];
            machine.restart(inputs);
            let stop = machine.run(options.fuel, &mut ());
            self.steps += machine.steps;
            let right = outcome::Outcome::of(&machine, stop);
            let is_open = outcome::agreement(left, &right) == Agreement::Inconclusive;
            let one_stops = left.stop != right.stop;
            if outcome::difference(left, &right).is_some() || is_open && one_stops {
                let failed = self.inputs.remove(index);
                self.inputs.insert(0, failed);
                return false;
            }
        }
        true
    }
}

/// Which words of a program its run on an input executes or loads.
fn touched(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Vec<bool> {
    let mut recorder = Touched(vec![false; image.words().len()]);
    Machine::new(image, inputs).run(fuel, &mut recorder);
    recorder.0
}

/// Marks words of the text that a run uses.
struct Touched(Vec<bool>);

impl Touched {
    fn mark(&mut self, address: u32) {
        if let Some(word) = self.0.get_mut(Address(address).word_index()) {
            *word = true;
        }
    }
}

/// Only addresses are tracked.
impl Values for Touched {
    type Word = ();
    type Address = ();

    fn constant(&mut self, _: u32) {}
    fn binary(&mut self, _: BinaryOp, (): (), (): ()) {}
    fn address(&mut self, (): (), _: i16) {}
}

impl Recorder for Touched {
    fn begin(&mut self, at: Address) {
        self.mark(at.0);
    }

    fn get(&mut self, _: crate::machine::mips::Reg) {}
    fn hi(&mut self) {}
    fn lo(&mut self) {}

    fn text_word(&mut self, address: u32, _: u32, _: bool) {
        self.mark(address);
    }

    fn input(&mut self, _: usize, _: u32) {}

    fn load(&mut self, address: Tagged<()>, _: u32) {
        self.mark(address.value);
    }
}

/// Ends a comparison when the search ends, and at the first difference, since no smaller one is
/// needed.
struct Watch<'w> {
    observer: &'w mut dyn Observer,
    stop: &'w Stop,
    failed: Option<Inputs>,
}

impl Observer for Watch<'_> {
    fn event<'a>(&'a mut self, event: &'a Event) -> Signalled<'a> {
        if let Event::Difference { inputs } = event {
            self.failed = Some(inputs.clone());
        }
        let is_over = self.failed.is_some() || self.stop.is_due();
        Box::pin(std::future::ready(if is_over { Signal::Break(()) } else { Signal::Continue(()) }))
    }

    fn pause(&mut self) -> Signalled<'_> {
        match self.stop.is_due() {
            true => Box::pin(std::future::ready(Signal::Break(()))),
            false => self.observer.pause(),
        }
    }

    fn clock(&self) -> Clock {
        self.observer.clock()
    }
}

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
//! Edits that work by accident come last: they name a register where nobody would
//! ([`Language::is_odd`]).
//!
//! The search is the same for all machines: how programs are linked, run and compared is a
//! [`Workshop`], and what their texts are made of is a [`Language`].
//!
//! Unlike the fixes of Lahiri, Sinha and Hawblitzel (CAV 2015), an edit is a repair: it changes one
//! program alone.

mod alike;
#[cfg(feature = "evidence")]
mod arm64;
mod edits;
mod hinted;
mod hunks;
mod language;
mod mips;
mod missing;
mod restore;
mod workshop;
mod wrong;

use std::rc::Rc;

pub use alike::{form, in_common};
#[cfg(feature = "evidence")]
pub use arm64::{Arm64, mend as mend_arm64, wrong as wrong_for_arm64};
pub use edits::{Change, Edit, edits, edits_for, repairs, repairs_for};
pub use hunks::{differing, differing_for};
pub use language::{ARM64, Language, MIPS, constants};
pub(super) use mips::EFFORT_PER_QUERY;
pub use workshop::{Answer, Workshop};

use super::difference::Difference;
use super::paths::{Observer, Options};
use crate::asm::SourceLines;
use crate::evidence::EditKind;
use crate::link::{self, Content, File};
use crate::machine::Image;
use crate::program::Program;
use crate::report::{Progress, Side};
use crate::solver::{Solver, Stop};

/// Maximum number of edits that are assembled.
const EDITS: usize = 20_000;
/// Maximum number of steps of runs with an edit.
const STEPS_OF_RUNS: u64 = 100_000_000;
/// Maximum number of comparisons.
const COMPARISONS: usize = 40;

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

/// The first edit of one MIPS program that makes it agree with the reference: a proved one if the
/// limits allow one. Each program was linked from its files. Without a `reference`, the runs on the
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
    mend_like(difference, all_files, reference, None, solver, stop, observer).await
}

/// As [`mend`]; edits of this [form](Edit::form) are tried first.
pub async fn mend_like(
    difference: &Difference<'_>,
    all_files: [&[File<'_>]; 2],
    reference: Option<Side>,
    like: Option<&str>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<Mend> {
    let side = reference.map_or_else(|| wrong::wrong(difference), Side::other);
    let mut workshop = mips::Mips::new(difference, side, solver);
    search(&mut workshop, side, like, all_files, stop, observer).await
}

/// The first edit of the program on a side that makes it agree with the other one: a proved one if
/// the limits allow one. Edits of a [form](Edit::form) may be tried first. Returns the best result
/// so far once `stop` is due or the observer breaks.
pub async fn search<W: Workshop>(
    workshop: &mut W,
    side: Side,
    like: Option<&str>,
    all_files: [&[File<'_>]; 2],
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<Mend> {
    let language = workshop.language();
    let [good_files, files] = [side.other(), side].map(|side| all_files[side.index()]);
    let program = link::program_for(language.architecture(), files).output?;
    let mut waves = Waves::new(workshop, &program, [good_files, files]);
    waves.alike = like.map(|form| waves.of_form(language, form)).unwrap_or_default();
    let touched = workshop.touched();
    let mut unproved = None;
    let mut trials = Trials { words: program.words.len() as u64, built: 0, comparisons: 0 };
    for wave in Wave::ALL {
        // A change of words that the run on the witness does not use has no effect there.
        let is_touched = |edit: &Edit| {
            matches!(edit.kind, EditKind::Restored | EditKind::Hinted)
                || edit.words.clone().any(|word| touched.get(word) == Some(&true))
        };
        let edits = match wave {
            Wave::Missing if unproved.is_some() => continue,
            Wave::Missing => workshop.missing(&program, files),
            _ => waves.take(wave),
        };
        let of = Some(edits.len() as u32);
        for (tried, edit) in edits.into_iter().enumerate() {
            let is_limit = trials.built >= EDITS
                || workshop.steps() > STEPS_OF_RUNS
                || trials.comparisons >= COMPARISONS;
            // Edits that restore lines are few and likely to work.
            if is_limit && edit.kind != EditKind::Restored {
                break;
            }
            if !is_touched(&edit) {
                continue;
            }
            let proofs = trials.comparisons as u32;
            let progress = Progress { tried: tried as u32, of, proofs };
            if stop.is_due() || observer.progress(progress).await.is_break() {
                return unproved;
            }
            match trials.answer(workshop, &edit, files, stop, observer).await {
                Answer::Same => return Some(Mend { side, edit, proved: true }),
                Answer::Differ => {}
                Answer::Open if stop.is_due() => return unproved,
                Answer::Open => {
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

/// The number of edits that were tried.
struct Trials {
    /// The size of the program.
    words: u64,
    /// Edits that give a program.
    built: usize,
    /// Edited programs that passed all tests.
    comparisons: usize,
}

impl Trials {
    /// Whether the edited program agrees with the other one.
    async fn answer<W: Workshop>(
        &mut self,
        workshop: &mut W,
        edit: &Edit,
        files: &[File<'_>],
        stop: &Stop,
        observer: &mut dyn Observer,
    ) -> Answer {
        let linked = linked_for(workshop.language(), edit, files);
        let Some(edited) = linked.and_then(|it| workshop.build(it)) else { return Answer::Differ };
        self.built += 1;
        let steps = workshop.steps();
        let passes = workshop.pass(&edited);
        let runs = (workshop.steps() - steps) / Stop::STEPS_PER_UNIT;
        stop.spend(self.words + runs);
        if !passes {
            return Answer::Differ;
        }
        self.comparisons += 1;
        workshop.compare(&edited, stop, observer).await
    }
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

/// The edits of all groups that are known in advance.
struct Waves {
    alike: Vec<Edit>,
    hinted: Vec<Edit>,
    restoring: restore::Restoring,
    listed: Vec<Edit>,
    accidental: Vec<Edit>,
}

impl Waves {
    /// The edits of a program that was linked from the second list of files.
    fn new<W: Workshop>(workshop: &W, program: &Program, files: [&[File<'_>]; 2]) -> Waves {
        let language = workshop.language();
        let named = workshop.named();
        let all = repairs_for(language, program, files[1], &named, workshop.words());
        let (accidental, listed) = all.into_iter().partition(|edit| edit.is_accidental(language));
        Waves {
            alike: Vec::new(),
            hinted: hinted::hinted(language, program, files[1]),
            restoring: restore::restoring(language, program, files),
            listed,
            accidental,
        }
    }

    /// The edits of a form, which are in other groups as well.
    fn of_form(&self, language: &dyn Language, form: &str) -> Vec<Edit> {
        let Waves { hinted, restoring, listed, .. } = self;
        let all = [hinted, &restoring.first, listed, &restoring.short, &restoring.long];
        all.into_iter().flatten().filter(|edit| edit.form(language) == form).cloned().collect()
    }

    fn take(&mut self, wave: Wave) -> Vec<Edit> {
        std::mem::take(match wave {
            Wave::Alike => &mut self.alike,
            Wave::Hinted => &mut self.hinted,
            Wave::First => &mut self.restoring.first,
            Wave::Short => &mut self.restoring.short,
            Wave::Long => &mut self.restoring.long,
            Wave::Listed => &mut self.listed,
            Wave::Accidental => &mut self.accidental,
            Wave::Missing => return Vec::new(),
        })
    }
}

/// The MIPS program with an edit, if it can be linked.
pub(super) fn linked(edit: &Edit, files: &[File]) -> Option<Program> {
    linked_for(MIPS, edit, files)
}

/// The program with an edit, if it can be linked.
pub(super) fn linked_for(language: &dyn Language, edit: &Edit, files: &[File]) -> Option<Program> {
    let Content::Text(text) = files.get(edit.file)?.content else { return None };
    let edited = edit.apply(text);
    let mut files = files.to_vec();
    files[edit.file].content = Content::Text(&edited);
    link::program_for(language.architecture(), &files).output
}

/// The image of that MIPS program.
pub(super) fn build(
    edit: &Edit,
    files: &[File],
    side: Side,
    options: &Options,
) -> Option<Rc<Image>> {
    options.contract.image(side.index(), &linked(edit, files)?).ok()
}

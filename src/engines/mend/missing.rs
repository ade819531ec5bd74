//! Insertions of statements of any form.
//!
//! A missing statement often leaves no similar one in the text. So if no other edit works,
//! statements over all registers that hold a value are tried before each statement that the run on
//! the witness reaches. There are many of them. But one that writes a register, or `hi` and `lo`,
//! changes the run only if this run, which is the same until then, reads that word before it is
//! written again. That is a word's *liveness* along one run (Korel and Laski, "Dynamic program
//! slicing", IPL 1988), and leaves a few words at each place.

use std::collections::BTreeSet;

use super::edits::{self, Edit};
use super::language::Language;
use crate::evidence::EditKind;
use crate::link::File;
use crate::program::Program;

/// Maximum number of such edits.
const MISSING: usize = 30_000;
/// Largest number that is tried although no program contains it.
pub(super) const SMALL: i64 = 16;

/// The edits, last place first, of a program that was linked from these files. `here` is the state
/// before each of its words, and `texts` are the statements that may be inserted there, given the
/// labels of the file.
pub(super) fn missing(
    language: &dyn Language,
    program: &Program,
    files: &[File<'_>],
    here: &[Here],
    texts: impl Fn(&Here, &BTreeSet<&str>) -> Vec<String>,
) -> Vec<Edit> {
    let labels: Vec<BTreeSet<&str>> =
        (0..files.len()).map(|file| edits::labels(program, file)).collect();
    let mut missing = Vec::new();
    for at in edits::statements(language, program, files).iter().rev() {
        let Some(here) = here.get(at.words.start) else { continue };
        let texts = texts(here, &labels[at.file]);
        let to = texts.into_iter().map(|text| format!("{text}\n{}", at.text));
        missing.extend(to.map(|to| at.replaced(EditKind::Inserted, to)));
        if missing.len() >= MISSING {
            break;
        }
    }
    missing.truncate(MISSING);
    missing
}

/// A bit set of a machine's registers and whatever else instructions write.
pub(super) type Words = u64;

/// The state before an instruction, over all of its executions.
#[derive(Clone, Copy, Default)]
pub(super) struct Here {
    /// Inputs, or words written earlier.
    pub known: Words,
    /// Words that are read or observed before they are written again.
    pub live: Words,
}

/// An execution of an instruction.
pub(super) struct Step {
    /// The index of its word.
    pub word: usize,
    pub reads: Words,
    pub writes: Words,
}

/// These sets for each word of a text of so many words, in a run that begins with these words and
/// at whose end these are observed.
pub(super) fn here(length: usize, steps: &[Step], given: Words, observed: Words) -> Vec<Here> {
    let mut all = vec![Here::default(); length];
    let mut known = given;
    for step in steps {
        if let Some(here) = all.get_mut(step.word) {
            here.known |= known;
        }
        known |= step.writes;
    }
    let mut live = observed;
    for step in steps.iter().rev() {
        live = live & !step.writes | step.reads;
        if let Some(here) = all.get_mut(step.word) {
            here.live |= live;
        }
    }
    all
}

//! Quizzes about ARM64 programs: comparisons by runs, paths and evidence.

use std::rc::Rc;

use super::{Judge, Key, Subject};
use crate::engines::arm64::{Differing, Options, Stream, compare};
use crate::engines::classes::Arm64;
use crate::engines::mend::{ARM64, Edit, linked_for};
use crate::engines::mutation::{Arm64Suite, edited, run_arm64};
use crate::engines::paths::Observer;
use crate::engines::regions::{arm64::standing, rank};
use crate::evidence::Termination;
use crate::machine::arm64::Given;
use crate::machine::arm64::agreement::{Run, Tried, agree};
use crate::program::Program;
use crate::report::Agreement;
use crate::report::arm64::{Answer, Findings};
use crate::solver::Solver;

/// An ARM64 program, and the limits of a comparison. Tests and other programs of the suite are not
/// used.
pub struct Arm64Topic<'t>(pub &'t Arm64Suite<'t>);

impl Arm64Topic<'_> {
    /// Whether a witness is the least one. Programs that get an array have room for it already.
    fn is_least(&self, words: [&[u32]; 2], tried: &Tried) -> Option<bool> {
        let Arm64Suite { options, stop, .. } = *self.0;
        let programs = words.map(|words| Program::from_words(words.to_vec()));
        let programs = programs.each_ref();
        let differing = Differing { programs, options, tried, place: &|_| {} };
        standing(&differing, None, stop).is_least
    }
}

impl Subject for Arm64Topic<'_> {
    type Judge = Options;

    fn edits(&self) -> Vec<Edit> {
        edited(self.0).0.into_iter().map(|(edit, _)| edit).collect()
    }

    fn pair(&self, edit: &Edit, mutant: usize) -> Option<[Rc<Arm64>; 2]> {
        let Arm64Suite { files, image, options, place, .. } = self.0;
        let words = place(linked_for(ARM64, edit, files)?)?;
        let mut images = [Rc::clone(image), Rc::clone(image)];
        images[mutant] = Rc::new(Arm64::new(words, options));
        Some(images)
    }

    async fn key(
        &self,
        images: &[Rc<Arm64>; 2],
        _: &mut dyn Solver,
        _: &mut dyn Observer,
    ) -> Option<Key<Given, Box<Findings>>> {
        let words = images.each_ref().map(|image| image.words());
        let (findings, _) = compare(words, self.0.options, self.0.stop);
        match &findings.answer {
            Answer::SameMachineCode | Answer::Agree { termination: Termination::Same, .. } => {
                Some(Key::Same(Box::new(findings)))
            }
            // A difference that shows only after very many steps cannot be marked.
            Answer::Differ(tried, _) => {
                let ends = self.0.options.ends(images, &tried.given);
                if self.0.options.agreement(&ends) != Agreement::Differ {
                    return None;
                }
                let is_least = self.is_least(words, tried);
                Some(Key::Differ { inputs: tried.given.clone(), is_least })
            }
            Answer::Agree { .. } | Answer::Open(_) => None,
        }
    }
}

impl Judge for Options {
    type Image = Rc<Arm64>;
    type Inputs = Given;
    type Outcome = Run;
    type Proof = Box<Findings>;

    fn allows(&self, given: &Given) -> bool {
        let has_form = match (self.array, &given.array) {
            (None, None) => given.registers.len() == self.numbers,
            (Some(most), Some(array)) => {
                array.address == Some(self.array_at) && array.elements.len() as u64 <= most
            }
            (None, Some(_)) | (Some(_), None) => false,
        };
        let is_of_stream = match &self.stream {
            Stream::Text(text) => given.stream == *text,
            Stream::Free(bytes) => given.is_stream_free && given.stream.len() == *bytes,
        };
        has_form && is_of_stream && self.assumed.allows(given)
    }

    fn ends(&self, images: &[Rc<Arm64>; 2], given: &Given) -> [Run; 2] {
        images.each_ref().map(|image| run_arm64(image, given, self.fuel))
    }

    fn agreement(&self, [left, right]: &[Run; 2]) -> Agreement {
        Agreement::of(agree(left, right))
    }

    fn is_at_most(&self, given: &Given, other: &Given) -> bool {
        size(given) <= size(other)
    }
}

/// The place of an input in the order: shorter arrays first, then as everywhere ([`rank`]).
fn size(given: &Given) -> (usize, (usize, Vec<(u64, bool)>)) {
    match &given.array {
        Some(array) => (array.elements.len(), rank(&array.elements)),
        None => (0, rank(&given.words())),
    }
}

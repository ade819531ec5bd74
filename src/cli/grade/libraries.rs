//! Asks what a submission does if it and the reference are linked with the same libraries.
//!
//! A submission that differs from the reference may differ only by a library that it brings, such as another
//! `print.merl`. One that is open may be open because printing with that library takes too long to compare. So
//! each submission with other libraries is compared once more ([`with_the_same`]): with those of the reference if it
//! differs, and with the built-in routines in both if it is open. The grade stays: it is about the submission as it
//! was handed in.
//!
//! The question depends on how a submission is divided into files. So it is asked for each submission, not for
//! each program, but programs that are already compared are not compared again.

use std::collections::BTreeMap;

use serde_json::Value;

use super::Questions;
use super::contents::Contents;
use super::desk::{Desk, Ticket};
use super::difference::Difference;
use super::report::{Grade, LibrariesOf};
use super::submissions::Submission;
use super::target::{InputsOf, Loaded, Target};
use crate::cli::trouble::Trouble;
use crate::engines::classes::{Compared, Cost, Sorting};
use crate::engines::paths::Options;
use crate::link::libraries::{Common, Relinked, with_the_same};
use crate::machine::Architecture;
use crate::report::words;

/// The results by the indices of the submissions.
pub type Libraries = BTreeMap<usize, LibrariesOf>;

/// The reference and a submission with the same libraries.
struct Pair<T: Target> {
    common: Common,
    relinked: Relinked,
    contents: [Contents; 2],
    loaded: [Loaded<T::Program>; 2],
}

/// The result of a comparison, or where it will come from.
enum Answer<I> {
    Known(Compared<I>),
    Asked(Ticket),
}

impl<T: Target> Questions<'_, T> {
    /// Compares each submission that is not proved equal and has other libraries than the reference.
    pub fn libraries(
        &self,
        sorting: &Sorting<&T::Program>,
        submissions: &[Submission],
        loaded: &[Result<usize, Value>],
        desk: &mut Desk<'_>,
    ) -> Result<Libraries, Trouble> {
        // Pairs with the same words have the same answer.
        let mut answers: BTreeMap<[Vec<u32>; 2], Answer<InputsOf<T>>> = BTreeMap::new();
        let mut pairs = Vec::new();
        for (index, (submission, program)) in submissions.iter().zip(loaded).enumerate() {
            let (Ok(contents), Ok(program)) = (&submission.contents, program) else { continue };
            let Some(common) = common(sorting, *program) else { continue };
            let Some(pair) = self.pair(common, contents) else { continue };
            let words = pair.loaded.each_ref().map(|loaded| loaded.words.clone());
            if !answers.contains_key(&words) {
                let answer = match self.known(sorting, &words) {
                    Some(known) => Answer::Known(known),
                    None => {
                        let [left, right] = &pair.loaded;
                        let [left, right] = [(&pair.contents[0], left), (&pair.contents[1], right)];
                        Answer::Asked(desk.put(&self.comparison_of([left, right], Cost::Usual))?)
                    }
                };
                answers.insert(words.clone(), answer);
            }
            pairs.push((index, pair, words));
        }
        for answer in answers.values_mut() {
            if let Answer::Asked(ticket) = *answer {
                let open = Compared::Open { by_limit: true };
                *answer = Answer::Known(self.compared(&desk.take(ticket)?).unwrap_or(open));
            }
        }
        let results = pairs.into_iter().map(|(index, pair, words)| match &answers[&words] {
            Answer::Known(result) => (index, self.result(&pair, result)),
            Answer::Asked(_) => unreachable!("all answers were fetched"),
        });
        Ok(results.collect())
    }

    /// The reference and a submission with the same libraries; `None` if they have these already.
    fn pair(&self, common: Common, submission: &Contents) -> Option<Pair<T>> {
        if T::ARCHITECTURE != Architecture::Mips {
            return None;
        }
        let before = [&self.programs[0].contents, submission];
        let sources =
            [before[0].sources(T::ARCHITECTURE).ok()?, before[1].sources(T::ARCHITECTURE).ok()?];
        let files = sources.each_ref().map(|sources| sources.files());
        let relinked = with_the_same(common, files.each_ref().map(Vec::as_slice))?;
        let contents = [0, 1].map(|side: usize| {
            let now = relinked.files[side].iter();
            let now = now.map(|origin| before[origin.side].files[origin.index].clone());
            before[side].with_files(now.collect())
        });
        let load = |contents: &Contents| {
            self.target.load(&contents.folder, &contents.sources(T::ARCHITECTURE).ok()?).ok()
        };
        let loaded = [load(&contents[0])?, load(&contents[1])?];
        Some(Pair { common, relinked, contents, loaded })
    }

    /// The result for two programs by their words, if the grading has it already.
    fn known(
        &self,
        sorting: &Sorting<&T::Program>,
        words: &[Vec<u32>; 2],
    ) -> Option<Compared<InputsOf<T>>> {
        let index =
            |words: &Vec<u32>| self.programs.iter().position(|it| it.loaded.words == *words);
        let [left, right] = words.each_ref().map(index);
        let (left, right) = (left?, right?);
        if sorting.classes().iter().any(|class| class.contains(&left) && class.contains(&right)) {
            return Some(Compared::Same);
        }
        sorting.difference(left, right).cloned().map(Compared::Differ)
    }

    fn result(&self, pair: &Pair<T>, compared: &Compared<InputsOf<T>>) -> LibrariesOf {
        let fuel = self.args.limits.fuel.unwrap_or(Options::default().fuel);
        let (grade, difference) = match compared {
            Compared::Same => (Grade::ProvedEqual, None),
            Compared::Open { .. } => (Grade::NoDifferenceFound, None),
            Compared::Differ(inputs) => {
                let programs = pair.loaded.each_ref().map(|loaded| &loaded.program);
                let ([reference, submission], _) = self.target.ended(programs, inputs, fuel);
                let inputs = self.target.named(inputs);
                (Grade::Differs, Some(Difference { inputs, reference, submission }))
            }
        };
        let base = |path: &String| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
        let names = |paths: &Vec<String>| paths.iter().map(base).collect::<Vec<_>>();
        let [reference, submission] = pair.relinked.libraries.each_ref().map(names);
        let with = match pair.common {
            Common::Left => reference.clone(),
            Common::BuiltIn => Vec::new(),
        };
        let routines = pair.relinked.routines.clone();
        let result = in_words(grade, difference.as_ref());
        let says = says(pair.common, &routines, &with, &result);
        LibrariesOf { routines, reference, submission, with, grade, difference, says }
    }
}

/// The libraries to compare a program with, or `None` if it is proved equal to the reference.
fn common<P: crate::engines::classes::Subject>(
    sorting: &Sorting<P>,
    program: usize,
) -> Option<Common> {
    let is_equal = sorting.classes().iter().any(|it| it.contains(&0) && it.contains(&program));
    match (is_equal, sorting.difference(0, program)) {
        (true, _) => None,
        (false, Some(_)) => Some(Common::Left),
        (false, None) => Some(Common::BuiltIn),
    }
}

fn in_words(grade: Grade, difference: Option<&Difference>) -> String {
    match (grade, difference) {
        (Grade::ProvedEqual, _) => "proved equal to the reference".to_owned(),
        (Grade::Differs, Some(difference)) => format!("differs on {}", difference.words()),
        _ => "no difference found, and no proof".to_owned(),
    }
}

fn says(common: Common, routines: &[String], with: &[String], result: &str) -> String {
    let of = words::listed(routines);
    let (why, with) = match (common, with) {
        (Common::Left, []) => ("its libraries differ in", "the built-in routines".to_owned()),
        (Common::Left, files) => {
            ("its libraries differ in", format!("{} of the reference", files.join(" and ")))
        }
        (Common::BuiltIn, _) => {
            ("a library replaces the built-in", "the built-in routines".to_owned())
        }
    };
    format!("{why} {of}; with {with} in both: {result}")
}

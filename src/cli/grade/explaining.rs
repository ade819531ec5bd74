//! Searches causes for all programs that differ from the reference.
//!
//! Programs of one class behave alike, so they probably have the same mistake. The cause is searched
//! for one of them, and for the others an edit of the same form is tried first
//! ([`mend_like`](crate::engines::mend::mend_like)): where it works, that takes one comparison. It is
//! proved for each program by itself.
//!
//! The inputs on which a class differs are searched once per class, and after all causes, because
//! they take longest. Each search has a budget of work.
//!
//! Programs are known to differ on an input here, so they are not compared again.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};

use super::Questions;
use super::causes::{Reason, form_of};
use super::desk::{Desk, Question, Ticket};
use super::target::Target;
use crate::cli::trouble::Trouble;
use crate::engines::classes::Sorting;
use crate::report::{MendReport, RegionsReport};

/// Why programs differ from the reference and on which inputs, by the indices of the programs.
#[derive(Default)]
pub struct Explained {
    /// The number of programs whose cause was not yet searched.
    pub pending: usize,
    pub reasons: BTreeMap<usize, Reason>,
    /// The inputs on which a class differs, by the index of one of its programs.
    pub regions: BTreeMap<usize, RegionsReport>,
}

/// A part of an explanation, as the field `explain` of a question names it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Why,
    Regions,
}

impl<T: Target> Questions<'_, T> {
    /// Searches the cause for each program that differs from the reference, and the inputs on which
    /// it differs for one program of each class. `publish` gets the intermediate results before the
    /// first answer and after each one.
    pub fn explain(
        &self,
        sorting: &Sorting<&T::Program>,
        desk: &mut Desk<'_>,
        publish: &mut dyn FnMut(&Explained) -> Result<(), Trouble>,
    ) -> Result<Explained, Trouble> {
        let mut classes = sorting.classes();
        classes.retain(|class| sorting.difference(0, class[0]).is_some());
        let pending = classes.iter().map(|class| class.len()).sum();
        let mut explained = Explained { pending, ..Explained::default() };
        publish(&explained)?;
        let ask = |desk: &mut Desk<'_>, program, part, like: Option<&str>| {
            let question = self.explanation(sorting, program, part, like);
            question.map(|question| desk.put(&question)).transpose()
        };
        let mut first = Vec::new();
        for class in classes {
            first.extend(ask(desk, class[0], Part::Why, None)?.map(|ticket| (class, ticket)));
        }
        let mut asked: VecDeque<(usize, Part, Ticket)> = VecDeque::new();
        for &(class, ticket) in &first {
            let form = self.why(sorting, class[0], &desk.take(ticket)?, &mut explained);
            for &member in &class[1..] {
                let ticket = ask(desk, member, Part::Why, form.as_deref())?;
                asked.extend(ticket.map(|ticket| (member, Part::Why, ticket)));
            }
            publish(&explained)?;
        }
        let described = if self.target.describes_regions() { first } else { Vec::new() };
        for (class, _) in described {
            let ticket = ask(desk, class[0], Part::Regions, None)?;
            asked.extend(ticket.map(|ticket| (class[0], Part::Regions, ticket)));
        }
        for (program, part, ticket) in asked {
            let answer = desk.take(ticket)?;
            match part {
                Part::Why => {
                    self.why(sorting, program, &answer, &mut explained);
                }
                Part::Regions => {
                    let regions = field::<RegionsReport>(&answer, "regions");
                    explained.regions.extend(regions.map(|regions| (program, regions)));
                }
            }
            publish(&explained)?;
        }
        Ok(explained)
    }

    /// The question about a program that differs from the reference; `like` is the form of an edit
    /// that repairs a program of its class.
    fn explanation(
        &self,
        sorting: &Sorting<&T::Program>,
        program: usize,
        part: Part,
        like: Option<&str>,
    ) -> Option<Question> {
        let inputs = sorting.difference(0, program)?;
        let part = match part {
            Part::Why => "why",
            Part::Regions => "regions",
        };
        let mut line = self.target.question();
        let fields = [
            ("left", self.programs[0].contents.in_json()),
            ("right", self.programs[program].contents.in_json()),
            ("limits", json!(self.target.limits_of_explanation(&self.args.limits))),
            ("differ", self.target.in_json(inputs)),
            ("explain", json!([part])),
            ("reference", json!("left")),
            ("like", json!(like)),
        ];
        line.extend(fields.map(|(name, value)| (name.to_owned(), value)));
        let line = Value::Object(line);
        // A fix names lines of the texts, so the answer depends on the texts.
        let about = line.clone();
        Some(Question { line, about })
    }

    /// Records why a program differs, according to an answer. Returns the form of the edit that
    /// repairs it, if one does.
    fn why(
        &self,
        sorting: &Sorting<&T::Program>,
        program: usize,
        answer: &Value,
        explained: &mut Explained,
    ) -> Option<String> {
        let words = [0, program].map(|index| &self.programs[index].loaded.words[..]);
        let language = self.target.language();
        let mend = field::<MendReport>(answer, "mend").filter(|mend| mend.proved);
        let by_mend = mend.as_ref().map(|mend| Reason::of_mend(language, mend));
        let by_cause = || self.target.reason_of_cause(answer, words);
        let reason = by_mend.or_else(by_cause).unwrap_or_else(|| {
            Reason::of_signature(&sorting.differing(0, program), sorting.runs())
        });
        explained.reasons.insert(program, reason);
        explained.pending -= 1;
        mend.as_ref().map(|mend| form_of(language, mend))
    }
}

/// A part of an answer, if it is present.
pub fn field<T: serde::de::DeserializeOwned>(answer: &Value, name: &str) -> Option<T> {
    serde_json::from_value(answer.get(name)?.clone()).ok()
}

//! Converts the problems of a text to diagnostics.
//!
//! The passes report a [`Problem`] with its span and an optional [`Edit`]. Only this module turns
//! them into a [`Diagnostic`].

use std::fmt::Display;

use crate::diagnostic::{Code, Diagnostic, Fix, Positions, Severity, Span};

use super::help::fix_title;
use super::problem::Problem;

/// A replacement that fixes a problem, still without a message.
#[derive(Debug)]
pub(super) struct Edit {
    span: Span,
    replacement: String,
}

impl Edit {
    pub(super) fn replace(span: Span, replacement: impl ToString) -> Edit {
        Edit { span, replacement: replacement.to_string() }
    }

    pub(super) fn insert(at: usize, replacement: impl ToString) -> Edit {
        Edit::replace(Span::empty(at), replacement)
    }

    pub(super) fn remove(span: Span) -> Edit {
        Edit::replace(span, "")
    }
}

/// A problem of a text in one of the languages. Its `Display` is the message.
pub(super) trait Reason: Display {
    /// Its kind.
    fn code(&self) -> Code;

    /// Advice, as a sentence.
    fn help(&self) -> Option<String>;
}

/// The problems of a MIPS text.
pub(super) type Findings<'a> = FindingList<Problem<'a>>;

/// The problems found so far, in any order.
#[derive(Debug)]
pub(super) struct FindingList<P>(Vec<Finding<P>>);

#[derive(Debug)]
struct Finding<P> {
    span: Span,
    problem: P,
    edit: Option<Edit>,
}

impl<P> Default for FindingList<P> {
    fn default() -> FindingList<P> {
        FindingList(Vec::new())
    }
}

impl<P: Reason> FindingList<P> {
    pub(super) fn report(&mut self, span: Span, problem: P) {
        self.report_maybe(span, problem, None);
    }

    pub(super) fn report_with(&mut self, span: Span, problem: P, edit: Edit) {
        self.report_maybe(span, problem, Some(edit));
    }

    pub(super) fn report_maybe(&mut self, span: Span, problem: P, edit: Option<Edit>) {
        self.0.push(Finding { span, problem, edit });
    }

    /// Whether any problem is an error.
    pub(super) fn has_errors(&self) -> bool {
        self.0.iter().any(|finding| finding.problem.code().severity() == Severity::Error)
    }

    /// Converts all problems to diagnostics, in the order of the text.
    pub(super) fn into_diagnostics(mut self, text: &str) -> Vec<Diagnostic> {
        self.0.sort_by_key(|finding| finding.span);
        let mut positions = Positions::new(text);
        let describe = |Finding { span, problem, edit }: Finding<P>| {
            let position = positions.at(span.start);
            let mut diagnostic =
                Diagnostic::new(problem.code(), span, position, problem.to_string());
            diagnostic.help = problem.help();
            diagnostic.fix = edit.map(|Edit { span, replacement }| Fix {
                title: fix_title(span.of(text), &replacement),
                span,
                replacement,
            });
            diagnostic
        };
        self.0.into_iter().map(describe).collect()
    }
}

impl Reason for Problem<'_> {
    fn code(&self) -> Code {
        Problem::code(self)
    }

    fn help(&self) -> Option<String> {
        Problem::help(self)
    }
}

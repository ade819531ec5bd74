//! Two versions as a reader looks at them: what is known of them, their procedures, and both
//! listings side by side.

use serde::Serialize;

use super::rows::{RowView, SectionView, sections};
use crate::program::Program;
use crate::report::{VersionsReport, words};
use crate::wire::wire;

wire! {
    /// What was found of two versions, for a reader.
    #[derive(Clone, Debug)]
    pub struct VersionsView {
        /// What was found.
        pub report: VersionsReport,
        /// What is known of the programs, in sentences.
        pub says: Vec<String>,
        /// What was taken for granted, in sentences.
        pub granted: Vec<String>,
        /// The pairs of procedures, in the order of the report.
        pub procedures: Vec<ProcedureView>,
        /// Both listings.
        pub sections: Vec<SectionView>,
        /// The marks of rows.
        pub marks: Vec<MarkView>,
    }
}

wire! {
    /// A pair of procedures.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProcedureView {
        /// What it is called.
        pub name: String,
        /// How much is as it was, and what became of the rest, in phrases.
        pub shares: Vec<String>,
        /// What stands in the way, in a sentence.
        pub open: Option<String>,
        /// Who calls it, directly or not, in a sentence, where something stands in the way.
        pub affects: Option<String>,
        /// The section in which its old one begins, or its new one, by its index.
        pub section: Option<usize>,
    }
}

wire! {
    /// A mark of rows.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MarkView {
        /// Its name, in kebab-case.
        pub name: &'static str,
        /// A sign for it.
        pub sign: &'static str,
        /// The same in a few words.
        pub label: &'static str,
        /// What is known of such rows, in a sentence.
        pub says: &'static str,
        /// How many there are.
        pub rows: usize,
    }
}

impl VersionsView {
    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &RowView> {
        self.sections.iter().flat_map(SectionView::rows)
    }
}

/// The marks of rows, in the order in which they are told.
const MARKS: [&str; 14] = [
    "changed",
    "carried",
    "same",
    "renamed-registers",
    "moved-slots",
    "moved-code",
    "inverse-branch",
    "arithmetic",
    "dead-code",
    "jumps",
    "inlined",
    "custom",
    "block",
    "unseen",
];

impl VersionsView {
    /// What a report says of two programs, whose texts are these.
    pub fn of(
        report: VersionsReport,
        programs: [&Program; 2],
        texts: [&[&str]; 2],
    ) -> VersionsView {
        let sections = sections(&report, programs, texts);
        let [says, granted] = words::summary(&report);
        let procedures = report.procedures.iter().map(|procedure| {
            let begins = |section: &SectionView| {
                let lines = section.rows().find_map(|row| row.sides[0].as_ref());
                lines.is_some_and(|line| line.address == procedure.at[0].address)
            };
            ProcedureView {
                name: words::pair_name(procedure),
                shares: words::shares(&procedure.by),
                open: procedure.open.as_ref().map(words::in_the_way),
                affects: words::called_by(&report, procedure),
                section: sections.iter().position(begins),
            }
        });
        let procedures = procedures.collect();
        let marks = MARKS.into_iter().filter_map(|name| {
            let all = sections.iter().flat_map(SectionView::rows);
            let rows = all.filter(|row| row.mark == name).count();
            let (sign, label, says) = words::mark(name);
            (rows > 0).then_some(MarkView { name, sign, label, says, rows })
        });
        let marks = marks.collect();
        VersionsView { says, granted, procedures, marks, sections, report }
    }
}

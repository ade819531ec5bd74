//! Two versions for display: the results, the procedures, and both listings side by side.

use serde::Serialize;

use super::rows::{Both, RowView, SectionView};
use crate::program::Program;
use crate::report::{VersionsReport, words};
use crate::wire::wire;

wire! {
    /// The comparison of two versions for display.
    #[derive(Clone, Debug)]
    pub struct VersionsView {
        /// The report.
        pub report: VersionsReport,
        /// The results for the programs, in sentences.
        pub says: Vec<String>,
        /// The assumptions, in sentences.
        pub granted: Vec<String>,
        /// The pairs of procedures, in the order of the report.
        pub procedures: Vec<ProcedureView>,
        /// Both listings.
        pub sections: Vec<SectionView>,
        /// The marks.
        pub marks: Vec<MarkView>,
    }
}

wire! {
    /// A pair of procedures.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProcedureView {
        /// Its name.
        pub name: String,
        /// How many instructions are unchanged and how the others changed, as phrases.
        pub shares: Vec<String>,
        /// Why the procedures are not known to be equivalent, as a sentence.
        pub open: Option<String>,
        /// The procedures that call it directly or indirectly, as a sentence, if it is not known to
        /// be equivalent.
        pub affects: Option<String>,
        /// The index of the section in which the old or else the new procedure begins.
        pub section: Option<usize>,
    }
}

wire! {
    /// A mark of rows.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MarkView {
        /// Its name, in kebab-case.
        pub name: &'static str,
        /// Its symbol.
        pub sign: &'static str,
        /// Its meaning in a few words.
        pub label: &'static str,
        /// Its meaning as a sentence.
        pub says: &'static str,
        /// The number of rows with it.
        pub rows: usize,
    }
}

impl VersionsView {
    /// All rows.
    pub fn rows(&self) -> impl Iterator<Item = &RowView> {
        self.sections.iter().flat_map(SectionView::rows)
    }
}

/// All marks, in display order.
const MARKS: [&str; 16] = [
    "changed",
    "carried",
    "replaced",
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
    "aside",
];

/// The marks of rows, with their numbers.
pub fn marks(sections: &[SectionView]) -> Vec<MarkView> {
    let marks = MARKS.into_iter().filter_map(|name| {
        let all = sections.iter().flat_map(SectionView::rows);
        let rows = all.filter(|row| row.mark == name).count();
        let (sign, label, says) = words::mark(name);
        (rows > 0).then_some(MarkView { name, sign, label, says, rows })
    });
    marks.collect()
}

impl VersionsView {
    /// The view of a report on two programs with these texts.
    pub fn of(
        report: VersionsReport,
        programs: [&Program; 2],
        texts: [&[&str]; 2],
    ) -> VersionsView {
        let sections = Both::of_report(&report, programs, texts).sections();
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
        let marks = marks(&sections);
        VersionsView { says, granted, procedures, marks, sections, report }
    }
}

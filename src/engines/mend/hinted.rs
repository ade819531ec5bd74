//! Edits that the assembler itself suggests, such as a missing `jr $31`.

use std::ops::Range;

use super::edits::{Edit, Statement, statements};
use super::language::Language;
use crate::asm::assemble_for;
use crate::diagnostic::Fix;
use crate::evidence::EditKind;
use crate::link::{Content, File};
use crate::program::Program;

/// The fixes in the hints for assembly files, of a program that was linked from them.
pub(super) fn hinted(language: &dyn Language, program: &Program, files: &[File<'_>]) -> Vec<Edit> {
    let statements = statements(language, program, files);
    let architecture = language.architecture();
    let mut edits = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let Content::Text(text) = file.content else { continue };
        let of_file = || statements.iter().filter(|statement| statement.file == index);
        for fix in
            assemble_for(architecture, text).diagnostics.into_iter().filter_map(|hint| hint.fix)
        {
            let at = of_file().rfind(|at| at.span.start <= fix.span.start);
            edits.extend(at.and_then(|at| edit(at, text, &fix)));
        }
    }
    edits
}

/// A fix within a statement, or directly after it.
fn edit(at: &Statement<'_>, text: &str, fix: &Fix) -> Option<Edit> {
    let Range { start, end } = at.span.start..at.span.end;
    let before = text.get(start..fix.span.start)?;
    let after = text.get(fix.span.end..end)?;
    let to = format!("{before}{}{after}", fix.replacement);
    Some(at.replaced(EditKind::Hinted, to))
}

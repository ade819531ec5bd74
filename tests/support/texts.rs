//! Properties of every text, right or wrong, and of every object file made from one.

use std::fmt::Debug;

use tamarin::asm::{
    Assembly, Symbol, assemble, disassemble, format, listing, rename_problem, symbols,
};
use tamarin::diagnostic::{Code, Diagnostic, Fix, Severity};
use tamarin::link;
use tamarin::machine::mips::merl;
use tamarin::object::{Object, Reference};
use tamarin::program::Program;

/// What holds for the diagnostics of any text.
pub fn check_diagnostics(text: &str) {
    let assembly = assemble(text);
    let has_errors = assembly.diagnostics.iter().any(Diagnostic::is_error);
    assert_eq!(assembly.object.is_some(), !has_errors);
    assert!(assembly.diagnostics.is_sorted_by_key(|diagnostic| diagnostic.span));
    for diagnostic in &assembly.diagnostics {
        assert!(text.get(diagnostic.span.start..diagnostic.span.end).is_some(), "{diagnostic:?}");
        assert!(!has_errors || diagnostic.severity == Severity::Error);
        assert!(diagnostic.message.len() < 400, "{diagnostic:?}");
        check_place(text, diagnostic);
        let Some(fix) = &diagnostic.fix else { continue };
        assert!(text.get(fix.span.start..fix.span.end).is_some(), "{diagnostic:?}");
        check_fix(text, &assembly.diagnostics, diagnostic, fix);
    }
    if let Some(object) = &assembly.object {
        assert_eq!(object.spans.len(), object.words.len());
        assert_eq!(object.expanded.len(), object.words.len());
        assert!(object.labels.is_sorted_by_key(|label| label.address));
        check_disassembly(object);
        check_object_file(object);
    }
    if let Some(program) = &link::assemble(text).program {
        assert_eq!(program.spans.len(), program.words.len());
        assert_eq!(program.expanded.len(), program.words.len());
        assert!(program.labels.is_sorted_by_key(|label| label.address));
        check_listing(text, program);
    }
}

/// Assembled again, the disassembly of an object is that object, names of
/// labels and places in the text left out.
pub fn check_disassembly(object: &Object) {
    let again = assemble(&disassemble(object)).object.expect("a disassembly has no errors");
    assert_eq!(linked_alike(&again), linked_alike(object));
}

/// An object file holds what the linker has to know.
pub fn check_object_file(object: &Object) {
    let read = merl::read(&merl::write(object)).expect("we wrote it");
    assert_eq!(linked_alike(&read), linked_alike(object));
}

/// What the linker makes of an object.
fn linked_alike(object: &Object) -> impl PartialEq + Debug {
    let name = |reference: &Reference| &object.imports[reference.import].name;
    let references = object.references.iter();
    let mut references: Vec<_> =
        references.map(|reference| (reference.word, name(reference).clone())).collect();
    references.sort();
    let exports = object.exports.iter();
    let mut exports: Vec<_> = exports.map(|export| (export.name.clone(), export.address)).collect();
    exports.sort();
    (object.words.clone(), object.relocations.clone(), references, exports)
}

/// A fix makes for fewer diagnostics of its kind and words, or at least for
/// none where there was one: in `add ,beq, $1` the fix of the first comma
/// makes the second one wrong.
fn check_fix(text: &str, all: &[Diagnostic], diagnostic: &Diagnostic, fix: &Fix) {
    let fixed = fix.apply(text);
    let assembly = assemble(&fixed);
    let start = diagnostic.span.start;
    let is_behind = start >= fix.span.end;
    let start = if is_behind {
        start - fix.span.end + fix.span.start + fix.replacement.len()
    } else {
        start
    };
    let is_same = |other: &&Diagnostic| {
        (other.code, &other.message) == (diagnostic.code, &diagnostic.message)
    };
    let before = all.iter().filter(is_same).count();
    let after: Vec<_> = assembly.diagnostics.iter().filter(is_same).collect();
    assert!(
        after.len() < before || after.iter().all(|other| other.span.start != start),
        "{diagnostic:?} is still there in {fixed:?}"
    );
}

/// Line and column, counted in another way.
fn check_place(text: &str, diagnostic: &Diagnostic) {
    let before = &text[..diagnostic.span.start];
    let before = before.strip_prefix('\u{feff}').unwrap_or(before);
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let is_within_break = before.ends_with('\r') && text[before.len()..].starts_with('\n');
    assert!(!is_within_break, "no span starts within a line break");
    let unified = before.replace("\r\n", "\n").replace('\r', "\n");
    let last = unified.rsplit('\n').next().expect("there is always a last line");
    let place = (unified.matches('\n').count() + 1, last.chars().count() + 1);
    assert_eq!((diagnostic.line, diagnostic.column), place, "{diagnostic:?}");
}

/// A listing is itself a text of the same program, its expansions written out.
fn check_listing(text: &str, program: &Program) {
    let rows = listing(&[text], program);
    let written: Vec<_> = rows.iter().filter_map(|row| row.word).collect();
    assert_eq!(written, program.words);
    let lines = rows.iter().map(|row| {
        let labels: String = row.labels.iter().map(|label| format!("{label}: ")).collect();
        format!("{labels}{}\n", row.text)
    });
    let again = link::assemble(&lines.collect::<String>()).program;
    assert_eq!(again.as_ref(), Some(program));
}

/// What holds for the formatting of any text.
pub fn check_format(text: &str) {
    let formatted = format(text);
    let (before, after) = (assemble(text), assemble(&formatted.text));
    let words = |assembly: &Assembly| assembly.object.as_ref().map(|it| it.words.clone());
    assert_eq!(words(&after), words(&before), "{text:?} became {:?}", formatted.text);
    let labels = |assembly: &Assembly| assembly.object.as_ref().map(|it| it.labels.clone());
    assert_eq!(labels(&after), labels(&before));
    let messages = |assembly: &Assembly| -> Vec<_> {
        // A message that names a line or quotes a text may change with them.
        assembly.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
    };
    assert_eq!(messages(&after), messages(&before), "{text:?} became {:?}", formatted.text);
    let lines = |text: &str| -> Vec<String> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        text.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(str::to_owned).collect()
    };
    let (were, are) = (lines(text), lines(&formatted.text));
    assert_eq!(comments(&are), comments(&were));
    let mut kept = are.iter();
    for &number in &formatted.unparsed {
        let line = &were[number - 1];
        assert!(kept.any(|other| other == line), "{line:?} is gone from {:?}", formatted.text);
    }
    assert_eq!(format(&formatted.text).text, formatted.text, "not idempotent: {text:?}");
}

/// The comments of some lines: from where no code can be any more.
fn comments(lines: &[String]) -> Vec<&str> {
    let start = |line: &&String| [";", "#", "//"].iter().filter_map(|mark| line.find(mark)).min();
    let blanks = [' ', '\t', '\u{b}', '\u{c}'];
    let comments = lines.iter().filter_map(|line| Some(&line[start(&line)?..]));
    comments.map(|comment| comment.trim_end_matches(blanks)).collect()
}

/// What holds for the symbols of any text.
pub fn check_symbols(text: &str) {
    let symbols = symbols(text);
    for symbol in &symbols {
        for span in symbol.definitions.iter().chain(&symbol.uses) {
            assert_eq!(span.of(text), symbol.name);
        }
    }
    let assembly = assemble(text);
    let Some(object) = &assembly.object else { return };
    let labels: Vec<_> = object.labels.iter().map(|label| label.name.as_str()).collect();
    let defined = symbols.iter().filter(|symbol| !symbol.definitions.is_empty());
    let mut defined: Vec<_> = defined.collect();
    defined.sort_by_key(|symbol| symbol.definitions[0]);
    assert_eq!(defined.iter().map(|symbol| &symbol.name).collect::<Vec<_>>(), labels);
    for unused in assembly.diagnostics.iter().filter(|it| it.code == Code::UnusedLabel) {
        let defined_there = |symbol: &&Symbol| {
            symbol.definitions.iter().any(|definition| definition.start == unused.span.start)
        };
        let symbol = symbols.iter().find(defined_there).expect("a label is a symbol");
        assert_eq!(symbol.uses, []);
    }
    for symbol in &symbols {
        let new = "quite_another_name";
        assert_eq!(rename_problem(&symbols, &symbol.name, new), None);
        let mut spans = [&symbol.definitions[..], &symbol.uses[..]].concat();
        spans.sort();
        let mut renamed = text.to_owned();
        for span in spans.iter().rev() {
            renamed.replace_range(span.start..span.end, new);
        }
        let words = assemble(&renamed).object.map(|object| object.words);
        assert_eq!(words.as_ref(), Some(&object.words), "{renamed:?}");
    }
}

//! Turns labels and statements into words, in two passes: the first computes the address of every
//! label, the second writes the words.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::asm::findings::Edit;
use crate::asm::suggest::Suggestions;
use crate::asm::syntax::Name;
use crate::diagnostic::Span;
use crate::machine::arm64::{Instruction, routines};
use crate::object::{Export, Import, Object, Reference};
use crate::program::{Address, Label};

use super::Findings;
use super::operand::range;
use super::problem::{LabelUse, Problem};
use super::syntax::{Item, Statement, Value};

/// An object, with the facts about its text that the lints need.
#[derive(Debug)]
pub(super) struct Assembled<'a> {
    pub(super) object: Object,
    /// For each word, whether it is one half of an `.8byte`.
    pub(super) is_data: Vec<bool>,
    /// The labels that nothing refers to, each with its colon.
    pub(super) unused: Vec<Name<'a>>,
}

/// Assembles a file of at most `capacity` words.
///
/// The object is valid only if no error has been reported.
pub(super) fn assemble<'a>(
    items: &[Item<'a>],
    capacity: usize,
    findings: &mut Findings<'a>,
    suggestions: &mut Suggestions,
) -> Option<Assembled<'a>> {
    let (labels, words) = Labels::lay_out(items, capacity, findings)?;
    let object = Object {
        words: Vec::with_capacity(words),
        spans: Vec::with_capacity(words),
        ..Object::default()
    };
    let (is_data, missed) = (Vec::with_capacity(words), FxHashSet::default());
    let mut writer = Writer { labels, object, is_data, findings, suggestions, missed };
    for item in items {
        match item {
            Item::Statement { span, statement } => writer.statement(*span, *statement),
            Item::Export(name) => writer.export(*name),
            Item::Label { .. } | Item::Import(_) => {}
        }
    }
    let Writer { labels, mut object, is_data, .. } = writer;
    let unused = labels.list.iter().filter(|label| !label.is_used);
    let unused = unused.map(|label| Name { text: label.name, span: label.span }).collect();
    let label =
        |it: &Definition| Label { name: it.name.to_owned(), address: Address::of_word(it.word) };
    object.labels = labels.list.iter().map(label).collect();
    let import = |name: &Name| Import { name: name.text.to_owned(), span: Some(name.span) };
    object.imports = labels.imports.iter().map(import).collect();
    object.expanded = vec![false; object.words.len()];
    Some(Assembled { object, is_data, unused })
}

/// The labels of a text: the first pass.
#[derive(Debug, Default)]
struct Labels<'a> {
    list: Vec<Definition<'a>>,
    by_name: FxHashMap<&'a str, usize>,
    /// The imported names, each once.
    imports: Vec<Name<'a>>,
    import_by_name: FxHashMap<&'a str, usize>,
}

#[derive(Debug)]
struct Definition<'a> {
    name: &'a str,
    /// The index of the next word.
    word: usize,
    line: usize,
    /// The label with its colon.
    span: Span,
    is_used: bool,
}

impl<'a> Labels<'a> {
    /// Returns the labels, and the program's length in words.
    fn lay_out(
        items: &[Item<'a>],
        capacity: usize,
        findings: &mut Findings<'a>,
    ) -> Option<(Labels<'a>, usize)> {
        let mut labels = Labels::default();
        let mut words = 0;
        let mut beyond = None;
        for item in items {
            match item {
                Item::Label { name, line, span } => {
                    labels.define(*name, words, *line, *span, findings);
                }
                Item::Statement { span, statement } => {
                    words += statement.width();
                    if words > capacity {
                        beyond.get_or_insert(*span);
                    }
                }
                Item::Import(name) => labels.import(*name, findings),
                Item::Export(_) => {}
            }
        }
        if let Some(span) = beyond {
            findings.report(span, Problem::ProgramTooLarge { words, capacity });
            return None;
        }
        for &name in &labels.imports {
            if let Some(&index) = labels.by_name.get(name.text) {
                let line = labels.list[index].line;
                findings.report(name.span, Problem::ImportedLabel { name: name.text, line });
            }
        }
        Some((labels, words))
    }

    fn import(&mut self, name: Name<'a>, findings: &mut Findings<'a>) {
        let next = self.imports.len();
        if *self.import_by_name.entry(name.text).or_insert(next) == next {
            self.imports.push(name);
        } else {
            findings.report(name.span, Problem::DuplicateImport { name: name.text });
        }
    }

    fn define(
        &mut self,
        name: Name<'a>,
        word: usize,
        line: usize,
        span: Span,
        findings: &mut Findings<'a>,
    ) {
        let index = *self.by_name.entry(name.text).or_insert(self.list.len());
        match self.list.get(index) {
            Some(first) => {
                let problem = Problem::DuplicateLabel { name: name.text, first_line: first.line };
                findings.report(name.span, problem);
            }
            None => {
                self.list.push(Definition { name: name.text, word, line, span, is_used: false });
            }
        }
    }
}

/// Writes the words: the second pass.
struct Writer<'a, 'w> {
    labels: Labels<'a>,
    object: Object,
    is_data: Vec<bool>,
    findings: &'w mut Findings<'a>,
    suggestions: &'w mut Suggestions,
    /// Routines that the text uses without importing them.
    missed: FxHashSet<&'a str>,
}

impl<'a> Writer<'a, '_> {
    fn statement(&mut self, span: Span, statement: Statement<'a>) {
        match statement {
            // The value does not matter: after an error there is no program.
            Statement::Broken => self.push(0, span),
            Statement::Instruction(instruction) => self.push(instruction.encode(), span),
            Statement::Branch(instruction, name) => {
                let i = self.distance(instruction, name);
                self.push(Instruction { i, ..instruction }.encode(), span);
            }
            Statement::LiteralLabel(name) => {
                let target = self.labels.by_name.get(name.text);
                let target = target.map(|&index| self.labels.list[index].word);
                let distance = target.map(|target| self.bytes_to(target));
                let edit = distance.map(|distance| Edit::replace(name.span, distance));
                let problem = Problem::LiteralLabel { name: name.text, distance };
                self.findings.report_maybe(name.span, problem, edit);
                self.push(0, span);
            }
            Statement::Word(value) => {
                let word = match value {
                    Value::Number(word) => word,
                    Value::Label(name) => self.address(name).into(),
                };
                self.push_data(word as u32, span);
                self.push_data((word >> 32) as u32, span);
            }
        }
    }

    /// Adds an instruction.
    fn push(&mut self, word: u32, span: Span) {
        self.object.words.push(word);
        self.object.spans.push(span);
        self.is_data.push(false);
    }

    /// Adds half of an `.8byte`.
    fn push_data(&mut self, word: u32, span: Span) {
        self.object.words.push(word);
        self.object.spans.push(span);
        self.is_data.push(true);
    }

    /// Returns the lower word of an `.8byte` that holds an address, and records what the linker
    /// needs to know about it.
    fn address(&mut self, name: Name<'a>) -> u32 {
        let word = self.object.words.len();
        if let Some(&import) = self.labels.import_by_name.get(name.text) {
            self.object.references.push(Reference { word, import });
            0
        } else if self.lacks_import(name) {
            0
        } else {
            self.object.relocations.push(word);
            Address::of_word(self.resolve(name, LabelUse::Word).unwrap_or_default()).0
        }
    }

    /// Exports a label. A repeated export has no effect.
    fn export(&mut self, name: Name<'a>) {
        if self.labels.import_by_name.contains_key(name.text) {
            return self.findings.report(name.span, Problem::ExportedImport { name: name.text });
        }
        let Some(word) = self.resolve(name, LabelUse::Export) else { return };
        let (text, address) = (name.text.to_owned(), Address::of_word(word));
        self.object.exports.push(Export { name: text, address, span: Some(name.span) });
    }

    /// The distance in bytes from the next instruction to a word.
    fn bytes_to(&self, word: usize) -> i64 {
        // Both are at most the capacity, so neither conversion overflows.
        4 * (word as i64 - self.object.words.len() as i64)
    }

    /// The offset in bytes from the next instruction, a branch, to the label. Reports an error if
    /// the branch cannot reach it.
    fn distance(&mut self, branch: Instruction, name: Name<'a>) -> i32 {
        if self.labels.import_by_name.contains_key(name.text) {
            self.findings.report(name.span, Problem::ImportedTarget { name: name.text });
            return 0;
        }
        let Some(target) = self.resolve(name, LabelUse::Branch) else { return 0 };
        let bytes = self.bytes_to(target);
        let range = range(branch.op.shape());
        if (i64::from(range.least)..=i64::from(range.greatest)).contains(&bytes) {
            return bytes as i32;
        }
        let distance = bytes.unsigned_abs() as usize;
        self.findings.report(name.span, Problem::BranchTooFar { name: name.text, distance, range });
        0
    }

    /// Whether an `.8byte` uses a routine of the course that the text does not import. Reports the
    /// missing import.
    fn lacks_import(&mut self, name: Name<'a>) -> bool {
        let is_routine = routines::SOURCES.iter().any(|source| source.exports.contains(&name.text));
        if !is_routine || self.labels.by_name.contains_key(name.text) {
            return false;
        }
        // One import suffices for all uses.
        let is_first = self.missed.insert(name.text);
        let import = is_first.then(|| Edit::insert(0, format_args!(".import {}\n", name.text)));
        let problem = Problem::RoutineNotImported { name: name.text };
        self.findings.report_maybe(name.span, problem, import);
        true
    }

    /// The index of the word that a label refers to. Reports a missing label.
    fn resolve(&mut self, name: Name<'a>, usage: LabelUse) -> Option<usize> {
        if let Some(&index) = self.labels.by_name.get(name.text) {
            let definition = &mut self.labels.list[index];
            definition.is_used = true;
            return Some(definition.word);
        }
        let known = self.labels.list.iter().map(|label| label.name);
        let nearest = self.suggestions.nearest(name.text, known);
        let edit = nearest.map(|nearest| Edit::replace(name.span, nearest));
        let problem = Problem::UndefinedLabel { name: name.text, nearest, usage };
        self.findings.report_maybe(name.span, problem, edit);
        None
    }
}

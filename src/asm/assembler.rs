//! Turns labels and statements into words, in two passes: the first computes the address of every
//! label, the second writes the words.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostic::Span;
use crate::machine::mips::{Instruction, Op, Reg, routines};
use crate::object::{Export, Import, Object, Reference};
use crate::program::{Address, Label};

use super::findings::{Edit, Findings};
use super::problem::Problem;
use super::suggest::Suggestions;
use super::syntax::{Comparand, Item, Mentioned, Name, Source, Statement, Target, Value};

/// An object, with the facts about its text that the lints need.
#[derive(Debug)]
pub(super) struct Assembled<'a> {
    pub(super) object: Object,
    /// For each word, whether a `.word` produced it, not an instruction.
    pub(super) is_data: Vec<bool>,
    /// The labels that nothing refers to, each with its colon.
    pub(super) unused: Vec<Name<'a>>,
}

/// Assembles a file of at most `capacity` words.
///
/// The object is valid only if no error has been reported.
pub(super) fn assemble<'a>(
    source: &Source<'a>,
    capacity: usize,
    findings: &mut Findings<'a>,
    suggestions: &mut Suggestions,
) -> Option<Assembled<'a>> {
    let (labels, words) = Labels::lay_out(source, capacity, findings)?;
    let object = Object {
        words: Vec::with_capacity(words),
        spans: Vec::with_capacity(words),
        expanded: Vec::with_capacity(words),
        ..Object::default()
    };
    let mut writer = Writer {
        labels,
        scratch: scratch_register(source.mentioned),
        object,
        is_data: Vec::with_capacity(words),
        findings,
        suggestions,
        missed: FxHashSet::default(),
    };
    for item in &source.items {
        match item {
            Item::Statement { span, statement } => writer.statement(*span, *statement),
            Item::Export(name) => writer.export(*name),
            Item::Label { .. } | Item::Import(_) => {}
        }
    }
    let Writer { labels, mut object, is_data, .. } = writer;
    let unused = labels.list.iter().filter(|label| !label.is_used);
    let unused = unused.map(|label| Name { text: label.name, span: label.span }).collect();
    object.labels = labels
        .list
        .iter()
        .map(|label| Label { name: label.name.to_owned(), address: Address::of_word(label.word) })
        .collect();
    object.imports = labels
        .imports
        .iter()
        .map(|name| Import { name: name.text.to_owned(), span: Some(name.span) })
        .collect();
    Some(Assembled { object, is_data, unused })
}

/// The register that is loaded with the number in a branch such as `bne $1, 42, end`.
///
/// One register serves all these branches, because each is read right after its `lis`. `$29` to
/// `$31` have uses by convention. `$0` to `$3` are zero, the inputs and the result even if the text
/// does not mention them.
fn scratch_register(mentioned: Mentioned) -> Option<Reg> {
    (4..=28).rev().filter_map(Reg::new).find(|&reg| !mentioned.contains(reg))
}

/// The number of words that a statement becomes.
fn width(statement: &Statement) -> usize {
    match statement {
        Statement::Branch { t: Comparand::Number { .. }, .. } => 3,
        _ => 1,
    }
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
        source: &Source<'a>,
        capacity: usize,
        findings: &mut Findings<'a>,
    ) -> Option<(Labels<'a>, usize)> {
        let mut labels = Labels::default();
        let mut word = 0;
        let mut beyond = None;
        for item in &source.items {
            match item {
                Item::Label { name, line, span } => {
                    labels.define(*name, word, *line, *span, findings);
                }
                Item::Statement { span, statement } => {
                    word += width(statement);
                    if word > capacity {
                        beyond.get_or_insert(*span);
                    }
                }
                Item::Import(name) => labels.import(*name),
                Item::Export(_) => {}
            }
        }
        if let Some(span) = beyond {
            findings.report(span, Problem::ProgramTooLarge { words: word, capacity });
            return None;
        }
        for &name in &labels.imports {
            if let Some(&index) = labels.by_name.get(name.text) {
                let line = labels.list[index].line;
                findings.report(name.span, Problem::ImportedLabel { name: name.text, line });
            }
        }
        Some((labels, word))
    }

    /// Imports a name. A repeated import is no error: compilers import a name in each procedure
    /// that needs it.
    fn import(&mut self, name: Name<'a>) {
        let next = self.imports.len();
        if *self.import_by_name.entry(name.text).or_insert(next) == next {
            self.imports.push(name);
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
    scratch: Option<Reg>,
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
            Statement::Broken => self.push(0, span, Origin::Data),
            Statement::Instruction(instruction) => {
                self.push(instruction.encode(), span, Origin::Instruction);
            }
            Statement::Word(Value::Number(word)) => self.push(word, span, Origin::Data),
            Statement::Word(Value::Label(name)) => {
                let word = self.object.words.len();
                let value = if let Some(&import) = self.labels.import_by_name.get(name.text) {
                    self.object.references.push(Reference { word, import });
                    0
                } else if self.lacks_import(name) {
                    0
                } else {
                    self.object.relocations.push(word);
                    Address::of_word(self.resolve(name).unwrap_or_default()).0
                };
                self.push(value, span, Origin::Data);
            }
            Statement::Branch { op, s, t, target } => {
                let t = match t {
                    Comparand::Register(reg) => reg,
                    Comparand::Number { word, written } => self.load(word, written, span),
                };
                let i = match target {
                    Target::Offset(words) => words,
                    Target::Label(name) => self.distance(name),
                };
                let branch = Instruction { op, s, t, d: Reg::ZERO, i };
                self.push(branch.encode(), span, Origin::Instruction);
            }
        }
    }

    fn export(&mut self, name: Name<'a>) {
        let Some(word) = self.resolve(name) else { return };
        let (text, address) = (name.text.to_owned(), Address::of_word(word));
        // As with imports, a repeated export is no error.
        if self.object.exports.iter().all(|export| export.name != text) {
            self.object.exports.push(Export { name: text, address, span: Some(name.span) });
        }
    }

    /// Adds the `lis` and the `.word` that load the number of a branch.
    fn load(&mut self, word: u32, written: Name<'a>, span: Span) -> Reg {
        if self.scratch.is_none() {
            self.findings.report(written.span, Problem::NoFreeRegister { written: written.text });
        }
        let d = self.scratch.unwrap_or_default();
        let lis = Instruction { op: Op::Lis, s: Reg::ZERO, t: Reg::ZERO, d, i: 0 };
        self.push(lis.encode(), span, Origin::ExpandedLis);
        self.push(word, span, Origin::ExpandedWord);
        d
    }

    fn push(&mut self, word: u32, span: Span, origin: Origin) {
        self.object.words.push(word);
        self.object.spans.push(span);
        let is_expanded = matches!(origin, Origin::ExpandedLis | Origin::ExpandedWord);
        self.object.expanded.push(is_expanded);
        self.is_data.push(matches!(origin, Origin::Data | Origin::ExpandedWord));
    }

    /// The offset in words from behind the next instruction, a branch, to the label. Reports an
    /// error if the branch cannot reach it.
    fn distance(&mut self, name: Name<'a>) -> i16 {
        if self.labels.import_by_name.contains_key(name.text) {
            self.findings.report(name.span, Problem::ImportedTarget { name: name.text });
            return 0;
        }
        let Some(target) = self.resolve(name) else { return 0 };
        let behind = self.object.words.len() + 1;
        // Both are at most the capacity, so neither conversion overflows.
        let words = target as i64 - behind as i64;
        i16::try_from(words).unwrap_or_else(|_| {
            let distance = target.abs_diff(behind);
            self.findings.report(name.span, Problem::BranchTooFar { name: name.text, distance });
            0
        })
    }

    /// Whether a `.word` uses a routine of the course that the text does not import. Reports the
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
    fn resolve(&mut self, name: Name<'a>) -> Option<usize> {
        if let Some(&index) = self.labels.by_name.get(name.text) {
            let definition = &mut self.labels.list[index];
            definition.is_used = true;
            return Some(definition.word);
        }
        let known = self.labels.list.iter().map(|label| label.name);
        let nearest = self.suggestions.nearest(name.text, known);
        let edit = nearest.map(|nearest| Edit::replace(name.span, nearest));
        let problem = Problem::UndefinedLabel { name: name.text, nearest };
        self.findings.report_maybe(name.span, problem, edit);
        None
    }
}

/// The kind of statement that produced a word.
#[derive(Clone, Copy)]
enum Origin {
    Instruction,
    Data,
    ExpandedLis,
    ExpandedWord,
}

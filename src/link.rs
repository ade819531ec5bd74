//! The linker: combines object files into one program.
//!
//! The linker concatenates the files in the given order. It relocates words that hold an address of
//! their own file, and fills words that hold an imported name with the address that another file
//! exports. If an import then remains that names one of the course's [`routines`], the linker
//! appends that routine.
//!
//! ```
//! use tamarin::link::{self, File};
//!
//! let main = File::text("main.asm", ".import three\nlis $5\n.word three\njr $5");
//! let three = File::text("three.asm", ".export three\nthree: lis $3\n.word 3\njr $31");
//! let program = link::program(&[main, three]).output.expect("there is no error");
//! assert_eq!(program.words[1], 12);
//! assert_eq!(program.parts[1].name, "three.asm");
//! ```
//!
//! Object files are in the course's formats, [`merl`](crate::machine::mips::merl) and, for
//! [ARM64](Architecture::Arm64), [`armcom`](crate::machine::arm64::armcom).

mod code;
mod foreign;
pub mod libraries;
pub mod routines;

pub use code::{machine_code, machine_code_for};

use rustc_hash::FxHashMap;

use crate::asm::{self, Assembly};
use crate::diagnostic::{Code, Diagnostic, Positions, Span};
use crate::machine::mips::routines::Source;
use crate::machine::{Architecture, arm64, mips};
use crate::object::{Export, Object, Reference};
use crate::program::{Address, Label, Part, PartKind, Program};

/// A file to link.
#[derive(Clone, Debug)]
pub struct File<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its content.
    pub content: Content<'a>,
}

/// A WLP4 text and the object that it was compiled to.
#[derive(Clone, Debug)]
pub struct Compiled<'a> {
    /// The source text.
    pub text: &'a str,
    /// The object; its spans refer to the source text.
    pub object: Object,
    /// The same program with the variables of each procedure in another order. `None` if the order
    /// cannot matter.
    pub reordered: Option<Box<Object>>,
}

/// The content of a file.
#[derive(Clone, Debug)]
pub enum Content<'a> {
    /// Assembly.
    Text(&'a str),
    /// WLP4, compiled.
    Compiled(Compiled<'a>),
    /// An object file.
    Object(Object),
    /// A text without an object, because it has errors that were reported elsewhere. Then there is
    /// no program, but errors in the other files are still reported.
    Broken(&'a str),
}

impl<'a> File<'a> {
    /// Makes a file of assembly.
    pub fn text(name: &'a str, text: &'a str) -> File<'a> {
        File { name, content: Content::Text(text) }
    }

    fn kind(&self) -> PartKind {
        match self.content {
            Content::Text(_) => PartKind::Assembly,
            Content::Compiled(_) | Content::Broken(_) => PartKind::Wlp4,
            Content::Object(_) => PartKind::Object,
        }
    }

    #[cfg(feature = "tools")]
    fn has_other_order(&self) -> bool {
        matches!(&self.content, Content::Compiled(Compiled { reordered: Some(_), .. }))
    }

    /// The same file with its variables in the other order, if it has one.
    #[cfg(feature = "tools")]
    fn reordered(&self) -> File<'a> {
        let mut file = self.clone();
        if let Content::Compiled(compiled) = &mut file.content
            && let Some(reordered) = compiled.reordered.take()
        {
            compiled.object = *reordered;
        }
        file
    }
}

/// The result of linking: a program or an object.
#[derive(Clone, Debug)]
pub struct Built<T> {
    /// The output; `Some` exactly if no diagnostic is an error.
    pub output: Option<T>,
    /// The diagnostics of each file, in the order of its text.
    pub diagnostics: Vec<Vec<Diagnostic>>,
}

/// The result of assembling and linking one text.
#[derive(Clone, Debug)]
pub struct BuiltText {
    /// The program; `Some` exactly if no diagnostic is an error.
    pub program: Option<Program>,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Assembles a text that is a whole program, and links the routines that it imports.
pub fn assemble(text: &str) -> BuiltText {
    let Built { output, mut diagnostics } = program(&[File::text("", text)]);
    BuiltText { program: output, diagnostics: diagnostics.remove(0) }
}

/// Assembles the files that are text, and links all files with the routines that they import.
pub fn program(files: &[File]) -> Built<Program> {
    program_on(&MIPS, files)
}

/// As [`program`], for one of the machines.
pub fn program_for(architecture: Architecture, files: &[File]) -> Built<Program> {
    program_on(Target::of(architecture), files)
}

fn program_on(target: &'static Target, files: &[File]) -> Built<Program> {
    let built = build(target, files, link);
    // Only `machine::layout` needs the object with the other order.
    #[cfg(feature = "tools")]
    return with_other_order(target, built, files);
    #[cfg(not(feature = "tools"))]
    built
}

#[cfg(feature = "tools")]
fn with_other_order(
    target: &'static Target,
    mut built: Built<Program>,
    files: &[File],
) -> Built<Program> {
    if let Some(program) = &mut built.output
        && files.iter().any(File::has_other_order)
    {
        let reordered: Vec<File> = files.iter().map(File::reordered).collect();
        program.reordered = build(target, &reordered, link).output.map(Box::new);
    }
    built
}

/// Assembles the files that are text, and combines all files into one object. Names that no file
/// exports stay unresolved.
pub fn object(files: &[File]) -> Built<Object> {
    build(&MIPS, files, combine)
}

/// As [`object`], for one of the machines.
pub fn object_for(architecture: Architecture, files: &[File]) -> Built<Object> {
    build(Target::of(architecture), files, combine)
}

/// What linking for one machine needs. This is a value and not a `match`, so that the page's
/// program does not contain the code of a machine that it never uses.
struct Target {
    architecture: Architecture,
    assemble: fn(&str) -> Assembly,
    routines: &'static [Source],
}

static MIPS: Target = Target {
    architecture: Architecture::Mips,
    assemble: asm::assemble,
    routines: &mips::routines::SOURCES,
};

static ARM64: Target = Target {
    architecture: Architecture::Arm64,
    assemble: asm::arm64::assemble,
    routines: &arm64::routines::SOURCES,
};

impl Target {
    fn of(architecture: Architecture) -> &'static Target {
        match architecture {
            Architecture::Mips => &MIPS,
            Architecture::Arm64 => &ARM64,
        }
    }
}

fn build<T>(
    target: &'static Target,
    files: &[File],
    link: impl FnOnce(&'static Target, &[Input]) -> Result<T, Vec<Problem>>,
) -> Built<T> {
    let translated = files.iter().map(|file| translate(target, file));
    let (objects, mut diagnostics): (Vec<_>, Vec<_>) = translated.unzip();
    let Some(objects) = objects.into_iter().collect::<Option<Vec<Object>>>() else {
        foreign::explain(target.architecture, files, &mut diagnostics);
        return Built { output: None, diagnostics };
    };
    let inputs = files.iter().zip(&objects).map(|(file, object)| Input {
        name: file.name,
        kind: file.kind(),
        object,
    });
    let problems = match link(target, &inputs.collect::<Vec<_>>()) {
        Ok(output) => return Built { output: Some(output), diagnostics },
        Err(problems) => problems,
    };
    for Problem { file, span, code, message, help } in problems {
        let (span, position) = match (&files[file].content, span) {
            (Content::Text(text) | Content::Compiled(Compiled { text, .. }), Some(span)) => {
                (span, Positions::new(text).at(span.start))
            }
            _ => (Span::default(), Positions::new("").at(0)),
        };
        let diagnostic = Diagnostic::new(code, span, position, message);
        diagnostics[file].push(Diagnostic { help, ..diagnostic });
    }
    diagnostics.iter_mut().for_each(|of_file| of_file.sort_by_key(|diagnostic| diagnostic.span));
    Built { output: None, diagnostics }
}

fn translate(target: &Target, file: &File) -> (Option<Object>, Vec<Diagnostic>) {
    match &file.content {
        Content::Text(text) => {
            let Assembly { object, diagnostics } = (target.assemble)(text);
            (object, diagnostics)
        }
        Content::Compiled(Compiled { object, .. }) | Content::Object(object) => {
            (Some(object.clone()), Vec::new())
        }
        Content::Broken(_) => (None, Vec::new()),
    }
}

/// An object, with the name and kind of its file.
#[derive(Clone, Copy)]
struct Input<'a> {
    name: &'a str,
    kind: PartKind,
    object: &'a Object,
}

/// A link error: a name that two files export, an import that no file exports, or too many words
/// for memory.
struct Problem {
    /// The index of the file.
    file: usize,
    /// The span in its text, if known.
    span: Option<Span>,
    code: Code,
    message: String,
    help: Option<String>,
}

/// Links objects and the routines that they import.
fn link(target: &'static Target, files: &[Input]) -> Result<Program, Vec<Problem>> {
    let mut linker = Linker::new(target);
    files.iter().for_each(|input| linker.append(input));
    for routine in routines::asked_for(target.routines, target.assemble, &linker.unresolved()) {
        let (name, kind) = (routine.name, PartKind::Routine);
        linker.append(&Input { name, kind, object: &routine.object });
    }
    linker.finish()
}

/// Combines objects into one, which may have unresolved names.
fn combine(target: &'static Target, files: &[Input]) -> Result<Object, Vec<Problem>> {
    let mut linker = Linker::new(target);
    files.iter().for_each(|input| linker.append(input));
    linker.resolve();
    match linker.problems.is_empty() {
        true => Ok(linker.object),
        false => Err(linker.problems),
    }
}

struct Linker {
    target: &'static Target,
    object: Object,
    parts: Vec<Part>,
    /// The file of each import and of each export.
    import_files: Vec<usize>,
    export_files: Vec<usize>,
    exports: FxHashMap<String, usize>,
    problems: Vec<Problem>,
}

impl Linker {
    fn new(target: &'static Target) -> Linker {
        Linker {
            target,
            object: Object::default(),
            parts: Vec::new(),
            import_files: Vec::new(),
            export_files: Vec::new(),
            exports: FxHashMap::default(),
            problems: Vec::new(),
        }
    }

    /// Appends a file.
    fn append(&mut self, &Input { name, kind, object }: &Input) {
        let file = self.parts.len();
        let Linker { object: all, .. } = self;
        let (first, moved) = (all.words.len(), all.end().0);
        let move_ = |address: Address| Address(address.0.wrapping_add(moved));
        self.parts.push(Part { name: name.to_owned(), start: all.end(), kind });
        let words = first + object.words.len();
        let room = self.target.architecture.capacity();
        if words > room {
            self.problems.push(Problem {
                file,
                span: None,
                code: Code::ProgramTooLarge,
                message: format!(
                    "the linked program has {words} words up to the end of this file, and the memory has room for {room}"
                ),
                help: None,
            });
            return;
        }
        all.words.reserve_exact(object.words.len());
        all.words.extend(&object.words);
        all.spans.reserve_exact(words - all.spans.len());
        all.expanded.reserve_exact(words - all.expanded.len());
        for &word in &object.relocations {
            all.words[first + word] = all.words[first + word].wrapping_add(moved);
        }
        all.relocations.extend(object.relocations.iter().map(|word| first + word));
        // An object file names only its exports.
        let is_label = |export: &&Export| object.labels.iter().any(|it| it.name == export.name);
        let exports = object.exports.iter().filter(|export| !is_label(export));
        let exports = exports.map(|Export { name, address, .. }| (name, *address));
        let labels = object.labels.iter().map(|label| (&label.name, label.address));
        let first_label = all.labels.len();
        all.labels.extend(exports.chain(labels).map(|(name, address)| {
            let address = move_(address);
            Label { name: name.clone(), address }
        }));
        all.labels[first_label..].sort_by_key(|label| label.address);
        all.spans.extend(&object.spans);
        all.spans.resize(all.words.len(), Span::default());
        all.expanded.extend(&object.expanded);
        all.expanded.resize(all.words.len(), false);
        all.is_fixed |= object.is_fixed;
        let imports = all.imports.len();
        all.imports.extend(object.imports.iter().cloned());
        self.import_files.resize(all.imports.len(), file);
        all.references.extend(object.references.iter().map(|&reference| {
            let (word, import) = (first + reference.word, imports + reference.import);
            Reference { word, import }
        }));
        self.export(&object.exports, moved);
    }

    /// Exports labels of the last file, whose addresses were moved by `moved`.
    fn export(&mut self, exports: &[Export], moved: u32) {
        let file = self.parts.len() - 1;
        let Linker { object: all, .. } = self;
        let move_ = |address: Address| Address(address.0.wrapping_add(moved));
        for export in exports {
            let next = all.exports.len();
            let known = *self.exports.entry(export.name.clone()).or_insert(next);
            if known != next {
                // A repeated export of the same label in one file has no effect.
                let same = all.exports[known].address == move_(export.address);
                if same && self.export_files[known] == file {
                    continue;
                }
                let other = &self.parts[self.export_files[known]].name;
                self.problems.push(Problem {
                    file,
                    span: export.span,
                    code: Code::DuplicateExport,
                    message: format!("`{}` is exported by `{other}` as well", export.name),
                    help: None,
                });
                continue;
            }
            let address = move_(export.address);
            all.exports.push(Export { address, ..export.clone() });
            self.export_files.push(file);
        }
    }

    /// The names that are imported but not exported by any file.
    fn unresolved(&self) -> Vec<&str> {
        let imports = self.object.imports.iter().map(|import| import.name.as_str());
        imports.filter(|name| !self.exports.contains_key(*name)).collect()
    }

    /// Fills in the addresses of names that a file exports.
    fn resolve(&mut self) {
        let Linker { object, exports, .. } = self;
        let Object { words, relocations, imports, references, .. } = object;
        references.retain(|reference| {
            let Some(&export) = exports.get(&imports[reference.import].name) else { return true };
            words[reference.word] = object.exports[export].address.0;
            relocations.push(reference.word);
            false
        });
        relocations.sort_unstable();
        // The remaining imports keep their order, each name once.
        let (mut kept, mut by_name) = (Vec::new(), FxHashMap::default());
        let mut place = vec![0; imports.len()];
        for (index, import) in imports.iter().enumerate() {
            if !exports.contains_key(&import.name) {
                place[index] = *by_name.entry(import.name.clone()).or_insert_with(|| {
                    kept.push(import.clone());
                    kept.len() - 1
                });
            }
        }
        references.iter_mut().for_each(|reference| reference.import = place[reference.import]);
        *imports = kept;
    }

    /// Advice about an import that no file exports.
    fn help(&self, name: &str) -> String {
        let label = self.object.labels.iter().find(|label| label.name == name);
        let owner = label.and_then(|label| {
            let is_behind = |part: &&Part| part.start <= label.address;
            self.parts.iter().rev().find(is_behind)
        });
        match owner {
            Some(part) if part.kind != PartKind::Routine => {
                format!("`{}` has a label `{name}`: write `.export {name}` there", part.name)
            }
            _ => format!(
                "add the file that has `.export {name}`; linked by themselves are {}",
                routines::names(self.target.routines)
            ),
        }
    }

    fn finish(mut self) -> Result<Program, Vec<Problem>> {
        for (import, &file) in self.object.imports.iter().zip(&self.import_files) {
            if self.exports.contains_key(&import.name) {
                continue;
            }
            self.problems.push(Problem {
                file,
                span: import.span,
                code: Code::UnresolvedImport,
                message: format!("no file exports `{}`", import.name),
                help: Some(self.help(&import.name)),
            });
        }
        self.resolve();
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let Linker { target, object, parts, .. } = self;
        let printer = routines::printer(target.architecture, &object);
        let own_print = match printer {
            Some(_) => None,
            None => routines::own_print(target.architecture, &object),
        };
        let Object { words, labels, spans, expanded, relocations, is_fixed, .. } = object;
        let relocations = (!is_fixed).then_some(relocations);
        let reordered = None;
        Ok(Program {
            words,
            labels,
            parts,
            spans,
            expanded,
            printer,
            own_print,
            relocations,
            reordered,
        })
    }
}

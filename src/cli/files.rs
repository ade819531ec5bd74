//! Reads the programs that the arguments name. A program is one file, or several files separated by
//! commas, of assembly, WLP4, object code or machine code.
//!
//! [`crate::source`] detects the language of a file.

use std::convert::Infallible;
use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::trouble::Trouble;
use crate::asm;
use crate::cli::console::{read, tell};
use crate::diagnostic::{self, Diagnostic};
use crate::link::{self, Built, Content, File};
use crate::machine::Architecture;
use crate::object::Object;
use crate::program::Program;
use crate::source::{self, Language};
use crate::wlp4::{self, Compiled, Style};

/// Bytes that are read of a file to find out for which machine it is.
const HEAD: u64 = 1 << 16;

/// The files of one program, in link order.
#[derive(Clone, Debug)]
pub struct Files(pub Vec<PathBuf>);

impl FromStr for Files {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Files, Infallible> {
        // The name of an existing file may contain a comma.
        let paths = match Path::new(text).exists() {
            true => vec![PathBuf::from(text)],
            false => text.split(',').map(PathBuf::from).collect(),
        };
        Ok(Files(paths))
    }
}

impl Files {
    /// Reads the files, for MIPS.
    pub fn read(&self) -> Result<Sources, Trouble> {
        Sources::of(self.contents())
    }

    /// Reads the files for a machine. `None` means to detect the machine.
    pub fn read_for(&self, architecture: Option<Architecture>) -> Result<Sources, Trouble> {
        Sources::for_machine(architecture, self.contents())
    }

    /// Whether a file can only be for ARM64. This does not read the standard input, and of each file at most
    /// [`HEAD`] bytes: a longer text is not recognised.
    pub fn are_for_arm64(&self) -> bool {
        self.heads().any(|(name, head)| source::is_arm64(&name, &head))
    }

    /// The machine of the files, if it is certain of one of them and no other one contradicts. Reads as
    /// [`Files::are_for_arm64`] does.
    pub fn architecture(&self) -> Option<Architecture> {
        let mut known = self.heads().filter_map(|(name, head)| source::architecture(&name, &head));
        let first = known.next()?;
        known.all(|other| other == first).then_some(first)
    }

    /// The names and the beginnings of the files, without the standard input.
    fn heads(&self) -> impl Iterator<Item = (String, Vec<u8>)> {
        let head = |path: &Path| {
            let mut head = Vec::new();
            fs::File::open(path)?.take(HEAD).read_to_end(&mut head)?;
            io::Result::Ok(head)
        };
        let files = self.0.iter().filter(|path| path.as_os_str() != "-");
        files.filter_map(move |path| Some((path.display().to_string(), head(path).ok()?)))
    }

    fn contents(&self) -> impl Iterator<Item = Result<(String, Vec<u8>), Trouble>> {
        self.0.iter().map(|path| Ok((path.display().to_string(), read(path)?)))
    }

    /// The assembly that a WLP4 program compiles to. `None` means to detect the machine.
    pub fn compiled(
        &self,
        architecture: Option<Architecture>,
        style: Style,
    ) -> Result<String, Trouble> {
        let compiled = self.0.iter().map(|path| {
            let bytes = read(path)?;
            let (name, text) = (path.display().to_string(), String::from_utf8_lossy(&bytes));
            let architecture = architecture.or_else(|| wlp4::architecture(&text));
            let compiled = wlp4::compile_for(architecture.unwrap_or_default(), &text, style);
            let Compiled { assembly, diagnostics, .. } = compiled;
            match diagnostics.is_empty() {
                true => Ok(assembly.map(|assembly| assembly.text).unwrap_or_default()),
                false => Err(Trouble::with_program(name, text.into_owned(), diagnostics)),
            }
        });
        Ok(collect(compiled)?.concat())
    }

    /// Reads and links the program.
    pub fn load(&self) -> Result<Program, Trouble> {
        self.read()?.program()
    }
}

/// The words of one file of object code or machine code, and their machine.
pub fn machine_code(
    path: &Path,
    architecture: Option<Architecture>,
) -> Result<(Architecture, Object), Trouble> {
    let (name, bytes) = (path.display().to_string(), read(path)?);
    let architecture = architecture.unwrap_or_else(|| {
        let is_arm64 = source::is_arm64(&name, &bytes);
        if is_arm64 { Architecture::Arm64 } else { Architecture::Mips }
    });
    Ok((architecture, words_of(architecture, &name, &bytes)?))
}

/// Decodes the words in the bytes of such a file.
fn words_of(architecture: Architecture, name: &str, bytes: &[u8]) -> Result<Object, Trouble> {
    let object = link::machine_code_for(architecture, bytes);
    object.map_err(|why| Trouble::new(format!("{name}: {why}")))
}

/// Files that were read, all for the same machine.
pub struct Sources {
    list: Vec<Source>,
    architecture: Architecture,
    /// Whether the machine was guessed.
    is_guessed: bool,
}

struct Source {
    name: String,
    content: Kind,
}

enum Kind {
    Text(String),
    /// WLP4, compiled.
    Wlp4 {
        text: String,
        object: Object,
        reordered: Option<Box<Object>>,
        takes_array: bool,
    },
    Object(Object),
}

impl Source {
    fn new(architecture: Architecture, name: String, bytes: Vec<u8>) -> Result<Source, Trouble> {
        let language = Language::of(&name, &bytes);
        if language == Language::Code {
            let object = words_of(architecture, &name, &bytes)?;
            return Ok(Source { name, content: Kind::Object(object) });
        }
        match String::from_utf8(bytes) {
            Ok(text) if language == Language::Wlp4 => {
                let compiled = wlp4::compile_for(architecture, &text, Style::Stack);
                let Compiled { object, reordered, takes_array, diagnostics, .. } = compiled;
                let Some(object) = object else {
                    return Err(Trouble::with_program(name, text, diagnostics));
                };
                let reordered = reordered.and_then(|it| it.assemble_for(architecture).ok());
                let reordered = reordered.map(Box::new);
                Ok(Source { name, content: Kind::Wlp4 { text, object, reordered, takes_array } })
            }
            Ok(text) => Ok(Source { name, content: Kind::Text(text) }),
            Err(error) => {
                let bytes = error.into_bytes();
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let assembly = match architecture {
                    Architecture::Mips => asm::assemble_bytes(&bytes),
                    Architecture::Arm64 => asm::arm64::assemble_bytes(&bytes),
                };
                let diagnostics = assembly.diagnostics;
                Err(Trouble::with_program(name, text, diagnostics))
            }
        }
    }
}

impl Sources {
    /// The sources of files, given by name and content, for MIPS. Files for ARM64 are refused.
    pub fn of(
        files: impl Iterator<Item = Result<(String, Vec<u8>), Trouble>>,
    ) -> Result<Sources, Trouble> {
        let architecture = Architecture::Mips;
        let read = files.map(|file| {
            let (name, bytes) = file?;
            match source::is_arm64(&name, &bytes) {
                true => Err(not_there_yet(&name)),
                false => Source::new(architecture, name, bytes),
            }
        });
        Ok(Sources { list: collect(read)?, architecture, is_guessed: false })
    }

    /// The sources of files for a machine. `None` means ARM64 if one of the files is certainly for
    /// it, and MIPS otherwise.
    pub fn for_machine(
        architecture: Option<Architecture>,
        files: impl Iterator<Item = Result<(String, Vec<u8>), Trouble>>,
    ) -> Result<Sources, Trouble> {
        let files = collect(files)?;
        let is_guessed = architecture.is_none();
        let architecture = architecture.unwrap_or_else(|| {
            let is_arm64 = files.iter().any(|(name, bytes)| source::is_arm64(name, bytes));
            if is_arm64 { Architecture::Arm64 } else { Architecture::Mips }
        });
        let read = files.into_iter().map(|(name, bytes)| Source::new(architecture, name, bytes));
        Ok(Sources { list: collect(read)?, architecture, is_guessed })
    }

    /// The machine of the files.
    pub fn architecture(&self) -> Architecture {
        self.architecture
    }

    /// The texts of the files; empty for files that are not text.
    pub fn texts(&self) -> Vec<&str> {
        self.list.iter().map(Source::text).collect()
    }

    /// Whether one of them is a WLP4 program whose `wain` takes an array.
    pub fn take_array(&self) -> bool {
        let takes =
            |source: &Source| matches!(source.content, Kind::Wlp4 { takes_array: true, .. });
        self.list.iter().any(takes)
    }

    /// Links the program. Warnings go to the standard error.
    pub fn program(&self) -> Result<Program, Trouble> {
        self.linked(&tell)
    }

    /// Links the program. Warnings are passed to `tell`.
    pub fn linked(&self, tell: &dyn Fn(&str)) -> Result<Program, Trouble> {
        self.made(link::program_for(self.architecture, &self.files()), tell)
    }

    /// The object that they make, which may have unresolved names.
    pub fn object(&self) -> Result<Object, Trouble> {
        self.made(link::object_for(self.architecture, &self.files()), &tell)
    }

    /// The names of the files.
    pub fn names(&self) -> Vec<&str> {
        self.list.iter().map(|source| source.name.as_str()).collect()
    }

    /// The files to link.
    pub fn files(&self) -> Vec<File<'_>> {
        self.list.iter().map(Source::file).collect()
    }

    /// Suggests ARM64 for a text that was assumed to be for MIPS, if it has fewer errors as ARM64.
    fn remark_on_machine(&self, diagnostics: &[Vec<Diagnostic>]) {
        let errors = |said: &[Diagnostic]| said.iter().filter(|it| it.is_error()).count();
        for (source, said) in self.list.iter().zip(diagnostics) {
            let Kind::Text(text) = &source.content else { continue };
            let found = errors(said);
            if self.is_guessed
                && self.architecture == Architecture::Mips
                && found > 0
                && errors(&asm::arm64::assemble(text).diagnostics) < found
            {
                let name = &source.name;
                tell(&format!(
                    "{name}: as ARM64 assembly it has fewer errors; --machine arm64 says that it is\n"
                ));
            }
        }
    }

    fn made<T>(
        &self,
        Built { output, diagnostics }: Built<T>,
        tell: &dyn Fn(&str),
    ) -> Result<T, Trouble> {
        self.remark_on_machine(&diagnostics);
        let said = self.list.iter().zip(diagnostics).filter(|(_, said)| !said.is_empty());
        let Some(output) = output else {
            let trouble = said.map(|(source, said)| {
                Trouble::with_program(source.name.clone(), source.text().to_owned(), said)
            });
            return Err(trouble.reduce(Trouble::and).expect("there is a reason"));
        };
        let render = match io::stderr().is_terminal() {
            true => diagnostic::render_styled,
            false => diagnostic::render,
        };
        said.for_each(|(source, said)| tell(&render(&source.name, source.text(), &said)));
        Ok(output)
    }
}

impl Source {
    fn text(&self) -> &str {
        match &self.content {
            Kind::Text(text) | Kind::Wlp4 { text, .. } => text,
            Kind::Object(_) => "",
        }
    }

    fn file(&self) -> File<'_> {
        let content = match &self.content {
            Kind::Text(text) => Content::Text(text),
            Kind::Wlp4 { text, object, reordered, .. } => {
                let (object, reordered) = (object.clone(), reordered.clone());
                Content::Compiled(link::Compiled { text, object, reordered })
            }
            Kind::Object(object) => Content::Object(object.clone()),
        };
        File { name: &self.name, content }
    }
}

/// All results, or all errors.
pub fn collect<T>(results: impl Iterator<Item = Result<T, Trouble>>) -> Result<Vec<T>, Trouble> {
    let (made, trouble): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
    match trouble.into_iter().filter_map(Result::err).reduce(Trouble::and) {
        Some(trouble) => Err(trouble),
        None => Ok(made.into_iter().flatten().collect()),
    }
}

/// The error that this command does not support ARM64 yet; `what` says why the programs are for
/// ARM64.
fn not_there_yet(what: &str) -> Trouble {
    Trouble::new(format!(
        "{what}: this command does not take programs for ARM64 yet; `compare`, `explain`, \
         `mutants`, `versions`, `batch`, `grade`, `quiz`, `prove`, `check`, `run`, `asm`, `link`, \
         `disasm` and `fmt` do"
    ))
}

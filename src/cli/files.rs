//! The programs that the arguments name: each one file, or several with commas
//! between, of assembly, WLP4, object code or machine code.
//!
//! What a file holds is told by [`crate::source`].

use std::convert::Infallible;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::trouble::Trouble;
use crate::cli::console::{read, tell};
use crate::diagnostic;
use crate::link::{self, Built, Content, File};
use crate::object::Object;
use crate::program::Program;
use crate::source::Language;
use crate::wlp4::{self, Compiled, Style};

/// The files of one program, in the order in which they are linked.
#[derive(Clone, Debug)]
pub struct Files(pub Vec<PathBuf>);

impl FromStr for Files {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Files, Infallible> {
        // A file that is there may have a comma in its name.
        let paths = match Path::new(text).exists() {
            true => vec![PathBuf::from(text)],
            false => text.split(',').map(PathBuf::from).collect(),
        };
        Ok(Files(paths))
    }
}

impl Files {
    /// What is in them.
    pub fn read(&self) -> Result<Sources, Trouble> {
        Sources::of(self.0.iter().map(|path| Ok((path.display().to_string(), read(path)?))))
    }

    /// The assembly that a WLP4 program is compiled to.
    pub fn compiled(&self, style: Style) -> Result<String, Trouble> {
        let compiled = self.0.iter().map(|path| {
            let bytes = read(path)?;
            let (name, text) = (path.display().to_string(), String::from_utf8_lossy(&bytes));
            let Compiled { assembly, diagnostics, .. } = wlp4::compile(&text, style);
            match diagnostics.is_empty() {
                true => Ok(assembly.map(|assembly| assembly.text).unwrap_or_default()),
                false => Err(Trouble::with_program(name, text.into_owned(), diagnostics)),
            }
        });
        Ok(collect(compiled)?.concat())
    }

    /// The program that they are.
    pub fn load(&self) -> Result<Program, Trouble> {
        self.read()?.program()
    }
}

/// The words of one file that holds no assembly.
pub fn machine_code(path: &Path) -> Result<Object, Trouble> {
    words_of(&path.display().to_string(), &read(path)?)
}

/// The words of the bytes of such a file.
fn words_of(name: &str, bytes: &[u8]) -> Result<Object, Trouble> {
    link::machine_code(bytes).map_err(|why| Trouble::new(format!("{name}: {why}")))
}

/// Files that were read.
pub struct Sources(Vec<Source>);

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
    fn new(name: String, bytes: Vec<u8>) -> Result<Source, Trouble> {
        let language = Language::of(&name, &bytes);
        if language == Language::Code {
            let object = words_of(&name, &bytes)?;
            return Ok(Source { name, content: Kind::Object(object) });
        }
        match String::from_utf8(bytes) {
            Ok(text) if language == Language::Wlp4 => {
                let compiled = wlp4::compile(&text, Style::Stack);
                let Compiled { object, reordered, takes_array, diagnostics, .. } = compiled;
                let Some(object) = object else {
                    return Err(Trouble::with_program(name, text, diagnostics));
                };
                let reordered = reordered.and_then(|it| it.assemble().ok()).map(Box::new);
                Ok(Source { name, content: Kind::Wlp4 { text, object, reordered, takes_array } })
            }
            Ok(text) => Ok(Source { name, content: Kind::Text(text) }),
            Err(error) => {
                let bytes = error.into_bytes();
                let text = String::from_utf8_lossy(&bytes).into_owned();
                let diagnostics = crate::asm::assemble_bytes(&bytes).diagnostics;
                Err(Trouble::with_program(name, text, diagnostics))
            }
        }
    }
}

impl Sources {
    /// Files by their names and what is in them, where that could be had.
    pub fn of(
        files: impl Iterator<Item = Result<(String, Vec<u8>), Trouble>>,
    ) -> Result<Sources, Trouble> {
        let read = files.map(|file| file.and_then(|(name, bytes)| Source::new(name, bytes)));
        Ok(Sources(collect(read)?))
    }

    /// The texts of those files that are text, and none for others.
    pub fn texts(&self) -> Vec<&str> {
        self.0.iter().map(Source::text).collect()
    }

    /// Whether one of them is a WLP4 program that is given an array.
    pub fn take_array(&self) -> bool {
        let takes =
            |source: &Source| matches!(source.content, Kind::Wlp4 { takes_array: true, .. });
        self.0.iter().any(takes)
    }

    /// The program that they make, linked. What is said of one that there is
    /// goes to the standard error.
    pub fn program(&self) -> Result<Program, Trouble> {
        self.linked(&tell)
    }

    /// The same, with what is said of it going to `tell`.
    pub fn linked(&self, tell: &dyn Fn(&str)) -> Result<Program, Trouble> {
        self.made(link::program(&self.files()), tell)
    }

    /// The object that they make, in which names may be left to be filled in.
    pub fn object(&self) -> Result<Object, Trouble> {
        self.made(link::object(&self.files()), &tell)
    }

    /// What they are called.
    pub fn names(&self) -> Vec<&str> {
        self.0.iter().map(|source| source.name.as_str()).collect()
    }

    /// The files to link.
    pub fn files(&self) -> Vec<File<'_>> {
        self.0.iter().map(Source::file).collect()
    }

    fn made<T>(
        &self,
        Built { output, diagnostics }: Built<T>,
        tell: &dyn Fn(&str),
    ) -> Result<T, Trouble> {
        let said = self.0.iter().zip(diagnostics).filter(|(_, said)| !said.is_empty());
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

/// All of them, or all that is wrong with some.
fn collect<T>(results: impl Iterator<Item = Result<T, Trouble>>) -> Result<Vec<T>, Trouble> {
    let (made, trouble): (Vec<_>, Vec<_>) = results.partition(Result::is_ok);
    match trouble.into_iter().filter_map(Result::err).reduce(Trouble::and) {
        Some(trouble) => Err(trouble),
        None => Ok(made.into_iter().flatten().collect()),
    }
}

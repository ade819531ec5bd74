//! Programs as the page sends them: the files of each, which are linked.
//!
//! WLP4 files include the assembly that they were compiled to, so the part of the engine for a
//! first verdict needs no compiler.

use std::cell::RefCell;
use std::rc::Rc;

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::JsError;

use crate::asm::Generated;
use crate::contract::{Contract, SIDES};
use crate::link::{self, Built, Compiled, Content, File};
use crate::machine::Image;
use crate::program::Program;
use crate::source::Language;

/// A file of a program.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Tsify)]
pub struct SourceFile {
    /// Its name; the extension determines the language.
    pub name: String,
    /// Its text: assembly or WLP4.
    pub text: String,
    /// The assembly of a WLP4 file. `None` if it has errors.
    #[serde(default)]
    pub compiled: Option<Generated>,
    /// The same program with its variables in another order, if the order may matter.
    #[cfg(feature = "tools")]
    #[serde(default)]
    pub reordered: Option<Generated>,
}

impl SourceFile {
    fn file(&self) -> File<'_> {
        let name = &self.name;
        if Language::of(name, &[]) != Language::Wlp4 {
            return File::text(name, &self.text);
        }
        let assembled = |code: &Option<Generated>| code.as_ref()?.assemble().ok();
        let content = match assembled(&self.compiled) {
            Some(object) => {
                #[cfg(feature = "tools")]
                let reordered = assembled(&self.reordered).map(Box::new);
                #[cfg(not(feature = "tools"))]
                let reordered = None;
                Content::Compiled(Compiled { text: &self.text, object, reordered })
            }
            None => Content::Broken(&self.text),
        };
        File { name, content }
    }
}

/// The files for the linker.
pub(super) fn linked(files: &[SourceFile]) -> Vec<File<'_>> {
    files.iter().map(SourceFile::file).collect()
}

/// The number of cached programs: the two of a comparison, and the two before a change.
const KEPT: usize = 4;

/// A program with the files that it was made from.
type Kept = (Vec<SourceFile>, Rc<Built<Program>>);

thread_local! {
    /// The last programs, the newest last. A comparison uses each program several times, but
    /// assembles it once.
    static BUILT: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// Assembles and links the files, or returns the cached result.
pub(super) fn program(files: &[SourceFile]) -> Rc<Built<Program>> {
    let kept = BUILT.with_borrow(|kept| {
        let same = kept.iter().find(|(of, _)| of[..] == *files);
        same.map(|(_, built)| Rc::clone(built))
    });
    kept.unwrap_or_else(|| {
        let built = Rc::new(link::program(&linked(files)));
        BUILT.with_borrow_mut(|kept| {
            kept.drain(..(kept.len() + 1).saturating_sub(KEPT));
            kept.push((files.to_vec(), Rc::clone(&built)));
        });
        built
    })
}

/// The program.
///
/// # Errors
///
/// The program has errors.
pub(super) fn whole(which: &str, files: &[SourceFile]) -> Result<Program, JsError> {
    let errors = || JsError::new(&format!("the {which} program has errors"));
    program(files).output.clone().ok_or_else(errors)
}

/// A program on its machine under a contract. The left program is 0, the right one 1.
pub(super) fn image(
    contract: &Contract,
    program: usize,
    files: &[SourceFile],
) -> Result<Rc<Image>, JsError> {
    let words = whole(SIDES[program], files)?;
    contract.image(program, &words).map_err(|why| JsError::new(&why))
}

pub(super) fn texts(files: &[SourceFile]) -> Vec<&str> {
    files.iter().map(|file| file.text.as_str()).collect()
}

//! Explains an undefined label that another file defines.
//!
//! Students put files together by concatenating them; then every label is visible everywhere.
//! Linked files have separate labels, so such a use is an error. The diagnostic names the file that
//! defines the label and says what to do.

use super::{Content, File};
use rustc_hash::FxHashMap;

use crate::asm;
use crate::diagnostic::{Code, Diagnostic, Fix, Span};
use crate::machine::Architecture;

/// Adds to each diagnostic of an undefined label the file that defines the label.
pub(super) fn explain(
    architecture: Architecture,
    files: &[File],
    diagnostics: &mut [Vec<Diagnostic>],
) {
    let (word, load, jump) = match architecture {
        Architecture::Mips => (".word", "`lis` and", "`jr` or `jalr`"),
        Architecture::Arm64 => (".8byte", "`ldr` from an", "`br` or `blr`"),
    };
    let is_undefined = |said: &&mut Diagnostic| said.code == Code::UndefinedLabel;
    if files.len() < 2 || !diagnostics.iter_mut().flatten().any(|said| is_undefined(&said)) {
        return;
    }
    let mut places: FxHashMap<String, usize> = FxHashMap::default();
    let mut owners = Vec::new();
    for file in files {
        let Content::Text(text) = file.content else { continue };
        for symbol in asm::symbols(text) {
            if !symbol.definitions.is_empty() {
                places.entry(symbol.name).or_insert(owners.len());
                let is_export = |&span: &Span| follows(text, span, ".export");
                owners.push((file.name, symbol.uses.iter().any(is_export)));
            }
        }
    }
    for (file, said) in files.iter().zip(diagnostics) {
        let Content::Text(text) = file.content else { continue };
        for said in said.iter_mut().filter(is_undefined) {
            let name = said.span.of(text);
            let Some((there, is_exported)) = places.get(name).map(|&place| owners[place]) else {
                continue;
            };
            let is_word = follows(text, said.span, word);
            let instead = match (is_word, is_exported) {
                (true, true) => format!("write `.import {name}` here"),
                (true, false) => {
                    format!("write `.import {name}` here and `.export {name}` there")
                }
                (false, _) => format!(
                    "a branch stays within its file: load the address with {load} \
                     `{word} {name}`, then {jump}"
                ),
            };
            said.help = Some(format!("`{there}` has it; {instead}"));
            said.fix = is_word.then(|| Fix {
                title: format!("insert `.import {name}`"),
                span: Span::empty(0),
                replacement: format!(".import {name}\n"),
            });
        }
    }
}

/// Whether `directive` comes directly before this span of the text.
fn follows(text: &str, span: Span, directive: &str) -> bool {
    let before = text[..span.start].trim_end();
    let start = before.len().checked_sub(directive.len());
    start.and_then(|start| before.get(start..)).is_some_and(|it| it.eq_ignore_ascii_case(directive))
}

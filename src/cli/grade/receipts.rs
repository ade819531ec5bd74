//! Receipts of exercises (`docs/exercises.md`): a program, and what whoever hands it in says
//! that the page said of it.
//!
//! Nothing in a receipt is signed, so its program is graded like any other one, and what it
//! claims is held against that: its verdict against the grade, its inputs by running both
//! programs on them.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::contents::{Content, Contents};
use super::report::{ClaimReport, Grade};
use crate::cli::trouble::Trouble;
use crate::machine::Inputs;
use crate::wlp4::{self, Style};

const FORMAT: &str = "tamarin-exercise-receipt";
const VERSION: u32 = 1;
/// Bytes of a receipt, at most.
const SIZE: usize = 4 << 20;

/// What a receipt says beside its program.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The hash of the exercise's link; empty where the browser has none.
    pub exercise: String,
    /// The task of a worksheet, from 1.
    pub task: u32,
    /// The verdict that is claimed.
    pub verdict: String,
    /// The inputs on which the programs are claimed to differ.
    pub inputs: Option<Inputs>,
    /// Hints that were opened.
    pub hints: u32,
    /// Verdicts that were spent, where they are limited.
    pub tokens: Option<u32>,
    /// The name that was typed.
    pub student: Option<String>,
}

/// The file, as far as it counts here.
#[derive(Deserialize)]
struct Written {
    format: String,
    version: u32,
    #[serde(default)]
    exercise: String,
    task: u32,
    program: Vec<Text>,
    claim: Claim,
    #[serde(default)]
    hints: u32,
    tokens: Option<u32>,
    student: Option<String>,
}

#[derive(Deserialize)]
struct Text {
    name: String,
    text: String,
    #[serde(default)]
    style: WrittenStyle,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WrittenStyle {
    #[default]
    Stack,
    Registers,
    Folded,
}

#[derive(Deserialize)]
struct Claim {
    verdict: String,
    inputs: Option<Vec<u32>>,
}

/// What a file says that is a receipt, and its program.
pub fn read(path: &Path) -> (Option<Receipt>, Result<Contents, Trouble>) {
    match written(path) {
        Ok(Written { exercise, task, program, claim, hints, tokens, student, .. }) => {
            let Claim { verdict, inputs } = claim;
            let inputs = inputs.map(Inputs::from_iter);
            let receipt = Receipt { exercise, task, verdict, inputs, hints, tokens, student };
            (Some(receipt), contents(path, program))
        }
        Err(why) => (None, Err(Trouble::new(format!("{}: {why}", path.display())))),
    }
}

fn written(path: &Path) -> Result<Written, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    if bytes.len() > SIZE {
        return Err(format!("this receipt is larger than {} MiB", SIZE >> 20));
    }
    let written: Written =
        serde_json::from_slice(&bytes).map_err(|why| format!("this is no receipt: {why}"))?;
    match (written.format.as_str(), written.version) {
        (FORMAT, VERSION) => Ok(written),
        (format, version) => {
            Err(format!("this is no receipt: its format is `{format}`, version {version}"))
        }
    }
}

/// The files of a program that stands in a receipt.
fn contents(path: &Path, program: Vec<Text>) -> Result<Contents, Trouble> {
    let folder = path.display().to_string();
    if program.is_empty() {
        return Err(Trouble::new(format!("{folder}: there is no program in this receipt")));
    }
    let files = program.into_iter().map(|Text { name, text, style }| {
        let style = match style {
            WrittenStyle::Stack => Style::Stack,
            WrittenStyle::Registers => Style::Registers,
            WrittenStyle::Folded => Style::Folded,
        };
        // WLP4 is compiled as the page did; whoever has errors is told of them in the text.
        let compiled = match style {
            Style::Stack => None,
            style => wlp4::compile(&text, style).assembly,
        };
        match compiled {
            Some(assembly) => {
                Content { name: format!("{name}.asm"), bytes: assembly.text.into_bytes() }
            }
            None => Content { name, bytes: text.into_bytes() },
        }
    });
    Ok(Contents { folder, files: files.collect() })
}

impl Receipt {
    /// What came of it, with the program's grade and whether the programs differ on the inputs
    /// that are claimed, where there are some and that is known.
    pub fn recomputed(&self, grade: Grade, differ_there: Option<bool>) -> ClaimReport {
        let Receipt { exercise, task, verdict, inputs, hints, tokens, student } = self.clone();
        let holds = match (verdict.as_str(), grade) {
            ("disequivalent" | "differs-on-inputs", Grade::ProvedEqual) => Some(false),
            ("disequivalent" | "differs-on-inputs", _) if inputs.is_some() => differ_there,
            ("disequivalent", Grade::Differs) => Some(true),
            ("equivalent", Grade::Differs) => Some(false),
            // A proof says more than that they agree as far as something goes.
            (
                "equivalent" | "equivalent-if-both-stop" | "equivalent-up-to" | "agrees-on-inputs",
                Grade::ProvedEqual,
            ) => Some(true),
            _ => None,
        };
        let inputs = inputs.map(|inputs| inputs.to_vec());
        ClaimReport { exercise, task, verdict, inputs, holds, hints, tokens, student }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(verdict: &str, inputs: Option<[u32; 2]>) -> Receipt {
        let inputs = inputs.map(Inputs::from_iter);
        let verdict = verdict.to_owned();
        let (exercise, student) = (String::new(), None);
        Receipt { exercise, task: 1, verdict, inputs, hints: 0, tokens: None, student }
    }

    #[test]
    fn a_claim_holds_only_where_that_is_known() {
        let holds =
            |verdict, inputs, grade, there| claims(verdict, inputs).recomputed(grade, there).holds;
        use Grade::*;
        let at = Some([1, 2]);
        assert_eq!(holds("equivalent", None, ProvedEqual, None), Some(true));
        assert_eq!(holds("equivalent", None, Differs, None), Some(false));
        assert_eq!(holds("equivalent", None, NoDifferenceFound, None), None);
        assert_eq!(holds("equivalent", None, NoProgram, None), None);
        // They may agree as far as the fuel went, or on the author's inputs.
        assert_eq!(holds("equivalent-up-to", None, Differs, None), None);
        assert_eq!(holds("agrees-on-inputs", None, Differs, None), None);
        assert_eq!(holds("equivalent-up-to", None, ProvedEqual, None), Some(true));
        assert_eq!(holds("disequivalent", at, Differs, Some(true)), Some(true));
        // They differ, and not there.
        assert_eq!(holds("disequivalent", at, Differs, Some(false)), Some(false));
        assert_eq!(holds("disequivalent", at, Differs, None), None);
        assert_eq!(holds("disequivalent", None, Differs, None), Some(true));
        assert_eq!(holds("disequivalent", None, NoDifferenceFound, None), None);
        assert_eq!(holds("disequivalent", at, ProvedEqual, Some(false)), Some(false));
        // Of the author's inputs only those that are named are known here.
        assert_eq!(holds("differs-on-inputs", None, Differs, None), None);
        assert_eq!(holds("differs-on-inputs", at, Differs, Some(true)), Some(true));
        assert_eq!(holds("possibly-equivalent", None, ProvedEqual, None), None);
        assert_eq!(holds("anything", at, Differs, Some(true)), None);
    }
}

//! Receipts of exercises (`docs/exercises.md`): a program, and what the student claims that the
//! page reported about it.
//!
//! Receipts are not signed. So the program is graded like any other, and the claims are checked:
//! the verdict against the grade, the inputs by running both programs on them.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::contents::{Content, Contents};
use super::difference::ClaimedWord;
use super::report::{ClaimReport, Grade};
use crate::cli::machines::MachineName;
use crate::cli::trouble::Trouble;
use crate::machine::Architecture;
use crate::wlp4::{self, Style};

const FORMAT: &str = "tamarin-exercise-receipt";
const VERSION: u32 = 1;
/// The maximal size of a receipt, in bytes.
const SIZE: usize = 4 << 20;

/// The claims in a receipt.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// The machine of the program.
    pub machine: Architecture,
    /// The hash of the exercise's link; empty if the browser could not compute it.
    pub exercise: String,
    /// The task of a worksheet, from 1.
    pub task: u32,
    /// The claimed verdict.
    pub verdict: String,
    /// The inputs on which the programs allegedly differ.
    pub inputs: Option<Vec<ClaimedWord>>,
    /// The number of hints that were opened.
    pub hints: u32,
    /// The number of verdicts that were used, if they are limited.
    pub tokens: Option<u32>,
    /// The name that the student typed.
    pub student: Option<String>,
}

/// The fields of the file that matter here.
#[derive(Deserialize)]
struct Written {
    format: String,
    version: u32,
    /// A receipt without it is about a MIPS program.
    machine: Option<MachineName>,
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
    inputs: Option<Vec<ClaimedWord>>,
}

/// Reads a receipt: its claims, and its program.
pub fn read(path: &Path) -> (Option<Receipt>, Result<Contents, Trouble>) {
    match written(path) {
        Ok(Written { machine, exercise, task, program, claim, hints, tokens, student, .. }) => {
            let machine = machine.map(MachineName::architecture).unwrap_or_default();
            let Claim { verdict, inputs } = claim;
            let receipt =
                Receipt { machine, exercise, task, verdict, inputs, hints, tokens, student };
            (Some(receipt), contents(path, machine, program))
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

/// The files of the program in a receipt.
fn contents(path: &Path, machine: Architecture, program: Vec<Text>) -> Result<Contents, Trouble> {
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
        // WLP4 is compiled with the page's style. Errors are reported for the WLP4 text.
        let compiled = match style {
            Style::Stack => None,
            style => wlp4::compile_for(machine, &text, style).assembly,
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
    /// Checks the claims. `grade` is the program's grade, and `differ_there` says whether the
    /// programs differ on the claimed inputs, if known.
    pub fn recomputed(&self, grade: Grade, differ_there: Option<bool>) -> ClaimReport {
        let Receipt { exercise, task, verdict, inputs, hints, tokens, student, .. } = self.clone();
        let holds = match (verdict.as_str(), grade) {
            ("disequivalent" | "differs-on-inputs", Grade::ProvedEqual) => Some(false),
            ("disequivalent" | "differs-on-inputs", _) if inputs.is_some() => differ_there,
            ("disequivalent", Grade::Differs) => Some(true),
            ("equivalent", Grade::Differs) => Some(false),
            // A proof of equality is stronger than limited agreement.
            (
                "equivalent" | "equivalent-if-both-stop" | "equivalent-up-to" | "agrees-on-inputs",
                Grade::ProvedEqual,
            ) => Some(true),
            _ => None,
        };
        ClaimReport { exercise, task, verdict, inputs, holds, hints, tokens, student }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claims(verdict: &str, inputs: Option<[u32; 2]>) -> Receipt {
        let inputs = inputs.map(|words| words.map(ClaimedWord::Number).to_vec());
        let (machine, verdict) = (Architecture::Mips, verdict.to_owned());
        let (exercise, student) = (String::new(), None);
        Receipt { machine, exercise, task: 1, verdict, inputs, hints: 0, tokens: None, student }
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
        // They may agree within the fuel, or on the author's inputs.
        assert_eq!(holds("equivalent-up-to", None, Differs, None), None);
        assert_eq!(holds("agrees-on-inputs", None, Differs, None), None);
        assert_eq!(holds("equivalent-up-to", None, ProvedEqual, None), Some(true));
        assert_eq!(holds("disequivalent", at, Differs, Some(true)), Some(true));
        // They differ, but not on these inputs.
        assert_eq!(holds("disequivalent", at, Differs, Some(false)), Some(false));
        assert_eq!(holds("disequivalent", at, Differs, None), None);
        assert_eq!(holds("disequivalent", None, Differs, None), Some(true));
        assert_eq!(holds("disequivalent", None, NoDifferenceFound, None), None);
        assert_eq!(holds("disequivalent", at, ProvedEqual, Some(false)), Some(false));
        // Only those of the author's inputs that the claim names are known here.
        assert_eq!(holds("differs-on-inputs", None, Differs, None), None);
        assert_eq!(holds("differs-on-inputs", at, Differs, Some(true)), Some(true));
        assert_eq!(holds("possibly-equivalent", None, ProvedEqual, None), None);
        assert_eq!(holds("anything", at, Differs, Some(true)), None);
    }
}

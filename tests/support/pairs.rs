//! The pairs of `tests/corpus/pairs` and `tests/corpus/oracle`, as their
//! labels describe them. What each key means is told in the README there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tamarin::compare::outcome::{Outcome, outcome};
use tamarin::compare::{Options, Strategy};
use tamarin::cpu::{Image, Stop};

use super::examples::image;

/// The folders of pairs: ours, and those with independent labels.
pub const FOLDERS: [&str; 2] = ["tests/corpus/pairs", "tests/corpus/oracle"];

/// What `labels.json` says of a pair.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Labels {
    pub name: String,
    pub title: String,
    pub family: String,
    pub label: Label,
    pub verdict: Proved,
    pub loops: bool,
    pub bug: Option<Bug>,
    pub witness: Option<Difference>,
    pub out_of_fuel: Option<[u32; 2]>,
    pub label_from: Evidence,
    #[serde(default)]
    pub undecided: bool,
    #[serde(default)]
    pub slow: bool,
    pub note: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Label {
    Eq,
    Neq,
}

/// A verdict that leaves nothing open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proved {
    Equivalent,
    EquivalentUpTo,
    Disequivalent,
}

/// Kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Bug {
    #[serde(rename = "one input only")]
    OneInput,
    #[serde(rename = "overflow only")]
    Overflow,
    #[serde(rename = "signed against unsigned")]
    Signedness,
    #[serde(rename = "off by one at a bound")]
    OffByOne,
    #[serde(rename = "fault in one only")]
    Fault,
    #[serde(rename = "a case forgotten")]
    CaseForgotten,
    #[serde(rename = "register or word overwritten")]
    Overwritten,
}

/// How a label is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    Witness,
    Proof,
    #[serde(rename = "proof with z3")]
    ProofWithZ3,
    #[serde(rename = "independent proof")]
    IndependentProof,
    #[serde(rename = "independent tests")]
    IndependentTests,
    Argument,
}

/// An input on which the programs differ, and how each ends on it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difference {
    pub inputs: [u32; 2],
    pub left: End,
    pub right: End,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum End {
    Result(u32),
    /// The kind of the fault.
    Fault(String),
}

impl End {
    /// `None`: out of fuel.
    pub fn of(outcome: &Outcome) -> Option<End> {
        match outcome.stop {
            Stop::Done => Some(End::Result(outcome.result)),
            Stop::Fault(fault) => Some(End::Fault(fault.kind.name().to_owned())),
            Stop::OutOfFuel => None,
        }
    }
}

pub struct Pair {
    pub labels: Labels,
    /// The left and the right text.
    pub texts: [String; 2],
}

impl Pair {
    /// All of a folder, in the order of its labels.
    pub fn of(folder: &str) -> Vec<Pair> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let labels: Vec<Labels> = serde_json::from_str(&read(&folder.join("labels.json")))
            .unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        let pair = |labels: Labels| {
            let text = |side| read(&folder.join(format!("{}.{side}.asm", labels.name)));
            Pair { texts: ["left", "right"].map(text), labels }
        };
        labels.into_iter().map(pair).collect()
    }

    /// All of both folders.
    pub fn all() -> Vec<Pair> {
        FOLDERS.into_iter().flat_map(Pair::of).collect()
    }

    /// What the labels hold for.
    pub fn options(&self) -> Options {
        Options { strategy: Strategy::Product, ..Options::default() }
    }

    pub fn images(&self) -> [Rc<Image>; 2] {
        self.texts.each_ref().map(|text| image(text))
    }

    /// How both programs end on an input.
    pub fn outcomes(&self, inputs: [u32; 2]) -> [Outcome; 2] {
        self.images().map(|image| outcome(&image, inputs, self.options().fuel))
    }
}

fn read(path: &PathBuf) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The names of the pairs whose programs lie in a folder.
pub fn names(folder: &str) -> BTreeSet<String> {
    let name = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let stem = name.strip_suffix(".left.asm").or_else(|| name.strip_suffix(".right.asm"));
        Some(stem.unwrap_or_else(|| panic!("{name} is no side of a pair")).to_owned())
    };
    super::files(folder, "asm").into_iter().filter_map(name).collect()
}

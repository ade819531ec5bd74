//! The pairs of `tests/corpus/pairs`, `tests/corpus/oracle` and `tests/corpus/versions`, parsed from the directives at
//! the head of each left program. The README there explains each directive.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use serde::Serialize;
use serde::de::value::{Error, StrDeserializer};
use serde::de::{Deserialize, IntoDeserializer};
use tamarin::engines::paths::outcome::{Outcome, ends};
use tamarin::engines::paths::{Options, Strategy};
use tamarin::machine::{Image, Inputs, Stop};

use crate::examples::image;

/// The folders of pairs: ours, and those with independent labels.
pub const FOLDERS: [&str; 2] = ["tests/corpus/pairs", "tests/corpus/oracle"];

/// What begins a line of directives.
const DIRECTIVE: &str = ";@ ";

/// What the directives say of a pair.
#[derive(Debug)]
pub struct Labels {
    pub name: String,
    pub title: String,
    pub family: String,
    pub verdict: Proved,
    pub bug: Option<Bug>,
    pub witness: Option<Difference>,
    pub out_of_fuel: Option<[u32; 2]>,
    pub label_from: Evidence,
    pub by: Option<By>,
    pub undecided: bool,
    pub slow: bool,
    pub note: Option<String>,
}

impl Labels {
    /// Reads the directives at the head of a text.
    ///
    /// # Panics
    ///
    /// On a directive that is unknown, malformed, missing or there twice.
    fn read(name: &str, text: &str) -> Labels {
        let mut directives: Vec<(String, String)> = Vec::new();
        for line in text.lines().map_while(|line| line.strip_prefix(DIRECTIVE)) {
            match (line.strip_prefix("  "), directives.last_mut()) {
                (Some(more), Some((_, value))) => *value = format!("{value} {more}"),
                _ => {
                    let (key, value) = line.split_once(": ").unwrap_or((line, ""));
                    let is_new = directives.iter().all(|(known, _)| known != key);
                    assert!(is_new, "{name}: `{key}` stands there twice");
                    directives.push((key.to_owned(), value.to_owned()));
                }
            }
        }
        let mut take = |key: &str| {
            let at = directives.iter().position(|(known, _)| known == key)?;
            Some(directives.swap_remove(at).1)
        };
        let labels = Labels {
            name: name.to_owned(),
            title: take("title").unwrap_or_else(|| panic!("{name} has no title")),
            family: take("family").unwrap_or_else(|| panic!("{name} has no family")),
            verdict: word(name, &take("verdict").unwrap_or_default()),
            bug: take("bug").map(|bug| word(name, &bug)),
            witness: take("witness").map(|witness| Difference::read(name, &witness)),
            out_of_fuel: take("out-of-fuel").map(|inputs| inputs_of(name, &inputs)),
            label_from: word(name, &take("label-from").unwrap_or_default()),
            by: take("by").map(|by| word(name, &by)),
            undecided: take("undecided").is_some(),
            slow: take("slow").is_some(),
            note: take("note"),
        };
        assert!(directives.is_empty(), "{name}: unknown directives {directives:?}");
        labels
    }

    /// Whether the programs are equal or not.
    pub fn label(&self) -> Label {
        match self.verdict {
            Proved::Disequivalent => Label::Neq,
            Proved::Equivalent | Proved::EquivalentUpTo | Proved::PossiblyEquivalent => Label::Eq,
        }
    }
}

/// A word of an enumeration, as its names are written.
fn word<T: for<'de> Deserialize<'de>>(name: &str, text: &str) -> T {
    let deserializer: StrDeserializer<'_, Error> = text.into_deserializer();
    T::deserialize(deserializer).unwrap_or_else(|e| panic!("{name}: {e}"))
}

fn inputs_of(name: &str, text: &str) -> [u32; 2] {
    let words: Vec<u32> = text.split(", ").filter_map(|word| word.parse().ok()).collect();
    words[..].try_into().unwrap_or_else(|_| panic!("{name}: `{text}` is no input"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Label {
    Eq,
    Neq,
}

/// The strongest verdict that the rules allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Proved {
    Equivalent,
    EquivalentUpTo,
    /// One program has an end and the other is still running.
    PossiblyEquivalent,
    Disequivalent,
}

/// Kinds of mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
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

/// What two versions of a program are proved to be equal by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// Every instruction is the same.
    Instructions,
    /// What differs has a pattern.
    Patterns,
    /// A solver compared blocks.
    Blocks,
    /// A proof about loops.
    Alignment,
    /// Every path was explored, as none of the others sufficed.
    Paths,
}

/// An input on which the programs differ, and how each ends on it.
#[derive(Debug)]
pub struct Difference {
    pub inputs: [u32; 2],
    pub left: End,
    pub right: End,
}

impl Difference {
    /// `1, 2 -> 3 | division-by-zero`
    fn read(name: &str, text: &str) -> Difference {
        let parts = text.split_once(" -> ").and_then(|(inputs, ends)| {
            let (left, right) = ends.split_once(" | ")?;
            Some((inputs, [left, right]))
        });
        let (inputs, ends) = parts.unwrap_or_else(|| panic!("{name}: `{text}` is no witness"));
        let [left, right] = ends.map(|end| match end.parse() {
            Ok(result) => End::Result(result),
            Err(_) if end == "runs-for-ever" => End::ForEver,
            Err(_) => End::Fault(end.to_owned()),
        });
        Difference { inputs: inputs_of(name, inputs), left, right }
    }
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    Result(u32),
    /// The kind of the fault.
    Fault(String),
    /// It comes back to a state that it was in.
    ForEver,
}

impl End {
    /// `None`: out of fuel, and nothing else is known.
    pub fn of(outcome: &Outcome) -> Option<End> {
        match outcome.stop {
            Stop::Done => Some(End::Result(outcome.result)),
            Stop::Fault(fault) => Some(End::Fault(fault.kind.name().to_owned())),
            Stop::OutOfFuel => outcome.is_for_ever().then_some(End::ForEver),
        }
    }
}

pub struct Pair {
    pub labels: Labels,
    /// The left and the right text.
    pub texts: [String; 2],
}

impl Pair {
    /// All of a folder, in the order of their names. The texts are without the
    /// directives.
    pub fn of(folder: &str) -> Vec<Pair> {
        let path = crate::root().join(folder);
        let pair = |name: String| {
            let [left, right] =
                ["left", "right"].map(|side| read(&path.join(format!("{name}.{side}.asm"))));
            let labels = Labels::read(&name, &left);
            let directives = left.lines().take_while(|line| line.starts_with(DIRECTIVE));
            let head: usize = directives.map(|line| line.len() + 1).sum();
            Pair { labels, texts: [left[head..].to_owned(), right] }
        };
        names(folder).into_iter().map(pair).collect()
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

    /// How both programs end on an input: where one has an end within the fuel,
    /// the other is given more.
    pub fn outcomes(&self, inputs: &Inputs) -> [Outcome; 2] {
        let [left, right] = self.images();
        ends([&left, &right], inputs, self.options().fuel)
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
    crate::files(folder, "asm").into_iter().filter_map(name).collect()
}

//! The examples of `tests/corpus`: pairs of programs with their verdicts.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tamarin::contract::{Contract, Spec};
use tamarin::engines::paths::outcome::{difference, ends};
use tamarin::engines::paths::{Options, Strategy};
use tamarin::link::assemble;
use tamarin::machine::{Image, Inputs};
use tamarin::program::Program;
use tamarin::report::{Report, Verdict};

/// What a `NAME.json` says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Description {
    /// In the menu.
    pub title: String,
    /// The part of the menu.
    pub group: String,
    /// Where the programs are from.
    pub source: String,
    /// What they do and where they differ, for a student.
    pub about: String,
    /// The place in the menu.
    pub order: u32,
    /// The options that are not the defaults.
    pub options: Limits,
    /// With the strategy of the paper.
    pub expect: Expectation,
    /// With the strategy `product`.
    pub product: Expectation,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// The one that the page takes; here each example is tried with all.
    pub strategy: Option<String>,
    pub fuel: Option<u64>,
    pub depth: Option<usize>,
    pub inputs: Option<[u32; 2]>,
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    pub verdict: String,
    /// The input on which they differ; none where it may be one of several.
    pub witness: Option<Vec<u32>>,
    pub reason: String,
    /// The solver whose models lead to this. By another one the search may come to
    /// other inputs, and is only to say nothing wrong. None: it is so by all.
    pub only_by: Option<String>,
}

pub struct Example {
    pub name: String,
    pub description: Description,
    /// The left and the right text.
    pub texts: [String; 2],
}

impl Example {
    pub fn load(name: &str) -> Example {
        let read = |extension| {
            let path = in_corpus(name, extension);
            fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
        };
        let description =
            serde_json::from_str(&read("json")).unwrap_or_else(|e| panic!("{name}.json: {e}"));
        let texts = ["left.asm", "right.asm"].map(read);
        Example { name: name.to_owned(), description, texts }
    }

    pub fn all() -> Vec<Example> {
        names(".json").iter().map(|name| Example::load(name)).collect()
    }

    /// Those that are given two integers, as the independent evaluators expect.
    pub fn of_two_integers() -> Vec<Example> {
        let all = Example::all().into_iter();
        all.filter(|example| example.description.options.contract.is_default()).collect()
    }

    pub fn contract(&self) -> Contract {
        let contract = Contract::new(&self.description.options.contract);
        contract.unwrap_or_else(|why| panic!("{}: {why:?}", self.name))
    }

    pub fn options(&self, strategy: Strategy) -> Options {
        let defaults = Options::default();
        let Limits { fuel, depth, inputs, .. } = self.description.options;
        let contract = self.contract();
        Options {
            strategy,
            fuel: fuel.unwrap_or(defaults.fuel),
            depth,
            inputs: inputs.map_or_else(|| contract.first_inputs(), Inputs::from),
            contract: Arc::new(contract),
            ..defaults
        }
    }

    pub fn images(&self) -> [Rc<Image>; 2] {
        let contract = self.contract();
        [0, 1].map(|side| contract.image(side, &program(&self.texts[side])).expect(&self.name))
    }

    pub fn expectation(&self, strategy: Strategy) -> &Expectation {
        match strategy {
            Strategy::Product => &self.description.product,
            Strategy::Paper => &self.description.expect,
        }
    }

    /// Whether a comparison by a solver said what it is to say.
    #[track_caller]
    pub fn check(&self, strategy: Strategy, by: &str, report: &Report) {
        let Expectation { verdict, witness, reason, only_by } = self.expectation(strategy);
        let context = format!("{}, {strategy:?}, {by}: {report:#?}", self.name);
        if report.verdict == Verdict::Disequivalent && only_by.as_ref().is_some_and(|own| own != by)
        {
            // That the programs differ is then to be true.
            let witness = report.witness.as_ref().expect("a difference has a witness");
            let [left, right] = self.images();
            let ends = ends([&left, &right], &witness.inputs, self.options(strategy).fuel);
            assert!(difference(&ends[0], &ends[1]).is_some(), "{context}");
            return;
        }
        assert_eq!(kebab(report.verdict), *verdict, "{context}");
        assert_eq!(kebab(report.reason.code), *reason, "{context}");
        let found = report.witness.as_ref().map(|witness| witness.inputs.clone());
        assert_eq!(found.is_some(), verdict == "disequivalent", "{context}");
        if let Some(witness) = witness {
            assert_eq!(found, Some(Inputs::from(&witness[..])), "{context}");
        }
    }
}

pub fn in_corpus(name: &str, extension: &str) -> PathBuf {
    let folder = crate::root().join("tests/corpus");
    folder.join(format!("{name}.{extension}"))
}

/// What stands before this ending in the names of the folder's files.
pub fn names(ending: &str) -> BTreeSet<String> {
    let (_, extension) = ending.rsplit_once('.').expect("an ending has a dot");
    let files = crate::files("tests/corpus", extension);
    let name = |path: &PathBuf| Some(path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned());
    files.iter().filter_map(name).collect()
}

pub fn program(text: &str) -> Program {
    assemble(text).program.unwrap_or_else(|| panic!("it does not assemble:\n{text}"))
}

pub fn image(text: &str) -> Rc<Image> {
    Image::new(&program(text))
}

/// A name as it stands in a report.
pub fn kebab(name: impl Serialize) -> String {
    let name = serde_json::to_value(name).expect("a name is plain data");
    name.as_str().expect("a name is a string").to_owned()
}

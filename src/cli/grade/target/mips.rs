//! Grading MIPS programs.

use std::rc::Rc;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::super::GradeArgs;
use super::super::causes::Reason;
use super::super::contents::Contents;
use super::super::difference::{ClaimedWord, Input, InputWord, Ran};
use super::super::explaining::field;
use super::super::question::Question;
use super::{Loaded, Target};
use crate::cli::batch::limits::Limits;
use crate::cli::contract::{AsTests, USUAL_LENGTH, tests};
use crate::cli::files::Sources;
use crate::cli::trouble::Trouble;
use crate::contract::{Contract, Spec};
use crate::engines::classes::{Cost, in_the_end, inputs_to_try};
use crate::engines::mend::{Language, MIPS};
use crate::engines::paths::outcome::Outcome;
use crate::engines::paths::{Options, ends_proved};
use crate::machine::{Architecture, Image, Inputs};
use crate::report::{Agreement, CauseReport, ReasonCode, words};
use crate::solver::Stop;

/// The maximal number of runs in the first comparison of two programs. A repeated comparison may
/// make as many as usual.
const FIRST_RUNS: u32 = 1_000;
/// The maximal work of a first comparison: some seconds for paths of thousands of steps. Programs
/// that have lost the exit of a loop have such paths, and a class has many such programs.
const FIRST_WORK: u64 = 500_000;
/// The maximal work of a first comparison that will probably fail.
const LITTLE_WORK: u64 = 100_000;
/// The maximal work of each part of an explanation: a second or so. Conditions on the inputs of
/// programs with divisions may take hundreds of times as much, and a class has many such programs.
const EXPLAIN_WORK: u64 = 2_000_000;
/// The factor by which a repeated comparison may take more work, for each query and in total.
const AGAIN: u64 = 4;

/// MIPS, with a contract.
pub struct Mips {
    spec: Spec,
    contract: Arc<Contract>,
}

impl Mips {
    /// The question that the options state about programs like the reference.
    pub fn new(args: &GradeArgs, reference: &Contents) -> Result<Mips, Trouble> {
        args.mode.refuse()?;
        let mut spec = args.contract.spec()?;
        if !spec.separate.is_empty() {
            let why = "--separate: programs with inputs of their own have no classes";
            return Err(Trouble::argument(why));
        }
        if reference.sources(Architecture::Mips)?.take_array() && spec.array.is_none() {
            spec.array = Some(USUAL_LENGTH);
        }
        let contract = Contract::new(&spec).map(Arc::new);
        let contract = contract.map_err(|problems| Trouble::with_contract(&spec, problems))?;
        Ok(Mips { spec, contract })
    }
}

impl Target for Mips {
    type Program = Rc<Image>;

    const ARCHITECTURE: Architecture = Architecture::Mips;

    fn load(&self, name: &str, sources: &Sources) -> Result<Loaded<Rc<Image>>, Trouble> {
        // A comparison would give it an array, which is another question than the contract's.
        if sources.take_array() && self.spec.array.is_none() {
            let why = "its `wain` takes an array, and the others are given none (--array N)";
            return Err(Trouble::new(format!("{name}: {why}")));
        }
        let linked = sources.linked(&|_| {})?;
        let program = self.contract.image(0, &linked).map_err(Trouble::new)?;
        let words: String = linked.words.iter().map(|word| format!("{word:08x}")).collect();
        // The place where it prints numbers follows from the words, for this version of the routine.
        let identity = json!({ "words": words, "printer": format!("{:?}", linked.printer) });
        Ok(Loaded { words: linked.words, program, identity })
    }

    fn inputs_to_try(&self, reference: &Rc<Image>) -> Vec<Inputs> {
        inputs_to_try(&self.contract, reference)
    }

    fn tests(&self, given: &AsTests<'_>) -> Result<Vec<Inputs>, Trouble> {
        tests(&self.contract, given.table, given.single)
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn linked(&self) -> Question<'_> {
        Question::Contract(&self.spec)
    }

    fn in_report(&self) -> Map<String, Value> {
        Map::new()
    }

    fn limits(&self, asked: &Limits, cost: Cost) -> Limits {
        let (Limits { max_runs, max_work, effort, .. }, usual) = (*asked, Options::default());
        let mut limits = Limits {
            max_runs: Some(max_runs.unwrap_or(FIRST_RUNS).min(FIRST_RUNS)),
            max_work: Some(max_work.unwrap_or(FIRST_WORK)),
            effort: effort.or(Some(usual.effort.0)),
            explain_work: None,
            ..*asked
        };
        match cost {
            Cost::Little => limits.max_work = limits.max_work.map(|work| work.min(LITTLE_WORK)),
            Cost::Usual => {}
            Cost::More => {
                limits.max_runs = max_runs.or(Some(usual.max_runs));
                for limit in [&mut limits.effort, &mut limits.max_work].into_iter().flatten() {
                    *limit = limit.saturating_mul(AGAIN);
                }
            }
        }
        limits
    }

    fn limits_of_explanation(&self, asked: &Limits) -> Limits {
        let explain_work = Some(asked.explain_work.unwrap_or(EXPLAIN_WORK));
        Limits { explain_work, ..self.limits(asked, Cost::Usual) }
    }

    fn question(&self) -> Map<String, Value> {
        Map::from_iter([("contract".to_owned(), json!(self.spec))])
    }

    fn witness(&self, answer: &Value) -> Option<Inputs> {
        let words = answer["witness"]["inputs"].as_array()?.iter();
        words.map(|word| word.as_u64().and_then(|word| u32::try_from(word).ok())).collect()
    }

    fn reason(&self, answer: &Value) -> String {
        answer["reason"]["message"].as_str().unwrap_or_default().to_owned()
    }

    fn language(&self) -> &'static dyn Language {
        MIPS
    }

    fn describes_regions(&self) -> bool {
        true
    }

    fn reason_of_cause(&self, answer: &Value, words: [&[u32]; 2]) -> Option<Reason> {
        Reason::of_pair(&field::<CauseReport>(answer, "cause")?, words)
    }

    /// They cannot if a proof by procedures ended the comparison; its bound is the stack space for
    /// recursion.
    fn is_by_limit(&self, answer: &Value) -> bool {
        answer["reason"]["code"] != json!(ReasonCode::ProceduresAgree)
    }

    fn in_json(&self, inputs: &Inputs) -> Value {
        json!(inputs)
    }

    fn named(&self, inputs: &Inputs) -> Input {
        let words = self.contract.names().iter().zip(inputs.iter());
        let word =
            |(name, &word): (&String, &u32)| InputWord { name: name.clone(), value: json!(word) };
        let text = self.contract.describe(inputs, words::Value);
        Input { words: words.map(word).collect(), text }
    }

    fn columns(&self) -> Vec<String> {
        self.contract.names().to_vec()
    }

    fn row(&self, inputs: &Inputs) -> Vec<String> {
        inputs.iter().map(|&word| (word as i32).to_string()).collect()
    }

    fn ended(
        &self,
        programs: [&Rc<Image>; 2],
        inputs: &Inputs,
        fuel: u64,
    ) -> ([Ran; 2], Option<bool>) {
        let runs = programs.map(|image| in_the_end(image, inputs, fuel));
        let reports = runs.each_ref().map(|run| Ran::Mips(run.report()));
        if let [Some(reference), Some(program)] = runs.each_ref().map(Outcome::fingerprint) {
            return (reports, Some(reference != program));
        }
        // The search for runs that never end has the same limits as in a comparison, and its
        // results are proved.
        match ends_proved(programs, &self.contract, (inputs, fuel), &Stop::NEVER) {
            (proved, Agreement::Differ) => (proved.map(Ran::Mips), Some(true)),
            (ended, Agreement::Agree) => (ended.map(Ran::Mips), Some(false)),
            (_, Agreement::Inconclusive) => (reports, None),
        }
    }

    fn claimed(&self, words: &[ClaimedWord]) -> Option<Inputs> {
        let number = |word: &ClaimedWord| match word {
            ClaimedWord::Number(number) => Some(*number),
            ClaimedWord::Text(_) => None,
        };
        let inputs: Inputs = words.iter().map(number).collect::<Option<_>>()?;
        let fits = inputs.len() == self.contract.names().len() && self.contract.allows(&inputs);
        fits.then_some(inputs)
    }

    fn options(&self) -> String {
        String::new()
    }
}

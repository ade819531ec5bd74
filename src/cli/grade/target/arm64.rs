//! Grading ARM64 programs.

use std::fs;

use serde_json::{Map, Value, json};

use super::super::GradeArgs;
use super::super::contents::Contents;
use super::super::difference::{Input, Ran, Told, Word};
use super::super::receipts::Receipt;
use super::{Loaded, Target};
use crate::cli::arm64::{heap_behind, words as parse};
use crate::cli::batch::pair::Limits;
use crate::cli::compare::SolverName;
use crate::cli::contract::{AsTests, USUAL_LENGTH, plain};
use crate::cli::files::Sources;
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::contract::Spec;
use crate::engines::arm64::{Options, inputs_to_try};
use crate::engines::classes::{self, Cost};
use crate::engines::evidence;
use crate::machine::Architecture;
use crate::machine::arm64::emulator::Array;
use crate::machine::arm64::{Given, Mode, Stop, agreement};
use crate::report::ReasonCode;
use crate::report::arm64::Arm64Run;
use crate::report::words::arm64 as words;

/// The address of arrays. A comparison alone puts an array behind the longer program. Here all
/// programs run with the same array, so its address must not depend on a pair.
const ARRAY_AT: u64 = 0x10_0000;
/// The work of a first comparison. A repeated one has that of `compare`.
const FIRST_WORK: u64 = evidence::WORK / AGAIN;
/// The work of a first comparison that will probably fail.
const LITTLE_WORK: u64 = evidence::WORK / 40;
/// The factor by which a repeated comparison may take more work.
const AGAIN: u64 = 4;

/// ARM64, with a question.
pub struct Arm64 {
    spec: Spec,
    options: Options,
}

impl Arm64 {
    /// The question that the options state.
    pub fn new(args: &GradeArgs, reference: &Contents) -> Result<Arm64, Trouble> {
        refuse_for_arm64([
            ("--causes", args.causes),
            ("--receipts", args.receipts),
            ("--playground", args.playground.is_some()),
            ("--solver", args.solver != SolverName::Bitblast),
            ("--max-runs", args.limits.max_runs.is_some()),
            ("--effort", args.limits.effort.is_some()),
            ("--explain-work", args.limits.explain_work.is_some()),
        ])?;
        let mut spec = args.contract.spec()?;
        if reference.sources(Architecture::Arm64)?.take_array() && spec.array.is_none() {
            spec.array = Some(USUAL_LENGTH);
        }
        let (array, stream) = plain(&spec)?;
        let mode = args.mode.mode();
        let options = Options { mode, array, array_at: ARRAY_AT, stream, ..Options::default() };
        Ok(Arm64 { spec, options })
    }

    /// What programs are given: two numbers, or the elements of an array.
    fn given(&self, numbers: Vec<u64>) -> Given {
        let stream = self.options.stream.clone();
        match self.options.array {
            None => Given { registers: numbers, array: None, stream },
            Some(_) => {
                let array = Array { address: Some(ARRAY_AT), elements: numbers };
                Given { registers: Vec::new(), array: Some(array), stream }
            }
        }
    }

    /// Reads a row of a table of tests: two numbers, or the elements of an array, `[]` for none.
    fn read(&self, row: &str) -> Result<Given, String> {
        let row = row.replace('"', "");
        let numbers = parse(if row.trim() == "[]" { "" } else { &row })?;
        let (count, most) = (numbers.len() as u64, self.options.array);
        match most {
            None if count != 2 => Err(format!("expected two numbers, x0 and x1, not {count}")),
            Some(most) if count > most => {
                Err(format!("there are {count} elements, and the contract has up to {most}"))
            }
            _ => Ok(self.given(numbers)),
        }
    }

    /// The rows of a table of tests.
    fn table(&self, text: &str) -> Result<Vec<Given>, String> {
        let rows = text.trim_start_matches('\u{feff}').lines().map(str::trim).enumerate();
        let mut rows = rows.filter(|(_, row)| !row.is_empty() && !row.starts_with('#')).peekable();
        let names = self.columns();
        rows.next_if(|(_, row)| !names.is_empty() && row.split(',').map(str::trim).eq(&names));
        rows.map(|(at, row)| self.read(row).map_err(|why| format!("line {}: {why}", at + 1)))
            .collect()
    }
}

/// The numbers of an input: those in registers, or the elements of the array.
fn numbers(given: &Given) -> &[u64] {
    given.array.as_ref().map_or(&given.registers, |array| &array.elements)
}

fn texts(numbers: &[u64]) -> Vec<String> {
    numbers.iter().map(u64::to_string).collect()
}

impl Target for Arm64 {
    type Program = classes::Arm64;

    const ARCHITECTURE: Architecture = Architecture::Arm64;

    fn load(&self, name: &str, sources: &Sources) -> Result<Loaded<classes::Arm64>, Trouble> {
        if sources.take_array() && self.options.array.is_none() {
            let why = "its `wain` takes an array, and the others are given none (--array N)";
            return Err(Trouble::new(format!("{name}: {why}")));
        }
        let mut linked = sources.linked(&|_| {})?;
        if self.options.array.is_some() {
            heap_behind(&mut linked, ARRAY_AT);
        }
        let words = linked.words;
        if self.options.array.is_some() && 4 * words.len() as u64 > ARRAY_AT {
            let why = format!("it is longer than {ARRAY_AT:#x} bytes, where arrays begin");
            return Err(Trouble::new(format!("{name}: {why}")));
        }
        let text: String = words.iter().map(|word| format!("{word:08x}")).collect();
        let program = classes::Arm64::new(words.clone(), self.options.mode);
        Ok(Loaded { words, program, identity: json!({ "words": text }) })
    }

    fn inputs_to_try(&self, reference: &classes::Arm64) -> Vec<Given> {
        inputs_to_try(reference.words(), &self.options)
    }

    fn tests(&self, given: &AsTests<'_>) -> Result<Vec<Given>, Trouble> {
        let mut tests = Vec::new();
        if let Some(path) = given.table {
            let trouble = |why: String| Trouble::new(format!("{}: {why}", path.display()));
            let text = fs::read_to_string(path).map_err(|why| trouble(why.to_string()))?;
            tests = self.table(&text).map_err(trouble)?;
        }
        for text in given.single {
            let test = self.read(text);
            tests.push(test.map_err(|why| Trouble::argument(format!("--test {text}: {why}")))?);
        }
        Ok(tests)
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn in_report(&self) -> Map<String, Value> {
        let fields = [("machine", "arm64"), ("mode", words::mode(self.options.mode))];
        fields.into_iter().map(|(name, value)| (name.to_owned(), json!(value))).collect()
    }

    fn limits(&self, asked: &Limits, cost: Cost) -> Limits {
        let work = asked.max_work.unwrap_or(FIRST_WORK);
        let max_work = Some(match cost {
            Cost::Little => work.min(LITTLE_WORK),
            Cost::Usual => work,
            Cost::More => work.saturating_mul(AGAIN),
        });
        Limits { max_work, ..*asked }
    }

    /// Causes are refused, so this is not used.
    fn limits_of_explanation(&self, asked: &Limits) -> Limits {
        self.limits(asked, Cost::Usual)
    }

    fn question(&self) -> Map<String, Value> {
        let mut question = self.in_report();
        question.insert("contract".to_owned(), json!(self.spec));
        if self.options.array.is_some() {
            question.insert("array_at".to_owned(), json!(ARRAY_AT));
        }
        question
    }

    fn witness(&self, answer: &Value) -> Option<Given> {
        let witness = &answer["witness"];
        let key = if self.options.array.is_some() { "elements" } else { "inputs" };
        let words = witness[key].as_array()?.iter();
        words
            .map(|word| word.as_str()?.parse().ok())
            .collect::<Option<_>>()
            .map(|it| self.given(it))
    }

    fn reason(&self, answer: &Value) -> String {
        answer["message"].as_str().unwrap_or_default().to_owned()
    }

    /// They hardly can where only one program ended.
    fn is_by_limit(&self, answer: &Value) -> bool {
        answer["code"] != json!(ReasonCode::OneSideUnfinished)
    }

    fn in_json(&self, given: &Given) -> Value {
        json!(texts(numbers(given)))
    }

    fn named(&self, given: &Given) -> Input {
        let named = words::named(given).into_iter();
        let text = named.clone().map(|it| format!("{} = {}", it.name, it.text));
        let text = text.collect::<Vec<_>>().join(", ");
        let Some(array) = &given.array else {
            let values = given.registers.iter().map(|number| json!(number.to_string()));
            let words = named.zip(values).map(|(it, value)| Word { name: it.name, value });
            return Input { words: words.collect(), text };
        };
        let value = json!(texts(&array.elements));
        let words = named.map(|it| Word { name: it.name, value: value.clone() });
        Input { words: words.collect(), text }
    }

    fn columns(&self) -> Vec<String> {
        match self.options.array {
            None => vec!["x0".to_owned(), "x1".to_owned()],
            Some(_) => Vec::new(),
        }
    }

    fn row(&self, given: &Given) -> Vec<String> {
        match numbers(given) {
            [] => vec!["[]".to_owned()],
            numbers => numbers.iter().map(|&number| (number as i64).to_string()).collect(),
        }
    }

    fn ended(
        &self,
        programs: [&classes::Arm64; 2],
        given: &Given,
        fuel: u64,
    ) -> ([Ran; 2], Option<bool>) {
        let runs = programs.map(|program| program.run_on(given, fuel).expect("arrays fit"));
        let differ = match runs.iter().any(|run| run.stop == Stop::OutOfFuel) {
            true => None,
            false => Some(agreement::difference(&runs[0], &runs[1]).is_some()),
        };
        let ran = |run: &agreement::Run| {
            Ran::Arm64(Told { report: Arm64Run::from(run), does: words::does(run) })
        };
        (runs.each_ref().map(ran), differ)
    }

    fn claimed(&self, _: &Receipt) -> Option<Given> {
        None
    }

    fn options(&self) -> String {
        let mode = match self.options.mode {
            Mode::Usual => "",
            Mode::Arm => " --arm",
            Mode::Course => " --course",
        };
        format!(" --machine arm64{mode}")
    }
}

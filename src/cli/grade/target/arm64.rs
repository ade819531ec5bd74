//! Grading ARM64 programs.

use serde_json::{Map, Value, json};

use super::super::GradeArgs;
use super::super::causes::Reason;
use super::super::contents::Contents;
use super::super::difference::{Arm64Ran, ClaimedWord, Input, InputWord, Ran};
use super::super::explaining::field;
use super::super::question::Question;
use super::{Loaded, Target};
use crate::cli::arm64::inputs::Rows;
use crate::cli::batch::limits::Limits;
use crate::cli::compare::SolverName;
use crate::cli::contract::{AsTests, USUAL_LENGTH, for_arm64};
use crate::cli::files::Sources;
use crate::cli::machines::refuse_for_arm64;
use crate::cli::trouble::Trouble;
use crate::contract::Spec;
use crate::engines::arm64::{ARRAY_AT, heap_behind};
use crate::engines::arm64::{Options, inputs_to_try, replay};
use crate::engines::classes::{self, Cost};
use crate::engines::evidence;
use crate::engines::mend::{ARM64, Language};
use crate::machine::Architecture;
use crate::machine::arm64::{Given, Mode, agreement};
use crate::report::ReasonCode;
use crate::report::arm64::{Arm64Cause, Arm64Run};
use crate::report::words::arm64 as words;
use crate::solver::Stop as SolverStop;

/// The work of a first comparison. A repeated one has that of `compare`.
const FIRST_WORK: u64 = evidence::WORK / AGAIN;
/// The work of a first comparison that will probably fail.
const LITTLE_WORK: u64 = evidence::WORK / 40;
/// The work of each part of an explanation.
const EXPLAIN_WORK: u64 = FIRST_WORK;
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
            ("--solver", args.solver != SolverName::Bitblast),
            ("--max-runs", args.limits.max_runs.is_some()),
            ("--effort", args.limits.effort.is_some()),
        ])?;
        let mut spec = args.contract.spec()?;
        if reference.sources(Architecture::Arm64)?.take_array() && spec.array.is_none() {
            spec.array = Some(USUAL_LENGTH);
        }
        let mode = args.mode.mode();
        let options = Options { mode, array_at: ARRAY_AT, ..for_arm64(&spec, || None)? };
        Ok(Arm64 { spec, options })
    }

    /// Its inputs.
    fn rows(&self) -> Rows<'_> {
        Rows(&self.options)
    }
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
        let program = classes::Arm64::new(words.clone(), &self.options);
        Ok(Loaded { words, program, identity: json!({ "words": text }) })
    }

    fn inputs_to_try(&self, reference: &classes::Arm64) -> Vec<Given> {
        inputs_to_try(reference.words(), &self.options)
    }

    fn tests(&self, given: &AsTests<'_>) -> Result<Vec<Given>, Trouble> {
        self.rows().tests(given)
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
        Limits { max_work, explain_work: None, ..*asked }
    }

    fn limits_of_explanation(&self, asked: &Limits) -> Limits {
        let explain_work = Some(asked.explain_work.unwrap_or(EXPLAIN_WORK));
        Limits { explain_work, ..self.limits(asked, Cost::Usual) }
    }

    fn linked(&self) -> Question<'_> {
        let Options { mode, array, ref stream, ref assumed, .. } = self.options;
        let text = String::from_utf8_lossy(stream.text()).into_owned();
        let parts = [
            (mode != Mode::Usual).then(|| ("mode", words::mode(mode).to_owned())),
            array.map(|most| ("array", most.to_string())),
            (!text.is_empty()).then_some(("stream", text)),
            (stream.free() > 0).then(|| ("bytes", stream.free().to_string())),
        ];
        let parts = parts.into_iter().flatten();
        let texts = parts.map(|(name, value)| (name.to_owned(), json!(value)));
        let assumed = !assumed.is_empty();
        let assumed = assumed.then(|| ("assume".to_owned(), json!(self.spec.assume.join("\n"))));
        let observed = self.spec.observe.as_ref();
        // The page reads an empty text as the usual list, and a comma as an empty one.
        let list = |items: &Vec<String>| match items.is_empty() {
            true => ",".to_owned(),
            false => items.join(", "),
        };
        let observed = observed.map(|items| ("observe".to_owned(), json!(list(items))));
        Question::Arm64(texts.chain(assumed).chain(observed).collect())
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
            .map(|it| self.rows().given(it))
    }

    fn reason(&self, answer: &Value) -> String {
        answer["message"].as_str().unwrap_or_default().to_owned()
    }

    fn language(&self) -> &'static dyn Language {
        ARM64
    }

    fn describes_regions(&self) -> bool {
        false
    }

    fn reason_of_cause(&self, answer: &Value, _: [&[u32]; 2]) -> Option<Reason> {
        Reason::of_tried(&field::<Arm64Cause>(answer, "cause")?)
    }

    /// They hardly can where only one program ended.
    fn is_by_limit(&self, answer: &Value) -> bool {
        answer["code"] != json!(ReasonCode::OneSideUnfinished)
    }

    fn in_json(&self, given: &Given) -> Value {
        json!(texts(&given.words()))
    }

    fn named(&self, given: &Given) -> Input {
        let named = words::named(given).into_iter();
        let text = named.clone().map(|it| format!("{} = {}", it.name, it.text));
        let text = text.collect::<Vec<_>>().join(", ");
        let Some(array) = &given.array else {
            let names = self.options.input_names().into_iter();
            let words = names
                .zip(given.words())
                .map(|(name, word)| InputWord { name, value: json!(word.to_string()) });
            return Input { words: words.collect(), text };
        };
        let value = json!(texts(&array.elements));
        let words = named.map(|it| InputWord { name: it.name, value: value.clone() });
        Input { words: words.collect(), text }
    }

    fn columns(&self) -> Vec<String> {
        self.rows().columns()
    }

    fn row(&self, given: &Given) -> Vec<String> {
        match &given.words()[..] {
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
        let mut runs = programs.map(|program| program.run_on(given, fuel).expect("arrays fit"));
        let mut agree = agreement::agree(&runs[0], &runs[1]);
        if agree.is_none() {
            let words = programs.map(classes::Arm64::words);
            let options = Options { fuel, ..self.options.clone() };
            if let Some(tried) = replay(words, &options, given, &SolverStop::NEVER) {
                (runs, agree) = (tried.runs, Some(false));
            }
        }
        let ran = |run: &agreement::Run| {
            Ran::Arm64(Arm64Ran { report: Arm64Run::from(run), does: words::does(run) })
        };
        (runs.each_ref().map(ran), agree.map(|agree| !agree))
    }

    fn claimed(&self, words: &[ClaimedWord]) -> Option<Given> {
        let number = |word: &ClaimedWord| match word {
            ClaimedWord::Number(_) => None,
            ClaimedWord::Text(text) => text.parse().ok(),
        };
        let numbers: Vec<u64> = words.iter().map(number).collect::<Option<_>>()?;
        self.rows().checked(numbers).ok()
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

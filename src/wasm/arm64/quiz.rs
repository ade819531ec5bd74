//! A quiz about the equivalence of ARM64 programs, for the page.

use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::comparison::{GivenInputs, Question as Asked};
use super::files::{self, SourceFile};
use crate::engines::arm64::{ARRAY_AT, Options, with_room};
use crate::engines::classes::Arm64;
use crate::engines::mutation::{Arm64Suite, MUTANTS, WORK};
use crate::engines::quiz::{self, Answer, Arm64Topic, QUESTIONS, Question};
use crate::link::Content;
use crate::machine::arm64::Given;
use crate::program::Program;
use crate::report::RoundReport;
use crate::report::arm64::{Arm64JudgedReport, Findings};
use crate::report::words::arm64 as words;
use crate::solver::bitblast::Bitblast;
use crate::views::quiz as views;
use crate::wasm::watching::{SearchHost, watched};
use crate::wasm::{from_js, to_js};

/// A request for a round of a quiz.
#[derive(Deserialize, Tsify)]
pub struct Arm64QuizRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// The contract under which the program and its mutants are compared.
    pub question: Asked,
    /// The seed of the pseudo-random choice of questions.
    pub seed: u32,
    /// The number of questions, at most 20.
    pub questions: u32,
}

/// A marked answer, with reasons.
#[derive(Serialize, Tsify)]
pub struct Arm64JudgedView {
    /// The mark.
    pub report: Arm64JudgedReport,
    /// The reasons, in sentences.
    pub says: Vec<String>,
}

/// A round of questions, with their solutions.
#[wasm_bindgen]
pub struct Quiz {
    options: Options,
    round: RoundReport,
    questions: Vec<Question<Rc<Arm64>, Given, Box<Findings>>>,
}

/// Chooses the questions of a round. Rejects if the program has errors or no assembly, or if the
/// search was stopped.
#[wasm_bindgen]
pub async fn open_quiz(
    #[wasm_bindgen(unchecked_param_type = "Arm64QuizRequest")] request: JsValue,
    host: SearchHost,
) -> Result<Quiz, JsError> {
    let Arm64QuizRequest { files, question, seed, questions } = from_js(request)?;
    let has_array = question.array.is_some();
    let array_at = if has_array { ARRAY_AT } else { 0 };
    let options = Options { array_at, work: WORK, ..question.options()? };
    let linked = files::linked(&files);
    if !linked.iter().any(|file| matches!(file.content, Content::Text(_))) {
        return Err(JsError::new("there is no assembly to be changed"));
    }
    let program = files::program(&files).output;
    let program = program.ok_or_else(|| JsError::new("the program has errors"))?;
    let place = |program: Program| with_room(program, &options);
    let image = place(program).ok_or_else(|| JsError::new("the program is too long"))?;
    let (mut page, stop) = watched(host, None);
    let suite = Arm64Suite {
        files: &linked,
        image: Rc::new(Arm64::new(image, &options)),
        tests: &[],
        others: &[],
        options: &options,
        most: MUTANTS,
        place: &place,
        stop: &stop,
    };
    let (topic, wanted) = (Arm64Topic(&suite), QUESTIONS.min(questions as usize));
    let mut solver = Bitblast::new();
    let drawn = quiz::round(&topic, seed, wanted, &mut solver, &stop, &mut page).await;
    let questions = drawn.ok_or_else(|| JsError::new("this was stopped"))?;
    let names = if has_array { vec!["a".to_owned()] } else { options.input_names() };
    let round = views::round(&questions, &linked, names);
    Ok(Quiz { options, round, questions })
}

#[wasm_bindgen]
impl Quiz {
    /// The questions.
    #[wasm_bindgen(unchecked_return_type = "RoundReport")]
    pub fn round(&self) -> Result<JsValue, JsError> {
        to_js(&self.round)
    }

    /// Marks the answer to a question: an input, or null for "equivalent".
    #[wasm_bindgen(unchecked_return_type = "Arm64JudgedView")]
    pub fn judge(
        &self,
        question: u32,
        #[wasm_bindgen(unchecked_param_type = "GivenInputs | undefined")] inputs: JsValue,
    ) -> Result<JsValue, JsError> {
        let asked = self.questions.get(question as usize);
        let asked = asked.ok_or_else(|| JsError::new("there is no such question"))?;
        let answer = match from_js::<Option<GivenInputs>>(inputs)? {
            None => Answer::Same,
            Some(inputs) => Answer::Differ(inputs.given_at(self.options.array_at, &self.options)?),
        };
        let report = views::arm64::judged(asked, &answer, &self.options);
        let says = words::judged(&report);
        to_js(&Arm64JudgedView { report, says })
    }
}

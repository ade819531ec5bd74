//! A quiz about which programs do the same, as the page asks for it.

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use super::mutation::{has_assembly, options};
use super::watching::{SearchHost, watched};
use super::{checked, contract, from_js, to_js};
use crate::contract::Spec;
use crate::engines::mutation::MUTANTS;
use crate::engines::paths::Options;
use crate::engines::quiz::{self, Answer, QUESTIONS, Question, Topic};
use crate::machine::Inputs;
use crate::report::{JudgedReport, RoundReport, words};
use crate::solver::bitblast::Bitblast;
use crate::views;

/// A round of a quiz.
#[derive(Deserialize, Tsify)]
pub struct QuizRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
    /// Steps that a run may take.
    pub fuel: u64,
    /// What the questions are drawn by.
    pub seed: u32,
    /// How many there are, at most 20.
    pub questions: u32,
}

/// An answer, judged, and why.
#[derive(Serialize, Tsify)]
pub struct JudgedView {
    /// What it is worth.
    pub report: JudgedReport,
    /// Why, in sentences.
    pub says: Vec<String>,
}

/// A round whose questions are known, with their keys.
#[wasm_bindgen]
pub struct Quiz {
    options: Options,
    round: RoundReport,
    questions: Vec<Question>,
}

/// Draws the questions of a round. Rejects where the program has errors or no assembly, and where
/// it was stopped.
#[wasm_bindgen]
pub async fn open_quiz(
    #[wasm_bindgen(unchecked_param_type = "QuizRequest")] request: JsValue,
    host: SearchHost,
) -> Result<Quiz, JsError> {
    let request: QuizRequest = from_js(request)?;
    let contract = contract(&request.contract)?;
    let linked = files::linked(&request.files);
    // What the machine does not take is told of here.
    files::image(&contract, 0, &request.files)?;
    has_assembly(&linked)?;
    let options = options(request.fuel, &contract);
    let wanted = QUESTIONS.min(request.questions as usize);
    let topic = Topic { files: &linked, options: &options, most: MUTANTS };
    let (mut page, stop) = watched(host, None);
    let mut solver = Bitblast::new();
    let drawn = quiz::round(&topic, request.seed, wanted, &mut solver, &stop, &mut page).await;
    let questions = drawn.ok_or_else(|| JsError::new("this was stopped"))?;
    let round = views::quiz::round(&questions, &linked, &options);
    Ok(Quiz { options, round, questions })
}

#[wasm_bindgen]
impl Quiz {
    /// The questions.
    #[wasm_bindgen(unchecked_return_type = "RoundReport")]
    pub fn round(&self) -> Result<JsValue, JsError> {
        to_js(&self.round)
    }

    /// Judges the answer to a question: an input, or none where they are said to do the same.
    #[wasm_bindgen(unchecked_return_type = "JudgedView")]
    pub fn judge(
        &self,
        question: u32,
        #[wasm_bindgen(unchecked_param_type = "Inputs | undefined")] inputs: JsValue,
    ) -> Result<JsValue, JsError> {
        let asked = self.questions.get(question as usize);
        let asked = asked.ok_or_else(|| JsError::new("there is no such question"))?;
        let answer = match from_js::<Option<Inputs>>(inputs)? {
            None => Answer::Same,
            Some(inputs) => {
                checked(&self.options.contract, &inputs)?;
                Answer::Differ(inputs)
            }
        };
        let report = views::quiz::judged(asked, &answer, &self.options);
        let says = words::judged(&self.round.names, &report);
        to_js(&JudgedView { report, says })
    }
}

//! A quiz about the equivalence of programs, for the page.

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

/// A request for a round of a quiz.
#[derive(Deserialize, Tsify)]
pub struct QuizRequest {
    /// The files of the program.
    pub files: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// The maximal number of steps of a run.
    pub fuel: u64,
    /// The seed of the pseudo-random choice of questions.
    pub seed: u32,
    /// The number of questions, at most 20.
    pub questions: u32,
}

/// A marked answer, with reasons.
#[derive(Serialize, Tsify)]
pub struct JudgedView {
    /// The mark.
    pub report: JudgedReport,
    /// The reasons, in sentences.
    pub says: Vec<String>,
}

/// A round of questions, with their solutions.
#[wasm_bindgen]
pub struct Quiz {
    options: Options,
    round: RoundReport,
    questions: Vec<Question>,
}

/// Chooses the questions of a round. Rejects if the program has errors or no assembly, or if the
/// search was stopped.
#[wasm_bindgen]
pub async fn open_quiz(
    #[wasm_bindgen(unchecked_param_type = "QuizRequest")] request: JsValue,
    host: SearchHost,
) -> Result<Quiz, JsError> {
    let request: QuizRequest = from_js(request)?;
    let contract = contract(&request.contract)?;
    let linked = files::linked(&request.files);
    // Reports if the machine cannot run the program.
    files::image(&contract, 0, &request.files)?;
    has_assembly(&linked)?;
    let options = options(request.fuel, &contract);
    let wanted = QUESTIONS.min(request.questions as usize);
    let topic = Topic::new(&linked, &options, MUTANTS);
    let topic = topic.ok_or_else(|| JsError::new("the program does not fit the contract"))?;
    let (mut page, stop) = watched(host, None);
    let mut solver = Bitblast::new();
    let drawn = quiz::round(&topic, request.seed, wanted, &mut solver, &stop, &mut page).await;
    let questions = drawn.ok_or_else(|| JsError::new("this was stopped"))?;
    let round = views::quiz::round(&questions, &linked, options.contract.names().to_vec());
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

//! Proofs for the page: about loops, during a comparison; and evidence of a comparison's claim, to be viewed and
//! checked.

use std::ops::ControlFlow;
use std::rc::Rc;

use js_sys::Promise;
use serde::Deserialize;
use serde_json::{Map, Value};
use tamarin_kernel::Evidence;
use tsify::Tsify;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::clock;
use super::files::{self, SourceFile};
use super::{checked, contract, from_js, to_js};
use crate::asm::SourceLines;
use crate::contract::{Contract, SIDES, Spec};
use crate::engines::alignment::Hints;
use crate::engines::evidence::exercise::exercised;
use crate::engines::evidence::{self, Wanted};
use crate::engines::paths;
use crate::engines::pause::Pause;
use crate::engines::statement::{Among, Extent, Statement};
use crate::evidence::ProofKind;
use crate::machine::{Image, Inputs};
use crate::solver::bitblast::Bitblast;
use crate::views::lockstep::mips::Timeline;
use crate::views::proof::{self, Facts, ProofView, Reading};

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/** What a proof asks of the page. */
export interface ProofHost {
    /** Called now and then; resolves to false to end the attempt. */
    pause(): Promise<boolean>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// What a proof requires of the page.
    #[wasm_bindgen(typescript_type = "ProofHost")]
    pub type ProofHost;

    #[wasm_bindgen(method)]
    fn pause(this: &ProofHost) -> Promise;
}

impl ProofHost {
    pub(super) async fn signal(&self) -> ControlFlow<()> {
        match JsFuture::from(self.pause()).await {
            Ok(go_on) if go_on.is_truthy() => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// Two programs whose loops are to be proved equivalent.
#[derive(Deserialize, Tsify)]
pub struct LoopsRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// An input to start from.
    pub inputs: Inputs,
    /// The time limit in milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
    /// The limit on work, in units of a comparison's limit.
    #[serde(default)]
    pub work: Option<f64>,
}

/// Tries to prove that two programs agree for every number of steps.
#[wasm_bindgen(unchecked_return_type = "Attempt")]
pub async fn prove_loops(
    #[wasm_bindgen(unchecked_param_type = "LoopsRequest")] request: JsValue,
    host: ProofHost,
) -> Result<JsValue, JsError> {
    let LoopsRequest { left, right, contract: spec, inputs, milliseconds, work } =
        from_js(request)?;
    let contract = contract(&spec)?;
    checked(&contract, &inputs)?;
    let images = [files::image(&contract, 0, &left)?, files::image(&contract, 1, &right)?];
    let (mut solver, stop) = (Bitblast::new(), clock::stop_after(milliseconds));
    let stop = work.map_or(stop.clone(), |work| stop.within(work as u64));
    let pause = Pause::new(async || host.signal().await);
    let both = images.each_ref();
    let attempt = paths::prove(both, &contract, &inputs, &mut solver, &stop, pause).await;
    // The comparison may continue if only the work limit of the proof was reached.
    to_js(&paths::Attempt { was_stopped: attempt.was_stopped && !stop.is_spent(), ..attempt })
}

/// A request for a proof.
#[derive(Deserialize, Tsify)]
pub struct ProofRequest {
    /// The files of the left program.
    pub left: Vec<SourceFile>,
    /// The files of the right program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// How the comparison proved it, if it did.
    #[serde(default)]
    pub kind: Option<ProofKind>,
    /// Whether the claim is that the programs agree where both stop, in place of equivalence.
    #[serde(default)]
    pub if_both_stop: bool,
    /// The inputs that are the only ones on which the programs differ, if that is the claim.
    #[serde(default)]
    pub unique: Option<Inputs>,
    /// The smallest inputs on which they differ, if that is the claim.
    #[serde(default)]
    pub least: Option<Inputs>,
    /// If present, the claim refers to inputs on which one program stops within this number of steps.
    #[serde(default)]
    pub within: Option<u64>,
    /// The evidence. If it has only a field `evidence`, or is missing, evidence is searched for.
    #[serde(default)]
    pub given: Option<String>,
    /// Hints for the proof, one per line.
    #[serde(default)]
    pub hints: String,
    /// The time limit in milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// Evidence that the kernel has accepted, with its data.
#[wasm_bindgen]
pub struct Proof {
    evidence: Evidence,
    view: ProofView,
    reading: Reading,
    contract: std::sync::Arc<Contract>,
    images: [Rc<Image>; 2],
}

/// Finds or checks evidence of a comparison's claim. Rejects with the reason if there is none.
#[wasm_bindgen]
pub async fn open_proof(
    #[wasm_bindgen(unchecked_param_type = "ProofRequest")] request: JsValue,
    host: ProofHost,
) -> Result<Proof, JsError> {
    let request: ProofRequest = from_js(request)?;
    let contract = contract(&request.contract)?;
    let (left, left_lines) = program(&contract, 0, &request.left)?;
    let (right, right_lines) = program(&contract, 1, &request.right)?;
    let (images, lines) = ([left, right], [left_lines, right_lines]);
    let both = images.each_ref();
    let statement = stated(&request);
    let evidence = match given(&request, both, &contract, &statement)? {
        Some(given) => given,
        None => {
            let stop = clock::stop_after(request.milliseconds);
            let hints = Hints::parse(&request.hints, contract.names())?;
            let pause = Pause::new(async || host.signal().await);
            let wanted = Wanted { statement: &statement, kind: request.kind, hints: &hints };
            let search = evidence::of_statement(both, &contract, &wanted, &stop, pause).await;
            search.map_err(|why| JsError::new(&why.to_string()))?
        }
    };
    let reading = Reading::mips(&statement, &contract);
    let view = ProofView::of(&evidence, &statement, &reading, &lines);
    Ok(Proof { evidence, view, reading, contract, images })
}

/// Whether a search finds evidence of a comparison's claim that the kernel accepts.
#[wasm_bindgen]
pub fn check_claim(
    #[wasm_bindgen(unchecked_param_type = "ProofRequest")] request: JsValue,
) -> Result<bool, JsError> {
    let request: ProofRequest = from_js(request)?;
    let contract = contract(&request.contract)?;
    let images =
        [files::image(&contract, 0, &request.left)?, files::image(&contract, 1, &request.right)?];
    let (statement, stop) = (stated(&request), clock::stop_after(request.milliseconds));
    let found = evidence::search(images.each_ref(), &contract, &statement, evidence::WORK, &stop);
    Ok(found.is_ok())
}

/// The statement that a request is about.
fn stated(request: &ProofRequest) -> Statement {
    let inputs = match (&request.unique, &request.least) {
        (Some(inputs), _) => Among::OtherThan(inputs.to_vec()),
        (None, Some(inputs)) => Among::Before(inputs.to_vec()),
        (None, None) => Among::All,
    };
    let extent = match (request.within, request.if_both_stop) {
        (Some(steps), _) => Extent::UpTo(steps),
        (None, true) => Extent::IfBothStop,
        (None, false) => Extent::Always,
    };
    Statement { extent, inputs }
}

/// The evidence of a request, if it has some and the kernel accepts it.
fn given(
    request: &ProofRequest,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    statement: &Statement,
) -> Result<Option<Evidence>, JsError> {
    let Some(text) = &request.given else { return Ok(None) };
    let fields: Map<String, Value> = serde_json::from_str(text)?;
    if fields.contains_key(SEARCHED) {
        return Ok(None);
    }
    if !fields.contains_key("start") {
        return Err(JsError::new(
            "the link has a certificate of an older format, which is no longer read; compare the \
             programs to have the proof found anew",
        ));
    }
    let claim = evidence::claim::of_statement(images, contract, statement)?;
    let mut given: Evidence = serde_json::from_value(Value::Object(fields))?;
    // The author of the evidence chose its work limit, so a limit of ours is enforced too.
    given.work = given.work.min(evidence::WORK);
    let example = tamarin_kernel::check(&claim, &given)?;
    if statement.needs_example() && exercised(images, contract, statement, &example).is_none() {
        return Err(JsError::new("no allowed input is known on which both programs stop"));
    }
    Ok(Some(given))
}

/// Replaces evidence that is too long for a link; it is searched again.
const SEARCHED: &str = "evidence";

/// A program, and the lines of its words.
fn program(
    contract: &Contract,
    side: usize,
    files: &[SourceFile],
) -> Result<(Rc<Image>, SourceLines), JsError> {
    let program = files::whole(SIDES[side], files)?;
    let lines = SourceLines::new(&files::texts(files), &program);
    let image = contract.image(side, &program).map_err(|why| JsError::new(&why))?;
    Ok((image, lines))
}

#[wasm_bindgen]
impl Proof {
    /// The proof for display.
    #[wasm_bindgen(unchecked_return_type = "ProofView")]
    pub fn view(&self) -> Result<JsValue, JsError> {
        to_js(&self.view)
    }

    /// The evidence, in the format that `tamarin check` reads.
    pub fn certificate(&self) -> Result<String, JsError> {
        Ok(serde_json::to_string(&self.evidence)?)
    }

    /// The proof as text.
    pub fn text(&self) -> String {
        self.view.text(Facts::All)
    }

    /// Where two runs meet at locations of the proof.
    #[wasm_bindgen(unchecked_return_type = "Meeting[]")]
    pub fn meetings(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Inputs")] inputs: JsValue,
        fuel: f64,
    ) -> Result<JsValue, JsError> {
        let inputs: Inputs = from_js(inputs)?;
        checked(&self.contract, &inputs)?;
        let runs =
            self.images.each_ref().map(|image| Timeline::record(image, &inputs, fuel as u64));
        to_js(&proof::meetings(&self.evidence, &self.reading, runs.each_ref()))
    }
}

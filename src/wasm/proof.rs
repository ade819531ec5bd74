//! Proofs for the page: about loops, during a comparison; and certificates of a comparison's claim,
//! to be viewed and checked.

use std::ops::ControlFlow;
use std::rc::Rc;

use js_sys::Promise;
use serde::Deserialize;
use serde_json::{Map, Value};
use tamarin_checker::certificate::{Among, Certificate, VERSION};
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
use crate::engines::certify::{self, Claimed, Scope};
use crate::engines::pause::Pause;
use crate::engines::{alignment, evidence, paths};
use crate::evidence::ProofKind;
use crate::machine::{Image, Inputs};
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use crate::views::lockstep::mips::Timeline;
use crate::views::proof::{self, Facts, Meeting, ProofView, Reading};

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
    /// The method by which the comparison proved it, if it did.
    #[serde(default)]
    pub kind: Option<ProofKind>,
    /// The inputs that are the only ones on which the programs differ, if that is the claim.
    #[serde(default)]
    pub unique: Option<Inputs>,
    /// The smallest inputs on which they differ, if that is the claim.
    #[serde(default)]
    pub least: Option<Inputs>,
    /// If present, the claim refers to inputs on which both stop within this number of steps.
    #[serde(default)]
    pub within: Option<u64>,
    /// A certificate or evidence, in the format of [`Proof::compact`]. If it lacks the answers, or
    /// has only a field `evidence`, the rest is computed here. If it is missing, a certificate is
    /// searched.
    #[serde(default)]
    pub given: Option<String>,
    /// Hints for the proof, one per line.
    #[serde(default)]
    pub hints: String,
    /// The time limit in milliseconds.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// An accepted proof, with its data.
#[wasm_bindgen]
pub struct Proof {
    accepted: Accepted,
    view: ProofView,
    contract: std::sync::Arc<Contract>,
    images: [Rc<Image>; 2],
}

/// What was accepted.
enum Accepted {
    /// A certificate, by the checker.
    Certificate(Box<Certificate>),
    /// Evidence, by the kernel.
    Evidence(Box<Evidence>),
}

/// Finds or checks the proof of a comparison's claim. Rejects with the reason if there is none.
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
    let stop = clock::stop_after(request.milliseconds);
    if let Some(found) = evidence_of(&request, both, &contract, &stop)? {
        let statement = &certify::Statement::EQUIVALENT;
        let reading = Reading::mips(statement, &contract);
        let view = ProofView::of_evidence(&found, statement, &reading, &lines);
        return Ok(Proof { accepted: Accepted::Evidence(Box::new(found)), view, contract, images });
    }
    let certificate = match &request.given {
        Some(text) => whole(text, both, &contract, &stop)?,
        None => {
            let scope = Scope { among: among(&request), within: request.within };
            let claimed = Claimed { scope, kind: request.kind };
            let first = contract.first_inputs();
            let hints = Hints::parse(&request.hints, contract.names())?;
            let pause = Pause::new(async || host.signal().await);
            let begin = (&first, &hints);
            certify::of_claim(both, &contract, &claimed, begin, &stop, pause).await?.certificate
        }
    };
    let view = ProofView::of(&certificate, &contract, &lines)?;
    // The author of a certificate may have chosen a vacuous claim.
    let exercised = certify::exercise(&view.statement, both, &contract, &stop).await;
    if let Some(why) = exercised.reason(&view.statement) {
        return Err(JsError::new(&why));
    }
    let accepted = Accepted::Certificate(Box::new(certificate));
    Ok(Proof { accepted, view, contract, images })
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
    let scope = Scope { among: among(&request), within: request.within };
    let statement = Claimed { scope, kind: request.kind }.about_witness();
    let statement = statement.unwrap_or(certify::Statement::EQUIVALENT);
    let stop = clock::stop_after(request.milliseconds);
    let found = evidence::search(images.each_ref(), &contract, &statement, evidence::WORK, &stop);
    Ok(found.is_ok())
}

/// The inputs that a request is about.
fn among(request: &ProofRequest) -> Among {
    match (&request.unique, &request.least) {
        (Some(inputs), _) => Among::OtherThan(inputs.to_vec()),
        (None, Some(inputs)) => Among::Before(inputs.to_vec()),
        (None, None) => Among::All,
    }
}

/// Evidence that the kernel accepted: the given one, or one found here if requested. `None` if the
/// request is about a certificate.
fn evidence_of(
    request: &ProofRequest,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stop: &Stop,
) -> Result<Option<Evidence>, JsError> {
    let statement = &certify::Statement::EQUIVALENT;
    let is_searched = match &request.given {
        None => request.kind == Some(ProofKind::Evidence),
        Some(text) => {
            let fields: Map<String, Value> = serde_json::from_str(text)?;
            if fields.contains_key("start") {
                let claim = evidence::claim::of_statement(images, contract, statement)?;
                let mut given: Evidence = serde_json::from_value(Value::Object(fields))?;
                // The author of the evidence chose its work limit, so a limit of ours is enforced
                // too.
                given.work = given.work.min(evidence::WORK);
                tamarin_kernel::check(&claim, &given)?;
                return Ok(Some(given));
            }
            fields.contains_key(SEARCHED)
        }
    };
    if !is_searched {
        return Ok(None);
    }
    let found = evidence::search(images, contract, statement, evidence::WORK, stop);
    found.map(|(_, found)| Some(found)).map_err(|why| JsError::new(&why.to_string()))
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

/// The fields that a link omits from a certificate, because they follow from the programs.
const OF_PROGRAMS: [&str; 4] = ["programs", "inputs", "premises", "observed"];

/// Restores a certificate from the text of [`Proof::compact`]. The fields about programs are
/// computed from the page's programs, not read.
fn whole(
    text: &str,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    stop: &Stop,
) -> Result<Certificate, JsError> {
    let mut fields: Map<String, Value> = serde_json::from_str(text)?;
    let has_answers = fields.contains_key("answers");
    if !has_answers {
        ["answers", "measures"]
            .into_iter()
            .for_each(|name| _ = fields.insert(name.to_owned(), Value::Array(Vec::new())));
    }
    let programs = certify::programs(images)?;
    let inputs = images[0].setup().names.to_vec();
    for (name, value) in OF_PROGRAMS.into_iter().zip([
        serde_json::to_value(programs)?,
        serde_json::to_value(inputs)?,
        serde_json::to_value(certify::premises(contract))?,
        serde_json::to_value(certify::observed(images[0]))?,
    ]) {
        fields.insert(name.to_owned(), value);
    }
    let certificate: Certificate = serde_json::from_value(Value::Object(fields))?;
    // Answers in links of an older format are computed again.
    if has_answers && certificate.version == VERSION {
        return Ok(certificate);
    }
    let Certificate { among, stopping, entry, lead, tracked, nodes, procedures, .. } = certificate;
    if let Some(claims) = procedures {
        return Ok(certify::of_procedure_claims(images, contract, claims, stop)?.certificate);
    }
    let claims = alignment::Claims { entry, lead, tracked, nodes };
    Ok(certify::of_claims(images, contract, among, stopping, claims, stop)?.certificate)
}

#[wasm_bindgen]
impl Proof {
    /// The proof for display.
    #[wasm_bindgen(unchecked_return_type = "ProofView")]
    pub fn view(&self) -> Result<JsValue, JsError> {
        to_js(&self.view)
    }

    /// Checks one obligation again, by its number.
    #[wasm_bindgen(unchecked_return_type = "Again")]
    pub fn again(&self, number: u32) -> Result<JsValue, JsError> {
        let again = match &self.accepted {
            Accepted::Certificate(certificate) => proof::again(certificate, number),
            Accepted::Evidence(_) => None,
        };
        to_js(&again.ok_or_else(|| JsError::new("there is no such obligation"))?)
    }

    /// The certificate or the evidence, in the format that `tamarin check` reads.
    pub fn certificate(&self) -> Result<String, JsError> {
        Ok(match &self.accepted {
            Accepted::Certificate(certificate) => serde_json::to_string(certificate)?,
            Accepted::Evidence(evidence) => serde_json::to_string(evidence)?,
        })
    }

    /// The certificate without the fields that follow from the programs, or the evidence.
    pub fn compact(&self) -> Result<String, JsError> {
        let Accepted::Certificate(certificate) = &self.accepted else { return self.certificate() };
        let mut fields = serde_json::to_value(certificate)?;
        if let Some(fields) = fields.as_object_mut() {
            OF_PROGRAMS.iter().for_each(|name| _ = fields.remove(*name));
        }
        Ok(fields.to_string())
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
        let Accepted::Certificate(certificate) = &self.accepted else {
            return to_js::<[Meeting; 0]>(&[]);
        };
        let runs =
            self.images.each_ref().map(|image| Timeline::record(image, &inputs, fuel as u64));
        let places = &self.view.locations;
        to_js(&proof::meetings(certificate, places, runs.each_ref()))
    }
}

//! Two versions of a program, as the page asks for them: instruction by instruction, and where that
//! leaves it open, by the other engines.

use std::rc::Rc;

use serde::Deserialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use super::watching::{SearchHost, watched};
use super::{contract, from_js, to_js};
use crate::asm::SourceLines;
use crate::contract::{SIDES, Spec};
use crate::engines::driven::drive;
use crate::engines::paths::{self, Observer, Options};
use crate::engines::versions::{self, Verdict};
use crate::solver::bitblast::Bitblast;
use crate::views::versions::{VersionsView, report};

/// Two versions that are to be compared.
#[derive(Deserialize, Tsify)]
pub struct VersionsRequest {
    /// The files of the old program.
    pub left: Vec<SourceFile>,
    /// The files of the new program.
    pub right: Vec<SourceFile>,
    /// What is compared.
    #[serde(default)]
    pub contract: Spec,
    /// Milliseconds that it may take, and as many for the other engines.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

/// Compares two versions of a program. Null where the page has ended it.
#[wasm_bindgen(unchecked_return_type = "VersionsView | null")]
pub async fn compare_versions(
    #[wasm_bindgen(unchecked_param_type = "VersionsRequest")] request: JsValue,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let request: VersionsRequest = from_js(request)?;
    let contract = contract(&request.contract)?;
    let both = [&request.left, &request.right];
    let [old, new] = [0, 1].map(|side| files::whole(SIDES[side], both[side]));
    let programs = [&old?, &new?];
    let [old, new] = [0, 1].map(|side| contract.image(side, programs[side]));
    let error = |why: String| JsError::new(&why);
    let (old, new) = (old.map_err(error)?, new.map_err(error)?);
    let texts = both.map(|files| files::texts(files));
    let lines = [0, 1].map(|side| SourceLines::new(&texts[side], programs[side]));
    let labels = programs.map(|program| &program.labels[..]);
    let (mut page, stop) = watched(host.clone(), request.milliseconds);
    let mut solver = Bitblast::new();
    let pause = async || page.pause().await;
    let patterns = Rc::default();
    let comparing = versions::compare([&old, &new], labels, &patterns, &mut solver, &stop, pause);
    let Some(found) = comparing.await else {
        return match page.has_ended() {
            true => Ok(JsValue::NULL),
            false => Err(JsError::new("it takes too long")),
        };
    };
    let mut report = report(&found, programs, &lines);
    if found.verdict == Verdict::Unknown {
        let driven = drive([&old, &new], &contract, &found);
        let options = Options {
            inputs: driven.witness.clone().unwrap_or_else(|| contract.first_inputs()),
            contract,
            time_limit_ms: request.milliseconds.map(|limit| limit as u64),
            ..Options::default()
        };
        let (mut page, _) = watched(host, None);
        let searched = paths::compare(&old, &new, &options, &mut solver, &mut page).await;
        report.take(&searched, &found, &driven);
        if page.has_ended() && report.engine.is_none() {
            return Ok(JsValue::NULL);
        }
    }
    to_js(&VersionsView::of(report, programs, [&texts[0], &texts[1]]))
}

//! Two versions of a program, for the page: compared by instruction and, if that does not decide,
//! by the other engines.

use std::cell::RefCell;
use std::rc::Rc;

use serde::{Deserialize, Serialize};
use tsify::Tsify;
use wasm_bindgen::prelude::*;

use super::files::{self, SourceFile};
use super::watching::{SearchHost, watched};
use super::{contract, from_js, to_js};
use crate::asm::SourceLines;
use crate::contract::{SIDES, Spec};
use crate::engines::driven::drive;
use crate::engines::paths::{self, Observer, Options};
use crate::engines::pause::Pause;
use crate::engines::versions::custom::{Custom, Shown};
use crate::engines::versions::{self, Verdict};
use crate::report::Progress;
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;
use crate::views::versions::pattern::{self, PatternProblem};
use crate::views::versions::{VersionsView, report};
use crate::wire::wire;

thread_local! {
    /// The patterns that were proved last, by their text, because a proof may take minutes.
    static PROVED: RefCell<(String, Rc<[Custom]>)> = RefCell::new((String::new(), Rc::default()));
}

/// A request to compare two versions.
#[derive(Deserialize, Tsify)]
pub struct VersionsRequest {
    /// The files of the old program.
    pub left: Vec<SourceFile>,
    /// The files of the new program.
    pub right: Vec<SourceFile>,
    /// The contract.
    #[serde(default)]
    pub contract: Spec,
    /// User-defined patterns that were proved, as text.
    #[serde(default)]
    pub patterns: Option<String>,
    /// The time limit in milliseconds. The other engines have the same limit in addition.
    #[serde(default)]
    pub milliseconds: Option<f64>,
}

wire! {
    /// A user-defined pattern that was proved.
    #[derive(Clone, Debug)]
    pub struct PatternProved {
        /// Its name.
        pub name: String,
        /// Whether it was proved by trying all values of its word.
        pub tried: bool,
    }
}

wire! {
    /// The result of proving user-defined patterns.
    #[derive(Clone, Debug)]
    pub struct PatternsProved {
        /// The proved patterns. Empty if one of the patterns fails.
        pub patterns: Vec<PatternProved>,
        /// Why the patterns are not used.
        pub problem: Option<PatternProblem>,
    }
}

/// The patterns in a text, proved now or earlier.
async fn proved(
    text: &str,
    page: &mut impl Observer,
    stop: &Stop,
) -> Result<Rc<[Custom]>, PatternProblem> {
    if let Some(known) = PROVED.with_borrow(|(of, known)| (of == text).then(|| Rc::clone(known))) {
        return Ok(known);
    }
    let going_on = async |_: &str, part: f64| {
        let tried = (part * 1000.0) as u32;
        page.progress(Progress { tried, of: Some(1000), proofs: 0 }).await
    };
    let proved = pattern::proved(text, &[], &mut Bitblast::new(), stop, going_on).await?;
    let proved: Rc<[Custom]> = proved.into();
    PROVED.set((text.to_owned(), Rc::clone(&proved)));
    Ok(proved)
}

/// Proves user-defined patterns within a time limit in milliseconds. `progress` gets the tried part
/// of a pattern's words, in thousandths. Null if the page stopped it.
#[wasm_bindgen(unchecked_return_type = "PatternsProved | null")]
pub async fn prove_patterns(
    text: String,
    milliseconds: f64,
    host: SearchHost,
) -> Result<JsValue, JsError> {
    let (mut page, stop) = watched(host, Some(milliseconds));
    let proved = proved(&text, &mut page, &stop).await;
    if page.has_ended() {
        return Ok(JsValue::NULL);
    }
    to_js(&match proved {
        Ok(patterns) => {
            let named = patterns.iter().map(|it| PatternProved {
                name: it.name().to_owned(),
                tried: it.shown == Shown::AllWords,
            });
            PatternsProved { patterns: named.collect(), problem: None }
        }
        Err(problem) => PatternsProved { patterns: Vec::new(), problem: Some(problem) },
    })
}

/// Compares two versions of a program. Null if the page stopped it.
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
    let patterns = match &request.patterns {
        Some(text) => {
            let proving = proved(text, &mut page, &stop).await;
            proving.map_err(|PatternProblem { line, message }| {
                JsError::new(&format!("line {line} of the patterns: {message}"))
            })?
        }
        None => Rc::default(),
    };
    let pause = Pause::new(async || page.pause().await);
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

//! The search among the mutants of a program of any machine, for the page.

use js_sys::Promise;
use serde::Serialize;
use tsify::Tsify;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::watching::{Page, SearchHost, watched};
use super::{clock, to_js};
use crate::diagnostic::Diagnostic;
use crate::engines::mutation::{Analysis, Search, Tested};
use crate::report::Progress;
use crate::solver::Stop;
use crate::solver::bitblast::Bitblast;

/// The time between two progress reports to the page, in milliseconds.
const REPORTED: f64 = 200.0;

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/** What is known before a search among mutants has ended. */
export interface MutationKnown<View> {
    /** The progress of the search. */
    progress: Progress;
    /** The results so far, without the number of mutants that each test kills. */
    view: View;
}

/** What a search among mutants asks of the page. */
export interface MutationHost<View> extends SearchHost {
    /** Called now and then with what is known; resolves to false to end the search. */
    known(known: MutationKnown<View>): Promise<boolean>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// What a search over mutants requires of the page.
    #[wasm_bindgen(extends = SearchHost, typescript_type = "MutationHost")]
    #[derive(Clone)]
    pub type MutationHost;

    #[wasm_bindgen(method)]
    fn known(this: &MutationHost, known: JsValue) -> Promise;
}

/// A text that is not a program, and is ignored.
#[derive(Clone, Serialize, Tsify)]
pub struct NoProgram {
    /// Its name.
    pub name: String,
    /// Why it is not a program.
    pub message: String,
}

/// A row of the table that is not an input.
#[derive(Serialize, Tsify)]
pub struct RowProblem {
    /// The line, from 1.
    pub line: u32,
    /// The error message.
    pub message: String,
}

/// Intermediate results.
#[derive(Serialize)]
struct Known<View> {
    progress: Progress,
    view: View,
}

/// The first error in files that make no program.
pub(super) fn why_none(diagnostics: &[Vec<Diagnostic>]) -> String {
    match diagnostics.iter().flatten().find(|it| it.is_error()) {
        Some(first) => format!("line {}: {}", first.line, first.message),
        None => "it has errors".to_owned(),
    }
}

/// A search that the page follows and may end.
pub(super) struct Searching {
    host: MutationHost,
    page: Page,
    /// Due when the page wants to end it.
    pub stop: Stop,
}

impl Searching {
    pub fn new(host: MutationHost) -> Searching {
        let (page, stop) = watched(host.clone().into(), None);
        Searching { host, page, stop }
    }

    /// Searches among the mutants. `view` shows an analysis, given whether it was stopped early.
    pub async fn through<T: Tested, View: Serialize>(
        mut self,
        suite: &T,
        view: impl Fn(&Analysis<T::Image, T::Inputs>, bool) -> View,
    ) -> Result<View, JsError> {
        let (mut solver, mut search, mut reported) = (Bitblast::new(), Search::new(suite), 0.0);
        while let Some(progress) = search.progress() {
            if self.stop.is_due() {
                break;
            }
            if clock::now() - reported >= REPORTED {
                let known = Known { progress, view: view(&search.known(), false) };
                let goes_on = JsFuture::from(self.host.known(to_js(&known)?)).await;
                if !goes_on.is_ok_and(|it| it.is_truthy()) {
                    break;
                }
                reported = clock::now();
            }
            search.advance(&mut solver, &mut self.page).await;
        }
        let cut = self.stop.is_due() || search.progress().is_some();
        Ok(view(&search.end().await, cut))
    }
}

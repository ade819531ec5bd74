//! Reports the progress of a search to the page, and stops the search.

use std::cell::Cell;
use std::rc::Rc;

use js_sys::Promise;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::{clock, to_js};
use crate::engines::paths::{Clock, Observer, Signal, Signalled};
use crate::report::{Event, Progress};
use crate::solver::Stop;

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/** What a search asks of the page. */
export interface SearchHost {
    /** Called now and then with the progress; resolves to false to end it with what it has. */
    progress(progress: Progress): Promise<boolean>;
    /** Called now and then; resolves to false to end it. */
    pause(): Promise<boolean>;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// What a search requires of the page.
    #[wasm_bindgen(typescript_type = "SearchHost")]
    #[derive(Clone)]
    pub type SearchHost;

    #[wasm_bindgen(method)]
    fn progress(this: &SearchHost, progress: JsValue) -> Promise;

    #[wasm_bindgen(method)]
    fn pause(this: &SearchHost) -> Promise;
}

/// An observer that reports to the page, and the condition that stops the search: the page, or a
/// time limit in milliseconds.
pub(super) fn watched(host: SearchHost, milliseconds: Option<f64>) -> (Page, Stop) {
    let is_over = Rc::new(Cell::new(false));
    let begin = clock::now();
    let end = milliseconds.map_or(f64::INFINITY, |limit| begin + limit);
    let page = Page { host, begin, is_over: Rc::clone(&is_over) };
    (page, Stop::when(move || is_over.get() || clock::now() >= end))
}

/// The page as the observer of a search.
pub(super) struct Page {
    host: SearchHost,
    begin: f64,
    /// Set when the page wants to stop.
    is_over: Rc<Cell<bool>>,
}

impl Page {
    /// Whether the page wanted to stop.
    #[cfg(feature = "proofs")]
    pub(super) fn has_ended(&self) -> bool {
        self.is_over.get()
    }

    /// An exception of the host stops the search.
    fn signal(&self, promise: Promise) -> Signalled<'static> {
        let is_over = Rc::clone(&self.is_over);
        Box::pin(async move {
            match JsFuture::from(promise).await {
                Ok(go_on) if go_on.is_truthy() => Signal::Continue(()),
                _ => {
                    is_over.set(true);
                    Signal::Break(())
                }
            }
        })
    }
}

impl Observer for Page {
    fn event<'a>(&'a mut self, _: &'a Event) -> Signalled<'a> {
        self.pause()
    }

    fn pause(&mut self) -> Signalled<'_> {
        self.signal(self.host.pause())
    }

    fn progress(&mut self, progress: Progress) -> Signalled<'_> {
        match to_js(&progress) {
            Ok(progress) => self.signal(self.host.progress(progress)),
            Err(_) => self.pause(),
        }
    }

    fn clock(&self) -> Clock {
        let begin = self.begin;
        Rc::new(move || (clock::now() - begin) as u64)
    }
}

//! z3 in the browser, from the npm package z3-solver.
//!
//! z3 runs in a classic worker of its own, which drives it synchronously with SMT-LIB text, so it
//! needs neither threads nor isolation headers. The page (or Node) owns the worker and loads it.
//! This module is the engine's side: text in, text out, and a rejected promise when the worker
//! died, hung, was cancelled, or was unavailable.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::WorkerGlobalScope;

use super::smtlib::Dialogue;
use super::{
    Answer, AssertionId, Assertions, Capabilities, Check, Effort, Question, Solver, Stop,
    UnknownReason,
};
use crate::term::{Term, Terms};

#[wasm_bindgen(typescript_custom_section)]
const HOST: &'static str = r#"
/**
 * A z3 that reads SMT-LIB text, in a worker of its own.
 *
 * A rejection's `name` says what happened: `Z3Unavailable`, `Z3Died`,
 * `Z3Timeout` or `Z3Cancelled`; the next call then gets a fresh z3.
 */
export interface Z3Host {
    /** Runs a whole script in a fresh context and resolves to what z3 prints. */
    evaluate(script: string): Promise<string>;
    /** Nobody waits for the script under way any more. */
    abandon(): void;
}
"#;

#[wasm_bindgen]
extern "C" {
    /// The page's handle to a z3 worker.
    #[wasm_bindgen(typescript_type = "Z3Host")]
    pub type Z3Host;

    #[wasm_bindgen(method, catch)]
    async fn evaluate(this: &Z3Host, script: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method)]
    fn abandon(this: &Z3Host);
}

/// The solver.
pub struct Z3 {
    host: Z3Host,
    assertions: Assertions,
}

impl Z3 {
    /// A solver that uses this worker.
    pub fn new(host: Z3Host) -> Z3 {
        Z3 { host, assertions: Assertions::default() }
    }

    async fn ask(&mut self, terms: &Terms, question: Question<'_>) -> Answer {
        if question.effort == Effort(0) {
            return Answer::Unknown(UnknownReason::Limit);
        }
        let dialogue = Dialogue::new(terms, &self.assertions, &question);
        let mut waiting = Waiting { host: &self.host, answered: false };
        let reply = unless_stopped(self.host.evaluate(&dialogue.text), &question.stop);
        let Some(reply) = reply.await else {
            // The check is abandoned, so the worker is ended.
            return Answer::Unknown(UnknownReason::Cancelled);
        };
        waiting.answered = true;
        match reply {
            Ok(reply) => match reply.as_string() {
                Some(reply) => dialogue.read(&reply, terms, &self.assertions),
                None => Answer::Unknown(UnknownReason::Garbage(format!("{reply:?}"))),
            },
            Err(error) => Answer::Unknown(reason(&error)),
        }
    }
}

/// Milliseconds between two polls of the caller's [`Stop`].
const POLL_MS: i32 = 50;

/// The output of a future, or `None` if the stop is due first.
async fn unless_stopped<F: Future>(future: F, stop: &Stop) -> Option<F::Output> {
    let mut future = pin!(future);
    if !stop.can_be_due() {
        return Some(future.await);
    }
    while !stop.is_due() {
        let mut timer = pin!(sleep(POLL_MS));
        let output = poll_fn(|context| match future.as_mut().poll(context) {
            Poll::Ready(output) => Poll::Ready(Some(output)),
            Poll::Pending => timer.as_mut().poll(context).map(|()| None),
        });
        if let Some(output) = output.await {
            return Some(output);
        }
    }
    None
}

async fn sleep(milliseconds: i32) {
    // Node's global scope has this timer too.
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    let woken = js_sys::Promise::new(&mut |wake, _| {
        // It returns the timer, which is an object in Node.
        let _ = scope.set_timeout_with_callback_and_timeout_and_arguments_0(&wake, milliseconds);
    });
    // The promise is never rejected.
    let _ = JsFuture::from(woken).await;
}

/// A pending check, which is abandoned if it is dropped before its answer.
struct Waiting<'h> {
    host: &'h Z3Host,
    answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.answered {
            self.host.abandon();
        }
    }
}

/// Maps a rejection to a reason.
fn reason(error: &JsValue) -> UnknownReason {
    let property = |name: &str| {
        let value = js_sys::Reflect::get(error, &name.into()).ok();
        value.and_then(|value| value.as_string()).unwrap_or_default()
    };
    let message = match property("message") {
        message if message.is_empty() => format!("{error:?}"),
        message => message,
    };
    match property("name").as_str() {
        "Z3Unavailable" => UnknownReason::Unavailable(message),
        "Z3Timeout" => UnknownReason::Hung,
        "Z3Cancelled" => UnknownReason::Cancelled,
        _ => UnknownReason::Died(message),
    }
}

impl Solver for Z3 {
    fn name(&self) -> &str {
        "z3"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { incremental: false, cores: true }
    }

    fn push(&mut self) {
        self.assertions.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
    }

    fn assert(&mut self, term: Term) -> AssertionId {
        self.assertions.assert(term)
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, question: Question<'a>) -> Check<'a> {
        Box::pin(self.ask(terms, question))
    }
}

//! What a long search does now and then: it lets a page be drawn and its messages be read, and
//! learns whether it is to go on.
//!
//! It is one type whoever waits, so that an engine is compiled once and not once for each of its
//! callers: with a type of its own for each, the command line came to 13 MB of instructions.

use std::ops::ControlFlow;
use std::pin::Pin;

/// Whether to go on.
pub type Signal = ControlFlow<()>;

/// A signal to come.
pub type Signalled<'a> = Pin<Box<dyn Future<Output = Signal> + 'a>>;

/// Waits for a signal, again and again.
trait Wait {
    fn wait(&mut self) -> Signalled<'_>;
}

impl<F: AsyncFnMut() -> Signal> Wait for F {
    fn wait(&mut self) -> Signalled<'_> {
        Box::pin(self())
    }
}

/// What a search waits for now and then, and that ends it with a `Break`.
pub struct Pause<'p>(Box<dyn Wait + 'p>);

impl<'p> Pause<'p> {
    /// What a closure waits for.
    pub fn new(wait: impl AsyncFnMut() -> Signal + 'p) -> Pause<'p> {
        Pause(Box::new(wait))
    }

    /// Nothing: the search goes on.
    pub fn never() -> Pause<'static> {
        Pause::new(async || Signal::Continue(()))
    }

    /// Waits.
    pub async fn wait(&mut self) -> Signal {
        self.0.wait().await
    }

    /// A pause to pass to a part of the search.
    pub fn again(&mut self) -> Pause<'_> {
        Pause::new(async || self.wait().await)
    }
}

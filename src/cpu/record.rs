//! What a run leaves behind.

use std::rc::Rc;

use super::Image;
use crate::program::Address;
use crate::trace::{Condition, Entry, Step, Trace, Var};

/// Told of each step of a run's trace.
pub trait Recorder {
    /// Whether anything is recorded; where not, the emulator does not work
    /// out what it would have to say.
    const RECORDS: bool;

    /// Takes a line of the trace of the instruction at `at`.
    fn record(&mut self, at: Address, step: Step);

    /// Takes a path condition.
    fn condition(&mut self, at: Address, condition: Condition) {
        self.record(at, Step::Condition(condition));
    }
}

/// Records nothing.
impl Recorder for () {
    const RECORDS: bool = false;

    #[inline(always)]
    fn record(&mut self, _: Address, _: Step) {}
}

/// Records a [`Trace`], up to a limit of lines.
#[derive(Debug)]
pub struct TraceRecorder {
    trace: Trace,
    limit: usize,
}

impl TraceRecorder {
    /// Lines that a trace has at the most: its memory stays below 200 MB, and
    /// each variable's versions fit a [`Var`].
    pub const LIMIT: usize = 4_000_000;

    /// A recorder of a run of this program.
    pub fn new(image: &Rc<Image>) -> TraceRecorder {
        TraceRecorder::with_limit(image, TraceRecorder::LIMIT)
    }

    /// A recorder that keeps the first `limit` lines, and at most
    /// [`TraceRecorder::LIMIT`].
    pub fn with_limit(image: &Rc<Image>, limit: usize) -> TraceRecorder {
        const { assert!(TraceRecorder::LIMIT < Var::MAX_VERSION as usize) };
        let limit = limit.min(TraceRecorder::LIMIT);
        TraceRecorder { trace: Trace::new(Rc::clone(image)), limit }
    }

    /// The trace.
    pub fn finish(self) -> Trace {
        self.trace
    }
}

impl Recorder for TraceRecorder {
    const RECORDS: bool = true;

    #[inline]
    fn record(&mut self, at: Address, step: Step) {
        if self.trace.entries.len() < self.limit {
            self.trace.entries.push(Entry { at, step });
        } else {
            self.trace.complete = false;
        }
    }
}

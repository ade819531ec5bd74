//! The observer of commands that do not display their progress: it only supplies the clock.

use std::future::ready;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::engines::paths::{Clock, Observer, Signal, Signalled};
use crate::report::Event;
use crate::solver::Stop;

/// Measures time and never interrupts.
pub struct Watch(Instant);

impl Watch {
    pub fn new() -> Watch {
        Watch(Instant::now())
    }
}

impl Observer for Watch {
    fn event<'a>(&'a mut self, _: &'a Event) -> Signalled<'a> {
        Box::pin(ready(Signal::Continue(())))
    }

    fn clock(&self) -> Clock {
        let begin = self.0;
        Rc::new(move || begin.elapsed().as_millis() as u64)
    }
}

/// Stops work this number of seconds from now.
pub fn stop_after(seconds: u64) -> Stop {
    let end = Instant::now() + Duration::from_secs(seconds);
    Stop::when(move || Instant::now() >= end)
}

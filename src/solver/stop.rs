//! When a check is to end though its limit is not reached.
//!
//! Limits are counts, and how long a count takes depends on the machine. A
//! caller that has promised to be done by a certain time, or that can be
//! cancelled, hands a check a [`Stop`], which backends poll at every step that
//! is not quick. The library reads no clock: the caller's closure does.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Asks the caller whether to end. Copies ask the same caller.
#[derive(Clone, Default)]
pub struct Stop(Option<Rc<dyn Fn() -> bool>>);

impl Stop {
    /// Never ends anything: limits alone hold.
    pub const NEVER: Stop = Stop(None);

    /// Ends what is under way from the moment when `is_due` returns true,
    /// which it does ever after.
    pub fn when(is_due: impl Fn() -> bool + 'static) -> Stop {
        Stop(Some(Rc::new(is_due)))
    }

    /// Whether to end now.
    pub fn is_due(&self) -> bool {
        self.0.as_ref().is_some_and(|is_due| is_due())
    }

    /// Whether it may ever be due.
    pub fn can_be_due(&self) -> bool {
        self.0.is_some()
    }

    /// The same, asked at every `period`th look only: for loops whose rounds
    /// are quicker than a look at a clock.
    pub(super) fn every(&self, period: u32) -> Paced {
        Paced { stop: self.clone(), period, looks: Cell::new(0), was_due: Cell::new(false) }
    }
}

/// Why work was left undone: a [`Stop`] was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.can_be_due() { "Stop::when(..)" } else { "Stop::NEVER" })
    }
}

/// A [`Stop`] that is not asked every time.
#[derive(Debug)]
pub(super) struct Paced {
    stop: Stop,
    period: u32,
    looks: Cell<u32>,
    was_due: Cell<bool>,
}

impl Paced {
    /// Whether to end, as far as is known.
    pub fn is_due(&self) -> bool {
        self.looks.set(self.looks.get().wrapping_add(1));
        if self.looks.get().is_multiple_of(self.period) && self.stop.is_due() {
            self.was_due.set(true);
        }
        self.was_due()
    }

    /// Whether a look has found that it is due.
    pub fn was_due(&self) -> bool {
        self.was_due.get()
    }
}

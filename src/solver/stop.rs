//! Ends a check before its limit is reached.
//!
//! Limits are counts, and how long a count takes depends on the machine. A caller with a deadline,
//! or one that can be cancelled, passes a [`Stop`] to a check. Backends poll it at every step that
//! is not quick. The library reads no clock: the caller's closure does.
//!
//! A stop may also limit all work under it, whichever component does it. Components whose cost can
//! be large report their work ([`Stop::spend`]), and the stop is due once the total exceeds the
//! limit. These are counts, so what they end is always ended at the same point.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Polls the caller. Clones poll the same caller and share one count of work.
#[derive(Clone, Default)]
pub struct Stop {
    is_due: Option<Rc<dyn Fn() -> bool>>,
    /// The remaining work.
    left: Option<Rc<Cell<u64>>>,
}

impl Stop {
    /// Is never due: only the limits apply.
    pub const NEVER: Stop = Stop { is_due: None, left: None };

    /// Steps of an emulator that cost a unit of work in many short runs, the restart of each included.
    pub const STEPS_PER_UNIT: u64 = 500;

    /// Is due once `is_due` returns true, which must then stay true.
    pub fn when(is_due: impl Fn() -> bool + 'static) -> Stop {
        Stop { is_due: Some(Rc::new(is_due)), left: None }
    }

    /// The same stop, but also due once this much further work was done under the new one. Work
    /// under the original does not count. A unit is about the cost of making a gate.
    pub fn within(&self, units: u64) -> Stop {
        Stop { is_due: self.is_due.clone(), left: Some(Rc::new(Cell::new(units))) }
    }

    /// Records work.
    pub fn spend(&self, units: u64) {
        if let Some(left) = &self.left {
            left.set(left.get().saturating_sub(units));
        }
    }

    /// Whether to end now.
    pub fn is_due(&self) -> bool {
        self.is_spent() || self.is_due.as_ref().is_some_and(|is_due| is_due())
    }

    /// The remaining work, if it is limited.
    pub fn left(&self) -> Option<u64> {
        self.left.as_ref().map(|left| left.get())
    }

    /// Whether the allowed work is used up.
    pub fn is_spent(&self) -> bool {
        self.left.as_ref().is_some_and(|left| left.get() == 0)
    }

    /// Whether it limits work.
    pub fn limits_work(&self) -> bool {
        self.left.is_some()
    }

    /// Whether it may ever be due.
    pub fn can_be_due(&self) -> bool {
        self.is_due.is_some() || self.limits_work()
    }

    /// A stop that is polled at every `period`th call only: for loops whose iterations are faster
    /// than reading a clock.
    pub(super) fn every(&self, period: u32) -> Paced {
        Paced { stop: self.clone(), period, looks: Cell::new(0), was_due: Cell::new(false) }
    }
}

/// The error of work that was ended because a [`Stop`] was due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.can_be_due() { "Stop::when(..)" } else { "Stop::NEVER" })
    }
}

/// A [`Stop`] that is polled at intervals.
#[derive(Debug)]
pub(super) struct Paced {
    stop: Stop,
    period: u32,
    looks: Cell<u32>,
    was_due: Cell<bool>,
}

impl Paced {
    /// Whether to end, according to the last poll.
    pub fn is_due(&self) -> bool {
        self.looks.set(self.looks.get().wrapping_add(1));
        if self.looks.get().is_multiple_of(self.period) && self.stop.is_due() {
            self.was_due.set(true);
        }
        self.was_due()
    }

    /// Whether a poll has found it due.
    pub fn was_due(&self) -> bool {
        self.was_due.get()
    }
}

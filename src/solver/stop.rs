//! When a check is to end though its limit is not reached.
//!
//! Limits are counts, and how long a count takes depends on the machine. A
//! caller that has promised to be done by a certain time, or that can be
//! cancelled, hands a check a [`Stop`], which backends poll at every step that
//! is not quick. The library reads no clock: the caller's closure does.
//!
//! A stop may limit all work that is done under it, too, whoever does it: what can be large counts
//! what it did ([`Stop::spend`]), and once that is more than is allowed the stop is due. These are
//! counts, so what ends by them ends at the same place each time.

use std::cell::Cell;
use std::fmt;
use std::rc::Rc;

/// Asks the caller whether to end. Copies ask the same caller, and count as one.
#[derive(Clone, Default)]
pub struct Stop {
    is_due: Option<Rc<dyn Fn() -> bool>>,
    /// What may still be done.
    left: Option<Rc<Cell<u64>>>,
}

impl Stop {
    /// Never ends anything: limits alone hold.
    pub const NEVER: Stop = Stop { is_due: None, left: None };

    /// Ends what is under way from the moment when `is_due` returns true,
    /// which it does ever after.
    pub fn when(is_due: impl Fn() -> bool + 'static) -> Stop {
        Stop { is_due: Some(Rc::new(is_due)), left: None }
    }

    /// The same, but due once so much work was done under it, too: what was done before, and what is
    /// done under the other one, does not count. A unit is about what it takes to make a gate.
    pub fn within(&self, units: u64) -> Stop {
        Stop { is_due: self.is_due.clone(), left: Some(Rc::new(Cell::new(units))) }
    }

    /// Counts work that was done.
    pub fn spend(&self, units: u64) {
        if let Some(left) = &self.left {
            left.set(left.get().saturating_sub(units));
        }
    }

    /// Whether to end now.
    pub fn is_due(&self) -> bool {
        self.is_spent() || self.is_due.as_ref().is_some_and(|is_due| is_due())
    }

    /// How much work may still be done, where that is limited.
    pub fn left(&self) -> Option<u64> {
        self.left.as_ref().map(|left| left.get())
    }

    /// Whether all work was done that may be.
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

//! The parameters of a check, and its limits.

use super::Stop;

/// The cost limit of a check: a count, so that runs are reproducible.
///
/// A unit is about the cost of one conflict of the SAT solver. Each backend maps it to a count of
/// its own: `bitblast` to conflicts (see [`Measure`]), and for its intervals to 3,000 operations;
/// z3 to 100 of its resource units (`rlimit`). It spends about three million of those per second.
/// With 0, there is no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(pub u64);

/// z3's resource units in one unit of effort.
const RLIMIT_PER_UNIT: u64 = 100;

impl Effort {
    /// The value of z3's option `:rlimit`, a 32-bit number.
    pub fn rlimit(self) -> u32 {
        u32::try_from(self.0.saturating_mul(RLIMIT_PER_UNIT)).unwrap_or(u32::MAX)
    }

    /// This effort divided by `parts`, rounded up.
    pub fn divided(self, parts: u64) -> Effort {
        Effort(self.0.div_ceil(parts))
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort(100_000)
    }
}

/// The solvers that may be asked, for solvers that delegate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// All of them.
    #[default]
    All,
    /// Only solvers that need not be started: one that can answer within this process does so
    /// alone.
    InProcess,
}

/// The core that an unsat answer should have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Any core; it may be all assertions.
    #[default]
    AnyCore,
    /// A core from the backend's analysis, where it has one, though that may cost some speed. It
    /// need not be minimal, see [`minimise`](super::minimise).
    Core,
}

/// The parameters of a check.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Its name, for a reader.
    pub name: &'a str,
    /// Its cost limit.
    pub effort: Effort,
    /// The limit for a method that estimates its cost early and gives up where the estimate is
    /// higher; `None` means the usual limit.
    pub foreseen: Option<Effort>,
    /// The stop that can end it earlier.
    pub stop: Stop,
    /// The solvers that may be asked.
    pub reach: Reach,
    /// The core that is wanted.
    pub wanted: Wanted,
    /// The measure of effort.
    pub measure: Measure,
}

/// The measure of effort, where a backend has more than one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// Conflicts: each is a unit, whatever it cost.
    #[default]
    Conflicts,
    /// Work: a conflict that took many propagations counts as several units. After products of
    /// words a conflict takes ten thousand propagations and more, elsewhere some hundreds. A limit
    /// on conflicts alone would not bound the cost of many queries that may all fail.
    Work,
}

impl<'a> Question<'a> {
    /// A question with the default effort, to any solver.
    pub fn new(name: &'a str) -> Question<'a> {
        Question {
            name,
            effort: Effort::default(),
            foreseen: None,
            stop: Stop::NEVER,
            reach: Reach::All,
            wanted: Wanted::AnyCore,
            measure: Measure::Conflicts,
        }
    }

    /// Sets the effort.
    pub fn within(self, effort: Effort) -> Question<'a> {
        Question { effort, ..self }
    }

    /// Sets the limit for methods that estimate their cost.
    pub fn foreseen_within(self, effort: Effort) -> Question<'a> {
        Question { foreseen: Some(effort), ..self }
    }

    /// Sets the stop.
    pub fn until(self, stop: &Stop) -> Question<'a> {
        Question { stop: stop.clone(), ..self }
    }

    /// Restricts the check to solvers in this process, where there are any.
    pub fn in_process(self) -> Question<'a> {
        Question { reach: Reach::InProcess, ..self }
    }

    /// Measures effort as work.
    pub fn by_work(self) -> Question<'a> {
        Question { measure: Measure::Work, ..self }
    }

    /// Requests a core.
    pub fn with_core(self) -> Question<'a> {
        Question { wanted: Wanted::Core, ..self }
    }
}

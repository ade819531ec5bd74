//! What a check is asked, and within what bounds.

use super::Stop;

/// How much a check may cost: a count, so that runs repeat.
///
/// A unit is about what one conflict costs the SAT solver. Each backend maps
/// it to a count of its own: `bitblast` to conflicts (see [`Measure`]), and for its intervals to
/// 3,000 operations; z3 to 100 of its resource units (`rlimit`), of which it
/// spends some three million a second. With 0, nothing is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(pub u64);

/// z3's resource units that are one unit of effort.
const RLIMIT_PER_UNIT: u64 = 100;

impl Effort {
    /// As z3's option `:rlimit`, which is a number of 32 bits.
    pub fn rlimit(self) -> u32 {
        u32::try_from(self.0.saturating_mul(RLIMIT_PER_UNIT)).unwrap_or(u32::MAX)
    }

    /// This effort over `parts`, rounded up.
    pub fn divided(self, parts: u64) -> Effort {
        Effort(self.0.div_ceil(parts))
    }
}

impl Default for Effort {
    fn default() -> Effort {
        Effort(100_000)
    }
}

/// Who may be asked, of the solvers that ask others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reach {
    /// Anyone.
    #[default]
    All,
    /// Nobody that has to be started for it: a solver that can answer in this
    /// process does so alone.
    InProcess,
}

/// What core an unsat answer is to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// Whichever is at hand: it may be all assertions.
    #[default]
    AnyCore,
    /// One that the backend has analysed, where it can, though that may cost it
    /// some of its speed. It need not be least, see [`minimise`](super::minimise).
    Core,
}

/// What a check is asked.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// Its name, for a reader.
    pub name: &'a str,
    /// What it may cost.
    pub effort: Effort,
    /// The same of a method that estimates its cost soon and gives up where that is more; none:
    /// no more than others.
    pub foreseen: Option<Effort>,
    /// When it is to end though that is not spent.
    pub stop: Stop,
    /// Who may be asked.
    pub reach: Reach,
    /// What core is wanted.
    pub wanted: Wanted,
    /// How effort is counted.
    pub measure: Measure,
}

/// How effort is counted, where a backend has more than one count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Measure {
    /// By what is learnt: a conflict is a unit, whatever it took to get there.
    #[default]
    Conflicts,
    /// By what is done: a conflict that took many propagations counts as several units. Behind
    /// products of words it takes ten thousand and more, elsewhere some hundreds, so conflicts
    /// alone do not bound what many questions cost that may all be in vain.
    Work,
}

impl<'a> Question<'a> {
    /// A question with the usual effort, to anyone.
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

    /// The same within this effort.
    pub fn within(self, effort: Effort) -> Question<'a> {
        Question { effort, ..self }
    }

    /// The same, within this effort where a method foresees what it takes.
    pub fn foreseen_within(self, effort: Effort) -> Question<'a> {
        Question { foreseen: Some(effort), ..self }
    }

    /// The same, ended when the stop is due.
    pub fn until(self, stop: &Stop) -> Question<'a> {
        Question { stop: stop.clone(), ..self }
    }

    /// The same, to solvers in this process only where there are any.
    pub fn in_process(self) -> Question<'a> {
        Question { reach: Reach::InProcess, ..self }
    }

    /// The same, with effort counted by what is done.
    pub fn by_work(self) -> Question<'a> {
        Question { measure: Measure::Work, ..self }
    }

    /// The same, with a core wanted.
    pub fn with_core(self) -> Question<'a> {
        Question { wanted: Wanted::Core, ..self }
    }
}

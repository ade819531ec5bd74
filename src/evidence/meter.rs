//! Coverage: the outcomes of a comparison's pairs of paths, counted.

use serde::Serialize;

use crate::wire::wire;

wire! {
    /// The number of pairs of paths with each outcome. The first three outcomes are decided for all
    /// inputs that take the paths; the next two are limited by the fuel.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Meter {
        /// Both programs stop, with the same result.
        pub same_result: u32,
        /// Both programs fault.
        pub both_fault: u32,
        /// Both programs run for ever.
        pub both_run_for_ever: u32,
        /// Neither program stops within the fuel, and one may stop later.
        pub unfinished: u32,
        /// One program stops or faults within the fuel, and the other is still running.
        pub one_side_unfinished: u32,
        /// Undecided: the depth limit was reached, or no solver decided.
        pub undecided: u32,
        /// Of all these pairs, the number that an input of the sweep reached.
        pub swept: u32,
        /// Whether an input is known on which both programs stop.
        pub stops_on_both: bool,
    }
}

/// The outcome of a pair of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pair {
    /// Both stop, with the same result.
    SameResult,
    /// Both fault.
    BothFault,
    /// Both run for ever.
    BothRunForEver,
    /// Neither stops within the fuel.
    Unfinished,
    /// One of the two is still running when its fuel is used up.
    OneSideUnfinished,
    /// Undecided.
    Undecided,
}

impl Meter {
    /// Counts a pair.
    pub fn count(&mut self, pair: Pair) {
        *match pair {
            Pair::SameResult => &mut self.same_result,
            Pair::BothFault => &mut self.both_fault,
            Pair::BothRunForEver => &mut self.both_run_for_ever,
            Pair::Unfinished => &mut self.unfinished,
            Pair::OneSideUnfinished => &mut self.one_side_unfinished,
            Pair::Undecided => &mut self.undecided,
        } += 1;
    }
}

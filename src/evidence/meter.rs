//! How the pairs of paths of a comparison came out, counted.

use serde::Serialize;

use crate::wire::wire;

wire! {
    /// Pairs of paths by how they came out. Those of the first three kinds are
    /// decided for all inputs that take them, those of the next two are bounded.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Meter {
        /// Pairs on which both programs stop, with the same result.
        pub same_result: u32,
        /// Pairs on which both fault.
        pub both_fault: u32,
        /// Pairs on which both run for ever.
        pub both_run_for_ever: u32,
        /// Pairs on which neither program stops within the fuel, and one may stop later.
        pub unfinished: u32,
        /// Pairs on which one program stops or faults within the fuel and the
        /// other is still running.
        pub one_side_unfinished: u32,
        /// Pairs that were cut at the depth or that no solver decided.
        pub undecided: u32,
        /// Of all these pairs, those that an input of the sweep took.
        pub swept: u32,
        /// Whether an input is known on which both programs stop.
        pub stops_on_both: bool,
    }
}

/// How a pair of paths came out.
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
    /// One of the two is still running when the fuel ends.
    OneSideUnfinished,
    /// Nothing is concluded.
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

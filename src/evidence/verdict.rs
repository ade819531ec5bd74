//! The verdict of a comparison.

use serde::Serialize;

use crate::wire::wire;

wire! {
    /// The answer to "is there an input on which they differ?", from the
    /// strongest to the weakest that the evidence carries.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Verdict {
        /// There is such an input, and it was replayed on the emulator.
        Disequivalent,
        /// There is none among all inputs that the contract allows.
        Equivalent,
        /// Both programs agree whenever both stop, after any number of steps. It is not known that
        /// they stop on the same inputs.
        EquivalentIfBothStop,
        /// There is none within the fuel, but on some inputs neither program stops within it. The programs are
        /// S-equivalent (Tamarin, section 2), where S is the fuel.
        EquivalentUpTo,
        /// None was found, and the search was not exhaustive.
        PossiblyEquivalent,
    }
}

impl Verdict {
    /// Whether this verdict claims at least as much agreement as another one. A difference counts
    /// as the weakest claim.
    pub fn is_at_least(self, other: Verdict) -> bool {
        let strength = |verdict| match verdict {
            Verdict::Disequivalent => 0,
            Verdict::PossiblyEquivalent => 1,
            Verdict::EquivalentUpTo => 2,
            Verdict::EquivalentIfBothStop => 3,
            Verdict::Equivalent => 4,
        };
        strength(self) >= strength(other)
    }
}

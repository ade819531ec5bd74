//! The claim of a comparison.

use serde::Serialize;

use crate::wire::wire;

wire! {
    /// The answer to "is there an input on which they differ?", from the
    /// strongest to the weakest that the evidence carries.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum Verdict {
        /// There is one, and it was replayed on the emulator.
        Disequivalent,
        /// There is none among all 2^64.
        Equivalent,
        /// Where both programs stop they agree, whatever the number of steps;
        /// that they stop on the same inputs is not known.
        EquivalentIfBothStop,
        /// There is none within the fuel, and some runs do not stop in it, on
        /// both sides.
        EquivalentUpTo,
        /// None was found; the search was not exhaustive.
        PossiblyEquivalent,
    }
}

impl Verdict {
    /// Whether this says at least as much as another one on what the programs
    /// have in common. A difference says nothing of the kind.
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

//! A fixed pseudo-random sequence: a linear congruential generator modulo 2^32 with the constants
//! of Numerical Recipes, whose upper half is returned.

/// A pseudo-random generator.
pub(super) struct Draws(u32);

impl Draws {
    /// The sequence for a seed.
    pub fn new(seed: u32) -> Draws {
        Draws(seed)
    }

    /// A number below `end`, which is at most 2^16.
    pub fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % end
    }
}

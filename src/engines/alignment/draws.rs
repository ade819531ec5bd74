//! Numbers as if by chance, the same ones each time: a linear congruential generator modulo 2^32
//! with the factor and the summand of Numerical Recipes, of which the upper half is handed out.

/// A source of such numbers.
pub(super) struct Draws(u32);

impl Draws {
    /// Those that follow from a seed.
    pub fn new(seed: u32) -> Draws {
        Draws(seed)
    }

    /// A number below another one, which is at most 2^16.
    pub fn below(&mut self, end: u32) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) % end
    }
}

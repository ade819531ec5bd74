//! Sparse vectors of words.
//!
//! An equation between the words of two programs involves two or three words out of fifty, and a
//! multiple of one involves few of some hundred products.

use std::ops::Index;

/// A vector of words modulo 2^32: its nonzero components, by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sparse(Vec<(u32, u32)>);

impl Sparse {
    /// The unit vector of a column.
    pub fn unit(column: usize) -> Sparse {
        [(column, 1)].into_iter().collect()
    }

    /// The nonzero components in the order of columns.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (usize, u32)> + ExactSizeIterator + '_ {
        self.0.iter().map(|&(column, word)| (column as usize, word))
    }

    /// Whether all components are zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The dot product with a dense vector that has all its columns.
    pub fn product(&self, other: &[u32]) -> u32 {
        let products = self.iter().map(|(column, word)| word.wrapping_mul(other[column]));
        products.fold(0, u32::wrapping_add)
    }

    /// Multiplies all components.
    pub fn scale(&mut self, factor: u32) {
        self.0.iter_mut().for_each(|(_, word)| *word = word.wrapping_mul(factor));
        self.0.retain(|(_, word)| *word != 0);
    }

    /// `self -= factor * other`
    pub fn subtract(&mut self, factor: u32, other: &Sparse) {
        if factor == 0 {
            return;
        }
        let mut difference = Vec::with_capacity(self.0.len() + other.0.len());
        let mut rest = self.0.iter().copied().peekable();
        for &(column, word) in &other.0 {
            while let Some(before) = rest.next_if(|(before, _)| *before < column) {
                difference.push(before);
            }
            let own = rest.next_if(|(own, _)| *own == column).map_or(0, |(_, word)| word);
            match own.wrapping_sub(factor.wrapping_mul(word)) {
                0 => {}
                word => difference.push((column, word)),
            }
        }
        difference.extend(rest);
        self.0 = difference;
    }

    /// The components from a column on, renumbered from 0.
    pub fn behind(&self, first: usize) -> Sparse {
        let components = self.iter().filter(|(column, _)| *column >= first);
        components.map(|(column, word)| (column - first, word)).collect()
    }
}

/// Columns in order; zeros are dropped.
impl FromIterator<(usize, u32)> for Sparse {
    fn from_iter<I: IntoIterator<Item = (usize, u32)>>(components: I) -> Sparse {
        let components = components.into_iter().filter(|(_, word)| *word != 0);
        let components: Vec<_> = components.map(|(at, word)| (at as u32, word)).collect();
        debug_assert!(components.is_sorted_by(|(a, _), (b, _)| a < b));
        Sparse(components)
    }
}

impl Index<usize> for Sparse {
    type Output = u32;

    fn index(&self, column: usize) -> &u32 {
        match self.0.binary_search_by_key(&(column as u32), |&(at, _)| at) {
            Ok(at) => &self.0[at].1,
            Err(_) => &0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::alignment::draws::Draws;

    /// Compares it with dense vectors.
    #[test]
    fn it_is_a_vector() {
        let mut draws = Draws::new(3);
        for _ in 0..500 {
            let mut random = || -> Vec<u32> {
                let mut component = || (draws.below(3) * draws.below(3)) << (15 * draws.below(3));
                (0..6).map(|_| component()).collect()
            };
            let (a, b) = (random(), random());
            let factor = draws.below(5) << (8 * draws.below(4));
            let [mut sparse, other] =
                [&a, &b].map(|it| it.iter().copied().enumerate().collect::<Sparse>());
            let dense = |it: &Sparse| (0..6).map(|at| it[at]).collect::<Vec<u32>>();
            let products = a.iter().zip(&b).map(|(a, b)| a.wrapping_mul(*b));
            assert_eq!(sparse.product(&b), products.fold(0, u32::wrapping_add));
            assert_eq!(dense(&sparse.behind(2))[..4], a[2..]);
            sparse.subtract(factor, &other);
            let expected = a.iter().zip(&b).map(|(a, b)| a.wrapping_sub(factor.wrapping_mul(*b)));
            assert_eq!(dense(&sparse), expected.clone().collect::<Vec<u32>>());
            sparse.scale(factor);
            let expected: Vec<u32> = expected.map(|it| it.wrapping_mul(factor)).collect();
            assert_eq!(dense(&sparse), expected);
            assert!(sparse.iter().all(|(_, word)| word != 0));
            assert_eq!(sparse.is_zero(), expected.iter().all(|&word| word == 0));
        }
    }
}

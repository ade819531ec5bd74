//! A map that can go back to what it was.
//!
//! Paths are worked on one after the other, and a path has its beginning in
//! common with the one before. So what is known at a point of a path is kept,
//! and to go on from an earlier point means to take back what came behind it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A map with a log of its changes, the trail.
#[derive(Clone, Debug)]
pub(crate) struct TrailMap<K, V> {
    map: FxHashMap<K, V>,
    /// What each change replaced.
    trail: Vec<(K, Option<V>)>,
}

/// A state of a [`TrailMap`], good as long as the map does not go back to one
/// before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

impl<K, V> Default for TrailMap<K, V> {
    fn default() -> TrailMap<K, V> {
        TrailMap { map: FxHashMap::default(), trail: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash, V: Copy> TrailMap<K, V> {
    pub fn get(&self, key: K) -> Option<V> {
        self.map.get(&key).copied()
    }

    /// Returns the value that was replaced.
    pub fn insert(&mut self, key: K, value: V) -> Option<V> {
        let old = self.map.insert(key, value);
        self.trail.push((key, old));
        old
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.trail.extend(self.map.drain().map(|(key, value)| (key, Some(value))));
    }

    /// The state now.
    pub fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    /// Goes back to an earlier state.
    pub fn undo_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.0
            && let Some((key, old)) = self.trail.pop()
        {
            match old {
                Some(value) => self.map.insert(key, value),
                None => self.map.remove(&key),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_came_behind_a_mark_is_taken_back() {
        let mut map = TrailMap::default();
        map.insert(1, 'a');
        map.insert(2, 'b');
        let mark = map.mark();
        assert_eq!(map.insert(1, 'c'), Some('a'));
        map.insert(3, 'd');
        map.clear();
        assert_eq!(map.get(1), None);
        map.insert(2, 'e');
        map.undo_to(mark);
        assert_eq!([1, 2, 3].map(|key| map.get(key)), [Some('a'), Some('b'), None]);
    }
}

//! A map that can go back to what it was.
//!
//! Paths are worked on one after the other, and a path has its beginning in
//! common with the one before. So what is known at a point of a path is kept,
//! and to go on from an earlier point means to take back what came behind it.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// What can go back to what it was.
pub(crate) trait Trail {
    /// The state now.
    fn mark(&self) -> Mark;

    /// Goes back to an earlier state.
    fn undo_to(&mut self, mark: Mark);
}

/// A state of a [`Trail`], good as long as it does not go back to one before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark(usize);

/// A list that grows.
impl<T> Trail for Vec<T> {
    fn mark(&self) -> Mark {
        Mark(self.len())
    }

    fn undo_to(&mut self, mark: Mark) {
        self.truncate(mark.0);
    }
}

/// A map with a log of its changes, the trail.
#[derive(Clone, Debug)]
pub(crate) struct TrailMap<K, V> {
    map: FxHashMap<K, V>,
    /// What each change replaced.
    trail: Vec<(K, Option<V>)>,
}

impl<K, V> Default for TrailMap<K, V> {
    fn default() -> TrailMap<K, V> {
        TrailMap { map: FxHashMap::default(), trail: Vec::new() }
    }
}

impl<K: Copy + Eq + Hash, V: Clone> TrailMap<K, V> {
    pub fn get(&self, key: K) -> Option<V> {
        self.map.get(&key).cloned()
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        let old = self.map.insert(key, value);
        self.trail.push((key, old));
    }

    /// Removes everything.
    pub fn clear(&mut self) {
        self.trail.extend(self.map.drain().map(|(key, value)| (key, Some(value))));
    }
}

impl<K: Copy + Eq + Hash, V: Clone> Trail for TrailMap<K, V> {
    fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    fn undo_to(&mut self, mark: Mark) {
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

/// A table by index that can go back to what it was: a [`TrailMap`] for keys
/// that are small numbers.
#[derive(Clone, Debug)]
pub(crate) struct TrailTable<V> {
    values: Vec<Option<V>>,
    trail: Vec<(u32, Option<V>)>,
}

impl<V> Default for TrailTable<V> {
    fn default() -> TrailTable<V> {
        TrailTable { values: Vec::new(), trail: Vec::new() }
    }
}

impl<V: Copy> TrailTable<V> {
    pub fn get(&self, index: usize) -> Option<V> {
        self.values.get(index).copied().flatten()
    }

    /// Sets a value, or takes it away.
    pub fn set(&mut self, index: usize, value: Option<V>) {
        if self.values.len() <= index {
            self.values.resize(index + 1, None);
        }
        let old = std::mem::replace(&mut self.values[index], value);
        self.trail.push((index as u32, old));
    }
}

impl<V: Copy> Trail for TrailTable<V> {
    fn mark(&self) -> Mark {
        Mark(self.trail.len())
    }

    fn undo_to(&mut self, mark: Mark) {
        while self.trail.len() > mark.0
            && let Some((index, old)) = self.trail.pop()
        {
            self.values[index as usize] = old;
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
        map.insert(1, 'c');
        map.insert(3, 'd');
        map.clear();
        assert_eq!(map.get(1), None);
        map.insert(2, 'e');
        map.undo_to(mark);
        assert_eq!([1, 2, 3].map(|key| map.get(key)), [Some('a'), Some('b'), None]);
    }

    #[test]
    fn a_table_is_what_it_was() {
        let mut table = TrailTable::default();
        table.set(3, Some('a'));
        let mark = table.mark();
        table.set(3, None);
        table.set(7, Some('b'));
        table.set(7, Some('c'));
        assert_eq!([3, 7, 8].map(|index| table.get(index)), [None, Some('c'), None]);
        table.undo_to(mark);
        assert_eq!([3, 7].map(|index| table.get(index)), [Some('a'), None]);
    }
}

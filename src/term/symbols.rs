//! Free symbols by name, and the sets of them that terms depend on.
//!
//! Sets are hash-consed, as terms are. Terms that depend on the same symbols share one set, two
//! references are equal exactly when the sets are, and each union of two sets is computed once. A
//! comparison has few sets, however many terms it has.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Sort, Symbol};

/// The symbols of a [`Terms`](super::Terms).
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols {
    names: Vec<(Rc<str>, Sort)>,
    by_name: FxHashMap<Rc<str>, Symbol>,
}

impl Symbols {
    /// The symbol of this name and sort; the same name gives the same symbol.
    ///
    /// # Panics
    ///
    /// Panics where the name is taken by a symbol of another sort.
    pub fn named(&mut self, name: &str, sort: Sort) -> Symbol {
        if let Some(&symbol) = self.by_name.get(name) {
            assert_eq!(self.sort(symbol), sort, "`{name}` has one sort");
            return symbol;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).expect("symbols fit memory"));
        let name: Rc<str> = name.into();
        self.names.push((Rc::clone(&name), sort));
        self.by_name.insert(name, symbol);
        symbol
    }

    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize].0
    }

    pub fn sort(&self, symbol: Symbol) -> Sort {
        self.names[symbol.0 as usize].1
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|(name, _)| &**name)
    }
}

/// A set of symbols, by reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SymbolSet(u32);

impl SymbolSet {
    /// No symbols.
    pub const EMPTY: SymbolSet = SymbolSet(0);
}

/// The sets of a [`Terms`](super::Terms).
#[derive(Clone, Debug)]
pub(super) struct SymbolSets {
    /// In order of creation; the first is the empty set.
    sets: Vec<Rc<[Symbol]>>,
    ids: FxHashMap<Rc<[Symbol]>, SymbolSet>,
    unions: FxHashMap<(SymbolSet, SymbolSet), SymbolSet>,
}

impl Default for SymbolSets {
    fn default() -> SymbolSets {
        let empty: Rc<[Symbol]> = Rc::new([]);
        SymbolSets {
            sets: vec![Rc::clone(&empty)],
            ids: FxHashMap::from_iter([(empty, SymbolSet::EMPTY)]),
            unions: FxHashMap::default(),
        }
    }
}

impl SymbolSets {
    /// The symbols of a set, in order of creation.
    pub fn members(&self, set: SymbolSet) -> &[Symbol] {
        &self.sets[set.0 as usize]
    }

    pub fn single(&mut self, symbol: Symbol) -> SymbolSet {
        self.intern(vec![symbol])
    }

    pub fn union(&mut self, a: SymbolSet, b: SymbolSet) -> SymbolSet {
        if a == b || b == SymbolSet::EMPTY {
            return a;
        }
        if a == SymbolSet::EMPTY {
            return b;
        }
        let pair = (SymbolSet(a.0.min(b.0)), SymbolSet(a.0.max(b.0)));
        if let Some(&union) = self.unions.get(&pair) {
            return union;
        }
        let mut members = [self.members(a), self.members(b)].concat();
        members.sort_unstable();
        members.dedup();
        let union = self.intern(members);
        self.unions.insert(pair, union);
        union
    }

    /// Whether two sets have a symbol in common.
    pub fn meet(&self, a: SymbolSet, b: SymbolSet) -> bool {
        if a == b {
            return a != SymbolSet::EMPTY;
        }
        let (few, many) = match (self.members(a), self.members(b)) {
            (a, b) if a.len() <= b.len() => (a, b),
            (a, b) => (b, a),
        };
        few.iter().any(|symbol| many.binary_search(symbol).is_ok())
    }

    fn intern(&mut self, members: Vec<Symbol>) -> SymbolSet {
        let members: Rc<[Symbol]> = members.into();
        let fresh = SymbolSet(self.sets.len() as u32);
        let set = *self.ids.entry(Rc::clone(&members)).or_insert(fresh);
        if set == fresh {
            self.sets.push(members);
        }
        set
    }
}

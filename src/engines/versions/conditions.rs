//! Facts at a synchronisation point beyond the relation: words that are terms over other words, and
//! decided branches.
//!
//! A relation lists words that differ by a constant. That is not enough if code was moved across a
//! branch, so that one program holds a sum which the other has yet to compute, or if an earlier
//! branch decides a later one. Procedures that are open with relations alone are therefore analysed
//! again, with facts at their points: equations between a word and a small term over words of both
//! programs, and conditions on them.
//!
//! Candidate facts are collected at the first arrival at a point: the words there and the
//! conditions on them, as far as words that are still held can express them. Each later arrival has
//! to prove them, and those that it does not prove are dropped. The set only shrinks, so this
//! terminates (Houdini: Flanagan and Leino, 2001). A fact is a term over symbols for the places of
//! words, so it does not depend on the numbering of classes.

use rustc_hash::FxHashMap;

use super::relation::{ProgramState, Symbols, split};
use super::spot::{Held, Spot};
use crate::term::{Node, Sort, Term, Terms};

/// Maximum number of nodes of a fact, as a tree.
const NODES: usize = 24;
/// Maximum number of facts at a point.
const FACTS: usize = 96;
/// Maximum length in bytes of a fact for a reader.
const LINE: usize = 120;

/// A fact at a point, over the symbols of [`Spots`] and the entry values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Fact {
    /// A word equals a term over other words.
    Equal(Spot, Term),
    /// A condition.
    Holds(Term),
}

/// Symbols for the words of two programs, independent of their values.
#[derive(Debug, Default)]
pub(super) struct Spots {
    symbols: FxHashMap<Spot, Term>,
    spots: FxHashMap<Term, Spot>,
}

/// `old $3`, `new stack[-8]`.
pub fn name(spot: Spot) -> String {
    format!("{} {}", ["old", "new"][spot.side], spot.held)
}

impl Spots {
    fn symbol(&mut self, terms: &mut Terms, spot: Spot) -> Term {
        if let Some(&known) = self.symbols.get(&spot) {
            return known;
        }
        let symbol = terms.symbol(&name(spot));
        self.symbols.insert(spot, symbol);
        self.spots.insert(symbol, spot);
        symbol
    }

    /// A term over such symbols, evaluated in two states; `None` where a word is not known to
    /// exist.
    fn term_in(&self, terms: &mut Terms, term: Term, states: &[ProgramState; 2]) -> Option<Term> {
        if let Some(&spot) = self.spots.get(&term) {
            return states[spot.side].held(spot.held);
        }
        let args: Vec<Term> = terms.node(term).args().collect();
        let mut of = FxHashMap::default();
        for arg in args {
            of.insert(arg, self.term_in(terms, arg, states)?);
        }
        Some(terms.rebuilt(term, |arg| of[&arg]))
    }

    /// A fact evaluated in two states, as a boolean.
    pub fn goal(&self, terms: &mut Terms, fact: Fact, states: &[ProgramState; 2]) -> Option<Term> {
        match fact {
            Fact::Equal(spot, term) => {
                let word = states[spot.side].held(spot.held)?;
                let equal = self.term_in(terms, term, states)?;
                Some(terms.eq(word, equal))
            }
            Fact::Holds(condition) => self.term_in(terms, condition, states),
        }
    }

    /// Applies facts to the states of a point: a class with a known term is replaced by the term.
    /// The other facts are returned as conditions on the classes.
    pub fn assume(
        &self,
        terms: &mut Terms,
        symbols: &Symbols,
        states: &mut [ProgramState; 2],
        facts: &[Fact],
    ) -> Vec<Term> {
        let mut given = Vec::new();
        for &fact in facts {
            if let Some((class, term)) = self.definition(terms, symbols, states, fact) {
                let mut known = FxHashMap::from_iter([(class, term)]);
                let words = states.iter_mut().flat_map(ProgramState::terms_mut);
                for word in words.chain(given.iter_mut()) {
                    *word = replaced(terms, *word, &mut known);
                }
            } else {
                given.extend(self.goal(terms, fact, states));
            }
        }
        given.retain(|&condition| terms.as_bool(condition).is_none());
        given.sort_unstable();
        given.dedup();
        given
    }

    /// The class that a fact defines, if it defines one.
    fn definition(
        &self,
        terms: &mut Terms,
        symbols: &Symbols,
        states: &[ProgramState; 2],
        fact: Fact,
    ) -> Option<(Term, Term)> {
        let Fact::Equal(spot, term) = fact else { return None };
        let word = states[spot.side].held(spot.held)?;
        let (class, offset) = split(terms, word);
        let Node::Symbol(symbol) = terms.node(class) else { return None };
        // Entry values keep their names.
        if symbols.is_of_entry(class) {
            return None;
        }
        let equal = self.term_in(terms, term, states)?;
        if terms.members(terms.mentions(equal)).contains(&symbol) {
            return None;
        }
        let offset = terms.word(offset);
        Some((class, terms.sub(equal, offset)))
    }

    /// The facts about two states beyond their relation, under some conditions, as far as words
    /// that they hold can express them.
    pub fn learn(
        &mut self,
        terms: &mut Terms,
        symbols: &Symbols,
        states: &[ProgramState; 2],
        given: &[Term],
    ) -> Vec<Fact> {
        let mut facts: Vec<Fact> = Vec::new();
        // A word may be lost in one program or register and preserved in another.
        let orders = [Order::Forwards, Order::Backwards];
        for (order, first) in orders.into_iter().flat_map(|order| [(order, 0), (order, 1)]) {
            let mut saying = Saying { terms, spots: self, symbols, held: FxHashMap::default() };
            for (spot, term) in spots(states, first, order) {
                saying.learn(spot, term, &mut facts);
            }
            let mut open: Vec<Term> = given.iter().rev().copied().collect();
            while let Some(condition) = open.pop() {
                if let Node::And(a, b) = saying.terms.node(condition) {
                    open.extend([b, a]);
                } else if let Some(said) = saying.say(condition, &mut NODES.clone()) {
                    facts.push(Fact::Holds(said));
                }
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        facts.retain(|fact| seen.insert(*fact));
        facts.truncate(FACTS);
        facts
    }

    /// Facts for a reader, without duplicates.
    pub fn lines(&self, terms: &Terms, facts: &[Fact]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for fact in facts {
            let line = match *fact {
                Fact::Equal(spot, term) => {
                    terms.infix(term, LINE).map(|it| format!("{} == {it}", name(spot)))
                }
                Fact::Holds(condition) => terms.infix(condition, LINE),
            };
            lines.extend(line.filter(|line| !lines.contains(line)));
        }
        lines
    }
}

/// The order in which the words of a program are visited.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Forwards,
    Backwards,
}

/// The words of two states with their places, those of the program `first` before the others.
fn spots(states: &[ProgramState; 2], first: usize, order: Order) -> Vec<(Spot, Term)> {
    let mut all = Vec::new();
    for side in [first, 1 - first] {
        let mut words: Vec<(Held, Term)> = states[side].all_held().collect();
        if order == Order::Backwards {
            words.reverse();
        }
        all.extend(words.into_iter().map(|(held, term)| (Spot { side, held }, term)));
    }
    all
}

/// Expresses terms by the words that are held.
struct Saying<'a> {
    terms: &'a mut Terms,
    spots: &'a mut Spots,
    symbols: &'a Symbols,
    /// Terms, without their constant summands, that can be expressed, and their expression.
    held: FxHashMap<Term, Term>,
}

impl Saying<'_> {
    /// Adds the word at a place, in the order in which places are visited.
    fn learn(&mut self, spot: Spot, term: Term, facts: &mut Vec<Fact>) {
        let (base, offset) = split(self.terms, term);
        if self.terms.as_const(base).is_some() || self.held.contains_key(&base) {
            return;
        }
        if !matches!(self.terms.node(base), Node::Symbol(_))
            && let Some(said) = self.say(base, &mut NODES.clone())
        {
            let offset = self.terms.word(offset);
            facts.push(Fact::Equal(spot, self.terms.add(said, offset)));
        }
        let symbol = self.spots.symbol(self.terms, spot);
        let constant = self.terms.word(offset);
        let here = self.terms.sub(symbol, constant);
        self.held.insert(base, here);
        // A flag determines its test.
        if let Node::Ite(test, a, b) = self.terms.node(base)
            && let (Some(a), Some(b)) = (self.terms.as_const(a), self.terms.as_const(b))
            && a != b
        {
            let a = self.terms.word(a as u32);
            let holds = self.terms.eq(here, a);
            self.held.entry(test).or_insert(holds);
        }
    }

    /// Expresses a term by held words, within a number of nodes.
    fn say(&mut self, term: Term, nodes: &mut usize) -> Option<Term> {
        *nodes = nodes.checked_sub(1)?;
        let (base, offset) = match self.terms.sort(term) {
            Sort::Word => split(self.terms, term),
            _ => (term, 0),
        };
        if let Some(&said) = self.held.get(&base) {
            let offset = if offset == 0 { return Some(said) } else { self.terms.word(offset) };
            return Some(self.terms.add(said, offset));
        }
        let node = self.terms.node(term);
        if let Node::Symbol(_) = node {
            return self.symbols.is_of_entry(term).then_some(term);
        }
        let mut of = FxHashMap::default();
        for arg in node.args() {
            of.insert(arg, self.say(arg, nodes)?);
        }
        Some(self.terms.rebuilt(term, |arg| of[&arg]))
    }
}

/// A term with some subterms replaced.
fn replaced(terms: &mut Terms, term: Term, known: &mut FxHashMap<Term, Term>) -> Term {
    if let Some(&known) = known.get(&term) {
        return known;
    }
    for arg in terms.node(term).args() {
        replaced(terms, arg, known);
    }
    let made = terms.rebuilt(term, |arg| known[&arg]);
    known.insert(term, made);
    made
}

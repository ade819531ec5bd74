//! Equivalence classes of terms, and terms rewritten by them (congruence closure).
//!
//! A condition holds on its path, so any other term that states it is true, and a word that a
//! condition equates with a constant is that constant. Two words are also equal if one condition
//! equates them, or if two conditions together say that neither is less than the other. Each class
//! has a representative, a constant or else its oldest term. Once representatives replace their
//! equals, the constructors fold the terms built on them, and terms that become equal are shared
//! ([`Classes::normal`]). This is congruence closure modulo the constructors' rewrite rules.
//!
//! Normal forms are cached. When a class grows, only those that depend on the replaced
//! representative are dropped.

use std::convert::Infallible;

use rustc_hash::FxHashSet;

use super::congruence::Congruences;
use super::why::{Reason, Reasons};
use crate::term::{Node, Term, Terms, walk};
use crate::trail::TrailTable;

/// The known equalities.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// The representative of each term that is not its own.
    pub is: TrailTable<(Term, Reason)>,
    /// Normal forms.
    pub normal: TrailTable<(Term, Reason)>,
    pub congruences: Congruences,
    /// For each term, the terms whose normal forms were ever built from its normal form.
    users: Vec<Vec<Term>>,
    /// Whether a term is registered as a user of its arguments.
    is_user: Vec<bool>,
}

impl Classes {
    /// Assumes a boolean.
    pub fn assume(&mut self, terms: &mut Terms, reasons: &mut Reasons, fact: Term, why: Reason) {
        self.settle(terms, fact, true, why);
        if let Node::Not(relation) = terms.node(fact)
            && let Some((a, b, converse)) = order_and_its_converse(terms, relation)
            && let Some((value, also)) = self.is.get(converse.index())
            && terms.as_bool(value) == Some(false)
        {
            // Neither is less than the other.
            let equal = terms.eq(a, b);
            let why = reasons.both(why, also);
            self.assume(terms, reasons, equal, why);
        }
        if let Some((word, constant)) = terms.as_value(fact) {
            self.equate(terms, reasons, [word, constant], why);
            if let Some(x) = self.congruences.assume(terms, reasons, word, constant, why) {
                self.forget(x);
            }
        } else if let Node::Eq(a, b) = terms.node(fact) {
            self.equate(terms, reasons, [a, b], why);
        }
    }

    /// The constant that a word is equal to, and why.
    pub fn constant(&self, terms: &Terms, word: Term) -> Option<(u32, Reason)> {
        let (value, why) = self.is.get(word.index())?;
        matches!(terms.node(value), Node::Word(_)).then_some((terms.as_const(value)? as u32, why))
    }

    /// Assumes that the value of a boolean is `holds`.
    fn settle(&mut self, terms: &mut Terms, boolean: Term, holds: bool, why: Reason) {
        let (boolean, holds) = match terms.node(boolean) {
            Node::Not(opposite) => (opposite, !holds),
            Node::Bool(_) => return,
            _ => (boolean, holds),
        };
        let value = terms.bool(holds);
        self.stand_for(boolean, value, why);
    }

    /// Merges the classes of two words.
    pub fn equate(
        &mut self,
        terms: &mut Terms,
        reasons: &mut Reasons,
        words: [Term; 2],
        mut why: Reason,
    ) {
        let [a, b] = words.map(|word| {
            let (normal, also) = self.normal(terms, reasons, word);
            why = reasons.both(why, also);
            normal
        });
        match [a, b].map(|word| terms.as_const(word).is_some()) {
            [true, false] => self.stand_for(b, a, why),
            [false, true] => self.stand_for(a, b, why),
            // The older one represents both.
            [false, false] if a != b => self.stand_for(a.max(b), a.min(b), why),
            _ => {}
        }
    }

    /// Makes `value` the representative of a term that has none yet.
    fn stand_for(&mut self, term: Term, value: Term, why: Reason) {
        if self.is.get(term.index()).is_none() {
            self.is.set(term.index(), Some((value, why)));
            self.forget(term);
        }
    }

    /// Drops the normal forms that were built from a term's.
    fn forget(&mut self, term: Term) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if self.normal.get(term.index()).is_some() {
                self.normal.set(term.index(), None);
            }
            let users = self.users.get(term.index()).into_iter().flatten();
            // A term without a normal form has no users with one.
            open.extend(users.filter(|user| self.normal.get(user.index()).is_some()));
        }
    }

    fn note_use(&mut self, of: Term, by: Term) {
        if self.users.len() <= of.index() {
            self.users.resize(of.index() + 1, Vec::new());
        }
        let users = &mut self.users[of.index()];
        if users.last() != Some(&by) {
            users.push(by);
        }
    }

    fn note_args(&mut self, terms: &Terms, term: Term) {
        if self.is_user.len() <= term.index() {
            self.is_user.resize(terms.len(), false);
        }
        if !std::mem::replace(&mut self.is_user[term.index()], true) {
            for arg in terms.node(term).args() {
                self.note_use(arg, term);
            }
        }
    }

    /// The normal form of a term under everything that was assumed, and the reason.
    pub fn normal(
        &mut self,
        terms: &mut Terms,
        reasons: &mut Reasons,
        root: Term,
    ) -> (Term, Reason) {
        if let Some(known) = self.normal.get(root.index()) {
            return known;
        }
        let mut open: FxHashSet<Term> = FxHashSet::default();
        let Ok(()) = walk::arguments_first(root, |term, waiting| -> Result<(), Infallible> {
            if self.normal.get(term.index()).is_some() {
                return Ok(());
            }
            let next = match self.is.get(term.index()) {
                Some(next) => next,
                None => {
                    let before = waiting.len();
                    let args = terms.node(term).args();
                    waiting.extend(args.filter(|arg| self.normal.get(arg.index()).is_none()));
                    if waiting.len() > before {
                        return Ok(());
                    }
                    self.of_args(terms, reasons, term)
                }
            };
            let found = match next {
                (same, why) if same == term => (same, why),
                (other, why) => {
                    self.note_use(other, term);
                    match self.normal.get(other.index()) {
                        Some((normal, also)) => (normal, reasons.both(why, also)),
                        // It depends on itself, so it is kept unchanged.
                        None if !open.insert(term) => (other, why),
                        None => {
                            waiting.push(other);
                            return Ok(());
                        }
                    }
                }
            };
            self.note_args(terms, term);
            self.normal.set(term.index(), Some(found));
            Ok(())
        });
        self.normal.get(root.index()).unwrap_or((root, Reason::ALWAYS))
    }

    /// Rebuilds a term from the normal forms of its arguments.
    fn of_args(&mut self, terms: &mut Terms, reasons: &mut Reasons, term: Term) -> (Term, Reason) {
        if let Some((value, why)) = self.congruences.value(terms, term) {
            return (terms.word(value), why);
        }
        let of = |arg: Term| self.normal.get(arg.index()).unwrap_or((arg, Reason::ALWAYS));
        let why =
            terms.node(term).args().fold(Reason::ALWAYS, |why, arg| reasons.both(why, of(arg).1));
        (terms.rebuilt(term, |arg| of(arg).0), why)
    }
}

/// The words of a comparison `a < b`, and the term of its converse `b < a` if that exists.
fn order_and_its_converse(terms: &Terms, relation: Term) -> Option<(Term, Term, Term)> {
    let (a, b, converse) = match terms.node(relation) {
        Node::Slt(a, b) => (a, b, Node::Slt(b, a)),
        Node::Ult(a, b) => (a, b, Node::Ult(b, a)),
        _ => return None,
    };
    Some((a, b, terms.find(converse)?))
}

//! Classes of equal terms, and a term as it is where they are equal.
//!
//! On a path a condition holds, so whatever says it again is true, and a word
//! that a condition equates with a constant is that constant. So are two
//! words that are equal one, whether one condition says that or two do, of
//! which each is not less than the other. Each class has a term that stands
//! for it, a constant or else the oldest; with those in place of what they are
//! equal to, the constructors fold what rests on them, and terms that become
//! equal are one ([`Classes::normal`]). That is congruence closure modulo the
//! constructors' laws.
//!
//! Normal forms are kept, and when a class grows, those that rest on the term
//! that is no longer its own are forgotten and no others.

use std::convert::Infallible;

use rustc_hash::FxHashSet;

use super::congruence::Congruences;
use super::why::{Reason, Reasons};
use crate::term::{Node, Sort, Term, Terms, walk};
use crate::trail::{self, TrailTable};

/// What is known to be equal.
#[derive(Debug, Default)]
pub(super) struct Classes {
    /// What stands for a term that does not stand for itself.
    is: TrailTable<(Term, Reason)>,
    /// Normal forms.
    normal: TrailTable<(Term, Reason)>,
    congruences: Congruences,
    /// The terms whose normal forms were made of that of a term, at any time.
    users: Vec<Vec<Term>>,
    /// Whether a term is among the users of its arguments.
    is_user: Vec<bool>,
    /// Terms that another stands for, in the order in which that was found, and
    /// for how many of them it is known what it means for their users: that
    /// is found out when somebody asks for a normal form.
    changed: Vec<Term>,
    closed: usize,
    /// Terms in larger classes of which an argument is equal to another since.
    congruent: Vec<Term>,
}

/// Terms that are looked at again at most when classes grow: beyond, some
/// equalities are not found.
const MAX_CONGRUENT: usize = 200;

/// A state of [`Classes`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    is: trail::Mark,
    normal: trail::Mark,
    congruences: usize,
    changed: usize,
    closed: usize,
}

impl Classes {
    /// The state now.
    pub fn mark(&self) -> Mark {
        Mark {
            is: self.is.mark(),
            normal: self.normal.mark(),
            congruences: self.congruences.mark(),
            changed: self.changed.len(),
            closed: self.closed,
        }
    }

    /// Goes back to an earlier state.
    pub fn undo_to(&mut self, mark: Mark) {
        self.is.undo_to(mark.is);
        self.normal.undo_to(mark.normal);
        self.congruences.undo_to(mark.congruences);
        self.changed.truncate(mark.changed);
        self.closed = mark.closed;
    }

    /// Takes a boolean that holds.
    pub fn assume(&mut self, terms: &mut Terms, reasons: &mut Reasons, fact: Term, why: Reason) {
        self.settle(terms, fact, true, why);
        let (relation, holds) = match terms.node(fact) {
            Node::Not(relation) => (relation, false),
            _ => (fact, true),
        };
        if !holds
            && let Some((a, b, converse)) = order_and_its_converse(terms, relation)
            && let Some((value, also)) =
                terms.find(converse).and_then(|term| self.is.get(term.index()))
            && terms.as_bool(value) == Some(false)
        {
            // Neither is less than the other.
            let why = reasons.both(why, also);
            let equal = terms.eq(a, b);
            self.settle(terms, equal, true, why);
            self.equate(terms, reasons, [a, b], why);
        }
        if let Some((word, constant)) = terms.as_value(fact) {
            self.equate(terms, reasons, [word, constant], why);
            if let Some(x) = self.congruences.assume(terms, reasons, word, constant, why) {
                self.changed.push(x);
            }
        } else if let Node::Eq(a, b) = terms.node(fact) {
            self.equate(terms, reasons, [a, b], why);
        }
    }

    /// Of two words of which one is less, the other is not, and they are not
    /// equal. What an order says is no news to the bounds and the rows, so this
    /// is only for terms in which comparisons stand.
    pub fn exclude_others(&mut self, terms: &mut Terms, order: Term, why: Reason) {
        let Some((a, b, _)) = order_and_its_converse(terms, order) else { return };
        let converse = match terms.node(order) {
            Node::Slt(..) => terms.slt(b, a),
            _ => terms.ult(b, a),
        };
        for other in [converse, terms.eq(a, b)] {
            self.settle(terms, other, false, why);
        }
    }

    /// What holds of terms holds of those that are equal by their arguments.
    fn close(&mut self, terms: &mut Terms, reasons: &mut Reasons) {
        let mut looked_at = 0;
        loop {
            while let Some(&term) = self.changed.get(self.closed) {
                self.closed += 1;
                self.forget(terms, term);
            }
            let Some(term) = self.congruent.pop() else { return };
            looked_at += 1;
            if looked_at > MAX_CONGRUENT {
                return self.congruent.clear();
            }
            let Some((value, mut why)) = self.is.get(term.index()) else { continue };
            for arg in terms.node(term).args() {
                self.normal_form(terms, reasons, arg);
            }
            let (other, also) = self.of_args(terms, reasons, term);
            why = reasons.both(why, also);
            match terms.as_bool(value) {
                _ if other == term || self.is.get(other.index()).is_some() => {}
                Some(_) if terms.as_bool(other).is_some() => {}
                Some(true) => self.assume(terms, reasons, other, why),
                Some(false) => {
                    let other = terms.not(other);
                    self.assume(terms, reasons, other, why);
                }
                None => self.equate(terms, reasons, [other, value], why),
            }
        }
    }

    /// The constant that stands for a word, and why.
    pub fn constant(&self, terms: &Terms, word: Term) -> Option<(u32, Reason)> {
        let (value, why) = self.is.get(word.index())?;
        (terms.sort(word) == Sort::Word)
            .then(|| Some((terms.as_const(value)? as u32, why)))
            .flatten()
    }

    /// Takes it that a boolean holds or does not.
    fn settle(&mut self, terms: &mut Terms, boolean: Term, holds: bool, why: Reason) {
        let (boolean, holds) = match terms.node(boolean) {
            Node::Not(opposite) => (opposite, !holds),
            Node::Bool(_) => return,
            _ => (boolean, holds),
        };
        let value = terms.bool(holds);
        self.stand_for(terms, boolean, value, why);
    }

    /// Puts the classes of two words together.
    pub fn equate(
        &mut self,
        terms: &mut Terms,
        reasons: &mut Reasons,
        words: [Term; 2],
        mut why: Reason,
    ) {
        let [a, b] = words.map(|word| {
            let (normal, also) = self.normal_form(terms, reasons, word);
            why = reasons.both(why, also);
            normal
        });
        match [a, b].map(|word| terms.as_const(word).is_some()) {
            [true, false] => self.stand_for(terms, b, a, why),
            [false, true] => self.stand_for(terms, a, b, why),
            // The one that was there first stands for both.
            [false, false] if a != b => self.stand_for(terms, a.max(b), a.min(b), why),
            _ => {}
        }
    }

    /// Lets a term stand for another, which none stands for yet.
    pub fn stand_for(&mut self, terms: &Terms, term: Term, value: Term, why: Reason) {
        if self.is.get(term.index()).is_none() {
            self.is.set(term.index(), Some((value, why)));
            self.note_args(terms, term);
            self.changed.push(term);
        }
    }

    /// Forgets the normal forms that were made of a term's.
    fn forget(&mut self, terms: &Terms, term: Term) {
        let mut open = vec![term];
        while let Some(term) = open.pop() {
            if self.normal.get(term.index()).is_some() {
                self.normal.set(term.index(), None);
            }
            for &user in self.users.get(term.index()).into_iter().flatten() {
                // One that is not known has no users that are.
                if self.normal.get(user.index()).is_some() {
                    open.push(user);
                }
                // Of constants alone nothing can be learnt.
                let is_constant = |arg: Term| {
                    let value = self.is.get(arg.index()).map_or(arg, |(value, _)| value);
                    terms.as_const(value).is_some()
                };
                if self.is.get(user.index()).is_some() && !terms.node(user).args().all(is_constant)
                {
                    self.congruent.push(user);
                }
            }
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

    /// A term as it is where all that was assumed holds, and what that follows
    /// from.
    pub fn normal(
        &mut self,
        terms: &mut Terms,
        reasons: &mut Reasons,
        root: Term,
    ) -> (Term, Reason) {
        self.close(terms, reasons);
        self.normal_form(terms, reasons, root)
    }

    /// The same, by what is known of its parts' users so far.
    fn normal_form(
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
                        // It waits for itself, so it is taken as it stands.
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

    /// A term with the normal forms of its arguments in their places.
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

/// Two words of which one is said to be less than the other, and the relation
/// the other way round.
fn order_and_its_converse(terms: &Terms, relation: Term) -> Option<(Term, Term, Node)> {
    let (a, b, converse) = match terms.node(relation) {
        Node::Slt(a, b) => (a, b, Node::Slt(b, a)),
        Node::Ult(a, b) => (a, b, Node::Ult(b, a)),
        _ => return None,
    };
    (terms.sort(a) == Sort::Word).then_some((a, b, converse))
}

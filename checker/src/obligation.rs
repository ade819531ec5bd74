//! Obligations, and whether an answer proves one.

use std::fmt;

use crate::algebra;
use crate::blast;
use crate::boxes;
use crate::certificate::{Answer, Location};
use crate::deduction::Known;
use crate::lrat;
use crate::memory::Memories;
use crate::terms::{Condition, Fact, Node, Terms, Word};

/// The words and memories of obligations.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The words.
    pub terms: Terms,
    /// The memories.
    pub memories: Memories,
}

/// The conclusion of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The conditions are contradictory.
    Impossible,
    /// This condition holds.
    Holds(Condition),
    /// A word is zero.
    Zero(Word),
}

/// The purpose of an obligation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An outcome of a branch is impossible; if this is not proved, it is followed.
    Path,
    /// A dividend is not negative; if this is not proved, it may be.
    Sign,
    /// A path that cannot be followed is impossible.
    Stuck,
    /// The invariant of the next node holds after a transition.
    Step,
    /// At the end of both programs, the observations are equal.
    Exit,
    /// The precondition of a procedure holds at a call.
    Call,
    /// The postcondition of a procedure holds at its return.
    Return,
    /// Both programs print the same on a transition.
    Output,
    /// A word that determines a path has the same value at the end of a lap as at its beginning.
    Lap,
    /// A measure decreases on a transition; if this is not proved, it only must not increase.
    Decrease,
    /// A measure does not increase.
    NoIncrease,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Path => "a path is not taken",
            Kind::Sign => "what is divided is not negative",
            Kind::Stuck => "a path that cannot be followed is not taken",
            Kind::Step => "the facts at the next node hold there",
            Kind::Exit => "both have the same end",
            Kind::Call => "what a procedure takes for granted holds where it is called",
            Kind::Return => "the facts behind a procedure hold where it returns",
            Kind::Output => "both print the same",
            Kind::Lap => "a path comes back to where it was",
            Kind::Decrease => "a measure gets smaller",
            Kind::NoIncrease => "a measure gets no larger",
        })
    }
}

/// A fact to prove.
#[derive(Clone, Copy, Debug)]
pub struct Obligation<'w> {
    /// Its purpose.
    pub kind: Kind,
    /// The node from which both programs continue.
    pub node: [Location; 2],
    /// The conditions that hold.
    pub conditions: &'w [Condition],
    /// Further words that are zero; [`Answer::Bits`] does not use them.
    pub zeros: &'w [Word],
    /// The conclusion.
    pub goal: Goal,
    /// For a step, the index of the claim in the next node: its equations in order, then its orders. For procedures,
    /// the index of the fact among those of all points. For an end, the observation: 0 is `$3`, then the others in
    /// order. None if one program has no such end.
    pub claim: Option<usize>,
}

impl Obligation<'_> {
    /// The clauses to refute; none if there are too many.
    pub fn clauses(&self, scene: &Scene) -> Option<Vec<Vec<i32>>> {
        self.clauses_for(scene, self.goal)
    }

    /// The same for another goal.
    pub fn clauses_for(&self, scene: &Scene, goal: Goal) -> Option<Vec<Vec<i32>>> {
        blast::clauses(&scene.terms, &scene.memories, &self.refutable(goal))
    }

    /// The conditions and the negated goal, which must be contradictory.
    pub fn refutable(&self, goal: Goal) -> Vec<Condition> {
        let mut conditions = self.conditions.to_vec();
        match goal {
            Goal::Impossible => {}
            Goal::Holds(condition) => conditions.push(!condition),
            Goal::Zero(word) => {
                conditions.push(Condition { fact: Fact::Zero(word), holds: false });
            }
        }
        conditions
    }

    /// The words that are zero. In order: those of the node; those of conditions; for each comparison that conditions
    /// decide, its value minus 1 or 0; for each division by a nonzero word, quotient times divisor plus remainder minus
    /// dividend.
    pub fn zeros(&self, terms: &mut Terms) -> Vec<Word> {
        let is_not_zero = |terms: &Terms, word: Word| match terms.folded(Fact::Zero(word)) {
            Some(is_zero) => !is_zero,
            None => self.conditions.contains(&Condition { fact: Fact::Zero(word), holds: false }),
        };
        let divisions = terms.divisions(is_not_zero);
        let said = self.conditions.iter().filter_map(|condition| match *condition {
            Condition { fact: Fact::Zero(word), holds: true } => Some(word),
            _ => None,
        });
        let mut zeros: Vec<Word> = self.zeros.iter().copied().chain(said).collect();
        for &Condition { fact, holds } in self.conditions {
            let Fact::Less(signed, a, b) = fact else { continue };
            let Some(flag) = terms.made(&Node::Less(signed, a, b)) else { continue };
            let value = terms.constant(u32::from(holds));
            zeros.push(terms.sub(flag, value));
        }
        zeros.extend(divisions);
        zeros
    }

    /// The difference of two words, if a condition states that one is not below the other; or of a word and 1, if it
    /// states that the word is nonzero.
    pub fn gap(&self, terms: &mut Terms, condition: usize) -> Option<Word> {
        match *self.conditions.get(condition)? {
            Condition { fact: Fact::Less(_, a, b), holds: false } => Some(terms.sub(a, b)),
            Condition { fact: Fact::Zero(a), holds: false } => {
                let one = terms.constant(1);
                Some(terms.sub(a, one))
            }
            _ => None,
        }
    }

    /// The word that the goal states to be zero. Low bits are zero if and only if a multiple of the word is.
    pub fn zero_goal(&self, terms: &mut Terms) -> Option<Word> {
        match self.goal {
            Goal::Zero(word) => Some(word),
            Goal::Holds(Condition { fact: Fact::LowZero(word, bits @ 1..32), holds: true }) => {
                let multiple = terms.constant(1 << (32 - bits));
                Some(terms.mul(multiple, word))
            }
            _ => None,
        }
    }

    /// The word that a condition states to be nonzero.
    pub fn not_zero(&self, condition: usize) -> Option<Word> {
        match *self.conditions.get(condition)? {
            Condition { fact: Fact::Zero(word), holds: false } => Some(word),
            _ => None,
        }
    }

    /// The conditions, and that the node's words are zero.
    pub fn all_conditions(&self) -> Vec<Condition> {
        let zero = |&word: &Word| Condition { fact: Fact::Zero(word), holds: true };
        self.conditions.iter().copied().chain(self.zeros.iter().map(zero)).collect()
    }

    /// Whether an answer proves it.
    pub fn is_shown_by(&self, scene: &mut Scene, answer: &Answer) -> bool {
        match answer {
            Answer::Bits(text) => self.is_shown_by_bits(scene, self.goal, text),
            Answer::BitsOfAll(text) => {
                let conditions = self.all_conditions();
                let all = Obligation { conditions: &conditions, ..*self };
                all.is_shown_by_bits(scene, self.goal, text)
            }
            Answer::BitsAfter { deduced, bits } => {
                let mut known = Known::of(&mut scene.terms, self);
                let mut deduced = deduced.iter();
                deduced.all(|deduction| known.take(scene, self, deduction).is_some())
                    && known.shows(scene, self, self.goal, bits)
            }
            Answer::Boxes(count) => {
                boxes::is_shown(&scene.terms, &self.refutable(self.goal), *count)
            }
            Answer::Algebra { against, equal, shown, deduced, factors } => {
                let word = match against {
                    Some(condition) => self.not_zero(*condition),
                    None => self.zero_goal(&mut scene.terms),
                };
                let Some(word) = word else { return false };
                let mut known = Known::of(&mut scene.terms, self);
                for (condition, text) in equal {
                    let Some(gap) = self.gap(&mut scene.terms, *condition) else { return false };
                    if !self.is_shown_by_bits(scene, Goal::Zero(gap), text) {
                        return false;
                    }
                    known.zeros.push(gap);
                }
                for (sum, text) in shown {
                    let Some(sum) = algebra::polynomial(&scene.terms, sum) else { return false };
                    let word = scene.terms.word(sum);
                    if !self.is_shown_by_bits(scene, Goal::Zero(word), text) {
                        return false;
                    }
                    known.zeros.push(word);
                }
                let mut deduced = deduced.iter();
                deduced.all(|deduction| known.take(scene, self, deduction).is_some())
                    && algebra::is_sum(&scene.terms, word, &known.zeros, factors)
            }
        }
    }

    /// Whether a proof over bits shows a goal under the conditions.
    pub(crate) fn is_shown_by_bits(&self, scene: &Scene, goal: Goal, text: &str) -> bool {
        let Some(clauses) = self.clauses_for(scene, goal) else { return false };
        lrat::from_text(text).is_some_and(|steps| lrat::check(&clauses, &steps))
    }
}

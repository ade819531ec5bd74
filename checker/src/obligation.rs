//! What has to be shown, and whether an answer shows it.

use std::fmt;

use crate::algebra;
use crate::blast;
use crate::boxes;
use crate::certificate::{Answer, Location};
use crate::deduction::Known;
use crate::lrat;
use crate::memory::Memories;
use crate::terms::{Condition, Fact, Node, Terms, Word};

/// Words and memories that obligations speak of.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The words.
    pub terms: Terms,
    /// The memories.
    pub memories: Memories,
}

/// What follows from conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// That they do not hold together.
    Impossible,
    /// This one.
    Holds(Condition),
    /// That a word is zero.
    Zero(Word),
}

/// What an obligation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A path does not go on in some way; if it is not known, it is followed.
    Path,
    /// What is divided is not negative; if it is not known, it may be.
    Sign,
    /// A path that cannot be followed is not taken.
    Stuck,
    /// What is said at the node behind a transition holds there.
    Step,
    /// Where both have ended, the observations are the same.
    Exit,
    /// What a procedure takes for granted holds at a call of it.
    Call,
    /// What is said behind a procedure holds where it returns.
    Return,
    /// What is printed on a transition is the same.
    Output,
    /// A word that decides how a path goes on is at the end of a lap what it was at its beginning.
    Lap,
    /// A measure gets smaller on a transition; if it is not known, it stays.
    Decrease,
    /// A measure gets no larger.
    NoIncrease,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Path => "a path is not taken",
            Kind::Sign => "what is divided is not negative",
            Kind::Stuck => "a path that cannot be followed is not taken",
            Kind::Step => "what is said at the next node holds there",
            Kind::Exit => "both end alike",
            Kind::Call => "what a procedure takes for granted holds where it is called",
            Kind::Return => "what is said behind a procedure holds where it returns",
            Kind::Output => "both print the same",
            Kind::Lap => "a path comes back to where it was",
            Kind::Decrease => "a measure gets smaller",
            Kind::NoIncrease => "a measure gets no larger",
        })
    }
}

/// Something to be shown.
#[derive(Clone, Copy, Debug)]
pub struct Obligation<'w> {
    /// What it is for.
    pub kind: Kind,
    /// The node from which both programs go on.
    pub node: [Location; 2],
    /// What holds.
    pub conditions: &'w [Condition],
    /// Words that are zero besides, which a proof over bits is not told of.
    pub zeros: &'w [Word],
    /// What follows.
    pub goal: Goal,
    /// Of a step, which claim of the next node it is: its equations in order, then its
    /// orders. Of procedures, which fact, of those of all points. Of an end, what is observed: 0 is
    /// `$3`, then come the others in order; none where one program has no such end.
    pub claim: Option<usize>,
}

impl Obligation<'_> {
    /// The clauses that must not hold together; none where they are too many.
    pub fn clauses(&self, scene: &Scene) -> Option<Vec<Vec<i32>>> {
        self.clauses_for(scene, self.goal)
    }

    /// The same for another goal.
    pub fn clauses_for(&self, scene: &Scene, goal: Goal) -> Option<Vec<Vec<i32>>> {
        blast::clauses(&scene.terms, &scene.memories, &self.refutable(goal))
    }

    /// The conditions, and that a goal does not hold: what must not hold together.
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

    /// Words that are zero: those that the node says, then those that conditions say, then
    /// of each comparison that conditions decide what it left less 1 or 0,
    /// then of each division by what is not zero that quotient times divisor and
    /// remainder are the dividend.
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

    /// The difference of two words of which a condition says that one is not below
    /// the other, or of a word and 1 where it says that it is not zero.
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

    /// The word that the goal says is zero: that some low bits are, is that a multiple is.
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

    /// The word of which a condition says that it is not zero.
    pub fn not_zero(&self, condition: usize) -> Option<Word> {
        match *self.conditions.get(condition)? {
            Condition { fact: Fact::Zero(word), holds: false } => Some(word),
            _ => None,
        }
    }

    /// What holds, and that the words are zero of which the node says so.
    pub fn all_conditions(&self) -> Vec<Condition> {
        let zero = |&word: &Word| Condition { fact: Fact::Zero(word), holds: true };
        self.conditions.iter().copied().chain(self.zeros.iter().map(zero)).collect()
    }

    /// Whether an answer shows it.
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

    /// Whether a proof over bits shows a goal where the conditions hold.
    pub(crate) fn is_shown_by_bits(&self, scene: &Scene, goal: Goal, text: &str) -> bool {
        let Some(clauses) = self.clauses_for(scene, goal) else { return false };
        lrat::from_text(text).is_some_and(|steps| lrat::check(&clauses, &steps))
    }
}

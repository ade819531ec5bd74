//! A quiz about a program: which of its mutants are equivalent to it?
//!
//! A [`Question`] shows the program beside one of its first-order mutants. The answer is an input
//! on which they differ, or that there is none. The key is a proved result of a comparison: mutants
//! left open are never asked about, so the key is always right.
//!
//! Only the behaviour of the two programs may give a key away. Some kinds of edits rarely change
//! behaviour, so the form of a question could reveal its key. Questions are therefore drawn as
//! follows ([`draw`]): first the kind, among those with remaining mutants of both keys; then the
//! key, by a fair coin; then a mutant. Whatever was asked before, and whatever the kind of a
//! question, either key has probability one half. The number of questions is fixed before the first
//! coin is tossed. The side of the mutant is another coin.
//!
//! The random numbers depend on a seed ([`Chance`]) and comparisons are limited by counts, so the
//! same seed gives the same questions everywhere.
//!
//! Nothing here knows a machine: a [`Subject`] makes the pairs and compares them, and a [`Judge`]
//! runs programs on the inputs of answers ([`Topic`] for MIPS).

#[cfg(feature = "evidence")]
mod arm64;
mod mips;

use std::collections::BTreeMap;
use std::rc::Rc;

#[cfg(feature = "evidence")]
pub use arm64::Arm64Topic;
pub use mips::Topic;

use super::mend::Edit;
use super::paths::Observer;
use crate::contract::SIDES;
use crate::evidence::EditKind;
use crate::link::{Content, File};
use crate::machine::{Image, Inputs};
use crate::report::{Agreement, Progress, Report};
use crate::solver::{Solver, Stop};

/// Points for a right answer.
pub const RIGHT: u32 = 2;
/// Points for the least input on which the programs differ.
pub const LEAST: u32 = 3;
/// Maximum number of questions of a round.
pub const QUESTIONS: usize = 20;

/// Runs the programs of some machine on the inputs of answers.
pub trait Judge {
    /// A program, ready to run.
    type Image;
    /// What a program is given.
    type Inputs;
    /// What is known of a run.
    type Outcome;
    /// What shows that two programs are equivalent.
    type Proof;

    /// Whether programs may be given this input.
    fn allows(&self, inputs: &Self::Inputs) -> bool;

    /// The outcomes of both programs on an input that is allowed.
    fn ends(&self, images: &[Self::Image; 2], inputs: &Self::Inputs) -> [Self::Outcome; 2];

    /// Whether two outcomes agree.
    fn agreement(&self, ends: &[Self::Outcome; 2]) -> Agreement;

    /// Whether an input is not larger than another one.
    fn is_at_most(&self, inputs: &Self::Inputs, other: &Self::Inputs) -> bool;
}

/// The subject of a quiz: a program of some machine, and the comparisons with its mutants.
#[expect(async_fn_in_trait, reason = "the searches run on one thread")]
pub trait Subject {
    /// The judge of its programs.
    type Judge: Judge;

    /// The edits that make its mutants.
    fn edits(&self) -> Vec<Edit>;

    /// The program and a mutant, by side. `None` if the mutant cannot be loaded.
    fn pair(&self, edit: &Edit, mutant: usize) -> Option<[ImageOf<Self>; 2]>;

    /// The key of a pair. `None` if it is open.
    async fn key(
        &self,
        images: &[ImageOf<Self>; 2],
        solver: &mut dyn Solver,
        observer: &mut dyn Observer,
    ) -> Option<KeyOf<Self>>;
}

/// The programs of a subject.
type ImageOf<S> = <<S as Subject>::Judge as Judge>::Image;
/// The keys of a subject.
type KeyOf<S> =
    Key<<<S as Subject>::Judge as Judge>::Inputs, <<S as Subject>::Judge as Judge>::Proof>;
/// The questions about a subject.
type QuestionOf<S> = Question<
    ImageOf<S>,
    <<S as Subject>::Judge as Judge>::Inputs,
    <<S as Subject>::Judge as Judge>::Proof,
>;

/// The right answer to a question.
#[derive(Clone, Debug)]
pub enum Key<I = Inputs, R = Box<Report>> {
    /// The programs are equivalent, which this shows.
    Same(R),
    /// They differ.
    Differ {
        /// An input on which they do.
        inputs: I,
        /// Whether it is the least one; `None` if that is unknown.
        is_least: Option<bool>,
    },
}

/// Two programs that may be equivalent.
#[derive(Clone, Debug)]
pub struct Question<P = Rc<Image>, I = Inputs, R = Box<Report>> {
    /// The edit that turns the program into the mutant.
    pub edit: Edit,
    /// The side of the mutant: left is 0, right is 1.
    pub mutant: usize,
    /// Both programs, by side.
    pub images: [P; 2],
    /// The right answer.
    pub key: Key<I, R>,
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer<I = Inputs> {
    /// There is no input on which they differ.
    Same,
    /// They differ on this input.
    Differ(I),
}

/// The mark for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It is right.
    Right,
    /// It is right, and no known input with a difference is smaller.
    Least,
    /// It is wrong.
    Wrong,
    /// Not an answer: the contract does not allow the input.
    NotAllowed,
    /// Not an answer: it is unknown whether the programs differ on this input, because one of them
    /// has no known end.
    Unknown,
}

impl Mark {
    /// Its points; `None` if the question has yet to be answered.
    pub fn points(self) -> Option<u32> {
        match self {
            Mark::Right => Some(RIGHT),
            Mark::Least => Some(LEAST),
            Mark::Wrong => Some(0),
            Mark::NotAllowed | Mark::Unknown => None,
        }
    }
}

impl<P, I, R> Question<P, I, R> {
    /// Whether the programs are equivalent.
    pub fn is_same(&self) -> bool {
        matches!(self.key, Key::Same(_))
    }

    /// The mark for an answer, and the outcomes of both programs on its input.
    pub fn mark<J: Judge<Image = P, Inputs = I>>(
        &self,
        answer: &Answer<I>,
        judge: &J,
    ) -> (Mark, Option<[J::Outcome; 2]>) {
        let inputs = match answer {
            Answer::Same if self.is_same() => return (Mark::Right, None),
            Answer::Same => return (Mark::Wrong, None),
            Answer::Differ(inputs) if judge.allows(inputs) => inputs,
            Answer::Differ(_) => return (Mark::NotAllowed, None),
        };
        let both = judge.ends(&self.images, inputs);
        let mark = match (judge.agreement(&both), &self.key) {
            (Agreement::Agree, _) => Mark::Wrong,
            (Agreement::Inconclusive, _) => Mark::Unknown,
            (Agreement::Differ, Key::Differ { inputs: known, .. })
                if judge.is_at_most(inputs, known) =>
            {
                Mark::Least
            }
            (Agreement::Differ, Key::Differ { .. }) => Mark::Right,
            (Agreement::Differ, Key::Same(_)) => {
                unreachable!("programs that differ are not proved equivalent")
            }
        };
        (mark, Some(both))
    }

    /// The texts of a side's files.
    pub fn texts(&self, side: usize, files: &[File<'_>]) -> Vec<String> {
        let text = |(index, file): (usize, &File<'_>)| match file.content {
            Content::Text(text) if side == self.mutant && index == self.edit.file => {
                self.edit.apply(text)
            }
            Content::Text(text) => text.to_owned(),
            Content::Compiled(ref compiled) => compiled.text.to_owned(),
            _ => String::new(),
        };
        files.iter().enumerate().map(text).collect()
    }
}

/// The questions of a round: the wanted number, or fewer if no more can be drawn. `None` if `stop`
/// was due or the observer broke: an incomplete set of mutants would give another round.
pub async fn round<S: Subject>(
    subject: &S,
    seed: u32,
    wanted: usize,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<Vec<QuestionOf<S>>> {
    let mut chance = Chance::new(seed);
    let edits = subject.edits();
    let of = Some(edits.len() as u32);
    let mut known: Vec<QuestionOf<S>> = Vec::new();
    for (tried, edit) in edits.into_iter().enumerate() {
        let progress = Progress { tried: tried as u32, of, proofs: known.len() as u32 };
        if stop.is_due() || observer.progress(progress).await.is_break() {
            return None;
        }
        let mutant = chance.below(SIDES.len());
        let Some(images) = subject.pair(&edit, mutant) else { continue };
        if let Some(key) = subject.key(&images, solver, observer).await {
            known.push(Question { edit, mutant, images, key });
        }
    }
    match stop.is_due() {
        true => None,
        false => Some(draw(known, wanted, &mut chance, |it| (it.edit.kind, it.is_same()))),
    }
}

/// Draws questions from those whose kind and key are known: see [the module](self).
fn draw<Q>(
    known: Vec<Q>,
    wanted: usize,
    chance: &mut Chance,
    of: impl Fn(&Q) -> (EditKind, bool),
) -> Vec<Q> {
    let mut left: BTreeMap<EditKind, [Vec<Q>; 2]> = BTreeMap::new();
    for question in known {
        let (kind, key) = of(&question);
        left.entry(kind).or_insert_with(|| [Vec::new(), Vec::new()])[usize::from(key)]
            .push(question);
    }
    let pairs = |both: &[Vec<Q>; 2]| both[0].len().min(both[1].len());
    // A question uses at most one pair of one kind, so there are always enough.
    let count = left.values().map(pairs).sum::<usize>().min(wanted);
    let mut drawn = Vec::new();
    for _ in 0..count {
        let mut at = chance.below(left.values().map(pairs).sum());
        let (_, both) = left
            .iter_mut()
            .find(|(_, both)| match pairs(both) {
                pairs if at < pairs => true,
                pairs => {
                    at -= pairs;
                    false
                }
            })
            .expect("it is one of them");
        let questions = &mut both[chance.below(2)];
        let index = chance.below(questions.len());
        drawn.push(questions.swap_remove(index));
    }
    drawn
}

/// Pseudo-random numbers determined by a seed: SplitMix64 (Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014).
struct Chance(u64);

impl Chance {
    fn new(seed: u32) -> Chance {
        Chance(u64::from(seed))
    }

    /// A number below this one, which is not 0.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        (((z >> 32) * most as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nine of ten edits of one kind are equivalent, and few of the other kind are.
    fn known() -> Vec<(EditKind, bool, usize)> {
        let of = |kind, same: usize, other: usize| {
            (0..same + other).map(move |index| (kind, index < same, index))
        };
        let all = of(EditKind::Repeated, 18, 2).chain(of(EditKind::Register, 3, 40));
        all.chain(of(EditKind::Removed, 0, 9)).collect()
    }

    fn drawn(seed: u32, wanted: usize) -> Vec<(EditKind, bool, usize)> {
        draw(known(), wanted, &mut Chance::new(seed), |&(kind, key, _)| (kind, key))
    }

    #[test]
    fn neither_kind_nor_place_tells_the_key() {
        let mut seen: BTreeMap<(EditKind, usize), [u32; 2]> = BTreeMap::new();
        let mut again: BTreeMap<bool, [u32; 2]> = BTreeMap::new();
        for seed in 0..4_000 {
            let round = drawn(seed, 4);
            assert_eq!(round.len(), 4);
            for (place, &(kind, key, _)) in round.iter().enumerate() {
                seen.entry((kind, place)).or_default()[usize::from(key)] += 1;
            }
            for pair in round.windows(2) {
                again.entry(pair[0].1).or_default()[usize::from(pair[1].1)] += 1;
            }
        }
        let is_fair = |counts: &[u32; 2]| {
            let (one, all) = (f64::from(counts[1]), f64::from(counts[0] + counts[1]));
            // Five standard deviations.
            (one - all / 2.0).abs() < 2.5 * all.sqrt()
        };
        assert!(seen.values().all(is_fair), "{seen:?}");
        assert!(again.values().all(is_fair), "nor the answer before: {again:?}");
        assert!(!seen.keys().any(|(kind, _)| *kind == EditKind::Removed), "all are wrong");
    }

    #[test]
    fn the_number_of_questions_is_known_before_and_none_is_asked_twice() {
        for seed in 0..500 {
            let mut round = drawn(seed, 20);
            assert_eq!(round.len(), 2 + 3, "pairs of both keys");
            assert_eq!(round, drawn(seed, 20), "the same for everybody");
            round.sort_unstable();
            round.dedup();
            assert_eq!(round.len(), 5);
        }
        assert_ne!(drawn(1, 4), drawn(2, 4));
    }
}

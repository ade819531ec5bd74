//! Which of many programs do the same: classes, of which a comparison is asked as rarely
//! as can be.
//!
//! All programs are run on the same inputs first, and programs that part there are not
//! compared. Of the others, each is compared with one program of a class, its
//! *representative*: a proof unites, an input on which they differ is run by all and tells
//! apart many at once. So `U` programs of `K` classes take `U - K` proofs and at most
//! `K - 1` inputs, if every comparison comes to an end (SAT sweeping; Kuehlmann et al.,
//! Robust Boolean Reasoning for Equivalence Checking, IEEE TCAD 2002).
//!
//! A proof may be a look at the words of two programs ([`is_renaming`]): then they are one from the
//! beginning, and that counts as a comparison.
//!
//! Nothing else than a proof unites. What a comparison leaves open is an open edge between
//! two classes: it is asked once more at the end, of other members if there are some and
//! with a larger budget, and then stays open. How many classes there are is then known
//! from both sides only ([`Sorting::bounds`]).
//!
//! Programs of which no run comes to an end part from nothing, and proofs about them are the hardest:
//! `n` of them would take `n * n` comparisons in vain. So a program is compared with classes that
//! have the same program in other registers first, then with the first one's, and after a few
//! comparisons that stay open with no more: it *may be* one with the
//! others, and that is as open as if they had been compared ([`IN_VAIN`]). Nor is it compared where
//! comparisons of the same two programs in other registers were in vain ([`kinds`]). Where one program does
//! not stop within many more steps on an input on which the other one does, it is all but certain that
//! no proof unites them: that is asked last, may cost little, and is not asked again.
//!
//! This says what is to be asked next and takes answers in any order, so several
//! comparisons can be under way.

mod kinds;
mod renaming;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::paths::beyond;
use super::paths::outcome::{Outcome, outcome, watched};
use super::paths::sweep;
use crate::contract::Contract;
use crate::machine::{Image, Inputs};
use kinds::Kinds;
pub use renaming::is_renaming;

/// A comparison that is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The program that the other one is compared with: its index.
    pub left: usize,
    /// The other one.
    pub right: usize,
    /// What it may cost.
    pub cost: Cost,
}

/// What a comparison may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Little: it is likely to be in vain.
    Little,
    /// As much as a first one.
    Usual,
    /// More, as the two classes were compared before.
    More,
}

/// What a comparison came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The programs agree on all inputs: proved.
    Same,
    /// They differ on this input.
    Differ(Inputs),
    /// Neither is known.
    Open {
        /// Whether that may be for want of work, runs or effort: else more of these would not help.
        by_limit: bool,
    },
}

/// Two programs that were proved to be the same and differ on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The programs.
    pub programs: [usize; 2],
}

/// Inputs that are run on at most before any comparison: so many that are likely to tell,
/// and so many by chance.
const LIKELY: usize = 960;
const BY_CHANCE: usize = 64;

/// Comparisons of a program with others, each of another kind, that stay open, at most, before it
/// begins a class.
const IN_VAIN: usize = 4;

/// Runs of a program that are watched in vain for a state that comes again, at most: to watch a run
/// takes many times as long as to make it, and a loop that goes nowhere near its end on some
/// inputs does so on all.
const WATCHED_IN_VAIN: u32 = 24;

/// What a program does in the end, where that is soon enough to be seen.
pub fn in_the_end(image: &Rc<Image>, inputs: &Inputs, fuel: u64) -> Outcome {
    let first = watched(image, inputs, fuel);
    match first.fingerprint() {
        Some(_) => first,
        None if first.is_for_ever() => first,
        None => {
            let long = outcome(image, inputs, beyond::STEPS);
            if long.fingerprint().is_some() { long } else { first }
        }
    }
}

/// Inputs that tell many programs apart that should do what this one does.
pub fn inputs_to_try(contract: &Contract, image: &Rc<Image>) -> Vec<Inputs> {
    let first = contract.first_inputs();
    let likely = sweep::candidates(contract, [image, image], &first).take(LIKELY);
    let mut next = sweep::chance();
    let length = contract.names().len();
    let chance: Vec<Inputs> =
        (0..BY_CHANCE).map(|_| (0..length).map(|_| next()).collect()).collect();
    let chance = chance.into_iter().map(|inputs| contract.fit(&inputs));
    let mut seen = BTreeSet::new();
    let all = likely.chain(chance.filter(|inputs| contract.allows(inputs)));
    all.filter(|inputs| seen.insert(inputs.to_vec())).collect()
}

/// Programs that are being sorted into classes.
pub struct Sorting {
    images: Vec<Rc<Image>>,
    kinds: Kinds,
    /// Of a program that is another one before it in other registers ([`is_renaming`]), that one, which
    /// is none itself.
    renamed: Vec<Option<usize>>,
    fuel: u64,
    inputs: Vec<Inputs>,
    /// What each program does on each of the inputs.
    fingerprints: Vec<Vec<Option<u64>>>,
    /// Runs of each program that were watched in vain.
    watched_in_vain: Vec<u32>,
    /// Of a program that does not stop within [`beyond::STEPS`] on an input on which the first one does, as
    /// far as programs of its kind tell, that input: its place.
    late: Vec<Option<usize>>,
    /// The class of each program that has one.
    class_of: Vec<Option<usize>>,
    /// The members of each class, its representative first; none of one that was united
    /// with another one.
    classes: Vec<Vec<usize>>,
    under_way: Vec<Ask>,
    /// On what inputs comparisons told programs apart: it may take more steps than runs
    /// have here.
    apart: BTreeMap<[usize; 2], Inputs>,
    /// Programs whose comparison was open.
    open: BTreeSet<[usize; 2]>,
    /// Programs that were not compared, after too many comparisons of one of them in vain.
    passed_over: BTreeSet<[usize; 2]>,
    /// Edges between classes that were asked about again.
    again: BTreeSet<[usize; 2]>,
    /// Comparisons that were asked for.
    pub asked: u32,
    /// Of these, how many proved that programs are the same.
    pub proofs: u32,
    /// And how many found an input on which they differ.
    pub differences: u32,
}

impl Sorting {
    /// These programs, after runs on these inputs of so many steps at most. The first
    /// program is the representative of its class.
    pub fn new(images: Vec<Rc<Image>>, inputs: Vec<Inputs>, fuel: u64) -> Sorting {
        let count = images.len();
        let kinds = Kinds::new(&images);
        let mut sorting = Sorting {
            renamed: renamed(&images, &kinds),
            kinds,
            images,
            fuel,
            inputs: Vec::new(),
            fingerprints: vec![Vec::new(); count],
            watched_in_vain: vec![0; count],
            late: vec![None; count],
            class_of: vec![None; count],
            classes: Vec::new(),
            under_way: Vec::new(),
            apart: BTreeMap::new(),
            open: BTreeSet::new(),
            passed_over: BTreeSet::new(),
            again: BTreeSet::new(),
            asked: 0,
            proofs: 0,
            differences: 0,
        };
        inputs.into_iter().for_each(|inputs| sorting.run(inputs));
        sorting.run_on();
        sorting
    }

    /// Has each program that did not come to an end where the first one did run on, on the first
    /// of these inputs. One that still does not would be compared in vain with many. Of programs of
    /// one kind that do not, one is enough to see that it takes long.
    fn run_on(&mut self) {
        let mut in_vain: BTreeSet<(usize, usize)> = BTreeSet::new();
        for program in 1..self.images.len() {
            let both = self.fingerprints[0].iter().zip(&self.fingerprints[program]);
            let Some(at) = both.clone().position(|(a, b)| a.is_some() && b.is_none()) else {
                continue;
            };
            let of_kind = (self.kinds.of(program), at);
            if both.clone().any(differ) {
                continue;
            }
            if !in_vain.contains(&of_kind) {
                let end = in_the_end(&self.images[program], &self.inputs[at], self.fuel);
                self.fingerprints[program][at] = end.fingerprint();
                if end.fingerprint().is_some() {
                    continue;
                }
                in_vain.insert(of_kind);
            }
            self.late[program] = Some(at);
        }
    }

    /// Has all programs run on an input. Where one comes to no end, others of its kind are not tried:
    /// of these nothing is said then, either.
    fn run(&mut self, inputs: Inputs) {
        let mut endless = BTreeSet::new();
        for program in 0..self.images.len() {
            let kind = self.kinds.of(program);
            if let Some(same) = self.renamed[program] {
                let end = self.fingerprints[same][self.inputs.len()];
                self.fingerprints[program].push(end);
                continue;
            }
            if endless.contains(&kind) {
                self.fingerprints[program].push(None);
                continue;
            }
            let image = &self.images[program];
            let mut end = outcome(image, &inputs, self.fuel).fingerprint();
            let in_vain = &mut self.watched_in_vain[program];
            if end.is_none() && *in_vain < WATCHED_IN_VAIN {
                end = watched(image, &inputs, self.fuel).fingerprint();
                *in_vain += u32::from(end.is_none());
            }
            if end.is_none() {
                endless.insert(kind);
            }
            self.fingerprints[program].push(end);
        }
        self.inputs.push(inputs);
    }

    /// The comparison that is wanted next. None where all is done, or where it hangs on
    /// what is under way ([`Sorting::is_done`]).
    pub fn ask(&mut self) -> Option<Ask> {
        let ask = self.first_time().or_else(|| self.once_more())?;
        self.asked += 1;
        self.under_way.push(ask);
        Some(ask)
    }

    /// A program without a class, and the class that is most likely its own. One that parts
    /// from all classes begins another, and so does one of which too much is open.
    fn first_time(&mut self) -> Option<Ask> {
        let mut waiting = BTreeSet::new();
        for right in 0..self.images.len() {
            let kind = self.kinds.of(right);
            let has_class = self.class_of[right].is_some();
            if has_class || waiting.contains(&kind) || self.is_under_way(right) {
                continue;
            }
            if let Some(same) = self.renamed[right] {
                if let Some(class) = self.class_of[same] {
                    self.class_of[right] = Some(class);
                    self.classes[class].push(right);
                    self.asked += 1;
                    self.proofs += 1;
                }
                continue;
            }
            match self.most_likely(right) {
                // What it tells of programs of these kinds is waited for.
                Some(ask) if self.is_being_tried([ask.left, right]) => {
                    waiting.insert(kind);
                }
                Some(ask) => return Some(ask),
                None => {
                    let may_be = self.may_be(right).map(|class| pair(class[0], right));
                    let passed_over: Vec<_> = may_be.collect();
                    self.passed_over.extend(passed_over);
                    self.class_of[right] = Some(self.classes.len());
                    self.classes.push(vec![right]);
                }
            }
        }
        None
    }

    /// The classes that a program may belong to, as far as it is known, and that it was not compared with.
    fn may_be(&self, right: usize) -> impl Iterator<Item = &[usize]> {
        let classes = self.classes.iter().filter(|class| !class.is_empty()).map(Vec::as_slice);
        classes
            .filter(move |class| !self.was_asked(class, right) && !self.are_apart(class, &[right]))
    }

    /// Whether a comparison of a program with a class stayed open.
    fn was_asked(&self, class: &[usize], right: usize) -> bool {
        class.iter().any(|&other| self.open.contains(&pair(other, right)))
    }

    /// The first comparison of a program that is most likely to tell something, if one is.
    fn most_likely(&self, right: usize) -> Option<Ask> {
        let classes = self.classes.iter().filter(|class| !class.is_empty());
        let asked = classes.filter(|class| self.was_asked(class, right));
        let is_far = |class: &[usize]| self.stop_far_apart(class, right);
        let is_in_vain = |class: &[usize]| self.kinds.is_in_vain([class[0], right], is_far(class));
        let (in_vain, worth): (Vec<&[usize]>, Vec<&[usize]>) =
            self.may_be(right).partition(|class| is_in_vain(class));
        // Of what others of its kind were compared with in vain, it was, too.
        let of_both = asked.map(Vec::as_slice).chain(in_vain);
        let tried: Vec<&[usize]> = of_both.collect();
        let kinds: BTreeSet<usize> = tried.iter().map(|class| self.kinds.of(class[0])).collect();
        let is_late = self.late[right].is_some();
        let ask = |class: &[usize], cost| Ask { left: class[0], right, cost };
        let cost = |class: &[usize]| match is_late || is_far(class) {
            true => Cost::Little,
            false => Cost::Usual,
        };
        let is_of_kind =
            |class: &&&[usize]| class.iter().any(|&it| self.kinds.of(it) == self.kinds.of(right));
        if let Some(class) = worth.iter().find(is_of_kind) {
            return Some(ask(class, cost(class)));
        }
        if kinds.len() >= if is_late { 1 } else { IN_VAIN } {
            return None;
        }
        // One that stops is compared with one that does not where nothing else is left, and once.
        let near = worth.iter().find(|class| is_late || !is_far(class));
        let far = || worth.first().filter(|_| !tried.iter().any(|class| is_far(class)));
        let class = near.or_else(far)?;
        Some(ask(class, cost(class)))
    }

    fn is_under_way(&self, program: usize) -> bool {
        self.under_way.iter().any(|ask| ask.right == program)
    }

    /// Whether a comparison of programs of the same kinds is under way that is likely to tell how
    /// others come out.
    fn is_being_tried(&self, programs: [usize; 2]) -> bool {
        let is_of_these =
            |ask: &Ask| self.kinds.of_both([ask.left, ask.right]) == self.kinds.of_both(programs);
        self.kinds.is_new(programs) && self.under_way.iter().any(is_of_these)
    }

    /// Whether a program stops on an input on which the programs of a class do not within many
    /// more steps, or the other way round.
    fn stop_far_apart(&self, class: &[usize], right: usize) -> bool {
        let far = |late: usize, other: usize| {
            self.late[late].is_some_and(|at| self.fingerprints[other][at].is_some())
        };
        class.iter().any(|&member| far(member, right) || far(right, member))
    }

    /// An edge between classes that was left open, once all programs have a class.
    fn once_more(&mut self) -> Option<Ask> {
        if self.class_of.iter().any(Option::is_none) {
            return None;
        }
        // What changes a class is waited for.
        let is_busy = |class: usize| {
            let of = |ask: &Ask| [ask.left, ask.right].map(|it| self.class_of[it]);
            self.under_way.iter().any(|ask| of(ask).contains(&Some(class)))
        };
        let next = self.to_ask_again().into_iter().find(|&(edge, programs)| {
            !edge.into_iter().any(is_busy) && !self.is_being_tried(programs)
        });
        let (edge, [left, right]) = next?;
        self.again.insert(edge);
        Some(Ask { left, right, cost: Cost::More })
    }

    /// Edges that are open and that a larger budget may tell more of, with two programs each to be
    /// compared.
    fn to_ask_again(&self) -> Vec<([usize; 2], [usize; 2])> {
        let compared = self.edges_of(self.open.iter());
        // No comparison was in vain for these that could cost more.
        let is_late = |&class: &usize| self.late[self.classes[class][0]].is_some();
        let edges = self.edges().into_iter();
        let edges = edges.filter(|edge| !self.again.contains(edge) && !edge.iter().any(is_late));
        let with_programs = edges.map(|edge| {
            // Other members may be easier to compare.
            let programs = edge.map(|class| {
                let members = &self.classes[class];
                *members.get(1).unwrap_or(&members[0])
            });
            (edge, programs)
        });
        with_programs
            .filter(|(edge, programs)| match compared.contains(edge) {
                true => self.kinds.is_worth_more(*programs),
                false => self.kinds.is_proved(*programs),
            })
            .collect()
    }

    /// Takes the answer to a comparison.
    ///
    /// # Errors
    ///
    /// The programs are proved to be the same, and an input shows that they are not.
    pub fn tell(&mut self, ask: Ask, told: Told) -> Result<(), Contradiction> {
        let Ask { left, right, cost } = ask;
        self.under_way.retain(|other| *other != ask);
        match told {
            Told::Open { by_limit } => {
                self.kinds.left_open([left, right], !by_limit || cost == Cost::More);
                self.open.insert(pair(left, right));
            }
            Told::Differ(inputs) => {
                self.differences += 1;
                if !self.inputs.contains(&inputs) {
                    // On this one it was worth it to watch: what went round goes round in others.
                    self.watched_in_vain.fill(0);
                    self.run(inputs.clone());
                }
                self.apart.insert(pair(left, right), inputs);
            }
            Told::Same => {
                self.proofs += 1;
                self.kinds.proved([left, right]);
                let class = self.class_of[left].expect("it is in a class");
                let others = self.class_of[right];
                let right_side = others.map_or_else(|| vec![right], |it| self.classes[it].clone());
                if self.are_apart(&self.classes[class], &right_side) {
                    return Err(Contradiction { programs: [left, right] });
                }
                debug_assert!(cost == Cost::More || others.is_none());
                if let Some(others) = others {
                    self.classes[others].clear();
                }
                for &member in &right_side {
                    self.class_of[member] = Some(class);
                }
                self.classes[class].extend(right_side);
            }
        }
        Ok(())
    }

    /// Whether every program has its class, and all that was open was asked about again.
    pub fn is_done(&self) -> bool {
        let all = self.class_of.iter().all(Option::is_some);
        all && self.under_way.is_empty() && self.to_ask_again().is_empty()
    }

    /// The classes, each by the indexes of its programs in the order in which they came
    /// to it, the representative first.
    pub fn classes(&self) -> Vec<&[usize]> {
        self.classes.iter().filter(|class| !class.is_empty()).map(Vec::as_slice).collect()
    }

    /// Representatives of classes that may be one: no input tells them apart, and no
    /// proof unites them.
    pub fn open(&self) -> Vec<[usize; 2]> {
        self.edges().into_iter().map(|edge| edge.map(|class| self.classes[class][0])).collect()
    }

    /// An input on which two programs differ, if it is known that they do.
    pub fn difference(&self, a: usize, b: usize) -> Option<&Inputs> {
        let of_runs = self.parting(a, b).map(|index| &self.inputs[index]);
        // What is told of a program is true of all that are the same.
        let class = |program: usize| Some(&self.classes[self.class_of[program]?]);
        of_runs.or_else(|| self.told_apart(class(a)?, class(b)?))
    }

    /// Not fewer classes than this, and not more. They part only where something is open.
    pub fn bounds(&self) -> [usize; 2] {
        let classes: Vec<usize> =
            (0..self.classes.len()).filter(|&class| !self.classes[class].is_empty()).collect();
        let edges = self.edges();
        // Classes each two of which are told apart are so many for sure.
        let mut sure: Vec<usize> = Vec::new();
        for &class in &classes {
            if sure.iter().all(|&other| !edges.contains(&pair(class, other))) {
                sure.push(class);
            }
        }
        [sure.len(), classes.len()]
    }

    /// Classes that may be one.
    fn edges(&self) -> BTreeSet<[usize; 2]> {
        self.edges_of(self.open.iter().chain(&self.passed_over))
    }

    /// The classes of such programs, where they may be one.
    fn edges_of<'p>(&self, pairs: impl Iterator<Item = &'p [usize; 2]>) -> BTreeSet<[usize; 2]> {
        let edge = |&[a, b]: &[usize; 2]| Some(pair(self.class_of[a]?, self.class_of[b]?));
        let edges: BTreeSet<[usize; 2]> = pairs.filter_map(edge).collect();
        let is_open =
            |&[a, b]: &[usize; 2]| a != b && !self.are_apart(&self.classes[a], &self.classes[b]);
        edges.into_iter().filter(is_open).collect()
    }

    /// Whether something tells two classes apart.
    fn are_apart(&self, class: &[usize], other: &[usize]) -> bool {
        self.parting(class[0], other[0]).is_some() || self.told_apart(class, other).is_some()
    }

    /// The inputs on which a comparison told two classes apart.
    fn told_apart(&self, class: &[usize], other: &[usize]) -> Option<&Inputs> {
        let mut all = class.iter().flat_map(|&a| other.iter().map(move |&b| pair(a, b)));
        all.find_map(|pair| self.apart.get(&pair))
    }

    /// The first input on which two programs differ.
    fn parting(&self, a: usize, b: usize) -> Option<usize> {
        let both = self.fingerprints[a].iter().zip(&self.fingerprints[b]);
        both.enumerate().find_map(|(index, both)| differ(both).then_some(index))
    }

    /// On which of the inputs that were run on two programs differ: by their places.
    pub fn differing(&self, a: usize, b: usize) -> Vec<usize> {
        let both = self.fingerprints[a].iter().zip(&self.fingerprints[b]);
        both.enumerate().filter_map(|(index, both)| differ(both).then_some(index)).collect()
    }

    /// How many inputs were run on.
    pub fn runs(&self) -> usize {
        self.inputs.len()
    }
}

/// See [`Sorting::renamed`].
fn renamed(images: &[Rc<Image>], kinds: &Kinds) -> Vec<Option<usize>> {
    let mut first: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let one = |(program, image): (usize, &Rc<Image>)| {
        let others = first.entry(kinds.of(program)).or_default();
        let same = others.iter().find(|&&other| is_renaming(&images[other], image)).copied();
        if same.is_none() {
            others.push(program);
        }
        same
    };
    images.iter().enumerate().map(one).collect()
}

/// Whether two programs did different things, as far as it is known what they do.
fn differ((a, b): (&Option<u64>, &Option<u64>)) -> bool {
    a.is_some() && b.is_some() && a != b
}

fn pair(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

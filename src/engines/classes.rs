//! Partitions many programs into equivalence classes with as few comparisons as possible.
//!
//! All programs are first run on the same inputs, and programs that differ there are not compared.
//! Each of the others is compared with one program of a class, its *representative*. A proof merges
//! classes; an input on which the two differ is run by all programs and separates many at once. So
//! `U` programs of `K` classes take `U - K` proofs and at most `K - 1` inputs, if every comparison
//! is decided (SAT sweeping; Kuehlmann et al., Robust Boolean Reasoning for Equivalence Checking,
//! IEEE TCAD 2002).
//!
//! A proof may be syntactic ([`is_renaming`]): two such programs are merged from the beginning, and
//! that counts as a comparison.
//!
//! Nothing except a proof merges classes. An undecided comparison is an open edge between two
//! classes. It is repeated once at the end, with other members if there are some and with a larger
//! budget, and then stays open. The number of classes is then known by bounds only
//! ([`Sorting::bounds`]).
//!
//! Programs of which no run ends cannot be separated, and proofs about them are the hardest: `n` of
//! them could take `n * n` failed comparisons. So a program is first compared with classes that
//! have the same program in other registers, then with the first program's class, and after a few
//! undecided comparisons with no more. It *may be* equal to the others, which is as open as if they
//! had been compared ([`IN_VAIN`]). It is also not compared where comparisons of the same two
//! programs in other registers failed ([`kinds`]). If one program does not stop within many more
//! steps on an input on which the other one does, it is almost certain that no proof exists: that
//! comparison comes last, gets little effort, and is not repeated.
//!
//! This module chooses the next comparison and accepts answers in any order, so several comparisons
//! can run at once.

//!
//! It knows programs only as [`Subject`]s, so those of every machine are sorted alike.

mod arm64;
mod kinds;
mod renaming;
mod subject;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::paths::sweep;
use crate::contract::Contract;
use crate::machine::{Image, Inputs};
pub use arm64::Arm64;
use kinds::Kinds;
pub use renaming::is_renaming;
pub use subject::{Subject, in_the_end};

/// A requested comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The index of the left program.
    pub left: usize,
    /// The index of the right program.
    pub right: usize,
    /// Its budget.
    pub cost: Cost,
}

/// The budget of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Small: it will probably fail.
    Little,
    /// The budget of a first comparison.
    Usual,
    /// Larger, as the two classes were compared before.
    More,
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared<I = Inputs> {
    /// The programs are proved to agree on all inputs.
    Same,
    /// They differ on this input.
    Differ(I),
    /// Undecided.
    Open {
        /// Whether a limit on work, runs or effort may be the reason: otherwise a larger budget
        /// would not help.
        by_limit: bool,
    },
}

/// Two programs that were proved equivalent and differ on an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The programs.
    pub programs: [usize; 2],
}

/// Maximum number of inputs that are run before any comparison: those likely to separate programs,
/// and pseudo-random ones.
const LIKELY: usize = 960;
const BY_CHANCE: usize = 64;

/// Maximum number of undecided comparisons of a program, each with a program of another kind,
/// before it starts a new class.
const IN_VAIN: usize = 4;

/// Maximum number of runs of a program that are watched for a recurring state without success. A
/// watched run takes many times as long, and a loop that makes no progress towards its end on some
/// inputs makes none on all.
const WATCHED_IN_VAIN: u32 = 24;

/// Inputs that separate many programs from this reference.
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

/// A partition of programs under construction.
pub struct Sorting<S: Subject = Rc<Image>> {
    subjects: Vec<S>,
    kinds: Kinds,
    /// For a program that is an earlier one in other registers ([`is_renaming`]), that one, which
    /// is not a renaming itself.
    renamed: Vec<Option<usize>>,
    fuel: u64,
    inputs: Vec<S::Inputs>,
    /// The fingerprint of each program's outcome on each of the inputs.
    fingerprints: Vec<Vec<Option<u64>>>,
    /// For each program, the runs that were watched without success.
    watched_in_vain: Vec<u32>,
    /// For a program that does not stop within many more steps ([`Subject::in_the_end`]) on an input on which the first one
    /// does, the index of that input, as far as programs of its kind show.
    late: Vec<Option<usize>>,
    /// The class of each program that has one.
    class_of: Vec<Option<usize>>,
    /// The members of each class, its representative first; empty after it was merged into another
    /// one.
    classes: Vec<Vec<usize>>,
    under_way: Vec<Ask>,
    /// The inputs on which comparisons separated programs; these may take more steps than runs have
    /// here.
    apart: BTreeMap<[usize; 2], S::Inputs>,
    /// Pairs whose comparison was undecided.
    open: BTreeSet<[usize; 2]>,
    /// Pairs that were not compared, after too many failed comparisons of one of them.
    passed_over: BTreeSet<[usize; 2]>,
    /// Edges between classes that were compared again.
    again: BTreeSet<[usize; 2]>,
    /// Number of comparisons requested.
    pub asked: u32,
    /// Number of comparisons that proved equivalence.
    pub proofs: u32,
    /// Number of comparisons that found a difference.
    pub differences: u32,
}

impl<S: Subject> Sorting<S> {
    /// Runs these programs on these inputs, for at most `fuel` steps each. The first program is the
    /// representative of its class.
    pub fn new(subjects: Vec<S>, inputs: Vec<S::Inputs>, fuel: u64) -> Sorting<S> {
        let count = subjects.len();
        let kinds = Kinds::new(subjects.iter().map(S::kind));
        let mut sorting = Sorting {
            renamed: renamed(&subjects, &kinds),
            kinds,
            subjects,
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

    /// Continues the runs of programs that did not stop where the first one did, on the first of
    /// these inputs. A program that still does not stop would be compared with many without
    /// success. For one kind, one such program is enough.
    fn run_on(&mut self) {
        let mut in_vain: BTreeSet<(usize, usize)> = BTreeSet::new();
        for program in 1..self.subjects.len() {
            let both = self.fingerprints[0].iter().zip(&self.fingerprints[program]);
            let Some(at) = both.clone().position(|(a, b)| a.is_some() && b.is_none()) else {
                continue;
            };
            let of_kind = (self.kinds.of(program), at);
            if both.clone().any(differ) {
                continue;
            }
            if !in_vain.contains(&of_kind) {
                let end = self.subjects[program].in_the_end(&self.inputs[at], self.fuel);
                self.fingerprints[program][at] = end;
                if end.is_some() {
                    continue;
                }
                in_vain.insert(of_kind);
            }
            self.late[program] = Some(at);
        }
    }

    /// Runs all programs on an input. If one does not end, others of its kind are not run; their
    /// outcomes remain unknown.
    fn run(&mut self, inputs: S::Inputs) {
        let mut endless = BTreeSet::new();
        for program in 0..self.subjects.len() {
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
            let subject = &self.subjects[program];
            let mut end = subject.outcome(&inputs, self.fuel);
            let in_vain = &mut self.watched_in_vain[program];
            if end.is_none() && *in_vain < WATCHED_IN_VAIN {
                end = subject.watched(&inputs, self.fuel);
                *in_vain += u32::from(end.is_none());
            }
            if end.is_none() {
                endless.insert(kind);
            }
            self.fingerprints[program].push(end);
        }
        self.inputs.push(inputs);
    }

    /// The next comparison to make. `None` if all is done, or if it depends on comparisons in
    /// progress ([`Sorting::is_done`]).
    pub fn ask(&mut self) -> Option<Ask> {
        let ask = self.first_time().or_else(|| self.once_more())?;
        self.asked += 1;
        self.under_way.push(ask);
        Some(ask)
    }

    /// A program without a class, and its most likely class. A program that differs from all
    /// classes starts a new one, and so does one with too many open comparisons.
    fn first_time(&mut self) -> Option<Ask> {
        let mut waiting = BTreeSet::new();
        for right in 0..self.subjects.len() {
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
                // Wait for what it shows about programs of these kinds.
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

    /// The classes that a program may belong to, as far as is known, and with which it was not
    /// compared.
    fn may_be(&self, right: usize) -> impl Iterator<Item = &[usize]> {
        let classes = self.classes.iter().filter(|class| !class.is_empty()).map(Vec::as_slice);
        classes
            .filter(move |class| !self.was_asked(class, right) && !self.are_apart(class, &[right]))
    }

    /// Whether a comparison of a program with a class was undecided.
    fn was_asked(&self, class: &[usize], right: usize) -> bool {
        class.iter().any(|&other| self.open.contains(&pair(other, right)))
    }

    /// The first comparison of a program that is most promising, if there is one.
    fn most_likely(&self, right: usize) -> Option<Ask> {
        let classes = self.classes.iter().filter(|class| !class.is_empty());
        let asked = classes.filter(|class| self.was_asked(class, right));
        let is_far = |class: &[usize]| self.stop_far_apart(class, right);
        let would_fail = |class: &[usize]| self.kinds.would_fail([class[0], right], is_far(class));
        let (in_vain, worth): (Vec<&[usize]>, Vec<&[usize]>) =
            self.may_be(right).partition(|class| would_fail(class));
        // Failed comparisons of others of its kind count for it, too.
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
        // A program that stops is compared with one that does not only as a last resort, and once.
        let near = worth.iter().find(|class| is_late || !is_far(class));
        let far = || worth.first().filter(|_| !tried.iter().any(|class| is_far(class)));
        let class = near.or_else(far)?;
        Some(ask(class, cost(class)))
    }

    fn is_under_way(&self, program: usize) -> bool {
        self.under_way.iter().any(|ask| ask.right == program)
    }

    /// Whether a comparison of programs of the same kinds is in progress whose result will probably
    /// predict others.
    fn is_being_tried(&self, programs: [usize; 2]) -> bool {
        let is_of_these =
            |ask: &Ask| self.kinds.of_both([ask.left, ask.right]) == self.kinds.of_both(programs);
        self.kinds.is_new(programs) && self.under_way.iter().any(is_of_these)
    }

    /// Whether a program stops on an input on which the programs of a class do not within many more
    /// steps, or vice versa.
    fn stop_far_apart(&self, class: &[usize], right: usize) -> bool {
        let far = |late: usize, other: usize| {
            self.late[late].is_some_and(|at| self.fingerprints[other][at].is_some())
        };
        class.iter().any(|&member| far(member, right) || far(right, member))
    }

    /// An open edge between classes, once all programs have a class.
    fn once_more(&mut self) -> Option<Ask> {
        if self.class_of.iter().any(Option::is_none) {
            return None;
        }
        // Wait for comparisons that may change a class.
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

    /// Open edges for which a larger budget may help, with the two programs to compare for each.
    fn to_ask_again(&self) -> Vec<([usize; 2], [usize; 2])> {
        let compared = self.edges_of(self.open.iter());
        // Comparisons of programs that stop late, if at all, are not repeated.
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

    /// Processes the answer to a comparison.
    ///
    /// # Errors
    ///
    /// If the programs are proved equivalent while an input shows that they differ.
    pub fn tell(&mut self, ask: Ask, result: Compared<S::Inputs>) -> Result<(), Contradiction> {
        let Ask { left, right, cost } = ask;
        self.under_way.retain(|other| *other != ask);
        match result {
            Compared::Open { by_limit } => {
                self.kinds.left_open([left, right], !by_limit || cost == Cost::More);
                self.open.insert(pair(left, right));
            }
            Compared::Differ(inputs) => {
                self.differences += 1;
                if !self.inputs.contains(&inputs) {
                    // Watching was worthwhile on this input: programs that cycled may cycle on
                    // others.
                    self.watched_in_vain.fill(0);
                    self.run(inputs.clone());
                }
                self.apart.insert(pair(left, right), inputs);
            }
            Compared::Same => {
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

    /// Whether every program has its class, and all open edges were compared again.
    pub fn is_done(&self) -> bool {
        let all = self.class_of.iter().all(Option::is_some);
        all && self.under_way.is_empty() && self.to_ask_again().is_empty()
    }

    /// The classes, each as the indices of its programs in the order in which they joined, the
    /// representative first.
    pub fn classes(&self) -> Vec<&[usize]> {
        self.classes.iter().filter(|class| !class.is_empty()).map(Vec::as_slice).collect()
    }

    /// Pairs of representatives whose classes may be equal: no input separates them, and no proof
    /// merges them.
    pub fn open(&self) -> Vec<[usize; 2]> {
        self.edges().into_iter().map(|edge| edge.map(|class| self.classes[class][0])).collect()
    }

    /// An input on which two programs differ, if one is known: the smallest of those that were run
    /// ([`Subject::size`]).
    pub fn difference(&self, a: usize, b: usize) -> Option<&S::Inputs> {
        let of_runs = self.parting(a, b).map(|index| &self.inputs[index]);
        let of_runs = of_runs.min_by_key(|inputs| S::size(inputs));
        // Facts about a program hold for its whole class.
        let class = |program: usize| Some(&self.classes[self.class_of[program]?]);
        of_runs.or_else(|| self.separating_input(class(a)?, class(b)?))
    }

    /// Lower and upper bound on the number of classes. They differ only where something is open.
    pub fn bounds(&self) -> [usize; 2] {
        let classes: Vec<usize> =
            (0..self.classes.len()).filter(|&class| !self.classes[class].is_empty()).collect();
        let edges = self.edges();
        // Pairwise separated classes are a lower bound.
        let mut sure: Vec<usize> = Vec::new();
        for &class in &classes {
            if sure.iter().all(|&other| !edges.contains(&pair(class, other))) {
                sure.push(class);
            }
        }
        [sure.len(), classes.len()]
    }

    /// Pairs of classes that may be equal.
    fn edges(&self) -> BTreeSet<[usize; 2]> {
        self.edges_of(self.open.iter().chain(&self.passed_over))
    }

    /// The pairs of classes of these programs, where they may be equal.
    fn edges_of<'p>(&self, pairs: impl Iterator<Item = &'p [usize; 2]>) -> BTreeSet<[usize; 2]> {
        let edge = |&[a, b]: &[usize; 2]| Some(pair(self.class_of[a]?, self.class_of[b]?));
        let edges: BTreeSet<[usize; 2]> = pairs.filter_map(edge).collect();
        let is_open =
            |&[a, b]: &[usize; 2]| a != b && !self.are_apart(&self.classes[a], &self.classes[b]);
        edges.into_iter().filter(is_open).collect()
    }

    /// Whether two classes are known to differ.
    fn are_apart(&self, class: &[usize], other: &[usize]) -> bool {
        self.parting(class[0], other[0]).next().is_some()
            || self.separating_input(class, other).is_some()
    }

    /// An input on which two classes differ, if a comparison found one.
    fn separating_input(&self, class: &[usize], other: &[usize]) -> Option<&S::Inputs> {
        let mut all = class.iter().flat_map(|&a| other.iter().map(move |&b| pair(a, b)));
        all.find_map(|pair| self.apart.get(&pair))
    }

    /// The indices of the inputs that were run and on which two programs differ.
    fn parting(&self, a: usize, b: usize) -> impl Iterator<Item = usize> {
        let both = self.fingerprints[a].iter().zip(&self.fingerprints[b]);
        both.enumerate().filter_map(|(index, both)| differ(both).then_some(index))
    }

    /// The indices of the inputs on which two programs differ, as a list.
    pub fn differing(&self, a: usize, b: usize) -> Vec<usize> {
        self.parting(a, b).collect()
    }

    /// A program.
    pub fn subject(&self, program: usize) -> &S {
        &self.subjects[program]
    }

    /// Number of inputs that were run.
    pub fn runs(&self) -> usize {
        self.inputs.len()
    }
}

/// See [`Sorting::renamed`].
fn renamed<S: Subject>(subjects: &[S], kinds: &Kinds) -> Vec<Option<usize>> {
    let mut first: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let one = |(program, subject): (usize, &S)| {
        let others = first.entry(kinds.of(program)).or_default();
        let same = others.iter().find(|&&other| subjects[other].is_renaming(subject)).copied();
        if same.is_none() {
            others.push(program);
        }
        same
    };
    subjects.iter().enumerate().map(one).collect()
}

/// Whether two programs have different known outcomes.
fn differ((a, b): (&Option<u64>, &Option<u64>)) -> bool {
    a.is_some() && b.is_some() && a != b
}

fn pair(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

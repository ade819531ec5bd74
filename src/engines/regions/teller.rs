//! Describes the leaves on which two programs differ by a few regions, in texts that the contract
//! parser reads back.
//!
//! The regions of a [group](super::groups) are the intervals of the one input that decides, or
//! conjunctions of a few atoms that a [`Learner`] finds. If it finds none, they are as few
//! conditions of a leaf as still imply the group.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::atoms::{self, Atom, atoms};
use super::conditions::{Conditions, Finding};
use super::judge::Judge;
use super::learn::Learner;
use super::{Piece, Region};
use crate::engines::difference::Difference;
use crate::engines::tree::Bench;
use crate::program::Address;
use crate::symbolic::assumption;

/// Maximum number of instructions of a region whose overflow is checked.
const WRAPS: usize = 32;
/// Maximum number of intervals of one word.
const INTERVALS: usize = 8;
/// Maximum number of regions of a group.
const REGIONS: usize = 24;
/// Number of examples drawn inside of a group, and outside.
const EXAMPLES: usize = 120;
/// Number of leaves of a group whose inputs are varied for examples.
const VARIED: usize = 12;
/// Number of inputs for which a region is learnt, to choose the best one.
const SEEDS: usize = 3;
/// Number of failures to learn a region, after which the rest of a group is described by its
/// leaves.
const PATIENCE: u32 = 2;

/// Turns pieces into regions.
pub(super) struct Teller<J> {
    pub(super) judge: J,
}

/// A region of two programs.
pub(super) type RegionOf<J> = Region<<J as Conditions>::Inputs, <J as Conditions>::Fault>;

/// A region with its meaning.
type Described<J> = (RegionOf<J>, <J as Conditions>::Truth);

/// The atoms about some inputs, which are given by their indices.
type OfWords<'a, T> = (Vec<usize>, Vec<&'a Atom<T>>);

/// A teller about MIPS programs.
pub(super) type Mips<'t, 'd> = Teller<Judge<'t, 'd>>;

impl<'t, 'd> Mips<'t, 'd> {
    pub(super) fn new(bench: Bench<'t>, difference: &'t Difference<'d>) -> Mips<'t, 'd> {
        Teller { judge: Judge::new(bench, difference) }
    }
}

impl<J: Conditions> Teller<J> {
    /// The regions, largest first, and whether they cover all of the pieces.
    pub(super) async fn tell(&mut self, pieces: Vec<Piece<J>>) -> (Vec<RegionOf<J>>, bool) {
        let groups = self.grouped(pieces).await;
        let (mut regions, mut is_covered) = (Vec::new(), true);
        // Texts come first: the number of queries is limited.
        let mut terms = Vec::new();
        for group in &groups {
            let described = match self.intervals(group).await {
                Some(described) => described,
                None => {
                    let (described, is_all) = self.learnt(group).await;
                    is_covered &= is_all;
                    described
                }
            };
            for (region, term) in described {
                regions.push(region);
                terms.push((term, group));
            }
        }
        for (region, (term, group)) in regions.iter_mut().zip(terms) {
            region.wraps = self.wraps(term, group, &region.sample).await;
            region.count = self.judge.count(term);
        }
        regions.sort_by(|a, b| b.count.cmp(&a.count));
        (regions, is_covered)
    }

    /// The number of the contract's inputs in any of these regions.
    pub(super) fn count(&mut self, regions: &[Region]) -> Option<BigUint> {
        let texts: Vec<String> = regions.iter().map(|region| region.condition.clone()).collect();
        self.count_of(&texts)
    }

    /// The number of the contract's inputs that satisfy any of these conditions.
    pub(super) fn count_of(&mut self, conditions: &[String]) -> Option<BigUint> {
        let meanings = conditions.iter().map(|text| self.judge.meaning(text));
        let meanings = meanings.collect::<Option<Vec<J::Truth>>>()?;
        let any = self.judge.any(meanings);
        self.judge.count(any)
    }

    /// The addresses at which the right program overflows on all inputs of a region, if nothing
    /// else overflows on any of them.
    async fn wraps(
        &mut self,
        region: J::Truth,
        group: &[Piece<J>],
        sample: &J::Inputs,
    ) -> Option<Vec<Address>> {
        // Pieces are disjoint, so each contributes its own conditions.
        let mut overflows: BTreeMap<Address, J::Truth> = BTreeMap::new();
        for piece in group {
            let here = self.judge.all(&piece.literals);
            for overflow in piece.overflows[1].as_deref()? {
                let (at, term) = self.judge.overflow(overflow);
                let it_does = self.judge.and(here, term);
                let any = overflows.entry(at).or_insert_with(|| self.judge.known(false));
                *any = self.judge.or(*any, it_does);
            }
        }
        if overflows.len() > WRAPS {
            return None;
        }
        let mut wraps = Vec::new();
        for (at, term) in overflows {
            let is_wrapped = self.judge.holds(term, sample);
            let otherwise = if is_wrapped { self.judge.not(term) } else { term };
            let goal = self.judge.and(region, otherwise);
            if !self.judge.is_never(goal).await {
                return None;
            }
            if is_wrapped {
                wraps.push(at);
            }
        }
        Some(wraps)
    }

    /// A group as intervals of the one word that decides, if there is one.
    async fn intervals(&mut self, group: &[Piece<J>]) -> Option<Vec<Described<J>>> {
        let whole = self.whole(group);
        let outside = self.judge.not(whole);
        if self.judge.is_never(outside).await {
            let everything = self.judge.known(true);
            let sample = self.judge.sample(everything).await?;
            let text = assumption::TRUE.to_owned();
            return Some(vec![(region(&group[0], text, sample), everything)]);
        }
        let mut regions = Vec::new();
        for text in self.judge.intervals(whole, INTERVALS)? {
            let term = self.judge.meaning(&text)?;
            // The contract may exclude all of it.
            if let Some(sample) = self.judge.sample(term).await {
                regions.push((region(&group[0], text, sample), term));
            }
        }
        // Check that the text means what was proved.
        let all = self.judge.any(regions.iter().map(|(_, term)| *term));
        self.judge.is_same(whole, all).await.then_some(regions)
    }

    /// The inputs of a group.
    fn whole(&mut self, group: &[Piece<J>]) -> J::Truth {
        let each: Vec<J::Truth> =
            group.iter().map(|piece| self.judge.all(&piece.literals)).collect();
        self.judge.any(each)
    }

    /// A group as conjunctions of atoms, and whether they cover it.
    async fn learnt(&mut self, group: &[Piece<J>]) -> (Vec<Described<J>>, bool) {
        let whole = self.whole(group);
        let literals: Vec<J::Truth> =
            group.iter().flat_map(|piece| piece.literals.iter().copied()).collect();
        let overflows: Vec<J::Overflow> = group
            .iter()
            .flat_map(|piece| piece.overflows.iter().flatten())
            .flat_map(|overflows| overflows.iter().copied())
            .collect();
        let atoms = atoms(&mut self.judge, &literals, &overflows);
        let mut learner = Learner::new(&atoms);
        self.examples(&mut learner, group, whole).await;
        // Each solver query is expensive and yields one example.
        let (most, mut patience) = match self.judge.count(whole) {
            Some(_) => (SEEDS, PATIENCE),
            None => (1, 1),
        };
        let mut regions = Vec::<Described<J>>::new();
        let mut is_covered = true;
        loop {
            let covered = self.judge.any(regions.iter().map(|(_, term)| *term));
            let uncovered = self.judge.not(covered);
            let left = self.judge.and(whole, uncovered);
            let seeds = match self.judge.some(left, most).await {
                Finding::Never => break,
                Finding::Inputs(seeds) if regions.len() < REGIONS => seeds,
                _ => return (regions, false),
            };
            for seed in &seeds {
                let near = self.judge.near(seed);
                learner.add(&self.judge, &near, whole, left);
            }
            let best = match patience {
                0 => None,
                _ => self.best(&mut learner, (whole, left), &seeds).await,
            };
            let described = match best {
                Some(region) => {
                    learner.leave_out(&region);
                    let atoms: Vec<&Atom<J::Truth>> =
                        region.iter().map(|&atom| &atoms[atom]).collect();
                    self.described(&group[0], &atoms).await
                }
                None => {
                    patience = patience.saturating_sub(1);
                    self.implicant(group, whole, &seeds[0]).await
                }
            };
            match described {
                Some(described) => regions.push(described),
                None => {
                    is_covered = false;
                    break;
                }
            }
        }
        (self.needed(regions).await, is_covered)
    }

    /// Adds inputs inside and outside of a group as examples.
    async fn examples(
        &mut self,
        learner: &mut Learner<'_, J::Truth>,
        group: &[Piece<J>],
        whole: J::Truth,
    ) {
        let outside = self.judge.not(whole);
        for term in [whole, outside] {
            if let Finding::Inputs(inputs) = self.judge.some(term, EXAMPLES).await {
                learner.add(&self.judge, &inputs, whole, whole);
            }
        }
        for piece in group.iter().take(VARIED) {
            let inputs = self.judge.near(&piece.sample);
            learner.add(&self.judge, &inputs, whole, whole);
        }
    }

    /// The region that covers most, among those learnt for these inputs.
    async fn best(
        &mut self,
        learner: &mut Learner<'_, J::Truth>,
        of: (J::Truth, J::Truth),
        seeds: &[J::Inputs],
    ) -> Option<Vec<usize>> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        for seed in seeds {
            if let Some(region) = learner.region(&mut self.judge, of, seed).await {
                found.push(region);
            }
        }
        let rank = |region: &Vec<usize>| {
            let cost: u32 = region.iter().map(|&atom| learner.atoms[atom].cost).sum();
            (learner.covered(region), std::cmp::Reverse(cost))
        };
        found.into_iter().max_by_key(rank)
    }

    /// A region with these atoms, whose text was parsed again.
    async fn described(
        &mut self,
        piece: &Piece<J>,
        atoms: &[&Atom<J::Truth>],
    ) -> Option<Described<J>> {
        let terms: Vec<J::Truth> = atoms.iter().map(|atom| atom.truth).collect();
        let whole = self.judge.all(&terms);
        let mut by_words: Vec<OfWords<'_, J::Truth>> = Vec::new();
        for atom in atoms {
            let words = self.judge.mentions(atom.truth);
            match by_words.iter_mut().find(|(of, _)| *of == words) {
                Some((_, atoms)) => atoms.push(atom),
                None => by_words.push((words, vec![atom])),
            }
        }
        let mut texts = Vec::new();
        for (_, atoms) in by_words {
            match self.interval(&atoms) {
                Some(text) => texts.push(text),
                None => texts.extend(atoms.iter().map(|atom| atom.text.clone())),
            }
        }
        // Overflows are the most informative.
        texts.sort_by_key(|text| (!text.starts_with("overflow"), atoms::cost(text)));
        let text = if texts.is_empty() { assumption::TRUE.to_owned() } else { texts.join(" and ") };
        let meaning = self.judge.meaning(&text)?;
        let sample = self.judge.sample(whole).await?;
        let is_same = self.judge.is_same(whole, meaning).await;
        is_same.then(|| (region(piece, text, sample), meaning))
    }

    /// The bounds on one word, combined into an interval.
    fn interval(&mut self, atoms: &[&Atom<J::Truth>]) -> Option<String> {
        if atoms.len() < 2 {
            return None;
        }
        let terms: Vec<J::Truth> = atoms.iter().map(|atom| atom.truth).collect();
        let both = self.judge.all(&terms);
        let mut texts = self.judge.intervals(both, 2)?;
        let length: u32 = atoms.iter().map(|atom| atom.cost).sum();
        (texts.len() == 1 && atoms::cost(&texts[0]) < length).then(|| texts.remove(0))
    }

    /// A minimal set of an input's leaf conditions that implies the group.
    async fn implicant(
        &mut self,
        group: &[Piece<J>],
        whole: J::Truth,
        of: &J::Inputs,
    ) -> Option<Described<J>> {
        let judge = &self.judge;
        let is_of = |piece: &&Piece<J>| judge.hold(&piece.literals, of).into_iter().all(|it| it);
        let piece = group.iter().find(is_of)?;
        let outside = self.judge.not(whole);
        let mut literals = piece.literals.clone();
        let mut index = 0;
        while index < literals.len() && literals.len() > 1 {
            let dropped = literals.remove(index);
            let region = self.judge.all(&literals);
            let beyond = self.judge.and(region, outside);
            if !self.judge.is_never(beyond).await {
                literals.insert(index, dropped);
                index += 1;
            }
        }
        let texts = literals.iter().map(|&term| {
            let text = self.judge.text(term)?;
            Some(Atom { truth: term, cost: atoms::cost(&text), text })
        });
        let atoms = texts.collect::<Option<Vec<Atom<J::Truth>>>>()?;
        self.described(&group[0], &atoms.iter().collect::<Vec<_>>()).await
    }

    /// The regions without redundant ones.
    async fn needed(&mut self, mut regions: Vec<Described<J>>) -> Vec<Described<J>> {
        let mut index = 0;
        while regions.len() > 1 && index < regions.len() {
            let one = regions.remove(index);
            let others = self.judge.any(regions.iter().map(|(_, term)| *term));
            let not_others = self.judge.not(others);
            let alone = self.judge.and(one.1, not_others);
            if !self.judge.is_never(alone).await {
                regions.insert(index, one);
                index += 1;
            }
        }
        regions
    }
}

/// A region of a group with this piece; its overflows are added later.
fn region<J: Conditions>(piece: &Piece<J>, condition: String, sample: J::Inputs) -> RegionOf<J> {
    let (kind, does) = (piece.kind, piece.does.clone());
    let (wraps, by, checked, count) = (None, piece.by.clone(), None, None);
    Region { kind, condition, sample, does, wraps, by, checked, count }
}

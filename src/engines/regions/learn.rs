//! Learns a few atoms that together describe a set of inputs, and proves the result.
//!
//! The examples are inputs inside and outside of the set. Starting from one input inside, it
//! chooses among the atoms that hold for it: they exclude all examples outside and as few as
//! possible of those inside (a greedy set cover). A proof is then attempted that the learnt
//! conjunction lies inside; inputs that refute it become examples (counterexample-guided synthesis,
//! Solar-Lezama, 2008). Atoms that the proof does not need are dropped: the result is a prime
//! implicant.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::atoms::Atom;
use super::conditions::{Conditions, Finding};

/// Maximum number of examples.
const EXAMPLES: usize = 2_000;
/// Maximum number of conjunctions that are checked for one region.
const ROUNDS: u32 = 24;
/// Number of inputs that a refuted conjunction adds.
const REFUTATIONS: usize = 6;
/// Number of atoms that are tried instead of one, to cover more.
const WIDER: usize = 4;
/// Number of examples from which one guess is made, to choose the best one.
const GUESSED_FROM: usize = 6;
/// Maximum number of atoms of a region.
const ATOMS: usize = 6;

/// Atoms and examples.
pub(super) struct Learner<'a, T> {
    pub(super) atoms: &'a [Atom<T>],
    examples: Vec<Example>,
}

struct Example {
    is_inside: bool,
    /// Whether no region covers it yet.
    is_left: bool,
    /// For each atom, whether it holds.
    holds: Vec<bool>,
}

impl<'a, T: Copy> Learner<'a, T> {
    pub(super) fn new(atoms: &'a [Atom<T>]) -> Learner<'a, T> {
        Learner { atoms, examples: Vec::new() }
    }

    /// Adds inputs as examples, for a set and its uncovered part.
    pub(super) fn add<J>(&mut self, judge: &J, of: &[J::Inputs], inside: T, left: T)
    where
        J: Conditions<Truth = T>,
    {
        let roots: Vec<T> =
            [inside, left].into_iter().chain(self.atoms.iter().map(|atom| atom.truth)).collect();
        for inputs in of {
            if self.examples.len() == EXAMPLES {
                return;
            }
            let holds = judge.hold(&roots, inputs);
            let (is_inside, is_left) = (holds[0], holds[0] && holds[1]);
            self.examples.push(Example { is_inside, is_left, holds: holds[2..].to_vec() });
        }
    }

    /// Adds an input as an example; `is_inside` is its label.
    pub(super) fn add_labelled<J>(&mut self, judge: &J, of: &J::Inputs, is_inside: bool)
    where
        J: Conditions<Truth = T>,
    {
        if self.examples.len() < EXAMPLES {
            let holds = self.holds(judge, of);
            self.examples.push(Example { is_inside, is_left: is_inside, holds });
        }
    }

    fn holds<J: Conditions<Truth = T>>(&self, judge: &J, of: &J::Inputs) -> Vec<bool> {
        let truths: Vec<T> = self.atoms.iter().map(|atom| atom.truth).collect();
        judge.hold(&truths, of)
    }

    /// Guesses at most this many conjunctions that cover all examples inside and none outside. They
    /// are not proved.
    pub(super) fn guess<J: Conditions<Truth = T>>(
        &mut self,
        judge: &J,
        seeds: &[&J::Inputs],
        most: usize,
    ) -> Option<Vec<Vec<usize>>> {
        let holds: Vec<Vec<bool>> = seeds.iter().map(|seed| self.holds(judge, seed)).collect();
        let mut regions: Vec<Vec<usize>> = Vec::new();
        loop {
            let is_left =
                |of: &&Vec<bool>| !regions.iter().any(|region| region.iter().all(|&atom| of[atom]));
            let left: Vec<&Vec<bool>> = holds.iter().filter(is_left).collect();
            if left.is_empty() {
                return Some(regions);
            }
            if regions.len() == most {
                return None;
            }
            // Some of them, from all over.
            let stride = left.len().div_ceil(GUESSED_FROM);
            let found = left.iter().step_by(stride).filter_map(|holds| self.guessed(holds));
            let rank = |region: &Vec<usize>| (self.covered(region), Reverse(self.cost(region)));
            let region = found.max_by_key(rank)?;
            self.leave_out(&region);
            regions.push(region);
        }
    }

    /// The atom that holds for all examples inside and excludes most examples outside that these
    /// atoms do not exclude yet; `None` if no other than the `failed` ones excludes any.
    pub(super) fn excluding(&self, before: &[usize], failed: &BTreeSet<usize>) -> Option<usize> {
        let is_left = |it: &&Example| !it.is_inside && before.iter().all(|&atom| it.holds[atom]);
        let outside: Vec<&Example> = self.examples.iter().filter(is_left).collect();
        let covers = |&atom: &usize| {
            let mut inside = self.examples.iter().filter(|it| it.is_inside);
            !failed.contains(&atom) && inside.all(|example| example.holds[atom])
        };
        let excluded = |atom: usize| outside.iter().filter(|example| !example.holds[atom]).count();
        let ranked = (0..self.atoms.len()).filter(covers).map(|atom| (excluded(atom), atom));
        // The cheapest of several equally good ones, and of these the first.
        let rank = |&(excluded, atom): &(usize, usize)| {
            (excluded, Reverse(self.atoms[atom].cost), Reverse(atom))
        };
        ranked.filter(|(excluded, _)| *excluded > 0).max_by_key(rank).map(|(_, atom)| atom)
    }

    fn cost(&self, region: &[usize]) -> u32 {
        region.iter().map(|&atom| self.atoms[atom].cost).sum()
    }

    /// A conjunction that holds for an example inside and for none outside, without atoms that it
    /// does not need, and with ones that cover more or are shorter.
    fn guessed(&self, holds: &[bool]) -> Option<Vec<usize>> {
        let usable: Vec<usize> = (0..holds.len()).filter(|&atom| holds[atom]).collect();
        let mut chosen = self.chosen(&usable)?;
        let mut order = chosen.clone();
        order.sort_by_key(|&atom| Reverse(self.atoms[atom].cost));
        for atom in order {
            let others: Vec<usize> = chosen.iter().copied().filter(|&it| it != atom).collect();
            if self.is_inside(&others) {
                chosen = others;
            }
        }
        let rank = |region: &Vec<usize>| (self.covered(region), Reverse(self.cost(region)));
        for index in 0..chosen.len() {
            let instead = |&atom: &usize| {
                let mut others = chosen.clone();
                others[index] = atom;
                others
            };
            let free = usable.iter().filter(|atom| !chosen.contains(atom));
            let all = free.map(instead).filter(|others| self.is_inside(others));
            // The first of several equally good ones.
            let best = all.fold(None, |best: Option<Vec<usize>>, next| match &best {
                Some(best) if rank(best) >= rank(&next) => Some(best.clone()),
                _ => Some(next),
            });
            if let Some(best) = best.filter(|best| rank(best) > rank(&chosen)) {
                chosen = best;
            }
        }
        Some(chosen)
    }

    /// Marks the examples of a region as covered.
    pub(super) fn leave_out(&mut self, region: &[usize]) {
        for example in &mut self.examples {
            let is_in = region.iter().all(|&atom| example.holds[atom]);
            example.is_left &= !is_in;
        }
    }

    /// The number of uncovered examples in a region.
    pub(super) fn covered(&self, region: &[usize]) -> usize {
        let is_in = |it: &&Example| it.is_left && region.iter().all(|&atom| it.holds[atom]);
        self.examples.iter().filter(is_in).count()
    }

    /// Atoms that hold for an input inside, and together for none outside.
    pub(super) async fn region<J: Conditions<Truth = T>>(
        &mut self,
        judge: &mut J,
        (inside, left): (T, T),
        seed: &J::Inputs,
    ) -> Option<Vec<usize>> {
        self.add(judge, std::slice::from_ref(seed), inside, left);
        let holds = self.holds(judge, seed);
        let usable: Vec<usize> = (0..holds.len()).filter(|&atom| holds[atom]).collect();
        for _ in 0..ROUNDS {
            let chosen = self.chosen(&usable)?;
            match self.beyond(judge, inside, &chosen, REFUTATIONS).await {
                Finding::Never => {
                    let few = self.pruned(judge, inside, chosen).await;
                    return Some(self.widened(judge, inside, few, &usable).await);
                }
                Finding::Unknown => return None,
                Finding::Inputs(more) => self.add(judge, &more, inside, left),
            }
        }
        None
    }

    /// Chooses atoms that together exclude all examples outside.
    fn chosen(&self, usable: &[usize]) -> Option<Vec<usize>> {
        let mut outside: Vec<&Example> = self.examples.iter().filter(|it| !it.is_inside).collect();
        let mut inside: Vec<&Example> = self.examples.iter().filter(|it| it.is_left).collect();
        let mut chosen = Vec::new();
        while !outside.is_empty() {
            if chosen.len() == ATOMS {
                return None;
            }
            let share = |of: &[&Example], atom: usize| {
                let count = of.iter().filter(|example| example.holds[atom]).count();
                count as f64 / of.len().max(1) as f64
            };
            let score = |atom: usize| {
                let kept = share(&inside, atom);
                (1.0 - share(&outside, atom)) * kept * kept / f64::from(self.atoms[atom].cost)
            };
            let scores = usable.iter().map(|&atom| (score(atom), atom));
            // The first of several equally good ones.
            let best =
                scores.fold(
                    (0.0, None),
                    |best, (score, atom)| {
                        if score > best.0 { (score, Some(atom)) } else { best }
                    },
                );
            let atom = best.1?;
            chosen.push(atom);
            outside.retain(|example| example.holds[atom]);
            inside.retain(|example| example.holds[atom]);
        }
        Some(chosen)
    }

    /// Inputs outside for which these atoms hold.
    async fn beyond<J: Conditions<Truth = T>>(
        &self,
        judge: &mut J,
        inside: T,
        atoms: &[usize],
        most: usize,
    ) -> Finding<J::Inputs> {
        let atoms: Vec<T> = atoms.iter().map(|&atom| self.atoms[atom].truth).collect();
        let region = judge.all(&atoms);
        let outside = judge.not(inside);
        let beyond = judge.and(region, outside);
        judge.some(beyond, most).await
    }

    /// The conjunction without unnecessary atoms; expensive ones are dropped first.
    async fn pruned<J: Conditions<Truth = T>>(
        &self,
        judge: &mut J,
        inside: T,
        mut chosen: Vec<usize>,
    ) -> Vec<usize> {
        let mut order = chosen.clone();
        order.sort_by_key(|&atom| Reverse(self.atoms[atom].cost));
        for atom in order {
            let others: Vec<usize> = chosen.iter().copied().filter(|&it| it != atom).collect();
            if !self.is_inside(&others) {
                continue;
            }
            if self.beyond(judge, inside, &others, 1).await == Finding::Never {
                chosen = others;
            }
        }
        chosen
    }

    /// The conjunction with atoms replaced by ones that cover more at no greater cost, if the proof
    /// still succeeds.
    async fn widened<J: Conditions<Truth = T>>(
        &self,
        judge: &mut J,
        inside: T,
        mut chosen: Vec<usize>,
        usable: &[usize],
    ) -> Vec<usize> {
        for index in 0..chosen.len() {
            let (covered, cost) = (self.covered(&chosen), self.atoms[chosen[index]].cost);
            let mut wider: Vec<(usize, Vec<usize>)> = usable
                .iter()
                .filter(|&&atom| self.atoms[atom].cost <= cost && !chosen.contains(&atom))
                .map(|&atom| {
                    let mut others = chosen.clone();
                    others[index] = atom;
                    (self.covered(&others), others)
                })
                .filter(|(more, others)| *more > covered && self.is_inside(others))
                .collect();
            wider.sort_by_key(|(more, _)| Reverse(*more));
            for (_, others) in wider.into_iter().take(WIDER) {
                if self.beyond(judge, inside, &others, 1).await == Finding::Never {
                    chosen = others;
                    break;
                }
            }
        }
        chosen
    }

    /// Whether these atoms together exclude all examples outside.
    fn is_inside(&self, atoms: &[usize]) -> bool {
        let is_outside = |it: &Example| !it.is_inside && atoms.iter().all(|&atom| it.holds[atom]);
        !self.examples.iter().any(is_outside)
    }
}

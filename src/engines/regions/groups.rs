//! Groups of leaves on which two programs differ in the same way, with the same expressions.

use std::collections::BTreeSet;

use super::conditions::{Conditions, Finding};
use super::teller::Teller;
use super::{Does, Kind, Piece};
use crate::word::Word;

/// Maximum number of queries whether two groups can be merged.
const UNITED: u32 = 64;
/// Maximum number of different results of a program that are distinguished where the other one has
/// none.
const RESULTS: usize = 3;
/// Maximum number of groups that differ only in their results, before they are merged.
const GROUPS: usize = 4;
/// Maximum number of constants that describe the results of such a group.
const NUMBERS: usize = 3;

/// Merges groups in which one program faults or never stops and the other has many results: each
/// iteration of a loop gives another result, and the results are not the difference.
fn without_results<J: Conditions>(groups: Vec<Vec<Piece<J>>>) -> Vec<Vec<Piece<J>>> {
    let mut alike: Vec<(usize, Vec<Vec<Piece<J>>>)> = Vec::new();
    let mut merged = Vec::new();
    for group in groups {
        let Some(side) = without_result(&group[0]) else {
            merged.push(group);
            continue;
        };
        let is_alike = |(of, groups): &&mut (usize, Vec<Vec<Piece<J>>>)| {
            let (one, other) = (&groups[0][0], &group[0]);
            *of == side && (one.kind, &one.does[side]) == (other.kind, &other.does[side])
        };
        match alike.iter_mut().find(is_alike) {
            Some((_, groups)) => groups.push(group),
            None => alike.push((side, vec![group])),
        }
    }
    for (side, groups) in alike {
        if groups.len() <= RESULTS {
            merged.extend(groups);
            continue;
        }
        let mut one: Vec<Piece<J>> = groups.into_iter().flatten().collect();
        for piece in &mut one {
            (piece.does[1 - side], piece.results[1 - side]) = (Does::Stops, None);
        }
        merged.push(one);
    }
    merged.sort_by_key(|group| group[0].kind);
    merged
}

/// The program without a result, if the other one has one.
fn without_result<J: Conditions>(Piece { does, .. }: &Piece<J>) -> Option<usize> {
    (0..2).find(|&side| {
        matches!(does[side], Does::Faults(_) | Does::RunsForEver)
            && matches!(does[1 - side], Does::Gives(..))
    })
}

impl<J: Conditions> Teller<J> {
    /// These pieces as groups, in the order of their kinds.
    pub(super) async fn grouped(&mut self, pieces: Vec<Piece<J>>) -> Vec<Vec<Piece<J>>> {
        let mut groups: Vec<Vec<Piece<J>>> = Vec::new();
        for piece in pieces {
            let is_of = |group: &&mut Vec<Piece<J>>| {
                (group[0].kind, &group[0].does, &group[0].by)
                    == (piece.kind, &piece.does, &piece.by)
            };
            match groups.iter_mut().find(is_of) {
                Some(group) => group.push(piece),
                None => groups.push(vec![piece]),
            }
        }
        groups.sort_by_key(|group| group[0].kind);
        let groups = without_results(self.united(groups).await);
        self.of_few_results(groups).await
    }

    /// Merges groups whose pieces also satisfy the expressions of another group: where `$1` is 42,
    /// `$2 + 42` is `$1 + $2`. The first piece of a group has its expressions.
    async fn united(&mut self, groups: Vec<Vec<Piece<J>>>) -> Vec<Vec<Piece<J>>> {
        let mut united: Vec<Vec<Piece<J>>> = Vec::new();
        let mut asked = 0;
        'groups: for mut group in groups {
            for other in &mut united {
                if asked < UNITED && self.are_true(&other[0], &group, &mut asked).await {
                    other.append(&mut group);
                    continue 'groups;
                }
                if asked < UNITED && self.are_true(&group[0], other, &mut asked).await {
                    group.append(other);
                    *other = group;
                    continue 'groups;
                }
            }
            united.push(group);
        }
        united
    }

    /// If many groups differ in the same observed value, merges them into one whose values are a
    /// few constants, or have no expression.
    async fn of_few_results(&mut self, groups: Vec<Vec<Piece<J>>>) -> Vec<Vec<Piece<J>>> {
        fn seen<J: Conditions>(piece: &Piece<J>) -> [Option<&str>; 2] {
            piece.does.each_ref().map(Does::seen)
        }
        let (results, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| {
            group[0].kind == Kind::Result && seen(&group[0]).iter().all(Option::is_some)
        });
        let mut alike: Vec<Vec<Vec<Piece<J>>>> = Vec::new();
        for group in results {
            match alike.iter_mut().find(|groups| seen(&groups[0][0]) == seen(&group[0])) {
                Some(groups) => groups.push(group),
                None => alike.push(vec![group]),
            }
        }
        for groups in alike {
            match groups.len() <= GROUPS {
                true => others.extend(groups),
                false => others.push(self.of_numbers(groups.into_iter().flatten().collect()).await),
            }
        }
        others.sort_by_key(|group| group[0].kind);
        others
    }

    /// Pieces that differ in the same observed value, with a few constants or no expression for the
    /// value of a program that varies among them.
    async fn of_numbers(&mut self, mut one: Vec<Piece<J>>) -> Vec<Piece<J>> {
        let by = self.by(&one).await;
        for side in 0..2 {
            let first = one[0].does[side].clone();
            let Some(seen) = first.seen().map(str::to_owned) else { continue };
            if one.iter().any(|piece| piece.does[side] != first) {
                let numbers = self.numbers(&one, side).await;
                for piece in &mut one {
                    piece.does[side] = Does::Gives(seen.clone(), numbers.clone());
                    piece.results[side] = None;
                }
            }
        }
        let are_known = one[0].does.iter().all(|it| matches!(it, Does::Gives(_, Some(_))));
        let by = by.filter(|_| !are_known);
        one.iter_mut().for_each(|piece| piece.by.clone_from(&by));
        one
    }

    /// The difference of both results on all pieces, as one expression.
    async fn by(&mut self, pieces: &[Piece<J>]) -> Option<String> {
        if pieces.iter().all(|piece| piece.by == pieces[0].by) && pieces[0].by.is_some() {
            return pieces[0].by.clone();
        }
        let mut differences = Vec::new();
        for Piece { results, literals, sample, .. } in pieces {
            let [Some(left), Some(right)] = *results else { return None };
            let here = self.judge.all(literals);
            differences.push((self.judge.difference(right, left), here, sample));
        }
        let tests: Vec<J::Truth> =
            pieces.iter().flat_map(|piece| piece.literals.iter().copied()).collect();
        'candidates: for candidate in self.judge.candidates(&tests) {
            let Some(text) = self.judge.expression(candidate) else { continue };
            let is_equal = |(word, _, sample): &(J::Word, J::Truth, &J::Inputs)| {
                self.judge.value(*word, sample) == self.judge.value(candidate, sample)
            };
            if !differences.iter().all(is_equal) {
                continue;
            }
            for &(word, here, _) in &differences {
                let same = self.judge.equal(word, candidate);
                let otherwise = self.judge.apart(here, same);
                if !self.judge.is_never(otherwise).await {
                    continue 'candidates;
                }
            }
            return Some(text);
        }
        None
    }

    /// The constants that a program's results take, if they are few: `1 or 2`.
    async fn numbers(&mut self, pieces: &[Piece<J>], side: usize) -> Option<String> {
        let mut numbers: BTreeSet<J::Value> = BTreeSet::new();
        for piece in pieces {
            let result = piece.results[side]?;
            let mut here = self.judge.all(&piece.literals);
            for number in numbers.clone() {
                here = self.without(here, result, number);
            }
            loop {
                let inputs = match self.judge.some(here, 1).await {
                    Finding::Never => break,
                    Finding::Inputs(inputs) if numbers.len() < NUMBERS => inputs,
                    _ => return None,
                };
                let number = self.judge.value(result, &inputs[0]);
                numbers.insert(number);
                here = self.without(here, result, number);
            }
        }
        let texts: Vec<String> = numbers.iter().map(|&it| it.signed().to_string()).collect();
        Some(texts.join(" or "))
    }

    /// The inputs on which a word differs from this number.
    fn without(&mut self, inputs: J::Truth, word: J::Word, number: J::Value) -> J::Truth {
        let same = self.judge.equals(word, number);
        self.judge.apart(inputs, same)
    }

    /// Whether the expressions of a piece hold for a whole group.
    async fn are_true(&mut self, said: &Piece<J>, group: &[Piece<J>], asked: &mut u32) -> bool {
        for piece in group {
            if (piece.kind, &piece.by) != (said.kind, &said.by) {
                return false;
            }
            for side in [0, 1] {
                if said.does[side] == piece.does[side] {
                    continue;
                }
                let [Some(one), Some(other)] = [said.results[side], piece.results[side]] else {
                    return false;
                };
                if said.does[side].seen() != piece.does[side].seen() {
                    return false;
                }
                let same = self.judge.equal(one, other);
                if !self.judge.holds(same, &piece.sample) {
                    return false;
                }
                *asked += 1;
                let here = self.judge.all(&piece.literals);
                let differ = self.judge.apart(here, same);
                if !self.judge.is_never(differ).await {
                    return false;
                }
            }
        }
        true
    }
}

//! What is told of the leaves on which two programs differ: as few regions as will do, in
//! words that the contract reads back.
//!
//! Leaves of which the same words are true are a group. A group is told by the intervals of
//! the one input that decides, or by as few conditions of its leaves as still imply it.

use std::collections::BTreeMap;

use num_bigint::BigUint;

use super::diagram::{Diagram, Diagrams};
use super::{Does, Piece, Region, conjunction, intervals, shorter, symbols};
use crate::contract::{Contract, Spec};
use crate::engines::difference::Difference;
use crate::engines::tree::{Bench, Reply};
use crate::machine::Inputs;
use crate::program::Address;
use crate::symbolic::query::Query;
use crate::symbolic::{assumption, contract};
use crate::term::{Model, Term};

/// Questions about regions at most.
const QUESTIONS: u32 = 800;
/// Instructions of a region of which it is asked whether they overflow.
const WRAPS: usize = 32;
/// Intervals of one word that are told.
const INTERVALS: usize = 8;
/// Questions about whether two groups are one, at most.
const UNITED: u32 = 64;
/// Results of a program that are told apart where the other one has none.
const RESULTS: usize = 3;

/// Tells pieces as regions.
pub(super) struct Teller<'t, 'd> {
    pub(super) bench: Bench<'t>,
    difference: &'t Difference<'d>,
    questions: u32,
}

/// Groups in which one program faults or never stops, as one where the other has many results: each
/// round of a loop gives another one, and they are not what differs.
fn without_results(groups: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
    let mut alike: Vec<(usize, Vec<Vec<Piece>>)> = Vec::new();
    let mut told = Vec::new();
    for group in groups {
        let Some(side) = without_result(&group[0]) else {
            told.push(group);
            continue;
        };
        let is_alike = |(of, groups): &&mut (usize, Vec<Vec<Piece>>)| {
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
            told.extend(groups);
            continue;
        }
        let mut one: Vec<Piece> = groups.into_iter().flatten().collect();
        for piece in &mut one {
            (piece.does[1 - side], piece.results[1 - side]) = (Does::Stops, None);
        }
        told.push(one);
    }
    told.sort_by_key(|group| group[0].kind);
    told
}

/// The program that has no result where the other one has.
fn without_result(Piece { does, .. }: &Piece) -> Option<usize> {
    (0..2).find(|&side| {
        matches!(does[side], Does::Faults(_) | Does::RunsForEver)
            && matches!(does[1 - side], Does::Gives(..))
    })
}

impl<'t, 'd> Teller<'t, 'd> {
    pub(super) fn new(bench: Bench<'t>, difference: &'t Difference<'d>) -> Teller<'t, 'd> {
        Teller { bench, difference, questions: QUESTIONS }
    }

    /// The regions, and whether they are all of the pieces.
    pub(super) async fn tell(&mut self, pieces: Vec<Piece>) -> (Vec<Region>, bool) {
        let mut groups: Vec<Vec<Piece>> = Vec::new();
        for piece in pieces {
            let is_of = |group: &&mut Vec<Piece>| {
                (group[0].kind, &group[0].does) == (piece.kind, &piece.does)
            };
            match groups.iter_mut().find(is_of) {
                Some(group) => group.push(piece),
                None => groups.push(vec![piece]),
            }
        }
        groups.sort_by_key(|group| group[0].kind);
        let groups = without_results(self.united(groups).await);
        let (mut regions, mut is_told) = (Vec::new(), true);
        // Texts go first: there are only so many questions.
        let mut terms = Vec::new();
        for group in &groups {
            if let Some(told) = self.intervals(group).await {
                for (region, term) in told {
                    regions.push(region);
                    terms.push((term, group));
                }
                continue;
            }
            let mut told = Vec::new();
            is_told &= self.implicants(group, &mut told).await;
            for (region, term) in told {
                regions.push(region);
                terms.push((term, group));
            }
        }
        for (region, (term, group)) in regions.iter_mut().zip(terms) {
            region.wraps = self.wraps(term, group, &region.sample).await;
        }
        (regions, is_told)
    }

    /// How many inputs of the contract are in one of these regions.
    pub(super) fn count(&mut self, regions: &[Region]) -> Option<BigUint> {
        let symbols = symbols(&mut self.bench);
        let mut diagrams = Diagrams::new(&symbols, self.bench.stop);
        let premises: Vec<Term> = self.bench.premises().collect();
        let mut any = Diagram::FALSE;
        for region in regions {
            let term = self.meaning(&region.condition)?;
            let one = diagrams.of(&self.bench.terms, term).ok()?;
            any = diagrams.or(any, one).ok()?;
        }
        // A region first: beside it the contract may say little, which alone says much.
        for premise in premises {
            let premise = diagrams.of(&self.bench.terms, premise).ok()?;
            any = diagrams.and(any, premise).ok()?;
        }
        Some(diagrams.count(any))
    }

    /// Where the right program overflows on all inputs of a region of a group, where it does
    /// nowhere else on any.
    async fn wraps(
        &mut self,
        region: Term,
        group: &[Piece],
        sample: &Inputs,
    ) -> Option<Vec<Address>> {
        // Pieces have no input in common, so each says it of its own.
        let mut overflows: BTreeMap<Address, Term> = BTreeMap::new();
        for piece in group {
            let here = all(&mut self.bench, &piece.literals);
            for &(at, term) in piece.overflows.as_ref()?.iter() {
                let it_does = self.bench.terms.and(here, term);
                let any = overflows.entry(at).or_insert_with(|| self.bench.terms.bool(false));
                *any = self.bench.terms.or(*any, it_does);
            }
        }
        if overflows.len() > WRAPS {
            return None;
        }
        let model = self.models(std::slice::from_ref(sample)).remove(0);
        let mut wraps = Vec::new();
        for (at, term) in overflows {
            let terms = &mut self.bench.terms;
            let is_wrapped = terms.holds(term, &model);
            let otherwise = if is_wrapped { terms.not(term) } else { term };
            let goal = terms.and(region, otherwise);
            if self.ask(goal).await != Reply::Refuted {
                return None;
            }
            if is_wrapped {
                wraps.push(at);
            }
        }
        Some(wraps)
    }

    /// Groups with those of which the words of another one are true as well: where `$1` is
    /// 42, `$2 + 42` is `$1 + $2`. The first piece of a group has its words.
    async fn united(&mut self, groups: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
        let mut united: Vec<Vec<Piece>> = Vec::new();
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

    /// Whether what is said of a piece is true of all of a group.
    async fn are_true(&mut self, said: &Piece, group: &[Piece], asked: &mut u32) -> bool {
        for piece in group {
            if piece.kind != said.kind {
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
                let same = self.bench.terms.eq(one, other);
                let model = &self.models(std::slice::from_ref(&piece.sample))[0];
                if !self.bench.terms.holds(same, model) {
                    return false;
                }
                *asked += 1;
                let here = all(&mut self.bench, &piece.literals);
                let differ = self.bench.terms.not(same);
                let differ = self.bench.terms.and(here, differ);
                if self.ask(differ).await != Reply::Refuted {
                    return false;
                }
            }
        }
        true
    }

    /// A group by the intervals of the one word that decides, where one does.
    async fn intervals(&mut self, group: &[Piece]) -> Option<Vec<(Region, Term)>> {
        let symbols = symbols(&mut self.bench);
        let mut diagrams = Diagrams::new(&symbols, self.bench.stop);
        let mut any = Diagram::FALSE;
        for piece in group {
            let literals = piece.literals.iter().copied();
            let one = conjunction(&mut diagrams, &self.bench, literals).ok()?;
            any = diagrams.or(any, one).ok()?;
        }
        if any == Diagram::TRUE {
            let everything = self.bench.terms.bool(true);
            let sample = self.sample(everything).await?;
            return Some(vec![(region(&group[0], "0 == 0".to_owned(), sample), everything)]);
        }
        let (symbol, intervals) = diagrams.intervals(any, INTERVALS)?;
        let name = self.bench.terms.symbol_name(symbol).to_owned();
        let mut regions = Vec::new();
        let mut told = Diagram::FALSE;
        for text in intervals::in_words(&name, &intervals) {
            let term = self.meaning(&text)?;
            let diagram = diagrams.of(&self.bench.terms, term).ok()?;
            told = diagrams.or(told, diagram).ok()?;
            // The contract may leave nothing of it.
            match self.ask(term).await {
                Reply::Inputs(sample) => regions.push((region(&group[0], text, sample), term)),
                Reply::Refuted => {}
                Reply::Unknown => return None,
            }
        }
        // What was written is what was meant.
        (told == any).then_some(regions)
    }

    /// A group by conditions of its leaves, as regions with what holds of them; whether
    /// that is all of it.
    async fn implicants(&mut self, group: &[Piece], regions: &mut Vec<(Region, Term)>) -> bool {
        let whole = group.iter().fold(self.bench.terms.bool(false), |any, piece| {
            let one = all(&mut self.bench, &piece.literals);
            self.bench.terms.or(any, one)
        });
        let outside = self.bench.terms.not(whole);
        let mut told = self.bench.terms.bool(false);
        let mut is_told = true;
        for piece in group {
            let here = all(&mut self.bench, &piece.literals);
            let untold = self.bench.terms.not(told);
            let rest = self.bench.terms.and(here, untold);
            match self.ask(rest).await {
                Reply::Refuted => continue,
                Reply::Unknown | Reply::Inputs(_) => {}
            }
            let mut literals = piece.literals.clone();
            let mut index = 0;
            while index < literals.len() && literals.len() > 1 {
                let dropped = literals.remove(index);
                let region = all(&mut self.bench, &literals);
                let beyond = self.bench.terms.and(region, outside);
                if self.ask(beyond).await != Reply::Refuted {
                    literals.insert(index, dropped);
                    index += 1;
                }
            }
            let term = all(&mut self.bench, &literals);
            let sample = self.sample(term).await;
            let text = match &sample {
                Some(sample) => self.text(&literals, sample).await,
                None => None,
            };
            match (text, sample) {
                (Some(text), Some(sample)) => {
                    regions.push((region(&group[0], text, sample), term));
                    told = self.bench.terms.or(told, term);
                }
                _ => is_told = false,
            }
        }
        is_told
    }

    /// Asks for inputs of the contract.
    async fn ask(&mut self, goal: Term) -> Reply {
        match self.bench.terms.as_bool(goal) {
            Some(false) => return Reply::Refuted,
            _ if self.questions == 0 || self.bench.is_over().await => return Reply::Unknown,
            _ => self.questions -= 1,
        }
        let assumptions = self.bench.premises().collect();
        let query = Query { name: "region".to_owned(), assumptions, goal };
        self.bench.ask(&query, &self.difference.inputs).await
    }

    /// An input of a region: the witness, where it is one.
    async fn sample(&mut self, region: Term) -> Option<Inputs> {
        let mut model = Model::new();
        let witness = &self.difference.inputs;
        for (symbol, &value) in symbols(&mut self.bench).into_iter().zip(witness.iter()) {
            model.set(symbol, value);
        }
        if self.bench.terms.holds(region, &model) {
            return Some(witness.clone());
        }
        match self.ask(region).await {
            Reply::Inputs(inputs) => Some(inputs),
            Reply::Refuted | Reply::Unknown => None,
        }
    }

    /// What an assumption means; none where it is none.
    fn meaning(&mut self, text: &str) -> Option<Term> {
        let contract = self.bench.contract();
        let mut assume = contract.spec().assume.clone();
        assume.push(text.to_owned());
        let extended = Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()?;
        let inputs = self.bench.inputs();
        let premises = contract::premises(&mut self.bench.terms, &extended, &inputs);
        let new = &premises[contract.premises().len()..];
        Some(all(&mut self.bench, new))
    }

    /// The text of a conjunction, which was read again; `sample` is an input of it.
    async fn text(&mut self, literals: &[Term], sample: &Inputs) -> Option<String> {
        let whole = all(&mut self.bench, literals);
        let texts = literals.iter().map(|&it| assumption::text(&self.bench.terms, it));
        let texts = texts.collect::<Option<Vec<String>>>()?;
        let texts = self.shorter(literals, texts, sample).await;
        let text = texts.join(" and ");
        let said = self.meaning(&text)?;
        self.is_same(whole, said).await.then_some(text)
    }

    /// The same conditions in fewer words, where there are any.
    async fn shorter(
        &mut self,
        literals: &[Term],
        mut texts: Vec<String>,
        sample: &Inputs,
    ) -> Vec<String> {
        let contract = self.bench.contract();
        let pool = self.models(&shorter::pool(contract, sample));
        let length = texts.join(" and ").len();
        let proposed: Vec<(String, Term)> = shorter::proposed(contract, sample)
            .into_iter()
            .filter(|text| text.len() < length)
            .filter_map(|text| Some((text.clone(), self.meaning(&text)?)))
            .collect();
        let mut literals = literals.to_vec();
        let whole = all(&mut self.bench, &literals);
        for (text, meaning) in &proposed {
            if self.is_alike(whole, *meaning, &pool) && self.is_same(whole, *meaning).await {
                return vec![text.clone()];
            }
        }
        for index in 0..literals.len() {
            for (text, meaning) in &proposed {
                if text.len() >= texts[index].len() {
                    break;
                }
                let mut others = literals.clone();
                others[index] = *meaning;
                let said = all(&mut self.bench, &others);
                if self.is_alike(whole, said, &pool) && self.is_same(whole, said).await {
                    (literals[index], texts[index]) = (*meaning, text.clone());
                    break;
                }
            }
        }
        // What became the same is said once.
        let mut said = Vec::new();
        for text in texts {
            if !said.contains(&text) {
                said.push(text);
            }
        }
        said
    }

    fn models(&mut self, inputs: &[Inputs]) -> Vec<Model> {
        let symbols = symbols(&mut self.bench);
        let model = |inputs: &Inputs| {
            let mut model = Model::new();
            symbols.iter().zip(inputs.iter()).for_each(|(it, &value)| model.set(*it, value));
            model
        };
        inputs.iter().map(model).collect()
    }

    /// Whether two conditions hold of the same of some inputs.
    fn is_alike(&mut self, one: Term, other: Term, pool: &[Model]) -> bool {
        let terms = &mut self.bench.terms;
        pool.iter().all(|model| terms.holds(one, model) == terms.holds(other, model))
    }

    /// Whether two conditions hold of the same inputs of the contract.
    async fn is_same(&mut self, one: Term, other: Term) -> bool {
        let terms = &mut self.bench.terms;
        let (not_one, not_other) = (terms.not(one), terms.not(other));
        let (more, less) = (terms.and(other, not_one), terms.and(one, not_other));
        let differ = terms.or(more, less);
        self.ask(differ).await == Reply::Refuted
    }
}

/// A region of a group with this piece; of what wraps around there nothing is said yet.
fn region(piece: &Piece, condition: String, sample: Inputs) -> Region {
    let (kind, does) = (piece.kind, piece.does.clone());
    Region { kind, condition, sample, does, wraps: None }
}

fn all(bench: &mut Bench<'_>, of: &[Term]) -> Term {
    let start = bench.terms.bool(true);
    of.iter().rev().fold(start, |all, &one| bench.terms.and(one, all))
}

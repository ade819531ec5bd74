//! Goals about functions: unfolds definitions at the words to which functions are applied.
//!
//! If a function is applied to `x` and to `x - 1`, its definition at `x` relates both values. If it is applied to equal
//! words, its values are equal. With these equations, and instances of lemmas at each word, the goal becomes an
//! ordinary lemma.

use std::collections::BTreeSet;

use tamarin_kernel::evidence::{Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};

use crate::Open;
use crate::tactics::Effort;
use crate::walk::{Path, Walker};

/// Maximum number of applications.
const APPLICATIONS: usize = 40;
/// Maximum number of definitions from one word to another.
const DEFINITIONS_BETWEEN_WORDS: i128 = 8;

impl Walker<'_> {
    /// Proves a goal about functions with one argument.
    pub(crate) fn by_unfolding(
        &mut self,
        path: &Path,
        goal: &Fact,
    ) -> Result<Option<Script>, Open> {
        let is_of_many_words = self.proposal.functions.iter().any(|it| it.arguments.len() != 1);
        if is_of_many_words || self.theory.is_some() {
            return Ok(None);
        }
        let mut found = BTreeSet::new();
        for fact in
            path.point.context.facts().iter().filter(|it| it.as_zero().is_some()).chain([goal])
        {
            fact.sum.iter().for_each(|(term, _)| self.applications(*term, &mut found));
        }
        if found.is_empty() || found.len() > APPLICATIONS {
            return Ok(None);
        }
        let most = found.iter().map(|(function, _)| *function).max().unwrap_or(0);
        let mut words: Vec<Term> = found.iter().map(|(_, word)| *word).collect();
        words.push(Terms::ZERO);
        words.sort_unstable();
        words.dedup();
        let mut within = Path { script: Vec::new(), ..path.clone() };
        within.point.context.assume("goal", goal.negated());
        words.extend(self.equal_words(&mut within, &words, most)?);
        let ladder = self.ladder(&words)?;
        let is_closed = self.unfolded(&mut within, goal, &words, &ladder, most)?;
        Ok(is_closed.then_some(within.script))
    }

    /// Collects the functions applied in a term, with their argument.
    fn applications(&self, term: Term, found: &mut BTreeSet<(usize, Term)>) {
        let atoms: BTreeSet<Atom> =
            self.prover.terms.polynomial(term).iter().flat_map(|(of, _)| of).copied().collect();
        for atom in atoms {
            if let Node { head: Head::Function(number), operands } = self.prover.terms.node(atom) {
                found.insert((*number, operands[0]));
            }
        }
    }

    /// Adds equations between values of a function at words that are equal, or that differ by a small number of steps.
    /// For such steps, returns the word at which the greater one arrives.
    fn equal_words(
        &mut self,
        path: &mut Path,
        words: &[Term],
        most: usize,
    ) -> Result<Vec<Term>, Open> {
        let mut more = Vec::new();
        for (index, &one) in words.iter().enumerate() {
            for &other in &words[index + 1..] {
                let Some((high, low, by)) = self.apart(path, one, other)? else { continue };
                let by = self.prover.terms.constant(by);
                let there = self.prover.terms.add(low, by)?;
                if self.congruent(path, high, there, most)? && !words.contains(&there) {
                    more.push(there);
                }
                if path.point.context.is_closed {
                    return Ok(more);
                }
            }
        }
        Ok(more)
    }

    /// The greater of two words on all samples of a path, the smaller one, and their small difference. None if this is
    /// known without a proof, or if samples disagree.
    fn apart(
        &mut self,
        path: &Path,
        one: Term,
        other: Term,
    ) -> Result<Option<(Term, Term, u64)>, Open> {
        let terms = &mut self.prover.terms;
        let difference = terms.sub(one, other)?;
        if terms.as_constant(difference).is_some() {
            return Ok(None);
        }
        let terms = &self.prover.terms;
        let value = |at: &usize| self.samples[*at].term(terms, difference);
        let mut values = path.alive.iter().map(value);
        let by = values.next().unwrap_or(0);
        let signed = terms.width.signed(by);
        if signed.abs() > DEFINITIONS_BETWEEN_WORDS || values.any(|it| it != by) {
            return Ok(None);
        }
        Ok(Some(match signed < 0 {
            true => (other, one, signed.unsigned_abs() as u64),
            false => (one, other, by),
        }))
    }

    /// Adds that functions agree at two words, if the words are provably equal.
    fn congruent(
        &mut self,
        path: &mut Path,
        one: Term,
        other: Term,
        most: usize,
    ) -> Result<bool, Open> {
        let same = Fact::equal(&mut self.prover.terms, one, other)?;
        for function in 0..=most {
            let head = || Head::Function(function);
            let atoms = [one, other].map(|word| self.prover.terms.atom(head(), vec![word]));
            let [a, b] = atoms;
            let texts = [a?, b?].map(|it| path.names.term(&self.prover.terms, it));
            let [Ok(a), Ok(b)] = texts else { continue };
            let terms = vec![a, b];
            let mut rule = Rule { rule: "congruence".into(), terms, ..Rule::default() };
            if !self.apply(path, &mut rule, std::slice::from_ref(&same))? {
                return Ok(false);
            }
            if path.point.context.is_closed {
                break;
            }
        }
        Ok(true)
    }

    /// The words at which unfolding leads from one word to another.
    fn ladder(&mut self, words: &[Term]) -> Result<BTreeSet<Term>, Open> {
        let mut ladder = BTreeSet::from([Terms::ZERO]);
        let terms = &mut self.prover.terms;
        for &high in words {
            for &low in words {
                let difference = terms.sub(high, low)?;
                let Some(count) = terms.as_constant(difference) else { continue };
                if !(1..=DEFINITIONS_BETWEEN_WORDS).contains(&terms.width.signed(count)) {
                    continue;
                }
                for by in 0..count {
                    let by = terms.constant(by);
                    ladder.insert(terms.sub(high, by)?);
                }
            }
        }
        Ok(ladder)
    }

    /// Unfolds definitions, with a case for whether a word is 0, then proves the goal; returns whether that closes the
    /// point.
    fn unfolded(
        &mut self,
        path: &mut Path,
        goal: &Fact,
        words: &[Term],
        ladder: &BTreeSet<Term>,
        most: usize,
    ) -> Result<bool, Open> {
        for &word in ladder {
            if path.point.context.is_closed {
                return Ok(true);
            }
            let zero = Fact::zero(&mut self.prover.terms, word)?;
            if path.point.context.knows(&zero).is_none() {
                let other = zero.negated();
                let terms = &self.prover.terms;
                let holds = path.alive.iter().all(|&at| self.samples[at].holds(terms, &other));
                let steps =
                    if holds { self.lemma(path, Some(&other), Effort::Full)? } else { None };
                match steps {
                    Some(steps) => {
                        path.script.extend(steps);
                        path.point.context.assume("it", other);
                        if path.point.context.is_closed {
                            return Ok(true);
                        }
                    }
                    None => return self.split_on(path, zero, goal, words, ladder, most),
                }
            }
            let Ok(text) = path.names.term(&self.prover.terms, word) else { return Ok(false) };
            for function in 0..=most {
                let name = self.proposal.functions[function].name.clone();
                let mut rule = Rule { rule: "unfold".into(), name, ..Rule::default() };
                rule.terms = vec![text.clone()];
                if !self.apply(path, &mut rule, &[])? {
                    return Ok(false);
                }
                if path.point.context.is_closed {
                    return Ok(true);
                }
            }
        }
        self.by_lemmas(path, goal, words, most)
    }

    fn split_on(
        &mut self,
        path: &mut Path,
        fact: Fact,
        goal: &Fact,
        words: &[Term],
        ladder: &BTreeSet<Term>,
        most: usize,
    ) -> Result<bool, Open> {
        let Ok(text) = path.names.fact(&self.prover.terms, &fact) else { return Ok(false) };
        path.script.append(&mut path.names.steps);
        let mut case = Path { script: Vec::new(), ..path.clone() };
        case.point.context.assume("it", fact.clone());
        case.alive.retain(|&at| self.samples[at].holds(&self.prover.terms, &fact));
        if !self.unfolded(&mut case, goal, words, ladder, most)? {
            return Ok(false);
        }
        let cases = vec![case.script];
        path.script.push(Step::Rule(Rule {
            rule: "split".into(),
            fact: text,
            cases,
            ..Rule::default()
        }));
        path.point.context.assume("it", fact.negated());
        path.alive.retain(|&at| !self.samples[at].holds(&self.prover.terms, &fact));
        self.unfolded(path, goal, words, ladder, most)
    }

    /// Adds instances of lemmas at each word, then proves the goal.
    fn by_lemmas(
        &mut self,
        path: &mut Path,
        goal: &Fact,
        words: &[Term],
        most: usize,
    ) -> Result<bool, Open> {
        if path.point.context.is_closed {
            return Ok(true);
        }
        for &word in words {
            if self.prover.terms.as_constant(word).is_some() {
                continue;
            }
            let Ok(text) = path.names.term(&self.prover.terms, word) else { return Ok(false) };
            for lemma in self.proposal.lemmas.iter().take(most + 1) {
                let with = lemma.any.iter().map(|name| (name.clone(), text.clone())).collect();
                let name = lemma.name.clone();
                let mut rule = Rule { rule: "lemma".into(), name, with, ..Rule::default() };
                self.apply(path, &mut rule, &[])?;
                if path.point.context.is_closed {
                    return Ok(true);
                }
            }
        }
        if path.point.context.is_closed {
            return Ok(true);
        }
        let steps = self.lemma(path, Some(goal), Effort::Sums)?;
        let is_closed = steps.is_some();
        path.script.extend(steps.into_iter().flatten());
        Ok(is_closed)
    }
}

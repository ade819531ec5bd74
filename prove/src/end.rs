//! The ends of paths: when both programs have ended, their observed results must be equal.

use std::collections::BTreeMap;

use tamarin_kernel::evidence::{End, How, Script, Step};
use tamarin_kernel::execute::Ending;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::Point;
use tamarin_kernel::term::Term;

use crate::arrive::Any;
use crate::tactics::Effort;
use crate::walk::{Path, Walker};
use crate::{Open, Place};

impl Walker<'_> {
    /// Ends a path on which both programs ended in the given ways.
    pub(crate) fn both_end(&mut self, path: &mut Path, endings: [Ending; 2]) -> Result<(), Open> {
        let goals = self.goals(path, endings)?;
        let Some(goals) = goals else {
            if self.contradict(path)? {
                return Ok(());
            }
            return Err(self.differ(path, "the programs have the same end".into()));
        };
        if let Some(mut by) = self.shown(path, goals, None)? {
            if endings[0] == Ending::Done
                && self.claim.observed.array
                && let Some(script) = self.same_elements(path)?
            {
                by.insert("array".into(), script);
            }
            let how = How { by, ..How::default() };
            path.script.push(Step::End { end: End::Both, how });
        }
        Ok(())
    }

    /// A proof that both programs leave the same array; none if the kernel needs none.
    fn same_elements(&mut self, path: &Path) -> Result<Option<Script>, Open> {
        let ([Some(a), Some(b)], Some(array)) =
            (&path.point.states, self.prover.terms.starts[0].array.clone())
        else {
            return Ok(None);
        };
        let terms = &mut self.prover.terms;
        let (word, first) = (terms.fresh("index")?, terms.constant(array.address));
        let address = terms.combine(word, terms.layout.word, first, 1)?;
        let inside = Fact::below(terms, word, array.length)?;
        let within = [first, terms.scale(array.length, terms.layout.word)?];
        let any = Any { name: "index", word, inside, address, within };
        match self.same_words(path, [a.memory, b.memory], any)? {
            Some(script) => Ok(Some(script)),
            None => Err(Open::Obligation("the arrays are the same".into())),
        }
    }

    /// Proofs of goals, by label; none if no input takes the path, which is closed then. Unproved goals of a node are
    /// collected if the walker collects them.
    pub(crate) fn shown(
        &mut self,
        path: &mut Path,
        goals: Vec<(String, Fact)>,
        of: Option<&str>,
    ) -> Result<Option<BTreeMap<String, Script>>, Open> {
        let mut by: BTreeMap<String, Script> = BTreeMap::new();
        for (label, goal) in goals {
            if path.point.context.knows(&goal) == Some(true) {
                continue;
            }
            let terms = &self.prover.terms;
            let fails = path.alive.iter().find(|&&at| !self.samples[at].holds(terms, &goal));
            if fails.is_some() && self.is_weak(of, &label) {
                continue;
            }
            if let Some(&at) = fails {
                let input = self.samples[at].input.clone();
                return Err(match self.is_at_end(path) {
                    true => Open::Differ(input),
                    false => Open::Obligation(self.prover.terms.print_fact(&goal)),
                });
            }
            let most = self.most;
            if self.is_optional(of, &label) {
                self.most = most.min(self.most_of_facts);
            }
            let shown = self.shows(path, &goal);
            self.most = most;
            match shown? {
                Some(script) => {
                    by.insert(label, script);
                }
                None if self.contradict(path)? => return Ok(None),
                None if self.is_weak(of, &label) => {}
                None => return Err(Open::Obligation(self.prover.terms.print_fact(&goal))),
            }
        }
        Ok(Some(by))
    }

    /// Records an unproved goal of a node, if such goals are collected.
    pub(crate) fn is_weak(&mut self, node: Option<&str>, label: &str) -> bool {
        let is_optional = self.is_optional(node, label);
        if let (Some(weak), Some(node), true) = (&mut self.weak, node, is_optional) {
            weak.insert((node.to_owned(), label.to_owned()));
        }
        is_optional
    }

    /// Whether a goal of a node may be left out.
    fn is_optional(&self, node: Option<&str>, label: &str) -> bool {
        let is_place = label.ends_with(".pc") || label.starts_with("output.");
        self.weak.is_some() && node.is_some() && !is_place && !label.starts_with("case")
    }

    /// A proof of a goal at the end of a path.
    pub(crate) fn shows(&mut self, path: &Path, goal: &Fact) -> Result<Option<Script>, Open> {
        let mut within = Path { script: Vec::new(), ..path.clone() };
        self.read_goal(&mut within, goal)?;
        let effort = match self.proposal.functions.is_empty() {
            true => Effort::Full,
            false => Effort::Sums,
        };
        match self.lemma(&mut within, Some(goal), effort)? {
            Some(script) => Ok(Some([within.script, script].concat())),
            None => match self.by_unfolding(path, goal)? {
                Some(script) => Ok(Some(script)),
                None => self.by_memory(path, goal),
            },
        }
    }

    /// Whether both programs ended on a path from the start, so that its goals are required and not guessed.
    fn is_at_end(&self, path: &Path) -> bool {
        self.origin.is_none()
            && path.gone.iter().all(|gone| matches!(gone.place, Place::Done | Place::Fault))
    }

    fn differ(&self, path: &Path, what: String) -> Open {
        match path.alive.first().filter(|_| self.origin.is_none()) {
            Some(&at) => Open::Differ(self.samples[at].input.clone()),
            None => Open::Obligation(what),
        }
    }

    /// The obligations at the end; none if the endings or the numbers of printed bytes differ.
    fn goals(
        &mut self,
        path: &Path,
        endings: [Ending; 2],
    ) -> Result<Option<Vec<(String, Fact)>>, Refusal> {
        let [Some(a), Some(b)] = &path.point.states else { return Ok(None) };
        let observed = &self.claim.observed;
        if endings[0] != endings[1] || observed.output && a.output.len() != b.output.len() {
            return Ok(None);
        }
        if endings[0] == Ending::Fault && !observed.facts.is_empty() {
            return Ok(None);
        }
        let both = Point { context: self.prover.inputs.clone(), ..path.point.clone() };
        let facts = self.prover.scope(&both).facts(&observed.facts)?;
        let mut pairs = self.output(path)?;
        let terms = &mut self.prover.terms;
        if endings[0] == Ending::Done {
            for name in &observed.registers {
                let Some(number) = self.prover.machine.register(name) else { continue };
                pairs.push((name.clone(), [a.registers[number], b.registers[number]]));
            }
            for &at in &observed.words {
                let address = terms.constant(at);
                let words = [terms.load(a.memory, address)?, terms.load(b.memory, address)?];
                pairs.push((format!("word.{at}"), words));
            }
        }
        let goal = |(label, [a, b]): (String, [Term; 2])| Ok((label, Fact::equal(terms, a, b)?));
        let equal = pairs.into_iter().map(goal).collect::<Result<Vec<_>, Refusal>>()?;
        let facts = facts.into_iter().enumerate();
        let facts = facts.map(|(index, fact)| (format!("fact.{index}"), fact));
        Ok(Some(equal.into_iter().chain(facts).collect()))
    }

    /// The pairs of printed bytes that must be equal.
    pub(crate) fn output(&mut self, path: &Path) -> Result<Vec<(String, [Term; 2])>, Refusal> {
        let [Some(a), Some(b)] = &path.point.states else { return Ok(Vec::new()) };
        let mut pairs = Vec::new();
        if self.claim.observed.output {
            let shift = 1 << self.prover.machine.width.bits().saturating_sub(8);
            for (index, (&a, &b)) in a.output.iter().zip(&b.output).enumerate() {
                let terms = &mut self.prover.terms;
                let bytes = [terms.scale(a, shift)?, terms.scale(b, shift)?];
                pairs.push((format!("output.{index}"), bytes));
            }
        }
        Ok(pairs)
    }
}

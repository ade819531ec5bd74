//! Goals about loads: which store a load reads, and where two memories agree.
//!
//! A load after stores has a case for each store. The remaining loads read memories without stores since the start or
//! the node. Two such loads are equal if their addresses are, and they read the same memory, memories that agree on a
//! region, or the same array. Each such equation is added; then the goal is an ordinary lemma.

use std::collections::BTreeSet;

use tamarin_kernel::evidence::{Rule, Script, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::rules;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term};

use crate::Open;
use crate::tactics::Effort;
use crate::walk::{Path, Walker};

/// A load.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Load {
    pub(crate) atom: Atom,
    pub(crate) memory: Memory,
    pub(crate) at: Term,
}

/// A part of the initial memory.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The array.
    Array,
    /// Neither program text nor array.
    Blank,
}

/// Maximum number of loads considered for a goal, and of those that may read a stored word.
const LOADS: [usize; 2] = [16, 6];

impl Walker<'_> {
    /// Proves a goal about loads. The negated goal is not among the facts yet.
    pub(crate) fn by_memory(&mut self, path: &Path, goal: &Fact) -> Result<Option<Script>, Open> {
        let is_stored =
            |load: &Load| matches!(self.prover.terms.contents(load.memory), Contents::Store { .. });
        let mut loads = self.loads(goal);
        for fact in path.point.context.facts() {
            // Invariants name the slots of a frame as words, so loads from a frame need no rule.
            let is_in_frame = |load: &Load| {
                let is_constant = self.prover.terms.as_constant(load.at).is_some();
                is_constant && self.side(*load).is_none() && !is_stored(load)
            };
            loads.extend(self.loads(fact).into_iter().filter(|load| !is_in_frame(load)));
        }
        loads.sort_unstable();
        loads.dedup();
        loads.retain(|load| !path.read.contains(&load.atom));
        let stored = loads.iter().filter(|load| is_stored(load)).count();
        if loads.is_empty() || loads.len() > LOADS[0] || stored > LOADS[1] {
            return Ok(None);
        }
        let mut within = Path { script: Vec::new(), ..path.clone() };
        within.point.context.assume("goal", goal.negated());
        let is_closed = self.behind_stores(&mut within, goal, &loads, Vec::new())?;
        Ok(is_closed.then_some(within.script))
    }

    /// The loads in a fact.
    pub(crate) fn loads(&self, fact: &Fact) -> Vec<Load> {
        self.loads_in(fact.sum.iter().map(|(term, _)| *term).collect())
    }

    pub(crate) fn loads_in(&self, mut open: Vec<Term>) -> Vec<Load> {
        let (mut found, mut seen) = (BTreeSet::new(), BTreeSet::new());
        while let Some(term) = open.pop() {
            for atom in self.prover.terms.polynomial(term).iter().flat_map(|(of, _)| of) {
                if !seen.insert(*atom) {
                    continue;
                }
                let Node { head, operands } = self.prover.terms.node(*atom);
                match head {
                    Head::Load(memory) => {
                        found.insert(Load { atom: *atom, memory: *memory, at: operands[0] });
                    }
                    _ => open.extend(operands),
                }
            }
        }
        found.into_iter().collect()
    }

    fn load(&mut self, memory: Memory, at: Term) -> Result<Option<Load>, Open> {
        let term = self.prover.terms.load(memory, at)?;
        let atom = self.prover.terms.as_atom(term);
        Ok(atom.and_then(|atom| match self.prover.terms.node(atom) {
            Node { head: Head::Load(memory), operands } => {
                Some(Load { atom, memory: *memory, at: operands[0] })
            }
            _ => None,
        }))
    }

    /// Resolves stores, one load after the other, then pairs the remaining loads. Returns whether that closes the
    /// point.
    fn behind_stores(
        &mut self,
        path: &mut Path,
        goal: &Fact,
        loads: &[Load],
        mut bases: Vec<Load>,
    ) -> Result<bool, Open> {
        let Some((&load, rest)) = loads.split_first() else {
            return self.paired(path, goal, &bases);
        };
        let mut base = load.memory;
        while let Contents::Store { before, .. } = *self.prover.terms.contents(base) {
            base = before;
        }
        if base == load.memory {
            bases.push(load);
            return self.behind_stores(path, goal, rest, bases);
        }
        let Some(name) = self.memory_name(path, load.memory) else { return Ok(false) };
        let below = self.load(base, load.at)?;
        let rule = Rule { rule: "memory.store".into(), name, ..Rule::default() };
        let Some(mut rule) = self.of_address(path, rule, load.at) else { return Ok(false) };
        let Some(mut open) = self.open(path, &rule)? else { return Ok(false) };
        let last = open.pop();
        let count = open.len();
        let mut scripts = Vec::new();
        for (index, mut case) in open.into_iter().chain(last).enumerate() {
            if self.clashes(&mut case, path.point.context.facts().len())? {
                scripts.push(case.script);
                continue;
            }
            // The last case reads the memory before all stores; words that overlap a store also read part of it.
            let mut bases = bases.clone();
            if index == count || !self.prover.terms.distances().is_empty() {
                bases.extend(below);
            }
            let rest = [rest, &self.stored(path, &case, load)].concat();
            if !self.behind_stores(&mut case, goal, &rest, bases)? {
                return Ok(false);
            }
            scripts.push(case.script);
        }
        let last = scripts.pop().unwrap_or_default();
        rule.cases = scripts;
        path.script.push(Step::Rule(rule));
        path.script.extend(last);
        Ok(true)
    }

    /// The loads in the words that were stored, as far as a case of a load shows them.
    fn stored(&self, path: &Path, case: &Path, load: Load) -> Vec<Load> {
        let known = path.point.context.facts();
        let seen: BTreeSet<Load> = known.iter().flat_map(|fact| self.loads(fact)).collect();
        let facts = &case.point.context.facts()[known.len()..];
        let new: BTreeSet<Load> = facts.iter().flat_map(|fact| self.loads(fact)).collect();
        let is_stored = |it: &Load| *it != load && it.at != load.at && !seen.contains(it);
        new.into_iter().filter(is_stored).take(LOADS[1]).collect()
    }

    /// Adds equations between loads that read the same word, then proves the goal.
    fn paired(&mut self, path: &mut Path, goal: &Fact, loads: &[Load]) -> Result<bool, Open> {
        for (index, &one) in loads.iter().enumerate() {
            for &other in &loads[index + 1..] {
                let mut within = path.clone();
                if self.pair(&mut within, one, other)? {
                    *path = within;
                }
                if path.point.context.is_closed {
                    return Ok(true);
                }
            }
        }
        if path.point.context.is_closed {
            return Ok(true);
        }
        let steps = match self.lemma(path, Some(goal), Effort::Full)? {
            Some(steps) => Some(steps),
            None => self.lemma(path, None, Effort::Full)?,
        };
        let is_closed = steps.is_some();
        path.script.extend(steps.into_iter().flatten());
        Ok(is_closed)
    }

    /// Adds the equation of two loads, if it can be proved.
    fn pair(&mut self, path: &mut Path, one: Load, other: Load) -> Result<bool, Open> {
        let distance = self.prover.terms.sub(one.at, other.at)?;
        if self.prover.terms.as_constant(distance).is_some_and(|distance| distance != 0) {
            return Ok(false);
        }
        let Some(there) = self.load(other.memory, one.at)? else { return Ok(false) };
        if one.memory != other.memory && !self.across(path, one, there)? {
            return Ok(false);
        }
        if there.atom == other.atom {
            return Ok(true);
        }
        let names = [there.atom, other.atom].map(|atom| path.names.atom(&self.prover.terms, atom));
        let [Ok(a), Ok(b)] = names else { return Ok(false) };
        let mut rule = Rule { rule: "congruence".into(), terms: vec![a, b], ..Rule::default() };
        let same = Fact::equal(&mut self.prover.terms, there.at, other.at)?;
        self.apply(path, &mut rule, &[same])
    }

    /// Adds that two memories agree at an address.
    fn across(&mut self, path: &mut Path, one: Load, there: Load) -> Result<bool, Open> {
        let of = [one.memory, there.memory];
        let regions = path.point.context.regions.clone();
        let mut labels: Vec<&String> = regions.keys().collect();
        labels.sort_unstable();
        for label in labels {
            let region = regions[label];
            if region.of != of && region.of != [of[1], of[0]] {
                continue;
            }
            let offset = self.prover.terms.sub(one.at, region.from)?;
            let inside = Fact::below(&mut self.prover.terms, offset, region.size)?;
            let name = label.clone();
            let rule = Rule { rule: "memory.region".into(), name, ..Rule::default() };
            let Some(mut rule) = self.of_address(path, rule, one.at) else { continue };
            if self.apply(path, &mut rule, &[inside])? {
                return Ok(true);
            }
        }
        self.elements(path, one, there)
    }

    /// Shows that two loads from the initial memories are equal: within arrays with equal elements, or where
    /// both are blank.
    fn elements(&mut self, path: &mut Path, one: Load, there: Load) -> Result<bool, Open> {
        if [one, there].iter().any(|load| self.side(*load).is_none()) {
            return Ok(false);
        }
        let mut within = path.clone();
        if self.alike(&mut within, [one, there], Part::Array)? {
            *path = within;
            return Ok(true);
        }
        let terms = [one, there].map(|load| {
            let head = Head::Load(load.memory);
            self.prover.terms.atom(head, vec![load.at])
        });
        let [a, b] = terms;
        let same = Fact::equal(&mut self.prover.terms, a?, b?)?;
        if path.point.context.knows(&same) == Some(false) {
            return self.blank_or_element(path, [one, there]);
        }
        let Ok(fact) = path.names.fact(&self.prover.terms, &same) else { return Ok(false) };
        path.script.append(&mut path.names.steps);
        let mut within = Path { script: Vec::new(), ..path.clone() };
        within.point.context.assume("it", same.negated());
        if !self.blank_or_element(&mut within, [one, there])? {
            return Ok(false);
        }
        let cases = vec![within.script];
        let rule = Rule { rule: "cut".into(), fact, cases, ..Rule::default() };
        path.script.push(Step::Rule(rule));
        path.point.context.assume("it", same);
        Ok(true)
    }

    /// Closes a point at which two loads from initial memories differ.
    fn blank_or_element(&mut self, path: &mut Path, loads: [Load; 2]) -> Result<bool, Open> {
        if let Some((inside, _)) = self.inside(loads[0])? {
            let Ok(fact) = path.names.fact(&self.prover.terms, &inside) else { return Ok(false) };
            path.script.append(&mut path.names.steps);
            let mut case = Path { script: Vec::new(), ..path.clone() };
            case.point.context.assume("it", inside.clone());
            if !self.alike(&mut case, loads, Part::Array)? || !case.point.context.is_closed {
                return Ok(false);
            }
            let cases = vec![case.script];
            let rule = Rule { rule: "split".into(), fact, cases, ..Rule::default() };
            path.script.push(Step::Rule(rule));
            path.point.context.assume("it", inside.negated());
        }
        Ok(self.alike(path, loads, Part::Blank)? && path.point.context.is_closed)
    }

    /// Adds that two loads from initial memories are equal, both from the given part.
    fn alike(&mut self, path: &mut Path, loads: [Load; 2], part: Part) -> Result<bool, Open> {
        let mut labels = Vec::new();
        for load in loads {
            let Some(side) = self.side(load) else { return Ok(false) };
            let inside = self.inside(load)?;
            let (rule, conditions) = match (part, inside) {
                (Part::Array, None) => return Ok(false),
                (Part::Array, Some((inside, aligned))) => {
                    ("memory.array", aligned.into_iter().chain([inside]).collect())
                }
                (Part::Blank, _) => {
                    let terms = &mut self.prover.terms;
                    let end = terms.constant(terms.text_end(side));
                    let mut conditions = vec![Fact::below(terms, load.at, end)?.negated()];
                    conditions.extend(self.outside(side, load.at)?);
                    let (terms, layout) = (&mut self.prover.terms, self.prover.machine.layout);
                    if layout.kept < layout.end {
                        let kept = terms.constant(layout.accesses(layout.kept));
                        conditions.push(Fact::below(terms, load.at, kept)?);
                    }
                    ("memory.blank", conditions)
                }
            };
            let name = ["start.left", "start.right"][side].to_owned();
            let label = format!("load.{}", path.point.context.facts().len());
            labels.push(label.clone());
            let rule = Rule { rule: rule.into(), name, label, ..Rule::default() };
            let Some(mut rule) = self.of_address(path, rule, load.at) else { return Ok(false) };
            if !self.apply(path, &mut rule, &conditions)? {
                return Ok(false);
            }
        }
        let factors = vec!["1".to_owned(), "-1".to_owned()];
        let mut rule = Rule { rule: "ring".into(), on: labels, factors, ..Rule::default() };
        self.apply(path, &mut rule, &[])
    }

    /// The program whose initial memory a load reads.
    fn side(&self, load: Load) -> Option<usize> {
        match *self.prover.terms.contents(load.memory) {
            Contents::Start(side) => Some(side),
            _ => None,
        }
    }

    /// The conditions that a load from an initial memory reads the array: its address is in range, and aligned where
    /// words can overlap. None without an array.
    fn inside(&mut self, load: Load) -> Result<Option<(Fact, Option<Fact>)>, Open> {
        let Some(side) = self.side(load) else { return Ok(None) };
        let terms = &mut self.prover.terms;
        let Some(array) = terms.starts[side].array.clone() else { return Ok(None) };
        let first = terms.constant(array.address);
        let offset = terms.sub(load.at, first)?;
        let size = terms.scale(array.length, terms.layout.word)?;
        let inside = Fact::below(terms, offset, size)?;
        if terms.layout.cell == terms.layout.word {
            return Ok(Some((inside, None)));
        }
        let shift = terms.width.bits() - terms.layout.word.trailing_zeros();
        let low_bits = terms.scale(offset, 1 << shift)?;
        Ok(Some((inside, Some(Fact::zero(terms, low_bits)?))))
    }

    /// The condition that the word at an address does not overlap the array; none without an array.
    fn outside(&mut self, side: usize, at: Term) -> Result<Option<Fact>, Open> {
        let terms = &mut self.prover.terms;
        let Some(array) = terms.starts[side].array.clone() else { return Ok(None) };
        let lower = terms.constant(terms.layout.word - terms.layout.cell);
        let first = terms.constant(array.address);
        let (offset, size) = (terms.sub(at, first)?, terms.scale(array.length, terms.layout.word)?);
        let (offset, size) = (terms.add(offset, lower)?, terms.add(size, lower)?);
        Ok(Some(Fact::below(terms, offset, size)?.negated()))
    }

    pub(crate) fn memory_name(&self, path: &Path, memory: Memory) -> Option<String> {
        match *self.prover.terms.contents(memory) {
            Contents::Start(side) => Some(["start.left", "start.right"][side].to_owned()),
            _ => path.names.memories.get(&memory).cloned(),
        }
    }

    /// The rule with an address as its term, after the steps that name the address.
    pub(crate) fn of_address(&mut self, path: &mut Path, mut rule: Rule, at: Term) -> Option<Rule> {
        rule.terms = vec![path.names.term(&self.prover.terms, at).ok()?];
        path.script.append(&mut path.names.steps);
        Some(rule)
    }

    /// The open cases of a rule; none if it does not apply.
    fn open(&mut self, path: &Path, rule: &Rule) -> Result<Option<Vec<Path>>, Open> {
        let mut names = path.point.context.names.clone();
        for (atom, name) in &path.names.atoms {
            let Node { head, operands } = self.prover.terms.node(*atom).clone();
            names.insert(name.clone(), self.prover.terms.atom(head, operands)?);
        }
        let mut point = path.point.clone();
        point.context.names = names;
        let memories = path.names.memories.iter().map(|(memory, name)| (name.clone(), *memory));
        point.context.memories.extend(memories);
        let Ok(cases) = rules::apply(&mut self.prover.scope(&point), rule) else { return Ok(None) };
        let mut open = Vec::new();
        for case in cases {
            if case.iter().any(|fact| path.point.context.knows(fact) == Some(false)) {
                continue;
            }
            let mut next = Path { script: Vec::new(), ..path.clone() };
            let label = if rule.label.is_empty() { "it" } else { &rule.label };
            next.point.context.assume_all(label, case);
            if !next.point.context.is_closed {
                open.push(next);
            }
        }
        Ok(Some(open))
    }

    /// Applies a rule of which only the last case is possible. The given conditions, proved first, contradict the
    /// others.
    pub(crate) fn apply(
        &mut self,
        path: &mut Path,
        rule: &mut Rule,
        conditions: &[Fact],
    ) -> Result<bool, Open> {
        path.script.append(&mut path.names.steps);
        for condition in conditions {
            if path.point.context.knows(condition) == Some(true) {
                continue;
            }
            let Some(steps) = self.lemma(path, Some(condition), Effort::Full)? else {
                return Ok(false);
            };
            path.script.extend(steps);
            path.point.context.assume("it", condition.clone());
        }
        let Some(mut open) = self.open(path, rule)? else { return Ok(false) };
        path.script.push(Step::Rule(rule.clone()));
        match open.pop() {
            Some(case) => path.point = case.point,
            None => path.point.context.is_closed = true,
        }
        Ok(open.is_empty())
    }
}

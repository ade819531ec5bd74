//! Nodes: scripts that begin at a node, and paths that arrive at one.

use std::collections::BTreeMap;
use std::rc::Rc;

use tamarin_kernel::claim::{Statement, Stopping};
use tamarin_kernel::context::Context;
use tamarin_kernel::evidence::{How, Invariant, Node, Script, Side, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::invariant::{FAULT, assume};
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Point, descent};
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Term};
use tamarin_kernel::word::Operator;

use crate::samples::Sample;
use crate::tactics::Effort;
use crate::walk::{Gone, Origin, Path, Walker};
use crate::{Open, Place, ProposedNode};

/// An arbitrary address in a range.
#[derive(Clone)]
pub(crate) struct Any {
    /// The name of the arbitrary word.
    pub name: &'static str,
    /// The word.
    pub word: Term,
    /// The fact that limits it, with the label `inside`.
    pub inside: Fact,
    /// The address, which depends on the word.
    pub address: Term,
    /// The first address, and the number of bytes from it on in which the address lies.
    pub within: [Term; 2],
}

impl Walker<'_> {
    /// A node with its script.
    pub(crate) fn node(&mut self, name: &str, proposed: &ProposedNode) -> Result<Node, Open> {
        let inputs = self.prover.inputs.clone();
        let point = assume(&mut self.prover, &proposed.holds, inputs, "")?;
        let measure = self.prover.scope(&point).all_terms(&proposed.measure)?;
        self.origin = Some(Origin { at: proposed.at, measure });
        let gone = proposed.at.map(|place| Gone { place, ..Gone::default() });
        let mut alive = Vec::new();
        let inputs: Vec<_> =
            self.claim.inputs.iter().map(|name| self.prover.inputs.names[name]).collect();
        for seen in &proposed.seen {
            let (terms, number) = (&self.prover.terms, self.samples.len());
            let sample = Sample::new(number as u64, seen.input.clone(), terms, &inputs);
            let sample =
                sample.of_states(seen, terms, &point).with_functions(self.proposal.values());
            if point.context.facts().iter().all(|fact| sample.holds(terms, fact)) {
                alive.push(number);
                self.samples.push(sample);
            }
        }
        let mut path = Path { gone, ..Path::new(point, self.names(), alive) };
        self.name_words(&mut path, &proposed.holds);
        path.solved = Rc::new(self.solved(&path, &proposed.holds)?);
        let script = self.follow(path, &proposed.ways).map_err(|open| open.at(name))?;
        let (holds, measure) = (proposed.holds.clone(), proposed.measure.clone());
        Ok(Node { holds, measure, script })
    }

    /// The loads that an invariant expresses by other words, in facts such as `is.load(left, 8)`.
    fn solved(&mut self, path: &Path, holds: &Invariant) -> Result<BTreeMap<Term, Term>, Refusal> {
        let mut found = BTreeMap::new();
        for (label, text) in &holds.facts {
            let Some(load) = label.strip_prefix("is.load") else { continue };
            let load = self.prover.scope(&path.point).term(&format!("load{load}"))?;
            let Some(zero) = self.prover.scope(&path.point).fact(text)?.as_zero() else { continue };
            let terms = &mut self.prover.terms;
            let Some(atom) = terms.as_atom(load) else { continue };
            let is_load = |(monomial, _): &&(Vec<_>, u64)| monomial[..] == [atom];
            let by = terms.polynomial(zero).iter().find(is_load).map_or(0, |(_, by)| *by);
            // `zero` is the load less its value, or its negation.
            let to = terms.combine(load, 1, zero, terms.width.wrap(by.wrapping_neg()))?;
            if matches!(terms.width.signed(by), 1 | -1) {
                found.insert(load, to);
            }
        }
        Ok(found)
    }

    /// Names all words of a node: those of its invariant, registers that it does not mention, and memories.
    pub(crate) fn name_words(&mut self, path: &mut Path, holds: &Invariant) {
        for name in &holds.any {
            let word = path.point.context.names[name];
            let atom = self.prover.terms.as_atom(word);
            path.names.atoms.extend(atom.map(|atom| (atom, name.clone())));
        }
        for side in Side::BOTH {
            let Some(state) = path.point.states[side.index()].clone() else { continue };
            for (register, &word) in self.prover.machine.registers.iter().zip(&state.registers) {
                let Some(atom) = self.prover.terms.as_atom(word) else { continue };
                if path.names.atoms.contains_key(&atom) {
                    continue;
                }
                let name =
                    format!("{}{}{}", self.prefix, &side.name()[..1], &register.replace('$', ""));
                let text = format!("{}.{register}", side.name());
                path.names.atoms.insert(atom, name.clone());
                path.script.push(Step::Let { names: BTreeMap::from([(name, text)]) });
            }
            self.name_memory(path, side, state.memory);
        }
    }

    /// Whether a program may go on where no node is: if the other one has ended, up to its end or a node. It passes each
    /// location once, so that it does not go on for ever.
    fn passes(path: &mut Path) -> bool {
        let places = path.gone.map(|gone| gone.place);
        let is_end = |place: &Place| matches!(place, Place::Done | Place::Fault);
        let at = places.iter().find(|place| !is_end(place));
        places.iter().any(is_end) && at.is_some_and(|at| path.passed.insert(*at))
    }

    /// Ends a path at the node of its locations. Returns false if one program goes on from there.
    pub(crate) fn arrive(&mut self, path: &mut Path) -> Result<bool, Open> {
        let places = path.gone.map(|gone| gone.place);
        let proposal = self.proposal;
        let there = proposal.nodes.iter().filter(|(_, node)| node.at == places);
        let mut found = None;
        for (name, node) in there {
            if self.fits(path, node) && self.is_case(path, node)? {
                found = Some((name, node));
                break;
            }
        }
        let printed = path
            .point
            .states
            .each_ref()
            .map(|state| state.as_ref().map_or(0, |state| state.output.len()));
        let is_alike = !self.claim.observed.output || printed[0] == printed[1];
        let Some((name, node)) = found.filter(|_| is_alike) else {
            if self.contradict(path)? {
                return Ok(true);
            }
            if Self::passes(path) {
                return Ok(false);
            }
            let [left, right] = places.map(name_of);
            return Err(Open::Obligation(format!("no path leads to {left} and {right}")));
        };
        let output = self.output(path)?;
        let mut goals = Vec::new();
        for (label, [a, b]) in output {
            goals.push((label, Fact::equal(&mut self.prover.terms, a, b)?));
        }
        let there = self.invariant(path, node, &mut goals)?;
        let is_register = |(label, _): &&(String, Fact)| node.holds.registers.contains_key(label);
        let registers: Vec<Fact> =
            goals.iter().filter(is_register).map(|(_, goal)| goal.clone()).collect();
        self.derived(path, &registers)?;
        let Some(mut by) = self.shown(path, goals, Some(name))? else { return Ok(true) };
        self.regions(path, &there, (name, &node.holds), &mut by)?;
        let component = self.measured(path, &there, node, &mut by)?;
        let with = node.values.clone();
        let how = How { with, by, component, ..How::default() };
        path.script.push(Step::Arrive { arrive: name.clone(), how });
        Ok(true)
    }

    /// Adds the goals that say what a quotient or a remainder in a register equals, so that the proofs of other goals can
    /// use them.
    fn derived(&mut self, path: &mut Path, goals: &[Fact]) -> Result<(), Open> {
        for goal in goals {
            if path.point.context.knows(goal).is_some() {
                continue;
            }
            let terms = &self.prover.terms;
            let is_derived = |atom: &Atom| match terms.node(*atom).head {
                Head::Operator(operator) => {
                    matches!(operator, Operator::Quotient | Operator::Remainder)
                }
                _ => false,
            };
            let Some(zero) = goal.as_zero() else { continue };
            let mut atoms = terms.polynomial(zero).iter().flat_map(|(monomial, _)| monomial);
            let mut samples = path.alive.iter().map(|&at| &self.samples[at]);
            if atoms.any(is_derived) && samples.all(|sample| sample.holds(terms, goal)) {
                self.conclude(path, goal, Effort::Full)?;
            }
        }
        Ok(())
    }

    /// A fact that distinguishes the cases of the path's node, if the path does not decide it.
    pub(crate) fn case(&mut self, path: &Path) -> Result<Option<Fact>, Refusal> {
        let places = path.gone.map(|gone| gone.place);
        let proposal = self.proposal;
        for node in proposal.nodes.values().filter(|node| node.at == places) {
            for (label, text) in &node.holds.facts {
                if label.starts_with("case") {
                    let fact = self.prover.scope(&path.point).fact(text)?;
                    if path.point.context.knows(&fact).is_none() {
                        return Ok(Some(fact));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether the path may satisfy the facts that distinguish this case of a node from others.
    fn is_case(&mut self, path: &Path, node: &ProposedNode) -> Result<bool, Refusal> {
        for (label, text) in &node.holds.facts {
            if label.starts_with("case") {
                let fact = self.prover.scope(&path.point).fact(text)?;
                if path.point.context.knows(&fact) == Some(false) {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Whether no register is a constant other than the one in the node's invariant.
    pub(crate) fn fits(&self, path: &Path, node: &ProposedNode) -> bool {
        node.holds.registers.iter().all(|(name, text)| {
            let (Some((side, register)), Ok(expected)) =
                (name.split_once('.'), text.parse::<u64>())
            else {
                return true;
            };
            let side = Side::BOTH.into_iter().find(|it| it.name() == side);
            let state = side.and_then(|side| path.point.states[side.index()].as_ref());
            let number = self.prover.machine.register(register);
            let word = state.zip(number).map(|(state, number)| state.registers[number]);
            let value = word.and_then(|word| self.prover.terms.as_constant(word));
            value.is_none_or(|value| value == expected)
        })
    }

    /// Collects the obligations of a node, without its regions; returns the point with its names.
    pub(crate) fn invariant(
        &mut self,
        path: &Path,
        node: &ProposedNode,
        goals: &mut Vec<(String, Fact)>,
    ) -> Result<Point, Refusal> {
        let (holds, point) = (&node.holds, &path.point);
        let words = self.prover.scope(point).values(&holds.any, &node.values)?;
        let mut names = self.prover.inputs.clone();
        for (name, word) in holds.any.iter().zip(words) {
            names.name(name, word)?;
        }
        let words = Point::of(names.clone());
        let now = Point { context: Context::default(), ..point.clone() };
        let both = Point { context: names, ..point.clone() };
        for (&side, at) in &holds.at {
            let Some(state) = &point.states[side.index()] else { continue };
            if at != FAULT {
                let at = self.prover.scope(&words).term(at)?;
                let label = format!("{}.pc", side.name());
                goals.push((label, Fact::equal(&mut self.prover.terms, state.pc, at)?));
            }
            let is_untouched =
                *self.prover.terms.contents(state.memory) == Contents::Start(side.index());
            if holds.untouched.contains(&side) && !is_untouched {
                let what = format!("the {} program has stored something", side.name());
                return Err(Refusal::Evidence { at: Vec::new(), what });
            }
        }
        for (name, text) in &holds.registers {
            let now = self.prover.scope(&now).term(name)?;
            let expected = self.prover.scope(&words).term(text)?;
            goals.push((name.clone(), Fact::equal(&mut self.prover.terms, now, expected)?));
        }
        for (label, text) in &holds.facts {
            goals.push((label.clone(), self.prover.scope(&both).fact(text)?));
        }
        Ok(both)
    }

    /// Proves that memories agree on the regions of a node. Unproved ones are collected if the walker collects goals.
    fn regions(
        &mut self,
        path: &Path,
        there: &Point,
        (node, holds): (&str, &Invariant),
        by: &mut BTreeMap<String, Script>,
    ) -> Result<(), Open> {
        for (label, text) in &holds.regions {
            let region = self.prover.scope(there).region(text)?;
            let address = self.prover.terms.fresh("address")?;
            let offset = self.prover.terms.sub(address, region.from)?;
            let inside = Fact::below(&mut self.prover.terms, offset, region.size)?;
            let within = [region.from, region.size];
            let any = Any { name: "address", word: address, inside, address, within };
            match self.same_words(path, region.of, any)? {
                Some(script) => {
                    by.insert(label.clone(), script);
                }
                None if self.is_weak(Some(node), label) => {}
                None => return Err(Open::Obligation("memories are the same".into())),
            }
        }
        Ok(())
    }

    /// A proof that two memories have the same word at any address of a range; none if there is none.
    pub(crate) fn same_words(
        &mut self,
        path: &Path,
        of: [Memory; 2],
        any: Any,
    ) -> Result<Option<Script>, Open> {
        let mut within = path.clone();
        within.point.context.names.insert(any.name.into(), any.word);
        within.point.context.assume("inside", any.inside.clone());
        let terms = &mut self.prover.terms;
        let atom = terms.as_atom(any.word);
        within.names.atoms.extend(atom.map(|atom| (atom, any.name.to_owned())));
        let loads = [terms.load(of[0], any.address)?, terms.load(of[1], any.address)?];
        within.any = Some(any);
        let goal = Fact::equal(terms, loads[0], loads[1])?;
        match within.point.context.knows(&goal) {
            Some(true) => Ok(Some(Script::new())),
            _ => self.shows(&within, &goal),
        }
    }

    /// Proves that the measure decreases if it has to; returns the component that does.
    fn measured(
        &mut self,
        path: &Path,
        there: &Point,
        node: &ProposedNode,
        by: &mut BTreeMap<String, Script>,
    ) -> Result<usize, Open> {
        let Some(Origin { measure, .. }) = &self.origin else { return Ok(0) };
        let moved = path.point.has_moved;
        let is_needed = match self.claim.statement.agreement() {
            None | Some((_, Stopping::Unclaimed)) => false,
            Some((_, Stopping::Same)) => moved != [true; 2],
            Some((_, Stopping::Both)) => true,
        };
        if !is_needed || matches!(self.claim.statement, Statement::NeverStops { .. }) {
            return Ok(0);
        }
        let before = measure.clone();
        let after = self.prover.scope(there).all_terms(&node.measure)?;
        for component in 0..before.len().min(after.len()) {
            let facts = descent(&mut self.prover.terms, &before, &after, component)?;
            if let Some(found) = self.descends(path, &facts)? {
                by.extend(found);
                return Ok(component);
            }
        }
        Err(Open::Obligation("a measure gets smaller where a program waits".into()))
    }

    /// Proofs of the facts of a [`descent`]; none if one is not proved.
    pub(crate) fn descends(
        &mut self,
        path: &Path,
        facts: &[Fact],
    ) -> Result<Option<BTreeMap<String, Script>>, Open> {
        let terms = &self.prover.terms;
        let mut samples = path.alive.iter().map(|&at| &self.samples[at]);
        if samples.any(|sample| facts.iter().any(|fact| !sample.holds(terms, fact))) {
            return Ok(None);
        }
        let mut found = BTreeMap::new();
        for (index, fact) in facts.iter().enumerate() {
            if path.point.context.knows(fact) == Some(true) {
                continue;
            }
            let mut within = path.clone();
            let Some(script) = self.lemma(&mut within, Some(fact), Effort::Full)? else {
                return Ok(None);
            };
            let label = match index + 1 == facts.len() {
                true => "measure".to_owned(),
                false => format!("measure.{index}"),
            };
            found.insert(label, script);
        }
        Ok(Some(found))
    }
}

/// A location as text.
fn name_of(place: Place) -> String {
    match place {
        Place::Start => "the start".into(),
        Place::Behind { at, .. } | Place::Cut { at } => format!("{at:#x}"),
        Place::Done => "the end".into(),
        Place::Fault => "a fault".into(),
    }
}

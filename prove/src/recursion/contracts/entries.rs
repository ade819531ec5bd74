//! Contracts of recursive procedures, from the entry to the return.
//!
//! Such a contract says which function of its arguments a result is, which registers are restored, and that the memory
//! of the callers is unchanged. Its precondition bounds the stack pointer from below: by a multiple of the measure,
//! since each activation needs so much of the stack, and the measure decreases. So the frames of all activations lie
//! behind the program's text.

use std::collections::{BTreeMap, BTreeSet};

use tamarin_kernel::evidence::{Contract, FactText, How, RegionText, Rule, Script, Side, Step};
use tamarin_kernel::execute::State;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::invariant::assume;
use tamarin_kernel::machine::Instruction;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Point, TermState};
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};

use super::{Course, Stage, label_of, register};
use crate::names::{Names, Style};
use crate::recursion::define::{Defined, Naming};
use crate::recursion::extract::procedures::{First, Procedure};
use crate::recursion::extract::{Cut, Graph, Variable, below};
use crate::tactics::Effort;
use crate::walk::{Path, Walker};
use crate::{Open, Place};

/// The contract of a procedure without its script.
pub(super) fn of_entry(
    graph: &mut Graph<'_>,
    naming: &Naming,
    defined: &Defined,
    cut: usize,
) -> Result<Stage, Open> {
    let (machine, side) = (graph.prover.machine, graph.side);
    let at = graph.cuts[cut].template.pc;
    let Procedure { kept, above, mut reach, .. } = graph.procedure(at).clone();
    let arguments = naming.arguments(graph.cuts[cut].variables.len());
    let link = graph.link().ok_or_else(|| Open::Obligation("where a procedure returns".into()))?;
    let Registers { texts, named: mut values } =
        Registers::of(graph, cut, &format!("{}k", naming.argument), &arguments, |number| {
            kept[number] || number == machine.stack || number == link
        });
    let [pointer, back] =
        [machine.stack, link].map(|number| texts[number].clone().unwrap_or_default());
    let mut contract = Contract::default();
    for (argument, variable) in arguments.iter().zip(&graph.cuts[cut].variables) {
        let Variable::Frame(distance) = variable else { continue };
        let load = |at: &str| format!("load({}, {at} + {distance})", side.name());
        let fact = format!("{} = {argument}", load(&pointer));
        contract.before.facts.insert(format!("word.{distance}"), fact.as_str().into());
        values.insert(argument.clone(), load(&register(graph, machine.stack)));
        reach = reach.max(distance + machine.layout.word);
    }
    contract.before.any = values.keys().cloned().collect();
    contract.before.at.insert(side, at.to_string());
    contract.after.at.insert(side, back.clone());
    for (number, text) in texts.iter().enumerate() {
        let Some(text) = text.as_ref().filter(|_| machine.zero != Some(number)) else { continue };
        contract.before.registers.insert(register(graph, number), text.clone());
        if kept[number] {
            contract.after.registers.insert(register(graph, number), text.clone());
        }
    }
    let applied = if arguments.is_empty() { "0".to_owned() } else { arguments.join(", ") };
    for (index, number) in graph.results(Some(cut)).into_iter().enumerate() {
        let text = format!("{}({applied})", naming.of(Some(cut), index));
        contract.after.registers.insert(register(graph, number), text);
    }
    add_domain(graph, defined, cut, &arguments, &mut contract)?;
    let top = graph.stack_top().unwrap_or_default();
    let region = RegionText {
        of: [side.name().to_owned(), format!("entry.{}", side.name())],
        from: format!("{pointer} + {above}"),
        size: format!("{} - {pointer}", top.saturating_sub(above)),
    };
    contract.after.regions.insert("kept".into(), region);
    bound(graph, cut, &pointer, top.saturating_sub(reach), &mut contract)?;
    Ok(Stage {
        name: format!("{}{cut}", side.name()),
        contract,
        values,
        place: Place::Cut { at },
        entry: Some([pointer, back]),
    })
}

/// The registers at a procedure's entry.
struct Registers {
    /// The constant or the name of each register; `None` if the contract need not mention it.
    texts: Vec<Option<String>>,
    /// The registers that have names.
    named: BTreeMap<String, String>,
}

impl Registers {
    /// Names the registers that are arguments, and others that are needed by `prefix` and their number.
    fn of(
        graph: &Graph<'_>,
        cut: usize,
        prefix: &str,
        arguments: &[String],
        is_needed: impl Fn(usize) -> bool,
    ) -> Registers {
        let Cut { template, variables, .. } = &graph.cuts[cut];
        let constants = template.registers.iter().map(|word| word.map(|word| word.to_string()));
        let mut texts: Vec<Option<String>> = constants.collect();
        let mut named = BTreeMap::new();
        let mut name = |name: String, number: usize, text: &mut Option<String>| {
            *text = Some(name.clone());
            named.insert(name, register(graph, number));
        };
        for (argument, variable) in arguments.iter().zip(variables) {
            if let Variable::Register(number) = variable {
                name(argument.clone(), *number, &mut texts[*number]);
            }
        }
        for (number, text) in texts.iter_mut().enumerate() {
            if text.is_none() && is_needed(number) && graph.prover.machine.zero != Some(number) {
                name(format!("{prefix}{number}"), number, text);
            }
        }
        Registers { texts, named }
    }
}

/// Adds the domain of a procedure's function, and the measure.
fn add_domain(
    graph: &mut Graph<'_>,
    defined: &Defined,
    cut: usize,
    arguments: &[String],
    contract: &mut Contract,
) -> Result<(), Open> {
    let mut names = Names { style: Style::InPlace, ..Names::default() };
    for (word, argument) in graph.words(cut)?.into_iter().zip(arguments) {
        let atom = graph.prover.terms.as_atom(word);
        names.atoms.extend(atom.map(|atom| (atom, argument.clone())));
    }
    for (index, fact) in graph.cuts[cut].domain.iter().enumerate() {
        let text = names.fact(&graph.prover.terms, fact).map_err(Refusal::from)?;
        contract.before.facts.insert(format!("domain.{index}"), text);
    }
    for term in &defined.measures[cut] {
        let text = names.term(&graph.prover.terms, *term).map_err(Refusal::from)?;
        contract.measure.push(text);
    }
    Ok(())
}

/// Adds the facts about the stack pointer at a procedure's entry.
fn bound(
    graph: &mut Graph<'_>,
    cut: usize,
    pointer: &str,
    top: u64,
    contract: &mut Contract,
) -> Result<(), Open> {
    let machine = graph.prover.machine;
    let number = |number: u64| i64::try_from(number).map_err(|_| Open::Spent("words"));
    let shift = machine.width.bits() - machine.layout.cell.trailing_zeros();
    let (top, bottom) = (number(top)?, number(graph.stack_bottom())?);
    let sum = |sum: Vec<(i64, String)>, most: i64| FactText::Sum { sum, most };
    let facts = &mut contract.before.facts;
    let aligned = format!("{}*{pointer} = 0", 1u64 << shift);
    facts.insert("stack.0".into(), FactText::Text(aligned));
    facts.insert("stack.1".into(), sum(vec![(1, pointer.to_owned())], top));
    facts.insert("stack.2".into(), sum(vec![(-1, pointer.to_owned())], -bottom));
    let step = number(graph.activation(cut)?)?;
    if let ([measure], true) = (&contract.measure[..], step > 0) {
        let deep = sum(vec![(step, measure.clone()), (-1, pointer.to_owned())], -bottom);
        facts.insert("stack.3".into(), deep);
    }
    Ok(())
}

impl Course {
    /// The contract that is being proved.
    fn stage(&self) -> &Stage {
        &self.stages[self.own]
    }

    /// The stack pointer and the return address at the entry, if the contract is that of a procedure.
    fn entry(&self) -> Option<[Term; 2]> {
        let [pointer, back] = self.stage().entry.as_ref()?;
        Some([*self.names.get(pointer)?, *self.names.get(back)?])
    }

    /// Whether a fact, by its index, was found on the path and is about nothing but the stack pointer: the facts at the
    /// entry imply it.
    pub(crate) fn is_implied(&self, terms: &Terms, index: usize, fact: &Fact) -> bool {
        let Some([pointer, _]) = self.entry().filter(|_| index >= self.facts) else { return false };
        is_of(terms, fact, pointer)
    }

    /// Whether a fact mentions the stack pointer at a procedure's entry: results of functions do not depend on it.
    pub(crate) fn is_of_stack(&self, terms: &Terms, fact: &Fact) -> bool {
        let Some([pointer, _]) = self.entry() else { return false };
        let mut atoms = BTreeSet::new();
        fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
        terms.as_atom(pointer).is_some_and(|atom| atoms.contains(&atom))
    }
}

/// Whether a fact is about a single word.
pub fn is_of(terms: &Terms, fact: &Fact, word: Term) -> bool {
    let atom = terms.as_atom(word);
    let mut atoms = fact.sum.iter().flat_map(|(term, _)| terms.polynomial(*term));
    atoms.all(|(monomial, _)| monomial.iter().all(|it| Some(*it) == atom))
}

impl Walker<'_> {
    /// Whether a procedure's path is back where it was called.
    pub(crate) fn returns(&self, pc: Term) -> bool {
        let entry = self.course.as_ref().and_then(Course::entry);
        entry.is_some_and(|[_, back]| back == pc)
    }

    /// Whether a path follows the procedure at whose entry it is instead of calling its contract; notes where that
    /// returns to.
    pub(super) fn follows_first(&self, path: &mut Path, course: &Course) -> bool {
        let gone = &mut path.gone[course.side.index()];
        let is_within = course.stage().entry.is_some() || gone.followed.is_some();
        let is_entry = |it: &Stage| it.place == gone.place && it.entry.is_some();
        if course.first == First::Call || is_within || !course.stages.iter().any(is_entry) {
            return false;
        }
        let text = &self.prover.terms.starts[course.side.index()].text;
        let state = path.point.states[course.side.index()].as_ref();
        let link = text.iter().find_map(|word| match (self.prover.machine.decode)(*word) {
            Some(Instruction::Jump { link, .. }) => link,
            _ => None,
        });
        let back = link.zip(state).map(|(link, state)| state.registers[link]);
        gone.followed = back.and_then(|back| self.prover.terms.as_constant(back));
        gone.pieces = 0;
        gone.followed.is_some()
    }

    /// Continues a path behind the call of a procedure, as the kernel does.
    pub(super) fn go_on(
        &mut self,
        path: &mut Path,
        side: Side,
        stage: &Stage,
        there: Point,
    ) -> Result<(), Open> {
        let Some(now) = path.point.states[side.index()].clone() else { return Ok(()) };
        let label = label_of(path);
        let here = path.point.context.clone();
        let mut within = here.clone();
        (within.names, within.memories) = (there.context.names, there.context.memories);
        within.memories.insert(format!("entry.{}", side.name()), now.memory);
        let after = &stage.contract.after;
        let mut behind = assume(&mut self.prover, after, within, &format!("{label}."))?;
        (behind.context.names, behind.context.memories) = (here.names, here.memories);
        path.point.context = behind.context;
        let Some(next) = behind.states[side.index()].take() else { return Ok(()) };
        let memory = next.memory;
        let next: TermState = State { steps: now.steps + 1, ..next };
        path.point.states[side.index()] = Some(next);
        path.point.has_moved[side.index()] = true;
        path.gone[side.index()].pieces = 0;
        path.gone[side.index()].place = Place::Start;
        self.name_memory(path, side, memory);
        Ok(())
    }

    /// Restates registers that an instruction has loaded: from the memory behind a call by the words that were there
    /// before the call, and from a procedure's frame by the names of its arguments.
    pub(crate) fn restate(
        &mut self,
        path: &mut Path,
        side: Side,
        before: &[Term],
    ) -> Result<(), Open> {
        let Some(state) = path.point.states[side.index()].clone() else { return Ok(()) };
        for (number, &word) in state.registers.iter().enumerate() {
            if word == before[number] {
                continue;
            }
            let mut value = word;
            while let Some(next) = self.before_call(path, value)? {
                value = next;
            }
            let cells = self.course.iter().flat_map(|course| &course.cells);
            if let Some([_, name]) = cells.into_iter().find(|[load, _]| *load == value) {
                value = *name;
            }
            if value == word {
                continue;
            }
            let goal = Fact::equal(&mut self.prover.terms, word, value)?;
            let mut how = How::default();
            if path.point.context.knows(&goal) != Some(true) {
                let script = self.lemma(&mut path.clone(), Some(&goal), Effort::Sums)?;
                let script =
                    script.ok_or_else(|| Open::Obligation("what a frame restores".into()))?;
                how.by.insert("word".into(), script);
            }
            let Ok(to) = path.names.term(&self.prover.terms, value) else { continue };
            path.script.append(&mut path.names.steps);
            let register = self.prover.machine.registers[number].to_owned();
            path.script.push(Step::Word { word: (side, register, to), how });
            if let Some(state) = &mut path.point.states[side.index()] {
                state.registers[number] = value;
            }
        }
        Ok(())
    }

    /// A load from the memory behind a call, as one from the memory before it; adds that they are equal. None if the
    /// word is no such load.
    fn before_call(&mut self, path: &mut Path, word: Term) -> Result<Option<Term>, Open> {
        let terms = &self.prover.terms;
        let Some(atom) = terms.as_atom(word) else { return Ok(None) };
        let Node { head: Head::Load(memory), operands } = terms.node(atom) else { return Ok(None) };
        let (memory, at) = (*memory, operands[0]);
        match self.across_call(path, memory, at)? {
            Some(before) => Ok(Some(self.prover.terms.load(before, at)?)),
            None => Ok(None),
        }
    }

    /// Adds that a memory behind a call agrees at an address with the memory before it, and returns that.
    fn across_call(
        &mut self,
        path: &mut Path,
        memory: Memory,
        at: Term,
    ) -> Result<Option<Memory>, Open> {
        let regions = &path.point.context.regions;
        let found = regions.iter().find(|(_, region)| region.of[0] == memory);
        let Some((name, region)) = found.map(|(name, region)| (name.clone(), *region)) else {
            return Ok(None);
        };
        let offset = self.prover.terms.sub(at, region.from)?;
        let inside = Fact::below(&mut self.prover.terms, offset, region.size)?;
        let Ok(text) = path.names.term(&self.prover.terms, at) else { return Ok(None) };
        let (rule, terms) = ("memory.region".to_owned(), vec![text]);
        let mut rule = Rule { rule, name, terms, ..Rule::default() };
        let is_added = self.apply(path, &mut rule, &[inside])?;
        Ok(is_added.then_some(region.of[1]))
    }

    /// Proves that a procedure has not changed the memory of its callers.
    pub(super) fn unchanged(
        &mut self,
        path: &Path,
        course: &Course,
        by: &mut BTreeMap<String, Script>,
    ) -> Result<bool, Open> {
        for (label, text) in &course.stage().contract.after.regions {
            let mut there = Point { context: Default::default(), ..path.point.clone() };
            let names = course.names.iter().map(|(name, word)| (name.clone(), *word));
            there.context.names.extend(names);
            let entry = format!("entry.{}", course.side.name());
            there.context.memories.extend(course.memory.map(|memory| (entry, memory)));
            let region = self.prover.scope(&there).region(text)?;
            let mut within = Path { script: Vec::new(), ..path.clone() };
            let address = self.prover.terms.fresh("address")?;
            let offset = self.prover.terms.sub(address, region.from)?;
            let inside = Fact::below(&mut self.prover.terms, offset, region.size)?;
            within.point.context.names.insert("address".into(), address);
            within.point.context.assume("inside", inside);
            let atom: Option<Atom> = self.prover.terms.as_atom(address);
            within.names.atoms.extend(atom.map(|atom| (atom, "address".to_owned())));
            let [a, b] = region.of;
            let loads = [self.prover.terms.load(a, address)?, self.prover.terms.load(b, address)?];
            let goal = Fact::equal(&mut self.prover.terms, loads[0], loads[1])?;
            if within.point.context.knows(&goal) == Some(true) {
                continue;
            }
            within.point.context.assume("goal", goal.negated());
            if !self.same_at(&mut within, region.of, address, &goal)? {
                return Ok(false);
            }
            by.insert(label.clone(), within.script);
        }
        Ok(true)
    }

    /// Closes a point at which two memories differ at an address that no store of a path reaches.
    fn same_at(
        &mut self,
        path: &mut Path,
        [mut memory, base]: [Memory; 2],
        address: Term,
        goal: &Fact,
    ) -> Result<bool, Open> {
        while memory != base && !path.point.context.is_closed {
            let (mut below, mut conditions) = (memory, Vec::new());
            while let Contents::Store { before, at, .. } = *self.prover.terms.contents(below) {
                let distances = self.prover.terms.distances();
                for distance in distances.into_iter().chain([0]) {
                    let distance = self.prover.terms.constant(distance);
                    let at = self.prover.terms.add(at, distance)?;
                    conditions.push(Fact::equal(&mut self.prover.terms, address, at)?.negated());
                }
                below = before;
            }
            if below == memory {
                match self.across_call(path, memory, address)? {
                    Some(before) => memory = before,
                    None => return Ok(false),
                }
                continue;
            }
            let Some(name) = self.memory_name(path, memory) else { return Ok(false) };
            let terms = vec!["address".to_owned()];
            let mut rule = Rule { rule: "memory.store".into(), name, terms, ..Rule::default() };
            if !self.apply(path, &mut rule, &conditions)? {
                return Ok(false);
            }
            memory = below;
        }
        if path.point.context.is_closed {
            return Ok(true);
        }
        let Some(steps) = self.lemma(path, Some(goal), Effort::Sums)? else { return Ok(false) };
        path.script.extend(steps);
        Ok(true)
    }
}

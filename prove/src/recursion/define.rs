//! Defines a function for each cut of a program: the observed result at the end, from the state at the cut.
//!
//! The domain of a function is a set of facts that hold whenever a run reaches the cut. Its measure is a tuple of words
//! that decreases from iteration to iteration. Both are guessed from runs and then proved by arithmetic.

use std::collections::HashMap;

use tamarin_kernel::check;
use tamarin_kernel::evidence::{Body, FactText, Function, How, Rule, Script, Step};
use tamarin_kernel::execute::{Domain, State, step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::numbers::Numbers;
use tamarin_kernel::scope::descent;
use tamarin_kernel::term::{Term, Terms};
use tamarin_kernel::text::{self, Expression};

use super::extract::procedures::Call;
use super::extract::tree::{Arrival, Tree};
use super::extract::{Graph, Variable};
use crate::lemma::Statement;
use crate::names::{Names, Style};
use crate::samples::{self, Sample};
use crate::tactics::{Effort, Outcome, TABLE, Tools};
use crate::{Budget, Open, Solver};

mod control;
mod domains;
mod measures;
mod multiples;

use control::control;
use domains::{Candidates, find_domains, moved_term};
use measures::measures_of;
use multiples::multiples;

/// The functions of a program, and their cuts.
pub struct Defined {
    /// The functions, each after those that it uses.
    pub functions: Vec<Function>,
    /// The cuts, in the order of their functions.
    pub order: Vec<usize>,
    /// The measure of each cut, by index.
    pub measures: Vec<Vec<Term>>,
    /// For each cut, the values of its words in the states of runs.
    pub states: Vec<Vec<Vec<u64>>>,
}

impl Defined {
    /// For each observed register, the value at the end as a term of the inputs and of calls, if no decision comes before
    /// it.
    pub fn starts(&self, naming: &Naming) -> Vec<String> {
        let starts = (0..).map(|observed| naming.of(None, observed));
        let found = starts.map_while(|name| self.functions.iter().find(|it| it.name == name));
        let values = found.map(|start| match &start.body {
            Body::Value { is, .. } => is.clone(),
            Body::Choice { .. } => String::new(),
        });
        values.collect()
    }
}

/// Maximum number of runs, of their steps, and of states of a cut.
const RUNS: usize = 160;
const STEPS_PER_RUN: u64 = 3_000;
const STATES: usize = 240;
/// Prefixes for the names of a program's functions and arguments.
pub struct Naming {
    /// Prefix of function names.
    pub function: String,
    /// Prefix of argument names.
    pub argument: String,
}

impl Naming {
    /// The name of the function of a cut, or of the start, for an observed register.
    pub fn of(&self, cut: Option<usize>, observed: usize) -> String {
        let name = &self.function;
        match cut {
            Some(cut) => format!("{name}{cut}_{observed}"),
            None => format!("{name}_{observed}"),
        }
    }

    /// The names of arguments.
    pub fn arguments(&self, count: usize) -> Vec<String> {
        (0..count).map(|number| format!("{}{number}", self.argument)).collect()
    }
}

/// Defines the functions of a program.
pub fn define(
    graph: &mut Graph<'_>,
    naming: &Naming,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Defined, Open> {
    let order = order(graph)?;
    let states = states(graph)?;
    let mut measures = vec![Vec::new(); graph.cuts.len()];
    let is_plain = is_plain(graph);
    let without = measures_of(graph, &states, &mut measures, budget)?;
    if !(is_plain && without) {
        let signs = find_domains(graph, &states, Candidates::Signs, budget)
            .and_then(|()| graph.explore_again(budget))
            .and_then(|()| measures_of(graph, &states, &mut measures, budget))?;
        if !signs || may_fault(graph) {
            let mut is_found = false;
            for of in [Candidates::Orders, Candidates::All] {
                if !is_found {
                    find_domains(graph, &states, of, budget)?;
                    graph.explore_again(budget)?;
                    is_found = measures_of(graph, &states, &mut measures, budget)?;
                }
            }
            if !is_found {
                return Err(Open::Obligation("a measure of a loop gets smaller".into()));
            }
        }
    }
    let mut defined = Defined { functions: Vec::new(), order, measures, states };
    let order = defined.order.iter().copied();
    let (procedures, loops): (Vec<usize>, Vec<usize>) =
        order.partition(|cut| graph.cuts[*cut].procedure.is_some());
    for cut in procedures {
        for result in 0..graph.results(Some(cut)).len() {
            let function = function(graph, &defined, naming, Some(cut), result, solver, budget)?;
            defined.functions.push(function);
        }
    }
    for register in 0..graph.observed().len() {
        for cut in loops.clone() {
            let function = function(graph, &defined, naming, Some(cut), register, solver, budget)?;
            defined.functions.push(function);
        }
        let function = function(graph, &defined, naming, None, register, solver, budget)?;
        defined.functions.push(function);
    }
    Ok(defined)
}

/// The cuts, each after those that it leads to.
fn order(graph: &Graph<'_>) -> Result<Vec<usize>, Open> {
    let leads = |cut: usize| -> Vec<usize> {
        let arrivals = graph.cuts[cut].tree.arrivals(&graph.calls);
        arrivals.into_iter().map(|it| it.to).filter(|to| *to != cut).collect()
    };
    let mut order: Vec<usize> = Vec::new();
    while order.len() < graph.cuts.len() {
        let next = (0..graph.cuts.len())
            .find(|cut| !order.contains(cut) && leads(*cut).iter().all(|to| order.contains(to)));
        let next = next.ok_or_else(|| Open::Obligation("loops are within each other".into()))?;
        order.push(next);
    }
    Ok(order)
}

/// Whether domains would decide nothing: no path faults, and each cut has at most two paths back to itself.
fn is_plain(graph: &mut Graph<'_>) -> bool {
    let trees: Vec<Tree> = graph.cuts.iter().map(|cut| cut.tree.clone()).collect();
    let is_loop = |cut: &super::extract::Cut| cut.procedure.is_none();
    graph.cuts.iter().all(is_loop)
        && trees.iter().enumerate().all(|(cut, tree)| {
            let ways = tree.ways();
            let signs = ways.iter().filter(|way| matches!(way.end, Tree::To(to, _) if *to == cut));
            !ways.iter().any(|way| matches!(way.end, Tree::Fault)) && signs.count() <= 2
        })
}

/// Whether a path from a cut leads to a fault.
fn may_fault(graph: &Graph<'_>) -> bool {
    let faults = |tree: &Tree| tree.ways().iter().any(|way| matches!(way.end, Tree::Fault));
    graph.cuts.iter().any(|cut| faults(&cut.tree))
}

/// The values of each cut's variables in runs.
fn states(graph: &mut Graph<'_>) -> Result<Vec<Vec<Vec<u64>>>, Open> {
    let mut found = vec![Vec::new(); graph.cuts.len()];
    let (_, point) = check::start(&mut graph.prover, graph.claim);
    let samples = samples::samples(graph.claim, &graph.prover.terms, &point);
    let small = |sample: &&Sample| sample.input.iter().all(|word| *word < 200);
    let (first, rest): (Vec<&Sample>, Vec<&Sample>) = samples.iter().partition(small);
    for sample in first.into_iter().chain(rest).take(RUNS) {
        run(graph, &sample.input, &mut found)?;
    }
    Ok(found)
}

fn run(graph: &Graph<'_>, input: &[u64], found: &mut [Vec<Vec<u64>>]) -> Result<(), Open> {
    let (claim, machine) = (graph.claim, graph.prover.machine);
    let given = &claim.start[graph.side.index()];
    let word = |name: &str| {
        let at = claim.inputs.iter().position(|it| it == name);
        at.map_or(0, |at| input[at])
    };
    let (program, registers) = check::program(machine, given, |it| it, word);
    let text = claim.programs[graph.side.index()].iter().enumerate();
    let memory: HashMap<u64, u64> =
        text.map(|(at, it)| (machine.layout.cell * at as u64, *it)).collect();
    let mut state = State::new(0, registers, memory);
    let mut numbers = Numbers { machine };
    for _ in 0..STEPS_PER_RUN {
        if step(&mut numbers, &program, &mut state).is_err() {
            break;
        }
        let fits = |cut: &&super::extract::Cut| {
            let known = cut.template.registers.iter().zip(&state.registers);
            cut.template.pc == state.pc
                && known.into_iter().all(|(known, it)| known.is_none_or(|known| known == *it))
        };
        let Some(at) = graph.cuts.iter().position(|cut| fits(&cut)) else { continue };
        let words = graph.cuts[at].variables.iter().map(|variable| match variable {
            Variable::Register(number) => Ok(state.registers[*number]),
            Variable::Cell(at) => numbers.load(&state.memory, *at),
            Variable::Frame(distance) => {
                let pointer = state.registers[machine.stack];
                let at = machine.width.wrap(pointer.wrapping_add(*distance));
                numbers.load(&state.memory, at)
            }
        });
        let words: Vec<u64> = words.collect::<Result<_, _>>()?;
        if found[at].len() < STATES && !found[at].contains(&words) {
            found[at].push(words);
        }
    }
    Ok(())
}

/// Samples from the states of a cut.
fn samples_of(graph: &mut Graph<'_>, cut: usize, states: &[Vec<u64>]) -> Result<Vec<Sample>, Open> {
    let words = graph.words(cut)?;
    let sample = |(seed, state): (usize, &Vec<u64>)| {
        Sample::new(seed as u64, state.clone(), &graph.prover.terms, &words)
    };
    Ok(states.iter().enumerate().map(sample).collect())
}

/// Names for a cut's words, or for the inputs, as arguments.
fn names(graph: &mut Graph<'_>, naming: &Naming, cut: Option<usize>) -> Result<Names, Open> {
    let words = match cut {
        Some(cut) => graph.words(cut)?,
        None => {
            let inputs = &graph.claim.inputs;
            inputs.iter().map(|name| graph.prover.inputs.names[name]).collect()
        }
    };
    let mut names = Names { style: Style::InPlace, ..Names::default() };
    for (word, name) in words.iter().zip(naming.arguments(words.len())) {
        names.atoms.extend(graph.prover.terms.as_atom(*word).map(|atom| (atom, name)));
    }
    Ok(names)
}

fn unnamed<T>(_: T) -> Open {
    Open::Obligation("a result depends on words that have no name".into())
}

fn function(
    graph: &mut Graph<'_>,
    defined: &Defined,
    naming: &Naming,
    cut: Option<usize>,
    observed: usize,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Function, Open> {
    let mut names = names(graph, naming, cut)?;
    let (tree, domain, measure) = match cut {
        Some(cut) => (
            graph.cuts[cut].tree.clone(),
            graph.cuts[cut].domain.clone(),
            defined.measures[cut].clone(),
        ),
        None => (graph.start.clone(), Vec::new(), Vec::new()),
    };
    let count = names.atoms.len();
    let terms = &graph.prover.terms;
    let domain: Result<Vec<FactText>, _> = domain.iter().map(|it| names.fact(terms, it)).collect();
    let domain = domain.map_err(unnamed)?;
    let measure: Result<Vec<String>, _> = measure.iter().map(|it| names.term(terms, *it)).collect();
    let measure = measure.map_err(unnamed)?;
    let arguments = naming.arguments(count.max(1));
    let function = Function {
        name: naming.of(cut, observed),
        arguments,
        domain,
        measure,
        ..Function::default()
    };
    let mut writer = Writer { graph, naming, cut, observed, names, function, solver, budget };
    let body = writer.body(&tree, &mut Vec::new())?;
    Ok(Function { body, ..writer.function })
}

/// Builds the body of a function.
struct Writer<'w, 'k> {
    graph: &'w mut Graph<'k>,
    naming: &'w Naming,
    cut: Option<usize>,
    observed: usize,
    names: Names,
    function: Function,
    solver: &'w Solver<'w>,
    budget: &'w mut Budget,
}

impl Writer<'_, '_> {
    fn body(&mut self, tree: &Tree, decisions: &mut Vec<FactText>) -> Result<Body, Open> {
        match tree {
            Tree::Choice(fact, ways) => {
                let mut of = Vec::new();
                for (fact, way) in [(fact.clone(), &ways[0]), (fact.negated(), &ways[1])] {
                    let text = self.names.fact(&self.graph.prover.terms, &fact).map_err(unnamed)?;
                    decisions.push(text);
                    of.push(self.body(way, decisions)?);
                    decisions.pop();
                }
                let fact = self.names.fact(&self.graph.prover.terms, fact).map_err(unnamed)?;
                let otherwise = of.pop().unwrap_or_default();
                let then = of.pop().unwrap_or_default();
                Ok(Body::Choice { fact, then: Box::new(then), otherwise: Box::new(otherwise) })
            }
            Tree::Done(state) | Tree::Return(state) => {
                let register = self.graph.results(self.cut)[self.observed];
                let is = self.text(state.registers[register])?;
                let how = self.admissible(&is, decisions)?;
                Ok(Body::Value { is, how })
            }
            Tree::To(to, state) => {
                let is = self.application(*to, state, self.observed)?;
                let how = self.admissible(&is, decisions)?;
                Ok(Body::Value { is, how })
            }
            Tree::Called(call, rest) => {
                let Call { cut, state, behind, .. } = self.graph.calls[*call].clone();
                for (index, register) in self.graph.results(Some(cut)).into_iter().enumerate() {
                    let text = self.application(cut, &state, index)?;
                    let atom = self.graph.prover.terms.as_atom(behind[register]);
                    self.names.atoms.extend(atom.map(|atom| (atom, text)));
                }
                self.body(rest, decisions)
            }
            Tree::Fault | Tree::Dead => Ok(Body::Value { is: "0".into(), how: How::default() }),
        }
    }

    fn text(&mut self, term: Term) -> Result<String, Open> {
        self.names.term(&self.graph.prover.terms, term).map_err(unnamed)
    }

    /// The function of a cut, applied to its words in a state.
    fn application(
        &mut self,
        cut: usize,
        state: &tamarin_kernel::scope::TermState,
        observed: usize,
    ) -> Result<String, Open> {
        let mut texts = Vec::new();
        for variable in self.graph.cuts[cut].variables.clone() {
            let word = self.graph.word(state, variable)?;
            texts.push(self.text(word)?);
        }
        let name = self.naming.of(Some(cut), observed);
        // A function needs at least one argument.
        let arguments = if texts.is_empty() { "0".to_owned() } else { texts.join(", ") };
        Ok(format!("{name}({arguments})"))
    }

    /// Proofs that the recursive applications in a value are in the function's domain and have a smaller measure.
    fn admissible(&mut self, is: &str, decisions: &[FactText]) -> Result<How, Open> {
        let (value, mut found) = (text::term(is)?, Vec::new());
        value.applications(&self.function.name, &mut found);
        let mut how = How::default();
        if found.is_empty() {
            return Ok(how);
        }
        for component in 0..self.function.measure.len() {
            how = How { component, ..How::default() };
            let mut holds = true;
            for (count, arguments) in found.iter().enumerate() {
                holds = holds && self.is_admissible(arguments, decisions, count, &mut how)?;
            }
            if holds {
                return Ok(how);
            }
        }
        Err(Open::Obligation("the measure of a function gets smaller".into()))
    }

    /// Proves the same of one application; returns whether the component of the measure decreases.
    fn is_admissible(
        &mut self,
        arguments: &[Expression],
        decisions: &[FactText],
        count: usize,
        how: &mut How,
    ) -> Result<bool, Open> {
        let mut assume = self.function.domain.clone();
        let mut labels: Vec<String> = (0..assume.len()).map(|it| numbered("domain", it)).collect();
        labels.extend((0..decisions.len()).map(|it| format!("decision.{it}")));
        assume.extend_from_slice(decisions);
        let any = self.function.arguments.clone();
        let statement = Statement { any, assume, show: None };
        // The world of the function's arguments, in which facts about the recursive arguments are stated.
        let given = Default::default();
        let (mut world, here, _) =
            crate::world::World::assumed(self.graph.prover.machine, &statement, given)?;
        let mut scope = world.prover.scope(&here.point);
        let words: Result<Vec<Term>, _> = arguments.iter().map(|it| scope.meaning(it)).collect();
        let words = words?;
        let before = scope.all_terms(&self.function.measure)?;
        let point = scope.inputs_and(&self.function.arguments, &words)?;
        let mut within = scope.at(&point);
        let domain = within.facts(&self.function.domain)?;
        let after = within.all_terms(&self.function.measure)?;
        for (index, fact) in domain.iter().enumerate() {
            let show = world.names.fact(&world.prover.terms, fact).map_err(unnamed)?;
            let script = self.proof(&statement, fact, show, &labels)?;
            let script =
                script.ok_or_else(|| Open::Obligation("a function stays in its domain".into()))?;
            how.by.insert(format!("domain.{index}.{count}"), script);
        }
        let component = how.component;
        let facts = descent(&mut world.prover.terms, &before, &after, component)?;
        for (index, fact) in facts.iter().enumerate() {
            let show = world.names.fact(&world.prover.terms, fact).map_err(unnamed)?;
            let Some(script) = self.proof(&statement, fact, show, &labels)? else {
                return Ok(false);
            };
            let label = match index == component {
                true => format!("measure.{count}"),
                false => format!("measure.{count}.{index}"),
            };
            how.by.insert(label, script);
        }
        Ok(true)
    }

    /// A proof of a fact from the domain and the decisions, which have these labels.
    fn proof(
        &mut self,
        statement: &Statement,
        fact: &Fact,
        show: FactText,
        labels: &[String],
    ) -> Result<Option<Script>, Open> {
        match fact.folded() {
            Some(true) => return Ok(Some(Vec::new())),
            Some(false) => return Ok(None),
            None => {}
        }
        let statement = Statement { show: Some(show), ..statement.clone() };
        for (_, tactic) in TABLE {
            let mut tools = Tools {
                machine: self.graph.prover.machine,
                solver: self.solver,
                budget: self.budget,
                effort: Effort::Full,
            };
            match tactic(&statement, &mut tools) {
                Outcome::Proved(mut script) => {
                    relabel(&mut script, labels);
                    return Ok(Some(script));
                }
                Outcome::Fails => return Ok(None),
                Outcome::Open => {}
            }
        }
        Ok(None)
    }
}

fn numbered(label: &str, index: usize) -> String {
    match index {
        0 => label.to_owned(),
        _ => format!("{label}.{index}"),
    }
}

/// Replaces the labels `assume`, `assume.1` and so on.
fn relabel(script: &mut Script, labels: &[String]) {
    for step in script {
        let Step::Rule(Rule { on, cases, .. }) = step else { continue };
        for label in on {
            let number = match &label[..] {
                "assume" => Some(0),
                _ => label.strip_prefix("assume.").and_then(|it| it.parse::<usize>().ok()),
            };
            if let Some(name) = number.and_then(|number| labels.get(number)) {
                label.clone_from(name);
            }
        }
        cases.iter_mut().for_each(|case| relabel(case, labels));
    }
}

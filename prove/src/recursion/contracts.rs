//! Contracts that show that a program computes its functions: one for each cut, from a state there to the program's
//! end, and one from the start.
//!
//! A path from a cut reaches the end, or a cut whose contract it calls. A contract may call itself only with a smaller
//! measure, which is the measure of its function.

use std::collections::BTreeMap;

use tamarin_kernel::claim::Word;
use tamarin_kernel::evidence::{Contract, End, FactText, How, Invariant, Script, Side, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::invariant::assume;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Point, descent};
use tamarin_kernel::term::{Memory, Term};

use super::define::{Defined, Naming};
use super::extract::procedures::First;
use super::extract::{Graph, Template, Variable};
use crate::names::{Names, Style};
use crate::tactics::Effort;
use crate::walk::{Gone, Path, Walker};
use crate::{Open, Place, ProposedNode, Ways};

mod entries;

/// The contracts of a program, and the one that is being proved.
#[derive(Clone)]
pub struct Course {
    pub(super) side: Side,
    stages: Vec<Stage>,
    /// The stage at which paths begin.
    pub(super) own: usize,
    /// Its measure there.
    measure: Vec<Term>,
    /// The names that the contract's end may use, with their values.
    pub(super) names: BTreeMap<String, Term>,
    /// The program's memory there.
    pub(super) memory: Option<Memory>,
    /// The number of facts there.
    facts: usize,
    /// The loads that have names there, with these.
    cells: Vec<[Term; 2]>,
    /// What becomes of a procedure's first activation.
    first: First,
}

/// A contract that is proved or called.
#[derive(Clone)]
pub(super) struct Stage {
    pub(super) name: String,
    pub(super) contract: Contract,
    /// The values of its words in an arriving state.
    pub(super) values: BTreeMap<String, String>,
    pub(super) place: Place,
    /// If it is that of a procedure, the names of its stack pointer and its return address.
    pub(super) entry: Option<[String; 2]>,
}

/// What follows the end of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Behind {
    /// Nothing: the script ends.
    Ends,
    /// The path goes on behind a call.
    GoesOn,
}

/// Adds the contracts of a program.
pub fn contracts(
    walker: &mut Walker<'_>,
    graph: &mut Graph<'_>,
    naming: &Naming,
    defined: &Defined,
    found: &mut BTreeMap<String, Contract>,
) -> Result<(), Open> {
    let mut stages = Vec::new();
    for (group, &cut) in defined.order.iter().enumerate() {
        stages.push(stage(graph, naming, defined, Some(cut), group)?);
    }
    stages.push(stage(graph, naming, defined, None, defined.order.len())?);
    for own in 0..stages.len() {
        let (measure, names, memory, cells) = Default::default();
        let (side, facts, first) = (graph.side, 0, graph.first);
        let all = stages.clone();
        let course = Course { side, stages: all, own, measure, names, memory, facts, cells, first };
        let name = stages[own].name.clone();
        let script = walker.contract(course).map_err(|open| open.at(&name))?;
        found.insert(name, Contract { script, ..stages[own].contract.clone() });
    }
    Ok(())
}

/// The contract of a cut, or of the start, without its script.
fn stage(
    graph: &mut Graph<'_>,
    naming: &Naming,
    defined: &Defined,
    cut: Option<usize>,
    group: usize,
) -> Result<Stage, Open> {
    let side = graph.side;
    let (mut stage, arguments) = match cut {
        Some(cut) if graph.cuts[cut].procedure.is_some() => {
            let mut stage = entries::of_entry(graph, naming, defined, cut)?;
            stage.contract.group = group as u32;
            return Ok(stage);
        }
        Some(cut) => of_cut(graph, naming, defined, cut)?,
        None => of_start(graph),
    };
    stage.contract.group = group as u32;
    let arguments = if arguments.is_empty() { vec!["0".to_owned()] } else { arguments };
    let after = &mut stage.contract.after;
    after.at.insert(side, graph.claim.start[side.index()].return_address.to_string());
    for (index, number) in graph.observed().into_iter().enumerate() {
        let text = format!("{}({})", naming.of(cut, index), arguments.join(", "));
        after.registers.insert(register(graph, number), text);
    }
    Ok(stage)
}

/// The name of a register of a program.
pub(super) fn register(graph: &Graph<'_>, number: usize) -> String {
    format!("{}.{}", graph.side.name(), graph.prover.machine.registers[number])
}

/// The contract of a cut without its end, and the arguments of its function.
fn of_cut(
    graph: &mut Graph<'_>,
    naming: &Naming,
    defined: &Defined,
    cut: usize,
) -> Result<(Stage, Vec<String>), Open> {
    let template = graph.cuts[cut].template.clone();
    let mut stage = Stage {
        name: format!("{}{cut}", graph.side.name()),
        contract: Contract { before: known(graph, &template), ..Contract::default() },
        values: BTreeMap::new(),
        place: Place::Cut { at: template.pc },
        entry: None,
    };
    let before = &mut stage.contract.before;
    let variables = graph.cuts[cut].variables.clone();
    let arguments = naming.arguments(variables.len());
    let mut names = Names { style: Style::InPlace, ..Names::default() };
    for ((name, variable), word) in arguments.iter().zip(&variables).zip(graph.words(cut)?) {
        let atom = graph.prover.terms.as_atom(word);
        names.atoms.extend(atom.map(|atom| (atom, name.clone())));
        let text = match *variable {
            Variable::Register(number) => {
                before.registers.insert(register(graph, number), name.clone());
                register(graph, number)
            }
            Variable::Frame(_) => continue,
            Variable::Cell(at) => {
                let load = format!("load({}, {at})", graph.side.name());
                let fact = format!("{load} = {name}");
                before.facts.insert(format!("word.{at}"), fact.as_str().into());
                load
            }
        };
        stage.values.insert(name.clone(), text);
    }
    for (index, fact) in graph.cuts[cut].domain.iter().enumerate() {
        let text = names.fact(&graph.prover.terms, fact).map_err(Refusal::from)?;
        before.facts.insert(format!("domain.{index}"), text);
    }
    for term in &defined.measures[cut] {
        let text = names.term(&graph.prover.terms, *term).map_err(Refusal::from)?;
        stage.contract.measure.push(text);
    }
    before.any.clone_from(&arguments);
    Ok((stage, arguments))
}

/// The facts of a cut's template, as an invariant.
fn known(graph: &Graph<'_>, template: &Template) -> Invariant {
    let side = graph.side;
    let mut holds = Invariant::default();
    holds.at.insert(side, template.pc.to_string());
    for (number, word) in template.registers.iter().enumerate() {
        if let Some(word) = word
            && graph.prover.machine.zero != Some(number)
        {
            holds.registers.insert(register(graph, number), word.to_string());
        }
    }
    for (at, word) in &template.cells {
        let fact = format!("load({}, {at}) = {word}", side.name());
        holds.facts.insert(format!("cell.{at}"), fact.as_str().into());
    }
    if template.is_untouched {
        holds.untouched.push(side);
    }
    holds
}

/// The contract of the start without its end, and the inputs.
fn of_start(graph: &Graph<'_>) -> (Stage, Vec<String>) {
    let (side, machine) = (graph.side, graph.prover.machine);
    let mut before = Invariant::default();
    before.at.insert(side, "0".into());
    let given = &graph.claim.start[side.index()].registers;
    for (number, name) in machine.registers.iter().enumerate() {
        if machine.zero == Some(number) {
            continue;
        }
        let text = match given.get(*name) {
            Some(Word::Number(word)) => word.to_string(),
            Some(Word::Input(name)) => name.clone(),
            None => "0".into(),
        };
        before.registers.insert(register(graph, number), text);
    }
    before.untouched.push(side);
    let contract = Contract { before, ..Contract::default() };
    let (name, place) = (side.name().to_owned(), Place::Start);
    let stage = Stage { name, contract, values: BTreeMap::new(), place, entry: None };
    (stage, graph.claim.inputs.clone())
}

/// The label of the next call on a path.
pub(super) fn label_of(path: &Path) -> String {
    format!("call{}", path.point.context.regions.len())
}

impl Walker<'_> {
    /// Writes the script of a contract.
    fn contract(&mut self, mut course: Course) -> Result<Script, Open> {
        let stage = course.stages[course.own].clone();
        let side = course.side;
        let inputs = self.prover.inputs.clone();
        let point = assume(&mut self.prover, &stage.contract.before, inputs, "")?;
        course.measure = self.prover.scope(&point).all_terms(&stage.contract.measure)?;
        let names = &point.context.names;
        course.names = names.iter().map(|(name, word)| (name.clone(), *word)).collect();
        course.memory = point.states[side.index()].as_ref().map(|state| state.memory);
        course.facts = point.context.facts().len();
        if stage.entry.is_some() {
            course.cells = self.cells(&stage.contract, &point)?;
        }
        let mut gone = [Gone::default(); 2];
        gone[side.index()].place = stage.place;
        let mut path = Path { gone, ..Path::new(point, self.names(), Vec::new()) };
        self.name_words(&mut path, &stage.contract.before);
        let mut ways = Ways { pieces: [Some(0); 2], lead: None };
        ways.pieces[side.index()] = Some(1);
        self.course = Some(course);
        let script = self.follow(path, &ways);
        self.course = None;
        script
    }

    /// The loads that facts of a precondition give names, with these.
    fn cells(&mut self, contract: &Contract, point: &Point) -> Result<Vec<[Term; 2]>, Open> {
        let mut found = Vec::new();
        for fact in contract.before.facts.values() {
            let FactText::Text(text) = fact else { continue };
            let Some((load, name)) = text.split_once(" = ") else { continue };
            if load.starts_with("load(") {
                let mut scope = self.prover.scope(point);
                found.push([scope.term(load)?, scope.term(name)?]);
            }
        }
        Ok(found)
    }

    /// Ends a path of a contract: at the program's end, or at a cut, whose contract is called. Behind the call of a
    /// procedure the path goes on.
    pub(crate) fn finish(&mut self, path: &mut Path, course: &Course) -> Result<Behind, Open> {
        let Course { side, stages, own, .. } = course;
        let place = path.gone[side.index()].place;
        let now = match place {
            Place::Cut { .. } if self.follows_first(path, course) => return Ok(Behind::GoesOn),
            Place::Cut { .. } => match self.called(path, course)? {
                None => return Ok(Behind::Ends),
                Some((stage, there)) if stage.entry.is_some() => {
                    return self.go_on(path, *side, stage, there).map(|()| Behind::GoesOn);
                }
                Some((stage, there)) => Some(self.results(stage, &there)?),
            },
            Place::Done => None,
            _ => {
                if self.contradict(path)? {
                    return Ok(Behind::Ends);
                }
                return Err(Open::Obligation("a program does not fault".into()));
            }
        };
        let mut goals = Vec::new();
        let own = &stages[*own];
        for (name, text) in &own.contract.after.registers {
            let expected = self.with_names(&course.names, text)?;
            let result = match &now {
                Some(results) => results[name],
                None => {
                    let Some(state) = &path.point.states[side.index()] else { continue };
                    let register = name.split_once('.').map_or("", |it| it.1);
                    let number = self.prover.machine.register(register);
                    state.registers[number.unwrap_or_default()]
                }
            };
            goals.push((name.clone(), Fact::equal(&mut self.prover.terms, result, expected)?));
        }
        let Some(mut by) = self.shown(path, goals, None)? else { return Ok(Behind::Ends) };
        if !self.unchanged(path, course, &mut by)? {
            return Err(Open::Obligation("a procedure keeps the memory of its callers".into()));
        }
        let how = How { by, ..How::default() };
        path.script.push(Step::End { end: End::Return, how });
        Ok(Behind::Ends)
    }

    /// The term of a text with these names.
    fn with_names(&mut self, names: &BTreeMap<String, Term>, text: &str) -> Result<Term, Open> {
        let mut point = Point::of(self.prover.inputs.clone());
        point.context.names.extend(names.iter().map(|(name, word)| (name.clone(), *word)));
        Ok(self.prover.scope(&point).term(text)?)
    }

    /// The registers that a contract's end gives, at a point with its names.
    fn results(&mut self, stage: &Stage, there: &Point) -> Result<BTreeMap<String, Term>, Open> {
        let names: BTreeMap<String, Term> =
            there.context.names.iter().map(|(name, word)| (name.clone(), *word)).collect();
        let mut results = BTreeMap::new();
        for (name, text) in &stage.contract.after.registers {
            results.insert(name.clone(), self.with_names(&names, text)?);
        }
        Ok(results)
    }

    /// Calls the contract of the cut that a path reached; returns its stage, and the point before the call with the
    /// contract's names, or none if no input takes the path.
    fn called<'c>(
        &mut self,
        path: &mut Path,
        course: &'c Course,
    ) -> Result<Option<(&'c Stage, Point)>, Open> {
        let place = path.gone[course.side.index()].place;
        let mut nodes = course.stages.iter().map(|stage| {
            let holds = stage.contract.before.clone();
            let (at, values) = ([stage.place; 2], stage.values.clone());
            (stage, ProposedNode { at, holds, values, ..ProposedNode::default() })
        });
        let found = nodes.find(|(stage, node)| stage.place == place && self.fits(path, node));
        let Some((stage, node)) = found else {
            if self.contradict(path)? {
                return Ok(None);
            }
            return Err(Open::Obligation("a path leads to no cut".into()));
        };
        let mut goals = Vec::new();
        let there = self.invariant(path, &node, &mut goals)?;
        let is_within = stage.contract.group == course.stages[course.own].contract.group;
        if stage.entry.is_some() && is_within {
            // That the stack suffices rests on it.
            let smaller = self.prover.scope(&there).all_terms(&stage.contract.measure)?;
            for fact in descent(&mut self.prover.terms, &course.measure, &smaller, 0)? {
                if path.point.context.knows(&fact).is_none() {
                    self.conclude(path, &fact, Effort::Full)?;
                }
            }
        }
        let Some(mut by) = self.shown(path, goals, None)? else { return Ok(None) };
        let Contract { group, measure, .. } = &stage.contract;
        let mut component = 0;
        if *group == course.stages[course.own].contract.group {
            let smaller = self.prover.scope(&there).all_terms(measure)?;
            component = self.smaller(path, [&course.measure, &smaller], &mut by)?;
        }
        let (with, label) = (stage.values.clone(), Some(label_of(path)));
        let how = How { with, by, component, label, ..How::default() };
        path.script.push(Step::Call { call: stage.name.clone(), how });
        Ok(Some((stage, there)))
    }

    /// Proves that a measure decreases; returns the component that does.
    fn smaller(
        &mut self,
        path: &Path,
        [before, after]: [&[Term]; 2],
        by: &mut BTreeMap<String, Script>,
    ) -> Result<usize, Open> {
        for component in 0..before.len() {
            let facts = descent(&mut self.prover.terms, before, after, component)?;
            let mut found = BTreeMap::new();
            let mut count = 0;
            for (index, fact) in facts.iter().enumerate() {
                let label = match index == component {
                    true => "measure".to_owned(),
                    false => format!("measure.{index}"),
                };
                if path.point.context.knows(fact) != Some(true) {
                    let mut within = path.clone();
                    let Some(script) = self.lemma(&mut within, Some(fact), Effort::Full)? else {
                        break;
                    };
                    found.insert(label, script);
                }
                count += 1;
            }
            if count == facts.len() {
                by.extend(found);
                return Ok(component);
            }
        }
        Err(Open::Obligation("a measure gets smaller".into()))
    }
}

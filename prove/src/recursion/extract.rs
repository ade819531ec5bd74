//! A program as a graph of cuts: its loop heads, and what each path between two of them computes.
//!
//! A register or cell that has the same value in all states at a cut is a constant there; all others are variables. A
//! decision tree leads from each cut to the next ones and to the end.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tamarin_kernel::check as start;
use tamarin_kernel::claim::Claim;
use tamarin_kernel::evidence::Side;
use tamarin_kernel::execute::{Ending, Program, State, Stop, step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::{Instruction, Value};
use tamarin_kernel::proof::Prover;
use tamarin_kernel::scope::{Point, TermState};
use tamarin_kernel::symbolic::Symbolic;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::lemma::{self, Applications};
use crate::tactics::{Effort, Library, Tools};
use crate::{Budget, Open, Solver};

pub mod procedures;
pub mod tree;
mod variables;

use procedures::{Call, First, Procedure};
use tree::Tree;

/// The constants that all states at a cut share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The address of the next instruction.
    pub pc: u64,
    /// Registers with a constant value.
    pub registers: Vec<Option<u64>>,
    /// Cells with a constant value, by address.
    pub cells: BTreeMap<u64, u64>,
    /// Whether nothing has been stored since the start.
    pub is_untouched: bool,
}

/// A word of a state that is not constant at a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// A register.
    Register(usize),
    /// A cell of memory.
    Cell(u64),
    /// A cell at a distance in bytes from the stack pointer at a procedure's entry.
    Frame(u64),
}

/// The result of an instruction.
enum Next {
    /// It leads to a state.
    To(TermState),
    /// The path ends.
    Ends(Tree),
    /// It depends on an undecided fact.
    DependsOn(Fact),
}

/// A loop head, or the entry of a recursive procedure.
pub struct Cut {
    /// The constants there.
    pub template: Template,
    /// The decision tree from there.
    pub tree: Tree,
    /// The words of its states that matter, in order.
    pub variables: Vec<Variable>,
    /// Facts about its variables that hold there: the domain of its function.
    pub domain: Vec<Fact>,
    /// The memory there.
    pub memory: Memory,
    /// If it is the entry of a procedure, what callers know of it.
    pub procedure: Option<Procedure>,
    registers: Vec<Term>,
}

/// The exploration of the paths from a cut, or from the start.
struct Exploration<'e> {
    from: Option<usize>,
    /// The cuts whose paths are still to be explored.
    open: &'e mut VecDeque<usize>,
    budget: &'e mut Budget,
}

/// A program as a graph of cuts.
pub struct Graph<'k> {
    /// The claim.
    pub claim: &'k Claim,
    /// The program.
    pub side: Side,
    /// Its terms.
    pub prover: Prover<'static>,
    /// The cuts.
    pub cuts: Vec<Cut>,
    /// The decision tree from the start.
    pub start: Tree,
    program: Program<Term>,
    /// Addresses of cuts.
    pub heads: BTreeSet<u64>,
    /// Lemmas of arithmetic.
    pub library: Library,
    solver: &'k Solver<'k>,
    /// Stack addresses known at a cut from which its paths load.
    restored: BTreeMap<usize, BTreeSet<u64>>,
    /// The link register, which calls set to the return address.
    link: Option<usize>,
    /// The calls of recursive procedures.
    pub calls: Vec<Call>,
    /// The addresses that linking jumps have led to.
    called: BTreeSet<u64>,
    /// The entries of recursive procedures.
    entries: BTreeSet<u64>,
    /// What callers may assume of the procedure at an entry, as far as its paths have shown.
    assumed: BTreeMap<u64, Procedure>,
    /// What becomes of a procedure's first activation.
    pub first: First,
    /// Whether something that paths rely on has changed since they were followed.
    is_stale: bool,
}

/// Maximum number of instructions of a path.
const STEPS_PER_PATH: u64 = 4_000;
/// Maximum number of decisions on a path.
const DECISIONS: u32 = 24;
/// Maximum number of calls of recursive procedures on a path: each takes some of this program's own stack.
const CALLS: u32 = 64;
/// Maximum distance below the stack's top at which an address is assumed to be in a frame.
const FRAMES: u64 = 1 << 16;
/// Maximum number of cuts.
const CUTS: usize = 24;

impl<'k> Graph<'k> {
    /// Builds the graph of a program.
    pub fn new(
        claim: &'k Claim,
        side: Side,
        solver: &'k Solver<'k>,
        budget: &mut Budget,
    ) -> Result<Graph<'k>, Open> {
        let mut prover = start::inputs(claim, None, u64::MAX)?;
        let ([left, right], _) = start::start(&mut prover, claim);
        let program = if side == Side::Left { left } else { right };
        let (cuts, library, heads) = (Vec::new(), Library::default(), BTreeSet::new());
        let start = Tree::Dead;
        let mut graph = Graph {
            claim,
            side,
            prover,
            cuts,
            start,
            program,
            heads,
            library,
            solver,
            restored: BTreeMap::new(),
            link: None,
            calls: Vec::new(),
            called: BTreeSet::new(),
            entries: BTreeSet::new(),
            assumed: BTreeMap::new(),
            first: First::default(),
            is_stale: false,
        };
        graph.link = graph.link_register();
        graph.heads = graph.targets();
        graph.build(budget)?;
        Ok(graph)
    }

    fn link_register(&self) -> Option<usize> {
        let text = &self.claim.programs[self.side.index()];
        text.iter().find_map(|word| match (self.prover.machine.decode)(*word) {
            Some(Instruction::Jump { link, .. }) => link,
            _ => None,
        })
    }

    /// The targets of backward branches.
    fn targets(&self) -> BTreeSet<u64> {
        let bytes = self.prover.machine.layout.cell;
        let width = self.prover.terms.width;
        let text = &self.claim.programs[self.side.index()];
        let target = |(index, word): (usize, &u64)| {
            let pc = bytes * index as u64;
            match (self.prover.machine.decode)(*word) {
                Some(Instruction::Branch { offset, .. }) => {
                    let to = width.wrap((pc + bytes).wrapping_add(offset));
                    (to <= pc).then_some(to)
                }
                _ => None,
            }
        };
        text.iter().enumerate().filter_map(target).collect()
    }

    /// Follows all paths until the constants at cuts reach a fixed point.
    fn build(&mut self, budget: &mut Budget) -> Result<(), Open> {
        loop {
            self.cuts.clear();
            self.calls.clear();
            self.restored.clear();
            self.is_stale = false;
            let heads = self.heads.len();
            let (_, point) = start::start(&mut self.prover, self.claim);
            let mut open = VecDeque::new();
            self.start = self.explore(point, None, &mut open, budget)?;
            while let Some(cut) = open.pop_front() {
                let point = self.at(cut)?;
                self.restored.remove(&cut);
                self.cuts[cut].tree = self.explore(point, Some(cut), &mut open, budget)?;
            }
            // Only the fixed point's constants are certain.
            self.heads.extend(self.restored.values().flatten());
            if self.heads.len() == heads && !self.is_stale {
                self.find_variables();
                return Ok(());
            }
        }
    }

    /// Follows all paths again, with the domains of cuts as facts.
    pub fn explore_again(&mut self, budget: &mut Budget) -> Result<(), Open> {
        let mut open = VecDeque::new();
        self.calls.clear();
        let (_, start) = start::start(&mut self.prover, self.claim);
        self.start = self.explore(start, None, &mut open, budget)?;
        for cut in 0..self.cuts.len() {
            let mut point = self.point(cut);
            let domain = self.cuts[cut].domain.clone();
            point.context.assume_all("domain", domain);
            self.cuts[cut].tree = self.explore(point, Some(cut), &mut open, budget)?;
        }
        self.find_variables();
        Ok(())
    }

    /// A symbolic state at a cut, with its current constants.
    fn at(&mut self, cut: usize) -> Result<Point, Open> {
        let template = self.cuts[cut].template.clone();
        let names = self.prover.machine.registers;
        let mut registers = Vec::with_capacity(names.len());
        for (number, name) in names.iter().enumerate() {
            let known = template.registers[number];
            registers.push(match known {
                Some(value) => self.prover.terms.constant(value),
                None => self.prover.terms.fresh(name)?,
            });
        }
        self.cuts[cut].registers = registers;
        self.cuts[cut].memory = match template.is_untouched {
            true => self.prover.terms.memory(Contents::Start(self.side.index())),
            false => self.prover.terms.fresh_memory("memory"),
        };
        Ok(self.point(cut))
    }

    /// The state at a cut.
    pub fn point(&mut self, cut: usize) -> Point {
        let Cut { template, registers, memory, .. } = &self.cuts[cut];
        let pc = self.prover.terms.constant(template.pc);
        let mut point = Point::of(self.prover.inputs.clone());
        point.states[self.side.index()] = Some(State::new(pc, registers.clone(), *memory));
        point
    }

    fn explore(
        &mut self,
        mut point: Point,
        from: Option<usize>,
        open: &mut VecDeque<usize>,
        budget: &mut Budget,
    ) -> Result<Tree, Open> {
        if let Some(cut) = from {
            let facts = self.stack_facts(cut)?;
            point.context.assume_all("stack", facts);
        }
        self.follow(point, Depth::default(), &mut Exploration { from, open, budget })
    }

    fn follow(
        &mut self,
        mut point: Point,
        mut depth: Depth,
        exploration: &mut Exploration<'_>,
    ) -> Result<Tree, Open> {
        let (index, from) = (self.side.index(), exploration.from);
        loop {
            let Some(now) = &point.states[index] else { return Ok(Tree::Dead) };
            let Some(pc) = self.prover.terms.as_constant(now.pc) else {
                let state = now.clone();
                return self.returned(state, from);
            };
            let here = now.clone();
            if point.has_moved[index] && self.enters(&here, pc, from, &mut depth) {
                if self.is_stale {
                    return Ok(Tree::Dead);
                }
                depth.call()?;
                let (call, behind) = self.call(here, pc, exploration.open)?;
                point.states[index] = Some(behind);
                let rest = self.follow(point, depth, exploration)?;
                return Ok(Tree::Called(call, Box::new(rest)));
            }
            if point.has_moved[index] && self.heads.contains(&pc) {
                let cut = self.arrive(&here, from, exploration.open)?;
                return Ok(Tree::To(cut, here));
            }
            self.reaches(&here, pc, from)?;
            if here.steps > STEPS_PER_PATH || !exploration.budget.spend(here.registers.len() as u64)
            {
                return Err(Open::Spent("steps"));
            }
            let fact = match self.next(&point, pc)? {
                Next::To(mut next) => {
                    self.restore(&mut next, from);
                    self.behind_calls(&mut next)?;
                    if !next.output.is_empty() {
                        return Err(Open::Obligation("a program prints".into()));
                    }
                    point.states[index] = Some(next);
                    point.has_moved[index] = true;
                    continue;
                }
                Next::Ends(tree) => return Ok(tree),
                Next::DependsOn(fact) => fact,
            };
            match self.decided(&point, &fact, exploration.budget) {
                Some(true) => point.context.assume("it", fact),
                Some(false) => point.context.assume("it", fact.negated()),
                None if depth.decisions > DECISIONS => {
                    return Err(Open::Spent("decisions of a path"));
                }
                None => {
                    depth.decisions += 1;
                    return self.follow_both(point, fact, depth, exploration);
                }
            }
        }
    }

    /// Follows both outcomes of an undecided fact.
    fn follow_both(
        &mut self,
        mut point: Point,
        fact: Fact,
        depth: Depth,
        exploration: &mut Exploration<'_>,
    ) -> Result<Tree, Open> {
        let mut other = point.clone();
        point.context.assume("it", fact.clone());
        other.context.assume("it", fact.negated());
        let then = self.follow(point, depth.clone(), exploration)?;
        let otherwise = self.follow(other, depth, exploration)?;
        Ok(match (&then, &otherwise) {
            (Tree::Dead, _) => otherwise,
            (_, Tree::Dead) => then,
            _ => Tree::Choice(fact, Box::new([then, otherwise])),
        })
    }

    /// Executes the next instruction.
    fn next(&mut self, point: &Point, pc: u64) -> Result<Next, Open> {
        if let Some(fact) = self.sign(point, pc)? {
            return Ok(Next::DependsOn(fact));
        }
        let side = self.side.index();
        let Some(now) = &point.states[side] else { return Ok(Next::Ends(Tree::Dead)) };
        let mut next = now.clone();
        let (terms, context) = (&mut self.prover.terms, &point.context);
        let mut domain = Symbolic { terms, context, side };
        match step(&mut domain, &self.program, &mut next) {
            Ok(()) => {
                if self.is_call(pc)
                    && let Some(to) = self.prover.terms.as_constant(next.pc)
                {
                    self.called.insert(to);
                }
                Ok(Next::To(next))
            }
            Err(Stop::Ended(Ending::Done)) => Ok(Next::Ends(Tree::Done(next))),
            Err(Stop::Ended(Ending::Fault)) => Ok(Next::Ends(Tree::Fault)),
            Err(Stop::Undecided(question)) => Ok(Next::DependsOn(domain.fact(question)?)),
            Err(Stop::Refused(refusal)) => Err(refusal.into()),
        }
    }

    /// Whether the instruction at an address is a jump that sets the link register.
    fn is_call(&self, pc: u64) -> bool {
        matches!(self.instruction(pc), Some(Instruction::Jump { link: Some(_), .. }))
    }

    /// The instruction at an address of the text.
    fn instruction(&self, pc: u64) -> Option<Instruction> {
        let text = &self.claim.programs[self.side.index()];
        let word = text.get((pc / self.prover.machine.layout.cell) as usize);
        word.and_then(|word| (self.prover.machine.decode)(*word))
    }

    /// A sign that the next instruction depends on.
    fn sign(&mut self, point: &Point, pc: u64) -> Result<Option<Fact>, Open> {
        let Some(Instruction::Compute { sets, .. }) = self.instruction(pc) else {
            return Ok(None);
        };
        let Some(now) = &point.states[self.side.index()] else { return Ok(None) };
        for (_, value) in sets {
            let Value::Apply(Operator::QuotientSigned | Operator::RemainderSigned, a, b) = value
            else {
                continue;
            };
            for register in [a, b] {
                let word = now.registers[register];
                let fact = Fact::below_signed(&mut self.prover.terms, word, Terms::ZERO)?;
                if point.context.knows(&fact).is_none() {
                    return Ok(Some(fact));
                }
            }
        }
        Ok(None)
    }

    /// The addresses at which paths end: loop heads, and entries of recursive procedures.
    pub fn places(&self) -> BTreeSet<u64> {
        self.heads.union(&self.entries).copied().collect()
    }

    /// Whether a fact holds or fails at a point, by arithmetic; none if neither is proved.
    pub fn decided(&mut self, point: &Point, fact: &Fact, budget: &mut Budget) -> Option<bool> {
        let facts = point.context.facts().to_vec();
        if self.follows(&facts, fact, Effort::Brief, budget) {
            return Some(true);
        }
        self.follows(&facts, &fact.negated(), Effort::Brief, budget).then_some(false)
    }

    /// Whether a fact follows from others by arithmetic.
    pub fn follows(
        &mut self,
        facts: &[Fact],
        goal: &Fact,
        effort: Effort,
        budget: &mut Budget,
    ) -> bool {
        if let Some(holds) = goal.folded() {
            return holds;
        }
        let words = Applications::Words;
        let found = lemma::instance(&self.prover.terms, facts, Some(goal), "w", &words);
        let (machine, solver) = (self.prover.machine, self.solver);
        let mut tools = Tools { machine, solver, budget, effort };
        found.is_ok_and(|found| self.library.prove(&found.statement, &mut tools).is_some())
    }

    /// Whether one of some decisions contradicts the known facts.
    pub fn is_dead(&mut self, known: &[Fact], decisions: &[Fact], budget: &mut Budget) -> bool {
        decisions.iter().any(|fact| self.follows(known, &fact.negated(), Effort::Brief, budget))
    }

    /// Replaces loads of cells that are constant at the cut where the path began. The path gets a cut after such a
    /// load.
    fn restore(&mut self, next: &mut TermState, from: Option<usize>) {
        let Some(from) = from else { return };
        let cut = &self.cuts[from];
        let stack = self.claim.start[self.side.index()]
            .registers
            .get(self.prover.machine.registers[self.prover.machine.stack]);
        let is_in_stack = |value: u64| match stack {
            Some(tamarin_kernel::claim::Word::Number(top)) => value <= *top && top - value < FRAMES,
            _ => false,
        };
        let mut is_restored = false;
        for register in &mut next.registers {
            if let Some((memory, at)) = load(&self.prover.terms, *register)
                && memory == cut.memory
                && let Some(&value) = cut.template.cells.get(&at)
            {
                *register = self.prover.terms.constant(value);
                is_restored |= is_in_stack(value);
            }
        }
        if is_restored && let Some(pc) = self.prover.terms.as_constant(next.pc) {
            self.restored.entry(from).or_default().insert(pc);
        }
    }

    /// The cut at which a state arrives; the cut's constants are weakened to those that hold in the state.
    fn arrive(
        &mut self,
        state: &TermState,
        from: Option<usize>,
        open: &mut VecDeque<usize>,
    ) -> Result<usize, Open> {
        if from.is_some_and(|from| self.cuts[from].procedure.is_some()) {
            return Err(Open::Obligation("a loop is within a recursive procedure".into()));
        }
        let found = self.template(state, from)?;
        let stack = self.prover.machine.stack;
        let link = self.link;
        let key =
            |it: &Template| (it.pc, it.registers[stack], link.and_then(|link| it.registers[link]));
        let is_it = |cut: &Cut| cut.procedure.is_none() && key(&cut.template) == key(&found);
        let known = self.cuts.iter().position(is_it);
        let Some(cut) = known else {
            if self.cuts.len() == CUTS {
                return Err(Open::Spent("cuts"));
            }
            let memory = self.prover.terms.memory(Contents::Start(self.side.index()));
            let (tree, registers) = (Tree::Dead, Vec::new());
            let (variables, domain) = (Vec::new(), Vec::new());
            let (template, procedure) = (found, None);
            self.cuts.push(Cut { template, tree, variables, domain, memory, procedure, registers });
            open.push_back(self.cuts.len() - 1);
            return Ok(self.cuts.len() - 1);
        };
        let template = &mut self.cuts[cut].template;
        let before = template.clone();
        for (one, other) in template.registers.iter_mut().zip(&found.registers) {
            if one != other {
                *one = None;
            }
        }
        template.cells.retain(|at, value| found.cells.get(at) == Some(value));
        template.is_untouched &= found.is_untouched;
        if *template != before && !open.contains(&cut) {
            open.push_back(cut);
        }
        Ok(cut)
    }

    /// The constants of a state.
    fn template(&mut self, state: &TermState, from: Option<usize>) -> Result<Template, Open> {
        let terms = &self.prover.terms;
        let registers = state.registers.iter().map(|word| terms.as_constant(*word)).collect();
        let pc = terms.as_constant(state.pc).unwrap_or_default();
        let (mut cells, mut stored) = (BTreeMap::new(), BTreeSet::new());
        let mut memory = state.memory;
        while let Contents::Store { before, at, value } = *terms.contents(memory) {
            let at = terms.as_constant(at);
            let at = at.ok_or_else(|| Open::Obligation("where a program stores".into()))?;
            if stored.insert(at)
                && let Some(value) = terms.as_constant(value)
            {
                cells.insert(at, value);
            }
            memory = before;
        }
        let is_untouched =
            stored.is_empty() && matches!(terms.contents(memory), Contents::Start(_));
        if let Some(from) = from {
            for (at, value) in &self.cuts[from].template.cells {
                if !stored.contains(at) {
                    cells.insert(*at, *value);
                }
            }
        }
        Ok(Template { pc, registers, cells, is_untouched })
    }
}

/// The memory and the address of a load from a constant address.
fn load(terms: &Terms, term: Term) -> Option<(Memory, u64)> {
    match terms.node(terms.as_atom(term)?) {
        Node { head: Head::Load(memory), operands } => {
            Some((*memory, terms.as_constant(operands[0])?))
        }
        _ => None,
    }
}

/// All atoms below a term.
pub fn below(terms: &Terms, term: Term, atoms: &mut BTreeSet<Atom>) {
    for (monomial, _) in terms.polynomial(term) {
        for &atom in monomial {
            if atoms.insert(atom) {
                terms.node(atom).operands.iter().for_each(|&of| below(terms, of, atoms));
            }
        }
    }
}

/// How deep a path is.
#[derive(Clone, Default)]
pub struct Depth {
    decisions: u32,
    calls: u32,
    /// The entries of the procedures that have not returned, with their return addresses.
    within: Vec<(u64, u64)>,
}

impl Depth {
    /// Counts a call of a recursive procedure.
    fn call(&mut self) -> Result<(), Open> {
        self.calls += 1;
        if self.calls > CALLS { Err(Open::Spent("calls of a path")) } else { Ok(()) }
    }
}

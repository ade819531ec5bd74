//! The walker: follows all paths from a point and writes their scripts.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use tamarin_kernel::check as start;
use tamarin_kernel::claim::{Claim, Steps, Stopping};
use tamarin_kernel::evidence::{End, Evidence, FactText, How, Rule, Script, Side, Step};
use tamarin_kernel::execute::{Ending, Program, Stop, step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Instruction;
use tamarin_kernel::proof::Prover;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Definitions, Point};
use tamarin_kernel::symbolic::Symbolic;
use tamarin_kernel::term::{Atom, Contents, Term};

use crate::arrive::Any;
use crate::exempt;
use crate::lemma;
use crate::names::Names;
use crate::recursion::contracts::{Behind, Course};
use crate::recursion::theory::Theory;
use crate::samples::{self, Sample};
use crate::strategy::Strategy;
use crate::tactics::{Effort, Library};
use crate::{Budget, Open, Place, Proposal, Solver, Ways, assembled, begin};

mod conclude;

/// Maximum nesting of cases. It bounds the stack.
const CASES: u32 = 100;

/// State shared by all scripts of one claim.
pub struct Walker<'k> {
    /// The claim.
    pub claim: &'k Claim,
    /// The kernel's terms, and its facts about the inputs.
    pub prover: Prover<'k>,
    /// Inputs on which facts are tested before a proof is tried.
    pub samples: Vec<Sample>,
    pub(crate) proposal: &'k Proposal,
    pub(crate) budget: &'k mut Budget,
    programs: [Program<Term>; 2],
    solver: &'k Solver<'k>,
    pub(crate) strategy: Strategy,
    /// Functions and lemmas about them.
    pub(crate) theory: Option<Theory>,
    /// The contract whose script is being written.
    pub(crate) course: Option<Course>,
    /// The proved lemmas.
    pub library: Library,
    /// No lemma is tried harder than this.
    pub most: Effort,
    /// Nor is one for a goal that may be left out tried harder than this.
    pub most_of_facts: Effort,
    /// If present, collects the unproved goals of nodes, by node and label, instead of failing.
    pub weak: Option<BTreeSet<(String, String)>>,
    paths: u32,
    pub(crate) prefix: String,
    /// The node at which the current script begins; none at the start.
    pub(crate) origin: Option<Origin>,
}

/// The node at which a script begins.
pub struct Origin {
    /// The locations of the programs.
    pub at: [Place; 2],
    /// Its measure.
    pub measure: Vec<Term>,
}

/// A path that is being followed.
#[derive(Clone)]
pub struct Path {
    /// The known facts, and the states of both programs.
    pub point: Point,
    /// The names that can be used.
    pub names: Names,
    /// Indices of the samples that take this path.
    pub alive: Vec<usize>,
    /// The steps so far.
    pub script: Script,
    /// How far each program has run.
    pub gone: [Gone; 2],
    /// Where one program went on behind its planned segments because the other one has ended, and no node is there.
    pub(crate) passed: BTreeSet<Place>,
    /// Nesting depth of cases.
    pub cases: u32,
    /// Whether one program has ended in time, so that the other one has to end too, however late.
    pub(crate) has_to_end: bool,
    /// Words that were found to have many values.
    pub wide: BTreeSet<Term>,
    /// The arbitrary word of a goal about all addresses.
    pub(crate) any: Option<Any>,
    /// Loads behind stores for which a known equation says what they read.
    pub(crate) read: BTreeSet<Atom>,
    /// Loads that the node's invariant expresses by other words.
    pub solved: Rc<BTreeMap<Term, Term>>,
}

impl Path {
    /// A path that begins at a point, with the samples that reach it.
    pub fn new(point: Point, names: Names, alive: Vec<usize>) -> Path {
        let (script, gone, wide) = (Vec::new(), [Gone::default(); 2], BTreeSet::new());
        let (any, read, solved) = (None, BTreeSet::new(), Rc::default());
        let (cases, has_to_end, passed) = (0, false, BTreeSet::new());
        Path {
            point,
            names,
            alive,
            script,
            gone,
            passed,
            cases,
            has_to_end,
            wide,
            any,
            read,
            solved,
        }
    }
}

/// How far a program has run since its script began.
#[derive(Clone, Copy, Debug, Default)]
pub struct Gone {
    /// Its location at the end of the last path segment.
    pub place: Place,
    /// Number of path segments.
    pub pieces: u32,
    /// Number of instructions.
    pub steps: u64,
    /// The return address of a recursive procedure whose first activation is followed.
    pub followed: Option<u64>,
}

/// What follows where both programs have run as far as planned.
enum Met {
    /// Nothing: the script ends.
    Ends,
    /// A fact must be decided first.
    DependsOn(Fact),
    /// The path goes on behind a call.
    GoesOn,
}

/// Why a program's execution pauses.
pub(crate) enum Pause {
    Reached,
    Ended(Ending),
    /// It has made more steps than the claim covers.
    Late,
    Undecided(Fact),
    Refused(Refusal),
}

impl<'k> Walker<'k> {
    /// Creates a walker.
    pub fn new(
        claim: &'k Claim,
        proposal: &'k Proposal,
        solver: &'k Solver<'k>,
        budget: &'k mut Budget,
        strategy: Strategy,
    ) -> Result<Walker<'k>, Open> {
        claim.validate()?;
        let mut prover = begin(claim)?;
        for (side, end) in &proposal.protected {
            prover.terms.starts[side.index()].protected = Some(*end);
        }
        let (programs, point) = start::start(&mut prover, claim);
        prover.definitions =
            Definitions { functions: &proposal.functions, lemmas: &proposal.lemmas };
        let samples = samples::samples(claim, &prover.terms, &point);
        let samples = samples.into_iter().map(|it| it.with_functions(proposal.values())).collect();
        let mut prefix = "w".to_owned();
        while claim.inputs.iter().any(|name| name.starts_with(&prefix)) {
            prefix.push('_');
        }
        let (library, paths) = (Library::default(), 0);
        Ok(Walker {
            claim,
            prover,
            samples,
            proposal,
            budget,
            programs,
            solver,
            strategy,
            theory: None,
            course: None,
            library,
            most: Effort::Full,
            most_of_facts: Effort::Full,
            weak: None,
            paths,
            prefix,
            origin: None,
        })
    }

    /// Produces the evidence for all nodes and the start.
    pub fn all(&mut self) -> Result<Evidence, Open> {
        let exercise = tamarin_kernel::evidence::Exercise {
            input: samples::exercise(self.claim, &self.samples)?,
            steps: self.budget.steps,
        };
        let mut nodes = BTreeMap::new();
        let proposal = self.proposal;
        for (name, proposed) in &proposal.nodes {
            nodes.insert(name.clone(), self.node(name, proposed)?);
        }
        self.origin = None;
        let (_, point) = start::start(&mut self.prover, self.claim);
        let alive = (0..self.samples.len()).collect();
        let path = Path::new(point, self.names(), alive);
        let tree = exempt::tree(self.claim, self.prover.machine.width);
        let start = self.covered(path, &tree)?;
        let lemmas = proposal.lemmas.iter().chain(&self.library.lemmas).cloned().collect();
        let functions = proposal.functions.clone();
        let evidence = assembled(exercise, functions, lemmas, nodes, start);
        Ok(Evidence { protected: proposal.protected.clone(), ..evidence })
    }

    /// A script for all paths from the start, split by facts about the inputs.
    pub(crate) fn split(&mut self, path: Path, splits: &[FactText]) -> Result<Script, Open> {
        let Some((text, rest)) = splits.split_first() else {
            let proposal = self.proposal;
            return self.follow(path, &proposal.start);
        };
        self.either(path, text, |walker, path, _| walker.split(path, rest))
    }

    /// A script for the case in which a fact holds, and for the one in which it does not.
    pub(crate) fn either(
        &mut self,
        mut path: Path,
        text: &FactText,
        mut script: impl FnMut(&mut Self, Path, bool) -> Result<Script, Open>,
    ) -> Result<Script, Open> {
        let fact = self.prover.scope(&path.point).fact(text)?;
        let terms = &self.prover.terms;
        let (yes, no) = path.alive.iter().partition(|&&at| self.samples[at].holds(terms, &fact));
        let mut case = Path { script: Vec::new(), alive: yes, ..path.clone() };
        let mut steps = std::mem::take(&mut path.script);
        case.point.context.assume("it", fact.clone());
        path.point.context.assume("it", fact.negated());
        path.alive = no;
        let mut rule = Rule { rule: "split".into(), fact: text.clone(), ..Rule::default() };
        // The last case that is open continues the script of the rule.
        let [yes, no] = [&case, &path].map(|it| !it.point.context.is_closed);
        if yes && no {
            rule.cases.push(script(self, case.clone(), true)?);
        }
        steps.push(Step::Rule(rule));
        if no {
            steps.extend(script(self, path, false)?);
        } else if yes {
            steps.extend(script(self, case, true)?);
        }
        Ok(steps)
    }

    /// The names of the inputs.
    pub(crate) fn names(&self) -> Names {
        let functions = self.proposal.functions.iter().map(|it| it.name.clone()).collect();
        let mut names = Names { prefix: self.prefix.clone(), functions, ..Names::default() };
        for (name, &term) in &self.prover.inputs.names {
            names.atoms.extend(self.prover.terms.as_atom(term).map(|atom| (atom, name.clone())));
        }
        names
    }

    /// A script for all paths that continue from here.
    pub(crate) fn follow(&mut self, mut path: Path, ways: &Ways) -> Result<Script, Open> {
        loop {
            match self.go(&mut path, ways)? {
                None => {
                    self.paths += 1;
                    if self.paths > self.budget.paths {
                        return Err(Open::Spent("paths"));
                    }
                    match self.meet(&mut path)? {
                        Met::Ends => return Ok(path.script),
                        Met::DependsOn(fact) => self.decide(&mut path, fact, ways)?,
                        Met::GoesOn => {}
                    }
                }
                Some(Pause::Undecided(fact)) => self.decide(&mut path, fact, ways)?,
                Some(Pause::Refused(refusal)) => match self.contradict(&mut path)? {
                    true => return Ok(path.script),
                    false => return Err(Open::Refused(refusal)),
                },
                Some(Pause::Late) => {
                    path.script.push(Step::End { end: End::Late, how: How::default() });
                    return Ok(path.script);
                }
                Some(Pause::Reached | Pause::Ended(_)) => {}
            }
            if path.point.context.is_closed {
                return Ok(path.script);
            }
        }
    }

    /// Executes both programs as far as planned, one after the other; returns what stopped them earlier, if anything.
    fn go(&mut self, path: &mut Path, ways: &Ways) -> Result<Option<Pause>, Open> {
        let first = ways.lead.as_ref().map_or(Side::Left, |lead| lead.side);
        let mut late = 0;
        for side in [first, Side::BOTH[1 - first.index()]] {
            let mut pieces = ways.pieces[side.index()];
            if let Some(lead) = ways.lead.as_ref().filter(|_| side != first) {
                let Gone { place, steps, .. } = path.gone[first.index()];
                let from = self.origin.as_ref().map_or(Place::Start, |it| it.at[first.index()]);
                let way = lead.ways.iter().find(|way| way.fits(from, place, steps));
                pieces = way.map(|way| way.pieces).or(pieces);
            }
            let pieces = pieces.map(|pieces| pieces + path.passed.len() as u32);
            match self.advance(path, side, pieces)? {
                Pause::Reached => {}
                Pause::Late => late += 1,
                Pause::Ended(Ending::Done) => path.gone[side.index()].place = Place::Done,
                Pause::Ended(Ending::Fault) => path.gone[side.index()].place = Place::Fault,
                pause => return Ok(Some(pause)),
            }
        }
        let is_about_both =
            matches!(self.claim.statement.agreement(), Some((_, Stopping::Unclaimed)));
        match late {
            0 => Ok(None),
            1 if !is_about_both => {
                path.has_to_end = true;
                self.go(path, ways)
            }
            _ => Ok(Some(Pause::Late)),
        }
    }

    /// Whether a program has made more steps than the claim covers, and need not end.
    fn is_late(&self, path: &Path, side: Side) -> bool {
        let Some((Steps::Within(most), _)) = self.claim.statement.agreement() else { return false };
        let steps = path.point.states[side.index()].as_ref().map_or(0, |state| state.steps);
        steps > most && !path.has_to_end
    }

    /// Ends a path on which both programs have run as far as planned, or calls a procedure, behind which it goes on.
    fn meet(&mut self, path: &mut Path) -> Result<Met, Open> {
        if let Some(course) = self.course.clone() {
            return Ok(match self.finish(path, &course)? {
                Behind::Ends => Met::Ends,
                Behind::GoesOn => Met::GoesOn,
            });
        }
        self.place_addresses(path)?;
        let ending = |gone: Gone| match gone.place {
            Place::Done => Some(Ending::Done),
            Place::Fault => Some(Ending::Fault),
            Place::Start | Place::Behind { .. } | Place::Cut { .. } => None,
        };
        match path.gone.map(ending) {
            [Some(left), Some(right)] => self.both_end(path, [left, right])?,
            _ => match self.case(path)? {
                Some(fact) => return Ok(Met::DependsOn(fact)),
                None if self.arrive(path)? => {}
                None => return Ok(Met::GoesOn),
            },
        }
        Ok(Met::Ends)
    }

    /// Executes a program until it has run the given number of path segments, ends, or needs a fact decided.
    fn advance(&mut self, path: &mut Path, side: Side, pieces: Option<u32>) -> Result<Pause, Open> {
        let program = self.programs[side.index()].clone();
        while pieces != Some(path.gone[side.index()].pieces) {
            let Some(now) = &path.point.states[side.index()] else {
                return Ok(Pause::Ended(Ending::Done));
            };
            if self.is_late(path, side) {
                return Ok(Pause::Late);
            }
            if path.gone[side.index()].steps > self.budget.steps {
                return Err(Open::Spent("steps"));
            }
            if !self.budget.spend(now.registers.len() as u64) {
                return Err(Open::Spent("work"));
            }
            let mut next = now.clone();
            if let Some(fact) = self.undecided(path, side, &next)? {
                return Ok(Pause::Undecided(fact));
            }
            if self.returns(next.pc) {
                return Ok(Pause::Ended(Ending::Done));
            }
            if self.strategy == Strategy::ByValues {
                if let Some(pause) = self.settle(path, side)? {
                    return Ok(pause);
                }
                next = path.point.states[side.index()].clone().unwrap_or(next);
            }
            if let Some(pause) = self.jump(path, side, next.pc)? {
                return Ok(pause);
            }
            next.pc = path.point.states[side.index()].as_ref().map_or(next.pc, |it| it.pc);
            let before = next.clone();
            let (terms, context) = (&mut self.prover.terms, &path.point.context);
            let mut domain = Symbolic { terms, context, side: side.index() };
            match step(&mut domain, &program, &mut next) {
                Ok(()) => {}
                Err(Stop::Ended(ending)) => return Ok(Pause::Ended(ending)),
                Err(Stop::Undecided(question)) => {
                    return Ok(Pause::Undecided(domain.fact(question)?));
                }
                Err(Stop::Refused(refusal)) => return Ok(Pause::Refused(refusal)),
            }
            self.count(&mut path.gone[side.index()], side, [before.pc, next.pc]);
            let stored = (next.memory != before.memory).then_some(next.memory);
            path.point.states[side.index()] = Some(next);
            path.point.has_moved[side.index()] = true;
            path.script.push(Step::Run { run: (side, 1) });
            if let Some(memory) = stored {
                self.name_memory(path, side, memory);
            } else if let Some(register) = self.loaded(side, before.pc) {
                self.resolve(path, side, register)?;
            } else if self.course.is_some() {
                self.restate(path, side, &before.registers)?;
            }
        }
        Ok(Pause::Reached)
    }

    /// The register that the instruction at an address loads; none in contracts, where loads are named.
    fn loaded(&self, side: Side, pc: Term) -> Option<usize> {
        let pc = self.prover.terms.as_constant(pc).filter(|_| self.course.is_none())?;
        match self.instruction(side, pc)? {
            Instruction::Load(access) => Some(access.register),
            _ => None,
        }
    }

    /// Counts an instruction.
    fn count(&self, gone: &mut Gone, side: Side, [before, after]: [Term; 2]) {
        gone.steps += 1;
        let numbers = [before, after].map(|pc| self.prover.terms.as_constant(pc));
        if gone.followed.is_some() && gone.followed == numbers[1] {
            gone.followed = None;
        }
        if let (Some(cuts), Some(at)) = (&self.proposal.cuts, numbers[1]) {
            if cuts[side.index()].contains(&at) {
                gone.pieces += 1;
                gone.place = Place::Cut { at };
            }
            return;
        }
        let [Some(from), Some(at)] = numbers else { return };
        let is_branch = matches!(self.instruction(side, from), Some(Instruction::Branch { .. }));
        if let Some(place) = Place::cut([from, at], is_branch, &self.proposal.joins[side.index()]) {
            gone.pieces += 1;
            gone.place = place;
        }
    }

    /// The instruction at an address of a program's text.
    pub(crate) fn instruction(&self, side: Side, pc: u64) -> Option<Instruction> {
        let text = &self.prover.terms.starts[side.index()].text;
        let word = text.get((pc / self.prover.terms.layout.cell) as usize).copied();
        word.and_then(|word| (self.prover.machine.decode)(word))
    }

    pub(crate) fn name_memory(
        &mut self,
        path: &mut Path,
        side: Side,
        memory: tamarin_kernel::term::Memory,
    ) {
        if matches!(self.prover.terms.contents(memory), Contents::Start(_)) {
            return;
        }
        let name = format!("{}m{}", self.prefix, path.names.memories.len());
        path.names.memories.insert(memory, name.clone());
        let memories = [(name, side.name().to_owned())].into();
        path.script.push(Step::Memories { memories });
    }

    /// Decides a fact by a lemma if one case is impossible. Otherwise follows both cases, first the one in which it
    /// holds.
    fn decide(&mut self, path: &mut Path, fact: Fact, ways: &Ways) -> Result<(), Open> {
        let terms = &self.prover.terms;
        // Where a loop divides by what it has divided before, terms double with each round.
        if fact.sum.iter().any(|&(term, _)| terms.polynomial(term).len() > lemma::OPERATORS) {
            return Err(Open::Spent("operators of a fact"));
        }
        let (yes, no): (Vec<usize>, Vec<usize>) =
            path.alive.iter().partition(|&&at| self.samples[at].holds(terms, &fact));
        let negated = fact.negated();
        if no.is_empty() && self.conclude(path, &fact, Effort::Brief)? {
            return Ok(());
        }
        if yes.is_empty() && self.conclude(path, &negated, Effort::Brief)? {
            return Ok(());
        }
        let mut rule = Rule { rule: "split".into(), ..Rule::default() };
        rule.fact = path.names.fact(&self.prover.terms, &fact).map_err(Refusal::from)?;
        path.script.append(&mut path.names.steps);
        // The script so far may be long, and is not part of the case.
        let script = std::mem::take(&mut path.script);
        let mut case = path.clone();
        path.script = script;
        case.alive = yes;
        case.cases += 1;
        if case.cases > CASES {
            return Err(Open::Spent("cases of a path"));
        }
        case.point.context.assume("it", fact);
        rule.cases = vec![self.follow(case, ways)?];
        path.script.push(Step::Rule(rule));
        path.point.context.assume("it", negated);
        path.alive = no;
        Ok(())
    }
}

//! The walk through a product of both programs.
//!
//! Every script is followed on all of its cases. What this shows, by induction: a run of both programs
//! from the start is cut into pairs of path segments, each behind a node whose invariant holds; no case
//! is left out, since a rule's cases are exhaustive and only cases that contradict known facts are
//! dropped. A segment between nodes moves a program, so if both programs stop, the run comes to the
//! end of a script, where both have stopped alike and what is observed is the same.
//!
//! A segment on which one program waits gets a measure smaller where the claim is about stopping: then
//! no program waits for ever, so both stop or neither does ([`Stopping::Same`]). If each segment does,
//! both stop ([`Stopping::Both`]). A contract always ends, by induction over its measure.

use std::collections::BTreeMap;

use crate::claim::{Claim, Steps, Stopping, Word};
use crate::context::Context;
use crate::evidence::{
    Contract, End, Evidence, Invariant, Measures, Node, Proofs, Rule, Side, Step,
};
use crate::execute::{Ending, Program, Stop, step};
use crate::fact::Fact;
use crate::invariant::{Point, assume, show, values};
use crate::proof::{Prover, ends_here};
use crate::refusal::{Refusal, wrong};
use crate::scope::{TermState, descent};
use crate::symbolic::Symbolic;
use crate::term::Term;

/// How a script may end, and what it has to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The programs agree.
    Agree(Steps, Stopping),
    /// They agree on each input other than one; the words of this one are the values of inputs.
    AgreeExcept,
    /// A program runs for ever.
    RunForEver(Side),
}

/// What is walked through.
pub struct Walk<'k, 'e> {
    /// The prover.
    pub prover: &'k mut Prover<'e>,
    /// The claim.
    pub claim: &'k Claim,
    /// The programs.
    pub programs: [Program<'k>; 2],
    /// The evidence.
    pub evidence: &'e Evidence,
    /// What has to be shown.
    pub goal: Goal,
    /// The words of the input that is left out.
    pub exempt: &'k [u64],
}

/// What a script begins at.
enum Origin<'o> {
    Start,
    Node(Progress),
    Contract(&'o Called<'o>),
}

/// The measures of a node where a script begins.
struct Progress {
    left_waits: Vec<Term>,
    right_waits: Vec<Term>,
    always: Vec<Term>,
}

/// A contract whose script is followed.
struct Called<'o> {
    contract: &'o Contract,
    measure: Vec<Term>,
    /// The names that its end may use.
    names: Context,
}

/// Either a script goes on, or nothing is left to show.
enum Next {
    On,
    Done,
}

impl Walk<'_, '_> {
    /// Refuses unless the evidence shows the goal, where the programs start at a point.
    pub fn all(&mut self, start: Point) -> Result<(), Refusal> {
        let evidence = self.evidence;
        for (name, contract) in &evidence.contracts {
            self.contract(contract).map_err(|it| it.within(|| format!("contract `{name}`")))?;
        }
        for (name, node) in &evidence.nodes {
            self.node(node).map_err(|it| it.within(|| format!("node `{name}`")))?;
        }
        self.follow(start, &evidence.start, &Origin::Start)
            .map_err(|it| it.within(|| "start".into()))
    }

    fn node(&mut self, node: &Node) -> Result<(), Refusal> {
        if node.holds.at.len() != 2 {
            return Err(wrong("a node is a location of both programs"));
        }
        let inputs = self.prover.inputs.clone();
        let point = assume(self.prover, &node.holds, inputs, "")?;
        let progress = self.progress(&node.measures, &point.context, &point)?;
        self.follow(point, &node.script, &Origin::Node(progress))
    }

    fn contract(&mut self, contract: &Contract) -> Result<(), Refusal> {
        let sides = |invariant: &Invariant| invariant.at.keys().copied().collect::<Vec<_>>();
        if contract.before.at.is_empty() || sides(&contract.before) != sides(&contract.after) {
            return Err(wrong("a contract begins and ends with the same programs"));
        }
        let inputs = self.prover.inputs.clone();
        let mut point = assume(self.prover, &contract.before, inputs, "")?;
        if point.states().into_iter().flatten().any(|state| state.has_faulted) {
            return Err(wrong("a contract begins where no program has faulted"));
        }
        let mut scope = self.prover.scope(&point.context, point.states());
        let measure = scope.all_terms(&contract.measure)?;
        let mut names = point.context.clone();
        enter(&mut names, &point.states);
        enter(&mut point.context, &point.states);
        let called = Called { contract, measure, names };
        self.follow(point, &contract.script, &Origin::Contract(&called))
    }

    fn progress(
        &mut self,
        measures: &Measures,
        names: &Context,
        point: &Point,
    ) -> Result<Progress, Refusal> {
        let mut scope = self.prover.scope(names, point.states());
        Ok(Progress {
            left_waits: scope.all_terms(&measures.left_waits)?,
            right_waits: scope.all_terms(&measures.right_waits)?,
            always: scope.all_terms(&measures.always)?,
        })
    }

    fn follow(
        &mut self,
        mut point: Point,
        script: &[Step],
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        for (index, step) in script.iter().enumerate() {
            let here = |refusal: Refusal| refusal.within(|| format!("step {index}"));
            let next = match step {
                Step::Rule(rule) => self.branch(&mut point, rule, origin),
                _ => self.step(&mut point, step, origin),
            };
            if let Next::Done = next.map_err(here)? {
                return ends_here(script, index).map_err(here);
            }
        }
        match point.context.is_closed {
            true => Ok(()),
            false => Err(wrong("the script ends, but both programs may go on")),
        }
    }

    fn branch(
        &mut self,
        point: &mut Point,
        rule: &Rule,
        origin: &Origin<'_>,
    ) -> Result<Next, Refusal> {
        let mut open = self.prover.cases(&point.context, point.states(), rule)?;
        let Some(last) = open.pop() else { return Ok(Next::Done) };
        for (number, (context, script)) in open.into_iter().zip(&rule.cases).enumerate() {
            self.follow(Point { context, ..point.clone() }, script, origin)
                .map_err(|refusal| refusal.within(|| format!("case {number}")))?;
        }
        point.context = last;
        Ok(Next::On)
    }

    fn step(
        &mut self,
        point: &mut Point,
        step: &Step,
        origin: &Origin<'_>,
    ) -> Result<Next, Refusal> {
        match step {
            Step::Rule(rule) => return self.branch(point, rule, origin),
            Step::Let { names, memories } => {
                let mut context = point.context.clone();
                self.prover.name(&mut context, point.states(), names, memories)?;
                point.context = context;
            }
            Step::Run { run: (side, count) } => self.run(point, *side, *count)?,
            Step::Jump { jump: (side, to), by } => {
                let to = self.prover.scope(&point.context, point.states()).term(to)?;
                let pc = state(point, *side)?.pc;
                let goal = Fact::equal(&mut self.prover.terms, pc, to)?;
                self.prover.prove(&point.context, point.states(), &goal, Some(by))?;
                state(point, *side)?.pc = to;
            }
            Step::Call { call, label, with, component, names, by } => {
                let contract = self.evidence.contracts.get(call);
                let contract = contract.ok_or_else(|| wrong(format!("no contract `{call}`")))?;
                let label = label.as_ref().unwrap_or(call);
                let call = Call { label, contract, with, component: *component, names, by };
                self.call(point, &call, origin)?;
            }
            Step::Arrive { arrive, with, component, by } => {
                self.arrive(point, arrive, with, *component, by, origin)?;
                return Ok(Next::Done);
            }
            Step::Return { with, by } => {
                self.returns(point, with, by, origin)?;
                return Ok(Next::Done);
            }
            Step::End { end, by } => {
                self.end(point, *end, by, origin)?;
                return Ok(Next::Done);
            }
        }
        Ok(Next::On)
    }

    /// Executes so many instructions.
    fn run(&mut self, point: &mut Point, side: Side, count: u64) -> Result<(), Refusal> {
        if count == 0 {
            return Err(wrong("`run` executes at least one instruction"));
        }
        let program = self.programs[side.index()];
        for _ in 0..count {
            let Point { context, states, has_moved } = point;
            let state = states[side.index()].as_mut();
            let state = state.ok_or_else(|| wrong("this contract is not about this program"))?;
            let terms = &mut self.prover.terms;
            let pc = terms.as_constant(state.pc);
            let mut domain = Symbolic { terms, context, side: side.index() };
            domain.terms.pay(4)?;
            if let Err(stop) = step(&mut domain, &program, state) {
                let at = pc.map_or("an unknown address".into(), |pc| format!("{pc:#x}"));
                let at = format!("{} at {at}", side.name());
                return Err(stopped(&mut domain, stop)?.within(|| at));
            }
            has_moved[side.index()] = true;
        }
        Ok(())
    }

    /// How a program has ended; none where it goes on.
    fn ending(&mut self, point: &Point, side: Side) -> Result<Option<Ending>, Refusal> {
        let Some(state) = &point.states[side.index()] else { return Ok(None) };
        let (mut state, program) = (state.clone(), self.programs[side.index()]);
        let terms = &mut self.prover.terms;
        let mut domain = Symbolic { terms, context: &point.context, side: side.index() };
        match step(&mut domain, &program, &mut state) {
            Err(Stop::Ended(ending)) => Ok(Some(ending)),
            Err(Stop::Refused(Refusal::Cost)) => Err(Refusal::Cost),
            _ => Ok(None),
        }
    }

    /// What both programs have printed since the last comparison is the same.
    fn compare_output(&mut self, point: &mut Point, by: &Proofs) -> Result<(), Refusal> {
        let printed = [0, 1].map(|side| match &mut point.states[side] {
            Some(state) => std::mem::take(&mut state.output),
            None => Vec::new(),
        });
        if !self.claim.observed.output || matches!(self.goal, Goal::RunForEver(_)) {
            return Ok(());
        }
        if printed[0].len() != printed[1].len() {
            return Err(wrong("the programs print different numbers of bytes"));
        }
        let shift = self.prover.machine.width.bits().saturating_sub(8);
        for (index, (&a, &b)) in printed[0].iter().zip(&printed[1]).enumerate() {
            let terms = &mut self.prover.terms;
            let difference = terms.sub(a, b)?;
            let low_byte = terms.scale(difference, 1 << shift)?;
            let goal = Fact::zero(terms, low_byte)?;
            self.prove(point, &goal, by, format!("output.{index}"))?;
        }
        Ok(())
    }

    fn prove(
        &mut self,
        point: &Point,
        goal: &Fact,
        by: &Proofs,
        label: String,
    ) -> Result<(), Refusal> {
        let script = by.get(&label);
        let proved = self.prover.prove(&point.context, point.states(), goal, script);
        proved.map_err(|refusal| refusal.within(|| format!("`{label}`")))
    }

    /// A measure gets smaller.
    fn descends(
        &mut self,
        point: &Point,
        [before, after]: [&[Term]; 2],
        component: usize,
        by: &Proofs,
    ) -> Result<(), Refusal> {
        let facts = descent(&mut self.prover.terms, before, after, component)?;
        for (index, fact) in facts.iter().enumerate() {
            let label = match index == component {
                true => "measure".to_owned(),
                false => format!("measure.{index}"),
            };
            self.prove(point, fact, by, label)?;
        }
        Ok(())
    }

    fn arrive(
        &mut self,
        point: &mut Point,
        name: &str,
        with: &BTreeMap<String, String>,
        component: usize,
        by: &Proofs,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let node = self.evidence.nodes.get(name);
        let node = node.ok_or_else(|| wrong(format!("there is no node `{name}`")))?;
        self.compare_output(point, by)?;
        let given = values(self.prover, &node.holds.any, point, with)?;
        let inputs = self.prover.inputs.clone();
        let names = self.prover.scope(&inputs, [None; 2]).inputs_and(given)?;
        let mut has_faulted = [false; 2];
        for side in Side::BOTH {
            has_faulted[side.index()] = self.ending(point, side)? == Some(Ending::Fault);
        }
        show(self.prover, &node.holds, point, &names, has_faulted, by)?;
        let before = match origin {
            Origin::Start => return Ok(()),
            Origin::Contract(_) => return Err(wrong("a contract ends with `return`")),
            Origin::Node(before) => before,
        };
        let after = self.progress(&node.measures, &names, point)?;
        let [left, right] = point.has_moved;
        let (before, after) = match self.goal {
            Goal::RunForEver(side) if point.has_moved[side.index()] => return Ok(()),
            _ if !left && !right => return Err(wrong("no program moves between these nodes")),
            Goal::RunForEver(_) => return Err(wrong("the program does not move")),
            Goal::Agree(_, Stopping::Both) => (&before.always, &after.always),
            Goal::Agree(_, Stopping::Unclaimed) => return Ok(()),
            Goal::Agree(_, Stopping::Same) | Goal::AgreeExcept => match (left, right) {
                (true, true) => return Ok(()),
                (false, _) => (&before.left_waits, &after.left_waits),
                (_, false) => (&before.right_waits, &after.right_waits),
            },
        };
        self.descends(point, [before, after], component, by)
    }

    fn returns(
        &mut self,
        point: &mut Point,
        with: &BTreeMap<String, String>,
        by: &Proofs,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let Origin::Contract(called) = origin else {
            return Err(wrong("only a contract ends with `return`"));
        };
        let after = &called.contract.after;
        for side in after.at.keys() {
            if !point.has_moved[side.index()] {
                return Err(wrong("a program does not move in this contract"));
            }
        }
        self.compare_output(point, by)?;
        let given = values(self.prover, &after.any, point, with)?;
        let mut names = called.names.clone();
        for (name, value) in given {
            if names.names.insert(name.clone(), value).is_some() {
                return Err(wrong(format!("`{name}` has two meanings")));
            }
        }
        show(self.prover, after, point, &names, [false; 2], by)
    }

    fn end(
        &mut self,
        point: &mut Point,
        end: End,
        by: &Proofs,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let is_whole = !matches!(origin, Origin::Contract(_));
        let steps = |side: usize| point.states[side].as_ref().map_or(0, |state| state.steps);
        match (end, self.goal) {
            (End::Both, Goal::Agree(..) | Goal::AgreeExcept) if is_whole => {
                self.both_end(point, by)
            }
            (End::Late, Goal::Agree(Steps::Within(most), stopping)) if is_whole => {
                let is_late = match stopping {
                    Stopping::Unclaimed => steps(0) > most || steps(1) > most,
                    Stopping::Same | Stopping::Both => steps(0) > most && steps(1) > most,
                };
                if is_late { Ok(()) } else { Err(wrong("the programs may stop in time")) }
            }
            (End::DeepLeft, Goal::Agree(Steps::StackDepth(depth), _)) => {
                self.is_deep(point, Side::Left, depth, by)
            }
            (End::DeepRight, Goal::Agree(Steps::StackDepth(depth), _)) => {
                self.is_deep(point, Side::Right, depth, by)
            }
            (End::Exempt, Goal::AgreeExcept) if is_whole => {
                for (name, &word) in self.claim.inputs.iter().zip(self.exempt) {
                    let word = self.prover.terms.constant(word);
                    let input = self.prover.inputs.names[name];
                    let goal = Fact::equal(&mut self.prover.terms, input, word)?;
                    self.prove(point, &goal, by, name.clone())?;
                }
                Ok(())
            }
            _ => Err(wrong(format!("a script of this claim does not end so here: {end:?}"))),
        }
    }

    /// Both programs have stopped alike, and what is observed is the same.
    fn both_end(&mut self, point: &mut Point, by: &Proofs) -> Result<(), Refusal> {
        let endings = (self.ending(point, Side::Left)?, self.ending(point, Side::Right)?);
        let (Some(left), Some(right)) = endings else {
            return Err(wrong("a program has not ended"));
        };
        if left != right {
            return Err(wrong("one program is done and the other one faults"));
        }
        self.compare_output(point, by)?;
        if left == Ending::Fault {
            return Ok(());
        }
        let [Some(left), Some(right)] = point.states.clone() else {
            return Err(wrong("this is about one program only"));
        };
        let machine = self.prover.machine;
        for name in &self.claim.observed.registers {
            let number =
                machine.register(name).ok_or_else(|| wrong("there is no such register"))?;
            let [a, b] = [left.registers[number], right.registers[number]];
            let goal = Fact::equal(&mut self.prover.terms, a, b)?;
            self.prove(point, &goal, by, name.clone())?;
        }
        for &at in &self.claim.observed.words {
            let terms = &mut self.prover.terms;
            let address = terms.constant(at);
            let words = [terms.load(left.memory, address)?, terms.load(right.memory, address)?];
            let goal = Fact::equal(terms, words[0], words[1])?;
            self.prove(point, &goal, by, format!("word.{at}"))?;
        }
        Ok(())
    }

    /// A program's stack pointer is below all that a claim is about.
    fn is_deep(
        &mut self,
        point: &Point,
        side: Side,
        depth: u64,
        by: &Proofs,
    ) -> Result<(), Refusal> {
        let (machine, start) = (self.prover.machine, &self.claim.start[side.index()]);
        let Some(Word::Number(top)) = start.registers.get(machine.registers[machine.stack]) else {
            return Err(wrong("it is not known where the stack begins"));
        };
        let state = point.states[side.index()].as_ref();
        let state = state.ok_or_else(|| wrong("this contract is not about this program"))?;
        let limit = self.prover.terms.constant(top.saturating_sub(depth));
        let pointer = state.registers[machine.stack];
        let goal = Fact::below(&mut self.prover.terms, pointer, limit)?;
        self.prove(point, &goal, by, "deep".into())
    }

    fn call(
        &mut self,
        point: &mut Point,
        call: &Call<'_>,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let Contract { group, before, after, measure, .. } = call.contract;
        if before.at.len() == 2 {
            self.compare_output(point, call.by)?;
        }
        let given = values(self.prover, &before.any, point, call.with)?;
        let inputs = self.prover.inputs.clone();
        let mut names = self.prover.scope(&inputs, [None; 2]).inputs_and(given)?;
        show(self.prover, before, point, &names, [false; 2], call.by)?;
        if let Origin::Contract(called) = origin {
            let own = called.contract.group;
            if *group > own {
                return Err(wrong("a contract calls no contract of a higher group"));
            }
            if *group == own {
                let smaller = self.prover.scope(&names, point.states()).all_terms(measure)?;
                let both = [&called.measure[..], &smaller[..]];
                self.descends(point, both, call.component, call.by)?;
            }
        }
        enter(&mut names, &point.states);
        // What holds behind the call, with the names of the contract; then without them.
        let names_known = names.names.clone();
        let mut within = point.context.clone();
        within.names = names.names;
        within.memories = names.memories;
        let behind = assume(self.prover, after, within, &format!("{}.", call.label))?;
        let mut context = behind.context;
        let results = std::mem::replace(&mut context.names, point.context.names.clone());
        context.memories = point.context.memories.clone();
        for (name, here) in call.names {
            let fresh = results.get(name).filter(|_| !names_known.contains_key(name));
            let word = *fresh.ok_or_else(|| wrong(format!("the end does not name `{name}`")))?;
            context.names.insert(here.clone(), word);
        }
        point.context = context;
        for side in after.at.keys() {
            let index = side.index();
            let steps = point.states[index].as_ref().map_or(0, |state| state.steps);
            let output = point.states[index].take().map_or(Vec::new(), |state| state.output);
            point.states[index] = behind.states[index].clone();
            if let Some(state) = &mut point.states[index] {
                (state.steps, state.output) = (steps + 1, output);
            }
            point.has_moved[index] = true;
        }
        Ok(())
    }
}

/// A call of a contract.
struct Call<'c> {
    label: &'c str,
    contract: &'c Contract,
    with: &'c BTreeMap<String, String>,
    component: usize,
    names: &'c BTreeMap<String, String>,
    by: &'c Proofs,
}

/// Why a program does not step.
fn stopped(domain: &mut Symbolic<'_>, stop: Stop<Term>) -> Result<Refusal, Refusal> {
    Ok(match stop {
        Stop::Ended(ending) => wrong(format!("the program ends: {ending:?}")),
        Stop::Undecided(question) => {
            let fact = domain.fact(question)?;
            wrong(format!("it is not known whether {}", domain.terms.print_fact(&fact)))
        }
        Stop::Refused(refusal) => refusal,
    })
}

/// The state of a program at a point.
fn state(point: &mut Point, side: Side) -> Result<&mut TermState, Refusal> {
    let state = point.states[side.index()].as_mut();
    state.ok_or_else(|| wrong("this contract is not about this program"))
}

/// Names the memories of states `entry.left` and `entry.right`.
fn enter(context: &mut Context, states: &[Option<TermState>; 2]) {
    for side in Side::BOTH {
        if let Some(state) = &states[side.index()] {
            context.memories.insert(format!("entry.{}", side.name()), state.memory);
        }
    }
}

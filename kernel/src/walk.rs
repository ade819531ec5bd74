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

use crate::claim::{Claim, Steps, Stopping, Word};
use crate::context::Context;
use crate::evidence::{Contract, End, Evidence, How, Invariant, Node, Rule, Side, Step};
use crate::execute::{Ending, Program, Stop, step};
use crate::fact::Fact;
use crate::invariant::{Point, assume, show, values};
use crate::proof::{Prover, ends_here};
use crate::refusal::{Refusal, wrong};
use crate::scope::TermState;
use crate::symbolic::Symbolic;
use crate::term::Term;

/// What is to be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The programs agree.
    Agree(Steps, Stopping),
    /// They agree, and stop both or neither, on each input other than one.
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
    /// A node, with its measure there.
    Node(Vec<Term>),
    /// A contract, with its measure there, and the names that its end may use.
    Contract(&'o Contract, Vec<Term>, &'o Context),
}

/// Whether a script goes on behind a step.
enum Next {
    GoesOn,
    Ends,
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
        let shown = self.follow(start, &evidence.start, &Origin::Start);
        shown.map_err(|refusal| refusal.within(|| "start".into()))
    }

    fn node(&mut self, node: &Node) -> Result<(), Refusal> {
        if node.holds.at.len() != 2 {
            return Err(wrong("a node is a location of both programs"));
        }
        let inputs = self.prover.inputs.clone();
        let point = assume(self.prover, &node.holds, inputs, "")?;
        let measure = self.prover.scope(&point.context, point.states()).all_terms(&node.measure)?;
        self.follow(point, &node.script, &Origin::Node(measure))
    }

    fn contract(&mut self, contract: &Contract) -> Result<(), Refusal> {
        let Contract { before, after, .. } = contract;
        let sides = |invariant: &Invariant| invariant.at.keys().copied().collect::<Vec<Side>>();
        if before.at.is_empty() || sides(before) != sides(after) {
            return Err(wrong("a contract begins and ends with the same programs"));
        }
        let inputs = self.prover.inputs.clone();
        let mut point = assume(self.prover, before, inputs, "")?;
        if point.states().into_iter().flatten().any(|state| state.has_faulted) {
            return Err(wrong("a contract begins where no program has faulted"));
        }
        let mut scope = self.prover.scope(&point.context, point.states());
        let measure = scope.all_terms(&contract.measure)?;
        enter(&mut point.context, &point.states);
        let names = point.context.clone();
        self.follow(point, &contract.script, &Origin::Contract(contract, measure, &names))
    }

    fn follow(
        &mut self,
        mut point: Point,
        script: &[Step],
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        for (index, step) in script.iter().enumerate() {
            let here = |refusal: Refusal| refusal.within(|| format!("step {index}"));
            if let Next::Ends = self.step(&mut point, step, origin).map_err(here)? {
                return ends_here(script, index).map_err(here);
            }
        }
        match point.context.is_closed {
            true => Ok(()),
            false => Err(wrong("the script ends, but both programs may go on")),
        }
    }

    fn step(
        &mut self,
        point: &mut Point,
        step: &Step,
        origin: &Origin<'_>,
    ) -> Result<Next, Refusal> {
        match step {
            Step::Rule(rule) => return self.branch(point, rule, origin),
            Step::Let { .. } | Step::Memories { .. } => {
                let mut context = point.context.clone();
                self.prover.name(&mut context, point.states(), step)?;
                point.context = context;
            }
            Step::Run { run: (side, count) } => self.run(point, *side, *count)?,
            Step::Jump { jump: (side, to), how } => {
                let to = self.prover.scope(&point.context, point.states()).term(to)?;
                let pc = state(point, *side)?.pc;
                let goal = Fact::equal(&mut self.prover.terms, pc, to)?;
                self.prove(point, &goal, how, "jump")?;
                state(point, *side)?.pc = to;
            }
            Step::Call { call, how } => self.call(point, call, how, origin)?,
            Step::Arrive { arrive, how } => {
                self.arrive(point, arrive, how, origin)?;
                return Ok(Next::Ends);
            }
            Step::End { end, how } => {
                self.end(point, *end, how, origin)?;
                return Ok(Next::Ends);
            }
        }
        Ok(Next::GoesOn)
    }

    fn branch(
        &mut self,
        point: &mut Point,
        rule: &Rule,
        origin: &Origin<'_>,
    ) -> Result<Next, Refusal> {
        let mut open = self.prover.cases(&point.context, point.states(), rule)?;
        let Some(last) = open.pop() else { return Ok(Next::Ends) };
        for (number, (context, script)) in open.into_iter().zip(&rule.cases).enumerate() {
            self.follow(Point { context, ..point.clone() }, script, origin)
                .map_err(|refusal| refusal.within(|| format!("case {number}")))?;
        }
        point.context = last;
        Ok(Next::GoesOn)
    }

    /// Executes so many instructions.
    fn run(&mut self, point: &mut Point, side: Side, count: u64) -> Result<(), Refusal> {
        let program = self.programs[side.index()];
        for _ in 0..count {
            let mut now = state(point, side)?.clone();
            let terms = &mut self.prover.terms;
            terms.pay(now.registers.len())?;
            let mut domain = Symbolic { terms, context: &point.context, side: side.index() };
            if let Err(stop) = step(&mut domain, &program, &mut now) {
                let pc = domain.terms.as_constant(now.pc).unwrap_or_default();
                let at = format!("{} at {pc:#x}", side.name());
                return Err(stopped(&mut domain, stop)?.within(|| at));
            }
            *state(point, side)? = now;
            point.has_moved[side.index()] = true;
        }
        Ok(())
    }

    /// How a program has ended; none where it goes on, or where that is not known.
    fn ending(&mut self, point: &Point, side: Side) -> Result<Option<Ending>, Refusal> {
        let Some(mut state) = point.states[side.index()].clone() else { return Ok(None) };
        let terms = &mut self.prover.terms;
        let mut domain = Symbolic { terms, context: &point.context, side: side.index() };
        match step(&mut domain, &self.programs[side.index()], &mut state) {
            Err(Stop::Ended(ending)) => Ok(Some(ending)),
            Err(Stop::Refused(Refusal::Cost)) => Err(Refusal::Cost),
            _ => Ok(None),
        }
    }

    fn prove(&mut self, point: &Point, goal: &Fact, how: &How, label: &str) -> Result<(), Refusal> {
        self.prover.prove(&point.context, point.states(), goal, &how.by, label)
    }

    fn prove_equal(
        &mut self,
        point: &Point,
        [a, b]: [Term; 2],
        how: &How,
        label: &str,
    ) -> Result<(), Refusal> {
        let goal = Fact::equal(&mut self.prover.terms, a, b)?;
        self.prove(point, &goal, how, label)
    }

    /// What both programs have printed since the last comparison is the same, byte by byte.
    fn compare_output(&mut self, point: &mut Point, how: &How) -> Result<(), Refusal> {
        let printed = point.states.each_mut().map(|state| {
            state.as_mut().map_or(Vec::new(), |state| std::mem::take(&mut state.output))
        });
        if !self.claim.observed.output || matches!(self.goal, Goal::RunForEver(_)) {
            return Ok(());
        }
        if printed[0].len() != printed[1].len() {
            return Err(wrong("the programs print different numbers of bytes"));
        }
        // Moves all bits out but those of the low byte.
        let shift = 1 << self.prover.machine.width.bits().saturating_sub(8);
        for (index, (&a, &b)) in printed[0].iter().zip(&printed[1]).enumerate() {
            let terms = &mut self.prover.terms;
            let bytes = [terms.scale(a, shift)?, terms.scale(b, shift)?];
            self.prove_equal(point, bytes, how, &format!("output.{index}"))?;
        }
        Ok(())
    }

    fn arrive(
        &mut self,
        point: &mut Point,
        name: &str,
        how: &How,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let node = self.evidence.nodes.get(name);
        let node = node.ok_or_else(|| wrong(format!("there is no node `{name}`")))?;
        self.compare_output(point, how)?;
        let mut names = self.prover.inputs.clone();
        values(self.prover, &mut names, &node.holds.any, point, &how.with)?;
        let mut has_faulted = [false; 2];
        for side in Side::BOTH {
            has_faulted[side.index()] = self.ending(point, side)? == Some(Ending::Fault);
        }
        show(self.prover, &node.holds, point, &names, has_faulted, &how.by)?;
        let before = match origin {
            Origin::Start => return Ok(()),
            Origin::Contract(..) => return Err(wrong("a contract ends with `return`")),
            Origin::Node(before) => before,
        };
        let moved = point.has_moved;
        let gets_smaller = match self.goal {
            _ if moved == [false; 2] => return Err(wrong("no program moves on the way to it")),
            Goal::RunForEver(side) if !moved[side.index()] => {
                return Err(wrong("the program does not move on the way to it"));
            }
            Goal::RunForEver(_) | Goal::Agree(_, Stopping::Unclaimed) => false,
            Goal::Agree(_, Stopping::Same) | Goal::AgreeExcept => moved != [true; 2],
            Goal::Agree(_, Stopping::Both) => true,
        };
        if gets_smaller {
            let after = self.prover.scope(&names, point.states()).all_terms(&node.measure)?;
            self.prover.descends(&point.context, point.states(), [before, &after], how, "")?;
        }
        Ok(())
    }

    fn end(
        &mut self,
        point: &mut Point,
        end: End,
        how: &How,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let is_whole = !matches!(origin, Origin::Contract(..));
        match (end, self.goal) {
            (End::Return, _) => self.returns(point, how, origin),
            (End::Both, Goal::Agree(..) | Goal::AgreeExcept) if is_whole => {
                self.both_end(point, how)
            }
            (End::Late, Goal::Agree(Steps::Within(most), stopping)) if is_whole => {
                let is_late = point.states().map(|it| it.is_some_and(|it| it.steps > most));
                match is_late == [true; 2]
                    || is_late != [false; 2] && stopping == Stopping::Unclaimed
                {
                    true => Ok(()),
                    false => Err(wrong("the programs may stop in time")),
                }
            }
            (End::DeepLeft, Goal::Agree(Steps::StackDepth(depth), _)) => {
                self.is_deep(point, Side::Left, depth, how)
            }
            (End::DeepRight, Goal::Agree(Steps::StackDepth(depth), _)) => {
                self.is_deep(point, Side::Right, depth, how)
            }
            (End::Exempt, Goal::AgreeExcept) if is_whole => {
                for (name, &word) in self.claim.inputs.iter().zip(self.exempt) {
                    let word = self.prover.terms.constant(word);
                    let input = self.prover.inputs.names[name];
                    self.prove_equal(point, [input, word], how, name)?;
                }
                Ok(())
            }
            _ => Err(wrong(format!("a script of this claim does not end so here: {end:?}"))),
        }
    }

    fn returns(
        &mut self,
        point: &mut Point,
        how: &How,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let &Origin::Contract(contract, _, names) = origin else {
            return Err(wrong("only a contract ends with `return`"));
        };
        let mut sides = contract.after.at.keys();
        if !sides.all(|side| point.has_moved[side.index()]) {
            return Err(wrong("a program does not move in this contract"));
        }
        self.compare_output(point, how)?;
        let mut names = names.clone();
        values(self.prover, &mut names, &contract.after.any, point, &how.with)?;
        show(self.prover, &contract.after, point, &names, [false; 2], &how.by)
    }

    /// Both programs have stopped alike, and what is observed is the same.
    fn both_end(&mut self, point: &mut Point, how: &How) -> Result<(), Refusal> {
        let endings = (self.ending(point, Side::Left)?, self.ending(point, Side::Right)?);
        let (Some(left), Some(right)) = endings else {
            return Err(wrong("a program has not ended"));
        };
        if left != right {
            return Err(wrong("one program is done and the other one faults"));
        }
        self.compare_output(point, how)?;
        let [Some(a), Some(b)] = point.states.clone() else {
            return Err(wrong("this is about one program only"));
        };
        if left == Ending::Fault {
            return Ok(());
        }
        for name in &self.claim.observed.registers {
            let number = self.prover.machine.register(name);
            let number = number.ok_or_else(|| wrong("there is no such register"))?;
            self.prove_equal(point, [a.registers[number], b.registers[number]], how, name)?;
        }
        for &at in &self.claim.observed.words {
            let terms = &mut self.prover.terms;
            let address = terms.constant(at);
            let words = [terms.load(a.memory, address)?, terms.load(b.memory, address)?];
            self.prove_equal(point, words, how, &format!("word.{at}"))?;
        }
        Ok(())
    }

    /// A program's stack pointer is below all that the claim is about.
    fn is_deep(
        &mut self,
        point: &mut Point,
        side: Side,
        depth: u64,
        how: &How,
    ) -> Result<(), Refusal> {
        let machine = self.prover.machine;
        let top = self.claim.start[side.index()].registers.get(machine.registers[machine.stack]);
        let Some(Word::Number(top)) = top else {
            return Err(wrong("it is not known where the stack begins"));
        };
        let limit = self.prover.terms.constant(top.saturating_sub(depth));
        let pointer = state(point, side)?.registers[machine.stack];
        let goal = Fact::below(&mut self.prover.terms, pointer, limit)?;
        self.prove(point, &goal, how, "deep")
    }

    fn call(
        &mut self,
        point: &mut Point,
        name: &str,
        how: &How,
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        let contract = self.evidence.contracts.get(name);
        let contract = contract.ok_or_else(|| wrong(format!("there is no contract `{name}`")))?;
        let Contract { group, before, after, measure, .. } = contract;
        if before.at.len() == 2 {
            self.compare_output(point, how)?;
        }
        let mut names = self.prover.inputs.clone();
        values(self.prover, &mut names, &before.any, point, &how.with)?;
        show(self.prover, before, point, &names, [false; 2], &how.by)?;
        if let Origin::Contract(caller, own, _) = origin {
            if *group > caller.group {
                return Err(wrong("a contract calls no contract of a higher group"));
            }
            if *group == caller.group {
                let smaller = self.prover.scope(&names, point.states()).all_terms(measure)?;
                let measures = [&own[..], &smaller];
                self.prover.descends(&point.context, point.states(), measures, how, "")?;
            }
        }
        enter(&mut names, &point.states);
        // What is known behind the call, first with the names of the contract, then with those here.
        let mut within = point.context.clone();
        (within.names, within.memories) = (names.names.clone(), names.memories);
        let label = how.label.as_deref().unwrap_or(name);
        let mut behind = assume(self.prover, after, within, &format!("{label}."))?;
        let results = std::mem::replace(&mut behind.context.names, point.context.names.clone());
        behind.context.memories = point.context.memories.clone();
        for (result, name) in &how.names {
            let word = results.get(result).filter(|_| after.any.contains(result));
            let word = *word.ok_or_else(|| wrong(format!("the end does not name `{result}`")))?;
            behind.context.names.insert(name.clone(), word);
        }
        point.context = behind.context;
        for (&side, next) in after.at.keys().zip(behind.states.into_iter().flatten()) {
            let now = state(point, side)?;
            let (steps, output) = (now.steps + 1, std::mem::take(&mut now.output));
            *now = TermState { steps, output, ..next };
            point.has_moved[side.index()] = true;
        }
        Ok(())
    }
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

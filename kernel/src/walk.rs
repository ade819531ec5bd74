//! The walk through the product of both programs.
//!
//! Every script is followed on all of its cases. This proves the claim by induction: a run of both programs from the
//! start is cut into pairs of path segments, each after a node whose invariant holds. No case is lost, since the cases
//! of a rule are exhaustive and only cases that contradict known facts are dropped. A segment between nodes moves a
//! program, so if both programs stop, the run reaches the end of a script, where both have stopped in the same way with
//! equal observed results.
//!
//! If the claim is about termination, a measure decreases on each segment on which one program waits: then no program
//! waits forever, so both stop or neither does ([`Stopping::Same`]). If it decreases on every segment, both stop
//! ([`Stopping::Both`]). A contract always terminates, by induction over its measure.

use crate::claim::{Claim, Statement, Steps, Stopping, Word};
use crate::context::Context;
use crate::evidence::{Contract, End, Evidence, How, Invariant, Node, Side, Step};
use crate::execute::{Ending, Program, Stop, step};
use crate::fact::Fact;
use crate::invariant::{FAULT, assume, show};
use crate::proof::{Next, Prover};
use crate::refusal::{Refusal, ensure, wrong};
use crate::scope::{Definitions, Point, TermState};
use crate::symbolic::Symbolic;
use crate::term::{Term, Terms};
use crate::word::Operator;

/// The claim, programs and evidence of a walk.
pub struct Walk<'k, 'e> {
    /// The claim.
    pub claim: &'k Claim,
    /// The programs.
    pub programs: [Program<Term>; 2],
    /// The evidence.
    pub evidence: &'e Evidence,
}

/// Where a script begins.
enum Origin<'o> {
    Start,
    /// A node, with its measure there.
    Node(Vec<Term>),
    /// A contract, with its measure there, and the names that its postcondition may use.
    Contract(&'o Contract, Vec<Term>, &'o Context),
}

impl<'e> Walk<'_, 'e> {
    /// Refuses unless the evidence proves the claim for programs that start at a point.
    pub fn all(&self, prover: &mut Prover<'e>, start: Point) -> Result<(), Refusal> {
        let evidence = self.evidence;
        for (name, contract) in &evidence.contracts {
            self.contract(prover, contract)
                .map_err(|it| it.within(|| format!("contract `{name}`")))?;
        }
        for (name, node) in &evidence.nodes {
            self.node(prover, node).map_err(|it| it.within(|| format!("node `{name}`")))?;
        }
        let shown = self.follow(prover, start, &evidence.start, &Origin::Start);
        shown.map_err(|refusal| refusal.within(|| "start".into()))
    }

    fn node(&self, prover: &mut Prover<'e>, node: &Node) -> Result<(), Refusal> {
        ensure(node.holds.at.len() == 2, "a node is a location of both programs")?;
        let inputs = prover.inputs.clone();
        let point = assume(prover, &node.holds, inputs, "")?;
        let measure = prover.scope(&point).all_terms(&node.measure)?;
        self.follow(prover, point, &node.script, &Origin::Node(measure))
    }

    fn contract(&self, prover: &mut Prover<'e>, contract: &Contract) -> Result<(), Refusal> {
        let Contract { before, after, .. } = contract;
        let are_same = !before.at.is_empty() && before.at.keys().eq(after.at.keys());
        ensure(are_same, "a contract begins and ends with the same programs")?;
        let go_on = before.at.values().chain(after.at.values()).all(|at| at != FAULT);
        ensure(go_on, "a contract begins and ends where no program has faulted")?;
        let inputs = prover.inputs.clone();
        let mut point = assume(prover, before, inputs, "")?;
        let measure = prover.scope(&point).all_terms(&contract.measure)?;
        enter(&mut point.context, &point.states);
        let names = point.context.clone();
        self.follow(prover, point, &contract.script, &Origin::Contract(contract, measure, &names))
    }

    fn follow(
        &self,
        prover: &mut Prover<'e>,
        point: Point,
        script: &[Step],
        origin: &Origin<'_>,
    ) -> Result<(), Refusal> {
        prover.follow(point, script, &mut |prover, point, step| {
            Moment { walk: self, prover, point, origin }.step(step)
        })
    }
}

/// The state in which a step of a script is executed.
struct Moment<'m, 'e> {
    walk: &'m Walk<'m, 'e>,
    prover: &'m mut Prover<'e>,
    point: &'m mut Point,
    origin: &'m Origin<'m>,
}

impl<'e> Moment<'_, 'e> {
    fn step(&mut self, step: &Step) -> Result<Next, Refusal> {
        match step {
            Step::Rule(_) | Step::Let { .. } | Step::Memories { .. } => {}
            Step::Run { run: (side, count) } => self.run(*side, *count)?,
            Step::Jump { jump: (side, to), how } => {
                let to = self.prover.scope(self.point).term(to)?;
                let pc = self.state(*side)?.pc;
                self.prove_equal([pc, to], how, "jump")?;
                self.state(*side)?.pc = to;
            }
            Step::Word { word: (side, name, to), how } => {
                let to = self.prover.scope(self.point).term(to)?;
                let at = self.prover.machine.register(name).ok_or_else(|| wrong("no register"))?;
                let now = self.state(*side)?.registers[at];
                self.prove_equal([now, to], how, "word")?;
                self.state(*side)?.registers[at] = to;
            }
            Step::Call { call, how } => self.call(call, how)?,
            Step::Arrive { arrive, how } => return self.arrive(arrive, how).map(|()| Next::Ends),
            Step::End { end, how } => return self.end(*end, how).map(|()| Next::Ends),
        }
        Ok(Next::GoesOn)
    }

    /// The state of a program.
    fn state(&mut self, side: Side) -> Result<&mut TermState, Refusal> {
        let state = self.point.states[side.index()].as_mut();
        state.ok_or_else(|| wrong("this contract is not about this program"))
    }

    fn domain(&mut self, side: Side) -> Symbolic<'_> {
        let (terms, context) = (&mut self.prover.terms, &self.point.context);
        Symbolic { terms, context, side: side.index() }
    }

    /// Executes `count` instructions.
    fn run(&mut self, side: Side, count: u64) -> Result<(), Refusal> {
        let program = &self.walk.programs[side.index()];
        for _ in 0..count {
            let mut now = self.state(side)?.clone();
            self.prover.terms.pay(now.registers.len())?;
            let mut domain = self.domain(side);
            if let Err(stop) = step(&mut domain, program, &mut now) {
                let pc = domain.terms.as_constant(now.pc).unwrap_or_default();
                let refusal = match stop {
                    Stop::Ended(ending) => wrong(format!("the program ends: {ending:?}")),
                    Stop::Undecided(question) => {
                        let fact = domain.fact(question)?;
                        wrong(format!("it is not known whether {}", domain.terms.print_fact(&fact)))
                    }
                    Stop::Refused(refusal) => refusal,
                };
                return Err(refusal.within(|| format!("{} at {pc:#x}", side.name())));
            }
            *self.state(side)? = now;
            self.point.has_moved[side.index()] = true;
        }
        Ok(())
    }

    /// How a program has ended; none if it has not, or if that is unknown.
    fn ending(&mut self, side: Side) -> Result<Option<Ending>, Refusal> {
        let Some(mut state) = self.point.states[side.index()].clone() else { return Ok(None) };
        let program = &self.walk.programs[side.index()];
        match step(&mut self.domain(side), program, &mut state) {
            Err(Stop::Ended(ending)) => Ok(Some(ending)),
            Err(Stop::Refused(Refusal::Cost)) => Err(Refusal::Cost),
            _ => Ok(None),
        }
    }

    fn prove_equal(&mut self, [a, b]: [Term; 2], how: &How, label: &str) -> Result<(), Refusal> {
        let goal = Fact::equal(&mut self.prover.terms, a, b)?;
        self.prover.prove(self.point, &goal, &how.by, label)
    }

    /// Proves that the states satisfy an invariant. `names` has the other names in scope; returns the point with all
    /// names.
    fn satisfies(
        &mut self,
        invariant: &Invariant,
        mut names: Context,
        how: &How,
    ) -> Result<Point, Refusal> {
        let words = self.prover.scope(self.point).values(&invariant.any, &how.with)?;
        for (name, word) in invariant.any.iter().zip(words) {
            names.name(name, word)?;
        }
        let faults = [self.ending(Side::Left)?, self.ending(Side::Right)?];
        let has_faulted = faults.map(|ending| ending == Some(Ending::Fault));
        show(self.prover, invariant, self.point, &names, has_faulted, &how.by)?;
        Ok(Point { context: names, ..self.point.clone() })
    }

    /// Proves that both programs printed the same bytes since the last comparison.
    fn compare_output(&mut self, how: &How) -> Result<(), Refusal> {
        let printed = self.point.states.each_mut().map(|state| {
            state.as_mut().map_or(Vec::new(), |state| std::mem::take(&mut state.output))
        });
        let claim = self.walk.claim;
        if !claim.observed.output || claim.statement.agreement().is_none() {
            return Ok(());
        }
        let are_as_many = printed[0].len() == printed[1].len();
        ensure(are_as_many, "the programs print different numbers of bytes")?;
        // Shifts out all bits above the low byte.
        let shift = 1 << self.prover.machine.width.bits().saturating_sub(8);
        for (index, (&a, &b)) in printed[0].iter().zip(&printed[1]).enumerate() {
            let terms = &mut self.prover.terms;
            let bytes = [terms.scale(a, shift)?, terms.scale(b, shift)?];
            self.prove_equal(bytes, how, &format!("output.{index}"))?;
        }
        Ok(())
    }

    fn arrive(&mut self, name: &str, how: &How) -> Result<(), Refusal> {
        let node = self.walk.evidence.nodes.get(name);
        let node = node.ok_or_else(|| wrong(format!("there is no node `{name}`")))?;
        self.compare_output(how)?;
        let there = self.satisfies(&node.holds, self.prover.inputs.clone(), how)?;
        let before = match self.origin {
            Origin::Start => return Ok(()),
            Origin::Contract(..) => return Err(wrong("a contract ends with `return`")),
            Origin::Node(before) => before,
        };
        let moved = self.point.has_moved;
        ensure(moved != [false; 2], "no program moves on the way to it")?;
        if let Statement::NeverStops { side, .. } = self.walk.claim.statement {
            ensure(moved[side.index()], "the program does not move on the way to it")?;
        }
        let gets_smaller = match self.walk.claim.statement.agreement() {
            None | Some((_, Stopping::Unclaimed)) => false,
            Some((_, Stopping::Same)) => moved != [true; 2],
            Some((_, Stopping::Both)) => true,
        };
        if gets_smaller {
            let after = self.prover.scope(&there).all_terms(&node.measure)?;
            self.prover.descends(self.point, [before, &after], how, "")?;
        }
        Ok(())
    }

    fn end(&mut self, end: End, how: &How) -> Result<(), Refusal> {
        let is_whole = !matches!(self.origin, Origin::Contract(..));
        match (end, self.walk.claim.statement.agreement()) {
            (End::Return, _) => self.returns(how),
            (End::Both, Some(_)) if is_whole => self.both_end(how),
            (End::Late, Some((Steps::Within(most), stop))) if is_whole => {
                let late = self.point.states.iter().flatten().filter(|it| it.steps > most).count();
                let is_late = late == 2 || late == 1 && stop == Stopping::Unclaimed;
                ensure(is_late, "the programs may stop in time")
            }
            (End::DeepLeft | End::DeepRight, Some((Steps::StackDepth(depth), _))) => {
                let side = if end == End::DeepLeft { Side::Left } else { Side::Right };
                self.is_deep(side, depth, how)
            }
            (End::Exempt, Some(_)) if is_whole => self.is_exempt(how),
            // Their runs are the same, but need not stop.
            (End::Same, Some((_, stop))) if is_whole && stop != Stopping::Both => {
                let Claim { programs, start, observed, .. } = self.walk.claim;
                let are_same = programs[0] == programs[1] && start[0] == start[1];
                ensure(are_same && observed.facts.is_empty(), "the programs differ")
            }
            _ => Err(wrong(format!("a script of this claim does not end so here: {end:?}"))),
        }
    }

    fn returns(&mut self, how: &How) -> Result<(), Refusal> {
        let &Origin::Contract(contract, _, names) = self.origin else {
            return Err(wrong("only a contract ends with `return`"));
        };
        let all_move = contract.after.at.keys().all(|side| self.point.has_moved[side.index()]);
        ensure(all_move, "a program does not move in this contract")?;
        self.compare_output(how)?;
        self.satisfies(&contract.after, names.clone(), how).map(|_| ())
    }

    /// Proves that both programs ended in the same way with equal observed results.
    fn both_end(&mut self, how: &How) -> Result<(), Refusal> {
        let ends = [self.ending(Side::Left)?, self.ending(Side::Right)?];
        ensure(!ends.contains(&None), "a program has not ended")?;
        ensure(ends[0] == ends[1], "one program is done and the other one faults")?;
        self.compare_output(how)?;
        let [Some(a), Some(b)] = self.point.states.clone() else { return Err(wrong("one alone")) };
        let observed = &self.walk.claim.observed;
        if ends[0] == Some(Ending::Fault) {
            return ensure(observed.facts.is_empty(), "both programs fault");
        }
        // Names and functions of the evidence are not in scope.
        let both = Point { context: self.prover.inputs.clone(), ..self.point.clone() };
        let mut scope = self.prover.scope(&both);
        scope.definitions = Definitions::default();
        let facts = scope.facts(&observed.facts)?;
        for (index, fact) in facts.iter().enumerate() {
            self.prover.prove(self.point, fact, &how.by, &format!("fact.{index}"))?;
        }
        for name in &observed.registers {
            let number = self.prover.machine.register(name).ok_or_else(|| wrong("no register"))?;
            self.prove_equal([a.registers[number], b.registers[number]], how, name)?;
        }
        for &at in &observed.words {
            let terms = &mut self.prover.terms;
            let address = terms.constant(at);
            let words = [terms.load(a.memory, address)?, terms.load(b.memory, address)?];
            self.prove_equal(words, how, &format!("word.{at}"))?;
        }
        if let Some(array) = self.prover.terms.starts[0].array.clone().filter(|_| observed.array) {
            let terms = &mut self.prover.terms;
            let (index, first) = (terms.fresh("index")?, terms.constant(array.address));
            let address = terms.combine(index, terms.layout.word, first, 1)?;
            let inside = Fact::below(terms, index, array.length)?;
            let words = [terms.load(a.memory, address)?, terms.load(b.memory, address)?];
            self.point.context.names.insert("index".into(), index);
            self.point.context.assume("inside", inside);
            self.prove_equal(words, how, "array")?;
        }
        Ok(())
    }

    /// Proves that a program's stack pointer is lower than the claim covers.
    fn is_deep(&mut self, side: Side, depth: u64, how: &How) -> Result<(), Refusal> {
        let (machine, start) = (self.prover.machine, &self.walk.claim.start[side.index()]);
        let Some(Word::Number(top)) = start.registers.get(machine.registers[machine.stack]) else {
            return Err(wrong("it is not known where the stack begins"));
        };
        let limit = self.prover.terms.constant(top.saturating_sub(depth));
        let pointer = self.state(side)?.registers[machine.stack];
        let goal = Fact::below(&mut self.prover.terms, pointer, limit)?;
        self.prover.prove(self.point, &goal, &how.by, "deep")
    }

    /// Proves that the claim exempts the input: it is the only witness, or not smaller than the least one.
    fn is_exempt(&mut self, how: &How) -> Result<(), Refusal> {
        let claim = self.walk.claim;
        let inputs: Vec<Term> =
            claim.inputs.iter().map(|name| self.prover.inputs.names[name]).collect();
        let terms = &mut self.prover.terms;
        match &claim.statement {
            Statement::Only { witness, .. } => {
                for (index, name) in claim.inputs.iter().enumerate() {
                    let word = self.prover.terms.constant(witness.words[index]);
                    self.prove_equal([inputs[index], word], how, name)?;
                }
                Ok(())
            }
            Statement::Least { witness, .. } => {
                let witness: Vec<Term> =
                    witness.words.iter().map(|&it| terms.constant(it)).collect();
                // The last component always decreases, so that equal keys count as ordered.
                let (mut before, mut after) = (key(terms, &inputs)?, key(terms, &witness)?);
                before.push(terms.constant(1));
                after.push(Terms::ZERO);
                self.prover.descends(self.point, [&before, &after], how, "")
            }
            _ => Err(wrong("this claim leaves out no input")),
        }
    }

    fn call(&mut self, name: &str, how: &How) -> Result<(), Refusal> {
        let contract = self.walk.evidence.contracts.get(name);
        let contract = contract.ok_or_else(|| wrong(format!("there is no contract `{name}`")))?;
        let Contract { group, before, after, measure, .. } = contract;
        if before.at.len() == 2 {
            self.compare_output(how)?;
        }
        let mut there = self.satisfies(before, self.prover.inputs.clone(), how)?;
        if let Origin::Contract(caller, own, _) = self.origin {
            ensure(*group <= caller.group, "a contract calls no contract of a higher group")?;
            if *group == caller.group {
                let smaller = self.prover.scope(&there).all_terms(measure)?;
                self.prover.descends(self.point, [own, &smaller], how, "")?;
            }
        }
        enter(&mut there.context, &self.point.states);
        // Assume the postcondition with the contract's names, then continue with those of this script.
        let here = &mut self.point.context;
        let mut within = here.clone();
        (within.names, within.memories) = (there.context.names, there.context.memories);
        let label = how.label.as_deref().unwrap_or(name);
        let mut behind = assume(self.prover, after, within, &format!("{label}."))?;
        let results = std::mem::replace(&mut behind.context.names, here.names.clone());
        behind.context.memories = here.memories.clone();
        for (result, name) in &how.names {
            let word = results.get(result).filter(|_| after.any.contains(result));
            let word = *word.ok_or_else(|| wrong(format!("the end does not name `{result}`")))?;
            behind.context.names.insert(name.clone(), word);
        }
        *here = behind.context;
        for (&side, next) in after.at.keys().zip(behind.states.into_iter().flatten()) {
            let now = self.state(side)?;
            let (steps, output) = (now.steps + 1, std::mem::take(&mut now.output));
            *now = TermState { steps, output, ..next };
            self.point.has_moved[side.index()] = true;
        }
        Ok(())
    }
}

/// The sort key of an input in the order of witnesses, compared lexicographically: the number of nonzero words, then
/// for each word its absolute value, and 1 if it is negative, else 0.
pub fn key(terms: &mut Terms, words: &[Term]) -> Result<Vec<Term>, Refusal> {
    let (one, half) = (terms.constant(1), terms.constant(terms.width.half()));
    let mut key = vec![Terms::ZERO];
    for &word in words {
        let is_zero = terms.apply(Operator::Less, word, one)?;
        let is_positive = terms.apply(Operator::Less, word, half)?;
        let sign = terms.combine(is_positive, 2, one, u64::MAX)?;
        let is_other = terms.sub(one, is_zero)?;
        key[0] = terms.add(key[0], is_other)?;
        key.extend([terms.mul(word, sign)?, terms.sub(one, is_positive)?]);
    }
    Ok(key)
}

/// Names the memories of the states `entry.left` and `entry.right`.
fn enter(context: &mut Context, states: &[Option<TermState>; 2]) {
    for side in Side::BOTH {
        if let Some(state) = &states[side.index()] {
            context.memories.insert(format!("entry.{}", side.name()), state.memory);
        }
    }
}

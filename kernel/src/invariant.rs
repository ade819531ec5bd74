//! Invariants: a state that satisfies one, and that a state does.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::evidence::{Invariant, Script, Side};
use crate::execute::State;
use crate::fact::Fact;
use crate::proof::{Prover, States};
use crate::refusal::{Refusal, wrong};
use crate::scope::TermState;
use crate::term::Contents;

/// A point of a script: what is known, and where the programs are. A contract of one program has no
/// state of the other one.
#[derive(Clone)]
pub struct Point {
    /// What is known.
    pub context: Context,
    /// The states.
    pub states: [Option<TermState>; 2],
    /// Whether each program has moved since the script began.
    pub has_moved: [bool; 2],
}

impl Point {
    /// The states, to be read.
    pub fn states(&self) -> States<'_> {
        [self.states[0].as_ref(), self.states[1].as_ref()]
    }
}

/// The text that says that a program has faulted.
const FAULT: &str = "fault";

/// Any states that satisfy an invariant. `context` has the names that it may use besides its own, which
/// are added with fresh words as their values.
pub fn assume(
    prover: &mut Prover<'_>,
    invariant: &Invariant,
    mut context: Context,
    prefix: &str,
) -> Result<Point, Refusal> {
    for name in &invariant.any {
        let word = prover.terms.fresh(name)?;
        if context.names.insert(name.clone(), word).is_some() {
            return Err(wrong(format!("`{name}` has two meanings")));
        }
    }
    let mut states = [None, None];
    for (&side, at) in &invariant.at {
        states[side.index()] = Some(any_state(prover, invariant, &context, side, at)?);
    }
    let mut point = Point { context, states, has_moved: [false; 2] };
    for (label, text) in &invariant.facts {
        let fact = prover.scope(&point.context, point.states()).fact(text)?;
        point.context.assume(&format!("{prefix}{label}"), fact);
    }
    for (label, text) in &invariant.regions {
        let region = prover.scope(&point.context, point.states()).region(text)?;
        point.context.regions.insert(format!("{prefix}{label}"), region);
    }
    Ok(point)
}

fn any_state(
    prover: &mut Prover<'_>,
    invariant: &Invariant,
    context: &Context,
    side: Side,
    at: &str,
) -> Result<TermState, Refusal> {
    let machine = prover.machine;
    let mut registers = Vec::with_capacity(machine.registers.len());
    for (number, name) in machine.registers.iter().enumerate() {
        let name = format!("{}.{name}", side.name());
        registers.push(match invariant.registers.get(&name) {
            Some(text) => prover.scope(context, [None; 2]).term(text)?,
            None if machine.zero == Some(number) => prover.terms.constant(0),
            None => prover.terms.fresh(&name)?,
        });
    }
    let has_faulted = at == FAULT;
    let pc = match has_faulted {
        true => prover.terms.constant(0),
        false => prover.scope(context, [None; 2]).term(at)?,
    };
    let memory = match invariant.untouched.contains(&side) {
        true => prover.terms.memory(Contents::Start(side.index())),
        false => prover.terms.fresh_memory(side.name()),
    };
    let taken = invariant.taken.get(&side).copied().unwrap_or(0);
    Ok(State { taken, has_faulted, ..State::new(pc, registers, memory) })
}

/// Refuses unless the states at a point satisfy an invariant, where `names` are the values of the words
/// that it names, and `has_faulted` says which programs have ended so.
pub fn show(
    prover: &mut Prover<'_>,
    invariant: &Invariant,
    point: &Point,
    names: &Context,
    has_faulted: [bool; 2],
    by: &BTreeMap<String, Script>,
) -> Result<(), Refusal> {
    let mut goals: Vec<(String, Fact)> = Vec::new();
    for (&side, at) in &invariant.at {
        let name = side.name();
        let state = point.states[side.index()].as_ref();
        let state = state.ok_or_else(|| wrong(format!("there is no {name} program here")))?;
        if (at == FAULT) != (has_faulted[side.index()] || state.has_faulted) {
            return Err(wrong(format!("the {name} program has faulted, or has not")));
        }
        if at != FAULT {
            let at = prover.scope(names, [None; 2]).term(at)?;
            goals.push((format!("{name}.pc"), Fact::equal(&mut prover.terms, state.pc, at)?));
        }
        if invariant.untouched.contains(&side)
            && *prover.terms.contents(state.memory) != Contents::Start(side.index())
        {
            return Err(wrong(format!("the {name} program has stored something")));
        }
        if invariant.taken.get(&side).copied().unwrap_or(0) != state.taken {
            return Err(wrong(format!("the {name} program has read another number of bytes")));
        }
    }
    for (name, text) in &invariant.registers {
        let now = prover.scope(&Context::new(prover.machine.width), point.states()).term(name)?;
        let expected = prover.scope(names, [None; 2]).term(text)?;
        goals.push((name.clone(), Fact::equal(&mut prover.terms, now, expected)?));
    }
    for (label, text) in &invariant.facts {
        goals.push((label.clone(), prover.scope(names, point.states()).fact(text)?));
    }
    for (label, goal) in goals {
        prover.prove(&point.context, point.states(), &goal, by, &label)?;
    }
    for (label, text) in &invariant.regions {
        let region = prover.scope(names, point.states()).region(text)?;
        let address = prover.terms.fresh("address")?;
        let offset = prover.terms.sub(address, region.from)?;
        let mut context = point.context.clone();
        context.names.insert("address".into(), address);
        context.assume("inside", Fact::below(&mut prover.terms, offset, region.size)?);
        let [a, b] = region.of;
        let loads = [prover.terms.load(a, address)?, prover.terms.load(b, address)?];
        let goal = Fact::equal(&mut prover.terms, loads[0], loads[1])?;
        prover.prove(&context, point.states(), &goal, by, label)?;
    }
    Ok(())
}

/// Adds names to a context, with the values that evidence gives them at a point.
pub fn values(
    prover: &mut Prover<'_>,
    context: &mut Context,
    any: &[String],
    point: &Point,
    with: &BTreeMap<String, String>,
) -> Result<(), Refusal> {
    for name in any {
        let text = with.get(name).ok_or_else(|| wrong(format!("`{name}` has no value")))?;
        let value = prover.scope(&point.context, point.states()).term(text)?;
        if context.names.insert(name.clone(), value).is_some() {
            return Err(wrong(format!("`{name}` has two meanings")));
        }
    }
    Ok(())
}

//! Invariants: assuming one for arbitrary states, and showing that given states satisfy one.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::evidence::{Invariant, Script, Side};
use crate::execute::State;
use crate::fact::Fact;
use crate::proof::Prover;
use crate::refusal::{Refusal, ensure, wrong};
use crate::scope::{Point, TermState};
use crate::term::{Contents, Terms};

/// The text for a program that has faulted, in place of an address.
pub const FAULT: &str = "fault";

/// A point with arbitrary states that satisfy an invariant. `context` has the names in scope; the invariant's own names
/// are added, with fresh words as values.
pub fn assume(
    prover: &mut Prover<'_>,
    invariant: &Invariant,
    mut context: Context,
    prefix: &str,
) -> Result<Point, Refusal> {
    for name in &invariant.any {
        context.name(name, prover.terms.fresh(name)?)?;
    }
    let names = Point::of(context);
    let mut point = names.clone();
    for (&side, at) in &invariant.at {
        point.states[side.index()] = Some(any_state(prover, invariant, &names, side, at)?);
    }
    for (label, text) in &invariant.facts {
        let fact = prover.scope(&point).fact(text)?;
        point.context.assume(&format!("{prefix}{label}"), fact);
    }
    for (label, text) in &invariant.regions {
        let region = prover.scope(&point).region(text)?;
        point.context.regions.insert(format!("{prefix}{label}"), region);
    }
    Ok(point)
}

fn any_state(
    prover: &mut Prover<'_>,
    invariant: &Invariant,
    names: &Point,
    side: Side,
    at: &str,
) -> Result<TermState, Refusal> {
    let machine = prover.machine;
    let mut registers = Vec::with_capacity(machine.registers.len());
    for (number, name) in machine.registers.iter().enumerate() {
        let name = format!("{}.{name}", side.name());
        registers.push(match invariant.registers.get(&name) {
            Some(text) => prover.scope(names).term(text)?,
            None if machine.zero == Some(number) => prover.terms.constant(0),
            None => prover.terms.fresh(&name)?,
        });
    }
    let has_faulted = at == FAULT;
    let pc = if has_faulted { Terms::ZERO } else { prover.scope(names).term(at)? };
    let memory = match invariant.untouched.contains(&side) {
        true => prover.terms.memory(Contents::Start(side.index())),
        false => prover.terms.fresh_memory(side.name()),
    };
    let taken = invariant.taken.get(&side).copied().unwrap_or(0);
    Ok(State { taken, has_faulted, ..State::new(pc, registers, memory) })
}

/// Refuses unless the states at a point satisfy an invariant. `names` has the values of the words that the invariant
/// names, and `has_faulted` which programs have faulted.
pub fn show(
    prover: &mut Prover<'_>,
    invariant: &Invariant,
    point: &Point,
    names: &Context,
    has_faulted: [bool; 2],
    by: &BTreeMap<String, Script>,
) -> Result<(), Refusal> {
    let words = Point::of(names.clone());
    let now = Point { context: Context::default(), ..point.clone() };
    let both = Point { context: names.clone(), ..point.clone() };
    let mut goals: Vec<(&str, Fact)> = Vec::new();
    for (&side, at) in &invariant.at {
        let name = side.name();
        let state = point.states[side.index()].as_ref();
        let state = state.ok_or_else(|| wrong(format!("there is no {name} program here")))?;
        let is_fault = has_faulted[side.index()] || state.has_faulted;
        ensure((at == FAULT) == is_fault, format!("the {name} program has faulted, or has not"))?;
        if at != FAULT {
            let at = prover.scope(&words).term(at)?;
            let label = ["left.pc", "right.pc"][side.index()];
            goals.push((label, Fact::equal(&mut prover.terms, state.pc, at)?));
        }
        if invariant.untouched.contains(&side)
            && *prover.terms.contents(state.memory) != Contents::Start(side.index())
        {
            return Err(wrong(format!("the {name} program has stored something")));
        }
        let is_taken = invariant.taken.get(&side).copied().unwrap_or(0) == state.taken;
        ensure(is_taken, format!("the {name} program has read another number of bytes"))?;
    }
    for (name, text) in &invariant.registers {
        let (now, expected) = (prover.scope(&now).term(name)?, prover.scope(&words).term(text)?);
        goals.push((name, Fact::equal(&mut prover.terms, now, expected)?));
    }
    for (label, text) in &invariant.facts {
        goals.push((label, prover.scope(&both).fact(text)?));
    }
    for (label, goal) in goals {
        prover.prove(point, &goal, by, label)?;
    }
    for (label, text) in &invariant.regions {
        let region = prover.scope(&both).region(text)?;
        let address = prover.terms.fresh("address")?;
        let offset = prover.terms.sub(address, region.from)?;
        let mut point = point.clone();
        point.context.names.insert("address".into(), address);
        point.context.assume("inside", Fact::below(&mut prover.terms, offset, region.size)?);
        let [a, b] = region.of;
        let loads = [prover.terms.load(a, address)?, prover.terms.load(b, address)?];
        let goal = Fact::equal(&mut prover.terms, loads[0], loads[1])?;
        prover.prove(&point, &goal, by, label)?;
    }
    Ok(())
}

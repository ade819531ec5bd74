//! The obligations of a certificate by procedures, in order.

use std::collections::{BTreeMap, BTreeSet};

use super::claim::{Held, PointClaim, Procedures, Spot, Variant};
use super::facts;
use super::form;
use super::relation::{self, Activation, Free, Showing, held};
use super::room::{self, Call};
use super::run::{End, Ended, Returns};
use crate::advisor::{self, Pair};
use crate::certificate::{Location, Relation};
use crate::execute::State;
use crate::frame::{FRAME, Used, name};
use crate::node::related;
use crate::obligation::{Goal, Kind, Obligation};
use crate::refusal::{Refusal, malformed};
use crate::terms::{Condition, Terms, Word};
use crate::walk::{Checked, Departure, Walk};

/// Checks all obligations.
pub(crate) fn walk(walk: Walk<'_>, claims: &Procedures) -> Result<Checked, Refusal> {
    let indices = form::pairs(walk.certificate, claims)?;
    let used = vec![<[Used; 2]>::default(); claims.pairs.len()];
    let mut rule = Rule {
        walk,
        claims,
        indices,
        used,
        calls: BTreeSet::new(),
        seen: BTreeSet::new(),
        open: Vec::new(),
    };
    rule.begin()?;
    while let Some((of, point)) = rule.open.pop() {
        rule.expand(of, point)?;
    }
    let Rule { walk, used, calls, seen, .. } = rule;
    let calls: Vec<Call> = calls.into_iter().collect();
    let variants: Vec<Option<u32>> =
        claims.pairs.iter().map(|pair| pair.variant.as_ref().map(|variant| variant.most)).collect();
    let room = room::steps(walk.certificate, &used, (&calls, &variants))?;
    // A claim may cover fewer steps than there is room for.
    if let Some(room) = room
        && claims.steps.is_none_or(|steps| steps > room)
    {
        return Err(Refusal::Room(room));
    }
    let procedures = seen.iter().filter(|(_, point)| point.is_none()).count();
    Ok(Checked {
        among: walk.certificate.among.clone(),
        stopping: walk.certificate.stopping,
        steps: claims.steps,
        within: None,
        procedures,
        nodes: seen.len() - procedures,
        pairs: walk.pairs,
        shown: walk.shown,
    })
}

struct Rule<'w, 'c> {
    walk: Walk<'w>,
    claims: &'c Procedures,
    /// Pairs by entry.
    indices: BTreeMap<[u32; 2], usize>,
    /// The accesses of each pair.
    used: Vec<[Used; 2]>,
    calls: BTreeSet<Call>,
    /// Visited pairs with the indices of their points; none for the entry.
    seen: BTreeSet<(usize, Option<usize>)>,
    open: Vec<(usize, Option<usize>)>,
}

/// The states from which two programs continue, in an activation of a pair.
struct Here {
    of: usize,
    start: Departure,
    activation: Activation,
    /// The value of `$30` at the entry.
    stacks: [Word; 2],
    /// How each returns.
    returns: [Returns; 2],
}

impl Rule<'_, '_> {
    fn reach(&mut self, of: usize, point: Option<usize>) {
        if self.seen.insert((of, point)) {
            self.open.push((of, point));
        }
    }

    /// Proves that the precondition of the programs themselves holds at their start.
    fn begin(&mut self) -> Result<(), Refusal> {
        let states = [0, 1].map(|side| self.walk.initial(side));
        let start = Departure::of([Location::Entry; 2], states);
        let programs = &self.claims.pairs[0];
        let mut showing = Showing {
            walk: &mut self.walk,
            start: &start,
            conditions: &[],
            kind: Kind::Call,
            relation: advisor::Relation::Before(0),
        };
        let values = showing.values(&programs.before, &mut |terms, spot| {
            held(terms, &start.states[spot.side], spot)
        })?;
        showing.bounds(programs.variant.as_ref(), &values, None)?;
        // The form already requires that both memories are equal.
        self.reach(0, None);
        Ok(())
    }

    /// States that satisfy the claims at an entry or a point.
    fn here(&mut self, of: usize, point: Option<usize>) -> Result<Here, Refusal> {
        let pair = &self.claims.pairs[of];
        let scene = &mut self.walk.scene;
        let before = &pair.before;
        let values: BTreeMap<u32, Word> = before
            .values
            .keys()
            .map(|&value| (value, scene.terms.symbol(&format!("value.{value}"))))
            .collect();
        let at_entry = relation::words(&mut scene.terms, before, &values, "")?;
        let mut of_entry = |side: usize, number: u8| {
            let spot = Spot { side, held: Held::Register(number) };
            relation::word(&mut scene.terms, &at_entry, spot, "entry.")
        };
        let stacks = [0, 1].map(|side| of_entry(side, 30));
        let returns = [0, 1].map(|side| match pair.exits[side] {
            Some(exit) => Returns::At(exit),
            None => Returns::To(of_entry(side, 31)),
        });
        let memories = relation::free(scene, Free::Entry, before.memory.same);
        let activation = Activation { values, memories };
        let bound = match &pair.variant {
            None => None,
            Some(Variant { of, most }) => {
                let word = facts::of_values(&mut scene.terms, of, &activation.values)?;
                let most = scene.terms.constant(*most);
                let condition = related(&mut scene.terms, word, Relation::Ule, most);
                scene.terms.stated(condition)
            }
        };
        let (words, mut premises, prefix, memories, node) = match point {
            None => {
                let entry = |side: usize| match of {
                    0 => Location::Entry,
                    _ => Location::Called { of, at: pair.entries[side] },
                };
                (at_entry, vec![], "entry.", memories, [0, 1].map(entry))
            }
            Some(point) => {
                let point = &pair.points[point];
                let values = &activation.values;
                let mut words = relation::words(&mut scene.terms, &point.says, values, "")?;
                let put = (&mut words, "");
                let premises = facts::assume(&mut scene.terms, &point.facts, put, values)?;
                let memories = relation::memories(scene, point.says.memory, memories, Free::Since);
                let at = point.at.map(|at| Location::Point { of, at });
                (words, premises, "", memories, at)
            }
        };
        let states = [0, 1].map(|side| {
            let beside = (stacks[side], memories[side]);
            relation::state(&mut scene.terms, &words, (side, prefix), beside)
        });
        let mut start = Departure::of(node, states);
        premises.extend(bound);
        start.premises = premises;
        Ok(Here { of, start, activation, stacks, returns })
    }

    /// Follows both programs from an entry or a point.
    fn expand(&mut self, of: usize, point: Option<usize>) -> Result<(), Refusal> {
        let here = self.here(of, point)?;
        let pair = &self.claims.pairs[of];
        let (at, goes) = match point {
            None => (pair.entries, &pair.goes),
            Some(point) => (pair.points[point].at, &pair.points[point].goes),
        };
        let [left, right] = here.returns;
        for one in self.walk.runs((0, at[0]), &here.start, goes, left, &[])? {
            self.uses(&here, 0, &one)?;
            let conditions = &one.path.conditions;
            for other in self.walk.runs((1, at[1]), &here.start, goes, right, conditions)? {
                self.uses(&here, 1, &other)?;
                self.walk.pairs += 1;
                self.arrive(&here, [&one, &other])?;
            }
        }
        Ok(())
    }

    /// Records the accesses of a path.
    fn uses(&mut self, here: &Here, side: usize, ended: &Ended) -> Result<(), Refusal> {
        let Some(frame) = &ended.path.state.frame else { return Ok(()) };
        let stored = &self.claims.pairs[here.of].stored[side];
        if frame.used.stored.iter().any(|slot| !stored.contains(slot)) {
            return malformed("a procedure stores above its entry's $30 where that is not said");
        }
        self.used[here.of][side].extend(&frame.used);
        Ok(())
    }

    /// Proves the claims at the end of a pair of paths.
    fn arrive(&mut self, here: &Here, both: [&Ended; 2]) -> Result<(), Refusal> {
        let [left, right] = both.map(|ended| &ended.path.conditions[..]);
        let conditions = [&here.start.premises[..], left, right].concat();
        let ends = both.map(|ended| ended.end);
        let of = here.of;
        let to = match ends {
            [End::Fault, End::Fault] => Some([Location::Fault; 2]),
            [End::Done, End::Done] => Some([Location::Done; 2]),
            // The programs' own return is their end.
            [End::Done | End::Return, End::Done | End::Return] if of == 0 => {
                Some([Location::Done; 2])
            }
            [End::Return, End::Return] => Some([Location::Return { of }; 2]),
            [End::At(a), End::At(b)] => Some([a, b].map(|at| Location::Point { of, at })),
            [End::Call { target: a, next: c }, End::Call { target: b, next: d }] => {
                let Some((of, _)) = self.callee([a, b], [c, d]) else {
                    return self.never(here, &conditions, Kind::Exit);
                };
                Some([a, b].map(|at| Location::Called { of, at }))
            }
            _ => None,
        };
        self.walk.advisor.arrives(Pair { from: here.start.node, to });
        if to.is_none() {
            let is_stuck = ends.iter().any(|end| matches!(end, End::Stuck(_)));
            let kind = if is_stuck { Kind::Stuck } else { Kind::Exit };
            return self.never(here, &conditions, kind);
        }
        let paths = both.map(|ended| &ended.path);
        if !self.walk.prints_alike(&here.start, &conditions, paths)? || ends == [End::Fault; 2] {
            return Ok(());
        }
        let states = both.map(|ended| &ended.path.state);
        if to == Some([Location::Done; 2]) {
            return self.walk.ends_agree(&here.start, &conditions, states);
        }
        let read = states.map(|state| state.frame.as_ref().map(|frame| frame.read));
        if read[0] != read[1] {
            return self.never(here, &conditions, Kind::Exit);
        }
        match ends {
            [End::At(a), End::At(b)] => {
                let memories = states.map(|state| state.memory);
                let held =
                    &mut |terms: &mut Terms, spot: Spot| held(terms, states[spot.side], spot);
                self.come_to(here, &conditions, [a, b], held, memories)
            }
            [End::Call { target: a, next: c }, End::Call { target: b, next: d }] => {
                let Some((callee, next)) = self.callee([a, b], [c, d]) else {
                    return self.never(here, &conditions, Kind::Exit);
                };
                let steps = paths.map(|path| path.steps);
                self.call(here, &conditions, (callee, steps), states, next)
            }
            _ => self.returns(here, &conditions, states),
        }
    }

    /// The pair of procedures that is called, and where both programs continue after it. A procedure has an address
    /// after the call; a loop treated as one has none.
    fn callee(&self, targets: [u32; 2], next: [Option<u32>; 2]) -> Option<(usize, [u32; 2])> {
        let &of = self.indices.get(&targets)?;
        let exits = self.claims.pairs[of].exits;
        match [0, 1].map(|side| (exits[side], next[side])) {
            [(None, Some(a)) | (Some(a), None), (None, Some(b)) | (Some(b), None)] => {
                Some((of, [a, b]))
            }
            _ => None,
        }
    }

    /// Refuses unless a pair of paths is impossible.
    fn never(&mut self, here: &Here, conditions: &[Condition], kind: Kind) -> Result<(), Refusal> {
        self.walk.must(&Obligation {
            kind,
            node: here.start.node,
            conditions,
            zeros: &[],
            goal: Goal::Impossible,
            claim: None,
        })
    }

    /// Proves the claims at a point.
    fn come_to(
        &mut self,
        here: &Here,
        conditions: &[Condition],
        at: [u32; 2],
        held: &mut dyn FnMut(&mut Terms, Spot) -> Word,
        memories: [crate::memory::Memory; 2],
    ) -> Result<(), Refusal> {
        let claims = self.claims;
        let pair = &claims.pairs[here.of];
        let Some(index) = pair.points.iter().position(|point| point.at == at) else {
            let [left, right] = at;
            return malformed(format!(
                "there are no facts where left is at {left:#x}, right at {right:#x}"
            ));
        };
        let PointClaim { says, facts, .. } = &pair.points[index];
        let before = claims.pairs[..here.of].iter().map(|pair| pair.facts().count());
        let before = before.chain(pair.points[..index].iter().map(|point| point.facts.len()));
        let first = if facts.is_empty() { 0 } else { before.sum() };
        let Activation { values, memories: at_entry } = &here.activation;
        let mut showing = Showing {
            walk: &mut self.walk,
            start: &here.start,
            conditions,
            kind: Kind::Step,
            relation: advisor::Relation::Point(here.of, index),
        };
        showing.words(says, values, held)?;
        showing.facts((first, facts), values, held)?;
        showing.memories(says.memory, memories, *at_entry)?;
        self.reach(here.of, Some(index));
        Ok(())
    }

    /// Proves the postcondition at the return of a pair of procedures.
    fn returns(
        &mut self,
        here: &Here,
        conditions: &[Condition],
        states: [&State; 2],
    ) -> Result<(), Refusal> {
        let claims = self.claims;
        let pair = &claims.pairs[here.of];
        let Some(behind) = &pair.behind else {
            return malformed("two procedures return of which that is not said");
        };
        let first = match pair.ensures.len() {
            0 => 0,
            own => {
                claims.pairs[..=here.of].iter().map(|pair| pair.facts().count()).sum::<usize>()
                    - own
            }
        };
        let Activation { values, memories } = &here.activation;
        let mut showing = Showing {
            walk: &mut self.walk,
            start: &here.start,
            conditions,
            kind: Kind::Return,
            relation: advisor::Relation::Behind(here.of),
        };
        let held = &mut |terms: &mut Terms, spot: Spot| held(terms, states[spot.side], spot);
        showing.words(behind, values, held)?;
        showing.facts((first, &pair.ensures), values, held)?;
        showing.memories(behind.memory, states.map(|state| state.memory), *memories)
    }

    /// Proves the precondition of two procedures at a call, and the claims after the call, given their postcondition.
    fn call(
        &mut self,
        here: &Here,
        conditions: &[Condition],
        (callee, steps): (usize, [u64; 2]),
        states: [&State; 2],
        next: [u32; 2],
    ) -> Result<(), Refusal> {
        let claims = self.claims;
        let called = &claims.pairs[callee];
        let mut shifts = [0; 2];
        for side in [0, 1] {
            let stack = states[side].registers[30];
            let shift = self.walk.scene.terms.sub(stack, here.stacks[side]);
            let shift = self.walk.scene.terms.as_constant(shift).map(|shift| shift as i32);
            match shift.filter(|shift| shift % 4 == 0 && (-(FRAME as i32)..=0).contains(shift)) {
                Some(shift) => shifts[side] = shift,
                // The location of its stack is unknown.
                None => return self.never(here, conditions, Kind::Stuck),
            }
        }
        // Words that the callee stores to above its entry's $30 may be above the caller's.
        for side in [0, 1] {
            let stored = &claims.pairs[here.of].stored[side];
            let above = called.stored[side].iter().map(|slot| slot + shifts[side]);
            if above.filter(|slot| *slot >= 0).any(|slot| !stored.contains(&slot)) {
                return malformed("a procedure stores above its caller's entry's $30");
            }
        }
        // Words as seen by the callee.
        let mut seen = |terms: &mut Terms, spot: Spot| match spot.held {
            Held::Stack(slot) => {
                let held = Held::Stack(slot.saturating_add(shifts[spot.side]));
                self::held(terms, states[spot.side], Spot { held, ..spot })
            }
            _ => held(terms, states[spot.side], spot),
        };
        let at_call = states.map(|state| state.memory);
        let mut showing = Showing {
            walk: &mut self.walk,
            start: &here.start,
            conditions,
            kind: Kind::Call,
            relation: advisor::Relation::Before(callee),
        };
        let values = showing.values(&called.before, &mut seen)?;
        showing.memories(called.before.memory, at_call, at_call)?;
        let own = claims.pairs[here.of].variant.as_ref();
        let own = own.map(|variant| (&variant.of, &here.activation.values));
        showing.bounds(called.variant.as_ref(), &values, own)?;
        let descends = shifts.map(|shift| shift.unsigned_abs());
        self.calls.insert(Call { caller: here.of, callee, descends, steps });
        self.reach(callee, None);
        let Some(behind) = &called.behind else { return Ok(()) };
        let scene = &mut self.walk.scene;
        let mut words = relation::words(&mut scene.terms, behind, &values, "behind.")?;
        let put = (&mut words, "behind.");
        let ensured = facts::assume(&mut scene.terms, &called.ensures, put, &values)?;
        let conditions = &[conditions, &ensured].concat();
        let memories = relation::memories(scene, behind.memory, at_call, Free::Behind);
        let mut held = |terms: &mut Terms, spot: Spot| {
            let Spot { side, held: Held::Stack(slot) } = spot else {
                return relation::word(terms, &words, spot, "behind.");
            };
            let of_callee = slot.saturating_sub(shifts[side]);
            let spot = Spot { side, held: Held::Stack(of_callee) };
            let is_kept = of_callee >= 0 && !called.stored[side].contains(&of_callee);
            let frame = states[side].frame.as_ref().filter(|_| is_kept);
            let known = frame.and_then(|frame| frame.slots.get(&slot));
            match (known.or(words.get(&spot)), frame) {
                (Some(&word), _) => word,
                // It is unchanged since the path began.
                (None, Some(_)) => terms.symbol(&name(side, slot)),
                (None, None) => terms.symbol(&format!("behind.{}", name(side, slot))),
            }
        };
        self.come_to(here, conditions, next, &mut held, memories)
    }
}

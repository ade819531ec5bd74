//! What differs on a leaf of the tree of pairs of paths, and what each program does there.

use super::{Does, EXPRESSION, Kind, PARTS};
use crate::engines::paths::outcome;
use crate::engines::tree::{Bench, Leaf};
use crate::machine::Stop as End;
use crate::machine::mips::Reg;
use crate::machine::setup::Observation;
use crate::report::ReasonCode;
use crate::symbolic::assumption;
use crate::symbolic::output::Written;
use crate::term::{Node, Term};

/// The conditions on the inputs of a leaf beyond the contract, without redundant ones.
pub(super) fn literals(bench: &Bench<'_>, leaf: &Leaf) -> Vec<Term> {
    let end = leaf.conditions().count();
    let mut literals = Vec::new();
    let own = leaf.conditions().enumerate().skip(leaf.premises().count());
    for (_, condition) in own.filter(|(_, condition)| condition.redundancy.is_needed_before(end)) {
        conjuncts(bench, condition.term, &mut literals);
    }
    literals
}

/// Splits a conjunction, without duplicates.
pub(super) fn conjuncts(bench: &Bench<'_>, term: Term, literals: &mut Vec<Term>) {
    match bench.terms.node(term) {
        Node::And(a, b) => {
            conjuncts(bench, a, literals);
            conjuncts(bench, b, literals);
        }
        Node::Bool(true) => {}
        _ if literals.contains(&term) => {}
        _ => literals.push(term),
    }
}

/// What differs on a leaf.
#[derive(Clone, Copy)]
pub(super) enum Look {
    /// How they end.
    End,
    /// The first of the [observed words](Leaf::observed) that differs.
    Word(usize),
    /// The number of these.
    Length,
    /// The output.
    Output,
}

/// A way in which the programs differ on a leaf.
pub(super) struct Apart {
    pub kind: Kind,
    pub look: Look,
    /// The condition on the inputs.
    pub differ: Term,
}

/// The ways in which the programs differ on a leaf.
pub(super) fn ways(bench: &mut Bench<'_>, leaf: &Leaf, differ: Term) -> Vec<Apart> {
    let [left, right] = &leaf.outcomes;
    let kind = match outcome::difference(left, right) {
        _ if bench.terms.as_bool(differ) == Some(false) => return Vec::new(),
        Some(ReasonCode::OnlyLeftFaults) => Kind::LeftFaults,
        Some(ReasonCode::OnlyRightFaults) => Kind::RightFaults,
        Some(ReasonCode::OnlyLeftRunsForEver | ReasonCode::OnlyRightRunsForEver) => {
            Kind::NeverStops
        }
        _ => Kind::Result,
    };
    if kind != Kind::Result {
        return vec![Apart { kind, look: Look::End, differ }];
    }
    // Two faults, and two runs that never stop, can differ only in their output.
    if left.stop != End::Done {
        return vec![Apart { kind: Kind::Output, look: Look::Output, differ }];
    }
    let Observation { output, .. } = *bench.observation();
    let [ours, theirs] = [0, 1].map(|side| leaf.observed(side).collect::<Vec<_>>());
    let mut rest = differ;
    let mut all = Vec::new();
    for index in first_observed(bench)..ours.len().min(theirs.len()) {
        let apart = bench.words_differ(leaf, [ours[index], theirs[index]]);
        let differ = bench.terms.and(rest, apart);
        all.push(Apart { kind, look: Look::Word(index), differ });
        let same = bench.terms.not(apart);
        rest = bench.terms.and(rest, same);
    }
    match (ours.len() == theirs.len(), output) {
        (false, _) => all.push(Apart { kind, look: Look::Length, differ: rest }),
        (true, true) => all.push(Apart { kind: Kind::Output, look: Look::Output, differ: rest }),
        (true, false) => {}
    }
    all.retain(|apart| bench.terms.as_bool(apart.differ) != Some(false));
    all
}

/// The index of the first word of a leaf that is relevant: `$3`, if that is observed.
pub(super) fn first_observed(bench: &Bench<'_>) -> usize {
    usize::from(!bench.observation().result)
}

/// The behaviour of a program on inputs of a leaf, with the word that describes it, if there is
/// one.
pub(super) fn does(
    bench: &Bench<'_>,
    leaf: &Leaf,
    look: Look,
    side: usize,
) -> (Does, Option<Term>) {
    let outcome = &leaf.outcomes[side];
    match outcome.stop {
        _ if matches!(look, Look::Output) => return (printed(bench, leaf, side), None),
        End::Fault(fault) => return (Does::Faults(fault.kind.at(|_| ())), None),
        End::OutOfFuel => return (Does::RunsForEver, None),
        End::Done => {}
    }
    let index = match look {
        Look::Word(index) => index,
        Look::Length => {
            let length = leaf.observed(side).count() - 1;
            return (Does::Gives("len".to_owned(), Some(length.to_string())), None);
        }
        // The other program does not stop, and the first word is the most informative.
        Look::End | Look::Output => first_observed(bench),
    };
    let Some(word) = leaf.observed(side).nth(index) else { return (Does::Stops, None) };
    let seen = match index {
        0 => Reg::RESULT.to_string(),
        _ => outcome.others[index - 1].0.to_string(),
    };
    let text = expression(bench, word);
    let word = text.is_some().then_some(word);
    (Does::Gives(seen, text), word)
}

/// The output of a program on inputs of a leaf; for one that never stops, the beginning.
pub(super) fn printed(bench: &Bench<'_>, leaf: &Leaf, side: usize) -> Does {
    let printed = leaf.printed(side);
    let is_endless = leaf.outcomes[side].stop == End::OutOfFuel;
    let shown = if is_endless { PARTS } else { printed.len() };
    let parts = printed.iter().take(shown).map(|part| match part {
        Written::Number(word) => expression(bench, *word),
        Written::Byte(word) => match bench.terms.as_const(*word) {
            Some(byte) => Some(format!("'{}'", (byte as u8).escape_ascii())),
            None => expression(bench, *word),
        },
    });
    let more = (printed.len() > shown).then(|| Some("and so on".to_owned()));
    Does::Prints(parts.chain(more).collect())
}

/// A word as an expression over the inputs, if that is short.
pub(super) fn expression(bench: &Bench<'_>, word: Term) -> Option<String> {
    let normal = match bench.terms.as_const(word) {
        Some(_) => None,
        None => assumption::word(&bench.terms, word),
    };
    let normal = normal.filter(|text| text.len() <= EXPRESSION);
    normal.or_else(|| bench.terms.infix(word, EXPRESSION))
}

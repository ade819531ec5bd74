//! The proof rules, in one table.
//!
//! A rule is a theorem: if the known facts hold, then all facts of at least one of its *cases* hold. It is a function
//! of its operands, does not search, and returns the cases. A rule without cases states that the known facts are
//! contradictory. The conditions of a theorem are cases in which they are negated: `divide` has the case `d = 0`. So no
//! rule has a side condition that a caller could forget, and its statement can be checked exhaustively on small words.
//!
//! All proofs are refutations: a goal is proved by assuming its negation and closing all cases.

use crate::evidence::Rule;
use crate::fact::Fact;
use crate::refusal::{Refusal, wrong};
use crate::scope::Scope;
use crate::term::Term;

pub mod bits;
mod branch;
mod division;
mod functions;
mod integers;
mod memory;
mod ring;

/// Cases of which at least one holds, each with all of its facts.
pub type Cases = Vec<Vec<Fact>>;

/// A rule.
pub type Function = fn(&mut Scope<'_>, &Rule) -> Result<Cases, Refusal>;

/// All rules by name.
pub const TABLE: [(&str, Function); 17] = [
    ("split", branch::split),
    ("cut", branch::cut),
    ("ring", ring::ring),
    ("congruence", ring::congruence),
    ("linear", integers::linear),
    ("carry", integers::carry),
    ("product", integers::product),
    ("monotone", integers::monotone),
    ("divide", division::divide),
    ("quotient", division::quotient),
    ("bits", bits::bits),
    ("memory.store", memory::store),
    ("memory.region", memory::region),
    ("memory.array", memory::array),
    ("memory.blank", memory::blank),
    ("unfold", functions::unfold),
    ("lemma", functions::lemma),
];

/// Applies a rule; returns its cases.
pub fn apply(scope: &mut Scope<'_>, rule: &Rule) -> Result<Cases, Refusal> {
    let found = TABLE.iter().find(|(name, _)| *name == rule.rule);
    let (_, function) = found.ok_or_else(|| wrong(format!("there is no rule `{}`", rule.rule)))?;
    scope.terms.pay(1)?;
    function(scope, rule)
}

/// The operands of a rule that takes exactly `N` terms.
fn operands<const N: usize>(scope: &mut Scope<'_>, rule: &Rule) -> Result<[Term; N], Refusal> {
    let terms = scope.all_terms(&rule.terms)?;
    terms.try_into().map_err(|_| wrong(format!("`{}` is of {N} terms", rule.rule)))
}

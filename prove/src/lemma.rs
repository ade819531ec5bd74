//! Lemmas: generalises facts at a point to facts about arbitrary words.

use std::collections::{BTreeSet, HashMap, HashSet};

use tamarin_kernel::evidence::FactText;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Atom, Head, Term, Terms};
use tamarin_kernel::word::Operator;

use crate::names::{Names, Style, Unnamed};

/// The statement of a lemma, without its proof.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statement {
    /// The universally quantified words.
    pub any: Vec<String>,
    /// The assumptions.
    pub assume: Vec<FactText>,
    /// The conclusion; none for a contradiction.
    pub show: Option<FactText>,
}

impl Statement {
    /// The conclusion as a fact; `0 = 1` for a contradiction.
    pub fn shown(&self) -> FactText {
        self.show.clone().unwrap_or_else(|| "0 = 1".into())
    }

    /// A text that identifies the statement.
    pub fn key(&self) -> String {
        format!("{:?}|{:?}", self.assume, self.show)
    }
}

/// A statement, the atoms that instantiate its words at a point, and the facts that it assumes.
#[derive(Clone, Debug)]
pub struct Instance {
    /// The statement.
    pub statement: Statement,
    /// The atoms.
    pub atoms: Vec<Atom>,
    /// The indices of the facts.
    pub facts: Vec<usize>,
}

/// Maximum number of operators in a text; the kernel refuses longer ones.
pub const OPERATORS: usize = 400;

/// How a lemma represents applications of functions.
#[derive(Clone, Debug, Default)]
pub enum Applications {
    /// Each becomes an arbitrary word.
    #[default]
    Words,
    /// Each becomes an arbitrary word, and so does each quotient and each remainder.
    Opaque,
    /// They are kept, with these function names.
    Stay(Vec<String>),
}

/// Collects the atoms below a term that become words, and all atoms that were visited.
fn leaves(
    terms: &Terms,
    term: Term,
    of: &Applications,
    seen: &mut HashSet<Atom>,
    found: &mut BTreeSet<Atom>,
) {
    for (monomial, _) in terms.polynomial(term) {
        for &atom in monomial {
            if !seen.insert(atom) {
                continue;
            }
            let node = terms.node(atom);
            match (&node.head, of) {
                (Head::Operator(operator), Applications::Opaque) if is_division(*operator) => {
                    found.insert(atom);
                }
                (Head::Operator(_), _) | (Head::Function(_), Applications::Stay(_)) => {
                    node.operands.iter().for_each(|&term| leaves(terms, term, of, seen, found));
                }
                _ => {
                    found.insert(atom);
                }
            }
        }
    }
}

/// Whether a word is a quotient or a remainder.
fn is_division(operator: Operator) -> bool {
    use Operator::{Quotient, QuotientSigned, Remainder, RemainderSigned};
    matches!(operator, Quotient | QuotientSigned | Remainder | RemainderSigned)
}

fn leaves_of(terms: &Terms, fact: &Fact, of: &Applications) -> BTreeSet<Atom> {
    let (mut seen, mut found) = (HashSet::new(), BTreeSet::new());
    fact.sum.iter().for_each(|&(term, _)| leaves(terms, term, of, &mut seen, &mut found));
    found
}

/// The facts about no other words than the goal; and those about its words and the words that facts compare with these. What
/// counts as a word depends on `applications`.
pub fn near(
    terms: &Terms,
    facts: &[Fact],
    goal: &Fact,
    applications: &Applications,
) -> [Vec<Fact>; 2] {
    let of_fact = |fact| leaves_of(terms, fact, applications);
    let (of, words) = (facts.iter().map(of_fact).collect::<Vec<_>>(), of_fact(goal));
    let compared = of.iter().filter(|of| of.len() == 2 && !of.is_disjoint(&words)).flatten();
    let more = words.iter().chain(compared).copied().collect();
    [words, more].map(|words: BTreeSet<Atom>| {
        let all = facts.iter().zip(&of);
        all.filter(|(_, of)| of.is_subset(&words)).map(|(fact, _)| fact.clone()).collect()
    })
}

/// The lemma that a goal, or a contradiction, follows from facts. Facts that share no word with the goal, directly or
/// through other facts, are left out.
pub fn instance(
    terms: &Terms,
    facts: &[Fact],
    goal: Option<&Fact>,
    prefix: &str,
    applications: &Applications,
) -> Result<Instance, Unnamed> {
    let leaves_of = |fact| leaves_of(terms, fact, applications);
    let of: Vec<BTreeSet<Atom>> = facts.iter().map(leaves_of).collect();
    let mut chosen: Vec<usize> = (0..facts.len()).filter(|&at| !facts[at].sum.is_empty()).collect();
    if let Some(goal) = goal {
        let mut reached = leaves_of(goal);
        let mut is_in = vec![false; facts.len()];
        loop {
            let next = (0..facts.len()).find(|&at| !is_in[at] && !of[at].is_disjoint(&reached));
            let Some(next) = next else { break };
            is_in[next] = true;
            reached.extend(of[next].iter().copied());
        }
        chosen.retain(|&at| is_in[at]);
    }
    // Of facts with the same left side keep the tightest; of equally tight ones the first.
    let mut least: HashMap<&[(Term, i128)], usize> = HashMap::new();
    for &at in &chosen {
        let best = least.entry(&facts[at].sum).or_insert(at);
        if facts[at].most < facts[*best].most {
            *best = at;
        }
    }
    chosen.retain(|&at| least[&facts[at].sum[..]] == at);
    build(terms, facts, chosen, goal, prefix, applications)
}

fn build(
    terms: &Terms,
    facts: &[Fact],
    chosen: Vec<usize>,
    goal: Option<&Fact>,
    prefix: &str,
    applications: &Applications,
) -> Result<Instance, Unnamed> {
    let mut names = Names { style: Style::InPlace, ..Names::default() };
    if let Applications::Stay(functions) = applications {
        names.functions.clone_from(functions);
    }
    let (mut seen, mut atoms) = (HashSet::new(), Vec::new());
    let ordered = goal.into_iter().chain(chosen.iter().map(|&at| &facts[at]));
    for fact in ordered {
        for &(term, _) in &fact.sum {
            let mut found = BTreeSet::new();
            leaves(terms, term, applications, &mut seen, &mut found);
            for atom in found {
                names.atoms.insert(atom, format!("{prefix}{}", atoms.len()));
                atoms.push(atom);
            }
        }
    }
    let any = (0..atoms.len()).map(|number| format!("{prefix}{number}")).collect();
    let show = goal.map(|goal| names.fact(terms, goal)).transpose()?;
    let assume: Result<Vec<FactText>, Unnamed> =
        chosen.iter().map(|&at| names.fact(terms, &facts[at])).collect();
    let statement = Statement { any, assume: assume?, show };
    let is_short = |text: &FactText| match text {
        FactText::Text(text) => operators(text) <= OPERATORS,
        FactText::Sum { sum, .. } => sum.iter().all(|(_, text)| operators(text) <= OPERATORS),
    };
    match statement.assume.iter().chain(&statement.show).all(is_short) {
        true => Ok(Instance { statement, atoms, facts: chosen }),
        false => Err(Unnamed),
    }
}

fn operators(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'+' | b'-' | b'*' | b'/' | b'%' | b'(')).count()
}

//! Recursion: treats programs as recursive functions of words.
//!
//! 1. [`extract`] cuts a program at its loop heads and at the entries of procedures that call themselves
//!    ([`extract::procedures`]), and finds which words matter there.
//! 2. [`define`] defines a function for each cut: the observed result at the end, from the state at the cut. Its domain
//!    and measure are proved first; otherwise an equation such as `F(x) = F(x) + 1` would make the logic inconsistent.
//! 3. [`theory`] proves equations between these functions by induction on a measure, with the hypothesis, unfolding,
//!    congruence and lemmas. If a step fails, [`guess`] proposes a lemma for the missing fact.
//! 4. [`contracts`] shows that each program computes its functions, with a contract for each cut. That of a procedure
//!    also says what it restores, that it keeps its callers' memory, and how much of the stack it needs.
//!
//! So each program is analysed alone; equivalence is a lemma about the functions of the inputs. Where the stack has room
//! only on some inputs, [`room`] says for how long the programs agree on the others.

use std::collections::HashMap;

use tamarin_kernel::Claim;
use tamarin_kernel::evidence::{End, Evidence, FactText, How, Rule, Script, Side, Step};
use tamarin_kernel::machine::Instruction;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};

use crate::lemma::Statement;
use crate::strategy::STRATEGIES;
use crate::tactics::{Effort, Library, Tools};
use crate::walk::Walker;
use crate::{Budget, Open, Proposal, Solver, accepted, samples};

pub mod contracts;
pub mod define;
pub mod extract;
pub mod guess;
pub mod room;
pub mod search;
pub mod theory;
pub mod trials;
pub mod values;

use define::{Naming, define};
use extract::Graph;
use extract::procedures::First;
use theory::Theory;

/// Maximum conflicts of the SAT solver for one lemma. It is low: equations of functions need few bits, and many
/// attempts fail.
const CONFLICTS: u64 = 300;

/// Produces evidence for a claim whose programs compute functions of words, and checks it with the kernel.
pub fn recursion(
    claim: &Claim,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    claim.validate()?;
    let mut within = Budget { conflicts: budget.conflicts.min(CONFLICTS), ..budget.clone() };
    let found = evidence(claim, solver, &mut within);
    budget.work = within.work;
    found
}

/// Whether a program calls a procedure that calls itself, so that aligned runs of both programs have no finite number of
/// locations. The work is charged to the budget.
pub fn is_recursive(claim: &Claim, solver: &Solver<'_>, budget: &mut Budget) -> bool {
    let Ok(machine) = claim.machine() else { return false };
    let is_call = |word: &u64| {
        matches!((machine.decode)(*word), Some(Instruction::Jump { link: Some(_), .. }))
    };
    claim.validate().is_ok()
        && Side::BOTH.into_iter().any(|side| {
            claim.programs[side.index()].iter().any(is_call)
                && Graph::new(claim, side, solver, budget).is_ok_and(|graph| graph.has_procedures())
        })
}

fn evidence(claim: &Claim, solver: &Solver<'_>, budget: &mut Budget) -> Result<Evidence, Open> {
    let is_of_memory = !claim.observed.words.is_empty() || claim.observed.array;
    let is_of_registers = !is_of_memory && claim.observed.facts.is_empty();
    if claim.statement.agreement().is_none() || !is_of_registers {
        return Err(Open::Obligation("only registers are observed".into()));
    }
    let prefix = |name: &str| {
        let mut prefix = name.to_owned();
        while claim.inputs.iter().any(|input| input.starts_with(&prefix)) {
            prefix.push('_');
        }
        prefix
    };
    let mut sides = Vec::new();
    let (mut all, mut calls) = (Vec::new(), Vec::new());
    for side in Side::BOTH {
        let mut graph = Graph::new(claim, side, solver, budget)?;
        let naming =
            Naming { function: prefix(["left", "right"][side.index()]), argument: prefix("x") };
        let mut defined = define(&mut graph, &naming, solver, budget);
        let by_calls = defined.as_ref().map(|it| it.starts(&naming)).unwrap_or_default();
        let has_room = match &defined {
            Ok(defined) => graph.has_room(&defined.measures, budget)?,
            Err(_) => false,
        };
        if !has_room && graph.follow_first(budget)? {
            defined = define(&mut graph, &naming, solver, budget);
        }
        let defined = defined?;
        all.extend(defined.functions.iter().cloned());
        sides.push((graph, naming, defined));
        calls.push(by_calls);
    }
    let theory = Theory::new(claim, all)?;
    theory.values.charge(budget);
    let mut library = Library::default();
    let mut by = std::collections::BTreeMap::new();
    for (index, name) in claim.observed.registers.iter().enumerate() {
        let statement = theory.agreement(claim, [&sides[0].1, &sides[1].1], index);
        let mut tools =
            Tools { machine: claim.machine()?, solver, budget: &mut *budget, effort: Effort::Full };
        for ((graph, naming, _), by_calls) in sides.iter().zip(&calls) {
            let name = naming.of(None, index);
            let start = theory.functions.iter().find(|function| function.name == name);
            if let (First::Follow, Some(start), Some(by_calls)) =
                (graph.first, start, by_calls.get(index))
            {
                theory.fold(start, by_calls, &statement, &mut library, &mut tools);
            }
        }
        let number = theory.prove(&statement, &mut library, &mut tools);
        let number = number.ok_or_else(|| Open::Obligation(theory.missing()))?;
        let mut rule = Rule { rule: "lemma".into(), ..Rule::default() };
        rule.name = library.lemmas[number].name.clone();
        rule.with = statement.any.iter().cloned().zip(claim.inputs.iter().cloned()).collect();
        by.insert(name.clone(), vec![Step::Rule(rule)]);
    }
    assemble(claim, &theory, sides, library, by, solver, budget)
}

type Sides<'k> = Vec<(Graph<'k>, Naming, define::Defined)>;

/// Assembles evidence from functions, lemmas, and contracts of both programs.
fn assemble(
    claim: &Claim,
    theory: &Theory,
    mut sides: Sides<'_>,
    library: Library,
    by: std::collections::BTreeMap<String, Script>,
    solver: &Solver<'_>,
    budget: &mut Budget,
) -> Result<Evidence, Open> {
    let proposal = Proposal {
        cuts: Some([sides[0].0.places(), sides[1].0.places()]),
        functions: theory.functions.clone(),
        ..Proposal::default()
    };
    let [first, second, ..] = STRATEGIES;
    let mut open = Open::Spent("strategies");
    for strategy in [first, second] {
        let mut walker = Walker::new(claim, &proposal, solver, budget, strategy)?;
        walker.theory = Some(theory.without_lemmas());
        walker.library = library.clone();
        let mut contracts = std::collections::BTreeMap::new();
        let mut found = Ok(());
        for (graph, naming, defined) in &mut sides {
            found = contracts::contracts(&mut walker, graph, naming, defined, &mut contracts);
            if found.is_err() {
                break;
            }
        }
        if let Err(why) = found {
            open = why;
            continue;
        }
        let exercise = tamarin_kernel::evidence::Exercise {
            input: samples::exercise(claim, &walker.samples)?,
            steps: walker.budget.steps,
        };
        let how = |by| How { by, ..How::default() };
        let call = |side: Side| Step::Call { call: side.name().to_owned(), how: How::default() };
        let start = vec![
            call(Side::Left),
            call(Side::Right),
            Step::End { end: End::Both, how: how(by.clone()) },
        ];
        let lemmas = walker.library.lemmas.clone();
        let functions = theory.functions.clone();
        let evidence =
            Evidence { exercise, functions, lemmas, contracts, start, ..Evidence::default() };
        match accepted(claim, evidence) {
            Ok(evidence) => return Ok(evidence),
            Err(why) => open = why,
        }
    }
    Err(open)
}

/// Substitutes terms for atoms in a term.
pub fn substitute(
    terms: &mut Terms,
    term: Term,
    with: &HashMap<Atom, Term>,
) -> Result<Term, Refusal> {
    let mut sum = Terms::ZERO;
    for (monomial, factor) in terms.polynomial(term).to_vec() {
        let mut product = terms.constant(factor);
        for atom in monomial {
            let of = match with.get(&atom) {
                Some(&of) => of,
                None => {
                    let Node { head, operands } = terms.node(atom).clone();
                    let new: Result<Vec<Term>, Refusal> =
                        operands.iter().map(|of| substitute(terms, *of, with)).collect();
                    rebuilt(terms, head, new?)?
                }
            };
            product = terms.mul(product, of)?;
        }
        sum = terms.add(sum, product)?;
    }
    Ok(sum)
}

/// The term with a head and operands.
pub fn rebuilt(terms: &mut Terms, head: Head, operands: Vec<Term>) -> Result<Term, Refusal> {
    match (&head, &operands[..]) {
        (Head::Operator(operator), &[a, b]) => terms.apply(*operator, a, b),
        (Head::Load(memory), &[at]) => terms.load(*memory, at),
        _ => terms.atom(head, operands),
    }
}

/// A fact of a claim with other names for the inputs.
pub fn renamed(fact: &FactText, names: &HashMap<&str, &str>) -> FactText {
    let text = |text: &str| {
        let (mut out, mut word) = (String::new(), String::new());
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '$' | '\'');
        for c in text.chars().chain([' ']) {
            if is_part(c) {
                word.push(c);
                continue;
            }
            out.push_str(names.get(&word[..]).copied().unwrap_or(&word));
            word.clear();
            out.push(c);
        }
        out.trim_end().to_owned()
    };
    match fact {
        FactText::Text(of) => FactText::Text(text(of)),
        FactText::Sum { sum, most } => {
            let sum = sum.iter().map(|(by, of)| (*by, text(of))).collect();
            FactText::Sum { sum, most: *most }
        }
    }
}

/// The statement that both programs' functions of the inputs are equal.
impl Theory {
    fn agreement(&self, claim: &Claim, naming: [&Naming; 2], observed: usize) -> Statement {
        let any: Vec<String> =
            (0..claim.inputs.len()).map(|at| format!("{}{at}", self.prefix)).collect();
        let names: HashMap<&str, &str> =
            claim.inputs.iter().map(String::as_str).zip(any.iter().map(String::as_str)).collect();
        let assume = claim.premises.iter().map(|fact| renamed(fact, &names)).collect();
        let of = |naming: &Naming| format!("{}({})", naming.of(None, observed), any.join(", "));
        let show = FactText::Text(format!("{} = {}", of(naming[0]), of(naming[1])));
        Statement { any, assume, show: Some(show) }
    }
}

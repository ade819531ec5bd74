//! Questions about conditions on the inputs of a contract: answered by diagrams where there
//! are any, else by the solver.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::diagram::{Diagram, Diagrams, TooLarge};
use super::random::Random;
use super::symbols;
use crate::contract::{Contract, Spec};
use crate::engines::difference::Difference;
use crate::engines::tree::{Bench, Reply};
use crate::machine::Inputs;
use crate::symbolic::contract;
use crate::symbolic::query::Query;
use crate::term::{Model, Symbol, Term};

/// Questions to the solver at most.
const QUESTIONS: u32 = 800;
/// Conditions without a diagram, before no more are tried.
const TOO_LARGE: usize = 2;
/// Nodes of diagrams that are made, before the solver is asked instead.
const NODES: usize = 4_000_000;
/// Nodes of diagrams of nothing.
const FRESH: usize = 2;

/// What came of a question for inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// These satisfy it.
    Inputs(Vec<Inputs>),
    /// None do.
    Never,
    /// It was left open.
    Unknown,
}

/// Answers questions about conditions.
pub(super) struct Judge<'t, 'd> {
    pub(super) bench: Bench<'t>,
    difference: &'t Difference<'d>,
    symbols: Vec<Symbol>,
    diagrams: Diagrams,
    /// Those that have no diagram.
    too_large: FxHashSet<Term>,
    questions: u32,
    /// Nodes of diagrams that were made.
    nodes: usize,
    random: Random,
}

impl<'t, 'd> Judge<'t, 'd> {
    pub(super) fn new(mut bench: Bench<'t>, difference: &'t Difference<'d>) -> Judge<'t, 'd> {
        let symbols = symbols(&mut bench);
        let diagrams = Diagrams::new(&symbols, bench.stop);
        let (too_large, random) = (FxHashSet::default(), Random::default());
        let (questions, nodes) = (QUESTIONS, 0);
        Judge { bench, difference, symbols, diagrams, too_large, questions, nodes, random }
    }

    /// The inputs of the contract of which a condition holds.
    fn diagram(&mut self, term: Term) -> Option<Diagram> {
        let is_given_up = self.nodes >= NODES || self.too_large.len() >= TOO_LARGE;
        if is_given_up || self.too_large.contains(&term) {
            return None;
        }
        loop {
            let before = self.diagrams.nodes();
            let built = self.built(term);
            self.nodes += self.diagrams.nodes() - before;
            match built {
                Ok(diagram) => return Some(diagram),
                Err(TooLarge) => {
                    self.diagrams = Diagrams::new(&self.symbols, self.bench.stop);
                    // What was built before may have been in the way.
                    if before == FRESH {
                        self.too_large.insert(term);
                        return None;
                    }
                }
            }
        }
    }

    /// A condition first: beside it the contract may say little, which alone says much.
    fn built(&mut self, term: Term) -> Result<Diagram, TooLarge> {
        let mut all = self.diagrams.of(&self.bench.terms, term)?;
        let premises: Vec<Term> = self.bench.premises().collect();
        for premise in premises {
            let premise = self.diagrams.of(&self.bench.terms, premise)?;
            all = self.diagrams.and(all, premise)?;
        }
        Ok(all)
    }

    /// How many inputs satisfy a condition.
    pub(super) fn count(&mut self, term: Term) -> Option<BigUint> {
        let diagram = self.diagram(term)?;
        Some(self.diagrams.count(diagram))
    }

    /// The intervals of the only word that a condition depends on.
    pub(super) fn intervals(&mut self, term: Term, most: usize) -> Option<(Symbol, Vec<[u32; 2]>)> {
        self.diagram(term)?;
        // Without the contract, which may speak of other words.
        let diagram = self.diagrams.of(&self.bench.terms, term).ok()?;
        self.diagrams.intervals(diagram, most)
    }

    /// Inputs that satisfy a condition, at most so many, drawn where they can be.
    pub(super) async fn some(&mut self, term: Term, most: usize) -> Finding {
        if self.bench.is_over().await {
            return Finding::Unknown;
        }
        match self.diagram(term) {
            Some(Diagram::FALSE) => Finding::Never,
            Some(diagram) => {
                let Judge { diagrams, random, .. } = self;
                let mut draw = || diagrams.sample(diagram, Some(random)).into_iter().collect();
                Finding::Inputs((0..most).map(|_| draw()).collect())
            }
            None => match self.ask(term).await {
                Reply::Inputs(inputs) => Finding::Inputs(vec![inputs]),
                Reply::Refuted => Finding::Never,
                Reply::Unknown => Finding::Unknown,
            },
        }
    }

    /// Whether no input satisfies a condition.
    pub(super) async fn is_never(&mut self, term: Term) -> bool {
        match self.diagram(term) {
            Some(diagram) => diagram == Diagram::FALSE,
            None => self.ask(term).await == Reply::Refuted,
        }
    }

    /// Whether two conditions hold of the same inputs.
    pub(super) async fn is_same(&mut self, one: Term, other: Term) -> bool {
        let terms = &mut self.bench.terms;
        let (not_one, not_other) = (terms.not(one), terms.not(other));
        let (more, less) = (terms.and(other, not_one), terms.and(one, not_other));
        let differ = terms.or(more, less);
        self.is_never(differ).await
    }

    /// Asks the solver for inputs of the contract.
    async fn ask(&mut self, goal: Term) -> Reply {
        match self.bench.terms.as_bool(goal) {
            Some(false) => return Reply::Refuted,
            _ if self.questions == 0 || self.bench.is_over().await => return Reply::Unknown,
            _ => self.questions -= 1,
        }
        let assumptions = self.bench.premises().collect();
        let query = Query { name: "region".to_owned(), assumptions, goal };
        self.bench.ask(&query, &self.difference.inputs).await
    }

    /// An input that satisfies a condition: the witness, where it does.
    pub(super) async fn sample(&mut self, term: Term) -> Option<Inputs> {
        let witness = &self.difference.inputs;
        let model = self.model(witness);
        if self.bench.terms.holds(term, &model) {
            return Some(witness.clone());
        }
        match self.diagram(term) {
            Some(Diagram::FALSE) => None,
            Some(diagram) => Some(self.diagrams.sample(diagram, None).into_iter().collect()),
            None => match self.ask(term).await {
                Reply::Inputs(inputs) => Some(inputs),
                Reply::Refuted | Reply::Unknown => None,
            },
        }
    }

    /// What an assumption means; none where it is none.
    pub(super) fn meaning(&mut self, text: &str) -> Option<Term> {
        let contract = self.bench.contract();
        let mut assume = contract.spec().assume.clone();
        assume.push(text.to_owned());
        let extended = Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()?;
        let inputs = self.bench.inputs();
        let premises = contract::premises(&mut self.bench.terms, &extended, &inputs);
        let new = &premises[contract.premises().len()..];
        Some(self.all(new))
    }

    /// The inputs as values of their terms.
    pub(super) fn model(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        self.symbols.iter().zip(inputs.iter()).for_each(|(it, &value)| model.set(*it, value));
        model
    }

    /// That all of these hold.
    pub(super) fn all(&mut self, of: &[Term]) -> Term {
        let start = self.bench.terms.bool(true);
        of.iter().rev().fold(start, |all, &one| self.bench.terms.and(one, all))
    }

    /// That one of these holds.
    pub(super) fn any(&mut self, of: impl IntoIterator<Item = Term>) -> Term {
        let start = self.bench.terms.bool(false);
        of.into_iter().fold(start, |any, one| self.bench.terms.or(any, one))
    }
}

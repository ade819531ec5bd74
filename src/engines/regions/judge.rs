//! Decides queries about conditions on the inputs of a contract: by decision diagrams if possible,
//! else by the solver.

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

/// Maximum number of solver queries.
const QUESTIONS: u32 = 800;
/// Number of conditions without a diagram after which no more are tried.
const TOO_LARGE: usize = 2;
/// Maximum number of diagram nodes made, after which the solver is used instead.
const NODES: usize = 4_000_000;
/// Number of nodes of an empty set of diagrams.
const FRESH: usize = 2;

/// The result of a query for inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Finding {
    /// Inputs that satisfy it.
    Inputs(Vec<Inputs>),
    /// No input satisfies it.
    Never,
    /// Undecided.
    Unknown,
}

/// Decides queries about conditions.
pub(super) struct Judge<'t, 'd> {
    pub(super) bench: Bench<'t>,
    difference: &'t Difference<'d>,
    symbols: Vec<Symbol>,
    diagrams: Diagrams,
    /// Conditions without a diagram.
    too_large: FxHashSet<Term>,
    questions: u32,
    /// Diagram nodes made so far.
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

    /// The input on which the programs are known to differ.
    pub(super) fn witness(&self) -> &Inputs {
        &self.difference.inputs
    }

    /// The diagram of a condition together with the contract.
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
                    // Earlier diagrams may have used up the nodes.
                    if before == FRESH {
                        self.too_large.insert(term);
                        return None;
                    }
                }
            }
        }
    }

    /// The condition first: with it, the contract may have a small diagram where it alone has a
    /// large one.
    fn built(&mut self, term: Term) -> Result<Diagram, TooLarge> {
        let mut all = self.diagrams.of(&self.bench.terms, term)?;
        let premises: Vec<Term> = self.bench.premises().collect();
        for premise in premises {
            let premise = self.diagrams.of(&self.bench.terms, premise)?;
            all = self.diagrams.and(all, premise)?;
        }
        Ok(all)
    }

    /// The number of inputs that satisfy a condition.
    pub(super) fn count(&mut self, term: Term) -> Option<BigUint> {
        let diagram = self.diagram(term)?;
        Some(self.diagrams.count(diagram))
    }

    /// The intervals of the only word that a condition depends on.
    pub(super) fn intervals(&mut self, term: Term, most: usize) -> Option<(Symbol, Vec<[u32; 2]>)> {
        self.diagram(term)?;
        // Without the contract, which may involve other words.
        let diagram = self.diagrams.of(&self.bench.terms, term).ok()?;
        self.diagrams.intervals(diagram, most)
    }

    /// At most this many inputs that satisfy a condition, drawn at random if possible.
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

    /// Whether two conditions hold for the same inputs.
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

    /// An input that satisfies a condition: the witness, if it does.
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

    /// The meaning of an assumption's text; `None` if it is invalid.
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

    /// The conjunction of these.
    pub(super) fn all(&mut self, of: &[Term]) -> Term {
        let start = self.bench.terms.bool(true);
        of.iter().rev().fold(start, |all, &one| self.bench.terms.and(one, all))
    }

    /// The disjunction of these.
    pub(super) fn any(&mut self, of: impl IntoIterator<Item = Term>) -> Term {
        let start = self.bench.terms.bool(false);
        of.into_iter().fold(start, |any, one| self.bench.terms.or(any, one))
    }
}

//! Decides queries about conditions on the inputs of a contract, which are terms: by decision
//! diagrams if possible, else by the solver.

use num_bigint::BigUint;
use rustc_hash::FxHashSet;

use super::conditions::{Conditions, Finding};
use super::counter::symbols;
use super::diagram::{Diagram, TermDiagrams, TooLarge};
use super::grammar::Grammar;
use super::leaves::expression;
use super::near;
use super::random::Random;
use crate::contract::{Contract, Spec};
use crate::engines::difference::Difference;
use crate::engines::tree::{Bench, Reply};
use crate::machine::{FaultKind, Inputs};
use crate::program::Address;
use crate::symbolic::concolic::Overflow;
use crate::symbolic::intervals::in_words;
use crate::symbolic::query::Query;
use crate::symbolic::{assumption, contract};
use crate::term::{Model, Symbol, Term};

/// Maximum number of solver queries.
const QUESTIONS: u32 = 800;
/// Number of conditions without a diagram after which no more are tried.
const TOO_LARGE: usize = 2;
/// Maximum number of diagram nodes made, after which the solver is used instead.
const NODES: usize = 4_000_000;
/// Number of nodes of an empty set of diagrams.
const FRESH: usize = 2;

/// Decides queries about conditions.
pub(super) struct Judge<'t, 'd> {
    pub(super) bench: Bench<'t>,
    difference: &'t Difference<'d>,
    symbols: Vec<Symbol>,
    diagrams: TermDiagrams,
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
        let diagrams = TermDiagrams::new(&symbols, bench.stop);
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
            let before = self.diagrams.set.nodes();
            let built = self.built(term);
            self.nodes += self.diagrams.set.nodes() - before;
            match built {
                Ok(diagram) => return Some(diagram),
                Err(TooLarge) => {
                    self.diagrams = TermDiagrams::new(&self.symbols, self.bench.stop);
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
            all = self.diagrams.set.and(all, premise)?;
        }
        Ok(all)
    }

    /// The intervals of the only word that a condition depends on.
    fn intervals_of(&mut self, term: Term, most: usize) -> Option<(Symbol, Vec<[u32; 2]>)> {
        self.diagram(term)?;
        // Without the contract, which may involve other words.
        let diagram = self.diagrams.of(&self.bench.terms, term).ok()?;
        self.diagrams.intervals(diagram, most)
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

    /// The inputs as values of their terms.
    fn model(&self, inputs: &Inputs) -> Model {
        let mut model = Model::new();
        self.symbols.iter().zip(inputs.iter()).for_each(|(it, &value)| model.set(*it, value));
        model
    }
}

impl Conditions for Judge<'_, '_> {
    type Truth = Term;
    type Word = Term;
    type Value = u32;
    type Inputs = Inputs;
    type Fault = FaultKind<()>;
    type Overflow = Overflow;

    fn known(&mut self, holds: bool) -> Term {
        self.bench.terms.bool(holds)
    }

    fn as_known(&self, term: Term) -> Option<bool> {
        self.bench.terms.as_bool(term)
    }

    fn not(&mut self, term: Term) -> Term {
        self.bench.terms.not(term)
    }

    fn and(&mut self, a: Term, b: Term) -> Term {
        self.bench.terms.and(a, b)
    }

    fn or(&mut self, a: Term, b: Term) -> Term {
        self.bench.terms.or(a, b)
    }

    fn equal(&mut self, a: Term, b: Term) -> Term {
        self.bench.terms.eq(a, b)
    }

    fn equals(&mut self, word: Term, value: u32) -> Term {
        let value = self.bench.terms.word(value);
        self.bench.terms.eq(word, value)
    }

    fn difference(&mut self, a: Term, b: Term) -> Term {
        self.bench.terms.sub(a, b)
    }

    /// None: differences of loops are proved by invariants.
    fn candidates(&mut self, _: &[Term]) -> Vec<Term> {
        Vec::new()
    }

    fn expression(&self, of: Term) -> Option<String> {
        expression(&self.bench, of)
    }

    fn hold(&self, of: &[Term], inputs: &Inputs) -> Vec<bool> {
        let values = self.bench.terms.eval(of, &self.model(inputs));
        values.into_iter().map(|value| value == 1).collect()
    }

    fn value(&self, word: Term, inputs: &Inputs) -> u32 {
        self.bench.terms.eval(&[word], &self.model(inputs))[0] as u32
    }

    fn mentions(&self, term: Term) -> Vec<usize> {
        let terms = &self.bench.terms;
        let members = terms.members(terms.mentions(term)).iter();
        members.filter_map(|it| self.symbols.iter().position(|symbol| symbol == it)).collect()
    }

    fn names(&self) -> Vec<String> {
        self.bench.contract().names().to_vec()
    }

    fn text(&self, term: Term) -> Option<String> {
        assumption::text(&self.bench.terms, term)
    }

    fn meaning(&mut self, text: &str) -> Option<Term> {
        let contract = self.bench.contract();
        let mut assume = contract.spec().assume.clone();
        assume.push(text.to_owned());
        let extended = Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()?;
        let inputs = self.bench.inputs();
        let premises = contract::premises(&mut self.bench.terms, &extended, &inputs);
        let new = &premises[contract.premises().len()..];
        Some(self.all(new))
    }

    fn grammar(&self, of: &[Term]) -> Grammar<Term, u32> {
        Grammar::of_terms(&self.bench.terms, of)
    }

    fn overflow(&self, of: &Overflow) -> (Address, Term) {
        (of.at, of.holds)
    }

    fn overflow_text(&self, of: &Overflow) -> Option<String> {
        assumption::overflow(&self.bench.terms, of.op, of.words)
    }

    fn count(&mut self, term: Term) -> Option<BigUint> {
        let diagram = self.diagram(term)?;
        Some(self.diagrams.set.count(diagram))
    }

    fn intervals(&mut self, term: Term, most: usize) -> Option<Vec<String>> {
        let (symbol, intervals) = self.intervals_of(term, most)?;
        Some(in_words(self.bench.terms.symbol_name(symbol), &intervals))
    }

    fn near(&self, inputs: &Inputs) -> Vec<Inputs> {
        near::inputs(self.bench.contract(), inputs)
    }

    async fn some(&mut self, term: Term, most: usize) -> Finding<Inputs> {
        if self.bench.is_over().await {
            return Finding::Unknown;
        }
        match self.diagram(term) {
            Some(Diagram::FALSE) => Finding::Never,
            Some(diagram) => {
                let Judge { diagrams, random, .. } = self;
                let mut draw = || diagrams.set.sample(diagram, Some(random)).into_iter().collect();
                Finding::Inputs((0..most).map(|_| draw()).collect())
            }
            None => match self.ask(term).await {
                Reply::Inputs(inputs) => Finding::Inputs(vec![inputs]),
                Reply::Refuted => Finding::Never,
                Reply::Unknown => Finding::Unknown,
            },
        }
    }

    async fn is_never(&mut self, term: Term) -> bool {
        match self.diagram(term) {
            Some(diagram) => diagram == Diagram::FALSE,
            None => self.ask(term).await == Reply::Refuted,
        }
    }

    async fn sample(&mut self, term: Term) -> Option<Inputs> {
        let witness = &self.difference.inputs;
        if self.holds(term, witness) {
            return Some(witness.clone());
        }
        match self.diagram(term) {
            Some(Diagram::FALSE) => None,
            Some(diagram) => Some(self.diagrams.set.sample(diagram, None).into_iter().collect()),
            None => match self.ask(term).await {
                Reply::Inputs(inputs) => Some(inputs),
                Reply::Refuted | Reply::Unknown => None,
            },
        }
    }
}

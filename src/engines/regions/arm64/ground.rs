//! Conditions on `x0` and `x1` as decision diagrams.
//!
//! A diagram is canonical: two conditions are the same if their diagrams are, and a condition never
//! holds if its diagram is false. So no solver is needed. A condition whose diagram would be too large
//! is [`Truth::UNKNOWN`].

use num_bigint::BigUint;
use rustc_hash::{FxHashMap, FxHashSet};
use tamarin_kernel::Claim;
use tamarin_kernel::word::Operator;
use tamarin_prove::refute::forms::{Atom, Fact, Form, Forms, Values};
use tamarin_prove::refute::inputs::{Assignment, Inputs};
use tamarin_prove::refute::trace::{Trace, trace};

use super::WORDS;
use crate::contract::condition_of_numbers;
use crate::engines::arm64::Assumed;
use crate::engines::arm64::printer::{Printer, Summand};
use crate::engines::regions::circuit::{Circuit, Known};
use crate::engines::regions::conditions::{Conditions, Finding};
use crate::engines::regions::diagram::{Diagram, Diagrams, Made, rank};
use crate::engines::regions::grammar::Grammar;
use crate::engines::regions::random::Random;
use crate::engines::regions::{EXPRESSION, near};
use crate::machine::arm64::FaultClass;
use crate::program::Address;
use crate::solver::Stop;
use crate::symbolic::assumption;
use crate::symbolic::intervals::in_words;

/// Maximum number of words that a difference is compared with, before their negations.
const CANDIDATES: usize = 64;

/// A condition; none if it has no diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Truth(Option<Diagram>);

impl Truth {
    /// A condition about which nothing is known.
    const UNKNOWN: Truth = Truth(None);
    /// The condition that holds for all inputs.
    pub const ALWAYS: Truth = Truth(Some(Diagram::TRUE));

    fn of(made: Made<Diagram>) -> Truth {
        Truth(made.ok())
    }
}

/// The inputs, forms and diagrams of two programs.
pub(super) struct Ground {
    pub diagrams: Diagrams<u64>,
    /// The inputs that are allowed. Others do not count, and none of them is an example.
    pub allowed: Diagram,
    forms: Forms,
    inputs: Inputs,
    names: Vec<String>,
    /// The bits of atoms.
    known: Known,
    /// The first fact with each diagram, and whether it holds there.
    facts: FxHashMap<Diagram, (Fact, bool)>,
    witness: Vec<u64>,
    random: Random,
    stop: Stop,
}

impl Ground {
    /// `None` if the assumptions have no diagram.
    pub fn new(claim: &Claim, witness: Vec<u64>, assumed: &Assumed, stop: &Stop) -> Option<Ground> {
        let width = claim.machine().map(|machine| machine.width);
        let (mut diagrams, mut allowed) = (Diagrams::new(WORDS, stop), Diagram::TRUE);
        for condition in assumed.conditions() {
            let condition = diagrams.of_formula(condition).ok()?;
            allowed = diagrams.attempt(|diagrams| diagrams.and(allowed, condition)).ok()?;
        }
        Some(Ground {
            diagrams,
            allowed,
            forms: Forms::new(width.expect("the claim names a machine")),
            inputs: Inputs::new(claim),
            names: (0..WORDS).map(|word| format!("x{word}")).collect(),
            known: Known::default(),
            facts: FxHashMap::default(),
            witness,
            random: Random::default(),
            stop: stop.clone(),
        })
    }

    /// The allowed inputs that satisfy a condition.
    fn among(&mut self, of: Truth) -> Truth {
        let allowed = Truth(Some(self.allowed));
        self.combined(of, allowed, Diagrams::and)
    }

    /// The runs of both programs on an input, each for at most `steps` instructions. `None` if the
    /// prover does not follow them.
    pub fn trace(&mut self, claim: &Claim, inputs: &[u64], steps: u64) -> Option<Trace> {
        let assigned = Assignment::default().with((0..).zip(inputs.iter().copied()));
        let found = trace(claim, &self.inputs, &mut self.forms, &assigned, steps).ok()?;
        debug_assert!(
            found.is_consistent(&self.forms, |it| self.inputs.value(&assigned, it)),
            "forms have the values of the run"
        );
        Some(found)
    }

    /// The condition that the truth of a fact is `holds`.
    pub fn fact(&mut self, fact: Fact, holds: bool) -> Truth {
        let made = self.of_fact(fact).and_then(|it| match holds {
            true => Ok(it),
            false => self.diagrams.attempt(|diagrams| diagrams.not(it)),
        });
        if let Ok(diagram) = made {
            self.facts.entry(diagram).or_insert((fact, holds));
        }
        Truth::of(made)
    }

    /// The condition that the low bytes of two words are equal.
    pub fn equal_bytes(&mut self, a: Form, b: Form) -> Truth {
        let difference = self.forms.sub(a, b);
        let shifted = self.forms.scale(difference, 1 << (self.forms.width.bits() - 8));
        self.is_zero(shifted)
    }

    /// The value of a constant.
    pub fn constant(&self, form: Form) -> Option<u64> {
        self.forms.as_constant(form)
    }

    /// A part of the inputs without those of a condition; `None` if that is unknown.
    pub fn without(&mut self, rest: Diagram, of: Truth) -> Option<Diagram> {
        let not = self.not(of);
        self.and(Truth(Some(rest)), not).0
    }

    /// An input that satisfies a condition: the witness, if it does. `None` if there is none, or
    /// if that is unknown.
    pub fn example(&mut self, of: Truth) -> Option<Vec<u64>> {
        match self.among(of).0 {
            None | Some(Diagram::FALSE) => None,
            Some(diagram) if self.diagrams.holds(diagram, &self.witness) => {
                Some(self.witness.clone())
            }
            Some(diagram) => Some(self.diagrams.sample(diagram, None)),
        }
    }

    /// Whether no input that satisfies a condition is less than the witness.
    pub fn is_least(&mut self, of: Truth) -> Option<bool> {
        let among = self.among(of).0?;
        let least = self.diagrams.least(among).ok()?;
        Some(least.is_none_or(|least| rank(&least) >= rank(&self.witness)))
    }

    fn printer(&self) -> Printer<'_> {
        Printer { forms: &self.forms, names: &self.names }
    }

    fn is_zero(&mut self, form: Form) -> Truth {
        let fact = self.forms.zero(form);
        match self.forms.as_constant(form) {
            Some(value) => self.known(value == 0),
            None => self.fact(fact, true),
        }
    }

    fn of_fact(&mut self, fact: Fact) -> Made<Diagram> {
        let Ground { diagrams, forms, known, .. } = self;
        let before = known.len();
        let made = diagrams.attempt(|diagrams| {
            let mut circuit = Circuit { diagrams, forms, known };
            circuit.fact(fact)
        });
        if made.is_err() && known.len() > before {
            // Their nodes are gone.
            known.clear();
        }
        made
    }

    fn combined(
        &mut self,
        a: Truth,
        b: Truth,
        by: fn(&mut Diagrams<u64>, Diagram, Diagram) -> Made<Diagram>,
    ) -> Truth {
        let (Some(a), Some(b)) = (a.0, b.0) else { return Truth::UNKNOWN };
        Truth::of(self.diagrams.attempt(|diagrams| by(diagrams, a, b)))
    }
}

impl Conditions for Ground {
    type Truth = Truth;
    type Word = Form;
    type Value = u64;
    type Inputs = Vec<u64>;
    type Fault = FaultClass;
    type Overflow = std::convert::Infallible;

    fn known(&mut self, holds: bool) -> Truth {
        Truth(Some(if holds { Diagram::TRUE } else { Diagram::FALSE }))
    }

    fn as_known(&self, of: Truth) -> Option<bool> {
        match of.0? {
            Diagram::TRUE => Some(true),
            Diagram::FALSE => Some(false),
            _ => None,
        }
    }

    fn not(&mut self, of: Truth) -> Truth {
        self.combined(of, of, |diagrams, of, _| diagrams.not(of))
    }

    fn and(&mut self, a: Truth, b: Truth) -> Truth {
        self.combined(a, b, Diagrams::and)
    }

    fn or(&mut self, a: Truth, b: Truth) -> Truth {
        self.combined(a, b, Diagrams::or)
    }

    fn equal(&mut self, a: Form, b: Form) -> Truth {
        let difference = self.forms.sub(a, b);
        self.is_zero(difference)
    }

    fn equals(&mut self, word: Form, value: u64) -> Truth {
        let value = self.forms.constant(value);
        self.equal(word, value)
    }

    fn difference(&mut self, a: Form, b: Form) -> Form {
        self.forms.sub(a, b)
    }

    /// The words of the programs' tests, the inputs, and their negations.
    fn candidates(&mut self, of: &[Truth]) -> Vec<Form> {
        let facts = of.iter().filter_map(|it| self.facts.get(&it.0?));
        let forms: Vec<Form> = facts.flat_map(|(fact, _)| fact.forms()).collect();
        let mut words: Vec<Form> = (0..WORDS as u32).map(|input| self.forms.input(input)).collect();
        for form in forms {
            let number = self.forms.sum(form).constant;
            let number = self.forms.constant(number);
            // A test compares a word with a number.
            words.push(self.forms.sub(form, number));
            if words.len() >= CANDIDATES {
                break;
            }
        }
        let negated: Vec<Form> = words.iter().map(|&it| self.forms.scale(it, u64::MAX)).collect();
        let mut seen = FxHashSet::default();
        let all = words.into_iter().chain(negated);
        all.filter(|form| self.forms.as_constant(*form).is_none() && seen.insert(*form)).collect()
    }

    fn expression(&self, of: Form) -> Option<String> {
        let text = assumption::word(&self.printer(), Summand::Form(of))?;
        (text.len() <= EXPRESSION).then_some(text)
    }

    fn hold(&self, of: &[Truth], inputs: &Vec<u64>) -> Vec<bool> {
        let holds = |it: &Truth| it.0.is_some_and(|it| self.diagrams.holds(it, inputs));
        of.iter().map(holds).collect()
    }

    fn value(&self, word: Form, inputs: &Vec<u64>) -> u64 {
        Values::new(&self.forms, |input| inputs[input as usize]).form(word)
    }

    fn mentions(&self, of: Truth) -> Vec<usize> {
        of.0.map_or_else(Vec::new, |of| self.diagrams.mentions(of))
    }

    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn text(&self, of: Truth) -> Option<String> {
        assumption::text(&self.printer(), *self.facts.get(&of.0?)?)
    }

    fn meaning(&mut self, text: &str) -> Option<Truth> {
        let formula = condition_of_numbers(text, WORDS, 0).ok()?;
        self.diagrams.of_formula(&formula).ok().map(|it| Truth(Some(it)))
    }

    fn grammar(&self, of: &[Truth]) -> Grammar<Truth, u64> {
        let mut grammar = Grammar::default();
        let mut seen = FxHashSet::default();
        for &truth in of {
            let fact = truth.0.and_then(|it| self.facts.get(&it));
            let Some((fact, _)) = fact.filter(|_| seen.insert(truth)) else { continue };
            grammar.tests.push(truth);
            for form in fact.forms() {
                let sum = self.forms.sum(form);
                let number = sum.constant;
                for number in [number, number.wrapping_neg(), number ^ 1 << 63] {
                    grammar.add_constant(number);
                }
                for atom in self.forms.atoms_below([form]) {
                    if let Atom::Apply(
                        Operator::Quotient
                        | Operator::Remainder
                        | Operator::QuotientSigned
                        | Operator::RemainderSigned,
                        _,
                        by,
                    ) = self.forms.atom(atom)
                    {
                        grammar.moduli.extend(self.forms.as_constant(by));
                    }
                }
            }
        }
        grammar.complete();
        grammar
    }

    fn overflow(&self, of: &Self::Overflow) -> (Address, Truth) {
        match *of {}
    }

    fn overflow_text(&self, of: &Self::Overflow) -> Option<String> {
        match *of {}
    }

    fn count(&mut self, of: Truth) -> Option<BigUint> {
        let of = self.among(of).0?;
        Some(self.diagrams.count(of))
    }

    fn intervals(&mut self, of: Truth, most: usize) -> Option<Vec<String>> {
        let (word, intervals) = self.diagrams.intervals(of.0?, most)?;
        Some(in_words(&self.names[word], &intervals))
    }

    fn near(&self, inputs: &Vec<u64>) -> Vec<Vec<u64>> {
        near::words(inputs)
    }

    async fn some(&mut self, of: Truth, most: usize) -> Finding<Vec<u64>> {
        match self.among(of).0 {
            _ if self.stop.is_due() => Finding::Unknown,
            None => Finding::Unknown,
            Some(Diagram::FALSE) => Finding::Never,
            Some(diagram) => {
                let Ground { diagrams, random, .. } = self;
                let drawn = (0..most).map(|_| diagrams.sample(diagram, Some(random)));
                Finding::Inputs(drawn.collect())
            }
        }
    }

    async fn is_never(&mut self, of: Truth) -> bool {
        self.among(of).0 == Some(Diagram::FALSE)
    }

    async fn sample(&mut self, of: Truth) -> Option<Vec<u64>> {
        self.example(of)
    }
}

//! Converts nodes to a proposal for the prover.

use std::collections::BTreeMap;

use tamarin_kernel::claim::Claim;
use tamarin_kernel::evidence::{FactText, Invariant, Side};
use tamarin_kernel::machine::Machine;

use super::binomials;
use super::congruences::{Congruence, Divisor};
use super::nodes::{Key, Maker, Multiple, Node, Order, Polynomial, Sign, Variable, Word};
use super::plan::Plan;
use super::runs::{Given, Spot};
use crate::names;
use crate::samples::Random;
use crate::{Place, Proposal, ProposedNode};

/// Maximum number of observed states given to a node as samples, for each of two kinds.
const SEEN: usize = 24;

/// Texts of words and facts.
pub struct Texts<'t> {
    /// The claim.
    pub claim: &'t Claim,
    /// The machine.
    pub machine: &'static Machine,
    /// The divisions of inputs and numbers.
    pub divisions: &'t [[Given; 2]],
}

impl Texts<'_> {
    /// The text of a word of a state.
    pub fn state(&self, (side, spot): Word) -> String {
        match spot {
            Spot::Register(number) => format!("{}.{}", side.name(), self.machine.registers[number]),
            Spot::Cell(at) => format!("load({}, {at})", side.name()),
        }
    }

    /// The text of a variable, in facts about both states.
    pub fn variable(&self, variable: Variable) -> String {
        match variable {
            Variable::Word(word) => self.state(word),
            Variable::Input(_) | Variable::Quotient(_) | Variable::Remainder(_) => {
                self.given(variable).unwrap_or_default()
            }
        }
    }

    /// The text of an input, or of a division of inputs and numbers.
    fn given(&self, variable: Variable) -> Option<String> {
        let (operator, number) = match variable {
            Variable::Input(number) => return Some(self.claim.inputs[number].clone()),
            Variable::Quotient(number) => ('/', number),
            Variable::Remainder(number) => ('%', number),
            Variable::Word(_) => return None,
        };
        let [a, b] = self.divisions[number].map(|it| match it {
            Given::Input(number) => self.claim.inputs[number].clone(),
            Given::Number(number) => number.to_string(),
        });
        Some(format!("({a} {operator} {b})"))
    }

    /// The name that an invariant gives to a register.
    fn name(&self, (side, spot): Word) -> Option<String> {
        let Spot::Register(number) = spot else { return None };
        let mut name = format!("{}{number}", side.name());
        while self.claim.inputs.contains(&name) {
            name.push('_');
        }
        Some(name)
    }

    fn named(&self, variable: Variable) -> Option<String> {
        match variable {
            Variable::Word(word) => self.name(word),
            given => self.given(given),
        }
    }

    /// The text of a polynomial; none if a variable has no text.
    fn polynomial(
        &self,
        polynomial: &Polynomial,
        text: impl Fn(Variable) -> Option<String>,
    ) -> Option<String> {
        let mut sum = Vec::new();
        for (monomial, by) in polynomial {
            let mut factors = Vec::new();
            let signed = self.machine.width.signed(*by);
            if signed != 1 || monomial.is_empty() {
                factors.push(if signed < 0 {
                    format!("(0 - {})", -signed)
                } else {
                    by.to_string()
                });
            }
            for &(variable, k) in monomial {
                let of = text(variable)?;
                factors.push(if k == 1 { of } else { format!("{}({of})", binomials::name(k)) });
            }
            sum.push(factors.join("*"));
        }
        Some(if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") })
    }

    /// The fact for an order.
    pub fn order(&self, order: &Order) -> FactText {
        let half = self.half(order.sign);
        let mut sum = Vec::new();
        let mut most = -i128::from(order.by);
        for (factor, of) in [(1, order.less), (-1, order.greater)] {
            match of {
                Some(variable) => {
                    sum.push((factor, format!("{} + {half}", self.variable(variable))))
                }
                None => most -= i128::from(factor) * i128::from(half),
            }
        }
        names::at_most(sum, most).unwrap_or_default()
    }

    /// The fact for a multiple. About last bits it is an equation, from which more follows by substitution: a word times
    /// 2^(width - n) is 0 if its last n bits are.
    fn multiple(&self, &Multiple { of, plus, by, is_of_bits }: &Multiple) -> FactText {
        let first = of[0].map_or("0".to_owned(), |it| self.variable(it));
        let minus = of[1].map_or(String::new(), |it| format!(" - {}", self.variable(it)));
        let plus = if plus > 0 { format!(" + {plus}") } else { String::new() };
        let sum = match minus.is_empty() && plus.is_empty() {
            true => first,
            false => format!("({first}{minus}{plus})"),
        };
        FactText::Text(match is_of_bits {
            false => format!("{sum} % {by} = 0"),
            true => format!("{}*{sum} = 0", (1u128 << self.machine.width.bits()) / u128::from(by)),
        })
    }

    /// The facts for a congruence, with their labels.
    fn congruence(&self, label: &str, of: &Congruence) -> Vec<(String, FactText)> {
        let words: Vec<String> = of.sum.iter().map(|it| self.variable(*it)).collect();
        let by = match of.by {
            Divisor::Number(number) => number.to_string(),
            Divisor::Word(word) => self.variable(word),
        };
        let (mut sum, whole) = (words.join(" + "), self.variable(of.of));
        if words.len() > 1 {
            sum = format!("({sum})");
        }
        let text = FactText::Text(format!("{sum} % {by} = {whole} % {by}"));
        let mut facts = vec![(label.to_owned(), text)];
        let factors = |by: i64| words.iter().map(move |word| (by, word.clone()));
        if of.is_below {
            let bound = FactText::Sum { sum: factors(1).chain([(-1, whole)]).collect(), most: 0 };
            facts.push((format!("{label}.most"), bound));
        }
        if of.is_positive {
            let bound = FactText::Sum { sum: factors(-1).collect(), most: -1 };
            facts.push((format!("{label}.least"), bound));
        }
        facts
    }

    /// The offset that makes the unsigned order of words the order of integers with this sign.
    fn half(&self, sign: Sign) -> u64 {
        match sign {
            Sign::Signed => self.machine.width.half(),
            Sign::Unsigned => 0,
        }
    }

    /// The sum and its constant of a word's equation over the integers.
    fn whole(
        &self,
        (word, sign): (Word, Sign),
        polynomial: &Polynomial,
    ) -> (Vec<(i64, String)>, i128) {
        let half = self.half(sign);
        let mut sum = vec![(-1, format!("{} + {half}", self.state(word)))];
        let mut most = -i128::from(half);
        for (of, by) in polynomial {
            let by = self.machine.width.signed(*by);
            match of.first() {
                Some(&(variable, _)) => {
                    sum.push((by as i64, format!("{} + {half}", self.variable(variable))));
                    most += by * i128::from(half);
                }
                None => most -= by,
            }
        }
        (sum, most)
    }

    fn invariant(&self, maker: &Maker<'_>, node: &Node) -> (Invariant, BTreeMap<String, String>) {
        let mut holds = Invariant::default();
        let mut values = BTreeMap::new();
        for &word in &node.free {
            let Some(name) = self.name(word) else { continue };
            holds.registers.insert(self.state(word), name.clone());
            values.insert(name.clone(), self.state(word));
            holds.any.push(name);
        }
        for (&word, polynomial) in &node.solved {
            let state = self.state(word);
            // An equation over words without names here becomes a fact about both states.
            let direct = self.polynomial(polynomial, |it| match it {
                Variable::Word(word) if node.solved.contains_key(&word) => None,
                _ => self.named(it),
            });
            match direct.filter(|_| matches!(word.1, Spot::Register(_))) {
                Some(text) => {
                    holds.registers.insert(state, text);
                }
                None => {
                    let text = self.polynomial(polynomial, |it| Some(self.variable(it)));
                    let fact = FactText::Text(format!("{state} = {}", text.unwrap_or_default()));
                    holds.facts.insert(format!("is.{state}"), fact);
                }
            }
        }
        for (label, order) in &node.orders {
            holds.facts.insert(label.clone(), self.order(order));
        }
        for (label, multiple) in &node.multiples {
            holds.facts.insert(label.clone(), self.multiple(multiple));
        }
        for (label, congruence) in &node.congruences {
            holds.facts.extend(self.congruence(label, congruence));
        }
        for (label, whole) in &node.whole {
            self.add_whole(label, *whole, node, &mut holds);
        }
        for (label, of) in &node.products {
            let [a, b] = of.map(|it| self.variable(it));
            holds.facts.insert(label.clone(), FactText::Text(format!("high({a}, {b}) = 0")));
        }
        for (label, region) in &node.regions {
            holds.regions.insert(label.clone(), self.region(*region));
        }
        for (index, (order, holds_so)) in maker.cases(node.at).zip(&node.cases).enumerate() {
            let (less, by, greater) = (order.greater, 1 - order.by, order.less);
            let turned = Order { less, by, greater, ..*order };
            let order = if *holds_so { order } else { &turned };
            holds.facts.insert(format!("case.{index}"), self.order(order));
        }
        self.add_places(maker, node, &mut holds);
        (holds, values)
    }

    /// Adds that an equation holds over the integers: two inequalities.
    fn add_whole(&self, label: &str, whole: (Word, Sign), node: &Node, holds: &mut Invariant) {
        let (sum, most) = self.whole(whole, &node.solved[&whole.0]);
        for (side, factor) in [("least", -1), ("most", 1)] {
            let sum = sum.iter().map(|(by, text)| (by * factor, text.clone())).collect();
            let fact = names::at_most(sum, most * i128::from(factor)).unwrap_or_default();
            holds.facts.insert(format!("{label}.{side}"), fact);
        }
    }

    /// Adds where both programs are, and whether their memories are untouched.
    fn add_places(&self, maker: &Maker<'_>, node: &Node, holds: &mut Invariant) {
        for side in Side::BOTH {
            let at = match node.at[side.index()] {
                Place::Behind { at, .. } | Place::Cut { at } => at,
                Place::Done => self.claim.start[side.index()].return_address,
                Place::Start | Place::Fault => 0,
            };
            holds.at.insert(side, at.to_string());
            let is_untouched = node.seen.iter().all(|(input, at)| {
                maker.runs.traces[*input][side.index()].stops[at[side.index()]].cells.is_empty()
            });
            if is_untouched {
                holds.untouched.push(side);
            }
        }
    }

    /// The labels of a node's facts.
    pub fn labels(&self, node: &Node) -> Vec<String> {
        let whole = node.whole.keys().map(|label| format!("{label}.least"));
        let others = node.orders.keys().chain(node.multiples.keys()).chain(node.regions.keys());
        let facts = others.chain(node.congruences.keys()).chain(node.products.keys()).cloned();
        whole.chain(facts).chain(node.solved.keys().map(|word| self.state(*word))).collect()
    }

    /// The proposal for a plan's nodes.
    pub fn proposal(
        &self,
        maker: &Maker<'_>,
        plan: &Plan,
        nodes: &BTreeMap<Key, Node>,
        measures: &BTreeMap<Key, Vec<String>>,
    ) -> Proposal {
        let protected = maker.runs.protected(self.claim, self.machine);
        let joins = maker.runs.joins.clone();
        let mut proposal = Proposal { protected, joins, start: plan.ways(), ..Proposal::default() };
        if maker.degree > 1 {
            proposal.functions = binomials::functions();
            proposal.lemmas = binomials::lemmas(self.machine);
            proposal.value = Some(binomials::value);
        }
        proposal.splits = maker.splits.iter().map(|it| self.order(it)).collect();
        for (index, (at, node)) in nodes.iter().enumerate() {
            let (holds, values) = self.invariant(maker, node);
            let measure = measures.get(at).cloned().unwrap_or_default();
            let mut random = Random::new(index as u64);
            let seen = some(node)
                .into_iter()
                .flat_map(|seen| [maker.seen(seen), maker.other(node, seen, &mut random)])
                .collect();
            let ways = plan.ways();
            let node = ProposedNode { at: node.at, holds, values, measure, ways, seen };
            proposal.nodes.insert(name(index), node);
        }
        proposal
    }
}

/// States sampled evenly from the runs, and the last state of each run, after which paths leave the node.
fn some(node: &Node) -> Vec<&(usize, [usize; 2])> {
    let is_last = |two: &[(usize, [usize; 2])]| two[0].0 != two[1].0;
    let ends = node.seen.windows(2).filter(|two| is_last(two)).map(|two| &two[0]);
    let few = |all: Vec<_>| {
        let step = all.len().div_ceil(SEEN).max(1);
        all.into_iter().step_by(step)
    };
    few(node.seen.iter().collect()).chain(few(ends.chain(node.seen.last()).collect())).collect()
}

/// The name of a node.
pub fn name(index: usize) -> String {
    format!("n{index}")
}

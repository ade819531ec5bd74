//! Converts the claims of a proof about loops to a proposal for the kernel's prover.

use std::collections::{BTreeMap, BTreeSet};

use std::rc::Rc;

use tamarin_kernel::evidence::{FactText, Invariant, RegionText, Side};
use tamarin_prove::{self as prove, Place, Proposal, ProposedNode, Ways};

use crate::engines::alignment::Claims;
use crate::engines::alignment::claim::{
    Footprint, Lead, Location, Measure, Name, NodeClaim, Operand, Order, Pieces, Product, Relation,
};
use crate::machine::Image;

/// The kernel's notation for a relation.
const fn sign(relation: Relation) -> &'static str {
    match relation {
        Relation::Ult => "<u",
        Relation::Ule => "<=u",
        Relation::Slt => "<",
        Relation::Sle => "<=",
        Relation::Ne => "!=",
        Relation::Eq => "=",
    }
}

/// Which facts about memory a proposal contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memories {
    /// Whether nothing was stored, and tracked words.
    Words,
    /// In addition, the regions on which memories agree.
    Regions,
}

/// The proposal from claims about programs whose inputs have these names.
pub fn proposal(
    images: [&Rc<Image>; 2],
    inputs: &[String],
    claims: &Claims,
    memories: Memories,
) -> Proposal {
    let measure: Vec<String> = claims.measures.iter().map(|it| measure(it, inputs)).collect();
    let translation = Translation { images, claims, inputs, measure, memories };
    let nodes = claims.nodes.iter().enumerate();
    let start = ways(claims.entry, claims.lead.as_ref());
    let nodes = nodes.map(|(index, claim)| (format!("n{index}"), translation.node(claim)));
    Proposal { start, nodes: nodes.collect(), ..Proposal::default() }
}

fn ways(pieces: Pieces, lead: Option<&Lead>) -> Ways {
    let lead = lead.map(|lead| prove::Lead {
        side: Side::BOTH[lead.side],
        ways: lead
            .ways
            .iter()
            .map(|way| prove::Way {
                from: None,
                to: way.to.map(place),
                steps: way.steps,
                pieces: way.pieces,
            })
            .collect(),
    });
    Ways { pieces, lead }
}

fn place(location: Location) -> Place {
    match location {
        Location::Cut { from, at, .. } => Place::Behind { from: from.into(), at: at.into() },
        Location::Done => Place::Done,
        Location::Fault => Place::Fault,
        Location::Entry => Place::Start,
    }
}

/// A measure as a term over both states.
fn measure(measure: &Measure, inputs: &[String]) -> String {
    let state = |name: Name| match name {
        Name::Input(index) => inputs[index].clone(),
        other => state(other),
    };
    let mut text = state(measure.word);
    if let Some(above) = measure.above {
        text = format!("{text} - {}", state(above));
    }
    if let Some(plus) = measure.plus {
        text = format!("{text} + {}", state(plus));
    }
    text
}

/// A word as a term over both states.
fn state(name: Name) -> String {
    match name {
        Name::Cell(side, at) => format!("load({}, {at})", SIDES[side]),
        other => other.to_string(),
    }
}

const SIDES: [&str; 2] = ["left", "right"];

/// The name of a word in an invariant.
fn word(name: Name) -> Option<String> {
    let of = |side: usize| &SIDES[side][..1];
    match name {
        Name::Register(side, number) => Some(format!("{}{number}", of(side))),
        Name::High(side) => Some(format!("{}hi", of(side))),
        Name::Low(side) => Some(format!("{}lo", of(side))),
        Name::Cell(side, at) => Some(format!("{}m{at:x}", of(side))),
        _ => None,
    }
}

struct Translation<'c> {
    images: [&'c Rc<Image>; 2],
    claims: &'c Claims,
    inputs: &'c [String],
    measure: Vec<String>,
    memories: Memories,
}

/// The words of a node's claim.
struct Words<'c> {
    claim: &'c NodeClaim,
    inputs: &'c [String],
    /// For each word that an equation is solved for, its text over the other words.
    solved: BTreeMap<Name, String>,
}

impl Translation<'_> {
    fn node(&self, claim: &NodeClaim) -> ProposedNode {
        let mut words = Words { claim, inputs: self.inputs, solved: BTreeMap::new() };
        let pivots: Vec<Option<usize>> = words.pivots();
        let mut holds = Invariant::default();
        let mut used = BTreeSet::new();
        for (equation, pivot) in claim.equations.iter().zip(&pivots) {
            words.names(equation, &mut used);
            let Some(pivot) = pivot else { continue };
            let Product(factor, of) = &equation[*pivot];
            let by = inverse(*factor).wrapping_neg();
            let rest = equation.iter().enumerate().filter(|(at, _)| at != pivot);
            let rest: Vec<Product> = rest
                .map(|(_, Product(factor, of))| Product(factor.wrapping_mul(by), of.clone()))
                .collect();
            let text = words.sum(&rest);
            words.solved.insert(of[0], text);
        }
        let all = claim.equations.iter().zip(&pivots).enumerate();
        for (index, (equation, _)) in all.filter(|(_, (_, pivot))| pivot.is_none()) {
            let fact = format!("{} = 0", words.sum(equation));
            holds.facts.insert(format!("equation.{index}"), FactText::Text(fact));
        }
        for (index, order) in claim.orders.iter().enumerate() {
            words.operands(order, &mut used);
            let fact = words.order(order);
            holds.facts.insert(format!("order.{index}"), FactText::Text(fact));
        }
        for measure in &self.claims.measures {
            used.extend([Some(measure.word), measure.above, measure.plus].into_iter().flatten());
        }
        let mut values = BTreeMap::new();
        used.retain(|name| !words.solved.contains_key(name));
        for name in used {
            let Some(text) = word(name) else { continue };
            values.insert(text.clone(), state(name));
            holds.any.push(text.clone());
            words.solved.insert(name, text);
        }
        self.locations(claim, &words, &mut holds);
        self.memories(claim, &mut holds);
        let ways = ways(claim.pieces, claim.lead.as_ref());
        let measure = self.measure.clone();
        let at = claim.at.map(place);
        ProposedNode { at, holds, values, measure, ways, ..ProposedNode::default() }
    }

    fn locations(&self, claim: &NodeClaim, words: &Words<'_>, holds: &mut Invariant) {
        for (&name, text) in &words.solved {
            match name {
                Name::Cell(..) => {
                    let fact = format!("{} = {text}", state(name));
                    holds.facts.insert(format!("cell.{}", state(name)), FactText::Text(fact));
                }
                _ => {
                    holds.registers.insert(state(name), text.clone());
                }
            }
        }
        for side in Side::BOTH {
            let location = claim.at[side.index()];
            let at = match location {
                Location::Done => self.images[side.index()].return_address().to_string(),
                Location::Fault => "fault".to_owned(),
                other => other.pc().unwrap_or_default().to_string(),
            };
            holds.at.insert(side, at);
            if let Location::Cut { link, .. } = location {
                holds.registers.insert(format!("{}.$31", side.name()), link.to_string());
            }
        }
    }

    /// The claims about memories: unchanged since the start, or equal, except for tracked words.
    fn memories(&self, claim: &NodeClaim, holds: &mut Invariant) {
        let arrays = self.images.map(|image| image.setup().array);
        let tracked = &self.claims.tracked;
        for side in Side::BOTH {
            let index = side.index();
            if !claim.is_initial[index] {
                continue;
            }
            if tracked[index].is_empty() {
                holds.untouched.push(side);
                continue;
            }
            // Without an array, the rest of the initial memory is seldom read.
            if arrays[index].is_none() || self.memories == Memories::Words {
                continue;
            }
            let of = [side.name().to_owned(), format!("start.{}", side.name())];
            self.regions(of, [0, MEMORY_END], &tracked[index], holds);
        }
        if holds.untouched.len() == 2 || self.memories == Memories::Words {
            return;
        }
        let of = SIDES.map(str::to_owned);
        let holes = tracked.concat();
        match (claim.agreement, arrays[0]) {
            (Some(Footprint::Everywhere), _) => {
                let [left, right] = self.images.map(|image| 4 * image.words().len() as u32);
                let from = left.max(right);
                self.regions(of, [from, MEMORY_END], &holes, holds);
            }
            (Some(Footprint::Array), Some(array)) => {
                let size = format!("4*{}", self.inputs[array.length]);
                let region = RegionText { of, from: array.address.0.to_string(), size };
                holds.regions.insert("array".into(), region);
            }
            _ => {}
        }
    }

    /// Regions that cover the addresses from `from` up to `end`, without the words in `holes`.
    fn regions(
        &self,
        of: [String; 2],
        [from, end]: [u32; 2],
        holes: &[u32],
        holds: &mut Invariant,
    ) {
        let mut holes: Vec<u32> = holes.iter().copied().filter(|at| *at >= from).collect();
        holes.sort_unstable();
        holes.dedup();
        holes.push(end);
        let mut from = from;
        for hole in holes {
            if hole > from {
                let size = (hole - from).to_string();
                let label = format!("region.{}.{from}", of.join("."));
                let region = RegionText { of: of.clone(), from: from.to_string(), size };
                holds.regions.insert(label, region);
            }
            from = hole.saturating_add(4);
        }
    }
}

/// The first address after memory.
const MEMORY_END: u32 = 0x0100_0000;

impl Words<'_> {
    /// The summand that each equation is solved for: the first that can be expressed by words for which no equation
    /// from there on is solved.
    fn pivots(&self) -> Vec<Option<usize>> {
        let equations = &self.claim.equations;
        let count = |equation: &[Product], name: Name| {
            equation
                .iter()
                .filter(|Product(_, of)| of.iter().any(|it| self.is_in(name, *it)))
                .count()
        };
        let mut solved: Vec<Option<Name>> = Vec::new();
        let mut pivots: Vec<Option<usize>> = Vec::new();
        for equation in equations {
            let is_pivot = |Product(factor, of): &Product| match of[..] {
                [name @ (Name::Register(..) | Name::High(_) | Name::Low(_) | Name::Cell(..))] => {
                    factor % 2 == 1 && count(equation, name) == 1 && !solved.contains(&Some(name))
                }
                _ => false,
            };
            let pivot = equation.iter().position(is_pivot);
            solved.push(pivot.map(|at| equation[at].1[0]));
            pivots.push(pivot);
        }
        loop {
            let needs_later = (0..equations.len()).find(|&at| {
                let later = solved[at + 1..].iter().flatten();
                solved[at].is_some()
                    && later.into_iter().any(|name| count(&equations[at], *name) > 0)
            });
            let Some(at) = needs_later else { return pivots };
            (solved[at], pivots[at]) = (None, None);
        }
    }

    /// Whether a word occurs in another one, also within its definition.
    fn is_in(&self, name: Name, other: Name) -> bool {
        let division = |index: usize| {
            let division = self.claim.divisions[index];
            self.is_in(name, division.dividend) || self.is_in(name, division.divisor)
        };
        match other {
            Name::Sum(index) => {
                let mut all = self.claim.sums[index].iter().flat_map(|Product(_, of)| of);
                all.any(|it| self.is_in(name, *it))
            }
            Name::Quotient(index) | Name::Remainder(index) => division(index),
            _ => name == other,
        }
    }

    /// Collects the words of the states that occur in a sum.
    fn names(&self, sum: &[Product], used: &mut BTreeSet<Name>) {
        sum.iter().flat_map(|Product(_, of)| of).for_each(|name| self.name(*name, used));
    }

    fn name(&self, name: Name, used: &mut BTreeSet<Name>) {
        match name {
            Name::Sum(index) => self.names(&self.claim.sums[index], used),
            Name::Quotient(index) | Name::Remainder(index) => {
                let division = self.claim.divisions[index];
                self.name(division.dividend, used);
                self.name(division.divisor, used);
            }
            _ => drop(used.insert(name)),
        }
    }

    fn operands(&self, Order(a, _, b): &Order, used: &mut BTreeSet<Name>) {
        for operand in [a, b] {
            if let Operand::Word(name) = operand {
                self.name(*name, used);
            }
        }
    }

    /// A sum as a term over the names of an invariant.
    fn sum(&self, sum: &[Product]) -> String {
        let product = |Product(factor, of): &Product| {
            let size = factor.to_string();
            let names = of.iter().map(|name| self.text(*name));
            let factors = (*factor != 1 || of.is_empty()).then_some(size).into_iter().chain(names);
            factors.collect::<Vec<_>>().join("*")
        };
        match sum.is_empty() {
            true => "0".into(),
            false => sum.iter().map(product).collect::<Vec<_>>().join(" + "),
        }
    }

    fn text(&self, name: Name) -> String {
        let division = |index: usize, operator: &str| {
            let division = self.claim.divisions[index];
            format!(
                "(({}) {operator} ({}))",
                self.text(division.dividend),
                self.text(division.divisor)
            )
        };
        match name {
            Name::Input(index) => self.inputs[index].clone(),
            Name::Sum(index) => format!("({})", self.sum(&self.claim.sums[index])),
            Name::Quotient(index) => division(index, "/"),
            Name::Remainder(index) => division(index, "%"),
            other => match self.solved.get(&other) {
                Some(text) => format!("({text})"),
                None => word(other).unwrap_or_default(),
            },
        }
    }

    fn order(&self, Order(a, relation, b): &Order) -> String {
        let operand = |operand: &Operand| match operand {
            Operand::Number(number) => number.to_string(),
            Operand::Word(name) => self.text(*name),
        };
        let relation = sign(*relation);
        format!("{} {relation} {}", operand(a), operand(b))
    }
}

/// The inverse of an odd number modulo 2^32.
fn inverse(odd: u32) -> u32 {
    (0..5).fold(odd, |x, _| x.wrapping_mul(2u32.wrapping_sub(odd.wrapping_mul(x))))
}

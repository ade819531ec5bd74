//! The inputs on which two programs differ: all of them, and how many.
//!
//! The difference of two programs is a set of inputs, described by what holds of them
//! (Partush and Yahav, "Abstract Semantic Differencing for Numerical Programs", SAS
//! 2013, where it is an abstract state at each pair of ends). Here it is exact where the
//! tree of pairs of paths is walked to its end: each leaf has its conditions, and the
//! condition that its ends differ. Leaves where each program does the same thing, as an
//! expression over the inputs that is true of them all, are one group, and a group is told as
//! few [`Region`]s:
//!
//! - where one input word decides, by its intervals, from a decision diagram;
//! - else by conditions of a leaf, as few of them as still imply the group: each one is
//!   dropped without which the rest does (a prime implicant). What is left of the group
//!   is told by another leaf.
//!
//! Regions of a group may overlap; those of different groups do not. Each is proved: on
//! all its inputs the programs differ in that way. Its text is read again by the
//! contract and compared with what was proved, so that it can be assumed as it stands.
//!
//! Inputs are counted leaf by leaf, by diagrams: leaves are disjoint. Where a leaf has
//! none, or the walk did not come to its end, there are bounds from both sides.

mod diagram;
mod intervals;
mod shorter;
mod wraps;

use num_bigint::BigUint;

pub use diagram::{Diagram, Diagrams, TooLarge};

use super::difference::Difference;
use super::paths::{Observer, outcome, sweep};
use super::tree::{Bench, Ending, Fix, Leaf, Next, Reply, Walk};
use crate::contract::{Contract, Spec};
use crate::machine::setup::Observation;
use crate::machine::{FaultKind, Inputs, Stop as End};
use crate::program::Address;
use crate::report::{Progress, ReasonCode, Side};
use crate::solver::{Effort, Solver, Stop};
use crate::symbolic::output::Written;
use crate::symbolic::query::Query;
use crate::symbolic::{assumption, contract};
use crate::term::{Model, Node, Symbol, Term};

/// Runs of both programs at most.
const RUNS: u32 = 400;
/// Steps of runs over terms at most.
const STEPS: u64 = 4_000_000;
/// Inputs of a sweep that the walk begins with.
const SEEDS: usize = 48;
/// What a question may cost.
const EFFORT: Effort = Effort(4_000);
/// Questions about regions at most.
const QUESTIONS: u32 = 800;
/// Leaves that are found to have no diagram, before no more are tried.
const TOO_LARGE: u32 = 6;
/// Intervals of one word that are told.
const INTERVALS: usize = 8;
/// Questions about whether two groups are one, at most.
const UNITED: u32 = 64;
/// The longest expression that is told, in bytes.
const EXPRESSION: usize = 80;

/// In what way two programs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Both stop, with another result, or something else that is observed.
    Result,
    /// Both stop with the same result, and print other things.
    Output,
    /// The left program faults, the right one does not.
    LeftFaults,
    /// The right program faults, the left one does not.
    RightFaults,
    /// One of them never stops, the other one does.
    NeverStops,
}

/// What a program does on all inputs of a region.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Does {
    /// It stops with this result, over the inputs; none where that takes too long to say.
    Gives(Option<String>),
    /// It prints this: bytes, and numbers over the inputs; none as above.
    Prints(Vec<Option<String>>),
    /// It faults.
    Faults(FaultKind<()>),
    /// It runs for ever.
    RunsForEver,
}

/// Inputs on which two programs differ in one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The way.
    pub kind: Kind,
    /// What holds of them, beside the contract, as the contract's assumptions are
    /// written.
    pub condition: String,
    /// One of them.
    pub sample: Inputs,
    /// What the left and the right program do on them.
    pub does: [Does; 2],
    /// Where a sum, difference or product of the right program wraps around on the
    /// sample, read with a sign.
    pub wraps: Vec<Address>,
}

/// All inputs on which two programs differ, as far as that is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Regions {
    /// Whether they are all of them: on all other inputs the programs agree.
    pub is_exact: bool,
    /// How many inputs there are, where that is known.
    pub count: Option<BigUint>,
    /// Not fewer, and not more.
    pub bounds: [BigUint; 2],
    /// The regions.
    pub regions: Vec<Region>,
}

impl Regions {
    /// Those of programs that agree on all inputs.
    pub fn none() -> Regions {
        let zero = BigUint::ZERO;
        let bounds = [zero.clone(), zero.clone()];
        Regions { is_exact: true, count: Some(zero), bounds, regions: Vec::new() }
    }

    /// Those of programs of which not even that is known.
    pub fn unknown(contract: &Contract) -> Regions {
        let all = power(contract.names().len());
        let bounds = [BigUint::ZERO, all];
        Regions { is_exact: false, count: None, bounds, regions: Vec::new() }
    }
}

/// The inputs of so many words.
fn power(words: usize) -> BigUint {
    BigUint::from(1u8) << (32 * words)
}

/// A leaf on which programs differ in one way, or a part of it.
struct Piece {
    kind: Kind,
    does: [Does; 2],
    /// The results of both, where it is told what they are.
    results: [Option<Term>; 2],
    /// What holds of its inputs beside the contract.
    literals: Vec<Term>,
    /// One of them.
    sample: Inputs,
}

/// The regions of a difference. Ends with what is known once `stop` is due or the
/// observer breaks.
pub async fn regions(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Regions {
    fixed(difference, (Side::Left, &[]), solver, stop, observer).await
}

/// The regions that are left where the other program than this reference runs with fixes
/// from it. The difference's input is one on which they differ then. What they do is told
/// of the reference first.
pub async fn fixed(
    difference: &Difference<'_>,
    (reference, fixes): (Side, &[Fix]),
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Regions {
    let Difference { mut images, options, .. } = *difference;
    if reference == Side::Right {
        images.reverse();
    }
    let mut bench = Bench::new(images, options, solver, observer, stop);
    bench.effort = EFFORT.min(options.effort);
    bench.steps = STEPS;
    let mut counter = Counter::new(&mut bench);
    let contract = &options.contract;
    let candidates = sweep::candidates(contract, images, &contract.first_inputs());
    let stride = candidates.len().div_ceil(SEEDS).max(1);
    let first = std::iter::once(difference.inputs.clone());
    let seeds = first.chain(candidates.into_iter().step_by(stride)).collect();
    let mut walk = Walk::new(&bench, seeds, fixes, false, RUNS);
    let (mut pieces, mut is_open) = (Vec::new(), false);
    let (mut differing, mut agreeing) = (Some(BigUint::ZERO), BigUint::ZERO);
    let mut at_least = BigUint::ZERO;
    let mut progress = Progress::default();
    while let Next::Leaf(leaf) = walk.next(&mut bench).await {
        progress.tried += 1;
        // Whoever breaks is heard by the walk.
        let _ = bench.observer.progress(progress).await;
        let literals = literals(&bench, &leaf);
        let differ = match leaf.ending {
            Ending::Agree => bench.terms.bool(false),
            Ending::Differ => bench.terms.bool(true),
            Ending::Results(differ) => differ,
            Ending::Open => {
                is_open = true;
                continue;
            }
        };
        let same = bench.terms.not(differ);
        let agree = counter.count(&bench, literals.iter().copied().chain([same]));
        agreeing += agree.unwrap_or_default();
        for (kind, differ) in ways(&mut bench, &leaf, differ) {
            let sample = match bench.ask_leaf(&leaf, differ).await {
                Reply::Refuted => continue,
                Reply::Unknown => {
                    is_open = true;
                    continue;
                }
                Reply::Inputs(sample) => sample,
            };
            let mut literals = literals.clone();
            conjuncts(&bench, differ, &mut literals);
            match counter.count(&bench, literals.iter().copied()) {
                Some(count) => {
                    at_least += &count;
                    differing = differing.map(|sum| sum + count);
                }
                None => differing = None,
            }
            let does = [0, 1].map(|side| does(&bench, &leaf, kind, side));
            let results = [0, 1].map(|side| match &does[side] {
                Does::Gives(Some(_)) => Some(leaf.result(side)),
                _ => None,
            });
            pieces.push(Piece { kind, does, results, literals, sample });
        }
    }
    let is_whole = walk.is_exhausted() && !is_open;
    let count = differing.filter(|_| is_whole);
    if at_least == BigUint::ZERO {
        // There is the witness.
        at_least = BigUint::from(1u8);
    }
    let at_most = &counter.all - agreeing;
    let bounds = match &count {
        Some(count) => [count.clone(), count.clone()],
        None => [at_least, at_most],
    };
    let mut teller = Teller { bench, difference, questions: QUESTIONS };
    let (regions, is_told) = teller.tell(pieces).await;
    Regions { is_exact: is_whole && is_told, count, bounds, regions }
}

/// What holds of the inputs of a leaf beside the contract, without what the rest says.
fn literals(bench: &Bench<'_>, leaf: &Leaf) -> Vec<Term> {
    let end = leaf.conditions().count();
    let mut literals = Vec::new();
    let own = leaf.conditions().enumerate().skip(leaf.premises().count());
    for (_, condition) in own.filter(|(_, condition)| condition.said.is_needed_before(end)) {
        conjuncts(bench, condition.term, &mut literals);
    }
    literals
}

/// Takes a conjunction apart; what is there already is not said twice.
fn conjuncts(bench: &Bench<'_>, term: Term, literals: &mut Vec<Term>) {
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

/// The ways in which the programs differ on a leaf, each with what holds of the inputs.
fn ways(bench: &mut Bench<'_>, leaf: &Leaf, differ: Term) -> Vec<(Kind, Term)> {
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
    let observation = bench.observation();
    if kind != Kind::Result || !observation.output {
        return vec![(kind, differ)];
    }
    let results = Observation { output: false, ..observation.clone() };
    let Some(by_result) = bench.differ(leaf, &results) else { return vec![(kind, differ)] };
    let same = bench.terms.not(by_result);
    let by_output = bench.terms.and(differ, same);
    let ways = [(Kind::Result, by_result), (Kind::Output, by_output)];
    ways.into_iter().filter(|(_, term)| bench.terms.as_bool(*term) != Some(false)).collect()
}

/// What a program does on the inputs of a leaf.
fn does(bench: &Bench<'_>, leaf: &Leaf, kind: Kind, side: usize) -> Does {
    let outcome = &leaf.outcomes[side];
    match outcome.stop {
        End::Fault(fault) => Does::Faults(fault.kind.at(|_| ())),
        End::OutOfFuel => Does::RunsForEver,
        End::Done if kind == Kind::Output => {
            let parts = leaf.printed(side).iter().map(|part| match part {
                Written::Number(word) => bench.terms.infix(*word, EXPRESSION),
                Written::Byte(word) => match bench.terms.as_const(*word) {
                    Some(byte) => Some(format!("'{}'", (byte as u8).escape_ascii())),
                    None => bench.terms.infix(*word, EXPRESSION),
                },
            });
            Does::Prints(parts.collect())
        }
        End::Done => Does::Gives(bench.terms.infix(leaf.result(side), EXPRESSION)),
    }
}

/// Counts inputs of the contract.
struct Counter {
    symbols: Vec<Symbol>,
    diagrams: Diagrams,
    premises: Vec<Term>,
    /// How many there are: at most, where the contract's cannot be counted.
    all: BigUint,
    stop: Stop,
    too_large: u32,
}

impl Counter {
    fn new(bench: &mut Bench<'_>) -> Counter {
        let symbols = symbols(bench);
        let premises: Vec<Term> = bench.premises().collect();
        let diagrams = Diagrams::new(&symbols, bench.stop);
        let all = power(symbols.len());
        let stop = bench.stop.clone();
        let mut counter = Counter { symbols, diagrams, premises, all, stop, too_large: 0 };
        if let Some(all) = counter.count(bench, []) {
            counter.all = all;
        }
        counter
    }

    /// How many inputs of the contract satisfy all of these.
    fn count(&mut self, bench: &Bench<'_>, of: impl IntoIterator<Item = Term>) -> Option<BigUint> {
        if self.too_large == TOO_LARGE {
            return None;
        }
        let premises = self.premises.clone();
        let all = premises.into_iter().chain(of);
        match conjunction(&mut self.diagrams, bench, all) {
            Ok(diagram) => Some(self.diagrams.count(diagram)),
            Err(TooLarge) => {
                self.diagrams = Diagrams::new(&self.symbols, &self.stop);
                self.too_large += 1;
                None
            }
        }
    }
}

fn symbols(bench: &mut Bench<'_>) -> Vec<Symbol> {
    let inputs = bench.inputs();
    let of = |&word: &Term| {
        let set = bench.terms.mentions(word);
        bench.terms.members(set)[0]
    };
    inputs.iter().map(of).collect()
}

fn conjunction(
    diagrams: &mut Diagrams,
    bench: &Bench<'_>,
    of: impl IntoIterator<Item = Term>,
) -> Result<Diagram, TooLarge> {
    of.into_iter().try_fold(Diagram::TRUE, |all, term| {
        let one = diagrams.of(&bench.terms, term)?;
        diagrams.and(all, one)
    })
}

/// Tells pieces as regions.
struct Teller<'t, 'd> {
    bench: Bench<'t>,
    difference: &'t Difference<'d>,
    questions: u32,
}

impl Teller<'_, '_> {
    /// The regions, and whether they are all of the pieces.
    async fn tell(&mut self, pieces: Vec<Piece>) -> (Vec<Region>, bool) {
        let mut groups: Vec<Vec<Piece>> = Vec::new();
        for piece in pieces {
            let is_of = |group: &&mut Vec<Piece>| {
                (group[0].kind, &group[0].does) == (piece.kind, &piece.does)
            };
            match groups.iter_mut().find(is_of) {
                Some(group) => group.push(piece),
                None => groups.push(vec![piece]),
            }
        }
        groups.sort_by_key(|group| group[0].kind);
        let groups = self.united(groups).await;
        let (mut regions, mut is_told) = (Vec::new(), true);
        for group in &groups {
            if let Some(told) = self.intervals(group).await {
                regions.extend(told);
                continue;
            }
            is_told &= self.implicants(group, &mut regions).await;
        }
        (regions, is_told)
    }

    /// Groups with those of which the words of another one are true as well: where `$1` is
    /// 42, `$2 + 42` is `$1 + $2`. The first piece of a group has its words.
    async fn united(&mut self, groups: Vec<Vec<Piece>>) -> Vec<Vec<Piece>> {
        let mut united: Vec<Vec<Piece>> = Vec::new();
        let mut asked = 0;
        'groups: for mut group in groups {
            for other in &mut united {
                if asked < UNITED && self.are_true(&other[0], &group, &mut asked).await {
                    other.append(&mut group);
                    continue 'groups;
                }
                if asked < UNITED && self.are_true(&group[0], other, &mut asked).await {
                    group.append(other);
                    *other = group;
                    continue 'groups;
                }
            }
            united.push(group);
        }
        united
    }

    /// Whether what is said of a piece is true of all of a group.
    async fn are_true(&mut self, said: &Piece, group: &[Piece], asked: &mut u32) -> bool {
        for piece in group {
            if piece.kind != said.kind {
                return false;
            }
            for side in [0, 1] {
                if said.does[side] == piece.does[side] {
                    continue;
                }
                let [Some(one), Some(other)] = [said.results[side], piece.results[side]] else {
                    return false;
                };
                let same = self.bench.terms.eq(one, other);
                let model = &self.models(std::slice::from_ref(&piece.sample))[0];
                if !self.bench.terms.holds(same, model) {
                    return false;
                }
                *asked += 1;
                let here = all(&mut self.bench, &piece.literals);
                let differ = self.bench.terms.not(same);
                let differ = self.bench.terms.and(here, differ);
                if self.ask(differ).await != Reply::Refuted {
                    return false;
                }
            }
        }
        true
    }

    /// A group by the intervals of the one word that decides, where one does.
    async fn intervals(&mut self, group: &[Piece]) -> Option<Vec<Region>> {
        let symbols = symbols(&mut self.bench);
        let mut diagrams = Diagrams::new(&symbols, self.bench.stop);
        let mut any = Diagram::FALSE;
        for piece in group {
            let literals = piece.literals.iter().copied();
            let one = conjunction(&mut diagrams, &self.bench, literals).ok()?;
            any = diagrams.or(any, one).ok()?;
        }
        if any == Diagram::TRUE {
            let everything = self.bench.terms.bool(true);
            let sample = self.sample(everything).await?;
            return Some(vec![self.region(&group[0], "0 == 0".to_owned(), sample)]);
        }
        let (symbol, intervals) = diagrams.intervals(any, INTERVALS)?;
        let name = self.bench.terms.symbol_name(symbol).to_owned();
        let mut regions = Vec::new();
        let mut told = Diagram::FALSE;
        for text in intervals::in_words(&name, &intervals) {
            let term = self.meaning(&text)?;
            let diagram = diagrams.of(&self.bench.terms, term).ok()?;
            told = diagrams.or(told, diagram).ok()?;
            // The contract may leave nothing of it.
            match self.ask(term).await {
                Reply::Inputs(sample) => regions.push(self.region(&group[0], text, sample)),
                Reply::Refuted => {}
                Reply::Unknown => return None,
            }
        }
        // What was written is what was meant.
        (told == any).then_some(regions)
    }

    /// A group by conditions of its leaves; whether that is all of it.
    async fn implicants(&mut self, group: &[Piece], regions: &mut Vec<Region>) -> bool {
        let whole = group.iter().fold(self.bench.terms.bool(false), |any, piece| {
            let one = all(&mut self.bench, &piece.literals);
            self.bench.terms.or(any, one)
        });
        let outside = self.bench.terms.not(whole);
        let mut told = self.bench.terms.bool(false);
        let mut is_told = true;
        for piece in group {
            let here = all(&mut self.bench, &piece.literals);
            let untold = self.bench.terms.not(told);
            let rest = self.bench.terms.and(here, untold);
            match self.ask(rest).await {
                Reply::Refuted => continue,
                Reply::Unknown | Reply::Inputs(_) => {}
            }
            let mut literals = piece.literals.clone();
            let mut index = 0;
            while index < literals.len() && literals.len() > 1 {
                let dropped = literals.remove(index);
                let region = all(&mut self.bench, &literals);
                let beyond = self.bench.terms.and(region, outside);
                if self.ask(beyond).await != Reply::Refuted {
                    literals.insert(index, dropped);
                    index += 1;
                }
            }
            let region = all(&mut self.bench, &literals);
            let sample = self.sample(region).await;
            let text = match &sample {
                Some(sample) => self.text(&literals, sample).await,
                None => None,
            };
            match (text, sample) {
                (Some(text), Some(sample)) => {
                    regions.push(self.region(&group[0], text, sample));
                    told = self.bench.terms.or(told, region);
                }
                _ => is_told = false,
            }
        }
        is_told
    }

    fn region(&self, piece: &Piece, condition: String, sample: Inputs) -> Region {
        let (kind, does) = (piece.kind, piece.does.clone());
        let wraps = wraps::wraps(self.difference.images[1], &sample, self.difference.options.fuel);
        Region { kind, condition, sample, does, wraps }
    }

    /// Asks for inputs of the contract.
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

    /// An input of a region: the witness, where it is one.
    async fn sample(&mut self, region: Term) -> Option<Inputs> {
        let mut model = Model::new();
        let witness = &self.difference.inputs;
        for (symbol, &value) in symbols(&mut self.bench).into_iter().zip(witness.iter()) {
            model.set(symbol, value);
        }
        if self.bench.terms.holds(region, &model) {
            return Some(witness.clone());
        }
        match self.ask(region).await {
            Reply::Inputs(inputs) => Some(inputs),
            Reply::Refuted | Reply::Unknown => None,
        }
    }

    /// What an assumption means; none where it is none.
    fn meaning(&mut self, text: &str) -> Option<Term> {
        let contract = self.bench.contract();
        let mut assume = contract.spec().assume.clone();
        assume.push(text.to_owned());
        let extended = Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()?;
        let inputs = self.bench.inputs();
        let premises = contract::premises(&mut self.bench.terms, &extended, &inputs);
        let new = &premises[contract.premises().len()..];
        Some(all(&mut self.bench, new))
    }

    /// The text of a conjunction, which was read again; `sample` is an input of it.
    async fn text(&mut self, literals: &[Term], sample: &Inputs) -> Option<String> {
        let whole = all(&mut self.bench, literals);
        let texts = literals.iter().map(|&it| assumption::text(&self.bench.terms, it));
        let texts = texts.collect::<Option<Vec<String>>>()?;
        let texts = self.shorter(literals, texts, sample).await;
        let text = texts.join(" and ");
        let said = self.meaning(&text)?;
        self.is_same(whole, said).await.then_some(text)
    }

    /// The same conditions in fewer words, where there are any.
    async fn shorter(
        &mut self,
        literals: &[Term],
        mut texts: Vec<String>,
        sample: &Inputs,
    ) -> Vec<String> {
        let contract = self.bench.contract();
        let pool = self.models(&shorter::pool(contract, sample));
        let length = texts.join(" and ").len();
        let proposed: Vec<(String, Term)> = shorter::proposed(contract, sample)
            .into_iter()
            .filter(|text| text.len() < length)
            .filter_map(|text| Some((text.clone(), self.meaning(&text)?)))
            .collect();
        let mut literals = literals.to_vec();
        let whole = all(&mut self.bench, &literals);
        for (text, meaning) in &proposed {
            if self.is_alike(whole, *meaning, &pool) && self.is_same(whole, *meaning).await {
                return vec![text.clone()];
            }
        }
        for index in 0..literals.len() {
            for (text, meaning) in &proposed {
                if text.len() >= texts[index].len() {
                    break;
                }
                let mut others = literals.clone();
                others[index] = *meaning;
                let said = all(&mut self.bench, &others);
                if self.is_alike(whole, said, &pool) && self.is_same(whole, said).await {
                    (literals[index], texts[index]) = (*meaning, text.clone());
                    break;
                }
            }
        }
        // What became the same is said once.
        let mut said = Vec::new();
        for text in texts {
            if !said.contains(&text) {
                said.push(text);
            }
        }
        said
    }

    fn models(&mut self, inputs: &[Inputs]) -> Vec<Model> {
        let symbols = symbols(&mut self.bench);
        let model = |inputs: &Inputs| {
            let mut model = Model::new();
            symbols.iter().zip(inputs.iter()).for_each(|(it, &value)| model.set(*it, value));
            model
        };
        inputs.iter().map(model).collect()
    }

    /// Whether two conditions hold of the same of some inputs.
    fn is_alike(&mut self, one: Term, other: Term, pool: &[Model]) -> bool {
        let terms = &mut self.bench.terms;
        pool.iter().all(|model| terms.holds(one, model) == terms.holds(other, model))
    }

    /// Whether two conditions hold of the same inputs of the contract.
    async fn is_same(&mut self, one: Term, other: Term) -> bool {
        let terms = &mut self.bench.terms;
        let (not_one, not_other) = (terms.not(one), terms.not(other));
        let (more, less) = (terms.and(other, not_one), terms.and(one, not_other));
        let differ = terms.or(more, less);
        self.ask(differ).await == Reply::Refuted
    }
}

fn all(bench: &mut Bench<'_>, of: &[Term]) -> Term {
    let start = bench.terms.bool(true);
    of.iter().rev().fold(start, |all, &one| bench.terms.and(one, all))
}

//! A solver in process: terms become bits, bits become clauses, and a SAT
//! solver answers.
//!
//! It needs no thread, no download and no process, so it runs wherever the
//! engine does. Terms are blasted once and kept: an assertion is a literal
//! that a check assumes, so checks over terms that grow share all their work,
//! learnt clauses included, and an unsat answer names the assertions that the
//! SAT solver used. Memory needs no theory: a memory is an image with stores,
//! so a read is a choice among the values stored and the image's constants.
//!
//! Long chains of divisions are beyond a SAT solver; they are settled by
//! intervals instead ([`boxes`]), where those are few enough.
//!
//! Before either is asked, bounds on single words are put together
//! ([`range`](crate::term::range)), and a few models are tried: plain ones within the bounds, and
//! those that answered lately. In a search that walks from path to path that
//! answers most questions.

mod circuit;
mod gates;
pub mod proof;

use std::future::ready;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::{Answer, Assertions, Capabilities, Check, Limit, Solver, UnknownReason, boxes};
use crate::term::range::Ranges;
use crate::term::{Evaluation, Model, Node, Sort, Symbol, Term, Terms};
use gates::{Bit, Gates, Outcome};

/// Models that are kept to be tried again.
const KEPT_MODELS: usize = 8;
/// Models that are tried one by one rather than searched for.
const MAX_ENUMERATED: u64 = 64;
/// What the first look at the boxes may cost, in conflicts, and then the
/// first at the clauses.
const FIRST_BOXES: u64 = 100;
pub(super) const FIRST_CONFLICTS: u64 = 1_000;
/// Gates after which a session is begun anew, in any case, where it has become
/// so many times as large as its largest question, and where it is not small:
/// a model gives all gates their values, so each question pays for those of
/// all before it, and that soon costs more than what they taught.
const MAX_GATES: usize = 400_000;
const MAX_QUESTIONS: usize = 4;
const FEW_GATES: usize = 5_000;

/// The solver.
#[derive(Default)]
pub struct Bitblast {
    assertions: Assertions,
    session: Session,
    /// Models that answered lately.
    models: Vec<Model>,
}

/// What is known of the terms of one [`Terms`].
#[derive(Default)]
struct Session {
    gates: Gates,
    /// The bits of a term, the lowest first; none for a memory.
    bits: FxHashMap<Term, Rc<[Bit]>>,
    symbols: Vec<(Symbol, Term)>,
    /// The most gates that a question added.
    largest: usize,
    /// Whose terms they are.
    identity: Option<u64>,
}

impl Bitblast {
    /// A solver that knows nothing yet.
    pub fn new() -> Bitblast {
        Bitblast::default()
    }

    fn ask(&mut self, terms: &Terms, limit: Limit) -> Answer {
        let rest = limit.conflicts.saturating_sub(FIRST_CONFLICTS);
        self.begin(terms, limit)
            .or_else(|| self.go_on(terms, rest))
            .unwrap_or(Answer::Unknown(UnknownReason::Limit))
    }

    /// The answer, where it takes no more of the SAT solver than a first look.
    pub(super) fn begin(&mut self, terms: &Terms, limit: Limit) -> Option<Answer> {
        let ranges = &self.ranges(terms);
        if let Some(empty) = ranges.empty() {
            return Some(Answer::Unsat(Some(self.names(empty.said_by.iter().copied()))));
        }
        if let Some(model) = bounded_only(terms, ranges) {
            return Some(self.assertions.answer(terms, model));
        }
        let mut evaluation = self.assertions.evaluation(terms);
        if let Some(model) = self.guess(terms, &mut evaluation, ranges) {
            return Some(self.assertions.answer(terms, model));
        }
        // What one of the two finds easy the other may find hard, so each gets
        // a small part of the limit before the boxes get what is left.
        self.enumerate(terms, &mut evaluation, ranges)
            .or_else(|| self.branch_and_prune(terms, ranges, limit.conflicts.min(FIRST_BOXES)))
            .or_else(|| self.satisfy(terms, ranges, limit.conflicts.min(FIRST_CONFLICTS)))
            .or_else(|| self.branch_and_prune(terms, ranges, limit.conflicts))
    }

    /// The SAT solver's answer to a query that was begun, within so many more
    /// conflicts.
    pub(super) fn go_on(&mut self, terms: &Terms, conflicts: u64) -> Option<Answer> {
        let ranges = self.ranges(terms);
        (conflicts > 0).then(|| self.satisfy(terms, &ranges, conflicts)).flatten()
    }

    fn ranges(&self, terms: &Terms) -> Ranges {
        Ranges::new(terms, self.assertions.iter().map(|(_, term)| term))
    }

    /// The answer by [`boxes`], for about as much as so many conflicts.
    fn branch_and_prune(
        &mut self,
        terms: &Terms,
        ranges: &Ranges,
        conflicts: u64,
    ) -> Option<Answer> {
        match boxes::search(terms, &self.assertions, ranges, conflicts) {
            boxes::Outcome::Sat(model) => Some(self.found(terms, model)),
            boxes::Outcome::Unsat => {
                let all = 0..self.assertions.iter().count();
                Some(Answer::Unsat(Some(self.names(all))))
            }
            boxes::Outcome::Open => None,
        }
    }

    /// The SAT solver's answer within so many conflicts.
    fn satisfy(&mut self, terms: &Terms, ranges: &Ranges, conflicts: u64) -> Option<Answer> {
        let identity = Some(terms.identity());
        if self.session.identity != identity || self.session.is_worn() {
            self.session = Session { identity, ..Session::default() };
        }
        let before = self.session.gates.len();
        // Each literal, with the positions of the assertions that it stands for.
        let mut assumed: Vec<(Bit, Vec<usize>)> = Vec::new();
        let mut direct = ranges.others.clone();
        for range in &ranges.ranges {
            let said_by = range.said_by.clone();
            match range.intervals[..] {
                [bounds] if said_by.len() > 1 => {
                    assumed.push((self.session.within(terms, range.term, bounds), said_by))
                }
                _ => direct.extend(said_by),
            }
        }
        direct.sort_unstable();
        let roots: Vec<Term> = self.assertions.iter().map(|(_, term)| term).collect();
        for position in direct {
            assumed.push((self.session.literal(terms, roots[position]), vec![position]));
        }
        let added = self.session.gates.len() - before;
        self.session.largest = self.session.largest.max(added);
        let literals: Vec<Bit> = assumed.iter().map(|&(bit, _)| bit).collect();
        match self.session.gates.solve(&literals, conflicts) {
            Outcome::Sat => Some(self.found(terms, self.session.model())),
            Outcome::Unsat(used) => {
                let used = assumed.into_iter().filter(|(bit, _)| used.contains(bit));
                Some(Answer::Unsat(Some(self.names(used.flat_map(|(_, positions)| positions)))))
            }
            Outcome::Limit => None,
        }
    }

    /// The answer where a search gave a model, which is kept.
    fn found(&mut self, terms: &Terms, model: Model) -> Answer {
        let answer = self.assertions.answer(terms, model);
        if let Answer::Sat(model) = &answer {
            self.keep(model.clone());
        }
        answer
    }

    /// The names of assertions at these positions.
    fn names(&self, positions: impl Iterator<Item = usize>) -> Vec<String> {
        let names: Vec<&str> = self.assertions.iter().map(|(name, _)| name).collect();
        positions.map(|position| names[position].to_owned()).collect()
    }

    /// The answer where the ranges leave few models: each is tried.
    fn enumerate(
        &self,
        terms: &Terms,
        evaluation: &mut Evaluation<'_>,
        ranges: &Ranges,
    ) -> Option<Answer> {
        let mut models = vec![Model::new()];
        for symbol in evaluation.free_symbols() {
            let range = ranges.variable(terms, symbol)?;
            let size = range.intervals.iter().map(|&(a, b)| u64::from(b - a) + 1).sum::<u64>();
            if size * models.len() as u64 > MAX_ENUMERATED {
                return None;
            }
            let words = range.intervals.iter().flat_map(|&(first, last)| first..=last);
            let extended = words.flat_map(|word| {
                models.iter().map(move |model| {
                    let mut model = model.clone();
                    model.set(symbol, word);
                    model
                })
            });
            models = extended.collect();
        }
        let found = models.into_iter().find(|model| evaluation.all_hold(model));
        Some(match found {
            Some(model) => self.assertions.answer(terms, model),
            None => {
                Answer::Unsat(Some(self.assertions.iter().map(|(n, _)| n.to_owned()).collect()))
            }
        })
    }

    /// A model among those at hand: plain words of the ranges, models that
    /// answered lately, and a few that often do.
    fn guess(
        &self,
        terms: &Terms,
        evaluation: &mut Evaluation<'_>,
        ranges: &Ranges,
    ) -> Option<Model> {
        let bounded = bounded(terms, ranges)?;
        let symbols = evaluation.free_symbols();
        let plain = [[0, 0], [1, 0], [0, 1], [u32::MAX, 1], [1, 2], [1 << 31, u32::MAX]];
        let plain = plain.into_iter().map(|values| {
            let mut model = bounded.clone();
            for (&symbol, value) in symbols.iter().zip(values) {
                if ranges.variable(terms, symbol).is_none() {
                    model.set(symbol, value);
                }
            }
            model
        });
        let mut candidates = plain.chain(self.models.iter().rev().cloned());
        candidates.find(|model| evaluation.all_hold(model))
    }

    /// Whether a model of another solver's satisfies the assertions.
    pub(super) fn accepts(&self, terms: &Terms, model: &Model) -> bool {
        self.assertions.hold(terms, model)
    }

    fn keep(&mut self, model: Model) {
        if self.models.len() == KEPT_MODELS {
            self.models.remove(0);
        }
        self.models.push(model);
    }
}

/// A plain word for each variable with a range; none where one is empty.
fn bounded(terms: &Terms, ranges: &Ranges) -> Option<Model> {
    let mut model = Model::new();
    for (symbol, range) in ranges.variables(terms) {
        model.set(symbol, range.plain_word()?);
    }
    Some(model)
}

/// A model where ranges of variables are all there is.
fn bounded_only(terms: &Terms, ranges: &Ranges) -> Option<Model> {
    let is_all = ranges.others.is_empty() && ranges.variables(terms).count() == ranges.ranges.len();
    if is_all { bounded(terms, ranges) } else { None }
}

impl Session {
    /// Whether a new one is better.
    fn is_worn(&self) -> bool {
        let enough = FEW_GATES + MAX_QUESTIONS * self.largest;
        self.gates.len() > enough.min(MAX_GATES)
    }

    /// The literal of a boolean term.
    fn literal(&mut self, terms: &Terms, term: Term) -> Bit {
        self.blast(terms, term);
        self.bits[&term][0]
    }

    /// Whether a word lies between bounds, both included.
    fn within(&mut self, terms: &Terms, term: Term, (first, last): (u32, u32)) -> Bit {
        self.blast(terms, term);
        let word = &self.bits[&term];
        let (first, last) =
            (circuit::constant(first.into(), 32), circuit::constant(last.into(), 32));
        if first == last {
            return self.gates.equal(word, &first);
        }
        let below = self.gates.less(word, &first);
        let above = self.gates.less(&last, word);
        self.gates.and(!below, !above)
    }

    /// Gives a term and all below it their bits.
    fn blast(&mut self, terms: &Terms, root: Term) {
        // Arguments first: a term waits on the stack for those that miss.
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.bits.contains_key(&term) {
                stack.pop();
                continue;
            }
            let before = stack.len();
            let missing = terms.node(term).args().filter(|arg| !self.bits.contains_key(arg));
            stack.extend(missing);
            if stack.len() == before {
                let bits = self.circuit(terms, term);
                self.bits.insert(term, bits.into());
                stack.pop();
            }
        }
    }

    /// The bits of a term whose arguments have theirs.
    fn circuit(&mut self, terms: &Terms, term: Term) -> Vec<Bit> {
        let Session { gates, bits, symbols, .. } = self;
        let of = |term: Term| &bits[&term][..];
        match terms.node(term) {
            Node::Bool(value) => vec![Bit::constant(value)],
            Node::Word(value) => circuit::constant(value.into(), 32),
            Node::Double(value) => circuit::constant(value, 64),
            Node::Symbol(symbol) => {
                symbols.push((symbol, term));
                (0..32).map(|_| gates.fresh()).collect()
            }
            Node::Image(_) | Node::Store(..) => Vec::new(),
            Node::Not(a) => vec![!of(a)[0]],
            Node::And(a, b) => vec![gates.and(of(a)[0], of(b)[0])],
            Node::Or(a, b) => vec![!gates.and(!of(a)[0], !of(b)[0])],
            Node::Eq(a, b) => vec![gates.equal(of(a), of(b))],
            Node::Ult(a, b) => vec![gates.less(of(a), of(b))],
            Node::Slt(a, b) => vec![gates.less_signed(of(a), of(b))],
            Node::Ite(test, a, b) => gates.choose(of(test)[0], of(a), of(b)),
            Node::Add(a, b) => gates.add(of(a), of(b), Bit::FALSE),
            Node::Sub(a, b) => gates.subtract(of(a), of(b)),
            Node::Mul(a, b) if terms.sort(term) == Sort::Double => {
                wide_product(gates, terms, bits, a, b)
            }
            Node::Mul(a, b) => gates.multiply(of(a), of(b)),
            Node::BitAnd(a, b) => of(a).iter().zip(of(b)).map(|(&a, &b)| gates.and(a, b)).collect(),
            Node::Udiv(a, b) => gates.divide(of(a), of(b)).0,
            Node::Urem(a, b) => gates.divide(of(a), of(b)).1,
            Node::Sdiv(a, b) => gates.divide_signed(of(a), of(b)).0,
            Node::Srem(a, b) => gates.divide_signed(of(a), of(b)).1,
            Node::SignExtend(a) => {
                let mut wide = of(a).to_vec();
                wide.resize(64, wide[31]);
                wide
            }
            Node::ZeroExtend(a) => {
                let mut wide = of(a).to_vec();
                wide.resize(64, Bit::FALSE);
                wide
            }
            Node::Low(a) => of(a)[..32].to_vec(),
            Node::High(a) => of(a)[32..].to_vec(),
            Node::Select(memory, address) => read(gates, terms, bits, memory, address),
        }
    }

    /// The values of the variables in the SAT solver's model.
    fn model(&self) -> Model {
        let mut model = Model::new();
        for (symbol, term) in &self.symbols {
            let bits = self.bits[term].iter().rev();
            let value = bits.fold(0, |value, &bit| value << 1 | u32::from(self.gates.value(bit)));
            model.set(*symbol, value);
        }
        model
    }
}

/// A 64-bit product. Of extended words it is a product of words, with the
/// high word corrected where the extension is signed.
fn wide_product(
    gates: &mut Gates,
    terms: &Terms,
    bits: &FxHashMap<Term, Rc<[Bit]>>,
    a: Term,
    b: Term,
) -> Vec<Bit> {
    let narrow = |term| match terms.node(term) {
        Node::SignExtend(a) => Some((true, a)),
        Node::ZeroExtend(a) => Some((false, a)),
        _ => None,
    };
    match (narrow(a), narrow(b)) {
        (Some((signed, a)), Some((also_signed, b))) if signed == also_signed => {
            let (a, b) = (&bits[&a], &bits[&b]);
            let product = gates.multiply_wide(a, b);
            if !signed {
                return product;
            }
            let mut high = product[32..].to_vec();
            for (sign, other) in [(a[31], b), (b[31], a)] {
                let correction: Vec<Bit> = other.iter().map(|&bit| gates.and(sign, bit)).collect();
                high = gates.subtract(&high, &correction);
            }
            [&product[..32], &high].concat()
        }
        _ => gates.multiply(&bits[&a], &bits[&b]),
    }
}

/// The word of a memory at an address: that of the last store there, else the
/// image's.
fn read(
    gates: &mut Gates,
    terms: &Terms,
    bits: &FxHashMap<Term, Rc<[Bit]>>,
    memory: Term,
    address: Term,
) -> Vec<Bit> {
    let address = &bits[&address];
    let mut stores = Vec::new();
    let mut memory = memory;
    let mut word = loop {
        match terms.node(memory) {
            Node::Store(older, at, value) => {
                let here = gates.equal(&bits[&at], address);
                if here == Bit::TRUE {
                    break bits[&value].to_vec();
                }
                stores.push((here, value));
                memory = older;
            }
            Node::Image(image) => break gates.table(terms.image_words(image), address),
            _ => unreachable!("a memory is an image with stores"),
        }
    };
    for (here, value) in stores.into_iter().rev() {
        word = gates.choose(here, &bits[&value], &word);
    }
    word
}

impl Solver for Bitblast {
    fn name(&self) -> &str {
        "bitblast"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { incremental: true, in_process: true, unsat_cores: true }
    }

    fn push(&mut self) {
        self.assertions.push();
    }

    fn pop(&mut self) {
        self.assertions.pop();
    }

    fn assert(&mut self, name: &str, term: Term) {
        self.assertions.assert(name, term);
    }

    fn check<'a>(&'a mut self, terms: &'a Terms, _: &'a str, limit: Limit) -> Check<'a> {
        Box::pin(ready(self.ask(terms, limit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_does_not_pay_for_all_before_it() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let number = terms.word(0x1234_5677);
        let mut solver = Bitblast::new();
        let (mut all, mut first) = (0, 0);
        for k in 1..40 {
            let k = terms.word(k);
            let sum = terms.add(y, k);
            let product = terms.mul(x, sum);
            let claim = terms.eq(product, number);
            solver.push();
            solver.assert("product", claim);
            solver.models.clear();
            let before = solver.session.gates.len();
            let answer = solver.ask(&terms, Limit::default());
            assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
            solver.pop();
            let now = solver.session.gates.len();
            first = if first == 0 { now } else { first };
            all += now.checked_sub(before).unwrap_or(now);
            assert!(now <= FEW_GATES + (MAX_QUESTIONS + 2) * first, "{now} gates");
        }
        assert!(all > 10 * (FEW_GATES + first), "{all} gates are too few to show anything");
    }

    /// The SAT solver's model, read with a bit turned round, is not given out.
    #[test]
    fn a_model_that_is_read_wrongly_does_not_leave() {
        let mut terms = Terms::new();
        let (x, y) = (terms.symbol("$1"), terms.symbol("$2"));
        let (product, number) = (terms.mul(x, y), terms.word(3 * 0x1234_5677));
        let claim = terms.eq(product, number);
        let mut solver = Bitblast::new();
        solver.assert("product", claim);
        let honest = solver.ask(&terms, Limit::default());
        assert!(matches!(honest, Answer::Sat(_)), "{honest:?}");

        solver.models.clear();
        let mut bits = solver.session.bits[&x].to_vec();
        bits[0] = !bits[0];
        solver.session.bits.insert(x, bits.into());
        let lie = solver.ask(&terms, Limit::default());
        assert_eq!(lie, Answer::Unknown(UnknownReason::WrongModel));
        assert!(solver.models.is_empty(), "it is not tried again either");
    }
}

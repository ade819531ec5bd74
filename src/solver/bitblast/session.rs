//! The gates of terms, made once and kept from check to check.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::PROPAGATIONS_PER_GATE;
use super::circuit;
use super::gates::{Bit, Gates, PROPAGATIONS_PER_UNIT};
use super::memory::Memories;
use crate::solver::stop::{Stop, Stopped};
use crate::solver::{Measure, Question};
use crate::term::{Model, Node, Sort, Symbol, Term, Terms, walk};

/// A session is restarted once it has this many times the gates of its largest query. A model
/// assigns all gates, so each query pays for the gates of all earlier ones, and that soon costs
/// more than their learnt clauses save.
pub(super) const MAX_QUESTIONS: usize = 4;
/// Gates that are allowed in addition to that multiple.
pub(super) const FEW_GATES: usize = 5_000;
/// Maximum number of gates of a session.
const MAX_GATES: usize = 400_000;
/// Terms that become gates between two polls of the caller's [`Stop`].
const TERMS_PER_LOOK: u32 = 16;
/// Limits on the gates that one query may add: a base amount, more for each unit of its effort, and
/// an overall maximum (some 700 MB). The maximum is about a third of that where work is limited,
/// because many queries are posed then. A path of hundreds of divisions has millions of gates, and
/// making them takes longer than the search that is then allowed.
const GATES: usize = 200_000;
const GATES_PER_UNIT: u64 = 400;
/// Limits on the gates that one query may add where effort is measured as work: a base amount, as many per
/// unit as take as long as the search, and an overall maximum.
const GATES_BY_WORK: usize = 50_000;
const GATES_PER_UNIT_BY_WORK: u64 = PROPAGATIONS_PER_UNIT / PROPAGATIONS_PER_GATE;
const GATES_AT_MOST: usize = 2_000_000;
const GATES_OF_LIMITED: usize = 700_000;

/// Why a query has no gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmade {
    /// The caller's [`Stop`] was due.
    Stopped,
    /// It would have too many gates.
    TooMany,
}

impl From<Stopped> for Unmade {
    fn from(_: Stopped) -> Unmade {
        Unmade::Stopped
    }
}

/// The gates of terms of one [`Terms`].
#[derive(Default)]
pub(super) struct Session {
    pub gates: Gates,
    /// The bits of a term, least significant first; none for a memory.
    pub bits: FxHashMap<Term, Rc<[Bit]>>,
    /// The free words, with their terms.
    pub symbols: Vec<(Symbol, Term)>,
    pub(super) memories: Memories,
    /// The query that the session is valid for, if it is valid for one only.
    only_for: Option<Vec<Term>>,
    /// The largest number of gates that a query added.
    pub largest: usize,
    /// The limit on gates, for the current query and all earlier ones.
    most: usize,
    /// The identity of the terms.
    identity: Option<u64>,
}

impl Session {
    /// Prepares for a query of this effort, reusing gates where that pays.
    pub fn begin(&mut self, terms: &Terms, roots: &[Term], question: &Question<'_>) {
        let identity = Some(terms.identity());
        let other = self.only_for.as_ref().is_some_and(|only| only != roots);
        let only_for = || Memories::need_all_addresses(terms, roots).then(|| roots.to_vec());
        if self.identity != identity || other || self.is_worn() {
            *self = Session { identity, only_for: only_for(), ..Session::default() };
        } else if self.only_for.is_none()
            && let Some(only_for) = only_for()
        {
            let only_for = Some(only_for);
            *self = Session { identity, only_for, ..Session::default() };
        }
        let most = if question.stop.limits_work() { GATES_OF_LIMITED } else { GATES_AT_MOST };
        let for_effort =
            |per_unit| question.effort.0.saturating_mul(per_unit).min(most as u64) as usize;
        let added = match question.measure {
            Measure::Conflicts => GATES + for_effort(GATES_PER_UNIT),
            Measure::Work => for_effort(GATES_PER_UNIT_BY_WORK).max(GATES_BY_WORK),
        };
        self.most = self.gates.len() + added.min(most);
    }

    /// A session for a single query, whose gates record their clauses.
    pub fn recording(terms: &Terms, roots: &[Term]) -> Session {
        let (gates, only_for) = (Gates::recording(), Some(roots.to_vec()));
        let identity = Some(terms.identity());
        Session { gates, only_for, identity, most: GATES_AT_MOST, ..Session::default() }
    }

    /// Whether a new session would be better.
    fn is_worn(&self) -> bool {
        if self.gates.is_abandoned() {
            return true;
        }
        let enough = FEW_GATES + MAX_QUESTIONS * self.largest;
        self.gates.len() > enough.min(MAX_GATES)
    }

    /// The literal of a boolean term.
    pub fn literal(&mut self, terms: &Terms, term: Term, stop: &Stop) -> Result<Bit, Unmade> {
        self.blast(terms, term, stop)?;
        Ok(self.bits[&term][0])
    }

    /// Whether a word lies between bounds, both included.
    pub fn within(
        &mut self,
        terms: &Terms,
        term: Term,
        (first, last): (u32, u32),
        stop: &Stop,
    ) -> Result<Bit, Unmade> {
        self.blast(terms, term, stop)?;
        let word = &self.bits[&term];
        let (first, last) =
            (circuit::constant(first.into(), 32), circuit::constant(last.into(), 32));
        if first == last {
            return Ok(self.gates.equal(word, &first));
        }
        let below = self.gates.less(word, &first);
        let above = self.gates.less(&last, word);
        Ok(self.gates.and(!below, !above))
    }

    /// Defines the equalities of memories, once all addresses of the query are known.
    pub fn settle_equalities(&mut self, terms: &Terms, stop: &Stop) -> Result<(), Stopped> {
        let Session { gates, bits, memories, only_for, .. } = self;
        gates.listen_to(stop);
        if let Some(roots) = only_for {
            memories.settle(gates, terms, bits, roots, stop)?;
        }
        if gates.is_abandoned() { Err(Stopped) } else { Ok(()) }
    }

    /// Blasts a term and all its subterms. Work done before a stop is kept.
    fn blast(&mut self, terms: &Terms, root: Term, stop: &Stop) -> Result<(), Unmade> {
        if self.bits.contains_key(&root) {
            return Ok(());
        }
        // There may be many small roots.
        if stop.is_due() {
            return Err(Unmade::Stopped);
        }
        self.gates.listen_to(stop);
        let look = stop.every(TERMS_PER_LOOK);
        walk::arguments_first(root, |term, waiting| {
            if self.bits.contains_key(&term) {
                return Ok(());
            }
            let before = waiting.len();
            waiting.extend(terms.node(term).args().filter(|arg| !self.bits.contains_key(arg)));
            if waiting.len() > before {
                return Ok(());
            }
            if look.is_due() {
                return Err(Unmade::Stopped);
            }
            let before = self.gates.len();
            if before > self.most {
                return Err(Unmade::TooMany);
            }
            let bits = self.circuit(terms, term);
            stop.spend((self.gates.len() - before) as u64);
            if self.gates.is_abandoned() {
                return Err(Unmade::Stopped);
            }
            self.bits.insert(term, bits.into());
            Ok(())
        })
    }

    /// The bits of a term whose arguments have theirs.
    fn circuit(&mut self, terms: &Terms, term: Term) -> Vec<Bit> {
        if terms.sort(term) == Sort::Memory {
            return Vec::new();
        }
        let Session { gates, bits, symbols, memories, .. } = self;
        let of = |term: Term| &bits[&term][..];
        match terms.node(term) {
            Node::Bool(value) => vec![Bit::constant(value)],
            Node::Word(value) => circuit::constant(value.into(), 32),
            Node::Double(value) => circuit::constant(value, 64),
            Node::Symbol(symbol) => {
                symbols.push((symbol, term));
                (0..32).map(|_| gates.fresh()).collect()
            }
            Node::Image(_) | Node::Store(..) => unreachable!("memories"),
            Node::Not(a) => vec![!of(a)[0]],
            Node::And(a, b) => vec![gates.and(of(a)[0], of(b)[0])],
            Node::Or(a, b) => vec![!gates.and(!of(a)[0], !of(b)[0])],
            Node::Eq(a, b) if terms.sort(a) == Sort::Memory => {
                vec![memories.equal(gates, terms, bits, a, b)]
            }
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
            Node::Select(memory, address) => memories.read(gates, terms, bits, memory, of(address)),
        }
    }

    /// The model of the last SAT check.
    pub fn model(&self) -> Model {
        let mut model = Model::new();
        for (symbol, term) in &self.symbols {
            model.set(*symbol, self.gates.word(&self.bits[term]));
        }
        self.memories.set_contents(&self.gates, &mut model);
        model
    }
}

/// A 64-bit product. A product of extended words is computed as a product of words, with a
/// correction of the high word for sign extension.
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

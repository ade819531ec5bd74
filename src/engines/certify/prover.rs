//! The advisor of the checker's walk: searches for answers and records them.

use std::collections::BTreeMap;

use tamarin_checker::advisor::{Advisor, Step};
use tamarin_checker::algebra::Factor;
use tamarin_checker::boxes::Query;
use tamarin_checker::certificate::{Answer, Location, Measure, Name};
use tamarin_checker::obligation::{Goal, Kind, Obligation, Scene};
use tamarin_checker::terms::{Condition, Fact, Terms, Word};

use super::boxes::{self, Found};
use super::cofactors::cofactors;
use super::refutation::{Refutation, refute};
use super::samples::Samples;
use super::{divisions, lemmas, products};
use crate::solver::{Effort, Stop};

/// Maximum number of conflicts for the condition of a lemma: that a multiple of a quotient fits in
/// a word takes some thousands.
const OF_LEMMAS: Effort = Effort(12_000);
/// Maximum number of conflicts before another method is tried.
const BRIEF: Effort = Effort(300);
/// Maximum number of conflicts for an optional obligation.
const OPTIONAL: Effort = Effort(1_000);
/// Maximum number of conflicts for the decrease of a measure.
const OF_MEASURES: Effort = Effort(4_000);
/// Maximum number of conflicts for products of words, which are left to algebra.
const OF_PRODUCTS: Effort = Effort(300);
/// The same for claims that were found to be true.
const OF_TRUE_PRODUCTS: Effort = Effort(3_000);
/// Maximum number of conflicts for an optional fact at a point of procedures.
const OF_FACTS: Effort = Effort(1_000);
/// Maximum number of conflicts with added facts about products.
const NEEDED_OF_ALL: Effort = Effort(25_000);
/// The same for divisions by words, which are hard at the bit level unless the dividend is small.
const OF_DIVISIONS: Effort = Effort(1_000);
/// Maximum number of obligations: the paths of a loop have no end.
const ANSWERS: usize = 8_000;
/// Maximum number of conflicts for whether a word recurs at the end of a cycle, and of failed
/// attempts at cycles.
const OF_LAPS: Effort = Effort(300);
const LAPS: usize = 256;
/// Maximum number of changing words in measures.
const CHANGING: usize = 6;
/// Maximum number of other words.
const STANDING: usize = 6;

/// The advisor.
pub struct Prover<'s> {
    stop: &'s Stop,
    /// The effort for a required obligation.
    needed: Effort,
    /// The effort for products of words.
    of_products: Effort,
    /// The effort for an optional obligation.
    optional: Effort,
    /// Inputs on which paths are tried.
    samples: Samples,
    /// Whether claims of steps are facts.
    by_procedures: bool,
    /// The last claim of a step that was requested.
    last_claim: Option<usize>,
    answers: Vec<Option<Answer>>,
    measures: Vec<Measure>,
    laps: Vec<[u64; 2]>,
    /// Number of failed attempts at cycles.
    no_laps: usize,
    /// The measure that is being tried, and the number of answers before it.
    trying: Option<(Option<Measure>, usize)>,
}

impl<'s> Prover<'s> {
    /// A prover without answers.
    pub fn new(stop: &'s Stop, needed: Effort) -> Prover<'s> {
        Prover {
            stop,
            needed,
            of_products: OF_PRODUCTS,
            optional: OPTIONAL,
            samples: Samples::default(),
            by_procedures: false,
            last_claim: None,
            answers: Vec::new(),
            measures: Vec::new(),
            laps: Vec::new(),
            no_laps: 0,
            trying: None,
        }
    }

    /// The same for claims by procedures, which were found to be true: if algebra fails, products
    /// get more effort at the bit level.
    pub fn of_procedures(stop: &'s Stop, needed: Effort) -> Prover<'s> {
        Prover {
            of_products: needed.min(OF_TRUE_PRODUCTS),
            optional: needed.min(OPTIONAL),
            by_procedures: true,
            ..Prover::new(stop, needed)
        }
    }

    /// The same for claims by paths from the start, which were found to be true. Without equations
    /// of a node, algebra has few premises, so products get the full effort at the bit level.
    /// Whether a path that no sample takes is possible gets the full effort, too, since otherwise
    /// the paths of a loop have no end.
    pub fn of_paths(stop: &'s Stop, needed: Effort, samples: Samples) -> Prover<'s> {
        Prover { of_products: needed, optional: needed, samples, ..Prover::new(stop, needed) }
    }

    /// The last claim of a step that was requested: if the walk ended at a claim, it is this one.
    pub fn last_claim(&self) -> Option<usize> {
        self.last_claim
    }

    /// All answers and measures, in order.
    pub fn into_answers(mut self) -> (Vec<Option<Answer>>, Vec<Measure>) {
        self.settle();
        (self.answers, self.measures)
    }

    /// The cycles of paths that run for ever.
    pub fn laps(&self) -> &[[u64; 2]] {
        &self.laps
    }

    /// Keeps the last measure: no other was tried after it, so it succeeded.
    fn settle(&mut self) {
        if let Some((Some(measure), _)) = self.trying.take() {
            self.measures.push(measure);
        }
    }

    fn look(&self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer> {
        let effort = match obligation.kind {
            Kind::Path | Kind::NoIncrease => self.optional,
            Kind::Sign => OPTIONAL.min(self.needed),
            Kind::Step if self.by_procedures && obligation.claim.is_some() => {
                self.needed.min(OF_FACTS)
            }
            Kind::Decrease => OF_MEASURES,
            Kind::Lap => OF_LAPS,
            Kind::Stuck | Kind::Step | Kind::Call | Kind::Return | Kind::Exit | Kind::Output => {
                self.needed
            }
        };
        if matches!(obligation.kind, Kind::Path | Kind::Sign)
            && self.samples.satisfy(&scene.terms, &obligation.refutable(obligation.goal))
        {
            return None;
        }
        // Most candidate cycles fail, so only the bit level is tried.
        if obligation.kind == Kind::Lap {
            return self.bits(scene, obligation, obligation.goal, effort).map(Answer::Bits);
        }
        let Some(word) = obligation.zero_goal(&mut scene.terms) else {
            return self.by_bits(scene, obligation, effort);
        };
        let zeros = obligation.zeros(&mut scene.terms);
        if let Some(factors) = cofactors(&scene.terms, word, &zeros) {
            return Some(algebra(None, factors));
        }
        // Bit-blasting is slow for quotients written as products and for signed products, which
        // lemmas decide.
        if lemmas::has_high_words(&scene.terms, word)
            && let Some(found) = self.with_lemmas(scene, obligation, word, zeros.clone())
        {
            return Some(found.answer(None, Vec::new()));
        }
        let is_product = multiplies(&scene.terms, word);
        let effort = if is_product { effort.min(self.of_products) } else { effort };
        if obligation.zeros.is_empty() && !is_product {
            let by_bits = self.by_bits(scene, obligation, effort);
            return by_bits.or_else(|| self.by_equal(scene, obligation, word, zeros));
        }
        let by_equal = self.by_equal(scene, obligation, word, zeros);
        by_equal.or_else(|| self.by_bits(scene, obligation, effort))
    }

    /// By conditions alone. On paths from the start, where words consist of inputs: briefly at the bit
    /// level, then by interval boxes and by relations between divisions, then at the bit level with
    /// the full effort.
    fn by_conditions(
        &self,
        scene: &mut Scene,
        obligation: &Obligation<'_>,
        effort: Effort,
    ) -> Option<Answer> {
        if obligation.node != [Location::Entry; 2] {
            return self.bits(scene, obligation, obligation.goal, effort).map(Answer::Bits);
        }
        if let Some(text) = self.bits(scene, obligation, obligation.goal, effort.min(BRIEF)) {
            return Some(Answer::Bits(text));
        }
        if effort <= BRIEF {
            return None;
        }
        let query = Query::new(&scene.terms, &obligation.refutable(obligation.goal));
        match boxes::search(&query, effort, self.stop) {
            Found::Shown(count) => return Some(Answer::Boxes(count)),
            Found::Numbers(numbers) => {
                self.samples.add(&scene.terms, &query, &numbers);
                return None;
            }
            Found::Open => {}
        }
        let mut tentative = scene.clone();
        let mut left = effort;
        if let Some((deduced, known)) = divisions::related(&mut tentative, obligation) {
            let all = Obligation { conditions: &known.conditions, ..*obligation };
            if let Some(bits) = self.bits(&tentative, &all, obligation.goal, effort) {
                return Some(Answer::BitsAfter { deduced, bits });
            }
            // Fewer facts make a query shorter, but rarely more provable.
            left = Effort(effort.0 / 4);
        }
        self.bits(scene, obligation, obligation.goal, left).map(Answer::Bits)
    }

    /// By conditions alone, and with the words that the node makes zero only if necessary.
    fn by_bits(
        &self,
        scene: &mut Scene,
        obligation: &Obligation<'_>,
        effort: Effort,
    ) -> Option<Answer> {
        let by_conditions = self.by_conditions(scene, obligation, effort);
        if by_conditions.is_some() {
            return by_conditions;
        }
        // Without the node's claims, algebra helps only if conditions involve products.
        let multiplies = |condition: &Condition| match condition.fact {
            Fact::Zero(word) => multiplies(&scene.terms, word),
            Fact::Less(..) | Fact::LowZero(..) => false,
        };
        if obligation.zeros.is_empty() && !obligation.conditions.iter().any(multiplies) {
            return None;
        }
        let zeros = obligation.zeros(&mut scene.terms);
        let against = (0..obligation.conditions.len()).find_map(|condition| {
            let word = obligation.not_zero(condition)?;
            Some(algebra(Some(condition), cofactors(&scene.terms, word, &zeros)?))
        });
        if against.is_some() || obligation.zeros.is_empty() {
            return against;
        }
        let divides = lemmas::divide_by_words(&scene.terms, obligation.zeros);
        for condition in (0..obligation.conditions.len()).filter(|_| divides) {
            let Some(word) = obligation.not_zero(condition) else { continue };
            let Some(found) = self.with_lemmas(scene, obligation, word, zeros.clone()) else {
                continue;
            };
            return Some(found.answer(Some(condition), Vec::new()));
        }
        // An optional obligation gets little effort where few claims are made.
        if self.needed < OPTIONAL && obligation.kind == Kind::Path {
            return None;
        }
        let effort = self.needed.min(if divides { OF_DIVISIONS } else { NEEDED_OF_ALL });
        let mut tentative = scene.clone();
        let prove = |scene: &Scene, conditions: &[Condition], goal, effort| {
            let all = Obligation { conditions, ..*obligation };
            self.bits(scene, &all, goal, effort)
        };
        if let Some(products::Deduced { has_high_word, deduced, known }) =
            products::deduce(&mut tentative, obligation, &prove)
        {
            let all = Obligation { conditions: &known.conditions, ..*obligation };
            // Bit-blasting may succeed without the deductions if high words are not involved.
            let most = if has_high_word { effort } else { effort.min(products::EFFORT) };
            match self.bits(&tentative, &all, obligation.goal, most) {
                Some(bits) => return Some(Answer::BitsAfter { deduced, bits }),
                None if has_high_word => return None,
                None => {}
            }
        }
        let conditions = obligation.all_conditions();
        let all = Obligation { conditions: &conditions, ..*obligation };
        self.bits(scene, &all, obligation.goal, effort).map(Answer::BitsOfAll)
    }

    /// By algebra, with words that are equal because neither is below the other (a loop that counts
    /// up to a bound ends there), with flags that are 1 because they are not zero, and with lemmas
    /// about quotients.
    fn by_equal(
        &self,
        scene: &mut Scene,
        obligation: &Obligation<'_>,
        word: Word,
        mut zeros: Vec<Word>,
    ) -> Option<Answer> {
        let mut equal = Vec::new();
        for index in 0..obligation.conditions.len() {
            let Some(gap) = obligation.gap(&mut scene.terms, index) else { continue };
            if let Some(text) = self.bits(scene, obligation, Goal::Zero(gap), OPTIONAL) {
                equal.push((index, text));
                zeros.push(gap);
            }
        }
        if !equal.is_empty()
            && let Some(factors) = cofactors(&scene.terms, word, &zeros)
        {
            return Some(Answer::Algebra {
                against: None,
                equal,
                shown: Vec::new(),
                deduced: Vec::new(),
                factors,
            });
        }
        let found = self.with_lemmas(scene, obligation, word, zeros)?;
        Some(found.answer(None, equal))
    }

    fn with_lemmas(
        &self,
        scene: &Scene,
        obligation: &Obligation<'_>,
        word: Word,
        zeros: Vec<Word>,
    ) -> Option<lemmas::WithLemmas> {
        let prove = |scene: &Scene, goal| self.bits(scene, obligation, goal, OF_LEMMAS);
        lemmas::with_lemmas(scene, word, zeros, obligation.conditions, &prove)
    }

    fn bits(
        &self,
        scene: &Scene,
        obligation: &Obligation<'_>,
        goal: Goal,
        effort: Effort,
    ) -> Option<String> {
        let clauses = obligation.clauses_for(scene, goal)?;
        match refute(&clauses, effort, self.stop) {
            Refutation::Proof(text) => Some(text),
            Refutation::Satisfiable | Refutation::Limit => None,
        }
    }
}

/// Whether a sum contains products of words.
fn multiplies(terms: &Terms, word: Word) -> bool {
    terms.polynomial(word).keys().any(|monomial| monomial.len() > 1)
}

fn algebra(against: Option<usize>, factors: Vec<(usize, Factor)>) -> Answer {
    let (equal, shown, deduced) = (Vec::new(), Vec::new(), Vec::new());
    Answer::Algebra { against, equal, shown, deduced, factors }
}

impl Advisor for Prover<'_> {
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer> {
        self.last_claim = obligation.claim.filter(|_| obligation.kind != Kind::Exit);
        let is_looked_at = self.answers.len() <= ANSWERS;
        let answer = is_looked_at.then(|| self.look(scene, obligation)).flatten();
        self.answers.push(answer.clone());
        answer
    }

    fn gives_up(&self) -> bool {
        self.answers.len() > ANSWERS || self.stop.is_due()
    }

    /// The recorded states become sparser and sparser: Brent's algorithm.
    fn begins_lap(&mut self, _: u64, steps: u64) -> bool {
        self.no_laps < LAPS && (steps == 0 || steps.is_power_of_two())
    }

    fn closes_lap(&mut self, scene: &mut Scene, lap: [u64; 2], open: &[Obligation<'_>]) -> bool {
        if self.no_laps >= LAPS {
            return false;
        }
        let closes = open.iter().all(|obligation| self.look(scene, obligation).is_some());
        match closes {
            true => self.laps.push(lap),
            false => self.no_laps += 1,
        }
        closes
    }

    fn measures(&mut self, _: &Scene, steps: &[&Step]) -> Vec<Measure> {
        self.settle();
        self.trying = Some((None, self.answers.len()));
        measures(steps)
    }

    fn tries(&mut self, measure: Measure) {
        if let Some((trying, before)) = &mut self.trying {
            *trying = Some(measure);
            self.answers.truncate(*before);
        }
    }
}

/// Measures to try: words that change, their distances above or below others, and the sums of two.
fn measures(steps: &[&Step]) -> Vec<Measure> {
    let Some(first) = steps.first() else { return Vec::new() };
    let (mut changing, mut standing) = (Vec::new(), Vec::new());
    let mut seen: BTreeMap<Vec<(Word, Word)>, Name> = BTreeMap::new();
    for &name in first.before.keys() {
        let all: Vec<(Word, Word)> =
            steps.iter().map(|step| (step.before[&name], step.after[&name])).collect();
        let changes = all.iter().any(|(before, after)| before != after);
        if seen.insert(all, name).is_some() {
            continue;
        }
        match changes {
            true if changing.len() < CHANGING => changing.push(name),
            false if standing.len() < STANDING => standing.push(name),
            _ => {}
        }
    }
    let alone = changing.iter().map(|&word| Measure::word(word));
    let differences = changing.iter().flat_map(|&word| {
        let others = changing.iter().chain(&standing).copied().filter(move |&other| other != word);
        others.flat_map(move |other| {
            [(other, word), (word, other)]
                .map(|(word, above)| Measure { above: Some(above), ..Measure::word(word) })
        })
    });
    let sums = changing.iter().enumerate().flat_map(|(index, &word)| {
        let others = changing[index + 1..].iter();
        others.map(move |&plus| Measure { plus: Some(plus), ..Measure::word(word) })
    });
    alone.chain(differences).chain(sums).collect()
}

//! Tests statements about functions on samples: a statement that holds on many is worth a proof attempt.

use tamarin_kernel::evidence::FactText;
use tamarin_kernel::fact::Fact;
use tamarin_kernel::term::{Term, Terms};

use super::theory::Theory;
use crate::lemma::Statement;
use crate::samples::{Random, Sample};

/// Number of samples on which a statement is tested, and how many of them must be computable.
const SAMPLES: usize = 80;
const COMPUTED: usize = 8;
/// Number of samples that may be too long to compute: some at first, and so many for each that is computed. Where most are,
/// the statement is about loops that do not end.
const FAILED: [usize; 2] = [4, 2];
/// Maximum number of random inputs tried for one sample.
const TRIES: usize = 30;
/// Units of work charged for a statement and for a sample.
const STATEMENT: u64 = 400;
const SAMPLE: u64 = 40;

/// Number of words that are 0, 1 and 2 in all combinations.
const SMALL: u32 = 3;

/// Random words for a sample, most of them small.
fn input(random: &mut Random, count: usize, terms: &Terms) -> Vec<u64> {
    let mut word = || {
        let any = random.word();
        let part = any >> 8;
        terms.width.wrap(match any % 16 {
            0..=8 => part % 14,
            9..=12 => part % 120,
            13 => (part % 20).wrapping_neg(),
            14 => part,
            _ => terms.width.half().wrapping_add(part % 9).wrapping_sub(4),
        })
    };
    (0..count).map(|_| word()).collect()
}

/// The assumptions of a statement, as texts and as facts.
pub struct Assumed<'a> {
    /// The names of the words.
    pub any: &'a [String],
    /// The words.
    pub words: Vec<Term>,
    /// The assumptions, as texts.
    pub texts: &'a [FactText],
    /// The assumptions.
    pub facts: &'a [Fact],
}

impl Theory {
    /// Passes up to `most` samples that satisfy the assumptions to `asked`, while work is left. `asked` returns whether
    /// to continue.
    pub fn sampled(
        &self,
        terms: &Terms,
        of: &Assumed<'_>,
        most: usize,
        mut asked: impl FnMut(Sample) -> bool,
    ) {
        let mut random = Random::new(of.any.len() as u64 + 5);
        let mut count = 0;
        for seed in 0..TRIES * most {
            if count == most || !self.values.spend(SAMPLE) {
                return;
            }
            let mut input = input(&mut random, of.any.len(), terms);
            // Base cases are at small numbers, all together. Every other sample is of any numbers, so that few samples
            // have both.
            let mut digits = seed / 2;
            let is_small = seed % 2 == 0 && digits < 3usize.pow(SMALL);
            for word in input.iter_mut().take(SMALL as usize).filter(|_| is_small) {
                (*word, digits) = ((digits % 3) as u64, digits / 3);
            }
            self.values.has_failed();
            self.values.solve(of.any, &mut input, of.texts);
            let sample = Sample::new(seed as u64, input, terms, &of.words);
            let sample = sample.with_functions(Some(self.values.clone()));
            let is_allowed = of.facts.iter().all(|fact| sample.holds(terms, fact));
            if !is_allowed || self.values.has_failed() {
                continue;
            }
            count += 1;
            if !asked(sample) {
                return;
            }
        }
    }

    /// Up to `most` samples that satisfy the assumptions.
    pub fn samples(&self, terms: &Terms, of: &Assumed<'_>, most: usize) -> Vec<Sample> {
        let mut found = Vec::new();
        self.sampled(terms, of, most, |sample| {
            found.push(sample);
            true
        });
        found
    }

    /// Whether a statement holds on all samples that can be computed, and there are enough of them.
    pub fn is_likely(&self, statement: &Statement) -> bool {
        self.is_borne_out(statement, |_, _| false)
    }

    /// The same, and most samples can be computed: the statement is not about loops that seldom end.
    pub fn is_likely_where_loops_end(&self, statement: &Statement) -> bool {
        self.is_borne_out(statement, |computed, failed| failed > FAILED[0] + FAILED[1] * computed)
    }

    /// Whether a statement holds on samples; `gives_up` decides by the numbers of those that were computed and that could
    /// not be.
    fn is_borne_out(&self, statement: &Statement, gives_up: impl Fn(usize, usize) -> bool) -> bool {
        if !self.values.spend(STATEMENT) {
            return false;
        }
        let Ok((world, here, goal)) = self.world(statement) else { return false };
        let Statement { any, assume: texts, .. } = statement;
        let words = any.iter().map(|name| here.point.context.names[name]).collect();
        let of = Assumed { any, words, texts, facts: here.point.context.facts() };
        let terms = &world.prover.terms;
        let (mut computed, mut failed, mut fails) = (0, 0, false);
        self.sampled(terms, &of, SAMPLES, |sample| {
            let holds = sample.holds(terms, &goal);
            let is_computed = !self.values.has_failed();
            computed += usize::from(is_computed);
            failed += usize::from(!is_computed);
            fails = is_computed && !holds || gives_up(computed, failed);
            !fails
        });
        !fails && computed >= COMPUTED
    }
}

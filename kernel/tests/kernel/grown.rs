//! Evidence from scratch: the kernel accepts no false claim and no false lemma, however a proof came about.

use crate::support::grow::{Choices, repair, seed};
#[cfg(test)]
use crate::support::number_of;
use crate::support::oracle::difference;
use tamarin_kernel::evidence::{FactText, Lemma};
use tamarin_kernel::text::{Comparison, Expression, Sign, fact, term};
use tamarin_kernel::word::{Operator, Width};
use tamarin_kernel::{Evidence, Refusal, check};

/// Words at which lemmas fail, if they do.
const EDGES: [u64; 12] =
    [0, 1, 2, 3, 5, 255, 0x10000, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];
const WIDTH: Width = Width::new(32).expect("it is a width");

/// The value of a term at two words; none for a quotient by zero, which may be any word.
fn value(expression: &Expression, [x, y]: [u64; 2]) -> Option<u64> {
    Some(match expression {
        Expression::Number(number) => WIDTH.wrap(*number),
        Expression::Name(name) => {
            if name == "x" {
                x
            } else {
                y
            }
        }
        Expression::Apply(name, operands) => {
            let [a, b] = [0, 1].map(|index| value(&operands[index], [x, y]));
            let (a, b) = (a?, b?);
            let operator = match &name[..] {
                "+" => Operator::Add,
                "-" => Operator::Sub,
                "*" => Operator::Mul,
                "high" => Operator::High,
                "less" => Operator::Less,
                "/" | "%" if b == 0 => return None,
                "/" => Operator::Quotient,
                _ => Operator::Remainder,
            };
            operator.apply(WIDTH, a, b)
        }
    })
}

/// Whether a fact holds at two words.
fn holds(text: &FactText, words: [u64; 2]) -> Option<bool> {
    match text {
        FactText::Text(text) => {
            let Comparison { words: [a, b], order, is_negated } = fact(text).expect("it is a fact");
            let (a, b) = (value(&a, words)?, value(&b, words)?);
            let holds = match order {
                None => a == b,
                Some(Sign::Unsigned) => a < b,
                Some(Sign::Signed) => WIDTH.signed(a) < WIDTH.signed(b),
            };
            Some(holds != is_negated)
        }
        FactText::Sum { sum, most } => {
            let mut all = 0;
            for (factor, text) in sum {
                let value = value(&term(text).expect("it is a term"), words)?;
                all += i128::from(*factor) * i128::from(value);
            }
            Some(all <= i128::from(*most))
        }
    }
}

/// Words that refute a lemma.
fn counterexample(lemma: &Lemma) -> Option<[u64; 2]> {
    let mut all = EDGES.into_iter().flat_map(|x| EDGES.map(|y| [x, y]));
    all.find(|&words| {
        lemma.assume.iter().all(|fact| holds(fact, words) == Some(true))
            && holds(&lemma.show, words) == Some(false)
    })
}

/// What came of evidence.
#[derive(Default)]
struct Tally {
    claims: u64,
    false_claims: u64,
    accepted: u64,
    with_loops: u64,
    false_lemmas: u64,
    lemmas: u64,
    functions: u64,
    steps: u64,
}

impl Tally {
    /// Lets evidence grow as far as choices go, and compares all that the kernel accepts of it with runs and values.
    fn grow(&mut self, bytes: &[u8]) {
        let choices = &mut Choices::new(bytes);
        let (claim, mut evidence) = seed(choices);
        self.claims += 1;
        self.false_claims += u64::from(difference(&claim).is_some());
        let refuted = evidence.lemmas.first().and_then(counterexample);
        self.false_lemmas += u64::from(refuted.is_some());
        let mut best = [false; 2];
        loop {
            self.steps += 1;
            let refusal = check(&claim, &evidence).err();
            let proved = defined(&evidence, refusal.as_ref());
            assert!(!proved[1] || refuted.is_none(), "{refuted:?} refutes {:?}", evidence.lemmas);
            best = [best[0] | proved[0], best[1] | proved[1]];
            let Some(refusal) = refusal else { break };
            if repair(choices, &claim, &mut evidence, &refusal).is_none() {
                self.count(best);
                return;
            }
        }
        self.count(best);
        self.accepted += 1;
        self.with_loops += u64::from(!evidence.nodes.is_empty());
        let found = difference(&claim);
        let text = serde_json::to_string(&evidence).expect("it is data");
        assert!(found.is_none(), "they differ on {found:?}: {:x?} {text}", claim.programs);
    }

    fn count(&mut self, [functions, lemmas]: [bool; 2]) {
        self.functions += u64::from(functions);
        self.lemmas += u64::from(lemmas);
    }
}

/// Whether the kernel has accepted the functions and the lemmas of evidence, if it has some, before it refused it.
fn defined(evidence: &Evidence, refusal: Option<&Refusal>) -> [bool; 2] {
    let place = match refusal {
        None => "",
        Some(Refusal::Evidence { at, .. }) => at.first().map_or("", |place| place),
        Some(_) => return [false; 2],
    };
    let functions = !place.starts_with("function");
    let lemmas = functions && !place.starts_with("lemma");
    [functions && !evidence.functions.is_empty(), lemmas && !evidence.lemmas.is_empty()]
}

/// Lets the evidence that bytes make grow, as a fuzzer does.
///
/// # Panics
///
/// When the kernel accepts something false.
#[cfg(not(test))]
pub fn nothing_false(bytes: &[u8]) {
    Tally::default().grow(bytes);
}

/// `GROWN` sets the number of claims and `SEED` the sequence; see CONTRIBUTING.md.
#[test]
fn no_evidence_from_scratch_shows_anything_false() {
    let (wanted, seed) = (number_of("GROWN", 200), number_of("SEED", 7));
    let mut random = oorandom::Rand64::new(seed.into());
    let mut tally = Tally::default();
    for _ in 0..wanted {
        let bytes: Vec<u8> = (0..600).map(|_| random.rand_range(0..256) as u8).collect();
        tally.grow(&bytes);
    }
    let Tally { claims, false_claims, accepted, with_loops, .. } = tally;
    let Tally { false_lemmas, lemmas, functions, steps, .. } = tally;
    println!(
        "{claims} claims, {false_claims} false on an edge input, {accepted} accepted, {with_loops} of \
         them with loops; {false_lemmas} false lemmas, \
         {lemmas} proved; {functions} functions accepted; {steps} checks"
    );
    assert!(false_claims * 8 > claims && accepted * 20 > claims, "{accepted} {false_claims}");
    assert!(false_lemmas * 5 > claims && lemmas * 50 > claims && functions > 0, "{lemmas}");
}

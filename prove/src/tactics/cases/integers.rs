//! Rules about equations whose factors have a common factor.

use tamarin_kernel::evidence::{FactText, Rule};
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::Term;

use super::{Applied, Search, bound, key};
use crate::farkas::gcd;
use crate::tactics::{ring, rule};
use crate::world::{Here, World};

/// Maximum number of words in an integer on whose sign a proof splits.
const SUMMANDS: usize = 8;

/// The integer that is a sum of words, each with a factor, and a constant.
struct Integer {
    sum: Vec<(i64, String)>,
    plus: i64,
    /// The factor that was taken out.
    common: i128,
}

impl Search {
    /// Rules for goals of the form `f·S = 0`, where `S` is a sum of few words: `split` rules on the sign of the integer
    /// `S`, a `carry` rule that relates it to the word `S`, and a `cut` that states that this word is 0.
    pub(super) fn signs(&mut self, here: &Here) -> Result<Vec<Rule>, Refusal> {
        let goals = here.point.context.facts().iter().filter_map(|fact| fact.negated().as_zero());
        let goals: Vec<Term> = goals.collect();
        let mut rules = Vec::new();
        if goals.is_empty() {
            return Ok(rules);
        }
        let pivots = ring::Pivots::all(&mut self.world, here)?;
        for goal in goals.into_iter().rev() {
            let rest = pivots.reduce(&mut self.world, goal)?;
            let found = match self.primitive(goal)? {
                None => self.primitive(rest)?,
                found => found,
            };
            let Some(Integer { sum, plus, .. }) = found else { continue };
            let turned = sum.iter().map(|(factor, of)| (-factor, of.clone())).collect();
            for (sum, most) in [(sum.clone(), -1 - plus), (turned, -1 + plus)] {
                let fact = FactText::Sum { sum, most };
                let known = self.world.prover.scope(&here.point).fact(&fact)?;
                match here.point.context.knows(&known) {
                    None => rules.push(rule::split(fact)),
                    Some(true) => return Ok(rules),
                    Some(false) => {}
                }
            }
            rules.extend(is_zero(&mut self.world, here, sum, plus)?);
        }
        Ok(rules)
    }

    /// Rules for known facts `c·S = 0`, where `S` is a sum of few words. A `product` says that `c·U(S) = 2^width·h`, where
    /// `h` is below `c` (a `cut`). So `U(S)` is 0, or it is far from 0 and from 2^width (a `split`).
    pub(super) fn scaled(&mut self, here: &Here, applied: &Applied) -> Result<Vec<Rule>, Refusal> {
        let facts = here.point.context.facts().iter();
        let zeros: Vec<Term> = facts.filter_map(|fact| fact.as_zero()).collect();
        let (mut rules, mut splits) = (Vec::new(), Vec::new());
        for zero in zeros {
            let Some(Integer { sum, plus, common }) = self.primitive(zero)? else { continue };
            let words = sum.iter().map(|(by, of)| format!("{by}*({of})"));
            let text = words.chain([plus.to_string()]).collect::<Vec<_>>().join(" + ");
            let word = self.world.prover.scope(&here.point).term(&text)?;
            let word = self.world.text(word)?;
            let high = format!("high({word}, {common})");
            rules.push(rule::product([word.clone(), common.to_string()]));
            rules.push(rule::cut(&*format!("{high} <u {common}")));
            let split = rule::split(&*format!("{high} = 0"));
            // Before the split there is no such term, and to make one here would number it otherwise than the kernel.
            if applied.contains(&key(&split)) {
                let is_small = self.world.prover.scope(&here.point).fact(&split.fact)?;
                if here.point.context.knows(&is_small) == Some(true) {
                    splits.push(rule::cut(&*format!("{word} = 0")));
                }
            }
            splits.push(split);
        }
        rules.append(&mut splits);
        Ok(rules)
    }

    /// A sum of few words without the common factor of its factors, with its constant; none if there is no common factor
    /// or there are many words. The constant is divided modulo 2^width.
    fn primitive(&mut self, term: Term) -> Result<Option<Integer>, Refusal> {
        let terms = &mut self.world.prover.terms;
        let (width, mut polynomial) = (terms.width, terms.polynomial(term).to_vec());
        let constant = match polynomial.first() {
            Some((none, _)) if none.is_empty() => polynomial.remove(0).1,
            _ => 0,
        };
        let factors: Vec<i128> = polynomial.iter().map(|(_, by)| width.signed(*by)).collect();
        let common = factors.iter().fold(0, |common, factor| gcd(common, factor.abs()));
        if common < 2 || factors.len() > SUMMANDS {
            return Ok(None);
        }
        let twos = common.trailing_zeros();
        if constant.trailing_zeros() < twos {
            return Ok(None);
        }
        let odd = (common >> twos) as u64;
        let divided = (constant >> twos).wrapping_mul(ring::inverse(odd));
        // Among the numbers that are equal modulo 2^(width - twos), the one next to 0.
        let plus = width.signed(width.wrap(divided << twos)) >> twos;
        let mut sum = Vec::new();
        for ((monomial, _), factor) in polynomial.iter().zip(factors) {
            let word = ring::product(&mut self.world.prover.terms, monomial)?;
            sum.push(((factor / common) as i64, self.world.text(word)?));
        }
        Ok(Some(Integer { sum, plus: plus as i64, common }))
    }
}

/// Rules that prove that a sum is the word 0, once it is known that the integer is neither below nor above 0: a `carry`
/// that relates the integer to the word, and a `cut`.
pub fn is_zero(
    world: &mut World,
    here: &Here,
    sum: Vec<(i64, String)>,
    plus: i64,
) -> Result<[Rule; 2], Refusal> {
    let words: Vec<String> = sum.iter().map(|(by, of)| format!("{by}*({of})")).collect();
    let fact = FactText::Text(format!("{} + {plus} = 0", words.join(" + ")));
    let mut carry = rule::carry(sum, plus);
    bound(world, here, &mut carry)?;
    Ok([carry, rule::cut(fact)])
}

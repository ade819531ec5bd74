//! Terms as texts that mean the same terms again.

use std::collections::{BTreeMap, HashMap};

use tamarin_kernel::evidence::{FactText, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::Operator;

/// A term has no text here: something in it has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unnamed;

impl From<Unnamed> for Refusal {
    fn from(_: Unnamed) -> Refusal {
        Refusal::Evidence { at: Vec::new(), what: "a term has no name here".into() }
    }
}

/// Names that can be used at a point of a script.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Names of atoms.
    pub atoms: HashMap<Atom, String>,
    /// Names of memories.
    pub memories: HashMap<Memory, String>,
    /// Steps that give names which were needed since they were taken last.
    pub steps: Vec<Step>,
    /// Whether operators are written in place, or get a name each.
    pub style: Style,
    /// What given names begin with.
    pub prefix: String,
    /// Names of functions, by their numbers.
    pub functions: Vec<String>,
}

/// How applications of operators are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Each has a name, which a step gives it.
    #[default]
    Named,
    /// They are written in place.
    InPlace,
}

impl Names {
    /// The text of a term.
    pub fn term(&mut self, terms: &Terms, term: Term) -> Result<String, Unnamed> {
        let half = terms.width.half();
        let mut text = String::new();
        for (monomial, factor) in terms.polynomial(term) {
            let is_negative = *factor > half;
            let size = match is_negative {
                true => terms.width.wrap(factor.wrapping_neg()),
                false => *factor,
            };
            match (is_negative, text.is_empty()) {
                (true, true) => text.push('-'),
                (true, false) => text.push_str(" - "),
                (false, true) => {}
                (false, false) => text.push_str(" + "),
            }
            let mut factors = Vec::new();
            if size != 1 || monomial.is_empty() {
                factors.push(size.to_string());
            }
            for &atom in monomial {
                factors.push(self.atom(terms, atom)?);
            }
            text.push_str(&factors.join("*"));
        }
        if text.is_empty() {
            text.push('0');
        }
        Ok(text)
    }

    /// The text of an atom.
    pub fn atom(&mut self, terms: &Terms, atom: Atom) -> Result<String, Unnamed> {
        if let Some(name) = self.atoms.get(&atom) {
            return Ok(name.clone());
        }
        let Node { head, operands } = terms.node(atom);
        let mut of = Vec::with_capacity(operands.len() + 1);
        let name = match head {
            Head::Operator(operator) => operator_name(*operator).ok_or(Unnamed)?.to_owned(),
            Head::Load(memory) => {
                of.push(self.memory(terms, *memory)?);
                "load".to_owned()
            }
            Head::Function(number) => self.functions.get(*number).cloned().ok_or(Unnamed)?,
            Head::Symbol(_) => return Err(Unnamed),
        };
        for &operand in operands {
            of.push(self.term(terms, operand)?);
        }
        let text = match &name[..] {
            "/" | "%" => format!("(({}) {name} ({}))", of[0], of[1]),
            _ => format!("{name}({})", of.join(", ")),
        };
        if self.style == Style::InPlace {
            return Ok(text);
        }
        let name = format!("{}t{}", self.prefix, self.atoms.len());
        self.steps.push(Step::Let { names: BTreeMap::from([(name.clone(), text)]) });
        self.atoms.insert(atom, name.clone());
        Ok(name)
    }

    fn memory(&self, terms: &Terms, memory: Memory) -> Result<String, Unnamed> {
        match *terms.contents(memory) {
            Contents::Start(side) => Ok(["start.left", "start.right"][side].to_owned()),
            _ => self.memories.get(&memory).cloned().ok_or(Unnamed),
        }
    }

    /// The text of a fact.
    pub fn fact(&mut self, terms: &Terms, fact: &Fact) -> Result<FactText, Unnamed> {
        if let Some(zero) = fact.as_zero() {
            return Ok(FactText::Text(format!("{} = 0", self.term(terms, zero)?)));
        }
        if let Some(zero) = fact.negated().as_zero() {
            return Ok(FactText::Text(format!("{} != 0", self.term(terms, zero)?)));
        }
        let mut sum = Vec::with_capacity(fact.sum.len());
        for &(term, factor) in &fact.sum {
            let factor = i64::try_from(factor).map_err(|_| Unnamed)?;
            sum.push((factor, self.term(terms, term)?));
        }
        at_most(sum, fact.most).ok_or(Unnamed)
    }
}

/// The fact that a sum is at most a number. A number that is too large for the form of evidence becomes a multiple of a
/// word, which is a term of the sum; none where that is not enough.
pub fn at_most(mut sum: Vec<(i64, String)>, most: i128) -> Option<FactText> {
    if let Ok(most) = i64::try_from(most) {
        return Some(FactText::Sum { sum, most });
    }
    const WORD: i128 = 1 << 62;
    let times = i64::try_from(most.div_euclid(WORD)).ok()?;
    sum.push((times.checked_neg()?, WORD.to_string()));
    let most = i64::try_from(most.rem_euclid(WORD)).ok()?;
    Some(FactText::Sum { sum, most })
}

/// An operator as it is written.
fn operator_name(operator: Operator) -> Option<&'static str> {
    match operator {
        Operator::High => Some("high"),
        Operator::Less => Some("less"),
        Operator::Quotient => Some("/"),
        Operator::Remainder => Some("%"),
        _ => None,
    }
}

//! Prints terms as texts that parse to the same terms.

use std::collections::{BTreeMap, HashMap};

use tamarin_kernel::evidence::{FactText, Step};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::term::{Atom, Contents, Head, Memory, Node, Term, Terms};
use tamarin_kernel::word::Operator;

/// Error: a term cannot be printed, since something in it has no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unnamed;

impl From<Unnamed> for Refusal {
    fn from(_: Unnamed) -> Refusal {
        Refusal::Evidence { at: Vec::new(), what: "a term has no name here".into() }
    }
}

/// The names in scope at a point of a script.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Names of atoms.
    pub atoms: HashMap<Atom, String>,
    /// Names of memories.
    pub memories: HashMap<Memory, String>,
    /// Steps that define names which were needed since these steps were last taken.
    pub steps: Vec<Step>,
    /// How operators are printed.
    pub style: Style,
    /// Prefix of generated names.
    pub prefix: String,
    /// Names of functions, by index.
    pub functions: Vec<String>,
}

/// How applications of operators are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// Each gets a name, defined by a step.
    #[default]
    Named,
    /// In place.
    InPlace,
}

/// Maximum length of an atom's text in place. Terms share their parts, and texts repeat them.
const LENGTH: usize = 20_000;

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
            return if text.len() <= LENGTH { Ok(text) } else { Err(Unnamed) };
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

/// The fact `sum <= most`. A bound that is too large for evidence becomes a multiple of a power of two within the sum;
/// none if that does not suffice.
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

/// The text of an operator.
fn operator_name(operator: Operator) -> Option<&'static str> {
    match operator {
        Operator::High => Some("high"),
        Operator::Less => Some("less"),
        Operator::Quotient => Some("/"),
        Operator::Remainder => Some("%"),
        _ => None,
    }
}

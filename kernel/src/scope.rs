//! What the text of a claim and of evidence means where it stands.

use std::collections::BTreeMap;

use crate::context::{Context, Region};
use crate::evidence::{FactText, Function, Lemma, RegionText, Side};
use crate::execute::State;
use crate::fact::Fact;
use crate::machine::Machine;
use crate::refusal::{Refusal, wrong};
use crate::term::{Contents, Memory, Term, Terms};
use crate::text::{self, Expression, Relation, Sign};

/// The state of a program on a path.
pub type TermState = State<Term, Memory>;

/// Functions and lemmas that may be used.
#[derive(Clone, Copy, Default)]
pub struct Definitions<'e> {
    /// Functions that terms may apply.
    pub functions: &'e [Function],
    /// How many of them are known to exist, so that they may be unfolded.
    pub unfoldable: usize,
    /// Lemmas that are proved, and behind them perhaps the one that is being proved.
    pub lemmas: &'e [Lemma],
}

/// A point of a script.
pub struct Scope<'s> {
    /// All terms.
    pub terms: &'s mut Terms,
    /// Functions and lemmas.
    pub definitions: Definitions<'s>,
    /// The machine, whose registers may be named.
    pub machine: &'s Machine,
    /// What holds of the inputs alone, and their names.
    pub inputs: &'s Context,
    /// What is known, and the names in use.
    pub context: &'s Context,
    /// The states of the programs, where there are some.
    pub states: [Option<&'s TermState>; 2],
}

impl<'s> Scope<'s> {
    /// The same with other knowledge and names, and no states.
    pub fn with_context<'c>(&'c mut self, context: &'c Context) -> Scope<'c> {
        Scope {
            terms: &mut *self.terms,
            definitions: self.definitions,
            machine: self.machine,
            inputs: self.inputs,
            context,
            states: [None; 2],
        }
    }

    /// The context of the inputs with more names.
    pub fn inputs_and(
        &self,
        names: impl IntoIterator<Item = (String, Term)>,
    ) -> Result<Context, Refusal> {
        let mut context = self.inputs.clone();
        for (name, term) in names {
            if context.names.insert(name.clone(), term).is_some() {
                return Err(wrong(format!("`{name}` has two meanings")));
            }
        }
        Ok(context)
    }

    /// The term that a text means.
    pub fn term(&mut self, text: &str) -> Result<Term, Refusal> {
        let expression = text::term(text)?;
        self.of_expression(&expression)
    }

    /// The terms that texts mean.
    pub fn all_terms(&mut self, texts: &[String]) -> Result<Vec<Term>, Refusal> {
        texts.iter().map(|text| self.term(text)).collect()
    }

    /// The terms that texts mean, by their names.
    pub fn named(
        &mut self,
        texts: &BTreeMap<String, String>,
    ) -> Result<Vec<(String, Term)>, Refusal> {
        texts.iter().map(|(name, text)| Ok((name.clone(), self.term(text)?))).collect()
    }

    fn of_expression(&mut self, expression: &Expression) -> Result<Term, Refusal> {
        match expression {
            Expression::Number(number) => Ok(self.terms.constant(*number)),
            Expression::Name(name) => self.of_name(name),
            Expression::Apply(name, operands) => self.of_application(name, operands),
        }
    }

    fn of_name(&mut self, name: &str) -> Result<Term, Refusal> {
        if let Some(&term) = self.context.names.get(name) {
            return Ok(term);
        }
        let unknown = || wrong(format!("`{name}` has no meaning here"));
        let (side, register) = name.split_once('.').ok_or_else(unknown)?;
        let side = Side::BOTH.into_iter().find(|it| it.name() == side).ok_or_else(unknown)?;
        let state = self.states[side.index()].ok_or_else(unknown)?;
        let number = self.machine.register(register).ok_or_else(unknown)?;
        Ok(state.registers[number])
    }

    fn of_application(&mut self, name: &str, operands: &[Expression]) -> Result<Term, Refusal> {
        if name == "load" {
            let [Expression::Name(memory), address] = operands else {
                return Err(wrong("`load` is of a memory and an address"));
            };
            let (memory, address) = (self.memory(memory)?, self.of_expression(address)?);
            return self.terms.load(memory, address);
        }
        let values: Result<Vec<Term>, Refusal> =
            operands.iter().map(|operand| self.of_expression(operand)).collect();
        let values = values?;
        match (name, &values[..]) {
            ("+", &[a, b]) => self.terms.add(a, b),
            ("-", &[a, b]) => self.terms.sub(a, b),
            ("*", &[a, b]) => self.terms.mul(a, b),
            ("/", &[a, b]) => self.terms.quotient(a, b),
            ("%", &[a, b]) => self.terms.remainder(a, b),
            ("high", &[a, b]) => self.terms.high(a, b),
            ("less", &[a, b]) => self.terms.less(a, b),
            _ => {
                let number = self.function(name)?;
                if self.definitions.functions[number].arguments.len() != values.len() {
                    return Err(wrong(format!("`{name}` has another number of arguments")));
                }
                self.terms.function(number, values)
            }
        }
    }

    /// The number of a function.
    pub fn function(&self, name: &str) -> Result<usize, Refusal> {
        let number = self.definitions.functions.iter().position(|it| it.name == name);
        number.ok_or_else(|| wrong(format!("there is no function `{name}` here")))
    }

    /// The memory of a name.
    pub fn memory(&mut self, name: &str) -> Result<Memory, Refusal> {
        let of = |prefix: &str| {
            let side = name.strip_prefix(prefix)?;
            Side::BOTH.into_iter().find(|it| it.name() == side)
        };
        if let Some(&memory) = self.context.memories.get(name) {
            return Ok(memory);
        }
        if let Some(side) = of("start.") {
            return Ok(self.terms.memory(Contents::Start(side.index())));
        }
        let state = of("").and_then(|side| self.states[side.index()]);
        state.map(|it| it.memory).ok_or_else(|| wrong(format!("there is no memory `{name}` here")))
    }

    /// The fact that a text means.
    pub fn fact(&mut self, text: &FactText) -> Result<Fact, Refusal> {
        match text {
            FactText::Text(text) => {
                let (a, relation, b) = text::fact(text)?;
                let (a, b) = (self.of_expression(&a)?, self.of_expression(&b)?);
                self.related(a, relation, b)
            }
            FactText::Sum { sum, most } => {
                let sum = self.sum(sum)?;
                Fact::new(self.terms, sum, i128::from(*most))
            }
        }
    }

    /// The facts that texts mean.
    pub fn facts(&mut self, texts: &[FactText]) -> Result<Vec<Fact>, Refusal> {
        texts.iter().map(|text| self.fact(text)).collect()
    }

    /// The terms of a sum with their factors.
    pub fn sum(&mut self, sum: &[(i64, String)]) -> Result<Vec<(Term, i128)>, Refusal> {
        sum.iter().map(|(factor, text)| Ok((self.term(text)?, i128::from(*factor)))).collect()
    }

    fn related(&mut self, a: Term, relation: Relation, b: Term) -> Result<Fact, Refusal> {
        let terms = &mut *self.terms;
        match relation {
            Relation::Equal => Fact::equal(terms, a, b),
            Relation::Different => Ok(Fact::equal(terms, a, b)?.negated()),
            Relation::Below(Sign::Unsigned) => Fact::below(terms, a, b),
            Relation::Below(Sign::Signed) => Fact::below_signed(terms, a, b),
            Relation::AtMost(Sign::Unsigned) => Ok(Fact::below(terms, b, a)?.negated()),
            Relation::AtMost(Sign::Signed) => Ok(Fact::below_signed(terms, b, a)?.negated()),
        }
    }

    /// The region that a text means.
    pub fn region(&mut self, text: &RegionText) -> Result<Region, Refusal> {
        let of = [self.memory(&text.of[0])?, self.memory(&text.of[1])?];
        Ok(Region { of, from: self.term(&text.from)?, size: self.term(&text.size)? })
    }

    /// The fact with a label.
    pub fn labelled(&self, label: &str) -> Result<Fact, Refusal> {
        let fact = self.context.fact(label).cloned();
        fact.ok_or_else(|| wrong(format!("no fact has the label `{label}`")))
    }
}

/// Facts by which words get smaller in lexicographic order: those before a component do not get
/// larger, and the component gets smaller. Words are natural numbers, so no word gets smaller for ever.
pub fn descent(
    terms: &mut Terms,
    before: &[Term],
    after: &[Term],
    component: usize,
) -> Result<Vec<Fact>, Refusal> {
    if component >= before.len() || component >= after.len() {
        return Err(wrong("a measure has no such component"));
    }
    let pairs = before.iter().zip(after).take(component);
    let mut facts = Vec::new();
    for (&before, &after) in pairs {
        facts.push(Fact::below(terms, before, after)?.negated());
    }
    facts.push(Fact::below(terms, after[component], before[component])?);
    Ok(facts)
}

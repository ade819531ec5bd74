//! Definitions that rules refer to, read from the evidence and the claim and not from the rule's cases: the equation of
//! a function, the statement of a lemma, a region on which memories agree, and the memory at the start.

use tamarin_kernel::Refusal;
use tamarin_kernel::evidence::{Body, Rule};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Layout;
use tamarin_kernel::proof::Prover;
use tamarin_kernel::scope::{Point, Scope, descent};
use tamarin_kernel::term::{Contents, Head, Memory, StartArray, Term};
use tamarin_kernel::word::Operator;

/// A definition at the operands of a rule.
pub enum Definition {
    /// Where the domain holds, the function equals its body.
    Function {
        /// The domain.
        domain: Vec<Fact>,
        /// The function applied to the operands.
        applied: Term,
        /// The body.
        body: Value,
    },
    /// Where the hypotheses hold, the conclusion does. The lemma is proved as an obligation of its own.
    Lemma {
        /// The hypotheses; in the lemma's own proof also that its measure is smaller.
        assume: Vec<Fact>,
        /// The conclusion.
        show: Fact,
    },
    /// Two memories agree inside a region.
    Region {
        /// The address is inside.
        inside: Fact,
        /// The words of both memories.
        loads: [Term; 2],
    },
    /// Theorems about integers, which solvers for products do not find by themselves.
    Multiples(Multiples),
    /// The memory of a program at the start.
    Start(Start),
}

/// Two multiples of a divisor are equal, or at least the divisor apart. The product of the second quotient and the
/// divisor is its high word and its low word together.
pub struct Multiples {
    /// The divisor.
    pub divisor: Term,
    /// The two factors.
    pub quotients: [Term; 2],
    /// The high word of the second product.
    pub high: Term,
    /// Its low word.
    pub low: Term,
}

/// The value of a function.
pub enum Value {
    /// A term.
    Is(Term),
    /// One value if a fact holds, else the other one.
    Choice(Fact, Box<Value>, Box<Value>),
}

/// The memory of a program at the start, at one address.
pub struct Start {
    /// The memory.
    pub memory: Memory,
    /// The address.
    pub address: Term,
    /// The words of the program.
    pub text: Vec<u64>,
    /// The array.
    pub array: Option<StartArray>,
    /// The layout.
    pub layout: Layout,
}

/// The definition that a rule refers to; none for a rule that needs none.
///
/// # Errors
///
/// A text has no meaning, which the kernel would have refused.
pub fn definition(
    prover: &mut Prover<'_>,
    point: &Point,
    rule: &Rule,
) -> Result<Option<Definition>, Refusal> {
    let mut scope = prover.scope(point);
    Ok(Some(match &rule.rule[..] {
        "unfold" => function(&mut scope, rule)?,
        "lemma" => lemma(&mut scope, rule)?,
        "memory.region" => {
            let address = scope.term(&rule.terms[0])?;
            let region = point.context.regions[&rule.name];
            let offset = scope.terms.sub(address, region.from)?;
            let inside = Fact::below(scope.terms, offset, region.size)?;
            let [a, b] = region.of;
            let loads = [scope.terms.load(a, address)?, scope.terms.load(b, address)?];
            Definition::Region { inside, loads }
        }
        "quotient" => {
            let terms = scope.all_terms(&rule.terms)?;
            let [a, divisor, x] = [terms[0], terms[1], terms[2]];
            let quotients = [scope.terms.apply(Operator::Quotient, a, divisor)?, x];
            let high = scope.terms.apply(Operator::High, x, divisor)?;
            let low = scope.terms.mul(x, divisor)?;
            Definition::Multiples(Multiples { divisor, quotients, high, low })
        }
        "memory.array" | "memory.blank" => {
            let (memory, address) = (scope.memory(&rule.name)?, scope.term(&rule.terms[0])?);
            let Contents::Start(side) = *scope.terms.contents(memory) else { return Ok(None) };
            let (start, layout) = (scope.terms.starts[side].clone(), scope.terms.layout);
            let (text, array) = (start.text, start.array);
            Definition::Start(Start { memory, address, text, array, layout })
        }
        _ => return Ok(None),
    }))
}

fn function(scope: &mut Scope<'_>, rule: &Rule) -> Result<Definition, Refusal> {
    let number = scope.function(&rule.name)?;
    let function = &scope.definitions.functions[number];
    let values = scope.all_terms(&rule.terms)?;
    let point = scope.inputs_and(&function.arguments, &values)?;
    let applied = scope.terms.atom(Head::Function(number), values)?;
    let mut within = scope.at(&point);
    let domain = within.facts(&function.domain)?;
    let body = value(&mut within, &function.body)?;
    Ok(Definition::Function { domain, applied, body })
}

fn value(scope: &mut Scope<'_>, body: &Body) -> Result<Value, Refusal> {
    Ok(match body {
        Body::Value { is, .. } => Value::Is(scope.term(is)?),
        Body::Choice { fact, then, otherwise } => {
            let fact = scope.fact(fact)?;
            let [then, otherwise] = [value(scope, then)?, value(scope, otherwise)?];
            Value::Choice(fact, Box::new(then), Box::new(otherwise))
        }
    })
}

fn lemma(scope: &mut Scope<'_>, rule: &Rule) -> Result<Definition, Refusal> {
    let lemmas = scope.definitions.lemmas;
    let number = lemmas.iter().position(|lemma| lemma.name == rule.name).unwrap_or_default();
    let lemma = &lemmas[number];
    let words = scope.values(&lemma.any, &rule.with)?;
    let point = scope.inputs_and(&lemma.any, &words)?;
    let hypothesis = scope.point.context.hypothesis.clone();
    let mut within = scope.at(&point);
    let mut assume = within.facts(&lemma.assume)?;
    if let Some((_, before)) = hypothesis.filter(|(proved, _)| *proved == number) {
        let after = within.all_terms(&lemma.measure)?;
        assume.extend(descent(within.terms, &before, &after, rule.component)?);
    }
    Ok(Definition::Lemma { assume, show: within.fact(&lemma.show)? })
}

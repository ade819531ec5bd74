//! Proves equations between functions by induction, and the lemmas that this needs.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use tamarin_kernel::Claim;
use tamarin_kernel::evidence::{Body, FactText, Function, Lemma};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Definitions, Scope};
use tamarin_kernel::term::{Head, Terms};
use tamarin_kernel::text::{self, Expression};

use super::extract::below;
use super::guess::{self, Conjecture, Kind};
use super::search::{Found, Search, Stuck};
use super::values::Values;
use crate::lemma::Statement;
use crate::tactics::{Library, Tools};
use crate::world::{Here, World};

/// A set of functions, and lemmas about them.
#[derive(Clone)]
pub struct Theory {
    /// The functions.
    pub functions: Vec<Function>,
    /// Evaluates the functions on numbers.
    pub values: Rc<Values>,
    /// The machine.
    pub machine: &'static Machine,
    /// Prefix of the names of words.
    pub prefix: String,
    rewrites: RefCell<Vec<Rewrite>>,
    /// Maximum sum of the costs ([`Kind::cost`]) of lemmas that are proved for each other.
    depth: u32,
    /// Statements that were tried, with the lemma's number if it was proved.
    proved: RefCell<HashMap<String, Option<usize>>>,
    /// Conjectures that were tried, each with the depth that was left, or alone if it was proved.
    tried: RefCell<BTreeSet<String>>,
    /// A description of what could not be proved.
    missing: RefCell<String>,
    /// The number of lemmas that were tried, which names them.
    count: Rc<Cell<u32>>,
    /// The terms of the definitions and of all proofs so far, in the order in which the kernel makes them.
    pub terms: Rc<RefCell<Option<Terms>>>,
    /// How many searches are under way for facts that other searches need.
    pub nesting: Rc<Cell<u32>>,
}

/// A lemma used as a rewrite rule from left to right, for applications of one function.
#[derive(Clone)]
pub struct Rewrite {
    /// The lemma.
    pub lemma: Lemma,
    /// The function on the left side.
    pub function: usize,
    /// Its arguments on the left side.
    pub arguments: Vec<Expression>,
    /// The right side.
    pub other: String,
}

/// Maximum sum of the costs ([`Kind::cost`]) of lemmas that are proved for each other.
const DEPTH: u32 = 4;
/// Units of work on the terms of one proof.
const WORLD: u64 = 1_000_000;
/// Maximum number of attempts for one lemma.
const ATTEMPTS: u32 = 6;

impl Theory {
    /// A fresh world for a statement about the functions.
    pub fn world(&self, statement: &Statement) -> Result<(World, Here, Fact), Refusal> {
        World::within(self.machine, statement, self.given(), WORLD)
    }

    /// The definitions of the functions, without lemmas.
    pub fn given(&self) -> Definitions<'_> {
        Definitions { functions: &self.functions, lemmas: &[] }
    }

    /// Creates a theory without lemmas.
    pub fn new(claim: &Claim, functions: Vec<Function>) -> Result<Theory, Refusal> {
        let values = Rc::new(Values::new(claim.machine()?.width, &functions)?);
        let mut prefix = "w".to_owned();
        while claim.inputs.iter().any(|input| input.starts_with(&prefix)) {
            prefix.push('_');
        }
        let (rewrites, proved, tried, missing) = Default::default();
        let (count, nesting) = Default::default();
        let terms = Rc::new(RefCell::new(Some(defined(claim.machine()?, &functions)?)));
        let machine = claim.machine()?;
        Ok(Theory {
            functions,
            values,
            machine,
            prefix,
            rewrites,
            depth: DEPTH,
            proved,
            tried,
            missing,
            count,
            terms,
            nesting,
        })
    }

    /// The same functions without lemmas, so that proofs use only their bodies.
    #[must_use]
    pub fn without_lemmas(&self) -> Theory {
        Theory {
            rewrites: RefCell::default(),
            proved: RefCell::default(),
            depth: 0,
            ..self.clone()
        }
    }

    /// The names of the functions.
    pub fn names(&self) -> Vec<String> {
        self.functions.iter().map(|function| function.name.clone()).collect()
    }

    /// Whether a function is a loop: where it applies itself, that is its value.
    pub fn is_loop(&self, function: usize) -> bool {
        fn is_loop(body: &Body, name: &str) -> bool {
            match body {
                Body::Choice { then, otherwise, .. } => {
                    is_loop(then, name) && is_loop(otherwise, name)
                }
                Body::Value { is, .. } => text::term(is).is_ok_and(|value| {
                    let mut found = Vec::new();
                    value.applications(name, &mut found);
                    found.is_empty() || matches!(value, Expression::Apply(of, _) if of == name)
                }),
            }
        }
        let Function { name, body, .. } = &self.functions[function];
        is_loop(body, name)
    }

    /// Whether a function applies itself to another word than its argument with this index.
    pub fn changes(&self, function: usize, argument: usize) -> bool {
        let Function { name, arguments, body, .. } = &self.functions[function];
        let is_same = |applied: &Vec<Expression>| matches!(applied.get(argument), Some(Expression::Name(it)) if *it == arguments[argument]);
        !applications(body, name).iter().all(is_same)
    }

    /// Whether a function only adds to an argument, or multiplies it: it changes, and neither decisions nor the measure are
    /// about it.
    pub fn is_passive(&self, function: usize, argument: usize) -> bool {
        self.changes(function, argument) && !self.decides(function, argument)
    }

    /// Whether a decision, the domain or the measure of a function is about an argument.
    pub fn decides(&self, function: usize, argument: usize) -> bool {
        fn decisions<'b>(body: &'b Body, found: &mut Vec<&'b FactText>) {
            if let Body::Choice { fact, then, otherwise } = body {
                found.push(fact);
                decisions(then, found);
                decisions(otherwise, found);
            }
        }
        let Function { arguments, body, measure, domain, .. } = &self.functions[function];
        let mut facts: Vec<&FactText> = domain.iter().collect();
        decisions(body, &mut facts);
        let renaming = HashMap::from([(&arguments[argument][..], "")]);
        let is_about = |fact: &FactText| super::renamed(fact, &renaming) != *fact;
        facts.into_iter().any(is_about)
            || measure.iter().any(|text| is_about(&FactText::Text(text.clone())))
    }

    /// Whether a function applies itself to a quotient of an argument by a number, at the argument's place.
    pub fn halves(&self, function: usize, argument: usize) -> bool {
        let Function { name, arguments, body, .. } = &self.functions[function];
        applications(body, name).iter().any(|applied| match &applied[argument] {
            Expression::Apply(quotient, sides) => matches!(
                (&quotient[..], &sides[..]),
                ("/", [Expression::Name(of), Expression::Number(_)]) if *of == arguments[argument]
            ),
            _ => false,
        })
    }

    /// Whether a rule gives its function where an argument that the function divides by a number is one less.
    pub fn is_step(&self, rewrite: &Rewrite) -> bool {
        let (function, Ok(other)) = (rewrite.function, text::term(&rewrite.other)) else {
            return false;
        };
        let mut found = Vec::new();
        other.applications(&self.functions[function].name, &mut found);
        found.iter().any(|to| {
            let mut pairs = rewrite.arguments.iter().zip(*to).enumerate();
            pairs.any(|(at, (from, to))| self.halves(function, at) && is_before(from, to))
        })
    }

    /// Whether a function applies itself to a quotient or a remainder by a word.
    pub fn divides(&self, function: usize) -> bool {
        fn divides(of: &Expression) -> bool {
            let Expression::Apply(name, operands) = of else { return false };
            let is_division = matches!(&name[..], "/" | "%");
            let is_by_word = !matches!(operands.get(1), Some(Expression::Number(_)));
            is_division && is_by_word || operands.iter().any(divides)
        }
        let Function { name, body, .. } = &self.functions[function];
        applications(body, name).iter().flatten().any(divides)
    }

    /// Whether a function applies itself to an argument that is a number greater.
    pub fn counts_up(&self, function: usize) -> bool {
        let Function { name, arguments, body, .. } = &self.functions[function];
        let all = applications(body, name);
        let mut pairs = all.iter().flat_map(|applied| applied.iter().zip(arguments));
        pairs.any(|(applied, argument)| is_next(applied, argument))
    }

    /// Whether a function adds a constant to an argument in each of its recursive applications.
    pub fn is_counter(&self, function: usize, argument: usize) -> bool {
        let Function { name, arguments, body, .. } = &self.functions[function];
        let all = applications(body, name);
        !all.is_empty()
            && all.iter().all(|applied| is_next(&applied[argument], &arguments[argument]))
    }

    /// The constant to which other functions apply a function as its argument with this index, if it is one.
    pub fn constant(&self, function: usize, argument: usize) -> Option<u64> {
        let name = &self.functions[function].name;
        let others = (0..self.functions.len()).filter(|other| *other != function);
        let found: Vec<Vec<Expression>> =
            others.flat_map(|other| self.applied_by(other, name)).collect();
        let constant = |applied: &Vec<Expression>| match applied.get(argument) {
            Some(Expression::Number(number)) => Some(*number),
            _ => None,
        };
        let first = found.first().and_then(constant)?;
        found.iter().all(|applied| constant(applied) == Some(first)).then_some(first)
    }

    /// The arguments to which a function applies another: in the term that a lemma gives for it, if it is not recursive
    /// and there is one, as [`Theory::fold`] proves; else in its body.
    fn applied_by(&self, function: usize, name: &str) -> Vec<Vec<Expression>> {
        let Function { body, measure, .. } = &self.functions[function];
        let rewrites = self.rewrites.borrow();
        let known = rewrites.iter().find(|it| it.function == function && measure.is_empty());
        let Some(Ok(term)) = known.map(|it| text::term(&it.other)) else {
            return applications(body, name);
        };
        let mut found = Vec::new();
        term.applications(name, &mut found);
        found.into_iter().map(<[Expression]>::to_vec).collect()
    }

    /// The functions that occur in an equation.
    pub fn about(&self, fact: &FactText) -> BTreeSet<usize> {
        let FactText::Text(fact) = fact else { return BTreeSet::new() };
        let Ok(comparison) = text::fact(fact) else { return BTreeSet::new() };
        let occurs = |(_, function): &(usize, &Function)| {
            let mut found = Vec::new();
            comparison.words.iter().for_each(|it| it.applications(&function.name, &mut found));
            !found.is_empty()
        };
        self.functions.iter().enumerate().filter(occurs).map(|(number, _)| number).collect()
    }

    /// Whether a fact contains a function application.
    pub fn is_about(&self, terms: &Terms, fact: &Fact) -> bool {
        let mut atoms = Default::default();
        fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
        atoms.iter().any(|atom| matches!(terms.node(*atom).head, Head::Function(_)))
    }

    /// The proved lemmas, as rewrite rules.
    pub fn rewrites(&self) -> Vec<Rewrite> {
        self.rewrites.borrow().clone()
    }

    /// A description of what could not be proved.
    pub fn missing(&self) -> String {
        self.missing.borrow().clone()
    }

    /// Proves a statement; returns the number of its lemma, or none.
    pub fn prove(
        &self,
        statement: &Statement,
        library: &mut Library,
        tools: &mut Tools<'_>,
    ) -> Option<usize> {
        let key = statement.key();
        if let Some(known) = self.proved.borrow().get(&key) {
            return *known;
        }
        let conjecture = Conjecture { statement: statement.clone(), measure: Vec::new() };
        // Try first without auxiliary lemmas.
        let mut depths = 0..=self.depth;
        let number = depths.find_map(|depth| self.establish(&conjecture, library, tools, depth));
        self.proved.borrow_mut().insert(key, number);
        number
    }

    /// Proves that a function whose body holds the first activations of procedures is a term of the procedures'
    /// functions, where these are defined. The term is about the function's own arguments.
    pub fn fold(
        &self,
        start: &Function,
        by_calls: &str,
        statement: &Statement,
        library: &mut Library,
        tools: &mut Tools<'_>,
    ) {
        let any = statement.any.clone();
        let pairs = start.arguments.iter().map(String::as_str).zip(any.iter().map(String::as_str));
        let names: HashMap<&str, &str> = pairs.collect();
        let FactText::Text(right) = super::renamed(&FactText::Text(by_calls.into()), &names) else {
            return;
        };
        let Ok(assume) = text::term(&right).map(|term| self.domains(&term)) else { return };
        let show = Some(FactText::Text(format!("{}({}) = {right}", start.name, any.join(", "))));
        let folded = Statement { any, assume, show };
        if self.is_likely(&folded) {
            let conjecture = Conjecture { statement: folded, measure: Vec::new() };
            self.establish(&conjecture, library, tools, 0);
        }
    }

    /// The domains of all functions that a term applies, at its arguments.
    fn domains(&self, term: &Expression) -> Vec<FactText> {
        let mut found = Vec::new();
        for function in &self.functions {
            let mut applied = Vec::new();
            term.applications(&function.name, &mut applied);
            for arguments in applied {
                let texts: Vec<String> = arguments.iter().map(written).collect();
                let pairs = function.arguments.iter().map(String::as_str);
                let names = pairs.zip(texts.iter().map(String::as_str)).collect();
                let facts = function.domain.iter().map(|fact| super::renamed(fact, &names));
                found.extend(facts.filter(|fact| !found.contains(fact)).collect::<Vec<_>>());
            }
        }
        found
    }

    /// Proves a statement without induction and without auxiliary lemmas; returns the number of its lemma, or none.
    pub fn follows(
        &self,
        statement: &Statement,
        library: &mut Library,
        tools: &mut Tools<'_>,
    ) -> Option<usize> {
        let key = format!("follows {}", statement.key());
        if let Some(known) = self.proved.borrow().get(&key) {
            return *known;
        }
        let conjecture = Conjecture { statement: statement.clone(), measure: Vec::new() };
        let number = self.establish(&conjecture, library, tools, 0);
        self.proved.borrow_mut().insert(key, number);
        number
    }

    /// Proves a conjecture, with auxiliary lemmas up to the given depth.
    fn establish(
        &self,
        conjecture: &Conjecture,
        library: &mut Library,
        tools: &mut Tools<'_>,
        left: u32,
    ) -> Option<usize> {
        let name = format!("f{}", self.count.get());
        self.count.set(self.count.get() + 1);
        let lemma = conjecture.lemma(name);
        for _ in 0..ATTEMPTS {
            if !self.values.charge(tools.budget) {
                return None;
            }
            let mut search = Search::new(self, library, tools, &lemma).ok()?;
            let stuck = match search.prove().ok()? {
                Found::Proof(by) => {
                    library.lemmas.push(Lemma { by, ..lemma.clone() });
                    if self.depth > 0 {
                        let rewrite = self.rewrite(&Lemma { by: Vec::new(), ..lemma });
                        self.rewrites.borrow_mut().extend(rewrite);
                        // What failed may follow now.
                        self.proved.borrow_mut().retain(|_, number| number.is_some());
                    }
                    return Some(library.lemmas.len() - 1);
                }
                Found::Fails(_) => {
                    return None;
                }
                Found::Stuck(stuck) => stuck,
            };
            if left == self.depth
                && let Some(first) = stuck.first()
            {
                *self.missing.borrow_mut() = first.text.clone();
            }
            if left == 0 || !self.helps(&stuck, library, tools, left) {
                return None;
            }
        }
        None
    }

    /// Proves a lemma that unblocks a stuck proof; returns whether one was found.
    fn helps(
        &self,
        stuck: &[Stuck],
        library: &mut Library,
        tools: &mut Tools<'_>,
        left: u32,
    ) -> bool {
        for kind in Kind::ALL {
            for of in stuck {
                let is_late = stuck.first().is_some_and(|first| of.fuel < first.fuel);
                let cost = kind.cost(of, is_late);
                if left < cost {
                    continue;
                }
                if !self.values.charge(tools.budget) {
                    return false;
                }
                for next in guess::conjectures(self, of, kind) {
                    let keys = [format!("{left} {next:?}"), format!("{next:?}")];
                    if keys.iter().any(|key| self.tried.borrow().contains(key)) {
                        continue;
                    }
                    let [key, always] = keys;
                    self.tried.borrow_mut().insert(key);
                    if self.establish(&next, library, tools, left - cost).is_some() {
                        self.tried.borrow_mut().insert(always);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The same rule from right to left, if its right side is an application of another function.
    pub fn turned(&self, rewrite: &Rewrite) -> Option<Rewrite> {
        let Expression::Apply(name, arguments) = text::term(&rewrite.other).ok()? else {
            return None;
        };
        let function = self.functions.iter().position(|function| function.name == name)?;
        let FactText::Text(show) = &rewrite.lemma.show else { return None };
        let other = show.split_once(" = ")?.0.to_owned();
        let is_other = function != rewrite.function;
        is_other.then(|| Rewrite { lemma: rewrite.lemma.clone(), function, arguments, other })
    }

    /// Whether an argument is an accumulator: it decides no branch, and a proved rule replaces it by a constant.
    pub fn accumulates(&self, function: usize, argument: usize) -> bool {
        let name = &self.functions[function].name;
        let is_passive = self.is_passive(function, argument);
        is_passive
            && self.rewrites.borrow().iter().filter(|rule| rule.function == function).any(|rule| {
                let Ok(other) = text::term(&rule.other) else { return false };
                let mut found = Vec::new();
                other.applications(name, &mut found);
                let is_name = matches!(rule.arguments[argument], Expression::Name(_));
                is_name && found.iter().any(|to| matches!(to[argument], Expression::Number(_)))
            })
    }

    /// Whether a rule gives constants for words to which its function is applied.
    pub fn is_accumulator(&self, rewrite: &Rewrite) -> bool {
        let Ok(other) = text::term(&rewrite.other) else { return false };
        let mut found = Vec::new();
        other.applications(&self.functions[rewrite.function].name, &mut found);
        found.iter().any(|arguments| {
            let pairs = rewrite.arguments.iter().zip(*arguments);
            let is_name = |of: &Expression| matches!(of, Expression::Name(_));
            pairs.into_iter().any(|(from, to)| is_name(from) && matches!(to, Expression::Number(_)))
        })
    }

    /// A lemma as a rewrite rule, if its left side is an application of a function.
    pub fn rewrite(&self, lemma: &Lemma) -> Option<Rewrite> {
        let FactText::Text(show) = &lemma.show else { return None };
        let (left, other) = show.split_once(" = ")?;
        let Expression::Apply(name, arguments) = text::term(left).ok()? else { return None };
        let function = self.functions.iter().position(|function| function.name == name)?;
        Some(Rewrite { lemma: lemma.clone(), function, arguments, other: other.to_owned() })
    }
}

/// The text of a term.
fn written(of: &Expression) -> String {
    match of {
        Expression::Number(number) => number.to_string(),
        Expression::Name(name) => name.clone(),
        Expression::Apply(name, operands) => {
            let texts: Vec<String> = operands.iter().map(written).collect();
            match &texts[..] {
                [a, b] if !name.starts_with(|c: char| c.is_alphabetic()) => {
                    format!("({a} {name} {b})")
                }
                _ => format!("{name}({})", texts.join(", ")),
            }
        }
    }
}

/// Whether a term is another one less 1.
fn is_before(from: &Expression, to: &Expression) -> bool {
    let Expression::Apply(minus, sides) = to else { return false };
    minus == "-" && matches!(&sides[..], [of, Expression::Number(1)] if of == from)
}

/// Whether a function that is applied to this term counts its argument up.
fn is_next(applied: &Expression, argument: &String) -> bool {
    let Expression::Apply(plus, sides) = applied else { return false };
    let is_number = |it: &Expression| matches!(it, Expression::Number(_));
    let is_argument = |it: &Expression| matches!(it, Expression::Name(name) if name == argument);
    plus == "+" && sides.iter().any(is_number) && sides.iter().any(is_argument)
}

/// The arguments to which a body applies a function.
fn applications(body: &Body, name: &str) -> Vec<Vec<Expression>> {
    match body {
        Body::Choice { then, otherwise, .. } => {
            [applications(then, name), applications(otherwise, name)].concat()
        }
        Body::Value { is, .. } => {
            let Ok(value) = text::term(is) else { return Vec::new() };
            let mut found = Vec::new();
            value.applications(name, &mut found);
            found.into_iter().map(<[Expression]>::to_vec).collect()
        }
    }
}

/// The terms that the kernel makes for the definitions of functions.
fn defined(machine: &'static Machine, functions: &[Function]) -> Result<Terms, Refusal> {
    fn of_body(body: &Body, scope: &mut Scope<'_>) -> Result<(), Refusal> {
        match body {
            Body::Choice { then, otherwise, .. } => {
                of_body(then, scope)?;
                of_body(otherwise, scope)
            }
            Body::Value { is, .. } => scope.term(is).map(|_| ()),
        }
    }
    let mut terms = Terms::new(machine.width, machine.layout, u64::MAX);
    for function in functions {
        let any = function.arguments.clone();
        let statement = Statement { any, ..Statement::default() };
        let given = Definitions { functions, lemmas: &[] };
        let (mut world, here, _) = World::among(terms, machine, &statement, given)?;
        let mut scope = Scope { definitions: given, ..world.prover.scope(&here.point) };
        of_body(&function.body, &mut scope)?;
        terms = world.prover.terms;
    }
    Ok(terms)
}

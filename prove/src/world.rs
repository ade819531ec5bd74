//! The environment of one lemma's proof: the kernel's rules, applied exactly as the kernel will apply them.

use std::collections::BTreeMap;

use tamarin_kernel::context::Context;
use tamarin_kernel::evidence::{Rule, Script, Side};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::proof::Prover;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::rules;
use tamarin_kernel::scope::{Definitions, Point, Scope};
use tamarin_kernel::term::{Contents, Term, Terms};

use crate::lemma::Statement;
use crate::names::{Names, Style, Unnamed};

/// Units of work for one lemma.
const WORK: u64 = 40_000_000;

/// Terms and names for the words of one lemma only.
pub struct World {
    /// Its terms.
    pub prover: Prover<'static>,
    /// Names of its words.
    pub names: Names,
}

/// A point of a proof, with the label of each fact.
#[derive(Clone)]
pub struct Here {
    /// The point.
    pub point: Point,
    /// The labels of its facts.
    pub labels: Vec<String>,
}

impl World {
    /// A world in which the lemma's assumptions and their consequences are known.
    pub fn assumed(
        machine: &'static Machine,
        statement: &Statement,
        given: Definitions<'_>,
    ) -> Result<(World, Here, Fact), Refusal> {
        World::within(machine, statement, given, WORK)
    }

    /// A world as in [`World::assumed`], with a limit on work.
    pub fn within(
        machine: &'static Machine,
        statement: &Statement,
        given: Definitions<'_>,
        work: u64,
    ) -> Result<(World, Here, Fact), Refusal> {
        let terms = Terms::new(machine.width, machine.layout, work);
        World::among(terms, machine, statement, given)
    }

    /// A world as in [`World::assumed`], over terms that exist already.
    pub fn among(
        mut terms: Terms,
        machine: &'static Machine,
        statement: &Statement,
        given: Definitions<'_>,
    ) -> Result<(World, Here, Fact), Refusal> {
        let (mut inputs, definitions) = (Context::default(), Definitions::default());
        for side in Side::BOTH {
            let memory = terms.memory(Contents::Start(side.index()));
            inputs.memories.insert(format!("start.{}", side.name()), memory);
        }
        let mut point = Point::of(inputs.clone());
        let mut prover = Prover { terms, machine, inputs, definitions, watch: None };
        let functions = given.functions.iter().map(|it| it.name.clone()).collect();
        let mut names = Names { style: Style::InPlace, functions, ..Names::default() };
        for name in &statement.any {
            let word = prover.terms.fresh(name)?;
            point.context.name(name, word)?;
            names.atoms.extend(prover.terms.as_atom(word).map(|atom| (atom, name.clone())));
        }
        let mut scope = Scope { definitions: given, ..prover.scope(&point) };
        let assume = scope.facts(&statement.assume)?;
        let goal = scope.fact(&statement.shown())?;
        let mut here = Here { point, labels: Vec::new() };
        for (index, fact) in assume.into_iter().enumerate() {
            here.assume(&numbered("assume", index), fact);
        }
        Ok((World { prover, names }, here, goal))
    }

    /// The world of a lemma with its goal negated, as the kernel starts a proof.
    pub fn new(machine: &'static Machine, statement: &Statement) -> Result<(World, Here), Refusal> {
        let (world, mut here, goal) = World::assumed(machine, statement, Definitions::default())?;
        here.assume("goal", goal.negated());
        Ok((world, here))
    }

    /// The open cases of a rule; none if it does not apply.
    pub fn branch(&mut self, here: &Here, rule: &Rule) -> Option<Vec<Here>> {
        self.branch_with(here, rule, Definitions::default())
    }

    /// The open cases of a rule, with definitions of functions and lemmas; none if it does not apply.
    pub fn branch_with(
        &mut self,
        here: &Here,
        rule: &Rule,
        definitions: Definitions<'_>,
    ) -> Option<Vec<Here>> {
        let mut scope = Scope { definitions, ..self.prover.scope(&here.point) };
        let cases = rules::apply(&mut scope, rule).ok()?;
        let mut open = Vec::new();
        for case in cases {
            let context = &here.point.context;
            self.prover.terms.pay(1 + case.len() + context.facts().len()).ok()?;
            if case.iter().any(|fact| context.knows(fact) == Some(false)) {
                continue;
            }
            let mut next = here.clone();
            for (index, fact) in case.into_iter().enumerate() {
                next.assume(&numbered(&rule.label, index), fact);
            }
            if !next.point.context.is_closed {
                open.push(next);
            }
        }
        Some(open)
    }

    /// The text of a term.
    pub fn text(&mut self, term: Term) -> Result<String, Unnamed> {
        self.names.term(&self.prover.terms, term)
    }

    /// The texts of terms.
    pub fn texts<const N: usize>(&mut self, terms: [Term; N]) -> Result<[String; N], Unnamed> {
        let mut texts = [const { String::new() }; N];
        for (text, term) in texts.iter_mut().zip(terms) {
            *text = self.text(term)?;
        }
        Ok(texts)
    }
}

impl Here {
    /// Adds a fact.
    pub fn assume(&mut self, label: &str, fact: Fact) {
        self.point.context.assume(label, fact);
        self.labels.push(label.to_owned());
    }
}

/// The label of the fact at an index: `label`, `label.1`, `label.2` and so on.
fn numbered(label: &str, index: usize) -> String {
    match index {
        0 => label.to_owned(),
        _ => format!("{label}.{index}"),
    }
}

/// Whether the kernel accepts a proof of a lemma.
pub fn accepts(machine: &'static Machine, statement: &Statement, by: &Script) -> bool {
    let none = Definitions::default();
    let Ok((mut world, here, goal)) = World::assumed(machine, statement, none) else {
        return false;
    };
    let by = BTreeMap::from([("show".to_owned(), by.clone())]);
    world.prover.prove(&here.point, &goal, &by, "show").is_ok()
}

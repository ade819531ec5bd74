//! Equations between functions: proved by induction, with lemmas that are found on the way.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use tamarin_kernel::Claim;
use tamarin_kernel::evidence::{FactText, Function, Lemma};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::machine::Machine;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::Definitions;
use tamarin_kernel::term::{Head, Terms};
use tamarin_kernel::text::{self, Expression};

use super::extract::below;
use super::guess::{self, Conjecture, Kind};
use super::search::{Found, Search, Stuck};
use super::values::Values;
use crate::lemma::Statement;
use crate::tactics::{Library, Tools};
use crate::world::{Here, World};

/// Functions, and lemmas about them.
#[derive(Clone)]
pub struct Theory {
    /// The functions.
    pub functions: Vec<Function>,
    /// Their values on numbers.
    pub values: Rc<Values>,
    /// The machine.
    pub machine: &'static Machine,
    /// What names of words begin with.
    pub prefix: String,
    rewrites: RefCell<Vec<Rewrite>>,
    /// Lemmas for lemmas, within each other at most.
    depth: u32,
    /// Statements that were asked for, and their numbers if they are proved.
    proved: RefCell<HashMap<String, Option<usize>>>,
    /// Conjectures that were tried and not proved.
    failed: RefCell<Vec<String>>,
    /// What could not be proved.
    missing: RefCell<String>,
}

/// A lemma that says what an application of a function is equal to.
#[derive(Clone)]
pub struct Rewrite {
    /// The lemma.
    pub lemma: Lemma,
    /// The function.
    pub function: usize,
    /// Its arguments.
    pub arguments: Vec<Expression>,
    /// What it is equal to.
    pub other: String,
}

/// Lemmas for lemmas, within each other at most.
const DEPTH: u32 = 3;
/// Units of work on the terms of one proof.
const WORLD: u64 = 1_000_000;
/// Attempts for one lemma at most.
const ATTEMPTS: u32 = 6;

impl Theory {
    /// The world of a statement about the functions.
    pub fn world(&self, statement: &Statement) -> Result<(World, Here, Fact), Refusal> {
        World::within(self.machine, statement, self.given(), WORLD)
    }

    /// The functions, without lemmas.
    pub fn given(&self) -> Definitions<'_> {
        Definitions { functions: &self.functions, lemmas: &[] }
    }

    /// A theory of functions.
    pub fn new(claim: &Claim, functions: Vec<Function>) -> Result<Theory, Refusal> {
        let values = Rc::new(Values::new(claim.machine()?.width, &functions)?);
        let mut prefix = "w".to_owned();
        while claim.inputs.iter().any(|input| input.starts_with(&prefix)) {
            prefix.push('_');
        }
        let (rewrites, proved, failed, missing) = Default::default();
        let machine = claim.machine()?;
        Ok(Theory {
            functions,
            values,
            machine,
            prefix,
            rewrites,
            depth: DEPTH,
            proved,
            failed,
            missing,
        })
    }

    /// The same functions without lemmas: all that is left is what their bodies say.
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

    /// Whether a fact is about functions.
    pub fn is_about(&self, terms: &Terms, fact: &Fact) -> bool {
        let mut atoms = Default::default();
        fact.sum.iter().for_each(|(term, _)| below(terms, *term, &mut atoms));
        atoms.iter().any(|atom| matches!(terms.node(*atom).head, Head::Function(_)))
    }

    /// Lemmas that say what applications are equal to.
    pub fn rewrites(&self) -> Vec<Rewrite> {
        self.rewrites.borrow().clone()
    }

    /// What could not be proved.
    pub fn missing(&self) -> String {
        self.missing.borrow().clone()
    }

    /// The number of a lemma, if it can be proved.
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
        // Lemmas that need no lemmas are looked for first.
        let mut depths = 0..=self.depth;
        let number = depths.find_map(|depth| self.establish(&conjecture, library, tools, depth));
        self.proved.borrow_mut().insert(key, number);
        number
    }

    /// Proves a conjecture, if need be by lemmas that are proved before.
    fn establish(
        &self,
        conjecture: &Conjecture,
        library: &mut Library,
        tools: &mut Tools<'_>,
        left: u32,
    ) -> Option<usize> {
        let name = format!("f{}", library.lemmas.len() + self.failed.borrow().len() * 1000);
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

    /// Proves a lemma that would help where a proof is stuck.
    fn helps(
        &self,
        stuck: &[Stuck],
        library: &mut Library,
        tools: &mut Tools<'_>,
        left: u32,
    ) -> bool {
        for kind in Kind::ALL {
            for of in stuck {
                if !self.values.charge(tools.budget) {
                    return false;
                }
                for next in guess::conjectures(self, of, kind) {
                    let key = format!("{left} {next:?}");
                    if self.failed.borrow().contains(&key) {
                        continue;
                    }
                    self.failed.borrow_mut().push(key);
                    if self.establish(&next, library, tools, left - 1).is_some() {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The same from right to left, if its right side is an application of another function.
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

    /// What a lemma says of applications of a function.
    pub fn rewrite(&self, lemma: &Lemma) -> Option<Rewrite> {
        let FactText::Text(show) = &lemma.show else { return None };
        let (left, other) = show.split_once(" = ")?;
        let Expression::Apply(name, arguments) = text::term(left).ok()? else { return None };
        let function = self.functions.iter().position(|function| function.name == name)?;
        Some(Rewrite { lemma: lemma.clone(), function, arguments, other: other.to_owned() })
    }
}

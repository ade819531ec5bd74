//! Guesses lemmas that would close a stuck proof, from values on samples.
//!
//! | terms of the open goal | conjecture |
//! |---|---|
//! | applications of one function | the goal itself, with fewer assumptions and shared operands generalised to words |
//! | applications of two functions | one function equals the other at arguments built from its own |
//! | applications of two functions | one function is a linear combination of the other at such arguments |
//! | an application of a function that counts up to a limit | it equals itself from its first counter to a limit as far away |
//! | an application | the function is a polynomial of its arguments |
//! | an application of a function that halves an argument | it is a linear combination of itself where the argument is one less |
//! | an application of a loop | the loop is a linear combination of itself with other accumulators, or with other words that no decision is about |
//! | applications of a loop and of another function | the loop gives what the other function does, if its accumulators are values of that function |

use std::collections::{BTreeSet, HashMap};

use tamarin_kernel::evidence::{FactText, Lemma};
use tamarin_kernel::fact::Fact;
use tamarin_kernel::refusal::Refusal;
use tamarin_kernel::scope::{Definitions, Scope};
use tamarin_kernel::term::{Atom, Head, Node, Term, Terms};

use super::search::Stuck;
use super::substitute;
use super::theory::Theory;
use super::trials::Assumed;
use crate::lemma::Statement;
use crate::samples::Sample;
use crate::world::{Here, World};

mod closed;
mod mapped;
mod prefixes;
mod shifts;
mod stepped;
mod sums;

/// A lemma without a proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Conjecture {
    /// The statement to prove.
    pub statement: Statement,
    /// The induction measure, in lexicographic order; empty for a proof without induction.
    pub measure: Vec<String>,
}

impl Conjecture {
    /// The lemma, without its proof.
    pub fn lemma(&self, name: String) -> Lemma {
        let Statement { any, assume, .. } = self.statement.clone();
        let (show, measure) = (self.statement.shown(), self.measure.clone());
        Lemma { name, any, assume, show, measure, ..Lemma::default() }
    }
}

/// Maximum number of samples on which a conjecture is tested.
const SAMPLES: usize = 80;
/// Maximum number of argument choices that are tried.
const CHOICES: usize = 3_000;
/// Maximum number of conjectures for one stuck point.
const CONJECTURES: usize = 10;

/// How a conjecture is formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One function equals the other at arguments built from its own, so that a step of one is a step of the other.
    Mapped,
    /// A loop is a linear combination of itself with other accumulators.
    Accumulated,
    /// A loop equals the other function if its accumulators are values of that function.
    Prefix,
    /// A function that counts up to a limit depends on the distance to it alone.
    Shifted,
    /// A loop is a linear combination of itself with other words that no decision is about.
    Passive,
    /// A function is a polynomial of its arguments.
    Closed,
    /// A function that divides an argument by a number is a linear combination of itself where the argument is one less.
    Stepped,
    /// The open goal itself.
    Itself,
    /// One function is a linear combination of the other.
    Linear,
    /// One function equals the other with constants for arguments that change. An induction seldom shows it: its
    /// hypothesis says nothing about the other function's next step.
    Fixed,
}

impl Kind {
    /// All kinds, in the order in which they are tried.
    pub const ALL: [Kind; 10] = [
        Kind::Mapped,
        Kind::Accumulated,
        Kind::Prefix,
        Kind::Shifted,
        Kind::Passive,
        Kind::Closed,
        Kind::Stepped,
        Kind::Itself,
        Kind::Linear,
        Kind::Fixed,
    ];

    /// What a conjecture costs of the depth of a search. Those that are seldom true by induction cost more, so that
    /// lemmas for the others are sought before them: constants for arguments that change, open goals about two
    /// functions, and functions that are compared where one has been unfolded (`is_late`).
    pub fn cost(self, stuck: &Stuck, is_late: bool) -> u32 {
        let is_about_two = stuck.is_mixed && (self == Kind::Itself || is_late);
        1 + u32::from(self == Kind::Fixed) + u32::from(is_about_two)
    }
}

/// The conjectures of one kind for a stuck point.
pub fn conjectures(theory: &Theory, stuck: &Stuck, kind: Kind) -> Vec<Conjecture> {
    Guess::new(theory, stuck).and_then(|mut guess| guess.all(kind)).unwrap_or_default()
}

/// How operands that are sums appear in a conjecture.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operands {
    /// Each is generalised to a word.
    AsWords,
    /// They are kept.
    Stay,
}

/// A function application in the open goal.
#[derive(Clone)]
struct Left {
    atom: Atom,
    function: usize,
    operands: Vec<Term>,
}

struct Guess<'g> {
    theory: &'g Theory,
    stuck: &'g Stuck,
    world: World,
    here: Here,
    current: Term,
}

impl<'g> Guess<'g> {
    fn new(theory: &'g Theory, stuck: &'g Stuck) -> Result<Guess<'g>, Refusal> {
        let show = FactText::Text(format!("{} = 0", stuck.text));
        let (any, assume) = (stuck.any.clone(), stuck.facts.clone());
        let statement = Statement { any, assume, show: Some(show) };
        let (world, here, goal) = theory.world(&statement)?;
        let current = goal.as_zero().unwrap_or(Terms::ZERO);
        Ok(Guess { theory, stuck, world, here, current })
    }

    /// The applications of functions in the current goal.
    fn applications(&self) -> Vec<Left> {
        let mut left: Vec<Left> = Vec::new();
        let mut atoms = BTreeSet::new();
        super::extract::below(&self.world.prover.terms, self.current, &mut atoms);
        for atom in atoms {
            if let Node { head: Head::Function(function), operands } =
                self.world.prover.terms.node(atom).clone()
            {
                left.push(Left { atom, function, operands });
            }
        }
        left
    }

    fn all(&mut self, kind: Kind) -> Result<Vec<Conjecture>, Refusal> {
        let left = self.applications();
        let mut found = Vec::new();
        let is_recursive = |of: &Left| !self.theory.functions[of.function].measure.is_empty();
        if left.is_empty() || !left.iter().all(is_recursive) {
            return Ok(found);
        }
        for one in left.iter().filter(|_| kind != Kind::Itself) {
            for other in left.iter().filter(|other| other.function != one.function) {
                match kind {
                    Kind::Mapped | Kind::Fixed => self.mapped(one, other, kind, &mut found)?,
                    // Results of remainders are seldom linear.
                    Kind::Linear if self.theory.divides(one.function) => {}
                    Kind::Linear => self.linear(one, other, &mut found)?,
                    Kind::Prefix => self.prefix(one, other, &mut found)?,
                    Kind::Shifted
                    | Kind::Accumulated
                    | Kind::Passive
                    | Kind::Closed
                    | Kind::Stepped
                    | Kind::Itself => {}
                }
            }
        }
        let functions: BTreeSet<usize> = left.iter().map(|of| of.function).collect();
        for function in functions {
            match kind {
                Kind::Shifted => self.shifted(function, &mut found)?,
                Kind::Accumulated | Kind::Passive if self.theory.is_loop(function) => {
                    self.accumulated(function, kind, &mut found)?;
                }
                _ => {}
            }
        }
        for one in &left {
            match kind {
                Kind::Closed => self.closed(one, &mut found)?,
                Kind::Stepped => self.stepped(one, &mut found)?,
                _ => {}
            }
        }
        if kind != Kind::Itself {
            return Ok(found);
        }
        // Prefer applications to plain words: later searches match them more easily.
        let is_word = |of: &Term| {
            self.world.prover.terms.as_atom(*of).is_some_and(|atom| {
                matches!(self.world.prover.terms.node(atom).head, Head::Symbol(_))
            })
        };
        let mut sorted = left.clone();
        sorted.sort_by_key(|of| of.operands.iter().filter(|it| !is_word(it)).count());
        self.itself(&sorted, &mut found)?;
        found.truncate(CONJECTURES);
        Ok(found)
    }

    fn given(&self) -> Definitions<'g> {
        Definitions { functions: &self.theory.functions, lemmas: &[] }
    }

    /// Samples that satisfy the facts at the stuck point.
    fn here(&self) -> Vec<Sample> {
        let Stuck { any, facts: texts, .. } = self.stuck;
        let words = any.iter().map(|name| self.here.point.context.names[name]).collect();
        let of = Assumed { any, words, texts, facts: self.here.point.context.facts() };
        self.theory.samples(&self.world.prover.terms, &of, SAMPLES)
    }

    /// Names for the words of a conjecture about a function with `count` arguments.
    fn names(&self, count: usize) -> Vec<String> {
        (0..count).map(|number| format!("{}{number}", self.theory.prefix)).collect()
    }

    /// The domain and the measure of a function at the given arguments, as texts.
    fn texts(&self, function: usize, arguments: &[String]) -> (Vec<FactText>, Vec<String>) {
        let of = &self.theory.functions[function];
        let is_name = |it: &str| it.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let closed = |it: &String| if is_name(it) { it.clone() } else { format!("({it})") };
        let arguments: Vec<String> = arguments.iter().map(closed).collect();
        let names: HashMap<&str, &str> = of
            .arguments
            .iter()
            .map(String::as_str)
            .zip(arguments.iter().map(String::as_str))
            .collect();
        let domain = of.domain.iter().map(|fact| super::renamed(fact, &names)).collect();
        let measure = of.measure.iter().map(|text| {
            match super::renamed(&FactText::Text(text.clone()), &names) {
                FactText::Text(text) => text,
                FactText::Sum { .. } => String::new(),
            }
        });
        (domain, measure.collect())
    }

    fn application(&self, function: usize, arguments: &[String]) -> String {
        format!("{}({})", self.theory.functions[function].name, arguments.join(", "))
    }

    /// The open goal without the words that all its products share: if the rest is zero, so is the goal.
    fn without_common_words(&mut self) -> Result<Term, Refusal> {
        let polynomial = self.world.prover.terms.polynomial(self.current).to_vec();
        let Some((first, _)) = polynomial.first() else { return Ok(self.current) };
        let mut common = first.clone();
        let terms = &mut self.world.prover.terms;
        common.retain(|atom| matches!(terms.node(*atom).head, Head::Symbol(_)));
        for (monomial, _) in &polynomial {
            let mut left = monomial.clone();
            common.retain(|atom| remove(&mut left, *atom));
        }
        let mut rest = Terms::ZERO;
        for (mut monomial, factor) in polynomial {
            common.iter().for_each(|atom| {
                remove(&mut monomial, *atom);
            });
            let mut product = terms.constant(factor);
            for atom in monomial {
                let Node { head, operands } = terms.node(atom).clone();
                let of = terms.atom(head, operands)?;
                product = terms.mul(product, of)?;
            }
            rest = terms.add(rest, product)?;
        }
        Ok(rest)
    }

    /// Conjectures that state the open goal itself as a lemma.
    fn itself(&mut self, left: &[Left], found: &mut Vec<Conjecture>) -> Result<(), Refusal> {
        let goal = self.without_common_words()?;
        for of in left {
            for operands in [Operands::AsWords, Operands::Stay] {
                let polynomial = self.world.prover.terms.polynomial(goal).to_vec();
                let Some((_, factor)) = polynomial.iter().find(|(it, _)| it[..] == [of.atom])
                else {
                    continue;
                };
                let by = match *factor {
                    1 => u64::MAX,
                    it if it == self.world.prover.terms.width.most() => 1,
                    _ => continue,
                };
                let node = self.world.prover.terms.node(of.atom).clone();
                let terms = &mut self.world.prover.terms;
                let left = terms.atom(node.head, node.operands)?;
                let right = terms.combine(left, 1, goal, by)?;
                if let Some(conjecture) = self.generalised(of, left, right, operands)?
                    && !found.contains(&conjecture)
                {
                    found.push(conjecture);
                }
            }
        }
        Ok(())
    }

    /// Generalises operands of an application to new words, if they are sums and occur on the other side; returns their
    /// names.
    fn general(&mut self, of: &Left, sides: &mut [Term; 2]) -> Result<Vec<String>, Refusal> {
        let mut found = Vec::new();
        for &operand in &of.operands {
            let terms = &mut self.world.prover.terms;
            let is_compound =
                terms.as_atom(operand).is_none() && terms.as_constant(operand).is_none();
            if !is_compound || !occurs(terms, sides[1], operand) {
                continue;
            }
            let name = format!("{}{}", self.theory.prefix, 50 + found.len());
            let word = terms.fresh(&name)?;
            for side in sides.iter_mut() {
                *side = generalise(terms, *side, operand, word)?;
            }
            self.world.names.atoms.extend(terms.as_atom(word).map(|it| (it, name.clone())));
            found.push(name);
        }
        Ok(found)
    }

    fn generalised(
        &mut self,
        of: &Left,
        left: Term,
        right: Term,
        operands: Operands,
    ) -> Result<Option<Conjecture>, Refusal> {
        let mut any = self.stuck.any.clone();
        let mut sides = [left, right];
        if operands == Operands::AsWords {
            let words = self.general(of, &mut sides)?;
            if words.is_empty() {
                return Ok(None);
            }
            any.extend(words);
        }
        let [left, right] = [self.world.text(sides[0])?, self.world.text(sides[1])?];
        let show = Some(FactText::Text(format!("{left} = {right}")));
        let terms = &self.world.prover.terms;
        let Some(application) = terms.as_atom(sides[0]) else { return Ok(None) };
        let operands = terms.node(application).operands.clone();
        let mut assume = self.stuck.facts.clone();
        let statement =
            |assume: Vec<FactText>, any: Vec<String>| Statement { any, assume, show: show.clone() };
        for index in (0..assume.len()).rev() {
            let mut fewer = assume.clone();
            fewer.remove(index);
            let reduced = statement(fewer.clone(), any.clone());
            if self.theory.is_likely(&reduced) {
                assume = fewer;
            }
        }
        for fact in self.domains(&sides)? {
            if !assume.contains(&fact) {
                assume.push(fact);
            }
        }
        let mut texts = Vec::new();
        for operand in operands {
            texts.push(self.world.text(operand)?);
        }
        let (_, measure) = self.texts(of.function, &texts);
        let used = format!("{left} {right} {assume:?}");
        any.retain(|name| used.contains(&name[..]));
        let statement = statement(assume, any);
        Ok(self.theory.is_likely(&statement).then_some(Conjecture { statement, measure }))
    }

    /// The domain facts of all applications in the terms, as far as they hold here.
    fn domains(&mut self, sides: &[Term]) -> Result<Vec<FactText>, Refusal> {
        let mut atoms = std::collections::BTreeSet::new();
        for &side in sides {
            super::extract::below(&self.world.prover.terms, side, &mut atoms);
        }
        let mut found = Vec::new();
        for atom in atoms {
            let Node { head: Head::Function(function), operands } =
                self.world.prover.terms.node(atom).clone()
            else {
                continue;
            };
            let mut texts = Vec::new();
            for operand in operands {
                texts.push(self.world.text(operand)?);
            }
            found.extend(self.texts(function, &texts).0);
        }
        Ok(found)
    }
}

/// All ways to choose `count` different names, which are few.
pub fn orders(names: &[String], count: usize) -> Vec<Vec<String>> {
    if names.len() > 3 || count > names.len() {
        return Vec::new();
    }
    let mut found: Vec<Vec<String>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |before: &Vec<String>| {
            let others = names.iter().filter(|name| !before.contains(name));
            others.map(|name| [&before[..], std::slice::from_ref(name)].concat()).collect()
        };
        found = found.iter().flat_map(|before| -> Vec<Vec<String>> { longer(before) }).collect();
    }
    found
}

/// Removes one occurrence of an atom; returns whether there is one.
fn remove(monomial: &mut Vec<Atom>, atom: Atom) -> bool {
    let at = monomial.iter().position(|it| *it == atom);
    at.map(|at| monomial.remove(at)).is_some()
}

/// Whether a term occurs as an operand within another.
fn occurs(terms: &Terms, term: Term, operand: Term) -> bool {
    terms.polynomial(term).iter().flat_map(|(monomial, _)| monomial).any(|&atom| {
        let of = &terms.node(atom).operands;
        of.iter().any(|&of| of == operand || occurs(terms, of, operand))
    })
}

/// A term in which each operand equal to `operand` is replaced by a word.
fn generalise(terms: &mut Terms, term: Term, operand: Term, word: Term) -> Result<Term, Refusal> {
    let mut with = HashMap::new();
    let atoms: Vec<Atom> =
        terms.polynomial(term).iter().flat_map(|(monomial, _)| monomial.clone()).collect();
    for atom in atoms {
        let Node { head, operands } = terms.node(atom).clone();
        let mut new = Vec::new();
        for &of in &operands {
            new.push(if of == operand { word } else { generalise(terms, of, operand, word)? });
        }
        if new != operands {
            with.insert(atom, super::rebuilt(terms, head, new)?);
        }
    }
    substitute(terms, term, &with)
}

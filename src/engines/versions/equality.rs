//! Decides whether two words are equal: as terms, by theories, or by a solver.
//!
//! A solver is asked only about words that are equal under a few arbitrary models, which
//! distinguish most different words at no cost (Section 4.1 limits queries for the same reason).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::engines::pause::Pause;
use crate::facts::Facts;
use crate::solver::{Answer, Effort, Question, Solver, Stop, UnknownReason};
use crate::term::{Model, Sort, Term, Terms};

/// Number of models under which words are compared.
const MODELS: usize = 8;
/// The effort of a query.
const EFFORT_PER_QUERY: Effort = Effort(2_000);
/// Maximum number of queries.
const QUESTIONS: u32 = 2_000;
/// Maximum number of undecided queries.
const OPEN: u32 = 40;

/// Words that programs often test for.
const NOTABLE: [u32; 8] = [0, 1, u32::MAX, 2, 0x8000_0000, 0x7fff_ffff, 10, 0xffff_fffe];

/// The result for a goal.
#[derive(Clone, Debug)]
pub(super) enum Answered {
    Holds,
    /// It fails under this model.
    Fails(Rc<Model>),
    Open,
}

/// The caller ended it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ended;

/// Decides goals, each once.
pub(super) struct Decider<'s> {
    pub terms: Terms,
    /// The assumptions of all goals.
    pub given: Vec<Term>,
    solver: &'s mut dyn Solver,
    stop: &'s Stop,
    pause: Pause<'s>,
    known: FxHashMap<(Vec<Term>, Term), Answered>,
    /// What follows from the assumptions of the last query. The next one keeps the prefix that it shares: along a
    /// chain of branches, each query would otherwise take time proportional to all branches before it.
    facts: Facts,
    /// What follows from the assumptions of the last path.
    path: Facts,
    /// Number of queries so far.
    pub questions: u32,
    open: u32,
    /// The first refuted goal since this was cleared, with its model.
    pub refuted: Option<(Term, Rc<Model>)>,
}

impl<'s> Decider<'s> {
    /// A decider without results.
    pub fn new(solver: &'s mut dyn Solver, stop: &'s Stop, pause: Pause<'s>) -> Decider<'s> {
        Decider {
            terms: Terms::new(),
            given: Vec::new(),
            solver,
            stop,
            pause,
            known: FxHashMap::default(),
            facts: Facts::default(),
            path: Facts::default(),
            questions: 0,
            open: 0,
            refuted: None,
        }
    }

    /// Pauses, and checks whether to end.
    pub async fn look(&mut self) -> Result<(), Ended> {
        match self.stop.is_due() || self.pause.wait().await.is_break() {
            true => Err(Ended),
            false => Ok(()),
        }
    }

    /// What follows from these conditions, with the terms that it is about.
    pub fn facts_of(&mut self, conditions: &[Term]) -> (&mut Facts, &mut Terms) {
        self.path.follow(&mut self.terms, conditions.iter().copied());
        (&mut self.path, &mut self.terms)
    }

    /// Decides whether two words are equal under the assumptions.
    pub async fn equal(&mut self, a: Term, b: Term) -> Result<Answered, Ended> {
        let equal = self.terms.eq(a, b);
        self.holds(equal).await
    }

    /// Decides whether two booleans are equal under the assumptions.
    pub async fn same(&mut self, a: Term, b: Term) -> Result<Answered, Ended> {
        let (one, other) = (self.terms.not(a), self.terms.not(b));
        if a == b {
            return Ok(Answered::Holds);
        }
        let (one, other) = (self.terms.and(one, b), self.terms.and(a, other));
        let differ = self.terms.or(one, other);
        let goal = self.terms.not(differ);
        self.holds(goal).await
    }

    /// Decides whether a goal holds under the assumptions.
    pub async fn holds(&mut self, goal: Term) -> Result<Answered, Ended> {
        if self.terms.as_bool(goal) == Some(true) {
            return Ok(Answered::Holds);
        }
        let key = (self.about(goal), goal);
        let answered = match self.known.get(&key) {
            Some(known) => known.clone(),
            None => {
                let answered = self.ask(&key.0, goal).await?;
                self.known.insert(key, answered.clone());
                answered
            }
        };
        if let Answered::Fails(model) = &answered {
            self.refuted.get_or_insert_with(|| (goal, Rc::clone(model)));
        }
        Ok(answered)
    }

    /// The assumptions about the words of a goal, and about the words that these refer to.
    pub fn about(&mut self, goal: Term) -> Vec<Term> {
        let mut words = self.terms.mentions(goal);
        let mut given = self.given.clone();
        let mut about = Vec::new();
        loop {
            let (with, without): (Vec<Term>, Vec<Term>) = given
                .into_iter()
                .partition(|&condition| self.terms.meet(self.terms.mentions(condition), words));
            if with.is_empty() {
                break;
            }
            for &condition in &with {
                let others = self.terms.mentions(condition);
                words = self.terms.union(words, others);
            }
            about.extend(with);
            given = without;
        }
        about.sort_unstable();
        about
    }

    async fn ask(&mut self, assumptions: &[Term], goal: Term) -> Result<Answered, Ended> {
        let roots = [assumptions, &[goal]].concat();
        for model in self.models(&roots) {
            let values = self.terms.eval(&roots, &model);
            let (goal, assumed) = values.split_last().expect("there is a goal");
            if *goal == 0 && assumed.iter().all(|&value| value == 1) {
                return Ok(Answered::Fails(Rc::new(model)));
            }
        }
        self.facts.follow(&mut self.terms, assumptions.iter().copied());
        if self.facts.prove(&mut self.terms, goal).is_some() {
            return Ok(Answered::Holds);
        }
        if self.questions >= QUESTIONS || self.open >= OPEN {
            return Ok(Answered::Open);
        }
        let fails = self.terms.not(goal);
        self.solver.push();
        for &term in assumptions.iter().chain([&fails]) {
            self.solver.assert(term);
        }
        let name = format!("block{}", self.questions + 1);
        let question = Question::new(&name).within(EFFORT_PER_QUERY).until(self.stop).in_process();
        let answer = self.solver.check(&self.terms, question).await;
        self.solver.pop();
        if let Answer::Unknown(UnknownReason::Unavailable(_)) = answer {
            // No solver answered, so no query counts.
            return Ok(Answered::Open);
        }
        self.questions += 1;
        Ok(match answer {
            Answer::Unsat(_) => Answered::Holds,
            Answer::Sat(model) => Answered::Fails(Rc::new(model)),
            Answer::Unknown(_) if self.stop.is_due() => return Err(Ended),
            Answer::Unknown(_) => {
                self.open += 1;
                Answered::Open
            }
        })
    }

    /// A few values of each word, which distinguish most words that differ.
    pub fn fingerprints(&self, words: &[Term]) -> Vec<[u64; MODELS]> {
        let models = self.models(words);
        let columns: Vec<Vec<u64>> =
            models.iter().map(|model| self.terms.eval(words, model)).collect();
        (0..words.len()).map(|word| std::array::from_fn(|model| columns[model][word])).collect()
    }

    /// Models for all free words of some terms; the same for the same words.
    fn models(&self, roots: &[Term]) -> [Model; MODELS] {
        let symbols = self.terms.free_symbols(roots.iter().copied());
        std::array::from_fn(|number| {
            let mut model = Model::new();
            for &symbol in &symbols {
                if self.terms.symbol_sort(symbol) == Sort::Memory {
                    continue;
                }
                let hash = mix(self.terms.symbol_name(symbol), number as u64);
                let word = match number % 2 {
                    0 => NOTABLE[(hash >> 32) as usize % NOTABLE.len()],
                    _ => (hash >> 16) as u32,
                };
                model.set(symbol, word);
            }
            model
        })
    }
}

/// A hash of a name and a seed.
fn mix(name: &str, seed: u64) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for byte in name.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash ^= hash >> 29;
    hash.wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

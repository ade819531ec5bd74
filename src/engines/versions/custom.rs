//! User-defined patterns: two equivalent snippets of code.
//!
//! [`Snippets`] are written by a user: code of the old program, code that replaces it in the new
//! one, and which registers correspond before and after. The DiffKemp paper trusts such patterns
//! (Section 2.3). Here they are proved for all words first ([`prove`]), at a cost that no single
//! query of a comparison may have.
//!
//! Where the text of a program matches one of the snippets, up to the names of registers and the
//! wildcard words, a comparison executes it unchanged. It then expresses the values at the exit as
//! the results of the *old* snippet. Two such places therefore yield the same terms; nothing else
//! is concluded from a pattern.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::rc::Rc;

use super::relation::WORDS;
use super::run::{block, faults};
use super::snippet::fit;
pub use super::snippet::{Custom, Held, Shown, Snippets, Unfit};
use crate::facts::Facts;
use crate::machine::Image;
use crate::program::Program;
use crate::solver::{Answer, Effort, Question, Solver, Stop};
use crate::term::{Model, Symbol, Term, Terms};

/// Number of models under which snippets are evaluated before a solver is asked.
const MODELS: u64 = 4_096;
/// Parts of the exhaustive search between progress reports: a power of two.
const PARTS: u64 = 1 << 10;
/// The effort of a solver for a pattern before all words are tried.
const EFFORT_BEFORE_SEARCH: Effort = Effort(20_000);
/// The effort of a solver for a pattern with too many words to try all.
const EFFORT_WITHOUT_SEARCH: Effort = Effort(5_000_000);

/// Words for which two snippets differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// The values before them, as in [`Snippets::entry`].
    pub entry: Vec<u32>,
    /// The wildcard words, by their numbers.
    pub any: Vec<u32>,
    /// The places at the exit that differ, with their words; `None` where one snippet faults and
    /// the other does not.
    pub exit: Option<([Held; 2], [u32; 2])>,
    /// Whether they fault.
    pub faults: [bool; 2],
}

/// Why a pattern is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// A snippet (0 is the old one) is invalid, at the word with this index.
    Unfit(usize, usize, Unfit),
    /// The snippets are not equivalent.
    Differ(Parting),
    /// Not decided.
    Open,
}

/// Proves a pattern for all initial words and all wildcard words. The solver may use many
/// conflicts. If only one word is free, all of its values are tried: `going_on` receives the
/// fraction that is done, and ends the search by `Break`.
///
/// # Errors
///
/// If it cannot be proved; with the words for which the snippets differ, if there are any.
pub async fn prove(
    snippets: Snippets,
    solver: &mut dyn Solver,
    stop: &Stop,
    going_on: impl AsyncFnMut(f64) -> ControlFlow<()>,
) -> Result<Custom, Refused> {
    for side in 0..2 {
        fit(&snippets, side).map_err(|(at, why)| Refused::Unfit(side, at, why))?;
    }
    let terms = &mut Terms::new();
    let before: Vec<Term> =
        (0..snippets.entry.len()).map(|index| terms.symbol(&format!("x{index}"))).collect();
    let count = snippets.any.iter().flat_map(BTreeMap::values).max().map_or(0, |most| most + 1);
    let any: Vec<Term> = (0..count).map(|index| terms.symbol(&format!("k{index}"))).collect();
    let images =
        snippets.words.each_ref().map(|words| Image::new(&Program::from_words(words.clone())));
    let [Some(old), Some(new)] = [0, 1].map(|side| {
        // Words that do not correspond are unconstrained.
        let mut words: [Term; WORDS] =
            std::array::from_fn(|index| terms.symbol(&format!("u{side}_{index}")));
        words[0] = terms.word(0);
        for (held, &term) in snippets.entry.iter().zip(&before) {
            words[held[side].index()] = term;
        }
        let any = snippets.any[side].iter().map(|(&at, &number)| (4 * at as u32, any[number]));
        block(terms, &images[side], &any.collect(), words)
    }) else {
        return Err(Refused::Open);
    };
    let faults = [&old, &new].map(|block| faults(terms, block));
    let mut goal = iff(terms, faults);
    for held in &snippets.exit {
        let [a, b] = [old.words[held[0].index()], new.words[held[1].index()]];
        let equal = terms.eq(a, b);
        let equal = terms.or(faults[0], equal);
        goal = terms.and(goal, equal);
    }
    let parting = |terms: &Terms, model: &Model| {
        let words = |of: &[Term]| -> Vec<u32> {
            terms.eval(of, model).into_iter().map(|word| word as u32).collect()
        };
        let exit = snippets.exit.iter().find_map(|&held| {
            let pair = words(&[old.words[held[0].index()], new.words[held[1].index()]]);
            (pair[0] != pair[1]).then_some((held, [pair[0], pair[1]]))
        });
        let faults = faults.map(|it| terms.holds(it, model));
        let exit = exit.filter(|_| faults == [false; 2]);
        Refused::Differ(Parting { entry: words(&before), any: words(&any), exit, faults })
    };
    match decide(terms, goal, solver, stop, going_on).await {
        Decided::Holds(shown) => Ok(Custom { old: Rc::clone(&images[0]), snippets, shown }),
        Decided::Fails(model) => Err(parting(terms, &model)),
        Decided::Open => Err(Refused::Open),
    }
}

fn iff(terms: &mut Terms, [a, b]: [Term; 2]) -> Term {
    let [not_a, not_b] = [a, b].map(|it| terms.not(it));
    let both = terms.and(a, b);
    let neither = terms.and(not_a, not_b);
    terms.or(both, neither)
}

/// The result for a goal.
enum Decided {
    Holds(Shown),
    Fails(Model),
    Open,
}

async fn decide(
    terms: &mut Terms,
    goal: Term,
    solver: &mut dyn Solver,
    stop: &Stop,
    mut going_on: impl AsyncFnMut(f64) -> ControlFlow<()>,
) -> Decided {
    if terms.as_bool(goal) == Some(true) {
        return Decided::Holds(Shown::Solver);
    }
    let symbols: Vec<Symbol> = terms.free_symbols([goal]).into_iter().collect();
    if let Some(model) = refuted(terms, goal, &symbols) {
        return Decided::Fails(model);
    }
    let only = match symbols[..] {
        [symbol] => Some(symbol),
        _ => None,
    };
    if Facts::default().prove(terms, goal).is_some() {
        return Decided::Holds(Shown::Solver);
    }
    let fails = terms.not(goal);
    solver.push();
    solver.assert(fails);
    let effort = if only.is_some() { EFFORT_BEFORE_SEARCH } else { EFFORT_WITHOUT_SEARCH };
    let question = Question::new("pattern").within(effort).until(stop);
    let answer = solver.check(terms, question).await;
    solver.pop();
    match (answer, only) {
        (Answer::Unsat(_), _) => Decided::Holds(Shown::Solver),
        (Answer::Sat(model), _) => Decided::Fails(model),
        (Answer::Unknown(_), Some(symbol)) => {
            let is_due = || stop.is_due();
            for part in 0..PARTS {
                let first = part << 32;
                let range = first / PARTS..(first + (1 << 32)) / PARTS;
                if going_on(part as f64 / PARTS as f64).await.is_break() {
                    return Decided::Open;
                }
                match terms.first_that_fails(goal, symbol, range, is_due) {
                    ControlFlow::Continue(None) => {}
                    ControlFlow::Continue(Some(word)) => {
                        let mut model = Model::new();
                        model.set(symbol, word);
                        return Decided::Fails(model);
                    }
                    ControlFlow::Break(()) => return Decided::Open,
                }
            }
            Decided::Holds(Shown::AllWords)
        }
        (Answer::Unknown(_), None) => Decided::Open,
    }
}

/// A countermodel of a goal among a few cheap ones.
fn refuted(terms: &Terms, goal: Term, symbols: &[Symbol]) -> Option<Model> {
    const NOTABLE: [u32; 8] = [0, 1, u32::MAX, 2, 0x8000_0000, 0x7fff_ffff, 10, 0xffff_0000];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as u32
    };
    (0..MODELS).find_map(|number| {
        let mut model = Model::new();
        for &symbol in symbols {
            let word = next();
            let word = match number % 4 {
                0 => NOTABLE[word as usize % NOTABLE.len()],
                1 => word % 256,
                _ => word,
            };
            model.set(symbol, word);
        }
        (!terms.holds(goal, &model)).then_some(model)
    })
}

//! Mutation testing: how good a program's tests are, and which wrong programs they miss (DeMillo,
//! Lipton and Sayward, "Hints on Test Data Selection", IEEE Computer 1978).
//!
//! The wrong programs are *mutants* of first order, which are the program with one [`Edit`] of its
//! text, and any other programs given by name. Each is run on the tests. If a test shows another
//! observation, the mutant is *killed*. A mutant that passes all tests is compared with the
//! program. Either there is an input on which they differ, which the tests miss; or both are proved
//! equivalent, so that no test can kill the mutant and it does not count (an *equivalent* mutant);
//! or it is open. A score by killed mutants alone would blame a teacher for equivalent ones; open
//! mutants make the score an interval ([`Analysis::score`]).
//!
//! To improve the tests, the inputs found by comparisons and the tests form a pool, and each input
//! kills some mutants. A smallest subset that kills everything the pool kills is a minimum hitting
//! set, which a solver finds with soft assertions; the result says whether it is the smallest.
//!
//! Nothing here knows a machine: a [`Tested`] program is what one adds ([`Suite`] for MIPS).

#[cfg(feature = "evidence")]
mod arm64;
mod suite;

use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::rc::Rc;

#[cfg(feature = "evidence")]
pub(super) use arm64::run as run_arm64;
#[cfg(feature = "evidence")]
pub use arm64::{Suite as Arm64Suite, WORK};
pub use suite::{QUERY, RUNS, Suite, is_killed};
pub(super) use suite::{first_order, is_least};

use super::mend::{Edit, Language, edits_for, linked_for};
use super::paths::Observer;
use crate::evidence::EditKind;
use crate::link::{self, File};
use crate::machine::{Image, Inputs};
use crate::program::Program;
use crate::report::Progress;
use crate::solver::bitblast::Bitblast;
use crate::solver::maxsat::{Optimum, SoftAssertions};
use crate::solver::{Effort, Question, Solver, Stop};
use crate::term::{Model, Term, Terms};

/// Default maximum number of mutants of a text.
pub const MUTANTS: usize = 200;
/// Maximum number of edits that are assembled per requested mutant.
const EDITS: usize = 8;
/// The effort of a check in the search for a smallest set.
const EFFORT_OF_SMALLEST_SET: Effort = Effort(20_000);

/// A program that is wrong, or may be.
#[derive(Clone, Debug)]
pub struct Mutant<P = Rc<Image>, I = Inputs> {
    /// Its origin.
    pub origin: Origin,
    /// The program, ready to run.
    pub image: P,
    /// The result for it.
    pub fate: Fate<I>,
}

/// The origin of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An edit of the program's text.
    Edit(Edit),
    /// A program of this name.
    Named(String),
}

/// The result for a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate<I = Inputs> {
    /// A test distinguishes it from the program. If `is_unfinished`, the program stops on that
    /// test, and the mutant did not within 100 times the fuel.
    Killed {
        /// The index of the test.
        by: usize,
        /// Whether the mutant's run did not end.
        is_unfinished: bool,
    },
    /// No test distinguishes it, but some input does.
    Missed {
        /// The input.
        inputs: I,
        /// Whether it is the least one; `None` if that is unknown.
        is_least: Option<bool>,
    },
    /// No input distinguishes it: proved.
    Equivalent,
    /// Undecided.
    Open,
}

/// A program of some machine, its tests, and the limits of the analysis.
#[expect(async_fn_in_trait, reason = "the searches run on one thread")]
pub trait Tested {
    /// A program, ready to run.
    type Image: Clone;
    /// What a program is given.
    type Inputs: Clone + Eq + Hash;
    /// What is observed of a run.
    type Outcome;

    /// The language of its text.
    fn language(&self) -> &'static dyn Language;

    /// The files that the program was linked from.
    fn files(&self) -> &[File<'_>];

    /// The program.
    fn image(&self) -> &Self::Image;

    /// The words of a program.
    fn words<'i>(&self, image: &'i Self::Image) -> &'i [u32];

    /// A mutant that was linked. `None` if it cannot be loaded.
    fn build(&self, mutant: Program) -> Option<Self::Image>;

    /// The inputs that the program is tested on.
    fn tests(&self) -> &[Self::Inputs];

    /// Other programs, by name, for example wrong submissions.
    fn others(&self) -> &[(String, Self::Image)];

    /// Maximum number of mutants of the text.
    fn most(&self) -> usize;

    /// The program's outcome on an input.
    fn outcome(&self, inputs: &Self::Inputs) -> Self::Outcome;

    /// Whether an input with this `expected` outcome of the program distinguishes a mutant: `None`
    /// if not, otherwise whether the mutant's run did not end.
    fn kills(
        &self,
        inputs: &Self::Inputs,
        expected: &Self::Outcome,
        mutant: &Self::Image,
    ) -> Option<bool>;

    /// The result for a mutant that passes all tests.
    async fn missed(
        &self,
        mutant: &Self::Image,
        solver: &mut dyn Solver,
        observer: &mut dyn Observer,
    ) -> Fate<Self::Inputs>;
}

/// The mutants of a tested program.
type MutantOf<T> = Mutant<<T as Tested>::Image, <T as Tested>::Inputs>;
/// The result of analysing its tests.
type AnalysisOf<T> = Analysis<<T as Tested>::Image, <T as Tested>::Inputs>;

/// The result of analysing a program's tests.
#[derive(Clone, Debug)]
pub struct Analysis<P = Rc<Image>, I = Inputs> {
    /// The mutants: edits in the order of their lines, then the others.
    pub mutants: Vec<Mutant<P, I>>,
    /// Number of edits that link; `mutants` has the first ones or all.
    pub edits: usize,
    /// Whether all mutants were analysed; otherwise `stop` was due.
    pub is_complete: bool,
    /// The number of mutants that each test kills.
    pub kills: Vec<usize>,
    /// A subset of all known inputs that kills all mutants that these kill.
    pub suite: Option<Killing<I>>,
}

/// Inputs that together kill everything that any known input kills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Killing<I = Inputs> {
    /// The inputs, tests first.
    pub inputs: Vec<I>,
    /// The number of mutants that each of them kills.
    pub kills: Vec<usize>,
    /// Whether no smaller subset of the known inputs does.
    pub is_smallest: bool,
}

/// The number of mutants per result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutants that a test kills.
    pub killed: usize,
    /// Mutants that no test kills, but some input would.
    pub missed: usize,
    /// Mutants that no input distinguishes.
    pub equivalent: usize,
    /// Undecided mutants.
    pub open: usize,
}

impl Tally {
    /// Counts one more mutant.
    pub fn add<I>(&mut self, fate: &Fate<I>) {
        match fate {
            Fate::Killed { .. } => self.killed += 1,
            Fate::Missed { .. } => self.missed += 1,
            Fate::Equivalent => self.equivalent += 1,
            Fate::Open => self.open += 1,
        }
    }
}

impl<P, I> Analysis<P, I> {
    /// The number of mutants per result.
    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        self.mutants.iter().for_each(|mutant| tally.add(&mutant.fate));
        tally
    }

    /// The number of killed mutants, and the minimum and maximum number of those that count. `None`
    /// if there may be none that count.
    pub fn score(&self) -> Option<(usize, [usize; 2])> {
        let Tally { killed, missed, open, .. } = self.tally();
        let least = killed + missed;
        (least > 0).then_some((killed, [least, least + open]))
    }
}

/// Analyses the tests of a program. Ends early, with the results so far, once `stop` is due or the
/// observer breaks.
pub async fn analyse<T: Tested>(
    suite: &T,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> AnalysisOf<T> {
    let mut search = Search::new(suite);
    while let Some(progress) = search.progress() {
        if stop.is_due() || observer.progress(progress).await.is_break() {
            break;
        }
        search.advance(solver, observer).await;
    }
    search.end().await
}

/// An analysis in progress, one mutant at a time.
pub struct Search<'s, T: Tested> {
    suite: &'s T,
    /// The program's outcomes on the tests.
    expected: Vec<T::Outcome>,
    mutants: Vec<MutantOf<T>>,
    edits: usize,
    /// Number of mutants analysed.
    tried: usize,
    /// Number of comparisons made.
    proofs: u32,
}

impl<'s, T: Tested> Search<'s, T> {
    /// Creates the mutants.
    pub fn new(suite: &'s T) -> Search<'s, T> {
        let (mutants, edits) = mutants(suite);
        let expected = suite.tests().iter().map(|inputs| suite.outcome(inputs)).collect();
        Search { suite, expected, mutants, edits, tried: 0, proofs: 0 }
    }

    /// The progress; `None` once all mutants were analysed.
    pub fn progress(&self) -> Option<Progress> {
        let Search { tried, proofs, ref mutants, .. } = *self;
        let of = Some(mutants.len() as u32);
        (tried < mutants.len()).then_some(Progress { tried: tried as u32, of, proofs })
    }

    /// Analyses the next mutant. If the observer breaks off its comparison, it stays open.
    pub async fn advance(&mut self, solver: &mut dyn Solver, observer: &mut dyn Observer) {
        let Some(mutant) = self.mutants.get_mut(self.tried) else { return };
        mutant.fate = match killed(self.suite, &self.expected, &mutant.image) {
            Some((by, is_unfinished)) => Fate::Killed { by, is_unfinished },
            None => {
                self.proofs += 1;
                self.suite.missed(&mutant.image, solver, observer).await
            }
        };
        self.tried += 1;
    }

    /// The results so far, without the numbers of kills.
    pub fn known(&self) -> AnalysisOf<T> {
        Analysis {
            mutants: self.mutants.clone(),
            edits: self.edits,
            is_complete: self.progress().is_none(),
            kills: Vec::new(),
            suite: None,
        }
    }

    /// The final results.
    pub async fn end(self) -> AnalysisOf<T> {
        let pool = pool(self.suite, &self.mutants);
        let kills = self.suite.tests().iter().map(|inputs| pool.kills(inputs)).collect();
        let suite = pool.smallest().await;
        Analysis { kills, suite, ..self.known() }
    }
}

/// The mutants, not analysed yet, and the number of edits. No two mutants have the same words, and
/// none has those of the program itself.
fn mutants<T: Tested>(suite: &T) -> (Vec<MutantOf<T>>, usize) {
    let (edited, all) = edited(suite);
    let words = |image: &T::Image| suite.words(image).to_vec();
    let mut seen: HashSet<Vec<u32>> = edited.iter().map(|(_, mutated)| words(mutated)).collect();
    seen.insert(words(suite.image()));
    let of_edit = |(edit, image)| Mutant { origin: Origin::Edit(edit), image, fate: Fate::Open };
    let mut found: Vec<MutantOf<T>> = edited.into_iter().map(of_edit).collect();
    for (name, other) in suite.others() {
        if seen.insert(words(other)) {
            let (origin, image) = (Origin::Named(name.clone()), other.clone());
            found.push(Mutant { origin, image, fate: Fate::Open });
        }
    }
    (found, all)
}

/// The first-order mutants, in the order of their lines, and the number of edits. No two have the
/// same words, and none has those of the program.
pub(super) fn edited<T: Tested>(suite: &T) -> (Vec<(Edit, T::Image)>, usize) {
    let (language, files, most) = (suite.language(), suite.files(), suite.most());
    let words = suite.words(suite.image());
    let mut numbers = language.constants(words);
    numbers.extend(language.edges());
    let mut seen = HashSet::from([words.to_vec()]);
    let edits = match link::program_for(language.architecture(), files).output {
        Some(program) => spread(edits_for(language, &program, files, &numbers)),
        None => Vec::new(),
    };
    let all = edits.len();
    let mut found = Vec::new();
    for edit in edits.into_iter().take(most.saturating_mul(EDITS)) {
        if found.len() >= most {
            break;
        }
        let mutated = linked_for(language, &edit, files).and_then(|it| suite.build(it));
        let Some(mutated) = mutated else { continue };
        if seen.insert(suite.words(&mutated).to_vec()) {
            found.push((edit, mutated));
        }
    }
    let place = |edit: &Edit| (edit.file, edit.line, edit.kind, edit.to.clone());
    found.sort_by_cached_key(|(edit, _)| place(edit));
    (found, all)
}

/// Orders edits so that the first ones cover all lines and kinds: the first of each kind in each
/// line, then the second ones, and so on.
fn spread(edits: Vec<Edit>) -> Vec<Edit> {
    let mut ranks: BTreeMap<(usize, usize, EditKind), usize> = BTreeMap::new();
    let mut ranked: Vec<(usize, Edit)> = edits
        .into_iter()
        .map(|edit| {
            let rank = ranks.entry((edit.file, edit.line, edit.kind)).or_default();
            *rank += 1;
            (*rank, edit)
        })
        .collect();
    ranked.sort_by_key(|(rank, edit)| (*rank, edit.kind));
    ranked.into_iter().map(|(_, edit)| edit).collect()
}

/// The first test that kills a mutant, and whether by a run without an end.
fn killed<T: Tested>(
    suite: &T,
    expected: &[T::Outcome],
    mutant: &T::Image,
) -> Option<(usize, bool)> {
    let tests = suite.tests().iter().zip(expected).enumerate();
    let mut killers = tests.filter_map(|(by, (inputs, expected))| {
        suite.kills(inputs, expected, mutant).map(|is_unfinished| (by, is_unfinished))
    });
    killers.next()
}

/// The known inputs: the tests, and those that comparisons found.
fn pool<'p, T: Tested>(suite: &'p T, mutants: &'p [MutantOf<T>]) -> Pool<'p, T::Inputs> {
    let found = mutants.iter().filter_map(|mutant| match &mutant.fate {
        Fate::Missed { inputs, .. } => Some(inputs),
        Fate::Killed { .. } | Fate::Equivalent | Fate::Open => None,
    });
    let mut seen = HashSet::new();
    let all = suite.tests().iter().chain(found);
    let inputs: Vec<&T::Inputs> = all.filter(|&inputs| seen.insert(inputs.clone())).collect();
    let expected: Vec<T::Outcome> = inputs.iter().map(|inputs| suite.outcome(inputs)).collect();
    let is_wrong =
        |mutant: &&MutantOf<T>| matches!(mutant.fate, Fate::Killed { .. } | Fate::Missed { .. });
    let known = inputs.clone();
    Pool::new(inputs, mutants.iter().filter(is_wrong), |mutant, at| {
        suite.kills(known[at], &expected[at], &mutant.image).is_some()
    })
}

/// Inputs, and the wrong programs that each of them kills.
pub struct Pool<'p, I> {
    inputs: Vec<&'p I>,
    /// For each program that any of them kills, the inputs that kill it.
    killers: Vec<Vec<usize>>,
}

impl<'p, I: Clone + PartialEq> Pool<'p, I> {
    /// Different inputs, and these wrong programs. `kills` decides whether the input with an index
    /// kills a program.
    pub fn new<W>(
        inputs: Vec<&'p I>,
        wrong: impl Iterator<Item = W>,
        kills: impl Fn(&W, usize) -> bool,
    ) -> Pool<'p, I> {
        let killers =
            wrong.map(|wrong| (0..inputs.len()).filter(|&at| kills(&wrong, at)).collect());
        let killers = killers.filter(|killers: &Vec<usize>| !killers.is_empty()).collect();
        Pool { inputs, killers }
    }

    /// The number of programs that an input kills.
    pub fn kills(&self, inputs: &I) -> usize {
        let at = self.inputs.iter().position(|&it| it == inputs);
        self.killers.iter().filter(|killers| at.is_some_and(|at| killers.contains(&at))).count()
    }

    /// The fewest inputs that kill everything that any of them kills; `None` if they kill nothing.
    pub async fn smallest(&self) -> Option<Killing<I>> {
        if self.killers.is_empty() {
            return None;
        }
        let (chosen, is_smallest) = hitting_set(&self.killers, self.inputs.len()).await;
        let inputs: Vec<I> = chosen.into_iter().map(|at| self.inputs[at].clone()).collect();
        let kills = inputs.iter().map(|inputs| self.kills(inputs)).collect();
        Some(Killing { inputs, kills, is_smallest })
    }
}

/// A hitting set of few elements for these sets, and whether it is proved to be minimum. The sets
/// must not be empty.
async fn hitting_set(sets: &[Vec<usize>], elements: usize) -> (Vec<usize>, bool) {
    let mut terms = Terms::new();
    let mut solver = Bitblast::new();
    let no = terms.word(0);
    let is_in: Vec<Term> = (0..elements)
        .map(|element| {
            let word = terms.symbol(&format!("element{element}"));
            let is_out = terms.eq(word, no);
            terms.not(is_out)
        })
        .collect();
    for set in sets {
        let nothing = terms.bool(false);
        let some = set.iter().fold(nothing, |some, &element| terms.or(some, is_in[element]));
        solver.assert(some);
    }
    let mut few = SoftAssertions::new();
    for &term in &is_in {
        let is_out = terms.not(term);
        few.assert_soft(is_out, 1);
    }
    let question = Question::new("smallest").within(EFFORT_OF_SMALLEST_SET);
    match few.check(&mut solver, &mut terms, &question).await {
        Optimum::Best(best) => (members(&terms, &is_in, &best.model), best.is_optimum()),
        // The hard assertions are satisfiable, so only the effort was too small.
        Optimum::Unsat(_) | Optimum::Unknown(_) => (greedy(sets, elements), false),
    }
}

fn members(terms: &Terms, is_in: &[Term], model: &Model) -> Vec<usize> {
    let values = terms.eval(is_in, model);
    (0..is_in.len()).filter(|&element| values[element] != 0).collect()
}

/// A greedy hitting set: repeatedly takes the element that hits most of the remaining sets.
fn greedy(sets: &[Vec<usize>], elements: usize) -> Vec<usize> {
    let mut left: Vec<&Vec<usize>> = sets.iter().collect();
    let mut chosen = Vec::new();
    while !left.is_empty() {
        let hits = |element: &usize| left.iter().filter(|set| set.contains(element)).count();
        let best = (0..elements).rev().max_by_key(hits).expect("sets are not empty");
        left.retain(|set| !set.contains(&best));
        chosen.push(best);
    }
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn least(sets: &[Vec<usize>], elements: usize) -> usize {
        let hits = |chosen: u32| sets.iter().all(|set| set.iter().any(|it| chosen >> it & 1 == 1));
        let all = (0..1_u32 << elements).filter(|&chosen| hits(chosen));
        all.map(u32::count_ones).min().expect("all of them hit each set") as usize
    }

    #[test]
    fn a_smallest_set_is_that_of_trying_all() {
        let mut state = 1_u64;
        let mut below = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % most
        };
        for _ in 0..200 {
            let elements = 1 + below(9) as usize;
            let sets: Vec<Vec<usize>> = (0..1 + below(12))
                .map(|_| {
                    let some = (0..elements).filter(|_| below(3) == 0).collect::<Vec<_>>();
                    if some.is_empty() { vec![below(elements as u64) as usize] } else { some }
                })
                .collect();
            let (chosen, is_smallest) = pollster::block_on(hitting_set(&sets, elements));
            assert!(is_smallest, "{sets:?}");
            for chosen in [&chosen, &greedy(&sets, elements)] {
                assert!(
                    sets.iter().all(|set| set.iter().any(|it| chosen.contains(it))),
                    "{sets:?}"
                );
            }
            assert_eq!(chosen.len(), least(&sets, elements), "{sets:?}");
        }
    }
}

//! Regions of programs with loops, whose pairs of paths are too many to be explored.
//!
//! A region is guessed from runs and proved by invariants of the loops, in the manner of Partush
//! and Yahav (section 5.1 and Figs. 10, 15 and 16), where an analysis of both programs side by side
//! splits states by whether they agree:
//!
//! 1. Both programs run on [`samples`]. Conditions that hold for all samples on which they differ
//!    in one way, and for none on which they agree, are [guessed](Learner::guess).
//! 2. The rest is divided into [`cells`], each a conjunction, and on each the programs are proved
//!    to agree for every number of steps.
//! 3. On each region the programs are proved to differ ([`Goal::Notes`]): their results are never
//!    equal, or their difference is a sum of inputs ([`values`]), which is not zero. Then evidence of
//!    it is looked for, which the kernel accepts.
//!
//! Where no guess is proved, conditions are sought that hold wherever they differ ([`bounds`]).
//!
//! An input that refutes a proof becomes a sample, and another guess is made. The regions are exact
//! only if both proofs succeed. If only the first one does, they are an upper bound.

mod bounds;
mod cells;
mod samples;
mod values;

use std::rc::Rc;

use tamarin_kernel::Claim;
use tamarin_kernel::claim::Stopping as Claimed;

use super::atoms::{Atom, atoms_of};
use super::conditions::{Conditions, Finding};
use super::grammar::Grammar;
use super::judge::Judge;
use super::learn::Learner;
use super::leaves::expression;
use super::teller::Mips;
use super::{Does, EFFORT_PER_QUERY, Kind, Region, WORK_OF_TELLER};
use crate::contract::{Contract, Spec};
use crate::engines::alignment::{self, Goal, Note, Stopping};
use crate::engines::difference::Difference;
use crate::engines::evidence::{self, claim};
use crate::engines::paths;
use crate::engines::pause::Pause;
use crate::engines::tree::Bench;
use crate::evidence::Termination;
use crate::machine::setup::Observable;
use crate::machine::{Image, Inputs};
use crate::program::Program;
use crate::solver::{Solver, Stop};
use crate::symbolic::assumption;
use crate::term::Term;
use cells::cells;
use samples::{Label, Samples, Way};

/// Maximum number of guesses. More guesses find conditions that need more samples.
const ROUNDS: usize = 8;
/// Maximum number of conditions of a guess: a reader should understand them.
const CONDITIONS: usize = 3;
/// Maximum work for a proof, in the units of [`Stop`].
const WORK: u64 = 1_500_000;
/// Maximum work for all proofs.
const WORK_OF_ALL: u64 = 8_000_000;
/// Maximum work for evidence of what was proved of a region, in the units of [`evidence`].
const WORK_OF_EVIDENCE: u64 = evidence::WORK / 8;
/// `beq $0, $0, -1`.
const SPINS: u32 = 0x1000_ffff;

/// What is known about the regions of two programs with loops.
pub(super) struct Found {
    /// Regions on which they are proved to differ.
    pub regions: Vec<Region>,
    /// Whether they are proved to agree on all other inputs.
    pub is_exact: bool,
    /// Conditions outside of which they are proved to agree, if the regions are not exact.
    pub within: Vec<String>,
}

/// A guessed region.
struct Guess {
    way: Way,
    /// The texts of its conjuncts.
    texts: Vec<String>,
}

impl Guess {
    fn text(&self) -> String {
        match self.texts.is_empty() {
            true => assumption::TRUE.to_owned(),
            false => self.texts.join(" and "),
        }
    }
}

/// The result of an attempt at a proof.
enum Proof<T> {
    Holds(T),
    /// Inputs on which it may fail.
    Suspects(Vec<Inputs>),
}

/// The regions of two programs, one of which has a loop, and whose walk had these conditions.
/// `None` if not even an upper bound is proved.
pub(super) async fn regions(
    bench: &mut Bench<'_>,
    difference: &Difference<'_>,
    conditions: &[Term],
) -> Option<Found> {
    let images = bench.images;
    if !images.iter().any(|image| alignment::may_go_back(image)) {
        return None;
    }
    let tests = Grammar::frequent_tests(&bench.terms, conditions);
    // The walk has made very many terms, among which each evaluation would take long.
    let Bench { options, solver, observer, stop, .. } = bench;
    let mut own = Bench::new(images, options, &mut **solver, &mut **observer, stop);
    (own.effort, own.work, own.undecided) =
        (EFFORT_PER_QUERY.min(options.effort), WORK_OF_TELLER, None);
    let teller = &mut Mips::new(own, difference);
    let mut samples = Samples::of(&teller.judge);
    let grammar = Grammar::of_loops(&mut teller.judge, &tests);
    let atoms = atoms_of(&mut teller.judge, &grammar);
    let mut left = WORK_OF_ALL;
    let mut bound: Option<Found> = None;
    let mut before: Vec<String> = Vec::new();
    for _ in 0..ROUNDS {
        if left == 0 || teller.judge.bench.is_over().await {
            break;
        }
        let Some(guesses) = guesses(&teller.judge, &samples, &atoms) else { break };
        let within: Vec<String> = guesses.iter().map(Guess::text).collect();
        // New samples have to lead to another guess.
        if within == before {
            break;
        }
        before.clone_from(&within);
        match agree_elsewhere(teller, &guesses, &samples, &mut left).await {
            Some(Proof::Holds(())) => {}
            Some(Proof::Suspects(suspects)) if samples.learn_from(&teller.judge, &suspects) => {
                continue;
            }
            _ => break,
        }
        let proved = prove_each(teller, &guesses, &mut samples, &mut left).await;
        let Proved { regions, is_exact, has_learnt } = proved;
        if has_learnt {
            bound = bounded(regions, within);
            continue;
        }
        return match is_exact {
            true => Some(Found { regions, is_exact, within: Vec::new() }),
            false => bounded(regions, within),
        };
    }
    match bound {
        Some(bound) => Some(bound),
        None => bounds::upper_bound(teller, &atoms, &mut samples, &mut left).await,
    }
}

/// The guessed regions that were proved.
struct Proved {
    regions: Vec<Region>,
    /// Whether the programs differ on all of them.
    is_exact: bool,
    /// Whether a failed proof gave new samples. Guesses after it were not tried.
    has_learnt: bool,
}

/// Proves that the programs differ on each guessed region.
async fn prove_each(
    teller: &mut Mips<'_, '_>,
    guesses: &[Guess],
    samples: &mut Samples,
    left: &mut u64,
) -> Proved {
    let mut proved = Proved { regions: Vec::new(), is_exact: true, has_learnt: false };
    for guess in guesses {
        match differ(teller, guess, samples, left).await {
            Proof::Holds(more) => proved.regions.extend(more),
            Proof::Suspects(suspects) => {
                proved.is_exact = false;
                if samples.learn_from(&teller.judge, &suspects) {
                    proved.has_learnt = true;
                    break;
                }
            }
        }
    }
    proved
}

/// What is known if some regions are not proved; `None` if that is nothing.
fn bounded(regions: Vec<Region>, within: Vec<String>) -> Option<Found> {
    let is_everything = within.iter().any(|text| text == assumption::TRUE);
    (!is_everything).then_some(Found { regions, is_exact: false, within })
}

/// Conditions that separate the samples on which the programs differ from the others; `None` if no
/// few conditions do.
fn guesses(judge: &Judge<'_, '_>, samples: &Samples, atoms: &[Atom<Term>]) -> Option<Vec<Guess>> {
    let mut guesses = Vec::new();
    for way in samples.ways() {
        let mut learner = Learner::new(atoms);
        for sample in &samples.all {
            match &sample.label {
                Label::Open => {}
                label => {
                    let is_inside = *label == Label::Differ(way);
                    learner.add_labelled(judge, &sample.inputs, is_inside);
                }
            }
        }
        let seeds: Vec<&Inputs> = samples.of_way(way).map(|sample| &sample.inputs).collect();
        for region in learner.guess(judge, &seeds, CONDITIONS - guesses.len())? {
            let texts = region.iter().map(|&atom| atoms[atom].text.clone()).collect();
            guesses.push(Guess { way, texts });
        }
    }
    Some(guesses)
}

/// The contract with further assumptions.
fn assuming(contract: &Contract, texts: &[String]) -> Option<Contract> {
    let mut assume = contract.spec().assume.clone();
    assume.extend(texts.iter().cloned());
    Contract::new(&Spec { assume, ..contract.spec().clone() }).ok()
}

/// Attempts to prove that the programs agree on all inputs outside of the guesses.
async fn agree_elsewhere(
    teller: &mut Mips<'_, '_>,
    guesses: &[Guess],
    samples: &Samples,
    left: &mut u64,
) -> Option<Proof<()>> {
    let texts: Vec<&[String]> = guesses.iter().map(|guess| &guess.texts[..]).collect();
    for cell in cells(&texts) {
        let contract = assuming(teller.judge.bench.contract(), &cell)?;
        let Some(first) = first(teller, &contract, &cell, samples).await? else { continue };
        match agree(teller, &contract, &first, left).await {
            Proof::Holds(()) => {}
            Proof::Suspects(suspects) => return Some(Proof::Suspects(suspects)),
        }
    }
    Some(Proof::Holds(()))
}

/// An input that a contract allows and that satisfies the conditions in these texts; `Some(None)` if there is
/// none, `None` if that is open.
async fn first(
    teller: &mut Mips<'_, '_>,
    contract: &Contract,
    texts: &[String],
    samples: &Samples,
) -> Option<Option<Inputs>> {
    if let Some(sample) = samples.all.iter().find(|sample| contract.allows(&sample.inputs)) {
        return Some(Some(sample.inputs.clone()));
    }
    let judge = &mut teller.judge;
    let meanings = texts.iter().map(|text| judge.meaning(text));
    let meanings = meanings.collect::<Option<Vec<Term>>>()?;
    let all = judge.all(&meanings);
    match judge.some(all, 1).await {
        Finding::Never => Some(None),
        Finding::Inputs(mut inputs) => Some(inputs.pop()),
        Finding::Unknown => None,
    }
}

/// Attempts to prove that the programs agree on all inputs of a contract.
async fn agree(
    teller: &mut Mips<'_, '_>,
    contract: &Contract,
    first: &Inputs,
    left: &mut u64,
) -> Proof<()> {
    let Bench { images, solver, observer, stop, .. } = &mut teller.judge.bench;
    let most = WORK.min(*left);
    let stop = stop.within(most);
    let pause = Pause::new(async || observer.pause().await);
    let attempt = paths::prove(*images, contract, first, &mut **solver, &stop, pause).await;
    *left -= most - stop.left().unwrap_or(0).min(most);
    let is_shown = attempt
        .proved
        .as_ref()
        .is_some_and(|proved| proved.steps.is_none() && proved.termination != Termination::Open);
    if is_shown {
        return Proof::Holds(());
    }
    let parted = attempt.parted.map(|parted| parted.inputs);
    Proof::Suspects(attempt.suspects.into_iter().chain(parted).collect())
}

/// Attempts to prove that the programs differ on all inputs of a guess. Its regions are without
/// the inputs on which they are proved to agree.
async fn differ(
    teller: &mut Mips<'_, '_>,
    guess: &Guess,
    samples: &Samples,
    left: &mut u64,
) -> Proof<Vec<Region>> {
    let open = || Proof::Suspects(Vec::new());
    let Some(contract) = assuming(teller.judge.bench.contract(), &guess.texts) else {
        return open();
    };
    let Some(first) = samples.all.iter().find(|sample| contract.allows(&sample.inputs)) else {
        return open();
    };
    let first = first.inputs.clone();
    let Way { kind, of } = guess.way;
    if kind == Kind::NeverStops {
        return never_stops(teller, guess, &contract, &first, left).await;
    }
    let Some(of) = of else { return open() };
    let attempt = noted(teller, guess, of, &contract, &first, samples, left).await;
    let is_related = attempt.proved.is_some();
    if let Some(proved) = attempt.proved.filter(|it| it.stopping == Stopping::Always) {
        let images = teller.judge.bench.images;
        let checked = is_checked(teller, images, &contract, &proved.notes);
        let regions = regions_of_notes(teller, guess, of, &proved.notes, checked).await;
        return regions.map_or_else(open, Proof::Holds);
    }
    if is_related
        && let Some(regions) = without_endless(teller, guess, of, &first, samples, left).await
    {
        return Proof::Holds(regions);
    }
    let each = of_each(teller, guess, of, &contract, &first, samples, left).await;
    if let Some((notes, checked)) = each
        && let Some(regions) = regions_of_notes(teller, guess, of, &notes, checked).await
    {
        return Proof::Holds(regions);
    }
    Proof::Suspects(attempt.suspects)
}

/// Attempts to show what each program gives, without the other one: where their loops have
/// different numbers of rounds, each aligned with itself is simpler than both together.
async fn of_each(
    teller: &mut Mips<'_, '_>,
    guess: &Guess,
    of: Observable,
    contract: &Contract,
    first: &Inputs,
    samples: &Samples,
    left: &mut u64,
) -> Option<(Vec<Note>, Option<bool>)> {
    let runs = samples.of_way(guess.way).filter(|sample| contract.allows(&sample.inputs));
    let notes = values::equations(of, &runs.collect::<Vec<_>>());
    let images = teller.judge.bench.images;
    let (mut shown, mut checked) = (Vec::new(), Some(true));
    for side in [0, 1] {
        let is_own = |note: &&Note| values::is_of_program(note, side);
        let own: Vec<Note> = notes.iter().filter(is_own).cloned().collect();
        if own.is_empty() {
            return None;
        }
        let attempt =
            attempt(teller, &Goal::Any(own), [images[side]; 2], contract, first, left).await;
        let proved = attempt.proved.filter(|it| it.stopping == Stopping::Always)?;
        checked = checked.and(is_checked(teller, [images[side]; 2], contract, &proved.notes));
        shown.extend(proved.notes);
    }
    Some((shown, checked))
}

/// Attempts to show notes about two programs.
async fn attempt(
    teller: &mut Mips<'_, '_>,
    goal: &Goal,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    left: &mut u64,
) -> alignment::Attempt {
    let Bench { solver, observer, stop, .. } = &mut teller.judge.bench;
    let most = WORK.min(*left);
    let stop = stop.within(most);
    let pause = Pause::new(async || observer.pause().await);
    let with: (&mut dyn Solver, &Stop) = (&mut **solver, &stop);
    let attempt = alignment::prove_notes(goal, images, contract, first, with, pause).await;
    *left -= most - stop.left().unwrap_or(0).min(most);
    attempt
}

/// Whether the kernel accepted evidence that both programs are done on all inputs of a contract, and of notes about their
/// ends. `None` if none was found.
fn is_checked(
    teller: &Mips<'_, '_>,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    notes: &[Note],
) -> Option<bool> {
    let facts = notes.iter().map(|note| values::fact(note, images[0]));
    let claim = claim::of_ends(images, contract, facts.collect::<Option<Vec<_>>>()?).ok()?;
    is_accepted(teller, &claim).then_some(true)
}

/// Searches for evidence of a claim.
fn is_accepted(teller: &Mips<'_, '_>, claim: &Claim) -> bool {
    let stop = teller.judge.bench.stop.within(WORK_OF_EVIDENCE);
    evidence::of_words(claim, WORK_OF_EVIDENCE, &stop).is_ok()
}

/// Attempts to show notes about the inputs of a guess, whose contract this is.
async fn noted(
    teller: &mut Mips<'_, '_>,
    guess: &Guess,
    of: Observable,
    contract: &Contract,
    first: &Inputs,
    samples: &Samples,
    left: &mut u64,
) -> alignment::Attempt {
    let runs = samples.of_way(guess.way).filter(|sample| contract.allows(&sample.inputs));
    let mut notes = values::equations(of, &runs.collect::<Vec<_>>());
    notes.push(Note::Apart(of));
    let images = teller.judge.bench.images;
    attempt(teller, &Goal::Notes(notes), images, contract, first, left).await
}

/// Attempts to prove a guess in two parts: one program never stops where an input is a certain
/// word, as a loop that counts to the greatest number, and the programs differ elsewhere.
async fn without_endless(
    teller: &mut Mips<'_, '_>,
    guess: &Guess,
    of: Observable,
    first: &Inputs,
    samples: &Samples,
    left: &mut u64,
) -> Option<Vec<Region>> {
    for (name, word) in samples.unfinished(teller.judge.bench.contract(), &guess.texts) {
        let split = |relation: &str| {
            let text = format!("{name} {relation} {}", word as i32);
            let texts = guess.texts.iter().cloned().chain([text]).collect();
            Guess { way: guess.way, texts }
        };
        let (point, others) = (split("=="), split("!="));
        let contract = assuming(teller.judge.bench.contract(), &others.texts)?;
        if !contract.allows(first) {
            continue;
        }
        let attempt = noted(teller, &others, of, &contract, first, samples, left).await;
        let proved = attempt.proved.filter(|it| it.stopping == Stopping::Always);
        let Some(proved) = proved else { continue };
        let images = teller.judge.bench.images;
        let checked = is_checked(teller, images, &contract, &proved.notes);
        let mut regions = regions_of_notes(teller, &others, of, &proved.notes, checked).await?;
        let contract = assuming(teller.judge.bench.contract(), &point.texts)?;
        let first = self::first(teller, &contract, &point.texts, samples).await??;
        // Neither may stop there.
        if let Proof::Suspects(_) = agree(teller, &contract, &first, left).await {
            match never_stops(teller, &point, &contract, &first, left).await {
                Proof::Holds(more) => regions.extend(more),
                Proof::Suspects(_) => continue,
            }
        }
        return Some(regions);
    }
    None
}

/// The regions that notes prove.
async fn regions_of_notes(
    teller: &mut Mips<'_, '_>,
    guess: &Guess,
    of: Observable,
    notes: &[Note],
    checked: Option<bool>,
) -> Option<Vec<Region>> {
    let judge = &mut teller.judge;
    let words = [0, 1].map(|side| values::of_program(judge, notes, side));
    let are_known = words.iter().all(Option::is_some);
    let gives = words.map(|word| {
        Does::Gives(of.to_string(), word.and_then(|word| expression(&judge.bench, word)))
    });
    let by = values::difference(judge, notes);
    let mut texts = guess.texts.clone();
    if !notes.contains(&Note::Apart(of)) {
        // They agree where the difference is zero.
        let by = by?;
        let zero = judge.bench.terms.word(0);
        let same = judge.bench.terms.eq(by, zero);
        let apart = judge.bench.terms.not(same);
        texts.push(assumption::text(&judge.bench.terms, apart)?);
    }
    let by = by.filter(|_| !are_known).and_then(|by| expression(&judge.bench, by));
    let region = described(teller, &texts, Kind::Result, gives).await?;
    Some(region.map(|region| Region { by, checked, ..region }).into_iter().collect())
}

/// A region with these conjuncts; `Some(None)` if it is empty.
async fn described(
    teller: &mut Mips<'_, '_>,
    texts: &[String],
    kind: Kind,
    does: [Does; 2],
) -> Option<Option<Region>> {
    let judge = &mut teller.judge;
    let text = match texts {
        [] => assumption::TRUE.to_owned(),
        texts => texts.join(" and "),
    };
    let meaning = judge.meaning(&text)?;
    let text = as_interval(judge, meaning).unwrap_or(text);
    // What is proved is about the original text.
    let again = judge.meaning(&text)?;
    if !judge.is_same(meaning, again).await {
        return None;
    }
    if judge.is_never(meaning).await {
        return Some(None);
    }
    let sample = judge.sample(meaning).await?;
    let count = judge.count(meaning);
    let (condition, wraps, by, checked) = (text, None, None, None);
    Some(Some(Region { kind, condition, sample, does, wraps, by, checked, count }))
}

/// A condition on one word as an interval, if it is one.
fn as_interval(judge: &mut Judge<'_, '_>, condition: Term) -> Option<String> {
    match &judge.intervals(condition, 2)?[..] {
        [one] => Some(one.clone()),
        _ => None,
    }
}

/// Attempts to prove that one program never stops on the inputs of a guess, and the other one
/// always does.
async fn never_stops(
    teller: &mut Mips<'_, '_>,
    guess: &Guess,
    contract: &Contract,
    first: &Inputs,
    left: &mut u64,
) -> Proof<Vec<Region>> {
    let open = || Proof::Suspects(Vec::new());
    let Ok(spins) = contract.image(0, &Program::from_words(vec![SPINS])) else { return open() };
    let images = teller.judge.bench.images;
    for endless in [0, 1] {
        let (program, other) = (images[endless], images[1 - endless]);
        let mut stopping = Vec::new();
        for pair in [[program, &spins], [other, other]] {
            let Bench { solver, observer, stop, .. } = &mut teller.judge.bench;
            let most = WORK.min(*left);
            let stop = stop.within(most);
            let pause = Pause::new(async || observer.pause().await);
            let solver = &mut **solver;
            let attempt = alignment::prove(pair, contract, first, solver, &stop, pause).await;
            *left -= most - stop.left().unwrap_or(0).min(most);
            stopping.push(attempt.proved.map(|proved| proved.stopping));
        }
        if stopping[0] >= Some(Stopping::Alike) && stopping[1] == Some(Stopping::Always) {
            let mut does = [Does::RunsForEver, Does::Stops];
            does.rotate_left(endless);
            let claims = [([program, &spins], Claimed::Same), ([other, other], Claimed::Both)];
            let are_accepted = claims.into_iter().all(|(pair, stopping)| {
                let claim = claim::of_stopping(pair, contract, stopping);
                claim.is_ok_and(|claim| is_accepted(teller, &claim))
            });
            let checked = are_accepted.then_some(true);
            return match described(teller, &guess.texts, Kind::NeverStops, does).await {
                Some(region) => {
                    let region = region.map(|region| Region { checked, ..region });
                    Proof::Holds(region.into_iter().collect())
                }
                None => open(),
            };
        }
    }
    open()
}

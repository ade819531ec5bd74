//! Proofs about loops: the product of two programs with inductive invariants.
//!
//! [`prove`] cuts the runs of both programs where they branch back ([`location`]), aligns the path
//! segments by a [`schedule`] guessed from runs, and builds the [`product`] of both. Nodes are
//! pairs of locations. The invariant at a node ([`invariant`]) comes from a static analysis of both
//! programs ([`domain`]; [`differencing`] shows its abstract states), or else from runs ([`candidates`]), and is weakened until each transition
//! preserves it. The result holds for every number of steps:
//!
//! - On no input do both programs stop with different observations. An input's two runs consist of
//!   transitions of the product, which cover all paths. So if both stop, the product reaches the
//!   end of both, where the observations agree.
//! - They stop on the same inputs, if no cycle of the product that moves only one program can run
//!   for ever ([`progress`]).
//!
//! Whatever an invariant does not mention is unknown: registers that look dead, and memory except
//! for the tracked words. A path that might store into the text, or continue at an unknown address,
//! is an obligation like any other: it has to be impossible. For recursion this proves nothing.
//!
//! Sources: Churchill et al., Semantic Program Alignment (PLDI 2019), and Goyal et al., Direct
//! Construction of Program Alignment Automata (2023), for the product; Partush and Yahav, Abstract
//! Semantic Differencing for Numerical Programs (2013), for the domain; Sharma et al. (OOPSLA 2013)
//! for invariants from data; King and Søndergaard (CAV 2008) for weakening them by models.

pub(super) mod algebra;
mod allowing;
mod candidates;
pub mod claim;
mod claims;
mod decider;
pub mod differencing;
mod domain;
mod draws;
pub(super) mod equations;
mod goal;
mod hints;
pub mod interleaving;
mod invariant;
mod keeping;
pub(super) mod lemmas;
mod location;
mod memory;
mod notes;
pub(super) mod obligations;
mod observed;
mod orders;
mod precedence;
mod product;
mod progress;
mod runs;
mod schedule;
mod segments;
mod states;

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::contract::Contract;
use crate::engines::pause::Pause;
use crate::machine::{Image, Inputs};
use crate::solver::bitblast::Bitblast;
use crate::solver::{Solver, Stop};
use candidates::Shapes;
pub use claims::Claims;
use decider::Decider;
use domain::Analysed;
pub use goal::{Equation, Goal, Note};
pub use hints::{Hints, NoHint};
use invariant::Words;
pub use location::may_go_back;
use memory::Given;
use obligations::Prover;
use product::{Builder, Failure, Product};
pub use product::{Obliged, Unproved};
pub use progress::Stopping;
use runs::Pair;
pub use runs::differ;
use schedule::Schedule;

/// Number of attempts that track more words of memory.
const ROUNDS: usize = 3;
/// Number of alignments, likeliest first, that are analysed by the domain. If the domain fails on
/// these, it rarely succeeds on others, and runs are tried sooner.
const ANALYSED: usize = 2;
/// Maximum number of suspects.
const SUSPECTS: usize = 8;

/// The simplest invariants.
const PLAIN: Shapes = Shapes {
    orders: false,
    products: false,
    cubes: false,
    triangles: false,
    divisions: false,
    residues: false,
    live: false,
    at_length: false,
};

/// The shapes of invariants, in the order in which they are tried.
const SHAPES: [Shapes; 4] = [
    PLAIN,
    Shapes { orders: true, ..PLAIN },
    Shapes { products: true, ..PLAIN },
    Shapes { orders: true, products: true, ..PLAIN },
];

/// The number of these without products.
const WITHOUT_PRODUCTS: usize = 2;

/// Shapes tried on the likeliest alignment if those above proved nothing; each gets more effort.
const RICHER: [Shapes; 7] = [
    Shapes { residues: true, ..PLAIN },
    Shapes { triangles: true, ..PLAIN },
    Shapes { orders: true, divisions: true, ..PLAIN },
    Shapes { orders: true, products: true, ..PLAIN },
    Shapes { orders: true, divisions: true, products: true, ..PLAIN },
    Shapes { products: true, cubes: true, ..PLAIN },
    Shapes { live: true, at_length: true, orders: true, products: true, ..PLAIN },
];

/// A proof about two programs, for every number of steps: on no input do both stop with different
/// observations.
#[derive(Clone, Debug)]
pub struct Proved {
    /// What is proved about termination.
    pub stopping: Stopping,
    /// Number of location pairs, without the entry and the ends.
    pub nodes: u32,
    /// Number of obligations.
    pub obligations: u32,
    /// The invariants at the nodes.
    pub claims: Claims,
    /// Their origin.
    pub origin: Origin,
    /// If it is open whether they stop on the same inputs: inputs of states in which one program
    /// has ended and the other continues.
    pub partings: Vec<Inputs>,
    /// The notes that hold on all inputs, where they were the goal.
    pub notes: Vec<Note>,
}

/// The origin of invariants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The correlating abstract domain: a static analysis of both programs, without runs.
    Domain,
    /// Runs.
    Runs,
}

/// The result of an attempt.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The proof.
    pub proved: Option<Proved>,
    /// Inputs on which an obligation failed: they may show a difference.
    pub suspects: Vec<Inputs>,
    /// An unproved obligation of the likeliest alignment.
    pub open: Option<Unproved>,
    /// Number of solver queries.
    pub questions: u32,
    /// Whether the caller stopped it.
    pub was_stopped: bool,
}

/// The data that attempts share; it depends on the tracked words of memory.
struct Aligned {
    words: Words,
    runs: Vec<Pair>,
    /// The alignments, likeliest first.
    schedules: Vec<Schedule>,
}

/// The programs to compare.
#[derive(Clone, Copy)]
struct Task<'t> {
    hints: &'t Hints,
    images: [&'t Rc<Image>; 2],
    contract: &'t Contract,
    /// An input to include in the runs.
    first: &'t Inputs,
    goal: &'t Goal,
}

impl Task<'_> {
    fn aligned(&self, found: &[BTreeSet<u32>; 2]) -> Aligned {
        let &Task { hints, images, contract, first, .. } = self;
        let cells = found.clone().map(|found| found.into_iter().collect());
        let words = Words::new(images.map(|image| &**image), cells);
        let runs = runs::training(images, contract, &words, first);
        let schedules = hints.schedules().chain(schedule::candidates(&runs)).collect();
        Aligned { words, runs, schedules }
    }
}

/// Attempts to prove that two programs agree on the inputs that their contract allows. `first` is
/// among the inputs of the runs from which invariants are guessed. `pause` is called now and then
/// and can end the attempt with `Break`.
pub async fn prove(
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    solver: &mut dyn Solver,
    stop: &Stop,
    pause: Pause<'_>,
) -> Attempt {
    prove_with(&Hints::default(), images, contract, first, (solver, stop), pause).await
}

/// The same with hints.
pub async fn prove_with(
    hints: &Hints,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    (solver, stop): (&mut dyn Solver, &Stop),
    pause: Pause<'_>,
) -> Attempt {
    let task = Task { hints, images, contract, first, goal: &Goal::Agree };
    prove_task(task, (solver, stop), pause).await
}

/// Attempts to show notes about the ends of both programs, which end on all allowed inputs.
pub async fn prove_notes(
    goal: &Goal,
    images: [&Rc<Image>; 2],
    contract: &Contract,
    first: &Inputs,
    (solver, stop): (&mut dyn Solver, &Stop),
    pause: Pause<'_>,
) -> Attempt {
    let hints = &Hints::default();
    prove_task(Task { hints, images, contract, first, goal }, (solver, stop), pause).await
}

async fn prove_task(
    task: Task<'_>,
    (solver, stop): (&mut dyn Solver, &Stop),
    mut pause: Pause<'_>,
) -> Attempt {
    let Task { images, goal, .. } = task;
    if !images.iter().any(|image| location::may_go_back(image)) {
        return Attempt::default();
    }
    let aligned = task.aligned(&Default::default());
    let of_domain = by_domain(task, &aligned, stop, pause.again()).await;
    let shows_difference = !of_domain.suspects.is_empty();
    let is_enough = of_domain.proved.as_ref().is_some_and(|proved| proved.is_enough(goal));
    if is_enough || shows_difference || of_domain.was_stopped {
        return of_domain;
    }
    let mut attempt = by_runs(task, aligned, (solver, stop), pause).await;
    attempt.proved = attempt.proved.or(of_domain.proved);
    attempt.questions += of_domain.questions;
    attempt
}

/// Attempts a proof with the domain's invariants. It has terms, a solver and limits of its own, so
/// the attempt from runs is unaffected by it. A suspect is reported only if it shows a difference:
/// without runs, a failed obligation means little.
async fn by_domain(task: Task<'_>, aligned: &Aligned, stop: &Stop, pause: Pause<'_>) -> Attempt {
    let Task { images, contract, goal, .. } = task;
    let mut attempt = Attempt::default();
    let mut solver = Bitblast::new();
    let mut prover = Prover::new(Decider::new(&mut solver, stop, pause));
    let both = images.map(|image| &**image);
    let given = Rc::new(Given::new(&mut prover.decider.terms, both, contract));
    if given.is_special {
        prover.decider.begin_special(0);
    }
    let mut found: [BTreeSet<u32>; 2] = Default::default();
    let mut again = None;
    for _ in 0..ROUNDS {
        let Aligned { words, schedules, .. } = again.as_ref().unwrap_or(aligned);
        let tracked = found.clone();
        for schedule in schedules.iter().take(ANALYSED) {
            let of = Analysed { images: both, given: &given, words, order: schedule };
            let built = match domain::proposed(&mut prover.decider, &of, &mut found).await {
                Ok(nodes) => {
                    let (prover, of) = (&mut prover, (images, &given));
                    Builder::new(prover, of, words, &mut found, schedule, nodes, goal).build().await
                }
                Err(failure) => Err(failure),
            };
            match built {
                Ok(product) => {
                    let of = (words, schedule, Origin::Domain);
                    attempt.take(Proved::by(&product, &mut prover.decider, of, &given).await);
                }
                Err(Failure::Open(unproved)) => {
                    let suspect = unproved.suspect.map(|inputs| contract.fit(&inputs));
                    let suspect = suspect.filter(|inputs| contract.allows(inputs));
                    let is_of = |it: &Inputs| *goal == Goal::Agree && runs::differ(images, it);
                    attempt.suspects.extend(suspect.filter(is_of));
                }
                // Other alignments are as large.
                Err(Failure::Limit) => return attempt,
                Err(Failure::Stopped) => attempt.was_stopped = true,
            }
            attempt.questions = prover.decider.questions;
            let is_enough = attempt.proved.as_ref().is_some_and(|it| it.is_enough(goal));
            if is_enough || attempt.was_stopped || !attempt.suspects.is_empty() {
                return attempt;
            }
            if found != tracked {
                break;
            }
        }
        if found == tracked {
            break;
        }
        again = Some(task.aligned(&found));
    }
    attempt
}

/// Attempts a proof with invariants that hold on runs.
async fn by_runs(
    task: Task<'_>,
    aligned: Aligned,
    (solver, stop): (&mut dyn Solver, &Stop),
    pause: Pause<'_>,
) -> Attempt {
    let Task { hints, images, contract, goal, .. } = task;
    let mut attempt = Attempt::default();
    let mut prover = Prover::new(Decider::new(solver, stop, pause));
    let given =
        Rc::new(Given::new(&mut prover.decider.terms, images.map(|image| &**image), contract));
    let mut found: [BTreeSet<u32>; 2] = Default::default();
    let mut first = Some(aligned);
    let mut proved_by = PLAIN;
    for _ in 0..ROUNDS {
        let aligned = first.take().unwrap_or_else(|| task.aligned(&found));
        let Aligned { words, runs, schedules } = aligned;
        let tracked = found.clone();
        let divides = images.iter().any(|image| candidates::divides(image));
        let has_modulus = images.iter().any(|image| candidates::has_modulus(image));
        let richer = RICHER
            .into_iter()
            .filter(|shapes| (divides || !shapes.divisions) && (has_modulus || !shapes.residues));
        let mut is_limited = false;
        // Where each alignment gets more queries, products wait until all alignments were tried
        // without them.
        let (without, with) = SHAPES.split_at(if given.is_special { WITHOUT_PRODUCTS } else { 0 });
        let plain = [without, with].into_iter().filter(|shapes| !shapes.is_empty());
        let plain = plain.map(|shapes| (false, shapes.to_vec()));
        let tiers = plain.chain([(true, richer.collect())]);
        'tracked: for (is_rich, shapes) in tiers {
            // If only termination is open, richer invariants are of little use.
            if is_rich && attempt.proved.is_some() {
                break;
            }
            let most = if is_rich { 1 } else { usize::MAX };
            for (index, schedule) in schedules.iter().enumerate().take(most) {
                if given.is_special && !is_rich {
                    prover.decider.begin_special(index);
                }
                let samples = candidates::samples(&words, schedule, &runs);
                for &shapes in &shapes {
                    // Invariants richer than those that proved the results equal rarely prove
                    // termination.
                    if attempt.proved.is_some() && shapes.products && !proved_by.products {
                        continue;
                    }
                    // If simpler invariants need too many queries, richer ones need more, unless
                    // they are about few words.
                    if is_rich && is_limited && !shapes.at_length {
                        continue;
                    }
                    match (is_rich, shapes.at_length) {
                        (true, true) => prover.begin_live(),
                        (true, false) => prover.begin_rich(shapes.orders),
                        (false, _) => prover.begin_plain(),
                    }
                    let (terms, both) = (&mut prover.decider.terms, images.map(|image| &**image));
                    let of = (&words, &given);
                    let nodes = candidates::at_nodes(&samples, terms, both, of, (shapes, hints));
                    let of = (images, &given);
                    let builder =
                        Builder::new(&mut prover, of, &words, &mut found, schedule, nodes, goal);
                    let built = builder.build().await;
                    attempt.questions = prover.decider.questions;
                    match built {
                        Ok(product) => {
                            let of = (&words, schedule, Origin::Runs);
                            attempt
                                .take(Proved::by(&product, &mut prover.decider, of, &given).await);
                            attempt.questions = prover.decider.questions;
                            proved_by = shapes;
                        }
                        Err(Failure::Open(unproved)) => {
                            let suspect = unproved.suspect.as_ref();
                            let suspect = suspect.map(|inputs| contract.fit(inputs));
                            // The last failure on the likeliest alignment is the most informative,
                            // except for invariants of few words.
                            if index == 0 && (!shapes.at_length || attempt.open.is_none()) {
                                attempt.open = Some(unproved);
                            }
                            if let Some(inputs) = suspect.filter(|inputs| contract.allows(inputs))
                                && attempt.suspect(inputs, images, goal)
                            {
                                return attempt;
                            }
                        }
                        Err(Failure::Limit) => is_limited |= index == 0 && !is_rich,
                        Err(Failure::Stopped) => {
                            attempt.was_stopped = true;
                            return attempt;
                        }
                    }
                    if attempt.proved.as_ref().is_some_and(|it| it.is_enough(goal)) {
                        return attempt;
                    }
                    if found != tracked {
                        break 'tracked;
                    }
                }
            }
        }
        if found == tracked {
            break;
        }
    }
    attempt
}

impl Attempt {
    /// Inputs on which one program may end and the other not.
    pub fn likely_to_part(&self) -> Vec<Inputs> {
        let partings = self.proved.iter().flat_map(|proved| &proved.partings);
        partings.chain(&self.suspects).cloned().collect()
    }

    /// Records a proof, if it is stronger than the previous one.
    fn take(&mut self, proved: Proved) {
        if self.proved.as_ref().is_none_or(|old| old.stopping < proved.stopping) {
            self.proved = Some(proved);
        }
    }

    /// Records a suspect. Returns whether a short run on it shows a difference, so that nothing can
    /// be proved; it is then moved to the front.
    fn suspect(&mut self, inputs: Inputs, images: [&Rc<Image>; 2], goal: &Goal) -> bool {
        if self.suspects.contains(&inputs) || self.suspects.len() >= SUSPECTS {
            return false;
        }
        let is_refuted = *goal == Goal::Agree && self.proved.is_none();
        let differs = is_refuted && runs::differ(images, &inputs);
        match differs {
            true => self.suspects.insert(0, inputs),
            false => self.suspects.push(inputs),
        }
        differs
    }
}

impl Proved {
    /// What a product proves.
    async fn by(
        product: &Product,
        decider: &mut Decider<'_>,
        (words, schedule, origin): (&Words, &Schedule, Origin),
        given: &Given,
    ) -> Proved {
        let (stopping, measures) = progress::stopping(product, decider).await;
        let partings = match stopping {
            Stopping::Open => progress::partings(product, decider, &given.inputs).await,
            Stopping::Alike | Stopping::Always => Vec::new(),
        };
        Proved {
            stopping,
            partings,
            nodes: product.nodes.len() as u32,
            obligations: product.obligations,
            claims: claims::of(product, words, schedule, &measures),
            origin,
            notes: product.notes.clone(),
        }
    }

    /// Whether a better proof is not needed.
    fn is_enough(&self, goal: &Goal) -> bool {
        match goal {
            Goal::Agree => self.stops_alike(),
            Goal::Notes(_) | Goal::Any(_) => self.stopping == Stopping::Always,
        }
    }

    /// Whether they stop on the same inputs.
    pub fn stops_alike(&self) -> bool {
        self.stopping > Stopping::Open
    }
}

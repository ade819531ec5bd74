//! Proofs about loops: the product of two programs with inductive invariants.
//!
//! [`prove`] cuts the runs of both programs where they branch back
//! ([`location`]), aligns the pieces by a [`schedule`] that it guesses from runs,
//! and builds the [`product`] of both: nodes are pairs of locations, and what is
//! said at a node ([`invariant`]) is found by an analysis of both ([`domain`]), or else from
//! runs ([`candidates`]), and weakened until each transition keeps it. What comes of it holds for every number of steps:
//!
//! - On no input do both programs stop with other observations. An input's two
//!   runs are cut into the transitions of the product, which look at all paths;
//!   so if both stop, the product gets to where both have, and there the
//!   observations agree.
//! - They stop on the same inputs, where no cycle of the product that moves one
//!   program only can be gone round for ever ([`progress`]).
//!
//! Whatever an invariant does not mention is unknown: registers that look dead,
//! and memory but for the words that are tracked. A path that might store into
//! the text, or go where it is not known, is an obligation like any other: it has
//! to be impossible. So recursion ends in nothing being said.
//!
//! Sources: Churchill et al., Semantic Program Alignment (PLDI 2019), and Goyal
//! et al., Direct Construction of Program Alignment Automata (2023), for the
//! product; Partush and Yahav, Abstract Semantic Differencing for Numerical Programs (2013), for
//! the domain; Sharma et al. (OOPSLA 2013) for invariants from data; King and
//! Søndergaard (CAV 2008) for weakening them by models.

pub(super) mod algebra;
mod allowing;
mod candidates;
mod claims;
mod decider;
mod domain;
mod draws;
pub(super) mod equations;
mod hints;
mod invariant;
mod keeping;
pub(super) mod lemmas;
mod location;
mod memory;
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
pub use hints::{Hints, NoHint};
use invariant::Words;
use memory::Given;
use obligations::Prover;
use product::{Builder, Failure, Product};
pub use product::{Obliged, Unproved};
pub use progress::Stopping;
use runs::Pair;
pub use runs::differ;
use schedule::Schedule;

/// Times that more words of memory are tracked.
const ROUNDS: usize = 3;
/// Of the likeliest alignments, so many are analysed: what the domain does not tell of these, it
/// hardly tells of others, and runs are looked at sooner.
const ANALYSED: usize = 2;
/// Inputs that are suspected at most.
const SUSPECTS: usize = 8;

/// The plainest invariants.
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

/// In what order invariants get richer.
const SHAPES: [Shapes; 4] = [
    PLAIN,
    Shapes { orders: true, ..PLAIN },
    Shapes { products: true, ..PLAIN },
    Shapes { orders: true, products: true, ..PLAIN },
];

/// How many of these are without products.
const WITHOUT_PRODUCTS: usize = 2;

/// The same where no alignment did with these, on the likeliest one: each is asked about
/// at length.
const RICHER: [Shapes; 7] = [
    Shapes { residues: true, ..PLAIN },
    Shapes { triangles: true, ..PLAIN },
    Shapes { orders: true, divisions: true, ..PLAIN },
    Shapes { orders: true, products: true, ..PLAIN },
    Shapes { orders: true, divisions: true, products: true, ..PLAIN },
    Shapes { products: true, cubes: true, ..PLAIN },
    Shapes { live: true, at_length: true, orders: true, products: true, ..PLAIN },
];

/// What is proved of two programs, for every number of steps: on no input do
/// both stop with other observations.
#[derive(Clone, Debug)]
pub struct Proved {
    /// Whether they stop.
    pub stopping: Stopping,
    /// Pairs of locations, the entry and the ends not counted.
    pub nodes: u32,
    /// What had to be shown.
    pub obligations: u32,
    /// What is said at the nodes, for a certificate.
    pub claims: Claims,
    /// Where that comes from.
    pub origin: Origin,
    /// Where it is open whether they stop on the same inputs: those of states in which one program has
    /// ended and the other one goes on.
    pub partings: Vec<Inputs>,
}

/// Where invariants come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The correlating abstract domain: an analysis of both programs, no run of them.
    Domain,
    /// Runs.
    Runs,
}

/// What came of an attempt.
#[derive(Clone, Debug, Default)]
pub struct Attempt {
    /// The proof.
    pub proved: Option<Proved>,
    /// Inputs on which an obligation failed: they may show a difference.
    pub suspects: Vec<Inputs>,
    /// An obligation that was not met, of the likeliest alignment.
    pub open: Option<Unproved>,
    /// Questions that a solver was asked.
    pub questions: u32,
    /// Whether the caller ended it.
    pub was_stopped: bool,
}

/// What attempts have in common: some words of memory are tracked.
struct Aligned {
    words: Words,
    runs: Vec<Pair>,
    /// The likeliest first.
    schedules: Vec<Schedule>,
}

/// What is to be proved.
#[derive(Clone, Copy)]
struct Task<'t> {
    hints: &'t Hints,
    images: [&'t Rc<Image>; 2],
    contract: &'t Contract,
    /// Run with others.
    first: &'t Inputs,
}

impl Task<'_> {
    fn aligned(&self, found: &[BTreeSet<u32>; 2]) -> Aligned {
        let &Task { hints, images, contract, first } = self;
        let cells = found.clone().map(|found| found.into_iter().collect());
        let words = Words::new(images.map(|image| &**image), cells);
        let runs = runs::training(images, contract, &words, first);
        let schedules = hints.schedules().chain(schedule::candidates(&runs)).collect();
        Aligned { words, runs, schedules }
    }
}

/// Tries to prove that two programs agree on what their contract allows. `first` is run with others to find
/// invariants. `pause` is called now and then, and ends the attempt with a
/// `Break`.
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
    mut pause: Pause<'_>,
) -> Attempt {
    if !images.iter().any(|image| location::may_go_back(image)) {
        return Attempt::default();
    }
    let task = Task { hints, images, contract, first };
    let aligned = task.aligned(&Default::default());
    let of_domain = by_domain(task, &aligned, stop, pause.again()).await;
    let shows_difference = !of_domain.suspects.is_empty();
    let stops_alike = of_domain.proved.as_ref().is_some_and(Proved::stops_alike);
    if stops_alike || shows_difference || of_domain.was_stopped {
        return of_domain;
    }
    let mut attempt = by_runs(task, aligned, (solver, stop), pause).await;
    attempt.proved = attempt.proved.or(of_domain.proved);
    attempt.questions += of_domain.questions;
    attempt
}

/// The proof by what the domain says. Terms, solver and what questions may cost are its own, so what
/// runs say is decided as if nothing had been asked before. A suspect is told only if it shows a
/// difference: that an obligation fails means little where no run was looked at.
async fn by_domain(task: Task<'_>, aligned: &Aligned, stop: &Stop, pause: Pause<'_>) -> Attempt {
    let Task { images, contract, .. } = task;
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
            let of = Analysed { images: both, given: &given, words, schedule };
            let built = match domain::proposed(&mut prover.decider, &of, &mut found).await {
                Ok(nodes) => {
                    let (prover, of) = (&mut prover, (images, &given));
                    Builder::new(prover, of, words, &mut found, schedule, nodes).build().await
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
                    attempt.suspects.extend(suspect.filter(|it| runs::differ(images, it)));
                }
                // Others are as large.
                Err(Failure::Limit) => return attempt,
                Err(Failure::Stopped) => attempt.was_stopped = true,
            }
            attempt.questions = prover.decider.questions;
            let stops_alike = attempt.proved.as_ref().is_some_and(Proved::stops_alike);
            if stops_alike || attempt.was_stopped || !attempt.suspects.is_empty() {
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

/// The proof by what holds on runs.
async fn by_runs(
    task: Task<'_>,
    aligned: Aligned,
    (solver, stop): (&mut dyn Solver, &Stop),
    pause: Pause<'_>,
) -> Attempt {
    let Task { hints, images, contract, .. } = task;
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
        // Where each alignment is asked about at length, products wait until all were tried without.
        let (without, with) = SHAPES.split_at(if given.is_special { WITHOUT_PRODUCTS } else { 0 });
        let plain = [without, with].into_iter().filter(|shapes| !shapes.is_empty());
        let plain = plain.map(|shapes| (false, shapes.to_vec()));
        let tiers = plain.chain([(true, richer.collect())]);
        'tracked: for (is_rich, shapes) in tiers {
            // Where only whether they stop is open, richer invariants are of little use.
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
                    // Richer ones than those by which the programs give the same hardly say that they stop.
                    if attempt.proved.is_some() && shapes.products && !proved_by.products {
                        continue;
                    }
                    // Where plainer ones are too many questions, richer ones are more, but for those
                    // of few words.
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
                        Builder::new(&mut prover, of, &words, &mut found, schedule, nodes);
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
                            // What failed last of the likeliest alignment says the most; of few words it
                            // says less.
                            if index == 0 && (!shapes.at_length || attempt.open.is_none()) {
                                attempt.open = Some(unproved);
                            }
                            if let Some(inputs) = suspect.filter(|inputs| contract.allows(inputs))
                                && attempt.suspect(inputs, images)
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
                    if attempt.proved.as_ref().is_some_and(Proved::stops_alike) {
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
    /// Inputs on which one program may end and the other one not.
    pub fn likely_to_part(&self) -> Vec<Inputs> {
        let partings = self.proved.iter().flat_map(|proved| &proved.partings);
        partings.chain(&self.suspects).cloned().collect()
    }

    /// Takes a proof, if it is of more than the one before.
    fn take(&mut self, proved: Proved) {
        if self.proved.as_ref().is_none_or(|old| old.stopping < proved.stopping) {
            self.proved = Some(proved);
        }
    }

    /// Takes note of a suspect. Returns whether it shows a difference soon, so that there is
    /// nothing to be proved: it is the first one then.
    fn suspect(&mut self, inputs: Inputs, images: [&Rc<Image>; 2]) -> bool {
        if self.suspects.contains(&inputs) || self.suspects.len() >= SUSPECTS {
            return false;
        }
        let differs = self.proved.is_none() && runs::differ(images, &inputs);
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
        let stopping = progress::stopping(product, decider).await.unwrap_or(Stopping::Open);
        let partings = match stopping {
            Stopping::Open => progress::partings(product, decider, &given.inputs).await,
            Stopping::Alike | Stopping::Always => Vec::new(),
        };
        Proved {
            stopping,
            partings,
            nodes: product.nodes.len() as u32,
            obligations: product.obligations,
            claims: claims::of(product, words, schedule),
            origin,
        }
    }

    /// Whether they stop on the same inputs.
    pub fn stops_alike(&self) -> bool {
        self.stopping > Stopping::Open
    }
}

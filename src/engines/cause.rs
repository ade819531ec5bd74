//! The pair of instructions whose values, made equal, make two programs agree.
//!
//! After Lahiri, Sinha and Hawblitzel, "Automatic Rootcausing for Program Equivalence
//! Failures in Binaries" (CAV 2015). A *fix* (l, r) replaces the word that the
//! instruction r of one program writes by the one that l of the other, the
//! *reference*, wrote on the same input ([`Fix`], section 3.1's `AssignFix`). It needs
//! no template and repairs nothing: it points at two places where the programs should
//! have held the same. Three checks, each weaker than the one before (Theorem 2):
//!
//! - [`Check::AllFix`]: with the fix the programs agree on all inputs;
//! - [`Check::LeftPathFix`]: on all inputs on which the reference takes the path that
//!   it takes on the witness;
//! - [`Check::LeftPathEarliestFix`]: on each of these they agree, or have equal
//!   words at the first point at which they should and on the witness do not.
//!
//! A label is a word of an execution of an instruction: a register, `hi` or `lo`, a
//! word of memory or a byte of the output that it writes, or what it goes by ([`labels`]:
//! whether it branches, an address, what it reads) or, where a mend says so, of what a register holds as it
//! begins; or of all of its executions, which goes first.
//! The k-th of all takes the word of the k-th; a single one takes that of a single one, whichever they
//! are, so that what a loop comes to at last may stand where the other program has no loop.
//! Candidates are told apart by running them (the emulator takes an override), on the
//! witness and on other inputs: what Theorem 1 prunes by a question, an input on which
//! the fix fails prunes as well, and each input on which a proof failed joins the
//! others. What is left is proved by a walk over all pairs of paths of the fixed
//! programs ([`tree`](super::tree)). Of the fixes that hold the first one is taken, in
//! the order of the labels (section 3); before all others those of words that the runs
//! on the witness do not have in common (the paper looks around the first mismatch
//! only; here that is a preference). Where a mend is known, which is most of what can be known,
//! those about what it edits ([`suspects()`]) go first, whichever check they pass. Of one check
//! those go first whose lines are not in both texts, where the texts have most lines in common (Fig. 1:
//! the lines that were changed are the answer), and of the others those at [`anomalies`]. Fixes that replace the output itself come last
//! (the paper's trivial ones), but where a mend is about just that: nearly every program of one
//! output has one.
//!
//! A reference that runs for ever writes words without end. Where all of its state comes again, so do
//! they, and a fix may replace words by them for ever: the fixed program goes round where its own state
//! comes again at the same point of the reference's lap
//! ([`Steering`](crate::machine::recurrence::Steering)). Else no more of them are known than the fuel
//! shows, and of a fixed run that would take others nothing is concluded.
//!
//! A proof cannot succeed any more once a question of it was left undecided. It ends soon after: inputs that
//! rule a fix out are found by easy questions, or not at all. What all questions of a check ask is
//! limited besides, since those about paths of many rounds are long though each one is easy; and what
//! they cost, since the first of each proof may be as hard as a question may be.

mod algorithm;
mod anomalies;
mod constrain;
mod direction;
mod filters;
mod heads;
mod labels;
mod mended;
mod options;
mod points;
mod samples;
mod sets;
mod suspects;
mod violation;

use std::collections::BTreeSet;

use super::difference::Difference;
use super::paths::Observer;
use super::tree::{Fix, Place};
use crate::machine::Slot;
use crate::machine::mips::Reg;
use crate::program::Address;
use crate::report::Side;
use crate::solver::{Solver, Stop};
use crate::symbolic::concolic::Instance;
use constrain::Instrumented;
use direction::Direction;
pub use options::{Candidates, Check, Filter, Options, Pruning, Strategy};
pub use sets::{Member, Set};
pub use suspects::{Suspects, suspects};

/// Why two programs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// What is proved of the fix.
    pub check: Check,
    /// The program whose words are taken.
    pub reference: Side,
    /// Whether it is the program with a proved mend that stands on the left, as the reference: it
    /// agrees with the left one.
    pub is_mended: bool,
    /// The fix: from the reference, to the other program.
    pub fix: Fix,
    /// Whether it replaces the output itself.
    pub is_trivial: bool,
    /// Whether, where it does, it is established that no other fix passes any check.
    pub is_nothing_before: bool,
    /// What the left and the right instruction write on the witness.
    pub words: [Word; 2],
    /// For [`Check::LeftPathEarliestFix`] the words, of the reference and of the other
    /// program, that first should be equal and on the witness are not.
    pub first: Option<[Instance; 2]>,
}

/// A word on the witness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub value: u32,
    /// How-manieth execution wrote it: of several the first that the fix changes.
    pub occurrence: u32,
    /// The register that it is of, where it is of one.
    pub register: Option<Reg>,
    /// The address of the word of memory that it is, where it is one.
    pub memory: Option<u32>,
}

/// How many fixes there are, of both references, by what was found of each. One that
/// was tried for several checks counts once, by the last of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// That write what was there on the witness.
    pub equal: u64,
    /// With which the programs differ on the witness.
    pub witness: u64,
    /// That fail on another input that was run.
    pub inputs: u64,
    /// That fail on an input that a proof came to.
    pub proof: u64,
    /// Of which it was left open.
    pub undecided: u64,
    /// That were not looked at, since the cause goes before them, or for a limit.
    pub untried: u64,
}

impl Tally {
    fn count(&mut self, of: Ruled) {
        *match of {
            Ruled::Witness => &mut self.witness,
            Ruled::Inputs => &mut self.inputs,
            Ruled::Proof => &mut self.proof,
            Ruled::Undecided => &mut self.undecided,
        } += 1;
    }
}

/// Why a fix is none, as far as was looked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ruled {
    Witness,
    Inputs,
    Proof,
    Undecided,
}

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The cause.
    pub found: Found,
    /// Where no fix makes the programs agree on all inputs, or only a trivial one does:
    /// several that together do more. The first is the cause, where there is one.
    pub set: Option<Set>,
    /// The fixes that are none.
    pub tally: Tally,
    /// What became of the pairs of [`Strategy::Paper`], of the last check that was tried.
    pub candidates: Option<Candidates>,
}

impl Cause {
    /// The place in a program.
    pub fn place(&self, side: Side) -> Place {
        if side == self.reference { self.fix.from } else { self.fix.to }
    }
}

/// What a search for a cause came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// This is one.
    Cause(Cause),
    /// No check that was asked for holds of any pair that passes the filter: each one fails on an input.
    None,
    /// None was found within the limits.
    Unknown,
}

/// What a fix is near to, the likeliest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Near {
    /// What a mend is about, by its right instruction, and its lines are not in both texts.
    MendInDifferingLines,
    /// What a mend is about.
    Mend,
    /// Its lines are not in both texts.
    DifferingLines,
    /// An anomaly of the run, by its right instruction.
    Anomaly,
    /// None of these.
    Nothing,
}

impl Near {
    const ALL: [Near; 5] = [
        Near::MendInDifferingLines,
        Near::Mend,
        Near::DifferingLines,
        Near::Anomaly,
        Near::Nothing,
    ];

    const fn is_mend(self) -> bool {
        matches!(self, Near::MendInDifferingLines | Near::Mend)
    }

    const fn is_in_differing_lines(self) -> bool {
        matches!(self, Near::MendInDifferingLines | Near::DifferingLines)
    }
}

/// What makes a fix a likely one.
struct Likely<'s> {
    suspects: &'s Suspects,
    options: &'s Options,
    anomalies: BTreeSet<Address>,
}

impl Likely<'_> {
    /// Whether it is known which lines are not in both texts.
    fn knows_lines(&self) -> bool {
        self.suspects.differing.iter().any(|lines| !lines.is_empty())
    }

    /// Of a fix with this reference.
    fn near(&self, reference: Side, fix: Fix) -> Near {
        let [left, right] = match reference {
            Side::Left => [fix.from.at, fix.to.at],
            Side::Right => [fix.to.at, fix.from.at],
        };
        let differing = &self.suspects.differing;
        // A text that has lines besides differs from the other one only there.
        let differs = self.knows_lines()
            && [left, right]
                .iter()
                .zip(differing)
                .all(|(at, lines)| lines.is_empty() || lines.contains(at));
        match (self.suspects.instructions.contains(&right), differs) {
            (true, true) => Near::MendInDifferingLines,
            (true, false) => Near::Mend,
            (false, true) => Near::DifferingLines,
            (false, false) if self.anomalies.contains(&right) => Near::Anomaly,
            (false, false) => Near::Nothing,
        }
    }
}

/// Who is asked, and when to end.
struct Tools<'t> {
    solver: &'t mut dyn Solver,
    stop: &'t Stop,
    observer: &'t mut dyn Observer,
}

/// Why two programs differ, as far as a few pairs of instructions say. Ends with what was
/// found once `stop` is due or the observer breaks.
pub async fn cause(
    difference: &Difference<'_>,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    cause_near(difference, &Suspects::default(), solver, stop, observer).await
}

/// As [`cause`]; pairs whose right instruction is a suspect go first, and among those are what
/// suspect registers hold.
pub async fn cause_near(
    difference: &Difference<'_>,
    suspects: &Suspects,
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    cause_by(difference, (suspects, &Options::default()), solver, stop, observer).await
}

/// As [`cause_near`], by these options. [`Strategy::Paper`] has no suspects.
pub async fn cause_by(
    difference: &Difference<'_>,
    (suspects, options): (&Suspects, &Options),
    solver: &mut dyn Solver,
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Search {
    let mut tools = Tools { solver, stop, observer };
    match options.strategy {
        Strategy::Likely => likely(difference, (suspects, options), &mut tools).await,
        Strategy::Paper => algorithm::search(difference, options, &mut tools).await,
    }
}

/// `ConstrainFix` of pairs with the left program as the reference: whether a check holds of the unchanged
/// programs on all inputs on which each pair holds equal words; none where that is left open.
pub async fn constrain_fix(
    difference: &Difference<'_>,
    check: Check,
    pairs: &[Fix],
    solver: &mut dyn Solver,
) -> Option<bool> {
    let mut tools = Tools { solver, stop: &Stop::NEVER, observer: &mut () };
    let direction = Direction::new(Side::Left, difference, &Suspects::default());
    let mut p12 = Instrumented::new(&direction, check, difference, &mut tools).await;
    p12.constrain_fix(pairs, &mut tools).await
}

/// `CheckMAXSAT` of pairs with the left program as the reference: those of them that are ruled out.
pub async fn check_maxsat(
    difference: &Difference<'_>,
    check: Check,
    pairs: &[Fix],
    solver: &mut dyn Solver,
) -> Vec<Fix> {
    let mut tools = Tools { solver, stop: &Stop::NEVER, observer: &mut () };
    let direction = Direction::new(Side::Left, difference, &Suspects::default());
    let mut p12 = Instrumented::new(&direction, check, difference, &mut tools).await;
    p12.check_maxsat(pairs, &mut tools).await
}

/// [`Strategy::Likely`].
async fn likely(
    difference: &Difference<'_>,
    (suspects, options): (&Suspects, &Options),
    tools: &mut Tools<'_>,
) -> Search {
    let mut directions =
        Side::BOTH.map(|reference| Direction::new(reference, difference, suspects));
    let anomalies =
        anomalies::anomalies(difference.images[1], &difference.inputs, difference.options.fuel);
    let likely = Likely { suspects, options, anomalies };
    let found = search(&mut directions, difference, &likely, tools).await;
    let mut tally = Tally::default();
    for direction in &mut directions {
        direction.tally(&mut tally);
    }
    if matches!(&found, Found::Cause(cause) if !cause.is_mended) {
        tally.untried = tally.untried.saturating_sub(1);
    }
    // Of pairs that were not looked at it is not known that they do not do alone.
    let set = match options.is_complete() {
        true => sets::set(&found, &mut directions, (difference, &likely), tools).await,
        false => None,
    };
    Search { found, set, tally, candidates: None }
}

/// Fixes that are tried together.
#[derive(Clone, Copy)]
struct Kind {
    check: Check,
    near: Near,
    reference: Side,
    is_trivial: bool,
    /// Whether it replaces what a register holds.
    is_held: bool,
}

impl Kind {
    /// Of those that a mend is about, or of the others: the strongest check first, of one check
    /// those whose lines are not in both texts.
    fn all(options: &Options, is_mend: bool, is_trivial: bool) -> Vec<Kind> {
        let near: Vec<Near> =
            Near::ALL.into_iter().filter(|near| near.is_mend() == is_mend).collect();
        let mut all = Vec::new();
        for check in options.checks() {
            for near in [&near[..1], &near[1..]] {
                for reference in Side::BOTH {
                    let is_held = false;
                    let kind = |&near: &Near| Kind { check, near, reference, is_trivial, is_held };
                    all.extend(near.iter().map(kind));
                }
            }
        }
        all
    }

    /// All that are tried, in order: what a mend is about, what else is not trivial or was changed, and
    /// what is trivial.
    fn phases(likely: &Likely<'_>) -> [Vec<Kind>; 3] {
        let mut near_mend: Vec<Kind> = Vec::new();
        for is_trivial in [false, true] {
            near_mend.extend(Kind::all(likely.options, true, is_trivial));
            near_mend.extend(Kind::held(likely.options, is_trivial));
        }
        // The strongest check first, of one check the changed lines, and of these what is not trivial.
        near_mend.sort_by_key(|kind| (kind.check, kind.near));
        // Where lines were changed, the output of another line tells nothing of them.
        let is_late =
            |kind: &Kind| likely.knows_lines() && kind.is_trivial && kind.near == Near::Mend;
        let (mut trivial, near_mend): (Vec<Kind>, Vec<Kind>) =
            near_mend.into_iter().partition(is_late);
        trivial.extend(Kind::all(likely.options, false, true));
        let is_changed = |kind: &Kind| kind.near == Near::DifferingLines;
        let (changed, trivial): (Vec<Kind>, Vec<Kind>) = trivial.into_iter().partition(is_changed);
        let mut others = Kind::all(likely.options, false, false);
        others.extend(changed);
        others.sort_by_key(|kind| (kind.check, !is_changed(kind)));
        let mut phases = [near_mend, others, trivial];
        if !likely.knows_lines() {
            phases.iter_mut().for_each(|kinds| kinds.retain(|it| !it.near.is_in_differing_lines()));
        }
        phases
    }

    /// Of what a register holds, which only a mend tells.
    fn held(options: &Options, is_trivial: bool) -> impl Iterator<Item = Kind> {
        let of = move |check: Check| {
            [Near::MendInDifferingLines, Near::Mend].map(|near| {
                let (reference, is_held) = (Side::Left, true);
                Kind { check, near, reference, is_trivial, is_held }
            })
        };
        options.checks().flat_map(of)
    }
}

async fn search<'d>(
    directions: &mut [Direction<'d>; 2],
    difference: &Difference<'d>,
    likely: &Likely<'_>,
    tools: &mut Tools<'_>,
) -> Found {
    let mut is_open = false;
    // Whether there is a fix that is not trivial, once all were looked at.
    let mut is_open_before = None;
    let passing = directions.each_ref().map(|direction| direction.passing(likely.options));
    let phases = Kind::phases(likely);
    for (phase, kinds) in phases.into_iter().enumerate() {
        if phase == 1
            && likely.options.is_complete()
            && let Some(cause) = mended::cause(difference, likely.suspects, tools).await
        {
            return Found::Cause(cause);
        }
        if phase == 2 {
            is_open_before = Some(is_open);
        }
        for kind in kinds {
            let Kind { check, reference, is_trivial, .. } = kind;
            let direction = &mut directions[usize::from(reference == Side::Right)];
            direction.near_mend(kind.near.is_mend());
            // Then it is LeftPathFix, which was tried.
            if check == Check::LeftPathEarliestFix
                && direction.first(check).is_none()
                && likely.options.check.is_none()
            {
                continue;
            }
            let passing = &passing[usize::from(reference == Side::Right)];
            let wanted = |fix: Fix, trivial: bool| {
                let is_held = matches!(fix.to.slot, Slot::Held(_));
                trivial == is_trivial
                    && is_held == kind.is_held
                    && likely.near(reference, fix) == kind.near
                    && passing.as_ref().is_none_or(|passing| passing.contains(fix))
            };
            match direction.run(check, &wanted, difference, tools).await {
                Some(Some(fix)) => {
                    let mut words = direction.words(fix).expect("it changes a word");
                    if reference == Side::Right {
                        words.reverse();
                    }
                    let is_nothing_before =
                        is_open_before == Some(false) && likely.options.is_complete();
                    return Found::Cause(Cause {
                        check,
                        reference,
                        is_mended: false,
                        fix,
                        is_trivial,
                        is_nothing_before,
                        words,
                        first: direction.first(check),
                    });
                }
                Some(None) => {}
                None => is_open = true,
            }
            if tools.stop.is_due() {
                return Found::Unknown;
            }
        }
    }
    if is_open { Found::Unknown } else { Found::None }
}

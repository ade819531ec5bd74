//! Algorithm 1 of RootCause, `FindRootCause`, with the left program as the reference.
//!
//! It searches for one pair of scalar assignments that passes a check, the first one in the order of labels.
//! Pairs are pruned in the order of the algorithm's lines ([`Pruning`]), and `AssignFix` is proved for the
//! remaining ones. `ConstrainFix` prunes only if it is *known* not to be valid; an undecided one prunes
//! nothing.
//!
//! RootCause unrolls loops, so each execution has its own label. Here a label is a single execution of an
//! instruction or all of them, as in the other search. That search finds more: its labels include branches,
//! addresses and memory, and either program can be the reference. This one exists so that RootCause's
//! evaluation can be repeated.

use super::constrain::Instrumented;
use super::direction::Direction;
use super::labels::{ScalarPair, scalar_pairs};
use super::options::{Candidates, Check, Options, Pruning};
use super::samples::Samples;
use super::{Cause, Found, Ruled, Search, Suspects, Tally, Tools};
use crate::engines::difference::Difference;
use crate::engines::tree::{Fix, Site};
use crate::report::{Progress, Side};

/// Its limits as a multiple of those of a check of the other search: it proves one pair after the other.
const SHARE: u64 = 100;

/// Searches with one check after the other, the strongest first.
pub(super) async fn search(
    difference: &Difference<'_>,
    options: &Options,
    tools: &mut Tools<'_>,
) -> Search {
    let mut direction = Direction::new(Side::Left, difference, &Suspects::default());
    direction.extend_limits(SHARE);
    let mut search = Search {
        found: Found::None,
        set: None,
        tally: Tally::default(),
        candidates: Some(Candidates::default()),
    };
    let mut is_open = false;
    for check in options.checks() {
        let mut finder = Finder { check, options, difference, candidates: Candidates::default() };
        let found = finder.find_root_cause(&mut direction, tools).await;
        (search.tally, search.candidates) = (tally(&finder.candidates), Some(finder.candidates));
        match found {
            RootCause::Fix(pair) => {
                search.found = Found::Cause(cause(&direction, check, pair));
                return search;
            }
            RootCause::Unknown => is_open = true,
            RootCause::None => {}
        }
        if tools.stop.is_due() {
            break;
        }
    }
    if is_open {
        search.found = Found::Unknown;
    }
    search
}

/// What Algorithm 1 returns.
enum RootCause {
    /// `ROOTCAUSE(l, r)`.
    Fix(ScalarPair),
    /// `NOROOTCAUSE`: no candidate passes the check.
    None,
    /// Neither is known within the limits (section 5.2, `UNKNOWN`).
    Unknown,
}

fn cause(
    direction: &Direction<'_>,
    check: Check,
    ScalarPair { fix, is_trivial, .. }: ScalarPair,
) -> Cause {
    Cause {
        check,
        reference: Side::Left,
        is_mended: false,
        fix,
        is_trivial,
        is_nothing_before: false,
        words: direction.words(fix).expect("a fix of the witness changes a word of it"),
        first: direction.first(check),
    }
}

fn tally(of: &Candidates) -> Tally {
    let Candidates { equal, filtered, constrain_fix, binary_search, maxsat, .. } = *of;
    Tally {
        equal,
        witness: 0,
        inputs: of.runs,
        proof: constrain_fix + binary_search + maxsat + of.refuted,
        undecided: of.undecided,
        untried: filtered + of.untried,
    }
}

/// The search for a pair that passes one check.
struct Finder<'f, 'd> {
    check: Check,
    options: &'f Options,
    difference: &'f Difference<'d>,
    candidates: Candidates,
}

impl<'d> Finder<'_, 'd> {
    /// Algorithm 1.
    async fn find_root_cause(
        &mut self,
        direction: &mut Direction<'d>,
        tools: &mut Tools<'_>,
    ) -> RootCause {
        // Line 1. If labels are cut off, pairs are left out, as for a label that does not occur on the
        // witness.
        let (pairs, is_cut) = scalar_pairs([&direction.runs[0], &direction.runs[1]]);
        self.candidates.pairs = pairs.len() as u64;
        let pairs = self.prune_candidates_static(pairs);
        let pairs = self.filtered(pairs, direction);
        self.candidates.untried = pairs.len() as u64;
        let mut rows = rows(pairs);
        let constrains = [Pruning::ConstrainFix, Pruning::BinarySearch, Pruning::MaxSat];
        let mut instrumented = match constrains.iter().any(|it| self.options.uses(*it)) {
            true => {
                let Finder { check, difference, .. } = *self;
                Some(Instrumented::new(direction, check, difference, tools).await)
            }
            false => None,
        };
        if let Some(p12) = &mut instrumented {
            rows = self.constrained(rows, p12, tools).await;
        }
        let mut is_open = is_cut;
        // Lines 17 to 24.
        for row in rows {
            let row = match &mut instrumented {
                Some(p12) => self.maxsat_pruned(row, p12, tools).await,
                None => row,
            };
            for pair in row {
                if tools.stop.is_due() {
                    return RootCause::Unknown;
                }
                match self.assign_fix(pair.fix, direction, tools).await {
                    Some(true) => return RootCause::Fix(pair),
                    Some(false) => {}
                    None => is_open = true,
                }
            }
        }
        if is_open { RootCause::Unknown } else { RootCause::None }
    }

    /// Line 2, `PruneCandidatesStatic`: a pair whose words are equal on the witness does not prevent the
    /// difference.
    fn prune_candidates_static(&mut self, mut pairs: Vec<ScalarPair>) -> Vec<ScalarPair> {
        if self.options.uses(Pruning::Static) {
            pairs.retain(|pair| !pair.is_equal);
            self.candidates.equal = self.candidates.pairs - pairs.len() as u64;
        }
        pairs
    }

    fn filtered(
        &mut self,
        mut pairs: Vec<ScalarPair>,
        direction: &Direction<'_>,
    ) -> Vec<ScalarPair> {
        if let Some(passing) = direction.passing(self.options) {
            let before = pairs.len();
            pairs.retain(|pair| passing.contains(pair.fix));
            self.candidates.filtered = (before - pairs.len()) as u64;
        }
        pairs
    }

    /// Lines 3 to 15: the remaining labels of the right program.
    async fn constrained(
        &mut self,
        mut rows: Vec<Vec<ScalarPair>>,
        p12: &mut Instrumented,
        tools: &mut Tools<'_>,
    ) -> Vec<Vec<ScalarPair>> {
        let fixes_to = |rows: &[Vec<ScalarPair>]| -> Vec<Fix> {
            rows.iter().flatten().map(|pair| pair.fix).collect()
        };
        if self.options.uses(Pruning::ConstrainFix)
            && p12.constrain_fix(&fixes_to(&rows), tools).await == Some(false)
        {
            let of_all = std::mem::take(&mut self.candidates.untried);
            self.candidates.constrain_fix = of_all;
            return Vec::new();
        }
        if self.options.uses(Pruning::BinarySearch) {
            // `ConstrainFix` of the first `low` labels is not valid.
            let (mut low, mut up) = (0, rows.len());
            while up - low > 1 {
                let middle = low + (up - low) / 2;
                match p12.constrain_fix(&fixes_to(&rows[..middle]), tools).await {
                    Some(false) => low = middle,
                    Some(true) | None => up = middle,
                }
            }
            let pruned: usize = rows.drain(..low).map(|row| row.len()).sum();
            self.candidates.binary_search = pruned as u64;
            self.candidates.untried -= pruned as u64;
        }
        rows
    }

    /// Line 18: the remaining pairs of a label of the right program.
    async fn maxsat_pruned(
        &mut self,
        mut row: Vec<ScalarPair>,
        p12: &mut Instrumented,
        tools: &mut Tools<'_>,
    ) -> Vec<ScalarPair> {
        if self.options.uses(Pruning::MaxSat) {
            let before = row.len();
            let fixes: Vec<Fix> = row.iter().map(|pair| pair.fix).collect();
            let pruned = p12.check_maxsat(&fixes, tools).await;
            row.retain(|pair| !pruned.contains(&pair.fix));
            self.candidates.maxsat += (before - row.len()) as u64;
            self.candidates.untried -= (before - row.len()) as u64;
        }
        row
    }

    /// Line 20, after the fix was run on inputs.
    async fn assign_fix(
        &mut self,
        fix: Fix,
        direction: &mut Direction<'d>,
        tools: &mut Tools<'_>,
    ) -> Option<bool> {
        let Candidates { pairs, untried, .. } = self.candidates;
        let proofs = self.candidates.assign_fix() as u32;
        let progress = Progress { tried: (pairs - untried) as u32, of: Some(pairs as u32), proofs };
        // If the observer breaks, `stop` is due.
        let _ = tools.observer.progress(progress).await;
        self.candidates.untried -= 1;
        if self.options.uses(Pruning::Runs) {
            let pair = direction.first_violated(self.check);
            let ruled = match direction.find_samples(self.difference, tools) {
                true => direction
                    .samples
                    .as_mut()
                    .and_then(|it: &mut Samples<'_>| it.rule_out(self.check, &[fix], pair)),
                false => None,
            };
            if ruled.is_some_and(|ruled| ruled != Ruled::Undecided) {
                self.candidates.runs += 1;
                return Some(false);
            }
        }
        let proved = direction.assign_fix(self.check, &[fix], self.difference, tools).await;
        *match proved {
            Some(true) => &mut self.candidates.proved,
            Some(false) => &mut self.candidates.refuted,
            None => &mut self.candidates.undecided,
        } += 1;
        proved
    }
}

/// The pairs by the label of the right program, in order.
fn rows(pairs: Vec<ScalarPair>) -> Vec<Vec<ScalarPair>> {
    let mut rows: Vec<Vec<ScalarPair>> = Vec::new();
    let mut last: Option<Site> = None;
    for pair in pairs {
        if last != Some(pair.fix.to) {
            last = Some(pair.fix.to);
            rows.push(Vec::new());
        }
        rows.last_mut().expect("it was begun").push(pair);
    }
    rows
}

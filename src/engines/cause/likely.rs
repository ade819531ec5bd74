//! The search for the likeliest cause: what `explain` does by default.
//!
//! Many pairs pass a check, since programs have the same values in many places. So pairs are tried in the
//! order in which they explain most ([`Kind`]), for both references, one check after the other.

use super::direction::Direction;
use super::filters::Passing;
use super::near::{Likely, Near};
use super::options::{Check, Options};
use super::{Cause, Found, Search, Suspects, Tally, Tools, anomalies, mended, sets};
use crate::engines::difference::Difference;
use crate::engines::tree::Fix;
use crate::machine::Slot;
use crate::report::Side;

/// [`Strategy::Likely`](super::Strategy::Likely).
pub(super) async fn cause(
    difference: &Difference<'_>,
    suspects: &Suspects,
    options: &Options,
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
    // If pairs were left out, a single one of them may suffice.
    let set = match options.is_complete() {
        true => sets::set(&found, &mut directions, difference, &likely, tools).await,
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
    /// Kinds of fixes that are near one of `near` and not trivial, the strongest check first. For each check,
    /// the first of `near` comes before the others: its lines are not in both texts.
    fn all(options: &Options, near: &[Near]) -> Vec<Kind> {
        let mut all = Vec::new();
        for check in options.checks() {
            for near in [&near[..1], &near[1..]] {
                for reference in Side::BOTH {
                    let (is_trivial, is_held) = (false, false);
                    let kind = |&near: &Near| Kind { check, near, reference, is_trivial, is_held };
                    all.extend(near.iter().map(kind));
                }
            }
        }
        all
    }

    /// All kinds, in order: those near a repair; others that are not trivial or whose lines were changed; the
    /// remaining trivial ones.
    fn phases(likely: &Likely<'_>) -> [Vec<Kind>; 3] {
        let mut near_mend = Kind::all(likely.options, &Near::MENDS);
        near_mend.extend(Kind::held(likely.options));
        near_mend.extend(Kind::trivial(&near_mend));
        // The strongest check first; for each check, changed lines first, and trivial fixes last.
        near_mend.sort_by_key(|kind| (kind.check, kind.near));
        // If lines were changed, the output of another line explains nothing about them.
        let is_late =
            |kind: &Kind| likely.knows_lines() && kind.is_trivial && kind.near == Near::Mend;
        let (mut trivial, near_mend): (Vec<Kind>, Vec<Kind>) =
            near_mend.into_iter().partition(is_late);
        let mut others = Kind::all(likely.options, &Near::OTHERS);
        trivial.extend(Kind::trivial(&others));
        let is_changed = |kind: &Kind| kind.near == Near::DifferingLines;
        let (changed, trivial): (Vec<Kind>, Vec<Kind>) = trivial.into_iter().partition(is_changed);
        others.extend(changed);
        others.sort_by_key(|kind| (kind.check, !is_changed(kind)));
        let mut phases = [near_mend, others, trivial];
        if !likely.knows_lines() {
            phases.iter_mut().for_each(|kinds| kinds.retain(|it| !it.near.is_in_differing_lines()));
        }
        phases
    }

    /// The fixes of what a register holds that are not trivial. Only a repair shows which these are.
    fn held(options: &Options) -> impl Iterator<Item = Kind> {
        let of = move |check: Check| {
            [Near::MendInDifferingLines, Near::Mend].map(|near| {
                let (reference, is_trivial, is_held) = (Side::Left, false, true);
                Kind { check, near, reference, is_trivial, is_held }
            })
        };
        options.checks().flat_map(of)
    }

    /// The trivial fixes that correspond to these.
    fn trivial(kinds: &[Kind]) -> Vec<Kind> {
        kinds.iter().map(|&kind| Kind { is_trivial: true, ..kind }).collect()
    }

    /// A fix of this kind as a cause. Whether other fixes come before it is not known here.
    fn cause(self, direction: &Direction<'_>, fix: Fix) -> Cause {
        let mut words = direction.words(fix).expect("it changes a word");
        if self.reference == Side::Right {
            words.reverse();
        }
        Cause {
            check: self.check,
            reference: self.reference,
            is_mended: false,
            fix,
            is_trivial: self.is_trivial,
            is_nothing_before: false,
            words,
            first: direction.first(self.check),
        }
    }
}

async fn search<'d>(
    directions: &mut [Direction<'d>; 2],
    difference: &Difference<'d>,
    likely: &Likely<'_>,
    tools: &mut Tools<'_>,
) -> Found {
    let mut is_open = false;
    // Whether a nontrivial fix was undecided. It is set once all nontrivial fixes were tried.
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
            let side = usize::from(kind.reference == Side::Right);
            let direction = &mut directions[side];
            direction.set_near(kind.near);
            // Then the check is the same as LeftPathFix, which was tried.
            if kind.check == Check::LeftPathEarliestFix
                && direction.first(kind.check).is_none()
                && likely.options.check.is_none()
            {
                continue;
            }
            let passing = passing[side].as_ref();
            match first_of(kind, passing, direction, difference, likely, tools).await {
                Some(Some(fix)) => {
                    let is_nothing_before =
                        is_open_before == Some(false) && likely.options.is_complete();
                    return Found::Cause(Cause { is_nothing_before, ..kind.cause(direction, fix) });
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

/// The first fix of a kind that passes its check; `None` if that is undecided.
async fn first_of<'d>(
    kind: Kind,
    passing: Option<&Passing>,
    direction: &mut Direction<'d>,
    difference: &Difference<'d>,
    likely: &Likely<'_>,
    tools: &mut Tools<'_>,
) -> Option<Option<Fix>> {
    let wanted = |fix: Fix, trivial: bool| {
        let is_held = matches!(fix.to.slot, Slot::Held(_));
        trivial == kind.is_trivial
            && is_held == kind.is_held
            && likely.near(kind.reference, fix) == kind.near
            && passing.is_none_or(|passing| passing.contains(fix))
    };
    direction.run(kind.check, &wanted, difference, tools).await
}

//! The search for the likeliest cause: what `explain` does unless it is asked for RootCause's own.
//!
//! Many pairs pass a check, since programs hold the same values in many places. So pairs are tried in the order
//! in which they tell most ([`Kind`]), of both references, one check after the other.

use super::direction::Direction;
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
    /// The fixes near to one of `near`: the strongest check first, of one check those near to the
    /// first, whose lines are not in both texts.
    fn all(options: &Options, near: &[Near], is_trivial: bool) -> Vec<Kind> {
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
            near_mend.extend(Kind::all(likely.options, &Near::MENDS, is_trivial));
            near_mend.extend(Kind::held(likely.options, is_trivial));
        }
        // The strongest check first, of one check the changed lines, and of these what is not trivial.
        near_mend.sort_by_key(|kind| (kind.check, kind.near));
        // Where lines were changed, the output of another line tells nothing of them.
        let is_late =
            |kind: &Kind| likely.knows_lines() && kind.is_trivial && kind.near == Near::Mend;
        let (mut trivial, near_mend): (Vec<Kind>, Vec<Kind>) =
            near_mend.into_iter().partition(is_late);
        trivial.extend(Kind::all(likely.options, &Near::OTHERS, true));
        let is_changed = |kind: &Kind| kind.near == Near::DifferingLines;
        let (changed, trivial): (Vec<Kind>, Vec<Kind>) = trivial.into_iter().partition(is_changed);
        let mut others = Kind::all(likely.options, &Near::OTHERS, false);
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

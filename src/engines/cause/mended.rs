//! Causes by words of the repaired program.
//!
//! A left program that computes in another way may not have a word that fixes the mistake. RootCause (section
//! 5.2) names this as the commonest reason for finding no cause ("`p1` does not possess a value that can fix
//! `p2`"). But if an edit of the right program is proved to make the programs agree, the edited program is
//! another reference: it computes as the right one does, and it is proved to do what the left one does. A fix
//! with one of its words makes the right program agree with it, and so with the left one. It proves as much
//! about the right program as any other fix: that this one word is all that is wrong.
//!
//! Such a cause is reported only if no fix near the repair takes a word of the left program, and only for
//! instructions near the repair.

use super::direction::Direction;
use super::near::Near;
use super::{Cause, Check, Suspects, Tools};
use crate::engines::difference::Difference;
use crate::engines::tree::Fix;
use crate::machine::Slot;
use crate::report::Side;

/// The first fix that takes a word of the repaired program, if there is one.
pub(super) async fn cause(
    difference: &Difference<'_>,
    suspects: &Suspects,
    tools: &mut Tools<'_>,
) -> Option<Cause> {
    let mended = suspects.mended.as_ref()?;
    let difference = Difference { images: [mended, difference.images[1]], ..difference.clone() };
    let mut direction = Direction::new(Side::Left, &difference, suspects);
    direction.set_near(Near::Mend);
    for check in [Check::AllFix, Check::LeftPathFix] {
        for (is_trivial, is_held) in [(false, false), (false, true), (true, false), (true, true)] {
            let wanted = |fix: Fix, trivial: bool| {
                trivial == is_trivial
                    && matches!(fix.to.slot, Slot::Held(_)) == is_held
                    && suspects.instructions.contains(&fix.to.at)
            };
            if let Some(Some(fix)) = direction.run(check, &wanted, &difference, tools).await {
                let words = direction.words(fix).expect("it changes a word");
                return Some(Cause {
                    check,
                    reference: Side::Left,
                    is_mended: true,
                    fix,
                    is_trivial,
                    is_nothing_before: false,
                    words,
                    first: None,
                });
            }
            if tools.stop.is_due() {
                return None;
            }
        }
    }
    None
}

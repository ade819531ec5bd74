//! The sentences of a receipt, which is a result in a link. The page shows them without loading the
//! engine and fills in what is in braces.

use std::collections::BTreeMap;

use super::summary::{agreement, differ};
use super::{arm64, run};
use crate::evidence::Verdict;

/// The sentence for each verdict that claims agreement, by the verdict's name. For a difference,
/// the sentence is `both`, with a part for each kind of end of a program, by its name.
///
/// | in braces | what stands there |
/// |---|---|
/// | `inputs` | the inputs that the verdict is about, or those of the witness |
/// | `steps` | the fuel |
/// | `left`, `right` | what each program does: a part, and what it printed |
/// | `program` | the program |
/// | `result`, `fault`, `printed` | what was observed of it |
pub fn receipt() -> BTreeMap<&'static str, String> {
    let of = |verdict, within: Option<&str>| {
        let inputs = "{inputs}".to_owned();
        agreement(verdict, inputs, within.map(str::to_owned)).unwrap_or_else(differ).text
    };
    let does = |how: String| format!("{{program}} {how}");
    BTreeMap::from([
        ("disequivalent", differ().text),
        ("equivalent", of(Verdict::Equivalent, None)),
        ("equivalent-if-both-stop", of(Verdict::EquivalentIfBothStop, None)),
        ("equivalent-up-to", of(Verdict::EquivalentUpTo, Some("{steps}"))),
        ("possibly-equivalent", "No difference found.".to_owned()),
        ("both", run::both("{inputs}", ["{left}", "{right}"])),
        ("done", does(run::gives("{result}"))),
        ("done-arm64", does(arm64::gives("{result}"))),
        ("stops", does(run::STOPS.to_owned())),
        ("fault", does(run::faults("{fault}"))),
        ("out-of-fuel", does(run::is_running("{steps}"))),
        ("ever", does(run::FOR_EVER.to_owned())),
        ("prints", run::prints("{printed}")),
    ])
}

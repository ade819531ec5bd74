//! The sentences of reports.
//!
//! Engines return codes, counts, inputs and terms. All English text is written here.

#[cfg(feature = "cli")]
mod across;
pub mod arm64;
mod event;
#[cfg(feature = "evidence")]
pub(crate) mod evidence;
#[cfg(feature = "explanations")]
mod explanation;
#[cfg(feature = "explanations")]
mod mutation;
mod query;
#[cfg(feature = "explanations")]
mod quiz;
mod receipt;
#[cfg(feature = "explanations")]
mod regions;
mod run;
#[cfg(feature = "explanations")]
mod second;
pub(crate) mod summary;
mod undecided;
mod value;
mod values;
mod verdict;
#[cfg(feature = "versions")]
mod versions;

#[cfg(feature = "cli")]
pub use across::{across, reason};
pub use event::event;
#[cfg(feature = "explanations")]
pub use explanation::{
    cause, did_you_mean, does, fault_of_region, first_pair, mend, ruled_out, together,
};
#[cfg(feature = "explanations")]
pub use mutation::{gives, missed, mutation, score};
pub use query::{RESULTS_DIFFER, flip, unknown};
#[cfg(feature = "explanations")]
pub use quiz::judged;
#[cfg(all(feature = "cli", feature = "explanations"))]
pub use quiz::{QuizParts, quiz, tried};
pub use receipt::receipt;
#[cfg(all(feature = "explanations", feature = "evidence"))]
use regions::{arm64_counted, arm64_regions};
#[cfg(feature = "explanations")]
pub use regions::{because, counted, counted_headline, overflow, regions, regions_in_short};
pub use run::{fault, run};
#[cfg(feature = "explanations")]
pub use second::{alone, listed, with_built_in_routines, with_left_libraries};
pub use summary::{agreement, differ, every, so_far, steps, stopped};
pub use undecided::undecided;
pub use value::Value;
pub use values::values;
#[cfg(feature = "cli")]
pub use verdict::checked;
#[cfg(feature = "tools")]
pub use verdict::layout;
pub use verdict::{NoDifference, difference, no_input, report, report_within};
#[cfg(feature = "versions")]
pub use versions::{
    called_by, few, folders, impact, in_the_way, is_taken, mark, match_name, not_driven, obstacle,
    obstacle_because, obstacle_name, pair_name, pattern_name, place, shares, summary, versions,
    versions_verdict,
};

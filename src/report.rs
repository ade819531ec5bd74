//! Reports: the results of a comparison, in the form that leaves the engine.
//!
//! The types define the JSON of `tamarin compare --json` and the messages of the page's worker:
//! plain data, with unsigned 32-bit values, names in kebab-case and stable keys. The page's
//! TypeScript types are generated from them by `tsify`, never written by hand.
//!
//! All English text of the engine is in [`words`]. An engine returns [`Findings`]; this module
//! turns them into a report with sentences.

#[cfg(feature = "cli")]
pub mod across;
mod answer;
pub mod arm64;
mod event;
#[cfg(feature = "explanations")]
mod explanation;
mod findings;
#[cfg(feature = "explanations")]
mod mutation;
mod names;
#[cfg(feature = "explanations")]
mod quiz;
mod run;
#[cfg(feature = "explanations")]
mod second;
mod side;
mod summary;
#[cfg(feature = "versions")]
mod versions;
pub mod words;

pub use crate::evidence::{
    Claim, Meter, OpenClaim, OpenClaimKind, Proof, ProofKind, Termination, Verdict,
};
pub use crate::machine::{ProvedEnd, ProvedRun};
pub use answer::{ContractReport, Cut, Cuts, Open, Reason, ReasonCode, Report, Stats};
pub use event::{AnswerKind, Decision, Event, Growth};
#[cfg(feature = "explanations")]
pub use explanation::{
    CandidatesReport, CauseReport, ChangeReport, CheckKind, Covers, EstimateReport, Explanation,
    MendReport, OverflowReport, PairReport, PartReport, PlaceReport, Progress, Reference,
    RegionKind, RegionReport, RegionsReport, RuledOutReport, SearchReport, SearchStrategy,
    WordKind, WordOf,
};
pub use findings::Findings;
#[cfg(feature = "explanations")]
pub use mutation::{
    KillsReport, KindReport, MissedReport, MutationReport, SuiteReport, SurvivorReport, TallyReport,
};
pub use names::Names;
#[cfg(feature = "explanations")]
pub use quiz::{JudgedReport, MarkKind, QuestionReport, RoundReport, TriedReport};
#[cfg(all(feature = "cli", feature = "explanations"))]
pub use quiz::{QuizReport, SolvedReport};
pub use run::{
    Agreement, FaultReport, GivenReport, ObservedReport, OutcomeKind, OutputReport,
    RecurrenceReport, RunReport, Witness,
};
#[cfg(feature = "tools")]
pub use run::{LayoutReport, Moved, MovedReport};
#[cfg(feature = "explanations")]
pub use second::{AloneReport, LibrariesReport};
pub use side::Side;
pub use summary::{
    Arguments, Headline, HeadlineId, InputValue, NextStep, Note, NoteId, ObservedKind,
    ObservedValue, OpenInput, StepId, Summary, Tone, Undecided, Values,
};
#[cfg(feature = "versions")]
pub use versions::{
    AffectedReport, ApartReport, BecauseReport, BlockReport, ByReport, FolderReport, ImpactReport,
    PointReport, ProcedureReport, ProgramReport, ProvedReport, TogetherReport, VersionsEngine,
    VersionsReport, VersionsVerdict,
};

//! What a comparison says, in the form that leaves the engine.
//!
//! These are the shapes of `tamarin compare --json` and of the messages that
//! the page's worker posts: plain data, 32-bit values unsigned, names in
//! kebab-case, keys stable. The page's TypeScript types are derived from
//! them (by `tsify`), never written by hand.
//!
//! All English of the engine is in [`words`]: an engine has [`Findings`], and
//! what is said of them is put together here.

mod answer;
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
mod side;
mod summary;
#[cfg(feature = "versions")]
mod versions;
pub mod words;

pub use crate::evidence::{
    Claim, Meter, OpenClaim, OpenClaimKind, Proof, ProofKind, ProvedEnd, ProvedRun, Termination,
    Verdict,
};
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
pub use run::{
    Agreement, FaultReport, GivenReport, ObservedReport, OutcomeKind, OutputReport,
    RecurrenceReport, RunReport, Witness,
};
#[cfg(feature = "tools")]
pub use run::{LayoutReport, Moved, MovedReport};
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

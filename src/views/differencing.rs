//! The abstract states of a correlating program, and its differencing points, as text and as data
//! (DIZY 7.1). [`differencing`](crate::engines::alignment::differencing) computes both.

use super::proof::Groups;
use crate::asm::SourceLines;
use crate::contract::Contract;
use crate::engines::alignment::claim::{Location, Name, NodeClaim};
use crate::engines::alignment::differencing::{Differences, Point, PointState, Sameness, Verdict};
use crate::machine::Inputs;
use crate::program::Address;
use crate::report::words::Value;
use serde::Serialize;

/// The kinds of differencing points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Where both programs have stopped.
    End,
    /// Where they print.
    Output,
    /// Where they access an array.
    Accesses,
    /// At each pair of locations on the way.
    Labels,
}

impl Kind {
    /// All kinds, in the order of the summary.
    pub const ALL: [Kind; 4] = [Kind::End, Kind::Output, Kind::Accesses, Kind::Labels];
}

/// A verdict about a point, or about all points of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct VerdictView {
    /// `agree`, `differ` or `open`.
    pub verdict: &'static str,
    /// Whether the abstract states describe exactly where the programs differ, as far as runs tell.
    pub precise: bool,
    /// An input on which they differ; `null` if none is known.
    pub witness: Option<String>,
}

/// An abstract state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StateView {
    /// The compared words that are equal.
    pub equal: Vec<String>,
    /// The compared words that are different.
    pub different: Vec<String>,
    /// The compared words that are neither shown to be equal nor to be different.
    pub open: Vec<String>,
    /// Its facts.
    pub facts: Vec<String>,
    /// Further facts where the words that are neither are equal: the rest of the state is the delta.
    /// `null` if there are no such words, or no such facts.
    pub where_equal: Option<Vec<String>>,
    /// An input that leads there; `null` if none is known.
    pub seen: Option<String>,
}

/// A differencing point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointView {
    /// Where both programs are.
    pub at: String,
    /// Whether both have stopped there.
    pub end: bool,
    /// Its abstract states.
    pub states: Vec<StateView>,
    /// Whether the compared words are equal.
    pub words: VerdictView,
    /// What both print next; `null` if neither prints.
    pub output: Option<VerdictView>,
    /// Which elements both access next; `null` if neither accesses an array.
    pub accesses: Option<VerdictView>,
    /// Whether its states were too many, and joined.
    pub merged: bool,
}

/// The verdict about all points of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KindView {
    /// The kind.
    pub kind: Kind,
    /// The number of its points.
    pub points: usize,
    /// The verdict; *agree* where there are no points.
    #[serde(flatten)]
    pub verdict: VerdictView,
}

/// All points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferencesView {
    /// The verdict by kind.
    pub kinds: Vec<KindView>,
    /// The points, ends last.
    pub points: Vec<PointView>,
    /// Where a path of a program is not followed. Nothing is proved then.
    pub lost: Vec<String>,
}

/// What a view needs to name words and places.
pub struct Names<'n> {
    /// The contract, which names inputs.
    pub contract: &'n Contract,
    /// The lines of both programs.
    pub lines: &'n [SourceLines; 2],
}

impl Names<'_> {
    fn inputs(&self, inputs: &Inputs) -> String {
        self.contract.describe(inputs, Value)
    }

    fn verdict(&self, verdict: &Verdict) -> VerdictView {
        let (name, witness) = match verdict {
            Verdict::Agree => ("agree", None),
            Verdict::Differ { witness, .. } => ("differ", Some(self.inputs(witness))),
            Verdict::Open => ("open", None),
        };
        VerdictView { verdict: name, precise: verdict.is_precise(), witness }
    }

    fn place(&self, side: usize, at: Location) -> String {
        let of = |address: u32| match self.lines[side].at(Address(address)) {
            Some(line) => format!("line {}", line.line),
            None => format!("{address:#x}"),
        };
        match at {
            Location::Entry => "at its start".to_owned(),
            Location::Done => "has stopped".to_owned(),
            Location::Fault => "has faulted".to_owned(),
            Location::Cut { from, at, .. } if at <= from => {
                format!("back at {} from {}", of(at), of(from))
            }
            at => at.pc().map_or_else(|| "?".to_owned(), |pc| format!("at {}", of(pc))),
        }
    }

    fn node(&self, [left, right]: [Location; 2]) -> String {
        match [left, right] {
            [Location::Entry, Location::Entry] => "start".to_owned(),
            [Location::Done, Location::Done] => "end".to_owned(),
            [Location::Fault, Location::Fault] => "both have faulted".to_owned(),
            [left, right] => {
                format!("left {}, right {}", self.place(0, left), self.place(1, right))
            }
        }
    }

    fn state(&self, state: &PointState) -> StateView {
        let of = |sameness: Sameness| -> Vec<String> {
            let words = state.words.iter().filter(|(_, of)| *of == sameness);
            let observed = state.observed.iter().filter(|(_, of)| *of == sameness);
            let observed = observed.map(|(observable, _)| observable.to_string());
            words.map(|(name, _)| word(*name)).chain(observed).collect()
        };
        let groups = |claim: &NodeClaim| Groups::of(self.contract.names(), claim);
        let of_state = groups(&state.claim);
        let known = of_state.each();
        let further = |claim: &NodeClaim| -> Option<Vec<String>> {
            // The list of equal words shows these already.
            let Groups { relations, own, constants, .. } = groups(claim);
            let facts = [relations, own, constants].concat().into_iter();
            let facts: Vec<String> = facts.filter(|fact| !known.contains(fact)).collect();
            (!facts.is_empty()).then_some(facts)
        };
        StateView {
            equal: of(Sameness::Equal),
            different: of(Sameness::Different),
            open: [of(Sameness::ByInput), of(Sameness::Open)].concat(),
            where_equal: state.where_equal.as_ref().and_then(further),
            facts: of_state.lines(),
            seen: state.seen.as_ref().map(|inputs| self.inputs(inputs)),
        }
    }

    fn point(&self, point: &Point) -> PointView {
        PointView {
            at: self.node(point.at),
            end: is_end(point),
            states: point.states.iter().map(|state| self.state(state)).collect(),
            words: self.verdict(&point.words),
            output: point.output.as_ref().map(|verdict| self.verdict(verdict)),
            accesses: point.accesses.as_ref().map(|verdict| self.verdict(verdict)),
            merged: point.is_merged,
        }
    }

    fn kind(&self, kind: Kind, points: &[Point]) -> KindView {
        let verdicts: Vec<&Verdict> =
            points.iter().filter_map(|point| verdict(kind, point)).collect();
        let first = |is: fn(&Verdict) -> bool| verdicts.iter().copied().find(|it| is(it));
        let worst = first(|it| matches!(it, Verdict::Differ { .. }))
            .or_else(|| first(|it| *it == Verdict::Open))
            .unwrap_or(&Verdict::Agree);
        let precise = verdicts.iter().all(|verdict| verdict.is_precise());
        KindView {
            kind,
            points: verdicts.len(),
            verdict: VerdictView { precise, ..self.verdict(worst) },
        }
    }
}

fn is_end(point: &Point) -> bool {
    point.at.iter().all(|at| at.is_final())
}

/// What is compared at a point of this kind; `None` if it is of another kind.
fn verdict(kind: Kind, point: &Point) -> Option<&Verdict> {
    match kind {
        Kind::End => is_end(point).then_some(&point.words),
        Kind::Output => point.output.as_ref(),
        Kind::Accesses => point.accesses.as_ref(),
        Kind::Labels => (!is_end(point) && !point.states.is_empty()).then_some(&point.words),
    }
}

fn word(name: Name) -> String {
    match name {
        Name::Register(_, number) => format!("${number}"),
        Name::High(_) => "hi".to_owned(),
        Name::Low(_) => "lo".to_owned(),
        Name::Cell(_, at) => format!("[{at:#x}]"),
        _ => "the input read".to_owned(),
    }
}

impl DifferencesView {
    /// The points of these kinds.
    pub fn new(differences: &Differences, kinds: &[Kind], names: &Names<'_>) -> DifferencesView {
        let Differences { points, lost } = differences;
        let is_shown = |point: &&Point| kinds.iter().any(|&kind| verdict(kind, point).is_some());
        let lost = lost.iter().map(|&(node, side)| {
            let half = ["left", "right"][side];
            format!("{}: a path of the {half} program", names.node(node))
        });
        DifferencesView {
            kinds: kinds.iter().map(|&kind| names.kind(kind, points)).collect(),
            points: points.iter().filter(is_shown).map(|point| names.point(point)).collect(),
            lost: lost.collect(),
        }
    }

    /// The view as text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for point in &self.points {
            text += &point.text();
        }
        text += "By differencing point\n";
        for KindView { kind, points, verdict } in &self.kinds {
            let name = match kind {
                Kind::End => "the end",
                Kind::Output => "output",
                Kind::Accesses => "array accesses",
                Kind::Labels => "labels",
            };
            let words = if *points == 0 { "none".to_owned() } else { verdict.words("programs") };
            text += &format!("  {name:<15} {words}\n");
        }
        if !self.lost.is_empty() {
            text += "Not followed, so nothing is proved\n";
            self.lost.iter().for_each(|lost| text += &format!("  {lost}\n"));
        }
        text
    }
}

impl VerdictView {
    fn words(&self, what: &str) -> String {
        let witness = self.witness.as_deref().unwrap_or_default();
        let imprecise = if self.precise { "" } else { " (imprecise)" };
        match self.verdict {
            "agree" => format!("the {what} agree on every input (proved)"),
            "differ" => format!("the {what} differ, for example on {witness}{imprecise}"),
            _ => format!("the {what} may differ: neither proved nor seen in a run (imprecise)"),
        }
    }
}

impl PointView {
    fn text(&self) -> String {
        let merged = if self.merged { " (too many states, all joined)" } else { "" };
        let mut text = format!("{}{merged}\n", self.at);
        for (index, state) in self.states.iter().enumerate() {
            text += &format!("  state {}: {}\n", index + 1, state.words());
            state.facts.iter().for_each(|fact| text += &format!("      {fact}\n"));
            if let Some(facts) = &state.where_equal {
                text += &format!("      equal only where {}\n", facts.join(", "));
            }
        }
        for (verdict, what) in [(&self.output, "outputs"), (&self.accesses, "array accesses")] {
            if let Some(verdict) = verdict {
                text += &format!("  next: {}\n", verdict.words(what));
            }
        }
        text.push('\n');
        text
    }
}

impl StateView {
    fn words(&self) -> String {
        let StateView { equal, different, open, seen, .. } = self;
        let parts = [("equal", equal), ("different", different), ("perhaps different", open)];
        let parts = parts.into_iter().filter(|(_, words)| !words.is_empty());
        let mut parts: Vec<String> =
            parts.map(|(how, words)| format!("{how} {}", words.join(", "))).collect();
        if parts.is_empty() {
            parts.push("no compared word".to_owned());
        }
        parts.push(match seen {
            Some(inputs) => format!("for example {inputs}"),
            None => "no run seen".to_owned(),
        });
        parts.join("; ")
    }
}

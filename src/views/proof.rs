//! A certificate for display: the automaton of locations of both programs, the invariants there,
//! and the proved obligations.
//!
//! [`ProofView::of`] traverses a certificate as the checker does ([`tamarin_checker::walk`]) and
//! takes notes, so it lists exactly what the checker accepted; it proves nothing itself. A
//! certificate without loops is a tree of paths: its places are the start and the ends.
//!
//! Source: Goyal et al., Direct Construction of Program Alignment Automata (2023), section 2:
//! states are pairs of locations, transitions are what either program does between them.

#[cfg(feature = "evidence")]
mod evidence;
mod facts;
#[cfg(feature = "evidence")]
mod functions;
mod meetings;
mod procedures;
mod words;

use std::collections::BTreeMap;

use serde::Serialize;
use tamarin_checker::advisor::{Advisor, Pair, Step};
use tamarin_checker::certificate::{Among, Answer, Certificate, Location, Measure, Stopping, Way};
use tamarin_checker::obligation::{Kind, Obligation, Scene};
use tamarin_checker::walk::walk;
use tamarin_checker::{Refusal, smtlib};

#[cfg(feature = "evidence")]
pub use evidence::Reading;
pub use facts::Groups;
pub use meetings::{Meeting, meetings};
pub use words::{Facts, among, sentences};

use crate::asm::{SourceLine, SourceLines};
use crate::contract::Contract;
use crate::engines::certify::Statement;
use crate::program::Address;
use crate::wire::wire;

wire! {
    /// The kind of a program's location.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum SpotKind {
        /// The start.
        Start,
        /// After a back edge of a loop.
        Loop,
        /// The entry of a procedure.
        Procedure,
        /// A point within a procedure.
        Point,
        /// The return of a procedure.
        Return,
        /// It has stopped.
        End,
        /// It has faulted.
        Fault,
        /// Its state repeats, so it runs for ever.
        ForEver,
        /// It has not stopped within the steps that the proof covers.
        Late,
    }
}

wire! {
    /// A program's location.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Spot {
        /// The kind of the location.
        pub kind: SpotKind,
        /// The address of the next instruction. `None` at an end.
        pub address: Option<u32>,
        /// Its line, if it has one.
        pub line: Option<SourceLine>,
        /// In a loop, the address of the branch of the back edge.
        pub branch: Option<u32>,
        /// The line of that branch.
        pub branch_line: Option<SourceLine>,
    }
}

wire! {
    /// A pair of locations: a state of the automaton.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Place {
        /// The locations in the left and the right program.
        pub spots: [Spot; 2],
        /// The invariant, as sentences.
        pub says: Vec<String>,
    }
}

wire! {
    /// What both programs do between two places: a transition of the automaton.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Round {
        /// The index of the source place.
        pub from: u32,
        /// The index of the target place. `None` for paths that are proved infeasible.
        pub to: Option<u32>,
        /// The number of pairs of paths.
        pub pairs: u32,
        /// What the left and the right program do, as phrases.
        pub does: [String; 2],
    }
}

wire! {
    /// How an obligation was proved.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ShownBy {
        /// By bit-blasting and a SAT proof.
        Bits,
        /// By intervals, with interval splitting.
        Boxes,
        /// By algebra: as a sum of multiples of words that are known to be zero.
        Algebra,
    }
}

wire! {
    /// A proved obligation.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Shown {
        /// Its number in the certificate, for [`again`].
        pub number: u32,
        /// The index of the place from which the programs run.
        pub place: u32,
        /// The index of its transition, if it belongs to one.
        pub round: Option<u32>,
        /// What was proved, in words.
        pub says: String,
        /// How it was proved.
        pub by: ShownBy,
        /// The number of proof steps, of interval boxes, or of multiplied words.
        pub steps: u32,
    }
}

wire! {
    /// What is proved about termination.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ShownStopping {
        /// Nothing.
        Open,
        /// They stop or fault on the same inputs.
        Alike,
        /// They stop or fault on all inputs.
        Always,
    }
}

wire! {
    /// A proof for display.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProofView {
        /// The proved claim, in words.
        pub claim: String,
        /// Whether it covers all inputs, and runs of every length.
        pub of_all: bool,
        /// Whether the kernel accepted it as evidence, rather than the checker of certificates.
        pub by_kernel: bool,
        /// The strongest claim that it supports, in the syntax of `tamarin check --claim`.
        pub supports: String,
        /// If present, it covers inputs on which one of the programs stops within this number of
        /// steps.
        pub steps: Option<u64>,
        /// What is proved about termination.
        pub stopping: ShownStopping,
        /// The places; the start is the first.
        pub places: Vec<Place>,
        /// The transitions.
        pub rounds: Vec<Round>,
        /// The proved obligations.
        pub shown: Vec<Shown>,
        /// The measures that decrease, so that no cycle runs for ever.
        pub measures: Vec<String>,
        /// If the programs are compared as functions, the definition of each, as a sentence.
        pub functions: Vec<String>,
        /// What was proved of them by induction, as sentences.
        pub lemmas: Vec<String>,
        /// The invariant at each place in few lines, as [`Groups::lines`].
        #[serde(skip)]
        pub grouped: Vec<Vec<String>>,
        /// The locations of both programs at each place, as in the certificate.
        #[serde(skip)]
        pub locations: Vec<[Location; 2]>,
        /// The statement that `supports` prints.
        #[serde(skip)]
        pub statement: Statement,
    }
}

wire! {
    /// The result of checking an obligation again.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Again {
        /// Whether the certificate's proof of it is valid.
        pub holds: bool,
        /// The obligation for another solver, which should answer `unsat`.
        pub smtlib: String,
    }
}

impl ProofView {
    /// What a certificate shows about programs with these lines, under its contract.
    ///
    /// # Errors
    ///
    /// Why the checker does not accept it.
    pub fn of(
        certificate: &Certificate,
        contract: &Contract,
        lines: &[SourceLines; 2],
    ) -> Result<ProofView, Refusal> {
        let checked = tamarin_checker::check(certificate)?;
        let mut notes = Notes {
            certificate,
            contract,
            answers: certificate.answers.iter(),
            measures: certificate.measures.iter(),
            number: 0,
            pair: None,
            pairs: BTreeMap::new(),
            shown: Vec::new(),
        };
        if !certificate.is_of_one_program() {
            walk(certificate, &mut notes)?;
        }
        Ok(notes.view(Statement::of(&checked), lines))
    }
}

/// Checks one obligation of a certificate again, by its number. `None` if there is no such
/// obligation.
pub fn again(certificate: &Certificate, number: u32) -> Option<Again> {
    let mut reader = Single {
        certificate,
        answers: certificate.answers.iter(),
        measures: certificate.measures.iter(),
        left: number,
        found: None,
    };
    // The walk stops when the obligation is found.
    let _ = walk(certificate, &mut reader);
    reader.found
}

struct Single<'c> {
    certificate: &'c Certificate,
    answers: std::slice::Iter<'c, Option<Answer>>,
    measures: std::slice::Iter<'c, Measure>,
    left: u32,
    found: Option<Again>,
}

impl Advisor for Single<'_> {
    fn answer(&mut self, scene: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer> {
        let answer = self.answers.next().cloned().flatten();
        if self.found.is_none() && self.left == 0 {
            let holds = answer.as_ref().is_some_and(|answer| obligation.is_shown_by(scene, answer));
            self.found = Some(Again { holds, smtlib: smtlib::script(scene, obligation) });
        }
        self.left = self.left.saturating_sub(1);
        answer
    }

    fn gives_up(&self) -> bool {
        self.found.is_some()
    }

    fn begins_lap(&mut self, at: u64, _: u64) -> bool {
        self.certificate.begins_lap(at)
    }

    fn closes_lap(&mut self, _: &mut Scene, lap: [u64; 2], _: &[Obligation<'_>]) -> bool {
        self.certificate.laps.contains(&lap)
    }

    fn measures(&mut self, _: &Scene, _: &[&Step]) -> Vec<Measure> {
        self.measures.next().copied().into_iter().collect()
    }
}

/// An obligation with its proof.
struct Note {
    number: u32,
    pair: Option<Pair>,
    node: [Location; 2],
    says: String,
    by: ShownBy,
    steps: u32,
}

/// The notes taken during the walk.
struct Notes<'c> {
    certificate: &'c Certificate,
    contract: &'c Contract,
    answers: std::slice::Iter<'c, Option<Answer>>,
    measures: std::slice::Iter<'c, Measure>,
    number: u32,
    /// The current pair of paths.
    pair: Option<Pair>,
    /// The number of pairs of paths of each kind.
    pairs: BTreeMap<Pair, u32>,
    shown: Vec<Note>,
}

impl Advisor for Notes<'_> {
    fn answer(&mut self, _: &mut Scene, obligation: &Obligation<'_>) -> Option<Answer> {
        let answer = self.answers.next().cloned().flatten();
        if let Some(answer) = &answer {
            let (by, steps) = match answer {
                Answer::Bits(text)
                | Answer::BitsOfAll(text)
                | Answer::BitsAfter { bits: text, .. } => (ShownBy::Bits, text.lines().count()),
                Answer::Boxes(count) => (ShownBy::Boxes, *count as usize),
                Answer::Algebra { factors, .. } => (ShownBy::Algebra, factors.len()),
            };
            let of_pair = !matches!(
                obligation.kind,
                Kind::Path | Kind::Sign | Kind::Lap | Kind::Decrease | Kind::NoIncrease
            );
            let pair = self.pair.filter(|_| of_pair);
            let says = self.says(obligation, pair);
            let (number, node, steps) = (self.number, obligation.node, steps as u32);
            self.shown.push(Note { number, pair, node, says, by, steps });
        }
        self.number += 1;
        answer
    }

    fn measures(&mut self, _: &Scene, _: &[&Step]) -> Vec<Measure> {
        self.measures.next().copied().into_iter().collect()
    }

    fn begins_lap(&mut self, at: u64, _: u64) -> bool {
        self.certificate.begins_lap(at)
    }

    fn closes_lap(&mut self, _: &mut Scene, lap: [u64; 2], _: &[Obligation<'_>]) -> bool {
        self.certificate.laps.contains(&lap)
    }

    fn arrives(&mut self, pair: Pair) {
        self.pair = Some(pair);
        *self.pairs.entry(pair).or_insert(0) += 1;
    }
}

impl Notes<'_> {
    fn says(&self, obligation: &Obligation<'_>, pair: Option<Pair>) -> String {
        let inputs = &self.certificate.inputs;
        // At an exit, the number is that of an observation.
        let claim = obligation.claim.filter(|_| obligation.kind != Kind::Exit);
        let claimed = pair.and_then(|pair| pair.to).zip(claim).and_then(|(to, index)| {
            let node = self.certificate.nodes.iter().find(|node| node.at == to)?;
            let equations = node.equations.len();
            match index < equations {
                true => Some(words::equation(inputs, Some(node), &node.equations[index])),
                false => Some(words::order(inputs, node, node.orders.get(index - equations)?)),
            }
        });
        let fact = self.certificate.procedures.as_ref().zip(claim);
        let claimed = claimed.or_else(|| {
            let (claims, number) = fact?;
            procedures::fact(claims, number)
        });
        match (obligation.kind, claimed) {
            (Kind::Exit, _) => words::ends_alike(&self.certificate.observed, obligation.claim),
            (_, Some(claim)) => format!("{claim} holds behind it"),
            (Kind::Path, _) => "a branch has only one way to go here".to_owned(),
            (Kind::Sign, _) => "what is divided is not negative".to_owned(),
            (Kind::Stuck, _) => {
                "a path that stores into the text, or jumps to where nothing is known, is not taken"
                    .to_owned()
            }
            (Kind::Output, _) => "both print the same".to_owned(),
            (Kind::Step, _) => "the facts at the next place hold".to_owned(),
            (Kind::Call, _) => "the facts where the procedure begins hold".to_owned(),
            (Kind::Return, _) => "the facts behind the procedure hold".to_owned(),
            (Kind::Lap, _) => "a word that decides how it goes on is what it was before".to_owned(),
            (Kind::Decrease, _) => "what is measured gets smaller".to_owned(),
            (Kind::NoIncrease, _) => "what is measured gets no larger".to_owned(),
        }
    }

    fn view(self, statement: Statement, lines: &[SourceLines; 2]) -> ProofView {
        let Notes { certificate, contract, pairs, shown, .. } = self;
        let mut ats = vec![[Location::Entry; 2]];
        for at in pairs.keys().flat_map(|pair| [Some(pair.from), pair.to]).flatten() {
            if !ats.contains(&at) {
                ats.push(at);
            }
        }
        // Ends come last.
        let ends =
            |at: &Location| at.is_final() || matches!(at, Location::ForEver | Location::Late);
        ats.sort_by_key(|at| (at.iter().all(ends), *at));
        let index = |at: &[Location; 2]| {
            ats.iter().position(|other| other == at).unwrap_or_default() as u32
        };
        let claim_of = |at: &[Location; 2]| certificate.nodes.iter().find(|node| node.at == *at);
        let places = ats.iter().map(|at| Place {
            spots: [0, 1].map(|side| spot(side, at[side], lines)),
            says: match (claim_of(at), &certificate.procedures) {
                (None, Some(claims)) => procedures::sentences(claims, at),
                (None, None) => Vec::new(),
                (Some(claim), _) => {
                    let says = words::sentences(&certificate.inputs, claim);
                    words::reading_order(claim)
                        .into_iter()
                        .map(|index| says[index].clone())
                        .collect()
                }
            },
        });
        let lines_at = |at: &[Location; 2]| {
            claim_of(at).map(|claim| Groups::of(&certificate.inputs, claim).lines())
        };
        let grouped = ats.iter().map(|at| lines_at(at).unwrap_or_default()).collect();
        let rounds = pairs.iter().map(|(pair, &count)| {
            let (mut pieces, lead) = match claim_of(&pair.from) {
                Some(claim) => (claim.pieces, &claim.lead),
                None => (certificate.entry, &certificate.lead),
            };
            // How far the follower runs may depend on where the leader arrives.
            if let (Some(lead), Some(to)) = (lead, pair.to) {
                let is_of = |way: &&Way| way.to == Some(to[lead.side]);
                let way = lead.ways.iter().find(is_of);
                pieces[1 - lead.side] = way.map_or(pieces[1 - lead.side], |way| Some(way.pieces));
            }
            Round {
                from: index(&pair.from),
                to: pair.to.as_ref().map(index),
                pairs: count,
                does: [0, 1].map(|side| words::does(pair, pieces, side)),
            }
        });
        let numbers: BTreeMap<&Pair, u32> = pairs.keys().zip(0..).collect();
        let shown = shown.into_iter().map(|Note { number, pair, node, says, by, steps }| Shown {
            number,
            place: index(&node),
            round: pair.and_then(|pair| numbers.get(&pair).copied()),
            says,
            by,
            steps,
        });
        let steps = certificate.procedures.as_ref().and_then(|claims| claims.steps);
        ProofView {
            locations: ats.clone(),
            claim: words::claim(certificate, contract),
            of_all: certificate.among == Among::All
                && steps.is_none()
                && certificate.within.is_none(),
            by_kernel: false,
            supports: statement.to_string(),
            statement,
            steps,
            stopping: certificate.stopping.into(),
            places: places.collect(),
            grouped,
            rounds: rounds.collect(),
            shown: shown.collect(),
            functions: Vec::new(),
            lemmas: Vec::new(),
            measures: certificate
                .measures
                .iter()
                .map(|&measure| words::measured(&certificate.inputs, measure))
                .collect(),
        }
    }
}

impl From<Stopping> for ShownStopping {
    fn from(stopping: Stopping) -> ShownStopping {
        match stopping {
            Stopping::Open => ShownStopping::Open,
            Stopping::Alike => ShownStopping::Alike,
            Stopping::Always => ShownStopping::Always,
        }
    }
}

fn spot(side: usize, location: Location, lines: &[SourceLines; 2]) -> Spot {
    let (kind, branch) = match location {
        Location::Entry => (SpotKind::Start, None),
        Location::Cut { from, .. } => (SpotKind::Loop, Some(from)),
        Location::Called { .. } => (SpotKind::Procedure, None),
        Location::Point { .. } => (SpotKind::Point, None),
        Location::Return { .. } => (SpotKind::Return, None),
        Location::Done => (SpotKind::End, None),
        Location::Fault => (SpotKind::Fault, None),
        Location::ForEver => (SpotKind::ForEver, None),
        Location::Late => (SpotKind::Late, None),
    };
    let address = location.pc();
    Spot {
        kind,
        address,
        line: address.and_then(|at| lines[side].at(Address(at))),
        branch,
        branch_line: branch.and_then(|at| lines[side].at(Address(at))),
    }
}

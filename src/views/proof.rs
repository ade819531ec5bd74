//! A certificate as a reader looks at it: the automaton of places where both programs
//! are, what is said there, and what was shown, one by one.
//!
//! Nothing here is found: [`ProofView::of`] goes through a certificate as the checker
//! does ([`tamarin_checker::walk`]) and takes notes, so what it lists is what the checker
//! accepted. A certificate without loops is a tree of paths: its places are the start
//! and the ends.
//!
//! Source: Goyal et al., Direct Construction of Program Alignment Automata (2023),
//! section 2: states are pairs of places, transitions are what either program does
//! between them.

#[cfg(feature = "evidence")]
mod evidence;
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

pub use meetings::{Meeting, meetings};
pub use words::{among, sentences};

use crate::asm::{SourceLine, SourceLines};
use crate::contract::Contract;
use crate::engines::certify::Statement;
use crate::program::Address;
use crate::wire::wire;

wire! {
    /// What a program does at a place.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum SpotKind {
        /// It starts.
        Start,
        /// It has just branched back.
        Loop,
        /// It begins a procedure.
        Procedure,
        /// It is within a procedure.
        Point,
        /// It returns.
        Return,
        /// It has stopped.
        End,
        /// It has faulted.
        Fault,
        /// It is back where it was, and runs for ever.
        ForEver,
        /// It has not stopped within the steps that the proof is for.
        Late,
    }
}

wire! {
    /// Where a program is.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Spot {
        /// What it does there.
        pub kind: SpotKind,
        /// The address of the next instruction; none at an end.
        pub address: Option<u32>,
        /// Its line, where it is one of a text.
        pub line: Option<SourceLine>,
        /// In a loop, the address of the branch that led here.
        pub branch: Option<u32>,
        /// And its line.
        pub branch_line: Option<SourceLine>,
    }
}

wire! {
    /// Where both programs are from time to time: a state of the automaton.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Place {
        /// The left and the right program there.
        pub spots: [Spot; 2],
        /// What holds whenever both are there, a sentence each.
        pub says: Vec<String>,
    }
}

wire! {
    /// What both programs do from one place to the next: a transition.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Round {
        /// The index of the place.
        pub from: u32,
        /// The index of the next; none for paths that are shown not to be taken.
        pub to: Option<u32>,
        /// Pairs of paths.
        pub pairs: u32,
        /// What the left and the right program do, in words.
        pub does: [String; 2],
    }
}

wire! {
    /// How an obligation was shown.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[serde(rename_all = "kebab-case")]
    pub enum ShownBy {
        /// By a proof over bits.
        Bits,
        /// By intervals, box by box.
        Boxes,
        /// By a sum of multiples of words that are zero.
        Algebra,
    }
}

wire! {
    /// Something that was shown.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Shown {
        /// Its number in the certificate, by which [`again`] finds it.
        pub number: u32,
        /// The index of the place from which the programs go on.
        pub place: u32,
        /// The index of the transition that it is of, where it is of one.
        pub round: Option<u32>,
        /// What was shown, in words.
        pub says: String,
        /// How.
        pub by: ShownBy,
        /// Steps of the proof over bits, boxes, or words that are multiplied.
        pub steps: u32,
    }
}

wire! {
    /// What is shown of whether both programs stop.
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
    /// A proof.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ProofView {
        /// What is shown, in words.
        pub claim: String,
        /// Whether it is shown of all inputs, and of runs of every length.
        pub of_all: bool,
        /// Whether the kernel accepted it as evidence, and not the checker of certificates.
        pub by_kernel: bool,
        /// The strongest claim that it supports, as `tamarin check --claim` takes it.
        pub supports: String,
        /// If some, it is shown of inputs on which one of both stops within so many steps.
        pub steps: Option<u64>,
        /// What is shown of whether they stop.
        pub stopping: ShownStopping,
        /// The start first.
        pub places: Vec<Place>,
        /// What the programs do between them.
        pub rounds: Vec<Round>,
        /// What was shown.
        pub shown: Vec<Shown>,
        /// What gets smaller, so that no cycle goes on for ever.
        pub measures: Vec<String>,
        /// Where both programs are at each place, as the certificate says it.
        #[serde(skip)]
        pub locations: Vec<[Location; 2]>,
        /// What `supports` writes.
        #[serde(skip)]
        pub statement: Statement,
    }
}

wire! {
    /// What came of an obligation that was checked once more.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Again {
        /// Whether the certificate's answer shows it.
        pub holds: bool,
        /// The obligation for another solver: `unsat` is what shows it.
        pub smtlib: String,
    }
}

impl ProofView {
    /// What a certificate shows, of programs with these lines, under its contract.
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

/// Checks one obligation of a certificate once more, by its number. None where there is
/// none of that number.
pub fn again(certificate: &Certificate, number: u32) -> Option<Again> {
    let mut reader = Single {
        certificate,
        answers: certificate.answers.iter(),
        measures: certificate.measures.iter(),
        left: number,
        found: None,
    };
    // It ends where the obligation was found.
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

/// An obligation with an answer.
struct Note {
    number: u32,
    pair: Option<Pair>,
    node: [Location; 2],
    says: String,
    by: ShownBy,
    steps: u32,
}

/// What is written down on the way.
struct Notes<'c> {
    certificate: &'c Certificate,
    contract: &'c Contract,
    answers: std::slice::Iter<'c, Option<Answer>>,
    measures: std::slice::Iter<'c, Measure>,
    number: u32,
    /// The pair of paths under way.
    pair: Option<Pair>,
    /// How many there are of each.
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
        // Of an end it counts what is observed.
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
            (Kind::Step, _) => "what is said at the next place holds".to_owned(),
            (Kind::Call, _) => "what is said where the procedure begins holds".to_owned(),
            (Kind::Return, _) => "what is said behind the procedure holds".to_owned(),
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
        let rounds = pairs.iter().map(|(pair, &count)| {
            let (mut pieces, lead) = match claim_of(&pair.from) {
                Some(claim) => (claim.pieces, &claim.lead),
                None => (certificate.entry, &certificate.lead),
            };
            // How far the other one goes may depend on where the first comes to.
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
            stopping: match certificate.stopping {
                Stopping::Open => ShownStopping::Open,
                Stopping::Alike => ShownStopping::Alike,
                Stopping::Always => ShownStopping::Always,
            },
            places: places.collect(),
            rounds: rounds.collect(),
            shown: shown.collect(),
            measures: certificate
                .measures
                .iter()
                .map(|&measure| words::measured(&certificate.inputs, measure))
                .collect(),
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

//! ARM64 programs to repair: runs on tests, and comparisons with evidence for the kernel.

mod missing;

use super::Mend;
use super::edits::Edit;
use super::language::{ARM64, Language};
use super::workshop::{Answer, Workshop};
use crate::engines::arm64::{self, Differing, Options};
use crate::engines::evidence;
use crate::engines::paths::Observer;
use crate::evidence::{Proof, ProofKind, Termination};
use crate::link::File;
use crate::machine::arm64::agreement::{Run, difference};
use crate::machine::arm64::record::{self, Observer as Watch};
use crate::machine::arm64::{FaultKind, Given, Machine, Stop as End};
use crate::program::Program;
use crate::report::Side;
use crate::report::arm64::{Answer as Verdict, Findings};
use crate::solver::Stop;

/// Number of inputs, beside the witness, on which each edit is run before it is compared.
const PROBES: usize = 64;
/// Work of the search for evidence that an edit makes the programs agree.
const WORK: u64 = evidence::WORK / 2;

/// The program whose text is repaired where no reference is named: the left one only if its run on
/// the witness shows a mistake and the other one's does not ([`wrong`](super::wrong)).
pub fn wrong(differing: &Differing<'_>) -> Side {
    let shows_a_mistake = |run: &Run| match run.stop {
        End::Done | End::OutOfFuel => false,
        End::Fault(fault) => fault.kind != FaultKind::DivisionByZero,
    };
    match differing.tried.runs.each_ref().map(shows_a_mistake) {
        [true, false] => Side::Left,
        _ => Side::Right,
    }
}

/// Searches for an edit of the program on a side that makes both agree. Edits of a [form](Edit::form) may be
/// tried first. An edit counts as proved only if the kernel accepted evidence.
pub async fn mend(
    differing: &Differing<'_>,
    side: Side,
    like: Option<&str>,
    files: [&[File<'_>]; 2],
    stop: &Stop,
    observer: &mut dyn Observer,
) -> Option<(Mend, Option<Proof>)> {
    let mut workshop = Arm64::new(differing, side);
    let mend = super::search(&mut workshop, side, like, files, stop, observer).await?;
    let proof = workshop.findings().filter(|_| mend.proved).and_then(Findings::proof);
    let proved = proof.as_ref().is_some_and(|it| it.kind == ProofKind::Evidence);
    Some((Mend { proved, ..mend }, proof))
}

/// Two programs, one of which is repaired.
pub struct Arm64<'d> {
    differing: &'d Differing<'d>,
    side: Side,
    options: Options,
    /// The input on which an edit failed most recently comes first.
    tests: Vec<Given>,
    steps: u64,
    /// What the last comparison found.
    findings: Option<Findings>,
}

impl<'d> Arm64<'d> {
    /// The program on that side is repaired.
    pub fn new(differing: &'d Differing<'d>, side: Side) -> Arm64<'d> {
        let Differing { options, tried, .. } = *differing;
        let options =
            Options { fuel: options.fuel.max(tried.steps()), work: WORK, ..options.clone() };
        let all = arm64::samples_of(differing.words(), &options);
        let stride = (all.len() / PROBES).max(1);
        let probes = all.into_iter().step_by(stride).take(PROBES);
        let tests = [tried.given.clone()].into_iter().chain(probes).collect();
        Arm64 { differing, side, options, tests, steps: 0, findings: None }
    }

    /// What a comparison of the repaired program found, if it was the last that was compared.
    pub fn findings(&self) -> Option<&Findings> {
        self.findings.as_ref()
    }

    /// The run on the witness of the program to repair.
    fn watch(&self, watch: &mut dyn Watch) -> End {
        let image = self.options.image(self.words()[1]);
        match Machine::new(&image, &self.differing.tried.given) {
            Some(mut machine) => record::run(&mut machine, self.options.fuel, watch),
            None => End::OutOfFuel,
        }
    }
}

impl Workshop for Arm64<'_> {
    /// The words of the left and the right program.
    type Edited = [Vec<u32>; 2];

    fn language(&self) -> &'static dyn Language {
        ARM64
    }

    fn words(&self) -> [&[u32]; 2] {
        let words = self.differing.words();
        [words[self.side.other().index()], words[self.side.index()]]
    }

    fn named(&self) -> Vec<String> {
        vec!["x0".to_owned(), "x1".to_owned()]
    }

    fn touched(&self) -> Vec<bool> {
        let mut touched = Touched(vec![false; self.words()[1].len()]);
        self.watch(&mut touched);
        touched.0
    }

    fn missing(&self, program: &Program, files: &[File<'_>]) -> Vec<Edit> {
        missing::missing(self, program, files)
    }

    fn build(&self, program: Program) -> Option<[Vec<u32>; 2]> {
        let other = self.differing.programs[self.side.other().index()].clone();
        let mut both = match self.side {
            Side::Left => [program, other],
            Side::Right => [other, program],
        };
        (self.differing.place)(&mut both);
        Some(both.map(|program| program.words))
    }

    fn pass(&mut self, edited: &[Vec<u32>; 2]) -> bool {
        let words = edited.each_ref().map(Vec::as_slice);
        let mut both = self.options.both(words);
        for index in 0..self.tests.len() {
            let given = arm64::placed(&self.tests[index], words, &self.options);
            let Some(tried) = both.run(&given, self.options.fuel) else { continue };
            let [left, right] = &tried.runs;
            self.steps += left.steps + right.steps;
            let one_stops = (left.stop == End::OutOfFuel) != (right.stop == End::OutOfFuel);
            if one_stops || difference(left, right).is_some() {
                let failed = self.tests.remove(index);
                self.tests.insert(0, failed);
                return false;
            }
        }
        true
    }

    fn steps(&self) -> u64 {
        self.steps
    }

    async fn compare(
        &mut self,
        edited: &[Vec<u32>; 2],
        stop: &Stop,
        _: &mut dyn Observer,
    ) -> Answer {
        let words = edited.each_ref().map(Vec::as_slice);
        let (findings, _) = arm64::prove(words, &self.options, stop);
        let answer = match &findings.answer {
            Verdict::SameMachineCode | Verdict::Agree { termination: Termination::Same, .. } => {
                Answer::Same
            }
            Verdict::Agree { .. } | Verdict::Open(_) => Answer::Open,
            Verdict::Differ(tried, _) => {
                self.tests.insert(0, tried.given.clone());
                Answer::Differ
            }
        };
        self.findings = Some(findings);
        answer
    }
}

/// Marks words of the text that a run executes or loads.
struct Touched(Vec<bool>);

impl Touched {
    fn mark(&mut self, address: u64) {
        let index = usize::try_from(address / 4).unwrap_or(usize::MAX);
        if let Some(word) = self.0.get_mut(index) {
            *word = true;
        }
    }
}

impl Watch for Touched {
    fn begin(&mut self, at: u64) {
        self.mark(at);
    }

    fn loads(&mut self, address: u64) {
        self.mark(address);
        self.mark(address + 4);
    }
}

//! Converts a quiz to reports: questions without their solutions, marked answers, and questions with
//! their solutions.

#[cfg(feature = "evidence")]
pub mod arm64;

use crate::engines::paths::Options;
use crate::engines::paths::outcome::Outcome;
use crate::engines::quiz::{Answer, Judge, Key, LEAST, Mark, Question, RIGHT};
use crate::link::File;
use crate::machine::Inputs;
use crate::report::{JudgedReport, MarkKind, QuestionReport, RoundReport, TriedReport};
#[cfg(feature = "cli")]
use crate::report::{Side, SolvedReport};

/// The questions. The program was linked from these files; its inputs have these names.
pub fn round<P, I, R>(
    questions: &[Question<P, I, R>],
    files: &[File<'_>],
    names: Vec<String>,
) -> RoundReport {
    let shown = |question: &Question<P, I, R>| QuestionReport {
        left: question.texts(0, files),
        right: question.texts(1, files),
    };
    RoundReport {
        names,
        questions: questions.iter().map(shown).collect(),
        right: RIGHT,
        least: LEAST,
    }
}

/// The mark of an answer, with reasons. The solution is omitted while the question is open.
pub fn judged(question: &Question, answer: &Answer, options: &Options) -> JudgedReport {
    let Judged { mark, points, tried, same, proof, witness, minimal } =
        marked(question, answer, options, tried);
    let proof = proof.map(|report| report.reason.message.clone());
    JudgedReport { mark, points, tried, same, proof, witness, minimal }
}

/// A marked answer on any machine. `W` is an input with the runs of both programs, `R` shows that
/// they agree.
struct Judged<'q, W, R> {
    mark: MarkKind,
    points: Option<u32>,
    tried: Option<W>,
    same: Option<bool>,
    proof: Option<&'q R>,
    witness: Option<W>,
    minimal: Option<bool>,
}

/// Marks an answer. `tried` makes a witness of an input and its runs.
fn marked<'q, J: Judge, W>(
    question: &'q Question<J::Image, J::Inputs, J::Proof>,
    answer: &Answer<J::Inputs>,
    judge: &J,
    tried: impl Fn(&J::Inputs, [J::Outcome; 2]) -> W,
) -> Judged<'q, W, J::Proof> {
    let (mark, both) = question.mark(answer, judge);
    let points = mark.points();
    let is_answered = points.is_some();
    let shown = match (answer, both) {
        (Answer::Differ(inputs), Some(both)) => Some(tried(inputs, both)),
        _ => None,
    };
    let (proof, witness, minimal) = match &question.key {
        _ if !is_answered => (None, None, None),
        Key::Same(proof) => (Some(proof), None, None),
        Key::Differ { inputs, is_least } => {
            let both = judge.ends(&question.images, inputs);
            (None, Some(tried(inputs, both)), *is_least)
        }
    };
    Judged {
        mark: kind(mark),
        points,
        tried: shown,
        same: is_answered.then(|| question.is_same()),
        proof,
        witness,
        minimal,
    }
}

/// A question about a MIPS program with its solution; the files have names.
#[cfg(feature = "cli")]
pub fn solved(
    question: &Question,
    files: (&[File<'_>], &[&str]),
    options: &Options,
) -> SolvedReport<TriedReport> {
    let JudgedReport { proof, witness, minimal, .. } = judged(question, &Answer::Same, options);
    with_solution(question, files, (proof, witness, minimal))
}

/// A question, why its programs are equivalent, or an input on which they differ and whether it is
/// the least. The files have names.
#[cfg(feature = "cli")]
fn with_solution<P, I, R, W>(
    question: &Question<P, I, R>,
    (files, names): (&[File<'_>], &[&str]),
    (proof, witness, minimal): (Option<String>, Option<W>, Option<bool>),
) -> SolvedReport<W> {
    let edit = &question.edit;
    SolvedReport {
        left: question.texts(0, files),
        right: question.texts(1, files),
        mutant: Side::BOTH[question.mutant],
        kind: edit.kind,
        file: (names.len() > 1).then(|| names[edit.file].to_owned()),
        line: edit.line as u32,
        from: edit.from.clone(),
        to: edit.to.clone(),
        same: question.is_same(),
        proof,
        witness,
        minimal,
    }
}

fn tried(inputs: &Inputs, both: [Outcome; 2]) -> TriedReport {
    let [left, right] = both.map(|outcome| outcome.report());
    TriedReport { inputs: inputs.clone(), left, right }
}

fn kind(mark: Mark) -> MarkKind {
    match mark {
        Mark::Right => MarkKind::Right,
        Mark::Least => MarkKind::Least,
        Mark::Wrong => MarkKind::Wrong,
        Mark::NotAllowed => MarkKind::NotAllowed,
        Mark::Unknown => MarkKind::Unknown,
    }
}

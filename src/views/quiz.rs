//! Converts a quiz to reports: questions without their solutions, and marked answers.

use crate::engines::paths::Options;
use crate::engines::paths::outcome::Outcome;
use crate::engines::quiz::{Answer, LEAST, Mark, Question, RIGHT};
use crate::link::File;
use crate::machine::Inputs;
use crate::report::{JudgedReport, MarkKind, QuestionReport, RoundReport, TriedReport};

/// The questions. The program was linked from these files.
pub fn round(questions: &[Question], files: &[File<'_>], options: &Options) -> RoundReport {
    let shown = |question: &Question| QuestionReport {
        left: question.texts(0, files),
        right: question.texts(1, files),
    };
    RoundReport {
        names: options.contract.names().to_vec(),
        questions: questions.iter().map(shown).collect(),
        right: RIGHT,
        least: LEAST,
    }
}

/// The mark of an answer, with reasons. The solution is omitted while the question is open.
pub fn judged(question: &Question, answer: &Answer, options: &Options) -> JudgedReport {
    let (mark, both) = question.mark(answer, options);
    let points = mark.points();
    let is_answered = points.is_some();
    let tried = match (answer, both) {
        (Answer::Differ(inputs), Some(both)) => Some(tried(inputs, both)),
        _ => None,
    };
    let report = &question.report;
    let witness = report.witness.as_ref().filter(|_| is_answered);
    let is_proved = is_answered && question.is_same();
    JudgedReport {
        mark: kind(mark),
        points,
        tried,
        same: is_answered.then(|| question.is_same()),
        proof: is_proved.then(|| report.reason.message.clone()),
        witness: witness.map(|it| self::tried(&it.inputs, question.ends(&it.inputs, options))),
        minimal: witness.and_then(|_| question.is_least()),
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

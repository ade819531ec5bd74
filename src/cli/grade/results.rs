//! Results for course systems: the formats of Gradescope, PrairieLearn and CodeRunner, and a JUnit
//! report of a whole folder.
//!
//! The teacher sets the points: all for a submission that is proved equal, none for one that
//! differs or is not a program, and a configurable number for an open one. No text says "correct".

use std::fmt::Write;

use clap::ValueEnum;
use serde_json::{Value, json};

use super::report::{CauseOf, Grade, GradeReport, Graded, does};
use super::text::xml;
use crate::cli::page::html;

/// A result format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Gradescope's results.json.
    Gradescope,
    /// The results.json of PrairieLearn's external grading.
    Prairielearn,
    /// What a combinator template grader of CodeRunner prints.
    Coderunner,
}

/// The points to award.
#[derive(Clone, Copy, Debug)]
pub struct Points {
    /// For a submission that is proved equal.
    pub all: f64,
    /// For a submission without a known difference that is not proved equal.
    pub open: f64,
}

impl Points {
    fn of(self, grade: Grade) -> f64 {
        match grade {
            Grade::ProvedEqual => self.all,
            Grade::NoDifferenceFound => self.open,
            Grade::Differs | Grade::NoProgram => 0.0,
        }
    }

    /// The fraction of the points, from 0 to 1.
    fn share(self, grade: Grade) -> f64 {
        if self.all > 0.0 { self.of(grade) / self.all } else { 0.0 }
    }
}

/// The name of the test in all formats.
const TEST: &str = "Same as the reference, for all inputs";

/// The result of a submission.
pub fn result(format: Format, graded: &Graded, points: Points) -> Value {
    match format {
        Format::Gradescope => gradescope(graded, points),
        Format::Prairielearn => prairielearn(graded, points),
        Format::Coderunner => coderunner(graded, points),
    }
}

/// The text for the author: only that the submission differs on an input, and the cause if
/// requested.
fn sentence(graded: &Graded) -> String {
    match (&graded.grade, &graded.difference) {
        (Grade::ProvedEqual, _) => {
            "Proved: it does what the reference does, for every input that counts.".to_owned()
        }
        (Grade::Differs, Some(difference)) => {
            let [reference, mine] = [&difference.reference, &difference.submission].map(does);
            let inputs = &difference.inputs.text;
            let cause =
                graded.cause.as_ref().map(|CauseOf { says, .. }| format!("\nLook here: {says}."));
            let cause = cause.unwrap_or_default();
            format!("On {inputs} the reference {reference}, this {mine}.{cause}")
        }
        (Grade::Differs, None) => "It differs from the reference.".to_owned(),
        (Grade::NoDifferenceFound, _) => {
            let why = graded.open.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
            format!("No difference was found, and no proof that there is none{why}.")
        }
        (Grade::NoProgram, _) => errors(graded).join("\n"),
    }
}

/// All errors of a submission that is not a program, one line each.
fn errors(graded: &Graded) -> Vec<String> {
    let mut lines = Vec::new();
    for error in graded.errors.iter().flat_map(|errors| errors.as_array()).flatten() {
        let said = error["diagnostics"].as_array().map(Vec::as_slice).unwrap_or_default();
        for diagnostic in said {
            let (line, message) = (&diagnostic["line"], diagnostic["message"].as_str());
            let help = diagnostic["help"].as_str().map(|help| format!(" ({help})"));
            let message = format!("{}{}", message.unwrap_or_default(), help.unwrap_or_default());
            lines.push(match line.as_u64() {
                Some(line) => format!("line {line}: {message}"),
                None => message,
            });
        }
        if said.is_empty() {
            lines.push(error["message"].as_str().unwrap_or_default().to_owned());
        }
    }
    lines
}

/// A headline.
fn headline(grade: Grade) -> &'static str {
    match grade {
        Grade::ProvedEqual => "Proved equal to the reference",
        Grade::Differs => "Differs from the reference",
        Grade::NoDifferenceFound => "No difference found",
        Grade::NoProgram => "No program",
    }
}

/// The result by Gradescope's autograder specifications ("Output format").
fn gradescope(graded: &Graded, points: Points) -> Value {
    let (score, text) = (points.of(graded.grade), sentence(graded));
    let mut test = json!({
        "name": TEST,
        "score": score,
        "max_score": points.all,
        "output": format!("{}. {text}", headline(graded.grade)),
        "visibility": "visible",
    });
    // "failed" is shown in red, which is wrong for an open result.
    if graded.grade != Grade::NoDifferenceFound {
        let passed = graded.grade == Grade::ProvedEqual;
        test["status"] = json!(if passed { "passed" } else { "failed" });
    }
    json!({
        "output": headline(graded.grade),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": [test],
        "extra_data": { "grade": graded.grade },
    })
}

/// The result by PrairieLearn's documentation of external grading ("Grading results").
fn prairielearn(graded: &Graded, points: Points) -> Value {
    if graded.grade == Grade::NoProgram {
        return json!({ "gradable": false, "format_errors": errors(graded) });
    }
    json!({
        "gradable": true,
        "score": points.share(graded.grade).clamp(0.0, 1.0),
        "message": headline(graded.grade),
        "tests": [{
            "name": TEST,
            "points": points.of(graded.grade),
            "max_points": points.all,
            "message": headline(graded.grade),
            "output": sentence(graded),
        }],
    })
}

/// The result by CodeRunner's documentation of combinator template graders.
fn coderunner(graded: &Graded, points: Points) -> Value {
    let fraction = points.share(graded.grade).clamp(0.0, 1.0);
    let mut result = json!({
        "fraction": fraction,
        "prologuehtml": format!("<p><strong>{}</strong></p>", html(headline(graded.grade))),
    });
    match &graded.difference {
        Some(difference) if graded.grade == Grade::Differs => {
            let [expected, got] = [&difference.reference, &difference.submission].map(does);
            result["testresults"] = json!([
                ["iscorrect", "Inputs", "Expected", "Got"],
                [0, difference.inputs.text, expected, got],
            ]);
            if let Some(CauseOf { says, .. }) = &graded.cause {
                result["epiloguehtml"] = json!(format!("<p>Look here: {}.</p>", html(says)));
            }
        }
        _ => {
            let lines = sentence(graded);
            let lines: Vec<String> = lines.lines().map(html).collect();
            result["epiloguehtml"] = json!(format!("<p>{}</p>", lines.join("<br>")));
        }
    }
    result
}

/// A JUnit report of a folder, as Jenkins reads it, with a case for each submission. An open one
/// counts as skipped, one that is not a program as an error.
pub fn junit(report: &GradeReport) -> String {
    let count = |grade| report.submissions.iter().filter(|it| it.grade == grade).count();
    let (tests, failures) = (report.submissions.len(), count(Grade::Differs));
    let (errors, skipped) = (count(Grade::NoProgram), count(Grade::NoDifferenceFound));
    let mut text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"tamarin grade\" \
         tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">\n  <testsuite \
         name=\"submissions\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
         skipped=\"{skipped}\">\n"
    );
    for graded in &report.submissions {
        let name = xml(&graded.name);
        let _ = write!(text, "    <testcase name=\"{name}\" classname=\"submissions\"");
        let (kind, says) = (xml(headline(graded.grade)), xml(&sentence(graded)));
        let _ = match graded.grade {
            Grade::ProvedEqual => writeln!(text, "/>"),
            Grade::Differs => writeln!(
                text,
                ">\n      <failure type=\"{kind}\" message=\"{kind}\">{says}</failure>\n    </testcase>"
            ),
            Grade::NoProgram => writeln!(
                text,
                ">\n      <error type=\"{kind}\" message=\"{kind}\">{says}</error>\n    </testcase>"
            ),
            Grade::NoDifferenceFound => {
                writeln!(text, ">\n      <skipped>{says}</skipped>\n    </testcase>")
            }
        };
    }
    text.push_str("  </testsuite>\n</testsuites>\n");
    text
}

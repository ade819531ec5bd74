//! What grading comes to: for a program (`report.json`), for a table (`grades.csv`), and
//! for a person.
//!
//! Nothing is called correct: a submission is proved to be equal to the reference, or
//! differs from it on an input, or no difference was found, or it is no program.

use std::fmt::Write;

use serde::Serialize;
use serde_json::Value;

use super::blind_spots::TestsReport;
use super::causes::CauseKind;
pub use super::difference::{Difference, Word, does, inputs_in_words};
use crate::cli::batch::pair::Version;
use crate::report::RegionsReport;

/// What is known of a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It does what the reference does, on all inputs.
    ProvedEqual,
    /// It does something else on an input.
    Differs,
    /// Neither is known.
    NoDifferenceFound,
    /// It is no program.
    NoProgram,
}

/// A submission.
#[derive(Clone, Debug, Serialize)]
pub struct Graded {
    /// Its name.
    pub name: String,
    /// What is known of it.
    pub grade: Grade,
    /// The index of its class; none of what is no program.
    pub class: Option<usize>,
    /// A submission before it with the same machine words.
    pub same_words_as: Option<String>,
    /// Where it differs.
    pub difference: Option<Difference>,
    /// Why it differs, where that was looked for: the index of its cause, and it in words of
    /// this submission.
    pub cause: Option<CauseOf>,
    /// What the comparison with the reference left open.
    pub open: Option<String>,
    /// Why it is no program, as `compare --json` tells it.
    pub errors: Option<Value>,
    /// What came of the claim that it was handed in with.
    pub claim: Option<ClaimReport>,
}

/// What came of a claim.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimReport {
    /// The exercise whose receipt it says that it is: the hash of its link, or empty.
    pub exercise: String,
    /// The task of a worksheet, from 1.
    pub task: u32,
    /// The verdict that is claimed.
    pub verdict: String,
    /// The inputs on which the programs are claimed to differ.
    pub inputs: Option<Vec<u32>>,
    /// Whether what it claims is so; none where that is not known, or nothing is claimed.
    pub holds: Option<bool>,
    /// Hints that are said to have been opened.
    pub hints: u32,
    /// Verdicts that are said to have been spent, where they are limited.
    pub tokens: Option<u32>,
    /// The name that the student typed, if there is one.
    pub student: Option<String>,
}

/// Why a submission differs.
#[derive(Clone, Debug, Serialize)]
pub struct CauseOf {
    /// Its place among the causes, from 0.
    pub index: usize,
    /// It in words.
    pub says: String,
}

/// Submissions that differ for the same reason.
#[derive(Clone, Debug, Serialize)]
pub struct CauseReport {
    /// What is known of it.
    pub kind: CauseKind,
    /// It in words.
    pub says: String,
    /// All inputs on which they differ, in words, where these are known of all of them and the
    /// same: "where $1 < 0".
    pub differs: Option<String>,
    /// One input on which the first of them differs.
    pub sample: Vec<Word>,
    /// The submissions.
    pub members: Vec<String>,
}

/// Programs that are proved to do the same.
#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    /// Whether the reference does it, too.
    pub has_reference: bool,
    /// What is known of its members.
    pub grade: Option<Grade>,
    /// The submission that stands for it: the first; none where there is only the reference.
    pub representative: Option<String>,
    /// The submissions.
    pub members: Vec<String>,
    /// How many programs with different words they are, the reference among them.
    pub programs: usize,
    /// Where they differ from the reference.
    pub difference: Option<Difference>,
    /// All inputs on which they differ, where these were looked for.
    pub regions: Option<RegionsReport>,
    /// The comparison of the reference with the representative on the page, with what was found.
    pub link: Option<String>,
}

/// Two classes that may be one.
#[derive(Clone, Debug, Serialize)]
pub struct OpenEdge {
    /// Their indexes.
    pub classes: [usize; 2],
    /// What their comparison left open.
    pub why: String,
}

/// How much there was to do.
#[derive(Clone, Debug, Serialize)]
pub struct Counts {
    /// Submissions.
    pub submissions: usize,
    /// Programs with different words, the reference among them.
    pub programs: usize,
    /// Not fewer classes than this and not more, the reference's among them.
    pub classes: [usize; 2],
    /// Inputs that all programs were run on.
    pub inputs: usize,
    /// Comparisons.
    pub comparisons: u32,
    /// How many of them proved that programs are the same.
    pub proofs: u32,
    /// And how many found an input on which they differ.
    pub differences: u32,
}

/// Everything.
#[derive(Clone, Debug, Serialize)]
pub struct GradeReport {
    /// Who has graded.
    pub version: Version,
    /// The reference's files.
    pub reference: Vec<String>,
    /// What is compared, as a contract writes it.
    pub contract: Value,
    /// The submissions, by name.
    pub submissions: Vec<Graded>,
    /// The classes; the reference's is the first.
    pub classes: Vec<ClassReport>,
    /// Classes that may be one.
    pub open: Vec<OpenEdge>,
    /// Why submissions differ, the most frequent first; none where that was not asked for.
    pub causes: Vec<CauseReport>,
    /// Programs whose cause is still looked for: the report was written before the grading ended.
    pub pending_causes: usize,
    /// What tests of the reference miss, where there are some.
    pub tests: Option<TestsReport>,
    /// Files and folders that are no submissions.
    pub passed_over: Vec<String>,
    /// Whether receipts were graded.
    #[serde(skip)]
    pub has_receipts: bool,
    /// How much there was to do.
    pub counts: Counts,
}

impl Counts {
    /// How many classes there are: a number, or two.
    pub fn classes_in_words(&self) -> String {
        let [least, most] = self.classes;
        match least == most {
            true => most.to_string(),
            false => format!("{least} to {most}"),
        }
    }
}

impl CauseReport {
    /// In a sentence.
    pub fn words(&self) -> String {
        let count = match self.members.len() {
            1 => "1 submission".to_owned(),
            count => format!("{count} submissions"),
        };
        let differs = match &self.differs {
            Some(differs) => format!("differs {differs}"),
            None => format!("differs on {}, for example", inputs_in_words(&self.sample)),
        };
        format!("{count}: {}; {differs}.", self.says)
    }
}

impl GradeReport {
    /// A line for each submission, and the classes where they are wanted.
    pub fn text(&self, with_classes: bool) -> String {
        let mut text = String::new();
        let width = self.submissions.iter().map(|it| it.name.chars().count()).max().unwrap_or(0);
        for graded in &self.submissions {
            let _ = writeln!(text, "{:width$}  {}", graded.name, graded.words());
        }
        if with_classes {
            for (index, class) in self.classes.iter().enumerate() {
                let of = if class.has_reference { " (the reference's)" } else { "" };
                let members = match class.members.is_empty() {
                    true => "no submission".to_owned(),
                    false => class.members.join(", "),
                };
                let _ = writeln!(text, "class {}{of}: {members}", index + 1);
            }
            for OpenEdge { classes: [a, b], why } in &self.open {
                let _ = writeln!(text, "classes {} and {} may be one: {why}", a + 1, b + 1);
            }
        }
        for cause in &self.causes {
            let _ = writeln!(text, "{}", cause.words());
        }
        if let Some(tests) = &self.tests {
            text.push_str(&tests.text());
        }
        for name in &self.passed_over {
            let lack = match self.has_receipts {
                true => "no receipt that is wanted",
                false => "no file of a program",
            };
            let _ = writeln!(text, "{name} is no submission: it has {lack}");
        }
        let Counts { submissions, programs, comparisons, .. } = self.counts;
        let classes = self.counts.classes_in_words();
        let _ = writeln!(
            text,
            "submissions: {submissions}; programs: {programs}; classes: {classes}; comparisons: \
             {comparisons}"
        );
        text
    }

    /// A row for each submission, after one with the names of the columns (RFC 4180). Those of
    /// claims are there where receipts were graded.
    pub fn csv(&self) -> String {
        let claims = if self.has_receipts { ",claim,holds,hints,tokens,student" } else { "" };
        let mut text = format!("submission,grade,class,inputs,says,cause{claims}\r\n");
        for graded in &self.submissions {
            let grade = serde_json::to_value(graded.grade).expect("it is a word");
            let class = graded.class.map(|class| (class + 1).to_string()).unwrap_or_default();
            let inputs = graded.difference.as_ref().map(Difference::inputs).unwrap_or_default();
            let says = graded.words();
            let cause = graded.cause.as_ref().map(|cause| cause.says.as_str()).unwrap_or_default();
            let grade = grade.as_str().unwrap_or_default();
            let row = [&graded.name, grade, &class, &inputs, &says, cause];
            let mut row = row.map(field).to_vec();
            if self.has_receipts {
                let claim = graded.claim.as_ref();
                row.extend(claim.map(ClaimReport::row).unwrap_or_default().map(|it| field(&it)));
            }
            let _ = write!(text, "{}\r\n", row.join(","));
        }
        text
    }
}

impl ClaimReport {
    /// Verdict, whether it holds, hints, tokens and name, for a table; what is not known is empty.
    pub fn row(&self) -> [String; 5] {
        let holds = self.holds.map(|holds| holds.to_string());
        let tokens = self.tokens.map(|tokens| tokens.to_string());
        let (hints, verdict) = (self.hints.to_string(), self.verdict.clone());
        let student = self.student.clone().unwrap_or_default();
        [verdict, holds.unwrap_or_default(), hints, tokens.unwrap_or_default(), student]
    }

    /// In words, behind what is known of the program.
    pub fn words(&self) -> String {
        let holds = match (self.verdict.as_str(), self.holds) {
            ("not-compared", _) => return "nothing is claimed".to_owned(),
            (_, Some(true)) => "so it is",
            (_, Some(false)) => "so it is not",
            (_, None) => "not known to be so",
        };
        format!("claimed to be {}: {holds}", self.verdict)
    }
}

/// A field of a table. One that a spreadsheet would take for a formula begins with a quote.
fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

impl Graded {
    /// What is known of it, in words, and what came of its claim.
    pub fn words(&self) -> String {
        let claim = self.claim.as_ref().map(|claim| format!(" ({})", claim.words()));
        format!("{}{}", self.known(), claim.unwrap_or_default())
    }

    fn known(&self) -> String {
        let same = self.same_words_as.as_ref();
        let same = same.map(|name| format!(" (the same words as {name})")).unwrap_or_default();
        match (&self.grade, &self.difference, &self.open) {
            (Grade::ProvedEqual, ..) => format!("proved equal to the reference{same}"),
            (Grade::Differs, Some(difference), _) => {
                let cause = self.cause.as_ref().map(|cause| format!("; {}", cause.says));
                format!("differs on {}{same}{}", difference.words(), cause.unwrap_or_default())
            }
            (Grade::Differs, None, _) => format!("differs{same}"),
            (Grade::NoDifferenceFound, _, why) => {
                let why = why.as_ref().map(|why| format!(": {why}")).unwrap_or_default();
                format!("no difference found, and no proof{same}{why}")
            }
            (Grade::NoProgram, ..) => {
                let first = self.errors.as_ref().map(|errors| &errors[0]).unwrap_or(&Value::Null);
                let said = &first["diagnostics"][0];
                match (said["line"].as_u64(), said["message"].as_str(), first["message"].as_str()) {
                    (Some(line), Some(message), _) => {
                        format!("no program: line {line}: {message}")
                    }
                    (_, _, message) => format!("no program: {}", message.unwrap_or_default()),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_a_table_are_no_formulas() {
        assert_eq!(field("alice"), "alice");
        assert_eq!(field("=1+1"), "'=1+1");
        assert_eq!(field("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(field("-1, 2"), "\"'-1, 2\"");
    }
}

//! The report of a grading: for programs (`report.json`), as a table (`grades.csv`), and as text.
//!
//! No submission is called correct. It is proved equal to the reference, or it differs on an input,
//! or no difference was found, or it is not a program.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};

use super::blind_spots::TestsReport;
use super::causes::CauseKind;
use super::difference::ClaimedWord;
pub use super::difference::{Difference, Input, does};
use crate::cli::batch::pair::Version;
use crate::report::RegionsReport;

/// The result for a submission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It is equivalent to the reference.
    ProvedEqual,
    /// It differs from the reference on an input.
    Differs,
    /// Neither is known.
    NoDifferenceFound,
    /// It is not a program.
    NoProgram,
}

/// A submission.
#[derive(Clone, Debug, Serialize)]
pub struct Graded {
    /// Its name.
    pub name: String,
    /// Its grade.
    pub grade: Grade,
    /// The index of its class. `None` if it is not a program.
    pub class: Option<usize>,
    /// An earlier submission with the same machine words.
    pub same_words_as: Option<String>,
    /// An input on which it differs.
    pub difference: Option<Difference>,
    /// Why it differs, if that was searched: the index of the cause, and its description for this
    /// submission.
    pub cause: Option<CauseOf>,
    /// What the comparison with the reference left undecided.
    pub open: Option<String>,
    /// The result with the same libraries in both, if it is not proved equal and has other ones.
    pub libraries: Option<LibrariesOf>,
    /// Why it is not a program, in the format of `compare --json`.
    pub errors: Option<Value>,
    /// The checked claims of its receipt.
    pub claim: Option<ClaimReport>,
}

/// The result for a submission with the same libraries as the reference.
#[derive(Clone, Debug, Serialize)]
pub struct LibrariesOf {
    /// The routines that the reference or the submission had by other words before.
    pub routines: Vec<String>,
    /// The library files of the reference. Empty if it has the built-in routines.
    pub reference: Vec<String>,
    /// The library files of the submission.
    pub submission: Vec<String>,
    /// The library files, of the reference, that both have now. Empty if they have the built-in routines.
    pub with: Vec<String>,
    /// The result then.
    pub grade: Grade,
    /// An input on which they still differ.
    pub difference: Option<Difference>,
    /// The result in words.
    pub says: String,
}

/// The checked claims of a receipt.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimReport {
    /// The exercise that the receipt names: the hash of its link, or empty.
    pub exercise: String,
    /// The task of a worksheet, from 1.
    pub task: u32,
    /// The claimed verdict.
    pub verdict: String,
    /// The inputs on which the programs allegedly differ.
    pub inputs: Option<Vec<ClaimedWord>>,
    /// Whether the claim is true. `None` if that is unknown, or if nothing is claimed.
    pub holds: Option<bool>,
    /// The claimed number of opened hints.
    pub hints: u32,
    /// The claimed number of used verdicts, if they are limited.
    pub tokens: Option<u32>,
    /// The name that the student typed, if there is one.
    pub student: Option<String>,
}

/// Why a submission differs.
#[derive(Clone, Debug, Serialize)]
pub struct CauseOf {
    /// The index of the cause, from 0.
    pub index: usize,
    /// The cause in words.
    pub says: String,
}

/// A cause, with the submissions that have it.
#[derive(Clone, Debug, Serialize)]
pub struct CauseReport {
    /// Its kind.
    pub kind: CauseKind,
    /// The cause in words.
    pub says: String,
    /// All inputs on which they differ, in words: "where $1 < 0". `None` unless they are known and
    /// the same for all of them.
    pub differs: Option<String>,
    /// One input on which the first of them differs.
    pub sample: Input,
    /// The submissions.
    pub members: Vec<String>,
}

/// A class of programs that are proved equivalent.
#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    /// Whether the reference is in the class.
    pub has_reference: bool,
    /// The grade of its members.
    pub grade: Option<Grade>,
    /// The first submission in the class. `None` if only the reference is in it.
    pub representative: Option<String>,
    /// The submissions.
    pub members: Vec<String>,
    /// The number of programs with different words, including the reference.
    pub programs: usize,
    /// An input on which they differ from the reference.
    pub difference: Option<Difference>,
    /// All inputs on which they differ, if these were searched.
    pub regions: Option<RegionsReport>,
    /// A link to the comparison of the reference with the representative on the page, with its
    /// result.
    pub link: Option<String>,
}

/// Two classes that may be equivalent.
#[derive(Clone, Debug, Serialize)]
pub struct OpenEdge {
    /// The indices of the classes.
    pub classes: [usize; 2],
    /// What their comparison left undecided.
    pub why: String,
}

/// The amount of work.
#[derive(Clone, Debug, Serialize)]
pub struct Counts {
    /// The number of submissions.
    pub submissions: usize,
    /// The number of programs with different words, including the reference.
    pub programs: usize,
    /// The least and the greatest possible number of classes, including the reference's.
    pub classes: [usize; 2],
    /// The number of inputs that all programs ran on.
    pub inputs: usize,
    /// The number of comparisons.
    pub comparisons: u32,
    /// The number of comparisons that proved equivalence.
    pub proofs: u32,
    /// The number of comparisons that found a difference.
    pub differences: u32,
}

/// The complete report.
#[derive(Clone, Debug, Serialize)]
pub struct GradeReport {
    /// The version of this program.
    pub version: Version,
    /// The names of the reference's files.
    pub reference: Vec<String>,
    /// `machine` and `mode`, if the programs are for ARM64.
    #[serde(flatten)]
    pub machine: Map<String, Value>,
    /// The contract.
    pub contract: Value,
    /// The submissions, by name.
    pub submissions: Vec<Graded>,
    /// The classes; the reference's is the first.
    pub classes: Vec<ClassReport>,
    /// Pairs of classes that may be equivalent.
    pub open: Vec<OpenEdge>,
    /// The causes, the most frequent first. Empty if they were not requested.
    pub causes: Vec<CauseReport>,
    /// The number of programs whose cause is still being searched; not 0 if the report was written
    /// before the grading ended.
    pub pending_causes: usize,
    /// What the tests of the reference miss, if there are tests.
    pub tests: Option<TestsReport>,
    /// Files and folders that are not submissions.
    pub passed_over: Vec<String>,
    /// Whether receipts were graded.
    #[serde(skip)]
    pub has_receipts: bool,
    /// The amount of work.
    pub counts: Counts,
}

impl Counts {
    /// The number of classes: a number, or bounds.
    pub fn classes_in_words(&self) -> String {
        let [least, most] = self.classes;
        match least == most {
            true => most.to_string(),
            false => format!("{least} to {most}"),
        }
    }
}

impl CauseReport {
    /// The open pair as a sentence.
    pub fn words(&self) -> String {
        let count = match self.members.len() {
            1 => "1 submission".to_owned(),
            count => format!("{count} submissions"),
        };
        let differs = match &self.differs {
            Some(differs) => format!("differs {differs}"),
            None => format!("differs on {}, for example", self.sample.text),
        };
        format!("{count}: {}; {differs}.", self.says)
    }
}

impl GradeReport {
    /// One line for each submission, then the findings about all of them. `with_classes` is the option
    /// `--classes`.
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

    /// A CSV table (RFC 4180) with a header and a row for each submission. It has columns for
    /// claims if receipts were graded.
    pub fn csv(&self) -> String {
        let claims = if self.has_receipts { ",claim,holds,hints,tokens,student" } else { "" };
        let mut text = format!("submission,grade,class,inputs,says,cause{claims}\r\n");
        for graded in &self.submissions {
            let grade = serde_json::to_value(graded.grade).expect("it is a word");
            let class = graded.class.map(|class| (class + 1).to_string()).unwrap_or_default();
            let inputs =
                graded.difference.as_ref().map(|it| it.inputs.text.clone()).unwrap_or_default();
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
    /// The claim's columns: verdict, whether it is true, hints, tokens and name. Unknown values are
    /// empty.
    pub fn row(&self) -> [String; 5] {
        let holds = self.holds.map(|holds| holds.to_string());
        let tokens = self.tokens.map(|tokens| tokens.to_string());
        let (hints, verdict) = (self.hints.to_string(), self.verdict.clone());
        let student = self.student.clone().unwrap_or_default();
        [verdict, holds.unwrap_or_default(), hints, tokens.unwrap_or_default(), student]
    }

    /// The claim in words, appended to the result for the program.
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

/// A CSV field. A quote is put before text that a spreadsheet would evaluate as a formula.
fn field(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

impl Graded {
    /// The result and the checked claim, in words.
    pub fn words(&self) -> String {
        let libraries = self.libraries.as_ref().map(|it| format!("; {}", it.says));
        let claim = self.claim.as_ref().map(|claim| format!(" ({})", claim.words()));
        let [libraries, claim] = [libraries, claim].map(Option::unwrap_or_default);
        format!("{}{libraries}{claim}", self.known())
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
                        let help = said["help"].as_str().map(|help| format!(" ({help})"));
                        format!("no program: line {line}: {message}{}", help.unwrap_or_default())
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

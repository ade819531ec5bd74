//! Assembles the report from the results.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::blind_spots::{Known, Survivor, TestsReport};
use super::causes::{self, Reason};
use super::contents::Contents;
use super::difference::Ran;
use super::link::{Linked, fragment};
use super::receipts::Receipt;
use super::report::{
    CauseOf, CauseReport, ClassReport, Counts, Difference, Grade, GradeReport, Graded, OpenEdge,
};
use super::submissions::Submission;
use super::target::{InputsOf, Target};
use super::{Explained, GradeArgs, Unique, Why};
use crate::cli::batch::pair::Version;
use crate::engines::classes::Sorting;

/// All results.
pub struct Collected<'g, 'p, T: Target> {
    pub target: &'g T,
    pub programs: &'g [Unique<T::Program>],
    pub sorting: &'g Sorting<&'p T::Program>,
    pub why: &'g Why,
    pub explained: &'g Explained,
    pub fuel: u64,
    pub reference: &'g Contents,
}

impl<T: Target> Collected<'_, '_, T> {
    /// The report on these submissions. `loaded` has for each submission the index of its program,
    /// or its errors.
    pub fn report(
        &self,
        version: Version,
        args: &GradeArgs,
        submissions: &[Submission],
        loaded: &[Result<usize, Value>],
        passed_over: Vec<String>,
    ) -> GradeReport {
        let classes = self.sorting.classes();
        let class_of = |index: usize| classes.iter().position(|class| class.contains(&index));
        let edges = self.sorting.open().into_iter().map(|[a, b]| [a.min(b), a.max(b)]);
        let edges: BTreeSet<[usize; 2]> = edges.collect();
        let submissions_of = |program: usize| {
            let both = submissions.iter().zip(loaded);
            let of = both.filter(move |(_, loaded)| loaded.as_ref().is_ok_and(|it| *it == program));
            of.map(|(submission, _)| submission.name.clone())
        };
        let reasons = &self.explained.reasons;
        let groups = causes::groups(reasons, |program| submissions_of(program).count());
        let cause_of = |program: usize| {
            let index = groups.iter().position(|group| group.programs.contains(&program))?;
            let Reason { says, .. } = &reasons[&program];
            Some(CauseOf { index, says: says.clone() })
        };
        let mut first: BTreeMap<usize, &str> = BTreeMap::new();
        let mut graded = Vec::new();
        for (Submission { name, receipt, .. }, loaded) in submissions.iter().zip(loaded) {
            let blank = Graded {
                name: name.clone(),
                grade: Grade::NoProgram,
                class: None,
                same_words_as: None,
                difference: None,
                cause: None,
                open: None,
                errors: None,
                claim: None,
            };
            let graded_one = match loaded {
                Err(why) => Graded { errors: Some(why["errors"].clone()), ..blank },
                Ok(index) => {
                    let same = first.get(index).map(|&name| name.to_owned());
                    first.entry(*index).or_insert(name);
                    let class = class_of(*index);
                    let difference = self.difference(*index);
                    let open = self.why_open(&edges, &classes, 0, class.unwrap_or(0));
                    let grade = match (class, &difference, &open) {
                        (Some(0), ..) => Grade::ProvedEqual,
                        (_, Some(_), None) => Grade::Differs,
                        _ => Grade::NoDifferenceFound,
                    };
                    let open = open.filter(|_| grade == Grade::NoDifferenceFound);
                    let cause = cause_of(*index).filter(|_| grade == Grade::Differs);
                    Graded { grade, class, same_words_as: same, difference, cause, open, ..blank }
                }
            };
            let claim = receipt.as_ref().map(|receipt| {
                let differ = loaded.as_ref().ok().and_then(|&it| self.differ_there(it, receipt));
                receipt.recomputed(graded_one.grade, differ)
            });
            graded.push(Graded { claim, ..graded_one });
        }
        let class = |(index, programs): (usize, &&[usize])| {
            let of = graded.iter().filter(|graded| graded.class == Some(index));
            let first = of.clone().next();
            let members: Vec<String> = of.clone().map(|graded| graded.name.clone()).collect();
            let regions = programs.iter().find_map(|it| self.explained.regions.get(it)).cloned();
            ClassReport {
                has_reference: index == 0,
                grade: first.map(|graded| graded.grade),
                link: first.and_then(|first| self.link(args, submissions, first)),
                representative: members.first().cloned(),
                members,
                programs: programs.len(),
                difference: first.and_then(|graded| graded.difference.clone()),
                regions,
            }
        };
        let class_reports: Vec<ClassReport> = classes.iter().enumerate().map(class).collect();
        let causes = groups.iter().map(|group| {
            let of_class = |&program: &usize| class_reports[class_of(program)?].regions.as_ref();
            let sample = self.difference(group.programs[0]);
            CauseReport {
                kind: group.kind,
                says: group.says.clone(),
                differs: causes::common_regions(group.programs.iter().map(of_class)),
                sample: sample.map(|difference| difference.inputs).unwrap_or_default(),
                members: {
                    let of = group.programs.iter().flat_map(|&it| submissions_of(it));
                    let mut members: Vec<String> = of.collect();
                    members.sort();
                    members
                },
            }
        });
        let causes = causes.collect();
        let open = edges.iter().filter_map(|&[a, b]| {
            let [a, b] = [class_of(a)?, class_of(b)?];
            let why = self.why_open(&edges, &classes, a, b).unwrap_or_default();
            Some(OpenEdge { classes: [a.min(b), a.max(b)], why })
        });
        GradeReport {
            version,
            reference: args.reference.0.iter().map(|path| path.display().to_string()).collect(),
            machine: self.target.in_report(),
            contract: serde_json::to_value(self.target.spec()).expect("it is plain data"),
            open: open.collect(),
            causes,
            pending_causes: self.explained.pending,
            tests: None,
            passed_over,
            has_receipts: args.receipts,
            counts: Counts {
                submissions: submissions.len(),
                programs: self.programs.len(),
                classes: self.sorting.bounds(),
                inputs: self.sorting.runs(),
                comparisons: self.sorting.asked,
                proofs: self.sorting.proofs,
                differences: self.sorting.differences,
            },
            classes: class_reports,
            submissions: graded,
        }
    }

    /// What these tests miss among the programs of a report.
    pub fn missed_by(&self, tests: &[InputsOf<T>], report: &GradeReport) -> TestsReport {
        let Collected { target, programs, sorting, fuel, .. } = *self;
        let classes = sorting.classes();
        Known { target, programs, sorting, fuel }.missed_by(tests, |program| {
            let first = &programs[program].name;
            let is_member = |graded: &&Graded| {
                graded.name == *first || graded.same_words_as.as_ref() == Some(first)
            };
            let members = report.submissions.iter().filter(is_member);
            Survivor {
                members: members.map(|graded| graded.name.clone()).collect(),
                class: classes.iter().position(|class| class.contains(&program)).unwrap_or(0),
                difference: self.difference(program),
            }
        })
    }

    /// A link that opens the reference and a submission on the page, if the page's address is
    /// given.
    fn link(&self, args: &GradeArgs, submissions: &[Submission], of: &Graded) -> Option<String> {
        let page = args.playground.as_ref()?;
        let Submission { name, contents, .. } = submissions.iter().find(|it| it.name == of.name)?;
        let fragment = fragment(&Linked {
            programs: [self.reference, contents.as_ref().ok()?],
            names: ["reference", name],
            spec: self.target.spec(),
            fuel: self.fuel,
            grade: of.grade,
            difference: of.difference.as_ref(),
        })?;
        Some(format!("{page}#{fragment}"))
    }

    /// The difference between a program and the reference.
    fn difference(&self, index: usize) -> Option<Difference> {
        let inputs = self.sorting.difference(0, index)?;
        let ([reference, submission], _) = self.ended(index, inputs);
        Some(Difference { inputs: self.target.named(inputs), reference, submission })
    }

    /// The runs of the reference and a program on an input, and whether these differ, if known.
    fn ended(&self, index: usize, inputs: &InputsOf<T>) -> ([Ran; 2], Option<bool>) {
        let programs = [0, index].map(|index| *self.sorting.subject(index));
        self.target.ended(programs, inputs, self.fuel)
    }

    /// Whether a program and the reference differ on the inputs of a receipt, if known. Inputs that
    /// the contract does not allow are ignored.
    fn differ_there(&self, index: usize, receipt: &Receipt) -> Option<bool> {
        let claimed = receipt.inputs.as_ref()?;
        match self.target.claimed(claimed) {
            Some(inputs) => self.ended(index, &inputs).1,
            None => Some(false),
        }
    }

    /// Why it is open whether two classes are one; `edges` are pairs of representatives of such
    /// classes.
    fn why_open(
        &self,
        edges: &BTreeSet<[usize; 2]>,
        classes: &[&[usize]],
        a: usize,
        b: usize,
    ) -> Option<String> {
        let [first, second] = [classes[a][0], classes[b][0]];
        edges.contains(&[first.min(second), first.max(second)]).then(|| {
            let between = |[x, y]: &[usize; 2]| {
                let (x, y) = (x, y);
                classes[a].contains(x) && classes[b].contains(y)
                    || classes[b].contains(x) && classes[a].contains(y)
            };
            let mut found = self.why.iter().filter(|(pair, _)| between(pair));
            let why = found.next_back().map(|(_, why)| why.as_str());
            why.unwrap_or("not compared, after several comparisons that stayed open").to_owned()
        })
    }
}

//! Assembles the report from the results.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::blind_spots::{Known, Survivor, TestsReport};
use super::causes::{self, Group};
use super::contents::Contents;
use super::difference::Ran;
use super::libraries::Libraries;
use super::link::{Linked, fragment};
use super::receipts::Receipt;
use super::report::{
    CauseOf, CauseReport, ClassReport, Counts, Difference, Grade, GradeReport, Graded, OpenEdge,
};
use super::submissions::Submission;
use super::target::{InputsOf, Target};
use super::{Explained, GradeArgs, Unique, Why};
use crate::cli::batch::pair::Version;
use crate::engines::classes::{Sorting, Subject};

/// All results.
pub struct Collected<'g, 'p, T: Target> {
    pub target: &'g T,
    pub programs: &'g [Unique<T::Program>],
    pub sorting: &'g Sorting<&'p T::Program>,
    pub why: &'g Why,
    pub libraries: &'g Libraries,
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
        let sorted = Sorted::of(self.sorting);
        let of_program = OfProgram { submissions, loaded };
        let groups =
            causes::groups(&self.explained.reasons, |program| of_program.names(program).count());
        let graded = self.graded(&sorted, &groups, submissions, loaded);
        let classes = self.classes(args, &sorted, submissions, &graded);
        let causes = groups.iter().map(|group| self.cause(group, &sorted, &classes, of_program));
        let causes = causes.collect();
        let open = sorted.open.iter().filter_map(|&[a, b]| {
            let [a, b] = [sorted.class_of(a)?, sorted.class_of(b)?];
            let why = self.why_open(&sorted, a, b).unwrap_or_default();
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
            classes,
            submissions: graded,
        }
    }

    /// The grade of each submission.
    fn graded(
        &self,
        sorted: &Sorted<'_>,
        groups: &[Group],
        submissions: &[Submission],
        loaded: &[Result<usize, Value>],
    ) -> Vec<Graded> {
        let mut first: BTreeMap<usize, &str> = BTreeMap::new();
        let mut all = Vec::with_capacity(submissions.len());
        let both = submissions.iter().zip(loaded);
        for (index, (Submission { name, receipt, .. }, loaded)) in both.enumerate() {
            let mut graded = match loaded {
                Err(why) => Graded {
                    errors: Some(why["errors"].clone()),
                    ..Graded::without_program(name.clone())
                },
                Ok(program) => {
                    let same_words_as = first.get(program).map(|&name| name.to_owned());
                    first.entry(*program).or_insert(name);
                    Graded { same_words_as, ..self.graded_one(name, *program, sorted, groups) }
                }
            };
            graded.libraries = self.libraries.get(&index).cloned();
            graded.claim = receipt.as_ref().map(|receipt| {
                let differ = loaded.as_ref().ok().and_then(|&it| self.differ_there(it, receipt));
                receipt.recomputed(graded.grade, differ)
            });
            all.push(graded);
        }
        all
    }

    /// The grade of a submission that is this program.
    fn graded_one(
        &self,
        name: &str,
        program: usize,
        sorted: &Sorted<'_>,
        groups: &[Group],
    ) -> Graded {
        let class = sorted.class_of(program);
        let difference = self.difference(program);
        let open = self.why_open(sorted, 0, class.unwrap_or(0));
        let grade = match (class, &difference, &open) {
            (Some(0), ..) => Grade::ProvedEqual,
            (_, Some(_), None) => Grade::Differs,
            _ => Grade::NoDifferenceFound,
        };
        let cause = groups.iter().position(|group| group.programs.contains(&program));
        let cause = cause.filter(|_| grade == Grade::Differs);
        Graded {
            grade,
            class,
            difference,
            cause: cause.map(|index| CauseOf {
                index,
                says: self.explained.reasons[&program].says.clone(),
            }),
            open: open.filter(|_| grade == Grade::NoDifferenceFound),
            ..Graded::without_program(name.to_owned())
        }
    }

    /// The classes with their members.
    fn classes(
        &self,
        args: &GradeArgs,
        sorted: &Sorted<'_>,
        submissions: &[Submission],
        graded: &[Graded],
    ) -> Vec<ClassReport> {
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
        sorted.classes.iter().enumerate().map(class).collect()
    }

    /// A cause with the submissions that have it.
    fn cause(
        &self,
        group: &Group,
        sorted: &Sorted<'_>,
        classes: &[ClassReport],
        of_program: OfProgram<'_>,
    ) -> CauseReport {
        let of_class = |&program: &usize| classes[sorted.class_of(program)?].regions.as_ref();
        let sample = self.difference(group.programs[0]);
        let members = group.programs.iter().flat_map(|&program| of_program.names(program));
        let mut members: Vec<String> = members.collect();
        members.sort();
        CauseReport {
            kind: group.kind,
            says: group.says.clone(),
            differs: causes::common_regions(group.programs.iter().map(of_class)),
            sample: sample.map(|difference| difference.inputs).unwrap_or_default(),
            members,
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
            question: self.target.linked(),
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

    /// Why it is open whether two classes are one.
    fn why_open(&self, sorted: &Sorted<'_>, a: usize, b: usize) -> Option<String> {
        let [a, b] = [sorted.classes[a], sorted.classes[b]];
        let [first, second] = [a[0], b[0]];
        sorted.open.contains(&[first.min(second), first.max(second)]).then(|| {
            let between = |[x, y]: &[usize; 2]| {
                a.contains(x) && b.contains(y) || b.contains(x) && a.contains(y)
            };
            let mut found = self.why.iter().filter(|(pair, _)| between(pair));
            let why = found.next_back().map(|(_, why)| why.as_str());
            why.unwrap_or("not compared, after several comparisons that stayed open").to_owned()
        })
    }
}

/// The classes, and which of them may be one.
struct Sorted<'s> {
    classes: Vec<&'s [usize]>,
    /// Pairs of representatives of classes that may be one, in ascending order.
    open: BTreeSet<[usize; 2]>,
}

impl<'s> Sorted<'s> {
    fn of<S: Subject>(sorting: &'s Sorting<S>) -> Sorted<'s> {
        let open = sorting.open().into_iter().map(|[a, b]| [a.min(b), a.max(b)]);
        Sorted { classes: sorting.classes(), open: open.collect() }
    }

    /// The class of a program.
    fn class_of(&self, program: usize) -> Option<usize> {
        self.classes.iter().position(|class| class.contains(&program))
    }
}

/// The submissions of each program.
#[derive(Clone, Copy)]
struct OfProgram<'s> {
    submissions: &'s [Submission],
    loaded: &'s [Result<usize, Value>],
}

impl<'s> OfProgram<'s> {
    /// The names of the submissions that are this program.
    fn names(self, program: usize) -> impl Iterator<Item = String> + use<'s> {
        let both = self.submissions.iter().zip(self.loaded);
        let of = both.filter(move |(_, loaded)| loaded.as_ref().is_ok_and(|it| *it == program));
        of.map(|(submission, _)| submission.name.clone())
    }
}

impl Graded {
    /// A submission without a program.
    fn without_program(name: String) -> Graded {
        Graded {
            name,
            grade: Grade::NoProgram,
            class: None,
            same_words_as: None,
            difference: None,
            cause: None,
            open: None,
            libraries: None,
            errors: None,
            claim: None,
        }
    }
}

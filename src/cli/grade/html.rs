//! The report as an HTML page: one file that loads nothing and runs no script.
//!
//! It contains what `report.json` contains: the classes as a picture and as a table, why
//! submissions differ, and the results for each submission.

use std::fmt::Write;

use super::blind_spots::{Kills, Survivor, TestsReport};
use super::report::{CauseOf, CauseReport, ClassReport, Grade, GradeReport, OpenEdge};
use crate::cli::page::{html, marked, page as whole, table};

/// The styles in addition to those of all reports.
const STYLE: &str = include_str!("report.css");
/// The maximal width of the picture, in pixels.
const WIDTH: f64 = 720.0;
/// The radius of a class with one submission, in pixels.
const RADIUS: f64 = 22.0;
/// The maximal radius, in pixels.
const LARGEST: f64 = 90.0;
const GAP: f64 = 10.0;
/// The number of members that are visible without a click.
const NAMED: usize = 5;

/// The whole page.
pub fn page(report: &GradeReport) -> String {
    let mut text = String::new();
    head(report, &mut text);
    classes(report, &mut text);
    causes(report, &mut text);
    if let Some(tests) = &report.tests {
        missed(tests, &mut text);
    }
    submissions(report, &mut text);
    whole(&format!("Submissions against {}", reference(report)), STYLE, &text)
}

fn head(report: &GradeReport, text: &mut String) {
    let counts = &report.counts;
    let of = |grade| report.submissions.iter().filter(|it| it.grade == grade).count();
    let _ = writeln!(
        text,
        "<h1>Submissions against {}</h1>\n<ul class=\"grades\">",
        html(&reference(report))
    );
    for (grade, meaning) in GRADES {
        let (word, class) = named(grade);
        let _ = writeln!(
            text,
            "<li class=\"{class}\"><strong>{}</strong> {word}<span>{meaning}</span></li>",
            of(grade)
        );
    }
    let _ = writeln!(
        text,
        "</ul>\n<p class=\"muted\">{} programs with different machine words, the reference among them, \
         all run on {} inputs; {} comparisons: {} proofs that two do the same, {} inputs on which two \
         differ. Compared is {}. Tamarin {}, solver {}.</p>",
        counts.programs,
        counts.inputs,
        counts.comparisons,
        counts.proofs,
        counts.differences,
        contract(report),
        html(report.version.engine),
        html(&report.version.solver),
    );
}

const GRADES: [(Grade, &str); 4] = [
    (Grade::ProvedEqual, "what the reference does, on all inputs: proved"),
    (Grade::Differs, "something else on an input, which is shown"),
    (Grade::NoDifferenceFound, "neither a difference nor a proof was found"),
    (Grade::NoProgram, "could not be read, assembled or linked"),
];

/// The text and the colour of a grade.
fn named(grade: Grade) -> (&'static str, &'static str) {
    match grade {
        Grade::ProvedEqual => ("proved equal", "same"),
        Grade::Differs => ("differ", "differ"),
        Grade::NoDifferenceFound => ("no difference found", "open"),
        Grade::NoProgram => ("no program", "none"),
    }
}

/// The contract, in short.
fn contract(report: &GradeReport) -> String {
    let said = report.contract.as_object().into_iter().flatten().filter(|(_, value)| {
        !value.is_null() && value.as_array().is_none_or(|items| !items.is_empty())
    });
    let parts: Vec<String> = said
        .map(|(name, value)| {
            format!("{} <code>{}</code>", html(&name.replace('_', " ")), html(&value.to_string()))
        })
        .collect();
    match parts.is_empty() {
        true => "how the run ends, <code>$3</code> and the output, for all <code>$1</code> and \
                 <code>$2</code>"
            .to_owned(),
        false => parts.join(", "),
    }
}

/// The names of the reference's files.
fn reference(report: &GradeReport) -> String {
    let base = |path: &String| path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned();
    report.reference.iter().map(base).collect::<Vec<_>>().join(", ")
}

/// A circle for each class.
struct Circle {
    index: usize,
    x: f64,
    y: f64,
    radius: f64,
}

/// Arranges circles in rows, the reference's class first and then by size; returns them with the
/// width and height of the picture.
fn circles(classes: &[ClassReport]) -> (Vec<Circle>, f64, f64) {
    let mut order: Vec<usize> = (0..classes.len()).collect();
    order.sort_by_key(|&index| (index > 0, usize::MAX - classes[index].members.len()));
    let most = classes.iter().map(|class| class.members.len()).max().unwrap_or(1).max(1) as f64;
    let unit = RADIUS.min(LARGEST / most.sqrt()).max(5.0);
    let (mut circles, mut x, mut y, mut height) = (Vec::<Circle>::new(), GAP, GAP, 0.0f64);
    for index in order {
        let radius = (unit * (classes[index].members.len().max(1) as f64).sqrt()).min(LARGEST);
        if x + 2.0 * radius + GAP > WIDTH {
            (x, y, height) = (GAP, y + height + GAP, 0.0);
        }
        circles.push(Circle { index, x: x + radius, y: y + radius, radius });
        x += 2.0 * radius + GAP;
        height = height.max(2.0 * radius);
    }
    let ends = circles.iter().map(|circle| circle.x + circle.radius + GAP);
    let width = ends.fold(0.0, f64::max);
    (circles, width, y + height + GAP)
}

fn picture(report: &GradeReport, text: &mut String) {
    let (circles, width, height) = circles(&report.classes);
    let _ = writeln!(
        text,
        "<svg viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" aria-label=\"A circle for each class, as \
         large as it has submissions; the table says the same\">"
    );
    let at = |index: usize| circles.iter().find(|circle| circle.index == index);
    for OpenEdge { classes: [a, b], .. } in &report.open {
        if let (Some(a), Some(b)) = (at(*a), at(*b)) {
            let _ = writeln!(
                text,
                "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
                a.x, a.y, b.x, b.y
            );
        }
    }
    for Circle { index, x, y, radius } in &circles {
        let class = &report.classes[*index];
        let (_, colour) = named(grade_of(class));
        let reference = if class.has_reference { " reference" } else { "" };
        let size = class.members.len();
        let _ = writeln!(
            text,
            "<g class=\"{colour}{reference}\"><title>Class {}: {size}</title><circle cx=\"{x:.1}\" \
             cy=\"{y:.1}\" r=\"{radius:.1}\"/>",
            index + 1
        );
        if *radius >= 12.0 {
            let _ = writeln!(text, "<text x=\"{x:.1}\" y=\"{y:.1}\">{size}</text>");
        }
        text.push_str("</g>\n");
    }
    text.push_str("</svg>\n");
}

/// The grade of a class. For the class of the reference alone, that of an equal program.
fn grade_of(class: &ClassReport) -> Grade {
    class.grade.unwrap_or(Grade::ProvedEqual)
}

fn classes(report: &GradeReport, text: &mut String) {
    let _ = writeln!(
        text,
        "<section>\n<h2>Classes: {}</h2>\n<p>Members of a class do the same on all inputs: proved. Two \
         classes differ on an input, but where a dashed line says that they may be one.</p>",
        report.counts.classes_in_words()
    );
    picture(report, text);
    table(
        text,
        "Classes",
        &["Class", "Submissions", "Known", "Stands for it", "Where it differs", "Why", "Look"],
    );
    for (index, class) in report.classes.iter().enumerate() {
        let (word, colour) = named(grade_of(class));
        let word = match (class.has_reference, class.members.is_empty()) {
            (true, true) => "the reference alone",
            (true, false) => "proved equal to the reference",
            (false, _) if class.grade == Some(Grade::Differs) => "differs",
            (false, _) => word,
        };
        let cause = class.members.first().and_then(|name| {
            let graded = report.submissions.iter().find(|it| it.name == *name)?;
            graded.cause.as_ref().map(|CauseOf { says, .. }| marked(says))
        });
        let difference = class.difference.as_ref().map(|difference| html(&difference.words()));
        let link = class.link.as_ref().map(|link| {
            format!("<a href=\"{}\">Open class {} in the page</a>", html(link), index + 1)
        });
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\" class=\"number\">{}</th><td>{}</td><td class=\"{colour}\">{word}</td><td>{}</td>\
             <td class=\"long\">{}</td><td class=\"long\">{}</td><td>{}</td></tr>",
            index + 1,
            members(&class.members),
            class.representative.as_deref().map(html).unwrap_or_default(),
            difference.unwrap_or_default(),
            cause.unwrap_or_default(),
            link.unwrap_or_default(),
        );
    }
    text.push_str("</tbody></table></div>\n");
    if !report.open.is_empty() {
        text.push_str("<h3>May be one</h3>\n<ul>\n");
        for OpenEdge { classes: [a, b], why } in &report.open {
            let _ = writeln!(text, "<li>Classes {} and {}: {}</li>", a + 1, b + 1, html(why));
        }
        text.push_str("</ul>\n");
    }
    text.push_str("</section>\n");
}

fn causes(report: &GradeReport, text: &mut String) {
    let pending = report.pending_causes;
    if report.causes.is_empty() && pending == 0 {
        return;
    }
    text.push_str("<section>\n<h2>Why they differ</h2>\n");
    if pending > 0 {
        let _ = writeln!(
            text,
            "<p>This report was written before the grading ended: of {pending} programs the cause is not known yet.</p>"
        );
    }
    table(text, "Causes", &["Submissions", "Why", "Where they differ", "Known by"]);
    for cause in &report.causes {
        let CauseReport { kind, says, differs, sample, members: names } = cause;
        let differs = match differs {
            Some(differs) => html(differs),
            None => format!("for example on {}", html(&sample.text)),
        };
        let known = match kind {
            super::causes::CauseKind::Mend => "an edit that mends it: proved",
            super::causes::CauseKind::Pair => "two instructions that should give the same: proved",
            super::causes::CauseKind::Tried => {
                "instructions that should give the same: tried on inputs, not proved"
            }
            super::causes::CauseKind::Signature => "the inputs on which it differs",
        };
        let _ = writeln!(
            text,
            "<tr><td>{}</td><td class=\"long\">{}</td><td class=\"long\">{differs}</td><td>{known}</td></tr>",
            members(names),
            marked(says)
        );
    }
    text.push_str("</tbody></table></div>\n</section>\n");
}

fn missed(tests: &TestsReport, text: &mut String) {
    let _ = writeln!(
        text,
        "<section>\n<h2>What your tests miss</h2>\n<p>{} Missed: {}; proved equal to the reference, so \
         they do not count: {}; open: {}. Submissions with the same machine words count once.</p>",
        tests.score(),
        tests.missed,
        tests.equivalent,
        tests.open
    );
    if !tests.survivors.is_empty() {
        table(text, "Missed and open", &["Submissions", "Class", "Which input would tell"]);
        for Survivor { members: names, class, difference } in &tests.survivors {
            let difference = difference.as_ref().map(|difference| html(&difference.words()));
            let _ = writeln!(
                text,
                "<tr><td>{}</td><td>{}</td><td class=\"long\">{}</td></tr>",
                members(names),
                class + 1,
                difference.unwrap_or_else(|| "not known to be wrong or right".to_owned())
            );
        }
        text.push_str("</tbody></table></div>\n");
    }
    if let Some(would) = &tests.suite {
        let _ = writeln!(text, "<p>{}</p>\n<ul>", would.words());
        for Kills { text: input, kills, .. } in &would.inputs {
            let _ = writeln!(text, "<li>{} ({kills})</li>", html(input));
        }
        text.push_str("</ul>\n");
    }
    text.push_str("</section>\n");
}

fn submissions(report: &GradeReport, text: &mut String) {
    text.push_str("<section>\n<h2>Submissions</h2>\n");
    table(text, "Submissions", &["Name", "Known", "Class", "In words"]);
    for graded in &report.submissions {
        let (word, colour) = named(graded.grade);
        let word = if graded.grade == Grade::Differs { "differs" } else { word };
        let class = graded.class.map(|class| (class + 1).to_string()).unwrap_or_default();
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td class=\"{colour}\">{word}</td><td>{class}</td><td class=\"long\">{}</td></tr>",
            html(&graded.name),
            marked(&graded.words())
        );
    }
    text.push_str("</tbody></table></div>\n");
    if !report.passed_over.is_empty() {
        let names: Vec<String> = report.passed_over.iter().map(|name| html(name)).collect();
        let _ = writeln!(text, "<p class=\"muted\">No submissions: {}.</p>", names.join(", "));
    }
    text.push_str("</section>\n");
}

/// The number of members and their names; many names are hidden behind a click.
fn members(names: &[String]) -> String {
    let all: Vec<String> = names.iter().map(|name| html(name)).collect();
    match all.len() {
        0 => "0".to_owned(),
        count if count <= NAMED => format!("{count}: {}", all.join(", ")),
        count => format!("<details><summary>{count}</summary>{}</details>", all.join(", ")),
    }
}

//! The comparison of two versions as an HTML page: the procedures, what each change may affect, and
//! both texts side by side.

use std::fmt::Write;

use crate::report::arm64::Arm64Versions;
use crate::report::{
    FolderReport, ImpactReport, PointReport, ProgramReport, ProvedReport, VersionsReport,
    VersionsVerdict, words,
};
use crate::views::versions::{LineView, MarkView, RowView, SectionView, VersionsView};

use crate::cli::page::{html, marked, page, table};

/// The styles in addition to those of all reports.
const STYLE: &str = include_str!("versions.css");

/// Two versions of a program of any machine.
pub struct Shown<'s> {
    verdict: VersionsVerdict,
    says: &'s [String],
    granted: &'s [String],
    /// What the results of procedures take for granted.
    assumes: &'s str,
    procedures: Vec<ProcedureRow>,
    sections: &'s [SectionView],
    marks: &'s [MarkView],
    /// The blocks that a solver compared, if there are any.
    report: Option<&'s VersionsReport>,
}

/// A pair of procedures.
struct ProcedureRow {
    name: String,
    verdict: VersionsVerdict,
    /// The index of the section in which it begins.
    section: Option<usize>,
    /// The evidence for the verdict.
    by: String,
    /// Why it is not known, or what differs.
    open: String,
    /// The procedures that call it.
    affects: String,
}

impl<'s> Shown<'s> {
    /// Two MIPS programs.
    pub fn mips(view: &'s VersionsView) -> Shown<'s> {
        let verdicts = view.report.procedures.iter().map(|it| it.verdict);
        let procedures = view.procedures.iter().zip(verdicts).map(|(it, verdict)| ProcedureRow {
            name: it.name.clone(),
            verdict,
            section: it.section,
            by: it.shares.join(", "),
            open: it.open.clone().unwrap_or_default(),
            affects: it.affects.clone().unwrap_or_default(),
        });
        Shown {
            verdict: view.report.verdict,
            says: &view.says,
            granted: &view.granted,
            assumes: "Each result assumes that the procedures it calls are equivalent.",
            procedures: procedures.collect(),
            sections: &view.sections,
            marks: &view.marks,
            report: Some(&view.report),
        }
    }

    /// The summary and the listings of two ARM64 programs.
    pub fn arm64(
        report: &Arm64Versions,
        says: &'s [String],
        sections: &'s [SectionView],
        marks: &'s [MarkView],
    ) -> Shown<'s> {
        let procedures = report.procedures.iter().enumerate();
        let procedures = procedures.map(|(index, it)| ProcedureRow {
            name: words::arm64::procedure_name(it),
            verdict: it.verdict,
            section: sections.iter().position(|section| section.procedure == Some(index)),
            by: words::arm64::basis(it).unwrap_or_default(),
            open: words::arm64::reason(it).unwrap_or_default(),
            affects: words::arm64::callers(report, it).unwrap_or_default(),
        });
        Shown {
            verdict: report.verdict,
            says,
            granted: &[],
            assumes: "",
            procedures: procedures.collect(),
            sections,
            marks,
            report: None,
        }
    }
}

/// The page of two programs with these names.
pub fn of_programs(names: [&str; 2], shown: &Shown<'_>) -> String {
    let title = format!("{} and {}", names[0], names[1]);
    let mut text = format!("<h1>{}</h1>\n", html(&title));
    program(&mut text, shown, "p0", "h2");
    page(&title, STYLE, &text)
}

/// The page of two folders with these names. `views` are those of the programs that have one.
pub fn of_folders(
    names: [&str; 2],
    report: &FolderReport,
    views: &[Option<VersionsView>],
) -> String {
    let title = format!("{} and {}", names[0], names[1]);
    let mut text = format!("<h1>{}</h1>\n<section>\n<h2>Programs</h2>\n", html(&title));
    table(&mut text, "Programs", &["Program", "Known", "Procedures", "What is in the way"]);
    for (index, ProgramReport { name, report, trouble }) in report.programs.iter().enumerate() {
        let name = html(name);
        let Some(report) = report else {
            let trouble = marked(trouble.as_deref().unwrap_or_default());
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{name}</th><td class=\"open\">trouble</td><td></td><td \
                 class=\"long\">{trouble}</td></tr>"
            );
            continue;
        };
        let open = report.procedures.iter().filter_map(|it| {
            let open = it.open.as_ref()?;
            Some(format!("{}: {}", html(&words::pair_name(it)), html(&words::in_the_way(open))))
        });
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\"><a href=\"#p{index}\">{name}</a></th>{}<td>{}</td><td \
             class=\"long\">{}</td></tr>",
            verdict(report.verdict),
            report.procedures.len(),
            open.collect::<Vec<_>>().join("<br>"),
        );
    }
    text.push_str("</tbody></table></div>\n");
    for (names, what) in [(&report.only_old, "old"), (&report.only_new, "new")] {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| html(name)).collect();
            let _ = writeln!(text, "<p>Only in the {what} folder: {}.</p>", names.join(", "));
        }
    }
    text.push_str("</section>\n");
    impacts(&mut text, &report.impact);
    for (index, view) in views.iter().enumerate() {
        if let Some(view) = view {
            let name = html(&report.programs[index].name);
            let _ = writeln!(text, "<section>\n<h2 id=\"p{index}\">{name}</h2>");
            program(&mut text, &Shown::mips(view), &format!("p{index}"), "h3");
            text.push_str("</section>\n");
        }
    }
    page(&title, STYLE, &text)
}

fn impacts(text: &mut String, impacts: &[ImpactReport]) {
    if impacts.is_empty() {
        return;
    }
    text.push_str(
        "<section>\n<h2>What the changes may change</h2>\n<p class=\"muted\">Procedures that are not \
         known to do the same, and those that call them.</p>\n",
    );
    table(text, "What the changes may change", &["Procedure", "Program", "Known", "Called by"]);
    for ImpactReport { old, new, programs } in impacts {
        let name = match (old, new) {
            (None, None) => "the program".to_owned(),
            (Some(old), Some(new)) if old == new => html(old),
            (old, new) => {
                let [old, new] = [old, new].map(|name| html(name.as_deref().unwrap_or("?")));
                format!("{old} &rarr; {new}")
            }
        };
        for program in programs {
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{name}</th><td>{}</td>{}<td class=\"long\">{}</td></tr>",
                html(&program.name),
                verdict(program.verdict),
                html(&words::few(&program.procedures)),
            );
        }
    }
    text.push_str("</tbody></table></div>\n</section>\n");
}

/// A table cell with a verdict.
fn verdict(verdict: VersionsVerdict) -> String {
    format!("<td class=\"{}\">{}</td>", colour(verdict), words::versions_verdict(verdict))
}

fn colour(verdict: VersionsVerdict) -> &'static str {
    match verdict {
        VersionsVerdict::Equal | VersionsVerdict::EqualUpTo => "same",
        VersionsVerdict::Different => "differ",
        VersionsVerdict::Unknown => "open",
    }
}

/// The result for two programs. `prefix` starts the ids, `heading` is the level of headings.
fn program(text: &mut String, shown: &Shown<'_>, prefix: &str, heading: &str) {
    let Shown { says, granted, assumes, procedures, sections, marks, .. } = shown;
    let _ = writeln!(
        text,
        "<p class=\"verdict {}\">{}</p>",
        colour(shown.verdict),
        words::versions_verdict(shown.verdict)
    );
    for sentence in *says {
        let _ = writeln!(text, "<p>{}</p>", marked(sentence));
    }
    for sentence in *granted {
        let _ = writeln!(text, "<p class=\"muted\">{}</p>", marked(sentence));
    }
    let _ = writeln!(text, "<{heading}>Procedures</{heading}>");
    if !assumes.is_empty() {
        let _ = writeln!(text, "<p class=\"muted\">{assumes}</p>");
    }
    table(text, "Procedures", &["Procedure", "Known", "By what", "Open because"]);
    for ProcedureRow { name, verdict: known, section, by, open, affects } in procedures {
        let name = html(name);
        let name = match section {
            Some(section) => format!("<a href=\"#{prefix}s{section}\">{name}</a>"),
            None => name,
        };
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{name}</th>{}<td class=\"long\">{}</td><td \
             class=\"long\">{} {}</td></tr>",
            verdict(*known),
            html(by),
            html(open),
            html(affects),
        );
    }
    text.push_str("</tbody></table></div>\n");
    let _ =
        writeln!(text, "<{heading}>Both programs, side by side</{heading}>\n<dl class=\"marks\">");
    for MarkView { name, sign, label, says, rows } in *marks {
        let _ =
            writeln!(text, "<dt class=\"is-{name}\">{sign} {label}</dt><dd>{says} ({rows})</dd>");
    }
    text.push_str("</dl>\n");
    for (index, one) in sections.iter().enumerate() {
        section(text, shown, one, &format!("{prefix}s{index}"));
    }
}

fn section(text: &mut String, of: &Shown<'_>, section: &SectionView, id: &str) {
    let name = if section.name.is_empty() { "no procedure" } else { &section.name };
    let name = html(name);
    let _ = writeln!(text, "<h4 id=\"{id}\">{name}</h4>");
    for piece in &section.pieces {
        if piece.folded {
            let _ = writeln!(
                text,
                "<details><summary>{} rows in which nothing changed</summary>",
                piece.rows.len()
            );
        }
        let _ = write!(
            text,
            "<div class=\"table lines\" role=\"region\" aria-label=\"Lines of {name}\" \
             tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">Old</th><th scope=\"col\" \
             class=\"mark\">Known</th><th scope=\"col\">New</th></tr></thead>\n<tbody>\n"
        );
        piece.rows.iter().for_each(|it| row(text, of, it));
        text.push_str("</tbody></table></div>\n");
        if piece.folded {
            text.push_str("</details>\n");
        }
    }
}

fn row(text: &mut String, of: &Shown<'_>, row: &RowView) {
    let open = if row.open { " is-open" } else { "" };
    let known = of.marks.iter().find(|mark| mark.name == row.mark);
    let mark = match known {
        Some(mark) if mark.name != "same" => format!("{} {}", mark.sign, mark.label),
        _ => String::new(),
    };
    let block = row.procedure.zip(row.block).and_then(|(procedure, block)| {
        Some((block, of.report?.procedures.get(procedure)?.blocks.get(block)?))
    });
    let mark = match block {
        Some((index, proved)) => {
            format!("<details><summary>{mark} {}</summary>{}</details>", index + 1, shown(proved))
        }
        None => mark,
    };
    let here = if row.open { " <strong>here the comparison ends</strong>" } else { "" };
    let [old, new] = row.sides.each_ref().map(line);
    let _ = writeln!(
        text,
        "<tr class=\"is-{}{open}\">{old}<td class=\"mark\">{mark}{here}</td>{new}</tr>",
        row.mark
    );
}

fn line(line: &Option<LineView>) -> String {
    let Some(LineView { line, labels, text, pointer, elsewhere, .. }) = line else {
        return "<td class=\"nothing\"></td>".to_owned();
    };
    let number = line.map(|line| line.line.to_string()).unwrap_or_default();
    let labels: String = labels.iter().map(|label| format!("<i>{}:</i> ", html(label))).collect();
    let mut notes = String::new();
    if let Some(elsewhere) = elsewhere {
        let _ = write!(notes, " <small>(belongs to {})</small>", html(elsewhere));
    }
    if *pointer {
        notes.push_str(" <small>(an address that depends on the input)</small>");
    }
    format!("<td class=\"code\"><b>{number}</b>{labels}{}{notes}</td>", html(text))
}

/// The query about two blocks, and what was proved.
fn shown(ProvedReport { at, to, before, after, .. }: &ProvedReport) -> String {
    let both = |[old, new]: &[PointReport; 2]| {
        format!("old {}, new {}", words::place(old), words::place(new))
    };
    let list = |words: &[String]| -> String {
        let items: String = words.iter().map(|it| format!("<li>{}</li>", html(it))).collect();
        match words.is_empty() {
            true => "<p>Nothing of the words that it mentions.</p>".to_owned(),
            false => format!("<ul>{items}</ul>"),
        }
    };
    format!(
        "<p>From {}. What is known there:</p>{}<p>To {}. What was proved:</p>{}",
        both(at),
        list(before),
        both(to),
        list(after)
    )
}

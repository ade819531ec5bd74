//! `tamarin versions --html`, and its report for folders of versions.

use std::fs;
use std::path::{Path, PathBuf};

use super::{answered, tamarin};

/// A folder of this run.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("tamarin-versions-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).expect("the folder for temporary files is writable");
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it is writable");
        fs::write(&path, text).expect("it is writable");
        path.display().to_string()
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the path is UTF-8")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Files left behind do no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Nothing is loaded, nothing is run, and all elements but those without an end are closed.
fn check_page(page: &str) {
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(page.contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""), "{page}");
    let body = page.split_once("</style>").expect("it has a style").1;
    for never in
        ["<script", "<link", "<img", "<iframe", "<style", " src=", " style=", " on", "url("]
    {
        let is_attribute = never.starts_with(' ');
        let found = match is_attribute {
            // Within a tag, not within a text.
            true => body.split('<').skip(1).any(|tag| {
                tag.split('>').next().is_some_and(|tag| tag.replace('\n', " ").contains(never))
            }),
            false => body.contains(never),
        };
        assert!(!found, "{never}: {body}");
    }
    assert!(!page.contains("@import") && !page.contains("url("), "the style loads something");
    for link in body.split("href=\"").skip(1) {
        let target = link.split('"').next().unwrap_or_default();
        let id = target.strip_prefix('#').expect("links lead to places of the page");
        assert_eq!(body.matches(&format!("id=\"{id}\"")).count(), 1, "{id}");
    }
    let mut open: Vec<&str> = Vec::new();
    for tag in body.split('<').skip(1) {
        let name = tag.split(['>', ' ', '\n']).next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if ["main", "body", "html", "head"].contains(&name) => {}
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if ["br", "main", "body"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

const HOSTILE: &str = "<img src=x onerror=alert(1)>&\"'.asm";

#[test]
fn a_page_of_two_programs_needs_nothing_else() {
    let folder = Folder::new("pair");
    let text = |step: u32| {
        format!(
            "lis $5\n.word {step}\nadd $3, $0, $0\nloop: beq $1, $0, end ; </td><script>alert(1)</script>\n\
             add $3, $3, $2\nsub $1, $1, $5\nbeq $0, $0, loop\nend: jr $31\n"
        )
    };
    let old = folder.write(HOSTILE, &text(1));
    let new = folder.write("new.asm", &text(2));
    let page = folder.0.join("page.html").display().to_string();
    let output = tamarin(&["versions", &old, &new, "--html", &page]);
    assert_eq!(output.status, 1, "{}{}", output.out, output.err);
    let html = fs::read_to_string(&page).expect("it was written");
    check_page(&html);
    assert!(html.contains("&lt;img src=x onerror=alert(1)&gt;&amp;&quot;&#39;.asm"), "{html}");
    let lit: Vec<&str> = html.split("<tr class=\"is-changed").skip(1).collect();
    assert_eq!(lit.len(), 1, "{html}");
    assert!(lit[0].contains(".word 1") && lit[0].contains(".word 2"), "{}", lit[0]);
    assert!(html.contains("<p class=\"verdict differ\">different</p>"), "{html}");
    // A program and itself: nothing is lit.
    assert_eq!(tamarin(&["versions", &old, &old, "--html", &page]).status, 0);
    let html = fs::read_to_string(&page).expect("it was written");
    check_page(&html);
    assert!(!html.contains("<tr class=\"is-changed"), "{html}");
    assert!(html.contains("<p class=\"verdict same\">equal</p>"), "{html}");
}

/// A program that calls `twice`, through `outer` if it is to.
fn caller(through: bool) -> String {
    let frame = |name: &str, body: &str| {
        format!(
            "{name}sw $31, -4($30)\nlis $4\n.word 4\nsub $30, $30, $4\n{body}lis $4\n.word 4\n\
             add $30, $30, $4\nlw $31, -4($30)\njr $31\n"
        )
    };
    let call = |name: &str| format!("lis $5\n.word {name}\njalr $5\n");
    let outer = frame("outer: ", &call("twice"));
    match through {
        true => format!("{}{outer}", frame("", &call("outer"))),
        false => frame("", &call("twice")),
    }
}

#[test]
fn folders_say_what_a_change_may_change() {
    let folders = [Folder::new("old"), Folder::new("new")];
    let twice = ["twice: add $3, $1, $1\njr $31\n", "twice: add $3, $1, $2\njr $31\n"];
    for (folder, twice) in folders.iter().zip(twice) {
        folder.write("direct.asm", &format!("{}{twice}", caller(false)));
        folder.write("through.asm", &format!("{}{twice}", caller(true)));
        folder.write("alone/same.asm", "add $3, $1, $2\njr $31\n");
        folder.write(&format!("b{HOSTILE}"), "add $3, $1, $2\njr $31\n");
    }
    folders[0].write("gone.asm", "jr $31\n");
    folders[1].write("broken.asm", "jr $31\n");
    folders[0].write("broken.asm", "jrr $31\n");
    let page = folders[0].0.with_extension("html");
    let [old, new] = folders.each_ref().map(Folder::path);
    let page_path = page.display().to_string();
    let (status, report) = answered(&["versions", old, new, "--json", "--html", &page_path]);
    let html = fs::read_to_string(&page).expect("it was written");
    fs::remove_file(&page).expect("it is there");
    assert_eq!(status, 2, "{report}");
    let impact = report["impact"].as_array().expect("it is a list");
    assert_eq!(impact.len(), 1, "{report}");
    assert_eq!(impact[0]["old"], "twice");
    let programs: Vec<(&str, &str, Vec<&str>)> = impact[0]["programs"]
        .as_array()
        .expect("it is a list")
        .iter()
        .map(|program| {
            let callers = program["procedures"].as_array().expect("it is a list");
            let callers = callers.iter().filter_map(|name| name.as_str()).collect();
            let [name, verdict] =
                ["name", "verdict"].map(|key| program[key].as_str().expect("it is a text"));
            (name, verdict, callers)
        })
        .collect();
    assert_eq!(
        programs,
        [
            ("direct.asm", "different", vec!["the program"]),
            ("through.asm", "different", vec!["the program", "outer"])
        ]
    );
    assert_eq!(report["only_old"], serde_json::json!(["gone.asm"]));
    check_page(&html);
    let alone = Path::new("alone").join("same.asm").display().to_string();
    for name in ["direct.asm", "through.asm", &alone, "gone.asm", "broken.asm"] {
        assert!(html.contains(name), "{name}");
    }
    assert!(html.contains("b&lt;img src=x"), "{html}");
    let output = tamarin(&["versions", old, new]);
    let sentence = "twice is not known to do the same, in direct.asm (called by the program), through.asm \
                    (called by the program, outer).";
    assert!(output.out.contains(sentence), "{}", output.out);
}

/// A pattern of one's own is proved and named; one that is none is bad input.
#[test]
fn patterns_of_ones_own() {
    let folder = Folder::new("patterns");
    let text = tamarin_testing::root().join("examples/patterns/short-quotient-by-ten.pattern");
    let text = fs::read_to_string(text).expect("it is there");
    let pattern = folder.write("own.pattern", &text);
    let [(_, old), (_, new)] =
        ["old:\n", "new:\n"].map(|at| text.split_once(at).expect("it is there"));
    let old = old.split_once("new:").expect("it is there").0;
    let rounds = |snippet: &str| {
        format!(
            "add $8, $1, $0\nlis $9\n.word 1\nadd $1, $2, $0\nloop: beq $8, $0, end\n{snippet}\
             sub $8, $8, $9\nadd $1, $1, $3\nbeq $0, $0, loop\nend: jr $31\n"
        )
    };
    let [old, new] =
        [("old.asm", old), ("new.asm", new)].map(|(name, it)| folder.write(name, &rounds(it)));
    let page = folder.write("page.html", "");
    let (status, report) =
        answered(&["versions", &old, &new, "--pattern", &pattern, "--json", "--html", &page]);
    assert_eq!(
        (status, &report["verdict"], &report["engine"]),
        (0, &"equal".into(), &"versions".into())
    );
    assert_eq!(report["procedures"][0]["by"]["patterns"]["short-quotient-by-ten"], 1);
    let apart = &report["procedures"][0]["apart"];
    let custom = apart.as_array().expect("a list").iter().find(|it| it["by"] == "custom");
    assert_eq!(custom.expect("it is there")["custom"], "short-quotient-by-ten");
    let page = fs::read_to_string(page).expect("it was written");
    check_page(&page);
    assert!(page.contains("the pattern `short-quotient-by-ten`"), "{page}");
    // With the values on which its snippets part, or the line.
    let told = |text: &str| {
        let wrong = folder.write("wrong.pattern", text);
        let output = tamarin(&["versions", &old, &new, "--pattern", &wrong]);
        assert_eq!(output.status, 2, "{}", output.err);
        output.err
    };
    let wrong = told(&text.replace("0xcccd", "0xcccc"));
    assert!(
        wrong.contains("do not do the same: $1 = ") && wrong.contains("gives old $3"),
        "{wrong}"
    );
    for (from, to, line) in [
        ("pattern: short-quotient-by-ten", "pattern: jumps", 2),
        ("entry: $1 = $1", "entry: $1", 3),
        ("exit:", "behind:", 4),
        ("scratch new: $4 $5 $6", "scratch new: $4 $5", 26),
        ("divu $1, $4", "divu $1, 4", 14),
        ("divu $1, $4", "sw $1, 0($4)", 14),
        ("\nnew:\n", "\nold:\n", 17),
    ] {
        let told = told(&text.replacen(from, to, 1));
        assert!(told.contains(&format!("wrong.pattern:{line}: ")), "{from}: {told}");
    }
    assert!(told("").contains("there is no `pattern: NAME`"));
    // Two in one file, each with its lines.
    let length = text.lines().count();
    let other = text.replace("pattern: short-", "pattern: other-");
    assert!(told(&(text.clone() + &text)).contains(&format!(":{}: there are two", length + 2)));
    let wrong = told(&(text.clone() + &other.replacen("divu $1, $4", "divu $1, 4", 1)));
    assert!(wrong.contains(&format!("wrong.pattern:{}: ", length + 14)), "{wrong}");
    let both = folder.write("both.pattern", &(text + &other));
    let (status, report) = answered(&["versions", &old, &new, "--pattern", &both, "--json"]);
    assert_eq!((status, &report["verdict"]), (0, &"equal".into()));
}

/// If a block differs on some words, and no run is known to reach it with them, the report has the words, the number of
/// tried inputs, and why the search ended.
#[test]
fn a_refuted_block_without_a_witness_is_told() {
    let folder = Folder::new("refuted");
    let program = |before: &str, step: &str| {
        format!(
            "sw $31, -4($30)\nlis $4\n.word 1\nlis $5\n.word f\n{before}jalr $5\nlw $31, -4($30)\njr $31\n\
             f: beq $1, $0, end\n{step}add $3, $3, $9\nsub $1, $1, $4\nbeq $0, $0, f\nend: jr $31\n"
        )
    };
    // The high word of a product is computed once, before a call: after the call it is unknown.
    let old = folder.write("old.asm", &program("", "mult $2, $2\nmfhi $9\n"));
    let new = folder.write("new.asm", &program("mult $2, $2\nmfhi $9\n", ""));
    let (status, report) = answered(&["versions", &old, &new, "--json", "--seconds", "2"]);
    assert_eq!((status, &report["verdict"]), (0, &"unknown".into()), "{report:#}");
    let message = report["message"].as_str().expect("it is told");
    assert!(message.contains("show no difference. "), "{message}");
    let procedures = report["procedures"].as_array().expect("a list");
    let parts = procedures.iter().map(|it| &it["open"]["parts"]);
    assert!(parts.flat_map(|it| it.as_array()).any(|it| !it.is_empty()), "{report:#}");
}

/// A sentence cuts a long list of callers, and the JSON keeps it.
#[test]
fn a_procedure_with_many_callers_is_told_in_one_line() {
    let calls = |callee: &str| {
        format!(
            "sw $31, -4($30)\nlis $29\n.word 4\nsub $30, $30, $29\nlis $4\n.word {callee}\njalr $4\nlis $29\n.word 4\nadd $30, $30, $29\nlw $31, -4($30)\njr $31\n"
        )
    };
    let chain: String =
        (0..9).map(|it| format!("f{it}: {}", calls(&format!("f{}", it + 1)))).collect();
    let old = format!("{}{chain}f9: add $5, $1, $2\nadd $3, $5, $5\njr $31\n", calls("f0"));
    let new = old.replace("add $3, $5, $5", "add $3, $5, $1");
    let folder = Folder::new("callers");
    let (old, new) = (folder.write("old.asm", &old), folder.write("new.asm", &new));
    let told = tamarin(&["versions", &old, &new]);
    assert_eq!(told.status, 1, "{}", told.out);
    assert!(told.out.contains("Called by the program, f0, f1 and 7 more."), "{}", told.out);
    let (_, report) = answered(&["versions", &old, &new, "--json"]);
    let procedures = report["procedures"].as_array().expect("a list");
    let open = procedures.iter().find(|it| it["old"] == "f9").expect("it is called");
    assert_eq!(open["affects"].as_array().map(Vec::len), Some(10), "{open}");
}

#[test]
fn a_reason_names_the_procedure_in_words_and_in_json() {
    let old = "add $5, $31, $0\nlis $4\n.word twice\njalr $4\njr $5\n\
        twice: add $3, $1, $1\njr $31\n";
    let new = old.replace("twice: ", "twice: add $5, $2, $0\n");
    let folder = Folder::new("reasons");
    let (old, new) = (folder.write("old.asm", old), folder.write("new.asm", &new));
    let told = tamarin(&["versions", &old, &new]);
    let sentence = "Here the new program jumps to an address that depends on $5: `twice` (line 6) does not keep it.";
    assert!(told.out.contains(sentence), "{}", told.out);
    let (_, report) = answered(&["versions", &old, &new, "--json"]);
    let open = &report["procedures"][0]["open"];
    assert_eq!(open["why"], "unknown-target");
    let because = &open["because"];
    assert_eq!(
        (&because["source"], &because["program"], &because["word"], &because["procedure"]),
        (&"not-kept".into(), &"new".into(), &"$5".into(), &"twice".into()),
        "{open}"
    );
}

#[test]
fn without_a_solver_less_is_equal_and_nothing_is_asked() {
    let [old, new] =
        ["left", "right"].map(|side| format!("tests/corpus/versions/parity.{side}.asm"));
    let (status, report) = answered(&["versions", &old, &new, "--json"]);
    assert_eq!((status, &report["verdict"]), (0, &"equal".into()));
    assert_eq!(report["questions"], 1);
    let output = tamarin(&["versions", &old, &new, "--no-smt", "--timing"]);
    assert!(output.out.starts_with("unknown\n"), "{}", output.out);
    assert!(output.err.starts_with("comparison: "), "{}", output.err);
    let (status, report) = answered(&["versions", &old, &new, "--no-smt", "--json"]);
    assert_eq!((status, &report["verdict"]), (0, &"unknown".into()));
    assert_eq!((&report["engine"], &report["questions"]), (&serde_json::Value::Null, &0.into()));
}

//! `tamarin prove` and `tamarin check`: evidence is written, and shows only what the reader claims on the command line.

use serde_json::{Value, json};
use tamarin::engines::arm64::claimed::confirm;
use tamarin::engines::arm64::{Options, prove};
use tamarin::engines::statement::{Extent, Statement};
use tamarin::machine::arm64::Mode;
use tamarin::solver::Stop;
use tamarin_kernel::{Claim, Evidence};

use super::program;
use crate::cli::{File, answered, tamarin};

const DIVIDES: &str = "udiv x0, x0, x1\nbr x30\n";
/// Gives 0 where the other one divides by zero.
const GUARDED: &str =
    "cmp x1, xzr\nb.ne over\nsub x0, x0, x0\nbr x30\nover: udiv x0, x0, x1\nbr x30\n";
/// Adds `x1` to 0 until the sum is `x0`, if ever.
const REACHED: &str =
    "sub x2, x2, x2\nloop: cmp x0, x2\nb.eq done\nadd x2, x2, x1\nb loop\ndone: br x30\n";
/// Doubles `x0` until it is 0. That this ends on every input is not proved.
const DOUBLES: &str = "loop: cmp x0, xzr\nb.eq done\nadd x0, x0, x0\nb loop\ndone: br x30\n";
const AT_ONCE: &str = "br x30\n";
/// Gives 0 for arrays of up to two elements, else their number.
const UP_TO_TWO: &str = "ldr x3, 8\nb 12\n.8byte 2\nsub x0, x0, x0\ncmp x1, x3\nb.ls end\nadd x0, x1, xzr\nend: br x30\n";
const ZERO: &str = "sub x0, x0, x0\nbr x30\n";
const READS: &str = "ldr x1, 8\nb 12\n.8byte 0xc000000000010000\nldur x0, [x1, 0]\nbr x30\n";
const LETTER: &str = "ldr x0, 8\nb 12\n.8byte 65\nbr x30\n";

/// Two programs with evidence about them.
struct Proved {
    files: [File; 2],
    evidence: File,
}

impl Proved {
    /// Proves that two programs agree. Returns the object that `prove` prints, too.
    fn new(name: &str, texts: [&str; 2], options: &[&str]) -> (Proved, Value) {
        let file = |side: usize| File::new(&format!("{name}-{side}.s"), texts[side]);
        let evidence = File::new(&format!("{name}.json"), "");
        let proved = Proved { files: [file(0), file(1)], evidence };
        let [left, right] = proved.paths();
        let arguments = ["prove", left, right, "--certificate", proved.evidence.path(), "--json"];
        let (status, object) = answered(&[&arguments[..], options].concat());
        assert_eq!(status, 0, "{object}");
        (proved, object)
    }

    fn paths(&self) -> [&str; 2] {
        self.files.each_ref().map(File::path)
    }

    fn check(&self, [left, right]: [&str; 2], options: &[&str]) -> (i32, Value) {
        let arguments = ["check", self.evidence.path(), left, right, "--json"];
        answered(&[&arguments[..], options].concat())
    }

    /// Checks it about its own programs. Returns the status.
    fn is_shown(&self, options: &[&str]) -> i32 {
        let (status, object) = self.check(self.paths(), options);
        assert_eq!(object["accepted"], json!(status == 0), "{object}");
        status
    }
}

#[test]
fn evidence_is_written_and_accepted() {
    let (proved, object) = Proved::new("proving-loop", [REACHED, REACHED], &[]);
    assert_eq!([&object["machine"], &object["verdict"]], [&json!("arm64"), &json!("equivalent")]);
    assert_eq!(object["certificate"]["supports"], "equivalent");
    let (status, object) = proved.check(proved.paths(), &[]);
    assert_eq!((status, &object["accepted"]), (0, &json!(true)));
    assert_eq!(object["exercised"]["inputs"], json!(["0", "0"]));
    // As text, with the source lines of the loop.
    let [left, right] = proved.paths();
    let list = ["check", proved.evidence.path(), left, right, "--list"];
    let run = tamarin(&list);
    assert!(run.out.starts_with("accepted: `equivalent` holds for every input\n"), "{}", run.out);
    assert!(
        run.out.contains("left in its loop at line 2, right in its loop at line 2"),
        "{}",
        run.out
    );
    assert!(run.out.contains("both x1 = input x1"), "{}", run.out);
    // `tamarin-check --machine arm64` makes this claim.
    let claim = include_str!("../../../kernel/src/two-numbers-arm64.json");
    let claim: Claim = serde_json::from_str(claim).expect("it is a claim");
    let words = || program(&[("program.s", REACHED)]).words.iter().map(|&it| it.into()).collect();
    let claim = Claim { programs: [words(), words()], ..claim };
    let text = std::fs::read_to_string(proved.evidence.path()).expect("it was written");
    let evidence: Evidence = serde_json::from_str(&text).expect("it is evidence");
    tamarin_kernel::check(&claim, &evidence).expect("it shows the claim");
}

#[test]
fn evidence_shows_nothing_about_other_programs() {
    let (proved, _) = Proved::new("proving-own", [DIVIDES, GUARDED], &["--arm"]);
    let [left, right] = proved.paths();
    let other = File::new("proving-other.s", DIVIDES.replace("udiv", "sdiv"));
    for programs in [[left, other.path()], [other.path(), right], [right, left]] {
        let (status, object) = proved.check(programs, &["--arm"]);
        assert_eq!((status, &object["accepted"]), (1, &json!(false)), "{programs:?}");
    }
}

#[test]
fn evidence_is_checked_in_the_mode_of_the_command_line() {
    let (proved, object) = Proved::new("proving-mode", [DIVIDES, GUARDED], &["--arm"]);
    assert_eq!(object["mode"], "arm");
    assert_eq!(proved.is_shown(&["--arm"]), 0);
    assert_eq!(proved.is_shown(&[]), 1);
    assert_eq!(proved.is_shown(&["--course"]), 1);
    // The kernel has no machine for what the course's emulator does here.
    let signed = DIVIDES.replace("udiv", "sdiv");
    let (proved, _) = Proved::new("proving-course", [&signed, &signed], &[]);
    let (status, object) = proved.check(proved.paths(), &["--course"]);
    assert_eq!(status, 2, "{object}");
}

#[test]
fn evidence_is_checked_with_the_inputs_of_the_command_line() {
    let (proved, _) = Proved::new("proving-array", [UP_TO_TWO, ZERO], &["--array", "2"]);
    assert_eq!(proved.is_shown(&["--array", "2"]), 0);
    assert_eq!(proved.is_shown(&["--array", "1"]), 0, "fewer arrays");
    assert_eq!(proved.is_shown(&["--array", "3"]), 1);
    assert_eq!(proved.is_shown(&[]), 1);
    let (status, object) = proved.check(proved.paths(), &["--array", "99999999"]);
    assert_eq!(status, 2, "it does not fit: {object}");
    let (proved, _) = Proved::new("proving-stream", [READS, LETTER], &["--stdin", "A"]);
    assert_eq!(proved.is_shown(&["--stdin", "A"]), 0);
    assert_eq!(proved.is_shown(&["--stdin", "B"]), 1);
    assert_eq!(proved.is_shown(&[]), 1);
}

#[test]
fn evidence_shows_no_stronger_claim() {
    let (proved, object) = Proved::new("proving-claim", [DOUBLES, ZERO], &[]);
    assert_eq!(object["verdict"], "equivalent-if-both-stop");
    assert_eq!(object["certificate"]["supports"], "equivalent-if-both-stop");
    let (status, object) = proved.check(proved.paths(), &[]);
    assert_eq!((status, &object["accepted"]), (1, &json!(false)));
    assert_eq!(object["supports"], "equivalent-if-both-stop");
    assert_eq!(proved.is_shown(&["--claim", "equivalent-if-both-stop"]), 0);
    assert_eq!(proved.is_shown(&["--claim", "equivalent-up-to 100"]), 1);
    // What is not there is refused.
    let except = ["--claim", "equivalent except 1,2"];
    assert_eq!(proved.check(proved.paths(), &except).0, 2);
    // The file cannot state a claim itself.
    let text = std::fs::read_to_string(proved.evidence.path()).expect("it was written");
    for field in ["machine", "statement", "programs", "premises"] {
        let text = text.replacen('{', &format!("{{\"{field}\":\"arm64\","), 1);
        std::fs::write(proved.evidence.path(), text).expect("it can be written");
        let (status, object) = proved.check(proved.paths(), &[]);
        assert_eq!(status, 2, "{field}: {object}");
    }
}

#[test]
fn a_difference_has_no_certificate() {
    let left = File::new("proving-differ-1.s", DIVIDES);
    let other = File::new("proving-differ-2.s", GUARDED);
    let path = std::env::temp_dir().join(format!("tamarin-{}-none.json", std::process::id()));
    let path = path.to_str().expect("it is UTF-8");
    let prove = ["prove", left.path(), other.path(), "--certificate", path];
    let (status, object) = answered(&[&prove[..], &["--json"]].concat());
    assert_eq!((status, &object["verdict"]), (1, &json!("disequivalent")));
    assert_eq!(object["certificate"], Value::Null);
    assert!(!std::path::Path::new(path).exists());
    let run = tamarin(&[&prove[..], &["--hint", "rounds 1:1"]].concat());
    assert_eq!(run.status, 2);
    assert!(run.err.contains("--hint is not there for ARM64 yet"), "{}", run.err);
}

/// A claim that comes with a link is checked: with its evidence by the kernel, without evidence by a search.
#[test]
fn claims_of_others_are_confirmed_or_not() {
    let words = |text: &str| program(&[("claimed.s", text)]).words;
    let [divides, guarded, at_once] = [DIVIDES, GUARDED, AT_ONCE].map(words);
    let [doubles, zero] = [DOUBLES, ZERO].map(words);
    let options = Options::default();
    let arm = Options { mode: Mode::Arm, ..Options::default() };
    let never = &Stop::NEVER;
    let evidence = |words, options: &Options| prove(words, options, never).1.expect("they agree");

    // Under `--arm` a quotient by zero is 0, so only then they agree.
    let pair = [&divides[..], &guarded[..]];
    let found = evidence(pair, &arm);
    let shown = confirm(pair, &arm, true, Some(found.clone()), never);
    assert_eq!(shown, Ok(Statement::EQUIVALENT));
    assert_eq!(confirm(pair, &arm, true, None, never), Ok(Statement::EQUIVALENT));
    for given in [Some(found.clone()), None] {
        assert!(confirm(pair, &options, true, given, never).is_err());
    }
    // Evidence about other programs shows nothing, and changed evidence neither.
    let other = [&divides[..], &at_once[..]];
    assert!(confirm(other, &arm, true, Some(found.clone()), never).is_err());
    let emptied = Evidence { start: Evidence::default().start, ..found };
    assert!(confirm(pair, &arm, true, Some(emptied), never).is_err());

    // It is not proved that one of them stops, so they only agree where both stop.
    let pair = [&doubles[..], &zero[..]];
    let found = evidence(pair, &options);
    let weaker = Statement { extent: Extent::IfBothStop, ..Statement::EQUIVALENT };
    assert_eq!(confirm(pair, &options, false, Some(found.clone()), never), Ok(weaker));
    assert!(confirm(pair, &options, true, Some(found), never).is_err());

    // The same machine code needs no evidence, in any mode.
    let course = Options { mode: Mode::Course, ..Options::default() };
    assert_eq!(confirm([&divides; 2], &course, true, None, never), Ok(Statement::EQUIVALENT));
}

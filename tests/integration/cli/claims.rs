//! Tests of `check` and `prove`: evidence shows no more than what it was written for, whatever its reader asks.

use serde_json::{Value, json};

use super::{File, answered, tamarin};

/// Two programs under assumptions, and what `prove` wrote for them.
struct Proved {
    left: File,
    right: File,
    proof: File,
    options: Vec<String>,
    /// The object that `prove` printed.
    report: Value,
}

impl Proved {
    fn new(name: &str, [left, right]: [&str; 2], assume: &[&str]) -> Proved {
        let file = |what: &str, content: &str| File::new(&format!("{name}-{what}"), content);
        let mut proved = Proved {
            left: file("l.asm", left),
            right: file("r.asm", right),
            proof: file("proof.json", ""),
            options: assume.iter().map(|text| format!("--assume={text}")).collect(),
            report: Value::Null,
        };
        let args = ["prove", proved.left.path(), proved.right.path()];
        let mut args: Vec<&str> = args.to_vec();
        args.extend(proved.options.iter().map(String::as_str));
        args.extend(["--certificate", proved.proof.path(), "--json"]);
        proved.report = answered(&args).1;
        proved
    }

    /// The claim that the evidence supports.
    fn supports(&self) -> &str {
        self.report["certificate"]["supports"].as_str().expect("there is evidence")
    }

    /// The exit status and the object of `check`, with this claim if there is one.
    fn check(&self, claim: Option<&str>) -> (i32, Value) {
        let mut args = vec!["check", self.proof.path(), self.left.path(), self.right.path()];
        args.extend(self.options.iter().map(String::as_str));
        args.extend(claim.into_iter().flat_map(|claim| ["--claim", claim]));
        args.push("--json");
        answered(&args)
    }

    fn refuses(&self, claim: Option<&str>) {
        let (status, report) = self.check(claim);
        assert_eq!((status, &report["accepted"]), (1, &json!(false)), "{claim:?}: {report}");
        assert!(report["why"].as_str().is_some_and(|why| !why.is_empty()), "{report}");
    }

    fn accepts(&self, claim: &str) {
        let (status, report) = self.check(Some(claim));
        assert_eq!((status, &report["accepted"]), (0, &json!(true)), "{claim}: {report}");
        assert_eq!(report["claim"], claim);
    }
}

const DIFFERENT: [&str; 2] = ["add $3, $1, $2\njr $31\n", "sub $3, $1, $2\njr $31\n"];

/// `$1` iterations, after which `$3` is one more on the right if `$1` is this number.
fn counting(slip: u32) -> [String; 2] {
    let text = |last: &str| {
        format!(
            "lis $4\n.word 1\nlis $6\n.word {slip}\nadd $5, $1, $0\n\
             loop: beq $5, $0, done\nsub $5, $5, $4\nbeq $0, $0, loop\n\
             done: bne $1, $6, end\nadd $3, $3, {last}\nend: jr $31\n"
        )
    };
    [text("$0"), text("$4")]
}

/// A file of the older format is refused with what to do, and so is one that is no evidence.
#[test]
fn what_is_no_evidence_is_trouble() {
    let [left, right] =
        DIFFERENT.map(|text| File::new(&format!("no-evidence-{}.asm", text.len()), text));
    for (content, why) in [
        (r#"{"version":11,"answers":[]}"#, "is a certificate of an older format"),
        ("{}", "no evidence"),
        ("no JSON", "no evidence"),
    ] {
        let proof = File::new("no-evidence.json", content);
        let run = tamarin(&["check", proof.path(), left.path(), right.path()]);
        assert_eq!(run.status, 2, "{}{}", run.out, run.err);
        assert!(run.err.contains(why), "{content}: {}", run.err);
    }
}

/// A contract that no input satisfies is an error, also where the kernel's claim leaves its premise out.
#[test]
fn a_contract_without_inputs_is_trouble() {
    let same = ["add $3, $1, $2\njr $31\n"; 2];
    let proved = Proved::new("claims-none", same, &[]);
    proved.accepts("equivalent");
    for premise in ["$1 < $1", "$1 / 2 == 3 and $1 == 2"] {
        let (left, right) = (proved.left.path(), proved.right.path());
        let premise = format!("--assume={premise}");
        let run = tamarin(&["check", proved.proof.path(), left, right, &premise]);
        assert_eq!(run.status, 2, "{premise}: {}{}", run.out, run.err);
        assert!(run.err.contains("No input"), "{premise}: {}", run.err);
    }
}

/// The kernel's claim leaves out a premise that is a disjunction. The example is one that the contract allows all the
/// same, and a claim for which none is known is not accepted.
#[test]
fn an_example_is_an_input_that_the_contract_allows() {
    let texts = ["add $3, $1, $2\njr $31\n", "add $3, $2, $1\njr $31\n"];
    let proved = Proved::new("claims-example", texts, &["not ($1 == 0 and $2 == 0)"]);
    let (status, report) = proved.check(None);
    assert_eq!(status, 0, "{report}");
    assert_ne!(report["exercised"], json!([0, 0]), "{report}");
    // Both stop only where `$1` is 0, which the contract forbids.
    let text = |add: &str| format!("back: bne $1, $0, back\n{add}\njr $31\n");
    let [left, right] = [text("add $3, $1, $2"), text("add $3, $2, $1")];
    let proved = Proved::new("claims-forbidden", [&left, &right], &["$1 < 0 or $1 > 0"]);
    assert_eq!(proved.check(Some("equivalent")).0, 0);
    let (status, report) = proved.check(Some("equivalent-if-both-stop"));
    assert_eq!(status, 2, "{report}");
}

/// Equivalence implies each weaker claim with the same evidence, unless no input shows that it is not vacuous.
#[test]
fn evidence_of_equivalence_shows_less_but_not_nothing() {
    let [left, right] = counting(0);
    let proved = Proved::new("claims-weaker", [&left, &left], &[]);
    proved.accepts("equivalent");
    proved.accepts("equivalent-if-both-stop");
    let other = Proved::new("claims-other", [&left, &right], &[]);
    assert_eq!(other.report["verdict"], "disequivalent");
    // The evidence is of another program.
    let run = tamarin(&["check", proved.proof.path(), other.left.path(), other.right.path()]);
    assert_eq!(run.status, 1, "{}{}", run.out, run.err);
}

#[test]
fn all_but_one_input_are_less_than_all() {
    let texts = [
        "add $3, $1, $0\njr $31\n",
        "bne $1, 7, end\nadd $1, $1, $1\nend: add $3, $1, $0\njr $31\n",
    ];
    let proved = Proved::new("claims-except", texts, &["$2 == 0"]);
    assert_eq!(proved.supports(), "equivalent except 7,0");
    proved.accepts("equivalent except 7,0");
    proved.refuses(None);
    proved.refuses(Some("equivalent except 6,0"));
    proved.refuses(Some("equivalent before 8,0"));
    assert_eq!(proved.check(Some("equivalent except 7")).0, 2);
    assert_eq!(proved.check(Some("equal")).0, 2);
    // Two inputs with a difference: the least one is claimed.
    let text = "bne $1, 7, end\nadd $1, $1, $1\nend: bne $1, -9, out\nadd $1, $1, $1\nout: add $3, $1, $0\njr $31\n";
    let proved = Proved::new("claims-before", [texts[0], text], &["$2 == 0"]);
    assert_eq!(proved.supports(), "equivalent before 7,0");
    proved.accepts("equivalent before 7,0");
    for claim in ["equivalent", "equivalent except 7,0", "equivalent before -9,0"] {
        proved.refuses(Some(claim));
    }
}

/// `prove` prints the verdict that its evidence shows, and exits accordingly; `check` accepts the claim that it
/// prints.
#[test]
fn prove_prints_one_verdict() {
    // The paths are too many for the comparison, and the calls match.
    let [left, right] = DIFFERENT;
    let left = File::new("claims-prove-l.asm", left);
    let right = File::new("claims-prove-r.asm", right);
    let proof = File::new("claims-prove.json", "");
    let run = tamarin(&["prove", left.path(), right.path(), "--certificate", proof.path()]);
    assert_eq!(run.status, 1);
    assert!(run.out.starts_with("disequivalent\n"), "{}", run.out);
    let claim = run.out.lines().find_map(|line| line.strip_prefix("for `tamarin check`: --claim "));
    let claim = claim.expect("it is named").trim_matches('\'');
    let check = ["check", proof.path(), left.path(), right.path(), "--claim", claim, "--json"];
    assert_eq!(answered(&check).0, 0, "{}", run.out);
    assert_eq!(tamarin(&check[..4]).status, 1);
}

/// The observed register is named, not `$3`: in a proof, in regions, in the sentence of a witness.
#[test]
fn what_is_observed_is_named() {
    let left = File::new("named-l.asm", "add $3, $1, $0\nadd $4, $1, $2\njr $31\n");
    let right = File::new("named-r.asm", "add $3, $2, $0\nadd $4, $2, $1\njr $31\n");
    let proof = File::new("named.json", "");
    let prove = ["prove", left.path(), right.path(), "--observe", "$4", "--certificate"];
    let list = tamarin(&[&prove[..], &[proof.path(), "--list"]].concat());
    assert_eq!(list.status, 0, "{}", list.out);
    assert!(!list.out.contains("$3"), "{}", list.out);
    // Another word in `$4`, in memory, and another output, each with the same `$3`.
    let store = |word: &str| format!("lis $6\n.word 0x1000\nsw {word}, 0($6)\njr $31\n");
    let print = |word: &str| {
        format!("lis $6\n.word 0xffff000c\nlis $7\n.word {word}\nsw $7, 0($6)\njr $31\n")
    };
    let cases = [
        (
            "$4",
            "add $4, $1, $0\njr $31\n".to_owned(),
            "add $4, $1, $1\njr $31\n".to_owned(),
            "$4 = ",
        ),
        ("[0x1000]", store("$1"), store("$2"), "[0x1000] = "),
        ("output", print("65"), print("66"), "prints 'A'"),
        ("keeps $16", "jr $31\n".to_owned(), "add $16, $1, $0\njr $31\n".to_owned(), "keeps $16"),
    ];
    for (observe, one, other, named) in cases {
        let left = File::new("named-one.asm", one);
        let right = File::new("named-other.asm", other);
        let args = ["explain", left.path(), right.path(), "--regions", "--observe", observe];
        let told = tamarin(&args);
        assert_eq!(told.status, 1, "{observe}: {}{}", told.out, told.err);
        assert!(told.out.contains(named), "{observe}: {}", told.out);
        assert!(!told.out.contains("$3"), "{observe}: {}", told.out);
    }
}

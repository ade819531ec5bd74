//! Tests of `check` and `prove`: each way in which a certificate can claim less than its reader expects.

use serde_json::{Value, json};
use tamarin::contract::{Contract, Spec};
use tamarin::engines::alignment::{Claims, Hints};
use tamarin::engines::certify::{self, Certified, Claimed, Scope, Uncertified};
use tamarin::engines::pause::Pause;
use tamarin::evidence::ProofKind;
use tamarin::link::assemble;
use tamarin::machine::Inputs;
use tamarin::solver::Stop;
use tamarin_checker::certificate::{Among, Certificate, Stopping};

use super::{File, answered, tamarin};

/// Two programs under a contract, and a forged certificate.
struct Forged {
    left: File,
    right: File,
    proof: File,
    options: Vec<String>,
}

impl Forged {
    /// With assumptions, and the certificate that the kernel accepts of these texts.
    fn new(
        name: &str,
        [left, right]: [&str; 2],
        assume: &[&str],
        forge: impl FnOnce(
            [&std::rc::Rc<tamarin::machine::Image>; 2],
            &Contract,
        ) -> Result<Certified, Uncertified>,
    ) -> Forged {
        let assume: Vec<String> = assume.iter().map(|&text| text.to_owned()).collect();
        let contract = Contract::new(&Spec { assume: assume.clone(), ..Spec::default() });
        let contract = contract.expect("it is one");
        let images = [(0, left), (1, right)].map(|(side, text)| {
            let program = assemble(text).program.expect("it assembles");
            contract.image(side, &program).expect("it fits")
        });
        let certified = forge(images.each_ref(), &contract);
        let Certified { certificate, .. } = certified.unwrap_or_else(|why| panic!("{name}: {why}"));
        let file = |what: &str, content: &str| File::new(&format!("{name}-{what}"), content);
        let proof = serde_json::to_string(&certificate).expect("it is plain data");
        Forged {
            left: file("l.asm", left),
            right: file("r.asm", right),
            proof: file("proof.json", &proof),
            options: assume.iter().map(|text| format!("--assume={text}")).collect(),
        }
    }

    /// The exit status and the object of `check`, with this claim if there is one.
    fn check(&self, claim: Option<&str>) -> (i32, Value) {
        let mut args = vec!["check", self.proof.path(), self.left.path(), self.right.path()];
        args.extend(self.options.iter().map(String::as_str));
        args.extend(claim.into_iter().flat_map(|claim| ["--claim", claim]));
        args.push("--json");
        answered(&args)
    }

    /// Refused, with this in the reason.
    fn refuses(&self, claim: Option<&str>, why: &str) {
        let (status, report) = self.check(claim);
        assert_eq!((status, &report["accepted"]), (1, &json!(false)), "{claim:?}: {report}");
        let said = report["why"].as_str().expect("a reason");
        assert!(said.contains(why), "{claim:?}: {said}");
    }

    fn accepts(&self, claim: &str) {
        let (status, report) = self.check(Some(claim));
        assert_eq!((status, &report["accepted"]), (0, &json!(true)), "{claim}: {report}");
        assert_eq!(report["claim"], claim);
    }
}

fn by_paths(
    among: Among,
    within: Option<u64>,
) -> impl FnOnce([&std::rc::Rc<tamarin::machine::Image>; 2], &Contract) -> Result<Certified, Uncertified>
{
    move |images, contract| {
        certify::of_paths(images, contract, Scope { among, within }, &Stop::NEVER)
    }
}

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

const DIFFERENT: [&str; 2] = ["add $3, $1, $2\njr $31\n", "sub $3, $1, $2\njr $31\n"];

#[test]
fn programs_that_differ_are_not_accepted_within_no_steps() {
    let forged = Forged::new("claims-zero", DIFFERENT, &[], by_paths(Among::All, Some(0)));
    let vacuous = "no such input on which both programs stop within 0 steps is known";
    forged.refuses(None, vacuous);
    forged.refuses(Some("equivalent-if-both-stop"), vacuous);
    forged.refuses(Some("equivalent-if-both-stop-within 0"), vacuous);
    let text = tamarin(&["check", forged.proof.path(), forged.left.path(), forged.right.path()]);
    assert_eq!(text.status, 1);
    assert!(text.out.starts_with("refused: "), "{}", text.out);
}

#[test]
fn no_inputs_at_all_are_not_accepted() {
    let none = Among::Before(vec![0, 0]);
    let forged = Forged::new("claims-empty", DIFFERENT, &[], by_paths(none, None));
    forged.refuses(None, "`equivalent before 0,0` claims nothing");
    forged.refuses(Some("equivalent before 0,0"), "`equivalent before 0,0` claims nothing");
    // A bound below which the contract allows nothing.
    let below = Among::Before(vec![5, 0]);
    let forged =
        Forged::new("claims-below", DIFFERENT, &["$1 >= 5", "$2 == 0"], by_paths(below, None));
    forged.refuses(Some("equivalent before 5,0"), "claims nothing");
}

#[test]
fn a_contract_without_inputs_is_trouble() {
    let assume = ["$1 == 0", "$1 == 1"];
    let forged = Forged::new("claims-none", DIFFERENT, &assume, by_paths(Among::All, None));
    let (status, report) = forged.check(None);
    assert_eq!(status, 2, "{report}");
    let mut args = vec!["prove", forged.left.path(), forged.right.path()];
    args.extend(["--certificate", forged.proof.path(), "--json"]);
    args.extend(forged.options.iter().map(String::as_str));
    assert_eq!(answered(&args).0, 2);
}

#[test]
fn some_steps_are_less_than_all() {
    let [left, right] = counting(40);
    let texts = [&left[..], &right];
    let forged = Forged::new("claims-within", texts, &[], by_paths(Among::All, Some(60)));
    let less = "The strongest claim that it supports is `equivalent-if-both-stop-within 60`: \
                --claim 'equivalent-if-both-stop-within 60'";
    for claim in [None, Some("equivalent-if-both-stop"), Some("equivalent-up-to 60")] {
        forged.refuses(claim, less);
    }
    forged.refuses(Some("equivalent-if-both-stop-within 61"), less);
    for steps in [20, 60] {
        forged.accepts(&format!("equivalent-if-both-stop-within {steps}"));
    }
    // Neither stops within so few.
    forged.refuses(Some("equivalent-if-both-stop-within 5"), "no such input");
}

#[test]
fn all_but_some_inputs_are_less_than_all() {
    let [left, right] = [
        "add $3, $1, $0\njr $31\n",
        "bne $1, 7, end\nadd $1, $1, $1\nend: add $3, $1, $0\njr $31\n",
    ];
    let assume = ["$2 == 0"];
    let texts = [left, right];
    let forged =
        Forged::new("claims-except", texts, &assume, by_paths(Among::OtherThan(vec![7, 0]), None));
    forged.refuses(None, "--claim 'equivalent except 7,0'");
    forged.refuses(Some("equivalent except 6,0"), "shows less");
    forged.refuses(Some("equivalent before 8,0"), "shows less");
    forged.accepts("equivalent except 7,0");
    forged.accepts("equivalent before 7,0");
    forged.accepts("equivalent before 3,0");
    let forged =
        Forged::new("claims-before", texts, &assume, by_paths(Among::Before(vec![7, 0]), None));
    forged.refuses(None, "--claim 'equivalent before 7,0'");
    forged.refuses(Some("equivalent except 7,0"), "shows less");
    forged.accepts("equivalent-if-both-stop before 7,0");
    let (status, report) = forged.check(Some("equivalent before 7"));
    assert_eq!(status, 2, "{report}");
    assert_eq!(forged.check(Some("equal")).0, 2);
}

/// A certificate by invariants that claims nothing of whether the programs stop.
fn silent_on_stopping(
    images: [&std::rc::Rc<tamarin::machine::Image>; 2],
    contract: &Contract,
) -> Result<Certified, Uncertified> {
    let scope = Scope::from(Among::All);
    let claimed = Claimed { scope, kind: Some(ProofKind::Invariants) };
    let (first, hints) = (Inputs::from([3, 3]), Hints::default());
    let begin = (&first, &hints);
    let pause = Pause::never();
    let found = certify::of_claim(images, contract, &claimed, begin, &Stop::NEVER, pause);
    let Certificate { entry, lead, tracked, nodes, .. } = pollster::block_on(found)?.certificate;
    let claims = Claims { entry, lead, tracked, nodes };
    certify::of_claims(images, contract, Among::All, Stopping::Open, claims, &Stop::NEVER)
}

#[test]
fn agreement_where_both_stop_is_less_than_equivalence() {
    let text = |add: &str| {
        format!(
            "lis $4\n.word 1\nloop: beq $1, $0, done\n{add}\nsub $1, $1, $4\n\
             beq $0, $0, loop\ndone: jr $31\n"
        )
    };
    let [left, right] = [text("add $3, $3, $2"), text("add $3, $2, $3")];
    let forged = Forged::new("claims-open", [&left, &right], &[], silent_on_stopping);
    forged.refuses(None, "--claim 'equivalent-if-both-stop'");
    forged.refuses(Some("equivalent-up-to 10"), "shows less");
    forged.accepts("equivalent-if-both-stop");
    forged.accepts("equivalent-if-both-stop-within 100");
    forged.accepts("equivalent-if-both-stop except 1,2");
    // If both programs run forever, a claim about those that stop is vacuous.
    let endless = ["loop: beq $0, $0, loop\n", "add $3, $1, $0\nloop: beq $0, $0, loop\n"];
    let forged = Forged::new("claims-endless", endless, &[], |images, _| {
        let Certified { mut certificate, checked } =
            certify::of_paths(images, &Contract::default(), Among::All, &Stop::NEVER)?;
        certificate.stopping = Stopping::Open;
        Ok(Certified { certificate, checked })
    });
    let vacuous = "no such input on which both programs stop is known";
    forged.refuses(Some("equivalent-if-both-stop"), vacuous);
    forged.refuses(None, vacuous);
}

/// An input that exercises a claim is found by a solver where no likely one does.
#[test]
fn the_only_input_on_which_programs_stop_is_found() {
    let text = |add: &str| {
        format!(
            "lis $6\n.word 12345\nmult $1, $6\nmflo $6\nlis $7\n.word 987654321\n\
             back: bne $6, $7, back\n{add}\njr $31\n"
        )
    };
    let [left, right] = [text("add $3, $1, $2"), text("add $3, $2, $1")];
    let of = by_paths(Among::All, Some(50));
    let forged = Forged::new("claims-rare", [&left, &right], &["$2 == 0"], of);
    let (status, report) = forged.check(Some("equivalent-if-both-stop-within 50"));
    assert_eq!(status, 0, "{report}");
    let input = report["exercised"][0].as_u64().expect("a word") as u32;
    assert_eq!(input.wrapping_mul(12345), 987_654_321);
}

/// `prove` prints the verdict that its certificate proves, and exits accordingly; `check` accepts the claim that it
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

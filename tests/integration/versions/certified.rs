//! Certificates from `versions`: which refactorings have one, and that a certificate with facts at synchronisation
//! points is refused if a fact is changed.

use std::ffi::OsStr;
use std::process::Command;
use std::rc::Rc;

use tamarin::contract::Contract;
use tamarin::engines::certify::{Certified, Uncertified, of_procedure_claims, of_procedures};
use tamarin::engines::pause::Pause;
use tamarin::engines::versions::Verdict;
use tamarin::machine::Image;
use tamarin::solver::Stop;
use tamarin_checker::certificate::{Certificate, Relation};
use tamarin_checker::obligation::Kind;
use tamarin_checker::procedures::claim::{
    Expression, Fact, Operator, PointClaim, Procedures, Value,
};
use tamarin_checker::{Refusal, check};
use tamarin_testing::certificates::{counterexample, image_of};
use tamarin_testing::examples::program;
use tamarin_testing::pairs::{Label, Pair};
use tamarin_testing::recursions::certified;
use tamarin_testing::{many, sample};

use super::corpus::FOLDER;
use super::of_programs;

fn pair(name: &str) -> Pair {
    let mut pairs = Pair::of(FOLDER);
    let at = pairs.iter().position(|it| it.labels.name == name).expect("it is there");
    pairs.swap_remove(at)
}

fn certificate_of(pair: &Pair) -> Result<Certified, Uncertified> {
    certified(pair.texts.each_ref().map(|text| &text[..]))
}

fn points(certificate: &Certificate) -> impl Iterator<Item = &PointClaim> {
    certificate.procedures.iter().flat_map(|it| &it.pairs).flat_map(|it| &it.points)
}

fn facts(certificate: &Certificate) -> usize {
    points(certificate).map(|point| point.facts.len()).sum()
}

#[test]
fn refactorings_that_are_proved_have_certificates() {
    let (mut proved, mut have, mut by_facts, mut without) = (0, 0, 0, Vec::new());
    for pair in sample(Pair::of(FOLDER), 2) {
        let name = &pair.labels.name;
        let found = certificate_of(&pair);
        if pair.labels.label() == Label::Neq {
            assert!(found.is_err(), "{name}");
            continue;
        }
        let programs = pair.texts.each_ref().map(|text| program(text));
        let is_proved = of_programs([&programs[0], &programs[1]]).verdict != Verdict::Unknown;
        proved += usize::from(is_proved);
        let Ok(Certified { certificate, .. }) = found else {
            println!("{name}: {}", found.err().map(|why| why.to_string()).unwrap_or_default());
            without.push(name.clone());
            continue;
        };
        assert!(is_proved, "{name}");
        assert!(check(&certificate).is_ok(), "{name}");
        assert_eq!(counterexample(&certificate), None, "{name}");
        let texts = [&pair.texts[1], &pair.texts[0]].map(|text| &text[..]);
        assert!(certified(texts).is_ok(), "{name}, swapped");
        have += 1;
        by_facts += usize::from(facts(&certificate) > 0);
    }
    println!("{have} of {proved} that are proved have certificates, {by_facts} with facts");
    assert!(by_facts >= many(5, 12), "{by_facts}");
    // The others have one of another kind, of paths or invariants.
    for name in without {
        let [old, new] = ["left", "right"].map(|side| format!("{FOLDER}/{name}.{side}.asm"));
        let proof = std::env::temp_dir().join(format!("tamarin-{}-{name}", std::process::id()));
        let tamarin = |args: &[&OsStr]| {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tamarin"));
            command.args(args).arg(&old).arg(&new);
            command.output().expect("the binary was built").status.code()
        };
        // Not the clock decides: a loaded machine takes several times the usual seconds.
        let [versions, limit, seconds, to] =
            ["versions", "--seconds", "600", "--certificate"].map(OsStr::new);
        let written = tamarin(&[versions, limit, seconds, to, proof.as_os_str()]);
        assert_eq!(written, Some(0), "{name}");
        assert_eq!(tamarin(&[OsStr::new("check"), proof.as_os_str()]), Some(0), "{name}");
        std::fs::remove_file(proof).expect("it was written");
    }
}

/// Whether changed claims can be proved, with answers that we search for.
fn shown(good: &Certificate, change: &dyn Fn(&mut Procedures)) -> Result<(), Uncertified> {
    let mut claims = good.procedures.clone().expect("it is by procedures");
    change(&mut claims);
    let images = [0, 1].map(|side| image_of(good, side));
    let images = [&images[0], &images[1]];
    of_procedure_claims(images, &Contract::default(), claims, &Stop::NEVER).map(|_| ())
}

/// A certificate with changed facts is refused, and no answers are found for it. Returns the reason.
fn refused(good: &Certificate, change: &dyn Fn(&mut Procedures)) -> Refusal {
    let mut changed = good.clone();
    change(changed.procedures.as_mut().expect("it is by procedures"));
    assert!(check(&changed).is_err(), "{:?}", changed.procedures);
    match shown(good, change) {
        Err(Uncertified::Refused(refusal)) => refusal,
        other => panic!("{other:?}"),
    }
}

fn word(text: &str) -> Expression {
    Expression::Word(text.parse().expect("it is a word"))
}

fn number(number: u32) -> Expression {
    Expression::Number(number)
}

/// The point with a fact that begins with this word.
fn point_of<'c>(claims: &'c mut Procedures, of: &str) -> &'c mut PointClaim {
    let of = word(of);
    let mut points = claims.pairs.iter_mut().flat_map(|it| &mut it.points);
    points.find(|point| point.facts.iter().any(|it| it.0 == of)).expect("it is there")
}

/// A square that is taken out of a loop: at the point in it the right program holds it already.
#[test]
fn other_facts_are_refused() {
    let good = certificate_of(&pair("hoisted-from-loop")).expect("it is proved").certificate;
    let at = |claims: &mut Procedures, change: &dyn Fn(&mut PointClaim)| {
        change(point_of(claims, "right.$5"));
    };
    let fact = |left: &str, relation, right| Fact(word(left), relation, right);
    let kind = |refusal| match refusal {
        Refusal::Open(place) | Refusal::Wrong(place) => place.kind,
        other => panic!("{other:?}"),
    };
    // Without it nothing is known of the word, and another one is not what arrives.
    refused(&good, &|claims| at(claims, &|point| point.facts.clear()));
    let others = [
        Expression::of(Operator::Mul, word("left.$2"), word("left.$1")),
        Expression::of(Operator::Add, word("left.$2"), word("left.$2")),
        Expression::of(Operator::High, word("left.$2"), word("left.$2")),
        word("left.$5"),
        Expression::Value(Value(0)),
        number(0),
    ];
    for other in others {
        let changed = |point: &mut PointClaim| point.facts[0].2 = other.clone();
        assert_eq!(kind(refused(&good, &|claims| at(claims, &changed))), Kind::Step, "{other:?}");
    }
    for relation in [Relation::Ne, Relation::Ult, Relation::Slt] {
        let changed = |point: &mut PointClaim| point.facts[0].1 = relation;
        refused(&good, &|claims| at(claims, &changed));
    }
    // One that says less than is needed, though it holds.
    let weaker = |point: &mut PointClaim| point.facts[0].1 = Relation::Ule;
    refused(&good, &|claims| at(claims, &weaker));
    // A fact that no arriving state satisfies, and from which everything would follow, also in the loop.
    let falsehood = |point: &mut PointClaim| {
        point.facts.push(Fact(number(0), Relation::Eq, number(1)));
    };
    assert_eq!(kind(refused(&good, &|claims| at(claims, &falsehood))), Kind::Step);
    // A fact that the loop preserves, and that does not hold on entry: $4 is 1 there.
    let not_on_entry = |point: &mut PointClaim| {
        point.says.known.retain(|sum| sum.0 != "left.$4".parse().expect("a word"));
        point.facts.push(fact("left.$4", Relation::Eq, number(2)));
    };
    assert_eq!(kind(refused(&good, &|claims| at(claims, &not_on_entry))), Kind::Step);
    // A fact that holds on entry, and that the loop does not preserve.
    let not_kept = |point: &mut PointClaim| {
        point.facts.push(fact("left.$3", Relation::Eq, number(0)));
    };
    assert_eq!(kind(refused(&good, &|claims| at(claims, &not_kept))), Kind::Step);
    // More true facts may be added.
    let more = |point: &mut PointClaim| {
        point.facts.push(fact("left.$8", Relation::Ult, number(52)));
    };
    shown(&good, &|claims| at(claims, &more)).expect("it holds");
    // A word that is made of itself gets no value by that, and says nothing of others.
    let itself = |point: &mut PointClaim| {
        let sum = Expression::of(Operator::Mul, word("right.$5"), number(1));
        point.facts[0].2 = sum;
    };
    refused(&good, &|claims| at(claims, &itself));
}

/// What makes no sense is refused before anything is executed.
#[test]
fn facts_that_make_no_sense_are_refused() {
    let good = certificate_of(&pair("hoisted-from-loop")).expect("it is proved").certificate;
    let with = |fact: Fact| {
        let mut changed = good.clone();
        let claims = changed.procedures.as_mut().expect("it is by procedures");
        point_of(claims, "right.$5").facts.push(fact);
        check(&changed).expect_err("it makes no sense")
    };
    let zero = |expression| Fact(expression, Relation::Eq, number(0));
    assert!(matches!(with(zero(Expression::Value(Value(77)))), Refusal::Malformed(_)));
    let slot = |slot: &str| word(&format!("left.stack[{slot}]"));
    assert!(matches!(with(zero(slot("-3"))), Refusal::Malformed(_)));
    assert!(matches!(with(zero(slot("-80000000"))), Refusal::Malformed(_)));
    let mut large = word("left.$3");
    for _ in 0..9 {
        large = Expression::of(Operator::Add, large.clone(), large);
    }
    assert!(matches!(with(zero(large)), Refusal::Limit(_)));
    let mut many = good.clone();
    let claims = many.procedures.as_mut().expect("it is by procedures");
    let point = point_of(claims, "right.$5");
    point.facts = vec![point.facts[0].clone(); 1_000];
    assert!(matches!(check(&many), Err(Refusal::Limit(_))));
}

/// Conditions that branches have decided, words of the stack, and facts over a call: without
/// any one of them there is no proof, and its negation is refused.
#[test]
fn each_fact_of_a_certificate_is_needed() {
    let mut all = 0;
    for name in ["decided-branch", "kept-over-call", "difference-negated", "flag-negated"] {
        let good = certificate_of(&pair(name)).expect("it is proved").certificate;
        for number in 0..facts(&good) {
            let at = |claims: &mut Procedures, change: &dyn Fn(&mut Vec<Fact>, usize)| {
                let mut left = number;
                for point in claims.pairs.iter_mut().flat_map(|it| &mut it.points) {
                    if left < point.facts.len() {
                        return change(&mut point.facts, left);
                    }
                    left -= point.facts.len();
                }
            };
            refused(&good, &|claims| at(claims, &|facts, at| _ = facts.remove(at)));
            let negated = |facts: &mut Vec<Fact>, at: usize| {
                let Fact(a, relation, b) = facts[at].clone();
                facts[at] = match relation {
                    Relation::Eq => Fact(a, Relation::Ne, b),
                    Relation::Ne => Fact(a, Relation::Eq, b),
                    Relation::Ult => Fact(b, Relation::Ule, a),
                    Relation::Ule => Fact(b, Relation::Ult, a),
                    Relation::Slt => Fact(b, Relation::Sle, a),
                    Relation::Sle => Fact(b, Relation::Slt, a),
                };
            };
            refused(&good, &|claims| at(claims, &negated));
            all += 1;
        }
    }
    assert!(all >= 6, "{all}");
}

/// A result computed before a branch in one program and in both arms in the other: each operator of certificates means
/// what the instruction does.
#[test]
fn operators_mean_what_instructions_do() {
    let operations = [
        ("add $5, $1, $2", "+"),
        ("sub $5, $1, $2", "-"),
        ("mult $1, $2\nmflo $5", "*"),
        ("mult $1, $2\nmfhi $5", "high"),
        ("multu $1, $2\nmfhi $5", "highu"),
        ("div $1, $7\nmflo $5", "/"),
        ("div $1, $7\nmfhi $5", "%"),
        ("divu $1, $7\nmflo $5", "/u"),
        ("divu $1, $7\nmfhi $5", "%u"),
        ("slt $5, $1, $2", "<"),
        ("sltu $5, $1, $2", "<u"),
    ];
    let text = |before: &str, behind: &str| {
        format!(
            "lis $7\n.word 7\nslt $6, $2, $1\n{before}\nbne $6, $0, other\n{behind}\nadd $3, $5, $1\njr $31\n\
             other: {behind}\nsub $3, $5, $2\njr $31\n"
        )
    };
    for (operation, operator) in operations {
        let texts = [text(operation, "add $0, $0, $0"), text("add $0, $0, $0", operation)];
        let found = certified([&texts[0], &texts[1]]);
        let good = found.unwrap_or_else(|why| panic!("{operator}: {why}")).certificate;
        let json = serde_json::to_string(&good.procedures).expect("it is plain data");
        assert!(json.contains(&format!("[\"{operator}\",")), "{operator}: {json}");
        for (other, with) in operations {
            if with != operator {
                let texts = [text(operation, "add $0, $0, $0"), text("add $0, $0, $0", other)];
                assert!(certified([&texts[0], &texts[1]]).is_err(), "{operator} and {with}");
            }
        }
    }
}

/// Labels only help to find what belongs together.
#[test]
fn facts_are_found_without_labels() {
    let pair = pair("hoisted-from-loop");
    let images = pair.texts.each_ref().map(|text| Image::new(&program(text)));
    let going_on = Pause::never();
    let (none, contract) = (Rc::default(), Contract::default());
    let both = images.each_ref();
    let certifying = of_procedures(both, [&[]; 2], &none, &contract, &Stop::NEVER, going_on);
    let found = pollster::block_on(certifying).expect("it is proved");
    assert!(facts(&found.certificate) > 0);
}

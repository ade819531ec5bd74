//! `tamarin explain`: a cause names what it means, in a sentence and in JSON.

use serde_json::{Value, json};

use super::{File, answered, tamarin};

/// The object that `explain` prints with some options of two programs, and its text.
fn explained(name: &str, [left, right]: [&str; 2], options: &[&str]) -> (Value, String) {
    let left = File::new(&format!("named-{name}-l.asm"), left);
    let right = File::new(&format!("named-{name}-r.asm"), right);
    let args = [&["explain", left.path(), right.path()], options].concat();
    let (status, object) = answered(&[&args[..], &["--json"]].concat());
    assert_eq!(status, 1, "{name}: {object}");
    let told = tamarin(&args);
    assert_eq!(told.status, 1, "{name}: {}", told.err);
    (object, told.out)
}

/// If a word is in a register or in memory, both are numbers; otherwise both are null.
fn is_named(name: &str, place: &Value) {
    let of = place["of"].as_str().expect("it is named");
    let has_register = ["register", "divisor"].contains(&of);
    assert_eq!(place["register"].is_u64(), has_register, "{name}: {place}");
    assert_eq!(place["memory"].is_u64(), of == "memory", "{name}: {place}");
}

const MEMORY: &str = "lis $4\n.word 8\nsub $30, $30, $4\nsw $1, 0($30)\nsw $2, 4($30)\n\
                      lw $3, 4($30)\nadd $30, $30, $4\njr $31\n";

#[test]
fn a_cause_names_the_word_that_it_means() {
    let product = "mult $1, $2\nmfhi $4\nmflo $5\nadd $3, $4, $5\njr $31\n";
    let low = "mult $1, $2\nmflo $4\nadd $3, $4, $4\njr $31\n";
    let printed = "lis $4\n.word 0xffff000c\nadd $5, $1, $2\nsw $5, 0($4)\njr $31\n";
    let branch = "slt $4, $1, $2\nbne $4, $0, less\nadd $3, $1, $0\njr $31\n\
                  less: add $3, $2, $0\njr $31\n";
    for (name, left, from, to, of, says) in [
        (
            "hi",
            product,
            "mult $1",
            "multu $1",
            "hi",
            "should set hi to what line 1 on the left sets hi to",
        ),
        (
            "lo",
            low,
            "mult $1, $2",
            "mult $1, $1",
            "lo",
            "should set lo to what line 1 on the left sets lo to",
        ),
        (
            "register",
            branch,
            "slt $4, $1, $2",
            "sltu $4, $1, $2",
            "register",
            "should set $4 to what line 1 on the left sets $4 to",
        ),
        ("branch", branch, "bne", "beq", "branch", "should branch where line 2 on the left does"),
        (
            "memory",
            MEMORY,
            "sw $2, 4",
            "sw $1, 4",
            "memory",
            "should store what line 5 on the left stores",
        ),
        (
            "address",
            MEMORY,
            "lw $3, 4",
            "lw $3, 0",
            "address",
            "should go to the address that line 6 on the left goes to",
        ),
        (
            "output",
            printed,
            "sw $5",
            "sw $1",
            "register",
            "should read in $1 what line 4 on the left prints",
        ),
    ] {
        let right = left.replacen(from, to, 1);
        let (object, text) = explained(name, [left, &right], &["--cause", "--mend"]);
        let cause = &object["cause"];
        for side in ["left", "right"] {
            is_named(name, &cause[side]);
        }
        assert_eq!(cause["right"]["of"], of, "{name}: {cause}");
        assert!(text.contains(says), "{name}: {text}");
        assert_eq!(object["mend"]["proved"], true, "{name}: {object}");
    }
}

const CLAMP: &str = "lis $5\n.word 10\nlis $6\n.word 100\nslt $4, $1, $5\nbeq $4, $0, high\n\
                     add $3, $5, $0\njr $31\nhigh: slt $4, $6, $1\nbeq $4, $0, in\n\
                     add $3, $6, $0\njr $31\nin: add $3, $1, $0\njr $31\n";
/// The same with one way out.
const ONE_EXIT: &str = "lis $5\n.word 10\nlis $6\n.word 100\nadd $7, $1, $0\nslt $4, $1, $5\n\
                        beq $4, $0, high\nadd $7, $5, $0\nbeq $0, $0, out\n\
                        high: slt $4, $6, $1\nbeq $4, $0, out\nadd $7, $6, $0\n\
                        out: add $3, $7, $0\njr $31\n";
const WEIGHT: &str = "slt $4, $1, $0\nbne $4, $0, negative\nbeq $1, $0, zero\nlis $5\n.word 3\n\
                      mult $1, $5\nmflo $3\njr $31\nnegative: lis $5\n.word 5\nmult $1, $5\n\
                      mflo $3\njr $31\nzero: lis $3\n.word 7\njr $31\n";
const DISTANCE: &str = "slt $4, $1, $2\nlis $6\n.word 20\nbeq $4, $0, first\nsub $5, $6, $1\n\
                        add $3, $5, $2\njr $31\nfirst: sub $5, $1, $6\nadd $3, $5, $1\njr $31\n";

/// Two mistakes on two ways through a program: each has its pair, with the inputs that it is for.
#[test]
fn two_mistakes_have_a_set_of_pairs_in_their_lines() {
    for (name, left, changes, lines) in [
        ("clamp", CLAMP, [(".word 10\n", ".word 11\n"), (".word 100", ".word 99")], [1, 3]),
        ("exit", ONE_EXIT, [(".word 10\n", ".word 11\n"), (".word 100", ".word 99")], [1, 3]),
        ("weight", WEIGHT, [(".word 3", ".word 4"), (".word 5", ".word 6")], [4, 9]),
        (
            "distance",
            DISTANCE,
            [("$5, $6, $1", "$5, $6, $2"), ("sub $5, $1, $6", "add $5, $1, $6")],
            [5, 8],
        ),
    ] {
        let right =
            changes.iter().fold(left.to_owned(), |text, (from, to)| text.replacen(from, to, 1));
        for options in [&["--cause"][..], &["--cause", "--mend"]] {
            let (object, text) = explained(name, [left, &right], options);
            let cause = &object["cause"];
            assert_eq!(cause["check"], "left-path-fix", "{name}: {text}");
            assert_eq!(cause["together"], "all-fix", "{name}: {text}");
            let more = cause["more"].as_array().expect("a list");
            assert_eq!(more.len(), 1, "{name}: {text}");
            let pairs = [cause, &more[0]];
            let mut told: Vec<u64> =
                pairs.iter().map(|pair| pair["right"]["line"].as_u64().expect("a line")).collect();
            told.sort_unstable();
            assert_eq!(told, lines, "{name}: {text}");
            for pair in pairs {
                assert_eq!(pair["left"]["line"], pair["right"]["line"], "{name}: {text}");
                assert_eq!(pair["part"]["exact"], true, "{name}: {text}");
                let conditions = pair["part"]["conditions"].as_array().expect("a list");
                assert!(!conditions.is_empty(), "{name}: {text}");
            }
        }
        let (object, _) = explained(name, [left, &right], &["--mend"]);
        let mend = &object["mend"];
        assert_eq!(
            (&mend["proved"], mend["more"].as_array().map(Vec::len)),
            (&json!(true), Some(1))
        );
    }
}

/// Each of two paths has a mistake, so no single pair makes the programs agree on all inputs.
const TWO_MISTAKES: [&str; 2] = [
    "slt $4, $1, $2\nbeq $4, $0, other\nadd $5, $1, $1\nadd $3, $5, $2\njr $31\n\
     other: sub $5, $1, $2\nadd $3, $5, $5\njr $31\n",
    "slt $4, $1, $2\nbeq $4, $0, other\nadd $5, $1, $2\nadd $3, $5, $2\njr $31\n\
     other: sub $5, $2, $1\nadd $3, $5, $5\njr $31\n",
];

#[test]
fn options_choose_the_check_and_the_search() {
    let asked = |options: &[&str]| explained("asked", TWO_MISTAKES, options);
    let none = |text: &str, says: &str| assert!(text.contains(says), "{text}");
    // A weaker check is not told where it was not asked for.
    let (object, text) = asked(&["--check", "all"]);
    assert_eq!(object["cause"]["check"], "none");
    assert_eq!((&object["mend"], &object["regions"]), (&Value::Null, &Value::Null));
    none(&text, "There is no pair of instructions with which they agree on every input (proved).");
    let expected =
        json!({"strategy": "likely", "asked": "all-fix", "filter": null, "candidates": null});
    assert_eq!(object["cause"]["search"], expected);
    let (object, _) = asked(&["--check", "left"]);
    assert_eq!(object["cause"]["check"], "left-path-fix");
    assert_eq!(object["cause"]["more"], json!([]));

    // RootCause's own search says what became of each pair.
    let (object, text) = asked(&["--strategy", "paper", "--check", "all"]);
    assert_eq!(object["cause"]["check"], "none");
    none(&text, "There is no pair of assignments, with the left program as the reference, with");
    for options in [&[][..], &["--without", "maxsat", "--without", "runs"]] {
        let options = [&["--strategy", "paper"], options].concat();
        let (object, _) = asked(&options);
        let cause = &object["cause"];
        assert_eq!(
            (&cause["check"], &cause["reference"]),
            (&json!("left-path-fix"), &json!("left"))
        );
        let candidates = cause["search"]["candidates"].as_object().expect("they are counted");
        let sum: u64 = candidates.values().map(|count| count.as_u64().expect("a number")).sum();
        assert_eq!(sum, 2 * candidates["pairs"].as_u64().expect("a number"), "{cause}");
        let is_left_out = |step: &str| options.contains(&step);
        assert!(candidates["runs"] == 0 || !is_left_out("runs"), "{cause}");
        assert!(candidates["maxsat"] == 0 || !is_left_out("maxsat"), "{cause}");
    }
    let (object, text) = asked(&["--filter", "load"]);
    assert_eq!(object["cause"]["check"], "none", "there is no load");
    none(&text, "There is no pair of instructions that passes the filter load with which");

    let [left, right] =
        [0, 1].map(|side| File::new(&format!("chosen-{side}.asm"), TWO_MISTAKES[side]));
    let wrong = |options: &[&str], says: &str| {
        let told = tamarin(&[&["explain", left.path(), right.path()], options].concat());
        assert_eq!(told.status, 2, "{}", told.err);
        assert!(told.err.contains(says), "{}", told.err);
    };
    wrong(&["--without", "maxsat"], "--without is for --strategy paper");
    wrong(&["--filter", "call-wind-x"], "a filter is callee, load, imm or call-wind-K");
    let told = tamarin(&["explain", left.path(), right.path(), "--check", "left", "--timing"]);
    assert!(told.err.starts_with("cause: ") && told.err.ends_with(" ms\n"), "{}", told.err);
}

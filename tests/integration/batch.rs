//! `tamarin batch`: each line gets its answer, independent of the others.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::cli::{File, tamarin, tamarin_reading};
use tamarin_testing::many;

/// Programs of the corpus, each with its twin.
fn corpus(count: usize) -> Vec<[String; 2]> {
    let folder = "tests/corpus/pairs";
    let names = tamarin_testing::pairs::names(folder);
    let file =
        |name: &str, side| format!("{}/{folder}/{name}.{side}.asm", env!("CARGO_MANIFEST_DIR"));
    let pairs = names.iter().map(|name| ["left", "right"].map(|side| file(name, side)));
    pairs.step_by(names.len().div_ceil(count)).collect()
}

fn lines(pairs: &[Value]) -> String {
    pairs.iter().map(|pair| format!("{pair}\n")).collect()
}

/// Answers by their ids.
fn answers(out: &str) -> BTreeMap<String, Value> {
    let answers = out.lines().map(|line| {
        let answer: Value = serde_json::from_str(line).expect("each line is an object");
        (answer["id"].to_string(), answer)
    });
    answers.collect()
}

#[test]
fn pairs_are_answered_as_compare_does() {
    let pairs = corpus(many(10, 24));
    let limits = ["--fuel", "300", "--max-runs", "100"];
    let asked: Vec<Value> = pairs
        .iter()
        .map(|[left, right]| json!({"id": left, "left": left, "right": [right], "limits": {"fuel": 300}}))
        .collect();
    let file = File::new("pairs.ndjson", lines(&asked));
    let batch = |threads: &str| {
        let args = ["batch", file.path(), "--max-runs", "100", "--threads", threads];
        let output = tamarin(&args);
        assert_eq!(output.status, 0, "{}", output.err);
        let last = output.err.lines().last().expect("it says how many there were");
        assert!(last.starts_with(&format!("{} pairs in ", pairs.len())), "{last}");
        let mut answers = answers(&output.out);
        assert_eq!(answers.len(), pairs.len());
        // Elapsed times differ between runs.
        answers.values_mut().for_each(|answer| answer["stats"]["elapsed_ms"] = json!(0));
        answers
    };
    let answered = batch("1");
    assert_eq!(batch("3"), answered);
    for [left, right] in &pairs {
        let args = ["compare", left, right, "--json", "--solver", "bitblast"];
        let mut alone: Value =
            serde_json::from_str(&tamarin(&[&args[..], &limits].concat()).out).expect("an object");
        let mut answer = answered[&json!(left).to_string()].clone();
        let version = answer.as_object_mut().and_then(|answer| answer.remove("version"));
        assert_eq!(version.expect("it is told")["solver"], "bitblast");
        answer.as_object_mut().expect("it is one").remove("id");
        // A batch does not ask the second questions.
        for key in ["alone", "libraries"] {
            alone.as_object_mut().expect("it is one").remove(key);
        }
        alone["stats"]["elapsed_ms"] = json!(0);
        assert_eq!(answer, alone, "{left}");
    }
}

#[test]
fn what_is_wrong_with_a_pair_is_its_answer() {
    let sum = json!({"text": "add $3, $1, $2\njr $31"});
    let pairs = [
        json!({"id": 1, "left": sum, "right": {"text": "add $3, $1\n"}}),
        json!({"id": 2, "left": "there-is-none.asm", "right": sum}),
        json!({"id": 3, "left": sum, "right": sum, "contract": {"assume": ["$1 >"]}}),
        json!({"id": 4, "left": sum}),
        json!({"id": 5, "left": sum, "right": []}),
        json!({"id": 6, "left": sum, "right": "-"}),
        json!({"id": 7, "left": sum, "right": sum, "limits": {"fule": 3}}),
        json!({"id": 10, "left": sum, "right": [["jr $31"]]}),
        json!({"id": 12, "left": sum, "right": {"base64": "no base 64"}}),
        json!({"id": 13, "left": sum, "right": {"name": "a.asm"}}),
        json!({"id": 11, "left": sum, "right": sum, "limits": [300]}),
        json!([12, sum, sum]),
        json!({"id": 8, "left": sum, "right": {"text": "sub $3, $1, $2\njr $31"}}),
        json!({"id": 9, "left": sum, "right": {"name": "it.wlp4", "text": "int wain(int a, int b) {\n  return b + a;\n}\n"}}),
    ];
    let text = format!("{}\n  \nno pair\n", lines(&pairs));
    let output = tamarin_reading(&["batch", "--quiet", "--threads", "2"], text.as_bytes());
    assert_eq!((output.status, output.err.as_str()), (0, ""));
    assert_eq!(output.out.lines().count(), pairs.len() + 1);
    let answers = answers(&output.out);
    for id in ["10", "11", "12", "13"] {
        assert_eq!(answers[id]["errors"][0]["kind"], "arguments", "{id}");
    }
    let kind = |id: &str| answers[id]["errors"][0]["kind"].as_str().map(str::to_owned);
    let kinds = ["1", "2", "3", "4", "5", "6", "7", "null"].map(|id| kind(id).expect(id));
    assert_eq!(
        kinds,
        ["program", "other", "contract", "arguments", "other", "other", "arguments", "arguments"]
    );
    assert_eq!(answers["1"]["errors"][0]["file"], "right.asm");
    assert_eq!(answers["8"]["verdict"], "disequivalent");
    assert_eq!(answers["9"]["verdict"], "equivalent");
}

#[test]
fn what_holds_of_all_pairs_is_looked_at_first() {
    for (args, part) in [
        (&["batch", "there-is-none.ndjson"][..], "there-is-none.ndjson"),
        (&["batch", "--assume", "$1 >"], "--assume"),
        (&["batch", "--contract", "-"], "--contract"),
        (&["batch", "--threads", "0"], "--threads"),
    ] {
        let output = tamarin(args);
        assert_eq!((output.status, output.out.as_str()), (2, ""));
        assert!(output.err.contains(part), "{}", output.err);
    }
}

/// Starts a batch with one thread, which the test feeds line by line.
fn begin(args: &[&str]) -> Child {
    let mut batch = Command::new(env!("CARGO_BIN_EXE_tamarin"));
    batch.args(["batch", "--quiet", "--threads", "1"]).args(args);
    let batch = batch.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    batch.spawn().expect("the binary was built")
}

/// Two programs that are not decided in minutes: that a composite has a divisor up to its
/// root is no bound of words.
fn hard() -> [String; 2] {
    ["left", "right"].map(|side| {
        let path = format!("tests/corpus/oracle/prime_sqrt_vs_all.{side}.asm");
        format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
    })
}

/// The processes of a process.
#[cfg(target_os = "linux")]
fn children(parent: u32) -> Vec<u32> {
    let path = format!("/proc/{parent}/task");
    let tasks = std::fs::read_dir(path).into_iter().flatten().flatten();
    let children =
        tasks.filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok());
    let text = children.collect::<Vec<_>>().join(" ");
    text.split_whitespace().map(|id| id.parse().expect("a number")).collect()
}

/// The fields of a process after its name; none if it is gone.
#[cfg(target_os = "linux")]
fn fields(process: u32) -> Vec<String> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let behind = stat.rsplit_once(") ").map_or("", |(_, behind)| behind);
    behind.split(' ').map(str::to_owned).collect()
}

#[cfg(target_os = "linux")]
fn wait_until(mut is_so: impl FnMut() -> bool) {
    while !is_so() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

/// Waits until a process has had the processor for a while more.
#[cfg(target_os = "linux")]
fn wait_until_at_work(process: u32) {
    let ticks = || fields(process).get(11).and_then(|ticks| ticks.parse().ok()).unwrap_or(0u64);
    let before = ticks();
    wait_until(|| ticks() > before + 5);
}

/// Ends a process, and sees that it has ended.
#[cfg(target_os = "linux")]
fn kill(process: u32) {
    let killed = Command::new("kill").args(["-9", &process.to_string()]).status();
    assert!(killed.is_ok_and(|status| status.success()));
    wait_until(|| fields(process).first().is_none_or(|state| state.is_empty() || state == "Z"));
}

/// Its worker, once it has one.
#[cfg(target_os = "linux")]
fn worker(batch: &Child) -> u32 {
    let mut found = Vec::new();
    wait_until(|| {
        found = children(batch.id());
        found.len() == 1
    });
    found[0]
}

#[cfg(target_os = "linux")]
#[test]
fn a_pair_that_ends_its_process_is_an_answer_and_the_next_is_compared() {
    let mut batch = begin(&[]);
    let mut to = batch.stdin.take().expect("piped");
    let mut from = BufReader::new(batch.stdout.take().expect("piped")).lines();
    let mut next = || -> Value {
        let line = from.next().expect("there is one").expect("it can be read");
        serde_json::from_str(&line).expect("an object")
    };
    let easy = |id: u32| json!({"id": id, "left": {"text": "jr $31"}, "right": {"text": "jr $31"}});
    let [left, right] = hard();
    writeln!(to, "{}", easy(1)).expect("it listens");
    assert_eq!((next()["id"].clone(), worker(&batch) > 0), (json!(1), true));
    // Between two pairs: neither has to do with it.
    kill(worker(&batch));
    writeln!(to, "{}", easy(2)).expect("it listens");
    assert_eq!(next()["verdict"], "equivalent");
    let pair = json!({"id": 3, "left": left, "right": right});
    let before = worker(&batch);
    writeln!(to, "{pair}").expect("it listens");
    wait_until_at_work(before);
    kill(before);
    // It is tried once more in a process that did nothing else.
    let fresh = another_worker(&batch, before);
    wait_until_at_work(fresh);
    kill(fresh);
    writeln!(to, "{}", easy(4)).expect("it listens");
    let crashed = next();
    assert_eq!((&crashed["id"], &crashed["errors"][0]["kind"]), (&json!(3), &json!("crash")));
    let message = crashed["errors"][0]["message"].as_str().expect("a text");
    assert!(message.contains("signal: 9"), "{message}");
    assert_eq!(next()["id"], 4);
    drop(to);
    assert!(batch.wait().expect("it ends").success());
}

#[cfg(target_os = "linux")]
#[test]
fn workers_end_with_those_who_asked_for_them() {
    let mut batch = begin(&[]);
    let mut to = batch.stdin.take().expect("piped");
    let [left, right] = hard();
    writeln!(to, "{}", json!({"left": left, "right": right})).expect("it listens");
    let worker = worker(&batch);
    wait_until_at_work(worker);
    kill(batch.id());
    batch.wait().expect("it ended");
    wait_until(|| fields(worker).first().is_none_or(|state| state.is_empty() || state == "Z"));
}

/// Its worker, once that is another one.
#[cfg(target_os = "linux")]
fn another_worker(batch: &Child, before: u32) -> u32 {
    let mut found = Vec::new();
    wait_until(|| {
        found = children(batch.id());
        found.len() == 1 && found[0] != before
    });
    found[0]
}

/// A time limit is respected, and the location where it struck is reported.
#[test]
fn a_pair_may_have_a_time() {
    let [left, right] = hard();
    let pair = json!({"left": left, "right": right, "limits": {"seconds": 1}});
    let output = tamarin_reading(&["batch", "-q"], lines(&[pair]).as_bytes());
    let answer = &answers(&output.out)["null"];
    assert_eq!(answer["reason"]["code"], "time-limit", "{answer}");
}

/// What `explain` says, beside the verdict.
#[test]
fn a_pair_may_ask_why() {
    let max = "slt $4, $2, $1\nbeq $4, $0, 2\nadd $3, $1, $0\njr $31\nadd $3, $2, $0\njr $31\n";
    let unsigned = max.replace("slt", "sltu");
    let files = [File::new("why-max.asm", max), File::new("why-other.asm", unsigned.as_str())];
    let [left, right] = files.each_ref().map(File::path);
    let ask = |id: u32, right: Value, explain: &[&str]| json!({"id": id, "left": left, "right": right, "explain": explain});
    let known = |id: u32, differ: &[u32], like: &str, work: u64| {
        json!({
            "id": id, "left": left, "right": right, "explain": ["why"], "differ": differ, "like": like,
            "limits": {"explain_work": work},
        })
    };
    let sum = json!({"text": "add $3, $1, $2\njr $31\n"});
    let asked = [
        ask(1, json!(right), &["mend", "cause", "regions"]),
        ask(2, json!(right), &["why"]),
        ask(3, sum, &["why"]),
        ask(4, json!(left), &["regions"]),
        json!({"id": 5, "left": left, "right": right, "inputs": [5, 4_294_967_295u32]}),
        known(6, &[5, u32::MAX], "sltu / slt", 1_000_000),
        known(7, &[5, 6], "add / sub", 1_000_000),
        known(8, &[5, u32::MAX], "sltu / slt", 0),
    ];
    let output = tamarin_reading(&["batch", "-q"], lines(&asked).as_bytes());
    let answers = answers(&output.out);
    let args = ["explain", left, right, "--json", "--solver", "bitblast"];
    let alone: Value = serde_json::from_str(&tamarin(&args).out).expect("an object");
    for part in ["mend", "cause", "regions"] {
        assert_eq!(answers["1"][part], alone[part], "{part}");
        assert!(alone[part].is_object(), "{part}");
    }
    assert_eq!((&answers["2"]["mend"], answers["2"].get("cause")), (&alone["mend"], None));
    assert!(answers["3"]["cause"].is_object() && answers["3"].get("regions").is_none());
    assert_eq!(answers["4"]["regions"]["count"], "0");
    assert_eq!(answers["5"]["verdict"], "disequivalent");
    // A known difference is not searched again, and one that is none is not believed.
    assert_eq!(answers["6"]["differ"], json!([5, u32::MAX]));
    assert!(answers["6"].get("witness").is_none() && answers["7"]["witness"].is_object());
    for id in ["6", "7"] {
        assert_eq!(answers[id]["verdict"], "disequivalent");
        assert_eq!(answers[id]["mend"], alone["mend"], "{id}");
    }
    assert!(answers["8"].get("mend").is_none(), "{}", answers["8"]);
}

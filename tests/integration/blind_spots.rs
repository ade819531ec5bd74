//! `tamarin grade --tests`: its report about tests agrees with running them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tamarin::engines::paths::outcome::{agreement, ends};
use tamarin::machine::Inputs;
use tamarin::report::Agreement;
use tamarin_testing::examples::image;
use tamarin_testing::random::Random;

use super::cli::tamarin;
use super::grade::{Folder, IDEAS, MAX, graded, mistaken, renamed};
use super::schema;

fn schema_of_reports() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/report.schema.json");
    serde_json::from_slice(&fs::read(path).expect("it is there")).expect("it is JSON")
}

fn list<'v>(of: &'v Value, key: &str) -> &'v Vec<Value> {
    of[key].as_array().unwrap_or_else(|| panic!("{key}: {of}"))
}

/// The inputs of a row of the report.
fn inputs(of: &Value) -> Inputs {
    let words = list(of, "inputs").iter();
    words.map(|it| it.get("value").unwrap_or(it).as_u64().expect("a word") as u32).collect()
}

#[test]
fn what_tests_miss_of_a_class_is_what_runs_miss() {
    let mut random = Random::new(11);
    let folder = Folder::new("missed");
    let mut texts = BTreeMap::new();
    for index in 0..36 {
        let mut text = renamed(IDEAS[random.word() as usize % IDEAS.len()], &mut random);
        if index % 3 > 0 {
            text = mistaken(&text, &mut random);
        }
        let name = format!("{index:02}.asm");
        folder.write(&name, &text);
        texts.insert(name, text);
    }
    let elsewhere = Folder::new("missed-elsewhere");
    let reference = elsewhere.write("reference.asm", IDEAS[1]);
    let tests = elsewhere.write("tests.csv", "# mine\n$2,$1\n2,1\n0x5,-1\n");
    let out = elsewhere.path_to("out");
    let more = ["--fuel", "1000", "--tests", &tests, "--test", "0,0", "--out", &out];
    let report = graded(&folder, &reference, &more);
    assert_eq!(schema::check(&schema_of_reports(), &report), Ok(()));
    let told = &report["tests"];
    let tests: Vec<Inputs> = list(told, "inputs").iter().map(inputs).collect();
    assert_eq!(tests, [Inputs::from([1, 2]), [u32::MAX, 5].into(), [0, 0].into()]);

    // Programs by their words, the first submission of each.
    let ideal = image(IDEAS[1]);
    let kills = |name: &str, at: &Inputs| {
        let [a, b] = ends([&ideal, &image(&texts[name])], at, 100_000);
        // One that has not stopped by then has not stopped within 100 times the fuel.
        agreement(&a, &b) == Agreement::Differ || b.fingerprint().is_none()
    };
    let (mut counts, mut survivors) = (BTreeMap::<&str, u64>::new(), Vec::new());
    let mut by_test = vec![0; tests.len()];
    for graded in list(&report, "submissions") {
        let name = graded["name"].as_str().expect("a name");
        let is_reference = image(&texts[name]).words() == ideal.words();
        if graded["same_words_as"].is_string() || is_reference {
            continue;
        }
        let is_killed = tests.iter().any(|at| kills(name, at));
        let fate = match graded["grade"].as_str().expect("a grade") {
            "proved-equal" => "equivalent",
            _ if is_killed => "killed",
            "differs" => "missed",
            _ => "open",
        };
        *counts.entry(fate).or_default() += 1;
        if matches!(fate, "missed" | "open") {
            survivors.push(name.to_owned());
        }
        if fate != "equivalent" {
            tests.iter().zip(&mut by_test).for_each(|(at, by)| *by += u64::from(kills(name, at)));
        }
    }
    for fate in ["killed", "missed", "equivalent", "open"] {
        assert_eq!(told[fate], counts.get(fate).copied().unwrap_or(0), "{fate}: {told}");
    }
    assert!(counts["killed"] > 3 && counts["missed"] > 2, "{counts:?}");
    let least = counts["killed"] + counts["missed"];
    assert_eq!(told["of"], json!([least, least + counts.get("open").copied().unwrap_or(0)]));
    let by_row: Vec<&Value> = list(told, "inputs").iter().map(|it| &it["kills"]).collect();
    assert_eq!(by_row, by_test);

    // Missed submissions are reported with all members of their class, and the reported input exposes them.
    let firsts: Vec<&str> =
        list(told, "survivors").iter().filter_map(|it| it["members"][0].as_str()).collect();
    survivors.sort();
    let mut sorted = firsts.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, survivors);
    let mut pool = tests.clone();
    for survivor in list(told, "survivors") {
        let at = inputs(&survivor["difference"]);
        for member in list(survivor, "members").iter().filter_map(Value::as_str) {
            assert!(kills(member, &at), "{member} on {at:?}");
            let words = image(&texts[member]);
            assert_eq!(
                words.words(),
                image(&texts[survivor["members"][0].as_str().expect("a name")]).words()
            );
        }
        if !pool.contains(&at) {
            pool.push(at);
        }
    }

    // The inputs that would do do, and no fewer of the known ones.
    let wrong: Vec<&String> = texts
        .keys()
        .filter(|name| {
            let all = list(&report, "submissions").iter();
            let mut mine = all.filter(|it| it["name"] == name.as_str());
            mine.next().expect("it is told")["grade"] == "differs"
        })
        .collect();
    let suite: Vec<Inputs> = list(&told["suite"], "inputs").iter().map(inputs).collect();
    let does = |suite: &[&Inputs]| wrong.iter().all(|it| suite.iter().any(|at| kills(it, at)));
    assert!(does(&suite.iter().collect::<Vec<_>>()), "{suite:?}");
    assert_eq!(told["suite"]["smallest"], true);
    let least = (0..1_u32 << pool.len())
        .filter(|chosen| {
            let some = pool.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1);
            does(&some.map(|(_, at)| at).collect::<Vec<_>>())
        })
        .map(u32::count_ones)
        .min();
    assert_eq!(least, Some(suite.len() as u32), "{pool:?}");

    // As a file they are tests, and then none is missed.
    let better = format!("{out}/better-tests.csv");
    let report = graded(&folder, &reference, &["--fuel", "1000", "--tests", &better]);
    assert_eq!(
        (&report["tests"]["missed"], list(&report["tests"], "survivors").len()),
        (&json!(0), 0)
    );
}

#[test]
fn what_is_open_leaves_an_interval() {
    let folder = Folder::new("missed-open");
    let hard = |side: &str| {
        let path = format!("tests/corpus/oracle/prime_sqrt_vs_all.{side}.asm");
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("it is there")
    };
    let reference = folder.write("reference.asm", &hard("left"));
    folder.write("in/open.asm", &hard("right"));
    folder.write("in/wrong.asm", "add $3, $1, $2\njr $31\n");
    folder.write("in/none.asm", "add $3\n");
    let from = folder.path_to("in");
    let limits = ["--fuel", "500", "--max-runs", "5", "--effort", "1", "--test", "7,0", "-q"];
    let args = [&["grade", &from, "--reference", &reference][..], &limits].concat();
    let text = tamarin(&args).out;
    let told = "Your tests find 1 of the 1 to 2 wrong programs (50 % to 100 %).\n\
                missed: 0; proved equal to the reference: 0; open: 1\nopen: open.asm\n";
    assert!(text.contains(told), "{text}");
}

#[test]
fn tests_that_are_none_are_told() {
    let folder = Folder::new("missed-wrong");
    folder.write("in/a.asm", &MAX.replace("slt", "sltu"));
    let reference = folder.write("reference.asm", MAX);
    let (from, tests) = (folder.path_to("in"), folder.write("tests.csv", "1,2\n1\n"));
    let graded = |more: &[&str]| {
        let args = [&["grade", &from, "--reference", &reference, "-q"][..], more].concat();
        tamarin(&args)
    };
    for (more, why) in [
        (&["--tests", &tests][..], "tests.csv: line 2: there is 1 number"),
        (&["--test", "1,2,3"], "--test 1,2,3"),
        (&["--assume", "$1 >= 0", "--test", "-1,2"], "does not allow"),
    ] {
        let output = graded(more);
        assert_eq!(output.status, 2, "{}", output.out);
        assert!(output.err.contains(why), "{}", output.err);
    }
    let text = graded(&["--test", "1,2"]).out;
    assert!(text.contains("missed: a.asm: differs on $1 = "), "{text}");
    assert!(text.contains("Your tests find 0 of the 1 wrong programs (0 %).\n"), "{text}");
    let text = graded(&["--test", "-1,2"]).out;
    assert!(text.contains("Your tests find 1 of the 1 wrong programs (100 %).\n"), "{text}");
    assert!(!graded(&[]).out.contains("Your tests"), "it was not asked for");
}
